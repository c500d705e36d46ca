//! `cargo xtask check`: the rules of the house that neither the compiler nor clippy knows.
//!
//! Each rule is a file and a pure function from the files of the tree to its problems:
//!
//! | rule | holds that |
//! |---|---|
//! | [`floors`] | a crate depends on lower floors only |
//! | [`lints`] | each crate inherits the workspace's lints |
//! | [`census`] | unsafe code is where it may be, is justified, and is counted |
//! | [`markers`] | the tables that `report` splices have a beginning, an end and a name |
//! | [`paths`] | no file names a place on somebody's machine |
//! | [`length`] | no file of Rust is too long to read |
//!
//! [`tree`] reads the files, [`workspace`] the manifests, [`rust`] tells code from comments.

mod census;
mod floors;
mod length;
mod lints;
mod markers;
mod paths;
mod rust;
mod tree;
mod workspace;

use std::fmt;
use std::io;
use std::path::Path;
use tree::Tree;
use workspace::Workspace;

/// Checks the workspace at `root`. Problems are in order of path and line.
///
/// # Errors
///
/// If the files cannot be listed or read.
pub(crate) fn run(root: &Path) -> io::Result<Vec<Problem>> {
    let mut problems = problems(&Tree::read(root)?);
    problems.sort();
    Ok(problems)
}

fn problems(tree: &Tree) -> Vec<Problem> {
    let mut problems = Vec::new();
    let workspace = Workspace::read(tree, &mut problems);
    problems.extend(floors::check(&workspace));
    problems.extend(lints::check(&workspace));
    problems.extend(census::check(tree, &workspace));
    problems.extend(markers::check(tree));
    problems.extend(paths::check(tree));
    problems.extend(length::check(tree));
    problems
}

/// One breach of one rule. Prints as `path:line: what, and what to do`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Problem {
    /// File, from the root, with `/` between its parts.
    path: String,
    /// Line, from 1.
    line: usize,
    /// What is wrong, and what to do about it.
    what: String,
}

impl Problem {
    fn new(path: &str, line: usize, what: impl Into<String>) -> Self {
        Self { path: path.to_owned(), line, what: what.into() }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.path, self.line, self.what)
    }
}

/// Line, from 1, of the byte at `offset`.
fn line_at(text: &str, offset: usize) -> usize {
    1 + text.bytes().take(offset).filter(|byte| *byte == b'\n').count()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOT: &str = "[workspace]\nmembers = [\"crates/*\", \"xtask\"]\n\
        [workspace.dependencies]\nsigner = { path = \"crates/signer\" }\n";
    const SIGNER: &str = "[package]\nname = \"signer\"\n[lints]\nworkspace = true\n";

    #[test]
    fn a_sound_tree_has_no_problem_and_each_rule_finds_its_own() {
        let sound = [
            ("Cargo.toml", ROOT),
            ("crates/signer/Cargo.toml", SIGNER),
            ("crates/signer/src/lib.rs", "#![forbid(unsafe_code)]\n"),
            ("README.md", "# Read me\n"),
            ("ARCHITECTURE.md", "<!-- hbs:unsafe -->0<!-- /hbs:unsafe -->\n"),
        ];
        assert_eq!(problems(&Tree::of(&sound)), []);

        let long = "//\n".repeat(length::MOST_LINES + 1);
        let machine = format!("see /{}/notes\n", "tmp");
        let unsound = [
            ("crates/signer/Cargo.toml", "[package]\nname = \"signer\"\n"),
            (
                "crates/signer/Cargo.toml",
                "[package]\nname = \"cellar\"\n[lints]\nworkspace = true\n",
            ),
            ("crates/signer/Cargo.toml", "[package\n"),
            ("crates/signer/src/lib.rs", "\n"),
            ("README.md", "<!-- hbs:end -->\n"),
            ("README.md", &machine),
            ("crates/signer/src/long.rs", &long),
        ];
        for (path, text) in unsound {
            let mut files: Vec<_> = sound.into_iter().filter(|file| file.0 != path).collect();
            files.push((path, text));
            let found = problems(&Tree::of(&files));
            assert!(found.iter().any(|problem| problem.path == path), "{path}: {text}: {found:?}");
        }
    }

    #[test]
    fn a_problem_says_where() {
        let problem = Problem::new("a/b.rs", line_at("x\ny\nz", 4), "no `z` here; write `y`");
        assert_eq!(problem.to_string(), "a/b.rs:3: no `z` here; write `y`");
    }
}
