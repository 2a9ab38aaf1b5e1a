//! What the lines above a game in a text tell of it.

use shakmaty::Color;

use super::items::Items;
use crate::{
    read::{
        heading::{Odds, parted, told},
        table,
    },
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

/// Whether the nearest line with anything on it above the first move holds the heads of the columns of
/// both sides and nothing else: `White.  Black.`
pub(super) fn is_below_sides(items: &Items, from: usize, first: usize) -> bool {
    let Some((_, above)) = lines_above(items, from, first).0.split_last() else { return false };
    let Some(line) = above.iter().rfind(|line| !line.trim().is_empty()) else { return false };
    let words = line.split_whitespace().map(|word| word.trim_matches(|c: char| !c.is_alphabetic()));
    let sides: Option<Vec<Color>> = words.map(table::side).collect();
    sides.is_some_and(|sides| sides.len() >= 2 && sides.windows(2).all(|pair| pair[0] != pair[1]))
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
