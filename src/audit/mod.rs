//! What the records of a game say, where they differ, and what follows under the Laws.
//!
//! An [`Audit`] puts nothing right. It holds the most likely game with what each sheet has at each
//! ply, and [`Finding`]s: about each sheet (`sheet`, `signs`), about two or more of them (`differ`),
//! about the game (`game`), about its result (`result`) and about another version of it
//! (`against`). A finding about the game says in how many readings of the records it holds, with
//! the probability that they have in the lattice of the search.

mod against;
mod clock;
mod dead;
mod differ;
mod game;
mod grid;
mod laws;
mod result;
mod sheet;
mod signs;
mod standing;
#[cfg(test)]
mod tests;

use std::fmt;

use shakmaty::{Chess, Color, EnPassantMode, Position, fen::Fen, san::SanPlus};

pub use self::{
    against::{Comparison, Difference},
    dead::Dead,
    grid::{Cell, State},
    laws::{Law, Rules},
    result::Claim,
    sheet::{Count, SheetAudit},
    standing::{End, Standing, standings},
};
use self::{clock::Clocks, grid::Grid, laws::law};
use crate::{
    reconstruction::{EntryText, PlacedMove, Reconstruction},
    record::{Place, Record},
    search::{Readings, Reconstructor, start_position},
    write::Frame,
};

/// Readings of the records whose probability together is below this are not plausible: a finding
/// that holds in all others holds, and one that holds in none but them is not told.
pub const PLAUSIBLE: f64 = 0.005;

/// The codes of all findings; `README.md` says what they are about.
pub const CODES: [&str; 62] = [
    // Each sheet.
    "notation",
    "not-algebraic",
    "recorded-to",
    "illegal-move",
    "other-move",
    "unreadable",
    "ambiguous",
    "missing",
    "doubled",
    "exchanged",
    "out-of-place",
    "belongs-nowhere",
    "after-the-end",
    "not-searched",
    "recording-stops",
    "last-move-alone",
    "false-check-sign",
    "false-mate-sign",
    "false-capture-sign",
    "bare-check",
    "bare-capture",
    "draw-offer",
    "time-claim",
    // Several sheets.
    "sheets-differ",
    "no-sheet-right",
    "slips",
    "gaps",
    "tags-differ",
    "starts-differ",
    "constraints-differ",
    "sheets-not-searched",
    // The game.
    "threefold",
    "fifty",
    "fivefold",
    "seventy-five",
    "dead-position",
    "stalemate",
    "checkmate",
    "undecided",
    "doubtful",
    "partial",
    "notation-changes",
    "moves-by-reference",
    "moves-unread",
    "notes-beside",
    "line-left-out",
    "odds",
    "illegal-start",
    "beginning-lost",
    "bad-start",
    "other-rules",
    "fixed-unmet",
    "final-unmet",
    "moves-unmet",
    "unknown-result",
    "too-long",
    // The result.
    "results-differ",
    "result-against-position",
    "winner-cannot-mate",
    // Another version.
    "against-agrees",
    "against-differs",
    "against-result",
];

/// How much a finding asks of whoever reads it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// A fact worth knowing; nothing is wrong.
    Info,
    /// Something that a person should look at.
    Warning,
    /// Two things that cannot both be true, or a game that cannot be followed.
    Error,
}

impl Severity {
    /// The word used in every output format.
    pub fn as_str(self) -> &'static str {
        match self {
            Severity::Info => "info",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

/// A place in a file, as far as it is known.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Spot {
    /// Name of the file; empty where it is not known.
    pub file: String,
    /// Line and column there.
    pub place: Place,
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let between = if self.file.is_empty() { "" } else { ":" };
        match (self.place.line, self.place.column) {
            (0, _) => f.write_str(&self.file),
            (line, 0) => write!(f, "{}{between}{line}", self.file),
            (line, column) => write!(f, "{}{between}{line}:{column}", self.file),
        }
    }
}

/// In how much of what the records may tell of something holds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Holds {
    /// Probability of the readings in which it holds, 0 to 1.
    pub probability: f64,
    /// Probability of readings that are not known, in which it may hold as well.
    pub unknown: f64,
    /// Whether it holds in every plausible reading ([`PLAUSIBLE`]).
    pub everywhere: bool,
}

impl Holds {
    /// How something holds that holds in readings of this probability.
    fn of(probability: f64, readings: &Readings) -> Holds {
        let without = 1.0 - readings.unknown - probability;
        Holds { probability, unknown: readings.unknown, everywhere: without < PLAUSIBLE }
    }
}

/// Something that an arbiter or an archivist should know.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// Stable code in kebab case; `README.md` lists them.
    pub code: &'static str,
    /// How much it matters.
    pub severity: Severity,
    /// The sheet that it is about, where it is about one.
    pub sheet: Option<String>,
    /// What, in plain words: lower case, no full stop.
    pub message: String,
    /// The article of the Laws that it falls under.
    pub law: Option<Law>,
    /// In which readings of the records it holds, where it depends on the moves.
    pub holds: Option<Holds>,
    /// The places that it is about, one or many, in the order of the game.
    pub items: Vec<Item>,
}

/// One of the places that a finding is about.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Item {
    /// Ply, counted from 1, where there is one.
    pub ply: Option<u32>,
    /// Where it stands in the input.
    pub spot: Option<Spot>,
    /// What is written there.
    pub written: Option<String>,
    /// The move of the most likely game.
    pub played: Option<SanPlus>,
    /// Its confidence, 0 to 1.
    pub confidence: Option<f64>,
    /// What there is to say of this place alone, in plain words; may be empty.
    pub note: String,
    /// The position that is meant.
    pub position: Option<Fen>,
}

/// How much of what the records may tell of was looked at.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Covered {
    /// Number of different games.
    pub games: usize,
    /// Probability of those whose probability is exact, 0 to 1.
    pub exact: f64,
    /// Probability of those that were drawn in proportion to it.
    pub drawn: f64,
    /// Probability of all others.
    pub unknown: f64,
}

impl Covered {
    fn of(readings: &Readings) -> Covered {
        let sum = |drawn: bool| -> f64 {
            let games = readings.games.iter().filter(|game| game.drawn == drawn);
            games.map(|game| game.probability).sum()
        };
        Covered {
            games: readings.games.len(),
            exact: sum(false),
            drawn: sum(true),
            unknown: readings.unknown,
        }
    }
}

/// What was found out about the records of one game.
#[derive(Debug, Clone)]
pub struct Audit {
    /// The most likely game.
    pub game: Reconstruction,
    /// Where it starts.
    pub start: Chess,
    /// The rules whose articles are named.
    pub rules: Rules,
    /// How much of what the records may tell of was looked at.
    pub covered: Covered,
    /// The results that were claimed, and by whom.
    pub claims: Vec<Claim>,
    /// Each sheet by itself.
    pub sheets: Vec<SheetAudit>,
    /// What each sheet has at each ply: `table[ply - 1][sheet]`, sheets as in `sheets`.
    pub table: Vec<Vec<Cell>>,
    /// How the game differs from another version of it, if one was given.
    pub against: Option<Comparison>,
    /// The findings: about the game, its result, the sheets together, each sheet, the other
    /// version.
    pub findings: Vec<Finding>,
}

impl Audit {
    /// How the sheets differ at a ply, counted from 1, in a word: `other-move`, `slip` (one has the
    /// move, another something that cannot be played), `none-right` or `gap`; nothing where they
    /// agree.
    pub fn difference(&self, ply: u32) -> Option<&'static str> {
        let row = self.table.get(ply.checked_sub(1)? as usize)?;
        differ::kind(row).map(differ::Kind::as_str)
    }

    /// The gravest of the findings.
    pub fn worst(&self) -> Option<Severity> {
        self.findings.iter().map(|finding| finding.severity).max()
    }

    /// The number of findings of a severity.
    pub fn count(&self, severity: Severity) -> usize {
        self.findings.iter().filter(|finding| finding.severity == severity).count()
    }
}

/// Audits records.
///
/// # Examples
///
/// ```
/// use scoresheet::{audit::{Auditor, Rules}, read, search::{Options, Reconstructor}};
///
/// let record = read::read(b"1. e4 e5 2. Nf6 Nc6", "sheet.txt")?.remove(0);
/// let reconstructor = Reconstructor::new(Options::default())?;
/// let audit = Auditor::new(&reconstructor, Rules::Fide).audit(&record, Some("sheet.txt"));
/// let finding = audit.findings.iter().find(|finding| finding.code == "illegal-move");
/// let item = &finding.expect("a finding").items[0];
/// assert_eq!(item.written.as_deref(), Some("Nf6"));
/// assert_eq!(item.spot.as_ref().map(|spot| spot.to_string()).as_deref(), Some("sheet.txt:1:13"));
/// # Ok::<(), scoresheet::error::Error>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Auditor<'a> {
    reconstructor: &'a Reconstructor,
    rules: Rules,
}

impl<'a> Auditor<'a> {
    /// An auditor that names the articles of these rules.
    pub fn new(reconstructor: &'a Reconstructor, rules: Rules) -> Auditor<'a> {
        Auditor { reconstructor, rules }
    }

    /// Audits a record; `file` is the file that its places are in, or nothing where each sheet is
    /// named after its own. Takes as long as its reconstruction.
    pub fn audit(&self, record: &Record, file: Option<&str>) -> Audit {
        self.audit_beside(record, file, None)
    }

    /// Audits a record and compares the game with another version of it, a published or live-board
    /// one, which does not count as a witness; but its clocks tell of time trouble.
    pub fn audit_against(&self, record: &Record, file: Option<&str>, other: &Record) -> Audit {
        let mut audit = self.audit_beside(record, file, Some(other));
        let other = self.reconstructor.reconstruct(other);
        let (comparison, findings) = against::compare(&audit, &other);
        audit.against = Some(comparison);
        audit.findings.extend(findings);
        audit
    }

    fn audit_beside(&self, record: &Record, file: Option<&str>, other: Option<&Record>) -> Audit {
        let (game, mut evidence) = self.reconstructor.evidence(record);
        let start = start_position(record, &mut Vec::new());
        // What the record speaks against so much that it was cut off the game is no reading.
        for reading in &mut evidence.readings.games {
            reading.moves.truncate(game.moves.len());
        }
        let case = Case { record, other, file, game: &game, start: &start, rules: self.rules };
        let grid = Grid::of(&case, &evidence.written);
        let mut findings = game::findings(&case, &grid, &evidence.readings);
        let claims = result::claims(&case);
        findings.extend(result::findings(&case, &claims, &evidence.readings));
        findings.extend(differ::findings(&case, &grid));
        let clocks = Clocks::of(&case, &grid);
        let mut sheets = Vec::new();
        for sheet in 0..grid.sheets.len() {
            let (audit, found) = sheet::audit(&case, &grid, &clocks, sheet);
            sheets.push(audit);
            findings.extend(found);
            findings.extend(signs::findings(&case, &grid, sheet));
        }
        Audit {
            covered: Covered::of(&evidence.readings),
            rules: self.rules,
            claims,
            sheets,
            table: grid.table,
            against: None,
            findings,
            start,
            game,
        }
    }
}

/// What is being audited.
struct Case<'a> {
    record: &'a Record,
    /// The version that it is compared with, if there is one.
    other: Option<&'a Record>,
    file: Option<&'a str>,
    game: &'a Reconstruction,
    start: &'a Chess,
    rules: Rules,
}

impl Case<'_> {
    /// A finding without places.
    fn finding(&self, code: &'static str, severity: Severity, subject: &str) -> Finding {
        debug_assert!(CODES.contains(&code), "{code} is not among the codes");
        Finding {
            code,
            severity,
            sheet: None,
            message: String::new(),
            law: law(subject, self.rules),
            holds: None,
            items: Vec::new(),
        }
    }

    /// A finding about places; none where there are none. `message` is handed their number.
    fn about(
        &self,
        code: &'static str,
        severity: Severity,
        subject: &str,
        items: Vec<Item>,
        message: impl FnOnce(usize) -> String,
    ) -> Option<Finding> {
        if items.is_empty() {
            return None;
        }
        let message = message(items.len());
        Some(Finding { message, items, ..self.finding(code, severity, subject) })
    }

    /// The side that moves first.
    fn first(&self) -> Color {
        self.start.turn()
    }

    /// Where an entry stands.
    fn spot(&self, entry: &EntryText) -> Spot {
        let file = self.file.map_or_else(|| entry.sheet_id.clone(), str::to_owned);
        Spot { file, place: entry.place }
    }

    /// An entry that stands on no ply.
    fn item(&self, entry: &EntryText) -> Item {
        Item {
            spot: Some(self.spot(entry)),
            written: Some(entry.text.trim().to_owned()),
            ..Item::default()
        }
    }

    /// A move of the game.
    fn move_item(&self, placed: &PlacedMove) -> Item {
        Item {
            ply: Some(placed.ply),
            played: Some(placed.san),
            confidence: Some(placed.confidence),
            ..Item::default()
        }
    }

    /// The move of a ply, counted from 1, as people name it: `12... Nbd7`.
    fn name(&self, ply: u32) -> String {
        let frame = Frame::of(self.game);
        match self.game.moves.get(ply as usize - 1) {
            Some(placed) => frame.name(ply, &placed.san),
            None => frame.place(ply),
        }
    }
}

/// A position as it is shown.
fn fen(pos: &Chess) -> Fen {
    Fen::from_position(pos, EnPassantMode::Legal)
}

/// `1 move`, `2 moves`.
fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}
