//! Two pictures of what the confidences are worth, as SVG that reads in light and in dark.
//!
//! Both are plain text made of lines, circles and words; colours follow the reader's preference.

use std::fmt::Write;

use super::figures::{Judged, LOOKED_AT, accuracy_after, by_confidence};
use crate::write::html::escape;

/// Size of a picture, and of its plane within.
const WIDTH: f64 = 480.0;
const HEIGHT: f64 = 400.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 24.0;
const TOP: f64 = 48.0;
const BOTTOM: f64 = 56.0;

/// Bins of the reliability diagram, of equal width: unlike bins of equal count they show the few
/// moves that are in doubt.
const BINS: usize = 10;
/// Largest share of moves looked at that the coverage curve shows, and its number of points.
const MOST_LOOKED_AT: f64 = 0.2;
const POINTS: usize = 80;
/// 95 % of a normal distribution lie within this many deviations.
const DEVIATIONS: f64 = 1.96;

/// How often moves given a confidence are right: the nearer to the diagonal, the better. A point
/// is as wide as its moves are many, and its line spans the 95 % interval of Wilson
/// (J. Am. Stat. Assoc. 22, 1927).
pub fn reliability(judged: &[Judged], title: &str) -> String {
    let unit = Axis { from: 0.0, to: 1.0, step: 0.2 };
    let mut plane = Plane::new(title, unit, unit, "confidence", "share that is right");
    plane.line("ideal", &[(0.0, 0.0), (1.0, 1.0)]);
    let mut bins: [Vec<Judged>; BINS] = Default::default();
    for &one in judged.iter().filter(|one| one.0.is_finite()) {
        // What is certain belongs to the last bin.
        let bin = (one.0.clamp(0.0, 1.0) * BINS as f64) as usize;
        bins[bin.min(BINS - 1)].push(one);
    }
    for bin in bins.iter().filter(|bin| !bin.is_empty()) {
        let n = bin.len() as f64;
        let sure = bin.iter().map(|one| one.0.clamp(0.0, 1.0)).sum::<f64>() / n;
        let right = bin.iter().filter(|one| one.1).count() as f64;
        let (low, high) = wilson(right, n);
        plane.line("span", &[(sure, low), (sure, high)]);
        let label = format!("{n} moves given {sure:.3}: {:.3} right", right / n);
        plane.point(sure, right / n, 2.5 + n.log10(), &label);
    }
    plane.finish()
}

/// How many moves are right once a person has looked at the least sure of them.
pub fn coverage(judged: &[Judged], title: &str) -> String {
    let sorted = by_confidence(judged);
    let base = accuracy_after(&sorted, 0.0);
    // The axis starts at a round share below the first point.
    let step = [0.01, 0.02, 0.05, 0.1, 0.2].into_iter().find(|step| 1.0 - base <= 5.0 * step);
    let step = step.unwrap_or(0.2);
    let from = (((base / step).floor() * step).min(1.0 - step)).max(0.0);
    let mut plane = Plane::new(
        title,
        Axis { from: 0.0, to: MOST_LOOKED_AT, step: 0.04 },
        Axis { from, to: 1.0, step },
        "share of moves looked at, the least sure first",
        "share that is right",
    );
    let at = |share: f64| (share, accuracy_after(&sorted, share));
    let points: Vec<(f64, f64)> =
        (0..=POINTS).map(|n| at(MOST_LOOKED_AT * n as f64 / POINTS as f64)).collect();
    plane.line("curve", &points);
    for share in [0.0].into_iter().chain(LOOKED_AT) {
        let (x, y) = at(share);
        plane.point(x, y, 3.5, &format!("{}% looked at: {y:.4} right", share * 100.0));
    }
    plane.finish()
}

/// The interval in which the true share lies with 95 % probability, `right` of `n` being seen.
fn wilson(right: f64, n: f64) -> (f64, f64) {
    let (p, z) = (right / n, DEVIATIONS * DEVIATIONS);
    let middle = p + z / (2.0 * n);
    let half = DEVIATIONS * (p * (1.0 - p) / n + z / (4.0 * n * n)).sqrt();
    let whole = 1.0 + z / n;
    (((middle - half) / whole).max(0.0), ((middle + half) / whole).min(1.0))
}

/// The values that an axis shows, and the distance of its marks.
#[derive(Debug, Clone, Copy)]
struct Axis {
    from: f64,
    to: f64,
    step: f64,
}

impl Axis {
    /// Where a value lies, 0 to 1.
    fn part(&self, value: f64) -> f64 {
        (value - self.from) / (self.to - self.from)
    }

    fn marks(&self) -> impl Iterator<Item = f64> {
        let count = ((self.to - self.from) / self.step).round() as usize;
        (0..=count).map(move |n| self.from + self.step * n as f64)
    }
}

/// A picture in the making.
struct Plane {
    svg: String,
    x: Axis,
    y: Axis,
}

const STYLE: &str = "\
svg { --ink: #1f2328; --faint: #d0d7de; --data: #0969da; --ground: #ffffff; }
@media (prefers-color-scheme: dark) {
  svg { --ink: #e6edf3; --faint: #3d444d; --data: #58a6ff; --ground: #0d1117; }
}
text { fill: var(--ink); font: 12px system-ui, sans-serif; }
.title { font-size: 14px; font-weight: 600; }
.ground { fill: var(--ground); }
.grid { stroke: var(--faint); }
.ideal { stroke: var(--ink); stroke-dasharray: 4 4; fill: none; }
.curve, .span { stroke: var(--data); stroke-width: 2; fill: none; }
.point { fill: var(--data); stroke: var(--ground); }";

impl Plane {
    fn new(title: &str, x: Axis, y: Axis, x_name: &str, y_name: &str) -> Plane {
        let title = escape(title);
        let mut plane = Plane { svg: String::new(), x, y };
        plane.add(&format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
             width=\"{WIDTH}\" height=\"{HEIGHT}\" role=\"img\">\n<title>{title}</title>\n\
             <style>\n{STYLE}\n</style>\n\
             <rect class=\"ground\" width=\"100%\" height=\"100%\"/>\n\
             <text class=\"title\" x=\"{LEFT}\" y=\"28\">{title}</text>"
        ));
        for mark in x.marks() {
            let at = plane.across(mark);
            plane.add(&format!(
                "<line class=\"grid\" x1=\"{at:.1}\" y1=\"{TOP}\" x2=\"{at:.1}\" y2=\"{:.1}\"/>\n\
                 <text x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
                HEIGHT - BOTTOM,
                HEIGHT - BOTTOM + 18.0,
                percent(mark)
            ));
        }
        for mark in y.marks() {
            let at = plane.up(mark);
            plane.add(&format!(
                "<line class=\"grid\" x1=\"{LEFT}\" y1=\"{at:.1}\" x2=\"{:.1}\" y2=\"{at:.1}\"/>\n\
                 <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
                WIDTH - RIGHT,
                LEFT - 8.0,
                at + 4.0,
                percent(mark)
            ));
        }
        let middle = (LEFT + WIDTH - RIGHT) / 2.0;
        let side = (TOP + HEIGHT - BOTTOM) / 2.0;
        plane.add(&format!(
            "<text x=\"{middle:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>\n\
             <text transform=\"translate(16 {side:.1}) rotate(-90)\" \
             text-anchor=\"middle\">{}</text>",
            HEIGHT - 14.0,
            escape(x_name),
            escape(y_name)
        ));
        plane
    }

    fn across(&self, x: f64) -> f64 {
        LEFT + self.x.part(x) * (WIDTH - LEFT - RIGHT)
    }

    fn up(&self, y: f64) -> f64 {
        HEIGHT - BOTTOM - self.y.part(y) * (HEIGHT - TOP - BOTTOM)
    }

    fn line(&mut self, class: &str, points: &[(f64, f64)]) {
        let mut list = String::new();
        for &(x, y) in points {
            let _ = write!(list, "{:.1},{:.1} ", self.across(x), self.up(y));
        }
        self.add(&format!("<polyline class=\"{class}\" points=\"{}\"/>", list.trim_end()));
    }

    /// A point with a note that shows under the pointer.
    fn point(&mut self, x: f64, y: f64, radius: f64, note: &str) {
        let (x, y) = (self.across(x), self.up(y));
        self.add(&format!(
            "<circle class=\"point\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\"><title>{}\
             </title></circle>",
            escape(note)
        ));
    }

    fn add(&mut self, element: &str) {
        self.svg.push_str(element);
        self.svg.push('\n');
    }

    fn finish(mut self) -> String {
        self.add("</svg>");
        self.svg
    }
}

/// `97%`, `97.5%`
fn percent(share: f64) -> String {
    let percent = (share * 1000.0).round() / 10.0;
    format!("{percent}%")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A hundred moves given 0.95, of which 5 are wrong, and ten given 0.35, of which 7 are.
    fn judged() -> Vec<Judged> {
        let sure = (0..100).map(|n| (0.95, n >= 5));
        sure.chain((0..10).map(|n| (0.35, n >= 7))).collect()
    }

    /// Every element is closed in its order.
    fn assert_well_formed(svg: &str) {
        let mut open: Vec<&str> = Vec::new();
        for tag in svg.split('<').skip(1).filter_map(|part| part.split('>').next()) {
            let name = tag.trim_start_matches('/').split([' ', '\n']).next().unwrap_or_default();
            match (tag.starts_with('/'), tag.ends_with('/')) {
                (true, _) => assert_eq!(open.pop(), Some(name)),
                (false, false) => open.push(name),
                (false, true) => {}
            }
        }
        assert!(open.is_empty(), "{open:?} is not closed");
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
    }

    #[test]
    fn calibrated_moves_lie_on_the_diagonal() {
        let svg = reliability(&judged(), "a < b & \"c\"");
        assert_well_formed(&svg);
        assert!(svg.contains("<title>a &lt; b &amp; &quot;c&quot;</title>"), "{svg}");
        assert!(svg.contains("<title>100 moves given 0.950: 0.950 right</title>"), "{svg}");
        assert!(svg.contains("<title>10 moves given 0.350: 0.300 right</title>"), "{svg}");
        // 0.95 of 392 across and of 296 up.
        assert!(svg.contains("cx=\"436.4\" cy=\"62.8\" r=\"4.5\""), "{svg}");
    }

    #[test]
    fn the_curve_rises_as_doubtful_moves_are_looked_at() {
        let svg = coverage(&judged(), "all");
        assert_well_formed(&svg);
        // 12 of 110 are wrong; 8 % of the moves are 9, of which 7 were.
        for expected in ["0% looked at: 0.8909 right", "8% looked at: 0.9545 right"] {
            assert!(svg.contains(expected), "{expected} is not in {svg}");
        }
    }

    #[test]
    fn nothing_and_everything_can_be_drawn() {
        let odd = vec![(f64::NAN, true), (2.0, true), (-1.0, false)];
        for judged in [vec![], vec![(1.0, true); 5], vec![(0.0, false); 5], odd] {
            assert_well_formed(&reliability(&judged, ""));
            assert_well_formed(&coverage(&judged, ""));
        }
    }

    #[test]
    fn the_interval_holds_the_share() {
        let (low, high) = wilson(95.0, 100.0);
        // Wilson's interval as any statistics package gives it.
        assert!((low - 0.8882).abs() < 1e-4 && (high - 0.9785).abs() < 1e-4, "{low} {high}");
        assert_eq!((wilson(0.0, 4.0).0, wilson(4.0, 4.0).1), (0.0, 1.0));
    }
}
