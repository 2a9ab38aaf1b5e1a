//! What two or more sheets say differently at the same ply.

use super::{Case, Cell, Finding, Item, Severity, State, counted, grid::Grid};
use crate::reconstruction::PlacedMove;

/// What the difference between sheets at a ply is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// They say different legal moves.
    OtherMove,
    /// One says a move, the other something that cannot be played.
    Slip,
    /// None of them says a move that can be played.
    NoneRight,
    /// One has nothing where the others have a move.
    Gap,
}

/// What the difference between the cells of a ply is, if there is one. Ends of sheets are none.
pub(super) fn kind(row: &[Cell]) -> Option<Kind> {
    let alive: Vec<&Cell> = row.iter().filter(|cell| cell.state != State::Stopped).collect();
    if alive.len() < 2 {
        return None;
    }
    let written: Vec<&&Cell> = alive.iter().filter(|cell| cell.state != State::Missing).collect();
    let contradict = |a: &Cell, b: &Cell| {
        !a.spells.is_empty()
            && !b.spells.is_empty()
            && !a.spells.iter().any(|m| b.spells.contains(m))
    };
    let any = |test: &dyn Fn(&Cell, &Cell) -> bool| {
        (0..written.len()).any(|at| written[at + 1..].iter().any(|other| test(written[at], other)))
    };
    if any(&contradict) {
        return Some(Kind::OtherMove);
    }
    let says = written.iter().filter(|cell| !cell.spells.is_empty()).count();
    match (says, written.len()) {
        (_, 0) => None,
        (0, 1) => Some(Kind::Gap),
        (0, _) => Some(Kind::NoneRight),
        (says, written) if says < written => Some(Kind::Slip),
        (_, written) if written < alive.len() => Some(Kind::Gap),
        _ => None,
    }
}

impl Kind {
    /// The word used in every output format.
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Kind::OtherMove => "other-move",
            Kind::Slip => "slip",
            Kind::NoneRight => "none-right",
            Kind::Gap => "gap",
        }
    }
}

pub(super) fn findings(case: &Case<'_>, grid: &Grid<'_>) -> Vec<Finding> {
    if grid.sheets.len() < 2 {
        return Vec::new();
    }
    let kinds = [
        (
            Kind::OtherMove,
            "sheets-differ",
            Severity::Warning,
            "move on which the sheets differ",
            "moves on which the sheets differ",
        ),
        (
            Kind::NoneRight,
            "no-sheet-right",
            Severity::Warning,
            "move that is wrong on every sheet",
            "moves that are wrong on every sheet",
        ),
        (
            Kind::Slip,
            "slips",
            Severity::Info,
            "move that one sheet has and another has wrongly",
            "moves that one sheet has and another has wrongly",
        ),
        (
            Kind::Gap,
            "gaps",
            Severity::Info,
            "move that one sheet has and another leaves out",
            "moves that one sheet has and another leaves out",
        ),
    ];
    let mut findings = Vec::new();
    for (wanted, code, severity, one, many) in kinds {
        let plies = case.game.moves.iter().zip(&grid.table);
        let such = plies.filter(|(_, row)| kind(row) == Some(wanted));
        let items: Vec<Item> = such.map(|(placed, row)| item(case, grid, placed, row)).collect();
        findings.extend(case.about(code, severity, "", items, |n| counted(n, one, many)));
    }
    findings
}

/// What every sheet says at a ply: `white.txt "Nbd7", black.txt "Nfd7"`.
fn item(case: &Case<'_>, grid: &Grid<'_>, placed: &PlacedMove, row: &[Cell]) -> Item {
    let says = |(sheet, cell): (&super::grid::GridSheet<'_>, &Cell)| match cell.text.is_empty() {
        true => format!("{} nothing", sheet.id),
        false => format!("{} \"{}\"", sheet.id, cell.text),
    };
    let each: Vec<String> = grid.sheets.iter().zip(row).map(says).collect();
    Item {
        spot: row.iter().find_map(|cell| cell.spot.clone()),
        note: each.join(", "),
        position: grid.positions.get(placed.ply as usize - 1).map(super::fen),
        ..case.move_item(placed)
    }
}
