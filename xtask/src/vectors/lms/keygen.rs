//! LMS keys from seeds. Each line is `{"lms": type, "ots": type, "i": I, "seed": SEED, "pk": key}`,
//! bytes in hex.

use super::lms_set;
use crate::vectors::scheme::{Asked, Malformed, json_lines, key_from_seed, unhex};
use crate::vectors::tally::{Tally, Vector};
use hbs::lms::{LMS, Params};
use hbs::{Native, Options, Workers};
use serde::Deserialize;
use signer::Backend;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    lms: u32,
    ots: u32,
    i: String,
    seed: String,
    pk: String,
    /// Where it comes from.
    #[serde(default)]
    src: String,
}

/// Tallest tree that all backends build: above, ours does alone, with all cores.
const COMMON_HEIGHT: u32 = 10;

/// Has the keys generated.
pub(super) fn run(text: &str, asked: &Asked<'_>, tally: &mut Tally) -> Result<(), Malformed> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let workers = Workers::new(threads).unwrap_or_default();
    let tall = Native::new("native", Options { workers, ..Options::default() }, &LMS);
    for row in json_lines::<Row>(text) {
        let (line, row) = row?;
        let set = lms_set(row.lms, row.ots).map_err(|wrong| Malformed::new(line, wrong))?;
        let seed = [unhex(line, "seed", &row.seed)?, unhex(line, "i", &row.i)?].concat();
        if seed.len() != set.seed_len {
            let what = format!("seed and i must have {} bytes, not {}", set.seed_len, seed.len());
            return Err(Malformed::new(line, what));
        }
        let public_key = hex::encode(unhex(line, "pk", &row.pk)?);
        let mut vector = Vector::new(line, format!("{} {}", set.name, row.src).trim());
        let height = Params::of(&set).map_or(0, |params| params.lms.h);
        let backends: Vec<&dyn Backend> = match asked.backend {
            _ if height > asked.max_height => {
                vector.skip(format!("of height {height}: --max-height {height}"));
                Vec::new()
            }
            None if height > COMMON_HEIGHT => vec![&tall],
            _ => asked.backends(&lms::SUITE, &set),
        };
        for backend in backends {
            key_from_seed(backend, &set, &seed, &public_key, &mut vector);
        }
        tally.add(vector);
    }
    Ok(())
}
