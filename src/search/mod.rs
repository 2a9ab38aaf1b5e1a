//! Finds the legal game that best explains everything that was written.
//!
//! 1. Each sheet's style is inferred ([`infer`]).
//! 2. Its entries are scored against legal moves ([`emission`]).
//! 3. The beam runs narrow first ([`beam`]); where the evidence is poor it runs again, wider and
//!    with gaps, stray and exchanged entries.
//! 4. The lattice of survivors gives the best game and the posterior of every move
//!    ([`lattice`], [`assemble`]).

mod assemble;
mod beam;
mod calibration;
mod emission;
mod infer;
mod lattice;

use shakmaty::{CastlingMode, Chess};

use self::{
    assemble::{Assembly, SEARCHED},
    beam::Effort,
    emission::SheetModel,
    infer::Guess,
    lattice::Lattice,
};
use crate::{
    error::{Error, ErrorKind},
    notation::{Language, language, style::Family},
    prior::Prior,
    reconstruction::{Finding, Reconstruction},
    record::{Record, Sheet},
};

/// How to search.
#[derive(Debug, Clone)]
pub struct Options {
    /// Language of every sheet, as a code (`de`) or a name (`German`); inferred where absent.
    pub language: Option<String>,
    /// Notation of every sheet (`algebraic`, `descriptive` or `iccf`); inferred where absent.
    pub notation: Option<String>,
    /// Most hypotheses kept at a ply when the evidence is poor.
    pub beam: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options { language: None, notation: None, beam: WIDE.width }
    }
}

/// Most entries of a sheet that are searched; the rest is put out as not searched.
const MOST_ENTRIES: usize = 1500;
/// Entries by which a sheet's language is settled.
const SAMPLE: usize = 24;
/// The first search.
const NARROW: Effort = Effort { width: 12, margin: 9.0, free: false };
/// The second, around the troubles of the first, and how many entries before a trouble its cause
/// is sought.
const MIDDLE: Effort = Effort { width: 100, margin: 13.0, free: true };
const MIDDLE_REACH: usize = 12;
/// The third; its width is an option.
const WIDE: Effort = Effort { width: 400, margin: 18.0, free: true };
const WIDE_REACH: usize = 36;
/// A step that costs more than this, in nats, is not well explained.
const STRAINED: f32 = 1.5;
/// A move less probable than this is looked at again.
const DOUBT: f64 = 0.75;

/// Reconstructs games; made once, used for many records, from many threads.
#[derive(Debug)]
pub struct Reconstructor {
    beam: usize,
    language: Option<&'static Language>,
    family: Option<Family>,
    prior: &'static Prior,
}

impl Reconstructor {
    /// Prepares the tables for these options.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::UnknownLanguage`] and [`ErrorKind::UnknownNotation`] for names that no table
    /// has.
    pub fn new(options: Options) -> Result<Reconstructor, Error> {
        Ok(Reconstructor {
            beam: options.beam.clamp(1, 20_000),
            language: options.language.as_deref().map(language).transpose()?,
            family: options.notation.as_deref().map(family).transpose()?,
            prior: Prior::embedded(),
        })
    }

    /// The most likely legal game behind `record`.
    pub fn reconstruct(&self, record: &Record) -> Reconstruction {
        let mut findings = Vec::new();
        let start = start_position(record, &mut findings);
        let mut sheets: Vec<usize> = (0..record.sheets.len())
            .filter(|&at| record.sheets[at].entries.iter().any(|entry| !entry.is_blank()))
            .collect();
        if sheets.len() > SEARCHED {
            sheets.truncate(SEARCHED);
            findings.push(Finding {
                code: "sheets-not-searched",
                ply: None,
                message: format!("only the first {SEARCHED} sheets were searched"),
            });
        }
        let mut models = Vec::new();
        let mut style_probabilities = Vec::new();
        for &at in &sheets {
            let (model, probability) = self.model(&record.sheets[at], &start);
            models.push(model);
            style_probabilities.push(probability);
        }
        let lattice = self.search(&start, &mut models);
        Assembly { record, start, sheets, models, style_probabilities, lattice, findings }.finish()
    }

    /// The model of a sheet under its most likely style, and how likely that is.
    fn model(&self, sheet: &Sheet, start: &Chess) -> (SheetModel, f64) {
        let named = sheet.language.as_deref().and_then(|name| language(name).ok());
        let notation = sheet.notation.as_deref().and_then(|name| family(name).ok());
        let guesses = infer::styles(sheet, self.language.or(named), self.family.or(notation));
        let build = |guess: &Guess, sheet: &Sheet| {
            let condition = infer::condition(sheet, guess.style.language);
            SheetModel::new(sheet, guess.style, condition.profile, condition.damage)
        };
        let searched = cut(sheet, MOST_ENTRIES);
        if let [only] = &guesses[..] {
            return (build(only, &searched), 1.0);
        }
        let sample = cut(sheet, SAMPLE);
        let costs: Vec<f32> = guesses
            .iter()
            .map(|guess| {
                let mut models = [build(guess, &sample)];
                let efforts = vec![NARROW; beam::stages(&models)];
                guess.cost + beam::search(start, &mut models, self.prior, &efforts, None).total()
            })
            .collect();
        let best =
            (0..costs.len()).min_by(|&a, &b| costs[a].total_cmp(&costs[b])).unwrap_or_default();
        let total: f64 = costs.iter().map(|cost| f64::from(costs[best] - cost).exp()).sum();
        (build(&guesses[best], &searched), 1.0 / total)
    }

    /// Searches narrow, then wider around the places where the evidence is poor.
    fn search(&self, start: &Chess, models: &mut [SheetModel]) -> Lattice {
        let narrow = Effort { width: NARROW.width.min(self.beam), ..NARROW };
        let mut efforts = vec![narrow; beam::stages(models)];
        let mut lattice = beam::search(start, models, self.prior, &efforts, None);
        let wide = Effort { width: self.beam, ..WIDE };
        for (effort, reach) in [(MIDDLE, MIDDLE_REACH), (wide, WIDE_REACH)] {
            let effort = Effort { width: effort.width.min(self.beam), ..effort };
            let reach = reach * models.len();
            let mut first = None;
            for trouble in troubles(&lattice) {
                let from = trouble.saturating_sub(reach);
                let to = (trouble + reach / 3).min(efforts.len() - 1);
                efforts[from..=to].fill(effort);
                first = Some(first.unwrap_or(from).min(from));
            }
            let Some(first) = first else { break };
            lattice = beam::search(start, models, self.prior, &efforts, Some((lattice, first)));
        }
        lattice
    }
}

/// Stages at which the best game of a lattice explains the record badly or leaves it in doubt.
fn troubles(lattice: &Lattice) -> Vec<usize> {
    let Some(last) = lattice.best_final() else { return vec![0] };
    let posteriors = lattice.posteriors();
    let in_doubt = |ply: u16| {
        let moves = posteriors.get(ply as usize);
        moves.and_then(|moves| moves.first()).is_none_or(|(_, posterior)| *posterior < DOUBT)
    };
    let path = lattice.path(last);
    let troubled = path.iter().filter(|(_, edge)| {
        let ply = lattice.nodes[edge.from as usize].ply;
        edge.cost > STRAINED || edge.m.is_some() && in_doubt(ply)
    });
    troubled.map(|(_, edge)| lattice.nodes[edge.from as usize].used()).collect()
}

fn cut(sheet: &Sheet, entries: usize) -> Sheet {
    let mut cut = Sheet { entries: Vec::new(), ..sheet.clone() };
    cut.entries = sheet.entries.iter().take(entries).cloned().collect();
    cut
}

fn start_position(record: &Record, findings: &mut Vec<Finding>) -> Chess {
    let Some(fen) = &record.start else { return Chess::default() };
    fen.clone().into_position(CastlingMode::Standard).unwrap_or_else(|error| {
        findings.push(Finding {
            code: "illegal-start",
            ply: None,
            message: format!(
                "the start position \"{fen}\" is not legal ({error}); the usual one was used"
            ),
        });
        Chess::default()
    })
}

/// The family of a notation by name.
fn family(name: &str) -> Result<Family, Error> {
    const NAMES: [(&str, Family); 9] = [
        ("algebraic", Family::Algebraic),
        ("long-algebraic", Family::Algebraic),
        ("figurine", Family::Algebraic),
        ("coordinates", Family::Algebraic),
        ("uci", Family::Algebraic),
        ("smith", Family::Algebraic),
        ("iccf", Family::Numeric),
        ("numeric", Family::Numeric),
        ("descriptive", Family::Descriptive),
    ];
    let lower = name.to_lowercase();
    NAMES.iter().find(|(known, _)| *known == lower).map(|(_, family)| *family).ok_or_else(|| {
        let near = NAMES
            .iter()
            .filter(|(known, _)| strsim::jaro_winkler(known, &lower) > 0.8)
            .map(|(known, _)| (*known).to_owned())
            .collect();
        Error::new(ErrorKind::UnknownNotation { name: name.to_owned(), near })
    })
}
