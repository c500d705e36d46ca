//! `cargo xtask compare`: what is faster and what is slower, with what certainty.
//!
//! | room | what it is |
//! |---|---|
//! | `side` | records from files and folders |
//! | `rows` | which rows belong together, and what is compared of them |
//! | `judge` | intervals and verdicts |
//! | `exact` | sizes and counts, which are the same or not |
//! | `margin` | what counts as the same |
//! | `text` | what is said of them |
//! | `experiment` | whether the verdicts hold what they promise |

mod exact;
mod experiment;
mod judge;
mod margin;
pub(crate) mod rows;
mod side;
mod text;

use crate::say;
use experiment::Experiment;
use judge::{Judgement, Verdict, judge};
use margin::Margin;
use rows::{Figure, Matched};
use side::Side;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// What to compare.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Ratios are those of B to A, or of the second backend to the first: above 1 is slower. \
                  They are means of the middle half of the logarithms of the processes' medians; of two \
                  backends of one run, and of two runs with the same seed, process by process. The \
                  interval is studentised, stretched by a seeded bootstrap over the processes, and at a \
                  level at which all of them hold at once with 95 % (Bonferroni).\n\n\
                  same: the interval lies within the margin. faster, slower: it excludes 1, and the ratio \
                  lies beyond the margin. unclear: neither, or fewer than 5 processes.\n\n\
                  The margin is the noise of the machine, which `cargo xtask bench --aa --replicates` \
                  measures. Rows that failed are refused by name. Of different machines only shares of \
                  the hash limit, sizes and counts are compared.\n\n\
                  Exit codes: 0 compared; 1 a row was refused, --fail-on found what it looks for, or an \
                  experiment failed; 2 a question that makes no sense."
)]
pub(crate) struct Args {
    /// Records, or folders of records such as those under results/: A and B, or one with --backends
    #[arg(value_name = "A B", num_args = 1..=2, required_unless_present = "experiment")]
    records: Vec<PathBuf>,

    /// Compare these two backends of one record
    #[arg(long, value_name = "NAME,NAME", value_delimiter = ',')]
    backends: Vec<String>,

    /// What two times of the same may differ by, such as 0.02 for 2 % [default: the noise of the machine]
    #[arg(long, value_name = "SHARE", value_parser = margin::share)]
    margin: Option<f64>,

    /// Print JSON instead of a table
    #[arg(long)]
    json: bool,

    /// Exit with 1 if there is such a row; several times for several
    #[arg(long, value_enum, value_name = "VERDICT")]
    fail_on: Vec<FailOn>,

    /// See whether the verdicts hold what they promise, on this machine, with runs of some small sets.
    /// Takes about half a minute a round
    #[arg(long, value_enum, conflicts_with_all = ["records", "backends", "json", "fail_on"])]
    experiment: Option<Experiment>,

    /// Rounds of the experiment, of 12 comparisons each
    #[arg(long, value_name = "N", requires = "experiment", default_value_t = 17)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1000))]
    rounds: u32,

    /// Processes of each run of the experiment
    #[arg(long, value_name = "N", requires = "experiment", default_value = crate::bench::REPLICATES)]
    #[arg(value_parser = clap::value_parser!(u32).range(5..=1000))]
    replicates: u32,
}

/// What makes the exit code 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum FailOn {
    /// Something is slower
    Slower,
    /// Something is faster or slower, or a size or a count differs
    Different,
    /// Something is unclear
    Unclear,
}

pub(crate) fn run(args: &Args, root: &Path) -> ExitCode {
    if let Some(experiment) = args.experiment {
        return experiment::run(experiment, args.rounds, args.replicates, args.margin);
    }
    let sides = match args.sides() {
        Ok(sides) => sides,
        Err(wrong) => return usage(&wrong),
    };
    let (first, second) = (&sides[0], sides.get(1).unwrap_or(&sides[0]));
    let matched = match &args.backends[..] {
        [one, other] => Matched::backends(&first.rows(), one, other),
        _ => Matched::records(&first.rows(), &second.rows()),
    };
    if matched.pairs.is_empty() && matched.refused.is_empty() {
        return usage("the two have no operation in common");
    }
    let same_machine = first.machine().fingerprint == second.machine().fingerprint;
    let margin = match Margin::find(args.margin, &[first.machine(), second.machine()], root) {
        Ok(margin) => margin,
        Err(wrong) => return usage(&wrong),
    };
    let figure = if same_machine { Figure::Time } else { Figure::Share };
    let judgement = judge(matched.pairs, figure, margin.share);
    let exact = if args.backends.is_empty() { exact::differing(&judgement) } else { Vec::new() };
    let told = text::Told {
        sides: [first, second],
        backends: &args.backends,
        same_machine,
        margin: &margin,
        judgement: &judgement,
        exact: &exact,
        refused: &matched.refused,
        alone: &matched.alone,
    };
    say(if args.json { told.json() } else { told.text() }.trim_end());
    let failed = args.fail_on.iter().any(|what| what.is_there(&judgement, exact.len()));
    if failed || !matched.refused.is_empty() { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

impl Args {
    /// The records, two or one of them; or a sentence that says why there are none.
    fn sides(&self) -> Result<Vec<Side>, String> {
        match (&self.backends[..], self.records.len()) {
            ([], 2) => (),
            ([], _) => return Err("two records, or one and --backends".into()),
            ([one, other], 1) if one != other => (),
            ([_, _], 1) => return Err("--backends takes two different names".into()),
            ([_, _], _) => return Err("--backends takes one record".into()),
            _ => return Err("--backends takes two names, such as native,purecrypto".into()),
        }
        let sides: Vec<_> = self.records.iter().map(|p| Side::load(p)).collect::<Result<_, _>>()?;
        for name in &self.backends {
            let known = sides[0].backends();
            if !known.contains(&&**name) {
                return Err(format!("no backend `{name}` there, but: {}", known.join(", ")));
            }
        }
        Ok(sides)
    }
}

impl FailOn {
    fn is_there(self, judgement: &Judgement<'_>, exact: usize) -> bool {
        let count = |verdict| judgement.count(verdict);
        match self {
            Self::Slower => count(Verdict::Slower) > 0,
            Self::Different => count(Verdict::Slower) + count(Verdict::Faster) + exact > 0,
            Self::Unclear => count(Verdict::Unclear) > 0,
        }
    }
}

fn usage(wrong: &str) -> ExitCode {
    eprintln!("xtask compare: {wrong}");
    ExitCode::from(2)
}
