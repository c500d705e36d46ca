//! A process that is forked while it has a key open: its child gets nothing to sign with.
#![cfg(unix)]

use fork::{Fork, WEXITSTATUS, fork, waitpid};
use signer::{
    Ahead, Counter, Durable, Error, Ledger, PrivateKey, Randomness, SecretBytes, StateStore,
    StatefulSigner,
};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};
use std::{env, thread};
use store::{FileStore, Identity, Options, Os};
use tempfile::TempDir;

const FOR_TESTS: Options = Options { allow_volatile: true, adopt: None };
const KEY: Identity<'static> = Identity { seed: b"a seed", public_key: b"it forks" };

/// The folder of the key, in a process that is to fork.
const FOLDER: &str = "HBS_FORK_FOLDER";
/// Where it forks, and at which call.
const WHERE: &str = "HBS_FORK_WHERE";
const CALL: &str = "HBS_FORK_CALL";

/// How long a process may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// Forks at the call that it is made for, and waits for the child to end.
#[derive(Debug)]
struct Forks {
    place: String,
    call: u32,
    calls: AtomicU32,
}

impl Forks {
    fn at(&self, place: &str) {
        if self.place != place || self.calls.fetch_add(1, Ordering::Relaxed) != self.call {
            return;
        }
        match fork().expect("it forks") {
            Fork::Parent(child) => drop(waitpid(child).expect("it ends")),
            Fork::Child => {}
        }
    }
}

/// A key that is forked while it signs. Its signatures are their indices.
#[derive(Debug)]
struct Toy<'a>(u64, &'a Forks);

impl PrivateKey for Toy<'_> {
    fn public_key(&self) -> &[u8] {
        KEY.public_key
    }

    fn secret_key(&self) -> Result<SecretBytes, Error> {
        Ok(SecretBytes::new(Vec::new()))
    }
}

impl StatefulSigner for Toy<'_> {
    fn index(&self) -> u64 {
        self.0
    }

    fn remaining(&self) -> u64 {
        u64::MAX - self.0
    }

    fn sign(&mut self, _: &[u8], _: Randomness<'_>, out: &mut Vec<u8>) -> Result<(), Error> {
        *out = self.0.to_be_bytes().to_vec();
        self.0 += 1;
        self.1.at("sign");
        Ok(())
    }

    fn skip_to(&mut self, index: u64) -> Result<(), Error> {
        self.0 = index;
        Ok(())
    }
}

/// A store that is forked before and after it stores.
#[derive(Debug)]
struct Forking<'a>(FileStore, &'a Forks);

impl StateStore for Forking<'_> {
    fn load(&mut self) -> Result<Counter, Error> {
        self.0.load()
    }

    fn swap(&mut self, to: &Counter) -> Result<(), Error> {
        self.1.at("before");
        self.0.swap(to)?;
        self.1.at("after");
        Ok(())
    }
}

fn open(path: &Path) -> Result<FileStore, Error> {
    Ok(FileStore::open(&Os, path, KEY, FOR_TESTS)?.0)
}

/// A process that signs, and is forked: parent and child go on with the same. No test by itself.
#[test]
fn signs() {
    let Some(folder) = env::var_os(FOLDER) else { return };
    let path = PathBuf::from(folder).join("state");
    let [place, call] = [WHERE, CALL].map(|name| env::var(name).expect("it is set"));
    let call = call.parse().expect("a number");
    let forks = Forks { place, call, calls: AtomicU32::new(0) };
    let parent = std::process::id();
    let ledger = Ledger::open(Forking(open(&path).expect("it opens"), &forks)).expect("it opens");
    let key: Box<Toy<'_>> = Box::new(Toy(0, &forks));
    let mut key = Durable::new(key, ledger).expect("a new key").in_chunks_of(3);
    let mut signature = Vec::new();
    let mut turn = |key: &mut Durable<Forking<'_>, Toy<'_>>| {
        let signed = key.sign(b"", Randomness::Deterministic, &mut signature);
        let here = if std::process::id() == parent { "parent" } else { "child" };
        // One write each: the lines of two processes do not mix.
        let line = match signed {
            Ok(()) => {
                let index = signature.as_slice().try_into().map(u64::from_be_bytes);
                format!("{here} index {}\n", index.expect("an index"))
            }
            Err(error) if signature.is_empty() => format!("{here} refused {error}\n"),
            Err(_) => format!("{here} has a signature in spite of an error\n"),
        };
        std::io::stdout().write_all(line.as_bytes()).expect("somebody reads");
    };
    for _ in 0..9 {
        forks.at("between");
        turn(&mut key);
    }
    if std::process::id() == parent {
        return drop(key.close().expect("it closes"));
    }
    // With the parent's store as little as with one of its own.
    let error = key.close().map(drop).expect_err("a child");
    println!("child refused {error}");
    if let Err(error) = open(&path) {
        println!("child refused {error}");
    }
    std::process::exit(0);
}

/// A process that reserves, and is forked in the middle of it. No test by itself.
#[test]
fn reserves() {
    let Some(folder) = env::var_os(FOLDER) else { return };
    let forks = Forks { place: "after".into(), call: 1, calls: AtomicU32::new(0) };
    let store = open(&PathBuf::from(folder).join("state")).expect("it opens");
    let mut ledger = Ledger::open(Forking(store, &forks)).expect("it opens");
    let parent = std::process::id();
    for _ in 0..3 {
        let reserved = ledger.reserve(1).map(|reserved| reserved.index());
        let here = if std::process::id() == parent { "parent" } else { "child" };
        println!("{here} has {reserved:?}");
    }
    if std::process::id() != parent {
        std::process::exit(0);
    }
}

#[test]
fn a_child_has_no_reservation_of_its_parents() {
    let (_folder, output) = run("reserves", "after", 1);
    let of = |whose: &str| output.lines().filter(|line| line.contains(whose)).count();
    let found = (of("parent has Ok"), of("child has Ok"), of("child has Err(Forked)"));
    assert_eq!(found, (3, 0, 2), "{output}");
}

#[test]
fn a_child_signs_with_nothing() {
    // Nine signatures take three reservations.
    let mut runs = 0;
    for (place, calls) in [("between", 9), ("sign", 9), ("before", 3), ("after", 3)] {
        for call in 0..calls {
            let (folder, text) = run("signs", place, call);
            let of = |whose: &str| text.lines().filter(|line| line.contains(whose)).count();
            assert_eq!(of("parent index"), 9, "{place}, call {call}: {text}");
            for index in 0..9 {
                assert_eq!(of(&format!("parent index {index}")), 1, "{place}, call {call}: {text}");
            }
            assert_eq!(of("child index"), 0, "{place}, call {call}: {text}");
            // What it had to sign yet, closing, and opening.
            let due: u32 =
                2 + if place == "between" || place == "sign" { 9 - call } else { 9 - 3 * call };
            assert_eq!(of("child refused") as u32, due, "{place}, call {call}: {text}");
            let next = open(&folder.path().join("state"))
                .and_then(|mut store| store.load())
                .expect("it opens")
                .next;
            assert_eq!(next, 9, "{place}, call {call}");
            runs += 1;
        }
    }
    println!("{runs} forks: 216 indices issued, 0 by a child, 0 reused");
}

/// A process whose next indices are reserved by a thread, which is not there in the child. No test by itself.
#[test]
fn reserves_ahead() {
    let Some(folder) = env::var_os(FOLDER) else { return };
    let never = Forks { place: "never".into(), call: 0, calls: AtomicU32::new(0) };
    let store = open(&PathBuf::from(folder).join("state")).expect("it opens");
    let key = Durable::new(Box::new(Toy(0, &never)), Ledger::open(store).expect("it opens"));
    let mut key = key.expect("a new key").in_chunks_of(2).ahead().expect("a thread");
    let mut signature = Vec::new();
    let mut sign = |key: &mut Ahead<FileStore, Toy<'_>>| {
        let signed = key.sign(b"", Randomness::Deterministic, &mut signature);
        signed.map(|()| signature.clone())
    };
    // All of a reservation: the next one would be waited for.
    assert!(sign(&mut key).is_ok() && sign(&mut key).is_ok());
    match fork().expect("it forks") {
        Fork::Parent(child) => {
            let status = waitpid(child).expect("it ends");
            println!("the child ended with {}", WEXITSTATUS(status));
            assert_eq!(sign(&mut key), Ok(2_u64.to_be_bytes().to_vec()));
            drop(key.stop().expect("it stops"));
        }
        Fork::Child => {
            let forked = key.ready() == Err(Error::Forked)
                && sign(&mut key) == Err(Error::Forked)
                && matches!(key.stop(), Err(Error::Forked));
            std::process::exit(if forked { 7 } else { 8 });
        }
    }
}

#[test]
fn a_child_does_not_wait_for_a_thread_that_it_has_not() {
    // Now and then the thread has the lock of the channel at that moment.
    for run_number in 0..25 {
        let (_folder, output) = run("reserves_ahead", "never", 0);
        assert!(output.contains("the child ended with 7\n"), "run {run_number}: {output}");
    }
}

/// Runs a test of this file in a process of its own, where nothing else may hold what the child needs.
fn run(test: &str, place: &str, call: u32) -> (TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let counter = Counter::new(0, 1 << 20).expect("from 0 on");
    let path = folder.path().join("state");
    FileStore::create(&Os, &path, KEY, counter, FOR_TESTS).expect("made");
    let mut command = Command::new(env::current_exe().expect("it runs"));
    command.args(["--exact", test, "--nocapture", "--test-threads", "1"]);
    command.env(FOLDER, folder.path()).env(WHERE, place).env(CALL, call.to_string());
    let mut process = command.stdout(Stdio::piped()).spawn().expect("it starts");
    let begun = Instant::now();
    let status = loop {
        match process.try_wait().expect("it is ours") {
            Some(status) => break status,
            None if begun.elapsed() > PATIENCE => {
                process.kill().expect("it runs");
                panic!("{test}, {place}, call {call}: it waits for ever");
            }
            None => thread::sleep(Duration::from_millis(1)),
        }
    };
    let mut text = String::new();
    let mut output = process.stdout.take().expect("a pipe");
    output.read_to_string(&mut text).expect("text");
    assert!(status.success(), "{test}, {place}, call {call}: {text}");
    (folder, text)
}
