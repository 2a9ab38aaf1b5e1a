//! What captures on a square win, where both sides go on with their cheapest piece as long as that
//! pays.

use super::view::{
    BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK, TurnedMove, VALUE, View, attack_set, between, bits,
    other_pawn_attacks,
};

/// The pieces of both sides, by role; the side to move plays up the board.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sides {
    pub us: [u64; 6],
    pub them: [u64; 6],
    pub occupied: u64,
}

impl Sides {
    /// The sides of a position.
    pub fn of(view: &View) -> Sides {
        Sides { us: view.us, them: view.them, occupied: view.occupied }
    }

    /// The sides without our piece of a role on a square.
    #[inline]
    pub fn without(&self, role: usize, square: usize) -> Sides {
        let mut without = *self;
        without.us[role] &= !(1 << square);
        without.occupied &= !(1 << square);
        without
    }

    /// The sides after a move of ours (the rook of castling and a pawn taken en passant stay).
    #[inline]
    pub fn after(&self, m: &TurnedMove) -> Sides {
        let mut after = self.without(m.role, m.from);
        after.us[m.stands()] |= 1 << m.to;
        if m.captured > 0 {
            after.them[m.captured - 1] &= !(1 << m.to);
        }
        after.occupied |= 1 << m.to;
        after
    }

    /// The role of the piece, ours or theirs, on a square.
    #[inline]
    pub fn role_at(&self, square: usize) -> usize {
        let is = |role: &usize| (self.us[*role] | self.them[*role]) >> square & 1 == 1;
        (PAWN..KING).find(is).unwrap_or(KING)
    }

    /// Pieces of both sides that attack a square, were these squares occupied.
    #[inline]
    pub fn attackers(&self, square: usize, occupied: u64) -> u64 {
        let both = |role: usize| self.us[role] | self.them[role];
        other_pawn_attacks(square) & self.us[PAWN]
            | attack_set(PAWN, square, 0) & self.them[PAWN]
            | attack_set(KNIGHT, square, 0) & both(KNIGHT)
            | attack_set(KING, square, 0) & both(KING)
            | self.sliders(square, occupied)
    }

    /// The bishops, rooks and queens among them.
    #[inline]
    pub fn sliders(&self, square: usize, occupied: u64) -> u64 {
        self.sliders_on(attack_set(BISHOP, square, occupied), attack_set(ROOK, square, occupied))
    }

    /// The sliders of both sides that would attack a square, were nothing in between.
    fn sliders_towards(&self, square: usize) -> u64 {
        let [slant, straight] = LINES[square & 63];
        self.sliders_on(slant, straight)
    }

    /// Those that move aslant on some squares, and those that move straight on others.
    fn sliders_on(&self, slant: u64, straight: u64) -> u64 {
        let both = |role: usize| self.us[role] | self.them[role];
        slant & (both(BISHOP) | both(QUEEN)) | straight & (both(ROOK) | both(QUEEN))
    }

    /// What they win by capturing our piece on a square, in pawns.
    #[inline]
    pub fn loss(&self, square: usize) -> u8 {
        self.won(square, &self.them, &self.us)
    }

    /// What we win by capturing their piece on a square, in pawns.
    #[inline]
    pub fn loot(&self, square: usize) -> u8 {
        self.won(square, &self.us, &self.them)
    }

    /// What `first` wins by capturing on a square.
    #[inline]
    fn won(&self, square: usize, first: &[u64; 6], second: &[u64; 6]) -> u8 {
        let mut occupied = self.occupied;
        let mut attackers = self.attackers(square, occupied);
        if first.iter().all(|set| set & attackers == 0) {
            return 0;
        }
        let sides = [first, second];
        // Sliders that may come to look at the square when others have captured.
        let behind = self.sliders_towards(square);
        let cheapest = |side: usize, attackers: u64| {
            (PAWN..=KING).find(|&role| sides[side][role] & attackers != 0)
        };
        let mut gains = [0i32; 32];
        let mut stands = VALUE[self.role_at(square)];
        let mut depth = 0;
        while depth + 1 < gains.len()
            && let Some(role) = cheapest(depth & 1, attackers)
        {
            gains[depth + 1] = stands - gains[depth];
            depth += 1;
            stands = VALUE[role];
            let set = sides[(depth - 1) & 1][role] & attackers;
            occupied &= !(set & set.wrapping_neg());
            if role != KNIGHT && behind & occupied & !attackers != 0 {
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
        let all = |side: &[u64; 6]| side.iter().fold(0, |all, set| all | set);
        let (ours, theirs) = (all(&self.us), all(&self.them) & !(1 << king));
        let without = self.occupied & !(1 << king);
        let ring = attack_set(KING, king, 0) & !theirs;
        let flights =
            bits(ring).filter(|&at| self.attackers(at, without) & ours == 0).take(3).count();
        let taken = self.attackers(to, self.occupied) & theirs != 0;
        let pawns = self.them[PAWN];
        let blocked = bits(between(king, to)).any(|at| {
            at < 56 && pawns >> (at + 8) & 1 == 1
                || self.attackers(at, self.occupied) & theirs & !pawns != 0
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
            assert_eq!(i32::from(sides(fen).0.loot(square(name))), loot, "{fen}");
        }
        let (sides, _) = sides("4k3/8/8/3q4/8/4p3/3R4/4K3 w - - 0 1");
        assert_eq!(sides.loss(square("d2")), 5);
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
        let sides = Sides {
            us: turned.them.map(up),
            them: turned.us.map(up),
            occupied: up(turned.occupied),
        };
        (sides, view.our_king ^ 56)
    }
}
