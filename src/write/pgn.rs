//! PGN in export format, with confidence in embedded commands.
//!
//! A clock that is noted beside a move goes with it, as `[%clk 0:12:34]`. Else a move that stands in
//! the record as it was played and is beyond doubt has no comment ([`super::is_clear`]). Every other
//! move has one:
//!
//! - `[%conf 0.62]`: probability of the move,
//! - `[%read "Nd1"]`: what was written there, once an entry, with the sheet's name where the
//!   record has several sheets,
//! - `[%origin supplied]`: nothing was written there.
//!
//! Where sheets contradict one another about a move, it has a comment whatever its confidence,
//! with the words `sheets differ` behind what each of them says.
//!
//! A comment behind the last move holds what stands on no ply, word for word, and the findings. A
//! result that is the game's is not repeated there.
//! Characters that would end a comment or a command are put out in full width.

use std::io::{self, Write};

use super::{Report, frame::Frame, is_clear, is_doubtful, rest, shown, words};
use crate::{
    reconstruction::{Origin, PlacedMove, Reconstruction},
    record::GameResult,
};

/// How much is written beside the moves.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Annotate {
    /// Nothing: tags and moves alone.
    None,
    /// Confidence, what was written and what is unplaced, in comments.
    #[default]
    Comments,
    /// Comments, and the second most likely move of each doubtful ply as a variation.
    Variations,
}

/// PGN games, a blank line between them.
#[derive(Debug, Default)]
pub struct Pgn {
    annotate: Annotate,
    started: bool,
}

impl Pgn {
    /// A report that writes this much beside the moves.
    pub fn new(annotate: Annotate) -> Pgn {
        Pgn { annotate, started: false }
    }
}

impl Report for Pgn {
    fn game(&mut self, game: &Reconstruction, out: &mut dyn Write) -> io::Result<()> {
        if self.started {
            out.write_all(b"\n")?;
        }
        self.started = true;
        let frame = Frame::of(game);
        for (name, value) in tags(game, &frame) {
            writeln!(out, "[{name} \"{}\"]", tag_value(&value))?;
        }
        out.write_all(b"\n")?;
        out.write_all(self.movetext(game, &frame).as_bytes())
    }
}

/// Tags that every game has, in their order, with the value that stands for "unknown".
const ROSTER: [(&str, &str); 6] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
];

/// The seven-tag roster, then every other tag in the order of ASCII, as export format wants it.
fn tags(game: &Reconstruction, frame: &Frame<'_>) -> Vec<(String, String)> {
    let given = |wanted: &str| {
        let same = |(name, value): &&(String, String)| {
            name.eq_ignore_ascii_case(wanted) && !value.trim().is_empty()
        };
        game.tags.iter().find(same).map(|(_, value)| value.as_str())
    };
    let mut tags: Vec<(String, String)> = ROSTER
        .iter()
        .map(|(name, unknown)| ((*name).to_owned(), given(name).unwrap_or(unknown).to_owned()))
        .collect();
    tags.push(("Result".to_owned(), result(game).to_owned()));
    let mut others: Vec<(String, String)> = Vec::new();
    if let Some(start) = frame.start {
        others.push(("FEN".to_owned(), start.to_string()));
        others.push(("SetUp".to_owned(), "1".to_owned()));
    }
    for (name, value) in &game.tags {
        let mut name = tag_name(name);
        if name.eq_ignore_ascii_case("Result") {
            // What the record claims stays, also where it is no result that PGN knows.
            let unknown = matches!(value.trim(), "" | "*" | "?");
            if unknown || game.result.is_some() && GameResult::from_token(value) == game.result {
                continue;
            }
            "ClaimedResult".clone_into(&mut name);
        }
        let known = |tag: &(String, String)| tag.0.eq_ignore_ascii_case(&name);
        let placed = ["FEN", "SetUp"].iter().any(|own| name.eq_ignore_ascii_case(own));
        if !placed && !tags.iter().any(known) && !others.iter().any(known) {
            others.push((name, value.clone()));
        }
    }
    others.sort();
    tags.append(&mut others);
    tags
}

fn result(game: &Reconstruction) -> &'static str {
    game.result.map_or("*", GameResult::as_str)
}

/// A tag name of letters, digits and underscores, which is all that readers agree on.
fn tag_name(name: &str) -> String {
    let plain: String = name
        .trim()
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '_' })
        .take(MAX_TAG_NAME)
        .collect();
    if plain.starts_with(|c: char| c.is_ascii_alphanumeric()) { plain } else { format!("X{plain}") }
}

/// Longest tag name, in characters.
const MAX_TAG_NAME: usize = 64;

fn tag_value(value: &str) -> String {
    let mut plain = String::with_capacity(value.len());
    for c in value.trim().chars() {
        match c {
            '"' | '\\' => plain.extend(['\\', c]),
            c if c.is_control() => plain.push(' '),
            c => plain.push(c),
        }
    }
    plain
}

impl Pgn {
    fn movetext(&self, game: &Reconstruction, frame: &Frame<'_>) -> String {
        let mut names: Vec<&str> = game.styles.iter().map(|style| style.sheet.as_str()).collect();
        // A sheet has several styles where its parts differ.
        names.dedup();
        let sheets = names.len().max(
            game.moves
                .iter()
                .flat_map(|placed| &placed.entries)
                .map(|entry| entry.sheet + 1)
                .max()
                .unwrap_or(0),
        );
        let mut text = Wrapped::default();
        let mut interrupted = true;
        for placed in &game.moves {
            if interrupted || frame.number(placed.ply).1.is_white() {
                text.word(&frame.place(placed.ply));
            }
            text.word(&placed.san.to_string());
            interrupted = false;
            let disputed = game.is_disputed(placed.ply);
            if self.annotate == Annotate::None {
                continue;
            }
            let mut commands = Vec::from_iter(placed.clock().map(clock));
            if !is_clear(placed) || disputed {
                commands.extend(doubts(placed, sheets > 1));
            }
            if disputed {
                commands.push("sheets differ".to_owned());
            }
            if commands.is_empty() {
                continue;
            }
            text.comment(&commands, "");
            interrupted = true;
            if self.annotate == Annotate::Variations
                && is_doubtful(placed)
                && let Some(second) = placed.alternatives.first()
            {
                text.word(&format!("({}", frame.place(placed.ply)));
                text.word(&second.san.to_string());
                text.comment(&[format!("[%conf {}]", shown(second.confidence))], ")");
            }
        }
        if self.annotate != Annotate::None {
            let closing = closing(game, sheets > 1);
            if !closing.is_empty() {
                text.comment(&closing, "");
            }
        }
        text.word(result(game));
        text.finish()
    }
}

/// A clock that shows so many seconds.
fn clock(seconds: u32) -> String {
    format!("[%clk {}:{:02}:{:02}]", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// What is to be said about a move that is not clear.
fn doubts(placed: &PlacedMove, several_sheets: bool) -> Vec<String> {
    let mut commands = vec![format!("[%conf {}]", shown(placed.confidence))];
    if placed.origin == Origin::Supplied {
        commands.push("[%origin supplied]".to_owned());
    }
    let same = placed.san.to_string();
    for entry in &placed.entries {
        let text = entry.text.trim();
        if text.is_empty() || (placed.origin == Origin::Read && text == same && !several_sheets) {
            continue;
        }
        commands.push(format!("[%read {}]", quoted(&entry.sheet_id, text, several_sheets)));
    }
    commands
}

/// What stands on no ply, and the findings that no comment of a move tells.
fn closing(game: &Reconstruction, several_sheets: bool) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    let mut said = "";
    for (reason, entry, text) in rest(game) {
        if reason != said {
            said = reason;
            parts.push(format!("not placed ({}):", words(reason)));
        }
        parts.push(quoted(&entry.sheet_id, &text, several_sheets));
    }
    for finding in game.findings.iter().filter(|finding| !finding.is_of_a_move()) {
        parts.push(format!("{}: {}.", words(finding.code), safe(&finding.message)));
    }
    parts
}

/// A text in quotes, with the sheet's name where there are several.
fn quoted(sheet: &str, text: &str, several_sheets: bool) -> String {
    if several_sheets {
        format!("\"{}: {}\"", safe(sheet), safe(text))
    } else {
        format!("\"{}\"", safe(text))
    }
}

/// The text with every character that means something inside a comment put into full width: it
/// looks the same to a person and can be turned back.
fn safe(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut after_space = true;
    for c in text.trim().chars() {
        plain.push(match c {
            '{' => '｛',
            '}' => '｝',
            '[' => '［',
            ']' => '］',
            '"' => '＂',
            // A line that begins with a percent sign is skipped by readers.
            '%' if after_space => '％',
            c if c.is_control() => ' ',
            c => c,
        });
        after_space = c.is_whitespace();
    }
    plain
}

/// Text in lines of less than 80 columns, broken at blanks only.
#[derive(Debug, Default)]
struct Wrapped {
    text: String,
    column: usize,
}

/// Longest line, in characters: the standard wants less than 80.
const WIDTH: usize = 79;

impl Wrapped {
    /// Adds a word, after a blank or a line break.
    fn word(&mut self, word: &str) {
        let length = word.chars().count();
        if self.column > 0 {
            if self.column + 1 + length > WIDTH {
                self.text.push('\n');
                self.column = 0;
            } else {
                self.text.push(' ');
                self.column += 1;
            }
        }
        self.text.push_str(word);
        self.column += length;
    }

    /// Adds a comment of several parts, with `behind` right behind it. A part is kept on one line
    /// where it fits, so that programs that read commands line by line see them whole.
    fn comment(&mut self, parts: &[String], behind: &str) {
        let last = parts.len().saturating_sub(1);
        for (at, part) in parts.iter().enumerate() {
            let open = if at == 0 { "{" } else { "" };
            let (close, behind) = if at == last { ("}", behind) } else { ("", "") };
            let part = format!("{open}{part}{close}{behind}");
            if part.chars().count() <= WIDTH {
                self.word(&part);
            } else {
                part.split_whitespace().for_each(|word| self.word(word));
            }
        }
    }

    fn finish(mut self) -> String {
        self.text.push('\n');
        self.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        reconstruction::{EntryText, Finding},
        write::tests::{entry, game, hard_game, written},
    };

    #[test]
    fn a_clear_game_is_bare_export_format() {
        let text = written(Pgn::default(), &[game(&["e4", "e5", "Nf3"])]);
        let expected = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n\
            [White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n\n1. e4 e5 2. Nf3 *\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn doubts_are_commands_and_the_rest_is_a_comment() {
        let text = written(Pgn::default(), &[hard_game()]);
        let joined = text.replace('\n', " ");
        for expected in [
            "2. Nf3 {[%conf 0.62] [%read \"Nd1 ］｝＂ ％x\"]} 2... Nc6",
            "2... Nc6 {[%conf 0.40] [%origin supplied]} 3. Bb5",
            "3. Bb5 {not placed (no move): \"｝ ［Event ＂x＂］ ％y\"} 1-0",
            "[White \"Quote \\\" and \\\\ and ] }\"]",
            "[Board_Nr_ \"7\"] [Zeta \"last line\"]",
        ] {
            assert!(joined.contains(expected), "{expected} is missing in {joined}");
        }
        assert!(text.lines().all(|line| line.chars().count() < 80));
    }

    #[test]
    fn the_second_reading_is_a_variation() {
        let text = written(Pgn::new(Annotate::Variations), &[hard_game()]).replace('\n', " ");
        assert!(text.contains("(2. Ne2 {[%conf 0.30]}) 2... Nc6"), "{text}");
    }

    #[test]
    fn contradictions_of_sheets_stand_beside_their_move() {
        let mut found = game(&["e4", "c5"]);
        found.moves[1].entries = vec![entry(1, "c5"), EntryText { sheet: 1, ..entry(1, "e5") }];
        found.moves[1].entries[1].sheet_id = "2".to_owned();
        found.findings = vec![Finding {
            code: Finding::SHEETS_DIFFER,
            ply: Some(2),
            message: "told beside the move".to_owned(),
        }];
        let text = written(Pgn::default(), std::slice::from_ref(&found)).replace('\n', " ");
        let expected =
            "1. e4 c5 {[%conf 0.99] [%read \"1: c5\"] [%read \"2: e5\"] sheets differ} *";
        assert!(text.contains(expected), "{text}");
        let clean = written(Pgn::new(Annotate::None), &[found]);
        assert!(clean.ends_with("1. e4 c5 *\n"), "{clean}");
    }

    #[test]
    fn clocks_go_with_their_moves() {
        let mut found = game(&["e4", "e5"]);
        for (at, seconds) in [(0, 5400), (1, 59)] {
            found.moves[at].entries = vec![EntryText { clock: Some(seconds), ..entry(at, "") }];
        }
        found.moves[1].confidence = 0.62;
        let text = written(Pgn::default(), &[found]).replace('\n', " ");
        let expected = "1. e4 {[%clk 1:30:00]} 1... e5 {[%clk 0:00:59] [%conf 0.62]} *";
        assert!(text.ends_with(&format!("{expected} ")), "{text}");
    }

    #[test]
    fn clean_means_no_comments() {
        let text = written(Pgn::new(Annotate::None), &[hard_game()]);
        assert!(text.ends_with("\n1. e4 e5 2. Nf3 Nc6 3. Bb5 1-0\n"), "{text}");
    }

    #[test]
    fn a_result_that_pgn_does_not_know_is_kept() {
        let mut found = game(&["e4"]);
        found.tags = vec![("Result".into(), "White won on time".into())];
        let text = written(Pgn::default(), &[found]);
        assert!(text.contains("[Result \"*\"]\n[ClaimedResult \"White won on time\"]"), "{text}");
    }

    #[test]
    fn a_text_longer_than_a_line_is_broken_at_blanks() {
        let mut found = game(&["e4"]);
        let long = "lorem ipsum ".repeat(30);
        found.moves[0].entries = vec![entry(0, &long)];
        found.moves[0].origin = Origin::Corrected;
        let text = written(Pgn::default(), &[found]);
        assert!(text.lines().all(|line| line.chars().count() < 80), "{text}");
        assert!(text.replace('\n', " ").contains(long.trim()), "{text}");
    }

    #[test]
    fn start_positions_are_tags() {
        let mut found = game(&[]);
        found.start = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 31".parse().ok();
        let text = written(Pgn::default(), &[found]);
        assert!(
            text.contains("[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 31\"]\n[SetUp \"1\"]"),
            "{text}"
        );
    }
}
