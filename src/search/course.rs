//! The course of a search: narrow first, then wider around the places where the evidence is poor,
//! with detours from what was found in between.

use super::{
    Reconstructor,
    ahead::Look,
    beam::{self, Effort, Setting},
    constraints,
    detours::{Detour, detours},
    guide::Guide,
    lattice::Lattice,
    passes::Passes,
    trouble::{self, Strains},
};

/// The first search.
pub const NARROW: Effort = Effort::blind(12, 6.0, false);

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
    /// Whether moves that nobody wrote, and entries left aside, count in full for that: a game in
    /// which several stand together may be wrong though none of them is dear.
    pub gaps: bool,
}

/// Entries that a wider search looks ahead.
const LOOK: Look = Look::Standing(6);
/// Entries that a wide search looks ahead: of moves that are missing, little else tells.
const FAR: Look = Look::Standing(12);

/// The searches after the first, as wide as is usual. They reach less far back than wrong moves
/// lie: those from before are found by detours, which cost less.
const PASSES: [Pass; 3] = [
    Pass {
        effort: Effort { width: 70, margin: 11.0, slack: 0.0, free: false, look: LOOK },
        reach: 12,
        strained: 4.5,
        starts: 12.0,
        gaps: false,
    },
    Pass {
        effort: Effort { width: 150, margin: 13.0, slack: 0.0, free: true, look: LOOK },
        reach: 24,
        strained: 9.0,
        starts: 12.0,
        gaps: false,
    },
    Pass {
        effort: Effort { width: 400, margin: 17.0, slack: 0.0, free: true, look: FAR },
        reach: 16,
        strained: 9.0,
        starts: 32.0,
        gaps: false,
    },
];

/// The last search, for a game that is still explained so badly that most of it may be wrong: where
/// several moves in a row are missing, the right game is for a while 20 nats and more behind
/// others, and only what becomes of the entries ahead tells them apart. `starts` is meant for each
/// sheet.
const LAST: Pass = Pass {
    effort: Effort {
        width: DEFAULT_BEAM,
        margin: 20.0,
        slack: 15.0,
        free: true,
        look: Look::Moving(20),
    },
    reach: 16,
    strained: 9.0,
    starts: 22.0,
    gaps: true,
};
/// Most times in a row that it is done, each around the troubles of what the one before it found.
const MOST_LAST: usize = 2;

/// The search that looks for a game that keeps to what is known besides. No wider: almost anything
/// can be kept to by leaving out most of what is written.
const LAWFUL: Effort = Effort { width: 400, margin: 18.0, slack: 0.0, free: true, look: LOOK };

/// Usual width of the widest search.
pub const DEFAULT_BEAM: usize = 1000;

/// The first search around a place where the numbers leave room for [`LOST`] plies that nobody
/// wrote: a row that was lost. Of what may have been played there few ways lead on, and a number
/// that ran ahead by mistake would look cheaper than the first of them that is found.
const OVER_LOST: Effort = Effort { width: 400, margin: 20.0, slack: 0.0, free: true, look: FAR };
/// Fewer are found on the way.
const LOST: i32 = 2;
/// Entries behind such a place that tell what was played there.
const TELL_OF_LOST: usize = 12;

/// Detours are looked for where a place is as strained as this, in nats.
const WORTH_DETOURS: f32 = 3.0;
/// Most times in a row that detours are looked for, each from what the one before it led to.
const MOST_DETOURS: usize = 4;
/// A game that is cheaper by less than this is no better, in nats.
const BETTER: f32 = 0.1;

/// The searches of some sheets under a law, one after another.
pub struct Course<'a> {
    reconstructor: &'a Reconstructor,
    setting: Setting<'a>,
    passes: &'a mut Passes,
    /// The best games so far and their detours, which no later search may lose.
    guide: Guide,
    /// How hard to search each stage.
    efforts: Vec<Effort>,
    /// Number of searches done.
    done: usize,
    /// The strains of what the last search found.
    strains: Strains,
    /// Whether detours from what the last search found were looked for.
    sought_detours: bool,
}

impl<'a> Course<'a> {
    /// Prepares the searches; what `passes` holds of former ones is taken over.
    pub fn new(
        reconstructor: &'a Reconstructor,
        setting: Setting<'a>,
        passes: &'a mut Passes,
    ) -> Course<'a> {
        let narrow = Effort { width: reconstructor.width(NARROW), ..NARROW };
        let mut efforts = vec![narrow; beam::stages(setting.models)];
        // Another sheet has what is lost on one.
        if let [sheet] = &*setting.models {
            let wide = Effort { width: reconstructor.width(OVER_LOST), ..OVER_LOST };
            for at in sheet.behind_lost(LOST) {
                efforts.iter_mut().skip(at).take(TELL_OF_LOST).for_each(|effort| *effort = wide);
            }
        }
        Course {
            efforts,
            reconstructor,
            setting,
            passes,
            guide: Guide::default(),
            done: 0,
            strains: Strains::default(),
            sought_detours: false,
        }
    }

    /// Searches narrow, then wider around the places where the evidence is poor.
    pub fn run(mut self) -> Lattice {
        self.search(None);
        let mut changed = false;
        for (at, pass) in PASSES.iter().enumerate() {
            let (before, found) = (self.done, self.lattice().best_steps());
            self.search_wider(pass, changed);
            if at == 0 {
                self.follow_detours();
            }
            if self.done > before {
                changed = self.lattice().best_steps() != found;
            }
        }
        let last = Pass { starts: LAST.starts * self.setting.models.len() as f32, ..LAST };
        for _ in 0..MOST_LAST {
            // Where there is no game yet, it is the law that is in the way.
            let before = self.lattice().best_cost();
            if before.is_infinite() {
                break;
            }
            self.search_wider(&last, false);
            if self.lattice().best_cost() > before - BETTER {
                break;
            }
        }
        self.follow_detours();
        // What is known of the game may part from what was likely long before it shows.
        let (lattice, law) = (self.lattice(), self.setting.law);
        let stretched = |node| constraints::is_stretched(lattice, node, law);
        if !law.is_empty() && lattice.best_final().is_none_or(stretched) {
            self.efforts.fill(Effort { width: self.reconstructor.width(LAWFUL), ..LAWFUL });
            self.search(None);
        }
        self.passes.take(self.done - 1)
    }

    /// Searches again as a pass does around the troubles of the last search, where it has any worth
    /// it; `changed` as in [`trouble::troubles`].
    fn search_wider(&mut self, pass: &Pass, changed: bool) {
        let places = trouble::troubles(self.lattice(), &self.strains, pass, changed);
        if let Some(first) = self.widen(pass, &places) {
            let found = self.lattice().best_steps();
            self.guide.add(self.setting.start, &found);
            self.search(Some(first));
        }
    }

    /// What the last search found.
    fn lattice(&self) -> &Lattice {
        self.passes.lattice(self.done - 1)
    }

    /// Sets the effort of a pass around some stages; returns the first stage that has it.
    fn widen(&mut self, pass: &Pass, places: &[usize]) -> Option<usize> {
        let effort = Effort { width: self.reconstructor.width(pass.effort), ..pass.effort };
        let reach = pass.reach * self.setting.models.len();
        let mut first = None;
        for place in places {
            let from = place.saturating_sub(reach);
            let to = (place + reach / 3).min(self.efforts.len() - 1);
            let efforts = self.efforts[from..=to].iter_mut();
            efforts.filter(|own| own.width <= effort.width).for_each(|own| *own = effort);
            first = Some(first.unwrap_or(from).min(from));
        }
        first
    }

    /// Searches from the first stage whose effort has changed, or anew.
    fn search(&mut self, first: Option<usize>) {
        let former = first.map(|first| (self.done - 1, first));
        let (efforts, guide, setting) = (&self.efforts, &self.guide, &mut self.setting);
        self.passes.run(self.done, efforts, setting.law, guide, former, |known| {
            beam::search(setting, efforts, guide, known)
        });
        self.done += 1;
        self.strains = Strains::of(self.passes.lattice(self.done - 1), self.setting.models);
        self.sought_detours = false;
    }

    /// Looks for detours that promise a cheaper game, and searches with them, as long as that
    /// helps.
    fn follow_detours(&mut self) {
        for _ in 0..MOST_DETOURS {
            if std::mem::replace(&mut self.sought_detours, true) {
                break;
            }
            if self.strains.worst() < WORTH_DETOURS {
                break;
            }
            let lattice = self.passes.lattice(self.done - 1);
            let detours = detours(lattice, &self.strains, &mut self.setting);
            let Some(first) = detours.iter().map(|detour| detour.stage).min() else { break };
            let before = lattice.best_cost();
            let start = self.setting.start;
            self.guide.add(start, &lattice.best_steps());
            let add = |new: bool, detour: &Detour| self.guide.add(start, &detour.steps) || new;
            if !detours.iter().fold(false, add) {
                break;
            }
            self.search(Some(first));
            if self.lattice().best_cost() > before - BETTER {
                break;
            }
        }
    }
}
