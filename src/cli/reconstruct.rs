//! `scoresheet reconstruct`: the games behind move lists.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, BufWriter, Write},
    path::PathBuf,
};

use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use scoresheet::{
    read,
    search::{Options, Reconstructor},
    write::{Json, JsonLines, Report},
};

use super::{ALL_COMPLETE, SOME_PARTIAL};

/// The arguments as they stand on the command line.
#[derive(Debug, Args)]
pub struct LowArgs {
    /// Files to read; `-` is standard input.
    #[arg(value_name = "FILE", default_value = "-")]
    files: Vec<PathBuf>,
    /// How to write the games.
    #[arg(long, value_enum, default_value_t = Format::Jsonl)]
    format: Format,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Format {
    Jsonl,
    Json,
}

/// Reconstructs every game of every input; the exit code says whether all are complete.
pub fn run(args: LowArgs) -> Result<u8> {
    let reconstructor = Reconstructor::new(Options::default())?;
    let mut report: Box<dyn Report> = match args.format {
        Format::Jsonl => Box::new(JsonLines),
        Format::Json => Box::new(Json::default()),
    };
    let mut out = BufWriter::new(io::stdout().lock());
    let mut code = ALL_COMPLETE;
    report.begin(&mut out)?;
    for path in &args.files {
        let name = path.display().to_string();
        let input: Box<dyn BufRead> = if name == "-" {
            Box::new(io::stdin().lock())
        } else {
            let file = File::open(path).with_context(|| format!("opening {name}"))?;
            Box::new(BufReader::new(file))
        };
        for record in read::records(input, &name) {
            match record {
                Ok(record) => {
                    let game = reconstructor.reconstruct(&record);
                    if !game.complete {
                        code = SOME_PARTIAL;
                    }
                    report.game(&game, &mut out)?;
                }
                Err(error) => {
                    eprintln!("{error}");
                    code = SOME_PARTIAL;
                }
            }
        }
    }
    report.end(&mut out)?;
    out.flush()?;
    Ok(code)
}
