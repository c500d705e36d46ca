//! FIPS 205 section 11: the functions under a `PK.seed`, and the robust ones of round 3.1.

use hbs::HashFunction;
use hbs::sphincs::Params;
use hmac::{Hmac, KeyInit, Mac};
use purecrypto::hash::shake256;
use sha2::{Digest, Sha256, Sha512};

use super::address::Address;

/// The functions.
pub(super) struct Functions<'a> {
    pub(super) params: &'a Params,
    pub(super) pk_seed: &'a [u8],
}

impl Functions<'_> {
    /// `H_msg`, `m` bytes.
    pub(super) fn h_msg(&self, r: &[u8], pk_root: &[u8], message: &[u8]) -> Vec<u8> {
        let all = [r, self.pk_seed, pk_root, message].concat();
        let m = self.params.shape.m;
        if self.is_shake() {
            return shake(&all, m);
        }
        let long = self.params.shape.n > 16;
        self.mgf1(long, &[r, self.pk_seed, &sha2(long, &all)].concat(), m)
    }

    /// `PRF_msg`.
    pub(super) fn prf_msg(&self, sk_prf: &[u8], opt_rand: &[u8], message: &[u8]) -> Vec<u8> {
        let n = self.params.shape.n;
        let all = [opt_rand, message].concat();
        if self.is_shake() {
            return shake(&[sk_prf, &all].concat(), n);
        }
        let mut code = if n > 16 {
            let hmac = Hmac::<Sha512>::new_from_slice(sk_prf).expect("a key of any length");
            hmac.chain_update(all).finalize().into_bytes().to_vec()
        } else {
            let hmac = Hmac::<Sha256>::new_from_slice(sk_prf).expect("a key of any length");
            hmac.chain_update(all).finalize().into_bytes().to_vec()
        };
        code.truncate(n);
        code
    }

    /// `PRF`.
    pub(super) fn prf(&self, address: Address, sk_seed: &[u8]) -> Vec<u8> {
        self.hash(false, address, sk_seed)
    }

    /// `F`.
    pub(super) fn f(&self, address: Address, value: &[u8]) -> Vec<u8> {
        self.masked(false, address, value)
    }

    /// `T_l`, and `H`, which is the same of two values. SHA-2 is SHA-512 here where `n` is not 16.
    pub(super) fn t(&self, address: Address, values: &[u8]) -> Vec<u8> {
        self.masked(self.params.shape.n > 16, address, values)
    }

    /// Robust functions hash a message after an XOR with a mask.
    fn masked(&self, long: bool, address: Address, message: &[u8]) -> Vec<u8> {
        if !self.params.robust {
            return self.hash(long, address, message);
        }
        let mask = if self.is_shake() {
            shake(&[self.pk_seed, &address.full()].concat(), message.len())
        } else {
            self.mgf1(long, &[self.pk_seed, &address.compressed()].concat(), message.len())
        };
        let message: Vec<u8> = message.iter().zip(mask).map(|(byte, mask)| byte ^ mask).collect();
        self.hash(long, address, &message)
    }

    /// `SHAKE256(PK.seed ‖ ADRS ‖ M)`, or `SHA-X(PK.seed ‖ zeros up to a block ‖ ADRSc ‖ M)`.
    fn hash(&self, long: bool, address: Address, message: &[u8]) -> Vec<u8> {
        let n = self.params.shape.n;
        if self.is_shake() {
            return shake(&[self.pk_seed, &address.full(), message].concat(), n);
        }
        let zeros = vec![0; if long { 128 } else { 64 } - n];
        let all = [self.pk_seed, &zeros, &address.compressed(), message].concat();
        let mut hash = sha2(long, &all);
        hash.truncate(n);
        hash
    }

    /// MGF1 of RFC 8017 appendix B.2.1.
    fn mgf1(&self, long: bool, seed: &[u8], len: usize) -> Vec<u8> {
        let mut out = Vec::new();
        for counter in 0_u32.. {
            if out.len() >= len {
                break;
            }
            out.extend(sha2(long, &[seed, &counter.to_be_bytes()].concat()));
        }
        out.truncate(len);
        out
    }

    fn is_shake(&self) -> bool {
        self.params.hash == HashFunction::Shake256
    }
}

fn sha2(long: bool, bytes: &[u8]) -> Vec<u8> {
    if long { Sha512::digest(bytes).to_vec() } else { Sha256::digest(bytes).to_vec() }
}

fn shake(bytes: &[u8], len: usize) -> Vec<u8> {
    let mut out = vec![0; len];
    shake256(bytes, &mut out);
    out
}
