//! What can be asked.

use clap::{Args as Group, Parser, Subcommand};
use std::path::PathBuf;

/// Signs files with hash-based keys whose state cannot be lost, and verifies them.
#[derive(Debug, Parser)]
#[command(
    name = "hbs",
    version,
    after_help = "A key is a folder, made by keygen. One that is stateful (LMS, HSS, XMSS, XMSS^MT) signs as often as \
                  it has indices, each once. Never copy its folder: a part of it (split) is a backup, a copy is not.\n\n\
                  Public keys and signatures are the standards' bytes.\n\n\
                  Exit codes: 0 done, 1 does not verify or was refused, 2 a question that makes no sense."
)]
pub(crate) struct Args {
    /// Answer in JSON, on one line
    #[arg(long, global = true)]
    pub(crate) json: bool,

    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Generate a key, in a new folder
    Keygen(Keygen),
    /// Sign files
    Sign(Sign),
    /// Verify signatures of files
    Verify(Verify),
    /// Say what a key, a public key or a signature is, and how many signatures a key has left
    Inspect(Inspect),
    /// Take the next indices out of a key: it never signs with them
    Reserve(Reserve),
    /// Give a part of a key's indices to a new folder, for another machine or as a backup
    Split(Split),
    /// Take back what a part has left, and remove it
    Merge(Merge),
    /// Take over a key whose folder was moved, or is on another machine now
    Adopt(Adopt),
    /// Write the public key of a key
    Public(Public),
    /// List parameter sets
    Sets(Sets),
}

/// How a key is opened.
#[derive(Debug, Group)]
pub(crate) struct Opening {
    /// File with the passphrase of the key, up to the end of its first line [default: ask for it]
    #[arg(long, value_name = "FILE")]
    pub(crate) passphrase_file: Option<PathBuf>,

    /// Threads that build trees [default: as many as there are processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,

    /// Take a place that keeps nothing, such as one in memory: FOR TESTS
    #[arg(long)]
    pub(crate) allow_volatile: bool,
}

#[derive(Debug, Group)]
pub(crate) struct Keygen {
    /// Folder to be made; with --pem a file
    pub(crate) key: PathBuf,

    /// Parameter set: see `hbs sets`
    #[arg(long, value_name = "NAME")]
    pub(crate) set: String,

    /// Encrypt the secret under a passphrase
    #[arg(long, conflicts_with = "pem")]
    pub(crate) encrypt: bool,

    /// Keep a log of how far indices were given out in this file, best on another disk or host: without it the key
    /// does not sign, nor if its state is older than the log
    #[arg(long, value_name = "FILE", conflicts_with = "pem")]
    pub(crate) anchor: Option<PathBuf>,

    /// Count its indices in a database that processes or hosts share, sqlite:PATH or postgres:CONNECTION: the folder
    /// may then be copied to all that sign
    #[arg(long, value_name = "DATABASE", conflicts_with_all = ["pem", "anchor"])]
    pub(crate) store: Option<String>,

    /// Write a PKCS#8 file instead of a folder (SLH-DSA)
    #[arg(long)]
    pub(crate) pem: bool,

    /// Generate the key that the standard derives from the seed in this file: FOR TESTS. Two keys of one seed are
    /// one key, and would use each index twice
    #[arg(long, value_name = "FILE")]
    pub(crate) seed_file: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) opening: Opening,
}

#[derive(Debug, Group)]
pub(crate) struct Sign {
    /// Folder of the key, or a PKCS#8 file
    pub(crate) key: PathBuf,

    /// Files to be signed; `-` is the standard input
    #[arg(required = true)]
    pub(crate) files: Vec<PathBuf>,

    /// Where the signature goes, if it is one; `-` is the standard output [default: the file's name with .sig]
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Replace signatures that are there
    #[arg(long)]
    pub(crate) force: bool,

    /// Warn if fewer signatures are left [default: a tenth of what the key had]
    #[arg(long, value_name = "N")]
    pub(crate) low_water: Option<u64>,

    /// Context of the signature, at most 255 bytes (SLH-DSA)
    #[arg(long, value_name = "TEXT")]
    pub(crate) context: Option<String>,

    /// The same signature for the same message, each time (SLH-DSA; the stateful schemes do it anyway)
    #[arg(long)]
    pub(crate) deterministic: bool,

    #[command(flatten)]
    pub(crate) opening: Opening,
}

#[derive(Debug, Group)]
pub(crate) struct Verify {
    /// Public key: raw, as PEM, or the folder of a key
    pub(crate) public_key: PathBuf,

    /// Files that were signed; `-` is the standard input
    #[arg(required = true)]
    pub(crate) files: Vec<PathBuf>,

    /// Where the signature is, if it is one [default: the file's name with .sig]
    #[arg(long, short, value_name = "FILE")]
    pub(crate) signature: Option<PathBuf>,

    /// Parameter set, where a raw public key and a signature do not say it (SLH-DSA)
    #[arg(long, value_name = "NAME")]
    pub(crate) set: Option<String>,

    /// Context of the signature, at most 255 bytes (SLH-DSA)
    #[arg(long, value_name = "TEXT")]
    pub(crate) context: Option<String>,
}

#[derive(Debug, Group)]
pub(crate) struct Inspect {
    /// Folder of a key, public key or signature
    pub(crate) what: PathBuf,

    /// A signature of the key: one with an index that the key has not given out yet proves that its state was put
    /// back to an older one
    #[arg(long, value_name = "FILE")]
    pub(crate) against: Option<PathBuf>,

    /// What that signature signs: the proof, upon which the key never signs again
    #[arg(long, value_name = "FILE", requires = "against")]
    pub(crate) message: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) opening: Opening,
}

#[derive(Debug, Group)]
pub(crate) struct Reserve {
    /// Folder of the key
    pub(crate) key: PathBuf,

    /// How many indices
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) count: u64,

    #[command(flatten)]
    pub(crate) opening: Opening,
}

#[derive(Debug, Group)]
pub(crate) struct Split {
    /// Folder of the key
    pub(crate) key: PathBuf,

    /// Folder to be made for the part
    pub(crate) part: PathBuf,

    /// How many indices the part gets at least: in HSS and XMSS^MT it gets whole trees
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) count: u64,

    /// Keep a log of the part's indices in this file: see `keygen --help`
    #[arg(long, value_name = "FILE")]
    pub(crate) anchor: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) opening: Opening,
}

#[derive(Debug, Group)]
pub(crate) struct Merge {
    /// Folder of the key
    pub(crate) key: PathBuf,

    /// Folder of the part that comes after it, which is removed
    pub(crate) part: PathBuf,

    /// How many of the key's indices may be lost, because those of the part that were used come after them
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) lose: u64,

    #[command(flatten)]
    pub(crate) opening: Opening,
}

#[derive(Debug, Group)]
pub(crate) struct Adopt {
    /// Folder of the key
    pub(crate) key: PathBuf,

    /// How many indices to give up: at least as many as may have been signed with elsewhere since the folder was
    /// copied
    #[arg(long, value_name = "N")]
    pub(crate) skip: u64,

    #[command(flatten)]
    pub(crate) opening: Opening,
}

#[derive(Debug, Group)]
pub(crate) struct Public {
    /// Folder of the key, or a PKCS#8 file
    pub(crate) key: PathBuf,

    /// Where it goes; `-` is the standard output [default: the standard output, in hexadecimal]
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// As PEM, SubjectPublicKeyInfo (SLH-DSA)
    #[arg(long)]
    pub(crate) pem: bool,
}

#[derive(Debug, Group)]
pub(crate) struct Sets {
    /// Those whose names contain this alone, in any spelling
    pub(crate) filter: Option<String>,
}
