//! What stands above the moves of a game and tells of it: players, event, odds. It is told by lines of
//! text, whatever format they stand in.
//!
//! 1. [`labels`] has the words of headings in all languages.
//! 2. `players` finds the names of two players in a line, and [`Odds`] what one side does without.
//! 3. [`told`] puts together what all lines above a game tell, as tags.

pub(super) use self::{odds::Odds, players::is_year, tags::told};

pub(super) mod labels;
mod odds;
pub(super) mod players;
mod tags;

/// Lines before the first move in which something may be told of a game.
pub(super) const LINES: usize = 14;

/// What stands in the last of some lines before the byte at which the first move begins, and the
/// lines above it in which something may be told.
pub(super) fn parted<'l, 'a>(
    lines: &'l [&'a str],
    start: usize,
) -> Option<(&'a str, &'l [&'a str])> {
    let (row, above) = lines.split_last()?;
    let above = &above[above.len().saturating_sub(LINES)..];
    Some((row.get(..start).unwrap_or(row), above))
}
