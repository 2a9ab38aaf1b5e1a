//! What each sheet has at each ply of the game.

use shakmaty::{Chess, Color, Move, Position, Role};

use super::{Case, Spot, standing::walk};
use crate::{
    notation::{
        Kind, Language, language, prepare,
        render::{Checks, Habits, Notation, render},
    },
    reconstruction::{EntryText, PlacedMove, SheetStyle},
    search::Written,
};

/// What a sheet has at a ply.
#[derive(Debug, Clone, PartialEq)]
pub struct Cell {
    /// How it fits the game.
    pub state: State,
    /// What is written there; empty where nothing is.
    pub text: String,
    /// Where, if something is or there is an empty box.
    pub spot: Option<Spot>,
    /// The legal moves that the text spells.
    pub spells: Vec<Move>,
    /// Index of the entry on its sheet.
    pub entry: Option<usize>,
    /// Plies by which the entry stands too late (above 0) or too early by its own numbering.
    pub shift: i32,
}

/// How an entry fits the move of the game at its ply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// It says the move and no other one.
    Right,
    /// It says the move, and may as well say another one.
    Ambiguous,
    /// It says another legal move.
    OtherMove,
    /// It is written like a move, and none like it is legal.
    Illegal,
    /// It is written like no move.
    Unreadable,
    /// Nothing is written, and the sheet goes on.
    Missing,
    /// The sheet has ended.
    Stopped,
}

impl State {
    /// The word used in every output format.
    pub fn as_str(self) -> &'static str {
        match self {
            State::Right => "right",
            State::Ambiguous => "ambiguous",
            State::OtherMove => "other-move",
            State::Illegal => "illegal",
            State::Unreadable => "unreadable",
            State::Missing => "missing",
            State::Stopped => "stopped",
        }
    }

    /// Whether something is written that is not the move of the game.
    pub fn is_wrong(self) -> bool {
        matches!(self, State::OtherMove | State::Illegal | State::Unreadable)
    }

    /// Whether the move of the game stands there.
    pub fn is_right(self) -> bool {
        matches!(self, State::Right | State::Ambiguous)
    }
}

/// What all sheets have at all plies.
pub(super) struct Grid<'a> {
    /// `table[ply - 1][sheet]`, sheets as in `sheets`.
    pub table: Vec<Vec<Cell>>,
    /// The positions before each ply, and the last one.
    pub positions: Vec<Chess>,
    /// The sheets that were searched.
    pub sheets: Vec<GridSheet<'a>>,
}

/// A sheet as far as the grid needs it.
pub(super) struct GridSheet<'a> {
    /// Its index in the record.
    pub index: usize,
    /// Its name.
    pub id: &'a str,
    /// Its style, as it was found.
    pub style: &'a SheetStyle,
    /// The styles of parts that are written otherwise.
    pub parts: Vec<&'a SheetStyle>,
    /// Its language.
    pub language: Option<&'static Language>,
}

impl GridSheet<'_> {
    /// The player who wrote it, where its name says so: `board7-white.txt`.
    pub(super) fn writer(&self) -> Option<Color> {
        let name = self.id.rsplit(['/', '\\']).next().unwrap_or_default().to_lowercase();
        let mut words = name.split(|c: char| !c.is_alphanumeric());
        words.find_map(|word| match word {
            "white" => Some(Color::White),
            "black" => Some(Color::Black),
            _ => None,
        })
    }
}

impl<'a> Grid<'a> {
    pub(super) fn of(case: &Case<'a>, written: &[Written]) -> Grid<'a> {
        let styles = &case.game.styles;
        let sheets = styles.iter().enumerate().filter_map(|(at, style)| {
            // The first style of a sheet is its own, others are those of parts of it.
            let first = styles[..at].iter().all(|other| other.sheet != style.sheet);
            let index = case.record.sheets.iter().position(|sheet| sheet.id == style.sheet)?;
            let parts = styles[at + 1..].iter().filter(|other| other.sheet == style.sheet);
            let language = language(&style.language).ok();
            first.then(|| GridSheet {
                index,
                id: &style.sheet,
                style,
                parts: parts.collect(),
                language,
            })
        });
        let sheets: Vec<GridSheet<'a>> = sheets.collect();
        let moves: Vec<Move> = case.game.moves.iter().map(|placed| placed.m).collect();
        let positions: Vec<Chess> = walk(case.start, &moves).collect();
        let mut table: Vec<Vec<Cell>> = Vec::with_capacity(moves.len());
        for (placed, pos) in case.game.moves.iter().zip(&positions) {
            let cell = |sheet: &GridSheet<'_>| cell(case, sheet, placed, pos, written);
            table.push(sheets.iter().map(cell).collect());
        }
        let mut grid = Grid { table, positions, sheets };
        for sheet in 0..grid.sheets.len() {
            grid.find_unread(case, sheet);
            grid.find_shifts(case, sheet);
            grid.put_back(case, sheet);
        }
        grid
    }

    /// The cells of one sheet with their moves.
    pub(super) fn cells<'b>(
        &'b self,
        case: &'b Case<'_>,
        sheet: usize,
    ) -> impl Iterator<Item = (&'b PlacedMove, &'b Cell)> {
        case.game.moves.iter().zip(self.table.iter().map(move |row| &row[sheet]))
    }

    /// The ply of the last move that a sheet has, counted from 1; 0 where it has none.
    pub(super) fn last(&self, sheet: usize) -> u32 {
        let written = self.table.iter().rposition(|row| row[sheet].state != State::Stopped);
        written.map_or(0, |at| at as u32 + 1)
    }

    /// Where a move is missing and something that was not taken for one stands in its place, that
    /// is what is written there. Cells behind the last entry become [`State::Stopped`].
    fn find_unread(&mut self, case: &Case<'_>, sheet: usize) {
        let index = self.sheets[sheet].index;
        let column: Vec<Option<usize>> = self.table.iter().map(|row| row[sheet].entry).collect();
        let written = |at: &usize| column[*at].is_some() && !self.table[*at][sheet].text.is_empty();
        let end = (0..column.len()).rev().find(written).map_or(0, |last| last + 1);
        for row in &mut self.table[end..] {
            row[sheet].state = State::Stopped;
        }
        let mut at = 0;
        while at < end {
            if column[at].is_some() {
                at += 1;
                continue;
            }
            let first = at;
            while at < end && column[at].is_none() {
                at += 1;
            }
            let before = column[..first].iter().rev().flatten().next().map_or(0, |entry| entry + 1);
            let after = column.get(at).copied().flatten().unwrap_or(usize::MAX);
            let unread: Vec<&EntryText> = case
                .game
                .unplaced
                .iter()
                .filter(|unplaced| {
                    unplaced.entry.sheet == index
                        && (before..after).contains(&unplaced.entry.entry)
                        && matches!(unplaced.reason, "aside" | "no-move" | "duplicate")
                        && unplaced.entry.text.trim().chars().count() <= LONGEST_MOVE
                })
                .map(|unplaced| &unplaced.entry)
                .collect();
            if unread.len() != at - first {
                continue;
            }
            for (ply, entry) in (first..at).zip(unread) {
                let cell = &mut self.table[ply][sheet];
                cell.state = unspelled(&entry.text, &self.sheets[sheet]);
                cell.text = entry.text.trim().to_owned();
                cell.spot = Some(case.spot(entry));
                cell.entry = Some(entry.entry);
            }
        }
    }

    /// Puts an entry that does not say the move of its ply to the ply that its number claims, if
    /// the sheet has nothing there: around a gap the search has little to go by.
    fn put_back(&mut self, case: &Case<'_>, sheet: usize) {
        for ply in 0..self.table.len() {
            let cell = &self.table[ply][sheet];
            let Some(claim) = ply.checked_add_signed(cell.shift as isize) else { continue };
            let free = self.table.get(claim).map(|row| &row[sheet]);
            let free = free.is_some_and(|there| {
                matches!(there.state, State::Missing | State::Stopped) && there.entry.is_none()
            });
            if !cell.state.is_wrong() || !free {
                continue;
            }
            let (Some(pos), Some(placed)) = (self.positions.get(claim), case.game.moves.get(claim))
            else {
                continue;
            };
            let mut cell = std::mem::replace(&mut self.table[ply][sheet], missing());
            cell.shift = 0;
            cell.spells = plainly(pos, &cell.text, &self.sheets[sheet]);
            let right = cell.spells.contains(&placed.m);
            cell.state = match cell.spells.is_empty() {
                true => unspelled(&cell.text, &self.sheets[sheet]),
                false if right => State::Right,
                false => State::OtherMove,
            };
            self.table[claim][sheet] = cell;
        }
    }

    /// Compares the plies that entries claim with those on which they stand.
    fn find_shifts(&mut self, case: &Case<'_>, sheet: usize) {
        let entries = &case.record.sheets[self.sheets[sheet].index].entries;
        let mut base = case.record.start.is_none().then_some(0);
        for (ply, row) in self.table.iter_mut().enumerate() {
            let cell = &mut row[sheet];
            let entry = cell.entry.and_then(|entry| entries.get(entry));
            let Some(claim) = entry.and_then(|entry| entry.claimed_ply()) else { continue };
            let shift = i64::from(claim) - ply as i64;
            // A game from a position of its own is numbered on from there, or from 1.
            let base = *base.get_or_insert(shift);
            cell.shift = i32::try_from(shift - base).unwrap_or(0);
        }
    }
}

fn missing() -> Cell {
    Cell {
        state: State::Missing,
        text: String::new(),
        spot: None,
        spells: Vec::new(),
        entry: None,
        shift: 0,
    }
}

/// The legal moves for which a careful writer would write this text.
fn plainly(pos: &Chess, text: &str, sheet: &GridSheet<'_>) -> Vec<Move> {
    let Some(language) = sheet.language else { return Vec::new() };
    let core = prepare(text).core;
    let writes = |m: &&Move| {
        let written = render(pos, **m, Notation::Algebraic, language, &Habits::default());
        prepare(&written).core == core
    };
    pos.legal_moves().iter().filter(writes).copied().collect()
}

/// Longest text that may stand for a move that was not read, in characters.
const LONGEST_MOVE: usize = 8;

/// What a sheet has for a move that is played in the position `pos`.
fn cell(
    case: &Case<'_>,
    sheet: &GridSheet<'_>,
    placed: &PlacedMove,
    pos: &Chess,
    written: &[Written],
) -> Cell {
    let mut cell = missing();
    let Some(entry) = placed.entries.iter().find(|entry| entry.sheet == sheet.index) else {
        return cell;
    };
    cell.entry = Some(entry.entry);
    cell.spot = Some(case.spot(entry));
    cell.text = entry.text.trim().to_owned();
    if prepare(&entry.text).kind == Kind::Blank {
        cell.text.clear();
        return cell;
    }
    let said = written.iter().find(|w| (w.sheet, w.entry) == (entry.sheet, entry.entry));
    cell.spells = said.map(|said| said.spells.clone()).unwrap_or_default();
    let borrowed = said.is_some_and(|said| said.far_fetched)
        && cell.text.chars().next().is_some_and(|c| is_borrowed(c, placed.m.role(), sheet));
    if borrowed {
        cell.spells = vec![placed.m];
    }
    // A descriptive name may go by where a piece began, which is not known for certain.
    if !cell.spells.contains(&placed.m) && is_described(pos, sheet, placed.m, &cell.text) {
        cell.spells = vec![placed.m];
    }
    cell.spells = signed(pos, placed.m, cell.spells, &cell.text);
    cell.state = match cell.spells.len() {
        0 => unspelled(&cell.text, sheet),
        _ if !cell.spells.contains(&placed.m) => State::OtherMove,
        1 => State::Right,
        _ => State::Ambiguous,
    };
    cell
}

/// Those of several moves that a check sign fits, where it tells the move of the game from others.
fn signed(pos: &Chess, played: Move, spells: Vec<Move>, text: &str) -> Vec<Move> {
    if spells.len() < 2 || !spells.contains(&played) || prepare(text).check.is_none() {
        return spells;
    }
    let checks = |m: &Move| pos.clone().play(*m).is_ok_and(|after| after.is_check());
    let fitting: Vec<Move> = spells.iter().copied().filter(checks).collect();
    if fitting.contains(&played) { fitting } else { spells }
}

/// Whether a capital is not the writer's own letter for another piece: then it can only be
/// borrowed from another language, and means what it means there. A pawn is hardly ever named.
fn is_borrowed(letter: char, role: Role, sheet: &GridSheet<'_>) -> bool {
    let others = Role::ALL.into_iter().filter(|&other| other != role && other != Role::Pawn);
    let mut usual = others.filter_map(|other| Some(sheet.language?.letter(other)));
    letter.is_uppercase() && !usual.any(|name| name.starts_with(letter))
}

/// Whether a descriptive text is what a careful writer would write for the move.
fn is_described(pos: &Chess, sheet: &GridSheet<'_>, m: Move, text: &str) -> bool {
    let Some(language) = sheet.language.filter(|_| sheet.style.notation == "descriptive") else {
        return false;
    };
    let plain = |text: &str| -> String {
        text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    [false, true].into_iter().any(|full_names| {
        let habits = Habits { full_names, checks: Checks::None, ..Habits::default() };
        let written = render(pos, m, Notation::Descriptive, language, &habits);
        plain(text).starts_with(&plain(&written))
    })
}

/// What a text is that spells no legal move.
fn unspelled(text: &str, sheet: &GridSheet<'_>) -> State {
    if is_like_a_move(&prepare(text).core, sheet) { State::Illegal } else { State::Unreadable }
}

/// Whether a text that spells no legal move is written as some move would be.
fn is_like_a_move(core: &[char], sheet: &GridSheet<'_>) -> bool {
    let text: String = core.iter().filter(|c| !matches!(c, '-' | 'x')).collect();
    if text.starts_with("OO") || text.starts_with("O~O") {
        return true;
    }
    match &sheet.style.notation[..] {
        "descriptive" => text.chars().count() >= 2,
        "iccf" => matches!(text.len(), 4 | 5) && text.bytes().all(|b| b.is_ascii_digit()),
        _ => {
            let letters = |text: &str| {
                let pieces = sheet.language.map_or(&[][..], |language| &language.pieces[..]);
                pieces.iter().flatten().any(|letter| letter.eq_ignore_ascii_case(text))
            };
            // The squares begin behind the piece letter, and a promotion stands behind them.
            let text: Vec<char> = text.chars().take_while(|c| *c != '=').collect();
            let is_coordinate = |c: &char| matches!(c, 'a'..='h' | '1'..='8');
            let first = text.iter().position(is_coordinate).unwrap_or(text.len());
            let (piece, squares) = text.split_at(first);
            let (from, to) = squares.split_at(squares.len().saturating_sub(2));
            let is_square = |text: &[char]| matches!(text, ['a'..='h', '1'..='8']);
            let from_fits = match from {
                [] | ['a'..='h'] => true,
                // Only a piece is told apart by its rank.
                ['1'..='8'] => !piece.is_empty(),
                from => is_square(from),
            };
            let named = piece.is_empty() || letters(&piece.iter().collect::<String>());
            // A pawn's capture may leave out the rank: "ed".
            let files = match text[..] {
                [a @ 'a'..='h', b @ 'a'..='h'] => u32::from(a).abs_diff(u32::from(b)) == 1,
                _ => false,
            };
            files || named && is_square(to) && from_fits
        }
    }
}
