//! What the command needs of the world around it.

use crate::answer::Failure;
use crate::args::Args;
use crate::commands;
use clap::Parser;
use signer::Entropy;
use std::ffi::OsString;
use std::fmt;
use std::io::Write;
use store::Disk;
use zeroize::Zeroizing;

/// Asks somebody for a passphrase, with these words.
pub type Prompt<'a> = dyn FnMut(&str) -> std::io::Result<Zeroizing<String>> + 'a;

/// Where keys lie, answers go and randomness comes from. What is signed, and signatures, are files of the operating
/// system in any case.
pub struct World<'a> {
    /// Where the folders of keys are.
    pub disk: &'a dyn Disk,
    /// Where answers go.
    pub out: &'a mut dyn Write,
    /// Where warnings and failures go.
    pub err: &'a mut dyn Write,
    /// Where keys and randomisers come from.
    pub entropy: &'a mut dyn Entropy,
    /// Who knows passphrases.
    pub prompt: &'a mut Prompt<'a>,
}

impl fmt::Debug for World<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("World").field("disk", &self.disk).finish_non_exhaustive()
    }
}

/// Runs the command with its arguments, the first of which is its own name. Returns its exit code: 0, 1 if something
/// does not verify or is refused, 2 for a question that makes no sense.
pub fn run(args: impl IntoIterator<Item = OsString>, world: &mut World<'_>) -> u8 {
    let args = match Args::try_parse_from(args) {
        Ok(args) => args,
        Err(error) => {
            let text = error.render();
            let shown = match error.use_stderr() {
                true => write!(world.err, "{text}"),
                false => write!(world.out, "{text}"),
            };
            return if shown.is_ok() { error.exit_code().try_into().unwrap_or(2) } else { 1 };
        }
    };
    let done = commands::run(&args, world);
    let code = match &done {
        Ok(answer) => answer.code(),
        Err(failure) => failure.code(),
    };
    let printed = match done {
        Ok(answer) if args.json => writeln!(world.out, "{}", answer.json),
        Ok(answer) => write!(world.out, "{}", answer.text),
        Err(failure) if args.json => writeln!(world.out, "{}", failure.json()),
        Err(Failure { message, .. }) => writeln!(world.err, "hbs: {message}"),
    };
    // What was signed stays signed; but nobody read that it was.
    if printed.and_then(|()| world.out.flush()).is_err() { code.max(1) } else { code }
}
