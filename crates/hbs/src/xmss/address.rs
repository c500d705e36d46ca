//! Addresses (RFC 8391 section 2.5): eight words of 4 bytes.
//!
//! ```text
//! layer ‖ tree (8 bytes) ‖ 0 ‖ OTS leaf    ‖ chain  ‖ step  ‖ keyAndMask        one-time key
//! layer ‖ tree (8 bytes) ‖ 1 ‖ L-tree leaf ‖ height ‖ index ‖ keyAndMask        L-tree
//! layer ‖ tree (8 bytes) ‖ 2 ‖ 0           ‖ height ‖ index ‖ keyAndMask        tree
//! ```
//!
//! A height is that of the children, an index that of their parent. What hashes with an address fills
//! in the step and keyAndMask.

/// Bytes of an address.
pub(crate) const ADDRESS: usize = 32;

/// Addresses of one tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Address {
    /// That of the tree's layer, 0 at the bottom.
    pub(crate) layer: u32,
    /// The tree's number within its layer, from the left.
    pub(crate) tree: u64,
}

impl Address {
    /// Writes the addresses of the chains of a leaf, as many as there is room for.
    pub(crate) fn chains(self, leaf: u32, out: &mut [u8]) {
        self.each(out, OTS, |chain| [leaf, chain, 0]);
    }

    /// Writes the addresses of nodes of a leaf's L-tree whose children have this height.
    pub(crate) fn ltree(self, leaf: u32, height: u32, out: &mut [u8]) {
        self.each(out, LTREE, |index| [leaf, height, index]);
    }

    /// Writes the addresses of nodes from number `first` on whose children have this height.
    pub(crate) fn nodes(self, height: u32, first: u32, out: &mut [u8]) {
        self.each(out, TREE, |index| [0, height, first + index]);
    }

    fn each(self, out: &mut [u8], kind: u32, words: impl Fn(u32) -> [u32; 3]) {
        for (i, out) in (0..).zip(out.as_chunks_mut::<ADDRESS>().0) {
            out[..4].copy_from_slice(&self.layer.to_be_bytes());
            out[4..12].copy_from_slice(&self.tree.to_be_bytes());
            out[12..16].copy_from_slice(&kind.to_be_bytes());
            for (word, out) in words(i).into_iter().zip(out[16..].as_chunks_mut::<4>().0) {
                *out = word.to_be_bytes();
            }
            out[28..].fill(0);
        }
    }
}

const OTS: u32 = 0;
const LTREE: u32 = 1;
const TREE: u32 = 2;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stand_where_the_standard_has_them() {
        let address = Address { layer: 2, tree: 0x0102_0304_0506_0708 };
        let mut out = [0xff; 2 * ADDRESS];
        address.chains(9, &mut out);
        let words = |i: usize| {
            let words = out[i * ADDRESS..][..ADDRESS].as_chunks().0;
            words.iter().map(|word| u32::from_be_bytes(*word)).collect::<Vec<_>>()
        };
        assert_eq!(words(0), [2, 0x0102_0304, 0x0506_0708, 0, 9, 0, 0, 0]);
        assert_eq!(words(1), [2, 0x0102_0304, 0x0506_0708, 0, 9, 1, 0, 0]);
        address.ltree(9, 3, &mut out);
        let word = |i: usize| u32::from_be_bytes(*out[ADDRESS..].as_chunks().0.get(i).expect("8"));
        assert_eq!([3, 4, 5, 6, 7].map(word), [1, 9, 3, 1, 0]);
        address.nodes(4, 10, &mut out);
        let word = |i: usize| u32::from_be_bytes(*out[ADDRESS..].as_chunks().0.get(i).expect("8"));
        assert_eq!([3, 4, 5, 6, 7].map(word), [2, 0, 4, 11, 0]);
    }
}
