//! What is measured: cases, and the groups in which they are compared.

use std::fmt;
use std::hint::black_box;

use lanes::Cpu;

/// Works on bytes.
pub(crate) type Work = Box<dyn FnMut(&mut [u8])>;

/// One way to do the work of a group.
pub(crate) struct Case {
    /// Who does it.
    pub(crate) name: String,
    bytes: Vec<u8>,
    work: Work,
    comparable: bool,
}

impl Case {
    /// A case called `name` that works on `bytes`. After one call they are what all cases of the
    /// group arrive at.
    pub(crate) fn new(
        name: impl Into<String>,
        bytes: Vec<u8>,
        work: impl FnMut(&mut [u8]) + 'static,
    ) -> Self {
        Self { name: name.into(), bytes, work: Box::new(work), comparable: true }
    }

    /// The same case, arriving at something else.
    pub(crate) fn not_comparable(mut self) -> Self {
        self.comparable = false;
        self
    }

    /// Does the work `calls` times.
    pub(crate) fn run(&mut self, calls: u32) {
        for _ in 0..calls {
            (self.work)(black_box(&mut self.bytes));
        }
        black_box(&self.bytes);
    }

    /// What it has arrived at, if that is to be compared.
    pub(crate) fn result(&self) -> Option<&[u8]> {
        self.comparable.then_some(&*self.bytes)
    }
}

impl fmt::Debug for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Case").field(&self.name).finish()
    }
}

/// Makes the cases of a group for some units.
type Build = Box<dyn Fn(&[Cpu]) -> Vec<Case>>;

/// Cases that do the same work. The first is the rival that the others are compared with.
pub(crate) struct Group {
    /// Its name, which filters look in.
    pub(crate) name: String,
    /// What the work is.
    pub(crate) about: String,
    /// What a time is shown for, such as `compression`.
    pub(crate) per: &'static str,
    /// Number of them in a call.
    pub(crate) work: usize,
    /// Number of signatures in a call, if it is made of such.
    pub(crate) signatures: Option<usize>,
    /// Makes the cases.
    pub(crate) build: Build,
}

impl Group {
    /// The cases, on the given units.
    pub(crate) fn cases(&self, units: &[Cpu]) -> Vec<Case> {
        (self.build)(units)
    }
}

impl fmt::Debug for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Group").field(&self.name).finish()
    }
}
