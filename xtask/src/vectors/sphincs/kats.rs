//! KATs of SPHINCS+, round 3.1, as SHA-256 digests: of each set's file, and of each of its 100 counts
//! alone, without the header and the empty line after it. How they are made is told in `kat/nist.rs`;
//! here is made what is asked for, and every backend that runs the set verifies it.

use super::set;
use crate::kat::nist::{self, COUNTS, Count};
use crate::probe::sha256;
use crate::vectors::scheme::{Asked, Malformed, json, unhex, verdict};
use crate::vectors::tally::{Tally, Vector};
use serde::Deserialize;
use signer::{Backend, ParameterSet, quietly};
use sphincs::SUITE;
use std::collections::BTreeMap;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    /// Bytes of the file.
    #[serde(rename = "size")]
    _size: usize,
    /// Of the file.
    full100: String,
    /// Of count 0: the first of `per_count` again.
    #[serde(rename = "single")]
    _single: String,
    /// Of the file without its header.
    #[serde(rename = "all_noheader")]
    _all_noheader: String,
    per_count: Vec<String>,
}

/// Has the counts made, and their signatures verified.
pub(super) fn run(text: &str, asked: &Asked<'_>, tally: &mut Tally) -> Result<(), Malformed> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let pool = nist::pool(threads).map_err(|wrong| Malformed::new(1, wrong))?;
    for (key, row) in json::<BTreeMap<String, Row>>(text)? {
        let place = format!("\"{key}\"");
        let line = 1 + text.lines().position(|line| line.contains(&place)).unwrap_or(0);
        let (set, params) = set(line, &key.replacen("sphincs-", "SPHINCS+-", 1))?;
        let (full, digests) = row.digests(line)?;
        let backends = asked.backends(&SUITE, &set);
        let nobody = !asked.takes("native") && backends.is_empty();
        let wanted = if nobody { 0 } else { asked.counts };
        let made = quietly(|| nist::counts(params, wanted, &pool, || ()));
        let made = match made {
            Ok(made) => made,
            Err(error) => {
                let mut vector = Vector::new(line, set.name);
                vector.check("native", "signatures", &error.to_string());
                tally.add(vector);
                continue;
            }
        };
        for (number, digest) in digests.iter().enumerate() {
            let mut vector = Vector::new(line, nist::count_name(&params, number));
            match made.get(number) {
                None if nobody => {}
                None => vector.skip(format!("later counts: --counts {COUNTS}")),
                Some(count) => check(&mut vector, &set, count, digest, asked, &backends),
            }
            tally.add(vector);
        }
        if made.len() == COUNTS && asked.takes("native") {
            let file = nist::file(&params, &made);
            let mut vector = Vector::new(line, file.name);
            vector.check("native", &full, &sha256(file.text.as_bytes()));
            tally.add(vector);
        }
    }
    Ok(())
}

/// Compares a count with its digest, and, if it is the one, has its signature verified.
fn check(
    vector: &mut Vector,
    set: &ParameterSet,
    count: &Count,
    digest: &str,
    asked: &Asked<'_>,
    backends: &[&dyn Backend],
) {
    let found = sha256(count.text().as_bytes());
    if asked.takes("native") {
        vector.check("native", digest, &found);
    }
    if found == digest {
        let Count { message, public_key, signature, .. } = count;
        for backend in backends {
            let found = verdict(*backend, set, public_key, message, signature);
            vector.check(&backend.about().name, "valid", &found);
        }
    } else {
        vector.skip("that native, who makes them, makes another");
    }
}

impl Row {
    /// Of the file and of each count, in lower case.
    fn digests(&self, line: usize) -> Result<(String, Vec<String>), Malformed> {
        let lower = |digest: &String| unhex(line, "digest", digest).map(hex::encode);
        let counts: Vec<_> = self.per_count.iter().map(lower).collect::<Result<_, _>>()?;
        match counts.len() {
            COUNTS => Ok((lower(&self.full100)?, counts)),
            other => Err(Malformed::new(line, format!("per_count: {other}, not {COUNTS}"))),
        }
    }
}
