//! The searches of a record, narrow to wide, and what of them a later search can take over.
//!
//! A stage of a search depends on the guide, on the efforts of the stages before it, and on the law
//! of the plies played there. So the stages before the first change of any of them are the same in
//! the next search, and are copied instead of searched; what is found does not depend on it.

use super::{beam::Effort, constraints::Law, guide::Guide, lattice::Lattice};

/// The searches done so far, by pass.
#[derive(Debug)]
pub struct Passes {
    /// Whether each lattice is kept for another search of the record.
    keep: bool,
    done: Vec<Done>,
}

#[derive(Debug)]
struct Done {
    efforts: Vec<Effort>,
    law: Law,
    guide: Guide,
    lattice: Lattice,
}

impl Passes {
    /// Nothing is done; `keep` says whether the record will be searched again.
    pub fn new(keep: bool) -> Passes {
        Passes { keep, done: Vec::new() }
    }

    /// Nothing is done, of searches of the same record by other tables.
    pub fn afresh(&self) -> Passes {
        Passes::new(self.keep)
    }

    /// The lattice of a pass that is done; empty behind a later one, unless each is kept.
    pub fn lattice(&self, pass: usize) -> &Lattice {
        &self.done[pass].lattice
    }

    /// Takes out the lattice of the last pass done, or a copy where it is kept.
    pub fn take(&mut self, pass: usize) -> Lattice {
        let lattice = &mut self.done[pass].lattice;
        if self.keep { lattice.clone() } else { std::mem::take(lattice) }
    }

    /// Does a pass. `former` is an earlier pass of this search and the stage from which on the
    /// efforts differ from it; `search` is handed what is known and the stage to go on from.
    pub fn run(
        &mut self,
        pass: usize,
        efforts: &[Effort],
        law: &Law,
        guide: &Guide,
        former: Option<(usize, usize)>,
        search: impl FnOnce(Option<(Lattice, usize)>) -> Lattice,
    ) {
        let again = match self.done.get(pass) {
            Some(done) if self.keep && done.guide == *guide => done.same_stages(efforts, law),
            _ => 0,
        };
        let (source, stage) = match former {
            Some((former, stage)) if stage >= again => (former, stage),
            _ => (pass, again),
        };
        let known = (stage > 0).then(|| {
            let lattice = &mut self.done[source].lattice;
            let known = if self.keep { lattice.prefix(stage) } else { std::mem::take(lattice) };
            (known, stage)
        });
        if !self.keep {
            // Nothing is asked of them any more, and they may be large.
            self.done.iter_mut().for_each(|done| done.lattice = Lattice::default());
        }
        let lattice = search(known);
        let done =
            Done { efforts: efforts.to_vec(), law: law.clone(), guide: guide.clone(), lattice };
        match self.done.get_mut(pass) {
            Some(place) => *place = done,
            None => self.done.push(done),
        }
    }
}

impl Done {
    /// How many stages, from the first, are the same under these efforts and this law.
    fn same_stages(&self, efforts: &[Effort], law: &Law) -> usize {
        let same = self.efforts.iter().zip(efforts).take_while(|(a, b)| a == b).count();
        // The last stage decides which games are whole, and is always done again.
        let most = same.min(efforts.len().saturating_sub(1));
        match self.law.first_difference(law) {
            None => most,
            Some(ply) => {
                // A move of that ply may stay in the stage of the position before it.
                let reached = |at: &usize| u32::from(self.lattice.nodes[*at].ply) >= ply;
                let first = (0..self.lattice.nodes.len()).find(reached);
                most.min(first.map_or(usize::MAX, |at| self.lattice.nodes[at].used()))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lattice_is_kept_only_where_the_record_is_searched_again() {
        for keep in [false, true] {
            let mut passes = Passes::new(keep);
            let (law, guide) = (Law::default(), Guide::default());
            for pass in 0..2 {
                let found = Lattice { finals: vec![7], ..Lattice::default() };
                passes.run(pass, &[], &law, &guide, None, |_| found);
            }
            assert_eq!(passes.lattice(0).finals.is_empty(), !keep);
            assert_eq!(passes.lattice(1).finals, [7]);
        }
    }
}
