//! SPHINCS+ and SLH-DSA (FIPS 205). What is hashed is laid out in the chapter
//! [`sphincs`](crate::sphincs).

mod hashes;

use alloc::vec::Vec;

use lanes::Engines;
use signer::Error;

use self::hashes::Hashes;
use super::{Cost, Costs, chains};
use crate::sphincs::params::Shape;
use crate::sphincs::{Message, Params, PublicKey, verify, wots};

/// What the operations of a key of SPHINCS+ or SLH-DSA cost, and verifying its signatures. SHA2 sets
/// with `n` > 16 hash with two functions, so that costs are those of each.
///
/// A key hashes the block that `PK.seed` fills, with each function of a SHA2 set, once, when it is made;
/// each signature goes on from there, while verifying hashes it anew. [`shared`](Self::shared) is what
/// those blocks cost: whoever counts them with each signature, as one does whose key is the encoded one,
/// adds them to [`sign`](Self::sign). SHAKE sets have none.
///
/// Messages count with what stands before them: [`Message::len`], which with SLH-DSA is two bytes more
/// than the message has itself, and those of a context. Where randomness comes from costs nothing.
///
/// Signatures cost what the digits say that their one-time keys sign, as [`steps`](Self::steps) gives
/// them, from layer 0 at the bottom up; `None` for any digits.
///
/// ```
/// use hbs::{cost, sphincs};
///
/// let set = sphincs::find("SLH-DSA-SHA2-192f")?;
/// let params = sphincs::Params::of(&set).expect("a set of SLH-DSA");
/// let key = cost::Sphincs::new(params);
/// let sign = key.sign(params.message(&[0; 32]).len(), None);
/// assert_eq!((sign.sha256.mean.round(), sign.sha512.exact()), (160_122.0, Some(10_330)));
/// // Nanoseconds of one block of each.
/// let limit = sign.weighted(&cost::Costs { sha256: 17.6, sha512: 44.0, keccak: 50.3 });
/// assert_eq!((limit / 1e4).round() / 1e2, 3.27);
/// # Ok::<(), signer::UnknownSet>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Sphincs {
    hashes: Hashes,
    keeping_top: bool,
    /// Steps from the starts of chains to a signature of any digits.
    signing: Cost,
}

impl Sphincs {
    /// Keys of these parameters that keep their seeds.
    #[must_use]
    pub fn new(params: Params) -> Self {
        let signing = chains::signing(&wots::winternitz(&params));
        Self { hashes: Hashes::new(params), keeping_top: false, signing }
    }

    /// Whether they keep the nodes of their top tree, as those with [`WalkKind::Whole`] do.
    ///
    /// [`WalkKind::Whole`]: crate::WalkKind::Whole
    #[must_use]
    pub const fn keeping_top(self, keeping_top: bool) -> Self {
        Self { keeping_top, ..self }
    }

    /// Generating a key, from entropy or seeds: the top tree.
    #[must_use]
    pub fn generate(&self) -> Costs {
        (self.hashes.midstates() + self.tree()).into()
    }

    /// Loading a key, whether its root is found good or bad: as much. One of another length costs
    /// nothing.
    #[must_use]
    pub fn load(&self) -> Costs {
        self.generate()
    }

    /// Signing a message of `len` bytes. Of the digits only those in the top layer count: the chains
    /// below run to their ends anyway, for the trees that they are in.
    #[must_use]
    pub fn sign(&self, len: usize, steps: Option<&[u64]>) -> Costs {
        let Shape { d, .. } = self.shape();
        let lower = self.tree() * u64::from(d - 1);
        let fixed = self.hashes.prf_msg(len) + self.hashes.h_msg(len) + self.fors() + lower;
        let top = self.starts() + if self.keeping_top { Costs::default() } else { self.rest() };
        Costs::from(fixed + top) + self.steps_of(d - 1, steps) * self.hashes.f()
    }

    /// Verifying a signature of a message of `len` bytes, whether it is found good or bad, alone. One of
    /// another length than the set's costs nothing.
    ///
    /// Among many, neighbours of the same key have [`shared`](Self::shared) only once.
    #[must_use]
    pub fn verify(&self, len: usize, steps: Option<&[u64]>) -> Costs {
        let Shape { d, k, a, .. } = self.shape();
        let (winternitz, node) = (wots::winternitz(&self.hashes.params), self.hashes.h());
        let few_time = (self.hashes.f() + node * a.into()) * k.into() + self.hashes.t_k();
        let layers = (self.hashes.t_len() + node * self.shape().hp().into()) * d.into();
        let fixed = self.hashes.midstates() + self.hashes.h_msg(len) + few_time + layers;
        let left = |layer| chains::verifying(&winternitz, self.steps_of(layer, steps));
        Costs::from(fixed) + (0..d).map(left).sum::<Cost>() * self.hashes.f()
    }

    /// What verifying has of the key alone: the block that `PK.seed` fills, with each function of a SHA2
    /// set.
    #[must_use]
    pub fn shared(&self) -> Costs {
        self.hashes.midstates().into()
    }

    /// Steps from the starts of chains to the one-time signatures of this signature, those of each layer
    /// together, from layer 0 at the bottom up.
    ///
    /// # Errors
    ///
    /// [`Error::Length`] for a signature of another length than the set's.
    pub fn steps(
        engines: Engines,
        key: &PublicKey,
        message: &Message<'_>,
        signature: &[u8],
    ) -> Result<Vec<u64>, Error> {
        let signed = verify::signed(engines, key, message, signature)?;
        let winternitz = wots::winternitz(key.params());
        Ok(signed.iter().map(|signed| chains::of(&winternitz, signed)).collect())
    }

    const fn shape(&self) -> Shape {
        self.hashes.params.shape
    }

    /// Steps of signing in a layer.
    fn steps_of(&self, layer: u32, steps: Option<&[u64]>) -> Cost {
        let steps = steps.and_then(|steps| steps.get(layer as usize));
        steps.map_or(self.signing, |steps| Cost::exactly(*steps))
    }

    /// The trees and the public key of FORS. Which leaves are revealed costs nothing: their secrets are
    /// among those that the trees need.
    fn fors(&self) -> Costs<u64> {
        let Shape { k, a, .. } = self.shape();
        let leaf = self.hashes.prf() + self.hashes.f();
        let (leaves, nodes) = (1 << a, (1 << a) - 1);
        (leaf * leaves + self.hashes.h() * nodes) * k.into() + self.hashes.t_k()
    }

    /// A tree of one layer.
    fn tree(&self) -> Costs<u64> {
        let leaves = 1 << self.shape().hp();
        self.leaf() * leaves + self.hashes.h() * (leaves - 1)
    }

    /// What the path of a leaf needs of its tree: all of it but the leaf and the nodes above it.
    fn rest(&self) -> Costs<u64> {
        let hp = self.shape().hp();
        let others = (1 << hp) - 1;
        self.leaf() * others + self.hashes.h() * (others - u64::from(hp))
    }

    /// A leaf: secrets, whole chains and public key.
    fn leaf(&self) -> Costs<u64> {
        let steps = chains::whole(&wots::winternitz(&self.hashes.params));
        self.starts() + self.hashes.f() * steps + self.hashes.t_len()
    }

    /// Where the chains of a leaf start.
    fn starts(&self) -> Costs<u64> {
        self.hashes.prf() * self.shape().wots_len() as u64
    }
}
