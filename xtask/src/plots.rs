//! Pictures of what lies under `results/`: SVG, the same bytes for the same records.
//!
//! Each file draws one picture from plain figures and knows nothing of records; [`of`] takes the figures
//! from those of one machine. Figures of several machines are never in one picture.
//!
//! The writer is our own: the SVG of plotters, the crate that is kept best, has a colour in each element,
//! so that a page cannot be light and dark, and whole pixels only.

mod axis;
mod bars;
mod figures;
mod labels;
mod life;
mod pareto;
mod share;
mod style;
mod svg;

use measure::Suite;
use measure::record::{Mode, Operation, Record};

/// A picture of the records of one machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Picture {
    /// Name of the file, without its ending.
    pub(crate) name: String,
    /// The scheme that it is of, or of all.
    pub(crate) scheme: Option<&'static str>,
    /// What it shows, for those who do not see it.
    pub(crate) alt: String,
    /// The file.
    pub(crate) svg: String,
}

/// The pictures that the records of one machine, each with its suite, have the figures for.
pub(crate) fn of(records: &[(&'static Suite, &Record)]) -> Vec<Picture> {
    let Some((_, first)) = records.first() else { return Vec::new() };
    // What was measured in haste says so.
    let of = |records: &[(&'static Suite, &Record)]| {
        let quick = records.iter().any(|(_, record)| record.run.mode != Mode::Full);
        format!("{}{}", first.machine, if quick { ", quick runs: not to compare by" } else { "" })
    };
    let warm =
        |machine: String| format!("{machine} · median thread CPU time of warm calls, one thread");
    let all = warm(of(records));
    let mut pictures = Vec::new();
    let mut add = |name: String, scheme, alt: String, svg: Option<String>| {
        pictures.extend(svg.map(|svg| Picture { name, scheme, alt, svg }));
    };
    for operation in [Operation::Verify, Operation::Sign] {
        let (points, name) = (figures::points(records, operation), operation.name());
        let alt = format!("Signature size against the time to {name} of every parameter set");
        add(format!("pareto-{name}"), None, alt, pareto::draw(&points, name, &all));
    }
    let alt = "Share of the hash limit by scheme and operation".to_owned();
    add("hash-limit".into(), None, alt, share::draw(&figures::shares(records), &all));
    for one @ (suite, record) in records {
        let machine = of(std::slice::from_ref(one));
        let (backends, panels) = figures::panels(suite, record);
        let alt = format!("Times of {} by backend", suite.default_set);
        let svg = bars::draw(suite.default_set, &backends, &panels, &warm(machine.clone()));
        add(format!("backends-{}", suite.name), Some(suite.name), alt, svg);
        let alt = format!("Signing times of keys of {} by index", suite.title);
        let source = format!("{machine} · at each index the median of the keys that signed");
        let svg = life::draw(suite.title, &figures::lives(suite, record), &source);
        add(format!("life-{}", suite.name), Some(suite.name), alt, svg);
    }
    pictures
}
