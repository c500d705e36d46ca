//! The file of a database, and its folder.
//!
//! Nothing here opens a database that is there: closing it would end the locks that SQLite has on it for the whole
//! process.

use crate::disk::{Disk, Kind};
use crate::place::{check_it_keeps, place};
use crate::{Options, Os};
use std::ffi::OsString;
use std::io;
use std::path::Path;

/// Makes an empty database for its owner's eyes, if there is none, in a folder that keeps it.
pub(super) fn make(path: &Path, options: Options) -> Result<(), String> {
    named(path)?;
    if !options.allow_volatile {
        keeps(path)?;
    }
    match Os.about(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        _ => return check(path),
    }
    let failed = |error: io::Error| format!("it cannot be made: {error}");
    match Os.create(path) {
        // Another process made it at the same time.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return check(path),
        file => drop(file.map_err(failed)?),
    }
    Os.sync_dir(folder(path)).map_err(failed)
}

/// Checks what there is by the name of a database.
pub(super) fn check(path: &Path) -> Result<(), String> {
    named(path)?;
    let about = Os.about(path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => MISSING.to_owned(),
        _ => format!("it cannot be opened: {error}"),
    })?;
    match about.kind {
        Kind::File => {}
        Kind::Link => return Err("it is a symbolic link: give the place itself".into()),
        _ => return Err("it is no file".into()),
    }
    if about.open_to_others == Some(true) {
        return Err("others may read or write it: chmod go= it, and ask who could have".into());
    }
    #[cfg(unix)]
    {
        // A journal is found by the name of its database: by another name a crash is not recovered from.
        use std::os::unix::fs::MetadataExt;
        let links = std::fs::symlink_metadata(path).map_or(1, |metadata| metadata.nlink());
        if links != 1 {
            return Err(format!("it has {links} names: remove all but the one that is used"));
        }
    }
    Ok(())
}

/// What a copy of the database does not have: the machine, and the file's number on its disk.
pub(super) fn here(path: &Path) -> Result<String, String> {
    let about = Os.about(path).map_err(|error| format!("it cannot be looked at: {error}"))?;
    Ok(place(&Os, &about).iter().map(|byte| format!("{byte:02x}")).collect())
}

fn named(path: &Path) -> Result<(), String> {
    match path.as_os_str() == ":memory:" || path.file_name().is_none() {
        true => {
            Err("this is no file: a counter in memory is forgotten; name a file on a disk".into())
        }
        false => Ok(()),
    }
}

/// Checks that a sync waits for something, by a file beside the database.
fn keeps(path: &Path) -> Result<(), String> {
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(format!(".{}.sync", std::process::id()));
    let probe = folder(path).join(name);
    let kept = Os.create(&probe).and_then(|mut file| check_it_keeps(&mut *file, 0, &[0; 4096]));
    let removed = Os.remove(&probe);
    let kept = kept.and_then(|kept| removed.map(|()| kept));
    kept.map_err(|error| format!("its folder cannot be written to: {error}"))?
}

fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    }
}

const MISSING: &str = "the database is missing. If it was moved, move it back. Without it nobody knows which indices were \
                       used: never use its keys again";
