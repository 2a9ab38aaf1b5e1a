//! What many compared plies and games say about accuracy and about confidence.

use std::fmt::{self, Write};

/// Bins of the calibration error, of equal count.
const BINS: usize = 20;
/// Shares of the moves that a person looks at, the least sure first.
pub const LOOKED_AT: [f64; 4] = [0.01, 0.02, 0.04, 0.08];
/// Confidence from which on a game is put out as sure.
pub const SURE: f64 = 0.9;
/// Share of right moves that [`Figures::flag`] asks for among those not looked at.
const NEARLY_ALL: f64 = 0.999;

/// A ply or a game: how sure the program was of it, 0 to 1, and whether it is right.
pub type Judged = (f64, bool);

/// Everything that is counted of a set of cases.
#[derive(Debug, Clone, Default)]
pub struct Tally {
    /// True games.
    pub games: usize,
    /// Games of which every judged move is right.
    pub exact: usize,
    /// Judged plies: true ones, and those put out beyond the end of the true game.
    pub plies: usize,
    /// Plies at which the true move stands.
    pub right: usize,
    /// Moves that are right after the best alignment of the two lists.
    pub aligned: usize,
    /// Games put out that are none.
    pub extra: usize,
    /// Every judged ply.
    pub moves: Vec<Judged>,
    /// Every game.
    pub whole: Vec<Judged>,
}

impl Tally {
    /// Adds another set of cases.
    pub fn add(&mut self, other: &Tally) {
        self.games += other.games;
        self.exact += other.exact;
        self.plies += other.plies;
        self.right += other.right;
        self.aligned += other.aligned;
        self.extra += other.extra;
        self.moves.extend_from_slice(&other.moves);
        self.whole.extend_from_slice(&other.whole);
    }

    /// What it comes to.
    pub fn figures(&self) -> Figures {
        let share = |part: usize, whole: usize| part as f64 / whole.max(1) as f64;
        let sorted = by_confidence(&self.moves);
        let sure: Vec<&Judged> = self.whole.iter().filter(|game| game.0 >= SURE).collect();
        Figures {
            games: self.games,
            plies: self.plies,
            accuracy: share(self.right, self.plies),
            aligned: share(self.aligned, self.plies),
            exact: share(self.exact, self.games),
            calibration: calibration_error(&sorted),
            brier: brier(&sorted),
            looked_at: LOOKED_AT.map(|share| accuracy_after(&sorted, share)),
            flag: flag(&sorted),
            sure_games: sure.len(),
            sure_right: sure.iter().filter(|game| game.1).count(),
            extra: self.extra,
        }
    }
}

/// Accuracy and worth of the confidences of a set of cases. Shares are 0 to 1.
#[derive(Debug, Clone, PartialEq)]
pub struct Figures {
    /// True games.
    pub games: usize,
    /// Judged plies.
    pub plies: usize,
    /// Share of right plies.
    pub accuracy: f64,
    /// The same after the best alignment: a lost move costs itself alone.
    pub aligned: f64,
    /// Share of games that are wholly right.
    pub exact: f64,
    /// Expected calibration error of the moves, in 20 bins of equal count.
    pub calibration: f64,
    /// Mean squared error of the confidences of the moves.
    pub brier: f64,
    /// Accuracy when a person puts right the least sure moves, for each share in [`LOOKED_AT`].
    pub looked_at: [f64; LOOKED_AT.len()],
    /// Share of moves, the least sure, that a person has to look at for 99.9 % of the rest to be
    /// right.
    pub flag: f64,
    /// Games put out with a confidence of [`SURE`] or more.
    pub sure_games: usize,
    /// How many of them are wholly right.
    pub sure_right: usize,
    /// Games put out that are none.
    pub extra: usize,
}

impl Figures {
    /// Names of the columns of [`Figures::row`].
    pub const COLUMNS: &'static str =
        "games  moves   right  exact  calib.   brier  at 1%   at 2%   at 4%   at 8%  sure games";

    /// The figures in one row, under [`Figures::COLUMNS`].
    pub fn row(&self) -> String {
        let mut row = format!(
            "{:5} {:6}  {:.4} {:.4}  {:.4}  {:.4}",
            self.games, self.plies, self.accuracy, self.exact, self.calibration, self.brier
        );
        for accuracy in self.looked_at {
            let _ = write!(row, "  {accuracy:.4}");
        }
        let _ = write!(row, "  {}/{}", self.sure_right, self.sure_games);
        row
    }
}

impl fmt::Display for Figures {
    /// One figure a line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "games        {}", self.games)?;
        writeln!(f, "moves        {}", self.plies)?;
        writeln!(f, "right        {:.4}", self.accuracy)?;
        writeln!(f, "aligned      {:.4}", self.aligned)?;
        writeln!(f, "exact        {:.4}", self.exact)?;
        writeln!(f, "calibration  {:.4}", self.calibration)?;
        writeln!(f, "brier        {:.4}", self.brier)?;
        for (share, accuracy) in LOOKED_AT.iter().zip(self.looked_at) {
            writeln!(f, "at {}%        {accuracy:.4}", share * 100.0)?;
        }
        writeln!(f, "flag 99.9    {:.4}", self.flag)?;
        writeln!(f, "sure games   {} of {} right", self.sure_right, self.sure_games)?;
        if self.extra > 0 {
            writeln!(f, "extra games  {}", self.extra)?;
        }
        Ok(())
    }
}

/// The least sure first; equally sure ones keep their order.
pub(super) fn by_confidence(judged: &[Judged]) -> Vec<Judged> {
    let mut sorted = judged.to_vec();
    sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
    sorted
}

fn wrong(judged: &[Judged]) -> usize {
    judged.iter().filter(|(_, hit)| !hit).count()
}

/// Expected difference between confidence and share of right moves, over bins of equal count.
fn calibration_error(sorted: &[Judged]) -> f64 {
    let n = sorted.len();
    let off: f64 = (0..BINS)
        .map(|bin| {
            let bin = &sorted[bin * n / BINS..(bin + 1) * n / BINS];
            bin.iter().map(|&(sure, hit)| sure - f64::from(u8::from(hit))).sum::<f64>().abs()
        })
        .sum();
    off / n.max(1) as f64
}

fn brier(judged: &[Judged]) -> f64 {
    let sum: f64 =
        judged.iter().map(|&(sure, hit)| (sure - f64::from(u8::from(hit))).powi(2)).sum();
    sum / judged.len().max(1) as f64
}

/// Share of right moves after a person has put right this share of them, the least sure.
pub(super) fn accuracy_after(sorted: &[Judged], share: f64) -> f64 {
    let n = sorted.len();
    let looked_at = (n as f64 * share).round_ties_even() as usize;
    1.0 - wrong(&sorted[looked_at.min(n)..]) as f64 / n.max(1) as f64
}

fn flag(sorted: &[Judged]) -> f64 {
    let n = sorted.len();
    let mut left = wrong(sorted);
    let mut flagged = 0;
    for (_, hit) in sorted {
        if left as f64 <= (1.0 - NEARLY_ALL) * (n - flagged) as f64 {
            break;
        }
        left -= usize::from(!hit);
        flagged += 1;
    }
    flagged as f64 / n.max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A hundred moves, surer and surer; those at these places are wrong.
    fn moves(wrong: &[usize]) -> Vec<Judged> {
        (0..100).map(|n| (n as f64 / 100.0, !wrong.contains(&n))).collect()
    }

    #[test]
    fn confidences_are_measured() {
        let judged: Vec<Judged> = (0..100).map(|n| (0.9, n % 10 != 0)).collect();
        // One in ten of every bin of five is wrong on the average, not in each bin.
        assert!((brier(&judged) - 0.09).abs() < 1e-9);
        let sure: Vec<Judged> = (0..40).map(|_| (1.0, false)).collect();
        assert!((calibration_error(&sure) - 1.0).abs() < 1e-9);
        assert!(calibration_error(&[]).abs() < 1e-9);
    }

    #[test]
    fn the_least_sure_moves_are_looked_at_first() {
        let sorted = by_confidence(&moves(&[0, 3, 50]).into_iter().rev().collect::<Vec<_>>());
        for (share, right) in [(0.0, 0.97), (0.01, 0.98), (0.04, 0.99), (0.5, 0.99), (0.51, 1.0)] {
            let found = accuracy_after(&sorted, share);
            assert!((found - right).abs() < 1e-9, "{share}: {found}");
        }
        // All three have to be found before fewer than one in a thousand is wrong.
        assert!((flag(&sorted) - 0.51).abs() < 1e-9);
        assert!(flag(&moves(&[])).abs() < 1e-9 && flag(&[]).abs() < 1e-9);
        assert!((flag(&[(0.5, false)]) - 1.0).abs() < 1e-9);
    }

    #[test]
    fn sure_games_are_those_of_nine_in_ten() {
        let whole = vec![(0.95, true), (0.9, false), (0.89, true)];
        let figures = Tally { games: 3, exact: 2, whole, ..Tally::default() }.figures();
        assert_eq!((figures.sure_right, figures.sure_games), (1, 2));
        assert!(figures.to_string().contains("sure games   1 of 2 right\n"));
    }
}
