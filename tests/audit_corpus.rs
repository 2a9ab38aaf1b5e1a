//! One test for each case of `corpus/audit`: the command finds what `expect` says, all of it and
//! nothing else.
//!
//! `UPDATE_EXPECT=1 cargo test --test audit_corpus` writes what is found into those files; what
//! changes has then to be read by a person.

use std::{
    collections::BTreeSet,
    env,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
};

use libtest_mimic::{Arguments, Failed, Trial};
use scoresheet::audit::CODES;
use serde_json::Value;

fn main() -> ExitCode {
    let folder = folder();
    let mut trials = Vec::new();
    for case in cases(&folder) {
        let name = name(&case);
        trials.push(Trial::test(name, move || check(&case)));
    }
    trials.push(Trial::test("every_code_has_a_case", every_code_has_a_case));
    trials.push(Trial::test("every_case_is_in_the_readme", readme_names_all));
    trials.push(Trial::test("a_text_that_is_too_long", too_long));
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/audit")
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// The folders of the cases in the order of their names.
fn cases(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the corpus is there");
    let paths = entries.map(|entry| entry.expect("the corpus is read").path());
    let mut cases: Vec<PathBuf> = paths.filter(|path| path.is_dir()).collect();
    cases.sort();
    cases
}

/// Audits files of a folder, the arguments behind them, and returns what is found with the exit
/// code.
fn audit(folder: &Path, records: &[String], args: &[&str]) -> Result<(Vec<Value>, i32), Failed> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_scoresheet"));
    command.current_dir(folder).args(["audit", "--quiet", "--format", "json"]).args(args);
    if records.len() > 1 {
        command.arg("--together");
    }
    let output = command.args(records).output()?;
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    let audits: Vec<Value> =
        serde_json::from_slice(&output.stdout).map_err(|error| format!("{error}: {errors}"))?;
    Ok((audits, output.status.code().unwrap_or(-1)))
}

/// What the audits say: a line a finding, `warning illegal-move white.txt 7 23`. Where a place has
/// no ply, its line and column stand there.
fn told(audits: &[Value]) -> String {
    let mut lines = String::new();
    for (at, audit) in audits.iter().enumerate() {
        if audits.len() > 1 {
            let _ = writeln!(lines, "game {}", at + 1);
        }
        for finding in audit["findings"].as_array().into_iter().flatten() {
            let text = |key: &str| finding[key].as_str().unwrap_or("-");
            let _ = write!(lines, "{} {} {}", text("severity"), text("code"), text("sheet"));
            for item in finding["items"].as_array().into_iter().flatten() {
                let place = item["place"].as_str().unwrap_or("-");
                let place = place.split_once(':').map_or(place, |(_, place)| place);
                match item["ply"].as_u64() {
                    Some(ply) => write!(lines, " {ply}"),
                    None => write!(lines, " {place}"),
                }
                .expect("a string takes everything");
            }
            lines.push('\n');
        }
    }
    lines
}

fn check(case: &Path) -> Result<(), Failed> {
    let mut names: Vec<String> =
        fs::read_dir(case)?.map(|entry| Ok(name(&entry?.path()))).collect::<Result<_, Failed>>()?;
    names.sort();
    let other = names.iter().find(|name| name.starts_with("against")).cloned();
    names.retain(|name| name != "expect" && name != "args" && Some(name) != other.as_ref());
    let args = fs::read_to_string(case.join("args")).unwrap_or_default();
    let mut args: Vec<&str> = args.split_whitespace().collect();
    if let Some(other) = &other {
        args.extend(["--against", other]);
    }
    let (audits, exit) = audit(case, &names, &args)?;
    let found = told(&audits);
    let above = found.lines().any(|line| !line.starts_with("info") && !line.starts_with("game"));
    if exit != i32::from(above) {
        return Err(format!("exit code {exit} with\n{found}").into());
    }
    // What hangs on the wording is written behind the findings: `says …`.
    let path = case.join("expect");
    let expected = fs::read_to_string(&path).unwrap_or_default();
    let (says, codes): (Vec<&str>, Vec<&str>) =
        expected.lines().partition(|line| line.starts_with("says "));
    if env::var_os("UPDATE_EXPECT").is_some() {
        let says: String = says.iter().map(|line| format!("{line}\n")).collect();
        fs::write(path, format!("{found}{says}"))?;
        return Ok(());
    }
    let messages: Vec<&str> = audits
        .iter()
        .flat_map(|audit| audit["findings"].as_array().into_iter().flatten())
        .filter_map(|finding| finding["message"].as_str())
        .collect();
    for said in says.iter().filter_map(|line| line.strip_prefix("says ")) {
        if !messages.iter().any(|message| message.contains(said)) {
            return Err(format!("no finding says {said:?}: {messages:#?}").into());
        }
    }
    let mut wanted: Vec<&str> = codes;
    let mut got: Vec<&str> = found.lines().collect();
    wanted.sort_unstable();
    got.sort_unstable();
    if wanted == got {
        return Ok(());
    }
    let missing = wanted.iter().filter(|line| !got.contains(line)).map(|line| format!("- {line}"));
    let more = got.iter().filter(|line| !wanted.contains(line)).map(|line| format!("+ {line}"));
    Err(missing.chain(more).collect::<Vec<_>>().join("\n").into())
}

/// Codes of findings that no case holds: input for two would be too large to keep and is made by
/// `too_long`; start positions that are not legal do not get past the readers of files; a fragment
/// and a page whose rows are lost are no records of a game, and the tests of the library have them.
const ELSEWHERE: [&str; 5] =
    ["too-long", "not-searched", "illegal-start", "beginning-lost", "moves-unread"];

fn every_code_has_a_case() -> Result<(), Failed> {
    let mut seen = BTreeSet::new();
    for case in cases(&folder()) {
        let expected = fs::read_to_string(case.join("expect"))?;
        for line in expected.lines().filter(|line| !line.starts_with("says ")) {
            seen.extend(line.split_whitespace().nth(1).map(str::to_owned));
        }
    }
    let known: BTreeSet<String> = CODES.iter().map(|code| (*code).to_owned()).collect();
    let missing: Vec<&String> =
        known.difference(&seen).filter(|code| !ELSEWHERE.contains(&code.as_str())).collect();
    if missing.is_empty() { Ok(()) } else { Err(format!("no case has {missing:?}").into()) }
}

fn readme_names_all() -> Result<(), Failed> {
    let readme = fs::read_to_string(folder().join("README.md"))?;
    for case in cases(&folder()) {
        if !readme.contains(&format!("| `{}` |", name(&case))) {
            return Err(format!("corpus/audit/README.md does not tell of {}", name(&case)).into());
        }
    }
    Ok(())
}

/// More moves than any game has are cut off, and that is told.
fn too_long() -> Result<(), Failed> {
    let folder = env::temp_dir().join(format!("scoresheet-audit-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    let mut pgn = String::from("[White \"Ada\"]\n\n");
    for number in 0..13_000 {
        let pair = if number % 2 == 0 { "Nf3 Nf6" } else { "Ng1 Ng8" };
        let _ = writeln!(pgn, "{}. {pair} {}. {pair}", 2 * number + 1, 2 * number + 2);
    }
    fs::write(folder.join("long.pgn"), pgn)?;
    let found = audit(&folder, &["long.pgn".to_owned()], &[]);
    fs::remove_dir_all(&folder)?;
    let found = told(&found?.0);
    let has = |code: &str| found.lines().any(|line| line.starts_with(&format!("warning {code} ")));
    if has("too-long") && has("not-searched") { Ok(()) } else { Err(found.into()) }
}
