//! `cargo xtask vectors` over folders that are right, wrong and broken.

mod common;

use common::{run, xtask};
use serde_json::{Value, json};
use signer::{PrivateKey as _, Randomness, StatefulSigner as _};

const SEED: &str = "b406f43f9d010baa52deef38c228517e642a80dda16aa3e763ab9576e6554c7d";
const ID: &str = "dd0995df1c7209fa0f31fe1a1389fd0e";
const SET: &str = "LMS_SHA256_M32_H5/LMOTS_SHA256_N32_W8";

/// What `probe` says of a signature at index 3 of a key of one level.
fn signed(scheme: &str, params: &str) -> Value {
    let seed = format!("{SEED}{ID}");
    let question = ["sign", "--scheme", scheme, "--backend", "native", "--params", params];
    let rest = ["--seed", &seed, "--index", "3", "--message", "6d657373616765"];
    let output = xtask("probe", &[&question[..], &rest].concat());
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {output:?}"))
}

/// A line of each kind of file, the signature of it with one byte flipped, and HSS's two.
fn lines() -> (String, String, Value, Value) {
    let (lms, hss) = (signed("lms", SET), signed("hss", "HSS-SHA256-H5-W8-L1"));
    let keygen = json!({ "lms": 5, "ots": 4, "i": ID, "seed": SEED, "pk": lms["public_key"], "src": "here" });
    let verify = json!({
        "lms": 5, "ots": 4, "pk": lms["public_key"], "msg": "6d657373616765",
        "sig": lms["signature"], "ok": true,
    });
    (keygen.to_string(), verify.to_string(), lms, hss)
}

/// Text with another last hex digit before `end`.
fn flipped(text: &str, end: &str) -> String {
    let at = text.find(end).expect("it is there") - 1;
    let other = if text.as_bytes()[at] == b'0' { "1" } else { "0" };
    [&text[..at], other, &text[at + 1..]].concat()
}

#[test]
fn vectors_that_hold_pass_and_what_is_not_run_is_said() {
    let (keygen, verify, _, hss) = lines();
    let field = |name: &str| hss[name].as_str().expect("hex");
    let (key, signature) = (field("public_key"), field("signature"));
    let pair = format!("# one\nPublicKey = {key}\nMsg = 6d657373616765\nSignature = {signature}\n");
    let invalid = format!("\nPublicKey = {key}\r\nMsg =\nInvalidSignature = {signature}\n");
    let tall = keygen.replacen("\"lms\":5", "\"lms\":8", 1);
    let digest = field("signature_sha256");
    let chain = format!(
        "{{\"params\": [[5, 4]], \"rand\": \"{SEED}{ID}\", \"pk\": \"{key}\",\n\
         \"msg\": \"6d657373616765\", \"note\": \"\", \"sha256\": {{\"3\": \"{digest}\"}}}}"
    );
    let files = [
        ("lms/keygen.jsonl", &*format!("{keygen}\n\n{tall}\n")),
        ("lms/verify.jsonl", &verify),
        ("lms/one.vec", &format!("{pair}{invalid}")),
        ("lms/hss_digests.json", &chain),
        ("lms/notes.txt", "notes"),
        ("hss/a.rsp", "seed"),
        ("README", "notes"),
    ];
    let (code, out, error) = run(&files, &[]);
    assert_eq!((code, &*error), (Some(0), ""), "{out}");
    for says in [
        "lms/keygen.jsonl: keys from seeds: 1 passed, 0 failed, 1 skipped (1 of height 20: --max-height 20)",
        "lms/verify.jsonl: LMS signatures: 1 passed, 0 failed, 0 skipped;",
        "lms/one.vec: HSS signatures: 2 passed, 0 failed",
        "lms/hss_digests.json: HSS signatures from a seed: 2 passed, 0 failed",
        "lms/notes.txt: not run",
        "README: not run",
        "hss: no runner for this yet",
        "vectors: 4 files, 6 passed, 0 failed, 1 skipped; 2 not known",
    ] {
        assert!(out.contains(says), "no `{says}` in {out}");
    }
    let (code, out, _) = run(&files, &["--backend", "lms-signature", "--scheme", "LMS"]);
    assert_eq!(code, Some(0), "{out}");
    assert!(out.contains("one.vec: HSS signatures: 0 passed, 0 failed, 2 skipped"), "{out}");
    assert!(out.contains("; 1 answers of lms-signature"), "{out}");
}

#[test]
fn a_vector_that_does_not_hold_fails_by_name_and_line() {
    let (keygen, verify, _, hss) = lines();
    let (wrong_key, wrong_signature) = (flipped(&keygen, "\",\"seed"), flipped(&verify, "\"}"));
    let wrongly_invalid = verify.replace("\"ok\":true", "\"ok\":false");
    let field = |name: &str| hss[name].as_str().expect("hex");
    let (key, signature) = (field("public_key"), flipped(&format!("{}.", field("signature")), "."));
    let pair = format!("# one\nPublicKey = {key}\nMsg = 6d657373616765\nSignature = {signature}\n");
    let digest = flipped(&format!("{}.", field("signature_sha256")), ".");
    let digest = digest.trim_end_matches('.');
    let chain = format!(
        "{{\"params\": [[5, 4]], \"rand\": \"{SEED}{ID}\", \"pk\": \"{key}\",\n\
         \"msg\": \"6d657373616765\", \"sha256\": {{\"3\": \"{digest}\"}}}}"
    );
    for (file, text, says) in [
        (
            "lms/keygen.jsonl",
            format!("{keygen}\n{wrong_key}"),
            "lms/keygen.jsonl:2: LMS-SHA256-M32-H5+",
        ),
        ("lms/verify.jsonl", wrong_signature, "native: expected valid, found invalid"),
        ("lms/verify.jsonl", wrongly_invalid, "hbs-lms: expected invalid, found valid"),
        ("lms/one.vec", pair.replace('.', ""), "lms/one.vec:4: HSS-SHA256-H5-W8-L1 one: native: "),
        (
            "lms/hss_digests.json",
            chain,
            "lms/hss_digests.json:2: HSS-SHA256-H5-W8-L1 index 3: native: ",
        ),
    ] {
        let (code, out, error) = run(&[(file, &text)], &[]);
        assert_eq!((code, &*error), (Some(1), ""), "{file}: {out}");
        assert!(out.contains(says), "no `{says}` in {out}");
        assert!(out.contains("1 failed"), "{out}");
    }
}

#[test]
fn what_cannot_be_read_exits_with_2_and_says_the_line() {
    let (keygen, verify, ..) = lines();
    let cut = &verify[..verify.len() / 2];
    let vec = "lms/one.vec";
    for (file, text, says) in [
        ("lms/verify.jsonl", format!("{verify}\n{cut}"), "lms/verify.jsonl:2: "),
        ("lms/verify.jsonl", verify.replace("\"ok\":true", "\"ok\":1"), "lms/verify.jsonl:1: "),
        ("lms/verify.jsonl", verify.replace("\"ok\":true,", ""), "missing field `ok`"),
        ("lms/verify.jsonl", verify.replace("\"ok\"", "\"k\":1,\"ok\""), "unknown field `k`"),
        ("lms/verify.jsonl", verify.replace("6d65", "6x65"), "lms/verify.jsonl:1: msg: "),
        ("lms/verify.jsonl", verify.replace("\"ots\":4", "\"ots\":5"), "types 5 and 5"),
        ("lms/verify.jsonl", "\n\n".into(), "no vector"),
        ("lms/keygen.jsonl", keygen.replace(SEED, "00"), "48 bytes, not 17"),
        (vec, "Msg = 00\nMsg = 00\n".into(), "lms/one.vec:2: `Msg` twice"),
        (vec, "# no key\nMsg = 00\nSignature = 00\n".into(), "lms/one.vec:3: a signature without"),
        (vec, "PublicKey = 00\nMsg = 00\nSignature = 00\n".into(), "lms/one.vec:3: no set"),
        (vec, "PublicKey = 00\n\n".into(), "lms/one.vec:1: a vector without"),
        (vec, "Key = 00\n".into(), "unknown name `Key`"),
        (vec, "Key\n".into(), "lms/one.vec:1: "),
        ("lms/hss_digests.json", "{\n]".into(), "lms/hss_digests.json:2: "),
        ("lms/hss_digests.json", "{}".into(), "missing field"),
    ] {
        let (code, out, error) = run(&[(file, &text)], &["--backend", "native"]);
        assert_eq!(code, Some(2), "{file}: {text}: {out}{error}");
        assert!(error.contains(says), "no `{says}` in {error}");
    }
    // What fails before the broken line is told all the same.
    let wrong = verify.replace("\"ok\":true", "\"ok\":false");
    let (code, out, error) = run(&[("lms/verify.jsonl", &format!("{wrong}\n{cut}"))], &[]);
    assert_eq!(code, Some(1), "{out}{error}");
    assert!(out.contains("verify.jsonl:1: ") && error.contains("verify.jsonl:2: "), "{out}{error}");
}

#[test]
fn a_chain_says_what_is_wrong_with_it() {
    let chain = json!({
        "params": [[5, 4], [5, 4]], "rand": format!("{SEED}{ID}"), "pk": "00", "msg": "",
        "sha256": { "1023": "00".repeat(32) },
    });
    let with = |field: &str, value: Value| {
        let mut chain = chain.clone();
        chain[field] = value;
        chain.to_string()
    };
    for (text, says) in [
        (with("params", json!([])), "no set of HSS"),
        (with("params", json!([[5, 5]])), "no level has these types"),
        (with("params", json!([[5, 4], [15, 12]])), "no set of HSS"),
        (with("rand", json!("00")), "48 bytes, not 1"),
        (with("sha256", json!({ "1024": "00" })), "has no index 1024"),
        (with("sha256", json!({ "one": "00" })), "hss_digests.json:1: "),
    ] {
        let (code, out, error) = run(&[("lms/hss_digests.json", &text)], &[]);
        assert_eq!(code, Some(2), "{text}: {out}{error}");
        assert!(error.contains(says), "no `{says}` in {error}");
    }
}

#[test]
fn nothing_to_run_exits_with_2() {
    let nowhere = xtask("vectors", &["--dir", "nowhere"]);
    assert_eq!(nowhere.status.code(), Some(2), "{nowhere:?}");
    assert_eq!(xtask("vectors", &[]).status.code(), Some(2));
    for (files, more, says) in [
        (&[][..], &[][..], "no vectors to run"),
        (&[("lms/notes.txt", "")], &[], "no vectors to run"),
        (&[("sphincs/a.rsp", "")], &["--scheme", "sphincs"], "no vectors to run"),
        (&[("rsa/a.rsp", "")], &[], "no scheme of this name"),
        (&[("sphincs/a.rsp", "")], &["--scheme", "lms"], "lms: "),
        (&[("lms/one.vec", "")], &["--backend", "x"], "unknown backend `x`"),
    ] {
        let (code, out, error) = run(files, more);
        assert_eq!(code, Some(2), "{out}{error}");
        assert!(error.contains(says), "no `{says}` in {error}");
    }
}

/// A KAT file of the reference code's form.
fn kat() -> String {
    let set = hbs::xmss::find("XMSSMT-SHA2_20/4_256").expect("a set");
    let params = hbs::xmss::Params::of(&set).expect("a row");
    let options = hbs::Options::default();
    let key = hbs::xmss::MtPrivateKey::from_secret(params, &[7; 96], &options);
    let mut key = key.expect("seeds");
    let hex = |bytes: &[u8]| hex::encode_upper(bytes);
    let (pk, sk) = (hex(key.public_key()), hex(key.encode().expose()));
    let mut text = format!("# {}\n\npk = {pk}\nsk = {sk}\n\n\n", set.name);
    for count in 0..2 {
        let message = vec![count; 33];
        let mut signature = Vec::new();
        key.sign(&message, Randomness::Deterministic, &mut signature).expect("an index is left");
        let (msg, sm, sk) = (hex(&message), hex(&signature), hex(key.encode().expose()));
        text += &format!("count = {count}\nmlen = 33\nmsg = {msg}\nsm = {sm}\nsk = {sk}\n\n");
    }
    text
}

#[test]
fn xmss_kats_are_verified_and_made() {
    let text = kat();
    let (code, out, error) = run(&[("xmss/a.rsp", &text)], &[]);
    assert_eq!((code, &*error), (Some(0), ""), "{out}");
    assert!(out.contains("xmss/a.rsp: KATs of xmss-reference: 2 passed, 0 failed"), "{out}");

    // The first message's signature by another, and a key whose index is another.
    let other = text.replacen("msg = 0000", "msg = 0100", 1);
    let (code, out, _) = run(&[("xmss/a.rsp", &other)], &[]);
    assert_eq!(code, Some(1), "{out}");
    for says in ["native: expected valid, found invalid", "found another signature"] {
        assert!(out.contains(says), "no `{says}` in {out}");
    }
    let other = text.replace("sk = 00000002000002", "sk = 00000002000003");
    let (code, out, _) = run(&[("xmss/a.rsp", &other)], &["--backend", "native"]);
    assert!(code == Some(1) && out.contains("found another key after it"), "{out}");

    for (text, says) in [
        ("", "a.rsp:1: no `# NAME`"),
        ("# XMSS-SHA2_9_256", "a.rsp:1: "),
        ("# XMSS-SHA2_10_256\npk\n", "a.rsp:2: neither empty nor `name = value`"),
        ("# XMSS-SHA2_10_256\nsm = 00\n", "a.rsp:2: a field `sm` here"),
        ("# XMSS-SHA2_10_256\npk = 0\n", "a.rsp:2: pk: "),
        ("# XMSS-SHA2_10_256\n", "there is no vector in it"),
    ] {
        let (code, out, error) = run(&[("xmss/a.rsp", text)], &[]);
        assert!(code == Some(2) && error.contains(says), "{text}: {out}{error}");
    }
}
