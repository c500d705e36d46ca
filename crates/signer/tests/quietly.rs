//! What the fence prints: a process of its own, because a panic hook belongs to the process.
#![cfg(feature = "std")]

use signer::{Error, quietly};
use std::panic;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

static PRINTED: AtomicUsize = AtomicUsize::new(0);

/// Fences `code` while its value is dropped.
struct Fenced<F: Fn()>(F);

impl<F: Fn()> Drop for Fenced<F> {
    fn drop(&mut self) {
        (self.0)();
    }
}

/// One test, so that nothing else panics meanwhile.
#[test]
fn only_panics_behind_the_fence_are_silent() {
    panic::set_hook(Box::new(|_| {
        PRINTED.fetch_add(1, Ordering::SeqCst);
    }));
    let printed = || PRINTED.swap(0, Ordering::SeqCst);
    let message = |text: &str| Err::<(), _>(Error::Panicked { message: text.into() });

    // The first call ever happens while a panic unwinds: it must not abort.
    let unwound = thread::spawn(|| {
        let _fenced = Fenced(|| assert_eq!(quietly(|| Ok(1)), Ok(1)));
        panic!("outside");
    });
    assert!(unwound.join().is_err());
    assert_eq!(printed(), 1);

    assert_eq!(quietly(|| panic!("once")), message("once"));
    let nested = quietly(|| {
        assert_eq!(quietly(|| panic!("inner")), message("inner"));
        panic!("outer")
    });
    assert_eq!(nested, message("outer"));
    assert_eq!(printed(), 0, "fenced, and fenced twice");

    let other = quietly(|| Ok(thread::spawn(|| panic!("another thread")).join().is_err()));
    assert_eq!((other, printed()), (Ok(true), 1), "another thread is not behind the fence");

    assert!(panic::catch_unwind(|| panic!("outside")).is_err());
    assert_eq!(printed(), 1, "outside again");
}
