//! Private keys (FIPS 205 sections 9.1 and 10.1), and signing with them (section 10.2).

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use signer::{Entropy, Error, Randomness, SecretBytes, check_length};
use zeroize::Zeroizing;

use super::codec::PublicKey;
use super::digest::N_MAX;
use super::hypertree::Forest;
use super::leaf::Leaf;
use super::leaves::{self, BATCH};
use super::message::Message;
use super::params::Params;
use super::scratch::Scratch;
use super::secrets::Secrets;
use super::sign::{self, Signing};
use crate::workers::Workers;
use crate::{Options, WalkKind};

/// A private key of SLH-DSA or SPHINCS+.
///
/// It keeps its seeds and, with [`WalkKind::Whole`], the nodes of the top tree, which saves one of `d`
/// trees in each signature: `(2^(h'+1) - 1) n` bytes, from 240 (128f) to 24,552 (192s). What those nodes
/// hold is public as soon as enough has been signed. Any other walk keeps nothing of it.
pub struct PrivateKey {
    secrets: Secrets,
    public: PublicKey,
    top: Option<Vec<u8>>,
    workers: Workers,
}

impl PrivateKey {
    /// Draws `SK.seed`, `SK.prf` and `PK.seed`, one after the other (FIPS 205 Alg. 21).
    ///
    /// # Errors
    ///
    /// [`Error::Entropy`] if the source fails.
    pub fn generate(
        params: Params,
        entropy: &mut dyn Entropy,
        options: &Options,
    ) -> Result<Self, Error> {
        let mut seeds = Zeroizing::new([0; 3 * N_MAX]);
        let seeds = &mut seeds[..3 * params.shape.n];
        for seed in seeds.chunks_exact_mut(params.shape.n) {
            entropy.fill(seed)?;
        }
        Self::from_seeds(params, seeds, options)
    }

    /// The key that `SK.seed ‖ SK.prf ‖ PK.seed` give, `3n` bytes (FIPS 205 Alg. 18).
    ///
    /// # Errors
    ///
    /// [`Error::Length`] for another length.
    pub fn from_seeds(params: Params, seeds: &[u8], options: &Options) -> Result<Self, Error> {
        check_length("seed", 3 * params.shape.n, seeds)?;
        let Options { engines, walk, workers } = options;
        let secrets = Secrets::new(params, seeds, *engines);
        let nodes = top(&secrets, workers);
        let mut public_key = secrets.pk_seed().to_vec();
        public_key.extend_from_slice(&nodes[nodes.len() - params.shape.n..]);
        let public = PublicKey::decode(params, &public_key)?;
        let top = (*walk == WalkKind::Whole).then_some(nodes);
        Ok(Self { secrets, public, top, workers: workers.clone() })
    }

    /// Reads a key that [`encode`](Self::encode) wrote. Derives its root again, at the cost of
    /// generating it: a key with a wrong root would sign what nobody can verify.
    ///
    /// # Errors
    ///
    /// [`Error::Length`] for another length than `4n` bytes, [`Error::Corrupt`] if `PK.root` does not
    /// follow from the rest.
    pub fn decode(params: Params, bytes: &[u8], options: &Options) -> Result<Self, Error> {
        let n = params.shape.n;
        check_length("private key", 4 * n, bytes)?;
        let key = Self::from_seeds(params, &bytes[..3 * n], options)?;
        if key.public.root() == &bytes[3 * n..] {
            Ok(key)
        } else {
            Err(Error::Corrupt { what: "root" })
        }
    }

    /// `SK.seed ‖ SK.prf ‖ PK.seed ‖ PK.root` (FIPS 205 figure 15).
    #[must_use]
    pub fn encode(&self) -> SecretBytes {
        let mut bytes = Vec::with_capacity(4 * self.secrets.params.shape.n);
        bytes.extend_from_slice(self.secrets.seeds());
        bytes.extend_from_slice(self.public.root());
        SecretBytes::new(bytes)
    }

    /// The public key.
    #[must_use]
    pub const fn public(&self) -> &PublicKey {
        &self.public
    }

    /// Replaces `signature` by a signature of a message (FIPS 205 Alg. 19). On error it is empty.
    ///
    /// Allocates the signature, if there is not room for it already, and
    /// [`scratch_len`](Self::scratch_len) bytes to work in.
    ///
    /// # Errors
    ///
    /// [`Error::Entropy`] if fresh randomness is not to be had, [`Error::Length`] if it is given with
    /// another length than `n` bytes.
    pub fn sign_message(
        &self,
        message: &Message<'_>,
        randomness: Randomness<'_>,
        signature: &mut Vec<u8>,
    ) -> Result<(), Error> {
        signature.clear();
        let mut drawn = Zeroizing::new([0; N_MAX]);
        let drawn = &mut drawn[..self.secrets.params.shape.n];
        let addrnd = match randomness {
            Randomness::Deterministic => self.secrets.pk_seed(),
            Randomness::Fresh(entropy) => {
                entropy.fill(drawn)?;
                drawn
            }
            Randomness::Given(bytes) => {
                check_length("randomness", drawn.len(), bytes)?;
                bytes
            }
        };
        let signing = Signing {
            secrets: &self.secrets,
            public_key: self.public.as_bytes(),
            top: self.top.as_deref(),
            workers: &self.workers,
        };
        self.workers.within(|| sign::sign_internal(signing, addrnd, message, signature));
        Ok(())
    }

    /// Bytes that signing with this key works in, beside the signature itself. With one thread:
    ///
    /// | sets | bytes |
    /// |---|---|
    /// | 128s | 71,472 |
    /// | 128f | 82,240 |
    /// | 192s | 116,200 |
    /// | 192f | 141,328 |
    /// | 256s | 143,840 |
    /// | 256f | 222,112 |
    #[must_use]
    pub fn scratch_len(&self) -> usize {
        sign::scratch_len(&self.secrets.params, self.workers.count())
    }

    /// Bytes that the key keeps on the heap: its seeds and, if it does, the nodes of its top tree.
    #[must_use]
    pub fn live_len(&self) -> usize {
        self.secrets.seeds().len() + self.top.as_ref().map_or(0, Vec::len)
    }
}

impl signer::PrivateKey for PrivateKey {
    fn public_key(&self) -> &[u8] {
        self.public.as_bytes()
    }

    fn secret_key(&self) -> Result<SecretBytes, Error> {
        Ok(self.encode())
    }
}

/// SLH-DSA signs with an empty context, SPHINCS+ the message itself.
impl signer::Signer for PrivateKey {
    fn sign(
        &self,
        message: &[u8],
        randomness: Randomness<'_>,
        signature: &mut Vec<u8>,
    ) -> Result<(), Error> {
        self.sign_message(&self.secrets.params.message(message), randomness, signature)
    }
}

/// The public key and the set.
impl fmt::Debug for PrivateKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PrivateKey").field("public", &self.public).finish_non_exhaustive()
    }
}

/// All nodes of the top tree, the root last.
fn top(secrets: &Secrets, workers: &Workers) -> Vec<u8> {
    let Secrets { params, hashes, .. } = secrets;
    let leaf = Leaf::above(hashes, params, 0, params.shape.d - 1);
    let forest = Forest { secrets, trees: &[leaf], without: false };
    let mut nodes = vec![0; Forest::nodes_len(secrets, 1)];
    let mut room = Scratch::new(workers.count() * BATCH * leaves::room(params));
    forest.leaves(&mut nodes, workers, room.bytes());
    forest.complete(&mut nodes);
    nodes
}
