//! Moves that have a line of their own, with remarks on other lines between them and their number:
//!
//! ```text
//! 12. Nf3
//! attacks the pawn
//! Nc6
//! 13.
//! a good move
//! d4
//! exd4
//! ```

use std::ops::Range;

use super::{
    candidates::{Candidate, Slot, is_blank, is_line_start},
    items::{Items, What},
    remarks,
};

/// Most lines that are looked at below a number.
const MOST_LINES: usize = 12;
/// Most numbers that are passed to the one which a row goes on from: those in remarks.
const NEARBY: usize = 8;

/// Adds to the numbers that begin a line the moves on the lines below, where they are as many as are
/// wanting before the next number, or before the end of the text.
pub(super) fn add(items: &Items, found: &mut [Candidate]) {
    for index in 0..found.len() {
        let own = &found[index];
        let both: usize = if own.black { 1 } else { 2 };
        let wanted = both.saturating_sub(own.slots.len());
        if wanted == 0 || own.pair || !is_row(items, own) {
            continue;
        }
        let next = found[index + 1..].iter().take(NEARBY).find(|next| starts_row(items, next));
        let until = next.map_or(items.lines.len(), |next| items.items[next.item].line as usize);
        let goes_on = next.is_none_or(|next| next.number == own.number + 1 && !next.black);
        let from = items.items[own.last()].line as usize + 1;
        let below = (goes_on && from + MOST_LINES >= until).then(|| lone_moves(items, from..until));
        let Some(below) = below.flatten() else { continue };
        let ends = next.is_none() && !below.is_empty() && below.len() < wanted;
        if below.len() == wanted || ends {
            found[index].slots.extend(below);
        }
    }
}

/// The moves alone on their lines among some, unless a result stands there.
fn lone_moves(items: &Items, lines: Range<usize>) -> Option<Vec<Slot>> {
    let mut moves = Vec::new();
    for line in lines {
        let row = (items.first[line]..).zip(items.of_line(line));
        let mut row = row.filter(|(_, item)| !is_blank(item));
        let Some((at, item)) = row.next() else { continue };
        match item.what {
            What::Result(_) if !item.deep => return None,
            What::Move(kind) if !item.deep && row.next().is_none() => {
                moves.push(Slot { from: at, to: at, kind: Some(kind) });
            }
            _ => {}
        }
    }
    Some(moves)
}

/// Whether a number of the text itself begins a line.
fn starts_row(items: &Items, own: &Candidate) -> bool {
    !own.deep && is_line_start(items, own.item)
}

/// Whether a number begins a line, and nothing stands on it and on those of its moves but them.
fn is_row(items: &Items, own: &Candidate) -> bool {
    let end = items.first[items.items[own.last()].line as usize + 1];
    let is_own = |at: usize| own.slots.iter().any(|slot| (slot.from..=slot.to).contains(&at));
    let mut others = (own.item + 1..end).filter(|&at| !is_own(at));
    let is_sign = |at: usize| is_blank(&items.items[at]) || items.items[at].what == What::Dots;
    starts_row(items, own) && others.all(is_sign)
}

/// Whether the row at an index comes again below, so that one of both is another move for it.
pub(super) fn comes_again(items: &Items, found: &[Candidate], index: usize) -> bool {
    let own = &found[index];
    let same = |row: &Candidate| (row.number, row.black) == (own.number, own.black);
    let mut below = found[index + 1..].iter().take(remarks::MOST);
    below.any(|row| same(row) && starts_row(items, row))
}

/// Whether a row goes on with the number of the row before it: what stands between them, though it
/// has no end, leads to neither.
pub(super) fn goes_on(items: &Items, before: &[Candidate], own: &Candidate) -> bool {
    let last = before.iter().rev().take(NEARBY).find(|last| starts_row(items, last));
    last.is_some_and(|last| {
        let next = if own.black { last.number } else { last.number + 1 };
        last.row && own.number == next && is_row(items, own)
    })
}

#[cfg(test)]
mod tests {
    use crate::read::text::{answers::tests::dealt, games};

    #[test]
    fn moves_below_remarks_belong_to_the_number_above() {
        for (text, want) in [
            ("1. e4\nthe best move\ne5\n2. Nf3 Nc6", "1.e4 e5 2.Nf3 Nc6"),
            ("1.\n(so he always plays)\ne4\nso as ever\ne5\n2.\nNf3\nNc6", "1.e4 e5 2.Nf3 Nc6"),
            ("1. e4 e5\n2. Nf3\nattacks the pawn\nNc6", "1.e4 e5 2.Nf3 Nc6"),
            // Other moves, and one that comes with its number.
            ("1. e4\nhe looked at\nc5\ne6\n2. Nf3 Nc6", "1.e4 2.Nf3 Nc6"),
            ("1. e4\nhe looked at\nc5\n1... e5\n2. Nf3 Nc6", "1.e4 1...e5 2.Nf3 Nc6"),
            ("1. e4\nd5 is usual\n1... e5\n2. Nf3 Nc6", "1.e4 1...e5 2.Nf3 Nc6"),
            ("1. e4\ne5 After 1... c5 2. Nf3 Nc6", "1.e4 e5 1...c5 2.Nf3 Nc6"),
            ("1. e4\ne5 is usual\n2. Nf3 Nc6", "1.e4 e5 2.Nf3 Nc6"),
            ("1. e4\nand White won\n1-0\nc5\n", "1.e4"),
        ] {
            assert_eq!(dealt(text), want, "{text}");
        }
    }

    #[test]
    fn rows_go_on_behind_remarks_that_have_no_end() {
        for last in ["4. Ba4", "4. Ba4 Nf6\n5. O-O"] {
            let note = "with the idea to take the pawn, as the books of that time have it";
            let text =
                format!("1. e4 e5\n2. Nf3 Nc6\nbetter was 17. Qd2\n3. Bb5 a6\n{note}\n{last}\n");
            let games = games(&text, 1);
            let entries = &games[0].sheets[0].entries;
            assert_eq!(
                entries.len(),
                6 + last.split_whitespace().filter(|w| !w.ends_with('.')).count()
            );
        }
    }
}
