//! Where a game starts, and how its moves are numbered from there.

use shakmaty::{CastlingMode, Chess, Color, Position, fen::Fen, san::SanPlus};

use crate::{numbering::MoveNumber, reconstruction::Reconstruction, start::position};

/// The start of a game as the output has to name it.
#[derive(Debug)]
pub(crate) struct Frame<'a> {
    /// The start position, where it is not the usual one.
    pub start: Option<&'a Fen>,
    /// How castling is written in UCI: Chess960 names the rook's square.
    pub mode: CastlingMode,
    /// Number of the first move, and the side that makes it.
    first: MoveNumber,
}

impl<'a> Frame<'a> {
    /// The start of a game. A claimed start from which the moves cannot be played is not the one
    /// that was searched from, and is left out: an output with it would load nowhere.
    pub fn of(game: &'a Reconstruction) -> Frame<'a> {
        let first = MoveNumber { number: 1, color: Color::White };
        let usual = Frame { start: None, mode: CastlingMode::Standard, first };
        let Some(start) = &game.start else { return usual };
        let mode = CastlingMode::detect(start.as_setup());
        let Ok(mut pos) = position(start, mode) else { return usual };
        let first = MoveNumber::of(&pos, 0);
        for placed in &game.moves {
            if !pos.is_legal(placed.m) {
                return usual;
            }
            pos.play_unchecked(placed.m);
        }
        Frame { start: Some(start), mode, first }
    }

    /// The position that the game begins in.
    pub fn first_position(&self) -> Chess {
        let start = self.start.and_then(|start| position(start, self.mode).ok());
        start.unwrap_or_default()
    }

    /// Move number and side of a ply, which counts from 1.
    pub fn number(&self, ply: u32) -> (u32, Color) {
        let MoveNumber { number, color } = self.first.after(ply.saturating_sub(1));
        (number, color)
    }

    /// A move as people name it: `12... Nbd7`.
    pub fn name(&self, ply: u32, san: &SanPlus) -> String {
        format!("{} {san}", self.place(ply))
    }

    /// The place of a ply in the game: `12.` or `12...`.
    pub fn place(&self, ply: u32) -> String {
        self.first.after(ply.saturating_sub(1)).to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::write::tests::game;

    #[test]
    fn numbers_go_on_from_the_start_position() {
        let mut found = game(&[]);
        found.start = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 31".parse().ok();
        let frame = Frame::of(&found);
        assert_eq!(frame.number(1), (31, Color::Black));
        assert_eq!(frame.number(2), (32, Color::White));
    }

    #[test]
    fn a_start_that_the_moves_do_not_fit_is_left_out() {
        let mut found = game(&["e4"]);
        found.start = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 31".parse().ok();
        let frame = Frame::of(&found);
        assert!(frame.start.is_none());
        assert_eq!(frame.name(1, &found.moves[0].san), "1. e4");
    }
}
