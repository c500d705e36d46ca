//! Published answers, as seeds and SHA-256 digests.
//!
//! RFC 8554 test case 1 is not here: no seed of it is published.

mod oracle;

use hbs::lms::params::I_LEN;
use hbs::lms::{LMS, Params};
use hbs::{Native, Options, Workers};
use hbs_lms::signature::Verifier;
use hbs_lms::{HssParameter, LmotsAlgorithm, LmsAlgorithm, Seed, Sha256_192};
use lms::backend::HbsLms;
use oracle::Oracle;
use purecrypto::hash::sha256;
use rand::{SeedableRng, rngs::StdRng};
use signer::{Backend, Error, Key, ParameterSet, RandCore, Randomness, Support, quietly};

/// The digest of the public key that a seed gives, by every backend that takes one, and by the
/// oracle, which the tests below rely on.
#[test]
fn seeds_give_the_published_keys() {
    let (mut keys, mut answers) = (0, 0);
    for published in published().filter(|key| key.height == 5 || key.is_common()) {
        let Published { set, seed, digest, height } = published;
        for backend in takers(&set) {
            let key = backend.generate_from_seed(&set, &seed).expect("a key");
            let public_key = key.private_key().public_key();
            let name = backend.about().name;
            assert_eq!(hex::encode(sha256(public_key)), digest, "{name} {}", set.name);
            answers += 1;
        }
        if height == 5 {
            let public_key = Oracle::new(&set, &seed).public_key();
            assert_eq!(hex::encode(sha256(&public_key)), digest, "oracle {}", set.name);
        }
        keys += 1;
    }
    // Two of the published ones take a seed, for eight of the sets; all of ours for all.
    assert_eq!((keys, answers), (20, 16 + keys * Native::all(&LMS).len()));
}

#[test]
fn seeds_give_the_published_keys_of_height_10() {
    assert_eq!(generated(|key| key.height == 10 && !key.is_common()), 12);
}

#[test]
fn seeds_give_the_published_keys_of_height_15() {
    assert_eq!(generated(|key| key.height == 15 && key.is_quick()), 6);
}

#[test]
#[ignore = "a minute: cargo test --release -p lms --test known_answers -- --ignored height_15"]
fn seeds_give_the_other_published_keys_of_height_15() {
    assert_eq!(generated(|key| key.height == 15 && !key.is_quick()), 10);
}

#[test]
#[ignore = "half an hour: cargo test --release -p lms --test known_answers -- --ignored height_20"]
fn seeds_give_the_published_keys_of_height_20() {
    assert_eq!(generated(|key| key.height == 20), 16);
}

#[test]
#[ignore = "a day: cargo test --release -p lms --test known_answers -- --ignored height_25"]
fn seeds_give_the_published_keys_of_height_25() {
    assert_eq!(generated(|key| key.height == 25), 16);
}

/// RFC 8554 appendix F, test case 2: both levels are keys of LMS whose seeds are given. The upper
/// one signs the lower one's public key at q = 3, the lower one the message at q = 4.
#[test]
fn rfc_8554_test_case_2() {
    let lower = (
        "LMS-SHA256-M32-H5+LMOTS-SHA256-N32-W8",
        "a1c4696e2608035a886100d05cd99945eb3370731884a8235e2fb3d4d71f2547",
        "215f83b7ccb9acbcd08db97b0d04dc2b",
        "a1cd035833e0e90059603f26e07ad2aad152338e7a5e5984bcd5f7bb4eba40b7",
    );
    let upper = (
        "LMS-SHA256-M32-H10+LMOTS-SHA256-N32-W4",
        "558b8966c48ae9cb898b423c83443aae014a72f1b1ab5cc85cf1d892903b5439",
        "d08fabd4a2091ff0a8cb4ed834e74534",
        "32a58885cd9ba0431235466bff9651c6c92124404d45fa53cf161c28f1ad5a8e",
    );
    let lower_public_key = Oracle::new(&set(lower.0), &unhex(&[lower.1, lower.2])).public_key();
    let constitution = b"The enumeration in the Constitution, of certain rights, shall not be \
                         construed to deny or disparage others retained by the people.\n";
    let cases = [
        (
            lower,
            4,
            &constitution[..],
            "987a83f7670a93837c484888fde579ca3653db8b66c9339b3c03b1e9b949d771",
        ),
        (
            upper,
            3,
            &lower_public_key[..],
            "7e3c3836d68274c43edaaaac98a51d2109ae7fd05704555636006a38f0b602d4",
        ),
    ];
    for ((name, seed, id, root), q, message, digest) in cases {
        let (set, seed) = (set(name), unhex(&[seed, id]));
        let c = Oracle::new(&set, &seed).c(q);
        let mut public_key = Vec::new();
        let mut signature = Vec::new();
        for backend in takers(&set) {
            let key = backend.generate_from_seed(&set, &seed).expect("a key");
            public_key = key.private_key().public_key().to_vec();
            assert_eq!(hex::encode(&public_key[8 + I_LEN..]), root);
            let Key::Stateful(mut key) = key else { panic!("LMS is stateful") };
            key.skip_to(q.into()).expect("a later index");
            key.sign(message, Randomness::Given(&c), &mut signature).expect("a signature");
            assert_eq!(hex::encode(sha256(&signature)), digest, "{}", backend.about().name);
        }
        for backend in Native::all(&LMS) {
            let name = backend.about().name;
            assert_eq!(signed(&backend, &set, &seed, q, message), digest, "{name} derives C");
        }
        for backend in lms::backends() {
            let verdict = backend.verify(&set, &public_key, message, &signature);
            assert_eq!(verdict, Ok(()), "{}", backend.about().name);
        }
    }
}

/// RFC 9858 test cases 1 to 3: seeds 00.., 30.. and 60.., identifiers 20.., 50.. and 80... Of the
/// published backends none signs with these seeds; `hbs-lms` verifies, with its type words translated.
#[test]
fn rfc_9858_test_cases() {
    let cases = [
        (
            "LMS-SHA256-M24-H5+LMOTS-SHA256-N24-W8",
            (0x00, 0x20, 5),
            "Test message for SHA256-192\n",
            "611dc427bd3f454966198fe06568c640fc76ffc4c24a5999f1364c625573ef51",
        ),
        (
            "LMS-SHAKE-M24-H5+LMOTS-SHAKE-N24-W8",
            (0x30, 0x50, 6),
            "Test message for SHAKE256-192\n",
            "1bfde74a5bec9a0c24e0bf56a7185dc4e763acbf7b662303273f67465872a4cc",
        ),
        (
            "LMS-SHAKE-M32-H5+LMOTS-SHAKE-N32-W8",
            (0x60, 0x80, 7),
            "Test mesage for SHAKE256-256\n",
            "c439d49358db46a6b36040fe95f2d6c13d02afdaea29944836d42534b8785355",
        ),
    ];
    for (name, (seed, id, q), message, digest) in cases {
        let set = set(name);
        let seed: Vec<u8> = (seed..).take(set.n).chain((id..).take(I_LEN)).collect();
        let key = Oracle::new(&set, &seed);
        let signature = key.sign(q, message.as_bytes());
        assert_eq!(hex::encode(sha256(&signature)), digest, "{name}");
        for backend in Native::all(&LMS) {
            let found = signed(&backend, &set, &seed, q, message.as_bytes());
            assert_eq!(found, digest, "{name} {}", backend.about().name);
            let verdict = backend.verify(&set, &key.public_key(), message.as_bytes(), &signature);
            assert_eq!(verdict, Ok(()), "{name} {}", backend.about().name);
        }
        let verdict = HbsLms::new().verify(&set, &key.public_key(), message.as_bytes(), &signature);
        assert_eq!(verdict, Ok(()), "{name}");
        let raw = quietly(|| {
            HbsLms::unfenced().verify(&set, &key.public_key(), message.as_bytes(), &signature)
        });
        assert!(matches!(raw, Err(Error::Panicked { .. })), "{name}: {raw:?}: words are known now");
    }
}

/// `hbs-lms` and the oracle verify each other's signatures, for each set of height 5: for SHAKE and
/// n = 24 that is what shows that translating its type words is enough.
#[test]
fn hbs_lms_agrees_with_the_oracle() {
    let backend = HbsLms::new();
    let mut entropy = RandCore(StdRng::seed_from_u64(9858));
    let mut sets = 0;
    for Published { set, seed, .. } in published().filter(|key| key.height == 5) {
        if !backend.support(&set).runs() {
            continue;
        }
        sets += 1;
        let name = &set.name;
        let message = name.as_bytes();
        let oracle = Oracle::new(&set, &seed);
        let signature = oracle.sign(31, message);
        assert!(oracle::verifies(&set, &oracle.public_key(), message, &signature), "{name}");
        let verdict = backend.verify(&set, &oracle.public_key(), message, &signature);
        assert_eq!(verdict, Ok(()), "{name}: signed by the oracle");

        let mut key = backend.generate(&set, &mut entropy).expect("a key");
        let mut signature = Vec::new();
        key.sign(message, Randomness::Deterministic, &mut signature).expect("a signature");
        let public_key = key.private_key().public_key();
        assert!(oracle::verifies(&set, public_key, message, &signature), "{name}: by hbs-lms");
        signature[8] ^= 1;
        assert!(!oracle::verifies(&set, public_key, message, &signature), "{name}: flipped");
    }
    assert_eq!(sets, 14);
}

/// `hbs-lms` shifts the checksum of n = 24 with w = 1 by 7 bits: with the right type words it still
/// verifies nowhere else. Its digit of weight 1 is lost and all others move by one.
#[test]
fn hbs_lms_is_alone_with_n_24_and_w_1() {
    let set = set("LMS-SHA256-M24-H5+LMOTS-SHA256-N24-W1");
    assert!(matches!(HbsLms::new().support(&set), Support::Unsupported(_)));
    let level = HssParameter::new(LmotsAlgorithm::LmotsW1, LmsAlgorithm::LmsH5);
    let (mut key, public_key) =
        hbs_lms::keygen::<Sha256_192>(&[level], &Seed::default(), None).expect("a key");
    let signature = key.try_sign_with_aux(b"alone", None).expect("a signature");
    let verdict = public_key.verify(b"alone", &signature);
    assert!(verdict.is_ok(), "{verdict:?}");
    let (public_key, signature) = (&public_key.as_slice()[4..], &signature.as_ref()[4..]);
    assert_eq!((public_key.len(), signature.len()), (set.public_key_len(), set.signature_len()));
    assert!(!oracle::verifies(&set, public_key, b"alone", signature), "it is mended upstream");
}

/// A published key.
struct Published {
    set: ParameterSet,
    /// `SEED ‖ I`.
    seed: Vec<u8>,
    /// SHA-256 of the public key, in hex.
    digest: &'static str,
    height: u32,
}

impl Published {
    /// Whether it is of height 10 and of the hash function that every backend has.
    fn is_common(&self) -> bool {
        self.height == 10 && self.set.name.starts_with("LMS-SHA256-M32")
    }

    /// Whether it has few hashes to compute, and fast ones.
    fn is_quick(&self) -> bool {
        self.set.name.starts_with("LMS-SHA256") && !self.set.name.ends_with("W8")
    }
}

/// A key of each of the 80 sets.
fn published() -> impl Iterator<Item = Published> {
    let text = include_str!("answers/keys.txt");
    let keys: Vec<_> = text.lines().filter(|line| !line.starts_with('#')).map(read).collect();
    assert_eq!(keys.len(), hbs::lms::sets().len());
    keys.into_iter()
}

fn read(line: &'static str) -> Published {
    let [name, seed, id, digest] = line.split(' ').collect::<Vec<_>>()[..] else {
        panic!("four fields: {line}")
    };
    let set = set(name);
    let height = Params::of(&set).expect("a set of LMS").lms.h;
    Published { set, seed: unhex(&[seed, id]), digest, height }
}

/// Generates published keys with all cores, compares them, and counts them.
fn generated(which: impl Fn(&Published) -> bool) -> usize {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let workers = Workers::new(threads).expect("threads");
    let native = Native::new("native", Options { workers, ..Options::default() }, &LMS);
    let check = |Published { set, seed, digest, .. }| {
        let key = native.generate_from_seed(&set, &seed).expect("a key");
        let found = hex::encode(sha256(key.private_key().public_key()));
        assert_eq!(found, digest, "{}", set.name);
    };
    published().filter(which).map(check).count()
}

/// The digest of a signature by leaf `q` of the key that `seed` gives, with the `C` that it gives.
fn signed(
    backend: &dyn Backend,
    set: &ParameterSet,
    seed: &[u8],
    q: u32,
    message: &[u8],
) -> String {
    let Key::Stateful(mut key) = backend.generate_from_seed(set, seed).expect("a key") else {
        panic!("LMS is stateful")
    };
    let mut signature = Vec::new();
    key.skip_to(q.into()).expect("a later index");
    key.sign(message, Randomness::Deterministic, &mut signature).expect("a signature");
    hex::encode(sha256(&signature))
}

fn set(name: &str) -> ParameterSet {
    hbs::lms::find(name).unwrap_or_else(|unknown| panic!("{unknown}"))
}

fn unhex(parts: &[&str]) -> Vec<u8> {
    hex::decode(parts.concat()).expect("hex")
}

/// The backends that take the standard's seed for `set`.
fn takers(set: &ParameterSet) -> impl Iterator<Item = &'static dyn Backend> {
    let takes =
        |backend: &&dyn Backend| backend.support(set).runs() && backend.about().name != "hbs-lms";
    lms::backends().iter().copied().filter(takes)
}
