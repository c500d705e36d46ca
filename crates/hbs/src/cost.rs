//! How much is hashed: what each operation of this library costs, counted without doing it.
//!
//! All that a hash-based scheme does is hash, so a count of hashes is what time is to be compared
//! with: *hash limit = cost × time of one hash*. The unit is a call of the compression function for
//! SHA-2 and a permutation of Keccak for SHAKE. In LMS a chain's step, a secret and a leaf are one
//! each, and a node is two with SHA-256; a step of XMSS is three to five, with its key and mask, and
//! one of SPHINCS+ one to three. Counts follow from the parameters, from what the walk keeps of trees,
//! and from where a key stands, by arithmetic that takes a microsecond or so for any height and number
//! of levels; only fast keys of XMSS take longer. Tests hold them to what [`lanes::Counted`] counts, to
//! equality.
//!
//! ```text
//! Lms, Hss                keys: operations at an index
//! Xmss, FastXmss
//!  ├ levels               trees above trees: those in use, and those that grow to come next
//!  ├ walk                 leaves and nodes that each way through a tree computes
//!  └ chains               steps of the chains, which depend on the message
//! Sphincs                 keys that stand nowhere: operations
//!  ├ chains
//!  └ costs                of two hash functions at once
//! ```
//!
//! What a message hash is decides how many steps its signature takes. Without it a cost is the
//! [`Cost::mean`] over all message hashes, and its bounds; [`Lms::steps`], [`Hss::steps`],
//! [`Xmss::digits`] and [`Sphincs::steps`] read the steps out of a signature that was made, and make it
//! exact.
//!
//! ```
//! use hbs::{WalkKind, cost, lms};
//!
//! let set = lms::find("LMS-SHA256-M32-H10+LMOTS-SHA256-N32-W8")?;
//! let params = lms::Params::of(&set).expect("a set of LMS");
//! let key = cost::Lms::new(params, WalkKind::Default);
//! let message = cost::Message::new(1024);
//! assert_eq!(key.generate(), 8_934_398);
//! let (sign, verify) = (key.sign(0, &message), key.verify(&message));
//! assert_eq!((sign.mean.round(), verify.mean.round()), (4274.0, 4503.0));
//! # Ok::<(), signer::UnknownSet>(())
//! ```

mod chains;
mod costs;
mod hss;
mod levels;
mod lms;
mod sphincs;
mod tally;
mod walk;
mod xmss;

use core::iter::Sum;
use core::ops::{Add, AddAssign, Mul};

pub use costs::Costs;
pub use hss::Hss;
pub use lms::Lms;
pub use sphincs::Sphincs;
pub use xmss::{FastXmss, Xmss};

/// A number of compressions of SHA-2, or of permutations of Keccak, that may depend on the hash of a
/// message: over all hashes, each as likely as the other.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cost {
    /// For the cheapest hash.
    pub least: u64,
    /// On average.
    pub mean: f64,
    /// For the dearest hash.
    pub most: u64,
}

impl Cost {
    /// A number that depends on nothing.
    #[must_use]
    pub const fn exactly(count: u64) -> Self {
        Self { least: count, mean: count as f64, most: count }
    }

    /// The number, if it depends on nothing.
    #[must_use]
    pub fn exact(&self) -> Option<u64> {
        (self.least == self.most).then_some(self.least)
    }
}

impl Add for Cost {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let (least, most) = (self.least + other.least, self.most + other.most);
        Self { least, mean: self.mean + other.mean, most }
    }
}

impl AddAssign for Cost {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

/// So many times as much.
impl Mul<u64> for Cost {
    type Output = Self;

    fn mul(self, times: u64) -> Self {
        let (least, most) = (self.least * times, self.most * times);
        Self { least, mean: self.mean * times as f64, most }
    }
}

impl Sum for Cost {
    fn sum<I: Iterator<Item = Self>>(costs: I) -> Self {
        costs.fold(Self::default(), Self::add)
    }
}

/// The digits of a hash that a one-time key signs, checksum included, as far as costs depend on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digits {
    /// Their sum: steps of chains that signing takes.
    pub steps: u64,
    /// Those that are not 0: chains that signing takes steps of.
    pub begun: u64,
    /// Those that are not the largest: chains that verifying takes steps of.
    pub unfinished: u64,
}

/// A message, as far as costs depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Message {
    /// Bytes.
    pub len: usize,
    /// Whether signing derives `C` from the seed ([`Randomness::Deterministic`]), which is one hash
    /// more. Nothing to verifying.
    ///
    /// [`Randomness::Deterministic`]: signer::Randomness::Deterministic
    pub derived: bool,
    /// Steps of chains that signing takes, which is the sum of all digits; `None` for any hash.
    pub steps: Option<u64>,
}

impl Message {
    /// A message of `len` bytes and any hash, signed with a `C` that is given or drawn.
    #[must_use]
    pub const fn new(len: usize) -> Self {
        Self { len, derived: false, steps: None }
    }
}
