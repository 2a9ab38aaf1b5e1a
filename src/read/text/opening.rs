//! Whether moves can be the first of a game, by their look and by what stands before them.

use super::{
    candidates::Candidate,
    items::{Item, Items, What},
};
use crate::{
    notation::spelled_view,
    read::shape::{chars::is_dash, scan::Kind},
};

/// Whether the first moves of a candidate look like ones that can open a game: a pawn or a knight
/// to the third or fourth rank. A score that starts with a rook belongs to a diagram, where none is
/// drawn.
pub(super) fn opens(items: &Items, candidate: &Candidate) -> bool {
    items.start.is_some()
        || candidate.slots.iter().enumerate().take(2).all(|(index, slot)| {
            slot.kind
                .is_none_or(|kind| can_open(slot.text(items), kind, index == 1 || candidate.black))
        })
}

/// Most words of a label before an opening, and most items before it on its line.
const LABEL: usize = 5;
const MOST_PASSED: usize = 2 * LABEL + 2;

/// What stands before the number of a line of moves that is set off from the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SetOff {
    /// A label: `Ruy Lopez: 1. e4 e5 2. Nf3 Nc6 3. Bb5`, `\mainline{1. e4 e5 2. Nf3}`
    Labelled,
    /// Nothing, or the number of the line in a list.
    Alone,
}

/// Whether a candidate begins a line of moves with nothing else behind it, and what stands before it
/// there.
pub(super) fn set_off(items: &Items, candidate: &Candidate) -> Option<SetOff> {
    let number = &items.items[candidate.item];
    let line = number.line as usize;
    let behind = &items.items[candidate.item + 1..items.first[line + 1]];
    let is_prose = |item: &Item| matches!(item.what, What::Words(_) | What::Token);
    let passed = candidate.item - items.first[line];
    let first = candidate.number == 1 && !candidate.black && passed <= MOST_PASSED;
    if !first || !behind.iter().any(Item::is_move) || behind.iter().any(is_prose) {
        return None;
    }
    let before = items.before(number).trim();
    // The number of a list, or the marks of a heading.
    let is_mark = |word: &&str| {
        let bare = word.trim_end_matches(['.', ')']);
        bare.len() < word.len() && bare.chars().all(|c| c.is_ascii_digit())
            || !word.contains(|c: char| c.is_alphanumeric() || is_dash(c))
    };
    let words = before.split_whitespace().skip_while(is_mark).count();
    match words {
        0 => Some(SetOff::Alone),
        1..=LABEL => {
            let is_end = |c: char| is_dash(c) || c == '{';
            (before.contains(':') || before.ends_with(is_end)).then_some(SetOff::Labelled)
        }
        _ => None,
    }
}

/// Whether a move of this look can be the first of White, or of Black.
pub(in crate::read) fn can_open(text: &str, kind: Kind, black: bool) -> bool {
    let text = text.trim();
    // Squares are counted from White's side, ranks of descriptive notation from the mover's.
    let near = |rank: Option<char>| match rank {
        Some('5' | '6') => black,
        Some('3' | '4') => !black,
        _ => false,
    };
    match kind {
        Kind::Castling => false,
        // Two letters are more likely a square misread: `ed` for e4.
        Kind::Files => true,
        Kind::Numeric => {
            let digits: Vec<char> = text.chars().collect();
            matches!(digits.as_slice(), [_, _, _, rank, ..] if near(Some(*rank)))
        }
        Kind::Algebraic | Kind::Long => {
            // Behind the whole move a colon opens a remark, for nothing can be taken yet.
            let text = text.trim_end_matches(':');
            let taken = takes(text);
            // `e4 - e5` may be two moves.
            let first = text.split(is_dash).next().unwrap_or(text);
            let rank = |text: &str| text.chars().rev().find(|c| c.is_ascii_digit());
            !taken && [text, first].iter().any(|text| near(rank(text)))
        }
        Kind::Descriptive => {
            if let Some(view) = spelled_view(text) {
                return view_can_open(&view);
            }
            let taken = takes(text) || text.contains("takes");
            let digit = text.chars().rev().find(|c| c.is_ascii_digit());
            let far = ["one", "two", "third", "fourth"].iter().any(|word| text.contains(word));
            // `P`, `Kt`, `N`, `C`, perhaps with the side before it: `K. Kt.`, `QP`.
            let mover = text.split(" to ").next().unwrap_or(text);
            let letters: String = mover.chars().filter(|c| c.is_alphanumeric()).take(4).collect();
            let own = letters.strip_prefix(['K', 'Q']).unwrap_or(&letters);
            let mover = [letters.as_str(), own].iter().any(|name| {
                name.starts_with(['P', 'N', 'C'])
                    || ["Kt", "KT", "Xt"].iter().any(|knight| name.starts_with(knight))
            });
            !taken && mover && (far || matches!(digit, Some('3' | '4')))
        }
    }
}

/// Whether a move that is written out can open a game, by its letters: `KP2`, `P-K4`, `N3KB`.
fn view_can_open(view: &str) -> bool {
    let letters: String = view.chars().take_while(char::is_ascii_uppercase).collect();
    let pawn = letters.contains('P');
    let far = view.chars().rfind(char::is_ascii_digit);
    let near = matches!(far, Some('3' | '4')) || pawn && view.ends_with(['1', '2']);
    !view.contains('x') && near && (pawn || letters.contains('N'))
}

/// Whether a capture sign stands in a move; that of `Xt`, or behind `to` or a dash, is a K misread.
fn takes(text: &str) -> bool {
    let text = text.replace("Xt", "Kt").replace("to X", "to K");
    let behind = text.rfind(is_dash).map(|at| text[at..].trim_start_matches(is_dash).trim_start());
    let king = behind.is_some_and(|square| square.starts_with('X'));
    let text = if king { text.replace('X', "K") } else { text };
    text.contains(['x', 'X', '×', ':'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_that_cannot_open_a_game_is_told() {
        for (text, kind, want) in [
            ("P-K4", Kind::Descriptive, true),
            ("K. Kt. to B's 3d.", Kind::Descriptive, true),
            ("K - B 6", Kind::Descriptive, false),
            ("K. to B's 4th.", Kind::Descriptive, false),
            ("R-R7", Kind::Descriptive, false),
            ("P4R", Kind::Descriptive, true),
            ("P-QXt3", Kind::Descriptive, true),
            ("P to X 4", Kind::Descriptive, true),
            ("P—X 4", Kind::Descriptive, true),
            ("K. P. two", Kind::Descriptive, true),
            ("PXKt3", Kind::Descriptive, false),
            ("e2-e4", Kind::Long, true),
            ("Nf3", Kind::Algebraic, true),
            ("Rd7+", Kind::Algebraic, false),
            ("exd4", Kind::Algebraic, false),
            ("e4-e5", Kind::Long, true),
            ("e4:", Kind::Algebraic, true),
            ("5254", Kind::Numeric, true),
            ("Pawn to King's fourth", Kind::Descriptive, true),
            ("King's Pawn one square", Kind::Descriptive, true),
            ("Le cavalier du roi à la troisième case de son fou", Kind::Descriptive, true),
            ("King to Bishop's third", Kind::Descriptive, false),
            ("Rook to King's fourth", Kind::Descriptive, false),
        ] {
            assert_eq!(can_open(text, kind, false), want, "{text}");
        }
    }
}
