//! Parameter sets: what a caller or a report needs to know of one.

use std::fmt;

/// A family of signature schemes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Scheme {
    /// LMS, RFC 8554 section 5.
    Lms,
    /// HSS, RFC 8554 section 6.
    Hss,
    /// XMSS, RFC 8391 section 4.1.
    Xmss,
    /// XMSS^MT, RFC 8391 section 4.2.
    XmssMt,
    /// SPHINCS+, submission to NIST, round 3.1.
    SphincsPlus,
    /// SLH-DSA, FIPS 205.
    SlhDsa,
}

impl Scheme {
    /// Name as the standard prints it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Lms => "LMS",
            Self::Hss => "HSS",
            Self::Xmss => "XMSS",
            Self::XmssMt => "XMSS^MT",
            Self::SphincsPlus => "SPHINCS+",
            Self::SlhDsa => "SLH-DSA",
        }
    }
}

impl fmt::Display for Scheme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How many signatures a fresh key can make. In each stateful scheme that is a power of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lifetime {
    /// `2^log2`: the total height of the trees.
    Signatures {
        /// Total height of the trees, 5 to 200.
        log2: u32,
    },
    /// As many as anybody will make.
    Unlimited,
}

impl Lifetime {
    /// The number of signatures; `None` if it is unlimited or does not fit.
    #[must_use]
    pub const fn count(self) -> Option<u64> {
        match self {
            Self::Signatures { log2 } => 1u64.checked_shl(log2),
            Self::Unlimited => None,
        }
    }
}

impl fmt::Display for Lifetime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self, self.count()) {
            (Self::Unlimited, _) => f.write_str("unlimited"),
            (Self::Signatures { log2 }, None) => write!(f, "2^{log2}"),
            (Self::Signatures { log2 }, Some(_)) if *log2 > 20 => write!(f, "2^{log2}"),
            (Self::Signatures { .. }, Some(count)) => write!(f, "{count}"),
        }
    }
}

/// What a [`Field`] holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Part {
    /// Hash values, seeds, identifiers.
    Bytes,
    /// A big-endian integer whose low `bits` bits are part of the leaf index, higher fields first.
    Index {
        /// Height of the tree that this field counts the leaves of.
        bits: u32,
    },
    /// A big-endian integer that the parameter set fixes: a type word, an OID, a level count.
    Fixed {
        /// The one value it may have.
        value: u32,
    },
}

/// A run of bytes of an encoded public key or signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// The standard's name of it, such as `C` or `SIG_FORS`.
    pub name: &'static str,
    /// Level of an HSS signature (0 is the root), layer of a hypertree (0 is the bottom), else 0.
    pub level: u32,
    /// First byte.
    pub offset: usize,
    /// Length in bytes.
    pub len: usize,
    /// What it holds.
    pub part: Part,
}

impl Field {
    /// This field's bytes of `encoding`; `None` if that ends before it does.
    #[must_use]
    pub fn slice<'a>(&self, encoding: &'a [u8]) -> Option<&'a [u8]> {
        encoding.get(self.offset..)?.get(..self.len)
    }
}

/// One row of a standard's parameter table, with everything derived from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParameterSet {
    /// Family.
    pub scheme: Scheme,
    /// Name, as reports print it.
    pub name: String,
    /// Type words or OID, in the order of the encoding; an HSS set has a pair for each level, root
    /// first. Empty where the standard gives none.
    pub codes: Vec<u32>,
    /// Length of a hash value in bytes.
    pub n: usize,
    /// Length in bytes of the seed that a key is generated from: `SEED ‖ I` (RFC 8554 appendix A),
    /// `SK_SEED ‖ SK_PRF ‖ PUB_SEED` (RFC 8391), `SK.seed ‖ SK.prf ‖ PK.seed` (FIPS 205 Alg. 18).
    pub seed_len: usize,
    /// Length in bytes of [`Randomness::Given`](crate::Randomness::Given); `None` if the scheme
    /// derives its randomiser.
    pub randomness_len: Option<usize>,
    /// Fields of an encoded public key, in order, without gaps.
    pub public_key: Vec<Field>,
    /// Fields of an encoded signature, in order, without gaps.
    pub signature: Vec<Field>,
    /// Signatures that a fresh key can make.
    pub lifetime: Lifetime,
}

impl ParameterSet {
    /// Length of an encoded public key in bytes.
    #[must_use]
    pub fn public_key_len(&self) -> usize {
        end(&self.public_key)
    }

    /// Length of an encoded signature in bytes.
    #[must_use]
    pub fn signature_len(&self) -> usize {
        end(&self.signature)
    }

    /// Index of the one-time key that `signature` uses, read from the signature itself, so that
    /// whoever counts indices need not believe the signer. `None` for a stateless scheme, a signature
    /// of the wrong length, an index past the height of its tree, or one of over 64 bits.
    #[must_use]
    pub fn signature_index(&self, signature: &[u8]) -> Option<u64> {
        let mut found = None;
        for field in &self.signature {
            let Part::Index { bits } = field.part else { continue };
            let value = field.slice(signature)?.iter().try_fold(0u64, |value, byte| {
                (value >> 56 == 0).then_some(value << 8 | u64::from(*byte))
            })?;
            let above: u64 = found.unwrap_or(0);
            let past_the_height = value.checked_shr(bits).is_some_and(|rest| rest != 0);
            if past_the_height || (above != 0 && above.leading_zeros() < bits) {
                return None;
            }
            found = Some(above.checked_shl(bits).unwrap_or(0) | value);
        }
        found.filter(|_| signature.len() == self.signature_len())
    }
}

fn end(fields: &[Field]) -> usize {
    fields.last().map_or(0, |field| field.offset + field.len)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set() -> ParameterSet {
        let field = |name, level, offset, len, part| Field { name, level, offset, len, part };
        ParameterSet {
            scheme: Scheme::Hss,
            name: "HSS-EXAMPLE".into(),
            codes: vec![],
            n: 1,
            seed_len: 17,
            randomness_len: Some(1),
            public_key: vec![field("T[1]", 0, 0, 3, Part::Bytes)],
            signature: vec![
                field("q", 0, 0, 4, Part::Index { bits: 5 }),
                field("C", 0, 4, 1, Part::Bytes),
                field("q", 1, 5, 4, Part::Index { bits: 10 }),
            ],
            lifetime: Lifetime::Signatures { log2: 15 },
        }
    }

    #[test]
    fn an_index_is_put_together_from_all_levels() {
        let set = set();
        assert_eq!((set.public_key_len(), set.signature_len()), (3, 9));
        assert_eq!(set.signature_index(&[0, 0, 0, 3, 9, 0, 0, 0, 5]), Some(3 << 10 | 5));
        assert_eq!(set.signature_index(&[0, 0, 0, 32, 9, 0, 0, 0, 5]), None, "past the height");
        assert_eq!(set.signature_index(&[0, 0, 0, 3, 9, 0, 0, 4, 0]), None, "past the height");
        assert_eq!(set.signature_index(&[0, 0, 0, 3, 9, 0, 0, 0]), None, "cut off");
        assert_eq!(set.signature_index(&[0, 0, 0, 3, 9, 0, 0, 0, 5, 0]), None, "too long");
    }

    #[test]
    fn an_index_that_does_not_fit_is_none() {
        let mut set = set();
        set.signature[2].part = Part::Index { bits: 62 };
        assert_eq!(set.signature_index(&[0, 0, 0, 3, 9, 0, 0, 0, 5]), Some(3 << 62 | 5));
        assert_eq!(set.signature_index(&[0, 0, 0, 4, 9, 0, 0, 0, 5]), None);
    }

    #[test]
    fn lifetimes_read_well() {
        let text = |log2| Lifetime::Signatures { log2 }.to_string();
        assert_eq!(
            (text(5), text(20), text(25), text(200)),
            ("32".into(), "1048576".into(), "2^25".into(), "2^200".into())
        );
        assert_eq!(Lifetime::Signatures { log2: 63 }.count(), Some(1 << 63));
        assert_eq!(Lifetime::Signatures { log2: 64 }.count(), None);
        assert_eq!(Lifetime::Unlimited.to_string(), "unlimited");
    }
}
