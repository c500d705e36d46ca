//! Markers: `report` can only splice its tables between a beginning and an end.

use super::tree::{File, Tree};
use super::{Problem, census, line_at};

/// Finds markers in `README.md` and `crates/*/README.md` that are misspelt, nested, unpaired or
/// have an id twice in a file.
pub(super) fn check(tree: &Tree) -> Vec<Problem> {
    let is_spliced = |path: &str| match path.strip_suffix("README.md") {
        Some("") => true,
        Some(directory) => directory.starts_with("crates/") && directory.matches('/').count() == 2,
        None => false,
    };
    tree.files().filter(|file| is_spliced(&file.path)).flat_map(check_file).collect()
}

fn check_file(file: &File) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut problem = |at, what: String| {
        problems.push(Problem::new(&file.path, line_at(&file.text, at), what));
    };
    let mut ids = Vec::new();
    let mut open: Option<(&str, usize)> = None;
    for (at, comment) in comments(&file.text) {
        match marker(comment) {
            None => {}
            Some(Marker::Begin(id)) => {
                if let Some((outer, _)) = open.replace((id, at)) {
                    problem(at, format!("`{id}` begins inside `{outer}`; end that one first"));
                }
                if ids.contains(&id) {
                    problem(at, format!("`{id}` is there already; give it another id"));
                }
                ids.push(id);
            }
            Some(Marker::End) if open.take().is_some() => {}
            Some(Marker::End) => {
                problem(at, "an end without a beginning; add `hbs:begin` or remove it".into());
            }
            Some(Marker::Misspelt) => {
                let what = format!(
                    "`{comment}` is no marker; write `{BEGIN}NAME{CLOSE}` (a-z, 0-9, `-`, `.`) or `{END}`"
                );
                problem(at, what);
            }
        }
    }
    if let Some((id, at)) = open {
        problem(at, format!("`{id}` has no end; add `{END}`"));
    }
    problems
}

enum Marker<'a> {
    Begin(&'a str),
    End,
    Misspelt,
}

const BEGIN: &str = "<!-- hbs:begin id=";
const END: &str = "<!-- hbs:end -->";
const CLOSE: &str = " -->";

/// What `comment` is, if it means to be a marker. Those of [`census`] are none that is spliced.
fn marker(comment: &str) -> Option<Marker<'_>> {
    if [census::BEGIN, census::END].contains(&comment) {
        return None;
    }
    let words = comment.to_ascii_lowercase();
    let words = words.trim_start_matches("<!--").trim_start();
    if !words.starts_with("hbs:") && !words.starts_with("/hbs:") {
        return None;
    }
    let id = comment.strip_prefix(BEGIN).and_then(|rest| rest.strip_suffix(CLOSE));
    let spelt = |id: &&str| {
        !id.is_empty() && id.bytes().all(|c| matches!(c, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.'))
    };
    Some(match id.filter(spelt) {
        Some(id) => Marker::Begin(id),
        None if comment == END => Marker::End,
        None => Marker::Misspelt,
    })
}

/// HTML comments and where they start; one without an end ends with its line.
fn comments(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.match_indices("<!--").map(|(at, _)| {
        let rest = &text[at..];
        let line = rest.find('\n').unwrap_or(rest.len());
        (at, rest.find("-->").map_or(&rest[..line], |end| &rest[..end + 3]))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<String> {
        check(&Tree::of(&[("crates/lms/README.md", text)]))
            .iter()
            .map(ToString::to_string)
            .collect()
    }

    #[test]
    fn pairs_pass() {
        assert_eq!(
            found(
                "<!-- ci:test -->\n<!-- hbs:begin id=lms.h5 -->\n| a |\n<!-- hbs:end -->\n\
                 x <!-- hbs:begin id=b-2 -->7<!-- hbs:end --> y\n\
                 <!-- hbs:unsafe -->7<!-- /hbs:unsafe -->\n"
            ),
            [""; 0]
        );
    }

    #[test]
    fn each_breach_is_told_with_its_line() {
        let begin = "<!-- hbs:begin id=a -->\n";
        let end = "<!-- hbs:end -->\n";
        for (text, line, word) in [
            (begin.to_owned(), 1, "no end"),
            (format!("\n{end}"), 2, "without a beginning"),
            (format!("{begin}{end}{end}"), 3, "without a beginning"),
            (format!("{begin}{end}\n{begin}{end}"), 4, "already"),
            (format!("{begin}<!-- hbs:begin id=b -->\n{end}"), 2, "inside `a`"),
            (format!("{begin}{end}<!--hbs:begin id=b-->\n"), 3, "no marker"),
            (format!("{begin}{end}<!-- hbs:begin id=B -->\n"), 3, "no marker"),
            (format!("{begin}{end}<!-- hbs:begin id= -->\n"), 3, "no marker"),
            (format!("{begin}{end}<!-- hbs:End -->\n"), 3, "no marker"),
            (format!("{begin}{end}<!-- hbs:ends\n"), 3, "no marker"),
            (format!("{begin}{end}<!-- hbs:unsave -->\n"), 3, "no marker"),
        ] {
            let found = found(&text);
            assert_eq!(found.len(), 1, "{text}: {found:?}");
            let start = format!("crates/lms/README.md:{line}: ");
            assert!(found[0].starts_with(&start) && found[0].contains(word), "{text}: {found:?}");
        }
    }

    #[test]
    fn only_files_that_are_spliced_are_looked_at() {
        let end = "<!-- hbs:end -->";
        let files = ["README.md", "crates/lms/README.md", "crates/a/b/README.md", "docs/README.md"];
        let paths: Vec<_> = check(&Tree::of(&files.map(|path| (path, end))))
            .into_iter()
            .map(|problem| problem.path)
            .collect();
        assert_eq!(paths, ["README.md", "crates/lms/README.md"]);
    }
}
