//! Rows right below or above another one whose numbers are misread, and glued to their moves perhaps:
//! `ILP4A P3C` below `10 A5C A2R`, `IS P4TD PxC` above `16 P5T D3T`.

use super::{
    answers::insert,
    candidates::{Candidate, Slot},
    items::{Items, What},
    rows::{is_empty, is_move, number_left, slot},
};
use crate::read::shape::{misread::looks_like, scan};

/// Most rows on end.
const FAR: u16 = 8;
/// Items of a row.
const ROW: usize = 3;
/// Most characters of a number.
const DIGITS: usize = 3;

/// Adds the rows next to those with both moves.
pub(super) fn add(items: &Items, found: &mut Vec<Candidate>) {
    let line = |own: &Candidate| items.items[own.item].line as usize;
    let mut more: Vec<Candidate> = Vec::new();
    for own in found.iter().filter(|own| own.is_pair() && own.is_shaped()) {
        let beside = |by: u16, down: bool| {
            let (line, number) = if down {
                (line(own) + usize::from(by), own.number.checked_add(by)?)
            } else {
                (line(own).checked_sub(by.into())?, own.number.checked_sub(by)?)
            };
            (number > 0).then(|| row(items, found, line, number)).flatten()
        };
        for down in [true, false] {
            more.extend((1..=FAR).map_while(|by| beside(by, down)));
        }
    }
    more.sort_by_key(|own| own.item);
    more.dedup_by_key(|own| own.item);
    let lines: Vec<usize> = more.iter().map(line).collect();
    found.retain(|own| lines.binary_search(&line(own)).is_err());
    insert(found, more);
}

/// The row with a number that a line is, if nothing on it is read as that, or as another row.
fn row(items: &Items, found: &[Candidate], line: usize, number: u16) -> Option<Candidate> {
    let own = *items.first.get(line)?..*items.first.get(line + 1)?;
    let from = found.partition_point(|row| row.item < own.start);
    let known = |row: &&Candidate| row.number == number && !row.slots.is_empty() || row.is_pair();
    let told = found[from..].iter().take_while(|row| row.item < own.end).find(known);
    let filled = own.clone().filter(|&at| !is_empty(&items.items[at]));
    let filled: Vec<usize> = filled.take(ROW + 1).collect();
    let (first, second) = match filled[..] {
        [lead, first, second] if is_misread(items, lead, number) => {
            (slot(items, first)?, slot(items, second)?)
        }
        [first, second] if is_glued(items, first, number) => {
            (Slot { from: first, to: first, kind: None }, slot(items, second)?)
        }
        _ => return None,
    };
    let is_row = told.is_none() && is_move(items, &second);
    let row = Candidate::new(own.start, false);
    is_row.then(|| Candidate { number, row: true, slots: vec![first, second], ..row })
}

/// Whether an item may be what is left of a number, and not another one.
fn is_misread(items: &Items, at: usize, number: u16) -> bool {
    let other = items.items[at].number().is_some_and(|own| own != number);
    !other && number_left(items, at, number)
}

/// Whether an item is a number that is misread and a move glued to it.
fn is_glued(items: &Items, at: usize, number: u16) -> bool {
    let item = &items.items[at];
    let text: Vec<char> = items.text(item).chars().collect();
    let parts = |digits: usize| {
        let (lead, own) = text.split_at(digits);
        looks_like(lead, number) && scan::is_move(&own.iter().collect::<String>())
    };
    let word = matches!(item.what, What::Token | What::Words(1) | What::Move(_));
    word && !item.deep && (1..=DIGITS.min(text.len().saturating_sub(1))).any(parts)
}

#[cfg(test)]
mod tests {
    use crate::read::text::answers::tests::dealt;

    #[test]
    fn rows_below_and_above_others_have_their_numbers() {
        let text = "9 O-O C2D\n10 A5C A2R\nILP4A P3C\nAmenaza ganar una pieza, y mucho.\n\
            Boo PxP\nIS P4TD PxC\n16 P5T D3T\n17 D2A C3AR\n";
        let found = dealt(text);
        for rows in ["10.A5C A2R 11.ILP4A P3C", "15.P4TD PxC 16.P5T D3T"] {
            assert!(found.contains(rows), "{found}");
        }
        // What stands above the first row, and what begins otherwise.
        let text =
            "SP4D P4D\n1 P4R P4R\n2 C3AR C3AD\nUn buen A5C es mejor\nque A4A, creo.\n4 A4T C3A\n";
        assert_eq!(dealt(text), "1.P4R P4R 2.C3AR C3AD 4.A4T C3A");
    }
}
