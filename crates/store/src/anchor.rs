//! An anchor in a file that only grows: a log of how far a key's indices were given out.
//!
//! ```text
//! header  "hbs anchor 1\0\0\0\0" ‖ SHA-256(public key)[32] ‖ u64(first index) ‖ u64(0)
//! record  u64(number, from 1) ‖ u64(next index) ‖ 0[16] ‖ HMAC-SHA-256(key, header ‖ all before it)[32]
//! ```
//!
//! All have 64 bytes. What a crash leaves behind the last record is written over. Who cuts off the log's end
//! takes back what it knows: so it belongs where who has the key's folder cannot write, or only append.

use crate::disk::{Disk, DiskFile};
use crate::file::Identity;
use crate::slot::{Seal, hmac};
use hmac::{Hmac, Mac};
use sha2::Sha256;
use signer::{Error, MonotonicAnchor};
use std::fmt;
use std::io;
use std::path::Path;

/// Bytes of a record, and of the header.
const LEN: usize = 64;
/// The longest log: 16 million records.
const MOST: usize = 1 << 30;
const TITLE: [u8; 16] = *b"hbs anchor 1\0\0\0\0";

/// A log of how far a key's indices were given out.
pub struct LogAnchor {
    file: Box<dyn DiskFile>,
    mac: Hmac<Sha256>,
    /// Records that are good.
    records: u64,
    next: u64,
    poisoned: bool,
}

impl fmt::Debug for LogAnchor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { records, next, .. } = self;
        f.debug_struct("LogAnchor")
            .field("records", records)
            .field("next", next)
            .finish_non_exhaustive()
    }
}

impl LogAnchor {
    /// Makes an empty log for the indices from `start` on, synced, with the folder that it is in.
    ///
    /// # Errors
    ///
    /// [`Error::Storage`] if there is a file, or it cannot be written.
    pub fn create(
        disk: &dyn Disk,
        path: &Path,
        identity: Identity<'_>,
        start: u64,
    ) -> Result<(), Error> {
        let made = || -> io::Result<()> {
            let mut file = disk.create(path)?;
            file.write_at(0, &header(identity, start))?;
            file.sync()?;
            disk.sync_dir(
                path.parent().filter(|path| *path != Path::new("")).unwrap_or(Path::new(".")),
            )
        };
        made().map_err(|error| failed(path, "cannot be made", &error))
    }

    /// Opens the log of the indices from `start` on, and locks it.
    ///
    /// # Errors
    ///
    /// [`Error::Storage`] if it is not there, another's, damaged, or open already.
    pub fn open(
        disk: &dyn Disk,
        path: &Path,
        identity: Identity<'_>,
        start: u64,
    ) -> Result<Self, Error> {
        let refused = |what: &str| Error::storage(format!("the anchor {}: {what}", path.display()));
        let mut file = disk.open(path).map_err(|error| failed(path, "cannot be opened", &error))?;
        match file.lock() {
            Ok(true) => {}
            Ok(false) => return Err(refused("another program has it open")),
            Err(error) => return Err(failed(path, "cannot be locked", &error)),
        }
        let bytes = file.read(MOST).map_err(|error| failed(path, "cannot be read", &error))?;
        let header = header(identity, start);
        if !bytes.starts_with(&header) {
            return Err(refused("it is of another key, or of another part of it"));
        }
        let mut mac = key(identity.seed);
        mac.update(&header);
        let records = &bytes[LEN..];
        let mut last = records.len() / LEN;
        let good = |number: usize| match number.checked_sub(1) {
            None => Some(0),
            Some(before) => {
                decode(&mac, number as u64, records.get(before * LEN..)?.first_chunk()?)
            }
        };
        // The last may be torn, by length or in what it has: nobody had an index of it.
        if good(last).is_none() && last * LEN == records.len() {
            last -= 1;
        }
        let next = good(last)
            .ok_or_else(|| refused("it is damaged, not just at its end: the key must not sign"))?;
        Ok(Self { file, mac, records: last as u64, next, poisoned: false })
    }
}

impl MonotonicAnchor for LogAnchor {
    fn read(&mut self) -> Result<u64, Error> {
        match self.poisoned {
            true => Err(Error::storage("the anchor failed before; open the key again")),
            false => Ok(self.next),
        }
    }

    fn raise(&mut self, to: u64) -> Result<(), Error> {
        if to <= self.read()? {
            return Ok(());
        }
        self.poisoned = true;
        let number = self.records + 1;
        let record = encode(&self.mac, number, to);
        let written = self.file.write_at(number * LEN as u64, &record);
        written.and_then(|()| self.file.sync()).map_err(|error| {
            Error::storage(format!("the anchor cannot be raised ({error}); nothing more is signed"))
        })?;
        (self.records, self.next, self.poisoned) = (number, to, false);
        Ok(())
    }
}

fn header(identity: Identity<'_>, start: u64) -> [u8; LEN] {
    let mut header = [0; LEN];
    header[..16].copy_from_slice(&TITLE);
    header[16..48].copy_from_slice(&Seal::new(identity.seed, identity.public_key).fingerprint());
    header[48..56].copy_from_slice(&start.to_be_bytes());
    header
}

fn key(seed: &[u8]) -> Hmac<Sha256> {
    let mut derive = hmac(seed);
    derive.update(b"hbs anchor");
    hmac(&zeroize::Zeroizing::new(<[u8; 32]>::from(derive.finalize().into_bytes()))[..])
}

fn encode(mac: &Hmac<Sha256>, number: u64, next: u64) -> [u8; LEN] {
    let mut record = [0; LEN];
    record[..8].copy_from_slice(&number.to_be_bytes());
    record[8..16].copy_from_slice(&next.to_be_bytes());
    let code = mac.clone().chain_update(&record[..32]).finalize().into_bytes();
    record[32..].copy_from_slice(&code);
    record
}

fn decode(mac: &Hmac<Sha256>, number: u64, record: &[u8; LEN]) -> Option<u64> {
    let (all, code) = record.split_at(32);
    mac.clone().chain_update(all).verify_slice(code).ok()?;
    let [found, next] = [0, 8].map(|at| all[at..].first_chunk().copied().map(u64::from_be_bytes));
    next.filter(|_| found == Some(number))
}

fn failed(path: &Path, what: &str, error: &io::Error) -> Error {
    Error::storage(format!("the anchor {} {what}: {error}", path.display()))
}
