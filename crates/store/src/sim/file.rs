//! A file that is open.

use super::content::{Content, write};
use super::inner::broken;
use super::{Fault, Sim};
use crate::disk::{About, DiskFile};
use std::io;

#[derive(Debug)]
pub(super) struct SimFile {
    pub(super) disk: Sim,
    pub(super) file: u64,
    pub(super) epoch: u64,
    pub(super) holds: bool,
}

impl SimFile {
    /// Does an operation of this file, or what the plan says: `torn` is what it does then.
    fn run<T>(
        &self,
        whole: impl FnOnce(&mut Content) -> io::Result<T>,
        torn: impl FnOnce(&mut Content, usize),
    ) -> io::Result<T> {
        let mut inner = self.disk.lock();
        if inner.epoch != self.epoch {
            return Err(io::Error::other("it was opened before the power failed"));
        }
        let fault = inner.begin();
        let content = inner.files.get_mut(&self.file).ok_or(io::ErrorKind::NotFound)?;
        match fault {
            None => whole(content),
            Some(Fault::Lies | Fault::PowerAfter) => whole(content).and_then(|_| Err(broken())),
            Some(Fault::Torn(len)) => {
                torn(content, len);
                Err(broken())
            }
            Some(Fault::Refuses | Fault::Forgets | Fault::PowerBefore) => Err(broken()),
        }
    }
}

impl DiskFile for SimFile {
    fn read(&mut self, most: usize) -> io::Result<Vec<u8>> {
        self.run(
            |content| match content.now.len() > most {
                true => Err(io::ErrorKind::FileTooLarge.into()),
                false => Ok(content.now.clone()),
            },
            |_, _| {},
        )
    }

    fn write_at(&mut self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        let at = offset as usize;
        let put = |content: &mut Content, bytes: &[u8]| {
            write(&mut content.now, at, bytes);
            content.pending.push((at, bytes.to_vec()));
        };
        self.run(
            |content| {
                put(content, bytes);
                Ok(())
            },
            |content, len| put(content, &bytes[..len.min(bytes.len())]),
        )
    }

    fn sync(&mut self) -> io::Result<()> {
        {
            let mut inner = self.disk.lock();
            let inner = &mut *inner;
            let forgets = inner.plan == Some((inner.operations, Fault::Forgets));
            if forgets && let Some(content) = inner.files.get_mut(&self.file) {
                content.pending.clear();
            }
        }
        self.run(
            |content| {
                content.flush();
                Ok(())
            },
            |_, _| {},
        )
    }

    fn lock(&mut self) -> io::Result<bool> {
        let got = self.run(
            |content| {
                let free = !content.locked;
                content.locked = true;
                Ok(free)
            },
            |_, _| {},
        )?;
        self.holds |= got;
        Ok(got)
    }

    fn about(&self) -> io::Result<About> {
        self.run(|content| Ok(content.about(self.file)), |_, _| {})
    }
}

impl Drop for SimFile {
    fn drop(&mut self) {
        let mut inner = self.disk.lock();
        if self.holds
            && inner.epoch == self.epoch
            && let Some(content) = inner.files.get_mut(&self.file)
        {
            content.locked = false;
        }
    }
}
