//! Mends the moves of a main line.
//!
//! 1. The game is searched, and judged by what it leaves aside.
//! 2. What becomes of the word for each of its moves is decided (`change`): it stays, is put into
//!    English letters, or is corrected; or a move is supplied.
//! 3. The moves are put where the damaged ones stand (`edits`).

use std::ops::Range;

use shakmaty::Chess;

mod change;
mod edits;

pub(super) use self::{
    change::{Change, SEVERAL, read_mark, supplied_mark},
    edits::{edits, number_before, replaced, supplied},
};
use super::{
    Options, Reject, Scratch, at_ply,
    edit::{Edit, Text},
    lex::{Kind as Word, Token},
    note::{Kind, Note},
    places::places,
};
use crate::{
    notation::{names_square, strict::Said},
    read,
    reconstruction::{Finding, Origin, PlacedMove, Reconstruction, Unplaced},
    record::Record,
    search::Reconstructor,
};

/// Reasons of entries that belong to no move and are no loss.
const HARMLESS: [&str; 3] = ["blank", "result", "aside"];
/// The reason of an entry that may be a move and is none of the game.
const NO_MOVE: &str = "no-move";
/// Most entries that may be moves and are none of the game.
const MOST_STRAYS: usize = 3;
/// The most that is believed of what can be explained in another way as well.
pub(super) const UNSURE: f64 = 0.5;

/// The game behind a main line that cannot be played.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) game: Reconstruction,
    /// The bytes of each entry; nothing where they are not found.
    pub(super) places: Vec<Option<Range<usize>>>,
    /// Several moves are written the same way, and the moves behind do not tell which it was.
    pub(super) open: bool,
}

/// Searches the game.
pub(super) fn find(
    text: &Text,
    scratch: &Scratch,
    start: &Chess,
    reconstructor: &Reconstructor,
) -> Result<Found, Reject> {
    let null = |token: &Token| token.kind == Word::Move(Said::Null);
    if let Some((at, _)) = scratch.walk.broken
        && scratch.walk.words.first() == Some(&at)
        && null(&scratch.tokens[at as usize])
    {
        return Err(Reject::new(Kind::NullMove, "the main line is an analysis, not a game"));
    }
    let failed = |why: &str| Reject::new(Kind::NotExplained, why);
    let (records, decoded) = read::pgn_games(&text.bytes).map_err(|_| failed("it is no text"))?;
    let filled = |record: &&Record| record.sheets.iter().any(|sheet| !sheet.entries.is_empty());
    let mut records = records.iter().filter(filled);
    let (Some(record), None) = (records.next(), records.next()) else {
        return Err(failed("its moves are not those of one game"));
    };
    let entries = &record.sheets[0].entries;
    let game = reconstructor.legal_game(record);
    judge(&game).map_err(|reject| placed(reject, text, scratch, start))?;
    let written = |unplaced: &&Unplaced| {
        HARMLESS.contains(&unplaced.reason) && names_square(&unplaced.entry.text)
    };
    if let Some(lost) = game.unplaced.iter().find(written) {
        return Err(failed(&format!("\"{}\" belongs to no move of the game", lost.entry.text)));
    }
    if !game.moves.iter().filter_map(written_at).is_sorted() {
        return Err(failed("its moves stand in another order than they were played"));
    }
    let places = places(&text.bytes, &decoded, entries);
    Ok(Found { game, places, open: false })
}

/// Fails where an edit is not as sure as is asked for.
pub(super) fn check_edits(text: &Text, edits: &[Edit], options: &Options) -> Result<(), Reject> {
    check_notes(edits.iter().filter_map(|edit| edit.note.as_ref()), options).map_err(|mut told| {
        let same = |note: &Note| note.ply == told.0.ply && note.confidence == told.0.confidence;
        let edit = edits.iter().find(|edit| edit.note.as_ref().is_some_and(same));
        told.0.line = edit.map_or(0, |edit| text.line(edit.range.start));
        told
    })
}

/// Fails where a repair is not as sure as is asked for.
pub(super) fn check_notes<'a>(
    notes: impl Iterator<Item = &'a Note>,
    options: &Options,
) -> Result<(), Reject> {
    let confidence = |note: &Note| note.confidence.unwrap_or(1.0);
    let doubtful = notes.filter(|note| confidence(note) < options.min_confidence);
    let least = doubtful.min_by(|a, b| confidence(a).total_cmp(&confidence(b)));
    let Some(note) = least else { return Ok(()) };
    let mut told = Note { kind: Kind::TooDoubtful, ..note.clone() };
    if told.message.is_empty() {
        "not sure enough".clone_into(&mut told.message);
    }
    Err(Reject(Box::new(told)))
}

/// The entry that says a move.
fn written_at(placed: &PlacedMove) -> Option<usize> {
    placed.entries.first().map(|entry| entry.entry)
}

/// The reason with the word that is no legal move.
fn placed(Reject(mut note): Reject, text: &Text, scratch: &Scratch, start: &Chess) -> Reject {
    if let Some((at, _)) = scratch.walk.broken {
        let range = scratch.tokens[at as usize].range();
        note.line = text.line(range.start);
        note.before = text.shown(range);
        note = Box::new(at_ply(*note, start, scratch.walk.plies.len()));
    }
    Reject(note)
}

/// Whether a game may take the place of its record.
fn judge(game: &Reconstruction) -> Result<(), Reject> {
    let told = game.findings.iter().find(|finding| finding.code != Finding::GAP);
    let fail = || {
        let why = told.map_or("no legal game fits", |finding| &*finding.message);
        Err(Reject::new(Kind::NotExplained, why))
    };
    if game.moves.is_empty() {
        return fail();
    }
    if game.complete {
        return Ok(());
    }
    // Some stray moves are no reason to lose a game that is sure without them.
    let stray = |unplaced: &&Unplaced| unplaced.reason == NO_MOVE;
    let strays = game.unplaced.iter().filter(stray).count();
    let lost = |unplaced: &Unplaced| {
        !HARMLESS.contains(&unplaced.reason) && !matches!(unplaced.reason, NO_MOVE | "duplicate")
    };
    let whole = told.is_none_or(|finding| finding.code == Finding::PARTIAL);
    if !whole || strays == 0 || strays > MOST_STRAYS || game.unplaced.iter().any(lost) {
        return fail();
    }
    Ok(())
}

/// How sure it is that an entry belongs to no move: as sure as the moves around it, where these are
/// written as they were played, and not at all otherwise.
pub(super) fn sure_without(game: &Reconstruction, entry: usize) -> f64 {
    let behind = game.moves.iter().position(|placed| written_at(placed) > Some(entry));
    let behind = behind.unwrap_or(game.moves.len());
    // A supplied move belongs to those before it.
    let behind = game.moves[..behind].iter().rposition(|placed| written_at(placed).is_some());
    let behind = behind.map_or(0, |last| last + 1);
    let around = behind.saturating_sub(2)..(behind + 2).min(game.moves.len());
    let sure = |placed: &PlacedMove| match placed.origin {
        Origin::Read => placed.confidence,
        _ => UNSURE.min(placed.confidence),
    };
    game.moves[around].iter().map(sure).fold(1.0, f64::min)
}

/// Whether an entry may be a move and is none of the game, or is one that is written twice.
pub(super) fn is_dropped(unplaced: &Unplaced) -> bool {
    !HARMLESS.contains(&unplaced.reason)
}
