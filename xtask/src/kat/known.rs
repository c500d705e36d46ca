//! Digests of known answers, and where they come from.
//!
//! `known/*.sha256` are files as sha256sum writes and checks them; the source of a digest stands in the
//! last line before it that starts with `#`.

use super::chain::Chain;

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
        let mut source = "";
        for line in self.digests().lines() {
            match line.split_once("  ") {
                Some((digest, file)) if file == name => return Some(Known { digest, source }),
                _ => source = line.strip_prefix("# ").unwrap_or(source),
            }
        }
        None
    }

    /// How many digests are known.
    #[cfg(test)]
    fn count(self) -> usize {
        self.digests().lines().filter(|line| !line.starts_with('#')).count()
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
    use crate::kat::{liboqs, reference};
    use hbs::xmss::params::rows;

    #[test]
    fn each_digest_is_that_of_a_file_that_can_be_made() {
        let files = |names: &dyn Fn(&hbs::xmss::Params) -> Vec<String>, format: Format| {
            let names: Vec<_> = rows().iter().flat_map(names).collect();
            let known: Vec<_> = names.iter().filter_map(|name| format.known(name)).collect();
            for Known { digest, source } in &known {
                assert!(digest.len() == 64 && hex::decode(digest).is_ok(), "{digest}");
                assert!(!source.is_empty());
            }
            assert_eq!(known.len(), format.count(), "{format:?}");
            known.len()
        };
        let both = |row: &hbs::xmss::Params| {
            [Variant::Small, Variant::Fast].map(|variant| reference::names(row, variant)).concat()
        };
        assert_eq!(files(&both, Format::Reference), 20);
        assert_eq!(files(&|row| vec![liboqs::name(row)], Format::Liboqs), 37);
        assert_eq!(files(&|row| liboqs::head_names(row).to_vec(), Format::ReferenceHead), 56);
    }
}
