//! The file system of the operating system.

use crate::disk::{About, Disk, DiskFile, Kind};
use std::fs::{self, File, Metadata, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// The file system of the operating system.
#[derive(Clone, Copy, Debug, Default)]
pub struct Os;

impl Disk for Os {
    fn create_dir(&self, path: &Path) -> io::Result<()> {
        #[cfg(unix)]
        {
            let mut builder = fs::DirBuilder::new();
            std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
            builder.create(path)
        }
        #[cfg(not(unix))]
        fs::create_dir(path)
    }

    fn create(&self, path: &Path) -> io::Result<Box<dyn DiskFile>> {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        Ok(Box::new(options.open(path)?))
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn DiskFile>> {
        Ok(Box::new(open(path, OpenOptions::new().read(true).write(true))?))
    }

    fn read(&self, path: &Path, most: usize) -> io::Result<Vec<u8>> {
        DiskFile::read(&mut open(path, OpenOptions::new().read(true))?, most)
    }

    fn sync_dir(&self, path: &Path) -> io::Result<()> {
        // Windows has no such thing, and needs none.
        if cfg!(unix) { File::open(path)?.sync_all() } else { Ok(()) }
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        fs::remove_file(path)
    }

    fn remove_dir(&self, path: &Path) -> io::Result<()> {
        fs::remove_dir(path)
    }

    fn about(&self, path: &Path) -> io::Result<About> {
        Ok(about(&fs::symlink_metadata(path)?))
    }

    fn machine(&self) -> Vec<u8> {
        let known = ["/etc/machine-id", "/var/lib/dbus/machine-id", "/etc/hostid"];
        known.iter().find_map(|path| fs::read(path).ok()).unwrap_or_default()
    }
}

impl DiskFile for File {
    fn read(&mut self, most: usize) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.seek(SeekFrom::Start(0))?;
        self.take(most as u64 + 1).read_to_end(&mut bytes)?;
        if bytes.len() > most {
            return Err(io::Error::new(
                io::ErrorKind::FileTooLarge,
                format!("it has more than {most} bytes"),
            ));
        }
        Ok(bytes)
    }

    fn write_at(&mut self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        #[cfg(unix)]
        return std::os::unix::fs::FileExt::write_all_at(self, bytes, offset);
        #[cfg(not(unix))]
        {
            self.seek(SeekFrom::Start(offset))?;
            self.write_all(bytes)
        }
    }

    fn sync(&mut self) -> io::Result<()> {
        self.flush()?;
        self.sync_data()
    }

    fn lock(&mut self) -> io::Result<bool> {
        match self.try_lock() {
            Ok(()) => Ok(true),
            Err(TryLockError::WouldBlock) => Ok(false),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }

    fn about(&self) -> io::Result<About> {
        Ok(about(&self.metadata()?))
    }
}

/// A file, and no link to one.
fn open(path: &Path, options: &OpenOptions) -> io::Result<File> {
    let named = about(&fs::symlink_metadata(path)?);
    if named.kind != Kind::File {
        return Err(io::Error::other(format!("it is no file but a {:?}", named.kind)));
    }
    let file = options.open(path)?;
    // Between the two calls the name may have been given to a link.
    if about(&file.metadata()?).inode != named.inode {
        return Err(io::Error::other("it was replaced while it was opened"));
    }
    Ok(file)
}

fn about(metadata: &Metadata) -> About {
    let kind = match metadata.file_type() {
        kind if kind.is_symlink() => Kind::Link,
        kind if kind.is_file() => Kind::File,
        kind if kind.is_dir() => Kind::Folder,
        _ => Kind::Other,
    };
    #[cfg(unix)]
    let (open_to_others, inode) = {
        use std::os::unix::fs::MetadataExt;
        (Some(metadata.mode() & 0o077 != 0), metadata.ino())
    };
    #[cfg(not(unix))]
    let (open_to_others, inode) = (None, 0);
    // A number that is the file's own, whatever the clock was then.
    let born = metadata.created().ok().and_then(|at| at.duration_since(std::time::UNIX_EPOCH).ok());
    let born = born.map_or(0, |born| born.as_nanos() as u64);
    About { kind, len: metadata.len(), open_to_others, inode, born }
}
