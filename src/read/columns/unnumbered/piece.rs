//! Lines that belong together, and what parts them from others.

use std::ops::Range;

use shakmaty::Color;

use crate::read::columns::line::Line;

/// Fewest numbers, one below the other, that are those of rows.
const FEW_NUMBERS: usize = 3;
/// Most of them that are looked at together.
const MOST_NUMBERS: usize = 400;
/// Most words between two moves of a column that are none.
const MOST_ODD: usize = 4;
/// Fewest moves of a piece that may hold both sides' moves.
const FEW_HALVED: usize = 14;

/// What lines hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum What {
    /// Moves of one side, or what is left of them.
    Cells,
    /// Moves of both sides, two in a line.
    Rows,
    /// Numbers of rows; the first of them, if most go on with one another.
    Numbers(Option<u32>),
    Heading(Color),
    Result,
    Other,
}

/// Lines of one kind.
#[derive(Debug, Clone)]
pub(super) struct Piece {
    pub(super) what: What,
    /// Their indices among the lines that are not blank.
    pub(super) lines: Range<usize>,
    /// How many of them are moves.
    pub(super) moves: usize,
    /// Whether nothing parts it from the lines above, of which it is the second half.
    pub(super) half: bool,
}

impl Piece {
    fn new(what: What, lines: Range<usize>, of: &[Line]) -> Piece {
        let moves = of[lines.clone()].iter().filter(|line| line.is_sound()).count();
        Piece { what, lines, moves, half: false }
    }

    pub(super) fn len(&self) -> usize {
        self.lines.len()
    }

    /// Whether most of its lines are moves.
    pub(super) fn is_moves(&self) -> bool {
        let moves = matches!(self.what, What::Cells | What::Rows);
        moves && self.moves * 2 >= self.len() && self.moves > 0
    }
}

/// The pieces of a text; `apart` tells the lines above which a blank one stands.
pub(super) fn pieces(lines: &[Line], apart: &[bool]) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let (what, to) = match lines[at] {
            Line::Heading(color) => (What::Heading(color), at + 1),
            Line::Row { .. } => match rows(lines, at) {
                Some(to) => (What::Rows, to),
                None => (What::Other, at + 1),
            },
            Line::Result => (What::Result, at + 1),
            Line::Other => (What::Other, at + 1),
            _ => match numbers(lines, at) {
                Some(piece) => piece,
                None => (What::Cells, cells(lines, apart, at)),
            },
        };
        if what == What::Cells && to - at >= FEW_HALVED {
            let middle = at + (to - at).div_ceil(2);
            pieces.push(Piece::new(what, at..middle, lines));
            pieces.push(Piece { half: true, ..Piece::new(what, middle..to, lines) });
        } else {
            pieces.push(Piece::new(what, at..to, lines));
        }
        at = to;
    }
    pieces
}

/// The index behind rows, and the few lines between them that may be damaged ones.
fn rows(lines: &[Line], from: usize) -> Option<usize> {
    let mut end = None;
    for (at, line) in lines.iter().enumerate().skip(from) {
        match line {
            Line::Row { sound: true } => end = Some(at + 1),
            Line::Row { sound: false } if at < end? + MOST_ODD => {}
            _ => break,
        }
    }
    end
}

/// The numbers of rows that begin at a line, of which some may be misread, and the index behind.
fn numbers(lines: &[Line], at: usize) -> Option<(What, usize)> {
    let is_number = |line: &&Line| matches!(line, Line::Number(_) | Line::Odd { number: true });
    let run = lines[at..].iter().take(MOST_NUMBERS).take_while(is_number);
    let count = run.clone().count();
    let mut firsts: Vec<u32> = run
        .enumerate()
        .filter_map(|(index, line)| match line {
            Line::Number(number) => number.checked_sub(index as u32),
            _ => None,
        })
        .collect();
    if firsts.len() < FEW_NUMBERS || firsts.len() * 2 < count {
        return None;
    }
    firsts.sort_unstable();
    let same = firsts.chunk_by(|a, b| a == b).max_by_key(|same| same.len());
    let first = same.filter(|same| same.len() * 2 >= firsts.len()).map(|same| same[0]);
    Some((What::Numbers(first), at + count))
}

/// The index behind the moves, and the few words between them, that begin at a line.
fn cells(lines: &[Line], apart: &[bool], from: usize) -> usize {
    let (mut at, mut odd) = (from, 0);
    while at < lines.len() && (at == from || !apart[at]) {
        let is_row = |at: usize| matches!(lines.get(at), Some(Line::Row { .. }));
        let alone = || !matches!(lines.get(at + 1), Some(Line::Number(_)));
        match lines[at] {
            Line::Move => odd = 0,
            Line::Odd { .. } => odd += 1,
            // `63` for g3.
            Line::Number(_) if alone() => odd += 1,
            // `v\ b6`: what is left of a piece stands apart.
            Line::Row { .. } if at > from && !is_row(at + 1) => odd += 1,
            _ => break,
        }
        if odd > MOST_ODD {
            break;
        }
        at += 1;
    }
    at.max(from + 1)
}
