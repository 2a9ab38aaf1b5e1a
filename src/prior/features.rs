//! The features of a move, one of each group, worked out for a block of moves at a time.
//!
//! A feature is an index into one flat table of weights; a group owns a stretch of the table.
//! Groups with more combinations than room are hashed into their stretch. What the groups combine
//! are the `facts` of the moves; group after group is worked out for the whole block, so that the
//! processor does several moves at once.

use arrayvec::ArrayVec;

use super::{
    exchange::MOST,
    facts::{Column, Facts, RESULTS, Shared, column},
    view::{BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK, View, bits},
};

/// What a capture may win, in pawns.
const PRIZES: usize = MOST as usize + 1;
const HASHED: usize = 1 << 16;
const ROLE_TO: usize = 6 * 64;
const PLACES: usize = 6 * 225;

// As many as there are, in the width of the columns.
const ROLES: u32 = 6;
const LEVELS: u32 = 6;
const TAKES: u32 = 6;
const CLASSES: u32 = RESULTS as u32;
const WON: u32 = PRIZES as u32;

/// Number of groups.
pub(super) const GROUPS: usize = 22;

/// Sizes of the groups, in the order of [`features`].
const SIZES: [usize; GROUPS] = [
    6 * 6 * 6 * 3 * 6 * 3 * 2 * 2, // exchange on the target square
    6 * 3 * 2 * 6 * 2 * 2 * 3 * 2, // what the last move did to the moving piece
    PLACES * 4 * 2,                // place by the other king
    PLACES * 4,                    // place by our king
    3 * 6 * 3 * 6 * 3 * 2,         // answers to a check
    HASHED,                        // surroundings of the target square
    HASHED,                        // surroundings of the from square
    6 * 7 * 4 * 3,                 // mobility won and lost
    6 * 9 * 3 * 2 * 2,             // files
    2 * 8 * 2 * 4 * 6 * 3 * 3,     // pawn moves
    6 * 5 * 4 * 2 * 2,             // squares won around the other king
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

const OFFSETS: [usize; GROUPS] = offsets(SIZES);

/// Length of the table of weights.
pub(super) const FEATURES: usize = OFFSETS[GROUPS - 1] + SIZES[GROUPS - 1];

/// Number of features of a position that go into the network.
pub(super) const INPUTS: usize = 2 * 2 * ROLE_TO + 2 * (ROLE_TO + 64) + 16 + 8 + 1;

/// Number of groups of output rows of the network; every move has one row of each.
pub(super) const OUTPUT_GROUPS: usize = 7;

/// Sizes of these groups.
const OUTPUT_SIZES: [usize; OUTPUT_GROUPS] =
    [ROLE_TO, ROLE_TO, PATHS.1, 6 * 6 * 3, 6 * 6 * 2 * 2, RESULTS * 6, PRIZES * PRIZES];

const OUTPUT_OFFSETS: [usize; OUTPUT_GROUPS] = offsets(OUTPUT_SIZES);

/// Output rows before this one are those of single squares and paths.
pub(super) const SHARED_ROWS: usize = OUTPUT_OFFSETS[3];

/// Number of output rows of the network.
pub(super) const OUTPUTS: usize =
    OUTPUT_OFFSETS[OUTPUT_GROUPS - 1] + OUTPUT_SIZES[OUTPUT_GROUPS - 1];

/// A number for each way of a piece over an empty board, by role, from and to, castling among them,
/// and how many numbers there are. Any other way is 0.
static PATH_NUMBERS: [u16; 6 * 64 * 64] = PATHS.0;
const PATHS: ([u16; 6 * 64 * 64], usize) = {
    let mut numbers = [0; 6 * 64 * 64];
    let (mut path, mut count) = (0, 1);
    while path < numbers.len() {
        if is_path(path >> 12, path >> 6 & 63, path & 63) {
            numbers[path] = count as u16;
            count += 1;
        }
        path += 1;
    }
    (numbers, count)
};

/// Whether a piece of the side that plays up the board can go from a square to another, were no
/// other piece in its way.
const fn is_path(role: usize, from: usize, to: usize) -> bool {
    let across = (from & 7).abs_diff(to & 7);
    let up = (from >> 3).abs_diff(to >> 3);
    match role {
        _ if from == to => false,
        PAWN => {
            let first = across == 0 && up == 2 && from >> 3 == 1;
            to > from && from >= 8 && (first || across <= 1 && up == 1)
        }
        KNIGHT => across * up == 2,
        BISHOP => across == up,
        ROOK => across * up == 0,
        QUEEN => across == up || across * up == 0,
        _ => across <= 1 && up <= 1 || from < 8 && (to == 2 || to == 6),
    }
}

/// The features of the moves of a block, by group.
#[inline(always)]
pub(super) fn features(shared: &Shared, facts: &Facts) -> [Column; GROUPS] {
    let view = shared.view;
    // Numbers are 32 bits wide throughout, of which the processor does many at once.
    const PLACES: u32 = self::PLACES as u32;
    let phase = view.phase as u32;
    let (worst, best) = (shared.worst as u32, shared.best as u32);
    let [centre, last, home] = [shared.centre, shared.last, shared.home].map(|key| key as u32);
    let [their_king, our_king] = [view.their_king, view.our_king].map(|king| king as u32);
    let Facts { role, from, to, captured, level, support, attacked, covered, .. } = facts;
    let Facts { check, recapture, result, outcome, loss, threat, .. } = facts;
    let role_from = column(|i| role[i] * 64 + from[i]);
    let role_to = column(|i| role[i] * 64 + to[i]);
    let from_to = column(|i| from[i] * 64 + to[i]);
    let takes = takes(facts);
    let takes_any = column(|i| u32::from(captured[i] > 0));
    let saves = column(|i| u32::from(from[i] == shared.worst_at as u32));
    // A square as seen from another, 15 by 15.
    let seen = |to: u32, from: u32| ((to >> 3) + 7 - (from >> 3)) * 15 + (to & 7) + 7 - (from & 7);
    // The moves of one context lie close together.
    let hashed =
        |index: u32, context: u32, size: usize| context.wrapping_add(index) & (size as u32 - 1);
    let mut groups = [
        column(|i| {
            let target = ((role[i] * TAKES + takes[i]) * LEVELS + level[i]) * 3 + support[i];
            (((target * LEVELS + attacked[i]) * 3 + covered[i]) * 2 + check[i]) * 2
                + facts.promotes[i]
        }),
        column(|i| {
            let piece = (facts.moved_before[i] * 2 + facts.under_last[i]) * LEVELS + attacked[i];
            let piece = (role[i] * 3 * 2 * LEVELS + piece) * 2 + covered[i].min(1);
            ((piece * 2 + facts.hits_last[i]) * 3 + recapture[i]) * 2 + check[i]
        }),
        column(|i| (phase * 2 + check[i]) * PLACES + role[i] * 225 + seen(to[i], their_king)),
        column(|i| {
            let king = if role[i] == KING as u32 { to[i] } else { our_king };
            phase * PLACES + role[i] * 225 + seen(to[i], king)
        }),
        column(|i| {
            let taken = takes_any[i] + facts.takes_checker[i];
            let evades = ((shared.in_check as u32 * ROLES + role[i]) * 3 + taken) * LEVELS;
            ((evades + level[i]) * 3 + support[i]) * 2 + check[i]
        }),
        column(|i| hashed(role_to[i], facts.around_to[i], HASHED)),
        column(|i| hashed(role_from[i] * 8 + takes[i], facts.around_from[i], HASHED)),
        column(|i| ((phase * ROLES + role[i]) * 7 + facts.mobility[i]) * 3 + outcome[i]),
        column(|i| {
            // Ranks 1 to 3, 4 to 6, 7 and 8.
            let rank = u32::from(to[i] >= 24) + u32::from(to[i] >= 48);
            let files = (facts.open_from[i] * 3 + facts.open_to[i]) * 3 + rank;
            let same = u32::from((from[i] ^ to[i]) & 7 == 0);
            ((role[i] * 27 + files) * 2 + facts.heavy[i]) * 2 + same
        }),
        facts.pawn,
        column(|i| {
            let gain = u32::from(facts.zone[i] > facts.zone_before[i]);
            (((role[i] * 5 + facts.zone[i]) * 4 + phase) * 2 + gain) * 2 + check[i]
        }),
        column(|i| hashed(from_to[i], centre, HASHED * 4)),
        column(|i| (((result[i] * ROLES + role[i]) * 3 + recapture[i]) * 2 + check[i]) * 4 + phase),
        column(|i| hashed(role_to[i], last, HASHED * 4)),
        column(|i| hashed(from_to[i], home, HASHED * 4)),
        column(|i| {
            (((worst * CLASSES + result[i]) * ROLES + role[i]) * TAKES + takes[i]) * 2 + saves[i]
        }),
        column(|i| {
            let wins = ((loss[i] * CLASSES + result[i]) * 2 + check[i]) * ROLES + role[i];
            wins * 2 + takes_any[i]
        }),
        column(|i| (((loss[i] * WON + worst) * 2 + saves[i]) * ROLES + role[i]) * 3 + outcome[i]),
        column(|i| facts.answers[i] * 4 + phase),
        column(|i| ((result[i] * WON + best) * ROLES + role[i]) * 2 + takes_any[i]),
        column(|i| ((threat[i] * WON + best) * 2 + takes_any[i]) * ROLES + role[i]),
        column(|i| ((threat[i] * WON + loss[i]) * 3 + outcome[i]) * ROLES + role[i]),
    ];
    debug_assert!(are_in_range(&groups, SIZES));
    place(&mut groups, OFFSETS);
    groups
}

/// The output rows of the moves of a block, by group.
#[inline(always)]
pub(super) fn outputs(shared: &Shared, facts: &Facts) -> [Column; OUTPUT_GROUPS] {
    let Facts { role, from, to, level, support, attacked, covered, .. } = facts;
    let Facts { check, result, loss, .. } = facts;
    let takes = takes(facts);
    let guarded = |i: usize| covered[i].min(1);
    let mut groups = [
        column(|i| role[i] * 64 + from[i]),
        column(|i| role[i] * 64 + to[i]),
        column(|i| u32::from(PATH_NUMBERS[((role[i] * 64 + from[i]) * 64 + to[i]) as usize])),
        column(|i| (takes[i] * LEVELS + level[i]) * 3 + support[i]),
        column(|i| ((role[i] * LEVELS + attacked[i]) * 2 + guarded(i)) * 2 + check[i]),
        column(|i| result[i] * ROLES + role[i]),
        column(|i| loss[i] * WON + shared.worst as u32),
    ];
    debug_assert!(are_in_range(&groups, OUTPUT_SIZES));
    place(&mut groups, OUTPUT_OFFSETS);
    groups
}

/// What each move takes: the piece + 1. A king is never taken; it would count as a queen.
#[inline(always)]
fn takes(facts: &Facts) -> Column {
    column(|i| facts.captured[i].min(TAKES - 1))
}

/// Whether every index is one of its group.
fn are_in_range<const N: usize>(groups: &[Column; N], sizes: [usize; N]) -> bool {
    groups.iter().zip(sizes).all(|(column, size)| column.iter().all(|&at| (at as usize) < size))
}

/// Makes indices of groups indices of all groups together.
#[inline(always)]
fn place<const N: usize>(groups: &mut [Column; N], offsets: [usize; N]) {
    for (column, offset) in groups.iter_mut().zip(offsets) {
        for index in column {
            *index += offset as u32;
        }
    }
}

/// The features of a position that go into the network: its pieces, and some more.
pub(super) type Inputs = ArrayVec<u16, 80>;

/// Looks for them.
#[inline(always)]
pub(super) fn inputs(view: &View) -> Inputs {
    let mut inputs = Inputs::new();
    for (side, threatened, base) in
        [(&view.us, view.our_threatened, 0), (&view.them, view.their_threatened, 2 * ROLE_TO)]
    {
        for (role, &set) in side.iter().enumerate() {
            for square in bits(set) {
                let under = (threatened >> square & 1) as usize * ROLE_TO;
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
    inputs
}
