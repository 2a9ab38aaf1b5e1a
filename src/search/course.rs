//! The course of a search: narrow first, then wider around the places where the evidence is poor,
//! with detours from what was found in between.

use shakmaty::Chess;

use super::{
    Reconstructor,
    beam::{self, Bounds, Effort, PriorCache},
    constraints::{self, Law},
    detours::detours,
    emission::SheetModel,
    guide::Guide,
    lattice::{Lattice, Step},
    passes::Passes,
    trouble::{self, Strains},
};

/// The first search.
pub const NARROW: Effort = Effort { width: 12, margin: 9.0, free: false, look: 0 };

/// A search again around the troubles of the one before.
pub struct Pass {
    /// How hard it searches there.
    pub effort: Effort,
    /// How many entries before a trouble its cause is sought.
    pub reach: usize,
    /// A place where the steps nearby are this much too dear together is a trouble, in nats.
    pub strained: f32,
    /// Only a game with a place as strained as this is worth the search, or one that the search
    /// before it has found, in nats.
    pub starts: f32,
    /// A ply at which no move is more probable than this is a trouble too.
    pub doubt: Option<f64>,
    /// Whether the search only finds out if the next is worth it: if it finds another game, that
    /// is forgotten and the next search is done in its place.
    pub probe: bool,
}

/// Entries that a wider search looks ahead.
const LOOK: usize = 6;
/// Entries that the widest searches look ahead: of moves that are missing, little else tells.
const FAR: usize = 12;

/// The searches after the first, as wide as is usual. The second of them probes whether something
/// is missing nearby.
const PASSES: [Pass; 4] = [
    Pass {
        effort: Effort { width: 100, margin: 13.0, free: false, look: LOOK },
        reach: 12,
        strained: 4.5,
        starts: 8.0,
        doubt: Some(0.45),
        probe: false,
    },
    Pass {
        effort: Effort { width: 100, margin: 13.0, free: true, look: LOOK },
        reach: 9,
        strained: 9.0,
        starts: 9.0,
        doubt: None,
        probe: true,
    },
    Pass {
        effort: Effort { width: 150, margin: 14.0, free: true, look: LOOK },
        reach: 24,
        strained: 9.0,
        starts: 14.0,
        doubt: None,
        probe: false,
    },
    Pass {
        effort: Effort { width: DEFAULT_BEAM, margin: 20.0, free: true, look: FAR },
        reach: 36,
        strained: 14.0,
        starts: 19.0,
        doubt: None,
        probe: false,
    },
];

/// The search that looks for a game that keeps to what is known besides. No wider: almost anything
/// can be kept to by leaving out most of what is written.
const LAWFUL: Effort = Effort { width: 400, margin: 18.0, free: true, look: LOOK };

/// Usual width of the widest search.
pub const DEFAULT_BEAM: usize = 400;

/// Detours are looked for where a place is as strained as this, in nats.
const WORTH_DETOURS: f32 = 3.0;
/// Most times in a row that detours are looked for, each from what the one before it led to.
const MOST_DETOURS: usize = 4;
/// A game that is cheaper by less than this is no better, in nats.
const BETTER: f32 = 0.1;

/// The searches of some sheets under a law, one after another.
pub struct Course<'a> {
    reconstructor: &'a Reconstructor,
    start: &'a Chess,
    models: &'a mut [SheetModel],
    cache: &'a mut PriorCache,
    passes: &'a mut Passes,
    law: &'a Law,
    /// The best games so far and their detours, which no later search may lose.
    guide: Guide,
    /// How hard to search each stage.
    efforts: Vec<Effort>,
    /// Number of searches done.
    done: usize,
    /// Number of searches after which there was no detour to follow.
    no_detour: usize,
}

impl<'a> Course<'a> {
    /// Prepares the searches; what `passes` holds of former ones is taken over.
    pub fn new(
        reconstructor: &'a Reconstructor,
        start: &'a Chess,
        models: &'a mut [SheetModel],
        cache: &'a mut PriorCache,
        passes: &'a mut Passes,
        law: &'a Law,
    ) -> Course<'a> {
        let narrow = Effort { width: reconstructor.width(NARROW), ..NARROW };
        let efforts = vec![narrow; beam::stages(models)];
        let guide = Guide::default();
        let (done, no_detour) = (0, 0);
        Course { reconstructor, start, models, cache, passes, law, guide, efforts, done, no_detour }
    }

    /// Searches narrow, then wider around the places where the evidence is poor.
    pub fn run(mut self) -> Lattice {
        self.search(None);
        let mut found = self.best_steps();
        let mut changed = false;
        // Those of the last search done, once they were asked for.
        let mut strains: Option<Strains> = None;
        // Where the next search was to be done before a probe, and the efforts by then.
        let mut unprobed: Option<(Vec<usize>, Vec<Effort>)> = None;
        for (at, pass) in PASSES.iter().enumerate() {
            let effort = Effort { width: self.reconstructor.width(pass.effort), ..pass.effort };
            let reach = pass.reach * self.models.len();
            let lattice = self.passes.lattice(self.done - 1);
            let mut troubles = |pass: &Pass, changed| {
                let strains = strains.get_or_insert_with(|| Strains::of(lattice, self.models));
                trouble::troubles(lattice, strains, pass, changed)
            };
            let places = match unprobed.take() {
                Some((places, before)) if changed => {
                    self.efforts = before;
                    places
                }
                _ => troubles(pass, changed),
            };
            if pass.probe
                && let Some(next) = PASSES.get(at + 1)
            {
                unprobed = Some((troubles(next, true), self.efforts.clone()));
            }
            let mut first = None;
            for place in places {
                let from = place.saturating_sub(reach);
                let to = (place + reach / 3).min(self.efforts.len() - 1);
                self.efforts[from..=to].fill(effort);
                first = Some(first.unwrap_or(from).min(from));
            }
            if first.is_some() {
                self.guide.add(self.start, &found);
                self.search(first);
                strains = None;
            }
            if at == 0 && self.follow_detours() {
                strains = None;
            }
            if strains.is_none() {
                let steps = self.best_steps();
                changed = steps != found;
                found = steps;
            }
        }
        self.follow_detours();
        // What is known of the game may part from what was likely long before it shows.
        let lattice = self.passes.lattice(self.done - 1);
        let stretched = |node| constraints::is_stretched(lattice, node, self.law);
        if !self.law.is_empty() && lattice.best_final().is_none_or(stretched) {
            self.efforts.fill(Effort { width: self.reconstructor.width(LAWFUL), ..LAWFUL });
            self.search(None);
        }
        self.passes.take(self.done - 1)
    }

    /// Searches from the first stage whose effort has changed, or anew.
    fn search(&mut self, first: Option<usize>) {
        let former = first.map(|first| (self.done - 1, first));
        let bounds = Bounds { law: self.law, guide: &self.guide };
        let efforts = &self.efforts;
        self.passes.run(self.done, efforts, bounds, former, |known| {
            let prior = self.reconstructor.prior;
            beam::search(self.start, self.models, prior, self.cache, efforts, bounds, known)
        });
        self.done += 1;
    }

    /// Looks for detours that promise a cheaper game, and searches with them, as long as that
    /// helps; returns whether it searched.
    fn follow_detours(&mut self) -> bool {
        let mut searched = false;
        for _ in 0..MOST_DETOURS {
            if self.no_detour == self.done {
                break;
            }
            self.no_detour = self.done;
            let lattice = self.passes.lattice(self.done - 1);
            let strains = Strains::of(lattice, self.models);
            if strains.worst() < WORTH_DETOURS {
                break;
            }
            let prior = self.reconstructor.prior;
            let detours = detours(lattice, &strains, self.models, prior, self.cache, self.law);
            let Some(first) = detours.iter().map(|detour| detour.stage).min() else { break };
            let before = lattice.best_cost();
            self.guide.add(self.start, &lattice.best_steps());
            let add = |known: bool, steps: &Vec<Step>| self.guide.add(self.start, steps) || known;
            if !detours.iter().map(|detour| &detour.steps).fold(false, add) {
                break;
            }
            self.search(Some(first));
            searched = true;
            if self.passes.lattice(self.done - 1).best_cost() > before - BETTER {
                break;
            }
        }
        searched
    }

    /// The best game of the last search.
    fn best_steps(&self) -> Vec<Step> {
        self.passes.lattice(self.done - 1).best_steps()
    }
}
