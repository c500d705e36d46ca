//! Processes that sign with one key: killed at any moment, and several at once.

use crate::sql::{Opened, killed, shared};
use std::path::Path;

const KEY: &[u8] = b"many processes";

pub(crate) fn open(place: &str) -> Opened {
    crate::open(Path::new(place), KEY)
}

fn place() -> (tempfile::TempDir, String) {
    let (folder, path) = crate::made(KEY);
    (folder, path.to_str().expect("text").into())
}

#[test]
fn two_and_eight_processes_share_a_key() {
    for count in [2, 8] {
        let (_folder, place) = place();
        shared(&place, open, count);
    }
}

#[test]
fn processes_are_killed_at_any_moment() {
    let (_folder, place) = place();
    killed(&place, open, 100);
}

#[test]
#[ignore = "a minute: cargo test -p store --features sqlite --test sqlite -- --ignored"]
fn processes_are_killed_1000_times() {
    let (_folder, place) = place();
    killed(&place, open, 1_000);
}
