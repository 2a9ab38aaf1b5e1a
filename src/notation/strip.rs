//! Takes words, comments, check signs and brackets off an entry and notes what they say.

use shakmaty::Color;

use super::{
    prepare::{CheckSign, State},
    squeeze::{is_figurine, is_piece_like, is_uncased},
    trie::is_separator,
    words::{Class, Word, Words},
};
use crate::record::GameResult;

/// Takes words, comments, check signs and brackets off.
pub(super) fn strip(chars: &[char], words: &Words, state: &mut State) -> Vec<char> {
    let mut out: Vec<char> = Vec::with_capacity(chars.len());
    let mut at = 0;
    while at < chars.len() {
        let c = chars[at];
        let rest = &chars[at..];
        if let Some(end) = word_at(chars, at, &mut out, words, state) {
            at = end;
            continue;
        }
        match c {
            '$' => at += 1 + rest[1..].iter().take_while(|c| c.is_ascii_digit()).count(),
            '[' if let ['[', piece, ']', ..] = rest
                && is_piece_like(*piece)
                && !piece.is_lowercase()
                && matches!(out.last(), Some('1' | '8' | '=')) =>
            {
                promote(&mut out, &[*piece]);
                at += 3;
            }
            '[' | '{' => {
                let close = if c == '[' { ']' } else { '}' };
                at += rest.iter().position(|c| *c == close).map_or(1, |end| end + 1);
            }
            '(' => at += bracket(rest, &mut out, state),
            '+' | '-' | '=' if ends_with_evaluation(rest, words) => break,
            '=' if !rest[1..].iter().any(|c| c.is_alphanumeric() || is_figurine(*c)) => {
                state.draw_offer = true;
                at += 1;
            }
            '+' | '†' | '✝' | '✞' | '┼' => {
                state.add_check(CheckSign::Check);
                at += 1;
            }
            '#' | '‡' | '≠' => {
                state.add_check(CheckSign::Mate);
                at += 1;
            }
            // A bracket whose words are gone.
            ')' if out
                .iter()
                .rposition(|c| !is_separator(*c) || *c == '(')
                .is_some_and(|i| out[i] == '(') =>
            {
                let open = out.iter().rposition(|c| *c == '(').unwrap_or(0);
                out.truncate(open);
                at += 1;
            }
            _ if words.class(c) == Some(Class::Glyph) => at += 1,
            _ => {
                out.push(c);
                at += 1;
            }
        }
    }
    strip_end(&mut out, state);
    out
}

/// Takes off what words and footnotes leave behind.
fn strip_end(out: &mut Vec<char>, state: &mut State) {
    while let Some(last) = out.last() {
        match last {
            '.' | ',' | ';' | ' ' | '-' | '_' | '…' => {}
            '(' if !out.contains(&')') => {}
            ')' if !out.contains(&'(') => {}
            ':' => state.trailing_capture = true,
            _ => break,
        }
        out.truncate(out.len() - 1);
    }
}

/// Reads a word at `at`, notes what it says and returns the index after it.
fn word_at(
    chars: &[char],
    at: usize,
    out: &mut Vec<char>,
    words: &Words,
    state: &mut State,
) -> Option<usize> {
    let (word, end) = find_word(chars, at, words)?;
    match word {
        Word::Check => state.add_check(CheckSign::Check),
        Word::Double => state.add_check(CheckSign::Double),
        Word::Discovered => state.add_check(CheckSign::Discovered),
        Word::Mate => state.add_check(CheckSign::Mate),
        Word::EnPassant => state.en_passant = true,
        Word::CastleShort => state.castling = Some("O-O"),
        Word::CastleLong => state.castling = Some("O-O-O"),
        Word::CastleEither => state.castling = Some("O~O"),
        Word::Takes => {
            state.capture = true;
            out.push('x');
        }
        Word::To => out.push('-'),
        Word::Promotes(letter) => {
            out.push('=');
            out.extend(letter.chars());
        }
        Word::White => state.white = true,
        Word::Black => state.black = true,
        Word::Offer => state.draw_offer = true,
        // "Remis?" asks.
        Word::Draw if chars.get(end) == Some(&'?') => state.draw_offer = true,
        Word::Name => return None,
        Word::Nothing => {}
        Word::Draw | Word::Resigns(_) | Word::Wins | Word::Ends => {
            state.starts_with_result |= !out.iter().any(|c| c.is_alphanumeric());
            note_result(word, state);
        }
    }
    Some(end)
}

/// Notes what a word says of the result.
fn note_result(word: Word, state: &mut State) {
    state.says_result = true;
    match word {
        Word::Draw => state.result = Some(GameResult::Draw),
        Word::Resigns(side) => {
            state.resigns = true;
            state.white |= side == Some(Color::White);
            state.black |= side == Some(Color::Black);
        }
        Word::Wins => {
            state.resigns = true;
            state.wins = true;
        }
        _ => {}
    }
}

/// The longest word at an index that is no part of a move, and the index behind it.
fn find_word(chars: &[char], at: usize, words: &Words) -> Option<(Word, usize)> {
    let c = chars[at];
    if !c.is_alphabetic() {
        return None;
    }
    let before = at.checked_sub(1).map(|i| chars[i]);
    let glued = before.is_some_and(char::is_alphabetic);
    let after_knight = at >= 2 && matches!(chars[at - 2..at], ['K', 't']);
    let after_capital = before.is_some_and(char::is_uppercase) || after_knight;
    if glued && !(after_capital && c.is_lowercase()) {
        return None;
    }
    let after_digit = before.is_some_and(|c| c.is_ascii_digit());
    let fits = |end: usize, word: Word| {
        let short = end - at <= 3;
        let next = chars.get(end).copied();
        if end - at <= 4 && is_mixed(&chars[at..end]) {
            return false;
        }
        let between_moves = matches!(word, Word::Takes | Word::To | Word::White | Word::Black);
        if short && c.is_uppercase() && !after_digit {
            // "PR4" holds no "pr." and "P x PR" ends on none; "B-R3 CH" ends on a check.
            let is_tail = !chars[end..].iter().any(|c| c.is_alphanumeric());
            let is_word = at == 0 && end == 3 && chars[1..3].iter().all(|c| c.is_lowercase());
            if glued || between_moves || !(is_tail || is_word) {
                return false;
            }
        }
        if between_moves {
            let bound = !(short && glued) || word == Word::To;
            bound && next.is_none_or(|c| !c.is_lowercase())
        } else {
            // The "ch" of "Tch5" is part of the move, and "Kch" a damaged one.
            let loose = !glued || end - at > 1 && at > 1;
            loose && next.is_none_or(|c| !c.is_alphanumeric())
        }
    };
    words.trie.longest(chars, at, |c| words.fold(c), fits)
}

/// Whether a capital follows a small letter, which no writer's word does.
pub(crate) fn is_mixed(word: &[char]) -> bool {
    word.windows(2).any(|pair| pair[0].is_lowercase() && pair[1].is_uppercase())
}

/// Whether nothing but a sign for an advantage follows.
fn ends_with_evaluation(rest: &[char], words: &Words) -> bool {
    words.evaluations.iter().any(|sign| {
        rest.len() >= sign.len()
            && rest[..sign.len()] == sign[..]
            && !rest[sign.len()..].iter().any(|c| c.is_alphanumeric() || "+-=/".contains(*c))
    })
}

/// Reads a bracket at the start of `rest` and returns how many characters it takes.
fn bracket(rest: &[char], out: &mut Vec<char>, state: &mut State) -> usize {
    let Some(close) = rest.iter().position(|c| *c == ')') else {
        out.push('(');
        return 1;
    };
    let is_last = !rest[close + 1..].iter().any(|c| c.is_alphanumeric());
    let inside: Vec<char> =
        rest[1..close].iter().copied().filter(|c| !c.is_whitespace() && *c != '.').collect();
    let before = out.iter().rev().find(|c| !c.is_whitespace() && !matches!(**c, '.' | '='));
    let before = before.copied();
    let square = matches!(before, Some('1' | '8'));
    let promotion: Option<&[char]> = match inside.as_slice() {
        [] => None,
        ['='] => {
            state.draw_offer = true;
            None
        }
        ['+' | '†'] => {
            state.add_check(CheckSign::Check);
            None
        }
        ['#' | '‡'] => {
            state.add_check(CheckSign::Mate);
            None
        }
        ['=', letters @ ..] if !letters.is_empty() && letters.len() <= 2 => Some(letters),
        // A second queen: "P. to R's 8th. (2d Q.)"
        ['2', 'd', letter] | ['2', 'n', 'd', letter] if letter.is_uppercase() => {
            Some(std::slice::from_ref(letter))
        }
        [c] if is_last && is_piece_like(*c) && !c.is_lowercase() => {
            // "(D)" says that a diagram follows, unless a pawn can just have been promoted.
            let diagram = *c == 'D' && before.is_some_and(|c| c.is_ascii_digit()) && !square;
            (!diagram).then_some(std::slice::from_ref(c))
        }
        ['K', 't'] if is_last => Some(&['N']),
        // Of the two letters of a Hebrew queen neither is a capital.
        [first, second] if is_last && square && is_uncased(*first) && is_uncased(*second) => {
            Some(&inside)
        }
        ['К' | 'K', 'р' | 'p'] if is_last => None,
        [c] if is_last && (c.is_lowercase() || c.is_ascii_digit()) => {
            let pawn = out.first().is_some_and(|c| c.is_lowercase());
            (square && pawn && c.is_lowercase()).then_some(std::slice::from_ref(c))
        }
        [c] if is_last && !c.is_alphanumeric() => None,
        _ => {
            out.push('(');
            return 1;
        }
    };
    if let Some(letters) = promotion {
        promote(out, letters);
    }
    close + 1
}

/// Writes what a pawn becomes, behind the sign for it.
fn promote(out: &mut Vec<char>, letters: &[char]) {
    if out.last() != Some(&'=') {
        out.push('=');
    }
    out.extend(letters);
}
