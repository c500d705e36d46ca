//! The schemes.

use measure::Suite;

/// Every scheme's suite, one line each.
pub(crate) const SUITES: [&Suite; 4] = [&lms::SUITE, &hss::SUITE, &xmss::SUITE, &sphincs::SUITE];

/// The suite called `name`, or a sentence that says which there are.
pub(crate) fn suite(name: &str) -> Result<&'static Suite, String> {
    SUITES.into_iter().find(|suite| suite.name.eq_ignore_ascii_case(name)).ok_or_else(|| {
        let known: Vec<_> = SUITES.iter().map(|suite| suite.name).collect();
        format!("unknown scheme `{name}`; known: {}", known.join(", "))
    })
}
