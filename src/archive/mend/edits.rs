//! The edits that put a game in the place of what was written.

use std::ops::Range;

use shakmaty::{Chess, Color, Position, san::SanPlus};

use super::{Change, Found, HARMLESS, NO_MOVE, supplied_mark, sure_without};
use crate::{
    archive::{
        Scratch,
        edit::{Edit, Text},
        edit_at,
        lex::{Kind as Word, Token},
        note::{Kind, Note},
        structure,
    },
    numbering::MoveNumber,
    reconstruction::{Reconstruction, Unplaced},
};

/// The edits that put the game in the place of what was written; nothing where it is not found
/// where that stands.
pub(in crate::archive) fn edits(
    text: &Text,
    scratch: &Scratch,
    start: &Chess,
    found: &Found,
) -> Option<Vec<Edit>> {
    let game = &found.game;
    let places: Vec<Range<usize>> = found.places.iter().cloned().collect::<Option<_>>()?;
    let bytes = &text.bytes;
    let mut edits: Vec<Edit> = Vec::new();
    let mut translated: Vec<usize> = Vec::new();
    let mut pos = start.clone();
    for (ply, placed) in game.moves.iter().enumerate() {
        let range = placed.entries.first().map_or(0..0, |entry| places[entry.entry].clone());
        match found.change(text, start, &pos, ply) {
            Change::None => edits.extend(part(bytes, &range, text)),
            Change::Translated => translated.push(ply),
            Change::Corrected(note, kept) => {
                edits.push(replaced(bytes, range, &placed.san, &kept, Some(note)));
            }
            Change::Supplied(note) => {
                let place = missing_place(text, scratch, game, &places, ply, pos.turn());
                let supply = (ply, &placed.san, placed.confidence);
                edits.push(supplied(start, supply, place, note));
            }
        }
        pos.play_unchecked(placed.m);
    }
    edits.extend(translations(text, found, &places, &translated));
    edits.extend(dropped(text, scratch, game, &places));
    Some(edits)
}

/// Where a move is put in that nobody wrote: before the next one that is written, instead of its
/// number where that is the number of the missing move.
fn missing_place(
    text: &Text,
    scratch: &Scratch,
    game: &Reconstruction,
    places: &[Range<usize>],
    ply: usize,
    mover: Color,
) -> Range<usize> {
    let next = game.moves[ply..].iter().find_map(|placed| placed.entries.first());
    let at = next.map(|next| places[next.entry].start);
    let at = at.unwrap_or(text.bytes.trim_ascii_end().len());
    let beside = [ply.wrapping_sub(1), ply + 1].map(|ply| game.moves.get(ply));
    let alone = beside.iter().flatten().all(|beside| !beside.entries.is_empty());
    let place = number_before(text, scratch, at);
    if alone && mover.is_white() { place } else { place.start..place.start }
}

/// The edit that puts a move in that nobody wrote, at a place or instead of the number there.
pub(in crate::archive) fn supplied(
    start: &Chess,
    (ply, san, confidence): (usize, &SanPlus, f64),
    place: Range<usize>,
    note: Note,
) -> Edit {
    let number = MoveNumber::of(start, ply as u32);
    let mut new = format!("{number} {san} {} ", supplied_mark(confidence));
    if !place.is_empty() {
        new.push_str(&format!("{} ", number.after(1)));
    }
    edit_at(place, new.into_bytes(), note)
}

/// The number before the word `at`, which is Black's where one move of White is missing before it;
/// nothing of it where that holds more than a number.
pub(in crate::archive) fn number_before(text: &Text, scratch: &Scratch, at: usize) -> Range<usize> {
    let range = front(scratch, at)..at;
    let bare = |b: &u8| b.is_ascii_digit() || b.is_ascii_whitespace() || *b == b'.';
    let all = text.bytes[range.clone()].iter().all(bare);
    if all { range } else { range.start..range.start }
}

/// Puts moves that were read in another language or notation into English letters; all of them
/// are one repair, which stands at the first.
fn translations(text: &Text, found: &Found, places: &[Range<usize>], plies: &[usize]) -> Vec<Edit> {
    let mark = format!(" {{[%repair translated \"{}\"]}}", found.style());
    let edit = |(at, &ply): (usize, &usize)| {
        let placed = &found.game.moves[ply];
        let range = placed.entries.first().map_or(0..0, |entry| places[entry.entry].clone());
        let note = (at == 0).then(|| {
            let note = found.translated(text, ply);
            let message = format!("{} {}", plies.len(), note.message);
            note.saying(message)
        });
        let mark = if at == 0 { mark.as_bytes() } else { b"" };
        replaced(&text.bytes, range, &placed.san, mark, note)
    };
    plies.iter().enumerate().map(edit).collect()
}

/// Puts words that stand for no move into comments, those that follow one another into one.
fn dropped(
    text: &Text,
    scratch: &Scratch,
    game: &Reconstruction,
    places: &[Range<usize>],
) -> Vec<Edit> {
    let mut runs: Vec<(Range<usize>, Kind, &str, Option<f64>)> = Vec::new();
    for Unplaced { entry, reason } in &game.unplaced {
        let range = places[entry.entry].clone();
        let index = scratch.tokens.partition_point(|token| token.range().end <= range.start);
        let is_result =
            |token: &Token| token.kind == Word::Result && token.range().contains(&range.start);
        if range.is_empty() || scratch.tokens.get(index).is_some_and(is_result) {
            continue;
        }
        let kind = if HARMLESS.contains(reason) { Kind::StrayText } else { Kind::MoveDropped };
        let sure = (*reason == NO_MOVE).then(|| sure_without(game, entry.entry));
        match runs.last_mut() {
            Some((last, same, ..))
                if *same == kind
                    && last.end <= range.start
                    && text.bytes[last.end..range.start].trim_ascii().is_empty() =>
            {
                last.end = range.end;
            }
            _ => runs.push((range, kind, reason, sure)),
        }
    }
    let edit = |(range, kind, reason, sure): (Range<usize>, Kind, &str, Option<f64>)| {
        let new = spaced(&text.bytes, &range, structure::kept(kind, text, range.clone()));
        let note = Note::new(kind, 0).change(text.shown(range.clone()), "");
        let note = Note { confidence: sure, ..note.saying(reason.replace('-', " ")) };
        edit_at(range, new, note)
    };
    runs.into_iter().map(edit).collect()
}

/// A SAN move in the place of a written one, with the annotator's signs kept.
pub(in crate::archive) fn replaced(
    bytes: &[u8],
    range: Range<usize>,
    san: &SanPlus,
    comment: &[u8],
    note: Option<Note>,
) -> Edit {
    let sign = |b: &&u8| matches!(b, b'!' | b'?');
    let inside = bytes[range.clone()].iter().rev().take_while(sign).count();
    let behind = bytes[range.end..].iter().take_while(sign).count();
    let signs = &bytes[range.end - inside..range.end + behind];
    let range = range.start..range.end + behind;
    let new = [san.to_string().as_bytes(), signs, comment].concat();
    Edit { bytes: spaced(bytes, &range, new), range, note }
}

/// The new bytes with blanks where they would touch other words.
fn spaced(bytes: &[u8], range: &Range<usize>, mut new: Vec<u8>) -> Vec<u8> {
    let word = |b: &u8| b.is_ascii_alphanumeric() || *b >= 0x80 || matches!(b, b'+' | b'#' | b'=');
    if range.start > 0 && bytes.get(range.start - 1).is_some_and(word) {
        new.insert(0, b' ');
    }
    if bytes.get(range.end).is_some_and(|b| b.is_ascii_alphanumeric() || *b >= 0x80) {
        new.push(b' ');
    }
    new
}

/// Parts a move that is right from the word behind it.
fn part(bytes: &[u8], range: &Range<usize>, text: &Text) -> Option<Edit> {
    let end = range.end;
    let glued = bytes.get(end).is_some_and(|b| b.is_ascii_alphanumeric() || *b >= 0x80);
    glued.then(|| {
        let note = Note::new(Kind::Glued, 0).change(text.shown(range.clone()), "");
        edit_at(end..end, b" ".to_vec(), note)
    })
}

/// The place before the move number that announces the word at `at`.
fn front(scratch: &Scratch, at: usize) -> usize {
    let tokens = &scratch.tokens;
    let index = tokens.partition_point(|token| token.range().start < at);
    let bare =
        |token: &&Token| matches!(token.kind, Word::Number { .. } | Word::Dots | Word::Result);
    let numbers = tokens[..index].iter().rev().take_while(bare);
    numbers.last().map_or(at, |token| token.range().start)
}
