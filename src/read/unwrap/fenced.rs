//! Blocks of Markdown between fences of backticks, some of which are tables of moves, and tables that
//! stand between prose: each of them is a text of its own.
//!
//! Blocks of text are left to the other readers, which know of headings and of games that go on.

use super::view::View;
use crate::{
    read::{
        pgn::tag,
        shape::scan::{self, begins_game},
        table,
    },
    record::Record,
};

const FENCE: &str = "```";
/// What every rule below the head of a table has.
const RULE: &str = "--";
/// Fewest moves of a block that is a game.
const FEW: usize = 4;
/// Most moves outside of the blocks.
const OUTSIDE: usize = 3;

/// The blocks or tables that hold moves.
pub(super) fn view<'a>(text: &'a str, sample: &str) -> Option<View<'a>> {
    let fences = sample.contains(FENCE);
    let rules = sample.contains('|') && sample.contains(RULE);
    if !(fences || rules) || sample.lines().any(tag::is_tag_line) {
        return None;
    }
    let fenced = || {
        let (inside, outside) = blocks(sample);
        let games = inside.iter().filter(|block| is_game(block)).count();
        let told = games > 1 && inside.iter().any(|block| is_table(block));
        (told && hold_no_game(&outside)).then(|| view_of(text, blocks(text).0, is_game))
    };
    let drawn = || {
        let (inside, outside) = tables(sample);
        let (games, others): (Vec<&str>, Vec<&str>) =
            inside.into_iter().partition(|table| is_table(table));
        // A game may go on in another table, or in rows without a head.
        let told = !games.is_empty() && others.iter().all(|table| moves(table) == 0);
        let prose = outside.iter().any(|part| !part.trim().is_empty());
        let goes_on =
            || outside.iter().flat_map(|part| part.lines()).any(|line| line.contains('|'));
        (told && prose && !goes_on() && hold_no_game(&outside))
            .then(|| view_of(text, tables(text).0, is_table))
    };
    let by_fence = fences.then(fenced).flatten();
    by_fence.or_else(|| rules.then(drawn).flatten())
}

/// Some blocks of a text that are games, each a text of its own.
fn view_of<'a>(text: &'a str, blocks: Vec<&'a str>, is_game: impl Fn(&str) -> bool) -> View<'a> {
    let mut view = View::new(text);
    for block in blocks.into_iter().filter(|block| is_game(block)) {
        let at = block.as_ptr().addr() - text.as_ptr().addr();
        view.begin();
        view.copy(at, at + block.len());
    }
    view
}

/// Whether parts of a text hold next to no moves, and no beginning of a game.
fn hold_no_game(parts: &[&str]) -> bool {
    let begun = || parts.iter().flat_map(|part| part.lines()).any(begins_game);
    parts.iter().map(|part| moves(part)).sum::<usize>() <= OUTSIDE && !begun()
}

/// Whether a block is a table of moves from the first one on.
fn is_table(block: &str) -> bool {
    let begins = |game: &Record| {
        let mut entries = game.sheets.iter().flat_map(|sheet| &sheet.entries).peekable();
        let first = entries.peek().and_then(|entry| entry.claimed_ply());
        // The numbers of draughts are none.
        first.is_none_or(|ply| ply == 0) && entries.any(|entry| scan::is_move(entry.text()))
    };
    let games = table::read(block).map(|table| table.games().0).unwrap_or_default();
    !games.is_empty() && games.iter().all(begins)
}

/// The tables of Markdown, whose second line is a rule, and what stands around them.
fn tables(text: &str) -> (Vec<&str>, Vec<&str>) {
    let (mut inside, mut outside) = (Vec::new(), Vec::new());
    let (mut from, mut at) = (0, 0);
    let mut lines = text.split_inclusive('\n').peekable();
    while let Some(line) = lines.next() {
        let begins = at;
        at += line.len();
        let is_rule =
            |line: &&str| line.contains(RULE) && line.trim().chars().all(|c| "|-: ".contains(c));
        if !line.contains('|') || lines.next_if(is_rule).map(|rule| at += rule.len()).is_none() {
            continue;
        }
        while let Some(row) = lines.next_if(|line| line.contains('|')) {
            at += row.len();
        }
        outside.push(&text[from..begins]);
        inside.push(&text[begins..at]);
        from = at;
    }
    outside.push(&text[from..]);
    (inside, outside)
}

/// What stands between fences, and what stands outside of them.
fn blocks(text: &str) -> (Vec<&str>, Vec<&str>) {
    let (mut inside, mut outside) = (Vec::new(), Vec::new());
    let (mut from, mut at, mut open) = (0, 0, false);
    for line in text.split_inclusive('\n') {
        let begins = at;
        at += line.len();
        if line.trim_start().starts_with(FENCE) {
            let part = &text[from..begins];
            if open {
                inside.push(part)
            } else {
                outside.push(part)
            }
            (from, open) = (at, !open);
        }
    }
    outside.push(&text[from..]);
    (inside, outside)
}

/// Whether a block holds moves above all.
fn is_game(block: &str) -> bool {
    let found = moves(block);
    found >= FEW && 2 * found >= words(block).count()
}

/// How many moves a part of a text has.
fn moves(part: &str) -> usize {
    words(part).filter(|word| scan::is_move(word)).count()
}

fn words(part: &str) -> impl Iterator<Item = &str> {
    let words = part.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '|'));
    words.filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_between_fences_are_texts_of_their_own() {
        let list = "```\n1. d4 d5\n2. c4 e6\n```\n";
        let text =
            format!("# Data\n```csv\nWhite,Black\ne4,e5\nNf3,Nc6\nBb5,a6\n```\nA list:\n{list}");
        let found = view(&text, &text).unwrap_or_else(|| panic!("{text}"));
        let texts: Vec<&str> = found.texts().iter().map(|(text, _)| *text).collect();
        assert_eq!(texts, ["White,Black\ne4,e5\nNf3,Nc6\nBb5,a6\n", "1. d4 d5\n2. c4 e6\n"]);
        let table =
            "| Name | Moves |\n|---|---|\n| A | 1. e4 e5 2. Nf3 Nc6 |\n| B | 1. d4 d5 2. c4 e6 |\n";
        let text = format!("# Openings\n\nSome prose.\n\n{table}\nMore prose.\n");
        let found = view(&text, &text).unwrap_or_else(|| panic!("{text}"));
        let texts: Vec<&str> = found.texts().iter().map(|(text, _)| *text).collect();
        assert_eq!(texts, [table]);
        let half = |rows: &str| format!("| No | White | Black |\n|---|---|---|\n{rows}");
        let halves = [
            half("| 1 | e4 | e5 |\n| 2 | Nf3 | Nc6 |\n"),
            half("| 3 | Bb5 | a6 |\n| 4 | Ba4 | Nf6 |\n"),
        ];
        let text = format!("A game:\n\n{}\nA note.\n\n{}", halves[0], halves[1]);
        assert!(view(&text, &text).is_none());
        let rows = text.replace("| No | White | Black |\n|---|---|---|\n| 3", "| 3");
        assert!(view(&rows, &rows).is_none());
        let draughts =
            "A game of draughts:\n\n| White | Black |\n|---|---|\n| 11 | 15 |\n| 23 | 19 |\n";
        assert!(view(draughts, draughts).is_none());
        // Where nothing else stands, the table is read as one.
        assert!(view(table, table).is_none());
        for text in [format!("{list}{list}"), format!("1. e4 e5\n{text}"), list.to_owned()] {
            assert!(view(&text, &text).is_none(), "{text}");
        }
    }
}
