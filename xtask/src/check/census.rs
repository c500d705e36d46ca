//! The census of unsafe code: where it may be, why each is sound, how many there are.

use super::rust::Rust;
use super::tree::{File, Tree};
use super::workspace::{Workspace, get};
use super::{Problem, line_at};
use toml::de::DeValue;

/// Files, or directories, that may hold unsafe code (ARCHITECTURE.md, "Unsafe code"). Crates
/// without any forbid it.
const ALLOWED: [&str; 11] = [
    "crates/lanes/src/aarch64.rs",
    "crates/lanes/src/aarch64/",
    "crates/lanes/src/x86_64.rs",
    "crates/lanes/src/x86_64/",
    "crates/measure/src/alloc.rs",
    "crates/measure/src/alloc/tally.rs",
    "crates/measure/src/stack.rs",
    "firmware/src/main.rs",
    "rivals/liboqs/src/ffi.rs",
    "rivals/rustcrypto-xmss/src/heap.rs",
    "rivals/wolfcrypt/src/ffi.rs",
];

/// Where the number of unsafe blocks is written down, of which directory, and between what.
const WRITTEN: [(&str, &str); 2] =
    [("ARCHITECTURE.md", ""), ("crates/lanes/README.md", "crates/lanes/")];
pub(super) const BEGIN: &str = "<!-- hbs:unsafe -->";
pub(super) const END: &str = "<!-- /hbs:unsafe -->";

/// Finds unsafe code outside [`ALLOWED`], unsafe code without a reason, crate roots that do not
/// forbid it, and a census that is out of date.
pub(super) fn check(tree: &Tree, workspace: &Workspace<'_>) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut blocks = WRITTEN.map(|_| 0);
    for file in tree.rust() {
        let rust = Rust::of(&file.text);
        let places = places(&rust);
        let here = places.iter().filter(|place| place.kind == Kind::Block).count();
        for (blocks, (_, directory)) in blocks.iter_mut().zip(WRITTEN) {
            *blocks += if file.path.starts_with(directory) { here } else { 0 };
        }
        if ALLOWED.iter().any(|allowed| file.path.starts_with(allowed)) {
            problems.extend(unexplained(file, &rust, &places));
        } else {
            let what = "unsafe code is not allowed here; do without, or move it to a file that \
                        xtask/src/check/census.rs lists";
            problems.extend(
                places
                    .iter()
                    .map(|place| Problem::new(&file.path, line_at(&rust.code, place.at), what)),
            );
        }
        if must_forbid(workspace, &file.path) && !rust.code.contains("#![forbid(unsafe_code)]") {
            let what = "unsafe code is not forbidden; add `#![forbid(unsafe_code)]`";
            problems.push(Problem::new(&file.path, 1, what));
        }
    }
    for ((path, directory), blocks) in WRITTEN.into_iter().zip(blocks) {
        // A directory that is not there needs no census; the whole tree always has one.
        if directory.is_empty() || tree.files().any(|file| file.path.starts_with(directory)) {
            problems.extend(out_of_date(tree, path, blocks));
        }
    }
    problems
}

/// Whether `path` is the root of a library or a program, by its place or named in the manifest, without
/// files that may hold unsafe code.
fn must_forbid(workspace: &Workspace<'_>, path: &str) -> bool {
    workspace.members.iter().any(|member| {
        let source = format!("{}/src/", member.directory);
        let is_root = path.strip_prefix(&source).is_some_and(|path| {
            path == "lib.rs"
                || path == "main.rs"
                || path.strip_prefix("bin/").is_some_and(|name| !name.contains('/'))
        });
        let programs = get(&member.manifest, &["bin"]).and_then(DeValue::as_array);
        let is_named = programs.into_iter().flatten().any(|program| {
            let named = program.get_ref().get("path").and_then(|path| path.get_ref().as_str());
            named.is_some_and(|named| path == format!("{}/{named}", member.directory))
        });
        (is_root || is_named) && !ALLOWED.iter().any(|allowed| allowed.starts_with(&source))
    })
}

/// An `unsafe` in the code.
struct Place {
    at: usize,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// `unsafe { .. }`
    Block,
    /// `unsafe fn`, `unsafe impl`, `unsafe trait`, `unsafe extern`, an unsafe attribute.
    Item,
    /// No promise of its own: the type of a function, or a method of an `unsafe impl`, whose
    /// contract is the trait's.
    Mention,
}

fn places(rust: &Rust) -> Vec<Place> {
    let code = &rust.code;
    let impls: Vec<_> = rust
        .words("unsafe")
        .filter(|at| after_unsafe(code, *at).starts_with("impl"))
        .map(|at| at..at + braced(&code[at..]))
        .collect();
    rust.words("unsafe")
        .map(|at| {
            let after = after_unsafe(code, at);
            let function =
                after.strip_prefix("extern").unwrap_or(after).trim_start().strip_prefix("fn");
            let kind = match function {
                _ if after.starts_with('{') => Kind::Block,
                Some(name) if name.trim_start().starts_with('(') => Kind::Mention,
                Some(_) if impls.iter().any(|range| range.contains(&at)) => Kind::Mention,
                _ => Kind::Item,
            };
            Place { at, kind }
        })
        .collect()
}

fn after_unsafe(code: &str, at: usize) -> &str {
    code[at + "unsafe".len()..].trim_start()
}

/// Length of `code` up to the end of its first pair of braces.
fn braced(code: &str) -> usize {
    let mut depth = 0;
    for (at, c) in code.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 1 => return at + 1,
            '}' => depth -= 1,
            _ => {}
        }
    }
    code.len()
}

/// Finds unsafe code without a reason of its own.
fn unexplained(file: &File, rust: &Rust, places: &[Place]) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut used = Vec::new();
    for place in places.iter().filter(|place| place.kind != Kind::Mention) {
        let line = line_at(&rust.code, place.at);
        let what = match reason(rust, place.at) {
            None => "unsafe code without a reason; put `// SAFETY: ...` right before it",
            Some(reason) if used.contains(&reason) => {
                "two pieces of unsafe code share a reason; give each its own `// SAFETY: ...`"
            }
            Some(reason) => {
                used.push(reason);
                continue;
            }
        };
        problems.push(Problem::new(&file.path, line, what));
    }
    problems
}

/// Line, from 0, of the reason that stands before the `unsafe` at `at`: in the comment before it or
/// before the statement or attributes that it is part of.
fn reason(rust: &Rust, at: usize) -> Option<usize> {
    let gives = |comment: &str| comment.contains("SAFETY:") || comment.contains("# Safety");
    let here = line_at(&rust.code, at) - 1;
    let start = rust.code[..at].rfind('\n').map_or(0, |newline| newline + 1);
    if gives(&rust.comments[start..at]) {
        return Some(here);
    }
    let code: Vec<_> = rust.code.lines().take(here).collect();
    let comments: Vec<_> = rust.comments.lines().take(here).collect();
    for line in (0..here).rev() {
        let (code, comment) = (code[line].trim(), comments[line].trim());
        if code.is_empty() && gives(comment) {
            return Some(line);
        }
        let apart =
            if code.is_empty() { comment.is_empty() } else { code.ends_with([';', '{', '}', ',']) };
        if apart {
            return None;
        }
    }
    None
}

/// Compares `blocks` with what is written at `path`.
fn out_of_date(tree: &Tree, path: &str, blocks: usize) -> Option<Problem> {
    let problem = |line, what: &str| {
        let what = format!("{what}; write `{BEGIN}{blocks}{END}`");
        Some(Problem::new(path, line, what))
    };
    let Some(text) = tree.file(path).map(|file| &file.text) else {
        return problem(1, "there is none, and so no census of unsafe blocks");
    };
    let Some((before, number)) = text
        .split_once(BEGIN)
        .and_then(|(before, after)| Some((before, after.split_once(END)?.0.trim())))
    else {
        return problem(1, "there is no census of unsafe blocks");
    };
    if number.parse() == Ok(blocks) {
        return None;
    }
    let what = format!("the census says `{number}` unsafe blocks, there are {blocks}");
    problem(line_at(text, before.len()), &what)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LISTED: &str = "crates/measure/src/alloc.rs";

    /// Problems of a tree with members `lms` and `measure`, the given files, and right censuses.
    fn found(files: &[(&str, &str)]) -> Vec<String> {
        let censuses = WRITTEN.map(|(path, directory)| {
            let blocks: usize = files
                .iter()
                .filter(|(path, _)| path.starts_with(directory))
                .map(|(_, text)| text.matches("unsafe {").count())
                .sum();
            (path, format!("# A\n{BEGIN}{blocks}{END}"))
        });
        let mut all = vec![
            ("Cargo.toml", "[workspace]\nmembers = [\"crates/*\"]\n"),
            ("crates/lms/Cargo.toml", "[package]\nname = \"lms\"\n"),
            ("crates/measure/Cargo.toml", "[package]\nname = \"measure\"\n"),
        ];
        all.extend(censuses.iter().map(|(path, census)| (*path, &**census)));
        all.extend(files);
        let tree = Tree::of(&all);
        let workspace = Workspace::read(&tree, &mut Vec::new());
        check(&tree, &workspace).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn unsafe_code_is_only_where_it_may_be() {
        let text = "// SAFETY: x\nunsafe { f() }\n";
        assert_eq!(found(&[(LISTED, text), ("crates/lanes/src/x86_64/sha_ni.rs", text)]), [""; 0]);
        for path in ["crates/measure/src/clock.rs", "xtask/src/bench.rs", "fuzz/lms.rs"] {
            let found = found(&[(path, text)]);
            assert!(found.len() == 1 && found[0].starts_with(&format!("{path}:2: ")), "{found:?}");
        }
        assert_eq!(
            found(&[("crates/lms/src/a.rs", "// unsafe\nlet a = \"unsafe { }\";")]).len(),
            1
        );
    }

    #[test]
    fn roots_forbid_it() {
        for path in ["lib.rs", "main.rs", "bin/lms-bench.rs"] {
            let path = format!("crates/lms/src/{path}");
            assert_eq!(found(&[(&path, "//! Docs.\n#![forbid(unsafe_code)]\n")]), [""; 0]);
            assert_eq!(found(&[(&path, "// #![forbid(unsafe_code)]\n")]).len(), 1, "{path}");
        }
        let manifest = "[package]\nname = \"fuzz\"\n[[bin]]\npath = \"targets/a.rs\"\n";
        let named = ("crates/fuzz/Cargo.toml", manifest);
        assert_eq!(found(&[named, ("crates/fuzz/targets/a.rs", "")]).len(), 1);
        assert_eq!(found(&[named, ("crates/fuzz/targets/b.rs", "")]).len(), 0);
        assert_eq!(
            found(&[("crates/measure/src/lib.rs", ""), ("crates/lms/src/a.rs", "")]),
            [""; 0]
        );
    }

    #[test]
    fn a_reason_stands_right_before() {
        for text in [
            "// SAFETY: x\nunsafe { f() }",
            "// SAFETY: x\n// and y\nlet a =\n    unsafe { f() };",
            "// SAFETY: x\n#[cfg(unix)]\nunsafe impl A for B {}",
            "f(/* SAFETY: x */ unsafe { g() })",
            "/// Docs.\n///\n/// # Safety\n///\n/// Mind the gap.\npub unsafe fn f() {}",
            "// SAFETY: x\nunsafe impl A for B {\n    unsafe fn f() {}\n}",
            "type F = unsafe fn(u8);\ntype G = unsafe extern \"C\" fn(u8);",
            "// SAFETY: x\nunsafe { f() }\n// SAFETY: y\nunsafe { f() }",
        ] {
            assert_eq!(found(&[(LISTED, text)]), [""; 0], "{text}");
        }
    }

    #[test]
    fn unsafe_code_without_a_reason_is_a_problem() {
        for (text, line) in [
            ("unsafe { f() }", 1),
            ("// a remark\nunsafe { f() }", 2),
            ("let a = \"// SAFETY: x\";\nlet b = unsafe { f() };", 2),
            ("// SAFETY: x\n\nunsafe { f() }", 3),
            ("// SAFETY: x\nlet a = 1;\nunsafe { f() }", 3),
            ("// SAFETY: x\nf(\n    a,\n    unsafe { f() },\n);", 4),
            ("// SAFETY: x\nunsafe { f() } + unsafe { f() }", 2),
            ("unsafe impl A for B {}", 1),
            ("/// Docs.\nunsafe fn f() {}", 2),
            ("// SAFETY: x\nunsafe impl A for B {}\nunsafe fn f() {}", 3),
            ("unsafe extern \"C\" {}", 1),
            ("#[unsafe(no_mangle)]\nfn f() {}", 1),
        ] {
            let found = found(&[(LISTED, text)]);
            assert_eq!(found.len(), 1, "{text}: {found:?}");
            assert!(found[0].starts_with(&format!("{LISTED}:{line}: ")), "{text}: {found:?}");
        }
    }

    #[test]
    fn the_census_is_kept() {
        let path = "ARCHITECTURE.md";
        let of = |text: &str, blocks| {
            out_of_date(&Tree::of(&[(path, text)]), path, blocks).map(|problem| problem.to_string())
        };
        let text = format!("# A\n\nthere are {BEGIN}2{END} blocks\n");
        assert_eq!(of(&text, 2), None);
        assert!(of(&text, 3).unwrap().starts_with("ARCHITECTURE.md:3: the census says `2`"));
        assert!(of(&text.replace('2', "two"), 2).is_some());
        assert!(of("# A\n", 0).is_some());
        assert!(of(&format!("{BEGIN}0"), 0).is_some());
        assert!(out_of_date(&Tree::of(&[]), path, 0).is_some());
        let file = "// SAFETY: x\nunsafe { f() }\n// SAFETY: y\nunsafe fn g() {}\n";
        assert_eq!(found(&[(LISTED, file), ("crates/measure/src/stack.rs", file)]), [""; 0]);
    }

    #[test]
    fn a_directory_has_a_census_of_its_own() {
        let block = "// SAFETY: x\nunsafe { f() }\n";
        let found = |lanes: &[(&str, &str)]| -> Vec<String> {
            let mut files = vec![("ARCHITECTURE.md", "<!-- hbs:unsafe -->2<!-- /hbs:unsafe -->")];
            files.extend([(LISTED, block)]);
            files.extend(lanes);
            let tree = Tree::of(&files);
            let workspace = Workspace::read(&tree, &mut Vec::new());
            check(&tree, &workspace).iter().map(ToString::to_string).collect()
        };
        let (source, readme) = ("crates/lanes/src/x86_64.rs", "crates/lanes/README.md");
        let census = |blocks| format!("# Lanes\n\n{BEGIN}{blocks}{END}\n");
        assert_eq!(found(&[(source, block), (readme, &census(1))]), [""; 0]);
        let wrong = found(&[(source, block), (readme, &census(2))]);
        assert_eq!(wrong.len(), 1, "{wrong:?}");
        let what = "crates/lanes/README.md:3: the census says `2` unsafe blocks, there are 1";
        assert!(wrong[0].starts_with(what), "{wrong:?}");
        assert!(
            found(&[(source, block)])[0].starts_with("crates/lanes/README.md:1: there is none")
        );
        assert_eq!(found(&[("crates/measure/src/stack.rs", block)]), [""; 0]);
    }
}
