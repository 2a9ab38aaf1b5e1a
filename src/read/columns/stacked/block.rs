//! The lines of one side, one below the other, and the headings between them.

use super::{cell::Cell, numbers::MAX_MARK};

/// Lines before several numbers that are misread, and most of those with the next that is not.
const LADDER: usize = 4;
const MISREAD: u32 = 4;
/// Lines that tell the number of the first.
const NEXT: usize = 5;
/// Of so many lines one may look as if it had a number.
const NUMBERED: usize = 4;
/// Most lines that may be headings between the blocks, and between long ones, as where a page is read
/// column by column.
pub(super) const HEADINGS: usize = 2;
const MORE_HEADINGS: usize = 8;
/// Moves of a long block.
pub(super) const TALL: usize = 8;

/// Lines that are as short as one that holds one move, and others.
pub(super) type Cells<'a> = [Option<Cell<'a>>];

pub(super) fn cell<'a>(cells: &Cells<'a>, at: usize) -> Option<Cell<'a>> {
    cells.get(at).copied().flatten()
}

/// The number of a line, if it has one that can be read.
fn number(cells: &Cells, at: usize) -> Option<u32> {
    cell(cells, at)?.number
}

/// How many lines hold a move.
pub(super) fn moves(cells: &Cells) -> usize {
    cells.iter().flatten().filter(|cell| cell.is_move).count()
}

/// The lines of one side, but for those that are lost.
pub(super) type Block<'a> = Vec<Option<Cell<'a>>>;

/// The number of the first line of a block; 1, or that which goes on with the block before, where
/// it is misread or lost and the next lines tell.
pub(super) fn first_number(cells: &Cells, at: usize, next: Option<u32>) -> Option<u32> {
    let own = cell(cells, at)?;
    let told = |first: u32| {
        let behind = (first + 1..).zip(at + 1..).take(NEXT - 1);
        behind.filter(|&(wanted, at)| number(cells, at) == Some(wanted)).count()
    };
    let is_second = |first: u32| number(cells, at + 1) == Some(first + 1);
    if told(1) >= 2 && (own.numbered || is_second(1)) {
        return Some(1);
    }
    let next = next.filter(|&next| own.is_move && own.number != Some(next) && is_second(next));
    next.or(own.number)
}

/// At most so many lines from one on whose numbers go up by one, with those that are lost, and the
/// index behind them.
pub(super) fn ladder<'a>(
    cells: &Cells<'a>,
    at: usize,
    first: u32,
    most: usize,
) -> (Block<'a>, usize) {
    let mut found = Block::new();
    let mut index = at;
    while found.len() < most
        && let Some(own) = cell(cells, index)
    {
        let expected = first + found.len() as u32;
        let fits = |ahead: u32| number(cells, index + ahead as usize) == Some(expected + ahead);
        match own.number {
            Some(number) if number == expected => {}
            // A line is lost.
            Some(number) if number == expected + 1 && !fits(1) => found.push(None),
            // The number is misread, or lost.
            _ if fits(1) => {}
            None if own.numbered => {}
            // So are several on end, where enough were read before.
            _ if found.len() >= LADDER && (2..=MISREAD).any(fits) => {}
            // The last line above a heading has lost its number.
            None if own.is_move && !found.is_empty() && is_heading(cells, index + 1) => {}
            _ => break,
        }
        found.push(Some(own));
        index += 1;
    }
    (found, index)
}

/// As many moves in lines without numbers, less those at the end that are no moves, and the index
/// behind them; few of the lines may look as if they had a number, as `8xf5` does. They may end a
/// little earlier where a blank line stands.
pub(super) fn bare<'a>(cells: &Cells<'a>, at: usize, most: usize) -> (Block<'a>, usize) {
    let mut numbered = 0;
    let mut found = Block::new();
    let mut end = at;
    while found.len() < most
        && let Some(own) = cell(cells, end)
        && !(own.apart
            && end > at
            && found.len() + HEADINGS >= most
            && (own.numbered || !own.is_move))
    {
        numbered += usize::from(own.numbered);
        if numbered * NUMBERED > most {
            break;
        }
        match own.halves().filter(|_| found.len() + 1 < most) {
            Some(halves) => found.extend(halves.map(Some)),
            // What looks like a number belongs to the move.
            None => found.push(Some(Cell { number: None, numbered: false, start: 0, ..own })),
        }
        end += 1;
    }
    let ends = |cell: &mut Option<Cell>| {
        cell.is_some_and(|cell| cell.numbered || !cell.is_move && !cell.damaged)
    };
    while found.pop_if(ends).is_some() {
        end -= 1;
    }
    (found, end)
}

/// How many lines from one on may be headings behind so many moves of White's.
pub(super) fn headings_between(cells: &Cells, from: usize, white: usize) -> usize {
    if white < TALL {
        return headings(cells, from);
    }
    (from..from + MORE_HEADINGS).take_while(|&at| is_between(cells, at)).count()
}

/// How many lines from one on may be headings, as `Black:` is.
pub(super) fn headings(cells: &Cells, from: usize) -> usize {
    (from..from + HEADINGS).take_while(|&at| is_heading(cells, at)).count()
}

/// Whether a line is a word or more that are no move and no mark where one is lost.
pub(super) fn is_heading(cells: &Cells, at: usize) -> bool {
    let may_be = |cell: Cell| {
        let text = cell.part.text.trim();
        text.len() > MAX_MARK && text.chars().all(|c| !c.is_ascii_digit())
    };
    is_between(cells, at) && cell(cells, at).is_none_or(may_be)
}

/// Whether a line has no move and no number.
fn is_between(cells: &Cells, at: usize) -> bool {
    let holds_none = |cell: Cell| !cell.is_move && !cell.numbered && cell.halves().is_none();
    at < cells.len() && cell(cells, at).is_none_or(holds_none)
}
