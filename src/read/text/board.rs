//! Plays the moves of a run of numbers, whatever the letters of the pieces stand for, to see whether
//! one can follow on another.

use std::sync::LazyLock;

use arrayvec::ArrayVec;
use rustc_hash::FxHashMap;
use shakmaty::{ByRole, CastlingSide, Chess, Move, Position, Role, Square};

use super::items::Items;
use crate::{
    notation::languages,
    read::{
        replay::split_square,
        shape::{
            chars::{is_capture, is_dash, is_oh},
            scan::Kind,
        },
    },
};

/// The positions that the moves so far may have led to; at least one.
#[derive(Debug, Clone)]
pub(super) struct Board<'a> {
    games: Vec<Game<'a>>,
}

/// Most games that are followed, which differ in what the letters stand for or in what moved.
const MOST: usize = 12;
/// Most letters that are told in a game: misread ones are many.
const LETTERS: usize = 16;

/// A game, and what its letters have stood for so far.
#[derive(Debug, Clone)]
struct Game<'a> {
    pos: Chess,
    letters: ArrayVec<(&'a str, Role), LETTERS>,
}

/// What comes of a move.
#[derive(Debug)]
pub(super) enum Played<'a> {
    /// It can be played.
    On(Board<'a>),
    /// It can't.
    Not,
    /// It does not stand in a form that is known here, or there are too many ways to play it.
    Unknown,
}

impl<'a> Board<'a> {
    /// Before the first move of a text's games.
    pub fn first(items: &Items) -> Board<'a> {
        let pos = items.start.clone().unwrap_or_default();
        Board { games: vec![Game { pos, letters: ArrayVec::new() }] }
    }

    /// Behind a move that nothing is known of; nothing where too much is unknown already.
    pub fn past_one(&self) -> Option<Board<'a>> {
        let [game] = &self.games[..] else { return None };
        let games: Vec<Game> = game.pos.legal_moves().iter().map(|m| game.with(m)).collect();
        (!games.is_empty()).then_some(Board { games })
    }

    /// Plays a move by its text and its look.
    pub fn play(&self, text: &'a str, kind: Kind) -> Played<'a> {
        let Some(said) = Said::new(text, kind) else { return Played::Unknown };
        let games: Vec<_> =
            self.games.iter().flat_map(|game| game.after(&said)).take(MOST + 1).collect();
        if !games.is_empty() {
            return if games.len() > MOST { Played::Unknown } else { Played::On(Board { games }) };
        }
        // The sign of a piece is lost more easily than its square.
        let bare = matches!(said, Said::Normal { letter: "", from: From::SameFile, .. });
        if bare { Played::Unknown } else { Played::Not }
    }
}

impl<'a> Game<'a> {
    /// The game behind a move.
    fn with(&self, m: &Move) -> Game<'a> {
        let mut game = self.clone();
        game.pos.play_unchecked(*m);
        game
    }

    /// The games that go on with what a move says.
    fn after(&self, said: &Said<'a>) -> Vec<Game<'a>> {
        let play = |m: &Move| {
            let mut game = self.with(m);
            if let Said::Normal { letter, .. } = *said
                && !letter.is_empty()
                && self.role(letter).is_none()
            {
                let _ = game.letters.try_push((letter, m.role()));
            }
            game
        };
        match *said {
            Said::Castle(side) => self.pos.castling_moves(side).iter().take(1).map(play).collect(),
            Said::Normal { letter, from, takes, to } => {
                let mut moves = self.pos.legal_moves();
                moves.retain(|m| {
                    let queen = m.promotion().is_none_or(|role| role == Role::Queen);
                    let takes = !takes || m.is_capture();
                    m.to() == to && !m.is_castle() && queen && takes && from.fits(m)
                });
                match (letter, self.role(letter)) {
                    ("", _) if matches!(from, From::Square(_)) => {}
                    ("", _) => moves.retain(|m| m.role() == Role::Pawn),
                    (_, Some(role)) => moves.retain(|m| m.role() == role),
                    _ => {
                        let roles = ROLES.get(letter);
                        moves.retain(|m| roles.is_none_or(|roles| *roles.get(m.role())));
                    }
                }
                moves.iter().map(play).collect()
            }
        }
    }

    /// What a letter has stood for.
    fn role(&self, letter: &str) -> Option<Role> {
        self.letters.iter().find(|(known, _)| *known == letter).map(|(_, role)| *role)
    }
}

/// What the letters of all languages may stand for.
static ROLES: LazyLock<FxHashMap<&str, ByRole<bool>>> = LazyLock::new(|| {
    let mut roles: FxHashMap<&str, ByRole<bool>> = FxHashMap::default();
    for language in languages() {
        for role in Role::ALL {
            for letter in language.letters(role) {
                *roles.entry(letter).or_default().get_mut(role) = true;
            }
        }
    }
    roles
});

/// What a move says.
#[derive(Debug, PartialEq, Eq)]
enum Said<'a> {
    Castle(CastlingSide),
    Normal {
        /// What stands for the piece; empty for a pawn.
        letter: &'a str,
        from: From,
        /// Whether it says that it takes something; many leave that out.
        takes: bool,
        to: Square,
    },
}

/// Where a move comes from, as far as it says so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum From {
    Square(Square),
    File(char),
    Rank(char),
    Anywhere,
    /// Straight on, as a pawn that takes nothing.
    SameFile,
}

impl From {
    fn fits(self, m: &Move) -> bool {
        m.from().is_some_and(|from| match self {
            From::Square(square) => from == square,
            From::File(file) => from.file().char() == file,
            From::Rank(rank) => from.rank().char() == rank,
            From::Anywhere => true,
            From::SameFile => from.file() == m.to().file(),
        })
    }
}

/// Bytes of the longest letter of a piece, misread perhaps.
const LONGEST: usize = 6;

impl<'a> Said<'a> {
    /// What a text of a certain look says; nothing where it has another form than short or long
    /// algebraic.
    fn new(text: &'a str, kind: Kind) -> Option<Said<'a>> {
        match kind {
            Kind::Castling => {
                let noughts = text.chars().filter(|c| c.is_alphanumeric());
                noughts.clone().all(is_oh).then(|| {
                    let long = noughts.count() > 2;
                    let side = if long { CastlingSide::QueenSide } else { CastlingSide::KingSide };
                    Said::Castle(side)
                })
            }
            Kind::Algebraic | Kind::Long => Said::normal(text),
            Kind::Numeric | Kind::Descriptive | Kind::Files => None,
        }
    }

    fn normal(text: &'a str) -> Option<Said<'a>> {
        let text = text.trim_end_matches(|c: char| !c.is_alphanumeric());
        // What a pawn becomes.
        let without = text.trim_end_matches(char::is_uppercase);
        let without = without.trim_end_matches(['=', '/', '(', ':']);
        let (before, to) = split_square(without)?;
        let before = before.trim_end_matches(is_dash);
        let piece = before.trim_end_matches(is_capture);
        let (before, takes) = (piece, piece.len() < before.len());
        let (letter, from) = match split_square(before) {
            Some((letter, square)) => (letter, From::Square(square)),
            None => match before.chars().next_back() {
                Some(file @ 'a'..='h') => (&before[..before.len() - 1], From::File(file)),
                Some(rank @ '1'..='8') => (&before[..before.len() - 1], From::Rank(rank)),
                Some(_) => (before, From::Anywhere),
                None => (before, From::SameFile),
            },
        };
        // What stands there for nothing but a piece.
        let fits = letter.len() <= LONGEST && !letter.contains(char::is_whitespace);
        fits.then_some(Said::Normal { letter, from, takes, to })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::shape::scan;

    /// How many of some words can be played, and whether the next one has a known form.
    fn played(words: &str) -> (usize, bool) {
        let mut board = Board::first(&Items::new("", 1));
        for (at, word) in words.split(' ').enumerate() {
            let chars: Vec<char> = word.chars().collect();
            let found = scan::move_at(&chars, 0).unwrap_or_else(|| panic!("{word}"));
            match board.play(word, found.kind) {
                Played::On(next) => board = next,
                Played::Not => return (at, true),
                Played::Unknown => return (at, false),
            }
        }
        (words.split(' ').count(), true)
    }

    #[test]
    fn moves_of_any_language_are_played() {
        for (moves, want) in [
            ("e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O Bg4 h3 h5", (12, true)),
            ("e4 e5 Sf3 Sc6 Lb5 a6 Lxc6 dxc6 0-0 Lg4 h3 h5", (12, true)),
            // A king and a rook.
            ("e4 e5 Cf3 Cc6 Fb5 a6 O-O Re7 Te1 Rb3", (9, true)),
            ("e4 e5 Cf3 Cc6 Fb5 a6 O-O Re7 Te1 Rd6", (10, true)),
            ("e2-e4 e7-e5 Кg1-f3 Кb8-c6 Сf1-b5 a7-a6 Сb5:c6", (7, true)),
            ("e2e4 e7e5 g1f3 b8c6", (4, true)),
            ("e4 d5 e:d5 c6 dc6 Nf6 cb7 Bd7 ba8=Q", (9, true)),
            ("e4 e5 Nf3 Nc6 Nb5", (4, true)),
            ("e4 e5 Sf3 Sc6 Sb5", (4, true)),
            ("e4 e5 P-QB4", (2, false)),
        ] {
            assert_eq!(played(moves), want, "{moves}");
        }
    }
}
