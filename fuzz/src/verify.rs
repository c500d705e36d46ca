//! Signatures: one, or many at a time.

use hbs::Options;
use lanes::Cpu;
use signer::{Error, ParameterSet, Scheme as Kind, check_type};

use crate::edit::{Triple, repair};
use crate::input::Input;
use crate::scheme::Known;
use crate::{Scheme, xmss};

/// Verifies one signature.
pub fn one(scheme: &Scheme, data: &[u8]) {
    let mut input = Input(data);
    let flags = input.byte();
    if flags & 1 == 0 {
        let known = scheme.known(input.byte());
        let triple = edited(known, &mut input, flags >> 1 & 7);
        let verdict = verdict(scheme, &triple);
        assert_eq!(verdict.is_ok(), known.signed.contains(&triple), "{verdict:?}");
        held_against_others(scheme, &known.set, &triple, &verdict, flags);
    } else {
        let (set, triple) = raw(scheme, &mut input, flags);
        let verdict = verdict(scheme, &triple);
        held_against_others(scheme, set, &triple, &verdict, flags);
    }
}

/// Verifies many signatures at a time, which must come to the same as one by one.
pub fn many(scheme: &Scheme, data: &[u8]) {
    let mut input = Input(data);
    let units: Vec<Cpu> = Cpu::available().collect();
    let options = Options { engines: input.pick(&units).engines(), ..Options::default() };
    let (mut triples, mut due) = (Vec::new(), Vec::new());
    let mut number = 0;
    while !input.is_empty() && triples.len() < 40 {
        let how = input.byte();
        // Those of one type stand side by side, often.
        if how & 3 == 0 {
            number = input.byte() % scheme.verified_fast;
        }
        let known = scheme.known(number);
        let triple = edited(known, &mut input, if how & 12 == 0 { how >> 5 } else { 0 });
        due.push(known.signed.contains(&triple));
        triples.push(triple);
    }
    let verdicts = (scheme.verify_many)(options.engines, &triples);
    assert_eq!(verdicts.iter().map(Result::is_ok).collect::<Vec<_>>(), due);
    for (triple, verdict) in triples.iter().zip(verdicts) {
        assert_eq!(scheme.verify(triple, &options), verdict);
    }
}

/// What a known key signed, after edits, which may be none.
fn edited(known: &Known, input: &mut Input<'_>, most: u8) -> Triple {
    let mut triple = input.pick(&known.signed).clone();
    for _ in 0..most {
        if input.is_empty() {
            break;
        }
        let other = input.pick(&known.signed);
        triple.edit(&known.set, input, &other.signature);
    }
    triple
}

/// A key, a signature and a message from the input, put right where the flags say so.
fn raw(scheme: &Scheme, input: &mut Input<'_>, flags: u8) -> (&'static ParameterSet, Triple) {
    let set = input.pick((scheme.sets)());
    let [words, indices, key_words, lengths, of_twin] =
        [2, 4, 8, 16, 32].map(|flag| flags & flag != 0);
    let mut key = input.take(set.public_key_len()).to_vec();
    let mut signature = input.take(set.signature_len()).to_vec();
    if lengths {
        key.resize(set.public_key_len(), 0);
        let of = xmss::twin(set).filter(|_| of_twin).unwrap_or(set);
        signature.resize(of.signature_len(), 0);
    }
    repair(&set.public_key, &mut key, key_words, false);
    repair(&set.signature, &mut signature, words, indices);
    (set, Triple { key, message: input.0.to_vec(), signature })
}

/// The verdict, whose error must be true.
fn verdict(scheme: &Scheme, triple: &Triple) -> Result<(), Error> {
    let verdict = scheme.verify(triple, &Options::default());
    if xmss::is_xmss(scheme.kind) {
        let wrong = verdict.clone().err().filter(|error| *error != Error::BadSignature);
        assert_eq!(wrong, xmss::formats(scheme, triple).err());
        return verdict;
    }
    match &verdict {
        Err(Error::Length { what: "public key", expected, found }) => {
            assert_eq!(*found, triple.key.len());
            assert_ne!(expected, found);
        }
        Err(Error::Length { what: "signature", expected, found }) => {
            assert_eq!(*found, triple.signature.len());
            assert_ne!(expected, found);
        }
        Err(Error::Type { expected, found, .. }) => assert_ne!(expected, found),
        Ok(()) | Err(Error::BadSignature | Error::UnknownType { .. }) => {}
        Err(error) => panic!("verifying a signature: {error}"),
    }
    verdict
}

/// Others come to the same verdict.
fn held_against_others(
    scheme: &Scheme,
    set: &ParameterSet,
    triple: &Triple,
    verdict: &Result<(), Error>,
    flags: u8,
) {
    let Triple { key, message, signature } = triple;
    if flags & 0xc0 == 0x40 {
        assert_eq!((scheme.reference)(triple), verdict.is_ok(), "the standard: {verdict:?}");
    }
    let fits = check_type(set, key, signature);
    let words = set.codes.iter().flat_map(|code| code.to_be_bytes());
    if set.scheme == Kind::Lms && (scheme.recode)(key).is_ok() && words.eq(key[..8].to_vec()) {
        let found = verdict.clone().or_else(|error| match error {
            Error::BadSignature => Ok(()),
            other => Err(other),
        });
        assert_eq!(fits, found, "the first thing that is wrong");
    }
    if flags & 0xc0 == 0x80 {
        // A signature may be right and of another set.
        let due = fits.is_ok() && verdict.is_ok();
        for backend in (scheme.backends)().iter().filter(|backend| backend.support(set).runs()) {
            let found = backend.verify(set, key, message, signature);
            let name = backend.about().name;
            let panicked = matches!(found, Err(Error::Panicked { .. }));
            assert!(found.is_ok() == due && !panicked, "{name}: {found:?}, not {verdict:?}");
        }
    }
}
