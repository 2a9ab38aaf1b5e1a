//! Cleans PGN archives: sound games stay byte for byte, damaged ones are mended in place, what
//! cannot be mended is set aside.
//!
//! 1. [`Splitter`] parts an archive into games.
//! 2. A game is read (`tags`, `lex`) and played (`walk`). If every reader of PGN would load it, that
//!    is all: it is sound.
//! 3. Otherwise what is damaged around the moves is mended first (`structure`): tags, comments,
//!    brackets, signs, results, blank lines.
//! 4. If the main line still cannot be played, it is looked at as a wreck of a live board
//!    (`tail`) and as one that can be played in one way only (`settle`), and then searched
//!    (`mend`); the moves that were found replace the damaged ones where they stand, or, where that
//!    makes no sound game, the movetext is written anew (`rewrite`).
//! 5. Whatever was mended has to be sound, or else the game is rejected with its original bytes.

use shakmaty::Chess;

mod comments;
mod edit;
mod findings;
mod joined;
mod lex;
mod mend;
mod note;
mod options;
mod places;
mod report;
mod rewrite;
mod said;
mod settle;
mod split;
mod start;
mod structure;
mod tags;
mod tail;
#[cfg(test)]
mod tests;
mod twins;
mod walk;
mod wide;

use self::{
    edit::{Edit, Text, comment},
    findings::findings,
    lex::{Kind as Word, Token},
    mend::Found,
    settle::Settled,
    start::Start,
    tags::{Head, lossy},
    walk::Walk,
};
pub use self::{
    note::{Kind, Note, Parts, Weight},
    options::{Believe, Illegal, Options},
    report::{COLUMNS, Row},
    split::{Batch, Extent, MAX_GAME, Reached, Slot, Splitter},
    tags::BYTE_ORDER_MARK,
    twins::{Keys, Twin, Twins},
    wide::Utf8,
};
use crate::{
    error::Error,
    notation::strict::Said,
    numbering::MoveNumber,
    record::GameResult,
    search::{Options as SearchOptions, Reconstructor},
};

/// What DOS put behind a text, which some readers take for another game.
const END_OF_FILE: u8 = 0x1A;

/// How a game came out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// Nothing was wrong; its bytes are the input's.
    Sound,
    /// It was mended.
    Repaired,
    /// It could not be mended; its bytes are the input's.
    Rejected,
}

impl Outcome {
    /// The word used in every output.
    pub fn as_str(self) -> &'static str {
        match self {
            Outcome::Sound => "sound",
            Outcome::Repaired => "repaired",
            Outcome::Rejected => "rejected",
        }
    }
}

/// A game that was looked at.
#[derive(Debug)]
pub struct Cleaned {
    /// How it came out.
    pub outcome: Outcome,
    /// The mended game; nothing where its bytes are the input's.
    pub bytes: Option<Vec<u8>>,
    /// What was done and found, in the order of the game.
    pub notes: Vec<Note>,
    /// By what the game is known again; nothing for a rejected one.
    pub keys: Keys,
}

/// Cleans games; made once, used for many, from many threads.
#[derive(Debug)]
pub struct Cleaner {
    options: Options,
    reconstructor: Reconstructor,
}

/// How a main line that cannot be played is explained.
#[derive(Default)]
struct Explained {
    /// What makes it legal.
    edits: Vec<Edit>,
    /// The game that it goes on as behind an illegal move.
    second: Option<Vec<u8>>,
    /// The game that was found, by which it can be written anew.
    found: Option<Found>,
}

/// Memory that is used again for each game.
#[derive(Debug, Default)]
pub struct Scratch {
    head: Head,
    tokens: Vec<Token>,
    walk: Walk,
}

/// Why a game is rejected; the line 0 is that of the game.
#[derive(Debug)]
struct Reject(Box<Note>);

impl Reject {
    fn new(kind: Kind, message: impl Into<String>) -> Reject {
        Reject(Box::new(Note::new(kind, 0).saying(message)))
    }
}

impl Cleaner {
    /// Prepares the search.
    ///
    /// # Errors
    ///
    /// None but those of [`Reconstructor::new`], whose options are the default ones here.
    pub fn new(options: Options) -> Result<Cleaner, Error> {
        let reconstructor = Reconstructor::new(SearchOptions::default())?;
        Ok(Cleaner { options, reconstructor })
    }

    /// Looks at one game of an archive and mends it where that is needed.
    ///
    /// # Examples
    ///
    /// ```
    /// use scoresheet::archive::{Cleaner, Options, Outcome, Scratch, Splitter};
    ///
    /// let archive = "[White \"A\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Sf3 Nc6 3. Bb5 a6 1-0\n";
    /// let cleaner = Cleaner::new(Options::default())?;
    /// let mut splitter = Splitter::new(archive.as_bytes(), Default::default());
    /// let batch = splitter.next_batch(1 << 16).expect("games");
    /// let game = cleaner.clean(&batch.bytes, &batch.games[0], &mut Scratch::default());
    /// assert_eq!(game.outcome, Outcome::Repaired);
    /// let mended = String::from_utf8(game.bytes.expect("other bytes"))?;
    /// assert!(mended.contains("1. e4 e5 2. Nf3 "));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn clean(&self, batch: &[u8], slot: &Slot, scratch: &mut Scratch) -> Cleaned {
        let bytes = &batch[slot.start..slot.end];
        match slot.extent {
            Extent::Whole => {}
            Extent::TooLong | Extent::TooLongStill => {
                let message = format!("longer than {} MB; no game is", MAX_GAME >> 20);
                return rejected(slot.line, Reject::new(Kind::TooLong, message));
            }
            Extent::Cut => {
                let message = "the input cannot be read to the end of this game";
                return rejected(slot.line, Reject::new(Kind::CutOff, message));
            }
        }
        scratch.read(bytes);
        let start = Start::of_tags(bytes, &scratch.head);
        if let Ok(start) = &start {
            scratch.walk.play(start, bytes, &scratch.tokens);
            if self.is_sound(bytes, slot.followed, scratch) {
                let notes = findings(bytes, slot.line, scratch, &start.pos);
                let keys = twins::keys(bytes, &scratch.head, &scratch.walk);
                if self.options.believe.is_none() || notes.is_empty() {
                    return Cleaned { outcome: Outcome::Sound, bytes: None, notes, keys };
                }
            }
        }
        let mut text = Text::new(bytes.to_vec(), slot.line);
        match self.repair(&mut text, slot.followed, scratch, true) {
            Ok(keys) => {
                let repairs = text.notes.iter().any(|note| note.kind.weight() == Weight::Repair);
                if repairs && slot.game > 1 {
                    scratch.read(&text.bytes);
                    text.apply(structure::missing_tags(&text, &scratch.head).into_iter().collect());
                }
                let outcome = if repairs { Outcome::Repaired } else { Outcome::Sound };
                let bytes = repairs.then_some(text.bytes);
                text.notes.sort_by_key(|note| note.line);
                Cleaned { outcome, bytes, notes: text.notes, keys }
            }
            Err(reject) => {
                let line = reject_line(bytes, slot.line);
                rejected(line, reject)
            }
        }
    }

    /// Mends a game; `parted` says whether it may turn out to be several.
    fn repair(
        &self,
        text: &mut Text,
        followed: bool,
        scratch: &mut Scratch,
        may_part: bool,
    ) -> Result<Keys, Reject> {
        if text.bytes.contains(&0) {
            let message = "it is no text";
            return Err(Reject::new(Kind::NoGame, message));
        }
        scratch.read(&text.bytes);
        if scratch.tokens.iter().all(|token| !matches!(token.kind, Word::Move(_) | Word::Result))
            && scratch.head.tags.is_empty()
        {
            return Err(Reject::new(Kind::NoGame, "neither tags nor moves"));
        }
        if !followed && ends_abruptly(&text.bytes, &scratch.tokens) {
            let message = "the input ends in the middle of this game";
            let mut reject = Reject::new(Kind::CutOff, message);
            reject.0.line = text.line(text.bytes.len());
            return Err(reject);
        }
        // Tags first: one of them may be the start position.
        text.apply(structure::tags(text, &scratch.head));
        scratch.read(&text.bytes);
        let start = Start::of_tags(&text.bytes, &scratch.head)?;
        scratch.look(text, &start);
        if let Some(variant) = &start.variant {
            return if self.is_sound(&text.bytes, followed, scratch) {
                Ok(twins::keys(&text.bytes, &scratch.head, &scratch.walk))
            } else {
                let name = variant.variant();
                let message = format!("it is damaged, and games of {name} are not mended");
                Err(Reject::new(Kind::Variant, message))
            };
        }
        if may_part && !scratch.walk.parts.is_empty() {
            return self.repair_parts(text, followed, scratch);
        }
        let second = self.repair_movetext(text, followed, scratch, &start)?;
        let mut found = findings(&text.bytes, 0, scratch, &start.pos);
        for note in &mut found {
            note.line = text.line(note.line as usize);
        }
        text.notes.append(&mut found);
        let keys = twins::keys(&text.bytes, &scratch.head, &scratch.walk);
        if let Some(bytes) = second {
            // The rest of the game is a game of its own.
            let mut part = Text::new(bytes, text.line(text.bytes.len()));
            self.repair(&mut part, followed, scratch, false)?;
            structure::end_with_blank_line(&mut text.bytes);
            text.bytes.append(&mut part.bytes);
        }
        Ok(keys)
    }

    /// Mends the movetext of a game; returns the game that it goes on as behind an illegal move.
    fn repair_movetext(
        &self,
        text: &mut Text,
        followed: bool,
        scratch: &mut Scratch,
        start: &Start,
    ) -> Result<Option<Vec<u8>>, Reject> {
        // Mending a comment changes what is a word, so that is done until nothing is left.
        for _ in 0..structure::MOST_ROUNDS {
            for _ in 0..joined::MOST {
                let Some(edit) = joined::next(text, scratch, &start.pos) else { break };
                text.apply(vec![edit]);
                scratch.look(text, start);
            }
            let edits = structure::movetext(text, scratch, &start.pos, followed);
            if edits.is_empty() {
                break;
            }
            mend::check_edits(text, &edits, &self.options)?;
            text.apply(edits);
            scratch.look(text, start);
        }
        let mut second = None;
        let mut rewritten = None;
        if !structure::is_whole(scratch) {
            let edits = match tail::wreck(text, scratch, &start.pos) {
                Some(edits) => edits,
                None => {
                    let explained = self.explain(text, scratch, &start.pos)?;
                    second = explained.second;
                    rewritten = explained.found.map(|found| (text.clone(), found));
                    explained.edits
                }
            };
            text.apply(edits);
            scratch.look(text, start);
        }
        text.apply(structure::numbers(text, scratch, &start.pos));
        scratch.look(text, start);
        text.apply(structure::variations(text, scratch));
        scratch.look(text, start);
        if !self.is_sound(&text.bytes, followed, scratch) {
            let Some((before, found)) = rewritten else {
                let why = "it could not be mended where it stands";
                return Err(Reject::new(Kind::NotExplained, why));
            };
            *text = before;
            scratch.look(text, start);
            self.rewrite(text, scratch, start, &found)?;
            if !self.is_sound(&text.bytes, followed, scratch) {
                let why = "it could not be mended, nor written anew";
                return Err(Reject::new(Kind::NotExplained, why));
            }
        }
        if let Some(believe) = self.options.believe {
            text.apply(structure::results(text, scratch, believe));
            scratch.look(text, start);
        }
        Ok(second)
    }

    /// Writes the movetext of a game anew.
    fn rewrite(
        &self,
        text: &mut Text,
        scratch: &mut Scratch,
        start: &Start,
        found: &Found,
    ) -> Result<(), Reject> {
        let (edit, mut notes) = rewrite::movetext(text, scratch, &start.pos, found);
        mend::check_notes(notes.iter(), &self.options)?;
        text.apply(vec![edit]);
        text.notes.append(&mut notes);
        scratch.look(text, start);
        Ok(())
    }

    /// Explains a main line that cannot be played.
    fn explain(&self, text: &Text, scratch: &Scratch, start: &Chess) -> Result<Explained, Reject> {
        let settled = settle::ambiguous(text, scratch, start);
        if let Settled::Decided(edits) = settled {
            mend::check_edits(text, &edits, &self.options)?;
            return Ok(Explained { edits, ..Explained::default() });
        }
        if let Some(edits) = settle::missing(text, scratch, start) {
            mend::check_edits(text, &edits, &self.options)?;
            return Ok(Explained { edits, ..Explained::default() });
        }
        let found = mend::find(text, scratch, start, &self.reconstructor).and_then(|mut found| {
            found.open = matches!(settled, Settled::Open);
            // What cannot be mended in place is written anew.
            let edits = mend::edits(text, scratch, start, &found).unwrap_or_default();
            mend::check_edits(text, &edits, &self.options)?;
            Ok(Explained { edits, second: None, found: Some(found) })
        });
        let reject = match found {
            Ok(explained) => return Ok(explained),
            Err(reject) => reject,
        };
        if let Some((edits, second)) = tail::illegal(text, scratch, start, &self.options, &reject) {
            return Ok(Explained { edits, second, found: None });
        }
        let edits = tail::fallback(text, scratch, start, &self.options, reject)?;
        Ok(Explained { edits, ..Explained::default() })
    }

    /// Mends games that had run together, each by itself.
    fn repair_parts(
        &self,
        text: &mut Text,
        followed: bool,
        scratch: &mut Scratch,
    ) -> Result<Keys, Reject> {
        let mut cuts: Vec<usize> = vec![0];
        let parts = scratch.walk.parts.iter();
        cuts.extend(parts.map(|&at| scratch.tokens[at as usize].start as usize));
        cuts.push(text.bytes.len());
        let mut bytes = Vec::new();
        let mut notes = std::mem::take(&mut text.notes);
        notes.push(
            Note::new(Kind::GamesParted, text.line(cuts[1]))
                .saying(format!("{} games had run together", cuts.len() - 1)),
        );
        let mut keys = Keys::default();
        for (index, pair) in cuts.windows(2).enumerate() {
            let last = index + 2 == cuts.len();
            let mut part = text.part(pair[0]..pair[1]);
            if index > 0 {
                let mut bytes = structure::roster(&part.bytes);
                bytes.extend(comment(Kind::GamesParted.as_str(), b""));
                bytes.push(b' ');
                part.apply(vec![Edit { range: 0..0, bytes, note: None }]);
            }
            if !last || followed {
                // A blank before the tags of the next part would hide them.
                let end = structure::blank_line_at_end(&part);
                part.apply(vec![end]);
            }
            let found = self.repair(&mut part, followed || !last, scratch, false)?;
            if index == 0 {
                keys = found;
            }
            bytes.append(&mut part.bytes);
            notes.append(&mut part.notes);
        }
        (text.bytes, text.notes) = (bytes, notes);
        Ok(keys)
    }

    /// Whether every reader loads the game that was just read and played.
    fn is_sound(&self, bytes: &[u8], followed: bool, scratch: &Scratch) -> bool {
        let Scratch { head, tokens, walk } = scratch;
        let harmless = |token: &Token| {
            !token.after_blank
                && !matches!(
                    token.kind,
                    Word::Mark(_) | Word::Unclosed | Word::Bracketed | Word::Markup | Word::Stray
                )
        };
        head.damaged.is_empty()
            && head.extra_blank.is_none()
            && walk.broken.is_none()
            && walk.words.is_empty()
            && walk.dead.is_empty()
            && walk.results.is_empty()
            && walk.parts.is_empty()
            && walk.result.is_some()
            && tokens.iter().enumerate().all(|(at, token)| {
                // What stands before the first move is parted from the tags by a blank line.
                harmless(&Token { after_blank: token.after_blank && at > 0, ..*token })
                    && !(matches!(token.kind, Word::Number { .. })
                        && structure::touches(bytes, tokens, at))
            })
            && memchr::memchr(END_OF_FILE, bytes).is_none()
            && (!followed || structure::ends_with_blank_line(bytes))
    }
}

impl Scratch {
    fn read(&mut self, bytes: &[u8]) {
        self.head.fill(bytes);
        lex::lex(bytes, self.head.moves_at, &mut self.tokens);
    }

    /// The words of the main line from the one that is no legal move on, with what they say;
    /// nothing where one of them is no move, or an earlier word is none.
    fn said_behind(&self) -> Option<Vec<(u32, Said)>> {
        let (at, _) = self.walk.broken?;
        if self.walk.words.first() != Some(&at) {
            return None;
        }
        let said = |&at: &u32| match self.tokens[at as usize].kind {
            Word::Move(said) => Some((at, said)),
            _ => None,
        };
        self.walk.words.iter().map(said).collect()
    }

    /// Reads and plays what a game has become.
    fn look(&mut self, text: &Text, start: &Start) {
        self.read(&text.bytes);
        self.walk.play(start, &text.bytes, &self.tokens);
    }
}

fn rejected(line: u64, Reject(mut note): Reject) -> Cleaned {
    if note.line == 0 {
        note.line = line;
    }
    let (outcome, keys) = (Outcome::Rejected, Keys::default());
    Cleaned { outcome, bytes: None, notes: vec![*note], keys }
}

/// The line on which a game begins, blank lines before it passed over.
fn reject_line(bytes: &[u8], line: u64) -> u64 {
    let blank = bytes.iter().take_while(|b| b.is_ascii_whitespace());
    line + blank.filter(|b| **b == b'\n').count() as u64
}

/// Whether the input ends within a game: no result, and not even the line is ended.
fn ends_abruptly(bytes: &[u8], tokens: &[Token]) -> bool {
    !bytes.ends_with(b"\n")
        && tokens.iter().rev().take(2).all(|token| token.kind != Word::Result)
        && tokens
            .last()
            .is_none_or(|token| GameResult::from_token(&lossy(&bytes[token.range()])).is_none())
}

/// The note with the ply, counted from 0, that it is about.
fn at_ply(note: Note, start: &Chess, ply: usize) -> Note {
    let number = MoveNumber::of(start, ply as u32).to_string();
    Note { ply: Some(ply as u32 + 1), number: Some(number), ..note }
}

/// An edit with a note about a ply.
fn edit_at(range: std::ops::Range<usize>, bytes: Vec<u8>, note: Note) -> Edit {
    Edit { range, bytes, note: Some(note) }
}
