//! Commands that are killed at any moment, and several at once on one key.
#![cfg(unix)]

mod support;

use std::collections::BTreeMap;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};
use support::Place;

const SET: &str = "LMS-SHA256-M24-H15+LMOTS-SHA256-N24-W1";

fn with_key() -> Place {
    let place = Place::new();
    place.write("message", b"firmware");
    place.hbs(&format!("keygen key --set {SET} --allow-volatile"));
    place
}

/// The indices of what was written, whole or not: part of a one-time signature tells of its key, too.
fn indices(place: &Place, files: u32) -> BTreeMap<u32, String> {
    let mut seen = BTreeMap::new();
    for number in 0..files {
        let name = format!("{number}.sig");
        let Ok(bytes) = std::fs::read(place.file(&name)) else { continue };
        let Some(index) = bytes.first_chunk().copied().map(u32::from_be_bytes) else { continue };
        if let Some(other) = seen.insert(index, name.clone()) {
            panic!("index {index} is in {other} and in {name}");
        }
    }
    seen
}

fn killed(kills: u32) {
    let place = with_key();
    // From before it starts to after it has ended.
    let begun = Instant::now();
    (0..4).for_each(|_| drop(place.hbs("sign key message --force")));
    let within = (begun.elapsed() * 3 / 8).as_micros() as u64;
    let begun = Instant::now();
    let (mut random, mut ended) = (8554_u64, 0);
    for kill in 0..kills {
        let mut command = place.command(&format!("sign key message -o {kill}.sig"));
        let mut child =
            command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("starts");
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        thread::sleep(Duration::from_micros((random >> 33) % within));
        ended += u32::from(child.try_wait().expect("a process").is_some());
        let _ = child.kill();
        child.wait().expect("it ended");
    }
    let seen = indices(&place, kills);
    let next = place.json("inspect key")["indices"]["next"].as_u64().expect("a number");
    assert!(seen.keys().all(|index| u64::from(*index) < next));
    let lost = next - 4 - seen.len() as u64;
    println!(
        "{kills} kills in {:.1} s, of which {ended} were too late: {} signatures, {} indices lost, 0 reused",
        begun.elapsed().as_secs_f64(),
        seen.len(),
        lost,
    );
    place.hbs("sign key message --force");
    place.hbs("verify key message");
    assert!(!seen.is_empty() && ended < kills);
}

#[test]
fn a_command_is_killed_at_any_moment() {
    killed(60);
}

#[test]
#[ignore = "a minute: cargo test -p hbs-cli --release --test processes -- --ignored"]
fn a_command_is_killed_2000_times() {
    killed(2_000);
}

#[test]
fn eight_commands_at_once_sign_or_are_refused() {
    let place = with_key();
    let signed: u32 = thread::scope(|scope| {
        let worker = |worker: u32| {
            let place = &place;
            move || {
                let mut signed = 0;
                for round in 0..6 {
                    let number = worker * 6 + round;
                    let output = place.output(&format!("sign key message -o {number}.sig"));
                    let err = support::text(&output.stderr);
                    match output.status.code() {
                        Some(0) => signed += 1,
                        Some(1) => {
                            assert!(err.contains("another program has the key open"), "{err}")
                        }
                        code => panic!("{code:?}: {err}"),
                    }
                }
                signed
            }
        };
        let workers: Vec<_> = (0..8).map(|i| scope.spawn(worker(i))).collect();
        workers.into_iter().map(|worker| worker.join().expect("no panic")).sum()
    });
    let seen = indices(&place, 48);
    assert!(signed > 0 && seen.len() == signed as usize, "{signed}: {seen:?}");
}
