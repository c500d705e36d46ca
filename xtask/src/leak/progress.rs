//! How far a test has come, on standard error: a line that changes on a terminal, else a line now and
//! then.

use super::series::Stage;
use indicatif::{ProgressBar, ProgressStyle};
use measure::units::grouped;
use std::time::{Duration, Instant};

/// Shows it between samples, never from a thread of its own, which would share the processor with
/// what is timed.
#[derive(Debug)]
pub(super) struct Progress {
    bar: ProgressBar,
    began: Instant,
    due: Instant,
}

/// From one line to the next, on a terminal.
const SOON: Duration = Duration::from_millis(200);

/// From one line to the next, in a file.
const LATER: Duration = Duration::from_secs(30);

impl Progress {
    /// Nothing is shown yet.
    pub(super) fn new() -> Self {
        let bar = ProgressBar::new_spinner();
        if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed} {msg}") {
            bar.set_style(style);
        }
        let now = Instant::now();
        let due = now + if bar.is_hidden() { LATER } else { SOON };
        Self { bar, began: now, due }
    }

    /// Shows how far it is, if that is due.
    pub(super) fn at(&mut self, stage: Stage<'_>) {
        let now = Instant::now();
        if now < self.due {
            return;
        }
        let line = line(stage);
        if self.bar.is_hidden() {
            eprintln!("leak: {} s, {line}", (now - self.began).as_secs());
            self.due = now + LATER;
        } else {
            self.bar.set_message(line);
            self.bar.tick();
            self.due = now + SOON;
        }
    }

    /// Takes the line away.
    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

fn line(stage: Stage<'_>) -> String {
    match stage {
        Stage::Batch(samples) => format!("{} samples of the first batch", grouped(samples as u64)),
        Stage::Judged(battery, enough) => {
            let samples = grouped(battery.samples());
            match battery.findings(enough).max_t() {
                Some(t) => format!("{samples} samples, max |t| {t:.2}"),
                None => format!("{samples} samples, too few for a test yet"),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::battery::Battery;
    use super::super::classes::Class;
    use super::*;

    #[test]
    fn lines_say_what_there_is() {
        assert_eq!(line(Stage::Batch(1000)), "1,000 samples of the first batch");
        let mut battery = Battery::new(&mut []);
        for i in 0..1000 {
            battery.push(Class::Fixed, i % 2);
            battery.push(Class::Random, i % 2);
        }
        let few = line(Stage::Judged(&battery, 2000));
        assert_eq!(few, "2,000 samples, too few for a test yet");
        assert_eq!(line(Stage::Judged(&battery, 1000)), "2,000 samples, max |t| 0.00");
    }
}
