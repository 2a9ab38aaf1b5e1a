//! The characters that moves are written with, and words among them. Texts are taken as characters
//! and places as indices; nothing stands behind the end.

use crate::notation::is_figurine;

/// Whether `c` is any dash, minus or hyphen.
pub(in crate::read) fn is_dash(c: char) -> bool {
    matches!(c, '-' | '–' | '—' | '‐' | '‑' | '‒' | '―' | '−' | '·' | '~' | '^')
}

/// How many points a text begins with, an ellipsis being three of them, and how many characters they
/// are.
pub(in crate::read) fn points(text: &[char]) -> (usize, usize) {
    let own = |c: &char| match c {
        '.' => Some(1),
        '…' => Some(3),
        _ => None,
    };
    let found = text.iter().map_while(own);
    (found.clone().sum(), found.count())
}

/// Whether `c` is a sign for a capture.
pub(in crate::read) fn is_capture(c: char) -> bool {
    matches!(c, 'x' | 'X' | '×' | '✕' | ':' | 'х' | 'Х' | '*')
}

/// Whether `c` is the letter of a file, or one of another alphabet that looks like it.
pub(in crate::read) fn is_file(c: char) -> bool {
    // What a Russian reader makes of `b` is the sign ь; in French print the file is told from the
    // knight by a cedilla.
    matches!(
        c,
        'a'..='h'
            | 'ç'
            | 'а'
            | 'с'
            | 'е'
            | 'Ь'
            | 'Ъ'
            | 'α'
            | 'β'
            | 'γ'
            | 'δ'
            | 'ε'
            | 'ζ'
            | 'η'
            | 'θ'
            | 'ӏ'
    )
}

/// Whether `c` is the digit of a rank, or a letter that looks like it.
pub(in crate::read) fn is_rank(c: char) -> bool {
    matches!(c, '1'..='8' | 'З')
}

/// Whether `c` may stand for a piece: a figurine, a capital, a letter of an alphabet without them.
pub(in crate::read) fn is_piece(c: char) -> bool {
    is_figurine(c) || (c.is_alphabetic() && !c.is_lowercase() && !is_capture(c))
}

/// Whether `c` is one of the letters and zeros that castling is written with.
pub(in crate::read) fn is_oh(c: char) -> bool {
    matches!(c, 'O' | 'o' | '0' | 'О' | 'о' | 'Ο' | 'ο')
}

/// How many bytes characters take.
pub(in crate::read) fn bytes(text: &[char]) -> usize {
    text.iter().map(|c| c.len_utf8()).sum()
}

/// The character at an index, nought behind the end.
pub(in crate::read) fn get(text: &[char], at: usize) -> char {
    text.get(at).copied().unwrap_or('\0')
}

/// Index behind one optional blank.
pub(in crate::read) fn blank(text: &[char], at: usize) -> usize {
    if get(text, at) == ' ' || get(text, at) == '\u{a0}' { at + 1 } else { at }
}

/// How many characters stand behind the bracket that is open at the end of a text, if at most so
/// many do.
pub(in crate::read) fn behind_open(text: &[char], most: usize) -> Option<usize> {
    let mut near = text.iter().rev().take(most + 1);
    let behind = near.position(|c| matches!(c, '(' | ')'))?;
    (text[text.len() - 1 - behind] == '(').then_some(behind)
}

/// Whether a span may end before `at`.
pub(super) fn ends(text: &[char], at: usize) -> bool {
    !get(text, at).is_alphanumeric() || numbered(text, at)
}

/// Whether the number of the next move is glued to what stands before it: `g6` and `2.d4`,
/// `P x P` and `10`.
pub(super) fn numbered(text: &[char], at: usize) -> bool {
    let digits = (at..at + 3).take_while(|&i| get(text, i).is_ascii_digit()).count();
    let next = get(text, at + digits + 1);
    let piece = at > 0 && matches!(text[at - 1], 'P' | 'B' | 'R' | 'Q' | 't' | 'N');
    if piece && digits == 2 && get(text, at) != '0' && get(text, at + 2).is_whitespace() {
        return true;
    }
    digits > 0
        && get(text, at) != '0'
        && get(text, at + digits) == '.'
        && (next.is_alphabetic() || is_figurine(next) || is_oh(next))
}

/// Whether a text is digits and a sign behind them: `12.`, `3)`.
pub(in crate::read) fn is_digits_before(text: &[char], sign: char) -> bool {
    let digits = text.strip_suffix(&[sign]).filter(|digits| !digits.is_empty());
    digits.is_some_and(|digits| digits.iter().all(char::is_ascii_digit))
}

/// What stands in a bracket that opens at `at` and closes within so many characters, and the index
/// behind it.
pub(super) fn bracket(text: &[char], at: usize, most: usize) -> Option<(&[char], usize)> {
    if get(text, at) != '(' {
        return None;
    }
    let close = (at + 1..(at + 1 + most).min(text.len())).find(|&i| text[i] == ')')?;
    Some((&text[at + 1..close], close + 1))
}

/// Index behind `word`, compared without case, if it stands at `at`.
pub(super) fn word(text: &[char], at: usize, word: &str) -> Option<usize> {
    let mut i = at;
    for c in word.chars() {
        if !get(text, i).to_lowercase().eq(c.to_lowercase()) {
            return None;
        }
        i += 1;
    }
    Some(i)
}

/// Index behind the first of `words` that stands at `at` and ends there.
pub(in crate::read) fn any_word(
    text: &[char],
    at: usize,
    words: &[impl AsRef<str>],
) -> Option<usize> {
    words.iter().find_map(|w| word(text, at, w.as_ref()).filter(|&end| ends(text, end)))
}
