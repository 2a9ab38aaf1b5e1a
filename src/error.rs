//! Why something could not be read or run.

use std::{error, fmt};

/// An input that cannot be read or an option that cannot be used.
///
/// A move that nobody can read is not an error: it is a doubtful move of the result.
#[derive(Debug)]
pub struct Error {
    kind: ErrorKind,
    location: Option<Location>,
}

/// What went wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The input holds nothing but white space.
    Empty,
    /// The input is no text.
    Binary,
    /// The input is text without a game in it.
    NoGame,
    /// A line of JSON Lines is no record; the message says why.
    Json(String),
    /// A CSV file has no column of moves, or a row is broken; the message says why.
    Csv(String),
    /// The input is a PDF, which does not say how its letters make words.
    Pdf,
    /// A document, spreadsheet or e-book is damaged or protected, or of an old kind; the message
    /// says which.
    Document(String),
    /// The output of an OCR engine is damaged; the message says how.
    Ocr(String),
    /// The start position is no legal position; the message says why.
    Start(String),
    /// No language has this code or name; near ones are listed.
    UnknownLanguage {
        /// What was asked for.
        name: String,
        /// Codes of languages with a similar name.
        near: Vec<String>,
    },
    /// No notation has this name; near ones are listed.
    UnknownNotation {
        /// What was asked for.
        name: String,
        /// Names of similar notations.
        near: Vec<String>,
    },
    /// Witnesses that are read together tell of different numbers of games, which are listed.
    Unpaired(String),
    /// A constraint on the game cannot be understood; the message says why.
    Constraint(String),
    /// The input cannot be read; the message of the system says why.
    Read(String),
    /// The input passes a limit; the message says which.
    TooLarge(String),
    /// A file cannot be read; the message says why.
    Io(String),
    /// A data file of trained weights cannot be used; the message says why.
    Model(String),
}

/// Where in the input something went wrong; line and column count from 1, 0 means unknown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Location {
    /// Name of the input, `-` for standard input.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
}

impl Error {
    /// An error without a place.
    pub fn new(kind: ErrorKind) -> Error {
        Error { kind, location: None }
    }

    /// The same error, with its place.
    pub fn at(self, file: impl Into<String>, line: u32, column: u32) -> Error {
        Error { location: Some(Location { file: file.into(), line, column }), ..self }
    }

    /// What went wrong.
    pub fn kind(&self) -> &ErrorKind {
        &self.kind
    }

    /// Where, if known.
    pub fn location(&self) -> Option<&Location> {
        self.location.as_ref()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(at) = &self.location {
            match (at.line, at.column) {
                (0, _) => write!(f, "{}: ", at.file)?,
                (line, 0) => write!(f, "{}:{line}: ", at.file)?,
                (line, column) => write!(f, "{}:{line}:{column}: ", at.file)?,
            }
        }
        write!(f, "{}", self.kind)
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let near = |f: &mut fmt::Formatter<'_>, near: &[String], usual: &str| match near {
            [] => write!(f, "; give one such as {usual}, or leave it to be found out"),
            near => write!(f, "; did you mean {}", near.join(" or ")),
        };
        match self {
            ErrorKind::Empty => {
                f.write_str("nothing is written here; give a file with moves in it")
            }
            ErrorKind::Binary => f.write_str(
                "this is no text; give moves as text, PGN, a table or an OCR engine's output",
            ),
            ErrorKind::NoGame => f.write_str(
                "no game was found in this text; give one with moves in it, such as 1. e4 e5",
            ),
            ErrorKind::Json(why) => write!(f, "not a record: {why}"),
            ErrorKind::Csv(why) => write!(f, "not a table of moves: {why}"),
            ErrorKind::Start(why) => write!(f, "not a start position: {why}"),
            ErrorKind::UnknownLanguage { name, near: list } => {
                write!(f, "no language is called \"{name}\"")?;
                near(f, list, "de or German")
            }
            ErrorKind::UnknownNotation { name, near: list } => {
                write!(f, "no notation is called \"{name}\"")?;
                near(f, list, "algebraic, descriptive or iccf")
            }
            ErrorKind::Unpaired(counts) => write!(
                f,
                "different numbers of games ({counts}) cannot be paired; give one game a file, or \
                 the same games in the same order"
            ),
            ErrorKind::Read(why) => write!(f, "cannot be read: {why}"),
            ErrorKind::Pdf => f.write_str(
                "PDF is not read; make text of it with `pdftotext -layout`, or read its pages with an \
                 OCR engine where they are pictures, and give that",
            ),
            ErrorKind::Document(why)
            | ErrorKind::Ocr(why)
            | ErrorKind::TooLarge(why)
            | ErrorKind::Io(why)
            | ErrorKind::Model(why)
            | ErrorKind::Constraint(why) => f.write_str(why),
        }
    }
}

impl error::Error for Error {}
