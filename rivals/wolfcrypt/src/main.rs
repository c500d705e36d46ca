//! wolfCrypt as a rival: LMS, HSS, XMSS and XMSS^MT. See `crates/rival`.

mod ffi;

use ffi::{Failed, Key, Kind};
use rival::{
    Description, Failure, Origin, Randomness, Refusal, Rival, Sample, Signature, State, Verdict,
};
use std::io;

fn main() -> io::Result<()> {
    ffi::begin()
        .map_err(|Failed(number)| io::Error::other(format!("the library's error {number}")))?;
    rival::serve(Wolf, &mut io::stdin().lock(), &mut io::stdout().lock())
}

#[derive(Debug)]
struct Wolf;

/// A parameter set.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Set {
    /// LMS is HSS of one level without the level counts: bytes before public key and signature.
    Lms(i32, i32),
    /// Levels, height, bits of a digit.
    Hss(i32, i32, i32),
    /// By its name.
    Xmss(String),
}

#[derive(Debug)]
struct WolfKey {
    key: Key,
    set: Set,
    next: u64,
}

impl Set {
    /// By name: of LMS and HSS those with SHA-256 and n = 32, all levels alike.
    fn of(name: &str) -> Result<Self, Failure> {
        let unknown = || Refusal::Unsupported(format!("there is no {name}"));
        let number = |text: &str, mark| text.strip_prefix(mark)?.parse::<i32>().ok();
        let found = if let Some(rest) = name.strip_prefix("LMS-SHA256-M32-") {
            rest.split_once("+LMOTS-SHA256-N32-")
                .and_then(|(h, w)| Some(Self::Lms(number(h, 'H')?, number(w, 'W')?)))
        } else if let Some(rest) = name.strip_prefix("HSS-SHA256-") {
            match rest.split('-').collect::<Vec<_>>()[..] {
                [h, w, l] => {
                    (|| Some(Self::Hss(number(l, 'L')?, number(h, 'H')?, number(w, 'W')?)))()
                }
                _ => None,
            }
        } else {
            name.starts_with("XMSS").then(|| Self::Xmss(name.to_owned()))
        };
        found.ok_or_else(unknown)
    }

    fn key(&self) -> Result<Key, Failure> {
        let kind = match self {
            Self::Lms(h, w) => Kind::Hss(1, *h, *w),
            Self::Hss(levels, h, w) => Kind::Hss(*levels, *h, *w),
            Self::Xmss(name) => Kind::Xmss(name),
        };
        let unsupported = || Refusal::Unsupported(format!("the library does not have {self:?}"));
        Key::new(kind).ok_or_else(unsupported)
    }

    /// Bytes before public keys that the library wants, and before signatures.
    const fn prefixes(&self) -> (&'static [u8], &'static [u8]) {
        match self {
            Self::Lms(..) => (&[0, 0, 0, 1], &[0; 4]),
            _ => (&[], &[]),
        }
    }

    /// Logarithm of the number of signatures.
    fn height(&self) -> u32 {
        match self {
            Self::Lms(h, _) => *h as u32,
            Self::Hss(levels, h, _) => (levels * h) as u32,
            Self::Xmss(name) => {
                let middle = name.split('_').nth(1).unwrap_or_default();
                middle.split('/').next().and_then(|h| h.parse().ok()).unwrap_or_default()
            }
        }
    }
}

/// Names of sets that are asked for.
fn names() -> Vec<String> {
    let mut names = Vec::new();
    for h in [5, 10, 15, 20] {
        for w in [1, 2, 4, 8] {
            names.push(format!("LMS-SHA256-M32-H{h}+LMOTS-SHA256-N32-W{w}"));
            names.extend((1..=4).map(|levels| format!("HSS-SHA256-H{h}-W{w}-L{levels}")));
        }
    }
    let families = [
        "SHA2_#_256",
        "SHA2_#_512",
        "SHAKE_#_256",
        "SHAKE_#_512",
        "SHA2_#_192",
        "SHAKE256_#_256",
        "SHAKE256_#_192",
    ];
    for family in families {
        let of = |scheme: &str, h: &str| format!("{scheme}-{}", family.replace('#', h));
        names.extend(["10", "16", "20"].map(|h| of("XMSS", h)));
        let heights = ["20/2", "20/4", "40/2", "40/4", "40/8", "60/3", "60/6", "60/12"];
        names.extend(heights.map(|h| of("XMSSMT", h)));
    }
    names.retain(|name| Set::of(name).and_then(|set| set.key()).is_ok());
    names
}

fn failed(Failed(number): Failed) -> Failure {
    Refusal::Failed(format!("the library's error {number}"))
}

/// Times an operation, and counts what the library allocates in it.
fn measured<T>(operation: impl FnOnce() -> T) -> (Sample, T) {
    ffi::heap();
    let (sample, result) = rival::timed(operation);
    let [bytes, allocations, peak] = ffi::heap().map(Some);
    (Sample { bytes, allocations, peak, ..sample }, result)
}

impl Rival for Wolf {
    type Key = WolfKey;

    fn describe(&self) -> Description {
        let text = |text: &str| text.to_owned();
        let assembly = if cfg!(target_arch = "x86_64") { ", x86-64 assembly" } else { "" };
        Description {
            protocol: rival::VERSION,
            name: text("wolfcrypt"),
            version: text("5.9.1 (source of wolfssl-sys 4.3.1)"),
            language: text("C"),
            features: format!("WOLFSSL_LMS_LARGE_CACHES, private keys stored in memory{assembly}"),
            hash: text("its own (SHA-NI or AVX2 at run time)"),
            sets: names(),
        }
    }

    fn generate(
        &mut self,
        set: &str,
        origin: &Origin,
    ) -> Result<(Sample, WolfKey, Vec<u8>), Failure> {
        if matches!(origin, Origin::Seed(_)) {
            return Err(Refusal::Unsupported("the library draws its own seeds".to_owned()));
        }
        let set = Set::of(set)?;
        let mut key = set.key()?;
        let (sample, generated) = measured(|| key.generate());
        generated.map_err(failed)?;
        let public_key = key.public_key().map_err(failed)?;
        let before = set.prefixes().0;
        let Some(public_key) = public_key.strip_prefix(before).map(<[u8]>::to_vec) else {
            return Err(Refusal::Failed("a public key without its level count".to_owned()));
        };
        Ok((sample, WolfKey { key, set, next: 0 }, public_key))
    }

    fn sign(
        &mut self,
        key: &mut WolfKey,
        message: &[u8],
        randomness: &Randomness,
    ) -> Result<(Sample, Vec<u8>), Failure> {
        if matches!(randomness, Randomness::Given(_)) {
            return Err(Refusal::Unsupported("the library derives it".to_owned()));
        }
        if self.state(key).remaining == 0 {
            return Err(Refusal::Exhausted("the key has no index left".to_owned()));
        }
        let mut room = key.key.room().map_err(failed)?;
        // Used up, whatever comes of it.
        key.next += 1;
        let (sample, signed) = measured(|| key.key.sign(message, &mut room));
        signed.map_err(failed)?;
        let before = key.set.prefixes().1;
        let Some(signature) = room.strip_prefix(before).map(<[u8]>::to_vec) else {
            return Err(Refusal::Failed("a signature without its level count".to_owned()));
        };
        Ok((sample, signature))
    }

    /// Importing the public key is part of it, as decoding is everywhere.
    fn verify(&mut self, set: &str, signed: &Signature) -> Result<Verdict, Failure> {
        let set = Set::of(set)?;
        let (before_key, before_signature) = set.prefixes();
        let public_key = [before_key, &signed.public_key].concat();
        let signature = [before_signature, &signed.signature].concat();
        let mut key = set.key()?;
        let (sample, verified) = measured(|| {
            key.import(&public_key)?;
            key.verify(&signed.message, &signature)
        });
        Ok(Verdict { sample, verifies: verified.is_ok() })
    }

    fn state(&self, key: &WolfKey) -> State {
        // Of XMSS the library refuses the last index.
        let refused = u64::from(matches!(key.set, Set::Xmss(_)));
        let lifetime = 1_u64.checked_shl(key.set.height()).unwrap_or(u64::MAX) - refused;
        State { index: key.next, remaining: lifetime.saturating_sub(key.next) }
    }
}
