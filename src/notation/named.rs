//! Moves in algebraic notation whose pieces are named in words, as they are said and dictated:
//! `knight to f3`, `Springer schlägt e5`, `rook f to d1`.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    sync::LazyLock,
};

use serde::Deserialize;

use super::words::{Word, words};

#[derive(Deserialize)]
struct Raw {
    pieces: BTreeMap<String, Vec<String>>,
    between: HashSet<String>,
    #[serde(rename = "before a")]
    before_a: HashSet<String>,
}

struct Names {
    /// Pieces by their names.
    pieces: HashMap<String, Piece>,
    /// Words before a square.
    between: HashSet<String>,
}

/// What the name of a piece stands for.
#[derive(Debug, PartialEq, Eq)]
struct Piece {
    letter: String,
    /// Whether `a` is a word before a square in the language of the name: `caballo a f3`.
    before_a: bool,
}

static NAMES: LazyLock<Names> = LazyLock::new(|| {
    let raw: Raw = serde_json::from_str(include_str!("named.json"))
        .expect("the built-in table is well-formed");
    let mut pieces = HashMap::new();
    for (letter, names) in raw.pieces {
        for name in names {
            let before_a = raw.before_a.contains(&name);
            pieces.insert(name, Piece { letter: letter.clone(), before_a });
        }
    }
    Names { pieces, between: raw.between }
});

/// Most words of a move.
const MOST: usize = 8;
/// Longest word, in characters.
const LONG: usize = 16;

/// What a word of such a move is.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    Piece(&'static Piece),
    Square,
    /// A file or a rank.
    Half,
    Takes,
    Between,
}

/// A word, and the index behind it.
fn part(text: &[char], at: usize) -> Option<(Part, usize)> {
    let words = words();
    let is_word = |c: &&char| c.is_alphanumeric() || matches!(c, '\'' | '’');
    let length = text[at..].iter().take(LONG + 1).take_while(is_word).count();
    let word: String = text[at..at + length].iter().map(|c| words.fold(*c)).collect();
    let end = at + length;
    // `ReI` is a move misread, not the name of a king.
    let even = |is: fn(char) -> bool| text[at..end].iter().skip(1).all(|c| is(*c));
    if length > LONG || !even(|c| !c.is_uppercase()) && !even(|c| !c.is_lowercase()) {
        return None;
    }
    let part = match word.as_bytes() {
        [b'a'..=b'h', b'1'..=b'8'] => Part::Square,
        [b'a'..=b'h'] | [b'1'..=b'8'] => Part::Half,
        [b'x'] => Part::Takes,
        _ => match NAMES.pieces.get(&word) {
            Some(piece) => Part::Piece(piece),
            None if NAMES.between.contains(&word) => Part::Between,
            None if words.whole(&text[at..end]) == Some(Word::Takes) => Part::Takes,
            None => return None,
        },
    };
    Some((part, end))
}

/// The parts of the move that begins at `at` with the name of a piece, with their places; they end
/// with the last square.
fn parts(text: &[char], at: usize) -> Option<Vec<(Part, usize, usize)>> {
    let (Part::Piece(piece), mut end) = part(text, at)? else { return None };
    let mut found = vec![(Part::Piece(piece), at, end)];
    while found.len() < MOST {
        let blanks = text[end..].iter().take_while(|c| matches!(c, ' ' | '-' | '–' | '—')).count();
        let start = end + blanks;
        let Some((part, behind)) = part(text, start).filter(|_| blanks > 0) else { break };
        // The next move may follow without a sign.
        let has_square = found.iter().any(|(part, ..)| *part == Part::Square);
        if has_square && matches!(part, Part::Piece(_)) {
            break;
        }
        found.push((part, start, behind));
        end = behind;
    }
    let last = found.iter().rposition(|(part, ..)| *part == Part::Square)?;
    found.truncate(last + 1);
    let (before, start, _) = &mut found[last - 1];
    if piece.before_a && *before == Part::Half && text[*start] == 'a' {
        *before = Part::Between;
    }
    Some(found)
}

/// Index behind the move that begins at `at` with the name of a piece and ends with a square, or
/// with what a pawn becomes there: `knight to f3`, `pawn to e8 promotes to queen`.
pub(crate) fn named_move(text: &[char], at: usize) -> Option<usize> {
    let end = parts(text, at)?.last().map(|(.., end)| *end)?;
    let next = end + text[end..].iter().take_while(|c| **c == ' ').count();
    Some(words().promotion(text, next).unwrap_or(end))
}

/// Whether a word may stand in such a move before its square.
pub(crate) fn may_go_on_to_square(word: &str) -> bool {
    let chars: Vec<char> = word.chars().take(LONG + 1).collect();
    part(&chars, 0).is_some_and(|(part, end)| part != Part::Square && end == chars.len())
}

/// The text with letters for the names of pieces, where it names one and its square.
pub(super) fn with_letters(text: Vec<char>) -> Vec<char> {
    let Some(start) = text.iter().position(|c| c.is_alphabetic()) else { return text };
    let Some(parts) = parts(&text, start) else { return text };
    let mut out = text[..start].to_vec();
    let mut end = start;
    for (index, (part, from, to)) in parts.into_iter().enumerate() {
        match part {
            Part::Piece(piece) if index == 0 => out.extend(piece.letter.chars()),
            // What is taken.
            Part::Piece(_) | Part::Between => {}
            Part::Takes => out.push('x'),
            Part::Square | Part::Half => {
                out.extend(text[from..to].iter().map(|c| words().fold(*c)))
            }
        }
        end = to;
    }
    out.extend(&text[end..]);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_letters() {
        for (text, want) in [
            ("knight to f3", "Nf3"),
            ("Knight b to d2", "Nbd2"),
            ("3. rook from a1 to d1 check", "3. Ra1d1 check"),
            ("pawn to e4", "e4"),
            ("pawn takes d5", "xd5"),
            ("queen takes bishop on F6", "Qxf6"),
            ("Springer nach f3", "Sf3"),
            ("Läufer schlägt c6", "Lxc6"),
            ("cavalier prend en e5", "Cxe5"),
            ("caballo a f3", "Cf3"),
            ("rook a d1", "Rad1"),
            ("конь на f3", "Кf3"),
            ("pawn to e8 promotes to queen", "e8 promotes to queen"),
            // Descriptive notation names no such square.
            ("knight to king's bishop third", "knight to king's bishop third"),
            ("pawn takes pawn", "pawn takes pawn"),
            ("rook to 8", "rook to 8"),
            ("ReI b5", "ReI b5"),
            ("KNIGHT TO F3", "Nf3"),
        ] {
            let chars = with_letters(text.chars().collect());
            assert_eq!(String::from_iter(chars), want);
        }
    }

    #[test]
    fn a_move_ends_with_its_square() {
        let text: Vec<char> = "knight to f3 knight to c6".chars().collect();
        assert_eq!(named_move(&text, 0), Some(12));
        assert_eq!(named_move(&text, 10), None);
        let text: Vec<char> = "pawn e8 becomes a queen".chars().collect();
        assert_eq!(named_move(&text, 0), Some(text.len()));
    }
}
