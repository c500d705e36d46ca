//! Lints: every crate inherits the workspace's.

use super::Problem;
use super::workspace::{Workspace, get};
use toml::de::DeValue;

/// Finds members without `[lints] workspace = true`.
pub(super) fn check(workspace: &Workspace<'_>) -> Vec<Problem> {
    workspace
        .members
        .iter()
        .filter(|member| {
            !matches!(get(&member.manifest, &["lints", "workspace"]), Some(DeValue::Boolean(true)))
        })
        .map(|member| {
            let what = "the workspace's lints are not inherited; add `[lints]` `workspace = true`";
            Problem::new(&member.file.path, 1, what)
        })
        .collect()
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
}
