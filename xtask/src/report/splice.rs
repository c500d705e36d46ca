//! Text between `<!-- hbs:begin id=... -->` and `<!-- hbs:end -->`.

/// Replaces what stands between the markers of `id` by `table`.
///
/// Fails if the markers are not there, are there twice, lie within one another, have no end, or are of
/// another table.
pub(super) fn splice(text: &str, id: &str, table: &str) -> Result<String, String> {
    let (mut out, mut inside, mut found) = (String::with_capacity(text.len()), false, 0);
    for (number, line) in (1..).zip(text.lines()) {
        let marker = line.trim();
        if let Some(rest) = marker.strip_prefix("<!-- hbs:begin id=") {
            match rest.strip_suffix(" -->") {
                None => return Err(format!("line {number}: bad marker: {marker}")),
                Some(other) if other != id => {
                    return Err(format!("line {number}: unknown table `{other}`"));
                }
                Some(_) if inside => return Err(format!("line {number}: {id} begins inside {id}")),
                Some(_) => out.push_str(&format!("{line}\n\n{}\n\n", table.trim())),
            }
            inside = true;
            found += 1;
        } else if marker == "<!-- hbs:end -->" {
            if !inside {
                return Err(format!("line {number}: an end without a beginning"));
            }
            inside = false;
            out.push_str(&format!("{line}\n"));
        } else if !inside {
            out.push_str(&format!("{line}\n"));
        }
    }
    match (inside, found) {
        (true, _) => Err(format!("{id} has no end")),
        (false, 1) => Ok(out),
        (false, 0) => Err(format!("no `<!-- hbs:begin id={id} -->`: the table has no place")),
        (false, _) => Err(format!("{id} is there {found} times")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# A\n<!-- hbs:begin id=x -->\nold\n<!-- hbs:end -->\nb\n";

    #[test]
    fn what_is_between_is_replaced_and_the_rest_stays() {
        let once = splice(TEXT, "x", "new").unwrap();
        assert_eq!(once, "# A\n<!-- hbs:begin id=x -->\n\nnew\n\n<!-- hbs:end -->\nb\n");
        assert_eq!(splice(&once, "x", "new").unwrap(), once, "twice is once");
    }

    #[test]
    fn bad_markers_are_told() {
        for (text, says) in [
            ("# A\n", "has no place"),
            (&*TEXT.repeat(2), "2 times"),
            ("<!-- hbs:begin id=y -->\n<!-- hbs:end -->\n", "unknown"),
            ("<!-- hbs:begin id=x -->\n", "no end"),
            ("<!-- hbs:end -->\n", "without a beginning"),
            ("<!-- hbs:begin id=x -->\n<!-- hbs:begin id=x -->\n", "inside"),
            ("<!-- hbs:begin id=x\n", "bad marker"),
        ] {
            let error = splice(text, "x", "new").unwrap_err();
            assert!(error.contains(says), "{text}: {error}");
        }
    }
}
