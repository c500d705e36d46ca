//! Keys of all sets, and what they signed.

use std::sync::Arc;

use hbs::sphincs::params::{Params, rows};
use hbs::sphincs::{Message, PreHash, PrivateKey};
use hbs::{Options, WalkKind};
use signer::Randomness;

use super::case::{Case, Interface};
use crate::edit::Triple;
use crate::once::Once;

/// A key that is known, and what it signed.
#[derive(Debug)]
pub struct Known {
    /// The key.
    pub key: PrivateKey,
    /// The encoded private key.
    pub secret: Vec<u8>,
    /// All that it signed: the first two as they are verified many at a time, without a context.
    pub signed: Vec<Case>,
}

/// Keys, of all sets in their order, and a second of each.
pub const KEYS: u8 = 72;

/// Sets whose keys sign in some milliseconds: places in [`rows`].
pub const FAST: [u8; 8] = [1, 3, 7, 9, 13, 15, 19, 21];

/// The key with this number.
#[must_use]
pub fn known(number: u8) -> Arc<Known> {
    static ALL: Once<Known> = Once::new();
    let number = usize::from(number % KEYS);
    ALL.get(number.to_string(), || make(rows()[number % rows().len()], number as u8))
}

/// Makes all keys beforehand, lest the first input of each be thought to reach new code.
pub fn warm() {
    (0..KEYS).for_each(|number| drop(known(number)));
}

/// Makes those of fast sets.
pub fn warm_fast() {
    FAST.iter().for_each(|number| drop(known(*number)));
}

fn make(params: Params, number: u8) -> Known {
    let n = params.shape.n;
    let seeds: Vec<u8> = (0..3 * n).map(|i| (i * 7) as u8 ^ number).collect();
    let options = Options { walk: WalkKind::Whole, ..Options::default() };
    let key = PrivateKey::from_seeds(params, &seeds, &options).expect("seeds of this length");
    let context = vec![number; [3, 0, 255, 17][usize::from(number) % 4]];
    let function = PreHash::ALL[usize::from(number) % 12];
    let mut all = vec![
        (Interface::Plain, LENGTHS[usize::from(number) % 8]),
        (Interface::Plain, LENGTHS[usize::from(number / 8) % 8]),
        (Interface::Pure(context.clone()), 33),
        (Interface::Hashed(context, function), 150),
        (Interface::Internal, 2),
    ];
    if params.shape.name.ends_with('s') {
        // One by one of these, for signing takes long.
        all.swap(1, 2 + usize::from(number) % 3);
        all.truncate(if usize::from(number) < rows().len() { 2 } else { 1 });
    }
    let signed = all.into_iter().zip(0..).map(|((interface, len), k)| {
        let message = vec![k; len];
        let framed: Message<'_> = interface.message(&params, &message).expect("short enough");
        let mut signature = Vec::new();
        let given = vec![k; n];
        let randomness = if k == 0 { Randomness::Deterministic } else { Randomness::Given(&given) };
        key.sign_message(&framed, randomness, &mut signature).expect("a signature");
        let triple = Triple { key: key.public().as_bytes().to_vec(), message, signature };
        Case { params, interface, triple }
    });
    let signed = signed.collect();
    Known { secret: key.encode().expose().to_vec(), key, signed }
}

/// Messages of no bytes, and around the ends of blocks.
const LENGTHS: [usize; 8] = [0, 1, 5, 64, 77, 136, 9, 200];
