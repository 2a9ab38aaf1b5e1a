//! Sheets with several pairs of columns side by side, moves 1 to 30 on the left and 31 to 60 on the
//! right of the same lines:
//!
//! ```text
//! 1 e4 e5     31 Rd1 Rd8
//! 2 Nf3 Nc6   32 Rxd8+ Kxd8
//! ```
//!
//! They are told by a second number in most rows that is ahead of the first by the same count. Each
//! pair of columns is read from top to bottom. A number that is lost or misread in a row is told by
//! those around it; the cell begins where it stands, where those of other rows begin, or behind the
//! second move of the cell before.

use std::collections::BTreeMap;

use super::{Part, Told, number};
use crate::read::shape::{misread, scan};

/// Longest line that is taken for a row, in bytes.
const WIDE: usize = 200;
/// Most words of a row that are looked at.
const MAX_WORDS: usize = 32;
/// Fewest rows with a second number, and least distance of the two numbers.
const FEW: usize = 4;
const NEAR: u32 = 4;
/// Fewest rows with a third or fourth number, and most pairs of columns.
const FEW_MORE: usize = 2;
const MAX_PAIRS: u32 = 6;
/// Longest number that is misread, in characters.
const LONG: usize = 4;
/// Most lines in a row of a block whose first number does not fit.
const MISSES: usize = 4;

/// A word with its byte offset.
type Word<'a> = (usize, &'a str);

fn is_rule(c: char) -> bool {
    c.is_whitespace() || matches!(c, '|' | '¦' | '_')
}

/// The words of a row; none where a line is too long for one.
fn words(text: &str) -> Vec<Word<'_>> {
    if text.len() > WIDE {
        return Vec::new();
    }
    text.split(is_rule)
        .filter(|word| !word.is_empty())
        .map(|word| (word.as_ptr().addr() - text.as_ptr().addr(), word))
        .take(MAX_WORDS)
        .collect()
}

/// Rows that stand one below the other, their numbers going up.
struct Block {
    /// Indices of its lines: the first, and the one behind the last.
    from: usize,
    to: usize,
    /// Numbers of the rows that have one that fits, by the indices of their lines.
    numbers: BTreeMap<usize, u32>,
}

/// The block that begins at a line, if its first word is a number.
fn block(rows: &[Vec<Word>], from: usize) -> Option<Block> {
    let lead = |row: &Vec<Word>| row.first().and_then(|&(_, word)| number(word));
    // Another game begins, and no number is misread as 1.
    let begins = |index: usize| {
        (1..=3).any(|ahead| rows.get(index + ahead).and_then(lead) == Some(1 + ahead as u32))
    };
    let mut last = lead(rows.get(from)?)?;
    let mut numbers = BTreeMap::from([(from, last)]);
    let (mut to, mut misses) = (from + 1, 0);
    for (index, row) in rows.iter().enumerate().skip(from + 1) {
        if row.is_empty() {
            // Blank rows between are common, whole empty pages are not.
            if index - to > 2 * MISSES {
                break;
            }
            continue;
        }
        match lead(row) {
            Some(1) if last >= 3 && begins(index) => break,
            Some(found) if found > last && found - last <= 1 + misses + 1 => {
                numbers.insert(index, found);
                (last, to, misses) = (found, index + 1, 0);
            }
            _ => misses += 1,
        }
        if misses as usize > MISSES {
            break;
        }
    }
    Some(Block { from, to, numbers })
}

/// How the numbers of a block's columns go on.
#[derive(Debug, Clone, Copy)]
struct Layout {
    /// How far the numbers of each pair of columns are ahead of those of the pair before.
    ahead: u32,
    /// Number of pairs of columns, at least two.
    pairs: u32,
}

impl Block {
    /// Whether more rows have numbers that fit if the first is left out.
    fn begins_misread(&self, rows: &[Vec<Word>]) -> bool {
        let behind = block(rows, self.from + 1);
        behind.is_some_and(|behind| behind.numbers.len() > self.numbers.len())
    }

    /// The number of its first line, which may be one that has none.
    fn first(&self) -> u32 {
        let told = self.numbers.first_key_value();
        told.map_or(0, |(&index, &number)| number.saturating_sub((index - self.from) as u32))
    }

    /// It with the rows right above, from an index on, that have moves in two pairs of columns and
    /// no number that can be read.
    fn with_above(self, parts: &[Part], rows: &[Vec<Word>], layout: Layout, from: usize) -> Block {
        let first = self.first();
        let is_row = |&above: &usize| {
            let (index, first) = (self.from - above, first - above as u32);
            let row = Row { text: parts[index].text, words: &rows[index], first, layout };
            let cells = row.cells(false, &[]);
            cells.len() > 1 && cells.iter().take(2).all(|cell| row.is_move(cell.moves))
        };
        let most = (first as usize).saturating_sub(1).min(self.from - from);
        let above = (1..=most).take_while(is_row).count();
        Block { from: self.from - above, ..self }
    }

    /// Whether the numbers beside the first rows, so many of them, go on with that of the last row:
    /// `1 e4 e5 36 Rd1` above the row 35.
    fn goes_on(&self, rows: &[Vec<Word>], ahead: u32, count: usize) -> bool {
        let ends = [self.numbers.first_key_value(), self.numbers.last_key_value()];
        let [Some((_, &first)), Some((_, &last))] = ends else { return false };
        let beside = |(&index, &own): (&usize, &u32)| {
            rows[index].iter().skip(1).any(|&(_, word)| number(word) == Some(own + ahead))
        };
        // The number of the last row may be lost.
        let whole = (last + 1..=last + 2).contains(&(first + ahead));
        whole && self.numbers.iter().take(count).all(beside)
    }

    /// How its numbers go on, if most rows have second columns, or the first ones have where the
    /// game goes on there.
    fn layout(&self, rows: &[Vec<Word>]) -> Option<Layout> {
        let mut votes: BTreeMap<u32, usize> = BTreeMap::new();
        for (&index, &first) in &self.numbers {
            for &(_, word) in rows[index].iter().skip(1) {
                if let Some(second) = number(word)
                    && second >= first + NEAR
                {
                    *votes.entry(second - first).or_default() += 1;
                }
            }
        }
        let (&most, &count) = votes.iter().max_by_key(|&(&k, &count)| (count, u32::MAX - k))?;
        // Of three pairs of columns the third is twice as far ahead, and may be read better.
        let part = |&(&k, &n): &(&u32, &usize)| most % k == 0 && n >= FEW && n * 10 >= count * 4;
        let ahead = votes.iter().find(part).map_or(most, |(&k, _)| k);
        // Rows that hold several numbered moves, as a paragraph does, have no steps of one.
        let steps = self.numbers.values().zip(self.numbers.values().skip(1));
        let by_one = steps.filter(|&(&a, &b)| b == a + 1).count();
        let (rows_here, all) = (self.numbers.len(), self.to - self.from);
        let regular = by_one * 10 >= (rows_here - 1) * 6 && rows_here * 2 >= all;
        // The second columns of the last rows may be empty: a short game's, all but a few.
        let most_rows = count >= FEW && (count * 10 >= rows_here * 4 || count >= 8);
        let enough = most_rows || count >= FEW_MORE && self.goes_on(rows, ahead, count);
        let cells = || rows[self.from..self.to].iter().flatten();
        let moves = cells().filter(|(_, word)| scan::is_move(word)).count();
        let more = |&pair: &u32| votes.get(&(pair * ahead)).is_some_and(|&n| n >= FEW_MORE);
        let pairs = 2 + (2..MAX_PAIRS).take_while(more).count() as u32;
        let found = regular && enough && moves * 10 >= cells().count() * 3;
        found.then_some(Layout { ahead, pairs })
    }
}

/// Reads pairs of columns that stand side by side one after the other.
pub(super) fn ordered<'a>(parts: &[Part<'a>]) -> Option<Vec<Part<'a>>> {
    let rows: Vec<Vec<Word>> = parts.iter().map(|part| words(part.text)).collect();
    let mut out: Vec<Part> = Vec::new();
    let mut at = 0;
    let mut done = 0;
    while at < rows.len() {
        let Some(block) = block(&rows, at).filter(|block| !block.begins_misread(&rows)) else {
            at += 1;
            continue;
        };
        let Some(layout) = block.layout(&rows) else {
            at = block.to;
            continue;
        };
        let block = block.with_above(parts, &rows, layout, done);
        out.extend(&parts[done..block.from]);
        done = unfold(parts, &rows, &block, layout, &mut out);
        at = done;
    }
    if done == 0 {
        return None;
    }
    out.extend(&parts[done..]);
    Some(out)
}

/// Writes out the columns of a block; gives the index behind its last line.
fn unfold<'a>(
    parts: &[Part<'a>],
    rows: &[Vec<Word>],
    block: &Block,
    layout: Layout,
    out: &mut Vec<Part<'a>>,
) -> usize {
    let mut columns: Vec<Vec<Part>> = vec![Vec::new(); layout.pairs as usize];
    let edges = edges(parts, rows, block, layout);
    let mut expected = block.first();
    let mut index = block.from;
    while let Some(words) = rows.get(index) {
        if words.is_empty() && index < block.to {
            index += 1;
            continue;
        }
        let own = block.numbers.get(&index).copied();
        let row = Row { text: parts[index].text, words, first: own.unwrap_or(expected), layout };
        let cells = row.cells(own.is_some(), &edges);
        // The right columns may go on below the left ones, and the last number be misread.
        let last = cells.first().is_some_and(|cell| cell.told && row.is_move(cell.moves));
        let goes_on = |cell: &Cell| {
            cell.column > 0
                && !cell.told
                && (last || words.first().is_some_and(|w| w.0 == cell.start))
        };
        if index >= block.to && !cells.iter().any(goes_on) {
            break;
        }
        for cell in cells {
            columns[cell.column as usize].extend(cell.part(&parts[index], row.first, layout));
        }
        expected = row.first + 1;
        index += 1;
    }
    out.extend(columns.into_iter().flatten());
    index
}

/// What stands in one pair of columns of a row.
#[derive(Debug, Clone, Copy)]
struct Cell {
    /// Index of the pair, from 0.
    column: u32,
    /// Bytes of the line: where it begins, where its moves begin, and where it ends.
    start: usize,
    moves: usize,
    end: usize,
    /// Whether its number is lost or misread.
    told: bool,
}

impl Cell {
    /// It as a line of its own, if anything stands there.
    fn part<'a>(&self, line: &Part<'a>, first: u32, layout: Layout) -> Option<Part<'a>> {
        let from = if self.told { self.moves } else { self.start };
        let length = line.text[from..self.end].trim_end_matches(is_rule).len();
        let told = Told { number: first + self.column * layout.ahead, black: false };
        let part = line.cut(from, from + length);
        let part = Part { told: if self.told { Some(told) } else { part.told }, ..part };
        (!part.text.trim().is_empty()).then_some(part)
    }
}

/// A row and the number of its first move.
struct Row<'a> {
    text: &'a str,
    words: &'a [Word<'a>],
    first: u32,
    layout: Layout,
}

/// Where a cell begins, and where its moves do; whether its number can be read.
type Start = (usize, usize, bool);

impl Row<'_> {
    /// The cells of the row, from left to right; `own` where it begins with its number.
    fn cells(&self, own: bool, edges: &[Option<usize>]) -> Vec<Cell> {
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
        let anchored = own || starts.iter().any(Option::is_some);
        starts[0] = Some(self.begins(own, anchored));
        for column in 1..starts.len() {
            if starts[column].is_none() {
                let (from, to) = self.room(&starts, column);
                let (edge, own) = (edges.get(column).copied().flatten(), column as u32);
                starts[column] =
                    self.misread(own, from, to).or_else(|| self.below(own, edge?, from, to));
            }
        }
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

    fn number(&self, column: u32) -> u32 {
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
    fn is_move(&self, at: usize) -> bool {
        let chars: Vec<char> = self.text[at..].trim_start_matches(is_rule).chars().collect();
        scan::move_at(&chars, 0).is_some()
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
    let own = !rest.starts_with(|c: char| c.is_ascii_digit() && c != '0');
    (own && scan::is_move(rest)).then_some(word.len() - rest.len())
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

/// Where the columns begin, in characters, that stand straight below each other.
fn edges(parts: &[Part], rows: &[Vec<Word>], block: &Block, layout: Layout) -> Vec<Option<usize>> {
    let edge = |column: u32| {
        let mut starts: Vec<usize> = Vec::new();
        for (&index, &first) in &block.numbers {
            let wanted = Some(first + column * layout.ahead);
            let own = rows[index].iter().skip(1).find(|(_, word)| number(word) == wanted);
            starts.extend(own.map(|&(offset, _)| parts[index].text[..offset].chars().count()));
        }
        starts.sort_unstable();
        let middle = *starts.get(starts.len() / 2)?;
        let straight = starts.iter().filter(|start| start.abs_diff(middle) <= 1).count();
        (straight * 10 >= starts.len() * 9).then(|| middle.saturating_sub(1))
    };
    (0..layout.pairs).map(edge).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::columns;

    fn read(text: &str) -> Option<Vec<String>> {
        let clean = |part: &Part| {
            let text = part.text.split_whitespace().collect::<Vec<_>>().join(" ");
            part.told.map_or(text.clone(), |told| format!("{}: {text}", told.number))
        };
        Some(columns::ordered(text)?.iter().map(clean).collect())
    }

    #[test]
    fn a_last_pair_of_columns_may_have_few_rows() {
        let row = |number: u32| format!("{number} Nf{number} Ng{number}");
        let left: Vec<String> = (1..=8).map(row).collect();
        let mut rows = left.clone();
        rows[0] += " 9 Kh1 Rd8";
        rows[1] += " 10 Qe2 Qd7";
        let want = [&left[..], &["9 Kh1 Rd8".to_owned(), "10 Qe2 Qd7".to_owned()]].concat();
        assert_eq!(read(&rows.join("\n")), Some(want));
        // Two numbers that do not go on with the last row say nothing.
        assert_eq!(read(&rows[..6].join("\n")), None);
    }

    #[test]
    fn pairs_of_columns_are_read_one_after_the_other() {
        let want = [
            "White: A",
            "1 e4 e5",
            "2 Nf3 Nc6",
            "3 Bb5 a6",
            "4 Ba4 Nf6",
            "5 O-O Be7",
            "6 Re1 b5",
            "7 Bb3 d6",
            "8 c3 O-O",
            "9 h3 Na5",
            "10 Bc2 c5",
            "1-0",
        ];
        let rules = "White: A\n1 e4 e5 | 6 Re1 b5\n2 Nf3 Nc6 | 7 Bb3 d6\n3 Bb5 a6 | 8 c3 O-O\n\
            4 Ba4 Nf6 | 9 h3 Na5\n5 O-O Be7 | 10 Bc2 c5\n1-0";
        for text in [rules.to_owned(), rules.replace(" | ", "\t"), rules.replace(" | ", " ")] {
            assert_eq!(read(&text).expect("columns"), want, "{text}");
        }
        let dots = "1.e4 e5 6.Re1 b5\n2.Nf3 Nc6 7.Bb3 d6\n3.Bb5 a6 8.c3 O-O\n4.Ba4 Nf6 9.h3 Na5\n\
            5.O-O Be7\n";
        assert_eq!(read(dots).expect("columns")[4..6], ["5.O-O Be7", "6.Re1 b5"]);
    }

    #[test]
    fn a_damaged_row_and_a_longer_right_column() {
        let text = "1 e4 e5      7 Bb3 d6\n2 Nf3 Nc6    8 c3 O-O\nS Bb5 a6     9 h3 Na5\n\
            4 Ba4 Nf6    Q Bc2 c5\n5 O-O Be7   11 d4 Qc7\n6 Re1 b5    12 Nbd2 cxd4\n            \
            13 cxd4 Nc6\n\nEnd";
        let found = read(text).expect("columns");
        assert_eq!(found[2], "3: Bb5 a6");
        assert_eq!(
            found[6..],
            [
                "7 Bb3 d6",
                "8 c3 O-O",
                "9 h3 Na5",
                "10: Bc2 c5",
                "11 d4 Qc7",
                "12 Nbd2 cxd4",
                "13 cxd4 Nc6",
                "",
                "End"
            ]
        );
        let place = columns::ordered(text).expect("columns")[6];
        assert_eq!((place.line, place.before), (0, 13));
    }

    #[test]
    fn three_pairs_of_columns() {
        let text: String =
            (1..=6).map(|n| format!("{n} e4 e5 {} Nf3 Nc6 {} Bb5 a6\n", n + 6, n + 12)).collect();
        let found = read(&text).expect("columns");
        assert_eq!(found.len(), 18);
        assert_eq!((found[6].as_str(), found[12].as_str()), ("7 Nf3 Nc6", "13 Bb5 a6"));
    }

    #[test]
    fn numbers_that_are_lost_or_misread_are_told() {
        let row = |n: usize| format!("{n} e4 e5  {} Nf3 Nc6  {} Bb5 a6\n", n + 8, n + 16);
        let text: String = (1..=8).map(row).collect();
        for (from, to, want) in [
            ("11 Nf3", "Nf3", "11: Nf3 Nc6"),
            ("11 Nf3", "1l Nf3", "11: Nf3 Nc6"),
            ("19 Bb5", "19Bb5", "19: Bb5 a6"),
            ("Nc6  18", "Nc618", "18 Bb5 a6"),
            ("3 e4", "e4", "3: e4 e5"),
            ("3 e4", "3e4", "3: e4 e5"),
            ("3 e4", "S e4", "3: e4 e5"),
            ("6 e4", "1 e4", "6: e4 e5"),
            ("6 e4", "22 e4", "6: e4 e5"),
            ("11 Nf3", "1a Nf3", "11: Nf3 Nc6"),
            // No number, but what is left of a move.
            ("3 e4", "e", "3: e e5"),
        ] {
            let found = read(&text.replacen(from, to, 1)).expect("columns");
            assert_eq!(found.len(), 24, "{from} as {to}");
            assert!(found.iter().any(|row| row == want), "{from} as {to}: {found:?}");
        }
        // Rows above the first number that can be read, and a first number that is misread.
        for (from, to) in [("1 e4", "l e4"), ("1 e4", "e4"), ("1 e4", "3 e4")] {
            let found = read(&text.replacen(from, to, 1)).expect("columns");
            assert_eq!((found.len(), found[0].as_str()), (24, "1: e4 e5"), "{to}");
            assert_eq!(found[8], "9 Nf3 Nc6");
        }
        let found = read(&text.replacen("8 e4", "B e4", 1)).expect("columns");
        assert_eq!((found.len(), found[7].as_str()), (24, "8: e4 e5"));
        // A column most of whose numbers are gone in one row in four.
        let found = read(&text.replace("11 ", "").replace("14 ", "")).expect("columns");
        assert_eq!(found[8..16][2], "11: Nf3 Nc6");
    }

    proptest::proptest! {
        /// What is put in another order is all there, but for numbers.
        #[test]
        fn no_square_is_lost(rows in proptest::collection::vec(
            proptest::collection::vec(0..WORDS.len(), 0..9), 0..14,
        )) {
            let row = |(number, words): (usize, &Vec<usize>)| {
                let words: Vec<&str> = words.iter().map(|&word| WORDS[word]).collect();
                format!("{number} {}  {} e4 e5\n", words.join(" "), number + 10)
            };
            let text: String = (1..).zip(&rows).map(row).collect();
            if let Some(parts) = columns::ordered(&text) {
                let found: usize = parts.iter().map(|part| columns::squares(part.text)).sum();
                proptest::prop_assert_eq!(found, columns::squares(&text), "{}", text);
            }
        }
    }

    const WORDS: [&str; 14] =
        ["e4", "Nf3", "O-O", "—", "S", "Z1", "2", "12", "15h5", "Le813", "\n", "|", "é", "5254"];

    #[test]
    fn other_texts_keep_their_order() {
        for text in [
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7\n6. Re1 b5 7. Bb3 d6 8. c3 O-O \
             9. h3 Na5 10. Bc2 c5\n11. d4 Qc7 12. Nbd2 cxd4 13. cxd4 Nc6 14. Nb3 a5 15. Be3 a4\n",
            "1 P - K 4 P - K 4\n2 P - K 4 P - K 4\n3 P - K 4 P - K 4\n4 P - K 4 P - K 4\n",
            "1. e4\n2. Nf3\n3. Bb5\n\nThen\nhe\nresigned\n",
            "1. e4\ne5\n2. Nf3\nNc6\n3. Bb5\na6\n",
            "1 Anand 2800 7\n2 Carlsen 2850 6\n3 Aronian 2790 6\n4 Kramnik 2780 5\n",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
