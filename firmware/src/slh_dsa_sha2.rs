//! SLH-DSA-SHA2-128s, with an empty context.

use hbs::sphincs::{self, params::rows};
use lanes::Cpu;
use signer::Error;

use crate::Signed;

pub(crate) fn verify(signed: &Signed<'_>) -> Result<(), Error> {
    // By its place and not by its name, which would take the names of all.
    let key = sphincs::PublicKey::decode(rows()[0], signed.public_key)?;
    sphincs::verify(Cpu::small().engines(), &key, signed.message, signed.signature)
}
