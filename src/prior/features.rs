//! What is looked at in a move: each group of features gives a move at most one feature.
//!
//! A feature is an index into one flat table of weights; a group owns a stretch of the table.
//! Groups with more combinations than room are hashed into their stretch.

use super::view::{BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK, TurnedMove, View, attack_set};

/// Features of one move.
pub(super) type MoveFeatures = [u32; GROUPS.len()];

const HASHED: usize = 1 << 16;
const FROM_TO: usize = 6 * 64 * 64;
const ROLE_TO: usize = 6 * 64;

/// Sizes of the groups, in the order in which [`Extractor::features`] fills them.
const GROUPS: [usize; 30] = [
    FROM_TO * 4,                   // move by phase
    6 * 6 * 6 * 3 * 6 * 3 * 2 * 2, // exchange on the target square
    ROLE_TO * ROLE_TO,             // reply to the last move
    ROLE_TO * ROLE_TO,             // continuation of our move before
    HASHED,                        // reply, squares in full
    HASHED,                        // continuation, squares in full
    6 * 3 * 2 * 6 * 2 * 2 * 3 * 2, // what the last move did to the moving piece
    6 * 225 * 4 * 2,               // place by the other king
    6 * 225 * 4,                   // place by our king
    ROLE_TO * 64,                  // target by the other king's square
    ROLE_TO * 64,                  // target by our king's square
    6 * 3 * 7 * 6 * 3 * 2,         // threats made
    6 * 3 * 3 * 2 * 4 * 6,         // threats met
    3 * 6 * 3 * 6 * 3 * 2,         // answers to a check
    HASHED,                        // surroundings of the target square
    HASHED,                        // surroundings of the from square
    6 * 6 * 8 * 5,                 // trading by material
    6 * 7 * 7 * 2 * 3,             // captures by what else is to take
    ROLE_TO * 6 * 4,               // target by captured piece and phase
    6 * 7 * 4 * 3,                 // mobility won and lost
    6 * 9 * 3 * 2 * 2,             // files
    2 * 8 * 2 * 4 * 6 * 3 * 3,     // pawn moves
    ROLE_TO * 6 * 3,               // attackers of the target square
    ROLE_TO * 6 * 3,               // attackers of the from square
    6 * 5 * 4 * 2 * 2,             // squares won around the other king
    ROLE_TO * 16 * 4,              // target by castling rights
    HASHED * 4,                    // move by the pawns in the centre
    HASHED,                        // target by last moves of both
    FROM_TO * 8,                   // move by ply
    HASHED * 2,                    // move by the pieces still at home
];

const OFFSETS: [u32; GROUPS.len()] = {
    let mut offsets = [0; GROUPS.len()];
    let mut group = 1;
    while group < GROUPS.len() {
        offsets[group] = offsets[group - 1] + GROUPS[group - 1] as u32;
        group += 1;
    }
    offsets
};

/// Length of the table of weights.
pub(super) const FEATURES: usize = OFFSETS[GROUPS.len() - 1] as usize + GROUPS[GROUPS.len() - 1];

/// Number of features of a position that go into the network.
pub(super) const INPUTS: usize = 2 * 2 * ROLE_TO + 2 * (ROLE_TO + 64) + 16 + 8 + 1;

/// Sizes of the groups of output rows of the network; every move has one row of each.
const OUTPUT_GROUPS: [usize; 4] = [ROLE_TO, ROLE_TO, 6 * 6 * 3, 6 * 6 * 2 * 2];

/// Number of output rows of the network.
pub(super) const OUTPUTS: usize =
    OUTPUT_GROUPS[0] + OUTPUT_GROUPS[1] + OUTPUT_GROUPS[2] + OUTPUT_GROUPS[3];

/// Output rows of one move.
pub(super) type MoveOutputs = [u16; OUTPUT_GROUPS.len()];

const FILE_A: u64 = 0x0101_0101_0101_0101;
const HOME: u64 = 0xff;

fn mix(value: u64) -> u64 {
    let value = value.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    value ^ (value >> 29)
}

fn hashed(key: u64, context: u64, size: usize) -> usize {
    (mix(context ^ mix(key)).wrapping_mul(0xd6e8_feb8_6659_fd93) >> 40) as usize & (size - 1)
}

fn bit(set: u64, square: usize) -> usize {
    (set >> square & 1) as usize
}

fn capped(set: u64, most: usize) -> usize {
    (set.count_ones() as usize).min(most)
}

/// A square seen from another, 15 by 15.
fn offset(square: usize, from: usize) -> usize {
    let rank = (square >> 3) + 7 - (from >> 3);
    let file = (square & 7) + 7 - (from & 7);
    rank * 15 + file
}

fn best_role(set: u64, side: &[u64; 6]) -> usize {
    (PAWN..KING).rev().find(|&role| side[role] & set != 0).map_or(0, |role| role + 1)
}

/// The squares around `square`, one digit each.
fn surroundings(view: &View, square: usize) -> u64 {
    let at = (square / 8 + 1) * 10 + square % 8 + 1;
    [at - 11, at - 10, at - 9, at - 1, at + 1, at + 9, at + 10, at + 11]
        .into_iter()
        .fold(0, |key, index| key << 3 | u64::from(view.around[index]))
}

/// What the moves of a position share.
#[derive(Debug)]
pub(super) struct Extractor<'a> {
    view: &'a View,
    last: usize,
    before: usize,
    last_full: u64,
    before_full: u64,
    both_full: u64,
    recapture: usize,
    their_zone: u64,
    threat_count: usize,
    threat_best: usize,
    loot_best: usize,
    centre: u64,
    home: u64,
    in_check: usize,
    from_last: u64,
}

impl<'a> Extractor<'a> {
    pub fn new(view: &'a View) -> Extractor<'a> {
        let place = |m: Option<TurnedMove>| m.map_or(0, |m| m.role * 64 + m.to);
        let full = |m: Option<TurnedMove>| {
            m.map_or(1 << 20, |m| ((m.role * 64 + m.from) * 64 + m.to) as u64)
        };
        let (last_full, before_full) = (full(view.last), full(view.before));
        let king = attack_set(KING, view.their_king, 0);
        // Files c to f, where openings differ, of both sides.
        let files = 0x3c3c_3c3c_3c3c_3c3c;
        let back = HOME << 56;
        let home = (view.us[KNIGHT] | view.us[BISHOP] | view.us[ROOK] | view.us[QUEEN]) & HOME;
        let other_home =
            (view.them[KNIGHT] | view.them[BISHOP] | view.them[QUEEN] | view.them[KING]) & back;
        Extractor {
            last: place(view.last),
            before: place(view.before),
            last_full,
            before_full,
            both_full: mix(last_full << 20 ^ before_full),
            recapture: view.last.map_or(0, |m| usize::from(m.captured > 0) + 1),
            their_zone: king | 1 << view.their_king,
            threat_count: capped(view.our_threatened, 3),
            threat_best: best_role(view.our_threatened, &view.us),
            loot_best: best_role(view.their_threatened & view.our_attacks.any, &view.them),
            centre: mix(view.us[PAWN] & files) ^ mix(view.them[PAWN] & files).rotate_left(21),
            home: home | other_home | (view.us[KING] & HOME) << 16,
            in_check: (view.checkers.count_ones() as usize).min(2),
            // Squares that the piece that moved last attacks from where it stands now.
            from_last: view.last.map_or(0, |m| {
                let role = if m.promotion > 0 { m.promotion } else { m.role };
                if role == PAWN {
                    let to = 1u64 << m.to;
                    (to & !FILE_A) >> 9 | (to & !(FILE_A << 7)) >> 7
                } else {
                    attack_set(role, m.to, view.occupied)
                }
            }),
            view,
        }
    }

    /// The features of a move, one a group, and its output rows.
    pub fn features(&self, m: &TurnedMove) -> (MoveFeatures, MoveOutputs) {
        let view = self.view;
        let TurnedMove { role, from, to, captured, promotion } = *m;
        let phase = view.phase;
        let role_to = role * 64 + to;
        let role_from = role * 64 + from;
        let from_to = role_from * 64 + to;
        let takes = captured.min(5);

        let level = view.their_attacks.level(to);
        let attacked = view.their_attacks.level(from);
        let covered = view.our_attacks.count(from);
        // The moving piece is among those that attack the square it goes to, a pawn that steps
        // forward is not.
        let steps = role == PAWN && captured == 0;
        let support = match (view.our_attacks.count(to), bit(view.our_attacks.twice, to)) {
            (count, _) if steps => count,
            (_, twice) => twice * if view.our_attacks.by[PAWN] >> to & 1 == 1 { 2 } else { 1 },
        };
        let check = usize::from(view.gives_check(m));
        let promotes = usize::from(promotion == QUEEN);
        let stands = if promotion > 0 { promotion } else { role };
        let there = attack_set(stands, to, view.occupied & !(1 << from));
        let here = attack_set(role, from, view.occupied);
        let fresh = there & !here;
        let recapture = match view.last {
            Some(last) if last.to == to && captured > 0 => self.recapture,
            _ => 0,
        };
        let moved_before = match view.before {
            Some(before) if before.to == from && before.from == to => 2,
            Some(before) if before.to == from => 1,
            _ => 0,
        };
        let under_last = bit(self.from_last, from);
        let hits_last = view.last.map_or(0, |last| bit(there, last.to));

        // Threats: pieces worth more than ours, or loose ones.
        let worth = match role {
            PAWN => view.them[KNIGHT] | view.them[BISHOP] | view.them[ROOK] | view.them[QUEEN],
            KNIGHT | BISHOP => view.them[ROOK] | view.them[QUEEN],
            ROOK => view.them[QUEEN],
            _ => 0,
        };
        let targets = view.other & (worth | !view.their_attacks.any) & !view.them[KING];
        let hit = fresh & targets;
        let safe = match level {
            0 => 0,
            level if level > role_level(role) && support > 0 => 1,
            _ => 2,
        };
        let lost = here & targets & !there;
        let threatens = (role * 3 + capped(hit, 2)) * 7 + best_role(hit, &view.them);
        let threatens = ((threatens * 6 + level) * 3 + safe) * 2 + usize::from(lost != 0);

        let meets = (role * 3 + capped(fresh & view.our_threatened, 2)) * 3
            + capped(here & view.our_threatened & !there, 2);
        let meets = (meets * 2 + bit(view.our_threatened, from)) * 4 + self.threat_count;
        let meets = meets * 6 + self.threat_best;

        let evades = ((self.in_check * 6 + role) * 3
            + usize::from(captured > 0)
            + usize::from(view.checkers >> to & 1 == 1))
            * 6
            + level;
        let evades = (evades * 3 + support) * 2 + check;

        let mobility =
            (there & !view.own).count_ones() as i32 - (here & !view.own).count_ones() as i32;
        let mobility = match mobility {
            ..=-6 => 0,
            -5..=-3 => 1,
            -2..=-1 => 2,
            0 => 3,
            1..=2 => 4,
            3..=5 => 5,
            _ => 6,
        };

        let openness = |square: usize| {
            let file = FILE_A << (square & 7);
            usize::from(view.us[PAWN] & file == 0)
                + usize::from((view.us[PAWN] | view.them[PAWN]) & file == 0)
        };
        let heavy = (view.us[ROOK] | view.us[QUEEN]) & !(1 << from);
        let files = (openness(from) * 3 + openness(to)) * 3 + to_rank_class(to);
        let files = ((role * 27 + files) * 2 + usize::from(heavy & (FILE_A << (to & 7)) != 0)) * 2
            + usize::from(from & 7 == to & 7);

        let pawn = if role == PAWN {
            let file = to & 7;
            let column = FILE_A << file;
            let beside =
                (if file > 0 { column >> 1 } else { 0 }) | (if file < 7 { column << 1 } else { 0 });
            let ahead = if to < 56 { !0u64 << (to & 56) << 8 } else { 0 };
            let passed = usize::from(view.them[PAWN] & (column | beside) & ahead == 0);
            let blocked = if to < 56 { bit(view.occupied, to + 8) } else { 0 };
            let levers = capped(there & view.them[PAWN], 2);
            let prods = capped(there & view.other & !view.them[PAWN], 1);
            let shape = (passed * 8 + (to >> 3)) * 2 + blocked;
            let shape = (shape * 4 + phase) * 6 + level;
            (shape * 3 + support) * 3 + if prods > 0 { 2 } else { levers.min(1) }
        } else {
            0
        };

        let zone = capped(there & self.their_zone, 4);
        let zone_gain = zone > capped(here & self.their_zone, 4);
        let zone = (((role * 5 + zone) * 4 + phase) * 2 + usize::from(zone_gain)) * 2 + check;

        let own_king = if role == KING { to } else { view.our_king };
        let key = from_to as u64;
        let at = [
            from_to * 4 + phase,
            ((((((role * 6 + takes) * 6 + level) * 3 + support) * 6 + attacked) * 3 + covered) * 2
                + check)
                * 2
                + promotes,
            self.last * ROLE_TO + role_to,
            self.before * ROLE_TO + role_to,
            hashed(key, self.last_full, HASHED),
            hashed(key, self.before_full, HASHED),
            ((((((role * 3 + moved_before) * 2 + under_last) * 6 + attacked) * 2
                + usize::from(covered > 0))
                * 2
                + hits_last)
                * 3
                + recapture)
                * 2
                + check,
            ((role * 225 + offset(to, view.their_king)) * 4 + phase) * 2 + check,
            (role * 225 + offset(to, own_king)) * 4 + phase,
            role_to * 64 + view.their_king,
            role_to * 64 + view.our_king,
            threatens,
            meets,
            evades,
            hashed(role_to as u64, surroundings(view, to), HASHED),
            hashed((role_from * 8 + takes) as u64, surroundings(view, from), HASHED),
            ((role * 6 + takes) * 8 + view.ply_bucket) * 5 + view.balance,
            (((role * 7 + captured) * 7 + self.loot_best) * 2 + bit(view.their_threatened, to)) * 3
                + recapture,
            (role_to * 6 + takes) * 4 + phase,
            ((role * 7 + mobility) * 4 + phase) * 3 + safe,
            files,
            pawn,
            (role_to * 6 + level) * 3 + support,
            (role_from * 6 + attacked) * 3 + covered,
            zone,
            (role_to * 16 + view.castling) * 4 + phase,
            hashed(key, self.centre, HASHED * 4),
            hashed(role_to as u64, self.both_full, HASHED),
            from_to * 8 + view.ply_bucket,
            hashed(key, self.home, HASHED * 2),
        ];
        let mut features = [0; GROUPS.len()];
        for ((feature, index), (offset, size)) in
            features.iter_mut().zip(at).zip(OFFSETS.into_iter().zip(GROUPS))
        {
            debug_assert!(index < size, "feature {index} of {size} at {offset}");
            *feature = offset + index.min(size - 1) as u32;
        }
        let outputs = [
            role_from,
            ROLE_TO + role_to,
            2 * ROLE_TO + (takes * 6 + level) * 3 + support,
            2 * ROLE_TO
                + OUTPUT_GROUPS[2]
                + ((role * 6 + attacked) * 2 + usize::from(covered > 0)) * 2
                + check,
        ];
        (features, outputs.map(|row| row as u16))
    }
}

/// The level, as in [`super::view::AttackMap::level`], from which a role is exchanged evenly.
fn role_level(role: usize) -> usize {
    match role {
        PAWN => 0,
        KNIGHT | BISHOP => 1,
        ROOK => 2,
        QUEEN => 3,
        _ => 5,
    }
}

fn to_rank_class(square: usize) -> usize {
    match square >> 3 {
        0..=2 => 0,
        3..=5 => 1,
        _ => 2,
    }
}

/// Fills `inputs` with the features of a position that go into the network.
pub(super) fn inputs(view: &View, inputs: &mut Vec<u16>) {
    inputs.clear();
    for (side, threatened, base) in
        [(&view.us, view.our_threatened, 0), (&view.them, view.their_threatened, 2 * ROLE_TO)]
    {
        for (role, &set) in side.iter().enumerate() {
            let mut set = set;
            while set != 0 {
                let square = set.trailing_zeros() as usize;
                set &= set - 1;
                let under = bit(threatened, square) * ROLE_TO;
                inputs.push((base + under + role * 64 + square) as u16);
            }
        }
    }
    let mut base = 4 * ROLE_TO;
    for m in [view.last, view.before] {
        if let Some(m) = m {
            inputs.push((base + m.role * 64 + m.to) as u16);
            inputs.push((base + ROLE_TO + m.from) as u16);
        }
        base += ROLE_TO + 64;
    }
    inputs.push((base + view.castling) as u16);
    inputs.push((base + 16 + view.ply_bucket) as u16);
    if view.checkers != 0 {
        inputs.push((base + 24) as u16);
    }
}
