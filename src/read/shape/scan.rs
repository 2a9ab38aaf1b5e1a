//! Finds move-shaped spans in raw text: what a token looks like, in any notation and language,
//! without a board.
//!
//! Algebraic shapes take any upper-case letter or figurine for a piece, so no table of languages
//! is needed to see that `Сb4:d2+` or `Ad7` could be a move. Descriptive shapes are built from
//! the letters of English, French, Spanish, Italian and Portuguese books.

use super::{
    castling::castling,
    chars::{blank, ends, get, is_capture, is_dash, is_file, is_oh, is_piece, is_rank, word},
    cyrillic,
    descriptive::descriptive,
    spelled, words,
};
use crate::notation::{is_square, is_uncased, promotion_at};

/// What a move-shaped span looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::read) enum Kind {
    /// `Nf3`, `exd5`, `e4`, `Кр:d8`
    Algebraic,
    /// `e2-e4`, `Ng1xf3`, `e2e4`, `b5d7b`
    Long,
    /// `5254`
    Numeric,
    /// `O-O`, `0-0-0`, `Castles on K's side`
    Castling,
    /// `P-K4`, `P. to K's 4th.`, `P4R`, `Q takes P`
    Descriptive,
    /// `ed`, `e:d`: a pawn capture by its files alone
    Files,
}

/// A move-shaped span.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::read) struct Found {
    /// Index behind the last character of the span, check and annotation signs included.
    pub(in crate::read) end: usize,
    /// What it looks like.
    pub(in crate::read) kind: Kind,
}

/// Longest move-shaped span that starts at `at`, if one does.
pub(in crate::read) fn move_at(text: &[char], at: usize) -> Option<Found> {
    let found = [
        castling(text, at),
        algebraic(text, at),
        descriptive(text, at),
        numeric(text, at),
        fumich(text, at),
        files(text, at),
        named_capture(text, at),
        cyrillic::misread(text, at),
        cyrillic::misread_long(text, at),
        // In a sentence pieces are named in small letters.
        get(text, at).is_uppercase().then(|| spelled::spelled(text, at)).flatten(),
    ];
    // Of equally long spans the first, surest one is taken.
    let mut best: Option<Found> = None;
    for candidate in found.into_iter().flatten() {
        let same = |b: Found| candidate.end == b.end && candidate.kind == Kind::Descriptive;
        if best.is_none_or(|b| candidate.end > b.end || same(b) && in_capitals(&text[at..b.end])) {
            best = Some(candidate);
        }
    }
    let mut best = best?;
    if best.kind == Kind::Descriptive {
        best.end = becomes(text, best.end);
    }
    best.end = suffix(text, best.end);
    Some(best)
}

/// Fewest characters of words that say what a pawn becomes, behind a comma.
const BECOMES: usize = 8;

/// Index behind the words that say what a pawn becomes: `P. to Q. 8th, becoming a Queen`.
fn becomes(text: &[char], at: usize) -> usize {
    let start = blank(text, at + usize::from(get(text, at) == ','));
    let end = if start > at { promotion_at(text, start) } else { None };
    end.filter(|end| end - start >= BECOMES).unwrap_or(at)
}

/// Whether a move names its square in capitals, as descriptive notation does: `K-B1`.
fn in_capitals(text: &[char]) -> bool {
    text.windows(2).any(|pair| matches!(pair, ['A'..='H', '1'..='8']))
}

/// Whether a whole token, without blanks around it, is move-shaped.
pub(in crate::read) fn is_move(token: &str) -> bool {
    if is_plain(token.as_bytes()) {
        return true;
    }
    let text: Vec<char> = token.trim().chars().take(MAX_MOVE + 1).collect();
    move_at(&text, 0).is_some_and(|found| found.end == text.len())
}

/// Whether a text begins with the number 1 and a move.
pub(in crate::read) fn begins_game(text: &str) -> bool {
    let rest = text.trim_start().strip_prefix('1').map(|rest| rest.trim_start_matches(['.', ' ']));
    let word = rest.and_then(|rest| rest.split_whitespace().next());
    word.is_some_and(is_move)
}

/// Whether a text begins with a move, of several words perhaps: `P. to K's 4th P. to K's 4th`.
pub(in crate::read) fn begins_with_move(text: &str) -> bool {
    let text: Vec<char> = text.chars().take(MAX_MOVE + 1).collect();
    move_at(&text, 0).is_some()
}

/// Whether a text begins with a move, damaged or not, or the dots in its place, and not with a number
/// of its own: of such an item the number that a list gives it is that of the move.
pub(in crate::read) fn begins_row(text: &str) -> bool {
    let mut words = text.split(|c: char| c.is_whitespace() || c == '&');
    let Some(word) = words.find(|word| !word.is_empty()) else { return false };
    is_move(word)
        || word.starts_with(['.', '…'])
        || word.contains(|c: char| c.is_ascii_digit())
            && !word.starts_with(|c: char| c.is_ascii_digit())
}

/// Whether a token is clean English SAN; archives hold little else, and this is quick to see.
pub(in crate::read) fn is_plain(token: &[u8]) -> bool {
    let token = match token {
        [rest @ .., b'+' | b'#'] => rest,
        token => token,
    };
    let token = match token {
        [rest @ .., b'=', b'Q' | b'R' | b'B' | b'N'] => rest,
        token => token,
    };
    let [origin @ .., b'a'..=b'h', b'1'..=b'8'] = token else {
        return matches!(token, b"O-O" | b"O-O-O");
    };
    let origin = match origin {
        [rest @ .., b'x'] => rest,
        origin => origin,
    };
    let origin = match origin {
        [b'K' | b'Q' | b'R' | b'B' | b'N', rest @ ..] => rest,
        origin => origin,
    };
    matches!(origin, [] | [b'a'..=b'h'] | [b'1'..=b'8'] | [b'a'..=b'h', b'1'..=b'8'])
}

/// Longest text that is taken for one move, in characters.
pub(in crate::read) const MAX_MOVE: usize = 80;

/// Whether a piece's letter opens a move at `at`: a capital, the small letter of a Russian pawn,
/// or the Vietnamese rook, whose letter is elsewhere a sign for a capture.
fn opens_with_piece(text: &[char], at: usize) -> bool {
    let next = get(text, at + 1);
    match get(text, at) {
        'п' => is_file(next),
        'X' => is_file(next) || is_rank(next) || next == 'x' || taking(text, at + 1).is_some(),
        // `O-Ob6` castles, with the next move glued to it.
        'O' if is_dash(next) && is_oh(get(text, at + 2)) => false,
        // `ЬЗ а5`: no name begins with these letters, which are the file.
        'Ь' | 'Ъ' => false,
        c => is_piece(c),
    }
}

/// Index behind the letter of a piece, or its two letters: `К`, `Кр`, `מה`, `Kt`.
fn behind_letter(text: &[char], at: usize) -> usize {
    let (first, second) = (get(text, at), get(text, at + 1));
    let one = second != 'р'
        && (first, second) != ('K', 't')
        && !(is_uncased(first) && is_uncased(second));
    if one { at + 1 } else { at + 2 }
}

/// `Nf3`, `N1d2`, `exd5`, `Кр: g8`, `C x f3`, `Ng1-f3`, `e2e4`, `Ab4×Cc3`, `fe4:`
pub(in crate::read) fn algebraic(text: &[char], at: usize) -> Option<Found> {
    let mut i = at;
    let first = get(text, i);
    if opens_with_piece(text, i) {
        i += 1;
        // Letters of two characters: `Kt`, `Kp`, `Кр`, `Ku`, `Ra`.
        let second = get(text, i);
        if (second.is_lowercase() && !is_file(second) && !is_capture(second))
            || (matches!(second, 't' | 'p' | 'р') && first != second)
            || is_uncased(first) && is_uncased(second)
        {
            i += 1;
        }
        if get(text, i) == '.' && !first.is_ascii() {
            i += 1;
        }
        if get(text, i) == '\u{fe0e}' {
            i += 1;
        }
        i = blank(text, i);
    }
    let had_piece = i > at;
    let start = i;
    // Origin square, file or rank.
    if let Some(end) = long_tail(text, start).filter(|end| !is_row(text, at, *end)) {
        return Some(Found { end, kind: Kind::Long });
    }
    // `Lce8-d7`: one file was read as two.
    let doubled = had_piece && is_file(get(text, start)) && is_file(get(text, start + 1));
    if doubled
        && is_dash(get(text, start + 3))
        && let Some(end) = long_tail(text, start + 1)
    {
        return Some(Found { end, kind: Kind::Long });
    }
    let mut shapes = [None; 2];
    shapes[0] = target(text, start, had_piece);
    if had_piece && is_rank(get(text, start)) || is_file(get(text, start)) {
        shapes[1] = target(text, start + 1, true);
    }
    let best = shapes.into_iter().flatten().max()?;
    // A capital letter and a square with a blank between may be two words.
    let spaced = had_piece && get(text, start.wrapping_sub(1)) == ' ';
    let signed = is_capture(get(text, start)) || is_dash(get(text, start));
    if spaced && !signed && taking(text, start).is_none() {
        return None;
    }
    Some(Found { end: best, kind: Kind::Algebraic })
}

/// Index behind a word for taking and the blank that follows it: ` schlägt `, ` takes `.
fn taking(text: &[char], at: usize) -> Option<usize> {
    let start = blank(text, at);
    if start == 0 || get(text, start - 1) != ' ' {
        return None;
    }
    let end = words::words().takes.at(text, start)?;
    let end = if get(text, end) == '.' { end + 1 } else { end };
    (blank(text, end) > end).then(|| blank(text, end))
}

/// `[x]e5[:][=Q]`: capture or dash, perhaps the captured piece, and the square; the word for a
/// capture only where the move has `begun` before it.
fn target(text: &[char], at: usize, begun: bool) -> Option<usize> {
    let mut i = at;
    let after = blank(text, i);
    // A star that no move has begun before is the mark of a note.
    let marks = get(text, after) == '*' && !begun;
    if !marks && (is_capture(get(text, after)) || is_dash(get(text, after))) {
        i = blank(text, after + 1);
        if is_piece(get(text, i)) && is_file(get(text, i + 1)) {
            i += 1;
        }
    } else if begun && let Some(end) = taking(text, at) {
        i = end;
    }
    promoted(text, closing_colon(text, square(text, i)?))
}

/// Index behind the colon that marks a capture behind its square, if one does.
fn closing_colon(text: &[char], at: usize) -> usize {
    at + usize::from(get(text, at) == ':' && !get(text, at + 1).is_alphanumeric())
}

/// `e2-e4`, `e2e4`, `g1:f3`, with what may follow.
fn long_tail(text: &[char], at: usize) -> Option<usize> {
    // `Lf 1 —d3`: a blank has slipped in.
    let torn = get(text, at + 1) == ' '
        && is_file(get(text, at))
        && is_rank(get(text, at + 2))
        && is_dash(get(text, blank(text, at + 3)))
        && get(text, at.wrapping_sub(1)).is_uppercase();
    let i = if torn { at + 3 } else { square(text, at)? };
    let sign = blank(text, i);
    let dashed = is_dash(get(text, sign));
    let word = taking(text, i);
    // `h4 Xe4`: the Vietnamese rook opens the next move, but not behind a piece that is none of theirs.
    let mover = get(text, at.wrapping_sub(1));
    let theirs = !mover.is_alphabetic() || matches!(mover, 'V' | 'H' | 'T' | 'M' | 'X');
    let rook = sign > i && get(text, sign) == 'X' && opens_with_piece(text, sign) && theirs;
    let spelled = dashed || is_capture(get(text, sign)) && !rook || word.is_some();
    let mut i = match word {
        Some(end) => end,
        None if spelled && sign == i => blank(text, dashes_end(text, sign + 1)),
        None if spelled => blank(text, sign + 1),
        None => i,
    };
    // `Bf6: Qf6:` are two captures, with the colon behind the square.
    let closed = sign + 1 < i && get(text, sign) == ':' && get(text, sign - 1) != ' ';
    let parted = spelled && sign > at + 2 && i == sign + 1;
    let names = spelled && !dashed && is_piece(get(text, i)) && is_file(get(text, i + 1));
    i += usize::from(names);
    // `d1Dh5`, `f3Nxd4`: the piece stands between the squares; in `Nf3Nc6` two moves are glued.
    let named = at > 0 && opens_with_piece(text, at - 1);
    let between = |c: char| (is_piece(c) || c == 'п') && !is_file(c);
    let lettered = !spelled && !named && between(get(text, i));
    if lettered {
        let end = behind_letter(text, i);
        i = taking(text, end).unwrap_or(end + usize::from(is_capture(get(text, end))));
    }
    let target = square(text, i)?;
    // `a4Tb8`: no piece goes so.
    if lettered && !leads_to(&text[at..at + 2], &text[target - 2..target]) {
        return None;
    }
    // `h5 xh5`: two moves to a square, whose pieces are lost.
    if parted && text[target - 2..target] == text[at..at + 2] {
        return None;
    }
    let i = closing_colon(text, target);
    if closed && (names || i > target) {
        return None;
    }
    // `Lg4-f3xD` names what was captured behind the square.
    let behind = is_capture(get(text, i)) && is_piece(get(text, i + 1)) && ends(text, i + 2);
    let i = i + if spelled && behind { 2 } else { 0 };
    // Smith notation names what was captured, in lower case, and castling.
    let i = if !spelled
        && matches!(get(text, i), 'p' | 'n' | 'b' | 'r' | 'q' | 'k' | 'c' | 'C' | 'E')
        && (ends(text, i + 1) || ends(text, i + 2))
    {
        i + 1
    } else {
        i
    };
    let glued = || begins_long(text, i) || begins_word(text, i);
    promoted(text, i).or_else(|| (spelled && glued()).then_some(i))
}

/// Whether some piece goes from one square to another on an empty board; of squares that are misread
/// nothing is told.
fn leads_to(from: &[char], to: &[char]) -> bool {
    let [across, up] = [0, 1].map(|of| u32::from(from[of]).abs_diff(u32::from(to[of])));
    let known = is_square(from) && is_square(to);
    !known || across == up || across * up == 0 || across * up == 2
}

/// Whether a word with a capital begins at an index: the sentence behind `Dh5:f3Der letzte Zug`.
pub(super) fn begins_word(text: &[char], at: usize) -> bool {
    get(text, at).is_uppercase() && (1..=2).all(|i| get(text, at + i).is_lowercase())
}

/// Whether what would be a long move is a capture with its colon behind it, and the answer: the whole
/// row of `23. Td3: d5 24.`.
fn is_row(text: &[char], at: usize, end: usize) -> bool {
    let number = |digits: &[char]| digits.iter().collect::<String>().parse::<u32>().ok();
    let is_sign = |c: &char| matches!(c, ' ' | '.' | ')');
    let closed = text[at..end].windows(2).any(|pair| pair == [':', ' ']);
    let before = || {
        let behind = text[..at].iter().rposition(|c| !is_sign(c))? + 1;
        let from = text[..behind].iter().rposition(|c| !c.is_ascii_digit()).map_or(0, |at| at + 1);
        number(&text[from..behind])
    };
    let after = || {
        let from = end + text[end..].iter().take_while(|c| is_sign(c)).count();
        let digits = text[from..].iter().take_while(|c| c.is_ascii_digit()).count();
        number(&text[from..from + digits])
    };
    closed && before().is_some_and(|number| after() == Some(number + 1))
}

/// Whether a long move with its sign begins at an index: `Dc5 X c4`, `f6-e5`.
pub(in crate::read) fn begins_long(text: &[char], at: usize) -> bool {
    let start = at + usize::from(opens_with_piece(text, at));
    let is_square = |at: usize| is_file(get(text, at)) && is_rank(get(text, at + 1));
    let sign = blank(text, start + 2);
    let signed = is_dash(get(text, sign)) || is_capture(get(text, sign));
    is_square(start) && signed && is_square(blank(text, sign + 1))
}

/// Index behind further dashes: a long one is often read as two, with a blank between perhaps.
fn dashes_end(text: &[char], at: usize) -> usize {
    let first = if is_dash(get(text, at)) { at } else { blank(text, at) };
    let dashes = text.iter().skip(first).take(2).take_while(|c| is_dash(**c)).count();
    if dashes > 0 { first + dashes } else { at }
}

/// Index behind a square; `E4` is one too.
fn square(text: &[char], at: usize) -> Option<usize> {
    let file = get(text, at);
    let known = is_file(file) || matches!(file, 'A'..='H');
    (known && is_rank(get(text, at + 1))).then_some(at + 2)
}

/// Index behind a promotion piece, if one follows; nothing if the word goes on otherwise.
fn promoted(text: &[char], at: usize) -> Option<usize> {
    let sign = if matches!(get(text, at), '=' | '/') { at + 1 } else { at };
    let letter = get(text, sign);
    let behind = behind_letter(text, sign);
    // `X` is the Vietnamese rook.
    if sign > at && (is_piece(letter) || letter == 'X') && ends(text, behind) {
        return Some(behind);
    }
    let behind = behind_letter(text, sign + 1);
    let brackets = matches!((letter, get(text, behind)), ('(', ')') | ('[', ']'));
    if brackets && is_piece(get(text, sign + 1)) {
        return Some(behind + 1);
    }
    if sign == at
        && is_piece(letter)
        && ends(text, at + 1)
        && matches!(get(text, at - 1), '1' | '8')
    {
        return Some(at + 1);
    }
    // `h2-g1-r`
    let dashed = is_dash(letter) && matches!(get(text, at.wrapping_sub(1)), '1' | '8');
    let named = |c: char| is_piece(c) || matches!(c, 'q' | 'r' | 'b' | 'n' | 'k');
    if dashed && named(get(text, at + 1)) && ends(text, at + 2) {
        return Some(at + 2);
    }
    if ends(text, at) {
        return Some(at);
    }
    // `Dh5t`: a dagger misread.
    if matches!(letter, 't' | 'f' | 'j') && ends(text, at + 1) {
        return Some(at + 1);
    }
    // `Фh5:f7x`: mate as Russian books have it, which take by other signs; nothing is taken behind it.
    let is_cross = |c: &char| matches!(c, 'x' | 'X' | 'х' | 'Х');
    let takes = || {
        let mut before = text[..at].iter().rev().take(MAX_MOVE).take_while(|c| !c.is_whitespace());
        get(text, blank(text, at + 1)).is_ascii_alphanumeric() || before.any(is_cross)
    };
    if is_cross(&letter) && ends(text, at + 1) && !takes() {
        return Some(at + 1);
    }
    // `Nf3ch`, `exf6ep`
    ["ch", "ep", "e.p", "mate", "matt", "mat", "dis", "dbl"]
        .iter()
        .any(|w| word(text, at, w).is_some_and(|end| ends(text, end)))
        .then_some(at)
}

/// `5031` and the like, from the king's file to where he goes, and `5540`, a pawn taken in passing, as
/// Fumich writes them.
fn fumich(text: &[char], at: usize) -> Option<Found> {
    let kind = match *text.get(at..at + 4)? {
        ['5', '0', '3' | '7', '1' | '8'] => Kind::Castling,
        [from @ '1'..='8', '4' | '5', to @ '1'..='8', '0']
            if (from as u32).abs_diff(to as u32) == 1 =>
        {
            Kind::Numeric
        }
        _ => return None,
    };
    ends(text, at + 4).then_some(Found { end: at + 4, kind })
}

/// `5254`, `57511`
fn numeric(text: &[char], at: usize) -> Option<Found> {
    let digits = text.iter().skip(at).take(7).take_while(|c| c.is_ascii_digit()).count();
    let squares = text.iter().skip(at).take(4).all(|c| matches!(c, '1'..='8'));
    let promotion = digits == 5 && matches!(get(text, at + 4), '1'..='4');
    let moved = text.get(at..at + 2) != text.get(at + 2..at + 4);
    ((digits == 4 || promotion) && squares && moved && ends(text, at + digits))
        .then_some(Found { end: at + digits, kind: Kind::Numeric })
}

/// `ed`, `exd`, `e:d`, `fgQ`
fn files(text: &[char], at: usize) -> Option<Found> {
    let first = get(text, at);
    let sign = is_capture(get(text, at + 1));
    let second = get(text, at + 1 + usize::from(sign));
    let index = |c: char| {
        "abcdefgh".find(if c == 'е' {
            'e'
        } else if c == 'с' {
            'c'
        } else {
            c
        })
    };
    let end = at + 2 + usize::from(sign);
    let beside = index(first)?.abs_diff(index(second)?) == 1;
    let end = if is_piece(get(text, end)) { end + 1 } else { end };
    (beside && ends(text, end)).then_some(Found { end, kind: Kind::Files })
}

/// `СxК`, `♘x♗`, `exB`: a capture that names what is captured in place of the square.
fn named_capture(text: &[char], at: usize) -> Option<Found> {
    let mover = is_piece(get(text, at)) || is_file(get(text, at));
    let sign = behind_letter(text, at);
    let crossed = matches!(get(text, sign), 'x' | '×' | '✕' | 'х');
    let victim = get(text, sign + 1);
    let end = behind_letter(text, sign + 1);
    (mover && crossed && (is_piece(victim) || victim == 'п') && ends(text, end))
        .then_some(Found { end, kind: Kind::Algebraic })
}

/// Index behind check and mate signs, annotation signs and their words.
pub(in crate::read) fn suffix(text: &[char], at: usize) -> usize {
    let mut end = at;
    for _ in 0..6 {
        let i = blank(text, end);
        let c = get(text, i);
        let sign = matches!(
            c,
            '+' | '#' | '!' | '?' | '†' | '‡' | '⩲' | '⩱' | '±' | '∓' | '□' | '⇄' | '∞'
        );
        // `= D` and `+- ` are judgements, `+` behind a blank belongs to the move.
        if sign && (i == end || matches!(c, '!' | '?' | '+' | '†' | '#')) {
            let mut j = i;
            while matches!(
                get(text, j),
                '+' | '#' | '!' | '?' | '†' | '‡' | '⩲' | '⩱' | '±' | '∓' | '□' | '⇄' | '∞'
            ) {
                j += 1;
            }
            if i > end && matches!(get(text, j), '-' | '/' | '=' | '–') {
                break;
            }
            end = j;
            continue;
        }
        // `BxB-(-`: a cross of check misread.
        if let [a, '(' | 'f' | '|', b, rest @ ..] = &text[end.min(text.len())..]
            && is_dash(*a)
            && is_dash(*b)
            && !rest.first().is_some_and(|c| c.is_alphanumeric())
        {
            end += 3;
            continue;
        }
        // A draw offer as the Laws have it written.
        if text[i.min(text.len())..].starts_with(&['(', '=', ')']) {
            end = i + 3;
            continue;
        }
        // Or without the brackets, where nothing else stands behind it.
        if c == '=' && i > end && is_last_in_cell(text, i + 1) {
            end = i + 1;
            continue;
        }
        let open = usize::from(get(text, i) == '(');
        let words = words::words();
        let asked = || words.draw.at(text, i + open).filter(|&end| get(text, end) == '?');
        let found = words.suffix.at(text, i + open).or_else(|| words.offers.at(text, i + open));
        let Some(after) = found.or_else(|| asked().map(|end| end + 1)) else { break };
        let after = if open == 1 && get(text, after) == '.' { after + 1 } else { after };
        match (open, get(text, after)) {
            (0, _) => end = after,
            (1, ')') => end = after + 1,
            _ => break,
        }
    }
    end
}

/// Whether nothing stands behind a place in its line or its column.
fn is_last_in_cell(text: &[char], at: usize) -> bool {
    let rest = &text[at.min(text.len())..];
    let line = rest.split(|c| *c == '\n').next().unwrap_or_default();
    line.iter().all(|c| c.is_whitespace()) || matches!(line, ['\t', ..] | [' ', ' ', ..])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn span(text: &str) -> Option<(String, Kind)> {
        let chars: Vec<char> = text.chars().collect();
        let found = move_at(&chars, 0)?;
        Some((chars[..found.end].iter().collect(), found.kind))
    }

    #[test]
    fn whole_moves_are_taken_whole() {
        use Kind::*;
        let moves = [
            ("e4", Algebraic),
            ("Nf3", Algebraic),
            ("Rxp", Descriptive),
            ("d1Dh5", Long),
            ("f3Nxd4", Long),
            ("♘2f3", Algebraic),
            ("Nbxd7+!?", Algebraic),
            ("exd8=Q#", Algebraic),
            ("a8Q", Algebraic),
            ("exf6ep", Algebraic),
            ("bxa6 e.p.", Algebraic),
            ("Re1+ (=)", Algebraic),
            ("BxB-(-", Descriptive),
            ("He8-f-!", Algebraic),
            ("Re1 =", Algebraic),
            ("Re1 remis offered", Algebraic),
            ("Re1 (draw?)", Algebraic),
            ("fe4:", Algebraic),
            ("Кр: g8", Algebraic),
            ("Kt-f3", Algebraic),
            ("P-d4", Algebraic),
            ("C x f3+", Algebraic),
            ("Ф:d6!", Algebraic),
            ("e2-e4", Long),
            ("e2—e4", Long),
            ("Sb8--c6", Long),
            ("f5 X e4", Long),
            ("Pd7 X f6", Long),
            ("Ab4×Cc3", Long),
            ("Kpe1:d2", Long),
            ("f2:g1K+!!", Long),
            ("Ktb8-d7", Long),
            ("Lf 1 —d3", Long),
            ("Kh1 Xg2", Long),
            ("Rf3- —e5", Long),
            ("Lce8—d7", Long),
            ("Dh5t", Algebraic),
            ("Фh5:f7X", Long),
            ("Pa2xb3", Long),
            ("e2e4", Long),
            ("Bc1b2", Long),
            ("e7xf8=Q+", Long),
            ("h2-g1-r", Long),
            ("f8=Kt+", Algebraic),
            ("b8=X", Algebraic),
            ("b1(מה)", Algebraic),
            ("b5d7b", Long),
            ("e1g1c", Long),
            ("5254", Numeric),
            ("5540", Numeric),
            ("5031", Castling),
            ("O-O", Castling),
            ("O‑O", Castling),
            ("0—0", Castling),
            ("0-0-0+", Castling),
            ("Castles on K's side.", Castling),
            ("Castles (K E)", Castling),
            ("Castles!", Castling),
            ("Arrocca TR", Castling),
            ("P-K4", Descriptive),
            ("K-B1", Descriptive),
            ("R-B2", Descriptive),
            ("P - K B 4", Descriptive),
            ("Kt - K B 3", Descriptive),
            ("P. to K's 4th.", Descriptive),
            ("K. Kt. to K. B's 3d.", Descriptive),
            ("Q. to her Kt's 2d.", Descriptive),
            ("K. R. to his 2d.", Descriptive),
            ("P. takes P.", Descriptive),
            ("B. takes B. (ch.)", Descriptive),
            ("K. R. takes K. R. P. (ch.)", Descriptive),
            ("Q. checks.", Descriptive),
            ("K to R square", Descriptive),
            ("R to B sq", Descriptive),
            ("PxP", Descriptive),
            ("PxR=Kt+", Descriptive),
            ("P to B's 8th=Kt ch", Descriptive),
            ("KtxP (B3)", Descriptive),
            ("R(R3)-Q3", Descriptive),
            ("R (B 5) - B 2", Descriptive),
            ("R(R sq) to Kt sq", Descriptive),
            ("R (R square) to Kt square", Descriptive),
            ("R(84)-B sq", Descriptive),
            ("N3-K2", Descriptive),
            ("B-Kt5ch", Descriptive),
            ("BxNmate", Descriptive),
            ("Q-Kt 3ch", Descriptive),
            ("Q-R 41", Descriptive),
            ("QtoQsq", Descriptive),
            ("Q R to X sq", Descriptive),
            ("KttoKB3", Descriptive),
            ("Kttks B", Descriptive),
            ("K. P. two", Descriptive),
            ("Q. B. P. one square.", Descriptive),
            ("K. Kt. to B. third", Descriptive),
            ("Q. to her fifth", Descriptive),
            ("P Xt 4", Descriptive),
            ("B P x P", Descriptive),
            ("P-Q8=Q", Descriptive),
            ("P Q B 4", Descriptive),
            ("B Kt 5", Descriptive),
            ("P4R", Descriptive),
            ("C3AR", Descriptive),
            ("CD2D", Descriptive),
            ("C6D ++", Descriptive),
            ("P 4AR", Descriptive),
            ("C 3 F R", Descriptive),
            ("P pr. PD", Descriptive),
            ("AxPC", Descriptive),
            ("PTRxP", Descriptive),
            ("D pr. P AR", Descriptive),
            ("D pr. P", Descriptive),
            ("A 5CD sc.d.", Descriptive),
            ("ed", Files),
            ("e takes d5", Algebraic),
            ("S schlägt d5", Algebraic),
            ("С берёт c3", Algebraic),
            ("e6 prende d5", Long),
            ("Sd3 schlägt Sf5", Long),
            ("f6P takes e5", Long),
            ("d2пd4", Long),
            ("g8Крh8", Long),
            ("d2Dc3:", Long),
            ("пd4", Algebraic),
            ("Xae8", Algebraic),
            ("Xc1-c2", Long),
            ("X ăn h2", Algebraic),
            ("מהd8", Algebraic),
            ("СxКр", Algebraic),
            ("Кxп", Algebraic),
            ("♘x♗", Algebraic),
            ("exB", Algebraic),
        ];
        for (text, kind) in moves {
            assert_eq!(span(text), Some((text.to_owned(), kind)), "{text}");
            let followed = format!("{text}  and");
            assert_eq!(span(&followed), Some((text.to_owned(), kind)), "{followed}");
        }
    }

    #[test]
    fn a_span_ends_where_the_next_move_begins() {
        let pairs = [
            ("Dh5:f3Der letzte Zug", "Dh5:f3"),
            ("p-K 4 P-K 4", "p-K 4"),
            ("P-Q 4 P-Q 4", "P-Q 4"),
            ("P x P P x P", "P x P"),
            ("K x Q B x R", "K x Q"),
            ("P4R P4R", "P4R"),
            ("D2R D2R", "D2R"),
            ("A5C D3D", "A5C"),
            ("P 3 T D, T 1 R", "P 3 T D"),
            ("C 3 F R C 3 F D", "C 3 F R"),
            ("C 3 F R 2 C 3 F D", "C 3 F R"),
            ("P 3 T R 8 0-0", "P 3 T R"),
            ("P 4 F R 2 D", "P 4 F"),
            ("P 4 F D x P", "P 4 F"),
            ("B x Kt, B x B", "B x Kt"),
            ("P to K4 P to QB4", "P to K4"),
            ("Castles R-K1", "Castles"),
            ("Castles KR-K1", "Castles"),
            ("Castles Q KR-K1", "Castles Q"),
            ("Castles K. QRxP", "Castles K."),
            ("Castles Q-R 41", "Castles"),
            ("QxQ RPxQ", "QxQ"),
            ("BxKt R B1", "BxKt"),
            ("A toma C T1A", "A toma C"),
            ("A prende T C(2C) prende A", "A prende T"),
            ("DxD T(1T)1A", "DxD"),
            ("Q. takes Q. Kt.(KR3) takes Q.", "Q. takes Q."),
            ("D toma PC R 1TR", "D toma PC"),
            ("PxP BPxP", "PxP"),
            ("B P x P 6Q x P", "B P x P"),
            ("B x P 9 P Xt 4", "B x P"),
            ("P x P 4 Kt-K B 3", "P x P"),
            ("Q x B 11 Castles", "Q x B"),
            ("B x Kt 5", "B x Kt"),
            ("PtksP 6 KttksP", "PtksP"),
            ("P to X 4 P to X 4", "P to X 4"),
            ("X to R sq Castles", "X to R sq"),
            ("Xt to X B 3 Xt", "Xt to X B 3"),
            ("Fc4 - Fc5", "Fc4"),
            ("P x P ch R x P", "P x P ch"),
            ("O-OO-O", "O-O"),
            ("PxP 8. Q-K2", "PxP"),
            ("e4 - e5", "e4 - e5"),
            ("Td3: d5", "Td3: d5"),
            ("ФЬЗ аЬ", "ФЬЗ"),
            ("ЬЗ а5", "ЬЗ"),
            ("h5 xh5", "h5"),
            ("Mh5 Xh6", "Mh5"),
            ("Kt K 3 R K Kt 1", "Kt K 3"),
            ("R B 2 B B 3", "R B 2"),
            ("Q Q 3 A good move", "Q Q 3"),
            ("B R 3 C B R 4", "B R 3 C"),
            ("Kt x K R R x Kt", "Kt x K R"),
            ("B x Q P P x B", "B x Q P"),
            ("K x B P R 5", "K x B"),
            ("P x Kt P Kt B 3", "P x Kt P"),
            ("a4 Tb8", "a4"),
        ];
        for (text, first) in pairs {
            assert_eq!(span(text).map(|(found, _)| found).as_deref(), Some(first), "{text}");
        }
    }

    #[test]
    fn a_row_of_a_capture_and_a_pawn_is_two_moves() {
        let found = |text: &str| {
            let chars: Vec<char> = text.chars().collect();
            let at = chars.iter().position(|c| *c == 'T').expect("a rook");
            let end = algebraic(&chars, at).expect("a move").end;
            chars[at..end].iter().collect::<String>()
        };
        assert_eq!(found("22 a4 Sd3: 23 Td3: d5 24 f3"), "Td3:");
        assert_eq!(found("22. a4 Sd3: 23. Td3: d5 24. f3"), "Td3:");
        assert_eq!(found("22 a4 Sd3: 23 Td3: d5. 24. f3"), "Td3:");
        // Black's move has no number before it, and no row goes on with its own number.
        assert_eq!(found("22. a4 Td3: d5 23. f3"), "Td3: d5");
        assert_eq!(found("23. Td3: d5 23 ... a4"), "Td3: d5");
    }

    #[test]
    fn words_and_numbers_are_no_moves() {
        for text in [
            "4d4",
            "60-0",
            "Black",
            "Queen",
            "Also",
            "as",
            "be",
            "1951.",
            "1999",
            "King's",
            "A",
            "Paris",
            "Kt",
            "be4fore",
            "a1bc",
            "Played",
            "To",
            "Resigns.",
            "P.",
            "00",
            "Rubinstein",
            "Da",
            "Re",
            "* Kb8",
        ] {
            assert_eq!(span(text), None, "{text}");
        }
    }
}
