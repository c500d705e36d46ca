//! Parameter sets: their names in the standards, and in the library.

use crate::ffi::{self, Key};

/// A parameter set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Set {
    /// Name in the standard.
    pub(crate) name: String,
    /// Name in the library.
    pub(crate) library: String,
    pub(crate) scheme: Scheme,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scheme {
    /// HSS of one level without the level counts: bytes before public key and signature.
    Lms { height: u32 },
    /// Of all levels.
    Hss { height: u32 },
    /// And XMSS^MT.
    Xmss { height: u32, n: usize },
    /// Without state.
    Sphincs { n: usize },
}

impl Set {
    /// Of everything that is compiled.
    pub(crate) fn all() -> Vec<Self> {
        let there = |name: &String| Key::new(name).is_some();
        ffi::names().into_iter().filter(there).flat_map(|name| Self::of(&name)).collect()
    }

    /// What the library calls `name`: two sets if it is LMS, which is HSS of one level.
    fn of(name: &str) -> Vec<Self> {
        let set = |own: String, scheme| Self { name: own, library: name.to_owned(), scheme };
        let own = name.to_owned();
        if let Some(levels) = name.strip_prefix("LMS_SHA256_").and_then(levels) {
            let height = levels.iter().map(|(h, _)| h).sum();
            let hss = |levels| set(format!("HSS-SHA256-{levels}"), Scheme::Hss { height });
            return match levels[..] {
                [(h, w)] => {
                    let lms = format!("LMS-SHA256-M32-H{h}+LMOTS-SHA256-N32-W{w}");
                    vec![set(lms, Scheme::Lms { height }), hss(format!("H{h}-W{w}-L1"))]
                }
                [(h, w), below] if below == (h, w) => vec![hss(format!("H{h}-W{w}-L2"))],
                [(h, w), (i, v)] => vec![hss(format!("H{h}-W{w}+H{i}-W{v}"))],
                _ => Vec::new(),
            };
        }
        if name.starts_with("SPHINCS+-") {
            let size = name.split('-').nth(2).and_then(|size| size.get(..3)?.parse().ok());
            return size
                .map(|bits: usize| set(own, Scheme::Sphincs { n: bits / 8 }))
                .into_iter()
                .collect();
        }
        let xmss = || {
            let [_, heights, bits] = name.split('_').collect::<Vec<_>>()[..] else { return None };
            let height = heights.split('/').next()?.parse().ok()?;
            Some(Scheme::Xmss { height, n: bits.parse::<usize>().ok()? / 8 })
        };
        let xmss = if name.starts_with("XMSS") { xmss() } else { None };
        xmss.map(|scheme| set(own, scheme)).into_iter().collect()
    }

    /// Bytes that a key is made from: `SEED ‖ I` of the root; `SK_SEED ‖ SK_PRF ‖ PUB_SEED`;
    /// `SK.seed ‖ SK.prf ‖ PK.seed`.
    pub(crate) const fn seed_len(&self) -> usize {
        match self.scheme {
            Scheme::Lms { .. } | Scheme::Hss { .. } => 32 + 16,
            Scheme::Xmss { n, .. } | Scheme::Sphincs { n } => 3 * n,
        }
    }

    /// Signatures of a key; `None` if there is no end to them. The last index of XMSS is left out: with it the library
    /// wipes the key first, and returns a signature that does not verify as if all were well.
    pub(crate) fn lifetime(&self) -> Option<u64> {
        let of = |height| 1_u64.checked_shl(height).unwrap_or(u64::MAX);
        match self.scheme {
            Scheme::Lms { height } | Scheme::Hss { height } => Some(of(height)),
            Scheme::Xmss { height, .. } => Some(of(height) - 1),
            Scheme::Sphincs { .. } => None,
        }
    }

    /// Bytes before public keys that the library wants, and before signatures.
    pub(crate) const fn prefixes(&self) -> (&'static [u8], &'static [u8]) {
        match self.scheme {
            Scheme::Lms { .. } => (&[0, 0, 0, 1], &[0; 4]),
            _ => (&[], &[]),
        }
    }
}

/// Height and bits of a digit of each level, such as `H10_W4_H5_W8`.
fn levels(name: &str) -> Option<Vec<(u32, u32)>> {
    let number = |text: &str, mark| text.strip_prefix(mark)?.parse().ok();
    let parts: Vec<_> = name.split('_').collect();
    let (levels, []) = parts.as_chunks() else { return None };
    levels.iter().map(|[h, w]| Some((number(h, 'H')?, number(w, 'W')?))).collect()
}
