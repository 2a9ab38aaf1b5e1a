//! Digits that are figurines misread, `8. 4 c2 Sc6 9. a3`, `37. Ke2 8b8 38. f4`, or squares, `8. 53 O-O`:
//! no numbers, but the pieces of the moves behind them, or moves.
//!
//! They are told by their place: no more than two moves stand between a number and the next one.

use std::ops::Range;

use super::items::{Item, Items, What};
use crate::read::shape::{
    chars::{is_capture, is_file},
    scan::Kind,
};

/// Most digits of a figurine that is glued to its move, and of one that is not.
const GLUED: u32 = 2;
const PARTED: u32 = 1;
/// Digits that files of squares are misread as.
const FILES: &[u8] = b"45689";
/// Most items from a number to the next one.
const NEARBY: usize = 16;
/// Most moves of a number.
const MOVES: usize = 2;

/// What digits are that are no number.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Digits {
    /// The piece of the move behind them.
    Figurine,
    Square,
}

/// The items with one move for each figurine and what stands behind it, and for each square.
pub(super) fn joined(items: Items<'_>) -> Items<'_> {
    let found = (0..items.items.len()).flat_map(|at| misread(&items, at));
    let joined: Vec<(Range<usize>, Vec<Item>)> = found
        .map(|(at, digits)| {
            let own = items.items[at];
            match digits {
                Digits::Figurine => {
                    let Item { start, column, .. } = own;
                    (at..at + 2, vec![Item { start, column, ..items.items[at + 1] }])
                }
                Digits::Square => (at..at + 1, vec![Item { what: What::Token, ..own }]),
            }
        })
        .collect();
    if joined.is_empty() { items } else { items.replaced(&joined) }
}

/// The digits between the number at an index and the next one, where all numbers among them may be
/// misread.
fn misread(items: &Items, at: usize) -> Vec<(usize, Digits)> {
    let lead = items.items[at];
    let What::Number { number, sure, .. } = lead.what else { return Vec::new() };
    let (mut moves, mut damaged, mut line) = (0, 0, lead.line);
    let mut found: Vec<(usize, Digits)> = Vec::new();
    for (place, item) in items.items.iter().enumerate().skip(at + 1).take(NEARBY) {
        let far = item.line > lead.line + 1 || items.are_apart(line, item.line);
        if far || item.deep != lead.deep {
            break;
        }
        line = item.line;
        match item.what {
            What::Number { number: next, sure: as_sure, .. }
                if next == number + 1 && sure == as_sure =>
            {
                // `2 | 4 exf4`: the digit may as well be what is left of White's move.
                let is_glued = |&(at, digits): &(usize, Digits)| {
                    digits == Digits::Figurine && items.items[at].meets(&items.items[at + 1])
                };
                let is_square = |&&(_, digits): &&(usize, Digits)| digits == Digits::Square;
                let squares = found.iter().filter(is_square).count();
                let count = moves + damaged + squares;
                let whole = count >= MOVES || found.iter().all(is_glued);
                let fits = whole && (squares == 0 || count == MOVES);
                return if fits { found } else { Vec::new() };
            }
            What::Number { .. }
                if is_figurine(items, place) || number > 1 && is_bishop(items, place) =>
            {
                found.push((place, Digits::Figurine));
            }
            What::Number { number: own, .. } if own > number && is_square(items, place) => {
                found.push((place, Digits::Square));
            }
            What::Move(_) if moves < MOVES => moves += 1,
            What::Token => damaged += 1,
            What::Sign | What::Gap => {}
            _ => break,
        }
    }
    // No move of the same game is numbered right behind a number.
    found.retain(|&(place, _)| place == at + 1 && is_bishop(items, place));
    found
}

/// Whether an item may be a figurine misread: digits without a point, before a move that names no
/// piece.
fn is_figurine(items: &Items, at: usize) -> bool {
    let Some((digit, own)) = before_bare(items, at) else { return false };
    let most = if digit.meets(&own) { GLUED } else { PARTED };
    own.start <= digit.end + 1
        && digit.end - digit.start <= most
        && items.text(&digit).chars().all(|c| c.is_ascii_digit())
}

/// Whether an item is the `L` of a bishop misread as the number 1 with its point, glued to its move:
/// `4. 1.a4 Sf6`.
fn is_bishop(items: &Items, at: usize) -> bool {
    let glued = |(digit, own): (Item, Item)| digit.meets(&own) && items.text(&digit) == "1.";
    before_bare(items, at).is_some_and(glued)
}

/// Whether an item may be a square whose file is misread, `53` for b3: digits without a point.
fn is_square(items: &Items, at: usize) -> bool {
    matches!(items.text(&items.items[at]).as_bytes(), [file, b'1'..=b'8'] if FILES.contains(file))
}

/// A number that does not stand for Black's move, and the move behind it on its line that names no
/// piece.
fn before_bare(items: &Items, at: usize) -> Option<(Item, Item)> {
    let &[digit, own] = items.items.get(at..at + 2)? else { return None };
    let What::Number { black: false, .. } = digit.what else { return None };
    let bare = items.text(&own).starts_with(|c: char| is_file(c) || is_capture(c));
    let fits = own.what == What::Move(Kind::Algebraic) && bare && own.line == digit.line;
    fits.then_some((digit, own))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers and moves of a text.
    fn read(text: &str) -> String {
        let items = Items::new(text, 1);
        let shown = items.items.iter().filter_map(|item| match item.what {
            What::Number { number, .. } => Some(format!("{number}.")),
            What::Move(_) => Some(items.text(item).replace(' ', "_")),
            _ => None,
        });
        shown.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn digits_within_a_row_are_pieces() {
        for (text, want) in [
            ("8. 4 c2 Oc6 9. a3 a5", "8. 4_c2 Oc6 9. a3 a5"),
            ("8. 4 e2 Af6 9. Bd1 4 c7 10. f4 O-O", "8. 4_e2 Af6 9. Bd1 4_c7 10. f4 O-O"),
            ("8 4 c2 d5 9 a3 a5", "8. 4_c2 d5 9. a3 a5"),
            ("6. 03 b6 7. d4 1.d7 8. 1.a4 Sf6 9. a3", "6. b6 7. d4 1.d7 8. 1.a4 Sf6 9. a3"),
            ("19. 53 Qd7 20. Bb2 Rd8 21. f4", "19. Qd7 20. Bb2 Rd8 21. f4"),
            ("19. Nd2 65 20. Bb2 Rd8", "19. Nd2 20. Bb2 Rd8"),
            ("7.Bd1 8b8 8.2xb8 4 xb8 9.a3", "7. Bd1 8b8 8. 2xb8 4_xb8 9. a3"),
        ] {
            assert_eq!(read(text), want, "{text}");
        }
    }

    #[test]
    fn other_numbers_stay_numbers() {
        for (text, want) in [
            ("8 c2 9 a3 a5 10 b4", "8. c2 9. a3 a5 10. b4"),
            ("8. Nc2 Bd6 4 c2 Oc6 9. a3", "8. Nc2 Bd6 4. c2 Oc6 9. a3"),
            ("8. Nc2 4. d5 9. a3", "8. Nc2 4. d5 9. a3"),
            ("2 4 exf4 3 Bc4 Qh4+", "2. 4. exf4 3. Bc4 Qh4+"),
            ("8. Nc2 4 Bd5 9. a3", "8. Nc2 4. Bd5 9. a3"),
            ("1. e4 1.e5 2. Nf3 2.Nc6 3. a3", "1. e4 1. e5 2. Nf3 2. Nc6 3. a3"),
            ("8. Nc2 53 d5 48 9. a3 51", "8. Nc2 53. d5 48. 9. a3 51."),
            ("8. Nc2 31 d5 9. a3", "8. Nc2 31. d5 9. a3"),
            ("8. Nc2 (4 d5 was better) 9. a3", "8. Nc2 4. d5 9. a3"),
            ("8. Nc2 Bd6\n\n4 c2 Nc6 9. a3", "8. Nc2 Bd6 4. c2 Nc6 9. a3"),
        ] {
            assert_eq!(read(text), want, "{text}");
        }
    }
}
