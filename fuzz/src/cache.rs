//! Caches: what a key keeps of its trees, loaded with the key.

use std::sync::Arc;

use hbs::{Options, WalkKind};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use signer::{Error, ParameterSet, Randomness, StatefulSigner};

use crate::edit::{Triple, count, edit, write};
use crate::input::Input;
use crate::once::Once;
use crate::scheme::indices;
use crate::{Scheme, encoded};

/// Loads an encoded key of a set with a cache.
pub type LoadWithCache = fn(&ParameterSet, &[u8], &[u8], &Options) -> Result<Loaded, Error>;

/// A key, and whether it took what it keeps from the cache.
pub type Loaded = (Box<dyn Cached>, bool);

/// A key that can write down what it keeps.
pub trait Cached: StatefulSigner {
    /// What it keeps, sealed.
    fn cache(&self) -> Vec<u8>;
}

macro_rules! cached {
    ($($key:ty),*) => {$(
        impl Cached for $key {
            fn cache(&self) -> Vec<u8> {
                self.cache()
            }
        }
    )*};
}

cached!(hbs::lms::PrivateKey, hbs::hss::PrivateKey, hbs::xmss::PrivateKey, hbs::xmss::MtPrivateKey);

/// Loads a key with a cache that may have been edited, and sealed again with the key's seed or not.
///
/// Without the seal, a cache that was changed is never used. With it, it may be, and then signatures
/// may be wrong; but it is the same key, its indices count on, and nothing panics.
pub fn run(scheme: &Scheme, data: &[u8]) {
    let mut input = Input(data);
    let number = input.byte() % scheme.made_fast;
    let (set, flags) = (&scheme.known(number).set, input.byte());
    let sealed = flags & 1 == 0;
    let walk = *input.pick(&WALKS);
    let made = made(scheme, number, walk, &mut input);
    let other = self::made(scheme, number, walk, &mut input);

    let mut cache = made.cache.clone();
    if sealed {
        cache.truncate(cache.len() - CODE);
    }
    for _ in 0..flags >> 1 & 7 {
        if input.is_empty() {
            break;
        }
        match input.byte() % 4 {
            0 => edit(&mut cache, &mut input, &other.cache),
            _ => word(&mut cache, &made.words, &mut input),
        }
    }
    if sealed {
        let code = code(set, &made.secret, &cache);
        cache.extend(code);
    }
    // A short one may have become the other one.
    let changed = cache != made.cache && cache != other.cache;

    // The key at the cache's index, or at another one.
    let mut secret = if flags & 0x10 == 0 { made.secret.clone() } else { other.secret.clone() };
    let damaged = flags & 0x60 == 0x60;
    if damaged {
        let at = secret.len() - 1 - usize::from(input.byte()) % set.n;
        secret[at] ^= input.byte().max(1);
    }
    let with = if flags & 0x80 == 0 { walk } else { *input.pick(&WALKS) };
    let options = Options { walk: with, ..Options::default() };
    let loaded = (scheme.load_with_cache)(set, &secret, &cache, &options);
    if damaged {
        // Only who has the seed could make a cache of that.
        let refused = matches!(loaded, Err(Error::Corrupt { .. }));
        return assert!(refused || (sealed && changed && loaded.is_ok_and(|(_, used)| used)));
    }
    let (mut key, used) = loaded.expect("the key is in order");
    assert_eq!(key.secret_key().expect("its encoding").expose(), secret);
    assert_eq!(key.public_key(), scheme.known(number).signed[0].key);
    if !changed {
        assert_eq!(used, with == walk, "a cache of its own");
    }
    assert!(!(used && changed && !sealed), "a cache that was changed");

    let trusted = !(used && changed);
    // Seldom beyond the ends of trees, and never if each signature computes trees.
    let count = match input.byte() {
        long @ 0xe0.. if with != WalkKind::Recompute => long - 0xd8,
        short => short % 4,
    };
    for _ in 0..count {
        sign(scheme, set, &mut *key, trusted);
    }
    // Whatever it stands on, it goes on from what it says of itself.
    let (secret, cache) = (key.secret_key().expect("its encoding"), key.cache());
    let again = (scheme.load_with_cache)(set, secret.expose(), &cache, &options);
    let (mut key, used) = again.expect("what it has just written");
    assert!(used, "a cache that has just been written");
    sign(scheme, set, &mut *key, trusted);
}

/// Signs, if an index is left. The signature is right if all that the key keeps can be `trusted`.
fn sign(scheme: &Scheme, set: &ParameterSet, key: &mut dyn Cached, trusted: bool) {
    let (index, remaining) = (key.index(), key.remaining());
    let mut signature = vec![0xee; 7];
    let result = key.sign(MESSAGE, Randomness::Deterministic, &mut signature);
    if remaining == 0 {
        return assert_eq!((result, signature.len()), (Err(Error::Exhausted), 0));
    }
    assert_eq!(result, Ok(()));
    assert_eq!((key.index(), key.remaining()), (index + 1, remaining - 1));
    assert_eq!(set.signature_index(&signature), Some(index));
    if trusted {
        let (key, message) = (key.public_key().to_vec(), MESSAGE.to_vec());
        let triple = Triple { key, message, signature };
        assert_eq!(scheme.verify(&triple, &Options::default()), Ok(()));
    }
}

/// A key that has signed some messages, and its cache.
struct Made {
    secret: Vec<u8>,
    cache: Vec<u8>,
    /// Where words may be in the cache.
    words: Vec<usize>,
}

/// A key that went to an index and signed from there on, as the input says. Each is made once.
fn made(scheme: &Scheme, number: u8, walk: WalkKind, input: &mut Input<'_>) -> Arc<Made> {
    static MADE: Once<Made> = Once::new();
    let known = scheme.known(number);
    let index = *input.pick(&indices(&known.set));
    let count = input.byte() % 8;
    let name = format!("{} {walk:?} {index} {count}", known.set.name);
    MADE.get(name, || {
        let options = Options { walk, ..Options::default() };
        let mut secret = known.secret.clone();
        write(&mut secret[encoded::index(&known.set)], index);
        let loaded = (scheme.load_with_cache)(&known.set, &secret, &[], &options);
        let (mut key, used) = loaded.expect("the key is in order");
        assert!(!used, "no cache at all");
        for _ in 0..count {
            sign(scheme, &known.set, &mut *key, true);
        }
        let secret = key.secret_key().expect("its encoding").expose().to_vec();
        let cache = key.cache();
        let (all, seal) = cache.split_at(cache.len() - CODE);
        assert_eq!(code(&known.set, &secret, all), seal, "HMAC-SHA-256");
        let words = words(all);
        Made { secret, cache, words }
    })
}

/// Where numbers stand, and not nodes: these are seldom so small. In the nodes that are still to come,
/// which are zero, only the first.
fn words(cache: &[u8]) -> Vec<usize> {
    let is_word = |at: &usize| cache[*at..].starts_with(&[0, 0]);
    let is_among_zeros = |at: usize| cache[at.saturating_sub(4)..at + 4] == [0; 8];
    (0..cache.len() - 4).filter(is_word).filter(|at| *at < 4 || !is_among_zeros(*at)).collect()
}

/// Changes a word.
fn word(cache: &mut [u8], words: &[usize], input: &mut Input<'_>) {
    let at = words[input.number() % words.len()];
    if let Some(place) = cache.get_mut(at..at + 4) {
        count(place, input);
    }
}

/// What a cache of this key ends with.
fn code(set: &ParameterSet, secret: &[u8], all: &[u8]) -> [u8; CODE] {
    let sealing = &secret[encoded::sealing(set)];
    let mut mac = Hmac::<Sha256>::new_from_slice(sealing).expect("a key of any length");
    mac.update(all);
    mac.finalize().into_bytes().into()
}

const WALKS: [WalkKind; 3] = [WalkKind::Whole, WalkKind::Subtrees, WalkKind::Recompute];
const MESSAGE: &[u8] = b"firmware";
/// Bytes of the code at the end of a cache.
const CODE: usize = 32;
