//! Where a game of a PGN file ends and the next one begins, line by line.

use super::tag::{of_bytes, quoted};
use crate::read::encoding;

/// What is known of a game whose lines were read so far.
#[derive(Debug, Default)]
pub(in crate::read) struct Bounds {
    in_moves: bool,
    in_comment: bool,
    /// Where a line begins that is a tag if another one follows it.
    perhaps: Option<usize>,
}

impl Bounds {
    /// Takes in a line, which begins at a byte of the game; where the next game begins, if the line
    /// shows that it does.
    pub(in crate::read) fn next_game(&mut self, from: usize, line: &[u8]) -> Option<usize> {
        let tag = of_bytes(line).or_else(|| quoted(line));
        let may_begin = tag.as_ref().is_some_and(|tag| !tag.is_prose());
        let is_event = line.starts_with(b"[Event ");
        if may_begin && self.in_moves && (!self.in_comment || is_event) {
            if self.perhaps.is_some() || tag.as_ref().is_some_and(|tag| tag.sound) {
                return self.perhaps.or(Some(from));
            }
            self.perhaps = Some(from);
        } else if !encoding::is_blank(line) {
            self.perhaps = None;
        }
        if tag.is_none() {
            self.in_moves |= !encoding::is_blank(line);
            for &b in line {
                self.in_comment = if self.in_comment { b != b'}' } else { b == b'{' };
            }
        }
        None
    }
}
