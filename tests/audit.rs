//! Audits of whole games: clean ones raise nothing above a note, and what is counted of positions
//! is what an independent implementation counts.
//!
//! Both run on the true games of the corpus. A larger PGN of clean games can be named in
//! `SCORESHEET_GAMES`; the second needs `python3` with the package `chess`.

use std::{
    collections::BTreeMap,
    env,
    fmt::Write as _,
    fs::File,
    io::Write as _,
    ops::ControlFlow,
    path::Path,
    process::{Command, Stdio},
};

use pgn_reader::{Reader, SanPlus, Skip, Visitor};
use scoresheet::{
    audit::{Auditor, Dead, Rules, Severity, standings},
    eval::cases,
    notation::{
        Language, language,
        render::{CaptureSign, Castling, Checks, Habits, Notation, PawnCapture, render},
    },
    read,
    record::{Entry, Record, Sheet},
    search::{Options, Reconstructor},
};
use shakmaty::{CastlingMode, Chess, Color, Move, Position};

/// Games of a PGN that begin at the beginning.
struct Games;

impl Visitor for Games {
    type Tags = bool;
    type Movetext = (Chess, Vec<Move>);
    type Output = Option<Vec<Move>>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, bool> {
        ControlFlow::Continue(true)
    }

    fn tag(
        &mut self,
        tags: &mut bool,
        name: &[u8],
        _: pgn_reader::RawTag<'_>,
    ) -> ControlFlow<Self::Output> {
        *tags &= name != b"FEN";
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, usual: bool) -> ControlFlow<Self::Output, Self::Movetext> {
        if usual { ControlFlow::Continue(Default::default()) } else { ControlFlow::Break(None) }
    }

    fn begin_variation(&mut self, _: &mut Self::Movetext) -> ControlFlow<Self::Output, Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn san(
        &mut self,
        (pos, moves): &mut Self::Movetext,
        san: SanPlus,
    ) -> ControlFlow<Self::Output> {
        let Ok(m) = san.san.to_move(pos) else { return ControlFlow::Break(None) };
        pos.play_unchecked(m);
        moves.push(m);
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, (_, moves): Self::Movetext) -> Self::Output {
        Some(moves)
    }
}

/// Clean games: up to `most` of the PGN that is named, or else the true games of the corpus.
fn games(most: usize) -> Vec<Vec<Move>> {
    if let Some(path) = env::var_os("SCORESHEET_GAMES") {
        let mut reader = Reader::new(File::open(path).expect("the games"));
        let mut games = Vec::new();
        while let Some(game) = reader.read_game(&mut Games).expect("the games are read") {
            games.extend(game.filter(|moves| !moves.is_empty()));
            if games.len() == most {
                break;
            }
        }
        return games;
    }
    eprintln!("SCORESHEET_GAMES names no PGN: only the games of the corpus are looked at");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let cases = cases(&folder).expect("the corpus is well-formed");
    let whole = cases.iter().filter(|case| !case.name.starts_with("start-"));
    whole.flat_map(|case| &case.truths).filter_map(|truth| moves(&truth.san)).collect()
}

fn moves(sans: &[String]) -> Option<Vec<Move>> {
    let mut pos = Chess::default();
    sans.iter()
        .map(|san| {
            let san: SanPlus = san.parse().ok()?;
            let m = san.san.to_move(&pos).ok()?;
            pos.play_unchecked(m);
            Some(m)
        })
        .collect()
}

/// A way of writing that leaves no move open.
struct Way {
    notation: Notation,
    language: &'static Language,
    habits: Habits,
}

fn ways() -> Vec<Way> {
    let base = Habits::default;
    let way = |notation, code: &str, habits| Way {
        notation,
        language: language(code).expect("the table has it"),
        habits,
    };
    let signs = Habits {
        capture: CaptureSign::Colon,
        checks: Checks::Dagger,
        castling: Castling::Zeros,
        ..base()
    };
    let bare = Habits { capture: CaptureSign::None, checks: Checks::None, ..base() };
    let files = Habits { pawn_letter: true, pawn_capture: PawnCapture::default(), ..base() };
    vec![
        way(Notation::Algebraic, "en", base()),
        way(Notation::Algebraic, "de", signs),
        way(Notation::Algebraic, "ru", bare.clone()),
        way(Notation::LongAlgebraic, "fr", base()),
        way(Notation::Figurine, "fig", base()),
        way(Notation::Coordinates, "en", bare),
        way(Notation::Algebraic, "es", files),
        way(Notation::Descriptive, "en", base()),
        way(Notation::Iccf, "en", base()),
    ]
}

fn texts(way: &Way, moves: &[Move]) -> Vec<String> {
    let mut pos = Chess::default();
    let write = |m: &Move| {
        let text = render(&pos, *m, way.notation, way.language, &way.habits);
        pos.play_unchecked(*m);
        text
    };
    moves.iter().map(write).collect()
}

/// A sheet whose boxes are read one by one.
fn boxes(texts: &[String]) -> Record {
    let entry = |(ply, text): (usize, &String)| Entry {
        number: Some(ply as u32 / 2 + 1),
        color: Some(if ply % 2 == 0 { Color::White } else { Color::Black }),
        ..Entry::from_text(text.clone())
    };
    let entries = texts.iter().enumerate().map(entry).collect();
    Record { sheets: vec![Sheet { entries, ..Sheet::default() }], ..Record::default() }
}

/// The same as a list.
fn list(texts: &[String]) -> Option<Record> {
    let mut all = String::new();
    for (at, pair) in texts.chunks(2).enumerate() {
        let black = pair.get(1).map_or("", String::as_str);
        let _ = writeln!(all, "{:>3}. {:<12} {black}", at + 1, pair[0]);
    }
    read::read(all.as_bytes(), "list").ok()?.into_iter().next()
}

/// What a clean game may well raise: it was over by the rules, and was played on.
const TRUE_OF_SOME: [&str; 3] = ["dead-position", "fivefold", "seventy-five"];

#[test]
fn clean_games_raise_nothing_above_a_note() {
    let options = Options { beam: 60, ..Options::default() };
    let reconstructor = Reconstructor::new(options).expect("the defaults are valid");
    let auditor = Auditor::new(&reconstructor, Rules::Fide);
    let ways = ways();
    let mut raised: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    let games = games(1000);
    for (at, moves) in games.iter().enumerate() {
        let way = &ways[at % ways.len()];
        let texts = texts(way, moves);
        let record = match at % 2 {
            0 => Some(boxes(&texts)),
            _ => list(&texts),
        };
        let Some(record) = record else { panic!("game {at} is not read as a list") };
        let audit = auditor.audit(&record, None);
        for finding in audit.findings.iter().filter(|f| f.severity > Severity::Info) {
            if TRUE_OF_SOME.contains(&finding.code) {
                continue;
            }
            let items = finding.items.iter().take(3).map(|item| {
                let at = item.ply.unwrap_or(1).max(1) as usize - 1;
                let around = &texts[at.saturating_sub(2)..texts.len().min(at + 3)];
                let played = audit.game.moves.get(at).map(|m| m.m.to_string());
                format!(
                    "ply {}, {around:?} {} {played:?}, {:?} {:?}",
                    at + 1,
                    item.note,
                    item.confidence,
                    moves.get(at).map(ToString::to_string)
                )
            });
            raised.entry(finding.code).or_default().push(format!(
                "game {at}, {} {}: {} ({})",
                way.notation.name(),
                way.language.code,
                finding.message,
                items.collect::<Vec<_>>().join("; ")
            ));
        }
    }
    assert!(raised.is_empty(), "of {} games: {raised:#?}", games.len());
}

#[test]
fn positions_stand_as_an_independent_implementation_has_it() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/standings.py");
    let python = env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let has = Command::new(&python).args(["-c", "import chess"]).stderr(Stdio::null()).status();
    if !has.is_ok_and(|status| status.success()) {
        eprintln!("{python} has no package chess: standings are not compared");
        return;
    }
    let games = games(usize::MAX);
    let mut child = Command::new(&python)
        .arg(script)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python runs");
    let mut input = String::new();
    let mut ours = String::new();
    for moves in &games {
        let uci = moves.iter().map(|m| m.to_uci(CastlingMode::Standard).to_string());
        let _ = writeln!(input, "{}", uci.collect::<Vec<_>>().join(" "));
        for s in standings(&Chess::default(), moves) {
            // The other one knows no dead positions but those by material.
            let dead = s.dead == Some(Dead::Material);
            let flags = [s.checkmate, s.stalemate, dead].map(u8::from);
            let _ = write!(
                ours,
                "{},{},{},{},{} ",
                s.occurrences, s.quiet_plies, flags[0], flags[1], flags[2]
            );
        }
        ours.push('\n');
    }
    let mut stdin = child.stdin.take().expect("a pipe");
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().expect("python ends");
    writer.join().expect("a thread").expect("python reads");
    let theirs = String::from_utf8(output.stdout).expect("text");
    assert_eq!(theirs.lines().count(), games.len());
    for (at, (ours, theirs)) in ours.lines().zip(theirs.lines()).enumerate() {
        assert_eq!(ours.trim(), theirs.trim(), "game {at}");
    }
}
