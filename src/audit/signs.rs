//! Signs of check, mate and capture against the board.
//!
//! A sign that is not there is a habit, and told in passing only where the writer sets such signs
//! otherwise; a sign that cannot be true is a finding.

use shakmaty::{Chess, Position};

use super::{
    Case, Finding, Item, Severity, counted,
    grid::Grid,
    sheet::{cell_item, is_algebraic},
};
use crate::{
    notation::{CheckSign, prepare},
    reconstruction::PlacedMove,
};

/// What a sheet says with signs.
#[derive(Default)]
struct Signs {
    false_check: Vec<Item>,
    false_mate: Vec<Item>,
    false_capture: Vec<Item>,
    bare_check: Vec<Item>,
    bare_capture: Vec<Item>,
    checks: usize,
    captures: usize,
}

pub(super) fn findings(case: &Case<'_>, grid: &Grid<'_>, sheet: usize) -> Vec<Finding> {
    let mut signs = Signs::default();
    for (placed, cell) in grid.cells(case, sheet) {
        // What is not the move has no signs of it.
        if !cell.state.is_right() {
            continue;
        }
        let Some(after) = grid.positions.get(placed.ply as usize) else { continue };
        signs.add(placed, &cell.text, after, || cell_item(case, placed, cell));
    }
    signs.findings(case, grid, sheet)
}

impl Signs {
    fn findings(self, case: &Case<'_>, grid: &Grid<'_>, sheet: usize) -> Vec<Finding> {
        let of = &grid.sheets[sheet];
        // Descriptive and numeric notation say a capture in other ways.
        let algebraic =
            of.parts.iter().chain([&of.style]).all(|style| is_algebraic(&style.notation));
        let of_captures = |items: Vec<Item>| if algebraic { items } else { Vec::new() };
        let wrong = |code, items, before: &str, one: &str, many: &str| {
            let message = |n| format!("{before} {}", counted(n, one, many));
            case.about(code, Severity::Warning, "", items, message)
        };
        // Who sets none at all does without them.
        let bare = |code, mut items: Vec<Item>, all: usize, what: &str| {
            items.truncate(if items.len() < all { items.len() } else { 0 });
            let message = |n| format!("{n} of {all} {what} have no sign");
            case.about(code, Severity::Info, "", items, message)
        };
        let found = [
            wrong(
                "false-check-sign",
                self.false_check,
                "a check sign stands behind",
                "move that gives no check",
                "moves that give no check",
            ),
            wrong(
                "false-mate-sign",
                self.false_mate,
                "a mate sign stands behind",
                "move that does not mate",
                "moves that do not mate",
            ),
            wrong(
                "false-capture-sign",
                of_captures(self.false_capture),
                "a capture sign stands in",
                "move that takes nothing",
                "moves that take nothing",
            ),
            bare("bare-check", self.bare_check, self.checks, "checks"),
            bare("bare-capture", of_captures(self.bare_capture), self.captures, "captures"),
        ];
        let on_sheet = |finding| Finding { sheet: Some(of.id.to_owned()), ..finding };
        found.into_iter().flatten().map(on_sheet).collect()
    }

    fn add(&mut self, placed: &PlacedMove, text: &str, after: &Chess, item: impl Fn() -> Item) {
        let prepared = prepare(text);
        let (check, mate) = (after.is_check(), after.is_checkmate());
        self.checks += usize::from(check);
        match prepared.check {
            None if check => self.bare_check.push(item()),
            None => {}
            Some(CheckSign::Mate) if !mate => self.false_mate.push(item()),
            Some(_) if !check => self.false_check.push(item()),
            Some(_) => {}
        }
        self.captures += usize::from(placed.m.is_capture());
        match (prepared.capture, placed.m.is_capture()) {
            (true, false) => self.false_capture.push(item()),
            (false, true) => self.bare_capture.push(item()),
            _ => {}
        }
    }
}
