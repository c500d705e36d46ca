//! The commands, one each.

mod adopt;
mod inspect;
mod keygen;
mod list;
mod public;
mod reserve;
mod shards;
mod sign;
mod verify;

use crate::answer::{Answer, Failure};
use crate::args::{Args, Command};
use crate::world::World;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use signer::Counter;

pub(crate) fn run(args: &Args, world: &mut World<'_>) -> Result<Answer, Failure> {
    match &args.command {
        Command::Keygen(args) => keygen::run(args, world),
        Command::Sign(sign) => sign::run(sign, args.json, world),
        Command::Verify(args) => verify::run(args, world),
        Command::Inspect(args) => inspect::run(args, world),
        Command::Reserve(args) => reserve::run(args, world),
        Command::Split(args) => shards::split(args, world),
        Command::Merge(args) => shards::merge(args, world),
        Command::Adopt(args) => adopt::run(args, world),
        Command::Public(args) => public::run(args, world),
        Command::Sets(args) => list::run(args),
    }
}

/// What tells a public key from others: SHA-256 of it.
fn fingerprint(public_key: &[u8]) -> String {
    hex::encode(Sha256::digest(public_key))
}

/// The indices of a key, for programs.
fn indices(counter: &Counter) -> Value {
    json!({
        "start": counter.start,
        "next": counter.next,
        "limit": counter.limit,
        "issued": counter.issued,
        "burnt": counter.burnt(),
        "remaining": counter.remaining(),
    })
}

/// How many signatures are left, in words.
fn left(remaining: u64) -> String {
    match remaining {
        u64::MAX => "2^64 or more signatures left".to_owned(),
        1 => "1 signature left".to_owned(),
        n => format!("{n} signatures left"),
    }
}
