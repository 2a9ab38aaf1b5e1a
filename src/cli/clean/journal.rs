//! How far a run has come, beside its output, so that it can go on after it was stopped or killed.
//!
//! The journal is replaced whole, by renaming, after everything that it tells of is on the disk.
//! What the outputs hold beyond that is cut off when the run goes on.

use std::{
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail};
use scoresheet::archive::Reached;
use serde::{Deserialize, Serialize};

use super::count::Count;

/// Goes up when an older journal cannot be gone on with.
const VERSION: u32 = 1;

/// Everything that a run has to know to go on.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Journal {
    version: u32,
    /// The program, the options and the archives, as far as the outputs depend on them.
    made_by: String,
    /// The archive that is being read.
    pub source: usize,
    /// How far it is read.
    pub reached: Reached,
    /// Bytes of each output.
    pub lengths: Vec<u64>,
    /// Games of the run with which each archive begins, from 0.
    pub first_games: Vec<u64>,
    /// How the games came out.
    pub count: Count,
}

impl Journal {
    /// The journal of a run that begins.
    pub fn new(made_by: String) -> Journal {
        Journal { version: VERSION, made_by, ..Journal::default() }
    }

    /// The place of the journal of a run with this output.
    pub fn path(output: &Path) -> PathBuf {
        let mut name = output.as_os_str().to_owned();
        name.push(".journal");
        name.into()
    }

    /// The journal at a place, if there is one.
    ///
    /// # Errors
    ///
    /// One that cannot be read, or that was made by other options or archives.
    pub fn read(path: &Path, made_by: &str) -> Result<Option<Journal>> {
        let name = path.display();
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error).with_context(|| format!("{name}: cannot be read")),
        };
        let journal: Journal = serde_json::from_str(&text)
            .with_context(|| format!("{name}: is no journal; begin anew with --force"))?;
        if journal.version != VERSION || journal.made_by != made_by {
            bail!(
                "{name}: that run had other archives, options or another version; name the same, \
                 or begin anew with --force"
            );
        }
        Ok(Some(journal))
    }

    /// Writes the journal to its place.
    ///
    /// # Errors
    ///
    /// Whatever the system says.
    pub fn write(&self, path: &Path) -> io::Result<()> {
        let mut new = path.as_os_str().to_owned();
        new.push(".new");
        let mut file = File::create(&new)?;
        file.write_all(serde_json::to_string(self)?.as_bytes())?;
        file.sync_data()?;
        fs::rename(&new, path)?;
        // The name itself is to be on the disk; where folders cannot be opened, it will be soon.
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        if let Ok(folder) = File::open(folder.unwrap_or(Path::new("."))) {
            let _ = folder.sync_all();
        }
        Ok(())
    }
}
