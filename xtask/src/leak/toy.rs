//! Two toys, to see that the test sees: a comparison that leaks and one that does not.

use super::target::Target;
use rand::rngs::StdRng;
use signer::Error;
use std::hint::black_box;

/// How a toy compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Kind {
    /// Ends at the first byte that differs: leaks how many are right
    Leaking,
    /// Looks at all bytes
    Constant,
}

/// Compares a secret with the fixed one, many times.
#[derive(Debug)]
pub(super) struct Toy {
    kind: Kind,
    expected: [u8; SECRET_LEN],
    secret: [u8; SECRET_LEN],
}

/// Length of a toy's secret in bytes.
pub(super) const SECRET_LEN: usize = 32;

/// Comparisons in a call: 2,048 steps, about a microsecond.
const ROUNDS: u32 = 64;

impl Toy {
    /// `expected`: the secret of the fixed class, so that its comparisons go to the end.
    pub(super) fn new(kind: Kind, expected: &[u8]) -> Self {
        let mut toy = Self { kind, expected: [0; SECRET_LEN], secret: [0; SECRET_LEN] };
        toy.expected.iter_mut().zip(expected).for_each(|(to, from)| *to = *from);
        toy
    }
}

impl Target for Toy {
    fn prepare(&mut self, secret: &[u8], _: &mut StdRng) -> Result<(), Error> {
        self.secret.iter_mut().zip(secret).for_each(|(to, from)| *to = *from);
        Ok(())
    }

    fn call(&mut self) -> Result<(), Error> {
        let compare = match self.kind {
            Kind::Leaking => equal_leaking,
            Kind::Constant => equal_constant,
        };
        for _ in 0..ROUNDS {
            black_box(compare(black_box(&self.secret), black_box(&self.expected)));
        }
        Ok(())
    }

    fn check(&self) -> Result<(), Error> {
        Ok(())
    }
}

fn equal_leaking(a: &[u8; SECRET_LEN], b: &[u8; SECRET_LEN]) -> bool {
    // The box keeps the compiler from comparing 32 bytes at once, which would leak nothing.
    a.iter().zip(b).all(|(a, b)| black_box(*a) == *b)
}

fn equal_constant(a: &[u8; SECRET_LEN], b: &[u8; SECRET_LEN]) -> bool {
    a.iter().zip(b).fold(0, |differing, (a, b)| differing | black_box(a ^ b)) == 0
}

#[cfg(test)]
mod tests {
    use super::super::classes::{Class, Classes, FixedSecret};
    use super::super::clock::Ticks;
    use super::super::series::{Limits, Outcome, run};
    use super::super::verdict::Verdict;
    use super::*;
    use std::time::Duration;

    /// The time is for a machine that hardly runs.
    fn outcome(kind: Kind, samples: u64) -> Outcome {
        let mut classes = Classes::new(SECRET_LEN, FixedSecret::Drawn, 1);
        let mut toy = Toy::new(kind, classes.fixed());
        let limits = Limits { samples, time: Duration::from_secs(600) };
        run(&mut toy, &mut classes, &Ticks::new(), limits, &mut |_| ()).expect("toys cannot fail")
    }

    #[test]
    fn both_compare() {
        let (a, mut b) = ([7; SECRET_LEN], [7; SECRET_LEN]);
        assert!(equal_leaking(&a, &b) && equal_constant(&a, &b));
        b[SECRET_LEN - 1] = 8;
        assert!(!equal_leaking(&a, &b) && !equal_constant(&a, &b));
    }

    #[test]
    fn the_leaking_toy_is_found() {
        // It ends when the leak is found: after 20,000, unless a neighbour begins to slow down the
        // machine right after the first batch, and then when it rests.
        let outcome = outcome(Kind::Leaking, u64::MAX);
        let findings = outcome.battery.findings(outcome.enough);
        assert_eq!(Verdict::of(&findings), Verdict::Leak, "{findings:?}");
        // A factor of 30 in time, whatever the neighbours do.
        let [fixed, random] =
            [Class::Fixed, Class::Random].map(|class| outcome.battery.mean(class));
        assert!(fixed > 2.0 * random, "{fixed}, {random}");
    }

    /// What stays clear of chance is left to the synthetic clock of `series`: here the neighbours
    /// count too, and only a leak would be wrong.
    #[test]
    fn the_constant_toy_is_no_leak() {
        let outcome = outcome(Kind::Constant, 60_000);
        let findings = outcome.battery.findings(outcome.enough);
        assert_ne!(Verdict::of(&findings), Verdict::Leak, "{findings:?}");
        assert!(findings.raw.is_some(), "{findings:?}");
    }
}
