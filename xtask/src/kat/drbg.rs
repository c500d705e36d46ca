//! The random bytes of NIST's generator of known answers for post-quantum schemes: CTR_DRBG of SP 800-90A
//! with AES-256, without a derivation function and without personalisation.

use aes::Aes256;
use aes::cipher::{BlockCipherEncrypt, KeyInit};
use signer::{Entropy, Error};

/// The generator's state. For known answers only: its seeds are public.
#[derive(Debug)]
pub(super) struct Drbg {
    key: [u8; 32],
    v: [u8; BLOCK],
}

const BLOCK: usize = 16;
/// Bytes of a seed: a key and a block.
pub(super) const SEED_LEN: usize = 32 + BLOCK;

impl Drbg {
    /// CTR_DRBG_Instantiate.
    pub(super) fn new(seed: &[u8; SEED_LEN]) -> Self {
        let mut drbg = Self { key: [0; 32], v: [0; BLOCK] };
        drbg.update(seed);
        drbg
    }

    /// The generator whose seed counts up from `first`: 0 for keys, 10 for liboqs' messages.
    pub(super) fn counting(first: u8) -> Self {
        let mut seed = [0; SEED_LEN];
        seed.iter_mut().zip(first..).for_each(|(byte, value)| *byte = value);
        Self::new(&seed)
    }

    /// CTR_DRBG_Generate. One call for 96 bytes gives others than a call for 64 and one for 32: each ends
    /// with a new key.
    pub(super) fn generate(&mut self, out: &mut [u8]) {
        self.keystream(out);
        self.update(&[0; SEED_LEN]);
    }

    /// CTR_DRBG_Generate, of so many bytes.
    pub(super) fn bytes(&mut self, len: usize) -> Vec<u8> {
        let mut out = vec![0; len];
        self.generate(&mut out);
        out
    }

    /// Draws a seed, and goes on with the generator that it makes. Returns the seed.
    pub(super) fn reseed(&mut self) -> [u8; SEED_LEN] {
        let mut seed = [0; SEED_LEN];
        self.generate(&mut seed);
        *self = Self::new(&seed);
        seed
    }

    /// CTR_DRBG_Update: `Key ‖ V = (AES(V + 1) ‖ AES(V + 2) ‖ AES(V + 3)) XOR data`.
    fn update(&mut self, data: &[u8; SEED_LEN]) {
        let mut next = [0; SEED_LEN];
        self.keystream(&mut next);
        next.iter_mut().zip(data).for_each(|(next, data)| *next ^= data);
        let (key, v) = next.split_at(self.key.len());
        self.key.copy_from_slice(key);
        self.v.copy_from_slice(v);
    }

    /// `AES(V + 1) ‖ AES(V + 2) ‖ …`, cut off at the end of `out`. Counts `V`, a big-endian number, up.
    fn keystream(&mut self, out: &mut [u8]) {
        let cipher = Aes256::new(&self.key.into());
        for piece in out.chunks_mut(BLOCK) {
            self.v = u128::from_be_bytes(self.v).wrapping_add(1).to_be_bytes();
            let mut block = self.v.into();
            cipher.encrypt_block(&mut block);
            piece.copy_from_slice(&block[..piece.len()]);
        }
    }
}

impl Entropy for Drbg {
    fn fill(&mut self, out: &mut [u8]) -> Result<(), Error> {
        self.generate(out);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(bytes: &[u8]) -> String {
        hex::encode(bytes)
    }

    /// From the files of github.com/ducnguyen-aq/xmss-reference, commit 1a7fdc5.
    #[test]
    fn draws_the_seeds_of_the_reference_codes_keys() {
        let mut small = Drbg::counting(0);
        let seeds = small.bytes(96);
        assert!(hex(&seeds).starts_with("061550234d158c5e"));
        let seed = "4e3b7dcc104a05bb089d338bf55c72cab375389a94bb920bd5d6dc9e7f2ec6fd";
        assert_eq!(hex(&seeds[64..]), seed);
        assert!(hex(&small.reseed()).starts_with("d260779a680342ef"));

        let mut fast = Drbg::counting(0);
        assert_eq!(fast.bytes(64), seeds[..64]);
        let seed = "04562ad35e8ecafaafda16981cdaa147606beea62801342af13c8b5535f72f94";
        assert_eq!(hex(&fast.bytes(32)), seed);
        assert!(hex(&fast.reseed()).starts_with("33b670039674d0ce"));
    }

    /// From the files of github.com/open-quantum-safe/liboqs, commit 8979276.
    #[test]
    fn draws_the_message_of_liboqs() {
        let mut drbg = Drbg::counting(10);
        assert!(hex(&drbg.reseed()).starts_with("1840c60ad9f35c90"));
        assert!(hex(&drbg.bytes(33)).starts_with("b338dd755d5618c4"));
    }

    #[test]
    fn counts_past_the_last_number() {
        let mut drbg = Drbg { key: [0; 32], v: [0xff; BLOCK] };
        let mut zero = Drbg { key: [0; 32], v: [0; BLOCK] };
        let mut blocks = [0; 2 * BLOCK];
        drbg.keystream(&mut blocks);
        assert_eq!(drbg.v, 1u128.to_be_bytes());
        let mut one = [0; BLOCK];
        zero.keystream(&mut one);
        assert_eq!(blocks[BLOCK..], one);
    }
}
