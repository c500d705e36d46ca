//! XMSS, of any set.

use hbs::xmss;
use lanes::Cpu;
use signer::Error;

use crate::Signed;

pub(crate) fn verify(signed: &Signed<'_>) -> Result<(), Error> {
    let key = xmss::PublicKey::<xmss::Xmss>::decode(signed.public_key)?;
    xmss::verify(Cpu::small().engines(), &key, signed.message, signed.signature)
}
