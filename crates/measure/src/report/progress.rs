//! Progress on standard error, when a terminal is there and the work takes over a second.

use crate::record::Operation;
use crate::runner::Progress;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::time::{Duration, Instant};

/// A line that says what is being measured. It is drawn between samples, never by a thread of its own,
/// which would share the processor with what is measured.
#[derive(Debug)]
pub struct Bar {
    bar: ProgressBar,
    started: Instant,
    shown: bool,
    prefix: String,
}

/// Work that is done by then shows no progress.
const PATIENCE: Duration = Duration::from_secs(1);

impl Bar {
    /// A bar that is not shown yet.
    #[must_use]
    pub fn new() -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed} {prefix}{msg}") {
            bar.set_style(style);
        }
        Self { bar, started: Instant::now(), shown: false, prefix: String::new() }
    }

    /// Says what is being worked on, before what it is doing: `3 of 12, LMS-SHA256-M32-H5+…`.
    pub fn about(&mut self, what: &str) {
        self.prefix = format!("{what}: ");
        self.bar.set_prefix(self.prefix.clone());
    }

    /// Says what it is doing.
    pub fn doing(&mut self, what: String) {
        if !self.shown && self.started.elapsed() >= PATIENCE {
            self.shown = true;
            // Draws nothing unless standard error is a terminal.
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        if self.shown {
            self.bar.set_message(what);
            self.bar.tick();
        }
    }

    /// Takes the line away.
    pub fn finish(&mut self) {
        self.bar.finish_and_clear();
    }
}

impl Default for Bar {
    fn default() -> Self {
        Self::new()
    }
}

impl Progress for Bar {
    fn at(&mut self, backend: &str, operation: Operation) {
        self.doing(format!("{backend} {}", operation.name()));
    }
}
