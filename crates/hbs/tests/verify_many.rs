//! Many signatures at a time get the verdicts that each gets alone, whatever stands beside it.
#![cfg(feature = "std")]

mod support;

use std::fmt::Debug;

use hbs::{Options, Signed, hss, lms, xmss};
use lanes::{Cpu, Engines};
use signer::{Error, Randomness, Scheme, StatefulSigner};
use support::Counting;

/// A public key, a message and a signature.
type Case<K> = (K, Vec<u8>, Vec<u8>);

/// Twenty signatures by a key, its next ones: good ones, a flipped bit, a byte too few, another
/// message, each in turn.
fn cases<K: Copy>(public: K, key: &mut dyn StatefulSigner) -> Vec<Case<K>> {
    let case = |i: usize| {
        let (mut message, mut signature) = (vec![i as u8; i], Vec::new());
        key.sign(&message, Randomness::Deterministic, &mut signature).expect("an index is left");
        match i % 5 {
            1 => signature[8 + i] ^= 1,
            2 => drop(signature.pop()),
            3 => message.push(0),
            _ => {}
        }
        (public, message, signature)
    };
    (0..20).map(case).collect()
}

/// Compares what is said of all cases together with what is said of each, of which eight in twenty are
/// good.
fn verdicts_are_those_of_one_by_one<K: Debug>(
    all: &[Case<K>],
    many: impl Fn(Engines, &[Signed<'_, K>]) -> Vec<Result<(), Error>>,
    one: impl Fn(Engines, &K, &[u8], &[u8]) -> Result<(), Error>,
) {
    let engines = Cpu::detect().engines();
    let signed: Vec<_> =
        all.iter().map(|(key, message, signature)| Signed { key, message, signature }).collect();
    let verdicts = many(engines, &signed);
    assert_eq!(verdicts.len(), all.len());
    assert_eq!(verdicts.iter().filter(|verdict| verdict.is_ok()).count(), all.len() / 5 * 2);
    for ((key, message, signature), verdict) in all.iter().zip(verdicts) {
        assert_eq!(verdict, one(engines, key, message, signature));
    }
    assert_eq!(many(engines, &[]), []);
    // Not one of them can be decoded.
    let bad: Vec<_> = signed.iter().map(|signed| Signed { signature: &[], ..*signed }).collect();
    assert!(many(engines, &bad).iter().all(|verdict| matches!(verdict, Err(Error::Length { .. }))));
}

#[test]
fn of_lms() {
    let mut all = Vec::new();
    for (k, (lms, ots)) in [(0x05, 0x03), (0x05, 0x03), (0x14, 0x0e)].into_iter().enumerate() {
        let params = lms::Params::from_codes(lms, ots).expect("a pair");
        let mut entropy = Counting(k as u8);
        let key = lms::PrivateKey::generate(params, &mut entropy, &Options::default());
        let mut key = key.expect("a key");
        all.extend(cases(*key.public(), &mut key));
    }
    verdicts_are_those_of_one_by_one(&all, lms::verify_many, lms::verify);
}

#[test]
fn of_hss() {
    let mut all = Vec::new();
    for (k, name) in ["HSS-SHA256-H5-W2-L1", "HSS-SHA256-H5-W4+H5-W2"].into_iter().enumerate() {
        let params = support::hss_params(name);
        let mut entropy = Counting(k as u8);
        let key = hss::PrivateKey::generate(params, &mut entropy, &Options::default());
        let mut key = key.expect("a key");
        all.extend(cases(*key.public(), &mut key));
    }
    verdicts_are_those_of_one_by_one(&all, hss::verify_many, hss::verify);
}

/// Signatures of two keys with each OID, the second of which are from the last of a tree on.
fn of<F: xmss::Family>(oids: &[u32], from: u64) {
    let mut all = Vec::new();
    for &oid in oids {
        for k in 0..2 {
            let params = xmss::Params::from_oid(F::SCHEME, oid).expect("a set");
            let mut entropy = Counting(oid as u8 + k);
            let key = hbs::PrivateKey::<F>::generate(params, &mut entropy, &Options::default());
            let mut key = key.expect("a key");
            key.skip_to(u64::from(k) * from).expect("an index ahead");
            all.extend(cases(*key.public(), &mut key));
        }
    }
    verdicts_are_those_of_one_by_one(&all, xmss::verify_many::<F>, xmss::verify);
}

#[test]
fn of_xmss() {
    // SHA-256 with n = 32 and 24, SHA-512, SHAKE256 with n = 24.
    of::<xmss::Xmss>(&[0x01, 0x0d, 0x04, 0x13], 1004);
}

#[test]
fn of_xmss_mt() {
    // XMSSMT-SHA2_20/4_256, 60/12.
    let last = (1 << 20) - 20;
    of::<xmss::XmssMt>(&[0x02], last);
    of::<xmss::XmssMt>(&[0x08], (1 << 60) - 20);
    let oids = [0x02, 0x08].map(|oid| xmss::Params::from_oid(Scheme::XmssMt, oid));
    assert_eq!(oids.map(|params| params.map(|params| params.h)), [Some(20), Some(60)]);
}
