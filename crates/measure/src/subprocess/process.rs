//! A program that runs: its pipes, and the threads at their ends.

use super::Program;
use super::fault::Fault;
use super::tail::Tail;
use rival::{FrameError, read_frame, write_frame};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// A program that runs. Dropped, it is made to end.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    /// To a thread that writes: a program that does not read would hold us up.
    requests: Option<Sender<Vec<u8>>>,
    answers: Receiver<Result<Vec<u8>, FrameError>>,
    said: Tail,
    saying: Option<JoinHandle<()>>,
}

impl Process {
    pub(super) fn start(program: &Program) -> Result<Self, Fault> {
        let mut child = Command::new(&program.path)
            .args(&program.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(Fault::Start)?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(mut stdin), Some(mut stdout), Some(stderr)) = pipes else {
            return Err(Fault::Start(std::io::ErrorKind::BrokenPipe.into()));
        };
        let (said, saying) = Tail::follow(stderr);
        let (requests, due) = channel::<Vec<u8>>();
        thread::spawn(move || {
            // What cannot be written is not answered either.
            while let Ok(frame) = due.recv()
                && write_frame(&mut stdin, &frame).is_ok()
            {}
        });
        let (read, answers) = channel();
        thread::spawn(move || {
            loop {
                let frame = read_frame(&mut stdout);
                let ended = frame.is_err();
                if read.send(frame).is_err() || ended {
                    return;
                }
            }
        });
        Ok(Self { child, requests: Some(requests), answers, said, saying: Some(saying) })
    }

    /// Sends a frame, and waits for one.
    pub(super) fn exchange(
        &mut self,
        frame: Vec<u8>,
        patience: Duration,
    ) -> Result<Vec<u8>, Fault> {
        if let Some(requests) = &self.requests {
            // If nobody writes any more it has ended, and that shows below.
            let _ = requests.send(frame);
        }
        match self.answers.recv_timeout(patience) {
            Ok(Ok(frame)) => Ok(frame),
            Ok(Err(FrameError::End)) => Err(Fault::Ended(self.ended())),
            Ok(Err(error)) => Err(Fault::Frame(error)),
            Err(RecvTimeoutError::Timeout) => Err(Fault::TimedOut(patience)),
            Err(RecvTimeoutError::Disconnected) => Err(Fault::Ended(self.ended())),
        }
    }

    /// How it ended, if it did within a moment: its output ends a little before it does.
    fn ended(&mut self) -> Option<ExitStatus> {
        let started = Instant::now();
        while started.elapsed() < MOMENT {
            match self.child.try_wait() {
                Ok(None) => thread::sleep(Duration::from_millis(2)),
                Ok(status) => return status,
                Err(_) => return None,
            }
        }
        None
    }

    /// Ends it, and returns what it said last.
    pub(super) fn end(mut self) -> String {
        self.kill();
        // Its last words may not have been read yet. Somebody else may hold the pipe, and not let go.
        let started = Instant::now();
        while started.elapsed() < MOMENT
            && self.saying.as_ref().is_some_and(|saying| !saying.is_finished())
        {
            thread::sleep(Duration::from_millis(2));
        }
        self.said.text()
    }

    /// What it said last.
    pub(super) fn said(&self) -> String {
        self.said.text()
    }

    fn kill(&mut self) {
        // Ended already, it cannot be killed, and need not be.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    /// With its input at its end a program ends by itself; one that does not is killed.
    fn drop(&mut self) {
        self.requests = None;
        if self.ended().is_none() {
            self.kill();
        }
    }
}

/// How long is waited for what should be there at once.
const MOMENT: Duration = Duration::from_millis(500);
