//! Plays through the movetext of a game: main line and variations.

use std::hash::Hasher;

use rustc_hash::FxHasher;
use shakmaty::{Chess, Move, Outcome, Position, variant::VariantPosition};

use super::{
    lex::{Kind, Token},
    start::Start,
};
use crate::{
    notation::strict::{Said, Why},
    numbering::MoveNumber,
};

/// How the movetext of a game plays.
#[derive(Debug, Default)]
pub(super) struct Walk {
    /// Words of the main line that are legal moves, one after another, with their moves.
    pub(super) plies: Vec<(u32, Move)>,
    /// The word of the main line that is no legal move, and why.
    pub(super) broken: Option<(u32, Why)>,
    /// Variations that cannot be played: the words from the first to the last that cannot.
    pub(super) dead: Vec<(u32, u32)>,
    /// Words of the main line that say the wrong thing about a move that is certain all the same:
    /// a check that is none, a capture of nothing.
    pub(super) doubts: Vec<(u32, Doubt)>,
    /// Results inside variations, and all but the last one of the main line.
    pub(super) results: Vec<u32>,
    /// The last result of the main line.
    pub(super) result: Option<u32>,
    /// Words that may stand for moves of the main line.
    pub(super) words: Vec<u32>,
    /// The words that begin another game.
    pub(super) parts: Vec<u32>,
    /// The main line ends with this.
    pub(super) outcome: Option<Outcome>,
    /// Hash of the moves.
    pub(super) moves_key: u64,
    /// Hash of the first moves, see [`OPENING`].
    pub(super) opening_key: u64,
}

/// Plies by which games are taken for likely the same.
pub(super) const OPENING: usize = 30;

/// What a move says that does not fit the position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Doubt {
    /// A check that is none.
    Check,
    /// A capture of nothing.
    Capture,
    /// A move number that is another.
    Number,
}

/// A place in the tree of variations.
struct Branch<P> {
    pos: P,
    /// The position before the last move.
    before: Option<P>,
}

/// Positions that can be played through.
pub(super) trait Rules: Position + Clone {
    /// The position after a null move.
    fn pass(&self) -> Option<Self>;
}

impl Rules for Chess {
    fn pass(&self) -> Option<Chess> {
        if self.is_check() { None } else { self.clone().swap_turn().ok() }
    }
}

impl Rules for VariantPosition {
    fn pass(&self) -> Option<VariantPosition> {
        if self.is_check() { None } else { self.clone().swap_turn().ok() }
    }
}

impl Walk {
    /// Plays the movetext of a game.
    pub(super) fn play(&mut self, start: &Start, bytes: &[u8], tokens: &[Token]) {
        match &start.variant {
            None => self.play_from(start.pos.clone(), start.key, bytes, tokens),
            Some(pos) => self.play_from(pos.clone(), start.key, bytes, tokens),
        }
    }

    /// How many plies are played before the word `index`.
    pub(super) fn plies_before(&self, index: usize) -> usize {
        self.plies.partition_point(|(word, _)| (*word as usize) < index)
    }

    /// The position before the word `index`, as far as the moves before it are legal.
    pub(super) fn before(&self, start: &Chess, index: usize) -> Chess {
        after(start, &self.plies[..self.plies_before(index)])
    }

    fn play_from<P: Rules>(&mut self, start: P, key: u64, bytes: &[u8], tokens: &[Token]) {
        *self = Walk {
            plies: std::mem::take(&mut self.plies),
            words: std::mem::take(&mut self.words),
            ..Walk::default()
        };
        self.plies.clear();
        self.words.clear();
        let start_turn = start.turn();
        let mut hash = FxHasher::default();
        if key != 0 {
            hash.write_u64(key);
        }
        let mut stack: Vec<Branch<P>> = Vec::new();
        let mut here = Branch { pos: start, before: None };
        // Depth of variations that are passed over, and the first word of them.
        let mut dead: Option<(usize, u32)> = None;
        let mut depth = 0_usize;
        let mut numbers = Numbers { black_first: start_turn.is_black(), ..Numbers::default() };
        for (index, token) in tokens.iter().enumerate() {
            let at = index as u32;
            match token.kind {
                Kind::Open => {
                    depth += 1;
                    if dead.is_some() || self.broken.is_some() {
                        continue;
                    }
                    let Some(before) = here.before.clone() else {
                        dead = Some((depth, at));
                        continue;
                    };
                    stack.push(std::mem::replace(&mut here, Branch { pos: before, before: None }));
                }
                Kind::Close => {
                    depth -= 1;
                    if let Some((level, first)) = dead {
                        if depth >= level {
                            continue;
                        }
                        dead = None;
                        let whole = tokens[first as usize].kind == Kind::Open;
                        self.dead.push((first, if whole { at } else { at - 1 }));
                        if whole {
                            continue;
                        }
                    }
                    if let Some(outer) = stack.pop() {
                        here = outer;
                    }
                }
                _ if dead.is_some() => {}
                Kind::Result if depth > 0 => self.results.push(at),
                Kind::Result => {
                    self.results.extend(self.result.replace(at));
                }
                Kind::Number { number, black } if depth == 0 => {
                    // Behind a bracket without a partner begins a variation.
                    let stray = index > 0 && tokens[index - 1].kind == Kind::Stray;
                    let begins = number == 1 && !black && !stray && !self.plies.is_empty();
                    // `2.05`, `1.58`: times are no numbers of moves.
                    let next = tokens.get(index + 1).map(|next| next.kind);
                    let plays = matches!(
                        next,
                        Some(Kind::Move(_) | Kind::Word | Kind::Mark(_) | Kind::Comment { .. })
                    );
                    let begins = begins && plays;
                    if begins && (self.result.is_some() || numbers.begin_again(&tokens[index..])) {
                        self.parts.push(at);
                    } else if self.broken.is_none() && numbers.differ(number, self.plies.len()) {
                        self.doubts.push((at, Doubt::Number));
                    }
                }
                Kind::Word if depth == 0 => self.words.push(at),
                Kind::Word if self.broken.is_none() => dead = Some((depth, at)),
                Kind::Move(_) if depth == 0 && self.broken.is_some() => self.words.push(at),
                Kind::Move(said) if self.broken.is_none() => match said.to_move(&here.pos) {
                    Ok(m) => {
                        if depth == 0 {
                            self.plies.push((at, m));
                            hash.write_u32(shape(m));
                            if self.plies.len() == OPENING {
                                self.opening_key = hash.finish();
                            }
                        }
                        here.before = Some(here.pos.clone());
                        here.pos.play_unchecked(m);
                        if depth == 0 {
                            self.doubt(at, &bytes[token.range()], said, m, &here.pos);
                        }
                    }
                    Err(_) if said == Said::Null && depth > 0 => match here.pos.pass() {
                        Some(after) => here.before = Some(std::mem::replace(&mut here.pos, after)),
                        None => dead = Some((depth, at)),
                    },
                    Err(why) if depth == 0 => {
                        self.broken = Some((at, why));
                        self.words.push(at);
                    }
                    Err(_) => dead = Some((depth, at)),
                },
                _ => {}
            }
        }
        let last = stack.into_iter().next().unwrap_or(here);
        let outcome = last.pos.outcome();
        self.outcome = Some(outcome).filter(|o| *o != Outcome::Unknown);
        self.moves_key = hash.finish();
        if self.plies.len() < OPENING {
            self.opening_key = self.moves_key;
        }
        // A number at the front of what cannot be played goes with it.
        for (first, _) in &mut self.dead {
            while *first > 0
                && matches!(tokens[*first as usize - 1].kind, Kind::Number { .. } | Kind::Dots)
            {
                *first -= 1;
            }
        }
    }

    fn doubt<P: Position>(&mut self, at: u32, word: &[u8], said: Said, m: Move, after: &P) {
        if matches!(said, Said::Normal { capture: true, .. }) && !m.is_capture() {
            self.doubts.push((at, Doubt::Capture));
        }
        let signs = match word.last() {
            Some(b'+') => after.is_check(),
            Some(b'#') => after.is_checkmate(),
            _ => true,
        };
        if !signs {
            self.doubts.push((at, Doubt::Check));
        }
    }
}

/// The move numbers of a main line.
#[derive(Default)]
struct Numbers {
    black_first: bool,
    /// The number that the first move has.
    first: Option<u32>,
    last: u32,
}

impl Numbers {
    /// Whether the number is not that of the next move.
    fn differ(&mut self, number: u32, plies: usize) -> bool {
        self.last = number;
        let passed = (plies as u32 + u32::from(self.black_first)) / 2;
        let first = *self.first.get_or_insert(number.saturating_sub(passed));
        number != first.saturating_add(passed)
    }

    /// Whether a number 1 is that of another game, not a misread one.
    fn begin_again(&self, rest: &[Token]) -> bool {
        let next = rest[1..].iter().find_map(|token| match token.kind {
            Kind::Number { number, black: false } => Some(number),
            _ => None,
        });
        self.last >= 2 && next.is_none_or(|next| next <= 3)
    }
}

/// A move as a number, for hashes.
fn shape(m: Move) -> u32 {
    let from = m.from().map_or(64, u32::from);
    let promotion = match m {
        Move::Put { role, .. } => role as u32,
        _ => m.promotion().map_or(0, |role| role as u32),
    };
    from << 16 | u32::from(m.to()) << 8 | promotion
}

/// The position after some plies.
pub(super) fn after(start: &Chess, plies: &[(u32, Move)]) -> Chess {
    let mut pos = start.clone();
    for &(_, m) in plies {
        pos.play_unchecked(m);
    }
    pos
}

/// Whether the next move number among some words is the right one, if the first move among them is
/// played at `ply`; where there is no number, nothing speaks against it.
pub(super) fn is_numbered(tokens: &[Token], start: &Chess, ply: usize) -> bool {
    let mut ply = ply as u32;
    for token in tokens {
        match token.kind {
            Kind::Number { number, .. } => return number == MoveNumber::of(start, ply).number,
            Kind::Move(_) => ply += 1,
            _ => {}
        }
    }
    true
}
