//! How likely people are to play a move in a position.
//!
//! 1. A position is turned so that the side to move plays up the board, and its attacks are
//!    worked out once (`view`).
//! 2. What captures would win on every square (`exchange`) says what hangs before a move and after
//!    it, on both sides (`hanging`).
//! 3. What is looked at in each legal move (`facts`) gives it one feature of each of some twenty
//!    groups; their weights add up (`features`). A small network, run once a position, adds scores
//!    for the squares that a move leaves and goes to, for both together, and for what it wins
//!    (`network`). The exponentials, normalised, are the model's probabilities.
//! 4. Where the position was met in training, the moves played there are mixed in (`book`).
//!
//! Apart from it, `foresight` looks a few plies ahead from a position, for the few moves of a game
//! that all this leaves in doubt.
//!
//! All weights come from one data file, which [`train`] makes from an archive of games. The
//! embedded one comes from 61,241 clean games, most of them between masters, of public repositories
//! (three quarters from `benonymity/shakespeare-chess`, most others from Debian packages and
//! `cfd/Data-Mining---Chess`), by `scoresheet train prior GAMES.pgn --output src/prior/prior.bin`
//! with its defaults. On 2,000 other games of the kind it needs 2.46 bits a move (2.52 without the
//! book, 4.82 for any legal move alike).

mod book;
mod exchange;
mod facts;
mod features;
pub(crate) mod foresight;
mod hanging;
pub(crate) mod math;
mod network;
pub mod train;
mod view;

use std::{fmt, sync::OnceLock};

use shakmaty::{Chess, Move, Position};

use crate::error::{Error, ErrorKind};
use book::Book;
use facts::{BLOCK, Column, Facts, Shared};
use features::FEATURES;
use network::{Network, Scores};
use view::{TurnedMove, View};

/// First bytes of a data file, with the version of its layout.
const MAGIC: &[u8; 8] = b"SSPRIOR\x04";

/// Steps of a feature's weight in the data file: 32 to one.
const WEIGHT_STEP: f32 = 32.0;

/// Length of the table of weights: a power of two, so that no index has to be compared with it.
const TABLE: usize = FEATURES.next_power_of_two();

/// Makes the model less sure of itself than its training games were foreseeable. Chosen on games of
/// chess clubs (2.73 to 2.71 bits a move); held-out games of masters lost 0.02 bits.
const SHARPNESS: f32 = 0.9;

/// Move probabilities, trained on games; made once, used from many threads.
pub struct Prior {
    /// One for each feature, and zeros.
    weights: Box<[i8; TABLE]>,
    network: Network,
    book: Book,
    /// How far the book is believed.
    trust: Trust,
}

/// How far the book is believed against the model: the more games it knows a position from, the
/// more, but never wholly, for other players have other openings.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Trust {
    /// Share of the book where it knows very many games, 0 to 1.
    pub most: f32,
    /// Number of games that give the book half of that share, above 0.
    pub half: f32,
}

impl Trust {
    fn to_bytes(self) -> [u8; 8] {
        let mut bytes = [0; 8];
        bytes[..4].copy_from_slice(&self.most.to_le_bytes());
        bytes[4..].copy_from_slice(&self.half.to_le_bytes());
        bytes
    }

    fn from_bytes([a, b, c, d, e, f, g, h]: [u8; 8]) -> Option<Trust> {
        let trust = Trust {
            most: f32::from_le_bytes([a, b, c, d]),
            half: f32::from_le_bytes([e, f, g, h]),
        };
        let usable =
            (0.0..=1.0).contains(&trust.most) && trust.half > 0.0 && trust.half.is_finite();
        usable.then_some(trust)
    }
}

impl fmt::Debug for Prior {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Prior").field("book_positions", &self.book.len()).finish_non_exhaustive()
    }
}

impl Prior {
    /// The prior that comes with the library.
    pub fn embedded() -> &'static Prior {
        static EMBEDDED: OnceLock<Prior> = OnceLock::new();
        EMBEDDED.get_or_init(|| {
            Prior::from_bytes(include_bytes!("prior.bin"))
                .expect("the embedded data file is tested to be whole")
        })
    }

    /// Reads a data file as [`train::train`] makes it.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Model`] where the bytes are no such file, or one of another version.
    pub fn from_bytes(bytes: &[u8]) -> Result<Prior, Error> {
        let broken = || {
            let why = "this is no move prior of this version; make one with `train prior`";
            Error::new(ErrorKind::Model(why.into()))
        };
        let rest = bytes.strip_prefix(MAGIC).ok_or_else(broken)?;
        let (trust, rest) = rest.split_first_chunk().ok_or_else(broken)?;
        let trust = Trust::from_bytes(*trust).ok_or_else(broken)?;
        let (weights, rest) = unpack(rest, FEATURES + network::WEIGHTS).ok_or_else(broken)?;
        let network = Network::new(&weights[FEATURES..]).ok_or_else(broken)?;
        let book = Book::read(rest).ok_or_else(broken)?;
        let mut weights = weights;
        weights.truncate(FEATURES);
        weights.resize(TABLE, 0);
        let weights = weights.into_boxed_slice().try_into().map_err(|_| broken())?;
        Ok(Prior { weights, network, book, trust })
    }

    /// Sets `out` to P of every move of `legal`, in order, each above 0; they sum to 1.
    ///
    /// `legal` should hold every legal move of `pos`. `last` are the moves that led to `pos`, the
    /// most recent first, as far as they are known. Costs 4 to 6 µs, by the load of the machine.
    pub fn score(&self, pos: &Chess, last: [Option<Move>; 2], legal: &[Move], out: &mut Vec<f32>) {
        self.score_model(pos, last, legal, out);
        self.mix(pos, legal, out);
    }

    /// What the model alone says.
    fn score_model(
        &self,
        pos: &Chess,
        last: [Option<Move>; 2],
        legal: &[Move],
        out: &mut Vec<f32>,
    ) {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("popcnt")
        {
            // SAFETY: the processor was just asked for all of these.
            #[allow(unsafe_code)]
            return unsafe { self.score_wide(pos, last, legal, out) };
        }
        self.score_anywhere(pos, last, legal, out, network::product);
    }

    /// [`Prior::score_anywhere`] with the vectors of newer processors; the same bits come out.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,popcnt")]
    fn score_wide(&self, pos: &Chess, last: [Option<Move>; 2], legal: &[Move], out: &mut Vec<f32>) {
        self.score_anywhere(pos, last, legal, out, |units, row| network::product_wide(units, row));
    }

    #[inline(always)]
    fn score_anywhere(
        &self,
        pos: &Chess,
        last: [Option<Move>; 2],
        legal: &[Move],
        out: &mut Vec<f32>,
        product: impl Fn(&[u8], &[u8]) -> i32,
    ) {
        out.clear();
        if legal.is_empty() {
            return;
        }
        let view = View::new(pos, last);
        let mut scores = Scores::new(&self.network, &features::inputs(&view), product);
        let mut shared = Shared::new(&view);
        let mut facts = Facts::none();
        for moves in legal.chunks(BLOCK) {
            facts.collect(&mut shared, moves);
            let (mut weights, mut products) = ([0i32; BLOCK], [0i32; BLOCK]);
            let features = features::features(&shared, &facts);
            for (i, sum) in weights.iter_mut().enumerate().take(moves.len()) {
                let weight = |of: &Column| i32::from(self.weights[of[i] as usize % TABLE]);
                *sum = features.iter().map(weight).sum();
            }
            for rows in &features::outputs(&shared, &facts) {
                scores.add(&rows[..moves.len()], &mut products);
            }
            let sums = weights.iter().zip(&products).take(moves.len());
            out.extend(sums.map(|(&weights, &products)| {
                (weights as f32 / WEIGHT_STEP + network::logit(products)) * SHARPNESS
            }));
        }
        normalise(out);
    }

    /// Mixes the moves that the book knows into the model's.
    fn mix(&self, pos: &Chess, legal: &[Move], out: &mut [f32]) {
        let known = self.book.find(book::key(pos));
        if known.is_empty() {
            return;
        }
        let flip = if pos.turn().is_white() { 0 } else { 56 };
        let count = |m: &Move| {
            let number = book::move_number(&TurnedMove::new(*m, flip));
            known.iter().find(|line| line.0 == number).map_or(0.0, |line| f32::from(line.1))
        };
        let total: f32 = legal.iter().map(count).sum();
        if total == 0.0 {
            return;
        }
        let share = self.trust.most * total / (total + self.trust.half);
        for (score, m) in out.iter_mut().zip(legal) {
            *score = share * count(m) / total + (1.0 - share) * *score;
        }
    }
}

/// Turns logits into probabilities.
#[inline(always)]
fn normalise(logits: &mut [f32]) {
    let most = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    for logit in &mut *logits {
        *logit = math::exp(*logit - most);
    }
    let scale = 1.0 / logits.iter().sum::<f32>();
    for logit in logits {
        *logit = (*logit * scale).max(f32::MIN_POSITIVE);
    }
}

/// Appends weights to `bytes`; a run of zeros is a zero and its length, at most 255.
fn pack(weights: &[i8], bytes: &mut Vec<u8>) {
    let mut rest = weights;
    while let Some(&weight) = rest.first() {
        let run = if weight == 0 {
            rest.iter().take(255).take_while(|&&weight| weight == 0).count()
        } else {
            1
        };
        bytes.push(weight as u8);
        if weight == 0 {
            bytes.push(run as u8);
        }
        rest = &rest[run..];
    }
}

/// Reads `count` weights that [`pack`] wrote, and returns what follows them.
fn unpack(mut bytes: &[u8], count: usize) -> Option<(Vec<i8>, &[u8])> {
    let mut weights = Vec::with_capacity(count);
    while weights.len() < count {
        match *bytes.split_off_first()? {
            0 => weights.resize(weights.len() + usize::from(*bytes.split_off_first()?), 0),
            weight => weights.push(weight as i8),
        }
    }
    (weights.len() == count).then_some((weights, bytes))
}

#[cfg(test)]
mod tests {
    use shakmaty::{CastlingMode, fen::Fen, san::San};

    use super::*;

    /// Positions of random games from a fixed seed, with the moves that led to them.
    pub(super) fn random_positions() -> Vec<(Chess, [Option<Move>; 2])> {
        let mut positions = Vec::new();
        let mut state = 12345u64;
        for _ in 0..20 {
            let (mut pos, mut last) = (Chess::default(), [None; 2]);
            for _ in 0..160 {
                positions.push((pos.clone(), last));
                let legal = pos.legal_moves();
                if legal.is_empty() {
                    break;
                }
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let m = legal[(state >> 33) as usize % legal.len()];
                pos.play_unchecked(m);
                last = [Some(m), last[0]];
            }
        }
        positions
    }

    /// The probability of `move_text` after the moves of `game`.
    fn probability(game: &str, move_text: &str) -> f32 {
        let (mut pos, mut last) = (Chess::default(), [None; 2]);
        let parse = |pos: &Chess, text: &str| {
            text.parse::<San>().unwrap().to_move(pos).unwrap_or_else(|_| panic!("{text}"))
        };
        for text in game.split_whitespace() {
            let m = parse(&pos, text);
            pos.play_unchecked(m);
            last = [Some(m), last[0]];
        }
        let wanted = parse(&pos, move_text);
        let legal = pos.legal_moves();
        let mut out = Vec::new();
        Prior::embedded().score(&pos, last, &legal, &mut out);
        out[legal.iter().position(|&m| m == wanted).unwrap()]
    }

    #[test]
    fn probabilities_sum_to_one() {
        let mut out = Vec::new();
        for (pos, last) in random_positions() {
            let legal = pos.legal_moves();
            Prior::embedded().score(&pos, last, &legal, &mut out);
            assert_eq!(out.len(), legal.len());
            let sum: f32 = out.iter().sum();
            assert!(legal.is_empty() || (sum - 1.0).abs() < 1e-3, "{sum} in {pos:?}");
            assert!(out.iter().all(|p| *p > 0.0 && *p <= 1.0 + 1e-5));
        }
    }

    #[test]
    fn usual_moves_get_more_than_others() {
        // (moves so far, likely move, least probability, unlikely move, most probability)
        for (game, likely, least, unlikely, most) in [
            ("", "e4", 0.3, "Na3", 0.005),
            ("e4 e5 Nf3 Nc6 Bb5", "a6", 0.5, "Ke7", 0.001),
            ("d4 Nf6 c4 e6 Nc3 Bb4 e3 O-O Bd3 d5 Nf3 c5 O-O Nc6 a3 Bxc3", "bxc3", 0.9, "Kh1", 0.01),
            // Off the book: the recapture still stands out.
            ("a4 h5 Na3 Rh6 d4 Rb6 b3 e6 c4 Bxa3", "Bxa3", 0.3, "Kd2", 0.01),
            // A queen under attack moves.
            ("e4 d5 exd5 Qxd5 Nc3", "Qa5", 0.3, "h5", 0.01),
        ] {
            let (high, low) = (probability(game, likely), probability(game, unlikely));
            assert!(high >= least, "{likely} after {game}: {high}");
            assert!(low <= most, "{unlikely} after {game}: {low}");
        }
    }

    #[test]
    fn black_is_treated_as_white_turned_over() {
        // The same position and its mirror image, far from any book.
        let position = |fen: &str| -> Chess {
            fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap()
        };
        let white = position("4k3/1p3p2/2n5/8/3P4/5N2/PP3r2/4K2R w K - 0 1");
        let black = position("4k2r/pp3R2/5n2/3p4/8/2N5/1P3P2/4K3 b k - 0 1");
        let (mut of_white, mut of_black) = (Vec::new(), Vec::new());
        Prior::embedded().score(&white, [None; 2], &white.legal_moves(), &mut of_white);
        let turned: Vec<Move> = white.legal_moves().iter().map(|m| m.to_mirrored()).collect();
        assert!(turned.iter().all(|m| black.is_legal(*m)));
        Prior::embedded().score(&black, [None; 2], &turned, &mut of_black);
        // Only the ply counter may differ, by one.
        for (a, b) in of_white.iter().zip(&of_black) {
            assert!((a - b).abs() < 1e-3, "{a} {b}");
        }
    }

    #[test]
    fn a_position_without_moves_scores_nothing() {
        let mut out = vec![1.0];
        Prior::embedded().score(&Chess::default(), [None; 2], &[], &mut out);
        assert!(out.is_empty());
    }

    #[test]
    fn packing_keeps_weights() {
        let mut weights = vec![0i8; 700];
        for at in [0, 3, 4, 300, 699] {
            weights[at] = at as i8 | 1;
        }
        let mut bytes = Vec::new();
        pack(&weights, &mut bytes);
        bytes.push(9);
        assert_eq!(unpack(&bytes, 700), Some((weights, &[9][..])));
        assert_eq!(unpack(&bytes, 650), None, "a run that passes the end");
    }

    #[test]
    fn a_broken_data_file_is_an_error() {
        let whole = include_bytes!("prior.bin");
        assert!(Prior::from_bytes(whole).is_ok());
        let mut longer = whole.to_vec();
        longer.push(0);
        let mut other = whole.to_vec();
        other[7] ^= 1;
        let mut untrusted = whole.to_vec();
        untrusted[8..12].copy_from_slice(&f32::NAN.to_le_bytes());
        let mut many = whole[..whole.len() / 2].to_vec();
        many.resize(whole.len(), 0);
        for bytes in [&longer[..], &other, &untrusted, &many, b"", MAGIC] {
            assert!(matches!(Prior::from_bytes(bytes).unwrap_err().kind(), ErrorKind::Model(_)));
        }
        for end in (0..whole.len()).step_by(whole.len() / 40) {
            assert!(Prior::from_bytes(&whole[..end]).is_err(), "{end}");
        }
    }
}
