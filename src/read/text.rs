//! Free text.

use super::pgn;
use crate::record::Record;

/// All games in a text; `line` is the number of its first line, from 1.
pub(super) fn games(text: &str, line: u32) -> Vec<Record> {
    let (share, _) = pgn::likeness(text);
    if share > 0.3 { pgn::games(text, line) } else { Vec::new() }
}
