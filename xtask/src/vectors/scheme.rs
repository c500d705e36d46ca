//! Kinds of file, and the backends that vectors are put before.

use super::tally::{Tally, Vector};
use crate::registry::SUITES;
use measure::Suite;
use serde::de::DeserializeOwned;
use signer::{Backend, Error, ParameterSet, quietly};

/// A kind of file.
#[derive(Debug)]
pub(super) struct Kind {
    /// What it holds, as a report says it.
    pub(super) what: &'static str,
    /// Whether a file of this name is of this kind.
    pub(super) knows: fn(&str) -> bool,
    /// Puts the vectors in a file's text before the backends.
    pub(super) run: fn(&str, &Asked<'_>, &mut Tally) -> Result<(), Malformed>,
}

/// A file that cannot be read as what its name says.
#[derive(Debug)]
pub(super) struct Malformed {
    /// Line, from 1.
    pub(super) line: usize,
    /// What is wrong.
    pub(super) what: String,
}

impl Malformed {
    pub(super) fn new(line: usize, what: impl Into<String>) -> Self {
        Self { line, what: what.into() }
    }
}

/// What the user wants.
#[derive(Debug)]
pub(super) struct Asked<'a> {
    /// The one backend, if not all.
    pub(super) backend: Option<&'a str>,
    /// Tallest tree to build.
    pub(super) max_height: u32,
    /// Counts of a KAT of SPHINCS+ to make.
    pub(super) counts: usize,
}

impl<'a> Asked<'a> {
    /// Checks that some scheme has the backend.
    pub(super) fn new(
        backend: Option<&'a str>,
        max_height: u32,
        counts: usize,
    ) -> Result<Self, String> {
        let known = |name| SUITES.iter().any(|suite| suite.backend(name).is_some());
        match backend.filter(|name| !known(name)) {
            Some(unknown) => Err(format!("unknown backend `{unknown}`")),
            None => Ok(Self { backend, max_height, counts }),
        }
    }

    /// Whether the backend called `name` is wanted.
    pub(super) fn takes(&self, name: &str) -> bool {
        self.backend.is_none_or(|wanted| name.eq_ignore_ascii_case(wanted))
    }

    /// The backends to put vectors of `set` before.
    pub(super) fn backends(&self, suite: &Suite, set: &ParameterSet) -> Vec<&'static dyn Backend> {
        let wanted = |backend: &&&'static dyn Backend| {
            self.takes(&backend.about().name) && backend.support(set).runs()
        };
        (suite.backends)().iter().filter(wanted).copied().collect()
    }
}

/// What a backend says of a signature: `valid`, `invalid`, or what went wrong.
pub(super) fn verdict(
    backend: &dyn Backend,
    set: &ParameterSet,
    public_key: &[u8],
    message: &[u8],
    signature: &[u8],
) -> String {
    said(quietly(|| backend.verify(set, public_key, message, signature)))
}

/// A verdict in words.
pub(super) fn said(verdict: Result<(), Error>) -> String {
    match verdict {
        Ok(()) => "valid".into(),
        Err(Error::BadSignature | Error::Length { .. } | Error::Type { .. }) => "invalid".into(),
        Err(Error::UnknownType { .. }) => "invalid".into(),
        Err(error) => error.to_string(),
    }
}

/// Compares the public key that a backend makes of a seed.
pub(super) fn key_from_seed(
    backend: &dyn Backend,
    set: &ParameterSet,
    seed: &[u8],
    public_key: &str,
    vector: &mut Vector,
) {
    let name = backend.about().name;
    let found = match quietly(|| backend.generate_from_seed(set, seed)) {
        Ok(key) => hex::encode(key.private_key().public_key()),
        Err(Error::Unsupported { .. }) => {
            return vector.skip(format!("whose seed {name} takes not"));
        }
        Err(error) => error.to_string(),
    };
    vector.check(&name, public_key, &found);
}

/// The value of a file that is one in JSON.
pub(super) fn json<T: DeserializeOwned>(text: &str) -> Result<T, Malformed> {
    serde_json::from_str(text)
        .map_err(|error| Malformed::new(error.line().max(1), error.to_string()))
}

/// The values of a file that is an array in JSON, with their lines: those where each has its `field`.
pub(super) fn json_rows<T: DeserializeOwned>(
    text: &str,
    field: &str,
) -> Result<Vec<(usize, T)>, Malformed> {
    let rows: Vec<T> = json(text)?;
    let field = format!("\"{field}\"");
    let lines = text
        .lines()
        .zip(1..)
        .flat_map(|(line, number)| std::iter::repeat_n(number, line.matches(&field).count()));
    Ok(lines.chain(std::iter::repeat(1)).zip(rows).collect())
}

/// The values of a file that has one in JSON on each line, with the line's number.
pub(super) fn json_lines<T: DeserializeOwned>(
    text: &str,
) -> impl Iterator<Item = Result<(usize, T), Malformed>> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines.map(|(i, line)| {
        let value = serde_json::from_str(line);
        value.map(|value| (i + 1, value)).map_err(|error| {
            // There is one line, so that serde_json's own number of it says nothing.
            let what = error.to_string();
            let what = what.split(" at line ").next().unwrap_or_default();
            Malformed::new(i + 1, format!("{what} (column {})", error.column()))
        })
    })
}

/// Bytes of a field in hex.
pub(super) fn unhex(line: usize, field: &str, text: &str) -> Result<Vec<u8>, Malformed> {
    hex::decode(text).map_err(|error| Malformed::new(line, format!("{field}: {error}")))
}
