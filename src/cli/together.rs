//! `--together`: every file is one witness's sheet of the same game, or of the same games in the
//! same order.

use std::{collections::HashSet, path::Path};

use anyhow::{Context, Result, anyhow, bail};
use scoresheet::{read, record::Record, witnesses::pair};

use super::config::Input;

/// Most games of a file: all of them are in memory at a time.
const MOST_GAMES: usize = 10_000;

/// Reads every input whole and joins the first game of each, the second of each and so on.
///
/// # Errors
///
/// Inputs that cannot be read, or that hold different numbers of games.
pub fn records(inputs: &[Input]) -> Result<Vec<Record>> {
    let witnesses = sheet_names(inputs)
        .into_iter()
        .zip(inputs)
        .map(|(name, input)| Ok((name, games(input)?)))
        .collect::<Result<_>>()?;
    pair(witnesses).map_err(|error| anyhow!("--together: {error}"))
}

fn games(input: &Input) -> Result<Vec<Record>> {
    let name = input.name();
    let source = input.open().with_context(|| format!("{name}: cannot be opened"))?;
    let mut games = Vec::new();
    for record in read::records(source, &name) {
        // Pairing games with a hole in one of the lists would mix them up.
        games.push(record.map_err(|error| anyhow!("{error}"))?);
        if games.len() > MOST_GAMES {
            bail!("{name}: holds more than {MOST_GAMES} games; --together reads fewer at a time");
        }
    }
    Ok(games)
}

/// The file names without their folders, as far as that tells them apart.
fn sheet_names(inputs: &[Input]) -> Vec<String> {
    let short = |input: &Input| match input {
        Input::Stdin => input.name(),
        Input::File(path) => path
            .file_name()
            .map_or_else(|| input.name(), |name| Path::new(name).display().to_string()),
    };
    let mut seen = HashSet::new();
    if inputs.iter().map(short).all(|name| seen.insert(name)) {
        inputs.iter().map(short).collect()
    } else {
        inputs.iter().map(Input::name).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    #[test]
    fn sheets_are_named_after_their_files() {
        let names = |paths: &[&str]| {
            let inputs: Vec<Input> =
                paths.iter().map(|path| Input::File(PathBuf::from(path))).collect();
            sheet_names(&inputs)
        };
        assert_eq!(names(&["a/white.txt", "b/black.txt"]), ["white.txt", "black.txt"]);
        assert_eq!(names(&["a/sheet.txt", "b/sheet.txt"]), ["a/sheet.txt", "b/sheet.txt"]);
    }
}
