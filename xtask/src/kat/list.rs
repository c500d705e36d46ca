//! Every digest that is known, and what comes of it here.
//!
//! | room | what it is |
//! |---|---|
//! | `xmss` | those of XMSS and XMSS^MT |
//! | `sphincs` | those of SPHINCS+ and SLH-DSA |

mod sphincs;
mod xmss;

use super::known::Known;
use super::{Family, options};
use crate::say;

/// What was said so far.
#[derive(Debug, Default)]
struct Report {
    source: &'static str,
    equal: usize,
    different: usize,
    not_tried: usize,
}

/// What came of a digest.
#[derive(Debug)]
enum Outcome {
    /// What was made has this digest, and took so long with all that is made with it.
    Made { digest: String, seconds: f64 },
    /// Why not.
    NotTried(String),
}

/// Says of each digest whether it comes out, and returns whether all do that were tried.
pub(super) fn run(family: Option<Family>, all: bool, threads: usize) -> Result<bool, String> {
    let mut report = Report::default();
    let wanted = |one| family.is_none_or(|family| family == one);
    if wanted(Family::Xmss) {
        xmss::tell(&mut report, all, &options(threads)?).map_err(|error| error.to_string())?;
    }
    if wanted(Family::Sphincs) {
        sphincs::tell(&mut report, all, threads)?;
    }
    let Report { equal, different, not_tried, .. } = report;
    say(format_args!("\nkat: {equal} equal, {different} different, {not_tried} not tried"));
    Ok(different == 0)
}

/// A time in words.
fn about(seconds: f64) -> String {
    match seconds {
        ..60.0 => format!("{seconds:.0} s"),
        _ => format!("{:.0} min", (seconds / 60.0).ceil()),
    }
}

impl Report {
    /// A line, below its source.
    fn tell(&mut self, name: &str, Known { digest: due, source }: Known, outcome: &Outcome) {
        if self.source != source {
            self.source = source;
            say(format_args!("\n{source}:"));
        }
        let (count, verdict, note) = match outcome {
            Outcome::Made { digest, seconds } if digest == due => {
                (&mut self.equal, "yes", format!("{seconds:.1} s"))
            }
            Outcome::Made { digest, .. } => (&mut self.different, "NO", digest.clone()),
            Outcome::NotTried(why) => (&mut self.not_tried, "not tried", why.clone()),
        };
        *count += 1;
        say(format_args!("{verdict:<9}  {due}  {name}  ({note})"));
    }
}
