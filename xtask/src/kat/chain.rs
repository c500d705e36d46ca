//! Hashes over many signatures of a fast key, with the key as it is after each:
//! `chain = SHA-256(chain ‖ signature ‖ key)`, from 32 zero bytes on. Message `i` is `i` in 16 bytes.

use super::drbg::Drbg;
use super::key::{Key, Variant};
use super::known::Known;
use hbs::Options;
use hbs::xmss::Params;
use sha2::{Digest, Sha256};
use signer::Error;

/// A chain that is known.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chain {
    pub(super) set: &'static str,
    pub(super) signatures: u64,
    pub(super) known: Known,
}

/// Calls `at` after each signature, with how many there are and the hash over them, in hex.
pub(super) fn follow(
    params: Params,
    signatures: u64,
    options: &Options,
    mut at: impl FnMut(u64, &dyn Fn() -> String),
) -> Result<(), Error> {
    let mut key = Key::generate(params, Variant::Fast, &mut Drbg::counting(0), options)?;
    let (mut chain, mut signature) = ([0; 32], Vec::new());
    for index in 0..signatures {
        key.sign(&u128::from(index).to_be_bytes(), &mut signature)?;
        let hash = Sha256::new().chain_update(chain).chain_update(&signature);
        chain = hash.chain_update(key.secret()?).finalize().into();
        at(index + 1, &|| hex::encode(chain));
    }
    Ok(())
}
