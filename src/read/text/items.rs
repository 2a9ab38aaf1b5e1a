//! A text as numbers, moves, brackets, results and prose, each with its place. [`Line`] takes the
//! lines apart; columns are put in order before it, brackets paired, and digits joined to
//! numbers and to moves, behind it.

use std::ops::Range;

use shakmaty::Chess;

use super::{
    brackets, candidates::words_of, dashless, digits, footnotes, line::Line, parted, ranks,
    variations,
};
use crate::{
    read::{columns, shape::scan::Kind},
    record::{GameResult, Place},
};

/// Fewest lines that blank ones stand between throughout.
const SPACED: usize = 6;

/// Fewest words on end that are a sentence rather than damaged moves.
const PROSE: u32 = 3;

/// One thing on a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::read) struct Item {
    pub(in crate::read) what: What,
    /// Index of the line, from 0.
    pub(in crate::read) line: u32,
    /// Bytes of the line.
    pub(in crate::read) start: u32,
    pub(in crate::read) end: u32,
    /// Column of its first character, from 1.
    pub(in crate::read) column: u32,
    /// Whether it stands in brackets.
    pub(in crate::read) deep: bool,
}

impl Item {
    /// Whether it has the shape of a move.
    pub(super) fn is_move(&self) -> bool {
        matches!(self.what, What::Move(_))
    }

    /// The move number that it is.
    pub(super) fn number(&self) -> Option<u16> {
        match self.what {
            What::Number { number, .. } => Some(number),
            _ => None,
        }
    }

    /// Whether another one is glued to its end.
    pub(super) fn meets(&self, next: &Item) -> bool {
        (self.line, self.end) == (next.line, next.start)
    }
}

/// What a thing on a line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::read) enum What {
    /// What could be a move number.
    Number {
        number: u16,
        /// Dots or a dash stand for White's move.
        black: bool,
        /// A point or bracket shows that it is a move number.
        sure: bool,
    },
    Move(Kind),
    /// `...`, standing for a move of the other side.
    Dots,
    /// Prose, so many words of it.
    Words(u16),
    /// A word that could as well be a damaged move.
    Token,
    Result(Option<GameResult>),
    /// A bracket that opens, and one that closes.
    Open(char),
    Close(char),
    /// Two or more blanks, a tab or a rule: a column ends.
    Gap,
    /// `,`, `;` and other signs between moves.
    Sign,
}

/// A line, or a part of one in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::read) struct Span {
    pub(in crate::read) line: usize,
    pub(in crate::read) start: usize,
    pub(in crate::read) end: usize,
}

/// The text as items.
#[derive(Debug)]
pub(in crate::read) struct Items<'a> {
    pub(in crate::read) lines: Vec<&'a str>,
    pub(in crate::read) items: Vec<Item>,
    /// For each line the index of its first item; one more at the end.
    pub(in crate::read) first: Vec<usize>,
    /// For each line the index of its line in the text, and the characters before it there.
    origin: Vec<(u32, u32)>,
    /// For each line the number that those around it tell.
    told: Vec<Option<columns::Told>>,
    /// Place behind which nothing was looked at, where the text holds too much.
    pub(in crate::read) cut: Option<Place>,
    /// The position from which its games begin, where that is not the usual one.
    pub(in crate::read) start: Option<Chess>,
    /// Number of the first line, from 1.
    line: u32,
}

impl<'a> Items<'a> {
    /// Takes a text apart; `line` is the number of its first line, from 1.
    pub(in crate::read) fn new(text: &'a str, line: u32) -> Items<'a> {
        let parts = columns::ordered(text).unwrap_or_else(|| columns::lines(text));
        let mut items = Items::of_parts(&parts, line);
        if let Some(close) = items.close(&parts) {
            items = Items::of_parts(&close, line);
        }
        if items.cut.is_none() && text.lines().nth(columns::MAX_LINES).is_some() {
            let lines = u32::try_from(columns::MAX_LINES).unwrap_or(u32::MAX);
            items.cut =
                Some(Place { line: line.saturating_add(lines), column: 1, ..Place::default() });
        }
        items
    }

    /// The lines without the blank ones, where one stands between any two and hardly any prose, so
    /// that it parts nothing.
    fn close(&self, parts: &[columns::Part<'a>]) -> Option<Vec<columns::Part<'a>>> {
        let filled = |part: &&columns::Part| !part.text.trim().is_empty();
        let own: Vec<columns::Part> = parts.iter().filter(filled).copied().collect();
        let apart = own.windows(2).filter(|pair| pair[0].line + 2 == pair[1].line).count();
        let prose = || self.items.iter().filter(|item| words_of(item) >= PROSE).count();
        let spaced = own.len() >= SPACED && apart + 1 + own.len() / 8 >= own.len();
        (spaced && prose() <= own.len() / 4).then_some(own)
    }

    /// The items of lines, or parts of lines, in the order given.
    fn of_parts(parts: &[columns::Part<'a>], line: u32) -> Items<'a> {
        let lines: Vec<&str> = parts.iter().map(|part| part.text).collect();
        let origin: Vec<(u32, u32)> = parts.iter().map(|part| (part.line, part.before)).collect();
        let mut items = Vec::new();
        let mut first = Vec::with_capacity(lines.len() + 1);
        let mut cut = None;
        for (part, index) in parts.iter().zip(0_u32..) {
            first.push(items.len());
            let mut reader = Line::new(index, &mut items);
            reader.told(part.told);
            if cut.is_none() && !reader.read(part.text) {
                let column = reader.column().saturating_add(part.before);
                let line = line.saturating_add(part.line);
                cut = Some(Place { line, column, ..Place::default() });
            }
        }
        first.push(items.len());
        ranks::give(&lines, &mut items);
        brackets::mark(&mut items, |line| is_blank(&lines, line));
        let told = parts.iter().map(|part| part.told).collect();
        let items = Items { lines, items, first, origin, told, cut, start: None, line };
        let items = footnotes::removed(items);
        let mut items = dashless::joined(digits::joined(parted::joined(parted::unglued(items))));
        variations::mark(&mut items);
        items
    }

    /// The same text with parts of its lines as lines, in another order.
    pub(super) fn in_order(&self, spans: &[Span]) -> Items<'a> {
        // Characters before a byte of a line are counted from the span before, on a line that is
        // as long as a book.
        let mut last = (usize::MAX, 0, 0_usize);
        let parts = spans.iter().filter_map(|span| {
            let text = *self.lines.get(span.line)?;
            let (line, before) = *self.origin.get(span.line)?;
            let (_, byte, chars) = if last.0 == span.line { last } else { (span.line, 0, 0) };
            let ahead = text.get(byte..span.start.max(byte))?.chars().count();
            let back = text.get(span.start.min(byte)..byte)?.chars().count();
            let chars = (chars + ahead).saturating_sub(back);
            last = (span.line, span.start, chars);
            let before = before.saturating_add(u32::try_from(chars).unwrap_or(u32::MAX));
            let told = self.told.get(span.line).copied()?.filter(|_| span.start == 0);
            Some(columns::Part { text: text.get(span.start..span.end)?, line, before, told })
        });
        let found = Items::of_parts(&parts.collect::<Vec<_>>(), self.line);
        Items { cut: self.cut.or(found.cut), ..found }
    }

    /// The same text with other items in place of some, whose ranges follow one another.
    pub(super) fn replaced(&self, stretches: &[(Range<usize>, Vec<Item>)]) -> Items<'a> {
        let mut items = Vec::with_capacity(self.items.len());
        let mut from = 0;
        for (range, new) in stretches {
            items.extend(&self.items[from..range.start]);
            items.extend(new);
            from = range.end;
        }
        items.extend(&self.items[from..]);
        let lines = 0..=u32::try_from(self.lines.len()).unwrap_or(u32::MAX);
        let first = lines.map(|line| items.partition_point(|item: &Item| item.line < line));
        Items {
            start: self.start.clone(),
            lines: self.lines.clone(),
            first: first.collect(),
            origin: self.origin.clone(),
            told: self.told.clone(),
            items,
            ..*self
        }
    }

    /// What stands before an item on its line, without the blanks at the end.
    pub(super) fn before(&self, item: &Item) -> &'a str {
        let line = self.lines.get(item.line as usize);
        line.and_then(|text| text.get(..item.start as usize)).unwrap_or_default().trim_end()
    }

    /// The text of an item.
    pub(in crate::read) fn text(&self, item: &Item) -> &'a str {
        self.span(item, item)
    }

    /// Whether an item has letters alone.
    pub(in crate::read) fn is_letters(&self, item: &Item) -> bool {
        self.text(item).chars().all(char::is_alphabetic)
    }

    /// The text from one item to another on the same line.
    pub(in crate::read) fn span(&self, from: &Item, to: &Item) -> &'a str {
        let line = self.lines.get(from.line as usize).copied().unwrap_or("");
        let end = if to.line == from.line { to.end as usize } else { line.len() };
        line.get(from.start as usize..end).unwrap_or("").trim()
    }

    /// Where an item stands in the input.
    pub(in crate::read) fn place(&self, item: &Item) -> Place {
        self.place_of(item.line as usize, item.column)
    }

    /// The place of a column of a line, the column counted from 1.
    fn place_of(&self, line: usize, column: u32) -> Place {
        let (own, before) = self.origin.get(line).copied().unwrap_or_default();
        let (line, column) = (self.line.saturating_add(own), column.saturating_add(before));
        Place { line, column, ..Place::default() }
    }

    /// The place of a byte of a line, both counted from 0.
    pub(super) fn place_at(&self, line: usize, byte: usize) -> Place {
        let before = self.lines.get(line).and_then(|text| text.get(..byte)).unwrap_or("");
        self.place_of(line, u32::try_from(before.chars().count() + 1).unwrap_or(u32::MAX))
    }

    /// Items of a line.
    pub(super) fn of_line(&self, line: usize) -> &[Item] {
        match (self.first.get(line), self.first.get(line + 1)) {
            (Some(&from), Some(&to)) => &self.items[from..to],
            _ => &[],
        }
    }

    /// Whether a blank line stands between two lines.
    pub(super) fn are_apart(&self, above: u32, below: u32) -> bool {
        (above + 1..below).any(|line| self.is_blank(line as usize))
    }

    /// Whether nothing stands on a line.
    pub(in crate::read) fn is_blank(&self, line: usize) -> bool {
        is_blank(&self.lines, line)
    }
}

fn is_blank(lines: &[&str], line: usize) -> bool {
    lines.get(line).is_none_or(|line| line.trim().is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blank_lines_between_all_lines_part_nothing() {
        let lines = |text: &str| Items::new(text, 1).lines.len();
        let text = "1.e4 e5 2.Nf3\n\nNc6 3.Bb5 a6\n\n4.Ba4 Nf6 5.0-0\n\nBe7 6.Re1 b5\n\n7.Bb3 d6 8.c3\n\n0-0";
        assert_eq!(lines(text), 6);
        let items = Items::new(text, 1);
        assert_eq!(items.place(items.items.last().expect("an item")).line, 11);
        // Paragraphs of a page, and sentences between the moves.
        assert_eq!(lines(&text.replace("4.Ba4", "\n\n4.Ba4").replace("6.Re1", "\n\n6.Re1")), 15);
        assert_eq!(lines(&text.replace("Nc6 3", "and now Black has to think hard 3")), 6);
        let prose = text.replace("\n\n", "\n\nHe plays for the centre of the board.\n\n");
        assert!(lines(&prose) > 20);
    }

    #[test]
    fn places_count_characters_from_one() {
        let items = Items::new("é e4\n♘f3", 5);
        let places: Vec<Place> = items.items.iter().map(|i| items.place(i)).collect();
        assert_eq!(places.last(), Some(&Place { line: 6, column: 1, ..Place::default() }));
        assert_eq!(places[places.len() - 2], Place { line: 5, column: 3, ..Place::default() });
    }
}
