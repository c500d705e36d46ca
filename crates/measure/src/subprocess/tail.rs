//! The last lines of what a program says.

use std::collections::VecDeque;
use std::io::{ErrorKind, Read};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// Bytes that are kept.
const KEPT: usize = 4096;

/// Lines that are shown.
const LINES: usize = 5;

/// The end of what comes from somewhere, while it comes.
#[derive(Clone, Debug, Default)]
pub(super) struct Tail(Arc<Mutex<VecDeque<u8>>>);

impl Tail {
    /// Reads until there is no more, on a thread of its own: who floods it is not held up.
    pub(super) fn follow(mut from: impl Read + Send + 'static) -> (Self, thread::JoinHandle<()>) {
        let tail = Self::default();
        let kept = tail.clone();
        let reading = thread::spawn(move || {
            let mut bytes = [0; 4096];
            loop {
                match from.read(&mut bytes) {
                    Ok(0) => return,
                    Ok(count) => kept.add(&bytes[..count]),
                    Err(error) if error.kind() == ErrorKind::Interrupted => (),
                    Err(_) => return,
                }
            }
        });
        (tail, reading)
    }

    fn add(&self, bytes: &[u8]) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend(bytes);
        let over = kept.len().saturating_sub(KEPT);
        kept.drain(..over);
    }

    /// The last lines, without what a terminal would obey; nothing if there are none.
    pub(super) fn text(&self) -> String {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let text = String::from_utf8_lossy(kept.make_contiguous()).into_owned();
        let plain = |line: &str| -> String {
            line.chars().filter(|c| !c.is_control() || *c == '\t').take(200).collect()
        };
        let lines: Vec<_> =
            text.lines().map(plain).filter(|line| !line.trim().is_empty()).collect();
        lines[lines.len().saturating_sub(LINES)..].join("\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_lines_are_kept_of_any_number() {
        let lines: String = (0..100_000).map(|i| format!("line {i}\n")).collect();
        let (tail, reading) = Tail::follow(std::io::Cursor::new(lines.into_bytes()));
        reading.join().expect("read");
        assert_eq!(tail.text(), "line 99995\nline 99996\nline 99997\nline 99998\nline 99999");
        assert!(tail.0.lock().expect("kept").len() <= KEPT);
    }

    #[test]
    fn terminals_are_not_written_to() {
        let (tail, reading) = Tail::follow(&b"\x1b[31mred\n\n\xff\n"[..]);
        reading.join().expect("read");
        assert_eq!(tail.text(), "[31mred\n\u{fffd}");
        assert_eq!(Tail::default().text(), "");
    }
}
