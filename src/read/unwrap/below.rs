//! PGN whose tags stand below the moves that they belong to.

use super::view::View;
use crate::read::{kind::HEAD, pgn::tag, shape::scan};

/// Fewest moves that each part above tags has.
const FEW: usize = 4;

/// Whether a text, the beginning of an input, is all of it and such a PGN.
pub(super) fn is_one(text: &str) -> bool {
    text.len() < HEAD && games(text).is_some()
}

/// The text with the tags of each game above its moves.
pub(super) fn view(text: &str) -> Option<View<'_>> {
    let mut view = View::new(text);
    for [moves, tags, end] in games(text)? {
        view.copy(tags, end);
        view.part('\n');
        view.put("\n", tags);
        view.copy(moves, tags);
        view.part('\n');
    }
    Some(view)
}

/// For each game the bytes at which its moves begin, its tags begin, and they end.
fn games(text: &str) -> Option<Vec<[usize; 3]>> {
    let last = text.trim_end().lines().next_back()?;
    if !tag::is_tag_line(last) || text.lines().find(|line| !line.trim().is_empty())? == last {
        return None;
    }
    let mut games: Vec<[usize; 3]> = Vec::new();
    let (mut at, mut in_tags) = (0, true);
    for line in text.split_inclusive('\n') {
        let from = at;
        at += line.len();
        if line.trim().is_empty() {
            continue;
        }
        let is_tag = tag::is_tag_line(line);
        if in_tags && !is_tag {
            games.push([from, from, from]);
        }
        let game = games.last_mut()?;
        if is_tag && !in_tags {
            game[1] = from;
        }
        game[2] = at;
        in_tags = is_tag;
    }
    let moves =
        |part: &str| part.split([' ', '\n', '.']).filter(|word| scan::is_move(word)).count();
    let full = |game: &[usize; 3]| game[1] > game[0] && moves(&text[game[0]..game[1]]) >= FEW;
    games.iter().all(full).then_some(games)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_below_their_moves_are_put_above_them() {
        let text = "1. e4 e5 2. Nf3 Nc6 1-0\n\n[White \"A\"]\n[Black \"B\"]\n\n\
                    1. d4 d5\n2. c4 e6 0-1\n\n[White \"C\"]\n";
        let shown = view(text).expect("tags below").shown();
        let want = "[White \"A\"]|[Black \"B\"]|1. e4 e5 2. Nf3 Nc6 1-0|\
                    [White \"C\"]|1. d4 d5|2. c4 e6 0-1";
        assert_eq!(shown, want);
        assert!(is_one(text));
    }

    #[test]
    fn other_orders_stay() {
        for text in [
            "[White \"A\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n",
            "1. e4 e5 2. Nf3 Nc6 1-0\n\n[White \"A\"]\n\n1. d4 d5 2. c4 e6\n",
            "Games of our club\n\n[White \"A\"]\n[Black \"B\"]\n",
            "[White \"A\"]\n",
            "",
        ] {
            assert!(view(text).is_none(), "{text}");
        }
    }
}
