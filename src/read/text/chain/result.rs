//! Which results of a text end a game.

use crate::{
    read::{
        heading::players,
        text::{
            candidates::Candidate,
            items::{Item, Items, What},
        },
    },
    record::GameResult,
};

/// Whether an item is a result that ends a game of the text: a draw may be spoken of, `better was 12.
/// Nf3 with a draw`, and a game quoted.
pub(super) fn ends_game(items: &Items, candidates: &[Candidate], item: &Item) -> bool {
    let is_spoken_of = || {
        let own = items.text(item).starts_with(char::is_alphabetic);
        own && items.before(item).ends_with(char::is_lowercase)
    };
    match item.what {
        What::Result(Some(GameResult::Draw)) if is_spoken_of() => false,
        What::Result(_) => !item.deep && !is_quoted(items, candidates, item),
        _ => false,
    }
}

/// Most bytes behind the result of a quoted game that name its players.
const NAMES: usize = 110;

/// Whether a result is that of a game that a note quotes: its players stand behind it, and no game
/// begins there. `31. Kd2 1/2 Berg, N (2655) - Holm, A (2626) Oslo 2015. 7... Nxe4`
fn is_quoted(items: &Items, candidates: &[Candidate], result: &Item) -> bool {
    let place = (result.line, result.end);
    let start = |own: &Candidate| {
        let item = &items.items[own.item];
        (item.line, item.start)
    };
    let next = candidates.partition_point(|own| start(own) < place);
    let behind = || {
        let line = items.lines.get(result.line as usize)?;
        let behind = line.get(result.end as usize..)?;
        let near = &behind[..behind.floor_char_boundary(NAMES)];
        near.split(';').next()
    };
    candidates.get(next).is_some_and(|own| own.number > 1)
        && behind().is_some_and(|names| players::pair(names, "").is_some())
}

/// Whether the result of its game stands right behind the moves of a candidate.
pub(super) fn is_closed(items: &Items, candidates: &[Candidate], own: &Candidate) -> bool {
    result_of(items, own).is_some_and(|result| !is_quoted(items, candidates, result))
}

/// The result right behind the moves of a candidate.
pub(in crate::read::text) fn result_of<'t>(
    items: &'t Items,
    candidate: &Candidate,
) -> Option<&'t Item> {
    let behind = items.items.get(candidate.last() + 1..).unwrap_or_default();
    let next = behind.iter().find(|item| !matches!(item.what, What::Sign | What::Gap));
    let is_result = |item: &&Item| matches!(item.what, What::Result(_)) && !item.deep;
    next.filter(|_| !candidate.slots.is_empty() && !candidate.deep).filter(is_result)
}
