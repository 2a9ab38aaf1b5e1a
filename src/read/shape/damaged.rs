//! Moves that are damaged so far that they have no shape of a move any more: `c7—<5`, `R-KNI`,
//! `Kt-Q sci`, `P-K E 3`, `Lx¥e7`.
//!
//! Such things stand in any text, so callers ask only where a move is expected: behind a number
//! or another move.

use super::{
    chars::{self, any_word, blank, bracket, get, is_capture, is_dash, is_oh, is_rank},
    descriptive::aim,
    misread,
    scan::{self, Found, Kind},
    words,
};
use crate::notation::misread_sign;

/// Longest word that is taken for a damaged move, in characters.
const LONG: usize = 14;
/// Longest part of a move before and behind its dash.
const BEFORE: usize = 4;
const BEHIND: usize = 6;
/// Longest word that may be what is left of a move, in characters, and longest one that need not look
/// like it.
const LEFT: usize = 6;
const TINY: usize = 3;
/// Longest word that may be a move misread right behind its number, or what is left of points, in
/// characters.
pub(in crate::read) const SCRAP: usize = 4;

/// A damaged move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::read) struct Damaged {
    /// Index behind its last character.
    pub(in crate::read) end: usize,
    /// What it looks like, where enough of it is left to tell.
    pub(in crate::read) kind: Option<Kind>,
}

/// The damaged move at `at`; `found` is the move that stands there in shape, which may be the
/// undamaged beginning of it.
pub(in crate::read) fn damaged(text: &[char], at: usize, found: Option<Found>) -> Option<Damaged> {
    let word = word_end(text, at).filter(|&end| found.is_none_or(|found| found.end < end));
    if let Some(end) = word.filter(|&end| is_long(&text[at..end])) {
        return Some(Damaged { end, kind: Some(Kind::Long) });
    }
    if let Some(end) = word
        && dashed(&text[at..end], found.map(|found| found.end - at))
    {
        return Some(Damaged { end, kind: with_ones(&text[at..end]) });
    }
    if let Some(end) = word.filter(|&end| found.is_none() && is_taking(&text[at..end])) {
        return Some(Damaged { end, kind: Some(Kind::Algebraic) });
    }
    let longer = |end: usize| found.is_none_or(|found| found.end < end);
    let whole = descriptive(text, at)
        .or_else(|| pointed(text, at))
        .or_else(|| worded(text, at))
        .or_else(|| moving(text, at))
        .or_else(|| crossed(text, at));
    if let Some(whole) = whole.filter(|whole| longer(whole.end)) {
        return Some(whole);
    }
    let odd = word.filter(|&end| found.is_none() && is_odd(&text[at..end]));
    odd.map(|end| Damaged { end, kind: None })
}

/// Whether a word may be what is left of a move: it is very short, or its last character or the one
/// before it could be the rank of a square. One of small letters is a square, or a capture: `fed` for
/// `fe4`. Asked only where the numbers around it say that it is one.
pub(in crate::read) fn is_left(text: &str) -> bool {
    let text: Vec<char> = text.trim_end_matches(['+', '#', '!', '?']).chars().collect();
    let rank = |c: &char| c.is_ascii_digit() || misread::is_rank(*c);
    let plain = text.iter().all(|c| c.is_lowercase());
    match text[..] {
        [] => false,
        [file, last] if plain => chars::is_file(file) && rank(&last),
        [first, second, third]
            if plain && [first, second, third].into_iter().all(chars::is_file) =>
        {
            u32::from(first).abs_diff(u32::from(second)) == 1
        }
        _ if plain && !text[1..].iter().copied().any(is_capture) => false,
        _ => text.len() <= TINY || text.len() <= LEFT && text.iter().rev().take(2).any(rank),
    }
}

/// Whether a word of letters may be what is left of a piece's move: `Ned` of Ne4, `Rebs` of Reb8,
/// `Qxel`, and `xed` where a figurine was lost.
pub(in crate::read) fn is_piece_move(word: &[char]) -> bool {
    let [piece, rest @ .., file, rank] = word else { return false };
    let between = |c: &char| chars::is_file(*c) || is_capture(*c);
    (chars::is_piece(*piece) || is_capture(*piece))
        && rest.len() < TINY
        && rest.iter().all(between)
        && chars::is_file(*file)
        && (misread::is_rank(*rank) || matches!(rank, 'd' | 'a'))
}

/// Index behind the word at `at`, the signs of a sentence left out.
fn word_end(text: &[char], at: usize) -> Option<usize> {
    let rest = text.get(at..)?;
    let ends = |c: &char| c.is_whitespace() || matches!(c, ',' | ';' | '|');
    let length = rest.iter().take(LONG + 1).position(ends).unwrap_or(rest.len());
    if length > LONG {
        return None;
    }
    let signs = rest[..length].iter().rev().take_while(|c| is_closing(**c)).count();
    (length > signs).then_some(at + length - signs)
}

/// Whether `c` may close a sentence, a bracket or a quote.
fn is_closing(c: char) -> bool {
    matches!(c, '.' | ':' | '!' | '?' | ')' | ']' | '}' | '"' | '”' | '\'' | '’')
}

/// Whether a word is two squares with a dash between of which at least one is damaged; a move
/// that its first `shaped` characters are may be the first of them.
fn dashed(word: &[char], shaped: Option<usize>) -> bool {
    let Some(dash) = word.iter().position(|c| is_dash(*c)).filter(|&dash| dash > 0) else {
        return false;
    };
    let dashes = word[dash..].iter().take_while(|c| is_dash(**c)).count();
    let (before, behind) = (&word[..dash], &word[dash + dashes..]);
    if before.len() > BEFORE || behind.is_empty() || behind.len() > BEHIND {
        return false;
    }
    let digits = |part: &[char]| {
        (0..part.len()).filter(|&at| part[at].is_ascii_digit() || is_one(part, at)).count()
    };
    let is_word = |part: &[char]| {
        part.len() > 2 && digits(part) == 0 && part.iter().all(|c| c.is_alphabetic())
    };
    if digits(before) + digits(behind) == 0 || is_word(before) || is_word(behind) {
        return false;
    }
    let rest: String = behind.iter().collect();
    match shaped {
        // `N-Q83`: an 8 for the B of a bishop's file.
        Some(end) if matches!(word[end - 1..], ['K' | 'Q', '8', '1'..='8']) => true,
        // `Кс3З—е2`: a letter too many in the first square.
        Some(end) if end + 1 == dash && word[end].is_alphanumeric() => true,
        // `1.e4-e5`, `Kf1-Rxcl`: two moves; `e4-5.`: a number.
        Some(end) if end != dash || scan::is_move(&rest) || rest.contains(is_capture) => false,
        // `52-54` may be two squares, `1876-77` is none.
        _ => digits(before) < before.len() || before.len() == 2 && behind.len() == 2,
    }
}

/// Whether a word is a move of a piece from square to square whose ranks are misread as letters, one
/// of them or both: `Lei-es`, `Sbi-c3`, `Tdi:ds`.
fn is_long(word: &[char]) -> bool {
    let [piece, from, rank, sign, to, last, signs @ ..] = word else { return false };
    let squares = [(from, rank), (to, last)];
    let is_square = |&(&file, &rank): &(&char, &char)| {
        chars::is_file(file) && (misread::is_rank(rank) || is_rank(rank))
    };
    let joined = is_dash(*sign) || is_capture(*sign);
    let check = matches!(signs, [] | ['+' | '#' | '†' | 't' | 'f']);
    chars::is_piece(*piece) && joined && check && squares.iter().all(is_square)
}

/// Index behind a long capture with blanks around its sign of which one square is damaged, or the
/// sign: `Db3 X 67`, `PfS X h4`, `Ld5 _ c4`.
fn crossed(text: &[char], at: usize) -> Option<Damaged> {
    let length = |at: usize, most: usize| {
        let length = text.iter().skip(at).take_while(|c| !c.is_whitespace()).count();
        (2..=most).contains(&length).then_some(at + length)
    };
    let before = length(at, 3)?;
    let sign = blank(text, before);
    let start = blank(text, sign + 1);
    let odd = matches!(get(text, sign), '_' | '.');
    if sign == before || start == sign + 1 || !(is_capture(get(text, sign)) || odd) {
        return None;
    }
    // `Vh1 X ăn c4`: the Vietnamese rook, and what it does.
    if words::words().takes.at(text, start).is_some() {
        return None;
    }
    let end = length(start, 4)?;
    let signs = text[start..end].iter().rev();
    let end = end - signs.take_while(|c| matches!(c, '+' | '#' | '!' | '?' | '.' | ',')).count();
    let (mover, target) = (&text[at..before], text.get(start..end)?);
    let is_square =
        |part: &[char]| matches!(part, [.., file, rank] if chars::is_file(*file) && is_rank(*rank));
    let piece = mover.len() < 3 || mover[0].is_uppercase();
    let squares = [mover, target].into_iter().filter(|part| is_square(part)).count();
    let enough = if odd { squares == 2 && mover.len() == 3 } else { squares > 0 };
    let whole = target.len() <= 3 && piece && enough;
    whole.then_some(Damaged { end, kind: Some(Kind::Long) })
}

/// Whether a word is a capture whose rank was read as a letter, as figures of old style are: `Fxgs`,
/// `exfs`, `Txdi+`, `axbб`.
fn is_taking(word: &[char]) -> bool {
    let signs = word.iter().rev().take_while(|c| matches!(c, '+' | '#' | '†')).count();
    let [before @ .., sign, file, rank] = &word[..word.len() - signs] else { return false };
    let mover = match before {
        [one] => chars::is_file(*one) || chars::is_piece(*one),
        [piece, origin] => {
            chars::is_piece(*piece)
                && (chars::is_file(*origin) || is_rank(*origin) || *origin == 'р')
        }
        _ => false,
    };
    mover && matches!(sign, 'x' | '×' | 'х') && chars::is_file(*file) && misread::is_rank(*rank)
}

/// Whether a letter at the end of a square is a 1 misread: `Kgl-hl`.
fn is_one(word: &[char], at: usize) -> bool {
    let ends = word.get(at + 1).is_none_or(|next| is_dash(*next));
    ends && at > 0 && matches!(word[at], 'l' | 'I') && matches!(word[at - 1], 'a'..='h')
}

/// What a word looks like where only ones are misread in it.
fn with_ones(word: &[char]) -> Option<Kind> {
    let one = |at: usize| if is_one(word, at) { '1' } else { word[at] };
    let word: Vec<char> = (0..word.len()).map(one).collect();
    scan::move_at(&word, 0).filter(|found| found.end == word.len()).map(|found| found.kind)
}

/// Index behind a descriptive move whose square is damaged: `R-KNI`, `Kt-Q sci`, `P-K E 3`.
fn descriptive(text: &[char], at: usize) -> Option<Damaged> {
    if !matches!(get(text, at), 'K' | 'Q' | 'O' | 'R' | 'B' | 'N' | 'P' | 'X') {
        return None;
    }
    let letters = text[at..].iter().take(4).take_while(|c| c.is_alphabetic()).count();
    let mut dash = blank(text, at + letters);
    if let Some((_, behind)) = bracket(text, dash, 8) {
        dash = blank(text, behind);
    }
    // `K(>K B 3`: signs in the place of a letter and the dash.
    let odd = |c: &&char| matches!(**c, '(' | '<' | '>' | '*' | '_' | '«' | '»' | '\\' | '|');
    let signs = text.iter().skip(dash).take(3).take_while(odd).count();
    if letters > 3 || signs == 0 && !is_dash(get(text, dash)) {
        return None;
    }
    let start = blank(text, dash + signs.max(1));
    if is_oh(get(text, at)) && is_oh(get(text, start)) {
        return None;
    }
    square(text, start)
}

/// A damaged square of descriptive notation: `KNI`, `Q sci`, `K E 3`.
pub(super) fn square(text: &[char], mut start: usize) -> Option<Damaged> {
    let mut end = None;
    let mut ranked = false;
    for piece in 0..3 {
        let rest = text.get(start..)?;
        let length = rest.iter().take(7).take_while(|c| c.is_alphanumeric()).count();
        let word = &rest[..length];
        let behind = get(text, start + length);
        let closed = behind.is_whitespace() || matches!(behind, '\0' | ',' | ';' | '!' | '?');
        match word {
            // Behind what may be a rank, `BS 4.`, stands the next number.
            ['1'..='8'] if piece > 0 && ranked => return end,
            ['1'..='8'] if piece > 0 => {
                let kind = Some(Kind::Descriptive);
                return closed.then_some(Damaged { end: start + length, kind });
            }
            // `sq`, `sci`: the first rank.
            ['s', 'q' | 'c' | 'g' | 'p' | 'y', ..] if piece > 0 && length <= 3 => {
                return Some(Damaged { end: start + length, kind: None });
            }
            // `Bsq 8`: behind the first rank comes a number.
            [.., 's', 'q'] => return end,
            _ if is_file(word) => {
                // One word is the whole square: a file and what was its rank.
                if piece == 0 && length >= 2 && word != ['K', 't'] {
                    ranked = word.last().is_some_and(|&c| c != 'B' && misread::is_rank(c));
                    end = Some(Damaged { end: start + length, kind: None });
                }
                if word.iter().any(char::is_ascii_digit) {
                    return end;
                }
            }
            _ => return end,
        }
        let next = blank(text, start + length);
        if next == start + length {
            return end;
        }
        start = next;
    }
    end
}

/// Names of pieces in descriptive notation, the longer ones first.
const PIECES: [&str; 13] =
    ["KKt", "QKt", "KR", "QR", "KB", "QB", "KP", "QP", "Kt", "K", "Q", "R", "B"];
/// A word for moving as engines read it where it is glued to the piece.
const GLUED_TO: [&str; 9] = ["to", "te", "ta", "tu", "io", "wo", "tto", "tw", "w"];

/// A descriptive move with a word for moving whose square is damaged, the piece glued to the word
/// perhaps, and the word to the square: `Q to BS`, `KtoKtl`, `Rto Ql`, `Bw B4`; or one without a word.
fn moving(text: &[char], at: usize) -> Option<Damaged> {
    let begins =
        |name: &&&str| name.chars().enumerate().all(|(index, c)| get(text, at + index) == c);
    let pawn = (get(text, at) == 'P').then_some(&"P");
    let behind = |name: &str| {
        let sign = blank(text, at + name.len());
        let glued = sign == at + name.len();
        let words = if glued { &GLUED_TO[..] } else { &GLUED_TO[..1] };
        let ended = |end: &usize| !get(text, *end).is_lowercase();
        words.iter().find_map(|word| chars::word(text, sign, word).filter(ended))
    };
    let mut names = PIECES.iter().filter(begins).chain(pawn);
    if let Some(end) = names.clone().find_map(|name| behind(name)) {
        return square(text, blank(text, end));
    }
    // `P QKti4`
    let behind = names.find_map(|name| {
        let end = at + name.len();
        (blank(text, end) > end).then(|| square(text, blank(text, end))).flatten()
    });
    behind.filter(|found| is_rank(text[found.end - 1]))
}

/// A descriptive move with a word for moving or taking of which a letter or the word is damaged:
/// `B fco Q 2`, `P tka P`, `H to K sq`, `P to S 4`.
fn worded(text: &[char], at: usize) -> Option<Damaged> {
    let letters = text[at..].iter().take(3).take_while(|c| c.is_alphabetic()).count();
    let behind = at + letters + usize::from(get(text, at + letters) == '.');
    let sign = blank(text, behind);
    if letters == 0 || letters > 2 || sign == behind {
        return None;
    }
    let takes = any_word(text, sign, &["tks", "takes"]).map(|end| (true, end));
    let moves = any_word(text, sign, &["to"]).map(|end| (false, end));
    let clear = takes.or(moves);
    let misread = || misread_sign(text, sign).map(|(sign, end)| (sign == 'x', end));
    let (takes, end) = clear.or_else(misread)?;
    let start = blank(text, end);
    // `Kt`, `Xt`
    let named = text[at].is_uppercase() && (letters == 1 || text[at + 1] == 't');
    let whole = named && clear.is_some();
    let target = || match takes {
        true => misread_piece(text, start).filter(|_| whole),
        false => misread_square(text, start, whole),
    };
    let end = aim(text, start, takes).or_else(target)?;
    let piece = matches!(text[at..at + letters], ['K' | 'Q' | 'R' | 'B' | 'N' | 'P'] | ['K', 't']);
    Some(Damaged { end, kind: piece.then_some(Kind::Descriptive) })
}

/// A descriptive move with a point behind each letter of which a letter of the square, its rank or the
/// word for moving is damaged: `P. to K. E. 6`, `P. to 0. N. S`, `B. o Q. Kt. 6`.
fn pointed(text: &[char], at: usize) -> Option<Damaged> {
    let (sign, piece) = initials(text, at);
    let word = text[sign..].iter().take(3).take_while(|c| c.is_lowercase()).count();
    let moves = matches!(
        text[sign..sign + word],
        ['t' | 'o'] | ['t' | 'l' | 'i' | 'f', 'o' | 'a' | 'e' | 'c']
    );
    let start = blank(text, sign + word);
    if piece == 0 || text[at].is_numeric() || !moves || start == sign + word {
        return None;
    }
    let (rank, files) = initials(text, start);
    let last = get(text, rank);
    let ranked = is_rank(last) || misread::is_rank(last);
    let whole = files > 0 && ranked && !get(text, rank + 1).is_alphanumeric();
    whole.then_some(Damaged { end: rank + 1, kind: Some(Kind::Descriptive) })
}

/// Index of what stands behind short names that end with points, `K. Kt.`, and how many there are, three
/// at most. A digit may be a letter misread.
fn initials(text: &[char], at: usize) -> (usize, usize) {
    let (mut end, mut count) = (at, 0);
    while count < 3 {
        let letters = match (get(text, end), get(text, end + 1)) {
            // `P. to . B. 4`: a letter was lost.
            ('.', ' ') => 0,
            (first, second) if first.is_uppercase() => 1 + usize::from(second.is_lowercase()),
            ('0' | '8', _) => 1,
            _ => break,
        };
        if get(text, end + letters) != '.' {
            break;
        }
        (end, count) = (blank(text, end + letters + 1), count + 1);
    }
    (end, count)
}

/// Index behind a square that is a letter and a rank apart from it, `S 4`; with a clear word for moving
/// before it two letters, `Ii 4`, or a first rank that is misread, `X rq`.
fn misread_square(text: &[char], start: usize, clear: bool) -> Option<usize> {
    let letters = |at: usize, most: usize| {
        let count = text.iter().skip(at).take(most + 1).take_while(|c| c.is_alphabetic()).count();
        (1..=most).contains(&count).then_some(at + count)
    };
    let file = letters(start, if clear { 2 } else { 1 }).filter(|_| text[start].is_uppercase())?;
    let rank = blank(text, file);
    let first = || letters(rank, 2).filter(|&end| clear && end == rank + 2 && text[end - 1] == 'q');
    let digit = matches!(get(text, rank), '1'..='8') && !get(text, rank + 1).is_alphanumeric();
    if rank == file { None } else { Some(rank + 1).filter(|_| digit).or_else(first) }
}

/// Index behind a capital that stands where the name of what is taken is expected, `V tks V`, or two
/// letters that were one, `Q tks Ii`.
fn misread_piece(text: &[char], start: usize) -> Option<usize> {
    let parted = matches!(get(text, start + 1), 'i' | 'l' | 'I');
    let end = start + 1 + usize::from(parted);
    (get(text, start).is_uppercase() && !get(text, end).is_alphanumeric()).then_some(end)
}

/// Whether a word is the file of a square, perhaps with a rank that is damaged: `KNI`, `OKtd`.
fn is_file(word: &[char]) -> bool {
    let mut rest = word.strip_suffix(&['c', 'h']).unwrap_or(word);
    let mut names = 0;
    while names < 2 {
        rest = match rest {
            ['K', 't' | 'i' | 'l' | 'L' | 'f', rest @ ..] => rest,
            ['K' | 'Q' | 'O' | 'R' | 'B' | 'N' | 'E' | 'H' | 'X', rest @ ..] => rest,
            _ => break,
        };
        names += 1;
    }
    let ranked = rest.last().is_some_and(|&c| is_rank(c));
    names > 0 && rest.len() <= if names == 1 || ranked { 2 } else { 1 }
}

/// Whether a word has a sign in it that belongs in no move, and ends as a move does: `P£6`,
/// `Lx¥e7`, `$h3`.
fn is_odd(word: &[char]) -> bool {
    let odd = |c: char| {
        matches!(c, '£' | '$' | '¢' | '@' | '&' | '©' | '®' | '§' | '¥' | '€' | '%' | '°' | '~')
    };
    let signs = |c: &&char| matches!(**c, '+' | '#' | '†' | 't' | 'f');
    let end = word.len() - word.iter().rev().take_while(signs).count();
    let body = &word[..end];
    let letters = body.iter().filter(|c| c.is_alphabetic()).count();
    let others = body.iter().filter(|c| !c.is_alphanumeric() && !odd(**c)).count();
    (2..=7).contains(&body.len())
        && others == 0
        && letters > 0
        && body.iter().any(|c| odd(*c))
        && matches!(body.last(), Some('1'..='8'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(text: &str) -> String {
        let chars: Vec<char> = text.chars().collect();
        let end = damaged(&chars, 0, scan::move_at(&chars, 0)).map_or(0, |found| found.end);
        chars[..end].iter().collect()
    }

    #[test]
    fn damaged_moves_are_taken_whole() {
        for (text, want) in [
            ("P. to K. E. 6 B. to", "P. to K. E. 6"),
            ("P. to 0. N. 3 P. to", "P. to 0. N. 3"),
            ("P. to K. N. S\n", "P. to K. N. S"),
            ("B. o Q. Kt. 6 33.", "B. o Q. Kt. 6"),
            ("K. Kt. t K. 5", "K. Kt. t K. 5"),
            ("P. to . B. 4 .... Kt. to", "P. to . B. 4"),
            ("R. taes Kt. P. 31.", "R. taes Kt. P."),
            ("P. to be sure", ""),
            ("c7—<5 2.", "c7—<5"),
            ("Dd8-06 8. 0-0", "Dd8-06"),
            ("Lf1-4, Lf8", "Lf1-4"),
            ("52-54 Lc5", "52-54"),
            ("Se7-96.", "Se7-96"),
            ("¢2-c4 x", "¢2-c4"),
            ("Lei-es Li8-g7", "Lei-es"),
            ("Sc3B-e2 d5", "Sc3B-e2"),
            ("Tdi:dst", "Tdi:dst"),
            ("R-KNI resigns", "R-KNI"),
            ("Kt-Q sci 14. B", "Kt-Q sci"),
            ("P-K E 3 17 B", "P-K E 3"),
            ("Q-KS", "Q-KS"),
            ("P-OKtd 11", "P-OKtd"),
            ("O-R1", "O-R1"),
            ("R(QR1)-QKti", "R(QR1)-QKti"),
            ("Q-Kti", "Q-Kti"),
            ("R-Qich 28", "R-Qich"),
            ("P£6", "P£6"),
            ("Lx¥e7 Dxe7", "Lx¥e7"),
            ("$h3", "$h3"),
            ("Kgl—hl Dd7xd5", "Kgl—hl"),
            ("K(>K B 3 2 Kt", "K(>K B 3"),
            ("N-Q83, P-QR3", "N-Q83"),
            ("B fco Q 2 10", "B fco Q 2"),
            ("P tka P 4 Q", "P tka P"),
            ("H to K sq B", "H to K sq"),
            ("tt to R 4 49", "tt to R 4"),
            ("P to S 4 eh", "P to S 4"),
            ("Q to Ii 4 B", "Q to Ii 4"),
            ("B to X rq 20", "B to X rq"),
            ("V tks V Q", "V tks V"),
            ("Q tks Ii ch", "Q tks Ii"),
            ("Db3 X 67 Dd8", "Db3 X 67"),
            ("PfS X h4+ Le7", "PfS X h4"),
            ("Ld5 _ c4 Kd7", "Ld5 _ c4"),
            ("Q to BS (e)", "Q to BS"),
            ("KtoKtl 11. Ktto", "KtoKtl"),
            ("Rto Ql 19", "Rto Ql"),
            ("Bto KKtS 4. Bto", "Bto KKtS"),
            ("RtoKS 22", "RtoKS"),
            ("Qw BS 5", "Qw BS"),
            ("Rte QBI", "Rte QBI"),
            ("P QKti4 1G", "P QKti4"),
            ("exfs Fxfs", "exfs"),
            ("Dxdi+ 10.", "Dxdi+"),
        ] {
            assert_eq!(taken(text), want, "{text}");
        }
    }

    #[test]
    fn moves_in_shape_words_and_numbers_are_left_alone() {
        for text in [
            "Sg1-f3 Sb8-c6",
            "e4-e5",
            "Nf3-Nc6",
            "O-O 12.",
            "1876-77",
            "P-K4 P-K4",
            "R-Q1 x",
            "B-B4 Castles",
            "Lopez-game",
            "Bald-all",
            "Q (better)",
            "R-B sq 8 Q-B 2",
            "1-0",
            "well-played",
            "R-K 14. B",
            "R-KN6 1-0",
            "P-KB3 2 P-Q4",
            "A to B",
            "He to Be 4",
            "V tks Very",
            "P to win",
            "Ktto B3",
            "Kto Black",
            "Rta Been",
            "Bto his",
            "I do not",
            "e4 _ d5",
            "Lb5 X d7",
            "&c.",
            "$5",
        ] {
            assert_eq!(taken(text), "", "{text}");
        }
    }
}
