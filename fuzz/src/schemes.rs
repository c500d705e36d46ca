//! The schemes, and sets of each: those that are fast come first.

use std::sync::OnceLock;

use hbs::xmss::{Family, Xmss, XmssMt};
use hbs::{PrivateKey, Signed};
use lanes::Engines;
use signer::{Error, Scheme as Kind};

use crate::cache::Cached;
use crate::edit::Triple;
use crate::reference;
use crate::scheme::{MOST, Scheme, Verdicts};

/// LMS.
pub static LMS: Scheme = Scheme {
    kind: Kind::Lms,
    chapter: &hbs::lms::LMS,
    recode: |bytes| Ok(hbs::lms::PublicKey::decode(bytes)?.encode()),
    verify_many: |engines, triples| {
        verify_many(engines, triples, hbs::lms::PublicKey::decode, hbs::lms::verify_many)
    },
    load_with_cache: |set, secret, cache, options| {
        let params = hbs::lms::Params::of(set).expect("its parameters");
        let key = hbs::lms::PrivateKey::decode_with_cache(params, secret, cache, options);
        key.map(|(key, used)| (Box::new(key) as _, used))
    },
    backends: lms::backends,
    reference: reference::lms,
    sets: hbs::lms::sets,
    find: hbs::lms::find,
    names: &[
        "LMS-SHA256-M24-H5+LMOTS-SHA256-N24-W1",
        "LMS-SHA256-M32-H5+LMOTS-SHA256-N32-W1",
        "LMS-SHA256-M24-H5+LMOTS-SHA256-N24-W2",
        "LMS-SHA256-M32-H5+LMOTS-SHA256-N32-W2",
        "LMS-SHAKE-M24-H5+LMOTS-SHAKE-N24-W1",
        "LMS-SHAKE-M32-H5+LMOTS-SHAKE-N32-W1",
        "LMS-SHA256-M24-H5+LMOTS-SHA256-N24-W4",
        "LMS-SHA256-M32-H5+LMOTS-SHA256-N32-W4",
        "LMS-SHAKE-M24-H5+LMOTS-SHAKE-N24-W2",
        "LMS-SHAKE-M24-H5+LMOTS-SHAKE-N24-W4",
        "LMS-SHAKE-M32-H5+LMOTS-SHAKE-N32-W2",
        "LMS-SHAKE-M32-H5+LMOTS-SHAKE-N32-W4",
        "LMS-SHA256-M24-H5+LMOTS-SHA256-N24-W8",
        "LMS-SHA256-M32-H5+LMOTS-SHA256-N32-W8",
        "LMS-SHA256-M32-H10+LMOTS-SHA256-N32-W2",
        "LMS-SHA256-M24-H10+LMOTS-SHA256-N24-W1",
        "LMS-SHAKE-M24-H5+LMOTS-SHAKE-N24-W8",
        "LMS-SHAKE-M32-H5+LMOTS-SHAKE-N32-W8",
        "LMS-SHAKE-M32-H10+LMOTS-SHAKE-N32-W1",
    ],
    made_fast: 5,
    verified_fast: 12,
    known: [const { OnceLock::new() }; MOST],
};

/// HSS.
pub static HSS: Scheme = Scheme {
    kind: Kind::Hss,
    chapter: &hbs::hss::HSS,
    recode: |bytes| Ok(hbs::hss::PublicKey::decode(bytes)?.encode()),
    verify_many: |engines, triples| {
        verify_many(engines, triples, hbs::hss::PublicKey::decode, hbs::hss::verify_many)
    },
    load_with_cache: |set, secret, cache, options| {
        let params = hbs::hss::Params::of(set).expect("its parameters");
        let key = hbs::hss::PrivateKey::decode_with_cache(params, secret, cache, options);
        key.map(|(key, used)| (Box::new(key) as _, used))
    },
    backends: hss::backends,
    reference: reference::hss,
    sets: hbs::hss::sets,
    find: hbs::hss::find,
    names: &[
        "HSS-SHA256-M24-H5-W1-L2",
        "HSS-SHA256-H5-W1-L1",
        "HSS-SHA256-H5-W2+H5-W1",
        "HSS-SHA256-M24-H5-W1+H5-W2+H5-W1",
        "HSS-SHAKE-M24-H5-W1-L2",
        "HSS-SHA256-H5-W2-L3",
        "HSS-SHAKE-H5-W2+H5-W1+H5-W1",
        "HSS-SHA256-H5-W4+H5-W2",
        "HSS-SHA256-M24-H5-W4-L8",
        "HSS-SHA256-H10-W1+H5-W4",
        "HSS-SHA256-H5-W8+H5-W2",
        "HSS-SHA256-M24-H5-W1+H10-W1",
        "HSS-SHAKE-H5-W8-L1",
    ],
    made_fast: 5,
    verified_fast: 9,
    known: [const { OnceLock::new() }; MOST],
};

/// XMSS: a set of each hash function. All trees are of height 10.
pub static XMSS: Scheme = of_xmss::<Xmss>(
    &[
        "XMSS-SHA2_10_192",
        "XMSS-SHA2_10_256",
        "XMSS-SHAKE256_10_192",
        "XMSS-SHAKE_10_256",
        "XMSS-SHAKE256_10_256",
        "XMSS-SHA2_10_512",
        "XMSS-SHAKE_10_512",
    ],
    [2, 4],
);

/// XMSS^MT: mostly trees of height 5, in 4 layers and more.
pub static XMSS_MT: Scheme = of_xmss::<XmssMt>(
    &[
        "XMSSMT-SHA2_20/4_192",
        "XMSSMT-SHA2_20/4_256",
        "XMSSMT-SHA2_40/8_192",
        "XMSSMT-SHA2_40/8_256",
        "XMSSMT-SHAKE256_20/4_192",
        "XMSSMT-SHAKE_20/4_256",
        "XMSSMT-SHA2_20/2_192",
        "XMSSMT-SHAKE256_20/4_256",
        "XMSSMT-SHA2_60/12_192",
        "XMSSMT-SHA2_20/4_512",
        "XMSSMT-SHAKE_20/4_512",
    ],
    [3, 6],
);

/// A family of XMSS, with sets by name, so many of which make keys fast, and so many verify fast.
const fn of_xmss<F: Family>(names: &'static [&'static str], fast: [u8; 2]) -> Scheme
where
    PrivateKey<F>: Cached,
{
    Scheme {
        kind: F::SCHEME,
        chapter: &hbs::xmss::XMSS,
        recode: |bytes| Ok(hbs::xmss::PublicKey::<F>::decode(bytes)?.encode()),
        verify_many: |engines, triples| {
            verify_many(engines, triples, hbs::xmss::PublicKey::<F>::decode, hbs::xmss::verify_many)
        },
        load_with_cache: |set, secret, cache, options| {
            let params = hbs::xmss::Params::of(set).expect("its parameters");
            let key = PrivateKey::<F>::decode_with_cache(params, secret, cache, options);
            key.map(|(key, used)| (Box::new(key) as _, used))
        },
        backends: xmss::backends,
        reference: |triple| reference::xmss::verifies(F::SCHEME, triple),
        sets: || {
            let sets = hbs::xmss::sets();
            let (xmss, mt) = sets.split_at(sets.partition_point(|set| set.scheme == Kind::Xmss));
            if F::SCHEME == Kind::Xmss { xmss } else { mt }
        },
        find: hbs::xmss::find,
        names,
        made_fast: fast[0],
        verified_fast: fast[1],
        known: [const { OnceLock::new() }; MOST],
    }
}

/// Decodes the keys, and verifies what is of those that are in order. The others' errors stand between.
fn verify_many<K>(
    engines: Engines,
    triples: &[Triple],
    decode: impl Fn(&[u8]) -> Result<K, Error>,
    verify: fn(Engines, &[Signed<'_, K>]) -> Verdicts,
) -> Verdicts {
    let keys: Vec<_> = triples.iter().map(|triple| decode(&triple.key)).collect();
    let signed = keys.iter().zip(triples).filter_map(|(key, triple)| {
        let Triple { message, signature, .. } = triple;
        Some(Signed { key: key.as_ref().ok()?, message, signature })
    });
    let mut found = verify(engines, &signed.collect::<Vec<_>>()).into_iter();
    let verdict = |key: &Result<K, Error>| match key {
        Err(error) => Err(error.clone()),
        Ok(_) => found.next().expect("a verdict for each"),
    };
    let verdicts = keys.iter().map(verdict).collect();
    assert_eq!(found.next(), None, "a verdict too many");
    verdicts
}
