//! Rows that all have the number 1, as a list in Markdown has whose numbers its reader is to count:
//!
//! ```text
//! 1. e4 e5
//! 1. Nf3 Nc6
//! 1. Bb5 a6
//! ```
//!
//! Openings may be listed like that, too; the rows of a game have moves among them that no game
//! begins with. One of both moves of a row may be damaged.

use super::{Part, filled, number};
use crate::read::{
    replay::split_square,
    shape::{chars::is_piece, damaged, scan},
};

/// Fewest rows of a game.
const FEW: usize = 6;
/// Most words of a row, behind its number: descriptive moves have blanks in them.
const WIDE: usize = 12;

/// The rows of a text that all have the number 1 with the numbers that they should have, if there are
/// such.
pub(super) fn counted<'a>(parts: &[Part<'a>]) -> Option<Vec<Part<'a>>> {
    let full = filled(parts);
    let mut out: Vec<Part<'a>> = parts.to_vec();
    let mut found = false;
    for run in
        full.chunk_by(|one, other| row(parts[*one]).is_some() == row(parts[*other]).is_some())
    {
        let rows: Vec<Part<'a>> = run.iter().filter_map(|&at| row(parts[at])).collect();
        if rows.len() < FEW || !rows.iter().any(|row| goes_on(row.text)) {
            continue;
        }
        found = true;
        for ((&at, row), number) in run.iter().zip(rows).zip(1..) {
            out[at] = Part { told: Some(super::Told { number, black: false }), ..row };
        }
    }
    found.then_some(out)
}

/// What stands behind the number of a row that has the number 1, one or two moves and no other
/// number.
fn row(part: Part<'_>) -> Option<Part<'_>> {
    let text = part.text.trim_start();
    let rest = text.strip_prefix("1.").or_else(|| text.strip_prefix("1)"))?;
    let mut words = rest.split_whitespace();
    let first = words.next()?;
    let begins = scan::is_move(first)
        || damaged::is_left(first) && words.clone().next().is_some_and(scan::is_move);
    let is_row = rest.starts_with(char::is_whitespace)
        && begins
        && rest.split_whitespace().count() <= WIDE
        && !words.any(|word| word.ends_with('.') && number(word).is_some());
    is_row.then(|| part.cut(part.text.len() - rest.len(), part.text.len()))
}

/// Whether a row has a move that no game begins with: a capture, castling, or that of a piece which is
/// no knight.
fn goes_on(row: &str) -> bool {
    row.split_whitespace().filter(|word| scan::is_move(word)).any(|word| {
        word.contains(['x', '×', ':'])
            || ["O-O", "0-0", "Castles"].iter().any(|own| word.starts_with(own))
            || opens_no_game(word)
    })
}

/// Whether a move of a piece goes where no knight goes at first.
fn opens_no_game(word: &str) -> bool {
    let Some((_, square)) = split_square(word.trim_end_matches(['+', '#', '!', '?'])) else {
        return false;
    };
    let of_knight = matches!(square.file().char(), 'a' | 'c' | 'f' | 'h')
        && matches!(square.rank().char(), '3' | '6');
    word.starts_with(is_piece) && !of_knight
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::columns;

    fn told(text: &str) -> Option<Vec<(u32, String)>> {
        let parts = counted(&columns::lines(text))?;
        let rows =
            parts.iter().filter_map(|part| Some((part.told?.number, part.text.trim().to_owned())));
        Some(rows.collect())
    }

    const GAME: &str =
        "## Game 3\n\n1. e4 e5\n1. Nf3 Nc6\n1. Bb5 a6\n1. Ba4 Nf6\n1. O-O Nxe4\n1. d4\n";

    #[test]
    fn rows_of_a_list_are_counted() {
        let want = ["e4 e5", "Nf3 Nc6", "Bb5 a6", "Ba4 Nf6", "O-O Nxe4", "d4"];
        let want: Vec<(u32, String)> = (1..).zip(want.map(str::to_owned)).collect();
        assert_eq!(told(GAME).as_ref(), Some(&want));
        // A list of Markdown that is parted by blank lines.
        let both = format!("{}\n# Another\n\n{GAME}", GAME.replace('\n', "\n\n"));
        assert_eq!(told(&both), Some([want.clone(), want].concat()));
    }

    #[test]
    fn a_row_may_have_a_damaged_move() {
        let text = "1. d2-d4 e7-e5\n1. Qd1-d3 Qd8-h4\n1. Qd3-g3 Bf8-b4\n1. Nb1-d2 a7-a5\n\
            1. a2-24 d7-d6\n1. h2-h3 Bc8-e6\n";
        let found = told(text).expect("a game");
        assert_eq!(found[4], (5, "a2-24 d7-d6".to_owned()));
    }

    #[test]
    fn openings_are_no_rows_of_a_game() {
        for text in [
            "1. e4 e5\n1. d4 d5\n1. c4 c5\n1. Nf3 Nf6\n1. g3 g6\n1. b3 b6\n",
            "1. e4 e5 2. d4 exd4\n1. e4 e5 2. f4 exf4\n1. d4 d5 2. c4 dxc4\n1. e4 d5 2. exd5 Qxd5\n\
             1. e4 c5 2. d4 cxd4\n1. e4 e6 2. d4 d5\n",
        ] {
            assert_eq!(told(text), None, "{text}");
        }
    }
}
