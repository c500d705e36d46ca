//! Questions and answers, to a program that is started anew after it failed.

use super::Program;
use super::fault::Fault;
use super::process::Process;
use rival::{Answer, Request};
use signer::Error;

/// The program, and where the conversation is.
#[derive(Debug)]
pub(super) struct Connection {
    program: Program,
    process: Option<Process>,
    /// How often it was started.
    number: u64,
    next_id: u32,
}

impl Connection {
    /// With a program that is started when it is first asked something.
    pub(super) fn new(program: Program) -> Self {
        Self { program, process: None, number: 0, next_id: 0 }
    }

    /// Which of the processes is running; keys are of one.
    pub(super) fn number(&self) -> u64 {
        self.number
    }

    /// Asks, of whichever process there is.
    pub(super) fn ask(&mut self, request: &Request) -> Result<Answer, Error> {
        if self.process.is_none() {
            self.process = Some(Process::start(&self.program).map_err(|fault| fault.error(""))?);
            self.number += 1;
        }
        self.exchange(request).map_err(|fault| {
            if fault.leaves_it_running() {
                let said = self.process.as_ref().map(Process::said);
                return fault.error(&said.unwrap_or_default());
            }
            let said = self.process.take().map(Process::end);
            fault.error(&said.unwrap_or_default())
        })
    }

    /// Asks the process with this number.
    pub(super) fn ask_of(&mut self, number: u64, request: &Request) -> Result<Answer, Error> {
        if self.process.is_none() || self.number != number {
            return Err(Error::backend("the program that had the key has ended"));
        }
        self.ask(request)
    }

    fn exchange(&mut self, request: &Request) -> Result<Answer, Fault> {
        let Some(process) = &mut self.process else { return Err(Fault::Ended(None)) };
        let asked = self.next_id;
        self.next_id = self.next_id.wrapping_add(1);
        let frame = process.exchange(request.frame(asked), self.program.patience)?;
        // First: the answer to another request need not make sense as one to this.
        let found = Answer::number(&frame).map_err(Fault::Malformed)?;
        if found != asked {
            return Err(Fault::Number { asked, found });
        }
        let (_, answer) = Answer::read(&frame, request).map_err(Fault::Malformed)?;
        answer.map_err(Fault::Refused)
    }

    /// The error for an answer that is one, but not to what was asked.
    pub(super) fn mistake(&self, what: impl std::fmt::Display) -> Error {
        Error::backend(format_args!("its answer is wrong: {what}"))
    }
}
