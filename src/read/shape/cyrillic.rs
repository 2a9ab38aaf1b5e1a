//! Moves of pieces as an engine for Russian reads them where their squares were printed in Latin
//! letters: `Кхеб` is Nxe6, `К#3` and `К{З` are Nf3, `Кр!4` is Kh4.
//!
//! The letter of the piece is sound in them, so they are told by it and by what may stand for a rank;
//! long moves by their two squares and what stands between them: `КЬ8—сб`, `Ф61—d6`, `СИ—с4`.

use super::{
    chars::{blank, ends, get, is_capture, is_dash, is_file, is_rank},
    scan::{Found, Kind},
};

/// What such an engine makes of the letter of a file, beside the letters that look like one: letters
/// for letters, and signs for `f`, which Russian has none like.
const FILES: &str = "дДгГвВрРоОчяпнНиИёЁЕФ@{}#!|/\\94256";
/// What it makes of the digit of a rank, beside the digits.
const RANKS: &str = "ЗзбБ";

/// What else it makes of both in long moves, and letters that stand for a whole square.
const MORE_FILES: &str = "ьЇї";
const MORE_RANKS: &str = "lIІ!в";
const SQUARES: &str = "ИЫ";

/// The move of a piece at an index that names both squares, one of them misread.
pub(super) fn misread_long(text: &[char], at: usize) -> Option<Found> {
    let from = square(text, piece(text, at)?)?;
    let sign = blank(text, from);
    let dash = is_dash(get(text, sign));
    // Blanks stand around dashes, if at all.
    if !dash && (sign > from || !is_capture(get(text, sign))) {
        return None;
    }
    let to = if dash { blank(text, sign + 1) } else { sign + 1 };
    let end = square(text, to)?;
    let cyrillic = text[at..end].iter().any(|c| c.is_alphabetic() && !c.is_ascii());
    (cyrillic && end == to + 2 && ends(text, end)).then_some(Found { end, kind: Kind::Long })
}

/// Index behind the letters of a piece; letters of the Latin alphabet look like some.
fn piece(text: &[char], at: usize) -> Option<usize> {
    match (get(text, at), get(text, at + 1)) {
        ('К', 'р') | ('K', 'p') => Some(at + 2),
        ('К' | 'Ф' | 'Л' | 'С' | 'K' | 'C', _) => Some(at + 1),
        _ => None,
    }
}

/// Index behind a square, which may be misread.
fn square(text: &[char], at: usize) -> Option<usize> {
    let (file, rank) = (get(text, at), get(text, at + 1));
    let filed = is_file(file) || FILES.contains(file) || MORE_FILES.contains(file);
    let ranked = is_rank(rank) || RANKS.contains(rank) || MORE_RANKS.contains(rank);
    if filed && ranked {
        return Some(at + 2);
    }
    SQUARES.contains(file).then_some(at + 1)
}

/// The move of a piece at an index whose square is misread.
pub(super) fn misread(text: &[char], at: usize) -> Option<Found> {
    let piece = piece(text, at).filter(|_| !get(text, at).is_ascii())?;
    let square = piece + usize::from(is_capture(get(text, piece)));
    let (file, rank) = (get(text, square), get(text, square + 1));
    let ranked = matches!(rank, '1'..='8') || RANKS.contains(rank);
    let fits = (is_file(file) || FILES.contains(file)) && ranked;
    (fits && ends(text, square + 2)).then_some(Found { end: square + 2, kind: Kind::Algebraic })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is found at the beginning of a text.
    fn found_by(find: fn(&[char], usize) -> Option<Found>, text: &str) -> Option<String> {
        let chars: Vec<char> = text.chars().collect();
        find(&chars, 0).map(|found| chars[..found.end].iter().collect())
    }

    #[test]
    fn long_moves_are_told_by_both_squares() {
        for (text, want) in [
            ("КЬ8—сб З.", Some("КЬ8—сб")),
            ("Ф61—d6 + ,", Some("Ф61—d6")),
            ("СИ— с4 ;", Some("СИ— с4")),
            ("Kgl — ЇЗ К", Some("Kgl — ЇЗ")),
            ("Ф68:d5", Some("Ф68:d5")),
            ("Кра — вот", None),
            ("Ка8 е5", None),
            ("Сильно—с4", None),
            ("Kgl—hl", None),
        ] {
            assert_eq!(found_by(misread_long, text).as_deref(), want, "{text}");
        }
    }

    #[test]
    fn squares_are_told_by_their_pieces() {
        for (text, want) in [
            ("Кхеб 20.", Some("Кхеб")),
            ("К#3 45", Some("К#3")),
            ("К{З 2.", Some("К{З")),
            ("Кр!4", Some("Кр!4")),
            ("Л{8+ 38.", Some("Л{8")),
            ("Краб", Some("Краб")),
            ("Сез [34.", Some("Сез")),
            ("Сильный", None),
            ("Клуб", None),
            ("Краз", Some("Краз")),
            ("Крабы", None),
            ("Без 3", None),
            ("К 3", None),
            ("Ка", None),
        ] {
            assert_eq!(found_by(misread, text).as_deref(), want, "{text}");
        }
    }
}
