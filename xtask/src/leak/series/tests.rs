//! A series by a clock that stands still unless something is called.

use super::super::classes::FixedSecret;
use super::*;
use rand::Rng;
use rand::rngs::StdRng;
use std::cell::Cell;

/// A clock that only goes on when something is called, in nanoseconds.
#[derive(Default)]
struct Synthetic(Cell<u64>);

impl Clock for &Synthetic {
    fn ticks(&self) -> u64 {
        self.0.get()
    }

    fn elapsed(&self) -> Duration {
        Duration::from_nanos(self.0.get())
    }
}

/// Takes `preparing`, and then a time from `time` up that follows from the call's number, a drawn
/// byte and whether the secret is all zero.
struct Timed<'a> {
    clock: &'a Synthetic,
    preparing: u64,
    time: fn(u64, u8, bool) -> u64,
    calls: u64,
    checked: Cell<u64>,
    next: u64,
}

impl Target for Timed<'_> {
    fn prepare(&mut self, secret: &[u8], rng: &mut StdRng) -> Result<(), Error> {
        let mut drawn = [0];
        rng.fill_bytes(&mut drawn);
        self.next = (self.time)(self.calls, drawn[0], secret.iter().all(|byte| *byte == 0));
        self.clock.0.update(|now| now + self.preparing);
        Ok(())
    }

    fn call(&mut self) -> Result<(), Error> {
        self.calls += 1;
        self.clock.0.update(|now| now + self.next);
        if self.next == u64::MAX >> 1 { Err(Error::Interrupted) } else { Ok(()) }
    }

    fn check(&self) -> Result<(), Error> {
        self.checked.update(|checked| checked + 1);
        Ok(())
    }
}

fn run_with(
    preparing: u64,
    samples: u64,
    time: fn(u64, u8, bool) -> u64,
) -> (Result<Outcome, Error>, u64, u64) {
    let clock = Synthetic::default();
    let checked = Cell::new(0);
    let mut target = Timed { clock: &clock, preparing, time, calls: 0, checked, next: 0 };
    let mut classes = Classes::new(16, FixedSecret::Zero, 1);
    let limits = Limits { samples, time: Duration::from_secs(60) };
    let outcome = run(&mut target, &mut classes, &&clock, limits, &mut |_| ());
    (outcome, target.calls, target.checked.get())
}

#[test]
fn a_quick_target_has_a_batch_of_1000_that_is_not_judged() {
    // The batch and the rehearsal before it take ten times as long as what follows.
    let time = |call, drawn, _| u64::from(drawn) + if call < 1016 { 10_000 } else { 1000 };
    let (outcome, calls, checked) = run_with(200_000, 30_000, time);
    let outcome = outcome.unwrap();
    assert_eq!((outcome.left_out, outcome.enough), (BATCH, ENOUGH));
    assert_eq!((outcome.battery.samples(), calls, checked), (30_000, 31_016, 16));
    assert!(outcome.battery.mean(Class::Fixed) < 1256.0, "the batch is in the mean");
    assert!(outcome.elapsed > Duration::from_micros(30_000 * 201));
    // All of them lie below each limit, which only the batch has set.
    assert_eq!(outcome.battery.findings(ENOUGH).counted, super::super::battery::TESTS);
}

#[test]
fn a_batch_takes_200_ms_however_quick_the_target_is() {
    let (outcome, calls, _) = run_with(0, 1, |_, _, _| 1000);
    assert_eq!((outcome.unwrap().left_out, calls), (200_000, 200_017));
}

#[test]
fn what_is_not_timed_is_not_in_the_times() {
    let (outcome, ..) = run_with(1_000_000, 1000, |_, _, _| 7);
    let battery = outcome.unwrap().battery;
    assert_eq!((battery.mean(Class::Fixed), battery.mean(Class::Random)), (7.0, 7.0));
}

#[test]
fn a_slow_target_has_a_smaller_batch_and_needs_fewer_samples() {
    // 20 ms each: after 6 s of 60 the batch is over, rehearsal included.
    let (outcome, calls, _) = run_with(10_000_000, 1_000_000, |_, _, _| 10_000_000);
    let outcome = outcome.unwrap();
    assert_eq!((outcome.left_out, outcome.enough), (300 - 16, ENOUGH_OF_SLOW));
    assert_eq!((calls, outcome.elapsed), (3000, Duration::from_secs(60)));
    assert_eq!(outcome.battery.samples(), 2700);
}

#[test]
fn a_slower_target_has_a_batch_of_100_and_the_slowest_one_that_ends_in_time() {
    let (outcome, ..) = run_with(0, 1_000_000, |_, _, _| 200_000_000);
    assert_eq!(outcome.unwrap().left_out, 100);
    let (outcome, calls, _) = run_with(0, 1_000_000, |_, _, _| 1_000_000_000);
    let outcome = outcome.unwrap();
    assert_eq!((outcome.left_out, calls, outcome.battery.samples()), (60 - 16, 60, 0));
    assert_eq!(Verdict::of(&outcome.battery.findings(outcome.enough)), Verdict::TooFew);
}

#[test]
fn times_that_do_not_depend_on_the_secret_are_no_leak() {
    // Spread, and every 97th is slow.
    let time = |call: u64, drawn, _| {
        1000 + u64::from(drawn) + if call.is_multiple_of(97) { 500_000 } else { 0 }
    };
    let (outcome, ..) = run_with(200_000, 60_000, time);
    let outcome = outcome.unwrap();
    let findings = outcome.battery.findings(outcome.enough);
    assert_eq!(Verdict::of(&findings), Verdict::NoLeak, "{findings:?}");
    assert_eq!(outcome.battery.samples(), 60_000);
}

#[test]
fn a_leak_ends_the_series() {
    let time = |_, drawn, zero| 1000 + u64::from(drawn) + if zero { 50 } else { 0 };
    let (outcome, ..) = run_with(200_000, 1_000_000, time);
    let outcome = outcome.unwrap();
    assert!((20_000..22_000).contains(&outcome.battery.samples()), "{outcome:?}");
    let findings = outcome.battery.findings(outcome.enough);
    assert_eq!(Verdict::of(&findings), Verdict::Leak, "{findings:?}");
    assert!(findings.raw.unwrap().t > 30.0, "the fixed class is the slower one: {findings:?}");
}

#[test]
fn the_first_error_ends_the_series() {
    let (outcome, calls, _) =
        run_with(0, 1000, |call, _, _| if call == 500 { u64::MAX >> 1 } else { 1 });
    assert_eq!((outcome.err(), calls), (Some(Error::Interrupted), 501));
}
