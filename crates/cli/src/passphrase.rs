//! Where passphrases come from: a file, or somebody at a terminal. Never the command line, which others can see.

use crate::answer::Failure;
use crate::files;
use crate::world::Prompt;
use signer::Error;
use std::io;
use std::path::Path;
use store::Passphrase;
use zeroize::Zeroizing;

/// Asks at the terminal, without an echo.
///
/// # Errors
///
/// Those of reading; if there is no terminal, one that says what to do instead.
pub fn prompt(words: &str) -> io::Result<Zeroizing<String>> {
    rpassword::prompt_password(words).map(Zeroizing::new).map_err(|error| {
        io::Error::new(error.kind(), format!("{error}; without a terminal, give --passphrase-file"))
    })
}

/// The passphrase of a key that is there.
pub(crate) fn known(file: Option<&Path>, ask: &mut Prompt<'_>) -> Result<Passphrase, Error> {
    match file {
        Some(file) => read(file).map_err(|failure| Error::storage(failure.message)),
        None => asked(ask, "Passphrase of the key: "),
    }
}

/// A passphrase for a new key: asked for twice, since it is not seen.
pub(crate) fn new(file: Option<&Path>, ask: &mut Prompt<'_>) -> Result<Passphrase, Failure> {
    if let Some(file) = file {
        return read(file);
    }
    let failed = |error: io::Error| Failure::refused(format!("no passphrase: {error}"));
    let one = ask("New passphrase: ").map_err(failed)?;
    let other = ask("The same again: ").map_err(failed)?;
    if one != other {
        return Err(Failure::refused("the two passphrases differ: no key was generated"));
    }
    Ok(Passphrase::new(Zeroizing::new(one.as_bytes().to_vec()))?)
}

fn asked(ask: &mut Prompt<'_>, words: &str) -> Result<Passphrase, Error> {
    let text = ask(words).map_err(|error| Error::storage(format!("no passphrase: {error}")))?;
    Passphrase::new(Zeroizing::new(text.as_bytes().to_vec()))
}

fn read(file: &Path) -> Result<Passphrase, Failure> {
    let bytes = Zeroizing::new(files::read(file)?);
    let line = bytes.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    Ok(Passphrase::new(Zeroizing::new(line.to_vec()))?)
}
