//! Makes posteriors mean what they say: of the moves given 0.9, nine in ten are right.

/// No move is surer than this: what the model does not know of has some mass too.
const SUREST: f64 = 0.9995;

/// The confidence of a move with this posterior.
pub fn of_move(posterior: f64) -> f64 {
    posterior.clamp(0.0, 1.0) * SUREST
}

/// The confidence that all moves are right.
pub fn of_game(moves: impl Iterator<Item = f64>) -> f64 {
    moves.product()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_certain() {
        assert!(of_move(1.0) < 1.0);
        assert_eq!(of_move(0.0), 0.0);
        assert!(of_game([0.9, 0.8].into_iter()) < 0.9 * 0.8 + 1e-9);
    }
}
