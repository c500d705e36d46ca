//! What a scheme's crate hands to the benches and reports: its sets and its backends.

use crate::Work;
use crate::record::Operation;
use signer::{Backend, Error, ParameterSet, Support, UnknownSet};

/// A backend, with what it says of a parameter set.
pub type Choice = (&'static dyn Backend, Support);

/// A scheme's parameter sets and backends.
#[derive(Clone, Copy, Debug)]
pub struct Suite {
    /// Name of the crate and of the record: `lms`, with `lms-bench` as its report binary.
    pub name: &'static str,
    /// Name as the standard prints it.
    pub title: &'static str,
    /// Parameter set that a report without options is about.
    pub default_set: &'static str,
    /// Length of messages in bytes unless something else is asked for.
    pub message_len: usize,
    /// Every set, or where they are too many a choice of them.
    pub sets: fn() -> &'static [ParameterSet],
    /// Finds a set by name, those outside `sets` too.
    pub find: fn(&str) -> Result<ParameterSet, UnknownSet>,
    /// Every backend, the default one first.
    pub backends: fn() -> &'static [&'static dyn Backend],
    /// What an operation with messages of this length has to hash, of each signature in the middle of
    /// its key's life; `None` if there is no telling.
    pub work: fn(&ParameterSet, Operation, usize) -> Option<Work>,
    /// How sets outside `sets` are named, if there are any.
    pub grammar: Option<&'static str>,
    /// Sets that the Divan suite measures, each with every message length.
    pub divan_sets: &'static [&'static str],
    /// Sets that a full run measures.
    pub bench_sets: &'static [&'static str],
    /// Sets that a quick run measures.
    pub quick_sets: &'static [&'static str],
    /// Sets that a run with rivals measures: what one scheme's implementations are compared by.
    pub rival_sets: &'static [&'static str],
    /// Sets, among those of both runs, whose keys sign from their first index on, to see how the times
    /// are distributed. None for a scheme without state, whose signatures all cost the same.
    pub life_sets: &'static [&'static str],
}

impl Suite {
    /// The backend called `name`, in any case.
    #[must_use]
    pub fn backend(&self, name: &str) -> Option<&'static dyn Backend> {
        let named =
            |backend: &&&'static dyn Backend| backend.about().name.eq_ignore_ascii_case(name);
        (self.backends)().iter().find(named).copied()
    }

    /// The backends that know `set`, with what they say of it.
    #[must_use]
    pub fn knowing(&self, set: &ParameterSet) -> Vec<Choice> {
        let support = |backend: &&'static dyn Backend| (*backend, backend.support(set));
        let all = (self.backends)().iter().map(support);
        all.filter(|(_, support)| *support != Support::No).collect()
    }

    /// What is wrong with it: sets to be measured that do not exist by these names or that nobody knows
    /// the [`work`](Self::work) of, and backends of one name. For the test of each suite.
    #[must_use]
    pub fn flaws(&self) -> Vec<String> {
        let mut flaws = Vec::new();
        let measured = [self.bench_sets, self.quick_sets, self.rival_sets];
        let named =
            [self.divan_sets, self.life_sets].into_iter().chain(measured).flatten().copied();
        for name in named.chain([self.default_set]) {
            let Some(set) = (self.find)(name).ok().filter(|set| set.name == name) else {
                flaws.push(format!("there is no set {name}"));
                continue;
            };
            for operation in [Operation::Keygen, Operation::Sign, Operation::Verify] {
                let work = (self.work)(&set, operation, self.message_len);
                if !work.is_some_and(|work| work.calls() >= 1.0) {
                    flaws.push(format!("{name} hashes nothing in {}", operation.name()));
                }
            }
        }
        let measured = |name| self.bench_sets.contains(name) && self.quick_sets.contains(name);
        let unmeasured = self.life_sets.iter().filter(|name| !measured(name));
        flaws.extend(unmeasured.map(|name| format!("{name} lives and is not measured")));
        let mut names: Vec<_> = (self.backends)().iter().map(|one| one.about().name).collect();
        names.sort();
        let twice = names.windows(2).filter(|pair| pair[0] == pair[1]);
        flaws.extend(twice.map(|pair| format!("two backends are called {}", pair[0])));
        flaws
    }

    /// Names of the backends that run `set`.
    #[must_use]
    pub fn running(&self, set: &ParameterSet) -> Vec<String> {
        let running = self.knowing(set).into_iter().filter(|(_, support)| support.runs());
        running.map(|(backend, _)| backend.about().name.into_owned()).collect()
    }
}

/// The same backends, with as many threads those that can use them.
///
/// # Errors
///
/// [`Error::Backend`] if the system has no more threads to give.
pub fn with_threads(backends: Vec<Choice>, threads: usize) -> Result<Vec<Choice>, Error> {
    if threads == 1 {
        return Ok(backends);
    }
    let several = |(backend, support): Choice| {
        let several = backend.with_threads(threads)?;
        // For the rest of the program, like those that they stand for.
        Ok((several.map_or(backend, |several| &*Box::leak(several)), support))
    };
    backends.into_iter().map(several).collect()
}
