//! Two words between a number and the next one: they are its moves, however little of them is left:
//! `7. Wer &€7 8. c4`.

use super::{
    is_mark,
    lex::{Lexeme, Token},
};
use crate::read::shape::{damaged, scan};

/// Whether the lexemes behind a number are two words that may be its moves, and the next number.
pub(super) fn are_moves(behind: &[Lexeme], number: u32) -> bool {
    let [first, second, next, ..] = behind else { return false };
    let is_next = next.token == Token::Number { number: number.saturating_add(1), black: false };
    is_next && [first, second].into_iter().all(is_left)
}

/// Whether a lexeme is a word that may be what is left of a move; `N@e5` is one of Crazyhouse.
fn is_left(lexeme: &Lexeme) -> bool {
    let Token::Word(word) = &lexeme.token else { return false };
    let is_none = || is_mark(word) || word.get(1..2) == Some("@");
    scan::is_move(word) || !is_none() && damaged::is_left(word)
}
