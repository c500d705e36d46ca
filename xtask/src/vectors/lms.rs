//! Vectors of LMS and HSS (RFC 8554, RFC 9858).

mod case;
mod expansion;
mod keygen;
mod pairs;
mod signatures;

use super::scheme::Kind;
use hbs::{hss, lms};
use signer::ParameterSet;

/// The kinds of file.
pub(super) const KINDS: &[Kind] = &[
    Kind {
        what: "keys from seeds",
        knows: |name| name.starts_with("keygen") && name.ends_with(".jsonl"),
        run: keygen::run,
    },
    Kind {
        what: "LMS signatures",
        knows: |name| name.starts_with("verify") && name.ends_with(".jsonl"),
        run: signatures::run,
    },
    Kind { what: "HSS signatures", knows: |name| name.ends_with(".vec"), run: pairs::run },
    Kind {
        what: "HSS signatures from a seed",
        knows: |name| name.starts_with("hss") && name.ends_with("digests.json"),
        run: expansion::run,
    },
];

/// The LMS set with these type words.
fn lms_set(lms: u32, ots: u32) -> Result<ParameterSet, String> {
    let sets = lms::sets();
    let set = sets.iter().find(|set| set.codes == [lms, ots]);
    set.cloned().ok_or_else(|| format!("no set of LMS has the types {lms} and {ots}"))
}

/// The HSS set of these levels, root first.
fn hss_set(levels: Vec<lms::Params>) -> Result<ParameterSet, String> {
    let params = hss::Params::new(levels).ok_or("no set of HSS has these levels")?;
    hss::find(&params.name()).map_err(|unknown| unknown.to_string())
}

/// The HSS set of a public key with a signature of it. The types of lower levels stand in the child
/// keys that the signature carries; where it is cut off or has none of the key's hash function, as an
/// invalid one may, they are taken to be those of the level above.
fn set_of_signature(public_key: &[u8], signature: &[u8]) -> Result<ParameterSet, String> {
    let params =
        |bytes: &[u8], at: usize| lms::Params::from_codes(word(bytes, at)?, word(bytes, at + 4)?);
    let root = params(public_key, 4).ok_or("no set of HSS has the types of the public key")?;
    let count = word(public_key, 0).unwrap_or(0) as usize;
    let mut levels = vec![root];
    let mut at = 4;
    while levels.len() < count.min(hss::params::MAX_LEVELS + 1) {
        let above = levels[levels.len() - 1];
        at += above.signature_len();
        let alike =
            |child: &lms::Params| (child.lms.hash, child.lms.m) == (root.lms.hash, root.lms.m);
        levels.push(params(signature, at).filter(alike).unwrap_or(above));
        at += root.public_key_len();
    }
    levels.truncate(count);
    hss_set(levels)
}

/// The word at a place.
fn word(bytes: &[u8], at: usize) -> Option<u32> {
    let (word, _) = bytes.get(at..)?.split_first_chunk()?;
    Some(u32::from_be_bytes(*word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_set_is_read_from_key_and_signature() {
        let name = |public_key: &[u8], signature: &[u8]| {
            set_of_signature(public_key, signature).map(|set| set.name)
        };
        let words =
            |words: &[u32]| -> Vec<u8> { words.iter().flat_map(|w| w.to_be_bytes()).collect() };
        let two = words(&[2, 6, 3]);
        let mut signature = vec![0; 4 + 2508];
        assert_eq!(name(&two, &signature).as_deref(), Ok("HSS-SHA256-H10-W4-L2"));
        signature.extend(words(&[5, 4]));
        assert_eq!(name(&two, &signature).as_deref(), Ok("HSS-SHA256-H10-W4+H5-W8"));
        signature.truncate(4 + 2508);
        signature.extend(words(&[0x14, 0x10]));
        assert_eq!(name(&two, &signature).as_deref(), Ok("HSS-SHA256-H10-W4-L2"), "another hash");
        for no_key in
            [&words(&[0, 6, 3])[..], &words(&[9, 6, 3]), &words(&[1, 6, 5]), &[], &two[..9]]
        {
            assert!(name(no_key, &signature).is_err(), "{no_key:?}");
        }
        assert!(name(&words(&[u32::MAX, 6, 3]), &signature).is_err());
    }
}
