//! Finds the main lines of games among all the numbers and moves of a text.
//!
//! Every number that could be a move number is a [`Candidate`]. A game is a run of candidates
//! whose numbers go up one by one; notes hold runs of the same numbers in the same notation, so
//! the runs of the whole text are chosen together. [`chains`] finds those that together explain
//! most, by dynamic programming over the candidates in text order. A row of a move list counts for
//! more than a number within prose, what stands in brackets for less than nothing, and a gap in
//! the numbers costs. A line beside the game that stands where one would gains nearly what it would
//! as a part of it, so that the longer line is not the game for its length alone; see
//! [`super::remarks`].

pub(super) use self::result::result_of;
use self::{
    gain::{ends, gain, play, start, uses},
    result::{ends_game, is_closed},
    step::step,
};
use super::{
    board::Board,
    branches::{Branch, branches},
    candidates::{Candidate, Slot, between, sums, words_of},
    game::mates,
    items::Items,
    remarks::{self, Remarks},
    weight,
};

mod gain;
mod result;
mod step;
#[cfg(test)]
mod tests;

/// A run of candidates that make a game.
#[derive(Debug)]
pub(in crate::read) struct Chain {
    pub(super) links: Vec<Link>,
}

/// How many plies some links give.
pub(super) fn plies(links: &[Link]) -> u32 {
    links.iter().map(|link| link.plies).sum()
}

/// A candidate as it is used in a chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Link {
    /// Index of the candidate.
    pub(super) candidate: usize,
    /// Ply of its first move, from 0.
    pub(in crate::read) ply: u32,
    /// Plies that it gives.
    pub(in crate::read) plies: u32,
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

/// Longest gap in the numbers that a game is followed over, in plies.
const MAX_GAP: u32 = 24;
/// Longest gap of which what is left of its moves is counted, in plies.
const LEFT_GAP: u32 = 4;
/// Most nodes that are kept for a ply.
const MAX_REACHED: usize = 6;
/// Highest ply that a number can claim.
const MAX_PLY: usize = 1_000;

/// Fewest plies of a game that shows how its moves are told, and most of a line that is no part of it.
const WHOLE: u32 = 10;
const EXAMPLE: u32 = 3;

/// What a game must gain to be chosen at all.
const LEAST: f64 = 2.0;

/// Scores that differ by less are equal, added up in another order.
const EQUAL: f64 = 1e-9;

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
    /// Whether its game began within a sentence.
    told: bool,
    /// How often prose has broken its game off.
    broken: i32,
    /// Whether this number and the one before it each begin a line.
    in_rows: bool,
}

impl Node {
    /// The ply that its game has reached.
    fn end(&self) -> u32 {
        self.link.ply + self.link.plies
    }
}

/// Where a run may begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Begins {
    /// At move 1 on a line of its own, or at the beginning of a sentence.
    First,
    /// Also behind move 1, as in a text whose beginning is lost; what a note leaves over of a game
    /// would look just like that.
    Later,
    /// At move 1 also within a sentence, as in a text that explains an opening.
    Within,
}

/// The runs of candidates that explain most of the text, in its order.
pub(super) fn chains(items: &Items, candidates: &[Candidate], begins: Begins) -> Vec<Chain> {
    let words = sums(items, words_of);
    let results = sums(items, |item| u32::from(ends_game(items, candidates, item)));
    let gains = candidates.iter().map(gain).collect();
    let remarks = Remarks { candidates, gains, words: &words, results: &results };
    let closed: Vec<bool> =
        candidates.iter().map(|own| is_closed(items, candidates, own)).collect();
    let prose = with_prose(items, candidates);
    let replaced = replaced(candidates, &prose);
    let quoted = candidates.iter().scan(0, |total, own| {
        let before = *total;
        *total += u32::from(remarks::is_quoted_opening(own));
        Some(before)
    });
    let openings: Vec<u32> = quoted.collect();
    let text = Text {
        items,
        candidates,
        words: &words,
        results: &results,
        closed: &closed,
        prose: &prose,
        replaced: &replaced,
        branches: &branches(items, candidates),
        widest: if begins == Begins::Later { weight::WIDEST } else { f64::NEG_INFINITY },
        first: Board::first(items),
        openings: &openings,
    };
    let mut nodes = Nodes::new();
    for (index, candidate) in candidates.iter().enumerate() {
        let first = nodes.all.len();
        let closed = if closed[index] { ends(candidate) } else { 0.0 };
        for (link, gain) in uses(index, candidate) {
            let start = start(items, candidate, link, begins);
            nodes.add(&text, &remarks, link, gain + closed, start);
        }
        nodes.keep(&remarks, first, index);
    }
    let mut chosen = nodes.chosen();
    chosen.iter_mut().for_each(|chain| text.leave_example(chain));
    chosen
}

/// A text with its candidates, running totals of its words of prose and its results, and for each
/// candidate whether a result stands right behind it and whether prose does.
struct Text<'t> {
    items: &'t Items<'t>,
    candidates: &'t [Candidate],
    words: &'t [u32],
    results: &'t [u32],
    closed: &'t [bool],
    prose: &'t [bool],
    /// For each candidate whether it has prose behind it and comes again in a row without.
    replaced: &'t [bool],
    /// Where lines begin that part from one another.
    branches: &'t [Branch],
    /// Cost of the widest gap.
    widest: f64,
    /// The board before the first move.
    first: Board<'t>,
    /// How many first moves sentences give before each candidate.
    openings: &'t [u32],
}

impl Text<'_> {
    /// How many lines one candidate stands below another.
    fn lines_apart(&self, before: &Candidate, candidate: &Candidate) -> u32 {
        self.items.items[candidate.item].line - self.items.items[before.item].line
    }

    /// Leaves the short line that a sentence gives behind the last move of a game out of it: `it comes to
    /// the same after 8... Qxd1 9. Rxd1`. Nothing of it is mate or has a result behind it; in a game that
    /// sentences tell they give more.
    fn leave_example(&self, chain: &mut Chain) {
        let own = |link: &Link| &self.candidates[link.candidate];
        let Some(at) = chain.links.iter().rposition(|link| own(link).told) else { return };
        let (game, line) = chain.links.split_at(at);
        let runs_on =
            line.windows(2).all(|pair| between(self.words, own(&pair[0]), own(&pair[1])) == 0);
        let ends = line.iter().any(|link| {
            let mut texts = own(link).slots.iter().map(|slot| slot.text(self.items));
            self.closed[link.candidate] || texts.any(mates)
        });
        let others = game.iter().any(|link| own(link).told);
        let is_short = plies(line) <= EXAMPLE;
        if is_short && plies(game) >= WHOLE && runs_on && !ends && !others && !own(&line[0]).row {
            chain.links.truncate(at);
        }
    }

    /// Whether a sentence gives another game or an opening between a node and a link.
    fn quotes(&self, node: &Node, link: Link) -> bool {
        self.openings[link.candidate] > self.openings[node.link.candidate + 1]
    }
}

/// A node that may be gone on from.
struct Reached<'t> {
    node: usize,
    /// The position that its game has come to, as far as all its moves could be played.
    board: Option<Board<'t>>,
}

/// The links that were looked at, each as the end of the best chains that lead to it.
struct Nodes<'t> {
    all: Vec<Node>,
    /// For each ply that is reached: nodes of different beginnings, and of one beginning those
    /// that no later node beats or that stand close by.
    reached: Vec<Vec<Reached<'t>>>,
    /// The boards of the last nodes, which are not among those yet.
    boards: Vec<Option<Board<'t>>>,
    /// The best choice of whole games so far: its score and last node.
    best: Base,
}

impl<'t> Nodes<'t> {
    fn new() -> Nodes<'t> {
        let reached = (0..MAX_PLY + 4).map(|_| Vec::new()).collect();
        Nodes { all: Vec::new(), reached, boards: Vec::new(), best: (0.0, None) }
    }

    /// Adds a link that gains so much, at the end of the chain that is best with it, or at the
    /// beginning of one, which costs `start`.
    fn add(&mut self, text: &'t Text, remarks: &Remarks, link: Link, gain: f64, start: f64) {
        let candidate = &text.candidates[link.candidate];
        let mut chosen: Option<(f64, Option<usize>, Base)> = None;
        let mut board = None;
        let most = f64::from(link.plies) * weight::PLAYED;
        let mut offer = |score: f64,
                         before: Option<usize>,
                         base: Base,
                         from: Option<&Board<'t>>| {
            let node = before.map(|before| &self.all[before]);
            // Going back leaves the board as unknown as a wide gap does.
            let gap = node.map_or(0, |node| link.ply.checked_sub(node.end()).unwrap_or(u32::MAX));
            let beats = |score: f64| chosen.is_none_or(|(s, ..)| score > s + EQUAL);
            let quotes = node.filter(|node| gap == 0 && text.quotes(node, link));
            if !beats(score + most) && quotes.is_none() {
                return;
            }
            // What can't be played right behind the last move is misprinted rather than no move.
            let next_to = node.is_some_and(|node| {
                gap == 0 && text.candidates[node.link.candidate].last() + 1 == candidate.item
            });
            let illegal = if next_to { weight::ILLEGAL_NEXT } else { weight::ILLEGAL };
            let (played, next) =
                from.map_or((0.0, None), |board| play(text, board, gap, link, illegal));
            let told = match quotes.filter(|_| next.is_some()) {
                Some(node) => remarks.between(node.link.candidate, link.candidate, link.ply, true),
                None => 0.0,
            };
            if beats(score + played + told) {
                chosen = Some((score + played + told, before, base));
                board = next;
            }
        };
        // Where numbers could go on with those of another game, that game is more likely to do so.
        let goes_on = |&last: &usize| (1..=link.ply).contains(&self.all[last].end());
        let again = if link.ply > 1 && self.best.1.as_ref().is_some_and(goes_on) {
            weight::START_AGAIN
        } else {
            0.0
        };
        let first = (link.ply == 0).then_some(&text.first);
        offer(self.best.0 + gain + start + again, None, self.best, first);
        let low = link.ply.saturating_sub(MAX_GAP) as usize;
        let high = (link.ply as usize + 2).min(MAX_PLY);
        // Of equals the nearest.
        let here = self.reached[low.min(high)..=high].iter().flat_map(|here| here.iter().rev());
        for &Reached { node: before, board: ref from } in here {
            let node = &self.all[before];
            let cost = step(text, node, link);
            // What stands there may also be other moves for one that is wanting.
            let told = if link.ply.checked_sub(node.end()).is_some_and(|gap| gap <= 1) {
                remarks.between(node.link.candidate, link.candidate, link.ply, false)
            } else {
                0.0
            };
            offer(node.score + gain + cost + told, Some(before), node.base, from.as_ref());
        }
        let Some((score, before, base)) = chosen else { return };
        let (start, told, broken, in_rows) = match before.map(|before| &self.all[before]) {
            None => {
                let told = !candidate.row && candidate.words_before > 1;
                (self.all.len(), told, 0, candidate.row && !text.prose[link.candidate])
            }
            Some(node) => {
                let last = &text.candidates[node.link.candidate];
                let breaks = !candidate.row && between(text.words, last, candidate) > 0;
                let broken = node.broken + i32::from(breaks);
                (node.start, node.told, broken, candidate.row && last.row)
            }
        };
        self.all.push(Node { link, score, before, base, start, told, broken, in_rows });
        self.boards.push(board);
    }

    /// Keeps the nodes from the `first` on, all of the candidate of an index, for those behind them.
    fn keep(&mut self, remarks: &Remarks, first: usize, index: usize) {
        let all = &self.all;
        for ((node, new), board) in all.iter().enumerate().skip(first).zip(self.boards.drain(..)) {
            let Some(here) = self.reached.get_mut(new.end() as usize) else { continue };
            // What a later node beats may still gain by taking that one for a remark.
            here.retain(|old| {
                let old = &all[old.node];
                let recent = index - old.link.candidate <= remarks::MOST;
                old.start != new.start || old.score > new.score || recent
            });
            here.push(Reached { node, board });
            if here.len() > MAX_REACHED {
                let score = |reached: &Reached| all[reached.node].score;
                let worst = here.iter().map(score).min_by(f64::total_cmp);
                if let Some(at) = here.iter().position(|old| Some(score(old)) == worst) {
                    here.remove(at);
                }
            }
            let whole = new.score + remarks.behind(index, new.end());
            if whole > self.best.0 + EQUAL && new.score - new.base.0 > LEAST {
                self.best = (whole, Some(node));
            }
        }
    }

    /// The best choice of games, walked back from its last node.
    fn chosen(&self) -> Vec<Chain> {
        let mut chains = Vec::new();
        let mut end = self.best.1;
        while let Some(tail) = end {
            let mut links = Vec::new();
            let mut at = Some(tail);
            while let Some(node) = at {
                links.push(self.all[node].link);
                at = self.all[node].before;
            }
            links.reverse();
            chains.push(Chain { links });
            end = self.all[tail].base.1;
        }
        chains.reverse();
        chains
    }
}

/// For each candidate whether prose stands behind its moves on their line, or behind those of the
/// numbers that follow them there.
fn with_prose(items: &Items, candidates: &[Candidate]) -> Vec<bool> {
    let line = |candidate: &Candidate| items.items[candidate.item].line;
    let mut prose: Vec<bool> = candidates.iter().map(|own| own.words_after >= 2).collect();
    for (at, pair) in candidates.windows(2).enumerate().rev() {
        let follows = pair[1].item == pair[0].last() + 1 && line(&pair[0]) == line(&pair[1]);
        prose[at] |= follows && prose[at + 1];
    }
    prose
}

/// For each candidate whether prose stands behind its moves and a row below has the same number and
/// none, as a note may begin with its moves: `6. h3 loses at once.`, `6. Bc4 e6`.
fn replaced(candidates: &[Candidate], prose: &[bool]) -> Vec<bool> {
    let is_row = |at: usize| candidates[at].row && candidates[at].is_plain() && !prose[at];
    let comes_again = |at: usize| {
        let own = &candidates[at];
        let mut below = (at + 1..candidates.len()).take(remarks::MOST).filter(|&at| is_row(at));
        below.find(|&at| candidates[at].number >= own.number).is_some_and(|at| {
            let row = &candidates[at];
            (row.number, row.black) == (own.number, own.black) && !row.slots.is_empty()
        })
    };
    (0..candidates.len()).map(|at| prose[at] && comes_again(at)).collect()
}
