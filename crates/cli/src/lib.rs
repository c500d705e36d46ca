//! The command `hbs`: signs files with LMS, HSS, XMSS, XMSS^MT and SLH-DSA keys, and verifies them.
//!
//! ```text
//! args        what can be asked
//! commands    what is done about it, one each
//!  ├ sets     parameter sets by name, and by what keys and signatures say of themselves
//!  ├ key      a key that is opened: store::Directory and hbs::Native, or PEM
//!  ├ pem      PKCS#8 and SPKI (RFC 9909)
//!  └ progress what is being waited for
//! answer      what is printed, as text or JSON, and the exit code
//! ```
//!
//! Public keys and signatures are the standards' own bytes. What a stateful key gives out is durable before it
//! signs: see the crate `store`. [`run`] is the command itself, over a [`World`] that a test can replace.
#![forbid(unsafe_code)]

mod answer;
mod args;
mod commands;
mod files;
mod key;
mod passphrase;
mod pem;
mod progress;
mod sets;
mod world;

pub use passphrase::prompt;
pub use world::{Prompt, World, run};
