//! Moves between which the texts leave a doubt, weighed once more by what comes of them.
//!
//! The prior of a move is cheap and looks no further than what hangs; it is asked of every legal
//! move of every hypothesis. Where games of the lattice part at a position and each is about as
//! likely, there is time to look a few plies ahead (`foresight`): a move that loses a piece was
//! less likely played. The moves in doubt share among them the prior that they had together, so
//! that games which parted before are no better and no worse for it.

use rustc_hash::FxHashMap;
use shakmaty::{Chess, Move, Position};

use super::{
    beam::PriorCache,
    lattice::{Edge, Lattice, add_costs},
    shapes::follow,
};
use crate::prior::foresight;

/// Plies that are looked ahead after a move.
const PLIES: usize = 3;
/// A position is looked at that has this much of the mass of all games.
const SHARE: f32 = 0.1;
/// A move is looked at that is no less likely than another than this, in nats.
const IN_DOUBT: f32 = 3.0;
/// Most moves of a record that are looked at.
const MOST_MOVES: usize = 400;
/// What a move loses beyond this tells no more, in centipawns: it is misjudged, or was overlooked.
const MOST_LOST: i32 = 300;
/// What a lost pawn costs, in nats.
const PAWN: f32 = 0.7;

/// Moves from a position, with what they lose against the best of them, in centipawns.
type Losses = Vec<(Move, i32)>;

/// Weighs the moves in doubt; returns whether there were any.
pub fn weigh(lattice: &mut Lattice, priors: &mut PriorCache) -> bool {
    let doubts = doubts(lattice);
    if doubts.is_empty() {
        return false;
    }
    let mut known: FxHashMap<u64, Losses> = FxHashMap::default();
    let mut dearer: FxHashMap<(u32, Move), f32> = FxHashMap::default();
    let mut all = Vec::new();
    for (at, moves) in doubts {
        let node = &lattice.nodes[at as usize];
        let losses = known.entry(node.hash).or_default();
        if moves.iter().any(|m| !losses.iter().any(|(known, _)| known == m)) {
            *losses = compare(&node.pos, &moves);
        }
        let legal = node.pos.legal_moves();
        priors.fill(node.hash, &node.pos, node.last, &legal, &mut all);
        let cost = |lost: i32| PAWN * lost as f32 / 100.0;
        let (mut before, mut after) = (0.0, 0.0);
        for (m, prior) in legal.iter().zip(&all) {
            if let Some((_, lost)) = losses.iter().find(|(known, _)| known == m) {
                before += prior.exp();
                after += (prior - cost(*lost)).exp();
            }
        }
        let gained = f32::ln(before / after);
        dearer.extend(losses.iter().map(|&(m, lost)| ((at, m), cost(lost) - gained)));
    }
    reckon(lattice, &dearer);
    true
}

/// The moves in doubt, by the node that they leave.
fn doubts(lattice: &Lattice) -> Vec<(u32, Vec<Move>)> {
    let total = lattice.total();
    let mut ways: Vec<Vec<(Move, f32)>> = vec![Vec::new(); lattice.nodes.len()];
    for (edge, through) in lattice.steps_back().into_iter().rev() {
        let Some(m) = edge.m else { continue };
        let ways = &mut ways[edge.from as usize];
        match ways.iter_mut().find(|(other, _)| *other == m) {
            Some((_, sum)) => *sum = add_costs(*sum, through),
            None => ways.push((m, through)),
        }
    }
    let mut doubts: Vec<(u32, Vec<Move>)> = Vec::new();
    for (at, mut ways) in ways.into_iter().enumerate() {
        let Some(least) = ways.iter().map(|(_, cost)| *cost).min_by(f32::total_cmp) else {
            continue;
        };
        if lattice.nodes[at].forward + least - total > -SHARE.ln() {
            continue;
        }
        ways.retain(|(_, cost)| *cost < least + IN_DOUBT);
        if ways.len() > 1 {
            doubts.push((at as u32, ways.into_iter().map(|(m, _)| m).collect()));
        }
    }
    let mut looked_at = 0;
    doubts.retain(|(_, moves)| {
        looked_at += moves.len();
        looked_at <= MOST_MOVES
    });
    doubts
}

/// What each of some moves loses against the best of them, up to [`MOST_LOST`]; the same in
/// whichever order they come.
fn compare(pos: &Chess, moves: &[Move]) -> Losses {
    let value = |m: Move, plies: usize, low: i32| {
        -foresight::value(&foresight::after(pos, m), plies, -foresight::INFINITE, -low)
    };
    // The first move may be worth anything; a glance says about what.
    let mut best = None;
    let values = moves.iter().map(|&m| {
        let about = best.unwrap_or_else(|| value(m, 1, -foresight::INFINITE));
        let low = about - MOST_LOST;
        let mut found = value(m, PLIES, low);
        if best.is_none() && found <= low {
            found = value(m, PLIES, -foresight::INFINITE);
        }
        best = Some(best.map_or(found, |best| found.max(best)));
        (m, found)
    });
    let mut losses: Losses = values.collect();
    let best = best.unwrap_or_default();
    losses.iter_mut().for_each(|(_, value)| *value = (best - *value).min(MOST_LOST));
    losses
}

/// Adds to the costs of steps and reckons anew what ways through the lattice cost.
fn reckon(lattice: &mut Lattice, dearer: &FxHashMap<(u32, Move), f32>) {
    for at in 0..lattice.nodes.len() {
        let (before, rest) = lattice.nodes.split_at_mut(at);
        let node = &mut rest[0];
        if node.edges.is_empty() {
            continue;
        }
        node.best = f32::INFINITY;
        node.forward = f32::INFINITY;
        let mut first = 0;
        for (index, edge) in node.edges.iter_mut().enumerate() {
            if let Some(m) = edge.m {
                edge.cost += dearer.get(&(edge.from, m)).copied().unwrap_or_default();
            }
            let from = &before[edge.from as usize];
            if from.best + edge.cost < node.best {
                node.best = from.best + edge.cost;
                first = index;
            }
            node.forward = add_costs(node.forward, from.forward + edge.cost);
        }
        node.edges.swap(0, first);
        let Edge { from, m, .. } = node.edges[0];
        let from = &before[from as usize];
        (node.last, node.kings_side) = match m {
            None => (from.last, from.kings_side),
            Some(m) => ([Some(m), from.last[0]], follow(from.kings_side, m)),
        };
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::san::San;

    use super::*;
    use crate::{
        prior::Prior,
        search::{
            lattice::hash,
            tests::{one_ply, position},
        },
    };

    /// A lattice of one move from a position, for which the texts speak alike.
    fn lattice_of(pos: &Chess, sans: &[&str], priors: &mut PriorCache) -> Lattice {
        let legal = pos.legal_moves();
        let mut all = Vec::new();
        priors.fill(hash(pos), pos, [None; 2], &legal, &mut all);
        let costs = sans.iter().map(|san| {
            let m = san.parse::<San>().expect("a move").to_move(pos).expect("legal");
            (m, -all[legal.iter().position(|legal| *legal == m).expect("among them")])
        });
        one_ply(pos, &costs.collect::<Vec<_>>())
    }

    #[test]
    fn a_fork_tells_moves_apart_and_nothing_is_gained_by_it() {
        let pos = position("r3k3/8/8/1N6/8/8/5r2/4K3 b - - 0 1");
        let mut priors = PriorCache::new(Prior::embedded());
        let mut lattice = lattice_of(&pos, &["Rb2", "Rc2"], &mut priors);
        let before = lattice.clone();
        assert!(weigh(&mut lattice, &mut priors));
        let odds = |lattice: &Lattice| lattice.nodes[1].forward - lattice.nodes[2].forward;
        let most = PAWN * MOST_LOST as f32 / 100.0;
        assert!((odds(&lattice) - odds(&before) - most).abs() < 1e-4);
        assert!((lattice.total() - before.total()).abs() < 1e-4);
        // What is not in doubt is left alone.
        assert!(!weigh(&mut lattice_of(&pos, &["Rb2"], &mut priors), &mut priors));
    }

    #[test]
    fn losses_do_not_depend_on_the_order() {
        // The rook is given away, does nothing, or takes a pawn.
        let pos = position("5bk1/5pp1/7p/8/p7/8/5PPP/R5K1 w - - 0 1");
        let sans = ["Ra3", "Rb1", "Kf1", "Rxa4"];
        let of = |san: &&str| san.parse::<San>().expect("a move").to_move(&pos).expect("legal");
        let mut moves: Vec<Move> = sans.iter().map(of).collect();
        let sorted = |mut losses: Losses| {
            losses.sort_by_key(|(m, _)| m.to());
            losses
        };
        let losses = sorted(compare(&pos, &moves));
        for _ in 0..moves.len() {
            moves.rotate_left(1);
            assert_eq!(sorted(compare(&pos, &moves)), losses);
        }
    }
}
