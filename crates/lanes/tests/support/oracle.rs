//! The same results, one hash after another, by other crates, written down as the standards have
//! it: no midstates, no lanes, no layouts.

use std::fmt;

use lanes::{LaneHash, Masked, Run};
use sha2::Digest;
use shake::{ExtendableOutput, XofReader};

/// The first `out` bytes of the hash of `parts`, one behind the other.
pub(crate) fn hash(function: &str, parts: &[&[u8]], out: usize) -> Vec<u8> {
    let message = parts.concat();
    match function {
        "SHA-256" => sha2::Sha256::digest(message)[..out].to_vec(),
        "SHA-512" => sha2::Sha512::digest(message)[..out].to_vec(),
        "SHAKE128" => squeeze(shake::Shake128::default(), &message, out),
        "SHAKE256" => squeeze(shake::Shake256::default(), &message, out),
        _ => panic!("no function {function}"),
    }
}

fn squeeze(mut shake: impl ExtendableOutput, message: &[u8], out: usize) -> Vec<u8> {
    shake.update(message);
    let mut bytes = vec![0; out];
    shake.finalize_xof().read(&mut bytes);
    bytes
}

/// A Winternitz chain: the value after the steps of `run`.
pub(crate) fn chain(function: &str, prefix: &[u8], head: &[u8], run: Run, value: &[u8]) -> Vec<u8> {
    let mut value = value.to_vec();
    let mut head = head.to_vec();
    for j in run.start..run.end {
        *head.last_mut().expect("a byte for the step number") = j as u8;
        value = hash(function, &[prefix, &head, &value], value.len());
    }
    value
}

/// [`Masked`] with prefixes as bytes.
#[derive(Clone)]
pub(crate) enum Masking {
    Keyed { prf: Vec<u8>, hash: Vec<u8> },
    Robust { mask: Vec<u8>, hash: Vec<u8> },
}

impl Masking {
    /// Calls `call` with midstates of `engine`.
    pub(crate) fn on<T>(&self, engine: &dyn LaneHash, call: impl FnOnce(&Masked<'_>) -> T) -> T {
        match self {
            Self::Keyed { prf, hash } => {
                let (prf, hash) = (engine.midstate(prf), engine.midstate(hash));
                call(&Masked::Keyed { prf: &prf, hash: &hash })
            }
            Self::Robust { mask, hash } => {
                let (mask, hash) = (engine.midstate(mask), engine.midstate(hash));
                call(&Masked::Robust { mask: &mask, hash: &hash })
            }
        }
    }
}

/// Lengths are enough to tell layouts apart.
impl fmt::Debug for Masking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Keyed { prf, hash } => {
                write!(f, "Keyed(prf[{}], hash[{}])", prf.len(), hash.len())
            }
            Self::Robust { mask, hash } => {
                write!(f, "Robust(mask[{}], hash[{}])", mask.len(), hash.len())
            }
        }
    }
}

/// A masked hash with a result of `n` bytes.
pub(crate) fn masked(
    function: &str,
    masking: &Masking,
    head: &[u8],
    message: &[u8],
    n: usize,
) -> Vec<u8> {
    match masking {
        // RFC 8391 section 4.1.4 (RAND_HASH) and algorithm 2, with PRF of section 5.1.
        Masking::Keyed { prf, hash: prefix } => {
            let pseudorandom = |key_and_mask: usize| {
                let mut adrs = head.to_vec();
                adrs[31] = key_and_mask as u8;
                hash(function, &[prf, &adrs], n)
            };
            let key = pseudorandom(0);
            let masks: Vec<u8> = (1..=message.len() / n).flat_map(pseudorandom).collect();
            hash(function, &[prefix, &key, &xor(message, &masks)], n)
        }
        Masking::Robust { mask, hash: prefix } => {
            let seed = [mask, head].concat();
            let mask = if function.starts_with("SHAKE") {
                hash(function, &[&seed], message.len())
            } else {
                mgf1(function, &seed, message.len())
            };
            hash(function, &[prefix, head, &xor(message, &mask)], n)
        }
    }
}

/// A chain of masked hashes: the value after the steps of `run`.
pub(crate) fn masked_chain(
    function: &str,
    masking: &Masking,
    head: &[u8],
    run: Run,
    value: &[u8],
) -> Vec<u8> {
    let mut value = value.to_vec();
    let mut head = head.to_vec();
    let at = match masking {
        // The last byte of the hash address, RFC 8391 section 2.5.
        Masking::Keyed { .. } => 27,
        Masking::Robust { .. } => head.len() - 1,
    };
    for j in run.start..run.end {
        head[at] = j as u8;
        value = masked(function, masking, &head, &value, value.len());
    }
    value
}

/// MGF1 of RFC 8017 appendix B.2.1.
fn mgf1(function: &str, seed: &[u8], len: usize) -> Vec<u8> {
    let digest = if function == "SHA-256" { 32 } else { 64 };
    let mut t = Vec::new();
    for counter in 0..len.div_ceil(digest) {
        let c = (counter as u32).to_be_bytes();
        t.extend(hash(function, &[seed, &c], digest));
    }
    t.truncate(len);
    t
}

fn xor(a: &[u8], b: &[u8]) -> Vec<u8> {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).map(|(a, b)| a ^ b).collect()
}
