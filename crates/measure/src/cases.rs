//! What the Divan suites measure: every backend on the sets of a [`Suite`], with keys that cannot run
//! out.
//!
//! A Divan bench takes its inputs from here and is given `sample_size = 1`: a sample is one call on an
//! input of its own. What is made or checked outside of that call is not timed. A call that fails stops
//! the suite with a message, so that no sample of a failed call is ever counted.

use crate::pool::{KeyPool, Turn};
use crate::units::bytes;
use crate::{Heap, MessageBytes, ROTATION, SEED, Suite, Threads};
use signer::{Backend, Error, Key, ParameterSet};
use std::collections::HashMap;
use std::fmt;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Message lengths in bytes that signing and verifying are measured over.
pub const SIZES: [usize; 4] = [32, 256, 1024, 4096];

/// A Divan suite: `keygen` by set and backend, `sign` and `verify` by message length, set and backend,
/// and `verify_many`, 64 signatures at a time, by set and backend.
///
/// The whole of `benches/<scheme>_divan.rs` but its first line, so that the four cannot part.
#[macro_export]
macro_rules! divan_suite {
    ($suite:expr) => {
        use $crate::cases::{Case, SIZES, cases, preface};

        #[global_allocator]
        static HEAP: $crate::Heap = $crate::Heap::new();

        static CASES: ::std::sync::LazyLock<Vec<Case>> =
            ::std::sync::LazyLock::new(|| cases(&$suite));

        fn main() -> ::std::process::ExitCode {
            $crate::program(&format!("{}_divan", $suite.name), || {
                preface(&CASES, &HEAP);
                ::divan::main();
                ::std::process::ExitCode::SUCCESS
            })
        }

        #[::divan::bench(args = CASES.iter(), sample_size = 1, max_time = 1)]
        fn keygen(bencher: ::divan::Bencher<'_, '_>, case: &Case) {
            bencher.bench_local(|| case.keygen());
        }

        #[::divan::bench(args = CASES.iter(), consts = SIZES, sample_size = 1, max_time = 1)]
        fn sign<const SIZE: usize>(bencher: ::divan::Bencher<'_, '_>, case: &Case) {
            bencher.with_inputs(|| case.signing(SIZE)).bench_local_refs(|signing| signing.sign());
        }

        #[::divan::bench(args = CASES.iter(), consts = SIZES, sample_size = 1, max_time = 1)]
        fn verify<const SIZE: usize>(bencher: ::divan::Bencher<'_, '_>, case: &Case) {
            let mut signatures = case.verifying(SIZE);
            bencher.with_inputs(|| signatures.next()).bench_local_values(|signed| {
                if let Some(signed) = signed {
                    case.verify(signed);
                }
            });
        }

        #[::divan::bench(args = CASES.iter(), sample_size = 1, max_time = 1)]
        fn verify_many(bencher: ::divan::Bencher<'_, '_>, case: &Case) {
            let batch = case.batch();
            let count = ::divan::counter::ItemsCount::new(batch.len());
            bencher.counter(count).bench_local(|| case.verify_many(&batch));
        }
    };
}

/// A backend on a parameter set.
#[derive(Debug)]
pub struct Case {
    backend: &'static dyn Backend,
    set: ParameterSet,
    /// Length of the messages of `verify_many`.
    message_len: usize,
    pool: Mutex<KeyPool>,
    signed: Mutex<HashMap<usize, &'static [Signed]>>,
}

/// A signature to verify.
#[derive(Debug)]
pub struct Signed {
    public_key: Vec<u8>,
    message: &'static [u8],
    signature: Vec<u8>,
}

/// Every backend that runs one of the suite's `divan_sets`, on each of them.
///
/// # Panics
///
/// If the suite names a set that it does not have: a mistake in the suite.
#[must_use]
pub fn cases(suite: &Suite) -> Vec<Case> {
    let mut cases = Vec::new();
    for name in suite.divan_sets {
        let set = (suite.find)(name).unwrap_or_else(|unknown| panic!("{unknown}"));
        for (backend, support) in suite.knowing(&set) {
            if support.runs() {
                let pool = Mutex::new(KeyPool::new(backend, &set, SEED));
                let (set, message_len) = (set.clone(), suite.message_len);
                let signed = Mutex::default();
                cases.push(Case { backend, set, message_len, pool, signed });
            }
        }
    }
    cases
}

impl Case {
    /// Generates a key: the timed part of `keygen`.
    #[must_use]
    pub fn keygen(&self) -> Key {
        self.sure(lock(&self.pool).generate())
    }

    /// A signature to be made over a message of `size` bytes.
    #[must_use]
    pub fn signing(&self, size: usize) -> Signing<'_> {
        let mut messages = message_bytes(size).messages();
        let turn = self.sure(lock(&self.pool).turn(&mut messages));
        Signing { case: self, turn: Some(turn) }
    }

    /// Signatures to be verified, over messages of `size` bytes, in rotation for ever.
    pub fn verifying(&self, size: usize) -> impl Iterator<Item = &'static Signed> + use<> {
        let signed = *lock(&self.signed).entry(size).or_insert_with(|| self.make_signed(size));
        signed.iter().cycle()
    }

    /// Verifies: the timed part of `verify`.
    ///
    /// # Panics
    ///
    /// If the signature does not verify: a failed call is no sample.
    #[inline]
    pub fn verify(&self, signed: &Signed) {
        let Signed { public_key, message, signature } = signed;
        self.sure(self.backend.verify(&self.set, public_key, message, signature));
    }

    /// 64 signatures over messages of the suite's length, those of one key side by side: each of a
    /// rotation twice, or more often if making them takes too long.
    #[must_use]
    pub fn batch(&self) -> Vec<signer::Signed<'static>> {
        let mut signed: Vec<_> = self.verifying(self.message_len).take(64).collect();
        signed.sort_by(|a, b| a.public_key.cmp(&b.public_key));
        let view = |signed: &&'static Signed| {
            let Signed { public_key, message, signature } = signed;
            signer::Signed { public_key, message, signature }
        };
        signed.iter().map(view).collect()
    }

    /// Verifies many signatures at a time: the timed part of `verify_many`.
    ///
    /// # Panics
    ///
    /// If one of them does not verify: a failed call is no sample.
    #[inline]
    pub fn verify_many(&self, batch: &[signer::Signed<'_>]) {
        let verdicts = self.backend.verify_many(&self.set, batch);
        assert_eq!(verdicts.len(), batch.len(), "{self}");
        self.sure(verdicts.into_iter().collect::<Result<(), Error>>());
    }

    /// Up to a rotation of signatures, as many as a second allows; one to see that everything runs.
    fn make_signed(&self, size: usize) -> &'static [Signed] {
        let patience = Duration::from_secs(if asked("--test") { 0 } else { 1 });
        let started = Instant::now();
        let mut messages = message_bytes(size).messages();
        let mut signed = Vec::new();
        while signed.is_empty() || signed.len() < ROTATION && started.elapsed() < patience {
            let mut turn = self.sure(lock(&self.pool).turn(&mut messages));
            self.sure(turn.sign());
            let Turn { key, message, signature, .. } = turn;
            let public_key = key.private_key().public_key().to_vec();
            self.sure(lock(&self.pool).put_back(key, &signature).map_err(Error::backend));
            signed.push(Signed { public_key, message, signature });
        }
        // Lives as long as the suite, which is the program.
        Vec::leak(signed)
    }

    /// What a bench cannot go on without.
    fn sure<T>(&self, result: Result<T, Error>) -> T {
        result.unwrap_or_else(|error| panic!("{self}: {error}"))
    }
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.set.name, self.backend.about().name)
    }
}

/// One signature to be made; dropped, it has been checked and its key is back in the pool.
#[derive(Debug)]
pub struct Signing<'a> {
    case: &'a Case,
    turn: Option<Turn<'static>>,
}

impl Signing<'_> {
    /// The timed part.
    ///
    /// # Panics
    ///
    /// If signing fails: a failed call is no sample.
    #[inline]
    pub fn sign(&mut self) {
        if let Some(turn) = &mut self.turn
            && let Err(error) = turn.sign()
        {
            panic!("{}: {error}", self.case);
        }
    }
}

impl Drop for Signing<'_> {
    fn drop(&mut self) {
        let Some(Turn { key, message, signature, .. }) = self.turn.take() else { return };
        if std::thread::panicking() {
            return;
        }
        let case = self.case;
        let public_key = key.private_key().public_key();
        case.sure(case.backend.verify(&case.set, public_key, message, &signature));
        case.sure(lock(&case.pool).put_back(key, &signature).map_err(Error::backend));
    }
}

/// Prints sizes, lifetimes and peak heap of each case, unless only a list of the benches is wanted.
pub fn preface(cases: &[Case], heap: &'static Heap) {
    if asked("--list") {
        return;
    }
    if let Some(note) = crate::machine::warning() {
        println!("{note}");
    }
    for case in cases {
        let key = case.sure(lock(&case.pool).take());
        let secret_key = key.private_key().secret_key().map(|key| key.expose().len().to_string());
        let (set, size) = (&case.set, SIZES[0]);
        println!(
            "{case}: pk={}, sk={}, sig({size}B)={}, signed({size}B)={}, lifetime={}",
            set.public_key_len(),
            secret_key.unwrap_or_else(|_| "-".to_owned()),
            set.signature_len(),
            set.signature_len() + size,
            set.lifetime,
        );
        lock(&case.pool).put(key);
        if !heap.installed() || !case.backend.about().heap_visible {
            continue;
        }
        for size in [SIZES[0], SIZES[SIZES.len() - 1]] {
            let mut signing = case.signing(size);
            let ((), sign) = heap.measure(Threads::This, || signing.sign());
            drop(signing);
            let Some(signed) = case.verifying(size).next() else { continue };
            let ((), verify) = heap.measure(Threads::This, || case.verify(signed));
            println!(
                "  peak heap at {size}B: sign {} ({} allocations), verify {} ({} allocations)",
                bytes(sign.peak),
                sign.allocations,
                bytes(verify.peak),
                verify.allocations,
            );
        }
    }
}

/// Whether the program was called with `option`.
fn asked(option: &str) -> bool {
    std::env::args().any(|argument| argument == option)
}

/// Messages of `size` bytes, made once.
fn message_bytes(size: usize) -> &'static MessageBytes {
    static MADE: LazyLock<Mutex<HashMap<usize, &'static MessageBytes>>> =
        LazyLock::new(Mutex::default);
    lock(&MADE).entry(size).or_insert_with(|| Box::leak(Box::new(MessageBytes::new(size, SEED))))
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
