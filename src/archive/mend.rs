//! Mends the moves of a main line: searches the game, then puts its moves where the damaged ones
//! stand.

use std::ops::Range;

use shakmaty::{Chess, Position, san::SanPlus};

use super::{
    Options, Reject, Scratch, at_ply,
    edit::{Edit, Text, safe},
    edit_at,
    lex::{Kind as Word, Token},
    moves::{self, Said, Why},
    note::{Kind, Note},
    structure,
    tags::lossy,
};
use crate::{
    read,
    reconstruction::{Finding, Origin, Reconstruction, Unplaced},
    record::{Entry, Record},
    search::Reconstructor,
    write::is_clear,
};

/// Reasons of entries that belong to no move and are no loss.
const HARMLESS: [&str; 3] = ["blank", "result", "aside"];

/// The edits that make the main line legal.
pub(super) fn mend(
    text: &Text,
    scratch: &Scratch,
    start: &Chess,
    reconstructor: &Reconstructor,
    options: &Options,
) -> Result<Vec<Edit>, Reject> {
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
    let game = reconstructor.reconstruct(record);
    judge(&game).map_err(|reject| placed(reject, text, scratch, start))?;
    let places = places(&text.bytes, &decoded, entries)
        .ok_or_else(|| failed("its moves are not found where they were read"))?;
    let written = |unplaced: &&Unplaced| {
        HARMLESS.contains(&unplaced.reason) && names_square(&unplaced.entry.text)
    };
    if let Some(lost) = game.unplaced.iter().find(written) {
        return Err(failed(&format!("\"{}\" belongs to no move of the game", lost.entry.text)));
    }
    let edits = edits(text, scratch, start, &game, &places);
    let notes = edits.iter().filter_map(|edit| edit.note.as_ref());
    let sure = |note: &&Note| note.confidence.is_none_or(|sure| sure >= options.min_confidence);
    match notes.filter(|note| !sure(note)).min_by(|a, b| confidence(a).total_cmp(&confidence(b))) {
        None => Ok(edits),
        Some(note) => {
            let mut told = note.clone().saying("not sure enough");
            let place = edits.iter().find(|edit| edit.note.as_ref() == Some(note));
            told.line = place.map_or(0, |edit| text.line(edit.range.start));
            told.kind = Kind::TooDoubtful;
            Err(Reject(Box::new(told)))
        }
    }
}

fn confidence(note: &Note) -> f64 {
    note.confidence.unwrap_or(1.0)
}

/// Whether a word may be a move that was not understood.
fn names_square(word: &str) -> bool {
    let bytes = word.as_bytes();
    bytes.windows(2).any(|pair| matches!(pair, [b'a'..=b'h', b'1'..=b'8']))
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
    if !game.complete || game.moves.is_empty() {
        let told = game.findings.iter().find(|finding| finding.code != Finding::GAP);
        let why = told.map_or("no legal game fits", |finding| &*finding.message);
        return Err(Reject::new(Kind::NotExplained, why));
    }
    Ok(())
}

/// The bytes of each entry.
fn places(bytes: &[u8], decoded: &str, entries: &[Entry]) -> Option<Vec<Range<usize>>> {
    let mut lines = bytes.split_inclusive(|b| *b == b'\n').zip(decoded.split_inclusive('\n'));
    let mut found: Vec<Range<usize>> = Vec::with_capacity(entries.len());
    let (mut line, mut next) = (Line::default(), 0);
    let mut number = 0;
    for entry in entries {
        // Entries stand in the order of the text.
        while number < entry.place.line {
            let (raw, text) = lines.next()?;
            line = Line::new(raw, text, next)?;
            next += raw.len();
            number += 1;
        }
        if number > entry.place.line {
            return None;
        }
        found.push(line.find(entry)?);
    }
    Some(found)
}

/// A line of a game, and how far its entries are found.
#[derive(Default)]
struct Line<'a> {
    text: &'a str,
    /// Where it begins.
    start: usize,
    /// Each character is a byte in the game; otherwise the bytes are those of the text.
    narrow: bool,
    /// A column, counted from 1, and where it is in the text.
    column: (u32, usize),
    /// The end of the last entry in the text.
    behind: usize,
    /// A place in the text, and the characters before it.
    passed: (usize, usize),
}

impl<'a> Line<'a> {
    /// A line, if its bytes can be told from its characters.
    fn new(raw: &[u8], text: &'a str, start: usize) -> Option<Line<'a>> {
        let narrow = std::str::from_utf8(raw).is_err();
        if narrow && text.chars().count() != raw.len() {
            return None;
        }
        Some(Line { text, start, narrow, column: (1, 0), ..Line::default() })
    }

    /// The bytes of the next entry.
    fn find(&mut self, entry: &Entry) -> Option<Range<usize>> {
        let (mut column, mut at) = self.column;
        if entry.place.column < column {
            return None;
        }
        while column < entry.place.column {
            at += self.text[at..].chars().next()?.len_utf8();
            column += 1;
        }
        self.column = (column, at);
        // An entry of a word that was parted stands behind the one before it.
        let from = at.max(self.behind);
        let gap = self.text[from..].find(entry.text())?;
        if gap > 0 && at >= self.behind {
            return None;
        }
        let start = from + gap;
        self.behind = start + entry.text().len();
        Some(self.offset(start)..self.offset(self.behind))
    }

    /// The byte of the game that a byte of the text stands for; they only grow.
    fn offset(&mut self, at: usize) -> usize {
        if !self.narrow {
            return self.start + at;
        }
        let (from, passed) = self.passed;
        self.passed = (at, passed + self.text[from..at].chars().count());
        self.start + self.passed.1
    }
}

/// Puts the game in the place of what was written.
fn edits(
    text: &Text,
    scratch: &Scratch,
    start: &Chess,
    game: &Reconstruction,
    places: &[Range<usize>],
) -> Vec<Edit> {
    let bytes = &text.bytes;
    let mut edits: Vec<Edit> = Vec::new();
    let mut translated: Vec<(Range<usize>, SanPlus)> = Vec::new();
    let mut pos = start.clone();
    let foreign = is_foreign(game);
    for (ply, placed) in game.moves.iter().enumerate() {
        let note = |kind| {
            let mut note = at_ply(Note::new(kind, 0), start, ply);
            note.confidence = Some(placed.confidence);
            note
        };
        match placed.entries.first() {
            None => {
                let next = game.moves[ply..].iter().find_map(|placed| placed.entries.first());
                let at = next.map(|next| places[next.entry].start);
                let at = front(scratch, at.unwrap_or(bytes.trim_ascii_end().len()));
                let (number, color) = super::walk::number(start, ply);
                let points = if color.is_white() { "." } else { "..." };
                let new = format!(
                    "{number}{points} {} {{[%conf {}] [%origin supplied]}} ",
                    placed.san,
                    shown(placed.confidence)
                );
                let note = note(Kind::MoveSupplied).change("", placed.san.to_string());
                edits.push(edit_at(at..at, new.into_bytes(), note));
            }
            Some(entry) => {
                let range = places[entry.entry].clone();
                let said = moves::parse(&bytes[range.clone()]).map(|(said, _)| said.to_move(&pos));
                let ambiguous = said == Some(Err(Why::Ambiguous));
                if said == Some(Ok(placed.m)) {
                    edits.extend(part(bytes, &range, text));
                } else if foreign && placed.origin == Origin::Read && is_clear(placed) && !ambiguous
                {
                    translated.push((range, placed.san));
                } else {
                    let written = text.shown(range.clone());
                    let mut note =
                        note(Kind::MoveCorrected).change(written, placed.san.to_string());
                    if ambiguous {
                        "several legal moves are written so".clone_into(&mut note.message);
                    }
                    let kept = format!(
                        " {{[%conf {}] [%read \"{}\"]}}",
                        shown(placed.confidence),
                        lossy(&safe(&bytes[range.clone()])).trim()
                    );
                    let kept = raw_comment(&kept, &bytes[range.clone()]);
                    edits.push(replaced(bytes, range, &placed.san, &kept, Some(note)));
                }
            }
        }
        pos.play_unchecked(placed.m);
    }
    translations(text, game, translated, &mut edits);
    edits.extend(dropped(text, scratch, game, places));
    edits
}

/// Puts words that stand for no move into comments, those that follow one another into one.
fn dropped(
    text: &Text,
    scratch: &Scratch,
    game: &Reconstruction,
    places: &[Range<usize>],
) -> Vec<Edit> {
    let mut runs: Vec<(Range<usize>, Kind, &str)> = Vec::new();
    for Unplaced { entry, reason } in &game.unplaced {
        let range = places[entry.entry].clone();
        let index = scratch.tokens.partition_point(|token| token.range().end <= range.start);
        let is_result =
            |token: &Token| token.kind == Word::Result && token.range().contains(&range.start);
        if range.is_empty() || scratch.tokens.get(index).is_some_and(is_result) {
            continue;
        }
        let kind = if HARMLESS.contains(reason) { Kind::StrayText } else { Kind::MoveDropped };
        match runs.last_mut() {
            Some((last, same, _))
                if *same == kind
                    && last.end <= range.start
                    && text.bytes[last.end..range.start].trim_ascii().is_empty() =>
            {
                last.end = range.end;
            }
            _ => runs.push((range, kind, reason)),
        }
    }
    let edit = |(range, kind, reason): (Range<usize>, Kind, &str)| {
        let new = spaced(&text.bytes, &range, structure::kept(kind, text, range.clone()));
        let note = Note::new(kind, 0).change(text.shown(range.clone()), "");
        edit_at(range, new, note.saying(reason.replace('-', " ")))
    };
    runs.into_iter().map(edit).collect()
}

/// The comment with what was written in its own bytes, whatever their encoding.
fn raw_comment(comment: &str, written: &[u8]) -> Vec<u8> {
    let plain = safe(written);
    if plain.is_ascii() {
        return comment.as_bytes().to_vec();
    }
    let (before, _) = comment.split_once("[%read \"").unwrap_or((comment, ""));
    [before.as_bytes(), b"[%read \"", &plain, b"\"]}"].concat()
}

/// A SAN move in the place of a written one, with the annotator's signs kept.
fn replaced(
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

/// Puts moves that were read in another language or notation into English letters; all of them
/// are one repair.
fn translations(
    text: &Text,
    game: &Reconstruction,
    translated: Vec<(Range<usize>, SanPlus)>,
    edits: &mut Vec<Edit>,
) {
    let Some((first, san)) = translated.first() else { return };
    let style = game.styles.first();
    let style =
        style.map_or_else(String::new, |style| format!("{} {}", style.notation, style.language));
    let mut note = Note::new(Kind::Translated, 0)
        .change(text.shown(first.clone()), san.to_string())
        .saying(format!("{} moves from {style}", translated.len()));
    note.confidence = game.styles.first().map(|style| style.probability);
    let mut note = Some(note);
    for (range, san) in translated {
        let first = note.take();
        let kept = match first {
            Some(_) => format!(" {{[%repair translated \"{style}\"]}}").into_bytes(),
            None => Vec::new(),
        };
        edits.push(replaced(&text.bytes, range, &san, &kept, first));
    }
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
