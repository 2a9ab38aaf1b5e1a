//! The shapes of descriptive notation: `P-K4`, `K. Kt. to B's 3d.`, `P4R`, `PxP`.
//!
//! A move is a piece, a sign or word for moving or taking, and a square or another piece; points,
//! blanks and the sign itself may be wanting. What ends one move and begins the next is then only
//! told by the letters: a rank closes a move, a letter with a sign behind it opens one.

use super::{
    chars::{any_word, behind_open, blank, bracket, ends, get, is_capture, is_dash, is_oh, word},
    damaged,
    scan::{Found, Kind},
    words,
};
use crate::notation::misread_sign;

/// One part of a descriptive move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::read) enum Part {
    Piece,
    Pawn,
}

/// Index behind a piece letter of descriptive notation, its point and its `'s`.
pub(super) fn letter(text: &[char], at: usize) -> Option<(usize, Part)> {
    let c = get(text, at);
    let mut end = at + 1;
    let part = match c {
        'P' => Part::Pawn,
        'p' if is_small_pawn(text, at) => Part::Pawn,
        'K' | 'X' if matches!(get(text, at + 1), 't' | 'T') => {
            end += 1;
            Part::Piece
        }
        'X' if is_king(text, at) => Part::Piece,
        'K' | 'Q' | 'R' | 'B' | 'N' | 'D' | 'T' | 'A' | 'C' | 'F' => Part::Piece,
        _ => return None,
    };
    if matches!(get(text, end), '\'' | '’' | '`') && get(text, end + 1) == 's' {
        end += 2;
    }
    if get(text, end) == '.' {
        end += 1;
        // `K.'s`
        if matches!(get(text, end), '\'' | '’') && get(text, end + 1) == 's' {
            end += 2;
        }
    }
    // A letter is no part of a word: `Black`, `Queen`.
    let next = get(text, end);
    if next.is_lowercase() && !matches!(next, 'x' | 't' | 's' | 'c' | 'e' | 'd' | 'm' | 'p' | 'a') {
        return None;
    }
    if next.is_lowercase() && next != 'x' && get(text, end + 1).is_lowercase() {
        let words = ["to", "takes", "tks", "ch", "sq", "dis", "dbl", "mate", "pr", "at"];
        any_word(text, end, &words).or_else(|| glued(text, end, &["to", "takes", "tks"]))?;
    }
    Some((end, part))
}

/// Whether a `p` is the letter of a pawn that moves to the square of a file of its own: `p-K 4`.
fn is_small_pawn(text: &[char], at: usize) -> bool {
    let dash = blank(text, at + 1);
    let file = blank(text, dash + 1);
    let alone = at == 0 || !text[at - 1].is_alphanumeric();
    alone && is_dash(get(text, dash)) && matches!(get(text, file), 'K' | 'Q')
}

/// Whether an `X` is a K misread and no sign for a capture: a word for moving or the rest of a
/// square stands behind it, and no piece that it would be taken with before it.
fn is_king(text: &[char], at: usize) -> bool {
    let before = text[..at].iter().rposition(|c| !c.is_whitespace()).map(|i| text[i]);
    let behind = blank(text, at + 1);
    let named = match get(text, behind) {
        'B' | 'R' | 'N' => blank(text, behind + 1),
        'K' | 'X' if get(text, behind + 1) == 't' => blank(text, behind + 2),
        _ => behind,
    };
    let square = rank(text, named).is_some() && !get(text, named + 1).is_ascii_digit();
    let moves = word(text, behind, "to").is_some_and(|end| ends(text, end));
    // `takes X P`
    let pawn = get(text, behind) == 'P' && ends(text, behind + 1);
    let taken = pawn && before_ends(text, at, &["takes", "tks"]);
    (square || moves || taken) && !before.is_some_and(|c| c.is_ascii_uppercase() || c == 't')
}

/// Whether one of some words stands before an index, with a blank between.
fn before_ends(text: &[char], at: usize, words: &[&str]) -> bool {
    let before: String = text[at.saturating_sub(8)..at].iter().collect();
    let word = before.trim_end();
    word.len() < before.len() && words.iter().any(|end| word.ends_with(end))
}

/// Ranks as words, for the first also what it is called besides.
const RANKS: [&str; 13] = [
    "square", "sq", "casa", "case", "casilla", "first", "second", "third", "fourth", "fifth",
    "sixth", "seventh", "eighth",
];

/// Whether a word is the rank of a move: `third`.
pub(in crate::read) fn is_rank(text: &str) -> bool {
    RANKS.iter().any(|rank| rank.eq_ignore_ascii_case(text))
}

/// Index behind a rank: `4`, `4th.`, `3d`, `sq.`, `fourth`
pub(super) fn rank(text: &[char], at: usize) -> Option<usize> {
    if let Some(end) = any_word(text, at, &RANKS) {
        return Some(if get(text, end) == '.' { end + 1 } else { end });
    }
    if !matches!(get(text, at), '1'..='8') {
        return None;
    }
    if get(text, at + 1).is_ascii_digit() {
        // `Q-R 41`: an exclamation mark misread.
        let mark = get(text, at + 1) == '1' && matches!(get(text, at + 2), ' ' | '\0');
        return mark.then_some(at + 2);
    }
    let ordinal = any_word(text, at + 1, &["st", "nd", "rd", "th", "d", "ª", "º", "e", "re", "me"]);
    let end = ordinal.unwrap_or(at + 1);
    Some(if ordinal.is_some() && get(text, end) == '.' { end + 1 } else { end })
}

/// Most characters of a bracket that names a square.
const BRACKETED: usize = 12;

/// `(B 5)`, `(Kt6)`, `(Q)`, `(R sq.)`: which piece or which square is meant.
fn bracketed(text: &[char], at: usize) -> Option<usize> {
    let (inside, end) = bracket(text, at, BRACKETED)?;
    // `R(84)-B sq`: a B misread, in a bracket that stands right behind a piece.
    if matches!(inside, ['8', '1'..='8']) && text[..at].last().is_some_and(|c| c.is_alphabetic()) {
        return Some(end);
    }
    let is_word = |c: &char| c.is_ascii_lowercase();
    let rank = inside.windows(2).position(|two| two[0] == ' ' && is_word(&two[1]));
    let inside = match rank {
        Some(at) if self::rank(inside, at + 1) == Some(inside.len()) => &inside[..at],
        _ => inside,
    };
    let plain = |c: &char| {
        matches!(
            c,
            'K' | 'Q' | 'R' | 'B' | 'N' | 'P' | 't' | 'D' | 'T' | 'A' | 'C' | 'F' | '\'' | 's'
        ) || c.is_ascii_digit()
            || matches!(c, ' ' | '.')
    };
    // A move number in brackets is `(12)`.
    (inside.iter().all(plain) && inside.iter().any(|c| c.is_ascii_uppercase())).then_some(end)
}

/// Index behind one to three piece letters that name one thing: `K. Kt.`, `Q. B. P.`, `BP`.
///
/// A letter behind a blank that begins a move of its own ends the name if it `may_stop`.
fn name(text: &[char], at: usize, may_stop: bool) -> Option<(usize, Part)> {
    let (mut end, mut part) = letter(text, at)?;
    let mut last = at;
    for _ in 0..2 {
        let next = blank(text, end);
        let Some((after, next_part)) = letter(text, next) else { break };
        // Nothing follows `P` but the file it stands on, as Romance languages glue it: `PTR`.
        let file = matches!(get(text, next), 'T' | 'C' | 'A' | 'F' | 'B');
        let sided = file && matches!(get(text, next + 1), 'D' | 'R') && ends(text, next + 2);
        let of_pawn = sided || next == end && !matches!(get(text, next), 'K' | 'Q' | 'N' | 'P');
        let starts_move = may_stop && next > end && moves_on(text, last, next, after);
        if starts_move || (part == Part::Pawn && !of_pawn) {
            break;
        }
        last = next;
        end = after;
        if part != Part::Pawn {
            part = next_part;
        }
    }
    Some((end, part))
}

/// Whether the letter at `next` opens a move: a dash or capture sign follows, perhaps behind more
/// letters (`R` of `RPxQ`), or a square where the letter cannot belong to the one at `last`.
fn moves_on(text: &[char], last: usize, next: usize, after: usize) -> bool {
    let mut at = after;
    for _ in 0..3 {
        if action(text, at).is_some() || misread_sign(text, blank(text, at)).is_some() {
            return true;
        }
        let second = blank(text, at);
        // `Kt x K R R x Kt`, `B x Q P P x B`: no piece has the same letter twice.
        if at == after && second > at && get(text, second) == get(text, next) {
            return false;
        }
        let Some((after, _)) = letter(text, second) else { break };
        at = after;
    }
    // `AxA P4D`: the rank before a file.
    let is_square = |at: usize| {
        let rank = blank(text, at);
        let file = get(text, blank(text, rank + 1));
        matches!(get(text, rank), '1'..='8') && matches!(file, 'R' | 'D' | 'T' | 'A' | 'C' | 'F')
    };
    if is_square(after) {
        return true;
    }
    // `A prende T C(2C) prende A`, `DxD T(1T)1A`: where the next piece comes from.
    let from = bracketed(text, blank(text, after));
    let acts = |(aim, _)| letter(text, aim).is_some();
    if from.is_some_and(|end| action(text, end).is_some_and(acts) || is_square(end)) {
        return true;
    }
    // `K. Kt.`, `Kt P` and `C R` are names, `Kt R` is none: `BxKt R B1`, `A toma C T1A`.
    let sided = !matches!(get(text, last), 'K' | 'Q' | 'X') || get(text, last + 1) == 't';
    // `K x B P R 5`: a file with a rank is no move, and so is that of the pawn.
    if get(text, next) == 'P' {
        let file = blank(text, after);
        let one = letter(text, file).filter(|(_, part)| *part == Part::Piece);
        return next > last + 1
            && file > after
            && one.is_some_and(|(end, _)| {
                let digit = blank(text, end);
                digit > end && rank(text, digit).is_some() && !is_number_of_next(text, digit)
            });
    }
    sided && ranked(text, blank(text, after), false).is_some()
}

/// Index behind a sign or word for moving or taking, and whether it takes.
fn action(text: &[char], at: usize) -> Option<(usize, bool)> {
    let i = blank(text, at);
    let c = get(text, i);
    if is_dash(c) || (c == '-' && get(text, i + 1) == '-') {
        let mut end = i + 1;
        while is_dash(get(text, end)) {
            end += 1;
        }
        return Some((blank(text, end), false));
    }
    if is_capture(c)
        && !(c == 'X' && get(text, i + 1) == 't')
        && (c != ':' || !get(text, i + 1).is_whitespace() || i > at)
    {
        return Some((blank(text, i + 1), true));
    }
    if let Some(end) =
        words::words().takes.at(text, i).or_else(|| glued(text, i, &["takes", "tks"]))
    {
        let end = if get(text, end) == '.' { end + 1 } else { end };
        return Some((blank(text, end), true));
    }
    if let Some(end) = to_rank(text, i) {
        return Some((end, false));
    }
    // `PtoQ3`
    let end = word(text, i, "to").filter(|&e| !get(text, e).is_lowercase())?;
    Some((blank(text, end), false))
}

/// Index behind a word that Romance languages put before a rank: `C al 3 A R`, `P á 4 R`.
fn to_rank(text: &[char], at: usize) -> Option<usize> {
    // A capital is a piece.
    let small = get(text, at).is_lowercase();
    let end = any_word(text, at, &["al", "alla", "a", "á", "à", "en"]).filter(|_| small)?;
    let rank = blank(text, end);
    let is_rank = matches!(get(text, rank), '1'..='8') && !get(text, rank + 1).is_ascii_digit();
    (rank > end && is_rank).then_some(rank)
}

/// Index behind one of some words that a capital is glued to: `PtksP`, `KttoB3`.
fn glued(text: &[char], at: usize, words: &[&str]) -> Option<usize> {
    let glued = |end: &usize| get(text, *end).is_ascii_uppercase();
    words.iter().find_map(|glue| word(text, at, glue).filter(glued))
}

/// `P-K4`, `K. Kt. to B's 3d.`, `R (B 5) - B 2`, `PxP`, `C3AR`, `P pr. PD`, `Q. checks.`
pub(in crate::read) fn descriptive(text: &[char], at: usize) -> Option<Found> {
    let (mut i, part) = name(text, at, false).or_else(|| overlong_name(text, at))?;
    let found = |end| Some(Found { end, kind: Kind::Descriptive });
    if let Some(end) = bracketed(text, blank(text, i)) {
        i = end;
    }
    if let Some(end) = acts(text, i) {
        return found(end);
    }
    if part == Part::Pawn
        && let Some(end) = steps(text, i)
    {
        return found(end);
    }
    // `N3-K2`, `R1-K1`: the rank where the piece comes from.
    if let Some(end) = rank(text, i)
        && let Some((next, takes)) = action(text, end)
        && let Some(end) = aim(text, next, takes)
    {
        return found(end);
    }
    if let Some((next, takes)) = action(text, i) {
        let end = aim(text, next, takes)?;
        return (end > next).then_some(()).and_then(|()| found(end));
    }
    // No sign between: `P Q B 4`, `B Kt 5`, `P4R`, `P 4AR`. A rank must close it.
    let next = blank(text, i);
    if !closes(&text[at..i], text, next)
        && let Some(end) = ranked(text, next, false)
    {
        return found(end);
    }
    // The name has eaten the square's file: `QB4` is B4 of the queen, `P Q B 4` of a pawn.
    let letters = text[at..i].iter().filter(|c| c.is_ascii_uppercase()).count();
    if letters >= 2
        && let Some(end) = rank(text, next)
    {
        return found(close_descriptive(text, end)?);
    }
    None
}

/// Names of four letters come only with a rank behind them: `K R Q sq`, `P Q Kt 4`.
fn overlong_name(text: &[char], at: usize) -> Option<(usize, Part)> {
    letter(text, at)
}

/// `checks`, `mates`, `moves`, `becomes a Queen`, `queens`, `interposes`
fn acts(text: &[char], at: usize) -> Option<usize> {
    let i = blank(text, at);
    let end = any_word(
        text,
        i,
        &["checks", "mates", "moves", "queens", "interposes", "retires", "becomes", "covers"],
    )?;
    let i = blank(text, end);
    let a = any_word(text, i, &["a", "to"]).map_or(i, |e| blank(text, e));
    let end = any_word(text, a, &["queen", "knight", "kt", "rook", "bishop", "q", "r", "b", "n"])
        .unwrap_or(end);
    Some(if get(text, end) == '.' { end + 1 } else { end })
}

/// How far a pawn goes: `one`, `two squares`.
fn steps(text: &[char], at: usize) -> Option<usize> {
    let end = any_word(text, blank(text, at), &["one", "two"])?;
    let squares = any_word(text, blank(text, end), &["square", "squares", "sq", "sqs"]);
    let end = squares.unwrap_or(end);
    Some(if get(text, end) == '.' { end + 1 } else { end })
}

/// What stands behind the sign: a square for a move, a piece for a capture.
pub(super) fn aim(text: &[char], at: usize, takes: bool) -> Option<usize> {
    let mut i = at;
    if let Some(end) = any_word(text, i, &["his", "her", "its", "own", "doubled", "the"]) {
        i = blank(text, end);
    }
    if let Some(end) = ranked(text, i, takes) {
        return Some(end);
    }
    // `Rxp`
    if takes && get(text, i) == 'p' && ends(text, i + 1) {
        return Some(i + 1);
    }
    if let Some(end) = rank(text, i).filter(|_| !takes) {
        return close_descriptive(text, end);
    }
    let (mut end, _) = name(text, i, true)?;
    // The rest of the square: `K B 3` has three letters at most and a rank.
    for gap in [end, blank(text, end)] {
        if let Some(after) = rank(text, gap)
            && (gap == end || !is_number_of_next(text, gap))
            && !takes
        {
            end = after;
            break;
        }
    }
    // `P x B p`
    let pawn = blank(text, end);
    if takes && get(text, pawn) == 'p' && ends(text, pawn + 1) {
        end = pawn + 1;
    }
    if takes && let Some(after) = bracketed(text, blank(text, end)) {
        end = after;
    }
    if takes && let Some(after) = located(text, end) {
        end = after;
    }
    close_descriptive(text, end)
}

/// Index behind the square on which something is taken: `P takes P at Q 4`, `PxPat Q4`.
fn located(text: &[char], at: usize) -> Option<usize> {
    let end = any_word(text, blank(text, at), &["at"])?;
    let square = blank(text, end);
    ranked(text, square, false).or_else(|| damaged::square(text, square).map(|found| found.end))
}

/// Characters of a remark in brackets that are looked at.
const REMARK: usize = 99;

/// Whether the digit behind a blank is rather the number of the next move: `BxP 8. Q-K2`, but not
/// `(8. P to K 3) 9. Castles`.
fn is_number_of_next(text: &[char], at: usize) -> bool {
    let sign = get(text, at + 1);
    let closes = sign == ')'
        && (behind_open(&text[..at], REMARK).is_some()
            || !get(text, blank(text, at + 2)).is_alphabetic());
    matches!(sign, '.' | ')' | '/')
        && !closes
        && get(text, at + 2) != 'c'
        && get(text, at + 1) != '\0'
        && !(get(text, at + 1) == '.' && matches!(get(text, at + 2), '\0' | '\n'))
}

/// Whether letters name a piece and a file as English writes them, and the rank at an index behind them
/// closes the move, so that the letter behind a blank opens the next one or a sentence: `Kt K 3 R K Kt
/// 1`, `Q Q 3 A good move`. Where Romance languages have the name's letters as well, those that English
/// lacks are files: `B R 3 C`.
fn closes(name: &[char], text: &[char], at: usize) -> bool {
    let letters = || name.iter().filter(|c| c.is_alphabetic());
    let is_english = |c: &char| matches!(c, 'K' | 'Q' | 'R' | 'B' | 'N' | 'P' | 't');
    let letter = blank(text, at + 1);
    let own = || letters().any(|c| matches!(c, 'K' | 'Q' | 'N'));
    letter > at + 1
        && rank(text, at) == Some(at + 1)
        && letters().count() >= 2
        && letters().all(is_english)
        && (own() || matches!(get(text, letter), 'R' | 'B'))
}

/// `4R`, `3AR`, `5 CD`: the rank before the file, as Romance languages write it; or `Q B 4`, in
/// which a letter that opens a move of its own has no part if the name `may_stop` there.
fn ranked(text: &[char], at: usize, may_stop: bool) -> Option<usize> {
    if matches!(get(text, at), '1'..='8') && !get(text, at + 1).is_ascii_digit() {
        let i = blank(text, at + 1);
        let file = get(text, i);
        if !letter_of_file(file) {
            return None;
        }
        let end = i + 1;
        // `RN7 R-B1`, `RN7 R(B4)-B1`: the letter opens a move of its own.
        let opens = is_dash(get(text, end)) || get(text, end) == '(';
        if i > at + 1 && opens {
            return None;
        }
        let side = (!matches!(file, 'R' | 'D')).then(|| side(text, end)).flatten();
        return close_descriptive(text, side.unwrap_or(end));
    }
    let (mut end, _) = name(text, at, may_stop)?;
    if let Some(after) = rank(text, end) {
        end = after;
    } else {
        let gap = blank(text, end);
        // What is taken has no rank behind a blank: `P x P 4 Kt-K B 3`.
        let parted = gap > end && !may_stop && !is_number_of_next(text, gap);
        end = rank(text, gap).filter(|_| parted)?;
    }
    close_descriptive(text, end)
}

/// Index behind the side that a file is of: `3AR`, `3 F R`. Behind a blank it may be the piece of
/// the next move: `P 4 F R 2 D`.
fn side(text: &[char], at: usize) -> Option<usize> {
    let letter = blank(text, at);
    let (side, end) = (get(text, letter), letter + 1);
    if !matches!(side, 'R' | 'D') || !ends(text, end) {
        return None;
    }
    if letter == at {
        return Some(end);
    }
    let next = blank(text, end);
    let digits = text[next..].iter().take_while(|c| c.is_ascii_digit()).count();
    let opens = match digits {
        0 => action(text, end).is_some() || bracketed(text, next).is_some(),
        // A number only where a move follows that is whole.
        1 => next > end && !opens_move(text, blank(text, next + 1)),
        _ => false,
    };
    (!opens).then_some(end)
}

/// Whether a move begins as Romance languages write it, `C 3 F`, `F x P`, or by castling.
fn opens_move(text: &[char], at: usize) -> bool {
    let Some((end, _)) = name(text, at, false) else { return is_oh(get(text, at)) };
    let rank = blank(text, end);
    let file = get(text, blank(text, rank + 1));
    let ranked = matches!(get(text, rank), '1'..='8') && letter_of_file(file);
    ranked || action(text, end).is_some()
}

/// Whether a letter names a file in a Romance language.
fn letter_of_file(c: char) -> bool {
    matches!(c, 'R' | 'D' | 'T' | 'A' | 'C' | 'F' | 'B')
}

/// Promotion behind a descriptive move, and the check that no word goes on.
fn close_descriptive(text: &[char], at: usize) -> Option<usize> {
    if matches!(get(text, at), '=' | '/')
        && let Some((end, _)) = letter(text, at + 1)
    {
        return Some(end);
    }
    if let Some(end) = bracketed(text, at) {
        return Some(end);
    }
    let glued = ["ch", "sq", "mate", "dis", "dbl", "ep", "oh", "eh"];
    (ends(text, at) || glued.iter().any(|w| word(text, at, w).is_some_and(|e| ends(text, e))))
        .then_some(at)
}
