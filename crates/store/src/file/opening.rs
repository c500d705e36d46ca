//! How a state is opened, and what opening it found.

use signer::Counter;
use std::fmt;

/// The key whose state is kept.
#[derive(Clone, Copy)]
pub struct Identity<'a> {
    /// The secret that its trees follow from: it seals the state.
    pub seed: &'a [u8],
    /// The encoded public key.
    pub public_key: &'a [u8],
}

impl fmt::Debug for Identity<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Identity").finish_non_exhaustive()
    }
}

/// How a state is opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Take a place where a sync costs nothing, and so keeps nothing: for tests.
    pub allow_volatile: bool,
    /// Take a state that was moved here, or is on another machine now, and give up this many indices: as
    /// many as may have been given out where it was after it was copied.
    pub adopt: Option<u64>,
}

/// What opening had to do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Opened {
    /// Indices that were given up because one of the slots was damaged.
    pub burnt: u64,
}

/// What was seen of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// What is stored.
    pub counter: Counter,
    /// One of the slots is damaged: opening it gives up what that may have given out.
    pub damaged: bool,
    /// It was copied or moved: it has to be adopted.
    pub moved: bool,
}
