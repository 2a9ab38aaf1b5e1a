//! The beam: hypotheses are extended in the order of the entries they have used, so that those
//! which are compared have explained the same amount of text.
//!
//! 1. Hypotheses that have used as many entries as one another form a stage.
//! 2. A stage's candidates are pruned to the width, played out, and joined where position, ply
//!    and place on the sheets agree.
//! 3. Each is extended by every legal move: the next entry of each sheet stands for the move, or
//!    the sheet has a gap there, or two entries are exchanged. Or an entry is left aside.
//! 4. A gap uses no entry, so its children stay in the stage and are extended in turn.

use arrayvec::ArrayVec;
use rustc_hash::{FxBuildHasher, FxHashMap};
use shakmaty::{Chess, Move, MoveList, Position};

use super::{
    actions::{Action, Actions, actions, leave_aside},
    ahead::{Ahead, Look, cost_ahead},
    constraints::{self, Ending, Law},
    emission::SheetModel,
    guide::Guide,
    lattice::{Cursor, Edge, Lattice, MAX_SHEETS, Node, add_costs, hash},
    shapes::{follow, kings_pieces, shapes_into},
};
use crate::{
    channel::lesser,
    notation::spelling::MoveShape,
    prior::{Prior, math},
};

/// What all searches of some sheets share.
pub struct Setting<'a> {
    /// The position that the game starts from.
    pub start: &'a Chess,
    /// What the texts of each sheet cost.
    pub models: &'a mut [SheetModel],
    /// What the moves cost that nobody wrote anything of.
    pub priors: &'a mut PriorCache,
    /// What the game keeps to.
    pub law: &'a Law,
}

/// How hard to search one stage.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Effort {
    /// Most hypotheses.
    pub width: usize,
    /// Hypotheses that cost this much more than the best together with what the entries ahead cost
    /// are dropped, in nats.
    pub margin: f32,
    /// By themselves they may cost so much more than that, in nats.
    pub slack: f32,
    /// Whether gaps, stray and exchanged entries are tried even if nothing points to them.
    pub free: bool,
    /// Which entries ahead count when choosing among hypotheses.
    pub look: Look,
}

impl Effort {
    /// An effort that does not look ahead.
    pub const fn blind(width: usize, margin: f32, free: bool) -> Effort {
        Effort { width, margin, slack: 0.0, free, look: Look::Nowhere }
    }

    /// Hypotheses that cost this much more than the best are dropped, in nats.
    fn beyond(&self) -> f32 {
        self.margin + self.slack
    }
}

/// Most nodes of a lattice, which bounds time and memory. A stage may have as many hypotheses as
/// its share of those that are left, and [`CROWDED`] where none are.
const MOST_NODES: usize = 125_000;
const CROWDED: usize = 8;
/// Most occasions whose priors are kept, about 12 MB of them: wide searches of a long record in which
/// nothing fits come to many more.
const MOST_OCCASIONS: usize = 60_000;
/// So many candidates for each hypothesis of the width, or of a stage's even share of the nodes, are
/// looked ahead from.
const ENOUGH: usize = 2;
/// Gaps come to a stage in layers, which together have so many times the width of hypotheses, so
/// that gaps upon gaps leave room for the stages behind.
const LAYERED: f32 = 1.5;

/// Share of moves that the prior knows nothing about: the worst move is played at times.
const SURPRISE: f32 = 0.03;
/// Most that an entry costs that stands behind a move that is mate and written so.
pub const BEHIND_MATE: f32 = 1.0;

/// A step that has not been played out.
struct Candidate {
    edge: Edge,
    cursors: [Cursor; MAX_SHEETS],
    total: f32,
    /// Whether it is a step of the guide, and stays whatever it costs.
    kept: bool,
    /// What the next entries cost: as it looked where the candidate comes from, until it is looked
    /// at itself. Only for choosing among candidates.
    ahead: Ahead,
}

impl Candidate {
    /// Its cost with that of the next entries.
    fn promised(&self) -> f32 {
        self.total + self.ahead.all
    }
}

/// What a move by an entry may cost to be a candidate, in nats.
#[derive(Clone, Copy)]
struct Limits {
    /// At most, together with what the sheet does.
    most: f32,
    /// Above what the text costs for any of them, as one will be a candidate whatever its prior.
    above: f32,
}

impl Limits {
    const NONE: Limits = Limits { most: f32::INFINITY, above: f32::INFINITY };
}

/// The candidates of one stage.
struct Stage {
    candidates: Vec<Candidate>,
    /// Cost of the best.
    best: f32,
    /// Cost of the one that is best with the next entries, among those played out.
    promised: f32,
    /// Candidates that promise to cost more are not taken.
    bound: f32,
    /// What its cheapest hypotheses promise, where entries ahead count.
    promises: Vec<f32>,
    /// What the dearest of them promises, once they are as many as a stage should have.
    full: f32,
}

/// Position, the move's number (people play otherwise early and late), and the moves before it.
type Occasion = (u64, u32, [Option<Move>; 2]);

/// Prior of the legal moves on occasions met before in a game: gaps and wider searches come back
/// to them. Once there are [`MOST_OCCASIONS`], all are forgotten.
#[derive(Debug)]
pub struct PriorCache {
    prior: &'static Prior,
    known: FxHashMap<Occasion, Box<[f32]>>,
}

impl PriorCache {
    /// Nothing is known yet.
    pub fn new(prior: &'static Prior) -> PriorCache {
        PriorCache { prior, known: FxHashMap::default() }
    }

    /// Sets `out` to the ln prior of each legal move of a position with this hash.
    pub fn fill(
        &mut self,
        hash: u64,
        pos: &Chess,
        last: [Option<Move>; 2],
        legal: &MoveList,
        out: &mut Vec<f32>,
    ) {
        let occasion = (hash, pos.fullmoves().get(), last);
        out.clear();
        if let Some(known) = self.known.get(&occasion) {
            out.extend_from_slice(known);
            return;
        }
        self.prior.score(pos, last, legal, out);
        let surprise = SURPRISE / legal.len() as f32;
        for prior in out.iter_mut() {
            *prior = math::ln((1.0 - SURPRISE) * *prior + surprise);
        }
        if self.known.len() == MOST_OCCASIONS {
            self.known.clear();
        }
        self.known.insert(occasion, out.as_slice().into());
    }
}

struct Beam<'a> {
    sheets: &'a mut [SheetModel],
    cache: &'a mut PriorCache,
    efforts: &'a [Effort],
    law: &'a Law,
    guide: &'a Guide,
    lattice: Lattice,
    /// What the entries ahead of each node cost, where they count.
    aheads: Vec<Ahead>,
    stages: Vec<Stage>,
    /// Of the legal moves of a node: their shapes, the ln of their priors, what their texts cost
    /// on all sheets together.
    shapes: Vec<MoveShape>,
    priors: Vec<f32>,
    costs: Vec<f32>,
    /// What the texts that one of the sheets could use cost for each of these moves.
    texts: Vec<f32>,
}

/// Number of stages of a search of these sheets: one for each number of entries used.
pub fn stages(sheets: &[SheetModel]) -> usize {
    1 + sheets.iter().map(|sheet| sheet.entries.len()).sum::<usize>()
}

/// Searches the games behind the sheets with an effort for each stage; the games of the guide are
/// not given up on the way, whatever they cost.
///
/// `former` is the lattice of a search of the same sheets and the stage from which on the effort
/// has changed; everything before it is kept. Deterministic; takes time and memory in proportion
/// to entries × width, and never much more than [`MOST_NODES`] nodes.
pub fn search(
    setting: &mut Setting,
    efforts: &[Effort],
    guide: &Guide,
    former: Option<(Lattice, usize)>,
) -> Lattice {
    let Setting { start, law, .. } = *setting;
    let sheets = &mut *setting.models;
    let empty = || Stage {
        candidates: Vec::new(),
        best: f32::INFINITY,
        promised: f32::INFINITY,
        bound: f32::INFINITY,
        promises: Vec::new(),
        full: f32::INFINITY,
    };
    let mut beam = Beam {
        cache: setting.priors,
        efforts,
        law,
        guide,
        stages: (0..stages(sheets)).map(|_| empty()).collect(),
        sheets,
        lattice: Lattice::default(),
        aheads: Vec::new(),
        shapes: Vec::new(),
        priors: Vec::new(),
        costs: Vec::new(),
        texts: Vec::new(),
    };
    let first = match former {
        Some((lattice, stage)) if stage > 0 => beam.resume(lattice, stage),
        _ => beam.begin(start),
    };
    for stage in first..beam.stages.len() {
        let candidates = std::mem::take(&mut beam.stages[stage].candidates);
        beam.layers(candidates, stage);
    }
    beam.lattice
}

impl Beam<'_> {
    /// Starts a new lattice; returns the stage to go on with.
    fn begin(&mut self, start: &Chess) -> usize {
        self.lattice.nodes.push(Node {
            pos: start.clone(),
            hash: hash(start),
            ply: 0,
            last: [None; 2],
            kings_side: kings_pieces(start),
            cursors: Default::default(),
            best: 0.0,
            forward: 0.0,
            edges: Vec::new(),
        });
        self.aheads.push(Ahead::default());
        self.stages[0].best = 0.0;
        let gaps = self.expand_all(&[0], 0);
        self.layers(gaps, 0);
        1
    }

    /// Takes over what a former lattice holds before `stage`; returns the stage to go on with.
    fn resume(&mut self, mut lattice: Lattice, stage: usize) -> usize {
        let end = |stage: usize| lattice.stage_ends.get(stage).map_or(0, |&end| end);
        let kept = end(stage - 1);
        // A step uses at most one entry of each sheet.
        let from = match stage.checked_sub(self.sheets.len() + 1) {
            Some(before) => end(before),
            None => 0,
        };
        lattice.nodes.truncate(kept as usize);
        lattice.stage_ends.truncate(stage);
        lattice.finals.clear();
        self.lattice = lattice;
        self.aheads.resize(kept as usize, Ahead::default());
        let Effort { look, free, .. } = self.efforts[stage];
        for at in from..kept {
            let node = &self.lattice.nodes[at as usize];
            let (Node { pos, cursors, ply, .. }, used) = (node, node.used());
            self.aheads[at as usize] = cost_ahead(self.sheets, cursors, pos, *ply, look, free);
            self.expand(at, used, &mut Vec::new());
        }
        stage
    }

    /// Plays out the candidates of a stage, extends them, and goes on with the gaps among them.
    fn layers(&mut self, mut candidates: Vec<Candidate>, stage: usize) {
        while !candidates.is_empty() {
            let nodes = self.play_out(candidates, stage);
            candidates = self.expand_all(&nodes, stage);
        }
        self.lattice.stage_ends.resize(stage + 1, self.lattice.nodes.len() as u32);
    }

    /// Prunes, plays and joins; returns the new nodes.
    fn play_out(&mut self, mut candidates: Vec<Candidate>, stage: usize) -> Vec<u32> {
        let effort = self.efforts[stage];
        let width = effort.width.min(self.share(stage));
        let bound = self.bound(stage);
        candidates.retain(|candidate| candidate.kept || candidate.total <= bound);
        if effort.look != Look::Nowhere {
            let looked = effort.width.min(MOST_NODES / self.stages.len());
            keep_best(&mut candidates, ENOUGH * looked);
            for candidate in &mut candidates {
                candidate.ahead = self.ahead(candidate, effort);
            }
        }
        // Equal costs keep the order in which they were met, which is the same every time.
        candidates.sort_by(|a, b| a.promised().total_cmp(&b.promised()));
        // Gaps come to a stage in layers, which are measured against the best of all before.
        let Stage { promised, full, .. } = &mut self.stages[stage];
        *promised = candidates.first().map_or(*promised, |first| promised.min(first.promised()));
        let bound = full.min(*promised + effort.margin);
        // Where the end of the game is known, it may ask for what the entries speak against.
        if !self.law.binds_end() {
            candidates.retain(|candidate| candidate.kept || candidate.promised() <= bound);
        }
        let first = self.lattice.nodes.len();
        // Cost of the best that was played out: signs of check may say that all are worse.
        let mut best = f32::INFINITY;
        let room = width.min(candidates.len());
        let mut places: FxHashMap<(u64, u16, [Cursor; MAX_SHEETS]), u32> =
            FxHashMap::with_capacity_and_hasher(room, FxBuildHasher);
        for mut candidate in candidates {
            let parent = &self.lattice.nodes[candidate.edge.from as usize];
            let mut last = parent.last;
            let mut ply = parent.ply;
            let mut kings_side = parent.kings_side;
            let pos = match candidate.edge.m {
                None => parent.pos.clone(),
                Some(m) => {
                    let mut pos = parent.pos.clone();
                    pos.play_unchecked(m);
                    last = [Some(m), last[0]];
                    kings_side = follow(kings_side, m);
                    ply += 1;
                    pos
                }
            };
            if self.law.binds_end() && !self.leads_on(&pos, ply, &candidate.cursors) {
                continue;
            }
            if candidate.edge.m.is_some() {
                for (sheet, entry) in candidate.edge.entries.iter().enumerate() {
                    if let Some(entry) = entry {
                        let cost = self.sheets[sheet].check_cost(*entry as usize, &pos);
                        candidate.edge.cost += cost;
                        candidate.total += cost;
                    }
                }
            }
            best = best.min(candidate.total);
            if candidate.total > best + effort.margin + effort.slack && !candidate.kept {
                continue;
            }
            let forward = parent.forward + candidate.edge.cost;
            let hash = hash(&pos);
            let key = (hash, ply, candidate.cursors);
            if let Some(&at) = places.get(&key) {
                let node = &mut self.lattice.nodes[at as usize];
                node.forward = add_costs(node.forward, forward);
                node.edges.push(candidate.edge);
                if candidate.total < node.best {
                    node.best = candidate.total;
                    node.last = last;
                    node.kings_side = kings_side;
                    let way = node.edges.len() - 1;
                    node.edges.swap(0, way);
                }
                continue;
            }
            if self.lattice.nodes.len() - first >= width && !candidate.kept {
                continue;
            }
            let at = self.lattice.nodes.len() as u32;
            places.insert(key, at);
            self.lattice.nodes.push(Node {
                pos,
                hash,
                ply,
                last,
                kings_side,
                cursors: candidate.cursors,
                best: candidate.total,
                forward,
                edges: vec![candidate.edge],
            });
            self.aheads.push(candidate.ahead);
        }
        if effort.look != Look::Nowhere {
            self.fill_up(stage, first, (LAYERED * width as f32) as usize);
        }
        (first as u32..self.lattice.nodes.len() as u32).collect()
    }

    /// Notes what the nodes of a stage from `first` on promise, of which the cheapest `most` count.
    fn fill_up(&mut self, stage: usize, first: usize, most: usize) {
        let Stage { promises, full, .. } = &mut self.stages[stage];
        let nodes = self.lattice.nodes[first..].iter().zip(&self.aheads[first..]);
        promises.extend(nodes.map(|(node, ahead)| node.best + ahead.all));
        if promises.len() > most {
            let (_, worst, _) = promises.select_nth_unstable_by(most, f32::total_cmp);
            *full = *worst;
            promises.truncate(most);
        }
    }

    /// Most hypotheses that a stage may have so that the stages behind it have as many.
    fn share(&self, stage: usize) -> usize {
        let left = MOST_NODES.saturating_sub(self.lattice.nodes.len());
        (left / (self.stages.len() - stage)).max(CROWDED)
    }

    /// What the next entries cost where the pieces stand after a candidate.
    fn ahead(&mut self, candidate: &Candidate, effort: Effort) -> Ahead {
        let from = &self.lattice.nodes[candidate.edge.from as usize];
        let (mut pos, mut ply) = (from.pos.clone(), from.ply);
        if let Some(m) = candidate.edge.m {
            pos.play_unchecked(m);
            ply += 1;
        }
        cost_ahead(self.sheets, &candidate.cursors, &pos, ply, effort.look, effort.free)
    }

    /// Extends nodes of a stage; returns the candidates that stay in it.
    fn expand_all(&mut self, nodes: &[u32], stage: usize) -> Vec<Candidate> {
        let mut staying = Vec::new();
        for &node in nodes {
            if stage + 1 == self.stages.len() {
                self.end(node, stage, &mut staying);
            } else {
                self.expand(node, stage, &mut staying);
            }
        }
        staying
    }

    /// Whether the end that the law knows can be reached from here.
    fn leads_on(&self, pos: &Chess, ply: u16, cursors: &[Cursor; MAX_SHEETS]) -> bool {
        let sheets = self.sheets.iter().zip(cursors);
        let unread = sheets.map(|(sheet, at)| sheet.entries.len() - usize::from(at.next)).max();
        self.law.leads_on(pos, u32::from(ply), unread.unwrap_or(0) as u32)
    }

    /// Ends a hypothesis that has read every sheet, or adds moves to it that nobody wrote, where
    /// the law asks for more.
    fn end(&mut self, node: u32, stage: usize, staying: &mut Vec<Candidate>) {
        match self.law.ending(&self.lattice, node) {
            Ending::Never => {}
            Ending::Whole => {
                let end = &mut self.lattice.nodes[node as usize];
                let cost = self.law.cost_of_ending(end);
                end.best += cost;
                end.forward += cost;
                end.edges.iter_mut().for_each(|edge| edge.cost += cost);
                self.lattice.finals.push(node);
            }
            Ending::Short => {
                let from = staying.len();
                self.expand(node, stage, staying);
                let first = !constraints::is_stretched(&self.lattice, node, self.law);
                let ply = u32::from(self.lattice.nodes[node as usize].ply);
                if !self.law.is_fixed(ply) {
                    for candidate in &mut staying[from..] {
                        let cost = constraints::TAIL[usize::from(!first)];
                        candidate.edge.cost += cost;
                        candidate.total += cost;
                    }
                }
                // Whatever is shorter is no game; it sets no measure.
                let best = staying.iter().map(|candidate| candidate.total);
                self.stages[stage].best = best.fold(f32::INFINITY, f32::min);
                self.stages[stage].bound = f32::INFINITY;
            }
        }
    }

    fn expand(&mut self, from: u32, stage: usize, staying: &mut Vec<Candidate>) {
        let node = &self.lattice.nodes[from as usize];
        let (cursors, best, ply, last) = (node.cursors, node.best, i32::from(node.ply), node.last);
        // How the next entry fits says nothing any more: it has been used, or it is the other side's
        // turn.
        let ahead = Ahead { all: self.aheads[from as usize].behind, ..Ahead::default() };
        let guide = self.guide;
        let guided = guide.steps(node);
        let free = self.efforts[stage].free;
        let pos = self.lattice.nodes[from as usize].pos.clone();
        let legal = pos.legal_moves();
        let over = legal.is_empty() && self.is_told_over(from);
        for sheet in 0..self.sheets.len() {
            let aside = leave_aside(&self.sheets[sheet], &cursors[sheet], free || legal.is_empty());
            if let Some((cursor, entry, cost)) = aside {
                let cost = if over { cost.min(BEHIND_MATE) } else { cost };
                let mut after = cursors;
                after[sheet] = cursor;
                let mut entries = [None; MAX_SHEETS];
                entries[sheet] = Some(entry);
                let edge = Edge { from, m: None, entries, cost };
                let kept = guided.contains(&(None, entries));
                let total = best + cost;
                let candidate = Candidate { edge, cursors: after, total, kept, ahead };
                self.offer(candidate, stage + 1);
            }
        }
        if legal.is_empty() {
            return;
        }
        let law = self.law;
        if law.bars_all(ply as u32, &pos, &legal) {
            return;
        }
        let mut shapes = std::mem::take(&mut self.shapes);
        shapes_into(&pos, &legal, self.lattice.nodes[from as usize].kings_side, &mut shapes);
        let mut priors = std::mem::take(&mut self.priors);
        let mut costs = std::mem::take(&mut self.costs);
        priors.clear();
        let limits = match guided {
            [] => self.limits(stage, best, ahead, legal.len()),
            _ => Limits::NONE,
        };
        for actions in self.plans(&cursors, ply, free, &shapes, limits) {
            let used = actions.iter().filter(|action| action.entry.is_some()).count();
            let fixed: f32 = actions.iter().map(|action| action.cost).sum();
            let least: f32 = actions.iter().map(|action| action.least).sum();
            let beyond =
                |least: f32| guided.is_empty() && self.is_beyond(stage + used, best + least, ahead);
            if beyond(fixed + least) {
                continue;
            }
            costs.clear();
            costs.resize(legal.len(), fixed);
            for action in actions.iter().filter(|action| action.entry.is_some()) {
                for (cost, text) in costs.iter_mut().zip(&self.texts[action.texts..]) {
                    *cost += text;
                }
            }
            // The prior takes most of the time, and is not asked where the texts rule out all
            // moves already.
            if beyond(costs.iter().copied().fold(f32::INFINITY, lesser)) {
                continue;
            }
            if priors.is_empty() {
                let hash = self.lattice.nodes[from as usize].hash;
                self.cache.fill(hash, &pos, last, &legal, &mut priors);
            }
            for ((&m, text), prior) in legal.iter().zip(&costs).zip(&priors) {
                let cost = text - prior;
                let total = best + cost;
                let entries = actions.map(|action| action.entry);
                let kept = guided.contains(&(Some(m), entries));
                let dear = !kept && self.is_beyond(stage + used, total, ahead);
                if dear || !law.allows(ply as u32, &pos, m) {
                    continue;
                }
                let edge = Edge { from, m: Some(m), entries, cost };
                let cursors = actions.map(|action| action.cursor);
                let candidate = Candidate { edge, cursors, total, kept, ahead };
                if used == 0 {
                    staying.push(candidate);
                } else {
                    self.offer(candidate, stage + used);
                }
            }
        }
        self.shapes = shapes;
        self.priors = priors;
        self.costs = costs;
    }

    /// Whether an entry of the last move on the way to a node says that the game ends with it.
    fn is_told_over(&self, node: u32) -> bool {
        let path = self.lattice.path(node);
        let last = path.iter().rev().find(|(_, edge)| edge.m.is_some());
        last.is_some_and(|(_, edge)| {
            let mut entries = edge.entries.iter().zip(self.sheets.iter());
            entries.any(|(e, sheet)| e.is_some_and(|e| sheet.entries[e as usize].mate))
        })
    }

    /// Candidates of a stage that cost more than this are not taken.
    fn bound(&self, stage: usize) -> f32 {
        self.stages[stage].best + self.efforts[stage].beyond()
    }

    /// What one of so many moves may cost by the next entry, from a node of a stage that costs `total`
    /// and has these entries ahead.
    fn limits(&self, stage: usize, total: f32, ahead: Ahead, moves: usize) -> Limits {
        let next = stage + 1;
        // What one sheet says against a move another may outweigh.
        if self.sheets.len() > 1 || next == self.stages.len() {
            return Limits::NONE;
        }
        let most = self.bound(next).min(self.stages[next].bound - ahead.all);
        let dearest = -(SURPRISE / moves as f32).ln();
        let above =
            if self.law.is_empty() { self.efforts[next].beyond() + dearest } else { f32::INFINITY };
        Limits { most: most - total, above }
    }

    /// Whether a candidate of a stage with this cost, or what it promises, is too dear.
    fn is_beyond(&self, stage: usize, total: f32, ahead: Ahead) -> bool {
        total > self.bound(stage) || total + ahead.all > self.stages[stage].bound
    }

    fn offer(&mut self, candidate: Candidate, stage: usize) {
        let width = self.efforts[stage].width;
        let stage = &mut self.stages[stage];
        if candidate.promised() > stage.bound && !candidate.kept {
            return;
        }
        stage.best = stage.best.min(candidate.total);
        stage.candidates.push(candidate);
        // Several ways join in one hypothesis, so more candidates than hypotheses are kept.
        if stage.candidates.len() >= 8 * width + 64 {
            stage.bound = keep_best(&mut stage.candidates, 3 * width).unwrap_or(stage.bound);
        }
    }

    /// Everything that the sheets together can do at a ply where the legal moves have these shapes;
    /// what texts cost beyond the limits may be infinity.
    fn plans(
        &mut self,
        cursors: &[Cursor; MAX_SHEETS],
        ply: i32,
        free: bool,
        shapes: &[MoveShape],
        limits: Limits,
    ) -> impl Iterator<Item = [Action; MAX_SHEETS]> + use<> {
        self.texts.clear();
        let mut choices = ArrayVec::<Actions, MAX_SHEETS>::new();
        for (sheet, cursor) in cursors.iter().enumerate().take(self.sheets.len()) {
            let mut actions = actions(&self.sheets[sheet], cursor, ply, free);
            for action in &mut actions {
                let Some(entry) = action.entry else { continue };
                action.texts = self.texts.len();
                let model = &mut self.sheets[sheet];
                let entry = entry.into();
                let mut most = limits.most - action.cost;
                if most == f32::INFINITY && limits.above < f32::INFINITY {
                    most = limits.above + model.cost_of_nearest(entry, shapes);
                }
                let reach = model.reach(entry, most);
                let cost = |shape| model.cost_within(entry, shape, reach);
                self.texts.extend(shapes.iter().map(cost));
                let texts = self.texts[action.texts..].iter().copied();
                action.least = texts.fold(f32::INFINITY, lesser);
            }
            choices.push(actions);
        }
        let nothing = cursors.map(|cursor| Action::new(None, cursor, 0.0));
        let count = choices.iter().map(|actions| actions.len()).product();
        (0..count).map(move |number: usize| {
            let mut plan = nothing;
            let mut rest = number;
            for (action, actions) in plan.iter_mut().zip(&choices).rev() {
                *action = actions[rest % actions.len()];
                rest /= actions.len();
            }
            plan
        })
    }
}

/// Drops all but so many candidates that promise to cost least; returns what the first that was
/// dropped promised, if any was.
fn keep_best(candidates: &mut Vec<Candidate>, most: usize) -> Option<f32> {
    if candidates.len() <= most {
        return None;
    }
    let order = |a: &Candidate, b: &Candidate| {
        b.kept.cmp(&a.kept).then(a.promised().total_cmp(&b.promised()))
    };
    let (_, worst, _) = candidates.select_nth_unstable_by(most, order);
    let worst = worst.promised();
    candidates.truncate(most);
    Some(worst)
}
