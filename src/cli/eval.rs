//! `scoresheet eval`: how much of a corpus is found.

use std::{
    collections::BTreeMap,
    fs,
    io::{self, BufWriter, StdoutLock, Write},
    num::NonZeroUsize,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, anyhow};
use clap::Args;
use scoresheet::{
    error::Error,
    eval::{Case, Figures, Score, Tally, cases, chart},
    search::{Options, Reconstructor},
};

use super::{
    ALL_COMPLETE, SOME_PARTIAL, batch,
    config::{beam, threads},
    progress::Progress,
};

/// The arguments of `eval`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct EvalArgs {
    /// Folders of cases: each case a folder with `input.*`, or `sheet*` that are read together, and
    /// `truth.pgn`; or all of them in `records.jsonl` and `truth.jsonl`.
    #[arg(value_name = "CORPUS", required = true)]
    corpora: Vec<PathBuf>,
    /// Print the totals only.
    #[arg(short, long)]
    quiet: bool,
    /// Write `reliability.svg` and `coverage.svg` into this folder: what the confidences are worth.
    #[arg(long, value_name = "FOLDER")]
    svg: Option<PathBuf>,
    /// Most ways of reading a game that are followed at a time.
    #[arg(long, value_name = "N", default_value_t = Options::default().beam, value_parser = beam)]
    beam: usize,
    /// Cases to work on at a time [default: one a processor].
    #[arg(short = 'j', long, value_name = "N")]
    threads: Option<NonZeroUsize>,
}

const EXAMPLES: &str = "\
Figures:
  moves        true moves, and moves put out beyond the end of the true game
  right        moves at their place, over moves
  aligned      moves that are right after the best alignment, over moves
  exact        games without a wrong move, over games
  calibration  expected error of the confidences of moves, in 20 bins of equal count
  brier        mean squared error of the confidences of moves
  at 4%        right, once a person has put right the least sure 4 % of the moves
  flag 99.9    share of moves, the least sure, to be looked at for 99.9 % of the rest to be right
  sure games   games put out with a confidence of 0.9 or more, and how many are wholly right

Moves that nobody knows, and those behind the last entry of every sheet, are not judged. Kinds of
input, where there are several, are told apart in a table of their own.

Examples:
  scoresheet eval corpus
  scoresheet eval --quiet --svg pictures corpus";

const ADVICE: &str =
    "name a folder of cases; a case is a folder with input.txt and truth.pgn in it";

/// Reconstructs every case and prints how it went; the exit code says whether all could be read.
pub fn run(args: EvalArgs) -> Result<u8> {
    let mut all: Vec<Case> = Vec::new();
    for folder in &args.corpora {
        all.append(&mut cases(folder).map_err(|error| anyhow!("{error}; {ADVICE}"))?);
    }
    let reconstructor = Reconstructor::new(Options { beam: args.beam, ..Options::default() })?;
    let mut results = Results::begin(&all, args.quiet)?;
    let work = |case| judge(case, &reconstructor);
    batch::in_order(threads(args.threads), all.into_iter(), work, |outcome| results.take(outcome))?;
    results.end(args.svg.as_deref())
}

/// A case, how it was reconstructed, and what of it could not be read.
struct Judged {
    case: Case,
    score: Score,
    errors: Vec<Error>,
}

fn judge(case: Case, reconstructor: &Reconstructor) -> Judged {
    let mut games = Vec::new();
    let mut errors = Vec::new();
    for record in case.records() {
        match record {
            Ok(record) => games.push(reconstructor.reconstruct(&record)),
            Err(error) => errors.push(error),
        }
    }
    Judged { score: Score::of(&case.truths, &games), case, errors }
}

/// What is printed, and the figures of all cases so far.
struct Results {
    out: BufWriter<StdoutLock<'static>>,
    progress: Progress,
    /// Whether only totals are printed.
    quiet: bool,
    /// Width of the column of names.
    width: usize,
    total: Tally,
    kinds: BTreeMap<String, Tally>,
    /// Cases that could not be read, or not all of them.
    refused: usize,
}

impl Results {
    fn begin(cases: &[Case], quiet: bool) -> Result<Results> {
        let names = cases.iter().map(|case| case.name.as_str());
        let mut results = Results {
            out: BufWriter::new(io::stdout().lock()),
            progress: Progress::new(false),
            quiet,
            width: width(names),
            total: Tally::default(),
            kinds: BTreeMap::new(),
            refused: 0,
        };
        if !quiet {
            writeln!(results.out, "{:1$}  {2:>9}  result", "case", results.width, "right")?;
        }
        Ok(results)
    }

    /// Takes a case; nothing where the program failed on it.
    fn take(&mut self, outcome: Option<Judged>) -> Result<()> {
        self.progress.step();
        let Some(Judged { case, score, errors }) = outcome else {
            self.refused += 1;
            self.progress.error("a case was left out: an error in scoresheet; please report it");
            return Ok(());
        };
        self.refused += usize::from(!errors.is_empty());
        errors.iter().for_each(|error| self.progress.error(&error.to_string()));
        if !self.quiet {
            let right = format!("{}/{}", score.tally.right, score.tally.plies);
            let (name, width) = (&case.name, self.width);
            writeln!(self.out, "{name:width$}  {right:>9}  {}", score.result())?;
            self.out.flush()?;
        }
        self.total.add(&score.tally);
        self.kinds.entry(case.kind).or_default().add(&score.tally);
        Ok(())
    }

    /// Prints the totals and draws them where a folder is named; gives the exit code.
    fn end(mut self, pictures: Option<&Path>) -> Result<u8> {
        if self.kinds.len() > 1 {
            write_kinds(&self.kinds, &mut self.out)?;
        }
        write!(self.out, "{}", self.total.figures())?;
        self.out.flush()?;
        if let Some(folder) = pictures {
            draw(&self.total, folder)?;
        }
        Ok(if self.refused == 0 { ALL_COMPLETE } else { SOME_PARTIAL })
    }
}

/// The width of a column with these names below a heading of four letters.
fn width<'a>(names: impl Iterator<Item = &'a str>) -> usize {
    names.map(|name| name.chars().count()).max().unwrap_or(0).max(4)
}

/// A row for each kind of input.
fn write_kinds(kinds: &BTreeMap<String, Tally>, out: &mut impl Write) -> io::Result<()> {
    let width = width(kinds.keys().map(String::as_str));
    writeln!(out, "{:width$}  {}", "kind", Figures::COLUMNS)?;
    for (kind, tally) in kinds {
        writeln!(out, "{kind:width$}  {}", tally.figures().row())?;
    }
    Ok(())
}

fn draw(total: &Tally, folder: &Path) -> Result<()> {
    fs::create_dir_all(folder).with_context(|| {
        format!("{}: cannot be made; name another --svg folder", folder.display())
    })?;
    for (name, picture) in [
        ("reliability.svg", chart::reliability(&total.moves, "Reliability of confidences")),
        ("coverage.svg", chart::coverage(&total.moves, "Moves right after a look at some")),
    ] {
        let path = folder.join(name);
        fs::write(&path, picture)
            .with_context(|| format!("{}: cannot be written", path.display()))?;
    }
    Ok(())
}
