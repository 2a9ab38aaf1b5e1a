//! Writes what was cleaned, in the order of the archives.

use std::{
    fs::{self, File},
    io::{self, BufReader, Read},
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use anyhow::{Context, Result, anyhow, bail};
use scoresheet::archive::{
    BYTE_ORDER_MARK, COLUMNS, Cleaned, Keys, Kind, Note, Outcome, Reached, Row, Slot, Twin, Twins,
};

use super::{
    Clean, Done,
    args::{Duplicates, ReportFormat},
    begins,
    count::Count,
    journal::Journal,
    output::{Output, push_apart},
};
use crate::cli::progress::Progress;

/// How often the journal is written.
const JOURNAL_EVERY: Duration = Duration::from_millis(250);
/// Bytes of the keys of a game.
const KEYS: usize = 16;

/// Which file.
const CLEAN: usize = 0;
const REJECTS: usize = 1;
const REPORT: usize = 2;
const TWINS: usize = 3;

/// What is to be added to each file.
type Pending = [Vec<u8>; 4];

/// The outputs of a run, and how far they have come.
pub struct Writer<'a> {
    config: &'a Clean,
    /// Clean games, rejects, report, and the keys of games; some of them or none are written.
    files: [Option<Output>; 4],
    journal: Journal,
    journal_path: Option<PathBuf>,
    written: Instant,
    twins: Twins,
    stopped: bool,
    /// Games before this run.
    before: u64,
}

impl<'a> Writer<'a> {
    /// Opens the outputs; nothing where an earlier run that is to be gone on with was complete.
    ///
    /// # Errors
    ///
    /// Outputs that are there already or cannot be written, and a journal of another run.
    pub fn open(config: &'a Clean) -> Result<Option<Writer<'a>>> {
        let mut writer = Writer {
            config,
            files: [None, None, None, None],
            journal: Journal::new(config.made_by.clone()),
            journal_path: None,
            written: Instant::now(),
            twins: Twins::default(),
            stopped: false,
            before: 0,
        };
        let Some(files) = &config.files else {
            if let Some(report) = &config.dry_report {
                writer.files[REPORT] = Some(Output::create(report, config.force)?);
                writer.head()?;
            }
            return Ok(Some(writer));
        };
        let journal = Journal::path(&files.clean);
        let mut keys = files.clean.as_os_str().to_owned();
        keys.push(".keys");
        let paths = [&files.clean, &files.rejects, &files.report, &PathBuf::from(keys)];
        let wanted = if config.duplicates == Duplicates::Off { 3 } else { 4 };
        if config.resume {
            match Journal::read(&journal, &config.made_by)? {
                Some(found) => {
                    writer.resume(&paths[..wanted], found)?;
                    writer.journal_path = Some(journal);
                    return Ok(Some(writer));
                }
                None if files.clean.exists() => return Ok(None),
                None => {}
            }
        }
        if !config.force {
            check_free(&paths[..3], &journal)?;
        }
        writer.begin(&paths[..wanted], journal)?;
        Ok(Some(writer))
    }

    /// Begins a run: a journal where there will be something to go on with, then the outputs.
    fn begin(&mut self, paths: &[&PathBuf], journal: PathBuf) -> Result<()> {
        let special = paths.iter().take(3).any(|path| path.exists() && !path.is_file());
        if !special && self.config.sources.iter().all(|source| source.name != "-") {
            // From here on there is something to go on with, be it nothing yet.
            self.journal.lengths = vec![0; paths.len()];
            let context =
                || format!("{}: cannot be written; name another --output", journal.display());
            self.journal.write(&journal).with_context(context)?;
            self.journal_path = Some(journal);
        }
        // Keys are of use only to go on.
        let wanted = if self.journal_path.is_none() { 3 } else { paths.len() };
        self.create(&paths[..wanted]).inspect_err(|_| self.remove())
    }

    /// Removes what was begun.
    fn remove(&self) {
        let begun = self.files.iter().flatten().map(|file| PathBuf::from(file.name()));
        for path in begun.chain(self.journal_path.iter().cloned()) {
            if path.is_file() {
                let _ = fs::remove_file(path);
            }
        }
    }

    /// Opens new outputs.
    fn create(&mut self, paths: &[&PathBuf]) -> Result<()> {
        for (at, path) in paths.iter().enumerate() {
            // Keys that an earlier run has left are of no use without its journal.
            self.files[at] = Some(Output::create(path, self.config.force || at == TWINS)?);
        }
        self.head()
    }

    /// Opens the outputs of an earlier run where its journal left them.
    fn resume(&mut self, paths: &[&PathBuf], journal: Journal) -> Result<()> {
        if journal.lengths.len() != paths.len() {
            bail!("the journal is damaged; begin anew with --force");
        }
        for (at, (path, &length)) in paths.iter().zip(&journal.lengths).enumerate() {
            self.files[at] = Some(Output::resume(path, length)?);
        }
        if let Some(path) = paths.get(TWINS) {
            let context = || format!("{}: cannot be read", path.display());
            let mut held = BufReader::new(File::open(path).with_context(context)?);
            let mut keys = [0; KEYS];
            for game in 1..=journal.count.games {
                held.read_exact(&mut keys).with_context(context)?;
                self.twins.meet(keys_of(keys), game);
            }
        }
        self.before = journal.count.games;
        self.journal = journal;
        if self.length(REPORT) == 0 {
            self.head()?;
        }
        Ok(())
    }

    /// Writes the head of the report.
    fn head(&mut self) -> Result<()> {
        if self.config.report_format == ReportFormat::JsonLines {
            return Ok(());
        }
        if let Some(report) = &mut self.files[REPORT] {
            let head = csv_row(&COLUMNS)?;
            report.add(&head).map_err(|error| cannot_write(report, &error, false))?;
        }
        Ok(())
    }

    fn length(&self, file: usize) -> u64 {
        self.files[file].as_ref().map_or(0, Output::length)
    }

    /// Where reading begins: the archive, and the place in it.
    pub fn begins_at(&self) -> (usize, Reached) {
        (self.journal.source, self.journal.reached)
    }

    /// Writes the games of a batch; returns how many bytes they had in the archive.
    ///
    /// # Errors
    ///
    /// Outputs that cannot be written. They are cut to whole games then.
    pub fn take(&mut self, done: Done, progress: &Progress) -> Result<usize> {
        // What follows games that were left out is left out too.
        self.stopped |= done.games.is_none();
        let Some(games) = done.games.filter(|_| !self.stopped) else { return Ok(0) };
        let source = done.job.source;
        let name = &self.config.sources[source].name;
        while self.journal.first_games.len() <= source {
            self.journal.first_games.push(self.journal.count.games);
        }
        let batch = match done.job.batch {
            Ok(batch) => batch,
            Err(error) => {
                progress.error(&format!("{name}: cannot be read: {error}"));
                self.leave(source);
                return Ok(0);
            }
        };
        let mut pending = Pending::default();
        for (slot, cleaned) in batch.games.iter().zip(games) {
            self.add(name, slot, &batch.bytes[slot.start..slot.end], cleaned, &mut pending)?;
        }
        self.write(&pending)?;
        (self.journal.source, self.journal.reached) = (source, batch.reached);
        if let Some(error) = batch.error {
            let line = batch.reached.lines;
            progress.error(&format!("{name}:{line}: cannot be read further: {error}"));
            self.leave(source);
        }
        if self.written.elapsed() > JOURNAL_EVERY {
            self.pause()?;
        }
        Ok(batch.bytes.len())
    }

    /// Goes on behind an archive that cannot be read to its end.
    fn leave(&mut self, source: usize) {
        self.journal.count.unread += 1;
        (self.journal.source, self.journal.reached) = (source + 1, Reached::default());
    }

    /// Counts a game and adds it, and what is said of it, to what is pending.
    fn add(
        &mut self,
        name: &str,
        slot: &Slot,
        bytes: &[u8],
        mut cleaned: Cleaned,
        pending: &mut Pending,
    ) -> Result<()> {
        let (begun, length) = (begins(slot.extent), bytes.len() as u64);
        // White space of an archive without games is not counted.
        self.journal.count.bytes[0] += length;
        self.journal.count.games += u64::from(begun);
        if self.config.duplicates != Duplicates::Off {
            self.meet(slot, &mut cleaned, &mut pending[TWINS]);
        }
        self.journal.count.add(&cleaned, length, begun);
        self.add_game(bytes, &cleaned, begun, pending);
        if begun && self.files[REPORT].is_some() {
            self.add_rows(name, slot, bytes, &cleaned, &mut pending[REPORT])?;
        }
        Ok(())
    }

    /// Compares a game with those before.
    fn meet(&mut self, slot: &Slot, cleaned: &mut Cleaned, keys: &mut Vec<u8>) {
        if let Some(twin) = self.twins.meet(cleaned.keys, self.journal.count.games) {
            self.tell_twin(twin, cleaned, slot.line);
        }
        if begins(slot.extent) {
            keys.extend(cleaned.keys.whole.to_le_bytes());
            keys.extend(cleaned.keys.opening.to_le_bytes());
        }
    }

    /// Adds the bytes of a game, or of the middle of one that is too long, to the clean ones or the
    /// rejects.
    fn add_game(&self, bytes: &[u8], cleaned: &Cleaned, begun: bool, pending: &mut Pending) {
        let file = match cleaned.outcome {
            Outcome::Rejected => REJECTS,
            _ => CLEAN,
        };
        let mut written = cleaned.bytes.as_deref().unwrap_or(bytes);
        // It may stand at the start of a file only.
        if file == CLEAN && self.length(CLEAN) + pending[CLEAN].len() as u64 > 0 {
            written = written.strip_prefix(BYTE_ORDER_MARK).unwrap_or(written);
        }
        if !begun {
            pending[file].extend(written);
        } else if !(self.config.only_damaged && cleaned.outcome == Outcome::Sound) {
            let tail = self.files[file].as_ref().map_or(&[][..], Output::tail);
            push_apart(tail, &mut pending[file], written);
        }
    }

    /// Adds a row of the report for each thing that is said of a game.
    fn add_rows(
        &self,
        name: &str,
        slot: &Slot,
        bytes: &[u8],
        cleaned: &Cleaned,
        report: &mut Vec<u8>,
    ) -> Result<()> {
        if cleaned.notes.is_empty() {
            return Ok(());
        }
        let row = Row::of(bytes);
        let outcome = cleaned.outcome.as_str();
        for note in &cleaned.notes {
            report.extend(match self.config.report_format {
                ReportFormat::Csv => csv_row(&row.cells(name, slot.game, outcome, note))?,
                ReportFormat::JsonLines => {
                    let line = row.json(name, slot.game, outcome, note);
                    (line.context("a row of the report cannot be written")? + "\n").into()
                }
            });
        }
        Ok(())
    }

    /// Writes what is pending, all of it or nothing.
    fn write(&mut self, pending: &Pending) -> Result<()> {
        let before: Vec<u64> = (0..4).map(|file| self.length(file)).collect();
        for (at, bytes) in pending.iter().enumerate() {
            let Some(file) = self.files[at].as_mut().filter(|_| !bytes.is_empty()) else {
                continue;
            };
            if let Err(error) = file.add(bytes) {
                let can_resume = self.journal_path.is_some();
                let told = cannot_write(file, &error, can_resume);
                for (file, length) in self.files.iter_mut().zip(before) {
                    if let Some(file) = file {
                        file.cut(length);
                    }
                }
                return Err(told);
            }
        }
        Ok(())
    }

    /// Says that a game stands in the archives before, and drops it where that is wanted.
    fn tell_twin(&self, twin: Twin, cleaned: &mut Cleaned, line: u64) {
        let (kind, game, words) = match twin {
            Twin::Same(game) => (Kind::Duplicate, game, "the same players and moves as"),
            Twin::Near(game) => (Kind::NearDuplicate, game, "the same players and first moves as"),
        };
        let source = self.journal.first_games.partition_point(|&first| first < game) - 1;
        let name = &self.config.sources[source].name;
        let message = format!("{words} {name}, game {}", game - self.journal.first_games[source]);
        if kind == Kind::Duplicate && self.config.duplicates == Duplicates::Drop {
            cleaned.outcome = Outcome::Rejected;
            cleaned.bytes = None;
            cleaned.notes = vec![Note::new(Kind::Dropped, line).saying(message)];
        } else {
            cleaned.notes.push(Note::new(kind, line).saying(message));
        }
    }

    /// What the progress display says.
    pub fn progress(&self) -> (u64, String) {
        let Count { games, repaired, rejected, .. } = self.journal.count;
        (games - self.before, format!("{games} games, {repaired} repaired, {rejected} rejected"))
    }

    /// Whether a run that is stopped can be gone on with.
    pub fn can_resume(&self) -> bool {
        self.journal_path.is_some()
    }

    /// Puts everything that is written on the disk, and the journal that tells of it.
    ///
    /// # Errors
    ///
    /// Whatever the system says.
    pub fn pause(&mut self) -> Result<()> {
        self.written = Instant::now();
        let Some(path) = &self.journal_path else { return Ok(()) };
        self.sync()?;
        let lengths = self.files.iter().flatten().map(Output::length);
        self.journal.lengths = lengths.collect();
        self.journal.write(path).with_context(|| {
            format!("{}: cannot be written; go on with --resume when it can", path.display())
        })
    }

    /// Ends a run that is complete; returns how the games came out.
    ///
    /// # Errors
    ///
    /// Whatever the system says.
    pub fn finish(self) -> Result<Count> {
        self.sync()?;
        // First the journal: without it the run counts as complete.
        if let Some(path) = &self.journal_path {
            fs::remove_file(path)
                .with_context(|| format!("{}: cannot be removed", path.display()))?;
        }
        if let Some(keys) = &self.files[TWINS] {
            let _ = fs::remove_file(keys.name());
        }
        Ok(self.journal.count)
    }

    fn sync(&self) -> Result<()> {
        for file in self.files.iter().flatten() {
            file.sync().map_err(|error| cannot_write(file, &error, true))?;
        }
        Ok(())
    }
}

/// Fails where a run would destroy a file or an earlier run that can be gone on with.
fn check_free(paths: &[&PathBuf], journal: &Path) -> Result<()> {
    if journal.exists() {
        bail!(
            "{}: an earlier run was not complete; go on with --resume, or begin anew with --force",
            journal.display()
        );
    }
    if let Some(there) = paths.iter().find(|path| path.is_file()) {
        bail!("{}: is there already; replace it with --force, or name another", there.display());
    }
    Ok(())
}

fn keys_of(bytes: [u8; KEYS]) -> Keys {
    let both = u128::from_le_bytes(bytes);
    // The low half, then the high half.
    Keys { whole: both as u64, opening: (both >> 64) as u64 }
}

fn csv_row<S: AsRef<[u8]>>(cells: &[S]) -> Result<Vec<u8>> {
    let mut row = csv::Writer::from_writer(Vec::new());
    row.write_record(cells).context("a row of the report cannot be written")?;
    row.into_inner().map_err(|error| anyhow!("a row of the report cannot be written: {error}"))
}

/// Why a file cannot be written, and what to do.
fn cannot_write(file: &Output, error: &io::Error, can_resume: bool) -> anyhow::Error {
    let advice = match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => "make room",
        _ => "see to the file",
    };
    let resume = if can_resume { " and go on with --resume" } else { "" };
    anyhow!("{}: cannot be written: {error}; {advice}{resume}", file.name())
}
