//! LMS signatures, valid and not. Each line is
//! `{"lms": type, "ots": type, "pk": key, "msg": message, "sig": signature, "ok": valid}`, bytes in hex.
//!
//! Ours verifies them one by one, as every backend does, and then all of the file together.

use super::case::{self, Case};
use super::lms_set;
use crate::vectors::scheme::{Asked, Malformed, json_lines, unhex};
use crate::vectors::tally::{Tally, Vector};
use hbs::Options;
use hbs::lms::{PublicKey, Signed, verify_many};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    lms: u32,
    ots: u32,
    pk: String,
    msg: String,
    sig: String,
    ok: bool,
    /// Why it is invalid.
    #[serde(default)]
    reason: String,
    /// Where it comes from.
    #[serde(default)]
    src: String,
}

/// Has the signatures verified.
pub(super) fn run(text: &str, asked: &Asked<'_>, tally: &mut Tally) -> Result<(), Malformed> {
    let mut cases = Vec::new();
    let read = json_lines::<Row>(text).try_for_each(|row| {
        let (line, row) = row?;
        let mut case = read(line, &row)?;
        case.verify(&lms::SUITE, asked);
        cases.push(case);
        Ok(())
    });
    case::finish(cases, asked, tally, PublicKey::decode, |all| {
        let signed = |&(key, message, signature)| Signed { key, message, signature };
        let all: Vec<_> = all.iter().map(signed).collect();
        verify_many(Options::default().engines, &all)
    });
    read
}

fn read(line: usize, row: &Row) -> Result<Case, Malformed> {
    let set = lms_set(row.lms, row.ots).map_err(|wrong| Malformed::new(line, wrong))?;
    let name = format!("{} {} {}", set.name, row.src, row.reason);
    Ok(Case {
        vector: Vector::new(line, name.trim()),
        set,
        public_key: unhex(line, "pk", &row.pk)?,
        message: unhex(line, "msg", &row.msg)?,
        signature: unhex(line, "sig", &row.sig)?,
        valid: row.ok,
    })
}
