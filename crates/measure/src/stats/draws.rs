//! Random numbers that are the same for the same seed, today and in every later version: what an
//! interval was yesterday it has to be tomorrow.

/// A sequence of random numbers: SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number
/// generators", OOPSLA 2014). To resample by, not to keep secrets with.
#[derive(Clone, Debug)]
pub struct Draws(u64);

impl Draws {
    /// The sequence of `seed`.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// 64 random bits.
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// One of the first `count` numbers from 0 on, which must not be none.
    pub fn below(&mut self, count: usize) -> usize {
        // Off by less than count / 2^64.
        ((u128::from(self.word()) * count as u128) >> 64) as usize
    }

    /// As many of `samples` as there are, with replacement, into `out`.
    pub fn resample(&mut self, samples: &[f64], out: &mut Vec<f64>) {
        out.clear();
        out.extend((0..samples.len()).map(|_| samples[self.below(samples.len())]));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sequence_is_the_published_one() {
        // https://prng.di.unimi.it/splitmix64.c, of seed 1234567.
        let mut draws = Draws::new(1_234_567);
        let first: Vec<_> = (0..3).map(|_| draws.word()).collect();
        let due = [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423];
        assert_eq!(first, due);
    }

    #[test]
    fn every_number_is_drawn_about_as_often() {
        let mut draws = Draws::new(1);
        let mut counts = [0; 7];
        (0..70_000).for_each(|_| counts[draws.below(7)] += 1);
        assert!(counts.iter().all(|count| (9_500..10_500).contains(count)), "{counts:?}");
    }
}
