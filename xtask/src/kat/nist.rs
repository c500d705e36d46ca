//! The files that NIST's program writes of SPHINCS+, round 3.1: 100 messages, each signed with a key of
//! its own.
//!
//! SLH-DSA has no such files. What it makes of the same keys, messages and randomness without a context
//! is known all the same: the reference code has a branch, `consistent-basew`, that takes the indices of
//! FORS from a digest as FIPS 205 does.

use super::drbg::{Drbg, SEED_LEN};
use super::text::{File, Text};
use hbs::Options;
use hbs::sphincs::{Message, Params, PrivateKey};
use rayon::ThreadPool;
use rayon::prelude::*;
use signer::{Error, Randomness};

/// Counts in a file.
pub(crate) const COUNTS: usize = 100;

/// A message with its key and signature.
#[derive(Debug)]
pub(crate) struct Count {
    number: usize,
    seed: [u8; SEED_LEN],
    /// The message.
    pub(crate) message: Vec<u8>,
    /// `PK.seed ‖ PK.root`.
    pub(crate) public_key: Vec<u8>,
    secret_key: Vec<u8>,
    /// The signature alone, without the message.
    pub(crate) signature: Vec<u8>,
}

/// The threads that counts are made on: each takes one at a time, since none needs another.
pub(crate) fn pool(threads: usize) -> Result<ThreadPool, String> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|error| error.to_string())
}

/// The first `count` counts of a set. Calls `done` after each, in any order.
pub(crate) fn counts(
    params: Params,
    count: usize,
    pool: &ThreadPool,
    done: impl Fn() + Sync,
) -> Result<Vec<Count>, Error> {
    // All are drawn before anything is signed.
    let mut drbg = Drbg::counting(0);
    let draw = |number| {
        let mut seed = [0; SEED_LEN];
        drbg.generate(&mut seed);
        (number, seed, drbg.bytes(33 * (number + 1)))
    };
    let drawn: Vec<_> = (0..count).map(draw).collect();
    let make = |(number, seed, message)| {
        let made = Count::make(params, number, seed, message);
        done();
        made
    };
    pool.install(|| drawn.into_par_iter().map(make).collect())
}

/// Name of a set's file, in a folder of the set's own: sets of the same `n` have files of one name.
pub(crate) fn name(params: &Params) -> String {
    format!("{}/PQCsignKAT_{}.rsp", params.name(), 4 * params.shape.n)
}

/// Name of one count.
pub(crate) fn count_name(params: &Params, number: usize) -> String {
    format!("{}, count {number}", params.name())
}

/// The file of a set; of fewer than [`COUNTS`] counts, the beginning of it.
pub(crate) fn file(params: &Params, counts: &[Count]) -> File {
    let text = counts.iter().map(|count| count.text() + "\n");
    File { name: name(params), text: "# SPHINCS+\n\n".to_owned() + &text.collect::<String>() }
}

impl Count {
    /// Seeds of the key are drawn at once, and what randomises the signature after them.
    fn make(
        params: Params,
        number: usize,
        seed: [u8; SEED_LEN],
        message: Vec<u8>,
    ) -> Result<Self, Error> {
        let mut drbg = Drbg::new(&seed);
        let seeds = drbg.bytes(3 * params.shape.n);
        let key = PrivateKey::from_seeds(params, &seeds, &Options::default())?;
        let mut signature = Vec::new();
        let randomness = Randomness::Fresh(&mut drbg);
        key.sign_message(&Message::internal(&message), randomness, &mut signature)?;
        let (public_key, secret_key) = (key.public().as_bytes(), key.encode());
        let (public_key, secret_key) = (public_key.to_vec(), secret_key.expose().to_vec());
        Ok(Self { number, seed, message, public_key, secret_key, signature })
    }

    /// The count in its file, without the empty line after it: what PQClean and liboqs have digests of.
    pub(crate) fn text(&self) -> String {
        let Self { number, seed, message, public_key, secret_key, signature } = self;
        let mut text = Text::default();
        text.request(*number, seed, message);
        text.bytes("pk", public_key);
        text.bytes("sk", secret_key);
        text.field("smlen", signature.len() + message.len());
        text.bytes("sm", &[&signature[..], message].concat());
        text.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `PQCsignKAT_64.rsp` of sphincs-shake-128f-simple, github.com/sphincs/sphincsplus, commit 7ec789a.
    #[test]
    fn a_file_begins_as_nists_program_begins_it() {
        let set = hbs::sphincs::find("SPHINCS+-SHAKE-128f-simple").expect("a set");
        let params = Params::of(&set).expect("a row");
        let pool = pool(2).expect("threads");
        let made = counts(params, 2, &pool, || ()).expect("counts");
        assert_eq!(made[0].seed.len() + made[0].message.len(), 48 + 33);
        let file = file(&params, &made);
        assert_eq!(file.name, "SPHINCS+-SHAKE-128f-simple/PQCsignKAT_64.rsp");
        let starts: Vec<_> = file.text.lines().map(|line| &line[..line.len().min(22)]).collect();
        let due = [
            "# SPHINCS+",
            "",
            "count = 0",
            "seed = 061550234D158C5",
            "mlen = 33",
            "msg = D81C4D8D734FCBFB",
        ];
        assert_eq!(starts[..6], due);
        // `SK.seed` is the beginning of what the count's seed gives.
        assert!(starts[7].starts_with("sk = 7C9935A0B07694AA0"), "{}", starts[7]);
        assert_eq!(starts[8], "smlen = 17121");
        assert_eq!((starts[10], starts[11]), ("", "count = 1"));
        assert!(file.text.ends_with("\n\n"));
    }
}
