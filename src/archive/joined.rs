//! Moves that damage has torn in two: by a line end or a blank, or by a sign that begins a comment
//! or a bracket, which takes what stands behind it out of the game.

use std::{cmp::Reverse, ops::Range};

use shakmaty::Chess;

use super::{
    Scratch, comments,
    edit::{Edit, Text, comment},
    edit_at,
    lex::{self, Kind as Word, Token},
    note::{Kind, Note},
    start::Start,
    structure,
    walk::{Doubt, Walk},
};
use crate::notation::strict;

/// Most moves of a game that are joined.
pub(super) const MOST: usize = 16;
/// Words behind a sign that have to be those of movetext.
const WORDS: usize = 3;
/// How far behind a sign is looked, in bytes.
const WINDOW: usize = 400;
/// Most parts that the second half of a move is taken for.
const PARTS: usize = 2;
/// Most words that are looked at to see how far moves can be played.
const FARTHEST: usize = 1_000;

/// The next torn move, put together.
pub(super) fn next(text: &Text, scratch: &Scratch, start: &Chess) -> Option<Edit> {
    sign(text, scratch, start).or_else(|| torn(text, scratch, start))
}

/// Indices of the words that stand in no variation.
pub(super) fn main_line(tokens: &[Token]) -> impl Iterator<Item = usize> + '_ {
    let mut depth = 0_usize;
    tokens.iter().enumerate().filter_map(move |(index, token)| {
        let outside = depth == 0;
        match token.kind {
            Word::Open => depth += 1,
            Word::Close => depth -= 1,
            _ => {}
        }
        outside.then_some(index)
    })
}

/// Joins a move in which there is a sign that begins a comment or a bracket, or ends one: `N;f3`,
/// `Nf{3`. What stands behind the sign is movetext again.
fn sign(text: &Text, scratch: &Scratch, start: &Chess) -> Option<Edit> {
    let Scratch { tokens, walk, .. } = scratch;
    let whole = structure::is_whole(scratch) && walk.result.is_some();
    main_line(tokens).filter(|&index| index > 0).find_map(|index| {
        let (front, sign) = (&tokens[index - 1], &tokens[index]);
        if front.end != sign.start || !hides(sign) {
            return None;
        }
        let at = sign.range().start + 1;
        let end = text.bytes.len().min(at + WINDOW);
        let joined = [&text.bytes[front.range()], &text.bytes[at..end]].concat();
        let mut words = Vec::new();
        lex::lex(&joined, 0, &mut words);
        let first = words.first().filter(|first| matches!(first.kind, Word::Move(_)))?;
        let front_length = front.range().len();
        let rest = &joined[front_length..first.range().end.max(front_length)];
        let plays = || comments::plays(&walk.before(start, index - 1), &words).is_some();
        let torn = match front.kind {
            Word::Word => true,
            // A whole comment behind a novelty may begin with a move.
            Word::Mark(_) => {
                let told = whole && matches!(sign.kind, Word::Comment { .. });
                !is_glyph(tokens, index - 1) || !told && plays()
            }
            // A move with a comment glued to it is whole already.
            Word::Move(_) => !whole && strict::parse(rest).is_none() && plays(),
            _ => false,
        };
        if rest.is_empty() || !is_movetext(&joined, &words[1..]) || !torn {
            return None;
        }
        let word = &joined[first.range()];
        Some(joining(text, front.range().start..at + rest.len(), word))
    })
}

/// Whether a sign takes what stands behind it out of the game, or may have done so.
fn hides(sign: &Token) -> bool {
    matches!(
        sign.kind,
        Word::LineComment
            | Word::Unclosed
            | Word::Comment { .. }
            | Word::Bracketed
            | Word::Open
            | Word::Stray
    )
}

/// Whether the first words are those of movetext.
fn is_movetext(bytes: &[u8], words: &[Token]) -> bool {
    let mut first = words.iter().take(WORDS);
    first.all(|token| token.kind != Word::Word || may_be_move(&bytes[token.range()]))
}

/// Whether a word is the beginning of a move, or a damaged one, rather than one of prose.
fn may_be_move(word: &[u8]) -> bool {
    matches!(word, [b'b'..=b'h'])
        || word.iter().any(|b| b.is_ascii_uppercase() || b.is_ascii_digit())
}

/// The edit that puts a move together.
fn joining(text: &Text, range: Range<usize>, word: &[u8]) -> Edit {
    let note =
        Note::new(Kind::Torn, 0).change(text.shown(range.clone()), String::from_utf8_lossy(word));
    let mark = comment(Kind::Torn.as_str(), &text.bytes[range.clone()]);
    edit_at(range, [word, b" ", &mark].concat(), note)
}

/// What joining a word with the one behind it would give.
struct Halves {
    /// The bytes of both.
    range: Range<usize>,
    word: Vec<u8>,
    /// How far the game goes on with the move.
    joined: Far,
    /// How far it goes on with the second half alone.
    alone: Far,
}

/// How far words can be played: moves, and those among them that say what is not so.
type Far = (usize, Reverse<usize>);

fn far(text: &Text, pos: &Chess, tokens: &[Token]) -> Far {
    let mut walk = Walk::default();
    let start = Start { pos: pos.clone(), ..Start::default() };
    walk.play(&start, &text.bytes, &tokens[..tokens.len().min(FARTHEST)]);
    let end = walk.words.first().copied().unwrap_or(u32::MAX);
    let doubts = walk.doubts.iter().filter(|(at, doubt)| *at < end && *doubt != Doubt::Number);
    (walk.plies.partition_point(|(at, _)| *at < end), Reverse(doubts.count()))
}

/// The words that may be the first half of a torn move: the letter of a piece that is a sign of
/// judgement as well, and the first word that is no legal move.
fn halved(text: &Text, scratch: &Scratch) -> impl Iterator<Item = usize> {
    let Scratch { tokens, walk, .. } = scratch;
    let first = walk.words.first().map_or(tokens.len(), |&at| at as usize);
    let found = main_line(tokens).take_while(move |at| *at <= first);
    found.filter(move |&at| at == first || is_letter(text, &tokens[at])).take(MOST)
}

/// Whether a sign of judgement is the letter of a piece as well.
fn is_letter(text: &Text, token: &Token) -> bool {
    let letter = matches!(text.bytes[token.range()], [b'N' | b'B' | b'R' | b'Q' | b'K']);
    letter && matches!(token.kind, Word::Mark(_))
}

/// Joins a move that is torn in two, where the game goes on behind it.
fn torn(text: &Text, scratch: &Scratch, start: &Chess) -> Option<Edit> {
    halved(text, scratch).find_map(|index| {
        let halves = halves(text, scratch, start, index)?;
        let better = match is_glyph(&scratch.tokens, index) {
            true => halves.joined > halves.alone,
            false => halves.joined >= halves.alone,
        };
        better.then(|| joining(text, halves.range, &halves.word))
    })
}

/// Whether a word is a sign of judgement with a move before it.
fn is_glyph(tokens: &[Token], index: usize) -> bool {
    let is_sign = |token: &&Token| matches!(token.kind, Word::Nag | Word::Mark(_));
    let before = tokens[..index].iter().rev().find(|token| !is_sign(token));
    let numbered = |token: &Token| matches!(token.kind, Word::Number { .. } | Word::Dots);
    matches!(tokens[index].kind, Word::Mark(_)) && before.is_some_and(|token| !numbered(token))
}

/// Signs of judgement that may as well be the letter of the piece that moves to the square behind
/// them.
pub(super) fn open(text: &Text, scratch: &Scratch, start: &Chess) -> Vec<usize> {
    let signs = halved(text, scratch).filter(|&index| is_glyph(&scratch.tokens, index));
    let is_open = |&index: &usize| {
        halves(text, scratch, start, index).is_some_and(|found| found.joined == found.alone)
    };
    signs.filter(is_open).collect()
}

/// A word and the one behind it, where they may be one move.
fn halves(text: &Text, scratch: &Scratch, start: &Chess, index: usize) -> Option<Halves> {
    let tokens = &scratch.tokens;
    let (front, rest) = (tokens.get(index)?, tokens.get(index + 1)?);
    let gap = &text.bytes[front.range().end..rest.range().start];
    if gap.is_empty() || !gap.trim_ascii().is_empty() || rest.kind == Word::Result {
        return None;
    }
    // `8c6` is taken for a number and a move.
    (1..=PARTS).find_map(|parts| {
        let parts = tokens.get(index + 1..=index + parts)?;
        if !parts.windows(2).all(|pair| pair[0].end == pair[1].start) {
            return None;
        }
        let second = rest.range().start..parts.last()?.range().end;
        let word = [&text.bytes[front.range()], &text.bytes[second.clone()]].concat();
        let (said, length) = strict::parse(&word)?;
        if length < word.len() {
            return None;
        }
        let pos = scratch.walk.before(start, index);
        let mut whole = vec![Token { kind: Word::Move(said), ..*parts.last()? }];
        whole.extend(&tokens[index + parts.len() + 1..]);
        comments::plays(&pos, &whole)?;
        let joined = far(text, &pos, &whole);
        let alone = far(text, &pos, &tokens[index + 1..]);
        Some(Halves { range: front.range().start..second.end, word, joined, alone })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The words that are put together, one after another.
    fn joined(movetext: &str) -> Vec<String> {
        let mut text = Text::new(movetext.as_bytes().to_vec(), 1);
        let mut scratch = Scratch::default();
        let start = Start::default();
        scratch.look(&text, &start);
        let mut found = Vec::new();
        while let Some(edit) = next(&text, &scratch, &start.pos) {
            found.push(edit.note.as_ref().map_or_else(String::new, |note| note.after.clone()));
            text.apply(vec![edit]);
            scratch.look(&text, &start);
        }
        found
    }

    #[test]
    fn a_sign_inside_a_move_hides_nothing() {
        for (movetext, want) in [
            ("1. e4 e5 2. N;f3 Nc6 3. Bb5 a6 1-0\n", "Nf3"),
            ("1. e4 e5 2. N{f3 Nc6 {good} 3. Bb5 a6 1-0", "Nf3"),
            ("1. e4 e;5 2. Nf{3 Nc6 3. B(b5 a[6 4. O-O;-O 1-0", "e5 Nf3 a6 Bb5"),
            ("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O;-O Nf6 1-0", "O-O"),
            ("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. N;c3 1-0", "Nc3"),
            ("1. e4 e5 2. Nf3 N(f6 3. d4 d6 4. Nc3 1-0", "Nf6"),
            // Comments stay comments.
            ("1. e4 e5;the usual\n2. Nf3 Nc6 3. Qh7 1-0", ""),
            ("1. e4{e5 is best} c5 2. Nf3 d6 3. Qh7 1-0", ""),
            ("1. e4 e5 2. Nf3 N{f6 was played before} 3. d4 exd4 1-0", ""),
            ("1. e4 e5 2. Nf3 d6 N{f6 3. d4 exd4 4. e5} 3. d4 exd4 1-0", ""),
        ] {
            assert_eq!(joined(movetext).join(" "), want, "{movetext}");
        }
    }

    #[test]
    fn halves_are_joined_where_the_game_goes_on() {
        for (movetext, want) in [
            ("1. e4 e5 2. N\nf3 Nc6 3. Bb5 a6 1-0", "Nf3"),
            ("1. e4 c5 2. N c3 Nc6 3. Bb5 N\nd4 4. Bc4 e6 1-0", "Nd4 Nc3"),
            ("1. e4 c5 2. N\n1f3 d6 1-0", "N1f3"),
            ("1. e4 c5 2. Ne2 d6 3. N\n2c3 e5 4. Bc4 1-0", "N2c3"),
            ("1. d4 d5 2. c4 e6 3. Bg 5 Nf6 1-0", "Bg5"),
            ("1. e4 e5 2. Bc4 Nc6 3. B\nb3 a6 1-0", "Bb3"),
            // A novelty, as the moves behind show; and one that may be either.
            ("1. e4 e5 2. Nf3 N f6 3. d4 Nc6 4. d5 gxf6 1-0", ""),
            ("1. e4 e5 2. Nf3 N f6 3. d4 d6 1-0", ""),
        ] {
            assert_eq!(joined(movetext).join(" "), want, "{movetext}");
        }
    }
}
