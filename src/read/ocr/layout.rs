//! Pages as text in reading order, with the way back from a place in the text to its word.

use super::{
    geometry::{self, Item},
    page::{Document, Page},
};
use crate::record::{Entry, Place, Record};

/// Text of pages, and what stands where in it.
#[derive(Debug, Default)]
pub(super) struct Text {
    pub(super) text: String,
    /// For each line its words from left to right.
    lines: Vec<Vec<Span>>,
}

/// A word in the text: columns from 0 in characters, page and word by index.
#[derive(Debug, Clone, Copy)]
struct Span {
    from: u32,
    to: u32,
    page: usize,
    word: usize,
}

/// An order in which the words of pages can be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    /// That of the engine.
    Engine,
    /// Column by column.
    Columns,
    /// Row by row across the page.
    Rows,
}

impl Order {
    /// All orders; of equally good ones the first counts.
    pub(super) const ALL: [Order; 3] = [Order::Engine, Order::Columns, Order::Rows];
}

/// A gap this many times as wide as words are high ends a column.
const GAP: f32 = 1.8;
/// A gap this many times as high as words begins a paragraph.
const PARAGRAPH: f32 = 1.6;

/// The text of some pages of a document in an order.
pub(super) fn text(document: &Document, pages: std::ops::Range<usize>, order: Order) -> Text {
    let mut text = Text::default();
    for index in pages {
        let Some(page) = document.pages.get(index) else { continue };
        match order {
            Order::Engine => {
                let all: Vec<usize> = (0..page.words.len()).collect();
                let same = |a: &usize, b: &usize| page.words[*a].line == page.words[*b].line;
                for line in all.chunk_by(same) {
                    text.line(page, index, line);
                }
            }
            Order::Columns | Order::Rows => {
                let items = every_word(page);
                let slope = geometry::slope(page, &items);
                let rows = match order {
                    Order::Columns => geometry::columns(&items, slope),
                    _ => geometry::rows(&items, &(0..items.len()).collect::<Vec<_>>(), slope),
                };
                for row in rows {
                    let words: Vec<usize> = row.iter().map(|&at| items[at].index).collect();
                    text.line(page, index, &words);
                }
            }
        }
    }
    text
}

/// The words of a page with a place, whole; none where some have no place.
fn every_word(page: &Page) -> Vec<Item> {
    let item = |(index, word): (usize, &super::page::Word)| {
        let (text, line) = (word.text.clone(), word.line);
        Some(Item { index, line, text, bounds: word.bounds?, behind: 0 })
    };
    page.words.iter().enumerate().filter_map(item).collect()
}

/// The text of some words of a page, row by row.
pub(super) fn rows_of(page: &Page, words: &[usize]) -> String {
    let items = every_word(page);
    let slope = geometry::slope(page, &items);
    let mut chosen = vec![false; page.words.len()];
    words.iter().for_each(|&at| chosen[at] = true);
    let own: Vec<usize> = (0..items.len()).filter(|&at| chosen[items[at].index]).collect();
    let mut text = Text::default();
    for row in geometry::rows(&items, &own, slope) {
        let words: Vec<usize> = row.iter().map(|&at| items[at].index).collect();
        text.line(page, 0, &words);
    }
    text.text
}

impl Text {
    fn line(&mut self, page: &Page, index: usize, words: &[usize]) {
        let last = self.lines.last().and_then(|line| line.last());
        let before = last.filter(|last| last.page == index).map(|last| &page.words[last.word]);
        let first = words.first().map(|&at| &page.words[at]);
        // A page ends a paragraph, and so does a gap between lines.
        let apart = match (before.and_then(|w| w.bounds), first.and_then(|w| w.bounds)) {
            (Some(a), Some(b)) => b.top - a.bottom > PARAGRAPH * a.height().min(b.height()),
            _ => last.is_some() && before.is_none(),
        };
        if apart {
            self.text.push('\n');
            self.lines.push(Vec::new());
        }
        let heights: Vec<f32> =
            words.iter().filter_map(|&at| page.words[at].bounds).map(|b| b.height()).collect();
        let height = heights.iter().sum::<f32>() / heights.len().max(1) as f32;
        let mut spans: Vec<Span> = Vec::with_capacity(words.len());
        let mut column = 0_u32;
        for &at in words {
            let word = &page.words[at];
            if let Some(span) = spans.last() {
                let gap = match (page.words[span.word].bounds, word.bounds) {
                    (Some(a), Some(b)) => b.left - a.right,
                    _ => 0.0,
                };
                let blanks = if gap > GAP * height { "   " } else { " " };
                self.text.push_str(blanks);
                column += blanks.len() as u32;
            }
            let length = u32::try_from(word.text.chars().count()).unwrap_or(u32::MAX);
            let to = column.saturating_add(length);
            spans.push(Span { from: column, to, page: index, word: at });
            self.text.push_str(&word.text);
            column = to;
        }
        self.text.push('\n');
        self.lines.push(spans);
    }

    /// Puts the places and readings of words into records that were read from the text.
    pub(super) fn settle(&self, records: &mut [Record], document: &Document) {
        for record in records {
            for remark in &mut record.remarks {
                remark.place = self.place(remark.place, document);
            }
            for entry in record.sheets.iter_mut().flat_map(|sheet| &mut sheet.entries) {
                let place = entry.place;
                entry.place = self.place(place, document);
                // A text of one word is what its engine says of it.
                if let [reading] = &entry.readings[..]
                    && let Some(span) = self.span(place)
                    && let word = &document.pages[span.page].words[span.word]
                    && word.text.contains(&reading.text)
                {
                    entry.readings = geometry::part_of(&word.readings(), &reading.text);
                } else if !entry.readings.is_empty() {
                    self.widen(place, entry, document);
                }
            }
        }
    }

    /// An entry of several words has the box and the confidence of them together.
    fn widen(&self, place: Place, entry: &mut Entry, document: &Document) {
        let length = u32::try_from(entry.text().chars().count()).unwrap_or(0);
        let from = place.column.saturating_sub(1);
        let line = self.lines.get(place.line.saturating_sub(1) as usize);
        let inside = |span: &&Span| span.to > from && span.from < from.saturating_add(length);
        let spans: Vec<&Span> = line.into_iter().flatten().filter(inside).collect();
        let Some(first) = spans.first() else { return };
        let page = &document.pages[first.page];
        let words = spans.iter().map(|span| &page.words[span.word]);
        let bounds = words.clone().filter_map(|word| word.bounds).reduce(|a, b| a.join(b));
        entry.place.region = Some(page.region(bounds));
        let sure: f64 = words
            .map(|word| {
                let own = word.readings().into_iter().find(|reading| reading.text == word.text);
                own.map_or(1.0, |reading| reading.probability)
            })
            .product();
        if let [reading] = &mut entry.readings[..] {
            reading.probability = sure;
        }
    }

    /// The word at a place of the text.
    fn span(&self, place: Place) -> Option<&Span> {
        let line = self.lines.get((place.line as usize).checked_sub(1)?)?;
        let column = place.column.checked_sub(1)?;
        let at = line.partition_point(|span| span.to <= column);
        line.get(at).or(line.last())
    }

    /// The place in the file and on the page of a place of the text.
    fn place(&self, place: Place, document: &Document) -> Place {
        let Some(span) = self.span(place) else { return Place::default() };
        let page = &document.pages[span.page];
        let behind = (place.column.saturating_sub(1)).saturating_sub(span.from);
        page.place(&page.words[span.word], behind)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::{
        ocr::page::{Bounds, Word},
        text::games,
    };

    fn document(lines: &[&[(&str, f32)]]) -> Document {
        let mut document = Document::default();
        for (row, line) in lines.iter().enumerate() {
            for &(text, x) in *line {
                let y = 30.0 * row as f32;
                let width = 10.0 * text.chars().count() as f32;
                let word = Word {
                    text: text.to_owned(),
                    confidence: Some(0.5),
                    bounds: Bounds::new(x, y, x + width, y + 20.0),
                    line: document.line(),
                    ..Word::default()
                };
                document.push(word);
            }
            document.end_line();
        }
        document
    }

    #[test]
    fn wide_gaps_stay_gaps() {
        let document = document(&[&[("1.", 0.0), ("e4", 30.0), ("e5", 120.0)], &[("end", 0.0)]]);
        let text = text(&document, 0..1, Order::Engine);
        assert_eq!(text.text, "1. e4   e5\nend\n");
    }

    #[test]
    fn entries_know_their_box_and_confidence() {
        let document = document(&[
            &[("1.e4", 0.0), ("e5", 60.0), ("2.", 90.0), ("N", 120.0), ("f3", 140.0)],
            &[("Nc6", 0.0), ("3.", 40.0), ("Bb5,", 70.0), ("a6", 120.0)],
        ]);
        let text = text(&document, 0..1, Order::Engine);
        let mut records = games(&text.text, 1);
        text.settle(&mut records, &document);
        let entries = &records[0].sheets[0].entries;
        let found: Vec<_> = entries
            .iter()
            .map(|e| (e.text(), e.place.region.and_then(|r| r.bounds).map(|b| b[0])))
            .collect();
        let want = [
            ("e4", Some(0)),
            ("e5", Some(60)),
            ("N f3", Some(120)),
            ("Nc6", Some(0)),
            ("Bb5", Some(70)),
            ("a6", Some(120)),
        ];
        assert_eq!(found, want);
        assert!(entries.iter().all(|e| e.readings[0].probability < 0.6));
        assert_eq!(entries[2].place.region.and_then(|r| r.bounds), Some([120, 0, 160, 20]));
    }
}
