//! What comes of a position within a few plies, by material and a little of where the pieces
//! stand: a small alpha-beta search.
//!
//! The prior of a move knows what hangs, but no fork and no mate in two, which people see. This
//! takes hundreds of times as long, and is meant for the few moves of a game that nothing else
//! decides.

use std::sync::LazyLock;

use shakmaty::{Bitboard, Chess, Color, Move, MoveList, Position, Rank, Role, Square};

/// Being mated, in centipawns; later is better.
const MATED: i32 = -20_000;
/// Beyond any value, in centipawns.
pub const INFINITE: i32 = 30_000;
/// Moves that give check are followed a ply farther up to this ply.
const CHECKS_FOLLOWED: i32 = 7;
/// Behind the plies asked for, checks are answered in full up to this ply, and captures made up to
/// the next.
const CHECKS_ANSWERED: i32 = 12;
const CAPTURES: i32 = 15;
/// A move can win this much by place, in centipawns.
const PLACE: i32 = 150;
/// So many moves are looked at in full; quiet ones behind them a ply less, unless they prove good.
const IN_FULL: usize = 5;
/// Without kings and pawns, pieces of both sides worth so much make an endgame, in centipawns.
const ENDGAME: i32 = 2_600;

/// What comes of `pos` within so many plies and the captures behind them, in centipawns seen from
/// the side to move. Exact from `low` to `high`; a value beyond either may be any beyond it.
pub fn value(pos: &Chess, plies: usize, low: i32, high: i32) -> i32 {
    search(pos, plies, low, high, 1)
}

fn search(pos: &Chess, plies: usize, mut low: i32, high: i32, ply: i32) -> i32 {
    if plies == 0 {
        return settle(pos, low, high, ply);
    }
    let (mut moves, quiet): (MoveList, MoveList) =
        pos.legal_moves().into_iter().partition(|m| promise(m) > 0);
    moves.sort_by_key(|m| -promise(m));
    moves.extend(quiet);
    if moves.is_empty() {
        return if pos.is_check() { MATED + ply } else { 0 };
    }
    let hopeless = plies == 1 && !pos.is_check() && standing(pos) + PLACE < low;
    let mut best = -INFINITE;
    for (at, &m) in moves.iter().enumerate() {
        let quiet = promise(&m) == 0;
        if hopeless && quiet && at > 0 {
            continue;
        }
        let next = after(pos, m);
        let check = next.is_check();
        let plies = plies - 1 + usize::from(check && ply < CHECKS_FOLLOWED);
        let look = |plies, low: i32, high: i32| -search(&next, plies, -high, -low, ply + 1);
        // Whether it is better than the best so far is asked first, which takes less.
        let less = usize::from(plies >= 2 && at >= IN_FULL && quiet && !check);
        let value = if at == 0 { high } else { look(plies - less, low, low + 1) };
        let value = if value > low { look(plies, low, high) } else { value };
        best = best.max(value);
        low = low.max(value);
        if low >= high {
            break;
        }
    }
    best
}

/// The value once all captures are made that pay.
fn settle(pos: &Chess, mut low: i32, high: i32, ply: i32) -> i32 {
    let check = pos.is_check() && ply < CHECKS_ANSWERED;
    let standing = if check { MATED + ply } else { standing(pos) };
    if standing >= high || ply >= CAPTURES {
        return standing;
    }
    let mut best = standing;
    low = low.max(best);
    let mut moves = MoveList::new();
    if check {
        moves = pos.legal_moves();
    } else {
        captures(pos, low - standing - PLACE, &mut moves);
    }
    moves.sort_by_key(|m| -promise(m));
    for &m in &moves {
        let won = m.capture().map_or(0, worth);
        if !check && !m.is_promotion() && standing + won + PLACE < low {
            continue;
        }
        let next = after(pos, m);
        if !check && leaves_king(&next) {
            continue;
        }
        best = best.max(-settle(&next, -high, -low, ply + 1));
        low = low.max(best);
        if low >= high {
            break;
        }
    }
    best
}

/// Adds captures of pieces that are worth at least so much, and promotions to a queen, as the pieces
/// go; one may leave the king in check, see [`leaves_king`].
fn captures(pos: &Chess, least: i32, moves: &mut MoveList) {
    let board = pos.board();
    let turn = pos.turn();
    let last = Bitboard::from(turn.fold_wb(Rank::Eighth, Rank::First));
    let normal = |role, from, capture, to| {
        let promotion = (role == Role::Pawn && last.contains(to)).then_some(Role::Queen);
        Move::Normal { role, from, capture, to, promotion }
    };
    for victim in Role::ALL {
        let enough = worth(victim) >= least;
        let all = pos.their(victim);
        for to in if enough { all } else { all & last } {
            for from in board.attacks_to(to, turn, board.occupied()) {
                let Some(role) = board.role_at(from) else { continue };
                let m = normal(role, from, Some(victim), to);
                if enough || m.is_promotion() {
                    moves.push(m);
                }
            }
        }
    }
    for from in pos.our(Role::Pawn) {
        let ahead = from.offset(turn.fold_wb(8, -8)).map_or(Bitboard::EMPTY, Bitboard::from);
        let free = (ahead & last & !board.occupied()).into_iter();
        moves.extend(free.map(|to| normal(Role::Pawn, from, None, to)));
    }
    if worth(Role::Pawn) >= least {
        moves.extend(pos.en_passant_moves());
    }
}

/// Whether the move that led to a position left its own side's king in check.
fn leaves_king(pos: &Chess) -> bool {
    let board = pos.board();
    let king = board.king_of(!pos.turn());
    king.is_some_and(|king| board.attacks_to(king, pos.turn(), board.occupied()).any())
}

/// The position after a legal move.
pub fn after(pos: &Chess, m: Move) -> Chess {
    let mut next = pos.clone();
    next.play_unchecked(m);
    next
}

/// How much a move seems to win at once, for looking at such moves first; nothing if it is quiet.
fn promise(m: &Move) -> i32 {
    let captured = m.capture().map_or(0, |role| 1_000 + 10 * worth(role) - worth(m.role()) / 10);
    captured + m.promotion().map_or(0, |role| 10 * worth(role))
}

/// Material and place, in centipawns seen from the side to move.
fn standing(pos: &Chess) -> i32 {
    let board = pos.board();
    let count = |role: Role| board.by_role(role).count() as i32;
    let pieces = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
    let heavy: i32 = pieces.iter().map(|&role| worth(role) * count(role)).sum();
    let values = &VALUES[usize::from(heavy <= ENDGAME)];
    let of = |color: Color| -> i32 {
        let pieces = Role::ALL.iter().zip(values).map(|(&role, values)| {
            let at = board.by_piece(role.of(color)).into_iter();
            at.map(|at| i32::from(values[usize::from(seen_by(color, at))])).sum::<i32>()
        });
        pieces.sum()
    };
    of(pos.turn()) - of(!pos.turn())
}

/// A square as if its side played up the board.
fn seen_by(color: Color, at: Square) -> Square {
    color.fold_wb(at, at.flip_vertical())
}

/// What a piece of each role is worth on each square, before endgames and in them.
static VALUES: LazyLock<[[[i16; 64]; 6]; 2]> = LazyLock::new(|| {
    [false, true].map(|endgame| {
        Role::ALL.map(|role| Square::ALL.map(|at| (worth(role) + place(role, at, endgame)) as i16))
    })
});

/// What a piece is worth, in centipawns.
const fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 100,
        Role::Knight => 320,
        Role::Bishop => 330,
        Role::Rook => 500,
        Role::Queen => 950,
        Role::King => 0,
    }
}

/// What it is worth more or less for its square, in centipawns.
fn place(role: Role, at: Square, endgame: bool) -> i32 {
    let rank = usize::from(at.rank());
    let from_centre = |line: i32| (3 - line).max(line - 4);
    let central = 6 - from_centre(i32::from(at.file())) - from_centre(i32::from(at.rank()));
    match role {
        Role::Pawn => [0, 0, 4, 10, 20, 40, 70, 0][rank],
        Role::Knight => 8 * central - 25,
        Role::Bishop => 4 * central - 12,
        Role::Rook => 15 * i32::from(rank == 6),
        Role::Queen => central,
        Role::King if endgame => 8 * central,
        Role::King => -8 * central,
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::{CastlingMode, fen::Fen, san::San};

    use super::*;

    /// What a move is worth to its player, two plies ahead of it.
    fn worth_of(fen: &str, san: &str) -> i32 {
        let fen: Fen = fen.parse().expect("a position");
        let pos: Chess = fen.into_position(CastlingMode::Standard).expect("legal");
        let m = san.parse::<San>().expect("a move").to_move(&pos).expect("legal");
        -value(&after(&pos, m), 2, -INFINITE, INFINITE)
    }

    #[test]
    fn forks_and_mates_are_foreseen() {
        // From c2 the rook guards the square from which the knight takes the other.
        let fork = "r3k3/8/8/1N6/8/8/5r2/4K3 b - - 0 1";
        let (lost, kept) = (worth_of(fork, "Rb2"), worth_of(fork, "Rc2"));
        assert!(kept > lost + 300, "{kept} {lost}");
        // Mate on the last rank, unless the king has a way out.
        let mate = "6k1/p4ppp/8/8/8/8/5PPP/1R4K1 b - - 0 1";
        assert!(worth_of(mate, "a6") < MATED / 2);
        assert!(worth_of(mate, "h6") > MATED / 2);
    }

    #[test]
    fn a_narrow_window_says_on_which_side_the_value_is() {
        let pos = Chess::default();
        for m in pos.legal_moves() {
            let next = after(&pos, m);
            let exact = value(&next, 2, -INFINITE, INFINITE);
            for bound in [exact - 20, exact, exact + 20] {
                assert_eq!(value(&next, 2, bound, bound + 1) > bound, exact > bound);
            }
        }
    }
}
