//! Plays moves that leave nothing to ask, to see whether a list of them is a game from its start.

use shakmaty::{Chess, Move, Position, uci::UciMove};

use crate::notation::strict;

/// How many of the words, one after the other, are each a legal move of the position and of those
/// that follow from it: `e4`, `e2-e4`, `g1f3`.
pub(super) fn played<'a>(mut pos: Chess, words: impl IntoIterator<Item = &'a str>) -> usize {
    let mut count = 0;
    for word in words {
        let Some(m) = clean_move(&pos, word) else { break };
        pos.play_unchecked(m);
        count += 1;
    }
    count
}

/// The legal move that a word is, in SAN or with both its squares.
fn clean_move(pos: &Chess, word: &str) -> Option<Move> {
    let said = strict::parse(word.as_bytes()).and_then(|(said, _)| said.to_move(pos).ok());
    said.or_else(|| {
        // `g1-f3`: only UCI leaves out what moves.
        let squares = word.trim_end_matches(['+', '#', '!', '?']).replace(['-', 'x'], "");
        UciMove::from_ascii(squares.as_bytes()).ok()?.to_move(pos).ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clean_moves_of_every_style_are_played() {
        for (moves, want) in [
            ("e4 e5 Nf3 Nc6 Bc4 Nf6 0-0 Bc5", 8),
            ("e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 e1g1", 7),
            ("e2-e4 e7-e5 Ng1-f3 b8-c6! f1-b5 a7-a6 b5xc6+", 7),
            ("e4 e5 Nf3 Nc6 Bb5 Ke6 O-O", 5),
            ("Nf6 e5", 0),
            ("Sf3 d5", 0),
        ] {
            assert_eq!(played(Chess::default(), moves.split(' ')), want, "{moves}");
        }
    }
}
