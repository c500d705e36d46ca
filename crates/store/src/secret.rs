//! The file with the secret that a key follows from.
//!
//! ```text
//! "hbs secret 1\0\0\0\0" ‖ SHA-256(public key)[32] ‖ u8(0: as it is) ‖ u16(length) ‖ parameter set ‖ u16(length) ‖ secret
//!     ‖ SHA-256(all before it)[32]
//! ```
//!
//! The code at the end finds damage, not who changed it: whoever can write here can read the secret.

use sha2::{Digest, Sha256};
use signer::Error;
use zeroize::Zeroizing;

const TITLE: [u8; 16] = *b"hbs secret 1\0\0\0\0";
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

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Secret").field("set", &self.set).finish_non_exhaustive()
    }
}

impl Secret {
    /// The file for the key with this public key.
    pub(crate) fn encode(&self, public_key: &[u8]) -> Result<Zeroizing<Vec<u8>>, Error> {
        let mut out = Zeroizing::new(Vec::with_capacity(MOST));
        out.extend(TITLE);
        out.extend(Sha256::digest(public_key));
        out.push(0);
        for part in [self.set.as_bytes(), &self.seed] {
            let len = u16::try_from(part.len()).ok().filter(|len| usize::from(*len) < MOST / 4);
            let Some(len) = len else {
                return Err(Error::storage("a secret or a name of that length has no place"));
            };
            out.extend(len.to_be_bytes());
            out.extend(part);
        }
        let code = Sha256::digest(&out[..]);
        out.extend(code);
        Ok(out)
    }

    /// What a file has, if it is that of the key with this public key.
    pub(crate) fn decode(bytes: &[u8], public_key: &[u8]) -> Result<Self, Error> {
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
        if *kind != 0 {
            return Err(Error::storage("the secret was written by a later version: use that"));
        }
        let (set, rest) = part(rest).ok_or_else(damaged)?;
        let (seed, rest) = part(rest).ok_or_else(damaged)?;
        let set = std::str::from_utf8(set).map_err(|_| damaged())?.to_owned();
        match rest.is_empty() {
            true => Ok(Self { set, seed: Zeroizing::new(seed.to_vec()) }),
            false => Err(damaged()),
        }
    }
}

/// `u16(length)` and as many bytes, and what comes after.
fn part(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (len, rest) = bytes.split_first_chunk()?;
    rest.split_at_checked(u16::from_be_bytes(*len).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_unchanged_secret_of_the_same_key_opens() {
        let secret = Secret { set: "LMS".to_owned(), seed: Zeroizing::new(vec![7; 48]) };
        let bytes = secret.encode(b"public").expect("short");
        assert_eq!(Secret::decode(&bytes, b"public").as_ref(), Ok(&secret));
        let other = Secret::decode(&bytes, b"other").expect_err("another key").to_string();
        assert!(other.contains("is not that of the secret"), "{other}");
        for bit in 0..8 * bytes.len() {
            let mut changed = bytes.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            assert!(Secret::decode(&changed, b"public").is_err(), "bit {bit}");
        }
        for len in 0..bytes.len() {
            assert!(Secret::decode(&bytes[..len], b"public").is_err(), "{len} bytes");
        }
        assert_eq!(format!("{secret:?}"), "Secret { set: \"LMS\", .. }");
        let long = Secret { seed: Zeroizing::new(vec![7; MOST]), ..secret };
        assert!(long.encode(b"public").is_err());
    }

    /// With a right code: nothing that is decoded can be trusted to be sound.
    #[test]
    fn what_is_in_it_is_checked() {
        let sealed = |kind: u8, rest: &[u8]| {
            let mut bytes = [&TITLE[..], &Sha256::digest(b"public"), &[kind], rest].concat();
            bytes.extend(Sha256::digest(&bytes));
            Secret::decode(&bytes, b"public")
        };
        assert!(sealed(0, b"\0\x01A\0\x01B").is_ok());
        assert!(sealed(1, b"\0\x01A\0\x01B").expect_err("later").to_string().contains("later"));
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
