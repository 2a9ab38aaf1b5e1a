//! `reconstruct FOLDER --output FOLDER`: a result for every file of a folder, an index of all
//! games, and a page to look at.
//!
//! Everything that can be wrong with names is found before the first game is read. A result is
//! written beside its place and then moved there, so that a file is there whole or not at all.

use std::{
    collections::HashMap,
    fs::{self, File},
    io::{self, BufWriter, Write},
    path::{Component, Path, PathBuf},
};

use anyhow::{Context, Result, bail};
use scoresheet::{
    error::{Error, ErrorKind},
    reconstruction::{Origin, Reconstruction},
    record::Record,
    write::{
        is_doubtful,
        overview::{Links, Overview, address},
        summary,
    },
};
use serde::Serialize;

use super::{
    batch,
    config::{Format, Input, Reconstruct},
    progress::{LEFT_OUT, Progress},
    reconstruct::{Count, records, report},
};

/// The files that tell of all games.
const INDEX_CSV: &str = "index.csv";
const INDEX_JSONL: &str = "index.jsonl";
const PAGE: &str = "index.html";

/// A folder that is read and one that is written.
#[derive(Debug)]
pub struct Folder {
    /// Where the files are, and where the results go; both are there.
    root: PathBuf,
    output: PathBuf,
    /// The files in the order of their names.
    files: Vec<Task>,
}

/// A file and its result, both from their folders on.
#[derive(Debug)]
struct Task {
    source: PathBuf,
    target: PathBuf,
}

impl Folder {
    /// The folder that is to be read, if one is named.
    ///
    /// # Errors
    ///
    /// A folder with anything beside it, without a place for the results, or with results that are
    /// there already and are not to be written over.
    pub fn check(
        inputs: &[PathBuf],
        output: Option<&Path>,
        format: Format,
        force: bool,
    ) -> Result<Option<Folder>> {
        let Some(root) = inputs.iter().find(|path| path.is_dir()) else { return Ok(None) };
        let name = root.display();
        if inputs.len() > 1 {
            bail!("{name}: is a folder; give it alone, or name the files in it");
        }
        let Some(output) = output else {
            bail!("{name}: is a folder; name another one for the results with --output");
        };
        if output.exists() && !output.is_dir() {
            bail!("{}: is a file; name a folder for the results", output.display());
        }
        let root_real =
            fs::canonicalize(root).with_context(|| format!("{name}: cannot be opened"))?;
        let output_real = fs::canonicalize(output).ok();
        if output_real.as_ref() == Some(&root_real) {
            bail!("{name}: is read and written at once; name another --output");
        }
        let mut sources = Vec::new();
        collect(root, Path::new(""), output_real.as_deref(), &mut sources)?;
        let files = tasks(sources, format.extension());
        let folder = Folder { root: root.clone(), output: output.to_owned(), files };
        folder.check_targets(force)?;
        Ok(Some(folder))
    }

    /// Fails where a result would take the place of another file.
    fn check_targets(&self, force: bool) -> Result<()> {
        let sources: Vec<PathBuf> = self
            .files
            .iter()
            .filter_map(|task| fs::canonicalize(self.root.join(&task.source)).ok())
            .collect();
        let indices = [INDEX_CSV, INDEX_JSONL, PAGE].map(PathBuf::from);
        let targets = self.files.iter().map(|task| &task.target).chain(&indices);
        let there: Vec<PathBuf> =
            targets.map(|target| self.output.join(target)).filter(|path| path.exists()).collect();
        for path in &there {
            if fs::canonicalize(path).is_ok_and(|real| sources.contains(&real)) {
                bail!(
                    "{}: would be read and written at once; name another --output",
                    path.display()
                );
            }
        }
        let Some(first) = there.first().filter(|_| !force) else { return Ok(()) };
        let more = match there.len() {
            1 => String::new(),
            count => format!(" (and {} more)", count - 1),
        };
        bail!(
            "{}{more}: is there already; give --force to write over it, or name another --output",
            first.display()
        );
    }
}

/// Collects the files below a folder in the order of their names. Hidden ones are left out, and so
/// are folders that are only linked to: they may lead round in a circle.
fn collect(root: &Path, below: &Path, skip: Option<&Path>, out: &mut Vec<PathBuf>) -> Result<()> {
    let folder = root.join(below);
    let cannot = || format!("{}: cannot be listed", folder.display());
    let mut entries: Vec<fs::DirEntry> = fs::read_dir(&folder)
        .with_context(cannot)?
        .collect::<io::Result<_>>()
        .with_context(cannot)?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let name = entry.file_name();
        if name.as_encoded_bytes().starts_with(b".") {
            continue;
        }
        let (path, inside) = (entry.path(), below.join(&name));
        let kind = entry.file_type().with_context(cannot)?;
        if kind.is_dir() {
            if skip.is_none_or(|skip| fs::canonicalize(&path).is_ok_and(|real| real != skip)) {
                collect(root, &inside, skip, out)?;
            }
        } else if path.is_file() {
            out.push(inside);
        }
    }
    Ok(())
}

/// Gives each file the name of its result: its own with the ending of the format, and with both
/// endings where two files would have the same.
fn tasks(sources: Vec<PathBuf>, extension: &str) -> Vec<Task> {
    let short = |source: &Path| source.with_extension(extension);
    let mut taken: HashMap<PathBuf, usize> =
        [INDEX_CSV, INDEX_JSONL, PAGE].map(|name| (PathBuf::from(name), 1)).into();
    for source in &sources {
        *taken.entry(short(source)).or_default() += 1;
    }
    let target = |source: &Path| match taken.get(&short(source)) {
        Some(1) => short(source),
        _ => {
            let mut name = source.file_name().unwrap_or_default().to_owned();
            name.push(".");
            name.push(extension);
            source.with_file_name(name)
        }
    };
    sources.into_iter().map(|source| Task { target: target(&source), source }).collect()
}

/// What comes out of the batch, in the order of the files.
enum Done {
    Game(Box<Reconstruction>),
    Refused(Error),
    /// A file is read to its end.
    End,
}

/// Reconstructs every game of the folder; the exit code says whether all are complete.
pub fn run(config: &Reconstruct, folder: &Folder) -> Result<u8> {
    let cannot =
        |path: &Path| format!("{}: cannot be written; name another --output", path.display());
    fs::create_dir_all(&folder.output).with_context(|| cannot(&folder.output))?;
    let mut progress = Progress::new(config.quiet).of_files(folder.files.len());
    let mut results = Results::new(config, folder)?;
    let items = (0..folder.files.len()).flat_map(|index| {
        let path = folder.root.join(&folder.files[index].source);
        records(&Input::File(path)).map(|record| Item::Record(Box::new(record))).chain([Item::End])
    });
    let work = |item: Item| match item {
        Item::End => Done::End,
        Item::Record(record) => match *record {
            Ok(record) => Done::Game(Box::new(config.reconstruct(record))),
            Err(error) => Done::Refused(error),
        },
    };
    batch::in_order(config.threads, items, work, |outcome| match outcome {
        Some(Done::Game(game)) => {
            progress.note(&format!("{}: {}", game.id, summary(&game)));
            results.game(&game)
        }
        Some(Done::Refused(error)) => {
            progress.error(&error.to_string());
            results.refused(&error)
        }
        Some(Done::End) => {
            progress.step();
            results.end_file()
        }
        None => {
            progress.error(LEFT_OUT);
            results.lost(LEFT_OUT)
        }
    })?;
    let count = results.finish()?;
    if count.games() == 0 {
        progress.error(&format!("{}: no game was found", folder.root.display()));
    } else {
        progress.note(&format!(
            "{}; {} shows them",
            count.line(),
            folder.output.join(PAGE).display()
        ));
    }
    Ok(count.code())
}

/// What goes into it.
enum Item {
    Record(Box<Result<Record, Error>>),
    End,
}

/// The results as they are written.
struct Results<'a> {
    config: &'a Reconstruct,
    folder: &'a Folder,
    /// Index of the file that is being read, and how many games it has given.
    at: usize,
    games: u32,
    /// The result that is being written, and the format's writer.
    open: Option<(Part, Box<dyn scoresheet::write::Report>)>,
    csv: csv::Writer<Part>,
    jsonl: Part,
    page: Overview,
    /// The way from the results to the files.
    back: PathBuf,
    count: Count,
}

impl<'a> Results<'a> {
    fn new(config: &'a Reconstruct, folder: &'a Folder) -> Result<Results<'a>> {
        let part = |name| Part::new(folder.output.join(name));
        let title = format!("Games of {}", folder.root.display());
        Ok(Results {
            config,
            folder,
            at: 0,
            games: 0,
            open: None,
            csv: csv::Writer::from_writer(part(INDEX_CSV)?),
            jsonl: part(INDEX_JSONL)?,
            page: Overview::new(&title),
            back: way_back(&folder.output, &folder.root)?,
            count: Count::default(),
        })
    }

    fn task(&self) -> &'a Task {
        // The batch gives the end of each file once, and nothing behind the last.
        &self.folder.files[self.at.min(self.folder.files.len().saturating_sub(1))]
    }

    fn game(&mut self, game: &Reconstruction) -> Result<()> {
        let task = self.task();
        self.count.add(game);
        self.games += 1;
        let (part, report) = match &mut self.open {
            Some(open) => open,
            none => {
                let mut part = Part::new(self.folder.output.join(&task.target))?;
                let mut report = report(self.config);
                report.begin(&mut part)?;
                none.insert((part, report))
            }
        };
        report.game(game, part)?;
        self.row(&Row {
            file: &slashed(&task.source),
            output: Some(&slashed(&task.target)),
            game: Some(self.games),
            white: game.tag("White"),
            black: game.tag("Black"),
            result: game.result.map(|result| result.as_str()),
            status: if game.complete { "complete" } else { "partial" },
            confidence: Some((game.confidence.clamp(0.0, 1.0) * 1e4).round() / 1e4),
            moves: Some(game.moves.len()),
            corrected: Some(game.count(Origin::Corrected)),
            supplied: Some(game.count(Origin::Supplied)),
            doubtful: Some(game.moves.iter().filter(|placed| is_doubtful(placed)).count()),
            message: &summary(game),
        })?;
        let (name, source, output) = self.links(task);
        self.page.game(game, Links { name: &name, source: &source, output: Some(&output) });
        Ok(())
    }

    fn refused(&mut self, error: &Error) -> Result<()> {
        let status = match error.kind() {
            ErrorKind::Binary | ErrorKind::Pdf => "skipped",
            ErrorKind::NoGame | ErrorKind::Empty => "no game",
            _ => "not read",
        };
        // A photograph beside its text is no fault of the folder.
        if status != "skipped" {
            self.count.refuse();
        }
        // The place is told, the name of the file stands beside it.
        let place = error.location().filter(|at| at.line > 0).map(|at| match at.column {
            0 => format!("line {}: ", at.line),
            column => format!("line {}, column {column}: ", at.line),
        });
        let message = format!("{}{}", place.unwrap_or_default(), error.kind());
        self.not_read(status, &message)
    }

    fn lost(&mut self, message: &str) -> Result<()> {
        self.count.refuse();
        self.not_read("not read", message)
    }

    fn not_read(&mut self, status: &'static str, message: &str) -> Result<()> {
        let task = self.task();
        let file = slashed(&task.source);
        self.row(&Row { file: &file, status, message, ..Row::default() })?;
        let (name, source, _) = self.links(task);
        let message = format!("{status}: {message}");
        self.page.refused(Links { name: &name, source: &source, output: None }, &message);
        Ok(())
    }

    fn row(&mut self, row: &Row<'_>) -> Result<()> {
        self.csv.serialize(row).context("the index cannot be written")?;
        serde_json::to_writer(&mut self.jsonl, row)?;
        Ok(self.jsonl.write_all(b"\n")?)
    }

    /// Name, address of the file and address of its result.
    fn links(&self, task: &Task) -> (String, String, String) {
        let parts = |path: &Path| -> Vec<Vec<u8>> {
            let parts = path.components().map(|part| part.as_os_str().as_encoded_bytes().to_vec());
            parts.collect()
        };
        let to = |path: &Path| address(parts(path).iter().map(Vec::as_slice));
        let source = self.back.join(&task.source);
        (slashed(&task.source), to(&source), to(&task.target))
    }

    fn end_file(&mut self) -> Result<()> {
        if let Some((mut part, mut report)) = self.open.take() {
            report.end(&mut part)?;
            part.finish()?;
        }
        (self.at, self.games) = (self.at + 1, 0);
        Ok(())
    }

    fn finish(self) -> Result<Count> {
        let csv = self.csv.into_inner().map_err(|error| error.into_error())?;
        csv.finish()?;
        self.jsonl.finish()?;
        let mut page = Part::new(self.folder.output.join(PAGE))?;
        page.write_all(self.page.finish().as_bytes())?;
        page.finish()?;
        Ok(self.count)
    }
}

/// A row of the index: a game, or a file or part of one that gave none.
#[derive(Debug, Default, Serialize)]
struct Row<'a> {
    /// The file, from the folder on that was read.
    file: &'a str,
    /// Its result, from the folder on that was written.
    output: Option<&'a str>,
    /// Number of the game in its file, from 1.
    game: Option<u32>,
    white: Option<&'a str>,
    black: Option<&'a str>,
    result: Option<&'static str>,
    /// `complete`, `partial`, `no game`, `skipped` (no text) or `not read`.
    status: &'static str,
    confidence: Option<f64>,
    /// Counted for each side.
    moves: Option<usize>,
    corrected: Option<usize>,
    supplied: Option<usize>,
    doubtful: Option<usize>,
    message: &'a str,
}

/// A path with slashes, whatever the system writes.
fn slashed(path: &Path) -> String {
    let parts: Vec<_> = path.components().map(|part| part.as_os_str().to_string_lossy()).collect();
    parts.join("/")
}

/// The way from one folder to another, both of which are there.
fn way_back(from: &Path, to: &Path) -> Result<PathBuf> {
    let real = |path: &Path| {
        fs::canonicalize(path).with_context(|| format!("{}: cannot be opened", path.display()))
    };
    let (from, to) = (real(from)?, real(to)?);
    let (from, to): (Vec<Component>, Vec<Component>) =
        (from.components().collect(), to.components().collect());
    let shared = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
    let up = from[shared..].iter().map(|_| Component::ParentDir);
    Ok(up.chain(to[shared..].iter().copied()).collect())
}

/// A file in the making: it takes its name when it is whole, and is removed when it is dropped
/// before.
struct Part {
    out: Option<BufWriter<File>>,
    path: PathBuf,
    target: PathBuf,
}

impl Part {
    fn new(target: PathBuf) -> Result<Part> {
        let cannot = || format!("{}: cannot be written; name another --output", target.display());
        if let Some(folder) = target.parent() {
            fs::create_dir_all(folder).with_context(cannot)?;
        }
        let mut name = std::ffi::OsString::from(".");
        name.push(target.file_name().unwrap_or_default());
        name.push(".part");
        let path = target.with_file_name(name);
        let out = BufWriter::new(File::create(&path).with_context(cannot)?);
        Ok(Part { out: Some(out), path, target })
    }

    fn finish(mut self) -> Result<()> {
        let cannot = || format!("{}: cannot be written", self.target.display());
        if let Some(mut out) = self.out.take() {
            let written = out.flush().and_then(|()| fs::rename(&self.path, &self.target));
            if written.is_err() {
                let _ = fs::remove_file(&self.path);
            }
            written.with_context(cannot)?;
        }
        Ok(())
    }
}

impl Write for Part {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.out {
            Some(out) => out.write(bytes),
            None => Err(io::Error::other("the file is closed")),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.as_mut().map_or(Ok(()), BufWriter::flush)
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        if self.out.take().is_some() {
            let _ = fs::remove_file(&self.path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_have_names_of_their_own() {
        let names = |sources: &[&str], extension: &str| -> Vec<String> {
            let sources = sources.iter().map(PathBuf::from).collect();
            tasks(sources, extension).iter().map(|task| slashed(&task.target)).collect()
        };
        assert_eq!(names(&["a.txt", "b/a.txt", "c"], "pgn"), ["a.pgn", "b/a.pgn", "c.pgn"]);
        assert_eq!(names(&["a.hocr", "a.txt"], "pgn"), ["a.hocr.pgn", "a.txt.pgn"]);
        assert_eq!(names(&["index.txt", "b/index.txt"], "csv"), ["index.txt.csv", "b/index.csv"]);
    }
}
