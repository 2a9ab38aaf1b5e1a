//! Descriptive moves that are written out, in whole or in part: `Pawn to King's fourth`, `Queen's
//! Bishop to K. Kt.'s 5th`, `The king's pawn two steps`, `Le cavalier du roi à la troisième case de
//! son fou`, `Peón cuatro rey`.
//!
//! A move is the name of a piece and how far it goes, or a square, or a word for taking and what is
//! taken. In English a name ends with the piece, `King's Bishop's Pawn`, elsewhere it begins with it,
//! `pion du fou du roi`; the rank of a square stands accordingly behind or before its file.

use shakmaty::Role;

use super::{
    castling::castling,
    chars::{blank, ends, get},
    descriptive::{Part, letter, rank},
    scan::{Found, Kind},
    words,
};
use crate::notation::{SpelledWord, spelled_word};

/// Longest word that is looked up, in characters.
const MAX_WORD: usize = 14;
/// Fewest of them before a comma within a move.
const NAMED: usize = 2;
/// Most names that name one thing: `King's Knight's Pawn`.
const NAMES: usize = 3;

/// Words between a piece and whose it is, or a square and its file.
const OF: [SpelledWord; 3] = [SpelledWord::Of, SpelledWord::Article, SpelledWord::Own];

/// A word or letter of a move, and what it is.
#[derive(Debug, Clone, Copy)]
struct Named {
    role: Role,
    side_last: bool,
    /// Whether it stands as a word, and with a possessive.
    word: bool,
    possessive: bool,
    end: usize,
}

/// What some names name together.
#[derive(Debug, Clone, Copy)]
struct Thing {
    end: usize,
    pawn: bool,
    royal: bool,
    words: usize,
    side_last: bool,
}

/// Index behind the letters of a word.
fn letters(text: &[char], at: usize) -> usize {
    at + text.iter().skip(at).take(MAX_WORD).take_while(|c| c.is_alphabetic()).count()
}

/// What the word at an index is, and the index behind it, with the apostrophe of `l'alfiere`.
fn word(text: &[char], at: usize) -> Option<(SpelledWord, usize)> {
    let end = letters(text, at);
    let found = spelled_word(text.get(at..end)?)?;
    let short = end - at < 2;
    let elided = matches!(get(text, end), '\'' | '’') && get(text, end + 1).is_alphabetic();
    match found {
        SpelledWord::Article | SpelledWord::Of if elided && get(text, end + 1) != 's' => {
            Some((found, end + 1))
        }
        SpelledWord::Article | SpelledWord::To if short => {
            get(text, end).is_whitespace().then_some((found, end))
        }
        _ => (!short && ends(text, end)).then_some((found, end)),
    }
}

/// Index behind the words of some kinds from an index on, and the blank behind them.
fn skip(text: &[char], at: usize, kinds: &[SpelledWord]) -> usize {
    let mut end = at;
    while let Some((found, behind)) = word(text, end)
        && kinds.contains(&found)
    {
        end = blank(text, behind);
    }
    end
}

/// The name or letter of a piece at an index.
fn named(text: &[char], at: usize) -> Option<Named> {
    if let Some((SpelledWord::Piece { role, side_last }, end)) = word(text, at) {
        let possessive = matches!(get(text, end), '\'' | '’');
        let s = usize::from(possessive && get(text, end + 1) == 's');
        let end = end + usize::from(possessive) + s;
        return Some(Named { role, side_last, word: true, possessive, end });
    }
    let (end, part) = letter(text, at)?;
    let role = match (part, get(text, at), get(text, at + 1)) {
        (Part::Pawn, ..) => Role::Pawn,
        (_, 'K' | 'X', 't' | 'T') => Role::Knight,
        (_, 'K' | 'X', _) => Role::King,
        (_, 'Q', _) => Role::Queen,
        (_, 'B', _) => Role::Bishop,
        _ => Role::Rook,
    };
    Some(Named { role, side_last: false, word: false, possessive: false, end })
}

/// Whether a piece gives its name to a side of the board.
fn is_royal(role: Role) -> bool {
    matches!(role, Role::King | Role::Queen)
}

/// The piece, pawn or file at an index.
fn thing(text: &[char], at: usize) -> Option<Thing> {
    let first = named(text, at)?;
    let mut last = first;
    let mut words = usize::from(first.word);
    for _ in 1..NAMES {
        let next = blank(text, last.end);
        let of = matches!(word(text, next), Some((SpelledWord::Of, _)));
        let start = if of { skip(text, next, &OF) } else { next };
        let Some(own) = named(text, start) else { break };
        let joined = if first.side_last {
            let file = last.role == Role::Pawn;
            own.word && own.side_last && (of || file || is_royal(own.role) && !is_royal(last.role))
        } else {
            last.possessive || is_royal(last.role)
        };
        if !joined || last.role == Role::Pawn && !first.side_last {
            break;
        }
        words += usize::from(own.word);
        last = own;
    }
    let named = if first.side_last { first } else { last };
    let (pawn, royal) = (named.role == Role::Pawn, is_royal(named.role));
    Some(Thing { end: last.end, pawn, royal, words, side_last: first.side_last })
}

/// Whether `to` stands at an index: where something is taken is told by other words.
fn goes(text: &[char], at: usize) -> bool {
    matches!((get(text, at), get(text, at + 1)), ('t' | 'T', 'o' | 'O'))
        && !get(text, at + 2).is_alphabetic()
}

/// What is taken at an index: of `P. takes Q. R. to K's sq.` the queen, since the rook goes on.
fn taken(text: &[char], at: usize) -> Option<Thing> {
    let whole = thing(text, at)?;
    let first = named(text, at)?;
    let alone = goes(text, blank(text, whole.end)) && !first.possessive;
    let (pawn, royal) = (first.role == Role::Pawn, is_royal(first.role));
    let words = usize::from(first.word);
    Some(if alone { Thing { end: first.end, pawn, royal, words, ..whole } } else { whole })
}

/// Index behind a rank in words or digits.
fn any_rank(text: &[char], at: usize) -> Option<usize> {
    match word(text, at) {
        Some((SpelledWord::Rank, end)) => Some(end),
        // `dos` counts the squares elsewhere.
        Some((SpelledWord::Count, end)) if spelled_rank(text, at, end) => Some(end),
        _ => rank(text, at),
    }
}

/// Whether a number in words stands before the name of a file: `dos alfil`.
fn spelled_rank(text: &[char], at: usize, end: usize) -> bool {
    end > at && thing(text, blank(text, end)).is_some_and(|file| file.side_last)
}

/// Index behind the square at an index, and how many of its parts are words.
fn square(text: &[char], at: usize) -> Option<(usize, usize)> {
    const TO: [SpelledWord; 3] = [SpelledWord::To, SpelledWord::Article, SpelledWord::Own];
    let start = skip(text, at, &TO);
    // `troisième case du fou`, `cuatro rey`, `his third square`, `casa del Re`
    let counted = any_rank(text, start);
    let is_square = |at: usize| match word(text, at) {
        Some((SpelledWord::Square | SpelledWord::Unit, end)) => Some(end),
        _ => None,
    };
    if let Some(end) = counted.or_else(|| is_square(start)) {
        let spelled = usize::from(get(text, start).is_alphabetic());
        let end = is_square(blank(text, end)).unwrap_or(end);
        let file = skip(text, blank(text, end), &OF);
        let file = thing(text, file).filter(|file| file.side_last);
        // `Kt. fifth` names no square.
        let named = file.is_some() || start > at;
        let (end, words) = file.map_or((end, 0), |file| (file.end, file.words));
        return named.then_some((end, spelled + words));
    }
    let file = thing(text, start)?;
    let next = blank(text, file.end);
    let own_word = usize::from(get(text, next).is_alphabetic());
    let end = any_rank(text, next).or_else(|| is_square(next))?;
    let end = is_square(blank(text, end)).unwrap_or(end);
    Some((end, file.words + own_word))
}

/// The move at an index, of which at least one piece, file or rank is a word.
pub(in crate::read) fn spelled(text: &[char], at: usize) -> Option<Found> {
    if !get(text, at).is_alphabetic() {
        return None;
    }
    let start = skip(text, at, &[SpelledWord::Article]);
    let mover = thing(text, start)?;
    let next = blank(text, mover.end);
    let next = behind_comma(text, &mover).unwrap_or(next);
    if next == mover.end {
        return None;
    }
    if mover.royal
        && mover.words > 0
        && let Some(found) = castling(text, next)
    {
        return Some(found);
    }
    let (end, words) = if let Some(takes) = words::words().takes.at(text, next) {
        captures(text, takes)?
    } else if let Some(end) = takes_it(text, next, &mover) {
        (end, 0)
    } else if mover.pawn
        && let Some(end) = steps(text, next)
    {
        (end, 1)
    } else {
        square(text, next)?
    };
    let is_move = words + mover.words > 0 && ends(text, end);
    is_move.then_some(Found { end, kind: Kind::Descriptive })
}

/// Index behind what is taken, and where, behind a word for taking, and how many of its parts are words.
fn captures(text: &[char], takes: usize) -> Option<(usize, usize)> {
    let aim = blank(text, takes);
    if let Some((SpelledWord::Pronoun, end)) = word(text, aim) {
        return Some((end, 1));
    }
    let taken = taken(text, skip(text, aim, &[SpelledWord::Article, SpelledWord::Own]))?;
    let on = blank(text, taken.end);
    let place = match word(text, on) {
        Some((SpelledWord::To, _)) if !goes(text, on) => square(text, on),
        _ => None,
    };
    Some(place.map_or((taken.end, taken.words), |(end, words)| (end, taken.words + words)))
}

/// Index behind `le prend`, in a language that has what stands for the piece before the verb.
fn takes_it(text: &[char], at: usize, mover: &Thing) -> Option<usize> {
    let (found, end) = word(text, at)?;
    let told = mover.side_last && found == SpelledWord::Article;
    told.then(|| words::words().takes.at(text, blank(text, end))).flatten()
}

/// Index behind the comma that old books have between a piece and how far it goes, or where: `Le pion du
/// roi, deux pas`, `Le fou du roi, à la quatrième case de sa dame`.
fn behind_comma(text: &[char], mover: &Thing) -> Option<usize> {
    let next = blank(text, mover.end + 1);
    let told = mover.words >= NAMED && get(text, mover.end) == ',' && next > mover.end + 1;
    // `à` may be the article of another language.
    let goes = |found| matches!(found, SpelledWord::Count | SpelledWord::To | SpelledWord::Article);
    (told && word(text, next).is_some_and(|(found, _)| goes(found))).then_some(next)
}

/// Whether a word is one of such a move: `Knight's`, `l'alfiere`.
pub(in crate::read) fn is_part(text: &str) -> bool {
    let is_word = |word: &str| spelled_word(&word.chars().collect::<Vec<char>>()).is_some();
    text.split(['\'', '’']).filter(|word| word.len() > 1).any(is_word)
}

/// Index behind how far a pawn goes: `two`, `deux pas`.
fn steps(text: &[char], at: usize) -> Option<usize> {
    let unit = |end: usize| match word(text, blank(text, end)) {
        Some((SpelledWord::Unit | SpelledWord::Square, end)) => Some(end),
        _ => None,
    };
    match word(text, at) {
        Some((SpelledWord::Count, end)) => {
            unit(end).or_else(|| (!spelled_rank(text, at, end)).then_some(end))
        }
        // `2 squares`
        _ => matches!(get(text, at), '1' | '2').then(|| unit(at + 1)).flatten(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_in_words_end_with_their_square_or_piece() {
        for (text, rest) in [
            ("Pawn to King's fourth, Pawn", ", Pawn"),
            ("Kt. to King's Bishop's third. 3.", ". 3."),
            ("King's Pawn two squares King's Pawn one square", " King's Pawn one square"),
            ("Queen's Bishop to King's Knight's fifth Pawn", " Pawn"),
            ("K. Pawn 2 squares.", "."),
            ("The king's pawn two steps. W.", ". W."),
            ("Rook to its square Queen takes Pawn", " Queen takes Pawn"),
            ("Knight takes Bishop Pawn takes Knight", " Pawn takes Knight"),
            ("Pawn takes Queen. Rook to King's square", ". Rook to King's square"),
            ("Pawn takes Queen's Bishop's Pawn on King's fifth", ""),
            ("The King's Knight at his Bishop's third square", ""),
            ("Pawn to Q. B. fourth 5.", " 5."),
            ("Le pion du roi deux pas Le pion", " Le pion"),
            ("Le pion du roi, deux pas. Noir", ". Noir"),
            ("Le chevalier du roi, à la troisième case de son fou, échec", ", échec"),
            ("Le cavalier du roi à la troisième case de son fou", ""),
            ("Le fou du roi, à la quatrième cafe du fou de fa dame. N.", ". N."),
            ("The king's Bifhop at his queen's Bifhop's fourth fquare.", "."),
            ("Le pion le prend. B.", ". B."),
            ("The pawn takes it. 5.", ". 5."),
            ("Le fou prend le pion de la dame, échec", ", échec"),
            ("Il Pedone alla quarta casa dell'Alfiere della Donna", ""),
            ("La Donna alla sua casa", ""),
            ("Peón cuatro rey, peón tres dama", ", peón tres dama"),
            ("Caballo rey tres alfil Peón dos dama", " Peón dos dama"),
            ("Caballo tres alfil rey", ""),
            ("Le roi roque avec sa tour", ""),
        ] {
            let chars: Vec<char> = text.chars().collect();
            let end = spelled(&chars, 0).map_or(0, |found| found.end);
            assert_eq!(chars[end..].iter().collect::<String>(), rest, "{text}");
        }
        for text in [
            "The Queen is lost",
            "Bishop and Knight",
            "Pawn takes",
            "Kt. to B 3",
            "King of",
            "Kt. fifth",
            "P. takes Q. R. to K's sq.",
        ] {
            let chars: Vec<char> = text.chars().collect();
            assert_eq!(spelled(&chars, 0), None, "{text}");
        }
    }
}
