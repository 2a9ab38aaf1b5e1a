//! The number that is next, where it stands inside a word, as engines run moves and numbers together
//! that stood close to each other: `g621.Rcd1Qc722.Nb3Rc423:Bd3`.

use std::ops::Range;

use super::{
    chars::{is_capture, is_digits_before, is_oh, is_rank, points},
    runs,
};
use crate::notation::{is_figurine, is_square};

/// Characters of a short move.
const SHORT: usize = 6;
/// Longest word that is looked at, in characters.
const LONG: usize = 40;

/// Where a number stands, with its point, in what is left at `at` of a word; also bare behind a rank
/// at its end, where both moves before it were `met`: `Kt-B35`.
pub(in crate::read) fn number(
    text: &[char],
    at: usize,
    number: u32,
    met: bool,
) -> Option<Range<usize>> {
    let ends = |c: &char| c.is_whitespace() || *c == '|';
    let rest = &text[at..];
    let length = rest.iter().take(LONG).position(ends).unwrap_or(rest.len().min(LONG));
    // Words of prose have none.
    if !rest[..length].iter().any(char::is_ascii_digit) {
        return None;
    }
    let digits: Vec<char> = number.to_string().chars().collect();
    // `W2.e4`: one letter is no move; `3.4d2`: a figurine behind another number.
    let starts = (at..at + length).filter(|&start| start != at + 1);
    let mut starts = starts.filter(|&start| !is_digits_before(&text[at..start], '.'));
    starts.find_map(|start| {
        let length = ends_at(&text[start..], &digits, &text[..start])?;
        let bare = text.get(start + length).is_none_or(|c| c.is_whitespace());
        let both = || met || runs::run(&text[at..start]).is_some();
        let ranked = start > 0 && is_rank(text[start - 1]);
        let told = !bare || length > digits.len() || ranked && both();
        told.then_some(start..start + length)
    })
}

/// Where the number of the last move stands again behind a word that is glued to it, with points for
/// White's: `so is all9…b5`.
pub(in crate::read) fn again(text: &[char], at: usize, number: u16) -> Option<Range<usize>> {
    let word = text[at..].iter().take(LONG).take_while(|c| c.is_alphabetic()).count();
    let start = at + word;
    let rest = text.get(start..).filter(|rest| rest.first().is_some_and(char::is_ascii_digit))?;
    let digits: Vec<char> = number.to_string().chars().collect();
    let rest = rest.strip_prefix(&digits[..])?;
    let (points, length) = points(rest);
    let end = start + digits.len() + length;
    (points > 1 && leads_to_move(&text[end..])).then_some(start..end)
}

/// Length of some digits at the start of a text with the point behind them, if what may be a move
/// follows. What else may be a point misread says too little but before what is a move by its shape;
/// so does none, and then only behind what may end a move.
fn ends_at(text: &[char], digits: &[char], before: &[char]) -> Option<usize> {
    let rest = text.strip_prefix(digits)?;
    // The rank of a square before it is one digit.
    if matches!(before, [.., a, b] if a.is_ascii_digit() && b.is_ascii_digit()) {
        return None;
    }
    let first = before.last().is_none_or(|c| c.is_whitespace());
    let ended = !first && ends_move(before);
    let (point, told) = match rest {
        ['.', next, ..] if next.is_alphabetic() || is_figurine(*next) || is_oh(*next) => (1, true),
        // A digit may be a piece misread.
        ['.', _, file, rank, ..] if is_square(&[*file, *rank]) || is_capture(*file) => (1, true),
        ['.', next @ ..] => (1, ended && next.first().is_none_or(|c| c.is_whitespace())),
        [point, next @ ..] if is_misread(*point) => (1, (first || ended) && leads_to_move(next)),
        [next, ..] if next.is_uppercase() || is_figurine(*next) => {
            (0, (first || ended) && leads_to_move(rest))
        }
        [next, ..] if next.is_lowercase() => (0, ended && leads_to_move(rest)),
        _ => (0, ended && rest.first().is_none_or(|c| c.is_whitespace())),
    };
    told.then_some(digits.len() + point)
}

/// Whether a rank, a sign, castling or the capture of a piece ends a text: `KtxKt`, `PxP`.
fn ends_move(text: &[char]) -> bool {
    let [.., before, last] = text else { return false };
    // `dxe` is the beginning of a square.
    let piece = || last.is_uppercase() && is_capture(*before);
    let takes = || piece() || matches!(text, [.., sign, 'K', 't'] if is_capture(*sign));
    !last.is_alphabetic() || is_oh(*last) || takes()
}

/// Whether a move begins a text, whatever is glued to it.
fn leads_to_move(text: &[char]) -> bool {
    runs::starts(text.first().copied().unwrap_or(' '))
        && (2..=text.len().min(SHORT)).any(|end| runs::whole(&text[..end]).is_some())
}

/// Whether a sign may be a point misread, or have strayed to where one stands.
fn is_misread(sign: char) -> bool {
    matches!(sign, ':' | '·' | '\'')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_number_is_found_inside_a_word() {
        for (text, next, want) in [
            ("g621.Rcd1Qc722.Nb3", 21, Some("21.")),
            ("Rc423:Bd3Rb424:Rc2", 23, Some("23:")),
            ("Bg4'12.h3", 12, Some("12.")),
            ("e412.Nf3", 12, Some("12.")),
            ("0-08.P-B4P", 8, Some("8.")),
            ("B-R413.P-Kt4", 13, Some("13.")),
            ("7.O-O8.c4", 8, Some("8.")),
            ("Q-B211. B-Q2", 11, Some("11.")),
            ("O-O11.", 11, Some("11.")),
            ("B-K434Kt-B3Kt-B4", 34, Some("34")),
            ("P-QR35B-Q3", 5, Some("5")),
            ("ac1b613.8e10-0", 13, Some("13.")),
            ("KtxKt21RxKt", 21, Some("21")),
            ("PxP6O-O", 6, Some("6")),
            ("B-R4Kt-B35", 5, Some("5")),
            ("Kt-B35", 5, None),
            ("W2.exd5", 2, None),
            ("Nf32.d4", 3, None),
            ("3.4d2", 4, None),
            // Another number, or what is no move behind it.
            ("Qe412.Nf3", 2, None),
            ("B-R413.P-Kt4", 3, None),
            ("21.12.2004", 12, None),
            ("page12. Nf3", 12, None),
            ("3.d4:e5", 4, None),
            ("Rc423:30", 23, None),
            ("Nf3 2.d4", 2, None),
        ] {
            let chars: Vec<char> = text.chars().collect();
            let found: Option<String> =
                number(&chars, 0, next, false).map(|range| chars[range].iter().collect());
            assert_eq!(found.as_deref(), want, "{text}: {found:?}");
        }
    }
}
