//! Rows with bytes between them that nobody may write to.

use lanes::{Rows, RowsMut};

const UNTOUCHED: u8 = 0xa5;

/// Rows in a buffer with a gap after each but the last.
#[derive(Debug)]
pub(crate) struct Gaps {
    bytes: Vec<u8>,
    rows: usize,
    width: usize,
    stride: usize,
}

impl Gaps {
    /// The rows of `width` bytes in `flat`, with `gap` bytes between them.
    pub(crate) fn between(flat: &[u8], width: usize, gap: usize) -> Self {
        let mut bytes = Vec::new();
        for row in flat.chunks_exact(width) {
            bytes.extend_from_slice(row);
            bytes.resize(bytes.len() + gap, UNTOUCHED);
        }
        bytes.truncate(bytes.len().saturating_sub(gap));
        Self { bytes, rows: flat.len() / width, width, stride: width + gap }
    }

    pub(crate) fn rows(&self) -> Rows<'_> {
        Rows::strided(&self.bytes, self.rows, self.width, self.stride)
    }

    pub(crate) fn rows_mut(&mut self) -> RowsMut<'_> {
        RowsMut::strided(&mut self.bytes, self.rows, self.width, self.stride)
    }

    /// The rows without the gaps, in which nothing may have changed.
    #[track_caller]
    pub(crate) fn close(self) -> Vec<u8> {
        let mut flat = Vec::new();
        for row in self.bytes.chunks(self.stride) {
            let (row, gap) = row.split_at(self.width);
            assert!(gap.iter().all(|&byte| byte == UNTOUCHED), "written between rows");
            flat.extend_from_slice(row);
        }
        flat
    }
}
