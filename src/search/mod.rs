//! Finds the legal game that best explains everything that was written.
//!
//! 1. Each sheet's style is inferred (`infer`).
//! 2. Its entries are scored against legal moves (`emission`). A record that replays as it is
//!    written (`replay`) is taken as written, however strange its moves.
//! 3. The beam (`beam`) runs narrow first; where the evidence is poor it runs again, wider and
//!    with gaps, stray and exchanged entries.
//! 4. The lattice of survivors (`lattice`) gives the best game and the posterior of every move,
//!    which `calibration` corrects and `assemble` puts out.

mod assemble;
mod beam;
mod calibration;
mod emission;
mod infer;
mod lattice;
mod replay;
#[cfg(test)]
mod tests;

use shakmaty::{CastlingMode, Chess, PositionError};

use self::{
    assemble::Assembly,
    beam::{Effort, PriorCache},
    emission::SheetModel,
    infer::Guess,
    lattice::{Lattice, MAX_SHEETS},
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
        Options { language: None, notation: None, beam: DEFAULT_BEAM }
    }
}

/// Most entries of a sheet that are searched; the rest is put out as not searched.
const MOST_ENTRIES: usize = 1500;
/// Entries by which a sheet's language is settled.
const SAMPLE: usize = 24;
/// The first search.
const NARROW: Effort = Effort { width: 12, margin: 9.0, free: false };

/// A search again around the troubles of the one before.
struct Pass {
    effort: Effort,
    /// How many entries before a trouble its cause is sought.
    reach: usize,
    /// A place where the steps nearby cost more than [`EASY`] by this together is a trouble, in
    /// nats.
    strained: f32,
    /// A ply at which no move is more probable than this is a trouble.
    doubt: f64,
}

/// The searches after the first; the width of the last is an option.
const PASSES: [Pass; 2] = [
    Pass {
        effort: Effort { width: 100, margin: 13.0, free: true },
        reach: 12,
        strained: 3.0,
        doubt: 0.4,
    },
    Pass {
        effort: Effort { width: DEFAULT_BEAM, margin: 18.0, free: true },
        reach: 36,
        strained: 7.0,
        doubt: 0.0,
    },
];
/// A step that costs no more than this, in nats, is explained well enough.
const EASY: f32 = 2.0;
/// A language is settled if no step of its sample costs more than this, in nats.
const SETTLED: f32 = 4.0;
/// Steps to each side that are nearby.
const NEARBY: usize = 5;
/// Width of the widest search.
const DEFAULT_BEAM: usize = 400;

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
        if sheets.len() > MAX_SHEETS {
            sheets.truncate(MAX_SHEETS);
            findings.push(Finding {
                code: "sheets-not-searched",
                ply: None,
                message: format!("only the first {MAX_SHEETS} sheets were searched"),
            });
        }
        let mut cache = PriorCache::default();
        let mut models = Vec::new();
        let mut style_probabilities = Vec::new();
        for &at in &sheets {
            let (mut model, probability) = self.model(&record.sheets[at], &start, &mut cache);
            if record.start.is_some() {
                model.count_from_first();
            }
            models.push(model);
            style_probabilities.push(probability);
        }
        if replay::replays(&start, &mut models) {
            models.iter_mut().for_each(SheetModel::take_as_written);
        }
        let lattice = self.search(&start, &mut models, &mut cache);
        Assembly { record, start, sheets, models, style_probabilities, lattice, findings }.finish()
    }

    /// The model of a sheet under its most likely style, and how likely that is.
    fn model(&self, sheet: &Sheet, start: &Chess, cache: &mut PriorCache) -> (SheetModel, f64) {
        let named = sheet.language.as_deref().and_then(|name| language(name).ok());
        let notation = sheet.notation.as_deref().and_then(|name| family(name).ok());
        let guesses = infer::styles(sheet, self.language.or(named), self.family.or(notation));
        let build = |guess: &Guess, sheet: &Sheet| {
            let condition = infer::condition(sheet, &guess.style);
            SheetModel::new(sheet, guess.style, &condition)
        };
        let searched = cut(sheet, MOST_ENTRIES);
        if let [only] = &guesses[..] {
            return (build(only, &searched), 1.0);
        }
        let sample = cut(sheet, SAMPLE);
        let mut costs: Vec<f32> = Vec::new();
        for guess in &guesses {
            let mut models = [build(guess, &sample)];
            let efforts = vec![NARROW; beam::stages(&models)];
            let lattice = beam::search(start, &mut models, self.prior, cache, &efforts, None);
            costs.push(guess.cost + lattice.total());
            // The letters speak for the first guesses; if the moves do too, that settles it.
            let path = lattice.best_final().map(|node| lattice.path(node)).unwrap_or_default();
            if !path.is_empty() && path.iter().all(|(_, edge)| edge.strain < SETTLED) {
                break;
            }
        }
        let best =
            (0..costs.len()).min_by(|&a, &b| costs[a].total_cmp(&costs[b])).unwrap_or_default();
        let total: f64 = costs.iter().map(|cost| f64::from(costs[best] - cost).exp()).sum();
        (build(&guesses[best], &searched), 1.0 / total)
    }

    /// Searches narrow, then wider around the places where the evidence is poor.
    fn search(&self, start: &Chess, models: &mut [SheetModel], cache: &mut PriorCache) -> Lattice {
        let narrow = Effort { width: NARROW.width.min(self.beam), ..NARROW };
        let mut efforts = vec![narrow; beam::stages(models)];
        let mut lattice = beam::search(start, models, self.prior, cache, &efforts, None);
        for (at, pass) in PASSES.iter().enumerate() {
            let last = at + 1 == PASSES.len();
            let width = if last { self.beam } else { pass.effort.width.min(self.beam) };
            let effort = Effort { width, ..pass.effort };
            let reach = pass.reach * models.len();
            let mut first = None;
            for trouble in troubles(&lattice, pass) {
                let from = trouble.saturating_sub(reach);
                let to = (trouble + reach / 3).min(efforts.len() - 1);
                efforts[from..=to].fill(effort);
                first = Some(first.unwrap_or(from).min(from));
            }
            let Some(first) = first else { break };
            lattice =
                beam::search(start, models, self.prior, cache, &efforts, Some((lattice, first)));
        }
        lattice
    }
}

/// Stages at which the best game of a lattice explains the record badly or leaves it in doubt.
fn troubles(lattice: &Lattice, pass: &Pass) -> Vec<usize> {
    let Some(last) = lattice.best_final() else { return vec![0] };
    let posteriors = lattice.posteriors();
    let in_doubt = |ply: u16| {
        let moves = posteriors.get(ply as usize);
        moves.and_then(|moves| moves.first()).is_none_or(|(_, posterior)| *posterior < pass.doubt)
    };
    let path = lattice.path(last);
    let strain: Vec<f32> = path.iter().map(|(_, edge)| (edge.strain - EASY).max(0.0)).collect();
    let mut troubles = Vec::new();
    for (at, (_, edge)) in path.iter().enumerate() {
        let from = &lattice.nodes[edge.from as usize];
        let nearby = &strain[at.saturating_sub(NEARBY)..(at + NEARBY + 1).min(strain.len())];
        let strained = strain[at] > 0.0 && nearby.iter().sum::<f32>() > pass.strained;
        if strained || edge.m.is_some() && in_doubt(from.ply) {
            troubles.push(from.used());
        }
    }
    troubles
}

/// The first entries of a sheet.
fn cut(sheet: &Sheet, entries: usize) -> Sheet {
    let mut cut = sheet.clone();
    cut.entries.truncate(entries);
    cut
}

fn start_position(record: &Record, findings: &mut Vec<Finding>) -> Chess {
    let Some(fen) = &record.start else { return Chess::default() };
    // Old files carry castling rights that their position cannot have.
    let position = fen
        .clone()
        .into_position(CastlingMode::Standard)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .or_else(PositionError::ignore_invalid_castling_rights)
        .or_else(PositionError::ignore_invalid_ep_square);
    position.unwrap_or_else(|error: PositionError<Chess>| {
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
