//! Parts of a sheet that are written otherwise than the rest: the writer goes over to another
//! notation or language, or the two columns are by two hands.
//!
//! Only the look of the texts decides: a part is the stretch of entries, of both columns or of one,
//! at which another style fits more texts than the sheet's own does; what fits both tells nothing.

use std::cell::LazyCell;

use shakmaty::Color;

use super::{
    emission::SheetModel,
    infer::{self, Look, Survey, Text},
};
use crate::{
    notation::{
        Language,
        style::{Family, Style},
    },
    record::{Entry, Sheet},
};

/// Entries by which a part has to fit its own style better than the sheet's.
const LEAST: i32 = 5;
/// Most parts of a sheet.
const MOST: usize = 3;

/// A stretch of a sheet in a style of its own.
#[derive(Debug, Clone)]
pub struct Part {
    /// Indices of its entries, in order; never empty.
    pub entries: Vec<usize>,
    /// The column that it is limited to.
    pub color: Option<Color>,
    /// What fits it; other languages may as well.
    look: Look,
}

impl Part {
    /// The part in words, as it stands in a sheet whose entries it is given.
    pub fn describe(&self, sheet: &Sheet, style: &Style) -> String {
        let notation = format!("{} ({})", style.notation(), style.language.name);
        let text = |at: usize| format!("\"{}\"", sheet.entries[at].text());
        let (first, last) = (text(self.entries[0]), text(self.entries[self.entries.len() - 1]));
        let column = match self.color {
            Some(Color::White) => "White's entries ",
            Some(Color::Black) => "Black's entries ",
            None => "the entries ",
        };
        format!("{column}from {first} to {last} are written in {notation}")
    }
}

/// The model of a sheet whose parts may be written otherwise than most of it, which `model` took
/// for the whole, and those parts, in the order of the model's further styles.
pub fn compose(
    sheet: &Sheet,
    survey: &Survey,
    model: SheetModel,
    language: Option<&'static Language>,
    family: Option<Family>,
) -> (SheetModel, Vec<Part>) {
    let Some((&own, _)) = model.styles().next() else { return (model, Vec::new()) };
    let look = Look { family: own.family, language: own.language };
    let mut parts = find(sheet, survey, look, || looks(language, family));
    if parts.is_empty() {
        return (model, parts);
    }
    // Habits and damage of each part are its own.
    let build = |keep: &dyn Fn(usize) -> bool, language, family| {
        let kept = only(sheet, keep);
        let survey = Survey::new(&kept);
        let guess = infer::styles(&survey, language, Some(family)).swap_remove(0);
        let condition = infer::condition(&kept, &survey, &guess.style);
        SheetModel::new(sheet, guess.style, &condition)
    };
    let rest = |at: usize| !parts.iter().any(|part| part.entries.contains(&at));
    let mut whole = build(&rest, Some(own.language), own.family);
    parts.retain(|part| {
        let keep = |at: usize| part.entries.contains(&at);
        let model = build(&keep, language, part.look.family);
        let another = model.styles().any(|(style, _)| {
            (style.family, &style.language.code) != (own.family, &own.language.code)
        });
        if another {
            whole.adopt(model, &part.entries, part.color);
        }
        another
    });
    (whole, parts)
}

/// The parts of a sheet that fit another style than `own`, the clearest first; `looks` are the
/// styles that may be, and only asked for where enough texts do not fit.
fn find(sheet: &Sheet, survey: &Survey, own: Look, looks: impl FnOnce() -> Vec<Look>) -> Vec<Part> {
    let mut fits: Vec<Option<bool>> = survey.texts.iter().map(|text| text.fits(own)).collect();
    let looks = LazyCell::new(looks);
    let mut parts = Vec::new();
    while parts.len() < MOST {
        let misfits = survey.texts.iter().zip(&fits).filter(|(_, own)| **own == Some(false));
        let misfits: Vec<&Text> = misfits.map(|(text, _)| text).collect();
        let least = LEAST as usize;
        if misfits.len() < least {
            break;
        }
        // Most styles do not even fit what the sheet's own does not.
        let may_gain = |look: &&Look| {
            let fitting = misfits.iter().filter(|text| text.fits(**look) == Some(true));
            fitting.count() >= least
        };
        let found = looks.iter().filter(may_gain).flat_map(|&look| {
            let gains: Vec<i32> = survey
                .texts
                .iter()
                .zip(&fits)
                .map(|(text, own)| match (own, text.fits(look)) {
                    (Some(own), Some(other)) => i32::from(other) - i32::from(*own),
                    _ => 0,
                })
                .collect();
            [None, Some(Color::White), Some(Color::Black)].into_iter().filter_map(move |color| {
                let in_column = |at: usize| {
                    color.is_none_or(|color| color_of(&sheet.entries[at]) == Some(color))
                };
                let entries: Vec<usize> = (0..gains.len()).filter(|&at| in_column(at)).collect();
                let (gain, first, last) = best_stretch(entries.iter().map(|&at| gains[at]))?;
                Some((gain, look, color, entries[first..=last].to_vec()))
            })
        });
        // The first of equals: both columns before one, common languages before others.
        let best = found.fold(None, |best: Option<(i32, _, _, _)>, next| match &best {
            Some(best_yet) if best_yet.0 >= next.0 => best,
            _ => Some(next),
        });
        let Some((gain, look, color, entries)) = best else { break };
        if gain < LEAST {
            break;
        }
        for &at in &entries {
            fits[at] = None;
        }
        parts.push(Part { entries, color, look });
    }
    parts
}

/// A copy of a sheet in which only some entries have texts.
fn only(sheet: &Sheet, keep: impl Fn(usize) -> bool) -> Sheet {
    let mut only = sheet.clone();
    for (at, entry) in only.entries.iter_mut().enumerate() {
        if !keep(at) {
            entry.readings.clear();
        }
    }
    only
}

fn color_of(entry: &Entry) -> Option<Color> {
    entry.claimed_ply().map(|ply| Color::from_white(ply % 2 == 0))
}

/// The stretch with the largest sum: the sum, its first and its last place.
fn best_stretch(gains: impl Iterator<Item = i32>) -> Option<(i32, usize, usize)> {
    let mut best: Option<(i32, usize, usize)> = None;
    let (mut sum, mut first) = (0, 0);
    for (at, gain) in gains.enumerate() {
        if sum <= 0 {
            (sum, first) = (0, at);
        }
        sum += gain;
        if best.is_none_or(|best| sum > best.0) {
            best = Some((sum, first, at));
        }
    }
    best
}

/// The styles that a part may have under what is known of the sheet.
fn looks(language: Option<&'static Language>, family: Option<Family>) -> Vec<Look> {
    let given = |look: &Look| {
        language.is_none_or(|language| look.language.code == language.code)
            && family.is_none_or(|family| look.family == family)
    };
    infer::looks().filter(given).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::language;

    fn found(text: &str) -> Vec<Part> {
        let sheet = &crate::read::read(text.as_bytes(), "sheet").expect("a sheet")[0].sheets[0];
        let english = language("en").expect("English");
        let own = Look { family: Family::Algebraic, language: english };
        find(sheet, &Survey::new(sheet), own, || looks(None, None))
    }

    #[test]
    fn a_stretch_is_the_best_one() {
        assert_eq!(best_stretch([-1, 2, -1, 3, -5, 1].into_iter()), Some((4, 1, 3)));
        assert_eq!(best_stretch(std::iter::empty()), None);
    }

    #[test]
    fn a_writer_goes_over_to_descriptive() {
        let parts = found(
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. R-K1 P-QKt4 7. B-Kt3 P-Q3 \
             8. P-B3 O-O 9. P-KR3 Kt-QR4 10. B-B2 P-B4",
        );
        assert_eq!(parts.len(), 1);
        assert_eq!(parts[0].look.family, Family::Descriptive);
        assert_eq!(parts[0].entries, (10..20).collect::<Vec<_>>());
    }

    #[test]
    fn columns_by_two_hands() {
        let parts = found(
            "1. e4 e5\n2. Nf3 Cc6\n3. Bb5 a6\n4. Ba4 Cf6\n5. O-O Fe7\n6. Re1 b5\n7. Bb3 d6\n\
             8. c3 O-O\n9. h3 Ca5\n10. Bc2 c5\n11. d4 Dc7\n12. Nbd2 Td8\n",
        );
        assert_eq!(parts.len(), 1);
        assert_eq!(parts[0].color, Some(Color::Black));
        assert!(["es", "fr"].contains(&parts[0].look.language.code.as_str()));
    }

    #[test]
    fn some_damaged_texts_are_no_part() {
        let parts = found(
            "1. e4 e5 2. Hf3 Nc6 3. Bb5 a6 4. Ba4 Mf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O \
             9. h3 Na5 10. 8c2 c5 11. d4 Qc7 12. Hbd2 cxd4",
        );
        assert!(parts.is_empty(), "{parts:?}");
    }
}
