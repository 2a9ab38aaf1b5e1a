//! Long moves whose dash is lost: both squares stand apart in a list of such moves, `21. e2 e3 Ta8—a4`.

use std::ops::Range;

use super::items::{Item, Items, What};
use crate::read::shape::{
    chars::{is_file, is_piece, is_rank},
    scan::Kind,
};

/// Fewest long moves of a list.
const FEW: usize = 8;
/// Moves behind a number.
const BOTH: usize = 2;

/// The items with both squares of such a move as one, where a number has more than two moves and the others
/// of the list are long.
pub(super) fn joined(items: Items<'_>) -> Items<'_> {
    let moves = items.items.iter().filter(|item| item.is_move());
    let long = moves.clone().filter(|item| item.what == What::Move(Kind::Long)).count();
    if long < FEW || long * 2 < moves.count() {
        return items;
    }
    let mut pairs = Vec::new();
    // Where the moves that stand together begin.
    let mut from = 0;
    for (at, item) in items.items.iter().enumerate() {
        let goes_on = item.is_move() || item.what == What::Token && at - from <= BOTH;
        if !goes_on {
            pairs.extend(pairs_of(&items, from..at));
            from = at + 1;
        }
    }
    pairs.extend(pairs_of(&items, from..items.items.len()));
    if pairs.is_empty() {
        return items;
    }
    let whole = |&at: &usize| {
        let (first, last) = (items.items[at], items.items[at + 1]);
        (at..at + 2, vec![Item { what: What::Move(Kind::Long), end: last.end, ..first }])
    };
    let pairs: Vec<_> = pairs.iter().map(whole).collect();
    items.replaced(&pairs)
}

/// The first items of pairs of squares that leave two moves of those that stand together behind a number.
fn pairs_of(items: &Items, moves: Range<usize>) -> Vec<usize> {
    let number = moves.start.checked_sub(1).and_then(|before| items.items[before].number());
    if number.is_none() || !(BOTH + 1..=2 * BOTH).contains(&moves.len()) {
        return Vec::new();
    }
    let mut pairs: Vec<usize> = Vec::new();
    for at in moves.start..moves.end - 1 {
        if pairs.last().is_none_or(|&last| last + 1 < at) && is_pair(items, at) {
            pairs.push(at);
        }
    }
    if moves.len() == pairs.len() + BOTH { pairs } else { Vec::new() }
}

/// Whether a square, with a piece before it perhaps, and another one stand beside each other.
fn is_pair(items: &Items, at: usize) -> bool {
    let (first, last) = (items.items[at], items.items[at + 1]);
    let apart = first.line == last.line && first.end + 1 == last.start;
    let text = |item: &Item| items.text(item).chars().collect::<Vec<char>>();
    let is_square = |square: &[char]| match square {
        [file, rank] => is_file(*file) && (is_rank(*rank) || matches!(rank, 'l' | 'i')),
        _ => false,
    };
    let own = text(&first);
    let from = if own.len() > 2 && is_piece(own[0]) { &own[1..] } else { &own[..] };
    let to = text(&last);
    let to = to.strip_suffix(&['!']).unwrap_or(&to);
    apart && is_square(from) && is_square(to)
}

#[cfg(test)]
mod tests {
    use crate::read::text::answers::tests::dealt;

    #[test]
    fn squares_that_lost_their_dash_are_one_move() {
        let text = "1. d2-d4 e7-e6 2. c2-c4 Pg8-f6 3. Pb1-c3 Lf8-b4 4. Dd1 b3! c7-c5 5. Lc1-d2 b7-b6 \
            6. e2 e3 a7-a6 7. f2-f3";
        let found = dealt(text);
        assert!(found.contains("4.Dd1 b3! c7-c5 5.Lc1-d2"), "{found}");
        assert!(found.contains("6.e2 e3 a7-a6"), "{found}");
    }
}
