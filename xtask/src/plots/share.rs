//! How near every operation comes to the hash limit: a row each, a mark for each parameter set.

use super::bars::ours;
use super::svg::{Anchor, BOTTOM, MARGIN, Shape, Svg, TOP, WIDTH, number, path_of, width_of};

/// An operation of a family of schemes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Row {
    /// Family, such as `LMS`.
    pub(crate) family: &'static str,
    /// Name of the operation.
    pub(crate) operation: &'static str,
    /// Backend and share, of each set that it runs.
    pub(crate) shares: Vec<(String, f64)>,
}

/// From one row to the next.
const STEP: f64 = 19.0;
/// Before each family.
const GAP: f64 = 11.0;
/// Left end of the axis.
const LEFT: f64 = 190.0;
/// Right end of the axis, as a share; what lies beyond is drawn there, as an arrow.
const MOST: f64 = 1.2;

/// Draws the picture; `None` without shares.
pub(crate) fn draw(rows: &[Row], source: &str) -> Option<String> {
    let rows: Vec<_> = rows.iter().filter(|row| !row.shares.is_empty()).collect();
    let first = rows.first()?;
    let families = 1 + rows.windows(2).filter(|pair| pair[0].family != pair[1].family).count();
    let height = TOP + 44.0 + STEP * rows.len() as f64 + GAP * families as f64 + BOTTOM;
    let subtitle = "The time that an operation's hashes take at their best on this machine, as a share of \
                    the time measured";
    let mut svg = Svg::page(height, "Share of the hash limit", subtitle, source);
    let at = |share: f64| LEFT + share.min(MOST) / MOST * (WIDTH - MARGIN - LEFT);
    let top = TOP + 24.0;
    let floor = height - BOTTOM - 10.0;
    for percent in (0..=100).step_by(20) {
        let x = at(f64::from(percent) / 100.0);
        let class = if percent == 0 { "axis" } else { "grid" };
        svg.line(class, (x, top), (x, floor));
        svg.text("muted", (x, top - 6.0), Anchor::Middle, &format!("{percent} %"));
    }
    svg.line("goal", (at(1.0), top), (at(1.0), floor));
    svg.text("muted small", (at(1.0) + 6.0, floor - 2.0), Anchor::Start, "nothing but hashing");
    legend(&mut svg);
    let (mut y, mut family) = (top + 4.0, "");
    for row in &rows {
        if row.family != family {
            y += if row.family == first.family { 0.0 } else { GAP };
            svg.text("head", (MARGIN, y + STEP / 2.0 + 4.0), Anchor::Start, row.family);
            family = row.family;
        }
        let middle = y + STEP / 2.0;
        svg.text("muted", (LEFT - 12.0, middle + 4.0), Anchor::End, row.operation);
        // The default backend last, so that nothing hides it.
        for kind in [Kind::Other, Kind::Kept, Kind::Native] {
            let alike = row.shares.iter().filter(|(name, _)| Kind::of(name) == kind);
            let (beyond, within): (Vec<_>, Vec<_>) = alike.partition(|(_, share)| *share > MOST);
            let dots: Vec<_> = within.iter().map(|(_, share)| (at(*share), middle)).collect();
            if !dots.is_empty() {
                svg.path(kind.dots(), &path_of(&dots));
            }
            if !beyond.is_empty() {
                arrow(&mut svg, kind.filled(), (WIDTH - MARGIN, middle));
            }
        }
        y += STEP;
    }
    Some(svg.finish())
}

/// Whose share it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Our own, as it is by default.
    Native,
    /// Our own, keeping more of its trees or less.
    Kept,
    /// Somebody else's.
    Other,
}

impl Kind {
    fn of(backend: &str) -> Self {
        match backend {
            "native" => Self::Native,
            name if ours(name) => Self::Kept,
            _ => Self::Other,
        }
    }

    const fn dots(self) -> &'static str {
        match self {
            Self::Native => "strip s0",
            Self::Kept => "strip s1",
            Self::Other => "strip s6 faint",
        }
    }

    const fn filled(self) -> &'static str {
        match self {
            Self::Native => "f0",
            Self::Kept => "f1",
            Self::Other => "f6",
        }
    }
}

fn legend(svg: &mut Svg) {
    let (mut x, y) = (MARGIN + 5.0, TOP - 8.0);
    for (kind, text) in [
        (Kind::Native, "native"),
        (Kind::Kept, "native, keeping more or less of its trees"),
        (Kind::Other, "other backends"),
    ] {
        svg.mark(kind.filled(), Shape::Circle, (x, y), 4.0);
        svg.text("", (x + 10.0, y + 4.0), Anchor::Start, text);
        x += 34.0 + width_of(text, 12.0);
    }
    svg.text("muted", (x, y + 4.0), Anchor::Start, "a mark for each set");
}

/// What lies beyond the axis.
fn arrow(svg: &mut Svg, class: &str, (x, y): (f64, f64)) {
    let (back, [up, down]) = (number(x - 7.0), [y - 4.0, y + 4.0].map(number));
    svg.path(class, &format!("M{back} {up}L{} {}L{back} {down}Z", number(x), number(y)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_without_shares_are_left_out() {
        let row = |family, shares: &[f64]| Row {
            family,
            operation: "sign",
            shares: shares.iter().map(|share| ("native".to_owned(), *share)).collect(),
        };
        let svg = draw(&[row("LMS", &[0.5, 3.0]), row("HSS", &[])], "here").expect("a picture");
        assert!(svg.contains(">LMS<") && !svg.contains(">HSS<"), "{svg}");
        assert!(svg.contains("class=\"strip s0\"") && svg.contains("<path class=\"f0\""), "{svg}");
        assert_eq!(draw(&[row("HSS", &[])], "here"), None);
    }
}
