//! A counter that the CPU keeps, finer than any clock of the operating system.

/// What [`ticks`] reads: `TSC`, which advances at one rate whatever the core's clock does. `None` where
/// there is nothing of the kind for programs to read.
pub const TICKS: Option<&str> = if HAS { Some("TSC") } else { None };

/// Reads the counter; 0 without [`TICKS`]. Ticks are neither cycles of the core nor nanoseconds.
///
/// All work that comes before is done when it is read, and none that comes after has begun.
#[inline]
#[must_use]
pub fn ticks() -> u64 {
    #[cfg(all(feature = "std", target_arch = "x86_64", not(miri)))]
    {
        crate::x86_64::ticks()
    }
    #[cfg(not(all(feature = "std", target_arch = "x86_64", not(miri))))]
    {
        0
    }
}

const HAS: bool = cfg!(all(feature = "std", target_arch = "x86_64", not(miri)));

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_go_on() {
        let first = ticks();
        let later = (0..1000).fold(first, |_, _| ticks());
        assert_eq!(later > first, TICKS.is_some());
    }
}
