//! The schemes and their backends.

use measure::Suite;
use signer::{Backend, ParameterSet, Support};

/// Every scheme's suite, one line each.
pub(crate) const SUITES: [&Suite; 4] = [&lms::SUITE, &hss::SUITE, &xmss::SUITE, &sphincs::SUITE];

/// The suite called `name`, or a sentence that says which there are.
pub(crate) fn suite(name: &str) -> Result<&'static Suite, String> {
    SUITES.into_iter().find(|suite| suite.name.eq_ignore_ascii_case(name)).ok_or_else(|| {
        let known: Vec<_> = SUITES.iter().map(|suite| suite.name).collect();
        format!("unknown scheme `{name}`; known: {}", known.join(", "))
    })
}

/// The backend called `name`, or without a name the first that runs `set`; or a sentence that says why
/// there is none.
pub(crate) fn backend(
    suite: &Suite,
    set: &ParameterSet,
    name: Option<&str>,
) -> Result<&'static dyn Backend, String> {
    let running = suite.running(set).join(", ");
    let backend = match name {
        Some(name) => suite.backend(name).ok_or_else(|| {
            let all = (suite.backends)().iter().map(|backend| backend.about().name);
            format!("unknown backend `{name}`; known: {}", all.collect::<Vec<_>>().join(", "))
        })?,
        None => {
            let mut backends = (suite.backends)().iter();
            *backends
                .find(|backend| backend.support(set).runs())
                .ok_or_else(|| format!("no backend runs {}", set.name))?
        }
    };
    let name = backend.about().name;
    match backend.support(set) {
        Support::Yes => Ok(backend),
        Support::No => Err(format!("{name} does not have {}; it is run by: {running}", set.name)),
        Support::Unsupported(why) => {
            Err(format!("{name} cannot run {}: {why}; it is run by: {running}", set.name))
        }
    }
}
