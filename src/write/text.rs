//! A table for people: two columns of moves, and beside them what is doubtful.

use std::io::{self, Write};

use shakmaty::Color;

use super::{CLEAR, Report, frame::Frame, is_clear, is_doubtful, rest, shown, summary, words};
use crate::reconstruction::{Origin, PlacedMove, Reconstruction, who_says_what};

/// Two columns of moves; `*` marks a move that was corrected, is doubtful or is told otherwise by
/// another sheet, `+` one that nothing in the record says.
#[derive(Debug, Default)]
pub struct Text {
    colored: bool,
    started: bool,
}

impl Text {
    /// A table, with terminal colours or without.
    pub fn new(colored: bool) -> Text {
        Text { colored, started: false }
    }
}

/// Width of a column of moves, in characters, marks included.
const COLUMN: usize = 11;
/// Confidence below which a move is shown in red.
const POOR: f64 = 0.6;

impl Report for Text {
    fn game(&mut self, game: &Reconstruction, out: &mut dyn Write) -> io::Result<()> {
        if self.started {
            out.write_all(b"\n")?;
        }
        self.started = true;
        writeln!(out, "{}", title(game))?;
        let frame = Frame::of(game);
        if let Some(start) = frame.start {
            writeln!(out, "from {start}")?;
        }
        writeln!(out)?;
        let mut at = 0;
        while let Some(first) = game.moves.get(at) {
            let (number, color) = frame.number(first.ply);
            let white = (color == Color::White).then_some(first);
            let black = match white {
                Some(_) => game.moves.get(at + 1),
                None => Some(first),
            };
            at += usize::from(white.is_some()) + usize::from(black.is_some());
            self.row(number, white, black, game, &frame, out)?;
        }
        Self::closing(game, out)
    }
}

impl Text {
    fn row(
        &self,
        number: u32,
        white: Option<&PlacedMove>,
        black: Option<&PlacedMove>,
        game: &Reconstruction,
        frame: &Frame<'_>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let marked = |placed: &PlacedMove| !is_clear(placed) || game.is_disputed(placed.ply);
        let noted = [white, black].into_iter().flatten().filter(|placed| marked(placed));
        let mut notes = noted.map(|placed| {
            let note = note(placed, game.is_disputed(placed.ply));
            format!("{}: {note}", frame.name(placed.ply, &placed.san))
        });
        let cell = |placed: Option<&PlacedMove>| self.cell(placed, placed.is_some_and(marked));
        let mut line = format!("{number:>4}. {}{}", cell(white), cell(black));
        if let Some(note) = notes.next() {
            line.push_str(&note);
        }
        writeln!(out, "{}", line.trim_end())?;
        for note in notes {
            writeln!(out, "{:width$}{note}", "", width = 6 + 2 * COLUMN)?;
        }
        Ok(())
    }

    /// A move with its mark, padded to the width of its column.
    fn cell(&self, placed: Option<&PlacedMove>, marked: bool) -> String {
        let Some(placed) = placed else { return format!("{:COLUMN$}", "…") };
        let mark = match placed.origin {
            _ if !marked => " ",
            Origin::Supplied => "+",
            Origin::Read | Origin::Corrected => "*",
        };
        let text = format!("{mark}{}", placed.san);
        let padding = " ".repeat(COLUMN.saturating_sub(text.chars().count()).max(1));
        let style = match placed.confidence {
            _ if !self.colored || !marked => None,
            confidence if confidence >= CLEAR => Some("36"),
            confidence if confidence >= POOR => Some("33"),
            _ => Some("31"),
        };
        match style {
            Some(code) => format!("\u{1b}[{code}m{text}\u{1b}[0m{padding}"),
            None => text + &padding,
        }
    }

    fn closing(game: &Reconstruction, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "\n{}", summary(game))?;
        for (reason, entry, text) in rest(game) {
            let place = match entry.place.is_known() {
                true => format!("{}: ", entry.place),
                false => String::new(),
            };
            writeln!(out, "not placed ({}): {place}{}", words(reason), plain(&text))?;
        }
        for finding in game.findings.iter().filter(|finding| !finding.is_of_a_move()) {
            writeln!(out, "{}: {}", words(finding.code), plain(&finding.message))?;
        }
        Ok(())
    }
}

/// `White – Black`, where somebody says who played.
pub(super) fn players(game: &Reconstruction) -> Option<String> {
    let tag = |name| game.tag(name).map(str::trim).filter(|value| !matches!(*value, "" | "?"));
    match (tag("White"), tag("Black")) {
        (None, None) => None,
        (white, black) => Some(format!("{} – {}", white.unwrap_or("?"), black.unwrap_or("?"))),
    }
}

/// `White – Black, 1-0`, or the name of the game where nobody says who played.
pub(super) fn title(game: &Reconstruction) -> String {
    let mut title = players(game).unwrap_or_else(|| game.id.clone());
    if let Some(result) = game.result {
        title.push_str(&format!(", {result}"));
    }
    plain(&title)
}

/// Why a move is marked.
fn note(placed: &PlacedMove, disputed: bool) -> String {
    let mut parts = Vec::new();
    if disputed {
        parts.push(format!("sheets differ: {}", plain(&who_says_what(&placed.entries))));
    }
    if placed.origin == Origin::Supplied {
        parts.push("not written".to_owned());
    }
    if placed.origin == Origin::Corrected && !disputed {
        let texts: Vec<String> = placed
            .entries
            .iter()
            .map(|entry| format!("\"{}\"", plain(entry.text.trim())))
            .collect();
        parts.push(format!("written {}", texts.join(" and ")));
    }
    parts.push(shown(placed.confidence));
    if is_doubtful(placed)
        && let Some(second) = placed.alternatives.first()
    {
        parts.push(format!("or {} {}", second.san, shown(second.confidence)));
    }
    parts.join(", ")
}

/// The text without control characters: a terminal would obey them.
pub(super) fn plain(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        reconstruction::{EntryText, Finding},
        write::tests::{entry, game, hard_game, written},
    };

    #[test]
    fn doubtful_moves_are_marked_and_explained() {
        let expected = "\
Quote \" and \\ and ] } – ?, 1-0

   1.  e4         e5
   2. *Nf3       +Nc6       2. Nf3: written \"Nd1 ]}\" %x\", 0.62, or Ne2 0.30
                            2... Nc6: not written, 0.40
   3.  Bb5       …

3 moves; 1 corrected, 1 supplied; 1 entry not placed; doubtful: 2. Nf3 (0.62), 2... Nc6 (0.40)
not placed (no move): } [Event \"x\"] %y
";
        assert_eq!(written(Text::default(), &[hard_game()]), expected);
    }

    #[test]
    fn contradictions_of_sheets_are_notes() {
        let mut found = game(&["e4"]);
        found.moves[0].entries = vec![entry(0, "e4"), EntryText { sheet: 1, ..entry(0, "c4") }];
        found.moves[0].entries[1].sheet_id = "2".to_owned();
        let message = "told beside the move".to_owned();
        found.findings = vec![Finding { code: Finding::SHEETS_DIFFER, ply: Some(1), message }];
        let text = written(Text::default(), &[found]);
        let expected = "1. e4: sheets differ: 1 says \"e4\", 2 says \"c4\", 0.99\n";
        assert!(text.contains(expected) && text.contains(" 1. *e4"), "{text}");
    }

    #[test]
    fn colours_only_where_asked_for() {
        assert!(!written(Text::new(false), &[hard_game()]).contains('\u{1b}'));
        let text = written(Text::new(true), &[hard_game()]);
        assert!(text.contains("\u{1b}[33m*Nf3\u{1b}[0m"), "{text:?}");
    }

    #[test]
    fn control_characters_of_the_input_stay_out_of_the_terminal() {
        let mut found = game(&["e4"]);
        found.moves[0].origin = Origin::Corrected;
        found.moves[0].entries = vec![entry(0, "e\u{1b}[2J4")];
        assert!(!written(Text::default(), &[found]).contains('\u{1b}'));
    }
}
