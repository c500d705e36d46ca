//! Private keys (RFC 8554 sections 6.1 and 6.2): how they are generated and encoded, and what they
//! sign.

use alloc::vec::Vec;

use lanes::Engines;
use signer::{Error, ParameterSet, Randomness, Scheme, SecretBytes, check_length};

use super::children::{child, link};
use super::codec::PublicKey;
use super::params::Params;
use super::verify::{verify, verify_many};
use crate::Options;
use crate::lms::codec::Fields;
use crate::lms::key::{secret, tree};
use crate::lms::params::I_LEN;
use crate::lms::tree::LmsTree;
use crate::stateful::{self, Encoded, Leaves, Levels, RANDOMISER, Shape, Stateful};

/// HSS: keys of LMS trees above LMS trees.
///
/// A key is generated from `SEED`, `n` bytes, and then `I` of the top tree, and encoded as `u32(L)`,
/// for each level `u32(type) ‖ u32(otstype)`, then `u64(index) ‖ I ‖ SEED ‖ T[1]` of the top tree,
/// where the index is that of the next signature, or the number of all when none is left.
#[derive(Clone, Copy, Debug)]
pub struct Hss;

/// A private key of several levels.
pub type PrivateKey = stateful::PrivateKey<Hss>;

impl PrivateKey {
    /// The key whose top tree `SEED`, `n` bytes, and `I` give.
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
        check_length("seed", params.levels()[0].ots.n, seed)?;
        Self::from_secret(params, &secret(seed, &id), options)
    }
}

impl Stateful for Hss {
    type Params = Params;
    type PublicKey = PublicKey;
    type Tree = LmsTree;

    const SCHEME: Scheme = Scheme::Hss;

    fn params(set: &ParameterSet) -> Option<Params> {
        Params::of(set)
    }

    fn codes(params: &Params) -> Vec<u32> {
        params.levels().iter().flat_map(|level| [level.lms.code, level.ots.code]).collect()
    }

    fn shape(params: &Params) -> Shape {
        params.shape()
    }

    fn signature_len(params: &Params) -> usize {
        params.signature_len()
    }

    fn secret_len(params: &Params) -> usize {
        params.levels()[0].ots.n + I_LEN
    }

    fn top(params: &Params, secret: &[u8], engines: Engines) -> LmsTree {
        tree(params.levels()[0], secret, engines)
    }

    fn below(params: &Params, above: &LmsTree, q: u32, level: usize) -> LmsTree {
        child(params.levels()[level], above, q)
    }

    fn link(above: &mut Leaves<LmsTree>, below: &LmsTree, root: &[u8]) -> Vec<u8> {
        link(above, below, root)
    }

    fn shared_len(params: &Params, _: &LmsTree) -> usize {
        size_of_val(params.levels())
    }

    fn public(params: &Params, top: &LmsTree, root: &[u8]) -> PublicKey {
        let top = crate::lms::PublicKey::new(top.params, top.id, root);
        PublicKey::new(params.levels().len(), top)
    }

    fn encode_public(public: &PublicKey) -> Vec<u8> {
        public.encode()
    }

    fn seal(top: &LmsTree) -> &[u8] {
        top.seed.expose()
    }

    fn encode(params: &Params, top: &LmsTree, root: &[u8], index: u64) -> SecretBytes {
        let mut bytes = Vec::with_capacity(Self::encoded_len(params));
        bytes.extend((params.levels().len() as u32).to_be_bytes());
        Self::codes(params).iter().for_each(|code| bytes.extend(code.to_be_bytes()));
        bytes.extend(index.to_be_bytes());
        bytes.extend(top.id);
        bytes.extend(top.seed.expose());
        bytes.extend(root);
        SecretBytes::new(bytes)
    }

    fn encoded_len(params: &Params) -> usize {
        let top = params.levels()[0];
        4 + 8 * params.levels().len() + 8 + I_LEN + top.ots.n + top.lms.m
    }

    fn decode(params: &Params, bytes: &[u8]) -> Result<Encoded<Self>, Error> {
        let expected = Self::encoded_len(params);
        check_length("private key", expected, bytes)?;
        let mut fields = Fields::new("private key", bytes);
        fields.fixed("L", params.levels().len() as u32, expected)?;
        for level in params.levels() {
            fields.fixed("LMS type", level.lms.code, expected)?;
            fields.fixed("LM-OTS type", level.ots.code, expected)?;
        }
        let (high, low) = (fields.word(expected)?, fields.word(expected)?);
        let indices = Self::shape(params).indices(u64::from(high) << 32 | u64::from(low))?;
        let (secret, top) = fields.tree(&params.levels()[0]);
        Ok(Encoded { indices, secret, public: PublicKey::new(params.levels().len(), top) })
    }

    fn randomiser<'c>(
        levels: &Levels<Self>,
        randomness: Randomness<'_>,
        c: &'c mut [u8; RANDOMISER],
    ) -> Result<&'c [u8], Error> {
        levels.bottom().randomiser(randomness, c)
    }

    fn sign(levels: &mut Levels<Self>, _: u64, c: &[u8], message: &[u8], signature: &mut Vec<u8>) {
        signature.extend((levels.params.levels().len() as u32 - 1).to_be_bytes());
        levels.links().for_each(|link| signature.extend_from_slice(link));
        let start = signature.len();
        signature.resize(levels.params.signature_len(), 0);
        levels.bottom_mut().sign(c, message, &mut signature[start..]);
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
