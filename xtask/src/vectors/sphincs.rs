//! Vectors of SLH-DSA (FIPS 205) and of SPHINCS+, round 3.1.
//!
//! Those of SLH-DSA are of NIST's ACVP. Through [`signer`] a backend takes messages with an empty context
//! only: what has a context or a pre-hash, or is of the internal interface, goes to `native` alone, by way
//! of [`hbs::sphincs`].

mod base64;
mod framed;
mod kats;
mod keygen;
mod siggen;
mod sigver;

use super::scheme::{Asked, Kind, Malformed, json_rows, unhex};
use super::tally::{Tally, Vector};
use hbs::sphincs::Params;
use serde::Deserialize;
use signer::ParameterSet;

/// The kinds of file.
pub(super) const KINDS: &[Kind] = &[
    Kind { what: "keys from seeds", knows: |name| is(name, "keygen"), run: keygen::run },
    Kind {
        what: "digests of signatures",
        knows: |name| is(name, "siggen") && name.ends_with("sig_sha256.json"),
        run: digests,
    },
    Kind { what: "signatures to be made", knows: |name| is(name, "siggen"), run: siggen::run },
    Kind { what: "signatures to be verified", knows: |name| is(name, "sigver"), run: sigver::run },
    Kind {
        what: "KATs of SPHINCS+",
        knows: |name| name.ends_with("kat_digests.json"),
        run: kats::run,
    },
];

fn is(name: &str, what: &str) -> bool {
    name.contains(what) && name.ends_with(".json")
}

/// Digests of signatures by the number of their test case: what was signed is in a file of ACVP that is
/// ten times as long as all others here, and so is not among them.
fn digests(text: &str, _: &Asked<'_>, tally: &mut Tally) -> Result<(), Malformed> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Row {
        tc: u32,
        sha256: String,
    }
    for (line, Row { tc, sha256 }) in json_rows::<Row>(text, "tc")? {
        unhex(line, "sha256", &sha256)?;
        let mut vector = Vector::new(line, format!("tc {tc}"));
        vector.skip("not run: the file has no keys and messages, ACVP's sigGen prompt.json has");
        tally.add(vector);
    }
    Ok(())
}

/// The set called `name`, with its numbers.
fn set(line: usize, name: &str) -> Result<(ParameterSet, Params), Malformed> {
    let malformed = |what| Malformed::new(line, what);
    let set = hbs::sphincs::find(name).map_err(|unknown| malformed(unknown.to_string()))?;
    let params = Params::of(&set).ok_or_else(|| malformed(format!("no row for {name}")))?;
    Ok((set, params))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_known_by_their_names() {
        let what = |name: &str| KINDS.iter().find(|kind| (kind.knows)(name)).map(|kind| kind.what);
        assert_eq!(what("slhdsa_siggen.json"), Some("signatures to be made"));
        assert_eq!(what("slhdsa_siggen_all624_sig_sha256.json"), Some("digests of signatures"));
        assert_eq!(what("sphincsplus_r31_kat_digests.json"), Some("KATs of SPHINCS+"));
        assert_eq!(what("slhdsa_sigver.txt"), None);
    }
}
