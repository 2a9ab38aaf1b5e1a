//! Moves that say who makes them, in rows of their own or in running text:
//!
//! ```text
//! 1. W. P-K4              1.                     2 Wh. The Q. Pawn two sq. Bl. The same.
//!    B. P-K4              White. P-K4            3 Wh. The K. Knight at his B. 3d. Bl. The Q.
//! 2. W. Kt-KB3            Black. P-K4            Knight at his B. 3d.
//! ```
//!
//! A `B.` may as well be a bishop, so the labels must take turns, again and again, each with a move
//! behind it. They are taken off, and each move is told its number.

use std::sync::LazyLock;

use serde::Deserialize;
use shakmaty::Color;

use crate::read::{
    columns::{self, Part, Told},
    shape::{
        chars::{bytes, get},
        scan, spelled,
    },
    table,
};

/// Fewest moves of each side with labels.
const FEW: usize = 3;
/// Most words of a move before a letter within it.
const WITHIN: usize = 4;
/// Longest label, in characters.
const LONG: usize = 12;

/// Words of rows that say who moves, besides the names of the sides, by language.
#[derive(Deserialize)]
struct Languages {
    languages: Vec<Words>,
}

/// Those of a language.
#[derive(Deserialize)]
struct Words {
    /// Short for the names of the sides, as they are written.
    white: Vec<String>,
    black: Vec<String>,
    /// For a move that the other side has just made, in small letters.
    same: Vec<String>,
}

static LANGUAGES: LazyLock<Languages> = LazyLock::new(|| {
    serde_json::from_str(include_str!("labels.json"))
        .expect("the embedded words are valid, a test reads them")
});

/// A label with the move behind it, all in bytes of its line.
#[derive(Debug, Clone, Copy)]
struct Label {
    line: usize,
    side: Color,
    /// Where the label begins, its number included, and where its move does, and ends.
    from: usize,
    start: usize,
    end: usize,
    number: Option<u32>,
    /// Whether the move is that of the other side.
    same: bool,
}

/// The side that a label at an index names, and the index behind it: `White:`, `B.`, `Wh.`
fn label(words: &Words, text: &[char], at: usize) -> Option<(Color, usize)> {
    let letters = text[at..].iter().take(LONG).take_while(|c| c.is_alphabetic()).count();
    let end = at + letters + 1;
    let closed = matches!(get(text, end - 1), '.' | ':' | ')') && get(text, end).is_whitespace();
    if !closed {
        return None;
    }
    let name: String = text[at..at + letters].iter().collect();
    let side = match &name {
        name if words.white.contains(name) => Color::White,
        name if words.black.contains(name) => Color::Black,
        name => table::side(name)?,
    };
    Some((side, end))
}

/// Index behind the move at an index, and whether it is told to be that of the other side.
fn labelled_move(words: &Words, text: &[char], at: usize) -> Option<(usize, bool)> {
    let rest: String = text[at..].iter().take(LONG).flat_map(|c| c.to_lowercase()).collect();
    if let Some(same) = words.same.iter().find(|same| rest.starts_with(*same)) {
        return Some((at + same.chars().count(), true));
    }
    let found = scan::move_at(text, at).or_else(|| spelled::spelled(text, at))?;
    Some((found.end, false))
}

/// The labels of a text that take turns, White's first, in a language.
fn labels(words: &Words, lines: &[Vec<char>]) -> Vec<Label> {
    let mut found: Vec<Label> = Vec::new();
    for (line, text) in lines.iter().enumerate() {
        let byte = |at: usize| bytes(&text[..at]);
        // The number before the label and where it begins.
        let mut number = None;
        let mut starts: Vec<usize> = Vec::new();
        let mut at = blanks(text, 0);
        while at < text.len() {
            let turn = found.last().map_or(Color::White, |last| last.side.other());
            // A letter within a move is no label: `P. to Q. N. 4`.
            let within = || {
                let mut near = starts.iter().rev().take(WITHIN);
                near.any(|&start| scan::move_at(text, start).is_some_and(|found| found.end > at))
            };
            let Some(own) = labelled(words, text, at, turn).filter(|_| !within()) else {
                let end = at + word(text, at).chars().count();
                starts.push(at);
                number = lone_number(&word(text, at)).map(|own| (own, at));
                at = blanks(text, end);
                continue;
            };
            let (told, from) = number.take().map_or((None, at), |(told, from)| (Some(told), from));
            found.push(Label {
                line,
                side: own.side,
                from: byte(from),
                start: byte(own.start),
                end: byte(own.end),
                number: told.or(own.number),
                same: own.same,
            });
            let end = own.end.max(own.start);
            at = blanks(text, end + word(text, end).chars().count());
        }
    }
    found
}

/// A label and what stands behind it, in characters.
struct Labelled {
    side: Color,
    number: Option<u32>,
    start: usize,
    end: usize,
    same: bool,
}

/// The label at an index with the move behind it. Black's are taken in their turn only, and so is a `B.`,
/// which may be a bishop.
fn labelled(words: &Words, text: &[char], at: usize, turn: Color) -> Option<Labelled> {
    let (side, end) = label(words, text, at)?;
    let mut start = blanks(text, end);
    let number = lone_number(&word(text, start));
    if number.is_some() {
        start = blanks(text, start + word(text, start).chars().count());
    }
    let is_bishop = text[at..].starts_with(&['B', '.']);
    let in_turn = side == turn || side == Color::White && !is_bishop;
    let (end, same) = labelled_move(words, text, start).filter(|_| in_turn)?;
    Some(Labelled { side, number, start, end, same: same && side == Color::Black })
}

/// The word at an index, and the index behind the blanks at one.
fn word(text: &[char], at: usize) -> String {
    text[at..].iter().take_while(|c| !c.is_whitespace()).collect()
}

fn blanks(text: &[char], at: usize) -> usize {
    at + text[at..].iter().take_while(|c| c.is_whitespace()).count()
}

/// The number that a word is.
fn lone_number(word: &str) -> Option<u32> {
    let bare = !word.contains(char::is_alphabetic);
    columns::number(word).filter(|_| bare)
}

/// The lines without their labels, if they have any.
pub(super) fn without<'a>(parts: &[Part<'a>]) -> Option<Vec<Part<'a>>> {
    let lines: Vec<Vec<char>> = parts.iter().map(|part| part.text.chars().collect()).collect();
    let enough = |labels: &Vec<Label>| {
        let count = |side| labels.iter().filter(|label| label.side == side).count();
        Color::ALL.into_iter().all(|side| count(side) >= FEW)
    };
    let labels = LANGUAGES.languages.iter().map(|words| labels(words, &lines)).find(enough)?;
    let mut out: Vec<Part> = Vec::with_capacity(parts.len() + labels.len());
    let (mut line, mut byte) = (0, 0);
    let mut number = 0;
    // White's last move.
    let mut white: Option<&'a str> = None;
    for (at, label) in labels.iter().enumerate() {
        let part = parts[label.line];
        out.extend(parts[line..label.line].iter().map(|part| rest(part, &mut byte)));
        if label.from > byte {
            out.push(part.cut(byte, label.from));
        }
        let next = labels.get(at + 1).filter(|next| next.line == label.line);
        let end = next.map_or(part.text.len(), |next| next.from);
        if label.side == Color::White {
            let next = number + 1;
            number = label.number.or_else(|| above(&mut out, next)).unwrap_or(next);
            white = part.text.get(label.start..label.end);
        }
        let told = Some(Told { number, black: label.side == Color::Black });
        let own = part.cut(label.start, end);
        let text = white.filter(|_| label.same).unwrap_or(own.text);
        out.push(Part { text, told, ..own });
        (line, byte) = (label.line, end);
    }
    out.extend(parts[line..].iter().map(|part| rest(part, &mut byte)));
    Some(out)
}

/// What is left of a line from a byte on, which begins the next one at its start.
fn rest<'a>(part: &Part<'a>, byte: &mut usize) -> Part<'a> {
    part.cut(std::mem::take(byte), part.text.len())
}

/// The number in the last line that is not blank, where it stands there alone, or as the next one
/// behind a word: `Move 4`. Such a line says no more than that and is taken out.
fn above(out: &mut Vec<Part>, next: u32) -> Option<u32> {
    let last = out.iter().rposition(|part| !part.text.trim().is_empty())?;
    let text = out[last].text.trim();
    let named = text.rsplit_once(' ').filter(|(word, _)| word.chars().all(char::is_alphabetic));
    let told = lone_number(text).or_else(|| lone_number(named?.1).filter(|own| *own == next))?;
    out.truncate(last);
    Some(told)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rows, each behind the number that it is told.
    fn rows(text: &str) -> Option<String> {
        let parts = without(&columns::lines(text))?;
        let told = |part: &Part| match part.told {
            Some(Told { number, black: false }) => format!("{number}."),
            Some(Told { number, black: true }) => format!("{number}…"),
            None => String::new(),
        };
        let rows = parts.iter().map(|part| format!("{}{}", told(part), part.text.trim()));
        Some(rows.filter(|row| !row.is_empty()).collect::<Vec<_>>().join("|"))
    }

    #[test]
    fn labels_are_taken_off() {
        let want = "1.P-K4|1…P-K4|2.Kt-KB3|2…Kt-QB3|3.B-B4|3…B. to B. 4";
        for text in [
            "1. W. P-K4\nB. P-K4\n2. W. Kt-KB3\nB. Kt-QB3\n3. W. B-B4\nB. B. to B. 4",
            "1. White: P-K4\n   Black: P-K4\n2. White: Kt-KB3\n   Black: Kt-QB3\n3. White: B-B4\n\
             Black: B. to B. 4",
            "W. 1. P-K4\nB. 1. P-K4\nW. 2. Kt-KB3\nB. 2. Kt-QB3\nW. 3. B-B4\nB. 3. B. to B. 4",
            "White: P-K4\nBlack: P-K4\nWhite: Kt-KB3\nBlack: Kt-QB3\nWhite: B-B4\nBlack: B. to B. 4",
            "1. W. P-K4 B. P-K4 2. W. Kt-KB3 B. Kt-QB3\n3. W. B-B4 B. B. to B. 4",
            "1. Wh. P-K4 Bl. The same.\n2. Wh. Kt-KB3 Bl. Kt-QB3\n3. Wh. B-B4 Bl. B. to B. 4",
        ] {
            assert_eq!(rows(text).as_deref(), Some(want), "{text}");
        }
        let french = "1. Blanc. e4 Noir. De m\u{ea}me. 2. B. Cf3 N. Cc6\n3. B. Fc4 N. Fc5";
        assert_eq!(rows(french).as_deref(), Some("1.e4|1…e4|2.Cf3|2…Cc6|3.Fc4|3…Fc5"));
        let black_first = "1 B. P-K4 W. The same.\n2 B. Kt-KB3 W. P-Q3\n3 B. B-B4 W. P-KB4";
        let want = "1.P-K4|1…P-K4|2.Kt-KB3|2…P-Q3|3.B-B4|3…P-KB4";
        assert_eq!(rows(black_first).as_deref(), Some(want));
        let lone = "1.\nWhite. P-K4\nBlack. P-K4\n\nIt is usual.\n2.\nWhite. Kt-KB3\nBlack. Kt-QB3\n\
            3.\nWhite. B-B4\nBlack. B-B4";
        let want = "1.P-K4|1…P-K4|It is usual.|2.Kt-KB3|2…Kt-QB3|3.B-B4|3…B-B4";
        assert_eq!(rows(lone).as_deref(), Some(want));
        let named = "Move 1\nWhite: e4\nBlack: e5\n\nMove 2:\nWhite: Nf3\nBlack: Nc6\n\nMove 3\n\
            White: Bb5\nBlack: a6\n\nMove 4\nWhite: Ba4\nBlack:";
        let want = "1.e4|1…e5|2.Nf3|2…Nc6|3.Bb5|3…a6|4.Ba4|Black:";
        assert_eq!(rows(named).as_deref(), Some(want));
    }

    #[test]
    fn names_and_bishops_are_no_labels() {
        for text in [
            "White: Alder\nBlack: Brook\n\nWhite: Crane\nBlack: Ellery\n\nWhite: Gorst\nBlack: Farrow",
            "1. P. to K. 4 P. to Q. N. 4\n2. P. to Q. 4 P. to K. 3\n3. P. to Q. B. 3 P. to K. N. 4\n\
             4. B. to K. 2 P. to Q. N. 4\n5. B. to K. 3 P. to Q. N. 4\n6. B. to Q. 3 P. to K. N. 4",
            "1. P-K4\nB. to B. 4\n2. P-Q4\nB. to K. 2\n3. P-R3\nB. to Q. 2",
        ] {
            assert_eq!(rows(text), None, "{text}");
        }
    }
}
