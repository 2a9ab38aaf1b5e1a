//! Makes posteriors mean what they say: of the moves given 0.9, nine in ten are right.

use super::trouble::Signs;

/// No move is surer than this: what the model does not know of has some mass too.
const SUREST: f64 = 0.9995;

/// The confidence of a move with this posterior.
pub fn of_move(posterior: f64) -> f64 {
    posterior.clamp(0.0, 1.0) * SUREST
}

/// What the posterior of a move is worth, 0 to 1, by what the strains after the widest search say
/// of it: the true game may have been lost before, and not be among those that were compared.
///
/// A game that was lost is strained before and after a move of it; one that is strained all over
/// was most likely never found. Fitted to 74,000 moves of the development sets: their mean cost
/// (`-ln` of the confidence in what is true) is 0.0450 nats, 0.0492 with one worth for a whole game.
pub fn of_strain(signs: Signs) -> f64 {
    const HARMLESS: f64 = 8.0;
    const LOST_PER_NAT: f64 = 0.004;
    const COMMON: f64 = 0.35;
    const LOST_PER_MEAN_NAT: f64 = 1.0;
    const TELLING: f64 = 35.0;
    const LEAST: f64 = 0.3;
    let [ahead, behind, mean] = [signs.ahead, signs.behind, signs.mean].map(f64::from);
    let lost = LOST_PER_NAT * (ahead.min(behind) - HARMLESS).max(0.0);
    let astray = LOST_PER_MEAN_NAT * (mean - COMMON).max(0.0) * (ahead / TELLING).min(1.0);
    (-(lost + astray)).exp().max(LEAST)
}

/// What the posterior of a move is worth that stands among so many in a row of which nothing is
/// written, itself among them, 0 to 1: the more there are, the fewer of their ways were compared.
///
/// Fitted to games from which rows were taken: of what is supplied for two and three rows of 100 games
/// 0.81 and 0.55 are right, and given 0.81 and 0.60.
pub fn of_run(length: usize) -> f64 {
    const LOST_PER_CUBE: f64 = 0.0016;
    const LEAST: f64 = 0.6;
    (1.0 - LOST_PER_CUBE * (length as f64).powi(3)).max(LEAST)
}

/// The confidence that all moves are right; of a game without any nothing is known to be.
pub fn of_game(moves: impl Iterator<Item = f64>) -> f64 {
    moves.reduce(|all, next| all * next).unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strain_costs_trust() {
        let of = |ahead, behind, mean| of_strain(Signs { ahead, behind, mean });
        assert_eq!(of(0.0, 0.0, 0.0), 1.0);
        // One place may be explained badly where all else is well.
        assert_eq!(of(30.0, 5.0, 0.3), 1.0);
        assert!(of(40.0, 40.0, 0.3) < of(20.0, 40.0, 0.3));
        assert!(of(20.0, 0.0, 1.5) < of(20.0, 0.0, 0.5));
        assert_eq!(of(f32::INFINITY, f32::INFINITY, f32::INFINITY), 0.3);
    }

    #[test]
    fn many_moves_in_a_row_of_which_nothing_is_written_are_unsure() {
        let worth: Vec<f64> = (0..=12).map(of_run).collect();
        assert_eq!(worth[0], 1.0);
        assert!(worth[1] > 0.99 && worth[6] < 0.7);
        assert!(worth.windows(2).all(|pair| pair[1] <= pair[0] && pair[1] >= 0.6));
    }

    #[test]
    fn nothing_is_certain() {
        assert!(of_move(1.0) < 1.0);
        assert_eq!(of_move(0.0), 0.0);
        assert_eq!(of_game([].into_iter()), 0.0);
        assert!(of_game([0.9, 0.8].into_iter()) < 0.9 * 0.8 + 1e-9);
    }
}
