//! Moves that are told of each side in turn: `White plays e4 and Black answers e5`, `W: e4`.

use std::sync::LazyLock;

use serde::Deserialize;
use shakmaty::Color;

use super::view::View;
use crate::read::{
    shape::{chars::bytes, named::named, scan},
    table,
};

/// Fewest moves told so, and how many of them may stand in no turn, or beside one other move, where
/// one in so many does.
const FEW: usize = 4;
const ONE_OF: usize = 8;
/// Most words between the name of a side and its move: `opens with the move e4`.
const WORDS: usize = 4;
/// Most words before the name of a side: `y las negras`.
const BEFORE: usize = 2;

#[derive(Deserialize)]
struct Words {
    before: Vec<String>,
}

static WORDS_OF: LazyLock<Words> = LazyLock::new(|| {
    serde_json::from_str(include_str!("narrated.json")).expect("the built-in table is well-formed")
});

/// What stands before a move.
struct Told {
    side: Color,
    /// Its bytes, up to the move.
    from: usize,
    to: usize,
    /// Byte behind the move.
    end: usize,
    /// Whether a number stands right before it: `1w e4`.
    numbered: bool,
}

/// The text without what tells whose move it is.
pub(super) fn view<'a>(text: &'a str, sample: &str) -> Option<View<'a>> {
    let told = told(sample);
    let turns = told.windows(2).filter(|two| two[0].side != two[1].side).count();
    if told.len() < FEW || told[0].side.is_black() || (told.len() - 1 - turns) * ONE_OF > turns {
        return None;
    }
    let moves = sample.split_whitespace().filter(|word| scan::is_move(bare(word)));
    let others = moves.filter(|word| {
        let at = word.as_ptr().addr() - sample.as_ptr().addr();
        let last = told.partition_point(|told| told.to <= at).checked_sub(1);
        last.is_none_or(|last| told[last].end <= at)
    });
    if others.count() * ONE_OF > told.len() {
        return None;
    }
    let mut view = View::new(text);
    for told in self::told(text) {
        view.up_to(told.from);
        if told.numbered {
            view.put(if told.side.is_white() { "." } else { "..." }, told.from);
        } else if !is_behind_number(&text[..told.from]) {
            // Moves told in words are known by standing alone.
            view.part('\n');
        }
        view.pass(told.to);
    }
    Some(view.with_rest())
}

/// Where a text tells whose move it is.
fn told(text: &str) -> Vec<Told> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut found: Vec<Told> = Vec::new();
    for index in 0..words.len() {
        let told = turn(text, &words, index);
        let done = found.last().map_or(0, |last| last.to);
        found.extend(told.filter(|told| told.from >= done));
    }
    found
}

/// What tells whose move it is at a word, if it names a side and a move follows.
fn turn(text: &str, words: &[&str], index: usize) -> Option<Told> {
    let at = |word: &str| word.as_ptr().addr() - text.as_ptr().addr();
    let word = words[index];
    // `1w e4`, `1.W e4`
    let behind_number = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let numbered = behind_number.len() < word.len();
    let named = if numbered { behind_number.trim_start_matches('.') } else { word };
    let name = named.trim_end_matches([':', ',', '.', '-']);
    let side = table::side(name)?;
    let line = text[..at(word)].trim_end_matches([' ', '\t']);
    if name.chars().count() == 1 && !(line.is_empty() || line.ends_with(['\n', '.', ')'])) {
        return None;
    }
    let behind = &words[index + 1..];
    let mut near = behind.iter().take(WORDS + 1).enumerate();
    let (skipped, length) =
        near.find_map(|(skipped, word)| Some((skipped, move_at(&text[at(word)..])?)))?;
    let is_plain = |word: &&str| {
        let word = word.trim_end_matches([':', ',']);
        word.chars().all(|c| c.is_lowercase() || c == '-') && table::side(word).is_none()
    };
    if !behind[..skipped].iter().all(is_plain) {
        return None;
    }
    let before = words[..index].iter().rev().take(BEFORE);
    let before = before.take_while(|word| WORDS_OF.before.contains(&word.to_lowercase()));
    let first = before.last().filter(|_| !numbered);
    let from = first.map_or(at(behind_number), |word| at(word));
    let to = at(behind[skipped]);
    // `Move 3 for White: Bb5`
    may_follow(&text[..from]).then_some(Told { side, from, to, end: to + length, numbered })
}

/// Whether a sentence may begin behind a text: its line does, a number, or what another one ends with.
fn may_follow(text: &str) -> bool {
    let text = text.trim_end_matches([' ', '\t']);
    let marks = ['\n', '.', ',', ';', ':', ')', '!', '?', '-', '–', '—'];
    let ends = text.is_empty() || text.ends_with(marks) || text.ends_with(char::is_numeric);
    ends || text.split_whitespace().next_back().is_some_and(scan::is_move)
}

/// Whether a text ends with a number and its point.
fn is_behind_number(text: &str) -> bool {
    let bare = text.trim_end().trim_end_matches(['.', ')', ':']);
    let before = bare.trim_end_matches(|c: char| c.is_ascii_digit());
    before.len() < bare.len() && !before.ends_with(char::is_alphanumeric)
}

/// How many bytes the move takes that a text begins with, which may be told in words: `knight to f3`.
fn move_at(text: &str) -> Option<usize> {
    let near: Vec<char> = text.chars().take(scan::MAX_MOVE).collect();
    let end = named(&near, 0).or_else(|| Some(scan::move_at(&near, 0)?.end))?;
    Some(bytes(&near[..end]))
}

/// A word without the marks behind it.
fn bare(word: &str) -> &str {
    word.trim_end_matches(['.', ',', ';', ':'])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Option<String> {
        view(text, text).map(|view| view.shown())
    }

    #[test]
    fn whose_move_it_is_is_taken_off() {
        for (text, want) in [
            (
                "White plays e4. Black answers e5. White plays Nf3. Black replies with Nc6.",
                "e4.|e5.|Nf3.|Nc6.",
            ),
            (
                "1. White plays e4 and Black answers e5.\n2. White plays Nf3, Black plays Nc6.\n",
                "1. e4|e5.|2. Nf3,|Nc6.",
            ),
            (
                "Weiß zieht e4, Schwarz antwortet e5, Weiß zieht Sf3, Schwarz spielt Sc6",
                "e4,|e5,|Sf3,|Sc6",
            ),
            (
                "White moves knight from g1 to f3. Black moves pawn from d7 to d5. White castles. \
                 Black moves Nf6.",
                "knight from g1 to f3.|pawn from d7 to d5.|castles.|Nf6.",
            ),
            (
                "White moves pawn from e2 to e4. Black moves pawn from d7 to d5. \
                 White captures pawn from e4 to d5. Black captures queen from d8 to d5.",
                "pawn from e2 to e4.|pawn from d7 to d5.|pawn from e4 to d5.|queen from d8 to d5.",
            ),
            (
                "White moves pawn to e4. Black moves pawn to e5. White moves knight to f3. \
                 Black moves knight to c6.",
                "pawn to e4.|pawn to e5.|knight to f3.|knight to c6.",
            ),
            (
                "Las blancas juegan e4 y las negras e5. Las blancas juegan Cf3 y las negras Cc6.",
                "e4|e5.|Cf3|Cc6.",
            ),
            ("W: e4\nB: e5\nW: Nf3\nB: Nc6\n", "e4|e5|Nf3|Nc6"),
            ("1.W e4\n1.B e5\n2.W Nf3\n2.B Nc6\n", "1.e4|1...e5|2.Nf3|2...Nc6"),
            ("1w e4\n1b e5\n2w Nf3\n2b Nc6\n", "1.e4|1...e5|2.Nf3|2...Nc6"),
        ] {
            assert_eq!(shown(text).as_deref(), Some(want), "{text}");
        }
    }

    #[test]
    fn prose_about_sides_stays() {
        for text in [
            "White: Berg\nBlack: Falk\n1. e4 e5 2. Nf3 Nc6",
            "White plays e4 and Black is worse. White wins.",
            "1. e4 e5 2. Nf3 and now Black plays Nc6, White answers Bb5, and Black may choose: \
             Black plays a6 or Black plays Nf6. 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7",
            "W e4 B e5 W Nf3 B Nc6",
        ] {
            assert_eq!(shown(text), None, "{text}");
        }
    }
}
