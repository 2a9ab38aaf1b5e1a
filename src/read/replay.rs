//! Plays moves that leave nothing to ask, to see whether a list of them is a game from its start.

use shakmaty::{CastlingSide, Chess, File, Move, Position, Rank, Role, Square, uci::UciMove};

use super::shape::chars::{is_capture, is_dash};
use crate::notation::{
    descriptive_languages, descriptive_view, is_figurine, language, languages, prepare_stripped,
    strict,
};

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
    let said = |word: &str| strict::parse(word.as_bytes())?.0.to_move(pos).ok();
    // `e×d5`, `ed5:`
    let signed = || {
        let takes = |c: char| is_capture(c) && !matches!(c, 'x' | 'X');
        let san = word.contains(takes).then(|| word.trim_end_matches(':').replace(takes, "x"))?;
        said(&san)
    };
    said(word).or_else(signed).or_else(|| {
        // `g1-f3`: only UCI leaves out what moves.
        let squares = without_signs(word).replace(joins, "");
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

/// A word without the signs behind the move, of which a colon is that of a capture.
fn without_signs(word: &str) -> &str {
    word.trim_end_matches(['+', '#', '!', '?', ':'])
}

/// Letters that are taken for another piece than in English only where a language does so.
const ENGLISH: [&str; 5] = ["N", "B", "R", "Q", "K"];

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
        let games = self.after_squares(word);
        if games.is_empty() { self.after_names(word) } else { games }
    }

    /// The games that go on with a move in descriptive notation: `P-K4`, `Kt takes P`.
    fn after_names(&self, word: &str) -> Vec<Game<'a>> {
        let stripped = prepare_stripped(word);
        let views = descriptive_languages().iter();
        let views = views.filter_map(|language| descriptive_view(&stripped, language));
        let core = stripped.prepared.core.clone();
        let mut texts = std::iter::once(core).chain(views).map(String::from_iter);
        let Some(named) = texts.find_map(|text| Named::new(&text)) else { return Vec::new() };
        let fits = |m: &&Move| named.fits(m, self.pos.turn().is_white());
        self.pos.legal_moves().iter().filter(fits).map(|&m| self.with(m, None)).collect()
    }

    /// The game behind a move, and what its letter stands for, if it tells that.
    fn with(&self, m: Move, letter: Option<&'a str>) -> Game<'a> {
        let mut game = self.clone();
        game.pos.play_unchecked(m);
        game.letters.extend(letter.map(|letter| (letter, m.role())));
        game
    }

    /// The games that go on with a move that names its square.
    fn after_squares(&self, word: &'a str) -> Vec<Game<'a>> {
        let parts = long(word).or_else(|| short(without_signs(word)));
        let english = parts.map(|(letter, ..)| letter).filter(|letter| ENGLISH.contains(letter));
        let clean = clean_move(&self.pos, word)
            .filter(|m| english.is_none_or(|letter| self.may_stand_for(letter, m.role())));
        // Where the piece has another letter too, both may be meant: the French rook, or the king.
        let is_sure = |m: &Move| {
            let mut others = self.letters.iter().filter(|(known, _)| Some(*known) != english);
            english.is_none() || others.all(|(_, role)| *role != m.role())
        };
        let mut games: Vec<Game> = clean.map(|m| self.with(m, english)).into_iter().collect();
        if clean.as_ref().is_some_and(is_sure) {
            return games;
        }
        let Some((letter, origin, to)) = parts else { return games };
        let comes_from = |square: Square| match origin {
            Origin::Rank(rank) => square.rank() == rank,
            Origin::File(file) => square.file() == file,
            Origin::Square(from) => square == from,
            Origin::Untold => true,
        };
        // Pawns have a letter where both squares are told, and in English: `P-e4`.
        let has_letter =
            |role: Role| role != Role::Pawn || matches!(origin, Origin::Square(_)) || letter == "P";
        let is = |role: Role| {
            has_letter(role)
                && self.may_stand_for(letter, role)
                && (english.is_none() || self.is_of_a_language(letter, role))
        };
        let legal = self.pos.legal_moves();
        let fits = |m: &&Move| {
            m.to() == to && !m.is_castle() && is(m.role()) && m.from().is_some_and(comes_from)
        };
        let others = legal.iter().filter(fits).filter(|m| Some(**m) != clean);
        games.extend(others.map(|&m| self.with(m, Some(letter))));
        games
    }

    /// Whether a letter may be that of a piece after what the moves have told so far. The letters of
    /// English may stand beside those of another language.
    fn may_stand_for(&self, letter: &str, role: Role) -> bool {
        let is_english = |letter: &str| ENGLISH.contains(&letter);
        self.letters.iter().all(|&(known, own)| {
            let both = is_english(known) == is_english(letter);
            if known == letter { own == role } else { own != role || !both }
        })
    }

    /// Whether there is a language with this letter of a piece and those told so far.
    fn is_of_a_language(&self, letter: &str, role: Role) -> bool {
        let letters = || self.letters.iter().copied().chain([(letter, role)]);
        languages().iter().any(|language| {
            letters().all(|(letter, role)| language.letters(role).iter().any(|own| own == letter))
        })
    }
}

/// The knight of old English books.
const KNIGHT: &str = "Kt";

/// A move in descriptive notation, as far as it is needed to tell legal moves apart.
struct Named {
    role: Role,
    target: Target,
}

/// What a move in descriptive notation says of where it goes.
enum Target {
    /// A piece that it takes.
    Piece(Role),
    /// Files, and the rank as its side counts.
    Square(&'static [File], u32),
    Castling(Option<CastlingSide>),
}

impl Named {
    /// Takes the one alphabet of all languages: `N-KB3`, `PxKP`, `O-O`.
    fn new(text: &str) -> Option<Named> {
        let castles = |side| Named { role: Role::King, target: Target::Castling(side) };
        let text = text.trim_end_matches(['+', '#']);
        match text {
            "O-O" => return Some(castles(Some(CastlingSide::KingSide))),
            "O-O-O" => return Some(castles(Some(CastlingSide::QueenSide))),
            "O~O" => return Some(castles(None)),
            _ => {}
        }
        let (mover, goal) = text.split_once(['-', 'x'])?;
        let role = |letter: Option<char>| Role::from_char(letter?.to_ascii_lowercase());
        let target = if text.contains('x') {
            Target::Piece(role(goal.split('(').next()?.chars().last())?)
        } else {
            let (file, rank) = goal.split_at_checked(goal.len().checked_sub(1)?)?;
            Target::Square(files(file)?, rank.parse().ok()?)
        };
        Some(Named { role: role(mover.split('(').next()?.chars().last())?, target })
    }

    /// Whether a legal move may be meant.
    fn fits(&self, m: &Move, white: bool) -> bool {
        match self.target {
            Target::Castling(side) => {
                m.is_castle() && side.is_none_or(|side| m.castling_side() == Some(side))
            }
            Target::Piece(role) => m.role() == self.role && m.capture() == Some(role),
            Target::Square(files, rank) => {
                let own = if white { m.to().rank() } else { m.to().rank().flip_vertical() };
                m.role() == self.role
                    && !m.is_castle()
                    && files.contains(&m.to().file())
                    && u32::from(own) + 1 == rank
            }
        }
    }
}

/// The files that a name of one may stand for.
fn files(name: &str) -> Option<&'static [File]> {
    Some(match name {
        "K" => &[File::E],
        "Q" => &[File::D],
        "B" => &[File::C, File::F],
        "N" => &[File::B, File::G],
        "R" => &[File::A, File::H],
        "QB" => &[File::C],
        "QN" => &[File::B],
        "QR" => &[File::A],
        "KB" => &[File::F],
        "KN" => &[File::G],
        "KR" => &[File::H],
        _ => return None,
    })
}

/// What a move says of the square that it comes from.
#[derive(Debug, Clone, Copy)]
enum Origin {
    Untold,
    File(File),
    Rank(Rank),
    Square(Square),
}

/// Whether a character may stand between two squares; `X` may be a piece.
fn joins(c: char) -> bool {
    is_dash(c) || is_capture(c) && !c.is_uppercase()
}

/// The parts of a move in short notation: the letter of its piece, where it comes from, and the
/// square that it goes to.
fn short(word: &str) -> Option<(&str, Origin, Square)> {
    let (before, to) = split_square(word)?;
    let before = before.trim_end_matches(joins);
    let last = before.chars().next_back().unwrap_or(' ');
    let file = File::from_char(last).map(Origin::File);
    let origin = file.or_else(|| Rank::from_char(last).map(Origin::Rank));
    let letter = if origin.is_some() { &before[..before.len() - 1] } else { before };
    let letter = told(letter);
    let origin = origin.unwrap_or(Origin::Untold);
    (!letter.is_empty()).then_some((letter, origin, to))
}

/// The same of a move in long notation: `Sg8-f6`, `Lb4×Sc3`, `Dd8e7:`, `f8Lb4`.
fn long(word: &str) -> Option<(&str, Origin, Square)> {
    let is_letter = |c: char| c.is_uppercase() || is_figurine(c);
    let (front, to) = split_square(without_signs(word))?;
    let before = front.trim_end_matches(is_letter);
    let (first, from) = split_square(before.trim_end_matches(joins))?;
    let letter = if first.is_empty() { &front[before.len()..] } else { first };
    let is_one = letter.chars().count() == 1 && letter.chars().all(is_letter);
    (is_one || letter == KNIGHT).then_some((told(letter), Origin::Square(from), to))
}

/// The letter of a piece, which with figurines is that of White's.
fn told(letter: &str) -> &str {
    if letter.starts_with(is_figurine) { of_white(letter) } else { letter }
}

/// The figurine that White's piece has, which is one letter with Black's.
fn of_white(figurine: &str) -> &str {
    let all = language("fig").ok();
    let role = Role::ALL.into_iter().find(|&role| {
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
            ("c2-c4 Sg8-f6 Sb1-c3 e7-e5 g2-g3 Lf8-b4 e2-e4 Lb4×c3 d2×c3", 9),
            ("c2c4 Sg8f6 Sb1c3 e7e5 g2g3 Lf8b4 e2e4 Lb4×Sc3 d2c3:", 9),
            ("c2-c4 g8Sf6 b1Sc3 e7-e5 g2Bg3 f8Lb4 e2Be4 b4Lc3: d2Bc3:", 9),
            ("e4 d5 ed5: Dd5: Sc3", 5),
            ("e4 d5 e×d5 D×d5 Cc3", 5),
            ("♙c2–c4 ♞g8–f6 ♘b1–c3 ♟e7–e5", 4),
            ("P-e4 P-e5 Kt-f3 Kt-c6 B-c4 Ktg8-f6 Pd2-d4 Pxd4 Ktxd4 Ktxd4", 10),
            ("P-K4 P-K4 Kt-KB3 Kt-QB3 B-B4 B-B4 Castles Kt-B3 KtxP KtxKt R-K1", 11),
            ("P-K4 P-K4 Kt-KB4", 2),
            // White's moves in English, Black's in German.
            ("e4 e5 Nf3 Sc6 Bb5 Sf6 Bxc6 dxc6 Nxe5 Sxe4", 10),
            // A letter is that of one piece.
            ("e4 e5 Sf3 Sc6 Sb5 a6", 4),
            // A knight or the queen, and a knight.
            ("e4 e5 Xf3 Nc6 Xc3 Nf6 Xd1", 6),
            // In no language a knight. But in Irish a queen is one, in Icelandic and French others.
            ("e4 e5 Nf3 Bc6", 3),
            ("e4 e5 Bf3 Bc6", 3),
            ("e4 e5 Rf3 Rc6 Bb5 a6 Ba4 Rf6", 8),
            ("e4 e5 Re2 Re7 Cf3 Cf6", 6),
            ("e4 e5 Cf3 Cc6 Fb5 a6 Fxc6 dxc6 O-O Fg4 h3 h5 hxg4 hxg4 Te1 Rd7", 16),
        ] {
            assert_eq!(played(Chess::default(), moves.split(' ')), want, "{moves}");
        }
    }
}
