//! What the rest of the workspace sees of a row.

use alloc::string::{String, ToString};
use alloc::vec;

use signer::{Lifetime, ParameterSet};

use super::params::Params;
use crate::layout::Layout;

impl Params {
    /// The parameters of `set`; `None` if it is neither XMSS nor XMSS^MT.
    #[must_use]
    pub fn of(set: &ParameterSet) -> Option<Self> {
        match set.codes[..] {
            [oid] => Self::from_oid(set.scheme, oid),
            _ => None,
        }
    }

    /// Name as the standard prints it.
    #[must_use]
    pub fn name(&self) -> String {
        self.to_string()
    }

    /// `idx_sig ‖ r ‖ (sig_ots ‖ auth) of layer 0 … d-1`.
    fn lay_out_signature(&self) -> Layout {
        let n = self.n();
        let first = Layout::default().index("idx_sig", self.index_len(), self.h).bytes("r", n);
        (0..self.d).fold(first, |layout, layer| {
            layout
                .at_level(layer)
                .bytes("sig_ots", self.wots_len() * n)
                .bytes("auth", self.layer_height() as usize * n)
        })
    }

    /// The set with all that is derived.
    #[must_use]
    pub fn set(&self) -> ParameterSet {
        let n = self.n();
        let public_key = Layout::default().fixed("OID", self.oid).bytes("root", n).bytes("SEED", n);
        ParameterSet {
            scheme: self.scheme,
            name: self.name(),
            codes: vec![self.oid],
            n,
            seed_len: 3 * n,
            randomness_len: None,
            public_key: public_key.end(),
            signature: self.lay_out_signature().end(),
            lifetime: Lifetime::Signatures { log2: self.h },
        }
    }
}
