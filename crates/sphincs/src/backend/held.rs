//! A third-party key as a [`Signer`].

use signer::{Error, Key, PrivateKey, Randomness, SecretBytes, Signer, check_length, quietly};
use std::cell::Cell;
use std::fmt;

/// A key of some crate. Its methods may panic.
pub(super) trait ThirdPartyKey: Send + 'static {
    /// `PK.seed ‖ PK.root`, `2n` bytes.
    fn public_key(&self) -> &[u8];

    /// `SK.seed ‖ SK.prf ‖ PK.seed ‖ PK.root`, `4n` bytes.
    fn secret_key(&self) -> SecretBytes;

    /// Appends a signature of `message` to `signature`, which is empty.
    fn sign(
        &self,
        message: &[u8],
        randomness: Randomness<'_>,
        signature: &mut Vec<u8>,
    ) -> Result<(), Error>;
}

/// A third-party key that is not used again once its code has panicked.
pub(super) struct Held<K> {
    key: K,
    fenced: bool,
    panicked: Cell<bool>,
}

impl<K: ThirdPartyKey> Held<K> {
    /// Puts `key` into its box.
    pub(super) fn boxed(key: K, fenced: bool) -> Key {
        Key::Stateless(Box::new(Self { key, fenced, panicked: Cell::new(false) }))
    }

    /// Runs `code` on the key unless an earlier call panicked.
    fn with<T>(&self, code: impl FnOnce(&K) -> Result<T, Error>) -> Result<T, Error> {
        if self.panicked.get() {
            let message = "an earlier call on this key did, so it is not used again".to_owned();
            return Err(Error::Panicked { message });
        }
        let result = quietly(|| code(&self.key));
        self.panicked.set(matches!(result, Err(Error::Panicked { .. })));
        result
    }
}

impl<K: ThirdPartyKey> PrivateKey for Held<K> {
    fn public_key(&self) -> &[u8] {
        self.key.public_key()
    }

    fn secret_key(&self) -> Result<SecretBytes, Error> {
        self.with(|key| Ok(key.secret_key()))
    }
}

impl<K: ThirdPartyKey> Signer for Held<K> {
    fn sign(
        &self,
        message: &[u8],
        randomness: Randomness<'_>,
        signature: &mut Vec<u8>,
    ) -> Result<(), Error> {
        signature.clear();
        if let Randomness::Given(bytes) = randomness
            && self.fenced
        {
            check_length("randomness", self.key.public_key().len() / 2, bytes)?;
        }
        let result = self.with(|key| key.sign(message, randomness, signature));
        if result.is_err() {
            signature.clear();
        }
        result
    }
}

impl<K: ThirdPartyKey> fmt::Debug for Held<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PrivateKey")
            .field("public_key", &format_args!("{:02x?}", self.key.public_key()))
            .field("panicked", &self.panicked.get())
            .finish_non_exhaustive()
    }
}

/// `addrnd` of FIPS 205 Alg. 19, or `None` for the deterministic variant. Fresh bytes are drawn into
/// `room`, which has `n`.
///
/// # Errors
///
/// [`Error::Entropy`] if the source fails.
pub(super) fn addrnd<'r, 'a: 'r>(
    randomness: Randomness<'a>,
    room: &'r mut [u8],
) -> Result<Option<&'r [u8]>, Error> {
    match randomness {
        Randomness::Deterministic => Ok(None),
        Randomness::Given(bytes) => Ok(Some(bytes)),
        Randomness::Fresh(entropy) => {
            entropy.fill(room)?;
            Ok(Some(room))
        }
    }
}
