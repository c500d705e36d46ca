//! `cargo xtask report` as a program, on a workspace without records.

use std::fs;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

/// A workspace of READMEs with places for tables.
fn workspace() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let readme = |path: &str, ids: &[&str]| {
        let path = folder.path().join(path);
        fs::create_dir_all(&path).expect("a folder");
        let place = |id: &&str| format!("<!-- hbs:begin id={id} -->\n<!-- hbs:end -->\n");
        let places: String = ids.iter().map(place).collect();
        fs::write(path.join("README.md"), places).expect("written");
    };
    readme(".", &["overview"]);
    for scheme in ["lms", "hss", "xmss", "sphincs"] {
        readme(&format!("crates/{scheme}"), &["rivals", "results"]);
    }
    readme("crates/hbs", &["firmware"]);
    readme("crates/store", &["persist"]);
    readme("rivals", &["interop"]);
    fs::create_dir(folder.path().join("results")).expect("a folder");
    folder
}

/// Exit code and standard output of a run there.
fn report(root: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
    command.arg("report").args(arguments).env("CARGO_MANIFEST_DIR", root.join("xtask"));
    let output = command.output().expect("the program starts");
    (output.status.code(), String::from_utf8(output.stdout).expect("UTF-8"))
}

#[test]
fn a_page_that_is_there_is_kept_exact() {
    let folder = workspace();
    let (root, page) = (folder.path(), folder.path().join("results/index.html"));
    assert_eq!(report(root, &[]).0, Some(0));
    assert!(!page.exists(), "nobody asked for it");
    assert_eq!(report(root, &["--check"]).0, Some(0));
    let (code, out) = report(root, &["--check", "--html"]);
    assert!(code == Some(1) && out.contains("results/index.html is missing"), "{code:?}: {out}");
    assert!(!page.exists(), "a check writes nothing");

    assert_eq!(report(root, &["--html"]).0, Some(0));
    let text = fs::read_to_string(&page).expect("a page");
    assert!(text.contains("\"name\":\"SLH-DSA-SHA2-128s\""), "{text}");
    assert_eq!(report(root, &["--check"]).0, Some(0));

    fs::write(&page, text.replacen("SLH-DSA-SHA2-128s", "SLH-DSA-SHA2-128z", 1)).expect("written");
    let (code, out) = report(root, &["--check"]);
    assert!(code == Some(1) && out.contains("results/index.html"), "{code:?}: {out}");
    assert!(out.contains("128z") && out.len() < text.len() / 10, "the line alone: {out}");
    assert_eq!(report(root, &[]).0, Some(0), "what is there is made anew");
    assert_eq!(fs::read_to_string(&page).expect("a page"), text);
}
