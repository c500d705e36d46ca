//! The chains of one signature: few, and of unequal lengths.

use lanes::{Run, Runs};

use crate::case::{Case, Group};
use crate::data::{self, Generator};
use crate::kind::Kind;
use crate::message::{Api, Message, Raw};
use crate::rival::{Rival, Sha256, Shake256};
use crate::steps::Steps;

/// Signatures in a call, each with digits of its own.
const SIGNATURES: usize = 4;

/// The groups.
pub(crate) fn groups() -> Vec<Group> {
    vec![
        group::<Sha256, 32>("/w2", Kind::lm_ots(), 133, 3),
        group::<Sha256, 32>("/w4", Kind::lm_ots(), 67, 15),
        group::<Sha256, 32>("/w8", Kind::lm_ots(), 34, 255),
        group::<Shake256, 32>("/w4", Kind::lm_ots(), 67, 15),
        group::<Sha256, 32>("", Kind::xmss(32, 0), 67, 15),
        group::<Shake256, 32>("", Kind::xmss(32, 0), 67, 15),
    ]
}

/// Verifying signatures of `chains` chains with values of `N` bytes, for digits from 0 to `most`.
fn group<R: Rival, const N: usize>(w: &str, kind: Kind, chains: usize, most: u32) -> Group {
    let runs = runs(chains, most);
    let steps = runs.iter().map(|run| run.len() as usize).sum::<usize>();
    let mean = steps / SIGNATURES;
    Group {
        name: format!("signature/{}/{}/n{N}{w}", kind.scheme, R::NAME),
        about: format!("{SIGNATURES} signatures of {chains} chains, {mean} steps each"),
        per: "step",
        work: steps,
        signatures: Some(SIGNATURES),
        build: Box::new(move |units| {
            let mut cases = vec![
                rival::<R, Raw<R>, N>(R::RAW, &kind, &runs),
                rival::<R, Api<R>, N>(R::API, &kind, &runs),
            ];
            for unit in units {
                let steps = kind.lanes(R::lanes(&unit.engines()));
                let name = format!("{}: {}", unit.name(), steps.engine.name());
                let work = move |heads: &[u8], runs: Runs<'_>, values: &mut [u8]| {
                    steps.run(heads, runs, values, N);
                };
                cases.push(case::<N>(name, &kind, &runs, work));
            }
            cases
        }),
    }
}

/// From each digit to the end.
fn runs(chains: usize, most: u32) -> Vec<Run> {
    let mut generator = Generator::new(8);
    let run = |_| Run { start: generator.digit(most), end: most };
    (0..SIGNATURES * chains).map(run).collect()
}

fn rival<R: Rival, M: Message, const N: usize>(name: &str, kind: &Kind, runs: &[Run]) -> Case {
    let mut steps = Steps::<M, N>::new::<R>(kind);
    case::<N>(name.to_owned(), kind, runs, move |heads, runs, values| {
        steps.one_by_one(heads, runs, values);
    })
}

/// Does `work` for each signature.
fn case<const N: usize>(
    name: String,
    kind: &Kind,
    runs: &[Run],
    mut work: impl FnMut(&[u8], Runs<'_>, &mut [u8]) + 'static,
) -> Case {
    let (rows, head) = (runs.len(), kind.head);
    let chains = rows / SIGNATURES;
    let (heads, runs) = (kind.heads(rows), runs.to_vec());
    Case::new(name, data::bytes(9, rows * N), move |values| {
        let signatures = heads.chunks_exact(chains * head).zip(runs.chunks_exact(chains));
        for ((heads, runs), values) in signatures.zip(values.chunks_exact_mut(chains * N)) {
            work(heads, Runs::Each(runs), values);
        }
    })
}
