//! What every backend must pass, on sets whose keys are generated in seconds; the others are in
//! `expensive.rs`.

use hbs::xmss::{Params, XMSS, XMSS_FAST, find, sets};
use hbs::{Native, Options};
use rand::SeedableRng;
use rand::rngs::StdRng;
use signer::conformance::{Check, Effort, cross, run};
use signer::{Backend, Error, Key, ParameterSet, RandCore, Randomness, Scheme, Support};
use xmss::backend::{PqXmss, PureCrypto};

/// Sets for every check, with trees of height 5: cheap enough to go to the last index of lives of
/// up to 2^60.
const CHECKED: &[&str] = &[
    "XMSSMT-SHA2_20/4_256",
    "XMSSMT-SHA2_40/8_256",
    "XMSSMT-SHA2_60/12_256",
    "XMSSMT-SHAKE_20/4_256",
    "XMSSMT-SHAKE_40/8_256",
    "XMSSMT-SHA2_20/4_192",
    "XMSSMT-SHA2_20/4_512",
];

/// Further sets, whose keys take at most 3 s to generate, for a round trip each.
const TRIED: &[&str] = &[
    "XMSS-SHA2_10_256",
    "XMSS-SHA2_10_192",
    "XMSS-SHAKE_10_256",
    "XMSS-SHAKE256_10_256",
    "XMSS-SHAKE256_10_192",
    "XMSSMT-SHA2_20/2_256",
    "XMSSMT-SHA2_20/2_192",
    "XMSSMT-SHA2_40/4_256",
    "XMSSMT-SHAKE_60/12_256",
    "XMSSMT-SHAKE256_20/4_192",
    "XMSSMT-SHAKE256_20/4_256",
];

const EFFORT: Effort = Effort { truncations: 64, long_lives: true };

fn rng(seed: u64) -> RandCore<StdRng> {
    RandCore(StdRng::seed_from_u64(seed))
}

fn set(name: &str) -> ParameterSet {
    find(name).expect("a set of the standard")
}

/// Backends without other units of the machine and `native-small`: those are tried on small trees.
fn few() -> Vec<&'static dyn Backend> {
    let other = |name: &str| name.contains('@') || name == "native-small";
    xmss::backends().iter().copied().filter(|backend| !other(&backend.about().name)).collect()
}

/// Asserts that exactly the checks in `due` fail.
fn conform(backend: &dyn Backend, name: &str, due: &[Check]) {
    let report = run(backend, &set(name), &mut rng(0x0784), EFFORT);
    assert_eq!(report.failed(), due, "{backend:?}\n{report}");
}

/// What a backend fails behind its fence: purecrypto gives up the last index of height 40, so that
/// a fresh key has 2^40 - 1 signatures left and the last index is not to be had.
fn failures(backend: &dyn Backend, name: &str) -> &'static [Check] {
    if backend.about().name == "purecrypto" && name.contains("_40/") {
        &[Check::Indices, Check::Reload, Check::Skip, Check::LastIndex]
    } else {
        &[]
    }
}

#[test]
fn xmss() {
    for backend in few() {
        conform(backend, "XMSS-SHA2_10_256", &[]);
    }
}

#[test]
fn xmss_192() {
    conform(&PureCrypto::new(), "XMSS-SHA2_10_192", &[]);
}

#[test]
fn xmss_mt() {
    let few: Vec<_> = few().iter().map(|backend| backend.about().name).collect();
    for name in CHECKED {
        for backend in xmss::backends() {
            // The others differ in the unit or the walk, and four layers are as good as twelve.
            let tried = few.contains(&backend.about().name) || name.contains("_20/4_");
            if tried && backend.support(&set(name)).runs() {
                conform(*backend, name, failures(*backend, name));
            }
        }
    }
}

/// Without its fence `pq-xmss` signs on after the last index of height 40.
#[test]
fn pq_xmss_without_its_fence() {
    let unfenced = PqXmss::unfenced();
    conform(&unfenced, "XMSSMT-SHA2_20/4_256", &[]);
    conform(&unfenced, "XMSSMT-SHA2_40/8_256", &[Check::Exhausted]);
    conform(&unfenced, "XMSSMT-SHA2_60/12_256", &[]);
}

/// What it then signs is invalid, whatever the hash function and the number of layers (`n` = 64
/// takes too long here).
#[test]
fn pq_xmss_without_its_fence_signs_invalidly() {
    let unfenced = PqXmss::unfenced();
    for set in
        sets().iter().filter(|set| set.name.contains("_40/8")).chain([&set("XMSSMT-SHA2_40/4_192")])
    {
        let Ok(Key::Stateful(mut key)) = unfenced.generate(set, &mut rng(40)) else {
            panic!("{}: no stateful key", set.name);
        };
        key.skip_to((1 << 40) - 1).expect("the last index");
        let mut signature = Vec::new();
        for due in [Ok(()), Err(Error::BadSignature), Err(Error::BadSignature)] {
            assert_eq!(key.sign(b"more", Randomness::Deterministic, &mut signature), Ok(()));
            let verdict = unfenced.verify(set, key.public_key(), b"more", &signature);
            assert_eq!(verdict, due, "{}", set.name);
        }
    }
}

/// Without its fence `purecrypto` takes seeds of other lengths, and leaves the OID to the caller.
#[test]
fn purecrypto_without_its_fence() {
    let unfenced = PureCrypto::unfenced();
    let due = [Check::Seed, Check::FlippedPublicKey];
    conform(&unfenced, "XMSS-SHA2_10_256", &due);
    conform(&unfenced, "XMSSMT-SHA2_20/4_256", &due);
    let due = [
        Check::Seed,
        Check::FlippedPublicKey,
        Check::Indices,
        Check::Reload,
        Check::Skip,
        Check::LastIndex,
    ];
    conform(&unfenced, "XMSSMT-SHA2_40/8_256", &due);
}

/// Each backend verifies what each other one signed, and has the same public key for a seed.
#[test]
fn crosswise() {
    let all = CHECKED.iter().map(|name| (name, xmss::backends().to_vec()));
    for (name, backends) in all.chain(TRIED.iter().map(|name| (name, few()))) {
        let cells = cross(&backends, &set(name), &mut rng(7));
        let cells = cells.unwrap_or_else(|error| panic!("{name}: {error}"));
        let running = backends.iter().filter(|b| b.support(&set(name)).runs()).count();
        assert_eq!(cells.len(), running * running, "{name}");
        for cell in cells {
            assert!(cell.holds(), "{name}: {cell:?}");
        }
    }
}

/// A backend that does not run a set says so, in words.
#[test]
fn other_sets_are_refused() {
    let lms = &hbs::lms::sets()[0];
    for backend in xmss::backends() {
        assert_eq!(backend.support(lms), Support::No);
        let result = backend.generate(lms, &mut rng(1));
        assert!(matches!(result, Err(Error::Unsupported { .. })), "{result:?}");
    }
    let result = PureCrypto::new().generate(&set("XMSS-SHA2_10_512"), &mut rng(1));
    assert!(matches!(result, Err(Error::Unsupported { .. })), "{result:?}");
}

/// `support` against the lists of the crates.
#[test]
fn support_is_what_the_crates_list() {
    const PURECRYPTO: [&str; 22] = [
        "XMSS-SHA2_10_256",
        "XMSS-SHA2_16_256",
        "XMSS-SHA2_20_256",
        "XMSS-SHAKE_10_256",
        "XMSS-SHAKE_16_256",
        "XMSS-SHAKE_20_256",
        "XMSS-SHA2_10_192",
        "XMSS-SHA2_16_192",
        "XMSS-SHA2_20_192",
        "XMSS-SHAKE256_10_256",
        "XMSS-SHAKE256_16_256",
        "XMSS-SHAKE256_20_256",
        "XMSSMT-SHA2_20/2_256",
        "XMSSMT-SHA2_20/4_256",
        "XMSSMT-SHA2_40/2_256",
        "XMSSMT-SHA2_40/4_256",
        "XMSSMT-SHA2_40/8_256",
        "XMSSMT-SHA2_60/3_256",
        "XMSSMT-SHA2_60/6_256",
        "XMSSMT-SHA2_60/12_256",
        "XMSSMT-SHAKE_20/2_256",
        "XMSSMT-SHAKE_20/4_256",
    ];
    assert_eq!(sets().len(), 77);
    for set in sets() {
        assert_eq!(PqXmss::new().support(set), Support::Yes, "{}", set.name);
        let listed = PURECRYPTO.contains(&&*set.name);
        assert_eq!(PureCrypto::new().support(set).runs(), listed, "{}", set.name);
    }
}

/// The rows of `pq-xmss` are the standard's.
#[test]
fn pq_xmss_has_the_standards_rows() {
    for set in sets() {
        let params = Params::of(set).expect("a row of the standard");
        let raw = pq_xmss::ParameterSet::from_name(&set.name).expect("a set of the crate");
        assert_eq!(
            (raw.is_xmss(), raw.total_height(), raw.layers(), raw.signature_len()),
            (set.scheme == Scheme::Xmss, params.h, params.d, set.signature_len()),
            "{}",
            set.name
        );
    }
}

/// Encoded private keys with any one thing wrong.
#[test]
fn changed_private_keys() {
    let (pq_xmss, purecrypto) = (PqXmss::new(), PureCrypto::new());
    let backends: [(&dyn Backend, usize); 2] = [(&pq_xmss, 0), (&purecrypto, 4)];
    for (backend, oid_at) in backends {
        let set = set("XMSSMT-SHA2_20/4_256");
        let key = backend.generate(&set, &mut rng(3)).expect("a key");
        let secret = key.private_key().secret_key().expect("an encoded key");
        let secret = secret.expose();
        let who = backend.about().name;

        let longer = [secret, &[0]].concat();
        let result = backend.load(&set, &longer);
        assert!(matches!(result, Err(Error::Length { .. })), "{who}: {result:?}");

        for at in 0..oid_at + 4 {
            let mut changed = secret.to_vec();
            changed[at] ^= 1;
            let result = backend.load(&set, &changed);
            assert!(matches!(result, Err(Error::Type { .. })), "{who}, byte {at}: {result:?}");
        }
        for index in [1 << 20, 0xff_ff_ff_u32] {
            let mut past = secret.to_vec();
            past[oid_at + 4..oid_at + 7].copy_from_slice(&index.to_be_bytes()[1..]);
            let result = backend.load(&set, &past).map(drop);
            assert_eq!(result, Err(Error::Exhausted), "{who}");
        }
    }
}

/// Our compact keys with any one thing wrong; those of the reference code are in the known answers.
#[test]
fn changed_native_keys() {
    for fast in [false, true] {
        let native = if fast {
            Native::new("native-fast", Options::default(), &XMSS_FAST)
        } else {
            Native::new("native", Options::default(), &XMSS)
        };
        for (name, index_len) in [("XMSSMT-SHA2_20/4_256", 3), ("XMSSMT-SHA2_40/8_256", 5)] {
            let set = set(name);
            let key = native.generate(&set, &mut rng(3)).expect("a key");
            let secret = key.private_key().secret_key().expect("an encoded key");
            let load = |secret: &[u8]| native.load(&set, secret).map(drop);
            let changed = |at: usize| {
                let mut changed = secret.expose().to_vec();
                changed[at] ^= 1;
                load(&changed)
            };
            assert_eq!(load(secret.expose()), Ok(()));
            // One byte more would be the length of an XMSS key.
            let longer = [secret.expose(), &[0; 2]].concat();
            assert!(matches!(load(&longer), Err(Error::Length { .. })));
            for at in 0..4 {
                assert!(matches!(changed(at), Err(Error::Type { what: "OID", .. })), "byte {at}");
            }
            let (sk_seed, root) = (4 + index_len, 4 + index_len + 64);
            for at in [sk_seed, root, root + 32] {
                let result = changed(at);
                assert!(matches!(result, Err(Error::Corrupt { .. })), "byte {at}: {result:?}");
            }
            // One past the end is a key that is used up, where it fits.
            let mut past = secret.expose().to_vec();
            past[4..4 + index_len].fill(0xff);
            if index_len == 3 {
                assert!(matches!(load(&past), Err(Error::Index { .. })));
                past[4..7].copy_from_slice(&[0x10, 0, 0]);
            } else {
                // The last index, and SK_PRF wiped.
                past[sk_seed + 32..root].fill(0);
            }
            let mut signature = Vec::new();
            if fast {
                // States stand at the last leaf then, not at the first.
                assert!(matches!(load(&past), Err(Error::Corrupt { .. })), "{name}");
                past = used_up(&native, &set);
            }
            let Ok(Key::Stateful(mut spent)) = native.load(&set, &past) else {
                panic!("{name}: a used-up key")
            };
            let result = spent.sign(b"more", Randomness::Deterministic, &mut signature);
            assert_eq!((result, spent.remaining()), (Err(Error::Exhausted), 0));
            assert_eq!(spent.secret_key().expect("encodes").expose(), past, "{name}");
        }
    }
}

/// A key that has made its last signature, encoded.
fn used_up(backend: &dyn Backend, set: &ParameterSet) -> Vec<u8> {
    let key = backend.generate(set, &mut rng(3)).expect("a key");
    let Key::Stateful(mut key) = key else { panic!("keys of XMSS have a state") };
    key.skip_to(key.remaining() - 1).expect("the last index");
    key.sign(b"the last", Randomness::Deterministic, &mut Vec::new()).expect("a signature");
    key.secret_key().expect("an encoded key").expose().to_vec()
}

/// Bytes of one scheme are not taken for the other's, where they can be told apart.
#[test]
fn the_other_scheme_is_named() {
    let (xmss, mt) = (set("XMSS-SHA2_10_256"), set("XMSSMT-SHA2_20/2_256"));
    assert_eq!((xmss.codes.as_slice(), mt.codes.as_slice()), (&[1][..], &[1][..]));
    for backend in [&Native::new("native", Options::default(), &XMSS)] {
        for (one, other) in [(&xmss, &mt), (&mt, &xmss)] {
            let mut key = backend.generate(one, &mut rng(3)).expect("a key");
            let mut signature = Vec::new();
            key.sign(b"firmware", Randomness::Deterministic, &mut signature).expect("signs");
            let secret = key.private_key().secret_key().expect("encodes");
            let result = backend.load(other, secret.expose()).map(drop);
            let (expected, found) = (other.scheme, one.scheme);
            assert_eq!(result, Err(Error::OtherScheme { what: "private key", expected, found }));
        }
    }
}

/// What `pq-xmss` leaves of a used-up key of height 40 has the last index, as if one were left.
#[test]
fn a_wiped_key_is_not_loaded() {
    let set = set("XMSSMT-SHA2_40/8_256");
    let mut wiped = vec![0; 4 + 5 + 4 * 32];
    wiped[3] = 5;
    wiped[4..9].fill(0xff);
    assert_eq!(PqXmss::new().load(&set, &wiped).map(drop), Err(Error::Exhausted));
    assert!(PqXmss::unfenced().load(&set, &wiped).is_ok(), "the crate itself takes it now, too");
}

/// No decoder panics, whatever the bytes; the crates are tried as they are.
#[test]
fn decoders_do_not_panic() {
    use rand::RngExt;
    let (pq_xmss, purecrypto) = (PqXmss::unfenced(), PureCrypto::unfenced());
    let unfenced: [&dyn Backend; 2] = [&pq_xmss, &purecrypto];
    let native = Native::all(&XMSS);
    let fast = Native::new("native-fast", Options::default(), &XMSS_FAST);
    let ours = native.iter().chain([&fast]).map(|native| native as &dyn Backend);
    let set = set("XMSSMT-SHA2_20/4_256");
    let mut random = StdRng::seed_from_u64(11);
    for backend in unfenced.into_iter().chain(ours) {
        let key = backend.generate(&set, &mut rng(3)).expect("a key");
        let secret = key.private_key().secret_key().expect("an encoded key");
        for cut in 0..secret.expose().len() {
            assert!(backend.load(&set, &secret.expose()[..cut]).is_err());
        }
        for _ in 0..32 {
            let mut changed = secret.expose().to_vec();
            let at = random.random_range(0..changed.len());
            changed[at..].fill_with(|| random.random());
            // Whether it loads is the crate's affair.
            drop(backend.load(&set, &changed));
            let mut noise = vec![0; random.random_range(0..200)];
            noise.fill_with(|| random.random());
            assert!(backend.load(&set, &noise).is_err());
            assert!(backend.verify(&set, &noise, b"", &noise).is_err());
        }
    }
}

/// The versions that reports print are those that were built.
#[test]
fn versions_are_those_of_the_lock_file() {
    let lock = include_str!("../../../Cargo.lock");
    for backend in xmss::backends() {
        let about = backend.about();
        let name = if about.name.starts_with("native") { "hbs" } else { &about.name };
        let entry = format!("name = \"{name}\"\nversion = \"{}\"\n", about.version);
        assert!(lock.contains(&entry), "{entry}");
    }
}
