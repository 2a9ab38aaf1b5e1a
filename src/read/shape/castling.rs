//! Castling in signs and in words: `O-O`, `0—0`, `Castles on K's side`, `Arrocca TR`.

use super::{
    chars::{any_word, blank, bracket, ends, get, is_capture, is_dash, is_oh, is_piece},
    descriptive::descriptive,
    scan::{Found, Kind, algebraic},
    words,
};

/// `O-O`, `0-0-0`, `OO`, `Castles on K's side`, `Arrocca TR`
pub(super) fn castling(text: &[char], at: usize) -> Option<Found> {
    let end = if is_oh(get(text, at)) {
        oh_castling(text, at).max(mistyped(text, at))
    } else {
        word_castling(text, at)
    }?;
    Some(Found { end, kind: Kind::Castling })
}

/// `O-O`, `0-0-0`, `OO`, whatever stands for the letters and dashes.
fn oh_castling(text: &[char], at: usize) -> Option<usize> {
    let mut i = at + 1;
    let mut ohs = 1;
    let mut dashes = 0;
    while ohs < 3 {
        let after_blank = blank(text, i);
        let (dash, next) = if is_dash(get(text, after_blank)) {
            (true, blank(text, after_blank + 1))
        } else {
            (false, i)
        };
        if !is_oh(get(text, next)) || (ohs == 2 && dash != (dashes == 1)) {
            break;
        }
        dashes += usize::from(dash);
        ohs += 1;
        i = next + 1;
    }
    let zeros = text[at..i.min(text.len())].iter().filter(|&&c| c == '0').count();
    // `00` and `000` are more often numbers than castling: they need their dashes.
    let sure = dashes > 0 || zeros == 0;
    // Two castlings may be run together: `O-OO-O`.
    let at_end = ends(text, i) || (dashes > 0 && is_oh(get(text, i)));
    (ohs >= 2 && sure && at_end && get(text, at) != 'o' || (ohs >= 2 && dashes > 0 && at_end))
        .then_some(i)
}

/// Most dashes between two letters.
const DASHES: usize = 2;

/// `O-OO`, `OO-O`, `0--0-0`: three letters, whose dashes are lost or doubled; `O-OO-O` castles twice.
fn mistyped(text: &[char], at: usize) -> Option<usize> {
    let (mut i, mut dashes) = (at, 0);
    for oh in 0..3 {
        let between = text[i.min(text.len())..].iter().take(DASHES).take_while(|c| is_dash(**c));
        let between = if oh > 0 { between.count() } else { 0 };
        if !is_oh(get(text, i + between)) {
            return None;
        }
        dashes += between;
        i += between + 1;
    }
    (dashes > 0 && ends(text, i) && !is_dash(get(text, i))).then_some(i)
}

/// `Castles on K's side`, `Arrocca TR`, `lange Rochade`
fn word_castling(text: &[char], at: usize) -> Option<usize> {
    let first = words::words().castling.at(text, at)?;
    // The letters of a side in the phrase may be the piece of the next move.
    let start = text[at..first].iter().rposition(|&c| c == ' ').map(|blank| at + blank + 1);
    let first = match start {
        Some(start) if letters_start_move(text, start, first) => start - 1,
        _ => first,
    };
    let mut end = if get(text, first) == '.' { first + 1 } else { first };
    // `on the Queen's side`, `K. R.`, `(QR)`, `lungo`
    let mut i = end;
    for _ in 0..6 {
        let next = blank(text, if get(text, i) == '_' { i + 1 } else { i });
        let step =
            any_word(text, next, &words::words().sides).or_else(|| bracketed_side(text, next));
        let Some(step) = step else { break };
        if letters_start_move(text, next, step) {
            break;
        }
        i = if get(text, step) == '.' { step + 1 } else { step };
        end = i;
    }
    (!is_subject(text, at, end)).then_some(end)
}

/// Whether a sentence goes on behind the bare word: `Castling at once was possible too.`
fn is_subject(text: &[char], at: usize, end: usize) -> bool {
    let word = text[at..end].iter().flat_map(|c| c.to_lowercase());
    let behind = text.get(end..).unwrap_or_default();
    word.eq("castling".chars()) && matches!(behind, [' ', next, ..] if next.is_lowercase())
}

/// Whether the letters from `at` to `end` are not the side that the king castles to but the piece
/// of the next move: `Castles R-K1`, `Castles Q Kt-Q2`, `Castles KR-K1`.
fn letters_start_move(text: &[char], at: usize, end: usize) -> bool {
    let letters = end - at;
    if letters <= 2 && (is_dash(get(text, end)) || is_capture(get(text, end))) {
        return true;
    }
    let found = descriptive(text, at);
    let rest = found.and_then(|found| text.get(end..found.end)).unwrap_or_default();
    // `Castles KR to K1` names none, `Castles K R 6.` is followed by the next number.
    if letters == 2 {
        return rest.iter().any(|&c| c.is_lowercase() || is_dash(c) || is_capture(c));
    }
    let digits = |c: &char| c.is_ascii_digit() || c.is_whitespace();
    let numbered = found.is_some_and(|found| get(text, found.end) == '.');
    if numbered && rest.first().is_some_and(|c| c.is_whitespace()) && rest.iter().all(digits) {
        return false;
    }
    if letters != 1 {
        return false;
    }
    let next = blank(text, if get(text, end) == '.' { end + 1 } else { end });
    // No name has the letters of two sides: `Castles Q KR-K1`.
    let side = matches!(get(text, next), 'K' | 'Q') && get(text, next + 1) != 't';
    if next > end && side && descriptive(text, next).is_some() {
        return false;
    }
    found.is_some()
        || algebraic(text, at).is_some()
        || (is_piece(get(text, next)) && !matches!(get(text, next), 'R' | 'S'))
}

/// `(QR)`, the side that the king castles to.
fn bracketed_side(text: &[char], at: usize) -> Option<usize> {
    let (inside, end) = bracket(text, at, 7)?;
    inside.iter().all(|c| matches!(c, 'K' | 'Q' | 'R' | 'E' | 'D' | 'T' | ' ' | '.')).then_some(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn castling_may_be_the_subject_of_a_sentence() {
        let end = |text: &str| {
            let text: Vec<char> = text.chars().collect();
            castling(&text, 0).map(|found| found.end)
        };
        assert_eq!(end("Castling at once was possible too."), None);
        assert_eq!(end("Castling 9. h3"), Some(8));
        assert_eq!(end("Castling king's side is safe"), Some(20));
    }

    #[test]
    fn dashes_of_castling_may_be_lost_or_doubled() {
        for (text, want) in [
            ("O-OO Be7", 4),
            ("OO-O", 4),
            ("0-00+", 4),
            ("O--O-O", 6),
            ("O-OO-O", 3),
            ("O-O O-O", 3),
            ("000", 0),
        ] {
            let chars: Vec<char> = text.chars().collect();
            assert_eq!(castling(&chars, 0).map_or(0, |found| found.end), want, "{text}");
        }
    }
}
