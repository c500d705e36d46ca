//! `cargo xtask vectors` over files of SLH-DSA and SPHINCS+ that are right, wrong and broken.

mod common;

use common::run;
use hbs::Options;
use hbs::sphincs::{Message, Params, PreHash, PrivateKey};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use signer::Randomness;

const SET: &str = "SLH-DSA-SHA2-128f";

fn digest(bytes: &[u8]) -> String {
    hex::encode(Sha256::digest(bytes))
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let text = bytes.chunks(3).map(|three| {
        let bits =
            (0..3).fold(0, |bits, at| bits << 8 | three.get(at).map_or(0, |b| usize::from(*b)));
        let digit = |at: usize| char::from(DIGITS[bits >> (18 - 6 * at) & 63]);
        let digits: String = (0..=three.len()).map(digit).collect();
        format!("{digits:=<4}")
    });
    text.collect()
}

fn key() -> (Params, PrivateKey) {
    let set = hbs::sphincs::find(SET).expect("a set");
    let params = Params::of(&set).expect("a row");
    let seeds: Vec<u8> = (0..48).collect();
    (params, PrivateKey::from_seeds(params, &seeds, &Options::default()).expect("seeds"))
}

/// The frames of a message, as ACVP has them: interface, kind, context, function.
const FRAMES: [[&str; 4]; 4] = [
    ["internal", "", "", ""],
    ["external", "pure", "", ""],
    ["external", "pure", "c0ffee", ""],
    ["external", "preHash", "c0ffee", "SHA2-512/256"],
];

fn signed(key: &PrivateKey, frame: usize, randomness: Randomness<'_>) -> Vec<u8> {
    let context = [0xc0, 0xff, 0xee];
    let message = match frame {
        0 => Ok(Message::internal(b"message")),
        1 => Ok(Message::plain(b"message")),
        2 => Message::pure(b"message", &context),
        _ => Message::pre_hash(b"message", &context, PreHash::Sha512_256),
    };
    let mut signature = Vec::new();
    key.sign_message(&message.expect("short"), randomness, &mut signature).expect("signs");
    signature
}

/// A key from its seed, a signature of each frame to be made, every other one randomised, and each to be
/// verified.
fn files() -> [Value; 3] {
    let (params, key) = key();
    let (secret, public) = (key.encode(), key.public().as_bytes());
    let upper = |bytes: &[u8]| hex::encode_upper(bytes);
    let secret = secret.expose();
    let keygen = json!([{
        "tc": 1, "set": SET, "skSeed": upper(&secret[..16]), "skPrf": upper(&secret[16..32]),
        "pkSeed": upper(&secret[32..48]), "pkRoot": upper(&secret[48..]),
    }]);
    let fors = 16 * params.shape.k as usize * (params.shape.a as usize + 1);
    let (mut siggen, mut sigver) = (Vec::new(), Vec::new());
    for (tc, [iface, pre, ctx, hash]) in FRAMES.into_iter().enumerate() {
        let (det, addrnd) = (tc % 2 == 0, [7; 16]);
        let randomness = if det { Randomness::Deterministic } else { Randomness::Given(&addrnd) };
        let signature = signed(&key, tc, randomness);
        let (parts, layers) = signature.split_at(16 + fors);
        let layers = layers.chunks(layers.len() / 22).map(|layer| digest(layer)[..16].to_owned());
        siggen.push(json!({
            "tc": tc, "set": SET, "iface": iface, "pre": pre, "det": det, "sk": upper(secret),
            "msg": upper(b"message"), "ctx": ctx, "hashAlg": hash,
            "addrnd": if det { String::new() } else { upper(&addrnd) },
            "sigLen": signature.len(), "sigSha256": digest(&signature),
            "R": hex::encode(&parts[..16]), "forsSha256": digest(&parts[16..]),
            "xmssSha256_8": layers.collect::<Vec<_>>(),
        }));
        sigver.push(json!({
            "tc": tc, "set": SET, "iface": iface, "pre": pre, "pk": upper(public),
            "msg": upper(b"message"), "ctx": ctx, "hashAlg": hash,
            "sigB64": base64(&signature), "ok": true,
        }));
    }
    [keygen, siggen.into(), sigver.into()]
}

const KEYGEN: &str = "sphincs/slhdsa_keygen.json";
const SIGGEN: &str = "sphincs/slhdsa_siggen.json";
const SIGVER: &str = "sphincs/slhdsa_sigver.json";
const KATS: &str = "sphincs/sphincsplus_r31_kat_digests.json";

#[test]
fn vectors_of_slh_dsa_pass_at_every_interface() {
    let [keygen, siggen, sigver] = files().map(|file| format!("{file:#}"));
    let digests = format!("[{{\"tc\": 1, \"sha256\": \"{}\"}}]", digest(b""));
    let files = [
        (KEYGEN, &*keygen),
        (SIGGEN, &siggen),
        (SIGVER, &sigver),
        ("sphincs/slhdsa_siggen_all_sig_sha256.json", &digests),
    ];
    let (code, out, error) = run(&files, &[]);
    assert_eq!((code, &*error), (Some(0), ""), "{out}");
    for says in [
        "slhdsa_keygen.json: keys from seeds: 1 passed, 0 failed, 0 skipped;",
        "slhdsa_siggen.json: signatures to be made: 4 passed, 0 failed, 0 skipped;",
        "slhdsa_sigver.json: signatures to be verified: 12 passed, 0 failed, 0 skipped;",
        "0 passed, 0 failed, 1 skipped (1 not run: the file has no keys and messages",
        "vectors: 4 files, 17 passed, 0 failed, 1 skipped",
    ] {
        assert!(out.contains(says), "no `{says}` in {out}");
    }
    // Another backend has an interface for one of the frames.
    let (code, out, _) = run(&files, &["--backend", "slh-dsa"]);
    assert_eq!(code, Some(0), "{out}");
    for says in [
        "made: 1 passed, 0 failed, 3 skipped (3 that only native takes",
        "verified: 3 passed, 0 failed, 9 skipped (9 that only native takes",
        "; 3 answers of slh-dsa",
    ] {
        assert!(out.contains(says), "no `{says}` in {out}");
    }
}

#[test]
fn a_signature_that_differs_is_told_by_its_part() {
    let [keygen, siggen, sigver] = files();
    let other = |file: &Value, at: usize, field: &str, value: Value| {
        let mut file = file.clone();
        file[at][field] = value;
        format!("{file:#}")
    };
    let mut layers = siggen[3]["xmssSha256_8"].clone();
    layers[5] = json!("00".repeat(8));
    let wrong = || json!("00".repeat(32));
    let whole = |field: &str, value: Value| {
        let mut row = siggen[2].clone();
        (row["sigSha256"], row[field]) = (wrong(), value);
        format!("{:#}", json!([row]))
    };
    let mut layer = siggen[3].clone();
    (layer["sigSha256"], layer["xmssSha256_8"]) = (wrong(), layers);
    for (name, text, says) in [
        (
            KEYGEN,
            other(&keygen, 0, "pkRoot", json!("00".repeat(16))),
            "tc 1: native: expected 2021",
        ),
        (
            SIGGEN,
            whole("R", json!("00".repeat(16))),
            "tc 2 pure: native: expected signs alike, found another R",
        ),
        (SIGGEN, whole("forsSha256", wrong()), "found another SIG_FORS"),
        (SIGGEN, whole("tc", json!(2)), "found another digest of the same parts"),
        (
            SIGGEN,
            format!("{:#}", json!([siggen[0], layer])),
            "slhdsa_siggen.json:56: SLH-DSA-SHA2-128f tc 3 SHA-512/256: native: expected signs alike, \
             found another signature in layer 5",
        ),
        (
            SIGGEN,
            other(&siggen, 0, "sk", json!("00".repeat(64))),
            "tc 0 internal: native: expected",
        ),
        (
            SIGVER,
            other(&sigver, 3, "ctx", json!("c0ffef")),
            "tc 3 SHA-512/256: native: expected valid, found invalid",
        ),
        (
            SIGVER,
            other(&sigver, 1, "ok", json!(false)),
            "tc 1 pure: slh-dsa: expected invalid, found valid",
        ),
    ] {
        let (code, out, error) = run(&[(name, &text)], &[]);
        assert_eq!((code, &*error), (Some(1), ""), "{says}: {out}");
        assert!(out.contains(says) && out.contains("1 failed"), "no `{says}` in {out}");
    }
}

#[test]
fn what_is_no_vector_of_slh_dsa_exits_with_2() {
    let [keygen, siggen, sigver] = files();
    let other = |file: &Value, field: &str, value: Value| {
        let mut file = file.clone();
        file[0][field] = value;
        file.to_string()
    };
    for (name, text, says) in [
        (KEYGEN, "[\n{]".into(), "slhdsa_keygen.json:2: "),
        (KEYGEN, "[]".into(), "there is no vector in it"),
        (KEYGEN, other(&keygen, "set", json!("SLH-DSA-SHA2-127f")), "SLH-DSA-SHA2-128f"),
        (KEYGEN, other(&keygen, "pkSeed", json!("00")), "48 bytes, not 33"),
        (KEYGEN, other(&keygen, "more", json!("")), "unknown field `more`"),
        (SIGGEN, other(&siggen, "sk", json!("0")), "slhdsa_siggen.json:1: sk: "),
        (SIGGEN, other(&siggen, "iface", json!("outer")), "no interface `outer`"),
        (SIGGEN, other(&siggen, "addrnd", json!("00")), "det or addrnd"),
        (SIGGEN, other(&siggen, "sigLen", json!(1)), "[1, 22] bytes and layers"),
        (SIGVER, other(&sigver, "sigB64", json!("====")), "sigB64: "),
        (SIGVER, other(&sigver, "sigB64", json!("")), "sigB64: nothing"),
        (KATS, "{}".into(), "there is no vector in it"),
        (KATS, kats(SPHINCS, &[digest(b"")]), "per_count: 1, not 100"),
        (KATS, kats("sphincs-haraka-128f-simple", &[]), "digests.json:1: "),
    ] {
        let (code, out, error) = run(&[(name, &text)], &[]);
        assert_eq!(code, Some(2), "{text:.100}: {out}{error}");
        assert!(error.contains(says), "no `{says}` in {error}");
    }
}

const SPHINCS: &str = "sphincs-sha2-128f-simple";

/// Digests of a set's counts.
fn kats(set: &str, counts: &[String]) -> String {
    let none = digest(b"");
    json!({ set: {
        "size": 0, "full100": FULL, "single": none, "all_noheader": none, "per_count": counts,
    } })
    .to_string()
}

/// SHA256SUMS of github.com/sphincs/sphincsplus, commit 7ec789a.
const FULL: &str = "708f6ab77f8026361e975f7be7b9b5d1cd8aca56e4a3604c85ef3f9fe6618549";
/// `nistkat-sha256` of PQClean's META.yml.
const FIRST: &str = "cd1e13db3a56c0a6b3486a7b12bcddfda50cf5d1e4d14d3113e6456e969b8114";

#[test]
fn counts_of_sphincs_are_made_and_verified() {
    let mut counts = vec![FIRST.to_owned()];
    counts.resize(100, digest(b""));
    let text = kats(SPHINCS, &counts);
    let (code, out, error) = run(&[(KATS, &text)], &["--counts", "1"]);
    assert_eq!((code, &*error), (Some(0), ""), "{out}");
    assert!(
        out.contains("1 passed, 0 failed, 99 skipped (99 later counts: --counts 100)"),
        "{out}"
    );

    let (code, out, _) = run(&[(KATS, &text)], &["--counts", "2", "--backend", "native"]);
    assert_eq!(code, Some(1), "{out}");
    assert!(out.contains("SPHINCS+-SHA2-128f-simple, count 1: native: expected e3b0"), "{out}");
    // The file as a whole is the one that is known, whatever is said of counts.
    let (_, out, _) = run(&[(KATS, &text)], &["--counts", "100", "--backend", "native"]);
    assert!(out.contains(": 2 passed, 99 failed, 0 skipped"), "{out}");

    // Who cannot make them verifies the one that is as published.
    let (code, out, _) = run(&[(KATS, &text)], &["--counts", "2", "--backend", "native-top"]);
    assert_eq!(code, Some(0), "{out}");
    assert!(out.contains("1 passed, 0 failed, 99 skipped (98 later counts"), "{out}");
    let (code, out, _) = run(&[(KATS, &text)], &["--backend", "slh-dsa"]);
    assert_eq!(code, Some(0), "{out}");
    assert!(out.contains("0 passed, 0 failed, 100 skipped (100 no backend runs the set)"), "{out}");
}
