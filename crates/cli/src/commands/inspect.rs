//! `hbs inspect`.

use super::{fingerprint, indices, left};
use crate::answer::{Answer, Failure};
use crate::args::Inspect;
use crate::key::{self, is_stateless, set};
use crate::world::World;
use crate::{files, passphrase, pem, sets};
use serde_json::json;
use signer::{Ledger, ParameterSet};
use std::path::Path;
use store::{Directory, Kind};
use zeroize::Zeroizing;

pub(super) fn run(args: &Inspect, world: &mut World<'_>) -> Result<Answer, Failure> {
    let folder = world.disk.about(&args.what).is_ok_and(|about| about.kind == Kind::Folder);
    match (&args.against, folder) {
        (None, true) => key(args, world),
        (Some(signature), true) => against(args, signature, world),
        (None, false) => file(&args.what),
        (Some(_), false) => Err(Failure::usage("--against is for the folder of a key")),
    }
}

fn key(args: &Inspect, world: &mut World<'_>) -> Result<Answer, Failure> {
    let directory = Directory::new(world.disk, &args.what);
    let file = args.opening.passphrase_file.as_deref();
    let mut encrypted = false;
    let mut ask = || {
        encrypted = true;
        passphrase::known(file, world.prompt)
    };
    let (secret, public_key) = directory.secret(&mut ask)?;
    let set = set(&secret)?;
    let mut json = json!({
        "key": args.what,
        "set": set.name,
        "public_key": hex::encode(&public_key),
        "fingerprint": fingerprint(&public_key),
        "encrypted": encrypted,
    });
    let how = if encrypted { "encrypted under a passphrase" } else { "not encrypted" };
    let mut text = format!(
        "{}: a key of {}\npublic key: {}\nfingerprint: {}\nsecret: {how}\n",
        args.what.display(),
        set.name,
        hex::encode(&public_key),
        fingerprint(&public_key)
    );
    if is_stateless(&set) {
        return Ok(Answer::new(json, text));
    }
    let look = directory.look(&secret, &public_key, args.opening.state(None))?;
    let (anchor, shared) = (directory.anchor()?, directory.shared()?);
    let counter = &look.counter;
    json["indices"] = indices(counter);
    json["damaged"] = look.damaged.into();
    json["moved"] = look.moved.into();
    json["anchor"] = json!(anchor);
    json["store"] = json!(shared.as_ref().map(ToString::to_string));
    text.push_str(&format!(
        "indices: {} to {}, next {}: {} signed, {} burnt, {}\n",
        counter.start,
        counter.limit.saturating_sub(1),
        counter.next,
        counter.issued,
        counter.burnt(),
        left(counter.remaining()),
    ));
    text.push_str(&match shared {
        Some(shared) => format!("counted in {shared}\n"),
        None => {
            let anchor = anchor.map(|path| path.display().to_string());
            format!("anchor: {}\n", anchor.as_deref().unwrap_or("none"))
        }
    });
    if look.damaged {
        text.push_str(
            "a slot of the state is damaged: the next signature gives up some indices for it\n",
        );
    }
    if look.moved {
        text.push_str(
            "it was copied or moved here: it signs after `hbs adopt`, and only if nothing signs where it was\n",
        );
    }
    Ok(Answer::new(json, text))
}

/// Whether a signature has an index that was not given out.
fn against(args: &Inspect, signature: &Path, world: &mut World<'_>) -> Result<Answer, Failure> {
    let (set, open) = key::state(&args.what, &args.opening, None, world)?;
    let bytes = files::read(signature)?;
    let index = set.signature_index(&bytes).ok_or_else(|| {
        Failure::refused(format!("{} is no signature of {}", signature.display(), set.name))
    })?;
    let mut ledger = Ledger::open(open.store)?;
    let counter = *ledger.counter();
    let mut json = json!({
        "key": args.what,
        "set": set.name,
        "signature": signature,
        "index": index,
        "indices": indices(&counter),
    });
    let ours = match &args.message {
        None => None,
        Some(message) => {
            let message = files::read(message)?;
            let verdict = sets::verify(&set, &open.public_key, &message, None, &bytes)?;
            if let Err(error) = verdict {
                return Err(Failure::refused(format!("{}: {error}", signature.display())));
            }
            Some(())
        }
    };
    if index >= counter.limit && counter.next == counter.limit {
        json["rollback"] = serde_json::Value::Null;
        let text = format!(
            "index {index} was not given out, and nothing more is: the key is used up, ended after a proof of rollback, \
             or {index} is of another part\n"
        );
        return Ok(Answer { json, text, good: false });
    }
    if index < counter.start || index >= counter.limit {
        json["rollback"] = false.into();
        let text = format!(
            "index {index} is of another part of the key: this one has {} to {}\n",
            counter.start,
            counter.limit.saturating_sub(1)
        );
        return Ok(Answer::new(json, text));
    }
    if index < counter.next {
        json["rollback"] = false.into();
        let text =
            format!("index {index} was given out, as it should be: {} comes next\n", counter.next);
        return Ok(Answer::new(json, text));
    }
    json["rollback"] = true.into();
    json["proven"] = ours.is_some().into();
    let text = match ours {
        Some(()) => {
            ledger.retire()?;
            format!(
                "ROLLBACK: index {index} has signed, and the state of {} says that {} comes next. It was put back to \
                 an older state or copied, and may have used indices twice. It never signs again: think of the key \
                 as broken, and replace it wherever it is trusted\n",
                args.what.display(),
                counter.next
            )
        }
        None => format!(
            "index {index} has not been given out: {} comes next. If this signature is of this key, its state was put \
             back. Prove it with --message, and sign nothing until then\n",
            counter.next
        ),
    };
    Ok(Answer { json, text, good: false })
}

/// A public key or a signature.
fn file(path: &Path) -> Result<Answer, Failure> {
    let bytes = Zeroizing::new(files::read(path)?);
    if pem::is_pem(&bytes) {
        let (what, (set, key)) = match pem::read_public_key(&bytes) {
            Ok(public) => ("a public key", public),
            Err(failure) => match pem::read_private_key(&bytes) {
                Ok((set, key)) => {
                    let public_key = key[2 * set.n..].to_vec();
                    ("a private key", (set, public_key))
                }
                Err(_) => return Err(failure),
            },
        };
        return Ok(public(path, what, &[set], &key));
    }
    let sets = sets::of_public_key(&bytes);
    if !sets.is_empty() {
        return Ok(public(path, "a public key", &sets, &bytes));
    }
    if let Some((levels, root)) = sets::hss_root(&bytes) {
        let mut answer = public(path, "a public key", &[], &bytes);
        answer.json["levels"] = levels.into();
        answer.text.push_str(&format!(
            "HSS of {levels} levels, the root of which is {}: a signature says what the others are\n",
            root.set().name
        ));
        return Ok(answer);
    }
    let sets = sets::of_signature(&bytes);
    if sets.is_empty() {
        let what = "is no public key, and no signature of a listed set";
        return Err(Failure::refused(format!("{} {what}", path.display())));
    }
    let index = sets[0].signature_index(&bytes);
    let json = json!({ "file": path, "signature_of": names(&sets), "index": index });
    let at = index.map_or(String::new(), |index| format!(", index {index}"));
    let text = format!("{}: a signature of {}{at}\n", path.display(), names(&sets).join(" or "));
    Ok(Answer::new(json, text))
}

fn public(path: &Path, what: &str, sets: &[ParameterSet], bytes: &[u8]) -> Answer {
    let json = json!({
        "file": path,
        "sets": names(sets),
        "public_key": hex::encode(bytes),
        "fingerprint": fingerprint(bytes),
    });
    let of = match sets {
        [] => String::new(),
        sets => format!(" of {}", names(sets).join(" or ")),
    };
    let text = format!(
        "{}: {what}{of}\npublic key: {}\nfingerprint: {}\n",
        path.display(),
        hex::encode(bytes),
        fingerprint(bytes)
    );
    Answer::new(json, text)
}

fn names(sets: &[ParameterSet]) -> Vec<&str> {
    sets.iter().map(|set| &*set.name).collect()
}
