//! `hbs`: signs files with hash-based keys whose state cannot be lost.
#![forbid(unsafe_code)]

use hbs_cli::World;
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut out = std::io::stdout();
    let mut err = std::io::stderr();
    let mut world = World {
        disk: &store::Os,
        out: &mut out,
        err: &mut err,
        entropy: &mut signer::Os,
        prompt: &mut hbs_cli::prompt,
    };
    ExitCode::from(hbs_cli::run(std::env::args_os(), &mut world))
}
