//! The list of all sets.

use std::sync::LazyLock;

use signer::{ParameterSet, Scheme, UnknownSet};

use super::params::Params;

/// The 21 XMSS rows, then the 56 XMSS^MT rows, each by OID.
#[must_use]
pub fn rows() -> &'static [Params] {
    static ROWS: LazyLock<Vec<Params>> = LazyLock::new(|| {
        let rows = |scheme| (1..).map_while(move |oid| Params::from_oid(scheme, oid));
        rows(Scheme::Xmss).chain(rows(Scheme::XmssMt)).collect()
    });
    &ROWS
}

/// All 77 sets, XMSS before XMSS^MT, by OID.
#[must_use]
pub fn sets() -> &'static [ParameterSet] {
    static SETS: LazyLock<Vec<ParameterSet>> =
        LazyLock::new(|| rows().iter().map(Params::set).collect());
    &SETS
}

/// The set called `name`, such as `XMSS-SHA2_10_256` or `XMSSMT-SHA2_20/2_256`.
///
/// # Errors
///
/// [`UnknownSet`] with the nearest known name.
pub fn find(name: &str) -> Result<ParameterSet, UnknownSet> {
    signer::find(sets(), &name.replace("XMSS^MT", "XMSSMT")).cloned()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// OIDs and signature lengths of the tables of RFC 8391 and SP 800-208.
    #[test]
    fn rows_are_those_of_the_standards() {
        for (name, oid, signature_len) in [
            ("XMSS-SHA2_10_256", 0x01, 2500),
            ("XMSS-SHA2_20_512", 0x06, 9732),
            ("XMSS-SHAKE_10_256", 0x07, 2500),
            ("XMSS-SHAKE_20_512", 0x0c, 9732),
            ("XMSS-SHA2_10_192", 0x0d, 1492),
            ("XMSS-SHAKE256_16_256", 0x11, 2692),
            ("XMSS-SHAKE256_20_192", 0x15, 1732),
            ("XMSSMT-SHA2_20/2_256", 0x01, 4963),
            ("XMSSMT-SHA2_60/12_256", 0x08, 27688),
            ("XMSSMT-SHA2_20/4_512", 0x0a, 34883),
            ("XMSSMT-SHAKE_40/8_256", 0x15, 18469),
            ("XMSSMT-SHAKE_60/12_512", 0x20, 104_520),
            ("XMSSMT-SHA2_40/4_192", 0x24, 5885),
            ("XMSSMT-SHAKE256_20/2_256", 0x29, 4963),
            ("XMSSMT-SHAKE256_60/12_192", 0x38, 16160),
        ] {
            let set = find(name).unwrap_or_else(|unknown| panic!("{unknown}"));
            assert_eq!((&*set.name, &set.codes[..]), (name, &[oid][..]));
            assert_eq!(set.signature_len(), signature_len, "{name}");
            assert_eq!(set.public_key_len(), 4 + 2 * set.n, "{name}");
            assert_eq!(Params::of(&set).map(|row| row.name()), Some(set.name));
        }
    }

    #[test]
    fn there_are_77_of_them() {
        let mut names: Vec<_> = sets().iter().map(|set| &set.name).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), 77);
        assert_eq!(sets().iter().filter(|set| set.scheme == Scheme::Xmss).count(), 21);
    }
}
