//! Variations: which brackets belong together, and how far one goes that is never closed.

use std::ops::Range;

use super::lex::{Lexeme, Token};
use crate::read::shape::scan;

/// For every bracket, whether it has a partner within its game.
pub(super) fn paired(lexemes: &[Lexeme]) -> Vec<bool> {
    let mut paired = vec![false; lexemes.len()];
    let mut open: Vec<usize> = Vec::new();
    for (index, lexeme) in lexemes.iter().enumerate() {
        match lexeme.token {
            Token::Open => open.push(index),
            Token::Close => {
                if let Some(start) = open.pop() {
                    paired[start] = true;
                    paired[index] = true;
                }
            }
            Token::Tag(..) => open.clear(),
            _ => {}
        }
    }
    paired
}

/// Most brackets without a partner of one game that are looked into.
const MAX_UNCLOSED: u32 = 64;
/// Most words of a variation that is never closed.
const MAX_VARIATION: usize = 2_000;

/// The variations that are never closed, up to where the main line goes on:
/// `1. e4 e5 (1... c5 2. Nf3 d6` above `2. Nf3 Nc6`.
pub(super) fn unclosed(lexemes: &[Lexeme], closed: &[bool]) -> Vec<Range<usize>> {
    let mut spans = Vec::new();
    let all = |token: &Token, closed: bool| closed || *token != Token::Open;
    if lexemes.iter().zip(closed).all(|(lexeme, &closed)| all(&lexeme.token, closed)) {
        return spans;
    }
    let mut count = Count::default();
    let mut depth = 0_u32;
    let mut left = MAX_UNCLOSED;
    let mut index = 0;
    while let Some(lexeme) = lexemes.get(index) {
        match &lexeme.token {
            Token::Tag(..) => (count, left) = (Count::default(), MAX_UNCLOSED),
            Token::Open if closed[index] => depth += 1,
            Token::Close if closed[index] => depth -= 1,
            Token::Open if left > 0 => {
                left -= 1;
                let end = count.next.and_then(|next| {
                    goes_on(lexemes, closed, index + 1, next)
                        .or_else(|| cut_off(&lexemes[index + 1..], next).map(|end| index + 1 + end))
                });
                if let Some(end) = end {
                    spans.push(index..end);
                    index = end;
                    continue;
                }
            }
            token if depth == 0 => count.take(token),
            _ => {}
        }
        index += 1;
    }
    spans
}

/// How much belongs to a variation behind which the text is cut off: `13. Nf3 Nc4 (13... b6 14. Nxe5`.
/// It begins with the number of the move that is played, and nothing ends it.
fn cut_off(behind: &[Lexeme], next: u32) -> Option<usize> {
    let Some(Token::Number { number, black }) = behind.first().map(|lexeme| &lexeme.token) else {
        return None;
    };
    let ends = |lexeme: &Lexeme| matches!(lexeme.token, Token::Tag(..) | Token::Result(_));
    let short = behind.len() <= MAX_VARIATION && !behind.iter().any(ends);
    (short && ply(*number, *black) + 1 == next).then_some(behind.len())
}

/// Where the number of the ply `wanted` comes again behind a variation that has passed it.
fn goes_on(lexemes: &[Lexeme], closed: &[bool], from: usize, wanted: u32) -> Option<usize> {
    let mut count = Count::default();
    let mut depth = 0_u32;
    for index in from..lexemes.len().min(from + MAX_VARIATION) {
        let (before, lexeme) = (&lexemes[index - 1], &lexemes[index]);
        match &lexeme.token {
            Token::Tag(..) | Token::Result(_) => return None,
            Token::Open if closed[index] => depth += 1,
            Token::Close if closed[index] => depth -= 1,
            _ if depth > 0 => {}
            &Token::Number { number, black } => {
                // `2. Nf3 2. Nc6` says a number again, but not at the beginning of a line.
                let said =
                    count.says_again(number, black) && before.place.line == lexeme.place.line;
                let passed = count.next.is_some_and(|next| next > wanted);
                let opens = before.token == Token::Open;
                if passed && !said && !opens && ply(number, black) == wanted {
                    return Some(index);
                }
                count.take(&lexeme.token);
            }
            token => count.take(token),
        }
    }
    None
}

/// The ply that a move number stands before, counted from 0.
fn ply(number: u32, black: bool) -> u32 {
    2 * number.saturating_sub(1) + u32::from(black)
}

/// Counts plies by numbers and moves.
#[derive(Default)]
struct Count {
    /// The ply that comes next, once a number has told it.
    next: Option<u32>,
}

impl Count {
    /// Takes in a lexeme.
    fn take(&mut self, token: &Token) {
        match token {
            &Token::Number { number, black } => {
                let said = self.says_again(number, black);
                self.next = Some(ply(number, black || said));
            }
            Token::Dots => self.next = self.next.map(|next| next | 1),
            Token::Word(word) if scan::is_move(word) => self.next = self.next.map(|next| next + 1),
            _ => {}
        }
    }

    /// Whether the number of White's move just played is said again for Black.
    fn says_again(&self, number: u32, black: bool) -> bool {
        !black && self.next == Some(ply(number, true))
    }
}
