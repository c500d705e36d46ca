//! What the rest of the workspace sees of a row.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use signer::{Lifetime, ParameterSet};

use super::params::{Params, Shape};
use crate::layout::Layout;

impl Params {
    /// The parameters of `set`; `None` if it is neither SPHINCS+ nor SLH-DSA.
    #[must_use]
    pub fn of(set: &ParameterSet) -> Option<Self> {
        Self::named(&set.name)
    }

    /// Name as the standard prints it.
    #[must_use]
    pub fn name(&self) -> String {
        self.to_string()
    }

    /// `R ‖ SIG_FORS ‖ (sig ‖ AUTH) of layer 0 … d-1`.
    fn lay_out_signature(&self) -> Layout {
        let Shape { n, d, a, k, .. } = self.shape;
        let fors_len = k as usize * (a as usize + 1) * n;
        let first = Layout::default().bytes("R", n).bytes("SIG_FORS", fors_len);
        (0..d).fold(first, |layout, layer| {
            layout
                .at_level(layer)
                .bytes("sig", self.shape.wots_len() * n)
                .bytes("AUTH", self.shape.hp() as usize * n)
        })
    }

    /// The set with all that is derived.
    #[must_use]
    pub fn set(&self) -> ParameterSet {
        let n = self.shape.n;
        ParameterSet {
            scheme: self.scheme,
            name: self.name(),
            codes: Vec::new(),
            n,
            seed_len: 3 * n,
            randomness_len: Some(n),
            public_key: Layout::default().bytes("PK.seed", n).bytes("PK.root", n).end(),
            signature: self.lay_out_signature().end(),
            lifetime: Lifetime::Unlimited,
        }
    }
}
