//! FIPS 205 sections 4.2 and 11.2: addresses.

/// `ADRS`.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Address([u8; 32]);

/// Types of addresses.
#[derive(Clone, Copy, Debug)]
pub(super) enum Type {
    WotsHash = 0,
    WotsPk = 1,
    Tree = 2,
    ForsTree = 3,
    ForsRoots = 4,
    WotsPrf = 5,
}

impl Address {
    pub(super) fn set_layer(&mut self, layer: u32) {
        self.set(0, layer);
    }

    /// Of its 12 bytes a tree's number has the last 8.
    pub(super) fn set_tree(&mut self, tree: u64) {
        self.set(4, 0);
        self.set(8, (tree >> 32) as u32);
        self.set(12, tree as u32);
    }

    pub(super) fn set_type_and_clear(&mut self, kind: Type) {
        self.set(16, kind as u32);
        self.0[20..].fill(0);
    }

    pub(super) fn set_key_pair(&mut self, key_pair: u32) {
        self.set(20, key_pair);
    }

    pub(super) fn key_pair(&self) -> u32 {
        u32::from_be_bytes(*self.0[20..].first_chunk().expect("12 bytes"))
    }

    pub(super) fn set_chain(&mut self, chain: u32) {
        self.set(24, chain);
    }

    pub(super) fn set_tree_height(&mut self, height: u32) {
        self.set(24, height);
    }

    pub(super) fn set_hash(&mut self, step: u32) {
        self.set(28, step);
    }

    pub(super) fn set_tree_index(&mut self, index: u32) {
        self.set(28, index);
    }

    /// As SHAKE256 has it.
    pub(super) fn full(&self) -> Vec<u8> {
        self.0.to_vec()
    }

    /// `ADRSc`, as SHA-2 has it.
    pub(super) fn compressed(&self) -> Vec<u8> {
        [&self.0[3..4], &self.0[8..16], &self.0[19..20], &self.0[20..32]].concat()
    }

    fn set(&mut self, at: usize, word: u32) {
        self.0[at..at + 4].copy_from_slice(&word.to_be_bytes());
    }
}
