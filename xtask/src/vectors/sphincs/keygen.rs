//! SLH-DSA keys from seeds: an array of `{"tc": number, "set": name, "skSeed": SK.seed, "skPrf": SK.prf,
//! "pkSeed": PK.seed, "pkRoot": PK.root}`, bytes in hex.

use super::set;
use crate::vectors::scheme::{Asked, Malformed, json_rows, key_from_seed, unhex};
use crate::vectors::tally::{Tally, Vector};
use serde::Deserialize;
use sphincs::SUITE;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Row {
    tc: u32,
    set: String,
    sk_seed: String,
    sk_prf: String,
    pk_seed: String,
    pk_root: String,
}

/// Has the keys generated.
pub(super) fn run(text: &str, asked: &Asked<'_>, tally: &mut Tally) -> Result<(), Malformed> {
    for (line, row) in json_rows::<Row>(text, "tc")? {
        let (set, _) = set(line, &row.set)?;
        let pk_seed = unhex(line, "pkSeed", &row.pk_seed)?;
        let secret = [unhex(line, "skSeed", &row.sk_seed)?, unhex(line, "skPrf", &row.sk_prf)?];
        let seed = [&secret.concat()[..], &pk_seed].concat();
        if seed.len() != set.seed_len {
            let what = format!("seeds must have {} bytes, not {}", set.seed_len, seed.len());
            return Err(Malformed::new(line, what));
        }
        let pk_root = unhex(line, "pkRoot", &row.pk_root)?;
        let public_key = hex::encode([pk_seed, pk_root].concat());
        let mut vector = Vector::new(line, format!("{} tc {}", set.name, row.tc));
        for backend in asked.backends(&SUITE, &set) {
            key_from_seed(backend, &set, &seed, &public_key, &mut vector);
        }
        tally.add(vector);
    }
    Ok(())
}
