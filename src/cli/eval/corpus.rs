//! Noisy inputs with their true games, as they lie on disk.

use std::{
    collections::HashMap,
    fs::{self, File},
    io::{BufRead, BufReader, Cursor},
    ops::ControlFlow,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail};
use pgn_reader::{RawTag, Reader, SanPlus, Skip, Visitor};
use scoresheet::{read, reconstruction::Reconstruction, record::Record, search::Reconstructor};
use serde::Deserialize;

/// One noisy input and the games behind it.
#[derive(Debug)]
pub struct Case {
    /// Name of the folder, or of the record.
    pub name: String,
    /// The true games, in the order of the input.
    pub truths: Vec<Truth>,
    input: Input,
}

#[derive(Debug)]
enum Input {
    File(PathBuf),
    Record(Box<Record>),
}

/// A true game.
#[derive(Debug, Default, Clone, PartialEq, Eq, Deserialize)]
pub struct Truth {
    /// Name of its record.
    #[serde(default)]
    pub id: String,
    /// Its moves.
    pub san: Vec<String>,
    /// Plies, from 0, of which nobody can say what was played.
    #[serde(default)]
    pub unjudged: Vec<usize>,
    /// Whether the true game goes on where the list of its moves stops.
    #[serde(default)]
    pub open: bool,
}

impl Case {
    /// The games that are found, and what could not be read.
    pub fn reconstruct(&self, reconstructor: &Reconstructor) -> (Vec<Reconstruction>, Vec<String>) {
        let path = match &self.input {
            Input::Record(record) => return (vec![reconstructor.reconstruct(record)], Vec::new()),
            Input::File(path) => path,
        };
        let mut games = Vec::new();
        let mut errors = Vec::new();
        match File::open(path) {
            Err(error) => errors.push(format!("{}: {error}", path.display())),
            Ok(file) => {
                for record in read::records(BufReader::new(file), &path.display().to_string()) {
                    match record {
                        Ok(record) => games.push(reconstructor.reconstruct(&record)),
                        Err(error) => errors.push(error.to_string()),
                    }
                }
            }
        }
        (games, errors)
    }
}

/// The cases of a folder, in the order of their names.
pub fn cases(folder: &Path) -> Result<Vec<Case>> {
    let shown = folder.display();
    if folder.join("records.jsonl").is_file() {
        return records(folder);
    }
    let mut folders = vec![folder.to_owned()];
    let listed = fs::read_dir(folder)
        .with_context(|| format!("{shown}: is no folder of cases; name one such as corpus"))?;
    for entry in listed {
        let path = entry.with_context(|| format!("reading {shown}"))?.path();
        if path.is_dir() {
            folders.push(path);
        }
    }
    folders.sort();
    let mut cases = Vec::new();
    for path in folders {
        let truth = path.join("truth.pgn");
        if let (true, Some(input)) = (truth.is_file(), input_of(&path)?) {
            let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
            cases.push(Case { name, truths: truths(&truth)?, input: Input::File(input) });
        }
    }
    if cases.is_empty() {
        bail!("{shown}: holds no case; a case is a folder with input.txt and truth.pgn in it");
    }
    Ok(cases)
}

/// The file `input.*` of a case; of several the first by name.
fn input_of(folder: &Path) -> Result<Option<PathBuf>> {
    let mut found: Option<PathBuf> = None;
    for entry in fs::read_dir(folder).with_context(|| format!("reading {}", folder.display()))? {
        let path = entry.with_context(|| format!("reading {}", folder.display()))?.path();
        let named = path.file_stem().is_some_and(|stem| stem == "input") && path.is_file();
        if named && found.as_ref().is_none_or(|other| path < *other) {
            found = Some(path);
        }
    }
    Ok(found)
}

/// Records and true games that stand together in two files.
fn records(folder: &Path) -> Result<Vec<Case>> {
    let path = folder.join("truth.jsonl");
    let file = File::open(&path).with_context(|| format!("opening {}", path.display()))?;
    let mut truths: HashMap<String, Truth> = HashMap::new();
    for (at, line) in BufReader::new(file).lines().enumerate() {
        let place = || format!("{}:{}", path.display(), at + 1);
        let line = line.with_context(place)?;
        if !line.trim().is_empty() {
            let truth: Truth = serde_json::from_str(&line).with_context(place)?;
            truths.insert(truth.id.clone(), truth);
        }
    }
    let path = folder.join("records.jsonl");
    let file = File::open(&path).with_context(|| format!("opening {}", path.display()))?;
    let mut cases = Vec::new();
    for record in read::records(BufReader::new(file), &path.display().to_string()) {
        let record = record?;
        // A record whose game nobody knows is no case.
        if let Some(truth) = truths.get(&record.id) {
            cases.push(Case {
                name: record.id.clone(),
                truths: vec![truth.clone()],
                input: Input::Record(Box::new(record)),
            });
        }
    }
    Ok(cases)
}

/// The games of a clean PGN file.
fn truths(path: &Path) -> Result<Vec<Truth>> {
    let bytes = fs::read(path).with_context(|| format!("reading {}", path.display()))?;
    let mut reader = Reader::new(Cursor::new(bytes));
    let mut truths = Vec::new();
    while let Some(san) =
        reader.read_game(&mut Moves).with_context(|| format!("reading {}", path.display()))?
    {
        truths.push(Truth { san, ..Truth::default() });
    }
    if truths.is_empty() {
        bail!("{}: holds no game", path.display());
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

    fn tag(&mut self, _: &mut (), _: &[u8], _: RawTag<'_>) -> ControlFlow<Self::Output> {
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
