//! What a store asks of a file system, so that a test can put one in its place that fails.

use std::fmt::Debug;
use std::io;
use std::path::Path;

/// A file system.
pub trait Disk: Debug + Send + Sync {
    /// Creates a folder that only its owner may look into.
    ///
    /// # Errors
    ///
    /// Those of the file system, also if there is something of that name.
    fn create_dir(&self, path: &Path) -> io::Result<()>;

    /// Creates a file that only its owner may read and write.
    ///
    /// # Errors
    ///
    /// Those of the file system, also if there is something of that name.
    fn create(&self, path: &Path) -> io::Result<Box<dyn DiskFile>>;

    /// Opens a file that is there, to read and to write. A symbolic link is not followed.
    ///
    /// # Errors
    ///
    /// Those of the file system, also for what is no file.
    fn open(&self, path: &Path) -> io::Result<Box<dyn DiskFile>>;

    /// All of a file that is there, of which there may be no more than `most` bytes. A symbolic link is not
    /// followed, and nothing is written.
    ///
    /// # Errors
    ///
    /// Those of the file system, also for what is no file, and those of [`DiskFile::read`].
    fn read(&self, path: &Path, most: usize) -> io::Result<Vec<u8>>;

    /// Lets everything that was created, renamed and removed in a folder survive a failure of power.
    ///
    /// # Errors
    ///
    /// Those of the file system.
    fn sync_dir(&self, path: &Path) -> io::Result<()>;

    /// Gives a file another name, in place of one that has it.
    ///
    /// # Errors
    ///
    /// Those of the file system.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Removes a file.
    ///
    /// # Errors
    ///
    /// Those of the file system.
    fn remove(&self, path: &Path) -> io::Result<()>;

    /// Removes a folder that has nothing in it.
    ///
    /// # Errors
    ///
    /// Those of the file system, also if there is something in it.
    fn remove_dir(&self, path: &Path) -> io::Result<()>;

    /// What is there by that name.
    ///
    /// # Errors
    ///
    /// Those of the file system, [`io::ErrorKind::NotFound`] if there is nothing.
    fn about(&self, path: &Path) -> io::Result<About>;

    /// What tells this machine from all others; nothing if nothing does.
    fn machine(&self) -> Vec<u8>;
}

/// A file that is open.
pub trait DiskFile: Debug + Send {
    /// All of it, of which there may be no more than `most` bytes.
    ///
    /// # Errors
    ///
    /// Those of the file system, [`io::ErrorKind::FileTooLarge`] if it is longer.
    fn read(&mut self, most: usize) -> io::Result<Vec<u8>>;

    /// Writes bytes at an offset. They may be lost, in any part, until [`sync`](Self::sync) returns.
    ///
    /// # Errors
    ///
    /// Those of the file system. Any part may have been written.
    fn write_at(&mut self, offset: u64, bytes: &[u8]) -> io::Result<()>;

    /// Lets everything that was written survive a failure of power.
    ///
    /// # Errors
    ///
    /// Those of the file system. After one nobody knows what is there, whatever comes later.
    fn sync(&mut self) -> io::Result<()>;

    /// Keeps everybody else from locking it while it is open; `false` if somebody has.
    ///
    /// # Errors
    ///
    /// Those of the file system, also if it knows no locks.
    fn lock(&mut self) -> io::Result<bool>;

    /// What it is, whatever its name stands for by now.
    ///
    /// # Errors
    ///
    /// Those of the file system.
    fn about(&self) -> io::Result<About>;
}

/// What is known of a file or folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct About {
    /// What it is.
    pub kind: Kind,
    /// Its bytes.
    pub len: u64,
    /// Whether others than its owner may read or write it; none where there are no such modes.
    pub open_to_others: Option<bool>,
    /// A number of its own on its file system; 0 where there is none. A copy on another one may have the same.
    pub inode: u64,
    /// When it came into being, in nanoseconds by the clock of that time, to be compared and nothing else: a copy is
    /// younger. 0 where file systems do not know.
    pub born: u64,
}

/// What there can be by a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A file.
    File,
    /// A folder.
    Folder,
    /// A symbolic link.
    Link,
    /// A device, a socket or the like.
    Other,
}
