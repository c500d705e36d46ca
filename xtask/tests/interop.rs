//! `cargo xtask interop` as somebody calls it.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

const SET: &str = "LMS-SHA256-M32-H5+LMOTS-SHA256-N32-W2";

fn interop(root: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
    // The folder of the workspace is the parent of this.
    command.env("CARGO_MANIFEST_DIR", root.join("xtask")).arg("interop").args(arguments);
    command.output().expect("it runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn every_backend_verifies_what_every_other_signed() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("matrix.json");
    let arguments = ["--params", SET, "--bits", "2", "--out", &out.to_string_lossy()];
    let output = interop(folder.path(), &arguments);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let said = text(&output.stdout);
    assert!(
        said.contains("| `native` | ✓ 1 |") && said.contains("as they should, 0 not"),
        "{said}"
    );
    let matrix: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(&out).expect("written")).expect("JSON");
    // Five backends: native, native-small, lms-signature, hbs-lms and purecrypto.
    let cells = matrix["cells"].as_array().expect("cells");
    assert_eq!(cells.len(), 25);
    for cell in cells {
        assert_eq!(cell["genuine"], serde_json::json!([2, 2]), "{cell}");
        assert!(cell["tampered"][0].as_u64() >= Some(25), "{cell}");
        assert_eq!(cell["tampered"][0], cell["tampered"][1], "{cell}");
    }
    assert!(!folder.path().join("results").exists(), "only the file that was asked for");
}

/// A cell that is known to be wrong and is not is a change like any other.
#[test]
fn a_check_tells_what_is_not_as_it_was() {
    let folder = tempfile::tempdir().expect("a folder");
    let known = folder.path().join("results/interop.json");
    fs::create_dir(folder.path().join("results")).expect("a folder");
    let some = ["--params", SET, "--backend", "native", "--backend", "purecrypto", "--bits", "0"];
    let check = [&some[..], &["--check"]].concat();
    assert_eq!(interop(folder.path(), &check).status.code(), Some(0), "what is not known works");
    let path = known.to_string_lossy();
    let write = [&some[..], &["--out", &path]].concat();
    assert_eq!(interop(folder.path(), &write).status.code(), Some(0));
    let matrix = fs::read_to_string(&known).expect("written");
    assert_eq!(interop(folder.path(), &check).status.code(), Some(0), "as it was");
    let worse = matrix.replacen("\"works\"", "\"accepts_wrongly\"", 1);
    fs::write(&known, worse).expect("written");
    let output = interop(folder.path(), &check);
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert!(error.contains("signed by native, verified by native"), "{error}");
    fs::write(&known, &matrix[..100]).expect("written");
    assert_eq!(interop(folder.path(), &check).status.code(), Some(2), "cut off");
}

#[test]
fn questions_that_make_no_sense_exit_with_2() {
    let folder = tempfile::tempdir().expect("a folder");
    for (arguments, says) in [
        (vec!["--scheme", "rsa"], "unknown scheme `rsa`"),
        (vec!["--params", "LMS-H7"], "did you mean"),
        (vec!["--backend", "openssl"], "unknown backend `openssl`"),
        (vec!["--rival", "castle"], "unknown rival `castle`; known: bouncycastle, "),
        (vec!["--check", "--out", "x"], "cannot be used with"),
    ] {
        let output = interop(folder.path(), &arguments);
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
        assert!(error.contains(says), "{arguments:?}: no `{says}` in {error}");
    }
}
