//! Private keys (RFC 8554 section 5.2): generated, kept, and signing (sections 4.5 and 5.4.1).

use std::fmt;

use lanes::{Run, Runs};
use signer::{Entropy, Error, Indices, Randomness, SecretBytes, check_length};
use zeroize::Zeroizing;

use super::codec::{Fields, PublicKey};
use super::ots::{N_MAX, P_MAX};
use super::params::{I_LEN, Params};
use super::tree::{LmsTree, Seed};
use crate::Options;
use crate::walk::{self, Walk};

/// A private key: the seed of a tree, the index of its next leaf, and what is kept of the tree.
///
/// An index is used up before anything is signed with it. Whoever stores a key stores its new index
/// before a signature leaves the program ([`encode`](Self::encode)).
pub struct PrivateKey {
    tree: LmsTree,
    public: PublicKey,
    indices: Indices,
    walk: Box<dyn Walk>,
    /// Heads of the chains of a leaf, so that signing allocates nothing.
    heads: Vec<u8>,
}

impl PrivateKey {
    /// Generates a key from `I` and `SEED` that the source gives, in the order of the standard's
    /// appendix A: first `SEED`, `n` bytes, then `I`.
    ///
    /// # Errors
    ///
    /// [`Error::Entropy`] if the source fails.
    pub fn generate(
        params: Params,
        entropy: &mut dyn Entropy,
        options: &Options,
    ) -> Result<Self, Error> {
        let mut seed = Zeroizing::new([0; N_MAX]);
        let seed = &mut seed[..params.ots.n];
        let mut id = [0; I_LEN];
        entropy.fill(seed)?;
        entropy.fill(&mut id)?;
        Self::from_seed(params, id, seed, options)
    }

    /// The key that `SEED`, `n` bytes, and `I` give (RFC 8554 appendix A).
    ///
    /// # Errors
    ///
    /// [`Error::Length`] for a seed of another length.
    pub fn from_seed(
        params: Params,
        id: [u8; I_LEN],
        seed: &[u8],
        options: &Options,
    ) -> Result<Self, Error> {
        check_length("seed", params.ots.n, seed)?;
        Ok(Self::at(params, id, seed, 0, options))
    }

    /// The key whose next leaf is `q`, at most `2^h`.
    fn at(params: Params, id: [u8; I_LEN], seed: &[u8], q: u32, options: &Options) -> Self {
        let tree = LmsTree::new(options.cpu.engines(), params, id, Seed::new(seed));
        let height = params.lms.h;
        // A key that is used up stands at its last leaf, which will not sign.
        let leaf = q.min((1 << height) - 1);
        let walk = walk::build(options.walk, &tree, height, leaf, &options.workers);
        let public = PublicKey::new(params, id, walk.root());
        let indices = Indices::new(q.into(), Some(1 << height));
        let indices = indices.expect("the caller has checked the index");
        let heads = vec![0; tree.ots.heads_len()];
        Self { tree, public, indices, walk, heads }
    }

    /// Reads a key that [`encode`](Self::encode) wrote. The tree is computed, and its root compared.
    ///
    /// # Errors
    ///
    /// [`Error::Length`] and [`Error::Type`] for bytes that are no key of this type, [`Error::Index`]
    /// for an index past the last, [`Error::Corrupt`] for a root that the seed does not give.
    pub fn decode(params: Params, bytes: &[u8], options: &Options) -> Result<Self, Error> {
        let expected = Self::encoded_len(&params);
        check_length("private key", expected, bytes)?;
        let mut fields = Fields { what: "private key", bytes };
        fields.fixed("LMS type", params.lms.code, expected)?;
        fields.fixed("LM-OTS type", params.ots.code, expected)?;
        let q = fields.word(expected)?;
        Indices::new(q.into(), Some(1 << params.lms.h))?;
        let (id, rest) = fields.bytes.split_at(I_LEN);
        let (seed, root) = rest.split_at(params.ots.n);
        let mut array = [0; I_LEN];
        array.copy_from_slice(id);
        let key = Self::at(params, array, seed, q, options);
        if key.public.root() != root {
            return Err(Error::Corrupt { what: "root of the tree" });
        }
        Ok(key)
    }

    /// Bytes of an encoded private key.
    #[must_use]
    pub const fn encoded_len(params: &Params) -> usize {
        12 + I_LEN + params.ots.n + params.lms.m
    }

    /// Writes the key as it is now: `u32(type) ‖ u32(otstype) ‖ u32(q) ‖ I ‖ SEED ‖ T[1]`, where `q` is
    /// the next leaf, and `2^h` when none is left.
    #[must_use]
    pub fn encode(&self) -> SecretBytes {
        let params = &self.public.params;
        let mut bytes = Vec::with_capacity(Self::encoded_len(params));
        bytes.extend(params.lms.code.to_be_bytes());
        bytes.extend(params.ots.code.to_be_bytes());
        // At most 2^25.
        bytes.extend((self.indices.next() as u32).to_be_bytes());
        bytes.extend(self.tree.id);
        bytes.extend(self.tree.seed.expose());
        bytes.extend(self.public.root());
        SecretBytes::new(bytes)
    }

    /// The public key.
    #[must_use]
    pub const fn public_key(&self) -> &PublicKey {
        &self.public
    }

    /// The leaf that the next signature uses; `2^h` when none is left.
    #[must_use]
    pub fn index(&self) -> u64 {
        self.indices.next()
    }

    /// How many signatures are left, exactly.
    #[must_use]
    pub fn remaining(&self) -> u64 {
        self.indices.remaining()
    }

    /// Bytes of memory that the key takes beside itself.
    #[must_use]
    pub fn live_len(&self) -> usize {
        self.walk.live_len() + self.heads.len() + self.tree.seed.expose().len()
    }

    /// Gives up the leaves before `index`.
    ///
    /// # Errors
    ///
    /// [`Error::Index`] if it lies behind the next leaf, or past the last.
    pub fn skip_to(&mut self, index: u64) -> Result<(), Error> {
        let Self { tree, indices, walk, .. } = self;
        indices.skip_to(index, || {
            walk.seek(tree, index as u32);
            Ok(())
        })
    }

    /// Replaces `signature` by a signature of `message` and uses up one leaf. On error `signature` is
    /// empty.
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`] if no leaf is left; [`Error::Entropy`] if fresh randomness is not to be
    /// had, [`Error::Length`] if it is given with another length than `n`: then no leaf is used up.
    pub fn sign(
        &mut self,
        message: &[u8],
        randomness: Randomness<'_>,
        signature: &mut Vec<u8>,
    ) -> Result<(), Error> {
        signature.clear();
        self.indices.check_left()?;
        let Self { tree, indices, walk, heads, .. } = self;
        // Below 2^h.
        let q = indices.next() as u32;
        let n = tree.params.ots.n;
        let mut c = [0; N_MAX];
        let c = &mut c[..n];
        match randomness {
            Randomness::Deterministic => tree.ots.randomiser(tree.seed.expose(), q, c),
            Randomness::Fresh(entropy) => entropy.fill(c)?,
            Randomness::Given(given) => {
                check_length("randomiser", n, given)?;
                c.copy_from_slice(given);
            }
        }
        indices.spend(signature, |signature| {
            signature.resize(tree.params.signature_len(), 0);
            write(tree, &mut **walk, heads, q, c, message, signature);
            walk.step(tree);
            Ok(())
        })
    }
}

/// Writes the signature of `message` by leaf `q`, at which the walk stands.
fn write(
    tree: &LmsTree,
    walk: &mut dyn Walk,
    heads: &mut [u8],
    q: u32,
    c: &[u8],
    message: &[u8],
    signature: &mut [u8],
) {
    let (params, ots) = (&tree.params, &tree.ots);
    let (n, p) = (params.ots.n, params.ots.p());
    let (words, rest) = signature.split_at_mut(8);
    words[..4].copy_from_slice(&q.to_be_bytes());
    words[4..].copy_from_slice(&params.ots.code.to_be_bytes());
    let (randomiser, rest) = rest.split_at_mut(n);
    randomiser.copy_from_slice(c);
    let (y, rest) = rest.split_at_mut(n * p);
    let (code, path) = rest.split_at_mut(4);
    code.copy_from_slice(&params.lms.code.to_be_bytes());

    let mut digest = [0; N_MAX];
    let digest = &mut digest[..n];
    ots.message_hash(q, c, message, digest);
    let mut runs = [Run { start: 0, end: 0 }; P_MAX];
    ots.winternitz.digits(digest, |i, digit| runs[i].end = digit);
    ots.heads(q, heads);
    ots.secrets(tree.seed.expose(), heads, y);
    ots.chains(heads, Runs::Each(&runs[..p]), y);
    walk.path(tree, path);
}

impl fmt::Debug for PrivateKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut key = f.debug_struct("PrivateKey");
        key.field("public", &self.public).field("indices", &self.indices);
        key.finish_non_exhaustive()
    }
}
