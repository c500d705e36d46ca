//! Parameter sets: types there, rows here.

use rival::Signature;
use std::fmt::Debug;
use xmss::*;

/// A parameter set.
pub(crate) struct Set {
    pub(crate) name: &'static str,
    pub(crate) seed_len: usize,
    pub(crate) from_seed: fn(&[u8]) -> Result<Box<dyn KeyPair>, Error>,
    pub(crate) verify: fn(&Signature) -> bool,
}

/// A key pair of some set.
pub(crate) trait KeyPair: Debug {
    fn public_key(&self) -> Vec<u8>;
    fn sign(&mut self, message: &[u8]) -> Result<Vec<u8>, Error>;
    /// Index of the next signature, and signatures that a fresh key can make.
    fn state(&self) -> (u64, u64);
}

/// The crate's pair, and where the index is that it does not tell.
#[derive(Debug)]
struct Pair<P: XmssParameter> {
    pair: xmss::KeyPair<P>,
    next: u64,
}

impl<P: XmssParameter> KeyPair for Pair<P> {
    fn public_key(&self) -> Vec<u8> {
        self.pair.verifying_key().as_ref().to_vec()
    }

    fn sign(&mut self, message: &[u8]) -> Result<Vec<u8>, Error> {
        // Used up, whatever comes of it.
        self.next += 1;
        self.pair.signing_key().sign_detached(message).map(Vec::from)
    }

    /// The crate signs with the last index twice: `next` is counted here.
    fn state(&self) -> (u64, u64) {
        (self.next, 1 << height(P::NAME))
    }
}

/// The total height, which the name has between its first two words: `XMSSMT-SHA2_20/2_256`.
fn height(name: &str) -> u32 {
    let middle = name.split('_').nth(1).unwrap_or_default();
    middle.split('/').next().and_then(|height| height.parse().ok()).unwrap_or_default()
}

const fn set<P: XmssParameter>() -> Set {
    Set {
        name: P::NAME,
        seed_len: P::SEED_LEN,
        from_seed: |seed| {
            let pair = xmss::KeyPair::<P>::from_seed(seed)?;
            Ok(Box::new(Pair { pair, next: 0 }))
        },
        verify: |signed| {
            let key = VerifyingKey::<P>::try_from(&signed.public_key[..]);
            let signature = DetachedSignature::<P>::try_from(&signed.signature[..]);
            let (Ok(key), Ok(signature)) = (key, signature) else { return false };
            key.verify_detached(&signature, &signed.message).is_ok()
        },
    }
}

macro_rules! sets {
    ($($set:ident,)*) => { &[$(set::<$set>(),)*] };
}

/// Every parameter set.
pub(crate) const SETS: &[Set] = sets! {
    XmssSha2_10_256,
    XmssSha2_16_256,
    XmssSha2_20_256,
    XmssSha2_10_512,
    XmssSha2_16_512,
    XmssSha2_20_512,
    XmssShake_10_256,
    XmssShake_16_256,
    XmssShake_20_256,
    XmssShake_10_512,
    XmssShake_16_512,
    XmssShake_20_512,
    XmssSha2_10_192,
    XmssSha2_16_192,
    XmssSha2_20_192,
    XmssShake256_10_256,
    XmssShake256_16_256,
    XmssShake256_20_256,
    XmssShake256_10_192,
    XmssShake256_16_192,
    XmssShake256_20_192,
    XmssMtSha2_20_2_256,
    XmssMtSha2_20_4_256,
    XmssMtSha2_40_2_256,
    XmssMtSha2_40_4_256,
    XmssMtSha2_40_8_256,
    XmssMtSha2_60_3_256,
    XmssMtSha2_60_6_256,
    XmssMtSha2_60_12_256,
    XmssMtSha2_20_2_512,
    XmssMtSha2_20_4_512,
    XmssMtSha2_40_2_512,
    XmssMtSha2_40_4_512,
    XmssMtSha2_40_8_512,
    XmssMtSha2_60_3_512,
    XmssMtSha2_60_6_512,
    XmssMtSha2_60_12_512,
    XmssMtShake_20_2_256,
    XmssMtShake_20_4_256,
    XmssMtShake_40_2_256,
    XmssMtShake_40_4_256,
    XmssMtShake_40_8_256,
    XmssMtShake_60_3_256,
    XmssMtShake_60_6_256,
    XmssMtShake_60_12_256,
    XmssMtShake_20_2_512,
    XmssMtShake_20_4_512,
    XmssMtShake_40_2_512,
    XmssMtShake_40_4_512,
    XmssMtShake_40_8_512,
    XmssMtShake_60_3_512,
    XmssMtShake_60_6_512,
    XmssMtShake_60_12_512,
    XmssMtSha2_20_2_192,
    XmssMtSha2_20_4_192,
    XmssMtSha2_40_2_192,
    XmssMtSha2_40_4_192,
    XmssMtSha2_40_8_192,
    XmssMtSha2_60_3_192,
    XmssMtSha2_60_6_192,
    XmssMtSha2_60_12_192,
    XmssMtShake256_20_2_256,
    XmssMtShake256_20_4_256,
    XmssMtShake256_40_2_256,
    XmssMtShake256_40_4_256,
    XmssMtShake256_40_8_256,
    XmssMtShake256_60_3_256,
    XmssMtShake256_60_6_256,
    XmssMtShake256_60_12_256,
    XmssMtShake256_20_2_192,
    XmssMtShake256_20_4_192,
    XmssMtShake256_40_2_192,
    XmssMtShake256_40_4_192,
    XmssMtShake256_40_8_192,
    XmssMtShake256_60_3_192,
    XmssMtShake256_60_6_192,
    XmssMtShake256_60_12_192,
};
