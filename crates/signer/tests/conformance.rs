//! The conformance checks can fail: each fault is caught, and caught by the right checks.
#![cfg(feature = "std")]

mod toy;

use signer::Os;
use signer::conformance::Check::{self, *};
use signer::conformance::{Effort, Outcome, Report, run};
use toy::Fault::{self, *};
use toy::Toy;

/// Each fault, the kinds of toy that can have it, and the checks that it must fail: these, and no
/// other. Where the toy keeps no state, those of state are left out.
const CASES: &[(Fault, Kinds, &[Check])] = &[
    // Keys.
    (ClaimsSupport, Both, &[Generate]),
    (DeniesSupport, Both, &[Generate]),
    (WrongKeyLength, Both, KEYED),
    (WrongKeyType, Both, KEYED),
    (EntropyIgnored, Both, &[OtherKey]),
    (EntropyPanics, Both, &[EntropyFailure]),
    (EntropyFailureIgnored, Both, &[EntropyFailure]),
    (EntropyFailureMisnamed, Both, &[EntropyFailure]),
    (SecondDrawUnchecked, Both, &[EntropyFailure]),
    (SeedIgnored, Both, &[Seed]),
    (SeedTailIgnored, Both, &[Seed]),
    (SeedUnstable, Both, &[Seed, Randomness]),
    (SeedLengthIgnored, Both, &[Seed]),
    (SeedLengthMisnamed, Both, &[Seed]),
    (SeedKeySignsWrong, Both, &[Seed, Randomness]),
    (KeyWithoutState, Stateful, &[Generate, Seed, Reload]),
    (KeyWithState, Stateless, &[Generate, Seed, Reload]),
    // Signing.
    (
        SignatureAppended,
        Both,
        &[EntropyFailure, Seed, RoundTrip, Randomness, Indices, Reload, Skip, LastIndex],
    ),
    (SignatureTooLong, Both, SIGNING),
    (WrongSignatureType, Both, SIGNING),
    (EmptyMessageRefused, Both, &[RoundTrip]),
    (LongMessageRefused, Both, &[RoundTrip]),
    (FreshRefused, Both, &[EntropyFailure, Seed, RoundTrip, Indices, Reload, Skip, LastIndex]),
    (FreshIgnored, Both, &[Randomness]),
    (SigningEntropyIgnored, Both, &[EntropyFailure]),
    (SigningEntropyLeavesBytes, Both, &[EntropyFailure]),
    (GivenIgnored, Both, &[Randomness]),
    (GivenUnstable, Both, &[Randomness]),
    (GivenHashed, Stateful, &[Randomness]),
    (GivenLengthIgnored, Both, &[Randomness]),
    (GivenLengthMisnamed, Both, &[Randomness]),
    (GivenLengthLeavesBytes, Both, &[Randomness]),
    (Undeterministic, Both, &[Randomness]),
    // Verifying.
    (MessageIgnored, Both, &[OtherMessage]),
    (MessageTailIgnored, Both, &[OtherMessage]),
    (KeyIgnored, Both, &[OtherKey, FlippedPublicKey]),
    (IndexIgnored, Stateful, &[FlippedSignature]),
    (RandomiserIgnored, Both, &[FlippedSignature]),
    (DigestTailIgnored, Both, &[FlippedSignature]),
    (SignatureTypeIgnored, Both, &[FlippedSignature]),
    (KeyTypeIgnored, Both, &[FlippedPublicKey]),
    (VerifyUnsupported, Both, SIGNING),
    (RefusalUnsupported, Both, &[OtherMessage, OtherKey, FlippedSignature, FlippedPublicKey]),
    (VerifyPanics, Both, SIGNING),
    (NoneVerifies, Both, SIGNING),
    (AllVerify, Both, &[OtherMessage, OtherKey, FlippedSignature, FlippedPublicKey]),
    (TruncationsAccepted, Both, &[ShortSignature]),
    (PanicsOnShort, Both, &[ShortSignature, Garbage]),
    (LongAccepted, Both, &[LongSignature]),
    (LongKeyAccepted, Both, &[PublicKeyLength]),
    (PanicsOnShortKey, Both, &[PublicKeyLength, Garbage]),
    (PanicsOnOnes, Both, &[Garbage]),
    (PanicsOnKeyOfOnes, Both, &[Garbage]),
    (ZerosAccepted, Both, &[Garbage]),
    (NothingAccepted, Both, &[PublicKeyLength, Garbage]),
    (ManyAllVerify, Both, &[Many]),
    (ManyForgetsOne, Both, &[Many]),
    // State.
    (IndexStuck, Stateful, &[Indices, Reload, Skip, Exhausted]),
    (IndexMisreported, Stateful, STATE),
    (OtherIndexUsed, Stateful, STATE),
    (RemainingOff, Stateful, STATE),
    (RemainingUnknown, Stateful, STATE),
    (StateLost, Stateful, &[Reload, Exhausted]),
    (LoadsAnotherKey, Both, &[Reload]),
    (LoadsTruncated, Both, &[Reload]),
    (LoadsExtended, Both, &[Reload]),
    (LoadPanics, Both, &[Reload]),
    (LoadPanicsOnOnes, Both, &[Reload]),
    (IndexReusedAfterLoad, Stateful, &[Reload]),
    (UpperSignsOnLoad, Stateful, &[Reload]),
    (UpperSignsAnew, Stateful, &[Randomness, Indices, Reload]),
    (PrepareUsesIndex, Stateful, &[Indices]),
    (SkipIgnored, Stateful, &[Skip, LastIndex]),
    (SkipInPlaceRefused, Stateful, &[Skip]),
    (SkipMisnamed, Stateful, &[Skip]),
    (SkipsBack, Stateful, &[Skip, Exhausted]),
    (SkipsPastEnd, Stateful, &[Skip]),
    (SkipMisremembers, Stateful, &[Skip, Exhausted]),
    (LastRefused, Stateful, &[LastIndex]),
    (SignsOn, Stateful, &[Exhausted]),
    (ExhaustedMisnamed, Stateful, &[Exhausted]),
    (ExhaustedPanics, Stateful, &[Exhausted]),
    (ExhaustedLeavesBytes, Stateful, &[Exhausted]),
    (ExhaustedLoadPanics, Stateful, &[Exhausted]),
    (ExhaustedSkips, Stateful, &[Exhausted]),
    (ExhaustedPrepareFails, Stateful, &[Exhausted]),
    (RemainsAfterEnd, Stateful, &[Exhausted]),
    (RevivedByLoad, Stateful, &[Exhausted]),
    (RevivedByPrepare, Stateful, &[Exhausted]),
    (RevivedBySkip, Stateful, &[Exhausted]),
];

/// What a backend may lack without a fault.
const LACKS: [Fault; 6] =
    [LacksSeed, LacksAnySource, LacksDeterministic, LacksGiven, LacksLoad, LacksSkip];

/// Checks that need a public key of the right form.
const KEYED: &[Check] = &[Generate, Seed, RoundTrip, Randomness, Indices, Reload, Skip, LastIndex];

/// Checks that need a signature that verifies.
const SIGNING: &[Check] = &[Seed, RoundTrip, Randomness, Indices, Reload, Skip, LastIndex];

/// Checks that compare an index.
const STATE: &[Check] = &[Indices, Reload, Skip, LastIndex];

/// Checks that do not apply to a key without state.
const STATE_ONLY: [Check; 4] = [Indices, Skip, LastIndex, Exhausted];

/// The toys that a fault is one of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kinds {
    Stateful,
    Stateless,
    Both,
}
use Kinds::{Both, Stateful, Stateless};

fn report_on(toy: &Toy) -> Report {
    run(toy, &toy.set, &mut Os, Effort::FULL)
}

fn skipped(report: &Report) -> Vec<Check> {
    let skipped = report.outcomes.iter().filter(|(_, o)| matches!(o, Outcome::Skipped(_)));
    skipped.map(|(check, _)| *check).collect()
}

#[test]
fn a_healthy_toy_passes() {
    for effort in [Effort::TEST, Effort::FULL] {
        for (stateful, not_applicable) in [(true, &[][..]), (false, &STATE_ONLY)] {
            let toy = Toy::new(stateful, &[]);
            let report = run(&toy, &toy.set, &mut Os, effort);
            assert_eq!((report.failed(), skipped(&report)), (vec![], not_applicable.to_vec()));
            assert_eq!(report.outcomes.len(), Check::ALL.len());
        }
    }
}

#[test]
fn every_fault_is_caught() {
    let mut wrong = String::new();
    for &(fault, kinds, checks) in CASES {
        for stateful in [true, false] {
            if kinds == if stateful { Stateless } else { Stateful } {
                continue;
            }
            let mut checks = checks.to_vec();
            checks.retain(|check| stateful || !STATE_ONLY.contains(check));
            let report = report_on(&Toy::new(stateful, &[fault]));
            if report.failed() != checks {
                wrong += &format!("{fault:?} must fail {checks:?}:\n{report}\n");
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn every_fault_has_a_case() {
    let cases = CASES.iter().map(|(fault, ..)| *fault).chain(LACKS);
    let mut listed: Vec<_> = cases.map(|fault| fault as usize).collect();
    listed.sort_unstable();
    // The last of the enumeration is also its highest number.
    assert_eq!(listed, (0..=RevivedBySkip as usize).collect::<Vec<_>>());
}

/// A fault that fails many checks proves little of each: every check has one that fails it and at
/// most three others.
#[test]
fn every_check_can_fail() {
    for check in Check::ALL {
        let narrow =
            |case: &&(Fault, Kinds, &[Check])| case.2.contains(&check) && case.2.len() <= 4;
        assert!(CASES.iter().any(|case| narrow(&case)), "{check:?}");
    }
}

/// What is wrong stays wrong when the backend's own verifier takes it.
#[test]
fn agreeing_with_itself_is_not_enough() {
    for (faults, check) in [
        ([WrongKeyType, KeyTypeIgnored], Generate),
        ([WrongSignatureType, SignatureTypeIgnored], RoundTrip),
        ([SignatureTooLong, LongAccepted], RoundTrip),
        ([OtherIndexUsed, IndexIgnored], Indices),
    ] {
        for stateful in [true, false] {
            let report = report_on(&Toy::new(stateful, &faults));
            assert!(report.failed().contains(&check) || check == Indices && !stateful, "{report}");
        }
    }
}

/// What a backend may lack is skipped, and hides nothing else.
#[test]
fn what_is_lacking_is_skipped() {
    for (toy, not_done, failed) in [
        (&[LacksSeed][..], &[Seed][..], &[][..]),
        (&[LacksLoad], &[Reload], &[]),
        (&[LacksSkip], &[Skip], &[]),
        (&[LacksGiven], &[Randomness], &[]),
        (&[LacksDeterministic], &[Randomness], &[]),
        (&[LacksAnySource], &[EntropyFailure], &[]),
        (&[LacksSeed, LacksLoad], &[Seed, Randomness, Reload], &[]),
        (&[LacksSeed, GivenIgnored], &[Seed], &[Randomness]),
        (&[LacksGiven, Undeterministic], &[], &[Randomness]),
        (&[LacksDeterministic, GivenLengthIgnored], &[], &[Randomness]),
        (&[LacksSkip, LastRefused], &[Skip, Exhausted], &[LastIndex]),
        (&[LacksSkip, SignsOn], &[Skip], &[Exhausted]),
        (&[LacksSkip, LacksLoad, RemainsAfterEnd], &[Reload, Skip], &[Exhausted]),
    ] {
        let report = report_on(&Toy::new(true, toy));
        assert_eq!((&skipped(&report)[..], &report.failed()[..]), (not_done, failed), "{report}");
    }
}

#[test]
fn a_set_that_is_not_supported_is_skipped() {
    let toy = Toy::new(true, &[]);
    let mut other = toy.set.clone();
    other.name.push('2');
    let report = run(&toy, &other, &mut Os, Effort::TEST);
    assert_eq!(skipped(&report), Check::ALL, "{report}");
}

#[test]
fn a_scheme_that_derives_its_randomiser_takes_none() {
    for (faults, failed) in [(&[][..], &[][..]), (&[GivenLengthIgnored], &[Randomness])] {
        let mut toy = Toy::new(true, faults);
        toy.set.randomness_len = None;
        assert_eq!(report_on(&toy).failed(), failed);
    }
}
