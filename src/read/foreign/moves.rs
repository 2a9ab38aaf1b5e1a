//! Moves in JSON, in whatever arrays and objects programs put them:
//!
//! - a string: `"1. e4 e5 2. Nf3"`, `"e2e4 e7e5"`; an array of moves, of pairs, of `"1. e4 e5"`,
//! - rows: `{"number": 1, "white": "e4", "black": {"san": "e5", "clock": 59}}`,
//! - a move a row: `{"move": "e4", "player": "white"}`, `{"from": "e2", "to": "e4"}`,
//! - pairs by their numbers: `{"1": ["e4", "e5"], "2": {"white": "Nf3"}}`,
//! - both sides apart: `{"white": ["e4", "Nf3"], "black": ["e5"]}`.

use serde_json::Value;
use shakmaty::Color;

use super::{
    Object,
    keys::{besides, get, only, side, words},
};
use crate::{
    notation::names_square,
    read::{
        pgn::{self, likeness, tag},
        shape::scan,
    },
    record::{Entry, GameResult, Place},
};

/// Keys of whole games; no row of a game has them.
const GAMES: [&str; 4] = ["sheets", "games", "pgn", "moves"];
/// Words of which keys consist that hold moves.
const MOVES: [&str; 21] = [
    "pgn",
    "move",
    "moves",
    "san",
    "uci",
    "lan",
    "text",
    "movetext",
    "movelist",
    "list",
    "game",
    "notation",
    "transcript",
    "history",
    "record",
    "line",
    "mainline",
    "sequence",
    "score",
    "algebraic",
    "entries",
];
/// Words of which the key of one move consists, and those that may stand beside a side.
const MOVE: [&str; 9] =
    ["san", "notation", "algebraic", "move", "lan", "uci", "text", "written", "moves"];
/// Keys of the number of a move, without blanks.
const NUMBER: [&str; 9] =
    ["turn", "number", "no", "n", "nr", "move", "moveno", "movenumber", "fullmove"];
/// Keys of the side that a row belongs to.
const COLOR: [&str; 5] = ["color", "colour", "side", "player", "by"];
/// Keys of the squares of a move, and of its promotion.
const FROM: [&str; 3] = ["from", "source", "orig"];
const TO: [&str; 4] = ["to", "target", "dest", "destination"];
const PROMOTION: [&str; 3] = ["promotion", "promote", "prom"];
/// Fewest moves that show that a key of any name holds a game.
const FEW: usize = 4;
/// Most objects in one another of which the innermost has the text of a move. A key may have many
/// of the words above, each of which looks into it again.
const DEEP: usize = 3;
/// Share of moves among the words of such a text.
const SHARE: f64 = 0.9;

/// Entries, and the result behind them.
pub(super) type Moves = (Vec<Entry>, Option<GameResult>);

/// What holds the moves of an object.
pub(super) enum Held<'a> {
    /// A text with tags, what is called PGN, or a page of a book.
    Text(&'a str),
    Moves(Moves),
}

/// The moves that an object itself has, under the key that names them best.
pub(super) fn held(object: &Object, line: u32) -> Option<Held<'_>> {
    if let Some(entries) = of_sides(object, line) {
        return Some(Held::Moves((entries, None)));
    }
    let mut keys: Vec<(u32, &String)> = object.keys().map(|key| (rank(key), key)).collect();
    keys.sort_unstable();
    keys.into_iter().find_map(|(rank, key)| {
        let sure = rank < UNKNOWN;
        match &object[key] {
            Value::String(text) if sure || is_movetext(text) => {
                let is_pgn = rank == 0 || text.lines().any(tag::is_tag_line);
                if is_pgn || is_document(text, rank) {
                    whole(text)
                } else {
                    movetext(text, line).map(Held::Moves)
                }
            }
            Value::Array(list) => {
                let entries = of_list(list, line)?;
                let moves = entries.iter().filter(|entry| scan::is_move(entry.text())).count();
                (sure || moves >= FEW).then_some(Held::Moves((entries, None)))
            }
            Value::Object(moves) if sure => {
                let entries = of_sides(moves, line).or_else(|| of_numbers(moves, line))?;
                Some(Held::Moves((entries, None)))
            }
            _ => None,
        }
    })
}

/// How far a key that says nothing ranks behind those that name moves.
const UNKNOWN: u32 = 3;
/// The same of the key `moves`.
const MOVES_RANK: u32 = 1;

/// Whether a key names moves, and no other thing.
pub(in crate::read) fn names_moves(key: &str) -> bool {
    rank(key) < UNKNOWN
}

/// How well a key names moves.
fn rank(key: &str) -> u32 {
    match besides(key, &[]).as_str() {
        "pgn" => 0,
        "moves" => MOVES_RANK,
        _ if only(key, &MOVES) => 2,
        _ => UNKNOWN,
    }
}

/// A text to be read as a file of its own would be.
fn whole(text: &str) -> Option<Held<'_>> {
    (!text.trim().is_empty()).then_some(Held::Text(text))
}

/// Whether a text under a key that ranks so has more in it than moves, which may stand in one line
/// where the key says that it has moves: what an OCR engine has read, a page.
fn is_document(text: &str, rank: u32) -> bool {
    (rank > MOVES_RANK || text.trim().contains('\n')) && likeness(text).0 <= SHARE
}

/// The moves of a text without tags.
pub(super) fn movetext(text: &str, line: u32) -> Option<Moves> {
    let (mut entries, told) = pgn::movetext(text, line);
    place_all(&mut entries, line);
    let is_empty = text.trim().is_empty();
    let any = is_empty || entries.iter().any(|entry| scan::is_move(entry.text()));
    any.then_some((entries, told))
}

/// Whether a text under any key is one of moves.
fn is_movetext(text: &str) -> bool {
    let (share, moves) = likeness(text);
    moves >= FEW && (share > SHARE || text.lines().any(tag::is_tag_line))
}

/// The entries of an array: moves, pairs of moves or rows; nothing else may stand in it.
pub(super) fn of_list(list: &[Value], line: u32) -> Option<Vec<Entry>> {
    let mut entries: Vec<Entry> = Vec::new();
    for item in list {
        match item {
            Value::String(text) => entries.extend(of_text(text)),
            Value::Null => entries.push(Entry::default()),
            Value::Array(pair) if pair.len() <= 2 => {
                let text = |value: &Value| match value {
                    Value::Null => Some(String::new()),
                    value => text_of(value),
                };
                let texts: Option<Vec<String>> = pair.iter().map(text).collect();
                entries.extend(texts?.iter().flat_map(|text| of_text(text)));
            }
            Value::Object(row) => entries.extend(of_row(row)?),
            _ => return None,
        }
    }
    finished(entries, list.is_empty(), line)
}

/// Entries without the blank ones at their end, if there is a move among them.
fn finished(mut entries: Vec<Entry>, empty: bool, line: u32) -> Option<Vec<Entry>> {
    let used = entries.iter().rposition(|entry| !entry.is_blank()).map_or(0, |at| at + 1);
    entries.truncate(used);
    place_all(&mut entries, line);
    let any = empty || entries.iter().any(|entry| scan::is_move(entry.text()));
    any.then_some(entries)
}

/// The entries of a string in an array: a move, however it is written, or `1. e4 e5`. Clock times
/// may stand behind the move, `e4 5399+3`, as electronic boards tell them.
fn of_text(text: &str) -> Vec<Entry> {
    let text = text.trim();
    let is_clock = |rest: &str| rest.chars().all(|c| c.is_ascii_digit() || matches!(c, '+' | ':'));
    let timed = text.split_once(' ').filter(|(first, rest)| scan::is_move(first) && is_clock(rest));
    if let Some((own, clock)) = timed {
        // What is left, and behind a plus what the move took.
        let left = clock.split('+').next().unwrap_or_default();
        return vec![Entry { clock: pgn::seconds(left), ..Entry::from_text(own) }];
    }
    let numbered = text.starts_with(|c: char| c.is_ascii_digit()) && text.contains('.');
    let several = text.split_whitespace().count() > 1 && text.split_whitespace().all(scan::is_move);
    match text {
        "" => vec![Entry::default()],
        _ if numbered || several => pgn::movetext(text, 1).0,
        // Results are no moves.
        _ if GameResult::is_token(text) => Vec::new(),
        _ => vec![Entry::from_text(text)],
    }
}

/// Whether an object is a row of a game.
pub(super) fn is_row(row: &Object) -> bool {
    of_row(row).is_some()
}

/// The entries of a row, if it is one: the moves of both sides, or one move.
fn of_row(row: &Object) -> Option<Vec<Entry>> {
    if GAMES.iter().any(|key| get(row, key).is_some()) {
        return None;
    }
    let number = row.iter().find_map(|(key, value)| {
        let named = NUMBER.contains(&words(key).concat().as_str());
        named.then(|| number_of(value)).flatten()
    });
    let cell = |color| {
        let value = row.iter().find(|(key, _)| side(key, &MOVE) == Some(color))?.1;
        let text = text_of(value).or_else(|| value.is_null().then(String::new))?;
        let known = matches!(&*text, "" | "..." | "…");
        let mut entry = if known { Entry::default() } else { Entry::from_text(text) };
        (entry.number, entry.color) = (number, Some(color));
        Some(entry)
    };
    let pair = [cell(Color::White), cell(Color::Black)];
    // `{"white": "Anand", "black": "Carlsen"}` names players.
    let is_cell = |entry: &Entry| {
        let text = entry.text();
        number.is_some() && (text.is_empty() || GameResult::from_token(text).is_some())
            || scan::is_move(text)
    };
    let pair: Vec<Entry> = pair.into_iter().flatten().collect();
    if !pair.is_empty() {
        return pair.iter().any(is_cell).then_some(pair);
    }
    let mut entries = of_text(&move_of(row)?);
    if let [entry] = &mut entries[..] {
        let color = COLOR.iter().find_map(|key| table_side(get(row, key)?.as_str()?));
        (entry.number, entry.color) = (number.filter(|_| color.is_some()), color);
    }
    entries.iter().any(is_cell).then_some(entries)
}

/// The side that a value names.
fn table_side(text: &str) -> Option<Color> {
    super::super::table::side(text.trim())
}

/// A number, or a text that is one.
fn number_of(value: &Value) -> Option<u32> {
    let text = super::keys::scalar(value)?;
    text.trim().trim_end_matches(['.', ')']).parse().ok()
}

/// The text of one move: a string, or an object that has it.
fn text_of(value: &Value) -> Option<String> {
    text_within(value, DEEP)
}

/// [`text_of`] a value with no more than so many objects in one another.
fn text_within(value: &Value, deep: usize) -> Option<String> {
    match value {
        Value::String(text) => Some(text.trim().to_owned()),
        Value::Object(row) => move_within(row, deep.checked_sub(1)?),
        _ => None,
    }
}

/// The move that an object is, by its text or its squares.
fn move_of(row: &Object) -> Option<String> {
    move_within(row, DEEP - 1)
}

/// [`move_of`] an object within which there are no more than so many others.
fn move_within(row: &Object, deep: usize) -> Option<String> {
    let named = |word: &&str| {
        let of = |(key, value): (&String, &Value)| {
            let own = only(key, &MOVE) && words(key).iter().any(|own| own == word);
            own.then(|| text_within(value, deep)).flatten().filter(|text| !text.is_empty())
        };
        row.iter().find_map(of)
    };
    let texts: Vec<String> = MOVE.iter().filter_map(named).collect();
    let surest = texts.iter().find(|text| scan::is_move(text)).or(texts.first());
    surest.cloned().or_else(|| of_squares(row))
}

/// `{"from": "e7", "to": "e8", "promotion": "q"}`
fn of_squares(row: &Object) -> Option<String> {
    let value = |names: &[&str]| {
        let named = |key: &String| names.contains(&besides(key, &["square", "sq"]).as_str());
        row.iter().find(|(key, _)| named(key)).and_then(|(_, value)| value.as_str())
    };
    let is_square = |text: &&str| text.len() == 2 && names_square(text);
    let from = value(&FROM).filter(is_square)?;
    let to = value(&TO).filter(is_square)?;
    let piece = value(&PROMOTION).map(|piece| piece.trim().to_lowercase()).unwrap_or_default();
    let letter = if piece.starts_with("kn") { Some('n') } else { piece.chars().next() };
    Some(from.chars().chain(to.chars()).chain(letter).collect())
}

/// Pairs or moves by their numbers: `{"1": ["e4", "e5"], "2": "Nf3 Nc6"}`.
fn of_numbers(rows: &Object, line: u32) -> Option<Vec<Entry>> {
    let number = |key: &String| key.trim().trim_end_matches('.').parse::<u32>().ok();
    let numbered: Option<Vec<(u32, &Value)>> =
        rows.iter().map(|(key, value)| Some((number(key)?, value))).collect();
    let mut numbered = numbered.filter(|rows| !rows.is_empty())?;
    numbered.sort_by_key(|(number, _)| *number);
    let list: Vec<Value> = numbered.into_iter().map(|(_, value)| value.clone()).collect();
    of_list(&list, line)
}

/// Moves of both sides in arrays of their own: `{"white_moves": ["e4"], "black_moves": ["e5"]}`.
fn of_sides(object: &Object, line: u32) -> Option<Vec<Entry>> {
    let list = |color| {
        let of = |(key, value): (&String, &Value)| {
            (side(key, &MOVE) == Some(color)).then(|| value.as_array().cloned()).flatten()
        };
        object.iter().find_map(of)
    };
    let sides = [list(Color::White)?, list(Color::Black)?];
    if sides[1].len() > sides[0].len() {
        return None;
    }
    let mut entries = Vec::new();
    for (at, number) in (0..sides[0].len()).zip(1..) {
        for (list, color) in sides.iter().zip(Color::ALL) {
            let Some(value) = list.get(at) else { continue };
            let text = text_of(value).or_else(|| value.is_null().then(String::new))?;
            let mut entry = if text.is_empty() { Entry::default() } else { Entry::from_text(text) };
            (entry.number, entry.color) = (Some(number), Some(color));
            entries.push(entry);
        }
    }
    finished(entries, false, line)
}

/// Gives entries the places of a list; the strings they stand in have no lines of their own.
pub(super) fn place_all<'a>(entries: impl IntoIterator<Item = &'a mut Entry>, line: u32) {
    entries.into_iter().zip(0..).for_each(|(entry, at)| entry.place = listed(line, at));
}

/// The place of an entry of a list.
pub(in crate::read) fn listed(line: u32, at: u32) -> Place {
    Place { line, listed: Some(at), ..Place::default() }
}
