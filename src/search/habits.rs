//! What happens throughout a sheet: a writer whose 1 looks like a 7, an engine that takes every 6 for
//! an `ó`.
//!
//! The tables tell how often one character is read for another on sheets of a kind. Where the best
//! game is sure of its moves, they tell what the entries stand for, and by that what is read on this
//! sheet for what. A misreading that it repeats far more often than the tables foretell is a habit,
//! and the sheet is searched again with tables that know it.

use std::collections::BTreeMap;

use shakmaty::Move;

use super::{
    emission::SheetModel,
    lattice::Lattice,
    shapes::shape_of,
    signs::{Meanings, is_sign},
};
use crate::channel::{Class, Habit};

/// Where all moves are as likely as this there is nothing to win.
const SETTLED: f64 = 0.98;
/// Moves that are less likely than this teach nothing.
const SURE: f64 = 0.9;
/// The tables count as much as this many characters of the sheet.
const BEFORE: f64 = 4.0;
/// Fewest times that a misreading happens to be a habit.
const OFTEN: f64 = 2.5;
/// Most searches by what signs mean.
const ROUNDS: usize = 3;
/// What the sheet has to cost less with a habit than without, in nats.
const GAIN: f64 = 6.0;

/// What the best game of a search shows of each sheet.
#[derive(Debug, Clone, PartialEq)]
pub struct Learned {
    habits: Vec<Vec<Habit>>,
    meanings: Vec<Option<Meanings>>,
}

impl Learned {
    /// What the best game of a lattice with these posteriors shows; nothing where nothing is in
    /// doubt.
    pub fn of(
        lattice: &Lattice,
        posteriors: &[Vec<(Move, f64)>],
        models: &[SheetModel],
    ) -> Option<Learned> {
        let settled = |moves: &Vec<(Move, f64)>| moves.iter().any(|(_, p)| *p >= SETTLED);
        if models.iter().all(SheetModel::is_as_written) || posteriors.iter().all(settled) {
            return None;
        }
        let sheets = 0..models.len();
        let of_sheet = |sheet| of_sheet(lattice, posteriors, models, sheet);
        let meanings = |sheet| Meanings::learned(lattice, posteriors, &models[sheet], sheet);
        let habits: Vec<Vec<Habit>> = sheets.clone().map(of_sheet).collect();
        let meanings: Vec<Option<Meanings>> = sheets.map(meanings).collect();
        let nothing = habits.iter().all(Vec::is_empty) && meanings.iter().all(Option::is_none);
        (!nothing).then_some(Learned { habits, meanings })
    }

    /// How often the record is to be searched again: what a sign means is learned step by step.
    pub fn rounds(&self) -> usize {
        if self.meanings.iter().any(Option::is_some) { ROUNDS } else { 1 }
    }

    /// Weighs the texts of the sheets by what was learned.
    pub fn teach(&self, models: &mut [SheetModel]) {
        for ((model, habits), meanings) in models.iter_mut().zip(&self.habits).zip(&self.meanings) {
            model.adopt_habits(habits);
            model.adopt_meanings(meanings.clone());
        }
    }
}

/// The habits of one sheet, by the moves of the best game that are sure.
fn of_sheet(
    lattice: &Lattice,
    posteriors: &[Vec<(Move, f64)>],
    models: &[SheetModel],
    sheet: usize,
) -> Vec<Habit> {
    let model = &models[sheet];
    let has_signs = model.meanings().is_some();
    let mut counts: BTreeMap<(Class, Class), f64> = BTreeMap::new();
    // What the tables give each misreading, on average.
    let mut foretold: BTreeMap<(Class, Class), (f64, f64)> = BTreeMap::new();
    for (_, edge) in lattice.best_path() {
        let (Some(m), Some(entry)) = (edge.m, edge.entries[sheet]) else { continue };
        let from = &lattice.nodes[edge.from as usize];
        let mut known = posteriors.get(usize::from(from.ply)).into_iter().flatten();
        let sure = known.any(|(other, p)| *other == m && *p >= SURE);
        let Some(lesson) = model.lesson(entry.into(), &shape_of(from, m)).filter(|_| sure) else {
            continue;
        };
        let (table, rows) = lesson.tables();
        lesson.weigh(&rows, table, &mut |written, read, weight| {
            *counts.entry((written, read)).or_default() += weight;
            if written != read && !(has_signs && is_sign(read)) {
                let usual = f64::from(lesson.damage.misread * table.share(written, read));
                let (sum, times) = foretold.entry((written, read)).or_default();
                (*sum, *times) = (*sum + usual, *times + 1.0);
            }
        });
    }
    let all = |written: Class| -> f64 {
        counts.range((written, 0)..=(written, Class::MAX)).map(|(_, count)| count).sum()
    };
    let habit = |(&(written, read), &(sum, times)): (&(Class, Class), &(f64, f64))| {
        let (count, usual) = (counts[&(written, read)], sum / times);
        let often = (count + BEFORE * usual) / (all(written) + BEFORE);
        let gain = count * (often / usual).ln();
        (count >= OFTEN && gain >= GAIN).then_some((written, read, often as f32))
    };
    foretold.iter().filter_map(habit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        channel::class,
        search::{
            beam::{self, Effort},
            guide::Guide,
            tests::{search, words},
        },
    };

    /// The habits of a sheet with these texts.
    fn found(texts: &str) -> Vec<Habit> {
        let effort = Effort::blind(40, 9.0, false);
        let mut found = Vec::new();
        search(texts, effort, |setting, efforts| {
            let lattice = beam::search(setting, efforts, &Guide::default(), None);
            found = of_sheet(&lattice, &lattice.posteriors(), setting.models, 0);
        });
        found
    }

    #[test]
    fn what_is_read_wrongly_throughout_is_a_habit() {
        let texts = words().join(" ").replace('4', "q");
        let [(written, read, often)] = found(&texts)[..] else { panic!("one habit") };
        assert_eq!((written, read), (class('4'), class('q')));
        assert!(often > 0.4, "{often}");
    }

    #[test]
    fn a_misreading_now_and_then_is_none() {
        assert!(found(&words().join(" ")).is_empty());
        assert!(found(&words().join(" ").replacen('4', "q", 1)).is_empty());
    }
}
