//! A page for the terminal: findings by section, the sheets side by side, the articles named.

use std::{
    fmt::Write as _,
    io::{self, Write},
};

use super::{
    AuditReport, audit_summary, coverage, holding, item_line, laws, players, row_mark, sections,
    sheet_line, short_id,
};
use crate::{
    audit::{Audit, Finding, Item, Severity, State},
    write::{
        Frame, is_doubtful, shown, summary,
        text::{plain, title},
    },
};

/// A page a game, and a table of all games before them where there are several.
#[derive(Debug)]
pub struct AuditText {
    colored: bool,
    width: usize,
    pages: Vec<String>,
    lines: Vec<[String; 5]>,
}

impl AuditText {
    /// With terminal colours or without, in lines of some characters, as far as words allow; 96
    /// where nothing is named.
    pub fn new(colored: bool, width: Option<usize>) -> AuditText {
        let width = width.unwrap_or(WIDTH).max(NARROWEST);
        AuditText { colored, width, pages: Vec::new(), lines: Vec::new() }
    }
}

impl Default for AuditText {
    fn default() -> AuditText {
        AuditText::new(false, None)
    }
}

/// Width of a page, in characters, where none is named.
const WIDTH: usize = 96;
/// Width below which lines are not broken any further.
const NARROWEST: usize = 40;
/// Where the text of a finding begins.
const INDENT: usize = 11;
/// Widest column of a table, in characters.
const WIDEST: usize = 40;

impl AuditReport for AuditText {
    fn audit(&mut self, audit: &Audit, _: &mut dyn Write) -> io::Result<()> {
        let moves = audit.game.moves.len().div_ceil(2);
        self.lines.push([
            plain(short_id(audit)),
            players(audit),
            moves.to_string(),
            audit.game.result.map_or("*", |result| result.as_str()).to_owned(),
            audit_summary(audit),
        ]);
        self.pages.push(self.page(audit));
        Ok(())
    }

    fn end(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if self.lines.len() > 1 {
            let header = ["game", "players", "moves", "result", "findings"].map(str::to_owned);
            let rows: Vec<&[String; 5]> = std::iter::once(&header).chain(&self.lines).collect();
            for row in &rows {
                let mut line = String::new();
                for (column, cell) in row.iter().enumerate() {
                    let widths = rows.iter().map(|row| row[column].chars().count());
                    let width = widths.max().unwrap_or(0).min(WIDEST);
                    let cell: String =
                        cell.chars().take(if column < 4 { width } else { usize::MAX }).collect();
                    let _ = write!(line, "{cell:width$}  ");
                }
                writeln!(out, "{}", line.trim_end())?;
            }
            writeln!(out)?;
        }
        for (at, page) in self.pages.iter().enumerate() {
            if at > 0 {
                writeln!(out, "\n{}\n", "─".repeat(self.width / 2))?;
            }
            out.write_all(page.as_bytes())?;
        }
        Ok(())
    }
}

impl AuditText {
    fn page(&self, audit: &Audit) -> String {
        let frame = Frame::of(&audit.game);
        let mut page = format!("{}\n", title(&audit.game));
        if let Some(start) = frame.start {
            let _ = writeln!(page, "from {start}");
        }
        self.fold(&mut page, "", 0, &plain(&summary(&audit.game)));
        self.fold(&mut page, "", 0, &coverage(audit));
        for (section, findings) in sections(audit) {
            let _ = writeln!(page, "\n{}", plain(&section.title(audit)));
            if let super::Section::Sheet(at) = section
                && let Some(sheet) = audit.sheets.get(at)
            {
                self.fold(&mut page, "  ", 2, &sheet_line(sheet));
            }
            for finding in findings {
                self.finding(&mut page, finding, &frame);
            }
        }
        if audit.sheets.len() > 1 {
            page.push('\n');
            self.table(&mut page, audit, &frame);
        }
        let laws = laws(audit);
        if !laws.is_empty() {
            let _ = writeln!(page, "\n{}", audit.rules.edition());
            for law in laws {
                self.fold(&mut page, "  ", 4, &format!("[{}] {}", law.article, law.words));
            }
        }
        page
    }

    fn finding(&self, page: &mut String, finding: &Finding, frame: &Frame<'_>) {
        let severity = finding.severity;
        let mut line = plain(&finding.message);
        if let Some(holds) = holding(finding) {
            let _ = write!(line, ", {holds}");
        }
        if let Some(law) = finding.law {
            let _ = write!(line, " [{}]", law.article);
        }
        self.fold(page, &format!("  {}  ", self.word(severity)), INDENT, &line);
        // Where there is nothing to say of the single places, they stand in one row.
        // Nor is there where the table below shows it all.
        let shown = matches!(finding.code, "slips" | "gaps");
        let bare = |item: &Item| item.note.is_empty() || shown;
        let placed = |item: &Item| item.spot.is_some() && severity > Severity::Info;
        if finding.items.iter().all(|item| bare(item) && !placed(item)) {
            // The message names the only one that there is.
            if finding.code != "recorded-to" && finding.holds.is_none() {
                let names = finding.items.iter().map(|item| name(item, frame));
                let names: Vec<String> = names.filter(|name| !name.is_empty()).collect();
                self.fold(page, &" ".repeat(INDENT), INDENT, &names.join(", "));
            }
            return;
        }
        for item in &finding.items {
            let line = item_line(item, frame);
            self.fold(page, &" ".repeat(INDENT), INDENT + 2, &line);
        }
    }

    /// A text behind a head, in lines of the page's width; `indent` is where the others begin. A
    /// text without words is no line. A move stays together with its number.
    fn fold(&self, page: &mut String, head: &str, indent: usize, text: &str) {
        let mut line = String::new();
        let mut head = head.to_owned();
        for word in words(text) {
            let long = line.chars().count() + 1 + word.chars().count() > self.width - indent;
            if long && !line.is_empty() {
                let _ = writeln!(page, "{head}{line}");
                head = " ".repeat(indent);
                line.clear();
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
        if !line.is_empty() {
            let _ = writeln!(page, "{head}{line}");
        }
    }

    fn word(&self, severity: Severity) -> String {
        let color = match severity {
            Severity::Error => "31",
            Severity::Warning => "33",
            Severity::Info => "36",
        };
        let word = format!("{:7}", severity.as_str());
        if self.colored { format!("\u{1b}[{color}m{word}\u{1b}[0m") } else { word }
    }

    /// The sheets side by side, what differs marked.
    fn table(&self, page: &mut String, audit: &Audit, frame: &Frame<'_>) {
        let names = audit.sheets.iter().map(|sheet| plain(&sheet.id));
        let header: Vec<String> =
            ["", "game"].into_iter().map(str::to_owned).chain(names).collect();
        let mut rows = vec![header];
        let mut marks = vec![String::new()];
        for (placed, cells) in audit.game.moves.iter().zip(&audit.table) {
            let doubt = if is_doubtful(placed) {
                format!(" {}", shown(placed.confidence))
            } else {
                String::new()
            };
            let mut row = vec![frame.place(placed.ply), format!("{}{doubt}", placed.san)];
            row.extend(cells.iter().map(|cell| {
                let text = plain(&cell.text);
                match cell.state {
                    State::Right => text,
                    State::Missing => "–".to_owned(),
                    State::Stopped => String::new(),
                    State::Ambiguous => format!("{text} ~"),
                    State::OtherMove | State::Illegal | State::Unreadable => format!("{text} *"),
                }
            }));
            rows.push(row);
            let mark = row_mark(audit, placed.ply).map(|mark| format!("← {mark}"));
            marks.push(mark.unwrap_or_default());
        }
        let columns = rows.first().map_or(0, Vec::len);
        let widths: Vec<usize> = (0..columns)
            .map(|column| {
                let cells = rows.iter().map(|row| row[column].chars().count());
                cells.max().unwrap_or(0).min(WIDEST)
            })
            .collect();
        for (row, mark) in rows.iter().zip(&marks) {
            let mut line = String::from(" ");
            for (cell, &width) in row.iter().zip(&widths) {
                let cell: String = cell.chars().take(width).collect();
                let _ = write!(line, " {cell:width$} ");
            }
            let _ = writeln!(page, "{}", format!("{} {mark}", line.trim_end()).trim_end());
        }
        self.fold(
            page,
            "  ",
            2,
            "* says something else than the move of the game, ~ may as well say another move, – \
             nothing written",
        );
    }
}

/// The move that an item is about: `12... Nbd7`.
fn name(item: &Item, frame: &Frame<'_>) -> String {
    match (item.ply, &item.played) {
        (Some(ply), Some(san)) if ply > 0 => frame.name(ply, san),
        (Some(ply), None) if ply > 0 && item.note.is_empty() => frame.place(ply),
        _ => item.written.as_ref().map(|text| format!("\"{}\"", plain(text))).unwrap_or_default(),
    }
}

/// The words of a text; a move number and its move are one.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text.trim();
    std::iter::from_fn(move || {
        let first = rest.split(' ').next().filter(|word| !word.is_empty())?;
        let mut end = first.len();
        if first.ends_with('.') && first.starts_with(|c: char| c.is_ascii_digit()) {
            end += rest[end..].find(|c| c != ' ').unwrap_or(0);
            end += rest[end..].find(' ').unwrap_or(rest.len() - end);
        }
        let (word, behind) = rest.split_at(end);
        rest = behind.trim_start();
        Some(word)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_between_words_and_not_behind_numbers() {
        let text = AuditText::new(false, Some(40));
        let folded = |head: &str, indent, words: &str| {
            let mut page = String::new();
            text.fold(&mut page, head, indent, words);
            page
        };
        let page = folded("  info     ", 11, "10... Nbd7, 11. Nbd2, 11... Bb7, 12. Bc2, 12... Re8");
        assert_eq!(
            page,
            "  info     10... Nbd7, 11. Nbd2,\n           11... Bb7, 12. Bc2, 12... Re8\n"
        );
        assert_eq!(folded("  ", 2, ""), "");
        let long = "x".repeat(60);
        assert_eq!(folded("", 0, &format!("a {long} 12.")), format!("a\n{long}\n12.\n"));
        assert_eq!(words("12.").collect::<Vec<_>>(), ["12."]);
    }
}
