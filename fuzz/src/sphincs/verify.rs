//! Signatures: one, or many at a time.

use hbs::Chapter;
use hbs::sphincs::params::rows;
use hbs::sphincs::{Message, PublicKey, SPHINCS, Signed, sets, verify_many};
use hbs::{Options, WalkKind};
use lanes::{Cpu, Engines};
use signer::{Error, Randomness, check_type};

use super::case::{Case, Interface};
use super::known::{FAST, Known, known};
use crate::edit::Triple;
use crate::input::Input;

/// Verifies one signature.
pub fn one(data: &[u8]) {
    let mut input = Input(data);
    let flags = input.byte();
    let engines = engines(&mut input);
    let case = match flags % 4 {
        0 | 1 => {
            let known = known(input.byte());
            let case = edited(&known, &mut input, flags >> 2 & 7);
            assert_eq!(case.verdict(engines), case.due(is_signed(&known, &case)));
            if flags & 0xc0 != 0x40 {
                return held_against_others(&case, flags, &mut input);
            }
            case
        }
        2 => {
            let case = signed_now(&mut input, engines);
            assert_eq!(case.verdict(engines), case.due(true));
            case
        }
        _ => raw(&mut input, flags),
    };
    assert_eq!(case.verdict(engines), case.due(case.verifies()), "the standard");
    held_against_others(&case, flags, &mut input);
}

/// Verifies many signatures at a time, which must come to the same as one by one.
pub fn many(data: &[u8]) {
    let mut input = Input(data);
    let [engines, other] = [engines(&mut input), engines(&mut input)];
    let (mut cases, mut due) = (Vec::new(), Vec::new());
    let mut number = 0;
    while !input.is_empty() && cases.len() < 40 {
        let how = input.byte();
        // Those of one key stand side by side, often.
        if how & 3 == 0 {
            number = input.byte();
        }
        let known = known(number);
        let mut case = edited(&known, &mut input, if how & 12 == 0 { how >> 5 } else { 0 });
        case.interface = Interface::Plain;
        due.push(case.due(is_signed(&known, &case)));
        cases.push(case);
    }
    let verdicts = of_many(engines, &cases);
    assert_eq!(verdicts, due);
    for (case, verdict) in cases.iter().zip(verdicts) {
        assert_eq!(case.verdict(other), verdict);
    }
    // As one set, whatever they are of.
    let Some(at) =
        cases.first().and_then(|first| rows().iter().position(|row| *row == first.params))
    else {
        return;
    };
    let of_set: Vec<_> = cases.iter().filter(|case| case.params == rows()[at]).collect();
    let signed = of_set.iter().map(|case| {
        let Triple { key, message, signature } = &case.triple;
        signer::Signed { public_key: key, message, signature }
    });
    let options = Options { engines, ..Options::default() };
    let verdicts = SPHINCS.verify_many(&sets()[at], &signed.collect::<Vec<_>>(), &options);
    let cases = cases.iter().zip(due).filter(|(case, _)| case.params == rows()[at]);
    assert_eq!(verdicts, cases.map(|(_, due)| due).collect::<Vec<_>>());
}

/// Decodes the keys, and verifies what is of those that are in order. The others' errors stand between.
fn of_many(engines: Engines, cases: &[Case]) -> Vec<Result<(), Error>> {
    let keys: Vec<_> =
        cases.iter().map(|case| PublicKey::decode(case.params, &case.triple.key)).collect();
    let signed = keys.iter().zip(cases).filter_map(|(key, case)| {
        let Triple { message, signature, .. } = &case.triple;
        Some(Signed { key: key.as_ref().ok()?, message, signature })
    });
    let mut found = verify_many(engines, &signed.collect::<Vec<_>>()).into_iter();
    let verdict = |key: &Result<PublicKey, Error>| match key {
        Err(error) => Err(error.clone()),
        Ok(_) => found.next().expect("a verdict for each"),
    };
    let verdicts = keys.iter().map(verdict).collect();
    assert_eq!(found.next(), None, "a verdict too many");
    verdicts
}

/// What a known key signed, after edits, which may be none.
fn edited(known: &Known, input: &mut Input<'_>, most: u8) -> Case {
    let mut case = input.pick(&known.signed).clone();
    for _ in 0..most {
        if input.is_empty() {
            break;
        }
        let other = input.pick(&known.signed);
        case.edit(input, other);
    }
    case
}

fn is_signed(known: &Known, case: &Case) -> bool {
    known.signed.iter().any(|signed| signed.is_same(case))
}

/// A message from the input, signed by a key of a fast set.
fn signed_now(input: &mut Input<'_>, engines: Engines) -> Case {
    let known = known(*input.pick(&FAST));
    let params = *known.key.public().params();
    let interface = loop {
        let interface = Interface::from_input(input);
        if interface.framed(&params, &[]).is_some() {
            break interface;
        }
    };
    let mut given = input.take(params.shape.n).to_vec();
    given.resize(params.shape.n, 0);
    let message = input.0.to_vec();
    let framed: Message<'_> = interface.message(&params, &message).expect("short enough");
    let options = Options { engines, walk: WalkKind::Default, ..Options::default() };
    let key = hbs::sphincs::PrivateKey::decode(params, &known.secret, &options).expect("its own");
    let mut signature = Vec::new();
    let signed = key.sign_message(&framed, Randomness::Given(&given), &mut signature);
    assert_eq!(signed, Ok(()));
    let key = key.public().as_bytes().to_vec();
    Case { params, interface, triple: Triple { key, message, signature } }
}

/// A key, a signature, a context and a message from the input, of lengths put right where the flags say so.
fn raw(input: &mut Input<'_>, flags: u8) -> Case {
    let params = *input.pick(rows());
    let interface = Interface::from_input(input);
    let mut key = input.take(2 * params.shape.n).to_vec();
    let mut signature = input.take(params.signature_len()).to_vec();
    if flags & 4 != 0 {
        key.resize(2 * params.shape.n, 0);
    }
    if flags & 8 != 0 {
        signature.resize(params.signature_len(), 0);
    }
    Case { params, interface, triple: Triple { key, message: input.0.to_vec(), signature } }
}

/// Another implementation comes to the same verdict, on what all of them can verify.
fn held_against_others(case: &Case, flags: u8, input: &mut Input<'_>) {
    let plain = matches!(case.interface, Interface::Plain);
    let set = rows().iter().zip(sets()).find(|(row, _)| **row == case.params);
    let Some((_, set)) = set.filter(|_| flags & 0xc0 == 0x80 && plain) else { return };
    let Triple { key, message, signature } = &case.triple;
    let running = sphincs::backends().iter().filter(|backend| backend.support(set).runs());
    let running: Vec<_> = running.collect();
    let backend = input.pick(&running);
    let fits = check_type(set, key, signature).is_ok();
    let due = fits && case.verdict(Options::default().engines).is_ok();
    let found = backend.verify(set, key, message, signature);
    let name = backend.about().name;
    let panicked = matches!(found, Err(Error::Panicked { .. }));
    assert!(found.is_ok() == due && !panicked, "{name}: {found:?}, where {due} is due");
}

/// Those of a vector unit.
pub(crate) fn engines(input: &mut Input<'_>) -> Engines {
    let units: Vec<Cpu> = Cpu::available().collect();
    input.pick(&units).engines()
}
