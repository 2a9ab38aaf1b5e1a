//! `scoresheet clean`: PGN archives, repaired where that can be done.
//!
//! A reader parts the archives into batches of games, workers clean them, and one writer writes
//! them in the order of the archives. Outputs grow by whole batches, so that they hold whole games
//! only; every now and then the journal tells how far they have come.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Condvar, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};

use anyhow::{Context, Result};
use scoresheet::archive::{
    Batch, Cleaned, Extent, Keys, Kind, Note, Outcome, Reached, Scratch, Splitter,
};

mod args;
mod count;
mod input;
mod journal;
mod output;
mod writer;

pub use args::{Clean, CleanArgs};

use super::{ALL_COMPLETE, COULD_NOT_RUN, SOME_PARTIAL, batch, progress::Progress};
use input::Source;
use writer::Writer;

/// Bytes of games that a worker takes at a time.
const BATCH: usize = 64 * 1024;
/// Bytes of games that are under way at most.
const UNDER_WAY: usize = 24 * 1024 * 1024;

/// Whether the user wants the run to stop.
static STOP: AtomicBool = AtomicBool::new(false);

/// Games on their way from the reader to the writer.
struct Job {
    source: usize,
    /// What was read, or why the archive could not be opened.
    batch: Result<Batch, std::io::Error>,
    /// The encoding of the archive, where the outputs have another one.
    encoding: Option<&'static str>,
}

/// A job whose games were looked at; nothing where the run is to stop.
struct Done {
    job: Job,
    games: Option<Vec<Cleaned>>,
}

/// Cleans the archives; the exit code says whether every game is sound or repaired.
pub fn run(config: Clean) -> Result<u8> {
    let mut progress = Progress::new(config.quiet);
    let Some(mut writer) = Writer::open(&config)? else {
        let complete = "the run that is to be gone on with was complete; there is nothing to do";
        progress.note(complete);
        return Ok(ALL_COMPLETE);
    };
    stop_on_request().context("signals cannot be caught")?;
    let passed = Arc::new(AtomicU64::new(0));
    let total = config.sources.iter().map(|source| source.size).sum();
    let budget = Budget::default();
    let (first, reached) = writer.begins_at();
    passed.fetch_add(
        config.sources[..first].iter().map(|source| source.size).sum(),
        Ordering::Relaxed,
    );
    let jobs = Jobs {
        sources: &config.sources,
        at: first,
        reached,
        open: None,
        passed: passed.clone(),
        budget: &budget,
    };
    let work = |job: Job| clean(&config, job);
    let outcome = batch::in_order(config.threads, jobs, work, |done| {
        let done =
            done.context("a batch of games was lost: an error in scoresheet; please report it");
        let written = done.and_then(|done| writer.take(done, &progress));
        match written {
            Ok(bytes) => budget.give_back(bytes),
            Err(error) => {
                budget.close();
                return Err(error);
            }
        }
        if STOP.load(Ordering::Relaxed) {
            budget.close();
        }
        progress.archive(passed.load(Ordering::Relaxed), total, &writer.progress());
        Ok(())
    });
    progress.clear();
    outcome?;
    end(&config, writer, &progress)
}

/// Ends a run, or leaves it to be gone on with where it was stopped; gives the exit code.
fn end(config: &Clean, mut writer: Writer, progress: &Progress) -> Result<u8> {
    if STOP.load(Ordering::Relaxed) {
        writer.pause()?;
        progress.error(if writer.can_resume() {
            "stopped; the files hold whole games only, and --resume goes on"
        } else {
            "stopped; the files hold whole games only"
        });
        return Ok(COULD_NOT_RUN);
    }
    let count = writer.finish()?;
    for line in count.lines(config.only_damaged) {
        progress.note(&line);
    }
    if !count.adds_up() {
        progress.error("these counts do not add up: an error in scoresheet; please report it");
        return Ok(COULD_NOT_RUN);
    }
    if count.games == 0 {
        progress.error("no game was found; give PGN files");
        return Ok(COULD_NOT_RUN);
    }
    Ok(if count.rejected + count.unread > 0 { SOME_PARTIAL } else { ALL_COMPLETE })
}

/// Ends the run after the games that are written; asked twice, at once.
fn stop_on_request() -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::SeqCst) {
            std::process::exit(COULD_NOT_RUN.into());
        }
    })
}

/// Looks at the games of a job.
fn clean(config: &Clean, job: Job) -> Done {
    let mut games = Vec::new();
    if let Ok(batch) = &job.batch {
        let mut scratch = Scratch::default();
        games.reserve_exact(batch.games.len());
        for slot in &batch.games {
            if STOP.load(Ordering::Relaxed) {
                return Done { job, games: None };
            }
            let game = catch_unwind(AssertUnwindSafe(|| {
                config.cleaner.clean(&batch.bytes, slot, &mut scratch)
            }));
            let mut game = game.unwrap_or_else(|_| {
                scratch = Scratch::default();
                failed(slot.line)
            });
            if let Some(encoding) = job.encoding.filter(|_| slot.game == 1 && begins(slot.extent)) {
                let words = format!("the archive is {encoding}; its games are put out in UTF-8");
                game.notes.insert(0, Note::new(Kind::Encoding, slot.line).saying(words));
            }
            games.push(game);
        }
    }
    Done { job, games: Some(games) }
}

/// A game at which the program failed: it is kept as it is.
fn failed(line: u64) -> Cleaned {
    let note = Note::new(Kind::Failed, line).saying("an error in scoresheet; please report it");
    Cleaned { outcome: Outcome::Rejected, bytes: None, notes: vec![note], keys: Keys::default() }
}

/// An archive that is being read.
struct Open {
    splitter: Splitter<Box<dyn std::io::Read + Send>>,
    /// Its encoding, where the outputs have another one.
    encoding: Option<&'static str>,
}

/// Reads the archives one after another.
struct Jobs<'a> {
    sources: &'a [Source],
    at: usize,
    reached: Reached,
    open: Option<Open>,
    passed: Arc<AtomicU64>,
    budget: &'a Budget,
}

impl Iterator for Jobs<'_> {
    type Item = Job;

    fn next(&mut self) -> Option<Job> {
        loop {
            let source = self.sources.get(self.at)?;
            let Open { splitter, encoding } = match &mut self.open {
                Some(open) => open,
                None => match source.open(self.reached.offset, &self.passed) {
                    Ok((input, encoding)) => {
                        let splitter = Splitter::new(input, self.reached);
                        self.open.insert(Open { splitter, encoding })
                    }
                    Err(error) => {
                        let job = Job { source: self.at, batch: Err(error), encoding: None };
                        (self.at, self.reached) = (self.at + 1, Reached::default());
                        return Some(job);
                    }
                },
            };
            if let Some(batch) = splitter.next_batch(BATCH) {
                if !self.budget.take(batch.bytes.len()) {
                    return None;
                }
                return Some(Job { source: self.at, batch: Ok(batch), encoding: *encoding });
            }
            (self.at, self.reached, self.open) = (self.at + 1, Reached::default(), None);
        }
    }
}

/// Bounds the bytes that are under way, whatever the number of threads.
#[derive(Default)]
struct Budget {
    /// Bytes, and whether nobody waits for more.
    state: Mutex<(usize, bool)>,
    changed: Condvar,
}

impl Budget {
    /// Waits until there is room; false where no more is wanted.
    fn take(&self, bytes: usize) -> bool {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let full =
            |state: &mut (usize, bool)| state.0 > 0 && state.0 + bytes > UNDER_WAY && !state.1;
        let mut state =
            self.changed.wait_while(state, full).unwrap_or_else(PoisonError::into_inner);
        state.0 += bytes;
        !state.1
    }

    fn give_back(&self, bytes: usize) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.0 = state.0.saturating_sub(bytes);
        self.changed.notify_all();
    }

    /// Lets nobody wait any longer.
    fn close(&self) {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).1 = true;
        self.changed.notify_all();
    }
}

/// Whether a slot is the beginning of a game, not the middle of one that is too long.
fn begins(extent: Extent) -> bool {
    extent != Extent::TooLongStill
}
