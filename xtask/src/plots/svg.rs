//! A small writer of SVG: text, lines and marks of a page with a title, in fixed decimals.
//!
//! What it writes is the whole picture: no script, no font, nothing from elsewhere, and the same bytes
//! for the same figures. Colours are classes of one style sheet that has them for light and dark.

use super::style::STYLE;
use std::fmt::Write;

/// Width of every picture.
pub(crate) const WIDTH: f64 = 880.0;
/// What stays free at the left and the right.
pub(crate) const MARGIN: f64 = 24.0;
/// First line below title and subtitle.
pub(crate) const TOP: f64 = 88.0;
/// What the line with the source needs at the bottom.
pub(crate) const BOTTOM: f64 = 34.0;

/// A picture that is being drawn.
#[derive(Debug)]
pub(crate) struct Svg {
    body: String,
}

/// Where a text stands from its point on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

impl Svg {
    /// A page with its title, one line of what is shown in which unit, and what it comes from.
    pub(crate) fn page(height: f64, title: &str, subtitle: &str, source: &str) -> Self {
        let mut svg = Self { body: String::new() };
        let (width, number) = (number(WIDTH), number(height));
        svg.raw(&format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{number}\" \
             viewBox=\"0 0 {width} {number}\" role=\"img\">\n<title>{}</title>\n<style>{STYLE}</style>\n\
             <rect class=\"page\" width=\"{width}\" height=\"{number}\"/>",
            escaped(title)
        ));
        svg.rect("tag", (MARGIN, 14.0), (34.0, 5.0));
        svg.text("title", (MARGIN, 42.0), Anchor::Start, title);
        svg.text("subtitle", (MARGIN, 63.0), Anchor::Start, subtitle);
        svg.text("source", (MARGIN, height - 12.0), Anchor::Start, source);
        svg
    }

    /// The picture as a file.
    pub(crate) fn finish(mut self) -> String {
        self.raw("</svg>");
        self.body
    }

    /// Text at a point of its baseline.
    pub(crate) fn text(&mut self, class: &str, (x, y): (f64, f64), anchor: Anchor, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        };
        let (x, y, text) = (number(x), number(y), escaped(text));
        self.raw(&format!("<text class=\"{class}\" x=\"{x}\" y=\"{y}\"{anchor}>{text}</text>"));
    }

    /// A straight line.
    pub(crate) fn line(&mut self, class: &str, (x, y): (f64, f64), (to_x, to_y): (f64, f64)) {
        let [x, y, to_x, to_y] = [x, y, to_x, to_y].map(number);
        self.raw(&format!("<path class=\"{class}\" d=\"M{x} {y}L{to_x} {to_y}\"/>"));
    }

    /// A path in the language of SVG.
    pub(crate) fn path(&mut self, class: &str, d: &str) {
        self.raw(&format!("<path class=\"{class}\" d=\"{d}\"/>"));
    }

    /// A rectangle from its upper left corner on.
    pub(crate) fn rect(&mut self, class: &str, (x, y): (f64, f64), (width, height): (f64, f64)) {
        let [x, y, width, height] = [x, y, width, height].map(number);
        self.raw(&format!(
            "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/>"
        ));
    }

    /// A filled mark around a point: circle, triangle, diamond or square.
    pub(crate) fn mark(&mut self, class: &str, shape: Shape, (x, y): (f64, f64), r: f64) {
        let mut points = |points: &[(f64, f64)]| {
            let point =
                |(dx, dy): &(f64, f64)| format!("{} {}", number(x + dx * r), number(y + dy * r));
            let points: Vec<_> = points.iter().map(point).collect();
            self.path(class, &format!("M{}Z", points.join("L")));
        };
        match shape {
            Shape::Triangle => points(&[(0.0, -1.2), (1.1, 0.8), (-1.1, 0.8)]),
            Shape::Diamond => points(&[(0.0, -1.25), (1.25, 0.0), (0.0, 1.25), (-1.25, 0.0)]),
            Shape::Square => points(&[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)]),
            Shape::Circle => {
                let [x, y, r] = [x, y, r].map(number);
                self.raw(&format!("<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{r}\"/>"));
            }
        }
    }

    fn raw(&mut self, element: &str) {
        self.body.push_str(element);
        self.body.push('\n');
    }
}

/// What a mark looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    Circle,
    Triangle,
    Diamond,
    Square,
}

/// A length to a tenth of a unit, without a `.0`.
pub(crate) fn number(value: f64) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail. A half is added so that -0.0 is 0.
    let _ = write!(text, "{:.1}", (value * 10.0).round() / 10.0 + 0.0);
    text.strip_suffix(".0").map(str::to_owned).unwrap_or(text)
}

/// As wide as a text of this size comes out in the widest of the common fonts, in the picture's units.
pub(crate) fn width_of(text: &str, size: f64) -> f64 {
    let em = |c: char| match c {
        'i' | 'l' | 'j' | 'I' | '.' | ',' | '|' | '\'' | ' ' | '/' | ':' | '-' => 0.36,
        'm' | 'w' | 'M' | 'W' | '@' | '%' => 0.92,
        'A'..='Z' | '+' | '^' => 0.72,
        _ => 0.61,
    };
    text.chars().map(em).sum::<f64>() * size
}

/// A path of round dots at whole points, none twice; dots side by side are one line.
pub(crate) fn path_of(dots: &[(f64, f64)]) -> String {
    let mut points: Vec<_> =
        dots.iter().map(|(x, y)| (y.round() as i64, x.round() as i64)).collect();
    points.sort_unstable();
    points.dedup();
    let (mut path, mut rest, mut pen) = (String::new(), &points[..], (0, 0));
    while let [(y, x), ..] = rest {
        let beside = |i: &usize| rest[*i] == (*y, x + *i as i64);
        let length = (1..rest.len()).take_while(beside).count();
        // From where the pen is: fewer digits, in files that are all dots.
        path.push_str(&format!("m{} {}h{length}", x - pen.0, y - pen.1));
        pen = (x + length as i64, *y);
        rest = &rest[length + 1..];
    }
    path
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_a_decimal_at_most() {
        assert_eq!(
            [0.0, -0.01, 1.04, 1.06, 12.0, -3.25].map(number),
            ["0", "0", "1", "1.1", "12", "-3.3"]
        );
    }

    #[test]
    fn dots_side_by_side_are_one_line() {
        let dots = [(1.2, 5.0), (0.8, 5.4), (2.0, 5.0), (3.1, 5.0), (9.0, 5.0), (2.0, 7.0)];
        assert_eq!(path_of(&dots), "m1 5h2m6 0h0m-7 2h0");
    }

    #[test]
    fn a_page_is_whole_and_names_what_it_shows() {
        let mut svg = Svg::page(120.0, "A & B", "in <ns>", "here");
        svg.mark("f0", Shape::Diamond, (10.0, 10.0), 4.0);
        let text = svg.finish();
        assert!(text.starts_with("<svg ") && text.ends_with("</svg>\n"), "{text}");
        assert!(
            text.contains("<title>A &amp; B</title>") && text.contains("in &lt;ns&gt;"),
            "{text}"
        );
        assert!(text.contains("d=\"M10 5L15 10L10 15L5 10Z\""), "{text}");
        assert!(text.contains("prefers-color-scheme: dark"), "{text}");
    }
}
