//! What came of the vectors of a file.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// What came of the vectors of a file. Prints as one line.
#[derive(Debug, Default)]
pub(super) struct Tally {
    /// Vectors that each backend agreed with.
    pub(super) passed: usize,
    /// Vectors that a backend did not agree with.
    pub(super) failed: usize,
    /// Vectors that were put before no backend: why, and how many.
    skipped: BTreeMap<String, usize>,
    /// Answers compared, of all backends together.
    checks: usize,
    backends: BTreeSet<String>,
    /// `line: vector: backend: expected ..., found ...`.
    pub(super) failures: Vec<String>,
}

/// What came of one vector.
#[derive(Debug)]
pub(super) struct Vector {
    line: usize,
    name: String,
    backends: Vec<String>,
    failures: Vec<String>,
    skipped: Option<String>,
}

impl Vector {
    /// The vector at `line`, from 1; `name` says in a failure which it is.
    pub(super) fn new(line: usize, name: impl Into<String>) -> Self {
        let (backends, failures) = (Vec::new(), Vec::new());
        Self { line, name: name.into(), backends, failures, skipped: None }
    }

    /// Compares what a backend answered.
    pub(super) fn check(&mut self, backend: &str, expected: &str, found: &str) {
        self.backends.push(backend.to_owned());
        if expected != found {
            let Self { line, name, .. } = self;
            let what = format!("{line}: {name}: {backend}: expected {expected}, found {found}");
            self.failures.push(what);
        }
    }

    /// Says why the vector is put before no backend. If one does answer, this counts for nothing.
    pub(super) fn skip(&mut self, why: impl Into<String>) {
        self.skipped = Some(why.into());
    }
}

impl Tally {
    /// Counts a vector.
    pub(super) fn add(&mut self, vector: Vector) {
        self.checks += vector.backends.len();
        match (vector.failures.len(), vector.backends.len()) {
            (0, 0) => {
                let why = vector.skipped.unwrap_or_else(|| "no backend runs the set".into());
                *self.skipped.entry(why).or_default() += 1;
            }
            (0, _) => self.passed += 1,
            _ => self.failed += 1,
        }
        self.backends.extend(vector.backends);
        self.failures.extend(vector.failures);
    }

    /// How many were skipped.
    pub(super) fn skipped(&self) -> usize {
        self.skipped.values().sum()
    }

    /// How many there were.
    pub(super) fn vectors(&self) -> usize {
        self.passed + self.failed + self.skipped()
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { passed, failed, checks, .. } = self;
        write!(f, "{passed} passed, {failed} failed, {} skipped", self.skipped())?;
        for (i, (why, count)) in self.skipped.iter().enumerate() {
            write!(f, "{}{count} {why}", if i == 0 { " (" } else { ", " })?;
        }
        f.write_str(if self.skipped.is_empty() { "" } else { ")" })?;
        let backends: Vec<_> = self.backends.iter().map(String::as_str).collect();
        match *checks {
            0 => Ok(()),
            _ => write!(f, "; {checks} answers of {}", backends.join(", ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_vector_passes_if_all_agree_and_is_skipped_if_nobody_was_asked() {
        let mut tally = Tally::default();
        let mut agreed = Vector::new(1, "a");
        agreed.skip("one of two has no time");
        agreed.check("x", "valid", "valid");
        tally.add(agreed);
        let mut split = Vector::new(2, "b");
        split.check("x", "valid", "valid");
        split.check("y", "valid", "a panic");
        tally.add(split);
        let mut tall = Vector::new(3, "c");
        tall.skip("too tall");
        tally.add(tall);
        assert_eq!((tally.passed, tally.failed, tally.skipped(), tally.vectors()), (1, 1, 1, 3));
        assert_eq!(tally.failures, ["2: b: y: expected valid, found a panic"]);
        let line = "1 passed, 1 failed, 1 skipped (1 too tall); 3 answers of x, y";
        assert_eq!(tally.to_string(), line);
    }
}
