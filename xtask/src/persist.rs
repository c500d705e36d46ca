//! `cargo xtask persist`: what it takes to give out indices durably, and how many signatures a second a service can
//! make that does, for each store and for so many indices at a time.
//!
//! | room | what it is |
//! |---|---|
//! | `places` | the stores, and what others do instead |
//! | `record` | `results/<machine>/persist.json`, and the table of it |
//!
//! By wall time: a disk is waited for. Signing is timed in the same loop, between the reservations, so that both
//! have the same machine.

mod places;
pub(crate) mod record;

use crate::say;
use hbs::{Chapter, Native, hss, lms, xmss};
use measure::machine::Machine;
use measure::stats::Summary;
use places::{PLACES, Place};
use record::{Persist, Row, SCHEMA};
use signer::{
    Ahead, Backend, Counter, Durable, Error, Key, Ledger, ParameterSet, Randomness, StateStore,
    StatefulSigner, UnknownSet,
};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

/// What to measure.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Exit codes: 0; 1 a store failed, or the record could not be written; 2 a question that makes no \
                  sense.\n`cargo xtask report` puts the record into crates/store/README.md. SQLite and PostgreSQL are \
                  there if xtask is built with --features sqlite,postgres."
)]
pub(crate) struct Args {
    /// Folder on the disk to be measured [default: target/persist]
    #[arg(long, value_name = "FOLDER")]
    on: Option<PathBuf>,
    /// Connection of PostgreSQL, such as "host=/run/postgresql user=me": rows are left in the table that the store makes there
    #[arg(long, value_name = "CONNECTION")]
    postgres: Option<String>,
    /// A tenth of the time: to look at, not to compare by
    #[arg(long)]
    quick: bool,
    /// Print the record instead of a table
    #[arg(long)]
    json: bool,
    /// Write nothing under results/
    #[arg(long)]
    dry_run: bool,
}

/// What signs.
struct Subject {
    set: &'static str,
    find: fn(&str) -> Result<ParameterSet, UnknownSet>,
    chapter: &'static dyn Chapter,
    /// By every store, or by the file and what keeps nothing: what a store takes is the same for every set.
    every: bool,
}

/// The first is the fastest there is, so that what a store takes weighs most.
const SUBJECTS: [Subject; 5] = [
    Subject {
        set: "LMS-SHA256-M32-H15+LMOTS-SHA256-N32-W4",
        find: lms::find,
        chapter: &lms::LMS,
        every: true,
    },
    Subject {
        set: "LMS-SHA256-M32-H15+LMOTS-SHA256-N32-W8",
        find: lms::find,
        chapter: &lms::LMS,
        every: true,
    },
    Subject { set: "HSS-SHA256-H10-W4-L2", find: hss::find, chapter: &hss::HSS, every: false },
    Subject { set: "XMSS-SHA2_16_256", find: xmss::find, chapter: &xmss::XMSS, every: false },
    Subject { set: "XMSSMT-SHA2_20/2_256", find: xmss::find, chapter: &xmss::XMSS, every: false },
];

/// Indices at a time.
const RESERVED: [u64; 3] = [1, 16, 256];

/// Bytes of a message.
const MESSAGE: usize = 1024;

pub(crate) fn run(args: &Args, root: &Path) -> ExitCode {
    match measured(args, root) {
        Ok(()) => ExitCode::SUCCESS,
        Err(wrong) => {
            eprintln!("xtask persist: {wrong}");
            ExitCode::FAILURE
        }
    }
}

fn measured(args: &Args, root: &Path) -> Result<(), String> {
    let folder = args.on.clone().unwrap_or_else(|| root.join("target/persist"));
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let folder = tempfile::tempdir_in(&folder).map_err(|error| error.to_string())?;
    let time = Duration::from_millis(if args.quick { 200 } else { 2_000 });
    let mut rows = Vec::new();
    for Subject { set: name, find, chapter, every } in SUBJECTS {
        let set = find(name).map_err(|unknown| unknown.to_string())?;
        let native = Native::new("native", hbs::Options::default(), chapter);
        for place in PLACES.iter().filter(|place| every || place.plain) {
            eprintln!("a key of {name}");
            let key = native.generate(&set, &mut signer::Os).map_err(|error| error.to_string())?;
            let Key::Stateful(mut key) = key else { return Err(format!("{name} counts nothing")) };
            for reserved in RESERVED {
                eprintln!("{}, {reserved} at a time", place.name);
                let job = Job { set: &set, reserved, time };
                let (row, after) = job
                    .measure(place, folder.path(), args.postgres.as_deref(), key)
                    .map_err(|error| format!("{}: {error}", place.name))?;
                rows.extend(row);
                key = after;
            }
        }
    }
    let machine = Machine::here();
    let results = root.join("results").join(machine.directory_name());
    let persist = Persist {
        schema: SCHEMA.into(),
        machine,
        disk: disk(folder.path()),
        quick: args.quick,
        commit: said("git", &["rev-parse", "HEAD"], root),
        dirty: said("git", &["status", "--porcelain"], root).map(|changes| !changes.is_empty()),
        rows,
    };
    if !args.dry_run {
        record::write(&results, &persist)?;
    }
    if args.json {
        say(record::json(&persist)?.trim_end());
    } else {
        say(record::table(&persist));
    }
    Ok(())
}

/// What is measured at once.
struct Job<'a> {
    set: &'a ParameterSet,
    reserved: u64,
    time: Duration,
}

type Signer = Box<dyn StatefulSigner>;

impl Job<'_> {
    /// Reserves and signs until the time is over. Gives back the key; no row if the place is not there.
    fn measure(
        &self,
        place: &Place,
        folder: &Path,
        postgres: Option<&str>,
        key: Signer,
    ) -> Result<(Option<Row>, Signer), Error> {
        // The indices that the key has left: those before are used up.
        let counter = Counter::new(key.index(), key.index() + key.remaining())?;
        let Some(store) = (place.open)(folder, postgres, counter)? else {
            return Ok((None, key));
        };
        let durable = Durable::new(key, Ledger::open(store)?)?.in_chunks_of(self.reserved);
        let mut service = match place.ahead {
            true => Service::Ahead(durable.ahead()?),
            false => Service::Plain(durable),
        };
        let (mut persist, mut signing) = (Vec::new(), Vec::new());
        let mut signature = Vec::new();
        let mut turn = |timed: bool| -> Result<(), Error> {
            let (waited, signed) = service.turn(self.reserved, &mut signature)?;
            if timed {
                persist.push(waited.as_nanos() as f64);
                signing.push(signed.as_nanos() as f64);
            }
            Ok(())
        };
        // The first one of another size takes a write more.
        turn(false)?;
        let begun = Instant::now();
        // As long as there is time, but not all of the key: others come after.
        for _ in 0..MOST / self.reserved {
            turn(true)?;
            if begun.elapsed() > self.time {
                break;
            }
        }
        let (key, _) = service.close()?;
        let signatures = (persist.len() as u64 * self.reserved) as f64;
        let (waited, signed) = (persist.iter().sum::<f64>(), signing.iter().sum::<f64>());
        let persist = Summary::of(&persist).ok_or(Error::storage("no time"))?;
        let row = Row {
            set: self.set.name.clone(),
            store: place.name.into(),
            reserved: self.reserved,
            reservations: persist.n as u64,
            persist_ns: persist.p50,
            persist_p99_ns: persist.p99,
            durable_per_s: signatures / (waited + signed) * 1e9,
            raw_per_s: signatures / signed * 1e9,
        };
        Ok((Some(row), key))
    }
}

/// A key that signs, and what it waits for.
enum Service {
    Plain(Durable<Box<dyn StateStore>>),
    Ahead(Ahead<Box<dyn StateStore>>),
}

impl Service {
    /// Signs `n` messages: what it took to have the indices, and to sign.
    fn turn(&mut self, n: u64, signature: &mut Vec<u8>) -> Result<(Duration, Duration), Error> {
        let message = [7; MESSAGE];
        let begun = Instant::now();
        let waited = match self {
            Self::Plain(key) => {
                let tickets = key.reserve(n)?;
                let waited = begun.elapsed();
                for ticket in tickets {
                    key.sign_with(ticket, &message, Randomness::Deterministic, signature)?;
                }
                waited
            }
            Self::Ahead(key) => {
                key.ready()?;
                let waited = begun.elapsed();
                for _ in 0..n {
                    key.sign(&message, Randomness::Deterministic, signature)?;
                }
                waited
            }
        };
        Ok((waited, begun.elapsed() - waited))
    }

    fn close(self) -> Result<(Signer, Box<dyn StateStore>), Error> {
        match self {
            Self::Plain(key) => key.close(),
            Self::Ahead(key) => key.stop()?.close(),
        }
    }
}

/// Signatures of one row, at most: a key has three rows, and 2^15 of them.
const MOST: u64 = 1 << 13;

/// The file system that a folder is on, as the system calls it.
fn disk(folder: &Path) -> Option<String> {
    let output =
        Command::new("stat").args(["--file-system", "--format=%T"]).arg(folder).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}

fn said(program: &str, args: &[&str], root: &Path) -> Option<String> {
    let output = Command::new(program).args(args).current_dir(root).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
