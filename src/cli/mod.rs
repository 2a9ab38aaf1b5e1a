//! Arguments, exit codes and diagnostics of the `scoresheet` command.

use std::{io, process::ExitCode};

use clap::{Parser, Subcommand};

mod audit;
mod batch;
mod clean;
mod config;
mod eval;
mod folder;
mod progress;
mod reconstruct;
mod together;
mod train;

/// Every game is complete.
const ALL_COMPLETE: u8 = 0;
/// Some games are partial or could not be read.
const SOME_PARTIAL: u8 = 1;
/// The command could not run.
const COULD_NOT_RUN: u8 = 2;

/// Turns noisy, hand-written or OCR'd chess move lists into the most likely legal game.
#[derive(Debug, Parser)]
#[command(version, arg_required_else_help = true, after_help = AFTER_HELP)]
struct LowArgs {
    #[command(subcommand)]
    command: Command,
}

const AFTER_HELP: &str = "\
Exit codes:
  0  every game is complete
  1  some games are partial, or parts of the input could not be read
  2  the command could not run, or no game was found";

#[derive(Debug, Subcommand)]
enum Command {
    /// Find the games behind move lists and write them with a confidence on every move.
    Reconstruct(config::ReconstructArgs),
    /// Repair PGN archives: sound games stay as they are, what cannot be repaired is set aside.
    Clean(clean::CleanArgs),
    /// Say what the records of games tell, where they differ, and what follows under the Laws.
    Audit(audit::AuditArgs),
    /// Measure how much of a corpus is found.
    Eval(eval::EvalArgs),
    /// Make the data file of a model from data.
    Train(train::TrainArgs),
}

/// Runs the command and says how it went.
pub fn main() -> ExitCode {
    let outcome = match LowArgs::parse().command {
        Command::Reconstruct(args) => config::Reconstruct::check(args).and_then(reconstruct::run),
        Command::Clean(args) => clean::Clean::check(args).and_then(clean::run),
        Command::Audit(args) => audit::Job::check(args).and_then(audit::run),
        Command::Eval(args) => eval::run(args),
        Command::Train(args) => train::run(args),
    };
    match outcome {
        Ok(code) => ExitCode::from(code),
        Err(error) if is_broken_pipe(&error) => ExitCode::from(ALL_COMPLETE),
        Err(error) => {
            eprintln!("scoresheet: {error:#}");
            ExitCode::from(COULD_NOT_RUN)
        }
    }
}

/// Whether the reader of our output went away, as `head` does; that is no failure.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause
            .downcast_ref::<io::Error>()
            .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    })
}
