//! Digests of known answers, and where they come from.
//!
//! `known/*.sha256` are files as sha256sum writes and checks them; the source of a digest stands in the
//! last line before it that starts with `#`.

use super::chain::Chain;
use crate::say;

/// Files as they are published.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Format {
    /// Of the reference code's fork: requests and responses, 16 signatures
    Reference,
    /// Of liboqs: responses, one signature of a fast key
    Liboqs,
    /// Of the fork as it went on: those of liboqs, with a header, and requests
    ReferenceHead,
}

/// A digest that is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    pub(super) digest: &'static str,
    pub(super) source: &'static str,
}

impl Format {
    const fn digests(self) -> &'static str {
        match self {
            Self::Reference => include_str!("known/reference.sha256"),
            Self::Liboqs => include_str!("known/liboqs.sha256"),
            Self::ReferenceHead => include_str!("known/reference-head.sha256"),
        }
    }

    /// The digest of the file with this name.
    pub(super) fn known(self, name: &str) -> Option<Known> {
        find(self.digests(), name)
    }
}

/// The digest of a file of SPHINCS+ or SLH-DSA, or of one count in it.
///
/// Of single counts, others have published the first of the simple sets only. Those of the robust ones,
/// and of the four that follow in the f sets, are of pieces of files that, with all 100 counts, have the
/// digests of SHA256SUMS; `cargo xtask kat --list --family sphincs --all` shows it.
pub(super) fn nist(name: &str) -> Option<Known> {
    find(NIST, name).or_else(|| find(NIST_COUNTS, name))
}

const NIST: &str = include_str!("known/nist.sha256");
const NIST_COUNTS: &str = include_str!("known/nist-counts.sha256");

fn find(digests: &'static str, name: &str) -> Option<Known> {
    let mut source = "";
    for line in digests.lines() {
        match line.split_once("  ") {
            Some((digest, file)) if file == name => return Some(Known { digest, source }),
            _ => source = line.strip_prefix("# ").unwrap_or(source),
        }
    }
    None
}

/// Says what came of something, and returns whether it may be.
pub(super) fn tell(digest: &str, name: &str, known: Option<Known>) -> bool {
    let (equal, verdict) = compare(digest, known);
    say(format_args!("{digest}  {name}  {verdict}"));
    equal
}

/// Whether a digest may be what it is, and what there is to say of it.
pub(super) fn compare(digest: &str, known: Option<Known>) -> (bool, String) {
    match known {
        None => (true, "no digest is known".into()),
        Some(Known { digest: due, source }) if due == digest => (true, format!("equal: {source}")),
        Some(Known { digest: due, source }) => (false, format!("DIFFERS: not {due}: {source}")),
    }
}

const CHAIN_SOURCE: &str =
    "an independent program in Python, and the C code of xmss-reference, commit 1a7fdc5";

/// Chains, by set and number of signatures.
pub(super) const CHAINS: [Chain; 5] = [
    chain(
        "XMSS-SHA2_10_256",
        1023,
        "04c8dd01486a930f71316f66ac6499fbd7a79707430e3cfd14b77d984a4b2471",
    ),
    chain(
        "XMSSMT-SHA2_20/2_256",
        1060,
        "52505067f231b0ccb9900fd63e2d3ae60f72c468c2f1766d56869da538e20383",
    ),
    chain(
        "XMSSMT-SHA2_20/4_256",
        1024,
        "50c8e09437b798949747eb3189842e3dfcd86efacb2682d3347a5a3f4972a8f6",
    ),
    chain(
        "XMSSMT-SHA2_20/4_256",
        32_768,
        "22d5c87a9caeeedf8f089649344d1fae874b601923ef53c76b7ed01cd1ac9717",
    ),
    chain(
        "XMSSMT-SHA2_20/4_256",
        65_536,
        "08a7d030829295c9a242790cc9eb3abf13d2ab59f485329b155e2b566ebcf5e6",
    ),
];

const fn chain(set: &'static str, signatures: u64, digest: &'static str) -> Chain {
    Chain { set, signatures, known: Known { digest, source: CHAIN_SOURCE } }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kat::key::Variant;
    use crate::kat::{liboqs, nist, reference};
    use hbs::sphincs;
    use hbs::xmss::rows;

    /// How many of these names have digests, which are all that there are.
    fn count(names: &[String], digests: &'static str) -> usize {
        let known: Vec<_> = names.iter().filter_map(|name| find(digests, name)).collect();
        for Known { digest, source } in &known {
            assert!(digest.len() == 64 && hex::decode(digest).is_ok(), "{digest}");
            assert!(!source.is_empty());
        }
        let all = digests.lines().filter(|line| !line.starts_with('#')).count();
        assert_eq!(known.len(), all, "{}", digests.lines().next().unwrap_or_default());
        all
    }

    #[test]
    fn each_digest_is_that_of_a_file_that_can_be_made() {
        let files = |names: &dyn Fn(&hbs::xmss::Params) -> Vec<String>, format: Format| {
            count(&rows().iter().flat_map(names).collect::<Vec<_>>(), format.digests())
        };
        let both = |row: &hbs::xmss::Params| {
            [Variant::Small, Variant::Fast].map(|variant| reference::names(row, variant)).concat()
        };
        assert_eq!(files(&both, Format::Reference), 20);
        assert_eq!(files(&|row| vec![liboqs::name(row)], Format::Liboqs), 37);
        assert_eq!(files(&|row| liboqs::head_names(row).to_vec(), Format::ReferenceHead), 56);
    }

    #[test]
    fn each_set_of_sphincs_has_a_file_and_its_first_count() {
        let rows = sphincs::params::rows();
        assert_eq!(count(&rows.iter().map(nist::name).collect::<Vec<_>>(), NIST), 36);
        let first = |row: &sphincs::Params| {
            (0..nist::COUNTS).map(|number| nist::count_name(row, number)).collect::<Vec<_>>()
        };
        let names: Vec<_> = rows.iter().flat_map(first).collect();
        // The first of all 24, and 4 more of the 12 f sets.
        assert_eq!(count(&names, NIST_COUNTS), 24 + 12 * 4);
        for row in rows.iter().filter(|row| row.scheme == signer::Scheme::SphincsPlus) {
            let few = if row.shape.name.ends_with('f') { 5 } else { 1 };
            assert!(first(row)[..few].iter().all(|name| super::nist(name).is_some()));
        }
    }

    #[test]
    fn only_another_digest_than_the_known_one_is_wrong() {
        let known = |digest| Some(Known { digest, source: "here" });
        assert_eq!(compare("00", None), (true, "no digest is known".into()));
        assert_eq!(compare("00", known("00")), (true, "equal: here".into()));
        assert_eq!(compare("00", known("01")), (false, "DIFFERS: not 01: here".into()));
    }
}
