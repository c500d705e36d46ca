//! What ACVP says of a message: which interface it goes through, with what context and pre-hash.

use crate::vectors::scheme::{Malformed, unhex};
use hbs::sphincs::{Message, PreHash};

/// Why a message goes to `native` alone.
pub(super) const NATIVE_ALONE: &str =
    "that only native takes: a context, a pre-hash or the internal interface";

/// A message with its frame.
pub(super) struct Framed {
    frame: Frame,
    message: Vec<u8>,
}

enum Frame {
    Internal,
    Pure { context: Vec<u8> },
    PreHashed { context: Vec<u8>, function: PreHash },
}

/// The fields of a vector that say it.
pub(super) struct Fields<'a> {
    pub(super) iface: &'a str,
    pub(super) pre: &'a str,
    pub(super) ctx: &'a str,
    pub(super) hash_alg: &'a str,
    pub(super) msg: &'a str,
}

impl Framed {
    pub(super) fn read(line: usize, fields: Fields<'_>) -> Result<Self, Malformed> {
        let Fields { iface, pre, ctx, hash_alg, msg } = fields;
        let message = unhex(line, "msg", msg)?;
        let context = unhex(line, "ctx", ctx)?;
        let frame = match (iface, pre, hash_alg) {
            ("internal", "", "") if context.is_empty() => Frame::Internal,
            ("external", "pure", "") => Frame::Pure { context },
            ("external", "preHash", name) => {
                let function = PreHash::ALL.into_iter().find(|one| acvp_name(*one) == name);
                let unknown = || Malformed::new(line, format!("hashAlg: no function `{name}`"));
                Frame::PreHashed { context, function: function.ok_or_else(unknown)? }
            }
            _ => {
                let what = format!("no interface `{iface}`, `{pre}` with hashAlg `{hash_alg}`");
                return Err(Malformed::new(line, what));
            }
        };
        let framed = Self { frame, message };
        // Its context may be too long.
        framed.message().map_err(|error| Malformed::new(line, error.to_string()))?;
        Ok(framed)
    }

    /// As it is signed.
    pub(super) fn message(&self) -> Result<Message<'_>, signer::Error> {
        let Self { frame, message } = self;
        match frame {
            Frame::Internal => Ok(Message::internal(message)),
            Frame::Pure { context } => Message::pure(message, context),
            Frame::PreHashed { context, function } => {
                Message::pre_hash(message, context, *function)
            }
        }
    }

    /// The message alone, if it goes through [`signer`]: in SLH-DSA those with an empty context do.
    pub(super) fn plain(&self) -> Option<&[u8]> {
        match &self.frame {
            Frame::Pure { context } if context.is_empty() => Some(&self.message),
            _ => None,
        }
    }

    /// The frame in a few words.
    pub(super) fn what(&self) -> String {
        match &self.frame {
            Frame::Internal => "internal".into(),
            Frame::Pure { .. } => "pure".into(),
            Frame::PreHashed { function, .. } => function.name().into(),
        }
    }
}

/// What ACVP calls a function: `SHA2-256`, `SHAKE-128`.
fn acvp_name(function: PreHash) -> String {
    function.name().replace("SHA-", "SHA2-").replace("SHAKE", "SHAKE-")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(iface: &str, pre: &str, ctx: &str, hash_alg: &str) -> Result<Framed, Malformed> {
        Framed::read(1, Fields { iface, pre, ctx, hash_alg, msg: "4d" })
    }

    #[test]
    fn frames_are_those_of_the_standard() {
        let len = |framed: Result<Framed, Malformed>| {
            framed.ok().and_then(|framed| framed.message().ok().map(|message| message.len()))
        };
        assert_eq!(len(read("internal", "", "", "")), Some(1));
        assert_eq!(len(read("external", "pure", "00", "")), Some(2 + 1 + 1));
        assert_eq!(len(read("external", "preHash", "00", "SHA2-512/224")), Some(2 + 1 + 11 + 28));
        assert_eq!(len(read("external", "preHash", "", "SHAKE-256")), Some(2 + 11 + 64));
        let plain = |framed: Result<Framed, Malformed>| {
            framed.is_ok_and(|framed| framed.plain() == Some(b"M"))
        };
        assert!(plain(read("external", "pure", "", "")));
        assert!(!plain(read("external", "pure", "00", "")) && !plain(read("internal", "", "", "")));
    }

    #[test]
    fn other_frames_are_malformed() {
        let long = "00".repeat(256);
        for (iface, pre, ctx, hash_alg) in [
            ("internal", "pure", "", ""),
            ("internal", "", "00", ""),
            ("external", "", "", ""),
            ("external", "pure", "", "SHA2-256"),
            ("external", "preHash", "", "SHA-256"),
            ("external", "pure", &long, ""),
            ("external", "pure", "0", ""),
        ] {
            assert!(read(iface, pre, ctx, hash_alg).is_err(), "{iface} {pre} {hash_alg}");
        }
    }
}
