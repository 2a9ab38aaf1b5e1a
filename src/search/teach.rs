//! Learning from records with their true games which characters are read for which.
//!
//! 1. The record is searched with every move fixed, which tells what each entry stands for.
//! 2. Expectation: each reading of an entry is aligned with each spelling of its move, and what is
//!    read in each place counts as far as that way of explaining the entry is likely and the
//!    character was misread, not meant.
//! 3. Maximisation: the counts are the next table; 2 and 3 take turns.

use std::{collections::HashMap, sync::Arc};

use super::{Reconstructor, study};
use crate::{
    channel::{CLASSES, Class, Confusions, MAX_TEXT, Profile, align, class, trace},
    constraints::Constraints,
    notation::{
        rows::{self, Damage, Rows},
        spelling::Spellings,
        style::Style,
    },
    record::Record,
};

/// What one entry teaches: what is written there, and what was to be written.
#[derive(Debug, Clone)]
pub struct Lesson {
    pub(super) profile: Profile,
    pub(super) damage: Damage,
    pub(super) style: Style,
    pub(super) spellings: Spellings,
    /// `-ln` of each reading's probability, and its text.
    pub(super) readings: Vec<(f32, Vec<Class>)>,
    /// What the text costs if it has nothing to do with the move, in nats.
    pub(super) unrelated: f32,
}

/// A way of explaining an entry that is less likely than this beside the best is not counted.
const LEAST: f32 = 0.01;
/// The shares that the program has count as much as this many misreadings of each character.
const BEFORE: f64 = 4.0;

/// Counts of what is read where another character was written, for each profile.
type Weights = Vec<[f64; CLASSES]>;

/// Tables of confusions, one a profile, as they are being learned.
#[derive(Debug)]
pub struct Teacher {
    tables: Vec<Confusions>,
}

impl Default for Teacher {
    fn default() -> Teacher {
        Teacher::new()
    }
}

impl Reconstructor {
    /// What a record teaches whose true moves are known, `san` from the first on, each lesson with
    /// its ply from 0; nothing where the moves cannot be played or found in it.
    pub fn lessons(&self, record: &Record, san: &[String]) -> Vec<(usize, Lesson)> {
        let fixed = san.iter().enumerate().map(|(ply, san)| {
            let side = if ply % 2 == 0 { 'w' } else { 'b' };
            format!("{}{side}={san}", ply / 2 + 1).parse()
        });
        let Ok(fixed) = fixed.collect() else { return Vec::new() };
        let constraints = Constraints { fixed, ..Constraints::default() };
        let mut lessons = study::Scored::new(self, record, false).lessons(self, &constraints);
        lessons.retain(|(ply, _)| *ply < san.len());
        lessons
    }
}

impl Teacher {
    /// Begins with the tables that the program has.
    pub fn new() -> Teacher {
        Teacher { tables: Profile::ALL.map(|profile| Confusions::of(profile).clone()).into() }
    }

    /// Learns from all lessons once; returns what an entry cost before, in nats on average.
    pub fn learn(&mut self, lessons: &[Lesson]) -> f64 {
        let mut weights: Vec<Weights> =
            Profile::ALL.iter().map(|_| vec![[0.0; CLASSES]; CLASSES]).collect();
        let cost = self.expect(lessons, &mut |profile, written, read, weight| {
            if written != read {
                weights[profile as usize][written as usize][read as usize] += weight;
            }
        });
        for (profile, weights) in Profile::ALL.into_iter().zip(weights) {
            self.tables[profile as usize] = Confusions::learned(profile, &weights, BEFORE);
        }
        cost
    }

    /// What an entry costs under the tables as they are, in nats on average.
    pub fn cost(&self, lessons: &[Lesson]) -> f64 {
        self.expect(lessons, &mut |_, _, _, _| {})
    }

    /// The tables as a file.
    pub fn file(&self) -> String {
        let lines = Profile::ALL.map(|profile| self.tables[profile as usize].lines(profile));
        format!(
            "# Which character is read where another was written, as a share of all misreadings \
             of it.\n# Made by `scoresheet train channel`.\n# profile\twritten\tread\tshare\n{}",
            lines.concat()
        )
    }

    /// Goes through the lessons and hands over every character, what was read for it, and with what
    /// weight.
    fn expect(&self, lessons: &[Lesson], seen: &mut impl FnMut(Profile, Class, Class, f64)) -> f64 {
        let mut known: HashMap<(Profile, String, [u32; 2]), Rows> = HashMap::new();
        let mut total = 0.0;
        for lesson in lessons {
            let Lesson { profile, damage, style, .. } = lesson;
            let key = [damage.misread.to_bits(), damage.slip.to_bits()];
            let name = format!("{:?} {}", style.family, style.language.code);
            let table = &self.tables[*profile as usize];
            let rows = known
                .entry((*profile, name, key))
                .or_insert_with(|| rows::build(style.language, style.family, table, *damage));
            let mut seen = |written, read, weight| seen(*profile, written, read, weight);
            total += f64::from(lesson.weigh(rows, table, &mut seen));
        }
        total / lessons.len().max(1) as f64
    }
}

impl Lesson {
    /// The tables by which its sheet was weighed: of confusions, and of rows.
    pub(super) fn tables(&self) -> (&'static Confusions, Arc<Rows>) {
        let Style { language, family, .. } = self.style;
        let rows = rows::shared(language, family, self.profile, self.damage, None);
        (Confusions::of(self.profile), rows)
    }

    /// Hands over the characters of the entry, what was read for each, and with what weight; returns
    /// what it costs, in nats.
    pub(super) fn weigh(
        &self,
        rows: &Rows,
        table: &Confusions,
        seen: &mut impl FnMut(Class, Class, f64),
    ) -> f32 {
        let ways = self.readings.iter().filter(|(_, text)| text.len() <= MAX_TEXT).flat_map(
            |(reading_cost, text)| {
                self.spellings.iter().map(move |(slots, cost)| {
                    let aligned = align(&rows.rows, slots, text, &rows.insert, f32::INFINITY);
                    (reading_cost + cost + aligned, text, slots)
                })
            },
        );
        let ways: Vec<_> = ways.collect();
        let least = ways.iter().map(|way| way.0).fold(self.unrelated, f32::min);
        let likelihood = |cost: f32| (least - cost).exp();
        let sum =
            likelihood(self.unrelated) + ways.iter().map(|way| likelihood(way.0)).sum::<f32>();
        for (cost, text, slots) in &ways {
            let share = likelihood(*cost) / sum;
            if share < LEAST {
                continue;
            }
            let (_, places) = trace(&rows.rows, slots, text, &rows.insert);
            for (&read, slot) in text.iter().zip(&places).filter_map(|(c, at)| Some((c, (*at)?))) {
                let row = slots[slot].row;
                let Style { language, family, .. } = self.style;
                let Some(meant) = rows::written(language, family, row) else { continue };
                let written = class(meant);
                if read == written {
                    seen(written, read, f64::from(share));
                    continue;
                }
                // The rest of the probability is that it was meant so.
                let by_eye = self.damage.misread * table.share(written, read);
                let all = (-rows.rows[usize::from(row)][usize::from(read)]).exp();
                let weight = share * (by_eye / all).min(1.0);
                seen(written, read, f64::from(weight));
            }
        }
        least - sum.ln()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{read, search::Options};

    #[test]
    fn what_is_misread_throughout_is_learned() {
        let sheet = "1. e4 e5 2. N~3 Nc6 3. Bb5 a6 4. Ba4 N~6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 \
                     O-O 9. h3 Nb8 10. d4 Nbd7 11. Nbd2 Bb7 12. Bc2 Re8 13. N~1 B~8 14. Ng3 g6";
        let truth: Vec<String> = sheet
            .replace('~', "f")
            .split_whitespace()
            .filter(|word| !word.ends_with('.'))
            .map(str::to_owned)
            .collect();
        let record = &read::read(sheet.replace('~', "y").as_bytes(), "sheet").expect("a sheet")[0];
        let reconstructor = Reconstructor::new(Options::default()).expect("no names");
        let lessons: Vec<Lesson> =
            reconstructor.lessons(record, &truth).into_iter().map(|(_, lesson)| lesson).collect();
        assert_eq!(lessons.len(), truth.len());
        let mut teacher = Teacher::new();
        let profile = lessons[0].profile;
        let share = |teacher: &Teacher| {
            let table: &Confusions = &teacher.tables[profile as usize];
            table.share(class('f'), class('y'))
        };
        let before = share(&teacher);
        let cost = teacher.learn(&lessons);
        assert!(share(&teacher) > before + 0.15, "{before} to {}", share(&teacher));
        assert!(teacher.cost(&lessons) < cost);
        assert!(teacher.file().contains(&format!("{}\tf\ty\t", profile.name())));
    }

    #[test]
    fn another_game_teaches_nothing() {
        let record = &read::read(b"1. e4 e5 2. Nf3 Nc6", "sheet").expect("a sheet")[0];
        let reconstructor = Reconstructor::new(Options::default()).expect("no names");
        let illegal = ["e4", "e5", "Ke3"].map(String::from);
        assert!(reconstructor.lessons(record, &illegal).is_empty());
    }
}
