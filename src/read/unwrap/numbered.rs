//! Moves with their numbers, wherever they stand in a text: `12. Nf3`, `12... Nc6`.

use super::view::View;
use crate::read::shape::scan;

/// Most digits of a move number.
const DIGITS: usize = 3;
/// Longest move, in bytes.
const LONG: usize = 40;

/// A number before a move.
#[derive(Debug, Clone, Copy)]
pub(super) struct Numbered {
    pub(super) number: u32,
    /// Whether its points say that the move is Black's.
    pub(super) black: bool,
    /// Its byte.
    pub(super) at: usize,
}

/// Writes a part of the source of a view, by its bytes, as a text of its own where that may hold a game.
pub(super) fn copy_game(view: &mut View, source: &str, from: usize, to: usize) {
    if may_hold_game(&source[from..to]) {
        view.begin();
        view.copy(from, to);
    }
}

/// Whether a text may hold a game: it has a move with its number, or a line of little but moves.
fn may_hold_game(text: &str) -> bool {
    let is_list = |line: &str| {
        let words = line.split_whitespace();
        let moves = words.clone().filter(|word| scan::is_move(word)).count();
        moves > 0 && moves * 2 >= words.count()
    };
    numbered(text).next().is_some() || text.lines().any(is_list)
}

/// The numbers of a text that stand before moves.
pub(super) fn numbered(text: &str) -> impl Iterator<Item = Numbered> {
    let mut done = 0;
    std::iter::from_fn(move || {
        loop {
            let at = done + text[done..].find(|c: char| c.is_ascii_digit())?;
            let length = text[at..].bytes().take_while(u8::is_ascii_digit).count();
            done = at + length;
            let within = text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '-');
            if length > DIGITS || within {
                continue;
            }
            let behind = text[done..].trim_start_matches([' ', ')']);
            let rest = behind.trim_start_matches(['.', '…', ' ', '\n', '\t']);
            let word = &rest[..rest.floor_char_boundary(LONG)];
            let word = word.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';')).next();
            let apart = rest.len() < text.len() - done;
            if apart && word.is_some_and(scan::is_move) {
                let number = text[at..done].parse().ok()?;
                let black = ["..", "…", ". …", ". .."].iter().any(|dots| behind.starts_with(dots));
                return Some(Numbered { number, black, at });
            }
        }
    })
}

/// The words of a text without the numbers before them.
pub(super) fn unnumbered(text: &str) -> impl Iterator<Item = &str> {
    let bare = |word: &'_ str| {
        let behind = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let point = behind.starts_with(['.', '…']) || behind.is_empty();
        if point { word.len() - behind.trim_start_matches(['.', '…']).len() } else { 0 }
    };
    let words = text.split_whitespace().map(move |word| &word[bare(word)..]);
    words.filter(|word| !word.is_empty())
}
