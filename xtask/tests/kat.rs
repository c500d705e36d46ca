//! `cargo xtask kat` against digests that others have published.

use sha2::{Digest, Sha256};
use std::fs;
use std::process::Command;

/// Exit code, standard output and standard error.
fn kat(arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
    let output = command.arg("kat").args(arguments).output().expect("the program starts");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

fn sha256(text: &str) -> String {
    hex::encode(Sha256::digest(text))
}

/// The digests that the README of github.com/ducnguyen-aq/xmss-reference has (commit 1a7fdc5).
#[test]
fn the_four_files_of_the_reference_code_are_the_same() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().to_str().expect("UTF-8");
    for (variant, name, req, rsp) in [
        (
            "small",
            "PQCsignKAT_XMSS-SHA2_10_256",
            "4bfce59088017eac8da37e55d70c799d3ea6b40573c48b8557b6750074246e78",
            "42c0b952fa7961731f99c0c8ba12c00577e4a44bc8d2f21d95ce65da81e2b52c",
        ),
        (
            "fast",
            "PQCsignKAT_XMSS-SHA2_10_256_fast",
            "66018d78afda14eab0604eb2867ba12bb65a7e2accb26a7b3559d0068bea3808",
            "3ab550ced911b351a90dfb9de752160abe8900ad3a5e5a25f3ae465b3e19955d",
        ),
    ] {
        let arguments = ["--set", "XMSS-SHA2_10_256", "--variant", variant, "--out", path];
        let (code, out, error) = kat(&arguments);
        assert_eq!((code, &*error), (Some(0), ""), "{out}");
        for (end, digest) in [("req", req), ("rsp", rsp)] {
            let line = format!("{digest}  {name}.{end}  equal: ");
            assert!(out.contains(&line), "no `{line}` in {out}");
            let path = folder.path().join(format!("{name}.{end}"));
            assert_eq!(sha256(&fs::read_to_string(path).expect("the file")), digest);
        }
    }
}

#[test]
fn files_of_liboqs_are_the_same() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().to_str().expect("UTF-8");
    for (set, digest) in [
        (
            "XMSSMT-SHA2_20/4_256",
            "0c990e8ff8189140e8539b11ae3f85040544fc7d549f8db17d83392569647de9",
        ),
        (
            "XMSSMT-SHAKE_60/12_256",
            "79b6690809f1317fbc2466590e4fccc8a7f706b05abcb277ad1018565096ad88",
        ),
        // Its key is from the system's randomness.
        (
            "XMSS-SHAKE256_10_192",
            "b62a1dbc2f8920df2f5a164ed175829ed95d5b3301269b0ab2452cd46b4261d6",
        ),
    ] {
        let (code, out, error) = kat(&["--format", "liboqs", "--set", set, "--out", path]);
        assert_eq!((code, &*error), (Some(0), ""), "{out}");
        let name = format!("{}.rsp", set.replace('/', "-"));
        assert!(out.contains(&format!("{digest}  {name}  equal: ")), "{out}");
        assert!(folder.path().join(name).is_file());
    }
}

/// Those in the repository were edited; what the program writes is known of one set.
#[test]
fn later_files_of_the_reference_code_are_the_same() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().to_str().expect("UTF-8");
    let arguments = ["--format", "reference-head", "--set", "XMSS-SHA2_10_256", "--out", path];
    let (code, out, error) = kat(&arguments);
    assert_eq!((code, &*error, out.matches("equal: ").count()), (Some(0), "", 2), "{out}");
    for (end, digest) in [
        ("req", "f4cf9164d3e555e68da940170fc499f4b96a7b1725bb9d806e262496bdcb5d6a"),
        ("rsp", "4ff9ea00bec98f790a5b5e96ddb8441d58e646d679a47f02db21085c35a006f4"),
    ] {
        let path = folder.path().join(format!("XMSS-SHA2_10_256.{end}"));
        assert_eq!(sha256(fs::read_to_string(path).expect("the file").trim_end()), digest);
    }
}

#[test]
fn a_chain_says_each_digest_that_is_known_on_the_way() {
    let chain = ["--chain", "--set", "XMSSMT-SHA2_20/4_256", "--signatures"];
    let (code, out, error) = kat(&[&chain[..], &["1025"]].concat());
    assert_eq!((code, &*error), (Some(0), ""), "{out}");
    let digest = "50c8e09437b798949747eb3189842e3dfcd86efacb2682d3347a5a3f4972a8f6";
    assert!(out.starts_with(&format!("{digest}  XMSSMT-SHA2_20/4_256, 1024 signatures  equal: ")));
    assert!(out.contains(", 1025 signatures  no digest is known"), "{out}");
}

const SPHINCS: [&str; 2] = ["--set", "SPHINCS+-SHA2-128f-simple"];

/// SHA256SUMS of github.com/sphincs/sphincsplus, commit 7ec789a, and of its branch consistent-basew.
#[test]
fn files_of_sphincs_are_the_same() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().to_str().expect("UTF-8");
    for (set, digest) in [
        (SPHINCS[1], "708f6ab77f8026361e975f7be7b9b5d1cd8aca56e4a3604c85ef3f9fe6618549"),
        ("SLH-DSA-SHA2-128f", "664a19493058178ad7ebb65037183e69e79b1e27668142f6ce684db304aff59a"),
    ] {
        // The second time into a folder that is there.
        for _ in 0..2 {
            let (code, out, error) = kat(&["--set", set, "--out", path]);
            assert_eq!((code, &*error), (Some(0), ""), "{out}");
            let line = format!("{digest}  {set}/PQCsignKAT_64.rsp  equal: ");
            assert!(out.starts_with(&line) && out.lines().count() == 1, "no `{line}` in {out}");
        }
        let file = folder.path().join(set).join("PQCsignKAT_64.rsp");
        assert_eq!(sha256(&fs::read_to_string(file).expect("the file")), digest);
    }
}

/// The first is `nistkat-sha256` of PQClean's META.yml.
#[test]
fn counts_of_sphincs_are_compared_one_by_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().to_str().expect("UTF-8");
    let (code, out, error) = kat(&[&SPHINCS[..], &["--count", "6", "--out", path]].concat());
    assert_eq!((code, &*error), (Some(0), ""), "{out}");
    let first = "cd1e13db3a56c0a6b3486a7b12bcddfda50cf5d1e4d14d3113e6456e969b8114";
    assert!(out.starts_with(&format!("{first}  {}, count 0  equal: ", SPHINCS[1])), "{out}");
    assert_eq!(out.matches("  equal: ").count(), 5, "{out}");
    assert!(out.contains(", count 5  no digest is known"), "{out}");
    let file = folder.path().join(SPHINCS[1]).join("PQCsignKAT_64.rsp");
    let text = fs::read_to_string(file).expect("the file");
    let counts = text.strip_prefix("# SPHINCS+\n\n").expect("a header");
    let (count, _) = counts.split_once("\n\n").expect("counts");
    assert_eq!(sha256(&format!("{count}\n")), first);
    assert_eq!(text.matches("count = ").count(), 6);
}

#[test]
fn questions_that_make_no_sense_exit_with_2() {
    let set = ["--set", "XMSS-SHA2_10_256"];
    for (arguments, says) in [
        (&[][..], "--set"),
        (&["--set", "XMSS-SHA2_11_256"], "XMSS-SHA2_10_256"),
        (&["--variant", "big"], "small"),
        (&["--format", "rsa"], "liboqs"),
        (&["--format", "liboqs", "--variant", "small"], "fast"),
        (&["--out", "nowhere/at/all"], "nowhere"),
        (&["--signatures", "5"], "--chain"),
        (&["--chain", "--signatures", "0"], "1"),
        (&["--chain", "--signatures", "1024"], "up to 1023"),
        (&["--chain", "--variant", "fast"], "--variant"),
        (&["--list"], "--list"),
        (&["--all"], "--all"),
        (&["--family", "xmss"], "--family"),
        (&["--count", "1"], "--count is for SPHINCS+ and SLH-DSA, not for XMSS-SHA2_10_256"),
        (&["--set", "SPHINCS+-SHAKE-128f-sample"], "SPHINCS+-SHAKE-128f-simple"),
        (&[SPHINCS[0], SPHINCS[1], "--count", "0"], "1..=100"),
        (&[SPHINCS[0], SPHINCS[1], "--count", "101"], "1..=100"),
        (&[SPHINCS[0], SPHINCS[1], "--variant", "fast"], "--variant is for XMSS and XMSS^MT"),
        (&[SPHINCS[0], SPHINCS[1], "--format", "liboqs"], "--format is for XMSS and XMSS^MT"),
        (&[SPHINCS[0], SPHINCS[1], "--chain"], "--chain is for XMSS and XMSS^MT"),
    ] {
        let alone = arguments.is_empty() || arguments[0] == "--set";
        let first = if alone { &[][..] } else { &set };
        let (code, out, error) = kat(&[first, arguments].concat());
        assert_eq!((code, &*out), (Some(2), ""), "{arguments:?}: {error}");
        assert!(error.contains(says), "no `{says}` in {error}");
    }
}

#[test]
fn the_list_says_of_each_digest_whether_it_comes_out() {
    let (code, out, error) = kat(&["--list", "--family", "xmss"]);
    assert_eq!((code, &*error), (Some(0), ""), "{out}");
    for says in [
        "yes        42c0b952fa7961731f99c0c8ba12c00577e4a44bc8d2f21d95ce65da81e2b52c  \
         PQCsignKAT_XMSS-SHA2_10_256.rsp",
        "not tried  b20ee19984d6a47529c8e2c127e43e619090a7dff0f2dfdc750d96b6d2453275  \
         XMSS-SHA2_16_256.rsp  (about ",
        "github.com/open-quantum-safe/liboqs, commit 8979276",
        " different, ",
    ] {
        assert!(out.contains(says), "no `{says}` in {out}");
    }
    assert!(out.contains(" equal, 0 different, ") && !out.contains("SPHINCS+"), "{out}");
}

/// Count 0 of all 24 sets of SPHINCS+ and 5 counts of the 12 f sets come out, and what is soon made of
/// whole files.
#[test]
fn first_counts_of_every_set_of_sphincs_come_out() {
    let (code, out, error) = kat(&["--list", "--family", "sphincs"]);
    assert_eq!((code, &*error), (Some(0), ""), "{out}");
    for set in hbs::sphincs::sets() {
        let few = match (set.scheme, set.name.contains("f-")) {
            (signer::Scheme::SlhDsa, _) => 0,
            (_, true) => 5,
            (_, false) => 1,
        };
        let made: Vec<_> = (0..5)
            .map(|number| format!("  {}, count {number}  (", set.name))
            .map(|name| out.lines().any(|line| line.starts_with("yes ") && line.contains(&name)))
            .collect();
        assert_eq!(made, [few > 0, few > 1, few > 1, few > 1, few > 1], "{}: {out}", set.name);
    }
    for says in [
        "yes        664a19493058178ad7ebb65037183e69e79b1e27668142f6ce684db304aff59a  \
         SLH-DSA-SHA2-128f/PQCsignKAT_64.rsp",
        "not tried  4d2ca7d10f2206c3cb9a26c6b00a0361601a1fe2dddf102fbfd6d3dac0be10fe  \
         SPHINCS+-SHAKE-256s-robust/PQCsignKAT_128.rsp  (about 36 s; --all)",
        "yes        98885700274c8a4787a1dacaa63a858be14f86bdc6fddb1520e4140ccb22219d  \
         SPHINCS+-SHAKE-128f-robust, count 0",
        "\nkat: 79 equal, 0 different, 29 not tried\n",
    ] {
        assert!(out.contains(says), "no `{says}` in {out}");
    }
    assert!(!out.contains("XMSS"), "{out}");
}
