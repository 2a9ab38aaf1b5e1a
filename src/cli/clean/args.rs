//! What the command line of `clean` asks for: first as it stands there, then checked.

use std::{
    fs,
    num::NonZeroUsize,
    path::{Path, PathBuf},
};

use anyhow::{Result, bail};
use clap::{Args, ValueEnum};
use scoresheet::{
    archive::{self, Cleaner, Options},
    write::CLEAR,
};

use super::input::{self, Source};
use crate::cli::config::threads;

/// The arguments of `clean` as they stand on the command line.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct CleanArgs {
    /// PGN files: plain, `.gz`, `.zst`, `.bz2` or `.zip`; `-` is standard input.
    #[arg(value_name = "ARCHIVE", required = true)]
    archives: Vec<PathBuf>,
    /// Where sound and repaired games go.
    #[arg(short, long, value_name = "FILE", required_unless_present = "dry_run")]
    output: Option<PathBuf>,
    /// Where games go that cannot be repaired, as they are [default: OUTPUT with .rejects.pgn].
    #[arg(long, value_name = "FILE")]
    rejects: Option<PathBuf>,
    /// Where a row goes for each repair, reject and finding: as JSON Lines if its name ends in
    /// .jsonl, as CSV otherwise [default: OUTPUT with .report.csv].
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Write nothing but the report, and that only where it is named.
    #[arg(long)]
    dry_run: bool,
    /// Leave sound games out of the output.
    #[arg(long)]
    only_damaged: bool,
    /// Least confidence of each move that is changed or supplied, 0 to 1; a game with a less sure
    /// one is rejected.
    #[arg(long, value_name = "P", default_value_t = CLEAR, value_parser = probability,
        help_heading = "Policy")]
    min_confidence: f64,
    /// What becomes of games that cannot be repaired.
    #[arg(long, value_enum, default_value_t, help_heading = "Policy")]
    unrepaired: Unrepaired,
    /// What becomes of the moves behind an illegal move that was played and stood.
    #[arg(long, value_enum, default_value_t, help_heading = "Policy")]
    illegal: Illegal,
    /// What to do about games that stand in the archives before.
    #[arg(long, value_enum, default_value_t, help_heading = "Policy")]
    duplicates: Duplicates,
    /// Where results differ, put this one in all places [default: change none].
    #[arg(long, value_enum, value_name = "SOURCE", help_heading = "Policy")]
    believe: Option<Believe>,
    /// Go on with a run that was stopped or killed.
    #[arg(long, conflicts_with_all = ["force", "dry_run"])]
    resume: bool,
    /// Replace files that are there already.
    #[arg(long)]
    force: bool,
    /// Games to work on at a time [default: one a processor]. The output does not depend on it.
    #[arg(short = 'j', long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// Write neither progress nor the summary; errors are still written.
    #[arg(short, long)]
    quiet: bool,
}

const EXAMPLES: &str = "\
Examples:
  scoresheet clean archive.pgn --output clean.pgn
  scoresheet clean *.pgn.zst -o clean.pgn --rejects rejects.pgn --report report.csv
  scoresheet clean archive.pgn -o clean.pgn --report report.jsonl
  scoresheet clean --resume archive.pgn -o clean.pgn       after it was stopped or killed
  scoresheet clean --dry-run --report report.csv old.zip   what would be done
  scoresheet clean --only-damaged --min-confidence 0.8 archive.pgn -o repaired.pgn

Every game is in exactly one of OUTPUT and REJECTS; the counts at the end say so. Sound games are
copied byte for byte. While it runs, OUTPUT.journal says how far it has come.

Exit codes:
  0  every game is sound or repaired
  1  some games are rejected, or parts of the archives could not be read
  2  the command could not run, or not to its end";

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum Unrepaired {
    /// They go to the rejects as they are
    #[default]
    Reject,
    /// They are kept as far as they are legal, with the rest in a comment
    Prefix,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum Illegal {
    /// They stand in a comment
    #[default]
    Comment,
    /// They are a second game from the position behind it
    Parts,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Believe {
    /// The Result tag
    Tag,
    /// The result behind the moves
    Movetext,
    /// The last position, where it is mate or a dead draw
    Board,
}

/// What to do about games that stand in the archives before.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum Duplicates {
    /// They are told in the report
    #[default]
    Report,
    /// Those with the same players and moves go to the rejects
    Drop,
    /// They are not looked for
    Off,
}

fn probability(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(p) if (0.0..=1.0).contains(&p) => Ok(p),
        _ => Err("give a number from 0 to 1".to_owned()),
    }
}

/// What `clean` is to do, checked.
#[derive(Debug)]
pub struct Clean {
    /// What to read.
    pub sources: Vec<Source>,
    /// What to write; nothing in a dry run.
    pub files: Option<Files>,
    /// The report of a dry run.
    pub dry_report: Option<PathBuf>,
    /// How the report is written.
    pub report_format: ReportFormat,
    /// Mends games.
    pub cleaner: Cleaner,
    /// Whether sound games are left out.
    pub only_damaged: bool,
    /// What to do about duplicates.
    pub duplicates: Duplicates,
    /// Whether to go on with an earlier run.
    pub resume: bool,
    /// Whether to replace files.
    pub force: bool,
    /// Batches to work on at a time.
    pub threads: usize,
    /// Whether to write errors only.
    pub quiet: bool,
    /// Everything that the outputs depend on.
    pub made_by: String,
}

/// How the report is written, by the ending of its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReportFormat {
    /// A table, with a head.
    Csv,
    /// JSON Lines.
    JsonLines,
}

impl ReportFormat {
    fn of(path: &Path) -> ReportFormat {
        let is_lines = |ending: &std::ffi::OsStr| ending.eq_ignore_ascii_case("jsonl");
        if path.extension().is_some_and(is_lines) {
            ReportFormat::JsonLines
        } else {
            ReportFormat::Csv
        }
    }
}

/// The files to write.
#[derive(Debug)]
pub struct Files {
    /// Sound and repaired games.
    pub clean: PathBuf,
    /// Rejected games.
    pub rejects: PathBuf,
    /// Rows about games.
    pub report: PathBuf,
}

impl CleanArgs {
    /// What is to become of games.
    fn options(&self) -> Options {
        Options {
            min_confidence: self.min_confidence,
            keep_prefix: self.unrepaired == Unrepaired::Prefix,
            illegal: match self.illegal {
                Illegal::Comment => archive::Illegal::Comment,
                Illegal::Parts => archive::Illegal::Parts,
            },
            believe: self.believe.map(|believe| match believe {
                Believe::Tag => archive::Believe::Tag,
                Believe::Movetext => archive::Believe::Movetext,
                Believe::Board => archive::Believe::Board,
            }),
        }
    }

    /// The files to write; none in a dry run.
    fn files(&self) -> Option<Files> {
        self.output.as_ref().filter(|_| !self.dry_run).map(|clean| Files {
            clean: clean.clone(),
            rejects: self.rejects.clone().unwrap_or_else(|| clean.with_extension("rejects.pgn")),
            report: self.report.clone().unwrap_or_else(|| clean.with_extension("report.csv")),
        })
    }
}

impl Clean {
    /// Checks everything that can be checked before the first game is read.
    pub fn check(args: CleanArgs) -> Result<Clean> {
        for path in &args.archives {
            if path.is_dir() {
                bail!("{}: is a folder; name the files in it", path.display());
            }
        }
        let stdin = args.archives.iter().filter(|path| path.as_os_str() == "-").count();
        if stdin > 1 {
            bail!("- (standard input) can be read only once; name it once");
        }
        if stdin > 0 && args.resume {
            bail!("--resume: standard input cannot be read again; give a file");
        }
        let sources = input::sources(&args.archives)?;
        let options = args.options();
        let files = args.files();
        if let Some(files) = &files {
            check_files(files, &args.archives)?;
        }
        let names: Vec<(&str, u64)> =
            sources.iter().map(|source| (&*source.name, source.size)).collect();
        let report_format = args.report.as_deref().map_or(ReportFormat::Csv, ReportFormat::of);
        let made_by = format!(
            "{} {options:?} {:?} {} {report_format:?} {names:?}",
            env!("CARGO_PKG_VERSION"),
            args.duplicates,
            args.only_damaged,
        );
        Ok(Clean {
            files,
            dry_report: args.report.filter(|_| args.dry_run),
            report_format,
            cleaner: Cleaner::new(options)?,
            only_damaged: args.only_damaged,
            duplicates: args.duplicates,
            resume: args.resume,
            force: args.force,
            threads: threads(args.threads),
            quiet: args.quiet,
            made_by,
            sources,
        })
    }
}

/// Fails where one file is to be two things.
fn check_files(files: &Files, archives: &[PathBuf]) -> Result<()> {
    let outputs = [&files.clean, &files.rejects, &files.report];
    for (at, output) in outputs.iter().enumerate() {
        if output.as_os_str() == "-" {
            bail!("-: cannot be written to and gone on with; name a file, or /dev/stdout");
        }
        let same = |other: &&PathBuf| is_same(output, other);
        if archives.iter().find(same).is_some() {
            bail!("{}: is read and written at once; name another file", output.display());
        }
        // Devices take everything.
        let special = output.metadata().is_ok_and(|found| !found.is_file());
        if !special && outputs[..at].iter().any(|other| is_same(output, other)) {
            bail!("{}: is to be written twice; name another file", output.display());
        }
    }
    Ok(())
}

fn is_same(a: &Path, b: &Path) -> bool {
    a == b || matches!((fs::canonicalize(a), fs::canonicalize(b)), (Ok(a), Ok(b)) if a == b)
}
