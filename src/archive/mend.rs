//! Mends the moves of a main line: searches the game, then puts its moves where the damaged ones
//! stand.

use std::ops::Range;

use shakmaty::{Chess, Position, san::SanPlus};

use super::{
    Options, Reject, Scratch, at_ply,
    edit::{Edit, Text, safe},
    edit_at,
    lex::{Kind as Word, Token},
    note::{Kind, Note},
    places::places,
    structure,
    tags::lossy,
};
use crate::{
    notation::{
        names_square,
        strict::{self, Said, Why},
    },
    numbering::MoveNumber,
    read,
    reconstruction::{Finding, Origin, PlacedMove, Reconstruction, Unplaced},
    record::Record,
    search::Reconstructor,
    write::is_clear,
};

/// Reasons of entries that belong to no move and are no loss.
const HARMLESS: [&str; 3] = ["blank", "result", "aside"];
/// The reason of an entry that may be a move and is none of the game.
const NO_MOVE: &str = "no-move";
/// Most entries that may be moves and are none of the game.
const MOST_STRAYS: usize = 3;
/// The most that is believed of what can be explained in another way as well.
pub(super) const UNSURE: f64 = 0.5;
/// Most moves, one behind the other, that are supplied.
const LONGEST_GAP: usize = 3;
/// What is said of a move that is written as others are.
pub(super) const SEVERAL: &str = "several legal moves are written so";
const UNDECIDED: &str =
    "several legal moves are written so, and the moves behind do not tell which";

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

/// What becomes of the word for a move.
pub(super) enum Change {
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
    pub(super) fn change(&self, text: &Text, start: &Chess, pos: &Chess, ply: usize) -> Change {
        let placed = &self.game.moves[ply];
        let note = |kind| {
            let mut note = at_ply(Note::new(kind, 0), start, ply);
            note.confidence = Some(placed.confidence);
            note
        };
        let Some(entry) = placed.entries.first() else {
            let mut note = note(Kind::MoveSupplied).change("", placed.san.to_string());
            if self.is_beside_a_change(ply) {
                note.confidence = Some(placed.confidence.min(UNSURE));
                "the move beside it is changed as well".clone_into(&mut note.message);
            } else if self.is_in_a_run(ply) {
                note.confidence = Some(placed.confidence.min(UNSURE));
                "too many moves are missing".clone_into(&mut note.message);
            } else if text.notes.iter().any(|note| note.kind == Kind::CommentOpen) {
                note.confidence = Some(placed.confidence.min(UNSURE));
                "it may stand in the comment that was closed".clone_into(&mut note.message);
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
}

impl Found {
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
}

/// The comment that keeps what was read for a move.
pub(super) fn read_mark(confidence: f64, written: &[u8]) -> Vec<u8> {
    let kept = safe(written);
    [b" {[%conf ", shown(confidence).as_bytes(), b"] [%read \"", kept.trim_ascii(), b"\"]}"]
        .concat()
}

/// The edits that put the game in the place of what was written; nothing where it is not found
/// where that stands.
pub(super) fn edits(
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
                let next = game.moves[ply..].iter().find_map(|placed| placed.entries.first());
                let at = next.map(|next| places[next.entry].start);
                let at = at.unwrap_or(bytes.trim_ascii_end().len());
                let beside = [ply.wrapping_sub(1), ply + 1].map(|ply| game.moves.get(ply));
                let alone = beside.iter().flatten().all(|beside| !beside.entries.is_empty());
                let mut place = number_before(text, scratch, at);
                if !alone || pos.turn().is_black() {
                    place.end = place.start;
                }
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

/// The edit that puts a move in that nobody wrote, at a place or instead of the number there.
pub(super) fn supplied(
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
pub(super) fn number_before(text: &Text, scratch: &Scratch, at: usize) -> Range<usize> {
    let range = front(scratch, at)..at;
    let bare = |b: &u8| b.is_ascii_digit() || b.is_ascii_whitespace() || *b == b'.';
    let all = text.bytes[range.clone()].iter().all(bare);
    if all { range } else { range.start..range.start }
}

/// The comment that says that nothing is written for a move.
pub(super) fn supplied_mark(confidence: f64) -> String {
    format!("{{[%conf {}] [%origin supplied]}}", shown(confidence))
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
pub(super) fn replaced(
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

/// Whether a game is written in another language or notation than PGN's.
fn is_foreign(game: &Reconstruction) -> bool {
    game.styles.iter().any(|style| style.language != "en" || style.notation != "algebraic")
}

/// Whether an entry may be a move and is none of the game, or is one that is written twice.
pub(super) fn is_dropped(unplaced: &Unplaced) -> bool {
    !HARMLESS.contains(&unplaced.reason)
}

impl Found {
    /// The notation and the language of the game.
    fn style(&self) -> String {
        let style = self.game.styles.first();
        style.map_or_else(String::new, |style| format!("{} {}", style.notation, style.language))
    }

    /// What is said of moves that are put into English letters, the first of which is that of
    /// `ply`.
    pub(super) fn translated(&self, text: &Text, ply: usize) -> Note {
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

/// Puts moves that were read in another language or notation into English letters; all of them
/// are one repair, which stands at the first.
fn translations(text: &Text, found: &Found, places: &[Range<usize>], plies: &[usize]) -> Vec<Edit> {
    let mark = format!(" {{[%repair translated \"{}\"]}}", found.style());
    let edit = |(at, &ply): (usize, &usize)| {
        let placed = &found.game.moves[ply];
        let range = placed.entries.first().map_or(0..0, |entry| places[entry.entry].clone());
        let first = (at == 0).then(|| {
            let note = found.translated(text, ply);
            let message = format!("{} {}", plies.len(), note.message);
            note.saying(message)
        });
        let mark = if at == 0 { mark.as_bytes() } else { b"" };
        replaced(&text.bytes, range, &placed.san, mark, first)
    };
    plies.iter().enumerate().map(edit).collect()
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

/// A probability with two decimals. What is not certain is never shown as 1.00.
fn shown(probability: f64) -> String {
    format!("{:.2}", probability.min(0.99))
}
