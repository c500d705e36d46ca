//! `cargo xtask probe` as whoever writes another implementation meets it.

use serde_json::Value;
use std::process::{Command, Output};

fn probe(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
    command.arg("probe").args(arguments).output().expect("the program starts")
}

fn answer(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {output:?}"))
}

/// RFC 8554 appendix F, test case 2: `SEED ‖ I` of the top level, H10 / W4, and its public key.
const SEED: &str = "558b8966c48ae9cb898b423c83443aae014a72f1b1ab5cc85cf1d892903b5439\
                    d08fabd4a2091ff0a8cb4ed834e74534";
const PUBLIC_KEY: &str = "0000000600000003d08fabd4a2091ff0a8cb4ed834e74534\
                          32a58885cd9ba0431235466bff9651c6c92124404d45fa53cf161c28f1ad5a8e";
const PUBLIC_KEY_SHA256: &str = "5190369eaebc0ad4c7d36ec59c367900c9b20a568e782944440062526dec8dea";
const SET: &str = "LMS_SHA256_M32_H10/LMOTS_SHA256_N32_W4";

#[test]
fn keygen_gives_the_key_of_the_rfc() {
    for backend in ["lms-signature", "purecrypto"] {
        let output = probe(&[
            "keygen",
            "--scheme",
            "lms",
            "--backend",
            backend,
            "--params",
            SET,
            "--seed",
            SEED,
        ]);
        assert!(output.status.success(), "{output:?}");
        assert_eq!(answer(&output)["public_key"], PUBLIC_KEY);
        assert_eq!(answer(&output)["public_key_sha256"], PUBLIC_KEY_SHA256);
        assert!(answer(&output)["secret_key"].is_string());
    }
}

#[test]
fn signatures_are_made_at_an_index_with_a_randomiser_and_verified() {
    let randomness = "a5".repeat(32);
    let sign = |backend| {
        let output = probe(&[
            "sign",
            "--scheme",
            "lms",
            "--backend",
            backend,
            "--params",
            SET,
            "--seed",
            SEED,
            "--index",
            "5",
            "--message",
            "6d657373616765",
            "--randomness",
            &randomness,
        ]);
        assert!(output.status.success(), "{output:?}");
        answer(&output)
    };
    let (one, two) = (sign("lms-signature"), sign("purecrypto"));
    assert_eq!(one["signature"], two["signature"], "the same bytes from the same seed");
    assert_eq!((&one["index"], &one["valid"]), (&Value::from(5), &Value::from(true)));
    let signature = one["signature"].as_str().expect("hex");
    assert!(signature.starts_with(&format!("0000000500000003{randomness}")));

    let verify = |signature: &str| {
        probe(&[
            "verify",
            "--scheme",
            "lms",
            "--backend",
            "hbs-lms",
            "--params",
            SET,
            "--public-key",
            PUBLIC_KEY,
            "--message",
            "6d657373616765",
            "--signature",
            signature,
        ])
    };
    let valid = verify(signature);
    assert_eq!((valid.status.code(), &answer(&valid)["valid"]), (Some(0), &Value::from(true)));
    let short = verify(&signature[2..]);
    assert_eq!((short.status.code(), &answer(&short)["valid"]), (Some(1), &Value::from(false)));
    assert!(answer(&short)["reason"].as_str().is_some_and(|why| why.contains("2508 bytes")));
    let flipped = verify(&signature.replacen("a5", "a4", 1));
    assert_eq!((flipped.status.code(), &answer(&flipped)["valid"]), (Some(1), &Value::from(false)));
}

#[test]
fn stateless_signatures_are_deterministic_and_files_are_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("message");
    std::fs::write(&path, b"message").expect("written");
    let message = format!("@{}", path.display());
    let seed = "07".repeat(48);
    let sign = |backend, message: &str| {
        let output = probe(&[
            "sign",
            "--scheme",
            "sphincs",
            "--backend",
            backend,
            "--params",
            "SLH-DSA-SHA2-128f",
            "--seed",
            &seed,
            "--message",
            message,
        ]);
        assert!(output.status.success(), "{output:?}");
        answer(&output)["signature"].clone()
    };
    let one = sign("slh-dsa", &message);
    assert_eq!(one, sign("fips205", "6d657373616765"));
    assert_eq!(one, sign("purecrypto", &message));
}

#[test]
fn questions_that_make_no_sense_exit_with_2() {
    let lms = |more: &[&'static str]| [&["keygen", "--scheme", "lms"], more].concat();
    for (arguments, says) in [
        (vec!["keygen", "--scheme", "rsa", "--params", SET, "--seed", SEED], "unknown scheme"),
        (lms(&["--params", "LMS-H7", "--seed", SEED]), "did you mean"),
        (lms(&["--params", SET, "--seed", "abc"]), "seed"),
        (lms(&["--params", SET, "--seed", "abcd"]), "48 bytes"),
        (lms(&["--params", SET, "--seed", "@/nowhere"]), "/nowhere"),
        (lms(&["--params", SET, "--seed", SEED, "--backend", "x"]), "unknown backend"),
        (lms(&["--params", SET, "--seed", SEED, "--backend", "hbs-lms"]), "not supported"),
        (lms(&["--params", SET]), "--seed"),
    ] {
        let output = probe(&arguments);
        let error = String::from_utf8(output.stderr).expect("UTF-8");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
        assert!(error.contains(says), "{arguments:?}: no `{says}` in {error}");
        assert!(output.stdout.is_empty());
    }
    let past = probe(&[
        "sign",
        "--scheme",
        "lms",
        "--params",
        SET,
        "--seed",
        SEED,
        "--index",
        "1024",
        "--message",
        "00",
    ]);
    assert_ne!(past.status.code(), Some(0), "{past:?}");
    let stateless = probe(&[
        "sign",
        "--scheme",
        "sphincs",
        "--params",
        "SLH-DSA-SHA2-128f",
        "--seed",
        &"07".repeat(48),
        "--index",
        "1",
        "--message",
        "00",
    ]);
    assert_eq!(stateless.status.code(), Some(2), "{stateless:?}");
}

/// Whatever the task.
#[test]
fn a_vector_unit_that_there_is_not_exits_with_2() {
    let keygen = ["probe", "keygen", "--scheme", "lms", "--params", SET, "--seed", SEED];
    let (bench, vectors) = (["bench", "--quick"], ["vectors", "--dir", "."]);
    for arguments in [&keygen[..], &bench, &vectors, &["report", "--check"], &["check"]] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
        let command = command.args(arguments).env("HBS_CPU", "nonsense");
        let output = command.output().expect("the program starts");
        let error = String::from_utf8(output.stderr).expect("UTF-8");
        let says = "xtask: unknown vector unit `nonsense` in HBS_CPU; this machine has ";
        assert!(error.starts_with(says) && error.lines().count() == 1, "{arguments:?}: {error}");
        assert!(error.ends_with("portable\n"), "{arguments:?}: {error}");
        assert_eq!((output.status.code(), &*output.stdout), (Some(2), &[][..]), "{arguments:?}");
    }
}
