//! A crate's private key, held behind [`StatefulSigner`].
//!
//! The two crates encode a private key alike: some bytes that say what it is, then `idx ‖ SK_SEED ‖
//! SK_PRF ‖ root ‖ SEED`. What a key needs beyond its crate is therefore written once.

use hbs::xmss::Params;
use signer::{Error, Indices, PrivateKey, Randomness, SecretBytes, StatefulSigner, fence};
use std::fmt;
use zeroize::Zeroizing;

/// A private key as its crate has it.
pub(super) trait RawKey: Send + Sized + 'static {
    /// Length in bytes of what stands before the index in the encoded key.
    const INDEX_AT: usize;

    /// Encodes the key in its current state.
    fn encode(&self) -> SecretBytes;

    /// Decodes a key of the same set.
    fn decode_alike(&self, encoded: &[u8]) -> Result<Self, Error>;

    /// Signs into `signature`, which is empty, and advances.
    fn sign(&mut self, message: &[u8], signature: &mut Vec<u8>) -> Result<(), Error>;
}

/// A [`RawKey`], its indices counted.
pub(super) struct Held<K> {
    key: K,
    /// `OID ‖ root ‖ SEED`, `4 + 2 * n` bytes.
    public_key: Box<[u8]>,
    indices: Indices,
    /// Length in bytes of the index in the encoded key.
    index_len: usize,
    fenced: bool,
}

impl<K: RawKey> Held<K> {
    /// Holds `key` of `params`, whose next index is `next` and whose first unusable one is `end`.
    pub(super) fn new(
        key: K,
        public_key: Box<[u8]>,
        params: &Params,
        (next, end): (u64, u64),
        fenced: bool,
    ) -> Result<Self, Error> {
        let (indices, index_len) = (Indices::new(next, Some(end))?, params.index_len());
        Ok(Self { key, public_key, indices, index_len, fenced })
    }
}

impl<K: RawKey> PrivateKey for Held<K> {
    fn public_key(&self) -> &[u8] {
        &self.public_key
    }

    fn secret_key(&self) -> Result<SecretBytes, Error> {
        if self.fenced {
            // At the end one of the crates wipes its seeds and root: nothing is left to encode.
            self.indices.check_left()?;
        }
        fence(self.fenced, || Ok(self.key.encode()))
    }
}

impl<K: RawKey> StatefulSigner for Held<K> {
    fn index(&self) -> u64 {
        self.indices.next()
    }

    fn remaining(&self) -> u64 {
        self.indices.remaining()
    }

    fn sign(
        &mut self,
        message: &[u8],
        randomness: Randomness<'_>,
        signature: &mut Vec<u8>,
    ) -> Result<(), Error> {
        signature.clear();
        if let Randomness::Given(_) = randomness {
            return Err(Error::unsupported("XMSS derives r from SK_PRF and the index"));
        }
        if self.fenced {
            self.indices.check_left()?;
        }
        let Self { key, indices, fenced, .. } = self;
        indices.spend(signature, |signature| fence(*fenced, || key.sign(message, signature)))
    }

    fn skip_to(&mut self, index: u64) -> Result<(), Error> {
        let Self { key, indices, index_len, fenced, .. } = self;
        indices.skip_to(index, || {
            *key = fence(*fenced, || {
                let mut encoded = Zeroizing::new(key.encode().expose().to_vec());
                let field = encoded.get_mut(K::INDEX_AT..K::INDEX_AT + *index_len);
                let field = field.ok_or_else(|| Error::backend("the encoded key has no index"))?;
                write_index(field, index);
                key.decode_alike(&encoded)
            })?;
            Ok(())
        })
    }
}

impl<K> fmt::Debug for Held<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Held").field("indices", &self.indices).finish_non_exhaustive()
    }
}

/// Reads the index of an encoded key of `params` in which it starts at `at`; 0 if there is none,
/// which does not happen once the length has been checked.
pub(super) fn read_index(params: &Params, at: usize, encoded: &[u8]) -> u64 {
    let field = encoded.get(at..at + params.index_len()).unwrap_or_default();
    field.iter().fold(0, |index, byte| index << 8 | u64::from(*byte))
}

/// Writes `index` big-endian into `field`, at most 8 bytes.
fn write_index(field: &mut [u8], index: u64) {
    let bytes = index.to_be_bytes();
    let start = bytes.len().saturating_sub(field.len());
    field.copy_from_slice(&bytes[start..]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_index_is_read_as_it_was_written() {
        for (name, len, index) in [
            ("XMSS-SHA2_10_256", 4, 1023),
            ("XMSSMT-SHA2_20/2_256", 3, (1 << 20) - 1),
            ("XMSSMT-SHA2_40/8_256", 5, (1 << 40) - 1),
            ("XMSSMT-SHA2_60/12_256", 8, (1 << 60) - 1),
        ] {
            let set = hbs::xmss::find(name).expect("a set of the standard");
            let params = Params::of(&set).expect("a row of the standard");
            let mut encoded = vec![0xee; 20];
            write_index(&mut encoded[4..4 + len], index);
            assert_eq!((encoded[3], encoded[4 + len]), (0xee, 0xee), "{name}");
            assert_eq!(read_index(&params, 4, &encoded), index, "{name}");
        }
    }
}
