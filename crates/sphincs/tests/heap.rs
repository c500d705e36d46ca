//! What keys, signing and verifying take of the heap: exactly what the docs of `hbs::sphincs` say.

#[expect(dead_code, reason = "one half of it is for others")]
mod common;

use common::entropy;
use hbs::sphincs::params::rows;
use hbs::sphincs::{Message, PreHash, PrivateKey, verify_message};
use hbs::{Options, WalkKind};
use lanes::Cpu;
use measure::{Heap, HeapUse, Threads};
use signer::Randomness;

#[global_allocator]
static HEAP: Heap = Heap::new();

const NOTHING: HeapUse = HeapUse { allocations: 0, bytes: 0, peak: 0, kept: 0 };

/// Bytes of [`PrivateKey::scratch_len`] with one thread, as its docs have them.
const SCRATCH: [(&str, usize); 6] = [
    ("-128s", 71_472),
    ("-128f", 82_240),
    ("-192s", 116_200),
    ("-192f", 141_328),
    ("-256s", 143_840),
    ("-256f", 222_112),
];

#[test]
fn signing_allocates_its_output_and_one_scratch_and_verifying_nothing() {
    let engines = Cpu::detect().engines();
    for params in rows().iter().filter(|row| !row.robust) {
        for walk in [WalkKind::Default, WalkKind::Whole] {
            let options = Options { walk, ..Options::default() };
            let key = PrivateKey::generate(*params, &mut entropy(1), &options).expect("a key");
            let contexts = [
                params.message(b"message"),
                Message::pure(b"message", &[1; 255]).expect("short"),
                Message::pre_hash(b"message", b"c", PreHash::Sha512).expect("short"),
            ];
            let slow = params.shape.name.ends_with('s');
            for message in contexts.iter().take(if slow { 1 } else { 3 }) {
                let mut signature = Vec::new();
                let (signed, used) = HEAP.measure(Threads::This, || {
                    key.sign_message(message, Randomness::Deterministic, &mut signature)
                });
                assert_eq!(signed, Ok(()));
                let (len, scratch) = (signature.len() as u64, key.scratch_len() as u64);
                let (bytes, peak) = (len + scratch, len + scratch);
                let due = HeapUse { allocations: 2, bytes, peak, kept: len as i64 };
                assert_eq!(used, due, "{}", params.name());
                let (verdict, used) = HEAP.measure(Threads::This, || {
                    verify_message(engines, key.public(), message, &signature)
                });
                assert_eq!((verdict, used), (Ok(()), NOTHING), "{}", params.name());
            }
        }
    }
}

#[test]
fn scratch_is_as_long_as_the_docs_say() {
    for params in rows() {
        let (_, due) = SCRATCH
            .iter()
            .find(|(name, _)| params.name().contains(name))
            .unwrap_or_else(|| panic!("{}", params.name()));
        let key = PrivateKey::generate(*params, &mut entropy(1), &Options::default());
        assert_eq!(key.expect("a key").scratch_len(), *due, "{}", params.name());
    }
}
