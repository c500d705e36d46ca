//! `hbs sets`.

use crate::answer::{Answer, Failure};
use crate::args::Sets;
use crate::sets;
use hbs::hss;
use serde_json::json;
use signer::normalised;

pub(super) fn run(args: &Sets) -> Result<Answer, Failure> {
    let filter = args.filter.as_deref().map(normalised).unwrap_or_default();
    let found = sets::listed().filter(|set| normalised(&set.name).contains(&filter));
    let mut text =
        format!("{:<42} {:>10} {:>10} {:>9}\n", "set", "signatures", "public key", "signature");
    let mut all = Vec::new();
    for set in found {
        let (public_key, signature) = (set.public_key_len(), set.signature_len());
        let lifetime = set.lifetime.to_string();
        text.push_str(&format!(
            "{:<42} {lifetime:>10} {public_key:>10} {signature:>9}\n",
            set.name
        ));
        all.push(json!({
            "set": set.name,
            "scheme": set.scheme.name(),
            "signatures": set.lifetime.count(),
            "public_key_bytes": public_key,
            "signature_bytes": signature,
        }));
    }
    if all.is_empty() {
        let asked = args.filter.as_deref().unwrap_or_default();
        return Err(Failure::usage(format!("no listed set has `{asked}` in its name")));
    }
    text.push_str(&format!("\nOf HSS there are more: {}\n", hss::params::GRAMMAR));
    Ok(Answer::new(json!({ "sets": all }), text))
}
