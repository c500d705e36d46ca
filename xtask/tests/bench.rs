//! `cargo xtask bench` and `report` in a workspace of their own.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const SET: &str = "LMS-SHA256-M32-H5+LMOTS-SHA256-N32-W4";

/// A folder with the READMEs that `report` splices.
fn workspace() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let readme = |path: &str, ids: &[&str]| {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().expect("a parent")).expect("made");
        let place = |id: &&str| format!("<!-- hbs:begin id={id} -->\n<!-- hbs:end -->\n\n");
        let places: String = ids.iter().map(place).collect();
        fs::write(path, format!("# T\n\n{places}after\n")).expect("written");
    };
    readme("README.md", &["overview"]);
    for scheme in ["lms", "hss", "xmss", "sphincs"] {
        readme(&format!("crates/{scheme}/README.md"), &["rivals", "results"]);
    }
    readme("crates/hbs/README.md", &["firmware"]);
    readme("crates/store/README.md", &["persist"]);
    readme("rivals/README.md", &["interop"]);
    folder
}

fn xtask(root: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_xtask"))
        .env("CARGO_MANIFEST_DIR", root.join("xtask"))
        .args(arguments)
        .output()
        .expect("the program starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

fn read(path: impl AsRef<Path>) -> String {
    fs::read_to_string(path).expect("readable")
}

/// The one record of the scheme.
fn record(root: &Path, scheme: &str) -> PathBuf {
    let folders = fs::read_dir(root.join("results")).expect("results");
    let mut paths = folders.map(|folder| folder.expect("readable").path());
    let machine = paths.find(|path| !path.ends_with("plots")).expect("a machine");
    machine.join(format!("{scheme}.json"))
}

#[test]
fn what_is_measured_is_recorded_merged_and_shown() {
    let folder = workspace();
    let root = folder.path();
    let bench = |backend| {
        let output = xtask(
            root,
            &["bench", "--scheme", "lms", "--params", SET, "--backend", backend, "--samples", "2"],
        );
        assert!(output.status.success(), "{output:?}");
    };
    bench("purecrypto");
    bench("lms-signature");
    let json = read(record(root, "lms"));
    assert!(json.contains("\"backend\": \"purecrypto\""), "kept from the first run");
    assert!(json.contains("\"backend\": \"lms-signature\""));
    assert!(json.contains("earlier_runs"));

    assert!(xtask(root, &["report"]).status.success());
    let readme = root.join("crates/lms/README.md");
    let once = read(&readme);
    assert!(once.contains(&format!("| `{SET}` | keygen |")), "{once}");
    assert!(once.ends_with("<!-- hbs:end -->\n\nafter\n"), "{once}");
    assert!(read(root.join("README.md")).contains("`purecrypto`"));
    assert!(read(root.join("crates/hss/README.md")).contains("Nothing was measured yet"));
    assert!(xtask(root, &["report"]).status.success());
    assert_eq!(read(&readme), once, "twice is once");

    assert!(xtask(root, &["report", "--check"]).status.success());
    let edited = once.replacen("keygen", "magic", 1);
    fs::write(&readme, &edited).expect("written");
    let check = xtask(root, &["report", "--check"]);
    assert_eq!(check.status.code(), Some(1));
    assert!(text(&check.stdout).contains("magic"), "the difference is shown");
    assert_eq!(read(&readme), edited, "a check writes nothing");
}

/// Beside what was measured on one.
#[test]
fn several_threads_have_rows_and_a_table_of_their_own() {
    let folder = workspace();
    let root = folder.path();
    let bench = ["bench", "--scheme", "lms", "--params", SET, "--samples", "2", "--backend"];
    for more in [&["native"][..], &["native", "--threads", "2"]] {
        let output = xtask(root, &[&bench, more].concat());
        assert!(output.status.success(), "{output:?}");
    }
    let json = read(record(root, "lms"));
    assert_eq!(json.matches("\"threads\": 1").count(), 4, "{json}");
    assert_eq!(json.matches("\"threads\": 2").count(), 4, "{json}");
    assert!(xtask(root, &["report"]).status.success());
    let readme = read(root.join("crates/lms/README.md"));
    let (before, several) = readme.split_once("#### Several threads").expect("the table");
    assert!(several.contains(&format!("| `{SET}` | `native` | 2 | keygen |")), "{several}");
    // Its time, and its share of the hash limit.
    assert_eq!(before.matches(&format!("| `{SET}` | keygen |")).count(), 2, "{before}");
}

/// Beside what was measured before, and in a picture and a table.
#[test]
fn lives_alone_complete_a_record() {
    let folder = workspace();
    let root = folder.path();
    let bench = ["bench", "--scheme", "lms", "--params", SET, "--backend", "native", "--backend"];
    let bench = |more: &[&str]| {
        let output = xtask(root, &[&bench[..], &["native-small"], more].concat());
        assert!(output.status.success(), "{output:?}");
        read(record(root, "lms"))
    };
    let measured = bench(&["--samples", "2"]);
    assert!(!measured.contains("by_index"), "not asked for");
    let json = bench(&["--life-only", "--quick"]);
    assert_eq!(json.matches("\"life.cpu\"").count(), 2, "{json}");
    assert_eq!(json.matches("\"by_index\"").count(), 2, "{json}");
    let count = |what: &str| [&measured, &json].map(|text| text.matches(what).count());
    assert_eq!(count("\"time.cpu\""), [8, 8], "all else stays");
    assert_eq!(json.matches("\"verified\": 32").count(), 2, "every signature of the key");

    assert!(xtask(root, &["report"]).status.success());
    let readme = read(root.join("crates/lms/README.md"));
    assert!(readme.contains("#### Signing over the life of a key"), "{readme}");
    assert!(readme.contains(&format!("| `{SET}` | `native` | 32 | 1 |")), "{readme}");
    let link = "](../../results/plots/";
    let (_, rest) = readme.rsplit_once(link).expect("a picture");
    let path = root.join("results/plots").join(rest.split_once(')').expect("its end").0);
    assert!(path.ends_with("life-lms.svg"), "{path:?}");
    let svg = read(&path);
    assert!(svg.contains(">native-small<"), "{svg}");

    assert!(xtask(root, &["report", "--check"]).status.success());
    let check = |says: &str| {
        let output = xtask(root, &["report", "--check"]);
        assert_eq!(output.status.code(), Some(1));
        let out = text(&output.stdout);
        assert!(out.contains("life-lms.svg") && out.contains(says), "no `{says}` in {out}");
    };
    fs::write(&path, svg.replace("native-small", "magic")).expect("written");
    check("magic");
    fs::remove_file(&path).expect("removed");
    check("is missing");
    let stale = path.with_file_name("old-life-lms.svg");
    fs::write(&stale, &svg).expect("written");
    check("is of no record");
    assert!(stale.exists() && !path.exists(), "a check writes nothing");
    assert!(xtask(root, &["report"]).status.success());
    assert!(!stale.exists() && read(&path) == svg, "as it was");
}

#[test]
fn records_that_are_wrong_stop_everything_by_name() {
    let folder = workspace();
    let root = folder.path();
    let bench = ["bench", "--scheme", "lms", "--params", SET, "--quick"];
    assert!(xtask(root, &bench).status.success());
    let path = record(root, "lms");
    let half = read(&path)[..1000].to_owned();
    fs::write(&path, &half).expect("written");
    for arguments in [&bench[..], &["report"], &["report", "--check"]] {
        let output = xtask(root, arguments);
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
        assert!(error.contains("lms.json") && error.contains("cut off"), "{error}");
    }
    assert_eq!(read(&path), half, "what cannot be read is not written over");
}

#[test]
fn questions_that_make_no_sense_exit_with_2() {
    let folder = workspace();
    for (arguments, says) in [
        (vec!["--scheme", "rsa"], "unknown scheme `rsa`; known: lms, hss, xmss, sphincs"),
        (vec!["--backend", "openssl"], "unknown backend `openssl`; known: "),
        (vec!["--scheme", "lms", "--params", "LMS-H7"], "did you mean"),
        (vec!["--scheme", "hss", "--params", SET], "HSS-<SHA256|SHAKE>"),
        (vec!["--params", SET, "--backend", "fips205"], "no such backend"),
        (vec!["--rival", "castle"], "unknown rival `castle`; known: bouncycastle, "),
        (vec!["--rival", "rustcrypto-xmss"], "there is no folder"),
        (vec!["--params", SET, "--backend", "purecrypto", "--threads", "2"], "several threads"),
        (vec!["--samples", "0"], "--samples"),
        (vec!["--life-only", "--samples", "2"], "--samples"),
        (vec!["--scheme", "sphincs", "--life-only"], "no such key has an index"),
    ] {
        let output = xtask(folder.path(), &[&["bench"], &arguments[..]].concat());
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
        assert!(error.contains(says), "{arguments:?}: no `{says}` in {error}");
    }
    assert!(!folder.path().join("results").exists(), "nothing was measured");
}
