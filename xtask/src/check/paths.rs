//! Paths: what is committed holds on every machine.

use super::Problem;
use super::tree::Tree;

/// Directories at the top of somebody's file system. Without their slashes, so that this file
/// passes.
const TOPS: [&str; 5] = ["home", "root", "tmp", "Users", "work"];

/// Finds absolute paths into [`TOPS`] in all files but `Cargo.lock`. Part of a longer path, of a URL
/// or of an expansion (`$DIR`) is none.
pub(super) fn check(tree: &Tree) -> Vec<Problem> {
    let mut problems = Vec::new();
    let files = tree.files().filter(|file| !file.path.ends_with("Cargo.lock"));
    for file in files {
        for (number, line) in file.text.lines().enumerate() {
            for top in TOPS {
                let path = format!("/{top}/");
                let absolute = |at: usize| !line[..at].ends_with(continues);
                if line.match_indices(&path).any(|(at, _)| absolute(at)) {
                    let what = format!("`{path}` is a place on one machine; name it relatively");
                    problems.push(Problem::new(&file.path, number + 1, what));
                }
            }
        }
    }
    problems
}

/// Whether a `/` after `c` goes on with a path rather than starts one.
fn continues(c: char) -> bool {
    c.is_alphanumeric() || "._-~*}])".contains(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> usize {
        check(&Tree::of(&[("notes.md", text)])).len()
    }

    #[test]
    fn absolute_paths_are_problems() {
        for top in TOPS {
            for text in ["see /T/x", "/T/", "a\n\"/T/x\"", "DIR=/T/x", "file:///T/x", "(/T/x)"] {
                assert_eq!(found(&text.replace('T', top)), 1, "{top}: {text}");
            }
        }
        let text = format!("fine\nsee /{}/x\n", "tmp");
        let problem = check(&Tree::of(&[("a/notes.md", &text)])).remove(0);
        assert!(problem.to_string().starts_with("a/notes.md:2: "), "{problem}");
        assert_eq!(check(&Tree::of(&[("fuzz/Cargo.lock", &text)])), []);
    }

    #[test]
    fn other_paths_are_not() {
        for text in ["../T/x", "a/T/x", "https://example.org/T/x", "$DIR/T/x", "${DIR}/T/x", "/Tx/"]
        {
            assert_eq!(found(&text.replace('T', "tmp")), 0, "{text}");
        }
    }
}
