//! Makes the data file of the move prior from an archive of games.
//!
//! 1. The games are read once and kept as moves; the moves played in each position are counted
//!    for the book.
//! 2. The weights follow the gradient of ln P of the move played, position after position, with
//!    steps that shrink where a weight has moved much (AdaGrad) and, over the whole training, to
//!    nothing. The order of games is shuffled with a fixed seed.
//! 3. Weights are rounded to bytes.
//!
//! The same games and options give the same bytes.

use std::{
    fs::File,
    io::BufReader,
    ops::ControlFlow,
    path::{Path, PathBuf},
};

use pgn_reader::{RawTag, Reader, SanPlus, Skip, Visitor};
use shakmaty::{Chess, Move, Position};

use super::{
    MAGIC, Prior, Trust, WEIGHT_STEP,
    book::{self, Book, Counts},
    facts::{BLOCK, Facts, Shared},
    features::{self, FEATURES, GROUPS, INPUTS, OUTPUT_GROUPS, OUTPUTS},
    math,
    network::{HIDDEN, LIMIT, STEP},
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

/// A weight of a feature, with the sum of its squared gradients.
type Slot = (f32, f32);

/// A row of the network, with the mean of its squared gradients, summed.
type Row = ([f32; HIDDEN], f32);

struct Trainer {
    slots: Vec<Slot>,
    first: Vec<Row>,
    second: Vec<Row>,
    moves: Vec<([u32; GROUPS], [u32; OUTPUT_GROUPS])>,

    scores: Vec<f32>,
    /// Gradient of each output row, and the rows that have one.
    row_gradients: Vec<f32>,
    rows: Vec<u32>,
}

/// First step of a feature's weight and of a row of the network.
const SLOT_RATE: f32 = 0.07;
const ROW_RATE: f32 = 0.018;
/// Where the sums of squared gradients begin.
const SLOT_START: f32 = 0.5;
const ROW_START: f32 = 1e-3;
/// Gradients below this are left out.
const LEAST_GRADIENT: f32 = 2e-4;
const UNIT_LIMIT: f32 = LIMIT as f32 / STEP;

fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut value = *state;
    value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}

impl Trainer {
    fn new() -> Trainer {
        let mut state = 1;
        let mut row = |scale: f32| {
            let mut weights = [0.0; HIDDEN];
            for weight in &mut weights {
                let unit = (random(&mut state) >> 40) as f32 / (1 << 24) as f32;
                *weight = (2.0 * unit - 1.0) * scale;
            }
            (weights, ROW_START)
        };
        let mut first: Vec<Row> = (0..=INPUTS).map(|_| row(0.1)).collect();
        first[INPUTS].0 = [0.3; HIDDEN];
        Trainer {
            slots: vec![(0.0, SLOT_START); FEATURES],
            first,
            second: (0..OUTPUTS).map(|_| row(0.05)).collect(),
            moves: Vec::new(),
            scores: Vec::new(),
            row_gradients: vec![0.0; OUTPUTS],
            rows: Vec::new(),
        }
    }

    /// Learns from one position, with steps scaled by `rate`; returns ln P of the move played.
    fn learn(&mut self, view: &View, legal: &[Move], played: Move, rate: f32) -> Option<f32> {
        let played = legal.iter().position(|&m| m == played)?;
        let inputs = features::inputs(view);
        let mut sums = self.first[INPUTS].0;
        for &input in &inputs {
            for (sum, weight) in sums.iter_mut().zip(&self.first[usize::from(input)].0) {
                *sum += weight;
            }
        }
        let units = sums.map(|sum| sum.clamp(0.0, UNIT_LIMIT));
        let (mut shared, mut facts) = (Shared::new(view), Facts::none());
        self.moves.clear();
        for moves in legal.chunks(BLOCK) {
            facts.collect(&mut shared, moves);
            let features = features::features(&shared, &facts);
            let rows = features::outputs(&shared, &facts);
            let of = |i: usize| (features.map(|column| column[i]), rows.map(|column| column[i]));
            self.moves.extend((0..moves.len()).map(of));
        }
        // The score of each row, kept where its gradient will be.
        self.rows.clear();
        for (_, outputs) in &self.moves {
            for &row in outputs {
                if !self.rows.contains(&row) {
                    self.rows.push(row);
                    self.row_gradients[row as usize] = dot(&units, &self.second[row as usize].0);
                }
            }
        }
        self.scores.clear();
        for (features, outputs) in &self.moves {
            let linear: f32 = features.iter().map(|&at| self.slots[at as usize].0).sum();
            let network: f32 = outputs.iter().map(|&row| self.row_gradients[row as usize]).sum();
            self.scores.push(linear + network);
        }
        super::normalise(&mut self.scores);
        let result = math::ln(self.scores[played]);

        for &row in &self.rows {
            self.row_gradients[row as usize] = 0.0;
        }
        for (index, (features, outputs)) in self.moves.iter().enumerate() {
            let gradient = self.scores[index] - f32::from(u8::from(index == played));
            if gradient.abs() < LEAST_GRADIENT {
                continue;
            }
            for &at in features {
                let slot = &mut self.slots[at as usize];
                slot.1 += gradient * gradient;
                slot.0 -= rate * SLOT_RATE * gradient / slot.1.sqrt();
            }
            for &row in outputs {
                self.row_gradients[row as usize] += gradient;
            }
        }
        let mut back = [0.0; HIDDEN];
        let square: f32 = dot(&units, &units) / HIDDEN as f32;
        for &row in &self.rows {
            let gradient = self.row_gradients[row as usize];
            if gradient == 0.0 {
                continue;
            }
            let (weights, seen) = &mut self.second[row as usize];
            for (back, weight) in back.iter_mut().zip(weights.iter()) {
                *back += gradient * weight;
            }
            *seen += gradient * gradient * square;
            let step = rate * ROW_RATE * gradient / seen.sqrt();
            for (weight, unit) in weights.iter_mut().zip(&units) {
                *weight -= step * unit;
            }
        }
        for (back, &sum) in back.iter_mut().zip(&sums) {
            if sum <= 0.0 || sum >= UNIT_LIMIT {
                *back = 0.0;
            }
        }
        let square = dot(&back, &back) / HIDDEN as f32;
        if square > 0.0 {
            for input in inputs.iter().map(|&input| usize::from(input)).chain([INPUTS]) {
                let (weights, seen) = &mut self.first[input];
                *seen += square;
                let step = rate * ROW_RATE / seen.sqrt();
                for (weight, back) in weights.iter_mut().zip(&back) {
                    *weight -= step * back;
                }
            }
        }
        Some(result)
    }

    /// The weights as a data file.
    fn bytes(&self, book: &Book, book_trust: Trust) -> Vec<u8> {
        let round = |weight: f32, step: f32| (weight * step).round().clamp(-127.0, 127.0) as i8;
        let mut weights: Vec<i8> =
            self.slots.iter().map(|slot| round(slot.0, WEIGHT_STEP)).collect();
        for (row, _) in self.first.iter().chain(&self.second) {
            weights.extend(row.iter().map(|&weight| round(weight, STEP)));
        }
        let mut bytes = MAGIC.to_vec();
        bytes.extend(book_trust.to_bytes());
        pack(&weights, &mut bytes);
        book.write(&mut bytes);
        bytes
    }
}

/// Sums in lanes, so that the compiler may use vectors.
fn dot(a: &[f32; HIDDEN], b: &[f32; HIDDEN]) -> f32 {
    let mut lanes = [0.0; 16];
    for (a, b) in a.chunks_exact(16).zip(b.chunks_exact(16)) {
        for (lane, (a, b)) in lanes.iter_mut().zip(a.iter().zip(b)) {
            *lane += a * b;
        }
    }
    lanes.iter().sum()
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
/// One thread, some 20 µs a move and epoch; about 20 bytes of memory a move.
///
/// # Errors
///
/// [`ErrorKind::Read`] where an archive cannot be read, [`ErrorKind::NoGame`] where one has no game
/// in it.
pub fn train(options: &TrainOptions, progress: &mut dyn FnMut(Progress)) -> Result<Vec<u8>, Error> {
    let held_out = options.held_out.as_deref().map(Games::read).transpose()?;
    let games = Games::read(&options.games)?;
    progress(Progress::Read { games: games.ends.len(), moves: games.moves.len() });

    let mut trainer = Trainer::new();
    let all = games.moves.len().saturating_mul(options.epochs as usize).max(1);
    let report = (all / 50).max(1);
    let (mut done, mut sum, mut since) = (0usize, 0.0f64, 0usize);
    let mut order: Vec<usize> = (0..games.ends.len()).collect();
    let mut state = 7;
    for _ in 0..options.epochs {
        for index in (1..order.len()).rev() {
            order.swap(index, (random(&mut state) % (index as u64 + 1)) as usize);
        }
        for &game in &order {
            follow(games.get(game), |pos, last, m| {
                let rate = 1.0 - done as f32 / all as f32;
                let view = View::new(pos, last);
                if let Some(ln) = trainer.learn(&view, &pos.legal_moves(), m, rate) {
                    sum -= f64::from(ln);
                    since += 1;
                }
                done += 1;
                if done.is_multiple_of(report) {
                    let bits = sum / since.max(1) as f64 / std::f64::consts::LN_2;
                    progress(Progress::Trained { share: done as f64 / all as f64, bits });
                    (sum, since) = (0.0, 0);
                }
            });
        }
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
