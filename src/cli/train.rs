//! `scoresheet train`: the data files of the models, made from data.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand};
use scoresheet::{
    eval::cases,
    prior::train::{self, TrainOptions, train},
    search::{
        Options, Reconstructor,
        teach::{Lesson, Teacher},
    },
};

use super::{ALL_COMPLETE, progress::Progress};

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
    /// Which characters are read for which, from noisy records with their true games.
    Channel(ChannelArgs),
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  scoresheet train channel corpus --output confusions.tsv
  scoresheet train channel mine theirs --held-out others --output confusions.tsv

A corpus is what `scoresheet eval` reads: a folder of cases, or of records.jsonl and truth.jsonl.
The program reads src/channel/confusions.tsv when it is built.")]
struct ChannelArgs {
    /// Corpora to learn from.
    #[arg(required = true)]
    corpora: Vec<PathBuf>,
    /// A corpus of other games, to see what is gained on it.
    #[arg(long, value_name = "CORPUS")]
    held_out: Vec<PathBuf>,
    /// Table to write.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// How often to go through the records.
    #[arg(long, value_name = "N", default_value_t = 6)]
    rounds: u32,
    /// Learn from every second case, and hold the others out.
    #[arg(long)]
    halves: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  scoresheet train prior games.pgn --output prior.bin
  scoresheet train prior games.pgn --held-out others.pgn --output prior.bin

The program reads src/prior/prior.bin when it is built.")]
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
    #[arg(long, value_name = "N", default_value_t = TrainOptions::new(PathBuf::new()).epochs)]
    epochs: u32,
}

/// Trains a model and writes its data file.
pub fn run(args: TrainArgs) -> Result<u8> {
    match args.model {
        Model::Prior(args) => prior(args),
        Model::Channel(args) => channel(&args),
    }
}

fn channel(args: &ChannelArgs) -> Result<u8> {
    let reconstructor = Reconstructor::new(Options::default())?;
    let mut lessons = Vec::new();
    let mut held_out = Vec::new();
    for corpus in &args.corpora {
        for (at, taught) in lessons_of(&reconstructor, corpus)?.into_iter().enumerate() {
            let other = args.halves && at % 2 == 1;
            if other { &mut held_out } else { &mut lessons }.extend(taught);
        }
    }
    for corpus in &args.held_out {
        held_out.extend(lessons_of(&reconstructor, corpus)?.into_iter().flatten());
    }
    if lessons.is_empty() {
        bail!("no true game was found in its record: there is nothing to learn from");
    }
    let mut teacher = Teacher::new();
    let foretold = |teacher: &Teacher| match held_out.is_empty() {
        true => String::new(),
        false => format!(", held out {:.4}", teacher.cost(&held_out)),
    };
    eprintln!("{} entries{}", lessons.len(), foretold(&teacher));
    for round in 1..=args.rounds {
        let cost = teacher.learn(&lessons);
        eprintln!("round {round}: {cost:.4} nats an entry before{} after", foretold(&teacher));
    }
    let table = teacher.file();
    fs::write(&args.output, table)
        .with_context(|| format!("{}: cannot be written", args.output.display()))?;
    Ok(ALL_COMPLETE)
}

/// What each case of a corpus teaches.
fn lessons_of(reconstructor: &Reconstructor, corpus: &Path) -> Result<Vec<Vec<Lesson>>> {
    let cases = cases(corpus)?;
    let mut progress = Progress::new(false);
    let mut lessons = Vec::new();
    for case in cases {
        let records = case.records();
        // Which of several games is which is not for the trainer to find out.
        let mut taught = Vec::new();
        if let ([Ok(record)], [truth]) = (&records[..], &case.truths[..]) {
            let judged = |ply: &usize| !truth.unjudged.contains(ply);
            let all = reconstructor.lessons(record, &truth.san).into_iter();
            taught.extend(all.filter_map(|(ply, lesson)| judged(&ply).then_some(lesson)));
        }
        lessons.push(taught);
        progress.step();
    }
    Ok(lessons)
}

fn prior(args: PriorArgs) -> Result<u8> {
    let mut options = TrainOptions::new(args.games);
    options.held_out = args.held_out;
    options.epochs = args.epochs;
    let bytes = train(&options, &mut |progress| match progress {
        train::Progress::Read { games, moves } => eprintln!("{games} games, {moves} moves"),
        train::Progress::Trained { share, bits } => {
            eprintln!("{:3.0} %  {bits:.3} bits a move", share * 100.0);
        }
        train::Progress::HeldOut(quality) => eprintln!(
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
