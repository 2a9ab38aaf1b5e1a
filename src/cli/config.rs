//! What the command line asks for: first as it stands there, then checked.

use std::{
    fs::{self, File},
    io::{self, BufRead, BufReader},
    num::NonZeroUsize,
    path::{Path, PathBuf},
    str::FromStr,
    thread,
};

use anyhow::{Context, Result, anyhow, bail};
use clap::{Args, ValueEnum};
use scoresheet::{
    constraints::Constraints,
    error::Error,
    reconstruction::Reconstruction,
    record::{GameResult, Record},
    search::{MAX_SHEETS as MOST_WITNESSES, Options, Reconstructor},
    write,
};
use shakmaty::{CastlingMode, Chess, fen::Fen};

use super::folder::Folder;

/// The arguments of `reconstruct` as they stand on the command line.
#[derive(Debug, Args)]
#[command(after_help = RECONSTRUCT_EXAMPLES)]
pub struct ReconstructArgs {
    /// Files with move lists: text, PGN, CSV, XLSX, ODS, DOCX, ODT, EPUB, JSON Lines or the output
    /// of an OCR engine (hOCR, ALTO, PAGE XML, TSV, JSON), in any encoding; `-` is standard input.
    /// Or a folder, of which all files are read.
    #[arg(value_name = "FILE", default_value = "-")]
    files: Vec<PathBuf>,
    /// How to write the games.
    #[arg(short, long, value_enum, default_value_t)]
    format: Format,
    /// What to write beside the moves of a PGN.
    #[arg(long, value_enum, default_value_t)]
    annotate: Annotate,
    #[command(flatten)]
    given: GivenArgs,
    /// Read the files as sheets of one game, up to four; sheets are named after their files.
    /// Files that hold several games are paired in order.
    #[arg(long)]
    together: bool,
    /// A move that was played, such as `12w=Nf3`, `12b=Nbd7` or `12...=Nbd7`: English piece
    /// letters or coordinates. Can be given again for other moves.
    #[arg(long = "fix", value_name = "MOVE", help_heading = "What is known of the game")]
    fixed: Vec<String>,
    /// The position that the game ends in: a FEN or its first fields, `?` for what is open.
    #[arg(long = "final", value_name = "FEN", help_heading = "What is known of the game")]
    end: Option<String>,
    /// The number of the last move, with `w` or `b` where it is known who made it: `41`, `41w`.
    #[arg(long, value_name = "N", help_heading = "What is known of the game")]
    moves: Option<String>,
    /// The result, as evidence: `1-0`, `0-1` or `1/2-1/2`. A record that claims another keeps it.
    #[arg(long, value_name = "RESULT", help_heading = "What is known of the game")]
    result: Option<String>,
    #[command(flatten)]
    effort: EffortArgs,
    /// Write to this file instead of standard output; where a folder is read, to this folder: a
    /// result for each file, an index (CSV and JSON Lines) and a page to look at.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Write over the results that a folder has already.
    #[arg(long)]
    force: bool,
    /// Write neither progress nor a line for each game; errors are still written.
    #[arg(short, long)]
    quiet: bool,
}

// What follows has no documentation of its own: it would become that of the command.
#[allow(missing_docs)]
#[derive(Debug, Args)]
pub(super) struct GivenArgs {
    /// Language of the move lists, such as `de` or `German` [default: found out].
    #[arg(short, long, value_name = "NAME")]
    language: Option<String>,
    /// Notation of the move lists, such as `algebraic`, `descriptive` or `iccf` [default: found
    /// out].
    #[arg(short, long, value_name = "NAME")]
    notation: Option<String>,
    /// Start position of every game [default: what the input says, or the usual one].
    #[arg(long, value_name = "FEN")]
    start: Option<String>,
}

#[allow(missing_docs)]
#[derive(Debug, Args)]
pub(super) struct EffortArgs {
    /// Most ways of reading a game that are followed at a time: more is slower and finds more.
    #[arg(long, value_name = "N", default_value_t = Options::default().beam, value_parser = beam)]
    beam: usize,
    /// Games to work on at a time [default: one a processor]. The output does not depend on it.
    #[arg(short = 'j', long, value_name = "N")]
    threads: Option<NonZeroUsize>,
}

impl EffortArgs {
    /// Games to work on at a time.
    pub(super) fn threads(&self) -> usize {
        threads(self.threads)
    }
}

/// What searches as the arguments ask.
pub(super) fn reconstructor(given: &GivenArgs, effort: &EffortArgs) -> Result<Reconstructor> {
    Ok(Reconstructor::new(Options {
        language: given.language.clone(),
        notation: given.notation.clone(),
        beam: effort.beam,
    })?)
}

impl GivenArgs {
    /// The start position of every game, if one was named.
    pub(super) fn start(&self) -> Result<Option<Fen>> {
        self.start.as_deref().map(start).transpose()
    }
}

const RECONSTRUCT_EXAMPLES: &str = "\
Examples:
  scoresheet reconstruct sheet.txt                       one game, as PGN with comments
  scoresheet reconstruct --format text sheet.txt         a table to look at
  scoresheet reconstruct --language Dutch -o out.pgn *.txt
  scoresheet reconstruct --together white.txt black.txt  both players' sheets of one game
  scoresheet reconstruct --fix 12b=Nbd7 --moves 41w sheet.txt
  tesseract page.png - hocr | scoresheet reconstruct -   what an OCR engine reads, with its boxes
  scoresheet reconstruct scans --output games            every file of a folder
  scoresheet reconstruct --format jsonl boxes.jsonl      for other programs";

/// How to write games.
#[derive(Debug, Clone, Copy, Default, ValueEnum)]
pub enum Format {
    /// PGN, for chess programs
    #[default]
    Pgn,
    /// One JSON object a line, for programs
    Jsonl,
    /// One JSON array of all games
    Json,
    /// A table to look at, with doubtful moves marked
    Text,
    /// One row a move, for spreadsheets
    Csv,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
enum Annotate {
    /// Tags and moves alone
    None,
    /// What is doubtful and why, in comments
    #[default]
    Comments,
    /// Comments, and the second most likely move as a variation
    Variations,
}

impl Format {
    /// The ending of the names of files in it.
    pub fn extension(self) -> &'static str {
        match self {
            Format::Pgn => "pgn",
            Format::Jsonl => "jsonl",
            Format::Json => "json",
            Format::Text => "txt",
            Format::Csv => "csv",
        }
    }
}

/// What `reconstruct` is to do, checked.
#[derive(Debug)]
pub struct Reconstruct {
    /// Where to read from; all of them can be opened.
    pub inputs: Vec<Input>,
    /// The folder to read instead of them, if one was named.
    pub folder: Option<Folder>,
    /// How to write.
    pub format: Format,
    /// What to write beside the moves.
    pub annotate: write::Annotate,
    /// Finds the games.
    pub reconstructor: Reconstructor,
    /// Start position of every game, if named.
    pub start: Option<Fen>,
    /// Whether each input is a sheet of the same game.
    pub together: bool,
    /// What is known of the game; only one game is read where there is anything.
    pub constraints: Constraints,
    /// Games to work on at a time.
    pub threads: usize,
    /// Where to write, if not to standard output; no input is there.
    pub output: Option<PathBuf>,
    /// Whether to write errors only.
    pub quiet: bool,
}

/// Where to read from.
#[derive(Debug)]
pub enum Input {
    /// Standard input.
    Stdin,
    /// A file.
    File(PathBuf),
}

impl Input {
    /// Its name in ids and messages.
    pub fn name(&self) -> String {
        match self {
            Input::Stdin => "-".to_owned(),
            Input::File(path) => path.display().to_string(),
        }
    }

    /// Opens it.
    pub fn open(&self) -> io::Result<Box<dyn BufRead + Send>> {
        Ok(match self {
            Input::Stdin => Box::new(BufReader::new(io::stdin())),
            Input::File(path) => Box::new(BufReader::new(File::open(path)?)),
        })
    }
}

impl Reconstruct {
    /// Checks everything that can be checked before the first game is read.
    pub fn check(mut args: ReconstructArgs) -> Result<Reconstruct> {
        let reconstructor = reconstructor(&args.given, &args.effort)?;
        let output = args.output.as_deref();
        let folder = Folder::check(&args.files, output, args.format, args.force)?;
        if folder.is_some() {
            args.files.clear();
        }
        let inputs = inputs(&args.files)?;
        if folder.is_some() && args.together {
            bail!("--together: reads the sheets of one game, not a folder; name the files");
        }
        if args.together {
            check_together(&inputs)?;
        }
        if let Some(output) = &args.output {
            check_output(output, &inputs)?;
        }
        let config = Reconstruct {
            inputs,
            folder,
            format: args.format,
            annotate: match args.annotate {
                Annotate::None => write::Annotate::None,
                Annotate::Comments => write::Annotate::Comments,
                Annotate::Variations => write::Annotate::Variations,
            },
            reconstructor,
            start: args.given.start()?,
            together: args.together,
            constraints: Constraints {
                fixed: args.fixed.iter().map(|text| known("--fix", text)).collect::<Result<_>>()?,
                end: args.end.as_deref().map(|text| known("--final", text)).transpose()?,
                length: args.moves.as_deref().map(|text| known("--moves", text)).transpose()?,
                result: args.result.as_deref().map(result).transpose()?,
            },
            threads: args.effort.threads(),
            output: args.output,
            quiet: args.quiet,
        };
        if config.folder.is_some() && !config.constraints.is_empty() {
            bail!("--fix, --final, --moves and --result are about one game, not a folder");
        }
        Ok(config)
    }

    /// The game behind a record, with what the command line says of it.
    pub fn reconstruct(&self, mut record: Record) -> Reconstruction {
        if let Some(start) = &self.start {
            record.start = Some(start.clone());
        }
        constrain(&mut record.constraints, &self.constraints);
        self.reconstructor.reconstruct(&record)
    }
}

/// Adds what the command line says to what the record says.
fn constrain(constraints: &mut Constraints, more: &Constraints) {
    constraints.fixed.extend(more.fixed.iter().cloned());
    if more.end.is_some() {
        constraints.end.clone_from(&more.end);
    }
    constraints.length = more.length.or(constraints.length);
    constraints.result = more.result.or(constraints.result);
}

/// Threads beyond which a number can only be a slip of the hand.
const MAX_THREADS: usize = 512;

/// Games to work on at a time.
pub(super) fn threads(wanted: Option<NonZeroUsize>) -> usize {
    let threads = wanted.or_else(|| thread::available_parallelism().ok());
    threads.map_or(1, NonZeroUsize::get).min(MAX_THREADS)
}

/// The width of the search that an argument of `--beam` names.
pub(super) fn beam(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(beam) if beam > 0 => Ok(beam),
        _ => Err("give a number, 1 or more".to_owned()),
    }
}

/// The inputs that these paths name, each of which can be opened; standard input counts once.
pub(super) fn inputs(paths: &[PathBuf]) -> Result<Vec<Input>> {
    let inputs = paths.iter().map(|path| input(path)).collect::<Result<Vec<_>>>()?;
    if inputs.iter().filter(|input| matches!(input, Input::Stdin)).count() > 1 {
        bail!("- (standard input) can be read only once; name it once");
    }
    Ok(inputs)
}

fn input(path: &Path) -> Result<Input> {
    if path.as_os_str() == "-" {
        return Ok(Input::Stdin);
    }
    let name = path.display();
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => bail!("{name}: is a folder; name the files in it"),
        Ok(_) => Ok(Input::File(path.to_owned())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            bail!("{name}: there is no such file; check its name")
        }
        Err(error) => Err(error).with_context(|| format!("{name}: cannot be opened")),
    }
}

/// Fails where the output would destroy an input.
pub(super) fn check_output(output: &Path, inputs: &[Input]) -> Result<()> {
    let Ok(target) = fs::canonicalize(output) else { return Ok(()) };
    for input in inputs {
        if let Input::File(path) = input
            && fs::canonicalize(path).is_ok_and(|path| path == target)
        {
            bail!("{}: is read and written at once; name another --output", output.display());
        }
    }
    Ok(())
}

/// Fails where the inputs cannot be the sheets of one game.
pub(super) fn check_together(inputs: &[Input]) -> Result<()> {
    if !(2..=MOST_WITNESSES).contains(&inputs.len()) {
        bail!(
            "--together: reads 2 to {MOST_WITNESSES} files, not {}; name each sheet of the game",
            inputs.len()
        );
    }
    let mut seen: Vec<PathBuf> = Vec::new();
    for input in inputs {
        let Input::File(path) = input else { continue };
        let Ok(real) = fs::canonicalize(path) else { continue };
        if seen.contains(&real) {
            bail!("{}: is named twice; a sheet counts once", path.display());
        }
        seen.push(real);
    }
    Ok(())
}

fn known<T: FromStr<Err = Error>>(option: &str, text: &str) -> Result<T> {
    text.parse().map_err(|error: Error| anyhow!("{option}: {error}"))
}

fn result(text: &str) -> Result<GameResult> {
    GameResult::from_token(text)
        .ok_or_else(|| anyhow!("--result: \"{text}\" is no result; give 1-0, 0-1 or 1/2-1/2"))
}

fn start(text: &str) -> Result<Fen> {
    let advice = "give a position as FEN, such as \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"";
    let fen: Fen = text
        .trim()
        .parse()
        .map_err(|error| anyhow!("--start: \"{text}\" is no FEN ({error}); {advice}"))?;
    let mode = CastlingMode::detect(fen.as_setup());
    if let Err(error) = fen.clone().into_position::<Chess>(mode) {
        bail!("--start: \"{text}\" is no legal position ({error}); {advice}");
    }
    Ok(fen)
}
