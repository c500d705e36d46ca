//! The state of a tree as the reference code writes it. All integers are big-endian.
//!
//! ```text
//! stack ‖ u32(offset) ‖ levels ‖ auth ‖ keep ‖ treehash[0] ‖ … ‖ treehash[h-1] ‖ u32(next leaf)
//! treehash = u8(height) ‖ u32(next leaf) ‖ u8(used) ‖ u8(completed) ‖ node
//! ```

use alloc::vec::Vec;

use signer::Error;

use super::{Bds, TreeHash};

impl Bds {
    /// Bytes of an encoded state.
    pub(crate) const fn encoded_len(n: usize, height: u32) -> usize {
        let h = height as usize;
        (h + 1) * n + 4 + (h + 1) + h * n + h / 2 * n + h * (7 + n) + 4
    }

    /// Writes the state.
    pub(crate) fn encode(&self, out: &mut Vec<u8>) {
        out.extend(&self.stack);
        out.extend(self.offset.to_be_bytes());
        out.extend(&self.levels);
        out.extend(&self.auth);
        out.extend(&self.keep);
        for treehash in &self.treehash {
            out.push(treehash.height);
            out.extend(treehash.next_leaf.to_be_bytes());
            out.extend([treehash.used, treehash.completed.into()]);
            out.extend(&treehash.node);
        }
        out.extend(self.next_leaf.to_be_bytes());
    }

    /// Reads a state, [`encoded_len`](Self::encoded_len) bytes.
    ///
    /// # Errors
    ///
    /// [`Error::Corrupt`] for a counter that no state has.
    pub(crate) fn decode(n: usize, height: u32, bytes: &[u8]) -> Result<Self, Error> {
        let mut bds = Self::empty(n, height);
        let mut from = bytes;
        let mut take = |out: &mut [u8]| {
            let (taken, rest) = from.split_at(out.len());
            out.copy_from_slice(taken);
            from = rest;
        };
        let (mut byte, mut word) = ([0], [0; 4]);
        take(&mut bds.stack);
        take(&mut word);
        bds.offset = u32::from_be_bytes(word);
        [&mut bds.levels, &mut bds.auth, &mut bds.keep].into_iter().for_each(|out| take(out));
        for treehash in &mut bds.treehash {
            take(&mut byte);
            treehash.height = byte[0];
            take(&mut word);
            treehash.next_leaf = u32::from_be_bytes(word);
            take(&mut byte);
            treehash.used = byte[0];
            take(&mut byte);
            treehash.completed = match byte[0] {
                0 => false,
                1 => true,
                _ => return Err(Error::Corrupt { what: "completed flag of a treehash" }),
            };
            take(&mut treehash.node);
        }
        take(&mut word);
        bds.next_leaf = u32::from_be_bytes(word);
        bds.check().map(|()| bds)
    }

    /// Checks that counters are such as states have.
    fn check(&self) -> Result<(), Error> {
        let sound = |sound: bool, what| if sound { Ok(()) } else { Err(Error::Corrupt { what }) };
        sound(self.offset as usize <= self.levels.len(), "stack offset")?;
        let on_stack = &self.levels[..self.offset as usize];
        sound(on_stack.iter().all(|&level| u32::from(level) <= self.height), "stack levels")?;
        sound(self.next_leaf <= 1 << self.height, "next leaf of the tree")?;
        let mut used = 0;
        for (i, treehash) in self.treehash.iter().enumerate() {
            let TreeHash { height, next_leaf, .. } = *treehash;
            sound(usize::from(height) == i || height == 0, "height of a treehash")?;
            sound(next_leaf >> self.height == 0, "next leaf of a treehash")?;
            used += u32::from(treehash.used);
        }
        sound(used <= self.offset, "stack usage of a treehash")
    }
}
