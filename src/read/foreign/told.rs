//! What an object tells of its game: players, event, result, start.

use serde_json::Value;
use shakmaty::{Chess, Color, fen::Fen};

use super::{
    super::{replay::played, start_from_fen, table::winner},
    Object,
    keys::{besides, get, scalar, side, string},
};
use crate::{
    error::ErrorKind,
    record::{Entry, GameResult, value_of},
};

/// Keys whose values are tags, with the names of those.
const TAGS: [(&str, &str); 8] = [
    ("event", "Event"),
    ("tournament", "Event"),
    ("site", "Site"),
    ("venue", "Site"),
    ("location", "Site"),
    ("date", "Date"),
    ("round", "Round"),
    ("eco", "ECO"),
];
/// Words that may stand beside these in a key.
const BESIDE_TAG: [&str; 5] = ["name", "game", "start", "played", "no"];
/// Words that may stand beside a side in the key of a player.
const BESIDE_PLAYER: [&str; 4] = ["player", "name", "username", "user"];
/// Words that may stand beside the word for a result.
const BESIDE_RESULT: [&str; 3] = ["game", "final", "match"];
/// Keys of objects that tell of the game beside them.
const ABOUT: [&str; 9] =
    ["metadata", "meta", "info", "header", "details", "game", "match", "event", "gameInfo"];

/// What is told of a game.
#[derive(Debug, Clone, Default)]
pub(super) struct Told {
    pub(super) tags: Vec<(String, String)>,
    pub(super) result: Option<GameResult>,
}

impl Told {
    /// With what an object tells, which has the first word.
    pub(super) fn and(&self, object: &Object) -> Told {
        let mut told = Told { tags: tags(object), result: result(object) };
        let about = ABOUT.iter().filter_map(|key| get(object, key)?.as_object());
        for about in about {
            told.add(tags(about));
            told.result = told.result.or_else(|| result(about));
        }
        told.add(self.tags.iter().cloned());
        let tagged = || value_of(&told.tags, "Result").and_then(outcome);
        told.result = told.result.or_else(tagged).or(self.result);
        told
    }

    /// Adds tags that are not known.
    fn add(&mut self, tags: impl IntoIterator<Item = (String, String)>) {
        for (name, value) in tags {
            if value_of(&self.tags, &name).is_none() && !value.trim().is_empty() {
                self.tags.push((name, value));
            }
        }
    }
}

/// The tags that an object tells.
fn tags(object: &Object) -> Vec<(String, String)> {
    let mut told = Told::default();
    for (name, value) in given_tags(object).into_iter().flatten() {
        told.tags.extend(scalar(value).map(|value| (name.clone(), value)));
    }
    for (key, name) in TAGS {
        let named = |(known, value): (&String, &Value)| {
            (besides(known, &BESIDE_TAG) == key).then(|| name_of(value)).flatten()
        };
        let value = get(object, key).and_then(name_of).or_else(|| object.iter().find_map(named));
        let value = value.map(|value| if name == "Date" { date(&value) } else { value });
        told.add(value.map(|value| (name.to_owned(), value)));
    }
    for color in Color::ALL {
        let name = color.fold_wb("White", "Black");
        told.add(player(object, color).map(|player| (name.to_owned(), player)));
    }
    told.tags
}

/// The object that has the tags under their own names.
fn given_tags(object: &Object) -> Option<&Object> {
    ["tags", "headers"].iter().find_map(|key| get(object, key)?.as_object())
}

/// The name of a player: `"white": "A"`, `"white": {"username": "A"}`, or the same in `players`.
fn player(object: &Object, color: Color) -> Option<String> {
    let players = get(object, "players");
    let of = |object: &Object| {
        object.iter().find_map(|(key, value)| {
            (side(key, &BESIDE_PLAYER) == Some(color)).then(|| name_of(value)).flatten()
        })
    };
    let listed = || {
        let pair = players?.as_array().filter(|pair| pair.len() == 2)?;
        name_of(&pair[color.fold_wb(0, 1)])
    };
    of(object).or_else(|| of(players?.as_object()?)).or_else(listed)
}

/// A name: a string, or an object that has one. A number is none, and no move is.
fn name_of(value: &Value) -> Option<String> {
    match value {
        Value::Object(user) => {
            let own = ["name", "username"].iter().find_map(|key| string(user, key));
            own.map(str::to_owned).or_else(|| name_of(get(user, "user")?))
        }
        value => scalar(value),
    }
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
    let told = |name: &str| {
        let named = |key: &String| besides(key, &BESIDE_RESULT) == name;
        let own = object.iter().filter(|(key, _)| named(key));
        own.filter_map(|(_, value)| value.as_str()).find_map(outcome)
    };
    // A drawn game has no winner.
    let drawn = || matches!(string(object, "status"), Some("draw" | "stalemate"));
    told("result")
        .or_else(|| told("winner"))
        .or_else(|| told("outcome"))
        .or_else(|| drawn().then_some(GameResult::Draw))
}

/// The result that a text names: `1-0`, `white`, `draw`.
fn outcome(text: &str) -> Option<GameResult> {
    GameResult::from_token(text).or_else(|| winner(text))
}

/// The position that a game of such moves starts from. `fen` may as well be where it ended, which
/// is seen where the first move is one from the usual start and not from there.
pub(super) fn start(object: &Object, entries: &[Entry]) -> Result<Option<Fen>, ErrorKind> {
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

/// The position of a FEN, if one can be played from it.
fn position_of(fen: &Fen) -> Option<Chess> {
    crate::start::position(fen, shakmaty::CastlingMode::Chess960).ok()
}
