//! A game that is written without a slip, in any notation, language, habit and layout, is read back
//! as the same game without being told which.

use std::{fmt::Write, path::Path};

use scoresheet::{
    eval::cases,
    notation::{
        Language, descriptive_languages, language, languages,
        render::{CaptureSign, Castling, Checks, Habits, Notation, PawnCapture, Promotion, render},
    },
    read,
    record::{Entry, Record, Sheet},
    search::{Options, Reconstructor},
};
use shakmaty::{Chess, Move, Position, san::SanPlus};

/// The true games of the corpus that begin at the beginning, every `step`-th from `first`.
fn games(first: usize, step: usize) -> Vec<(String, Vec<Move>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let cases = cases(&folder).expect("the corpus is well-formed");
    let whole = cases.iter().filter(|case| !case.name.starts_with("start-"));
    whole
        .skip(first)
        .step_by(step)
        .map(|case| (case.name.clone(), moves(&case.truths[0].san)))
        .collect()
}

fn moves(sans: &[String]) -> Vec<Move> {
    let mut pos = Chess::default();
    let mut moves = Vec::new();
    for san in sans {
        let san: SanPlus = san.parse().expect("a true game is SAN");
        let m = san.san.to_move(&pos).expect("a true game is legal");
        pos.play_unchecked(m);
        moves.push(m);
    }
    moves
}

/// Castling on both sides, captures in passing, promotions to every piece, and a capture that is
/// written as the one before it, `KtxP`, where another check is as likely: what few games have.
const RARE: [&str; 6] = [
    "e4 e6 e5 d5 exd6 cxd6 Nf3 Nf6 Be2 Be7 O-O O-O d4 b5 a4 b4 c4 bxc3 bxc3 h6 Nbd2 Nbd7 Rb1 Bb7 \
     Rxb7 Qc8 Rb1 e5 dxe5 dxe5 Nc4 e4 Nd4 Nc5 Nf5 Re8 Nxe7+ Rxe7",
    "d4 d5 Nc3 Nc6 Bf4 Bf5 Qd2 Qd7 O-O-O O-O-O f3 h5 e4 dxe4 fxe4 Bg4 Nf3 f6 h3 Bxf3 gxf3 e5 dxe5 \
     Qxd2+ Rxd2 Rxd2 Bxd2 fxe5 Bg2 Nd4",
    "d4 d5 c4 e5 dxe5 d4 e3 Bb4+ Bd2 dxe3 Bxb4 exf2+ Ke2 fxg1=N+ Rxg1 Bg4+ Ke1 Qh4+ g3 Qxh2 Rg2 \
     Qh1",
    "b4 a5 bxa5 b6 axb6 Ba6 b7 h5 bxa8=R h4 g4 hxg3 Nf3 g2 Ne5 gxh1=Q d4 Qxh2 Rxb8 Qxb8",
    "c4 d5 cxd5 e6 dxe6 Qe7 exf7+ Kd8 fxg8=B a6 Be6 Qxe6 d4 b5 a4 bxa4 Rxa4 Bb4+ Nc3 Bxc3+ bxc3 \
     Bd7 Nf3 Nc6 e3 Kc8 Be2 Kb8 O-O Ka7",
    "e4 d5 exd5 Qxd5 c3 Qa5 d4 c6 Bd2 Qc7 Be2 Nf6 Nf3 Bg4 O-O h5 Ne5 Nbd7 g3 Nxe5 dxe5 Qxe5 Bxg4 \
     hxg4 Bf4 Qh5 Re1 Qxh2+ Kf1 Qh1+ Ke2 Qf3+ Kd2 O-O-O+ Kc2 Rxd1 Rxd1 Qxf2+ Kb3 Qb6+ Kc2 Nd5 Bd2 \
     e6 Na3 Bxa3 bxa3 Rh2 Rab1 Qc5 Kc1 Nxc3 Kc2 Nxa2+ Kd3 Qd5+ Kc2 Rxd2+ Rxd2 Qc4+ Kd1 Nc3+ Kc2 \
     Nxb1+ Kxb1 Qf1+",
];

fn rare_games() -> Vec<(String, Vec<Move>)> {
    let game = |(at, text): (usize, &&str)| {
        let sans: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        (format!("rare game {at}"), moves(&sans))
    };
    RARE.iter().enumerate().map(game).collect()
}

fn named(code: &str) -> &'static Language {
    language(code).expect("the table has it")
}

/// How a game is written.
#[derive(Debug, Clone)]
struct Way {
    name: String,
    notation: Notation,
    language: &'static Language,
    habits: Habits,
}

impl Way {
    fn new(notation: Notation, language: &'static Language, habit: (&str, Habits)) -> Way {
        let name = format!("{} {} {}", notation.name(), language.code, habit.0);
        Way { name, notation, language, habits: habit.1 }
    }

    fn texts(&self, moves: &[Move]) -> Vec<String> {
        let mut pos = Chess::default();
        let write = |m: &Move| {
            let text = render(&pos, *m, self.notation, self.language, &self.habits);
            pos.play_unchecked(*m);
            text
        };
        moves.iter().map(write).collect()
    }
}

/// Habits that leave no move open: the game has to be the same.
fn habits() -> Vec<(&'static str, Habits)> {
    let base = Habits::default;
    vec![
        ("plain", base()),
        (
            "colon dagger zeros",
            Habits {
                capture: CaptureSign::Colon,
                checks: Checks::Dagger,
                castling: Castling::Zeros,
                promotion: Promotion::Bare,
                dash: '–',
                ..base()
            },
        ),
        (
            "times pluses small",
            Habits {
                capture: CaptureSign::Times,
                checks: Checks::Pluses,
                castling: Castling::Small,
                promotion: Promotion::Brackets,
                en_passant: true,
                dash: '—',
                ..base()
            },
        ),
        (
            "no signs",
            Habits {
                capture: CaptureSign::None,
                checks: Checks::None,
                promotion: Promotion::Slash,
                ..base()
            },
        ),
        (
            "trailing colon, king's move",
            Habits { capture: CaptureSign::Trailing, castling: Castling::King, ..base() },
        ),
        (
            "words",
            Habits {
                capture: CaptureSign::Word,
                checks: Checks::Word,
                castling: Castling::Words,
                en_passant: true,
                ..base()
            },
        ),
        ("pawn letter", Habits { pawn_letter: true, ..base() }),
        ("full names", Habits { full_names: true, ..base() }),
        ("wordy", Habits { wordy: true, ..base() }),
        (
            "wordy, full names, words",
            Habits {
                wordy: true,
                full_names: true,
                checks: Checks::Word,
                castling: Castling::Words,
                en_passant: true,
                ..base()
            },
        ),
    ]
}

/// Habits under which several legal moves may be written alike: the game that is found has to be
/// written as the record is.
fn lossy_habits() -> Vec<(&'static str, Habits)> {
    let base = Habits::default;
    let files = PawnCapture::Files;
    vec![
        ("files", Habits { pawn_capture: files, ..base() }),
        ("bare files", Habits { pawn_capture: files, capture: CaptureSign::None, ..base() }),
        ("target", Habits { pawn_capture: PawnCapture::Target, ..base() }),
        ("captured piece", Habits { captured_piece: true, ..base() }),
        ("no disambiguation", Habits { disambiguation: false, ..base() }),
        ("no promotion piece", Habits { promotion: Promotion::None, ..base() }),
    ]
}

/// Sets moves out on a page.
type Layout = fn(&[String]) -> String;

const LAYOUTS: [(&str, Layout); 10] = [
    ("running", |texts| {
        numbered(texts, |n, w, b| format!("{n}. {w} {b}{}", if n % 5 == 0 { '\n' } else { ' ' }))
    }),
    ("tight", |texts| numbered(texts, |n, w, b| format!("{n}.{w} {b} "))),
    ("lines", |texts| numbered(texts, |n, w, b| format!("{n}. {w}\t{b}\n"))),
    ("columns", |texts| numbered(texts, |n, w, b| format!("{n} {w:<18} {b}\n"))),
    ("two numbers", |texts| {
        numbered(texts, |n, w, b| match b {
            "" => format!("{n}. {w}\n"),
            b => format!("{n}. {w} {n}... {b}\n"),
        })
    }),
    ("no numbers", |texts| texts.iter().fold(String::new(), |all, text| all + text + "\n")),
    ("CSV", |texts| numbered(texts, |n, w, b| format!("{n},{w},{b}\n"))),
    ("table", |texts| numbered(texts, |n, w, b| format!("| {n} | {w} | {b} |\n"))),
    ("narrow", |texts| wrapped(&numbered(texts, |n, w, b| format!("{n}. {w} {b} ")), 40)),
    ("two pairs of columns", two_pairs),
];

/// A text in lines of at most so many characters.
fn wrapped(text: &str, width: usize) -> String {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("one at least");
        if line.is_empty() {
            line.push_str(word);
        } else if line.chars().count() + 1 + word.chars().count() > width {
            lines.push(word.to_owned());
        } else {
            *line += " ";
            *line += word;
        }
    }
    lines.join("\n")
}

/// The second half of a game beside the first; long moves push the columns apart.
fn two_pairs(texts: &[String]) -> String {
    let rows = numbered(texts, |n, w, b| format!("{n:>3}. {w:<14} {b:<14}\n"));
    let rows: Vec<&str> = rows.lines().collect();
    let (left, right) = rows.split_at(rows.len().div_ceil(2));
    let beside = left.iter().zip(right.iter().chain([&""]));
    beside.map(|(left, right)| format!("{left}   {right}\n")).collect()
}

fn numbered(texts: &[String], row: impl Fn(usize, &str, &str) -> String) -> String {
    let mut all = String::new();
    for (at, pair) in texts.chunks(2).enumerate() {
        let black = pair.get(1).map_or("", String::as_str);
        all += &row(at + 1, &pair[0], black);
    }
    all
}

fn one_sheet(texts: &[String]) -> Vec<Record> {
    let entries = texts.iter().map(|text| Entry::from_text(text.clone())).collect();
    vec![Record { sheets: vec![Sheet { entries, ..Sheet::default() }], ..Record::default() }]
}

/// Writes what is wrong with the game read back, if anything.
fn check(
    reconstructor: &Reconstructor,
    way: &Way,
    moves: &[Move],
    layout: Option<Layout>,
    lossy: bool,
) -> Result<(), String> {
    let texts = way.texts(moves);
    let records = match layout {
        None => one_sheet(&texts),
        Some(layout) => read::read(layout(&texts).as_bytes(), "game")
            .map_err(|error| format!("not read: {error}"))?,
    };
    let [record] = &records[..] else { return Err(format!("{} games found", records.len())) };
    let game = reconstructor.reconstruct(record);
    let found: Vec<Move> = game.moves.iter().map(|m| m.m).collect();
    if found == moves || lossy && found.len() == moves.len() && way.texts(&found) == texts {
        return Ok(());
    }
    let at = (0..moves.len().max(found.len())).find(|&at| found.get(at) != moves.get(at));
    let at = at.unwrap_or_default();
    let shown = |m: Option<&Move>| m.map_or("the end".to_owned(), |m| m.to_string());
    let (wanted, found) = (shown(moves.get(at)), shown(found.get(at)));
    let styles: Vec<String> =
        game.styles.iter().map(|style| format!("{} {}", style.notation, style.language)).collect();
    let styles = styles.join(", ");
    Err(format!("read as {styles}: ply {}, {:?}: {found} for {wanted}", at + 1, texts.get(at)))
}

/// Checks every way with some of the games; each game meets each notation.
fn check_all(ways: &[Way], games: &[(String, Vec<Move>)], layouts: &[Option<usize>], lossy: bool) {
    // Narrow: what is undamaged needs no width, and the tests stay short.
    let options = Options { beam: 60, ..Options::default() };
    let reconstructor = Reconstructor::new(options).expect("the defaults are valid");
    let mut wrong = String::new();
    for (at, (way, layout)) in
        ways.iter().flat_map(|way| layouts.iter().map(move |layout| (way, layout))).enumerate()
    {
        let (game, moves) = &games[at % games.len()];
        let (name, layout) = match layout {
            None => ("entries", None),
            Some(layout) => (LAYOUTS[*layout].0, Some(LAYOUTS[*layout].1)),
        };
        if let Err(why) = check(&reconstructor, way, moves, layout, lossy) {
            let _ = writeln!(wrong, "{}, {name}, {game}: {why}", way.name);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

const EVERY_LAYOUT: [Option<usize>; 10] =
    [Some(0), Some(1), Some(2), Some(3), Some(4), Some(5), Some(6), Some(7), Some(8), Some(9)];

#[test]
fn every_notation_and_habit_gives_its_game() {
    let ways: Vec<Way> = Notation::ALL
        .into_iter()
        .filter(|notation| *notation != Notation::Descriptive)
        .flat_map(|notation| {
            ["en", "de", "it", "ru"].into_iter().flat_map(move |code| {
                let habits = habits().into_iter().filter(|(_, h)| !h.full_names && !h.wordy);
                habits.map(move |habit| Way::new(notation, named(code), habit))
            })
        })
        .collect();
    check_all(&ways, &games(0, 3), &[None], false);
    check_all(&ways, &rare_games(), &[None], false);
}

#[test]
fn every_language_gives_its_game() {
    let ways: Vec<Way> = languages()
        .iter()
        .flat_map(|language| {
            [Notation::Algebraic, Notation::LongAlgebraic].into_iter().flat_map(move |notation| {
                let habits = habits().into_iter().filter(|(_, h)| !h.full_names && !h.wordy);
                habits.map(move |habit| Way::new(notation, language, habit))
            })
        })
        .collect();
    check_all(&ways, &games(1, 3), &[None], false);
}

#[test]
fn every_descriptive_language_and_habit_gives_its_game() {
    let ways: Vec<Way> = descriptive_languages()
        .iter()
        .flat_map(|table| {
            let habits = habits().into_iter();
            habits.map(|habit| Way::new(Notation::Descriptive, named(&table.code), habit))
        })
        .collect();
    for first in 0..4 {
        check_all(&ways, &games(first, 4), &[None], false);
    }
    check_all(&ways, &rare_games(), &[None], false);
}

#[test]
fn habits_that_leave_a_move_open_give_a_game_that_is_written_so() {
    let ways: Vec<Way> = ["en", "de", "ru", "fig"]
        .into_iter()
        .flat_map(|code| {
            lossy_habits().into_iter().map(move |h| Way::new(Notation::Algebraic, named(code), h))
        })
        .collect();
    check_all(&ways, &games(2, 3), &[None], true);
    check_all(&ways, &rare_games(), &[None], true);
}

#[test]
fn every_layout_of_every_notation_gives_its_game() {
    let signed =
        |habits: &Habits| !matches!(habits.capture, CaptureSign::None | CaptureSign::Trailing);
    let ways: Vec<Way> = Notation::ALL
        .into_iter()
        .flat_map(|notation| {
            let code = if notation == Notation::Descriptive { "en" } else { "de" };
            let habits = habits().into_iter().filter(move |(_, h)| {
                // Without a sign `Tf7Lf6` may as well be two moves run together.
                (notation != Notation::Reversible || signed(h))
                    && (notation == Notation::Descriptive || !h.full_names && !h.wordy)
            });
            habits.map(move |habit| Way::new(notation, named(code), habit))
        })
        .collect();
    check_all(&ways, &games(1, 5), &EVERY_LAYOUT, false);
    // A promotion to a knight, with a check behind it.
    check_all(&ways, &rare_games()[2..3], &EVERY_LAYOUT, false);
}

#[test]
fn every_layout_of_every_language_gives_its_game() {
    let ways: Vec<Way> = languages()
        .iter()
        .zip(habits().into_iter().filter(|(_, h)| !h.full_names && !h.wordy).cycle())
        .map(|(language, habit)| Way::new(Notation::Algebraic, language, habit))
        .chain(
            descriptive_languages()
                .iter()
                .zip(habits())
                .map(|(table, habit)| Way::new(Notation::Descriptive, named(&table.code), habit)),
        )
        .collect();
    check_all(&ways, &games(3, 5), &EVERY_LAYOUT, false);
}
