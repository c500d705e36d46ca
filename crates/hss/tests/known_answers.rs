//! Published signatures, as seeds and digests: each is made again by a plain signer, compared with the
//! published digest, and put before every backend.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking, in its helpers too")]

mod reference;

use hbs::hss::{HSS, Params};
use hbs::{Native, Options, WalkKind};
use hbs_lms::{HashChain, Sha256_192, Sha256_256, Shake256_192, Shake256_256};
use hss::backend::{HbsLms, Purecrypto};
use reference::{Tree, hash};
use signer::{Backend, Error, Given, Key, ParameterSet, Randomness, StatefulSigner};

/// Makes a signature, checks it and its public key against what was published, and has it verified by
/// every backend that runs the set.
struct Case<'a> {
    set: &'a str,
    /// `SEED ‖ I` of the root.
    seed: &'a [u8],
    q: &'a [u32],
    message: &'a [u8],
    /// In hex.
    public_key: &'a str,
    /// SHA-256 of the signature, in hex.
    digest: &'a str,
    /// Published backends that run the set; ours all do, and sign it too.
    verifiers: usize,
}

impl Case<'_> {
    fn check<H: HashChain>(&self) -> Vec<u8> {
        let set = hbs::hss::find(self.set).unwrap();
        let levels = Params::of(&set).unwrap().levels().to_vec();
        let (seed, i) = self.seed.split_at(set.n);
        let root = || Tree::<H>::new(levels[0], i, seed);
        let l = (levels.len() as u32).to_be_bytes();
        let public_key = [&l[..], &root().public_key()].concat();
        assert_eq!(hex::encode(&public_key), self.public_key);
        let signature = reference::sign(root(), &levels, self.q, self.message);
        let digest = hash::<Sha256_256>(&[&signature]);
        assert_eq!(hex::encode(digest), self.digest, "{}", self.set);
        let mut verifiers = 0;
        for backend in hss::backends().iter().filter(|backend| backend.support(&set).runs()) {
            verifiers += 1;
            let verify = |message: &[u8], signature: &[u8]| {
                backend.verify(&set, &public_key, message, signature)
            };
            assert_eq!(verify(self.message, &signature), Ok(()), "{backend:?}");
            assert_eq!(verify(b"", &signature), Err(Error::BadSignature), "{backend:?}");
        }
        let native = Native::all(&HSS);
        assert_eq!(verifiers, self.verifiers + native.len());
        let index = self
            .q
            .iter()
            .zip(&levels)
            .fold(0, |index, (q, level)| index << level.lms.h | u64::from(*q));
        for backend in &native {
            let mut key = stateful(backend.generate_from_seed(&set, self.seed));
            assert_eq!(key.public_key(), public_key, "{backend:?}");
            key.skip_to(index).unwrap();
            let mut signed = Vec::new();
            key.sign(self.message, Randomness::Deterministic, &mut signed).unwrap();
            assert_eq!(signed, signature, "{backend:?}");
        }
        signature
    }
}

fn stateful(key: Result<Key, Error>) -> Box<dyn StatefulSigner> {
    match key.unwrap() {
        Key::Stateful(key) => key,
        Key::Stateless(_) => panic!("HSS has state"),
    }
}

/// Checks that two signatures differ in the `C` and `y` of levels that sign child keys, and nowhere
/// else: the same trees, another randomiser.
fn differ_in_parents_c_only(set: &ParameterSet, a: &[u8], b: &[u8]) {
    let bottom = set.codes.len() as u32 / 2 - 1;
    assert_eq!((a.len(), b.len()), (set.signature_len(), set.signature_len()));
    for field in &set.signature {
        let range = field.offset..field.offset + field.len;
        let same = a[range.clone()] == b[range];
        let theirs = field.level < bottom && matches!(field.name, "C" | "y");
        assert_ne!(same, theirs, "{} of level {}", field.name, field.level);
    }
}

/// RFC 8554 appendix F, test case 2: H10/W4 over H5/W8, leaves 3 and 4. Both values of `C`, and the
/// second tree, are those that hash-sigs derives.
#[test]
fn rfc_8554_test_case_2() {
    let seed = hex::decode(
        "558b8966c48ae9cb898b423c83443aae014a72f1b1ab5cc85cf1d892903b5439\
         d08fabd4a2091ff0a8cb4ed834e74534",
    )
    .unwrap();
    let message = b"The enumeration in the Constitution, of certain rights, shall not be \
        construed to deny or disparage others retained by the people.\n";
    let case = Case {
        set: "HSS-SHA256-H10-W4+H5-W8",
        seed: &seed,
        q: &[3, 4],
        message,
        public_key: "000000020000000600000003d08fabd4a2091ff0a8cb4ed834e74534\
                     32a58885cd9ba0431235466bff9651c6c92124404d45fa53cf161c28f1ad5a8e",
        digest: "43a0d60189e52faf20ef094fd4902d0d5a9d42ed8e286b4104bffe70480bc730",
        verifiers: 3,
    };
    let published = case.check::<Sha256_256>();
    purecrypto_signs(&case, &published);
}

/// Some of the signatures of hash-sigs' `expansion` test (`SECRET_METHOD` 2):
/// H5/W4 over H5/W2, at both sides of changes of subtree and at the end.
#[test]
fn hash_sigs_expansion() {
    let seed = hex::decode(
        "2f2e2d2c2b2a292827262524232221201f1e1d1c1b1a19181716151413121110\
         0f0e0d0c0b0a09080706050403020100",
    )
    .unwrap();
    for (index, digest) in [
        (0, "ec9574fd6341374f5e1d049c88a228e78d422bce7726eab116f31d19a570efe0"),
        (30, "8a4a7dcdb599f8857736d50c06e3f89b2708496078394d05e4aeaa87d4530ed1"),
        (35, "42ce7ebd031929cb7df5dad500e567564f63fcced46c6b88359401996a551616"),
        (160, "d82d87c1cef7cdb60b7f905d8f6bbfa1665dfb853443ae9f427d67cb8b300ed4"),
        (1015, "1063d2dda5032fe0dfd1be34132e30f748540f3cd27e010734c5c362d5472181"),
        (1020, "3ba89e032db7fc29aa62c9bb325f97e865c601be9dc1ee37ee77772e59feee93"),
    ] {
        let case = Case {
            set: "HSS-SHA256-H5-W4+H5-W2",
            seed: &seed,
            q: &[index / 32, index % 32],
            message: b"cde",
            public_key: "0000000200000005000000030f0e0d0c0b0a09080706050403020100\
                         85a05b6f00ef7ab477b466ba915790b100f9de6c406c9ee9dd662bca201246bb",
            digest,
            verifiers: 3,
        };
        let published = case.check::<Sha256_256>();
        purecrypto_signs(&case, &published);
    }
}

/// All 205 of them, indices 0, 5, 10 to 1020, as the digest of their digests: one after the other, so
/// that each of the 32 lower trees ends and the next one begins, with a key that is loaded again on the
/// way. Where a walk goes wrong, `cargo xtask vectors` knows each digest.
#[test]
fn hash_sigs_expansion_to_its_end() {
    let set = hbs::hss::find("HSS-SHA256-H5-W4+H5-W2").unwrap();
    let seed: Vec<u8> = (0..48).rev().collect();
    let walks = [WalkKind::Whole, WalkKind::Subtrees, WalkKind::Recompute];
    for walk in walks {
        let native = Native::new("native", Options { walk, ..Options::default() }, &HSS);
        let mut key = stateful(native.generate_from_seed(&set, &seed));
        let (mut signature, mut digests) = (Vec::new(), Vec::new());
        for index in 0..=1020 {
            // In the middle of a tree, at its last leaf, and at the first of the next.
            if matches!(index, 500 | 511 | 512) {
                let secret_key = key.secret_key().unwrap();
                key = stateful(native.load(&set, secret_key.expose()));
            }
            key.sign(b"cde", Randomness::Deterministic, &mut signature).unwrap();
            if index % 5 == 0 {
                digests.extend(hash::<Sha256_256>(&[&signature]));
            }
        }
        assert_eq!((digests.len() / 32, key.remaining()), (205, 3));
        let digest = hex::encode(hash::<Sha256_256>(&[&digests]));
        assert_eq!(
            digest, "86099195c73721356cbd0b428f24b01a754983b71a515b21fce5329b27971267",
            "{walk:?}"
        );
    }
}

/// From the same seed `purecrypto` signs with the same trees, and with the same bytes but for `C` of
/// the child key's signature.
fn purecrypto_signs(case: &Case<'_>, published: &[u8]) {
    let set = hbs::hss::find(case.set).unwrap();
    let mut key = stateful(Purecrypto::new().generate_from_seed(&set, case.seed));
    assert_eq!(hex::encode(key.public_key()), case.public_key);
    key.skip_to(set.signature_index(published).unwrap()).unwrap();
    let c = set.signature.iter().rfind(|field| field.name == "C").unwrap();
    let c = &published[c.offset..c.offset + c.len];
    let mut signature = Vec::new();
    key.sign(case.message, Randomness::Given(c), &mut signature).unwrap();
    differ_in_parents_c_only(&set, &signature, published);
}

/// RFC 9858, test cases 1 to 3 (here from draft-fluhrer-lms-more-parm-sets): H5/W8 of SHA-256 with
/// n = 24 and of SHAKE256 with n = 24 and 32.
#[test]
fn rfc_9858_test_cases() {
    let bytes = |from: u8, len: u8| (from..from + len).collect::<Vec<u8>>();
    let first = Case {
        set: "HSS-SHA256-M24-H5-W8-L1",
        seed: &[bytes(0x00, 24), bytes(0x20, 16)].concat(),
        q: &[5],
        message: b"Test message for SHA256-192\n",
        public_key: "000000010000000a00000008202122232425262728292a2b2c2d2e2f\
                     2c571450aed99cfb4f4ac285da14882796618314508b12d2",
        digest: "95b9e6732d5401bb4d0c9989cb6e507ced458bc9da9bf45d8764f91903bd8bbb",
        verifiers: 2,
    };
    first.check::<Sha256_192>();
    let second = Case {
        set: "HSS-SHAKE-M24-H5-W8-L1",
        seed: &[bytes(0x30, 24), bytes(0x50, 16)].concat(),
        q: &[6],
        message: b"Test message for SHAKE256-192\n",
        public_key: "000000010000001400000010505152535455565758595a5b5c5d5e5f\
                     db54a4509901051c01e26d9990e550347986da87924ff0b1",
        digest: "efeb4409c4af9ada25d9ad13f035f0cbcbdf000a1fea0a17add1c6fbc76e8daf",
        verifiers: 2,
    };
    second.check::<Shake256_192>();
    let third = Case {
        set: "HSS-SHAKE-H5-W8-L1",
        seed: &[bytes(0x60, 32), bytes(0x80, 16)].concat(),
        q: &[7],
        message: b"Test mesage for SHAKE256-256\n",
        public_key: "000000010000000f0000000c808182838485868788898a8b8c8d8e8f\
                     9bb7faee411cae806c16a466c3191a8b65d0ac31932bbf0c2d07c7a4a36379fe",
        digest: "5137b847026f68e399fca1f6cc8b8c4e7a309e2d3babf05078d4393e43c099f7",
        verifiers: 2,
    };
    third.check::<Shake256_256>();
}

/// `hbs-lms` derives the root from its seed as hash-sigs' `SECRET_METHOD` 0, and from there on all
/// trees as above, so that the plain signer makes its signatures again; but `C` of a child key's
/// signature comes from the child's seed. Auxiliary data changes nothing.
#[test]
fn hbs_lms_derives_the_trees_of_hash_sigs() {
    let set = hbs::hss::find("HSS-SHA256-H5-W2+H5-W4+H5-W8").unwrap();
    let levels = Params::of(&set).unwrap().levels().to_vec();
    let own = [0x5a; 32];
    let derive =
        |which: u8, seed: &[u8]| hash::<Sha256_256>(&[&[0; 20], &[0xfe, 0xfe], &[which], seed]);
    let top = derive(0, &own);
    let (seed, i) = (derive(1, &top), derive(2, &top));
    for backend in [HbsLms::new(), HbsLms::new().with_aux()] {
        let mut key = stateful(backend.generate(&set, &mut Given(&own)));
        let root = || Tree::<Sha256_256>::new(levels[0], &i[..16], &seed);
        assert_eq!(key.public_key()[4..], root().public_key());
        for (index, q) in [(0, [0, 0, 0]), (31, [0, 0, 31]), (32, [0, 1, 0]), (1025, [1, 0, 1])] {
            key.skip_to(index).unwrap();
            let mut signature = Vec::new();
            key.sign(b"trees", Randomness::Deterministic, &mut signature).unwrap();
            let plain = reference::sign(root(), &levels, &q, b"trees");
            differ_in_parents_c_only(&set, &signature, &plain);
        }
    }
}
