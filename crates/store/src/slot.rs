//! One of the two slots of a state file.
//!
//! ```text
//! "hbs state 1\0\0\0\0\0" ‖ fingerprint[32] ‖ u64(sequence) ‖ u64(generation) ‖ u64(start) ‖ u64(next) ‖ u64(limit)
//!     ‖ u64(issued) ‖ u64(ceiling) ‖ place[32] ‖ HMAC-SHA-256(key, all before it)[32]
//! ```
//!
//! The fingerprint is SHA-256 of the public key. `sequence` goes up by one with each slot that is written.
//! The slot that comes after this one has a `next` of at most `ceiling`: so who finds this one and a
//! damaged one beside it knows how far the damaged one can have been.

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use signer::Counter;

/// Bytes of a slot.
pub(crate) const LEN: usize = 16 + 32 + 7 * 8 + 32 + 32;

const TITLE: [u8; 16] = *b"hbs state 1\0\0\0\0\0";

/// What a slot has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Slot {
    /// One more than that of the slot before.
    pub(crate) sequence: u64,
    pub(crate) counter: Counter,
    /// The highest `next` that the slot after this one may have.
    pub(crate) ceiling: u64,
    /// The machine and the file that it was written in.
    pub(crate) place: [u8; 32],
}

/// What seals the slots of a key.
#[derive(Clone)]
pub(crate) struct Seal {
    mac: Hmac<Sha256>,
    fingerprint: [u8; 32],
}

impl std::fmt::Debug for Seal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Seal(..)")
    }
}

/// What is wrong with bytes that are no slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flaw {
    /// They are of another key.
    OtherKey,
    /// They were changed, or never written whole.
    Damaged,
}

impl Seal {
    /// Of the key with this seed and public key.
    pub(crate) fn new(seed: &[u8], public_key: &[u8]) -> Self {
        use sha2::Digest;
        let mut derive = hmac(seed);
        derive.update(b"hbs state");
        let key = zeroize::Zeroizing::new(<[u8; 32]>::from(derive.finalize().into_bytes()));
        Self { mac: hmac(&*key), fingerprint: Sha256::digest(public_key).into() }
    }

    /// SHA-256 of the public key.
    pub(crate) const fn fingerprint(&self) -> [u8; 32] {
        self.fingerprint
    }

    /// What computes codes with the key's secret. Whoever takes it begins with a title of their own.
    #[cfg(any(feature = "postgres", feature = "sqlite"))]
    pub(crate) fn mac(&self) -> Hmac<Sha256> {
        self.mac.clone()
    }

    /// The bytes of a slot.
    pub(crate) fn encode(&self, slot: &Slot) -> [u8; LEN] {
        let Counter { generation, start, next, limit, issued } = slot.counter;
        let mut out = Vec::with_capacity(LEN);
        out.extend(TITLE);
        out.extend(self.fingerprint);
        for word in [slot.sequence, generation, start, next, limit, issued, slot.ceiling] {
            out.extend(word.to_be_bytes());
        }
        out.extend(slot.place);
        let code = self.mac.clone().chain_update(&out).finalize().into_bytes();
        out.extend(code);
        let mut bytes = [0; LEN];
        bytes.copy_from_slice(&out);
        bytes
    }

    /// The slot that bytes are.
    pub(crate) fn decode(&self, bytes: &[u8; LEN]) -> Result<Slot, Flaw> {
        let (all, code) = bytes.split_at(LEN - 32);
        let sealed = self.mac.clone().chain_update(all).verify_slice(code).is_ok();
        if !sealed {
            let (title, rest) = all.split_at(TITLE.len());
            let other = title == TITLE && rest[..32] != self.fingerprint;
            return Err(if other { Flaw::OtherKey } else { Flaw::Damaged });
        }
        let mut words = all[48..][..56].chunks_exact(8).map(|word| {
            let mut bytes = [0; 8];
            bytes.copy_from_slice(word);
            u64::from_be_bytes(bytes)
        });
        let mut word = || words.next().unwrap_or_default();
        let sequence = word();
        let [generation, start, next, limit, issued] = std::array::from_fn(|_| word());
        let ceiling = word();
        let mut place = [0; 32];
        place.copy_from_slice(&all[104..]);
        let counter = Counter { generation, start, next, limit, issued };
        if all[..16] != TITLE || all[16..48] != self.fingerprint {
            return Err(Flaw::OtherKey);
        }
        match counter.is_sound() && next <= ceiling && ceiling <= limit {
            true => Ok(Slot { sequence, counter, ceiling, place }),
            false => Err(Flaw::Damaged),
        }
    }
}

pub(crate) fn hmac(key: &[u8]) -> Hmac<Sha256> {
    Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes keys of any length")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_unchanged_slot_of_the_same_key_opens() {
        let counter = Counter { generation: 7, start: 1, next: 5, limit: 32, issued: 3 };
        let slot = Slot { sequence: 9, counter, ceiling: 6, place: [8; 32] };
        let seal = Seal::new(&[1; 48], b"public");
        let bytes = seal.encode(&slot);
        assert_eq!(seal.decode(&bytes), Ok(slot));
        for bit in 0..8 * LEN {
            let mut changed = bytes;
            changed[bit / 8] ^= 1 << (bit % 8);
            assert!(seal.decode(&changed).is_err(), "bit {bit}");
        }
        for len in 0..LEN {
            let mut torn = [0; LEN];
            torn[..len].copy_from_slice(&bytes[..len]);
            assert!(seal.decode(&torn).is_err(), "{len} bytes");
        }
        assert_eq!(Seal::new(&[1; 48], b"other").decode(&bytes), Err(Flaw::OtherKey));
        assert_eq!(Seal::new(&[2; 48], b"public").decode(&bytes), Err(Flaw::Damaged));
        let beyond = seal.encode(&Slot { ceiling: 4, ..slot });
        assert_eq!(seal.decode(&beyond), Err(Flaw::Damaged), "a ceiling below");
        assert_eq!(format!("{seal:?}"), "Seal(..)");
    }
}
