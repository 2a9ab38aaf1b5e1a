//! A block of White's moves and one of Black's below it.

use super::{
    block::{
        Block, Cells, HEADINGS, TALL, bare, cell, first_number, headings, headings_between,
        is_heading, ladder, moves,
    },
    cell::Cell,
    numbers::{FEW_ALONE, Numbers, lone_numbers},
};

/// Fewest moves of White's where all is well, and where numbers are damaged.
const FEW: usize = 2;
const FEW_DAMAGED: usize = 5;

/// A line of White's and one of Black's, if they are not lost.
type Pair<'a> = (Option<Cell<'a>>, Option<Cell<'a>>);

/// A block of White's moves and one of Black's.
pub(super) struct Stack<'a> {
    /// Number of the first pair.
    pub(super) first: u32,
    pub(super) pairs: Vec<Pair<'a>>,
    /// Indices of the lines between that are neither.
    pub(super) headings: Vec<usize>,
    /// Index behind the last line.
    pub(super) end: usize,
}

impl<'a> Stack<'a> {
    /// The blocks that begin at a line, or where others may begin; `next` is the number that would
    /// go on with those before.
    pub(super) fn find(
        cells: &Cells<'a>,
        at: usize,
        next: Option<u32>,
    ) -> Result<Stack<'a>, usize> {
        if let Some(stack) = Stack::below_numbers(cells, at, next) {
            return Ok(stack);
        }
        let Some(first) = first_number(cells, at, next) else { return Err(at + 1) };
        let (white, white_end) = ladder(cells, at, first, cells.len());
        if white.len() < FEW && next != Some(first) {
            return Err(at + 1);
        }
        let sound = |(line, number): &(&Option<Cell>, u32)| {
            line.is_some_and(|cell| cell.number == Some(*number))
        };
        let sound = white.iter().zip(first..).filter(sound).count().min(moves(&white));
        let (few, count) = (white.len() < FEW_DAMAGED, white.len());
        let enough = match few {
            true if next == Some(first) => sound * 2 >= count,
            true => sound == count,
            false => sound * 5 >= count * 3,
        };
        let stack = Stack::of(cells, first, white, white_end).filter(|_| enough);
        stack.filter(|stack| !few || stack.is_answered()).ok_or(white_end)
    }

    /// The blocks below numbers that stand in lines of their own from a line on.
    fn below_numbers(cells: &Cells<'a>, at: usize, next: Option<u32>) -> Option<Stack<'a>> {
        let Numbers { first, count, lines: from } = lone_numbers(cells, at, next)?;
        let start = (from..=from + headings(cells, from)).next_back()?;
        let rows: Vec<Option<Cell>> = cells[start..].iter().take(count).copied().collect();
        let is_row = |line: &&Option<Cell>| line.is_some_and(|cell| cell.halves().is_some());
        let mut stack = if rows.iter().filter(is_row).count() * 5 >= count * 3 {
            // Both moves stand in one line.
            let end = start + rows.len();
            let pairs = rows.into_iter().map(|row| (row, None)).collect();
            Stack { first, pairs, headings: Vec::new(), end }
        } else {
            // The last number may be lost.
            let ends = |at: usize| cell(cells, at).is_none_or(|cell| cell.apart);
            let count = count + usize::from(!ends(start + count) && ends(start + count + 1));
            let (mut white, white_end) = bare(cells, start, count);
            if white.len() + 1 < count {
                return None;
            }
            let lone =
                Stack::lone(cells, first, &white, white_end).filter(|_| white.len() == count);
            white.resize(count, None);
            Stack::of(cells, first, white, white_end).or(lone)?
        };
        stack.headings.splice(0..0, from..start);
        Some(stack)
    }

    /// Lines of one side below their numbers, where the other side's are lost: the next numbers or
    /// the end of the text follow, perhaps behind what is left of the others. They are taken for
    /// White's, and no line of theirs is given to Black.
    fn lone(cells: &Cells<'a>, first: u32, white: &Block<'a>, end: usize) -> Option<Stack<'a>> {
        let next = first + white.len() as u32;
        let goes_on = |at: usize| {
            at == cells.len()
                || lone_numbers(cells, at, Some(next)).is_some_and(|n| n.first == next)
        };
        // Behind a heading stand the other side's.
        let own = |cell: &Cell| cell.is_move || cell.damaged;
        let lone = first > 1
            && white.len() >= FEW_ALONE
            && white.iter().flatten().all(own)
            && moves(white) * 5 >= white.len() * 3
            && (end..=end + HEADINGS).any(goes_on);
        let pairs = white.iter().map(|&cell| (cell, None)).collect();
        lone.then_some(Stack { first, pairs, headings: Vec::new(), end })
    }

    /// White's lines, which end before an index, and Black's below them.
    fn of(cells: &Cells<'a>, first: u32, white: Block<'a>, white_end: usize) -> Option<Stack<'a>> {
        let between = headings_between(cells, white_end, white.len());
        let starts = (white_end..=white_end + between).rev();
        let blacks = starts.filter_map(|start| black(cells, start, first, white.len()));
        // More lines that are moves, and fewer that are none.
        let worth = |black: &Black| 2 * moves(&black.lines) as i32 - black.lines.len() as i32;
        let Black { lines: mut black, start, end } = blacks.max_by_key(worth)?;
        // The more lines there are, the more of them may be damaged.
        let (of, least) = match white.len() {
            ..FEW_DAMAGED => (1, 0),
            FEW_DAMAGED..TALL => (5, 3),
            _ => (2, 1),
        };
        if moves(&black) * of < black.len() * least {
            return None;
        }
        black.resize(white.len(), None);
        let pairs = white.into_iter().zip(black).collect();
        Some(Stack { first, pairs, headings: (white_end..start).collect(), end })
    }

    /// Whether half of Black's lines hold a move.
    fn is_answered(&self) -> bool {
        let lines: Block = self.pairs.iter().map(|pair| pair.1).filter(Option::is_some).collect();
        moves(&lines) * 2 >= lines.len()
    }
}

/// Black's lines, the index of the first, and the one behind the last.
struct Black<'a> {
    lines: Block<'a>,
    start: usize,
    end: usize,
}

/// Black's lines from one on, if there are as many as White has.
fn black<'a>(cells: &Cells<'a>, start: usize, first: u32, white: usize) -> Option<Black<'a>> {
    let begins = cell(cells, start)?;
    let number = first_number(cells, start, Some(first));
    if number.is_some_and(|number| number != first) {
        return None;
    }
    let (lines, end) = match number {
        Some(first) => ladder(cells, start, first, white),
        None => bare(cells, start, white),
    };
    // A move without a number, but for one that begins the next block.
    let next = cell(cells, end).filter(|cell| number.is_none() && cell.is_move && !cell.numbered);
    let begins_next = first_number(cells, end, Some(first + white as u32)).is_some();
    let goes_on = next.is_some() && !begins_next;
    let fits = matches!(white.checked_sub(lines.len()), Some(0 | 1));
    let damaged = begins.damaged && !is_heading(cells, start);
    let is_line = begins.is_move || damaged || begins.numbered;
    (fits && !goes_on && is_line).then_some(Black { lines, start, end })
}
