//! A text that was taken out of another one, and where each part of it stood there.

use std::{collections::BTreeMap, ops::Range};

use shakmaty::Chess;

use crate::record::{Entry, Place, Record};

/// A text made of parts of another one, and of what is put between them.
#[derive(Debug)]
pub(super) struct View<'a> {
    source: &'a str,
    text: String,
    /// Byte of the source up to which it was copied or left out.
    done: usize,
    /// Characters of the line that is being written.
    column: u32,
    /// By line, the columns at which something of the source begins, from 1, and its byte there.
    lines: Vec<Vec<(u32, usize)>>,
    /// By line, words that are written otherwise, with their columns and their bytes in the source.
    instead: BTreeMap<u32, Vec<(String, u32, Range<usize>)>>,
    /// Lines, from 0, and bytes at which texts begin that have nothing to do with those before.
    texts: Vec<(u32, usize)>,
    /// The positions from which some of these begin, by their index.
    starts: Vec<(usize, Chess)>,
    /// What of it is in bold, by its bytes; the last part may still be open.
    bold: Vec<Range<usize>>,
    is_bold: bool,
}

impl<'a> View<'a> {
    pub(super) fn new(source: &'a str) -> View<'a> {
        View {
            source,
            text: String::new(),
            done: 0,
            column: 0,
            lines: vec![Vec::new()],
            instead: BTreeMap::new(),
            texts: Vec::new(),
            starts: Vec::new(),
            bold: Vec::new(),
            is_bold: false,
        }
    }

    /// What is written so far.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// The lines written so far that are not blank, in one.
    #[cfg(test)]
    pub(super) fn shown(&self) -> String {
        let lines = self.text.lines().map(str::trim).filter(|line| !line.is_empty());
        lines.collect::<Vec<_>>().join("|")
    }

    /// Writes a text that stands for what begins at a byte of the source.
    pub(super) fn put(&mut self, text: &str, at: usize) {
        for (index, line) in text.split('\n').enumerate() {
            if index > 0 {
                self.text.push('\n');
                self.column = 0;
                self.lines.push(Vec::new());
            }
            if let Some(marks) = self.lines.last_mut().filter(|_| !line.is_empty()) {
                marks.push((self.column.saturating_add(1), at));
            }
            self.text.push_str(line);
            let width = u32::try_from(line.chars().count()).unwrap_or(u32::MAX);
            self.column = self.column.saturating_add(width);
        }
    }

    /// Writes a word for a part of the source, by its bytes, as which entries have it again.
    pub(super) fn put_for(&mut self, word: &str, part: Range<usize>) {
        let line = u32::try_from(self.lines.len()).unwrap_or(u32::MAX);
        let column = self.column.saturating_add(1);
        self.put(word, part.start);
        self.instead.entry(line).or_default().push((word.to_owned(), column, part));
    }

    /// Writes moves with numbers before them; each stands for what begins at a byte of the source.
    pub(super) fn put_moves<'b>(
        &mut self,
        moves: impl IntoIterator<Item = (&'b str, usize)>,
        black: bool,
    ) {
        for (ply, (text, at)) in (usize::from(black)..).zip(moves) {
            let number = match ply % 2 {
                0 => format!("{}. ", ply / 2 + 1),
                _ if ply == 1 && black => "1... ".to_owned(),
                _ => String::new(),
            };
            self.put(&number, at);
            self.put(text, at);
            self.put(" ", at);
        }
    }

    /// Copies a part of the source, by its bytes.
    pub(super) fn copy(&mut self, from: usize, to: usize) {
        let mut at = from;
        for line in self.source[from..to].split_inclusive('\n') {
            self.put(line, at);
            at += line.len();
        }
    }

    /// Copies the source up to a byte, from where it was copied or left out so far.
    pub(super) fn up_to(&mut self, at: usize) {
        self.copy(self.done, at.max(self.done));
        self.done = self.done.max(at);
    }

    /// Leaves the source out up to a byte.
    pub(super) fn pass(&mut self, to: usize) {
        self.done = to;
    }

    /// The view with the rest of the source.
    pub(super) fn with_rest(mut self) -> View<'a> {
        self.up_to(self.source.len());
        self
    }

    /// Writes a blank or the end of a line, unless one stands there.
    pub(super) fn part(&mut self, sign: char) {
        let parted = |c: char| c == '\n' || c.is_whitespace() && sign == ' ';
        if !self.text.is_empty() && !self.text.ends_with(parted) {
            self.put(sign.encode_utf8(&mut [0; 4]), self.source.len());
        }
    }

    /// Begins a text of its own, which has nothing to do with what is written so far.
    pub(super) fn begin(&mut self) {
        self.part('\n');
        let line = u32::try_from(self.lines.len() - 1).unwrap_or(u32::MAX);
        self.texts.push((line, self.text.len()));
    }

    /// The same for a text whose first game begins from a position.
    pub(super) fn begin_from(&mut self, start: Chess) {
        self.starts.push((self.texts.len(), start));
        self.begin();
    }

    /// The position from which the first game of a text begins, by its index.
    pub(super) fn start(&self, index: usize) -> Option<&Chess> {
        self.starts.iter().find(|(own, _)| *own == index).map(|(_, start)| start)
    }

    /// The texts that are written so far, with the lines before them; one where none was begun.
    pub(super) fn texts(&self) -> Vec<(&str, u32)> {
        let Some((first, behind)) = self.texts.split_first() else {
            return vec![(self.text.as_str(), 0)];
        };
        let ends = behind.iter().map(|(_, at)| *at).chain([self.text.len()]);
        let begun = std::iter::once(first).chain(behind);
        begun.zip(ends).map(|(&(line, at), end)| (&self.text[at..end], line)).collect()
    }

    /// Says whether what is written next is in bold.
    pub(super) fn set_bold(&mut self, is_bold: bool) {
        let at = self.text.len();
        match self.bold.last_mut() {
            Some(open) if self.is_bold => open.end = at,
            _ if is_bold => self.bold.push(at..at),
            _ => {}
        }
        self.is_bold = is_bold;
    }

    /// What is in bold, by its bytes.
    pub(super) fn bold(&self) -> &[Range<usize>] {
        &self.bold
    }

    /// What is written, and what of it is in bold.
    pub(super) fn into_parts(self) -> (String, Vec<Range<usize>>) {
        (self.text, self.bold)
    }

    /// Gives records that were read from the view, whose first line is 1, the places of the
    /// source, whose first line has the number `line`.
    pub(super) fn restore(&self, games: &mut [Record], line: u32) {
        let known = Places::new(self.source, line);
        let restore = |place: &mut Place| {
            if let Some(found) = self.offset(place).map(|(at, more)| known.of(at, more)) {
                (place.line, place.column) = found;
            }
        };
        for game in games.iter_mut() {
            let entries = game.sheets.iter_mut().flat_map(|sheet| &mut sheet.entries);
            entries.for_each(|entry| self.respell(entry));
        }
        games.iter_mut().flat_map(places).for_each(restore);
    }

    /// Writes the text of an entry as it stands in the source.
    fn respell(&self, entry: &mut Entry) {
        let Place { line, column, .. } = entry.place;
        let words = self.instead.get(&line).map_or(&[][..], Vec::as_slice);
        for reading in &mut entry.readings {
            let own = words.iter().filter(|(word, ..)| reading.text.starts_with(word.as_str()));
            // In a table the columns are those of its cells.
            if let Some((word, _, part)) = own.min_by_key(|(_, at, _)| at.abs_diff(column)) {
                let behind = &reading.text[word.len()..];
                reading.text = format!("{}{behind}", &self.source[part.clone()]);
            }
        }
    }

    /// The byte of the source at which the part begins in which a place is, and how many
    /// characters it is behind that.
    fn offset(&self, place: &Place) -> Option<(usize, u32)> {
        let marks = self.lines.get(place.line.checked_sub(1)? as usize)?;
        let at = marks.partition_point(|(column, _)| *column <= place.column);
        let (column, byte) = marks.get(at.saturating_sub(1))?;
        Some((*byte, place.column.saturating_sub(*column)))
    }
}

/// The places of a record.
fn places(game: &mut Record) -> impl Iterator<Item = &mut Place> {
    let entries = game.sheets.iter_mut().flat_map(|sheet| &mut sheet.entries);
    let remarks = game.remarks.iter_mut().map(|remark| &mut remark.place);
    entries.map(|entry| &mut entry.place).chain(remarks)
}

/// Moves the places of records so many lines down.
pub(super) fn move_down(games: &mut [Record], lines: u32) {
    let places = games.iter_mut().flat_map(places);
    places.for_each(|place| place.line = place.line.saturating_add(lines));
}

/// Tells lines and columns of bytes.
struct Places<'a> {
    source: &'a str,
    /// Bytes at which lines begin.
    starts: Vec<usize>,
    /// Characters before each [`STRIDE`] of bytes, so that long lines are not counted anew.
    passed: Vec<usize>,
    first: u32,
}

/// Bytes between those whose characters before them are kept.
const STRIDE: usize = 1024;

/// How many characters begin in a part of a text.
fn characters(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&byte| byte & 0xC0 != 0x80).count()
}

impl Places<'_> {
    fn new(source: &str, first: u32) -> Places<'_> {
        let behind = source.match_indices('\n').map(|(at, _)| at + 1);
        let starts = std::iter::once(0).chain(behind).collect();
        let mut passed = vec![0];
        for part in source.as_bytes().chunks(STRIDE) {
            passed.push(passed[passed.len() - 1] + characters(part));
        }
        Places { source, starts, passed, first }
    }

    /// How many characters stand before a byte.
    fn before(&self, byte: usize) -> usize {
        let known = (byte / STRIDE).min(self.passed.len() - 1);
        let rest = self.source.as_bytes().get(known * STRIDE..byte).unwrap_or_default();
        self.passed[known] + characters(rest)
    }

    /// Line and column, from 1, of what is `more` characters behind a byte.
    fn of(&self, byte: usize, more: u32) -> (u32, u32) {
        let line = self.starts.partition_point(|start| *start <= byte).saturating_sub(1);
        let passed = self.before(byte).saturating_sub(self.before(self.starts[line]));
        let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        (
            self.first.saturating_add(number(line)),
            number(passed).saturating_add(more).saturating_add(1),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_of_long_lines_are_counted() {
        let source = format!("{}\n{}e4", "é".repeat(3_000), "ab—".repeat(2_000));
        let places = Places::new(&source, 1);
        for (byte, want) in [
            (0, (1, 1)),
            (5_998, (1, 3_000)),
            (6_001, (2, 1)),
            (16_001, (2, 6_001)),
            (16_002, (2, 6_002)),
        ] {
            assert_eq!(places.of(byte, 0), want, "{byte}");
        }
    }

    #[test]
    fn places_are_those_of_the_source() {
        let source = "é|e4|\n|d5|";
        let mut view = View::new(source);
        view.copy(3, 5);
        view.part(' ');
        view.part(' ');
        view.copy(8, 10);
        view.put("\n1. ", 0);
        assert_eq!(view.text(), "e4 d5\n1. ");
        let at = |line, column| Entry {
            place: Place { line, column, ..Place::default() },
            ..Entry::default()
        };
        let entries = vec![at(1, 1), at(1, 4), at(1, 5), at(2, 1)];
        let mut games = vec![Record { sheets: crate::read::printed(entries), ..Record::default() }];
        view.restore(&mut games, 7);
        let places: Vec<_> =
            games[0].sheets[0].entries.iter().map(|e| (e.place.line, e.place.column)).collect();
        assert_eq!(places, [(7, 3), (8, 2), (8, 3), (7, 1)]);
    }
}
