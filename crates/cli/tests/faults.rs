//! Every operation on the disk goes wrong, in every command. Whatever is left is signed with afterwards: no index
//! may be in two signatures that somebody has.

use hbs_cli::World;
use signer::ParameterSet;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::Path;
use store::sim::{Fault, Outcome, Sim};

const SET: &str = "LMS-SHA256-M24-H5+LMOTS-SHA256-N24-W1";

/// A simulated disk for keys, and a folder for what is signed.
struct Place<'a> {
    disk: Sim,
    folder: &'a Path,
    signed: u32,
}

impl Place<'_> {
    /// Runs a command: its exit code. `MESSAGE` and `NEXT` stand for files, the latter for a new one each time.
    fn hbs(&mut self, args: &str) -> u8 {
        let mut line: Vec<OsString> = vec!["hbs".into()];
        for word in args.split_whitespace() {
            line.push(match word {
                "MESSAGE" => self.folder.join("message").into(),
                "NEXT" => {
                    self.signed += 1;
                    self.folder.join(format!("{}.sig", self.signed)).into()
                }
                word => word.into(),
            });
        }
        line.push("--allow-volatile".into());
        line.push("--threads".into());
        line.push("1".into());
        let mut world = World {
            disk: &self.disk,
            out: &mut std::io::sink(),
            err: &mut std::io::sink(),
            entropy: &mut signer::Os,
            prompt: &mut |_| Err(std::io::Error::other("nobody is there")),
        };
        hbs_cli::run(line, &mut world)
    }

    /// The indices of all signatures that were written: each once.
    fn check(&self, set: &ParameterSet, what: &str) -> usize {
        let mut seen = BTreeMap::new();
        for number in 1..=self.signed {
            let name = format!("{number}.sig");
            let Ok(bytes) = std::fs::read(self.folder.join(&name)) else { continue };
            let index = set.signature_index(&bytes).unwrap_or_else(|| panic!("{what}: {name}"));
            if let Some(other) = seen.insert(index, name.clone()) {
                panic!("{what}: index {index} is in {other} and in {name}");
            }
        }
        seen.len()
    }

    fn clear(&self) {
        for number in 1..=self.signed {
            let _ = std::fs::remove_file(self.folder.join(format!("{number}.sig")));
        }
    }
}

const COMMANDS: [&str; 12] = [
    "sign /key MESSAGE -o NEXT",
    "reserve /key 2",
    "sign /key MESSAGE -o NEXT",
    "split /key /part --count 8",
    "sign /part MESSAGE -o NEXT",
    "sign /key MESSAGE -o NEXT",
    "adopt /key --skip 1",
    "inspect /key",
    "split /part /third --count 3",
    "sign /third MESSAGE -o NEXT",
    "merge /key /part --lose 32",
    "sign /key MESSAGE -o NEXT",
];

/// What somebody does who goes on whatever happens; how many commands succeeded.
fn program(place: &mut Place<'_>, anchor: &str) -> usize {
    let keygen = format!("keygen /key --set {SET} {anchor}");
    let all = [&keygen[..]].into_iter().chain(COMMANDS);
    all.filter(|command| place.hbs(command) == 0).count()
}

/// All that is left signs.
fn afterwards(place: &mut Place<'_>) {
    for _ in 0..2 {
        for key in ["/key", "/part", "/third"] {
            place.hbs(&format!("sign {key} MESSAGE -o NEXT"));
        }
    }
}

#[test]
fn no_fault_of_any_command_puts_an_index_in_two_signatures() {
    experiments(8);
}

#[test]
#[ignore = "a minute: cargo test -p hbs-cli --release --test faults -- --ignored"]
fn no_fault_at_any_operation_puts_an_index_in_two_signatures() {
    experiments(1);
}

/// One in `nth` of all operations for each kind of fault, others for the next.
fn experiments(nth: u64) {
    let set = hbs::lms::find(SET).expect("a set");
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("message"), b"firmware").expect("written");
    let begin = || Place { disk: Sim::new("here"), folder: folder.path(), signed: 0 };
    let faults = [
        Fault::Refuses,
        Fault::Lies,
        Fault::Forgets,
        Fault::Torn(100),
        Fault::PowerBefore,
        Fault::PowerAfter,
    ];
    let outcomes = [None, Some(Outcome::Lost), Some(Outcome::Kept), Some(Outcome::TornAt(100))];
    let (mut experiments, mut signatures, mut without) = (0_u64, 0, 0);
    for anchor in ["", "--anchor /log"] {
        let mut place = begin();
        let good = program(&mut place, anchor);
        assert_eq!(good, COMMANDS.len() + 1, "nothing goes wrong");
        let operations = place.disk.operations();
        afterwards(&mut place);
        assert_eq!(place.check(&set, "nothing goes wrong"), 6 + 2 * 2, "the part is gone");
        place.clear();
        for operation in 0..operations {
            for (fault, at) in faults.into_iter().zip(operation..) {
                for outcome in outcomes.into_iter().filter(|_| at % nth == 0) {
                    let mut place = begin();
                    place.disk.plan(operation, fault);
                    program(&mut place, anchor);
                    match outcome {
                        None => place.disk.end(),
                        Some(outcome) => place.disk.fail(outcome),
                    }
                    afterwards(&mut place);
                    let what = format!("{anchor} {operation}, {fault:?}, {outcome:?}");
                    let seen = place.check(&set, &what);
                    (experiments, signatures) = (experiments + 1, signatures + seen);
                    without += u64::from(seen == 0);
                    place.clear();
                }
            }
        }
    }
    println!(
        "{experiments} experiments: {signatures} signatures, {without} without any, 0 indices reused"
    );
    assert!(experiments > 10_000 / nth && without < experiments / 4);
}
