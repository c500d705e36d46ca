//! The list of all sets.

use std::sync::LazyLock;

use signer::{ParameterSet, UnknownSet};

use super::params::{LMOTS_TYPES, LMS_TYPES, Params};

/// All 80 combinations of an LMS with an LM-OTS type, by type words.
#[must_use]
pub fn sets() -> &'static [ParameterSet] {
    static SETS: LazyLock<Vec<ParameterSet>> = LazyLock::new(|| {
        let pairs = LMS_TYPES.iter().flat_map(|lms| LMOTS_TYPES.iter().map(move |ots| (lms, ots)));
        pairs
            .filter_map(|(lms, ots)| Params::from_codes(lms.code, ots.code))
            .map(|params| params.set())
            .collect()
    });
    &SETS
}

/// The set called `name`: `LMS-SHA256-M32-H5+LMOTS-SHA256-N32-W4`, or as the RFC has it
/// `LMS_SHA256_M32_H5/LMOTS_SHA256_N32_W4`.
///
/// # Errors
///
/// [`UnknownSet`] with the nearest known name.
pub fn find(name: &str) -> Result<ParameterSet, UnknownSet> {
    signer::find(sets(), name).cloned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_80_sets_with_names_of_their_own() {
        let mut names: Vec<_> = sets().iter().map(|set| &set.name).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), 80);
        for set in sets() {
            let params = Params::of(set).map(|p| (p.public_key_len(), p.signature_len()));
            assert_eq!(params, Some((set.public_key_len(), set.signature_len())), "{}", set.name);
        }
    }

    /// Sizes of the seeds and of RFC 8554 section 5.
    #[test]
    fn sizes_are_those_of_the_standard() {
        let size = |name| {
            let set = find(name).unwrap_or_else(|unknown| panic!("{unknown}"));
            (set.public_key_len(), set.signature_len(), set.lifetime.count())
        };
        assert_eq!(size("LMS-SHA256-M32-H5+LMOTS-SHA256-N32-W4"), (56, 2348, Some(32)));
        assert_eq!(size("LMS_SHA256_M32_H10/LMOTS_SHA256_N32_W4"), (56, 2508, Some(1024)));
        assert_eq!(size("LMS_SHA256_M24_H25/LMOTS_SHA256_N24_W8"), (48, 1260, Some(1 << 25)));
        assert_eq!(size("LMS_SHAKE_M24_H5/LMOTS_SHAKE_N24_W1"), (48, 4956, Some(32)));
    }
}
