//! Moves that blanks have torn apart where none belong: `N f3`, `e 4`, `c x d 4`, `B a 4`.
//!
//! `a 6` may stand in any sentence, so callers ask only where a move is expected: behind a number
//! or another move.

use super::{
    chars::{is_dash, is_oh},
    runs,
    scan::{Found, Kind},
};

/// Most pieces of a move, and the longest of them in characters.
const PIECES: usize = 6;
const LONG: usize = 4;

/// The move at `at` whose pieces have one blank between them; nothing where the first piece is a
/// move by itself.
pub(in crate::read) fn spaced(text: &[char], at: usize) -> Option<Found> {
    let first = *text.get(at)?;
    // An `I` is no piece, and `If f4` no move.
    if !runs::starts(first) || first.is_ascii_digit() || first == 'I' {
        return None;
    }
    let mut whole: Vec<char> = Vec::new();
    let mut best = None;
    let mut end = at;
    // Whether a sign has come that something must follow.
    let mut open = false;
    for pieces in 1..=PIECES {
        let start = end;
        while end < text.len() && !is_blank(text[end]) && !matches!(text[end], ',' | ';' | '|') {
            end += 1;
            if end - start > LONG {
                return best;
            }
        }
        if end == start || is_number(text, start, end) {
            return best;
        }
        whole.extend(&text[start..end]);
        let kind = runs::whole(&whole);
        if pieces == 1 {
            if kind.is_some() || whole.len() > 2 {
                return None;
            }
        } else if let Some(kind) = kind
            && (matches!(kind, Kind::Algebraic | Kind::Castling)
                || kind == Kind::Long && whole.iter().any(|c| is_dash(*c)))
        {
            best = Some(Found { end, kind });
            open = false;
        }
        // Only one blank, and nothing that begins the next move or its number.
        match text.get(end..end + 2) {
            Some(&[blank, next]) if is_blank(blank) && !is_blank(next) => end += 1,
            _ => return best,
        }
        open |= whole.last().is_some_and(|&c| c == '=' || is_dash(c));
        if best.is_some() && !goes_on(text, end) && !open {
            return best;
        }
    }
    best
}

/// Whether a piece can only belong to the move before it: castling to the queen's side, a sign.
fn goes_on(text: &[char], at: usize) -> bool {
    matches!(text[at], '=' | '+' | '#') || is_dash(text[at]) || is_oh(text[at]) && text[at] != 'o'
}

/// Whether a digit has points behind a blank, and so is a number: `If 5 ... Bf4`.
fn is_number(text: &[char], from: usize, to: usize) -> bool {
    let points = text.get(to + 1..to + 3).unwrap_or_default();
    matches!(text[from..to], ['1'..='8']) && matches!(points, ['.', '.'] | ['…', ..])
}

fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\u{a0}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(text: &str) -> String {
        let chars: Vec<char> = text.chars().collect();
        let end = spaced(&chars, 0).map_or(0, |found| found.end);
        chars[..end].iter().collect()
    }

    #[test]
    fn torn_moves_are_put_together() {
        for (text, want) in [
            ("e 4 e 5", "e 4"),
            ("N f3 N c6", "N f3"),
            ("N f 3 N c 6", "N f 3"),
            ("R e1 b 5", "R e1"),
            ("c x d 4 c5", "c x d 4"),
            ("N b d 2", "N b d 2"),
            ("B a 4 4. d4", "B a 4"),
            ("f 8 = Q h 4", "f 8 = Q"),
            ("♘ f3 d5", "♘ f3"),
            ("e 2 — e 4   e 7", "e 2 — e 4"),
            ("S g 1 — f 3 S", "S g 1 — f 3"),
            ("Nf3 N c6", ""),
            ("a pawn", ""),
            ("B  b5", ""),
            ("If 5 ... Bc5", ""),
            ("If f4, then", ""),
            ("Le 5 ... Bc5", ""),
            ("P K 4", ""),
            ("Black a 6", ""),
        ] {
            assert_eq!(first(text), want, "{text}");
        }
    }
}
