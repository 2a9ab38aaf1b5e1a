//! Moves that stand without a number between others, theirs being lost.

use super::{
    candidates::Slot,
    items::{Item, Items, What},
};
use crate::notation::names_square;

/// Most items that are looked at for them.
const MOST: usize = 24;

/// The moves from one item up to the item `until`, with nothing but signs between them, as they
/// stand where a number is lost: `2. Nf3 Nc6 Bb5 a6 4. Ba4`.
pub(super) fn bare_moves(items: &Items, from: usize, until: usize) -> Vec<Slot> {
    let passed = items.items.get(from..until).unwrap_or_default();
    let row = (from..).zip(passed.iter().take(MOST).take_while(|item| stands_bare(item)));
    row.filter_map(|(at, item)| match item.what {
        What::Move(kind) => Some(Slot { from: at, to: at, kind: Some(kind) }),
        What::Token if is_damaged(items.text(item)) => Some(Slot { from: at, to: at, kind: None }),
        _ => None,
    })
    .collect()
}

/// The last `wanted` moves right before the item `until`, behind the end of a sentence:
/// `A good move. Bb5 a6 4. Ba4`.
pub(super) fn bare_before(items: &Items, from: usize, until: usize, wanted: usize) -> Vec<Slot> {
    let passed = items.items.get(from..until).unwrap_or_default();
    let row = passed.iter().rev().take(MOST).take_while(|item| stands_bare(item)).count();
    let found = bare_moves(items, until - row, until);
    // A number before them is theirs.
    let before = items.items.get(..until - row).and_then(<[Item]>::last);
    let numbered = before.is_none_or(|item| matches!(item.what, What::Number { .. } | What::Dots));
    let first = found.first().map_or(until, |slot| slot.from);
    let last = items.items[..first].iter().rfind(|item| item.what != What::Gap);
    let ends = last.is_some_and(|item| items.text(item).ends_with(['.', '!', '?', ')', ']']));
    if numbered || !ends || found.len() != wanted { Vec::new() } else { found }
}

/// Whether nothing but such moves stands there.
pub(super) fn is_bare_row(items: &Items, from: usize, until: usize) -> bool {
    let passed = items.items.get(from..until);
    passed.is_some_and(|passed| passed.len() <= MOST && passed.iter().all(stands_bare))
}

/// Whether an item may be part of moves without a number.
fn stands_bare(item: &Item) -> bool {
    matches!(item.what, What::Move(_) | What::Token | What::Sign | What::Gap) && !item.deep
}

/// Whether a word may be a damaged move: it names a square and begins with no digit.
pub(super) fn is_damaged(word: &str) -> bool {
    names_square(word) && !word.starts_with(|c: char| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_up_to_what_is_none() {
        for (text, want, whole) in [
            ("Bb5 a6", "Bb5|a6", true),
            ("Bb5, _ q Nf3x", "Bb5|Nf3x", true),
            ("Bb5 was better than a6", "Bb5", false),
            ("Bb5 4. Ba4", "Bb5", false),
        ] {
            let items = Items::new(text, 1);
            let end = items.items.len();
            let found = bare_moves(&items, 0, end);
            let texts = found.iter().map(|slot| items.text(&items.items[slot.from]));
            assert_eq!(texts.collect::<Vec<_>>().join("|"), want, "{text}");
            assert_eq!(is_bare_row(&items, 0, end), whole, "{text}");
        }
    }

    #[test]
    fn moves_behind_a_sentence() {
        for (text, want) in [
            ("Best was so. Bb5 a6", 2),
            ("Best was so. Bb5", 0),
            ("Best was Bb5 a6", 0),
            ("Best. 3. Bb5 a6", 0),
            ("Best is 3... a6", 0),
        ] {
            let items = Items::new(text, 1);
            assert_eq!(bare_before(&items, 0, items.items.len(), 2).len(), want, "{text}");
        }
    }
}
