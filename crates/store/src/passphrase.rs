//! Secrets under a passphrase: Argon2id (RFC 9106) makes a key of it, XChaCha20-Poly1305 encrypts with that.
//!
//! ```text
//! u32(memory, KiB) ‖ u32(passes) ‖ u32(lanes) ‖ salt[16] ‖ nonce[24] ‖ what is encrypted ‖ its tag[16]
//! ```

use argon2::{Algorithm, Argon2, Params, Version};
use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{Key, XChaCha20Poly1305, XNonce};
use signer::{Entropy, Error};
use std::fmt;
use zeroize::Zeroizing;

/// Bytes before what is encrypted.
const HEAD: usize = 3 * 4 + SALT + NONCE;
const SALT: usize = 16;
const NONCE: usize = 24;

/// What somebody remembers, and nobody else knows.
pub struct Passphrase(Zeroizing<Vec<u8>>);

impl Passphrase {
    /// These bytes.
    ///
    /// # Errors
    ///
    /// [`Error::Storage`] if there are none.
    pub fn new(bytes: Zeroizing<Vec<u8>>) -> Result<Self, Error> {
        match bytes.is_empty() {
            true => Err(Error::storage("an empty passphrase protects nothing: choose another")),
            false => Ok(Self(bytes)),
        }
    }

    /// The bytes.
    #[must_use]
    pub fn expose(&self) -> Zeroizing<Vec<u8>> {
        self.0.clone()
    }
}

impl fmt::Debug for Passphrase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Passphrase(..)")
    }
}

/// What each guess at a passphrase costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// Memory in KiB.
    pub memory: u32,
    /// Times that all of it is gone through.
    pub passes: u32,
    /// Lanes that can be computed at once.
    pub lanes: u32,
}

impl Default for Cost {
    /// 64 MiB, three times, in four lanes: the second recommendation of RFC 9106 section 4.
    fn default() -> Self {
        Self { memory: 64 * 1024, passes: 3, lanes: 4 }
    }
}

impl Cost {
    /// The least there is, **for tests alone**.
    pub const LEAST: Self = Self { memory: 8, passes: 1, lanes: 1 };

    /// What it may be at most: a file must not make who opens it run out of memory.
    const MOST: Self = Self { memory: 1 << 20, passes: 32, lanes: 64 };

    fn argon2(self) -> Option<Argon2<'static>> {
        let Self { memory, passes, lanes } = Self::MOST;
        let fits = self.memory <= memory && self.passes <= passes && self.lanes <= lanes;
        let params = Params::new(self.memory, self.passes, self.lanes, Some(32)).ok();
        params.filter(|_| fits).map(|p| Argon2::new(Algorithm::Argon2id, Version::V0x13, p))
    }
}

/// How a secret is to be encrypted.
pub struct Lock<'a> {
    /// With what.
    pub passphrase: &'a Passphrase,
    /// What it is to cost.
    pub cost: Cost,
    /// Where salt and nonce come from.
    pub entropy: &'a mut dyn Entropy,
}

impl fmt::Debug for Lock<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lock").field("cost", &self.cost).finish_non_exhaustive()
    }
}

impl Lock<'_> {
    /// `plain`, encrypted and bound to `context`.
    pub(crate) fn seal(&mut self, context: &[u8], plain: &[u8]) -> Result<Vec<u8>, Error> {
        let mut out = Vec::with_capacity(HEAD + plain.len() + 16);
        let Cost { memory, passes, lanes } = self.cost;
        for word in [memory, passes, lanes] {
            out.extend(word.to_be_bytes());
        }
        let mut random = [0; SALT + NONCE];
        self.entropy.fill(&mut random)?;
        out.extend(random);
        let cipher = cipher(self.passphrase, &out)
            .ok_or_else(|| Error::storage("Argon2 does not take such costs"))?;
        let aad = [context, &out].concat();
        let sealed = cipher.encrypt(&nonce(&out), Payload { msg: plain, aad: &aad });
        out.extend(sealed.map_err(|_| Error::storage("the secret cannot be encrypted"))?);
        Ok(out)
    }
}

/// What [`Lock::seal`] has encrypted; none if it is not that, or the passphrase is another one.
pub(crate) fn open(
    passphrase: &Passphrase,
    context: &[u8],
    sealed: &[u8],
) -> Option<Zeroizing<Vec<u8>>> {
    let (head, body) = sealed.split_at_checked(HEAD)?;
    let aad = [context, head].concat();
    let payload = Payload { msg: body, aad: &aad };
    cipher(passphrase, head)?.decrypt(&nonce(head), payload).ok().map(Zeroizing::new)
}

fn nonce(head: &[u8]) -> XNonce {
    let mut nonce = XNonce::default();
    nonce.copy_from_slice(&head[HEAD - NONCE..]);
    nonce
}

/// What encrypts with a passphrase and the first bytes of a sealed secret, which are [`HEAD`] many.
fn cipher(passphrase: &Passphrase, head: &[u8]) -> Option<XChaCha20Poly1305> {
    let mut words =
        head.chunks_exact(4).map_while(<[u8]>::first_chunk).copied().map(u32::from_be_bytes);
    let cost = Cost { memory: words.next()?, passes: words.next()?, lanes: words.next()? };
    let mut key = Zeroizing::new([0; 32]);
    let salt = &head[12..][..SALT];
    cost.argon2()?.hash_password_into(&passphrase.0, salt, &mut *key).ok()?;
    Some(XChaCha20Poly1305::new(&Key::from(*key)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use signer::Given;

    #[test]
    fn only_the_passphrase_opens() {
        let passphrase =
            |text: &[u8]| Passphrase::new(Zeroizing::new(text.to_vec())).expect("some");
        let right = passphrase(b"correct horse");
        let mut entropy = Given(&[7; 40]);
        let mut lock = Lock { passphrase: &right, cost: Cost::LEAST, entropy: &mut entropy };
        let sealed = lock.seal(b"context", b"a secret").expect("sealed");
        assert_eq!(sealed.len(), HEAD + 8 + 16);
        let opened = |bytes: &[u8]| open(&right, b"context", bytes).map(|plain| plain.to_vec());
        assert_eq!(opened(&sealed).as_deref(), Some(&b"a secret"[..]));
        assert!(open(&passphrase(b"correct horsf"), b"context", &sealed).is_none());
        assert!(open(&right, b"contexu", &sealed).is_none());
        for bit in 0..8 * sealed.len() {
            let mut changed = sealed.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            // A changed cost is refused, or takes no longer than the most.
            if bit / 8 >= 12 {
                assert!(opened(&changed).is_none(), "bit {bit}");
            }
        }
        for len in 0..sealed.len() {
            assert!(opened(&sealed[..len]).is_none(), "{len} bytes");
        }
        for (at, word) in [(0, u32::MAX), (0, 0), (4, u32::MAX), (4, 0), (8, u32::MAX), (8, 0)] {
            let mut changed = sealed.clone();
            changed[at..at + 4].copy_from_slice(&u32::to_be_bytes(word));
            assert!(opened(&changed).is_none(), "{word} at {at}");
        }
        assert!(Passphrase::new(Zeroizing::new(Vec::new())).is_err());
        assert_eq!(format!("{right:?}"), "Passphrase(..)");
    }
}
