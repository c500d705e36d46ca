//! Chains of equal lengths: LM-OTS, F of SLH-DSA and of robust SPHINCS+, WOTS+ of XMSS.

use lanes::{Run, Runs};

use crate::case::{Case, Group, Work};
use crate::data;
use crate::kind::{Kind, Way};
use crate::message::{Api, Raw};
use crate::rival::{Rival, Sha256, Sha512, Shake128, Shake256};
use crate::steps::{Steps, in_step};

/// Chains that a rival runs in step.
const IN_STEP: usize = 4;

/// The groups.
pub(crate) fn groups() -> Vec<Group> {
    vec![
        lm_ots::<Sha256, 32>("w8", 32, 255),
        lm_ots::<Sha256, 32>("w4", 64, 15),
        lm_ots::<Sha256, 32>("w2", 256, 3),
        lm_ots::<Sha256, 24>("w8", 32, 255),
        lm_ots::<Sha256, 24>("w4", 64, 15),
        lm_ots::<Sha256, 24>("w2", 256, 3),
        lm_ots::<Shake256, 32>("w4", 64, 15),
        lm_ots::<Shake256, 24>("w4", 64, 15),
        of_15::<Sha256, 16>(Kind::sphincs::<Sha256>(16)),
        of_15::<Sha256, 24>(Kind::sphincs::<Sha256>(24)),
        of_15::<Sha256, 32>(Kind::sphincs::<Sha256>(32)),
        of_15::<Shake256, 16>(Kind::sphincs::<Shake256>(16)),
        of_15::<Shake256, 24>(Kind::sphincs::<Shake256>(24)),
        of_15::<Shake256, 32>(Kind::sphincs::<Shake256>(32)),
        of_15::<Sha256, 16>(Kind::robust::<Sha256>(16)),
        of_15::<Sha256, 24>(Kind::robust::<Sha256>(24)),
        of_15::<Sha256, 32>(Kind::robust::<Sha256>(32)),
        of_15::<Shake256, 16>(Kind::robust::<Shake256>(16)),
        of_15::<Shake256, 24>(Kind::robust::<Shake256>(24)),
        of_15::<Shake256, 32>(Kind::robust::<Shake256>(32)),
        of_15::<Sha256, 24>(Kind::xmss(24, 0)),
        of_15::<Sha256, 32>(Kind::xmss(32, 0)),
        of_15::<Sha512, 64>(Kind::xmss(64, 0)),
        of_15::<Shake128, 32>(Kind::xmss(32, 0)),
        of_15::<Shake256, 24>(Kind::xmss(24, 0)),
        of_15::<Shake256, 32>(Kind::xmss(32, 0)),
        of_15::<Shake256, 64>(Kind::xmss(64, 0)),
    ]
}

fn lm_ots<R: Rival, const N: usize>(w: &str, rows: usize, steps: u32) -> Group {
    let kind = Kind::lm_ots();
    let name = format!("chain/{}/{}/n{N}/{w}", kind.scheme, R::NAME);
    group::<R, N>(name, kind, rows, steps)
}

fn of_15<R: Rival, const N: usize>(kind: Kind) -> Group {
    let name = format!("chain/{}/{}/n{N}", kind.scheme, R::NAME);
    group::<R, N>(name, kind, 64, 15)
}

/// `rows` chains of `steps` steps with values of `N` bytes.
fn group<R: Rival, const N: usize>(name: String, kind: Kind, rows: usize, steps: u32) -> Group {
    let blocks = blocks::<R>(&kind, N);
    let method = if kind.way == Way::Plain { "chain_many" } else { "masked_chain_many" };
    let plural = if blocks == 1 { "" } else { "s" };
    Group {
        name,
        about: format!("{method}, {rows} rows, {steps} steps of {blocks} {}{plural}", R::PER),
        per: "step",
        work: rows * steps as usize,
        signatures: None,
        build: Box::new(move |units| {
            let run = Run { start: 0, end: steps };
            let values = data::bytes(6, rows * N);
            let case = |name, work: Work| Case::new(name, values.clone(), work);
            let mut cases = Vec::new();
            let (one, heads) = (Steps::<Raw<R>, N>::new::<R>(&kind), kind.heads(rows));
            if R::OVERLAPS {
                let (mut four, heads) = ([(); IN_STEP].map(|()| one.clone()), heads.clone());
                let work = move |values: &mut [u8]| in_step(&mut four, &heads, run, values);
                cases.push(case(format!("{}, {IN_STEP} in step", R::RAW), Box::new(work)));
            }
            let mut steps = one;
            let work = move |values: &mut [u8]| steps.one_by_one(&heads, Runs::Same(run), values);
            cases.push(case(R::RAW.into(), Box::new(work)));
            let (mut steps, heads) = (Steps::<Api<R>, N>::new::<R>(&kind), kind.heads(rows));
            let work = move |values: &mut [u8]| steps.one_by_one(&heads, Runs::Same(run), values);
            cases.push(case(R::API.into(), Box::new(work)));
            for unit in units {
                let (steps, heads) = (kind.lanes(R::lanes(&unit.engines())), kind.heads(rows));
                let name = format!("{}: {}", unit.name(), steps.engine.name());
                let work = move |values: &mut [u8]| steps.run(&heads, Runs::Same(run), values, N);
                cases.push(case(name, Box::new(work)));
            }
            cases
        }),
    }
}

/// Compressions or permutations of a step that is hashed without any short cut.
fn blocks<R: Rival>(kind: &Kind, n: usize) -> usize {
    let [first, second] = kind.messages::<R, Raw<R>>(n).map(|message| message.blocks());
    match kind.way {
        Way::Plain => first,
        Way::Keyed => 2 * first + second,
        Way::Robust => first + second,
    }
}
