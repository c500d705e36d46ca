//! Costs of what hashes with more than one function, whose blocks take different times: they are never
//! added up but by weights.

use core::iter::Sum;
use core::ops::{Add, Mul};

use super::Cost;
use crate::HashFunction;

/// A cost for each function that is there to be called.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Costs<T = Cost> {
    /// Compressions of SHA-256.
    pub sha256: T,
    /// Compressions of SHA-512.
    pub sha512: T,
    /// Permutations of Keccak, in SHAKE128 or SHAKE256.
    pub keccak: T,
}

impl Costs {
    /// The numbers, if they depend on nothing.
    #[must_use]
    pub fn exact(&self) -> Option<Costs<u64>> {
        let Self { sha256, sha512, keccak } = self;
        Some(Costs { sha256: sha256.exact()?, sha512: sha512.exact()?, keccak: keccak.exact()? })
    }

    /// The mean of all together if a block weighs as much as it says here. With the time that one block
    /// of each function takes this is the hash limit.
    #[must_use]
    pub fn weighted(&self, weights: &Costs<f64>) -> f64 {
        self.sha256.mean * weights.sha256
            + self.sha512.mean * weights.sha512
            + self.keccak.mean * weights.keccak
    }
}

impl Costs {
    /// The means for SHA-256, SHA-512 and Keccak.
    #[must_use]
    pub const fn means(&self) -> [f64; 3] {
        [self.sha256.mean, self.sha512.mean, self.keccak.mean]
    }
}

impl<T: Default> Costs<T> {
    /// A cost of one function alone.
    #[must_use]
    pub fn of(function: HashFunction, cost: T) -> Self {
        match function {
            HashFunction::Sha256 => Self { sha256: cost, ..Self::default() },
            HashFunction::Sha512 => Self { sha512: cost, ..Self::default() },
            HashFunction::Shake128 | HashFunction::Shake256 => {
                Self { keccak: cost, ..Self::default() }
            }
        }
    }
}

impl<T> Costs<T> {
    /// What comes of the cost of each function.
    fn map<U>(self, of: impl Fn(T) -> U) -> Costs<U> {
        let Self { sha256, sha512, keccak } = self;
        Costs { sha256: of(sha256), sha512: of(sha512), keccak: of(keccak) }
    }
}

/// Numbers that depend on nothing.
impl From<Costs<u64>> for Costs {
    fn from(costs: Costs<u64>) -> Self {
        costs.map(Cost::exactly)
    }
}

impl<T: Add<Output = T>> Add for Costs<T> {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            sha256: self.sha256 + other.sha256,
            sha512: self.sha512 + other.sha512,
            keccak: self.keccak + other.keccak,
        }
    }
}

/// So many times as much.
impl<T: Mul<u64, Output = T>> Mul<u64> for Costs<T> {
    type Output = Self;

    fn mul(self, times: u64) -> Self {
        self.map(|cost| cost * times)
    }
}

/// As many times as much as something that may depend on a message.
impl Mul<Costs<u64>> for Cost {
    type Output = Costs;

    fn mul(self, each: Costs<u64>) -> Costs {
        each.map(|each| self * each)
    }
}

impl<T: Add<Output = T> + Default> Sum for Costs<T> {
    fn sum<I: Iterator<Item = Self>>(costs: I) -> Self {
        costs.fold(Self::default(), Self::add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STEPS: Cost = Cost { least: 2, mean: 2.5, most: 4 };

    #[test]
    fn functions_are_kept_apart() {
        let secret = Costs::of(HashFunction::Sha256, 3);
        let (node, hash) = (Costs::of(HashFunction::Sha512, 5), HashFunction::Shake256);
        assert_eq!(secret * 2 + node, Costs { sha256: 6, sha512: 5, keccak: 0 });
        let all: Costs = [STEPS * secret, (node + Costs::of(hash, 7)).into()].into_iter().sum();
        let sha256 = Cost { least: 6, mean: 7.5, most: 12 };
        assert_eq!(all, Costs { sha256, sha512: Cost::exactly(5), keccak: Cost::exactly(7) });
        assert_eq!(all.exact(), None);
        assert_eq!(Costs::from(node * 3).exact(), Some(Costs { sha512: 15, ..Costs::default() }));
    }

    #[test]
    fn a_sum_by_weights_is_of_means() {
        let all = Costs { sha256: STEPS, sha512: Cost::exactly(10), keccak: Cost::exactly(100) };
        assert_eq!(all.weighted(&Costs { sha256: 2.0, sha512: 0.5, keccak: 0.25 }), 35.0);
    }
}
