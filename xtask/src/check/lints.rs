//! Lints: every crate inherits the workspace's; one with a workspace of its own says the same there.

use super::Problem;
use super::workspace::{Workspace, get};
use toml::de::{DeTable, DeValue};

/// Finds packages without `[lints] workspace = true`, and workspaces with other lints than the root's.
pub(super) fn check(workspace: &Workspace<'_>) -> Vec<Problem> {
    let mut problems = Vec::new();
    for member in &workspace.members {
        let inherits = get(&member.manifest, &["lints", "workspace"]);
        if !matches!(inherits, Some(DeValue::Boolean(true))) {
            let what = "the workspace's lints are not inherited; add `[lints]` `workspace = true`";
            problems.push(Problem::new(&member.file.path, 1, what));
        }
        let [root, here] = [&workspace.root, &member.manifest].map(lints);
        if member.apart && root != here {
            let what = "the lints of this workspace are not the root's; copy `[workspace.lints]`";
            problems.push(Problem::new(&member.file.path, 1, what));
        }
    }
    problems
}

/// Each lint of a workspace with its level, in some order that is always the same.
fn lints(manifest: &DeTable<'_>) -> Vec<String> {
    let mut lints = Vec::new();
    let tools = get(manifest, &["workspace", "lints"]).and_then(DeValue::as_table);
    for (tool, table) in tools.into_iter().flatten() {
        for (lint, level) in table.get_ref().as_table().into_iter().flatten() {
            let level = level.get_ref().as_str().unwrap_or("a table");
            lints.push(format!("{}::{} = {level}", tool.get_ref(), lint.get_ref()));
        }
    }
    lints.sort();
    lints
}

#[cfg(test)]
mod tests {
    use super::super::tree::Tree;
    use super::*;

    #[test]
    fn inheriting_is_asked_of_each_member() {
        let found = |lints: &str| {
            let manifest = format!("[package]\nname = \"a\"\n{lints}");
            let tree = Tree::of(&[
                ("Cargo.toml", "[workspace]\nmembers = [\"a\"]\n"),
                ("a/Cargo.toml", &manifest),
            ]);
            check(&Workspace::read(&tree, &mut Vec::new())).len()
        };
        assert_eq!(found("[lints]\nworkspace = true\n"), 0);
        assert_eq!(found("lints.workspace = true\n"), 1, "that is package.lints");
        assert_eq!(found("[lints]\nworkspace = false\n"), 1);
        assert_eq!(found("[lints.rust]\nunsafe_code = \"allow\"\n"), 1);
        assert_eq!(found(""), 1);
    }

    #[test]
    fn a_workspace_of_its_own_has_the_lints_of_the_root() {
        let found = |lints: &str| {
            let manifest = format!("[package]\nname = \"a\"\n[lints]\nworkspace = true\n{lints}");
            let tree = Tree::of(&[
                (
                    "Cargo.toml",
                    "[workspace]\nmembers = []\nexclude = [\"a\"]\n\
                     [workspace.lints.rust]\nmissing_docs = \"warn\"\n",
                ),
                ("a/Cargo.toml", &manifest),
            ]);
            check(&Workspace::read(&tree, &mut Vec::new())).len()
        };
        assert_eq!(found("[workspace.lints.rust]\nmissing_docs = \"warn\"\n"), 0);
        assert_eq!(found("[workspace.lints.rust]\nmissing_docs = \"allow\"\n"), 1);
        assert_eq!(found("[workspace]\n"), 1);
    }
}
