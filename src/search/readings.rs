//! Every game that the record may tell of, each with its probability, and what the entries say
//! where they stand: the evidence behind a reconstruction.
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
use shakmaty::{Move, Position};

use super::{
    Reconstructor, assemble::Assembly, calibration, emission::FAR_FETCHED, lattice::Lattice,
    shapes::shapes, study,
};
use crate::{reconstruction::Reconstruction, record::Record};

/// Most games that are taken out one by one.
const MOST_COUNTED: usize = 64;
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
/// A text that costs this much more as a spelling of one move than of another, in nats, does not
/// mean the first.
const AS_LIKELY: f32 = 2.0;

/// What stands behind a reconstruction.
#[derive(Debug, Clone, Default)]
pub struct Evidence {
    /// The games that the record may tell of.
    pub readings: Readings,
    /// What the entries on the moves of the most likely game say, in the order of the game.
    pub written: Vec<Written>,
}

/// The games that a record may tell of.
#[derive(Debug, Clone, Default)]
pub struct Readings {
    /// The games, most probable first.
    pub games: Vec<GameReading>,
    /// Probability of games that are not among them, 0 to 1; with the others' it sums to 1.
    pub unknown: f64,
}

/// One game that the record may tell of.
#[derive(Debug, Clone, PartialEq)]
pub struct GameReading {
    /// Its moves, from the start position of the record.
    pub moves: Vec<Move>,
    /// Its probability, 0 to 1.
    pub probability: f64,
    /// Whether the game was drawn in proportion to its probability, which then is an estimate.
    pub drawn: bool,
}

/// What the text of an entry says in the position in which it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// Index of the sheet in the record.
    pub sheet: usize,
    /// Index of the entry on its sheet, from 0.
    pub entry: usize,
    /// Ply of the most likely game, counted from 1.
    pub ply: u32,
    /// The legal moves of which the text is an undamaged spelling, the most natural first; none
    /// where it is damaged, illegal or blank.
    pub spells: Vec<Move>,
    /// Whether the text spells the move of the game in a far-fetched way alone, such as with the
    /// letter of another language; `spells` does not hold that move then.
    pub far_fetched: bool,
}

impl Readings {
    /// Probability of the games for which `holds`, as the least that it can be; at most
    /// [`Readings::unknown`] more is possible.
    pub fn probability(&self, mut holds: impl FnMut(&[Move]) -> bool) -> f64 {
        let such = self.games.iter().filter(|game| holds(&game.moves));
        such.map(|game| game.probability).sum()
    }
}

impl Reconstructor {
    /// The most likely legal game behind `record`, and the evidence for it and for others.
    ///
    /// # Examples
    ///
    /// ```
    /// use scoresheet::{read, search::{Options, Reconstructor}};
    ///
    /// let record = read::read(b"1. e4 e5 2. N?3 Nc6", "sheet.txt")?.remove(0);
    /// let (game, evidence) = Reconstructor::new(Options::default())?.evidence(&record);
    /// let readings = &evidence.readings;
    /// assert_eq!(readings.games[0].moves[2], game.moves[2].m);
    /// let sum: f64 = readings.games.iter().map(|game| game.probability).sum();
    /// assert!((sum + readings.unknown - 1.0).abs() < 1e-6);
    /// // `N?3` spells no move.
    /// assert!(evidence.written[2].spells.is_empty());
    /// # Ok::<(), scoresheet::error::Error>(())
    /// ```
    pub fn evidence(&self, record: &Record) -> (Reconstruction, Evidence) {
        let mut scored = study::Scored::new(self, record, false);
        scored.search_and(self, record, &record.constraints, |assembly| {
            // A game is worth what its least certain stretch is.
            let trust = assembly.trust().into_iter().fold(calibration::of_move(1.0), f64::min);
            let readings = of_lattice(&assembly.lattice, trust, MOST_COUNTED);
            Evidence { readings, written: written(assembly) }
        })
    }
}

/// The games of a lattice of which a share of `trust`, 0 to 1, is to be believed; up to `counted`
/// of them are taken out exactly.
fn of_lattice(lattice: &Lattice, trust: f64, counted: usize) -> Readings {
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

/// What the entries of the most likely game say where they stand.
fn written(assembly: &mut Assembly<'_>) -> Vec<Written> {
    let lattice = &assembly.lattice;
    let mut written = Vec::new();
    for (_, edge) in lattice.best_path() {
        if edge.m.is_none() {
            continue;
        }
        let from = &lattice.nodes[edge.from as usize];
        let legal = from.pos.legal_moves();
        let shapes = shapes(&from.pos, &legal, from.kings_side);
        for (model, entry) in edge.entries.iter().enumerate().take(assembly.models.len()) {
            let Some(entry) = entry.map(usize::from) else { continue };
            let sheet = assembly.sheets[model];
            let model = &mut assembly.models[model];
            let mut said: Vec<(f32, usize)> = (0..legal.len())
                .filter_map(|at| Some((model.spelling_cost(entry, &shapes[at])?, at)))
                .collect();
            said.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            let least = said.first().map_or(0.0, |(cost, _)| *cost);
            let played = said.iter().any(|&(_, at)| Some(legal[at]) == edge.m);
            said.retain(|&(cost, _)| cost <= FAR_FETCHED && cost <= least + AS_LIKELY);
            let spells: Vec<Move> = said.iter().map(|&(_, at)| legal[at]).collect();
            let far_fetched = played && !spells.iter().any(|&m| Some(m) == edge.m);
            let ply = u32::from(from.ply) + 1;
            written.push(Written { sheet, entry, ply, spells, far_fetched });
        }
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        read,
        search::{Options, study::Scored},
    };

    /// What is found behind a text with the usual number of games taken out, and with another.
    fn readings(text: &str, counted: &[usize]) -> (Lattice, Vec<Readings>) {
        let record = read::read(text.as_bytes(), "sheet").expect("a sheet").remove(0);
        let reconstructor = Reconstructor::new(Options::default()).expect("defaults");
        let mut scored = Scored::new(&reconstructor, &record, false);
        let (_, found) = scored.search_and(&reconstructor, &record, &record.constraints, |a| {
            let readings = counted.iter().map(|&most| of_lattice(&a.lattice, 1.0, most));
            (a.lattice.clone(), readings.collect())
        });
        found
    }

    /// Which knight, which rook and which square is not to be seen here.
    const DOUBTFUL: &str = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 \
                            8. c3 O-O 9. h3 Nb8 10. d? Nd7 11. N?d2 ?b7 12. B?2 R?8";

    /// Probability of each move at each ply by two ways of reckoning.
    fn differ_most(lattice: &Lattice, readings: &Readings) -> f64 {
        let mut most: f64 = 0.0;
        for (ply, moves) in lattice.posteriors().iter().enumerate() {
            for &(m, posterior) in moves {
                let share = readings.probability(|game| game.get(ply) == Some(&m));
                most = most.max((share - posterior).abs());
            }
        }
        most
    }

    #[test]
    fn readings_have_the_posteriors_of_the_lattice() {
        let (lattice, found) = readings(DOUBTFUL, &[100_000, 8, 0]);
        for (readings, tolerance) in found.iter().zip([2e-3, 0.05, 0.12]) {
            let sum: f64 = readings.games.iter().map(|game| game.probability).sum();
            assert!((sum + readings.unknown - 1.0).abs() < 1e-9, "{sum}");
            let differ = differ_most(&lattice, readings);
            assert!(differ < tolerance, "{differ} with {} games", readings.games.len());
        }
        let drawn = |readings: &Readings| readings.games.iter().filter(|game| game.drawn).count();
        assert_eq!((drawn(&found[0]), found[1].games.len() - drawn(&found[1])), (0, 8));
        assert!(drawn(&found[2]) > 8);
    }

    #[test]
    fn games_come_in_the_order_of_their_probability_and_once() {
        let (lattice, found) = readings(DOUBTFUL, &[64]);
        let games: Vec<&GameReading> = found[0].games.iter().filter(|game| !game.drawn).collect();
        assert!(games.len() > 10 && games.is_sorted_by(|a, b| a.probability >= b.probability));
        for (at, game) in games.iter().enumerate() {
            assert!(games[..at].iter().all(|other| other.moves != game.moves));
            let mut pos = lattice.nodes[0].pos.clone();
            for &m in &game.moves {
                assert!(pos.is_legal(m));
                pos.play_unchecked(m);
            }
        }
    }

    #[test]
    fn what_cannot_be_trusted_is_unknown() {
        let (lattice, _) = readings("1. e4 e5 2. Nf3", &[]);
        let readings = of_lattice(&lattice, 0.8, 64);
        assert!((readings.probability(|_| true) - 0.8).abs() < 1e-3);
        assert!((readings.unknown - 0.2).abs() < 1e-3);
        let nothing = of_lattice(&Lattice::default(), 0.8, 64);
        assert_eq!((nothing.games.len(), nothing.unknown), (0, 1.0));
    }

    #[test]
    fn entries_say_what_they_spell() {
        // Both of Black's knights can go to d7; neither bishop of White can go to g5.
        let text = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 \
                    O-O 9. h3 Nb8 10. d4 Nd7 11. Nbd2 Bb7 12. Bg5 Re8";
        let record = read::read(text.as_bytes(), "sheet").expect("a sheet").remove(0);
        let reconstructor = Reconstructor::new(Options::default()).expect("defaults");
        let (_, evidence) = reconstructor.evidence(&record);
        let at = |ply: u32| evidence.written.iter().find(|w| w.ply == ply).expect("an entry");
        let spells = |ply| at(ply).spells.len();
        assert_eq!((spells(1), spells(20), spells(23)), (1, 2, 0));
    }
}
