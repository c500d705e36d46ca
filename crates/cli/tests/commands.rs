//! What a user sees of the command.

mod support;

use support::Place;

/// A place with a message and a key of this set.
fn with_key(set: &str) -> Place {
    let place = Place::new();
    place.write("message", b"firmware");
    place.hbs(&format!("keygen key --set {set} --allow-volatile"));
    place
}

const LMS: &str = "LMS-SHA256-M32-H5+LMOTS-SHA256-N32-W4";

#[test]
fn a_key_of_each_scheme_signs_and_its_signatures_verify() {
    for set in [
        LMS,
        "LMS-SHAKE-M24-H5+LMOTS-SHAKE-N24-W8",
        "HSS-SHA256-H5-W8-L1",
        "HSS-SHA256-H5-W2+H5-W8",
        "XMSS-SHA2_10_192",
        "XMSSMT-SHA2_20/4_192",
        "SLH-DSA-SHA2-128f",
        "SPHINCS+-SHAKE-128f-simple",
    ] {
        let place = with_key(set);
        for index in 0..3 {
            let answer = place.json(&format!("sign key message -o {index}.sig"));
            let stateless = set.starts_with('S');
            let found = answer["signatures"][0]["index"].as_u64();
            assert_eq!(found, (!stateless).then_some(index), "{set}");
        }
        let raw = place.json("public key -o public");
        assert_eq!(raw["set"], *place.json("inspect key")["set"].as_str().expect("a name"));
        for index in 0..3 {
            place.hbs(&format!("verify key message --signature {index}.sig"));
            place.hbs(&format!("verify public message --signature {index}.sig --set {set}"));
        }
        place.write("other", b"firmwarf");
        place.fails("verify key other --signature 0.sig", 1, "BAD");
        for byte in [0, 100, 700] {
            let mut changed = place.read("0.sig");
            changed[byte] ^= 1;
            place.write("changed.sig", &changed);
            place.fails("verify key message --signature changed.sig", 1, "BAD");
        }
        place.write("short.sig", &place.read("0.sig")[1..]);
        place.fails("verify key message --signature short.sig", 1, "BAD");
    }
}

#[test]
fn raw_keys_say_their_set_where_they_can() {
    for set in [LMS, "HSS-SHA256-H5-W2+H5-W8", "XMSS-SHA2_10_192", "XMSSMT-SHA2_20/4_192"] {
        let place = with_key(set);
        place.hbs("sign key message");
        place.hbs("public key -o public");
        let answer = place.json("verify public message");
        assert_eq!(answer["signatures"][0]["set"], *set);
        place.fails("verify public public --signature message.sig", 1, "BAD");
        place.fails("verify message message", 1, "no public key");
    }
    let place = with_key("SLH-DSA-SHA2-128f");
    place.hbs("sign key message");
    place.hbs("public key -o public");
    place.fails("verify public message", 2, "say which with --set");
    place.fails("verify public message --set LMS", 2, "unknown parameter set");
}

#[test]
fn many_files_take_as_many_indices_in_order() {
    let place = with_key(LMS);
    for name in ["a", "b", "c"] {
        place.write(name, name.as_bytes());
    }
    let answer = place.json("sign key a b c");
    let indices: Vec<_> =
        (0..3).map(|i| answer["signatures"][i]["index"].as_u64().expect("an index")).collect();
    assert_eq!((indices, &answer["remaining"]), (vec![0, 1, 2], &29.into()));
    place.hbs("verify key a b c");
    let indices = &place.json("inspect key")["indices"];
    assert_eq!((&indices["issued"], &indices["burnt"]), (&3.into(), &0.into()));

    // What cannot be signed takes no index.
    place.fails("sign key a", 1, "a.sig is there already");
    place.fails("sign key nothing", 1, "nothing cannot be read");
    place.fails("sign key a b -o one", 2, "--output is for one file");
    place.fails("sign key a message a --force", 2, "would be written twice");
    place.fails("sign key -", 2, "--output");
    place.fails("--json sign key message -o -", 2, "both go to the standard output");
    place.fails("sign key message --context x", 2, "knows no --context");
    assert_eq!(place.json("inspect key")["indices"]["next"], 3);
    // Nor can more be asked for than there are.
    let names: Vec<_> = (0..30).map(|i| format!("f{i}")).collect();
    names.iter().for_each(|name| place.write(name, b"."));
    place.fails(
        &format!("sign key {}", names.join(" ")),
        1,
        "29 signatures left: nothing was signed",
    );
    place.hbs(&format!("sign key {}", names[1..].join(" ")));
    place.fails("sign key message", 1, "the key is used up");
    assert_eq!(place.json("inspect key")["indices"]["remaining"], 0);
}

#[test]
fn the_standard_input_is_signed() {
    use std::io::Write;
    let place = with_key(LMS);
    let mut command = place.command("sign key - -o -");
    command.stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::piped());
    let mut child = command.spawn().expect("it runs");
    child.stdin.take().expect("a pipe").write_all(b"firmware").expect("written");
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success());
    assert_eq!(output.stdout.len(), 2348, "the signature, and nothing else");
    place.write("message.sig", &output.stdout);
    place.hbs("verify key message");
}

#[test]
fn few_signatures_left_are_warned_of() {
    let place = with_key(LMS);
    let output = place.output("sign key message --low-water 32");
    assert!(support::text(&output.stderr).contains("31 signatures left in key"));
    let output = place.output("sign key message --force --low-water 30");
    assert_eq!(support::text(&output.stderr), "");
    place.hbs("reserve key 28");
    let answer = place.json("sign key message --force");
    assert_eq!((&answer["remaining"], &answer["low"]), (&1.into(), &true.into()));
}

#[test]
fn a_key_is_made_once_and_questions_are_answered() {
    let place = with_key(LMS);
    place.fails(&format!("keygen key --set {LMS}"), 1, "never written over");
    place.fails("keygen other --set LMS-SHA256-M32-H6", 2, "did you mean");
    place.fails("keygen other --set LMS --pem --encrypt", 2, "cannot be used with");
    place.fails(&format!("keygen other --set {LMS} --pem"), 2, "no form in PEM");
    place.fails("keygen other --set SLH-DSA-SHA2-128f --anchor log", 2, "no state to anchor");
    place.fails("sign nothing message", 1, "has no key");
    place.fails("sign message message", 1, "no folder of a key");
    place.fails("inspect message", 1, "is no public key");
    place.fails("split key part --count 0", 2, "--count");
    place.fails("reserve key 33", 1, "there are 32 signatures left, and not 33");
    place.fails("sets no-such-thing", 2, "no listed set");
    place.fails("", 2, "Usage");
    assert!(place.hbs("sets xmssmt").contains("XMSSMT-SHA2_20/2_256"));
    let error = place.output("--json sign nothing message");
    assert_eq!(error.status.code(), Some(1));
    assert!(support::text(&error.stdout).starts_with("{\"error\":"));
    assert!(!place.file("other").exists() && !place.file("part").exists());
}

#[test]
fn a_seed_gives_the_standards_key() {
    // RFC 8554 appendix F, test case 2: the key of the root's tree, and its SEED and I.
    let place = Place::new();
    let seed = "558b8966c48ae9cb898b423c83443aae014a72f1b1ab5cc85cf1d892903b5439\
                d08fabd4a2091ff0a8cb4ed834e74534";
    place.write("seed", &hex::decode(seed).expect("hexadecimal"));
    let set = "LMS-SHA256-M32-H10+LMOTS-SHA256-N32-W4";
    let answer = place.json(&format!("keygen key --set {set} --seed-file seed --allow-volatile"));
    let public_key = "0000000600000003d08fabd4a2091ff0a8cb4ed834e7453432a58885cd9ba0431235466bff9651c6\
                      c92124404d45fa53cf161c28f1ad5a8e";
    assert_eq!(answer["public_key"], *public_key);
    place.fails(&format!("keygen other --set {LMS} --seed-file key/set"), 1, "must have 48 bytes");
}
