//! What goes wrong.

/// What an operation of a [`Sim`](super::Sim) does instead of what it should.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Nothing, and it says so.
    Refuses,
    /// The first so many bytes of a write, and it says that it failed. Other operations do nothing.
    Torn(usize),
    /// All of it, and it says that it failed.
    Lies,
    /// A sync forgets what there was to write, and says that it failed: who reads sees it still, the next
    /// sync succeeds, and a failure of power loses it. Other operations do nothing.
    Forgets,
    /// Nothing, and the power fails: nothing works any more until it is [started](super::Sim::fail) again.
    PowerBefore,
    /// All of it, and the power fails.
    PowerAfter,
}

/// What is found after a failure of power of what was written and not synced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Nothing of it.
    Lost,
    /// All of it.
    Kept,
    /// All but the last write, and of that the first so many bytes.
    TornAt(usize),
    /// The last write alone, without those before it.
    LastAlone,
}
