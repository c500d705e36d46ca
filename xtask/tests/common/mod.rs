//! Running `cargo xtask vectors` over a folder of files.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

/// What a task of xtask answers.
pub(crate) fn xtask(task: &str, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
    command.arg(task).args(arguments).output().expect("the program starts")
}

/// A folder with these files.
fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap_or(Path::new(""))).expect("a folder");
        fs::write(path, text).expect("written");
    }
    folder
}

/// Exit code, standard output and standard error of a run over these files.
pub(crate) fn run(files: &[(&str, &str)], more: &[&str]) -> (Option<i32>, String, String) {
    let folder = folder(files);
    let path = folder.path().to_str().expect("UTF-8");
    let output = xtask("vectors", &[&["--dir", path], more].concat());
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}
