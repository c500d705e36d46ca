//! Where samples are cropped: most of the noise is in the slowest ones, and a small leak shows only
//! without them.

/// Number of crops.
pub(super) const CROPS: u32 = 100;

/// A test of its own, of the samples up to a limit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Crop {
    /// Share of the first batch below the limit, 0 to 1.
    pub(super) share: f64,
    /// Samples of more ticks are left out. Those of as many are not, unlike in dudect: where the clock
    /// is coarse most are the same, and no crop would keep any.
    pub(super) limit: u64,
}

/// The crops that a first batch of times gives, the tightest first; none without a batch. Sorts it.
///
/// Limits that were taken from the samples that they are used on would depend on which class had the
/// slow ones, so the batch is not judged.
pub(super) fn crops(batch: &mut [u64]) -> Vec<Crop> {
    batch.sort_unstable();
    let crop = |i| {
        let share = share(i);
        let rank = (share * batch.len() as f64) as usize;
        batch.get(rank).map(|limit| Crop { share, limit: *limit })
    };
    (0..CROPS).filter_map(crop).collect()
}

/// 1 - 0.5^(10 (i + 1) / 100) as dudect has them: from 6.7 % to 99.9 %, closer together where the slow
/// samples begin.
fn share(i: u32) -> f64 {
    1.0 - 0.5f64.powf(10.0 * f64::from(i + 1) / f64::from(CROPS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_those_of_dudect() {
        assert!((share(0) - 0.066_967).abs() < 1e-6);
        assert!((share(9) - 0.5).abs() < 1e-12);
        assert!((share(19) - 0.75).abs() < 1e-12);
        assert!((share(99) - 1023.0 / 1024.0).abs() < 1e-12);
    }

    #[test]
    fn limits_are_ranks_of_the_sorted_batch() {
        let mut batch: Vec<u64> = (0..1024).rev().map(|i| 10 * i).collect();
        let crops = crops(&mut batch);
        assert_eq!(crops.len(), 100);
        // 0.066967 * 1024 = 68.57: 68 samples are below the limit.
        assert_eq!(crops[0].limit, 680);
        assert_eq!(crops[9], Crop { share: 0.5, limit: 5120 });
        assert_eq!(crops[99].limit, 10_230);
        assert!(crops.is_sorted_by_key(|crop| crop.limit));
    }

    #[test]
    fn a_batch_of_none_or_one_crops_without_panic() {
        assert_eq!(crops(&mut []), []);
        assert!(crops(&mut [7]).iter().all(|crop| crop.limit == 7));
    }
}
