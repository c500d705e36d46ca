//! Fast keys of XMSS against the reference code: a hash over all signatures, with the key as it is after
//! each, `chain = SHA-256(chain ‖ signature ‖ key)` from 32 zero bytes on. Message `i` is `i` in 16
//! bytes. Sources: github.com/ducnguyen-aq/xmss-reference (commit 1a7fdc5), built with its own
//! parameters for XMSS^MT, and an independent program (Python), with the same results.
#![cfg(feature = "std")]

use hbs::Options;
use hbs::xmss::{Family, FastKey, Params, Xmss, XmssMt};
use sha2::{Digest, Sha256};
use signer::{Randomness, StatefulSigner};

/// Drawn from NIST's AES-256-CTR-DRBG with the seed `00 01 … 2f`, in calls of 64 and 32 bytes.
const SEEDS: &str = concat!(
    "061550234d158c5ec95595fe04ef7a25767f2e24cc2bc479d09d86dc9abcfde7056a8c266f9ef97ed08541db",
    "d2e1ffa19810f5392d076276ef41277c3ab6e94a04562ad35e8ecafaafda16981cdaa147606beea62801342a",
    "f13c8b5535f72f94",
);

fn seeds() -> Vec<u8> {
    let digits: Vec<u8> = SEEDS.chars().map(|c| c.to_digit(16).expect("a digit") as u8).collect();
    digits.chunks(2).map(|pair| pair[0] << 4 | pair[1]).collect()
}

fn key<F: Family>(oid: u32) -> FastKey<F> {
    let params = Params::from_oid(F::SCHEME, oid).expect("a set");
    FastKey::from_secret(params, &seeds(), &Options::default()).expect("seeds")
}

/// Signs with the indices up to each that is given, and compares the hash. Now and then the key is
/// encoded and decoded.
fn follow<F: Family>(oid: u32, due: &[(u64, &str)]) {
    let mut key = key::<F>(oid);
    let params = key.public().params;
    let mut chain = vec![0; 32];
    let mut signature = Vec::new();
    let mut index: u64 = 0;
    for (last, due) in due {
        while index <= *last {
            let message = u128::from(index).to_be_bytes();
            key.sign(&message, Randomness::Deterministic, &mut signature)
                .expect("an index is left");
            let encoded = key.encode();
            chain = Sha256::digest([&chain, &signature, encoded.expose()].concat()).to_vec();
            if index.is_multiple_of(61) {
                let again = FastKey::decode(params, encoded.expose(), &Options::default());
                key = again.unwrap_or_else(|error| panic!("{} at {index}: {error}", params.name()));
                assert_eq!(key.encode().expose(), encoded.expose());
            }
            index += 1;
        }
        let found: String = chain.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(found, *due, "{} up to {last}", params.name());
    }
}

#[test]
fn all_but_the_last_signature_of_xmss_10() {
    let due = "04c8dd01486a930f71316f66ac6499fbd7a79707430e3cfd14b77d984a4b2471";
    follow::<Xmss>(1, &[(1022, due)]);
}

#[test]
fn xmss_mt_20_4_past_the_first_trees() {
    let due = "50c8e09437b798949747eb3189842e3dfcd86efacb2682d3347a5a3f4972a8f6";
    follow::<XmssMt>(2, &[(1023, due)]);
}

#[test]
fn xmss_mt_20_2_past_the_first_tree() {
    let due = "52505067f231b0ccb9900fd63e2d3ae60f72c468c2f1766d56869da538e20383";
    follow::<XmssMt>(1, &[(1059, due)]);
}

#[test]
#[ignore = "a minute or so"]
fn xmss_mt_20_4_where_three_trees_end_at_once() {
    let due = [
        (32_767, "22d5c87a9caeeedf8f089649344d1fae874b601923ef53c76b7ed01cd1ac9717"),
        (65_535, "08a7d030829295c9a242790cc9eb3abf13d2ab59f485329b155e2b566ebcf5e6"),
    ];
    follow::<XmssMt>(2, &due);
}
