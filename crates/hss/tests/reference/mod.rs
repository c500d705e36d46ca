//! LMS and HSS straight from the standard, without any care for speed or state: what published
//! signatures, given as seeds and digests, are made again with.

use hbs::lms;
use hbs_lms::HashChain;
use std::marker::PhantomData;

/// One tree: RFC 8554 section 5, its leaves derived as in appendix A.
pub(crate) struct Tree<H> {
    params: lms::Params,
    i: Vec<u8>,
    seed: Vec<u8>,
    hash: PhantomData<H>,
}

impl<H: HashChain> Tree<H> {
    pub(crate) fn new(params: lms::Params, i: &[u8], seed: &[u8]) -> Self {
        Self { params, i: i.to_vec(), seed: seed.to_vec(), hash: PhantomData }
    }

    /// The tree that hash-sigs (`SECRET_METHOD` 2) puts below leaf `q`.
    pub(crate) fn child(&self, params: lms::Params, q: u32) -> Self {
        Self::new(params, &self.derive(q, 0xffff)[..16], &self.derive(q, 0xfffe))
    }

    /// `C` as hash-sigs derives it for leaf `q`.
    pub(crate) fn c(&self, q: u32) -> Vec<u8> {
        self.derive(q, 0xfffd)
    }

    /// `u32str(type) ‖ u32str(otstype) ‖ I ‖ T[1]`.
    pub(crate) fn public_key(&self) -> Vec<u8> {
        let (lms, ots) = (self.params.lms.code, self.params.ots.code);
        [&lms.to_be_bytes()[..], &ots.to_be_bytes(), &self.i, &self.node(1)].concat()
    }

    /// Algorithm 3 and section 5.4.1.
    pub(crate) fn sign(&self, q: u32, c: &[u8], message: &[u8]) -> Vec<u8> {
        let lms::Params { lms, ots } = self.params;
        let digest = hash::<H>(&[&self.i, &q.to_be_bytes(), &[0x81, 0x81], c, message]);
        let mut signature = [&q.to_be_bytes()[..], &ots.code.to_be_bytes(), c].concat();
        for (i, digit) in self.digits(&digest).into_iter().enumerate() {
            signature.extend(self.chain(q, i as u16, digit));
        }
        signature.extend(lms.code.to_be_bytes());
        for level in 0..lms.h {
            signature.extend(self.node((1 << lms.h | q) >> level ^ 1));
        }
        signature
    }

    /// `H(I ‖ u32(q) ‖ u16(j) ‖ 0xff ‖ SEED)`.
    fn derive(&self, q: u32, j: u16) -> Vec<u8> {
        hash::<H>(&[&self.i, &q.to_be_bytes(), &j.to_be_bytes(), &[0xff], &self.seed])
    }

    /// Chain `i` of leaf `q` after `steps` steps.
    fn chain(&self, q: u32, i: u16, steps: u8) -> Vec<u8> {
        (0..steps).fold(self.derive(q, i), |value, step| {
            hash::<H>(&[&self.i, &q.to_be_bytes(), &i.to_be_bytes(), &[step], &value])
        })
    }

    /// Coefficients of a digest and of its checksum: sections 3.1.3 and 4.4.
    fn digits(&self, digest: &[u8]) -> Vec<u8> {
        let ots = self.params.ots;
        let w = ots.w as usize;
        let coef = |bytes: &[u8], i: usize| {
            bytes[i * w / 8] >> (8 - w * (i % (8 / w)) - w) & (0xff >> (8 - w)) as u8
        };
        let mut digits: Vec<u8> = (0..ots.u()).map(|i| coef(digest, i)).collect();
        let largest = (1u16 << w) - 1;
        let sum: u16 = digits.iter().map(|digit| largest - u16::from(*digit)).sum();
        let sum = (sum << ots.ls()).to_be_bytes();
        digits.extend((0..ots.v()).map(|i| coef(&sum, i)));
        digits
    }

    /// `T[r]`: section 5.3.
    fn node(&self, r: u32) -> Vec<u8> {
        let lms::Params { lms, ots } = self.params;
        let Some(q) = r.checked_sub(1 << lms.h) else {
            let (left, right) = (self.node(2 * r), self.node(2 * r + 1));
            return hash::<H>(&[&self.i, &r.to_be_bytes(), &[0x83, 0x83], &left, &right]);
        };
        let last = (0xffu32 >> (8 - ots.w)) as u8;
        let ends: Vec<u8> = (0..ots.p() as u16).flat_map(|i| self.chain(q, i, last)).collect();
        let k = hash::<H>(&[&self.i, &q.to_be_bytes(), &[0x80, 0x80], &ends]);
        hash::<H>(&[&self.i, &r.to_be_bytes(), &[0x82, 0x82], &k])
    }
}

/// The HSS signature with leaf `q[i]` of each level, all trees derived from the root's: section 6.2.
pub(crate) fn sign<H: HashChain>(
    root: Tree<H>,
    levels: &[lms::Params],
    q: &[u32],
    message: &[u8],
) -> Vec<u8> {
    let mut signature = (levels.len() as u32 - 1).to_be_bytes().to_vec();
    let mut tree = root;
    for (level, &q) in levels[1..].iter().zip(q) {
        let child = tree.child(*level, q);
        let public_key = child.public_key();
        signature.extend(tree.sign(q, &tree.c(q), &public_key));
        signature.extend(public_key);
        tree = child;
    }
    let q = q[levels.len() - 1];
    signature.extend(tree.sign(q, &tree.c(q), message));
    signature
}

/// A hash over parts, one after the other.
pub(crate) fn hash<H: HashChain>(parts: &[&[u8]]) -> Vec<u8> {
    let mut hasher = H::default();
    parts.iter().for_each(|part| hasher.update(part));
    hasher.finalize().to_vec()
}
