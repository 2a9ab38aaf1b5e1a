//! The words of a line of a page whose columns are looked for: where each stands, the number that it is or
//! begins with, and how many moves it holds.

use super::number;
use crate::read::shape::chars::is_file;

/// Longest line that is looked at, in bytes, and most of its words.
const WIDE: usize = 400;
const MAX_WORDS: usize = 80;
/// The word for castling that stands between numbers.
const CASTLES: &str = "Castles";
/// Longest move, in bytes, with its signs.
const LONG: usize = 16;

/// A word of a line.
#[derive(Debug, Clone, Copy)]
pub(super) struct Word {
    /// Byte offset, and the characters before it and up to its end.
    pub from: usize,
    pub begin: usize,
    pub end: usize,
    pub number: Option<u32>,
    /// Moves in it: one may stand right behind a number.
    pub moves: u8,
    /// Whether it is a rule between columns.
    pub rule: bool,
    /// Whether a word of prose leads to it, or a variation begins with it or has ended before it.
    pub told: bool,
}

/// The words of a line; none where it is too long.
pub(super) fn words(text: &str) -> Vec<Word> {
    if text.len() > WIDE {
        return Vec::new();
    }
    let mut out: Vec<Word> = Vec::new();
    let (mut passed, mut at) = (0, 0);
    let (mut leads, mut last) = (false, "");
    for piece in text.split_whitespace() {
        let from = piece.as_ptr().addr() - text.as_ptr().addr();
        let begin = passed + text[at..from].chars().count();
        // `Kt 5` is a square.
        let is_rank = matches!(piece.as_bytes(), [b'1'..=b'8'])
            && begin == passed + 1
            && text[..at].ends_with(char::is_alphabetic);
        passed = begin + piece.chars().count();
        at = from + piece.len();
        let rule = piece.chars().all(is_rule);
        let bare = piece.trim_start_matches(|c| is_rule(c) || matches!(c, '‘' | '\'' | '('));
        let number = marked(bare).filter(|_| !is_rank);
        // `P to K 4` names no square in one word.
        let goes = matches!(bare, "to" | "takes") && is_piece(last);
        let moves = moves(bare, number.is_some()).max(u8::from(goes));
        last = bare.trim_end_matches('.');
        let opens = piece.starts_with('(') && number.is_some() && !piece.contains(')');
        out.push(Word { from, begin, end: passed, number, moves, rule, told: leads || opens });
        // `12. Nc6+) 5. Nf3`, but `Q-B 3 (ch) 5. Kt-B 3`
        let closes = piece.ends_with(')') && !piece.contains('(');
        leads = closes || is_prose(bare);
    }
    if out.len() > MAX_WORDS {
        out.clear();
    }
    out
}

/// How many moves stand in some words.
pub(super) fn moves_of(words: &[Word]) -> u8 {
    words.iter().fold(0, |sum, word| sum.saturating_add(word.moves))
}

fn is_rule(c: char) -> bool {
    matches!(c, '|' | '¦' | '_')
}

/// Whether a word has small letters alone, but for the first and a sign behind it, and is no pawn that
/// takes, `ed`.
fn is_prose(word: &str) -> bool {
    let word = word.trim_end_matches(['.', ',', ';', ':', '!', '?', ')']);
    word.chars().count() > 1
        && word.chars().all(char::is_alphabetic)
        && word.chars().skip(1).all(char::is_lowercase)
        && !word.chars().all(is_file)
}

/// The number with a mark behind it that a word is or begins with; marks are misread, too.
fn marked(word: &str) -> Option<u32> {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    if word[digits..].starts_with(',') {
        return number(&word[..digits]);
    }
    number(word)
}

/// How many moves stand in a word, one or none.
fn moves(word: &str, numbered: bool) -> u8 {
    let own = if numbered { word.trim_start_matches(|c: char| c.is_ascii_digit()) } else { word };
    let letters = own.chars().any(char::is_alphabetic);
    let castles = ["O-O", "0-0", "o-o", CASTLES].iter().any(|sign| own.contains(sign));
    let square = || own.contains(|c: char| c.is_ascii_digit()) && !is_ordinal(own);
    u8::from(castles || letters && own.len() < LONG && (square() || takes_piece(own)))
}

/// Whether a word is a rank that is told with its ending: `4th.`
fn is_ordinal(word: &str) -> bool {
    let ending = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let ending = ending.trim_end_matches(|c: char| !c.is_alphanumeric());
    ending.len() < word.len() && matches!(ending, "st" | "nd" | "d" | "rd" | "th")
}

/// Whether a word may be the letters of a piece in descriptive notation: `Kt`, `QBP`.
fn is_piece(word: &str) -> bool {
    word.starts_with(char::is_uppercase) && word.chars().all(|c| matches!(c, 't' | 'A'..='Z'))
}

/// Whether a word is a descriptive capture, which names no square: `KtPxB`.
fn takes_piece(word: &str) -> bool {
    let word = word.trim_end_matches(|c: char| !c.is_alphanumeric());
    word.split_once(['x', '×']).is_some_and(|(own, other)| is_piece(own) && is_piece(other))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_moves_and_what_leads_to_them() {
        let of = |text: &str| {
            let word = |word: &Word| (word.number, word.moves, word.told);
            words(text).iter().map(word).collect::<Vec<_>>()
        };
        assert_eq!(of("| 12. Nc6+"), [(None, 0, false), (Some(12), 0, false), (None, 1, false)]);
        assert_eq!(of("7.e4 (7,d4"), [(Some(7), 1, false), (Some(7), 1, true)]);
        assert_eq!(of("9. KtPxB. Exit"), [(Some(9), 0, false), (None, 1, false), (None, 0, false)]);
        let spaced = [(Some(9), 0, false), (None, 0, false), (None, 1, true), (None, 0, true)];
        assert_eq!(of("9. Kt takes B"), spaced);
        let ordinal = [(None, 0, false), (None, 1, false), (None, 0, true), (None, 0, false)];
        assert_eq!(of("P. to K's 4th."), ordinal);
        let square = [(None, 0, false), (Some(9), 0, true), (None, 0, false), (None, 0, true)];
        assert_eq!(of("better 9. Kt 5"), square);
        assert_eq!(of("ed 3."), [(None, 0, false), (Some(3), 0, false)]);
    }

    #[test]
    fn places_are_counted_in_characters() {
        let of = |text| words(text).iter().map(|word| (word.from, word.begin, word.end)).collect();
        let places: Vec<_> = of("é  ♘f3");
        assert_eq!(places, [(0, 0, 1), (4, 3, 6)]);
    }
}
