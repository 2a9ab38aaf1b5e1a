//! Compares games that were found with true ones.

use std::fmt::Write;

use super::{Truth, figures::Tally};
use crate::reconstruction::Reconstruction;

/// How one case went.
#[derive(Debug, Default)]
pub struct Score {
    /// What is counted.
    pub tally: Tally,
    /// The first wrong ply, in words.
    pub first_wrong: Option<String>,
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
                    let sure: Vec<f64> = game.moves.iter().map(|m| m.confidence).collect();
                    score.add_game(truth, &wanted, &found, &sure, game.confidence);
                }
                None => score.add_game(truth, &wanted, &[], &[], 0.0),
            }
        }
        score.tally.extra = free.iter().filter(|(moves, _)| moves.len() >= EXTRA).count();
        score
    }

    fn add_game(
        &mut self,
        truth: &Truth,
        wanted: &[String],
        found: &[String],
        sure: &[f64],
        whole: f64,
    ) {
        let tally = &mut self.tally;
        let found = if truth.open { &found[..found.len().min(wanted.len())] } else { found };
        let (mut wrong, mut plies) = (0, 0);
        let judged = |ply: &usize| !truth.unjudged.contains(ply);
        for ply in (0..wanted.len().max(found.len())).filter(judged) {
            let (wanted, found) = (wanted.get(ply), found.get(ply));
            let hit = wanted.is_some() && wanted == found;
            plies += 1;
            tally.moves.push((if found.is_some() { as_shown(sure[ply]) } else { 0.0 }, hit));
            if !hit {
                wrong += 1;
                self.first_wrong.get_or_insert_with(|| {
                    let shown =
                        |san: Option<&String>| san.map_or("the end", String::as_str).to_owned();
                    format!("ply {}: {} for {}", ply + 1, shown(found), shown(wanted))
                });
            }
        }
        tally.games += 1;
        tally.plies += plies;
        tally.right += plies - wrong;
        tally.aligned += common(wanted, found).min(plies);
        tally.exact += usize::from(wrong == 0);
        tally.whole.push((as_shown(whole), wrong == 0));
    }

    /// How the case went, in words.
    pub fn result(&self) -> String {
        let mut words = match &self.first_wrong {
            None => "exact".to_owned(),
            Some(first) if self.tally.games > 1 => {
                format!("{} of {} games exact; {first}", self.tally.exact, self.tally.games)
            }
            Some(first) => first.clone(),
        };
        if self.tally.extra > 0 {
            let _ = write!(words, "; {} put out that are no games", self.tally.extra);
        }
        words
    }
}

/// A confidence with the decimals that programs are given.
fn as_shown(confidence: f64) -> f64 {
    (confidence * 1e6).round() / 1e6
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
        score.add_game(truth, &truth.san, &list(found), sure, 1.0);
        score
    }

    #[test]
    fn moves_count_at_their_place() {
        let truth = truth("e4 e5 Nf3 Nc6");
        let score = scored(&truth, "e4 e5 Nf3 Nc6", &[1.0; 4]);
        assert_eq!((score.tally.right, score.tally.plies, score.tally.exact), (4, 4, 1));
        let score = scored(&truth, "e4 Nf3 Nc6", &[1.0; 3]);
        assert_eq!((score.tally.right, score.tally.plies, score.tally.exact), (1, 4, 0));
        assert_eq!((score.tally.aligned, &score.tally.whole[..]), (3, &[(1.0, false)][..]));
        assert_eq!(score.result(), "ply 2: Nf3 for e5");
        let score = scored(&truth, "e4 e5 Nf3 Nc6 Bb5", &[1.0; 5]);
        assert_eq!((score.tally.right, score.tally.plies), (4, 5));
        assert_eq!(score.result(), "ply 5: Bb5 for the end");
    }

    #[test]
    fn what_nobody_knows_is_not_judged() {
        let truth = Truth { unjudged: vec![1], open: true, ..truth("e4 e5") };
        let score = scored(&truth, "e4 c5 Nf3", &[1.0; 3]);
        assert_eq!((score.tally.right, score.tally.plies, score.tally.exact), (1, 1, 1));
    }

    #[test]
    fn the_longest_common_list() {
        assert_eq!(common(&list("a b c d"), &list("b x d")), 2);
        assert_eq!(common(&list(""), &list("b")), 0);
    }
}
