//! `scoresheet clean`: what it writes, that nothing is lost, and that it goes on after a kill.

use std::{
    env, fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::Duration,
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

/// Games of all kinds, many times over, so that a run takes a while.
fn long_archive() -> String {
    let sound: String =
        (0..40).map(|n| game(&format!("Player {n}"), &format!("{RUY} 1-0"), "1-0")).collect();
    let piece = format!("{sound}{}", damaged());
    (0..120)
        .map(|n| piece.replace("[White \"", &format!("[Round \"{n}\"]\n[White \"{n} ")))
        .collect()
}

const OUTPUTS: [&str; 3] = ["clean.pgn", "clean.rejects.pgn", "clean.report.csv"];

fn outputs(folder: &Folder) -> [Vec<u8>; 3] {
    OUTPUTS.map(|name| folder.read(name))
}

#[test]
fn threads_and_compression_change_nothing() {
    let folder = Folder::new("same");
    let archive = long_archive();
    folder.write("archive.pgn", &archive);
    let said = clean(&folder, &["archive.pgn", "-o", "clean.pgn", "-j1"]);
    let want = outputs(&folder);

    let mut gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gz.write_all(archive.as_bytes()).expect("compressed");
    let mut bz2 = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    bz2.write_all(archive.as_bytes()).expect("compressed");
    let level = ruzstd::encoding::CompressionLevel::Fastest;
    let zst = ruzstd::encoding::compress_to_vec(archive.as_bytes(), level);
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let options =
        zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    zip.start_file("archive.pgn", options).expect("a member");
    zip.write_all(archive.as_bytes()).expect("stored");
    let zip = zip.finish().expect("a zip").into_inner();

    let packed = [gz.finish().expect("gz"), bz2.finish().expect("bz2"), zst, zip];
    for (bytes, threads) in packed.into_iter().zip(["-j1", "-j2", "-j3", "-j7"]) {
        // Found out by their bytes, not by their names.
        folder.write("archive.pgn", bytes);
        let again = clean(&folder, &["archive.pgn", "-o", "clean.pgn", "--force", threads]);
        let same = |text: &str| text.replace("archive.pgn/archive.pgn", "archive.pgn");
        assert_eq!(said, again, "{threads}");
        let [clean, rejects, report] = outputs(&folder);
        assert!(want[0] == clean && want[1] == rejects, "{threads}");
        assert_eq!(
            same(&String::from_utf8_lossy(&want[2])),
            same(&String::from_utf8_lossy(&report))
        );
    }
}

/// Starts a run and waits until it has written more games than `before` bytes of them and fewer than
/// `whole`, or has ended.
fn start(folder: &Folder, args: &[&str], before: usize, whole: usize) -> Child {
    let mut child = command(&folder.0, args).stderr(Stdio::piped()).spawn().expect("it starts");
    let games = folder.0.join(OUTPUTS[0]);
    let written = || fs::metadata(&games).map_or(0, |found| found.len() as usize);
    while !(before + 1..whole).contains(&written()) && child.try_wait().expect("a child").is_none()
    {
        std::thread::sleep(Duration::from_millis(1));
    }
    child
}

#[test]
fn a_killed_run_goes_on_to_the_same_bytes() {
    let folder = Folder::new("killed");
    folder.write("archive.pgn", long_archive());
    let said = clean(&folder, &["archive.pgn", "-o", "clean.pgn"]);
    let want = outputs(&folder);
    OUTPUTS.iter().for_each(|name| fs::remove_file(folder.0.join(name)).expect("removed"));

    let mut kills = 0;
    let mut written = 0;
    let args = ["archive.pgn", "-o", "clean.pgn", "--resume"];
    while kills < 6 {
        let mut child = start(&folder, &args, written, want[0].len());
        if child.try_wait().expect("a child").is_some() {
            break;
        }
        child.kill().expect("killed");
        child.wait().expect("ended");
        written = folder.read("clean.pgn").len();
        kills += 1;
    }
    assert!(kills > 1, "the run was too short to be killed");
    let again = clean(&folder, &args);
    assert!(again == said || again.contains("was complete"), "{again}");
    assert!(want == outputs(&folder), "other bytes after {kills} kills");
    assert_eq!(folder.files().len(), 4, "{:?}", folder.files());
}

#[test]
fn a_run_that_is_told_to_stop_goes_on_to_the_same_bytes() {
    let folder = Folder::new("stopped");
    folder.write("archive.pgn", long_archive());
    clean(&folder, &["archive.pgn", "-o", "clean.pgn"]);
    let want = outputs(&folder);
    let args = ["archive.pgn", "-o", "clean.pgn", "--force"];
    let child = start(&folder, &args, 0, want[0].len());
    let told = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(told.expect("a signal").success());
    let output = child.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("--resume goes on"), "{said}");
    let so_far = folder.read("clean.pgn");
    assert!(want[0].starts_with(&so_far) && so_far.len() < want[0].len(), "{said}");
    clean(&folder, &["archive.pgn", "-o", "clean.pgn", "--resume"]);
    assert!(want == outputs(&folder));
}

#[test]
fn sound_archives_stay_byte_for_byte() {
    let folder = Folder::new("bytes");
    let one = game("M\u{fc}ller", &format!("{RUY} {{x}} $1 (5... d6 {{[%clk 0:01]}}) 1-0"), "1-0");
    let latin: Vec<u8> = one.chars().map(|c| c as u8).collect();
    let dos = one.replace('\n', "\r\n").into_bytes();
    let marked = [b"\xEF\xBB\xBF", one.as_bytes()].concat();
    let archive = [&marked[..], one.as_bytes(), &latin, &dos].concat();
    folder.write("archive.pgn", &archive);
    let said = clean(&folder, &["archive.pgn", "-o", "clean.pgn", "--duplicates", "off"]);
    assert!(said.contains("4 games = 4 sound"), "{said}");
    assert!(folder.read("clean.pgn") == archive);
    // Behind other games the mark is none.
    folder.write("marked.pgn", &marked);
    clean(&folder, &["archive.pgn", "marked.pgn", "-o", "both.pgn"]);
    assert!(folder.read("both.pgn") == [&archive[..], one.as_bytes()].concat());
}

#[test]
fn archives_in_utf_16_are_put_into_utf_8() {
    let folder = Folder::new("utf16");
    let archive =
        format!("{}{}", game("M\u{fc}ller", &format!("{RUY} 1-0"), "1-0"), long_archive());
    folder.write("plain.pgn", &archive);
    clean(&folder, &["plain.pgn", "-o", "clean.pgn"]);
    let want = outputs(&folder);
    let little: Vec<u8> = archive.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let big: Vec<u8> = archive.encode_utf16().flat_map(u16::to_be_bytes).collect();
    for (bytes, name) in [
        ([&b"\xFF\xFE"[..], &little].concat(), "UTF-16LE"),
        ([&b"\xFE\xFF"[..], &big].concat(), "UTF-16BE"),
        (little, "UTF-16LE"),
    ] {
        folder.write("wide.pgn", &bytes);
        let said = clean(&folder, &["wide.pgn", "-o", "clean.pgn", "--force"]);
        assert!(said.contains("1  archives put into UTF-8"), "{said}");
        let [games, rejects, report] = outputs(&folder);
        assert!(games == want[0] && rejects == want[1], "{said}");
        let report = String::from_utf8_lossy(&report).into_owned();
        let told = "wide.pgn,1,1,M\u{fc}ller,Black,Test,2001.02.03,sound,encoding,";
        assert!(report.contains(told) && report.contains(name), "{report}");
    }
    // A place in it is counted in the bytes that were handed out.
    let args = ["wide.pgn", "-o", "clean.pgn", "--force"];
    let mut child = start(&folder, &args, 0, want[0].len());
    child.kill().expect("killed");
    child.wait().expect("ended");
    clean(&folder, &["wide.pgn", "-o", "clean.pgn", "--resume"]);
    assert!(folder.read("clean.pgn") == want[0]);
}

#[test]
fn an_illegal_move_that_stood_is_whole_in_json() {
    let folder = Folder::new("stood");
    let movetext = "1. e4 e5 2. Ke2 Nc6 3. Ke1 d6 4. Nf3 Nf6 5. Be2 Be7 6. O-O O-O 7. Re1 Re8 8. Bf1 \
                    Bg4 9. h3 Bh5 1-0";
    folder.write("archive.pgn", game("Stood", movetext, "1-0"));
    let said = clean(&folder, &["archive.pgn", "-o", "clean.pgn", "--report", "report.jsonl"]);
    assert!(said.contains("1  illegal moves that stood"), "{said}");
    let report = folder.text("report.jsonl");
    assert_eq!(report.lines().count(), 1, "{report}");
    let row: serde_json::Value = serde_json::from_str(&report).expect("a line of JSON");
    insta::assert_snapshot!(serde_json::to_string_pretty(&row).expect("JSON"));
}

#[test]
fn a_full_disk_leaves_whole_games_and_the_run_goes_on() {
    let folder = Folder::new("full");
    folder.write("archive.pgn", long_archive());
    clean(&folder, &["archive.pgn", "-o", "clean.pgn"]);
    let want = outputs(&folder);
    // A file may not pass 300 blocks of 512 or 1024 bytes; without the trap the kernel would kill.
    let shell = format!(
        "trap '' XFSZ; ulimit -f 300; exec {} clean archive.pgn -o clean.pgn --force",
        env!("CARGO_BIN_EXE_scoresheet")
    );
    let output =
        Command::new("sh").args(["-c", &shell]).current_dir(&folder.0).output().expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("clean.pgn: cannot be written: File too large"), "{said}");
    assert!(said.contains("go on with --resume"), "{said}");
    let so_far = folder.read("clean.pgn");
    assert!(want[0].starts_with(&so_far) && so_far.len() < want[0].len());
    assert!(so_far.ends_with(b"\n\n"), "half a game");

    clean(&folder, &["archive.pgn", "-o", "clean.pgn", "--resume"]);
    assert!(want == outputs(&folder));
}

#[test]
fn what_is_there_is_not_overwritten() {
    let folder = Folder::new("there");
    folder.write("archive.pgn", damaged());
    folder.write("clean.rejects.pgn", "precious");
    for (args, advice) in [
        (&["archive.pgn", "-o", "clean.pgn"][..], "--force"),
        (&["archive.pgn", "-o", "archive.pgn"], "read and written at once"),
        (&["archive.pgn", "-o", "a.pgn", "--rejects", "a.pgn"], "written twice"),
        (&["archive.pgn", "-o", "nowhere/clean.pgn"], "cannot be written"),
        (&["missing.pgn", "-o", "clean.pgn"], "missing.pgn: cannot be opened"),
        (
            &["archive.pgn", "-o", "/dev/full", "--rejects", "/dev/null", "--report", "/dev/null"],
            "No space left",
        ),
        (&["archive.pgn"], "--output"),
        (&["archive.pgn", "-o", "c.pgn", "--rejects", "nowhere/r.pgn"], "nowhere/r.pgn: cannot"),
        (&["archive.pgn", "-o", "-"], "name a file"),
    ] {
        let said = clean(&folder, args);
        assert!(said.starts_with("exit code: 2") && said.contains(advice), "{args:?}: {said}");
        assert_eq!(folder.text("clean.rejects.pgn"), "precious");
        assert_eq!(folder.files(), ["archive.pgn", "clean.rejects.pgn"], "{args:?}: {said}");
    }
    assert_eq!(folder.text("archive.pgn"), damaged());
}

#[test]
fn an_archive_cut_short_is_told_and_nothing_is_lost() {
    let folder = Folder::new("cut");
    let archive = long_archive();
    let mut gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gz.write_all(archive.as_bytes()).expect("compressed");
    let gz = gz.finish().expect("gz");
    folder.write("a.pgn.gz", &gz[..gz.len() / 2]);
    folder.write("b.pgn", "[White \"Last\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 N");
    folder.write("c.pgn", "");
    folder.write("d.pgn", b"\0\0\x01\x02\0\0");
    let args = ["a.pgn.gz", "b.pgn", "c.pgn", "d.pgn", "-o", "clean.pgn"];
    let said = clean(&folder, &args);
    assert!(said.starts_with("exit code: 1"), "{said}");
    assert!(said.contains("a.pgn.gz:") && said.contains("cannot be read further"), "{said}");
    let report = folder.text("clean.report.csv");
    assert!(report.contains("b.pgn,4,1,Last,") && report.contains("cut-off"), "{report}");
    assert_eq!(report.matches("cut-off").count(), 2, "{report}");
    assert!(folder.text("clean.rejects.pgn").contains("2. Nf3 N"), "{said}");
}

#[test]
fn options_say_what_becomes_of_games() {
    let folder = Folder::new("options");
    folder.write("archive.pgn", damaged());
    let said = clean(&folder, &["archive.pgn", "--dry-run", "--report", "report.csv"]);
    assert_eq!(folder.files(), ["archive.pgn", "report.csv"], "{said}");

    clean(&folder, &["archive.pgn", "-o", "d.pgn", "--only-damaged", "--duplicates", "drop"]);
    assert!(
        !folder.text("d.pgn").contains("\"Sound\"") && folder.text("d.pgn").contains("\"Kings\"")
    );
    assert!(folder.text("d.rejects.pgn").contains("\"Sound\""));
    assert!(folder.text("d.report.csv").contains("rejected,dropped"));

    clean(&folder, &["archive.pgn", "-o", "p.pgn", "--unrepaired", "prefix", "--believe", "board"]);
    let kept = folder.text("p.pgn");
    assert!(kept.contains("1. f3 e5 2. g4 Qh4# {[%repair result-changed \"1-0\"]} 0-1"), "{kept}");
    assert!(kept.contains("[%repair rest-kept"), "{kept}");

    clean(&folder, &["archive.pgn", "-o", "m.pgn", "--min-confidence", "1"]);
    assert!(folder.text("m.report.csv").contains("rejected,too-doubtful"));
}
