//! The answer as a document.

use serde_json::{Value, json};

use super::answer::Answer;
use super::text::DAYS;

/// One JSON document.
pub(super) fn text(answer: &Answer) -> String {
    let mut value = serde_json::to_value(answer).unwrap_or(Value::Null);
    value["schema"] = json!("hbs-bench/plan/1.0");
    if let (Some(years), Some(fits)) = (answer.wish.years, value["fits"].as_array_mut()) {
        for (fit, candidate) in fits.iter_mut().zip(&answer.fits) {
            let all = 2f64.powi(candidate.lifetime_log2() as i32);
            fit["signatures_per_year"] = json!(all / years);
            fit["signatures_per_day"] = json!(all / (years * DAYS));
        }
    }
    serde_json::to_string_pretty(&value).unwrap_or_default()
}
