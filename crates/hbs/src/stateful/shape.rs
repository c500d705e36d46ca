//! Heights of trees above trees, and where an index stands in them.

use signer::{Error, Indices};

use crate::walk::{MOST, WalkKind};

/// The heights of the trees of a key, level by level from the top. An index has as many bits as the
/// levels together, those of the top first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    n: usize,
    levels: usize,
    heights: [u32; MOST_LEVELS],
}

/// Levels of XMSS^MT at most; HSS has 8.
const MOST_LEVELS: usize = 12;

impl Shape {
    /// Trees of these heights, that at the top first, whose nodes have `n` bytes.
    pub(crate) fn new(n: usize, heights: impl ExactSizeIterator<Item = u32>) -> Self {
        let mut shape = Self { n, levels: heights.len(), heights: [0; MOST_LEVELS] };
        shape.heights.iter_mut().zip(heights).for_each(|(height, of)| *height = of);
        shape
    }

    /// Number of levels.
    pub(crate) const fn levels(&self) -> usize {
        self.levels
    }

    /// Height of the trees of level `i`.
    pub(crate) fn height(&self, i: usize) -> u32 {
        self.heights[i]
    }

    /// The indices from one on.
    ///
    /// # Errors
    ///
    /// [`Error::Index`] for an index past the last.
    pub(crate) fn indices(&self, from: u64) -> Result<Indices, Error> {
        Indices::new(from, self.end())
    }

    /// Number of signatures that a key can make, if it fits 64 bits.
    pub(crate) fn end(&self) -> Option<u64> {
        1_u64.checked_shl(self.heights.iter().sum())
    }

    /// Heights of all levels below level `i` together: as many low bits of an index are theirs.
    pub(crate) fn below(&self, i: usize) -> u32 {
        self.heights[i + 1..].iter().sum()
    }

    /// Number of levels below level `i`.
    pub(crate) const fn levels_below(&self, i: usize) -> u64 {
        (self.levels - 1 - i) as u64
    }

    /// Whether the next tree of level `i` grows at the signature with this index: at the bottom at each
    /// one, above it at one of each leaf. That is not the leaf's first, which costs more, and of no two
    /// levels above the bottom the same one, as the lowest tree has more leaves than there are levels:
    /// none has more than two leaves computed, if nothing was missed.
    pub(crate) fn grows(&self, i: usize, index: u64) -> bool {
        match self.below(i) {
            0 => true,
            // There are more indices than levels.
            below if below < u64::BITS => index & ((1 << below) - 1) == self.levels_below(i),
            _ => false,
        }
    }

    /// How many leaves the next tree of level `i` has before the signature with this index, if it grew
    /// at each one that [`grows`](Self::grows) says.
    pub(crate) fn grown(&self, i: usize, index: u64) -> u32 {
        let of_this_leaf = 1_u64.checked_shl(self.below(i)).map_or(0, |all| index & (all - 1));
        self.leaf(i, index) + u32::from(of_this_leaf > self.levels_below(i))
    }

    /// What the default means for a tree of level `i`.
    pub(crate) fn walk(&self, kind: WalkKind, i: usize) -> WalkKind {
        // Below the top there are a tree and the next one.
        kind.within(self.n, self.height(i), MOST / (2 * self.levels() - 1))
    }

    /// Where a key stands whose next signature has this index: one that is used up at its last index,
    /// which will not sign.
    pub(crate) fn standing(&self, index: u64) -> u64 {
        self.end().map_or(index, |end| index.min(end - 1))
    }

    /// The leaf of level `i` at this index.
    pub(crate) fn leaf(&self, i: usize, index: u64) -> u32 {
        let leaves = (1 << self.height(i)) - 1;
        // At most 2^25.
        (index.checked_shr(self.below(i)).unwrap_or(0) & leaves) as u32
    }

    /// Which tree of level `i` is in use at this index, from 0.
    pub(crate) fn tree(&self, i: usize, index: u64) -> u64 {
        index.checked_shr(self.below(i) + self.height(i)).unwrap_or(0)
    }

    /// How many signatures have been made at this index with the tree of level `i` that is in use.
    pub(crate) fn leaf_and_below(&self, i: usize, index: u64) -> u64 {
        let bits = self.below(i) + self.height(i);
        1_u64.checked_shl(bits).map_or(index, |all| index & (all - 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_index_is_a_leaf_of_each_level() {
        let shape = Shape::new(32, [10, 5, 2].into_iter());
        let index = 3 << 7 | 17 << 2 | 1;
        assert_eq!([0, 1, 2].map(|i| shape.leaf(i, index)), [3, 17, 1]);
        assert_eq!([0, 1, 2].map(|i| shape.tree(i, index)), [0, 3, 3 << 5 | 17]);
        assert_eq!([0, 1, 2].map(|i| shape.leaf_and_below(i, index)), [index, 17 << 2 | 1, 1]);
        assert_eq!((shape.end(), shape.below(0), shape.below(2)), (Some(1 << 17), 7, 0));
    }

    #[test]
    fn trees_grow_once_for_each_leaf_two_at_a_time_at_most() {
        for heights in [&[5; 4][..], &[3; 6], &[4; 4], &[3, 2], &[4]] {
            let shape = Shape::new(32, heights.iter().copied());
            let end = shape.end().expect("few indices");
            let mut grown = vec![0; heights.len()];
            for index in 0..end {
                for (i, grown) in grown.iter().enumerate() {
                    // Of this tree.
                    let due = grown - (shape.tree(i, index) << heights[i]);
                    assert_eq!(u64::from(shape.grown(i, index)), due);
                }
                let grows = (0..heights.len()).filter(|i| shape.grows(*i, index));
                let grows: Vec<_> = grows.collect();
                assert!(grows.len() <= 2 && grows.last() == Some(&(heights.len() - 1)));
                // Not when the leaf has just begun.
                let begins = |i: usize| index.trailing_zeros() >= shape.below(i);
                assert!(grows.iter().all(|i| shape.below(*i) == 0 || !begins(*i)));
                grows.into_iter().for_each(|i| grown[i] += 1);
            }
            // Once for each leaf.
            let due: Vec<_> = (0..heights.len()).map(|i| end >> shape.below(i)).collect();
            assert_eq!(grown, due, "{heights:?}");
        }
    }

    #[test]
    fn more_levels_than_an_index_has_bits() {
        let shape = Shape::new(32, [25; 8].into_iter());
        assert_eq!(shape.end(), None);
        assert_eq!((shape.leaf(0, u64::MAX), shape.tree(0, u64::MAX)), (0, 0));
        assert_eq!(
            (shape.leaf(7, u64::MAX), shape.leaf(5, u64::MAX)),
            ((1 << 25) - 1, (1 << 14) - 1)
        );
        assert_eq!(shape.leaf_and_below(3, u64::MAX), u64::MAX);
        assert_eq!((shape.grown(3, u64::MAX), shape.grown(7, 5)), (0, 5));
    }
}
