//! Games that were played in a chat, a move a message: `[12:01] anna: e4`, `3/12/24, 1:00 PM -
//! Anna: e4`, `anna: e4`, or told to someone who wrote them down: `White: knight f3`.
//!
//! Where two people answer each other, the first one has White.

use super::view::View;
use crate::read::{
    heading::labels,
    shape::{scan, worded},
    table,
};

/// Fewest messages with a move among others, and where all have one.
const FEW: usize = 6;
const ALL: usize = 4;
/// Share of them among the lines.
const SHARE: f64 = 0.5;
/// Most words of a name, and characters before it.
const NAME: usize = 3;
const BEFORE: usize = 48;

/// A message: who wrote it, and what.
struct Message<'a> {
    name: &'a str,
    text: &'a str,
}

/// What was written, without who wrote it and when.
pub(super) fn view<'a>(text: &'a str, sample: &str) -> Option<View<'a>> {
    let filled = sample.lines().filter(|line| !line.trim().is_empty()).count();
    let with_move = sample.lines().filter_map(message).filter(Message::is_move).count();
    let few = if with_move == filled { ALL } else { FEW };
    if with_move < few || (with_move as f64) < SHARE * filled as f64 {
        return None;
    }
    let messages: Vec<Message> = text.lines().filter_map(message).collect();
    let at = |part: &str| part.as_ptr().addr() - text.as_ptr().addr();
    let mut view = View::new(text);
    if let Some(names) = players(&messages) {
        for (label, name) in ["White: ", "Black: "].into_iter().zip(names) {
            view.put(label, at(name));
            view.put(name, at(name));
            view.part('\n');
        }
        view.put("\n", 0);
    }
    for line in text.lines() {
        // `White: Berg` is no message.
        let is_label = |message: &Message| {
            !message.is_move()
                && (table::side(message.name).is_some() || labels::tag(message.name).is_some())
        };
        let own = message(line).filter(|message| !is_label(message));
        let own = own.map_or(line, |message| message.text);
        view.put(own, at(own));
        view.put("\n", at(own));
    }
    Some(view)
}

/// Two people whose moves take turns.
fn players<'a>(messages: &[Message<'a>]) -> Option<[&'a str; 2]> {
    let moves: Vec<&Message> = messages.iter().filter(|message| message.is_move()).collect();
    let [first, second, ..] = moves[..] else { return None };
    let turns = moves.chunks(2).all(|pair| {
        let names = [first.name, second.name];
        pair.iter().zip(names).all(|(message, name)| message.name == name)
    });
    let named = |name: &str| !name.is_empty() && table::side(name).is_none();
    (turns && first.name != second.name && named(first.name) && named(second.name))
        .then_some([first.name, second.name])
}

impl Message<'_> {
    /// Whether it is a move and nothing else, perhaps with its number.
    fn is_move(&self) -> bool {
        let digits = self.text.trim_start_matches(|c: char| c.is_ascii_digit());
        let bare = digits.trim_start_matches(['.', '…', ')', ' ']);
        let bare = if digits.len() < self.text.len() && bare.len() < digits.len() {
            bare
        } else {
            self.text
        };
        scan::is_move(bare) || bare.split_whitespace().next().is_some_and(worded::is_worded)
    }
}

/// The message that a line is.
fn message(line: &str) -> Option<Message<'_>> {
    let line = line.trim();
    let behind = |sign: &str| {
        line.match_indices(sign).map(|(at, _)| (at, at + sign.len())).collect::<Vec<_>>()
    };
    let mut ends = behind(": ");
    ends.extend(behind("> "));
    // A time has a colon too, but no blank behind it.
    let (at, text) = ends.into_iter().min()?;
    let before = &line[..at];
    // `knight g1 -> f3`
    if before.ends_with(['-', '=', ' ']) {
        return None;
    }
    if before.chars().count() > BEFORE {
        return None;
    }
    let name = before.trim_start_matches(|c: char| !c.is_alphabetic());
    // `3/12/24, 1:00 PM - Anna`
    let name = ["AM", "PM", "am", "pm"]
        .iter()
        .find_map(|word| name.strip_prefix(word))
        .map_or(name, |rest| rest.trim_start_matches(|c: char| !c.is_alphabetic()));
    let sane = name.split_whitespace().count() <= NAME && name.starts_with(char::is_alphabetic);
    sane.then(|| Message { name: name.trim_end(), text: line[text..].trim() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_chat_has_nothing_but_moves() {
        let text = "12:01 anna: e4\n12:02 otto: e5\n12:05 anna: Nf3\n12:06 otto: Nc6\n";
        assert!(view(text, text).is_some());
        let other = format!("{text}12:07 anna: your turn\n");
        assert!(view(&other, &other).is_none());
    }

    #[test]
    fn messages_are_moves() {
        let moves = ["e4", "e5", "Nf3", "d6", "d4", "exd4"];
        for (white, black) in [
            ("[12:01] anna: ", "[12:02] otto: "),
            ("3/12/24, 1:00 PM - anna: ", "3/12/24, 1:07 PM - otto: "),
            ("12:01 <anna> ", "12:02 <otto> "),
            ("anna: ", "otto: 1... "),
        ] {
            let lines: Vec<String> =
                moves.chunks(2).map(|m| format!("{white}{}\n{black}{}\n", m[0], m[1])).collect();
            let text = lines.concat();
            let view = view(&text, &text).unwrap_or_else(|| panic!("{text}"));
            let shown = view.text().replace("1... ", "");
            assert_eq!(shown, "White: anna\nBlack: otto\n\ne4\ne5\nNf3\nd6\nd4\nexd4\n", "{text}");
        }
        let arrows = "knight g1 -> f3\npawn d7 -> d5\n".repeat(4);
        for text in ["He said: e4\nand so: on\n", &arrows] {
            assert!(super::view(text, text).is_none(), "{text}");
        }
    }
}
