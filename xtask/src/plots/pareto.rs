//! Signature size against time: the picture that people choose a scheme and a set by.

use super::axis::{Log, time_tick};
use super::labels::{self, Area};
use super::svg::{Anchor, BOTTOM, MARGIN, Shape, Svg, TOP, WIDTH, width_of};
use measure::units::grouped;

/// A parameter set with what it costs.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Point {
    /// Family: a place in [`FAMILIES`].
    pub(crate) family: usize,
    /// Name of the set, short enough for a label.
    pub(crate) label: String,
    /// Length of a hash value in bytes.
    pub(crate) n: usize,
    /// Bytes of a signature.
    pub(crate) size: f64,
    /// Nanoseconds of the operation.
    pub(crate) time: f64,
}

/// Families in the order of their colours. Keys of the last two keep no state.
pub(crate) const FAMILIES: [&str; 6] = ["LMS", "HSS", "XMSS", "XMSS^MT", "SLH-DSA", "SPHINCS+"];

/// Families up to this one keep state.
const STATELESS: usize = 4;

/// Shapes by the length of a hash value.
const SHAPES: [(usize, Shape); 4] =
    [(16, Shape::Diamond), (24, Shape::Triangle), (32, Shape::Circle), (64, Shape::Square)];

const HEIGHT: f64 = 610.0;
/// Left end of the axis, after the labels of the ticks.
const LEFT: f64 = 78.0;

/// Draws the picture; `None` without points. `operation` is the name of what takes the time.
pub(crate) fn draw(points: &[Point], operation: &str, source: &str) -> Option<String> {
    let floor = HEIGHT - BOTTOM - 42.0;
    let x = Log::around(points.iter().map(|point| point.size), (LEFT, WIDTH - MARGIN))?;
    let y = Log::around(points.iter().map(|point| point.time), (floor, TOP + 62.0))?;
    let mut subtitle =
        "Every parameter set measured, backend native, both scales logarithmic: lower left \
                        is better"
            .to_owned();
    if points.iter().any(|point| point.family < 2) {
        subtitle.push_str("; a key of H5 signs 2^5 times");
    }
    let title = format!("Signature size and the time to {operation}");
    let mut svg = Svg::page(HEIGHT, &title, &subtitle, source);
    legend(&mut svg, points);
    for tick in y.ticks() {
        svg.line("grid", (LEFT, y.at(tick)), (WIDTH - MARGIN, y.at(tick)));
        svg.text("muted", (LEFT - 10.0, y.at(tick) + 4.0), Anchor::End, &time_tick(tick));
    }
    for tick in x.ticks() {
        svg.line("axis", (x.at(tick), floor), (x.at(tick), floor + 5.0));
        svg.text("muted", (x.at(tick), floor + 19.0), Anchor::Middle, &grouped(tick as u64));
    }
    svg.line("axis", (LEFT, floor), (WIDTH - MARGIN, floor));
    svg.text("muted", (WIDTH - MARGIN, floor + 36.0), Anchor::End, "Signature, bytes");
    svg.text("muted", (MARGIN, TOP + 48.0), Anchor::Start, &format!("Time to {operation}"));

    let at = |point: &Point| (x.at(point.size), y.at(point.time));
    let fronts = fronts(points);
    // What labels had better not hide.
    let mut marks: Vec<_> = points.iter().map(at).collect();
    for front in &fronts {
        let class = if front[0].family < STATELESS { "front" } else { "front dash" };
        for (from, to) in staircase(&front.iter().map(|point| at(point)).collect::<Vec<_>>()) {
            svg.line(class, from, to);
            marks.extend(
                (1..8).map(|i| f64::from(i) / 8.0).map(|share| {
                    (from.0 + share * (to.0 - from.0), from.1 + share * (to.1 - from.1))
                }),
            );
        }
    }
    let on_front = |point: &Point| fronts.iter().flatten().any(|other| *other == point);
    // Those on a front last, so that nothing hides them.
    for (front, class) in [(false, " pale"), (true, " edge")] {
        for point in points.iter().filter(|point| on_front(point) == front) {
            let shape =
                SHAPES.iter().find(|(n, _)| *n == point.n).map_or(Shape::Circle, |(_, s)| *s);
            svg.mark(&format!("f{}{class}", point.family), shape, at(point), 5.0);
        }
    }
    let wanted = fronts.iter().flatten().copied().chain(unseen(points, &fronts));
    let wanted: Vec<_> = wanted.map(|point| (point.label.clone(), at(point))).collect();
    let room = Area(LEFT + 2.0, TOP + 54.0, WIDTH - 8.0, floor - 2.0);
    labels::draw(&mut svg, &labels::place(&wanted, &marks, room));
    Some(svg.finish())
}

/// The fronts of keys with state and of those without, each for every length of a hash value: which
/// security is asked for, and whether state can be kept, is nobody's to trade for speed.
fn fronts(points: &[Point]) -> Vec<Vec<&Point>> {
    let mut fronts = Vec::new();
    for stateless in [false, true] {
        for (n, _) in SHAPES {
            let alike = |point: &&Point| (point.family >= STATELESS, point.n) == (stateless, n);
            let front = front(&points.iter().filter(alike).collect::<Vec<_>>());
            fronts.extend((!front.is_empty()).then_some(front));
        }
    }
    fronts
}

/// Of each family that has no point on a front the smallest and the fastest, to be found as well, unless
/// they lie where another one does.
fn unseen<'a>(points: &'a [Point], fronts: &[Vec<&Point>]) -> Vec<&'a Point> {
    let mut unseen: Vec<&Point> = Vec::new();
    for family in 0..FAMILIES.len() {
        if fronts.iter().flatten().any(|point| point.family == family) {
            continue;
        }
        let all = || points.iter().filter(|point| point.family == family);
        let smallest =
            all().min_by(|a, b| a.size.total_cmp(&b.size).then(a.time.total_cmp(&b.time)));
        let fastest = all().min_by(|a, b| a.time.total_cmp(&b.time));
        let near = |a: f64, b: f64| (a / b).ln().abs() < 0.05;
        for point in [smallest, fastest].into_iter().flatten() {
            let mut named = fronts.iter().flatten().chain(&unseen);
            if !named.any(|at| near(at.size, point.size) && near(at.time, point.time)) {
                unseen.push(point);
            }
        }
    }
    unseen
}

/// The points that none beats in both: each faster than all that are smaller, by a twentieth at least,
/// as less is noise. Of one size the earlier family comes first.
fn front<'a>(points: &[&'a Point]) -> Vec<&'a Point> {
    let mut sorted = points.to_vec();
    sorted.sort_by(|a, b| {
        (a.size.total_cmp(&b.size).then(a.family.cmp(&b.family)))
            .then(a.time.total_cmp(&b.time))
            .then(a.label.cmp(&b.label))
    });
    let (mut front, mut best): (Vec<&Point>, f64) = (Vec::new(), f64::INFINITY);
    for point in sorted {
        if point.time < 0.95 * best {
            best = point.time;
            front.push(point);
        }
    }
    front
}

/// The lines along a front: to the right at the time of each point, down at the size of the next.
fn staircase(front: &[(f64, f64)]) -> Vec<((f64, f64), (f64, f64))> {
    let steps = front.windows(2).flat_map(|pair| {
        let corner = (pair[1].0, pair[0].1);
        [(pair[0], corner), (corner, pair[1])]
    });
    steps.collect()
}

/// Colours, and below them shapes and lines.
fn legend(svg: &mut Svg, points: &[Point]) {
    let (mut x, mut y) = (MARGIN + 5.0, TOP - 2.0);
    for (i, family) in FAMILIES.iter().enumerate() {
        if points.iter().any(|point| point.family == i) {
            svg.mark(&format!("f{i}"), Shape::Circle, (x, y), 5.0);
            svg.text("", (x + 10.0, y + 4.0), Anchor::Start, family);
            x += 28.0 + width_of(family, 12.0);
        }
    }
    (x, y) = (MARGIN, y + 20.0);
    svg.text("muted", (x, y + 4.0), Anchor::Start, "hash value");
    x += 82.0;
    for (n, shape) in SHAPES {
        if points.iter().any(|point| point.n == n) {
            let text = format!("{n} bytes");
            svg.mark("f6", shape, (x, y), 4.5);
            svg.text("muted", (x + 9.0, y + 4.0), Anchor::Start, &text);
            x += 28.0 + width_of(&text, 12.0);
        }
    }
    x += 8.0;
    svg.text("muted", (x, y + 4.0), Anchor::Start, "best of its hash length");
    x += 148.0;
    for (text, mark, stateless) in
        [("with state", "front", false), ("without state", "front dash", true)]
    {
        if !points.iter().any(|point| (point.family >= STATELESS) == stateless) {
            continue;
        }
        svg.line(mark, (x, y), (x + 22.0, y));
        svg.text("muted", (x + 28.0, y + 4.0), Anchor::Start, text);
        x += 46.0 + width_of(text, 12.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(family: usize, size: f64, time: f64) -> Point {
        Point { family, label: format!("{size} {time}"), n: 32, size, time }
    }

    #[test]
    fn a_front_is_what_none_beats_in_both() {
        let points = [
            point(0, 1000.0, 90.0),
            point(1, 1000.0, 89.5),
            point(0, 2000.0, 40.0),
            point(0, 2500.0, 41.0),
            point(0, 3000.0, 39.9),
            point(2, 4000.0, 10.0),
        ];
        let all: Vec<_> = points.iter().collect();
        let sizes: Vec<_> = front(&all).iter().map(|point| point.size).collect();
        assert_eq!(sizes, [1000.0, 2000.0, 4000.0], "a hair faster is no better");
        assert_eq!(front(&all)[0].family, 0);
    }

    #[test]
    fn no_points_no_picture() {
        assert_eq!(draw(&[], "verify", "here"), None);
        let points = [point(0, 1000.0, 90.0), point(4, 8000.0, 400.0)];
        let svg = draw(&points, "verify", "here").expect("a picture");
        assert!(svg.contains("the time to verify") && svg.contains("8000 400"), "{svg}");
        assert!(svg.contains(">SLH-DSA<") && !svg.contains(">XMSS<"), "{svg}");
        assert_eq!(Some(svg), draw(&points, "verify", "here"), "the same bytes");
    }
}
