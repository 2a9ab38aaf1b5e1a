//! How a sheet is written: family of notations, language, habits, and how its text was damaged.
//!
//! Languages and families that the letters allow are told apart by searching the start of the
//! game under each: the position soon shows whether an `S` is a knight or a bishop.

use std::sync::OnceLock;

use super::emission::Rates;
use crate::{
    channel::{Confusions, Profile, class},
    notation::{
        DescriptiveLanguage, Kind, Language, Prepared, Stripped, descriptive_language,
        descriptive_languages, descriptive_view, homoglyph, is_figurine,
        language as language_named, languages, prepare_stripped,
        rows::Damage,
        style::{Family, Habits, Style},
    },
    record::{Entry, Sheet},
};

/// A way of reading a sheet, with its cost before any search, in nats.
#[derive(Debug, Clone, Copy)]
pub struct Guess {
    /// The style.
    pub style: Style,
    /// `-ln` of how likely it is, from the letters alone.
    pub cost: f32,
}

/// How a sheet's text was damaged.
#[derive(Debug, Clone, Copy)]
pub struct Condition {
    /// Profile of confusions.
    pub profile: Profile,
    /// Rate of damage.
    pub damage: Damage,
    /// How often moves are left out, exchanged and so on.
    pub rates: Rates,
    /// What the posteriors are worth, 0 to 1: where most texts are damaged, the damage of one is
    /// not independent of that of the next, as the channel takes it to be.
    pub trust: f64,
}

/// What the texts of a sheet look like, before any chess.
pub struct Survey {
    /// One for each entry, in their order; blank ones too.
    pub texts: Vec<Text>,
}

/// A text of a sheet, for asking what it looks like.
#[derive(Debug)]
pub struct Text {
    stripped: Stripped,
    /// Whether it may be a move, and so says something of the sheet.
    counts: bool,
}

/// A style as far as texts show it.
#[derive(Debug, Clone, Copy)]
pub struct Look {
    /// Family of notations.
    pub family: Family,
    /// Language of the letters.
    pub language: &'static Language,
}

/// A sheet with a larger share of texts that no undamaged move looks like is wrecked.
const WRECKED: f32 = 0.4;
/// Stands for the pawn among the roles that a letter can mean; the others count from 0.
const PAWN: usize = 5;
/// Cost of a letter that a language lacks, in nats.
const LACKING: f32 = 3.0;
/// Most languages that are tried by searching.
const MOST_LANGUAGES: usize = 8;

/// The styles that a sheet could be written in, most likely first; never empty.
pub fn styles(
    survey: &Survey,
    language: Option<&'static Language>,
    family: Option<Family>,
) -> Vec<Guess> {
    let mut guesses = Vec::new();
    let numeric = survey.share(|token| is_numeric(&token.core));
    let algebraic = survey.share(|token| is_algebraic(&token.core));
    if family.is_none_or(|family| family == Family::Numeric) && numeric > 0.4 {
        // Only a promotion has a letter.
        let cost = |found: &(&'static Language, f32)| found.1 + language_cost(found.0);
        let languages = survey.algebraic_languages(language);
        let likely = languages.iter().min_by(|a, b| cost(a).total_cmp(&cost(b)));
        let language = language.or(likely.map(|found| found.0)).unwrap_or(english());
        let habits = Habits::default();
        let style = Style { family: Family::Numeric, language, habits };
        guesses.push(Guess { style, cost: 1.0 - numeric });
    }
    if family.is_none_or(|family| family == Family::Descriptive) {
        let mut found = Vec::new();
        for table in descriptive_languages() {
            let Ok(other) = language_named(&table.code) else { continue };
            if language.is_some_and(|given| given.code != table.code) {
                continue;
            }
            let least = if family.is_some() { 0.0 } else { (0.5 * algebraic).max(0.3) };
            if let Some(share) = survey.descriptive_share(table, least) {
                let habits = Habits::default();
                let style = Style { family: Family::Descriptive, language: other, habits };
                let cost = 20.0 * (1.0 - share) + language_cost(other);
                found.push((Guess { style, cost }, survey.descriptive_lacking(table)));
            }
        }
        // Damage makes letters that no language has; what one of them lacks more than another
        // counts.
        let least = found.iter().map(|(_, lacking)| *lacking).min().unwrap_or(0);
        guesses.extend(found.into_iter().map(|(guess, lacking)| {
            let cost = guess.cost + LACKING * (lacking - least) as f32;
            Guess { cost, ..guess }
        }));
    }
    if family.is_none_or(|family| family == Family::Algebraic)
        && (numeric < 0.8 || guesses.is_empty())
    {
        for (other, cost) in survey.algebraic_languages(language) {
            let style = Style {
                family: Family::Algebraic,
                language: other,
                habits: survey.algebraic_habits(other),
            };
            guesses.push(Guess { style, cost: cost + language_cost(other) });
        }
    }
    if guesses.is_empty() {
        let language = language.unwrap_or(english());
        let family = family.unwrap_or(Family::Algebraic);
        let style = Style { family, language, habits: Habits::default() };
        guesses.push(Guess { style, cost: 0.0 });
    }
    guesses.sort_by(|a, b| a.cost.total_cmp(&b.cost));
    guesses.truncate(MOST_LANGUAGES);
    guesses
}

/// The profile and rate of damage that the texts of a surveyed sheet suggest.
pub fn condition(sheet: &Sheet, survey: &Survey, style: &Style) -> Condition {
    let language = style.language;
    let lists = sheet.entries.iter().filter(|entry| entry.readings.len() > 1).count();
    let table = descriptive_language(&language.code);
    let well_formed = match (style.family, table) {
        (Family::Descriptive, Some(table)) => survey.descriptive_share(table, 0.0).unwrap_or(0.0),
        (Family::Numeric, _) => survey.share(|token| is_numeric(&token.core)),
        _ => survey.share(|token| is_well_formed(&token.core, language)),
    };
    let odd = 1.0 - well_formed;
    let care = if sheet.printed { (1.0 - 25.0 * odd).clamp(0.0, 1.0) } else { 0.0 };
    // A careful writer slips as seldom as the letters are damaged.
    let listed = 2 * lists > sheet.entries.len();
    // Handwriting that went through an engine for print is hardly text any more.
    let wreck = if listed || sheet.printed || style.family != Family::Algebraic {
        0.0
    } else {
        (odd - WRECKED).max(0.0)
    };
    // Much damage makes one well-formed text of another.
    let misread = (0.25 * odd).clamp(0.035 - 0.031 * care, 0.09) + wreck;
    let slip = 0.012 * (1.0 - 0.95 * care);
    let profile = if listed {
        Profile::Machine
    } else if wreck > 0.0 {
        Profile::Scan
    } else {
        let evidence = |profile| -> f32 {
            let confusions = Confusions::of(profile);
            survey
                .odd_characters(language)
                .map(|read| {
                    let sum: f32 = "abcdefgh12345678KQRBNxO"
                        .chars()
                        .map(|written| (class(written), class(read)))
                        .map(|(own, read)| {
                            confusions.share(own, read) + confusions.cyrillic(own, read)
                        })
                        .sum();
                    sum.ln()
                })
                .sum()
        };
        let print = if sheet.printed { Profile::Page } else { Profile::Print };
        if evidence(print) > evidence(Profile::Hand) + 1.0 { print } else { Profile::Hand }
    };
    // A typesetter proofreads; an engine has no head to slip.
    let print = matches!(profile, Profile::Print | Profile::Page);
    let slip = if print { 0.05 * slip } else { slip };
    let trust = 1.0 - f64::from(2.0 * wreck).min(0.6);
    let rates = Rates::of(care);
    let rates = if print && sheet.printed { rates.typeset() } else { rates };
    Condition { profile, damage: Damage { misread, slip }, rates, trust }
}

fn english() -> &'static Language {
    languages().iter().find(|language| language.code == "en").unwrap_or(&languages()[0])
}

/// How common a language is among chess records, as a cost that the evidence soon outweighs.
fn language_cost(language: &Language) -> f32 {
    match language.code.as_str() {
        "en" => 0.0,
        "de" | "es" | "fr" | "ru" | "it" | "pt" => 1.5,
        // Figurines that were read as such mean the same in every language.
        "fig" => 8.0,
        _ => 2.5,
    }
}

/// All languages, common ones first.
fn by_commonness() -> &'static [&'static Language] {
    static SORTED: OnceLock<Vec<&'static Language>> = OnceLock::new();
    SORTED.get_or_init(|| {
        let mut known: Vec<&'static Language> = languages().iter().collect();
        known.sort_by(|a, b| language_cost(a).total_cmp(&language_cost(b)));
        known
    })
}

/// Whether a name begins with a letter or with one of another alphabet that looks like it: the
/// Russian knight may be typed as a Latin K.
fn begins(name: &str, c: char) -> bool {
    name.chars().next().is_some_and(|first| first == c || homoglyph(first) == Some(c))
}

fn is_file(c: char) -> bool {
    ('a'..='h').contains(&c)
}

fn is_rank(c: char) -> bool {
    ('1'..='8').contains(&c)
}

/// How many squares a text names.
fn squares(core: &[char]) -> usize {
    core.windows(2).filter(|pair| is_file(pair[0]) && is_rank(pair[1])).count()
}

/// Whether a text ends in one of the letters of Smith notation that name no piece: `e1c1C` castles,
/// `e5d6E` takes in passing.
fn has_smith_sign(core: &[char]) -> bool {
    matches!(core, ['e', '1', 'c' | 'g', '1', 'C'] | ['e', '8', 'c' | 'g', '8', 'C'])
        || matches!(core, [from, '5', to, '6', 'E'] | [from, '4', to, '3', 'E']
            if is_file(*from) && is_file(*to))
}

/// Four figures, the last perhaps a letter for a promotion, or five.
fn is_numeric(core: &[char]) -> bool {
    (4..=5).contains(&core.len()) && core.iter().take(3).all(|c| c.is_ascii_digit())
}

/// Ends in a square, or is castling: what most algebraic texts look like.
fn is_algebraic(core: &[char]) -> bool {
    match core {
        ['O', ..] => core.contains(&'-'),
        [first, .., file, rank] if is_file(*file) && is_rank(*rank) => !first.is_ascii_digit(),
        [file, rank] => is_file(*file) && is_rank(*rank),
        _ => false,
    }
}

/// A text that could be an undamaged move of this language.
fn is_well_formed(core: &[char], language: &Language) -> bool {
    let piece =
        |c: char| is_figurine(c) || language.pieces.iter().flatten().any(|name| name.contains(c));
    match core {
        ['O', '-' | '~', 'O'] | ['O', '-', 'O', '-', 'O'] => true,
        [first, rest @ ..] => {
            // `2c4`, where an engine does not know figurines.
            let opens = piece(*first) || language.misread_role(*first).is_some();
            let rest = if opens { rest } else { core };
            !rest.is_empty()
                && rest.iter().all(|&c| is_file(c) || is_rank(c) || "x-=".contains(c) || piece(c))
                && rest.iter().any(|&c| is_file(c) || is_rank(c) || piece(c))
                && rest.windows(2).all(|pair| {
                    !(is_rank(pair[0]) && is_rank(pair[1]) || is_file(pair[0]) && piece(pair[1]))
                })
        }
        [] => false,
    }
}

/// Everything that a text can look like, common languages first.
pub fn looks() -> impl Iterator<Item = Look> {
    let of = |family| move |&language: &&'static Language| Look { family, language };
    let known = by_commonness().iter();
    let descriptive = known.clone().filter(|other| descriptive_language(&other.code).is_some());
    let numeric = Look { family: Family::Numeric, language: english() };
    known
        .map(of(Family::Algebraic))
        .chain(descriptive.map(of(Family::Descriptive)))
        .chain([numeric])
}

impl Text {
    /// Whether the text looks like a whole move of a style; none where it is no move at all, or
    /// one that every style writes alike.
    pub fn fits(&self, look: Look) -> Option<bool> {
        let Prepared { core, kind, .. } = &self.stripped.prepared;
        if *kind != Kind::Move || core.first() == Some(&'O') {
            return None;
        }
        if squares(core) >= 2 {
            // Long algebraic, coordinates, Smith notation: the letters in them tell little.
            return (look.family != Family::Descriptive).then_some(true);
        }
        Some(match look.family {
            Family::Numeric => is_numeric(core),
            Family::Algebraic => is_algebraic(core) && is_well_formed(core, look.language),
            Family::Descriptive => descriptive_language(&look.language.code)
                .is_some_and(|table| self.is_descriptive(table)),
        })
    }

    fn is_descriptive(&self, language: &DescriptiveLanguage) -> bool {
        descriptive_view(&self.stripped, language).is_some_and(|view| is_descriptive(&view))
    }
}

impl Survey {
    /// Looks through the texts of a sheet.
    pub fn new(sheet: &Sheet) -> Survey {
        let text = |entry| {
            let stripped = prepare_stripped(Entry::text(entry));
            let counts = !entry.is_blank()
                && entry.aside < 0.6
                && matches!(stripped.prepared.kind, Kind::Move | Kind::Other);
            Text { stripped, counts }
        };
        Survey { texts: sheet.entries.iter().map(text).collect() }
    }

    /// The texts that count.
    fn counted(&self) -> impl Iterator<Item = &Text> {
        self.texts.iter().filter(|text| text.counts)
    }

    /// The tokens of the texts that count.
    fn tokens(&self) -> impl Iterator<Item = &Prepared> {
        self.counted().map(|text| &text.stripped.prepared)
    }

    /// How many of the texts that count are as asked, and how many there are.
    fn count(&self, holds: impl Fn(&Text) -> bool) -> (usize, usize) {
        self.counted().fold((0, 0), |(some, all), text| (some + usize::from(holds(text)), all + 1))
    }

    fn share(&self, holds: impl Fn(&Prepared) -> bool) -> f32 {
        let (count, all) = self.count(|text| holds(&text.stripped.prepared));
        count as f32 / all.max(1) as f32
    }

    fn rate(&self, holds: impl Fn(&Prepared) -> bool, expected: f32) -> f32 {
        let (count, all) = self.count(|text| holds(&text.stripped.prepared));
        (count as f32 + expected * 3.0) / (all as f32 + 3.0)
    }

    /// Share of texts that read as descriptive notation in a language and are not algebraic; nothing
    /// where it is below `least`, which the first texts may show.
    fn descriptive_share(&self, language: &DescriptiveLanguage, least: f32) -> Option<f32> {
        let all = self.counted().count();
        let share = |count: usize| count as f32 / all.max(1) as f32;
        let mut most = all;
        for text in self.counted() {
            if share(most) < least {
                return None;
            }
            most -= usize::from(!text.is_descriptive(language));
        }
        Some(share(most)).filter(|share| *share >= least)
    }

    /// Capitals that are no part of a piece's name in a descriptive language.
    fn descriptive_lacking(&self, language: &DescriptiveLanguage) -> usize {
        let known = |c: char| c == 'O' || language.pieces.iter().flatten().any(|p| p.contains(c));
        let letters = self.tokens().flat_map(|token| &token.core);
        letters.filter(|c| c.is_uppercase() && !known(**c)).count()
    }

    /// Languages whose piece letters are the ones written, with a cost for the letters they lack.
    fn algebraic_languages(
        &self,
        given: Option<&'static Language>,
    ) -> Vec<(&'static Language, f32)> {
        let mut letters: Vec<(char, usize)> = Vec::new();
        for token in self.tokens() {
            // Piece letters stand anywhere: `Sf3`, `d1Dh5`, `Ab4xCc3`, `e8=D`. Small ones count in
            // front only.
            let moves = token.core.len() > 1 && !matches!(token.core[..], ['O', '-' | '~', ..]);
            for (at, &c) in token.core.iter().enumerate().filter(|_| moves) {
                let letter = c.is_alphabetic() && !is_file(c) && c != 'x';
                if !letter || c.is_lowercase() && at > 0 || at == 4 && has_smith_sign(&token.core) {
                    continue;
                }
                match letters.iter_mut().find(|(other, _)| *other == c) {
                    Some((_, count)) => *count += 1,
                    None => letters.push((c, 1)),
                }
            }
        }
        let mut seen: Vec<Vec<Option<usize>>> = Vec::new();
        let mut found: Vec<(&'static Language, f32)> = Vec::new();
        for &language in by_commonness() {
            if given.is_some_and(|given| given.code != language.code) {
                continue;
            }
            let named = |c: char| {
                language.pieces.iter().skip(1).position(|names| {
                    names.iter().any(|name| begins(name, c) || name.to_lowercase().starts_with(c))
                })
            };
            let main = |c: char| {
                language
                    .pieces
                    .iter()
                    .skip(1)
                    .position(|names| names.first().is_some_and(|name| begins(name, c)))
            };
            // A letter that names no piece may be that of the pawns: `Be4`, `d4Bd5` in German.
            let pawn = |c: char| language.pieces[0].first().is_some_and(|p| p.starts_with(c));
            // Counted as those of `main` and `named` are, from the knight on.
            let read = |c: char| language.misread_role(c).map(|role| role as usize - 2);
            let role = |c: char| {
                main(c).or_else(|| named(c)).or_else(|| read(c)).or(pawn(c).then_some(PAWN))
            };
            let lacking: usize =
                letters.iter().filter(|(c, _)| role(*c).is_none()).map(|(_, n)| n).sum();
            // Languages that give the same meaning to every letter written are one.
            let meaning: Vec<Option<usize>> = letters.iter().map(|(c, _)| role(*c)).collect();
            if given.is_none() && seen.contains(&meaning) {
                continue;
            }
            seen.push(meaning);
            found.push((language, LACKING * lacking as f32));
        }
        let least = found.iter().map(|(_, cost)| *cost).fold(f32::INFINITY, f32::min);
        found.retain(|(_, cost)| *cost <= 1.3 * least + 9.0);
        found
    }

    fn algebraic_habits(&self, language: &Language) -> Habits {
        let pawn = |c: char| language.pieces[0].iter().any(|name| name.starts_with(c)) || c == 'P';
        let letter = |c: char| c.is_uppercase();
        let mut second_letter = [false; 6];
        let mut forget_second = 0.1;
        for (names, second) in language.pieces.iter().zip(&mut second_letter) {
            *second = names.iter().any(|name| name.chars().count() > 1);
            if names.first().is_some_and(|name| name.chars().count() > 1) {
                forget_second = 2.0;
            }
        }
        Habits {
            long: self.rate(|t| squares(&t.core) >= 2, 0.02),
            capture_sign: (self.rate(|t| t.core.contains(&'x'), 0.16) / 0.2).clamp(0.04, 0.97),
            pawn_files_only: (self.rate(
                |t| matches!(t.core[..], [a, b] | [a, 'x', b] if is_file(a) && is_file(b)),
                0.005,
            ) / 0.08)
                .clamp(0.004, 0.9),
            captured_piece: (self
                .rate(|t| t.core.last().is_some_and(|&c| letter(c)) && t.core.len() > 1, 0.004)
                / 0.2)
                .clamp(0.01, 0.9),
            pawn_letter: (self
                .rate(|t| matches!(t.core[..], [p, f, ..] if pawn(p) && is_file(f)), 0.003)
                / 0.3)
                .clamp(0.005, 0.97),
            check_sign: (self.rate(|t| t.check.is_some(), 0.05) / 0.1).clamp(0.05, 0.92),
            second_letter,
            forget_second,
            ..Habits::default()
        }
    }

    /// Characters that no undamaged move of the language has.
    fn odd_characters<'a>(&'a self, language: &'a Language) -> impl Iterator<Item = char> + 'a {
        let usual = move |c: char| {
            is_file(c)
                || is_rank(c)
                || "xO-=~".contains(c)
                || language.pieces.iter().flatten().any(|name| name.contains(c))
        };
        self.tokens().flat_map(|token| token.core.iter().copied()).filter(move |&c| !usual(c))
    }
}

/// A canonical descriptive text that names a piece and where it goes or what it takes.
fn is_descriptive(view: &[char]) -> bool {
    let pieces = view.iter().filter(|c| "KQRBNP".contains(**c)).count();
    let castles = view.first() == Some(&'O');
    let ranks = view.iter().filter(|c| is_rank(**c)).count();
    castles
        || pieces >= 2 && (ranks >= 1 || view.contains(&'x')) && !view.iter().any(|&c| is_file(c))
}
