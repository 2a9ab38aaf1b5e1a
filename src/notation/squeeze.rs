//! Squeezes a stripped text into the core: one sign a capture, a dash, a castling, a promotion.

use super::{
    prepare::{CheckSign, State},
    signs::index_of_sign,
    squares::is_square,
    words::{Class, Words},
};

/// Squeezes the stripped text into the core.
pub(super) fn squeeze(text: &[char], words: &Words, state: &mut State) -> Vec<char> {
    if let Some(castling) = state.castling {
        return castling.chars().collect();
    }
    let mut core: Vec<char> = Vec::with_capacity(text.len() + 2);
    let last = text.len().saturating_sub(1);
    for (i, &c) in text.iter().enumerate() {
        match words.file(c) {
            c if c.is_whitespace() => {}
            '.' | ',' | ';' | '\'' | '_' | '…' | '|' => {}
            '-' | '·' => {
                if core.last().is_some_and(|c| *c != '-') {
                    core.push('-');
                }
            }
            // A capital X in front is a piece; behind a square it is a Slavic sign for mate.
            'X' | 'Х' | 'Χ' if core.is_empty() => core.push(c),
            '*' if !core.is_empty() && i < last => push_capture(&mut core, state),
            c if words.class(c) == Some(Class::Capture) => {
                let after_square = core.last().is_some_and(|c| c.is_ascii_digit());
                if i == last && after_square && c != ':' {
                    // A small one is more likely a cross that was read as a letter.
                    let sign = if c == 'x' { CheckSign::Check } else { CheckSign::Mate };
                    state.add_check(sign);
                } else if after_square && text.get(i + 1) == Some(&'=') {
                    // Behind the square, before the piece of a promotion: `f7g8:=L`.
                    state.trailing_capture = true;
                } else if after_square && names_captured(&core, &text[i + 1..]) {
                    state.capture = true;
                } else if matches!(core.last(), Some('=')) {
                    core.push(c);
                } else {
                    push_capture(&mut core, state);
                }
            }
            c => core.push(c),
        }
    }
    while core.last() == Some(&'-') {
        core.truncate(core.len() - 1);
    }
    if let Some(castling) = castling(&core, words) {
        return castling.chars().collect();
    }
    if state.trailing_capture {
        state.capture = true;
        let end = core.iter().position(|c| *c == '=').unwrap_or(core.len());
        if end > 0 && !core.contains(&'x') {
            let square = end >= 2 && core[end - 1].is_ascii_digit();
            let at = end - if square { 2 } else { 1 };
            // The captured piece stands before its square: `Dd1Dd8:`.
            let named = square && at > 2 && core[at - 1].is_uppercase();
            core.insert(if named { at - 1 } else { at }, 'x');
        }
    }
    mark_promotion(&mut core);
    core
}

/// Whether what stands behind a capture, which stands behind both squares, names the captured piece:
/// `Lg4-f3xD`.
fn names_captured(core: &[char], rest: &[char]) -> bool {
    let is_piece = matches!(rest, [victim] if is_piece_like(*victim) && victim.is_uppercase());
    is_piece && core.windows(2).filter(|pair| is_square(pair)).count() > 1
}

fn push_capture(core: &mut Vec<char>, state: &mut State) {
    state.capture = true;
    match core.last() {
        Some('x') => {}
        // "-x" is one sign.
        Some('-') => {
            core.truncate(core.len() - 1);
            core.push('x');
        }
        _ => core.push('x'),
    }
}

/// Castling written with zeros or letters like them.
fn castling(core: &[char], words: &Words) -> Option<&'static str> {
    let inner = match core {
        ['(', inner @ .., ')'] => inner,
        core => core,
    };
    let zeros = inner.iter().filter(|c| words.class(**c) == Some(Class::Zero)).count();
    let dashes = inner.iter().filter(|c| **c == '-').count();
    match (zeros + dashes == inner.len(), zeros) {
        (true, 2) => Some("O-O"),
        (true, 3) => Some("O-O-O"),
        _ => None,
    }
}

/// Writes the sign of a promotion as `=`: `a8Q`, `a8/Q`, `e7-e8q`.
fn mark_promotion(core: &mut Vec<char>) {
    if let Some(at) = core.iter().position(|c| *c == '/')
        && core.len() - at <= 3
        && core[at + 1..].iter().all(|c| is_piece_like(*c))
        && at + 1 < core.len()
    {
        core[at] = '=';
    }
    if core.contains(&'=') || core.first().is_none_or(|c| c.is_uppercase()) {
        return;
    }
    let Some(at) = core.iter().rposition(|c| matches!(c, '1' | '8')) else { return };
    // `e1g1c` and `d1d8q` begin where no pawn can be promoted, `d2b1r` goes where none can.
    let far = || u32::from(core[0]).abs_diff(u32::from(core[at - 1])) > 1;
    if at > 2 && core[1].is_ascii_digit() && (!matches!(core[1], '2' | '7') || far()) {
        return;
    }
    let letters = &core[at + 1..];
    let is_square = at > 0 && core[at - 1].is_alphabetic();
    if is_square && matches!(letters.len(), 1 | 2) && letters.iter().all(|c| is_piece_like(*c)) {
        // Smith notation names what is captured before what the pawn becomes: `b7a8rR`.
        let smith =
            matches!(letters, [victim, piece] if victim.is_lowercase() && piece.is_uppercase());
        core.insert(at + 1 + usize::from(smith), '=');
    }
}

/// Whether a character is a picture of a piece, of either colour, or stands for one.
pub(crate) fn is_figurine(c: char) -> bool {
    matches!(c, '♔'..='♟') || index_of_sign(c).is_some()
}

/// Whether a character is a letter of an alphabet without capitals.
pub(crate) fn is_uncased(c: char) -> bool {
    c.is_alphabetic() && !c.is_lowercase() && !c.is_uppercase()
}

pub(super) fn is_piece_like(c: char) -> bool {
    c.is_alphabetic() || is_figurine(c)
}
