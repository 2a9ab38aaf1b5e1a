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

/// How surely a word behind a move notes something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::read) enum Surety {
    /// Only where others of its kind are believed: `1.5`
    Perhaps,
    /// Where such notes stand as regularly as the moves do: `#5`
    Likely,
    /// Wherever it stands: `+0.31/14`
    Sure,
}

/// Longest note, in bytes.
const LONG: usize = 20;

/// What a word notes, with or without brackets around it, and how surely; some digits may be misread.
pub(super) fn note(word: &str) -> Option<(Note, Surety)> {
    let bracketed = word.starts_with(['(', '[']) && word.ends_with([')', ']']);
    let text = word.strip_prefix(['(', '[']).unwrap_or(word);
    let text = text.strip_suffix([')', ']']).unwrap_or(text);
    if text.len() > LONG || !text.contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    if bracketed && both_times(text) {
        return Some((Note::Time, Surety::Sure));
    }
    let found = [
        (Note::Time, clock(text).or_else(|| duration(text))),
        (Note::Evaluation, evaluation(text, bracketed)),
        (Note::Date, is_date(text).then_some(Surety::Likely)),
    ];
    let (note, surety) = found.into_iter().find_map(|(note, look)| Some((note, look?)))?;
    let misread = text.contains(['O', 'o', 'l', 'I', 'S', 'Z']);
    match surety {
        Surety::Perhaps if misread => None,
        _ if misread || note == Note::Date => Some((note, surety.min(Surety::Likely))),
        _ if bracketed => Some((note, Surety::Sure)),
        _ => Some((note, surety)),
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
fn clock(text: &str) -> Option<Surety> {
    let parts: Vec<&str> = text.split(':').collect();
    let [first, between @ .., last] = &parts[..] else { return None };
    let seconds = last.split_once('.').map_or(*last, |(seconds, _)| seconds);
    let is_clock = between.len() <= 1
        && digits(first, 1, 3)
        && between.iter().chain([&seconds]).all(|part| digits(part, 2, 2));
    // `4:00` may castle.
    let castles = *last == "00" && between.is_empty();
    is_clock.then_some(if castles { Surety::Likely } else { Surety::Sure })
}

/// Whether a text has White's time and Black's, as bulletins give them in brackets: `0.14-0.10`,
/// `1:01/0:48`.
fn both_times(text: &str) -> bool {
    let is_time = |text: &str| {
        let (hours, minutes) = text.split_once(['.', ':']).unwrap_or(("", ""));
        digits(hours, 1, 2) && digits(minutes, 2, 2)
    };
    let parts = text.split_once(|c| is_dash(c) || c == '/');
    parts.is_some_and(|(white, black)| is_time(white) && is_time(black))
}

/// `50.7s`, `3m`, `3m20s`, `5'`, `5'30"`, and as electronic boards tell it, `5399+12`: seconds left
/// and seconds taken.
fn duration(text: &str) -> Option<Surety> {
    if let Some((left, taken)) = text.split_once('+') {
        return (digits(left, 3, 5) && digits(taken, 1, 4)).then_some(Surety::Likely);
    }
    let minute = |c| matches!(c, 'm' | '\'' | '′' | '’');
    if let Some(minutes) = text.strip_suffix(minute) {
        return digits(minutes, 1, 3).then_some(Surety::Likely);
    }
    let rest = text.strip_suffix(['s', '"', '″', '”'])?;
    if let Some((minutes, seconds)) = rest.split_once(minute) {
        return (digits(minutes, 1, 3) && digits(seconds, 1, 2)).then_some(Surety::Sure);
    }
    let whole = digits(rest, 1, 4);
    is_decimal(rest).then_some(if whole { Surety::Likely } else { Surety::Sure })
}

/// `+0.31`, `-1.20/14`, `0.00`, `#5`, `-M3`; in brackets also `+31`, in hundredths of a pawn.
fn evaluation(text: &str, bracketed: bool) -> Option<Surety> {
    let (value, depth) = text.split_once('/').unwrap_or((text, "0"));
    let bare = value.strip_prefix(|c: char| matches!(c, '+' | '±') || is_dash(c));
    let signed = bare.is_some();
    let bare = bare.unwrap_or(value);
    if !digits(depth, 1, 3) {
        return None;
    }
    if let Some(mate) = bare.strip_prefix(['#', 'M']) {
        let moves = mate.strip_prefix(is_dash).unwrap_or(mate);
        let sure = signed || moves.len() < mate.len();
        return digits(moves, 1, 3).then_some(if sure { Surety::Sure } else { Surety::Likely });
    }
    if !bare.contains(['.', ',']) {
        // `-10` may be a number behind a dash.
        let look = if value.starts_with('+') { Surety::Likely } else { Surety::Perhaps };
        let whole = signed && digits(bare, 1, 4) && (bracketed || bare.len() > 1);
        return (whole && text == value).then_some(look);
    }
    let sure = match bare.split_once('.') {
        _ if signed || text.len() > value.len() => Surety::Sure,
        // `1.5` without a sign may be anything.
        _ if bare.len() <= 3 => Surety::Perhaps,
        // `0.00` may castle, and in `52.54` a piece goes from one square to another.
        Some((whole, part)) if whole.len() == 1 && part.bytes().any(|b| b != b'0') => Surety::Sure,
        _ => Surety::Likely,
    };
    is_decimal(bare).then_some(sure)
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
        use Surety::{Likely, Perhaps, Sure};
        for (word, want) in [
            ("1:05", Some((Note::Time, Sure))),
            ("4:00", Some((Note::Time, Likely))),
            ("(0:12:31)", Some((Note::Time, Sure))),
            ("0:03.2", Some((Note::Time, Sure))),
            ("(0.14-0.10)", Some((Note::Time, Sure))),
            // A bracket that is not closed may be what is left of a piece.
            ("(64,3", Some((Note::Evaluation, Likely))),
            ("[1:01/0:48]", Some((Note::Time, Sure))),
            ("(0.5-0.5)", None),
            ("50.7s", Some((Note::Time, Sure))),
            ("50s", Some((Note::Time, Likely))),
            ("3m20s", Some((Note::Time, Sure))),
            ("5'30\"", Some((Note::Time, Sure))),
            ("5399+12", Some((Note::Time, Likely))),
            ("1O:2l", Some((Note::Time, Likely))),
            ("(+1.38/23)", Some((Note::Evaluation, Sure))),
            ("1.1/22", Some((Note::Evaluation, Sure))),
            ("−0.5", Some((Note::Evaluation, Sure))),
            ("+0,31", Some((Note::Evaluation, Sure))),
            ("0.25", Some((Note::Evaluation, Sure))),
            ("0.00", Some((Note::Evaluation, Likely))),
            ("52.54", Some((Note::Evaluation, Likely))),
            ("1.5", Some((Note::Evaluation, Perhaps))),
            ("[1.5]", Some((Note::Evaluation, Sure))),
            ("-M3", Some((Note::Evaluation, Sure))),
            ("#-5", Some((Note::Evaluation, Sure))),
            ("#5", Some((Note::Evaluation, Likely))),
            ("(+45)", Some((Note::Evaluation, Sure))),
            ("-10", Some((Note::Evaluation, Perhaps))),
            ("12.5.96", Some((Note::Date, Likely))),
            ("1996-05-12", Some((Note::Date, Likely))),
            ("0:1", None),
            ("1:0", None),
            ("-5", None),
            ("4.O", None),
            ("0-0-0", None),
            ("0.5-0.5", None),
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
