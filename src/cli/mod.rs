//! Arguments, exit codes and diagnostics of the `scoresheet` command.

use std::{io, process::ExitCode};

use clap::{Parser, Subcommand};

mod reconstruct;

/// Every game is complete.
const ALL_COMPLETE: u8 = 0;
/// Some games are partial or could not be read.
const SOME_PARTIAL: u8 = 1;
/// The command could not run.
const COULD_NOT_RUN: u8 = 2;

/// Turns noisy chess move lists into the most likely legal game.
#[derive(Debug, Parser)]
#[command(version)]
struct LowArgs {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Find the games behind move lists.
    Reconstruct(reconstruct::LowArgs),
}

/// Runs the command and says how it went.
pub fn main() -> ExitCode {
    let args = LowArgs::parse();
    let outcome = match args.command {
        Command::Reconstruct(args) => reconstruct::run(args),
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
