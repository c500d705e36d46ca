//! Where random bytes come from.

use crate::Error;
use core::convert::Infallible;
use core::fmt::{self, Debug};

/// A source of random bytes.
pub trait Entropy {
    /// Fills `out`.
    ///
    /// # Errors
    ///
    /// [`Error::Entropy`] if the source fails; what `out` then holds must not be used.
    fn fill(&mut self, out: &mut [u8]) -> Result<(), Error>;
}

/// The operating system's source.
#[cfg(feature = "std")]
#[derive(Clone, Copy, Debug, Default)]
pub struct Os;

#[cfg(feature = "std")]
impl Entropy for Os {
    fn fill(&mut self, out: &mut [u8]) -> Result<(), Error> {
        getrandom::fill(out).map_err(|_| Error::Entropy)
    }
}

/// Bytes chosen by the caller, handed out once each, in order. No `Clone`, so that once it is, and
/// never printed, since they may be a key's seed.
pub struct Given<'a>(pub &'a [u8]);

impl Entropy for Given<'_> {
    fn fill(&mut self, out: &mut [u8]) -> Result<(), Error> {
        let (now, later) = self.0.split_at_checked(out.len()).ok_or(Error::Entropy)?;
        out.copy_from_slice(now);
        self.0 = later;
        Ok(())
    }
}

impl Debug for Given<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Given({} bytes)", self.0.len())
    }
}

/// Any infallible generator of `rand_core`, seeded ones among them.
#[derive(Clone, Debug)]
pub struct RandCore<R>(pub R);

impl<R: rand_core::CryptoRng> Entropy for RandCore<R> {
    fn fill(&mut self, out: &mut [u8]) -> Result<(), Error> {
        self.0.fill_bytes(out);
        Ok(())
    }
}

/// An [`Entropy`] is a fallible generator of `rand_core` 0.10, which is what most crates ask for.
impl rand_core::TryRng for dyn Entropy + '_ {
    type Error = Error;

    fn try_next_u32(&mut self) -> Result<u32, Error> {
        let mut bytes = [0; 4];
        self.fill(&mut bytes)?;
        Ok(u32::from_le_bytes(bytes))
    }

    fn try_next_u64(&mut self) -> Result<u64, Error> {
        let mut bytes = [0; 8];
        self.fill(&mut bytes)?;
        Ok(u64::from_le_bytes(bytes))
    }

    fn try_fill_bytes(&mut self, out: &mut [u8]) -> Result<(), Error> {
        self.fill(out)
    }
}

impl rand_core::TryCryptoRng for dyn Entropy + '_ {}

impl From<Infallible> for Error {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn given_bytes_come_once_and_in_order() {
        let mut entropy = Given(&[1, 2, 3]);
        let mut out = [0; 2];
        assert_eq!(entropy.fill(&mut out), Ok(()));
        assert_eq!(out, [1, 2]);
        assert_eq!(entropy.fill(&mut out), Err(Error::Entropy));
        assert_eq!(entropy.fill(&mut out[..1]), Ok(()));
        assert_eq!(out, [3, 2]);
        assert_eq!(entropy.fill(&mut out[..1]), Err(Error::Entropy));
        assert_eq!(format!("{:?}", Given(&[0xab; 2])), "Given(2 bytes)");
    }

    #[cfg(feature = "std")]
    #[test]
    fn the_operating_system_gives_bytes() {
        let (mut a, mut b) = ([0; 32], [0; 32]);
        assert_eq!(Os.fill(&mut a), Ok(()));
        assert_eq!(Os.fill(&mut b), Ok(()));
        assert_ne!(a, b);
    }
}
