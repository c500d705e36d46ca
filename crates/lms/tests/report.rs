//! The report command as a user meets it: what it prints, and what it says to a question that makes
//! no sense.

use serde_json::Value;
use std::process::{Command, Output};

fn lms_bench(environment: &[(&str, &str)], arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_lms-bench"))
        .env_remove("PARAM_SET")
        .env_remove("MESSAGE_SIZE")
        .env_remove("BACKEND")
        .envs(environment.iter().copied())
        .args(arguments)
        .output()
        .expect("the program starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

/// The lines of the seed document, and its sizes.
#[test]
fn the_report_has_what_the_seed_has() {
    let output = lms_bench(&[], &["--quick"]);
    assert!(output.status.success(), "{output:?}");
    let report = text(&output.stdout);
    for line in [
        "LMS-SHA256-M32-H5+LMOTS-SHA256-N32-W4 with messages of 1,024 bytes",
        "Key generation: ",
        "Signing: ",
        "Verification: ",
        "(cold: first call)",
        "(warm: median of ",
        "Public key size:       56 bytes",
        "Secret key size:       92 bytes",
        "Signature size:        2,348 bytes",
        "Signed message size:   3,372 bytes",
        "Signatures per key:    32, 31 after one",
        "Peak heap usage:",
        "Backend: native",
        "lms-signature",
        "hbs-lms",
        "purecrypto",
        " *",
    ] {
        assert!(report.contains(line), "no `{line}` in:\n{report}");
    }
    assert!(output.stderr.is_empty(), "no terminal, no progress: {}", text(&output.stderr));

    // The seed runs `lms-signature`, whose record has no root.
    let output = lms_bench(&[("BACKEND", "lms-signature")], &["--quick", "--only"]);
    let report = text(&output.stdout);
    assert!(report.contains("Secret key size:       60 bytes"), "{report}");
}

#[test]
fn times_over_the_life_of_a_key() {
    let output = lms_bench(&[("BACKEND", "native")], &["--life", "all", "--only"]);
    let report = text(&output.stdout);
    assert!(output.status.success(), "{output:?}");
    for word in ["signatures", "prepare", "first", "first 8 (p50)", "mean", "p99", "max / p50"] {
        assert!(report.contains(word), "no `{word}` in:\n{report}");
    }
    let row = report.lines().find(|line| line.starts_with("native ")).expect("a row");
    let cells: Vec<_> = row.split_whitespace().collect();
    assert_eq!(cells[1], "32", "{report}");
    let [.., worst, over] = &cells[..] else { panic!("{report}") };
    let (worst, over): (u64, f64) = (worst.parse().expect("an index"), over.parse().expect("more"));
    assert!(worst < 32 && over >= 1.0 && report.contains("median of 3 keys"), "{report}");

    let report = text(&lms_bench(&[], &["--life", "3", "--keys", "1"]).stdout);
    let rows = report.lines().filter(|line| line.split_whitespace().nth(1) == Some("3")).count();
    assert_eq!(rows, lms::backends().len(), "{report}");
    for wrong in [
        &["--life", "0"][..],
        &["--life", "some"],
        &["--life", "3", "--json", "-"],
        &["--keys", "2"],
    ] {
        assert_eq!(lms_bench(&[], wrong).status.code(), Some(2), "{wrong:?}");
    }
}

#[test]
fn variables_and_options_choose_set_size_and_backend() {
    let variables =
        [("PARAM_SET", "lms_sha256_m32_h5/lmots_sha256_n32_w8"), ("MESSAGE_SIZE", "32")];
    let output = lms_bench(&variables, &["--backend", "PURECRYPTO", "--only", "--samples", "3"]);
    assert!(output.status.success(), "{output:?}");
    let report = text(&output.stdout);
    assert!(report.contains("LMOTS-SHA256-N32-W8 with messages of 32 bytes"), "{report}");
    assert!(report.contains("Backend: purecrypto"), "{report}");
    assert!(report.contains("warm: median of 3"), "{report}");
    assert!(!report.contains("lms-signature"), "{report}");
}

#[test]
fn json_is_the_record_and_nothing_else() {
    let output = lms_bench(&[], &["--quick", "--json", "-"]);
    assert!(output.status.success(), "{output:?}");
    let record: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(record["schema"], measure::record::SCHEMA);
    let rows = record["results"].as_array().expect("rows");
    assert_eq!(rows.len(), 4 * lms::backends().len(), "four operations");
    for row in rows {
        assert_eq!(row["status"], "ok", "{row}");
        assert!(row["check"]["verified"].as_u64() > Some(0), "{row}");
        assert!(row["metrics"]["time.wall"]["p50"].as_f64() > Some(0.0), "{row}");
    }
}

#[test]
fn the_list_has_every_set() {
    let output = lms_bench(&[], &["--list"]);
    assert!(output.status.success());
    let list = text(&output.stdout);
    assert_eq!(list.lines().filter(|line| line.starts_with("LMS-")).count(), 80, "{list}");
}

#[test]
fn questions_that_make_no_sense_are_told_apart() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path().to_str().expect("UTF-8");
    let set = |name| vec![("PARAM_SET", name)];
    let size = |bytes| vec![("MESSAGE_SIZE", bytes)];
    let tall = "LMS-SHA256-M32-H15+LMOTS-SHA256-N32-W4";
    let shake = "LMS-SHAKE-M24-H5+LMOTS-SHAKE-N24-W1";
    let by = |set, backend| vec![("PARAM_SET", set), ("BACKEND", backend)];
    for (variables, arguments, says) in [
        (set("LMS-SHA256-M32-H6+LMOTS-SHA256-N32-W4"), vec![], "did you mean `LMS-SHA256-M32-H5+"),
        (set("nonsense"), vec![], "known sets: LMS-SHA256-M32-H5+LMOTS-SHA256-N32-W1"),
        (by(tall, "lms-signature"), vec![], "is run by: native, native-small"),
        (by(shake, "purecrypto"), vec![], "is run by: native, native-small"),
        (by(tall, "openssl"), vec![], "unknown backend `openssl`; known: native, native-small"),
        (size("many"), vec![], "not `many`"),
        (size("-1"), vec![], "not `-1`"),
        (size("1073741825"), vec![], "at most 1073741824"),
        (vec![], vec!["--samples", "0"], "--samples"),
        (vec![], vec!["--json", folder], "is a directory"),
        (vec![], vec!["--json", "/dev/null/record.json"], "cannot write the record"),
        (vec![], vec!["--what"], "--what"),
    ] {
        let output = lms_bench(&variables, &arguments);
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{variables:?} {arguments:?}: {error}");
        assert!(error.contains(says), "{variables:?} {arguments:?}: no `{says}` in:\n{error}");
        assert!(output.stdout.is_empty(), "{variables:?} {arguments:?}");
    }
    let empty = lms_bench(&[("PARAM_SET", ""), ("BACKEND", " ")], &["--list"]);
    assert!(empty.status.success(), "an empty variable is an unset one");
}

/// Not measured on another unit than the one asked for, and no panic.
#[test]
fn a_vector_unit_that_there_is_not_is_told_with_those_that_there_are() {
    let units: Vec<_> = lanes::Cpu::available().map(|cpu| cpu.name()).collect();
    for arguments in [&[][..], &["--list"], &["--backend", "purecrypto"]] {
        let output = lms_bench(&[("HBS_CPU", "nonsense")], arguments);
        let due = format!(
            "lms-bench: unknown vector unit `nonsense` in HBS_CPU; this machine has {}\n",
            units.join(", ")
        );
        assert_eq!(text(&output.stderr), due, "{arguments:?}");
        assert_eq!((output.status.code(), &*output.stdout), (Some(2), &[][..]), "{arguments:?}");
    }
    for unit in ["", " ", "portable"] {
        let output = lms_bench(&[("HBS_CPU", unit)], &["--quick", "--only"]);
        assert!(output.status.success(), "{output:?}");
        let portable = text(&output.stdout).contains("sha256/portable");
        assert!(portable || unit.trim().is_empty(), "{unit}");
    }
}

#[test]
fn threads_are_said_to_be_used_by_those_that_use_them() {
    let output = lms_bench(&[], &["--quick", "--threads", "2"]);
    assert!(output.status.success(), "{output:?}");
    let report = text(&output.stdout);
    let line = "With 2 threads, and measured by wall time: native, native-small";
    assert!(report.contains(line), "no `{line}` in:\n{report}");

    let output = lms_bench(&[("BACKEND", "purecrypto")], &["--quick", "--only", "--threads", "2"]);
    let report = text(&output.stdout);
    assert!(report.contains("No backend here uses more than one thread."), "{report}");
}
