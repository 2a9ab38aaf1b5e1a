//! Notes in programs that write a game down: `game.comment('Better was Nf3')`.

use crate::read::shape::{scan, words};

/// Ends of the names of functions that are given notes.
const FOR_NOTES: [&str; 6] = ["comment", "comments", "note", "notes", "annotate", "annotation"];

/// Characters before the word for resigning with which a note begins, at most.
const RESIGNS: usize = 24;

/// Whether a function that is given notes is called with the bracket at `at`, and moves that were not
/// played may stand in what it is given, or on further lines of it. `'Black resigns.'` ends the game.
pub(super) fn is_note(text: &[char], at: usize) -> bool {
    let letters = text[..at].iter().rev().take_while(|c| c.is_ascii_alphabetic()).count();
    let name: String = text[at - letters..at].iter().collect();
    if !FOR_NOTES.contains(&name.to_ascii_lowercase().as_str()) {
        return false;
    }
    let given = &text[at + 1..];
    let resigns = |at: usize| words::words().resigns.at(given, at).is_some();
    let is_mark = |c: &char| c.is_whitespace() || matches!(c, '\'' | '"' | '$' | ',' | ';');
    let is_move = |word: &[char]| scan::is_move(&word.iter().collect::<String>());
    let moves = || !given.contains(&')') || given.split(is_mark).any(is_move);
    !(0..given.len().min(RESIGNS)).any(resigns) && moves()
}

#[cfg(test)]
mod tests {
    #[test]
    fn notes_are_given_to_functions_that_are_named_for_them() {
        for (text, want) in [
            ("_.comment('Better was $N-B3$.')", true),
            ("game.add_note(('A long note, which goes on", true),
            ("game.mainline('P-K4 P-K4')", false),
            ("game.comment('A good move.')", false),
            ("game.comment('And Black resigns. If N-B3 he loses.')", false),
            ("game.comment(", true),
            ("('P-K4')", false),
        ] {
            let chars: Vec<char> = text.chars().collect();
            let at = chars.iter().position(|&c| c == '(').unwrap();
            assert_eq!(super::is_note(&chars, at), want, "{text}");
        }
    }
}
