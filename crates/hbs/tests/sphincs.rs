//! What a signature of SPHINCS+ or SLH-DSA does not depend on, and what it does.
#![cfg(feature = "std")]

mod support;

use hbs::sphincs::params::rows;
use hbs::sphincs::{
    Message, Params, PreHash, PrivateKey, PublicKey, Signed, find, verify, verify_many,
    verify_message,
};
use hbs::{Options, WalkKind, Workers};
use lanes::{Cpu, Engines};
use signer::{Error, Given, Randomness, Signer};
use support::Counting;

fn engines() -> Engines {
    Cpu::detect().engines()
}

fn params(name: &str) -> Params {
    Params::of(&find(name).expect("a set")).expect("a row")
}

/// The sets that sign within some 40 ms.
fn fast() -> impl Iterator<Item = Params> {
    rows().iter().filter(|row| row.shape.name.ends_with('f')).copied()
}

fn seeds(params: &Params) -> Vec<u8> {
    (0..3 * params.shape.n).map(|i| i as u8).collect()
}

fn key(params: Params, options: &Options) -> PrivateKey {
    PrivateKey::from_seeds(params, &seeds(&params), options).expect("a key")
}

fn sign(key: &PrivateKey, message: &Message<'_>) -> Vec<u8> {
    let mut signature = Vec::new();
    key.sign_message(message, Randomness::Deterministic, &mut signature).expect("a signature");
    signature
}

/// Threads, a kept top tree and the vector unit change speed alone.
#[test]
fn options_change_no_byte() {
    let slow = ["SLH-DSA-SHA2-128s", "SLH-DSA-SHAKE-256s", "SPHINCS+-SHA2-192s-robust"];
    for params in fast().chain(slow.map(params)) {
        let due = key(params, &Options::default());
        let message = params.message(b"the same");
        let signature = sign(&due, &message);
        let mut others = vec![Options { walk: WalkKind::Whole, ..Options::default() }];
        for threads in [2, 3] {
            for walk in [WalkKind::Default, WalkKind::Whole] {
                let workers = Workers::new(threads).expect("threads");
                others.push(Options { walk, workers, ..Options::default() });
            }
        }
        let unit = Cpu::available().nth(1).unwrap_or_else(Cpu::portable);
        others.push(Options { engines: unit.engines(), ..Options::default() });
        for options in others {
            let other = key(params, &options);
            assert_eq!(other.public(), due.public());
            assert!(sign(&other, &message) == signature, "{}: {options:?}", params.name());
        }
        assert_eq!(verify_message(engines(), due.public(), &message, &signature), Ok(()));
    }
}

/// A context is part of what is signed, and so is which kind of message it is.
#[test]
fn a_signature_is_of_one_kind_of_message_only() {
    let key = key(params("SLH-DSA-SHA2-128f"), &Options::default());
    let message = b"firmware";
    let pure = |context| Message::pure(message, context).expect("short");
    let hashed = |function| Message::pre_hash(message, b"ctx", function).expect("short");
    let mut kinds = vec![Message::internal(message), pure(b""), pure(b"ctx"), pure(&[7; 255])];
    kinds.extend(PreHash::ALL.map(hashed));
    for (i, signed) in kinds.iter().enumerate() {
        let signature = sign(&key, signed);
        for (j, other) in kinds.iter().enumerate() {
            let verdict = verify_message(engines(), key.public(), other, &signature);
            assert_eq!(verdict.is_ok(), i == j, "{i} as {j}");
        }
    }
    let mut by_default = Vec::new();
    key.sign(message, Randomness::Deterministic, &mut by_default).expect("a signature");
    assert!(by_default == sign(&key, &kinds[1]), "an empty context");
}

/// Messages of any length, about the edges of blocks too; the empty one is one.
#[test]
fn messages_of_every_length() {
    for name in ["SLH-DSA-SHA2-128f", "SLH-DSA-SHA2-192f", "SLH-DSA-SHAKE-128f"] {
        let key = key(params(name), &Options::default());
        let mut seen = Vec::new();
        for len in [0, 1, 13, 14, 15, 61, 62, 63, 64, 86, 87, 88, 127, 128, 136, 1000] {
            let message = vec![5; len];
            let signature = sign(&key, &key.public().params().message(&message));
            assert_eq!(verify(engines(), key.public(), &message, &signature), Ok(()));
            let longer = [&message[..], &[5]].concat();
            let refused = verify(engines(), key.public(), &longer, &signature);
            assert_eq!(refused, Err(Error::BadSignature));
            assert!(!seen.contains(&signature));
            seen.push(signature);
        }
    }
}

#[test]
fn randomness_is_what_it_is_said_to_be() {
    let params = params("SLH-DSA-SHAKE-192f");
    let key = key(params, &Options::default());
    let signed = |randomness: Randomness<'_>| {
        let mut signature = vec![1, 2, 3];
        let result = key.sign(b"m", randomness, &mut signature);
        assert!(result.is_ok() || signature.is_empty());
        result.map(|()| signature)
    };
    let pk_seed = key.public().seed().to_vec();
    let deterministic = signed(Randomness::Deterministic).expect("a signature");
    assert_eq!(signed(Randomness::Given(&pk_seed)).as_ref(), Ok(&deterministic));
    let fresh = signed(Randomness::Fresh(&mut Given(&[9; 24])));
    assert_eq!(fresh, signed(Randomness::Given(&[9; 24])));
    assert_ne!(fresh.as_ref(), Ok(&deterministic));
    let dry = signed(Randomness::Fresh(&mut Given(&[9; 23])));
    assert_eq!(dry, Err(Error::Entropy));
    let short = Error::Length { what: "randomness", expected: 24, found: 25 };
    assert_eq!(signed(Randomness::Given(&[9; 25])), Err(short));
}

/// Entropy is drawn as FIPS 205 Alg. 21 draws it: three times `n` bytes.
#[test]
fn generating_draws_three_seeds() {
    struct Drawn(Vec<usize>);
    impl signer::Entropy for Drawn {
        fn fill(&mut self, out: &mut [u8]) -> Result<(), Error> {
            out.fill(self.0.len() as u8);
            self.0.push(out.len());
            Ok(())
        }
    }
    let params = params("SLH-DSA-SHA2-192f");
    let mut drawn = Drawn(Vec::new());
    let key = PrivateKey::generate(params, &mut drawn, &Options::default()).expect("a key");
    assert_eq!(drawn.0, [24; 3]);
    let encoded = key.encode();
    assert_eq!(encoded.expose()[..72], [[0; 24], [1; 24], [2; 24]].concat());
    let dry = PrivateKey::generate(params, &mut Given(&[0; 71]), &Options::default());
    assert_eq!(dry.err(), Some(Error::Entropy));
}

#[test]
fn keys_come_back_and_others_do_not() {
    for params in fast() {
        let (n, options) = (params.shape.n, Options::default());
        let key = PrivateKey::generate(params, &mut Counting(7), &options).expect("a key");
        let bytes = key.encode().expose().to_vec();
        assert_eq!(bytes.len(), 4 * n);
        assert!(bytes.ends_with(key.public().as_bytes()));
        let same = PrivateKey::decode(params, &bytes, &options).expect("a key");
        assert_eq!(same.public(), key.public());
        for at in [0, n, 2 * n, 3 * n, 4 * n - 1] {
            let mut other = bytes.clone();
            other[at] ^= 1;
            let decoded = PrivateKey::decode(params, &other, &options).map(|key| key.encode());
            // Nothing public follows from SK.prf.
            match decoded {
                Ok(encoded) => assert!((n..2 * n).contains(&at) && encoded.expose() == other),
                Err(error) => assert_eq!(error, Error::Corrupt { what: "root" }),
            }
        }
        for len in [0, 1, 4 * n - 1, 4 * n + 1] {
            let wrong = PrivateKey::decode(params, &vec![0; len], &options).err();
            let due = Error::Length { what: "private key", expected: 4 * n, found: len };
            assert_eq!(wrong, Some(due));
        }
        let public = key.public().as_bytes();
        assert_eq!(PublicKey::decode(params, public).as_ref(), Ok(key.public()));
        assert!(PublicKey::decode(params, &public[1..]).is_err());
        assert!(PublicKey::decode(params, &[public, &[0]].concat()).is_err());
        let seeds = PrivateKey::from_seeds(params, &bytes[..3 * n - 1], &options).err();
        let due = Error::Length { what: "seed", expected: 3 * n, found: 3 * n - 1 };
        assert_eq!(seeds, Some(due));
    }
}

/// Every set: a flipped bit anywhere is noticed, and so is another length.
#[test]
fn signatures_are_refused_whatever_is_wrong_with_them() {
    for params in fast() {
        let key = key(params, &Options::default());
        let message = params.message(b"m");
        let mut signature = sign(&key, &message);
        let len = signature.len();
        for at in (0..len).step_by(len / 40).chain([len - 1]) {
            signature[at] ^= 0x40;
            let verdict = verify(engines(), key.public(), b"m", &signature);
            assert_eq!(verdict, Err(Error::BadSignature), "{} byte {at}", params.name());
            signature[at] ^= 0x40;
        }
        for found in [0, 1, len - 1, len + 1, 2 * len] {
            let mut other = signature.clone();
            other.resize(found, 0);
            let due = Error::Length { what: "signature", expected: len, found };
            assert_eq!(verify(engines(), key.public(), b"m", &other), Err(due));
        }
        assert_eq!(verify(engines(), key.public(), b"m", &signature), Ok(()));
    }
}

/// Keys and sets mixed, good and bad: each gets the verdict that it gets alone.
#[test]
fn many_are_verified_as_one_by_one() {
    let names = ["SLH-DSA-SHA2-128f", "SPHINCS+-SHA2-128f-robust", "SLH-DSA-SHAKE-192f"];
    let mut cases = Vec::new();
    for name in names {
        for first in [1, 2] {
            let params = params(name);
            let key = PrivateKey::generate(params, &mut Counting(first), &Options::default());
            let key = key.expect("a key");
            for i in 0..20_usize {
                let mut message = vec![i as u8; i];
                let mut signature = sign(&key, &params.message(&message));
                match i % 5 {
                    1 => signature[i * 400] ^= 1,
                    2 => drop(signature.pop()),
                    3 => message.push(0),
                    _ => {}
                }
                cases.push((*key.public(), message, signature));
            }
        }
    }
    // Neighbours of one key, and then hardly any.
    for stride in [1, 7] {
        let order = (0..cases.len()).map(|i| &cases[i * stride % cases.len()]);
        let signed: Vec<_> =
            order.map(|(key, message, signature)| Signed { key, message, signature }).collect();
        let alone = signed.iter().map(|one| verify(engines(), one.key, one.message, one.signature));
        let alone: Vec<_> = alone.collect();
        assert_eq!(verify_many(engines(), &signed), alone);
        assert_eq!(alone.iter().filter(|verdict| verdict.is_ok()).count(), cases.len() * 2 / 5);
    }
    assert!(verify_many(engines(), &[]).is_empty());
}

#[test]
fn secrets_are_not_printed() {
    let params = params("SLH-DSA-SHA2-128f");
    let seeds = [[0xa7; 32].as_slice(), &[0x11; 16]].concat();
    let key = PrivateKey::from_seeds(params, &seeds, &Options::default()).expect("a key");
    let printed = format!("{key:?}");
    assert!(printed.contains("SLH-DSA-SHA2-128f") && printed.contains("111111"), "{printed}");
    assert!(!printed.contains("a7a7") && !printed.contains("167"), "{printed}");
}
