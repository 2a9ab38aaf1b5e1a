//! A row of a sheet, cut into the cells of its pairs of columns.

use super::{Layout, Word, is_rule, number};
use crate::read::{
    columns::{Part, Told, is_glued},
    shape::{misread, scan},
};

/// Longest number that is misread, in characters, and longest without moves behind it.
const LONG: usize = 4;
const SHORT: usize = 2;

/// What stands in one pair of columns of a row.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cell {
    /// Index of the pair, from 0.
    pub(super) column: u32,
    /// Bytes of the line: where it begins, where its moves begin, and where it ends.
    pub(super) start: usize,
    pub(super) moves: usize,
    end: usize,
    /// Whether its number is lost or misread.
    pub(super) told: bool,
}

impl Cell {
    /// It as a line of its own, if anything stands there.
    pub(super) fn part<'a>(&self, line: &Part<'a>, first: u32, layout: Layout) -> Option<Part<'a>> {
        let from = if self.told { self.moves } else { self.start };
        let length = line.text[from..self.end].trim_end_matches(is_rule).len();
        let told = Told { number: first + self.column * layout.ahead, black: false };
        let part = line.cut(from, from + length);
        let part = Part { told: if self.told { Some(told) } else { part.told }, ..part };
        (!part.text.trim().is_empty()).then_some(part)
    }
}

/// A row and the number of its first move.
pub(super) struct Row<'a> {
    pub(super) text: &'a str,
    pub(super) words: &'a [Word<'a>],
    pub(super) first: u32,
    pub(super) layout: Layout,
}

/// Where a cell begins, and where its moves do; whether its number can be read.
type Start = (usize, usize, bool);

impl Row<'_> {
    /// The cells of the row, from left to right; `own` where it begins with its number.
    pub(super) fn cells(&self, own: bool, edges: &[Option<usize>]) -> Vec<Cell> {
        let mut starts = self.numbered(own);
        let anchored = own || starts.iter().any(Option::is_some);
        starts[0] = Some(self.begins(own, anchored));
        self.fill(&mut starts, edges);
        self.split(&mut starts);
        let ends = |column: usize| {
            let next = starts[column + 1..].iter().flatten().next();
            next.map_or(self.text.len(), |start| start.0)
        };
        let cells = starts.iter().enumerate().filter_map(|(column, start)| {
            let (start, moves, read) = (*start)?;
            let end = ends(column);
            let told = !read && (column > 0 || anchored || self.is_move(moves));
            Some(Cell { column: column as u32, start, moves: moves.min(end), end, told })
        });
        // The first cell is empty where the row begins with the number of another.
        cells.filter(|cell| cell.start < cell.end).collect()
    }

    /// The cells behind the first that begin with their numbers.
    fn numbered(&self, own: bool) -> Vec<Option<Start>> {
        let mut starts: Vec<Option<Start>> = vec![None; self.layout.pairs as usize];
        let mut from = usize::from(own);
        for column in 1..self.layout.pairs {
            let wanted = Some(self.number(column));
            let is_own = |&(_, word): &Word| number(word) == wanted;
            // `42 d4 d5 42 Rd1 Rd8`: the first number is misread, not the second one.
            let again = from == 0 && self.words.iter().skip(1).any(is_own);
            from += usize::from(again);
            let at = self.words.iter().skip(from).position(is_own);
            if let Some(at) = at {
                let (offset, word) = self.words[from + at];
                starts[column as usize] = Some((offset, offset + word.len(), true));
                from += at + 1;
            }
        }
        starts
    }

    /// Begins cells where a number is misread, or at the edge of their column.
    fn fill(&self, starts: &mut [Option<Start>], edges: &[Option<usize>]) {
        for column in 1..starts.len() {
            if starts[column].is_some() {
                continue;
            }
            let (from, to) = self.room(starts, column);
            let (edge, own) = (edges.get(column).copied().flatten(), column as u32);
            let found = self.misread(own, from, to);
            starts[column] = found.or_else(|| self.below(own, edge?, from, to));
        }
    }

    /// The number of a column's cell.
    pub(super) fn number(&self, column: u32) -> u32 {
        self.first + column * self.layout.ahead
    }

    /// Where the first cell begins.
    fn begins(&self, own: bool, anchored: bool) -> Start {
        let Some(&(offset, word)) = self.words.first() else { return (0, 0, true) };
        if own { (0, offset + word.len(), true) } else { (0, self.behind(0, 0, anchored), false) }
    }

    /// Where the moves of a cell begin that begins at a word: behind that word if it may be the
    /// number, misread; where the row is surely one it may look like another.
    fn behind(&self, at: usize, column: u32, sure: bool) -> usize {
        let Some(&(offset, word)) = self.words.get(at) else { return self.text.len() };
        let wanted = self.number(column);
        if let Some(digits) = glued(word, wanted) {
            return offset + digits;
        }
        let may_be = |next: &Word| {
            let digits = word.bytes().all(|c| c.is_ascii_digit());
            let short = word.chars().count() <= LONG && !scan::is_move(word);
            short && (digits || misread::is_digits(word) && self.is_move(next.0))
        };
        let is_number = |next: &&Word| {
            let third = sure && self.is_move(next.0) && self.has_both(at + 1, column);
            misread::nearly(word, wanted)
                || sure && may_be(next)
                || third && resembles(word, wanted)
        };
        let next = self.words.get(at + 1).filter(is_number);
        next.map_or(offset, |next| next.0)
    }

    /// Whether just two words, the moves of a column, stand from one on and before the number of the
    /// next column or the end of the row.
    fn has_both(&self, at: usize, column: u32) -> bool {
        let next = (column + 1 < self.layout.pairs).then(|| self.number(column + 1));
        let rest = self.words.get(at..).unwrap_or_default();
        let ends = |&(_, word): &Word| next.is_some() && number(word) == next;
        let both = rest.iter().position(ends).unwrap_or(rest.len()) == 2;
        both && !rest[1].1.starts_with(|c: char| c.is_ascii_digit())
    }

    /// Whether a move stands at a byte.
    pub(super) fn is_move(&self, at: usize) -> bool {
        let text = self.text[at..].trim_start_matches(|c| is_rule(c) || c == '.');
        scan::begins_with_move(text)
    }

    /// The bytes between the cells that are known before and behind a column.
    fn room(&self, starts: &[Option<Start>], column: usize) -> (usize, usize) {
        let before = starts[..column].iter().rev().flatten().next();
        let behind = starts[column..].iter().flatten().next();
        (before.map_or(0, |start| start.1), behind.map_or(self.text.len(), |start| start.0))
    }

    /// The words between two bytes.
    fn between(&self, from: usize, to: usize) -> &[Word<'_>] {
        let from = self.words.partition_point(|word| word.0 < from);
        let to = self.words.partition_point(|word| word.0 < to).max(from);
        &self.words[from..to]
    }

    /// A number with a wrong digit between moves, or one that is glued to a move.
    fn misread(&self, column: u32, from: usize, to: usize) -> Option<Start> {
        let wanted = self.number(column);
        let words = self.between(from, to);
        let between_moves = words.windows(3).find(|words| {
            let [before, own, behind] = words else { return false };
            let moves = [before, behind].map(|word| scan::is_move(word.1));
            let digits = [before, behind].iter().any(|word| number(word.1).is_some());
            misread::nearly(own.1, wanted) && moves.contains(&true) && !digits
        });
        if let Some(words) = between_moves {
            return Some((words[1].0, words[2].0, false));
        }
        // Its number is glued to the move before.
        let behind_move = words.iter().find_map(|&(offset, word)| {
            let rest = word.strip_suffix(wanted.to_string().as_str())?;
            let number = offset + rest.len();
            scan::is_move(rest).then_some((number, offset + word.len(), true))
        });
        if behind_move.is_some() {
            return behind_move;
        }
        words.iter().find_map(|&(offset, word)| {
            let digits = glued(word, wanted).or(has_digits(word, wanted).then_some(word.len()))?;
            Some((offset, offset + digits, false))
        })
    }

    /// The first word of a column that begins at the same place in other rows.
    fn below(&self, column: u32, edge: usize, from: usize, to: usize) -> Option<Start> {
        let words = self.between(from, to);
        let behind = words.iter().find(|word| self.text[..word.0].chars().count() >= edge);
        behind.map(|&(offset, _)| self.start_at(offset, column))
    }

    /// A cell of a column that surely begins at a byte, with its number misread or without one.
    fn start_at(&self, offset: usize, column: u32) -> Start {
        let word = self.words.partition_point(|word| word.0 < offset);
        (offset, self.behind(word, column, true), false)
    }

    /// Begins cells without numbers behind the second move of the one before, where all that
    /// stands there are moves, two a cell; or behind wide gaps, where there are as many.
    fn split(&self, starts: &mut [Option<Start>]) {
        let mut column = 1;
        while column < starts.len() {
            let missing = starts[column..].iter().take_while(|start| start.is_none()).count();
            if missing > 0 {
                let (from, to) = self.room(starts, column);
                let found = self.moves(from, to);
                let last = column + missing == starts.len();
                // The last cells of a row may be empty, the last move of the game Black's or White's.
                let pairs = found.len().div_ceil(2);
                let fits = pairs <= missing + 1 && (last || found.len() == 2 * missing + 2);
                if missing == 1
                    && let Some(number) = self.lone_number(from, to)
                {
                    starts[column] = Some((number, to, false));
                    break;
                }
                let begin: Vec<usize> = if !found.is_empty() && fits {
                    found.chunks(2).skip(1).map(|pair| pair[0]).collect()
                } else if let Some(number) =
                    self.bare_number(from, to, column as u32).filter(|_| missing == 1)
                {
                    vec![number]
                } else {
                    Some(self.gaps(from, to))
                        .filter(|gaps| gaps.len() == missing)
                        .unwrap_or_default()
                };
                for (at, begin) in (column..).zip(begin) {
                    starts[at] = Some(self.start_at(begin, at as u32));
                }
            }
            column += missing + 1;
        }
    }

    /// Where a short word stands behind two others, and nothing behind it: what is left of a number
    /// without moves.
    fn lone_number(&self, from: usize, to: usize) -> Option<usize> {
        let [_, _, (offset, word)] = self.between(from, to) else { return None };
        let short = word.chars().count() <= SHORT && to == self.text.len();
        (short && !scan::is_move(word)).then_some(*offset)
    }

    /// Where digits, or what resembles the number of a column, stand behind two words and before one
    /// or two, between two bytes.
    fn bare_number(&self, from: usize, to: usize, column: u32) -> Option<usize> {
        let words = self.between(from, to);
        let wanted = self.number(column);
        let is_number = |&&(_, word): &&Word| {
            word.bytes().all(|c| c.is_ascii_digit())
                || resembles(word, wanted) && !scan::is_move(word)
        };
        let number = words.get(2).filter(is_number)?;
        (4..=5).contains(&words.len()).then_some(number.0)
    }

    /// Where words begin between two bytes that stand behind wide gaps.
    fn gaps(&self, from: usize, to: usize) -> Vec<usize> {
        let words = self.between(from, to);
        let behind = words.windows(2).filter_map(|words| {
            let gap = &self.text[words[0].0 + words[0].1.len()..words[1].0];
            (gap.chars().count() > 1 || gap.contains('\t')).then_some(words[1].0)
        });
        behind.collect()
    }

    /// Where the moves between two bytes begin; none where other things stand there, but for a mark
    /// where a move is lost.
    fn moves(&self, from: usize, to: usize) -> Vec<usize> {
        let text = self.text.get(from..to).unwrap_or_default();
        let chars: Vec<(usize, char)> = text.char_indices().collect();
        let text: Vec<char> = chars.iter().map(|&(_, c)| c).collect();
        let mut found = Vec::new();
        let mut at = 0;
        while let Some(&c) = text.get(at) {
            if is_rule(c) || matches!(c, ',' | ';' | '.') {
                at += 1;
                continue;
            }
            let lost = matches!(c, '—' | '-' | '…');
            let end =
                scan::move_at(&text, at).map(|own| own.end).or_else(|| lost.then_some(at + 1));
            let Some(end) = end else { return Vec::new() };
            found.push(from + chars[at].0);
            at = end;
        }
        found
    }
}

/// The digits of a number that the move of a word is glued to: `24h5`.
fn glued(word: &str, number: u32) -> Option<usize> {
    let number = number.to_string();
    let rest = word.strip_prefix(number.as_str())?.trim_start_matches('.');
    is_glued(rest).then_some(word.len() - rest.len())
}

/// Whether a word is short enough for a number and no move, or has a digit of the number in its
/// place: `Ce` for 1, `a1` for 11.
fn resembles(word: &str, number: u32) -> bool {
    let number = number.to_string();
    let same = word.bytes().zip(number.bytes()).any(|(own, wanted)| own == wanted);
    let short = word.chars().count() <= number.len() + 1;
    short && (!scan::is_move(word) || same && word.len() == number.len())
}

/// Whether a word has the digits of a number and no other letters: `3-5`, `43'`.
fn has_digits(word: &str, number: u32) -> bool {
    word.chars().filter(|c| c.is_alphanumeric()).eq(number.to_string().chars())
        && !scan::is_move(word)
}
