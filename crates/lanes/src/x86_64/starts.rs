//! Where the rows of a call are.

use crate::unit::{Part, Which};

/// Byte `offset` of a part in each lane, if it is one of its bytes. Lanes without a row take the last one.
#[inline(always)]
pub(super) fn starts<const L: usize>(part: &Part<'_>, offset: usize) -> [*const u8; L] {
    let start = |bytes: &[u8]| bytes.as_ptr().wrapping_add(offset);
    let last = part.count - 1;
    let mut starts = [start(part.row(0)); L];
    match (part.which, part.rows.stride()) {
        (Which::From(_), Some(stride)) => {
            // Both ends are rows, and so is what is between them.
            part.row(last);
            for l in 1..L {
                starts[l] = starts[l - 1].wrapping_add(if l <= last { stride } else { 0 });
            }
        }
        _ => {
            for l in 1..L {
                starts[l] = start(part.row(l.min(last)));
            }
        }
    }
    starts
}
