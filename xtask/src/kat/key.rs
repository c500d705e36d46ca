//! Keys that known answers are made with.

use hbs::Options;
use hbs::xmss::{Family, FastKey, Params, Xmss, XmssMt};
use signer::{Entropy, Error, Randomness, Scheme, StatefulSigner};

/// What a private key keeps, which its encoding shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Variant {
    /// Seeds and index, as the reference code's xmss_core.c
    Small,
    /// BDS states too, as the reference code's xmss_core_fast.c
    Fast,
}

impl Variant {
    /// What the reference code adds to the name of a set.
    pub(super) const fn suffix(self) -> &'static str {
        match self {
            Self::Small => "",
            Self::Fast => "_fast",
        }
    }
}

/// A private key, with what files say of it.
pub(super) struct Key {
    key: Box<dyn StatefulSigner>,
    h: u32,
}

impl Key {
    /// Draws a key: `SK_SEED ‖ SK_PRF ‖ SEED` at once for a small one, `SK_SEED ‖ SK_PRF` and then `SEED`
    /// for a fast one.
    pub(super) fn generate(
        params: Params,
        variant: Variant,
        entropy: &mut dyn Entropy,
        options: &Options,
    ) -> Result<Self, Error> {
        let key = match params.scheme {
            Scheme::Xmss => boxed::<Xmss>(params, variant, entropy, options),
            _ => boxed::<XmssMt>(params, variant, entropy, options),
        };
        Ok(Self { key: key?, h: params.h })
    }

    /// `OID ‖ root ‖ SEED`.
    pub(super) fn public(&self) -> &[u8] {
        self.key.public_key()
    }

    /// The private key as it is now, from its OID on.
    pub(super) fn secret(&self) -> Result<Vec<u8>, Error> {
        Ok(self.key.secret_key()?.expose().to_vec())
    }

    /// A signature alone, without the message.
    pub(super) fn sign(&mut self, message: &[u8], signature: &mut Vec<u8>) -> Result<(), Error> {
        self.key.sign(message, Randomness::Deterministic, signature)
    }

    /// How many signatures a key makes, as the reference code counts: it cannot sign with the last leaf.
    pub(super) const fn max(&self) -> u64 {
        max(self.h)
    }

    /// How many of them are left.
    pub(super) fn remain(&self) -> u64 {
        self.max() - self.key.index()
    }
}

/// How many signatures the reference code's keys of height `h` make.
pub(super) const fn max(h: u32) -> u64 {
    (1 << h) - 1
}

fn boxed<F: Family>(
    params: Params,
    variant: Variant,
    entropy: &mut dyn Entropy,
    options: &Options,
) -> Result<Box<dyn StatefulSigner>, Error> {
    Ok(match variant {
        Variant::Small => Box::new(hbs::PrivateKey::<F>::generate(params, entropy, options)?),
        Variant::Fast => Box::new(FastKey::<F>::generate(params, entropy, options)?),
    })
}
