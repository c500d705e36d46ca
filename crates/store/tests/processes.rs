//! Processes that sign with one key: killed at any moment, and several at once.
#![cfg(unix)]

use signer::{Counter, Error, Ledger};
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, thread};
use store::{FileStore, Identity, Options, Os};

const FOR_TESTS: Options = Options { allow_volatile: true, adopt: None };
const KEY: Identity<'static> = Identity { seed: b"a seed", public_key: b"many processes" };

/// The folder of the key, in a process that is to sign.
const FOLDER: &str = "HBS_STORE_FOLDER";
/// How many reservations it makes; it never ends without.
const ROUNDS: &str = "HBS_STORE_ROUNDS";

fn made(folder: &Path) -> PathBuf {
    let path = folder.join("state");
    let counter = Counter::new(0, 1 << 40).expect("from 0 on");
    FileStore::create(&Os, &path, KEY, counter, FOR_TESTS).expect("made");
    path
}

fn open(path: &Path) -> Result<Ledger<FileStore>, Error> {
    Ledger::open(FileStore::open(&Os, path, KEY, FOR_TESTS)?.0)
}

/// A process that signs: each index that it has is on its standard output. No test by itself.
#[test]
fn signs() {
    let Some(folder) = env::var_os(FOLDER) else { return };
    let path = PathBuf::from(folder).join("state");
    let rounds: Option<u32> = env::var(ROUNDS).ok().map(|rounds| rounds.parse().expect("a number"));
    let mut out = std::io::stdout();
    for round in 0.. {
        if rounds == Some(round) {
            return;
        }
        let mut ledger = loop {
            match open(&path) {
                Ok(ledger) => break ledger,
                // Somebody else has it.
                Err(_) if rounds.is_some() => thread::sleep(Duration::from_micros(200)),
                Err(error) => panic!("{error}"),
            }
        };
        for n in [1, 1, 4, 1] {
            for ticket in ledger.reserve(n).expect("there are many") {
                writeln!(out, "index {}", ticket.index()).expect("somebody reads");
            }
            out.flush().expect("somebody reads");
        }
    }
}

fn signing(folder: &Path, rounds: Option<u32>) -> Child {
    let mut command = Command::new(env::current_exe().expect("it runs"));
    command.args(["--exact", "signs", "--nocapture", "--test-threads", "1"]).env(FOLDER, folder);
    rounds.map(|rounds| command.env(ROUNDS, rounds.to_string()));
    command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("it starts")
}

/// The indices that a process wrote. A line that was cut off is none: nobody had that signature whole.
fn indices(output: impl Read) -> Vec<u64> {
    let lines = BufReader::new(output).split(b'\n').map_while(Result::ok);
    let text = lines.filter_map(|line| String::from_utf8(line).ok());
    let index = |line: String| line.split_once("index ")?.1.parse().ok();
    text.filter_map(index).collect()
}

fn killed(kills: u32) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = made(folder.path());
    let mut all = BTreeSet::new();
    let (mut random, mut silent) = (8554_u64, 0);
    let begun = Instant::now();
    for kill in 0..kills {
        let mut child = signing(folder.path(), None);
        let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let mut told = Vec::new();
        // One in four before it signs, or while it starts to.
        let within = if kill % 4 == 0 {
            10_000
        } else {
            while indices(&told[..]).is_empty() {
                assert_ne!(output.read_until(b'\n', &mut told).expect("read"), 0, "it ended");
            }
            5_000
        };
        thread::sleep(Duration::from_micros((random >> 33) % within));
        child.kill().expect("it runs");
        output.read_to_end(&mut told).expect("read");
        child.wait().expect("it ended");
        let issued = indices(&told[..]);
        silent += u32::from(issued.is_empty());
        for index in issued {
            assert!(all.insert(index), "kill {kill}: index {index} again");
        }
    }
    let counter = *open(&path).expect("it opens").counter();
    let last = all.last().map_or(0, |last| last + 1);
    assert!(counter.next >= last && silent < kills, "{counter:?}, {silent} of {kills} silent");
    println!(
        "{kills} kills in {:.1} s ({silent} before it signed): {} indices issued, {} lost, 0 reused",
        begun.elapsed().as_secs_f64(),
        all.len(),
        counter.next - all.len() as u64,
    );
}

#[test]
fn a_process_is_killed_at_any_moment() {
    killed(100);
}

#[test]
#[ignore = "half a minute: cargo test -p store --release --test processes -- --ignored"]
fn a_process_is_killed_2000_times() {
    killed(2_000);
}

#[test]
fn two_and_eight_processes_share_a_key() {
    for count in [2, 8] {
        let folder = tempfile::tempdir().expect("a folder");
        made(folder.path());
        let children: Vec<_> = (0..count).map(|_| signing(folder.path(), Some(8))).collect();
        let mut all = BTreeSet::new();
        for mut child in children {
            let output = child.stdout.take().expect("a pipe");
            for index in indices(output) {
                assert!(all.insert(index), "{count} processes: index {index} twice");
            }
            assert!(child.wait().expect("it ended").success());
        }
        assert_eq!(all.len(), count * 8 * 7, "{count} processes");
    }
}
