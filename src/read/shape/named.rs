//! Moves whose pieces are named in words, as they are dictated: `knight to f3 check`.
//!
//! They may stand in any sentence, so callers ask only where a move is expected, or nothing else
//! stands there.

use super::{chars::get, scan};
use crate::notation::named_move;

/// Index behind the move at `at`, with what stands behind its square.
pub(in crate::read) fn named(text: &[char], at: usize) -> Option<usize> {
    if !get(text, at).is_alphabetic() {
        return None;
    }
    let end = named_move(text, at)?;
    Some(scan::suffix(text, end))
}

/// Whether a move begins its line, and ends it, perhaps with a point, or is parted from what follows.
pub(in crate::read) fn stands_alone(text: &[char], at: usize, end: usize) -> bool {
    let behind = text[end..].strip_prefix(&['.']).unwrap_or(&text[end..]);
    text[..at].iter().all(|c| c.is_whitespace())
        && (behind.iter().all(|c| c.is_whitespace()) || matches!(get(text, end), ',' | ';'))
}
