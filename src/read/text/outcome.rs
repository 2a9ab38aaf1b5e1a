//! Results on a line, as they are written and as an engine misreads a draw.

use std::ops::Range;

use crate::{
    read::{
        pgn::tag::is_quote,
        shape::{
            chars::{blank, is_dash},
            misread,
        },
    },
    record::GameResult,
};

/// Longest token of a result, in characters.
const LONG: usize = 10;

/// A result on a line.
pub(super) struct Found {
    pub(super) result: GameResult,
    /// Where it stands.
    pub(super) span: Range<usize>,
    /// Index behind it, and behind the bracket that it stands in.
    pub(super) end: usize,
}

impl Found {
    fn new(result: GameResult, span: Range<usize>) -> Found {
        Found { result, end: span.end, span }
    }
}

/// The result at an index, `1-0`, `½–½`, `0:1`, `1x0`, and behind a move `(1-0)`.
pub(super) fn result(text: &[char], at: usize, behind_move: bool) -> Option<Found> {
    let most = text.len().min(at + LONG);
    if text[at] == '(' && behind_move {
        let close = (at + 1..most).find(|&i| text[i] == ')')?;
        let inside: String = text[at + 1..close].iter().collect();
        let result = GameResult::from_token(inside.trim())?;
        return Some(Found { result, span: at + 1..close, end: close + 1 });
    }
    // The end of a rule, `------+`, is no `--+`.
    let goes_on = at > 0 && matches!((text[at - 1], text[at]), ('-' | '+', '-' | '+'));
    if goes_on || !matches!(text[at], '0' | '1' | '½' | '+' | '-' | '*') {
        return None;
    }
    if let Some((result, end)) = spaced(text, at) {
        return Some(Found::new(result, at..end));
    }
    let ends =
        |c: char| c.is_whitespace() || matches!(c, ')' | ']' | ',' | ';' | '}') || is_quote(c);
    let end = (at..most).find(|&i| ends(text[i])).unwrap_or(most);
    let token: String = text[at..end].iter().collect();
    let token = token.trim_end_matches(['.', ';', ',']);
    // `1/2` and `½` are fractions but for those that end a line behind a move; `0-0` castles.
    let alone = text[end..].iter().all(|c| c.is_whitespace());
    if matches!(token, "½" | "1/2") && !(alone && behind_move) {
        return None;
    }
    Some(Found::new(GameResult::from_token(token)?, at..end))
}

/// A draw that is misread and all that is left of a line; behind a move, one of digits, too.
pub(super) fn misread_draw(text: &[char], at: usize, behind_move: bool) -> Option<Found> {
    let blanks = text[at..].iter().rev().take_while(|c| c.is_whitespace()).count();
    let span = at..text.len() - blanks;
    let token = &text[span.clone()];
    let is_draw = misread::is_draw(token) || behind_move && misread::is_draw_of_digits(token);
    is_draw.then(|| Found::new(GameResult::Draw, span))
}

/// A result with blanks around its dash, and the index behind it: `1 - 0`, `0 : 1`, `1/2 – 1/2`, `1 x 0`.
fn spaced(text: &[char], at: usize) -> Option<(GameResult, usize)> {
    let score = |at: usize| -> Option<usize> {
        let end = match text.get(at..) {
            Some(['1', '/', '2', ..]) => at + 3,
            Some(['0' | '1' | '½', ..]) => at + 1,
            _ => return None,
        };
        let more = |c: &char| c.is_alphanumeric() || *c == '/';
        (!text.get(end).is_some_and(more)).then_some(end)
    };
    let behind = score(at)?;
    let dash = blank(text, behind);
    if dash == behind || !text.get(dash).is_some_and(|&c| is_dash(c) || matches!(c, ':' | 'x')) {
        return None;
    }
    let end = score(blank(text, dash + 1))?;
    // `0 - 0 - 0` castles.
    let goes_on = text.get(blank(text, end)).is_some_and(|c| is_dash(*c));
    let token: String = text[at..end].iter().collect();
    GameResult::from_token(&token).filter(|_| !goes_on).map(|result| (result, end))
}
