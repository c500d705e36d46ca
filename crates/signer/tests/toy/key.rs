//! The toy's private key, `type ‖ seed ‖ next`: both kinds in one.

use super::{Fault, LIFETIME, TYPE, Toy, count, first_8, hash, start, word};
use signer::{Error, PrivateKey, Randomness, SecretBytes, Signer, StatefulSigner, check_length};

#[derive(Debug)]
pub(super) struct ToyKey {
    pub(super) toy: Toy,
    pub(super) seed: [u8; 32],
    public_key: Vec<u8>,
    /// Index of the next signature; [`LIFETIME`] if there is none.
    next: u32,
    /// How far the index that signs lies behind `next`.
    lag: u32,
    /// The part of its signatures that belongs to the upper level.
    upper: [u8; 8],
    /// Its signatures do not verify.
    pub(super) broken: bool,
}

impl ToyKey {
    pub(super) fn new(toy: Toy, seed: [u8; 32]) -> Self {
        let kind = TYPE ^ u32::from(toy.has(Fault::WrongKeyType));
        let mut public_key = [&kind.to_be_bytes()[..], &hash(&[b"public", &seed])].concat();
        public_key.truncate(if toy.has(Fault::WrongKeyLength) { 35 } else { 36 });
        let lag = if toy.has(Fault::OtherIndexUsed) { 31 } else { 0 };
        let upper = first_8(&hash(&[b"U", &seed]));
        Self { toy, seed, public_key, next: 0, lag, upper, broken: false }
    }

    pub(super) fn decode(toy: Toy, bytes: &[u8]) -> Result<Self, Error> {
        let mut own = bytes.to_vec();
        match () {
            () if toy.has(Fault::LacksLoad) => return Err(Error::unsupported("no loading")),
            () if toy.has(Fault::LoadsTruncated) && bytes.len() > 4 => own.resize(LEN, 0),
            () if toy.has(Fault::LoadsExtended) => own = start(bytes, LEN).to_vec(),
            () if toy.has(Fault::LoadPanics) => assert!(bytes.len() >= LEN, "too short"),
            () => (),
        }
        check_length("private key", LEN, &own)?;
        let mut seed = [0; 32];
        seed.copy_from_slice(&own[4..36]);
        seed[0] ^= u8::from(toy.has(Fault::LoadsAnotherKey));
        let next = word(&own[36..]);
        assert!(next <= LIFETIME || !toy.has(Fault::LoadPanicsOnOnes), "index {next}");
        if word(&own) != TYPE || next > LIFETIME {
            return Err(Error::backend("no key of this toy"));
        }
        assert!(next < LIFETIME || !toy.has(Fault::ExhaustedLoadPanics), "used up");
        let mut key = Self::new(toy, seed);
        key.next = match () {
            () if key.has(Fault::StateLost) => 0,
            () if key.has(Fault::RevivedByLoad) => next.min(LIFETIME - 1),
            () => next,
        };
        key.upper[0] ^= if key.has(Fault::UpperSignsOnLoad) { count() } else { 0 };
        key.lag += u32::from(key.has(Fault::IndexReusedAfterLoad));
        Ok(key)
    }

    pub(super) fn has(&self, fault: Fault) -> bool {
        self.toy.has(fault)
    }

    /// Appends a signature to `out`, which is empty.
    fn sign_at(
        &self,
        q: u32,
        message: &[u8],
        how: Randomness<'_>,
        out: &mut Vec<u8>,
    ) -> Result<(), Error> {
        if message.is_empty() && self.has(Fault::EmptyMessageRefused)
            || message.len() > 1000 && self.has(Fault::LongMessageRefused)
        {
            return Err(Error::backend("an awkward message"));
        }
        let (asked_for, given) =
            (matches!(how, Randomness::Fresh(_)), matches!(how, Randomness::Given(_)));
        let leaves_bytes = asked_for && self.has(Fault::SigningEntropyLeavesBytes)
            || given && self.has(Fault::GivenLengthLeavesBytes);
        if leaves_bytes {
            out.push(0);
        }
        let c = self.randomiser(q, message, how)?;
        if leaves_bytes {
            out.pop();
        }
        if self.toy.stateful() {
            out.extend(self.upper);
            if self.has(Fault::UpperSignsAnew) {
                out[0] ^= count();
            }
            out.extend(q.to_be_bytes());
        }
        let kind = TYPE ^ u32::from(self.has(Fault::WrongSignatureType));
        out.extend(kind.to_be_bytes());
        out.extend(c);
        let mut digest = self.toy.digest(&self.public_key, out, message);
        digest[0] ^= u8::from(self.broken);
        out.extend(digest);
        if self.has(Fault::SignatureTooLong) {
            out.push(0);
        }
        Ok(())
    }
}

impl PrivateKey for ToyKey {
    fn public_key(&self) -> &[u8] {
        &self.public_key
    }

    fn secret_key(&self) -> Result<SecretBytes, Error> {
        let next = self.next.to_be_bytes();
        Ok(SecretBytes::new([&TYPE.to_be_bytes()[..], &self.seed, &next].concat()))
    }
}

impl Signer for ToyKey {
    fn sign(&self, message: &[u8], how: Randomness<'_>, out: &mut Vec<u8>) -> Result<(), Error> {
        if !self.has(Fault::SignatureAppended) {
            out.clear();
        }
        self.sign_at(0, message, how, out)
    }
}

impl StatefulSigner for ToyKey {
    fn index(&self) -> u64 {
        u64::from(self.next) + u64::from(self.has(Fault::IndexMisreported))
    }

    fn remaining(&self) -> u64 {
        let left = u64::from(LIFETIME - self.next);
        match () {
            () if self.has(Fault::RemainingOff) => left.saturating_sub(1),
            () if self.has(Fault::RemainingUnknown) => u64::MAX,
            () if self.has(Fault::RemainsAfterEnd) => left.max(1),
            () => left,
        }
    }

    fn prepare(&mut self) -> Result<(), Error> {
        let exhausted = self.next == LIFETIME;
        match () {
            () if exhausted && self.has(Fault::ExhaustedPrepareFails) => Err(Error::Exhausted),
            () if exhausted && self.has(Fault::RevivedByPrepare) => {
                self.next -= 1;
                Ok(())
            }
            () if !exhausted && self.has(Fault::PrepareUsesIndex) => {
                self.next += 1;
                Ok(())
            }
            () => Ok(()),
        }
    }

    fn sign(
        &mut self,
        message: &[u8],
        how: Randomness<'_>,
        out: &mut Vec<u8>,
    ) -> Result<(), Error> {
        let exhausted = self.next == LIFETIME;
        if !(self.has(Fault::SignatureAppended)
            || exhausted && self.has(Fault::ExhaustedLeavesBytes))
        {
            out.clear();
        }
        if self.next == LIFETIME - 1 && self.has(Fault::LastRefused) {
            return Err(Error::Exhausted);
        }
        if exhausted && !self.has(Fault::SignsOn) {
            assert!(!self.has(Fault::ExhaustedPanics), "used up");
            return Err(match self.has(Fault::ExhaustedMisnamed) {
                true => Error::backend("used up"),
                false => Error::Exhausted,
            });
        }
        let q = (self.next + LIFETIME - self.lag) % LIFETIME;
        self.sign_at(q, message, how, out)?;
        if !self.has(Fault::IndexStuck) && !exhausted {
            self.next += 1;
        }
        Ok(())
    }

    fn skip_to(&mut self, index: u64) -> Result<(), Error> {
        let refused = Error::Index { asked: index, next: self.next.into() };
        let wanted = u32::try_from(index).unwrap_or(u32::MAX);
        let behind = wanted < self.next
            && !self.has(Fault::SkipsBack)
            && !(self.next == LIFETIME && self.has(Fault::RevivedBySkip));
        let past = wanted >= LIFETIME && !self.has(Fault::SkipsPastEnd);
        match () {
            () if self.has(Fault::LacksSkip) => return Err(Error::unsupported("no skipping")),
            () if self.has(Fault::SkipIgnored) => (),
            () if self.has(Fault::ExhaustedSkips) && self.next == LIFETIME => (),
            () if self.has(Fault::SkipInPlaceRefused) && wanted == self.next => {
                return Err(refused);
            }
            () if self.has(Fault::SkipMisnamed) && behind => return Err(Error::Exhausted),
            () if behind && self.has(Fault::SkipMisremembers) => {
                self.next = wanted;
                return Err(refused);
            }
            () if behind || past => return Err(refused),
            () => self.next = wanted.min(LIFETIME),
        }
        Ok(())
    }
}

/// Length in bytes of an encoded private key.
const LEN: usize = 40;
