//! Tests of chains in a unit of four lanes: that those with the same run go together, and that
//! whichever go together, each is what it is alone.

use core::marker::PhantomData;
use std::cell::RefCell;
use std::vec::Vec;
use std::{thread_local, vec};

use crate::engine::Engine;
use crate::function::Function;
use crate::keccak::Shake256;
use crate::serial::ADDRESS;
use crate::sha2::Sha256;
use crate::unit::{Job, Kernel, Lanes, Portable, Set, Unit, lane_by_lane};
use crate::word::Word;
use crate::{LaneHash, Masked, Rows, RowsMut, Run, Runs};

thread_local! {
    /// What [`Four`] was asked for: how many sets, how many steps.
    static ASKED: RefCell<Vec<(usize, u32)>> = const { RefCell::new(Vec::new()) };
}

/// Four lanes of plain integers, on every machine.
#[derive(Clone, Copy, Debug)]
struct Four;

impl<T: Word<T, Proof = ()> + Default> Unit<T, 4> for Four {
    const IN_PAIRS: bool = true;
    const MOVES_VECTORS: bool = true;

    fn enter<J: Job>(self, job: J) {
        job.run();
    }

    fn iterate<K: Kernel<T, C, N>, const C: usize, const N: usize>(
        self,
        kernel: K,
        c: &Lanes<T, 4, C>,
        j: &mut Lanes<T, 4, 1>,
        x: &mut Lanes<T, 4, N>,
        steps: u32,
    ) {
        ASKED.with_borrow_mut(|asked| asked.push((1, steps)));
        lane_by_lane(kernel, c, j, x, steps);
    }

    fn iterate_two<K: Kernel<T, C, N>, const C: usize, const N: usize>(
        self,
        kernel: K,
        sets: &mut [Set<T, 4, C, N>; 2],
        steps: u32,
    ) {
        ASKED.with_borrow_mut(|asked| asked.push((2, steps)));
        for Set { constants, j, value } in sets {
            lane_by_lane(kernel, constants, j, value, steps);
        }
    }
}

/// In lanes from `crossover` rows on.
fn four<F, const B: usize, const S: usize>(crossover: usize) -> Engine<F, Four, Portable, B, S, 4>
where
    F: Function<B, S>,
{
    let (function, wide, serial) = (PhantomData, Four, Portable);
    Engine { function, wide, serial, name: "four", crossover }
}

/// Never in lanes.
fn serial<F, const B: usize, const S: usize>() -> Engine<F, Portable, Portable, B, S, 1>
where
    F: Function<B, S>,
{
    let (function, wide, serial) = (PhantomData, Portable, Portable);
    Engine { function, wide, serial, name: "serial", crossover: 2 }
}

const fn run(start: u32, end: u32) -> Run {
    Run { start, end }
}

/// Bytes that look random, different for each row.
fn filled(rows: usize, width: usize) -> Vec<u8> {
    let byte = |i: u64| i.wrapping_mul(0x9e37_79b9_7f4a_7c15).to_be_bytes()[0];
    (0..(rows * width) as u64).map(byte).collect()
}

/// The ends of chains of LM-OTS.
fn lm_ots(engine: &dyn LaneHash, runs: &[Run]) -> Vec<u8> {
    let (heads, mut values) = (filled(runs.len(), 7), filled(runs.len(), 32));
    let (prefix, heads) = (engine.midstate(&[5; 16]), Rows::new(&heads, 7));
    engine.chain_many(&prefix, heads, Runs::Each(runs), RowsMut::new(&mut values, 32));
    values
}

/// The ends of chains of XMSS with n = 32.
fn wots(engine: &dyn LaneHash, runs: &[Run]) -> Vec<u8> {
    let (heads, mut values) = (filled(runs.len(), ADDRESS), filled(runs.len(), 32));
    let hash = engine.midstate(&[0; 32]);
    let mut to_byte_3 = vec![0; 31];
    to_byte_3.extend([3; 33]);
    let prf = engine.midstate(&to_byte_3);
    let (masked, heads) = (Masked::Keyed { prf: &prf, hash: &hash }, Rows::new(&heads, ADDRESS));
    engine.masked_chain_many(&masked, heads, Runs::Each(runs), RowsMut::new(&mut values, 32));
    values
}

/// Runs about as long as each other go together, in sets; others one by one into two sets, and into
/// one when that is enough. No run is of one step, so that one step is that of preparing rows.
#[test]
#[cfg_attr(miri, ignore = "takes minutes")]
fn chains_go_together_or_one_by_one() {
    let (a, b, c, none) = (run(2, 12), run(4, 12), run(0, 8), run(6, 6));
    // Thirteen of `a`, four each of `b` and of `c`, which is as long.
    let alike = [a, b, a, none, a, b, a, a, b, b, a, a, c, none, c, a, a, c, c, a, a, a, a, none];
    // Eight of `a`; the other five and three that end before; the last five.
    let together = [(2, 10), (2, 8), (2, 2), (2, 8)];
    let unlike = [run(0, 2), run(3, 9), run(0, 16), run(2, 10), none, run(7, 27), run(1, 13)];
    // Six rows, then five; four are one set.
    let one_by_one = [(2, 2), (2, 4), (1, 2), (1, 4), (1, 4), (1, 4)];
    for (runs, due) in [(&alike[..], &together[..]), (&unlike, &one_by_one)] {
        for chains in [lm_ots, wots] {
            ASKED.take();
            let values = chains(&four::<Sha256, 16, 8>(1), runs);
            let asked: Vec<_> = ASKED.take().into_iter().filter(|(_, steps)| *steps > 1).collect();
            assert_eq!(asked, due);
            assert!(values == chains(&serial::<Sha256, 16, 8>(), runs));
        }
    }
}

/// Whether they go with those of the same run or are refilled, in one window of rows or more.
#[test]
#[cfg_attr(miri, ignore = "takes minutes")]
fn each_chain_is_what_it_is_alone() {
    let alike = [run(0, 3), run(1, 3), run(1, 4), run(1, 3), run(5, 5), run(0, 2), run(253, 256)];
    let unlike = [run(0, 3), run(2, 14), run(3, 3), run(200, 229), run(5, 6)];
    let mut number = 1_u64;
    let mut below = |end: usize| {
        number = number.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
        (number >> 33) as usize % end
    };
    for rows in [4, 5, 7, 8, 9, 12, 13, 16, 20, 33, 67, 200, 1030, 2100] {
        for (crossover, kinds) in
            [(1, &alike[..]), (3, &alike), (4, &alike), (1, &unlike), (3, &unlike)]
        {
            let mut runs: Vec<Run> = (0..rows).map(|_| kinds[below(kinds.len())]).collect();
            // Here and there, and one kind after the other.
            for _ in 0..2 {
                for chains in [lm_ots, wots] {
                    let sha_2 = [
                        chains(&four::<Sha256, 16, 8>(crossover), &runs),
                        chains(&serial::<Sha256, 16, 8>(), &runs),
                    ];
                    assert!(sha_2[0] == sha_2[1], "{rows} rows of SHA-256");
                    let shake = [
                        chains(&four::<Shake256, 17, 25>(crossover), &runs),
                        chains(&serial::<Shake256, 17, 25>(), &runs),
                    ];
                    assert!(shake[0] == shake[1], "{rows} rows of SHAKE256");
                }
                runs.sort_by_key(|run| (run.end, run.start));
            }
        }
    }
}
