//! Keys that count their leaves: of one tree (LMS, XMSS), or of trees above trees (HSS, XMSS^MT).
//!
//! ```text
//! key                          indices, and keys as bytes
//!  └ levels                    the tree in use at each level, and the one that comes next
//!     └ leaves                 one tree, leaf by leaf
//!        └ walk                its authentication paths
//! ```
//!
//! What a scheme adds to that is [`Stateful`]. A key may keep something else than levels, which is
//! [`Kept`] too, as the fast keys of XMSS do.

mod batch;
mod cached;
mod chapter;
mod kept;
mod key;
mod leaves;
mod levels;
mod shape;

use alloc::vec::Vec;
use core::fmt::Debug;

use lanes::Engines;
use signer::{Error, Indices, ParameterSet, Randomness, Scheme, SecretBytes};
use zeroize::Zeroizing;

use crate::tree::Tree;

pub(crate) use batch::{Verifier, of_those, verify_in_batches, with_keys};
pub use cached::{CachedSigner, Stored};
pub use chapter::Keys;
pub(crate) use kept::Kept;
pub use key::PrivateKey;
pub(crate) use leaves::Leaves;
pub(crate) use levels::Levels;
pub(crate) use shape::Shape;

/// A scheme whose leaves sign once each.
pub trait Stateful: Debug + Sync + Sized + 'static {
    /// One parameter set.
    type Params: Clone + Debug + Send + Sync;
    /// A decoded public key.
    type PublicKey: Clone + Debug + PartialEq + Send + Sync;
    /// A tree with its secrets.
    type Tree: Tree + Debug + Send + Sync;

    /// What it is called.
    const SCHEME: Scheme;

    /// The parameters of `set`; `None` if it is not of this scheme.
    fn params(set: &ParameterSet) -> Option<Self::Params>;

    /// Type words or OID.
    fn codes(params: &Self::Params) -> Vec<u32>;

    /// The heights of its trees.
    fn shape(params: &Self::Params) -> Shape;

    /// Bytes of a signature.
    fn signature_len(params: &Self::Params) -> usize;

    /// Bytes of what a key is generated from.
    fn secret_len(params: &Self::Params) -> usize;

    /// The tree at the top, from what the key is generated from.
    fn top(params: &Self::Params, secret: &[u8], engines: Engines) -> Self::Tree;

    /// The tree of level `level` that leaf `q` of the tree above signs. There is none in a scheme of
    /// one level.
    fn below(params: &Self::Params, above: &Self::Tree, q: u32, level: usize) -> Self::Tree;

    /// What a signature has of the tree above: its current leaf's signature of the tree below, whose
    /// root is given.
    fn link(above: &mut Leaves<Self::Tree>, below: &Self::Tree, root: &[u8]) -> Vec<u8>;

    /// Bytes of memory that the parameters take beside themselves, and what all trees of a key share.
    fn shared_len(params: &Self::Params, top: &Self::Tree) -> usize;

    /// The public key of a top tree with this root.
    fn public(params: &Self::Params, top: &Self::Tree, root: &[u8]) -> Self::PublicKey;

    /// Writes a public key.
    fn encode_public(public: &Self::PublicKey) -> Vec<u8>;

    /// The secret that a cache of the key is sealed with.
    fn seal(top: &Self::Tree) -> &[u8];

    /// Writes a key whose next signature has this index.
    fn encode(params: &Self::Params, top: &Self::Tree, root: &[u8], index: u64) -> SecretBytes;

    /// Bytes that [`encode`](Self::encode) writes.
    fn encoded_len(params: &Self::Params) -> usize;

    /// Reads a key that [`encode`](Self::encode) wrote.
    ///
    /// # Errors
    ///
    /// [`Error::Length`] and [`Error::Type`] for bytes that are no key of this set, [`Error::Index`]
    /// for an index past the last. Nothing is allocated before.
    fn decode(params: &Self::Params, bytes: &[u8]) -> Result<Encoded<Self>, Error>;

    /// The randomiser of the next signature, of the scheme's length, where that is the caller's choice.
    ///
    /// # Errors
    ///
    /// [`Error::Entropy`] if the source fails, [`Error::Length`] or [`Error::Unsupported`] for one that
    /// is given and does not fit.
    fn randomiser<'c>(
        levels: &Levels<Self>,
        randomness: Randomness<'_>,
        c: &'c mut [u8; RANDOMISER],
    ) -> Result<&'c [u8], Error>;

    /// Writes the signature with this index, all of whose trees are there, behind what `signature`
    /// holds, which has room for it.
    fn sign(
        levels: &mut Levels<Self>,
        index: u64,
        c: &[u8],
        message: &[u8],
        signature: &mut Vec<u8>,
    );

    /// Reads a public key.
    ///
    /// # Errors
    ///
    /// Those of decoding.
    fn decode_public(bytes: &[u8]) -> Result<Self::PublicKey, Error>;

    /// Verifies a signature, decoding included.
    ///
    /// # Errors
    ///
    /// [`Error::BadSignature`] if it does not verify; those of decoding.
    fn verify(
        engines: Engines,
        key: &Self::PublicKey,
        message: &[u8],
        signature: &[u8],
    ) -> Result<(), Error>;

    /// Verifies many signatures, as [`verify`](Self::verify) does each.
    fn verify_many(
        engines: Engines,
        signed: &[Signed<'_, Self::PublicKey>],
    ) -> Vec<Result<(), Error>>;
}

/// The fields of an encoded key.
#[derive(Debug)]
pub struct Encoded<S: Stateful> {
    /// From that of the next signature on.
    pub indices: Indices,
    /// What the key is generated from.
    pub secret: Zeroizing<Vec<u8>>,
    /// As it should come out.
    pub public: S::PublicKey,
}

/// Bytes of the longest randomiser.
pub(crate) const RANDOMISER: usize = 64;

/// A signature to be verified.
#[derive(Debug)]
pub struct Signed<'a, K> {
    /// The key that is to have signed.
    pub key: &'a K,
    /// What is to have been signed.
    pub message: &'a [u8],
    /// The encoded signature.
    pub signature: &'a [u8],
}

impl<K> Clone for Signed<'_, K> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<K> Copy for Signed<'_, K> {}
