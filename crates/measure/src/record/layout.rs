//! The text of a record: indented JSON, in which a series of numbers does not take a line each.

use serde::Serialize;

/// Numbers in a line: a power of two, as trees end there.
const LINE: usize = 32;

/// The record as JSON, with a line feed at its end.
///
/// # Errors
///
/// Those of [`serde_json::to_string_pretty`].
pub fn to_json(record: &impl Serialize) -> serde_json::Result<String> {
    Ok(compact(&serde_json::to_string_pretty(record)?))
}

/// Joins lines that hold a number and nothing else, which are those of a series, and leaves out the
/// `.0` of whole ones.
fn compact(pretty: &str) -> String {
    let (mut out, mut column) = (String::with_capacity(pretty.len()), 0);
    for line in pretty.lines() {
        let text = line.trim_start();
        let (number, comma) = text.strip_suffix(',').map_or((text, ""), |number| (number, ","));
        if number.parse::<f64>().is_err() {
            out.push_str(if column > 0 { "\n" } else { "" });
            out.push_str(line);
            out.push('\n');
            column = 0;
            continue;
        }
        out.push_str(if column == 0 { &line[..line.len() - text.len()] } else { " " });
        out.push_str(number.strip_suffix(".0").unwrap_or(number));
        out.push_str(comma);
        column += 1;
        if column == LINE {
            out.push('\n');
            column = 0;
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_series_takes_few_lines() {
        let series = |count: u32| (0..count).map(|i| f64::from(i) + 0.5).collect::<Vec<_>>();
        let value = serde_json::json!({ "a": [1.0, 2.5], "b": "2.0", "c": 3.0, "d": ["1", "2"],
            "e": [], "f": series(33), "g": series(32) });
        let pretty = serde_json::to_string_pretty(&value).expect("JSON");
        let text = compact(&pretty);
        assert!(text.starts_with("{\n  \"a\": [\n    1, 2.5\n  ],\n  \"b\": \"2.0\","), "{text}");
        assert!(text.contains("\"c\": 3.0,\n  \"d\": [\n    \"1\",\n"), "{text}");
        assert!(text.contains("31.5,\n    32.5\n  ],"), "{text}");
        assert!(text.ends_with("31.5\n  ]\n}\n"), "{text}");
        let read: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(read["f"], value["f"]);
    }
}
