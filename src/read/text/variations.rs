//! Lines that part from the game above and are set as it is, below a heading or a sentence of their
//! own: `SECOND VARIATION.`, `First three moves as before.` They are marked like those in brackets.

use std::{collections::HashSet, sync::LazyLock};

use serde::Deserialize;

use super::{
    candidates::words_of,
    items::{Item, Items, What},
};

/// Most words of such a sentence, and of such a heading.
const SENTENCE: u32 = 14;
const HEADING: u32 = 4;
/// Most lines from it to the first number below.
const FAR: usize = 8;

#[derive(Deserialize)]
struct Table {
    words: HashSet<String>,
    phrases: Vec<String>,
}

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    serde_json::from_str(include_str!("variations.json"))
        .expect("the embedded table is tested to be whole")
});

/// Marks such lines, each up to the first move of a game, or to the move behind the last of the one
/// above.
pub(super) fn mark(items: &mut Items) {
    // The last number of the game, and of the line that parts from it.
    let mut game = 0;
    let mut own: Option<u16> = None;
    for line in 0..items.lines.len() {
        if let Some(number) = first_number(items, line) {
            let returns = |last| number == game + 1 && number != last + 1;
            if number == 1 || own.is_some_and(returns) {
                own = None;
            }
            *own.as_mut().unwrap_or(&mut game) = number;
        } else if own.is_none() && parts(items, line, game) {
            own = Some(0);
        }
        if own.is_some() {
            let (from, to) = (items.first[line], items.first[line + 1]);
            items.items[from..to].iter_mut().for_each(|item| item.deep = true);
        }
    }
}

/// The number that a line of moves begins with.
fn first_number(items: &Items, line: usize) -> Option<u16> {
    let own = items.of_line(line);
    let first =
        own.iter().find(|item| !matches!(item.what, What::Gap | What::Dots | What::Sign))?;
    own.iter().any(Item::is_move).then(|| first.number()).flatten()
}

/// Whether a line is the heading of one that parts from a game that has come to move `last`.
fn parts(items: &Items, line: usize, last: u16) -> bool {
    let own = items.of_line(line);
    let words = own.iter().map(words_of).sum();
    let alone = line > 0 && items.is_blank(line - 1) && items.is_blank(line + 1);
    let is_heading = alone
        && (1..=SENTENCE).contains(&words)
        && own.iter().all(|item| !item.is_move() && item.number().is_none());
    if !is_heading || !tells(items.lines[line], words <= HEADING) {
        return false;
    }
    let mut below = (line + 1..items.lines.len()).take(FAR);
    let next = below.find_map(|line| first_number(items, line));
    next.is_some_and(|number| (2..=last).contains(&number))
}

/// Whether a line, which may be a heading, says that moves part from others, or that some are the same.
fn tells(line: &str, is_heading: bool) -> bool {
    let line = line.to_lowercase();
    let mut words = line.split(|c: char| !c.is_alphabetic());
    is_heading && words.any(|word| TABLE.words.contains(word))
        || TABLE.phrases.iter().any(|phrase| line.contains(phrase))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The texts of the moves that are marked.
    fn marked(text: &str) -> String {
        let items = Items::new(text, 1);
        let deep = items.items.iter().filter(|item| item.deep && item.is_move());
        deep.map(|item| items.text(item)).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn lines_below_a_heading_part_from_the_game() {
        let game = "1. e4 e5\n2. Nf3 Nc6\n3. Bb5 a6\n4. Ba4 Nf6\n";
        let other = "3. Bc4 Bc5\n4. c3 Nf6\n5. d4 exd4\n";
        for heading in ["SECOND VARIATION.", "First two moves as before.", "Zweite Variante:"] {
            let text = format!("{game}\n{heading}\n\n{other}\n1. d4 d5\n2. c4 e6\n");
            assert_eq!(marked(&text), "Bc4 Bc5 c3 Nf6 d4 exd4", "{heading}");
            // What goes on with the game is none of it.
            let text = format!("{game}\n{heading}\n\n3. Bc4 Bc5\n4. c3 Nf6\n\n5. O-O Be7\n");
            assert_eq!(marked(&text), "Bc4 Bc5 c3 Nf6 O-O Be7", "{heading}");
            let text = format!("{game}\n{heading}\n\n3. Bc4 Bc5\n\n5. O-O Be7\n");
            assert_eq!(marked(&text), "Bc4 Bc5", "{heading}");
        }
        for heading in ["The best variation.", "Black is safe."] {
            assert_eq!(marked(&format!("{game}\n{heading}\n\n5. O-O Be7\n")), "");
        }
        assert_eq!(marked(&format!("{game}\nBlack is safe.\n\n{other}")), "");
    }
}
