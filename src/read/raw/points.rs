//! Points that an engine read as low quotes: `7„ Bd3 Bb4„ 8„ Bd2`. A quote opens a word; one that
//! stands behind a word and before a blank is none.

use std::borrow::Cow;

use super::beside::edited;

const LOW: char = '„';

/// The text with points for such quotes.
pub(in crate::read) fn mended(text: &str) -> Cow<'_, str> {
    let is_point = |at: usize| {
        let behind = text[at + LOW.len_utf8()..].chars().next();
        text[..at].ends_with(|c: char| c.is_alphanumeric() || c == ')')
            && behind.is_none_or(char::is_whitespace)
    };
    let points = text.match_indices(LOW).map(|(at, _)| at).filter(|at| is_point(*at));
    edited(text, points.map(|at| (at..at + LOW.len_utf8(), ".".into())).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_behind_words_are_points() {
        assert_eq!(mended("6„ Rxd4 e6. 7„ Bd3\nBb4„"), "6. Rxd4 e6. 7. Bd3\nBb4.");
        let quoted = "Er nannte 5. Sc3 „stark“, und („sehr“) zu Recht.";
        assert_eq!(mended(quoted), quoted);
    }
}
