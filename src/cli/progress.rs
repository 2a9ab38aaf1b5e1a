//! Lines and a progress display on standard error.

use std::{
    io::{IsTerminal, stderr},
    time::{Duration, Instant},
};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// How long a command runs before its progress is shown: a short one needs none.
const PATIENCE: Duration = Duration::from_secs(1);

/// What is said of a game on which the program failed.
pub const LEFT_OUT: &str = "a game was left out: an error in scoresheet; please report it";
/// What is said where there is nothing to work on.
pub const NO_GAME: &str = "no game was found; give move lists, PGN, CSV or JSON Lines records";

/// Standard error, with a progress display where a person looks on.
#[derive(Debug)]
pub struct Progress {
    bar: ProgressBar,
    started: Instant,
    wanted: bool,
    quiet: bool,
    template: &'static str,
}

impl Progress {
    /// Nothing is shown yet; `quiet` leaves errors only.
    pub fn new(quiet: bool) -> Progress {
        Progress {
            bar: ProgressBar::hidden(),
            started: Instant::now(),
            wanted: !quiet && stderr().is_terminal(),
            quiet,
            template: "{spinner} {pos} games, {per_sec}, {elapsed}",
        }
    }

    /// The same for files, so many of them.
    pub fn of_files(mut self, files: usize) -> Progress {
        self.bar.set_length(files as u64);
        self.template = "{bar:24} {pos} of {len} files, {elapsed}, {eta} to go";
        self
    }

    /// One more game, or file, is done.
    pub fn step(&mut self) {
        self.show();
        self.bar.inc(1);
    }

    /// Shows the display once the command has run for a while.
    fn show(&mut self) {
        if self.wanted && self.started.elapsed() > PATIENCE {
            self.wanted = false;
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
            // The template is a constant; without it the plain spinner does as well.
            if let Ok(style) = ProgressStyle::with_template(self.template) {
                self.bar.set_style(style);
            }
        }
    }

    /// So many bytes of an archive are read; `done` are the games of this run, and what to say of
    /// all of them.
    pub fn archive(&mut self, passed: u64, total: u64, done: &(u64, String)) {
        self.template = "{wide_bar} {percent}% {msg}, {eta} left";
        self.bar.set_length(total);
        self.show();
        if !self.bar.is_hidden() {
            self.bar.set_position(passed.min(total));
            let speed = done.0 as f64 / self.started.elapsed().as_secs_f64().max(0.001);
            self.bar.set_message(format!("{}, {speed:.0} games/s", done.1));
        }
    }

    /// Takes the display away.
    pub fn clear(&mut self) {
        self.wanted = false;
        self.bar.finish_and_clear();
    }

    /// Writes a line about a game.
    pub fn note(&self, line: &str) {
        if !self.quiet {
            self.error(line);
        }
    }

    /// Writes a line, quiet or not.
    pub fn error(&self, line: &str) {
        self.bar.suspend(|| eprintln!("{}", plain(line)));
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// The line without control characters, which a terminal would obey.
fn plain(line: &str) -> String {
    line.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
