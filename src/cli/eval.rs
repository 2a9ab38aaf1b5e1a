//! `scoresheet eval`: how much of a corpus is found.

use std::{
    io::{self, Write},
    num::NonZeroUsize,
    path::PathBuf,
    thread,
};

use anyhow::{Result, anyhow};
use clap::Args;
use scoresheet::{
    eval::{Case, Score, Total, cases},
    search::{Options, Reconstructor},
};

use super::{ALL_COMPLETE, SOME_PARTIAL, batch, progress::Progress};

/// The arguments of `eval`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct EvalArgs {
    /// Folders of cases: each case a folder with `input.*` and `truth.pgn`, or all of them in
    /// `records.jsonl` and `truth.jsonl`.
    #[arg(value_name = "CORPUS", required = true)]
    corpora: Vec<PathBuf>,
    /// Print the totals only.
    #[arg(short, long)]
    quiet: bool,
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
  exact        games without a wrong move
  calibration  expected error of the confidences, in 20 bins of equal count
  brier        mean squared error of the confidences

Example:
  scoresheet eval corpus";

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
    let mut total = Total::default();
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
            (Score::of(&case.truths, &games), case.name, errors)
        },
        |outcome| {
            progress.game();
            let Some((score, name, errors)) = outcome else {
                refused += 1;
                progress.error("a case was left out: an error in scoresheet; please report it");
                return Ok(());
            };
            if !errors.is_empty() {
                refused += 1;
            }
            errors.iter().for_each(|error| progress.error(&error.to_string()));
            if !args.quiet {
                let right = format!("{}/{}", score.right, score.plies);
                writeln!(out, "{name:width$}  {right:>9}  {}", score.result())?;
                out.flush()?;
            }
            total.add(&score);
            Ok(())
        },
    )?;
    write!(out, "{}", total.table())?;
    out.flush()?;
    Ok(if refused == 0 { ALL_COMPLETE } else { SOME_PARTIAL })
}
