//! What every engine's output comes down to: pages with words, where they stand, how sure the
//! engine is of them and what else they could be.

use crate::record::{Place, Reading, Region, Unit};

/// Most words of a document; a book of a thousand pages has half a million.
pub(super) const MAX_WORDS: usize = 2_000_000;
/// Most other readings of a word that are kept.
pub(super) const MAX_ALTERNATIVES: usize = 12;
/// Longest text of a word, in bytes; a longer one is cut.
const MAX_TEXT: usize = 400;

/// What an engine read.
#[derive(Debug, Default)]
pub(super) struct Document {
    pub(super) pages: Vec<Page>,
    /// What kept the rest from being read, and where.
    pub(super) trouble: Option<Trouble>,
    /// Words that are kept so far.
    pub(super) words: usize,
}

/// Something that ended the reading of a file before its end.
#[derive(Debug)]
pub(in crate::read) struct Trouble {
    pub(in crate::read) line: u32,
    pub(in crate::read) column: u32,
    pub(in crate::read) message: String,
}

/// One image.
#[derive(Debug, Default)]
pub(super) struct Page {
    /// Number of the page, from 1.
    pub(super) number: u32,
    /// Size in the units of the boxes, 0 where it is not known.
    pub(super) width: f32,
    pub(super) height: f32,
    /// Whether boxes are given in pixels; otherwise they are told as shares of the page.
    pub(super) pixels: bool,
    /// In the order of the engine, line by line.
    pub(super) words: Vec<Word>,
    /// Lines begun so far.
    pub(super) lines: u32,
}

/// A run of letters without a blank.
#[derive(Debug, Clone, Default)]
pub(super) struct Word {
    pub(super) text: String,
    /// How sure the engine is of the text, 0 to 1, if it says so.
    pub(super) confidence: Option<f32>,
    /// Other texts with the engine's own confidences, 0 to 1.
    pub(super) alternatives: Vec<(String, Option<f32>)>,
    pub(super) bounds: Option<Bounds>,
    /// Which line of the engine it stands on, counted over the page.
    pub(super) line: u32,
    /// The cell of a table that the engine put it in.
    pub(super) cell: Option<Cell>,
    /// Line and column of the file, from 1; 0 is unknown.
    pub(super) at: (u32, u32),
}

/// A cell of a table, rows and columns in any count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Cell {
    pub(super) table: u32,
    pub(super) row: u32,
    pub(super) column: u32,
}

/// A box, in the units of its page.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Bounds {
    pub(super) left: f32,
    pub(super) top: f32,
    pub(super) right: f32,
    pub(super) bottom: f32,
}

impl Bounds {
    /// A box, if its numbers make one.
    pub(super) fn new(left: f32, top: f32, right: f32, bottom: f32) -> Option<Bounds> {
        let sane = |n: f32| n.is_finite() && n.abs() < 1e7;
        let all = [left, top, right, bottom].into_iter().all(sane);
        (all && right >= left && bottom >= top).then_some(Bounds { left, top, right, bottom })
    }

    /// The box around points.
    pub(super) fn around(points: impl IntoIterator<Item = (f32, f32)>) -> Option<Bounds> {
        let mut found: Option<Bounds> = None;
        for (x, y) in points {
            let point = Bounds::new(x, y, x, y)?;
            found = Some(found.map_or(point, |found| found.join(point)));
        }
        found
    }

    pub(super) fn join(self, other: Bounds) -> Bounds {
        Bounds {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }

    pub(super) fn width(&self) -> f32 {
        self.right - self.left
    }

    pub(super) fn height(&self) -> f32 {
        self.bottom - self.top
    }

    pub(super) fn middle(&self) -> (f32, f32) {
        ((self.left + self.right) / 2.0, (self.top + self.bottom) / 2.0)
    }

    pub(super) fn moved(self, dx: f32, dy: f32) -> Bounds {
        Bounds {
            left: self.left + dx,
            top: self.top + dy,
            right: self.right + dx,
            bottom: self.bottom + dy,
        }
    }
}

impl Document {
    /// Begins a page; its number is the next one where the file gives none.
    pub(super) fn page(&mut self, number: Option<u32>) -> &mut Page {
        let next = self.pages.last().map_or(0, |page| page.number).saturating_add(1);
        let number = number.filter(|&n| n > 0).unwrap_or(next);
        self.pages.push(Page { number, pixels: true, ..Page::default() });
        let last = self.pages.len() - 1;
        &mut self.pages[last]
    }

    /// The same, where a number that a page before it has counts for nothing.
    pub(super) fn new_page(&mut self, number: Option<u32>) -> &mut Page {
        let new = number.filter(|number| self.pages.iter().all(|page| page.number != *number));
        self.page(new)
    }

    /// The page that is being read; a first one is begun where none was.
    pub(super) fn last(&mut self) -> &mut Page {
        if self.pages.is_empty() {
            self.page(None);
        }
        let last = self.pages.len() - 1;
        &mut self.pages[last]
    }

    /// Adds a word to the last page, unless there are too many already or it is blank. Blanks
    /// within it part it.
    pub(super) fn push(&mut self, word: Word) {
        if self.words >= MAX_WORDS {
            self.trouble.get_or_insert_with(|| Trouble {
                line: word.at.0,
                column: word.at.1,
                message: format!("only the first {MAX_WORDS} words are read; split the file"),
            });
            return;
        }
        let mut parts = parts(word);
        self.words += parts.len();
        self.last().words.append(&mut parts);
    }

    /// Ends the line of the engine that is being read.
    pub(super) fn end_line(&mut self) {
        let page = self.last();
        page.lines = page.lines.saturating_add(1);
    }

    /// The line of the engine that is being read.
    pub(super) fn line(&self) -> u32 {
        self.pages.last().map_or(0, |page| page.lines)
    }
}

/// The words of a text, and where each begins and ends as shares of its letters.
pub(super) fn shares(text: &str) -> impl Iterator<Item = (&str, f32, f32)> {
    let all = text.chars().count().max(1) as f32;
    text.split_whitespace().map(move |word| {
        let before = word.as_ptr().addr() - text.as_ptr().addr();
        let start = text[..before].chars().count() as f32 / all;
        (word, start, start + word.chars().count() as f32 / all)
    })
}

/// The words of a text with blanks; each gets its share of the box by its letters.
fn parts(word: Word) -> Vec<Word> {
    let text = word.text.trim();
    if text.is_empty() {
        return Vec::new();
    }
    if !text.contains(char::is_whitespace) {
        let text = text[..text.floor_char_boundary(MAX_TEXT)].to_owned();
        let mut word = Word { text, ..word };
        word.alternatives.truncate(MAX_ALTERNATIVES);
        return vec![word];
    }
    let pieces: Vec<(&str, f32, f32)> = shares(text).collect();
    let piece = |(at, &(part, start, end)): (usize, &(&str, f32, f32))| {
        // An alternative of the whole belongs to a part where it has as many parts.
        let alternatives = word.alternatives.iter().filter_map(|(other, confidence)| {
            let others: Vec<&str> = other.split_whitespace().collect();
            let other = others.get(at).filter(|_| others.len() == pieces.len())?;
            (*other != part).then(|| ((*other).to_owned(), *confidence))
        });
        Word {
            text: part[..part.floor_char_boundary(MAX_TEXT)].to_owned(),
            alternatives: alternatives.take(MAX_ALTERNATIVES).collect(),
            bounds: word.bounds.map(|b| Bounds {
                left: b.left + b.width() * start,
                right: b.left + b.width() * end,
                ..b
            }),
            ..word.clone()
        }
    };
    pieces.iter().enumerate().map(piece).collect()
}

impl Page {
    /// A box as people are told it.
    pub(super) fn region(&self, bounds: Option<Bounds>) -> Region {
        let mut region = Region { page: self.number, bounds: None, unit: Unit::Pixels };
        let Some(b) = bounds else { return region };
        let (x, y) = match self.pixels {
            true => (1.0, 1.0),
            false if self.width > 0.0 && self.height > 0.0 => {
                region.unit = Unit::TenThousandths;
                (10_000.0 / self.width, 10_000.0 / self.height)
            }
            false => return region,
        };
        // The cast is saturating, and boxes left of the page begin at its edge.
        let whole = |n: f32| n.round().max(0.0) as u32;
        region.bounds =
            Some([whole(b.left * x), whole(b.top * y), whole(b.right * x), whole(b.bottom * y)]);
        region
    }

    /// The place of a word, or of what begins so many characters behind its start.
    pub(super) fn place(&self, word: &Word, behind: u32) -> Place {
        let column = match word.at.1 {
            0 => 0,
            column => column.saturating_add(behind),
        };
        Place {
            line: word.at.0,
            column,
            region: Some(self.region(word.bounds)),
            ..Place::default()
        }
    }
}

/// Engines are never as sure as they say: the most that is believed of a word, and the least.
const SUREST: f32 = 0.98;
const LEAST: f32 = 0.02;
/// Share of what is missing to 1 that listed alternatives without confidences have together.
const UNSAID: f32 = 0.7;

impl Word {
    /// The texts that may stand here with their probabilities, which are less than 1 together:
    /// what is missing is the chance that none of them is right.
    pub(super) fn readings(&self) -> Vec<Reading> {
        let believed = |c: f32| LEAST + (SUREST - LEAST) * c.clamp(0.0, 1.0);
        let said = self.alternatives.iter().filter_map(|(_, c)| *c).filter(|c| c.is_finite());
        let others: f32 = said.map(|c| c.clamp(0.0, 1.0)).sum();
        let own = match self.confidence.filter(|c| c.is_finite()) {
            Some(c) => believed(c),
            // Of a list without a confidence in front, the first one has what the others leave.
            None if others > 0.0 => believed(1.0 - others),
            None => believed(0.9),
        };
        let unsaid = self.alternatives.iter().filter(|(_, c)| c.is_none()).count();
        let mut share = (1.0 - own - others).max(0.0) * UNSAID;
        let mut readings = vec![Reading { text: self.text.clone(), probability: own.into() }];
        for (text, confidence) in &self.alternatives {
            let probability = match confidence {
                Some(c) => c.clamp(0.0, 1.0),
                // Each listed text has half of what those before it left; the last has the rest.
                None => {
                    let own = if unsaid > 1 { share / 2.0 } else { share };
                    share -= own;
                    own
                }
            };
            let text = text.trim();
            if text.is_empty() || readings.iter().any(|reading| reading.text == text) {
                continue;
            }
            readings.push(Reading { text: text.to_owned(), probability: probability.into() });
        }
        limit(&mut readings);
        readings
    }
}

/// Brings probabilities to what may be believed together, most likely first.
pub(super) fn limit(readings: &mut [Reading]) {
    let total: f64 = readings.iter().map(|reading| reading.probability).sum();
    let most = f64::from(SUREST);
    if total > most {
        readings.iter_mut().for_each(|reading| reading.probability *= most / total);
    }
    // Stable: of equal ones the engine's own choice stays in front.
    readings.sort_by(|a, b| b.probability.total_cmp(&a.probability));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(text: &str, confidence: Option<f32>, others: &[(&str, Option<f32>)]) -> Word {
        let alternatives = others.iter().map(|&(text, c)| (text.to_owned(), c)).collect();
        Word { text: text.to_owned(), confidence, alternatives, ..Word::default() }
    }

    #[test]
    fn confidences_leave_room_for_what_is_not_listed() {
        for (word, want) in [
            (word("e4", Some(1.0), &[]), vec![("e4", 0.98)]),
            (word("e4", Some(0.5), &[]), vec![("e4", 0.5)]),
            (word("e4", Some(0.6), &[("c4", Some(0.3))]), vec![("e4", 0.596), ("c4", 0.3)]),
            (word("e4", Some(0.2), &[("c4", Some(0.7))]), vec![("c4", 0.7), ("e4", 0.212)]),
            (word("e4", Some(0.5), &[("e4", Some(0.2)), ("", None)]), vec![("e4", 0.5)]),
        ] {
            let found = word.readings();
            let texts: Vec<_> = found.iter().map(|r| r.text.as_str()).collect();
            assert_eq!(texts, want.iter().map(|w| w.0).collect::<Vec<_>>());
            for (reading, (_, p)) in found.iter().zip(want) {
                assert!((reading.probability - p).abs() < 1e-3, "{found:?}");
            }
        }
    }

    #[test]
    fn probabilities_are_less_than_one_together() {
        let many: Vec<(String, Option<f32>)> =
            (0..9).map(|n| (format!("x{n}"), (n % 2 == 0).then_some(0.4))).collect();
        let word = Word {
            text: "e4".into(),
            confidence: Some(0.99),
            alternatives: many,
            ..Word::default()
        };
        let readings = word.readings();
        let total: f64 = readings.iter().map(|r| r.probability).sum();
        assert!(total <= 0.981 && readings.iter().all(|r| r.probability >= 0.0), "{readings:?}");
        assert!(readings.windows(2).all(|w| w[0].probability >= w[1].probability));
    }

    #[test]
    fn blanks_part_a_word_and_its_box() {
        let mut document = Document::default();
        let bounds = Bounds::new(0.0, 0.0, 100.0, 10.0);
        let line = Word { bounds, ..word("1. e4 e5", None, &[("1. c4 e5", None), ("e4", None)]) };
        document.push(line);
        let words = &document.pages[0].words;
        assert_eq!(words.len(), 3);
        assert_eq!(words[1].alternatives, [("c4".to_owned(), None)]);
        assert_eq!(words[1].bounds.map(|b| (b.left, b.right)), Some((37.5, 62.5)));
        assert!(words[2].alternatives.is_empty());
    }

    #[test]
    fn boxes_are_told_in_pixels_or_in_shares() {
        let mut page = Page { number: 2, pixels: true, ..Page::default() };
        let bounds = Bounds::new(-1.0, 0.25, 0.5, 0.75);
        assert_eq!(page.region(bounds).bounds, Some([0, 0, 1, 1]));
        page.pixels = false;
        assert_eq!(page.region(bounds).bounds, None);
        (page.width, page.height) = (1.0, 1.0);
        assert_eq!(page.region(bounds).bounds, Some([0, 2500, 5000, 7500]));
        assert_eq!(page.region(None).bounds, None);
    }

    #[test]
    fn boxes_that_are_none_are_left_out() {
        assert!(Bounds::new(f32::NAN, 0.0, 1.0, 1.0).is_none());
        assert!(Bounds::new(3.0, 0.0, 1.0, 1.0).is_none());
        assert!(Bounds::around([]).is_none());
        assert_eq!(Bounds::around([(1.0, 5.0), (3.0, 2.0)]), Bounds::new(1.0, 2.0, 3.0, 5.0));
    }
}
