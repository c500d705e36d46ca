//! LMS written down as the RFC has it, slow and plain, to check against what has no second
//! implementation here: SHAKE256 and n = 24. It is itself checked by published answers.

use hbs::HashFunction;
use hbs::lms::{Params, params::I_LEN};
use purecrypto::hash::{sha256, shake256};
use signer::ParameterSet;

const D_PBLC: [u8; 2] = [0x80; 2];
const D_MESG: [u8; 2] = [0x81; 2];
const D_LEAF: [u8; 2] = [0x82; 2];
const D_INTR: [u8; 2] = [0x83; 2];

pub(crate) struct Oracle {
    params: Params,
    id: Vec<u8>,
    seed: Vec<u8>,
    /// `T[0]`, which there is not, to `T[2^(h+1) - 1]`.
    nodes: Vec<Vec<u8>>,
}

impl Oracle {
    /// The key of `SEED ‖ I`, RFC 8554 appendices A and C.
    pub(crate) fn new(set: &ParameterSet, seed: &[u8]) -> Self {
        let params = Params::of(set).expect("a set of LMS");
        let (seed, id) = seed.split_at(seed.len() - I_LEN);
        let leaves = 1 << params.lms.h;
        let mut key =
            Self { params, id: id.into(), seed: seed.into(), nodes: vec![vec![]; 2 * leaves] };
        for r in (1..2 * leaves).rev() {
            let number = (r as u32).to_be_bytes();
            key.nodes[r] = if r >= leaves {
                let k = key.ots_public_key(r as u32 - leaves as u32);
                hash(&params, &[&key.id, &number, &D_LEAF, &k])
            } else {
                let (left, right) = (&key.nodes[2 * r], &key.nodes[2 * r + 1]);
                hash(&params, &[&key.id, &number, &D_INTR, left, right])
            };
        }
        key
    }

    pub(crate) fn public_key(&self) -> Vec<u8> {
        let Params { lms, ots } = self.params;
        [&lms.code.to_be_bytes()[..], &ots.code.to_be_bytes(), &self.id, &self.nodes[1]].concat()
    }

    /// The randomiser that the test cases of RFC 8554 and RFC 9858 use: `PRG(j = 0xfffd)`.
    pub(crate) fn c(&self, q: u32) -> Vec<u8> {
        self.secret(q, 0xfffd)
    }

    /// RFC 8554 algorithm 3 and section 5.4.1.
    pub(crate) fn sign(&self, q: u32, message: &[u8]) -> Vec<u8> {
        let Params { lms, ots } = self.params;
        let c = self.c(q);
        let mut signature = [&q.to_be_bytes()[..], &ots.code.to_be_bytes(), &c].concat();
        for (i, a) in digits(&self.params, &self.id, q, &c, message).into_iter().enumerate() {
            let x = self.secret(q, i as u16);
            signature.extend(chain(&self.params, &self.id, q, i, 0..a, x));
        }
        signature.extend(lms.code.to_be_bytes());
        for height in 0..lms.h {
            signature.extend(&self.nodes[(((1 << lms.h) + q) >> height ^ 1) as usize]);
        }
        signature
    }

    fn ots_public_key(&self, q: u32) -> Vec<u8> {
        let mut all = [&self.id[..], &q.to_be_bytes(), &D_PBLC].concat();
        for i in 0..self.params.ots.p() {
            let x = self.secret(q, i as u16);
            all.extend(chain(&self.params, &self.id, q, i, 0..last_step(&self.params), x));
        }
        hash(&self.params, &[&all])
    }

    /// RFC 8554 appendix A.
    fn secret(&self, q: u32, j: u16) -> Vec<u8> {
        let (q, j) = (q.to_be_bytes(), j.to_be_bytes());
        hash(&self.params, &[&self.id, &q, &j, &[0xff], &self.seed])
    }
}

/// RFC 8554 algorithms 4b and 6a, on bytes whose lengths and type words are right.
pub(crate) fn verifies(
    set: &ParameterSet,
    public_key: &[u8],
    message: &[u8],
    signature: &[u8],
) -> bool {
    let params = Params::of(set).expect("a set of LMS");
    let n = params.ots.n;
    let (id, root) = public_key[8..].split_at(I_LEN);
    let q = u32::from_be_bytes([signature[0], signature[1], signature[2], signature[3]]);
    let (c, rest) = signature[8..].split_at(n);
    let (y, path) = rest.split_at(n * params.ots.p());
    let mut all = [id, &q.to_be_bytes(), &D_PBLC].concat();
    for (i, a) in digits(&params, id, q, c, message).into_iter().enumerate() {
        let y = y[n * i..n * (i + 1)].to_vec();
        all.extend(chain(&params, id, q, i, a..last_step(&params), y));
    }
    let mut r = (1 << params.lms.h) + q;
    let k = hash(&params, &[&all]);
    let mut node = hash(&params, &[id, &r.to_be_bytes(), &D_LEAF, &k]);
    for sibling in path[4..].chunks(n) {
        let (left, right) = if r % 2 == 1 { (sibling, &node[..]) } else { (&node[..], sibling) };
        r /= 2;
        node = hash(&params, &[id, &r.to_be_bytes(), &D_INTR, left, right]);
    }
    node == root
}

fn hash(params: &Params, parts: &[&[u8]]) -> Vec<u8> {
    let input = parts.concat();
    let mut out = vec![0; params.ots.n];
    match params.ots.hash {
        HashFunction::Sha256 => out.copy_from_slice(&sha256(&input)[..params.ots.n]),
        HashFunction::Shake256 => shake256(&input, &mut out),
        other => panic!("no set of LMS uses {other}"),
    }
    out
}

/// `I ‖ u32(q) ‖ u16(i) ‖ u8(j) ‖ tmp` for each `j` of `steps`.
fn chain(
    params: &Params,
    id: &[u8],
    q: u32,
    i: usize,
    steps: std::ops::Range<u8>,
    start: Vec<u8>,
) -> Vec<u8> {
    let (q, i) = (q.to_be_bytes(), (i as u16).to_be_bytes());
    steps.fold(start, |tmp, j| hash(params, &[id, &q, &i, &[j], &tmp]))
}

/// `coef(Q ‖ Cksm(Q), i, w)` for each chain `i`, RFC 8554 sections 3.1.3 and 4.4.
fn digits(params: &Params, id: &[u8], q: u32, c: &[u8], message: &[u8]) -> Vec<u8> {
    let (ots, last) = (params.ots, last_step(params));
    let mut bytes = hash(params, &[id, &q.to_be_bytes(), &D_MESG, c, message]);
    let coef = |bytes: &[u8], i: usize| {
        let bit = i * ots.w as usize;
        bytes[bit / 8] >> (8 - ots.w as usize - bit % 8) & last
    };
    let sum: u16 = (0..ots.u()).map(|i| u16::from(last - coef(&bytes, i))).sum();
    bytes.extend((sum << ots.ls()).to_be_bytes());
    (0..ots.p()).map(|i| coef(&bytes, i)).collect()
}

fn last_step(params: &Params) -> u8 {
    (0xff_u16 >> (8 - params.ots.w)) as u8
}
