//! Text between `<!-- hbs:begin id=... -->` and `<!-- hbs:end -->`.

/// A table's id, and its text.
pub(super) type Spliced<'a> = (&'a str, &'a str);

/// Replaces what stands between the markers of each of `tables`.
///
/// Fails if the markers of one are not there, are there twice, lie within others, have no end, or are of
/// no such table.
pub(super) fn splice(text: &str, tables: &[Spliced<'_>]) -> Result<String, String> {
    let (mut out, mut inside) = (String::with_capacity(text.len()), None);
    let mut found = vec![0; tables.len()];
    for (number, line) in (1..).zip(text.lines()) {
        let marker = line.trim();
        if let Some(rest) = marker.strip_prefix("<!-- hbs:begin id=") {
            let Some(id) = rest.strip_suffix(" -->") else {
                return Err(format!("line {number}: bad marker: {marker}"));
            };
            let Some(place) = tables.iter().position(|(known, _)| *known == id) else {
                return Err(format!("line {number}: unknown table `{id}`"));
            };
            if let Some(outer) = inside.replace(id) {
                return Err(format!("line {number}: {id} begins inside {outer}"));
            }
            out.push_str(&format!("{line}\n\n{}\n\n", tables[place].1.trim()));
            found[place] += 1;
        } else if marker == "<!-- hbs:end -->" {
            if inside.take().is_none() {
                return Err(format!("line {number}: an end without a beginning"));
            }
            out.push_str(&format!("{line}\n"));
        } else if inside.is_none() {
            out.push_str(&format!("{line}\n"));
        }
    }
    if let Some(id) = inside {
        return Err(format!("{id} has no end"));
    }
    for ((id, _), found) in tables.iter().zip(found) {
        match found {
            1 => {}
            0 => return Err(format!("no `<!-- hbs:begin id={id} -->`: the table has no place")),
            _ => return Err(format!("{id} is there {found} times")),
        }
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# A\n<!-- hbs:begin id=x -->\nold\n<!-- hbs:end -->\nb\n";

    #[test]
    fn what_is_between_is_replaced_and_the_rest_stays() {
        let once = splice(TEXT, &[("x", "new")]).unwrap();
        assert_eq!(once, "# A\n<!-- hbs:begin id=x -->\n\nnew\n\n<!-- hbs:end -->\nb\n");
        assert_eq!(splice(&once, &[("x", "new")]).unwrap(), once, "twice is once");
    }

    #[test]
    fn each_table_has_its_place() {
        let text = TEXT.to_owned() + &TEXT.replace("id=x", "id=y");
        let both = splice(&text, &[("y", "why"), ("x", "ex")]).unwrap();
        assert!(both.find("ex\n") < both.find("why"), "{both}");
        assert!(splice(TEXT, &[("x", "ex"), ("y", "why")]).unwrap_err().contains("id=y"));
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
            let error = splice(text, &[("x", "new")]).unwrap_err();
            assert!(error.contains(says), "{text}: {error}");
        }
    }
}
