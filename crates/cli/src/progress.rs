//! What is being waited for: trees, mostly.

use hbs::{Options, WalkKind, Workers, cost, hss, lms, xmss};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use signer::{Backend, ParameterSet, Scheme};
use std::time::{Duration, Instant};

/// Work that is done by then shows no progress.
const PATIENCE: Duration = Duration::from_secs(1);

/// Does some work, and says on a terminal how long it takes and about how long it will.
pub(crate) fn during<T>(set: &ParameterSet, threads: usize, work: impl FnOnce() -> T) -> T {
    let expected = expected(set, threads).filter(|time| *time > PATIENCE);
    let Some(expected) = expected else { return work() };
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed} {msg}") {
        bar.set_style(style);
    }
    bar.set_message(format!("of about {}: building the top tree of {}", human(expected), set.name));
    bar.enable_steady_tick(Duration::from_millis(200));
    let done = work();
    bar.finish_and_clear();
    done
}

/// How long the top tree of a key takes, by what a small tree of the same kind of hash takes here.
fn expected(set: &ParameterSet, threads: usize) -> Option<Duration> {
    let walk = WalkKind::Default;
    let blocks = match set.scheme {
        Scheme::Lms => cost::Lms::new(lms::Params::of(set)?, walk).generate(),
        Scheme::Hss => cost::Hss::new(hss::Params::of(set)?, walk).generate(),
        Scheme::Xmss | Scheme::XmssMt => cost::Xmss::new(xmss::Params::of(set)?, walk).generate(),
        _ => return None,
    };
    // Less than a second on anything.
    if blocks < 4_000_000 {
        return None;
    }
    // Of as long chains, where that is known.
    let w = match set.scheme {
        Scheme::Lms => lms::Params::of(set)?.ots.w,
        Scheme::Hss => hss::Params::of(set)?.levels().first()?.ots.w,
        _ => 4,
    };
    let hash = if set.name.contains("SHAKE") { "SHAKE" } else { "SHA256" };
    let small = lms::find(&format!("LMS-{hash}-M32-H5+LMOTS-{hash}-N32-W{w}")).ok()?;
    let of_small = cost::Lms::new(lms::Params::of(&small)?, walk).generate();
    let native =
        crate::sets::native(Scheme::Lms, Options { workers: Workers::one(), ..Options::default() });
    let start = Instant::now();
    native.generate_from_seed(&small, &vec![0; small.seed_len]).ok()?;
    let time = start.elapsed().mul_f64(blocks as f64 / of_small as f64);
    Some(time.div_f64(threads.max(1) as f64))
}

fn human(time: Duration) -> String {
    match time.as_secs() {
        0..120 => format!("{} s", time.as_secs().max(1)),
        120..7200 => format!("{} min", time.as_secs() / 60),
        seconds => format!("{} h", seconds / 3600),
    }
}
