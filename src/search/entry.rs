//! One entry, ready for scoring: its readings as the channel sees them, what they say besides, and
//! what was worked out of it so far.

use rustc_hash::{FxBuildHasher, FxHashMap};
use shakmaty::Role;

use super::outlook::Aims;
use crate::{
    channel::{Class, MAX_TEXT, Row, Slot, align, classes, lesser},
    notation::{
        CheckSign, DescriptiveLanguage, Kind, Stripped, descriptive_view, prepare_stripped,
        rows::{self, Rows},
        spelling::Spellings,
    },
    prior::math,
    record::{Entry, Reading},
};

/// Cost of a text that has nothing to do with the move: to begin with, and per character. With less,
/// two damaged letters are soon taken for another move's text.
const UNRELATED: f32 = 4.5;
const UNRELATED_CHAR: f32 = 2.4;

/// Readers of images are too sure of themselves; below 1 evens out their lists.
const N_BEST_EXPONENT: f32 = 0.9;

/// A reading that costs this much more than another says nothing beside it, in nats.
const NOTHING: f32 = 12.0;

/// An entry that costs so much to take for a move, before its text is weighed, is most likely none,
/// in nats: nine times in ten.
const ASIDE: f32 = 2.3;

/// Most that an entry may be held for no move.
const SUREST_ASIDE: f32 = 0.9999;
/// About as many shapes are compared with an entry.
const USUAL_SHAPES: usize = 48;

/// One entry, ready for scoring.
#[derive(Debug, Clone)]
pub struct EntryModel {
    /// Views of the readings in the style's family, with `-ln` of their probability.
    pub views: Vec<(f32, Vec<Class>)>,
    /// Index of the style that the entry is written in.
    pub scheme: u8,
    /// For each view what it costs at least to write each row of the table in it somewhere.
    pub cheapest: Vec<[f32; rows::COUNT]>,
    /// What it costs if the text has nothing to do with anything.
    pub unrelated: f32,
    /// What the text counts for, 0 to 1: less where its reader was sure of no reading.
    pub weight: f32,
    /// Nothing is written here.
    pub blank: bool,
    /// Whether a check sign stands there.
    pub check: Option<bool>,
    /// Whether it says that the game ends.
    pub mate: bool,
    /// Whether a sign or word for a capture stands there.
    pub capture: bool,
    /// Cost of leaving the entry aside.
    pub skip: f32,
    /// Cost of taking the entry for a move, before its text is weighed.
    pub take: f32,
    /// Ply that number and colour claim, from 0.
    pub claim: Option<i32>,
    /// The piece of which the text is the cheapest spelling where the record replays as it is
    /// written, and that cost.
    pub usual: Option<(Role, f32)>,
    /// The entry repeats the one before it.
    pub duplicate: bool,
    /// The entry repeats the one before it or the writer's own last one: it may stand in a move's
    /// place by mistake.
    pub copied: bool,
    /// The entry is a result, or nothing like a move.
    pub kind: Kind,
    /// What it costs for the shapes that it was compared with, by `MoveShape::key`.
    pub cache: FxHashMap<u32, f32>,
    /// What it costs for a move that it has nothing to do with, once it was asked for.
    pub elsewhere: Option<f32>,
    /// Where White's and Black's pieces would go, once it was asked for.
    pub aims: [Option<Box<Aims>>; 2],
}

impl EntryModel {
    /// Prepares an entry; `stray` is the probability that it is no move although nothing speaks for
    /// it.
    pub fn new(entry: &Entry, descriptive: Option<&DescriptiveLanguage>, stray: f32) -> EntryModel {
        let stripped: Vec<(&Reading, Stripped)> = entry
            .readings
            .iter()
            .filter(|reading| !reading.text.trim().is_empty())
            .map(|reading| (reading, prepare_stripped(&reading.text)))
            .collect();
        let total: f64 = stripped.iter().map(|(reading, _)| reading.probability.max(1e-6)).sum();
        let first = stripped.first().map(|(_, first)| &first.prepared);
        let kind = first.map_or(Kind::Blank, |first| first.kind);
        let views: Vec<(f32, Vec<Class>)> = stripped
            .iter()
            .filter_map(|(reading, stripped)| {
                // What has no descriptive view is compared as it stands.
                let view = descriptive.and_then(|table| descriptive_view(stripped, table));
                let text = classes(view.as_ref().unwrap_or(&stripped.prepared.core));
                let share = reading.probability.max(1e-6) / total;
                let cost = -(share as f32).ln() * N_BEST_EXPONENT;
                (text.len() <= MAX_TEXT).then_some((cost, text))
            })
            .collect();
        let length = views.first().map_or(3, |view| view.1.len());
        let surest = stripped.iter().map(|(reading, _)| reading.probability).fold(0.0, f64::max);
        let blank = stripped.is_empty();
        let aside = (entry.aside as f32).clamp(stray, SUREST_ASIDE);
        let (mut skip, mut take) = (-aside.ln(), -(1.0 - aside).ln());
        match kind {
            Kind::Blank => skip = 2.0,
            Kind::Result => (skip, take) = (0.05, take + 6.0),
            Kind::Other => skip = skip.min(1.0),
            Kind::Move => {}
        }
        EntryModel {
            views,
            scheme: 0,
            cheapest: Vec::new(),
            unrelated: UNRELATED + UNRELATED_CHAR * length as f32,
            weight: weight(surest as f32),
            blank,
            check: first.map(|first| first.check.is_some()),
            mate: first.is_some_and(|first| first.check == Some(CheckSign::Mate)),
            capture: first.is_some_and(|first| first.capture),
            skip,
            take,
            claim: entry.claimed_ply().map(|ply| ply as i32),
            usual: None,
            duplicate: false,
            copied: false,
            kind,
            elsewhere: None,
            cache: FxHashMap::with_capacity_and_hasher(USUAL_SHAPES, FxBuildHasher),
            aims: [None, None],
        }
    }

    /// Whether the entry is a move for all that its reader knew.
    pub fn is_move(&self) -> bool {
        self.kind == Kind::Move && self.take < ASIDE
    }

    /// Notes what the rows of a table ask for at least.
    pub fn know(&mut self, rows: &Rows) {
        self.cheapest = self.views.iter().map(|(_, text)| cheapest(rows, text)).collect();
    }

    /// `-ln` P(readings | spellings).
    pub fn channel(&self, spellings: &Spellings, rows: &[Row], insert: &Row, limit: f32) -> f32 {
        let mut best = f32::INFINITY;
        let mut sum = 0.0f32;
        for ((reading_cost, text), cheapest) in self.views.iter().zip(&self.cheapest) {
            // Readings that say next to nothing beside the best so far are not compared.
            let limit = limit.min(best + NOTHING - reading_cost);
            let mut least = f32::INFINITY;
            for (slots, cost) in spellings.iter() {
                let limit = least.min(limit) - cost;
                // Most moves are ruled out by what they ask for anywhere in the text.
                let place =
                    |slot: &Slot| lesser(slot.skip, slot.present + cheapest[usize::from(slot.row)]);
                if slots.iter().map(place).sum::<f32>() > limit {
                    continue;
                }
                least = least.min(cost + align(rows, slots, text, insert, limit));
            }
            let cost = reading_cost + least;
            // Running log-sum-exp around the best so far.
            if cost < best {
                sum = if best.is_finite() { sum * math::exp(cost - best) } else { 0.0 } + 1.0;
                best = cost;
            } else if cost.is_finite() {
                sum += math::exp(best - cost);
            }
        }
        if best.is_finite() { best - math::ln(sum) } else { f32::INFINITY }
    }
}

/// What a text counts for whose best reading has this probability. Where even that is small, what is
/// written was hard to read, and none of the readings may be near it.
///
/// Fitted to 5,000 moves of hcs-crnn at their true positions: their texts foretell them best if
/// counted 0.5 to 0.6 below 0.1, 0.7 below 0.2, 0.83 below 0.3, 0.9 below 0.5, and as they are above.
fn weight(surest: f32) -> f32 {
    const SURE: f32 = 1.1;
    const BY_LN: f32 = 0.2;
    const LEAST: f32 = 0.4;
    (SURE + BY_LN * math::ln(surest.max(f32::MIN_POSITIVE))).clamp(LEAST, 1.0)
}

/// What each row of a table costs at least somewhere in a text.
pub fn cheapest(rows: &Rows, text: &[Class]) -> [f32; rows::COUNT] {
    let least = |row: &Row| text.iter().map(|&c| row[c as usize]).fold(f32::INFINITY, lesser);
    std::array::from_fn(|row| least(&rows.rows[row]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_of_which_no_reading_is_sure_counts_for_less() {
        for (surest, least, most) in [(1.0, 1.0, 1.0), (0.7, 1.0, 1.0), (0.25, 0.7, 0.9)] {
            assert!((least..=most).contains(&weight(surest)), "{surest}");
        }
        assert!(weight(0.1) < weight(0.15) && weight(0.0) > 0.3);
    }
}
