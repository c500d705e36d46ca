//! What the rest of the workspace sees of a pair of types.

use alloc::{format, vec};

use signer::{Lifetime, ParameterSet, Scheme};

use super::params::{I_LEN, Params};
use crate::layout::Layout;

impl Params {
    /// The parameters of `set`; `None` if it is no LMS set.
    #[must_use]
    pub fn of(set: &ParameterSet) -> Option<Self> {
        match (set.scheme, &set.codes[..]) {
            (Scheme::Lms, &[lms, ots]) => Self::from_codes(lms, ots),
            _ => None,
        }
    }

    /// `u32str(type) ‖ u32str(otstype) ‖ I ‖ T[1]`.
    pub(crate) fn lay_out_public_key(&self, layout: Layout) -> Layout {
        layout
            .fixed("LMS type", self.lms.code)
            .fixed("LM-OTS type", self.ots.code)
            .bytes("I", I_LEN)
            .bytes("T[1]", self.lms.m)
    }

    /// `u32str(q) ‖ u32str(otstype) ‖ C ‖ y[0] … y[p-1] ‖ u32str(type) ‖ path[0] … path[h-1]`.
    pub(crate) fn lay_out_signature(&self, layout: Layout) -> Layout {
        layout
            .index("q", 4, self.lms.h)
            .fixed("LM-OTS type", self.ots.code)
            .bytes("C", self.ots.n)
            .bytes("y", self.ots.p() * self.ots.n)
            .fixed("LMS type", self.lms.code)
            .bytes("path", self.lms.h as usize * self.lms.m)
    }

    /// The set with all that is derived.
    #[must_use]
    pub fn set(&self) -> ParameterSet {
        ParameterSet {
            scheme: Scheme::Lms,
            name: format!("{}+{}", self.lms.name, self.ots.name).replace('_', "-"),
            codes: vec![self.lms.code, self.ots.code],
            n: self.ots.n,
            seed_len: self.ots.n + I_LEN,
            randomness_len: Some(self.ots.n),
            public_key: self.lay_out_public_key(Layout::default()).end(),
            signature: self.lay_out_signature(Layout::default()).end(),
            lifetime: Lifetime::Signatures { log2: self.lms.h },
        }
    }
}
