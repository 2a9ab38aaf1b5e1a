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
    // Descriptive and numeric notation say a capture in other ways.
    let of = &grid.sheets[sheet];
    let algebraic = of.parts.iter().chain([&of.style]).all(|style| is_algebraic(&style.notation));
    let written = |bare: &[Item], all: usize| all > bare.len() && !bare.is_empty();
    let (checks, captures) = (signs.checks, signs.captures);
    let named = format!("{} of {checks} checks have no sign", signs.bare_check.len());
    let taken = format!("{} of {captures} captures have no sign", signs.bare_capture.len());
    let told = [
        (
            "false-check-sign",
            true,
            Severity::Warning,
            signs.false_check,
            "a check sign stands behind",
            "move that gives no check",
            "moves that give no check",
        ),
        (
            "false-mate-sign",
            true,
            Severity::Warning,
            signs.false_mate,
            "a mate sign stands behind",
            "move that does not mate",
            "moves that do not mate",
        ),
        (
            "false-capture-sign",
            algebraic,
            Severity::Warning,
            signs.false_capture,
            "a capture sign stands in",
            "move that takes nothing",
            "moves that take nothing",
        ),
    ];
    let mut findings = Vec::new();
    for (code, wanted, severity, items, before, one, many) in told {
        if wanted && !items.is_empty() {
            let message = format!("{before} {}", counted(items.len(), one, many));
            findings.push((code, severity, message, items));
        }
    }
    if written(&signs.bare_check, checks) {
        findings.push(("bare-check", Severity::Info, named, signs.bare_check));
    }
    if algebraic && written(&signs.bare_capture, captures) {
        findings.push(("bare-capture", Severity::Info, taken, signs.bare_capture));
    }
    findings
        .into_iter()
        .map(|(code, severity, message, items)| Finding {
            sheet: Some(grid.sheets[sheet].id.to_owned()),
            message,
            items,
            ..case.finding(code, severity, "")
        })
        .collect()
}

impl Signs {
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
