//! The rows of the report: one for each repair, each reason for rejecting and each finding.

use serde::Serialize;

use super::{
    note::Note,
    tags::{Head, lossy},
};
use crate::write::{PlainMove, StoodView, rounded};

/// The columns of the report.
pub const COLUMNS: [&str; 15] = [
    "file",
    "line",
    "game",
    "white",
    "black",
    "event",
    "date",
    "outcome",
    "kind",
    "ply",
    "move",
    "before",
    "after",
    "confidence",
    "message",
];

/// Longest text of a cell, in characters; what is longer stands in the outputs.
const LONGEST: usize = 2_000;

/// What stands in the rows of a game about the game itself.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Row {
    tags: [String; 4],
}

impl Row {
    /// The tags of a game.
    pub fn of(bytes: &[u8]) -> Row {
        let head = Head::read(bytes);
        let value = |name: &str| {
            let value = head.value(bytes, name.as_bytes()).unwrap_or_default();
            lossy(value).replace("\\\"", "\"").replace("\\\\", "\\")
        };
        Row { tags: ["White", "Black", "Event", "Date"].map(value) }
    }

    /// The cells of the row for one note, as in [`COLUMNS`].
    pub fn cells(&self, file: &str, game: u64, outcome: &str, note: &Note) -> [String; 15] {
        let [white, black, event, date] = self.tags.clone();
        let cells = [
            file.to_owned(),
            note.line.to_string(),
            game.to_string(),
            white,
            black,
            event,
            date,
            outcome.to_owned(),
            note.kind.as_str().to_owned(),
            note.ply.map(|ply| ply.to_string()).unwrap_or_default(),
            note.number.clone().unwrap_or_default(),
            note.before.clone(),
            note.after.clone(),
            note.confidence.map(shown).unwrap_or_default(),
            note.message.clone(),
        ];
        cells.map(plain)
    }
}

/// A row of the report as JSON. What is a number in it is one, and what is empty is left out.
#[derive(Serialize)]
struct JsonRow<'a> {
    file: &'a str,
    line: u64,
    game: u64,
    white: &'a str,
    black: &'a str,
    event: &'a str,
    date: &'a str,
    outcome: &'a str,
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    ply: Option<u32>,
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    number: Option<&'a str>,
    #[serde(skip_serializing_if = "str::is_empty")]
    before: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    after: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    confidence: Option<f64>,
    #[serde(skip_serializing_if = "str::is_empty")]
    message: &'a str,
    /// The whole game, where an illegal move stood in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    parts: Option<PartsView<'a>>,
}

#[derive(Serialize)]
struct PartsView<'a> {
    start: String,
    moves: Vec<PlainMove>,
    illegal: StoodView<'a>,
}

impl Row {
    /// The row for one note as a line of JSON, without the end of the line.
    ///
    /// # Errors
    ///
    /// None that is known of; whatever the writer of JSON says.
    pub fn json(
        &self,
        file: &str,
        game: u64,
        outcome: &str,
        note: &Note,
    ) -> Result<String, serde_json::Error> {
        let [white, black, event, date] = &self.tags;
        serde_json::to_string(&JsonRow {
            file,
            line: note.line,
            game,
            white,
            black,
            event,
            date,
            outcome,
            kind: note.kind.as_str(),
            ply: note.ply,
            number: note.number.as_deref(),
            before: &note.before,
            after: &note.after,
            confidence: note.confidence.map(rounded),
            message: &note.message,
            parts: note.parts.as_deref().map(|parts| PartsView {
                start: parts.start.to_string(),
                moves: PlainMove::all(&parts.moves, 1),
                illegal: StoodView::of(&parts.stood),
            }),
        })
    }
}

/// A probability with three decimals. What is not certain is never shown as 1.
fn shown(probability: f64) -> String {
    format!("{:.3}", if probability < 1.0 { probability.clamp(0.0, 0.999) } else { 1.0 })
}

/// The text on one line, and not too long.
fn plain(text: String) -> String {
    if text.len() <= LONGEST && !text.contains(|c: char| c.is_control()) {
        return text;
    }
    let mut cut: String =
        text.chars().take(LONGEST).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().nth(LONGEST).is_some() {
        cut.push('…');
    }
    cut
}
