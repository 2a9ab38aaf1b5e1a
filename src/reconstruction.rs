//! What the search puts out: the game, how sure it is of it, and where every entry went.

use shakmaty::{Color, Move, fen::Fen, san::SanPlus};

pub use crate::illegal::Stood;
use crate::record::{GameResult, Place, Sheet, value_of};

/// The most likely legal game behind a record.
#[derive(Debug, Clone)]
pub struct Reconstruction {
    /// Name of the game, as in its record.
    pub id: String,
    /// Tag pairs, as in the record.
    pub tags: Vec<(String, String)>,
    /// Start position, where it is not the usual one.
    pub start: Option<Fen>,
    /// The result that the record claims, never changed; where it claims none and all of it is
    /// explained, that of a mate on the board.
    pub result: Option<GameResult>,
    /// Whether the whole record is explained; a partial game says why in its findings.
    pub complete: bool,
    /// Probability that every move is right, 0 to 1.
    pub confidence: f64,
    /// The moves, one a ply, all legal one after another.
    pub moves: Vec<PlacedMove>,
    /// Entries that stand on no ply, in the order of the record.
    pub unplaced: Vec<Unplaced>,
    /// What a person should know.
    pub findings: Vec<Finding>,
    /// Notation and language of each sheet.
    pub styles: Vec<SheetStyle>,
    /// The illegal move that was played behind the last of the moves, and how the game went on from
    /// the position that the record implies, where the record tells that there was one.
    pub stood: Option<Box<Stood>>,
}

impl Reconstruction {
    /// Whether sheets contradict one another about the move at a ply, counted from 1.
    pub fn is_disputed(&self, ply: u32) -> bool {
        self.findings
            .iter()
            .any(|finding| finding.ply == Some(ply) && finding.code == Finding::SHEETS_DIFFER)
    }

    /// The value of a tag, the first of that name; upper and lower case are the same.
    pub fn tag(&self, name: &str) -> Option<&str> {
        value_of(&self.tags, name)
    }

    /// How many moves are of this origin.
    pub fn count(&self, origin: Origin) -> usize {
        self.moves.iter().filter(|placed| placed.origin == origin).count()
    }
}

/// One move of the game.
#[derive(Debug, Clone)]
pub struct PlacedMove {
    /// Ply, counted from 1.
    pub ply: u32,
    /// The move.
    pub m: Move,
    /// The move as SAN with its check or mate sign.
    pub san: SanPlus,
    /// Posterior probability of the move at this ply, 0 to 1.
    pub confidence: f64,
    /// Where the move comes from.
    pub origin: Origin,
    /// The entries that say this move, at most one a sheet.
    pub entries: Vec<EntryText>,
    /// Other moves at this ply, most likely first.
    pub alternatives: Vec<Alternative>,
    /// The later ply, counted from 1, whose evidence settled this one.
    pub decided_by: Option<u32>,
}

impl PlacedMove {
    /// Seconds left on the clock after the move, as the first sheet has them that notes a clock.
    pub fn clock(&self) -> Option<u32> {
        self.entries.iter().find_map(|entry| entry.clock)
    }
}

/// Where a move of the game comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// A spelling of the move stands in an entry.
    Read,
    /// A damaged spelling of the move stands in an entry.
    Corrected,
    /// No entry says the move.
    Supplied,
}

impl Origin {
    /// The word used in every output format.
    pub fn as_str(self) -> &'static str {
        match self {
            Origin::Read => "read",
            Origin::Corrected => "corrected",
            Origin::Supplied => "supplied",
        }
    }
}

/// An entry as the output names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntryText {
    /// Index of the sheet in the record.
    pub sheet: usize,
    /// Name of the sheet.
    pub sheet_id: String,
    /// Index of the entry on its sheet in the record, from 0; what the output names is
    /// [`listed`](EntryText::listed).
    pub entry: usize,
    /// What stands there (the first reading).
    pub text: String,
    /// Where.
    pub place: Place,
    /// Seconds left on the clock after the move, where a clock is noted beside it.
    pub clock: Option<u32>,
}

impl EntryText {
    /// An entry of a sheet, by its index there; the sheet by its own in the record.
    pub(crate) fn new(index: usize, sheet: &Sheet, entry: usize) -> EntryText {
        let from = &sheet.entries[entry];
        EntryText {
            sheet: index,
            sheet_id: sheet.id.clone(),
            entry,
            text: from.text().to_owned(),
            place: from.place,
            clock: from.clock,
        }
    }

    /// Index of the entry in the list that the input gives, from 0: two moves out of one box
    /// share it. The same as `entry` where the input is no list.
    pub fn listed(&self) -> usize {
        self.place.listed.map_or(self.entry, |listed| listed as usize)
    }
}

/// `white.txt says "Nbd7", black.txt says "Nfd7"`
pub(crate) fn who_says_what(entries: &[EntryText]) -> String {
    let written = entries.iter().filter(|entry| !entry.text.trim().is_empty());
    let each: Vec<String> =
        written.map(|entry| format!("{} says \"{}\"", entry.sheet_id, entry.text.trim())).collect();
    each.join(", ")
}

/// Another move that could have been played at a ply.
#[derive(Debug, Clone)]
pub struct Alternative {
    /// The move.
    pub m: Move,
    /// The move as SAN.
    pub san: SanPlus,
    /// Its posterior probability.
    pub confidence: f64,
}

/// An entry that stands on no ply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unplaced {
    /// The entry.
    pub entry: EntryText,
    /// Why it stands on no ply: `blank`, `result`, `duplicate`, `aside` (prose, a variation),
    /// `no-move`, `after-the-end`, `not-searched` or `illegal-stood` (an illegal move that was
    /// played, or a move behind it).
    pub reason: &'static str,
}

/// Something that a person should know about the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// Stable code in kebab case: `gap`, `sheets-differ`, `partial`, `fixed-unmet`,
    /// `result-contradiction`, …
    pub code: &'static str,
    /// Ply, counted from 1, where there is one.
    pub ply: Option<u32>,
    /// What, in plain words.
    pub message: String,
}

impl Finding {
    /// Code of the finding that sheets contradict one another about a move: what one of them says
    /// is no spelling of any move that the other one spells.
    pub const SHEETS_DIFFER: &'static str = "sheets-differ";
    /// Code of the finding that no entry says a move.
    pub const GAP: &'static str = "gap";
    /// Code of the finding that the record is not explained whole.
    pub const PARTIAL: &'static str = "partial";
    /// Code of the finding that an illegal move was played and stood.
    pub const ILLEGAL_STOOD: &'static str = "illegal-stood";

    /// Whether the output shows the finding beside its move.
    pub fn is_of_a_move(&self) -> bool {
        matches!(self.code, Finding::GAP | Finding::SHEETS_DIFFER)
    }
}

/// Notation and language that a sheet, or a column of it, is written in.
#[derive(Debug, Clone, PartialEq)]
pub struct SheetStyle {
    /// Name of the sheet.
    pub sheet: String,
    /// The column, where the two differ.
    pub color: Option<Color>,
    /// Name of the notation: `algebraic`, `long-algebraic`, `descriptive`, …
    pub notation: String,
    /// Code of the language.
    pub language: String,
    /// Probability, 0 to 1.
    pub probability: f64,
}
