//! Private keys: decoding them, and what they sign from there to the end.

use std::collections::HashMap;

use hbs::{Options, WalkKind};
use lanes::Cpu;
use signer::{Error, Given, Lifetime, ParameterSet, Part, Randomness, Scheme as Kind};

use crate::edit::{Triple, edit, read, write};
use crate::input::Input;
use crate::scheme::Stateful;
use crate::{Scheme, encoded, xmss};

/// Decodes a key that may have been edited. If there is one, lets it sign, skip and be stored, beside
/// a model of what must come of that.
pub fn run(scheme: &Scheme, data: &[u8]) {
    let mut input = Input(data);
    let known = scheme.known(input.byte() % scheme.made_fast);
    let (set, flags) = (&known.set, input.byte());
    let options = options(&mut input);
    let mut right = known.secret.clone();
    if flags & 1 != 0 {
        // Another key.
        let mut seed = input.take(set.seed_len).to_vec();
        seed.resize(set.seed_len, 0);
        let key = scheme.generate(set, &seed, &options);
        right = key.secret_key().expect("its encoding").expose().to_vec();
    }
    let mut secret = right.clone();
    let place = encoded::index(set);
    if flags & 2 != 0 {
        write(&mut secret[place.clone()], index(set, &mut input));
    }
    if flags & 4 != 0 {
        secret[encoded::sk_prf(set)].fill(0);
    }
    if let Some(twin) = xmss::twin(set).filter(|_| flags & 8 != 0) {
        secret.resize(encoded::len(twin), 0);
    }
    for _ in 0..flags >> 6 {
        edit(&mut secret, &mut input, data);
    }

    let end = set.lifetime.count().expect("a tree that ends");
    let loaded = scheme.load(set, &secret, &options);
    let found = loaded.as_ref().map(|_| ()).map_err(Error::clone);
    let length = xmss::length("private key", set, secret.len(), encoded::len);
    if length.is_err() {
        return assert_eq!(found, length);
    }
    let (asked, next) = (read(&secret[place.clone()]), encoded::next(set, &secret));
    let checked = |secret: &[u8]| encoded::checked(set, secret)[place.end..].to_vec();
    if secret[..place.start] != right[..place.start] {
        assert!(matches!(found, Err(Error::Type { .. })), "{found:?}");
    } else if next > end {
        assert_eq!(found, Err(Error::Index { asked, next: end }));
    } else if checked(&secret) != checked(&right) {
        assert!(matches!(found, Err(Error::Corrupt { .. })), "{found:?}");
    } else {
        let key = loaded.expect("nothing is wrong with it");
        assert_eq!(key.secret_key().expect("its encoding").expose(), secret);
        Model { scheme, set, key, options, next, end, above: HashMap::new() }.run(&mut input);
    }
}

/// A key beside what is known of it.
struct Model<'a> {
    scheme: &'a Scheme,
    set: &'a ParameterSet,
    key: Stateful,
    options: Options,
    next: u64,
    end: u64,
    /// What the trees above the lowest have signed, by level and leaf.
    above: HashMap<(u32, u64), Vec<u8>>,
}

impl Model<'_> {
    fn run(&mut self, input: &mut Input<'_>) {
        // A tree of XMSS takes as long as 32 of XMSS^MT.
        let most = if self.set.scheme == Kind::Xmss { MOST / 4 } else { MOST };
        for _ in 0..most {
            assert_eq!(self.key.index(), self.next);
            assert_eq!(self.key.remaining(), self.end - self.next);
            if input.is_empty() {
                break;
            }
            match input.byte() % 8 {
                0 => self.skip(index(self.set, input)),
                1 => self.store(self::options(input)),
                2 => self.sign(b"", Randomness::Fresh(&mut Given(&[]))),
                3 => {
                    let c = vec![input.byte(); self.set.n];
                    self.sign(&[1; 70], Randomness::Given(&c));
                }
                // What it signs stays the same, and what is stored of it.
                4 => assert_eq!(self.key.prepare(), Ok(())),
                _ => self.sign(&[2; 3], Randomness::Deterministic),
            }
        }
    }

    fn sign(&mut self, message: &[u8], randomness: Randomness<'_>) {
        let due = match (&randomness, self.set.randomness_len) {
            _ if self.next == self.end => Some(Error::Exhausted),
            // The source is one that fails; XMSS draws nothing from it.
            (Randomness::Fresh(_), Some(_)) => Some(Error::Entropy),
            (Randomness::Given(_), None) => Some(Error::unsupported("XMSS derives its randomiser")),
            _ => None,
        };
        let mut signature = vec![0xee; 7];
        let result = self.key.sign(message, randomness, &mut signature);
        if let Some(due) = due {
            // It costs no index.
            return assert_eq!((result, signature.len()), (Err(due), 0));
        }
        assert_eq!(result, Ok(()));
        assert_eq!(self.set.signature_index(&signature), Some(self.next));
        self.signed_above(&signature);
        let key = self.key.public_key().to_vec();
        let triple = Triple { key, message: message.to_vec(), signature };
        assert_eq!(self.scheme.verify(&triple, &Options::default()), Ok(()));
        self.next += 1;
    }

    /// A leaf above the lowest tree signs one thing, with one randomiser, whenever it is asked.
    fn signed_above(&mut self, signature: &[u8]) {
        let fields = &self.set.signature;
        for (level, bits) in levels_above(self.set) {
            let here = fields.iter().filter(|field| field.level == level);
            let here: Vec<u8> =
                here.flat_map(|field| field.slice(signature).expect("a field")).copied().collect();
            let leaf = (level, self.next >> bits);
            let before = self.above.entry(leaf).or_insert_with(|| here.clone());
            assert!(*before == here, "leaf {leaf:?} has signed something else");
        }
    }

    fn skip(&mut self, to: u64) {
        let next = self.next;
        let result = self.key.skip_to(to);
        if to == next || (to > next && to < self.end) {
            assert_eq!(result, Ok(()));
            self.next = to;
        } else {
            assert_eq!(result, Err(Error::Index { asked: to, next }));
        }
    }

    /// Stores the key and loads it again, to be kept in another way.
    fn store(&mut self, options: Options) {
        let secret = self.key.secret_key().expect("its encoding");
        let again = self.scheme.load(self.set, secret.expose(), &options);
        let again = again.expect("what was stored loads");
        assert_eq!(again.public_key(), self.key.public_key());
        (self.key, self.options) = (again, options);
        self.next = encoded::next(self.set, secret.expose());
    }
}

/// The levels above the lowest trees, and how many low bits of an index are of the levels below each.
fn levels_above(set: &ParameterSet) -> Vec<(u32, u32)> {
    let levels = set.signature.iter().map(|field| field.level + 1).max().expect("fields");
    if let (true, Lifetime::Signatures { log2 }) = (xmss::is_xmss(set.scheme), set.lifetime) {
        return (1..levels).map(|layer| (layer, layer * (log2 / levels))).collect();
    }
    let bits = |level| {
        let below = set.signature.iter().filter(|field| field.level > level);
        let bits = below.map(|field| match field.part {
            Part::Index { bits } => bits,
            _ => 0,
        });
        bits.sum()
    };
    (0..levels - 1).map(|level| (level, bits(level))).collect()
}

/// How a key is kept: most often as by default, and seldom so that each signature computes a tree.
pub(crate) fn options(input: &mut Input<'_>) -> Options {
    use WalkKind::{Default as Usual, Recompute, Subtrees, Whole};
    let how = usize::from(input.byte());
    let walk = [Usual, Whole, Subtrees, Recompute, Usual, Subtrees, Subtrees, Usual][how % 8];
    let unit = Cpu::available().nth((how / 8).saturating_sub(28));
    let engines = unit.unwrap_or_else(Cpu::detect).engines();
    Options { engines, walk, ..Options::default() }
}

/// An index: small, or near a power of two, at which trees end, or near the end.
pub(crate) fn index(set: &ParameterSet, input: &mut Input<'_>) -> u64 {
    let end = set.lifetime.count().expect("a tree that ends");
    let (how, near) = (input.byte(), u64::from(input.byte()));
    match how % 4 {
        0 => near,
        1 => ((1 << (how >> 2)) + near / 8 * 32 + near % 8).saturating_sub(3),
        2 => end.saturating_sub(near % 8),
        _ => (end + near % 4).saturating_sub(near / 4),
    }
}

/// Things that are done with one key.
const MOST: usize = 12;
