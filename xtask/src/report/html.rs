//! The explorer: every parameter set on one page of its own, `results/index.html`.
//!
//! The page is put together from the files under `html/` and from what is known of the sets. It fetches
//! nothing: it works from a disk, and will in ten years.

mod data;
mod of;

#[cfg(test)]
mod browser;
#[cfg(test)]
mod tests;

pub(crate) use data::Data;

/// The page, from the workspace's folder.
pub(super) const PATH: &str = "results/index.html";

/// The page of this data: the same bytes for the same data.
pub(super) fn page(data: &Data) -> String {
    let script: String =
        SCRIPTS.iter().map(|script| format!("{}\n\n", script.trim_end())).collect();
    let script = format!("(() => {{\n\"use strict\";\n\n{script}}})();\n");
    let parts = [("style", STYLE), ("data", &data.embedded()), ("script", &script)];
    let (mut text, mut rest) = (String::new(), PAGE);
    // Front to back, so that nothing in a part is taken for the place of another.
    for (name, part) in parts {
        let place = format!("{{{{{name}}}}}");
        let (before, after) = rest.split_once(&*place).unwrap_or((rest, ""));
        text += before;
        text += part;
        rest = after;
    }
    text + rest
}

const PAGE: &str = include_str!("html/page.html");
const STYLE: &str = include_str!("html/page.css");

/// In the order in which they need each other.
const SCRIPTS: [&str; 12] = [
    include_str!("html/js/data.js"),
    include_str!("html/js/format.js"),
    include_str!("html/js/state.js"),
    include_str!("html/js/view.js"),
    include_str!("html/js/scale.js"),
    include_str!("html/js/chart.js"),
    include_str!("html/js/table.js"),
    include_str!("html/js/front.js"),
    include_str!("html/js/details.js"),
    include_str!("html/js/model.js"),
    include_str!("html/js/notes.js"),
    include_str!("html/js/main.js"),
];
