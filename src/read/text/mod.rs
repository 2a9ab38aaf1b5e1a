//! Free text: bare move lists and whole documents with games in them.
//!
//! 1. [`Items::new`] takes the text apart, line by line (`line`): numbers (`number`, and misread ones
//!    in `lost`; `digits` that are none, but pieces misread; `ranks` glued to them, and numbers that a
//!    blank has `parted`), moves (`dashless` ones among them), results (`outcome`), prose, and what
//!    stands in `brackets`. Columns that were read across are put in order (`across`).
//! 2. [`candidates()`] collects the numbers, with the moves `behind` each. It asks for damaged `rows`
//!    and their `neighbours`, for moves told in `remarks`, and for what does not stand where it
//!    should: `answers`, `blocks`, `doubled`, for words `hemmed` in by numbers, and moves without a
//!    number (`bare`). Where numbers are lost with the blanks around them, the characters are `dealt`
//!    to them and taken apart anew.
//! 3. [`chains`] finds the runs of numbers that are games, by the costs of `weight` and by what can be
//!    played on the `board`. What is taken for a `game` depends on its `opening` and on how much of
//!    the text it is.
//! 4. [`Builder`] makes records of the runs, with what was skipped and clearly belongs to them: a
//!    move alone on its line where one is wanting, or what is `left` of moves, of the first ones too
//!    (`front`), the `ending` behind the last one, the `heading` before the first, moves by
//!    `references`. Rows that no game has are told (`unread`), and so is a `fragment` of another game
//!    before the first one.
//! 5. A text in which no numbers make a game is looked at as a list without them (`plain`, with
//!    `listed` for its damaged rows), or as a score `sheet` whose numbers are misread, which may also
//!    be read `instead` of scraps that look like games; at last sentences are searched for moves that
//!    can be played (`unnumbered`).

use std::{cell::LazyCell, collections::HashMap};

use shakmaty::Chess;

use self::{
    build::Builder,
    candidates::{Candidate, candidates},
    chain::{Begins, Chain, chains},
    game::{Short, Wanted, density, is_endgame, is_game, is_list, listed, mates, short_game},
    items::Items,
};
use super::shape::scan;
use crate::{
    numbering::MOST_SUPPLIED,
    record::{Entry, Record, Remark},
};

mod across;
mod alone;
pub(super) mod answers;
mod bare;
mod behind;
mod blocks;
mod board;
mod brackets;
mod branches;
mod build;
mod called;
mod candidates;
mod chain;
mod clear;
mod dashless;
mod dealt;
mod digits;
mod doubled;
mod ending;
pub(super) mod first;
mod flow;
mod footnotes;
mod fragment;
mod front;
mod game;
pub(super) mod heading;
mod hemmed;
mod instead;
pub(super) mod items;
mod left;
mod line;
mod listed;
mod lost;
mod neighbours;
pub(super) mod number;
pub(super) mod opening;
mod outcome;
mod parted;
pub(super) mod plain;
mod quoted;
mod ranks;
mod references;
mod remarks;
mod rows;
mod sheet;
#[cfg(test)]
mod tests;
mod unnumbered;
mod unread;
mod variations;
mod weight;

/// All games in a text; `line` is the number of its first line, from 1.
pub(super) fn games(text: &str, line: u32) -> Vec<Record> {
    games_of(in_order(text, line))
}

/// The same of a text whose first game begins from a position.
pub(super) fn games_from(text: &str, line: u32, start: Chess) -> Vec<Record> {
    let (mut items, candidates) = in_order(text, line);
    items.start = Some(start);
    games_of((items, candidates))
}

/// The games of a text and its numbers.
fn games_of((items, mut candidates): (Items, Vec<Candidate>)) -> Vec<Record> {
    references::add(&items, &mut candidates);
    let runs_from = |begins| chains(&items, &candidates, begins);
    let runs = runs_from(Begins::First);
    let later_runs = LazyCell::new(|| runs_from(Begins::Later));
    let mut found = numbered(&items, &candidates, &runs, Wanted::Games);
    // What cannot open a game may be what a note gives, where the first numbers are misread.
    if found.len() == 1 && !opens(&items, &candidates, &runs) {
        let later = numbered(&items, &candidates, &later_runs, Wanted::Lines);
        found = if moves(&later) > moves(&found) { later } else { found };
    }
    if found.is_empty() {
        // An endgame from a diagram is no game, whatever else it may be taken for.
        if runs.iter().any(|chain| is_endgame(chain, &items, &candidates)) {
            return found;
        }
        found = plain::games(&items);
        let later = numbered(&items, &candidates, &later_runs, Wanted::Games);
        found = with_beginning(found, later);
    }
    // Of a sheet whose numbers are misread, only scraps look like a game. Where the sheet has more
    // text and no more moves, its boxes hold other things, times of the clock perhaps.
    let left_out = found.iter().flat_map(|game| &game.remarks).any(|told| told.code == LEFT_OUT);
    if let Some(sheet) = sheet::game(&items).filter(|_| !left_out) {
        let sheet = vec![sheet];
        if instead::is_better(&sheet, &found) {
            found = sheet;
        }
    }
    let lines = |candidates: &[Candidate], runs: &[Chain]| {
        numbered(&items, candidates, runs, Wanted::Lines)
    };
    if found.is_empty() {
        found = lines(&candidates, &runs);
    }
    if found.is_empty() {
        found = lines(&candidates, &runs_from(Begins::Within));
    }
    if found.is_empty() {
        // Rows between notes whose beginning is lost.
        found = lines(&candidates, &later_runs);
    }
    let lines_from =
        |candidates: &[Candidate], begins| lines(candidates, &chains(&items, candidates, begins));
    if !found.is_empty() {
        for own in quoted::numbers(&items, &candidates) {
            quoted::add(lines_from(&own, Begins::Within), &mut found);
        }
    }
    if found.is_empty() {
        // Where nothing else is a game, sentences may tell it.
        candidates.iter_mut().for_each(|own| (own.told, own.stops) = (false, false));
        found = lines_from(&candidates, Begins::Within);
    }
    if found.is_empty() {
        // Or brackets within them.
        candidates.iter_mut().for_each(|own| own.deep = false);
        found = lines_from(&candidates, Begins::Within);
    }
    if found.is_empty() {
        // The moves of a page that an engine could hardly read are little of its text.
        found = lines_from(&candidates, Begins::Later);
    }
    if found.is_empty() {
        found = unnumbered::games(&items);
    }
    if let (Some(place), Some(last)) = (items.cut, found.last_mut()) {
        let message = "the text behind this place is not read; split it".to_owned();
        last.remarks.push(Remark { code: "too-long", place, message });
    }
    found
}

/// The text and its numbers, in the order in which they are to be read.
fn in_order(text: &str, line: u32) -> (Items<'_>, Vec<Candidate>) {
    let mut items = Items::new(text, line);
    let mut found = candidates(&items);
    if let Some(spans) = across::ordered(&items, &found) {
        items = items.in_order(&spans);
        found = candidates(&items);
    }
    if let Some(redealt) = dealt::redealt(&items, &found) {
        items = redealt;
        found = candidates(&items);
    }
    (items, found)
}

/// Whether one of the runs that are games begins with what can open a game.
fn opens(items: &Items, candidates: &[Candidate], runs: &[Chain]) -> bool {
    let density = density(items, candidates, runs);
    let games = runs.iter().filter(|run| is_game(run, items, candidates, density, Wanted::Games));
    let mut first = games.filter_map(|run| candidates.get(run.links.first()?.candidate));
    first.any(|own| own.reference.is_some() || opening::opens(items, own))
}

/// Whether a text has moves in another order than they were played in: several of White's and then
/// as many of Black's, two columns side by side, or a move and then another one for it, `11. g4 e6
/// 11... e5 12. Bc5`.
pub(super) fn is_out_of_order(text: &str) -> bool {
    let items = Items::new(text, 1);
    let found = candidates(&items);
    let again = |pair: &[Candidate]| {
        let [played, other] = pair else { return false };
        let fits = !played.deep && !other.deep && other.black && !other.slots.is_empty();
        fits && played.slots.len() == 2 && other.plies().start + 1 == played.end()
    };
    found.iter().any(|candidate| candidate.dealt)
        || found.windows(2).any(again)
        || across::ordered(&items, &found).is_some()
}

/// How many entries of records look like moves.
pub(super) fn moves(records: &[Record]) -> usize {
    entries(records).filter(|entry| scan::is_move(entry.text())).count()
}

/// The entries of some records.
fn entries(records: &[Record]) -> impl Iterator<Item = &Entry> {
    records.iter().flat_map(|record| &record.sheets).flat_map(|sheet| &sheet.entries)
}

/// A line that stands among games and is not taken for one.
const LEFT_OUT: &str = "line-left-out";
/// Fewest entries of a game without players' names among games with them.
const SHORT: usize = 24;

/// The games that the move numbers show, by their chains.
fn numbered(
    items: &Items,
    candidates: &[Candidate],
    chains: &[Chain],
    wanted: Wanted,
) -> Vec<Record> {
    let density = density(items, candidates, chains);
    let mut found: Vec<Record> = Vec::new();
    // Games by the number that their headings give them, for references to them.
    let mut by_number: HashMap<u32, usize> = HashMap::new();
    let (mut from, mut moved) = (0, 0);
    let mut named = false;
    let mut sure = Vec::new();
    let runs = chains.iter().filter(|chain| !chain.links.is_empty());
    let runs: Vec<_> = runs.map(|run| (run, listed(run, items, candidates))).collect();
    let is_game = |chain: &Chain| is_game(chain, items, candidates, density, wanted);
    let is_list = is_list(&runs, is_game);
    for (chain, listed) in runs {
        let first = candidates[chain.links[0].candidate].item;
        let tags = || heading::tags(items, from, first);
        let is_short = || match short_game(chain, items, candidates) {
            Some(Short::Ended) => true,
            Some(Short::Open) => has_players(&tags()),
            None => false,
        };
        if !(is_game(chain) || is_list && listed.is_some() || is_short()) {
            continue;
        }
        let mut builder = Builder::new(items, candidates, from);
        builder.links(&chain.links, &found, &by_number);
        builder.record.tags = tags();
        heading::tell_odds(items, from, first, &mut builder.record);
        if let Some(game) = found.last_mut() {
            unread::tell(items, moved, first, game);
        }
        let mut is_numbered = false;
        if let Some((number, line)) = references::game_number(items, first) {
            by_number.insert(number, found.len());
            // The heading of this game, not of the one before.
            is_numbered = items.items[..from].last().is_none_or(|item| (item.line as usize) < line);
        }
        if found.is_empty() && wanted == Wanted::Games && chain.links[0].ply == 0 {
            let before = &candidates[..chain.links[0].candidate];
            builder.record.remarks.extend(fragment::told(items, before));
        }
        let is_headed = heading::is_below_sides(items, from, first);
        (from, moved) = (builder.next, builder.moved);
        let game = builder.finish();
        named |= has_players(&game.tags);
        sure.push(is_numbered || is_headed || is_sure(&game));
        found.push(game);
    }
    if let Some(game) = found.last_mut() {
        unread::tell(items, moved, items.items.len(), game);
    }
    // Where games have players, a short line without them is an example from an opening.
    let mut games: Vec<Record> = Vec::new();
    let mut left: Vec<Remark> = Vec::new();
    for (mut game, sure) in found.into_iter().zip(sure) {
        if named && !sure {
            let told = left_out(&game);
            games.last_mut().map_or(&mut left, |before| &mut before.remarks).extend(told);
        } else {
            game.remarks.append(&mut left);
            games.push(game);
        }
    }
    games
}

/// The games of a list without numbers, or those that numbers show from a later one on, with what the
/// list has before them, where these have more moves: of them a list has the undamaged rows alone.
fn with_beginning(list: Vec<Record>, mut later: Vec<Record>) -> Vec<Record> {
    let (Some(own), Some(game)) = (list.first(), later.first_mut()) else {
        return if list.is_empty() { later } else { list };
    };
    let (Some(lines), Some(rows)) = (own.sheets.first(), game.sheets.first_mut()) else {
        return list;
    };
    let Some((line, ply)) = rows.entries.first().map(|e| (e.place.line, e.claimed_ply())) else {
        return list;
    };
    let before = lines.entries.iter().take_while(|entry| entry.place.line < line);
    let count = u32::try_from(before.clone().count()).unwrap_or(u32::MAX);
    if ply.is_some_and(|ply| ply > count.saturating_add(MOST_SUPPLIED.into())) {
        return list;
    }
    rows.entries.splice(..0, before.cloned());
    if game.tags.is_empty() {
        game.tags.clone_from(&own.tags);
    }
    let more = entries(&later).count() > entries(&list).count();
    if more && moves(&later) * 10 >= moves(&list) * 9 { later } else { list }
}

/// Whether a game is no mere example: it has players, a result, many moves or a mate at its end.
fn is_sure(game: &Record) -> bool {
    let entries = || game.sheets.iter().flat_map(|sheet| &sheet.entries);
    !game.tags.is_empty()
        || game.result.is_some()
        || entries().count() >= SHORT
        || entries().last().is_some_and(|entry| mates(entry.text()))
}

/// Whether both players are named.
fn has_players(tags: &[(String, String)]) -> bool {
    ["White", "Black"].iter().all(|name| tags.iter().any(|(tag, _)| tag == name))
}

/// What is said of a line that is not taken for a game.
fn left_out(line: &Record) -> Option<Remark> {
    let sheet = line.sheets.first()?;
    let place = sheet.entries.first()?.place;
    let message = format!(
        "a line of {} moves without players and result is taken for an example, not for a game",
        sheet.entries.len()
    );
    Some(Remark { code: LEFT_OUT, place, message })
}
