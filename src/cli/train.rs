//! `scoresheet train`: the data files of the models, made from data.

use std::{fs, path::PathBuf};

use anyhow::{Context, Result};
use clap::{Args, Subcommand};
use scoresheet::prior::train::{Progress, TrainOptions, train};

use super::ALL_COMPLETE;

/// The arguments of `train`.
#[derive(Debug, Args)]
pub struct TrainArgs {
    #[command(subcommand)]
    model: Model,
}

#[derive(Debug, Subcommand)]
enum Model {
    /// How likely people are to play a move, from an archive of clean games.
    Prior(PriorArgs),
}

#[derive(Debug, Args)]
struct PriorArgs {
    /// Clean games in PGN.
    games: PathBuf,
    /// Other games in PGN, to see how well the prior foretells them.
    #[arg(long, value_name = "FILE")]
    held_out: Option<PathBuf>,
    /// Data file to write.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// How often to go through the games.
    #[arg(long, value_name = "N")]
    epochs: Option<u32>,
}

/// Trains a model and writes its data file.
pub fn run(args: TrainArgs) -> Result<u8> {
    let Model::Prior(args) = args.model;
    let mut options = TrainOptions::new(args.games);
    options.held_out = args.held_out;
    if let Some(epochs) = args.epochs {
        options.epochs = epochs;
    }
    let bytes = train(&options, &mut |progress| match progress {
        Progress::Read { games, moves } => eprintln!("{games} games, {moves} moves"),
        Progress::Trained { share, bits } => {
            eprintln!("{:3.0} %  {bits:.3} bits a move", share * 100.0);
        }
        Progress::HeldOut(quality) => eprintln!(
            "held out: {} moves, {:.3} bits a move ({:.3} without the book), {:.1} % foretold",
            quality.moves,
            quality.bits,
            quality.bits_without_book,
            quality.first * 100.0
        ),
        _ => {}
    })?;
    fs::write(&args.output, &bytes)
        .with_context(|| format!("{}: cannot be written", args.output.display()))?;
    eprintln!("{}: {} bytes", args.output.display(), bytes.len());
    Ok(ALL_COMPLETE)
}
