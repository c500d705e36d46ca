//! Backends side by side on one parameter set: how many times as long as the fastest each takes.

use super::axis::Log;
use super::svg::{Anchor, BOTTOM, MARGIN, Shape, Svg, TOP, WIDTH};
use measure::units::{grouped, time};

/// One operation of several backends.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Panel {
    /// Name of the operation.
    pub(crate) operation: &'static str,
    /// Nanoseconds of each backend, in the order of the names; `None` where there are none.
    pub(crate) times: Vec<Option<f64>>,
}

/// From one backend to the next.
const STEP: f64 = 27.0;
/// Left end of the first panel, after the names.
const LEFT: f64 = 140.0;
/// Between panels: the last text of one ends before the next.
const GAP: f64 = 18.0;
/// What a time and a ratio need beside the end of a bar.
const TEXT: f64 = 76.0;

/// Draws the picture; `None` if there is nothing to compare.
pub(crate) fn draw(set: &str, backends: &[&str], panels: &[Panel], source: &str) -> Option<String> {
    let panels: Vec<_> = panels.iter().filter(|panel| best(panel).is_some()).collect();
    if panels.is_empty() || backends.len() < 2 {
        return None;
    }
    let height = TOP + 34.0 + STEP * backends.len() as f64 + 22.0 + BOTTOM;
    let subtitle =
        "Time of each operation; bars: how many times as long as the fastest, logarithmic scale";
    let mut svg = Svg::page(height, &format!("{set}, backend by backend"), subtitle, source);
    let worst = panels.iter().flat_map(|panel| {
        let best = best(panel).unwrap_or(1.0);
        panel.times.iter().flatten().map(move |time| time / best)
    });
    let worst = worst.fold(10.0, f64::max);
    let width = (WIDTH - MARGIN - LEFT + GAP) / panels.len() as f64 - GAP;
    let floor = TOP + 30.0 + STEP * backends.len() as f64;
    for (i, name) in backends.iter().enumerate() {
        let class = if ours(name) { "head" } else { "" };
        svg.text(class, (MARGIN, row(i) + 4.0), Anchor::Start, name);
    }
    for (i, panel) in panels.iter().enumerate() {
        let left = LEFT + i as f64 * (width + GAP);
        let axis = Log::between((1.0, worst), (left, left + width - TEXT));
        svg.text("head", (left, TOP + 10.0), Anchor::Start, &capital(panel.operation));
        for tick in axis.ticks().into_iter().filter(|tick| tick.log10().fract() == 0.0) {
            svg.line("grid", (axis.at(tick), TOP + 22.0), (axis.at(tick), floor));
            // Every other one has its number, if they stand close.
            let close = axis.at(10.0) - axis.at(1.0) < 30.0;
            if !close || tick.log10() % 2.0 == 0.0 {
                let text = format!("×{}", grouped(tick as u64));
                svg.text("muted small", (axis.at(tick), floor + 16.0), Anchor::Middle, &text);
            }
        }
        svg.line("axis", (left, TOP + 22.0), (left, floor));
        let fastest = best(panel).unwrap_or(1.0);
        for (i, (name, ns)) in backends.iter().zip(&panel.times).enumerate() {
            let y = row(i);
            let Some(ns) = ns else {
                svg.text("muted small", (left + 8.0, y + 4.0), Anchor::Start, "not measured");
                continue;
            };
            let colour = if ours(name) { 0 } else { 6 };
            let x = axis.at(ns / fastest);
            svg.line(&format!("bar s{colour}"), (left, y), (x, y));
            svg.mark(&format!("f{colour}"), Shape::Circle, (x, y), 4.5);
            let class = if *ns == fastest { "head halo" } else { "halo" };
            svg.text(class, (x + 9.0, y + 4.0), Anchor::Start, &time(*ns));
        }
    }
    Some(svg.finish())
}

/// Whether a backend is ours: `native` and its ways to keep trees.
pub(crate) fn ours(backend: &str) -> bool {
    backend.starts_with("native")
}

/// Where the line of a backend lies.
fn row(i: usize) -> f64 {
    TOP + 38.0 + STEP * i as f64
}

fn best(panel: &Panel) -> Option<f64> {
    panel.times.iter().flatten().copied().min_by(f64::total_cmp)
}

fn capital(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backends_are_compared_if_there_are_two() {
        let sign = Panel { operation: "sign", times: vec![Some(2e3), Some(5e5), None] };
        let none = Panel { operation: "verify", times: vec![None, None, None] };
        let names = ["native", "a", "b"];
        let svg = draw("S", &names, &[sign.clone(), none.clone()], "here").expect("a picture");
        assert!(svg.contains(">Sign<") && !svg.contains(">Verify<"), "{svg}");
        assert!(svg.contains(">500.0 µs<") && svg.contains(">×100<"), "{svg}");
        assert!(svg.contains("not measured"), "{svg}");
        assert_eq!(draw("S", &names, &[none], "here"), None);
        assert_eq!(draw("S", &names[..1], &[sign], "here"), None);
    }
}
