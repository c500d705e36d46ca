//! `--list`: the parameter sets of a suite.

use crate::units::grouped;
use crate::{Suite, Table};

/// Sets, sizes, lifetimes, and the backends that run them.
pub(super) fn list(suite: &Suite) -> String {
    let mut table =
        Table::new(1, ["parameter set", "public key", "signature", "lifetime", "backends"]);
    for set in (suite.sets)() {
        let backends = suite.running(set);
        table.row([
            set.name.clone(),
            grouped(set.public_key_len() as u64),
            grouped(set.signature_len() as u64),
            set.lifetime.to_string(),
            if backends.is_empty() { "none".into() } else { backends.join(", ") },
        ]);
    }
    let mut text = table.text();
    text.push_str("\nSizes in bytes; lifetime: signatures that a fresh key can make.\n");
    if let Some(grammar) = suite.grammar {
        text.push_str(&format!("Further sets are run by name: {grammar}.\n"));
    }
    text.push_str("Backends:\n");
    for backend in (suite.backends)() {
        let about = backend.about();
        text.push_str(&format!(
            "  {} {} ({}; {})\n",
            about.name, about.version, about.language, about.hash
        ));
        for note in about.notes {
            text.push_str(&format!("    - {note}\n"));
        }
    }
    text
}
