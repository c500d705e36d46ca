//! Digests of SPHINCS+ and SLH-DSA.

use super::{Outcome, Report, about};
use crate::kat::known::{self, Known};
use crate::kat::nist::{self, COUNTS};
use crate::kat::progress;
use crate::probe::sha256;
use hbs::HashFunction::Sha256;
use hbs::sphincs::Params;
use hbs::sphincs::params::rows;
use rayon::ThreadPool;
use signer::Scheme;
use std::time::Instant;

/// Seconds on one thread that a whole file takes which is made unasked.
const FEW_SECONDS: f64 = 0.6;

/// A digest that is known, and what came of it.
type Told = (String, Known, Outcome);

/// Says of each digest whether it comes out: of files, and then of the first counts in them, which are
/// made all the same where the file is not.
pub(super) fn tell(report: &mut Report, all: bool, threads: usize) -> Result<(), String> {
    let pool = nist::pool(threads)?;
    let mut counts = Vec::new();
    for scheme in [Scheme::SphincsPlus, Scheme::SlhDsa] {
        for params in rows().iter().filter(|row| row.scheme == scheme) {
            if let Some(told) = outcomes(params, all, &pool, &mut counts)? {
                report.told(&told);
            }
        }
    }
    // Those of one source follow each other.
    counts.sort_by_key(|(_, known, _)| known.source);
    counts.iter().for_each(|told| report.told(told));
    Ok(())
}

impl Report {
    fn told(&mut self, (name, known, outcome): &Told) {
        self.tell(name, *known, outcome);
    }
}

/// What comes of a set's file, and, into `first`, of the counts of it that have digests.
fn outcomes(
    params: &Params,
    all: bool,
    pool: &ThreadPool,
    first: &mut Vec<Told>,
) -> Result<Option<Told>, String> {
    let name = nist::name(params);
    let file = known::nist(&name);
    let count_known = |number| known::nist(&nist::count_name(params, number));
    let seconds = seconds(params);
    let whole = file.is_some() && (all || seconds <= FEW_SECONDS);
    let count = if whole {
        COUNTS
    } else {
        (0..COUNTS).take_while(|number| count_known(*number).is_some()).count()
    };
    let bar = progress(params.name(), Some(count as u64));
    let started = Instant::now();
    let made = nist::counts(*params, count, pool, || bar.inc(1));
    bar.finish_and_clear();
    let made = made.map_err(|error| error.to_string())?;
    let taken = started.elapsed().as_secs_f64();
    let outcome = |text: &str| Outcome::Made { digest: sha256(text.as_bytes()), seconds: taken };
    for (number, made) in made.iter().enumerate() {
        if let Some(known) = count_known(number) {
            first.push((nist::count_name(params, number), known, outcome(&made.text())));
        }
    }
    Ok(file.map(|known| {
        let outcome = if whole {
            outcome(&nist::file(params, &made).text)
        } else {
            Outcome::NotTried(format!("about {}; --all", about(seconds)))
        };
        (name, known, outcome)
    }))
}

/// About how many seconds a file takes on one thread: values of chains and of FORS in all its
/// signatures and keys, at what a hash takes on an Intel Xeon with AVX-512.
fn seconds(params: &Params) -> f64 {
    let shape = &params.shape;
    let hash = if params.hash == Sha256 { 19e-9 } else { 51e-9 };
    let masked = if params.robust { 2.0 } else { 1.0 };
    let chains = ((u64::from(shape.d) + 1) * 16 * shape.wots_len() as u64) << shape.hp();
    let fors = (u64::from(shape.k) * 3) << shape.a;
    COUNTS as f64 * masked * hash * (chains + fors) as f64
}
