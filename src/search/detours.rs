//! Games that leave the best one found at one place and then follow it as far as they can.
//!
//! A wrong move that fits its entry about as well as the right one shows only when a later entry
//! asks for a piece that is not there, and by then the beam has long dropped the right one: among
//! so many hypotheses that differ in what nobody can tell yet, it was never cheap. A detour is
//! followed with next to no branching, so that thousands are affordable: its moves are those of the
//! game it left, until one cannot be played, or until an entry is reached that the game explains
//! badly.
//!
//! What a detour costs is an estimate, since the prior of the moves that it shares with the game is
//! not asked again. The best are handed to the beam as a [`Guide`](super::guide::Guide).

use shakmaty::{Bitboard, Chess, Move, Position};

use super::{
    beam::Setting,
    lattice::{Edge, Lattice, MAX_SHEETS, Step, hash},
    shapes::{follow, shape, shape_among, shapes_into},
    trouble::Strains,
};
use crate::notation::spelling::MoveShape;

/// Most detours that are followed at a time.
const MOST_LIVE: usize = 250;
/// Most that are handed on.
const MOST_GAMES: usize = 8;
/// A detour that costs this much more than the game is not taken, in nats.
const FAR: f32 = 10.0;

/// What an entry that is explained well costs above its least, in nats.
const USUAL: f32 = 1.5;
/// A detour is handed on if it is this much cheaper than the game, in nats.
const GAIN: f32 = 0.5;
/// Most ways in which a detour goes on where it cannot follow the game.
const MOST_WAYS: usize = 2;

/// A game beside the best one.
#[derive(Debug)]
pub struct Detour {
    /// Its steps.
    pub steps: Vec<Step>,
    /// The stage at which it leaves the best game.
    pub stage: usize,
}

/// One step of the best game.
struct Leg {
    node: u32,
    step: Step,
    shape: Option<MoveShape>,
    /// What it costs, and of that what the texts of its entries cost for its move, and `-ln` of
    /// the move's prior.
    cost: f32,
    text: f32,
    prior: f32,
    /// What it could cost less, if an earlier move was another.
    hope: f32,
    /// Whether it is explained badly.
    strained: bool,
}

/// A detour on its way.
#[derive(Clone)]
struct Live {
    pos: Chess,
    last: [Option<Move>; 2],
    kings_side: Bitboard,
    cost: f32,
    /// Its last change in [`Search::changes`].
    change: u32,
}

/// Where a detour does not make the game's move.
struct Change {
    leg: usize,
    /// The move that it makes; none where it does without this one and the next.
    m: Option<Move>,
    before: Option<u32>,
}

struct Search<'a, 'b> {
    lattice: &'a Lattice,
    setting: &'a mut Setting<'b>,
    legs: Vec<Leg>,
    changes: Vec<Change>,
    buffers: Buffers,
}

/// Of the legal moves of a position: their shapes, what their texts cost, the ln of their priors.
#[derive(Default)]
struct Buffers {
    shapes: Vec<MoveShape>,
    texts: Vec<f32>,
    priors: Vec<f32>,
}

/// The detours from the best game of a lattice that promise to be cheaper, best first; none where
/// the game explains every entry well.
pub fn detours(lattice: &Lattice, strains: &Strains, setting: &mut Setting) -> Vec<Detour> {
    let (legs, changes, buffers) = (Vec::new(), Vec::new(), Buffers::default());
    let mut search = Search { lattice, setting, legs, changes, buffers };
    search.legs = lattice
        .best_path()
        .into_iter()
        .zip(strains.above())
        .map(|((_, edge), above)| search.leg(edge, above))
        .collect();
    search.run()
}

impl Search<'_, '_> {
    fn leg(&mut self, edge: &Edge, above: f32) -> Leg {
        let node = &self.lattice.nodes[edge.from as usize];
        // No other move makes a place for an entry that was left aside.
        let strained = above > 0.0 && edge.m.is_some();
        let hope = if strained { above + Strains::EASY - USUAL } else { 0.0 };
        let mut leg = Leg {
            node: edge.from,
            step: (edge.m, edge.entries),
            shape: None,
            cost: edge.cost,
            text: 0.0,
            prior: 0.0,
            hope,
            strained,
        };
        let legal = node.pos.legal_moves();
        if let Some(at) = legal.iter().position(|m| Some(*m) == edge.m) {
            let shape = shape_among(node, &legal, legal[at]);
            leg.shape = Some(shape);
            leg.text = self.text(&edge.entries, &shape);
            let mut priors = Vec::new();
            self.setting.priors.fill(node.hash, &node.pos, node.last, &legal, &mut priors);
            leg.prior = -priors[at];
        }
        leg
    }

    /// What the texts of some entries cost for a move of a shape.
    fn text(&mut self, entries: &[Option<u16>; MAX_SHEETS], shape: &MoveShape) -> f32 {
        let entries = self.setting.models.iter_mut().zip(entries);
        entries.filter_map(|(model, entry)| Some(model.cost(usize::from((*entry)?), shape))).sum()
    }

    /// What the texts of some entries cost at least, whatever the move.
    fn clean_cost(&self, entries: &[Option<u16>; MAX_SHEETS]) -> f32 {
        let entries = self.setting.models.iter().zip(entries);
        entries.filter_map(|(model, entry)| Some(model.clean_cost(usize::from((*entry)?)))).sum()
    }

    /// Sets `out` to what the texts of some entries cost for moves of these shapes; beyond `most`
    /// it may be infinity.
    fn texts_within(
        &mut self,
        entries: &[Option<u16>; MAX_SHEETS],
        shapes: &[MoveShape],
        most: f32,
        out: &mut Vec<f32>,
    ) {
        out.clear();
        out.resize(shapes.len(), 0.0);
        // What one text says against a move another may outweigh.
        let alone = entries.iter().flatten().count() == 1;
        for (model, entry) in self.setting.models.iter_mut().zip(entries) {
            let Some(entry) = entry.map(usize::from) else { continue };
            let reach = if alone { model.reach(entry, most) } else { f32::INFINITY };
            for (sum, shape) in out.iter_mut().zip(shapes) {
                *sum += model.cost_within(entry, shape, reach);
            }
        }
    }

    fn run(mut self) -> Vec<Detour> {
        let mut ahead = vec![0.0; self.legs.len() + 1];
        for (at, leg) in self.legs.iter().enumerate().rev() {
            ahead[at] = ahead[at + 1] + leg.hope;
        }
        let mut live: Vec<Live> = Vec::new();
        // Those that do without the moves of two legs, until it is their turn again.
        let mut waiting: [Vec<Live>; 2] = Default::default();
        for at in 0..self.legs.len() {
            let bound = ahead[at + 1].min(FAR);
            let mut next = Vec::new();
            live.append(&mut waiting[at % 2]);
            waiting[at % 2] = self.do_without(&live, at);
            for detour in live {
                self.carry_on(detour, at, bound, &mut next);
            }
            if ahead[at + 1] > 0.0 {
                self.depart(at, bound, &mut next);
            }
            if next.len() > MOST_LIVE {
                next.select_nth_unstable_by(MOST_LIVE, |a, b| a.cost.total_cmp(&b.cost));
                next.truncate(MOST_LIVE);
            }
            live = next;
        }
        live.retain(|detour| detour.cost < -GAIN);
        live.sort_by(|a, b| a.cost.total_cmp(&b.cost).then(a.change.cmp(&b.change)));
        live.truncate(MOST_GAMES);
        live.iter().map(|detour| self.put_out(detour)).collect()
    }

    /// Every other move that the game could have made at a leg.
    fn depart(&mut self, at: usize, bound: f32, out: &mut Vec<Live>) {
        let leg = &self.legs[at];
        let (Some(m), entries) = leg.step else { return };
        let node = &self.lattice.nodes[leg.node as usize];
        if self.setting.law.is_fixed(u32::from(node.ply)) {
            return;
        }
        let own = leg.text + leg.prior;
        let most = (f32::INFINITY, own + bound);
        let ways = self.ways(&node.pos, node.last, node.kings_side, &entries, most);
        for (other, cost) in ways {
            if other != m {
                let mut detour = Live {
                    pos: node.pos.clone(),
                    last: node.last,
                    kings_side: node.kings_side,
                    cost: cost - own,
                    change: self.change(at, Some(other), None),
                };
                detour.play(other);
                out.push(detour);
            }
        }
    }

    /// The detours that can do without the moves of a leg and the next, if nobody wrote either: what
    /// was wrong may have asked for both.
    fn do_without(&mut self, live: &[Live], at: usize) -> Vec<Live> {
        let Some([leg, next, then]) = self.legs.get(at..at + 3) else { return Vec::new() };
        let is_unwritten = |leg: &Leg| leg.shape.is_some() && leg.step.1 == [None; MAX_SHEETS];
        let (true, true, Some(m)) = (is_unwritten(leg), is_unwritten(next), then.step.0) else {
            return Vec::new();
        };
        let saved = leg.cost + next.cost;
        live.iter()
            .filter(|detour| same_move(&detour.pos, m, detour.kings_side).is_some())
            .map(|detour| Live {
                cost: detour.cost - saved,
                change: self.change(at, None, Some(detour.change)),
                ..detour.clone()
            })
            .collect()
    }

    /// Lets a detour make the move of a leg, or another where it must or where that promises more.
    fn carry_on(&mut self, mut detour: Live, at: usize, bound: f32, out: &mut Vec<Live>) {
        let Leg { step: (m, entries), shape: own_shape, text, prior, strained, .. } = self.legs[at];
        let (Some(m), Some(own_shape)) = (m, own_shape) else {
            if detour.cost <= bound {
                out.push(detour);
            }
            return;
        };
        let mut most = bound - detour.cost;
        let mut ways = Vec::new();
        let same = same_move(&detour.pos, m, detour.kings_side);
        let mut same = same.map(|(same, shape)| {
            let more = if shape == own_shape { 0.0 } else { self.text(&entries, &shape) - text };
            (same, more)
        });
        if let Some((_, more)) = same
            && more <= most
        {
            most = more - USUAL;
        } else {
            same = None;
        }
        if same.is_none() || strained {
            // Another move than the game's is of use only where its text fits better.
            let most_text = if same.is_some() { text + most - USUAL } else { f32::INFINITY };
            let most = (most_text, text + prior + most);
            ways = self.ways(&detour.pos, detour.last, detour.kings_side, &entries, most);
            ways.retain(|(other, _)| same.is_none_or(|(same, _)| *other != same));
            ways.sort_by(|a, b| a.1.total_cmp(&b.1));
            ways.truncate(MOST_WAYS);
        }
        for &(other, cost) in &ways {
            let mut detour = detour.clone();
            detour.change = self.change(at, Some(other), Some(detour.change));
            detour.cost += cost - text - prior;
            detour.play(other);
            out.push(detour);
        }
        if let Some((same, more)) = same {
            if same != m {
                detour.change = self.change(at, Some(same), Some(detour.change));
            }
            detour.cost += more;
            detour.play(same);
            out.push(detour);
        }
    }

    /// The legal moves whose texts cost no more than the first of `most`, and no more than the
    /// second together with their prior; with that cost.
    fn ways(
        &mut self,
        pos: &Chess,
        last: [Option<Move>; 2],
        kings_side: Bitboard,
        entries: &[Option<u16>; MAX_SHEETS],
        (most_text, most): (f32, f32),
    ) -> Vec<(Move, f32)> {
        let mut ways = Vec::new();
        let most_text = most_text.min(most);
        if self.clean_cost(entries) > most_text {
            return ways;
        }
        let legal = pos.legal_moves();
        // Most calls find nothing, and need no memory of their own.
        let mut buffers = std::mem::take(&mut self.buffers);
        let Buffers { shapes, texts, priors } = &mut buffers;
        shapes_into(pos, &legal, kings_side, shapes);
        self.texts_within(entries, shapes, most_text, texts);
        if texts.iter().any(|text| *text <= most_text) {
            self.setting.priors.fill(hash(pos), pos, last, &legal, priors);
            let all = legal.iter().zip(&*texts).zip(&*priors);
            ways.extend(
                all.filter(|((_, text), prior)| **text <= most_text && **text - **prior <= most)
                    .map(|((m, text), prior)| (*m, text - prior)),
            );
        }
        self.buffers = buffers;
        ways
    }

    /// Notes a move of a detour that is not the game's.
    fn change(&mut self, leg: usize, m: Option<Move>, before: Option<u32>) -> u32 {
        self.changes.push(Change { leg, m, before });
        self.changes.len() as u32 - 1
    }

    fn put_out(&self, detour: &Live) -> Detour {
        let mut steps: Vec<Step> = self.legs.iter().map(|leg| leg.step).collect();
        let mut first = 0;
        let mut at = Some(detour.change);
        // From the last to the first, so that those before a change stay where they are.
        while let Some(change) = at.and_then(|at| self.changes.get(at as usize)) {
            match change.m {
                m @ Some(_) => steps[change.leg].0 = m,
                None => drop(steps.drain(change.leg..change.leg + 2)),
            }
            first = change.leg;
            at = change.before;
        }
        let node = &self.lattice.nodes[self.legs[first].node as usize];
        Detour { steps, stage: node.used() }
    }
}

impl Live {
    fn play(&mut self, m: Move) {
        self.pos.play_unchecked(m);
        self.kings_side = follow(self.kings_side, m);
        self.last = [Some(m), self.last[0]];
    }
}

/// The legal move of a position that goes as `m` does, whatever it captures, and its shape.
fn same_move(pos: &Chess, m: Move, kings_side: Bitboard) -> Option<(Move, MoveShape)> {
    if m.is_castle() {
        return pos.is_legal(m).then(|| (m, shape(m, pos.turn(), Bitboard::EMPTY, kings_side)));
    }
    // Most moves that are not legal fail here already.
    if pos.board().role_at(m.from()?) != Some(m.role()) {
        return None;
    }
    let candidates = pos.san_candidates(m.role(), m.to());
    let goes = |other: &&Move| other.from() == m.from() && other.promotion() == m.promotion();
    let same = *candidates.iter().find(goes)?;
    let origins = candidates.iter().filter_map(|other| other.from()).collect();
    Some((same, shape(same, pos.turn(), origins, kings_side)))
}

#[cfg(test)]
mod tests {
    use shakmaty::san::San;

    use super::*;
    use crate::search::{
        beam::{self, Effort},
        guide::Guide,
        tests::search,
    };

    fn sans(steps: &[Step]) -> Vec<String> {
        let mut pos = Chess::default();
        let mut san = |m: Move| {
            let san = San::from_move(&pos, m).to_string();
            pos.play_unchecked(m);
            san
        };
        steps.iter().filter_map(|(m, _)| m.map(&mut san)).collect()
    }

    /// The steps of a game in which nobody wrote the moves in brackets.
    fn steps(game: &str) -> Vec<Step> {
        let mut pos = Chess::default();
        let mut entries = 0..;
        let mut step = |word: &str| {
            let san: San = word.trim_matches(['(', ')']).parse().expect(word);
            let m = san.to_move(&pos).expect(word);
            pos.play_unchecked(m);
            let entry = if word.starts_with('(') { None } else { entries.next() };
            (Some(m), [entry, None, None, None])
        };
        game.split(' ').map(&mut step).collect()
    }

    /// Keeps one hypothesis.
    const ONLY: Effort = Effort::blind(1, 9.0, false);

    /// The detours from the best game of a lattice.
    fn found_from(lattice: &Lattice, setting: &mut Setting) -> Vec<Detour> {
        let strains = Strains::of(lattice, setting.models);
        detours(lattice, &strains, setting)
    }

    /// Of the moves that `?5` may be, the likeliest leaves the bishop no way to c5.
    #[test]
    fn what_is_out_of_reach_shows_which_move_was_wrong() {
        let texts = "e4 ?5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d3 d6";
        search(texts, ONLY, |setting, efforts| {
            let mut guide = Guide::default();
            let lattice = beam::search(setting, efforts, &guide, None);
            assert_eq!(sans(&lattice.best_steps())[1], "c5");
            let found = found_from(&lattice, setting);
            assert_eq!(sans(&found[0].steps).join(" "), texts.replace('?', "e"));
            assert_eq!(found[0].stage, 1);
            // As narrow as before, but with the detour.
            assert!(guide.add(setting.start, &found[0].steps));
            let after = beam::search(setting, efforts, &guide, None);
            assert!(after.best_cost() < lattice.best_cost());
            assert_eq!(after.best_steps(), found[0].steps);
            // Nothing is strained any more.
            assert!(found_from(&after, setting).is_empty());
        });
    }

    /// With the likeliest of the moves that `?3` may be, a move of each side must be missing.
    #[test]
    fn moves_that_nobody_wrote_show_which_move_was_wrong() {
        let texts = "e4 e5 ?3 Nc6 Bg2 Nf6 Bh3 Bc5 Bg2 d6 Bh3 O-O";
        search(texts, Effort { free: true, ..ONLY }, |setting, efforts| {
            let mut guide = Guide::default();
            let wrong = steps("e4 e5 d3 Nc6 (g3) (a6) Bg2 Nf6 Bh3 Bc5 Bg2 d6 Bh3 O-O");
            assert!(guide.add(setting.start, &wrong));
            let lattice = beam::search(setting, efforts, &guide, None);
            assert_eq!(lattice.best_steps(), wrong);
            let found = found_from(&lattice, setting);
            assert_eq!(sans(&found[0].steps).join(" "), texts.replace('?', "g"));
            assert_eq!(found[0].stage, 2);
            assert!(guide.add(setting.start, &found[0].steps));
            let after = beam::search(setting, efforts, &guide, None);
            assert_eq!(after.best_steps(), found[0].steps);
        });
    }
}
