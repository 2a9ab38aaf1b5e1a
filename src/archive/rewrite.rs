//! Writes the movetext of a game anew, where its moves were found but cannot be put in the place of
//! what stands there: words are torn by comments, or brackets do not match.
//!
//! Comments and glyphs stay where they stand between the moves. All else that is no move of the
//! game goes into comments, word for word.

use std::ops::Range;

use shakmaty::{Chess, Position};

use super::{
    Scratch,
    edit::{Edit, Text, comment},
    lex::{self, Kind as Word, Token},
    mend::{self, Change, Found},
    note::{Kind, Note},
    structure,
};
use crate::{numbering::MoveNumber, reconstruction::Unplaced};

/// Longest line, in bytes, as PGN wants it.
const WIDTH: usize = 79;

/// The edit that writes the movetext anew, and what is to be said beside it.
pub(super) fn movetext(
    text: &Text,
    scratch: &Scratch,
    start: &Chess,
    found: &Found,
) -> (Edit, Vec<Note>) {
    let bytes = &text.bytes;
    let range = scratch.head.moves_at..bytes.len();
    let mut lines = Lines::default();
    lines.put(&comment(Kind::Rewritten.as_str(), b""));
    let mut notes = vec![Note::new(Kind::Rewritten, text.line(range.start))];
    let mut pos = start.clone();
    let mut translated: Option<Note> = None;
    // What stands before it is written.
    let mut passed = range.start;
    let mut number_due = true;
    for (ply, placed) in found.game.moves.iter().enumerate() {
        let place = placed.entries.first().and_then(|entry| found.places[entry.entry].clone());
        if let Some(place) = place.clone().filter(|place| place.start >= passed) {
            number_due |= lines.between(&bytes[passed..place.start]);
            passed = place.end;
        }
        let number = MoveNumber::of(start, ply as u32);
        if number.color.is_white() || number_due {
            lines.put(number.to_string().as_bytes());
        }
        let at = text.line(place.map_or(passed, |place| place.start));
        let (mark, note) = match found.change(text, start, &pos, ply) {
            Change::None => (Vec::new(), None),
            Change::Translated => {
                let first = translated.is_none();
                let count = translated.get_or_insert_with(|| found.translated(text, ply));
                (Vec::new(), first.then(|| count.clone()))
            }
            Change::Corrected(note, mark) => (mark.trim_ascii().to_vec(), Some(note)),
            Change::Supplied(note) => {
                (mend::supplied_mark(placed.confidence).into_bytes(), Some(note))
            }
        };
        lines.put(placed.san.to_string().as_bytes());
        number_due = !mark.is_empty();
        lines.put(&mark);
        notes.extend(note.map(|note| Note { line: at, ..note }));
        pos.play_unchecked(placed.m);
    }
    lines.between(&bytes[passed..]);
    lines.put(&result(text, scratch));
    notes.extend(strays(text, found));
    let mut new = lines.written;
    new.push(b'\n');
    structure::end_with_blank_line(&mut new);
    (Edit { range, bytes: new, note: None }, notes)
}

/// What is said about entries that may be moves and are none of the game.
fn strays(text: &Text, found: &Found) -> Vec<Note> {
    let strays = found.game.unplaced.iter().filter(|stray| mend::is_dropped(stray));
    let note = |stray: &Unplaced| {
        let place = found.places[stray.entry.entry].as_ref();
        let line = text.line(place.map_or(0, |place| place.start));
        let mut note = Note::new(Kind::MoveDropped, line).change(stray.entry.text.as_str(), "");
        note.confidence = Some(mend::sure_without(&found.game, stray.entry.entry));
        note.saying(stray.reason.replace('-', " "))
    };
    strays.map(note).collect()
}

/// The last result that is written, or else that of the tag.
fn result(text: &Text, scratch: &Scratch) -> Vec<u8> {
    let bytes = &text.bytes;
    let last = scratch.tokens.iter().rev().find(|token| token.kind == Word::Result);
    match last {
        Some(token) => bytes[token.range()].to_vec(),
        None => structure::told_result(text, scratch).as_bytes().to_vec(),
    }
}

/// Words in lines of bounded width.
#[derive(Default)]
struct Lines {
    written: Vec<u8>,
    width: usize,
}

impl Lines {
    /// Puts a word behind those before it, be it nothing.
    fn put(&mut self, word: &[u8]) {
        if word.is_empty() {
            return;
        }
        let broken = self.width > 0 && self.width + 1 + word.len() > WIDTH;
        if self.width > 0 {
            self.written.push(if broken { b'\n' } else { b' ' });
        }
        self.written.extend(word);
        let last = word.iter().rev().take_while(|b| **b != b'\n').count();
        let joined = !broken && self.width > 0 && last == word.len();
        self.width = if joined { self.width + 1 + last } else { last };
    }

    /// Puts what stands between two moves: comments and glyphs as they are, all other words in
    /// comments, without numbers and results. Returns whether there is a comment.
    fn between(&mut self, gap: &[u8]) -> bool {
        let mut tokens = Vec::new();
        lex::lex(gap, 0, &mut tokens);
        let mut commented = false;
        let mut words: Option<Range<usize>> = None;
        let mut depth = 0_usize;
        let front = self.written.ends_with(b"}");
        for token in &tokens {
            match token.kind {
                Word::Open => depth += 1,
                Word::Close => depth = depth.saturating_sub(1),
                _ => {}
            }
            let inside = depth > 0 || token.kind == Word::Close;
            if !inside && (is_kept(token, gap, front) || is_bare(token)) {
                commented |= self.keep(gap, words.take());
                if !is_bare(token) {
                    self.put(&gap[token.range()]);
                    commented |= matches!(token.kind, Word::Comment { .. });
                }
            } else {
                let start = words.map_or(token.range().start, |words| words.start);
                words = Some(start..token.range().end);
            }
        }
        commented | self.keep(gap, words)
    }

    /// Puts words that are no moves of the game into a comment.
    fn keep(&mut self, gap: &[u8], words: Option<Range<usize>>) -> bool {
        let Some(words) = words else { return false };
        self.put(&comment(Kind::StrayText.as_str(), &gap[words]));
        true
    }
}

/// Whether a word stays as it is; glyphs only behind a move.
fn is_kept(token: &Token, gap: &[u8], front: bool) -> bool {
    match token.kind {
        Word::Comment { nested } => !nested,
        Word::Nag => !front && gap[token.range()].starts_with(b"$"),
        _ => false,
    }
}

/// Whether a word says nothing that is not written again.
fn is_bare(token: &Token) -> bool {
    matches!(token.kind, Word::Number { .. } | Word::Dots | Word::Result)
}
