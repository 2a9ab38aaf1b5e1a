//! The order in which the lines of a sheet are to be read, where it is not theirs.
//!
//! - Sheets with several pairs of columns side by side, moves 1 to 30 on the left and 31 to 60 on
//!   the right of the same lines: told by a second number in most rows that is ahead of the first
//!   by the same count. Each pair of columns is read from top to bottom.
//! - White's moves in lines of their own and Black's below them (`stacked`).

use std::collections::BTreeMap;

use super::{misread, scan, stacked};

/// A line, or a part of one, with its place in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Part<'a> {
    pub(super) text: &'a str,
    /// Index of its line, from 0.
    pub(super) line: u32,
    /// Characters before it on its line.
    pub(super) before: u32,
}

impl<'a> Part<'a> {
    /// The bytes from one to another.
    pub(super) fn cut(&self, from: usize, to: usize) -> Part<'a> {
        let passed = u32::try_from(self.text[..from].chars().count()).unwrap_or(u32::MAX);
        let before = self.before.saturating_add(passed);
        Part { text: &self.text[from..to], before, ..*self }
    }
}

/// Most lines that are read at all.
pub(super) const MAX_LINES: usize = 1_000_000;
/// Longest text that is looked at, in lines; a book has fewer.
const MAX_ROWS: usize = 100_000;
/// Longest line that is taken for a row, in bytes.
const WIDE: usize = 200;
/// Most words of a row that are looked at.
const MAX_WORDS: usize = 24;
/// Fewest rows with a second number, and least distance of the two numbers.
const FEW: usize = 4;
const NEAR: u32 = 4;
/// Most lines in a row of a block whose first number does not fit.
const MISSES: usize = 4;
/// Highest number of a row.
const MAX_NUMBER: u32 = 400;

/// The first lines of a text as parts, in their own order.
pub(super) fn lines(text: &str) -> Vec<Part<'_>> {
    let parts = text.lines().zip(0_u32..).map(|(text, line)| Part { text, line, before: 0 });
    parts.take(MAX_LINES).collect()
}

/// The parts of a text in the order in which they are to be read, if it is not that of the lines.
pub(super) fn ordered(text: &str) -> Option<Vec<Part<'_>>> {
    if text.lines().nth(MAX_ROWS).is_some() {
        return None;
    }
    let mut parts: Vec<Part> = lines(text);
    let beside = side_by_side(&parts);
    let found = beside.is_some();
    parts = beside.unwrap_or(parts);
    let stacked = stacked::ordered(&parts);
    (found || stacked.is_some()).then(|| stacked.unwrap_or(parts))
}

/// A word with its byte offset.
type Word<'a> = (usize, &'a str);

/// The words of a row; none where a line is too long for one.
fn words(text: &str) -> Vec<Word<'_>> {
    if text.len() > WIDE {
        return Vec::new();
    }
    let parts = |c: char| c.is_whitespace() || matches!(c, '|' | '¦' | '_');
    text.split(parts)
        .filter(|word| !word.is_empty())
        .map(|word| (word.as_ptr().addr() - text.as_ptr().addr(), word))
        .take(MAX_WORDS)
        .collect()
}

/// The number that a word is, `31`, `31.`, `(31)`, or begins with, `31.Rd1`.
pub(super) fn number(word: &str) -> Option<u32> {
    let word = word.strip_prefix('(').unwrap_or(word);
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let rest = &word[digits..];
    let marked = rest.is_empty() || rest.starts_with(['.', ')', ':', '/']);
    // `1-0`, `1/2` and times of the clock are none.
    let goes_on = rest.chars().nth(1).is_some_and(|c| c.is_ascii_digit());
    let number = word[..digits].parse().ok()?;
    (digits <= 3 && marked && !goes_on && (1..=MAX_NUMBER).contains(&number)).then_some(number)
}

/// Rows that stand one below the other, their numbers going up.
struct Block {
    /// Indices of its lines: the first, and the one behind the last.
    from: usize,
    to: usize,
    /// Number of the first row, and those of the rows that have one that fits.
    numbers: BTreeMap<usize, u32>,
}

/// The block that begins at a line, if its first word is a number.
fn block(rows: &[Vec<Word>], from: usize) -> Option<Block> {
    let lead = |row: &Vec<Word>| row.first().and_then(|&(_, word)| number(word));
    let next_lead = |index: usize| rows.get(index + 1).and_then(lead);
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
            // Another game, but for a 7 misread before an 8.
            Some(1) if last >= 3 && next_lead(index) != Some(last + 2) => break,
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

impl Block {
    /// How far the numbers of the second columns are ahead, if most rows have second columns.
    fn ahead(&self, rows: &[Vec<Word>]) -> Option<u32> {
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
        // Of three pairs of columns the third is twice as far ahead.
        let (ahead, count) = votes.into_iter().max_by_key(|&(k, count)| (count, u32::MAX - k))?;
        // Rows that hold several numbered moves, as a paragraph does, have no steps of one.
        let steps = self.numbers.values().zip(self.numbers.values().skip(1));
        let by_one = steps.filter(|&(&a, &b)| b == a + 1).count();
        let (rows_here, all) = (self.numbers.len(), self.to - self.from);
        let regular = by_one * 10 >= (rows_here - 1) * 6 && rows_here * 2 >= all;
        // The second columns of the last rows may be empty: a short game's, all but a few.
        let enough = count >= FEW && (count * 10 >= rows_here * 4 || count >= 8);
        let cells = || rows[self.from..self.to].iter().flatten();
        let moves = cells().filter(|(_, word)| scan::is_move(word)).count();
        (regular && enough && moves * 10 >= cells().count() * 3).then_some(ahead)
    }
}

/// Reads pairs of columns that stand side by side one after the other.
fn side_by_side<'a>(parts: &[Part<'a>]) -> Option<Vec<Part<'a>>> {
    let rows: Vec<Vec<Word>> = parts.iter().map(|part| words(part.text)).collect();
    let mut out: Vec<Part> = Vec::new();
    let mut at = 0;
    let mut done = 0;
    while at < rows.len() {
        let Some(block) = block(&rows, at) else {
            at += 1;
            continue;
        };
        let Some(ahead) = block.ahead(&rows) else {
            at = block.to;
            continue;
        };
        out.extend(&parts[done..block.from]);
        done = unfold(parts, &rows, &block, ahead, &mut out);
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
    ahead: u32,
    out: &mut Vec<Part<'a>>,
) -> usize {
    let mut columns: Vec<Vec<Part>> = vec![Vec::new()];
    let edge = edge(parts, rows, block, ahead);
    let mut expected = 0;
    let mut index = block.from;
    while let Some(row) = rows.get(index) {
        if row.is_empty() && index < block.to {
            index += 1;
            continue;
        }
        let own = block.numbers.get(&index).copied();
        let first = own.unwrap_or(expected);
        let mut cuts = Vec::new();
        let mut column = 1;
        let cells = &row[usize::from(own.is_some()).min(row.len())..];
        for &(offset, word) in cells {
            if number(word) == Some(first + column * ahead) {
                cuts.push(offset);
                column += 1;
            }
        }
        // A number with a wrong digit between moves.
        if cuts.is_empty() && own.is_some() {
            let misread = cells.windows(3).find(|words| {
                let [before, own, behind] = words else { return false };
                misread::nearly(own.1, first + ahead)
                    && scan::is_move(before.1)
                    && scan::is_move(behind.1)
            });
            cuts.extend(misread.map(|words| words[1].0));
        }
        // The right columns may go on below the left ones.
        if index >= block.to && cuts.first().is_none_or(|&cut| cut > row[0].0) {
            break;
        }
        if cuts.is_empty()
            && let Some(edge) = edge
        {
            let text = parts[index].text;
            let behind = row.iter().find(|&&(offset, _)| text[..offset].chars().count() >= edge);
            cuts.extend(behind.map(|&(offset, _)| offset));
        }
        let part = &parts[index];
        cuts.insert(0, 0);
        cuts.push(part.text.len());
        for (column, ends) in cuts.windows(2).enumerate() {
            let cell = part.cut(ends[0], ends[1]);
            let text = cell.text.trim_end_matches([' ', '\t', '|', '¦', '_']);
            if columns.len() <= column {
                columns.push(Vec::new());
            }
            if !text.trim().is_empty() {
                columns[column].push(Part { text, ..cell });
            }
        }
        expected = first + 1;
        index += 1;
    }
    out.extend(columns.into_iter().flatten());
    index
}

/// Where the second columns begin, in characters, if they stand straight below each other.
fn edge(parts: &[Part], rows: &[Vec<Word>], block: &Block, ahead: u32) -> Option<usize> {
    let mut starts: Vec<usize> = Vec::new();
    for (&index, &first) in &block.numbers {
        let second = rows[index].iter().skip(1).find(|(_, w)| number(w) == Some(first + ahead));
        starts.extend(second.map(|&(offset, _)| parts[index].text[..offset].chars().count()));
    }
    starts.sort_unstable();
    let middle = *starts.get(starts.len() / 2)?;
    let straight = starts.iter().filter(|start| start.abs_diff(middle) <= 1).count();
    (straight * 10 >= starts.len() * 9).then(|| middle.saturating_sub(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<Vec<String>> {
        let clean = |part: &Part| part.text.split_whitespace().collect::<Vec<_>>().join(" ");
        Some(ordered(text)?.iter().map(clean).collect())
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
        assert_eq!(found[2], "S Bb5 a6");
        assert_eq!(
            found[6..],
            [
                "7 Bb3 d6",
                "8 c3 O-O",
                "9 h3 Na5",
                "Q Bc2 c5",
                "11 d4 Qc7",
                "12 Nbd2 cxd4",
                "13 cxd4 Nc6",
                "",
                "End"
            ]
        );
        let place = ordered(text).expect("columns")[6];
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
