//! Private keys (RFC 8554 section 5.2): how they are generated and encoded, and what they sign.

use alloc::vec;
use alloc::vec::Vec;

use lanes::Engines;
use signer::{Error, ParameterSet, Randomness, Scheme, SecretBytes, check_length};
use zeroize::Zeroizing;

use super::codec::{Fields, PublicKey};
use super::params::{I_LEN, Params};
use super::tree::LmsTree;
use super::verify::{verify, verify_many};
use crate::Options;
use crate::seed::Seed;
use crate::stateful::{self, Encoded, Leaves, Levels, RANDOMISER, Shape, Stateful};

/// LMS: keys of one tree, whose signatures are that tree's.
///
/// A key is generated from `SEED`, `n` bytes, and then `I`, as in the standard's appendix A, and
/// encoded as `u32(type) ‖ u32(otstype) ‖ u32(q) ‖ I ‖ SEED ‖ T[1]`, where `q` is the next leaf, and
/// `2^h` when none is left.
#[derive(Clone, Copy, Debug)]
pub struct Lms;

/// A private key of one tree.
pub type PrivateKey = stateful::PrivateKey<Lms>;

impl PrivateKey {
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
        Self::from_secret(params, &secret(seed, &id), options)
    }
}

/// `SEED ‖ I`
pub(crate) fn secret(seed: &[u8], id: &[u8]) -> Zeroizing<Vec<u8>> {
    Zeroizing::new([seed, id].concat())
}

/// The tree that `SEED ‖ I` gives.
pub(crate) fn tree(params: Params, secret: &[u8], engines: Engines) -> LmsTree {
    let (seed, id) = secret.split_at(params.ots.n);
    let mut array = [0; I_LEN];
    array.copy_from_slice(id);
    LmsTree::new(params.lms.hash.engine(engines), params, array, Seed::new(seed))
}

impl Stateful for Lms {
    type Params = Params;
    type PublicKey = PublicKey;
    type Tree = LmsTree;

    const SCHEME: Scheme = Scheme::Lms;

    fn params(set: &ParameterSet) -> Option<Params> {
        Params::of(set)
    }

    fn codes(params: &Params) -> Vec<u32> {
        vec![params.lms.code, params.ots.code]
    }

    fn shape(params: &Params) -> Shape {
        Shape::new(params.lms.m, [params.lms.h].into_iter())
    }

    fn signature_len(params: &Params) -> usize {
        params.signature_len()
    }

    fn secret_len(params: &Params) -> usize {
        params.ots.n + I_LEN
    }

    fn top(params: &Params, secret: &[u8], engines: Engines) -> LmsTree {
        tree(*params, secret, engines)
    }

    fn below(_: &Params, _: &LmsTree, _: u32, level: usize) -> LmsTree {
        unreachable!("LMS has no level {level}")
    }

    fn link(_: &mut Leaves<LmsTree>, _: &LmsTree, _: &[u8]) -> Vec<u8> {
        unreachable!("LMS has one level")
    }

    fn shared_len(_: &Params, _: &LmsTree) -> usize {
        0
    }

    fn public(params: &Params, top: &LmsTree, root: &[u8]) -> PublicKey {
        PublicKey::new(*params, top.id, root)
    }

    fn encode_public(public: &PublicKey) -> Vec<u8> {
        public.encode()
    }

    fn seal(top: &LmsTree) -> &[u8] {
        top.seed.expose()
    }

    fn encode(params: &Params, top: &LmsTree, root: &[u8], index: u64) -> SecretBytes {
        let mut bytes = Vec::with_capacity(Self::encoded_len(params));
        bytes.extend(params.lms.code.to_be_bytes());
        bytes.extend(params.ots.code.to_be_bytes());
        // At most 2^25.
        bytes.extend((index as u32).to_be_bytes());
        bytes.extend(top.id);
        bytes.extend(top.seed.expose());
        bytes.extend(root);
        SecretBytes::new(bytes)
    }

    fn encoded_len(params: &Params) -> usize {
        12 + I_LEN + params.ots.n + params.lms.m
    }

    fn decode(params: &Params, bytes: &[u8]) -> Result<Encoded<Self>, Error> {
        let expected = Self::encoded_len(params);
        check_length("private key", expected, bytes)?;
        let mut fields = Fields::new("private key", bytes);
        fields.fixed("LMS type", params.lms.code, expected)?;
        fields.fixed("LM-OTS type", params.ots.code, expected)?;
        let indices = Self::shape(params).indices(fields.word(expected)?.into())?;
        let (secret, public) = fields.tree(params);
        Ok(Encoded { indices, secret, public })
    }

    fn randomiser<'c>(
        levels: &Levels<Self>,
        randomness: Randomness<'_>,
        c: &'c mut [u8; RANDOMISER],
    ) -> Result<&'c [u8], Error> {
        levels.bottom().randomiser(randomness, c)
    }

    fn sign(levels: &mut Levels<Self>, _: u64, c: &[u8], message: &[u8], signature: &mut Vec<u8>) {
        signature.resize(levels.params.signature_len(), 0);
        levels.bottom_mut().sign(c, message, signature);
    }

    fn decode_public(bytes: &[u8]) -> Result<PublicKey, Error> {
        PublicKey::decode(bytes)
    }

    fn verify(
        engines: Engines,
        key: &PublicKey,
        message: &[u8],
        signature: &[u8],
    ) -> Result<(), Error> {
        verify(engines, key, message, signature)
    }

    fn verify_many(
        engines: Engines,
        signed: &[stateful::Signed<'_, PublicKey>],
    ) -> Vec<Result<(), Error>> {
        verify_many(engines, signed)
    }
}

impl Fields<'_> {
    /// `I ‖ SEED ‖ T[1]`, which is all that is left of an encoded key: its secret, and the public key.
    pub(crate) fn tree(&self, params: &Params) -> (Zeroizing<Vec<u8>>, PublicKey) {
        let (id, rest) = self.bytes.split_at(I_LEN);
        let (seed, root) = rest.split_at(params.ots.n);
        let mut array = [0; I_LEN];
        array.copy_from_slice(id);
        (secret(seed, id), PublicKey::new(*params, array, root))
    }
}
