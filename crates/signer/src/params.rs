//! What parameter sets are described with.

use core::fmt;

/// A family of signature schemes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Scheme {
    /// LMS, RFC 8554 section 5.
    Lms,
    /// HSS, RFC 8554 section 6.
    Hss,
    /// XMSS, RFC 8391 section 4.1.
    Xmss,
    /// XMSS^MT, RFC 8391 section 4.2.
    XmssMt,
    /// SPHINCS+, submission to NIST, round 3.1.
    SphincsPlus,
    /// SLH-DSA, FIPS 205.
    SlhDsa,
}

impl Scheme {
    /// Name as the standard prints it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Lms => "LMS",
            Self::Hss => "HSS",
            Self::Xmss => "XMSS",
            Self::XmssMt => "XMSS^MT",
            Self::SphincsPlus => "SPHINCS+",
            Self::SlhDsa => "SLH-DSA",
        }
    }
}

impl fmt::Display for Scheme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How many signatures a fresh key can make. In each stateful scheme that is a power of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lifetime {
    /// `2^log2`: the total height of the trees.
    Signatures {
        /// Total height of the trees, 5 to 200.
        log2: u32,
    },
    /// As many as anybody will make.
    Unlimited,
}

impl Lifetime {
    /// The number of signatures; `None` if it is unlimited or does not fit.
    #[must_use]
    pub const fn count(self) -> Option<u64> {
        match self {
            Self::Signatures { log2 } => 1u64.checked_shl(log2),
            Self::Unlimited => None,
        }
    }
}

impl fmt::Display for Lifetime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self, self.count()) {
            (Self::Unlimited, _) => f.write_str("unlimited"),
            (Self::Signatures { log2 }, None) => write!(f, "2^{log2}"),
            (Self::Signatures { log2 }, Some(_)) if *log2 > 20 => write!(f, "2^{log2}"),
            (Self::Signatures { .. }, Some(count)) => write!(f, "{count}"),
        }
    }
}

/// What a [`Field`] holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Part {
    /// Hash values, seeds, identifiers.
    Bytes,
    /// A big-endian integer whose low `bits` bits are part of the leaf index, higher fields first.
    Index {
        /// Height of the tree that this field counts the leaves of.
        bits: u32,
    },
    /// A big-endian integer that the parameter set fixes: a type word, an OID, a level count.
    Fixed {
        /// The one value it may have.
        value: u32,
    },
}

/// A run of bytes of an encoded public key or signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// The standard's name of it, such as `C` or `SIG_FORS`.
    pub name: &'static str,
    /// Level of an HSS signature (0 is the root), layer of a hypertree (0 is the bottom), else 0.
    pub level: u32,
    /// First byte.
    pub offset: usize,
    /// Length in bytes.
    pub len: usize,
    /// What it holds.
    pub part: Part,
}

impl Field {
    /// This field's bytes of `encoding`; `None` if that ends before it does.
    #[must_use]
    pub fn slice<'a>(&self, encoding: &'a [u8]) -> Option<&'a [u8]> {
        encoding.get(self.offset..)?.get(..self.len)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lifetimes_read_well() {
        let text = |log2| Lifetime::Signatures { log2 }.to_string();
        assert_eq!(
            (text(5), text(20), text(25), text(200)),
            ("32".into(), "1048576".into(), "2^25".into(), "2^200".into())
        );
        assert_eq!(Lifetime::Signatures { log2: 63 }.count(), Some(1 << 63));
        assert_eq!(Lifetime::Signatures { log2: 64 }.count(), None);
        assert_eq!(Lifetime::Unlimited.to_string(), "unlimited");
    }
}
