//! What is looked at in a move: each group of features gives a move at most one feature.
//!
//! A feature is an index into one flat table of weights; a group owns a stretch of the table.
//! Groups with more combinations than room are hashed into their stretch.

use super::{
    exchange::MOST,
    hanging::{After, Hanging, Leaving},
    view::{
        BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK, TurnedMove, View, attack_set, bits, other_reach,
    },
};

/// Features of one move.
pub(super) type MoveFeatures = [u32; GROUPS.len()];

/// What a capture may win, in pawns.
const PRIZES: usize = MOST as usize + 1;
/// Classes of what a move wins or loses, by [`result`].
const RESULTS: usize = 11;

const HASHED: usize = 1 << 16;
const FROM_TO: usize = 6 * 64 * 64;
const ROLE_TO: usize = 6 * 64;
const PLACES: usize = 6 * 225;

/// Sizes of the groups, in the order in which [`Extractor::features`] fills them.
const GROUPS: [usize; 29] = [
    FROM_TO * 4,                   // move by phase
    6 * 6 * 6 * 3 * 6 * 3 * 2 * 2, // exchange on the target square
    6 * 3 * 2 * 6 * 2 * 2 * 3 * 2, // what the last move did to the moving piece
    PLACES * 4 * 2,                // place by the other king
    PLACES * 4,                    // place by our king
    ROLE_TO * 64,                  // target by the other king's square
    ROLE_TO * 64,                  // target by our king's square
    3 * 6 * 3 * 6 * 3 * 2,         // answers to a check
    HASHED,                        // surroundings of the target square
    HASHED,                        // surroundings of the from square
    6 * 6 * 8 * 5,                 // trading by material
    6 * 7 * 7 * 2 * 3,             // captures by what else is to take
    ROLE_TO * 6 * 4,               // target by captured piece and phase
    6 * 7 * 4 * 3,                 // mobility won and lost
    6 * 9 * 3 * 2 * 2,             // files
    2 * 8 * 2 * 4 * 6 * 3 * 3,     // pawn moves
    6 * 5 * 4 * 2 * 2,             // squares won around the other king
    ROLE_TO * 16 * 4,              // target by castling rights
    HASHED * 4,                    // move by the pawns in the centre
    RESULTS * 6 * 3 * 2 * 4,       // what it wins by phase
    HASHED * 4,                    // answers to the last move
    HASHED * 4,                    // move by the pieces at home
    PRIZES * RESULTS * 6 * 6 * 2,  // what it wins by what hangs before
    PRIZES * RESULTS * 2 * 6 * 2,  // what it wins by what hangs after
    PRIZES * PRIZES * 2 * 6 * 3,   // what hangs before and after
    17 * 4,                        // answers to its check
    RESULTS * PRIZES * 6 * 2,      // what it wins by what could be won
    PRIZES * 3 * PRIZES * 2 * 6,   // what it threatens by what could be won
    PRIZES * 3 * PRIZES * 3 * 6,   // what it threatens by what hangs after
];

/// Where each of some groups begins.
const fn offsets<const N: usize>(groups: [usize; N]) -> [usize; N] {
    let mut offsets = [0; N];
    let mut group = 1;
    while group < N {
        offsets[group] = offsets[group - 1] + groups[group - 1];
        group += 1;
    }
    offsets
}

const OFFSETS: [usize; GROUPS.len()] = offsets(GROUPS);

/// Length of the table of weights.
pub(super) const FEATURES: usize = OFFSETS[GROUPS.len() - 1] + GROUPS[GROUPS.len() - 1];

/// Number of features of a position that go into the network.
pub(super) const INPUTS: usize = 2 * 2 * ROLE_TO + 2 * (ROLE_TO + 64) + 16 + 8 + 1;

/// Sizes of the groups of output rows of the network; every move has one row of each.
const OUTPUT_GROUPS: [usize; 6] =
    [ROLE_TO, ROLE_TO, 6 * 6 * 3, 6 * 6 * 2 * 2, RESULTS * 6, PRIZES * PRIZES];

const OUTPUT_OFFSETS: [usize; OUTPUT_GROUPS.len()] = offsets(OUTPUT_GROUPS);

/// Number of output rows of the network.
pub(super) const OUTPUTS: usize =
    OUTPUT_OFFSETS[OUTPUT_GROUPS.len() - 1] + OUTPUT_GROUPS[OUTPUT_GROUPS.len() - 1];

/// Output rows of one move.
pub(super) type MoveOutputs = [u16; OUTPUT_GROUPS.len()];

/// Classes of mobility won or lost: at least 6 lost, 3, 1, none, 1 won, 3, 6. Index: won + 32.
const MOBILITY: [u8; 64] = {
    let mut classes = [0; 64];
    let mut index = 0;
    while index < 64 {
        classes[index] = match index as i32 - 32 {
            ..=-6 => 0,
            -5..=-3 => 1,
            -2..=-1 => 2,
            0 => 3,
            1..=2 => 4,
            3..=5 => 5,
            _ => 6,
        };
        index += 1;
    }
    classes
};

const FILE_A: u64 = 0x0101_0101_0101_0101;

fn mix(value: u64) -> u64 {
    let value = value.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let value = (value ^ (value >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    value ^ (value >> 32)
}

/// A place in a stretch of `size` (a power of two): the moves of one context lie close together.
fn hashed(move_index: usize, context: u64, size: usize) -> usize {
    (context as usize).wrapping_add(move_index) & (size - 1)
}

fn bit(set: u64, square: usize) -> usize {
    (set >> square & 1) as usize
}

/// How many squares are in a set, but at most `most`, which is at most 4. Without branches, and
/// cheaper than a full count on processors that lack an instruction for it.
fn capped(set: u64, most: usize) -> usize {
    let mut rest = set;
    let mut count = 0;
    for _ in 0..most {
        count += usize::from(rest != 0);
        rest &= rest.wrapping_sub(1);
    }
    count
}

/// A square seen from another, 15 by 15.
fn offset(square: usize, from: usize) -> usize {
    let rank = (square >> 3) + 7 - (from >> 3);
    let file = (square & 7) + 7 - (from & 7);
    rank * 15 + file
}

fn best_role(set: u64, side: &[u64; 6]) -> usize {
    if set == 0 {
        return 0;
    }
    (PAWN..KING).rev().find(|&role| side[role] & set != 0).map_or(0, |role| role + 1)
}

/// The squares around `square`, one digit each.
fn surroundings(view: &View, square: usize) -> u64 {
    let at = (square / 8 + 1) * 10 + square % 8 + 1;
    [at - 11, at - 10, at - 9, at - 1, at + 1, at + 9, at + 10, at + 11]
        .into_iter()
        .fold(0, |key, index| key << 3 | u64::from(view.around[index]))
}

/// What the moves of one piece share.
#[derive(Debug, Clone, Default)]
struct Origin {
    square: usize,
    role: usize,
    attacked: usize,
    covered: usize,
    under_last: usize,
    mobility: i32,
    zone: usize,
    openness: usize,
    around: u64,
    moved_before: bool,
    leaving: Leaving,
}

impl Origin {
    #[inline(always)]
    fn new(shared: &Extractor<'_>, role: usize, square: usize) -> Origin {
        let view = shared.view;
        let here = attack_set(role, square, view.occupied);
        Origin {
            square,
            role,
            attacked: view.their_attacks.level(square),
            covered: view.our_attacks.count(square),
            under_last: bit(shared.from_last, square),
            mobility: (here & !view.own).count_ones() as i32,
            zone: capped(here & shared.their_zone, 4),
            openness: shared.openness(square),
            around: mix(surroundings(view, square)),
            moved_before: view.before.is_some_and(|before| before.to == square),
            leaving: shared.hanging.leaving(view, role, square, here),
        }
    }
}

/// What the moves of a position share.
#[derive(Debug)]
pub(super) struct Extractor<'a> {
    view: &'a View,
    origin: Origin,
    recapture: usize,
    their_zone: u64,
    loot_best: usize,
    centre: u64,
    in_check: usize,
    from_last: u64,
    last: u64,
    home: u64,
    hanging: Hanging,
    /// What they and we could win by a capture now, in pawns, and where they would capture.
    worst: usize,
    worst_at: usize,
    best: usize,
}

impl<'a> Extractor<'a> {
    #[inline(always)]
    pub fn new(view: &'a View) -> Extractor<'a> {
        let king = attack_set(KING, view.their_king, 0);
        let hanging = Hanging::new(view);
        let (worst, worst_at) = hanging.worst();
        // Files c to f, where openings differ, of both sides.
        let files = 0x3c3c_3c3c_3c3c_3c3c;
        Extractor {
            recapture: view.last.map_or(0, |m| usize::from(m.captured > 0) + 1),
            their_zone: king | 1 << view.their_king,
            loot_best: best_role(view.their_threatened & view.our_attacks.any, &view.them),
            centre: mix(mix(view.us[PAWN] & files) ^ (view.them[PAWN] & files)),
            in_check: (view.checkers.count_ones() as usize).min(2),
            // Squares that the piece that moved last attacks from where it stands now.
            from_last: view.last.map_or(0, |m| other_reach(m.stands(), m.to, view.occupied)),
            last: mix(view.last.map_or(0, |m| (m.role << 12 | m.from << 6 | m.to) as u64 + 1)),
            home: mix(at_home(view)),
            best: hanging.best(),
            hanging,
            worst,
            worst_at,
            origin: Origin { square: 64, ..Origin::default() },
            view,
        }
    }

    /// How open the file of a square is: 0 own pawn on it, 1 half, 2 wholly.
    fn openness(&self, square: usize) -> usize {
        let file = FILE_A << (square & 7);
        match (self.view.us[PAWN] & file, self.view.them[PAWN] & file) {
            (0, 0) => 2,
            (0, _) => 1,
            _ => 0,
        }
    }

    /// The features of a move, one a group, and its output rows.
    #[inline(always)]
    pub fn features(&mut self, m: &TurnedMove) -> (MoveFeatures, MoveOutputs) {
        let view = self.view;
        if self.origin.square != m.from || self.origin.role != m.role {
            self.origin = Origin::new(self, m.role, m.from);
        }
        let origin = &self.origin;
        let Origin { attacked, covered, under_last, .. } = *origin;
        let TurnedMove { role, from, to, captured, promotion } = *m;
        let phase = view.phase;
        let role_to = role * 64 + to;
        let role_from = role * 64 + from;
        let from_to = role_from * 64 + to;
        let takes = captured.min(5);

        let level = view.their_attacks.level(to);
        // The moving piece is among those that attack the square it goes to, a pawn that steps
        // forward is not.
        let steps = role == PAWN && captured == 0;
        let support = match (view.our_attacks.count(to), bit(view.our_attacks.twice, to)) {
            (count, _) if steps => count,
            (_, twice) => twice * if view.our_attacks.by[PAWN] >> to & 1 == 1 { 2 } else { 1 },
        };
        let check = usize::from(view.gives_check(m));
        let promotes = usize::from(promotion == QUEEN);
        let there = attack_set(m.stands(), to, view.occupied & !(1 << from));
        let recapture = match view.last {
            Some(last) if last.to == to && captured > 0 => self.recapture,
            _ => 0,
        };
        let moved_before = match view.before {
            Some(before) if origin.moved_before => 1 + usize::from(before.from == to),
            _ => 0,
        };
        let hits_last = view.last.map_or(0, |last| bit(there, last.to));

        let takes_any = usize::from(captured > 0);
        let evades = ((self.in_check * 6 + role) * 3
            + takes_any
            + usize::from(view.checkers >> to & 1 == 1))
            * 6
            + level;
        let evades = (evades * 3 + support) * 2 + check;

        let mobility = (there & !view.own).count_ones() as i32 - origin.mobility;
        let mobility = MOBILITY[(mobility + 32) as usize & 63] as usize;

        let heavy = (view.us[ROOK] | view.us[QUEEN]) & !(1 << from);
        let files = (origin.openness * 3 + self.openness(to)) * 3 + to_rank_class(to);
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

        let (After { won, loss, threat, threats }, after) =
            self.hanging.after(view, m, &origin.leaving, there);
        let result = result(won);
        // Nothing won, something won, something lost.
        let outcome = usize::from(won > 0) + 2 * usize::from(won < 0);
        let saves = usize::from(self.worst_at == from);
        let threat = threat * 3 + threats.min(2);
        let answers = if check == 1 { 1 + after.answers(to, view.their_king) } else { 0 };

        let zone = capped(there & self.their_zone, 4);
        let zone_gain = zone > origin.zone;
        let zone = (((role * 5 + zone) * 4 + phase) * 2 + usize::from(zone_gain)) * 2 + check;

        let own_king = if role == KING { to } else { view.our_king };
        let at = [
            phase * FROM_TO + from_to,
            ((((((role * 6 + takes) * 6 + level) * 3 + support) * 6 + attacked) * 3 + covered) * 2
                + check)
                * 2
                + promotes,
            ((((((role * 3 + moved_before) * 2 + under_last) * 6 + attacked) * 2
                + usize::from(covered > 0))
                * 2
                + hits_last)
                * 3
                + recapture)
                * 2
                + check,
            (phase * 2 + check) * PLACES + role * 225 + offset(to, view.their_king),
            phase * PLACES + role * 225 + offset(to, own_king),
            view.their_king * ROLE_TO + role_to,
            view.our_king * ROLE_TO + role_to,
            evades,
            hashed(role_to, mix(surroundings(view, to)), HASHED),
            hashed(role_from * 8 + takes, origin.around, HASHED),
            ((view.ply_bucket * 5 + view.balance) * 6 + role) * 6 + takes,
            (((role * 7 + captured) * 7 + self.loot_best) * 2 + bit(view.their_threatened, to)) * 3
                + recapture,
            (phase * 6 + takes) * ROLE_TO + role_to,
            ((phase * 6 + role) * 7 + mobility) * 3 + outcome,
            files,
            pawn,
            zone,
            (view.castling * 4 + phase) * ROLE_TO + role_to,
            hashed(from * 64 + to, self.centre, HASHED * 4),
            (((result * 6 + role) * 3 + recapture) * 2 + check) * 4 + phase,
            hashed(role_to, self.last, HASHED * 4),
            hashed(from * 64 + to, self.home, HASHED * 4),
            (((self.worst * RESULTS + result) * 6 + role) * 6 + takes) * 2 + saves,
            (((loss * RESULTS + result) * 2 + check) * 6 + role) * 2 + takes_any,
            (((loss * PRIZES + self.worst) * 2 + saves) * 6 + role) * 3 + outcome,
            answers * 4 + phase,
            ((result * PRIZES + self.best) * 6 + role) * 2 + takes_any,
            ((threat * PRIZES + self.best) * 2 + takes_any) * 6 + role,
            ((threat * PRIZES + loss) * 3 + outcome) * 6 + role,
        ];
        let mut features = [0; GROUPS.len()];
        for ((feature, index), (offset, size)) in
            features.iter_mut().zip(at).zip(OFFSETS.into_iter().zip(GROUPS))
        {
            debug_assert!(index < size, "feature {index} of {size} at {offset}");
            *feature = (offset + index) as u32;
        }
        let outputs = [
            role_from,
            role_to,
            (takes * 6 + level) * 3 + support,
            ((role * 6 + attacked) * 2 + usize::from(covered > 0)) * 2 + check,
            result * 6 + role,
            loss * PRIZES + self.worst,
        ];
        let mut rows = [0; OUTPUT_GROUPS.len()];
        for ((row, index), offset) in rows.iter_mut().zip(outputs).zip(OUTPUT_OFFSETS) {
            *row = (offset + index) as u16;
        }
        (features, rows)
    }
}

/// The class of what a move wins, in pawns.
fn result(won: i32) -> usize {
    match won {
        ..=-7 => 0,
        -6..=-4 => 1,
        -3..=-2 => 2,
        -1 => 3,
        0 => 4,
        1 => 5,
        2 => 6,
        3 => 7,
        4..=5 => 8,
        6..=8 => 9,
        9.. => 10,
    }
}

/// Which of our pieces stand where they began, which pawns of the centre, and whether the king
/// does or has castled.
fn at_home(view: &View) -> u64 {
    let pieces = (view.us[KNIGHT] & 0x42)
        | (view.us[BISHOP] & 0x24)
        | (view.us[QUEEN] & 0x08)
        | (view.us[ROOK] & 0x81);
    pieces | (view.us[KING] & 0x54) << 8 | (view.us[PAWN] & 0x3c00) << 8
}

fn to_rank_class(square: usize) -> usize {
    match square >> 3 {
        0..=2 => 0,
        3..=5 => 1,
        _ => 2,
    }
}

/// Fills `inputs` with the features of a position that go into the network.
#[inline(always)]
pub(super) fn inputs(view: &View, inputs: &mut Vec<u16>) {
    inputs.clear();
    for (side, threatened, base) in
        [(&view.us, view.our_threatened, 0), (&view.them, view.their_threatened, 2 * ROLE_TO)]
    {
        for (role, &set) in side.iter().enumerate() {
            for square in bits(set) {
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
