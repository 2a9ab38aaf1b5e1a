//! What hangs before and after a move, on both sides.
//!
//! Worked out afresh after every move it would take most of the time of the prior. So each piece is
//! looked at once in the position, the pieces that depend on one of ours once for that piece, and
//! only what a move changes besides for each move.

use arrayvec::ArrayVec;

use super::{
    exchange::Sides,
    view::{
        BISHOP, KING, QUEEN, ROOK, TurnedMove, VALUE, View, attack_set, between, bits, other_reach,
    },
};

/// Pieces and what capturing them wins, in pawns.
type Prizes = ArrayVec<(u8, u8), 16>;

/// What hangs in a position.
#[derive(Debug)]
pub(super) struct Hanging {
    sides: Sides,
    /// Pieces of ours that they attack, and theirs that we do, without the kings.
    contested: [u64; 2],
    /// Those whose capture wins something, and the squares of ours.
    prizes: [Prizes; 2],
    hanging: u64,
    /// What sliders reach beyond one empty square or more: the squares between, and the piece.
    /// As many as there is room for.
    lines: ArrayVec<(u64, u64), 64>,
    /// The squares between of all of them.
    between: u64,
}

/// What leaving its square does, for one of our pieces.
#[derive(Debug, Clone, Default)]
pub(super) struct Leaving {
    /// Pieces that depend on it.
    changed: u64,
    prizes: [Prizes; 2],
    /// What the sliders that look at it look at once it is gone, if it does not stay in between.
    opened: u64,
}

/// What hangs after a move.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct After {
    /// What the move wins on its square, in pawns; below 0 it loses.
    pub won: i32,
    /// The most that they win by capturing another piece of ours, in pawns.
    pub loss: usize,
    /// The most that we would win by capturing one of theirs next, and how many there are, counted
    /// up to 2 or more.
    pub threat: usize,
    pub threats: usize,
}

const OURS: usize = 0;
const THEIRS: usize = 1;

/// The most that one of these pieces is worth, of those that are not in `without`.
fn most(prizes: &Prizes, without: u64) -> (usize, usize) {
    let left = prizes.iter().filter(|(at, _)| without >> at & 1 == 0);
    left.fold((0, 0), |(most, count), (_, prize)| (most.max(usize::from(*prize)), count + 1))
}

/// What capturing a piece of a role wins, in pawns.
fn prize(sides: &Sides, side: usize, at: usize, role: usize) -> u8 {
    if side == OURS { sides.loss(at, role) } else { sides.loot(at, role) }
}

/// Those of some pieces, ours and theirs, whose capture wins something.
fn prizes(view: &View, sides: &Sides, pieces: [u64; 2]) -> [Prizes; 2] {
    let mut prizes = [Prizes::new(), Prizes::new()];
    for side in [OURS, THEIRS] {
        for at in bits(pieces[side]) {
            let prize = prize(sides, side, at, view.role_at(at));
            if prize > 0 {
                // No more than a side has at the start; a position set up may have more.
                let _ = prizes[side].try_push((at as u8, prize));
            }
        }
    }
    prizes
}

impl Hanging {
    #[inline(always)]
    pub fn new(view: &View) -> Hanging {
        let sides = Sides::of(view);
        let contested = [
            view.own & view.their_attacks.any & !view.us[KING],
            view.other & view.our_attacks.any & !view.them[KING],
        ];
        let prizes = prizes(view, &sides, contested);
        let hanging = prizes[OURS].iter().fold(0, |set, (at, _)| set | 1 << at);
        let targets = contested[OURS] | contested[THEIRS];
        let mut lines = ArrayVec::new();
        let mut all = 0;
        for role in [BISHOP, ROOK, QUEEN] {
            for slider in bits(view.us[role] | view.them[role]) {
                for at in bits(attack_set(role, slider, view.occupied) & targets) {
                    let between = between(slider, at);
                    if between != 0 {
                        all |= between;
                        let _ = lines.try_push((between, 1 << at));
                    }
                }
            }
        }
        Hanging { sides, contested, prizes, hanging, lines, between: all }
    }

    /// The most that they win by capturing a piece of ours now, in pawns, and where.
    pub fn worst(&self) -> (usize, usize) {
        let worst = self.prizes[OURS].iter().max_by_key(|(_, prize)| *prize);
        worst.map_or((0, 64), |(at, prize)| (usize::from(*prize), usize::from(*at)))
    }

    /// The most that we win by capturing a piece of theirs now, in pawns.
    pub fn best(&self) -> usize {
        most(&self.prizes[THEIRS], 0).0
    }

    /// What changes when the piece of a role leaves its square, from which it attacks `here`.
    pub fn leaving(&self, view: &View, role: usize, square: usize, here: u64) -> Leaving {
        let sides = self.sides.without(role, square);
        let behind = self.sides.sliders(square, view.occupied);
        let mut changed = here & (self.contested[OURS] | self.contested[THEIRS]);
        let mut opened = 0;
        for slider in bits(behind) {
            let role = view.role_at(slider);
            let reach = |occupied| attack_set(role, slider, occupied);
            opened |= reach(sides.occupied()) & !reach(view.occupied);
        }
        changed |= opened & view.occupied;
        changed &= !(view.us[KING] | view.them[KING]);
        let prizes = prizes(view, &sides, [changed & view.own, changed & view.other]);
        Leaving { changed, prizes, opened }
    }

    /// What hangs after a move of the piece that leaves; from its new square it attacks `there`.
    #[inline(always)]
    pub fn after(
        &self,
        view: &View,
        m: &TurnedMove,
        leaving: &Leaving,
        there: u64,
    ) -> (After, Sides) {
        let sides = self.sides.after(m);
        let mut won = m.gain();
        // They attack the new square already, or through the one that was left.
        if (view.their_attacks.any | leaving.opened) >> m.to & 1 == 1 {
            won -= i32::from(sides.loss(m.to, m.stands()));
        }
        // What is guarded or attacked anew, what the captured piece looked at, what is behind the
        // new square.
        let mut again = there & (self.hanging | leaving.changed | view.other);
        if m.captured > 0 {
            let reach = other_reach(m.captured - 1, m.to, view.occupied);
            again |= reach & (self.hanging | leaving.changed | self.contested[THEIRS]);
        } else if self.between >> m.to & 1 == 1 {
            for (between, target) in &self.lines {
                if between >> m.to & 1 == 1 {
                    again |= target;
                }
            }
        }
        if leaving.opened >> m.to & 1 == 1 {
            again |= leaving.opened & leaving.changed;
        }
        again &= !(1 << m.from | 1 << m.to | view.us[KING] | view.them[KING]);
        let still = leaving.changed & !there;
        let gone = again | 1 << m.from | 1 << m.to;
        let mut out = [(0, 0); 2];
        for (side, pieces) in [view.own, view.other].into_iter().enumerate() {
            let known = most(&self.prizes[side], gone | still);
            let left = most(&leaving.prizes[side], gone | !still);
            out[side] = (known.0.max(left.0), known.1 + left.1);
            for at in bits(again & pieces) {
                let role = view.role_at(at);
                let (most, count) = out[side];
                // Nobody counts how many of ours hang.
                if VALUE[role] as usize <= most && (side == OURS || count > 1) {
                    continue;
                }
                let prize = usize::from(prize(&sides, side, at, role));
                out[side] = (most.max(prize), count + usize::from(prize > 0));
            }
        }
        let [(loss, _), (threat, threats)] = out;
        (After { won, loss, threat, threats }, sides)
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::Position;

    use super::*;
    use crate::prior::tests::random_positions;

    /// What hangs after a move, worked out afresh.
    fn afresh(view: &View, m: &TurnedMove) -> After {
        let sides = Sides::of(view).after(m);
        let prizes = |side: usize, pieces: u64, king: u64| -> Vec<usize> {
            let pieces = pieces & sides.occupied() & !king & !(1 << m.to);
            bits(pieces)
                .map(|at| usize::from(prize(&sides, side, at, view.role_at(at))))
                .filter(|&p| p > 0)
                .collect()
        };
        let losses = prizes(OURS, view.own, view.us[KING]);
        let threats = prizes(THEIRS, view.other, view.them[KING]);
        After {
            won: m.gain() - i32::from(sides.loss(m.to, m.stands())),
            loss: losses.into_iter().max().unwrap_or(0),
            threat: threats.iter().copied().max().unwrap_or(0),
            threats: threats.len().min(2),
        }
    }

    fn step_by_step(view: &View, hanging: &Hanging, m: &TurnedMove) -> After {
        let here = attack_set(m.role, m.from, view.occupied);
        let there = attack_set(m.stands(), m.to, view.occupied & !(1 << m.from));
        let leaving = hanging.leaving(view, m.role, m.from, here);
        let after = hanging.after(view, m, &leaving, there).0;
        After { threats: after.threats.min(2), ..after }
    }

    #[test]
    fn what_changes_is_all_that_need_be_looked_at() {
        let (mut all, mut other) = (0, 0);
        for (pos, last) in random_positions() {
            let view = View::new(&pos, last);
            let hanging = Hanging::new(&view);
            for m in pos.legal_moves() {
                let m = TurnedMove::new(m, view.flip);
                all += 1;
                other += usize::from(step_by_step(&view, &hanging, &m) != afresh(&view, &m));
            }
        }
        // Pieces that look through two others are not followed.
        assert!(all > 10_000 && other * 50 < all, "{other} of {all}");
    }
}
