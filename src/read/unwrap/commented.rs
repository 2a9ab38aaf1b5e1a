//! Moves in lines of their own with what is said of each behind a colon: `1.f4: A Bird!`.

use super::view::View;
use crate::read::shape::scan;

/// Fewest such lines, and one in how many lines that begin with a move may be another.
const FEW: usize = 6;
const ONE_OF: usize = 8;

/// The text without what is said of the moves.
pub(super) fn view<'a>(text: &'a str, sample: &str) -> Option<View<'a>> {
    let told = sample.lines().filter(|line| told(line).is_some()).count();
    let moves = sample.lines().filter(|line| begins_with_move(line)).count();
    if told < FEW || moves.saturating_sub(told) * ONE_OF > told {
        return None;
    }
    let mut view = View::new(text);
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let end = at + line.len();
        match self::told(line) {
            Some(own) => {
                view.copy(at, at + own);
                view.part('\n');
            }
            None => view.copy(at, end),
        }
        at = end;
    }
    Some(view)
}

/// How many bytes of a line the move takes that it begins with, its number included, where something
/// is said of it.
fn told(line: &str) -> Option<usize> {
    let (own, said) = line.split_once(": ")?;
    let word = said.split_whitespace().next()?;
    let is_word = !word.contains(|c: char| c.is_ascii_digit()) && !scan::is_move(word);
    (is_word && scan::is_move(without_number(own))).then_some(own.len())
}

fn begins_with_move(line: &str) -> bool {
    let word = without_number(line).split_whitespace().next().unwrap_or_default();
    scan::is_move(word.trim_end_matches(':'))
}

/// A text without the move number that it begins with.
fn without_number(text: &str) -> &str {
    let text = text.trim_start();
    let behind = text.trim_start_matches(|c: char| c.is_ascii_digit());
    if behind.len() < text.len() { behind.trim_start_matches(['.', '…', ')', ' ']) } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_of_moves_is_taken_off() {
        let text = "WHITE |\nBLACK |\n1.f4: No comment |\ne5: A Bird, after 1-...,d5 2-Nf3, c5. |\n\
            2.d3: No comment |\nexf4: I see. |\n3.Bxf4: No comment |\nd5: In line with that. |\n";
        let want = "WHITE ||BLACK ||1.f4|e5|2.d3|exf4|3.Bxf4|d5";
        assert_eq!(view(text, text).map(|view| view.shown()).as_deref(), Some(want));
        for text in [
            "1. e4: e5\n2. d4: d5\n3. c4: c5\n4. b4: b5\n5. a4: a5\n6. f4: f5\n",
            "1. d5: 1... d5:\n2. d5: 2... d5:\n3. d5: 3... d5:\n4. d5: 4... d5:\n5. d5: 5... d5:\n\
             6. d5: 6... d5:\n",
            "White: e4\nBlack: e5\nWhite: Nf3\nBlack: Nc6\nWhite: Bb5\nBlack: a6\n",
        ] {
            assert!(view(text, text).is_none(), "{text}");
        }
    }
}
