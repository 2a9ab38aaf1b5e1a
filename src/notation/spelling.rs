//! The ways of writing one legal move, as rows of slots for the channel.
//!
//! [`Spellings`] covers every spelling of a move that a family of notations has: optional
//! parts are slots with a small cost of leaving them out, alternatives are characters of the same
//! row. So the dozens of spellings of a move are compared with a reading in one pass each.

use shakmaty::{File, Rank, Role, Square};

use super::{
    rows,
    style::{Family, Habits},
};
use crate::channel::{Slot, lesser};

/// What a spelling depends on: the move, and whether other pieces could go there too.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct MoveShape {
    /// What moves.
    pub role: Role,
    /// Where from.
    pub from: Square,
    /// Where to; for castling where the king goes.
    pub to: Square,
    /// What is captured.
    pub victim: Option<Role>,
    /// What a pawn becomes.
    pub promotion: Option<Role>,
    /// Castling, and whether to the king's side.
    pub castling: Option<bool>,
    /// Captured in passing.
    pub en_passant: bool,
    /// Another piece of the same kind on another file can go there.
    pub rival: Rival,
    /// The piece stood on the king's side when the game began: `K. Kt.` as opposed to `Q. Kt.`.
    pub kings_side: bool,
    /// The captured piece stood on the king's side when the game began.
    pub victim_kings_side: bool,
    /// Black moves.
    pub black: bool,
}

/// What other pieces of the same kind can go to the same square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Rival {
    /// None: any disambiguation is superfluous.
    None,
    /// Some, none of them on the same file: the file tells them apart.
    OtherFile,
    /// Some on the same file: the rank is needed.
    SameFile,
}

impl MoveShape {
    /// A move that captures nothing and that no other piece could make.
    pub fn plain(role: Role, from: Square, to: Square, black: bool) -> MoveShape {
        MoveShape {
            role,
            from,
            to,
            victim: None,
            promotion: None,
            castling: None,
            en_passant: false,
            rival: Rival::None,
            kings_side: false,
            victim_kings_side: false,
            black,
        }
    }

    /// Packs the shape into one number, for caches.
    pub fn key(&self) -> u32 {
        let role = |role: Option<Role>| role.map_or(0, |role| role as u32);
        let castling = self.castling.map_or(0, |short| 1 + u32::from(short));
        (self.role as u32)
            | (u32::from(self.from) << 3)
            | (u32::from(self.to) << 9)
            | (role(self.victim) << 15)
            | (role(self.promotion) << 18)
            | (castling << 21)
            | (u32::from(self.en_passant) << 23)
            | ((self.rival as u32) << 24)
            | (u32::from(self.black) << 26)
            | (u32::from(self.kings_side) << 27)
            | (u32::from(self.victim_kings_side) << 28)
    }
}

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

    fn begin(&mut self, cost: f32) -> Builder<'_> {
        self.starts.push((self.slots.len(), cost));
        Builder(self)
    }
}

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
/// A pawn's move by how far it goes, as old books have it.
const STEPS: f32 = 2.0;
/// The square of the moving piece where no other of its kind could go, in a descriptive move.
const SUPERFLUOUS: f32 = 3.5;
/// Coordinates without any letter, for who writes start squares.
const COORDINATES: f32 = 1.5;

/// Who writes: a family of notations and the costs of the habits within it, in nats.
#[derive(Debug, Clone)]
pub struct Writer {
    family: Family,
    habits: Habits,
    /// Writing the start square, and leaving it out; and so on.
    long: (f32, f32),
    capture_sign: (f32, f32),
    pawn_letter: (f32, f32),
    captured_piece: f32,
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
            Family::Algebraic => algebraic(shape, self, out),
            Family::Numeric => numeric(shape, out),
            Family::Descriptive => descriptive(shape, out),
        }
    }

    /// What every spelling of `shape` costs at least in a text that has each row of the table
    /// somewhere for `rows[id]`, in nats; far cheaper than to compare them.
    pub fn least(&self, shape: &MoveShape, rows: &[f32; rows::COUNT]) -> f32 {
        if self.family != Family::Algebraic || shape.castling.is_some() {
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

fn algebraic(shape: &MoveShape, writer: &Writer, out: &mut Spellings) {
    if let Some(short) = shape.castling {
        castling(short, out);
        // The king's move written out, as coordinates or to the rook's square.
        let rook = Square::from_coords(if short { File::H } else { File::A }, shape.to.rank());
        for (to, cost) in [(shape.to, 2.5), (rook, 4.5)] {
            let b = out.begin(cost).may(piece(Role::King), 0.5, 0.5);
            second_letter(b, Role::King, writer)
                .may(file(shape.from), 0.3, 1.0)
                .may(rank(shape.from), 0.3, 1.0)
                .may(rows::DASH, 0.7, 0.7)
                .must(file(to), FORGET_SQUARE)
                .must(rank(to), FORGET_SQUARE)
                .may(rows::CASTLE_SIGN, 1.5, 0.2);
        }
        if writer.habits.long > 0.5 {
            // The king between his squares: `e1Kg1`.
            let b = out.begin(3.5).square(shape.from).must(piece(Role::King), FORGET);
            second_letter(b, Role::King, writer).square(shape.to);
        }
        return;
    }
    let (long, short) = writer.long;
    short_algebraic(shape, writer, out, short);
    long_algebraic(shape, writer, out, long);
    if shape.victim.is_some() {
        captured_piece(shape, writer, out);
    }
}

/// The piece letter, with its second letter where the language has one.
fn piece_letter<'a>(b: Builder<'a>, role: Role, writer: &Writer) -> Builder<'a> {
    if role == Role::Pawn {
        let (present, skip) = writer.pawn_letter;
        let b = b.may(piece(role), present, skip);
        // Nobody writes the second letter without the first.
        return match writer.habits.second_letter[0] {
            true => b.may(rows::PIECE_SECOND, 0.0, 0.0),
            false => b,
        };
    }
    second_letter(b.must(piece(role), writer.habits.forget_piece), role, writer)
}

fn second_letter<'a>(b: Builder<'a>, role: Role, writer: &Writer) -> Builder<'a> {
    if writer.habits.second_letter[role as usize - 1] {
        b.may(rows::PIECE_SECOND + role as u8 - 1, 0.0, writer.habits.forget_second)
    } else {
        b
    }
}

fn capture_sign<'a>(b: Builder<'a>, shape: &MoveShape, writer: &Writer) -> Builder<'a> {
    if shape.victim.is_some() {
        let (present, skip) = writer.capture_sign;
        b.may(rows::CAPTURE, present, skip)
    } else {
        b.may(rows::CAPTURE, 5.0, 0.01)
    }
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

fn short_algebraic(shape: &MoveShape, writer: &Writer, out: &mut Spellings, cost: f32) {
    let b = piece_letter(out.begin(cost), shape.role, writer);
    let b = match (shape.role, shape.victim, shape.rival) {
        (Role::Pawn, None, _) => b,
        (Role::Pawn, Some(_), _) => b.may(file(shape.from), 0.1, writer.habits.drop_pawn_file),
        (_, _, Rival::None) => b.may(file(shape.from), 4.5, 0.02).may(rank(shape.from), 5.5, 0.01),
        (_, _, Rival::OtherFile) => {
            b.may(file(shape.from), 0.5, 1.2).may(rank(shape.from), 3.5, 0.05)
        }
        (_, _, Rival::SameFile) => {
            b.may(file(shape.from), 2.0, 0.2).may(rank(shape.from), 0.6, 1.2)
        }
    };
    let b = capture_sign(b, shape, writer).must(file(shape.to), FORGET_SQUARE);
    let b = if shape.role == Role::Pawn && shape.victim.is_some() {
        b.may(rank(shape.to), 0.0, writer.pawn_files_only)
    } else {
        b.must(rank(shape.to), FORGET_SQUARE)
    };
    promotion(b, shape);
}

fn long_algebraic(shape: &MoveShape, writer: &Writer, out: &mut Spellings, cost: f32) {
    let from_to = |b: Builder<'_>, letter_first: bool| {
        let b = if letter_first {
            piece_letter(b, shape.role, writer).square(shape.from)
        } else {
            let b = b.square(shape.from);
            // The view of "d1Dd8:" has the sign before the letter, as if a queen were taken.
            let b = if shape.victim.is_some() { b.may(rows::CAPTURE, 0.4, 0.4) } else { b };
            second_letter(b.must(piece(shape.role), FORGET), shape.role, writer)
        };
        let b = match shape.victim {
            Some(victim) => b.may(rows::CAPTURE, 0.4, 1.2).may(victim_letter(victim), 1.5, 0.3),
            None => b.may(rows::DASH, 0.7, 0.7),
        };
        let b = b.square(shape.to);
        // Smith notation names the captured piece behind the square.
        let b = match shape.victim {
            Some(victim) => b.may(victim_letter(victim), 2.5, 0.1),
            None => b,
        };
        let b = if shape.en_passant { b.may(rows::PASSING_SIGN, 2.5, 0.1) } else { b };
        promotion(b, shape);
    };
    from_to(out.begin(cost + 0.3), true);
    if shape.role != Role::Pawn {
        // Coordinates without any letter, and the letter between the squares.
        let b = out.begin(cost + COORDINATES).square(shape.from);
        let b = match shape.victim {
            Some(_) => b.may(rows::CAPTURE, 1.0, 0.5),
            None => b.may(rows::DASH, 0.7, 0.7),
        };
        let b = b.square(shape.to);
        if let Some(victim) = shape.victim {
            b.may(victim_letter(victim), 1.5, 0.3);
        }
    }
    // A pawn is seldom named between its squares, and hardly by who writes short.
    if shape.role != Role::Pawn || writer.habits.long > 0.5 {
        from_to(out.begin(cost + 2.5), false);
    }
}

/// `NxB`, `PxP`, `QxNd5`, `exQ`: the captured piece named, the square perhaps left out.
fn captured_piece(shape: &MoveShape, writer: &Writer, out: &mut Spellings) {
    let Some(victim) = shape.victim else { return };
    let b = out.begin(writer.captured_piece);
    let b = if shape.role == Role::Pawn {
        b.may(piece(Role::Pawn), 0.7, 0.8).may(file(shape.from), 1.0, 0.5)
    } else {
        b.must(piece(shape.role), writer.habits.forget_piece).may(file(shape.from), 3.5, 0.05)
    };
    b.may(rows::CAPTURE, 0.2, 2.0)
        .must(victim_letter(victim), FORGET)
        .may(file(shape.to), 1.0, 0.4)
        .may(rank(shape.to), 0.3, 0.3);
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

/// The piece that a file is named after, and its side; none for the king's and queen's own files.
fn file_name(file: File) -> (u8, Option<u8>) {
    let letter = rows::PIECE
        + match file {
            File::A | File::H => Role::Rook,
            File::B | File::G => Role::Knight,
            File::C | File::F => Role::Bishop,
            File::D => Role::Queen,
            File::E => Role::King,
        } as u8
        - 1;
    let side = match file {
        File::D | File::E => None,
        File::A | File::B | File::C => Some(rows::QUEEN_SIDE),
        File::F | File::G | File::H => Some(rows::KING_SIDE),
    };
    (letter, side)
}

/// A rank as the mover counts it.
fn relative_rank(square: Square, black: bool) -> u8 {
    let rank = if black { Rank::new(7 - square.rank() as u32) } else { square.rank() };
    rows::RANK + rank as u8
}

fn descriptive(shape: &MoveShape, out: &mut Spellings) {
    if let Some(short) = shape.castling {
        castling(short, out);
        return;
    }
    for rank_first in [false, true] {
        if shape.victim.is_none() || shape.role == Role::Pawn {
            descriptive_to_square(shape, rank_first, out);
        }
        if shape.victim.is_some() {
            descriptive_capture(shape, rank_first, out);
        }
    }
    // "Q. checks.": the piece alone.
    descriptive_piece(out.begin(4.0), shape, false, false).may(rows::CHECK, 0.2, 2.0);
    // Algebraic squares behind a piece letter, pawns too: P-e4, Kt-f3.
    let b = descriptive_piece(out.begin(2.5), shape, false, false);
    let b = b.may(file(shape.from), 3.0, 0.1).may(rank(shape.from), 3.0, 0.1);
    let b = match shape.victim {
        Some(_) => b.may(rows::CAPTURE, 0.1, 2.0),
        None => b.may(rows::DASH, 0.2, 1.5),
    };
    promotion(b.must(file(shape.to), FORGET).must(rank(shape.to), FORGET), shape);
}

/// Whether the moving piece is told by its square although it need not be, and what that costs.
fn tellings(shape: &MoveShape) -> &'static [(bool, f32)] {
    let need_not = shape.rival == Rival::None && !matches!(shape.role, Role::Pawn | Role::King);
    if need_not { &[(false, 0.0), (true, SUPERFLUOUS)] } else { &[(false, 0.0)] }
}

/// The moving piece with its prefix and its square in brackets, which stands there for sure where
/// it is `told`.
fn descriptive_piece<'a>(
    b: Builder<'a>,
    shape: &MoveShape,
    rank_first: bool,
    told: bool,
) -> Builder<'a> {
    let (origin, side) = file_name(shape.from.file());
    if shape.role == Role::Pawn {
        let b = match side {
            Some(side) => b.may(side, 1.8, 0.2),
            None => b,
        };
        return b.may(origin, 1.8, 0.2).must(piece(Role::Pawn), FORGET);
    }
    let b = match shape.role {
        Role::Rook | Role::Knight | Role::Bishop => {
            let side = |kings: bool| if kings { rows::KING_SIDE } else { rows::QUEEN_SIDE };
            let b = b.may(side(shape.kings_side), 1.5, 0.2);
            // Some writers name a piece after where it stands, not after where it began.
            let stands = shape.from.file() >= File::E;
            if stands == shape.kings_side { b } else { b.may(side(stands), 3.0, 0.05) }
        }
        _ => b,
    };
    let b = b.must(piece(shape.role), FORGET);
    if shape.rival == Rival::None && !told {
        return b;
    }
    let rank = relative_rank(shape.from, shape.black);
    let b = b.may(rows::OPEN, 1.0, 0.0);
    let b = if rank_first { b.may(rank, 0.7, 0.3) } else { b };
    let b = match side {
        Some(side) => b.may(side, 2.0, 0.1),
        None => b,
    };
    let b = if told { b.must(origin, FORGET) } else { b.may(origin, 1.0, 0.3) };
    let b = if rank_first { b } else { b.may(rank, 0.7, 0.3) };
    b.may(rows::CLOSE, 0.2, 0.2)
}

fn descriptive_square<'a>(
    b: Builder<'a>,
    square: Square,
    black: bool,
    rank_first: bool,
    forget: f32,
) -> Builder<'a> {
    let (letter, side) = file_name(square.file());
    let rank = relative_rank(square, black);
    let home = if square.rank() == (if black { Rank::Eighth } else { Rank::First }) {
        forget.min(2.0)
    } else {
        forget
    };
    let b = if rank_first { b.must(rank, home) } else { b };
    let b = match side {
        Some(side) => b.may(side, 0.7, 0.7),
        None => b,
    };
    let b = b.must(letter, forget);
    if rank_first { b } else { b.must(rank, home) }
}

fn descriptive_to_square(shape: &MoveShape, rank_first: bool, out: &mut Spellings) {
    let cost = if rank_first { 0.5 } else { 0.2 };
    for &(told, more) in tellings(shape) {
        let b = descriptive_piece(out.begin(cost + more), shape, rank_first, told);
        let b = match shape.victim {
            Some(_) => b.may(rows::CAPTURE, 3.0, 1.0),
            None => b.may(rows::DASH, 0.2, 0.8),
        };
        promotion(descriptive_square(b, shape.to, shape.black, rank_first, FORGET_SQUARE), shape);
    }
    if shape.role == Role::Pawn && shape.victim.is_none() && !rank_first {
        descriptive_steps(shape, out);
    }
}

/// `K. P. two`: a pawn by its file and how far it goes.
fn descriptive_steps(shape: &MoveShape, out: &mut Spellings) {
    let (letter, side) = file_name(shape.from.file());
    let b = out.begin(STEPS);
    let b = match side {
        Some(side) => b.may(side, 0.1, 2.0),
        None => b,
    };
    let b = b.must(letter, FORGET_SQUARE).must(piece(Role::Pawn), FORGET);
    let steps = (shape.from.rank() as u8).abs_diff(shape.to.rank() as u8);
    promotion(b.must(rows::RANK + steps.max(1) - 1, FORGET_SQUARE), shape);
}

fn descriptive_capture(shape: &MoveShape, rank_first: bool, out: &mut Spellings) {
    let Some(victim) = shape.victim else { return };
    // Without its square the capture is the same whichever way squares are written.
    let cost = if rank_first { 0.7 } else { 0.2 };
    // The side of a pawn stands only before its file: "KP" is the king's pawn, and no other on that
    // side.
    let sides = match (victim, file_name(shape.to.file()).1) {
        (Role::Pawn, Some(_)) => &[(false, 0.25), (true, 2.7)][..],
        _ => &[(false, 0.0)],
    };
    // A pawn that takes is known by its name alone.
    let (origin, side) = file_name(shape.from.file());
    let (present, skip) = if side.is_some() { (2.0, 0.4) } else { (1.8, 0.2) };
    for &(sided, more) in sides {
        let cost = cost + more;
        if shape.role != Role::Pawn {
            for &(told, more) in tellings(shape) {
                let b = descriptive_piece(out.begin(cost + more), shape, rank_first, told);
                descriptive_victim(b, shape, victim, rank_first, sided);
            }
            continue;
        }
        let b = out.begin(cost).may(origin, present, skip).must(piece(Role::Pawn), FORGET);
        descriptive_victim(b, shape, victim, rank_first, sided);
        if let Some(side) = side {
            let b = out.begin(cost + 3.6).must(side, FORGET).must(origin, FORGET);
            let b = b.must(piece(Role::Pawn), FORGET);
            descriptive_victim(b, shape, victim, rank_first, sided);
        }
    }
    if let Some(promoted) = shape.promotion
        && rank_first
    {
        // The view of "P:TD" has the new piece in front, as if it were the side of the other.
        out.begin(cost)
            .may(origin, present, skip)
            .must(piece(Role::Pawn), FORGET)
            .may(rows::CAPTURE, 0.1, 2.5)
            .must(rows::PROMOTION + promoted as u8 - 1, FORGET)
            .must(piece(victim), FORGET);
    }
}

/// What is taken, behind the piece that takes it; a pawn with its side and file where it is `sided`.
fn descriptive_victim(
    b: Builder<'_>,
    shape: &MoveShape,
    victim: Role,
    rank_first: bool,
    sided: bool,
) {
    let b = b.may(rows::CAPTURE, 0.1, 2.5).may(rows::DASH, 3.5, 0.05);
    let (letter, side) = file_name(shape.to.file());
    let b = match (victim, side) {
        (Role::Pawn, Some(side)) if sided => b.must(side, FORGET).must(letter, FORGET),
        (Role::Pawn, _) => b.may(letter, 1.2, 0.4),
        (Role::Queen | Role::King, _) => b,
        _ if shape.victim_kings_side => b.may(rows::KING_SIDE, 1.5, 0.25),
        _ => b.may(rows::QUEEN_SIDE, 1.5, 0.25),
    };
    let b = b.must(piece(victim), FORGET);
    let b = b.may(rows::OPEN, 1.0, 0.0);
    let b = if rank_first { b.may(relative_rank(shape.to, shape.black), 0.7, 0.2) } else { b };
    let b = match side {
        Some(side) => b.may(side, 1.5, 0.1),
        None => b,
    };
    let b = b.may(letter, 1.2, 0.2);
    let b = if rank_first { b } else { b.may(relative_rank(shape.to, shape.black), 0.7, 0.2) };
    promotion(b.may(rows::CLOSE, 0.2, 0.2), shape);
}
