//! Where a search explains the record badly, so that it pays to search again and wider.

use std::borrow::Cow;

use shakmaty::Position;

use super::{
    beam::BEHIND_MATE,
    course::Pass,
    emission::SheetModel,
    lattice::{Edge, Lattice},
    shapes::shape_of,
};

/// Steps to each side that are nearby.
const NEARBY: usize = 5;
/// A wrong move shows in a trouble between so many steps before it and so many after it.
const SHORTLY_BEFORE: usize = 2;
const SOON: usize = 14;
/// So many steps behind the last that the record supports are searched wider, for each sheet: those
/// further on are made up, and nothing is right there until it is right up to there.
const BEYOND: usize = 150;
/// What a step that is a gap counts for above what it costs, in nats, where gaps count in full.
const GAP: f32 = 2.0;
/// Steps without a strain that count beside those of a game: one place says little of a short one.
const UNSTRAINED: usize = 30;

/// A text that costs no more than this above an undamaged one is clear, in nats.
const CLEAR: f32 = 1.0;

/// What the strains of a game say of one of its steps, in nats.
#[derive(Debug, Clone, Copy)]
pub struct Signs {
    /// The most that steps near one another are too dear, from shortly before the step to soon
    /// after it.
    pub ahead: f32,
    /// The same before that.
    pub behind: f32,
    /// The mean of all steps of the game, and of some without a strain.
    pub mean: f32,
}

/// How much each step of the best game of a lattice costs above [`Strains::EASY`], in nats; none
/// where there is no game.
#[derive(Default)]
pub struct Strains {
    steps: Vec<f32>,
    /// The same, where an entry that is left aside is measured against the move that it reads as.
    troubles: Vec<f32>,
    /// What those that are moves nobody wrote, or entries left aside, count for besides.
    gaps: Vec<f32>,
    /// Number of steps, from the first, among which troubles are sought.
    sought: usize,
}

impl Strains {
    /// A step that costs no more than this above what its text costs at best is explained well
    /// enough, in nats.
    pub const EASY: f32 = 4.5;

    /// What each step costs above that.
    pub fn above(&self) -> impl Iterator<Item = f32> {
        self.steps.iter().copied()
    }

    /// Measures the best game of a lattice.
    pub fn of(lattice: &Lattice, models: &mut [SheetModel]) -> Strains {
        let path = lattice.best_path();
        let above = |cost: f32| (cost - Strains::EASY).max(0.0);
        let support = Support::of(path.iter().map(|(_, edge)| *edge));
        let sought = support.steps + BEYOND * models.len();
        let mut strains = Strains { sought, ..Strains::default() };
        for (_, edge) in path {
            let cost = strain(edge, lattice, models);
            strains.steps.push(above(cost));
            let clear = if is_behind_mate(edge, lattice) { 0.0 } else { clear_aside(edge, models) };
            strains.troubles.push(above(cost - clear));
            let gap =
                clear == 0.0 && (edge.m.is_none() || edge.entries.iter().all(Option::is_none));
            strains.gaps.push(if gap { cost.min(Strains::EASY) + GAP } else { 0.0 });
        }
        strains
    }

    /// The most that steps near one another are too dear together, in nats; 0 where there is no
    /// game.
    pub fn worst(&self) -> f32 {
        worst(&self.troubles)
    }

    /// The troubles of the steps, with what gaps count for besides where they count in full.
    fn troubles(&self, gaps: bool) -> Cow<'_, [f32]> {
        if !gaps {
            return Cow::Borrowed(&self.troubles);
        }
        self.troubles.iter().zip(&self.gaps).map(|(trouble, gap)| trouble + gap).collect()
    }

    /// Takes out the strains of the moves at some plies of the game that was measured.
    pub fn without(mut self, lattice: &Lattice, plies: impl Fn(u32) -> bool) -> Strains {
        for (strain, (_, edge)) in self.steps.iter_mut().zip(lattice.best_path()) {
            if edge.m.is_some() && plies(u32::from(lattice.nodes[edge.from as usize].ply)) {
                *strain = 0.0;
            }
        }
        self
    }

    /// For each step what the strains say of it, where they are shared by so many sheets.
    pub fn signs(&self, sheets: usize) -> Vec<Signs> {
        let sheets = sheets.max(1) as f32;
        let near: Vec<f32> =
            (0..self.steps.len()).map(|at| near(&self.steps, at) / sheets).collect();
        let mean = self.steps.iter().sum::<f32>() / (self.steps.len() + UNSTRAINED) as f32 / sheets;
        let mut behind = 0.0f32;
        let of = |at: usize| {
            let from = at.saturating_sub(SHORTLY_BEFORE);
            let to = (at + SOON).min(near.len());
            behind = near[..from].last().map_or(behind, |last| behind.max(*last));
            let ahead = near[from..to].iter().copied().fold(0.0, f32::max);
            Signs { ahead, behind, mean }
        };
        (0..near.len()).map(of).collect()
    }
}

/// The sum around a step.
fn near(strains: &[f32], at: usize) -> f32 {
    let end = (at + NEARBY + 1).min(strains.len());
    strains[at.saturating_sub(NEARBY)..end].iter().sum()
}

/// The most that steps near one another have together.
fn worst(strains: &[f32]) -> f32 {
    (0..strains.len()).map(|at| near(strains, at)).fold(0.0, f32::max)
}

/// How much of a game the record supports.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Support {
    /// Number of its steps up to the last move that something written speaks for.
    pub steps: usize,
    /// How much the record speaks against those behind, in nats.
    pub against: f32,
}

impl Support {
    /// Weighs the steps of a game.
    pub fn of<'a>(path: impl Iterator<Item = &'a Edge>) -> Support {
        let mut sum = 0.0;
        let (mut best, mut steps) = (0.0, 0);
        for (at, edge) in path.enumerate().filter(|(_, edge)| edge.m.is_some()) {
            if edge.entries.iter().all(Option::is_none) {
                sum += 1.0;
            }
            // A text that speaks for its move is worth more than what a made-up one costs.
            sum += (edge.cost - 2.0).clamp(-6.0, 3.0) + 0.2;
            if sum <= best + 1e-3 {
                (best, steps) = (sum, at + 1);
            }
        }
        Support { steps, against: sum - best }
    }
}

/// Stages at which the best game of a lattice, whose strains are given, explains the record badly,
/// or at which the search came to an end without any game; `changed` says whether it is another
/// game than the search before it had found.
pub fn troubles(lattice: &Lattice, strains: &Strains, pass: &Pass, changed: bool) -> Vec<usize> {
    if lattice.best_final().is_none() {
        return vec![lattice.furthest()];
    }
    let troubles = strains.troubles(pass.gaps);
    if !changed && worst(&troubles) < pass.starts {
        return Vec::new();
    }
    let strained = |at: usize| troubles[at] > 0.0 && near(&troubles, at) > pass.strained;
    let path = lattice.best_path();
    let places = path.iter().enumerate().take(strains.sought).filter(|(at, _)| strained(*at));
    places.map(|(_, (_, edge))| lattice.nodes[edge.from as usize].used()).collect()
}

/// What a step costs, less what its texts would cost at best, whatever had been played: a text that
/// is garbled anyway is no reason to look for another move, one that is clear and does not fit is.
/// That a reader was not sure of a text does not make it fit.
fn strain(edge: &Edge, lattice: &Lattice, models: &mut [SheetModel]) -> f32 {
    let Some(m) = edge.m else { return edge.cost };
    let entries = || edge.entries.iter().enumerate().filter_map(|(s, e)| Some((s, (*e)? as usize)));
    let clean: f32 = entries().map(|(sheet, entry)| models[sheet].clean_cost(entry)).sum();
    let weights = entries().map(|(sheet, entry)| models[sheet].entries[entry].weight);
    let weight = weights.fold(1.0, f32::min);
    if edge.cost - clean <= Strains::EASY * weight {
        return 0.0;
    }
    let node = &lattice.nodes[edge.from as usize];
    let shape = shape_of(node, m);
    let (mut texts, mut worst) = (0.0, 0.0f32);
    for (sheet, entry) in entries() {
        let model = &mut models[sheet];
        let text = model.cost(entry, &shape);
        texts += text;
        // Nothing fits a clear text better than what it says.
        if text > model.clean_cost(entry) + CLEAR {
            // What another sheet says well does not hide that this one is misread.
            let above = text - model.floor(entry, node.pos.turn());
            worst = worst.max(above / model.entries[entry].weight);
        }
    }
    edge.cost - texts + worst
}

/// Whether entries are left aside because the game is over before them and is written so, which makes
/// them cost no more than [`BEHIND_MATE`].
fn is_behind_mate(edge: &Edge, lattice: &Lattice) -> bool {
    let over = || lattice.nodes[edge.from as usize].pos.legal_moves().is_empty();
    edge.m.is_none() && edge.cost <= BEHIND_MATE && over()
}

/// About the least that entries that are left aside could cost as moves; 0 for those that are moves.
fn clear_aside(edge: &Edge, models: &mut [SheetModel]) -> f32 {
    let entries = edge.entries.iter().zip(models).filter(|_| edge.m.is_none());
    entries.filter_map(|(e, model)| Some(model.floor_of_any(usize::from((*e)?)))).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{
        beam::{self, Effort},
        guide::Guide,
        tests::search,
    };

    /// The strains of what is found for some texts.
    fn strains(texts: &str) -> Strains {
        let effort = Effort::blind(12, 9.0, true);
        let mut strains = Strains::default();
        search(texts, effort, |setting, efforts| {
            let lattice = beam::search(setting, efforts, &Guide::default(), None);
            strains = Strains::of(&lattice, setting.models);
        });
        strains
    }

    #[test]
    fn entries_left_aside_are_a_trouble_if_they_read_as_moves() {
        let notes = strains("f3 e5 g4 Qh4 and so on");
        assert!(notes.worst() < 8.0, "{}", notes.worst());
        let moves = strains("f3 e5 g4 Qh4 Nf3 Nc6 Bb5");
        assert!(moves.worst() > 12.0, "{}", moves.worst());
    }

    /// A list of things that are no game would be searched wider from end to end.
    #[test]
    fn what_is_far_behind_all_that_fits_is_not_searched_wider() {
        let mut state = 7u32;
        let mut letter = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            char::from(b"QRNOx189-g"[(state >> 16) as usize % 10])
        };
        let mut word = || (0..5).map(|_| letter()).collect::<String>();
        let nonsense = (0..400).map(|_| word()).collect::<Vec<_>>().join(" ");
        let texts = format!("e4 e5 Nf3 Nc6 Bb5 a6 {nonsense}");
        let effort = Effort::blind(4, 6.0, true);
        search(&texts, effort, |setting, efforts| {
            let lattice = beam::search(setting, efforts, &Guide::default(), None);
            let support = Support::of(lattice.best_path().iter().map(|(_, edge)| *edge));
            assert!((6..100).contains(&support.steps), "{support:?}");
            let strains = Strains::of(&lattice, setting.models);
            let pass = Pass { effort, reach: 1, strained: 9.0, starts: 12.0, gaps: false };
            let places = troubles(&lattice, &strains, &pass, false);
            let furthest = places.iter().max().copied();
            assert!(furthest.is_some_and(|at| at > 100 && at < 300), "{furthest:?}");
        });
    }
}
