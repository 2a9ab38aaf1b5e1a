//! Plays moves that leave nothing to ask, to see whether a list of them is a game from its start.

use shakmaty::{Chess, Move, Position, Role, Square, uci::UciMove};

use crate::notation::{is_figurine, languages, strict};

/// How many of the words, one after the other, are each a legal move of the position and of those
/// that follow from it: `e4`, `e2-e4`, `g1f3`, `5254`, and in any language `Sf3`.
pub(super) fn played<'a>(pos: Chess, words: impl IntoIterator<Item = &'a str>) -> usize {
    let mut replay = Replay::new(pos);
    words.into_iter().take_while(|word| replay.play(word)).count()
}

/// The positions that words may have led to so far.
#[derive(Clone)]
pub(super) struct Replay<'a> {
    games: Vec<Game<'a>>,
}

impl<'a> Replay<'a> {
    /// Before the first move of a position.
    pub(super) fn new(pos: Chess) -> Replay<'a> {
        Replay { games: vec![Game { pos, letters: Vec::new() }] }
    }

    /// Plays a word, if it is a legal move; nothing can be played behind one that is none.
    pub(super) fn play(&mut self, word: &'a str) -> bool {
        self.games = self.games.iter().flat_map(|game| game.after(word)).take(MOST).collect();
        !self.games.is_empty()
    }
}

/// The same with the letters of English alone.
pub(super) fn played_in_english<'a>(
    mut pos: Chess,
    words: impl IntoIterator<Item = &'a str>,
) -> usize {
    let plays = |word: &&str| clean_move(&pos, word).map(|m| pos.play_unchecked(m)).is_some();
    words.into_iter().take_while(plays).count()
}

/// The legal move that a word is, in SAN or with both its squares.
fn clean_move(pos: &Chess, word: &str) -> Option<Move> {
    let said = strict::parse(word.as_bytes()).and_then(|(said, _)| said.to_move(pos).ok());
    said.or_else(|| {
        // `g1-f3`: only UCI leaves out what moves.
        let squares = without_signs(word).replace(['-', 'x', ':'], "");
        let squares = squares.strip_prefix('P').unwrap_or(&squares);
        let squares = of_digits(squares).unwrap_or_else(|| squares.to_owned());
        let uci = |squares: &str| UciMove::from_ascii(squares.as_bytes()).ok()?.to_move(pos).ok();
        // Smith notation says what is taken: `c5d4p`.
        uci(&squares).or_else(|| uci(squares.strip_suffix(SMITH)?))
    })
}

/// Letters behind a move in Smith notation: what it takes, en passant, castling.
const SMITH: [char; 8] = ['p', 'n', 'b', 'r', 'q', 'E', 'c', 'C'];

/// `5254` and `52541` with the letters of UCI, `e2e4` and `e2e4q`.
fn of_digits(word: &str) -> Option<String> {
    let letter = |(at, digit): (usize, u8)| match (at, digit) {
        (0 | 2, b'1'..=b'8') => Some(char::from(digit - b'1' + b'a')),
        (1 | 3, b'1'..=b'8') => Some(char::from(digit)),
        (4, b'1'..=b'4') => Some(['q', 'r', 'b', 'n'][usize::from(digit - b'1')]),
        _ => None,
    };
    word.bytes().enumerate().map(letter).collect()
}

/// A word without the signs behind the move.
fn without_signs(word: &str) -> &str {
    word.trim_end_matches(['+', '#', '!', '?'])
}

/// Letters that are not taken for another piece than in English, and none.
const ENGLISH: [&str; 6] = ["", "N", "B", "R", "Q", "K"];

/// Most games that are followed, which differ in what the letters stand for.
const MOST: usize = 8;

/// A game of a list, and what the letters stand for in it that its moves have told so far.
#[derive(Clone)]
struct Game<'a> {
    pos: Chess,
    letters: Vec<(&'a str, Role)>,
}

impl<'a> Game<'a> {
    /// The games that go on with a word.
    fn after(&self, word: &'a str) -> Vec<Game<'a>> {
        let play = |m: Move, letter: Option<&'a str>| {
            let mut game = self.clone();
            game.pos.play_unchecked(m);
            game.letters.extend(letter.map(|letter| (letter, m.role())));
            game
        };
        if let Some(m) = clean_move(&self.pos, word) {
            return vec![play(m, None)];
        }
        let Some((letter, origin, to)) = short(without_signs(word)) else { return Vec::new() };
        let comes_from = |square: Square| match origin {
            Some(rank @ '1'..='8') => square.rank().char() == rank,
            Some(file) => square.file().char() == file,
            None => true,
        };
        let is = |role: Role| {
            let known = self.letters.iter().find(|(known, own)| *known == letter || *own == role);
            role != Role::Pawn && known.is_none_or(|(known, own)| *known == letter && *own == role)
        };
        let legal = self.pos.legal_moves();
        let fits = |m: &&Move| {
            m.to() == to && !m.is_castle() && is(m.role()) && m.from().is_some_and(comes_from)
        };
        legal.iter().filter(fits).map(|&m| play(m, Some(letter))).collect()
    }
}

/// The parts of a move in short notation: the letter of its piece, file or rank that it comes from,
/// and the square that it goes to.
fn short(word: &str) -> Option<(&str, Option<char>, Square)> {
    let (before, to) = split_square(word)?;
    let before = before.trim_end_matches(['x', ':', '-', '×']);
    let origin = before.chars().next_back().filter(|c| matches!(c, 'a'..='h' | '1'..='8'));
    let letter = before.trim_end_matches(|c| Some(c) == origin);
    let letter = if letter.starts_with(is_figurine) { of_white(letter) } else { letter };
    (!ENGLISH.contains(&letter)).then_some((letter, origin, to))
}

/// The figurine that White's piece has, which is one letter with Black's.
fn of_white(figurine: &str) -> &str {
    let all = languages().iter().find(|language| language.code == "fig");
    let role = Role::ALL.into_iter().skip(1).find(|&role| {
        all.is_some_and(|all| all.letters(role).iter().any(|letter| letter == figurine))
    });
    all.zip(role).map_or(figurine, |(all, role)| all.letter(role))
}

/// What stands before the square at the end of a text, and that square.
pub(super) fn split_square(text: &str) -> Option<(&str, Square)> {
    let (before, square) = text.split_at_checked(text.len().checked_sub(2)?)?;
    Some((before, Square::from_ascii(square.as_bytes()).ok()?))
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
            ("e2:e4 d7:d5 Pe4d5 d8:d5", 4),
            ("5254 5755 6134 2836 4185 7866 8567", 7),
            ("1214 2725 1425 1715 2526 1514 2627 1413 27184", 9),
            ("5254 52 525455", 1),
            ("e2e4 d7d5 e4d5p d8d5p g1f3 c8g4 f1e2 g4f3n e1g1c", 9),
            ("e4 e5 Nf3 Nc6 Bb5 Ke6 O-O", 5),
            ("Nf6 e5", 0),
            ("e4 e5 Sf3 Sc6 Lb5 a6 Lxc6 dxc6 0-0 Lg4", 10),
            ("e4 e5 ♘f3 ♞c6 ♗b5 ♞d4", 6),
            ("e4 e6 d4 d5 ♘c3 ♝b4 ♗b5+ ♝d7", 8),
            // A letter is that of one piece.
            ("e4 e5 Sf3 Sc6 Sb5 a6", 4),
            // A knight or the queen, and a knight.
            ("e4 e5 Xf3 Nc6 Xc3 Nf6 Xd1", 6),
            ("e4 e5 Bf3 Bc6", 2),
        ] {
            assert_eq!(played(Chess::default(), moves.split(' ')), want, "{moves}");
        }
    }
}
