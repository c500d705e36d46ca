//! A parameter set with all that is derived from it.

use crate::{Field, Lifetime, Part, Scheme};
use alloc::string::String;
use alloc::vec::Vec;

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
}
