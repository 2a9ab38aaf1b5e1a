//! Compares games that were found with true ones.

use std::fmt::Write;

use super::Truth;
use crate::reconstruction::Reconstruction;

/// Bins of the calibration error.
const BINS: usize = 20;

/// How one case went.
#[derive(Debug, Default)]
pub struct Score {
    /// True games.
    pub games: usize,
    /// Games of which every move is right.
    pub exact: usize,
    /// True plies, and plies put out beyond the end of the true game.
    pub plies: usize,
    /// Plies at which the true move stands.
    pub right: usize,
    /// Games put out that are none.
    pub extra: usize,
    /// The first wrong ply, in words.
    pub first_wrong: Option<String>,
    /// Confidence of every ply, and whether it is right.
    judged: Vec<(f64, bool)>,
}

/// Fewest moves of a game put out beyond the true ones that is held against the program: less is
/// a heading or a caption.
const EXTRA: usize = 4;

impl Score {
    /// Scores the games of a case. Each true game is compared with the one that is most like it,
    /// move by move at its place; check and mate signs do not count.
    pub fn of(truths: &[Truth], games: &[Reconstruction]) -> Score {
        let mut score = Score::default();
        let mut free: Vec<(Vec<String>, &Reconstruction)> = games
            .iter()
            .map(|game| (game.moves.iter().map(|m| plain(&m.san.to_string())).collect(), game))
            .collect();
        for truth in truths {
            let wanted: Vec<String> = truth.san.iter().map(|san| plain(san)).collect();
            let best = (0..free.len()).max_by(|&a, &b| {
                let likeness = |at: usize| {
                    common(&wanted, &free[at].0) as f64 - 0.01 * free[at].0.len() as f64
                };
                // Of equals the first.
                likeness(a).total_cmp(&likeness(b)).then(b.cmp(&a))
            });
            match best.map(|at| free.remove(at)) {
                Some((found, game)) => {
                    let confidences: Vec<f64> = game.moves.iter().map(|m| m.confidence).collect();
                    score.add_game(truth, &wanted, &found, &confidences);
                }
                None => score.add_game(truth, &wanted, &[], &[]),
            }
        }
        score.extra = free.iter().filter(|(moves, _)| moves.len() >= EXTRA).count();
        score
    }

    fn add_game(&mut self, truth: &Truth, wanted: &[String], found: &[String], sure: &[f64]) {
        let length = if truth.open { wanted.len() } else { wanted.len().max(found.len()) };
        let mut wrong = 0;
        for ply in (0..length).filter(|ply| !truth.unjudged.contains(ply)) {
            let (wanted, found) = (wanted.get(ply), found.get(ply));
            let hit = wanted.is_some() && wanted == found;
            self.plies += 1;
            self.right += usize::from(hit);
            self.judged.push((if found.is_some() { sure[ply] } else { 0.0 }, hit));
            if !hit {
                wrong += 1;
                self.first_wrong.get_or_insert_with(|| {
                    let shown =
                        |san: Option<&String>| san.map_or("the end", String::as_str).to_owned();
                    format!("ply {}: {} for {}", ply + 1, shown(found), shown(wanted))
                });
            }
        }
        self.games += 1;
        self.exact += usize::from(wrong == 0);
    }

    /// How the case went, in words.
    pub fn result(&self) -> String {
        let mut words = match &self.first_wrong {
            None => "exact".to_owned(),
            Some(first) if self.games > 1 => {
                format!("{} of {} games exact; {first}", self.exact, self.games)
            }
            Some(first) => first.clone(),
        };
        if self.extra > 0 {
            let _ = write!(words, "; {} put out that are no games", self.extra);
        }
        words
    }
}

/// The scores of all cases together.
#[derive(Debug, Default)]
pub struct Total {
    games: usize,
    exact: usize,
    plies: usize,
    right: usize,
    extra: usize,
    judged: Vec<(f64, bool)>,
}

impl Total {
    /// Adds a case.
    pub fn add(&mut self, score: &Score) {
        self.games += score.games;
        self.exact += score.exact;
        self.plies += score.plies;
        self.right += score.right;
        self.extra += score.extra;
        self.judged.extend_from_slice(&score.judged);
    }

    /// All figures, one a line: games, moves, share of right moves, share of exact games, expected
    /// calibration error of the confidences in 20 bins of equal count, their mean squared error.
    pub fn table(&self) -> String {
        let share = |part: usize, whole: usize| part as f64 / whole.max(1) as f64;
        let mut table = String::new();
        let _ = writeln!(table, "games        {}", self.games);
        let _ = writeln!(table, "moves        {}", self.plies);
        let _ = writeln!(table, "right        {:.4}", share(self.right, self.plies));
        let _ = writeln!(table, "exact        {:.4}", share(self.exact, self.games));
        let _ = writeln!(table, "calibration  {:.4}", calibration_error(&self.judged));
        let _ = writeln!(table, "brier        {:.4}", brier(&self.judged));
        if self.extra > 0 {
            let _ = writeln!(table, "extra games  {}", self.extra);
        }
        table
    }
}

/// Expected difference between confidence and share of right moves, over bins of equal count.
fn calibration_error(judged: &[(f64, bool)]) -> f64 {
    let mut sorted = judged.to_vec();
    sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
    let n = sorted.len();
    let off: f64 = (0..BINS)
        .map(|bin| {
            let bin = &sorted[bin * n / BINS..(bin + 1) * n / BINS];
            bin.iter().map(|&(sure, hit)| sure - f64::from(u8::from(hit))).sum::<f64>().abs()
        })
        .sum();
    off / n.max(1) as f64
}

fn brier(judged: &[(f64, bool)]) -> f64 {
    let sum: f64 =
        judged.iter().map(|&(sure, hit)| (sure - f64::from(u8::from(hit))).powi(2)).sum();
    sum / judged.len().max(1) as f64
}

/// A move without check and mate signs: who wrote them or not says nothing.
fn plain(san: &str) -> String {
    san.trim_end_matches(['+', '#', '!', '?']).replace('0', "O")
}

/// Length of the longest common subsequence of two move lists.
fn common(a: &[String], b: &[String]) -> usize {
    let mut row = vec![0; b.len() + 1];
    for x in a {
        let mut diagonal = 0;
        for (at, y) in b.iter().enumerate() {
            let above = row[at + 1];
            row[at + 1] = if x == y { diagonal + 1 } else { above.max(row[at]) };
            diagonal = above;
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    fn truth(text: &str) -> Truth {
        Truth { san: list(text), ..Truth::default() }
    }

    fn scored(truth: &Truth, found: &str, sure: &[f64]) -> Score {
        let mut score = Score::default();
        score.add_game(truth, &truth.san, &list(found), sure);
        score
    }

    #[test]
    fn moves_count_at_their_place() {
        let truth = truth("e4 e5 Nf3 Nc6");
        let score = scored(&truth, "e4 e5 Nf3 Nc6", &[1.0; 4]);
        assert_eq!((score.right, score.plies, score.exact), (4, 4, 1));
        let score = scored(&truth, "e4 Nf3 Nc6", &[1.0; 3]);
        assert_eq!((score.right, score.plies, score.exact), (1, 4, 0));
        assert_eq!(score.result(), "ply 2: Nf3 for e5");
        let score = scored(&truth, "e4 e5 Nf3 Nc6 Bb5", &[1.0; 5]);
        assert_eq!((score.right, score.plies), (4, 5));
        assert_eq!(score.result(), "ply 5: Bb5 for the end");
    }

    #[test]
    fn what_nobody_knows_is_not_judged() {
        let truth = Truth { unjudged: vec![1], open: true, ..truth("e4 e5") };
        let score = scored(&truth, "e4 c5 Nf3", &[1.0; 3]);
        assert_eq!((score.right, score.plies, score.exact), (1, 1, 1));
    }

    #[test]
    fn the_longest_common_list() {
        assert_eq!(common(&list("a b c d"), &list("b x d")), 2);
        assert_eq!(common(&list(""), &list("b")), 0);
    }

    #[test]
    fn confidences_are_measured() {
        let judged: Vec<(f64, bool)> = (0..100).map(|n| (0.9, n % 10 != 0)).collect();
        // One in ten of every bin of five is wrong on the average, not in each bin.
        assert!((brier(&judged) - 0.09).abs() < 1e-9);
        let sure: Vec<(f64, bool)> = (0..40).map(|_| (1.0, false)).collect();
        assert!((calibration_error(&sure) - 1.0).abs() < 1e-9);
        assert!(calibration_error(&[]).abs() < 1e-9);
    }
}
