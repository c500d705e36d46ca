//! A signature with all that it is verified with.

use hbs::sphincs::params::{Params, rows};
use hbs::sphincs::{Message, PreHash, PublicKey, verify, verify_message};
use lanes::Engines;
use signer::{Error, Scheme, check_length};

use crate::edit::{Triple, edit};
use crate::input::Input;
use crate::reference::sphincs as reference;

/// A key and a signature of a set, and a message.
#[derive(Clone, Debug)]
pub struct Case {
    /// The set that they are taken for.
    pub params: Params,
    /// How the message is signed.
    pub interface: Interface,
    /// The message, and the others as bytes.
    pub triple: Triple,
}

/// What is made of a message.
#[derive(Clone, Debug)]
pub enum Interface {
    /// What is made of it where nothing is said: `00 00 ‖ M` in SLH-DSA, `M` in SPHINCS+.
    Plain,
    /// Nothing: `M`.
    Internal,
    /// `M` after this context.
    Pure(Vec<u8>),
    /// Its hash after this context.
    Hashed(Vec<u8>, PreHash),
}

impl Interface {
    /// One of them, with the context that the input has.
    pub fn from_input(input: &mut Input<'_>) -> Self {
        let how = input.byte();
        let len = usize::from(input.byte());
        let mut context = input.take(len).to_vec();
        if how & 8 != 0 {
            // As long as contexts may be, or a byte longer, or somewhat shorter.
            context.resize(usize::from(how >> 4) + 241, how);
        }
        match how % 4 {
            0 => Self::Plain,
            1 => Self::Internal,
            2 => Self::Pure(context),
            _ => Self::Hashed(context, *input.pick(&PreHash::ALL)),
        }
    }

    /// The same interface with this context, where it has one.
    fn set_context(&mut self, new: Vec<u8>) {
        if let Self::Pure(context) | Self::Hashed(context, _) = self {
            *context = new;
        }
    }

    /// The message, as the implementation has it.
    ///
    /// # Errors
    ///
    /// Those of [`Message`].
    pub fn message<'a>(&self, params: &Params, message: &'a [u8]) -> Result<Message<'a>, Error> {
        match self {
            Self::Plain => Ok(params.message(message)),
            Self::Internal => Ok(Message::internal(message)),
            Self::Pure(context) => Message::pure(message, context),
            Self::Hashed(context, function) => Message::pre_hash(message, context, *function),
        }
    }

    /// What is signed, as the standard has it; `None` if the context is too long.
    #[must_use]
    pub fn framed(&self, params: &Params, message: &[u8]) -> Option<Vec<u8>> {
        match self {
            Self::Plain if params.scheme == Scheme::SlhDsa => {
                reference::message::pure(message, &[])
            }
            Self::Plain | Self::Internal => Some(message.to_vec()),
            Self::Pure(context) => reference::message::pure(message, context),
            Self::Hashed(context, function) => {
                reference::message::hashed(message, context, *function)
            }
        }
    }
}

impl Case {
    /// Our verdict.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub fn verdict(&self, engines: Engines) -> Result<(), Error> {
        let Self { params, interface, triple: Triple { key, message, signature } } = self;
        let key = PublicKey::decode(*params, key)?;
        if matches!(interface, Interface::Plain) {
            return verify(engines, &key, message, signature);
        }
        verify_message(engines, &key, &interface.message(params, message)?, signature)
    }

    /// The verdict that is due, if the signature is one that verifies wherever lengths are right.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong.
    pub fn due(&self, signed: bool) -> Result<(), Error> {
        let Self { params, interface, triple: Triple { key, message, signature } } = self;
        check_length("public key", 2 * params.shape.n, key)?;
        if let (None, Interface::Pure(context) | Interface::Hashed(context, _)) =
            (interface.framed(params, message), interface)
        {
            return Err(Error::TooLong { what: "context", most: 255, found: context.len() });
        }
        check_length("signature", params.signature_len(), signature)?;
        if signed { Ok(()) } else { Err(Error::BadSignature) }
    }

    /// The standard's verdict.
    #[must_use]
    pub fn verifies(&self) -> bool {
        let Self { params, interface, triple: Triple { key, message, signature } } = self;
        let framed = interface.framed(params, message);
        framed.is_some_and(|message| reference::verifies(params, key, &message, signature))
    }

    /// Whether both are the same bytes, with the same functions, for the same thing that is signed.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        let framed = |case: &Self| case.interface.framed(&case.params, &case.triple.message);
        let [a, b] = [self, other].map(|case| Params { scheme: Scheme::SlhDsa, ..case.params });
        // The schemes differ in the order of bits in a byte, which is nothing to FORS trees of 256 leaves.
        a == b
            && (self.params.scheme == other.params.scheme || a.shape.a == 8)
            && (&self.triple.key, &self.triple.signature)
                == (&other.triple.key, &other.triple.signature)
            && framed(self).is_some_and(|framed_| framed(other) == Some(framed_))
    }

    /// Changes something, most often the signature. `other` is a case to take parts from.
    pub fn edit(&mut self, input: &mut Input<'_>, other: &Self) {
        let Triple { key, message, signature } = &mut self.triple;
        match input.byte() % 16 {
            0 => edit(key, input, &other.triple.key),
            1 => edit(message, input, &other.triple.message),
            2 => {
                let mut context = input.take(3).to_vec();
                edit(&mut context, input, &other.triple.message);
                self.interface.set_context(context);
            }
            3 => self.interface = Interface::from_input(input),
            4 => {
                // Of the same lengths.
                let alike = rows().iter().filter(|row| row.shape == self.params.shape);
                self.params = **input.pick(&alike.collect::<Vec<_>>());
            }
            5 => self.params = *input.pick(rows()),
            6 => *key = other.triple.key.clone(),
            7..=9 => nodes(signature, self.params.shape.n, input, &other.triple.signature),
            10 => {
                // The lengths of the next sets.
                let len = input.pick(rows()).signature_len() + usize::from(input.byte() % 3);
                signature.resize(len.saturating_sub(1), 0);
            }
            _ => edit(signature, input, &other.triple.signature),
        }
    }
}

/// Changes a bit of a node, or puts another node in its place.
fn nodes(signature: &mut [u8], n: usize, input: &mut Input<'_>, other: &[u8]) {
    let (how, from, to) = (input.byte(), input.number(), input.number());
    let nodes = (signature.len() / n).max(1);
    let [from, to] = [from, to].map(|node| node % nodes * n..(node % nodes + 1) * n);
    let node = match how % 4 {
        0 => other.get(from),
        1 => other.get(to.clone()),
        _ => signature.get(from),
    };
    let (Some(node), Some(place)) = (node.map(<[u8]>::to_vec), signature.get_mut(to)) else {
        return;
    };
    if how % 4 == 3 {
        place[usize::from(input.byte()) % n] ^= 1 << (how >> 5);
    } else {
        place.copy_from_slice(&node);
    }
}
