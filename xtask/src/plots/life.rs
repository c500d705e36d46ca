//! Signing times of a key by index: what a median does not show.

use super::axis::{Log, power_of_two_step, time_tick};
use super::svg::{Anchor, BOTTOM, MARGIN, Svg, TOP, path_of};
use measure::units::{grouped, time};

/// A parameter set with the keys of several backends.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Panel {
    /// Name of the set.
    pub(crate) set: String,
    /// The keys, in the order of the suite's backends.
    pub(crate) series: Vec<Series>,
}

/// The key of a backend.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Series {
    /// Name of the backend.
    pub(crate) backend: String,
    /// Nanoseconds of each signature from the first on.
    pub(crate) times: Vec<f64>,
}

impl Series {
    fn median(&self) -> f64 {
        let mut sorted = self.times.clone();
        sorted.sort_by(f64::total_cmp);
        let at = |index: usize| sorted.get(index).copied().unwrap_or(0.0);
        (at(sorted.len().saturating_sub(1) / 2) + at(sorted.len() / 2)) / 2.0
    }
}

/// Height of the dots of a panel.
const HEIGHT: f64 = 250.0;
/// What a panel has above its dots and below.
const AROUND: f64 = 74.0;
/// Left end of the axes.
const LEFT: f64 = 78.0;
/// Right end of the axes, before the names.
const RIGHT: f64 = 616.0;
/// Colours of the series, those of our own first.
const COLOURS: [usize; 7] = [0, 1, 2, 4, 3, 5, 6];

/// Draws the picture; `None` without times.
pub(crate) fn draw(title: &str, panels: &[Panel], source: &str) -> Option<String> {
    let panels: Vec<_> = panels.iter().filter(|panel| !panel.series.is_empty()).collect();
    if panels.is_empty() {
        return None;
    }
    let height = TOP + (HEIGHT + AROUND) * panels.len() as f64 - 18.0 + BOTTOM;
    let subtitle = "Thread CPU time of each signature from the key's first on, logarithmic scale";
    let title = format!("{title}: how long each signature of a key takes");
    let mut svg = Svg::page(height, &title, subtitle, source);
    for (i, panel) in panels.iter().enumerate() {
        one(&mut svg, panel, TOP + (HEIGHT + AROUND) * i as f64);
    }
    Some(svg.finish())
}

/// Draws a panel from `top` on.
fn one(svg: &mut Svg, panel: &Panel, top: f64) {
    let (from, to) = (top + 20.0, top + 20.0 + HEIGHT);
    let times = panel.series.iter().flat_map(|series| series.times.iter().copied());
    let Some(y) = Log::around(times, (to, from)) else { return };
    let most = panel.series.iter().map(|series| series.times.len()).max().unwrap_or(1);
    let x = |index: usize| LEFT + index as f64 / most as f64 * (RIGHT - LEFT);
    svg.text("head", (MARGIN, top + 6.0), Anchor::Start, &panel.set);
    for tick in y.ticks() {
        svg.line("grid", (LEFT, y.at(tick)), (RIGHT, y.at(tick)));
        svg.text("muted", (LEFT - 10.0, y.at(tick) + 4.0), Anchor::End, &time_tick(tick));
    }
    svg.line("axis", (LEFT, to), (RIGHT, to));
    for index in (0..=most).step_by(power_of_two_step(most)) {
        svg.line("axis", (x(index), to), (x(index), to + 5.0));
        svg.text("muted", (x(index), to + 19.0), Anchor::Middle, &grouped(index as u64));
    }
    svg.text("muted", (RIGHT + 25.0, to + 19.0), Anchor::Start, "index of the signature");
    let colour = |i: usize| COLOURS[i % COLOURS.len()];
    // Our own, which come first, over the others.
    for (i, series) in panel.series.iter().enumerate().rev() {
        let at = |(index, time): (usize, &f64)| (x(index), y.at(*time));
        let dots: Vec<_> = series.times.iter().enumerate().map(at).collect();
        svg.path(&format!("dots s{}", colour(i)), &path_of(&dots));
    }
    // The names, each beside the median of its dots, as far as they leave each other room.
    let mut order: Vec<_> = (0..panel.series.len()).collect();
    order.sort_by(|a, b| panel.series[*b].median().total_cmp(&panel.series[*a].median()));
    let wanted: Vec<_> = order.iter().map(|i| y.at(panel.series[*i].median())).collect();
    for (i, place) in order.into_iter().zip(spread(&wanted, (from + 4.0, to - 18.0))) {
        let series = &panel.series[i];
        let short = if series.times.len() < most {
            format!(", first {}", grouped(series.times.len() as u64))
        } else {
            String::new()
        };
        let middle = y.at(series.median());
        svg.line("lead", (RIGHT + 2.0, middle), (RIGHT + 10.0, place));
        svg.rect(&format!("f{}", colour(i)), (RIGHT + 12.0, place - 4.0), (8.0, 8.0));
        let name = format!("{}{short}", series.backend);
        svg.text("head", (RIGHT + 25.0, place + 4.0), Anchor::Start, &name);
        svg.text("muted small", (RIGHT + 25.0, place + 18.0), Anchor::Start, &figures(series));
    }
}

/// `p50 21.04 µs, max 1.200 ms at 512`.
fn figures(series: &Series) -> String {
    let median = time(series.median());
    let worst = measure::life::worst(&series.times, 0);
    worst.map_or_else(String::new, |(index, worst)| {
        format!("p50 {median}, max {} at {}", time(worst), grouped(index as u64))
    })
}

/// Places near the wanted ones, which rise, 34 apart and between two ends.
fn spread(wanted: &[f64], (low, high): (f64, f64)) -> Vec<f64> {
    const APART: f64 = 34.0;
    let mut places = Vec::with_capacity(wanted.len());
    let mut least = low;
    for place in wanted {
        places.push(place.max(least));
        least = places[places.len() - 1] + APART;
    }
    let mut most = high;
    for place in places.iter_mut().rev() {
        *place = place.min(most);
        most = *place - APART;
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_keep_apart_within_the_panel() {
        assert_eq!(spread(&[10.0, 12.0, 200.0], (0.0, 210.0)), [10.0, 44.0, 200.0]);
        assert_eq!(spread(&[200.0, 205.0], (0.0, 210.0)), [176.0, 210.0]);
    }

    #[test]
    fn a_panel_tells_median_and_worst() {
        let key =
            |backend: &str, times: &[f64]| Series { backend: backend.into(), times: times.into() };
        let series = vec![key("native", &[4e3, 1e3, 1e3, 9e6, 1e3]), key("b", &[5e5, 5e5])];
        let panel = Panel { set: "S".into(), series };
        let svg = draw("LMS", &[panel], "here").expect("a picture");
        assert!(svg.contains("p50 1.000 µs, max 9.000 ms at 3"), "{svg}");
        assert!(svg.contains(">b, first 2<"), "{svg}");
        assert_eq!(draw("LMS", &[Panel { set: "S".into(), series: vec![] }], "here"), None);
    }
}
