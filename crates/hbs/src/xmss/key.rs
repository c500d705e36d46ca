//! Private keys (RFC 8391 sections 4.1.7, 4.2.2): how they are generated and encoded, and what they
//! sign (sections 4.1.9, 4.2.4).

use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

use lanes::Engines;
use signer::{Error, ParameterSet, Randomness, Scheme, SecretBytes, check_length};
use zeroize::Zeroizing;

use super::address::Address;
use super::codec::PublicKey;
use super::family::Family;
use super::params::Params;
use super::tree::{Secrets, XmssTree};
use super::verify::{verify, verify_many};
use crate::Options;
use crate::node::N_MAX;
use crate::stateful::{self, Encoded, Leaves, Levels, RANDOMISER, Shape, Stateful};

impl<F: Family> stateful::PrivateKey<F> {
    /// The key that `SK_SEED`, `SK_PRF` and `SEED` give, `n` bytes each.
    ///
    /// # Errors
    ///
    /// [`Error::Length`] for seeds of other lengths.
    pub fn from_seeds(params: Params, seeds: [&[u8]; 3], options: &Options) -> Result<Self, Error> {
        seeds.iter().try_for_each(|seed| check_length("seed", params.n(), seed))?;
        Self::from_secret(params, &Zeroizing::new(seeds.concat()), options)
    }
}

impl Leaves<XmssTree> {
    /// Writes `sig_ots ‖ auth`: the one-time signature of a hash by the current leaf, and its path.
    pub(crate) fn sign(&mut self, hash: &[u8], out: &mut [u8]) {
        let params = self.tree.secrets.params;
        let (signature, path) = out.split_at_mut(params.wots_len() * params.n());
        self.tree.sign_hash(self.leaf, hash, signature);
        self.walk.path(&self.tree, path);
    }
}

impl<F: Family> Stateful for F {
    type Params = Params;
    type PublicKey = PublicKey<F>;
    type Tree = XmssTree;

    const SCHEME: Scheme = F::SCHEME;

    fn params(set: &ParameterSet) -> Option<Params> {
        Params::of(set).filter(|params| params.scheme == F::SCHEME)
    }

    fn codes(params: &Params) -> Vec<u32> {
        vec![params.oid]
    }

    fn shape(params: &Params) -> Shape {
        Shape::new(params.n(), (0..params.d).map(|_| params.layer_height()))
    }

    fn signature_len(params: &Params) -> usize {
        params.signature_len()
    }

    fn secret_len(params: &Params) -> usize {
        3 * params.n()
    }

    fn top(params: &Params, secret: &[u8], engines: Engines) -> XmssTree {
        let secrets = Arc::new(Secrets::new(*params, secret, engines));
        XmssTree::new(secrets, Address { layer: params.d - 1, tree: 0 })
    }

    fn below(params: &Params, above: &XmssTree, q: u32, _: usize) -> XmssTree {
        let Address { layer, tree } = above.address;
        let tree = tree << params.layer_height() | u64::from(q);
        XmssTree::new(above.secrets.clone(), Address { layer: layer - 1, tree })
    }

    fn link(above: &mut Leaves<XmssTree>, _: &XmssTree, root: &[u8]) -> Vec<u8> {
        let mut link = vec![0; above.tree.secrets.params.layer_len()];
        above.sign(root, &mut link);
        link
    }

    fn shared_len(_: &Params, top: &XmssTree) -> usize {
        top.secrets.live_len()
    }

    fn public(params: &Params, top: &XmssTree, root: &[u8]) -> PublicKey<F> {
        PublicKey::new(*params, root, top.secrets.seed())
    }

    fn encode_public(public: &PublicKey<F>) -> Vec<u8> {
        public.encode()
    }

    fn seal(top: &XmssTree) -> &[u8] {
        top.secrets.sk_seed()
    }

    fn encode(params: &Params, top: &XmssTree, root: &[u8], index: u64) -> SecretBytes {
        let (len, secrets) = (params.index_len(), &top.secrets);
        let mut bytes = Vec::with_capacity(Self::encoded_len(params));
        bytes.extend(params.oid.to_be_bytes());
        let fits = index.checked_shr(8 * len as u32).unwrap_or(0) == 0;
        let written = if fits { index } else { index - 1 };
        bytes.extend(&written.to_be_bytes()[8 - len..]);
        bytes.extend(secrets.sk_seed());
        let at = bytes.len();
        bytes.extend(secrets.sk_prf());
        if !fits {
            bytes[at..].fill(0);
        }
        bytes.extend(root);
        bytes.extend(secrets.seed());
        SecretBytes::new(bytes)
    }

    fn encoded_len(params: &Params) -> usize {
        4 + params.index_len() + 4 * params.n()
    }

    fn decode(params: &Params, bytes: &[u8]) -> Result<Encoded<Self>, Error> {
        let expected = Self::encoded_len(params);
        if bytes.len() != expected {
            let len = |params: &Params| <Self as Stateful>::encoded_len(params);
            return Err(params.length("private key", expected, bytes, len));
        }
        let (oid, rest) = bytes.split_at(4);
        let found = oid.iter().fold(0, |oid, byte| oid << 8 | u32::from(*byte));
        if found != params.oid {
            return Err(Error::Type { what: "OID", expected: params.oid, found });
        }
        let (n, (index, rest)) = (params.n(), rest.split_at(params.index_len()));
        let index = index.iter().fold(0, |index, byte| index << 8 | u64::from(*byte));
        let (seeds, rest) = rest.split_at(2 * n);
        let (root, seed) = rest.split_at(n);
        let shape = Self::shape(params);
        let last = shape.end().is_some_and(|end| index + 1 == end);
        let full = params.index_len() * 8 == params.h as usize;
        let spent = last && full && seeds[n..].iter().all(|&byte| byte == 0);
        let indices = shape.indices(if spent { index + 1 } else { index })?;
        let secret = Zeroizing::new([seeds, seed].concat());
        Ok(Encoded { indices, secret, public: PublicKey::new(*params, root, seed) })
    }

    fn randomiser<'c>(
        _: &Levels<Self>,
        randomness: Randomness<'_>,
        _: &'c mut [u8; RANDOMISER],
    ) -> Result<&'c [u8], Error> {
        no_randomiser(&randomness)
    }

    fn sign(
        levels: &mut Levels<Self>,
        index: u64,
        _: &[u8],
        message: &[u8],
        signature: &mut Vec<u8>,
    ) {
        let (params, secrets) = (levels.params, levels.top().tree.secrets.clone());
        let mut hash = [0; N_MAX];
        let hash = secrets.begin(levels.top().root(), index, message, signature, &mut hash);
        let start = signature.len();
        signature.resize(start + params.layer_len(), 0);
        levels.bottom_mut().sign(hash, &mut signature[start..]);
        levels.links().rev().for_each(|link| signature.extend_from_slice(link));
    }

    fn decode_public(bytes: &[u8]) -> Result<PublicKey<F>, Error> {
        PublicKey::decode(bytes)
    }

    fn verify(
        engines: Engines,
        key: &PublicKey<F>,
        message: &[u8],
        signature: &[u8],
    ) -> Result<(), Error> {
        verify(engines, key, message, signature)
    }

    fn verify_many(
        engines: Engines,
        signed: &[stateful::Signed<'_, PublicKey<F>>],
    ) -> Vec<Result<(), Error>> {
        verify_many(engines, signed)
    }
}

/// XMSS derives its own.
pub(crate) fn no_randomiser(randomness: &Randomness<'_>) -> Result<&'static [u8], Error> {
    match randomness {
        Randomness::Deterministic | Randomness::Fresh(_) => Ok(&[]),
        Randomness::Given(_) => Err(Error::unsupported("XMSS derives its randomiser")),
    }
}
