//! How a game ends: the result behind its last move, or who resigns.

use shakmaty::Color;

use super::{
    candidates::words_of,
    items::{Item, Items, What},
};
use crate::{
    read::table,
    record::{Entry, GameResult},
};

/// Bytes of a line in which it is looked for who resigns.
const WINDOW: usize = 400;

/// Most items behind the last move that are looked at for the result.
const MOST: usize = 24;
/// Most words of prose before it, and lines down to it.
const WORDS: u32 = 6;
const LINES: u32 = 3;
/// The same where a result in figures ends the paragraph or has a line of its own.
const WORDS_IN_PROSE: u32 = 60;
const LINES_IN_PROSE: u32 = 8;

/// How surely a word that ends the game is no move of it.
const RESULT_ASIDE: f64 = 0.99;

/// What is written behind the last move of a game.
pub(super) struct Ending {
    /// The result, if it can be told.
    pub(in crate::read) result: Option<GameResult>,
    /// The words for it.
    pub(in crate::read) entry: Entry,
    /// The item behind them.
    pub(in crate::read) behind: usize,
}

/// How a game of so many plies ends whose last move stands before the item `next`.
pub(super) fn ending(items: &Items, next: usize, plies: u32) -> Option<Ending> {
    let last_line = items.items.get(next.checked_sub(1)?)?.line;
    let mut words = 0;
    for at in next..items.items.len().min(next + MOST) {
        let item = items.items[at];
        words += words_of(&item);
        // `28. Resigns`: a number may still come, a move may not.
        let more = matches!(item.what, What::Move(_) | What::Dots) && !item.deep;
        if item.line > last_line + LINES_IN_PROSE || words > WORDS_IN_PROSE || more {
            return None;
        }
        let What::Result(told) = item.what else { continue };
        let near = words <= WORDS && item.line <= last_line + LINES;
        if item.deep || !(near || closes(items, at, last_line)) {
            continue;
        }
        let line = items.lines.get(item.line as usize).copied().unwrap_or("").trim();
        let alone = item.line > last_line && line.split_whitespace().take(7).count() <= 6;
        let text = if alone { line } else { items.text(&item) };
        // On a line with much else, only what stands beside the word can tell who.
        let before = items.items.get(at.saturating_sub(2)).filter(|i| i.line == item.line);
        let beside = if alone { line } else { items.span(before.unwrap_or(&item), &item) };
        // The line may end between both: `Black` and `resigns`.
        let above = side_above(items, at);
        let whole = |text: &str| match &above {
            Some(side) => format!("{} {text}", items.text(side)),
            None => text.to_owned(),
        };
        let result = told.or_else(|| who_resigns(&whole(beside), plies));
        let mut entry = Entry::from_text(whole(text));
        entry.place = items.place(&above.unwrap_or(item));
        entry.aside = RESULT_ASIDE;
        return Some(Ending { result, entry, behind: at + 1 });
    }
    None
}

/// The name of a side that ends the line above an item that begins its own.
fn side_above(items: &Items, at: usize) -> Option<Item> {
    let (item, before) = (items.items[at], *items.items.get(at.checked_sub(1)?)?);
    let side = before.line + 1 == item.line && table::side(items.text(&before)).is_some();
    side.then_some(before)
}

/// Whether an item is a result in figures that has a line of its own, or ends the line of the last
/// move.
fn closes(items: &Items, at: usize, last_line: u32) -> bool {
    let item = &items.items[at];
    let text = items.text(item);
    let line = items.lines.get(item.line as usize).copied().unwrap_or("");
    let behind = line.get(item.end as usize..).unwrap_or("");
    let ends = item.line == last_line && behind.trim_matches(['.', ')', ']', ' ']).is_empty();
    GameResult::from_token(text).is_some() && (ends || line.trim() == text)
}

/// Who has won where a line says that somebody resigns or wins: as it names them, else the one who
/// has moved last.
fn who_resigns(line: &str, plies: u32) -> Option<GameResult> {
    let line = &line[..line.floor_char_boundary(WINDOW)];
    let named = line
        .split(|c: char| !c.is_alphabetic())
        .filter(|word| word.chars().count() > 1)
        .find_map(table::side);
    let to_move = Color::from_white(plies.is_multiple_of(2));
    // `And Black wins.` names the winner.
    let wins = line.to_lowercase().contains(" wins");
    let loser = named.map_or(to_move, |named| if wins { !named } else { named });
    Some(loser.fold_wb(GameResult::BlackWins, GameResult::WhiteWins))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_in_figures_ends_a_paragraph() {
        let result = |text: &str| {
            let found = crate::read::text::games(text, 1);
            found.first().and_then(|game| game.result)
        };
        let game = "1. e4 e5 2. f4 exf4 3. Nf3 g5 4. h4 g4 and then the play went on for";
        let words = "a very long time in which nobody could see who would win in the end";
        assert_eq!(result(&format!("{game} {words}. 0-1")), Some(GameResult::BlackWins));
        assert_eq!(result(&format!("{game} {words}.\n\n1-0\n")), Some(GameResult::WhiteWins));
        assert_eq!(result(&format!("{game} {words}.\n\nSmith - Jones 1-0\n")), None);
        assert_eq!(result(&format!("{game} {words}. 1-0 it was for him.")), None);
    }

    #[test]
    fn a_line_may_end_behind_the_side_that_resigns() {
        let text = "1. e4 e5 2. Bc4 Nc6 3. Qh5 Black\nresigns.\n";
        let game = crate::read::text::games(text, 1).pop().expect("a game");
        assert_eq!(game.result, Some(GameResult::WhiteWins));
        let text = text.replace("Qh5", "Qh5 Nf6 4. Qxe5");
        let game = crate::read::text::games(&text, 1).pop().expect("a game");
        assert_eq!(game.result, Some(GameResult::WhiteWins));
        let last = game.sheets[0].entries.last().expect("the result");
        assert_eq!(last.text(), "Black resigns.");
    }

    #[test]
    fn who_resigns_is_told_or_has_the_move() {
        assert_eq!(who_resigns("And White resigns.", 3), Some(GameResult::BlackWins));
        assert_eq!(who_resigns("Resigns.", 54), Some(GameResult::BlackWins));
        assert_eq!(who_resigns("And Black wins.", 68), Some(GameResult::BlackWins));
        assert_eq!(who_resigns("18. Resigns.", 35), Some(GameResult::WhiteWins));
        assert_eq!(who_resigns("Белые сдались", 18), Some(GameResult::BlackWins));
    }
}
