//! Keys that a program keeps.

use super::connection::Connection;
use super::{Randomness as Asked, lock, tell};
use rival::{Answer, Generated, Request};
use signer::{
    Error, Key, Lifetime, ParameterSet, PrivateKey, Randomness, SecretBytes, Signer,
    StatefulSigner, check_length,
};
use std::fmt;
use std::sync::{Arc, Mutex};

/// A key, by its number. Dropped, the program forgets it.
pub(super) struct RivalKey {
    connection: Arc<Mutex<Connection>>,
    /// The process that has it.
    process: u64,
    number: u32,
    public_key: Vec<u8>,
    signature_len: usize,
    index: u64,
    remaining: u64,
    /// Whether a signature failed without the program saying why: what index the key is at is not known.
    lost: bool,
}

impl fmt::Debug for RivalKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RivalKey").field("number", &self.number).finish_non_exhaustive()
    }
}

impl RivalKey {
    pub(super) fn new(
        connection: Arc<Mutex<Connection>>,
        process: u64,
        key: &Generated,
        (index, remaining): (u64, u64),
        set: &ParameterSet,
    ) -> Self {
        Self {
            connection,
            process,
            number: key.key,
            public_key: key.public_key.clone(),
            signature_len: set.signature_len(),
            index,
            remaining,
            lost: false,
        }
    }

    pub(super) fn boxed(self, set: &ParameterSet) -> Key {
        match set.lifetime {
            Lifetime::Unlimited => Key::Stateless(Box::new(self)),
            Lifetime::Signatures { .. } => Key::Stateful(Box::new(self)),
        }
    }

    /// Signs; where the key is then.
    fn signed(
        &self,
        message: &[u8],
        randomness: Randomness<'_>,
        signature: &mut Vec<u8>,
    ) -> Result<(u64, u64), Error> {
        signature.clear();
        let randomness = match randomness {
            Randomness::Deterministic => Asked::Deterministic,
            Randomness::Fresh(entropy) => {
                let mut bytes = vec![0; super::ENTROPY];
                entropy.fill(&mut bytes)?;
                Asked::Fresh(bytes)
            }
            Randomness::Given(bytes) => Asked::Given(bytes.to_vec()),
        };
        let request =
            Request::Sign { key: self.number, randomness, messages: vec![message.to_vec()] };
        let mut connection = lock(&self.connection);
        let Answer::Signed { signatures, state } = connection.ask_of(self.process, &request)?
        else {
            return Err(connection.mistake("no signature"));
        };
        let [(sample, made)] = <[_; 1]>::try_from(signatures).map_err(|signatures| {
            connection.mistake(format!("{} signatures instead of one", signatures.len()))
        })?;
        check_length("signature", self.signature_len, &made)?;
        tell(sample);
        *signature = made;
        Ok(state)
    }
}

impl PrivateKey for RivalKey {
    fn public_key(&self) -> &[u8] {
        &self.public_key
    }

    fn secret_key(&self) -> Result<SecretBytes, Error> {
        Err(Error::unsupported("keys stay in the program that made them"))
    }
}

impl Signer for RivalKey {
    fn sign(
        &self,
        message: &[u8],
        randomness: Randomness<'_>,
        signature: &mut Vec<u8>,
    ) -> Result<(), Error> {
        self.signed(message, randomness, signature).map(drop)
    }
}

impl StatefulSigner for RivalKey {
    fn index(&self) -> u64 {
        self.index
    }

    fn remaining(&self) -> u64 {
        self.remaining
    }

    fn sign(
        &mut self,
        message: &[u8],
        randomness: Randomness<'_>,
        signature: &mut Vec<u8>,
    ) -> Result<(), Error> {
        if self.lost {
            return Err(Error::Interrupted);
        }
        // What the program says of its key is of use to nobody else: that indices are used once is seen from
        // the signatures.
        match self.signed(message, randomness, signature) {
            Ok((index, remaining)) => {
                (self.index, self.remaining) = (index, remaining);
                Ok(())
            }
            Err(Error::Exhausted) => {
                (self.index, self.remaining) = (u64::MAX, 0);
                Err(Error::Exhausted)
            }
            Err(error) => {
                self.lost = !matches!(error, Error::Entropy | Error::Unsupported { .. });
                Err(error)
            }
        }
    }

    fn skip_to(&mut self, _: u64) -> Result<(), Error> {
        Err(Error::unsupported("the protocol has no way to skip"))
    }
}

impl Drop for RivalKey {
    fn drop(&mut self) {
        // A program that has ended has forgotten it.
        let _ = lock(&self.connection).ask_of(self.process, &Request::Drop { key: self.number });
    }
}
