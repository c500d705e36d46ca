//! Fast keys of XMSS: all that they keep is encoded with them, and any of it may be wrong.

mod layout;

use std::sync::Arc;

use hbs::xmss::XMSS_FAST;
use hbs::{Chapter, Options};
use signer::{Error, ParameterSet, Randomness};

use self::layout::Layout;
use crate::edit::{Triple, count, edit};
use crate::input::Input;
use crate::once::Once;
use crate::private_key::{index, options};
use crate::scheme::{Stateful, indices, stateful};
use crate::{Scheme, encoded, xmss};

/// Decodes a fast key that has signed, and that may have been edited. If there is one, lets it sign,
/// skip and be stored, beside the ordinary key of the same seeds unless what it keeps was edited.
pub fn run(scheme: &Scheme, data: &[u8]) {
    let mut input = Input(data);
    let number = input.byte() % scheme.made_fast;
    let (set, flags) = (&scheme.known(number).set, input.byte());
    let [right, other] = [(), ()].map(|()| made(scheme, number, &mut input));
    let options = options(&mut input);
    let layout = Layout::of(set);
    let mut bytes = right.to_vec();
    if let Some(twin) = xmss::twin(set).filter(|_| flags & 8 != 0) {
        bytes.resize(Layout::of(twin).len(), 0);
    }
    for _ in 0..flags % 8 {
        if input.is_empty() {
            break;
        }
        match input.byte() % 8 {
            0 => edit(&mut bytes, &mut input, &other),
            1 => count_at(&mut bytes, encoded::index(set), &mut input),
            2 => {
                let at = input.number();
                count_at(&mut bytes, at..at + 1, &mut input);
            }
            3 => {
                let at = layout.auth(input.byte()).start + usize::from(input.byte());
                count_at(&mut bytes, at..at + 1, &mut input);
            }
            _ => {
                let counters = layout.counters();
                let place = counters[input.number() % counters.len()].clone();
                count_at(&mut bytes, place, &mut input);
            }
        }
    }

    let loaded = XMSS_FAST.load(set, &bytes, &options).map(stateful);
    let found = loaded.as_ref().map(|_| ()).map_err(Error::clone);
    let length = xmss::length("fast private key", set, bytes.len(), |set| Layout::of(set).len());
    if length.is_err() {
        return assert_eq!(found, length);
    }
    let end = set.lifetime.count().expect("a tree that ends");
    let next = encoded::next(set, &bytes);
    if bytes[..4] != right[..4] {
        return assert!(matches!(found, Err(Error::Type { .. })), "{found:?}");
    }
    if next > end {
        return assert_eq!(found, Err(Error::Index { asked: next, next: end }));
    }
    // Pieces of the other key may have made it that one.
    let is = |part: &dyn Fn(&[u8]) -> Vec<u8>| {
        [&right, &other].iter().any(|of| part(of) == part(&bytes))
    };
    let whole = is(&|bytes| encoded::checked(set, bytes));
    let Ok(key) = loaded else {
        return assert!(!whole && matches!(found, Err(Error::Corrupt { .. })), "{found:?}");
    };
    assert!(is(&|bytes| layout.needed(set, bytes)), "the next signature is wrong");
    assert_eq!(key.secret_key().expect("its encoding").expose(), bytes);
    let mut pair = Pair { scheme, set, key, ordinary: None, fresh: true, next, end };
    if whole {
        pair.ordinary = Some(pair.compact());
    }
    pair.run(&mut input);
}

/// A fast key, and the ordinary one if the fast one should sign as that does.
struct Pair<'a> {
    scheme: &'a Scheme,
    set: &'a ParameterSet,
    key: Stateful,
    ordinary: Option<Stateful>,
    /// Whether the next signature has to verify, because that has been checked: it has just been decoded.
    fresh: bool,
    next: u64,
    end: u64,
}

impl Pair<'_> {
    fn run(mut self, input: &mut Input<'_>) {
        for _ in 0..MOST {
            assert_eq!((self.key.index(), self.key.remaining()), (self.next, self.end - self.next));
            if input.is_empty() {
                return;
            }
            match input.byte() {
                how if how % 8 == 0 => self.skip(index(self.set, input)),
                how if how % 8 == 1 => {
                    if !self.store(&options(input)) {
                        return;
                    }
                }
                how => {
                    for _ in 0..how / 8 {
                        if !self.sign() {
                            return self.has_failed();
                        }
                    }
                }
            }
        }
    }

    /// Signs, if an index is left; whether the key still can.
    fn sign(&mut self) -> bool {
        let mut signature = vec![0xee; 7];
        let result = self.key.sign(MESSAGE, Randomness::Deterministic, &mut signature);
        if self.next == self.end {
            assert_eq!((result, signature.len()), (Err(Error::Exhausted), 0));
            return true;
        }
        self.next += 1;
        assert_eq!(self.key.index(), self.next, "an index is used up, whatever comes of it");
        if let Err(error) = result {
            assert!(self.ordinary.is_none() && signature.is_empty());
            assert!(matches!(error, Error::Corrupt { .. }), "{error}");
            return false;
        }
        assert_eq!(self.key.remaining(), self.end - self.next);
        assert_eq!(self.set.signature_index(&signature), Some(self.next - 1));
        if let Some(ordinary) = &mut self.ordinary {
            let mut same = Vec::new();
            let result = ordinary.sign(MESSAGE, Randomness::Deterministic, &mut same);
            assert_eq!(result, Ok(()));
            assert!(same == signature, "another signature");
        }
        if self.fresh {
            let (key, message) = (self.key.public_key().to_vec(), MESSAGE.to_vec());
            let triple = Triple { key, message, signature };
            assert_eq!(self.scheme.verify(&triple, &Options::default()), Ok(()));
        }
        self.fresh = false;
        true
    }

    /// A key that has failed neither signs nor goes on in any other way.
    fn has_failed(&mut self) {
        assert_eq!((self.key.index(), self.key.remaining()), (self.next, 0));
        let mut signature = vec![0xee; 7];
        let result = self.key.sign(MESSAGE, Randomness::Deterministic, &mut signature);
        assert!(matches!(result, Err(Error::Corrupt { .. })) && signature.is_empty());
        assert_eq!(self.key.skip_to(self.next + 1), result);
        assert_eq!(self.key.secret_key().map(|_| ()), result);
        assert_eq!(self.key.index(), self.next);
    }

    /// Skipping makes anew all that is kept.
    fn skip(&mut self, to: u64) {
        let next = self.next;
        let result = self.key.skip_to(to);
        if to > next && to < self.end {
            assert_eq!(result, Ok(()));
            self.next = to;
            self.ordinary = Some(self.compact());
            self.fresh = true;
        } else if to == next {
            assert_eq!(result, Ok(()));
        } else {
            assert_eq!(result, Err(Error::Index { asked: to, next }));
        }
    }

    /// Stores the key and loads it again; whether it did.
    fn store(&mut self, options: &Options) -> bool {
        let secret = self.key.secret_key().expect("its encoding");
        let again = match XMSS_FAST.load(self.set, secret.expose(), options) {
            Ok(again) => stateful(again),
            Err(error) => {
                assert!(
                    self.ordinary.is_none() && matches!(error, Error::Corrupt { .. }),
                    "{error}"
                );
                return false;
            }
        };
        assert_eq!(again.secret_key().expect("its encoding").expose(), secret.expose());
        assert_eq!(again.public_key(), self.key.public_key());
        self.key = again;
        self.next = encoded::next(self.set, secret.expose());
        self.fresh = true;
        true
    }

    /// The ordinary key, which is what a fast key's encoding begins with.
    fn compact(&self) -> Stateful {
        let secret = self.key.secret_key().expect("its encoding");
        let compact = &secret.expose()[..encoded::len(self.set)];
        self.scheme.load(self.set, compact, &Options::default()).expect("the key is in order")
    }
}

/// A key that went to an index and signed from there on, as the input says, encoded. Each is made once.
fn made(scheme: &Scheme, number: u8, input: &mut Input<'_>) -> Arc<Vec<u8>> {
    static MADE: Once<Vec<u8>> = Once::new();
    let known = scheme.known(number);
    let set = &known.set;
    let (index, signed) = (*input.pick(&indices(set)), u64::from(input.byte() % 48));
    MADE.get(format!("{} {index} {signed}", set.name), || {
        let key = XMSS_FAST.generate_from_seed(set, &known.seed, &Options::default());
        let mut key = stateful(key.expect("a seed is any bytes"));
        key.skip_to(index).expect("it is not behind");
        let mut signature = Vec::new();
        for _ in 0..signed.min(key.remaining()) {
            key.sign(MESSAGE, Randomness::Deterministic, &mut signature).expect("an index is left");
        }
        key.secret_key().expect("its encoding").expose().to_vec()
    })
}

/// Changes an integer, if it is there.
fn count_at(bytes: &mut [u8], place: std::ops::Range<usize>, input: &mut Input<'_>) {
    if let Some(place) = bytes.get_mut(place) {
        count(place, input);
    }
}

const MESSAGE: &[u8] = b"firmware";
/// Things that are done with one key.
const MOST: usize = 6;
