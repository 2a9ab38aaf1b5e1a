//! Moves without numbers that stand one behind the other in a sentence, where nothing else is a game:
//! `I played d2d4 e7e6 c2c4 b8c6 b1c3, and now the program moved its king.`
//!
//! They can be played from the start position, and not all of them are squares, which a sentence may
//! name as well.

use shakmaty::Chess;

use super::items::{Item, Items, What};
use crate::{
    read::{pgn::MAX_ENTRIES, printed, replay::played},
    record::{Entry, Record},
};

/// Fewest moves of a game.
const FEW: usize = 5;
/// Characters of a square.
const SQUARE: usize = 2;

/// The games of such moves.
pub(super) fn games(items: &Items) -> Vec<Record> {
    let mut found = Vec::new();
    let mut run: Vec<&Item> = Vec::new();
    for item in &items.items {
        let parts_nothing = item.what == What::Gap || items.text(item) == ",";
        let goes_on = item.is_move() && run.last().is_none_or(|last| item.line <= last.line + 1);
        if !parts_nothing && !goes_on {
            found.extend(game(items, &run));
            run.clear();
        }
        if item.is_move() {
            run.push(item);
        }
    }
    found.extend(game(items, &run));
    found
}

/// The game that a run of moves is.
fn game(items: &Items, run: &[&Item]) -> Option<Record> {
    let texts = || run.iter().map(|item| items.text(item));
    let is_game = (FEW..=MAX_ENTRIES).contains(&run.len())
        && texts().any(|text| text.len() > SQUARE)
        && played(Chess::default(), texts()) == run.len();
    let entry =
        |item: &&Item| Entry { place: items.place(item), ..Entry::from_text(items.text(item)) };
    let sheets = || printed(run.iter().map(entry).collect());
    is_game.then(|| Record { sheets: sheets(), ..Record::default() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_in_a_sentence_are_a_game_if_they_can_be_played() {
        for (text, want) in [
            ("I had d2d4 e7e6 c2c4 b8c6 b1c3, and now it moved its king e8e7.", vec![5]),
            (
                "After e4 e5 Nf3 Nc6 Bb5 a6 White gave up; after e4, c5, Sf3, d6,\nd4 Black did.",
                vec![6, 5],
            ),
            ("White holds e4, e5, d4, d5, c4.", vec![]),
            ("After e4 e5 Nf3 White may play Bb5.", vec![]),
            ("After Nf6 Bg5 Be7 e3 O-O White stands well.", vec![]),
        ] {
            let found = games(&Items::new(text, 1));
            let moves: Vec<usize> = found.iter().map(|game| game.sheets[0].entries.len()).collect();
            assert_eq!(moves, want, "{text}");
        }
    }
}
