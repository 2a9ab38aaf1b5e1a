//! The files that are written, of whole games only.

use std::{
    fs::{File, OpenOptions},
    io::{self, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail};

/// A file that grows by whole batches.
#[derive(Debug)]
pub struct Output {
    path: PathBuf,
    file: File,
    length: u64,
    /// The last bytes.
    tail: Vec<u8>,
    /// Whether it is a file on a disk, which can be cut and gone on with.
    regular: bool,
}

/// Bytes at the end of an output that tell whether a blank line is there.
const TAIL: usize = 4;

impl Output {
    /// A new file, or with `force` an emptied one.
    ///
    /// # Errors
    ///
    /// A file that is there already, and whatever the system says.
    pub fn create(path: &Path, force: bool) -> Result<Output> {
        let name = path.display();
        // A pipe or a device is nobody's result.
        let special = path.metadata().is_ok_and(|found| !found.is_file() && !found.is_dir());
        let mut options = OpenOptions::new();
        options.write(true).read(!special);
        if special {
        } else if force {
            options.create(true).truncate(true);
        } else {
            options.create_new(true);
        }
        let file = match options.open(path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => bail!(
                "{name}: is there already; go on with --resume, replace it with --force, or name \
                 another"
            ),
            opened => {
                opened.with_context(|| format!("{name}: cannot be written; name another place"))?
            }
        };
        Ok(Output { path: path.to_owned(), file, length: 0, tail: Vec::new(), regular: !special })
    }

    /// A file of an earlier run, cut to the length that its journal tells.
    ///
    /// # Errors
    ///
    /// A file that is shorter, and whatever the system says.
    pub fn resume(path: &Path, length: u64) -> Result<Output> {
        let name = path.display();
        let context = || format!("{name}: cannot be gone on with; begin anew with --force");
        let mut options = OpenOptions::new();
        options.read(true).write(true);
        if length == 0 {
            options.create(true).truncate(false);
        }
        let mut file = options.open(path).with_context(context)?;
        let found = file.metadata().with_context(context)?.len();
        if found < length {
            bail!("{name}: is shorter than it was; begin anew with --force");
        }
        file.set_len(length).with_context(context)?;
        let from = length.saturating_sub(TAIL as u64);
        file.seek(SeekFrom::Start(from)).with_context(context)?;
        let mut tail = Vec::new();
        file.read_to_end(&mut tail).with_context(context)?;
        Ok(Output { path: path.to_owned(), file, length, tail, regular: true })
    }

    /// Bytes.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// The name in messages.
    pub fn name(&self) -> String {
        self.path.display().to_string()
    }

    /// The last bytes; none of an empty file.
    pub fn tail(&self) -> &[u8] {
        &self.tail
    }

    /// Adds bytes.
    ///
    /// # Errors
    ///
    /// Whatever the system says; some of the bytes may be written then, see [`Output::cut`].
    pub fn add(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.file.write_all(bytes)?;
        self.length += bytes.len() as u64;
        self.tail.extend(&bytes[bytes.len().saturating_sub(TAIL)..]);
        self.tail.drain(..self.tail.len().saturating_sub(TAIL));
        Ok(())
    }

    /// Cuts the file to a length that it had before.
    pub fn cut(&mut self, length: u64) {
        if self.regular && self.file.set_len(length).is_ok() {
            self.length = length;
        }
    }

    /// Waits until everything is on the disk.
    ///
    /// # Errors
    ///
    /// Whatever the system says.
    pub fn sync(&self) -> io::Result<()> {
        if self.regular { self.file.sync_data() } else { Ok(()) }
    }
}

/// The bytes with a blank line before them where they would run into what is written: `tail`, then
/// `pending`.
pub fn push_apart(tail: &[u8], pending: &mut Vec<u8>, game: &[u8]) {
    let written: Vec<u8> = tail.iter().chain(pending.iter()).copied().rev().take(TAIL).collect();
    let newlines = written.iter().take_while(|b| b.is_ascii_whitespace()).filter(|b| **b == b'\n');
    if !written.is_empty() {
        let line_end: &[u8] = if game.contains(&b'\r') { b"\r\n" } else { b"\n" };
        (newlines.count()..2).for_each(|_| pending.extend(line_end));
    }
    pending.extend(game);
}
