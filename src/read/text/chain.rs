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

use super::{
    bare::{bare_before, bare_moves, is_bare_row},
    board::{Board, Played},
    branches::{self, Branch, branches},
    candidates::{Candidate, Slot, between, sums, words_of},
    game::mates,
    items::{Item, Items, What},
    left,
    opening::{opens, set_off},
    remarks::{self, Remarks},
    weight,
};
use crate::{
    numbering::MOST_SUPPLIED,
    read::{heading::players, shape::scan::Kind},
    record::GameResult,
};

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
    let ended = |own: &Candidate| {
        result_of(items, own).is_some_and(|result| !is_quoted(items, candidates, result))
    };
    let closed: Vec<bool> = candidates.iter().map(ended).collect();
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

/// Whether an item is a result that ends a game of the text: a draw may be spoken of, `better was 12.
/// Nf3 with a draw`, and a game quoted.
fn ends_game(items: &Items, candidates: &[Candidate], item: &Item) -> bool {
    let is_spoken_of = || {
        let own = items.text(item).starts_with(char::is_alphabetic);
        own && items.before(item).ends_with(char::is_lowercase)
    };
    match item.what {
        What::Result(Some(GameResult::Draw)) if is_spoken_of() => false,
        What::Result(_) => !item.deep && !is_quoted(items, candidates, item),
        _ => false,
    }
}

/// Most bytes behind the result of a quoted game that name its players.
const NAMES: usize = 110;

/// Whether a result is that of a game that a note quotes: its players stand behind it, and no game
/// begins there. `31. Kd2 1/2 Berg, N (2655) - Holm, A (2626) Oslo 2015. 7... Nxe4`
fn is_quoted(items: &Items, candidates: &[Candidate], result: &Item) -> bool {
    let place = (result.line, result.end);
    let start = |own: &Candidate| {
        let item = &items.items[own.item];
        (item.line, item.start)
    };
    let next = candidates.partition_point(|own| start(own) < place);
    let behind = || {
        let line = items.lines.get(result.line as usize)?;
        let behind = line.get(result.end as usize..)?;
        let near = &behind[..behind.floor_char_boundary(NAMES)];
        near.split(';').next()
    };
    candidates.get(next).is_some_and(|own| own.number > 1)
        && behind().is_some_and(|names| players::pair(names, "").is_some())
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
fn gain(candidate: &Candidate) -> f64 {
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
fn ends(candidate: &Candidate) -> f64 {
    if candidate.told && !candidate.stops { weight::CLOSED - weight::TOLD } else { weight::CLOSED }
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

/// The result right behind the moves of a candidate.
pub(super) fn result_of<'t>(items: &'t Items, candidate: &Candidate) -> Option<&'t Item> {
    let behind = items.items.get(candidate.last() + 1..).unwrap_or_default();
    let next = behind.iter().find(|item| !matches!(item.what, What::Sign | What::Gap));
    let is_result = |item: &&Item| matches!(item.what, What::Result(_)) && !item.deep;
    next.filter(|_| !candidate.slots.is_empty() && !candidate.deep).filter(is_result)
}

/// Cost of beginning a game with a candidate.
fn start(items: &Items, candidate: &Candidate, link: Link, begins: Begins) -> f64 {
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
fn play<'t>(
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

/// Cost of going on from a node to a link.
fn step(text: &Text, from: &Node, link: Link) -> f64 {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::text::candidates::candidates;

    /// For each chain the plies it gives, as `from-to` by candidate.
    fn found(text: &str) -> Vec<Vec<(u32, u32)>> {
        let items = Items::new(text, 1);
        let candidates = candidates(&items);
        chains(&items, &candidates, Begins::First)
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
    fn a_move_may_be_wanting_where_others_are_spoken_of() {
        let text = "1. P-Q4   P-Q4\n2. P-QB4\n\nBlack is likely to play 2. P-K3. Not 2. ... Kt-KB3; \
            for after 3. PxP, KtxP; 4. P-K4 he is driven away. Supposing, however, Black plays 2. ... \
            B-B4.\n\n3. PxP    BxKt\n4. RxB   QxP\n";
        assert_eq!(found(text), [vec![(0, 2), (2, 1), (4, 2), (6, 2)]]);
    }

    #[test]
    fn a_game_goes_on_behind_what_is_left_of_moves() {
        let text = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 Wer &€7 4\\xes wxbs 6. Re1 b5 7. Bb3 d6";
        assert_eq!(found(text), [vec![(0, 2), (2, 2), (4, 2), (10, 2), (12, 2)]]);
        let text = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 Wer &€7 6. Re1 b5 7. Bb3 d6";
        assert_eq!(found(text), [vec![(0, 2), (2, 2), (4, 2)]]);
    }

    /// For each chain the texts of its moves.
    fn moves(text: &str) -> Vec<String> {
        let items = Items::new(text, 1);
        let candidates = candidates(&items);
        let texts = |chain: &Chain| {
            let slots = chain.links.iter().flat_map(|link| &candidates[link.candidate].slots);
            let texts = slots.map(|s| items.span(&items.items[s.from], &items.items[s.to]));
            texts.collect::<Vec<_>>().join(" ")
        };
        chains(&items, &candidates, Begins::First).iter().map(texts).collect()
    }

    #[test]
    fn what_is_said_of_the_last_moves_is_no_part_of_the_game() {
        let game = "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 g6";
        let played = "e4 c5 Nf3 d6 d4 cxd4 Nxd4 g6";
        for (note, more) in [
            ("I had thought of 4... Nf6 5. Nc3 a6 6. Be3 e5 7. Nb3 Be6.", ""),
            ("4. Nxd4 surprised me. I had thought of 4... Nf6 5. Nc3 a6 6. Be3 e5.", ""),
            ("4... Nf6 5. Nc3 a6 6. Be3 e5 7. Nb3 Be6 is usual. 5. c4 Bg7", " c4 Bg7"),
            ("4... Nf6 5. Nc3 a6 6. Be3 e5 7. Nb3 Be6 5. c4 Bg7", " c4 Bg7"),
            ("In place of 4... Nf6 this was played for the first time. 5. c4 Bg7", " c4 Bg7"),
        ] {
            assert_eq!(moves(&format!("{game} {note}")), [format!("{played}{more}")], "{note}");
        }
    }

    #[test]
    fn other_moves_for_a_last_move_with_its_own_number_are_none_of_the_game() {
        let game = "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4";
        for notes in [
            "4... g6. The same may come about by 4... Nf6 5. Nc3 g6 6. Be3",
            "\n4... g6!\nThe best.\n4... Nf6 5. Nc3 a6 6. Be3 e5 is what most players choose.\n4... \
             e5 5. Nb5 a6 6. Nd2 d5 is not played often.",
        ] {
            let found = moves(&format!("{game} {notes}"));
            assert!(found[0].ends_with("Nxd4 g6") || found[0].ends_with("Nxd4 g6!"), "{found:?}");
        }
    }

    #[test]
    fn a_line_beside_the_game_is_left_out_however_long_it_is() {
        let line = "3... Nf6\n4. d3 Bc5\n5. c3 d6\n6. O-O O-O\n7. Re1 a6\n8. Bb3 Ba7\n9. h3 h6\n\
            10. Nbd2 Re8\n11. Nf1 Be6\n";
        let text = format!(
            "1. e4 e5\n2. Nf3 Nc6\n3. Bc4\nThe Italian game. Often seen is now\n{line}\
             with an even game.\n3... Bc5\n4. c3 Nf6\n5. d4 exd4\n"
        );
        assert_eq!(moves(&text), ["e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d4 exd4"]);
        // Told before Black has moved, and within a paragraph.
        let text = "1. e4 e5 2. Nf3 Nc6 3. Bc4 and if 3... d6 4. c3 Nf6 5. d3 Be7 then 6. O-O with \
            a good game. 3... Bc5 4. c3 Nf6 5. d4 exd4\n";
        assert_eq!(moves(text), ["e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d4 exd4"]);
    }

    #[test]
    fn a_note_may_begin_with_moves_for_those_of_the_row_below() {
        let text = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5\n\n4. d4 loses a pawn to 4... exd4 5. c3 d5.\n\
            4. c3 Nf6 5. d4 exd4 6. cxd4 Bb4+\n";
        assert_eq!(moves(text), ["e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d4 exd4 cxd4 Bb4+"]);
    }

    #[test]
    fn points_too_many_may_be_what_is_left_of_a_piece() {
        let text = "1. e4 e5 2.. f3 c6 3... b5 a6 4. a4 f6 5. O-O";
        assert_eq!(moves(text), ["e4 e5 f3 c6 b5 a6 a4 f6 O-O"]);
        let text = "1. e4 e5 2. Nf3 (2. Nc3 Nf6; 3. f4) 2... Nc6 3.. b5 (3. Bc4 Bc5) 3... a6";
        assert_eq!(moves(text), ["e4 e5 Nf3 Nc6 b5 a6"]);
    }

    #[test]
    fn a_gap_within_lines_parts_no_game_whose_beginning_is_lost() {
        let moves = "e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5";
        let text = format!("{moves} Hardly to be read. 15. Nf1 Bf8 16. Ng3 g6 17. a4 c5 18. d5");
        let items = Items::new(&text, 1);
        assert_eq!(chains(&items, &candidates(&items), Begins::Later).len(), 1);
    }

    #[test]
    fn moves_alone_in_a_line_go_on_behind_a_remark() {
        let text = "1. e4 e5 2. Sf3 Sc6 3. Lb5\n3... a6\nNach 3... Sf6 4. d3 Lc5 5. c3 steht \
            Schwarz schlecht.\n4. La4 Sf6 5. 0-0 Le7\nDroht 5... Sxe4.\n6. Te1 b5 7. Lb3\n";
        assert_eq!(moves(text), ["e4 e5 Sf3 Sc6 Lb5 a6 La4 Sf6 0-0 Le7 Te1 b5 Lb3"]);
    }

    #[test]
    fn a_game_goes_on_behind_every_remark() {
        let text = "The game began with 1. Nf3 d5 2. g3 Nf6 3. Bg2 c6 and White has the long \
            diagonal, which in this opening is what he plays for. 4. O-O Nbd7 5. d4 This prevents \
            \"5... e5\", the move that would have solved all the problems of Black at once. 5... e6 \
            The other plan was \"5... g6\", with the bishop on the long diagonal as well, but then \
            the centre is weak. 6. c4 Be7\n";
        assert_eq!(moves(text), ["Nf3 d5 g3 Nf6 Bg2 c6 O-O Nbd7 d4 e6 c4 Be7"]);
    }

    #[test]
    fn of_two_ways_to_go_on_the_nearest_is_taken() {
        let text = "1. e4 e5 2. Nf3 Nc6\n\n3. Bc4 Bc5 4. c3 Nf6 1-0\n\n3. Bb5 a6\n\n4. Ba4 Nf6 \
            5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O\n";
        assert!(moves(text)[0].starts_with("e4 e5 Nf3 Nc6 Bb5 a6 Ba4"), "{:?}", moves(text));
    }

    #[test]
    fn what_was_played_is_not_what_comes_right_behind_it() {
        for note in [
            "4. Bxc6 dxc6 5. d4 was usual then.",
            "Si 4. Bxc6 dxc6 5. d4 les Noirs ont assez de jeu.",
        ] {
            let text = format!("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 {note}\n1-0\n");
            assert_eq!(moves(&text), ["e4 e5 Nf3 Nc6 Bb5 a6 Ba4"], "{note}");
        }
    }

    #[test]
    fn a_number_that_begins_a_line_by_chance_makes_no_rows() {
        let text = "1. e4 e5 2. Nf3 Nc6 3. Bc4 A quiet move, as he liked them all his life.\n\
            3... Bc5 Black does the same, and nobody knew then what else to do.\n4. c3 Nf6 5. d4 \
            exd4 6. cxd4 Now the centre is his and Black must look for something.\n6... Bb4+ 7. Nc3\n";
        assert_eq!(moves(text), ["e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d4 exd4 cxd4 Bb4+ Nc3"]);
    }

    #[test]
    fn a_game_ends_with_its_result() {
        for (last, more) in [("", ""), ("4. Ba4 ", " Ba4")] {
            let text = format!(
                "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 {last}1-0\n\nWhy did Black resign? He could play \
                 on:\n\n4. Ba4 Nf6 5. O-O\n\nwith an even game.\n"
            );
            assert_eq!(moves(&text), [format!("e4 e5 Nf3 Nc6 Bb5 a6{more}")]);
        }
        // The rule of a diagram is none.
        let text = "1. e4 e5\n2. Nf3 Nc6\n\n  +-----------+\n8 | r n b q k |\n  |-----------+\n\n\
            Now White has the choice.\n\n3. Bb5 a6\n";
        assert_eq!(moves(text), ["e4 e5 Nf3 Nc6 Bb5 a6"]);
    }

    #[test]
    fn the_result_of_a_quoted_game_ends_no_other() {
        let text = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O The other way is 5. d3 d6 6. c3 g6 \
            7. Nbd2 Bg7 8. Nf1 O-O 1-0 Berg, N (2655) - Holm, A (2626)/ Oslo 2015; here it is of no use. \
            5... Be7 6. Re1 b5 7. Bb3";
        assert_eq!(moves(text), ["e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3"]);
        // Behind its players another game begins.
        let next = text.replace("5... Be7", "1. d4");
        assert!(moves(&next)[0].ends_with("Nf1 O-O"), "{next}");
    }

    #[test]
    fn an_opening_that_a_sentence_gives_begins_no_game() {
        let text = "1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. cxd5 Nxd5 A rare move. He had played it before by \
            way of 1. d4 Nf6 2. c4 e6 3. Nf3 d5 4. Nc3 c5 5. cxd5 Nxd5 6. e4 Nxc3 and had an even game. \
            5. e4 Nxc3 6. bxc3 c5 7. a3 Be7 8. Nf3 Nc6";
        let game = "d4 d5 c4 e6 Nc3 Nf6 cxd5 Nxd5 e4 Nxc3 bxc3 c5 a3 Be7 Nf3 Nc6";
        assert_eq!(moves(text), [game]);
    }

    #[test]
    fn a_game_may_begin_behind_a_sentence_in_its_line() {
        let heading = "Played last night at the club, with the white pieces on the left";
        let game = "1. e4 e5 2. Nf3 Nc6 3. Bb5";
        assert_eq!(moves(&format!("{heading}. {game}")), ["e4 e5 Nf3 Nc6 Bb5"]);
        assert_eq!(moves(&format!("{heading} {game}")), [] as [&str; 0]);
    }

    #[test]
    fn the_board_tells_which_line_goes_on() {
        let text = "1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 \
            8. Qxb7 Qb4+ 9. Qxb4 Bxb4+ 10. c3 Bc5 8... c6 9. Bg5";
        let game = "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5";
        assert_eq!(moves(text), [game]);
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
