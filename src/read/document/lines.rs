//! The lines of a document as they are written, those of tables and text boxes at their places.
//!
//! A row of a table is one line, with tabs between its cells. Where cells have many paragraphs, the
//! row is one of columns: as many in each are rows of their own (the numbers, all of White's moves,
//! all of Black's); otherwise the cells stand side by side only for looks, and are read one after
//! another.

use std::ops::Range;

use super::{Document, Look};
use crate::read::{encoding, shape::scan, table};

/// Most paragraphs of a cell that is one of a row: a move and a remark or a time on it.
const FEW: usize = 3;
/// Most cells that one may stand for, as many as a row can have in Word.
const MOST_SPANNED: u32 = 63;
/// Most lines that are read; a book of a thousand pages has fifty thousand.
const MAX_LINES: usize = 2_000_000;
/// Most bytes of text that are read: an element may stand for many blanks.
const MAX_TEXT: usize = 128 * 1024 * 1024;

/// Writes the lines of a document.
#[derive(Debug, Default)]
pub(super) struct Lines {
    /// What lines go to, the innermost last: the document, which is never closed, cells of tables
    /// and text boxes.
    document: Flow,
    inner: Vec<Flow>,
    /// The cells of the rows that are open, the innermost last.
    rows: Vec<Vec<Vec<Line>>>,
    /// Lines and rows that have ended, and bytes that are written.
    count: usize,
    size: usize,
}

/// Lines one below another.
#[derive(Debug, Default)]
struct Flow {
    done: Vec<Line>,
    open: Line,
    /// Text boxes that stand at the open line.
    beside: Vec<Line>,
    struck: bool,
    /// The number that a list gives to the open line.
    number: Option<String>,
}

#[derive(Debug, Default, Clone, PartialEq, Eq)]
struct Line {
    text: String,
    bold: Vec<Range<usize>>,
}

impl Line {
    fn push(&mut self, text: &str, is_bold: bool) {
        let from = self.text.len();
        self.text.push_str(text);
        let part = from..self.text.len();
        match self.bold.last_mut() {
            Some(last) if is_bold && last.end == from => last.end = part.end,
            _ if is_bold && !part.is_empty() => self.bold.push(part),
            _ => {}
        }
    }

    fn append(&mut self, other: &Line) {
        other.parts().into_iter().for_each(|(text, is_bold)| self.push(text, is_bold));
    }

    /// The parts of the line, and whether each is in bold.
    fn parts(&self) -> Vec<(&str, bool)> {
        let mut parts = Vec::new();
        let mut done = 0;
        for part in &self.bold {
            parts.push((&self.text[done..part.start], false));
            parts.push((&self.text[part.clone()], true));
            done = part.end;
        }
        parts.push((&self.text[done..], false));
        parts
    }

    fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }

    /// The line with the usual blanks and letters, as every text is read.
    fn plain(&self) -> Line {
        let mut line = Line::default();
        for (text, is_bold) in self.parts() {
            line.push(&encoding::plain(text.to_owned()), is_bold);
        }
        line
    }
}

impl Flow {
    fn put(&mut self, text: &str, look: Look) {
        if !text.trim().is_empty() && look.struck != self.struck {
            self.strike(look.struck);
        }
        self.open.push(text, look.bold);
    }

    /// Begins or ends what is struck out.
    fn strike(&mut self, struck: bool) {
        let blank = self.open.text.ends_with(char::is_whitespace);
        let sign = match (struck, blank) {
            (true, _) => "(",
            (false, true) => ") ",
            (false, false) => ")",
        };
        self.open.push(sign, false);
        self.struck = struck;
    }

    fn end_line(&mut self) {
        if self.struck {
            self.strike(false);
        }
        let mut line = std::mem::take(&mut self.open);
        if let Some(number) = self.number.take().filter(|_| scan::begins_row(&line.text)) {
            let mut numbered = Line::default();
            let is_bold = line.bold.first().is_some_and(|part| part.start == 0);
            numbered.push(&format!("{number} "), is_bold);
            numbered.append(&line);
            line = numbered;
        }
        self.done.push(line);
        self.done.append(&mut self.beside);
    }

    /// All lines, the open one too if anything stands on it.
    fn close(mut self) -> Vec<Line> {
        if !self.open.text.is_empty() || !self.beside.is_empty() {
            self.end_line();
        }
        self.done
    }
}

impl Lines {
    fn flow(&mut self) -> &mut Flow {
        self.inner.last_mut().unwrap_or(&mut self.document)
    }

    /// Writes a text on the open line.
    pub(super) fn put(&mut self, text: &str, look: Look) {
        if !look.hidden && !self.is_full() {
            self.size += text.len();
            self.flow().put(text, look);
        }
    }

    /// Says which number a list gives to the open line. It is written where a move follows:
    /// headings and notes have numbers of another kind.
    pub(super) fn number(&mut self, number: Option<String>) {
        self.flow().number = number;
    }

    /// What stands on the open line.
    pub(super) fn open_line(&self) -> &str {
        &self.inner.last().unwrap_or(&self.document).open.text
    }

    /// Ends the open line.
    pub(super) fn end_line(&mut self) {
        if !self.is_full() {
            self.flow().end_line();
            self.count += 1;
        }
    }

    fn is_full(&self) -> bool {
        self.count >= MAX_LINES || self.size >= MAX_TEXT
    }

    /// Begins a text box; what is written goes into it until it ends.
    pub(super) fn open_box(&mut self) {
        self.inner.push(Flow::default());
    }

    /// Ends a text box.
    pub(super) fn close_box(&mut self) {
        let lines = self.inner.pop().map(Flow::close).unwrap_or_default();
        self.flow().beside.extend(lines);
    }

    /// Begins a row of a table.
    pub(super) fn open_row(&mut self) {
        self.rows.push(Vec::new());
    }

    /// Begins a cell of a row.
    pub(super) fn open_cell(&mut self) {
        self.inner.push(Flow::default());
    }

    /// Ends a cell, which takes the place of so many.
    pub(super) fn close_cell(&mut self, spanned: u32) {
        let mut lines = self.inner.pop().map(Flow::close).unwrap_or_default();
        match self.rows.last_mut() {
            Some(row) => {
                row.push(lines);
                if row.len() < table::MAX_CELLS {
                    row.extend((1..spanned.min(MOST_SPANNED)).map(|_| Vec::new()));
                }
            }
            None => self.flow().done.append(&mut lines),
        }
    }

    /// Ends a row.
    pub(super) fn close_row(&mut self) {
        let mut lines = self.rows.pop().map(of_row).unwrap_or_default();
        if !self.is_full() {
            self.flow().done.append(&mut lines);
            self.count += 1;
        }
    }

    /// All lines.
    pub(super) fn finish(mut self) -> Document {
        let is_full = self.is_full();
        while let Some(flow) = self.inner.pop() {
            self.flow().done.extend(flow.close());
        }
        let mut whole = Line::default();
        for line in self.document.close() {
            whole.append(&line.plain());
            whole.push("\n", false);
        }
        let mut troubles = Vec::new();
        if is_full {
            troubles.push(format!(
                "only the first {MAX_LINES} lines or {} MB of text are read; split the document",
                MAX_TEXT >> 20
            ));
        }
        Document { text: whole.text, bold: whole.bold, troubles }
    }
}

/// The lines of a row of these cells.
fn of_row(mut cells: Vec<Vec<Line>>) -> Vec<Line> {
    for cell in &mut cells {
        cell.truncate(cell.iter().rposition(|line| !line.is_blank()).map_or(0, |last| last + 1));
        let blank = cell.iter().take_while(|line| line.is_blank()).count();
        cell.drain(..blank);
    }
    let height = cells.iter().map(Vec::len).max().unwrap_or(0);
    let filled: Vec<&Vec<Line>> = cells.iter().filter(|cell| !cell.is_empty()).collect();
    if height <= 1 {
        return vec![joined(cells.iter().map(|cell| cell.first()))];
    }
    // Rows of another table, or the columns of one that was made with tabs.
    let apart = cells.iter().flatten().any(|line| line.text.contains('\t'));
    // Black may not have had the last move.
    let is_column =
        |cell: &Vec<Line>| cell.len() == height || height > FEW && cell.len() + 1 == height;
    if filled.len() > 1 && !apart && filled.iter().all(|cell| is_column(cell)) {
        return (0..height).map(|at| joined(cells.iter().map(|cell| cell.get(at)))).collect();
    }
    if filled.len() > 1 && !apart && height <= FEW {
        let whole: Vec<Line> = cells.iter().map(|cell| glued(cell)).collect();
        return vec![joined(whole.iter().map(Some))];
    }
    let mut lines = Vec::new();
    for mut cell in cells.into_iter().filter(|cell| !cell.is_empty()) {
        if !lines.is_empty() {
            lines.push(Line::default());
        }
        lines.append(&mut cell);
    }
    lines
}

/// A line of cells, without the empty ones at its end.
fn joined<'a>(cells: impl Iterator<Item = Option<&'a Line>>) -> Line {
    let mut line = Line::default();
    let mut tabs = 0;
    for cell in cells {
        if let Some(cell) = cell.filter(|cell| !cell.is_blank()) {
            line.push(&"\t".repeat(tabs), false);
            line.append(cell);
            tabs = 0;
        }
        tabs += 1;
    }
    line
}

/// The lines of a cell as one.
fn glued(cell: &[Line]) -> Line {
    let mut whole = Line::default();
    for line in cell.iter().filter(|line| !line.is_blank()) {
        if !whole.text.is_empty() {
            whole.push(" ", false);
        }
        whole.append(line);
    }
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOLD: Look = Look { bold: true, struck: false, hidden: false };
    const STRUCK: Look = Look { bold: false, struck: true, hidden: false };

    /// The lines of a row, each cell of it with its paragraphs parted by `/`.
    fn row(cells: &[&str]) -> String {
        let mut lines = Lines::default();
        lines.open_row();
        for cell in cells {
            lines.open_cell();
            for line in cell.split('/') {
                lines.put(line, Look::default());
                lines.end_line();
            }
            lines.close_cell(1);
        }
        lines.close_row();
        lines.finish().text.trim_end().replace('\t', "|")
    }

    fn bold(document: &Document) -> Vec<&str> {
        document.bold.iter().map(|part| &document.text[part.clone()]).collect()
    }

    #[test]
    fn cells_stand_side_by_side() {
        for (cells, want) in [
            (&["1", "e4", "e5"][..], "1|e4|e5"),
            (&["1", "", "e5", ""], "1||e5"),
            (&["", ""], ""),
            // A remark or a time below a move.
            (&["1", "e4", "e5/0:12"], "1|e4|e5 0:12"),
            (&["1", "/e4//", "e5"], "1|e4|e5"),
            // Columns, the last with a move less.
            (&["e4/Nf3", "e5/Nc6"], "e4|e5\nNf3|Nc6"),
            (&["1/2/3/4", "e4/Nf3/Bb5/Ba4", "e5/Nc6/a6"], "1|e4|e5\n2|Nf3|Nc6\n3|Bb5|a6\n4|Ba4"),
            // Texts that are beside one another only for looks.
            (
                &["1. e4/2. d4/3. c4/4. b4", "A note/on it"],
                "1. e4\n2. d4\n3. c4\n4. b4\n\nA note\non it",
            ),
            (&["1.\te4/2.\td4", "1.\tc4/2.\tb4"], "1.|e4\n2.|d4\n\n1.|c4\n2.|b4"),
            (&["", "1. e4/2. d4"], "1. e4\n2. d4"),
        ] {
            assert_eq!(row(cells), want, "{cells:?}");
        }
    }

    #[test]
    fn a_cell_may_take_the_place_of_others() {
        let mut lines = Lines::default();
        lines.open_row();
        for (text, spanned) in [("a", 2), ("b", u32::MAX), ("c", 1)] {
            lines.open_cell();
            lines.put(text, Look::default());
            lines.close_cell(spanned);
        }
        lines.close_row();
        assert_eq!(lines.finish().text, format!("a\t\tb{}c\n", "\t".repeat(63)));
    }

    #[test]
    fn tables_in_tables_and_boxes_are_at_their_places() {
        let mut lines = Lines::default();
        lines.put("before", Look::default());
        lines.open_box();
        lines.put("in the box", Look::default());
        lines.close_box();
        lines.put(" and behind", Look::default());
        lines.end_line();
        lines.open_row();
        lines.open_cell();
        for text in ["e4", "Nf3"] {
            lines.open_row();
            for text in [text, "x"] {
                lines.open_cell();
                lines.put(text, Look::default());
                lines.close_cell(1);
            }
            lines.close_row();
        }
        lines.close_cell(1);
        lines.close_row();
        assert_eq!(lines.finish().text, "before and behind\nin the box\ne4\tx\nNf3\tx\n");
    }

    #[test]
    fn what_ends_too_early_is_kept() {
        let mut lines = Lines::default();
        lines.open_row();
        lines.open_cell();
        lines.open_box();
        lines.put("x", Look::default());
        assert_eq!(lines.finish().text, "x\n");
        let mut lines = Lines::default();
        lines.open_cell();
        lines.put("x", Look::default());
        lines.close_cell(1);
        lines.close_row();
        lines.close_box();
        assert_eq!(lines.finish().text, "x\n");
    }

    #[test]
    fn numbers_of_lists_stand_before_moves() {
        let mut lines = Lines::default();
        for (number, text, look) in [
            ("1.", "e4 e5", Look::default()),
            ("2.", "N£3", BOLD),
            ("3.", "...Nc6", Look::default()),
            ("4.", "Introduction", Look::default()),
            ("5.", "5. Bb5", Look::default()),
            ("6.", "", Look::default()),
        ] {
            lines.number(Some(number.to_owned()));
            lines.put(text, look);
            lines.end_line();
        }
        let found = lines.finish();
        assert_eq!(found.text, "1. e4 e5\n2. N£3\n3. ...Nc6\nIntroduction\n5. Bb5\n\n");
        assert_eq!(bold(&found), ["2. N£3"]);
    }

    #[test]
    fn what_is_past_a_limit_is_not_read_and_said_so() {
        for mut lines in [
            Lines { count: MAX_LINES - 1, ..Lines::default() },
            Lines { size: MAX_TEXT - 1, ..Lines::default() },
        ] {
            for text in ["a", "b"] {
                lines.put(text, Look::default());
                lines.end_line();
            }
            let found = lines.finish();
            assert_eq!((&*found.text, found.troubles.len()), ("a\n", 1));
        }
    }

    #[test]
    fn looks_are_kept_or_written() {
        let mut lines = Lines::default();
        for (text, look) in [
            ("1.\u{a0}", Look::default()),
            ("e", BOLD),
            ("4", BOLD),
            (" ", Look::default()),
            ("d", STRUCK),
            (" ", Look::default()),
            ("5 ", STRUCK),
            ("e5", Look::default()),
            ("!", Look { hidden: true, ..Look::default() }),
        ] {
            lines.put(text, look);
        }
        lines.end_line();
        lines.put("f4", STRUCK);
        let found = lines.finish();
        assert_eq!(found.text, "1. e4 (d 5 ) e5\n(f4)\n");
        assert_eq!(bold(&found), ["e4"]);
    }
}
