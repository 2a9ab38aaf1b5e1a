//! Numbers that stand in lines of their own above a block.

use super::block::{Cells, HEADINGS, cell};

/// Fewest numbers in lines of their own.
pub(super) const FEW_ALONE: usize = 5;
/// Longest text of a number that is misread, in characters.
pub(super) const MAX_MARK: usize = 3;

/// Numbers that stand in lines of their own: the first, how many there are with those that are
/// lost, and the index behind their lines.
pub(super) struct Numbers {
    pub(super) first: u32,
    pub(super) count: usize,
    pub(super) lines: usize,
}

/// The numbers from a line on that go up by one; few of them may be misread or lost. There may be
/// fewer where they go on with those before.
pub(super) fn lone_numbers(cells: &Cells, at: usize, next: Option<u32>) -> Option<Numbers> {
    let lone = |at: usize| cell(cells, at).and_then(|cell| cell.lone_number());
    let misread = next.filter(|next| lone(at + 1).is_some_and(|(second, _)| second == next + 1));
    let first = match lone(at)? {
        (0, _) => misread?,
        (number, _) => number,
    };
    let (mut expected, mut lines, mut right) = (first, at, 0);
    while let Some(line) = cell(cells, lines) {
        let behind = lone(lines + 1).map(|(number, _)| number);
        // What stands for a number that is lost, `—`, or is left of it.
        let short = !line.is_move && line.part.text.trim().chars().count() <= MAX_MARK;
        let follows = matches!(behind, Some(behind) if behind == 0 || behind == expected + 1);
        let mark = (short && follows).then_some((0, 1));
        let Some((own, count)) = line.lone_number().or(mark) else { break };
        // Another game.
        if own == 1 && expected > 1 && behind != Some(expected + 1) {
            break;
        }
        let lost = own > expected && own <= expected + HEADINGS as u32;
        if lost && behind.is_none_or(|behind| behind == own + count) {
            expected = own;
        }
        right += if own == expected { count as usize } else { 0 };
        (expected, lines) = (expected + count, lines + 1);
    }
    let count = (expected - first) as usize;
    let goes_on = next == Some(first) && (right == count || right > 1);
    let enough = right >= FEW_ALONE || goes_on;
    (enough && right * 5 >= count * 3).then_some(Numbers { first, count, lines })
}
