//! What it costs to go on from one number of a game to another: the plies wanting between them, prose
//! and results that stand there, another way of writing, other numbers that would go on as well.

use super::{LEFT_GAP, Link, Node, Text};
use crate::read::{
    shape::scan::Kind,
    text::{
        bare::{bare_before, bare_moves, is_bare_row},
        branches,
        candidates::{Candidate, Slot, between},
        items::Items,
        left, remarks, weight,
    },
};

/// Cost of going on from a node to a link.
pub(super) fn step(text: &Text, from: &Node, link: Link) -> f64 {
    let candidate = &text.candidates[link.candidate];
    let before = &text.candidates[from.link.candidate];
    let prose = f64::from(between(text.words, before, candidate));
    let mut cost = plies_apart(text, from, link) + unlike(before, candidate);
    if prose > 0.0 && !candidate.row && is_beside(text, from, link) {
        cost += weight::LINE;
    }
    let passes = |next: &Candidate| {
        next.item < candidate.item
            && next.item == before.last() + 1
            && (next.number, next.black) == (candidate.number, candidate.black)
            && !next.slots.is_empty()
    };
    let next = text.candidates.get(from.link.candidate + 1);
    if text.prose[link.candidate] && next.is_some_and(passes) {
        cost += weight::PASSED;
    }
    if text.replaced[link.candidate] {
        cost += weight::REPLACED;
    }
    if branches::parts(text.branches, from.link.candidate, link.candidate, from.end()) {
        cost += weight::BRANCH;
    }
    // Other moves for one that was played stand behind it, as a rule.
    let mut passed = (from.link.candidate + 1..link.candidate).take(remarks::MOST);
    let is_first = |at: usize| {
        let own = &text.candidates[at];
        own.is_plain() && !own.slots.is_empty() && own.plies().start == link.ply
    };
    if link.ply == from.end() && !candidate.row && passed.any(is_first) {
        cost += weight::FIRST;
    }
    if candidate.row {
        cost += (weight::ROW_WORD * prose).max(weight::ROW_WORDS_MOST);
        // A line of a text that flows on may begin with a number by chance.
        let flows = link.ply == from.end() && text.lines_apart(before, candidate) == 1;
        if !before.row && from.told && !flows {
            cost += weight::PROSE_TO_ROW;
        }
    } else if prose > 0.0 {
        let once = (weight::PROSE + weight::PROSE_WORD * prose).max(weight::PROSE_MOST);
        cost += once * weight::PROSE_AGAIN.powi(from.broken);
        // A number with prose behind it may begin its line by chance.
        let in_rows = before.row && (from.in_rows || !text.prose[from.link.candidate]);
        if in_rows && text.lines_apart(before, candidate) > 0 {
            cost += weight::ROW_TO_PROSE;
        }
    }
    let ended = between(text.results, before, candidate) > 0;
    if ended && (!candidate.row || ends_before(text, from, link)) {
        cost += weight::RESULT;
    }
    cost
}

/// Whether the game that a node ends has its result before a link, right behind the last move of it
/// or of a number that goes on with it. Games that are quoted between rows have results too.
fn ends_before(text: &Text, from: &Node, link: Link) -> bool {
    let last = from.link.candidate;
    let goes_on = |at: usize| text.candidates[at].plies().contains(&from.end());
    let mut passed = (last + 1..link.candidate).take(remarks::MOST);
    text.closed[last] || passed.any(|at| text.closed[at] && goes_on(at))
}

/// Cost of the plies that are wanting between a node and a link, or that the link goes back.
fn plies_apart(text: &Text, from: &Node, link: Link) -> f64 {
    let candidate = &text.candidates[link.candidate];
    let before = &text.candidates[from.link.candidate];
    let next_row = || before.row && candidate.row && text.lines_apart(before, candidate) == 1;
    match link.ply.checked_sub(from.end()) {
        Some(0) => 0.0,
        Some(gap) if !link.merged && is_bare(text.items, before, candidate, gap) => weight::BARE,
        Some(1) => weight::ONE_PLY,
        Some(gap) if is_left(text.items, before, candidate, gap) => {
            weight::GAP + weight::LEFT_PLY * f64::from(gap)
        }
        Some(gap) => {
            let cost = weight::GAP + weight::GAP_PLY * f64::from(gap);
            // Within lines no game is more likely to begin than another to go on.
            if before.row || candidate.row { cost } else { cost.max(text.widest) }
        }
        None if next_row() => weight::BACK_NEXT,
        None => weight::BACK,
    }
}

/// Cost of another way of writing than before.
fn unlike(before: &Candidate, candidate: &Candidate) -> f64 {
    let mut cost = 0.0;
    if let (Some(a), Some(b)) = (style(before), style(candidate))
        && a != b
    {
        cost += weight::STYLE;
    }
    if let (Some(a), Some(b)) = (before.commas, candidate.commas)
        && a != b
    {
        cost += weight::COMMAS;
    }
    cost
}

/// Whether a link goes on with a line beside the game rather than with the game that a node ends:
/// the number before it does, or it passes the number that was next, right behind the last move.
fn is_beside(text: &Text, from: &Node, link: Link) -> bool {
    let candidate = &text.candidates[link.candidate];
    let before = &text.candidates[from.link.candidate];
    let (end, begin) = (from.end(), link.ply);
    let passed = &text.candidates[from.link.candidate + 1..link.candidate];
    let next = |next: &Candidate| {
        begin > end
            && !next.slots.is_empty()
            && next.item == before.last() + 1
            && !(next.black || next.deep || next.row)
            && next.plies().start == end
    };
    passed.last().is_some_and(|beside| leads_on(beside, candidate, end, begin))
        || passed.first().is_some_and(next)
}

/// Whether the moves of one or two numbers that are wanting between two candidates stand right
/// behind the first and nothing but a note below them, or behind a sentence.
fn is_bare(items: &Items, before: &Candidate, candidate: &Candidate, gap: u32) -> bool {
    let (from, until) = (before.last() + 1, candidate.item);
    let whole = matches!(gap, 2 | 4) && (candidate.row || is_bare_row(items, from, until));
    let shaped = |slots: Vec<Slot>| slots.iter().filter(|slot| slot.kind.is_some()).count();
    let wanted = gap as usize;
    whole && shaped(bare_moves(items, from, until)) == wanted
        || matches!(gap, 2 | 4) && shaped(bare_before(items, from, until, wanted)) == wanted
}

/// Whether the words between two candidates of text that flows on are about as many as the moves that
/// are wanting there, and so what is left of them.
fn is_left(items: &Items, before: &Candidate, candidate: &Candidate, gap: u32) -> bool {
    let wanted = gap as usize;
    let flows = !before.row && !candidate.row;
    let found = || left::count(items, before.last() + 1, candidate.item, wanted);
    flows && gap <= LEFT_GAP && (wanted..=wanted + 1 + wanted / 4).contains(&found())
}

/// Whether a candidate that offers another move than the last of a game of `end` plies leads right
/// on to one that begins at a ply.
fn leads_on(beside: &Candidate, candidate: &Candidate, end: u32, begin: u32) -> bool {
    let ply = beside.plies().start;
    let plies = u32::try_from(beside.slots.len()).unwrap_or(0);
    let right_behind = beside.last() + 1 == candidate.item && !beside.stops;
    plies > 0 && ply < end && ply + plies == begin && right_behind
}

/// Look of a candidate's moves, where they have one that tells notations apart; `e4-e5` may be one
/// long move or two short ones.
fn style(candidate: &Candidate) -> Option<Kind> {
    if candidate.pair {
        return None;
    }
    let mut kinds = candidate.slots.iter().rev().filter_map(|slot| slot.kind);
    kinds.find(|kind| !matches!(kind, Kind::Castling | Kind::Files))
}
