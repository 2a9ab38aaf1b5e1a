//! Makes posteriors mean what they say: of the moves given 0.9, nine in ten are right.

/// No move is surer than this: what the model does not know of has some mass too.
const SUREST: f64 = 0.9995;

/// The confidence of a move with this posterior.
pub fn of_move(posterior: f64) -> f64 {
    posterior.clamp(0.0, 1.0) * SUREST
}

/// What the posteriors of a game are worth, 0 to 1, where its steps are too dear by `worst` in one
/// place, as [`super::trouble::Strains`] tells it, after the widest search: then the true game may
/// not be among those that were compared.
///
/// Fitted to the development sets, some 570 games with up to a third of the texts wrong: 98 of 100
/// moves are right where the worst place is below 20 nats, 83 between 25 and 30, 30 above.
pub fn of_strain(worst: f32) -> f64 {
    const HARMLESS: f64 = 18.0;
    const LOST_PER_NAT: f64 = 0.02;
    (1.0 - LOST_PER_NAT * (f64::from(worst) - HARMLESS).max(0.0)).max(0.3)
}

/// The confidence that all moves are right.
pub fn of_game(moves: impl Iterator<Item = f64>) -> f64 {
    moves.product()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strain_costs_trust() {
        assert_eq!(of_strain(0.0), 1.0);
        assert!(of_strain(40.0) < of_strain(30.0) && of_strain(30.0) < 1.0);
        assert_eq!(of_strain(f32::INFINITY), 0.3);
    }

    #[test]
    fn nothing_is_certain() {
        assert!(of_move(1.0) < 1.0);
        assert_eq!(of_move(0.0), 0.0);
        assert!(of_game([0.9, 0.8].into_iter()) < 0.9 * 0.8 + 1e-9);
    }
}
