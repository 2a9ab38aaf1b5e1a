//! What people and programs note beside a move, by its look: how long it took, what the position is
//! worth, when it was sent.

use crate::read::shape::chars::is_dash;

/// What may be noted beside a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::read) enum Note {
    Time,
    Evaluation,
    Date,
}

/// All kinds of notes, in the order of their numbers.
pub(super) const NOTES: [Note; 3] = [Note::Time, Note::Evaluation, Note::Date];

/// Longest note, in bytes.
const LONG: usize = 20;

/// What a word notes, with or without brackets around it; some digits may be misread.
pub(super) fn note(word: &str) -> Option<Note> {
    let text = word.strip_prefix(['(', '[']).unwrap_or(word);
    let text = text.strip_suffix([')', ']']).unwrap_or(text);
    if text.len() > LONG || !text.contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    match () {
        () if is_clock(text) || is_duration(text) => Some(Note::Time),
        () if is_evaluation(text) => Some(Note::Evaluation),
        () if is_date(text) => Some(Note::Date),
        () => None,
    }
}

/// Whether a text is so many digits, or letters that they are misread as.
fn digits(text: &str, least: usize, most: usize) -> bool {
    let is_digit = |b| matches!(b, b'0'..=b'9' | b'O' | b'o' | b'l' | b'I' | b'S' | b'Z');
    (least..=most).contains(&text.len()) && text.bytes().all(is_digit)
}

/// `12`, `0.5`, `1,25`
fn is_decimal(text: &str) -> bool {
    let (whole, part) = text.split_once(['.', ',']).unwrap_or((text, "0"));
    digits(whole, 1, 4) && digits(part, 1, 3)
}

/// `1:05`, `0:12:31`, `0:03.2`
fn is_clock(text: &str) -> bool {
    let parts: Vec<&str> = text.split(':').collect();
    let [first, between @ .., last] = &parts[..] else { return false };
    let seconds = last.split_once('.').map_or(*last, |(seconds, _)| seconds);
    between.len() <= 1
        && digits(first, 1, 3)
        && between.iter().chain([&seconds]).all(|part| digits(part, 2, 2))
}

/// `50.7s`, `3m`, `3m20s`, `5'`, `5'30"`
fn is_duration(text: &str) -> bool {
    let minute = |c| matches!(c, 'm' | '\'' | '′' | '’');
    if let Some(minutes) = text.strip_suffix(minute) {
        return digits(minutes, 1, 3);
    }
    let Some(rest) = text.strip_suffix(['s', '"', '″', '”']) else { return false };
    let parts = rest.split_once(minute);
    is_decimal(rest)
        || parts.is_some_and(|(minutes, seconds)| digits(minutes, 1, 3) && digits(seconds, 1, 2))
}

/// `+0.31`, `-1.20/14`, `0.00`, `#5`, `-M3`
fn is_evaluation(text: &str) -> bool {
    let (value, depth) = text.split_once('/').unwrap_or((text, "0"));
    let bare = value.strip_prefix(|c: char| matches!(c, '+' | '±') || is_dash(c));
    let signed = bare.is_some();
    let bare = bare.unwrap_or(value);
    let mate = bare.strip_prefix(['#', 'M']).map(|n| n.strip_prefix(is_dash).unwrap_or(n));
    // `1.5` without a sign may be anything.
    let pawns = bare.contains(['.', ',']) && is_decimal(bare) && (signed || bare.len() > 3);
    (pawns || mate.is_some_and(|moves| digits(moves, 1, 3))) && digits(depth, 1, 3)
}

/// `12.5.96`, `12/05/1996`, `1996-05-12`
fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.trim_end_matches('.').split(['.', '/', '-']).collect();
    let [first, month, last] = parts[..] else { return false };
    let begins_with_year = digits(first, 4, 4) && digits(last, 1, 2);
    let ends_with_year = digits(first, 1, 2) && (digits(last, 2, 2) || digits(last, 4, 4));
    digits(month, 1, 2) && (begins_with_year || ends_with_year)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_are_told_by_their_look() {
        for (word, want) in [
            ("1:05", Some(Note::Time)),
            ("(0:12:31)", Some(Note::Time)),
            ("0:03.2", Some(Note::Time)),
            ("50.7s", Some(Note::Time)),
            ("3m20s", Some(Note::Time)),
            ("5'30\"", Some(Note::Time)),
            ("1O:2l", Some(Note::Time)),
            ("(+1.38/23)", Some(Note::Evaluation)),
            ("−0.5", Some(Note::Evaluation)),
            ("0.00", Some(Note::Evaluation)),
            ("-M3", Some(Note::Evaluation)),
            ("#-5", Some(Note::Evaluation)),
            ("12.5.96", Some(Note::Date)),
            ("1996-05-12", Some(Note::Date)),
            ("0:1", None),
            ("1:0", None),
            ("1.5", None),
            ("0-0-0", None),
            ("52-54", None),
            ("1/2", None),
            ("12.", None),
            ("e4", None),
            ("’", None),
        ] {
            assert_eq!(note(word), want, "{word}");
        }
    }
}
