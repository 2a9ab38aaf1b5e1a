//! Keys of JSON objects, however they are spelled: `whitePlayer`, `White_Player`, `white-player`.

use serde_json::Value;
use shakmaty::Color;

use super::{super::table, Object};

/// The words of a key, in lower case.
pub(super) fn words(key: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut before = ' ';
    for c in key.chars() {
        let begins = c.is_uppercase() && before.is_lowercase() || !c.is_alphanumeric();
        if begins && words.last().is_some_and(|word| !word.is_empty()) {
            words.push(String::new());
        }
        if c.is_alphanumeric()
            && let Some(word) = words.last_mut()
        {
            word.extend(c.to_lowercase());
        }
        before = c;
    }
    words.retain(|word| !word.is_empty());
    words
}

/// The words of a key but for some, joined.
pub(super) fn besides(key: &str, others: &[&str]) -> String {
    let mut words = words(key);
    words.retain(|word| !others.contains(&word.as_str()));
    words.join(" ")
}

/// The side that a key names, beside which only some other words may stand.
pub(super) fn side(key: &str, others: &[&str]) -> Option<Color> {
    table::side(&besides(key, others))
}

/// Whether a key consists of some words alone.
pub(super) fn only(key: &str, known: &[&str]) -> bool {
    let words = words(key);
    !words.is_empty() && words.iter().all(|word| known.contains(&word.as_str()))
}

/// The value of a key, upper and lower case alike.
pub(super) fn get<'a>(object: &'a Object, key: &str) -> Option<&'a Value> {
    let other = || object.iter().find(|(known, _)| known.eq_ignore_ascii_case(key));
    object.get(key).or_else(|| other().map(|(_, value)| value))
}

/// The string of a key, if it is one and not blank.
pub(super) fn string<'a>(object: &'a Object, key: &str) -> Option<&'a str> {
    get(object, key)?.as_str().filter(|text| !text.trim().is_empty())
}

/// A string, or a number taken as one.
pub(super) fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()).filter(|text| !text.trim().is_empty()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_taken_apart() {
        assert_eq!(words("whitePlayer"), ["white", "player"]);
        assert_eq!(words("White_player-ID"), ["white", "player", "id"]);
        assert_eq!(besides("moves_white", &["moves"]), "white");
        assert_eq!(side("whiteMoves", &["moves"]), Some(Color::White));
        assert_eq!(side("whiteTime", &["moves"]), None);
        assert!(only("pgn_moves", &["pgn", "moves"]) && !only("move_number", &["move"]));
    }
}
