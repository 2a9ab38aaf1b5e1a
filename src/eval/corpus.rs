//! Noisy inputs with their true games, as they lie on disk.

use std::{
    collections::HashMap,
    fs::{self, File},
    io::{self, BufRead, BufReader, Cursor},
    ops::ControlFlow,
    path::{Path, PathBuf},
};

use pgn_reader::{RawTag, Reader, SanPlus, Skip, Visitor};
use serde::Deserialize;

use crate::{
    error::{Error, ErrorKind},
    read,
    record::Record,
    witnesses::pair,
};

/// One noisy input and the games behind it.
#[derive(Debug)]
pub struct Case {
    /// Name of the folder, or of the record.
    pub name: String,
    /// What kind of input it is: the `kind` of its true game, or else the name of the corpus.
    pub kind: String,
    /// The true games, in the order of the input.
    pub truths: Vec<Truth>,
    /// Fewest right plies that are expected of the case; all of them where it does not say.
    pub expected: Option<usize>,
    input: Input,
}

#[derive(Debug)]
enum Input {
    File(PathBuf),
    /// One sheet a file.
    Together(Vec<PathBuf>),
    Record(Box<Record>),
}

/// A true game.
#[derive(Debug, Default, Clone, PartialEq, Eq, Deserialize)]
pub struct Truth {
    /// Name of its record; empty where the case has no names.
    #[serde(default)]
    pub id: String,
    /// Its moves.
    #[serde(default)]
    pub san: Vec<String>,
    /// Plies, counted from 0, of which nobody can say what was played.
    #[serde(default)]
    pub unjudged: Vec<usize>,
    /// Whether the true game goes on where the list of its moves stops.
    #[serde(default)]
    pub open: bool,
}

impl Case {
    /// The records of the input, and errors in their place for what cannot be read.
    pub fn records(&self) -> Vec<Result<Record, Error>> {
        match &self.input {
            Input::Record(record) => vec![Ok(Record::clone(record))],
            Input::File(path) => file_records(path),
            Input::Together(paths) => {
                let witnesses = paths.iter().map(|path| {
                    let name = path.file_name().unwrap_or(path.as_os_str());
                    let records = file_records(path).into_iter().collect::<Result<Vec<_>, _>>()?;
                    Ok((name.to_string_lossy().into_owned(), records))
                });
                match witnesses.collect::<Result<_, _>>().and_then(pair) {
                    Ok(records) => records.into_iter().map(Ok).collect(),
                    Err(error) => vec![Err(error)],
                }
            }
        }
    }
}

/// The cases of a folder, in the order of their names.
///
/// It has one of three layouts:
///
/// - each case a folder with a file `input.*`, or files `sheet*` that are read together, and the
///   true games in `truth.pgn`; a file `expect` may say how many plies are expected to be right,
/// - each case such a folder, and all true games in `truth.jsonl`
///   (`{"id": "FOLDER", "kind": "…", "games": [["e4", …], …]}`),
/// - all cases in `records.jsonl`, with their moves in `truth.jsonl`
///   (`{"id": "…", "san": ["e4", …]}`).
///
/// # Errors
///
/// [`ErrorKind::Io`] for files that cannot be read, [`ErrorKind::NoGame`] where a folder holds no
/// case or a case no true game, [`ErrorKind::Json`] for broken lines.
pub fn cases(folder: &Path) -> Result<Vec<Case>, Error> {
    let all = if folder.join("records.jsonl").is_file() {
        records(folder)?
    } else if folder.join("truth.jsonl").is_file() {
        documents(folder)?
    } else {
        folders(folder)?
    };
    if all.is_empty() {
        return Err(Error::new(ErrorKind::NoGame).at(folder.display().to_string(), 0, 0));
    }
    Ok(all)
}

/// Cases that are folders with a `truth.pgn` each.
fn folders(folder: &Path) -> Result<Vec<Case>, Error> {
    let mut paths = list(folder)?;
    paths.push(folder.to_owned());
    paths.retain(|path| path.join("truth.pgn").is_file());
    paths.sort();
    let mut cases = Vec::new();
    for path in paths {
        let Some(input) = input(&path)? else { continue };
        cases.push(Case {
            name: name(&path),
            kind: name(folder),
            truths: truths(&path.join("truth.pgn"))?,
            expected: expected(&path.join("expect"))?,
            input,
        });
    }
    Ok(cases)
}

/// Cases that are folders, with all true games in one file.
fn documents(folder: &Path) -> Result<Vec<Case>, Error> {
    let mut cases = Vec::new();
    for line in truth_lines(folder)? {
        let path = folder.join(&line.truth.id);
        // An id that leads out of the corpus names no case of it.
        let inside = path.parent() == Some(folder) && path.is_dir();
        let Some(input) = (if inside { input(&path)? } else { None }) else { continue };
        let truth = |san| Truth { san, ..Truth::default() };
        cases.push(Case {
            name: line.truth.id,
            kind: line.kind.unwrap_or_else(|| name(folder)),
            truths: line.games.into_iter().map(truth).collect(),
            expected: None,
            input,
        });
    }
    Ok(cases)
}

/// The input of a case that is a folder.
fn input(folder: &Path) -> Result<Option<Input>, Error> {
    let mut files = list(folder)?;
    files.sort();
    let starts = |file: &PathBuf, start: &str| {
        file.file_name().is_some_and(|name| name.to_string_lossy().starts_with(start))
    };
    if let Some(single) = files.iter().find(|file| starts(file, "input.")) {
        return Ok(Some(Input::File(single.clone())));
    }
    files.retain(|file| starts(file, "sheet"));
    Ok((files.len() > 1).then_some(Input::Together(files)))
}

fn name(path: &Path) -> String {
    // "corpus/.." and "/" have no name of their own.
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

fn file_records(path: &Path) -> Vec<Result<Record, Error>> {
    match File::open(path) {
        Err(error) => vec![Err(io_error(path, &error))],
        Ok(file) => read::records(BufReader::new(file), &path.display().to_string()).collect(),
    }
}

fn io_error(path: &Path, error: &io::Error) -> Error {
    let why = format!("cannot be read: {error}");
    Error::new(ErrorKind::Io(why)).at(path.display().to_string(), 0, 0)
}

fn list(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let entries = fs::read_dir(folder).map_err(|error| io_error(folder, &error))?;
    entries
        .map(|entry| entry.map(|entry| entry.path()).map_err(|error| io_error(folder, &error)))
        .collect()
}

/// Reads `right 57`, the expectation of a case.
fn expected(path: &Path) -> Result<Option<usize>, Error> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(io_error(path, &error)),
    };
    match text.trim().strip_prefix("right ").and_then(|count| count.parse().ok()) {
        Some(count) => Ok(Some(count)),
        None => {
            let why = format!("\"{}\" is no expectation; write \"right 57\"", text.trim());
            Err(Error::new(ErrorKind::Io(why)).at(path.display().to_string(), 1, 0))
        }
    }
}

/// A line of `truth.jsonl`.
#[derive(Deserialize)]
struct TruthLine {
    #[serde(flatten)]
    truth: Truth,
    #[serde(default)]
    kind: Option<String>,
    /// The games of a document.
    #[serde(default)]
    games: Vec<Vec<String>>,
    /// For each sheet, the number of plies up to its last entry.
    #[serde(default)]
    held: Vec<usize>,
}

fn truth_lines(folder: &Path) -> Result<Vec<TruthLine>, Error> {
    let path = folder.join("truth.jsonl");
    let file = File::open(&path).map_err(|error| io_error(&path, &error))?;
    let mut truths = Vec::new();
    for (line, text) in (1u32..).zip(BufReader::new(file).lines()) {
        let text = text.map_err(|error| io_error(&path, &error))?;
        if !text.trim().is_empty() {
            truths.push(serde_json::from_str(&text).map_err(|error| {
                let column = u32::try_from(error.column()).unwrap_or(0);
                let name = path.display().to_string();
                Error::new(ErrorKind::Json(error.to_string())).at(name, line, column)
            })?);
        }
    }
    Ok(truths)
}

/// Records and true games that stand together in two files.
fn records(folder: &Path) -> Result<Vec<Case>, Error> {
    let mut truths: HashMap<String, TruthLine> =
        truth_lines(folder)?.into_iter().map(|line| (line.truth.id.clone(), line)).collect();
    let path = folder.join("records.jsonl");
    let file = File::open(&path).map_err(|error| io_error(&path, &error))?;
    let mut cases = Vec::new();
    for record in read::records(BufReader::new(file), &path.display().to_string()) {
        let record = record?;
        // A record whose game nobody knows is no case.
        if let Some(TruthLine { mut truth, kind, held, .. }) = truths.remove(&record.id) {
            // Moves behind the last entry of every sheet cannot be asked for.
            if let Some(&end) = held.iter().take(record.sheets.len()).max() {
                truth.unjudged.extend(end..truth.san.len());
            }
            cases.push(Case {
                name: record.id.clone(),
                kind: kind.unwrap_or_else(|| name(folder)),
                truths: vec![truth],
                expected: None,
                input: Input::Record(Box::new(record)),
            });
        }
    }
    Ok(cases)
}

/// The games of a clean PGN file.
fn truths(path: &Path) -> Result<Vec<Truth>, Error> {
    let bytes = fs::read(path).map_err(|error| io_error(path, &error))?;
    let mut reader = Reader::new(Cursor::new(bytes));
    let mut truths = Vec::new();
    while let Some(san) = reader.read_game(&mut Moves).map_err(|error| io_error(path, &error))? {
        truths.push(Truth { san, ..Truth::default() });
    }
    if truths.is_empty() {
        return Err(Error::new(ErrorKind::NoGame).at(path.display().to_string(), 0, 0));
    }
    Ok(truths)
}

/// Takes the moves of a game and leaves everything else.
struct Moves;

impl Visitor for Moves {
    type Tags = ();
    type Movetext = Vec<String>;
    type Output = Vec<String>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, ()> {
        ControlFlow::Continue(())
    }

    fn tag(&mut self, (): &mut (), _: &[u8], _: RawTag<'_>) -> ControlFlow<Self::Output> {
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<Self::Output, Vec<String>> {
        ControlFlow::Continue(Vec::new())
    }

    fn san(&mut self, moves: &mut Vec<String>, san: SanPlus) -> ControlFlow<Self::Output> {
        moves.push(san.to_string());
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, _: &mut Vec<String>) -> ControlFlow<Self::Output, Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn end_game(&mut self, moves: Vec<String>) -> Vec<String> {
        moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder =
            std::env::temp_dir().join(format!("scoresheet-eval-{name}-{}", std::process::id()));
        fs::create_dir_all(folder.join("b")).expect("a folder");
        folder
    }

    #[test]
    fn a_case_is_a_folder() {
        let folder = folder("case");
        fs::write(folder.join("b/input.txt"), "1. e4 c5").expect("a file");
        fs::write(folder.join("b/truth.pgn"), "1. e4 {x} (1. d4) e5 *\n\n1. c4 *\n")
            .expect("a file");
        fs::write(folder.join("b/expect"), "right 2\n").expect("a file");
        let found = cases(&folder).expect("cases");
        assert_eq!((found.len(), found[0].name.as_str(), found[0].expected), (1, "b", Some(2)));
        assert_eq!(found[0].truths[0].san, ["e4", "e5"]);
        assert_eq!(found[0].truths[1].san, ["c4"]);
        assert!(found[0].records()[0].is_ok());

        fs::write(folder.join("b/expect"), "all of it").expect("a file");
        let error = cases(&folder).expect_err("no number").to_string();
        assert!(error.contains("write \"right 57\""), "{error}");
        fs::remove_dir_all(folder).expect("removed");
    }

    #[test]
    fn documents_share_a_file_of_true_games() {
        let folder = folder("documents");
        fs::write(folder.join("b/input.txt"), "1. e4 e5").expect("a file");
        let truth = "{\"id\":\"b\",\"kind\":\"typed\",\"games\":[[\"e4\"],[\"d4\",\"d5\"]]}\n\
            {\"id\":\"..\",\"games\":[[\"e4\"]]}\n";
        fs::write(folder.join("truth.jsonl"), truth).expect("a file");
        let found = cases(&folder).expect("cases");
        assert_eq!((found.len(), found[0].kind.as_str()), (1, "typed"));
        assert_eq!(found[0].truths[1].san, ["d4", "d5"]);
        fs::remove_dir_all(folder).expect("removed");
    }

    #[test]
    fn sheets_of_a_case_are_read_together() {
        let folder = folder("sheets");
        fs::write(folder.join("b/sheet-white.txt"), "1. e4 e5").expect("a file");
        fs::write(folder.join("b/sheet-black.txt"), "1. e4 e6").expect("a file");
        fs::write(folder.join("b/truth.pgn"), "1. e4 e5 *\n").expect("a file");
        let records = cases(&folder).expect("cases")[0].records();
        let record = records[0].as_ref().expect("a record");
        let ids: Vec<&str> = record.sheets.iter().map(|sheet| sheet.id.as_str()).collect();
        assert_eq!((records.len(), ids), (1, vec!["sheet-black.txt", "sheet-white.txt"]));
        fs::remove_dir_all(folder).expect("removed");
    }

    #[test]
    fn cases_may_stand_in_two_files() {
        let folder = folder("lines");
        let record = |id| format!("{{\"id\":\"{id}\",\"sheets\":[{{\"entries\":[]}}]}}\n");
        fs::write(folder.join("records.jsonl"), record("a") + &record("unknown")).expect("a file");
        let truth = "{\"id\":\"a\",\"san\":[\"e4\"],\"unjudged\":[0],\"open\":true}\n";
        fs::write(folder.join("truth.jsonl"), truth).expect("a file");
        let found = cases(&folder).expect("cases");
        assert_eq!((found.len(), found[0].name.as_str()), (1, "a"));
        assert_eq!(found[0].kind, folder.file_name().expect("a name").to_string_lossy());
        assert!(found[0].truths[0].open);

        // The second sheet, whose entries go on longer, is not in the record.
        let truth = "{\"id\":\"a\",\"kind\":\"k\",\"san\":[\"e4\",\"e5\"],\"held\":[1,2]}\n";
        fs::write(folder.join("truth.jsonl"), truth).expect("a file");
        let found = cases(&folder).expect("cases");
        assert_eq!((found[0].kind.as_str(), &found[0].truths[0].unjudged[..]), ("k", &[1][..]));

        fs::write(folder.join("truth.jsonl"), "\n{\"id\":1}\n").expect("a file");
        let error = cases(&folder).expect_err("broken").to_string();
        assert!(error.contains("truth.jsonl:2:"), "{error}");
        fs::remove_dir_all(folder).expect("removed");
    }
}
