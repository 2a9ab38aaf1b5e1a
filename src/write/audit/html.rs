//! A page to print or to send, with diagrams of the positions in question.

use std::{
    fmt::Write as _,
    io::{self, Write},
};

use shakmaty::Board;

use super::{
    AuditReport, Section, audit_summary, coverage, holding, item_line, laws, players, row_mark,
    sections, sheet_line, short_id,
};
use crate::{
    audit::{Audit, Finding, Item, Severity, State},
    write::{Frame, board, html::escape, is_doubtful, page::document, shown, summary, text::title},
};

/// Most diagrams of a game: beyond that a page is no overview any more.
const MOST_DIAGRAMS: usize = 12;

/// One page of all games, with a table of them before the first where there are several.
#[derive(Debug, Default)]
pub struct AuditHtml {
    rows: String,
    games: String,
    count: usize,
}

impl AuditReport for AuditHtml {
    fn audit(&mut self, audit: &Audit, _: &mut dyn Write) -> io::Result<()> {
        self.count += 1;
        let _ = writeln!(
            self.rows,
            "<tr><td><a href=\"#game-{}\">{}</a></td><td>{}</td><td>{}</td><td>{}</td>\
             <td class=\"{}\">{}</td></tr>",
            self.count,
            escape(short_id(audit)),
            escape(&players(audit)),
            audit.game.moves.len().div_ceil(2),
            audit.game.result.map_or("*", |result| result.as_str()),
            audit.worst().map_or("info", Severity::as_str),
            audit_summary(audit),
        );
        self.game(audit);
        Ok(())
    }

    fn end(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let mut body = board::shapes();
        body.push('\n');
        if self.count > 1 {
            let _ = write!(
                body,
                "<h1>Audit of {} games</h1>\n<div class=\"wide\"><table>\n<tr><th>game</th>\
                 <th>players</th><th>moves</th><th>result</th><th>findings</th></tr>\n{}</table>\
                 </div>\n",
                self.count, self.rows
            );
        }
        body.push_str(&self.games);
        out.write_all(document("Audit", include_str!("audit.css"), &body).as_bytes())
    }
}

impl AuditHtml {
    fn game(&mut self, audit: &Audit) {
        let frame = Frame::of(&audit.game);
        let out = &mut self.games;
        let _ = writeln!(
            out,
            "<section class=\"game\" id=\"game-{}\">\n<h2>{}</h2>\n<p>{}<br><span \
             class=\"faint\">{}</span></p>",
            self.count,
            escape(&title(&audit.game)),
            escape(&summary(&audit.game)),
            coverage(audit)
        );
        let mut diagrams = MOST_DIAGRAMS;
        for (section, findings) in sections(audit) {
            let _ = writeln!(out, "<h3>{}</h3>", escape(&section.title(audit)));
            if let Section::Sheet(at) = section
                && let Some(sheet) = audit.sheets.get(at)
            {
                let _ = writeln!(out, "<p>{}</p>", escape(&sheet_line(sheet)));
            }
            out.push_str("<ul class=\"findings\">\n");
            for finding in findings {
                self::finding(out, finding, &frame, &mut diagrams);
            }
            out.push_str("</ul>\n");
        }
        if !audit.sheets.is_empty() {
            table(out, audit, &frame);
        }
        let laws = laws(audit);
        if !laws.is_empty() {
            let _ = writeln!(out, "<h3>{}</h3>\n<dl class=\"faint\">", audit.rules.edition());
            for law in laws {
                let _ = writeln!(out, "<dt>{}</dt><dd>{}</dd>", law.article, escape(law.words));
            }
            out.push_str("</dl>\n");
        }
        out.push_str("</section>\n");
    }
}

fn finding(out: &mut String, finding: &Finding, frame: &Frame<'_>, diagrams: &mut usize) {
    let severity = finding.severity.as_str();
    let _ = write!(
        out,
        "<li><span class=\"severity {severity}\">{severity}</span>{}",
        escape(&finding.message)
    );
    if let Some(holds) = holding(finding) {
        let _ = write!(out, ", <strong>{}</strong>", escape(&holds));
    }
    if let Some(law) = finding.law {
        let _ = write!(out, " <span class=\"faint\">[{}]</span>", law.article);
    }
    let lines = finding.items.iter().map(|item| item_line(item, frame));
    let lines: Vec<String> = lines.filter(|line| !line.is_empty()).collect();
    if !lines.is_empty() && finding.code != "recorded-to" {
        out.push_str("<ul class=\"places\">");
        for line in lines {
            let _ = write!(out, "<li>{}</li>", escape(&line));
        }
        out.push_str("</ul>");
    }
    let drawn: Vec<String> =
        finding.items.iter().filter_map(|item| diagram(item, frame)).take(*diagrams).collect();
    // A fact that nothing hangs on needs no picture.
    if !drawn.is_empty() && (finding.severity > Severity::Info || finding.holds.is_some()) {
        *diagrams -= drawn.len();
        let _ = write!(out, "<div class=\"diagrams\">{}</div>", drawn.concat());
    }
    out.push_str("</li>\n");
}

fn diagram(item: &Item, frame: &Frame<'_>) -> Option<String> {
    let position = item.position.as_ref()?;
    let setup = position.as_setup();
    let caption = match (item.ply, &item.played) {
        (Some(ply), Some(san)) if ply > 0 => {
            let mover = frame.number(ply).1;
            let when = if mover == setup.turn { "before" } else { "after" };
            format!("{when} {}", frame.name(ply, san))
        }
        _ => item.note.clone(),
    };
    let options = board::Options { title: caption.clone(), shared: true, ..Default::default() };
    let board: &Board = &setup.board;
    Some(format!(
        "<figure>{}<figcaption>{}; {} to move</figcaption></figure>",
        board::svg(board, &options),
        escape(&caption),
        setup.turn.fold_wb("White", "Black")
    ))
}

/// The sheets side by side.
fn table(out: &mut String, audit: &Audit, frame: &Frame<'_>) {
    out.push_str("<h3>Move by move</h3>\n<div class=\"wide\"><table>\n<tr><th></th><th>game</th>");
    for sheet in &audit.sheets {
        let _ = write!(out, "<th>{}</th>", escape(&sheet.id));
    }
    out.push_str("<th></th></tr>\n");
    for (placed, cells) in audit.game.moves.iter().zip(&audit.table) {
        let _ = write!(
            out,
            "<tr><td>{}</td><td>{}",
            frame.place(placed.ply),
            escape(&placed.san.to_string())
        );
        if is_doubtful(placed) {
            let _ = write!(out, " <span class=\"warning\">{}</span>", shown(placed.confidence));
        }
        out.push_str("</td>");
        for cell in cells {
            let text = match cell.state {
                State::Missing => "–".to_owned(),
                _ => escape(&cell.text),
            };
            let place = cell.spot.as_ref().map(ToString::to_string).unwrap_or_default();
            let _ = write!(
                out,
                "<td class=\"{}\" title=\"{}\">{text}</td>",
                cell.state.as_str(),
                escape(&place)
            );
        }
        let mark = row_mark(audit, placed.ply).unwrap_or_default();
        let _ = writeln!(out, "<td class=\"faint\">{mark}</td></tr>");
    }
    out.push_str(
        "</table></div>\n<p class=\"faint\">Coloured: something else than the move of the game, or \
         nothing. Dotted: may as well be another move.</p>\n",
    );
}
