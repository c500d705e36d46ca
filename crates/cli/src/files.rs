//! Files that are signed, and signatures.

use crate::answer::Failure;
use std::fs::OpenOptions;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// Whether it stands for the standard input or output.
pub(crate) fn is_standard(path: &Path) -> bool {
    path == Path::new("-")
}

/// All of a file, or of the standard input.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    let read = if is_standard(path) {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        std::fs::read(path)
    };
    read.map_err(|error| Failure::refused(format!("{} cannot be read: {error}", path.display())))
}

/// Where the signature of a file is, unless somebody says so.
pub(crate) fn signature_of(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".sig");
    name.into()
}

/// Writes a file: a new one, unless it may be in place of another.
pub(crate) fn write(path: &Path, bytes: &[u8], replace: bool) -> io::Result<()> {
    if is_standard(path) {
        let mut out = io::stdout().lock();
        return out.write_all(bytes).and_then(|()| out.flush());
    }
    let mut options = OpenOptions::new();
    match replace {
        true => options.write(true).create(true).truncate(true),
        false => options.write(true).create_new(true),
    };
    options.open(path)?.write_all(bytes)
}

/// The same, for one whose failure ends the command.
pub(crate) fn must_write(path: &Path, bytes: &[u8], replace: bool) -> Result<(), Failure> {
    write(path, bytes, replace).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => {
            Failure::refused(format!("{} is there already: choose another name", path.display()))
        }
        _ => Failure::refused(format!("{} cannot be written: {error}", path.display())),
    })
}
