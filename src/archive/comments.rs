//! Mends comments whose braces do not match.

use shakmaty::{Chess, Position};

use super::{
    Scratch,
    edit::{Edit, Text, comment},
    edit_at,
    lex::{self, Kind as Word, Token},
    note::{Kind, Note},
    tags::lossy,
    walk,
};

/// How far behind a comment with braces inside its last brace may stand, in bytes.
const MAX_NESTED: usize = 2_000;
/// Words of a comment behind which the game may go on, or before the brace that ends it, at most.
const MOST_WORDS: usize = 400;
/// Moves that show that the game goes on.
const MOVES: usize = 4;

/// Closes a comment that is never closed: where the game goes on behind it, or else at the end of
/// its line.
pub(super) fn close(text: &Text, scratch: &Scratch, start: &Chess, index: usize) -> Edit {
    let token = &scratch.tokens[index];
    let limit = text.bytes.len();
    let end = goes_on(text, scratch, start, index, limit).unwrap_or(token.range().end);
    closed(text, token, end)
}

/// Closes a comment that goes on to the end of the next one, where there are moves before that.
pub(super) fn close_inner(
    text: &Text,
    scratch: &Scratch,
    start: &Chess,
    index: usize,
) -> Option<Edit> {
    let token = &scratch.tokens[index];
    let range = token.range();
    let inner = memchr::memchr(b'{', &text.bytes[range.start + 1..range.end])?;
    let end = goes_on(text, scratch, start, index, range.start + 1 + inner)?;
    Some(closed(text, token, end))
}

/// Puts a variation that is never closed into a comment, up to where the game goes on; nothing where
/// that is at once, so that there is no variation.
pub(super) fn open_variation(
    text: &Text,
    scratch: &Scratch,
    start: &Chess,
    index: usize,
) -> Option<Edit> {
    let token = &scratch.tokens[index];
    if text.bytes[token.range().start] != b'(' {
        return None;
    }
    let end = goes_on(text, scratch, start, index, text.bytes.len())?;
    let first = scratch.tokens.get(index + 1)?.range().start;
    // With brackets inside it may be anything.
    let inside = scratch.tokens[index + 1..].iter().take_while(|token| token.range().start < end);
    if end <= first || inside.clone().any(|token| matches!(token.kind, Word::Open | Word::Stray)) {
        return None;
    }
    // The game goes on with the next move, or else more than a variation is missing.
    let plies = scratch.walk.plies_before(index);
    let next = scratch.tokens.partition_point(|token| token.range().start < end);
    if !walk::is_numbered(&scratch.tokens[next..], start, plies) {
        return None;
    }
    let end = text.bytes[..end].trim_ascii_end().len();
    let range = token.range().start..end;
    let note = Note::new(Kind::Variation, 0).change(text.shown(range.clone()), "");
    let new = comment(Kind::Variation.as_str(), &text.bytes[range.clone()]);
    Some(edit_at(range, new, note))
}

fn closed(text: &Text, token: &Token, end: usize) -> Edit {
    let shown = text.shown(token.range().start..end);
    let note =
        Note::new(Kind::CommentOpen, 0).change(shown.trim_end(), format!("{}}}", shown.trim_end()));
    let at = token.range().start + text.bytes[token.range().start..end].trim_ascii_end().len();
    edit_at(at..at, b"}".to_vec(), note)
}

/// Where in the comment at `index` the moves go on, before `limit`: the first word from which on
/// moves are legal, all of those before the limit or the first few.
fn goes_on(
    text: &Text,
    scratch: &Scratch,
    start: &Chess,
    index: usize,
    limit: usize,
) -> Option<usize> {
    let pos = scratch.walk.before(start, index);
    let mut tokens = Vec::new();
    lex::lex(&text.bytes[..limit], scratch.tokens[index].range().start + 1, &mut tokens);
    (0..tokens.len().min(MOST_WORDS)).find_map(|at| {
        let legal = plays(&pos, &tokens[at..])?;
        let behind = tokens[at..].iter().any(|token| token.kind == Word::Result);
        let all = limit < text.bytes.len() || behind;
        let bare = matches!(tokens[at].kind, Word::Number { .. } | Word::Move(_));
        (bare && legal >= if all { 1 } else { MOVES }).then(|| tokens[at].range().start)
    })
}

/// How many moves are legal from a position, as far as is looked; nothing where one is not.
pub(super) fn plays(pos: &Chess, tokens: &[Token]) -> Option<usize> {
    let mut pos = pos.clone();
    let mut moves = 0;
    for token in tokens {
        match token.kind {
            Word::Move(said) => {
                pos.play_unchecked(said.to_move(&pos).ok()?);
                moves += 1;
            }
            Word::Number { .. } | Word::Dots | Word::Nag | Word::Mark(_) => {}
            Word::Comment { .. } | Word::Result => break,
            _ => return None,
        }
        if moves == MOVES {
            break;
        }
    }
    Some(moves)
}

/// Mends the comment that a brace ends which closes nothing: braces are open inside it.
pub(super) fn nested(text: &Text, tokens: &[Token], index: usize) -> Option<Edit> {
    let bytes = &text.bytes;
    let token = &tokens[index];
    let end = token.range().end;
    if bytes[token.range().start] != b'}' {
        return None;
    }
    let outer =
        tokens[..index].iter().rev().take(MOST_WORDS).find_map(|token| match token.kind {
            Word::Comment { nested } => Some(token).filter(|_| nested),
            _ => None,
        })?;
    if end - outer.range().end >= MAX_NESTED {
        return None;
    }
    let range = outer.range().start..end;
    let inner = &bytes[range.start + 1..end - 1];
    let plain = inner.iter().map(|&b| match b {
        b'{' => b'(',
        b'}' => b')',
        b => b,
    });
    let new = [&b"{"[..], &plain.collect::<Vec<u8>>(), b"}"].concat();
    let note = Note::new(Kind::CommentNested, 0).change(text.shown(range.clone()), lossy(&new));
    Some(edit_at(range, new, note))
}
