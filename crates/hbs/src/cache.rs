//! What a key keeps of its trees, sealed, to be loaded with the key instead of being computed again.
//!
//! ```text
//! "hbs cache 2" ‖ u32(length) ‖ public key ‖ what is kept ‖ HMAC-SHA-256(SEED, all before it)
//! ```
//!
//! A cache is never state: it may be lost, old, of another key or forged. Only who has the key's seed
//! can make one that opens, and one that does not is left alone, and all is computed. What it holds is
//! no secret: it is nodes of trees, which signatures show.

use alloc::vec::Vec;

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// A cache that is being written.
#[derive(Debug)]
pub(crate) struct Writer(Vec<u8>);

impl Writer {
    /// The cache of the key with this encoded public key.
    pub(crate) fn new(public_key: &[u8]) -> Self {
        let mut writer = Self(TITLE.to_vec());
        writer.word(public_key.len() as u32);
        writer.bytes(public_key);
        writer
    }

    pub(crate) fn word(&mut self, word: u32) {
        self.0.extend(word.to_be_bytes());
    }

    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    /// The whole cache, sealed with the key's seed.
    pub(crate) fn seal(mut self, seed: &[u8]) -> Vec<u8> {
        let code = mac(seed, &self.0).finalize().into_bytes();
        self.bytes(&code);
        self.0
    }
}

/// A cache that has opened, or what is left of it.
#[derive(Debug)]
pub(crate) struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    /// Opens the cache of the key with this encoded public key and seed; none if it is not one.
    pub(crate) fn open(public_key: &[u8], seed: &[u8], cache: &'a [u8]) -> Option<Self> {
        let (all, code) = cache.split_last_chunk::<CODE>()?;
        mac(seed, all).verify_slice(code).ok()?;
        let mut reader = Self(all.strip_prefix(TITLE)?);
        let len = reader.word()?;
        (reader.bytes(len as usize)? == public_key).then_some(reader)
    }

    pub(crate) fn word(&mut self) -> Option<u32> {
        let (word, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(u32::from_be_bytes(*word))
    }

    pub(crate) fn bytes(&mut self, len: usize) -> Option<&'a [u8]> {
        let (bytes, rest) = self.0.split_at_checked(len)?;
        self.0 = rest;
        Some(bytes)
    }

    /// Whether nothing is left.
    pub(crate) const fn is_at_end(&self) -> bool {
        self.0.is_empty()
    }
}

fn mac(seed: &[u8], bytes: &[u8]) -> Hmac<Sha256> {
    let mut mac = Hmac::<Sha256>::new_from_slice(seed).expect("HMAC takes keys of any length");
    mac.update(bytes);
    mac
}

const TITLE: &[u8] = b"hbs cache 2";
/// Bytes of the code.
const CODE: usize = 32;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_unchanged_cache_of_the_same_key_opens() {
        let (public_key, seed) = ([1; 56], [2; 32]);
        let mut writer = Writer::new(&public_key);
        writer.word(7);
        writer.bytes(b"nodes");
        let cache = writer.seal(&seed);
        let mut reader = Reader::open(&public_key, &seed, &cache).expect("it opens");
        assert!(!reader.is_at_end());
        assert_eq!((reader.word(), reader.bytes(5)), (Some(7), Some(&b"nodes"[..])));
        assert!(reader.is_at_end() && reader.word().is_none() && reader.bytes(1).is_none());

        assert!(Reader::open(&[3; 56], &seed, &cache).is_none());
        assert!(Reader::open(&public_key, &[3; 32], &cache).is_none());
        for len in 0..cache.len() {
            assert!(Reader::open(&public_key, &seed, &cache[..len]).is_none());
        }
        for i in 0..cache.len() {
            let mut changed = cache.clone();
            changed[i] ^= 1;
            assert!(Reader::open(&public_key, &seed, &changed).is_none(), "byte {i}");
        }
    }

    /// Whoever has the seed can seal anything; and the format is as above.
    #[test]
    fn what_is_sealed_opens_only_if_it_is_of_the_key() {
        let (public_key, seed) = (b"public key", [2; 32]);
        let sealed = |title: &[u8], len: u32, public_key: &[u8], rest: &[u8]| {
            let all = [title, &len.to_be_bytes(), public_key, rest].concat();
            let mut mac = Hmac::<Sha256>::new_from_slice(&seed).expect("any length");
            mac.update(&all);
            [&all[..], &mac.finalize().into_bytes()].concat()
        };
        let mut writer = Writer::new(public_key);
        writer.word(0x01_02);
        let cache = writer.seal(&seed);
        assert_eq!(cache, sealed(TITLE, 10, public_key, &[0, 0, 1, 2]));

        let opens = |cache: &[u8]| Reader::open(public_key, &seed, cache).is_some();
        assert!(opens(&cache));
        for title in [&b"hbs cache 0"[..], b"hbs cache", b"", b"ibs cache 2"] {
            assert!(!opens(&sealed(title, 10, public_key, b"")));
        }
        for len in [0, 9, 11, 12, u32::MAX] {
            assert!(!opens(&sealed(TITLE, len, public_key, b"..")), "{len}");
        }
        for other in [&b"public"[..], b"public kez", b"qublic key", b"public key."] {
            assert!(!opens(&sealed(TITLE, other.len() as u32, other, b"")));
        }
    }
}
