//! Texts all in capitals, as teleprinters and old programs wrote them: `1. D4 NF6 2. C4 E6`, where a
//! pawn's move looks like a piece and a rank.

use std::ops::Range;

use shakmaty::Chess;

use super::view::View;
use crate::read::replay::played;

/// First moves that have to be playable, and how many at least there have to be before one that takes,
/// which may be a piece's or a pawn's: `BXC3`.
const FIRST: usize = 6;
const FEW: usize = 4;
/// One letter in so many may be small.
const ONE_OF: usize = 50;

/// The text with pawns' moves in small letters.
pub(super) fn view<'a>(text: &'a str, sample: &str) -> Option<View<'a>> {
    let letters = || sample.chars().filter(|c| c.is_alphabetic());
    if letters().filter(|c| c.is_lowercase()).count() * ONE_OF > letters().count() {
        return None;
    }
    let quiet = moves(sample).take_while(|own| !sample[own.clone()].contains(['X', ':']));
    let first: Vec<String> = quiet.map(|own| small(&sample[own])).take(FIRST).collect();
    if first.len() < FEW || played(Chess::default(), first.iter().map(String::as_str)) < first.len()
    {
        return None;
    }
    let mut view = View::new(text);
    for own in moves(text).filter(|own| own.len() == 2) {
        view.up_to(own.start);
        view.put_for(&text[own.clone()].to_lowercase(), own.clone());
        view.pass(own.end);
    }
    Some(view.with_rest())
}

/// Where moves in capitals stand, by their bytes, without their numbers and what is behind a square.
fn moves(text: &str) -> impl Iterator<Item = Range<usize>> {
    text.split_whitespace().filter_map(|word| {
        let own = word.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
        let end = match own {
            castles if castles.starts_with("O-O") => castles.len(),
            own => own.as_bytes().windows(2).rposition(is_square)? + 2,
        };
        let from = own.as_ptr().addr() - text.as_ptr().addr();
        Some(from..from + end)
    })
}

fn is_square(pair: &[u8]) -> bool {
    matches!(pair, [b'A'..=b'H', b'1'..=b'8'])
}

/// A move in capitals as it is usually written.
fn small(text: &str) -> String {
    let squares = text.bytes().filter(u8::is_ascii_digit).count();
    let letter = text.chars().next().filter(|_| text.len() > 2 && squares > 0);
    match letter {
        Some(letter) => format!("{letter}{}", text[letter.len_utf8()..].to_lowercase()),
        None if squares > 0 => text.to_lowercase(),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Option<String> {
        view(text, text).map(|view| view.shown())
    }

    #[test]
    fn squares_of_pawns_become_small() {
        for (text, want) in [
            (
                "WHITE: BERG\n1. D4 NF6 2.C4 E6 3. NC3 BB4 4. E3 O-O",
                "WHITE: BERG|1. d4 NF6 2.c4 e6 3. NC3 BB4 4. e3 O-O",
            ),
            ("1. E4 C6 2. D4 D5 3. EXD5 CXD5", "1. e4 c6 2. d4 d5 3. EXD5 CXD5"),
            ("E4\nE5\nSF3\nSC6\nLB5\nA6\n", "e4|e5|SF3|SC6|LB5|a6"),
        ] {
            assert_eq!(shown(text).as_deref(), Some(want), "{text}");
        }
        for text in [
            "1. d4 Nf6 2. c4 e6 3. Nc3 Bb4 4. e3 O-O",
            "1. P-K4 P-K4 2. KT-KB3 KT-QB3 3. B - B4 B - B4 4. P - B3",
            "A4 B5 C6 D7 E8 F1",
            "",
        ] {
            assert_eq!(shown(text), None, "{text}");
        }
    }
}
