//! Where in the bytes of a game its entries stand, which were read from its decoded text.

use std::ops::Range;

use crate::record::Entry;

/// The bytes of each entry, which stand in the order of the text; nothing where they are not found.
pub(super) fn places(bytes: &[u8], decoded: &str, entries: &[Entry]) -> Vec<Option<Range<usize>>> {
    let mut lines = bytes.split_inclusive(|b| *b == b'\n').zip(decoded.split_inclusive('\n'));
    let (mut line, mut next) = (None, 0);
    let mut number = 0;
    let place = |entry: &Entry| {
        // Entries stand in the order of the text.
        while number < entry.place.line {
            let (raw, text) = lines.next()?;
            line = Line::new(raw, text, next);
            next += raw.len();
            number += 1;
        }
        if number > entry.place.line {
            return None;
        }
        line.as_mut()?.find(entry)
    };
    entries.iter().map(place).collect()
}

/// A line of a game, and how far its entries are found.
#[derive(Default)]
struct Line<'a> {
    text: &'a str,
    /// Where it begins.
    start: usize,
    /// Each character is a byte in the game; otherwise the bytes are those of the text.
    narrow: bool,
    /// A column, counted from 1, and where it is in the text.
    column: (u32, usize),
    /// The end of the last entry in the text.
    behind: usize,
    /// A place in the text, and the characters before it.
    passed: (usize, usize),
}

impl<'a> Line<'a> {
    /// A line, if its bytes can be told from its characters.
    fn new(raw: &[u8], text: &'a str, start: usize) -> Option<Line<'a>> {
        let narrow = std::str::from_utf8(raw).is_err();
        if narrow && text.chars().count() != raw.len() {
            return None;
        }
        Some(Line { text, start, narrow, column: (1, 0), ..Line::default() })
    }

    /// The bytes of the next entry.
    fn find(&mut self, entry: &Entry) -> Option<Range<usize>> {
        let (mut column, mut at) = self.column;
        if entry.place.column < column {
            return None;
        }
        while column < entry.place.column {
            at += self.text[at..].chars().next()?.len_utf8();
            column += 1;
        }
        self.column = (column, at);
        // An entry of a word that was parted stands behind the one before it.
        let from = at.max(self.behind);
        let gap = self.text[from..].find(entry.text())?;
        if gap > 0 && at >= self.behind {
            return None;
        }
        let start = from + gap;
        self.behind = start + entry.text().len();
        Some(self.offset(start)..self.offset(self.behind))
    }

    /// The byte of the game that a byte of the text stands for; they only grow.
    fn offset(&mut self, at: usize) -> usize {
        if !self.narrow {
            return self.start + at;
        }
        let (from, passed) = self.passed;
        self.passed = (at, passed + self.text[from..at].chars().count());
        self.start + self.passed.1
    }
}
