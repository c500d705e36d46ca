use super::*;
use proptest::prelude::*;

fn requests() -> impl Strategy<Value = Request> {
    let bytes = || prop::collection::vec(any::<u8>(), 0..40);
    let origin = prop_oneof![bytes().prop_map(Origin::Entropy), bytes().prop_map(Origin::Seed)];
    let randomness = prop_oneof![
        Just(Randomness::Deterministic),
        bytes().prop_map(Randomness::Fresh),
        bytes().prop_map(Randomness::Given),
    ];
    let signed = (bytes(), bytes(), bytes())
        .prop_map(|(public_key, message, signature)| Signature { public_key, message, signature });
    prop_oneof![
        any::<u32>().prop_map(|version| Request::Describe { version }),
        ("\\PC{0,9}", origin, any::<u32>()).prop_map(|(set, origin, count)| Request::Generate {
            set,
            origin,
            count
        }),
        (any::<u32>(), randomness, prop::collection::vec(bytes(), 0..4))
            .prop_map(|(key, randomness, messages)| Request::Sign { key, randomness, messages }),
        ("\\PC{0,9}", prop::collection::vec(signed, 0..4))
            .prop_map(|(set, signed)| Request::Verify { set, signed }),
        any::<u32>().prop_map(|key| Request::Drop { key }),
        Just(Request::Quit),
    ]
}

fn samples() -> impl Strategy<Value = Sample> {
    let figure = || prop_oneof![Just(None), (0..u64::MAX).prop_map(Some)];
    (figure(), figure(), figure(), figure(), figure()).prop_map(
        |(wall, cpu, bytes, allocations, peak)| Sample { wall, cpu, bytes, allocations, peak },
    )
}

/// A request with some answer to it.
fn answers() -> impl Strategy<Value = (Request, Result<Answer, Refusal>)> {
    let bytes = || prop::collection::vec(any::<u8>(), 0..40);
    let state = || (any::<u64>(), any::<u64>());
    let description = prop::collection::vec("\\PC{0,9}", 5..9).prop_map(|texts| {
        let [name, version, language, features, hash] = [0, 1, 2, 3, 4].map(|i| texts[i].clone());
        let sets = texts[5..].to_vec();
        let (protocol, version_of_it) = (7, version);
        let version = version_of_it;
        Answer::Description(Description { protocol, name, version, language, features, hash, sets })
    });
    let key = (samples(), any::<u32>(), bytes()).prop_map(|(sample, key, public_key)| Generated {
        sample,
        key,
        public_key,
    });
    let keys = (prop::collection::vec(key, 0..4), state())
        .prop_map(|(keys, state)| Answer::Generated { keys, state });
    let signed = (prop::collection::vec((samples(), bytes()), 0..4), state())
        .prop_map(|(signatures, state)| Answer::Signed { signatures, state });
    let verdict =
        (samples(), any::<bool>()).prop_map(|(sample, verifies)| Verdict { sample, verifies });
    let verified = prop::collection::vec(verdict, 0..4).prop_map(Answer::Verified);
    let set = String::new();
    let generate = Request::Generate { set: set.clone(), origin: Origin::Seed(vec![]), count: 0 };
    let sign =
        Request::Sign { key: 0, randomness: Randomness::Deterministic, messages: Vec::new() };
    let verify = Request::Verify { set, signed: Vec::new() };
    let refusal = "\\PC{0,9}".prop_flat_map(|text| {
        let all = [Refusal::Unsupported, Refusal::Exhausted, Refusal::Failed];
        prop::sample::select(all.map(|refusal| refusal(text.clone())).to_vec())
    });
    prop_oneof![
        description.prop_map(|answer| (Request::Describe { version: 2 }, Ok(answer))),
        keys.prop_map(move |answer| (generate.clone(), Ok(answer))),
        signed.prop_map(move |answer| (sign.clone(), Ok(answer))),
        verified.prop_map(move |answer| (verify.clone(), Ok(answer))),
        Just((Request::Quit, Ok(Answer::Gone(Gone)))),
        refusal.prop_map(|refusal| (Request::Quit, Err(refusal))),
    ]
}

proptest! {
    #[test]
    fn requests_are_read_as_they_were_written(request in requests(), id: u32) {
        prop_assert_eq!(Request::read(&request.frame(id)), Ok((id, request)));
    }

    #[test]
    fn answers_are_read_as_they_were_written((request, answer) in answers(), id: u32) {
        let frame = Answer::frame(id, &answer);
        prop_assert_eq!(Answer::read(&frame, &request), Ok((id, answer)));
    }

    /// Nor does any byte more or less pass.
    #[test]
    fn no_part_of_a_frame_is_one((request, answer) in answers(), other in requests()) {
        let mut frame = Answer::frame(3, &answer);
        for len in 0..frame.len() {
            prop_assert!(Answer::read(&frame[..len], &request).is_err(), "{}", len);
        }
        frame.push(0);
        prop_assert!(Answer::read(&frame, &request).is_err());
        let mut frame = other.frame(3);
        for len in 0..frame.len() {
            prop_assert!(Request::read(&frame[..len]).is_err(), "{}", len);
        }
        frame.push(0);
        prop_assert!(Request::read(&frame).is_err());
    }

    #[test]
    fn no_bytes_are_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..80), other in requests()) {
        let _ = Request::read(&bytes);
        let _ = Answer::read(&bytes, &other);
    }
}

#[test]
fn a_count_is_no_room() {
    // A request to sign four thousand million messages, and none of them.
    let mut frame =
        Request::Sign { key: 0, randomness: Randomness::Deterministic, messages: vec![] }.frame(0);
    let at = frame.len() - 4;
    frame[at..].fill(0xff);
    let (id, error) = Request::read(&frame).expect_err("malformed");
    assert_eq!((id, error.to_string()), (Some(0), "the frame ends within its message".into()));
}

#[test]
fn seeds_are_not_printed() {
    assert_eq!(format!("{:?}", Origin::Seed(vec![0xab; 3])), "Seed(3 bytes)");
}
