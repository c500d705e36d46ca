//! What can go wrong with a program.

use rival::{FrameError, Malformed, Refusal};
use signer::Error;
use std::process::ExitStatus;
use std::time::Duration;
use std::{fmt, io};

/// Why there is no answer.
#[derive(Debug)]
pub(super) enum Fault {
    /// It could not be started.
    Start(io::Error),
    /// It ended.
    Ended(Option<ExitStatus>),
    /// It did not answer in time.
    TimedOut(Duration),
    /// What came is no frame.
    Frame(FrameError),
    /// The frame is no answer.
    Malformed(Malformed),
    /// The answer is to another request.
    Number { asked: u32, found: u32 },
    /// It says that it does not work. It goes on.
    Refused(Refusal),
}

impl Fault {
    /// Whether the program can be asked something else.
    pub(super) fn leaves_it_running(&self) -> bool {
        matches!(self, Self::Refused(_))
    }

    /// As the error of a backend, with what the program said last.
    pub(super) fn error(&self, told: &str) -> Error {
        let told = if told.is_empty() {
            String::new()
        } else {
            format!("; the last that it said: {told}")
        };
        match self {
            Self::Refused(Refusal::Unsupported(text)) => Error::unsupported(text.clone()),
            Self::Refused(Refusal::Exhausted(_)) => Error::Exhausted,
            Self::Refused(Refusal::Failed(text)) => Error::backend(text),
            Self::TimedOut(patience) => Error::TimedOut { seconds: patience.as_secs(), told },
            _ => Error::backend(format_args!("{self}{told}")),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start(error) => write!(f, "it cannot be started: {error}"),
            Self::Ended(Some(status)) => write!(f, "it ended: {status}"),
            Self::Ended(None) => write!(f, "it ended"),
            Self::TimedOut(patience) => write!(f, "no answer in {} s", patience.as_secs()),
            Self::Frame(error) => write!(f, "its answer is no frame: {error}"),
            Self::Malformed(error) => write!(f, "its answer makes no sense: {error}"),
            Self::Number { asked, found } => {
                write!(f, "it answered request {found}, and request {asked} was asked")
            }
            Self::Refused(
                Refusal::Unsupported(text) | Refusal::Exhausted(text) | Refusal::Failed(text),
            ) => f.write_str(text),
        }
    }
}
