//! A word of PGN: where it ends, and the numbers, moves and results that it is made of.

use std::ops::Range;

use super::{lex::Token, tag::is_quote};
use crate::{
    notation::is_figurine,
    read::shape::{
        inside, misread,
        runs::{self, PartKind},
        scan,
    },
    record::GameResult,
};

/// Longest result, in characters, with what may hang on it.
const MAX_RESULT: usize = 9;

/// Whether a text begins with the quotes that programs put around several lines.
pub(super) fn triple(text: &str) -> bool {
    text.starts_with("\"\"\"") || text.starts_with("```")
}

/// Byte length of the word at the start of `text`, at least 1.
pub(super) fn word_end(text: &str) -> usize {
    let mut previous = '\0';
    let mut skip_to = 0;
    for (offset, c) in text.char_indices() {
        if offset < skip_to {
            continue;
        }
        let ends = match c {
            // `KtxP(B3)`, `P-K8(Q)`: brackets that name a piece or a square.
            '(' => match glued_bracket(&text[offset..])
                .filter(|_| previous.is_alphanumeric() || previous == '=')
            {
                Some(length) => {
                    skip_to = offset + length;
                    false
                }
                None => true,
            },
            '[' if matches!(previous, '1' | '8' | '=') && is_piece_bracket(&text[offset..]) => {
                skip_to = offset + 3;
                false
            }
            c if c.is_whitespace() => true,
            '{' if previous.is_uppercase() && is_file_misread(&text[offset..]) => false,
            '{' if offset == 0 && misread::is_pawn(text.chars()) => false,
            '{' | '}' | '[' | ']' | ')' | '<' | ';' | ',' | '|' | '$' => true,
            '&' => text[offset..].starts_with("&nbsp;"),
            '"' | '`' => offset > 0 && triple(&text[offset..]),
            _ => false,
        };
        if ends {
            return offset.max(c.len_utf8().min(if offset == 0 { c.len_utf8() } else { 0 }));
        }
        previous = c;
    }
    text.len()
}

/// Whether a text begins with a brace that an engine read for an f, `{6+`, and that no other closes
/// on the line.
fn is_file_misread(text: &str) -> bool {
    matches!(text.as_bytes(), [b'{', b'1'..=b'8', ..])
        && !text.lines().next().is_some_and(|line| line.contains('}'))
}

/// Whether a text begins with a piece that a pawn becomes, as `[Q]`.
fn is_piece_bracket(text: &str) -> bool {
    matches!(text.as_bytes(), [b'[', piece, b']', ..] if piece.is_ascii_uppercase())
}

/// Byte length of `(B3)`, `(3A)`, `(Q)`, `(ch)` at the start of `text`.
fn glued_bracket(text: &str) -> Option<usize> {
    let end = text.bytes().take(8).position(|b| b == b')')?;
    let inside = &text[1..end];
    let piece = inside.trim_matches(|c: char| c.is_ascii_digit());
    let ranks = inside.len() - piece.len();
    let named = !piece.is_empty()
        && piece.len() <= 4
        && piece.chars().all(|c| {
            matches!(c, 'K' | 'Q' | 'R' | 'B' | 'N' | 'P' | 't' | 'D' | 'T' | 'A' | 'C' | 'F')
        })
        && ranks <= 1;
    // Of any other alphabet, and figurines.
    let letter = |c: char| c.is_alphabetic() && !c.is_lowercase() || is_figurine(c);
    let foreign = (1..=2).contains(&inside.chars().count()) && inside.chars().all(letter);
    (named || foreign || inside == "ch" || inside == "ch.").then_some(end + 1)
}

/// Takes a word apart: `12.Nf3`, `7.O-OO-O`, `1.e4e5`, `4...b8-a6`, `12.`, `1-0`, `Rd20-1`. `next`
/// is the number that comes next, if one came before.
pub(super) fn split_word(word: &str, next: Option<u32>, push: &mut impl FnMut(usize, Token)) {
    let own = number(word).filter(|(_, _, length)| word[..*length].contains('.'));
    let mut next = own.map_or(next, |(number, ..)| number.checked_add(1));
    let (mut at, mut glued) = (0, false);
    while let Some(number) = next
        && let Some(place) = number_inside(&word[at..], number)
    {
        let (start, end) = (at + place.start, at + place.end);
        let stretch = &word[..at + word[at..start].trim_end_matches(JOINTS).len()];
        glued |= start > 0;
        split_stretch(stretch, at, glued, push);
        push(start, Token::Number { number, black: false });
        (at, next) = (end, number.checked_add(1));
    }
    split_stretch(word, at, glued, push);
}

/// The bytes of a number with its point in a word, whether it begins with it or not.
fn number_inside(word: &str, number: u32) -> Option<Range<usize>> {
    // Most words are whole moves, and quick to see.
    if scan::is_plain(word.as_bytes()) {
        return None;
    }
    let chars: Vec<char> = word.chars().collect();
    let own = inside::number(&chars, 0, number, false)?;
    let bytes = |range: Range<usize>| chars[range].iter().map(|c| c.len_utf8()).sum::<usize>();
    let start = bytes(0..own.start);
    Some(start..start + bytes(own))
}

/// Takes apart what stands in a word from a byte on; `glued` where a next number is inside it.
fn split_stretch(word: &str, from: usize, glued: bool, push: &mut impl FnMut(usize, Token)) {
    let Some(end) = before_result(word).filter(|&end| end > from) else {
        return split_moves(word, from, glued, push);
    };
    split_moves(&word[..end], from, glued, push);
    if let Some(result) = result(&word[end..]) {
        push(end, Token::Result(result));
    }
}

/// Signs that an engine reads for the blank between a move and the next number.
const JOINTS: [char; 4] = ['.', ',', '-', ';'];

/// Byte length of a damaged move to which the next number is joined: `£g7.6.%e3`, `Tac8-19.b3`.
fn before_number(word: &str) -> Option<usize> {
    let is_number = |text: &str| {
        let behind = text.trim_start_matches(|c: char| c.is_ascii_digit());
        behind.starts_with('.') && number(text).is_some()
    };
    let mut joints = word.match_indices(JOINTS).map(|(at, _)| at);
    joints.find(|&at| ends_a_move(&word[..at]) && is_number(word[at..].trim_start_matches(JOINTS)))
}

/// Takes apart what stands in a word from a byte on that ends in no result, or is one.
fn split_moves(word: &str, from: usize, glued: bool, push: &mut impl FnMut(usize, Token)) {
    let mut at = from;
    // Many moves may be run together; each turn takes at least one byte off.
    while at < word.len() {
        let rest = &word[at..];
        if let Some(result) = result(rest) {
            push(at, Token::Result(result));
            return;
        }
        // `6.93`: digits glued to a number are what is left of a move.
        let damaged = at > 0 && rest.bytes().all(|b| b.is_ascii_digit());
        if !damaged && let Some((number, black, length)) = number(rest) {
            push(at, Token::Number { number, black });
            at += length;
            continue;
        }
        if rest.chars().all(|c| matches!(c, '.' | '…' | '‥')) {
            if rest.chars().count() > 1 || rest == "…" {
                push(at, Token::Dots);
            }
            return;
        }
        let rest = rest.trim_start_matches(['.', '…']);
        if rest.len() < word.len() - at {
            if word[at..word.len() - rest.len()].len() > 1 {
                push(at, Token::Dots);
            }
            at = word.len() - rest.len();
            continue;
        }
        let chars: Vec<char> = rest.chars().take(runs::WINDOW + 1).collect();
        // Behind a number both of its moves may be glued to each other, damaged or not.
        let both = glued && at > 0;
        let several = if both { runs::between } else { runs::run };
        let run = || (glued || !scan::is_move(rest)).then(|| several(&chars)).flatten();
        let Some(parts) = run() else {
            let end = before_number(rest).unwrap_or(rest.len());
            push(at, Token::Word(rest[..end].to_owned()));
            at += end;
            at += word[at..].len() - word[at..].trim_start_matches(JOINTS).len();
            continue;
        };
        for part in parts {
            let text: String = chars[part.start..part.end].iter().collect();
            let length = text.len();
            push(
                at,
                match part.what {
                    PartKind::Move(_) => Token::Word(text),
                    PartKind::Number { number, black, .. } => {
                        Token::Number { number: number.into(), black }
                    }
                },
            );
            at += length;
        }
    }
}

/// A result at the start of a word that is nothing else.
fn result(word: &str) -> Option<Option<GameResult>> {
    // In a program a text may end with it: `8.Bg6# 1-0",`
    match word.trim_end_matches(|c| is_quote(c) || c == '`') {
        "*" => Some(None),
        // `0-0` castles.
        "½" | "1/2" | "=" => None,
        word => GameResult::from_token(word).map(Some),
    }
}

/// Byte length of what stands before the result in a word that ends with a move and a result:
/// `Rd20-1`.
fn before_result(word: &str) -> Option<usize> {
    // Few words can be one, and all are asked.
    let signs = |c: char| matches!(c, '-' | ':') || !c.is_ascii();
    if !word.contains(signs) {
        return None;
    }
    let starts = word.char_indices().rev().take(MAX_RESULT).map(|(at, _)| at);
    let mut starts = starts.filter(|&at| ends_a_move(&word[..at]));
    starts.find(|&at| result(&word[at..]).is_some_and(|found| found.is_some()))
}

/// Whether a text ends with a square, a piece that a pawn becomes, or castling.
fn ends_a_move(text: &str) -> bool {
    let plain = text.trim_end_matches(['+', '#', '!', '?']);
    let promoted = plain.trim_end_matches(['Q', 'R', 'B', 'N']);
    let square = promoted.trim_end_matches('=').as_bytes();
    matches!(square, [.., b'a'..=b'h', b'1'..=b'8']) || plain.ends_with("O-O")
}

/// A move number at the start of a word: its value, whether Black's move follows, its length.
fn number(word: &str) -> Option<(u32, bool, usize)> {
    let lead = usize::from(word.starts_with('.'));
    let digits = word[lead..].bytes().take_while(u8::is_ascii_digit).count();
    if digits == 0 || digits > 3 {
        return None;
    }
    let number: u32 = word[lead..lead + digits].parse().ok()?;
    let tail = &word[lead + digits..];
    let points_end = tail.find(|c| !matches!(c, '.' | '…' | '‥')).unwrap_or(tail.len());
    let points = &tail[..points_end];
    let after = &tail[points_end..];
    if points.is_empty() {
        // A bare number, or `1/`, `1)`, `1:`; a digit glued to letters starts no number.
        let signs = after.chars().take_while(|c| matches!(c, '/' | ')' | ':')).count();
        let alone = after.len() == signs;
        return (alone && number > 0).then_some((number, false, lead + digits + signs));
    }
    let black = points.chars().filter(|&c| c == '.').count() > 1 || points.contains(['…', '‥']);
    let dash = if after.starts_with("-") && !after.starts_with("--") { 1 } else { 0 };
    Some((number, black, lead + digits + points_end + dash))
}
