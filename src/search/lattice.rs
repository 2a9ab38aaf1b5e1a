//! The surviving hypotheses, joined where they reach the same position at the same place, and
//! what follows from all of them together.

use shakmaty::{Bitboard, Chess, EnPassantMode, Move, Position, zobrist::Zobrist64};

/// Most sheets that are searched together.
pub const MAX_SHEETS: usize = 4;

/// How far a hypothesis has read one sheet.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Cursor {
    /// The next entry.
    pub next: u16,
    /// The entry after `next` is already used, `next` itself is not: the two are exchanged.
    pub held: bool,
    /// Ply of the last used entry less the ply that it claims.
    pub offset: Option<i16>,
    /// Plies without an entry, less entries without a ply, since the last used entry.
    pub drift: i8,
}

impl Cursor {
    /// The cursor after `entry` was used or left aside: the next one, or the one behind it.
    pub fn past(self, entry: u16) -> Cursor {
        if entry == self.next {
            Cursor { next: entry + 1 + u16::from(self.held), held: false, ..self }
        } else {
            Cursor { held: true, ..self }
        }
    }
}

/// A position at a place of the record.
#[derive(Debug, Clone)]
pub struct Node {
    /// The position.
    pub pos: Chess,
    /// Its Zobrist hash.
    pub hash: u64,
    /// Plies played.
    pub ply: u16,
    /// The moves that led here on the best way, latest first.
    pub last: [Option<Move>; 2],
    /// Squares of the pieces that began on the king's side, of both colours.
    pub kings_side: Bitboard,
    /// How far each sheet is read.
    pub cursors: [Cursor; MAX_SHEETS],
    /// Least cost of a way here, in nats.
    pub best: f32,
    /// `-ln` of the mass of all ways here.
    pub forward: f32,
    /// The ways here; the first is the best.
    pub edges: Vec<Edge>,
}

/// One step of a hypothesis.
#[derive(Debug, Clone)]
pub struct Edge {
    /// Node that the step starts from.
    pub from: u32,
    /// The move, or none where an entry is left aside.
    pub m: Option<Move>,
    /// The entry used for it, or left aside, by sheet.
    pub entries: [Option<u16>; MAX_SHEETS],
    /// Cost in nats.
    pub cost: f32,
}

/// What a step does: its move, and the entries that it uses.
pub type Step = (Option<Move>, [Option<u16>; MAX_SHEETS]);

/// All nodes, parents before children.
#[derive(Debug, Clone, Default)]
pub struct Lattice {
    /// The nodes.
    pub nodes: Vec<Node>,
    /// Nodes that have read every sheet to its end.
    pub finals: Vec<u32>,
    /// Number of nodes up to the end of each stage.
    pub stage_ends: Vec<u32>,
}

impl Node {
    /// Entries used or left aside on the way here, which is the stage of the node.
    pub fn used(&self) -> usize {
        self.cursors.iter().map(|cursor| cursor.next as usize + usize::from(cursor.held)).sum()
    }
}

/// The hash by which nodes are told apart.
pub fn hash(pos: &Chess) -> u64 {
    pos.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0
}

/// `-ln(e^-a + e^-b)`.
pub fn add_costs(a: f32, b: f32) -> f32 {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    if high == f32::INFINITY { low } else { low - (low - high).exp().ln_1p() }
}

impl Lattice {
    /// The edges of the best way to `node`, first to last.
    pub fn path(&self, node: u32) -> Vec<(u32, &Edge)> {
        let mut path = Vec::new();
        let mut at = node;
        while let Some(edge) = self.nodes[at as usize].edges.first() {
            path.push((at, edge));
            at = edge.from;
        }
        path.reverse();
        path
    }

    /// A copy of what stands before `stage`.
    pub fn prefix(&self, stage: usize) -> Lattice {
        let stage_ends = self.stage_ends[..stage.min(self.stage_ends.len())].to_vec();
        let nodes = stage_ends.last().map_or(0, |&end| end as usize);
        Lattice { nodes: self.nodes[..nodes].to_vec(), finals: Vec::new(), stage_ends }
    }

    /// The last stage that any hypothesis reaches.
    pub fn furthest(&self) -> usize {
        self.nodes.iter().map(Node::used).max().unwrap_or(0)
    }

    /// The final node of the best hypothesis.
    pub fn best_final(&self) -> Option<u32> {
        let cost = |&node: &u32| self.nodes[node as usize].best;
        self.finals.iter().copied().min_by(|a, b| cost(a).total_cmp(&cost(b)).then(a.cmp(b)))
    }

    /// What the best hypothesis costs, in nats; infinity where there is none.
    pub fn best_cost(&self) -> f32 {
        self.best_final().map_or(f32::INFINITY, |node| self.nodes[node as usize].best)
    }

    /// The edges of the best hypothesis, first to last; empty where there is none.
    pub fn best_path(&self) -> Vec<(u32, &Edge)> {
        self.best_final().map(|node| self.path(node)).unwrap_or_default()
    }

    /// The moves of the best hypothesis with the entries that they use; empty where there is none.
    pub fn best_steps(&self) -> Vec<Step> {
        self.best_path().iter().map(|(_, edge)| (edge.m, edge.entries)).collect()
    }

    /// `-ln` of the mass of all hypotheses.
    pub fn total(&self) -> f32 {
        self.finals
            .iter()
            .map(|&node| self.nodes[node as usize].forward)
            .fold(f32::INFINITY, add_costs)
    }

    /// Every step that leads to an end, the last first, with `-ln` of the mass of all ways from where
    /// it starts, by this step, to an end.
    pub fn steps_back(&self) -> Vec<(&Edge, f32)> {
        let mut steps = Vec::new();
        let mut backward = vec![f32::INFINITY; self.nodes.len()];
        for &node in &self.finals {
            backward[node as usize] = 0.0;
        }
        for (at, node) in self.nodes.iter().enumerate().rev() {
            let behind = backward[at];
            if behind == f32::INFINITY {
                continue;
            }
            for edge in &node.edges {
                let from = edge.from as usize;
                let through = behind + edge.cost;
                backward[from] = add_costs(backward[from], through);
                steps.push((edge, through));
            }
        }
        steps
    }

    /// Posterior probability of each move at each ply (from 0), most likely first.
    pub fn posteriors(&self) -> Vec<Vec<(Move, f64)>> {
        let total = self.total();
        let mut plies: Vec<Vec<(Move, f64)>> = Vec::new();
        for (edge, through) in self.steps_back() {
            let Some(m) = edge.m else { continue };
            let from = &self.nodes[edge.from as usize];
            let mass = f64::from(total - from.forward - through).exp();
            let ply = from.ply as usize;
            if plies.len() <= ply {
                plies.resize_with(ply + 1, Vec::new);
            }
            match plies[ply].iter_mut().find(|(other, _)| *other == m) {
                Some((_, sum)) => *sum += mass,
                None => plies[ply].push((m, mass)),
            }
        }
        for moves in &mut plies {
            // Ties keep an order that does not depend on the search: that of the squares.
            let key = |m: &Move| (m.from(), m.to(), m.promotion());
            moves.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| key(&a.0).cmp(&key(&b.0))));
        }
        plies
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::Square;

    use super::*;
    use crate::search::tests::one_ply;

    /// Root with two moves, 0.75 : 0.25, and no more evidence.
    #[test]
    fn posteriors_share_the_mass() {
        let start = Chess::default();
        let moves = start.legal_moves();
        let pawn =
            |to| moves.iter().copied().find(|m| m.to() == to && m.from() == Some(Square::E2));
        let pawn = |to, p: f32| (pawn(to).expect("a pawn move"), -p.ln());
        let lattice = one_ply(&start, &[pawn(Square::E4, 0.75), pawn(Square::E3, 0.25)]);
        let posteriors = lattice.posteriors();
        assert_eq!(posteriors.len(), 1);
        assert_eq!(posteriors[0][0].0.to(), Square::E4);
        assert!((posteriors[0][0].1 - 0.75).abs() < 1e-5);
        assert!((posteriors[0][1].1 - 0.25).abs() < 1e-5);
        assert_eq!(lattice.best_final(), Some(1));
    }
}
