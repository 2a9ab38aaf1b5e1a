//! What a line holds that may stand in a column of moves.

use shakmaty::Color;

use super::{Part, number};
use crate::{
    notation::squares,
    read::{
        shape::{misread, scan},
        table,
    },
    record::GameResult,
};

/// Longest word of one move, and longest line of a damaged one with what stands behind it, `ch` or
/// `at Q5`, in characters.
const LONG: usize = 9;
const LONG_LINE: usize = 14;

/// What a line holds, if anything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Line {
    Move,
    /// A short word that may be a damaged move, or a damaged number.
    Odd {
        number: bool,
    },
    /// A number alone.
    Number(u32),
    /// A move of each side; whether one of them can be read.
    Row {
        sound: bool,
    },
    Heading(Color),
    Result,
    Other,
}

impl Line {
    pub(super) fn of(part: &Part) -> Line {
        // What is left of a number, and stains.
        let stain = |c: char| {
            let sign = matches!(c, '.' | ',' | ';' | '~' | '‘' | '“' | '|' | '-' | '–' | '—' | '_');
            c.is_whitespace() || sign
        };
        let text = part.text.trim_matches(stain);
        let word = text.chars().count() <= LONG && !text.contains(char::is_whitespace);
        let bare = text.chars().all(|c| !c.is_alphabetic());
        let result = GameResult::from_token(text).is_some() && !scan::is_move(text);
        match number(text) {
            _ if part.told.is_some() => Line::Other,
            Some(number) if bare => Line::Number(number),
            // A move with its number.
            Some(_) => Line::Other,
            None if is_move(text) || text != part.text && is_move(part.text) => Line::Move,
            None if word && goes_to(text).is_some() => Line::Move,
            None => match heading(text.trim_matches(|c: char| !c.is_alphanumeric())) {
                Some(color) => Line::Heading(color),
                // Above columns side by side.
                None if is_headings(text) => Line::Heading(Color::White),
                None if result => Line::Result,
                None if word => Line::Odd { number: misread::is_digits(text) },
                None if is_damaged(text) => Line::Odd { number: false },
                None => row(text).unwrap_or(Line::Other),
            },
        }
    }

    /// Whether a move can be read.
    pub(super) fn is_sound(self) -> bool {
        matches!(self, Line::Move | Line::Row { sound: true })
    }
}

/// Whether a line is one move; castling is told in many words, `castles on the king's side`.
fn is_move(text: &str) -> bool {
    let castles = |text: &str| {
        let text: Vec<char> = text.chars().collect();
        scan::move_at(&text, 0).is_some_and(|found| found.kind == scan::Kind::Castling)
    };
    let text = text.trim();
    scan::is_move(text) && (text.chars().count() <= 2 * LONG || castles(text))
}

/// Whether each word of a line names a side.
fn is_headings(text: &str) -> bool {
    let mut words = text.split_whitespace();
    !text.is_empty() && words.all(|word| table::side(word).is_some())
}

/// Whether a line of several words may be a damaged move: a piece, how it moves, and behind where it
/// goes to a word for a check, or two words such as `at Q5`.
fn is_damaged(text: &str) -> bool {
    let mut words = words(text);
    let Some(first) = words.next() else { return false };
    let mut inner = first.chars().skip(1).skip_while(|c| c.is_alphanumeric() && *c != 'x');
    let moves = inner.next().is_some_and(|c| matches!(c, 'x' | '×' | '-' | '–' | '—' | '='));
    let rest: Vec<Vec<char>> = words.map(|word| word.chars().collect()).collect();
    let behind = match &rest[..] {
        [check] => scan::suffix(check, 0) == check.len(),
        rest => rest.len() == 2,
    };
    text.chars().count() <= LONG_LINE && first.starts_with(char::is_uppercase) && moves && behind
}

/// The words of a line, without signs that stand alone.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split_whitespace().filter(|word| word.contains(char::is_alphanumeric))
}

/// A line of two words that may be moves, or three, if a blank has slipped in.
fn row(text: &str) -> Option<Line> {
    let words: Vec<&str> = words(text).take(4).collect();
    let may_be = |word: &&str| word.chars().count() <= LONG;
    let is_move = |word: &&str| scan::is_move(word) || goes_to(word).is_some();
    let sound = words.iter().any(is_move);
    // A row that has its number.
    let numbered = words.len() == 3 && misread::is_number(words[0]);
    (matches!(words.len(), 2 | 3) && !numbered && words.iter().all(may_be))
        .then_some(Line::Row { sound })
}

/// The side that a line names, perhaps with a letter misread.
fn heading(text: &str) -> Option<Color> {
    table::side(text).or_else(|| table::nearly_side(text))
}

/// The rank of the last square that a word names.
pub(super) fn goes_to(word: &str) -> Option<u8> {
    squares(word).next_back().map(|[_, rank]| rank - b'0')
}
