//! What the toy makes its randomiser of.

use super::key::ToyKey;
use super::{Fault, count, first_8, hash};
use signer::{Entropy, Error, Os, Randomness, check_length};

impl ToyKey {
    /// `C`: what is given, drawn, or derived from seed, index and message. `R` is derived from what is
    /// given.
    pub(super) fn randomiser(
        &self,
        q: u32,
        message: &[u8],
        how: Randomness<'_>,
    ) -> Result<[u8; 8], Error> {
        let mut c = first_8(&hash(&[b"C", &self.seed, &q.to_be_bytes(), message]));
        let derived = c;
        match how {
            Randomness::Fresh(_) if self.has(Fault::FreshRefused) => {
                return Err(Error::unsupported("nothing fresh"));
            }
            Randomness::Fresh(_) if self.has(Fault::LacksAnySource) => Os.fill(&mut c)?,
            Randomness::Fresh(source) => {
                let drawn = source.fill(&mut c);
                if self.has(Fault::FreshIgnored) {
                    c = derived;
                }
                if !self.has(Fault::SigningEntropyIgnored) {
                    drawn?;
                }
            }
            Randomness::Given(_) if self.has(Fault::LacksGiven) => {
                return Err(Error::unsupported("nothing given"));
            }
            Randomness::Given(bytes) => {
                match check_length("randomness", 8, bytes) {
                    Err(_) if self.has(Fault::GivenLengthIgnored) => (),
                    Err(_) if self.has(Fault::GivenLengthMisnamed) => return Err(Error::Entropy),
                    checked => checked?,
                }
                match () {
                    () if self.has(Fault::GivenIgnored) => (),
                    () if self.has(Fault::GivenHashed) || !self.toy.stateful() => {
                        c = first_8(&hash(&[&self.seed, bytes, message]));
                    }
                    () => c.iter_mut().zip(bytes).for_each(|(to, from)| *to = *from),
                }
                c[0] ^= if self.has(Fault::GivenUnstable) { count() } else { 0 };
            }
            Randomness::Deterministic if self.has(Fault::LacksDeterministic) => {
                return Err(Error::unsupported("nothing derived"));
            }
            Randomness::Deterministic => {
                c[0] ^= if self.has(Fault::Undeterministic) { count() } else { 0 };
            }
        }
        Ok(c)
    }
}
