//! What is said of a comparison.

use super::exact::Differing;
use super::judge::{ALL_HOLD, Judged, Judgement, Verdict};
use super::margin::{Margin, percent};
use super::rows::{Figure, Row};
use super::side::Side;
use measure::Table;
use serde_json::{Value, json};
use std::fmt::Write;

/// All there is to say.
#[derive(Debug)]
pub(super) struct Told<'a> {
    pub(super) sides: [&'a Side; 2],
    /// The two that are compared, or none.
    pub(super) backends: &'a [String],
    pub(super) same_machine: bool,
    pub(super) margin: &'a Margin,
    pub(super) judgement: &'a Judgement<'a>,
    pub(super) exact: &'a [Differing],
    pub(super) refused: &'a [Row<'a>],
    pub(super) alone: &'a [(usize, Row<'a>)],
}

impl Told<'_> {
    /// For people.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let names = match self.backends {
            [] => self.names().map(str::to_owned).to_vec(),
            // Of one record.
            backends => vec![backends.join(" and ")],
        };
        for (name, side) in names.iter().zip(&self.sides) {
            let _ = writeln!(text, "{name}: {}", side.path.display());
            for run in side.runs() {
                let _ = writeln!(text, "   {run}");
            }
        }
        if !self.same_machine {
            let [first, second] = self.sides.map(|side| side.machine().to_string());
            let _ = writeln!(
                text,
                "warning: different machines, {first} and {second}: what is compared is how many \
                 times the hash limit of its machine a time is, and exact counts"
            );
        }
        let _ = writeln!(text, "\n{}", self.table());
        for Differing { row, metric, first, second } in self.exact {
            let _ = writeln!(text, "differs: {row}: {metric} {first} and {second}");
        }
        for (side, row) in self.alone {
            let _ = writeln!(text, "only in {}: {}", self.names()[*side], row.name());
        }
        for row in self.refused {
            let _ = writeln!(text, "refused: {}: {}", row.name(), why(row));
        }
        let _ = writeln!(text, "{}", self.summary());
        text
    }

    /// For programs.
    pub(super) fn json(&self) -> String {
        let rows: Vec<_> = self.judgement.rows.iter().map(row_json).collect();
        let refused: Vec<_> =
            self.refused.iter().map(|row| json!({"row": row.name(), "reason": why(row)})).collect();
        let alone: Vec<_> = self
            .alone
            .iter()
            .map(|(side, row)| json!({"row": row.name(), "in": self.names()[*side]}))
            .collect();
        let counts: serde_json::Map<_, _> = Verdict::ALL
            .iter()
            .map(|verdict| (verdict.name().to_owned(), self.judgement.count(*verdict).into()))
            .collect();
        let value = json!({
            "schema": "hbs-bench/compare/1.0",
            "of": self.names(),
            "same_machine": self.same_machine,
            "figure": match self.judgement.figure {
                Figure::Time => "time",
                Figure::Share => "times of the hash limit",
            },
            "margin": {"share": self.margin.share, "source": self.margin.source},
            "level": self.judgement.level,
            "correction": "Bonferroni",
            "verdicts": counts,
            "rows": rows,
            "differing": self.exact,
            "only": alone,
            "refused": refused,
        });
        format!("{value:#}\n")
    }

    /// Of the two sides.
    fn names(&self) -> [&str; 2] {
        match self.backends {
            [one, other] => [one, other],
            _ => ["A", "B"],
        }
    }

    fn table(&self) -> String {
        let mut header = vec!["parameter set", "operation"];
        if self.backends.is_empty() {
            header.push("backend");
        }
        let left = header.len();
        header.extend(["threads", "ratio", "interval", "verdict"]);
        let mut table = Table::new(left, header);
        for judged in &self.judgement.rows {
            let row = judged.pair.first.row;
            let mut cells = vec![row.parameter_set.clone(), row.operation.name().to_owned()];
            if self.backends.is_empty() {
                cells.push(row.backend.clone());
            }
            let number = |number: f64| format!("{number:.4}");
            cells.push(row.threads.to_string());
            cells.push(judged.ratio.map_or("-".into(), number));
            let interval = |(low, high)| format!("{low:.4} to {high:.4}");
            cells.push(judged.interval.map_or("-".into(), interval));
            cells.push(judged.verdict.name().to_owned());
            cells.push(notes(judged));
            table.row(cells);
        }
        table.text()
    }

    fn summary(&self) -> String {
        let Judgement { intervals, level, .. } = self.judgement;
        let count =
            |verdict: &Verdict| format!("{} {}", self.judgement.count(*verdict), verdict.name());
        let counts: Vec<_> = Verdict::ALL.iter().map(count).collect();
        let refused = match self.refused.len() {
            0 => String::new(),
            count => format!(", {count} refused"),
        };
        format!(
            "{}{refused}; margin {} ({}); intervals at {} %, all {intervals} at {:.0} %",
            counts.join(", "),
            percent(self.margin.share),
            self.margin.source,
            (level * 1e6).round() / 1e4,
            100.0 * ALL_HOLD
        )
    }
}

fn row_json(judged: &Judged<'_>) -> Value {
    let (first, second) = (judged.pair.first.row, judged.pair.second.row);
    json!({
        "parameter_set": first.parameter_set,
        "operation": first.operation,
        "message_bytes": first.message_bytes,
        "threads": first.threads,
        "backends": [first.backend, second.backend],
        "ratio": judged.ratio,
        "interval": judged.interval.map(|(low, high)| json!({"low": low, "high": high})),
        "verdict": judged.verdict,
        "why": judged.why,
        "disturbed": first.disturbed || second.disturbed,
    })
}

/// What else there is to say of a row.
fn notes(judged: &Judged<'_>) -> String {
    let disturbed = match [judged.pair.first, judged.pair.second].map(|row| row.row.disturbed) {
        [false, false] => None,
        [true, true] => Some("both disturbed"),
        [true, false] => Some("the first disturbed"),
        [false, true] => Some("the second disturbed"),
    };
    let notes = judged.why.as_deref().into_iter().chain(disturbed);
    notes.collect::<Vec<_>>().join("; ")
}

fn why(row: &Row<'_>) -> String {
    let status = format!("{:?}", row.row.status).to_lowercase();
    format!("{status}: {}", row.row.reason.as_deref().unwrap_or("no reason given"))
}
