//! What a sheet can do at a ply, before any text is weighed: use the next entry, which may claim another
//! number, leave a gap, use the entry behind the next; or leave an entry aside.

use arrayvec::ArrayVec;

use super::{
    emission::{Rates, SheetModel},
    lattice::Cursor,
};
use crate::numbering::MOST_SUPPLIED;

/// A second move in a row without an entry where nothing points to it; a third and more.
const GAP_GOES_ON: [f32; 2] = [2.0, 3.0];
/// A move without an entry where the numbering leaves room for it.
const NUMBERED_GAP: f32 = 0.2;
/// An entry is left aside without being asked for only if that costs no more than this.
const CHEAP_SKIP: f32 = 3.5;

/// What a sheet does at a ply.
#[derive(Clone, Copy)]
pub struct Action {
    /// The entry that it uses, if it uses one.
    pub entry: Option<u16>,
    /// Where the sheet stands behind it.
    pub cursor: Cursor,
    /// What it costs before the text is weighed.
    pub cost: f32,
    /// Where the beam holds what the text of the entry costs for each legal move.
    pub texts: usize,
    /// What the text costs for the move that it suits best.
    pub least: f32,
}

impl Action {
    /// An action whose text has not been weighed yet.
    pub fn new(entry: Option<u16>, cursor: Cursor, cost: f32) -> Action {
        Action { entry, cursor, cost, texts: 0, least: 0.0 }
    }
}

/// What a sheet can do at a ply: use the next entry, leave a gap, use the entry behind the next.
pub type Actions = ArrayVec<Action, 3>;

/// Leaving the next entry of a sheet aside: the sheet afterwards, the entry, the cost.
pub fn leave_aside(model: &SheetModel, cursor: &Cursor, free: bool) -> Option<(Cursor, u16, f32)> {
    let entry = model.entries.get(cursor.next as usize).filter(|_| !cursor.held)?;
    let mut cost = entry.skip;
    if cursor.drift < 0 {
        // What is no move seldom comes alone.
        cost = cost.min(model.rates.stray_again);
    }
    if cost > CHEAP_SKIP && !free {
        return None;
    }
    let drift = cursor.drift.saturating_sub(1);
    let after = Cursor { drift, ..cursor.past(cursor.next) };
    Some((after, cursor.next, cost))
}

/// What one sheet can do at a ply.
pub fn actions(model: &SheetModel, cursor: &Cursor, ply: i32, free: bool) -> Actions {
    let Some(entry) = model.entries.get(cursor.next as usize) else {
        // The sheet has ended; others may go on.
        return Actions::from_iter([Action::new(None, *cursor, 0.02)]);
    };
    if cursor.held {
        let after = Cursor { drift: 0, ..cursor.past(cursor.next) };
        return Actions::from_iter([Action::new(Some(cursor.next), after, 0.0)]);
    }
    let (rates, claim) = (model.rates, entry.claim);
    let mut actions = Actions::from_iter([take(cursor, claim, ply, &rates)]);
    let room = match (claim, cursor.offset) {
        (Some(claim), Some(offset)) => {
            claim + i32::from(offset) > ply + i32::from(cursor.drift.min(0))
        }
        (Some(claim), None) => claim > ply,
        _ => false,
    };
    if (room || free) && cursor.drift < MOST_SUPPLIED as i8 {
        let cost = match cursor.drift {
            _ if room => NUMBERED_GAP,
            ..=0 => rates.gap,
            1 => GAP_GOES_ON[0],
            2.. => GAP_GOES_ON[1],
        };
        let after = Cursor { drift: cursor.drift + 1, ..*cursor };
        actions.push(Action::new(None, after, cost));
    }
    let neighbour = model.entries.get(cursor.next as usize + 1).filter(|_| free);
    if let Some(neighbour) = neighbour.filter(|other| !entry.blank && !other.blank) {
        let other = cursor.next + 1;
        // Exchanged are two neighbours; the number of one from further on says it is none.
        let far = neighbour.claim.zip(cursor.offset).is_some_and(|(claim, offset)| {
            let ahead = claim + i32::from(offset) - ply;
            ![ahead, ahead + i32::from(cursor.drift)].iter().any(|at| (0..=1).contains(at))
        });
        let cost = rates.exchanged + if far { rates.misnumbered } else { 0.0 };
        actions.push(Action::new(Some(other), cursor.past(other), cost));
    }
    actions
}

/// The next entry stands for the move at `ply`.
fn take(cursor: &Cursor, claim: Option<i32>, ply: i32, rates: &Rates) -> Action {
    let mut after = Cursor { drift: 0, ..cursor.past(cursor.next) };
    let mut cost = 0.0;
    if let Some(claim) = claim {
        let offset = (ply - claim).clamp(-9999, 9999) as i16;
        after.offset = Some(offset);
        cost = match cursor.offset {
            // Moves left out or entries left aside shift the rest; or each keeps its own row.
            Some(before) if offset == before => 0.0,
            Some(before) if offset - before == i16::from(cursor.drift) => rates.shifted,
            None if offset == 0 => 0.0,
            _ => rates.misnumbered,
        };
    }
    Action::new(Some(cursor.next), after, cost)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_go_on_behind_a_gap_are_strange_in_type() {
        let cursor = Cursor { next: 9, held: false, offset: Some(0), drift: 2 };
        let cost = |claim, rates: &Rates| take(&cursor, Some(claim), 11, rates).cost;
        let written = Rates::of(0.0);
        let typeset = written.typeset();
        assert_eq!([cost(9, &written), cost(11, &written)], [0.0, 0.0]);
        assert_eq!([cost(9, &typeset), cost(11, &typeset)], [typeset.shifted, 0.0]);
        assert!(typeset.shifted < cost(8, &typeset));
    }
}
