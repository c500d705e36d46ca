//! `hbs sign`.

use super::left;
use crate::answer::{Answer, Failure};
use crate::args::Sign;
use crate::files;
use crate::key::{self, Kind, Opened, Stateful};
use crate::sets;
use crate::world::World;
use hbs::sphincs;
use serde_json::{Value, json};
use signer::{ParameterSet, Randomness, Tally};
use std::path::{Path, PathBuf};
use store::Directory;

/// A file, and where its signature goes.
struct Job<'a> {
    file: &'a Path,
    message: Vec<u8>,
    output: PathBuf,
}

pub(super) fn run(args: &Sign, json: bool, world: &mut World<'_>) -> Result<Answer, Failure> {
    let jobs = jobs(args, json)?;
    let Opened { set, public_key, kind } =
        key::open(&args.key, &args.opening, args.low_water, world)?;
    if matches!(kind, Kind::Stateful(_)) && (args.context.is_some() || args.deterministic) {
        let what = format!("{} knows no --context and no --deterministic", set.name);
        return Err(Failure::usage(what));
    }
    let check = Check { set: &set, public_key: &public_key, context: args.context.as_deref() };
    match kind {
        Kind::Stateful(key) => stateful(*key, &jobs, args, &check, world),
        Kind::Stateless(key) => stateless(&key, &jobs, args, &check, world),
    }
}

/// What is to be signed, all of it read, and room made sure of for the signatures: nothing is given out for what
/// could not be.
fn jobs(args: &Sign, json: bool) -> Result<Vec<Job<'_>>, Failure> {
    if args.output.is_some() && args.files.len() > 1 {
        return Err(Failure::usage("--output is for one file; without it each file gets a .sig"));
    }
    if args.files.iter().filter(|file| files::is_standard(file)).count() > 1 {
        return Err(Failure::usage("the standard input can be signed once"));
    }
    let mut jobs: Vec<Job<'_>> = Vec::new();
    for file in &args.files {
        let output = match &args.output {
            Some(output) => output.clone(),
            None if files::is_standard(file) => {
                return Err(Failure::usage(
                    "for the standard input, say where the signature goes: --output",
                ));
            }
            None => files::signature_of(file),
        };
        if files::is_standard(&output) && json {
            return Err(Failure::usage(
                "the signature and the answer cannot both go to the standard output",
            ));
        }
        if !args.force && !files::is_standard(&output) && output.symlink_metadata().is_ok() {
            let what = "is there already: remove it, choose another name with --output, or --force";
            return Err(Failure::refused(format!("{} {what}", output.display())));
        }
        if jobs.iter().any(|job| job.output == output) {
            return Err(Failure::usage(format!("{} would be written twice", output.display())));
        }
        jobs.push(Job { file, message: files::read(file)?, output });
    }
    Ok(jobs)
}

/// What is known of the signatures to come.
struct Check<'a> {
    set: &'a ParameterSet,
    public_key: &'a [u8],
    context: Option<&'a str>,
}

impl Check<'_> {
    /// Whether a signature is good: one that went wrong in a machine tells about the key, and is not given out.
    fn check(&self, message: &[u8], signature: &[u8]) -> Result<(), Failure> {
        let Self { set, public_key, context } = *self;
        sets::verify(set, public_key, message, context, signature)?.map_err(|error| {
            Failure::refused(format!(
                "a signature came out wrong and was thrown away ({error}): check the machine"
            ))
        })
    }
}

fn stateful(
    mut key: Stateful,
    jobs: &[Job<'_>],
    args: &Sign,
    check: &Check<'_>,
    world: &mut World<'_>,
) -> Result<Answer, Failure> {
    let counter = *key.key.ledger().counter();
    if (jobs.len() as u64) > counter.remaining() {
        return Err(Failure::refused(format!(
            "{} files are to be signed, and there are {}: nothing was signed",
            jobs.len(),
            left(counter.remaining())
        )));
    }
    warn_of(key.burnt, world);
    let mut signature = Vec::new();
    let mut signed = Vec::new();
    let tickets = key.key.reserve(jobs.len() as u64)?;
    let mut failed = None;
    for (job, ticket) in jobs.iter().zip(tickets) {
        let index = ticket.index();
        let done = key
            .key
            .sign_with(ticket, &job.message, Randomness::Deterministic, &mut signature)
            .map_err(Failure::from)
            .and_then(|()| check.check(&job.message, &signature))
            .and_then(|()| written(job, &signature, args));
        if let Err(Failure { message, .. }) = done {
            failed = Some(format!("{message}. Index {index} is used up"));
            break;
        }
        signed.push((job, Some(index)));
    }
    if failed.is_none() && signed.len() < jobs.len() {
        let left = jobs.len() - signed.len();
        failed = Some(format!("others took the last indices: {left} of the files are not signed"));
    }
    let Tally { remaining, low, .. } = key.key.tally();
    if let Err(error) = key.close(&Directory::new(world.disk, &args.key)) {
        // Their indices were stored before: what is written is good.
        let _ = writeln!(
            world.err,
            "hbs: warning: how many signatures were made is not stored, and the key counts them as burnt: {error}"
        );
    }
    if let Some(message) = failed {
        return Err(Failure::refused(message));
    }
    if low {
        let _ = writeln!(
            world.err,
            "hbs: warning: {} in {}: have a new key ready, and verifiers know its public key",
            left(remaining),
            args.key.display()
        );
    }
    let json =
        json!({ "key": args.key, "set": check.set.name, "remaining": remaining, "low": low });
    Ok(answer(json, &signed, &left(remaining)))
}

fn stateless(
    key: &sphincs::PrivateKey,
    jobs: &[Job<'_>],
    args: &Sign,
    check: &Check<'_>,
    world: &mut World<'_>,
) -> Result<Answer, Failure> {
    let mut signature = Vec::new();
    let mut signed = Vec::new();
    for job in jobs {
        let randomness = match args.deterministic {
            true => Randomness::Deterministic,
            false => Randomness::Fresh(&mut *world.entropy),
        };
        let message = sets::stateless_message(check.set, &job.message, check.context)?;
        key.sign_message(&message, randomness, &mut signature)?;
        check.check(&job.message, &signature)?;
        written(job, &signature, args)?;
        signed.push((job, None));
    }
    let json = json!({ "key": args.key, "set": check.set.name });
    Ok(answer(json, &signed, "any number of signatures left"))
}

fn written(job: &Job<'_>, signature: &[u8], args: &Sign) -> Result<(), Failure> {
    files::must_write(&job.output, signature, args.force)
}

fn warn_of(burnt: u64, world: &mut World<'_>) {
    if burnt > 0 {
        let _ = writeln!(
            world.err,
            "hbs: warning: a slot of the state was damaged, and {burnt} indices were given up for it. A crash does \
             that once in a while; if it comes again, look at the disk"
        );
    }
}

fn answer(mut json: Value, signed: &[(&Job<'_>, Option<u64>)], left: &str) -> Answer {
    let (mut text, mut all) = (String::new(), Vec::new());
    let quiet = signed.iter().any(|(job, _)| files::is_standard(&job.output));
    for (job, index) in signed {
        let at = index.map_or(String::new(), |index| format!(", index {index}"));
        if !quiet {
            text.push_str(&format!("{}: {}{at}\n", job.file.display(), job.output.display()));
        }
        all.push(json!({ "file": job.file, "signature": job.output, "index": index }));
    }
    if !quiet {
        text.push_str(&format!("{left}\n"));
    }
    json["signatures"] = all.into();
    Answer::new(json, text)
}
