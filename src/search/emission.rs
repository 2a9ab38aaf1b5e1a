//! What an entry says about a move: P(readings | move), scored once per entry and move shape and
//! reused over all hypotheses.
//!
//! Costs are relative to "the text has nothing to do with the game", in nats: below 0 the entry
//! speaks for the move, and an entry that is left aside costs only what leaving it aside costs.

use std::sync::Arc;

use shakmaty::{Chess, Color, Position};

use super::{
    entry::EntryModel,
    infer::Condition,
    outlook::{self, Aims, NOWHERE},
    signs::{Meanings, has_signs},
    teach::Lesson,
};
use crate::{
    channel::{Class, Confusions, Habit, Profile, Slot, align, lesser},
    notation::{
        descriptive_language,
        rows::{self, Damage, Rows},
        spelling::{MoveShape, Spellings, Writer},
        style::{Family, Style},
    },
    prior::math,
    record::{Entry, Sheet},
};

/// A text that costs this much more for a move than if it had nothing to do with it says no more
/// than that, in nats.
const HOPELESS: f32 = 8.0;

/// How often things happen that no damaged letter explains; costs in nats.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rates {
    /// Probability that the text in a move's place has nothing to do with the move.
    pub wrong_text: f32,
    /// Probability that an entry is no move although nothing speaks for it.
    pub stray: f32,
    /// Cost of writing a move twice.
    pub duplicate: f32,
    /// Cost of leaving a move out.
    pub gap: f32,
    /// Cost of exchanging two moves.
    pub exchanged: f32,
    /// Cost of leaving aside the entry after one that was left aside.
    pub stray_again: f32,
    /// Cost of a number that jumps without a reason.
    pub misnumbered: f32,
    /// Cost of numbers that go on where moves were left out, as if they were not.
    pub shifted: f32,
    /// Cost of a check sign behind a move that gives no check.
    pub false_check: f32,
}

impl Rates {
    /// The rates of a writer between 0, a player at the board, and 1, a printed list.
    pub fn of(care: f32) -> Rates {
        Rates {
            wrong_text: 0.007 * (-1.8 * care).exp(),
            stray: 0.004 * (-1.5 * care).exp(),
            duplicate: 6.2 + 3.0 * care,
            gap: 6.2 + 2.5 * care,
            exchanged: 5.5 + 3.0 * care,
            stray_again: 4.5 - 2.5 * care,
            misnumbered: 8.5 - 2.5 * care,
            shifted: 0.0,
            false_check: 4.6 + 2.5 * care,
        }
    }

    /// These rates for a text that was set in type: however much of it an engine has misread, its
    /// numbers were right and its moves in their order.
    pub fn typeset(self) -> Rates {
        Rates {
            exchanged: self.exchanged + 3.0,
            misnumbered: self.misnumbered + 2.0,
            shifted: 4.0,
            ..self
        }
    }
}

/// A spelling that costs this much more than one of another piece by which the record replays, in
/// nats, is unusual: a king's letter for the `Kt` of a knight, the letter of another language.
const UNUSUAL: f32 = 2.0;
/// Cost of an unusual spelling on a sheet that can be read without, above its own, in nats.
const BORROWED: f32 = 12.0;

/// A spelling that costs more than this, in nats, is far-fetched: the letters of other languages are,
/// a superfluous sign or square is not.
pub const FAR_FETCHED: f32 = 5.95;

/// A spelling that costs this much more than another of the same text, in nats, is no reading of
/// it: the letter of another language, say.
pub const FARTHER: f32 = 5.5;

/// Cost of what does not happen on a sheet on which nothing else is wrong.
const NEVER: f32 = 30.0;

/// Rate of damage on a sheet that has none.
const UNDAMAGED: f32 = 1e-15;

/// An undamaged spelling costs less than this under a channel that damages nothing.
const DAMAGED: f32 = 14.0;

/// Cost of writing the last move, or one's own last move, in the place of another.
const COPIED: f32 = 7.0;

/// Cost of a mate sign where the game goes on, above that of a check sign there.
const FALSE_MATE: f32 = 3.0;

/// Goals are weighed in this order: those that cost at least no more than the first of these, than
/// the second and so on, in nats.
const LIKELY: [f32; 5] = [1.0, 3.0, 6.0, 9.0, f32::INFINITY];

/// More than rounding makes of a cost, in nats.
const ROUNDED: f32 = 1e-3;

/// Cost of a blank in a move's place.
const BLANK: f32 = 0.3;

/// What depends on a style alone.
#[derive(Debug, Clone)]
struct Scheme {
    style: Style,
    /// The column that is written so, where it is a part of a column.
    color: Option<Color>,
    profile: Profile,
    damage: Damage,
    writer: Writer,
    rows: Arc<Rows>,
    strict: Arc<Rows>,
}

/// All entries of a sheet, under one style or, in parts of it, under others.
#[derive(Debug, Clone)]
pub struct SheetModel {
    /// How often moves are left out, exchanged and so on.
    pub rates: Rates,
    /// What the posteriors are worth, 0 to 1.
    pub trust: f64,
    /// The entries.
    pub entries: Vec<EntryModel>,
    /// Whether the texts are taken for undamaged.
    as_written: bool,
    /// The sheet's own first, then those of its parts.
    schemes: Vec<Scheme>,
    /// What its signs mean, where it has any.
    meanings: Option<Meanings>,
    scratch: Spellings,
}

impl SheetModel {
    /// Prepares the entries of `sheet` for a style and a channel.
    pub fn new(sheet: &Sheet, style: Style, condition: &Condition) -> SheetModel {
        let Condition { profile, damage, rates, trust } = *condition;
        let mut entries: Vec<EntryModel> = Vec::with_capacity(sheet.entries.len());
        let mut before: [Vec<Class>; 2] = Default::default();
        let mut rows = rows::shared(style.language, style.family, profile, damage, None);
        let meanings = has_signs(sheet).then(Meanings::unknown);
        if let Some(meanings) = &meanings {
            meanings.set(Arc::make_mut(&mut rows));
        }
        let descriptive = (style.family == Family::Descriptive)
            .then(|| descriptive_language(&style.language.code))
            .flatten();
        for (at, entry) in sheet.entries.iter().enumerate() {
            let mut model = EntryModel::new(entry, descriptive, rates.stray);
            let text = model.views.first().map(|view| view.1.clone()).unwrap_or_default();
            model.copied = text.len() >= 2 && before.contains(&text);
            if model.copied {
                model.duplicate = true;
                model.skip = model.skip.min(rates.duplicate - model.unrelated);
            }
            let rest_blank = || sheet.entries[at..].iter().all(Entry::is_blank);
            if model.blank && rest_blank() {
                model.skip = 0.0;
            }
            before = [text, std::mem::take(&mut before[0])];
            entries.push(model);
        }
        entries.iter_mut().for_each(|entry| entry.know(&rows));
        let undamaged = Damage { misread: 1e-9, slip: 1e-9 };
        let strict = rows::shared(style.language, style.family, profile, undamaged, Some(DAMAGED));
        let scheme = Scheme {
            style,
            color: None,
            profile,
            damage,
            writer: Writer::new(style.family, style.habits),
            rows,
            strict,
        };
        let scratch = Spellings::default();
        let schemes = vec![scheme];
        SheetModel { rates, trust, entries, as_written: false, schemes, meanings, scratch }
    }

    /// The style of the sheet, then of its parts in the order in which they were adopted, each
    /// with its column.
    pub fn styles(&self) -> impl Iterator<Item = (&Style, Option<Color>)> {
        self.schemes.iter().map(|scheme| (&scheme.style, scheme.color))
    }

    /// Takes over some entries, perhaps of one column, from a model of the same sheet under
    /// another style.
    pub fn adopt(&mut self, mut other: SheetModel, entries: &[usize], color: Option<Color>) {
        let scheme = self.schemes.len() as u8;
        other.schemes.iter_mut().for_each(|scheme| scheme.color = color);
        self.schemes.append(&mut other.schemes);
        self.trust = self.trust.min(other.trust);
        for &entry in entries {
            if let Some(place) = self.entries.get_mut(entry) {
                std::mem::swap(place, &mut other.entries[entry]);
                place.scheme = scheme;
                place.elsewhere = None;
            }
        }
    }

    /// Takes the texts for undamaged: a strange move is then believed before a likely one that
    /// would be a slip.
    pub fn take_as_written(&mut self) {
        let damage = Damage { misread: UNDAMAGED, slip: UNDAMAGED };
        self.as_written = true;
        for Scheme { style, rows, .. } in &mut self.schemes {
            // What the damage would look like does not matter where there is none.
            let insert = Some(-UNDAMAGED.ln());
            *rows = rows::shared(style.language, style.family, Profile::Hand, damage, insert);
        }
        self.rates = Rates {
            wrong_text: UNDAMAGED,
            gap: NEVER,
            exchanged: NEVER,
            false_check: NEVER,
            ..self.rates
        };
        for entry in self.entries.iter_mut().filter(|entry| entry.is_move()) {
            entry.skip = NEVER;
            entry.copied = false;
        }
        self.forget();
    }

    /// Weighs the texts by tables with these habits.
    pub fn adopt_habits(&mut self, habits: &[Habit]) {
        if habits.is_empty() {
            return;
        }
        for Scheme { style, profile, damage, rows, .. } in &mut self.schemes {
            let table = Confusions::with_habits(*profile, habits, damage.misread);
            *rows = Arc::new(rows::build(style.language, style.family, &table, *damage));
        }
        self.adopt_meanings(self.meanings.clone());
        self.forget();
    }

    /// Takes the signs of the sheet to mean this, where it has any.
    pub fn adopt_meanings(&mut self, meanings: Option<Meanings>) {
        let Some(meanings) = meanings else { return };
        for Scheme { rows, strict, .. } in &mut self.schemes {
            meanings.set(Arc::make_mut(rows));
            meanings.set_sure(Arc::make_mut(strict));
        }
        self.meanings = Some(meanings);
        self.forget();
    }

    /// What the signs of the sheet are taken to mean, where it has any.
    pub fn meanings(&self) -> Option<&Meanings> {
        self.meanings.as_ref()
    }

    /// Forgets what was worked out by other tables.
    fn forget(&mut self) {
        for entry in &mut self.entries {
            entry.know(&self.schemes[usize::from(entry.scheme)].rows);
            entry.cache.clear();
            entry.elsewhere = None;
            entry.aims = [None, None];
        }
    }

    /// Whether the texts are taken for undamaged.
    pub fn is_as_written(&self) -> bool {
        self.as_written
    }

    /// The entries before which the numbers leave room for so many plies, or more, that nobody wrote.
    pub fn behind_lost(&self, least: i32) -> impl Iterator<Item = usize> {
        let pairs = self.ahead().zip(self.ahead().skip(1));
        let lost = pairs.filter(move |((_, before), (_, ahead))| ahead - before >= least);
        lost.map(|(_, (at, _))| at)
    }

    /// The entries with a claim, and by how many plies that is ahead of the entries before them.
    fn ahead(&self) -> impl Iterator<Item = (usize, i32)> {
        let entries = self.entries.iter().enumerate();
        entries.filter_map(|(at, entry)| Some((at, entry.claim? - at as i32)))
    }

    /// Counts the plies that entries claim from the first of them: the game starts from a
    /// position of its own, whose move number the record may give or not.
    pub fn count_from_first(&mut self) {
        let Some(first) = self.ahead().map(|(_, ahead)| ahead).min() else { return };
        for claim in self.entries.iter_mut().filter_map(|entry| entry.claim.as_mut()) {
            *claim -= first;
        }
    }

    /// Cost of `entry` standing for a move of this shape.
    #[inline]
    pub fn cost(&mut self, entry: usize, shape: &MoveShape) -> f32 {
        self.cost_within(entry, shape, f32::INFINITY)
    }

    /// The same where the channel makes no more than `reach` of the text; above that perhaps infinity.
    #[inline]
    pub fn cost_within(&mut self, entry: usize, shape: &MoveShape, reach: f32) -> f32 {
        let model = &self.entries[entry];
        if model.blank {
            return BLANK;
        }
        match model.cache.get(&shape.key()) {
            Some(&cost) => cost,
            None if reach < f32::INFINITY && self.least(entry, shape) > reach => f32::INFINITY,
            None => self.compare(entry, shape),
        }
    }

    /// Cost of `entry` for the one of some shapes that seems nearest to its text.
    pub fn cost_of_nearest(&mut self, entry: usize, shapes: &[MoveShape]) -> f32 {
        let shapes = shapes.iter().map(|shape| (self.least(entry, shape), shape));
        let nearest = shapes.min_by(|a, b| a.0.total_cmp(&b.0));
        nearest.map_or(f32::INFINITY, |(_, nearest)| self.cost(entry, nearest))
    }

    /// The most that the channel may make of `entry` for a move that it costs no more than `most`,
    /// in nats.
    pub fn reach(&self, entry: usize, most: f32) -> f32 {
        let model = &self.entries[entry];
        // As in `of_related`.
        let likelier =
            (math::exp(model.take - most) - self.by_mistake(model)) / (1.0 - self.rates.wrong_text);
        if likelier > 0.0 {
            model.unrelated - math::ln(likelier) / model.weight + ROUNDED
        } else {
            f32::INFINITY
        }
    }

    /// Compares `entry` with a shape for the first time.
    fn compare(&mut self, entry: usize, shape: &MoveShape) -> f32 {
        let related = self.related(entry, shape, f32::INFINITY);
        let cost = self.of_related(entry, related);
        self.entries[entry].cache.insert(shape.key(), cost);
        cost
    }

    /// What the channel makes of `entry` for a shape, in nats; gives up above `limit`.
    fn related(&mut self, entry: usize, shape: &MoveShape, limit: f32) -> f32 {
        if self.as_written && self.entries[entry].views.len() == 1 {
            // Not even a piece letter is forgotten, or borrowed from another language, where the
            // game can do without.
            let usual = self.entries[entry].usual;
            let unusual = |cost: f32| {
                usual.is_some_and(|(role, least)| role != shape.role && cost > least + UNUSUAL)
            };
            return match self.spelling_cost(entry, shape) {
                Some(cost) if unusual(cost) => cost + BORROWED,
                Some(cost) => cost,
                None => f32::INFINITY,
            };
        }
        let limit = limit.min(self.entries[entry].unrelated + HOPELESS);
        if self.least(entry, shape) > limit {
            return f32::INFINITY;
        }
        let model = &self.entries[entry];
        let Scheme { writer, rows, .. } = &self.schemes[usize::from(model.scheme)];
        let mut views = model.views.iter();
        if views.all(|(_, text)| writer.least_of_text(shape, rows, text) > limit) {
            return f32::INFINITY;
        }
        writer.spellings(shape, &mut self.scratch);
        model.channel(&self.scratch, &rows.rows, &rows.insert, limit)
    }

    /// Cost of an entry for a move, from what the channel makes of it.
    fn of_related(&mut self, entry: usize, related: f32) -> f32 {
        let model = &self.entries[entry];
        let cost = |likelier: f32| {
            let wrong = self.rates.wrong_text;
            model.take - math::ln((1.0 - wrong) * likelier + self.by_mistake(model))
        };
        if related.is_finite() {
            return cost(math::exp(model.weight * (model.unrelated - related)));
        }
        let elsewhere = model.elsewhere.unwrap_or_else(|| cost(0.0));
        self.entries[entry].elsewhere = Some(elsewhere);
        elsewhere
    }

    /// How much likelier a text stands in the place of a move that it has nothing to do with than if
    /// it had nothing to do with the game.
    fn by_mistake(&self, model: &EntryModel) -> f32 {
        let copy = if model.copied { (model.unrelated - COPIED).exp() } else { 0.0 };
        self.rates.wrong_text + copy
    }

    /// Where `entry` would have the pieces of a side go.
    pub fn aims(&mut self, entry: usize, color: Color) -> &Aims {
        let side = color.fold_wb(0, 1);
        let known = self.entries[entry].aims[side].take();
        let aims = known.unwrap_or_else(|| Box::new(self.weigh_aims(entry, color)));
        self.entries[entry].aims[side].insert(aims)
    }

    /// Weighs all goals of a side against the text of `entry`.
    fn weigh_aims(&mut self, entry: usize, color: Color) -> Aims {
        let unrelated = self.of_related(entry, f32::INFINITY);
        let goals = outlook::goals(color);
        let bounds: Vec<f32> = goals.iter().map(|(_, shape)| self.least(entry, shape)).collect();
        let mut least = f32::INFINITY;
        let mut costs = vec![unrelated; goals.len()];
        // The best of those that may be cheap rules out most others.
        let mut done = f32::NEG_INFINITY;
        for likely in LIKELY {
            let now = |bound: f32| bound > done && bound <= likely;
            for ((cost, bound), (_, shape)) in costs.iter_mut().zip(&bounds).zip(goals) {
                if !now(*bound) || *bound > least + NOWHERE {
                    continue;
                }
                let related = self.related(entry, shape, least + NOWHERE);
                least = least.min(related);
                if related.is_finite() {
                    *cost = self.of_related(entry, related);
                }
            }
            done = likely;
        }
        let weighed = goals.iter().copied().zip(costs);
        Aims::new(weighed, self.clean_cost(entry), |shape| {
            let related = self.related(entry, shape, least + NOWHERE);
            self.of_related(entry, related)
        })
    }

    /// What the channel makes of `entry` for a shape is no less than this, in nats.
    fn least(&self, entry: usize, shape: &MoveShape) -> f32 {
        let model = &self.entries[entry];
        if self.as_written && model.views.len() == 1 {
            return 0.0;
        }
        let writer = &self.schemes[usize::from(model.scheme)].writer;
        let least = model.cheapest.iter().map(|rows| writer.least(shape, rows));
        least.fold(f32::INFINITY, lesser)
    }

    /// About the least that `entry` could cost as a move of a side, whatever was played before.
    pub fn floor(&mut self, entry: usize, color: Color) -> f32 {
        if self.entries[entry].blank {
            return BLANK;
        }
        self.aims(entry, color).floor
    }

    /// About the least that `entry` could cost as a move of either side.
    pub fn floor_of_any(&mut self, entry: usize) -> f32 {
        self.floor(entry, Color::White).min(self.floor(entry, Color::Black))
    }

    /// What `entry` would cost as an undamaged move.
    pub fn clean_cost(&self, entry: usize) -> f32 {
        let model = &self.entries[entry];
        if model.blank { BLANK } else { model.take - model.weight * model.unrelated }
    }

    /// Whether the first reading of `entry` is an undamaged spelling of the move, and none that is
    /// far-fetched.
    pub fn is_spelling(&mut self, entry: usize, shape: &MoveShape) -> bool {
        self.spelling_cost(entry, shape)
            .is_some_and(|cost| !self.is_far_fetched(entry, cost, shape.black))
    }

    /// Whether the spelling of a move of `black` at this cost is far-fetched, and the text much more
    /// naturally one of another move, be it possible or not: `Bg4` for a rook, not `D - d5` for a
    /// capture.
    pub fn is_far_fetched(&mut self, entry: usize, cost: f32, black: bool) -> bool {
        let mut is_nearer = |(_, other): &(_, MoveShape)| {
            self.spelling_cost(entry, other).is_some_and(|least| cost > least + FARTHER)
        };
        cost > FAR_FETCHED && outlook::goals(Color::from_white(!black)).iter().any(&mut is_nearer)
    }

    /// Whether any reading of `entry` is an undamaged spelling of the move.
    pub fn may_spell(&mut self, entry: usize, shape: &MoveShape) -> bool {
        self.spelling_costs(entry, shape, usize::MAX).is_some()
    }

    /// Cost of the first reading of `entry` as an undamaged spelling of the move, if it is one.
    pub fn spelling_cost(&mut self, entry: usize, shape: &MoveShape) -> Option<f32> {
        self.spelling_costs(entry, shape, 1)
    }

    /// The least cost at which one of the first `readings` readings of `entry` is a spelling of the
    /// move, if one is.
    fn spelling_costs(&mut self, entry: usize, shape: &MoveShape, readings: usize) -> Option<f32> {
        let EntryModel { views, scheme, .. } = &self.entries[entry];
        let Scheme { writer, strict, .. } = &self.schemes[usize::from(*scheme)];
        let texts = || views.iter().take(readings).map(|(_, text)| text.as_slice());
        if !texts().any(|text| writer.may_spell(shape, &strict.rows, text, DAMAGED)) {
            return None;
        }
        writer.spellings(shape, &mut self.scratch);
        let mut whole: Vec<Slot> = Vec::new();
        let costs = self.scratch.iter().map(|(slots, _)| {
            whole.clear();
            whole.extend(slots.iter().map(|slot| Slot {
                skip: if slot.needed { f32::INFINITY } else { slot.skip },
                ..*slot
            }));
            let cost = |text| align(&strict.rows, &whole, text, &strict.insert, DAMAGED);
            texts().map(cost).fold(f32::INFINITY, lesser)
        });
        let least = costs.fold(f32::INFINITY, lesser);
        (least < DAMAGED).then_some(least)
    }

    /// What an entry that stands for a move of this shape teaches about damage; nothing where it
    /// is blank.
    pub fn lesson(&self, entry: usize, shape: &MoveShape) -> Option<Lesson> {
        let model = &self.entries[entry];
        let Scheme { style, profile, damage, writer, .. } =
            &self.schemes[usize::from(model.scheme)];
        let mut spellings = Spellings::default();
        writer.spellings(shape, &mut spellings);
        (!model.blank).then(|| Lesson {
            profile: *profile,
            damage: *damage,
            style: *style,
            spellings,
            readings: model.views.clone(),
            unrelated: model.unrelated,
        })
    }

    /// Cost of a check or mate sign, or of none, where the move of `entry` leads to a position.
    pub fn check_cost(&self, entry: usize, after: &Chess) -> f32 {
        let model = &self.entries[entry];
        let sign = self.schemes[usize::from(model.scheme)].style.habits.check_sign;
        let check = match (model.check, after.is_check()) {
            (None, _) | (Some(false), false) => 0.0,
            (Some(true), true) => -sign.ln(),
            (Some(true), false) => self.rates.false_check,
            (Some(false), true) => -(1.0 - 0.9 * sign).ln(),
        };
        if model.mate && !after.is_checkmate() { check + FALSE_MATE } else { check }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        channel::{Confusions, classes},
        notation::{language, style::Habits},
        search::{
            entry::cheapest,
            shapes::{kings_pieces, shapes},
            tests::{model, position},
        },
    };

    #[test]
    fn a_mate_sign_is_dearer_than_a_check_sign_where_the_game_goes_on() {
        let sheet = model(&["Qf7+", "Qf7#"]);
        let costs = |fen| [0, 1].map(|entry| sheet.check_cost(entry, &position(fen)));
        let [check, mate] = costs("4k3/5Q2/6K1/8/8/8/8/8 b - - 0 1");
        assert_eq!(mate - check, FALSE_MATE);
        let [check, mate] = costs("4k3/4Q3/4K3/8/8/8/8/8 b - - 0 1");
        assert_eq!(mate, check);
    }

    /// What rules a move out before its spellings are compared with a text may not rule out one
    /// that the comparison would have let through.
    #[test]
    fn no_spelling_costs_less_than_the_least() {
        let start = position("r1b1k2r/pPp2ppp/2n2n2/3pP3/1bB5/2N2N2/PP3PPP/R1BQK2R w KQkq d6 0 9");
        let moves = shapes(&start, &start.legal_moves(), kings_pieces(&start));
        let plain = Habits::default();
        let doubled = Habits { second_letter: [true; 6], ..plain };
        let long = Habits { long: 0.95, ..plain };
        let pawns = Habits { pawn_letter: 0.9, pawn_files_only: 0.8, captured_piece: 0.8, ..plain };
        let mut spellings = Spellings::default();
        for (code, habits) in [("en", plain), ("en", pawns), ("de", long), ("ru", doubled)] {
            let language = language(code).expect(code);
            let confusions = Confusions::of(Profile::Hand);
            let rows = rows::build(language, Family::Algebraic, confusions, Damage::default());
            let writer = Writer::new(Family::Algebraic, habits);
            for text in [
                "Nd5", "exd6", "ed", "b8Q", "BxP", "e1g1", "Bf1", "xx", "O-O", "Nxd5", "Q8", "",
                "N", "d", "a3", "Ng1-f3", "pe5xd6", "Ncxd5", "N3d5", "Nfg5", "bxc8=N", "bxa8",
                "Rg1", "h", "Nf3.d", "Ke2", "..a4", "Lf1", "e5-e6", "dd", "3d", "5Nd", "PxP",
                "Bb3", "0-0-0",
            ] {
                let text = classes(&text.chars().collect::<Vec<_>>());
                let cheapest = cheapest(&rows, &text);
                for shape in &moves {
                    writer.spellings(shape, &mut spellings);
                    let cost = |(slots, cost): (&[Slot], f32)| {
                        cost + align(&rows.rows, slots, &text, &rows.insert, f32::INFINITY)
                    };
                    let cost = spellings.iter().map(cost).fold(f32::INFINITY, lesser);
                    let least = writer.least(shape, &cheapest);
                    let least = least.max(writer.least_of_text(shape, &rows, &text));
                    assert!(least <= cost + 1e-4, "{text:?} {shape:?}: {least} > {cost}");
                }
            }
        }
    }
}
