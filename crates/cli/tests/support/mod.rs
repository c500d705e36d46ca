//! The command, run in a folder of its own.
#![allow(dead_code, reason = "each test uses a part of it")]

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A folder that tests run in, on the disk that the build is on.
pub(crate) struct Place(tempfile::TempDir);

impl Place {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder"))
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, bytes: &[u8]) {
        std::fs::write(self.file(name), bytes).expect("written");
    }

    pub(crate) fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.file(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    pub(crate) fn command(&self, args: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hbs"));
        command.args(args.split_whitespace()).current_dir(self.path()).stdin(Stdio::null());
        command
    }

    pub(crate) fn output(&self, args: &str) -> Output {
        self.command(args).output().expect("it runs")
    }

    /// What it answers when all is well.
    #[track_caller]
    pub(crate) fn hbs(&self, args: &str) -> String {
        let output = self.output(args);
        let (out, err) = (text(&output.stdout), text(&output.stderr));
        assert!(output.status.success(), "hbs {args}: {out}{err}");
        out
    }

    /// The same, of words that may have spaces in them.
    #[track_caller]
    pub(crate) fn hbs_with(&self, args: &[&str]) -> String {
        let output = self.command("").args(args).output().expect("it runs");
        let (out, err) = (text(&output.stdout), text(&output.stderr));
        assert!(output.status.success(), "hbs {args:?}: {out}{err}");
        out
    }

    /// The same, for programs.
    #[track_caller]
    pub(crate) fn json(&self, args: &str) -> Value {
        serde_json::from_str(&self.hbs(&format!("--json {args}"))).expect("JSON")
    }

    /// It ends with this code, and says something with this in it.
    #[track_caller]
    pub(crate) fn fails(&self, args: &str, code: i32, says: &str) {
        let output = self.output(args);
        let all = text(&output.stdout) + &text(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "hbs {args}: {all}");
        assert!(all.contains(says), "hbs {args}: no `{says}` in: {all}");
    }
}

pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
