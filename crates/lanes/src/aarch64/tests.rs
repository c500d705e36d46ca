//! What no unit of this machine may use: each way to have lanes of 64-bit words is compared with
//! plain integers here, whichever the engines take.

use std::println;

use super::{Neon, Sha3};
use crate::unit::{Kernel, Lanes, Portable, Unit};
use crate::word::Word;

/// Each operation on words, several times over.
#[derive(Clone, Copy)]
struct Everything;

impl Kernel<u64, 3, 5> for Everything {
    #[inline(always)]
    fn step<W: Word<u64>>(self, proof: W::Proof, c: &[W; 3], j: W, x: [W; 5]) -> [W; 5] {
        let [a, b, c, d, e] = [x[0].add(c[0]), x[1].xor(c[1]), x[2].or(c[2]), x[3], x[4]];
        let a = a.rotl::<0>().rotl::<1>().xor(b.rotl::<63>()).add(c.rotr::<1>());
        let b = b.rotr::<0>().rotr::<63>().add(a.shl::<1>()).xor(c.shr::<1>());
        let c = c.xor3(d.rotl::<44>(), e.shl::<63>()).add(a.shr::<63>()).xor(W::splat(proof, 77));
        let d = d.chi(e, a).add(a.ch(b, c)).xor(b.maj(c, d)).add(b.shr::<64>());
        let e = e.chi(a.rotr::<19>(), b).xor(c.chi(b, a)).add(j).xor(d.shl::<64>());
        [b, c, d, e, a]
    }

    fn stride(self) -> u64 {
        3
    }
}

/// Numbers that have nothing in common.
fn word(seed: usize) -> u64 {
    (seed as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23).wrapping_mul(0xd6e8_feb8)
}

fn like_integers<U: Unit<u64, L>, const L: usize>(unit: U) {
    let mut c = Lanes::zero();
    let (mut j, mut x) = (Lanes::zero(), Lanes::zero());
    for l in 0..L {
        (0..3).for_each(|i| c.0[i][l] = word(8 * l + i));
        (0..5).for_each(|i| x.0[i][l] = word(100 + 8 * l + i));
        j.0[0][l] = word(200 + l);
    }
    let (mut j_1, mut x_1) = (j, x);
    unit.iterate(Everything, &c, &mut j, &mut x, 10);
    for l in 0..L {
        let (mut one_c, mut one_j, mut one_x) = (Lanes::zero(), Lanes::zero(), Lanes::zero());
        (0..3).for_each(|i| one_c.0[i][0] = c.0[i][l]);
        (0..5).for_each(|i| one_x.0[i][0] = x_1.0[i][l]);
        one_j.0[0][0] = j_1.0[0][l];
        Unit::<u64, 1>::iterate(Portable, Everything, &one_c, &mut one_j, &mut one_x, 10);
        (0..5).for_each(|i| x_1.0[i][l] = one_x.0[i][0]);
        j_1.0[0][l] = one_j.0[0][0];
    }
    assert_eq!((j.0, x.0), (j_1.0, x_1.0), "{unit:?}, {L} lanes");
}

#[test]
fn lanes_of_64_bit_words() {
    match Neon::detect() {
        Some(neon) => like_integers::<_, 3>(neon),
        None => println!("this CPU has no NEON"),
    }
    match Sha3::detect() {
        Some(sha3) => {
            like_integers::<_, 2>(sha3);
            like_integers::<_, 3>(sha3);
        }
        None => println!("this CPU has no FEAT_SHA3"),
    }
}
