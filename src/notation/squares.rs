//! Squares in a text, by their look: the small letter of a file and the digit of a rank.

/// The squares that a text names, in their order, each as the bytes of its file and its rank.
pub(crate) fn squares(text: &str) -> impl DoubleEndedIterator<Item = [u8; 2]> {
    text.as_bytes().windows(2).filter_map(|pair| match *pair {
        [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Some([file, rank]),
        _ => None,
    })
}

/// Whether a text has a square in it, and so may be a move that was not understood.
pub(crate) fn names_square(text: &str) -> bool {
    squares(text).next().is_some()
}

/// Whether a text is a square and nothing else.
pub(crate) fn is_square(text: &[char]) -> bool {
    matches!(text, ['a'..='h', '1'..='8'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_named_within_words() {
        let named =
            |text| squares(text).map(|square| String::from_utf8_lossy(&square).into_owned());
        assert_eq!(named("Nb1xd2+").collect::<Vec<_>>(), ["b1", "d2"]);
        assert_eq!(named("Nb1xd2+").next_back().as_deref(), Some("d2"));
        assert!(!names_square("P-K4") && !names_square("i9"));
        assert!(is_square(&['h', '8']) && !is_square(&['h', '8', '+']));
    }
}
