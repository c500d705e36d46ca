//! Lists of sets, and sets by name.

use std::sync::LazyLock;

use signer::{ParameterSet, UnknownSet};

use super::params::{GRAMMAR, Params};

/// A choice of sets for lists; [`find`] knows every other combination too.
#[must_use]
pub fn sets() -> &'static [ParameterSet] {
    static SETS: LazyLock<Vec<ParameterSet>> = LazyLock::new(|| {
        let mut names = Vec::new();
        for family in ["SHA256", "SHA256-M24", "SHAKE", "SHAKE-M24"] {
            for levels in 1..=3 {
                for h in [5, 10] {
                    names.extend([1, 2, 4, 8].map(|w| format!("HSS-{family}-H{h}-W{w}-L{levels}")));
                }
            }
            for rest in ["H15-W8-L1", "H20-W8-L1", "H25-W8-L1", "H5-W8-L8", "H10-W4+H5-W8"] {
                names.push(format!("HSS-{family}-{rest}"));
            }
            names.push(format!("HSS-{family}-H20-W8+H10-W4+H5-W2"));
        }
        names.iter().filter_map(|name| Some(Params::parse(name)?.set())).collect()
    });
    &SETS
}

/// The set called `name`, of all combinations of 1 to 8 levels: see [`GRAMMAR`].
///
/// # Errors
///
/// [`UnknownSet`] with the nearest listed name and the grammar.
pub fn find(name: &str) -> Result<ParameterSet, UnknownSet> {
    match Params::parse(name) {
        Some(params) => Ok(params.set()),
        None => signer::find(sets(), name)
            .cloned()
            .map_err(|unknown| UnknownSet { grammar: Some(GRAMMAR), ..unknown }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        for set in sets() {
            let again = find(&set.name).map(|set| set.name);
            assert_eq!(again.as_ref(), Ok(&set.name));
            let name = Params::of(set).map(|params| params.name());
            assert_eq!(name.as_ref(), Some(&set.name));
        }
        assert_eq!(sets().len(), 4 * 30);
    }

    #[test]
    fn other_spellings_are_the_same_set() {
        let name = |name| find(name).map(|set| set.name).ok();
        assert_eq!(name("hss_sha256_m32_h5_w2_l2"), Some("HSS-SHA256-H5-W2-L2".into()));
        assert_eq!(name("HSS-SHA256-H5-W2+H5-W2"), Some("HSS-SHA256-H5-W2-L2".into()));
        assert_eq!(name("HSS-SHA256-H5-W2"), Some("HSS-SHA256-H5-W2-L1".into()));
        assert_eq!(name("HSS-SHA256-H5-W2/H10-W8"), Some("HSS-SHA256-H5-W2+H10-W8".into()));
    }

    #[test]
    fn what_is_no_set_has_no_name() {
        for name in ["", "HSS", "HSS-SHA256-H5-W2-L0", "HSS-SHA256-H5-W2-L9", "HSS-SHA256-H6-W2-L1"]
        {
            assert!(find(name).is_err(), "{name}");
        }
        assert!(find("HSS-SHA256-H5-W2+H5-W4-L2").is_err(), "levels listed and counted");
        assert!(find("HSS-SHA256-H5-W2-L99999999999999999999").is_err());
    }

    /// Sizes of the seeds: public key 60, signatures 4464 and 8980.
    #[test]
    fn sizes_are_those_of_the_seeds() {
        let size = |name| {
            let set = find(name).unwrap_or_else(|unknown| panic!("{unknown}"));
            (set.public_key_len(), set.signature_len(), set.lifetime.count())
        };
        assert_eq!(size("HSS-SHA256-H5-W2-L1"), (60, 4464, Some(32)));
        assert_eq!(size("HSS-SHA256-H5-W2-L2"), (60, 8980, Some(1024)));
        assert_eq!(size("HSS-SHA256-H10-W4+H5-W8"), (60, 3860, Some(1 << 15)));
        assert_eq!(size("HSS-SHA256-H25-W8-L8").2, None);
    }
}
