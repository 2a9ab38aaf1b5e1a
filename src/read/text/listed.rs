//! Rows of a list without numbers of which a move is damaged: `t4 c5` among rows of two moves each.

use std::ops::Range;

use super::items::{Item, Items, What};

/// Fewest undamaged rows that say how many moves a row has.
const FEW: usize = 6;
/// Most moves of a row.
const WIDE: usize = 2;
/// Longest damaged move, in characters.
const LONG: usize = 8;

/// The rows of a list, all of which have as many moves.
pub(super) struct Listed {
    width: usize,
    /// From the first undamaged row to the last.
    lines: Range<usize>,
}

impl Listed {
    /// The rows among some lines, if most lines with moves are alike.
    pub(super) fn among(items: &Items, lines: Range<usize>) -> Option<Listed> {
        let rows = || lines.clone().filter_map(|line| Some((line, width(items.of_line(line))?)));
        let count = |wanted| rows().filter(|&(_, width)| width == wanted).count();
        let width = (1..=WIDE).max_by_key(|&width| count(width))?;
        let alike = count(width);
        if alike < FEW || alike * 2 < rows().count() {
            return None;
        }
        let mut alike = rows().filter(|row| row.1 == width).map(|row| row.0);
        let first = alike.next()?;
        let last = alike.next_back()?;
        Some(Listed { width, lines: first..last })
    }

    /// The bytes of the words of a line that is a damaged row.
    pub(super) fn damaged(&self, items: &Items, line: usize) -> Option<Vec<Range<usize>>> {
        let row = items.of_line(line);
        if !self.lines.contains(&line) || width(row).is_some() {
            return None;
        }
        let text = items.lines[line];
        let words = text.split_whitespace().filter(|word| word.contains(char::is_alphanumeric));
        let words: Vec<&str> = words.collect();
        // Two moves may have lost the blank between them.
        let fits = words.len() == self.width || words.len() == 1;
        let longest = if words.len() == self.width { LONG } else { self.width * LONG };
        let short = words.iter().all(|word| {
            word.chars().count() <= longest && word.contains(|c: char| c.is_alphabetic())
        });
        let told = row.iter().any(Item::is_move) || text.contains(|c: char| c.is_ascii_digit());
        let start = |word: &&str| word.as_ptr().addr() - text.as_ptr().addr();
        let span = |word: &&str| start(word)..start(word) + word.len();
        (fits && short && told).then(|| words.iter().map(span).collect())
    }
}

/// How many moves a line has that has nothing else.
fn width(row: &[Item]) -> Option<usize> {
    let moves = row.iter().filter(|item| item.is_move()).count();
    let only = row.iter().all(|item| item.is_move() || item.what == What::Gap);
    (only && (1..=WIDE).contains(&moves)).then_some(moves)
}
