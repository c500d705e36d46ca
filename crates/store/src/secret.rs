//! The file with the secret that a key follows from.
//!
//! ```text
//! "hbs secret 1\0\0\0\0" ‖ SHA-256(public key)[32] ‖ u8(0: as it is, 1: under a passphrase) ‖ body, or that encrypted
//!     ‖ SHA-256(all before it)[32]
//! body  u16(length) ‖ parameter set ‖ u16(length) ‖ secret
//! ```
//!
//! The code at the end finds damage, not who changed it: whoever can write here can read the secret, or, under
//! a passphrase, can no more than break it.

use crate::passphrase::{self, Lock, Passphrase};
use sha2::{Digest, Sha256};
use signer::Error;
use zeroize::Zeroizing;

const TITLE: [u8; 16] = *b"hbs secret 1\0\0\0\0";
const PLAIN: u8 = 0;
const LOCKED: u8 = 1;
/// The longest file: what is longer is none.
pub(crate) const MOST: usize = 4096;

/// What a key follows from.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret {
    /// Name of the parameter set.
    pub set: String,
    /// What the key is generated from: the standard's seed.
    pub seed: Zeroizing<Vec<u8>>,
}

/// Where a passphrase comes from, if it takes one.
pub type Ask<'a> = dyn FnMut() -> Result<Passphrase, Error> + 'a;

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Secret").field("set", &self.set).finish_non_exhaustive()
    }
}

impl Secret {
    /// The file for the key with this public key.
    pub(crate) fn encode(
        &self,
        public_key: &[u8],
        lock: Option<&mut Lock<'_>>,
    ) -> Result<Zeroizing<Vec<u8>>, Error> {
        let mut body = Zeroizing::new(Vec::with_capacity(MOST));
        for part in [self.set.as_bytes(), &self.seed] {
            let len = u16::try_from(part.len()).ok().filter(|len| usize::from(*len) < MOST / 4);
            let Some(len) = len else {
                return Err(Error::storage("a secret or a name of that length has no place"));
            };
            body.extend(len.to_be_bytes());
            body.extend(part);
        }
        let mut out = Zeroizing::new(Vec::with_capacity(MOST));
        out.extend(TITLE);
        out.extend(Sha256::digest(public_key));
        match lock {
            None => {
                out.push(PLAIN);
                out.extend(&body[..]);
            }
            Some(lock) => {
                out.push(LOCKED);
                let sealed = lock.seal(&out, &body)?;
                out.extend(sealed);
            }
        }
        let code = Sha256::digest(&out[..]);
        out.extend(code);
        Ok(out)
    }

    /// What a file has, if it is that of the key with this public key. Asks for the passphrase if it
    /// takes one.
    pub(crate) fn decode(
        bytes: &[u8],
        public_key: &[u8],
        ask: &mut Ask<'_>,
    ) -> Result<Self, Error> {
        let damaged = || Error::storage("the secret is damaged: the key is lost");
        let (all, code) = bytes.split_last_chunk::<32>().ok_or_else(damaged)?;
        if Sha256::digest(all)[..] != code[..] {
            return Err(damaged());
        }
        let rest = all.strip_prefix(&TITLE).ok_or_else(damaged)?;
        let rest = rest.strip_prefix(&Sha256::digest(public_key)[..]).ok_or_else(|| {
            Error::storage(
                "the public key is not that of the secret: one of them was put in its place",
            )
        })?;
        let (kind, rest) = rest.split_first().ok_or_else(damaged)?;
        match *kind {
            PLAIN => Self::body(rest).ok_or_else(damaged),
            LOCKED => {
                let context = &all[..all.len() - rest.len()];
                let body = passphrase::open(&ask()?, context, rest);
                let body = body.ok_or_else(|| Error::storage("that is not its passphrase"))?;
                Self::body(&body).ok_or_else(damaged)
            }
            _ => Err(Error::storage("the secret was written by a later version: use that")),
        }
    }

    fn body(bytes: &[u8]) -> Option<Self> {
        let (set, rest) = part(bytes)?;
        let (seed, rest) = part(rest)?;
        let set = std::str::from_utf8(set).ok()?.to_owned();
        rest.is_empty().then(|| Self { set, seed: Zeroizing::new(seed.to_vec()) })
    }
}

/// Says that a passphrase is needed, for who has none to give.
///
/// # Errors
///
/// Always.
pub fn no_passphrase() -> Result<Passphrase, Error> {
    Err(Error::storage("the secret is encrypted: it takes its passphrase"))
}

/// `u16(length)` and as many bytes, and what comes after.
fn part(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (len, rest) = bytes.split_first_chunk()?;
    rest.split_at_checked(u16::from_be_bytes(*len).into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passphrase::Cost;
    use signer::Given;

    fn decode(bytes: &[u8], public_key: &[u8]) -> Result<Secret, Error> {
        Secret::decode(bytes, public_key, &mut no_passphrase)
    }

    #[test]
    fn what_is_encrypted_takes_its_passphrase() {
        let passphrase = |text: &str| Passphrase::new(Zeroizing::new(text.into()));
        let secret = Secret { set: "LMS".to_owned(), seed: Zeroizing::new(vec![7; 48]) };
        let (right, mut entropy) = (passphrase("open sesame").expect("some"), Given(&[1; 40]));
        let lock = &mut Lock { passphrase: &right, cost: Cost::LEAST, entropy: &mut entropy };
        let bytes = secret.encode(b"public", Some(lock)).expect("short");
        assert!(!bytes.windows(48).any(|bytes| bytes == [7; 48]), "in the clear");
        let opened = Secret::decode(&bytes, b"public", &mut || passphrase("open sesame"));
        assert_eq!(opened.as_ref(), Ok(&secret));
        let wrong = Secret::decode(&bytes, b"public", &mut || passphrase("open barley"));
        assert!(wrong.expect_err("another").to_string().contains("not its passphrase"));
        let none = decode(&bytes, b"public").expect_err("none");
        assert!(none.to_string().contains("takes its passphrase"), "{none}");
    }

    #[test]
    fn only_an_unchanged_secret_of_the_same_key_opens() {
        let secret = Secret { set: "LMS".to_owned(), seed: Zeroizing::new(vec![7; 48]) };
        let bytes = secret.encode(b"public", None).expect("short");
        assert_eq!(decode(&bytes, b"public").as_ref(), Ok(&secret));
        let other = decode(&bytes, b"other").expect_err("another key").to_string();
        assert!(other.contains("is not that of the secret"), "{other}");
        for bit in 0..8 * bytes.len() {
            let mut changed = bytes.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            assert!(decode(&changed, b"public").is_err(), "bit {bit}");
        }
        for len in 0..bytes.len() {
            assert!(decode(&bytes[..len], b"public").is_err(), "{len} bytes");
        }
        assert_eq!(format!("{secret:?}"), "Secret { set: \"LMS\", .. }");
        let long = Secret { seed: Zeroizing::new(vec![7; MOST]), ..secret };
        assert!(long.encode(b"public", None).is_err());
    }

    /// With a right code: nothing that is decoded can be trusted to be sound.
    #[test]
    fn what_is_in_it_is_checked() {
        let sealed = |kind: u8, rest: &[u8]| {
            let mut bytes = [&TITLE[..], &Sha256::digest(b"public"), &[kind], rest].concat();
            bytes.extend(Sha256::digest(&bytes));
            decode(&bytes, b"public")
        };
        assert!(sealed(0, b"\0\x01A\0\x01B").is_ok());
        assert!(sealed(2, b"\0\x01A\0\x01B").expect_err("later").to_string().contains("later"));
        for wrong in [
            &b""[..],
            b"\0",
            b"\0\x01A",
            b"\0\x01A\0\x02B",
            b"\0\x01A\0\x01BC",
            b"\0\x01\xff\0\x01B",
        ] {
            assert!(sealed(0, wrong).is_err(), "{wrong:?}");
        }
    }
}
