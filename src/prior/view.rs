//! A position as its side to move sees it, with what is worked out once for all its moves.

use shakmaty::{Bitboard, CastlingSide, Chess, Color, Move, Position, Role, Square, attacks};

/// Values of roles, pawn to king, in pawns.
pub(super) const VALUE: [i32; 6] = [1, 3, 3, 5, 9, 20];

pub(super) const PAWN: usize = 0;
pub(super) const KNIGHT: usize = 1;
pub(super) const BISHOP: usize = 2;
pub(super) const ROOK: usize = 3;
pub(super) const QUEEN: usize = 4;
pub(super) const KING: usize = 5;

/// The squares of the first file.
pub(super) const FILE_A: u64 = 0x0101_0101_0101_0101;

/// A move with its squares turned so that the side to move plays up the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TurnedMove {
    /// Moving piece, 0 pawn to 5 king.
    pub role: usize,
    /// From, 0 to 63.
    pub from: usize,
    /// To, 0 to 63; for castling the square on which the king lands.
    pub to: usize,
    /// 0, or captured piece + 1.
    pub captured: usize,
    /// 0, or 1 knight, 2 bishop, 3 rook, 4 queen.
    pub promotion: usize,
}

/// Index of a role, 0 pawn to 5 king.
pub(super) fn role_index(role: Role) -> usize {
    usize::from(role) - 1
}

impl TurnedMove {
    /// Turns `m` by `flip`: 0 where White is to move, 56 where Black is.
    pub fn new(m: Move, flip: usize) -> TurnedMove {
        let from = m.from().unwrap_or(m.to());
        let to = match m.castling_side() {
            Some(CastlingSide::KingSide) => (usize::from(from) & 56) | 6,
            Some(CastlingSide::QueenSide) => (usize::from(from) & 56) | 2,
            None => usize::from(m.to()),
        };
        TurnedMove {
            role: role_index(m.role()),
            from: usize::from(from) ^ flip,
            to: to ^ flip,
            captured: m.capture().map_or(0, |role| role_index(role) + 1),
            promotion: m.promotion().map_or(0, role_index),
        }
    }

    /// The role that stands on the target square afterwards.
    pub fn stands(&self) -> usize {
        if self.promotion > 0 { self.promotion } else { self.role }
    }

    /// What the move itself wins, in pawns.
    pub fn gain(&self) -> i32 {
        let captured = if self.captured > 0 { VALUE[self.captured - 1] } else { 0 };
        captured + VALUE[self.stands()] - VALUE[self.role]
    }
}

/// Squares that one side attacks.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct AttackMap {
    /// By role.
    pub by: [u64; 6],
    /// By any piece.
    pub any: u64,
    /// By at least two pieces.
    pub twice: u64,
}

impl AttackMap {
    #[inline(always)]
    fn new(side: &[u64; 6], occupied: u64, up: bool) -> AttackMap {
        let mut map = AttackMap::default();
        let pawns = side[PAWN];
        let (left, right) = if up {
            ((pawns & !FILE_A) << 7, (pawns & !(FILE_A << 7)) << 9)
        } else {
            ((pawns & !FILE_A) >> 9, (pawns & !(FILE_A << 7)) >> 7)
        };
        map.by[PAWN] = left | right;
        map.any = left | right;
        map.twice = left & right;
        for (role, &pieces) in side.iter().enumerate().skip(KNIGHT) {
            for from in bits(pieces) {
                let set = attack_set(role, from, occupied);
                map.twice |= map.any & set;
                map.any |= set;
                map.by[role] |= set;
            }
        }
        map
    }

    /// The cheapest attacker of a square: 0 none, 1 pawn, 2 minor, 3 rook, 4 queen, 5 king.
    pub fn level(&self, square: usize) -> usize {
        let at = |set: u64| (set >> square) & 1;
        let bits = at(self.by[PAWN])
            | at(self.by[KNIGHT] | self.by[BISHOP]) << 1
            | at(self.by[ROOK]) << 2
            | at(self.by[QUEEN]) << 3
            | at(self.any) << 4
            | 1 << 5;
        // The lowest bit set counts from 1; 6, for none, becomes 0.
        (bits.trailing_zeros() as usize + 1) % 6
    }

    /// How many pieces attack a square: 0, 1 or 2 for more.
    pub fn count(&self, square: usize) -> usize {
        (((self.any >> square) & 1) + ((self.twice >> square) & 1)) as usize
    }

    /// Pieces of `side` that this map attacks with something cheaper, or that nothing defends.
    fn threatened(&self, side: &[u64; 6], defended: u64) -> u64 {
        let loose = self.any & !defended;
        let by_pawn = self.by[PAWN];
        let by_minor = by_pawn | self.by[KNIGHT] | self.by[BISHOP];
        let by_rook = by_minor | self.by[ROOK];
        (side[PAWN] & loose)
            | ((side[KNIGHT] | side[BISHOP]) & (loose | by_pawn))
            | (side[ROOK] & (loose | by_minor))
            | (side[QUEEN] & (loose | by_rook))
    }
}

/// The squares of a set.
#[inline(always)]
pub(super) fn bits(set: u64) -> impl Iterator<Item = usize> {
    Bitboard(set).into_iter().map(usize::from)
}

#[inline(always)]
fn square(index: usize) -> Square {
    Square::new(index as u32 & 63)
}

/// The squares between two on a line; none where they are on no line.
pub(super) fn between(a: usize, b: usize) -> u64 {
    attacks::between(square(a), square(b)).0
}

/// Squares that a piece attacks; a pawn as ours does, up the board.
#[inline(always)]
pub(super) fn attack_set(role: usize, from: usize, occupied: u64) -> u64 {
    let from = square(from);
    match role {
        PAWN => attacks::pawn_attacks(Color::White, from).0,
        KNIGHT => attacks::knight_attacks(from).0,
        BISHOP => attacks::bishop_attacks(from, occupied.into()).0,
        ROOK => attacks::rook_attacks(from, occupied.into()).0,
        QUEEN => attacks::queen_attacks(from, occupied.into()).0,
        _ => attacks::king_attacks(from).0,
    }
}

/// Squares that a pawn (of theirs, which plays down) attacks.
#[inline(always)]
pub(super) fn other_pawn_attacks(from: usize) -> u64 {
    attacks::pawn_attacks(Color::Black, square(from)).0
}

/// Squares that a piece of theirs attacks.
#[inline(always)]
pub(super) fn other_reach(role: usize, from: usize, occupied: u64) -> u64 {
    if role == PAWN { other_pawn_attacks(from) } else { attack_set(role, from, occupied) }
}

/// What a position offers to all its moves.
#[derive(Debug, Clone)]
pub(super) struct View {
    /// 0 where White is to move, 56 where Black is.
    pub flip: usize,
    pub us: [u64; 6],
    pub them: [u64; 6],
    pub own: u64,
    pub other: u64,
    pub occupied: u64,
    pub our_attacks: AttackMap,
    pub their_attacks: AttackMap,
    pub our_threatened: u64,
    pub their_threatened: u64,
    pub our_king: usize,
    pub their_king: usize,
    /// Squares from which a role checks.
    pub check_from: [u64; 6],
    /// Our pieces that uncover a check when they leave the line.
    pub discoverers: u64,
    pub checkers: u64,
    /// 0 opening to 3 few pieces left.
    pub phase: usize,
    /// 0 to 7.
    pub ply_bucket: usize,
    /// Bits: our short and long, their short and long castling.
    pub castling: usize,
    /// The move of the other side that led here.
    pub last: Option<TurnedMove>,
    /// Our own move before.
    pub before: Option<TurnedMove>,
    /// What stands on a square and on those to its left and right, one octal digit each from left to
    /// right: 0 empty, 1 own pawn, 2 own piece, 3 other pawn, 4 other piece, 5 beyond the board.
    /// Index by [`place`].
    rows: [u16; 100],
    /// The roles of the pieces on their squares.
    roles: [u8; 64],
}

/// Where a square is on a board with a border.
const fn place(square: usize) -> usize {
    (square / 8 + 1) * 10 + square % 8 + 1
}

const BORDER: [u8; 100] = {
    let mut board = [5; 100];
    let mut square = 0;
    while square < 64 {
        board[place(square)] = 0;
        square += 1;
    }
    board
};

impl View {
    /// Looks at `pos` from its side to move; `last` as in [`super::Prior::score`].
    #[inline(always)]
    pub fn new(pos: &Chess, last: [Option<Move>; 2]) -> View {
        let turn = pos.turn();
        let flip = if turn.is_white() { 0 } else { 56 };
        let turned = |set: u64| if turn.is_white() { set } else { set.swap_bytes() };
        let board = pos.board();
        let (own, other) = (turned(board.by_color(turn).0), turned(board.by_color(!turn).0));
        let mut us = [0; 6];
        let mut them = [0; 6];
        for (index, role) in Role::ALL.into_iter().enumerate() {
            let set = turned(board.by_role(role).0);
            us[index] = set & own;
            them[index] = set & other;
        }
        let occupied = own | other;
        let our_attacks = AttackMap::new(&us, occupied, true);
        let their_attacks = AttackMap::new(&them, occupied, false);
        let our_king = us[KING].trailing_zeros() as usize & 63;
        let their_king = them[KING].trailing_zeros() as usize & 63;

        let straight = attack_set(ROOK, their_king, occupied);
        let slant = attack_set(BISHOP, their_king, occupied);
        let check_from = [
            other_pawn_attacks(their_king),
            attack_set(KNIGHT, their_king, occupied),
            slant,
            straight,
            straight | slant,
            0,
        ];
        // Look through our own blockers for the sliders behind them.
        let through_straight =
            attack_set(ROOK, their_king, occupied & !(straight & own)) & (us[ROOK] | us[QUEEN]);
        let through_slant =
            attack_set(BISHOP, their_king, occupied & !(slant & own)) & (us[BISHOP] | us[QUEEN]);
        let mut discoverers = 0;
        let sliders = (through_straight & !straight) | (through_slant & !slant);
        for slider in bits(sliders) {
            discoverers |= between(their_king, slider) & own;
        }

        let count = |role: usize| (us[role] | them[role]).count_ones() as i32;
        let pieces: i32 = (KNIGHT..KING).map(|role| VALUE[role] * count(role)).sum();
        let ply = (u32::from(pos.fullmoves()).saturating_sub(1))
            .saturating_mul(2)
            .saturating_add(u32::from(turn.is_black()));
        let rights = pos.castles();
        let may = |color, side| usize::from(rights.has(color, side));
        let turn_move = |m: Move| TurnedMove::new(m, flip);
        let mut around = BORDER;
        let mut roles = [0; 64];
        for (sets, pawn) in [(&us, 1), (&them, 3)] {
            for (role, &set) in sets.iter().enumerate() {
                let code = if role == PAWN { pawn } else { pawn + 1 };
                for square in bits(set) {
                    around[place(square)] = code;
                    roles[square] = role as u8;
                }
            }
        }
        let mut rows = [0; 100];
        for (row, digits) in rows[1..99].iter_mut().zip(around.windows(3)) {
            *row = digits.iter().fold(0, |row, &digit| row << 3 | u16::from(digit));
        }
        View {
            flip,
            us,
            them,
            own,
            other,
            occupied,
            our_threatened: their_attacks.threatened(&us, our_attacks.any),
            their_threatened: our_attacks.threatened(&them, their_attacks.any),
            our_attacks,
            their_attacks,
            our_king,
            their_king,
            check_from,
            discoverers,
            checkers: turned(pos.checkers().0),
            phase: match pieces {
                50.. => 0,
                32..50 => 1,
                16..32 => 2,
                _ => 3,
            },
            ply_bucket: match ply {
                0..4 => 0,
                4..10 => 1,
                10..16 => 2,
                16..24 => 3,
                24..36 => 4,
                36..56 => 5,
                56..80 => 6,
                _ => 7,
            },
            castling: may(turn, CastlingSide::KingSide)
                | may(turn, CastlingSide::QueenSide) << 1
                | may(!turn, CastlingSide::KingSide) << 2
                | may(!turn, CastlingSide::QueenSide) << 3,
            last: last[0].map(turn_move),
            before: last[1].map(turn_move),
            rows,
            roles,
        }
    }

    /// The role of the piece on a square, as long as there is one.
    #[inline(always)]
    pub fn role_at(&self, square: usize) -> usize {
        usize::from(self.roles[square & 63])
    }

    /// What stands on the squares around one, an octal digit each, rank by rank.
    #[inline(always)]
    pub fn surroundings(&self, square: usize) -> u64 {
        let at = place(square);
        let row = |at: usize| u64::from(self.rows[at]);
        let beside = row(at) >> 3 & 0o70 | row(at) & 0o7;
        row(at - 10) << 15 | beside << 9 | row(at + 10)
    }

    /// Whether a move checks, directly or by leaving a line (castling and en passant apart).
    pub fn gives_check(&self, m: &TurnedMove) -> bool {
        let to = 1u64 << m.to;
        if self.check_from[m.stands()] & to != 0 {
            return true;
        }
        if self.discoverers >> m.from & 1 == 0 {
            return false;
        }
        let [king, from, to] = [self.their_king, m.from, m.to].map(square);
        !attacks::aligned(king, from, to)
    }
}
