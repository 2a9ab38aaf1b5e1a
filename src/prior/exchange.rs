//! What captures on a square win, where both sides go on with their cheapest piece as long as that
//! pays.

use super::view::{
    BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK, TurnedMove, VALUE, View, attack_set, between, bits,
    other_pawn_attacks,
};

/// The pieces on the board, as the side to move sees them, which plays up.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sides {
    /// Of both sides, by role.
    roles: [u64; 6],
    ours: u64,
    theirs: u64,
}

impl Sides {
    /// The sides of a position.
    #[inline(always)]
    pub fn of(view: &View) -> Sides {
        let roles = std::array::from_fn(|role| view.us[role] | view.them[role]);
        Sides { roles, ours: view.own, theirs: view.other }
    }

    /// The sides without our piece of a role on a square.
    #[inline(always)]
    pub fn without(&self, role: usize, square: usize) -> Sides {
        let mut without = *self;
        without.roles[role] &= !(1 << square);
        without.ours &= !(1 << square);
        without
    }

    /// The sides after a move of ours (the rook of castling and a pawn taken en passant stay).
    #[inline(always)]
    pub fn after(&self, m: &TurnedMove) -> Sides {
        let mut after = self.without(m.role, m.from);
        if m.captured > 0 {
            after.roles[m.captured - 1] &= !(1 << m.to);
            after.theirs &= !(1 << m.to);
        }
        after.roles[m.stands()] |= 1 << m.to;
        after.ours |= 1 << m.to;
        after
    }

    /// Squares on which a piece stands.
    #[inline(always)]
    pub fn occupied(&self) -> u64 {
        self.ours | self.theirs
    }

    /// The cheapest role among some pieces; a king where there are none.
    #[inline(always)]
    fn cheapest(&self, pieces: u64) -> usize {
        // A branch for each role would be foretold badly.
        let present = |role: usize| u32::from(self.roles[role] & pieces != 0) << role;
        let roles = (PAWN..KING).fold(1 << KING, |roles, role| roles | present(role));
        roles.trailing_zeros() as usize
    }

    /// Pieces of both sides that attack a square, were these squares occupied.
    #[inline(always)]
    fn attackers(&self, square: usize, occupied: u64) -> u64 {
        self.steppers(square) | self.sliders(square, occupied)
    }

    /// The pawns, knights and kings among them.
    #[inline(always)]
    fn steppers(&self, square: usize) -> u64 {
        let pawns =
            other_pawn_attacks(square) & self.ours | attack_set(PAWN, square, 0) & self.theirs;
        pawns & self.roles[PAWN]
            | attack_set(KNIGHT, square, 0) & self.roles[KNIGHT]
            | attack_set(KING, square, 0) & self.roles[KING]
    }

    /// The bishops, rooks and queens among them.
    #[inline(always)]
    pub fn sliders(&self, square: usize, occupied: u64) -> u64 {
        self.sliders_on(attack_set(BISHOP, square, occupied), attack_set(ROOK, square, occupied))
    }

    /// Those that move aslant on some squares, and those that move straight on others.
    #[inline(always)]
    fn sliders_on(&self, slant: u64, straight: u64) -> u64 {
        slant & (self.roles[BISHOP] | self.roles[QUEEN])
            | straight & (self.roles[ROOK] | self.roles[QUEEN])
    }

    /// What they win by capturing our piece of a role on a square, in pawns.
    #[inline(always)]
    pub fn loss(&self, square: usize, role: usize) -> u8 {
        self.won(square, role, self.theirs, self.ours)
    }

    /// What we win by capturing their piece of a role on a square, in pawns.
    #[inline(always)]
    pub fn loot(&self, square: usize, role: usize) -> u8 {
        self.won(square, role, self.ours, self.theirs)
    }

    /// What `first` wins by capturing a piece of `second` on a square.
    #[inline]
    fn won(&self, square: usize, role: usize, first: u64, second: u64) -> u8 {
        // Sliders that attack the square, or would, were nothing in between.
        let [slant, straight] = LINES[square & 63];
        let towards = self.sliders_on(slant, straight);
        let mut occupied = first | second;
        let mut attackers = self.steppers(square);
        if towards != 0 {
            attackers |= self.sliders(square, occupied);
        }
        let takers = attackers & first;
        if takers == 0 {
            return 0;
        }
        let mut stands = VALUE[role];
        let behind = towards & !attackers;
        if behind == 0 {
            // Most exchanges are short.
            if attackers & second == 0 {
                return stands.min(MOST) as u8;
            }
            if takers & (takers - 1) == 0 {
                return (stands - VALUE[self.cheapest(takers)]).clamp(0, MOST) as u8;
            }
        }
        let sides = [first, second];
        let mut gains = [0i32; 32];
        let mut depth = 0;
        while depth + 1 < gains.len() {
            let takers = attackers & sides[depth & 1];
            if takers == 0 {
                break;
            }
            let role = self.cheapest(takers);
            gains[depth + 1] = stands - gains[depth];
            depth += 1;
            stands = VALUE[role];
            let taker = self.roles[role] & takers;
            occupied &= !(taker & taker.wrapping_neg());
            if role != KNIGHT && towards & occupied & !attackers != 0 {
                attackers |= self.sliders(square, occupied);
            }
            attackers &= occupied;
        }
        // Either side may leave off, but for the first capture.
        while depth > 1 {
            gains[depth - 1] = gains[depth - 1].min(-gains[depth]);
            depth -= 1;
        }
        gains[1].clamp(0, MOST) as u8
    }

    /// What answers there are to a check by our piece on `to`, 0 to 15; 0 is mate, but for a second
    /// piece that checks.
    #[inline]
    pub fn answers(&self, to: usize, king: usize) -> usize {
        let (ours, theirs) = (self.ours, self.theirs & !(1 << king));
        let occupied = self.occupied();
        let without = occupied & !(1 << king);
        let ring = attack_set(KING, king, 0) & !theirs;
        let flights =
            bits(ring).filter(|&at| self.attackers(at, without) & ours == 0).take(3).count();
        let taken = self.attackers(to, occupied) & theirs != 0;
        let pawns = self.roles[PAWN] & theirs;
        let blocked = bits(between(king, to)).any(|at| {
            at < 56 && pawns >> (at + 8) & 1 == 1
                || self.attackers(at, occupied) & theirs & !pawns != 0
        });
        flights * 4 + usize::from(taken) * 2 + usize::from(blocked)
    }
}

/// The diagonals through each square, and its rank and file, without the square.
const LINES: [[u64; 2]; 64] = {
    let mut lines = [[0; 2]; 64];
    let mut at = 0usize;
    while at < 64 {
        let mut to = 0usize;
        while to < 64 {
            let (ranks, files) = ((at >> 3).abs_diff(to >> 3), (at & 7).abs_diff(to & 7));
            if ranks == files && at != to {
                lines[at][0] |= 1u64 << to;
            } else if (ranks == 0) != (files == 0) {
                lines[at][1] |= 1u64 << to;
            }
            to += 1;
        }
        at += 1;
    }
    lines
};

/// Captures that win more count as this, in pawns.
pub(super) const MOST: i32 = 10;

#[cfg(test)]
mod tests {
    use shakmaty::{CastlingMode, Chess, Square, fen::Fen};

    use super::*;

    fn sides(fen: &str) -> (Sides, View) {
        let pos: Chess = fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap();
        let view = View::new(&pos, [None; 2]);
        (Sides::of(&view), view)
    }

    fn square(name: &str) -> usize {
        usize::from(name.parse::<Square>().unwrap())
    }

    #[test]
    fn captures_go_on_as_long_as_they_pay() {
        for (fen, name, loot) in [
            // A pawn that nothing guards.
            ("4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "d5", 1),
            // A guarded pawn is not worth a rook; with a second rook behind it still is not.
            ("4k3/8/4p3/3p4/8/8/8/3RK3 w - - 0 1", "d5", 0),
            ("4k3/8/4p3/3p4/8/8/3R4/3RK3 w - - 0 1", "d5", 0),
            // A knight guarded by a pawn costs a knight; the rook behind takes the pawn too.
            ("4k3/8/4p3/3n4/8/4N3/8/3RK3 w - - 0 1", "d5", 1),
            // The queen behind the bishop guards as well.
            ("q3k3/1b6/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d5", 0),
            // The king takes only what nothing guards.
            ("8/8/4k3/3p4/4K3/8/8/8 w - - 0 1", "d5", 0),
        ] {
            let (sides, view) = sides(fen);
            let square = square(name);
            assert_eq!(i32::from(sides.loot(square, view.role_at(square))), loot, "{fen}");
        }
        let (sides, _) = sides("4k3/8/8/3q4/8/4p3/3R4/4K3 w - - 0 1");
        assert_eq!(sides.loss(square("d2"), ROOK), 5);
    }

    #[test]
    fn answers_to_a_check_tell_mate() {
        for (fen, to, answers) in [
            // Mate on the back rank; with a way out; with a rook that takes or steps between.
            ("R5k1/5ppp/8/8/8/8/8/4K3 w - - 0 1", "a8", 0),
            ("R5k1/5pp1/8/8/8/8/8/4K3 w - - 0 1", "a8", 4),
            ("R5k1/1r3ppp/8/8/8/8/8/4K3 w - - 0 1", "a8", 1),
            ("R5k1/5ppp/r7/8/8/8/8/4K3 w - - 0 1", "a8", 2),
        ] {
            let (sides, view) = sides_of_checked(fen);
            assert_eq!(sides.answers(square(to), view), answers, "{fen}");
        }
    }

    /// The sides of a position in which the other king stands in check, and its square.
    fn sides_of_checked(fen: &str) -> (Sides, usize) {
        let fen = fen.replace(" w ", " b ");
        let (turned, view) = sides(&fen);
        let up = |set: u64| set.swap_bytes();
        let sides =
            Sides { roles: turned.roles.map(up), ours: up(turned.theirs), theirs: up(turned.ours) };
        (sides, view.our_king ^ 56)
    }
}
