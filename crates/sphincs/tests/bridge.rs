//! How far SPHINCS+ round 3.1 and SLH-DSA agree. This project has both from one core, which is why
//! others judge too: PQClean's C code of SPHINCS+, with the feature `c-backends`.
//!
//! They differ in two things: SLH-DSA signs `00 00 ‖ M` where the context is empty, and it reads the
//! FORS indices from the digest most significant bit first, SPHINCS+ least significant bit first.
//! With `a = 8`, the shapes 192f, indices are whole bytes and the second difference is none.

mod common;

use common::{entropy, set};
use hbs::Native;
use hbs::sphincs::SPHINCS;
use signer::{Backend, Error, Randomness};
#[cfg(feature = "c-backends")]
use sphincs::backend::PqcryptoSphincsplus;
use sphincs::backend::{Fips205, PureCrypto, SlhDsa};

/// Ours.
fn native() -> Native {
    Native::all(&SPHINCS).swap_remove(0)
}

/// Who knows SPHINCS+.
fn round_3() -> Vec<Box<dyn Backend>> {
    vec![
        Box::new(native()),
        #[cfg(feature = "c-backends")]
        Box::new(PqcryptoSphincsplus::new()),
    ]
}

/// Who knows SLH-DSA.
fn fips_205() -> Vec<Box<dyn Backend>> {
    vec![
        Box::new(native()),
        Box::new(SlhDsa::new()),
        Box::new(Fips205::new()),
        Box::new(PureCrypto::new()),
    ]
}

#[test]
fn slh_dsa_192f_verifies_as_sphincs_plus_and_128f_does_not() {
    for shape in ["SHA2-192f", "SHAKE-192f", "SHA2-128f", "SHAKE-128f"] {
        let slh_dsa = set(&format!("SLH-DSA-{shape}"));
        let sphincs_plus = set(&format!("SPHINCS+-{shape}-simple"));
        let due = if shape.ends_with("192f") { Ok(()) } else { Err(Error::BadSignature) };
        for backend in fips_205() {
            let mut key = backend.generate(&slh_dsa, &mut entropy(5)).expect("generate");
            let mut signature = Vec::new();
            let fresh = &mut entropy(6);
            key.sign(b"bridge", Randomness::Fresh(fresh), &mut signature).expect("sign");
            let public_key = key.private_key().public_key();
            for judge in round_3() {
                let verify =
                    |message: &[u8]| judge.verify(&sphincs_plus, public_key, message, &signature);
                assert_eq!(verify(b"\0\0bridge"), due, "{} on {shape}", backend.about().name);
                assert_eq!(verify(b"bridge"), Err(Error::BadSignature), "{shape}: no framing");
            }
        }
    }
}

#[test]
fn sphincs_plus_192f_verifies_as_slh_dsa_where_the_message_is_framed() {
    for shape in ["SHA2-192f", "SHAKE-192f"] {
        let sphincs_plus = set(&format!("SPHINCS+-{shape}-simple"));
        for signer in round_3() {
            let mut key = signer.generate(&sphincs_plus, &mut entropy(8)).expect("generate");
            let mut signature = Vec::new();
            let fresh = &mut entropy(9);
            key.sign(b"\0\0bridge", Randomness::Fresh(fresh), &mut signature).expect("sign");
            let public_key = key.private_key().public_key();
            let slh_dsa = set(&format!("SLH-DSA-{shape}"));
            for verifier in fips_205() {
                let verdict = verifier.verify(&slh_dsa, public_key, b"bridge", &signature);
                assert_eq!(verdict, Ok(()), "{} on {shape}", verifier.about().name);
            }
        }
    }
}

/// What `tests/fence.rs` shows of the SLH-DSA backends.
#[cfg(feature = "c-backends")]
#[test]
fn a_damaged_root_does_not_load_behind_the_fence() {
    let set = set("SPHINCS+-SHA2-128f-simple");
    let key = PqcryptoSphincsplus::new().generate(&set, &mut entropy(0)).expect("generate");
    let whole = key.private_key().secret_key().expect("encode");
    let mut damaged = whole.expose().to_vec();
    damaged[63] ^= 1;
    assert!(PqcryptoSphincsplus::new().load(&set, whole.expose()).is_ok());
    assert!(PqcryptoSphincsplus::new().load(&set, &damaged).is_err());
    assert!(PqcryptoSphincsplus::unfenced().load(&set, &damaged).is_ok(), "the crate looks now");
}

#[cfg(feature = "c-backends")]
#[test]
fn only_its_own_randomness_is_supported() {
    let set = set("SPHINCS+-SHAKE-128f-simple");
    let backend = PqcryptoSphincsplus::new();
    let seeded = backend.generate_from_seed(&set, &[0; 48]);
    assert!(matches!(seeded, Err(Error::Unsupported { .. })));

    let mut key = backend.generate(&set, &mut signer::Given(&[])).expect("no entropy is drawn");
    let mut signature = Vec::new();
    for randomness in [Randomness::Deterministic, Randomness::Given(&[0; 16])] {
        let refused = key.sign(b"m", randomness, &mut signature);
        assert!(matches!(refused, Err(Error::Unsupported { .. })));
        assert!(signature.is_empty());
    }
    let dry = &mut signer::Given(&[]);
    assert_eq!(key.sign(b"m", Randomness::Fresh(dry), &mut signature), Ok(()));
}
