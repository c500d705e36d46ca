//! Checks that what was tampered with is refused, and refused without a panic.

use super::subject::{Flaw, Verdict, fail, skip};
use super::{Run, Signed, Subject};
use crate::{Error, Field, quietly};

impl Run<'_> {
    pub(super) fn other_message(&mut self) -> Verdict {
        let signed = self.sample()?;
        let mut changed = signed.message.clone();
        changed[0] ^= 1;
        self.refused("a changed message", &Signed { message: changed, ..signed.clone() })?;
        let short = signed.message[..signed.message.len() - 1].to_vec();
        self.refused("a shorter message", &Signed { message: short, ..signed.clone() })?;
        self.refused("no message", &Signed { message: Vec::new(), ..signed })
    }

    pub(super) fn other_key(&mut self) -> Verdict {
        let signed = self.sample()?;
        let public_key = self.fresh_key()?.private_key().public_key().to_vec();
        if public_key == signed.public_key {
            return fail("two keys have the same public key");
        }
        self.refused("another key", &Signed { public_key, ..signed })
    }

    pub(super) fn flipped_signature(&mut self) -> Verdict {
        let signed = self.sample()?;
        let Subject { set, .. } = self.subject;
        for field in &set.signature {
            let all = if self.effort.truncations == 0 { field.len } else { 0 };
            let every_hash = (0..all).step_by(set.n).map(|at| field.offset + at);
            for at in places(field).chain(every_hash) {
                let mut flipped = signed.clone();
                flipped.signature[at] ^= 1 << (at % 8);
                let what = format!("a flipped bit in {} (level {})", field.name, field.level);
                self.refused(&what, &flipped)?;
            }
        }
        Ok(())
    }

    pub(super) fn flipped_public_key(&mut self) -> Verdict {
        let signed = self.sample()?;
        for field in &self.subject.set.public_key {
            for at in places(field) {
                let mut flipped = signed.clone();
                flipped.public_key[at] ^= 1 << (at % 8);
                self.refused(&format!("a flipped bit in the key's {}", field.name), &flipped)?;
            }
        }
        Ok(())
    }

    pub(super) fn short_signature(&mut self) -> Verdict {
        let signed = self.sample()?;
        let len = signed.signature.len();
        let step = match self.effort.truncations {
            0 => 1,
            wanted => len.div_ceil(wanted),
        };
        let ends = self
            .subject
            .set
            .signature
            .iter()
            .flat_map(|f| [f.offset, (f.offset + f.len).min(len - 1)]);
        for cut in (0..len).step_by(step).chain(ends).chain([len - 1]) {
            let signature = signed.signature[..cut].to_vec();
            self.refused(
                &format!("{cut} of {len} bytes"),
                &Signed { signature, ..signed.clone() },
            )?;
        }
        Ok(())
    }

    pub(super) fn long_signature(&mut self) -> Verdict {
        let signed = self.sample()?;
        for more in [1, 2, 4, self.subject.set.n, signed.signature.len()] {
            let mut long = signed.clone();
            long.signature.extend(signed.signature.iter().cycle().take(more));
            self.refused(&format!("{more} bytes more"), &long)?;
        }
        Ok(())
    }

    pub(super) fn public_key_length(&mut self) -> Verdict {
        let signed = self.sample()?;
        for cut in 0..signed.public_key.len() {
            let public_key = signed.public_key[..cut].to_vec();
            self.refused(
                &format!("{cut} bytes of the key"),
                &Signed { public_key, ..signed.clone() },
            )?;
        }
        for more in [1, 4, signed.public_key.len()] {
            let mut long = signed.clone();
            long.public_key.extend(signed.public_key.iter().cycle().take(more));
            self.refused(&format!("a key {more} bytes longer"), &long)?;
        }
        Ok(())
    }

    pub(super) fn garbage(&mut self) -> Verdict {
        let signed = self.sample()?;
        let (pk, sig) = (signed.public_key.len(), signed.signature.len());
        for byte in [0x00, 0xff] {
            let garbage = Signed { signature: vec![byte; sig], ..signed.clone() };
            self.refused(&format!("a signature of {byte:#04x}"), &garbage)?;
            let garbage = Signed { public_key: vec![byte; pk], ..signed.clone() };
            self.refused(&format!("a key of {byte:#04x}"), &garbage)?;
            let garbage =
                Signed { public_key: vec![byte; pk], signature: vec![byte; sig], ..signed.clone() };
            self.refused(&format!("everything {byte:#04x}"), &garbage)?;
        }
        self.refused("nothing", &Signed { public_key: vec![], message: vec![], signature: vec![] })
    }

    pub(super) fn many(&mut self) -> Verdict {
        let good = self.sample()?;
        let [mut message, mut key, mut short, mut flipped] = [(); 4].map(|()| good.clone());
        message.message.push(0);
        key.public_key.clear();
        short.signature.pop();
        let middle = flipped.signature.len() / 2;
        flipped.signature[middle] ^= 1;
        // More of them than any backend takes together, and several bad ones among the good.
        let all = [&good, &message, &good, &key, &good, &short, &flipped, &good];
        let mut all: Vec<_> = all.iter().cycle().take(70).map(|signed| signed.view()).collect();
        let alone = |one: &crate::Signed<'_>| {
            let crate::Signed { public_key, message, signature } = *one;
            quietly(|| {
                self.subject.backend.verify(self.subject.set, public_key, message, signature)
            })
        };
        // A panic is what other checks are for.
        all.retain(|one| !matches!(alone(one), Err(Error::Panicked { .. })));
        let due: Vec<_> = all.iter().map(alone).collect();
        let found = self.subject.backend.verify_many(self.subject.set, &all);
        if found.len() != due.len() {
            return fail(format!("{} verdicts on {} signatures", found.len(), due.len()));
        }
        match (0..due.len()).find(|&i| found[i] != due[i]) {
            Some(i) => fail(format!("alone {:?}, among others {:?}", due[i], found[i])),
            None => Ok(()),
        }
    }

    /// The signature of the round trip; if there is none the check cannot be made.
    fn sample(&self) -> Result<Signed, Flaw> {
        match &self.signed {
            Some(signed) => Ok(signed.clone()),
            None => skip("no signature"),
        }
    }

    /// Checks that `signed` is refused with an error, not a panic.
    fn refused(&self, what: &str, signed: &Signed) -> Verdict {
        match quietly(|| self.subject.verify(signed)) {
            Ok(()) => fail(format!("{what} is accepted")),
            Err(Error::Panicked { message }) => fail(format!("{what}: panic: {message}")),
            Err(Error::Unsupported { what: why }) => fail(format!("{what}: unsupported: {why}")),
            Err(_) => Ok(()),
        }
    }
}

/// First, middle and last byte of a field.
fn places(field: &Field) -> impl Iterator<Item = usize> {
    let mut offsets = vec![0, field.len / 2, field.len.saturating_sub(1)];
    offsets.dedup();
    let Field { offset: start, len, .. } = *field;
    offsets.into_iter().filter(move |offset| *offset < len).map(move |offset| start + offset)
}
