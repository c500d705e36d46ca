//! Length: a file is one concept, and can be read in one sitting.

use super::Problem;
use super::tree::Tree;

/// Lines that a file of Rust may have.
pub(super) const MOST_LINES: usize = 400;

/// Finds files of Rust that are too long.
pub(super) fn check(tree: &Tree) -> Vec<Problem> {
    tree.rust()
        .filter_map(|file| {
            let lines = file.text.lines().count();
            let what = format!("{lines} lines, over {MOST_LINES}; split it, one concept a file");
            (lines > MOST_LINES).then(|| Problem::new(&file.path, MOST_LINES + 1, what))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_is_a_limit() {
        let fits = "//\n".repeat(MOST_LINES);
        let long = "//\n".repeat(MOST_LINES + 1);
        assert_eq!(check(&Tree::of(&[("fits.rs", &fits), ("long.md", &long)])), []);
        let found = check(&Tree::of(&[("long.rs", &long)]));
        assert_eq!(
            found[0].to_string(),
            "long.rs:401: 401 lines, over 400; split it, one concept a file"
        );
    }
}
