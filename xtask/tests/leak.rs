//! `cargo xtask leak` as a program: its report and its exit codes.

use std::process::Command;

/// Exit code, standard output, and standard error without progress.
fn leak(arguments: &str) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
    let output = command.arg("leak").args(arguments.split_whitespace()).output();
    let output = output.expect("the program starts");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    let error = text(output.stderr);
    // A machine that hardly runs says how far it is.
    let error = error.lines().filter(|line| !line.starts_with("leak: ")).collect::<Vec<_>>();
    (output.status.code(), text(output.stdout), error.join("\n"))
}

#[test]
fn leak_of_a_toy_ends_with_1() {
    let (code, out, error) = leak("--toy leaking --samples 1000000000");
    assert_eq!((code, &*error), (Some(1), ""), "{out}");
    assert!(out.contains("verdict                LEAK: |t| = "), "{out}");
    assert!(out.contains("\ndetectable             "), "{out}");
}

#[test]
fn leak_with_too_few_samples_is_unclear() {
    for scheme in ["lms", "hss"] {
        for operation in ["keygen", "sign"] {
            let (code, out, error) =
                leak(&format!("--scheme {scheme} --op {operation} --samples 10"));
            assert_eq!((code, &*error), (Some(3), ""), "{out}");
            assert!(out.contains("UNCLEAR: too few samples"), "{out}");
            assert!(out.starts_with(&format!("scheme                 {scheme}\n")), "{out}");
        }
    }
    let (code, out, _) = leak("--toy constant --samples 10");
    assert_eq!(code, Some(3), "{out}");
}

/// Every scheme has a backend that takes seeds; whatever the randomness is, signatures verify.
#[test]
fn leak_knows_every_scheme() {
    for (arguments, randomness) in [
        ("--scheme lms", "derived from the key"),
        ("--scheme lms --backend lms-signature", "given"),
        ("--scheme hss --backend purecrypto", ""),
        ("--scheme xmss", "derived from the key"),
        ("--scheme sphincs --backend purecrypto", "given"),
    ] {
        let (code, out, error) =
            leak(&format!("{arguments} --op sign --samples 1 --minutes 0.02 --fixed zero"));
        assert_eq!((code, &*error), (Some(3), ""), "{arguments}: {out}");
        assert!(out.contains(&format!("randomness             {randomness}")), "{out}");
    }
}

#[test]
fn leak_refuses_what_makes_no_sense() {
    for (arguments, why) in [
        ("", "--scheme"),
        ("--scheme lms", "--op"),
        ("--scheme rsa --op sign", "unknown scheme `rsa`"),
        ("--scheme lms --op sign --set X", "X"),
        ("--scheme lms --op sign --backend openssl", "unknown backend `openssl`"),
        ("--scheme lms --op keygen --backend hbs-lms", "a seed of its own"),
        ("--scheme lms --op sign --backend hbs-lms", "a seed of its own"),
        ("--scheme lms --op verify", "verify"),
        ("--toy leaking --scheme lms", "--scheme"),
        ("--toy leaking --samples 0", "--samples"),
        ("--toy leaking --minutes 0", "--minutes"),
    ] {
        let (code, out, error) = leak(arguments);
        assert_eq!((code, &*out), (Some(2), ""), "{arguments}: {error}");
        assert!(error.contains(why), "{arguments}: {error}");
    }
}
