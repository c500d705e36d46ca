//! What an operation took.

use crate::bytes::{Malformed, Reader, Writer};

/// What an operation took; what is not known is absent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sample {
    /// Nanoseconds of wall time.
    pub wall: Option<u64>,
    /// Nanoseconds of CPU time of the thread.
    pub cpu: Option<u64>,
    /// Bytes allocated.
    pub bytes: Option<u64>,
    /// Allocations.
    pub allocations: Option<u64>,
    /// Bytes: the most that was alive at once above what was alive before the operation.
    pub peak: Option<u64>,
}

impl Sample {
    /// `u64(wall) ‖ u64(cpu) ‖ u64(bytes) ‖ u64(allocations) ‖ u64(peak)`, what is absent as `u64::MAX`.
    pub(super) fn write<'a>(&self, to: &'a mut Writer) -> &'a mut Writer {
        let Self { wall, cpu, bytes, allocations, peak } = *self;
        for figure in [wall, cpu, bytes, allocations, peak] {
            to.long(figure.unwrap_or(u64::MAX));
        }
        to
    }

    pub(super) fn read(from: &mut Reader<'_>) -> Result<Self, Malformed> {
        let mut figure =
            || from.long("sample").map(|figure| (figure != u64::MAX).then_some(figure));
        Ok(Self {
            wall: figure()?,
            cpu: figure()?,
            bytes: figure()?,
            allocations: figure()?,
            peak: figure()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_in_order_and_the_unknown_is_no_zero() {
        let all = |figure: fn(u64) -> Option<u64>| Sample {
            wall: figure(1),
            cpu: figure(2),
            bytes: figure(3),
            allocations: figure(4),
            peak: figure(5),
        };
        let mut bytes = Writer::default();
        all(Some).write(&mut bytes);
        let due: Vec<_> = (1..=5_u64).flat_map(u64::to_be_bytes).collect();
        assert_eq!(bytes.0, due);
        assert_eq!(Sample::read(&mut Reader(&due)), Ok(all(Some)));
        let mut bytes = Writer::default();
        all(|_| None).write(&mut bytes);
        assert_eq!(bytes.0, [0xff; 40]);
        assert_eq!(Sample::read(&mut Reader(&bytes.0)), Ok(Sample::default()));
        assert_eq!(Sample::read(&mut Reader(&[0; 40])), Ok(all(|_| Some(0))));
        // A sample of version 1.
        assert!(Sample::read(&mut Reader(&due[..32])).is_err());
    }
}
