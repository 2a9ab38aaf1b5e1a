//! Where the moves of a game end and a text about it begins.

use super::lex::{Lexeme, Token};
use crate::read::shape::scan;

/// Words behind a number by which it is told whether a game begins there, and those behind a result.
const QUOTE: usize = 8;
const TAIL: usize = 200;
/// Fewest words of a text.
const TEXT: usize = 4;

/// Fewest characters of a word that is no move, however damaged.
const LONG: usize = 4;

/// Whether a number stands in a sentence that quotes the first move, by what is behind it.
pub(super) fn quotes(behind: &[Lexeme]) -> bool {
    is_prose(behind, QUOTE)
}

/// Whether a text, and no other game, stands behind a result.
pub(super) fn follows(behind: &[Lexeme]) -> bool {
    is_prose(behind, TAIL)
}

/// Whether a text begins with the first of some lexemes, a word that is no move, in a game that has
/// come to the move number `last`: there are words of a language up to the next tag, and no move of
/// the game among them.
pub(super) fn begins(rest: &[Lexeme], last: Option<u32>) -> bool {
    let due = last.map_or(0..=u32::MAX, |last| last..=last.saturating_add(2));
    let (mut words, mut plain, mut long) = (0, 0, 0);
    for (at, lexeme) in rest.iter().take(2 * TAIL).enumerate() {
        match &lexeme.token {
            Token::Tag(..) => break,
            Token::Number { number, .. }
                if due.contains(number)
                    && rest.get(at + 1).and_then(is_move_word) == Some(true) =>
            {
                return false;
            }
            Token::Word(word) => {
                words += 1;
                let own = is_plain(word) && !scan::is_move(word);
                plain += usize::from(own);
                long += usize::from(own && word.chars().count() >= LONG);
            }
            _ => {}
        }
    }
    words >= TEXT && plain * 2 >= words && long * 3 >= words
}

/// Whether a word has two letters or more, none of them a capital but the first.
fn is_plain(word: &str) -> bool {
    let word = word.trim_matches(|c: char| c.is_ascii_punctuation());
    let mut letters = word.chars();
    let first = letters.next().is_some_and(char::is_alphabetic);
    first && word.chars().count() > 1 && letters.all(|c| c.is_lowercase() || c == '\'')
}

/// Whether fewer than half of the next words, so many at most and up to the next tag, are moves.
fn is_prose(behind: &[Lexeme], most: usize) -> bool {
    let own = behind.iter().take_while(|lexeme| !matches!(lexeme.token, Token::Tag(..)));
    let words = own.filter_map(is_move_word);
    let (mut moves, mut others) = (0, 0);
    words.take(most).for_each(|is_move| *if is_move { &mut moves } else { &mut others } += 1);
    moves + others >= TEXT && moves < others
}

/// Whether a word is a move; `None` for what is no word.
fn is_move_word(lexeme: &Lexeme) -> Option<bool> {
    match &lexeme.token {
        Token::Word(word) => Some(scan::is_move(word)),
        _ => None,
    }
}
