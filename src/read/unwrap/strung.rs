//! Moves strung together without a blank: in the address of a page, `…/pgn/e4_e5_Nf3` and
//! `…?pgn=1.%20e4`, by one sign, `e2e4-e7e5-g1f3`, `e4/e5/Nf3`, or by none, `e2e4e7e5g1f3`.

use super::view::View;
use crate::read::shape::scan;

/// Shortest word that may be such a string, in bytes, and the longest.
const SHORT: usize = 20;
const LONG: usize = 64 * 1024;
/// Fewest moves in it.
const FEW: usize = 6;

/// The text with such strings taken apart.
pub(super) fn view<'a>(text: &'a str, sample: &str) -> Option<View<'a>> {
    if !sample.split_whitespace().any(|word| apart(word).is_some()) {
        return None;
    }
    let mut view = View::new(text);
    for word in text.split_whitespace() {
        let Some(moves) = apart(word) else { continue };
        let at = word.as_ptr().addr() - text.as_ptr().addr();
        view.up_to(at);
        // A whole PGN, with its tags.
        let lines = if moves.contains('\n') { "\n\n" } else { "\n" };
        view.put(lines, at);
        if moves.contains('.') {
            view.put(&moves, at);
        } else {
            view.put_moves(moves.split(' ').map(|own| (own, at)), false);
        }
        view.put(lines, at);
        view.pass(at + word.len());
    }
    Some(view.with_rest())
}

/// The moves that a word holds, with blanks between them.
fn apart(word: &str) -> Option<String> {
    if !(SHORT..=LONG).contains(&word.len()) {
        return None;
    }
    let word = word.trim_matches(['"', '\'', ',', ';']);
    if word.contains("://") || word.contains("%20") {
        return address(word);
    }
    // What follows may be left out: `e4_e5_…`
    let word = word.trim_end_matches(['_', '…', '/']);
    let signed = ['_', '-', '/', ','].into_iter().find_map(|sign| {
        let parts: Vec<&str> = word.split(sign).collect();
        // `e2-e4` is one move, and so may be `e2/e4`.
        let fits = match sign {
            '-' => parts.iter().all(|part| part.len() >= 4),
            '/' => parts.iter().any(|part| part.len() > 2),
            _ => true,
        };
        let is_number = |part: &&str| part.chars().all(|c| c.is_ascii_digit() || c == '.');
        let moves = parts.iter().filter(|part| !is_number(part)).count();
        let whole = fits && parts.iter().all(|part| is_part(part));
        (moves >= FEW && whole).then(|| parts.join(" "))
    });
    signed.or_else(|| glued(word).filter(|moves| moves.len() >= FEW).map(|moves| moves.join(" ")))
}

/// Whether a part between signs is a move, a number or both, or a result.
fn is_part(part: &str) -> bool {
    let bare = part.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start_matches('.');
    let numbered = part.starts_with(|c: char| c.is_ascii_digit());
    scan::is_move(part)
        || numbered && (bare.is_empty() || scan::is_move(bare) || part.contains('-'))
}

/// The moves in the address of a page.
fn address(word: &str) -> Option<String> {
    let blank = if word.contains('_') { '_' } else { '+' };
    let parts = word.split(['/', '?', '&', '=', '#']);
    let texts = parts
        .filter(|part| part.len() >= SHORT)
        .map(|part| percent_decoded(&part.replace(blank, " ")));
    texts.into_iter().find(|text| {
        let words = text.split([' ', '.']).filter(|word| !word.is_empty());
        words.filter(|word| scan::is_move(word)).count() >= FEW
    })
}

/// A text without `%20` and its kin.
pub(in crate::read) fn percent_decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, more @ ..] = rest {
        let hex = more.get(..2).and_then(|hex| std::str::from_utf8(hex).ok());
        let byte = hex.and_then(|hex| u8::from_str_radix(hex, 16).ok()).filter(|_| *first == b'%');
        bytes.push(byte.unwrap_or(*first));
        rest = if byte.is_some() { &more[2..] } else { more };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Moves by their squares, with nothing between them.
pub(super) fn glued(word: &str) -> Option<Vec<&str>> {
    let mut moves: Vec<&str> = Vec::new();
    let mut rest = word;
    while !rest.is_empty() {
        let bytes = rest.as_bytes();
        let square = |at: usize| matches!(bytes.get(at..at + 2), Some([b'a'..=b'h', b'1'..=b'8']));
        if !square(0) || !square(2) {
            return None;
        }
        let promotes = matches!(bytes.get(4), Some(b'q' | b'r' | b'b' | b'n')) && !square(4);
        let (own, more) = rest.split_at(4 + usize::from(promotes));
        moves.push(own);
        rest = more;
    }
    Some(moves)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_of_moves_are_taken_apart() {
        for (word, want) in [
            ("https://a.org/analysis/pgn/e4_e5_Nf3_Nc6_Bb5+_a6", "e4 e5 Nf3 Nc6 Bb5+ a6"),
            (
                "https://a.org/?pgn=1.+e4+e5+2.+Nf3+Nc6+3.+Bb5%2B+a6&x=1",
                "1. e4 e5 2. Nf3 Nc6 3. Bb5+ a6",
            ),
            (
                "https://a.org/pgn/1.%20e4%20e5%202.%20Nf3%20d6%203.%20d4%20c6",
                "1. e4 e5 2. Nf3 d6 3. d4 c6",
            ),
            ("e4_e5_Nf3_Nc6_Bb5_a6_…", "e4 e5 Nf3 Nc6 Bb5 a6"),
            (
                "'%5BSite%20%22A%22%5D%0A1.%20e4%20e5%202.%20Nf3%20d6%203.%20d4%20c6',",
                "[Site \"A\"]\n1. e4 e5 2. Nf3 d6 3. d4 c6",
            ),
            ("1.e4_e5_2.Nf3_Nc6_3.Bb5_a6_1-0", "1.e4 e5 2.Nf3 Nc6 3.Bb5 a6 1-0"),
            ("e2e4-e7e5-g1f3-b8c6-f1b5-a7a6", "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6"),
            ("\"e2-e4/e7-e5/Sg1-f3/Sb8-c6/0-0/a6/\";", "e2-e4 e7-e5 Sg1-f3 Sb8-c6 0-0 a6"),
            ("1.e4,e5,2.Nf3,Nc6,3.Bb5,a6,4.Ba4", "1.e4 e5 2.Nf3 Nc6 3.Bb5 a6 4.Ba4"),
            ("e2e4e7e5g1f3b8c6f1b5a7a8bb7b6", "e2e4 e7e5 g1f3 b8c6 f1b5 a7a8b b7b6"),
        ] {
            assert_eq!(apart(word).as_deref(), Some(want), "{word}");
        }
        for word in [
            "https://a.org/a/very/long/page/of/words",
            "e2-e4-e7-e5-g1-f3-b8-c6-f1-b5",
            "e2/e4/e7/e5/g1/f3/b8/c6/f1/b5",
            "10/11/12/13/14/15/16/17/18/19",
            "a_long_word_of_a_program_x",
        ] {
            assert_eq!(apart(word), None, "{word}");
        }
    }
}
