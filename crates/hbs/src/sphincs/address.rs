//! Addresses (FIPS 205 section 4.2): 32 bytes, or 22 where the hash function is SHA-2 (section 11.2).
//!
//! ```text
//! layer ‖ tree           ‖ 0 WOTS_HASH  ‖ keypair ‖ chain  ‖ step       a step of a chain
//! layer ‖ tree           ‖ 1 WOTS_PK    ‖ keypair ‖ 0      ‖ 0          a one-time public key
//! layer ‖ tree           ‖ 2 TREE       ‖ 0       ‖ height ‖ index      a node of a tree
//! 0     ‖ tree           ‖ 3 FORS_TREE  ‖ keypair ‖ height ‖ index      a node of a FORS tree
//! 0     ‖ tree           ‖ 4 FORS_ROOTS ‖ keypair ‖ 0      ‖ 0          a FORS public key
//! layer ‖ tree           ‖ 5 WOTS_PRF   ‖ keypair ‖ chain  ‖ 0          the start of a chain
//! 0     ‖ tree           ‖ 6 FORS_PRF   ‖ keypair ‖ 0      ‖ index      a secret of FORS
//! 4       12, of which 8   4              4         4        4            bytes of ADRS
//! 1       8                1              4         4        4            of ADRSc
//! ```
//!
//! A height is that of the node itself. What runs chains fills in the steps, in the last byte.

/// Addresses of one tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Address {
    pub(crate) form: Form,
    /// That of the tree's layer, 0 at the bottom.
    pub(crate) layer: u32,
    /// The tree's number within its layer, from the left.
    pub(crate) tree: u64,
}

/// How addresses are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// ADRS.
    Full,
    /// ADRSc.
    Compressed,
}

impl Form {
    /// Bytes of an address.
    pub(crate) const fn len(self) -> usize {
        match self {
            Self::Full => 32,
            Self::Compressed => 22,
        }
    }

    /// Where the last byte of the type is.
    const fn kind_at(self) -> usize {
        match self {
            Self::Full => 19,
            Self::Compressed => 9,
        }
    }
}

/// Bytes of the longer address.
pub(crate) const ADDRESS: usize = 32;

/// What is hashed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    WotsHash = 0,
    WotsPk = 1,
    Tree = 2,
    ForsTree = 3,
    ForsRoots = 4,
    WotsPrf = 5,
    ForsPrf = 6,
}

impl Address {
    /// Writes the address with this type and these three words.
    pub(crate) fn write(self, kind: Kind, words: [u32; 3], out: &mut [u8]) {
        let (first, last) = out.split_at_mut(self.form.kind_at() + 1);
        match self.form {
            Form::Full => {
                first[..4].copy_from_slice(&self.layer.to_be_bytes());
                first[4..8].fill(0);
                first[8..16].copy_from_slice(&self.tree.to_be_bytes());
                first[16..].copy_from_slice(&(kind as u32).to_be_bytes());
            }
            Form::Compressed => {
                first[0] = self.layer.to_le_bytes()[0];
                first[1..9].copy_from_slice(&self.tree.to_be_bytes());
                first[9] = kind as u8;
            }
        }
        for (word, out) in words.into_iter().zip(last.as_chunks_mut::<4>().0) {
            *out = word.to_be_bytes();
        }
    }

    /// Writes the addresses of the chains of a one-time key, as many as there is room for.
    pub(crate) fn chains(self, kind: Kind, keypair: u32, out: &mut [u8]) {
        for (chain, out) in (0..).zip(out.chunks_exact_mut(self.form.len())) {
            self.write(kind, [keypair, chain, 0], out);
        }
    }
}

/// Makes addresses, written back to back, those of another type with the same words.
pub(crate) fn retype(addresses: &mut [u8], form: Form, kind: Kind) {
    for address in addresses.chunks_exact_mut(form.len()) {
        address[form.kind_at()] = kind as u8;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(form: Form, kind: Kind) -> String {
        let address = Address { form, layer: 2, tree: 0x0102_0304_0506_0708 };
        let mut out = [0xff; ADDRESS];
        address.write(kind, [9, 10, 0x0b0c_0d0e], &mut out[..form.len()]);
        out[..form.len()].iter().map(|byte| format!("{byte:02x}")).collect()
    }

    #[test]
    fn words_stand_where_the_standard_has_them() {
        assert_eq!(
            written(Form::Full, Kind::ForsPrf),
            "0000000200000000010203040506070800000006000000090000000a0b0c0d0e"
        );
        assert_eq!(
            written(Form::Compressed, Kind::Tree),
            "02010203040506070802000000090000000a0b0c0d0e"
        );
    }

    #[test]
    fn another_type_changes_nothing_else() {
        for form in [Form::Full, Form::Compressed] {
            let address = Address { form, layer: 16, tree: u64::MAX };
            let mut out = vec![0xee; 3 * form.len()];
            address.chains(Kind::WotsPrf, 7, &mut out);
            retype(&mut out, form, Kind::WotsHash);
            let mut due = vec![0xdd; 3 * form.len()];
            address.chains(Kind::WotsHash, 7, &mut due);
            assert_eq!(out, due);
        }
    }
}
