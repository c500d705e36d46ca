//! Signing with a leaf (RFC 8554 sections 4.5 and 5.4.1).

use lanes::Runs;
use signer::{Error, Randomness, check_length};

use super::ots::{N_MAX, P_MAX, from_secret};
use super::tree::LmsTree;
use crate::stateful::{Leaves, RANDOMISER};

impl Leaves<LmsTree> {
    /// `C` for the current leaf, in the first `n` bytes of `c`.
    ///
    /// # Errors
    ///
    /// [`Error::Entropy`] if the source fails, [`Error::Length`] if what is given has another length.
    pub(crate) fn randomiser<'c>(
        &self,
        randomness: Randomness<'_>,
        c: &'c mut [u8; RANDOMISER],
    ) -> Result<&'c [u8], Error> {
        let c = &mut c[..self.tree.params.ots.n];
        match randomness {
            Randomness::Deterministic => {
                self.tree.ots.randomiser(self.tree.seed.expose(), self.leaf, c);
            }
            Randomness::Fresh(entropy) => entropy.fill(c)?,
            Randomness::Given(given) => {
                check_length("randomness", c.len(), given)?;
                c.copy_from_slice(given);
            }
        }
        Ok(c)
    }

    /// Writes the signature of `message` by the current leaf into `signature`, which is as long.
    pub(crate) fn sign(&mut self, c: &[u8], message: &[u8], signature: &mut [u8]) {
        let Self { tree, walk, leaf: q, .. } = self;
        let LmsTree { params, ots, heads, seed, .. } = tree;
        let (n, p) = (params.ots.n, params.ots.p());
        let (words, rest) = signature.split_at_mut(8);
        words[..4].copy_from_slice(&q.to_be_bytes());
        words[4..].copy_from_slice(&params.ots.code.to_be_bytes());
        let (randomiser, rest) = rest.split_at_mut(n);
        randomiser.copy_from_slice(c);
        let (y, rest) = rest.split_at_mut(n * p);
        let (code, path) = rest.split_at_mut(4);
        code.copy_from_slice(&params.lms.code.to_be_bytes());

        let mut digest = [0; N_MAX];
        let digest = &mut digest[..n];
        ots.message_hash(*q, c, message, digest);
        let mut runs = [from_secret(0); P_MAX];
        ots.winternitz.digits(digest, |i, digit| runs[i] = from_secret(digit));
        ots.heads(*q, heads);
        ots.chains_from_secrets(seed.expose(), heads, Runs::Each(&runs[..p]), y);
        walk.path(tree, path);
    }
}
