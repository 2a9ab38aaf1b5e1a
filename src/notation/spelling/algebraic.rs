//! How a move is spelled in algebraic notation, short and long, and in coordinates.

use shakmaty::{File, Role, Square};

use super::{
    Builder, COORDINATES, FORGET, FORGET_SQUARE, MoveShape, Rival, Spellings, Writer, castling,
    file, piece, promotion, rank, victim_letter,
};
use crate::notation::rows;

/// Adds the spellings of `shape` in short and long algebraic notation and in coordinates.
pub(super) fn spell(shape: &MoveShape, writer: &Writer, out: &mut Spellings) {
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
    let (written, left_out) = writer.long;
    short(shape, writer, out, left_out);
    long(shape, writer, out, written);
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

/// The second letter of a piece, where the language has one: the `r` of `Kr`.
fn second_letter<'a>(b: Builder<'a>, role: Role, writer: &Writer) -> Builder<'a> {
    if writer.habits.second_letter[role as usize - 1] {
        b.may(rows::PIECE_SECOND + role as u8 - 1, 0.0, writer.habits.forget_second)
    } else {
        b
    }
}

/// What a pawn becomes, with the second letter of the piece.
fn promotion_letters<'a>(b: Builder<'a>, shape: &MoveShape, writer: &Writer) -> Builder<'a> {
    let b = promotion(b, shape);
    match shape.promotion {
        Some(role) => second_letter(b, role, writer),
        None => b,
    }
}

/// The sign of a capture, which a move that takes nothing hardly has.
fn capture_sign<'a>(b: Builder<'a>, shape: &MoveShape, writer: &Writer) -> Builder<'a> {
    if shape.victim.is_some() {
        let (present, skip) = writer.capture_sign;
        b.may(rows::CAPTURE, present, skip)
    } else {
        b.may(rows::CAPTURE, 5.0, 0.01)
    }
}

/// `e4`, `Nbd7`, `exd5`, `ed`.
fn short(shape: &MoveShape, writer: &Writer, out: &mut Spellings, cost: f32) {
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
    promotion_letters(b, shape, writer);
}

/// `e2-e4`, `Ng1f3`, `g1Nf3`, `g1f3`.
fn long(shape: &MoveShape, writer: &Writer, out: &mut Spellings, cost: f32) {
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
        promotion_letters(b, shape, writer);
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

/// `NxB`, `PxP`, `QxNd5`, `exQ`, `fxNg8=Q`: the captured piece named, the square perhaps left out.
fn captured_piece(shape: &MoveShape, writer: &Writer, out: &mut Spellings) {
    let Some(victim) = shape.victim else { return };
    let b = out.begin(writer.captured_piece);
    let b = if shape.role == Role::Pawn {
        b.may(piece(Role::Pawn), 0.7, 0.8).may(file(shape.from), 1.0, 0.5)
    } else {
        b.must(piece(shape.role), writer.habits.forget_piece).may(file(shape.from), 3.5, 0.05)
    };
    let b = b
        .may(rows::CAPTURE, 0.2, 2.0)
        .must(victim_letter(victim), FORGET)
        .may(file(shape.to), 1.0, 0.4)
        .may(rank(shape.to), 0.3, 0.3);
    promotion_letters(b, shape, writer);
}
