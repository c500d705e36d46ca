//! What all programs of the workbench begin with.

use lanes::Cpu;
use std::process::ExitCode;

/// Runs `work`, the program called `name`, if its environment makes sense: `main` of every program that
/// has backends. Otherwise it says so in a sentence and exits with 2, as for an option that makes none.
///
/// Backends hash on the vector unit that `HBS_CPU` names. They find it when they are made, too deep
/// down to do more than panic if this machine does not have it.
#[must_use]
pub fn program(name: &str, work: impl FnOnce() -> ExitCode) -> ExitCode {
    match Cpu::from_env() {
        Ok(_) => work(),
        Err(unknown) => {
            eprintln!("{name}: {unknown}");
            ExitCode::from(2)
        }
    }
}

/// Runs `work` on a thread with a large stack: third-party code likes to sign on it, and Windows gives
/// a main thread one mebibyte.
pub fn with_stack(work: impl FnOnce() -> ExitCode + Send) -> ExitCode {
    const STACK: usize = 64 << 20;
    std::thread::scope(|scope| {
        let worker = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        match worker.map(std::thread::ScopedJoinHandle::join) {
            Ok(Ok(code)) => code,
            Ok(Err(_)) => ExitCode::FAILURE,
            Err(error) => {
                eprintln!("cannot start a thread: {error}");
                ExitCode::FAILURE
            }
        }
    })
}
