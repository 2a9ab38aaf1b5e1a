//! `scoresheet audit`: what the records of games tell, for arbiters and archivists.

use std::{
    collections::BTreeMap,
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, anyhow, bail};
use clap::{Args, ValueEnum};
use scoresheet::{
    audit::{Audit, Auditor, Rules, Severity},
    error::Error,
    record::Record,
    search::{MAX_SHEETS, Reconstructor},
    write::audit::{AuditCsv, AuditHtml, AuditJson, AuditReport, AuditText, audit_summary},
};
use shakmaty::fen::Fen;

use super::{
    ALL_COMPLETE, COULD_NOT_RUN, SOME_PARTIAL, batch,
    config::{self, EffortArgs, GivenArgs, Input},
    progress::{LEFT_OUT, NO_GAME, Progress},
    reconstruct::{output, records, wants_color},
    together,
};

/// The arguments of `audit` as they stand on the command line.
#[derive(Debug, Args)]
#[command(
    after_help = EXAMPLES,
    mut_arg("language", |arg| arg.help(LANGUAGE)),
    mut_arg("notation", |arg| arg.help(NOTATION)),
    mut_arg("start", |arg| arg.help(START)),
)]
pub struct AuditArgs {
    /// Records of games: files as `reconstruct` reads them, or folders with such files; `-` is
    /// standard input.
    #[arg(value_name = "RECORD", required = true)]
    records: Vec<PathBuf>,
    /// Read the files as sheets of one game, up to four; sheets are named after their files. In a
    /// folder, files that differ in `white`, `black`, `arbiter` or `board` alone are such sheets.
    #[arg(long)]
    together: bool,
    /// A published or live-board version of the game, or of all games, to compare with.
    #[arg(long, value_name = "FILE")]
    against: Option<PathBuf>,
    /// The rules whose articles are named.
    #[arg(long, value_enum, default_value_t)]
    rules: RulesName,
    /// How to write what is found.
    #[arg(short, long, value_enum, default_value_t)]
    format: Format,
    #[command(flatten)]
    given: GivenArgs,
    #[command(flatten)]
    effort: EffortArgs,
    /// Write to this file instead of standard output.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Write neither progress nor a line for each game; errors are still written.
    #[arg(short, long)]
    quiet: bool,
}

const LANGUAGE: &str = "Language of the records, such as `de` or `German` [default: found out]";
const NOTATION: &str = "Notation of the records, such as `algebraic`, `descriptive` or `iccf` \
                        [default: found out]";
const START: &str =
    "Start position of every game [default: what the records say, or the usual one]";

const EXAMPLES: &str = "\
Examples:
  scoresheet audit sheet.txt                                one sheet
  scoresheet audit --together white.txt black.txt           both players' sheets of one game
  scoresheet audit --against live.pgn --together white.txt black.txt
  scoresheet audit --format html -o round3.html round3/     a folder with a whole round
  scoresheet audit --rules uschess --format json sheet.txt  for other programs

Exit codes:
  0  no finding is above `info`
  1  there are warnings or errors, or parts of the input could not be read
  2  the command could not run, or no game was found";

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
enum Format {
    /// A page for the terminal
    #[default]
    Text,
    /// One JSON array, for programs
    Json,
    /// One row a place, for spreadsheets
    Csv,
    /// A page to print or to send, with diagrams; needs nothing besides
    Html,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
enum RulesName {
    /// FIDE Laws of Chess
    #[default]
    Fide,
    /// Rules of the US Chess Federation
    Uschess,
}

/// What `audit` is to do, checked.
#[derive(Debug)]
pub struct Job {
    groups: Vec<Group>,
    against: Option<Input>,
    rules: Rules,
    format: Format,
    reconstructor: Reconstructor,
    start: Option<Fen>,
    threads: usize,
    output: Option<PathBuf>,
    quiet: bool,
}

/// Inputs that belong together.
#[derive(Debug)]
enum Group {
    /// Every game of the input by itself.
    Alone(Input),
    /// Sheets of the same game or games.
    Together(Vec<Input>),
}

impl Job {
    /// Checks everything that can be checked before the first game is read.
    pub fn check(args: AuditArgs) -> Result<Job> {
        let reconstructor = config::reconstructor(&args.given, &args.effort)?;
        let groups = groups(&args.records, args.together)?;
        let against = args.against.map(|path| config::inputs(&[path])).transpose()?;
        let against = against.and_then(|inputs| inputs.into_iter().next());
        if let Some(output) = &args.output {
            for group in &groups {
                match group {
                    Group::Alone(input) => {
                        config::check_output(output, std::slice::from_ref(input))?
                    }
                    Group::Together(inputs) => config::check_output(output, inputs)?,
                }
            }
            config::check_output(output, against.as_slice())?;
        }
        Ok(Job {
            groups,
            against,
            rules: match args.rules {
                RulesName::Fide => Rules::Fide,
                RulesName::Uschess => Rules::UsChess,
            },
            format: args.format,
            reconstructor,
            start: args.given.start()?,
            threads: args.effort.threads(),
            output: args.output,
            quiet: args.quiet,
        })
    }
}

/// The inputs in the order in which they are named, folders as the files in them.
fn groups(paths: &[PathBuf], together: bool) -> Result<Vec<Group>> {
    if together {
        let inputs = config::inputs(paths)?;
        config::check_together(&inputs)?;
        return Ok(vec![Group::Together(inputs)]);
    }
    let (mut groups, mut plain) = (Vec::new(), Vec::new());
    for path in paths {
        if path.is_dir() {
            groups.extend(folder(path)?);
        } else {
            groups.push(Group::Alone(Input::File(PathBuf::new())));
            plain.push(path.clone());
        }
    }
    // Checked together: standard input can be named once.
    let mut inputs = config::inputs(&plain)?.into_iter();
    for group in &mut groups {
        if matches!(group, Group::Alone(Input::File(path)) if path.as_os_str().is_empty())
            && let Some(input) = inputs.next()
        {
            *group = Group::Alone(input);
        }
    }
    Ok(groups)
}

/// The files of a folder in the order of their names; sheets of one game together.
fn folder(path: &Path) -> Result<Vec<Group>> {
    let name = path.display();
    let mut files = Vec::new();
    for entry in fs::read_dir(path).with_context(|| format!("{name}: cannot be opened"))? {
        let entry = entry.with_context(|| format!("{name}: cannot be read"))?;
        let hidden = entry.file_name().to_string_lossy().starts_with('.');
        if !hidden && entry.path().is_file() {
            files.push(entry.path());
        }
    }
    files.sort();
    if files.is_empty() {
        bail!("{name}: there are no files in this folder");
    }
    let mut games: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    let mut order = Vec::new();
    for file in files {
        // What names no witness is a game by itself.
        let key = game_name(&file).unwrap_or_else(|| format!("\0{}", file.display()));
        let sheets = games.entry(key.clone()).or_default();
        if sheets.is_empty() {
            order.push(key);
        }
        sheets.push(file);
    }
    let mut groups = Vec::new();
    for key in order {
        let sheets = games.remove(&key).unwrap_or_default();
        let inputs = config::inputs(&sheets)?;
        if (2..=MAX_SHEETS).contains(&inputs.len()) {
            groups.push(Group::Together(inputs));
        } else {
            groups.extend(inputs.into_iter().map(Group::Alone));
        }
    }
    Ok(groups)
}

/// Words of a file's name that say whose sheet it is.
const WITNESSES: [&str; 4] = ["white", "black", "arbiter", "board"];

/// The name of a file without the word for its witness, if it has one: `board7-white.txt` and
/// `board7-black.txt` are sheets of `board7`.
fn game_name(path: &Path) -> Option<String> {
    let stem = path.file_stem()?.to_str()?.to_lowercase();
    let words: Vec<&str> = stem.split(|c: char| !c.is_alphanumeric()).collect();
    let witness = words.iter().rposition(|word| WITNESSES.contains(word))?;
    let mut rest = words;
    rest.remove(witness);
    Some(rest.join("-"))
}

/// Audits every game of every input; the exit code says whether anything was found.
pub fn run(job: Job) -> Result<u8> {
    let others = others(&job)?;
    let records = told(&job.groups)?;
    let auditor = Auditor::new(&job.reconstructor, job.rules);
    let mut results = Results::begin(&job)?;
    let work = |(at, (record, file)): (usize, Told)| -> Result<Audit, Error> {
        let mut record = record?;
        if let Some(start) = &job.start {
            record.start = Some(start.clone());
        }
        let file = file.as_deref();
        Ok(match other_version(&record, at, &others) {
            Some(other) => auditor.audit_against(&record, file, other),
            None => auditor.audit(&record, file),
        })
    };
    batch::in_order(job.threads, records.enumerate(), work, |outcome| results.take(outcome))?;
    results.end()
}

/// The other versions of the games, if any are named.
fn others(job: &Job) -> Result<Vec<Record>> {
    let Some(input) = &job.against else { return Ok(Vec::new()) };
    let others: Vec<Record> =
        records(input).collect::<Result<_, _>>().map_err(|error| anyhow!("{error}"))?;
    if others.is_empty() {
        bail!("--against: no game was found there");
    }
    Ok(others)
}

/// A record, and the file that its places are in, where they are all in one.
type Told = (Result<Record, Error>, Option<String>);

/// The records of all inputs. Sheets of one game are read whole before the first audit: pairing
/// needs all of them.
fn told(groups: &[Group]) -> Result<impl Iterator<Item = Told> + Send + use<>> {
    let mut all: Vec<Box<dyn Iterator<Item = Told> + Send>> = Vec::new();
    for group in groups {
        all.push(match group {
            Group::Alone(input) => {
                let name = input.name();
                Box::new(records(input).map(move |record| (record, Some(name.clone()))))
            }
            Group::Together(inputs) => {
                let joined = together::records(inputs)?;
                Box::new(joined.into_iter().map(|record| (Ok(record), None)))
            }
        });
    }
    Ok(all.into_iter().flatten())
}

/// Where the audits go, and what came of them.
struct Results {
    out: Box<dyn Write>,
    report: Box<dyn AuditReport>,
    progress: Progress,
    /// Whether every game is to be compared with another version.
    compares: bool,
    games: usize,
    /// Games that could not be audited.
    refused: usize,
    /// Whether a finding is above [`Severity::Info`].
    found: bool,
}

impl Results {
    fn begin(job: &Job) -> Result<Results> {
        let mut out = output(job.output.as_deref())?;
        let mut report = report(job);
        report.begin(&mut out)?;
        let progress = Progress::new(job.quiet);
        let compares = job.against.is_some();
        Ok(Results { out, report, progress, compares, games: 0, refused: 0, found: false })
    }

    /// Takes the audit of a game; nothing where the program failed on it.
    fn take(&mut self, outcome: Option<Result<Audit, Error>>) -> Result<()> {
        self.progress.step();
        match outcome {
            Some(Ok(audit)) => self.audit(&audit)?,
            Some(Err(error)) => self.refuse(&error.to_string()),
            None => self.refuse(LEFT_OUT),
        }
        Ok(())
    }

    fn audit(&mut self, audit: &Audit) -> Result<()> {
        self.games += 1;
        self.found |= audit.worst() > Some(Severity::Info);
        let id = &audit.game.id;
        if self.compares && audit.against.is_none() {
            self.progress.error(&format!(
                "{id}: --against holds no game of these players; it was not compared"
            ));
        }
        self.report.audit(audit, &mut self.out)?;
        self.progress.note(&format!("{id}: {}", audit_summary(audit)));
        Ok(())
    }

    fn refuse(&mut self, why: &str) {
        self.refused += 1;
        self.progress.error(why);
    }

    /// Ends the report; gives the exit code.
    fn end(mut self) -> Result<u8> {
        self.report.end(&mut self.out)?;
        self.out.flush()?;
        if self.games + self.refused == 0 {
            self.progress.error(NO_GAME);
        }
        Ok(match (self.games, self.found || self.refused > 0) {
            (0, _) => COULD_NOT_RUN,
            (_, false) => ALL_COMPLETE,
            _ => SOME_PARTIAL,
        })
    }
}

/// The other version of a game: the only one there is, the only one of the same players, or the
/// one at the same place where none names its players.
fn other_version<'a>(record: &Record, at: usize, others: &'a [Record]) -> Option<&'a Record> {
    if let [only] = others {
        return Some(only);
    }
    let players = players(record);
    if players.is_none() || others.iter().all(|other| self::players(other).is_none()) {
        return others.get(at);
    }
    let mut same = others.iter().filter(|other| self::players(other) == players);
    same.next().filter(|_| same.next().is_none())
}

/// Who played, as the tags say, without regard to case and signs.
fn players(record: &Record) -> Option<(String, String)> {
    let tag = |wanted: &str| {
        let letters = record.tag(wanted)?.chars().filter(|c| c.is_alphanumeric());
        let plain: String = letters.flat_map(char::to_lowercase).collect();
        (!plain.is_empty()).then_some(plain)
    };
    Some((tag("White")?, tag("Black")?))
}

/// Widest page: longer lines are hard to read.
const WIDEST: usize = 120;

/// The width of the terminal on standard output, if it is one.
fn width() -> Option<usize> {
    let (terminal_size::Width(width), _) = terminal_size::terminal_size_of(io::stdout())?;
    Some(usize::from(width).min(WIDEST))
}

fn report(job: &Job) -> Box<dyn AuditReport> {
    match job.format {
        Format::Text => {
            let shown = job.output.is_none();
            Box::new(AuditText::new(shown && wants_color(), width().filter(|_| shown)))
        }
        Format::Json => Box::new(AuditJson::default()),
        Format::Csv => Box::new(AuditCsv),
        Format::Html => Box::new(AuditHtml::default()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sheets_of_a_game_are_known_by_their_names() {
        for (name, game) in [
            ("board7-white.txt", Some("board7")),
            ("board7_BLACK.txt", Some("board7")),
            ("r3 b2 arbiter.csv", Some("r3-b2")),
            ("whitehead.txt", None),
            ("board7.txt", None),
        ] {
            assert_eq!(game_name(Path::new(name)).as_deref(), game, "{name}");
        }
    }
}
