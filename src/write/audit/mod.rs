//! Shows an [`Audit`]: one [`AuditReport`] a format.
//!
//! All formats hold every finding with every place that it is about. The text and the page put a
//! table of the whole round before the games where there are several.

use std::{
    fmt::Write as _,
    io::{self, Write},
};

use crate::{
    audit::{Audit, Finding, Item, Law, Severity, SheetAudit},
    write::{
        Frame, shown,
        text::{plain, players as players_of},
    },
};

mod csv;
mod html;
mod json;
mod text;

pub use self::{csv::AuditCsv, html::AuditHtml, json::AuditJson, text::AuditText};

/// An output format of audits. They are put out in the order in which they are handed over.
pub trait AuditReport {
    /// Writes what stands before the first audit.
    ///
    /// # Errors
    ///
    /// Whatever `out` refuses.
    fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let _ = out;
        Ok(())
    }

    /// Writes one audit, or keeps what is written at the end.
    ///
    /// # Errors
    ///
    /// Whatever `out` refuses.
    fn audit(&mut self, audit: &Audit, out: &mut dyn Write) -> io::Result<()>;

    /// Writes what stands behind the last audit.
    ///
    /// # Errors
    ///
    /// Whatever `out` refuses.
    fn end(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let _ = out;
        Ok(())
    }
}

/// How an audit came out, in one line: `2 errors, 1 warning, 5 notes`.
pub fn audit_summary(audit: &Audit) -> String {
    let counts = [
        (Severity::Error, "error", "errors"),
        (Severity::Warning, "warning", "warnings"),
        (Severity::Info, "note", "notes"),
    ];
    let counts: Vec<String> = counts
        .iter()
        .map(|&(severity, one, many)| (audit.count(severity), one, many))
        .filter(|(count, ..)| *count > 0)
        .map(|(count, one, many)| format!("{count} {}", if count == 1 { one } else { many }))
        .collect();
    if counts.is_empty() { "no findings".to_owned() } else { counts.join(", ") }
}

/// What the findings of a game are sorted into.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Section {
    Game,
    Result,
    Sheets,
    Sheet(usize),
    Against,
}

impl Section {
    fn of(finding: &Finding, audit: &Audit) -> Section {
        if let Some(sheet) = &finding.sheet {
            let at = audit.sheets.iter().position(|known| known.id == *sheet);
            return Section::Sheet(at.unwrap_or_default());
        }
        match finding.code {
            "sheets-differ" | "no-sheet-right" | "slips" | "gaps" => Section::Sheets,
            "results-differ" | "result-against-position" | "winner-cannot-mate" => Section::Result,
            code if code.starts_with("against") => Section::Against,
            _ => Section::Game,
        }
    }

    fn title(&self, audit: &Audit) -> String {
        match self {
            Section::Game => "The game".to_owned(),
            Section::Result => "The result".to_owned(),
            Section::Sheets => "Between the sheets".to_owned(),
            Section::Sheet(at) => match audit.sheets.get(*at) {
                Some(sheet) => format!("Sheet {}", sheet.id),
                None => "Sheet".to_owned(),
            },
            Section::Against => match &audit.against {
                Some(other) => format!("Against {}", other.id),
                None => "Against another version".to_owned(),
            },
        }
    }
}

/// The findings by section, the gravest first in each.
fn sections(audit: &Audit) -> Vec<(Section, Vec<&Finding>)> {
    let mut order = vec![Section::Game, Section::Result, Section::Sheets];
    order.extend((0..audit.sheets.len()).map(Section::Sheet));
    order.push(Section::Against);
    let of = |section: &Section| {
        let mut findings: Vec<&Finding> =
            audit.findings.iter().filter(|f| Section::of(f, audit) == *section).collect();
        findings.sort_by_key(|finding| std::cmp::Reverse(finding.severity));
        findings
    };
    let all = order.into_iter().map(|section| {
        let findings = of(&section);
        (section, findings)
    });
    all.filter(|(_, findings)| !findings.is_empty()).collect()
}

/// In which readings a finding holds: `in every reading of the records`.
fn holding(finding: &Finding) -> Option<String> {
    let holds = finding.holds?;
    if holds.everywhere {
        return Some("in every reading of the records".to_owned());
    }
    let mut text = format!("in some readings of the records only, {:.2}", holds.probability);
    if holds.unknown >= 0.005 {
        text.push_str(&format!(" to {:.2}", (holds.probability + holds.unknown).min(1.0)));
    }
    Some(text)
}

/// How much of what the records may tell of was looked at.
fn coverage(audit: &Audit) -> String {
    let covered = audit.covered;
    let mut text = match covered.games {
        0 => return "no reading of the records".to_owned(),
        1 => "1 reading of the records".to_owned(),
        games => format!("{games} readings of the records"),
    };
    text.push_str(&format!(", probability {:.3}", covered.exact + covered.drawn));
    if covered.drawn > 0.0005 {
        text.push_str(&format!(" ({:.3} of it by sampling)", covered.drawn));
    }
    if covered.unknown > 0.0005 {
        text.push_str(&format!("; {:.3} unknown", covered.unknown));
    }
    text
}

/// Language, notation, length and faults of a sheet in one line.
fn sheet_line(sheet: &SheetAudit) -> String {
    let moves = |count: u32| if count == 1 { "move" } else { "moves" };
    let mut line = format!("{} {} recorded", sheet.recorded, moves(sheet.recorded));
    let counts =
        [("missing", sheet.missing), ("wrong", sheet.wrong), ("behind its end", sheet.stopped)];
    for (what, count) in counts {
        if count.both() > 0 {
            line.push_str(&format!(
                ", {} {what} ({} White's, {} Black's)",
                count.both(),
                count.white,
                count.black
            ));
        }
    }
    if sheet.pairs > 0 {
        let pairs = if sheet.pairs == 1 { "pair" } else { "pairs" };
        line.push_str(&format!("; {} move {pairs} not whole", sheet.pairs));
    }
    line
}

/// The Laws that the findings fall under, each once. What is only noted needs none.
fn laws(audit: &Audit) -> Vec<Law> {
    let mut laws: Vec<Law> = Vec::new();
    for (_, findings) in sections(audit) {
        for finding in findings {
            let needed = finding.severity > Severity::Info || finding.holds.is_some();
            laws.extend(finding.law.filter(|law| needed && !laws.contains(law)));
        }
    }
    laws
}

/// How the sheets differ at a ply, in words.
fn row_mark(audit: &Audit, ply: u32) -> Option<&'static str> {
    Some(match audit.difference(ply)? {
        "other-move" => "different moves",
        "slip" => "a slip",
        "none-right" => "wrong on every sheet",
        _ => "left out",
    })
}

/// `white.txt:14:9: 12... "Sg4": Nbd7 (0.93), says Nfd7`
fn item_line(item: &Item, frame: &Frame<'_>) -> String {
    let mut line = String::new();
    if let Some(spot) = item.spot.as_ref().map(ToString::to_string).filter(|spot| !spot.is_empty())
    {
        let _ = write!(line, "{}: ", plain(&spot));
    }
    let confidence = match item.confidence {
        Some(confidence) if item.played.is_some() => format!(" ({})", shown(confidence)),
        _ => String::new(),
    };
    match (&item.written, item.ply, &item.played) {
        (Some(text), Some(ply), Some(san)) => {
            let place = frame.place(ply);
            let _ = write!(line, "{place} \"{}\" – {san}{confidence}", plain(text));
        }
        (Some(text), ..) => {
            let _ = write!(line, "\"{}\"", plain(text));
        }
        (None, Some(ply), Some(san)) if ply > 0 => {
            let _ = write!(line, "{}{confidence}", frame.name(ply, san));
        }
        _ => {
            let note = plain(&item.note);
            return if item.spot.is_some() { format!("{line}{note}") } else { note };
        }
    }
    if !item.note.is_empty() {
        let _ = write!(line, ": {}", plain(&item.note));
    }
    line
}

/// The name of a game without the folders of its file.
fn short_id(audit: &Audit) -> &str {
    audit.game.id.rsplit('/').next().unwrap_or_default()
}

/// `White – Black`, as far as the records tell.
fn players(audit: &Audit) -> String {
    players_of(&audit.game).map_or_else(String::new, |players| plain(&players))
}
