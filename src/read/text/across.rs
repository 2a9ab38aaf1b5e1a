//! Two pairs of columns that were read across, in text that flows on: `1. e4 c5 5. d3 e6 2. Nc3
//! Nc6 6. Be3 Nd4`, several rows in one line or broken over several.
//!
//! 1. A [`Ladder`] is looked for: numbers n and n + k side by side, n + 1 and n + 1 + k behind
//!    them, with the same k all the way.
//! 2. It is followed to both ends, where one of the columns goes on alone or rows are damaged.
//! 3. The left rows are read first, each on a line of its own, and then the right ones.

use std::collections::BTreeMap;

use super::{
    candidates::{Candidate, between, sums, words_of},
    items::{Items, Span, What},
};

/// Fewest rungs of a ladder.
const RUNGS: usize = 4;
/// Least distance of the numbers of the two columns.
const NEAR: u16 = 4;
/// The same of short ladders that have every number.
const WHOLE_RUNGS: usize = 2;
const WHOLE_NEAR: u16 = 3;
/// Largest step from one number of a column to the next: two rows may be lost between.
const STEP: u16 = 3;
/// Most numbers in a row that fit in neither column.
const MISSES: usize = 3;
/// Most words of prose from one number to the next.
const WORDS: u32 = 6;

/// Rows of two columns side by side.
struct Ladder {
    /// The rows of the first rung's left number and of the last one's right number.
    from: usize,
    to: usize,
    /// The left numbers of the first and last rung.
    first: u16,
    last: u16,
    rungs: usize,
}

impl Ladder {
    /// Whether the left column has every number up to the first of the right one, the last ones perhaps
    /// alone, and each begins a line.
    fn is_whole(&self, rows: &[&Candidate], ahead: u16) -> bool {
        let mut rows = rows[self.from..].iter();
        let mut next = |number: u16, begins: bool| {
            rows.next().is_some_and(|own| own.number == number && own.row == begins)
        };
        self.rungs >= WHOLE_RUNGS
            && (self.first..self.first + ahead).enumerate().all(|(rung, left)| {
                next(left, true) && (rung >= self.rungs || next(left + ahead, false))
            })
    }
}

/// The lines and parts of lines in the order in which they are to be read, if it is another one.
pub(super) fn ordered(items: &Items, found: &[Candidate]) -> Option<Vec<Span>> {
    let words = sums(items, words_of);
    let is_row = |c: &&Candidate| {
        let is_number = matches!(items.items[c.item].what, What::Number { .. });
        is_number && c.number > 0 && !c.deep && !c.dealt
    };
    let rows: Vec<&Candidate> = found.iter().filter(is_row).collect();
    let mut writer = Writer { items, out: Vec::new(), line: 0, byte: 0 };
    let mut done = 0;
    for (ahead, ladder) in ladders(&rows, &words) {
        if ladder.from >= done {
            let columns = Columns::follow(&rows, &words, &ladder, ahead, done);
            done = columns.from + columns.sides.len();
            writer.columns(&rows, &columns);
        }
    }
    (done > 0).then(|| writer.finish())
}

/// All ladders in text order, with the distance of their columns.
fn ladders(rows: &[&Candidate], words: &[u32]) -> Vec<(u16, Ladder)> {
    let mut open: BTreeMap<u16, Ladder> = BTreeMap::new();
    let mut found: Vec<(u16, Ladder)> = Vec::new();
    for (from, pair) in rows.windows(2).enumerate() {
        let [left, right] = pair else { continue };
        let ahead = right.number.saturating_sub(left.number);
        let moves = !left.slots.is_empty() && !right.slots.is_empty();
        if ahead < WHOLE_NEAR || !moves || between(words, left, right) > WORDS {
            continue;
        }
        let (to, first) = (from + 1, left.number);
        let new = Ladder { from, to, first, last: first, rungs: 1 };
        let Some(ladder) = open.get_mut(&ahead) else {
            open.insert(ahead, new);
            continue;
        };
        let near = from - ladder.to <= 2 * MISSES;
        let goes_on = (ladder.last + 1..=ladder.last + STEP).contains(&first);
        // The left column ends where the right one begins.
        if near && goes_on && first < ladder.first + ahead {
            *ladder =
                Ladder { from: ladder.from, first: ladder.first, rungs: ladder.rungs + 1, ..new };
        } else {
            found.push((ahead, std::mem::replace(ladder, new)));
        }
    }
    found.extend(open);
    found.retain(|(ahead, ladder)| {
        ladder.rungs >= RUNGS && *ahead >= NEAR || ladder.is_whole(rows, *ahead)
    });
    found.sort_by_key(|(_, ladder)| ladder.from);
    found
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    Left,
    Right,
}

impl Side {
    fn other(self) -> Side {
        match self {
            Side::Left => Side::Right,
            Side::Right => Side::Left,
        }
    }
}

/// The rows of a ladder and of what its columns have beyond it.
struct Columns {
    from: usize,
    /// The column of each row; nothing where the number fits in neither.
    sides: Vec<Option<Side>>,
}

impl Columns {
    /// Follows a ladder to both ends, back to the row `done` at most.
    fn follow(
        rows: &[&Candidate],
        words: &[u32],
        ladder: &Ladder,
        ahead: u16,
        done: usize,
    ) -> Columns {
        let (mut left, mut right) = (ladder.first, ladder.first + ahead);
        let mut from = ladder.from;
        for at in (done..ladder.from).rev() {
            let number = rows[at].number;
            let step = |to: u16| number < to && to - number <= STEP;
            let apart = between(words, rows[at], rows[at + 1]) > WORDS;
            if left == 1 || apart || from - at > MISSES {
                break;
            }
            if step(left) {
                (left, from) = (number, at);
            } else if step(right) && number > ladder.last {
                (right, from) = (number, at);
            }
        }
        let begins = right;
        let (mut left, mut right) = (left - 1, right - 1);
        let mut sides = Vec::new();
        let mut known = 0;
        for (at, row) in rows.iter().enumerate().skip(from) {
            let apart = at > from && between(words, rows[at - 1], row) > WORDS;
            if at > ladder.to && (apart || sides.len() - known >= MISSES) {
                break;
            }
            let step = |from: u16| row.number > from && row.number - from <= STEP;
            let side = if step(left) && row.number < begins {
                left = row.number;
                Some(Side::Left)
            } else if step(right) {
                right = row.number;
                Some(Side::Right)
            } else {
                None
            };
            sides.push(side);
            if side.is_some() {
                known = sides.len();
            }
        }
        sides.truncate(known);
        Columns { from, sides }
    }
}

/// Writes lines and parts of lines in their new order.
struct Writer<'a> {
    items: &'a Items<'a>,
    out: Vec<Span>,
    /// What is not yet written begins at this byte of this line.
    line: usize,
    byte: usize,
}

impl Writer<'_> {
    fn columns(&mut self, rows: &[&Candidate], columns: &Columns) {
        let items = &self.items.items;
        let behind = columns.from + columns.sides.len();
        let first = &items[rows[columns.from].item];
        let start = (first.line as usize, first.start as usize);
        let mut out = std::mem::take(&mut self.out);
        self.spans((self.line, self.byte), start, &mut out);
        let (mut left, mut right) = (Vec::new(), Vec::new());
        let mut side = Side::Left;
        // Whether the row before has both its moves.
        let mut whole = false;
        for (at, known) in (columns.from..behind).zip(&columns.sides) {
            let row = rows[at];
            side = known.unwrap_or(if whole { side.other() } else { side });
            whole = row.slots.len() == 2;
            let to = if at + 1 < behind { rows[at + 1].item } else { row.last() + 1 };
            // What stands behind both moves is a row of the other column without its number.
            let rest = row.last() + 1..to;
            let more = items.get(rest.clone()).unwrap_or_default().iter().any(|item| {
                let ends = side == Side::Left && matches!(item.what, What::Result(_));
                !item.deep && (ends || item.is_move())
            });
            let cut = if whole && more { rest.start } else { to };
            for (part, own) in [(row.item..cut, side), (cut..to, side.other())] {
                if part.is_empty() {
                    continue;
                }
                side = own;
                let (from, last) = (&items[part.start], &items[part.end - 1]);
                let from = (from.line as usize, from.start as usize);
                let to = match items.get(part.end) {
                    Some(next) if at + 1 < behind => (next.line as usize, next.start as usize),
                    _ => (last.line as usize, last.end as usize),
                };
                let column = if side == Side::Left { &mut left } else { &mut right };
                self.spans(from, to, column);
                (self.line, self.byte) = to;
            }
        }
        out.extend(left.into_iter().chain(right));
        self.out = out;
    }

    /// What stands from one place to another, line by line.
    fn spans(&self, from: (usize, usize), to: (usize, usize), out: &mut Vec<Span>) {
        for line in from.0..=to.0 {
            let len = self.items.lines.get(line).map_or(0, |text| text.len());
            let start = if line == from.0 { from.1 } else { 0 };
            let end = if line == to.0 { to.1 } else { len };
            out.push(Span { line, start, end });
        }
    }

    fn finish(mut self) -> Vec<Span> {
        let mut out = std::mem::take(&mut self.out);
        let last = self.items.lines.len().saturating_sub(1);
        let end = self.items.lines.get(last).map_or(0, |text| text.len());
        self.spans((self.line, self.byte), (last, end), &mut out);
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::text::candidates::candidates;

    /// The lines in their order, if it is not that of the text.
    fn read(text: &str) -> Option<Vec<String>> {
        let items = Items::new(text, 1);
        let spans = ordered(&items, &candidates(&items))?;
        let lines = items.in_order(&spans).lines;
        let clean = |line: &&str| line.split_whitespace().collect::<Vec<_>>().join(" ");
        Some(lines.iter().map(clean).filter(|line| !line.is_empty()).collect())
    }

    const ROWS: [&str; 11] = [
        "1. e4 e5",
        "2. Nf3 Nc6",
        "3. Bb5 a6",
        "4. Ba4 Nf6",
        "5. O-O Be7",
        "6. Re1 b5",
        "7. Bb3 d6",
        "8. c3 O-O",
        "9. h3 Na5",
        "10. Bc2 c5",
        "11. d4 Qc7",
    ];

    #[test]
    fn a_few_rows_with_every_number_are_columns() {
        let text = "1. d4 Nf6 4. Bd3 Bb7\n2. Nf3 e6 5. Nbd2 d5\n3. e3 b6\nA slow game.\n";
        let want =
            ["1. d4 Nf6", "2. Nf3 e6", "3. e3 b6", "4. Bd3 Bb7", "5. Nbd2 d5", "A slow game."];
        assert_eq!(read(text).expect("another order"), want);
        // One is missing, and there is less to tell in a text that flows on.
        assert_eq!(read("1. d4 Nf6 5. Bd3 Bb7\n2. Nf3 e6 6. Nbd2 d5\n3. e3 b6\n"), None);
        assert_eq!(read("1. d4 Nf6 4. Bd3 Bb7 2. Nf3 e6 5. Nbd2 d5 3. e3 b6"), None);
    }

    /// Rows side by side, the second column beginning with the row at `right`.
    fn across(rows: &[&str], right: usize) -> String {
        let (left, right) = rows.split_at(right);
        let row = |at: usize| [left.get(at), right.get(at)].into_iter().flatten().copied();
        (0..rows.len()).flat_map(row).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn columns_read_across_in_one_line() {
        // Even columns, a longer left one, a longer right one.
        for right in [6, 7, 5] {
            let text = format!("White. Black.\n{} and wins.", across(&ROWS, right));
            let found = read(&text).expect("columns");
            assert_eq!(found[0], "White. Black.");
            assert_eq!(found[1..12], ROWS, "{text}");
            assert_eq!(found[12..], ["and wins."]);
        }
    }

    #[test]
    fn lines_may_break_anywhere() {
        let text = across(&ROWS, 6).replace("Re1 ", "Re1\n").replace("Nf6", "Nf6\n\n");
        let found = read(&text).expect("columns");
        assert_eq!(found.join(" "), ROWS.join(" "));
        assert_eq!(found[5..7], ["6. Re1", "b5"]);
        let items = Items::new(&text, 1);
        let items = items.in_order(&ordered(&items, &candidates(&items)).expect("columns"));
        let at = items.lines.iter().position(|line| line.trim() == "7. Bb3 d6").expect("a row");
        assert_eq!(text[items.place_at(at, 0).column as usize - 1..][..9], *"7. Bb3 d6");
    }

    #[test]
    fn damaged_numbers_and_results_keep_their_column() {
        let mut rows = ROWS;
        rows[2] = "S. Bb5 a6";
        rows[7] = "81. c3 O-O";
        let found = read(&across(&rows, 5)).expect("columns");
        assert_eq!(found, rows);
        // The shorter right column ends beside a row of the left one.
        let text = across(&ROWS[..10], 6).replace("Be7", "Be7 Resigns");
        let found = read(&text).expect("columns");
        assert_eq!(found[4..6], ["5. O-O Be7", "6. Re1 b5"]);
        assert_eq!(found[9..], ["10. Bc2 c5", "Resigns"]);
    }

    #[test]
    fn other_texts_keep_their_order() {
        for text in [
            &ROWS.join(" "),
            &across(&ROWS[..6], 3),
            "1. e4 e5 5. d3 and later 2. Nf3 Nc6 6. c3 but never 3. Bb5 a6 or even this",
            "5. --- 14. --- e4 e5 6. --- 15. --- Nf3 Nc6 7. --- 16. --- Bb5 a6 8. --- 17. --- a3 b6",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
