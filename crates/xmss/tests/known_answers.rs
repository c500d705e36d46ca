//! Known answers: XMSS signs deterministically, so that a seed fixes the public key and each
//! signature. Signatures are given as SHA-256 digests.
//!
//! Sources:
//!
//! * the four KAT files of `XMSS-SHA2_10_256` that github.com/ducnguyen-aq/xmss-reference gives the
//!   digests of (commit 1a7fdc5; `.rsp` 42c0b952… and 3ab550ce…);
//! * the KATs of liboqs 8979276, `tests/KATs/sig_stfl/kats.json`;
//! * where neither has a set or an index: an independent program (Python's hashlib, no code of a
//!   backend), which writes the files above anew, byte for byte.
//!
//! All seeds are the first `3 * n` bytes that NIST's AES-256-CTR-DRBG gives for the seed
//! `00 01 … 2f`: in one call for [`SMALL`], otherwise in calls of `2 * n` and `n` bytes, after the
//! first of which the generator takes a new key.

use hbs::xmss::find;
use sha2::{Digest, Sha256};
use signer::{Backend, Key, Randomness};

/// `n` = 32, drawn at once.
const SMALL: &str = concat!(
    "061550234d158c5ec95595fe04ef7a25767f2e24cc2bc479d09d86dc9abcfde7056a8c266f9ef97ed08541db",
    "d2e1ffa19810f5392d076276ef41277c3ab6e94a4e3b7dcc104a05bb089d338bf55c72cab375389a94bb920b",
    "d5d6dc9e7f2ec6fd",
);

/// `n` = 24, drawn in two calls.
const SEED_24: &str = concat!(
    "061550234d158c5ec95595fe04ef7a25767f2e24cc2bc479d09d86dc9abcfde7056a8c266f9ef97ed08541db",
    "d2e1ffa1d81c4d8d734fcbfbeade3d3f8a039faa2a2c9957e835ad55",
);

/// `n` = 32, drawn in two calls.
const SEED_32: &str = concat!(
    "061550234d158c5ec95595fe04ef7a25767f2e24cc2bc479d09d86dc9abcfde7056a8c266f9ef97ed08541db",
    "d2e1ffa19810f5392d076276ef41277c3ab6e94a04562ad35e8ecafaafda16981cdaa147606beea62801342a",
    "f13c8b5535f72f94",
);

/// `n` = 64, drawn in two calls.
const SEED_64: &str = concat!(
    "061550234d158c5ec95595fe04ef7a25767f2e24cc2bc479d09d86dc9abcfde7056a8c266f9ef97ed08541db",
    "d2e1ffa19810f5392d076276ef41277c3ab6e94a4e3b7dcc104a05bb089d338bf55c72cab375389a94bb920b",
    "d5d6dc9e7f2ec6fde028b6f5724bb039f3652ad98df8ce6c97013210b84bbe81388c3d141d61957c4d3fb225",
    "91039b76774fdaf41cdb22a8b5c5a20f3be5f9058e466d2a013c60e39dba2eeb33b69d3a87f593f3d02ef134",
    "760d5be6bd693833524e2a5b4aea21be",
);

/// The message of every KAT of liboqs.
const MESSAGE: &str = "b338dd755d5618c464ab331f14de3dd4a358bba00d28fb35236741e902f7b248ce";

/// Public keys and first signatures: set, digest of the public key, digest of the signature of
/// [`MESSAGE`].
#[rustfmt::skip]
const FIRST: &[(&str, &str, &str)] = &[
    // liboqs.
    ("XMSS-SHA2_10_256", "60d068f06f5f88c9bcfb79c5aa4aa66d9420c0f73eb8779342e80fc80e9d4efa", "d026283229358ebd17a8125b8567b7138b957e7d2fd5836cb21c84e487202e4d"),
    ("XMSS-SHA2_10_512", "995ba75734c5b4c61cecb6894f01d86a74173c205150f83ddbf4ba71dcb1b3e7", "d5ce75e1318229ca6431c6ab7ce634a6f8bc31b62d7ab48e6414f084bbce8587"),
    ("XMSS-SHAKE_10_256", "bfeb850cabf3176c16f165d60ce502acee71a9e5fb60bf05425f5e0ba03704cb", "bd03366878c49a15c927146df221da6f9f3009252549f159c40bd1e05a5b8b7f"),
    ("XMSSMT-SHA2_20/2_256", "a45988a95e4d660be2da694f85f8e0a33aa7ea931ef531cee90f860f0dc067a4", "bb8f26d66a8c764b2b995366ce24c9236f3fb4937ee60f2898078d04dbff7338"),
    ("XMSSMT-SHA2_20/4_256", "7b6b29dce131349d335562d7156df68a761de24397a347457fcc061ee867ca36", "ef8dabb180d9802a2ad5696bec12d3804d77389443ffa573249d64fb9b79972f"),
    ("XMSSMT-SHA2_40/8_256", "f806ee18320262266de81c3de1683ab860b77e01ce2b3b09e6ce14eca16a4d93", "89671bb24095b626120b278b61df03a5d09c8d7b3a4d08be17ce0247d502301d"),
    ("XMSSMT-SHA2_60/12_256", "8f6ba4dd79fc111bc58d1fc935c7c5244729705beaf9b910b155331f6a19c726", "541effb17bcd1968a713704d765fb2bbeb5ba7236e05d2833cba6eab8bdcab7c"),
    ("XMSSMT-SHAKE_20/4_256", "91562982d5f8964e60eb682004bf94188d8d43de0893cf62461b810806ce531b", "28b9b1bc1b9f256c4d706a8eae0660e594a75b0de58d73dbfa9db82bb791faab"),
    ("XMSSMT-SHAKE_40/8_256", "92805e023b2753144a982202efdcffd3ed0275e283d7c9348555ef252be5eae6", "763234a5ee23a964f85b9ab8a8ad038e94a8df9619351244e47eb2a80f780ede"),
    ("XMSSMT-SHAKE_60/12_256", "3e6aedb7536bc1006a2482080a7a8e413d4781305c76a663e13140993bac2e58", "023bd2e2b3d3ac09a578808f3dcf97157c6ec299a60f0c48bab3d4c26a721c96"),
    // The independent program.
    ("XMSSMT-SHA2_20/4_512", "d19d05ef8d4a4c595a548d548866ae23e628a0eb5b4bb4df61908ae06d6044e9", "6bfa83ff674d48e583159fdba622ef3fa82dedaf784d188f27ccbcc83f0d3538"),
    ("XMSSMT-SHAKE_20/4_512", "8ffa6de4f245e3c3e6038b841a0085f3c295c424445aad074ace9a11cc1c971e", "bb6c4b9842fb65b16b45ee34587b51e8e4257a484e439eea2bd1a09f4b228f29"),
    ("XMSSMT-SHA2_20/4_192", "94df2bb1f8c0b7ce491999978bb06b3c98bdad1e93a53b2a0d14879b6d4fc300", "9ab725bb090492f7a7203a39faf909f678e03b026ba249d44053b8f8c7f47971"),
    ("XMSSMT-SHAKE256_20/4_256", "589aea4614c6556d82683ac5d46bf3b1ce67e06de76644c89ceb56c94a4c4212", "dda61af086242be508cab13a4cf13cf72f938a05007b5f3d046fccc2fe70f1f4"),
    ("XMSSMT-SHAKE256_20/4_192", "4e2fa5d3c59d587487be5431aeddf38e147e26346bf35970c398eff34996c9c5", "72c8dd7a357583a850539af8aa2bf72b0b4a07d61e2c070cf53ce50f9efc3318"),
];

/// Signatures of [`MESSAGE`] further on: set, index, digest. From the independent program.
#[rustfmt::skip]
const LATER: &[(&str, u64, &str)] = &[
    ("XMSSMT-SHA2_20/4_256", 1023, "065e0e1b9ff5f838550d7c037e562c41107d9361311b63dae0026078385b7d62"),
    ("XMSSMT-SHA2_20/4_256", (1 << 20) - 1, "8a0991312f357301954299c61e0cdb4a393d876b7aed3222bddddf5596b61003"),
    ("XMSSMT-SHA2_40/8_256", (1 << 40) - 2, "a387eee87845aada4cbc087fc485a59cef64bf6921c38c8b78ea28e62f3c94bb"),
    ("XMSSMT-SHA2_40/8_256", (1 << 40) - 1, "416c96d7bc51fa97166460a691b7bee4cf1d9bfdcc5be5071c949a28c93ffd6a"),
    ("XMSSMT-SHA2_60/12_256", (1 << 60) - 1, "46fa143db0871bf56c30b875be36125c50589ff8dc8b096775af55851cdd6dbc"),
    ("XMSSMT-SHAKE_20/4_256", 32768, "99887c968353075d625585ae30b204f91e062a0c452e1bada06777e928ec6da0"),
];

/// Signatures of one key in order: index, message, digest of the signature.
type Run = &'static [(u64, &'static str, &'static str)];

/// Counts 0, 1 and 15 of `PQCsignKAT_XMSS-SHA2_10_256.rsp`, under the key of [`SMALL`].
#[rustfmt::skip]
const SMALL_RUN: Run = &[
    (0, "bbcb0a3e0f49152c2d8022f5aab8ad5e80e81934bc66d468ab76f141d4e741937d",
     "d522a2dd01ebf4f15a5e7aea287aa11d1a4d08f94830eee98e9a88872de946f6"),
    (1, concat!(
        "b81c782e781f6d005b891eaf89527b7af65aee14e0b668eab7a1ec5ae188b391a733b7707e42a7af3699ecaf",
        "1a43453c2cfe0ed61233cff68f35f4a84ada949812fc",
    ),
     "6f44adebc95fe8512fb203ba172028464d9fbf59046e5b8062cfc0d742c23b42"),
    (15, concat!(
        "b0b98e653197404f869906e4e247a0c65c485edb719d0f24508f55e2e6b2f10247c431b7d02e7107375d6e3d",
        "e9f289993c5c082026ec982d0b3998448e4e82610a7eac8adb3c2bb1fa3fdca3ed8151ca94deedcdbc6022fc",
        "c2e89c2ce89d3c3ddff2bf86c3aa47fdb7992e1dfed195e2ad2dc46d8e8d67df6c7157b85e941da8a7030407",
        "41deaaa88fd97642b546c40a135e5d184403a218ef425069d698d9d2b765fc7dbde46661644f616ddea73ff9",
        "e0abdbace39a00df1802bade7059def4e2fd622da13154612de5a74ee2b38ec29d3f4c8ad96efb347b29b779",
        "02e0020919c32e698edf88816f4d8e55f6eb84b273b879d51af6dfefdcec72113ea9947e7448c2d15a56e748",
        "d389fa84c94f8f67dd52b5ae6393ef4b48ace2b45f4a47007f33cf1c40f0dd043d964b403104290fdcdf56ac",
        "39dd3bd28f7ab3ee8bb455cdb0e9ac9129363e8979b53e34320c6516f6861d70ad47a605a13d00e59506a6fd",
        "48d8ddfcfbaefa0a3fc6a1d4b8599d440ee71aecf85f3456098f361c3bcd1562c8537cda207b1911e33c58cd",
        "a460a7a349528ddf8b2ad41e979c858fea5be70f2147316fc92103d6786a75d1b3d3b5b18c9dc0a702710d3e",
        "4ef0ac9be325cd0e8f1ae09acfb0cde162153ca8e894aee6b9059af9bb37150ffa76c532122531b3dbd4d323",
        "bcc10f3d0fc7e814c6074b9c5d9328510415d7dd236d478d3f349d5338dda8d4bb273c8d0290664d6661080b",
    ),
     "297bf34fccfbebd47b8ea2f2281194ba293ed3a1d924b33be0b4a523b0892c4a"),
];

/// Count 0 of `PQCsignKAT_XMSS-SHA2_10_256_fast.rsp`, under the key of [`SEED_32`].
#[rustfmt::skip]
const FAST_RUN: Run = &[
    (0, "890509a484a81413caeebae9d4e7884fa76b363f3330037c596530e294a1ee398c",
     "fff588e7cc8c018e22860ffa7985d75326e487a26d9a2b99442a109b2fbe3e3c"),
];

/// Counts 0 and 1 of the same file of `XMSS-SHA2_10_192`, which was not published: `.rsp`
/// ff12b93a…, from the independent program and from xmss-reference with other constants alike.
#[rustfmt::skip]
const SMALL_192_RUN: Run = &[
    (0, "8b3c3a623ed5020a61901e39c059165ecb6b0e42753d565cb4ab9ed70c8ac67081",
     "ec2424375df508b93e16aa5484232e5c36369f81a9ffed1cd5a88f9f083dc0e7"),
    (1, concat!(
        "33887d94a88b68116ffc87ec05641a16f2ca54c034d94ab3e6c4dd93d8a6e68249cd9349643080f1e1943e9c",
        "d1852dc11a7810b719e706fc82816545ef481049797e",
    ),
     "c3c4d6d745931f9a7d819637519e2a32657bc6f073561ae11a4c72ec1653ec6f"),
];

fn unhex(text: &str) -> Vec<u8> {
    hex::decode(text).expect("the constants are hexadecimal")
}

fn digest(bytes: &[u8]) -> String {
    hex::encode(Sha256::digest(bytes))
}

/// The key of `seed` of each backend that runs the set called `name`.
fn keys(name: &str, seed: &str) -> Vec<(&'static dyn Backend, Key)> {
    let set = find(name).expect("a set of the standard");
    let running = xmss::backends().iter().filter(|backend| backend.support(&set).runs());
    let key = |backend: &&'static dyn Backend| {
        let key = backend.generate_from_seed(&set, &unhex(seed));
        (*backend, key.unwrap_or_else(|error| panic!("{} {name}: {error}", backend.about().name)))
    };
    running.map(key).collect()
}

/// Moves to `index`, signs, and verifies; returns the digest of the signature.
fn sign_at(backend: &dyn Backend, name: &str, key: &mut Key, index: u64, message: &[u8]) -> String {
    let who = format!("{} {name} at {index}", backend.about().name);
    let set = find(name).expect("a set of the standard");
    let mut signature = Vec::new();
    let Key::Stateful(stateful) = &mut *key else { panic!("{who}: XMSS has a state") };
    stateful.skip_to(index).unwrap_or_else(|error| panic!("{who}: {error}"));
    key.sign(message, Randomness::Deterministic, &mut signature)
        .unwrap_or_else(|error| panic!("{who}: {error}"));
    assert_eq!(set.signature_index(&signature), Some(index), "{who}");
    assert_eq!(
        backend.verify(&set, key.private_key().public_key(), message, &signature),
        Ok(()),
        "{who}"
    );
    digest(&signature)
}

fn check_run(name: &str, seed: &str, run: Run) {
    for (backend, mut key) in keys(name, seed) {
        for (index, message, due) in run {
            let found = sign_at(backend, name, &mut key, *index, &unhex(message));
            assert_eq!(found, *due, "{} {name} at {index}", backend.about().name);
        }
    }
}

fn seed_of(name: &str) -> &'static str {
    match find(name).expect("a set of the standard").n {
        24 => SEED_24,
        32 => SEED_32,
        _ => SEED_64,
    }
}

/// Roots of the public keys in the two KAT files, which differ in `SEED` alone.
#[test]
fn roots_of_xmss_reference() {
    for (seed, root) in [
        (SMALL, "57a2329c502273655aa85737e957c7fa379a71befe44012b5249386ce2fd0bf6"),
        (SEED_32, "b901b8d9332fe458eb6de87af74655d0b5ad936a66fdb6ac9d1b8cf25bb6db84"),
    ] {
        let keys = keys("XMSS-SHA2_10_256", seed);
        assert_eq!(keys.len(), xmss::backends().len());
        for (backend, key) in keys {
            let due = format!("00000001{root}{}", &seed[128..]);
            let public_key = hex::encode(key.private_key().public_key());
            assert_eq!(public_key, due, "{}", backend.about().name);
        }
    }
}

#[test]
fn signatures_of_xmss_reference() {
    check_run("XMSS-SHA2_10_256", SMALL, SMALL_RUN);
    check_run("XMSS-SHA2_10_256", SEED_32, FAST_RUN);
    check_run("XMSS-SHA2_10_192", &SMALL[..144], SMALL_192_RUN);
}

#[test]
fn first_signatures() {
    for (name, public_key, signature) in FIRST {
        let keys = keys(name, seed_of(name));
        assert!(!keys.is_empty(), "{name}");
        for (backend, mut key) in keys {
            let who = format!("{} {name}", backend.about().name);
            assert_eq!(digest(key.private_key().public_key()), *public_key, "{who}");
            let found = sign_at(backend, name, &mut key, 0, &unhex(MESSAGE));
            assert_eq!(found, *signature, "{who}");
        }
    }
}

/// Across subtrees of every layer, and at the last index.
#[test]
fn later_signatures() {
    for (name, index, signature) in LATER {
        for (backend, mut key) in keys(name, seed_of(name)) {
            if key.remaining().is_some_and(|remaining| *index < remaining) {
                let found = sign_at(backend, name, &mut key, *index, &unhex(MESSAGE));
                assert_eq!(found, *signature, "{} {name} at {index}", backend.about().name);
            } else {
                // purecrypto gives up the last index of height 40, and says so beforehand.
                assert_eq!((*name, *index), ("XMSSMT-SHA2_40/8_256", (1 << 40) - 1));
                assert_eq!(backend.about().name, "purecrypto");
            }
        }
    }
}

/// The private keys that `native` and `pq-xmss` encode are the reference's own, as the KAT file's `sk`
/// has it.
#[test]
fn compact_keys_of_xmss_reference() {
    let root = "57a2329c502273655aa85737e957c7fa379a71befe44012b5249386ce2fd0bf6";
    let due = format!("0000000100000000{}{root}{}", &SMALL[..128], &SMALL[128..]);
    for (backend, key) in keys("XMSS-SHA2_10_256", SMALL) {
        let secret = key.private_key().secret_key().expect("a fresh key can be encoded");
        let found = hex::encode(secret.expose());
        let name = backend.about().name;
        let magic = if name == "purecrypto" { "584d536b" } else { "" };
        let found = if name == "native-fast" { &found[..due.len()] } else { &found };
        assert_eq!(found, format!("{magic}{due}"), "{name}");
    }
}
