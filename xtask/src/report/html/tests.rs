//! The page of a few sets that nobody measured.

use super::data::{Data, Figure, Machine, Says, Set, Source};
use super::page;

/// Two machines, three backends, and a set of each scheme; names of the worst kind.
pub(super) fn data() -> Data {
    let machine = |id: &str, title: &str, date: &str| Machine {
        id: id.into(),
        title: title.into(),
        date: date.into(),
        predicts: true,
    };
    let rfc = |number: &str| vec![format!("RFC {number}"), "SP 800-208".to_owned()];
    let fips = || vec!["FIPS 205".to_owned()];
    Data {
        machines: vec![
            machine("small", "Small", "2026-01-01"),
            machine("big", "Big </script><script>alert(1)</script> & \"{{script}}\"", "2026-02-02"),
        ],
        backends: ["native", "other", "elsewhere"].map(String::from).to_vec(),
        messages: "32 bytes".into(),
        texts: vec!["A reason.".into(), "<em>Another</em> one.".into()],
        sets: vec![
            set("LMS", "LMS-H5", rfc("8554"), 5, Some(5), 56, 1300),
            set("LMS", "LMS-H15", rfc("8554"), 5, Some(15), 56, 1612),
            set("HSS", "HSS-H5-L2", rfc("8554"), 5, Some(10), 60, 2600),
            set("XMSS", "XMSS-SHA2_10_256", rfc("8391"), 5, Some(10), 68, 2500),
            set("XMSS^MT", "XMSSMT-SHA2_40/4_256", rfc("8391"), 5, Some(40), 68, 4963),
            set("SLH-DSA", "SLH-DSA-SHA2-128s", fips(), 1, None, 32, 7856),
            set("SLH-DSA", "SLH-DSA-SHAKE-256f", fips(), 5, None, 64, 49856),
            set("SPHINCS+", "SPHINCS+-SHAKE-192s-robust", vec![], 3, None, 48, 16224),
        ],
        figures: figures(),
    }
}

fn set(
    family: &str,
    name: &str,
    standards: Vec<String>,
    category: u8,
    lifetime_log2: Option<u32>,
    public_key: usize,
    signature: usize,
) -> Set {
    let says = |allows, verdict| Says { allows, verdict, text: 1 };
    let cnsa = if family == "LMS" { says(true, "approved") } else { says(false, "unclear") };
    Set {
        family: family.into(),
        name: name.into(),
        standards,
        hash: if name.contains("SHAKE") { "SHAKE256" } else { "SHA-256" }.into(),
        n: 32,
        category,
        category_source: 0,
        lifetime_log2,
        public_key,
        secret_key: 64,
        signature,
        sp_800_208: says(true, "approved"),
        cnsa,
    }
}

fn figures() -> Vec<Figure> {
    let mut figures = Vec::new();
    // Times of keygen, sign and verify in µs; the last set has none.
    for (set, predicted, times) in [
        (0, false, [190.0, 6.0, 50.0]),
        (1, true, [200_000.0, 7.0, 60.0]),
        (2, false, [400.0, 12.0, 9.0]),
        (3, false, [32_000.0, 21.0, 40.0]),
        (4, true, [64_000.0, 66.0, 70.0]),
        (5, false, [2_200.0, 17_000.0, 40.0]),
        (6, false, [440.0, 9_000.0, 200.0]),
    ] {
        for (operation, us) in times.into_iter().enumerate() {
            let live_key = Some(68_085).filter(|_| operation == 0);
            let error = Some(0.01 * f64::from(set as u8) - 0.02);
            let memory = [live_key, None, Some(24_472)];
            let source = match predicted {
                true => Source::Predicted { error: Some(0.12), from: Some(0) },
                false => Source::Measured { share: Some(0.5), error, memory },
            };
            figures.push(Figure { machine: 1, backend: 0, set, operation, ns: us * 1e3, source });
        }
    }
    let mut verify = |machine, backend, set, us: f64, predicted| {
        let source = match predicted {
            true => Source::Predicted { error: None, from: None },
            false => Source::Measured { share: None, error: None, memory: [None; 3] },
        };
        figures.push(Figure { machine, backend, set, operation: 2, ns: us * 1e3, source });
    };
    verify(1, 1, 0, 100.0, false);
    verify(0, 0, 0, 5.0, false);
    verify(0, 0, 1, 6.0, true);
    verify(0, 2, 0, 7.0, false);
    figures
}

#[test]
fn a_page_is_the_same_again() {
    let text = page(&data());
    assert_eq!(text, page(&data()));
    assert!(text.starts_with("<!doctype html>\n") && text.ends_with("</html>\n"), "{text}");
    assert!(!text.contains('\r') && text.is_char_boundary(text.len()));
}

#[test]
fn every_set_is_on_the_page() {
    let data = data();
    let text = page(&data);
    for set in &data.sets {
        assert!(text.contains(&format!("\"name\":\"{}\"", set.name)), "{}", set.name);
    }
    for part in ["style", "data", "script"] {
        assert_eq!(text.matches(&format!("\n{{{{{part}}}}}")).count(), 0, "{part} is filled in");
    }
}

/// What stands in the JSON element ends it nowhere, and says what it said.
#[test]
fn no_name_breaks_out_of_the_data() {
    let data = data();
    let text = page(&data);
    let open = "<script type=\"application/json\" id=\"data\">";
    let (_, rest) = text.split_once(open).expect("the element");
    let (json, after) = rest.split_once("</script>").expect("its end");
    assert!(!json.contains('<'), "{json}");
    let json: serde_json::Value = serde_json::from_str(json).expect("JSON");
    assert_eq!(json["machines"][1]["title"], *data.machines[1].title);
    assert_eq!(json["sets"].as_array().map(Vec::len), Some(data.sets.len()));
    let rows = |name: &str| json[name].as_array().map_or(0, Vec::len);
    assert_eq!(rows("measured") + rows("predicted"), data.figures.len());
    // The one that is left is the script of the page.
    assert_eq!(after.matches("<script>").count(), 1, "{after}");
}

/// Nothing in it can be fetched, whatever a browser makes of its policy.
#[test]
fn a_page_names_no_other() {
    let text = page(&Data::default());
    for fetched in [" src=", " href=", "url(", "@import", "fetch(", "XMLHttpRequest", "import("] {
        assert!(!text.contains(fetched), "{fetched}");
    }
    // An address is no more than the name of what SVG is.
    for (at, _) in text.match_indices("http") {
        let rest = &text[at..];
        assert!(
            rest.starts_with("http://www.w3.org/2000/svg\"") || rest.starts_with("http-equiv"),
            "{rest}"
        );
    }
    assert!(text.contains("content=\"default-src 'none';"));
}
