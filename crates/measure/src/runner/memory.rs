//! Heap and stack of one call, on a thread of its own, never while anything is timed. Of a call that another
//! process made, what that says that it took.

use super::series::Flaw;
use crate::clock::told::{self, Told};
use crate::record::{Measurement, Metric, Operation};
use crate::{Heap, HeapUse, Threads, peak_stack};
use signer::{Error, quietly};

/// What one call took.
#[derive(Debug, Default)]
pub(super) struct Memory {
    heap: Option<HeapUse>,
    stack: Option<usize>,
    told: Option<Told>,
    error: Option<Error>,
}

/// Stack of the thread that the call runs on, in bytes.
const STACK: usize = 16 << 20;

impl Memory {
    /// Calls `operation` and measures it. What cannot be measured is absent.
    pub(super) fn of<T: Send>(
        heap: Option<&'static Heap>,
        threads: Threads,
        operation: impl FnOnce() -> Result<T, Error> + Send,
    ) -> Self {
        let counted = || {
            let operation = || quietly(operation);
            let (result, used) = match heap {
                Some(heap) => {
                    let (result, used) = heap.measure(threads, operation);
                    (result, Some(used))
                }
                None => (operation(), None),
            };
            (result, used, told::take())
        };
        match peak_stack(STACK, counted) {
            Ok(((Ok(_), _, Some(told)), _)) => Self { told: Some(told), ..Self::default() },
            Ok(((Ok(_), heap, None), stack)) => Self { heap, stack, ..Self::default() },
            Ok(((Err(error), ..), _)) => Self { error: Some(error), ..Self::default() },
            Err(_) => Self::default(),
        }
    }

    /// Puts the figures into a row.
    pub(super) fn insert_into(self, row: &mut Measurement) {
        if let Some(error) = self.error {
            Flaw::from(error).tell(row);
        }
        if let Some(heap) = self.heap {
            super::size(row, "heap.peak", heap.peak as usize);
            super::size(row, "heap.bytes", heap.bytes as usize);
            super::insert(row, "heap.allocs", Metric::single("count", heap.allocations as f64));
            if row.operation == Operation::Keygen {
                // A key is one box: what its generation leaves on the heap is the key.
                super::insert(row, "size.live_key", Metric::single("bytes", heap.kept as f64));
            }
        }
        if let Some(told) = self.told {
            let figure = |figure: Option<u64>, unit| Metric::single(unit, figure? as f64);
            super::insert(row, "heap.peak", figure(told.peak, "bytes"));
            super::insert(row, "heap.bytes", figure(told.bytes, "bytes"));
            super::insert(row, "heap.allocs", figure(told.allocations, "count"));
        }
        if let Some(stack) = self.stack {
            super::size(row, "stack.peak", stack);
        }
    }
}
