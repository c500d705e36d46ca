//! Fast keys of XMSS that are none: an error that says why, never a panic, whatever the counters in
//! them say.
#![cfg(feature = "std")]

use hbs::Options;
use hbs::xmss::{FastKey, Params, Xmss, XmssMt};
use proptest::prelude::*;
use signer::{Error, Randomness, Scheme, StatefulSigner};

/// XMSSMT-SHA2_20/4_192: trees of height 5.
fn params() -> Params {
    Params::from_oid(Scheme::XmssMt, 0x22).expect("a set")
}

const N: usize = 24;
const H: usize = 5;
/// Bytes of the compact key in front.
const COMPACT: usize = 4 + 3 + 4 * N;
/// Bytes of a state.
const STATE: usize = (H + 1) * N + 4 + (H + 1) + H * N + H / 2 * N + H * (7 + N) + 4;
/// Where in a state the counters begin.
const OFFSET: usize = (H + 1) * N;
const LEVELS: usize = OFFSET + 4;
const TREEHASH: usize = LEVELS + (H + 1) + H * N + H / 2 * N;

/// A key with some signatures made, so that nodes are on stacks.
fn encoded() -> Vec<u8> {
    let seeds: Vec<u8> = (0..3 * N as u8).collect();
    let key = FastKey::<XmssMt>::from_secret(params(), &seeds, &Options::default());
    let mut key = key.expect("seeds");
    let mut signature = Vec::new();
    for _ in 0..37 {
        key.sign(b"", Randomness::Deterministic, &mut signature).expect("an index is left");
    }
    let encoded = key.encode();
    assert_eq!(encoded.expose().len(), COMPACT + 7 * STATE + 3 * 51 * N);
    encoded.expose().to_vec()
}

fn decode(bytes: &[u8]) -> Result<FastKey<XmssMt>, Error> {
    FastKey::decode(params(), bytes, &Options::default())
}

/// What decoding says of a key with these bytes of state `state` changed.
fn changed(bytes: &[u8], state: usize, at: usize, to: &[u8]) -> Option<Error> {
    let mut bytes = bytes.to_vec();
    bytes[COMPACT + state * STATE + at..][..to.len()].copy_from_slice(to);
    decode(&bytes).err()
}

#[test]
fn each_counter_is_checked() {
    let bytes = encoded();
    assert!(decode(&bytes).is_ok());
    let corrupt = |what| Some(Error::Corrupt { what });
    for state in 0..7 {
        let changed = |at, to: &[u8]| changed(&bytes, state, at, to);
        assert_eq!(changed(OFFSET, &[0, 0, 0, 7]), corrupt("stack offset"));
        assert_eq!(changed(OFFSET, &[0xff; 4]), corrupt("stack offset"));
        assert_eq!(changed(STATE - 4, &[0, 0, 0, 33]), corrupt("next leaf of the tree"));
        assert_eq!(changed(STATE - 4, &[0x80, 0, 0, 0]), corrupt("next leaf of the tree"));
        for i in 0..H {
            let at = TREEHASH + i * (7 + N);
            assert_eq!(changed(at, &[9]), corrupt("height of a treehash"));
            assert_eq!(changed(at + 1, &[0, 0, 0, 32]), corrupt("next leaf of a treehash"));
            assert_eq!(changed(at + 1, &[0xff; 4]), corrupt("next leaf of a treehash"));
            assert_eq!(changed(at + 5, &[200]), corrupt("stack usage of a treehash"));
            assert_eq!(changed(at + 6, &[2]), corrupt("completed flag of a treehash"));
        }
    }
    // With three nodes on it, all levels up there are looked at.
    let mut full = bytes.clone();
    full[COMPACT + OFFSET..][..4].copy_from_slice(&[0, 0, 0, 3]);
    assert_eq!(changed(&full, 0, LEVELS + 2, &[6]), corrupt("stack levels"));
}

#[test]
fn what_the_next_signature_needs_is_compared() {
    let bytes = encoded();
    let corrupt = |what| Some(Error::Corrupt { what });
    for state in 0..4 {
        let auth = LEVELS + H + 1;
        let path = changed(&bytes, state, auth, &[bytes[COMPACT + state * STATE + auth] ^ 1]);
        // The root that comes out is signed otherwise, but by the top.
        let what = if state == 3 { "authentication path" } else { "signature of a root" };
        assert_eq!(path, corrupt(what), "layer {state}");
    }
    for layer in 0..3 {
        let mut bytes = bytes.clone();
        bytes[COMPACT + 7 * STATE + layer * 51 * N] ^= 1;
        assert_eq!(decode(&bytes).err(), corrupt("signature of a root"), "layer {layer}");
    }
    for (at, due) in [
        (3, Error::Type { what: "OID", expected: 0x22, found: 0x23 }),
        (4, Error::Index { asked: 0xff_0025, next: 1 << 20 }),
    ] {
        let mut bytes = bytes.clone();
        bytes[at] = if at == 3 { 0x23 } else { 0xff };
        assert_eq!(decode(&bytes).err(), Some(due));
    }
}

/// It signs nothing any more, and still says which public key it has.
#[test]
fn a_key_that_is_used_up_is_compared_too() {
    let seeds: Vec<u8> = (0..3 * N as u8).collect();
    let key = FastKey::<XmssMt>::from_secret(params(), &seeds, &Options::default());
    let mut key = key.expect("seeds");
    key.skip_to((1 << 20) - 1).expect("the last index");
    key.sign(b"", Randomness::Deterministic, &mut Vec::new()).expect("it is left");
    let bytes = key.encode().expose().to_vec();
    let again = decode(&bytes).expect("as it was encoded");
    assert_eq!((again.remaining(), again.public()), (0, key.public()));
    let mut other = bytes;
    other[COMPACT - N - 1] ^= 1;
    assert_eq!(decode(&other).err(), Some(Error::Corrupt { what: "authentication path" }));
}

#[test]
fn lengths_and_the_other_scheme() {
    let bytes = encoded();
    let expected = bytes.len();
    for found in [0, COMPACT, expected - 1] {
        let due = Error::Length { what: "fast private key", expected, found };
        assert_eq!(decode(&bytes[..found]).err(), Some(due));
    }
    let [xmss, mt] = [Scheme::Xmss, Scheme::XmssMt].map(|s| Params::from_oid(s, 1).expect("a set"));
    let other = vec![0; FastKey::<Xmss>::encoded_len(&xmss)];
    let what = "fast private key";
    let due = Error::OtherScheme { what, expected: Scheme::XmssMt, found: Scheme::Xmss };
    let result = FastKey::<XmssMt>::decode(mt, &other, &Options::default());
    assert_eq!(result.err(), Some(due));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// A key that decodes signs or fails, for as long as it is asked.
    #[test]
    fn any_counters_do_no_harm(
        edits in prop::collection::vec((0..7_usize, 0..STATE, any::<u8>()), 1..12),
    ) {
        let mut bytes = encoded();
        for (state, at, to) in edits {
            // Counters, and of nodes only what the check does not see.
            let at = if (LEVELS + H + 1..TREEHASH).contains(&at) { OFFSET + 3 } else { at };
            bytes[COMPACT + state * STATE + at] = to;
        }
        let mut signature = Vec::new();
        if let Ok(mut key) = decode(&bytes) {
            for _ in 0..70 {
                if key.sign(b"", Randomness::Deterministic, &mut signature).is_err() {
                    prop_assert!(signature.is_empty());
                    prop_assert_eq!(key.remaining(), 0);
                }
            }
        }
    }
}
