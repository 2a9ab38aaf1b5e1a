//! `scoresheet clean`: what it writes, that nothing is lost, and that it goes on after a kill.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// A folder that is removed when the test ends.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = env::temp_dir().join(format!("scoresheet-clean-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        fs::write(self.0.join(name), bytes).expect("a file");
    }

    fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.0.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    fn text(&self, name: &str) -> String {
        String::from_utf8_lossy(&self.read(name)).into_owned()
    }

    fn files(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).expect("a folder");
        let mut names: Vec<String> = entries
            .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn command(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_scoresheet"));
    command.arg("clean").args(args).current_dir(folder).env_remove("RUST_BACKTRACE");
    command
}

/// Runs the command; shows its exit code and what it says.
fn clean(folder: &Folder, args: &[&str]) -> String {
    let output = command(&folder.0, args).stdin(Stdio::null()).output().expect("it runs");
    let code = output.status.code().map_or("none".to_owned(), |code| code.to_string());
    let mut shown = format!("exit code: {code}\n{}", String::from_utf8_lossy(&output.stderr));
    if !output.stdout.is_empty() {
        shown.push_str(&format!("stdout:\n{}", String::from_utf8_lossy(&output.stdout)));
    }
    shown
}

fn game(white: &str, movetext: &str, result: &str) -> String {
    format!(
        "[Event \"Test\"]\n[White \"{white}\"]\n[Black \"Black\"]\n[Date \"2001.02.03\"]\n\
         [Result \"{result}\"]\n\n{movetext}\n\n"
    )
}

const RUY: &str = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7";

/// A game of each kind of damage, with its name as White's.
fn damaged() -> String {
    [
        game("Sound", &format!("{RUY} 1-0"), "1-0"),
        game(
            "Illegal",
            &RUY.replace("Ba4", "Ba5").replace("Be7", "Be7 6. Re1 b5 7. Bb3 1-0"),
            "1-0",
        ),
        game("German", "1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. La4 Sf6 5. 0-0 Le7 6. Te1 b5 1-0", "1-0"),
        game(
            "Missing",
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 7. Bb3 d6 8. c3 O-O 1-0",
            "1-0",
        ),
        game("Doubled", "1. e4 e5 2. Nf3 Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 1-0", "1-0"),
        game("Glued", &format!("{}1-0", RUY.replace("Nf3 Nc6", "Nf3Nc6")), "1-0"),
        game("No result", RUY, "1/2-1/2"),
        game("Merged", &format!("{RUY} 1-0 1. d4 d5 2. c4 e6 3. Nc3 Nf6 0-1"), "1-0"),
        game("Stray", &RUY.replace("3. Bb5", "and now comes 3. Bb5 D +/-"), "1-0")
            .replace("Be7", "Be7 1-0"),
        game(
            "Comment",
            &format!("{} 1-0", RUY.replace("3. Bb5", "{a {nested} one} 3. Bb5 {open")),
            "1-0",
        ),
        game("Variation", &format!("{} 1-0", RUY.replace("a6", "(3. Qh7 Ke7) a6")), "1-0"),
        game("Kings", &format!("{RUY} 6. Ke4 Kd5 1-0"), "1-0"),
        game("Mate", "1. f3 e5 2. g4 Qh4# 3. Kf2 Qxf2 0-1", "0-1"),
        game("Contradiction", "1. f3 e5 2. g4 Qh4# 1-0", "1/2-1/2"),
        game("Broken", "1. e4 e5 2. Qxq Zz9 3. x4 h9 4. Q.. kk 5. -- Nc9 1-0", "1-0"),
        game("Tag", &format!("{RUY} *"), "*").replace("[Event \"Test\"]", "[Event „Test \"A\"]"),
        game("Start", "1. e4 e5 *", "*").replace("\n\n1.", "\n[FEN \"8/8 nonsense\"]\n\n1."),
        game("Sound", &format!("{RUY} 1-0"), "1-0"),
    ]
    .concat()
}

/// Probabilities hang on trained weights; what they are is no matter of the command.
fn without_probabilities() -> insta::internals::SettingsBindDropGuard {
    let mut settings = insta::Settings::clone_current();
    settings.add_filter(r"\b[01]\.\d+\b", "[p]");
    settings.bind_to_scope()
}

#[test]
fn each_kind_of_damage_is_repaired_where_it_stands() {
    let folder = Folder::new("damage");
    folder.write("archive.pgn", damaged());
    let said = clean(&folder, &["archive.pgn", "-o", "clean.pgn"]);
    let _guard = without_probabilities();
    insta::assert_snapshot!("damage_said", said);
    insta::assert_snapshot!("damage_clean", folder.text("clean.pgn"));
    insta::assert_snapshot!("damage_rejects", folder.text("clean.rejects.pgn"));
    insta::assert_snapshot!("damage_report", folder.text("clean.report.csv"));
    let files = ["archive.pgn", "clean.pgn", "clean.rejects.pgn", "clean.report.csv"];
    assert_eq!(folder.files(), files, "neither journal nor keys are left");
}

#[test]
fn what_is_clean_stays_as_it_is() {
    let folder = Folder::new("again");
    folder.write("archive.pgn", damaged());
    clean(&folder, &["archive.pgn", "-o", "clean.pgn"]);
    let said = clean(&folder, &["clean.pgn", "-o", "again.pgn"]);
    assert!(said.contains("+ 0 repaired + 0 rejected"), "{said}");
    assert_eq!(folder.read("clean.pgn"), folder.read("again.pgn"));
}
