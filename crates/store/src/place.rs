//! Where a state is: what a copy of it does not have, and whether a place keeps what is written there.

use crate::disk::{About, Disk, DiskFile};
use sha2::{Digest, Sha256};
use std::io;
use std::time::{Duration, Instant};

/// What takes less than this is no sync: nothing was waited for.
const FREE: Duration = Duration::from_micros(5);
/// Syncs that are timed.
const TIMED: usize = 9;

/// What a copy of the file does not have: the machine, the file's number on its disk, and when it was made. Fresh
/// file systems number their files alike, so that the number alone does not tell a copy on another one.
pub(crate) fn place(disk: &dyn Disk, about: &About) -> [u8; 32] {
    let machine = disk.machine();
    let hash = Sha256::new().chain_update(b"hbs place").chain_update(about.inode.to_be_bytes());
    hash.chain_update(about.born.to_be_bytes()).chain_update(machine).finalize().into()
}

/// Writes and syncs a few times, and says what is wrong with the place if that costs nothing.
pub(crate) fn check_it_keeps(
    file: &mut dyn DiskFile,
    offset: u64,
    bytes: &[u8],
) -> io::Result<Result<(), String>> {
    let mut times = [Duration::ZERO; TIMED];
    for time in &mut times {
        file.write_at(offset, bytes)?;
        let start = Instant::now();
        file.sync()?;
        *time = start.elapsed();
    }
    times.sort_unstable();
    let middle = times[TIMED / 2];
    if middle >= FREE {
        return Ok(Ok(()));
    }
    Ok(Err(format!(
        "a sync takes {middle:?} here, so nothing is written to anything that keeps it; choose a folder on a disk (for \
         tests: --allow-volatile)"
    )))
}

pub(crate) const MOVED: &str = "the state was copied or moved here, or the machine is another one. If nothing signs with the \
                     key where it was, and never will, adopt it: adopt --skip N, with N at least as many as were \
                     signed there since it was copied";
