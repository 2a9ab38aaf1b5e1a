//! Moves that are told in words of which a blank parts them: `e3 schlägt c4`, `kurze Rochade`.
//!
//! The words of PGN end at blanks; these go on behind them.

use super::{castling::castling, chars::bytes, scan, words::words};

/// Fewest letters of a word that is looked up.
const FEWEST: usize = 3;

/// Bytes that a move takes at the start of `whole`, which is a word, a blank and the rest of the
/// text: that word and a word for a capture, with what is captured. `rest` is what stands behind
/// the blank, to the end of the text; the word may have a blank of its own (`N f3`).
pub(in crate::read) fn capture(whole: &str, rest: &str) -> Option<usize> {
    // Nearly all words are moves, and quick to see.
    if !has_letters(rest) {
        return None;
    }
    let sign = words().takes.at(&window(rest), 0)?;
    let chars = window(whole);
    let before = whole[..whole.len() - rest.len()].chars().count();
    let found = scan::move_at(&chars, 0).filter(|found| found.end > before + sign)?;
    Some(bytes(&chars[..found.end]))
}

/// Bytes that castling takes at the start of `rest`, where more than its first word tells it.
pub(in crate::read) fn castles(rest: &str) -> Option<usize> {
    if !has_letters(rest) {
        return None;
    }
    let chars = window(rest);
    let found = castling(&chars, 0)?;
    chars[..found.end].contains(&' ').then(|| bytes(&chars[..found.end]))
}

/// Bytes of the words for check, mate and capture in passing, and of signs behind them, at the start
/// of `rest`, whose first word is given.
pub(in crate::read) fn suffix(word: &str, rest: &str) -> Option<usize> {
    // Nearly all words are moves, and quick to see.
    if !word.starts_with(char::is_alphabetic) || word.contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let chars = window(rest);
    let end = scan::suffix(&chars, 0);
    (end > 0).then(|| bytes(&chars[..end]))
}

/// Whether a move as the lexer gives it is told in words, which PGN does not do.
pub(in crate::read) fn is_worded(text: &str) -> bool {
    text.contains(' ') && text.split(' ').any(has_letters)
}

/// Whether a text begins with letters and no digit behind them, as hardly a move does.
fn has_letters(text: &str) -> bool {
    let mut chars = text.chars();
    let letters = chars.by_ref().take(FEWEST).filter(|c| c.is_alphabetic()).count();
    letters == FEWEST && chars.next().is_none_or(|c| !c.is_ascii_digit())
}

/// As many characters of a text as one move may have.
fn window(text: &str) -> Vec<char> {
    text.chars().take(scan::MAX_MOVE).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn captures_and_castling_are_taken_whole() {
        let taken = |text: &'static str| {
            let start = text.find(" schl").or(text.find(' ')).map_or(text.len(), |at| at + 1);
            let rest = &text[start..];
            capture(text, rest).or_else(|| castles(text)).map(|end| &text[..end])
        };
        for (text, want) in [
            ("e3 schlägt c4 29.", "e3 schlägt c4"),
            ("Lf1 schlägt c4, und", "Lf1 schlägt c4"),
            ("Q takes P Kt", "Q takes P"),
            ("c4 schlägt b3 e.p. 20.", "c4 schlägt b3 e.p."),
            ("L f1 schlägt c4", "L f1 schlägt c4"),
            ("kurze Rochade Le7", "kurze Rochade"),
            ("O-O Le7", ""),
            ("Castles 12.", ""),
            ("e3 schlägt 29.", ""),
            ("Nbd7 exd5 Qxd5", ""),
            ("he takes", ""),
        ] {
            assert_eq!(taken(text).unwrap_or_default(), want, "{text}");
        }
    }
}
