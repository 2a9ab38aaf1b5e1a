//! What a number gains by itself, in each of the ways in which it can be used, what it costs to begin a
//! game with it, and what it gains where its moves can be played.

use super::{Begins, Link, MAX_PLY, Text};
use crate::{
    numbering::MOST_SUPPLIED,
    read::text::{
        board::{Board, Played},
        candidates::Candidate,
        items::Items,
        opening::{opens, set_off},
        weight,
    },
};

/// The ways in which a candidate can be used, with what each gains.
pub(super) fn uses(index: usize, candidate: &Candidate) -> Vec<(Link, f64)> {
    let number = u32::from(candidate.number);
    if number == 0 || number as usize * 2 > MAX_PLY {
        return Vec::new();
    }
    let link = |ply, plies, split| Link { candidate: index, ply, plies, split, merged: false };
    if let Some(reference) = candidate.reference {
        // The text may go on with Black's move of the last pair.
        let all = u32::from(reference.upto) * 2;
        return [(all, 0.0), (all - 1, weight::UNSAID)]
            .map(|(plies, cost)| (link(0, plies, false), weight::REFERENCE + cost))
            .to_vec();
    }
    let gain = gain(candidate);
    let count = u32::try_from(candidate.slots.len()).unwrap_or(0);
    let (white, black) = ((number - 1) * 2, (number - 1) * 2 + 1);
    if candidate.black {
        return vec![(link(black, count.min(1), false), gain)];
    }
    // `5. Nc3 - a6` among `4. Nxd4 - Nf6`: two moves rather than one.
    let unsaid = |is: bool| if is { weight::UNSAID } else { 0.0 };
    let mut uses = vec![(link(white, count, false), gain + unsaid(candidate.joined))];
    if count == 2 && candidate.slots.iter().any(|slot| slot.kind.is_none()) {
        // The number comes again for Black, and White's move is in pieces.
        let one = Link { merged: true, ..link(white, 1, false) };
        uses.push((one, gain - 0.3));
        uses.push((Link { merged: true, ..link(black, 1, false) }, gain - 0.3));
    }
    if count == 1 {
        // A sentence that leads to a move of Black's says so.
        let told = if candidate.told { weight::TOLD } else { 0.0 };
        uses.push((link(black, 1, false), gain + weight::UNSAID + told));
        if candidate.pair {
            uses.push((link(white, 2, true), gain + unsaid(!candidate.joined)));
        }
    }
    uses
}

/// What a candidate gains by itself, however its moves are counted.
pub(super) fn gain(candidate: &Candidate) -> f64 {
    let mut gain = candidate.slots.iter().map(|s| if s.kind.is_some() { 1.0 } else { 0.4 }).sum();
    if candidate.row && !candidate.deep {
        gain += if candidate.words_after >= 2 { weight::ROW_IN_PROSE } else { weight::ROW };
    }
    if candidate.deep {
        gain += weight::DEEP;
    }
    if candidate.told {
        gain += weight::TOLD;
    }
    if candidate.slots.is_empty() {
        gain += weight::EMPTY;
    }
    gain
}

/// What a candidate gains by a result right behind its moves, as also the last move has it to which a
/// sentence leads: `and now comes 24... Qf2 0-1`.
pub(super) fn ends(candidate: &Candidate) -> f64 {
    if candidate.told && !candidate.stops { weight::CLOSED - weight::TOLD } else { weight::CLOSED }
}

/// Cost of beginning a game with a candidate.
pub(super) fn start(items: &Items, candidate: &Candidate, link: Link, begins: Begins) -> f64 {
    if candidate.reference.is_some() {
        return weight::START;
    }
    let prose = !candidate.row
        && candidate.words_before >= 2
        && begins != Begins::Within
        && set_off(items, candidate).is_none();
    let behind_sentence = || items.before(&items.items[candidate.item]).ends_with(['.', ')', ']']);
    let within = match prose {
        true if behind_sentence() => weight::START_SENTENCE,
        true => weight::START_PROSE,
        false => 0.0,
    };
    within
        + match link.ply {
            0 if candidate.deep => weight::START_DEEP,
            0 if opens(items, candidate) => weight::START,
            0 => weight::START + weight::START_NO_OPENING,
            1 if candidate.black => weight::START_BLACK,
            _ if begins == Begins::Later && link.ply <= u32::from(MOST_SUPPLIED) => {
                weight::START_SOON
            }
            _ if begins == Begins::Later => weight::START_LATER,
            _ => f64::NEG_INFINITY,
        }
}

/// What the moves of a link gain, where so many plies are wanting between a board and them, and the
/// board that they lead to; `illegal` where one of them can't be played.
pub(super) fn play<'t>(
    text: &'t Text,
    board: &Board<'t>,
    gap: u32,
    link: Link,
    illegal: f64,
) -> (f64, Option<Board<'t>>) {
    let candidate = &text.candidates[link.candidate];
    if gap > 1 || link.split || link.merged || candidate.slots.len() != link.plies as usize {
        return (0.0, None);
    }
    let mut gained = 0.0;
    let mut reached = if gap == 1 { board.past_one() } else { None };
    if gap == 1 && reached.is_none() {
        return (0.0, None);
    }
    for slot in &candidate.slots {
        let Some(kind) = slot.kind else { return (gained, None) };
        match reached.as_ref().unwrap_or(board).play(slot.text(text.items), kind) {
            Played::On(next) => reached = Some(next),
            Played::Not => return (gained + illegal, None),
            Played::Unknown => return (gained, None),
        }
        gained += weight::PLAYED;
    }
    (gained, reached)
}
