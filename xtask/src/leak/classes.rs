//! The two classes of secrets: one that is always the same, and fresh ones.

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use std::hint::black_box;

/// Which secret a sample is taken with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// The one that is always the same.
    Fixed,
    /// Another each time.
    Random,
}

/// The secret of the fixed class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum FixedSecret {
    /// Drawn once, by the seed
    Drawn,
    /// All bits 0
    Zero,
}

/// Draws a class and its secret for each sample.
#[derive(Debug)]
pub(super) struct Classes {
    /// Where all that is drawn comes from: classes, secrets, and what is not secret.
    rng: StdRng,
    fixed: Vec<u8>,
    drawn: Vec<u8>,
    secret: Vec<u8>,
}

impl Class {
    /// 0 for fixed, 1 for random.
    pub(super) fn index(self) -> usize {
        self as usize
    }
}

impl Classes {
    /// Secrets of `len` bytes, the same for the same `seed`.
    pub(super) fn new(len: usize, fixed: FixedSecret, seed: u64) -> Self {
        let mut rng = StdRng::seed_from_u64(seed);
        let mut secret = vec![0; len];
        if fixed == FixedSecret::Drawn {
            rng.fill_bytes(&mut secret);
        }
        Self { rng, fixed: secret.clone(), drawn: secret.clone(), secret }
    }

    /// The secret of the fixed class.
    pub(super) fn fixed(&self) -> &[u8] {
        &self.fixed
    }

    /// The generator of all that is drawn, past the fixed secret.
    pub(super) fn rng(&mut self) -> &mut StdRng {
        &mut self.rng
    }

    /// The class of the next sample, its secret, and a generator for what is not secret.
    ///
    /// Both classes draw as much, run the same instructions and leave the secret in the same place:
    /// whatever the preparation does to caches, branch predictors and the generator, it does alike.
    /// The box is a must: a compiler that sees that the mask is 0 or 255 makes two copies of the loop
    /// and branches on the class, which what is timed next then finds in the history of branches.
    pub(super) fn next(&mut self) -> (Class, &[u8], &mut StdRng) {
        let mut coin = [0];
        self.rng.fill_bytes(&mut coin);
        self.rng.fill_bytes(&mut self.drawn);
        let random = coin[0] & 1;
        let mask = black_box(0u8.wrapping_sub(random));
        let both = self.fixed.iter().zip(&self.drawn);
        for (secret, (fixed, drawn)) in self.secret.iter_mut().zip(both) {
            *secret = fixed & !mask | drawn & mask;
        }
        let class = if random == 1 { Class::Random } else { Class::Fixed };
        (class, &self.secret, &mut self.rng)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fixed_secret_stays_and_the_random_one_does_not() {
        let mut classes = Classes::new(32, FixedSecret::Drawn, 1);
        let fixed = classes.fixed().to_vec();
        let mut random = Vec::new();
        for _ in 0..1000 {
            let (class, secret, _) = classes.next();
            match class {
                Class::Fixed => assert_eq!(secret, fixed),
                Class::Random => random.push(secret.to_vec()),
            }
        }
        // 500, and six standard deviations of it.
        assert!((405..=595).contains(&random.len()), "{}", random.len());
        random.push(fixed);
        let distinct: std::collections::HashSet<_> = random.iter().collect();
        assert_eq!(distinct.len(), random.len());
    }

    #[test]
    fn a_seed_gives_the_same_samples_again() {
        let draw = |seed| {
            let mut classes = Classes::new(8, FixedSecret::Drawn, seed);
            let mut one = || {
                let (class, secret, rng) = classes.next();
                let mut public = [0; 8];
                rng.fill_bytes(&mut public);
                (class, secret.to_vec(), public)
            };
            [one(), one(), one()]
        };
        assert_eq!(draw(7), draw(7));
        assert_ne!(draw(7), draw(8));
    }

    #[test]
    fn the_fixed_secret_may_be_zero() {
        assert_eq!(Classes::new(3, FixedSecret::Zero, 1).fixed(), [0; 3]);
    }
}
