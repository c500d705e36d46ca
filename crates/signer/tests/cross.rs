//! The cross check can fail too.
#![cfg(feature = "std")]

mod toy;

use signer::conformance::{Cross, cross};
use signer::{Backend, Error, Given, Os};
use toy::Fault::{self, *};
use toy::Toy;

/// Lets a healthy toy and one with `faults` verify each other: who signed, who verified, whether it
/// holds.
fn matrix(stateful: bool, faults: &[Fault]) -> Result<Vec<(usize, usize, bool)>, Error> {
    let toys = [Toy::new(stateful, &[]), Toy::new(stateful, faults)];
    let names = toys.each_ref().map(|toy| toy.about().name);
    let cells = cross(&[&toys[0], &toys[1]], &toys[0].set, &mut Os)?;
    let at = |name: &str| names.iter().rposition(|known| known == name);
    Ok(cells
        .iter()
        .filter_map(|cell| Some((at(&cell.signer)?, at(&cell.verifier)?, cell.holds())))
        .collect())
}

#[test]
fn toys_understand_each_other() {
    for stateful in [true, false] {
        for lacking in [LacksLoad, LacksSeed] {
            assert_eq!(
                matrix(stateful, &[lacking]),
                Ok(vec![(0, 0, true), (0, 1, true), (1, 0, true), (1, 1, true)])
            );
        }
    }
}

/// Refusing wrongly, accepting tampered signatures, not answering, and panicking show in the
/// verifier's column; signing what nobody else takes shows in the signer's row.
#[test]
fn a_bad_verifier_or_signer_is_found() {
    let column = Ok(vec![(0, 0, true), (0, 1, false), (1, 0, true), (1, 1, false)]);
    let row = Ok(vec![(0, 0, true), (0, 1, true), (1, 0, false), (1, 1, false)]);
    for stateful in [true, false] {
        for verifier in [NoneVerifies, AllVerify, VerifyUnsupported, VerifyPanics] {
            assert_eq!(matrix(stateful, &[verifier]), column, "{verifier:?}");
        }
        for signer in [SeedKeySignsWrong, WrongSignatureType] {
            assert_eq!(matrix(stateful, &[signer]), row, "{signer:?}");
        }
    }
}

#[test]
fn a_backend_that_cannot_take_part_is_named() {
    for (faults, what) in [
        (&[SeedIgnored][..], "derives another public key"),
        (&[LacksSeed, ClaimsSupport], "not supported"),
        (&[SignatureTooLong], "bytes, not"),
        (&[FreshRefused], "not supported"),
    ] {
        let error = matrix(true, faults).expect_err("it cannot").to_string();
        assert!(error.contains(what) && error.contains(&format!("{faults:?}")), "{error}");
    }
}

#[test]
fn a_set_that_is_not_supported_has_no_row() {
    assert_eq!(matrix(true, &[DeniesSupport]), Ok(vec![(0, 0, true)]));
}

#[test]
fn without_entropy_nothing_is_compared() {
    let toy = Toy::new(true, &[]);
    assert_eq!(cross(&[&toy], &toy.set, &mut Given(&[])), Err(Error::Entropy));
}

#[test]
fn a_refusal_is_an_answer_and_a_panic_is_none() {
    let holds = |valid, tampered| {
        Cross { signer: "a".into(), verifier: "b".into(), valid, tampered }.holds()
    };
    let panicked = || Err(Error::Panicked { message: "index".into() });
    assert!(holds(Ok(()), Err(Error::BadSignature)));
    assert!(!holds(Ok(()), panicked()));
    assert!(!holds(panicked(), Err(Error::BadSignature)));
    assert!(!holds(Ok(()), Ok(())));
}
