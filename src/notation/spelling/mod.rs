//! The ways of writing one legal move, as rows of slots for the channel.
//!
//! [`Spellings`] covers every spelling of a move that a family of notations has: optional
//! parts are slots with a small cost of leaving them out, alternatives are characters of the same
//! row. So one pass over a reading compares it with dozens of spellings at once.

use arrayvec::ArrayVec;
use shakmaty::{Role, Square};

use super::{
    rows::{self, Rows},
    style::{Family, Habits},
};
use crate::channel::{Class, Row, Slot, lesser};

mod algebraic;
mod descriptive;
mod shape;

pub use self::shape::{MoveShape, Rival};

/// All spellings of one move: alternatives, each a row of slots with a cost of its own.
#[derive(Debug, Clone, Default)]
pub struct Spellings {
    slots: Vec<Slot>,
    /// Where each begins in `slots`, and its cost; it ends where the next begins.
    starts: Vec<(usize, f32)>,
}

impl Spellings {
    /// Empties the set, keeping its memory.
    pub fn clear(&mut self) {
        self.slots.clear();
        self.starts.clear();
    }

    /// The alternatives: slots, and the cost in nats of choosing this way of writing.
    pub fn iter(&self) -> impl Iterator<Item = (&[Slot], f32)> {
        let ends = self.starts.iter().skip(1).map(|next| next.0).chain([self.slots.len()]);
        self.starts.iter().zip(ends).map(|(&(start, cost), end)| (&self.slots[start..end], cost))
    }

    /// Begins another way of writing, of this cost.
    fn begin(&mut self, cost: f32) -> Builder<'_> {
        self.starts.push((self.slots.len(), cost));
        Builder(self)
    }
}

/// Adds slots to the way of writing that was begun last.
struct Builder<'a>(&'a mut Spellings);

impl Builder<'_> {
    /// A part that is always written; `skip` is the cost of forgetting it.
    fn must(self, row: u8, skip: f32) -> Self {
        self.slot(Slot { row, present: 0.0, skip, needed: true })
    }

    /// A part that may be written.
    fn may(self, row: u8, present: f32, skip: f32) -> Self {
        self.slot(Slot { row, present, skip, needed: false })
    }

    /// Both characters of a square.
    fn square(self, square: Square) -> Self {
        self.must(file(square), FORGET_SQUARE).must(rank(square), FORGET_SQUARE)
    }

    fn slot(self, slot: Slot) -> Self {
        self.0.slots.push(slot);
        self
    }
}

/// Cost of a part that is written with probability `p`: if it is there, and if it is not.
fn optional(p: f32) -> (f32, f32) {
    (-p.ln(), -(1.0 - p).ln())
}

/// Forgetting a character that has to be there.
const FORGET: f32 = 5.0;
/// Forgetting one of the two characters of a square.
const FORGET_SQUARE: f32 = 5.0;
/// Leaving the piece letter out, for somebody who writes start squares: `g1f3`.
const COORDINATES: f32 = 1.5;

/// Somebody who writes moves: a family of notations, and what each habit within it costs in nats.
#[derive(Debug, Clone)]
pub struct Writer {
    family: Family,
    habits: Habits,
    /// Writing the start square, and leaving it out.
    long: (f32, f32),
    /// Writing the sign of a capture, and leaving it out.
    capture_sign: (f32, f32),
    /// Writing a letter for a pawn, and leaving it out.
    pawn_letter: (f32, f32),
    /// Naming the piece that is captured: `NxB`.
    captured_piece: f32,
    /// Writing the files alone of a capture by a pawn: `ed`.
    pawn_files_only: f32,
}

impl Writer {
    /// A writer of `family` with these habits.
    pub fn new(family: Family, habits: Habits) -> Writer {
        Writer {
            family,
            habits,
            long: optional(habits.long),
            capture_sign: optional(habits.capture_sign),
            pawn_letter: optional(habits.pawn_letter),
            captured_piece: -habits.captured_piece.ln(),
            pawn_files_only: -habits.pawn_files_only.ln(),
        }
    }

    /// Fills `out` with the spellings of `shape`.
    pub fn spellings(&self, shape: &MoveShape, out: &mut Spellings) {
        out.clear();
        match self.family {
            Family::Algebraic => algebraic::spell(shape, self, out),
            Family::Numeric => numeric(shape, out),
            Family::Descriptive => descriptive::spell(shape, out),
        }
    }

    /// Whether what `shape` is spelled with is known without its spellings: the squares and pieces of
    /// algebraic notation.
    fn names_squares(&self, shape: &MoveShape) -> bool {
        self.family == Family::Algebraic && shape.castling.is_none()
    }

    /// Whether a text has what every whole spelling of `shape` has, where in a row of `table` only
    /// costs below `most` count.
    pub fn may_spell(&self, shape: &MoveShape, table: &[Row], text: &[Class], most: f32) -> bool {
        if !self.names_squares(shape) {
            return true;
        }
        let has = |row: u8| {
            let row = &table[usize::from(row)];
            text.iter().any(|&c| row[usize::from(c)] < most)
        };
        let Some(victim) = shape.victim else { return has(file(shape.to)) && has(rank(shape.to)) };
        // Files alone are enough of a pawn's capture, what is taken of any.
        has(file(shape.to)) || has(victim_letter(victim))
    }

    /// A lower bound, in nats, of what any spelling of `shape` costs in a text; `rows[id]` is the
    /// least that row `id` of the table costs anywhere in that text. Far cheaper than to compare
    /// the spellings themselves.
    pub fn least(&self, shape: &MoveShape, rows: &[f32; rows::COUNT]) -> f32 {
        if !self.names_squares(shape) {
            return 0.0;
        }
        let at = |row: u8| rows[row as usize];
        let square = |row: u8| lesser(at(row), FORGET_SQUARE);
        let letter = match shape.role {
            Role::Pawn => 0.0,
            role => lesser(lesser(at(piece(role)), self.habits.forget_piece), FORGET),
        };
        let target = square(file(shape.to)) + square(rank(shape.to));
        let plain = target + lesser(letter, self.long.0 + COORDINATES);
        let Some(victim) = shape.victim else { return plain };
        let named = self.captured_piece + letter + lesser(at(victim_letter(victim)), FORGET);
        let by_target = match shape.role {
            // Perhaps the file alone.
            Role::Pawn => square(file(shape.to)) + lesser(letter, self.long.0 + COORDINATES),
            _ => plain,
        };
        lesser(named, by_target)
    }

    /// A lower bound, in nats, of what the characters of a text cost in any spelling of `shape`;
    /// says more than [`Writer::least`] of captures, of which little has to be written.
    pub fn least_of_text(&self, shape: &MoveShape, table: &Rows, text: &[Class]) -> f32 {
        if !self.names_squares(shape) {
            return 0.0;
        }
        let squares = [file(shape.from), rank(shape.from), file(shape.to), rank(shape.to)];
        let mut places = ArrayVec::<u8, 12>::from_iter(squares);
        places.extend([piece(shape.role), rows::CAPTURE, rows::DASH]);
        places.extend(shape.victim.map(victim_letter));
        places.extend(shape.en_passant.then_some(rows::PASSING_SIGN));
        let second = |role| rows::PIECE_SECOND + role as u8 - 1;
        places.push(second(shape.role));
        if let Some(role) = shape.promotion {
            places.extend([rows::EQUALS, rows::PROMOTION + role as u8 - 1, second(role)]);
        }
        let cost = |&c: &Class| {
            let rows = places.iter().map(|&row| table.rows[usize::from(row)][usize::from(c)]);
            rows.fold(table.insert[usize::from(c)], lesser)
        };
        text.iter().map(cost).sum()
    }
}

fn file(square: Square) -> u8 {
    rows::FILE + square.file() as u8
}

fn rank(square: Square) -> u8 {
    rows::RANK + square.rank() as u8
}

fn piece(role: Role) -> u8 {
    rows::PIECE + role as u8 - 1
}

fn victim_letter(role: Role) -> u8 {
    rows::VICTIM + role as u8 - 1
}

fn promotion<'a>(b: Builder<'a>, shape: &MoveShape) -> Builder<'a> {
    match shape.promotion {
        None => b,
        Some(role) => b.may(rows::EQUALS, 0.5, 0.9).may(
            rows::PROMOTION + role as u8 - 1,
            0.0,
            if role == Role::Queen { 2.5 } else { 7.0 },
        ),
    }
}

fn castling(short: bool, out: &mut Spellings) {
    let b = out
        .begin(0.1)
        .must(rows::CASTLE_O, FORGET)
        .may(rows::CASTLE_DASH, 0.4, 1.1)
        .must(rows::CASTLE_O, FORGET);
    if !short {
        b.may(rows::CASTLE_DASH, 0.4, 1.1).must(rows::CASTLE_O, 3.5);
    }
    // "Castles", which does not say where.
    out.begin(if short { 0.7 } else { 1.5 })
        .must(rows::CASTLE_O, FORGET)
        .must(rows::EITHER, FORGET)
        .must(rows::CASTLE_O, FORGET);
}

fn numeric(shape: &MoveShape, out: &mut Spellings) {
    let digit_file = |square: Square| rows::DIGIT_FILE + square.file() as u8;
    let promoted = shape.promotion.map(|role| rows::PROMOTION + role as u8 - 1);
    let squares = |b: Builder<'_>, from_rank: u8, to_rank: Option<u8>| {
        let b = b
            .must(digit_file(shape.from), FORGET)
            .must(from_rank, FORGET)
            .must(digit_file(shape.to), FORGET);
        let b = match to_rank {
            Some(row) => b.must(row, FORGET),
            None => b,
        };
        if let Some(row) = promoted {
            b.may(row, 0.0, 3.0);
        }
    };
    squares(out.begin(0.0), rank(shape.from), Some(rank(shape.to)));
    // The unambiguous variant: 5071 for castling, 3420 in passing, a letter for the last rank.
    if shape.castling.is_some() {
        squares(out.begin(0.7), rows::ZERO, Some(rank(shape.to)));
    }
    if shape.en_passant {
        squares(out.begin(0.7), rank(shape.from), Some(rows::ZERO));
    }
    if promoted.is_some() {
        squares(out.begin(0.7), rank(shape.from), None);
    }
}
