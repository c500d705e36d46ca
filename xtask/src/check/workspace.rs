//! Manifests: who is a member, and on whom it depends.

use super::tree::{File, Tree};
use super::{Problem, line_at};
use toml::de::{DeTable, DeValue};

/// The members of the workspace, and what they inherit.
#[derive(Debug)]
pub(super) struct Workspace<'a> {
    /// Members whose manifests could be read, and packages that `exclude` lists, which keep the same
    /// rules in workspaces of their own.
    pub(super) members: Vec<Member<'a>>,
    /// The root manifest.
    pub(super) root: DeTable<'a>,
}

/// A package of the workspace.
#[derive(Debug)]
pub(super) struct Member<'a> {
    /// Its manifest.
    pub(super) file: &'a File,
    /// Where it is, such as `crates/signer`.
    pub(super) directory: &'a str,
    /// Name of the package.
    pub(super) name: String,
    /// What its manifest says.
    pub(super) manifest: DeTable<'a>,
    /// Whether it is excluded, and has a workspace of its own.
    pub(super) apart: bool,
}

/// A dependency of a member.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Edge {
    /// Name of the package depended on.
    pub(super) package: String,
    /// Its directory from the root, unless it comes from a registry or a repository.
    pub(super) directory: Option<String>,
    /// Line of the dependency in the member's manifest.
    pub(super) line: usize,
}

impl<'a> Workspace<'a> {
    /// Reads all manifests. One that cannot be read is a problem and is left out.
    pub(super) fn read(tree: &'a Tree, problems: &mut Vec<Problem>) -> Self {
        let mut workspace = Self { members: Vec::new(), root: DeTable::new() };
        let Some(file) = tree.file("Cargo.toml") else {
            problems.push(Problem::new("Cargo.toml", 1, "there is none; run at the root"));
            return workspace;
        };
        workspace.root = parse(file, problems);
        let patterns = |list| {
            let patterns = get(&workspace.root, &["workspace", list]).and_then(DeValue::as_array);
            patterns.into_iter().flatten().map(move |pattern| (pattern, list == "exclude"))
        };
        let mut members = Vec::new();
        for (pattern, apart) in patterns("members").chain(patterns("exclude")) {
            let pattern = pattern.get_ref().as_str().unwrap_or_default();
            let (parent, any) = match pattern.strip_suffix("/*") {
                Some(parent) => (parent, true),
                None => (pattern, false),
            };
            if parent.is_empty() || parent.contains('*') {
                let list = if apart { "exclude" } else { "members" };
                let what = format!("{list} = \"{pattern}\" is beyond `check`; list directories");
                problems.push(Problem::new("Cargo.toml", 1, what));
            }
            for file in tree.files() {
                let Some(directory) = file.path.strip_suffix("/Cargo.toml") else { continue };
                let within = match directory.rsplit_once('/') {
                    Some((above, _)) if any => above == parent,
                    _ => !any && directory == parent,
                };
                if within {
                    let manifest = parse(file, problems);
                    if let Some(name) = get(&manifest, &["package", "name"]) {
                        let name = name.as_str().unwrap_or_default().to_owned();
                        members.push(Member { file, directory, name, manifest, apart });
                    }
                }
            }
        }
        workspace.members = members;
        workspace
    }

    /// What `member` depends on: always, when built, in tests, and on some targets only.
    pub(super) fn edges(&self, member: &Member<'_>) -> Vec<Edge> {
        let mut edges = self.edges_of(member, &member.manifest);
        let targets = get(&member.manifest, &["target"]).and_then(DeValue::as_table);
        for (_, target) in targets.into_iter().flatten() {
            if let Some(table) = target.get_ref().as_table() {
                edges.extend(self.edges_of(member, table));
            }
        }
        edges
    }

    fn edges_of(&self, member: &Member<'_>, table: &DeTable<'_>) -> Vec<Edge> {
        let mut edges = Vec::new();
        for kind in ["dependencies", "dev-dependencies", "build-dependencies"] {
            for (key, here) in get(table, &[kind]).and_then(DeValue::as_table).into_iter().flatten()
            {
                let inherited = here.get_ref().get("workspace").is_some();
                let (from, source) = if inherited {
                    let (root, source) = if member.apart {
                        (&member.manifest, member.directory)
                    } else {
                        (&self.root, "")
                    };
                    (get(root, &["workspace", "dependencies", key.get_ref()]), source)
                } else {
                    (Some(here.get_ref()), member.directory)
                };
                let word = |word| from?.get(word)?.get_ref().as_str();
                edges.push(Edge {
                    package: word("package").unwrap_or(key.get_ref()).to_owned(),
                    directory: word("path").map(|path| resolved(source, path)),
                    line: line_at(&member.file.text, key.span().start),
                });
            }
        }
        edges
    }
}

/// The value at `keys`, one below the other.
pub(super) fn get<'t, 'a>(table: &'t DeTable<'a>, keys: &[&str]) -> Option<&'t DeValue<'a>> {
    let (first, below) = keys.split_first()?;
    let value = table.get(*first)?.get_ref();
    below.iter().try_fold(value, |value, key| Some(value.get(*key)?.get_ref()))
}

fn parse<'a>(file: &'a File, problems: &mut Vec<Problem>) -> DeTable<'a> {
    match DeTable::parse(&file.text) {
        Ok(table) => table.into_inner(),
        Err(error) => {
            let line = line_at(&file.text, error.span().map_or(0, |span| span.start));
            problems.push(Problem::new(&file.path, line, format!("no TOML: {}", error.message())));
            DeTable::new()
        }
    }
}

/// `path`, as written in a manifest in `directory`, from the root.
fn resolved(directory: &str, path: &str) -> String {
    let mut parts = Vec::new();
    for part in directory.split('/').chain(path.split('/')) {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_dependency_is_an_edge() {
        let tree = Tree::of(&[
            (
                "Cargo.toml",
                "[workspace]\nmembers = [\"crates/*\", \"tool\"]\nexclude = [\"fuzz\"]\n\
                 [workspace.dependencies]\n\
                 signer = { path = \"crates/signer\" }\nold = { package = \"rand_core\", version = \"0.6\" }\n",
            ),
            (
                "crates/lms/Cargo.toml",
                "[package]\nname = \"lms\"\n[dependencies]\nsigner.workspace = true\nhex = \"1\"\n\
                 [dev-dependencies]\nold = { workspace = true }\n\
                 [target.'cfg(unix)'.build-dependencies]\nx = { path = \"../../tool\", package = \"tool\" }\n",
            ),
            ("tool/Cargo.toml", "[package]\nname = \"tool\"\n"),
            ("crates/lms/fuzz/Cargo.toml", "[package]\nname = \"not-a-member\"\n"),
            (
                "fuzz/Cargo.toml",
                "[workspace]\n[workspace.dependencies]\nlms = { path = \"../crates/lms\" }\n\
                 [package]\nname = \"apart\"\n[dependencies]\nlms.workspace = true\n",
            ),
        ]);
        let mut problems = Vec::new();
        let workspace = Workspace::read(&tree, &mut problems);
        assert_eq!(problems, []);
        let names: Vec<_> =
            workspace.members.iter().map(|member| (&*member.name, member.apart)).collect();
        assert_eq!(names, [("lms", false), ("tool", false), ("apart", true)]);
        let edge = |package: &str, directory: Option<&str>, line| Edge {
            package: package.into(),
            directory: directory.map(Into::into),
            line,
        };
        assert_eq!(
            workspace.edges(&workspace.members[0]),
            [
                edge("hex", None, 5),
                edge("signer", Some("crates/signer"), 4),
                edge("rand_core", None, 7),
                edge("tool", Some("tool"), 9),
            ]
        );
        let apart = workspace.edges(&workspace.members[2]);
        assert_eq!(apart, [edge("lms", Some("crates/lms"), 7)]);
    }

    #[test]
    fn what_cannot_be_read_is_a_problem() {
        let found = |files: &[(&str, &str)]| {
            let mut problems = Vec::new();
            Workspace::read(&Tree::of(files), &mut problems);
            problems.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        let root = ("Cargo.toml", "[workspace]\nmembers = [\"a\"]\n");
        assert_eq!(found(&[root, ("a/Cargo.toml", "[package]\nname = \"a\"\n")]), [""; 0]);
        assert!(
            found(&[root, ("a/Cargo.toml", "[package]\nname = \n")])[0]
                .starts_with("a/Cargo.toml:2:")
        );
        assert_eq!(found(&[("Cargo.toml", "[workspace]\nmembers = [\"a/*/b\"]\n")]).len(), 1);
        assert_eq!(found(&[]).len(), 1);
    }

    #[test]
    fn paths_are_taken_from_the_manifest_that_has_them() {
        assert_eq!(resolved("", "crates/signer"), "crates/signer");
        assert_eq!(resolved("crates/lms", "../signer/"), "crates/signer");
        assert_eq!(resolved("xtask", "../../elsewhere"), "../elsewhere");
    }
}
