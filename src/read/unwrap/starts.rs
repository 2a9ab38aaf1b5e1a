//! Games that are a line each, and end early: `1. e4 c5`, `1. d4 d5 2. c4`, as lists of openings have
//! them, with their names and remarks between them.

use shakmaty::Chess;

use super::{numbered::unnumbered, view::View};
use crate::read::{
    pgn::tag,
    replay::played,
    shape::scan::{self, begins_game},
};

/// Fewest such lines.
const FEW: usize = 2;
/// Most moves of such a line. Whole games have headings, which other readers know.
const MANY: usize = 20;

/// The games, each a text of its own.
pub(super) fn view<'a>(text: &'a str, sample: &str) -> Option<View<'a>> {
    let mut games = 0;
    for line in sample.lines() {
        if is_game(line) {
            games += 1;
        } else if holds_moves(line) || tag::is_tag_line(line) {
            return None;
        }
    }
    if games < FEW {
        return None;
    }
    let mut view = View::new(text);
    for line in text.lines().filter(|line| is_game(line)) {
        let at = line.as_ptr().addr() - text.as_ptr().addr();
        view.begin();
        view.copy(at, at + line.len());
    }
    Some(view)
}

/// Whether a line is a game from its first move on, with numbers and nothing else, not even a result.
fn is_game(line: &str) -> bool {
    let moves: Vec<&str> = unnumbered(line).collect();
    begins_game(line)
        && moves.len() <= MANY
        && played(Chess::default(), moves.iter().copied()) == moves.len()
}

/// Whether a line may go on with a game.
fn holds_moves(line: &str) -> bool {
    let (found, others): (Vec<&str>, Vec<&str>) =
        unnumbered(line).partition(|word| scan::is_move(word));
    !found.is_empty() && found.len() >= others.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_begin_a_game_are_games() {
        let text =
            "Sicilian\n1. e4 c5\n→ hits at d4\n\nSpanish\n1.e4 e5 2.Nf3 Nc6 3.Bb5\n1. Ng1f3\n";
        let found = view(text, text).unwrap_or_else(|| panic!("{text}"));
        let texts: Vec<&str> = found.texts().iter().map(|(text, _)| text.trim()).collect();
        assert_eq!(texts, ["1. e4 c5", "1.e4 e5 2.Nf3 Nc6 3.Bb5", "1. Ng1f3"]);
        for text in [
            "1. e4 c5\n2. Nf3 d6\n",
            "1. e4 c5\n1. d4 d5\n2. c4 e6\n",
            "1. e4\n2. c5\n1. d4\n2. d5\n",
            "1. e4 c5 1-0\n1. d4 d5 0-1\n",
            &format!("1. e4 c5\n1. d4 d5 {}", "2. Nf3 Nf6 3. Ng1 Ng8 ".repeat(5)),
            "1. e4 e5\n1. Nf3 Nc6\n1. Bb5 a6\n",
            "[White \"Berg\"]\n1. e4 c5\n1. d4 d5\n",
        ] {
            assert!(view(text, text).is_none(), "{text}");
        }
    }
}
