//! The constraints of a record as the beam asks about them, in plies from its start position.
//!
//! The beam asks at three places: which legal moves may be played at a ply, whether a position
//! can still lead to the end that is known, and whether a hypothesis that has read every sheet is
//! a whole game. Without constraints each answer costs one comparison.

use std::ops::RangeInclusive;

use shakmaty::{Bitboard, ByColor, Chess, Color, Move, MoveList, Position, Role, Square};

use super::lattice::{Lattice, Node};
use crate::{
    constraints::{At, Constraints, FinalPosition, FixedMove, Length},
    numbering::halves_before,
    reconstruction::Finding,
    record::GameResult,
};

/// Most plies without an entry that are added behind the last entry to reach a known end.
pub const MAX_TAIL: u32 = 8;
/// Cost in nats of a first move that nobody wrote behind the last entry, and of each further one.
pub const TAIL: [f32; 2] = [4.0, 1.0];
/// Cost in nats of a mate or stalemate that the claimed result denies: one claim in a hundred is
/// wrong.
const RESULT_DENIED: f32 = 4.6;

/// What binds a game, in plies from the start position.
#[derive(Debug, Clone, Default)]
pub struct Law {
    /// Moves and the plies before them, in the order of the plies.
    fixed: Vec<(u32, FixedMove)>,
    end: Option<End>,
    /// Least and most plies.
    length: Option<(u32, u32)>,
    /// The result that the record claims: evidence about the last position.
    result: Option<GameResult>,
}

/// The last position, and what tells early that it is out of reach.
#[derive(Debug, Clone)]
struct End {
    position: FinalPosition,
    pieces: ByColor<usize>,
    pawns: ByColor<usize>,
    /// For each pawn of the last position, the squares that it can have come from.
    origins: Vec<(Color, Bitboard)>,
}

/// Whether a hypothesis that has read every sheet is a whole game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// It is.
    Whole,
    /// It may be after more moves.
    Short,
    /// It never is.
    Never,
}

impl Law {
    /// The law of a game that starts from `start`, and what of `constraints` cannot be law there.
    pub fn new(
        constraints: &Constraints,
        start: &Chess,
        result: Option<GameResult>,
    ) -> (Law, Vec<Finding>) {
        let mut findings = Vec::new();
        let mut fixed = Vec::new();
        for m in &constraints.fixed {
            match ply_before(m.at(), start) {
                Some(ply) => fixed.push((ply, m.clone())),
                None => findings.push(Finding {
                    code: "fixed-unmet",
                    ply: None,
                    message: format!("{m} is fixed before the start of the game; it was left out"),
                }),
            }
        }
        fixed.sort_by_key(|(ply, _)| *ply);
        let length = constraints.length.and_then(|length| {
            let plies = plies(length, start);
            if plies.is_none() {
                findings.push(Finding {
                    code: "moves-unmet",
                    ply: None,
                    message: format!("move {length} is before the start; it was left out"),
                });
            }
            plies
        });
        let end = constraints.end.clone().map(End::new);
        (Law { fixed, end, length, result }, findings)
    }

    /// Whether there is nothing that a game could break.
    pub fn is_empty(&self) -> bool {
        self.fixed.is_empty() && self.end.is_none() && self.length.is_none()
    }

    /// The first ply, counted from 0, whose moves another law may judge otherwise; `None` where
    /// only the last position may be judged otherwise, or nothing.
    pub fn first_difference(&self, other: &Law) -> Option<u32> {
        let end = |law: &Law| law.end.as_ref().map(|end| end.position.clone());
        let early = self.length != other.length
            || end(self) != end(other)
            || self.end.is_some() && self.least() != other.least();
        if early {
            return Some(0);
        }
        let differ = |(a, b): &(_, _)| a != b;
        let both = self.fixed.iter().map(Some).chain(std::iter::repeat(None));
        let others = other.fixed.iter().map(Some).chain(std::iter::repeat(None));
        let most = self.fixed.len().max(other.fixed.len());
        let (a, b) = both.zip(others).take(most).find(differ)?;
        [a, b].into_iter().flatten().map(|(ply, _)| *ply).min()
    }

    /// Plies that a game has at least.
    pub fn least(&self) -> u32 {
        let fixed = self.fixed.last().map_or(0, |(ply, _)| ply.saturating_add(1));
        fixed.max(self.length.map_or(0, |(least, _)| least))
    }

    /// Whether the end of the game is known, not only moves of it.
    pub fn binds_end(&self) -> bool {
        self.end.is_some() || self.length.is_some()
    }

    /// Whether the move at a ply, counted from 0, is fixed.
    pub fn is_fixed(&self, ply: u32) -> bool {
        self.fixed.iter().any(|(fixed, _)| *fixed == ply)
    }

    /// Whether `m` may be played from `pos`, before which there are `ply` plies.
    pub fn allows(&self, ply: u32, pos: &Chess, m: Move) -> bool {
        let at = self.fixed.partition_point(|(fixed, _)| *fixed < ply);
        self.fixed[at..].iter().take_while(|(fixed, _)| *fixed == ply).all(|(_, m2)| m2.is(pos, m))
    }

    /// Whether none of the legal moves may be played.
    pub fn bars_all(&self, ply: u32, pos: &Chess, legal: &MoveList) -> bool {
        self.is_fixed(ply) && !legal.iter().any(|&m| self.allows(ply, pos, m))
    }

    /// Whether a game may go on from `pos`, after `ply` plies and with `left` entries to come on
    /// the longest sheet. Never denies a way that there is, unless more than [`MAX_TAIL`] plies
    /// of its end are not written.
    pub fn leads_on(&self, pos: &Chess, ply: u32, left: u32) -> bool {
        if self.length.is_some_and(|(_, most)| ply > most) {
            return false;
        }
        let Some(end) = &self.end else { return true };
        let plies = match self.length {
            Some((_, most)) => most - ply,
            None => left.max(self.least().saturating_sub(ply)).saturating_add(MAX_TAIL),
        };
        end.is_within(pos, plies)
    }

    /// Whether the game of `node`, which has read every sheet, is whole.
    pub fn ending(&self, lattice: &Lattice, node: u32) -> Ending {
        let at = &lattice.nodes[node as usize];
        let ply = u32::from(at.ply);
        let long = ply >= self.least();
        let whole = long && self.end.as_ref().is_none_or(|end| end.position.is(&at.pos));
        if whole {
            return Ending::Whole;
        }
        if long && self.end.is_none() || self.length.is_some_and(|(_, most)| ply >= most) {
            return Ending::Never;
        }
        let made_up = tail(lattice, node).filter(|&ply| !self.is_fixed(ply)).count();
        if made_up < MAX_TAIL as usize { Ending::Short } else { Ending::Never }
    }

    /// What it costs, in nats, that a game ends at `node`: the result may speak against it.
    pub fn cost_of_ending(&self, node: &Node) -> f32 {
        let Some(result) = self.result else { return 0.0 };
        let denied = GameResult::on_board(&node.pos).is_some_and(|shown| shown != result);
        if denied { RESULT_DENIED } else { 0.0 }
    }

    /// Takes out what keeps every hypothesis of a search from being a whole game, and says so.
    /// `reached` is the largest number of plies that any hypothesis has, `entries` the number of
    /// entries of the longest sheet.
    pub fn give_way(&mut self, reached: u32, entries: u32, start: &Chess) -> Vec<Finding> {
        // What lies beyond the known length, or far behind the last entry, is no fault of the end.
        let most = self.length.map_or(u32::MAX, |(_, most)| most);
        let beyond = most.min(entries.saturating_add(2 * MAX_TAIL));
        if self.fixed.iter().any(|(ply, _)| *ply >= beyond.max(reached)) {
            return self.give_up_fixed(beyond.max(reached)..=u32::MAX);
        }
        // No hypothesis gets past the first fixed move that it cannot play.
        let fixed = self.fixed.iter().map(|(ply, _)| *ply).find(|&ply| ply >= reached);
        match fixed {
            Some(ply) if ply == reached || !self.binds_end() => self.give_up_fixed(ply..=ply),
            _ if self.binds_end() => self.give_up_end(start),
            _ => self.give_up_fixed(0..=u32::MAX),
        }
    }

    /// Takes out everything.
    pub fn give_up(&mut self, start: &Chess) -> Vec<Finding> {
        let mut findings = self.give_up_fixed(0..=u32::MAX);
        if self.binds_end() {
            findings.extend(self.give_up_end(start));
        }
        findings
    }

    fn give_up_fixed(&mut self, plies: RangeInclusive<u32>) -> Vec<Finding> {
        let mut findings = Vec::new();
        self.fixed.retain(|(ply, m)| {
            let goes = plies.contains(ply);
            if goes {
                findings.push(Finding {
                    code: "fixed-unmet",
                    ply: ply.checked_add(1),
                    message: format!(
                        "no game was found in which {m} is played; the best without that is given"
                    ),
                });
            }
            !goes
        });
        findings
    }

    fn give_up_end(&mut self, start: &Chess) -> Vec<Finding> {
        let length = self.length.take().map(|(_, most)| last_move(most, start));
        let end = self.end.take().map(|end| end.position.to_string());
        let (code, what) = match (end, length) {
            (Some(end), Some(number)) => {
                ("final-unmet", format!("that ends with move {number} in \"{end}\""))
            }
            (Some(end), None) => ("final-unmet", format!("that ends in \"{end}\"")),
            (None, Some(number)) => ("moves-unmet", format!("that ends with move {number}")),
            (None, None) => return Vec::new(),
        };
        let message = format!("no game was found {what}; the best without that is given");
        vec![Finding { code, ply: None, message }]
    }
}

impl End {
    fn new(position: FinalPosition) -> End {
        let board = position.board();
        let count = |squares: Bitboard| squares.count();
        let pieces = ByColor::new_with(|color| count(board.by_color(color)));
        let pawns = ByColor::new_with(|color| count(board.pawns() & board.by_color(color)));
        let origins = Color::ALL
            .into_iter()
            .flat_map(|color| {
                let pawns = board.pawns() & board.by_color(color);
                pawns.into_iter().map(move |square| (color, origins(color, square)))
            })
            .collect();
        End { position, pieces, pawns, origins }
    }

    /// Whether it can be reached from `pos` in `plies` plies, as far as men, pawns and the number
    /// of moves tell.
    fn is_within(&self, pos: &Chess, plies: u32) -> bool {
        let (here, there) = (pos.board(), self.position.board());
        let pawns = here.pawns();
        let enough = |color: Color| {
            let own = here.by_color(color);
            // A man that stands where it will stand need not move; castling moves two at once.
            let astray = Role::ALL
                .into_iter()
                .map(|role| {
                    (there.by_piece(role.of(color)) & !here.by_piece(role.of(color))).count()
                })
                .sum::<usize>() as u32;
            let moves = (plies + u32::from(pos.turn() == color)) / 2;
            own.count() >= *self.pieces.get(color)
                && (pawns & own).count() >= *self.pawns.get(color)
                && astray <= moves + 1
        };
        Color::ALL.into_iter().all(enough)
            && self
                .origins
                .iter()
                .all(|(color, from)| (*from & pawns & here.by_color(*color)).any())
    }
}

/// The squares that a pawn on `square` can have come from, its own among them.
fn origins(color: Color, square: Square) -> Bitboard {
    let forward = if color.is_white() { 1 } else { -1 };
    let file = |square: Square| square.file() as i32;
    let rank = |square: Square| square.rank() as i32;
    let back = |other: Square| (rank(square) - rank(other)) * forward;
    Square::ALL
        .into_iter()
        .filter(|&other| back(other) >= (file(square) - file(other)).abs())
        .collect()
}

/// The plies, counted from 0 and latest first, of the moves behind the last entry of a hypothesis.
fn tail(lattice: &Lattice, node: u32) -> impl Iterator<Item = u32> {
    let mut at = node;
    std::iter::from_fn(move || {
        let edge = lattice.nodes[at as usize].edges.first()?;
        let silent = edge.m.is_some() && edge.entries.iter().all(Option::is_none);
        at = edge.from;
        silent.then(|| u32::from(lattice.nodes[at as usize].ply))
    })
}

/// Whether a hypothesis has moves behind its last entry that nothing supports.
pub fn is_stretched(lattice: &Lattice, node: u32, law: &Law) -> bool {
    tail(lattice, node).any(|ply| !law.is_fixed(ply))
}

/// Plies of a game from `start` before a move; `None` before the start.
fn ply_before(at: At, start: &Chess) -> Option<u32> {
    match at {
        At::Ply(ply) => ply.checked_sub(1),
        At::Move(number, color) => number
            .checked_sub(1)?
            .saturating_mul(2)
            .saturating_add(u32::from(color.is_black()))
            .checked_sub(halves_before(start)),
    }
}

/// Least and most plies of a game from `start` with this length.
fn plies(length: Length, start: &Chess) -> Option<(u32, u32)> {
    let after = |color| ply_before(At::Move(length.number, color), start)?.checked_add(1);
    match length.last {
        Some(color) => after(color).map(|plies| (plies, plies)),
        None => {
            let most = after(Color::Black)?;
            Some((after(Color::White).unwrap_or(most), most))
        }
    }
}

/// Number of the last move of a game from `start` with this many plies.
fn last_move(plies: u32, start: &Chess) -> u32 {
    (halves_before(start).saturating_add(plies)).div_ceil(2)
}
