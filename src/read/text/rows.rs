//! Rows of a sheet, a number and two words, of which one need not look like a move: `17 Ngs Bg6`,
//! `2 4 exf4`.
//!
//! A word alone says nothing, but above or below the row stands that of a neighbouring number.

use std::iter;

use super::{
    candidates::{Slot, is_blank, is_line_start},
    items::{Item, Items, What},
};

/// Longest word that may be what is left of a move, in bytes.
const LONG: u32 = 8;

/// Most rows on end in which both moves are damaged.
const MOST: u16 = 2;

/// Both moves of the row that begins with the number at an index, if one of them is damaged so far
/// that it is none by itself, or both are and the rows around go on with their numbers.
pub(super) fn damaged(items: &Items, index: usize) -> Option<[Slot; 2]> {
    let row = Row::at(items, index)?;
    let fits = match row.slots.iter().filter(|slot| slot.kind.is_none()).count() {
        0 => false,
        1 => row.has_neighbour(items),
        _ => row.is_between(items),
    };
    fits.then_some(row.slots)
}

/// A line with a number and two words.
struct Row {
    line: usize,
    number: u16,
    slots: [Slot; 2],
}

impl Row {
    fn at(items: &Items, index: usize) -> Option<Row> {
        let item = items.items.get(index)?;
        let What::Number { number, black: false, .. } = item.what else { return None };
        let line = item.line as usize;
        if item.deep || !is_line_start(items, index) {
            return None;
        }
        let mut filled =
            (index + 1..items.first[line + 1]).filter(|&at| !is_empty(&items.items[at]));
        let slots = [slot(items, filled.next()?)?, slot(items, filled.next()?)?];
        filled.next().is_none().then_some(Row { line, number, slots })
    }

    /// The row that a line is.
    fn on(items: &Items, line: usize) -> Option<Row> {
        let from = *items.first.get(line)?;
        let to = *items.first.get(line + 1)?;
        Row::at(items, (from..to).find(|&at| !is_blank(&items.items[at]))?)
    }

    /// Whether the line above or below that is not blank is the row before or the one behind.
    fn has_neighbour(&self, items: &Items) -> bool {
        [true, false].into_iter().any(|up| self.next(items, up).is_some_and(|row| row.has_move()))
    }

    /// Whether rows with a move stand above and below, just next to it or next to others without.
    fn is_between(&self, items: &Items) -> bool {
        let beyond = |up: bool| {
            let rows = iter::successors(self.next(items, up), |row| row.next(items, up));
            rows.take(MOST.into()).find(Row::has_move)
        };
        let ends = beyond(true).zip(beyond(false));
        ends.is_some_and(|(above, below)| below.number - above.number <= MOST + 1)
    }

    /// The row before, on the line above that is not blank, or the one behind on that below.
    fn next(&self, items: &Items, up: bool) -> Option<Row> {
        let filled = |line: &usize| !items.is_blank(*line);
        let line = if up {
            (0..self.line).rev().find(filled)
        } else {
            (self.line + 1..items.lines.len()).find(filled)
        };
        let row = Row::on(items, line?)?;
        let [first, second] = if up { [&row, self] } else { [self, &row] };
        (first.number.checked_add(1) == Some(second.number)).then_some(row)
    }

    fn has_move(&self) -> bool {
        self.slots.iter().any(|slot| slot.kind.is_some())
    }
}

/// Whether an item is a sign, or a bracket that closes what no other opened: `simalo)`.
fn is_empty(item: &Item) -> bool {
    is_blank(item) || matches!(item.what, What::Close(_))
}

/// What an item may be as a move of a row.
fn slot(items: &Items, at: usize) -> Option<Slot> {
    let item: &Item = &items.items[at];
    let kind = match item.what {
        What::Move(kind) => Some(kind),
        What::Token | What::Words(1) | What::Number { sure: false, .. } => None,
        _ => return None,
    };
    let fits = kind.is_some() || item.end - item.start <= LONG;
    (fits && !item.deep).then_some(Slot { from: at, to: at, kind })
}

#[cfg(test)]
mod tests {
    use crate::read::text;

    #[test]
    fn a_damaged_word_is_a_move_of_its_row() {
        let text = "1 | e4 e5\n2 | 4 exf4\n3 | Bc4 Qh4+\n4 | simalo) d6\n5 | Nc3 Qfs\n6 | d4 g5\n";
        let [game] = &text::games(text, 1)[..] else { panic!("one game") };
        let texts: Vec<&str> = game.sheets[0].entries.iter().map(|entry| entry.text()).collect();
        let want =
            ["e4", "e5", "4", "exf4", "Bc4", "Qh4+", "simalo", "d6", "Nc3", "Qfs", "d4", "g5"];
        assert_eq!(texts, want);
    }

    #[test]
    fn rows_of_damaged_words_stand_between_rows() {
        let row = "1 | e4 e5\n2 | 4 exf4\n3 | Bc4 Qh4+\n";
        let texts = |rest: &str| {
            let games = text::games(&format!("{row}{rest}"), 1);
            let texts = games[0].sheets[0].entries.iter().map(|entry| entry.text().to_owned());
            texts.collect::<Vec<String>>().join(" ")
        };
        let damaged = "4 | Khi ds\n5 | Beé6 Qfs\n";
        let start = "e4 e5 4 exf4 Bc4 Qh4+";
        assert_eq!(
            texts(&format!("{damaged}6 | d4 g5\n")),
            format!("{start} Khi ds Beé6 Qfs d4 g5")
        );
        // Nothing says that they go on.
        assert_eq!(texts(damaged), start);
    }

    #[test]
    fn a_word_without_rows_around_it_is_none() {
        let text = "1. e4 e5 2. f4 exf4\n3. Bc4 Qh4+\n\nBetter is\n3. Naturally Nf3\n\n4. Kf1 d6\n";
        let [game] = &text::games(text, 1)[..] else { panic!("one game") };
        assert!(game.sheets[0].entries.iter().all(|entry| entry.text() != "Naturally"));
    }
}
