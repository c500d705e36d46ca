//! The program's end of the protocol, for programs in Rust.

use crate::message::Gone;
use crate::{
    Answer, Description, FrameError, Generated, Origin, Randomness, Refusal, Request, Sample,
    Signature, Verdict, read_frame, write_frame,
};
use std::collections::HashMap;
use std::fmt::Debug;
use std::io::{self, Read, Write};
use std::time::{Duration, Instant};

/// An implementation that is to be measured.
pub trait Rival: Debug {
    /// A private key.
    type Key: Debug;

    /// What it is, and what it can do.
    fn describe(&self) -> Description;

    /// Generates a key: what it took, the key, and its public key.
    ///
    /// # Errors
    ///
    /// [`Failure`].
    fn generate(
        &mut self,
        set: &str,
        origin: &Origin,
    ) -> Result<(Sample, Self::Key, Vec<u8>), Failure>;

    /// Signs: what it took, and the signature.
    ///
    /// # Errors
    ///
    /// [`Failure`]; [`Failure::Exhausted`] if the key has no index left.
    fn sign(
        &mut self,
        key: &mut Self::Key,
        message: &[u8],
        randomness: &Randomness,
    ) -> Result<(Sample, Vec<u8>), Failure>;

    /// Verifies: what it took, and whether it does.
    ///
    /// # Errors
    ///
    /// [`Failure`].
    fn verify(&mut self, set: &str, signed: &Signature) -> Result<Verdict, Failure>;

    /// Where a key stands.
    fn state(&self, key: &Self::Key) -> State;
}

/// Where a key stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// Index that the next signature uses up.
    pub index: u64,
    /// Signatures that it can still make.
    pub remaining: u64,
}

impl State {
    /// Of a key without state.
    pub const STATELESS: Self = Self { index: u64::MAX, remaining: u64::MAX };
}

/// What does not go well.
pub type Failure = Refusal;

/// Calls `operation` and tells what it took: wall time, and CPU time of this thread where there is such a
/// clock. Wall time is the inner one: it holds no system call.
pub fn timed<T>(operation: impl FnOnce() -> T) -> (Sample, T) {
    let nanos = |time: Duration| u64::try_from(time.as_nanos()).ok();
    let cpu = thread_time();
    let start = Instant::now();
    let result = operation();
    let wall = nanos(start.elapsed());
    let cpu = thread_time().zip(cpu).and_then(|(now, then)| nanos(now.saturating_sub(then)));
    (Sample { wall, cpu, ..Sample::default() }, result)
}

/// CPU time of the calling thread since it started.
fn thread_time() -> Option<Duration> {
    #[cfg(any(unix, windows))]
    return cpu_time::ThreadTime::try_now().ok().map(|time| time.as_duration());
    #[cfg(not(any(unix, windows)))]
    return None;
}

/// Answers requests until it is told to quit or there are no more.
///
/// # Errors
///
/// Those of reading and writing, and [`io::ErrorKind::InvalidData`] for what is no frame.
pub fn serve(rival: impl Rival, from: &mut impl Read, to: &mut impl Write) -> io::Result<()> {
    let mut server = Server::new(rival);
    loop {
        let frame = match read_frame(from) {
            Ok(frame) => frame,
            Err(FrameError::End) => return Ok(()),
            Err(FrameError::Io(error)) => return Err(error),
            Err(error) => return Err(io::Error::new(io::ErrorKind::InvalidData, error)),
        };
        match Request::read(&frame) {
            Ok((id, request)) => {
                write_frame(to, &Answer::frame(id, &server.answer(&request)))?;
                if request == Request::Quit {
                    return Ok(());
                }
            }
            Err((id, malformed)) => {
                let answer = Err(Refusal::Failed(malformed.to_string()));
                write_frame(to, &Answer::frame(id.unwrap_or(u32::MAX), &answer))?;
            }
        }
    }
}

/// A rival with its keys.
#[derive(Debug)]
pub struct Server<R: Rival> {
    rival: R,
    next: u32,
    keys: HashMap<u32, R::Key>,
}

impl<R: Rival> Server<R> {
    /// Without keys yet.
    pub fn new(rival: R) -> Self {
        Self { rival, next: 0, keys: HashMap::new() }
    }

    /// Does what is asked.
    ///
    /// # Errors
    ///
    /// Those of the rival, and [`Refusal::Failed`] for a key that there is not.
    pub fn answer(&mut self, request: &Request) -> Result<Answer, Refusal> {
        let unknown = |key| Refusal::Failed(format!("there is no key {key}"));
        Ok(match request {
            Request::Describe { .. } => Answer::Description(self.rival.describe()),
            Request::Generate { set, origin, count } => {
                let mut keys = Vec::new();
                let mut state = State::STATELESS;
                for _ in 0..*count {
                    let (sample, key, public_key) = self.rival.generate(set, origin)?;
                    state = self.rival.state(&key);
                    keys.push(Generated { sample, key: self.next, public_key });
                    self.keys.insert(self.next, key);
                    self.next += 1;
                }
                Answer::Generated { keys, state: (state.index, state.remaining) }
            }
            Request::Sign { key, randomness, messages } => {
                let signer = self.keys.get_mut(key).ok_or_else(|| unknown(*key))?;
                let sign = |message: &Vec<u8>| self.rival.sign(signer, message, randomness);
                let signatures = messages.iter().map(sign).collect::<Result<_, _>>()?;
                let state = self.rival.state(signer);
                Answer::Signed { signatures, state: (state.index, state.remaining) }
            }
            Request::Verify { set, signed } => {
                let verify = |one| self.rival.verify(set, one);
                Answer::Verified(signed.iter().map(verify).collect::<Result<Vec<Verdict>, _>>()?)
            }
            Request::Drop { key } => {
                self.keys.remove(key).ok_or_else(|| unknown(*key))?;
                Answer::Gone(Gone)
            }
            Request::Quit => Answer::Gone(Gone),
        })
    }
}
