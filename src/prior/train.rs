//! Makes the data file of the move prior from an archive of games.
//!
//! 1. The games are read once and kept as moves; the moves played in each position are counted
//!    for the book.
//! 2. The weights follow the gradient of ln P of the move played, some thousand positions at a time
//!    (Adam, with decay of the weights apart from it), with steps that shrink to nothing over the
//!    whole training. A fifth of the wide layer is left out at every position. The order of games
//!    and positions is shuffled with a fixed seed.
//! 3. Weights are rounded to bytes.
//!
//! The same games and options give the same bytes.

use std::{
    fs::File,
    io::BufReader,
    ops::ControlFlow,
    panic::resume_unwind,
    path::{Path, PathBuf},
    thread,
};

use pgn_reader::{RawTag, Reader, SanPlus, Skip, Visitor};
use shakmaty::{Chess, Move, Position};

use super::{
    MAGIC, Prior, Trust, WEIGHT_STEP,
    book::{self, Book, Counts},
    facts::{BLOCK, Facts, Shared},
    features::{self, FEATURES, GROUPS, INPUTS, OUTPUT_GROUPS, OUTPUTS},
    math,
    network::{LIMIT, NARROW, STEP, UNITS, WEIGHTS, WIDE},
    pack,
    view::{TurnedMove, View},
};
use crate::error::{Error, ErrorKind};

/// What to train on.
#[derive(Debug, Clone)]
pub struct TrainOptions {
    /// Archive of games in PGN.
    pub games: PathBuf,
    /// Other games in PGN, to see how well the prior foretells them.
    pub held_out: Option<PathBuf>,
    /// How often to go through the games. Defaults to 6.
    pub epochs: u32,
    /// Positions in which fewer moves were played than this stay out of the book. Defaults to 2.
    pub book_least: u32,
    /// How far the book is believed. Defaults to [`BOOK_TRUST`].
    pub book_trust: Trust,
}

/// Chosen on held-out games of masters and on games of a chess club, whose openings differ.
pub const BOOK_TRUST: Trust = Trust { most: 0.7, half: 2.0 };

impl TrainOptions {
    /// Options with their defaults.
    pub fn new(games: impl Into<PathBuf>) -> TrainOptions {
        TrainOptions {
            games: games.into(),
            held_out: None,
            epochs: 6,
            book_least: 2,
            book_trust: BOOK_TRUST,
        }
    }
}

/// How far the training is.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Progress {
    /// The archive has been read.
    Read {
        /// Games with at least one move.
        games: usize,
        /// Moves in them.
        moves: usize,
    },
    /// The weights have seen this share of what they will see.
    Trained {
        /// 0 to 1.
        share: f64,
        /// Bits a move, mean since the last report, before the weights saw the move.
        bits: f64,
    },
    /// The data file is ready and was tried on the held-out games.
    HeldOut(Quality),
}

/// How well a prior foretells games.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Quality {
    /// Number of moves.
    pub moves: usize,
    /// Mean of -log2 P of the moves played.
    pub bits: f64,
    /// The same for the model without the book.
    pub bits_without_book: f64,
    /// Share of moves that had the highest probability.
    pub first: f64,
}

/// Moves of all games, one after another.
#[derive(Debug, Default)]
struct Games {
    moves: Vec<Move>,
    /// End of each game in `moves`.
    ends: Vec<usize>,
}

impl Games {
    fn read(path: &Path) -> Result<Games, Error> {
        let failed = |error: std::io::Error| {
            Error::new(ErrorKind::Read(error.to_string())).at(path.display().to_string(), 0, 0)
        };
        let file = File::open(path).map_err(failed)?;
        let mut reader = Reader::new(BufReader::with_capacity(1 << 16, file));
        let mut collector = Collector { games: Games::default() };
        while reader.read_game(&mut collector).map_err(failed)?.is_some() {}
        let games = collector.games;
        if games.ends.is_empty() {
            return Err(Error::new(ErrorKind::NoGame).at(path.display().to_string(), 0, 0));
        }
        Ok(games)
    }

    fn get(&self, game: usize) -> &[Move] {
        let start = if game == 0 { 0 } else { self.ends[game - 1] };
        &self.moves[start..self.ends[game]]
    }
}

/// Follows the main line of games from the usual start position, up to the first illegal move.
struct Collector {
    games: Games,
}

impl Visitor for Collector {
    type Tags = bool;
    type Movetext = Chess;
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), bool> {
        ControlFlow::Continue(true)
    }

    fn tag(&mut self, usual: &mut bool, name: &[u8], _: RawTag<'_>) -> ControlFlow<()> {
        *usual &= name != b"FEN" && name != b"Variant";
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, usual: bool) -> ControlFlow<(), Chess> {
        if usual { ControlFlow::Continue(Chess::default()) } else { ControlFlow::Break(()) }
    }

    fn san(&mut self, pos: &mut Chess, san: SanPlus) -> ControlFlow<()> {
        let Ok(m) = san.san.to_move(pos) else {
            self.finish();
            return ControlFlow::Break(());
        };
        pos.play_unchecked(m);
        self.games.moves.push(m);
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, _: &mut Chess) -> ControlFlow<(), Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn end_game(&mut self, _: Chess) {
        self.finish();
    }
}

impl Collector {
    fn finish(&mut self) {
        if self.games.moves.len() > self.games.ends.last().copied().unwrap_or(0) {
            self.games.ends.push(self.games.moves.len());
        }
    }
}

/// A position to learn from.
struct Lesson {
    pos: Chess,
    last: [Option<Move>; 2],
    played: Move,
}

/// Positions from which the weights learn at a time, in archives of some size and in the smallest.
const BATCH: usize = 4096;
const LEAST_BATCH: usize = 32;
/// Games whose positions are shuffled together.
const POOL: usize = 512;
/// Parts of a batch, a thread each. How many there are decides in which order numbers are summed.
const PARTS: usize = 4;
/// First step of a feature's weight and of a weight of the network.
const FEATURE_RATE: f32 = 3e-3;
const NETWORK_RATE: f32 = 2e-3;
/// Steps over which the rates rise, at most.
const WARM_UP: usize = 200;
/// Share of itself that a weight loses at a step, over its rate. What is seen seldom is believed
/// little: without it, other players are foretold worse.
const DECAY: f32 = 0.3;
/// What is left of the means of gradients and of their squares after a step.
const MEAN: f32 = 0.9;
const SQUARE_MEAN: f32 = 0.99;
/// Of 256 units of the wide layer, those that a position does without.
const DROPPED: u8 = 51;
const UNIT_LIMIT: f32 = LIMIT as f32 / STEP;

// Where the kinds of weights begin among all, in the order of the data file.
const INPUT_ROWS: usize = FEATURES;
const NARROW_ROWS: usize = INPUT_ROWS + (INPUTS + 1) * WIDE;
const NARROW_BIAS: usize = NARROW_ROWS + NARROW * WIDE;
const OUTPUT_ROWS: usize = NARROW_BIAS + NARROW;
const ALL: usize = FEATURES + WEIGHTS;

/// A row of weights of the kind that begins at `start`.
#[inline(always)]
fn row<const N: usize>(all: &[f32], start: usize, index: usize) -> &[f32; N] {
    &all[start..].as_chunks().0[index]
}

#[inline(always)]
fn row_mut<const N: usize>(all: &mut [f32], start: usize, index: usize) -> &mut [f32; N] {
    &mut all[start..].as_chunks_mut().0[index]
}

fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut value = *state;
    value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}

fn shuffle<T>(items: &mut [T], state: &mut u64) {
    for index in (1..items.len()).rev() {
        items.swap(index, (random(state) % (index as u64 + 1)) as usize);
    }
}

/// Weights before any training.
fn first_weights() -> Vec<f32> {
    let mut weights = vec![0.0; ALL];
    let mut state = 1;
    let narrow = 1.0 / (WIDE as f32).sqrt();
    for (range, scale) in [
        (INPUT_ROWS..NARROW_ROWS, 0.1),
        (NARROW_ROWS..NARROW_BIAS, narrow),
        (OUTPUT_ROWS..ALL, 0.05),
    ] {
        for weight in &mut weights[range] {
            let unit = (random(&mut state) >> 40) as f32 / (1 << 24) as f32;
            *weight = (2.0 * unit - 1.0) * scale;
        }
    }
    weights[NARROW_ROWS - WIDE..NARROW_ROWS].fill(0.3);
    weights[NARROW_BIAS..OUTPUT_ROWS].fill(0.1);
    weights
}

/// Sums the gradients of some positions.
struct Learner {
    gradient: Vec<f32>,
    moves: Vec<([u32; GROUPS], [u32; OUTPUT_GROUPS])>,
    scores: Vec<f32>,
    /// The output rows of the position, with the score of each and its gradient.
    rows: Vec<(usize, f32, f32)>,
    /// Where each output row is among them, for the ones of the position.
    places: Vec<usize>,
    state: u64,
}

impl Learner {
    fn new(state: u64) -> Learner {
        Learner {
            gradient: vec![0.0; ALL],
            moves: Vec::new(),
            scores: Vec::new(),
            rows: Vec::new(),
            places: vec![usize::MAX; OUTPUTS],
            state,
        }
    }

    /// The scale of each unit of the wide layer: 0 for those that are left out.
    fn scales(&mut self) -> [f32; WIDE] {
        let kept = 256.0 / (256.0 - f32::from(DROPPED));
        let mut scales = [kept; WIDE];
        for scales in scales.chunks_mut(8) {
            for (scale, byte) in scales.iter_mut().zip(random(&mut self.state).to_le_bytes()) {
                if byte < DROPPED {
                    *scale = 0.0;
                }
            }
        }
        scales
    }

    /// Adds the gradient of -ln P of the move played; returns that ln P.
    fn learn(&mut self, weights: &[f32], lesson: &Lesson) -> Option<f32> {
        let legal = lesson.pos.legal_moves();
        let played = legal.iter().position(|&m| m == lesson.played)?;
        let view = View::new(&lesson.pos, lesson.last);
        let inputs = features::inputs(&view);
        let inputs = || inputs.iter().map(|&input| usize::from(input)).chain([INPUTS]);

        let mut sums = [0.0; WIDE];
        for input in inputs() {
            add(&mut sums, 1.0, row(weights, INPUT_ROWS, input));
        }
        let scales = self.scales();
        let mut units = [0.0; UNITS];
        let wide: [f32; WIDE] = std::array::from_fn(|i| sums[i].clamp(0.0, UNIT_LIMIT) * scales[i]);
        let narrow: [f32; NARROW] = std::array::from_fn(|i| {
            dot(&wide, row(weights, NARROW_ROWS, i)) + weights[NARROW_BIAS + i]
        });
        units[..WIDE].copy_from_slice(&wide);
        for (unit, sum) in units[WIDE..].iter_mut().zip(narrow) {
            *unit = sum.clamp(0.0, UNIT_LIMIT);
        }

        self.look_at(&view, &legal);
        for (_, outputs) in &mut self.moves {
            for output in outputs {
                let place = &mut self.places[*output as usize];
                if *place == usize::MAX {
                    *place = self.rows.len();
                    let index = *output as usize;
                    self.rows.push((index, dot(&units, row(weights, OUTPUT_ROWS, index)), 0.0));
                }
                *output = *place as u32;
            }
        }
        self.scores.clear();
        for (features, outputs) in &self.moves {
            let linear: f32 = features.iter().map(|&at| weights[at as usize]).sum();
            let network: f32 = outputs.iter().map(|&place| self.rows[place as usize].1).sum();
            self.scores.push(linear + network);
        }
        super::normalise(&mut self.scores);
        let result = math::ln(self.scores[played]);

        for (index, (features, outputs)) in self.moves.iter().enumerate() {
            let gradient = self.scores[index] - f32::from(u8::from(index == played));
            for &at in features {
                self.gradient[at as usize] += gradient;
            }
            for &place in outputs {
                self.rows[place as usize].2 += gradient;
            }
        }
        let mut back = [0.0; UNITS];
        for (index, _, gradient) in self.rows.drain(..) {
            self.places[index] = usize::MAX;
            add(&mut back, gradient, row(weights, OUTPUT_ROWS, index));
            add(row_mut(&mut self.gradient, OUTPUT_ROWS, index), gradient, &units);
        }
        let is_within = |sum: f32| sum > 0.0 && sum < UNIT_LIMIT;
        let mut of_wide: [f32; WIDE] = std::array::from_fn(|i| back[i]);
        for (index, (&gradient, sum)) in back[WIDE..].iter().zip(narrow).enumerate() {
            if is_within(sum) {
                add(&mut of_wide, gradient, row(weights, NARROW_ROWS, index));
                add(row_mut(&mut self.gradient, NARROW_ROWS, index), gradient, &wide);
                self.gradient[NARROW_BIAS + index] += gradient;
            }
        }
        for ((back, sum), scale) in of_wide.iter_mut().zip(sums).zip(scales) {
            *back *= if is_within(sum) { scale } else { 0.0 };
        }
        for input in inputs() {
            add(row_mut(&mut self.gradient, INPUT_ROWS, input), 1.0, &of_wide);
        }
        Some(result)
    }

    /// Sets `moves` to the features and output rows of every legal move.
    fn look_at(&mut self, view: &View, legal: &[Move]) {
        let (mut shared, mut facts) = (Shared::new(view), Facts::none());
        self.moves.clear();
        for moves in legal.chunks(BLOCK) {
            facts.collect(&mut shared, moves);
            let features = features::features(&shared, &facts);
            let rows = features::outputs(&shared, &facts);
            let of = |i: usize| (features.map(|column| column[i]), rows.map(|column| column[i]));
            self.moves.extend((0..moves.len()).map(of));
        }
    }
}

/// Adds `factor` times `b` to `a`.
#[inline(always)]
fn add<const N: usize>(a: &mut [f32; N], factor: f32, b: &[f32; N]) {
    for i in 0..N {
        a[i] += factor * b[i];
    }
}

/// Sums in lanes, so that the compiler may use vectors.
#[inline(always)]
fn dot<const N: usize>(a: &[f32; N], b: &[f32; N]) -> f32 {
    const LANES: usize = 16;
    let mut lanes = [0.0; LANES];
    for start in (0..N).step_by(LANES) {
        for lane in 0..LANES {
            lanes[lane] += a[start + lane] * b[start + lane];
        }
    }
    lanes.iter().sum()
}

struct Trainer {
    weights: Vec<f32>,
    /// Means of gradients, and of their squares.
    means: Vec<(f32, f32)>,
    learners: [Learner; PARTS],
    steps: usize,
    all_steps: usize,
}

impl Trainer {
    /// For so many steps.
    fn new(all_steps: usize) -> Trainer {
        Trainer {
            weights: first_weights(),
            means: vec![(0.0, 0.0); ALL],
            learners: std::array::from_fn(|part| Learner::new(part as u64)),
            steps: 0,
            all_steps,
        }
    }

    /// Learns from some positions; returns the sum of ln P of the moves played, and their number.
    fn learn(&mut self, batch: &[Lesson]) -> (f64, usize) {
        let weights = &self.weights;
        let parts = batch.chunks(batch.len().div_ceil(PARTS).max(1));
        let learn = |learner: &mut Learner, part: &[Lesson]| {
            let all = part.iter().filter_map(|lesson| learner.learn(weights, lesson));
            all.fold((0.0, 0), |(sum, count), ln| (sum + f64::from(ln), count + 1))
        };
        let (sum, count) = thread::scope(|scope| {
            let pairs = self.learners.iter_mut().zip(parts);
            let threads: Vec<_> =
                pairs.map(|(learner, part)| scope.spawn(move || learn(learner, part))).collect();
            let ends = threads.into_iter().map(|thread| thread.join());
            ends.map(|end| end.unwrap_or_else(|panic| resume_unwind(panic)))
                .fold((0.0, 0), |(sum, count), part| (sum + part.0, count + part.1))
        });
        self.step(count);
        (sum, count)
    }

    /// Changes the weights by the gradients of `count` positions (Adam, with decay apart from it).
    fn step(&mut self, count: usize) {
        self.steps += 1;
        let warm = (self.all_steps / 20).clamp(1, WARM_UP);
        let left = 1.0 - (self.steps - 1) as f32 / self.all_steps.max(self.steps) as f32;
        let rate = left * (self.steps as f32 / warm as f32).min(1.0);
        let scale = 1.0 / count.max(1) as f32;
        // The means begin at zero.
        let steps = self.steps as i32;
        let (mean, square) = (1.0 - MEAN.powi(steps), 1.0 - SQUARE_MEAN.powi(steps));
        let mut gradients = self.learners.each_mut().map(|learner| &mut learner.gradient[..]);
        for (index, (weight, means)) in self.weights.iter_mut().zip(&mut self.means).enumerate() {
            let mut gradient = 0.0;
            for part in &mut gradients {
                gradient += std::mem::take(&mut part[index]);
            }
            gradient *= scale;
            means.0 = MEAN * means.0 + (1.0 - MEAN) * gradient;
            means.1 = SQUARE_MEAN * means.1 + (1.0 - SQUARE_MEAN) * gradient * gradient;
            let rate = rate * if index < FEATURES { FEATURE_RATE } else { NETWORK_RATE };
            let step = means.0 / mean / ((means.1 / square).sqrt() + 1e-10);
            *weight -= rate * (step + DECAY * *weight);
            if index >= FEATURES {
                *weight = weight.clamp(-UNIT_LIMIT, UNIT_LIMIT);
            }
        }
    }

    /// The weights as a data file.
    fn bytes(&self, book: &Book, book_trust: Trust) -> Vec<u8> {
        let round = |(index, weight): (usize, &f32)| {
            let step = if index < FEATURES { WEIGHT_STEP } else { STEP };
            (weight * step).round().clamp(-127.0, 127.0) as i8
        };
        let weights: Vec<i8> = self.weights.iter().enumerate().map(round).collect();
        let mut bytes = MAGIC.to_vec();
        bytes.extend(book_trust.to_bytes());
        pack(&weights, &mut bytes);
        book.write(&mut bytes);
        bytes
    }
}

/// Calls `each` for every position of a game with its last moves and the move played there.
fn follow(moves: &[Move], mut each: impl FnMut(&Chess, [Option<Move>; 2], Move)) {
    let mut pos = Chess::default();
    let mut last = [None; 2];
    for &m in moves {
        each(&pos, last, m);
        pos.play_unchecked(m);
        last = [Some(m), last[0]];
    }
}

/// Counts the moves played in every position.
fn count(games: &Games) -> Counts {
    let mut seen: Vec<(u32, u16)> = Vec::with_capacity(games.moves.len());
    for game in 0..games.ends.len() {
        follow(games.get(game), |pos, _, m| {
            let flip = if pos.turn().is_white() { 0 } else { 56 };
            seen.push((book::key(pos), book::move_number(&TurnedMove::new(m, flip))));
        });
    }
    seen.sort_unstable();
    let mut counts = Counts::new();
    for same in seen.chunk_by(|a, b| a == b) {
        counts.entry(same[0].0).or_default().push((same[0].1, same.len() as u32));
    }
    counts
}

/// Trains a prior and returns its data file, for [`Prior::from_bytes`].
///
/// Four threads, together some 60 µs a move and epoch; about 20 bytes of memory a move.
///
/// # Errors
///
/// [`ErrorKind::Read`] where an archive cannot be read, [`ErrorKind::NoGame`] where one has no game
/// in it.
pub fn train(options: &TrainOptions, progress: &mut dyn FnMut(Progress)) -> Result<Vec<u8>, Error> {
    let held_out = options.held_out.as_deref().map(Games::read).transpose()?;
    let games = Games::read(&options.games)?;
    progress(Progress::Read { games: games.ends.len(), moves: games.moves.len() });

    let all = games.moves.len().saturating_mul(options.epochs as usize);
    let batch = (games.moves.len() / 1000).clamp(LEAST_BATCH, BATCH);
    let mut trainer = Trainer::new(all.div_ceil(batch));
    let report = (all / 50).max(1);
    let (mut done, mut reported) = (0, 0);
    let (mut sum, mut count_since) = (0.0, 0);
    let mut learn = |lessons: &[Lesson]| {
        let (ln, count) = trainer.learn(lessons);
        sum -= ln;
        count_since += count;
        done += lessons.len();
        if done >= reported + report {
            let bits = sum / count_since.max(1) as f64 / std::f64::consts::LN_2;
            progress(Progress::Trained { share: done as f64 / all as f64, bits });
            (sum, count_since, reported) = (0.0, 0, done);
        }
    };
    let mut order: Vec<usize> = (0..games.ends.len()).collect();
    let mut state = 7;
    let mut pool = Vec::new();
    for _ in 0..options.epochs {
        shuffle(&mut order, &mut state);
        for some in order.chunks(POOL) {
            for &game in some {
                follow(games.get(game), |pos, last, played| {
                    pool.push(Lesson { pos: pos.clone(), last, played });
                });
            }
            shuffle(&mut pool, &mut state);
            while let Some(rest) = pool.len().checked_sub(batch) {
                learn(&pool[rest..]);
                pool.truncate(rest);
            }
        }
    }
    if !pool.is_empty() {
        learn(&pool);
    }

    let book = Book::new(&count(&games), options.book_least);
    let bytes = trainer.bytes(&book, options.book_trust);
    if let Some(held_out) = held_out {
        let prior = Prior::from_bytes(&bytes)?;
        progress(Progress::HeldOut(measure(&prior, &held_out)));
    }
    Ok(bytes)
}

/// Tries a prior on the games of an archive.
///
/// # Errors
///
/// As [`train`].
pub fn evaluate(prior: &Prior, games: &Path) -> Result<Quality, Error> {
    Ok(measure(prior, &Games::read(games)?))
}

fn measure(prior: &Prior, games: &Games) -> Quality {
    let (mut moves, mut first) = (0usize, 0usize);
    let (mut with, mut without) = (0.0, 0.0);
    let mut scores = Vec::new();
    for game in 0..games.ends.len() {
        follow(games.get(game), |pos, last, m| {
            let legal = pos.legal_moves();
            let Some(played) = legal.iter().position(|&other| other == m) else { return };
            prior.score_model(pos, last, &legal, &mut scores);
            without -= f64::from(scores[played]).ln();
            prior.mix(pos, &legal, &mut scores);
            with -= f64::from(scores[played]).ln();
            moves += 1;
            let better = scores.iter().filter(|&&score| score > scores[played]).count();
            first += usize::from(better == 0);
        });
    }
    let bits = |sum: f64| sum / moves.max(1) as f64 / std::f64::consts::LN_2;
    Quality {
        moves,
        bits: bits(with),
        bits_without_book: bits(without),
        first: first as f64 / moves.max(1) as f64,
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use shakmaty::san::San;

    use super::*;

    /// A game with a variation, one that breaks off at an illegal move, one from elsewhere.
    const GAMES: &str = "[Event \"a\"]\n\n1. e4 e5 2. Nf3 Nc6 (2... d6 3. d4) 3. Bb5 {spanish} a6 *\n\n\
        [Event \"b\"]\n\n1. d4 d5 2. c4 Ke6 3. e4 *\n\n\
        [Event \"c\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O *\n\n";

    fn file(name: &str, text: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("scoresheet-{}-{name}", std::process::id()));
        fs::write(&path, text).unwrap();
        path
    }

    #[test]
    fn training_is_deterministic_and_learns() {
        let path = file("learns.pgn", &GAMES.repeat(12));
        let mut options = TrainOptions::new(&path);
        options.held_out = Some(path.clone());
        options.epochs = 40;
        let mut reports = Vec::new();
        let bytes = train(&options, &mut |report| reports.push(report)).unwrap();
        let again = train(&options, &mut |_| {}).unwrap();
        fs::remove_file(&path).unwrap();
        assert_eq!(bytes, again);
        assert_eq!(reports.first(), Some(&Progress::Read { games: 24, moves: 12 * (6 + 3) }));
        let Some(Progress::HeldOut(quality)) = reports.last() else { panic!("{reports:?}") };
        assert_eq!(quality.moves, 12 * 9);
        // Two games in equal parts: one bit for the first move and none for the others.
        assert!(quality.bits < 0.5, "{quality:?}");
        assert!(quality.bits_without_book < 1.5, "{quality:?}");

        let prior = Prior::from_bytes(&bytes).unwrap();
        let (pos, mut out) = (Chess::default(), Vec::new());
        prior.score(&pos, [None; 2], &pos.legal_moves(), &mut out);
        let e4 = "e4".parse::<San>().unwrap().to_move(&pos).unwrap();
        let at = pos.legal_moves().iter().position(|&m| m == e4).unwrap();
        assert!((out[at] - 0.5).abs() < 0.1, "{}", out[at]);
    }

    #[test]
    fn a_missing_or_empty_archive_is_an_error() {
        let none = TrainOptions::new(std::env::temp_dir().join("scoresheet-no-such-file.pgn"));
        let error = train(&none, &mut |_| {}).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Read(_)), "{error}");
        assert!(error.to_string().contains("scoresheet-no-such-file.pgn: "), "{error}");

        let path = file("empty.pgn", "no games here");
        let error = train(&TrainOptions::new(&path), &mut |_| {}).unwrap_err();
        fs::remove_file(&path).unwrap();
        assert_eq!(error.kind(), &ErrorKind::NoGame);
    }
}
