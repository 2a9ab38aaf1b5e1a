//! Findings about one sheet: what it is written in, which entries do not fit, what is missing, and
//! where it stops.

use shakmaty::{Color, Role, san::San};

use super::{
    Case, Cell, Finding, Item, Rules, Severity, State, clock::Clocks, counted, grid::Grid,
};
use crate::{
    notation::{Language, language, languages, prepare},
    reconstruction::{PlacedMove, SheetStyle, Unplaced},
    write::Frame,
};

/// Move pairs that may be missing or wrong on a sheet that supports a claim of a win on time, under
/// the rules of US Chess.
const MOST_PAIRS: u32 = 3;

/// What one sheet is and how much of the game it holds.
#[derive(Debug, Clone, PartialEq)]
pub struct SheetAudit {
    /// Its name.
    pub id: String,
    /// Name of its notation.
    pub notation: String,
    /// Code of its language.
    pub language: String,
    /// Name of its language in English, where it is known.
    pub language_name: Option<String>,
    /// How probable notation and language are, 0 to 1.
    pub probability: f64,
    /// Whether the notation is algebraic, short, long or with figurines.
    pub algebraic: bool,
    /// Moves of the game that stand on it, whether rightly written or not.
    pub recorded: u32,
    /// The ply of the last one, counted from 1; 0 where there is none.
    pub last: u32,
    /// Moves missing before that one.
    pub missing: Count,
    /// Moves of the game behind it.
    pub stopped: Count,
    /// Entries in the place of a move that do not say it.
    pub wrong: Count,
    /// Move pairs, one of each number, of which a move is missing or wrong, to the end of the
    /// game.
    pub pairs: u32,
}

/// A number of moves by the side that made them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Count {
    /// White's.
    pub white: u32,
    /// Black's.
    pub black: u32,
}

impl Count {
    fn add(&mut self, side: Color) {
        match side {
            Color::White => self.white += 1,
            Color::Black => self.black += 1,
        }
    }

    /// Both sides'.
    pub fn both(self) -> u32 {
        self.white + self.black
    }
}

/// How much of the game a sheet has.
fn count(case: &Case<'_>, grid: &Grid<'_>, sheet: usize) -> SheetAudit {
    let of = &grid.sheets[sheet];
    let mut audit = SheetAudit {
        id: of.id.to_owned(),
        notation: of.style.notation.clone(),
        language: of.style.language.clone(),
        language_name: of.language.map(|language| language.name.clone()),
        probability: of.style.probability,
        algebraic: of.parts.iter().chain([&of.style]).all(|style| is_algebraic(&style.notation)),
        recorded: 0,
        last: grid.last(sheet),
        missing: Count::default(),
        stopped: Count::default(),
        wrong: Count::default(),
        pairs: 0,
    };
    let frame = Frame::of(case.game);
    let mut pair = None;
    for (placed, cell) in grid.cells(case, sheet) {
        let (number, mover) = frame.number(placed.ply);
        match cell.state {
            State::Missing => audit.missing.add(mover),
            State::Stopped => audit.stopped.add(mover),
            state => {
                audit.recorded += 1;
                if state.is_wrong() {
                    audit.wrong.add(mover);
                }
            }
        }
        if !cell.state.is_right() && pair.replace(number) != Some(number) {
            audit.pairs += 1;
        }
    }
    audit
}

pub(super) fn audit(
    case: &Case<'_>,
    grid: &Grid<'_>,
    clocks: &Clocks,
    sheet: usize,
) -> (SheetAudit, Vec<Finding>) {
    let of = &grid.sheets[sheet];
    let audit = count(case, grid, sheet);
    let mut findings = vec![notation(case, &audit, &of.parts)];
    findings.extend(entries(case, grid, sheet));
    findings.extend(missing(case, grid, clocks, sheet, audit.missing));
    findings.extend(stops(case, grid, clocks, sheet, &audit));
    findings.extend(time_claim(case, &audit));
    findings.extend(unplaced(case, grid, sheet));
    findings.extend(shifted(case, grid, sheet));
    findings.extend(exchanged(case, grid, sheet));
    findings.extend(draw_offers(case, grid, sheet));
    for finding in &mut findings {
        finding.sheet = Some(of.id.to_owned());
    }
    (audit, findings)
}

/// Whether a notation is algebraic in the sense of the Laws.
pub(super) fn is_algebraic(notation: &str) -> bool {
    !matches!(notation, "descriptive" | "iccf")
}

fn notation(case: &Case<'_>, audit: &SheetAudit, parts: &[&SheetStyle]) -> Finding {
    let named = |notation: &str, code: &str| {
        let name = language(code).map_or(code, |language| &language.name);
        format!("{} notation, {name}", notation.replace('-', " "))
    };
    let told =
        case.record.sheets.iter().any(|sheet| sheet.id == audit.id && sheet.language.is_some());
    let mut finding = case.finding("notation", Severity::Info, "algebraic");
    finding.message = format!("written in {}", named(&audit.notation, &audit.language));
    if matches!(&audit.notation[..], "algebraic" | "long-algebraic") && !told {
        finding.message.push_str(&like(&audit.language));
    }
    for part in parts {
        let whose = match part.color {
            Some(Color::White) => "White's moves",
            Some(Color::Black) => "Black's moves",
            None => "some moves",
        };
        let style = named(&part.notation, &part.language);
        finding.message.push_str(&format!("; {whose}, or some of them, in {style}"));
    }
    if !audit.algebraic && case.rules == Rules::Fide {
        finding.code = "not-algebraic";
        finding
            .message
            .push_str("; what is not algebraic is no evidence where FIDE's Laws ask for it");
    }
    finding
}

/// Which languages cannot be told apart from one by the letters of the pieces: ` (Danish has the
/// same letters)`.
fn like(code: &str) -> String {
    let letters = |language: &Language| {
        let pieces = Role::ALL.into_iter().filter(|role| *role != Role::Pawn);
        pieces.map(|role| language.letter(role).to_owned()).collect::<Vec<_>>()
    };
    // English letters are those of all the world.
    let Some(own) = language(code).ok().filter(|own| own.code != "en") else {
        return String::new();
    };
    let same =
        languages().iter().filter(|other| other.code != code && letters(other) == letters(own));
    let names: Vec<&str> = same.map(|language| language.name.as_str()).collect();
    match names.split_last() {
        None => String::new(),
        Some((only, [])) => format!(" ({only} has the same letters)"),
        Some((last, first)) => format!(" ({} and {last} have the same letters)", first.join(", ")),
    }
}

/// What is to be said of entries that stand in the place of a move, by state.
fn entries(case: &Case<'_>, grid: &Grid<'_>, sheet: usize) -> Vec<Finding> {
    let kinds = [
        (
            State::Illegal,
            "illegal-move",
            Severity::Warning,
            "legal",
            "is no legal move",
            "are no legal moves",
        ),
        (
            State::OtherMove,
            "other-move",
            Severity::Warning,
            "record",
            "is another legal move than the one found",
            "are other legal moves than those found",
        ),
        (
            State::Unreadable,
            "unreadable",
            Severity::Warning,
            "record",
            "is written like no move",
            "are written like no moves",
        ),
        (
            State::Ambiguous,
            "ambiguous",
            Severity::Info,
            "disambiguation",
            "may as well be another legal move",
            "may as well be other legal moves",
        ),
    ];
    let mut findings = Vec::new();
    for (state, code, severity, subject, one, many) in kinds {
        let cells = grid.cells(case, sheet).filter(|(_, cell)| cell.state == state);
        let items: Vec<Item> = cells
            .map(|(placed, cell)| {
                let note = match state {
                    State::OtherMove => format!("says {}", spelled(grid, placed.ply, cell)),
                    State::Ambiguous => format!("may be {}", spelled(grid, placed.ply, cell)),
                    _ => String::new(),
                };
                Item { note, ..cell_item(case, placed, cell) }
            })
            .collect();
        findings.extend(case.about(code, severity, subject, items, |n| what(n, one, many)));
    }
    findings
}

/// `1 entry is no legal move`
fn what(count: usize, one: &str, many: &str) -> String {
    format!("{} {}", counted(count, "entry", "entries"), if count == 1 { one } else { many })
}

/// The moves that a cell spells: `Nbd7 or Nfd7`.
fn spelled(grid: &Grid<'_>, ply: u32, cell: &Cell) -> String {
    let Some(pos) = grid.positions.get(ply as usize - 1) else { return String::new() };
    let names: Vec<String> =
        cell.spells.iter().map(|&m| San::from_move(pos, m).to_string()).collect();
    names.join(" or ")
}

pub(super) fn cell_item(case: &Case<'_>, placed: &PlacedMove, cell: &Cell) -> Item {
    Item {
        spot: cell.spot.clone(),
        written: (!cell.text.is_empty()).then(|| cell.text.clone()),
        ..case.move_item(placed)
    }
}

/// Moves missing before the last one of the sheet.
fn missing(
    case: &Case<'_>,
    grid: &Grid<'_>,
    clocks: &Clocks,
    sheet: usize,
    count: Count,
) -> Option<Finding> {
    let cells = grid.cells(case, sheet).filter(|(_, cell)| cell.state == State::Missing);
    let items: Vec<Item> = cells.map(|(placed, cell)| cell_item(case, placed, cell)).collect();
    let first = items.first().and_then(|item| item.ply).unwrap_or_default();
    case.about("missing", Severity::Warning, "record", items, |n| {
        format!(
            "{} not written: {} of White's, {} of Black's{}",
            counted(n, "move is", "moves are"),
            count.white,
            count.black,
            clocks.excuse(case, grid.sheets[sheet].writer(), first)
        )
    })
}

/// Where the sheet stops before the game does.
fn stops(
    case: &Case<'_>,
    grid: &Grid<'_>,
    clocks: &Clocks,
    sheet: usize,
    audit: &SheetAudit,
) -> Option<Finding> {
    let rest = audit.stopped.both();
    let last = audit.last;
    let mut item = match last.checked_sub(1).and_then(|at| case.game.moves.get(at as usize)) {
        Some(placed) => cell_item(case, placed, &grid.table[placed.ply as usize - 1][sheet]),
        None => return None,
    };
    let name = case.name(last);
    if rest == 0 {
        let mut finding = case.finding("recorded-to", Severity::Info, "");
        finding.message = format!("recorded to {name}");
        finding.items = vec![item];
        return Some(finding);
    }
    let mut finding =
        case.finding("recording-stops", Severity::Warning, clocks.subject(case.rules));
    finding.message = format!(
        "recorded to {name}, {} before the game ends{}",
        counted(rest as usize, "move", "moves"),
        clocks.excuse(case, grid.sheets[sheet].writer(), last + 1)
    );
    if rest == 1 {
        // One sheet has a move more: it may have been written for a claim, or in advance.
        finding.code = "last-move-alone";
        finding.law = super::law("claim", case.rules);
        finding.message = format!(
            "recorded to {name}; {} stands elsewhere alone, and may not have been played",
            case.name(last + 1)
        );
    }
    item.position = grid.positions.get(last as usize).map(super::fen);
    finding.items = vec![item];
    Some(finding)
}

/// Whether the sheet supports a claim of a win on time.
fn time_claim(case: &Case<'_>, audit: &SheetAudit) -> Option<Finding> {
    if case.rules != Rules::UsChess || audit.pairs <= MOST_PAIRS {
        return None;
    }
    let mut finding = case.finding("time-claim", Severity::Warning, "time-claim");
    finding.message = format!(
        "{} missing or wrong: too many to support a claim of a win on time",
        counted(audit.pairs as usize, "move pair is", "move pairs are")
    );
    Some(finding)
}

/// Entries that stand on no ply.
fn unplaced(case: &Case<'_>, grid: &Grid<'_>, sheet: usize) -> Vec<Finding> {
    let index = grid.sheets[sheet].index;
    // What stands in the place of a move that could not be read is told there.
    let unread = |entry: usize| grid.table.iter().any(|row| row[sheet].entry == Some(entry));
    let kinds = [
        ("duplicate", "doubled", "is written twice", "are written twice"),
        (
            "no-move",
            "belongs-nowhere",
            "belongs to no move of the game",
            "belong to no move of the game",
        ),
        (
            "after-the-end",
            "after-the-end",
            "stands behind the end of the game",
            "stand behind the end of the game",
        ),
        ("not-searched", "not-searched", "was not looked at", "were not looked at"),
    ];
    let mut findings = Vec::new();
    for (reason, code, one, many) in kinds {
        let such = |unplaced: &&Unplaced| {
            let entry = &unplaced.entry;
            entry.sheet == index && unplaced.reason == reason && !unread(entry.entry)
        };
        let entries = case.game.unplaced.iter().filter(such);
        let items: Vec<Item> = entries.map(|unplaced| case.item(&unplaced.entry)).collect();
        findings
            .extend(case.about(code, Severity::Warning, "record", items, |n| what(n, one, many)));
    }
    findings
}

/// Stretches that stand at other numbers than their moves have.
fn shifted(case: &Case<'_>, grid: &Grid<'_>, sheet: usize) -> Option<Finding> {
    let mut items: Vec<(Item, u32, i32)> = Vec::new();
    let mut before = 0;
    for (placed, cell) in grid.cells(case, sheet) {
        if cell.entry.is_none() {
            continue;
        }
        if cell.shift != 0 {
            match items.last_mut().filter(|(_, _, shift)| *shift == cell.shift && before == *shift)
            {
                Some((_, last, _)) => *last = placed.ply,
                None => items.push((cell_item(case, placed, cell), placed.ply, cell.shift)),
            }
        }
        before = cell.shift;
    }
    let note = |(item, last, shift): (Item, u32, i32)| {
        let way = if shift > 0 { "late" } else { "early" };
        let by = shift.unsigned_abs() as usize;
        let by = match by % 2 {
            0 => counted(by / 2, "row", "rows"),
            _ => counted(by, "half-move", "half-moves"),
        };
        let note = match item.ply {
            Some(first) if first < last => format!("to {}, {by} too {way}", case.name(last)),
            _ => format!("{by} too {way}"),
        };
        Item { note, ..item }
    };
    let items = items.into_iter().map(note).collect();
    case.about("out-of-place", Severity::Warning, "record", items, |n| {
        format!(
            "{} at another number or in another column than the game has it",
            counted(n, "stretch stands", "stretches stand")
        )
    })
}

/// Entries that stand before the one that was played before them.
fn exchanged(case: &Case<'_>, grid: &Grid<'_>, sheet: usize) -> Option<Finding> {
    let mut items = Vec::new();
    let mut furthest = None;
    for (placed, cell) in grid.cells(case, sheet) {
        let Some(entry) = cell.entry else { continue };
        if furthest.is_some_and(|furthest| entry < furthest) {
            items.push(cell_item(case, placed, cell));
        }
        furthest = furthest.max(Some(entry));
    }
    case.about("exchanged", Severity::Warning, "record", items, |n| {
        format!(
            "{} before the move that was played before it",
            counted(n, "entry stands", "entries stand")
        )
    })
}

/// Draw offers that are noted, and on which other sheets they are not: both players have to.
fn draw_offers(case: &Case<'_>, grid: &Grid<'_>, sheet: usize) -> Option<Finding> {
    let mut items = offers(case, grid, sheet);
    for other in (0..grid.sheets.len()).filter(|other| *other != sheet) {
        let theirs: Vec<Option<u32>> =
            offers(case, grid, other).iter().map(|item| item.ply).collect();
        for item in items.iter_mut().filter(|item| !theirs.contains(&item.ply)) {
            // A sheet that ends before can have none.
            if item.ply.is_some_and(|ply| ply <= grid.last(other)) {
                let so_far = if item.note.is_empty() { "not on" } else { ", nor on" };
                item.note.push_str(&format!("{so_far} {}", grid.sheets[other].id));
            }
        }
    }
    case.about("draw-offer", Severity::Info, "draw-offer", items, |n| {
        counted(n, "draw offer is noted", "draw offers are noted")
    })
}

/// Draw offers on a sheet: behind a move, in a comment, or as entries of their own.
fn offers(case: &Case<'_>, grid: &Grid<'_>, sheet: usize) -> Vec<Item> {
    let index = grid.sheets[sheet].index;
    let entries = &case.record.sheets[index].entries;
    let notes = |entry: usize| {
        let entry = entries.get(entry);
        entry.is_some_and(|entry| entry.draw_offer || prepare(entry.text()).draw_offer)
    };
    let mut items: Vec<(usize, Item)> = Vec::new();
    for (placed, cell) in grid.cells(case, sheet) {
        if let Some(entry) = cell.entry.filter(|&entry| notes(entry)) {
            items.push((entry, cell_item(case, placed, cell)));
        }
    }
    let placed: Vec<usize> = items.iter().map(|(entry, _)| *entry).collect();
    for unplaced in &case.game.unplaced {
        let entry = unplaced.entry.entry;
        if unplaced.entry.sheet == index && notes(entry) && !placed.contains(&entry) {
            // It was made with the move that is written before it.
            let before = grid.cells(case, sheet).filter(|(_, cell)| cell.entry < Some(entry));
            let before = before.max_by_key(|(_, cell)| cell.entry);
            let of = before.map(|(placed, _)| case.move_item(placed)).unwrap_or_default();
            let own = case.item(&unplaced.entry);
            items.push((entry, Item { spot: own.spot, written: own.written, ..of }));
        }
    }
    items.sort_by_key(|(entry, _)| *entry);
    items.into_iter().map(|(_, item)| item).collect()
}
