//! One test for each case of the corpus: what is found, and what always has to hold.
//!
//! A case without a file `expect` has to come out exactly. `UPDATE_EXPECT=1 cargo test --test
//! corpus` writes what is found into those files.

use std::{env, fs, path::Path, process::ExitCode, sync::Arc};

use libtest_mimic::{Arguments, Failed, Trial};
use scoresheet::{
    eval::{Case, Score, cases},
    search::{Options, Reconstructor},
};

mod common;

fn main() -> ExitCode {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let all = cases(&folder).expect("the corpus is well-formed");
    let reconstructor =
        Arc::new(Reconstructor::new(Options::default()).expect("the defaults are valid"));
    let mut trials: Vec<Trial> = all
        .into_iter()
        .map(|case| {
            let reconstructor = reconstructor.clone();
            let folder = folder.join(&case.name);
            Trial::test(case.name.clone(), move || check(&case, &folder, &reconstructor))
        })
        .collect();
    trials.push(Trial::test("every_case_is_in_the_readme", readme_names_all));
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

fn check(case: &Case, folder: &Path, reconstructor: &Reconstructor) -> Result<(), Failed> {
    let mut games = Vec::new();
    for record in case.records() {
        let record = record?;
        let game = reconstructor.reconstruct(&record);
        if let Some(broken) = common::broken_promise(&record, &game) {
            return Err(format!("{}: {broken}", game.id).into());
        }
        games.push(game);
    }
    let score = Score::of(&case.truths, &games);
    let exact = score.tally.exact == score.tally.games && score.tally.extra == 0;
    if env::var_os("UPDATE_EXPECT").is_some() {
        let path = folder.join("expect");
        if !exact {
            fs::write(path, format!("right {}\n", score.tally.right))?;
        } else if path.exists() {
            fs::remove_file(path)?;
        }
        return Ok(());
    }
    let found =
        format!("{} of {} plies right, {}", score.tally.right, score.tally.plies, score.result());
    match case.expected {
        None if !exact => Err(format!("{found}; all were expected").into()),
        Some(expected) if score.tally.right < expected => {
            Err(format!("{found}; {expected} were expected").into())
        }
        _ => Ok(()),
    }
}

fn readme_names_all() -> Result<(), Failed> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let readme = fs::read_to_string(folder.join("README.md"))?;
    for case in cases(&folder)? {
        if !readme.contains(&format!("| `{}` |", case.name)) {
            return Err(format!("corpus/README.md does not tell of {}", case.name).into());
        }
    }
    Ok(())
}
