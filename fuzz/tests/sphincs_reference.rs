//! The standard written down accepts what is right, and nothing else: all 36 sets.
#![forbid(unsafe_code)]

use hbs::sphincs::params::rows;
use hbs::sphincs::sets;
use hbs_fuzz::edit::Triple;
use hbs_fuzz::reference::sphincs as reference;
use hbs_fuzz::sphincs::known::known;

#[test]
fn signatures_of_all_sets_verify_and_with_a_bit_flipped_do_not() {
    for (number, set) in (0..).zip(sets()) {
        let known = known(number);
        assert!(known.signed.iter().all(|case| case.verifies()), "{}", set.name);
        let case = &known.signed[usize::from(number) % known.signed.len()];
        let rejects = |of: &str, change: &dyn Fn(&mut Triple)| {
            let mut case = case.clone();
            change(&mut case.triple);
            assert!(!case.verifies(), "{}: {of}", set.name);
        };
        for field in &set.public_key {
            rejects(field.name, &|triple| triple.key[field.offset + field.len / 2] ^= 4);
        }
        for field in &set.signature {
            for at in [field.offset, field.offset + field.len - 1] {
                rejects(field.name, &|triple| triple.signature[at] ^= 0x80);
            }
        }
        rejects("message", &|triple| triple.message.push(0));
        rejects("a byte too few", &|triple| triple.signature.truncate(set.signature_len() - 1));
        rejects("a byte too many", &|triple| triple.signature.push(0));
        rejects("a key too long", &|triple| triple.key.push(0));
    }
}

#[test]
fn roots_of_all_sets_follow_from_seeds() {
    for (number, params) in (0..).zip(rows()) {
        let (known, n) = (known(number), params.shape.n);
        let root = reference::root(params, &known.secret[..n], &known.secret[2 * n..3 * n]);
        assert_eq!(root, known.key.public().root(), "{}", params.name());
    }
}

#[test]
fn randomizers_of_all_sets_are_those_of_their_signatures() {
    for (number, params) in (0..).zip(rows()) {
        let (known, n) = (known(number), params.shape.n);
        // The first is signed without randomness: with `PK.seed` in its place.
        let case = &known.signed[0];
        let framed = case.interface.framed(params, &case.triple.message).expect("short enough");
        let [sk_prf, opt_rand] = [1, 2].map(|at| &known.secret[at * n..][..n]);
        let r = reference::randomizer(params, sk_prf, opt_rand, &framed);
        assert_eq!(r, case.triple.signature[..n], "{}", params.name());
    }
}
