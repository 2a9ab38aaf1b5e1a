//! Games in the JSON of other programs and sites:
//!
//! - `{"text": "A page of a book\n1. e4 e5\n…"}`, a whole page as OCR engines have it,
//! - `{"pgn": "[White \"A\"]\n\n1. e4 e5 …"}`, a whole PGN text, as chess.com has it in
//!   `{"games": […]}`,
//! - `{"players": {"white": {"user": {"name": "A"}}}, "winner": "white", "moves": "d4 Nf6 c4 …"}`,
//!   as Lichess has it; moves are a string or an array of strings,
//! - `[{"turn": 1, "white": "e4", "black": "e5"}, …]`, rows of one game, bare or as `moves`, and
//!   whatever else [`moves`] knows,
//! - `{"choices": [{"message": {"content": "Here are the moves:\n\n1. e4 e5 …"}}]}`, texts with a
//!   game in them, where there is nothing else: the answer of a language model.
//!
//! The moves may stand under any key, and a game anywhere within the value: what surrounds it tells
//! of it too. Names of keys are taken in upper and lower case; keys that say nothing here are
//! passed over.

use serde_json::{Map, Value};

use self::{
    moves::{Held, held},
    told::Told,
};
use super::{
    pgn::{MAX_ENTRIES, too_long},
    pgn_or_text, printed,
};
use crate::{
    error::ErrorKind,
    record::{Entry, GameResult, Place, Record},
};

mod keys;
pub(super) mod moves;
#[cfg(test)]
mod tests;
mod texts;
mod told;

/// Why an object without `sheets` is refused that has no game either.
pub(super) const NONE: &str = "missing field `sheets`, and nothing else that holds a game: give a \
                               \"pgn\", \"moves\" as a string or an array of strings, or rows \
                               with the moves of \"white\" and \"black\"";

type Object = Map<String, Value>;

/// Games, and what is none though its neighbours are.
type Games = Vec<Result<Record, ErrorKind>>;

/// The games of a JSON object or array, unless it is a record of this program's own.
pub(super) fn games(text: &str, line: u32) -> Option<Games> {
    let value: Value = serde_json::from_str(text).ok()?;
    let own = value.as_object().is_some_and(|object| object.contains_key("sheets"));
    let is_data = value.is_array() || value.is_object();
    (is_data && !own).then(|| {
        let games = within(&value, &Told::default(), line);
        if games.iter().any(Result::is_ok) {
            return games;
        }
        let written = texts::games(&value, line);
        if written.is_empty() { games } else { written }
    })
}

/// Whether a JSON value is a row of a game: `{"turn": 1, "white": "e4", "black": "e5"}`.
pub(super) fn is_row(text: &str) -> bool {
    let row: Option<Object> = serde_json::from_str(text).ok();
    row.is_some_and(|row| moves::is_row(&row))
}

/// The games within a value; `around` is what the objects around it tell.
fn within(value: &Value, around: &Told, line: u32) -> Games {
    match value {
        Value::Array(list) => of_array(list, around, line),
        Value::Object(object) => match of_object(object, around, line) {
            Some(games) => games,
            None => {
                let around = around.and(object);
                object.values().flat_map(|value| within(value, &around, line)).collect()
            }
        },
        _ => Vec::new(),
    }
}

/// The game whose moves an array is, or the games that stand in it.
fn of_array(list: &[Value], around: &Told, line: u32) -> Games {
    let own = moves::of_list(list, line).filter(|entries| !entries.is_empty());
    if let Some(entries) = own {
        let game = Object::new();
        return vec![Ok(record(&around.and(&game), &game, entries, None))];
    }
    let fens: Option<Vec<&str>> = list.iter().map(Value::as_str).collect();
    if let Some(fens) = fens.filter(|fens| fens.iter().all(|fen| fen.matches('/').count() == 7)) {
        let told = around.and(&Object::new());
        return of_text(&fens.join("\n"), &told, &Object::new(), line)
            .into_iter()
            .map(Ok)
            .collect();
    }
    let found: Vec<Games> = list.iter().map(|value| within(value, around, line)).collect();
    let any = found.iter().any(|games| !games.is_empty());
    let none = || vec![Err(ErrorKind::Json(NONE.to_owned()))];
    let of = |games: Games| if any && games.is_empty() { none() } else { games };
    found.into_iter().flat_map(of).collect()
}

/// The games that an object itself holds.
fn of_object(object: &Object, around: &Told, line: u32) -> Option<Games> {
    let told = around.and(object);
    let moves = match held(object, line)? {
        Held::Text(text) => {
            let games = of_text(text, &told, object, line);
            if !games.is_empty() {
                return Some(games.into_iter().map(Ok).collect());
            }
            moves::movetext(text, line)?
        }
        Held::Moves(moves) => moves,
    };
    let (entries, result) = moves;
    Some(vec![told::start(object, &entries).map(|start| {
        let game = record(&told, object, entries, result);
        Record { start, ..game }
    })])
}

/// The games of a text, with what the object tells besides of a single one. Its `fen` is where
/// the game ended; a PGN has its own for the start.
fn of_text(text: &str, told: &Told, object: &Object, line: u32) -> Vec<Record> {
    let mut games = pgn_or_text(text, 1);
    games.iter_mut().for_each(|game| belongs(game, line));
    if let [game] = &mut games[..] {
        let told = record(told, object, Vec::new(), None);
        for (name, value) in told.tags {
            if game.tag(&name).is_none_or(|known| known.trim_matches(['?', '.']).is_empty()) {
                game.tags.retain(|(known, _)| *known != name);
                game.tags.push((name, value));
            }
        }
        game.id = told.id;
        game.result = game.result.or(told.result);
    }
    games
}

/// Makes a game read from a string one of its line; lines within the string are none of the file.
fn belongs(game: &mut Record, line: u32) {
    game.id.clear();
    let entries = game.sheets.iter_mut().flat_map(|sheet| &mut sheet.entries);
    moves::place_all(entries, line);
    let place = Place { line, ..Place::default() };
    game.remarks.iter_mut().for_each(|remark| remark.place = place);
}

/// A record with what an object tells of its game.
fn record(
    told: &Told,
    object: &Object,
    mut entries: Vec<Entry>,
    ending: Option<GameResult>,
) -> Record {
    let mut remarks = Vec::new();
    if entries.len() > MAX_ENTRIES {
        let place = entries[MAX_ENTRIES].place;
        remarks.push(too_long(place));
        entries.truncate(MAX_ENTRIES);
    }
    let tags = told.tags.clone();
    let result = told.result.or(ending);
    let id = keys::get(object, "id").and_then(keys::scalar).unwrap_or_default();
    Record { id, tags, result, sheets: printed(entries), remarks, ..Record::default() }
}
