//! How the moves of a game are numbered, on from the number that its start position has.

use std::fmt;

use shakmaty::{Chess, Color, Position};

/// Most plies in a row that are supplied where nothing is written of them.
pub(crate) const MOST_SUPPLIED: u8 = 6;

/// The number of a move and the side that makes it, shown as it stands before the move: `12.`,
/// `12...`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct MoveNumber {
    pub number: u32,
    pub color: Color,
}

impl MoveNumber {
    /// The number of the move that `passed` half-moves come before, in a game from `start`.
    pub fn of(start: &Chess, passed: u32) -> MoveNumber {
        let first = MoveNumber { number: start.fullmoves().get(), color: start.turn() };
        first.after(passed)
    }

    /// The number that is so many half-moves behind this one.
    pub fn after(self, passed: u32) -> MoveNumber {
        let halves = passed.saturating_add(u32::from(self.color.is_black()));
        let color = if halves.is_multiple_of(2) { Color::White } else { Color::Black };
        MoveNumber { number: self.number.saturating_add(halves / 2), color }
    }
}

impl fmt::Display for MoveNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let points = if self.color.is_white() { "." } else { "..." };
        write!(f, "{}{points}", self.number)
    }
}

/// Half-moves before the next one of a position, counted from White's move 1.
pub(crate) fn halves_before(pos: &Chess) -> u32 {
    (pos.fullmoves().get() - 1).saturating_mul(2).saturating_add(u32::from(pos.turn().is_black()))
}

#[cfg(test)]
mod tests {
    use shakmaty::{CastlingMode, fen::Fen};

    use super::*;

    #[test]
    fn numbers_go_on_from_the_start_position() {
        for (fen, passed, shown, halves) in [
            ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", 0, "1.", 0),
            ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", 23, "12...", 0),
            ("4k3/8/8/8/8/8/4P3/4K3 b - - 0 31", 0, "31...", 61),
            ("4k3/8/8/8/8/8/4P3/4K3 b - - 0 31", 1, "32.", 61),
            ("4k3/8/8/8/8/8/4P3/4K3 b - - 0 4294967295", 1, "4294967295.", u32::MAX),
        ] {
            let parsed: Fen = fen.parse().expect(fen);
            let start: Chess = parsed.into_position(CastlingMode::Standard).expect(fen);
            assert_eq!(MoveNumber::of(&start, passed).to_string(), shown, "{fen}");
            assert_eq!(halves_before(&start), halves, "{fen}");
        }
    }
}
