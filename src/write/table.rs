//! CSV: one row a ply, then one row an entry that stands on no ply.

use std::io::{self, Write};

use shakmaty::Color;

use super::{Report, frame::Frame};
use crate::reconstruction::{EntryText, Reconstruction};

/// A table for spreadsheets, with a header row.
///
/// `written` holds what stands in the record; where several sheets say a move, their texts are
/// joined by ` | ` and `entry` names them in the same order, as `sheet:index`. Rows of entries
/// that stand on no ply have no ply, and their reason in `origin`.
#[derive(Debug, Default)]
pub struct Csv;

const HEADER: [&str; 12] = [
    "game",
    "ply",
    "number",
    "color",
    "san",
    "uci",
    "confidence",
    "origin",
    "entry",
    "written",
    "alternatives",
    "decided_by",
];

impl Report for Csv {
    fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {
        rows(out, |table| table.write_record(HEADER))
    }

    fn game(&mut self, game: &Reconstruction, out: &mut dyn Write) -> io::Result<()> {
        let frame = Frame::of(game);
        rows(out, |table| {
            for placed in &game.moves {
                let (number, color) = frame.number(placed.ply);
                let color = if color == Color::White { "white" } else { "black" };
                let alternatives: Vec<String> = placed
                    .alternatives
                    .iter()
                    .map(|other| format!("{} {:.3}", other.san, other.confidence))
                    .collect();
                let decided = placed.decided_by.map_or_else(String::new, |ply| ply.to_string());
                table.write_record([
                    game.id.as_str(),
                    &placed.ply.to_string(),
                    &number.to_string(),
                    color,
                    &placed.san.to_string(),
                    &placed.m.to_uci(frame.mode).to_string(),
                    &format!("{:.4}", placed.confidence),
                    placed.origin.as_str(),
                    &joined(placed.entries.iter().map(name)),
                    &joined(placed.entries.iter().map(|entry| entry.text.clone())),
                    &joined(alternatives),
                    &decided,
                ])?;
            }
            for unplaced in &game.unplaced {
                let entry = name(&unplaced.entry);
                let mut row = [""; HEADER.len()];
                row[0] = &game.id;
                row[7] = unplaced.reason;
                row[8] = &entry;
                row[9] = &unplaced.entry.text;
                table.write_record(row)?;
            }
            Ok(())
        })
    }
}

fn name(entry: &EntryText) -> String {
    format!("{}:{}", entry.sheet_id, entry.listed())
}

fn joined(parts: impl IntoIterator<Item = String>) -> String {
    parts.into_iter().collect::<Vec<_>>().join(" | ")
}

/// Writes rows in memory first, so that an error of `out` keeps its kind.
pub(super) fn rows(
    out: &mut dyn Write,
    fill: impl FnOnce(&mut csv::Writer<Vec<u8>>) -> csv::Result<()>,
) -> io::Result<()> {
    let mut table = csv::Writer::from_writer(Vec::new());
    fill(&mut table).map_err(io::Error::other)?;
    let bytes = table.into_inner().map_err(|error| io::Error::other(error.to_string()))?;
    out.write_all(&bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::write::tests::{hard_game, written};

    #[test]
    fn every_ply_and_every_unplaced_entry_is_a_row() {
        let text = written(Csv, &[hard_game()]);
        let mut table = csv::Reader::from_reader(text.as_bytes());
        let rows: Vec<Vec<String>> = table
            .records()
            .map(|row| row.expect("a row").iter().map(str::to_owned).collect())
            .collect();
        assert_eq!(rows.len(), 6);
        assert_eq!(
            rows[2],
            [
                "g",
                "3",
                "2",
                "white",
                "Nf3",
                "g1f3",
                "0.6200",
                "corrected",
                "1:2",
                "Nd1 ]}\" %x",
                "Ne2 0.300",
                ""
            ]
        );
        assert_eq!(rows[5][7..10], ["no-move", "1:3", "} [Event \"x\"] %y"]);
    }
}
