//! Finds the legal game that best explains everything that was written.
//!
//! 1. Each sheet's style is inferred (`infer`).
//! 2. Its entries (`entry`) are scored against legal moves (`emission`). A record that replays as it is
//!    written (`replay`) is taken as written, however strange its moves.
//! 3. The beam (`beam`) asks what each sheet can do at a ply (`actions`), and runs narrow first
//!    (`course`); where the evidence is poor (`trouble`) it runs again, wider, with gaps, stray and
//!    exchanged entries, and with an eye on what the next entries ask for (`outlook`) and will cost
//!    (`ahead`). What is still explained badly may follow from a move long before: games that leave
//!    the best one there (`detours`) are kept in a search (`guide`).
//! 4. What is known of the game besides (`constraints`) binds the beam; where nothing fits it, the
//!    search goes on with one width throughout, and at last without it.
//! 5. What the best game shows to be misread throughout a sheet (`habits`) is a reason to search it
//!    once more with tables of its own.
//! 6. Where games of the lattice of survivors (`lattice`) are about as likely, what comes of their
//!    moves is weighed (`weigh`).
//! 7. The lattice gives the best game and the posterior of every move, which `calibration` corrects
//!    and `assemble` puts out.

mod actions;
mod ahead;
mod assemble;
mod beam;
mod calibration;
mod constraints;
mod course;
mod detours;
mod dispute;
mod emission;
mod entry;
mod guide;
mod habits;
mod infer;
mod lattice;
mod mass;
mod outlook;
mod parts;
mod passes;
mod readings;
mod replay;
mod shapes;
mod signs;
mod study;
pub mod teach;
#[cfg(test)]
mod tests;
mod trouble;
mod weigh;

use std::borrow::Cow;

use shakmaty::{CastlingMode, Chess};

use self::{
    beam::{Effort, PriorCache, Setting},
    constraints::Law,
    course::{Course, DEFAULT_BEAM, NARROW},
    emission::SheetModel,
    guide::Guide,
    infer::{Guess, Survey},
    lattice::Lattice,
    parts::Part,
    passes::Passes,
    shapes::shape_of,
};
pub use self::{
    lattice::MAX_SHEETS,
    readings::{Evidence, GameReading, Readings, Written},
    study::Study,
};
use crate::{
    error::{Error, ErrorKind},
    illegal,
    notation::{Language, language, style::Family},
    prior::Prior,
    reconstruction::{Finding, Reconstruction},
    record::{Record, Sheet},
    start::mended_position,
};

/// How to search.
#[derive(Debug, Clone)]
pub struct Options {
    /// Language of every sheet, as a code (`de`) or a name (`German`); inferred where absent.
    pub language: Option<String>,
    /// Notation of every sheet (`algebraic`, `descriptive` or `iccf`); inferred where absent.
    pub notation: Option<String>,
    /// Most hypotheses kept at a ply when the evidence is poorest; the other searches are narrower
    /// in proportion. From 1 to 20,000: what lies outside is taken for the nearer end. Time and
    /// memory grow in proportion where the evidence is poor.
    pub beam: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options { language: None, notation: None, beam: DEFAULT_BEAM }
    }
}

/// Most hypotheses that can be asked for.
const WIDEST: usize = 20_000;
/// Constraints that do not fit and are taken out one after another; beyond that all are.
const MOST_UNMET: usize = 4;
/// Most entries of a sheet that are searched; the rest is put out as not searched.
const MOST_ENTRIES: usize = 1500;
/// Entries by which a sheet's language is settled.
const SAMPLE: usize = 24;
/// A language is settled if no step of its sample costs more than this, in nats.
const SETTLED: f32 = 4.0;
/// A text that costs this much more than an undamaged one is strange, in nats.
const STRANGE: f32 = 4.0;
/// A language is not settled by a sample of which more than one text in so many is strange.
const FEW_OF: usize = 8;

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
            beam: options.beam.clamp(1, WIDEST),
            language: options.language.as_deref().map(language).transpose()?,
            family: options.notation.as_deref().map(family).transpose()?,
            prior: Prior::embedded(),
        })
    }

    /// The most likely legal game behind `record`. Never fails: what cannot be read or placed is in
    /// the result, with the reason. A badly damaged record takes many times as long as a clean one.
    ///
    /// # Examples
    ///
    /// ```
    /// use scoresheet::{read, search::{Options, Reconstructor}};
    ///
    /// let record = read::read(b"1. e4 e5 2. Sf3 Sc6 3. Lb5 a6", "sheet.txt")?.remove(0);
    /// let game = Reconstructor::new(Options::default())?.reconstruct(&record);
    /// assert!(game.complete);
    /// assert_eq!(game.moves[4].san.to_string(), "Bb5");
    /// # Ok::<(), scoresheet::error::Error>(())
    /// ```
    pub fn reconstruct(&self, record: &Record) -> Reconstruction {
        let mut game = self.legal_game(record);
        let start = || start_position(record, &mut Vec::new());
        illegal::look(record, start, &mut game, |before| self.legal_game(before));
        game
    }

    /// The most likely legal game behind `record`, as if no illegal move could have stood in it.
    pub(crate) fn legal_game(&self, record: &Record) -> Reconstruction {
        study::Scored::new(self, record, false).search(self, record, &record.constraints)
    }

    /// A record that can be searched again and again under other constraints, each time after
    /// the first much faster than [`Reconstructor::reconstruct`] and with the same outcome.
    pub fn study(&self, record: Record) -> Study<'_> {
        Study::new(self, record)
    }

    /// The model of a sheet under its most likely style and those of its parts, which come with
    /// it; and how likely that style is.
    fn model(
        &self,
        sheet: &Sheet,
        start: &Chess,
        cache: &mut PriorCache,
    ) -> (SheetModel, Vec<Part>, f64) {
        let named = sheet.language.as_deref().and_then(|name| language(name).ok());
        let notation = sheet.notation.as_deref().and_then(|name| family(name).ok());
        let (language, family) = (self.language.or(named), self.family.or(notation));
        let sheet = &signs::signed(in_small_letters(cut(sheet, MOST_ENTRIES)));
        let survey = &Survey::new(sheet);
        let (model, probability) =
            self.model_of_style(sheet, survey, language, family, start, cache);
        let (model, parts) = parts::compose(sheet, survey, model, language, family);
        (model, parts, probability)
    }

    /// The model of a sheet under its most likely style, and how likely that is.
    fn model_of_style(
        &self,
        sheet: &Sheet,
        survey: &Survey,
        language: Option<&'static Language>,
        family: Option<Family>,
        start: &Chess,
        cache: &mut PriorCache,
    ) -> (SheetModel, f64) {
        let guesses = infer::styles(survey, language, family);
        let build = |guess: &Guess| {
            let condition = infer::condition(sheet, survey, &guess.style);
            SheetModel::new(sheet, guess.style, &condition)
        };
        if let [only] = &guesses[..] {
            return (build(only), 1.0);
        }
        let law = Law::default();
        let mut tried: Vec<SheetModel> = Vec::new();
        let mut costs: Vec<f32> = Vec::new();
        for guess in &guesses {
            let mut models = [build(guess)];
            let [model] = &mut models;
            let rest = model.entries.split_off(SAMPLE.min(model.entries.len()));
            let efforts = vec![NARROW; beam::stages(&models)];
            let mut setting =
                Setting { start, models: &mut models, priors: &mut *cache, law: &law };
            let lattice = beam::search(&mut setting, &efforts, &Guide::default(), None);
            costs.push(guess.cost + lattice.total());
            let [mut model] = models;
            let settled = is_settled(&lattice, &mut model);
            // What the sample was compared with stays known.
            model.entries.extend(rest);
            tried.push(model);
            if settled {
                break;
            }
        }
        let best =
            (0..costs.len()).min_by(|&a, &b| costs[a].total_cmp(&costs[b])).unwrap_or_default();
        let total: f64 = costs.iter().map(|cost| f64::from(costs[best] - cost).exp()).sum();
        (tried.swap_remove(best), 1.0 / total)
    }

    /// Searches under the law, and where nothing fits it without what does not fit; returns what
    /// that was.
    fn search_lawfully(
        &self,
        start: &Chess,
        models: &mut [SheetModel],
        cache: &mut PriorCache,
        passes: &mut Passes,
        law: &mut Law,
    ) -> (Lattice, Vec<Finding>) {
        let mut findings = Vec::new();
        let entries = models.iter().map(|model| model.entries.len() as u32).max().unwrap_or(0);
        loop {
            let priors = &mut *cache;
            let setting = Setting { start, models: &mut *models, priors, law: &*law };
            let lattice = Course::new(self, setting, passes).run();
            if !lattice.finals.is_empty() || law.is_empty() {
                return (lattice, findings);
            }
            let reached = lattice.nodes.iter().map(|node| u32::from(node.ply)).max().unwrap_or(0);
            findings.extend(if findings.len() < MOST_UNMET {
                law.give_way(reached, entries, start)
            } else {
                law.give_up(start)
            });
        }
    }

    /// The width of a search: no more than was asked for, and where more was asked for than is
    /// usual, more in proportion.
    fn width(&self, effort: Effort) -> usize {
        let wider = effort.width * self.beam / DEFAULT_BEAM;
        effort.width.max(wider).min(self.beam)
    }
}

/// Whether the moves of a sample say as well that its language is the right one: no step is hard to
/// explain, and few letters stand for a piece that they do not mean in it.
fn is_settled(sample: &Lattice, model: &mut SheetModel) -> bool {
    let path = sample.best_path();
    let mut strange = 0;
    for (node, edge) in &path {
        let mut cost = edge.cost;
        if let (Some(m), Some(entry)) = (edge.m, edge.entries[0].map(usize::from)) {
            // A check sign tells no language.
            cost -= model.check_cost(entry, &sample.nodes[*node as usize].pos);
            let from = &sample.nodes[edge.from as usize];
            let text = model.cost(entry, &shape_of(from, m));
            strange += usize::from(text - model.clean_cost(entry) > STRANGE);
        }
        if cost >= SETTLED {
            return false;
        }
    }
    !path.is_empty() && strange <= path.len() / FEW_OF
}

/// The first entries of a sheet.
fn cut(sheet: &Sheet, entries: usize) -> Cow<'_, Sheet> {
    let mut cut = Cow::Borrowed(sheet);
    if sheet.entries.len() > entries {
        cut.to_mut().entries.truncate(entries);
    }
    cut
}

/// Of so many letters of a sheet in capitals one may be small, being misread.
const SMALL: usize = 8;

/// A sheet that is written in capitals, `NBD2` and `EXD5`, in small letters, so that its files are
/// files; others as they are.
fn in_small_letters(mut sheet: Cow<'_, Sheet>) -> Cow<'_, Sheet> {
    let texts = || sheet.entries.iter().flat_map(|entry| &entry.readings).map(|r| r.text.as_str());
    let count = |is: fn(char) -> bool| texts().flat_map(str::chars).filter(|c| is(*c)).count();
    // `B3` may be a square of descriptive notation.
    let square = |pair: &[u8]| matches!(pair, [b'A' | b'C'..=b'H', b'1'..=b'8']);
    let squares = texts().filter(|text| text.as_bytes().windows(2).any(square)).count();
    if squares * 2 >= texts().count().max(1)
        && count(char::is_lowercase) * SMALL <= count(char::is_uppercase)
    {
        let readings = sheet.to_mut().entries.iter_mut().flat_map(|entry| &mut entry.readings);
        readings.for_each(|reading| reading.text = reading.text.to_lowercase());
    }
    sheet
}

/// The start position of a record; what is wrong with it is a finding.
pub(crate) fn start_position(record: &Record, findings: &mut Vec<Finding>) -> Chess {
    let Some(fen) = &record.start else { return Chess::default() };
    let mode = CastlingMode::detect(fen.as_setup());
    mended_position(fen, mode).unwrap_or_else(|error| {
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
