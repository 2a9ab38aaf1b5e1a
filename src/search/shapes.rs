//! The shapes of legal moves: what of a move shows in how it is written.
//!
//! Descriptive notation names a piece after the half of the board that it began on, so that shapes
//! depend on the game before the move, not on the position alone.

use shakmaty::{
    Bitboard, CastlingSide, Chess, Color, File, Move, MoveList, Position, Rank, Role, Square,
};

use super::lattice::Node;
use crate::notation::spelling::{MoveShape, Rival};

/// The pieces that stand on the king's side.
pub fn kings_pieces(pos: &Chess) -> Bitboard {
    let files = [File::E, File::F, File::G, File::H].into_iter().map(Bitboard::from_file);
    pos.board().occupied() & files.fold(Bitboard::EMPTY, |half, file| half | file)
}

/// Where the pieces of the king's side stand after a move.
pub fn follow(mut pieces: Bitboard, m: Move) -> Bitboard {
    let mut go = |from: Square, to: Square| {
        let own = pieces.contains(from);
        pieces.discard(from);
        pieces.set(to, own);
    };
    match m {
        Move::Castle { king, rook } => {
            let side = CastlingSide::from_king_side(king < rook);
            let color = Color::from_white(king.rank() == Rank::First);
            go(rook, side.rook_to(color));
            go(king, side.king_to(color));
        }
        _ => {
            if let Some(from) = m.from() {
                go(from, m.to());
            }
        }
    }
    pieces
}

/// The shapes of all legal moves, in their order.
pub fn shapes(pos: &Chess, legal: &MoveList, kings_side: Bitboard) -> Vec<MoveShape> {
    let mut shapes = Vec::new();
    shapes_into(pos, legal, kings_side, &mut shapes);
    shapes
}

/// Sets `out` to the shapes of all legal moves.
pub fn shapes_into(pos: &Chess, legal: &MoveList, kings_side: Bitboard, out: &mut Vec<MoveShape>) {
    // How many moves there are of each kind of piece to each square, 2 for more.
    let mut counts = [[0u8; 64]; 6];
    for m in legal {
        if let Move::Normal { role, to, .. } = *m {
            let count = &mut counts[role as usize - 1][to as usize];
            *count = (*count + 1).min(2);
        }
    }
    out.clear();
    out.extend(legal.iter().map(|&m| {
        let origins = match m {
            Move::Normal { role, to, .. } if counts[role as usize - 1][to as usize] > 1 => {
                origins(legal, m)
            }
            _ => Bitboard::EMPTY,
        };
        shape(m, pos.turn(), origins, kings_side)
    }));
}

/// The squares from which a piece of the kind that moves can go where it goes.
fn origins(legal: &[Move], m: Move) -> Bitboard {
    let same = legal.iter().filter(|other| other.role() == m.role() && other.to() == m.to());
    same.filter_map(|other| other.from()).collect()
}

/// The shape of a move; `origins` are the squares from which a piece of its kind can go there,
/// which need not be told where there is no other.
pub fn shape(m: Move, turn: Color, origins: Bitboard, kings_side: Bitboard) -> MoveShape {
    let plain = |role, from, to| MoveShape::plain(role, from, to, turn.is_black());
    let shape = match m {
        Move::Normal { role, from, capture, to, promotion } => {
            let rivals = origins.without(from);
            let rival = if role == Role::Pawn || rivals.is_empty() {
                Rival::None
            } else if (rivals & Bitboard::from_file(from.file())).is_empty() {
                Rival::OtherFile
            } else {
                Rival::SameFile
            };
            MoveShape { victim: capture, promotion, rival, ..plain(role, from, to) }
        }
        Move::EnPassant { from, to } => {
            let victim = Some(Role::Pawn);
            MoveShape { victim, en_passant: true, ..plain(Role::Pawn, from, to) }
        }
        Move::Castle { king, rook } => {
            let side = CastlingSide::from_king_side(king < rook);
            let castling = Some(side.is_king_side());
            MoveShape { castling, ..plain(Role::King, king, side.king_to(turn)) }
        }
        Move::Put { role, to } => plain(role, to, to),
    };
    MoveShape {
        kings_side: kings_side.contains(shape.from),
        victim_kings_side: shape.victim.is_some() && kings_side.contains(shape.to),
        ..shape
    }
}

/// The shape of one legal move of a node.
pub fn shape_of(node: &Node, m: Move) -> MoveShape {
    shape_among(node, &node.pos.legal_moves(), m)
}

/// The shape of one of the legal moves of a node.
pub fn shape_among(node: &Node, legal: &[Move], m: Move) -> MoveShape {
    shape(m, node.pos.turn(), origins(legal, m), node.kings_side)
}
