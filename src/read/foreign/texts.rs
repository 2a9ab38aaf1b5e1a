//! Games of the texts within a value, each read as if it were a file of its own: the answer of a
//! language model, `{"choices": [{"message": {"content": "Here are the moves:\n\n1. e4 e5 …"}}]}`,
//! may be prose, a table or JSON once more.

use serde_json::Value;

use super::{Games, belongs};
use crate::{
    error::Error,
    read::{kind::starts_json, records},
};

/// Fewest bytes of a text that is looked at.
const SHORT: usize = 8;

/// The games of all texts within a value, in its order.
pub(super) fn games(value: &Value, line: u32) -> Games {
    match value {
        Value::String(text) => of_text(text, line),
        Value::Array(list) => list.iter().flat_map(|value| games(value, line)).collect(),
        Value::Object(object) => object.values().flat_map(|value| games(value, line)).collect(),
        _ => Vec::new(),
    }
}

/// The games of a text, and what is wrong with it; nothing where it has no game.
fn of_text(text: &str, line: u32) -> Games {
    let is_text = text.contains(char::is_whitespace) || starts_json(text);
    if text.len() < SHORT || !is_text {
        return Vec::new();
    }
    let found: Vec<_> = records(text.as_bytes(), "").collect();
    if !found.iter().any(Result::is_ok) {
        return Vec::new();
    }
    let of_line = |mut found: Result<_, Error>| {
        if let Ok(game) = &mut found {
            belongs(game, line);
        }
        found.map_err(|error| error.kind().clone())
    };
    found.into_iter().map(of_line).collect()
}
