//! Blocks of Markdown between fences of backticks, some of which are tables of moves: each of them is
//! a text of its own.
//!
//! Blocks of text are left to the other readers, which know of headings and of games that go on.

use super::{strings::begins_game, view::View};
use crate::read::{pgn::tag, shape::scan, table};

const FENCE: &str = "```";
/// Fewest moves of a block that is a game.
const FEW: usize = 4;
/// Most moves outside of the blocks.
const OUTSIDE: usize = 3;

/// The blocks that hold moves.
pub(super) fn view<'a>(text: &'a str, sample: &str) -> Option<View<'a>> {
    if !sample.contains(FENCE) || sample.lines().any(tag::is_tag_line) {
        return None;
    }
    let (inside, outside) = blocks(sample);
    let games = inside.iter().filter(|block| is_game(block)).count();
    let is_table =
        |block: &&str| table::read(block).is_some_and(|table| !table.games().0.is_empty());
    let others: usize = outside.iter().map(|part| moves(part)).sum();
    let begun = outside.iter().flat_map(|part| part.lines()).any(begins_game);
    if games < 2 || others > OUTSIDE || begun || !inside.iter().any(is_table) {
        return None;
    }
    let mut view = View::new(text);
    for block in blocks(text).0.into_iter().filter(|block| is_game(block)) {
        let at = block.as_ptr().addr() - text.as_ptr().addr();
        view.begin();
        view.copy(at, at + block.len());
    }
    Some(view)
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
        for text in [format!("{list}{list}"), format!("1. e4 e5\n{text}"), list.to_owned()] {
            assert!(view(&text, &text).is_none(), "{text}");
        }
    }
}
