//! Numbers in brackets that are marks of footnotes, behind moves and again below: `34. Kf1 (5) Qh1`
//! and `(5) If Re3, then f4.`

use std::collections::BTreeMap;

use super::items::{Item, Items, What};

/// Fewest footnotes of a text that shows them.
const FEW: usize = 2;

/// The items without such marks, if notes with their numbers stand below.
pub(super) fn removed(items: Items<'_>) -> Items<'_> {
    let mut marks: BTreeMap<u16, usize> = BTreeMap::new();
    let mut found: Vec<usize> = Vec::new();
    for at in 0..items.items.len() {
        let Some(number) = bracketed(&items, at) else { continue };
        let begins = items.first[items.items[at].line as usize] == at;
        if !begins && items.items[at - 1].is_move() {
            marks.insert(number, at);
        } else if begins && is_note(&items, at) {
            // Each mark has one note below.
            found.extend(marks.remove(&number).map(|mark| [mark, at]).into_iter().flatten());
        }
    }
    if found.len() < 2 * FEW {
        return items;
    }
    found.sort_unstable();
    let gone: Vec<_> = found.into_iter().map(|at| (at..at + 1, Vec::new())).collect();
    items.replaced(&gone)
}

/// The number in round brackets that an item is, but for one that Black's dots stand behind.
fn bracketed(items: &Items, at: usize) -> Option<u16> {
    let item = &items.items[at];
    let What::Number { number, black: false, .. } = item.what else { return None };
    let text = items.text(item);
    (text.starts_with('(') && text.ends_with(')')).then_some(number)
}

/// Whether words stand behind the number that begins a line, and not a move right behind it.
fn is_note(items: &Items, at: usize) -> bool {
    let behind = &items.of_line(items.items[at].line as usize)[1..];
    let first = behind.iter().find(|item| item.what != What::Gap);
    let is_word = |item: &Item| matches!(item.what, What::Words(_));
    first.is_some_and(|first| !first.is_move()) && behind.iter().any(is_word)
}

#[cfg(test)]
mod tests {
    use crate::read::text::answers::tests::dealt;

    #[test]
    fn marks_of_footnotes_are_no_numbers() {
        let game = "1. e4 e5\n2. Nf3 (1) Nc6\n3. Bb5 a6 (2)\n4. Ba4 Nf6";
        let notes = "(1) If f4, then exf4 takes the pawn.\n(2) After Nf6 the pawn is lost.";
        let want = "1.e4 e5 2.Nf3 Nc6 3.Bb5 a6 4.Ba4 Nf6";
        assert_eq!(dealt(&format!("{game}\n\n{notes}\n")), want);
        // Numbers of moves, and no note.
        let listed = game.replace("1. e4", "(1) e4").replace("2. Nf3 (1)", "(2) Nf3");
        assert!(dealt(&format!("{listed}\n")).starts_with("1.e4 e5 2.Nf3"), "{}", dealt(&listed));
    }
}
