//! `scoresheet eval`: how much of a corpus is found.

use std::{
    collections::BTreeMap,
    fs,
    io::{self, Write},
    num::NonZeroUsize,
    path::{Path, PathBuf},
    thread,
};

use anyhow::{Context, Result, anyhow};
use clap::Args;
use scoresheet::{
    eval::{Case, Figures, Score, Tally, cases, chart},
    search::{Options, Reconstructor},
};

use super::{ALL_COMPLETE, SOME_PARTIAL, batch, progress::Progress};

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
    #[arg(long, value_name = "N", default_value_t = Options::default().beam)]
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
    let threads =
        args.threads.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get);
    let width = all.iter().map(|case| case.name.chars().count()).max().unwrap_or(0).max(4);

    let mut progress = Progress::new(false);
    let mut out = io::BufWriter::new(io::stdout().lock());
    let mut total = Tally::default();
    let mut kinds: BTreeMap<String, Tally> = BTreeMap::new();
    let mut refused = 0;
    if !args.quiet {
        writeln!(out, "{:width$}  {:>9}  result", "case", "right")?;
    }
    batch::in_order(
        threads,
        all.into_iter(),
        |case| {
            let mut games = Vec::new();
            let mut errors = Vec::new();
            for record in case.records() {
                match record {
                    Ok(record) => games.push(reconstructor.reconstruct(&record)),
                    Err(error) => errors.push(error),
                }
            }
            (Score::of(&case.truths, &games), case, errors)
        },
        |outcome| {
            progress.step();
            let Some((score, case, errors)) = outcome else {
                refused += 1;
                progress.error("a case was left out: an error in scoresheet; please report it");
                return Ok(());
            };
            if !errors.is_empty() {
                refused += 1;
            }
            errors.iter().for_each(|error| progress.error(&error.to_string()));
            if !args.quiet {
                let right = format!("{}/{}", score.tally.right, score.tally.plies);
                let name = case.name;
                writeln!(out, "{name:width$}  {right:>9}  {}", score.result())?;
                out.flush()?;
            }
            total.add(&score.tally);
            kinds.entry(case.kind).or_default().add(&score.tally);
            Ok(())
        },
    )?;
    if kinds.len() > 1 {
        write_kinds(&kinds, &mut out)?;
    }
    write!(out, "{}", total.figures())?;
    out.flush()?;
    if let Some(folder) = &args.svg {
        draw(&total, folder)?;
    }
    Ok(if refused == 0 { ALL_COMPLETE } else { SOME_PARTIAL })
}

/// A row for each kind of input.
fn write_kinds(kinds: &BTreeMap<String, Tally>, out: &mut impl Write) -> io::Result<()> {
    let width = kinds.keys().map(|kind| kind.chars().count()).max().unwrap_or(0).max(4);
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
