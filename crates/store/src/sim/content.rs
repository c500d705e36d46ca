//! What a file has, and what of it is durable.

use super::Outcome;
use crate::disk::{About, Kind};

#[derive(Clone, Debug, Default)]
pub(super) struct Content {
    pub(super) now: Vec<u8>,
    pub(super) durable: Vec<u8>,
    /// Writes since the last sync.
    pub(super) pending: Vec<(usize, Vec<u8>)>,
    pub(super) locked: bool,
    pub(super) open_to_others: bool,
}

impl Content {
    /// What was written is durable.
    pub(super) fn flush(&mut self) {
        for (at, written) in std::mem::take(&mut self.pending) {
            write(&mut self.durable, at, &written);
        }
    }

    /// The power fails.
    pub(super) fn settle(&mut self, outcome: Outcome) {
        let mut bytes = std::mem::take(&mut self.durable);
        let pending = std::mem::take(&mut self.pending);
        let last = pending.len().saturating_sub(1);
        for (i, (at, written)) in pending.iter().enumerate() {
            let kept = match outcome {
                Outcome::Lost => 0,
                Outcome::Kept => written.len(),
                Outcome::TornAt(len) if i == last => len.min(written.len()),
                Outcome::TornAt(_) => written.len(),
                Outcome::LastAlone if i == last => written.len(),
                Outcome::LastAlone => 0,
            };
            write(&mut bytes, *at, &written[..kept]);
        }
        self.now.clone_from(&bytes);
        (self.durable, self.locked) = (bytes, false);
    }
}

/// Puts bytes at a place, behind zeros if it lies past the end.
pub(super) fn write(bytes: &mut Vec<u8>, at: usize, written: &[u8]) {
    if written.is_empty() {
        return;
    }
    let end = at + written.len();
    bytes.resize(bytes.len().max(end), 0);
    bytes[at..end].copy_from_slice(written);
}

impl Content {
    /// What the file system says of it.
    pub(super) fn about(&self, file: u64) -> About {
        let open_to_others = Some(self.open_to_others);
        let len = self.now.len() as u64;
        About { kind: Kind::File, len, open_to_others, inode: file, born: 0 }
    }
}
