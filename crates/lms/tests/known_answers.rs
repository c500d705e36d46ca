//! Published answers, as seeds and SHA-256 digests.
//!
//! RFC 8554 test case 1 is not here: no seed of it is published.

mod oracle;

use hbs::Native;
use hbs::lms::Lms;
use hbs::lms::params::I_LEN;
use hbs_lms::signature::Verifier;
use hbs_lms::{HssParameter, LmotsAlgorithm, LmsAlgorithm, Seed, Sha256_192};
use lms::backend::HbsLms;
use oracle::Oracle;
use purecrypto::hash::sha256;
use rand::{SeedableRng, rngs::StdRng};
use signer::{Backend, Error, Key, ParameterSet, RandCore, Randomness, Support, quietly};

/// `SEED`, `I`, and the digest of the public key: test group and case from the ACVP-format data of
/// post-quantum-cryptography/KAT (MIT), LMS-keyGen-1.0, the first case of each set.
const KEYS: [(&str, &str, &str, &str); 20] = [
    (
        "LMS-SHA256-M32-H5+LMOTS-SHA256-N32-W1",
        "3b6760dba1638399cec56317e449c6de7d9c2d57b9c02587406d26bf25343489",
        "a497d713d99056a8f05cabc87f0e336d",
        "ffdc5fad77914490fce3155e68bcff2b0c8f8de733df721ea7bbc67e298b6584",
    ),
    (
        "LMS-SHA256-M32-H5+LMOTS-SHA256-N32-W2",
        "5051c626c9215b0aac396f0e17276272f7d7af594fb31f0a73206f23a7cdfff6",
        "36646007add41db86205cc32917266a6",
        "e13423210656f2c715de95a9008d2eb9c7dd4a461fd032657f205500b044e52f",
    ),
    (
        "LMS-SHA256-M32-H5+LMOTS-SHA256-N32-W4",
        "0c199a665ad25ede58ba26386396af1ccc07c2a654b6eda2f53eb4b3d615158b",
        "7bd4f1e529daa3d5fda444a48ca0ef63",
        "2ed56b4ea299da85b2bdf6d51162d7ff4a6b9df2136206863f5207016ba83df8",
    ),
    (
        "LMS-SHA256-M32-H5+LMOTS-SHA256-N32-W8",
        "b406f43f9d010baa52deef38c228517e642a80dda16aa3e763ab9576e6554c7d",
        "dd0995df1c7209fa0f31fe1a1389fd0e",
        "d1b36db3cf235e2dd2168de8b8505e96bd49ed1407e0d6c8bf654a92e50dda62",
    ),
    (
        "LMS-SHA256-M32-H10+LMOTS-SHA256-N32-W1",
        "672114910f108f8e91d43fe4b9fe8a78410f42da92ebc81d30072c3d2ff1562f",
        "07a8ee404bed1743fbe1349476563a57",
        "4f3cef1b9f5e3e86295f20090803d697cbda2249ce67d3f4c1d6bd16ee7788ee",
    ),
    (
        "LMS-SHA256-M32-H10+LMOTS-SHA256-N32-W2",
        "da79f54eee8d8a899971efe8a0d39765678f23fee31e822b3cfec915f8e4e957",
        "1c07ff3531a56f9d431538afb1f0bfcb",
        "8ccef822ec034538675ff6849c8bade48abcd6bbf35a04d7142cec145edb11c3",
    ),
    (
        "LMS-SHA256-M32-H10+LMOTS-SHA256-N32-W4",
        "b5911a15df7f470c06db7827ab42f97de45cb8d5584046998823da1c2c5af7e7",
        "9f50050ba6245b9127587db766d75de1",
        "d532b33a800ece7fdee7680d914f7896ea5cf038c805a35317a11fa55afc937c",
    ),
    (
        "LMS-SHA256-M32-H10+LMOTS-SHA256-N32-W8",
        "4bc2cd02fc607650682ae4d13f871f48a13f66d77ff9e3b56f54792fc54aa47c",
        "13dbf11bf9c0b3b9d1b84495c8497c79",
        "6db02ad510c1ce9f4b87bc4ea0371b1577fe310e6f745ad4b10a1fced6465796",
    ),
    (
        "LMS-SHA256-M24-H5+LMOTS-SHA256-N24-W1",
        "0d63d8371e25f4f045c8ad6007521f6e2dd1d9c334da98e7",
        "1b9f7834046cbb9c53bce7ef7fd9a9aa",
        "a61832296bbddcecff077d0e4729d3ff71854e690bbcc1556577dadbc416fdb5",
    ),
    (
        "LMS-SHA256-M24-H5+LMOTS-SHA256-N24-W2",
        "84ff909ebfa21f7f4d91ecef88082107d0d596e908b071c9",
        "b3557bc9712e920e4ef35ee28a4e27ae",
        "9986ee6209fef43b627ec7f2bfcc1c401697d51bbba54452292c987b0ad243a4",
    ),
    (
        "LMS-SHA256-M24-H5+LMOTS-SHA256-N24-W4",
        "9a2938015ec4e9b7aa2f556dbf5e4ea4c61a7710b015084d",
        "6e4fe64e188d8d2f32026a53697ce6e0",
        "639916132b3708dbc2d38d3ea41d8ce6a97c8369d66cbb38f7eb4ba5a7d9f75f",
    ),
    (
        "LMS-SHA256-M24-H5+LMOTS-SHA256-N24-W8",
        "4ebc131aadfa585ca3408557a5b8028078afbbdceae102e0",
        "502f3153a41cdab82d1d21e14b9b0225",
        "ddf71b6dc8a28bb76a3a1cb052a8cc990ea7b5f5d0af427368b468405655e26d",
    ),
    (
        "LMS-SHAKE-M32-H5+LMOTS-SHAKE-N32-W1",
        "4231da466fa1841a12c604a805a7a725c9b128ecc9af068ffc88141dc5673ea9",
        "91ff775ce07f0eef95ff8d7d45b450f9",
        "69f14e77eaa6487600bea82979ccdedf172e8025a4e1ba5fb386be3f673e2850",
    ),
    (
        "LMS-SHAKE-M32-H5+LMOTS-SHAKE-N32-W2",
        "a19560a2e16d380aa4ab0f6e3fa92f5b39616239c64479a123c31334fb5dd26b",
        "c0fe90ae7673f466ee79dfb8c3add520",
        "a7179606c3f57a4f4c88524224696bc6d276e2844fc469b9bd4cfeb18f26a9cd",
    ),
    (
        "LMS-SHAKE-M32-H5+LMOTS-SHAKE-N32-W4",
        "95ce17229c9e3670e686d6d24cb7bda0ad6e1575d3017126f7f56bc429450055",
        "476ad02e7cbab3fbbfb8762ff952e3c0",
        "d35a936d82195b83a6be73839a2572b06769ef9c905d3656560dfbc7b6e3d645",
    ),
    (
        "LMS-SHAKE-M32-H5+LMOTS-SHAKE-N32-W8",
        "eb34395571f1dae2a04c4de160f3714f28004a1541a544379fbd28e25ecf5e9b",
        "0f341d2a6d7842e0a485fcf9c4fa5315",
        "150b428ff63eaea8c7bc9d437a2f298f41c167a1214c3b6d6f5e59ee9fef0e2a",
    ),
    (
        "LMS-SHAKE-M24-H5+LMOTS-SHAKE-N24-W1",
        "dc9311a9f29390dd80c16739eb2a6f0d7438eb6ce44b2eac",
        "984bcf51e6ffa8c33ffa2e54948da75d",
        "4995c57df79e2601a716ca1a3f7f0d07be0519fe5fd0122c04fb0eee841c4aa9",
    ),
    (
        "LMS-SHAKE-M24-H5+LMOTS-SHAKE-N24-W2",
        "cae22e23d527e31c429e7ef4e58e28782e75c3cca9c9223d",
        "5e07deaccffb138be7e772aadfdc4225",
        "527d753a6af8d7c64ad32946f4aead920b8335c862abac90352e6d0277395d46",
    ),
    (
        "LMS-SHAKE-M24-H5+LMOTS-SHAKE-N24-W4",
        "c408f487a2f9f7886c031c6c0ddf4ac3dec6cd2b19e0a5de",
        "f175b71d0c892e061400c46a8315236e",
        "0b628f637fc4c000d870f43b65925a4ed2876cb76c70a9bcef3fe93a61b3c1bd",
    ),
    (
        "LMS-SHAKE-M24-H5+LMOTS-SHAKE-N24-W8",
        "76978ca7be65d12155f30d43fdcb6d2d8bd67146e89d32ec",
        "32697a9e1bba82fc0027e14b1aa97dd4",
        "a940cbee9b60d9477d6817067d38917d646d7e5a3c330368c3785cda52abba82",
    ),
];

/// The digest of the public key that a seed gives, by every backend that takes one, and by the
/// oracle, which the tests below rely on.
#[test]
fn seeds_give_the_published_keys() {
    let mut answers = 0;
    for (name, seed, id, digest) in KEYS {
        let (set, seed) = (set(name), unhex(&[seed, id]));
        for backend in takers(&set) {
            let key = backend.generate_from_seed(&set, &seed).expect("a key");
            let public_key = key.private_key().public_key();
            assert_eq!(hex::encode(sha256(public_key)), digest, "{} {name}", backend.about().name);
            answers += 1;
        }
        if set.lifetime.count() == Some(32) {
            let public_key = Oracle::new(&set, &seed).public_key();
            assert_eq!(hex::encode(sha256(&public_key)), digest, "oracle {name}");
        }
    }
    // Two of the published ones take a seed, for eight of the sets; all of ours for all.
    assert_eq!(answers, 16 + KEYS.len() * Native::all(&Lms).len());
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
        for backend in Native::all(&Lms) {
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
        for backend in Native::all(&Lms) {
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
    for (name, seed, id, _) in KEYS {
        let set = set(name);
        if set.lifetime.count() != Some(32) || !backend.support(&set).runs() {
            continue;
        }
        sets += 1;
        let message = name.as_bytes();
        let oracle = Oracle::new(&set, &unhex(&[seed, id]));
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
