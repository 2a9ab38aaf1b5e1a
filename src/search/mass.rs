//! The games of a lattice and how much of its mass each has, which is their probability.
//!
//! 1. Games are taken out of the lattice in the order of their probability, each with its whole
//!    mass, over all ways of laying the entries on its plies: beginnings of games wait in a queue
//!    and the one with the most mass behind it is lengthened. No game behind a beginning has more
//!    mass than the beginning, so that what comes out first is the most probable.
//! 2. Where that becomes too long, the rest is drawn: ways through the lattice, last step first, in
//!    proportion to their mass, from a fixed seed. What was taken out before is drawn again and
//!    thrown away, and the others share the mass that is left.
//! 3. What the posteriors themselves cannot be trusted with is unknown, and is said to be.

use std::{
    cmp::{Ordering, Reverse},
    collections::{BTreeMap, BinaryHeap},
};

use rustc_hash::{FxHashMap, FxHashSet};
use shakmaty::Move;

use super::{
    lattice::Lattice,
    readings::{GameReading, Readings},
};

/// Games are taken out until this much of the mass is covered.
const COVERED: f64 = 0.999_9;
/// Most nodes that are visited for that.
const MOST_VISITS: usize = 400_000;
/// Games that are drawn for the rest, at most.
const DRAWN: usize = 256;
/// Draws made for them, at most: those of games that were taken out before do not count.
const MOST_DRAWS: usize = 4096;
/// Where the draws begin.
const SEED: u64 = 0x5c0e_5ee7;

/// The games of a lattice of which a share of `trust`, 0 to 1, is to be believed; up to `counted`
/// of them are taken out exactly.
pub fn readings(lattice: &Lattice, trust: f64, counted: usize) -> Readings {
    let mass = Mass::of(lattice);
    let mut games = mass.most_probable(counted);
    let covered: f64 = games.iter().map(|game| game.probability).sum();
    let mut unknown = 1.0;
    if mass.total.is_finite() {
        unknown = (1.0 - covered).max(0.0);
        if covered < COVERED {
            let drawn = mass.drawn(&games, unknown);
            if !drawn.is_empty() {
                unknown = 0.0;
            }
            games.extend(drawn);
        }
    }
    for game in &mut games {
        game.probability *= trust;
    }
    Readings { games, unknown: 1.0 - trust * (1.0 - unknown) }
}

/// A lattice with the mass of the ways to each of its nodes and from it to the end, as natural
/// logarithms.
struct Mass<'a> {
    lattice: &'a Lattice,
    forward: Vec<f64>,
    backward: Vec<f64>,
    total: f64,
    is_final: Vec<bool>,
    /// The steps from each node to those that lead to an end: `steps[starts[n]..starts[n + 1]]`
    /// are those of node `n`, each as the next node and the index of its edge there.
    steps: Vec<(u32, u32)>,
    starts: Vec<u32>,
}

/// Nodes, with ln of the mass of some of the ways to them.
type Reached = Vec<(u32, f64)>;

/// The beginning of a game.
struct Beginning {
    parent: u32,
    m: Option<Move>,
}

/// What waits to be lengthened or is a whole game.
struct Waiting {
    /// ln of the mass of the games behind it.
    mass: f64,
    /// When it was met: of equals the first goes first.
    met: u32,
    beginning: u32,
    /// Nodes reached, with ln of the mass of the ways of this beginning to them; none for a whole
    /// game.
    nodes: Reached,
}

impl Ord for Waiting {
    fn cmp(&self, other: &Waiting) -> Ordering {
        self.mass.total_cmp(&other.mass).then(Reverse(self.met).cmp(&Reverse(other.met)))
    }
}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Waiting) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Waiting {
    fn eq(&self, other: &Waiting) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Waiting {}

impl<'a> Mass<'a> {
    fn of(lattice: &'a Lattice) -> Mass<'a> {
        let nodes = lattice.nodes.len();
        let mut forward = vec![f64::NEG_INFINITY; nodes];
        let mut backward = vec![f64::NEG_INFINITY; nodes];
        let mut is_final = vec![false; nodes];
        for &node in &lattice.finals {
            is_final[node as usize] = true;
            backward[node as usize] = 0.0;
        }
        for (at, node) in lattice.nodes.iter().enumerate() {
            if node.edges.is_empty() {
                forward[at] = -f64::from(node.forward);
            }
            for edge in &node.edges {
                let through = forward[edge.from as usize] - f64::from(edge.cost);
                forward[at] = ln_sum(forward[at], through);
            }
        }
        let mut starts = vec![0u32; nodes + 1];
        for (at, node) in lattice.nodes.iter().enumerate().rev() {
            if backward[at] == f64::NEG_INFINITY {
                continue;
            }
            for edge in &node.edges {
                let from = edge.from as usize;
                backward[from] = ln_sum(backward[from], backward[at] - f64::from(edge.cost));
                starts[from + 1] += 1;
            }
        }
        for at in 0..nodes {
            starts[at + 1] += starts[at];
        }
        let mut free = starts.clone();
        let mut steps = vec![(0, 0); starts[nodes] as usize];
        for (at, node) in lattice.nodes.iter().enumerate() {
            if backward[at] == f64::NEG_INFINITY {
                continue;
            }
            for (index, edge) in node.edges.iter().enumerate() {
                let place = &mut free[edge.from as usize];
                steps[*place as usize] = (at as u32, index as u32);
                *place += 1;
            }
        }
        let ends = lattice.finals.iter().map(|&node| forward[node as usize]);
        let total = ends.fold(f64::NEG_INFINITY, ln_sum);
        Mass { lattice, forward, backward, total, is_final, steps, starts }
    }

    /// The steps from a node: the next node, the move if there is one, and ln of the step's mass.
    fn steps(&self, node: u32) -> impl Iterator<Item = (u32, Option<Move>, f64)> + '_ {
        let from = self.starts[node as usize] as usize;
        let to = self.starts[node as usize + 1] as usize;
        self.steps[from..to].iter().map(|&(next, index)| {
            let edge = &self.lattice.nodes[next as usize].edges[index as usize];
            (next, edge.m, -f64::from(edge.cost))
        })
    }

    /// The most probable games with their exact shares of the mass.
    fn most_probable(&self, most: usize) -> Vec<GameReading> {
        let mut games = Vec::new();
        if !self.total.is_finite() {
            return games;
        }
        let mut beginnings = vec![Beginning { parent: 0, m: None }];
        let mut waiting = BinaryHeap::from([Waiting {
            mass: self.total,
            met: 0,
            beginning: 0,
            nodes: vec![(0, self.forward[0])],
        }]);
        let (mut met, mut visits, mut covered) = (0, 0, 0.0);
        while let Some(next) = waiting.pop() {
            if next.nodes.is_empty() {
                let probability = (next.mass - self.total).exp().min(1.0);
                covered += probability;
                let moves = moves_of(&beginnings, next.beginning);
                games.push(GameReading { moves, probability, drawn: false });
                if games.len() >= most || covered >= COVERED {
                    break;
                }
                continue;
            }
            if visits > MOST_VISITS {
                break;
            }
            let (ended, longer) = self.lengthen(&next.nodes, &mut visits);
            let mut wait = |mass, beginning, nodes| {
                met += 1;
                waiting.push(Waiting { mass, met, beginning, nodes });
            };
            if ended > f64::NEG_INFINITY {
                wait(ended, next.beginning, Vec::new());
            }
            for (m, nodes) in longer {
                let mass = nodes.iter().map(|&(node, mass)| mass + self.backward[node as usize]);
                let mass = mass.fold(f64::NEG_INFINITY, ln_sum);
                beginnings.push(Beginning { parent: next.beginning, m: Some(m) });
                wait(mass, beginnings.len() as u32 - 1, nodes);
            }
        }
        games
    }

    /// What a beginning that has reached these nodes leads to: ln of the mass with which it is the
    /// whole game, and by next move the nodes that are reached then.
    fn lengthen(&self, nodes: &[(u32, f64)], visits: &mut usize) -> (f64, Vec<(Move, Reached)>) {
        let mut ended = f64::NEG_INFINITY;
        let mut longer: Vec<(Move, BTreeMap<u32, f64>)> = Vec::new();
        // Steps without a move stay in the beginning; they lead to later nodes.
        let mut open: BTreeMap<u32, f64> = nodes.iter().copied().collect();
        while let Some((node, mass)) = open.pop_first() {
            *visits += 1;
            if self.is_final[node as usize] {
                ended = ln_sum(ended, mass);
            }
            for (next, m, step) in self.steps(node) {
                let reached = match m {
                    None => &mut open,
                    Some(m) => match longer.iter().position(|(known, _)| *known == m) {
                        Some(at) => &mut longer[at].1,
                        None => {
                            longer.push((m, BTreeMap::new()));
                            let last = longer.len() - 1;
                            &mut longer[last].1
                        }
                    },
                };
                let sum = reached.entry(next).or_insert(f64::NEG_INFINITY);
                *sum = ln_sum(*sum, mass + step);
            }
        }
        let longer = longer.into_iter().map(|(m, nodes)| (m, nodes.into_iter().collect()));
        (ended, longer.collect())
    }

    /// Games other than those known, drawn in proportion to their mass; together they have the
    /// probability `rest`.
    fn drawn(&self, known: &[GameReading], rest: f64) -> Vec<GameReading> {
        let known: FxHashSet<&[Move]> = known.iter().map(|game| &game.moves[..]).collect();
        let mut random = SEED;
        let mut found: FxHashMap<Vec<Move>, usize> = FxHashMap::default();
        let mut order: Vec<Vec<Move>> = Vec::new();
        let mut kept = 0;
        for _ in 0..MOST_DRAWS {
            if kept == DRAWN {
                break;
            }
            let moves = self.draw(&mut random);
            if known.contains(&moves[..]) {
                continue;
            }
            kept += 1;
            let times = found.entry(moves.clone()).or_insert(0);
            if *times == 0 {
                order.push(moves);
            }
            *times += 1;
        }
        let share = |moves: &Vec<Move>| found[moves] as f64 / kept.max(1) as f64 * rest;
        let mut games: Vec<GameReading> = order
            .iter()
            .map(|moves| GameReading {
                moves: moves.clone(),
                probability: share(moves),
                drawn: true,
            })
            .collect();
        // Stable: of equals the one that was drawn first goes first.
        games.sort_by(|a, b| b.probability.total_cmp(&a.probability));
        games
    }

    /// One way through the lattice, in proportion to its mass.
    fn draw(&self, random: &mut u64) -> Vec<Move> {
        let ends = self.lattice.finals.iter();
        let ends = ends.map(|&node| (node, self.forward[node as usize]));
        let Some(mut at) = choose(ends, self.total, random) else { return Vec::new() };
        let mut moves = Vec::new();
        loop {
            let node = &self.lattice.nodes[at as usize];
            let ways = node.edges.iter().enumerate().map(|(index, edge)| {
                (index, self.forward[edge.from as usize] - f64::from(edge.cost))
            });
            let Some(way) = choose(ways, self.forward[at as usize], random) else { break };
            moves.extend(node.edges[way].m);
            at = node.edges[way].from;
        }
        moves.reverse();
        moves
    }
}

/// One of several, in proportion to its mass; masses and their sum are natural logarithms.
fn choose<T>(from: impl Iterator<Item = (T, f64)>, sum: f64, random: &mut u64) -> Option<T> {
    let mut left = uniform(random);
    let mut last = None;
    for (one, mass) in from {
        left -= (mass - sum).exp();
        last = Some(one);
        if left < 0.0 {
            break;
        }
    }
    last
}

/// The next number of a SplitMix64 sequence (Steele, Lea and Flood 2014), from 0 up to 1.
fn uniform(state: &mut u64) -> f64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
}

/// `ln(e^a + e^b)`.
fn ln_sum(a: f64, b: f64) -> f64 {
    let (high, low) = if a > b { (a, b) } else { (b, a) };
    if low == f64::NEG_INFINITY { high } else { high + (low - high).exp().ln_1p() }
}

fn moves_of(beginnings: &[Beginning], mut at: u32) -> Vec<Move> {
    let mut moves = Vec::new();
    while let Some(m) = beginnings[at as usize].m {
        moves.push(m);
        at = beginnings[at as usize].parent;
    }
    moves.reverse();
    moves
}
