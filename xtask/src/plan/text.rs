//! The answer for a terminal.

use std::fmt::Write;

use measure::Table;
use measure::units::{digits, grouped, time};

use super::answer::{Answer, Relaxed};
use super::candidate::{Candidate, Figure};
use crate::catalog::Says;

/// Days of a year.
pub(super) const DAYS: f64 = 365.25;

/// The whole answer.
pub(super) fn text(answer: &Answer) -> String {
    let mut text = asked(answer);
    if answer.fits.is_empty() {
        text += &impossible(answer);
    } else {
        text += &fits(answer);
    }
    text.trim_end().to_owned()
}

/// What was asked for, and of what machine the times are.
fn asked(answer: &Answer) -> String {
    let limits: Vec<_> = answer.wish.limits.iter().map(|limit| limit.text()).collect();
    let limits = if limits.is_empty() { "anything".to_owned() } else { limits.join("; ") };
    let mut text = format!("Wanted: {limits}.\n");
    if let (Some(years), Some(signatures)) = (answer.wish.years, answer.wish.signatures()) {
        let (all, years_text) = (signatures as f64, digits(years));
        let (year, day) = (digits(all / years), digits(all / (years * DAYS)));
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "Over {years_text} years that is {year} signatures a year, {day} a day."
        );
    }
    let machine = if answer.here { "this machine" } else { "not this machine, but" };
    let _ = writeln!(
        text,
        "Times of `{}` on {machine} {} (results/{}), one thread.\n",
        answer.backend, answer.machine.title, answer.machine.id
    );
    text
}

fn fits(answer: &Answer) -> String {
    let mut notes = Notes::default();
    let years = answer.wish.years;
    let mut header = vec!["parameter set", "lifetime", "signature", "public key", "keygen", "sign"];
    header.extend(["verify", "of 64", "memory", "category", "SP 800-208", "CNSA 2.0"]);
    header.extend(years.map(|_| "a day"));
    let mut table = Table::new(1, header);
    for one in &answer.fits {
        let set = &one.set;
        let mut cells = vec![
            set.name.clone(),
            format!("2^{}", one.lifetime_log2()),
            grouped(set.signature as u64),
            grouped(set.public_key as u64),
        ];
        cells
            .extend([one.keygen, one.sign, one.verify, one.verify_many].map(|of| figure(of, time)));
        cells.push(figure(one.memory, |bytes| grouped(bytes as u64)));
        cells.push(set.category.to_string());
        cells.extend([&set.sp_800_208, &set.cnsa_2_0].map(|says| notes.cell(says)));
        cells.extend(years.map(|years| a_day(one, years)));
        table.row(cells);
    }
    let few = answer.fits.len();
    let mut text = format!("{few} of {} sets fit", answer.considered);
    text += ", by length of signature, then by time of verifying:\n\n";
    text += &table.text();
    text += "\nSizes in bytes. Memory: of a signer, with the key in use.\n";
    text += &predictions(answer);
    text += "Category: as NIST counts, 1, 3 and 5; of SLH-DSA by FIPS 205, of the others by the length of the hash.\n";
    if answer.fits.iter().any(|one| !one.set.stateful) {
        text += "Lifetime: stateless keys count nothing; their parameters are meant for 2^64 signatures.\n";
    }
    text + &notes.text()
}

fn impossible(answer: &Answer) -> String {
    let mut text = format!("None of {} sets fits.\n\n", answer.considered);
    for one in &answer.obstacles {
        if let Some(Relaxed { text: best, set }) = &one.nearest {
            let _ = writeln!(text, "No set at all keeps to \"{}\". {best} ({set}).\n", one.text);
        }
    }
    let mut table = Table::new(1, ["limit", "sets within it", "sets within all others"]);
    for one in &answer.obstacles {
        table.row([one.text.clone(), one.alone.to_string(), one.without.to_string()]);
    }
    text += &table.text();
    text.push('\n');
    let mut helps = false;
    for one in &answer.obstacles {
        let Some(relaxed) = &one.relaxed else { continue };
        helps = true;
        let _ = writeln!(
            text,
            "Without \"{}\", all else kept: {} ({}).",
            one.text, relaxed.text, relaxed.set
        );
    }
    if !helps {
        text += "To give up one of them is not enough: at least two stand in the way.\n";
    }
    text
}

/// How far off what is marked with a `~` may be.
fn predictions(answer: &Answer) -> String {
    let times = |one: &Candidate| [one.keygen, one.sign, one.verify, one.verify_many];
    let errors = answer.fits.iter().flat_map(times).flatten().filter_map(|figure| figure.error);
    match errors.max_by(f64::total_cmp) {
        Some(most) => format!(
            "~: not measured, but predicted from the sets that were; nine of ten of those are predicted from \
             one another within {:.0} %.\n",
            100.0 * most
        ),
        None => "~: not measured.\n".to_owned(),
    }
}

fn figure(figure: Option<Figure>, unit: impl Fn(f64) -> String) -> String {
    let mark = |figure: Figure| if figure.predicted { "~" } else { "" };
    figure.map_or_else(|| "-".to_owned(), |one| format!("{}{}", mark(one), unit(one.value)))
}

/// Signatures that a key has for each day.
fn a_day(one: &Candidate, years: f64) -> String {
    let day = 2f64.powi(one.lifetime_log2() as i32) / (years * DAYS);
    if day < 1e9 { digits(day) } else { format!("{day:.1e}") }
}

/// Footnotes, each once.
#[derive(Debug, Default)]
struct Notes(Vec<(&'static str, &'static str)>);

impl Notes {
    /// The verdict with the number of its note.
    fn cell(&mut self, says: &Says) -> String {
        let note = (says.text, says.source);
        let at = self.0.iter().position(|known| *known == note).unwrap_or_else(|| {
            self.0.push(note);
            self.0.len() - 1
        });
        format!("{} [{}]", says.verdict.name(), at + 1)
    }

    fn text(&self) -> String {
        let line = |(i, (text, source)): (usize, &(&str, &str))| {
            format!("\n[{}] {text} Source: {source}.", i + 1)
        };
        self.0.iter().enumerate().map(line).collect()
    }
}
