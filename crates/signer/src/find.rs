//! Finding parameter sets by name.

use crate::{ParameterSet, normalised};
use std::fmt;

/// A name that no parameter set has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownSet {
    /// The name asked for.
    pub name: String,
    /// The known name that looks most like it.
    pub nearest: Option<String>,
    /// How names are spelt, if more sets exist than a list can hold.
    pub grammar: Option<&'static str>,
}

impl fmt::Display for UnknownSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown parameter set `{}`", self.name)?;
        if let Some(nearest) = &self.nearest {
            write!(f, "; did you mean `{nearest}`?")?;
        }
        if let Some(grammar) = self.grammar {
            write!(f, " ({grammar})")?;
        }
        Ok(())
    }
}

impl std::error::Error for UnknownSet {}

/// Finds the set called `name` in `sets`, whatever its case and its separators: the seeds'
/// `LMS-SHA256-M32-H5+LMOTS-SHA256-N32-W4` and the RFC's `LMS_SHA256_M32_H5/LMOTS_SHA256_N32_W4` are
/// one name.
///
/// # Errors
///
/// [`UnknownSet`] with the nearest known name.
pub fn find<'a>(sets: &'a [ParameterSet], name: &str) -> Result<&'a ParameterSet, UnknownSet> {
    let wanted = normalised(name);
    sets.iter().find(|set| normalised(&set.name) == wanted).ok_or_else(|| {
        let nearest = sets
            .iter()
            .min_by_key(|set| strsim::damerau_levenshtein(&normalised(&set.name), &wanted))
            .map(|set| set.name.clone());
        UnknownSet { name: name.to_owned(), nearest, grammar: None }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Lifetime, Scheme};

    fn set(name: &str) -> ParameterSet {
        ParameterSet {
            scheme: Scheme::Lms,
            name: name.into(),
            codes: vec![],
            n: 32,
            seed_len: 48,
            randomness_len: None,
            public_key: vec![],
            signature: vec![],
            lifetime: Lifetime::Signatures { log2: 5 },
        }
    }

    #[test]
    fn names_match_in_any_spelling() {
        let sets = [
            set("LMS-SHA256-M32-H5+LMOTS-SHA256-N32-W8"),
            set("LMS-SHA256-M32-H5+LMOTS-SHA256-N32-W4"),
            set("XMSSMT-SHA2_20/2_256"),
        ];
        let found = |name| find(&sets, name).map(|set| &*set.name).ok();
        assert_eq!(found("lms_sha256_m32_h5/lmots_sha256_n32_w4"), Some(&*sets[1].name));
        assert_eq!(found(" LMS_SHA256_M32_H5+lmots-sha256-n32-w8\n"), Some(&*sets[0].name));
        assert_eq!(found("xmss^mt-sha2-20/2-256"), Some(&*sets[2].name));
        assert_eq!(found("LMS"), None);
    }

    #[test]
    fn an_unknown_name_comes_with_the_nearest() {
        let sets = [set("SLH-DSA-SHAKE-256f"), set("SLH-DSA-SHAKE-128f")];
        let unknown = find(&sets, "slh_dsa_shake_12f").expect_err("no such set");
        assert_eq!(unknown.nearest.as_ref(), Some(&sets[1].name));
        assert_eq!(
            unknown.to_string(),
            "unknown parameter set `slh_dsa_shake_12f`; did you mean `SLH-DSA-SHAKE-128f`?"
        );
        assert_eq!(find(&[], "anything").map_err(|unknown| unknown.nearest), Err(None));
    }
}
