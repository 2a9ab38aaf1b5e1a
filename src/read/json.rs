//! JSON Lines records: one record a line, the format in which programs hand over their input.
//!
//! Only `sheets[].entries[].text` is required, and an entry that is nothing else may be its text
//! alone. Unknown keys are ignored, so that a record may carry whatever its maker needs.
//!
//! An object without `sheets` is no such record; it may hold games as other programs write them,
//! which [`foreign`] reads.

use std::{fmt, str::FromStr};

use serde::{
    Deserialize, Deserializer,
    de::{self, IgnoredAny, MapAccess, Visitor, value::MapAccessDeserializer},
};
use shakmaty::Color;

use super::{foreign, start_from_fen};
use crate::{
    constraints::{At, Constraints, FixedMove},
    error::{Error, ErrorKind},
    record::{Entry, GameResult, Place, Reading, Record, Remark, Sheet, value_of},
};

/// Reads the record on one line, or the games of another program that stand there; `line` counts
/// from 1 and names the place in errors.
pub(super) fn records(text: &str, name: &str, line: u32) -> Vec<Result<Record, Error>> {
    let error = match serde_json::from_str::<RawRecord>(text) {
        Ok(raw) => return vec![raw.into_record(name, line)],
        Err(error) => error,
    };
    let games = if error.is_data() { foreign::games(text, line) } else { None };
    let games = match games {
        Some(games) if !games.is_empty() => games,
        none => {
            // The text of a record may be several lines long, where it is no JSON Lines.
            let down = u32::try_from(error.line()).unwrap_or(1).saturating_sub(1);
            let why = none.map_or_else(|| without_place(&error), |_| foreign::NONE.to_owned());
            return vec![Err(broken(text, &error, why, name, line.saturating_add(down)))];
        }
    };
    let named = |mut game: Record| {
        if game.id.is_empty() {
            game.id = format!("{name}#{line}");
        }
        game
    };
    games
        .into_iter()
        .map(|game| game.map(named).map_err(|kind| Error::new(kind).at(name, line, 0)))
        .collect()
}

/// Whether a text that is no record was meant to be one, and not a piece of a program or the JSON of
/// another one, which may hold games as any text does.
pub(super) fn is_meant(text: &str) -> bool {
    text.contains("\"sheets\"")
}

/// Splits a text of JSON values that do not stand one a line: an array, or indented objects.
///
/// # Errors
///
/// [`ErrorKind::Json`] where the text is no JSON.
pub(super) fn values(text: &str, name: &str) -> Result<Vec<(u32, String)>, Error> {
    let fail = |error: serde_json::Error| {
        let line = u32::try_from(error.line()).unwrap_or(0);
        broken(text, &error, without_place(&error), name, line)
    };
    if text.trim_start().starts_with('[') {
        let items: Vec<&serde_json::value::RawValue> = serde_json::from_str(text).map_err(fail)?;
        // `[{"turn": 1, "white": "e4", "black": "e5"}, …]` is one game.
        if items.first().is_some_and(|item| foreign::is_row(item.get())) {
            return Ok(vec![(1, text.to_owned())]);
        }
        let mut lines = LineCounter::new(text);
        return Ok(items
            .into_iter()
            .map(|item| {
                let offset = item.get().as_ptr().addr().saturating_sub(text.as_ptr().addr());
                (lines.line_of(offset), item.get().to_owned())
            })
            .collect());
    }
    let mut lines = LineCounter::new(text);
    let mut stream =
        serde_json::Deserializer::from_str(text).into_iter::<&serde_json::value::RawValue>();
    let mut out = Vec::new();
    while let Some(item) = stream.next() {
        let item = item.map_err(fail)?;
        let offset = stream.byte_offset().saturating_sub(item.get().len());
        out.push((lines.line_of(offset), item.get().to_owned()));
    }
    Ok(out)
}

/// Counts lines up to offsets that only grow.
struct LineCounter<'a> {
    text: &'a [u8],
    offset: usize,
    line: u32,
}

impl<'a> LineCounter<'a> {
    fn new(text: &'a str) -> LineCounter<'a> {
        LineCounter { text: text.as_bytes(), offset: 0, line: 1 }
    }

    fn line_of(&mut self, offset: usize) -> u32 {
        let until = offset.clamp(self.offset, self.text.len());
        let newlines = self.text[self.offset..until].iter().filter(|&&b| b == b'\n').count();
        self.line = self.line.saturating_add(u32::try_from(newlines).unwrap_or(u32::MAX));
        self.offset = until;
        self.line
    }
}

/// The error of a text that is no JSON or no record, on a line of its file.
fn broken(text: &str, error: &serde_json::Error, why: String, name: &str, line: u32) -> Error {
    let column = column_char(text, error.line(), error.column());
    Error::new(ErrorKind::Json(why)).at(name, line, column)
}

/// Column in characters, from 1, of a byte column that the JSON reader gives.
fn column_char(text: &str, line: usize, column_byte: usize) -> u32 {
    let Some(found) = text.split('\n').nth(line.saturating_sub(1)) else { return 0 };
    let end = found.floor_char_boundary(column_byte.saturating_sub(1));
    u32::try_from(found[..end].chars().count() + 1).unwrap_or(u32::MAX)
}

/// The message without the " at line 1 column 7" that the place already says.
fn without_place(error: &serde_json::Error) -> String {
    let text = error.to_string();
    match text.rfind(" at line ") {
        Some(at) => text[..at].to_owned(),
        None => text,
    }
}

#[derive(Deserialize)]
struct RawRecord {
    #[serde(default)]
    id: Option<Scalar>,
    #[serde(default)]
    tags: Tags,
    #[serde(default)]
    start: Option<String>,
    #[serde(default)]
    result: Option<String>,
    #[serde(default)]
    fixed: Option<Vec<RawFixed>>,
    #[serde(default, rename = "final")]
    end: Option<String>,
    #[serde(default)]
    moves: Option<Scalar>,
    sheets: Vec<RawSheet>,
}

/// A fixed move: `"12b=Nbd7"`, or an object that names its place by ply or by number and colour.
#[derive(Deserialize)]
#[serde(
    untagged,
    expecting = "a fixed move is \"12b=Nbd7\", {\"ply\": 24, \"move\": \"Nbd7\"} or {\"number\": 12, \
                 \"color\": \"black\", \"move\": \"Nbd7\"}"
)]
enum RawFixed {
    Text(String),
    Ply {
        ply: u32,
        #[serde(rename = "move")]
        text: String,
    },
    Move {
        number: u32,
        color: RawColor,
        #[serde(rename = "move")]
        text: String,
    },
}

impl RawFixed {
    fn into_fixed(self) -> Result<FixedMove, Error> {
        match self {
            RawFixed::Text(text) => text.parse(),
            RawFixed::Ply { ply, text } => FixedMove::new(At::Ply(ply), &text),
            RawFixed::Move { number, color: RawColor(color), text } => {
                FixedMove::new(At::Move(number, color), &text)
            }
        }
    }
}

#[derive(Deserialize)]
struct RawSheet {
    #[serde(default)]
    id: Option<Scalar>,
    #[serde(default)]
    language: Option<String>,
    #[serde(default)]
    notation: Option<String>,
    entries: Vec<RawEntry>,
}

/// An object, or its text alone.
#[derive(Default, Deserialize)]
#[serde(remote = "Self")]
struct RawEntry {
    #[serde(default)]
    number: Option<u32>,
    #[serde(default)]
    color: Option<RawColor>,
    text: Option<String>,
    #[serde(default)]
    confidence: Option<f64>,
    #[serde(default)]
    alternatives: Option<Vec<RawAlternative>>,
}

#[derive(Deserialize)]
struct RawAlternative {
    text: String,
    #[serde(default)]
    confidence: Option<f64>,
}

impl<'de> Deserialize<'de> for RawEntry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<RawEntry, D::Error> {
        struct TextOrObject;

        impl<'de> Visitor<'de> for TextOrObject {
            type Value = RawEntry;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("the text of an entry, or an object with it as \"text\"")
            }

            fn visit_str<E>(self, text: &str) -> Result<RawEntry, E> {
                Ok(RawEntry { text: Some(text.to_owned()), ..RawEntry::default() })
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<RawEntry, A::Error> {
                RawEntry::deserialize(MapAccessDeserializer::new(map))
            }
        }

        deserializer.deserialize_any(TextOrObject)
    }
}

struct RawColor(Color);

impl<'de> Deserialize<'de> for RawColor {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<RawColor, D::Error> {
        let text = String::deserialize(deserializer)?;
        match text.to_ascii_lowercase().as_str() {
            "white" | "w" => Ok(RawColor(Color::White)),
            "black" | "b" => Ok(RawColor(Color::Black)),
            _ => Err(de::Error::custom(format!(
                "color is \"{text}\"; give \"white\", \"black\" or nothing"
            ))),
        }
    }
}

/// A string, or a number or truth value taken as one: names that programs write carelessly.
struct Scalar(String);

impl<'de> Deserialize<'de> for Scalar {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Scalar, D::Error> {
        match serde_json::Value::deserialize(deserializer)? {
            serde_json::Value::String(text) => Ok(Scalar(text)),
            value @ (serde_json::Value::Number(_) | serde_json::Value::Bool(_)) => {
                Ok(Scalar(value.to_string()))
            }
            _ => Err(de::Error::custom("a name is a string")),
        }
    }
}

/// Tag pairs in the order of the file.
#[derive(Default)]
struct Tags(Vec<(String, String)>);

impl<'de> Deserialize<'de> for Tags {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Tags, D::Error> {
        struct TagsVisitor;

        impl<'de> Visitor<'de> for TagsVisitor {
            type Value = Tags;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object of tags")
            }

            fn visit_unit<E: de::Error>(self) -> Result<Tags, E> {
                Ok(Tags::default())
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Tags, A::Error> {
                let mut tags = Vec::new();
                while let Some(name) = map.next_key::<String>()? {
                    match map.next_value::<serde_json::Value>()? {
                        serde_json::Value::String(value) => tags.push((name, value)),
                        serde_json::Value::Null => {}
                        value => tags.push((name, value.to_string())),
                    }
                }
                while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
                Ok(Tags(tags))
            }
        }

        deserializer.deserialize_any(TagsVisitor)
    }
}

impl RawRecord {
    fn into_record(self, name: &str, line: u32) -> Result<Record, Error> {
        let tag = |name: &str| value_of(&self.tags.0, name);
        let start = match self.start.as_deref().or(tag("FEN")).filter(|fen| !fen.trim().is_empty())
        {
            Some(fen) => start_from_fen(fen)
                .map_err(|why| Error::new(ErrorKind::Start(why)).at(name, line, 0))?,
            None => None,
        };
        let mut remarks = Vec::new();
        let claimed = self.result.as_deref().or(tag("Result"));
        let result = claimed.and_then(GameResult::from_token);
        if let Some(text) = claimed
            && result.is_none()
            && !matches!(text.trim(), "" | "*" | "?")
        {
            remarks.push(Remark {
                code: "unknown-result",
                place: Place { line, ..Place::default() },
                message: format!("\"{text}\" is no result that is known"),
            });
        }
        let constraints = Constraints {
            fixed: self
                .fixed
                .unwrap_or_default()
                .into_iter()
                .map(RawFixed::into_fixed)
                .collect::<Result<_, _>>()
                .map_err(|error| error.at(name, line, 0))?,
            end: bound(self.end.as_deref(), name, line)?,
            length: bound(self.moves.as_ref().map(|Scalar(text)| text.as_str()), name, line)?,
            result: None,
        };
        let id = match self.id {
            Some(Scalar(id)) if !id.is_empty() => id,
            _ => format!("{name}#{line}"),
        };
        let sheets = self
            .sheets
            .into_iter()
            .enumerate()
            .map(|(index, sheet)| sheet.into_sheet(index, line))
            .collect();
        Ok(Record { id, tags: self.tags.0, start, result, sheets, constraints, remarks })
    }
}

/// A constraint, or none where nothing is written.
fn bound<T: FromStr<Err = Error>>(
    text: Option<&str>,
    name: &str,
    line: u32,
) -> Result<Option<T>, Error> {
    let text = text.filter(|text| !text.trim().is_empty());
    text.map(|text| text.parse().map_err(|error: Error| error.at(name, line, 0))).transpose()
}

impl RawSheet {
    fn into_sheet(self, index: usize, line: u32) -> Sheet {
        Sheet {
            id: self.id.map_or_else(|| (index + 1).to_string(), |Scalar(id)| id),
            language: self.language,
            notation: self.notation,
            entries: (0..)
                .zip(self.entries)
                .map(|(at, entry)| entry.into_entry(line, at))
                .collect(),
            ..Sheet::default()
        }
    }
}

impl RawEntry {
    fn into_entry(self, line: u32, listed: u32) -> Entry {
        let number = self.number;
        let color = self.color.as_ref().map(|RawColor(color)| *color);
        let place = foreign::moves::listed(line, listed);
        Entry { readings: self.readings(), number, color, place, ..Entry::default() }
    }

    /// The texts with probabilities that are no more than 1 together. What is missing to 1 is
    /// the chance that none of them is right.
    fn readings(self) -> Vec<Reading> {
        let known = |p: Option<f64>| p.filter(|p| p.is_finite()).map(|p| p.clamp(0.0, 1.0));
        let alternatives = self.alternatives.unwrap_or_default();
        let others: f64 = alternatives.iter().filter_map(|a| known(a.confidence)).sum();
        let unsaid = alternatives.iter().filter(|a| known(a.confidence).is_none()).count();
        let top =
            known(self.confidence).unwrap_or_else(|| (1.0 - others).max(0.0) / (unsaid + 1) as f64);
        let rest = (1.0 - others - top).max(0.0) / (unsaid.max(1) * 2) as f64;
        let mut readings: Vec<Reading> = Vec::with_capacity(alternatives.len() + 1);
        let texts = std::iter::once((self.text.unwrap_or_default(), top))
            .chain(alternatives.into_iter().map(|a| (a.text, known(a.confidence).unwrap_or(rest))));
        for (text, probability) in texts {
            if text.trim().is_empty() {
                continue;
            }
            match readings.iter_mut().find(|reading| reading.text == text) {
                Some(same) => same.probability += probability,
                None => readings.push(Reading { text, probability }),
            }
        }
        let total: f64 = readings.iter().map(|reading| reading.probability).sum();
        if total > 1.0 {
            readings.iter_mut().for_each(|reading| reading.probability /= total);
        }
        // Stable: of two equal readings the one that was named first stays in front.
        readings.sort_by(|a, b| b.probability.total_cmp(&a.probability));
        readings
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(text: &str, name: &str, line: u32) -> Result<Record, Error> {
        records(text, name, line).remove(0)
    }

    fn one(text: &str) -> Record {
        record(text, "in.jsonl", 7).expect("a record")
    }

    #[test]
    fn only_the_text_is_required() {
        let found = one(r#"{"sheets":[{"entries":[{"text":"e4"},{"text":""}]}],"extra":{"a":1}}"#);
        assert_eq!(found.id, "in.jsonl#7");
        assert_eq!(found.sheets[0].id, "1");
        let entries = &found.sheets[0].entries;
        assert_eq!((entries[0].text(), entries[0].number, entries[0].color), ("e4", None, None));
        assert_eq!(entries[0].readings[0].probability, 1.0);
        assert!(entries[1].is_blank() && entries[1].readings.is_empty());
        let bare = one(r#"{"sheets":[{"entries":["e4",{"text":"e5"},""]}]}"#);
        let texts: Vec<&str> = bare.sheets[0].entries.iter().map(Entry::text).collect();
        assert_eq!(texts, ["e4", "e5", ""]);
    }

    #[test]
    fn every_key_arrives() {
        let found = one(r#"{"id":"g","tags":{"White":"A","Black":"B"},"result":"0-1",
            "start":"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1","sheets":[{"id":"w","language":"de",
            "notation":"algebraic","entries":[{"number":3,"color":"black","text":"Sf6",
            "confidence":0.9,"alternatives":[{"text":"Sf5","confidence":0.05}]}]}]}"#);
        assert_eq!(found.tags, [("White".into(), "A".into()), ("Black".into(), "B".into())]);
        assert_eq!(found.result, Some(GameResult::BlackWins));
        assert!(found.start.is_some());
        let sheet = &found.sheets[0];
        assert_eq!((sheet.language.as_deref(), sheet.id.as_str()), (Some("de"), "w"));
        let entry = &sheet.entries[0];
        assert_eq!((entry.number, entry.color), (Some(3), Some(Color::Black)));
        assert_eq!(entry.readings[1], Reading { text: "Sf5".into(), probability: 0.05 });
    }

    #[test]
    fn probabilities_are_shared_and_never_more_than_one() {
        let readings = |entry: &str| {
            let text = format!(r#"{{"sheets":[{{"entries":[{entry}]}}]}}"#);
            one(&text).sheets[0].entries[0].readings.clone()
        };
        let found = readings(r#"{"text":"e4","alternatives":[{"text":"c4"}]}"#);
        assert!(found[0].probability >= found[1].probability && found[1].probability > 0.0);
        let found =
            readings(r#"{"text":"a","confidence":1,"alternatives":[{"text":"b","confidence":1}]}"#);
        assert_eq!((found[0].probability, found[1].probability), (0.5, 0.5));
        let found = readings(
            r#"{"text":"a","confidence":0.2,"alternatives":[{"text":"b","confidence":0.5}]}"#,
        );
        assert_eq!(found[0].text, "b");
        assert_eq!(
            readings(r#"{"text":"","alternatives":[{"text":"b","confidence":0.5}]}"#).len(),
            1
        );
    }

    #[test]
    fn constraints_arrive_however_they_are_written() {
        let found = one(r#"{"sheets":[],"fixed":["12b=Nbd7",{"ply":3,"move":"Nf3"},
            {"number":7,"color":"w","move":"e2e4"}],"final":"4k3/8/8/8/8/8/8/4K3 b","moves":"41w"}"#);
        let fixed: Vec<String> = found.constraints.fixed.iter().map(|m| m.to_string()).collect();
        assert_eq!(fixed, ["12... Nbd7", "ply 3: Nf3", "7. e2e4"]);
        assert!(found.constraints.end.is_some());
        let length = |text: &str| one(text).constraints.length.map(|length| length.to_string());
        assert_eq!(length(r#"{"sheets":[],"moves":41}"#).as_deref(), Some("41"));
        assert_eq!(length(r#"{"sheets":[],"moves":null,"fixed":null,"final":""}"#), None);
    }

    #[test]
    fn errors_say_where_and_what() {
        let cases = [
            (r#"{"sheets":[],"fixed":["12=Nbd7"]}"#, "7: ", "does not say whose move"),
            (r#"{"sheets":[],"fixed":[7]}"#, "7:", "a fixed move is \"12b=Nbd7\""),
            (r#"{"sheets":[],"fixed":[{"ply":0,"move":"e4"}]}"#, "7: ", "count from 1"),
            (r#"{"sheets":[],"final":"8/8"}"#, "7: ", "is no position"),
            (r#"{"sheets":[],"moves":1.5}"#, "7: ", "is no number of moves"),
            (r#"{"sheets":[{"entries":[{"text":5}]}]}"#, "7:32", "expected a string"),
            (r#"{"id":"é","sheets":3}"#, "7:20", "expected a sequence"),
            (r#"{"id":"a"}"#, "7:10", "missing field `sheets`"),
            (r#"{"id":"a"}"#, "7:10", "\"moves\""),
            (r#"{"sheets":{},"moves":"e4 e5"}"#, "7:10", "expected a sequence"),
            (r#"{"moves":["e4"],"sheets":[],"pgn":"1. e4"}"#, "7:", "a name is a string"),
            (r#"{"sheets":[{"entries":[{"text":"e4","color":"red"}]}]}"#, "7:", "\"red\""),
            (r#"{"start":"nonsense","sheets":[]}"#, "7:", "start position"),
        ];
        for (text, place, why) in cases {
            let error = record(text, "in.jsonl", 7).expect_err(text).to_string();
            assert!(error.starts_with(&format!("in.jsonl:{place}")), "{error}");
            assert!(error.contains(why), "{error}");
        }
    }

    #[test]
    fn arrays_and_indented_objects_are_split() {
        let array = "[\n {\"sheets\": []},\n {\n\"sheets\": []}\n]";
        let found = values(array, "x").expect("an array");
        assert_eq!(found.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [2, 3]);
        let indented = "{\n \"sheets\": []\n}\n{\"sheets\": []}\n";
        let found = values(indented, "x").expect("objects");
        assert_eq!(found.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [1, 4]);
        assert_eq!(found[1].1, "{\"sheets\": []}");
    }
}
