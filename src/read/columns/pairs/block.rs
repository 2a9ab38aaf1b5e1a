//! The rows of a sheet whose numbers go up, and how those of its pairs of columns go on.

use std::collections::BTreeMap;

use super::{Row, Word, number};
use crate::read::{columns::Part, shape::scan};

/// Fewest rows with a second number, and least distance of the two numbers.
const FEW: usize = 4;
const NEAR: u32 = 4;
/// Fewest rows with a third or fourth number, and most pairs of columns.
const FEW_MORE: usize = 2;
const MAX_PAIRS: u32 = 6;
/// Most rows above a block, headings among them, that may be those of its second pair of columns.
const ABOVE: usize = 4;
/// Most lines in a row of a block whose first number does not fit.
const MISSES: usize = 4;

/// Rows that stand one below the other, their numbers going up.
pub(super) struct Block {
    /// Indices of its lines: the first, and the one behind the last.
    pub(super) from: usize,
    pub(super) to: usize,
    /// The number of its first line, which may be one that has none.
    pub(super) first: u32,
    /// Numbers of the rows that have one that fits, by the indices of their lines.
    pub(super) numbers: BTreeMap<usize, u32>,
}

/// How the numbers of a block's columns go on.
#[derive(Debug, Clone, Copy)]
pub(super) struct Layout {
    /// How far the numbers of each pair of columns are ahead of those of the pair before.
    pub(super) ahead: u32,
    /// Number of pairs of columns, at least two.
    pub(super) pairs: u32,
}

impl Block {
    /// The block that begins at a line, if its first word is a number.
    pub(super) fn at(rows: &[Vec<Word>], from: usize) -> Option<Block> {
        let lead = |row: &Vec<Word>| row.first().and_then(|&(_, word)| number(word));
        // Another game begins, and no number is misread as 1.
        let begins = |index: usize| {
            (1..=3).any(|ahead| rows.get(index + ahead).and_then(lead) == Some(1 + ahead as u32))
        };
        let first = lead(rows.get(from)?)?;
        let mut last = first;
        let mut numbers = BTreeMap::from([(from, first)]);
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
        Some(Block { from, to, first, numbers })
    }

    /// Whether more rows have numbers that fit if the first is left out.
    pub(super) fn begins_misread(&self, rows: &[Vec<Word>]) -> bool {
        let behind = Block::at(rows, self.from + 1);
        behind.is_some_and(|behind| behind.numbers.len() > self.numbers.len())
    }

    /// It with the rows right above, from an index on, whose first number cannot be read: they have
    /// moves in two pairs of columns, or the number of a later one.
    pub(super) fn with_above(
        self,
        parts: &[Part],
        rows: &[Vec<Word>],
        layout: Layout,
        from: usize,
    ) -> Block {
        let is_row = |&(index, first): &(usize, u32)| {
            let row = Row { text: parts[index].text, words: &rows[index], first, layout };
            let is_later = |word: &Word| {
                (1..layout.pairs).any(|pair| number(word.1) == Some(row.number(pair)))
            };
            let both = || {
                let cells = row.cells(false, &[]);
                cells.len() > 1 && cells.iter().take(2).all(|cell| row.is_move(cell.moves))
            };
            row.words.iter().any(is_later) || both()
        };
        let filled = (from..self.from).rev().filter(|&index| !rows[index].is_empty());
        let above = filled.zip((1..self.first).rev()).take_while(is_row).last();
        let (from, first) = above.unwrap_or((self.from, self.first));
        Block { from, first, ..self }
    }

    /// The rows above, from an index on, that belong to the second pair of columns, which begins higher
    /// than the first: their numbers come behind the last on the left and before the first on the right.
    /// Each with the byte where its number stands; headings of the first pair may stand before it.
    pub(super) fn higher(
        &self,
        rows: &[Vec<Word>],
        layout: Layout,
        from: usize,
    ) -> Vec<(usize, usize)> {
        let mut found: Vec<(usize, usize)> = Vec::new();
        let last = self.numbers.last_key_value().map_or(self.first, |(_, &last)| last);
        let mut below = self.first + layout.ahead;
        let filled = (from..self.from).rev().filter(|&index| !rows[index].is_empty());
        for index in filled.take(ABOVE) {
            let own = |pair: &[Word]| {
                let own = number(pair[0].1).filter(|number| (last + 1..below).contains(number))?;
                scan::is_move(pair[1].1).then_some((own, pair[0].0))
            };
            if let Some((own, at)) = rows[index].windows(2).find_map(own) {
                below = own;
                found.push((index, at));
            }
        }
        found.reverse();
        found
    }

    /// Whether the numbers beside the first rows, so many of them, go on with that of the last row:
    /// `1 e4 e5 36 Rd1` above the row 35.
    fn goes_on(&self, rows: &[Vec<Word>], ahead: u32, count: usize) -> bool {
        let ends = [self.numbers.first_key_value(), self.numbers.last_key_value()];
        let [Some((_, &first)), Some((_, &last))] = ends else { return false };
        let beside = |(&index, &own): (&usize, &u32)| {
            later_numbers(&rows[index]).any(|number| number == own + ahead)
        };
        // The number of the last row may be lost.
        let whole = (last + 1..=last + 2).contains(&(first + ahead));
        whole && self.numbers.iter().take(count).all(beside)
    }

    /// How its numbers go on, if most rows have second columns, or the first ones have where the
    /// game goes on there.
    pub(super) fn layout(&self, rows: &[Vec<Word>]) -> Option<Layout> {
        let votes = self.votes(rows);
        let (&most, &count) = votes.iter().max_by_key(|&(&k, &count)| (count, u32::MAX - k))?;
        // Of three pairs of columns the third is twice as far ahead, and may be read better.
        let part = |&(&k, &n): &(&u32, &usize)| most % k == 0 && n >= FEW && n * 10 >= count * 4;
        let ahead = votes.iter().find(part).map_or(most, |(&k, _)| k);
        // The second columns of the last rows may be empty: a short game's, all but a few.
        let most_rows = count >= FEW && (count * 10 >= self.numbers.len() * 4 || count >= 8);
        let enough = most_rows || count >= FEW_MORE && self.goes_on(rows, ahead, count);
        let more = |&pair: &u32| votes.get(&(pair * ahead)).is_some_and(|&n| n >= FEW_MORE);
        let pairs = 2 + (2..MAX_PAIRS).take_while(more).count() as u32;
        let found = enough
            && self.is_regular(rows)
            && self.holds_moves(rows)
            && !self.begins_others(rows, count);
        found.then_some(Layout { ahead, pairs })
    }

    /// In how many rows a later number is ahead of the first by each count.
    fn votes(&self, rows: &[Vec<Word>]) -> BTreeMap<u32, usize> {
        let mut votes: BTreeMap<u32, usize> = BTreeMap::new();
        for (&index, &first) in &self.numbers {
            for second in later_numbers(&rows[index]).filter(|&second| second >= first + NEAR) {
                *votes.entry(second - first).or_default() += 1;
            }
        }
        votes
    }

    /// Whether the numbers that other games begin with stand in as many rows as a later one does, so many:
    /// games side by side are no columns of one.
    fn begins_others(&self, rows: &[Vec<Word>], count: usize) -> bool {
        let is_below = |&(&index, &own): &(&usize, &u32)| {
            later_numbers(&rows[index]).next().is_some_and(|second| second < own)
        };
        self.numbers.iter().filter(is_below).count() >= count
    }

    /// Whether the numbers of most rows go up by one a row. Rows that hold several numbered moves, as
    /// a paragraph does, have no such steps.
    fn is_regular(&self, rows: &[Vec<Word>]) -> bool {
        let filled = |from: usize, to: usize| rows[from..to].iter().filter(|row| !row.is_empty());
        let steps = self.numbers.iter().zip(self.numbers.iter().skip(1));
        let by_row = |&((&from, &a), (&to, &b)): &_| (b - a) as usize == filled(from, to).count();
        let regular = steps.filter(by_row).count();
        let (numbered, all) = (self.numbers.len(), filled(self.from, self.to).count());
        regular * 10 >= (numbered - 1) * 6 && numbered * 2 >= all
    }

    /// Whether enough of its words are moves, or belong to one: `Kt. to K. B's 3d`.
    fn holds_moves(&self, rows: &[Vec<Word>]) -> bool {
        let rows = &rows[self.from..self.to];
        // The right columns of a short game hold numbers alone.
        let words = rows.iter().flatten().filter(|(_, word)| number(word).is_none()).count();
        let single = rows.iter().flatten().filter(|(_, word)| scan::is_move(word)).count();
        let enough = |moves: usize| moves * 10 >= words * 3;
        enough(single) || enough(rows.iter().map(|row| in_moves(row)).sum())
    }

    /// Where the columns begin, in characters, that stand straight below each other.
    pub(super) fn edges(
        &self,
        parts: &[Part],
        rows: &[Vec<Word>],
        layout: Layout,
    ) -> Vec<Option<usize>> {
        let edge = |column: u32| {
            let mut starts: Vec<usize> = Vec::new();
            for (&index, &first) in &self.numbers {
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
}

/// The numbers of a row behind its first word.
fn later_numbers<'r>(row: &'r [Word]) -> impl Iterator<Item = u32> + 'r {
    row.iter().skip(1).filter_map(|&(_, word)| number(word))
}

/// How many words of a row belong to moves.
fn in_moves(row: &[Word]) -> usize {
    let words: Vec<&str> = row.iter().map(|(_, word)| *word).collect();
    let text: Vec<char> = words.join(" ").chars().collect();
    let (mut at, mut count) = (0, 0);
    while at < text.len() {
        let begins = at == 0 || text[at - 1] == ' ';
        match begins.then(|| scan::move_at(&text, at)).flatten() {
            Some(found) => {
                count += text[at..found.end].split(|c| *c == ' ').count();
                at = found.end.max(at + 1);
            }
            None => at += 1,
        }
    }
    count
}
