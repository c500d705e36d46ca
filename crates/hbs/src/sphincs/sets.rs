//! The list of all sets.

use std::sync::LazyLock;

use signer::{ParameterSet, UnknownSet};

use super::params::{Params, rows};

/// All 36 sets, in the order of [`rows`].
#[must_use]
pub fn sets() -> &'static [ParameterSet] {
    static SETS: LazyLock<Vec<ParameterSet>> =
        LazyLock::new(|| rows().iter().map(Params::set).collect());
    &SETS
}

/// The set called `name`, such as `SLH-DSA-SHAKE-128f` or `SPHINCS+-SHAKE-128f-simple`.
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
    use crate::sphincs::params::{SHAPES, Shape};

    /// Signature lengths of FIPS 205 table 2, and `m` from the formula of section 8.
    #[test]
    fn sizes_are_those_of_the_standard() {
        let lens = [7856, 17088, 16224, 35664, 29792, 49856];
        for (set, row) in sets().iter().zip(rows()) {
            let at = SHAPES.iter().position(|shape| *shape == row.shape);
            assert_eq!(Some(set.signature_len()), at.map(|at| lens[at]), "{}", set.name);
            assert_eq!(set.public_key_len(), 2 * row.shape.n);
            let Shape { h, d, a, k, m, .. } = row.shape;
            assert_eq!(
                m as u32,
                (k * a).div_ceil(8) + (h - h / d).div_ceil(8) + (h / d).div_ceil(8),
                "{}",
                set.name
            );
            assert_eq!(Params::of(set), Some(*row));
            assert_eq!(row.signature_len(), set.signature_len());
        }
    }

    #[test]
    fn names_are_found_in_either_standard() {
        for name in
            ["SLH-DSA-SHAKE-128f", "SPHINCS+-SHAKE-128f-simple", "SPHINCS+-SHA2-256s-robust"]
        {
            assert_eq!(find(name).map(|set| set.name).as_deref(), Ok(name));
        }
        assert_eq!(sets().len(), 36);
        let unknown = find("SLH-DSA-SHAKE-128").err().and_then(|unknown| unknown.nearest);
        assert_eq!(unknown.as_deref(), Some("SLH-DSA-SHAKE-128s"));
    }
}
