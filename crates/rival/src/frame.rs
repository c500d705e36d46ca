//! Frames: a length, and as many bytes.

use std::fmt;
use std::io::{self, Read, Write};

/// Bytes of a frame after its length, at most: 64 signatures of the longest kind and their messages take
/// 4 MB.
pub const MOST: usize = 64 << 20;

/// Why there is no frame.
#[derive(Debug)]
pub enum FrameError {
    /// The input ended before the frame, where it may end.
    End,
    /// The input ended within the frame, after so many of its bytes.
    CutOff {
        /// Bytes that came, those of the length included.
        found: usize,
    },
    /// The frame claims to be longer than any may be.
    TooLong {
        /// Its length.
        claimed: usize,
    },
    /// Reading failed.
    Io(io::Error),
}

impl fmt::Display for FrameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::End => f.write_str("the input has ended"),
            Self::CutOff { found } => write!(f, "the input ended after {found} bytes of a frame"),
            Self::TooLong { claimed } => {
                write!(f, "a frame of {claimed} bytes is longer than any: {MOST} at most")
            }
            Self::Io(error) => write!(f, "reading failed: {error}"),
        }
    }
}

impl std::error::Error for FrameError {}

/// Reads a frame, without its length.
///
/// # Errors
///
/// [`FrameError`]. No room is made for more than has come.
pub fn read_frame(from: &mut impl Read) -> Result<Vec<u8>, FrameError> {
    let mut length = [0; 4];
    match fill(from, &mut length)? {
        0 => return Err(FrameError::End),
        4 => (),
        found => return Err(FrameError::CutOff { found }),
    }
    let claimed = u32::from_be_bytes(length) as usize;
    if claimed > MOST {
        return Err(FrameError::TooLong { claimed });
    }
    let mut frame = Vec::new();
    let found = from.take(claimed as u64).read_to_end(&mut frame).map_err(FrameError::Io)?;
    if found < claimed {
        return Err(FrameError::CutOff { found: 4 + found });
    }
    Ok(frame)
}

/// Writes a frame, and sends it off.
///
/// # Errors
///
/// Those of writing; [`io::ErrorKind::InvalidInput`] for a frame longer than [`MOST`].
pub fn write_frame(to: &mut impl Write, frame: &[u8]) -> io::Result<()> {
    let length = u32::try_from(frame.len()).ok().filter(|_| frame.len() <= MOST);
    let Some(length) = length else {
        return Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            format!("a frame of {} bytes", frame.len()),
        ));
    };
    to.write_all(&length.to_be_bytes())?;
    to.write_all(frame)?;
    to.flush()
}

/// Reads until `bytes` is full or the input ends; how many bytes there were.
fn fill(from: &mut impl Read, bytes: &mut [u8]) -> Result<usize, FrameError> {
    let mut found = 0;
    while found < bytes.len() {
        match from.read(&mut bytes[found..]) {
            Ok(0) => break,
            Ok(count) => found += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => (),
            Err(error) => return Err(FrameError::Io(error)),
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_come_as_they_went() {
        let mut sent = Vec::new();
        write_frame(&mut sent, b"one").expect("written");
        write_frame(&mut sent, b"").expect("written");
        let mut from = &sent[..];
        assert_eq!(read_frame(&mut from).expect("a frame"), b"one");
        assert_eq!(read_frame(&mut from).expect("a frame"), b"");
        assert!(matches!(read_frame(&mut from), Err(FrameError::End)));
    }

    #[test]
    fn an_end_within_a_frame_is_told_from_one_between() {
        for (bytes, most) in [(&[0][..], 1), (&[0, 0, 0, 2][..], 4), (&[0, 0, 0, 2, 7][..], 5)] {
            let error = read_frame(&mut &bytes[..]).expect_err("cut off");
            assert!(matches!(error, FrameError::CutOff { found } if found == most), "{error}");
        }
    }

    #[test]
    fn too_long_a_frame_is_refused_before_it_is_read() {
        let claimed = [0xff; 4];
        let error = read_frame(&mut &claimed[..]).expect_err("too long");
        assert!(matches!(error, FrameError::TooLong { claimed: 0xffff_ffff }), "{error}");
        assert!(write_frame(&mut Vec::new(), &vec![0; MOST + 1]).is_err());
    }
}
