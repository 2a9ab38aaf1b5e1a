//! Finds the legal game that best explains everything that was written.

use crate::{error::Error, reconstruction::Reconstruction, record::Record};

/// How to search.
#[derive(Debug, Clone)]
pub struct Options {
    /// Language of every sheet, as a code (`de`) or a name (`German`); inferred where absent.
    pub language: Option<String>,
    /// Notation of every sheet (`algebraic`, `descriptive`, `iccf`, …); inferred where absent.
    pub notation: Option<String>,
    /// Most hypotheses kept at a ply when the evidence is poor.
    pub beam: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options { language: None, notation: None, beam: 600 }
    }
}

/// Reconstructs games; made once, used for many records, from many threads.
#[derive(Debug)]
pub struct Reconstructor {
    options: Options,
}

impl Reconstructor {
    /// Prepares the tables for these options.
    ///
    /// # Errors
    ///
    /// [`crate::error::ErrorKind::UnknownLanguage`] and
    /// [`crate::error::ErrorKind::UnknownNotation`] for names that no table has.
    pub fn new(options: Options) -> Result<Reconstructor, Error> {
        Ok(Reconstructor { options })
    }

    /// The most likely legal game behind `record`.
    pub fn reconstruct(&self, record: &Record) -> Reconstruction {
        let _ = &self.options;
        Reconstruction {
            id: record.id.clone(),
            tags: record.tags.clone(),
            start: record.start.clone(),
            result: record.result,
            complete: false,
            confidence: 0.0,
            moves: Vec::new(),
            unplaced: Vec::new(),
            findings: Vec::new(),
            styles: Vec::new(),
        }
    }
}
