//! `scoresheet reconstruct`: the games behind move lists.

use std::{
    env,
    fs::File,
    io::{self, BufReader, BufWriter, IsTerminal, Write},
    path::Path,
};

use anyhow::{Context, Result, bail};
use scoresheet::{
    error::Error,
    read,
    reconstruction::Reconstruction,
    record::Record,
    write::{Csv, Json, JsonLines, Pgn, Report, Text, summary},
};

use super::{
    ALL_COMPLETE, COULD_NOT_RUN, SOME_PARTIAL, batch,
    config::{Format, Input, Reconstruct},
    folder,
    progress::{LEFT_OUT, NO_GAME, Progress},
    together,
};

/// Reconstructs every game of every input; the exit code says whether all are complete.
pub fn run(config: Reconstruct) -> Result<u8> {
    if let Some(folder) = &config.folder {
        return folder::run(&config, folder);
    }
    let records = all_records(&config)?;
    let mut out = output(config.output.as_deref())?;
    let mut report = report(&config);
    let mut progress = Progress::new(config.quiet);
    let mut count = Count::default();

    report.begin(&mut out)?;
    let work = |record: Result<Record, Error>| record.map(|record| config.reconstruct(record));
    batch::in_order(config.threads, records, work, |outcome| {
        progress.step();
        match outcome {
            Some(Ok(game)) => {
                count.add(&game);
                report.game(&game, &mut out)?;
                // Whoever reads along sees each game when it is done.
                out.flush()?;
                progress.note(&format!("{}: {}", game.id, summary(&game)));
            }
            Some(Err(error)) => {
                count.refused += 1;
                progress.error(&error.to_string());
            }
            None => {
                count.refused += 1;
                progress.error(LEFT_OUT);
            }
        }
        Ok(())
    })?;
    report.end(&mut out)?;
    out.flush()?;
    if count.games() + count.refused == 0 {
        progress.error(NO_GAME);
    } else if count.games() + count.refused > 1 {
        progress.note(&count.line());
    }
    Ok(count.code())
}

/// Where the results go: to a file, or else to standard output.
pub(super) fn output(path: Option<&Path>) -> Result<Box<dyn Write>> {
    let Some(path) = path else { return Ok(Box::new(BufWriter::new(io::stdout().lock()))) };
    let file = File::create(path)
        .with_context(|| format!("{}: cannot be written; name another --output", path.display()))?;
    Ok(Box::new(BufWriter::new(file)))
}

/// How the games came out.
#[derive(Debug, Default)]
pub struct Count {
    complete: usize,
    partial: usize,
    refused: usize,
}

impl Count {
    /// Counts a game.
    pub fn add(&mut self, game: &Reconstruction) {
        if game.complete {
            self.complete += 1;
        } else {
            self.partial += 1;
        }
    }

    /// Counts something that could not be read.
    pub fn refuse(&mut self) {
        self.refused += 1;
    }

    /// How many games there are.
    pub fn games(&self) -> usize {
        self.complete + self.partial
    }

    /// `150 games: 147 complete, 3 partial; 1 not read`
    pub fn line(&self) -> String {
        let word = if self.games() == 1 { "game" } else { "games" };
        let mut line = format!(
            "{} {word}: {} complete, {} partial",
            self.games(),
            self.complete,
            self.partial
        );
        if self.refused > 0 {
            line.push_str(&format!("; {} not read", self.refused));
        }
        line
    }

    /// The exit code.
    pub fn code(&self) -> u8 {
        match (self.games(), self.partial + self.refused) {
            (0, _) => COULD_NOT_RUN,
            (_, 0) => ALL_COMPLETE,
            _ => SOME_PARTIAL,
        }
    }
}

/// The writer of the format that is asked for.
pub fn report(config: &Reconstruct) -> Box<dyn Report> {
    match config.format {
        Format::Pgn => Box::new(Pgn::new(config.annotate)),
        Format::Jsonl => Box::new(JsonLines),
        Format::Json => Box::new(Json::default()),
        Format::Csv => Box::new(Csv),
        Format::Text => Box::new(Text::new(config.output.is_none() && wants_color())),
    }
}

/// Whether standard output is a terminal whose user did not refuse colours (<https://no-color.org>).
pub(super) fn wants_color() -> bool {
    let refused = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    !refused && env::var_os("TERM").is_none_or(|term| term != "dumb") && io::stdout().is_terminal()
}

type Records<'a> = Box<dyn Iterator<Item = Result<Record, Error>> + Send + 'a>;

/// The records of all inputs.
fn all_records(config: &Reconstruct) -> Result<Records<'_>> {
    let mut all: Records<'_> = if config.together {
        Box::new(together::records(&config.inputs)?.into_iter().map(Ok))
    } else {
        Box::new(config.inputs.iter().flat_map(records))
    };
    if config.constraints.is_empty() {
        return Ok(all);
    }
    let first: Vec<_> = all.by_ref().take(2).collect();
    if first.len() > 1 {
        bail!(
            "the input holds more than one game, but --fix, --final, --moves and --result are \
             about one; give it alone, or as JSON Lines with what is known of each game"
        );
    }
    Ok(Box::new(first.into_iter()))
}

/// The records of an input. One that cannot be opened any more is an error like any other.
pub fn records(input: &Input) -> impl Iterator<Item = Result<Record, Error>> + use<> {
    let name = input.name();
    let source = input.open();
    let source = source.unwrap_or_else(|error| Box::new(BufReader::new(Unreadable(Some(error)))));
    read::records(source, &name)
}

/// A file that could not be opened, as an input whose first read fails.
struct Unreadable(Option<io::Error>);

impl io::Read for Unreadable {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}
