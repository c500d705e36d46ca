//! A hash that panics, at any point of signing or moving: the index is spent, and the key, whose state
//! nobody knows, is not used again, though somebody caught the panic.
#![cfg(feature = "std")]

mod support;

use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::atomic::{AtomicU64, Ordering};

use hbs::{Options, hss, lms, xmss};
use lanes::{Cpu, Engines, LaneHash, Masked, Midstate, Rows, RowsMut, Runs};
use signer::{Error, Scheme, StatefulSigner};
use support::{Counting, sign};

/// Panics when it has been called so many times.
#[derive(Debug)]
struct Fails {
    hash: &'static dyn LaneHash,
    left: &'static AtomicU64,
}

impl Fails {
    fn call(&self) -> &'static dyn LaneHash {
        let left = self.left.fetch_sub(1, Ordering::Relaxed);
        assert!(left > 0, "the calls are over");
        self.hash
    }
}

impl LaneHash for Fails {
    fn name(&self) -> &'static str {
        self.hash.name()
    }

    fn function(&self) -> &'static str {
        self.hash.function()
    }

    fn lanes(&self) -> usize {
        self.hash.lanes()
    }

    fn block(&self) -> usize {
        self.hash.block()
    }

    fn blocks(&self, len: usize) -> usize {
        self.hash.blocks(len)
    }

    fn digest(&self) -> Option<usize> {
        self.hash.digest()
    }

    fn midstate(&self, prefix: &[u8]) -> Midstate {
        self.hash.midstate(prefix)
    }

    fn hash_many(&self, prefix: &Midstate, heads: Rows<'_>, messages: Rows<'_>, out: RowsMut<'_>) {
        self.call().hash_many(prefix, heads, messages, out);
    }

    fn chain_many(&self, prefix: &Midstate, heads: Rows<'_>, runs: Runs<'_>, values: RowsMut<'_>) {
        self.call().chain_many(prefix, heads, runs, values);
    }

    fn masked_many(
        &self,
        masked: &Masked<'_>,
        heads: Rows<'_>,
        messages: Rows<'_>,
        out: RowsMut<'_>,
    ) {
        self.call().masked_many(masked, heads, messages, out);
    }

    fn masked_chain_many(
        &self,
        masked: &Masked<'_>,
        heads: Rows<'_>,
        runs: Runs<'_>,
        values: RowsMut<'_>,
    ) {
        self.call().masked_chain_many(masked, heads, runs, values);
    }
}

/// Options whose SHA-256 panics, and how many calls it has left.
fn failing() -> (Options, &'static AtomicU64) {
    // A test's few bytes, kept to its end.
    let left: &'static AtomicU64 = Box::leak(Box::new(AtomicU64::new(u64::MAX)));
    let engines = Cpu::detect().engines();
    let sha256: &'static Fails = Box::leak(Box::new(Fails { hash: engines.sha256, left }));
    (Options { engines: Engines { sha256, ..engines }, ..Options::default() }, left)
}

/// Calls that `code` makes, and what it returns.
fn calls<T>(left: &AtomicU64, code: impl FnOnce() -> T) -> (u64, T) {
    left.store(u64::MAX, Ordering::Relaxed);
    let result = code();
    (u64::MAX - left.load(Ordering::Relaxed), result)
}

/// Lets signatures of a key, and moves of it, fail at each of their calls.
fn is_not_used_again<K: StatefulSigner>(key: impl Fn(&Options) -> K, indices: u64) {
    let (options, left) = failing();
    let at = |index: u64| {
        left.store(u64::MAX, Ordering::Relaxed);
        let mut key = key(&options);
        (0..index).for_each(|_| drop(sign(&mut key, b"firmware").expect("an index is left")));
        key
    };
    for index in 0..indices {
        let mut whole = at(index);
        let (all, signature) = calls(left, || sign(&mut whole, b"firmware"));
        assert!(all > 0 && signature.is_ok());
        let few = (0..all).step_by((all as usize / 7).max(1));
        for before in few.chain([all - 1]) {
            let mut key = at(index);
            left.store(before, Ordering::Relaxed);
            let caught = catch_unwind(AssertUnwindSafe(|| sign(&mut key, b"malware")));
            left.store(u64::MAX, Ordering::Relaxed);
            assert!(caught.is_err(), "{before} of {all} calls");
            if key.index() == index {
                // Nothing had been signed with it: trees were being built.
                assert_eq!(sign(&mut key, b"firmware"), signature, "{before} of {all} calls");
                continue;
            }
            assert_eq!((key.index(), key.remaining()), (index + 1, 0));
            assert_eq!(sign(&mut key, b"firmware"), Err(Error::Interrupted));
            assert_eq!(key.skip_to(index + 2), Err(Error::Interrupted));
            assert_eq!(key.secret_key().err(), Some(Error::Interrupted));
        }
    }
}

/// Panics that are caught are printed all the same.
fn quietly(test: impl FnOnce()) {
    let loud = take_hook();
    set_hook(Box::new(|info| {
        if !info.to_string().contains("the calls are over") {
            eprintln!("{info}");
        }
    }));
    test();
    set_hook(loud);
}

#[test]
fn a_key_that_panicked_is_not_used_again() {
    quietly(|| {
        is_not_used_again(
            |options| {
                let params = lms::Params::from_codes(0x05, 0x02).expect("a pair");
                lms::PrivateKey::generate(params, &mut Counting(0), options).expect("a key")
            },
            3,
        );
        is_not_used_again(
            |options| {
                let params = support::hss_params("HSS-SHA256-H5-W2-L2");
                hss::PrivateKey::generate(params, &mut Counting(0), options).expect("a key")
            },
            3,
        );
        let params = xmss::Params::from_oid(Scheme::XmssMt, 2).expect("XMSSMT-SHA2_20/4_256");
        is_not_used_again(
            |options| {
                xmss::MtPrivateKey::generate(params, &mut Counting(0), options).expect("a key")
            },
            3,
        );
        is_not_used_again(
            |options| {
                xmss::FastKey::<xmss::XmssMt>::generate(params, &mut Counting(0), options)
                    .expect("a key")
            },
            3,
        );
    });
}
