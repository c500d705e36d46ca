//! Keys that are split, moved, put back, encrypted and written as PEM.

mod support;

use support::Place;

const LMS: &str = "LMS-SHA256-M32-H5+LMOTS-SHA256-N32-W4";

fn with_key(set: &str, more: &str) -> Place {
    let place = Place::new();
    place.write("message", b"firmware");
    place.write("words", b"correct horse battery staple\n");
    place.hbs(&format!("keygen key --set {set} --allow-volatile {more}"));
    place
}

#[test]
fn a_part_signs_elsewhere_and_comes_back() {
    let place = with_key(LMS, "");
    let part = place.json("split key part --count 10 --allow-volatile");
    assert_eq!((&part["indices"]["start"], &part["indices"]["limit"]), (&22.into(), &32.into()));
    place.fails("split key part --count 10", 1, "there already");
    place.fails("split key other --count 23", 1, "not that many are left");
    assert_eq!(place.json("sign part message -o 1.sig")["signatures"][0]["index"], 22);
    assert_eq!(place.json("sign key message -o 2.sig")["signatures"][0]["index"], 0);
    place.hbs("verify key message --signature 1.sig");
    place.fails("inspect key --against message", 1, "no signature");
    assert_eq!(place.json("inspect key --against 2.sig")["rollback"], false);
    assert!(place.hbs("inspect key --against 1.sig").contains("another part"));
    place.fails("merge part key", 1, "comes back to what it was split from");
    place.fails("merge key part", 1, "--lose 21");
    let merged = place.json("merge key part --lose 21");
    assert_eq!((&merged["lost"], &merged["indices"]["remaining"]), (&21.into(), &9.into()));
    assert!(!place.file("part").exists());
    assert_eq!(place.json("sign key message -o 3.sig")["signatures"][0]["index"], 23);
}

#[test]
fn parts_of_hypertrees_are_whole_trees() {
    for (set, start, limit) in
        [("HSS-SHA256-H5-W8-L2", 960, 1024), ("XMSSMT-SHA2_20/4_192", 1_048_512, 1 << 20)]
    {
        let place = with_key(set, "");
        let part = place.json("split key part --count 40 --allow-volatile");
        let indices = &part["indices"];
        assert_eq!((&indices["start"], &indices["limit"]), (&start.into(), &limit.into()), "{set}");
        place.hbs("sign part message");
        place.hbs("verify key message");
    }
}

#[test]
fn a_copy_does_not_sign_until_it_is_adopted() {
    let place = with_key(LMS, "");
    place.hbs("sign key message -o 1.sig");
    std::fs::create_dir(place.file("copy")).expect("made");
    for file in ["public", "set", "secret", "state", "cache"] {
        std::fs::copy(place.file("key").join(file), place.file("copy").join(file)).expect("copied");
    }
    place.fails("sign copy message -o 2.sig", 1, "adopt --skip N");
    assert_eq!(place.json("inspect copy")["moved"], true);
    place.hbs("sign key message -o 2.sig");
    let adopted = place.json("adopt copy --skip 5");
    assert_eq!(adopted["indices"]["next"], 6);
    assert_eq!(place.json("sign copy message -o 3.sig")["signatures"][0]["index"], 6);
}

#[test]
fn a_state_that_was_put_back_is_proven_by_a_signature() {
    let place = with_key(LMS, "");
    let state = place.file("key").join("state");
    let old = std::fs::read(&state).expect("a state");
    place.hbs("sign key message -o 1.sig");
    // Written into the same file: nothing on this disk tells.
    std::fs::write(&state, old).expect("written");
    place.fails("inspect key --against 1.sig", 1, "Prove it with --message");
    place.fails("inspect key --against 1.sig --message words", 1, "does not verify");
    assert_eq!(place.json("inspect key")["indices"]["remaining"], 32, "nothing is proven yet");
    place.fails("inspect key --against 1.sig --message message", 1, "ROLLBACK");
    place.fails("sign key message -o 2.sig", 1, "used up");
}

#[test]
fn an_anchor_tells_of_it_at_once() {
    let place = with_key(LMS, "--anchor log");
    let state = place.file("key").join("state");
    let old = std::fs::read(&state).expect("a state");
    place.hbs("sign key message -o 1.sig");
    let new = std::fs::read(&state).expect("a state");
    std::fs::write(&state, old).expect("written");
    place.fails("sign key message -o 2.sig", 1, "it went back");
    place.fails("reserve key 1", 1, "it went back");
    place.fails("split key part --count 1 --allow-volatile", 1, "it went back");
    std::fs::write(&state, new).expect("written");
    place.hbs("sign key message -o 2.sig");
    std::fs::remove_file(place.file("log")).expect("removed");
    place.fails("sign key message -o 3.sig", 1, "cannot be opened");
}

#[test]
fn an_encrypted_key_takes_its_passphrase() {
    let place = with_key(LMS, "--encrypt --passphrase-file words");
    place.write("wrong", b"incorrect horse");
    place.write("none", b"\n");
    place.fails("sign key message", 1, "--passphrase-file");
    place.fails("sign key message --passphrase-file wrong", 1, "not its passphrase");
    place.fails("sign key message --passphrase-file none", 1, "empty passphrase");
    place.hbs("sign key message --passphrase-file words");
    place.hbs("verify key message");
    place.hbs("split key part --count 5 --passphrase-file words --allow-volatile");
    place.fails("sign part message --force", 1, "--passphrase-file");
    place.hbs("merge key part --passphrase-file words");
    assert_eq!(place.json("inspect key --passphrase-file words")["encrypted"], true);
}

#[test]
fn slh_dsa_keys_are_pem_too() {
    let place = with_key("SLH-DSA-SHAKE-128f", "");
    place.hbs("keygen pem --set SLH-DSA-SHA2-128f --pem");
    let pem = support::text(&place.read("pem"));
    assert!(pem.starts_with("-----BEGIN PRIVATE KEY-----\n"), "{pem}");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let about = std::fs::metadata(place.file("pem")).expect("a file");
        assert_eq!(about.permissions().mode() & 0o777, 0o600);
    }
    place.hbs("public pem --pem -o public");
    place.hbs("sign pem message --context boot");
    place.hbs("verify public message --context boot");
    place.fails("verify public message", 1, "BAD");
    place.fails("verify public message --context boot --set SLH-DSA-SHAKE-128f", 2, "--set says");
    let answer = place.json("sign pem message --force --deterministic");
    assert_eq!(answer["signatures"][0]["index"], serde_json::Value::Null);
    let first = place.read("message.sig");
    place.hbs("sign pem message --force --deterministic");
    assert!(first == place.read("message.sig"));
    place.hbs("sign pem message --force");
    assert!(first != place.read("message.sig"));
    let set = |file: &str| place.json(&format!("inspect {file}"))["sets"].clone();
    assert_eq!(
        (set("pem"), set("public")),
        (["SLH-DSA-SHA2-128f"].into(), ["SLH-DSA-SHA2-128f"].into())
    );
    place.hbs("public key --pem -o other");
    assert_eq!(set("other"), serde_json::json!(["SLH-DSA-SHAKE-128f"]));
    place.fails("verify pem message", 1, "no PUBLIC KEY");
    place.fails("sign public message --force", 1, "no PRIVATE KEY");
    for text in ["-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n", "-----BEGIN "] {
        place.write("broken", text.as_bytes());
        place.fails("sign broken message --force", 1, "no private key in PKCS#8");
        place.fails("verify broken message", 1, "no public key in PEM");
    }
}
