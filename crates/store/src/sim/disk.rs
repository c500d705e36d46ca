//! The operations of a simulated file system.

use super::Sim;
use super::content::Content;
use super::file::SimFile;
use super::inner::Entry;
use crate::disk::{About, Disk, DiskFile, Kind};
use std::io;
use std::path::Path;

impl Disk for Sim {
    fn create_dir(&self, path: &Path) -> io::Result<()> {
        self.lock().named(|inner| inner.place(path, Entry::Folder))
    }

    fn create(&self, path: &Path) -> io::Result<Box<dyn DiskFile>> {
        let mut inner = self.lock();
        let (file, epoch) = inner.named(|inner| {
            let file = inner.last + 1;
            inner.place(path, Entry::File(file))?;
            inner.last = file;
            inner.files.insert(file, Content::default());
            Ok((file, inner.epoch))
        })?;
        Ok(Box::new(SimFile { disk: self.clone(), file, epoch, holds: false }))
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn DiskFile>> {
        let mut inner = self.lock();
        let (file, epoch) = inner.named(|inner| Ok((inner.file(path)?, inner.epoch)))?;
        Ok(Box::new(SimFile { disk: self.clone(), file, epoch, holds: false }))
    }

    fn read(&self, path: &Path, most: usize) -> io::Result<Vec<u8>> {
        self.open(path)?.read(most)
    }

    fn sync_dir(&self, path: &Path) -> io::Result<()> {
        self.lock().named(|inner| {
            inner.durable.retain(|name, _| name.parent() != Some(path));
            let names = inner.names.iter().filter(|(name, _)| name.parent() == Some(path));
            let names: Vec<_> = names.map(|(name, entry)| (name.clone(), *entry)).collect();
            inner.durable.extend(names);
            inner
                .changes
                .retain(|change| change.iter().any(|(name, _)| name.parent() != Some(path)));
            Ok(())
        })
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.lock().named(|inner| {
            let file = inner.file(from)?;
            let change = [(from, None), (to, Some(Entry::File(file)))];
            inner.change(change.map(|(name, entry)| (name.to_owned(), entry)).to_vec());
            Ok(())
        })
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        self.lock().named(|inner| {
            inner.file(path)?;
            inner.change(vec![(path.to_owned(), None)]);
            Ok(())
        })
    }

    fn remove_dir(&self, path: &Path) -> io::Result<()> {
        self.lock().named(|inner| {
            if inner.names.get(path) != Some(&Entry::Folder) {
                return Err(io::ErrorKind::NotFound.into());
            }
            if inner.names.keys().any(|name| name.parent() == Some(path)) {
                return Err(io::ErrorKind::DirectoryNotEmpty.into());
            }
            inner.change(vec![(path.to_owned(), None)]);
            Ok(())
        })
    }

    fn about(&self, path: &Path) -> io::Result<About> {
        self.lock().named(|inner| match inner.names.get(path) {
            None => Err(io::ErrorKind::NotFound.into()),
            Some(Entry::File(file)) => Ok(inner.files[file].about(*file)),
            Some(entry) => {
                let kind = if *entry == Entry::Link { Kind::Link } else { Kind::Folder };
                Ok(About { kind, len: 0, open_to_others: Some(false), inode: 0, born: 0 })
            }
        })
    }

    fn machine(&self) -> Vec<u8> {
        self.lock().machine.clone()
    }
}
