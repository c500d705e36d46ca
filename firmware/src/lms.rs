//! LMS, of any types.

use hbs::lms;
use lanes::Cpu;
use signer::Error;

use crate::Signed;

pub(crate) fn verify(signed: &Signed<'_>) -> Result<(), Error> {
    let key = lms::PublicKey::decode(signed.public_key)?;
    lms::verify(Cpu::small().engines(), &key, signed.message, signed.signature)
}
