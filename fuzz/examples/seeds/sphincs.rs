//! Inputs of the targets of SPHINCS+ and SLH-DSA.

use hbs::sphincs::params::rows;
use hbs_fuzz::sphincs::known::{FAST, KEYS, known};

/// The targets, by the rest of their names.
pub(crate) type Target = (&'static str, fn() -> Vec<Vec<u8>>);

/// All of them.
pub(crate) const TARGETS: [Target; 3] =
    [("signature", signatures), ("verify_many", many), ("key", keys)];

/// Signatures of all keys as they are, and such with one edit; messages that are signed; and keys and
/// signatures that are right, or of zeros.
fn signatures() -> Vec<Vec<u8>> {
    const STANDARD: u8 = 0x40;
    const OTHERS: u8 = 0x80;
    const RIGHT_LENGTHS: u8 = 12;
    let mut inputs = Vec::new();
    for key in 0..KEYS {
        for place in 0..5 {
            inputs.push(vec![STANDARD, place, key, place]);
        }
        for other in 0..3 {
            inputs.push(vec![OTHERS, 0, key, 0, 0xff - other]);
        }
        for how in 0..2 {
            let how = (key + 7 * how) % 16;
            inputs.push(vec![STANDARD | 4, key, key, how, how, how, how, key, 9 * how, 1]);
            inputs.push(vec![OTHERS | 4, key, key, 0, how, how, 2, how, 3, 1, 5, key]);
        }
        // Nodes from elsewhere, and bits of nodes.
        for how in 0..4 {
            inputs.push(vec![4, key, key, 0, 1, 7, how | how << 5, 0, key, how, 3 * key, 5]);
        }
    }
    for (fast, unit) in (0..FAST.len() as u8).flat_map(|fast| (0..4).map(move |unit| (fast, unit)))
    {
        for interface in 0..4 {
            let head = [2, unit, fast, interface | unit << 3, 5];
            inputs.push([&head[..], b"a context that is cut", &[7 * fast; 70]].concat());
        }
    }
    for (row, params) in (0..).zip(rows()) {
        inputs.push(vec![3 | RIGHT_LENGTHS, row, row, row, 3, 1, 2, 3]);
        inputs.push(vec![3, row, row, row, 0]);
        // Contexts as long as they may be, and a byte longer.
        for context in [0xea, 0xeb, 0xfa, 0xfb] {
            inputs.push(vec![3 | RIGHT_LENGTHS, 0, row, context, 0, row]);
        }
        if params.shape.n == 16 {
            let signed = &known(row).signed[0].triple;
            let head = [3 | RIGHT_LENGTHS, 0, row, 0, 0];
            inputs.push([&head, &signed.key[..], &signed.signature, &signed.message].concat());
        }
    }
    inputs
}

/// Many of one key, and of all keys in turn.
fn many() -> Vec<Vec<u8>> {
    let of_one = (0..KEYS).map(|key| {
        let mut input = vec![key, key / 4, 0x10, key, 0];
        (0..18).for_each(|i| input.extend([0x11, i]));
        // Neighbours whose keys differ in a bit of `PK.root`, or of `PK.seed`.
        (0..2).for_each(|k| input.extend([0x31, 0, 0, 0, 6, 0, 31 << k, 1, 0x11, 0]));
        input
    });
    let of_all = (0..4).map(|part| {
        let mut input = vec![part, part + 1];
        for key in part * (KEYS / 4)..(part + 1) * (KEYS / 4) {
            input.extend([0x30, key, key, 1, key, 4, 6, 0, 8 + key, 1, 0x11, 0]);
        }
        input
    });
    of_one.chain(of_all).collect()
}

/// Keys as they are, with an edit and made from the input; some sign.
fn keys() -> Vec<Vec<u8>> {
    const FROM_INPUT: u8 = 1;
    const RIGHT_LENGTH: u8 = 2;
    const RIGHT_ROOT: u8 = 4;
    const SIGNS: u8 = 8;
    const EDITED: u8 = 0x40;
    let mut inputs = Vec::new();
    for fast in 0..FAST.len() as u8 {
        let n = rows()[usize::from(FAST[usize::from(fast)])].shape.n;
        for kept in 0..4 {
            // The public key with a bit flipped, the walk, the unit, randomness, the interface.
            let rest = [6, 0, 3, 1, kept, kept, n as u8 + kept / 3];
            let signs = [&rest[..], &[0xc3; 25][..n], &[kept, 1, 9, kept + 1, kept + 2]].concat();
            let head = |flags| vec![flags, fast, 9 * kept, fast];
            inputs.push([head(0), rest.to_vec()].concat());
            inputs.push([head(SIGNS), signs.clone()].concat());
            for at in 0..4 * n as u8 {
                let edit = vec![6, 0, at, 1 << kept];
                let flags = if at % 8 == 0 { RIGHT_ROOT | SIGNS | EDITED } else { EDITED };
                inputs.push([head(flags), edit, signs.clone()].concat());
            }
            for how in 0..6 {
                let edit = vec![how, 0, 8 * kept + how, 1];
                inputs.push([head(EDITED), edit, rest.to_vec()].concat());
            }
            let seeds = vec![kept; 4 * n];
            for flags in [0, RIGHT_LENGTH, RIGHT_LENGTH | RIGHT_ROOT] {
                inputs.push(
                    [head(FROM_INPUT | SIGNS | flags), seeds.clone(), signs.clone()].concat(),
                );
            }
        }
    }
    // Public keys, and private ones of no length.
    for row in 0..rows().len() as u8 {
        for len in [16, 32, 48, 64, 65] {
            inputs.push([&[FROM_INPUT, row, row, 0][..], &vec![row; len - 4]].concat());
        }
    }
    inputs
}
