//! LMS signatures, valid and not. Each line is
//! `{"lms": type, "ots": type, "pk": key, "msg": message, "sig": signature, "ok": valid}`, bytes in hex.

use super::lms_set;
use crate::vectors::scheme::{Asked, Malformed, json_lines, unhex, verdict};
use crate::vectors::tally::{Tally, Vector};
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
    for row in json_lines::<Row>(text) {
        let (line, row) = row?;
        let set = lms_set(row.lms, row.ots).map_err(|wrong| Malformed::new(line, wrong))?;
        let public_key = unhex(line, "pk", &row.pk)?;
        let message = unhex(line, "msg", &row.msg)?;
        let signature = unhex(line, "sig", &row.sig)?;
        let name = format!("{} {} {}", set.name, row.src, row.reason);
        let mut vector = Vector::new(line, name.trim());
        let expected = if row.ok { "valid" } else { "invalid" };
        for backend in asked.backends(&lms::SUITE, &set) {
            let found = verdict(backend, &set, &public_key, &message, &signature);
            vector.check(&backend.about().name, expected, &found);
        }
        tally.add(vector);
    }
    Ok(())
}
