//! What the standards say of a set: where it stands, how strong it is, and what SP 800-208 and CNSA 2.0
//! hold of it.

use hbs::{hss, lms, sphincs, xmss};
use serde::Serialize;
use signer::{ParameterSet, Scheme};

/// Whether a document allows a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Verdict {
    /// It does.
    Approved,
    /// It does, and names it as the one to take.
    Recommended,
    /// It does not.
    NotApproved,
    /// Its words do not decide it.
    Unclear,
    /// The set is none of its business.
    NotCovered,
}

impl Verdict {
    /// In a table.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Approved => "approved",
            Self::Recommended => "recommended",
            Self::NotApproved => "not approved",
            Self::Unclear => "unclear",
            Self::NotCovered => "not covered",
        }
    }

    /// Whether the set may be used under the document.
    pub(crate) const fn allows(self) -> bool {
        matches!(self, Self::Approved | Self::Recommended)
    }
}

/// What a document says of a set, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Says {
    /// In short.
    pub(crate) verdict: Verdict,
    /// In a sentence or two.
    pub(crate) text: &'static str,
    /// The document and its section.
    pub(crate) source: &'static str,
}

const SP_800_208: &str = "NIST SP 800-208 (October 2020)";
const HARDWARE: &str = "Keys are to be generated and used only inside validated hardware modules (FIPS 140, physical \
     security of level 3 or higher) that let no private key out: a signer in software does not conform, a \
     verifier does.";
const SEVERAL_TREES: &str = "Keys are to be generated and used only inside validated hardware modules (FIPS 140, physical \
     security of level 3 or higher) that let no private key out; trees below the top may be in other \
     modules. A signer in software does not conform, a verifier does.";
const CNSA: &str = "NSA, CNSA 2.0 FAQ, version 2.1 (December 2024)";

/// The documents whose tables have the set.
pub(super) fn standards(set: &ParameterSet) -> Vec<&'static str> {
    let lms = |sha256_n32| match sha256_n32 {
        true => vec!["RFC 8554", "SP 800-208"],
        false => vec!["RFC 9858", "SP 800-208"],
    };
    let old =
        |params: lms::Params| (params.lms.hash, params.lms.m) == (hbs::HashFunction::Sha256, 32);
    match set.scheme {
        Scheme::Lms => lms(lms::Params::of(set).is_some_and(old)),
        Scheme::Hss => lms(hss::Params::of(set).is_some_and(|params| old(params.levels()[0]))),
        Scheme::Xmss | Scheme::XmssMt => match xmss::Params::of(set).map(|params| params.hash) {
            Some(xmss::params::Hash { family: "SHA2", bits: 256, .. }) => {
                vec!["RFC 8391", "SP 800-208"]
            }
            Some(
                xmss::params::Hash { family: "SHAKE256", .. }
                | xmss::params::Hash { bits: 192, .. },
            ) => {
                vec!["SP 800-208"]
            }
            _ => vec!["RFC 8391"],
        },
        Scheme::SlhDsa => vec!["FIPS 205"],
        _ => vec!["SPHINCS+ round 3.1"],
    }
}

/// The security category of NIST, and what says so.
pub(super) fn category(set: &ParameterSet) -> (u8, &'static str) {
    let by_length = match set.n {
        16 => 1,
        24 => 3,
        _ => 5,
    };
    let shake128 = |params: xmss::Params| params.hash.function == hbs::HashFunction::Shake128;
    match set.scheme {
        Scheme::SlhDsa => (by_length, "FIPS 205 section 11, table 2"),
        Scheme::SphincsPlus => (by_length, "claimed by the submission, round 3.1"),
        _ if xmss::Params::of(set).is_some_and(shake128) => {
            (1, "a second preimage of SHAKE128 takes 2^128 at any length (FIPS 202 appendix A.1)")
        }
        _ => (
            by_length,
            "by the length of its hash, against a second preimage; its standards give no category",
        ),
    }
}

/// What SP 800-208 says.
pub(super) fn sp_800_208(set: &ParameterSet) -> Says {
    let says = |verdict, text, source| Says { verdict, text, source };
    match set.scheme {
        Scheme::Lms => says(Verdict::Approved, HARDWARE, "NIST SP 800-208, sections 4 and 8"),
        Scheme::Hss => {
            says(Verdict::Approved, SEVERAL_TREES, "NIST SP 800-208, sections 4, 7 and 8")
        }
        Scheme::Xmss if standards(set).contains(&"SP 800-208") => {
            says(Verdict::Approved, HARDWARE, "NIST SP 800-208, sections 5 and 8")
        }
        Scheme::XmssMt if standards(set).contains(&"SP 800-208") => {
            says(Verdict::Approved, SEVERAL_TREES, "NIST SP 800-208, sections 5, 7 and 8")
        }
        Scheme::Xmss | Scheme::XmssMt => says(
            Verdict::NotApproved,
            "Approved are SHA-256 and SHAKE256 with outputs of 192 and 256 bits. RFC 8391's sets with \
             SHAKE128 and those with 512 bits are not among them.",
            "NIST SP 800-208, section 5",
        ),
        Scheme::SlhDsa => says(
            Verdict::NotCovered,
            "It is about stateful schemes only. SLH-DSA is a standard of its own, FIPS 205, and may run in \
             software.",
            SP_800_208,
        ),
        _ => says(
            Verdict::NotCovered,
            "It is about stateful schemes only. What became of SPHINCS+ is SLH-DSA (FIPS 205), whose \
             signatures are others.",
            SP_800_208,
        ),
    }
}

/// What CNSA 2.0 says.
pub(super) fn cnsa(set: &ParameterSet) -> Says {
    let says = |verdict, text| Says { verdict, text, source: CNSA };
    let multi_tree = "Of SP 800-208 only LMS and XMSS are approved; the multi-tree schemes HSS and XMSS^MT are \
                      not allowed.";
    match set.scheme {
        Scheme::Lms if is_sha256_192(set) => says(
            Verdict::Recommended,
            "For signing software and firmware, at all levels. LMS with SHA-256/192 (SP 800-208 section 4.2) \
             is what is recommended.",
        ),
        Scheme::Lms => says(
            Verdict::Approved,
            "For signing software and firmware, with all parameters of SP 800-208, at all levels. \
             Recommended is SHA-256/192.",
        ),
        Scheme::Hss if hss::Params::of(set).is_some_and(|params| params.levels().len() == 1) => {
            says(
                Verdict::Unclear,
                "HSS is not allowed, LMS is: an HSS key of one level is one LMS tree in the format of HSS.",
            )
        }
        Scheme::Hss | Scheme::XmssMt => says(Verdict::NotApproved, multi_tree),
        Scheme::Xmss if sp_800_208(set).verdict.allows() => says(
            Verdict::Approved,
            "For signing software and firmware, with all parameters of SP 800-208, at all levels.",
        ),
        Scheme::Xmss => {
            says(Verdict::NotApproved, "XMSS is approved with the parameters of SP 800-208.")
        }
        Scheme::SlhDsa => says(
            Verdict::NotApproved,
            "SLH-DSA is not part of CNSA and is not approved for any use in national security systems.",
        ),
        _ => says(Verdict::NotApproved, "Neither SPHINCS+ nor SLH-DSA is part of CNSA."),
    }
}

fn is_sha256_192(set: &ParameterSet) -> bool {
    set.n == 24 && standards(set).contains(&"SP 800-208") && hash(set) == "SHA-256"
}

/// The functions that the set hashes with.
pub(super) fn hash(set: &ParameterSet) -> &'static str {
    use hbs::HashFunction::{Sha256, Sha512, Shake128, Shake256};
    let name = |function| match function {
        Sha512 => "SHA-512",
        Shake128 => "SHAKE128",
        Shake256 => "SHAKE256",
        _ => "SHA-256",
    };
    if let Some(params) = lms::Params::of(set) {
        return name(params.lms.hash);
    }
    if let Some(params) = hss::Params::of(set) {
        return name(params.levels()[0].lms.hash);
    }
    if let Some(params) = xmss::Params::of(set) {
        return name(params.hash.function);
    }
    match sphincs::Params::of(set) {
        Some(params) if params.hash == Sha256 && params.shape.n > 16 => "SHA-256 and SHA-512",
        Some(params) => name(params.hash),
        None => "",
    }
}
