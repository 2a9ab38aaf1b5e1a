//! Moves and numbers that are run together in one word: `Nf3Nc6`, `c3d69h3`, `Bb5a64.`
//!
//! A word is parted where all of it can be: from its end to its beginning the longest move that
//! leaves a rest of moves and numbers is taken, so that `P-K4P-K4` is not cut at `P-K`. What could
//! be one move in long notation is cut in two, but for words that are squares from end to end. A
//! letter or sign that has strayed in between two moves stays with the first.

use super::{
    chars::{is_capture, is_dash, is_oh, points},
    scan::{self, Found, Kind},
};
use crate::{
    notation::{is_figurine, is_square},
    record::GameResult,
};

/// Longest word that is looked at whole, in characters; of a longer one the beginning is.
pub(in crate::read) const WINDOW: usize = 48;
/// Signs that no run goes on behind.
const ENDS: [char; 12] = [',', ';', '|', '[', ']', '{', '}', '“', '”', '„', '«', '»'];
/// Longest move of a run, in characters.
const LONGEST: usize = 12;
/// Longest result with its dash, `1/2-1/2.`
const LONGEST_RESULT: usize = 8;

/// A move or number of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::read) struct Part {
    pub(in crate::read) what: PartKind,
    /// Index of its first character, and the one behind its last.
    pub(in crate::read) start: usize,
    pub(in crate::read) end: usize,
}

/// What a part of a run is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::read) enum PartKind {
    Move(Kind),
    /// A move number, whether a point stands behind it, and whether several do, as before Black's move.
    Number {
        number: u16,
        sure: bool,
        black: bool,
    },
}

/// The parts of the word at the start of `text`, if it is a run of at least two.
pub(in crate::read) fn run(text: &[char]) -> Option<Vec<Part>> {
    let ends = |c: &char| c.is_whitespace() || ENDS.contains(c);
    let length = text.iter().take(WINDOW + 1).position(ends);
    let word = &text[..length.unwrap_or(text.len()).min(WINDOW)];
    let cut_off = length.is_none() && text.len() > WINDOW;
    // Words of prose have neither digits nor castling, nor are they captures from end to end.
    let castles = |pair: &[char]| is_oh(pair[0]) && is_dash(pair[1]);
    let prose = || !word.iter().any(char::is_ascii_digit) && !word.windows(2).any(castles);
    if word.len() < 4 || prose() && !takes_twice(word) {
        return None;
    }
    // `P-K4.`: the number is the rank.
    let points = word.iter().rev().take_while(|&&c| c == '.').count();
    if points > 0 && whole(&word[..word.len() - points]) == Some(Kind::Descriptive) {
        return None;
    }
    let squares = word.len() >= 8 && word.len().is_multiple_of(4) && word.chunks(2).all(is_square);
    // The part that a rest begins with, from the last character to the first.
    let mut parts: Vec<Option<Part>> = vec![None; word.len() + 1];
    let open = |at: usize| at == word.len() || cut_off && at + LONGEST > word.len();
    for start in (0..word.len()).rev() {
        let goes_on = |end: usize| open(end) || parts[end].is_some();
        let moves = (start + 2..=word.len().min(start + LONGEST)).rev().filter_map(|end| {
            let kind = goes_on(end).then(|| one_move(&word[start..end], squares)).flatten()?;
            Some(Part { what: PartKind::Move(kind), start, end })
        });
        // Of two squares without a sign, the first alone is rather the move; and a piece's letter
        // before a file or a capture belongs to the next move: `Nf1Bb7`, `Qd1Bxe4`.
        let doubtful = |part: &Part| {
            let long = matches!(part.what, PartKind::Move(Kind::Long)) && !squares;
            let takes_letter = word[part.end - 1].is_uppercase()
                && word[start].is_uppercase()
                && word.get(part.end).is_some_and(|&c| matches!(c, 'a'..='h') || is_capture(c));
            long || takes_letter
        };
        let found = moves.min_by_key(doubtful).or_else(|| number(word, start, &parts));
        parts[start] = found.or_else(|| strayed(word, start, &parts));
    }
    let mut found: Vec<Part> = Vec::new();
    let mut at = 0;
    while let Some(part) = parts[at] {
        // What ends near the end of the window may go on behind it, as `Bxd7` does before a `+`.
        if cut_off && open(part.end) && found.len() > 1 {
            break;
        }
        found.push(part);
        at = part.end;
        if at == word.len() {
            break;
        }
    }
    let first = found.first()?;
    let enough = found.len() > 1 && matches!(first.what, PartKind::Move(_));
    (enough && (cut_off || open(at))).then_some(found)
}

/// The two moves of a number, glued to each other between it and the next number: in shape, or however
/// damaged they are.
pub(in crate::read) fn between(text: &[char]) -> Option<Vec<Part>> {
    run(text).or_else(|| pair(text))
}

/// Where a sentence is glued to the move or the moves that a text begins with: `d4Bg4This is`.
pub(in crate::read) fn sentence(text: &[char], at: usize) -> Option<usize> {
    let word = word_at(text, at);
    let ends = |c: char| c.is_ascii_digit() || is_oh(c) || matches!(c, '+' | '#' | '!' | '?');
    // `Nf3Bxf6`, `Df4Xclf`: a capture is no word.
    let takes = |end: usize| word[end..].iter().take(2).any(|c| is_capture(*c));
    let mut starts = (2..word.len()).filter(|&end| ends(word[end - 1]) && !takes(end));
    let is_word = |at: usize| scan::begins_word(text, at) && scan::move_at(text, at).is_none();
    let end = starts.find(|&end| is_word(at + end))?;
    are_moves(&word[..end]).then_some(at + end)
}

/// The word at an index, as far as it is looked at.
fn word_at(text: &[char], at: usize) -> &[char] {
    let word = &text[at..text.len().min(at + WINDOW)];
    let length = word.iter().position(|c| c.is_whitespace()).unwrap_or(word.len());
    &word[..length]
}

/// Whether a text is a move, or several.
fn are_moves(text: &[char]) -> bool {
    whole(text).is_some() || run(text).is_some()
}

/// Where a result is glued to the move or the moves that a text begins with: `Qe41-0`.
pub(in crate::read) fn result(text: &[char], at: usize) -> Option<usize> {
    let word = word_at(text, at);
    let is_result = |token: &[char]| {
        let token: String = token.iter().collect();
        token.contains(is_dash) && GameResult::from_token(&token).is_some()
    };
    let mut starts = word.len().saturating_sub(LONGEST_RESULT).max(2)..word.len();
    let end = starts.find(|&end| is_result(&word[end..]))?;
    are_moves(&word[..end]).then_some(at + end)
}

/// The two moves of a number that are glued to each other, whatever is damaged of them, as they stand
/// between it and the next number: `xe7wxe7`, `8e1O-O`, `f3f6` whose pieces are lost.
fn pair(text: &[char]) -> Option<Vec<Part>> {
    let mut ends: Vec<usize> = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let castles = castled(&text[at..]);
        let length = if is_square(&text[at..text.len().min(at + 2)]) { 2 } else { castles };
        if length > 0 {
            ends.push(scan::suffix(text, at + length));
        }
        at += length.max(1);
    }
    let [first, last] = ends[..] else { return None };
    let part = |start: usize, end: usize| {
        let kind = whole(&text[start..end]).unwrap_or(Kind::Algebraic);
        Part { what: PartKind::Move(kind), start, end }
    };
    (last == text.len() && last - first <= LONGEST && first <= LONGEST)
        .then(|| vec![part(0, first), part(first, last)])
}

/// Length of the castling that a text begins with, or 0.
fn castled(text: &[char]) -> usize {
    match text {
        [a, dash, b, rest @ ..] if is_oh(*a) && is_dash(*dash) && is_oh(*b) => match rest {
            [dash, c, ..] if is_dash(*dash) && is_oh(*c) => 5,
            _ => 3,
        },
        _ => 0,
    }
}

/// Whether a word is nothing but pieces that take each other, more than once: `PxPRxP`.
fn takes_twice(word: &[char]) -> bool {
    let is_piece = |c: &char| matches!(c, 'K' | 'Q' | 'R' | 'B' | 'N' | 'P' | 't' | '+' | '.');
    let captures = word.iter().filter(|c| is_capture(**c)).count();
    captures > 1 && word.iter().all(|c| is_piece(c) || is_capture(*c))
}

/// The moves and numbers run together of which a move by itself is a part only: `Tc8-c539.`; of two
/// short moves that a dash joins it is the first.
pub(in crate::read) fn longer(text: &[char], at: usize, found: Found) -> Option<Vec<Part>> {
    let next = *text.get(found.end)?;
    let joins = || {
        let behind = scan::move_at(text, found.end + 1)?;
        text.get(behind.end).is_none_or(|c| !c.is_alphanumeric()).then_some(())
    };
    if !(next.is_alphanumeric() || is_dash(next) && joins().is_none()) {
        return None;
    }
    run(&text[at..]).filter(|run| run.first().is_some_and(|part| at + part.end > found.end))
}

/// Whether a move may begin with a character inside a word.
pub(in crate::read) fn starts(c: char) -> bool {
    c.is_alphanumeric() && !is_capture(c) || is_figurine(c)
}

/// What a text looks like that is one move from end to end.
pub(in crate::read) fn whole(text: &[char]) -> Option<Kind> {
    scan::move_at(text, 0).filter(|found| found.end == text.len()).map(|found| found.kind)
}

/// The look of a part that is a move by itself, and not too short to be told from other things.
fn one_move(text: &[char], squares: bool) -> Option<Kind> {
    if !starts(text[0]) {
        return None;
    }
    // `B4` is a square in capitals, but hardly among other moves.
    let capital = text.len() == 2 && text[0].is_uppercase();
    let kind = whole(text).filter(|kind| !matches!(kind, Kind::Files | Kind::Numeric))?;
    let half = squares && text.len() != 4;
    (!capital && !half).then_some(kind)
}

/// Fewest characters of two moves between which something has strayed.
const BOTH: usize = 5;

/// A move with a letter or sign behind it that has strayed between it and the next one, or behind
/// the last one: `exd5b` before `Nxd5`, `Qg4+>`.
fn strayed(word: &[char], start: usize, parts: &[Option<Part>]) -> Option<Part> {
    // Another bracket, quote or capture means something, and so may a dash or `=`.
    let is_stray =
        |c: char| c.is_alphabetic() || matches!(c, '.' | '/' | '&' | '_' | '>' | '+' | '\'');
    let goes_on = |&end: &usize| {
        let next = match parts.get(end) {
            Some(Some(next)) if matches!(next.what, PartKind::Move(_)) => next.end - next.start,
            _ if end == word.len() && start > 0 => BOTH,
            _ => return false,
        };
        is_stray(word[end - 1]) && !is_capture(word[end - 1]) && end - 1 - start + next >= BOTH
    };
    let ends = (start + 3..=word.len().min(start + LONGEST)).rev().filter(goes_on);
    let mut found = ends.filter_map(|end| {
        let kind = one_move(&word[start..end - 1], false)?;
        let pointed = word[end - 1] == '.' && end < word.len();
        let sure = matches!(kind, Kind::Algebraic | Kind::Castling)
            || kind == Kind::Descriptive && pointed;
        sure.then_some(Part { what: PartKind::Move(kind), start, end })
    });
    found.next()
}

/// A number between two moves, or behind the last one.
fn number(word: &[char], start: usize, parts: &[Option<Part>]) -> Option<Part> {
    let digits = word[start..].iter().take(3).take_while(|c| c.is_ascii_digit()).count();
    if start == 0 || word[start] == '0' {
        return None;
    }
    (1..=digits).find_map(|digits| {
        let value: u16 = word[start..start + digits].iter().collect::<String>().parse().ok()?;
        let (points, length) = points(&word[start + digits..]);
        let end = start + digits + length;
        let sure = points > 0;
        // `Nf31` is rather a sign misread; `0-08` can only be followed by a number, and `N-Q83` goes on
        // with what is left of its square.
        let open = matches!(word[..start], [.., dash, 'K' | 'Q'] if is_dash(dash));
        let told = sure || digits > 1 && !open || is_oh(word[start - 1]);
        let goes_on = match parts.get(end) {
            Some(Some(next)) => matches!(next.what, PartKind::Move(_)),
            _ => end == word.len() && told,
        };
        let what = PartKind::Number { number: value, sure, black: points > 1 };
        goes_on.then_some(Part { what, start, end })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parted(text: &str) -> Option<String> {
        let text: Vec<char> = text.chars().collect();
        let parts = run(&text)?;
        let texts = parts.iter().map(|part| text[part.start..part.end].iter().collect::<String>());
        Some(texts.collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn a_sentence_begins_behind_whole_moves() {
        for (text, want) in [
            ("d4Bg4This is", Some(5)),
            ("Qb3Forks", Some(3)),
            ("O-OThis", Some(3)),
            ("Nf3Bxf6", None),
            ("Df4Xclf", None),
            ("Nf6Rae8", None),
            ("Nf3 This", None),
            ("in1921Paris", None),
        ] {
            let chars: Vec<char> = text.chars().collect();
            assert_eq!(sentence(&chars, 0), want, "{text}");
        }
    }

    #[test]
    fn a_result_begins_behind_whole_moves() {
        for (text, want) in [
            ("De41-0", Some(3)),
            ("Rd1Kc70-1", Some(6)),
            ("a10-1.", Some(2)),
            ("Qd6+1/2-1/2 and", Some(4)),
            ("h7½–½", Some(2)),
            ("Qe4 1-0", None),
            ("e60-0", None),
            ("O-O-O", None),
            ("played1-0", None),
        ] {
            let chars: Vec<char> = text.chars().collect();
            assert_eq!(result(&chars, 0), want, "{text}");
        }
    }

    #[test]
    fn two_moves_between_numbers_are_parted_whatever_is_damaged() {
        for (text, want) in [
            ("xe7wxe7", "xe7 wxe7"),
            ("8e1O-O", "8e1 O-O"),
            ("O-O-Oac8", "O-O-O ac8"),
            ("f3f6", "f3 f6"),
            ("h3+公xg5+", "h3+ 公xg5+"),
            ("xe7", ""),
            ("e2e4e7e5", ""),
            ("xe7wx", ""),
        ] {
            let chars: Vec<char> = text.chars().collect();
            let texts = pair(&chars)
                .unwrap_or_default()
                .into_iter()
                .map(|part| chars[part.start..part.end].iter().collect::<String>());
            assert_eq!(texts.collect::<Vec<_>>().join(" "), want, "{text}");
        }
    }

    #[test]
    fn runs_are_parted() {
        for (text, want) in [
            ("Nf3Nc6", "Nf3 Nc6"),
            ("dxe5Bxf34…dxe55.Qxd8+", "dxe5 Bxf3 4… dxe5 5. Qxd8+"),
            ("Bd310…cxb5", "Bd3 10… cxb5"),
            ("e4e5", "e4 e5"),
            ("c3d69h3", "c3 d6 9 h3"),
            ("Bb5a64. and", "Bb5 a6 4."),
            ("e4e52.Nf3Nc63.Bb5", "e4 e5 2. Nf3 Nc6 3. Bb5"),
            ("h9", ""),
            ("Na510Bc2c511d4Qc712", "Na5 10 Bc2 c5 11 d4 Qc7 12"),
            ("0-08", "0-0 8"),
            ("O-OO-O", "O-O O-O"),
            ("c3O-O", "c3 O-O"),
            ("P-K4P-K4", "P-K4 P-K4"),
            ("PxPRxP", "PxP RxP"),
            ("KtxBQxKt", "KtxB QxKt"),
            ("PxP.BxP", "PxP. BxP"),
            ("PxxP", ""),
            ("P-K4.", ""),
            ("P-K4P-K42.", "P-K4 P-K4 2."),
            ("e2-e4e7-e5", "e2-e4 e7-e5"),
            ("e2e4e7e5", "e2e4 e7e5"),
            ("bxa8=QRxa8+", "bxa8=Q Rxa8+"),
            ("Кf3Кc6", "Кf3 Кc6"),
            ("♘f3♞c6", "♘f3 ♞c6"),
            ("Nf31", ""),
            ("N-Q83", ""),
            ("Qxd4xe5", ""),
            ("Rubinstein1921", ""),
            ("B4c4", ""),
            ("exd5bNxd5", "exd5b Nxd5"),
            ("Rd8Rh1+b", "Rd8 Rh1+b"),
            ("O-O>Bxc3", "O-O> Bxc3"),
            ("Qe7+&Kf2.", "Qe7+& Kf2."),
            ("d4/e4", ""),
            ("Nf3+b", ""),
            ("Nf3(Nc6", ""),
        ] {
            assert_eq!(parted(text).unwrap_or_default(), want, "{text}");
        }
        // The beginning of a longer run, whose moves are whole.
        let long = "Nf3".repeat(14) + "Bxd7Bxd7+" + "Nf3Nf3";
        assert!(parted(&long).is_some_and(|found| found.ends_with("Nf3 Nf3")));
        let long = "Nf3Nc6".repeat(40);
        assert!(parted(&long).is_some_and(|found| found.starts_with("Nf3 Nc6 Nf3")));
    }
}
