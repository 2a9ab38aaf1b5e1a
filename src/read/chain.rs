//! Finds the main lines of games among all the numbers and moves of a text.
//!
//! Every number that could be a move number is a [`Candidate`]. A game is a run of candidates
//! whose numbers go up one by one; notes hold runs of the same numbers in the same notation, so
//! the runs of the whole text are chosen together. [`chains`] finds those that together explain
//! most, by dynamic programming over the candidates in text order. A row of a move list counts for
//! more than a number within prose, what stands in brackets for less than nothing, and a gap in
//! the numbers costs.

use super::{
    candidates::{Candidate, Slot, sums, words_of},
    items::{Items, What},
    opening::opens,
    scan::Kind,
};

/// A run of candidates that make a game.
#[derive(Debug)]
pub(super) struct Chain {
    pub(super) links: Vec<Link>,
}

/// A candidate as it is used in a chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Link {
    /// Index of the candidate.
    pub(super) candidate: usize,
    /// Ply of its first move, from 0.
    pub(super) ply: u32,
    /// Plies that it gives.
    pub(super) plies: u32,
    /// Whether its one item holds both moves: `e4 - e5`.
    pub(super) split: bool,
    /// Whether its two slots are one damaged move.
    pub(super) merged: bool,
}

impl Link {
    /// The slots of its candidate, as they are used here.
    pub(super) fn slots(&self, candidate: &Candidate) -> Vec<Slot> {
        match candidate.slots[..] {
            [first, .., last] if self.merged => {
                vec![Slot { from: first.from, to: last.to, kind: None }]
            }
            _ => candidate.slots.clone(),
        }
    }
}

/// Costs and gains of a chain, in units of one move that is well explained. Set by hand on the
/// development sets.
mod weight {
    /// A number that begins a row of its own.
    pub(super) const ROW: f64 = 1.5;
    /// The same, with prose behind its moves.
    pub(super) const ROW_IN_PROSE: f64 = 0.7;
    /// A number in brackets.
    pub(super) const DEEP: f64 = -3.0;
    /// A number without any move.
    pub(super) const EMPTY: f64 = -0.5;
    /// Beginning a game, at move 1 and later.
    pub(super) const START: f64 = -1.0;
    pub(super) const START_BLACK: f64 = -3.0;
    pub(super) const START_LATER: f64 = -4.0;
    pub(super) const START_DEEP: f64 = -7.0;
    /// Beginning within a sentence.
    pub(super) const START_PROSE: f64 = -3.0;
    /// Beginning with a move that no first move can be.
    pub(super) const START_NO_OPENING: f64 = -3.0;
    /// One ply that is wanting; the first of several, and each.
    pub(super) const ONE_PLY: f64 = -1.2;
    pub(super) const GAP: f64 = -1.5;
    pub(super) const GAP_PLY: f64 = -0.5;
    /// A number that goes back, and one that does so in the next row.
    pub(super) const BACK: f64 = -5.0;
    pub(super) const BACK_NEXT: f64 = -2.0;
    /// Taking a number for Black's that does not say so.
    pub(super) const UNSAID: f64 = -0.3;
    /// Going on within prose: at all, and by word.
    pub(super) const PROSE: f64 = -0.6;
    pub(super) const PROSE_WORD: f64 = -0.1;
    pub(super) const PROSE_MOST: f64 = -3.0;
    /// Going on in prose where the game stood in rows.
    pub(super) const ROW_TO_PROSE: f64 = -4.0;
    /// Going on in another notation.
    pub(super) const STYLE: f64 = -1.5;
    /// Going on with commas where there were none, or without.
    pub(super) const COMMAS: f64 = -1.2;
    /// Going on in a row from a game that began within a sentence.
    pub(super) const PROSE_TO_ROW: f64 = -4.0;
    /// Going on to a number with prose behind it, past the same number right behind the last move.
    pub(super) const PASSED: f64 = -1.5;
    /// Going on behind a result.
    pub(super) const RESULT: f64 = -6.0;
    /// Moves that are given by reference.
    pub(super) const REFERENCE: f64 = 3.0;
}

/// Longest gap in the numbers that a game is followed over, in plies.
const MAX_GAP: u32 = 24;
/// Most nodes that are kept for a ply.
const MAX_REACHED: usize = 6;
/// Highest ply that a number can claim.
const MAX_PLY: usize = 1_000;

/// What a choice of whole games has reached, and its last node.
type Base = (f64, Option<usize>);

struct Node {
    link: Link,
    score: f64,
    before: Option<usize>,
    /// What the best choice of games before this one had reached, and its last node.
    base: Base,
    /// First node of its game.
    start: usize,
}

/// The runs of candidates that explain most of the text, in its order.
///
/// With `later`, a run may also begin behind move 1, as in a text whose beginning is lost; what a
/// note leaves over of a game would look just like that.
pub(super) fn chains(items: &Items, candidates: &[Candidate], later: bool) -> Vec<Chain> {
    let words = sums(items, words_of);
    let results = sums(items, |item| u32::from(matches!(item.what, What::Result(_)) && !item.deep));
    let mut nodes: Vec<Node> = Vec::new();
    // For each ply that is reached: nodes of different beginnings, and of one beginning those
    // that no later node beats.
    let mut reached: Vec<Vec<usize>> = vec![Vec::new(); MAX_PLY + 4];
    // The best choice of whole games so far: its score and last node.
    let mut best: Base = (0.0, None);
    for (index, candidate) in candidates.iter().enumerate() {
        let first_new = nodes.len();
        for (link, gain) in uses(index, candidate) {
            let mut chosen: Option<(f64, Option<usize>, Base)> = None;
            let mut offer = |score: f64, before: Option<usize>, base: Base| {
                if chosen.is_none_or(|(s, ..)| score > s) {
                    chosen = Some((score, before, base));
                }
            };
            offer(best.0 + gain + start(items, candidate, link, later), None, best);
            let low = link.ply.saturating_sub(MAX_GAP) as usize;
            let high = (link.ply as usize + 2).min(MAX_PLY);
            for nodes_here in &reached[low.min(high)..=high] {
                for &before in nodes_here {
                    let cost = step(
                        items,
                        candidates,
                        &nodes[before].link,
                        candidate,
                        link,
                        (&words, &results),
                    );
                    let node = &nodes[before];
                    offer(node.score + gain + cost, Some(before), node.base);
                }
            }
            if let Some((score, before, base)) = chosen {
                let start = before.map_or(nodes.len(), |before| nodes[before].start);
                nodes.push(Node { link, score, before, base, start });
            }
        }
        for (node, new) in nodes.iter().enumerate().skip(first_new) {
            let end = (new.link.ply + new.link.plies) as usize;
            let Some(here) = reached.get_mut(end) else { continue };
            here.retain(|&old| nodes[old].start != new.start || nodes[old].score > new.score);
            if here.len() >= MAX_REACHED {
                here.remove(0);
            }
            here.push(node);
            // A game must gain something to be chosen at all.
            if new.score > best.0 + 1e-9 && new.score - new.base.0 > 2.0 {
                best = (new.score, Some(node));
            }
        }
    }
    let mut chains = Vec::new();
    collect(&nodes, best.1, &mut chains);
    chains
}

/// Walks back from the last node, game by game.
fn collect(nodes: &[Node], last: Option<usize>, chains: &mut Vec<Chain>) {
    let mut end = last;
    while let Some(tail) = end {
        let mut links = Vec::new();
        let mut at = Some(tail);
        while let Some(node) = at {
            links.push(nodes[node].link);
            at = nodes[node].before;
        }
        links.reverse();
        chains.push(Chain { links });
        end = nodes[tail].base.1;
    }
    chains.reverse();
}

/// The ways in which a candidate can be used, with what each gains.
fn uses(index: usize, candidate: &Candidate) -> Vec<(Link, f64)> {
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
    let mut gain = candidate.slots.iter().map(|s| if s.kind.is_some() { 1.0 } else { 0.4 }).sum();
    if candidate.row {
        gain += if candidate.words_after >= 2 { weight::ROW_IN_PROSE } else { weight::ROW };
    }
    if candidate.deep {
        gain += weight::DEEP;
    }
    let count = u32::try_from(candidate.slots.len()).unwrap_or(0);
    if count == 0 {
        gain += weight::EMPTY;
    }
    let (white, black) = ((number - 1) * 2, (number - 1) * 2 + 1);
    if candidate.black {
        return vec![(link(black, count.min(1), false), gain)];
    }
    let mut uses = vec![(link(white, count, false), gain)];
    if count == 2 && candidate.slots.iter().any(|slot| slot.kind.is_none()) {
        // The number comes again for Black, and White's move is in pieces.
        let one = Link { merged: true, ..link(white, 1, false) };
        uses.push((one, gain - 0.3));
        uses.push((Link { merged: true, ..link(black, 1, false) }, gain - 0.3));
    }
    if count == 1 {
        uses.push((link(black, 1, false), gain + weight::UNSAID));
        if candidate.pair {
            uses.push((link(white, 2, true), gain + weight::UNSAID));
        }
    }
    uses
}

/// Cost of beginning a game with a candidate.
fn start(items: &Items, candidate: &Candidate, link: Link, later: bool) -> f64 {
    if candidate.reference.is_some() {
        return weight::START;
    }
    let prose = !candidate.row && candidate.words_before >= 2;
    let within = if prose { weight::START_PROSE } else { 0.0 };
    within
        + match link.ply {
            0 if candidate.deep => weight::START_DEEP,
            0 if opens(items, candidate) => weight::START,
            0 => weight::START + weight::START_NO_OPENING,
            1 if candidate.black => weight::START_BLACK,
            _ if later => weight::START_LATER,
            _ => f64::NEG_INFINITY,
        }
}

/// Cost of going on from one link to a candidate.
fn step(
    items: &Items,
    candidates: &[Candidate],
    from: &Link,
    candidate: &Candidate,
    link: Link,
    (words, results): (&[u32], &[u32]),
) -> f64 {
    let before = &candidates[from.candidate];
    let (end, begin) = (from.ply + from.plies, link.ply);
    let line = |candidate: &Candidate| items.items[candidate.item].line;
    let lines_between = line(candidate) - line(before);
    let mut cost = match begin.checked_sub(end) {
        Some(0) => 0.0,
        Some(1) => weight::ONE_PLY,
        Some(gap) => weight::GAP + weight::GAP_PLY * f64::from(gap),
        None if lines_between == 1 && before.row && candidate.row => weight::BACK_NEXT,
        None => weight::BACK,
    };
    let last = before.slots.last().map_or(before.item, |slot| slot.to);
    let between =
        |sums: &[u32]| sums[candidate.item].saturating_sub(sums[(last + 1).min(candidate.item)]);
    let prose = f64::from(between(words));
    // A comma between two rows' moves is no prose, and a word or two may be a damaged move.
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
    let passes = |next: &Candidate| {
        next.item < candidate.item
            && next.item == last + 1
            && (next.number, next.black) == (candidate.number, candidate.black)
            && !next.slots.is_empty()
    };
    if candidate.words_after >= 2 && candidates.get(from.candidate + 1).is_some_and(passes) {
        cost += weight::PASSED;
    }
    if candidate.row {
        cost += (-0.001 * prose).max(-1.5);
        if !before.row && before.words_before > 1 {
            cost += weight::PROSE_TO_ROW;
        }
    } else if prose > 0.0 {
        cost += (weight::PROSE + weight::PROSE_WORD * prose).max(weight::PROSE_MOST);
        if before.row && lines_between > 0 {
            cost += weight::ROW_TO_PROSE;
        }
    }
    if !candidate.row && between(results) > 0 {
        cost += weight::RESULT;
    }
    cost
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::candidates::candidates;

    /// For each chain the plies it gives, as `from-to` by candidate.
    fn found(text: &str) -> Vec<Vec<(u32, u32)>> {
        let items = Items::new(text, 1);
        let candidates = candidates(&items);
        chains(&items, &candidates, false)
            .iter()
            .map(|chain| chain.links.iter().map(|l| (l.ply, l.plies)).collect())
            .collect()
    }

    #[test]
    fn a_variation_with_the_same_numbers_is_left_out() {
        let text = "1. P-K4   P-K4\n2. Kt-KB3\n\nBetter than 2. B-B4, P-Q3; 3. P-Q3, P-B4 and\n\
            wins.\n\n2. ...    Kt-QB3\n3. B-Kt5   P-QR3\n4. B-R4   Kt-B3\n";
        assert_eq!(found(text), [vec![(0, 2), (2, 1), (3, 1), (4, 2), (6, 2)]]);
    }

    #[test]
    fn a_number_that_starts_again_is_a_new_game() {
        let text = "1. e4 e5\n2. Nf3 Nc6\n3. Bb5 a6\n\n1. d4 d5\n2. c4 e6\n3. Nc3 Nf6\n";
        assert_eq!(found(text).len(), 2);
    }

    #[test]
    fn a_thing_in_brackets_is_no_game() {
        assert_eq!(found("1. e4 e5 (1... c5 2. Nf3 d6 3. d4 cxd4) 2. Nf3 Nc6").len(), 1);
        assert_eq!(found("We saw (1. e4 e5 2. Nf3 Nc6 3. Bb5 a6) then."), [] as [Vec<_>; 0]);
    }
}
