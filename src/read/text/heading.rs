//! What the lines above a game in a text tell of it.

use super::items::Items;
use crate::{
    read::heading::{Odds, parted, told},
    record::{Record, Remark},
};

/// Tags told by the lines between the item `from` and the first move.
pub(in crate::read) fn tags(items: &Items, from: usize, first: usize) -> Vec<(String, String)> {
    let (lines, start) = lines_above(items, from, first);
    told(lines, start)
}

/// The lines between the item `from` and the first move, up to that of the move itself, and the
/// byte at which the move begins in it.
fn lines_above<'i, 'a>(items: &'i Items<'a>, from: usize, first: usize) -> (&'i [&'a str], usize) {
    let line_of = |at: usize| items.items.get(at).map_or(0, |item| item.line as usize);
    let after = if from == 0 { 0 } else { line_of(from) };
    let start = items.items.get(first).map_or(0, |item| item.start as usize);
    (items.lines.get(after..=line_of(first)).unwrap_or_default(), start)
}

/// Has a game start from the odds that the lines between the item `from` and its first move tell,
/// and says so.
pub(super) fn tell_odds(items: &Items, from: usize, first: usize, game: &mut Record) {
    let (lines, start) = lines_above(items, from, first);
    let Some((front, above)) = parted(lines, start) else { return };
    let Some((line, odds)) = Odds::told(above.iter().copied().chain([front])) else { return };
    let row = items.items.get(first).map_or(0, |item| item.line as usize);
    let place = items.place_at(row - above.len() + line, 0);
    game.remarks.push(Remark { code: "odds", place, message: odds.message() });
    game.start = game.start.take().or_else(|| odds.start());
}
