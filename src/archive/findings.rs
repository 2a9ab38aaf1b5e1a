//! What a person should know about a game that stays as it is: wrong signs, wrong numbers, results
//! that contradict one another.

use shakmaty::Chess;

use super::{
    Scratch, at_ply,
    note::{Kind, Note},
    tags::lossy,
    walk::Doubt,
};
use crate::record::GameResult;

/// What a person should know about a game that stays as it is.
pub(super) fn findings(bytes: &[u8], line: u64, scratch: &Scratch, start: &Chess) -> Vec<Note> {
    let place = |at: usize| {
        // The caller that has no line wants offsets.
        if line == 0 {
            at as u64
        } else {
            line + memchr::memchr_iter(b'\n', &bytes[..at]).count() as u64
        }
    };
    let mut notes = doubts(bytes, scratch, start, place);
    let end = scratch.walk.result.map(|at| scratch.tokens[at as usize].range().start);
    let end = end.unwrap_or(bytes.len());
    let of_results = results(bytes, scratch).into_iter();
    notes.extend(of_results.map(|note| Note { line: place(end), ..note }));
    if scratch.walk.plies.is_empty() {
        notes.push(Note::new(Kind::NoMoves, place(end)));
    }
    notes
}

/// The first of each kind of words that say what is not so, and how many more there are.
fn doubts(
    bytes: &[u8],
    scratch: &Scratch,
    start: &Chess,
    place: impl Fn(usize) -> u64,
) -> Vec<Note> {
    let Scratch { tokens, walk, .. } = scratch;
    let mut notes = Vec::new();
    let mut told = [false; 3];
    for &(at, doubt) in &walk.doubts {
        let (slot, kind) = match doubt {
            Doubt::Check => (0, Kind::CheckSign),
            Doubt::Capture => (1, Kind::CaptureSign),
            Doubt::Number => (2, Kind::MoveNumber),
        };
        if std::mem::replace(&mut told[slot], true) {
            continue;
        }
        let more = walk.doubts.iter().filter(|(_, other)| *other == doubt).count() - 1;
        let token = &tokens[at as usize];
        let ply = walk.plies_before(at as usize);
        let mut note = Note::new(kind, place(token.range().start));
        note.before = lossy(&bytes[token.range()]);
        note = at_ply(note, start, ply);
        if more > 0 {
            note.message = format!("and {more} more");
        }
        notes.push(note);
    }
    notes
}

/// How the result of the movetext differs from the tag's, and from what stands on the board.
fn results(bytes: &[u8], scratch: &Scratch) -> Vec<Note> {
    let Scratch { head, tokens, walk } = scratch;
    let Some(movetext) = walk.result.map(|at| &bytes[tokens[at as usize].range()]) else {
        return Vec::new();
    };
    let mut notes = Vec::new();
    if let Some(tag) = head.range(bytes, b"Result")
        && bytes[tag.clone()] != *movetext
    {
        let said = lossy(&bytes[tag]);
        let message = format!("the tag says {said}, the movetext {}", lossy(movetext));
        notes.push(Note::new(Kind::ResultTag, 0).change(said, "").saying(message));
    }
    let claimed = Some(movetext).filter(|text| **text != *b"*");
    let claimed = claimed.and_then(|text| GameResult::from_token(&lossy(text)));
    if let (Some(outcome), Some(claimed)) = (walk.outcome, claimed)
        && outcome.to_string() != claimed.as_str()
    {
        let message = format!("the last position is {outcome}, the movetext says {claimed}");
        let note = Note::new(Kind::ResultBoard, 0).change(claimed.as_str(), "");
        notes.push(note.saying(message));
    }
    notes
}
