//! Moves of pieces as an engine for Russian reads them where their squares were printed in Latin
//! letters: `Кхеб` is Nxe6, `К#3` and `К{З` are Nf3, `Кр!4` is Kh4.
//!
//! The letter of the piece is sound in them, so they are told by it and by what may stand for a rank.

use super::{
    chars::{ends, get, is_capture, is_file},
    scan::{Found, Kind},
};

/// What such an engine makes of the letter of a file, beside the letters that look like one: letters
/// for letters, and signs for `f`, which Russian has none like.
const FILES: &str = "дДгГвВрРоОчяпнНиИёЁЕФ@{}#!|/\\94256";
/// What it makes of the digit of a rank, beside the digits.
const RANKS: &str = "ЗзбБ";

/// The move of a piece at an index whose square is misread.
pub(super) fn misread(text: &[char], at: usize) -> Option<Found> {
    let piece = match (get(text, at), get(text, at + 1)) {
        ('К', 'р') => 2,
        ('К' | 'Ф' | 'Л' | 'С', _) => 1,
        _ => return None,
    };
    let crossed = usize::from(is_capture(get(text, at + piece)));
    let square = at + piece + crossed;
    let (file, rank) = (get(text, square), get(text, square + 1));
    let ranked = matches!(rank, '1'..='8') || RANKS.contains(rank);
    let fits = (is_file(file) || FILES.contains(file)) && ranked;
    (fits && ends(text, square + 2)).then_some(Found { end: square + 2, kind: Kind::Algebraic })
}

#[cfg(test)]
mod tests {
    use super::*;

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
            let chars: Vec<char> = text.chars().collect();
            let found: Option<String> =
                misread(&chars, 0).map(|found| chars[..found.end].iter().collect());
            assert_eq!(found.as_deref(), want, "{text}");
        }
    }
}
