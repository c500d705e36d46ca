//! What a test has shown, as text.

use super::battery::TESTS;
use super::classes::Class;
use super::clock::{Ticks, UNIT};
use super::moments::Welch;
use super::series::Outcome;
use super::verdict::{CHANCE, LEAK, Verdict};
use measure::units::grouped;

/// The lines of a report: `about`, what was tested, and what was seen.
pub(super) fn text(about: &[(&str, String)], outcome: &Outcome) -> String {
    let seen = seen(outcome);
    let lines = about.iter().chain(&seen);
    let width = lines.clone().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    lines.map(|(name, value)| format!("{name:width$}  {value}\n")).collect()
}

fn seen(outcome: &Outcome) -> Vec<(&'static str, String)> {
    let Outcome { battery, left_out, enough, elapsed } = outcome;
    let findings = battery.findings(*enough);
    let mean = (battery.mean(Class::Fixed) + battery.mean(Class::Random)) / 2.0;
    let count = |class| grouped(battery.count(class));
    let too_few = || format!("too few samples: {} of each class are needed", grouped(*enough));
    let t = |welch: Option<Welch>| welch.map_or_else(too_few, |w| format!("{:.2}", w.t.abs()));
    let cropped = |(share, welch): (f64, Welch)| {
        format!("{:.2}, of the fastest {}", welch.t.abs(), percent(share))
    };
    let raw = findings.raw.map(|welch| delay(welch.error, mean));
    let sharpest = findings.sharpest.map(|(share, error)| {
        format!("about {}, of the fastest {}", delay(error, mean), percent(share))
    });
    // The last crop that counts has no next one to tell it by.
    let untold = || if findings.cropped.is_some() { "cannot be told".into() } else { too_few() };
    vec![
        ("clock", Ticks::source()),
        (
            "samples",
            format!(
                "{} fixed, {} random; {} before them only fix the crops",
                count(Class::Fixed),
                count(Class::Random),
                grouped(*left_out as u64)
            ),
        ),
        ("minutes", format!("{:.2}", elapsed.as_secs_f64() / 60.0)),
        (
            "mean",
            format!(
                "{:.1} {UNIT} fixed, {:.1} {UNIT} random",
                battery.mean(Class::Fixed),
                battery.mean(Class::Random)
            ),
        ),
        ("tests", format!("{} of {TESTS} have enough samples", findings.counted)),
        ("|t| of all samples", t(findings.raw)),
        ("|t| of the worst crop", findings.cropped.map_or_else(too_few, cropped)),
        ("|t| of second order", t(findings.second_order)),
        ("detectable", raw.unwrap_or_else(too_few)),
        ("detectable, cropped", sharpest.unwrap_or_else(untold)),
        ("verdict", verdict(outcome)),
    ]
}

fn verdict(outcome: &Outcome) -> String {
    let findings = outcome.battery.findings(outcome.enough);
    match (Verdict::of(&findings), findings.max_t()) {
        (Verdict::Leak, Some(t)) => {
            format!("LEAK: |t| = {t:.2} is over {LEAK}; the time depends on the secret")
        }
        (Verdict::Unclear, Some(t)) => format!(
            "UNCLEAR: |t| = {t:.2} is over {CHANCE}, but not over {LEAK}; take more samples"
        ),
        (Verdict::NoLeak, Some(t)) => format!(
            "no leak found: |t| = {t:.2} is not over {CHANCE}; differences smaller than the \
             detectable ones may be there"
        ),
        _ => format!(
            "UNCLEAR: too few samples for {} of {TESTS} tests; give it more time",
            TESTS - findings.counted
        ),
    }
}

/// The delay of one class that is a leak, from the one that is a standard error.
fn delay(error: f64, mean: f64) -> String {
    let ticks = LEAK * error;
    let share = if mean > 0.0 { 100.0 * ticks / mean } else { 0.0 };
    format!("{ticks:.1} {UNIT} ({share:.3} %) more in one class")
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

#[cfg(test)]
mod tests {
    use super::super::battery::Battery;
    use super::*;
    use std::time::Duration;

    fn outcome(each: u64, slower: u64) -> Outcome {
        let mut battery = Battery::new(&mut (100..1100).collect::<Vec<_>>());
        for i in 0..each {
            battery.push(Class::Fixed, 100 + slower + i % 1000);
            battery.push(Class::Random, 100 + i % 1000);
        }
        Outcome { battery, left_out: 1000, enough: 1000, elapsed: Duration::from_secs(90) }
    }

    #[track_caller]
    fn has(text: &str, lines: &[&str]) {
        let found = |line: &&&str| text.lines().any(|found| found.starts_with(**line));
        let missing: Vec<_> = lines.iter().filter(|line| !found(line)).collect();
        assert!(missing.is_empty(), "no {missing:?} in\n{text}");
    }

    #[test]
    fn lines_are_aligned_and_say_it_all() {
        let text = text(&[("scheme", "toy".into())], &outcome(20_000, 0));
        // An error of 288.7 sqrt(2 / 20,000), ten times, of a mean of 599.5.
        let detectable = format!("detectable             28.9 {UNIT} (4.815 %) more in one class");
        has(
            &text,
            &[
                "scheme                 toy",
                "samples                20,000 fixed, 20,000 random; 1,000 before",
                "minutes                1.50",
                "tests                  102 of 102",
                "|t| of all samples     0.00",
                "|t| of second order    0.00",
                &detectable,
                "verdict                no leak found",
            ],
        );
    }

    #[test]
    fn verdicts_are_in_words() {
        has(&text(&[], &outcome(20_000, 100)), &["verdict                LEAK: |t| = "]);
        has(&text(&[], &outcome(20_000, 18)), &["verdict                UNCLEAR: |t| = "]);
        let few = text(&[], &outcome(10, 0));
        let none = "|t| of all samples     too few samples: 1,000 of each class are needed";
        has(&few, &[none, "verdict                UNCLEAR: too few samples"]);
    }
}
