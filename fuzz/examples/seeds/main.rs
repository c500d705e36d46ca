//! Writes inputs to begin with, for each target: `corpus/<target>/seed-<number>`.
#![forbid(unsafe_code)]

mod sphincs;

use std::path::Path;
use std::{fs, io};

use hbs_fuzz::{HSS, LMS, Scheme, XMSS, XMSS_MT};

fn main() -> io::Result<()> {
    // What an input begins with, the scheme that this says, its keys, and of inputs that make keys every
    // which one there is: those of XMSS take long.
    type Schemes<'a> = &'a [(&'a [u8], &'a Scheme, u8, usize)];
    let all: [(_, Schemes<'_>); 3] = [
        ("lms", &[(&[], &LMS, 19, 1)]),
        ("hss", &[(&[], &HSS, 13, 1)]),
        ("xmss", &[(&[0], &XMSS_MT, 11, 1), (&[1], &XMSS, 7, 11)]),
    ];
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    for (name, schemes) in all {
        let write = |target: &str, make: fn(&Scheme, u8) -> Vec<Vec<u8>>| {
            let place = corpus.join(format!("{name}_{target}"));
            let makes_keys =
                !matches!(target, "public_key" | "signature" | "verify" | "verify_many");
            let inputs = schemes.iter().flat_map(|(head, scheme, keys, every)| {
                let inputs = make(scheme, *keys).into_iter();
                let inputs = inputs.step_by(if makes_keys { *every } else { 1 });
                inputs.map(|input| [head, &input[..]].concat())
            });
            write_all(&place, &inputs.collect::<Vec<_>>())
        };
        write("public_key", public_keys)?;
        write(if name == "hss" { "verify" } else { "signature" }, signatures)?;
        write("verify_many", many)?;
        write("private_key", private_keys)?;
        write("cache", caches)?;
        if name == "xmss" {
            write("fast_key", fast_keys)?;
        }
    }
    for (target, make) in sphincs::TARGETS {
        write_all(&corpus.join(format!("sphincs_{target}")), &make())?;
    }
    Ok(())
}

fn write_all(place: &Path, inputs: &[Vec<u8>]) -> io::Result<()> {
    fs::create_dir_all(place)?;
    for (i, input) in inputs.iter().enumerate() {
        fs::write(place.join(format!("seed-{i}")), input)?;
    }
    println!("{}: {} inputs", place.display(), inputs.len());
    Ok(())
}

fn public_keys(scheme: &Scheme, keys: u8) -> Vec<Vec<u8>> {
    let encoded = (0..keys).map(|key| scheme.known(key).signed[0].key.clone());
    let edited = (0..keys).map(|key| vec![0x41, key, 6, 0, key, 1]);
    encoded.chain(edited).collect()
}

/// Signatures that are right, made from a known key and as they are, and such with one edit.
fn signatures(scheme: &Scheme, keys: u8) -> Vec<Vec<u8>> {
    let mut inputs = Vec::new();
    for key in 0..keys {
        let known = scheme.known(key);
        inputs.push(vec![0x40, key, key]);
        inputs.push(vec![0x80, key, key + 1]);
        for how in 0..8 {
            inputs.push(vec![0x42, key, how, 1, 4, how, 0, 9 * how, 1]);
            inputs.push(vec![0x42, key, how, 1, 3, how, 3, 1]);
        }
        let Some(set) = (scheme.sets)().iter().position(|set| set.name == known.set.name) else {
            continue;
        };
        let Some(signed) = known.signed.last() else { continue };
        for flags in [0x41, 0x81, 0x5f, 0x71] {
            let head = [flags, set as u8];
            inputs.push([&head, &signed.key[..], &signed.signature, &signed.message].concat());
        }
    }
    inputs
}

/// Many of one key, and of all keys in turn.
fn many(_: &Scheme, keys: u8) -> Vec<Vec<u8>> {
    let cpu = 0;
    let of_one = (0..keys).map(|key| {
        let mut input = vec![cpu, 0x10, key, 0];
        (0..32).for_each(|i| input.extend([0x11, i]));
        input
    });
    let of_all = (0..4).map(|cpu| {
        let mut input = vec![cpu];
        (0..keys).for_each(|key| input.extend([0x30, key, key, 1, 4, 6, 0, 8 + key, 1]));
        input
    });
    of_one.chain(of_all).collect()
}

/// Keys at their beginning, at ends of trees and at their end, that sign, skip and are stored.
fn private_keys(scheme: &Scheme, _: u8) -> Vec<Vec<u8>> {
    let mut inputs = Vec::new();
    for key in 0..scheme.made_fast {
        for walk in 0..4 {
            inputs.push(vec![key, 0, walk, 4, 4, 1, walk + 1, 4, 3, 7, 0, 2, 3, 4, 4, 4, 4, 2]);
            // 5 bits up: the index is 3 before the end of a tree, and 2 and 1.
            for bits in [5, 10, 15] {
                inputs.push(vec![key, 2, walk, bits << 2 | 1, 0, 4, 4, 1, walk, 4, 4, 4, 4]);
            }
            inputs.push(vec![key, 2, walk, 2, 2, 4, 4, 4, 4, 1, 0, 4, 0, 2, 0, 0, 2, 1]);
        }
        // The last index, and an `SK_PRF` of zeros.
        inputs.push(vec![key, 6, 0, 2, 1, 4, 1, 0, 4]);
        inputs.push(vec![key, 0x40, 0, 6, 0, 20, 1]);
        inputs.push(vec![key, 8]);
        inputs.push([&[key, 1, 0][..], &[0xa5; 48], &[4, 4]].concat());
    }
    inputs
}

/// Caches of each walk, from fresh to used up: as they are, and sealed again after an edit.
fn caches(scheme: &Scheme, _: u8) -> Vec<Vec<u8>> {
    let mut inputs = Vec::new();
    for key in 0..scheme.made_fast {
        for walk in 0..3 {
            for place in [0, 3, 6, 13] {
                let head = |flags| vec![key, flags, walk, place, place % 8, place + 3, 2];
                inputs.push([head(0x00), vec![0xff]].concat());
                inputs.push([head(0x11), vec![0xe1]].concat());
                for word in 0..16 {
                    inputs.push([head(0x02), vec![1, 0, word, place, 1, 0xf0 + word]].concat());
                }
                inputs.push([head(0x02), vec![0, 6, 3, place, 1, 0xfc]].concat());
                inputs.push([head(0x03), vec![0, 6, 0, place, 1, 2]].concat());
                inputs.push([head(0x60), vec![place, 1]].concat());
                inputs.push([head(0x80), vec![walk + 1, 3]].concat());
            }
        }
    }
    inputs
}

/// Fast keys as they are, that sign, skip and are stored; and with a counter changed, that sign past the
/// end of a tree.
fn fast_keys(scheme: &Scheme, _: u8) -> Vec<Vec<u8>> {
    const SIGN_31: u8 = 0xfa;
    let mut inputs = Vec::new();
    for key in 0..scheme.made_fast {
        for place in (0..16).step_by(3) {
            for signed in [0, 37] {
                let head = |edits| vec![key, edits, place, signed, place + 1, signed];
                inputs.push([head(0), vec![0, SIGN_31, 1, 0, SIGN_31]].concat());
                inputs.push([head(0), vec![0, 0x12, 0, 41, 8, SIGN_31, 1, 0, 0x12]].concat());
                inputs.push([head(1), vec![0, 1, 1, 1, SIGN_31]].concat());
            }
        }
        // Authentication paths, and the length of the other family's set.
        (0..8)
            .for_each(|layer| inputs.push(vec![key, 1, 3, 9, 0, 0, 0, 3, layer, 7, 1, 1, SIGN_31]));
        inputs.push(vec![key, 8, 3, 9]);
        // A key that is used up, set back to its last index.
        inputs.push(vec![key, 1, 15, 1, 15, 1, 0, 1, 2, 1, SIGN_31]);
        // Of XMSSMT-SHA2_20/4: the lowest two states in use, and the lowest of those that grow.
        for counter in (0..56_u16).chain(112..140) {
            for (how, value) in [(1, 1), (0, 0xff)] {
                let place = (counter % 3 * 4) as u8;
                let [high, low] = counter.to_be_bytes();
                let head = vec![key, 1, place, 20, 0, 0, 0, 4, high, low, how, value];
                inputs.push([head, vec![SIGN_31, SIGN_31]].concat());
            }
        }
    }
    inputs
}
