//! Squares as they are spoken: `knight f three`, which a machine has written down.

use std::sync::LazyLock;

use serde::Deserialize;

use super::view::View;

/// Fewest such squares, and fewest among a hundred words: `a two pawns` is none.
const FEW: usize = 6;
const PERCENT: usize = 10;

/// Numbers by language, from one to eight.
#[derive(Deserialize)]
struct Spoken {
    numbers: Vec<Vec<String>>,
}

static SPOKEN: LazyLock<Spoken> = LazyLock::new(|| {
    serde_json::from_str(include_str!("spoken.json")).expect("the built-in table is well-formed")
});

/// The text with its squares in letters and digits.
pub(super) fn view<'a>(text: &'a str, sample: &str) -> Option<View<'a>> {
    let spoken = squares(sample).len();
    if spoken < FEW || spoken * 100 < PERCENT * sample.split_whitespace().count() {
        return None;
    }
    let mut view = View::new(text);
    for (from, to, square) in squares(text) {
        view.up_to(from);
        view.put(&square, from);
        view.pass(to);
    }
    Some(view.with_rest())
}

/// The squares of a text that are spoken, with their bytes.
fn squares(text: &str) -> Vec<(usize, usize, String)> {
    let at = |word: &str| word.as_ptr().addr() - text.as_ptr().addr();
    let words: Vec<&str> = text.split_whitespace().collect();
    let square = |pair: &[&str]| {
        let [file, number] = pair else { return None };
        let file_is_one = matches!(file.as_bytes(), [b'a'..=b'h' | b'A'..=b'H']);
        let word = number.trim_end_matches(|c: char| !c.is_alphabetic());
        let lower = word.to_lowercase();
        let known = |list: &Vec<String>| list.iter().position(|number| *number == lower);
        let rank = SPOKEN.numbers.iter().find_map(known).filter(|_| file_is_one)? + 1;
        Some((at(file), at(number) + word.len(), format!("{}{rank}", file.to_lowercase())))
    };
    words.windows(2).filter_map(square).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spoken_squares_are_written() {
        let text = "e four, e five. knight f three d six\nd four e takes d four";
        let view = view(text, text).expect("squares");
        assert_eq!(view.text(), "e4, e5. knight f3 d6\nd4 e takes d4");
        let prose = "There was a two to one majority on the wing, and so on it went. ".repeat(8);
        for text in ["a four hour game", &prose] {
            assert!(super::view(text, text).is_none(), "{text}");
        }
    }
}
