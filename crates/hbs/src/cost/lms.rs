//! LMS (RFC 8554 sections 4 and 5). What is hashed is laid out in the chapter
//! [`lms`](crate::lms); here are the lengths of it.

use lanes::{Cpu, Engines, LaneHash};
use signer::Error;

use super::levels::Tree;
use super::walk::{Walk, Work};
use super::{Cost, Message, chains};
use crate::WalkKind;
use crate::lms::codec::Signature;
use crate::lms::ots::{N_MAX, Ots};
use crate::lms::params::I_LEN;
use crate::lms::{Params, PublicKey};
use crate::walk::MOST;

/// What the operations of an LMS key cost, and verifying its signatures. An operation that the key
/// refuses costs nothing.
#[derive(Clone, Copy, Debug)]
pub struct Lms {
    params: Params,
    walk: Walk,
    hash: &'static dyn LaneHash,
    /// Steps from the starts of chains to a signature of any hash.
    signing: Cost,
}

impl Lms {
    /// Keys of these parameters, of whose trees this is kept.
    #[must_use]
    pub fn new(params: Params, walk: WalkKind) -> Self {
        let walk = Walk::new(walk, params.lms.m, params.lms.h, MOST);
        // How many blocks a length is depends on no unit.
        let hash = params.lms.hash.engine(Cpu::portable().engines());
        Self { params, walk, hash, signing: chains::signing(&params.ots.winternitz()) }
    }

    /// Generating a key, from entropy or a seed: its whole tree.
    #[must_use]
    pub fn generate(&self) -> u64 {
        self.load(0)
    }

    /// Loading a key whose next signature is that of `index`.
    #[must_use]
    pub fn load(&self, index: u64) -> u64 {
        let end = self.end();
        // A key that is used up stands at its last leaf.
        if index > end { 0 } else { self.build(index.min(end - 1) as u32) }
    }

    /// Skipping from one index to another.
    #[must_use]
    pub fn skip(&self, from: u64, to: u64) -> u64 {
        if to <= from || to >= self.end() { 0 } else { self.seek(from as u32, to as u32) }
    }

    /// Signing a message as the signature of this index, and going on to the next.
    #[must_use]
    pub fn sign(&self, index: u64, message: &Message) -> Cost {
        if index >= self.end() {
            return Cost::default();
        }
        self.signature(message) + Cost::exactly(self.step(index as u32))
    }

    /// Verifying a signature of a message, whether it is found good or bad, alone or among many. One
    /// that cannot be decoded costs nothing.
    #[must_use]
    pub fn verify(&self, message: &Message) -> Cost {
        let nodes = u64::from(self.walk.height()) * self.node();
        let fixed = self.message_hash(message.len) + self.public_key() + self.leaf() + nodes;
        let steps = chains::verifying(&self.params.ots.winternitz(), self.steps_of(message));
        Cost::exactly(fixed) + self.stepping(steps)
    }

    /// Steps of chains that the signer of this signature took, for [`Message::steps`].
    ///
    /// # Errors
    ///
    /// [`Error::BadSignature`], [`Error::Length`] and [`Error::Type`] for bytes that are no signature
    /// of the key's type.
    pub fn steps(
        engines: Engines,
        key: &PublicKey,
        message: &[u8],
        signature: &[u8],
    ) -> Result<u64, Error> {
        let Params { lms, ots } = key.params;
        let signature = Signature::decode(&key.params, signature)?;
        let mut hash = [0; N_MAX];
        let hash = &mut hash[..ots.n];
        let one_time = Ots::new(lms.hash.engine(engines), ots, &key.id);
        one_time.message_hash(signature.q, signature.c, message, hash);
        Ok(chains::of(&ots.winternitz(), hash))
    }

    /// Number of leaves.
    const fn end(&self) -> u64 {
        1 << self.walk.height()
    }

    /// A signature, path included.
    pub(crate) fn signature(&self, message: &Message) -> Cost {
        let derived = if message.derived { self.secret() } else { 0 };
        let secrets = self.params.ots.p() as u64 * self.secret();
        let fixed = derived + self.message_hash(message.len) + secrets;
        let path = self.work(self.walk.path());
        Cost::exactly(fixed + path) + self.stepping(self.steps_of(message))
    }

    /// Its public key, as a message that a leaf above signs.
    pub(crate) fn key(&self, steps: Option<u64>) -> Message {
        Message { len: self.params.public_key_len(), derived: true, steps }
    }

    fn steps_of(&self, message: &Message) -> Cost {
        message.steps.map_or(self.signing, Cost::exactly)
    }

    /// Secrets, whole chains and public key of a leaf.
    fn one_time_key(&self) -> u64 {
        let ots = self.params.ots;
        let steps = chains::whole(&ots.winternitz()) * self.chain_step();
        ots.p() as u64 * self.secret() + steps + self.public_key()
    }

    /// Steps of chains.
    fn stepping(&self, steps: Cost) -> Cost {
        steps * self.chain_step()
    }

    /// `I ‖ u32(q) ‖ u16(i) ‖ u8(0xff) ‖ SEED`
    fn secret(&self) -> u64 {
        self.blocks(I_LEN + 7 + self.params.ots.n)
    }

    /// `I ‖ u32(q) ‖ u16(i) ‖ u8(j) ‖ tmp`
    fn chain_step(&self) -> u64 {
        self.blocks(I_LEN + 7 + self.params.ots.n)
    }

    /// `I ‖ u32(q) ‖ u16(D_PBLC) ‖ y[0] ‖ … ‖ y[p-1]`
    fn public_key(&self) -> u64 {
        self.blocks(I_LEN + 6 + self.params.ots.p() * self.params.ots.n)
    }

    /// `I ‖ u32(q) ‖ u16(D_MESG) ‖ C ‖ message`
    fn message_hash(&self, len: usize) -> u64 {
        self.blocks(I_LEN + 6 + self.params.ots.n + len)
    }

    /// `I ‖ u32(r) ‖ u16(D_LEAF) ‖ K`
    fn leaf(&self) -> u64 {
        self.blocks(I_LEN + 6 + self.params.ots.n)
    }

    /// `I ‖ u32(r) ‖ u16(D_INTR) ‖ T[2r] ‖ T[2r+1]`
    fn node(&self) -> u64 {
        self.blocks(I_LEN + 6 + 2 * self.params.lms.m)
    }

    fn blocks(&self, len: usize) -> u64 {
        self.hash.blocks(len) as u64
    }
}

impl Tree for Lms {
    type Digits = u64;

    fn walk(&self) -> &Walk {
        &self.walk
    }

    fn work(&self, work: Work) -> u64 {
        work.leaves * (self.one_time_key() + self.leaf()) + work.nodes * self.node()
    }

    /// `SEED` and `I` of the tree below.
    fn child(&self) -> u64 {
        2 * self.secret()
    }

    fn link(&self, below: &Self, steps: Option<u64>) -> Cost {
        self.signature(&below.key(steps))
    }
}
