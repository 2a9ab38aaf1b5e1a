//! How a move is spelled in descriptive notation, where squares are counted from the mover's side
//! and files are named after the pieces that begin on them.

use shakmaty::{File, Rank, Role, Square};

use super::{
    Builder, FORGET, FORGET_SQUARE, MoveShape, Rival, Spellings, castling, file, piece, promotion,
    rank,
};
use crate::notation::rows;

/// A pawn's move by how far it goes, as old books have it.
const STEPS: f32 = 2.0;
/// The square of the moving piece where no other of its kind could go, in a descriptive move.
const SUPERFLUOUS: f32 = 3.5;

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

/// Adds the spellings of `shape` in descriptive notation, with the rank behind the file and before
/// it.
pub(super) fn spell(shape: &MoveShape, out: &mut Spellings) {
    if let Some(short) = shape.castling {
        castling(short, out);
        return;
    }
    for rank_first in [false, true] {
        if shape.victim.is_none() || shape.role == Role::Pawn {
            to_square(shape, rank_first, out);
        }
        if shape.victim.is_some() {
            capture(shape, rank_first, out);
        }
    }
    // "Q. checks.": the piece alone.
    moving_piece(out.begin(4.0), shape, false, false).may(rows::CHECK, 0.2, 2.0);
    // Algebraic squares behind a piece letter, pawns too: P-e4, Kt-f3.
    let b = moving_piece(out.begin(2.5), shape, false, false);
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
fn moving_piece<'a>(
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

/// The square that a piece goes to; the rank of the mover's own back row is often left out.
fn target<'a>(
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

/// `P-K4`, `P4R`: a move that says where the piece goes.
fn to_square(shape: &MoveShape, rank_first: bool, out: &mut Spellings) {
    let cost = if rank_first { 0.5 } else { 0.2 };
    for &(told, more) in tellings(shape) {
        let b = moving_piece(out.begin(cost + more), shape, rank_first, told);
        let b = match shape.victim {
            Some(_) => b.may(rows::CAPTURE, 3.0, 1.0),
            None => b.may(rows::DASH, 0.2, 0.8),
        };
        promotion(target(b, shape.to, shape.black, rank_first, FORGET_SQUARE), shape);
    }
    if shape.role == Role::Pawn && shape.victim.is_none() && !rank_first {
        by_steps(shape, out);
    }
}

/// `K. P. two`: a pawn by its file and how far it goes.
fn by_steps(shape: &MoveShape, out: &mut Spellings) {
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

/// `PxP`, `BxKt`, `RxBP`: a move that says what is taken.
fn capture(shape: &MoveShape, rank_first: bool, out: &mut Spellings) {
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
                let b = moving_piece(out.begin(cost + more), shape, rank_first, told);
                captured(b, shape, victim, rank_first, sided);
            }
            continue;
        }
        let b = out.begin(cost).may(origin, present, skip).must(piece(Role::Pawn), FORGET);
        captured(b, shape, victim, rank_first, sided);
        if let Some(side) = side {
            let b = out.begin(cost + 3.6).must(side, FORGET).must(origin, FORGET);
            let b = b.must(piece(Role::Pawn), FORGET);
            captured(b, shape, victim, rank_first, sided);
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
fn captured(b: Builder<'_>, shape: &MoveShape, victim: Role, rank_first: bool, sided: bool) {
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
