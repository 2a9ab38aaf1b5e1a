//! Positions in which no series of legal moves leads to mate.
//!
//! Nothing is called dead that is not; what is dead may stay unseen. Three kinds are found:
//!
//! 1. Neither side has material to mate with.
//! 2. Walls of pawns, with kings and bishops alone: no pawn can ever move or take, no king or
//!    bishop can ever take a pawn, and no bishop can ever give mate. What kings and bishops can
//!    reach is taken for more than it is, as if no other piece were in their way.
//! 3. Every legal move leads to one of these at once or within a few moves.

use shakmaty::{
    Bitboard, Chess, Color, EnPassantMode, Position, Square,
    attacks::{bishop_attacks, king_attacks, pawn_attacks},
};

/// Why a position is dead.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Dead {
    /// Neither side has material to mate with.
    Material,
    /// Pawns that are blocked for good wall off whatever could mate.
    Walls,
    /// Every legal move leads to a dead position.
    Forced,
}

impl Dead {
    /// In plain words.
    pub fn words(self) -> &'static str {
        match self {
            Dead::Material => "neither side has material to mate with",
            Dead::Walls => "every pawn is blocked for good, and nothing can get past them",
            Dead::Forced => "every legal move leads to a position without mate",
        }
    }
}

/// Most pieces on the board, and most legal moves, of a position whose moves are tried.
const MOST_PIECES: usize = 5;
const MOST_MOVES: usize = 3;
/// Plies that are tried.
const MOST_PLIES: u32 = 3;

/// Why a position is dead, where that is seen.
pub(super) fn dead(pos: &Chess) -> Option<Dead> {
    if pos.is_insufficient_material() {
        Some(Dead::Material)
    } else if is_walled(pos) {
        Some(Dead::Walls)
    } else {
        is_forced(pos, MOST_PLIES).then_some(Dead::Forced)
    }
}

/// Whether every line of play leads to a dead position or a stalemate within some plies.
fn is_forced(pos: &Chess, plies: u32) -> bool {
    if plies == 0 || pos.board().occupied().count() > MOST_PIECES {
        return false;
    }
    let moves = pos.legal_moves();
    if moves.is_empty() || moves.len() > MOST_MOVES {
        return false;
    }
    moves.iter().all(|&m| {
        let mut next = pos.clone();
        next.play_unchecked(m);
        next.is_insufficient_material()
            || is_walled(&next)
            || next.is_stalemate()
            || is_forced(&next, plies - 1)
    })
}

/// What one side can ever do while no pawn moves.
struct Side {
    pawns: Bitboard,
    /// Squares that its pawns attack.
    guarded: Bitboard,
    /// Squares that its king may come to.
    king: Bitboard,
    /// Squares that its bishops may come to.
    bishops: Bitboard,
    /// Squares that its bishops may attack.
    aims: Bitboard,
}

/// Whether pawns wall everything off, so that no side can ever mate.
fn is_walled(pos: &Chess) -> bool {
    let board = pos.board();
    let pawns = board.pawns();
    if pawns.is_empty() || !(board.knights() | board.rooks_and_queens()).is_empty() {
        return false;
    }
    // Pawns that are blocked by pawns stay where they are until something is taken.
    let stuck = |side: Color| {
        let own = board.by_color(side) & pawns;
        let front = if side == Color::White { own.shift(8) } else { own.shift(-8) };
        (front & !pawns).is_empty()
    };
    if !Color::ALL.into_iter().all(stuck)
        || pos.is_check()
        || pos.ep_square(EnPassantMode::Legal).is_some()
    {
        return false;
    }
    let (Some(white), Some(black)) = (side(pos, Color::White), side(pos, Color::Black)) else {
        return false;
    };
    // Nothing that can be taken ever stands where a pawn takes.
    let safe = |own: &Side, other: &Side| (own.guarded & (other.pawns | other.bishops)).is_empty();
    safe(&white, &black)
        && safe(&black, &white)
        && never_mates(&white, &black)
        && never_mates(&black, &white)
}

/// What a side can do; nothing where it may take a pawn, and pawns come to move.
fn side(pos: &Chess, color: Color) -> Option<Side> {
    let board = pos.board();
    let pawns = board.pawns();
    let guarded_by = |side: Color| {
        let own = board.by_color(side) & pawns;
        own.into_iter().fold(Bitboard::EMPTY, |all, pawn| all | pawn_attacks(side, pawn))
    };
    let own = board.by_color(color) & pawns;
    let theirs = pawns & !own;
    let (guarded, forbidden) = (guarded_by(color), guarded_by(!color));
    let king = spread(Bitboard::from_square(board.king_of(color)?), |square| {
        king_attacks(square) & !own & !forbidden
    });
    let bishops = spread(board.by_color(color) & board.bishops(), |square| {
        bishop_attacks(square, pawns) & !own
    });
    if !((king | bishops) & theirs).is_empty() {
        return None;
    }
    let aims = bishops.into_iter().fold(Bitboard::EMPTY, |all, b| all | bishop_attacks(b, pawns));
    Some(Side { pawns: own, guarded, king, bishops, aims })
}

/// All squares that are reached from the first ones, step by step.
fn spread(first: Bitboard, step: impl Fn(Square) -> Bitboard) -> Bitboard {
    let (mut all, mut new) = (first, first);
    while !new.is_empty() {
        let next = new.into_iter().fold(Bitboard::EMPTY, |found, square| found | step(square));
        new = next & !all;
        all |= new;
    }
    all
}

/// Whether a side can give no mate with its bishops, the only ones that can give check at all.
fn never_mates(own: &Side, other: &Side) -> bool {
    let checked = other.king & own.aims;
    if checked.is_empty() {
        return true;
    }
    // Bishops of both colours together can mate.
    let colours = [Bitboard::LIGHT_SQUARES, Bitboard::DARK_SQUARES];
    if colours.into_iter().all(|colour| !(own.bishops & colour).is_empty()) {
        return false;
    }
    // From a square of the bishops' colour the king flees to one of the other colour, wherever
    // the other king stands, unless a bishop of its own may be there.
    checked.into_iter().all(|square| {
        let flight = king_attacks(square) & other.king & !own.aims & !other.bishops;
        let kings = own.king & !king_attacks(square) & !Bitboard::from_square(square);
        kings
            .into_iter()
            .all(|king| !(flight & !king_attacks(king) & !Bitboard::from_square(king)).is_empty())
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use shakmaty::{CastlingMode, fen::Fen};

    use super::*;

    fn position(fen: &str) -> Option<Chess> {
        fen.parse::<Fen>().ok()?.into_position(CastlingMode::Standard).ok()
    }

    #[test]
    fn dead_positions_are_told_by_kind() {
        for (fen, kind) in [
            ("8/8/8/4k3/8/8/8/4K3 w - - 0 1", Some(Dead::Material)),
            // A wall from edge to edge.
            ("4k3/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/4K3 w - - 0 1", Some(Dead::Walls)),
            // The same, and a bishop that all black pawns are out of reach of.
            ("4k3/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/4B3/4K3 w - - 0 1", Some(Dead::Walls)),
            // Here the king goes round and takes.
            ("4k3/8/8/p1p1p3/PpPpPp2/1P1P1P2/8/4K3 w - - 0 1", None),
            // A bishop that can take a pawn, or be taken by one.
            ("4k3/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/3B4/4K3 w - - 0 1", None),
            // A pawn that can take, and one that can move.
            ("4k3/8/8/2p5/1P6/8/8/4K3 w - - 0 1", None),
            ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", None),
            // The wall is there, and a rook, which could give itself up.
            ("4k3/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/4R3/4K3 w - - 0 1", None),
            // The king has to take, and nothing is left.
            ("8/8/8/8/8/2k5/1q6/K7 w - - 0 1", None),
            ("7k/6Q1/8/8/8/8/8/K7 b - - 0 1", Some(Dead::Forced)),
            ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", None),
        ] {
            let pos = position(fen).expect(fen);
            assert_eq!(dead(&pos), kind, "{fen}");
        }
    }

    /// Whether mate can be reached; nothing where there is too much to look at.
    fn can_mate(pos: &Chess) -> Option<bool> {
        const MOST: usize = 60_000;
        let key = |pos: &Chess| (pos.board().clone(), pos.turn());
        let mut seen = HashSet::from([key(pos)]);
        let mut open = vec![pos.clone()];
        while let Some(pos) = open.pop() {
            if pos.is_checkmate() {
                return Some(true);
            }
            for m in pos.legal_moves() {
                let mut next = pos.clone();
                next.play_unchecked(m);
                if seen.insert(key(&next)) {
                    open.push(next);
                }
            }
            if seen.len() > MOST {
                return None;
            }
        }
        Some(false)
    }

    #[test]
    fn no_mate_can_be_reached_from_what_is_called_dead() {
        // Pairs of blocked pawns on random files, kings and now and then bishops anywhere.
        let mut seed = 1_u64;
        let mut random = |below: u64| {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % below
        };
        let (mut walled, mut proved) = (0, 0);
        for _ in 0..60_000 {
            // `board[file][rank]`
            let mut board = [['.'; 8]; 8];
            // Mostly the pawns of a wall follow one another at most one rank apart.
            let mut rank = random(3) as usize + 2;
            for squares in &mut board {
                rank = (rank + random(3) as usize).saturating_sub(1).clamp(1, 5);
                if random(12) > 0 {
                    squares[rank] = 'P';
                    squares[rank + 1] = 'p';
                }
            }
            let pieces: &[char] = match random(4) {
                0 => &['K', 'k', 'B'],
                1 => &['K', 'k', 'b'],
                _ => &['K', 'k'],
            };
            for &piece in pieces {
                let square = &mut board[random(8) as usize][random(8) as usize];
                if *square == '.' {
                    *square = piece;
                }
            }
            let rank = |rank: usize| board.iter().map(|squares| squares[rank]).collect();
            let ranks: Vec<String> = (0..8).rev().map(rank).collect();
            let turn = if random(2) == 0 { 'w' } else { 'b' };
            let fen = format!("{} {turn} - - 0 1", ranks.join("/").replace('.', "1"));
            let Some(pos) = position(&fen) else { continue };
            if !is_walled(&pos) {
                continue;
            }
            walled += 1;
            match can_mate(&pos) {
                Some(mates) => assert!(!mates, "{fen}"),
                None => continue,
            }
            proved += 1;
            if proved == 200 {
                break;
            }
        }
        assert!(proved >= 100, "only {proved} of {walled} were looked at");
    }
}
