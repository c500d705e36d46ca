//! Floors: arrows point down only.

use super::Problem;
use super::workspace::{Edge, Member, Workspace};

/// Floor of each package (ARCHITECTURE.md, "Floors"). A package depends on lower floors only, in
/// its tests too: neighbours do not know of each other.
const FLOORS: [(&str, u8); 14] = [
    ("signer", 0),
    ("lanes", 0),
    ("rival", 0),
    ("store", 1),
    ("hbs", 1),
    ("measure", 1),
    ("lms", 2),
    ("hss", 2),
    ("xmss", 2),
    ("sphincs", 2),
    ("hbs-cli", 3),
    ("xtask", 3),
    ("hbs-fuzz", 3),
    ("hbs-firmware", 2),
];

/// Finds members without a floor, edges that do not point down or that leave the workspace, and
/// packages from elsewhere with the name of one of ours.
pub(super) fn check(workspace: &Workspace<'_>) -> Vec<Problem> {
    let mut problems = Vec::new();
    for member in &workspace.members {
        let path = &member.file.path;
        let Some(floor) = floor(&member.name) else {
            let what = format!(
                "package `{}` has no floor; give it one in xtask/src/check/floors.rs and ARCHITECTURE.md",
                member.name
            );
            problems.push(Problem::new(path, 1, what));
            continue;
        };
        for edge in workspace.edges(member) {
            if let Some(what) = wrong(workspace, member, floor, &edge) {
                problems.push(Problem::new(path, edge.line, what));
            }
        }
    }
    problems
}

fn floor(package: &str) -> Option<u8> {
    FLOORS.iter().find(|row| row.0 == package).map(|row| row.1)
}

fn wrong(workspace: &Workspace<'_>, from: &Member<'_>, floor: u8, edge: &Edge) -> Option<String> {
    let Edge { package, directory, .. } = edge;
    let Some(directory) = directory else {
        // Two packages of one name in the graph make `cargo run -p` refuse to choose.
        return self::floor(package).map(|_| {
            format!("`{package}` from a registry makes `-p {package}` ambiguous; do without it")
        });
    };
    let is = |member: &&Member<'_>| !member.apart && member.directory == directory;
    let Some(to) = workspace.members.iter().find(is) else {
        return Some(format!("`{directory}` is no member of the workspace; add it to `members`"));
    };
    // A member without a floor is told once, not at each edge to it.
    let below = self::floor(&to.name)?;
    (below >= floor).then(|| {
        format!(
            "`{}` (floor {floor}) may not depend on `{}` (floor {below}); move what it needs to a lower floor",
            from.name, to.name
        )
    })
}

#[cfg(test)]
mod tests {
    use super::super::tree::Tree;
    use super::*;

    /// Problems of a workspace with all packages, in which `package` depends on `dependency`.
    fn found(package: &str, kind: &str, dependency: &str) -> Vec<String> {
        let mut files = vec![(
            "Cargo.toml".to_owned(),
            "[workspace]\nmembers = [\"crates/*\"]\n[workspace.dependencies]\n\
             hbs = { path = \"crates/hbs\" }\nmeasure = { path = \"crates/measure\" }\n"
                .to_owned(),
        )];
        for (name, _) in FLOORS {
            let mut text = format!("[package]\nname = \"{name}\"\n");
            if name == package {
                text += &format!("[{kind}]\n{dependency}\n");
            }
            files.push((format!("crates/{name}/Cargo.toml"), text));
        }
        let files: Vec<_> = files.iter().map(|(path, text)| (&**path, &**text)).collect();
        let tree = Tree::of(&files);
        let mut problems = Vec::new();
        let workspace = Workspace::read(&tree, &mut problems);
        problems.extend(check(&workspace));
        problems.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn arrows_point_down() {
        for (package, dependency) in [
            ("lms", "hbs.workspace = true"),
            ("lms", "hss-like = \"1\""),
            ("xtask", "bench = { path = \"../lms\", package = \"lms\" }"),
            ("hbs", "lanes = { path = \"../lanes\" }"),
        ] {
            assert_eq!(
                found(package, "dependencies", dependency),
                [""; 0],
                "{package}: {dependency}"
            );
        }
    }

    #[test]
    fn arrows_up_or_across_are_problems() {
        for (package, kind, dependency) in [
            ("signer", "dependencies", "hbs.workspace = true"),
            ("lanes", "dev-dependencies", "measure.workspace = true"),
            ("hbs", "dev-dependencies", "measure.workspace = true"),
            ("measure", "build-dependencies", "hbs = { workspace = true }"),
            ("lms", "target.'cfg(unix)'.dependencies", "other = { path = \"../hss\" }"),
            ("hss", "dependencies", "t = { path = \"../xtask\" }"),
        ] {
            let found = found(package, kind, dependency);
            assert_eq!(found.len(), 1, "{package}: {dependency}: {found:?}");
            assert!(found[0].starts_with(&format!("crates/{package}/Cargo.toml:4: ")), "{found:?}");
        }
    }

    #[test]
    fn strangers_are_problems() {
        assert!(
            found("lms", "dependencies", "x = { path = \"../../x\" }")[0].contains("no member")
        );
        assert!(found("xmss", "dependencies", "xmss = \"0.1\"")[0].contains("ambiguous"));
        // Nobody depends on a package that stands apart, which itself may depend on all below it.
        let of_apart = |hbs: &str| {
            let tree = Tree::of(&[
                ("Cargo.toml", "[workspace]\nmembers = [\"hbs\"]\nexclude = [\"fuzz\"]\n"),
                ("hbs/Cargo.toml", &format!("[package]\nname = \"hbs\"\n{hbs}")),
                (
                    "fuzz/Cargo.toml",
                    "[package]\nname = \"hbs-fuzz\"\n[dependencies]\nhbs = { path = \"../hbs\" }\n",
                ),
            ]);
            check(&Workspace::read(&tree, &mut Vec::new())).len()
        };
        assert_eq!(of_apart(""), 0);
        assert_eq!(of_apart("[dependencies]\nhbs-fuzz = { path = \"../fuzz\" }\n"), 1);
        let tree = Tree::of(&[
            ("Cargo.toml", "[workspace]\nmembers = [\"cellar\"]\n"),
            ("cellar/Cargo.toml", "[package]\nname = \"cellar\"\n"),
        ]);
        let found = check(&Workspace::read(&tree, &mut Vec::new()));
        assert_eq!(found.len(), 1);
        assert!(
            found[0].to_string().starts_with("cellar/Cargo.toml:1: package `cellar` has no floor")
        );
    }
}
