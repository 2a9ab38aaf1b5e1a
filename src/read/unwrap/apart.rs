//! Moves that name both squares with something else than a dash between them: `e2 e4`, `e2,e4`,
//! `(e2/e4)`, `from e2 to e4`, `A f 1 c 4`, as old books, programs and beginners write them. A list of
//! squares looks like one of pawn moves, two for each.
//!
//! What parts the squares is whatever does so in the first moves, which begin on the first ranks of
//! each side and can be played, or, where columns stand side by side, behind nearly every number.

use std::ops::Range;

use shakmaty::{Chess, Square};

use super::view::View;
use crate::read::{
    replay,
    shape::chars::{is_capture, is_dash, is_piece},
};

/// Fewest moves that can be played from the beginning.
const FEW: usize = 4;
/// Fewest moves behind numbers of their own.
const MANY: usize = 12;
/// Most bytes between the squares of a move.
const WIDE: usize = 8;
/// Signs around both squares.
const AROUND: [(char, char); 5] = [('(', ')'), ('[', ']'), ('<', '>'), ('"', '"'), ('\'', '\'')];

/// A square as it is written.
struct Written {
    square: Square,
    /// Its bytes.
    from: usize,
    to: usize,
    /// Byte at which the letter of the piece before it begins, or the square.
    piece: usize,
}

/// The text with a dash between the squares of each move.
pub(super) fn view<'a>(text: &'a str, sample: &str) -> Option<View<'a>> {
    let sign = sign(sample, &squares(sample))?;
    let mut view = View::new(text);
    let mut squares = &squares(text)[..];
    while let [origin, rest @ ..] = squares {
        squares = rest;
        let Some(target) = rest.first().filter(|t| between(text, origin, t) == Some(sign)) else {
            continue;
        };
        let own = origin.piece..target.to;
        let (from, to) = around(text, &own);
        let letter = text[origin.piece..origin.from].trim_end();
        // A quote that closes one move may look as if it opened the next.
        view.up_to(from);
        view.put_for(&format!("{letter}{}-{}", origin.square, target.square), own);
        view.pass(to);
        squares = &rest[1..];
    }
    Some(view.with_rest())
}

/// What stands between the squares of the moves of a text, if it is no dash, unless of an arrow, and no
/// capture; nothing where the text has no such moves.
fn sign<'a>(text: &'a str, squares: &[Written]) -> Option<&'a str> {
    let ranks = |at: usize| squares[at].square.rank() as u32;
    let begins = |at: usize| {
        let ranked = ranks(at) < 2 && matches!(ranks(at + 1), 2 | 3) && ranks(at + 2) > 5;
        let sign = ranked.then(|| between(text, &squares[at], &squares[at + 1])).flatten()?;
        let own = sign.ends_with('>') || !sign.contains(|c| is_dash(c) || is_capture(c));
        let again = between(text, &squares[at + 2], &squares[at + 3]) == Some(sign);
        (own && again).then_some((at, sign))
    };
    let mut found = (0..squares.len().saturating_sub(3)).filter_map(begins);
    let plays = |&(at, sign): &(usize, &str)| plays(text, &squares[at..], sign);
    let first = found.next()?;
    // Of the rows a text has as many wherever it begins.
    if plays(&first) || rows(text, &squares[first.0..], first.1) {
        return Some(first.1);
    }
    found.find(plays).map(|(_, sign)| sign)
}

/// Whether the first moves of the squares, with a sign between those of each, can be played.
fn plays(text: &str, squares: &[Written], sign: &str) -> bool {
    let pairs = squares.chunks_exact(2).take(FEW);
    let pairs = pairs.take_while(|pair| between(text, &pair[0], &pair[1]) == Some(sign));
    let moves: Vec<String> =
        pairs.map(|pair| format!("{}{}", pair[0].square, pair[1].square)).collect();
    replay::played_in_english(Chess::default(), moves.iter().map(String::as_str)) == FEW
}

/// Whether behind nearly every number stand two squares with a sign between them and no third.
fn rows(text: &str, squares: &[Written], sign: &str) -> bool {
    let numbered = |at: &usize| {
        let before = &text[..squares[*at].piece];
        let bare = before.trim_end_matches(|c: char| c == '.' || c.is_whitespace());
        let word = bare.trim_end_matches(|c: char| c.is_ascii_digit());
        bare.len() < before.len() && word.len() < bare.len() && !word.ends_with(char::is_alphabetic)
    };
    let goes_on = |at: usize| {
        let pair = squares.get(at).zip(squares.get(at + 1));
        pair.is_some_and(|(from, to)| between(text, from, to) == Some(sign))
    };
    let rows = (0..squares.len()).filter(numbered);
    let (pairs, all) = rows.fold((0, 0), |(pairs, all), at| {
        (pairs + usize::from(goes_on(at) && !goes_on(at + 1)), all + 1)
    });
    pairs >= MANY && pairs * 10 >= all * 9
}

/// What stands between two squares that may be those of one move, without the blanks around it.
fn between<'a>(text: &'a str, origin: &Written, target: &Written) -> Option<&'a str> {
    let between = &text[origin.to..target.from];
    let word = |c: char| c.is_numeric() || c.is_uppercase() || matches!(c, '\n' | '(' | ')');
    let own = target.piece == target.from && !between.is_empty() && between.len() <= WIDE;
    (own && !between.contains(word)).then(|| between.trim())
}

/// The bytes of a move with the signs that stand around it.
fn around(text: &str, own: &Range<usize>) -> (usize, usize) {
    let signs = (text[..own.start].chars().next_back(), text[own.end..].chars().next());
    match signs {
        (Some(open), Some(close)) if AROUND.contains(&(open, close)) => {
            (own.start - open.len_utf8(), own.end + close.len_utf8())
        }
        _ => (own.start, own.end),
    }
}

/// The squares of a text, each a word of its own or with the letter of a piece before it; `e 2` is one
/// too.
fn squares(text: &str) -> Vec<Written> {
    let mut found: Vec<Written> = Vec::new();
    for (at, c) in text.char_indices() {
        let Some(file @ 'a'..='h') = c.to_lowercase().next() else { continue };
        let behind = text[at + 1..].trim_start_matches([' ', '\u{a0}']);
        let torn = text.len() - behind.len() - at - 1;
        let Some(rank @ '1'..='8') = behind.chars().next() else { continue };
        let (before, to) = (&text[..at], text.len() - behind.len() + 1);
        let piece = piece(before);
        let alone = piece < at || !before.ends_with(char::is_alphanumeric);
        // A letter may say that something was taken, or what a pawn becomes.
        let next = behind[1..].strip_prefix(char::is_alphabetic).unwrap_or(&behind[1..]);
        if torn > 1 || !alone || next.starts_with(char::is_alphanumeric) {
            continue;
        }
        let square = Square::from_ascii(&[file as u8, rank as u8]).ok();
        found.extend(square.map(|square| Written { square, from: at, to, piece }));
    }
    found
}

/// Byte at which the letter of a piece begins at the end of a text, or the end.
fn piece(text: &str) -> usize {
    let bare = text.trim_end_matches([' ', '\u{a0}']);
    let word = bare
        .rfind(|c: char| !is_piece(c) && !c.is_lowercase())
        .map_or(0, |before| before + bare[before..].chars().next().map_or(1, char::len_utf8));
    let letters = &bare[word..];
    let begins = letters.chars().next().is_some_and(is_piece) && letters.chars().count() <= 2;
    let parted = bare[..word].ends_with(char::is_numeric);
    if begins && !parted && text.len() - bare.len() <= 1 { word } else { text.len() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Option<String> {
        view(text, text).map(|view| view.shown())
    }

    #[test]
    fn squares_of_a_move_are_joined() {
        for (text, want) in [
            (
                "1. e2 e4 e7 e5 2. Sg1 f3 Sb8 c6 3. d2 d4 e5 d4:",
                "1. e2-e4 e7-e5 2. Sg1-f3 Sb8-c6 3. d2-d4 e5-d4:",
            ),
            (
                "1. e 2 e 4   e 7 e 5\n2. A f 1 c 4   A f 8 c 5\n",
                "1. e2-e4   e7-e5|2. Af1-c4   Af8-c5",
            ),
            (
                "e2 e4, e7 e5\ng1 f3, b8 c6\nf1 b5, a7 a6\n",
                "e2-e4, e7-e5|g1-f3, b8-c6|f1-b5, a7-a6",
            ),
            ("e2,e4, e7,e5; g1,f3, b8,c6", "e2-e4, e7-e5; g1-f3, b8-c6"),
            ("1. (e2/e4) (e7/e5) 2. (g1/f3) (b8/c6)", "1. e2-e4 e7-e5 2. g1-f3 b8-c6"),
            ("1  e2  e4  e7  e5\n2  g1  f3  b8  c6", "1  e2-e4  e7-e5|2  g1-f3  b8-c6"),
            ("e2 -> e4 e7 -> e5\ng1 -> f3 b8 -> c6", "e2-e4 e7-e5|g1-f3 b8-c6"),
            ("E2 to E4\nE7 to E5\nG1 to F3\nB8 to C6", "e2-e4|e7-e5|g1-f3|b8-c6"),
            ("\"e2 e4\"e7 e5\"g1 f3\"b8 c6\"", "e2-e4e7-e5g1-f3b8-c6"),
        ] {
            assert_eq!(shown(text).as_deref(), Some(want), "{text}");
        }
    }

    #[test]
    fn columns_side_by_side_have_their_numbers() {
        let row = |number: u32| format!("{number} g1 f3 {number} K b8 c6");
        let rows: Vec<String> =
            (2..=6).map(|number| format!("{} {}", row(number), row(number + 6))).collect();
        let text = format!("1 e2 e4 1 e7 e5 7 h5 h6 7 b8 c6\n{}\n", rows.join("\n"));
        let shown = shown(&text).expect("pairs of squares");
        assert!(shown.starts_with("1 e2-e4 1 e7-e5 7 h5-h6 7 b8-c6|2 g1-f3 2 Kb8-c6 8"), "{shown}");
        let few = text.lines().take(2).collect::<Vec<_>>().join("\n");
        assert_eq!(super::view(&few, &few).map(|view| view.shown()), None);
    }

    #[test]
    fn other_squares_stay_as_they_are() {
        for text in [
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6",
            "e2-e4 e7-e5 g1-f3 b8-c6",
            "e2e4 e7e5 g1f3 b8c6",
            "1. e2 : e4 e7 : e5 2. g1 : f3 b8 : c6",
            "White: Ke1, e2, e4. Black: Ke8, e7, e5.",
            "e2 e4 e7 e5 g1 f4 b8 c6",
        ] {
            assert_eq!(shown(text), None, "{text}");
        }
    }
}
