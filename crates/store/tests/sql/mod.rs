//! What the tests of the stores in databases share: keys, and processes that sign.

use signer::{Counter, Error, Ledger, StateStore};
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use std::{env, mem};
use store::{Identity, Options};

pub(crate) const FOR_TESTS: Options = Options { allow_volatile: true, adopt: None };

/// The database, in a process that is to sign.
const PLACE: &str = "HBS_STORE_PLACE";
/// How many times it opens the key; it never ends without.
const ROUNDS: &str = "HBS_STORE_ROUNDS";
/// Reservations each time.
const SIZES: [u64; 4] = [1, 1, 4, 1];
/// How long anything may take.
const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) type Opened = Result<Ledger<Box<dyn StateStore>>, Error>;

pub(crate) fn identity(public_key: &[u8]) -> Identity<'_> {
    Identity { seed: b"a seed", public_key }
}

pub(crate) fn many() -> Counter {
    Counter::new(0, 1 << 40).expect("from 0 on")
}

/// What has the words in its message.
#[track_caller]
pub(crate) fn refused<T>(result: Result<T, Error>, says: &str) {
    let error = result.map(drop).expect_err("refused").to_string();
    assert!(error.contains(says), "no `{says}` in: {error}");
}

/// What a process that signs does: each index that it has is on its standard output. After an error it sees that
/// nothing signs any more, and opens the key again.
pub(crate) fn sign(open: impl Fn(&str) -> Opened) {
    let Ok(place) = env::var(PLACE) else { return };
    let rounds: Option<u64> = env::var(ROUNDS).ok().map(|rounds| rounds.parse().expect("a number"));
    let mut out = std::io::stdout();
    let mut opened = open(&place).map_err(|error| panic!("{error}"));
    for round in 0.. {
        if rounds == Some(round) {
            return;
        }
        let begun = Instant::now();
        let mut ledger = loop {
            match mem::replace(&mut opened, open(&place)) {
                Ok(ledger) => break ledger,
                Err(error) if begun.elapsed() > PATIENCE => panic!("{error}"),
                Err(_) => thread::sleep(Duration::from_millis(20)),
            }
        };
        for n in SIZES {
            let reservation = match ledger.reserve(n) {
                Ok(reservation) => reservation,
                Err(error) => {
                    assert!(matches!(ledger.reserve(1), Err(Error::Poisoned { .. })));
                    let mut store = ledger.into_store();
                    assert!(store.load().is_err(), "the store goes on");
                    writeln!(out, "poisoned: {error}").expect("somebody reads");
                    break;
                }
            };
            for ticket in reservation {
                writeln!(out, "index {}", ticket.index()).expect("somebody reads");
            }
            out.flush().expect("somebody reads");
        }
    }
}

/// A process that signs, killed when it is dropped.
pub(crate) struct Signing {
    child: Child,
    reader: Option<JoinHandle<Vec<String>>>,
    lines: Arc<AtomicU64>,
}

impl Signing {
    /// That runs the test `signs`.
    pub(crate) fn start(place: &str, rounds: Option<u64>) -> Self {
        let mut command = Command::new(env::current_exe().expect("it runs"));
        command.args(["--exact", "signs", "--nocapture", "--test-threads", "1"]).env(PLACE, place);
        rounds.map(|rounds| command.env(ROUNDS, rounds.to_string()));
        let mut child = command.stdout(Stdio::piped()).spawn().expect("it starts");
        let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
        let lines = Arc::new(AtomicU64::new(0));
        let counted = Arc::clone(&lines);
        let reader = thread::spawn(move || {
            let (mut all, mut line) = (Vec::new(), String::new());
            // A line that was cut off is none: nobody had that signature whole.
            while output.read_line(&mut line).is_ok() && line.ends_with('\n') {
                if line.contains("index ") || line.contains("poisoned: ") {
                    all.push(mem::take(&mut line));
                    counted.fetch_add(1, Ordering::Relaxed);
                }
                line.clear();
            }
            all
        });
        Self { child, reader: Some(reader), lines }
    }

    /// Waits until it has written `more` lines.
    pub(crate) fn wait_for(&mut self, more: u64) {
        let (begun, from) = (Instant::now(), self.lines.load(Ordering::Relaxed));
        while self.lines.load(Ordering::Relaxed) < from + more {
            assert_eq!(self.child.try_wait().expect("it is ours"), None, "it ended");
            assert!(begun.elapsed() < PATIENCE, "it does nothing");
            thread::sleep(Duration::from_micros(100));
        }
    }

    /// Lets it end. Returns what it wrote.
    pub(crate) fn ended(mut self) -> Vec<String> {
        assert!(self.child.wait().expect("it ended").success());
        self.written()
    }

    pub(crate) fn killed(mut self) -> Vec<String> {
        self.child.kill().expect("it runs");
        self.child.wait().expect("it ended");
        self.written()
    }

    fn written(&mut self) -> Vec<String> {
        self.reader.take().map(|reader| reader.join().expect("no panic")).unwrap_or_default()
    }
}

impl Drop for Signing {
    fn drop(&mut self) {
        let _gone = self.child.kill();
        let _gone = self.child.wait();
    }
}

/// Adds the indices of lines to those of others. Returns how often the process was poisoned.
#[track_caller]
pub(crate) fn add(all: &mut BTreeSet<u64>, lines: &[String]) -> usize {
    for line in lines {
        if let Some((_, index)) = line.split_once("index ") {
            let index = index.trim().parse().expect("a number");
            assert!(all.insert(index), "index {index} twice");
        }
    }
    lines.iter().filter(|line| line.contains("poisoned: ")).count()
}

/// Processes that share a key give out each index once, and lose none.
pub(crate) fn shared(place: &str, open: impl Fn(&str) -> Opened, count: u64) {
    let first = open(place).expect("it opens").counter().next;
    let begun = Instant::now();
    let processes: Vec<_> = (0..count).map(|_| Signing::start(place, Some(8))).collect();
    let mut all = BTreeSet::new();
    for process in processes {
        assert_eq!(add(&mut all, &process.ended()), 0, "poisoned");
    }
    let given = count * 8 * SIZES.iter().sum::<u64>();
    let next = open(place).expect("it opens").counter().next;
    println!("{count} processes: {given} indices in {:.2} s", begun.elapsed().as_secs_f64());
    assert_eq!((all.len() as u64, next), (given, first + given), "{count} processes");
}

/// Kills processes at any moment, while another one goes on.
pub(crate) fn killed(place: &str, open: impl Fn(&str) -> Opened, kills: u32) {
    let mut all = BTreeSet::new();
    let (mut random, mut silent) = (8554_u64, 0);
    let begun = Instant::now();
    let mut beside = Signing::start(place, None);
    for kill in 0..kills {
        let mut process = Signing::start(place, None);
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        // One in four before it signs, or while it starts to.
        let within = if kill % 4 == 0 {
            20_000
        } else {
            process.wait_for(1);
            5_000
        };
        thread::sleep(Duration::from_micros((random >> 33) % within));
        let lines = process.killed();
        assert_eq!(add(&mut all, &lines), 0, "kill {kill}: poisoned: {lines:?}");
        silent += u32::from(lines.is_empty());
    }
    beside.wait_for(1);
    assert_eq!(add(&mut all, &beside.killed()), 0, "the one beside is poisoned");
    let counter = *open(place).expect("it opens").counter();
    let last = all.last().map_or(0, |last| last + 1);
    assert!(counter.next >= last && silent < kills, "{counter:?}, {silent} of {kills} silent");
    println!(
        "{kills} kills in {:.1} s ({silent} before it signed): {} indices issued, {} lost, 0 reused",
        begun.elapsed().as_secs_f64(),
        all.len(),
        counter.next - all.len() as u64,
    );
}
