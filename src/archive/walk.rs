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
        self.clear();
        let mut walker = Walker::new(self, start, key, bytes, tokens);
        for (at, token) in (0..).zip(tokens) {
            walker.step(at, token.kind);
        }
        walker.end();
    }

    /// Forgets the game before, but not the room for its words.
    fn clear(&mut self) {
        *self = Walk {
            plies: std::mem::take(&mut self.plies),
            words: std::mem::take(&mut self.words),
            ..Walk::default()
        };
        self.plies.clear();
        self.words.clear();
    }

    /// Notes what a move of the main line says that does not fit the position behind it.
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

/// Goes through the words of a game, the positions beside them.
struct Walker<'a, P> {
    walk: &'a mut Walk,
    bytes: &'a [u8],
    tokens: &'a [Token],
    here: Branch<P>,
    /// The places of the lines around, that of the main line first.
    outer: Vec<Branch<P>>,
    /// How many brackets are open.
    depth: usize,
    /// What is passed over: how many brackets are open in it, and its first word.
    dead: Option<(usize, u32)>,
    numbers: Numbers,
    hash: FxHasher,
}

impl<'a, P: Rules> Walker<'a, P> {
    fn new(
        walk: &'a mut Walk,
        start: P,
        key: u64,
        bytes: &'a [u8],
        tokens: &'a [Token],
    ) -> Walker<'a, P> {
        let mut hash = FxHasher::default();
        if key != 0 {
            hash.write_u64(key);
        }
        let numbers = Numbers { black_first: start.turn().is_black(), ..Numbers::default() };
        let here = Branch { pos: start, before: None };
        let (outer, depth, dead) = (Vec::new(), 0, None);
        Walker { walk, bytes, tokens, here, outer, depth, dead, numbers, hash }
    }

    /// Takes the word `at`.
    fn step(&mut self, at: u32, kind: Kind) {
        let main = self.depth == 0;
        let broken = self.walk.broken.is_some();
        match kind {
            Kind::Open => self.open(at),
            Kind::Close => self.close(at),
            _ if self.dead.is_some() => {}
            Kind::Result if main => self.walk.results.extend(self.walk.result.replace(at)),
            Kind::Result => self.walk.results.push(at),
            Kind::Number { number, black } if main => self.number(at, number, black),
            Kind::Word if main => self.walk.words.push(at),
            Kind::Move(_) if main && broken => self.walk.words.push(at),
            Kind::Word | Kind::Move(_) if broken => {}
            Kind::Word => self.dead = Some((self.depth, at)),
            Kind::Move(said) => self.play(at, said),
            _ => {}
        }
    }

    /// Begins a variation, which goes on from before the last move.
    fn open(&mut self, at: u32) {
        self.depth += 1;
        if self.dead.is_some() || self.walk.broken.is_some() {
            return;
        }
        let Some(before) = self.here.before.clone() else {
            self.dead = Some((self.depth, at));
            return;
        };
        let inner = Branch { pos: before, before: None };
        self.outer.push(std::mem::replace(&mut self.here, inner));
    }

    /// Ends a variation, and what is passed over in it.
    fn close(&mut self, at: u32) {
        self.depth -= 1;
        if let Some((level, first)) = self.dead {
            if self.depth >= level {
                return;
            }
            self.dead = None;
            let whole = self.tokens[first as usize].kind == Kind::Open;
            self.walk.dead.push((first, if whole { at } else { at - 1 }));
            if whole {
                return;
            }
        }
        if let Some(outer) = self.outer.pop() {
            self.here = outer;
        }
    }

    /// Takes a move number of the main line, which may begin another game.
    fn number(&mut self, at: u32, number: u32, black: bool) {
        if number == 1 && !black && self.begins_another_game(at as usize) {
            self.walk.parts.push(at);
        } else if self.walk.broken.is_none() && self.numbers.differ(number, self.walk.plies.len()) {
            self.walk.doubts.push((at, Doubt::Number));
        }
    }

    /// Whether a number 1 of White's is that of another game.
    fn begins_another_game(&self, at: usize) -> bool {
        // Behind a bracket without a partner begins a variation.
        let stray = at > 0 && self.tokens[at - 1].kind == Kind::Stray;
        // `2.05`, `1.58`: times are no numbers of moves.
        let next = self.tokens.get(at + 1).map(|next| next.kind);
        let plays =
            matches!(next, Some(Kind::Move(_) | Kind::Word | Kind::Mark(_) | Kind::Comment { .. }));
        let behind_a_game = !stray && plays && !self.walk.plies.is_empty();
        behind_a_game
            && (self.walk.result.is_some() || self.numbers.begin_again(&self.tokens[at..]))
    }

    /// Plays a word; a variation that cannot be played is passed over, and a main line that
    /// cannot breaks off.
    fn play(&mut self, at: u32, said: Said) {
        match said.to_move(&self.here.pos) {
            Ok(m) => self.play_move(at, said, m),
            Err(why) if self.depth == 0 => {
                self.walk.broken = Some((at, why));
                self.walk.words.push(at);
            }
            Err(_) if said == Said::Null => self.pass(at),
            Err(_) => self.dead = Some((self.depth, at)),
        }
    }

    /// Plays a null move in a variation.
    fn pass(&mut self, at: u32) {
        match self.here.pos.pass() {
            Some(after) => self.here.before = Some(std::mem::replace(&mut self.here.pos, after)),
            None => self.dead = Some((self.depth, at)),
        }
    }

    fn play_move(&mut self, at: u32, said: Said, m: Move) {
        self.here.before = Some(self.here.pos.clone());
        self.here.pos.play_unchecked(m);
        if self.depth > 0 {
            return;
        }
        self.walk.plies.push((at, m));
        self.hash.write_u32(shape(m));
        if self.walk.plies.len() == OPENING {
            self.walk.opening_key = self.hash.finish();
        }
        let word = &self.bytes[self.tokens[at as usize].range()];
        self.walk.doubt(at, word, said, m, &self.here.pos);
    }

    /// What is known when all words are taken.
    fn end(self) {
        let Walker { walk, tokens, here, outer, hash, .. } = self;
        let last = outer.into_iter().next().unwrap_or(here);
        walk.outcome = Some(last.pos.outcome()).filter(|o| *o != Outcome::Unknown);
        walk.moves_key = hash.finish();
        if walk.plies.len() < OPENING {
            walk.opening_key = walk.moves_key;
        }
        // A number at the front of what cannot be played goes with it.
        for (first, _) in &mut walk.dead {
            while *first > 0
                && matches!(tokens[*first as usize - 1].kind, Kind::Number { .. } | Kind::Dots)
            {
                *first -= 1;
            }
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
