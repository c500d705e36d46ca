//! The parameter sets, whatever was measured of them.

use measure::Suite;
use measure::record::Record;
use serde::Serialize;
use signer::{Lifetime, ParameterSet, Scheme};

use super::standards::{self, Says};
use crate::registry::SUITES;
use crate::report::Records;

/// A parameter set. Lengths are in bytes.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct SetEntry {
    /// Name of its suite: `lms`, `hss`, `xmss`, `sphincs`.
    pub(crate) suite: &'static str,
    /// Its family as the standard prints it: `XMSS^MT`.
    pub(crate) family: &'static str,
    /// Name.
    pub(crate) name: String,
    /// Documents whose tables have it.
    pub(crate) standards: Vec<&'static str>,
    /// The hash functions.
    pub(crate) hash: &'static str,
    /// Length of a hash value.
    pub(crate) n: usize,
    /// Security category of NIST.
    pub(crate) category: u8,
    /// What says so.
    pub(crate) category_source: &'static str,
    /// Whether a key counts its signatures.
    pub(crate) stateful: bool,
    /// Trees above one another.
    pub(crate) levels: u32,
    /// Signatures that a fresh key can make, as a power of two; absent if there is no end of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) lifetime_log2: Option<u32>,
    /// Length of a public key.
    pub(crate) public_key: usize,
    /// Length of a private key as the native backend encodes it, which for SLH-DSA is that of FIPS 205;
    /// for stateful schemes the standards leave it open.
    pub(crate) secret_key: usize,
    /// Length of a signature.
    pub(crate) signature: usize,
    /// Whether the list of its suite has it: of HSS there are more sets than any list has.
    pub(crate) listed: bool,
    /// What SP 800-208 says of it.
    pub(crate) sp_800_208: Says,
    /// What CNSA 2.0 says of it.
    pub(crate) cnsa_2_0: Says,
}

/// All sets: those of the lists, and those that records have beside them.
pub(super) fn sets(records: &Records) -> Vec<SetEntry> {
    let mut sets = Vec::new();
    for suite in SUITES {
        let records = records.get(suite.name).into_iter().flatten().map(|(_, record)| record);
        sets.extend(of_suite(suite, records).iter().map(|set| SetEntry::of(suite, set)));
    }
    sets
}

/// The sets of a suite's list, then those of the records that it does not have.
pub(super) fn of_suite<'a>(
    suite: &Suite,
    records: impl IntoIterator<Item = &'a Record>,
) -> Vec<ParameterSet> {
    let mut sets = (suite.sets)().to_vec();
    for row in records.into_iter().flat_map(|record| &record.results) {
        if !sets.iter().any(|set| set.name == row.parameter_set) {
            sets.extend((suite.find)(&row.parameter_set).ok());
        }
    }
    sets
}

impl SetEntry {
    fn of(suite: &Suite, set: &ParameterSet) -> Self {
        let (category, category_source) = standards::category(set);
        let lifetime_log2 = match set.lifetime {
            Lifetime::Signatures { log2 } => Some(log2),
            Lifetime::Unlimited => None,
        };
        Self {
            suite: suite.name,
            family: set.scheme.name(),
            name: set.name.clone(),
            standards: standards::standards(set),
            hash: standards::hash(set),
            n: set.n,
            category,
            category_source,
            stateful: lifetime_log2.is_some(),
            levels: levels(set),
            lifetime_log2,
            public_key: set.public_key_len(),
            secret_key: secret_key_len(set),
            signature: set.signature_len(),
            listed: (suite.sets)().iter().any(|listed| listed.name == set.name),
            sp_800_208: standards::sp_800_208(set),
            cnsa_2_0: standards::cnsa(set),
        }
    }
}

fn levels(set: &ParameterSet) -> u32 {
    if let Some(params) = hbs::hss::Params::of(set) {
        return params.levels().len() as u32;
    }
    if let Some(params) = hbs::xmss::Params::of(set) {
        return params.d;
    }
    hbs::sphincs::Params::of(set).map_or(1, |params| params.shape.d)
}

/// What [`hbs`] writes, held to the records by a test.
fn secret_key_len(set: &ParameterSet) -> usize {
    match set.scheme {
        Scheme::Lms => 28 + 2 * set.n,
        Scheme::Hss => 28 + 2 * set.n + 8 * levels(set) as usize,
        Scheme::Xmss => 8 + 4 * set.n,
        Scheme::XmssMt => {
            4 + hbs::xmss::Params::of(set).map_or(0, |params| params.index_len()) + 4 * set.n
        }
        _ => 4 * set.n,
    }
}
