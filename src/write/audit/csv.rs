//! CSV: one row a place of a finding.

use std::io::{self, Write};

use super::AuditReport;
use crate::{
    audit::{Audit, Finding, Item},
    write::{Frame, table::rows},
};

/// A table for spreadsheets, with a header row. A finding without places has one row.
#[derive(Debug, Default)]
pub struct AuditCsv;

const HEADER: [&str; 16] = [
    "game",
    "code",
    "severity",
    "sheet",
    "place",
    "ply",
    "move",
    "written",
    "played",
    "confidence",
    "probability",
    "everywhere",
    "law",
    "message",
    "note",
    "fen",
];

impl AuditReport for AuditCsv {
    fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {
        rows(out, |table| table.write_record(HEADER))
    }

    fn audit(&mut self, audit: &Audit, out: &mut dyn Write) -> io::Result<()> {
        let frame = Frame::of(&audit.game);
        let none = [Item::default()];
        rows(out, |table| {
            for finding in &audit.findings {
                let items = if finding.items.is_empty() { &none[..] } else { &finding.items };
                for item in items {
                    table.write_record(row(audit, finding, item, &frame))?;
                }
            }
            Ok(())
        })
    }
}

fn row(audit: &Audit, finding: &Finding, item: &Item, frame: &Frame<'_>) -> [String; HEADER.len()] {
    fn text<T: ToString>(value: Option<T>) -> String {
        value.map_or_else(String::new, |value| value.to_string())
    }
    let probability = |value: Option<f64>| value.map_or_else(String::new, |p| format!("{p:.4}"));
    [
        audit.game.id.clone(),
        finding.code.to_owned(),
        finding.severity.as_str().to_owned(),
        text(finding.sheet.as_ref()),
        text(item.spot.as_ref()),
        text(item.ply),
        text(item.ply.filter(|ply| *ply > 0).map(|ply| frame.place(ply))),
        text(item.written.as_ref()),
        text(item.played.as_ref()),
        probability(item.confidence),
        probability(finding.holds.map(|holds| holds.probability)),
        text(finding.holds.map(|holds| holds.everywhere)),
        text(finding.law.map(|law| law.article)),
        finding.message.clone(),
        item.note.clone(),
        text(item.position.as_ref()),
    ]
}
