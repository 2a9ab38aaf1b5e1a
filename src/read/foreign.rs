//! Games in the JSON of other programs and sites:
//!
//! - `{"pgn": "[White \"A\"]\n\n1. e4 e5 …"}`, a whole PGN text, as chess.com has it in
//!   `{"games": […]}`,
//! - `{"players": {"white": {"user": {"name": "A"}}}, "winner": "white", "moves": "d4 Nf6 c4 …"}`,
//!   as Lichess has it; moves are a string or an array of strings,
//! - `[{"turn": 1, "white": "e4", "black": "e5"}, …]`, rows of one game, bare or as `moves`.
//!
//! Names of keys are taken in upper and lower case; keys that say nothing here are passed over.

use serde_json::{Map, Value};
use shakmaty::{Chess, Color, fen::Fen};

use super::{
    pgn::{self, MAX_ENTRIES, too_long},
    pgn_or_text, printed,
    replay::played,
    scan, start_from_fen,
    table::winner,
};
use crate::{
    error::ErrorKind,
    record::{Entry, GameResult, Place, Record, value_of},
};

/// Why an object without `sheets` is refused that has no game either.
pub(super) const NONE: &str = "missing field `sheets`, and nothing else that holds a game: give a \
                               \"pgn\", \"moves\" as a string or an array of strings, or rows \
                               with the moves of \"white\" and \"black\"";

/// Keys of whole games; no row of a game has them.
const GAMES: [&str; 4] = ["sheets", "games", "pgn", "moves"];
/// Keys of the number of a move.
const NUMBER: [&str; 6] = ["turn", "number", "no", "move", "moveNumber", "move_number"];
/// Keys whose values are tags, with the names of those.
const TAGS: [(&str, &str); 4] =
    [("event", "Event"), ("site", "Site"), ("date", "Date"), ("round", "Round")];

type Object = Map<String, Value>;

/// The games of a JSON object or array, unless it is a record of this program's own.
pub(super) fn games(text: &str, line: u32) -> Option<Vec<Result<Record, ErrorKind>>> {
    let object = match serde_json::from_str(text).ok()? {
        Value::Array(rows) => {
            let game = entries_of_list(&rows, line).map(|list| record(&Object::new(), list, None));
            return Some(game.into_iter().map(Ok).collect());
        }
        Value::Object(object) => object,
        _ => return None,
    };
    if object.contains_key("sheets") {
        return None;
    }
    let Some(Value::Array(games)) = get(&object, "games") else {
        return Some(of_object(&object, line).unwrap_or_default());
    };
    let none = || vec![Err(ErrorKind::Json(NONE.to_owned()))];
    let of = |game: &Value| of_object(game.as_object()?, line);
    Some(games.iter().flat_map(|game| of(game).unwrap_or_else(none)).collect())
}

/// Whether a JSON value is a row of a game: `{"turn": 1, "white": "e4", "black": "e5"}`.
pub(super) fn is_row(text: &str) -> bool {
    let row: Option<Object> = serde_json::from_str(text).ok();
    row.is_some_and(|row| entries_of_row(&row).is_some())
}

/// The games of an object.
fn of_object(object: &Object, line: u32) -> Option<Vec<Result<Record, ErrorKind>>> {
    let pgn = string(object, "pgn").map(|text| of_pgn(text, object, line)).unwrap_or_default();
    if !pgn.is_empty() {
        return Some(pgn.into_iter().map(Ok).collect());
    }
    let (entries, told) = match get(object, "moves")? {
        Value::String(text) => {
            let (mut entries, told) = pgn::movetext(text, line);
            place_all(&mut entries, line);
            let is_empty = text.trim().is_empty();
            let any = is_empty || entries.iter().any(|entry| scan::is_move(entry.text()));
            (any.then_some(entries)?, told)
        }
        Value::Array(list) => (entries_of_list(list, line)?, None),
        _ => return None,
    };
    Some(vec![start(object, &entries).map(|start| {
        let game = record(object, entries, told);
        Record { start, ..game }
    })])
}

/// The games of a PGN text, with what the object tells besides of a single one. Its `fen` is where
/// the game ended; the PGN has its own for the start.
fn of_pgn(text: &str, object: &Object, line: u32) -> Vec<Record> {
    let mut games = pgn_or_text(text, 1);
    for game in &mut games {
        game.id.clear();
        // Lines within the string are none of the file.
        let entries = game.sheets.iter_mut().flat_map(|sheet| &mut sheet.entries);
        place_all(entries, line);
        let place = Place { line, ..Place::default() };
        game.remarks.iter_mut().for_each(|remark| remark.place = place);
    }
    if let [game] = &mut games[..] {
        let told = record(object, Vec::new(), None);
        for (name, value) in told.tags {
            if game.tag(&name).is_none() {
                game.tags.push((name, value));
            }
        }
        game.id = told.id;
        game.result = game.result.or(told.result);
    }
    games
}

/// A record with what an object tells of its game.
fn record(object: &Object, mut entries: Vec<Entry>, told: Option<GameResult>) -> Record {
    let mut remarks = Vec::new();
    if entries.len() > MAX_ENTRIES {
        let place = entries[MAX_ENTRIES].place;
        remarks.push(too_long(place));
        entries.truncate(MAX_ENTRIES);
    }
    let tags = tags(object);
    let result = result(object).or_else(|| value_of(&tags, "Result").and_then(outcome)).or(told);
    let id = get(object, "id").and_then(scalar).unwrap_or_default();
    Record { id, tags, result, sheets: printed(entries), remarks, ..Record::default() }
}

/// The entries of an array: moves, pairs of moves or rows; nothing else may stand in it.
fn entries_of_list(list: &[Value], line: u32) -> Option<Vec<Entry>> {
    let mut entries: Vec<Entry> = Vec::new();
    for item in list {
        match item {
            Value::String(text) => entries.extend(entries_of_text(text)),
            Value::Null => entries.push(Entry::default()),
            Value::Array(pair) => {
                let texts: Option<Vec<&str>> = pair.iter().map(Value::as_str).collect();
                entries.extend(texts?.into_iter().flat_map(entries_of_text));
            }
            Value::Object(row) => entries.extend(entries_of_row(row)?),
            _ => return None,
        }
    }
    let used = entries.iter().rposition(|entry| !entry.is_blank()).map_or(0, |at| at + 1);
    entries.truncate(used);
    place_all(&mut entries, line);
    let any = list.is_empty() || entries.iter().any(|entry| scan::is_move(entry.text()));
    any.then_some(entries)
}

/// The entries of a string in an array: a move, however it is written, or `1. e4 e5`.
fn entries_of_text(text: &str) -> Vec<Entry> {
    let text = text.trim();
    let numbered = text.starts_with(|c: char| c.is_ascii_digit()) && text.contains('.');
    let several = text.split_whitespace().count() > 1 && text.split_whitespace().all(scan::is_move);
    match text {
        "" => vec![Entry::default()],
        _ if numbered || several => pgn::movetext(text, 1).0,
        // Results are no moves.
        _ if text == "*" || GameResult::from_token(text).is_some() => Vec::new(),
        _ => vec![Entry::from_text(text)],
    }
}

/// The entries of a row, if it is one: the moves of both sides, or one move.
fn entries_of_row(row: &Object) -> Option<Vec<Entry>> {
    if GAMES.iter().any(|key| get(row, key).is_some()) {
        return None;
    }
    let number = NUMBER.iter().find_map(|key| {
        let text = scalar(get(row, key)?)?;
        text.trim().trim_end_matches(['.', ')']).parse().ok()
    });
    let cell = |key, color| {
        let text = match get(row, key)? {
            Value::String(text) => text.trim(),
            Value::Null => "",
            _ => return None,
        };
        let known = matches!(text, "" | "..." | "…");
        let mut entry = if known { Entry::default() } else { Entry::from_text(text) };
        (entry.number, entry.color) = (number, Some(color));
        Some(entry)
    };
    let pair = [cell("white", Color::White), cell("black", Color::Black)];
    let entries: Vec<Entry> = if pair.iter().any(Option::is_some) {
        pair.into_iter().flatten().collect()
    } else {
        let text = ["san", "move", "uci"].iter().find_map(|key| string(row, key))?;
        vec![Entry::from_text(text.trim())]
    };
    // `{"white": "Anand", "black": "Carlsen"}` names players.
    let is_cell = |entry: &Entry| {
        let text = entry.text();
        number.is_some() && (text.is_empty() || GameResult::from_token(text).is_some())
            || scan::is_move(text)
    };
    entries.iter().any(is_cell).then_some(entries)
}

/// Gives entries the places of a list; the strings they stand in have no lines of their own.
fn place_all<'a>(entries: impl IntoIterator<Item = &'a mut Entry>, line: u32) {
    entries.into_iter().zip(0..).for_each(|(entry, at)| entry.place = listed(line, at));
}

/// The place of an entry of a list.
pub(super) fn listed(line: u32, at: u32) -> Place {
    Place { line, listed: Some(at), ..Place::default() }
}

/// The tags that an object tells.
fn tags(object: &Object) -> Vec<(String, String)> {
    let mut tags: Vec<(String, String)> = Vec::new();
    for (name, value) in given_tags(object).into_iter().flatten() {
        tags.extend(scalar(value).map(|value| (name.clone(), value)));
    }
    let told = TAGS.iter().filter_map(|(key, name)| {
        let value = scalar(get(object, key)?)?;
        Some((*name, if *name == "Date" { date(&value) } else { value }))
    });
    let players = [("white", "White"), ("black", "Black")];
    let players = players.iter().filter_map(|(key, name)| Some((*name, player(object, key)?)));
    for (name, value) in told.chain(players) {
        if value_of(&tags, name).is_none() && !value.trim().is_empty() {
            tags.push((name.to_owned(), value));
        }
    }
    tags
}

fn given_tags(object: &Object) -> Option<&Object> {
    ["tags", "headers"].iter().find_map(|key| get(object, key)?.as_object())
}

/// The name of a player: `"white": "A"`, `"white": {"username": "A"}`, or the same in `players`.
fn player(object: &Object, side: &str) -> Option<String> {
    let players = get(object, "players").and_then(Value::as_object);
    let found = get(object, side).or_else(|| get(players?, side))?;
    let name = |value: &Value| match value {
        Value::String(name) => Some(name.clone()),
        Value::Object(user) => {
            ["name", "username"].iter().find_map(|key| Some(string(user, key)?.to_owned()))
        }
        _ => None,
    };
    name(found).or_else(|| name(get(found.as_object()?, "user")?))
}

/// `2024-01-02` as PGN writes it, `2024.01.02`.
fn date(text: &str) -> String {
    let shape = |c: char| if c.is_ascii_digit() { '0' } else { c };
    let day: String = text.chars().take(10).collect();
    let is_iso = day.chars().map(shape).eq("0000-00-00".chars());
    if is_iso { day.replace('-', ".") } else { text.to_owned() }
}

/// The result that an object tells.
fn result(object: &Object) -> Option<GameResult> {
    let told = |key| string(object, key).and_then(outcome);
    // A drawn game has no winner.
    let drawn = || matches!(string(object, "status"), Some("draw" | "stalemate"));
    told("result").or_else(|| told("winner")).or_else(|| drawn().then_some(GameResult::Draw))
}

fn outcome(text: &str) -> Option<GameResult> {
    GameResult::from_token(text).or_else(|| winner(text))
}

/// The position that a game of such moves starts from. `fen` may as well be where it ended, which
/// is seen where the first move is one from the usual start and not from there.
fn start(object: &Object, entries: &[Entry]) -> Result<Option<Fen>, ErrorKind> {
    let first = entries.first().map(Entry::text);
    let tag = given_tags(object).and_then(|tags| string(tags, "FEN"));
    let surely = string(object, "initialFen").or(tag);
    let said = surely.or_else(|| string(object, "fen"));
    let Some(said) = said.filter(|fen| !matches!(fen.trim(), "" | "startpos")) else {
        return Ok(None);
    };
    let start = start_from_fen(said).map_err(ErrorKind::Start)?;
    let plays = |pos| played(pos, first) == 1;
    let there = start.as_ref().and_then(position_of);
    let is_end =
        surely.is_none() && there.is_some_and(|pos| !plays(pos)) && plays(Chess::default());
    Ok(start.filter(|_| !is_end))
}

fn position_of(fen: &Fen) -> Option<Chess> {
    crate::start::position(fen, shakmaty::CastlingMode::Chess960).ok()
}

/// The value of a key, upper and lower case alike.
fn get<'a>(object: &'a Object, key: &str) -> Option<&'a Value> {
    let other = || object.iter().find(|(known, _)| known.eq_ignore_ascii_case(key));
    object.get(key).or_else(|| other().map(|(_, value)| value))
}

/// The string of a key, if it is one and not blank.
fn string<'a>(object: &'a Object, key: &str) -> Option<&'a str> {
    get(object, key)?.as_str().filter(|text| !text.trim().is_empty())
}

/// A string, or a number taken as one.
fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()).filter(|text| !text.trim().is_empty()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Error;

    fn read(text: &str) -> Result<Vec<Record>, Error> {
        crate::read::read(text.as_bytes(), "f")
    }

    fn one(text: &str) -> Record {
        let mut found = read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(found.len(), 1, "{text}");
        found.remove(0)
    }

    fn texts(record: &Record) -> String {
        let texts: Vec<&str> = record.sheets[0].entries.iter().map(Entry::text).collect();
        texts.join(" ")
    }

    fn tag(name: &str, value: &str) -> (String, String) {
        (name.to_owned(), value.to_owned())
    }

    #[test]
    fn moves_however_they_are_held() {
        for (text, want) in [
            (r#"{"moves":"e4 e5 Nf3"}"#, "e4 e5 Nf3"),
            (r#"{"moves":"e2e4 e7e5 g1f3"}"#, "e2e4 e7e5 g1f3"),
            (r#"{"moves":"1. e4 e5 2. Nf3 {good} *"}"#, "e4 e5 Nf3"),
            (r#"{"Moves":["e4","e5"," Nf3 ","1-0"]}"#, "e4 e5 Nf3"),
            (r#"{"moves":["1. e4 e5","2. Nf3"]}"#, "e4 e5 Nf3"),
            (r#"{"moves":["e4 e5","P to K4"]}"#, "e4 e5 P to K4"),
            (r#"{"moves":[["e4","e5"],["Nf3"]]}"#, "e4 e5 Nf3"),
            (r#"{"moves":[{"san":"e4","uci":"e2e4"},{"san":"e5"}]}"#, "e4 e5"),
            (r#"{"moves":[{"white":"e4","black":"e5"},{"white":"Nf3"}]}"#, "e4 e5 Nf3"),
            (r#"{"pgn":"[White \"a\"]\n\n1. e4 e5 2. Nf3 1-0","moves":7}"#, "e4 e5 Nf3"),
            (r#"{"pgn":"1. e4 e5 2. Nf3"}"#, "e4 e5 Nf3"),
            (r#"{"pgn":"","moves":"e4 e5"}"#, "e4 e5"),
            (r#"{"games":[{"pgn":"1. e4 e5 2. Nf3"}]}"#, "e4 e5 Nf3"),
            (r#"{"moves":""}"#, ""),
            (r#"{"moves":[]}"#, ""),
        ] {
            assert_eq!(texts(&one(text)), want, "{text}");
            assert_eq!(texts(&one(&text.replace(',', ",\n"))), want, "{text}");
            let named = text.replacen('{', r#"{"no":1,"white":"","black":"b4","#, 1);
            for text in [text, &named] {
                assert_eq!(texts(&one(&format!("[{text}]"))), want, "{text}");
            }
        }
    }

    #[test]
    fn what_sites_tell_of_a_game_is_taken() {
        let game = one(r#"{"id":"Qx1","players":{"white":{"user":{"name":"ann"},"rating":1},
            "black":{"user":{"name":"bo"}}},"winner":"black","moves":"f3 e5 g4 Qh4#","clock":{}}"#);
        assert_eq!(game.tags, [tag("White", "ann"), tag("Black", "bo")]);
        assert_eq!((game.id.as_str(), game.result), ("Qx1", Some(GameResult::BlackWins)));
        let place = game.sheets[0].entries[3].place;
        assert_eq!((place.line, place.listed), (1, Some(3)));
        let game = one(r#"{"white":{"username":"ann"},"black":"bo","Result":"½-½","event":"Open",
            "site":"Bern","date":"2024-01-02T10:00","moves":["e4","e5"]}"#);
        let want = [("Event", "Open"), ("Site", "Bern"), ("Date", "2024.01.02")];
        let want = want.into_iter().chain([("White", "ann"), ("Black", "bo")]);
        assert!(game.tags.iter().cloned().eq(want.map(|(name, value)| tag(name, value))));
        assert_eq!(game.result, Some(GameResult::Draw));
        for (told, want) in [
            (r#""winner":"white""#, Some(GameResult::WhiteWins)),
            (r#""winner":"draw""#, Some(GameResult::Draw)),
            (r#""status":"stalemate""#, Some(GameResult::Draw)),
            (r#""headers":{"Result":"0-1"}"#, Some(GameResult::BlackWins)),
            (r#""result":"*","winner":null"#, None),
        ] {
            assert_eq!(one(&format!(r#"{{"moves":"e4 e5",{told}}}"#)).result, want, "{told}");
        }
    }

    #[test]
    fn a_pgn_has_the_first_word() {
        let game =
            one(r#"{"games":[{"pgn":"[White \"a\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0","id":9,
            "fen":"8/8/8/8/8/8/8/8 w - -","white":{"username":"x"},"black":{"username":"y"}}]}"#);
        assert_eq!(game.tag("White"), Some("a"));
        assert_eq!(game.tag("Black"), Some("y"));
        assert_eq!((game.id.as_str(), game.result), ("9", Some(GameResult::WhiteWins)));
        assert!(game.start.is_none());
        assert_eq!(game.sheets[0].entries[1].place.listed, Some(1));
        let two = read(r#"{"pgn":"[White \"a\"]\n\n1. e4 e5 1-0\n\n[White \"b\"]\n\n1. d4 d5 *"}"#);
        let ids: Vec<String> = two.expect("two games").into_iter().map(|game| game.id).collect();
        assert_eq!(ids, ["f#1", "f#1.2"]);
    }

    #[test]
    fn rows_are_one_game() {
        for text in [
            r#"[{"turn":1,"white":"e4","black":"e5"},{"turn":2,"white":"Nf3","black":null}]"#,
            r#"[{"move":"1.","white":"e4","black":"e5"},{"move":"2.","white":"Nf3"}]"#,
            r#"[{"no":1,"White":"e4","Black":"e5"},
               {"no":2,"White":"Nf3","Black":""}, {"no":3,"White":"","Black":""}]"#,
            r#"{"moves":[{"number":1,"white":"e4","black":"e5"},{"number":2,"white":"Nf3"}]}"#,
        ] {
            let game = one(text);
            let entries = game.sheets[0].entries.iter();
            let found: Vec<_> = entries.map(|entry| (entry.text(), entry.claimed_ply())).collect();
            assert_eq!(found, [("e4", Some(0)), ("e5", Some(1)), ("Nf3", Some(2))], "{text}");
        }
        // Black's first move is lost.
        let game = one(r#"[{"turn":1,"white":"e4"},{"turn":2,"white":"Nf3","black":"Nc6"}]"#);
        let plies: Vec<_> = game.sheets[0].entries.iter().map(Entry::claimed_ply).collect();
        assert_eq!(plies, [Some(0), Some(2), Some(3)]);
    }

    #[test]
    fn several_games_have_names_of_their_own() {
        let games = read(r#"[{"moves":"e4 e5"},{"moves":"d4 d5","id":"a"},{"pgn":"1. c4 c5"}]"#);
        let ids: Vec<String> = games.expect("games").into_iter().map(|game| game.id).collect();
        assert_eq!(ids, ["f#1", "a", "f#1.2"]);
        let lines = "{\"moves\":\"e4 e5\"}\n{\"sheets\":[]}\n{\"pgn\":\"1. d4 d5\"}\n";
        let ids: Vec<String> =
            read(lines).expect("games").into_iter().map(|game| game.id).collect();
        assert_eq!(ids, ["f#1", "f#2", "f#3"]);
    }

    #[test]
    fn a_position_is_the_start_where_the_moves_begin_there() {
        let ending = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
        for (key, moves, want) in [
            ("fen", "Kd2 Kd7", true),
            ("initialFen", "Kd2 Kd7", true),
            // Both are possible.
            ("FEN", "e4 Kd7", true),
            // The position in which the game ended.
            ("fen", "Nf3 d5", false),
        ] {
            let text = format!(r#"{{"moves":"{moves}","{key}":"{ending}"}}"#);
            assert_eq!(one(&text).start.is_some(), want, "{text}");
        }
        assert!(one(r#"{"moves":"e4","initialFen":"startpos"}"#).start.is_none());
        let error = read(r#"{"moves":"e4","initialFen":"nonsense"}"#).expect_err("no position");
        assert!(matches!(error.kind(), ErrorKind::Start(_)), "{error}");
    }

    #[test]
    fn what_holds_no_moves_is_refused() {
        for text in [
            r#"{"id":"a"}"#,
            r#"{"moves":41}"#,
            r#"{"moves":"41w"}"#,
            r#"{"moves":"none so far"}"#,
            r#"{"moves":["e4",5]}"#,
            r#"{"white":"Anand","black":"Carlsen"}"#,
            r#"[{"white":"Anand","black":"Carlsen"}]"#,
            r#"{"games":[7]}"#,
            r#"{"games":[]}"#,
            r#"[{"turn":1,"white":"e4"},{"turn":2,"games":1}]"#,
            r#"{"pgn":null}"#,
            r#"{"sheets":3,"moves":"e4 e5"}"#,
        ] {
            let error = read(text).expect_err(text);
            assert!(matches!(error.kind(), ErrorKind::Json(_)), "{error}");
            let own = text.contains("\"sheets\"");
            assert_ne!(error.to_string().contains(NONE), own, "{text}: {error}");
        }
    }
}
