//! Rows of a list without numbers of which a move is damaged: `t4 c5` among rows of two moves each.

use std::ops::Range;

use super::{
    candidates::is_blank,
    items::{Item, Items},
};
use crate::notation::may_go_on_to_square;

/// Fewest undamaged rows that say how many moves a row has.
const FEW: usize = 6;
/// Most moves of a row.
const WIDE: usize = 2;
/// Longest damaged move, in characters.
const LONG: usize = 8;
/// Fewest rows of two words of which most are damaged in some way.
const FEW_WORDS: usize = 12;

/// The rows of a list, all of which have as many moves.
pub(super) struct Listed {
    width: usize,
    /// From the first undamaged row to the last.
    lines: Range<usize>,
    /// Whether the rows are told by their words alone.
    of_words: bool,
}

impl Listed {
    /// The rows among some lines, if most lines with moves are alike.
    pub(super) fn among(items: &Items, lines: Range<usize>) -> Option<Listed> {
        let rows = || lines.clone().filter_map(|line| Some((line, width(items.of_line(line))?)));
        let count = |wanted| rows().filter(|&(_, width)| width == wanted).count();
        let width = (1..=WIDE).max_by_key(|&width| count(width))?;
        let alike = count(width);
        if alike < FEW || alike * 2 < rows().count() {
            return Listed::of_words(items, lines);
        }
        let mut alike = rows().filter(|row| row.1 == width).map(|row| row.0);
        let first = alike.next()?;
        let last = alike.next_back()?;
        Some(Listed { width, lines: first..last, of_words: false })
    }

    /// The rows among some lines, if nearly all of them have two short words and half of these at least
    /// a move: a table that has lost its numbers and much else.
    fn of_words(items: &Items, lines: Range<usize>) -> Option<Listed> {
        let is_row = |line: &usize| {
            let words: Vec<&str> = words(items.lines[*line]).collect();
            let short = |word: &&str| word.chars().count() <= LONG && !may_go_on_to_square(word);
            words.len() == WIDE && words.iter().all(short)
        };
        let has_move = |line: &usize| items.of_line(*line).iter().any(Item::is_move);
        let mut shaped = lines.clone().filter(is_row).filter(has_move);
        let first = shaped.next()?;
        let last = shaped.next_back()?;
        // In the rows at the end no move may be left whole.
        let last = (last + 1..lines.end).take_while(is_row).last().unwrap_or(last);
        let filled = (first..=last).filter(|&line| !items.is_blank(line));
        let (count, rows) = (filled.clone().count(), filled.filter(is_row));
        let rows: Vec<usize> = rows.collect();
        let moves = rows.iter().filter(|line| has_move(line)).count();
        let most = rows.len() >= FEW_WORDS && 5 * rows.len() >= 4 * count;
        let lines = first..last + 1;
        let listed = Listed { width: WIDE, lines, of_words: true };
        (most && 2 * moves >= rows.len()).then_some(listed)
    }

    /// Whether a line is a row as the others, with nothing else, or ends the text with a move less.
    pub(super) fn is_row(&self, items: &Items, line: usize) -> bool {
        let Some(width) = width(items.of_line(line)) else { return false };
        let rows = self.lines.start..=self.lines.end;
        let is_last = || (line + 1..items.lines.len()).all(|below| items.is_blank(below));
        width == self.width && rows.contains(&line) || line > self.lines.end && is_last()
    }

    /// The bytes of the words of a line that is a damaged row.
    pub(super) fn damaged(&self, items: &Items, line: usize) -> Option<Vec<Range<usize>>> {
        let row = items.of_line(line);
        let whole = width(row).is_some_and(|width| !self.of_words || width == self.width);
        if !self.lines.contains(&line) || whole {
            return None;
        }
        let text = items.lines[line];
        let words: Vec<&str> = words(text).collect();
        // Two moves may have lost the blank between them.
        let fits = words.len() == self.width || words.len() == 1;
        let longest = if words.len() == self.width { LONG } else { self.width * LONG };
        let whole = self.of_words && words.len() == self.width;
        let short = words.iter().all(|word| {
            let letters = whole || word.contains(|c: char| c.is_alphabetic());
            word.chars().count() <= longest && letters
        });
        let told =
            whole || row.iter().any(Item::is_move) || text.contains(|c: char| c.is_ascii_digit());
        let start = |word: &&str| word.as_ptr().addr() - text.as_ptr().addr();
        let span = |word: &&str| start(word)..start(word) + word.len();
        (fits && short && told).then(|| words.iter().map(span).collect())
    }
}

/// The words of a line, without signs that stand alone.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split_whitespace().filter(|word| word.contains(char::is_alphanumeric))
}

/// How many moves a line has that has nothing else.
fn width(row: &[Item]) -> Option<usize> {
    let moves = row.iter().filter(|item| item.is_move()).count();
    let only = row.iter().all(|item| item.is_move() || is_blank(item));
    (only && (1..=WIDE).contains(&moves)).then_some(moves)
}
