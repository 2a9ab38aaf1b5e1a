//! What the command prints and how it ends: standard output, standard error, exit code.

use std::{
    env, fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// A folder that is removed when the test ends.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = env::temp_dir().join(format!("scoresheet-cli-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    fn file(&self, name: &str, text: impl AsRef<[u8]>) -> &Folder {
        fs::write(self.0.join(name), text).expect("a file");
        self
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Runs the command in a folder and shows everything that a caller sees.
fn run(folder: &Path, args: &[&str], input: Option<&str>) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_scoresheet"))
        .args(args)
        .current_dir(folder)
        .env_remove("RUST_BACKTRACE")
        .env("COLUMNS", "100")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    if let Some(mut stdin) = child.stdin.take() {
        // A command that fails before it reads closes the pipe.
        let _ = stdin.write_all(input.unwrap_or_default().as_bytes());
    }
    let output = child.wait_with_output().expect("the command ends");
    format!(
        "exit code: {}\n----- stdout -----\n{}----- stderr -----\n{}",
        output.status.code().map_or("none".to_owned(), |code| code.to_string()),
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    )
}

/// A clean game of which nothing is doubtful.
const CLEAN: &str =
    "1. e4 e5 2. Nf3 d6 3. Bc4 Bg4 4. Nc3 g6 5. Nxe5 Bxd1 6. Bxf7+ Ke7 7. Nd5# 1-0\n";

/// Probabilities hang on trained weights; what they are is no matter of the command.
fn without_probabilities() -> insta::internals::SettingsBindDropGuard {
    let mut settings = insta::Settings::clone_current();
    settings.add_filter(r"\b[01]\.\d+\b", "[p]");
    settings.add_filter(r"; doubtful: .*", "[; doubtful]");
    settings.add_filter(r"\d+ readings? of the records.*", "[readings]");
    settings.add_filter(r"\s*\{\[%conf \[p\]\]\}", "");
    settings.bind_to_scope()
}

#[test]
fn help_is_complete() {
    let folder = Folder::new("help");
    for command in [
        &["--help"][..],
        &["reconstruct", "--help"],
        &["clean", "--help"],
        &["audit", "--help"],
        &["eval", "--help"],
        &["train", "prior", "--help"],
        &["train", "channel", "--help"],
    ] {
        insta::assert_snapshot!(command.join(" "), run(&folder.0, command, None));
    }
}

#[test]
fn wrong_arguments_say_what_to_do() {
    let folder = Folder::new("arguments");
    folder.file("a.txt", CLEAN);
    let cases: [(&str, &[&str]); 18] = [
        ("no command", &[]),
        ("unknown command", &["reconstuct", "a.txt"]),
        ("unknown option", &["reconstruct", "--fromat", "pgn"]),
        ("unknown format", &["reconstruct", "--format", "pgm"]),
        ("unknown notation", &["reconstruct", "--notation", "algebriac", "a.txt"]),
        ("missing file", &["reconstruct", "b.txt"]),
        ("folder", &["reconstruct", "."]),
        ("standard input twice", &["reconstruct", "-", "-"]),
        ("no FEN", &["reconstruct", "--start", "xyz", "a.txt"]),
        ("illegal FEN", &["reconstruct", "--start", "8/8/8/8/8/8/8/8 w - - 0 1", "a.txt"]),
        ("together alone", &["reconstruct", "--together", "a.txt"]),
        ("together twice", &["reconstruct", "--together", "a.txt", "./a.txt"]),
        ("no fixed move", &["reconstruct", "--fix", "12=Nbd7", "a.txt"]),
        ("no final position", &["reconstruct", "--final", "4k3/8/8/8/8/8/8/8 w", "a.txt"]),
        ("no number of moves", &["reconstruct", "--moves", "many", "a.txt"]),
        ("no result", &["reconstruct", "--result", "White", "a.txt"]),
        ("no beam", &["reconstruct", "--beam", "0", "a.txt"]),
        ("output is input", &["reconstruct", "-o", "a.txt", "a.txt"]),
    ];
    for (name, args) in cases {
        insta::assert_snapshot!(format!("error {name}"), run(&folder.0, args, None));
    }
    for (name, advice) in [("Germn", "did you mean"), ("xx", "give one such as de or German")] {
        let shown = run(&folder.0, &["reconstruct", "--language", name, "a.txt"], None);
        assert!(shown.starts_with("exit code: 2"), "{shown}");
        assert!(shown.contains(&format!("no language is called \"{name}\"; {advice}")), "{shown}");
    }
}

#[test]
fn bad_inputs_say_where() {
    let folder = Folder::new("inputs");
    folder
        .file("empty.txt", " \n")
        .file("binary.txt", [0u8, 159, 146, 150, 0, 1, 2, 0])
        .file("letter.txt", "Dear sir,\nyour journal did not come.\n")
        .file("bad.jsonl", "{\"sheets\":[{\"entries\":[{\"text\":5}]}]}\n");
    for name in ["empty.txt", "binary.txt", "letter.txt", "bad.jsonl"] {
        insta::assert_snapshot!(
            format!("input {name}"),
            run(&folder.0, &["reconstruct", name], None)
        );
    }
}

#[test]
fn every_format_shows_the_game() {
    let _settings = without_probabilities();
    let folder = Folder::new("formats");
    folder.file("a.txt", CLEAN);
    insta::assert_snapshot!("format pgn", run(&folder.0, &["reconstruct", "a.txt"], None));
    for format in ["text", "csv", "json", "jsonl"] {
        let shown = run(&folder.0, &["reconstruct", "-q", "--format", format, "a.txt"], None);
        assert!(shown.starts_with("exit code: 0"), "{shown}");
        assert!(shown.contains("Bxf7+") && shown.contains("Nd5#"), "{format}: {shown}");
        assert!(shown.ends_with("----- stderr -----\n"), "{shown}");
    }
    let shown = run(&folder.0, &["reconstruct", "-q", "--format", "jsonl", "a.txt"], None);
    let line = shown.lines().nth(2).expect("a line");
    let game: serde_json::Value = serde_json::from_str(line).expect("JSON");
    let keys: Vec<&str> = game.as_object().expect("an object").keys().map(String::as_str).collect();
    let mut wanted = [
        "id",
        "tags",
        "start",
        "result",
        "complete",
        "confidence",
        "moves",
        "unplaced",
        "findings",
        "styles",
    ];
    wanted.sort_unstable();
    assert_eq!(keys, wanted);
}

#[test]
fn standard_input_and_an_output_file() {
    let folder = Folder::new("stdin");
    let shown = run(&folder.0, &["reconstruct", "-o", "out.pgn", "-"], Some(CLEAN));
    assert!(shown.starts_with("exit code: 0\n----- stdout -----\n----- stderr"), "{shown}");
    assert!(shown.contains("-#1: 7 moves"), "{shown}");
    let written = fs::read_to_string(folder.0.join("out.pgn")).expect("the file");
    assert!(written.ends_with("7. Nd5# 1-0\n"), "{written}");
}

#[test]
fn a_bad_line_does_not_end_a_batch() {
    let folder = Folder::new("batch");
    let good = |id: &str| {
        format!(
            "{{\"id\":\"{id}\",\"sheets\":[{{\"entries\":[{{\"text\":\"e4\"}},{{\"text\":\"e5\"}}]}}]}}\n"
        )
    };
    folder.file("b.jsonl", good("one") + "{nonsense\n" + &good("two"));
    let shown = run(&folder.0, &["reconstruct", "--annotate", "none", "b.jsonl"], None);
    assert!(shown.starts_with("exit code: 1"), "{shown}");
    assert_eq!(shown.matches("1. e4 e5 *").count(), 2, "{shown}");
    let (one, error, two) =
        (shown.find("\none: "), shown.find("b.jsonl:2:"), shown.find("\ntwo: "));
    assert!(one.is_some() && one < error && error < two, "{shown}");
    assert!(shown.ends_with("2 games: 2 complete, 0 partial; 1 not read\n"), "{shown}");
}

#[test]
fn the_output_does_not_depend_on_threads() {
    let folder = Folder::new("threads");
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let inputs: Vec<String> = ["club-sheet-01", "algebraic-german", "two-sheets", "uci", "smith"]
        .iter()
        .flat_map(|name| fs::read_dir(corpus.join(name)).expect("a case"))
        .map(|file| file.expect("a file").path())
        .filter(|path| path.file_stem().is_some_and(|stem| stem == "input"))
        .map(|path| path.display().to_string())
        .collect();
    assert_eq!(inputs.len(), 5);
    let with = |threads: &str| {
        let mut args = vec!["reconstruct", "--format", "jsonl", "--threads", threads];
        args.extend(inputs.iter().map(String::as_str));
        run(&folder.0, &args, None)
    };
    let one = with("1");
    assert_eq!(one.lines().filter(|line| line.starts_with('{')).count(), 5);
    assert_eq!(one, with("4"));
    assert_eq!(one, with("13"));
}

#[test]
fn a_start_position_is_taken_from_the_command_line() {
    let folder = Folder::new("start");
    folder.file("a.txt", "1. e4 Kd7 2. e5 Ke6 3. Ke2\n");
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    let shown =
        run(&folder.0, &["reconstruct", "-q", "--annotate", "none", "--start", fen, "a.txt"], None);
    assert!(shown.contains(&format!("[FEN \"{fen}\"]\n[SetUp \"1\"]\n")), "{shown}");
    assert!(shown.contains("1. e4 Kd7 2. e5 Ke6 3. Ke2 *"), "{shown}");
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let folder = Folder::new("pipe");
    let record = "{\"sheets\":[{\"entries\":[{\"text\":\"e4\"},{\"text\":\"e5\"}]}]}\n";
    folder.file("many.jsonl", record.repeat(2000));
    let mut child = Command::new(env!("CARGO_BIN_EXE_scoresheet"))
        .args(["reconstruct", "-q", "many.jsonl"])
        .current_dir(&folder.0)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the command ends");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn eval_prints_cases_and_totals() {
    let folder = Folder::new("eval");
    for (name, truth) in [("right", "1. e4 e5 *\n"), ("wrong", "1. e4 e5 2. Nf3 *\n")] {
        let case = folder.0.join("corpus").join(name);
        fs::create_dir_all(&case).expect("a folder");
        fs::write(case.join("input.txt"), "1. e4 e5\n").expect("a file");
        fs::write(case.join("truth.pgn"), truth).expect("a file");
    }
    let shown = run(&folder.0, &["eval", "corpus"], None);
    let expected = "exit code: 0\n----- stdout -----\n\
        case       right  result\n\
        right        2/2  exact\n\
        wrong        2/3  ply 3: the end for Nf3\n\
        games        2\n\
        moves        5\n\
        right        0.8000\n\
        aligned      0.8000\n\
        exact        0.5000\n";
    assert!(shown.starts_with(expected), "{shown}");
    for figure in ["calibration  ", "brier        ", "at 4%        ", "sure games   "] {
        assert_eq!(shown.matches(figure).count(), 1, "{figure}: {shown}");
    }
    assert!(!shown.contains("kind"), "{shown}");

    // A second corpus is another kind; pictures are asked for.
    fs::create_dir_all(folder.0.join("other")).expect("a folder");
    folder
        .file(
            "other/records.jsonl",
            "{\"id\":\"a\",\"sheets\":[{\"entries\":[{\"text\":\"e4\"}]}]}\n",
        )
        .file("other/truth.jsonl", "{\"id\":\"a\",\"san\":[\"e4\"]}\n");
    let shown = run(&folder.0, &["eval", "-q", "--svg", "out/svg", "corpus", "other"], None);
    let rows: Vec<&str> =
        shown.lines().filter(|line| line.contains("  0.") || line.contains("  1.")).collect();
    assert!(shown.contains("kind    games"), "{shown}");
    for row in ["corpus      2      5  0.8000 0.5000", "other       1      1  1.0000 1.0000"] {
        assert!(rows.iter().any(|line| line.starts_with(row)), "{row} is not in {shown}");
    }
    for name in ["reliability.svg", "coverage.svg"] {
        let svg = fs::read_to_string(folder.0.join("out/svg").join(name)).expect("a picture");
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"), "{svg}");
    }
    let shown = run(&folder.0, &["eval", "--svg", "other/truth.jsonl/x", "other"], None);
    assert!(shown.starts_with("exit code: 2") && shown.contains("name another --svg"), "{shown}");

    let shown = run(&folder.0, &["eval", "nowhere"], None);
    assert!(shown.starts_with("exit code: 2") && shown.contains("nowhere"), "{shown}");
}

/// Two sheets of one game: another language, a move left out, two moves told otherwise.
const WHITE: &str = "1. e4 e5 2. Nf3 d6 3. Bc4 Bg4 4. Nc3 g6 5. Nxe5 Bxd1 6. Bxf7+ Ke7 7. Nd5#\n";
const BLACK: &str = "1. e4 e5 2. Sf3 d6 3. Lc4 Lh5 4. Sc3 g6 5. Sxe5 Lxd1 6. Lxf7 Kd7 7. Sd5 0-1\n";

#[test]
fn sheets_of_one_game_are_read_together() {
    let _settings = without_probabilities();
    let folder = Folder::new("together");
    folder.file("white.txt", WHITE).file("black.txt", BLACK);
    let both = ["reconstruct", "--together", "white.txt", "black.txt"];
    insta::assert_snapshot!("together pgn", run(&folder.0, &both, None));
    let with = |format| [&both[..], &["-q", "--format", format]].concat();
    insta::assert_snapshot!("together text", run(&folder.0, &with("text"), None));
    let shown = run(&folder.0, &with("jsonl"), None);
    let game: serde_json::Value =
        serde_json::from_str(shown.lines().nth(2).expect("a line")).expect("JSON");
    insta::assert_snapshot!(
        "together findings",
        serde_json::to_string_pretty(&game["findings"]).expect("JSON")
    );
    assert_eq!(game["id"], "white.txt+black.txt");
}

#[test]
fn what_witnesses_claim_is_joined_or_contradicted() {
    let folder = Folder::new("claims");
    let game = |white: &str, result: &str| {
        format!(
            "[Event \"Cup\"]\n[White \"{white}\"]\n[Result \"{result}\"]\n\n1. e4 e5 {result}\n"
        )
    };
    folder.file("a.pgn", game("Ada", "1-0")).file("b.pgn", game("Eve", "0-1"));
    folder.file("c.pgn", game("?", "1-0"));
    let shown = run(&folder.0, &["reconstruct", "--together", "a.pgn", "b.pgn"], None);
    for expected in [
        "[White \"Ada\"]",
        "[Result \"*\"]",
        "tags differ: White: a.pgn says Ada, b.pgn says Eve.",
        "results differ: a.pgn says 1-0, b.pgn says 0-1.",
    ] {
        assert!(shown.replace('\n', " ").contains(expected), "{expected} is not in {shown}");
    }
    let shown = run(&folder.0, &["reconstruct", "--together", "a.pgn", "c.pgn"], None);
    assert!(shown.contains("[Result \"1-0\"]") && !shown.contains("differ"), "{shown}");
}

#[test]
fn files_of_several_games_are_paired_in_order() {
    let folder = Folder::new("paired");
    let games = |moves: &[&str]| {
        let game = |m: &&str| format!("[Event \"x\"]\n\n1. {m} *\n\n");
        moves.iter().map(game).collect::<String>()
    };
    folder
        .file("a.pgn", games(&["e4 e5", "d4 d5"]))
        .file("b.pgn", games(&["e4 e5", "d4 d5"]))
        .file("c.pgn", games(&["e4 e5"]));
    let shown = run(
        &folder.0,
        &["reconstruct", "--together", "--annotate", "none", "a.pgn", "b.pgn"],
        None,
    );
    assert!(shown.starts_with("exit code: 0"), "{shown}");
    assert!(shown.contains("a.pgn+b.pgn#1: 1 move\na.pgn+b.pgn#2: 1 move\n"), "{shown}");
    let shown = run(&folder.0, &["reconstruct", "--together", "a.pgn", "c.pgn"], None);
    assert!(shown.starts_with("exit code: 2\n----- stdout -----\n----- stderr"), "{shown}");
    assert!(shown.contains("different numbers of games (a.pgn 2, c.pgn 1)"), "{shown}");
}

#[test]
fn what_is_known_of_the_game_binds_it() {
    let _settings = without_probabilities();
    let folder = Folder::new("known");
    folder.file("a.txt", "1. e4 e5 2. N?3 Nc6 3. B? a6\n");
    let with = |more: &[&str]| {
        let args = [&["reconstruct", "a.txt"][..], more].concat();
        run(&folder.0, &args, None)
    };
    insta::assert_snapshot!(
        "known all",
        with(&[
            "--fix",
            "2w=Nc3",
            "--fix",
            "3...=Nf6",
            "--final",
            "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/2N5/PPPP1PPP/R1BQK1NR w",
            "--moves",
            "3b",
            "--result",
            "1/2-1/2",
        ])
    );
    insta::assert_snapshot!("known unmet", with(&["--fix", "2w=Qh8", "--moves", "30"]));
    // In JSON Lines each record says for itself what is known.
    let entries = r#""sheets":[{"entries":[{"text":"e4"},{"text":"e5"},{"text":"N?3"}]}]"#;
    folder.file(
        "a.jsonl",
        format!(
            "{{\"id\":\"a\",\"fixed\":[\"2w=Nh3\"],{entries}}}\n{{\"id\":\"b\",\"moves\":\"2b\",{entries}}}\n"
        ),
    );
    let shown = run(&folder.0, &["reconstruct", "-q", "--annotate", "none", "a.jsonl"], None);
    assert!(shown.contains("1. e4 e5 2. Nh3 *") && shown.contains("2. Nf3 Nc6 *"), "{shown}");
    let shown = run(&folder.0, &["reconstruct", "--moves", "2", "a.jsonl"], None);
    assert!(shown.starts_with("exit code: 2\n"), "{shown}");
    assert!(shown.contains("holds more than one game"), "{shown}");
}

#[test]
fn a_channel_is_trained_on_a_corpus() {
    let folder = Folder::new("channel");
    std::fs::create_dir(folder.0.join("case")).expect("a folder");
    folder.file("case/input.txt", CLEAN.replace('f', "y")).file("case/truth.pgn", CLEAN);
    let train = ["train", "channel", "case", "--output", "table.tsv", "--rounds", "2"];
    assert!(run(&folder.0, &train, None).starts_with("exit code: 0"));
    let table = std::fs::read_to_string(folder.0.join("table.tsv")).expect("a table");
    assert!(table.lines().any(|line| line.starts_with("hand\tf\ty\t")), "{table}");
    let nothing = ["train", "channel", "case", "--output", "no/such/table.tsv"];
    assert!(run(&folder.0, &nothing, None).starts_with("exit code: 2"));
}

/// Two sheets of a game that differ in a move, a slip and the result.
const WHITE_SHEET: &str = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6\n5. O-O Bg4 6. h3 Bxf3 7. Qxf3 Qf6\n\
                     8. Qxf6 Nxf6 9. Re1 Bd6 10. d3 O-O-O 11. Re3 Rhe8 12. Nd2 Nd7 1/2-1/2\n";
const BLACK_SHEET: &str = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6\n5. O-O Bg4 6. h3 Bxf3 7. Qxf3 Qf6\n\
                     8. Qxf6 Nxf6 9. Rd1 Bd6 10. d3 O-O-O 11. Re3 Rhe9 12. Nd2 Nd7 1-0\n";

#[test]
fn an_audit_shows_findings_in_every_format() {
    let _settings = without_probabilities();
    let folder = Folder::new("audit");
    folder.file("white.txt", WHITE_SHEET).file("black.txt", BLACK_SHEET).file("clean.txt", CLEAN);
    insta::assert_snapshot!("audit clean", run(&folder.0, &["audit", "clean.txt"], None));
    let both = ["audit", "--together", "white.txt", "black.txt"];
    insta::assert_snapshot!("audit text", run(&folder.0, &both, None));
    let json = run(&folder.0, &[&both[..], &["-q", "--format", "json"]].concat(), None);
    let text = json.split("----- stdout -----\n").nth(1).expect("output");
    let text = text.split("----- stderr -----").next().expect("output");
    let audits: serde_json::Value = serde_json::from_str(text).expect("JSON");
    let audit = &audits[0];
    assert_eq!((&audit["worst"], &audit["rules"]), (&"error".into(), &"fide".into()));
    assert_eq!(audit["table"].as_array().map(Vec::len), Some(24));
    assert_eq!(audit["table"][16]["difference"], "other-move");
    let codes: Vec<&str> = audit["findings"]
        .as_array()
        .expect("findings")
        .iter()
        .filter_map(|finding| finding["code"].as_str())
        .collect();
    for code in ["sheets-differ", "slips", "unreadable", "other-move", "results-differ"] {
        assert!(codes.contains(&code), "{code}: {codes:?}");
    }
    let csv = run(&folder.0, &[&both[..], &["-q", "--format", "csv"]].concat(), None);
    assert!(csv.contains("sheets-differ,warning,,white.txt:3:"), "{csv}");
    let html = run(&folder.0, &[&both[..], &["-q", "--format", "html"]].concat(), None);
    assert!(html.contains("<svg ") && html.contains("<!DOCTYPE html>"), "{html}");
}

#[test]
fn a_round_is_audited_with_a_table_before_the_games() {
    let _settings = without_probabilities();
    let folder = Folder::new("round");
    folder
        .file("board1.txt", CLEAN)
        .file("board2-white.txt", WHITE_SHEET)
        .file("board2-black.txt", BLACK_SHEET)
        .file("live.txt", WHITE_SHEET.replace("10. d3", "10. d4"));
    fs::create_dir_all(folder.0.join("round")).expect("a folder");
    for name in ["board1.txt", "board2-white.txt", "board2-black.txt"] {
        fs::rename(folder.0.join(name), folder.0.join("round").join(name)).expect("a file");
    }
    insta::assert_snapshot!("audit round", run(&folder.0, &["audit", "round"], None));
    let shown = run(
        &folder.0,
        &["audit", "--against", "live.txt", "--rules", "uschess", "round/board2-white.txt"],
        None,
    );
    insta::assert_snapshot!("audit against", shown);
    insta::assert_snapshot!("audit no folder", run(&folder.0, &["audit", "nothing"], None));
    fs::create_dir_all(folder.0.join("empty")).expect("a folder");
    insta::assert_snapshot!("audit empty folder", run(&folder.0, &["audit", "empty"], None));
}

/// A folder with clean, damaged and unreadable files, and one below it.
fn mixed(name: &str) -> Folder {
    let folder = Folder::new(name);
    fs::create_dir_all(folder.0.join("in/below")).expect("a folder");
    fs::create_dir_all(folder.0.join("in/.hidden")).expect("a folder");
    folder
        .file("in/clean.txt", CLEAN)
        .file("in/clean.pgn", CLEAN)
        .file(
            "in/below/wrong & odd.txt",
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. 0-0 Be7 6. Rel b5\n",
        )
        .file("in/below/photo.png", b"\x89PNG\r\n\x1a\n\0\0")
        .file("in/notes.txt", "Bring the clocks.\n")
        .file("in/.hidden/clean.txt", CLEAN);
    folder
}

/// The files of a folder with their paths, in order.
fn listed(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(next).expect("a folder") {
            let path = entry.expect("an entry").path();
            match path.is_dir() {
                true => open.push(path),
                false => {
                    found.push(path.strip_prefix(folder).expect("below").display().to_string())
                }
            }
        }
    }
    found.sort();
    found
}

#[test]
fn a_folder_gives_a_folder_an_index_and_a_page() {
    let folder = mixed("folder");
    let first = run(&folder.0, &["reconstruct", "in", "--output", "out"], None);
    insta::assert_snapshot!("folder", first);
    let out = folder.0.join("out");
    let want = [
        "below/wrong & odd.pgn",
        "clean.pgn.pgn",
        "clean.txt.pgn",
        "index.csv",
        "index.html",
        "index.jsonl",
    ];
    assert_eq!(listed(&out), want);
    let read = |name: &str| fs::read_to_string(out.join(name)).expect("a file");
    insta::assert_snapshot!("folder index", read("index.csv"));
    assert_eq!(read("index.jsonl").lines().count(), read("index.csv").lines().count() - 1);
    let page = read("index.html");
    assert!(page.contains("href=\"../in/below/wrong%20%26%20odd.txt\""), "{page}");
    assert!(page.contains("href=\"below/wrong%20%26%20odd.pgn\""), "{page}");
    assert!(!page.contains("<script") && !page.contains("url("));
    // The same again, on any number of threads.
    let before: Vec<String> = want.iter().map(|name| read(name)).collect();
    let args = ["reconstruct", "in", "--output", "out", "--force", "-j", "3", "--quiet"];
    run(&folder.0, &args, None);
    let after: Vec<String> = want.iter().map(|name| read(name)).collect();
    assert_eq!(before, after);
}

#[test]
fn results_of_a_folder_are_not_written_over() {
    let folder = mixed("folder-again");
    fs::create_dir_all(folder.0.join("out")).expect("a folder");
    folder.file("out/clean.txt.pgn", "mine").file("file", "");
    let mut all = String::new();
    for args in [
        &["reconstruct", "in", "--output", "out"][..],
        &["reconstruct", "in"],
        &["reconstruct", "in", "--output", "in", "--force"],
        &["reconstruct", "in", "--output", "file"],
        &["reconstruct", "in", "file", "--output", "out"],
        &["reconstruct", "in", "--together", "--output", "new"],
        &["reconstruct", "in", "--moves", "3", "--output", "new"],
    ] {
        all.push_str(&run(&folder.0, args, None));
    }
    insta::assert_snapshot!("folder errors", all);
    assert_eq!(listed(&folder.0.join("out")), ["clean.txt.pgn"]);
    assert!(!folder.0.join("new").exists());
}

#[test]
fn results_may_lie_in_the_folder_that_is_read() {
    let folder = Folder::new("folder-inside");
    fs::create_dir_all(folder.0.join("in")).expect("a folder");
    folder.file("in/clean.txt", CLEAN);
    for _ in 0..2 {
        run(&folder.0, &["reconstruct", "in", "--output", "in/out", "--force"], None);
        assert_eq!(
            listed(&folder.0.join("in")),
            ["clean.txt", "out/clean.pgn", "out/index.csv", "out/index.html", "out/index.jsonl"]
        );
    }
}
