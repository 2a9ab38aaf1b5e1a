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
    let Scratch { head, tokens, walk } = scratch;
    let mut notes = Vec::new();
    let place = |at: usize| {
        // The caller that has no line wants offsets.
        if line == 0 {
            at as u64
        } else {
            line + memchr::memchr_iter(b'\n', &bytes[..at]).count() as u64
        }
    };
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
    let movetext = walk.result.map(|at| &bytes[tokens[at as usize].range()]);
    let tag = head.range(bytes, b"Result");
    let end = walk.result.map_or(bytes.len(), |at| tokens[at as usize].range().start);
    if let (Some(movetext), Some(tag)) = (movetext, tag.clone()) {
        let said = &bytes[tag.clone()];
        if said != movetext {
            notes.push(
                Note::new(Kind::ResultTag, place(end)).change(lossy(said), "").saying(format!(
                    "the tag says {}, the movetext {}",
                    lossy(said),
                    lossy(movetext)
                )),
            );
        }
    }
    let claimed =
        movetext.filter(|text| *text != b"*").and_then(|text| GameResult::from_token(&lossy(text)));
    if let (Some(outcome), Some(claimed)) = (walk.outcome, claimed)
        && outcome.to_string() != claimed.as_str()
    {
        let note = Note::new(Kind::ResultBoard, place(end)).change(claimed.as_str(), "");
        notes.push(
            note.saying(format!("the last position is {outcome}, the movetext says {claimed}")),
        );
    }
    if walk.plies.is_empty() {
        notes.push(Note::new(Kind::NoMoves, place(end)));
    }
    notes
}
