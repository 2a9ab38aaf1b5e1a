//! What becomes of the word for each move of a game that was searched.

use shakmaty::Chess;

use super::{Found, UNSURE};
use crate::{
    archive::{
        at_ply,
        edit::{Text, safe},
        note::{Kind, Note},
        tags::lossy,
    },
    notation::strict::{self, Why},
    reconstruction::{Origin, PlacedMove, Reconstruction},
    write::is_clear,
};

/// Most moves, one behind the other, that are supplied.
const LONGEST_GAP: usize = 3;
/// What is said of a move that is written as others are.
pub(in crate::archive) const SEVERAL: &str = "several legal moves are written so";
const UNDECIDED: &str =
    "several legal moves are written so, and the moves behind do not tell which";

/// What becomes of the word for a move.
pub(in crate::archive) enum Change {
    /// It stays.
    None,
    /// Another language or notation becomes English.
    Translated,
    /// It was damaged; with the comment that keeps it.
    Corrected(Note, Vec<u8>),
    /// Nothing is written.
    Supplied(Note),
}

impl Found {
    /// What becomes of the word for a ply, which is played in `pos`.
    pub(in crate::archive) fn change(
        &self,
        text: &Text,
        start: &Chess,
        pos: &Chess,
        ply: usize,
    ) -> Change {
        let placed = &self.game.moves[ply];
        let note = |kind| {
            let mut note = at_ply(Note::new(kind, 0), start, ply);
            note.confidence = Some(placed.confidence);
            note
        };
        let Some(entry) = placed.entries.first() else {
            let mut note = note(Kind::MoveSupplied).change("", placed.san.to_string());
            if let Some(doubt) = self.doubt_of_supplied(text, ply) {
                note.confidence = Some(placed.confidence.min(UNSURE));
                doubt.clone_into(&mut note.message);
            }
            return Change::Supplied(note);
        };
        let range = self.places[entry.entry].clone();
        let written = range.map_or(entry.text.as_bytes(), |range| &text.bytes[range]);
        let said = strict::parse(written).map(|(said, _)| said.to_move(pos));
        let ambiguous = said == Some(Err(Why::Ambiguous));
        if said == Some(Ok(placed.m)) {
            Change::None
        } else if is_foreign(&self.game)
            && placed.origin == Origin::Read
            && is_clear(placed)
            && !ambiguous
        {
            Change::Translated
        } else {
            let mut note = note(Kind::MoveCorrected).change(lossy(written), placed.san.to_string());
            if ambiguous {
                let words = if self.open { UNDECIDED } else { SEVERAL };
                words.clone_into(&mut note.message);
            }
            Change::Corrected(note, read_mark(placed.confidence, written))
        }
    }

    /// Why a move that nobody wrote is less sure than the search has it.
    fn doubt_of_supplied(&self, text: &Text, ply: usize) -> Option<&'static str> {
        if self.is_beside_a_change(ply) {
            Some("the move beside it is changed as well")
        } else if self.is_in_a_run(ply) {
            Some("too many moves are missing")
        } else {
            let closed = text.notes.iter().any(|note| note.kind == Kind::CommentOpen);
            closed.then_some("it may stand in the comment that was closed")
        }
    }

    /// Whether a ply is one of more missing ones than are supplied.
    fn is_in_a_run(&self, ply: usize) -> bool {
        let missing = |placed: &&PlacedMove| placed.origin == Origin::Supplied;
        let (before, behind) = self.game.moves.split_at(ply);
        let run = before.iter().rev().take_while(missing).count();
        run + behind.iter().take_while(missing).count() > LONGEST_GAP
    }

    /// Whether a move before or behind a ply is another one than stands there, although that is
    /// written like a move: what is missing may be another move then.
    fn is_beside_a_change(&self, ply: usize) -> bool {
        let beside = [ply.checked_sub(1), Some(ply + 1)].into_iter().flatten();
        beside.filter_map(|ply| self.game.moves.get(ply)).any(|placed| {
            placed.origin == Origin::Corrected
                && placed.entries.iter().any(|entry| {
                    let word = entry.text.as_bytes();
                    strict::parse(word).is_some_and(|(_, length)| length == word.len())
                })
        })
    }

    /// The notation and the language of the game.
    pub(super) fn style(&self) -> String {
        let style = self.game.styles.first();
        style.map_or_else(String::new, |style| format!("{} {}", style.notation, style.language))
    }

    /// What is said of moves that are put into English letters, the first of which is that of
    /// `ply`.
    pub(in crate::archive) fn translated(&self, text: &Text, ply: usize) -> Note {
        let placed = &self.game.moves[ply];
        let place = placed.entries.first().and_then(|entry| self.places[entry.entry].clone());
        let before = place.map_or_else(String::new, |place| text.shown(place));
        let mut note = Note::new(Kind::Translated, 0)
            .change(before, placed.san.to_string())
            .saying(format!("moves from {}", self.style()));
        note.confidence = self.game.styles.first().map(|style| style.probability);
        note
    }
}

/// Whether a game is written in another language or notation than PGN's.
fn is_foreign(game: &Reconstruction) -> bool {
    game.styles.iter().any(|style| style.language != "en" || style.notation != "algebraic")
}

/// The comment that keeps what was read for a move.
pub(in crate::archive) fn read_mark(confidence: f64, written: &[u8]) -> Vec<u8> {
    let kept = safe(written);
    [b" {[%conf ", shown(confidence).as_bytes(), b"] [%read \"", kept.trim_ascii(), b"\"]}"]
        .concat()
}

/// The comment that says that nothing is written for a move.
pub(in crate::archive) fn supplied_mark(confidence: f64) -> String {
    format!("{{[%conf {}] [%origin supplied]}}", shown(confidence))
}

/// A probability with two decimals. What is not certain is never shown as 1.00.
fn shown(probability: f64) -> String {
    format!("{:.2}", probability.min(0.99))
}
