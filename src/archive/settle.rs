//! Main lines that can be played to their end in exactly one way: for these nothing has to be
//! searched.
//!
//! A move that is written as several legal ones are is the one with which all moves behind it are
//! legal.

use shakmaty::{Chess, Move, Position, san::SanPlus};

use super::{
    Scratch, at_ply, comments,
    edit::{Edit, Text},
    edit_at,
    lex::Token,
    mend::{self, SEVERAL},
    note::{Kind, Note},
    walk::{self, Doubt},
};
use crate::{
    notation::strict::{self, Why},
    numbering::MoveNumber,
};

/// Most ways to play on that are followed at a time; more settle nothing.
const MOST_WAYS: usize = 64;

/// How sure it is that a move is the only one with which all moves behind it are legal. The rest
/// is the chance that one of those is damaged, and legal all the same.
const DECIDED: f64 = 0.999;

/// How sure it is that a move was played that is the only one with which all moves behind it are
/// legal, where none is written.
const SUPPLIED: f64 = 0.99;
/// Most moves that are played in more than one way.
const MOST_BEHIND: usize = 1_000;
/// Fewest moves behind a missing one that tell which it was.
const FEWEST_BEHIND: usize = 8;
/// Longest word that may be two moves, in bytes.
const LONGEST_PAIR: usize = 16;

/// What is known of moves that are written as several legal ones are.
pub(super) enum Settled {
    /// There are none, or something else is wrong as well.
    Not,
    /// More than one of them goes with all moves behind.
    Open,
    /// Only one of them does.
    Decided(Vec<Edit>),
}

/// A way to play the words.
#[derive(Clone)]
struct Way {
    pos: Chess,
    /// The moves that were chosen: index of the word, the move, and how it is written in full.
    choices: Vec<(usize, Move, SanPlus)>,
}

impl Way {
    /// The move that was chosen for a word.
    fn choice(&self, word: usize) -> Option<Move> {
        self.choices.iter().find(|(at, ..)| *at == word).map(|&(_, m, _)| m)
    }
}

/// Plays a main line that breaks off at a word that several legal moves are written as.
pub(super) fn ambiguous(text: &Text, scratch: &Scratch, start: &Chess) -> Settled {
    if !scratch.walk.broken.is_some_and(|(_, why)| why == Why::Ambiguous) {
        return Settled::Not;
    }
    let said = scratch.said_behind().filter(|said| said.len() <= MOST_BEHIND);
    let Some(said) = said else { return Settled::Not };
    let passed = scratch.walk.plies.len();
    let first = Way { pos: walk::after(start, &scratch.walk.plies), choices: Vec::new() };
    let mut ways = vec![first];
    // Ways that ended, and the word at which they did.
    let mut ended: Vec<(usize, Way)> = Vec::new();
    for (at, &(_, said)) in said.iter().enumerate() {
        let mut next = Vec::new();
        for way in ways {
            let found = said.candidates(&way.pos);
            if found.is_empty() {
                ended.push((at, way));
                continue;
            }
            for &m in &found {
                let mut way = way.clone();
                if found.len() > 1 {
                    way.choices.push((at, m, SanPlus::from_move(way.pos.clone(), m)));
                }
                way.pos.play_unchecked(m);
                next.push(way);
            }
        }
        if next.is_empty() || next.len() > MOST_WAYS {
            return Settled::Not;
        }
        ways = next;
    }
    let [way] = &ways[..] else { return Settled::Open };
    let edit = |&(word, m, san): &(usize, Move, SanPlus)| {
        let others = ended.iter().filter(|(_, other)| other.choice(word).is_some_and(|o| o != m));
        let told_by = others.map(|(at, _)| *at).max().unwrap_or(word);
        let number = MoveNumber::of(start, (passed + told_by) as u32);
        let teller = text.shown(scratch.tokens[said[told_by].0 as usize].range());
        let range = scratch.tokens[said[word].0 as usize].range();
        let mut note = at_ply(Note::new(Kind::MoveCorrected, 0), start, passed + word)
            .change(text.shown(range.clone()), san.to_string())
            .saying(format!("{SEVERAL}; {number} {teller} tells which"));
        note.confidence = Some(DECIDED);
        let kept = mend::read_mark(DECIDED, &text.bytes[range.clone()]);
        mend::replaced(&text.bytes, range, &san, &kept, Some(note))
    };
    Settled::Decided(way.choices.iter().map(edit).collect())
}

/// Puts in the one move whose lack explains why a main line breaks off: the only one with which all
/// words behind it are legal as they are written.
pub(super) fn missing(text: &Text, scratch: &Scratch, start: &Chess) -> Option<Vec<Edit>> {
    let Some((at, Why::Illegal)) = scratch.walk.broken else { return None };
    let said = scratch.said_behind()?;
    if !(FEWEST_BEHIND..=MOST_BEHIND).contains(&said.len()) {
        return None;
    }
    let passed = scratch.walk.plies.len();
    let misnumbered = scratch.walk.doubts.iter().any(|(_, doubt)| *doubt == Doubt::Number);
    let behind = &scratch.tokens[at as usize..];
    if misnumbered || !walk::is_numbered(behind, start, passed + 1) {
        return None;
    }
    let pos = walk::after(start, &scratch.walk.plies);
    let plays_on = |m: &Move| {
        let mut pos = pos.clone();
        pos.play_unchecked(*m);
        said.iter().all(|(_, said)| {
            said.to_move(&pos).is_ok_and(|m| {
                pos.play_unchecked(m);
                true
            })
        })
    };
    let legal = pos.legal_moves();
    let mut found = legal.iter().copied().filter(plays_on);
    let m = found.next().filter(|_| found.next().is_none())?;
    let san = SanPlus::from_move(pos.clone(), m);
    let mut place = mend::number_before(text, scratch, scratch.tokens[at as usize].range().start);
    if pos.turn().is_black() {
        place.end = place.start;
    }
    let mut note = at_ply(Note::new(Kind::MoveSupplied, 0), start, passed)
        .change("", san.to_string())
        .saying("the only move with which those behind are legal");
    note.confidence = Some(SUPPLIED);
    Some(vec![mend::supplied(start, (passed, &san, SUPPLIED), place, note)])
}

/// The rest of a main line from a word on that is no move, or no legal one: the word, what follows
/// it, and the position before it.
fn broken_word<'a>(scratch: &'a Scratch, start: &Chess) -> Option<(usize, &'a [Token], Chess)> {
    let Scratch { tokens, walk, .. } = scratch;
    let first = *walk.words.first()? as usize;
    Some((first, &tokens[first + 1..], walk.before(start, first)))
}

/// Whether the words that follow are legal behind some moves, as far as is looked.
fn plays_on(pos: &Chess, moves: &[Move], behind: &[Token]) -> bool {
    let mut pos = pos.clone();
    moves.iter().for_each(|&m| pos.play_unchecked(m));
    comments::plays(&pos, behind).is_some()
}

/// The legal move that a word is, all of it.
fn whole_move(word: &[u8], pos: &Chess) -> Option<Move> {
    let (said, length) = strict::parse(word)?;
    said.to_move(pos).ok().filter(|_| length == word.len())
}

/// Parts two moves that are written as one word, where the game goes on behind them.
pub(super) fn glued(text: &Text, scratch: &Scratch, start: &Chess) -> Option<Edit> {
    let (first, behind, pos) = broken_word(scratch, start)?;
    let range = scratch.tokens[first].range();
    let word = &text.bytes[range.clone()];
    let parts = |at: &usize| {
        let m = whole_move(&word[..*at], &pos)?;
        let mut pos = pos.clone();
        pos.play_unchecked(m);
        whole_move(&word[*at..], &pos).map(|next| [m, next])
    };
    let fits = |at: &usize| parts(at).is_some_and(|moves| plays_on(&pos, &moves, behind));
    let mut found = (2..word.len().min(LONGEST_PAIR)).filter(fits);
    let at = found.next().filter(|_| found.next().is_none())?;
    let note = Note::new(Kind::Glued, 0).change(text.shown(range.clone()), "");
    Some(edit_at(range.start + at..range.start + at, b" ".to_vec(), note))
}
