//! How much stack a piece of work needs: on a thread of its own whose stack is painted beforehand.
//!
//! ```text
//! high  +--------------------------+
//!       | the thread's start       |
//!       +--------------------------+ <- mark, in the frame of `paint`; `f` starts here as well
//!       | CLEAR: not painted       |
//!       +--------------------------+ <- top of the paint
//!       | overwritten by `f`       |
//!       +--------------------------+ <- lowest word that changed: mark - this = the use
//!       | untouched paint          |
//!       +--------------------------+ <- mark - size
//!       | MARGIN: asked for only   |
//! low   +--------------------------+
//! ```
#![expect(unsafe_code, reason = "the stack below the current frame is nobody's object")]

use std::hint::black_box;
use std::io;
use std::panic::resume_unwind;
use std::thread::{Builder, scope};

/// Bytes below the mark that belong to `paint` itself, to what it calls in a build without
/// optimisation, and to the red zone of 128 bytes below a leaf function's frame.
const CLEAR: usize = 1024;

/// Bytes that the thread gets beyond what is painted: some platforms take the guard page (64 KiB on
/// some aarch64) and thread locals off the size asked for, and the thread's start needs a few KiB.
const MARGIN: usize = 128 * 1024;

const WORD: usize = size_of::<u64>();

/// Runs `f` on a fresh thread and tells how many bytes of stack it needed at its deepest.
///
/// The figure runs from the frame that calls `f` to the lowest word that was written. It is exact to
/// about 200 bytes, within which the compiler lays out the frames in between, and never below 1024:
/// less reads as that. What a frame reserves and does not write counts only down to the last page that
/// the function's stack probe touched. What the result needs is the caller's and not counted.
///
/// `size` bytes can be measured, 128 KiB more are there. The figure is `None` if `f` used them all, or
/// where stacks cannot be painted (Miri); beyond the margin the process ends with a stack overflow.
/// Painting and reading 8 MiB takes a few milliseconds, most of it page faults.
///
/// # Errors
///
/// What the system says if it does not give a thread with such a stack; `f` has not run then.
///
/// # Panics
///
/// With what `f` panics with.
pub fn peak_stack<T: Send>(
    size: usize,
    f: impl FnOnce() -> T + Send,
) -> io::Result<(T, Option<usize>)> {
    let asked = size.checked_add(MARGIN).ok_or(io::ErrorKind::InvalidInput)?;
    scope(|scope| {
        let thread = Builder::new()
            .name("stack".into())
            .stack_size(asked)
            .spawn_scoped(scope, move || measured(size, f))?;
        thread.join().or_else(|panic| resume_unwind(panic))
    })
}

/// The frame that calls both `paint` and `f`: neither may be inlined, or what `f` keeps on the stack
/// would be in this frame, above the mark or under the paint.
#[inline(never)]
fn measured<T>(size: usize, f: impl FnOnce() -> T) -> (T, Option<usize>) {
    if cfg!(miri) {
        return (f(), None);
    }
    let painted = paint(black_box(size));
    let value = call(black_box(f));
    (value, painted.depth())
}

#[inline(never)]
fn call<T>(f: impl FnOnce() -> T) -> T {
    f()
}

/// Addresses of a painted stretch of the stack: words at `bottom..top`, below `mark`.
#[derive(Clone, Copy)]
struct Painted {
    mark: usize,
    top: usize,
    bottom: usize,
}

/// Paints down to `size` bytes below its own frame, on a thread that has [`MARGIN`] more than that.
#[inline(never)]
fn paint(size: usize) -> Painted {
    let frame = black_box(0u64);
    let mark = (&raw const frame).expose_provenance();
    let whole_words = |address: usize| address - address % WORD;
    let top = whole_words(mark.saturating_sub(CLEAR));
    let bottom = whole_words(mark.saturating_sub(size)).min(top);
    let mut address = top;
    // Downward: Windows commits a stack page by page, as each one's upper neighbour is touched.
    while address > bottom {
        address -= WORD;
        let word = std::ptr::with_exposed_provenance_mut::<u64>(address);
        // SAFETY: `address` is a multiple of 8, as `top` and `bottom` are, and in this thread's stack: the
        // thread was started with `size + MARGIN` bytes, of which less than `MARGIN` are above `mark`
        // or the guard's. No frame is there: this one calls no deeper than `CLEAR`. Volatile, as the
        // compiler knows of no object at that place.
        unsafe { word.write_volatile(colour(address)) };
    }
    Painted { mark, top, bottom }
}

impl Painted {
    /// Bytes from the mark to the lowest word that changed, at least [`CLEAR`]; `None` if that is the
    /// last one, and the use may be deeper.
    #[inline(never)]
    fn depth(self) -> Option<usize> {
        let lowest = (self.bottom..self.top)
            .step_by(WORD)
            .find(|&address| {
                let word = std::ptr::with_exposed_provenance::<u64>(address);
                // SAFETY: `paint` wrote this word of the same thread's stack, which is still mapped;
                // frames that were there since have ended, and this one's are above `top`.
                let found = unsafe { word.read_volatile() };
                found != colour(address)
            })
            .unwrap_or(self.top);
        (lowest > self.bottom).then_some(self.mark - lowest)
    }
}

/// The paint of a word: no address has its neighbour's, so that no run of equal bytes looks untouched.
fn colour(address: usize) -> u64 {
    (address as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x5354_4143_4B5F_5041
}
