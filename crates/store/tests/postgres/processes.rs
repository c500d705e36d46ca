//! Processes that sign with one key: several at once, killed at any moment, and the server killed.

use crate::server::Server;
use crate::sql::{Opened, Signing, add, killed, many, shared};
use std::collections::BTreeSet;
use std::time::Instant;

const KEY: &[u8] = b"many processes";

pub(crate) fn open(place: &str) -> Opened {
    crate::open(place, KEY)
}

/// In a database of its own.
fn place(server: &Server, name: &str) -> String {
    let place = server.database(name);
    crate::make(&place, KEY, many()).expect("made");
    place
}

#[test]
fn two_and_eight_processes_share_a_key() {
    let Some(server) = Server::shared() else { return };
    for count in [2, 8] {
        shared(&place(&server, &format!("shared_{count}")), open, count);
    }
}

#[test]
fn processes_are_killed_at_any_moment() {
    let Some(server) = Server::shared() else { return };
    killed(&place(&server, "killed_100"), open, 100);
}

#[test]
#[ignore = "a minute: cargo test -p store --features postgres --test postgres -- --ignored"]
fn processes_are_killed_1000_times() {
    let Some(server) = Server::shared() else { return };
    killed(&place(&server, "killed_1000"), open, 1_000);
}

fn server_killed(kills: u32) {
    let Some(server) = Server::start() else { return };
    let place = place(&server, "crashes");
    let begun = Instant::now();
    let mut processes = [(); 3].map(|()| Signing::start(&place, None));
    for _ in 0..kills {
        processes.iter_mut().for_each(|process| process.wait_for(20));
        server.kill();
        server.up();
    }
    processes.iter_mut().for_each(|process| process.wait_for(20));
    let mut all = BTreeSet::new();
    let poisoned = processes.map(|process| add(&mut all, &process.killed()));
    // Between two keys that it has open a process may see nothing of it.
    assert!(poisoned.iter().sum::<usize>() >= kills as usize, "{poisoned:?}");
    let counter = *open(&place).expect("it opens").counter();
    assert!(all.last().is_some_and(|last| *last < counter.next), "{counter:?}");
    println!(
        "the server killed {kills} times in {:.1} s: 3 processes poisoned {poisoned:?} times: {} indices issued, \
         {} lost, 0 reused",
        begun.elapsed().as_secs_f64(),
        all.len(),
        counter.next - all.len() as u64,
    );
}

#[test]
fn the_server_is_killed() {
    server_killed(5);
}

#[test]
#[ignore = "minutes: cargo test -p store --features postgres --test postgres -- --ignored"]
fn the_server_is_killed_100_times() {
    server_killed(100);
}
