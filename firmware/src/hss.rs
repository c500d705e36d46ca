//! HSS, of any number of levels.

use hbs::hss;
use lanes::Cpu;
use signer::Error;

use crate::Signed;

pub(crate) fn verify(signed: &Signed<'_>) -> Result<(), Error> {
    let key = hss::PublicKey::decode(signed.public_key)?;
    hss::verify(Cpu::small().engines(), &key, signed.message, signed.signature)
}
