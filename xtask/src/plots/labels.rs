//! Labels beside points, none over another.

use super::svg::{Anchor, Svg, width_of};

/// Size of a label's font.
const SIZE: f64 = 11.0;

/// A rectangle: left, top, right, bottom.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Area(pub(crate) f64, pub(crate) f64, pub(crate) f64, pub(crate) f64);

impl Area {
    /// How much of it another one covers.
    fn overlap(self, other: Self) -> f64 {
        let width = self.2.min(other.2) - self.0.max(other.0);
        let height = self.3.min(other.3) - self.1.max(other.1);
        if width > 0.0 && height > 0.0 { width * height } else { 0.0 }
    }

    /// Whether another one lies inside.
    fn holds(self, other: Self) -> bool {
        self.0 <= other.0 && self.1 <= other.1 && self.2 >= other.2 && self.3 >= other.3
    }
}

/// A label that has its place.
#[derive(Clone, Debug)]
pub(crate) struct Label {
    text: String,
    point: (f64, f64),
    area: Area,
    /// So far from its point that a line leads there.
    far: bool,
}

/// Finds a place for each label near its point: within `room`, over no other label, and over as few
/// `marks` as can be. Labels come in order of importance; one without a place is left out.
pub(crate) fn place(
    wanted: &[(String, (f64, f64))],
    marks: &[(f64, f64)],
    room: Area,
) -> Vec<Label> {
    let marks: Vec<_> =
        marks.iter().map(|(x, y)| Area(x - 4.5, y - 4.5, x + 4.5, y + 4.5)).collect();
    let mut placed: Vec<Label> = Vec::new();
    for (text, point) in wanted {
        let (width, height) = (width_of(text, SIZE), SIZE + 2.0);
        let mut best: Option<(f64, Label)> = None;
        for (step, distance) in DISTANCES.into_iter().enumerate() {
            for (side, (dx, dy)) in SIDES.into_iter().enumerate() {
                let (x, y) = (point.0 + dx * distance, point.1 + dy * distance);
                // The label's near edge or its middle is there.
                let left = x + width * (dx.signum() * f64::from(dx != 0.0) - 1.0) / 2.0;
                let top = y - height / 2.0;
                let area = Area(left, top, left + width, top + height);
                let taken = placed.iter().any(|label| label.area.overlap(area) > 0.0);
                if taken || !room.holds(area) {
                    continue;
                }
                let hidden: f64 = marks.iter().map(|mark| mark.overlap(area)).sum();
                let cost = hidden + 14.0 * step as f64 + side as f64;
                if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                    let (text, far) = (text.clone(), step > 0);
                    best = Some((cost, Label { text, point: *point, area, far }));
                }
            }
        }
        placed.extend(best.map(|(_, label)| label));
    }
    placed
}

/// Draws labels, and a line to those that are far from their points.
pub(crate) fn draw(svg: &mut Svg, labels: &[Label]) {
    for Label { point, area, .. } in labels.iter().filter(|label| label.far) {
        let near = (point.0.clamp(area.0, area.2), point.1.clamp(area.1, area.3));
        svg.line("lead", *point, near);
    }
    for Label { text, area, .. } in labels {
        svg.text("small halo", (area.0, area.3 - 3.0), Anchor::Start, text);
    }
}

/// From a point to its label.
const DISTANCES: [f64; 6] = [9.0, 18.0, 29.0, 42.0, 58.0, 76.0];

/// Sides of a point, the best first: below left of a front nothing lies.
const SIDES: [(f64, f64); 8] = [
    (1.0, 0.0),
    (0.8, -0.9),
    (-1.0, 0.0),
    (-0.8, 0.9),
    (0.0, 1.2),
    (0.8, 0.9),
    (-0.8, -0.9),
    (0.0, -1.2),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_label_lies_over_another() {
        let points: Vec<_> = (0..12).map(|i| (100.0 + f64::from(i) * 7.0, 100.0)).collect();
        let wanted: Vec<_> = points.iter().map(|point| ("a label".to_owned(), *point)).collect();
        let room = Area(0.0, 0.0, 400.0, 200.0);
        let labels = place(&wanted, &points, room);
        assert!(labels.len() >= 10, "{labels:?}");
        for (i, one) in labels.iter().enumerate() {
            assert!(room.holds(one.area), "{one:?}");
            assert!(labels[..i].iter().all(|other| other.area.overlap(one.area) == 0.0), "{one:?}");
        }
    }

    #[test]
    fn what_has_no_room_is_left_out() {
        let wanted = [("far too long for this".to_owned(), (10.0, 10.0))];
        assert!(place(&wanted, &[], Area(0.0, 0.0, 20.0, 20.0)).is_empty());
    }
}
