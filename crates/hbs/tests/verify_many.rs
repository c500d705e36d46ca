//! Many signatures at a time get the verdicts that each gets alone, whatever stands beside it.

use hbs::{Options, hss, lms};
use lanes::Cpu;
use signer::{Entropy, Error, Randomness, StatefulSigner};

/// Bytes that are the same in each run.
struct Counting(u8);

impl Entropy for Counting {
    fn fill(&mut self, out: &mut [u8]) -> Result<(), Error> {
        for byte in out {
            self.0 = self.0.wrapping_mul(5).wrapping_add(3);
            *byte = self.0;
        }
        Ok(())
    }
}

/// Good ones, a flipped bit, a byte too few, another message, each in turn.
fn spoil(i: usize, message: &mut Vec<u8>, signature: &mut Vec<u8>) {
    match i % 5 {
        1 => signature[8 + i] ^= 1,
        2 => drop(signature.pop()),
        3 => message.push(0),
        _ => {}
    }
}

#[test]
fn lms_verdicts_are_those_of_one_by_one() {
    let engines = Cpu::detect().engines();
    let mut all = Vec::new();
    for (k, (lms, ots)) in [(0x05, 0x03), (0x05, 0x03), (0x14, 0x0e)].into_iter().enumerate() {
        let params = lms::Params::from_codes(lms, ots).expect("a pair");
        let mut entropy = Counting(k as u8);
        let key = lms::PrivateKey::generate(params, &mut entropy, &Options::default());
        let mut key = key.expect("a key");
        for i in 0..20 {
            let (mut message, mut signature) = (vec![i as u8; i], Vec::new());
            key.sign(&message, Randomness::Deterministic, &mut signature).expect("a signature");
            spoil(i, &mut message, &mut signature);
            all.push((*key.public(), message, signature));
        }
    }
    let signed: Vec<_> = all
        .iter()
        .map(|(key, message, signature)| lms::Signed { key, message, signature })
        .collect();
    let verdicts = lms::verify_many(engines, &signed);
    assert_eq!(verdicts.iter().filter(|verdict| verdict.is_ok()).count(), 3 * 8);
    for ((key, message, signature), verdict) in all.iter().zip(verdicts) {
        assert_eq!(verdict, lms::verify(engines, key, message, signature));
    }
    assert_eq!(lms::verify_many(engines, &[]), []);
}

#[test]
fn hss_verdicts_are_those_of_one_by_one() {
    let engines = Cpu::detect().engines();
    let mut all = Vec::new();
    for (k, name) in ["HSS-SHA256-H5-W2-L1", "HSS-SHA256-H5-W4+H5-W2"].into_iter().enumerate() {
        let set = hss::find(name).expect("a set");
        let params = hss::Params::of(&set).expect("levels");
        let mut entropy = Counting(k as u8);
        let key = hss::PrivateKey::generate(params, &mut entropy, &Options::default());
        let mut key = key.expect("a key");
        for i in 0..20 {
            let (mut message, mut signature) = (vec![i as u8; i], Vec::new());
            key.sign(&message, Randomness::Deterministic, &mut signature).expect("a signature");
            spoil(i, &mut message, &mut signature);
            all.push((*key.public(), message, signature));
        }
    }
    let signed: Vec<_> = all
        .iter()
        .map(|(key, message, signature)| hss::Signed { key, message, signature })
        .collect();
    let verdicts = hss::verify_many(engines, &signed);
    assert_eq!(verdicts.iter().filter(|verdict| verdict.is_ok()).count(), 2 * 8);
    for ((key, message, signature), verdict) in all.iter().zip(verdicts) {
        assert_eq!(verdict, hss::verify(engines, key, message, signature));
    }
}
