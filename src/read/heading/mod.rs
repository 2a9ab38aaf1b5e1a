//! What stands above the moves of a game and tells of it: players, event, odds.
//!
//! 1. `labels` has the words of headings in all languages.
//! 2. `players` and `odds` each find one thing in a line or two.
//! 3. `header` puts together what all lines above a game tell, as tags.
//! 4. `above` does this for games that were read as PGN, and takes the words of their headings out
//!    of them.

pub(super) mod above;
pub(super) mod header;
pub(super) mod labels;
mod odds;
mod players;
