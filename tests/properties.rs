//! What holds for any game and any damage.

use std::{path::Path, sync::LazyLock};

use proptest::{prelude::*, sample::Index};
use scoresheet::{
    audit::{Auditor, Rules, SheetAudit},
    constraints::{At, Constraints, FixedMove, Length},
    eval::{Score, cases},
    read,
    record::{Entry, Reading, Record, Sheet},
    search::{Options, Reconstructor},
    write::{
        JsonLines, Report,
        audit::{AuditCsv, AuditHtml, AuditJson, AuditReport, AuditText},
    },
};
use shakmaty::{
    CastlingMode, Chess, EnPassantMode, Move, Position, Role, Square, fen::Fen, san::SanPlus,
};

mod common;

/// A game of random legal moves, as SAN.
fn played(choices: &[Index]) -> Vec<String> {
    let mut pos = Chess::default();
    let mut sans = Vec::new();
    for choice in choices {
        let legal = pos.legal_moves();
        if legal.is_empty() {
            break;
        }
        let m = *choice.get(&legal);
        sans.push(SanPlus::from_move(pos.clone(), m).to_string());
        pos.play_unchecked(m);
    }
    sans
}

/// Something that happens to a list of texts.
#[derive(Debug, Clone)]
enum Accident {
    Replace(Index, String),
    Cut(Index),
    Lose(Index),
    Double(Index),
    Exchange(Index),
    Blank(Index),
    Insert(Index, String),
}

fn accident() -> impl Strategy<Value = Accident> {
    let text = prop_oneof![
        "[a-hKQRBN1-8xO0+#=.-]{1,6}",
        "\\PC{0,12}",
        Just("1-0".to_owned()),
        Just("Kt-KB3".to_owned()),
        Just("5254".to_owned()),
        Just("}{][\"\\".to_owned()),
    ];
    (any::<Index>(), text, 0..7u8).prop_map(|(at, text, kind)| match kind {
        0 | 1 => Accident::Replace(at, text),
        2 => Accident::Cut(at),
        3 => Accident::Lose(at),
        4 => Accident::Double(at),
        5 => Accident::Exchange(at),
        _ if text.len() % 2 == 0 => Accident::Blank(at),
        _ => Accident::Insert(at, text),
    })
}

fn damaged(mut texts: Vec<String>, accidents: &[Accident]) -> Vec<String> {
    for accident in accidents {
        if texts.is_empty() {
            break;
        }
        let n = texts.len();
        match accident {
            Accident::Replace(at, text) => text.clone_into(&mut texts[at.index(n)]),
            Accident::Cut(at) => drop(texts[at.index(n)].pop()),
            Accident::Lose(at) => drop(texts.remove(at.index(n))),
            Accident::Double(at) => texts.insert(at.index(n), texts[at.index(n)].clone()),
            Accident::Exchange(at) => texts.swap(at.index(n), (at.index(n) + 1) % n),
            Accident::Blank(at) => texts[at.index(n)].clear(),
            Accident::Insert(at, text) => texts.insert(at.index(n), text.clone()),
        }
    }
    texts
}

fn sheet(texts: &[String]) -> Sheet {
    let entries = texts
        .iter()
        .map(|text| match text.trim().is_empty() {
            true => Entry::default(),
            false => Entry {
                readings: vec![
                    Reading { text: text.clone(), probability: 0.8 },
                    Reading { text: format!("{text}1"), probability: 0.1 },
                ],
                ..Entry::default()
            },
        })
        .collect();
    Sheet { entries, ..Sheet::default() }
}

fn reconstructor() -> Reconstructor {
    // Narrow: the promises hold for any width, and the tests stay short.
    let options = Options { beam: 60, ..Options::default() };
    Reconstructor::new(options).expect("the defaults are valid")
}

fn line(reconstructor: &Reconstructor, record: &Record) -> Vec<u8> {
    let mut out = Vec::new();
    JsonLines.game(&reconstructor.reconstruct(record), &mut out).expect("memory");
    out
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn promises_hold_for_one_sheet(
        choices in prop::collection::vec(any::<Index>(), 0..60),
        accidents in prop::collection::vec(accident(), 0..14),
    ) {
        let record = Record {
            id: "one".to_owned(),
            sheets: vec![sheet(&damaged(played(&choices), &accidents))],
            ..Record::default()
        };
        let game = reconstructor().reconstruct(&record);
        prop_assert_eq!(common::broken_promise(&record, &game), None);
    }

    #[test]
    fn promises_hold_for_two_sheets_and_runs_are_alike(
        choices in prop::collection::vec(any::<Index>(), 0..30),
        white in prop::collection::vec(accident(), 0..6),
        black in prop::collection::vec(accident(), 0..6),
    ) {
        let texts = played(&choices);
        let sheets = vec![sheet(&damaged(texts.clone(), &white)), sheet(&damaged(texts, &black))];
        let record = Record { id: "two".to_owned(), sheets, ..Record::default() };
        let reconstructor = reconstructor();
        let game = reconstructor.reconstruct(&record);
        prop_assert_eq!(common::broken_promise(&record, &game), None);
        prop_assert_eq!(line(&reconstructor, &record), line(&self::reconstructor(), &record));
    }

    #[test]
    fn audits_add_up_and_are_written_in_every_format(
        choices in prop::collection::vec(any::<Index>(), 1..24),
        white in prop::collection::vec(accident(), 0..5),
        black in prop::collection::vec(accident(), 0..5),
    ) {
        let sans = played(&choices);
        let sheets = vec![
            Sheet { id: "<b>".to_owned(), ..sheet(&damaged(sans.clone(), &white)) },
            Sheet { id: "black".to_owned(), ..sheet(&damaged(sans, &black)) },
        ];
        let record = Record { id: "<script>".to_owned(), sheets, ..Record::default() };
        let reconstructor = reconstructor();
        let audit = Auditor::new(&reconstructor, Rules::UsChess).audit(&record, None);
        let covered = audit.covered;
        prop_assert!((covered.exact + covered.drawn + covered.unknown - 1.0).abs() < 1e-6);
        prop_assert_eq!(audit.table.len(), audit.game.moves.len());
        for row in &audit.table {
            prop_assert_eq!(row.len(), audit.sheets.len());
        }
        let counts = |sheet: &SheetAudit| {
            sheet.recorded + sheet.missing.both() + sheet.stopped.both()
        };
        for sheet in &audit.sheets {
            prop_assert_eq!(counts(sheet) as usize, audit.game.moves.len());
            prop_assert!(sheet.wrong.both() <= sheet.recorded);
        }
        for finding in &audit.findings {
            let within = |p: f64| (0.0..=1.0 + 1e-9).contains(&p);
            prop_assert!(!finding.message.is_empty());
            prop_assert!(finding.holds.is_none_or(|h| within(h.probability + h.unknown)));
            for item in &finding.items {
                prop_assert!(item.confidence.is_none_or(within), "{:?}", finding);
            }
        }
        let written = |mut report: Box<dyn AuditReport>| {
            let mut out = Vec::new();
            report.begin(&mut out).expect("memory");
            report.audit(&audit, &mut out).expect("memory");
            report.end(&mut out).expect("memory");
            String::from_utf8(out).expect("text")
        };
        let json = written(Box::<AuditJson>::default());
        prop_assert!(serde_json::from_str::<serde_json::Value>(&json).is_ok());
        let text = written(Box::<AuditText>::default());
        prop_assert!(text.chars().all(|c| c == '\n' || !c.is_control()), "{}", text);
        let html = written(Box::<AuditHtml>::default());
        prop_assert!(!html.contains("<script") && !html.contains("<b>"), "{}", html);
        prop_assert!(written(Box::<AuditCsv>::default()).starts_with("game,code,"));
    }

    #[test]
    fn law_is_kept_or_said_to_be_broken(
        choices in prop::collection::vec(any::<Index>(), 4..30),
        accidents in prop::collection::vec(accident(), 0..6),
        fixed in prop::collection::vec((0_u32..34, any::<Index>()), 0..3),
        ends in any::<bool>(),
        plies in prop::option::of(1_u32..20),
    ) {
        let texts = played(&choices);
        let fixed = fixed.into_iter().filter_map(|(ply, other)| {
            // Most are moves of the game, some are not.
            let text = texts.get(ply as usize).unwrap_or_else(|| other.get(&texts));
            FixedMove::new(At::Ply(ply + 1), text).ok()
        });
        let mut pos = Chess::default();
        for text in &texts {
            let san: SanPlus = text.parse().expect("SAN");
            pos.play_unchecked(san.san.to_move(&pos).expect("legal"));
        }
        let last = Fen::from_position(&pos, EnPassantMode::Legal).to_string();
        let constraints = Constraints {
            fixed: fixed.collect(),
            end: ends.then(|| last.parse().expect("a position")),
            length: plies.map(|number| Length { number, last: None }),
            result: None,
        };
        let sheets = vec![sheet(&damaged(texts, &accidents))];
        let record = Record { id: "law".to_owned(), sheets, constraints, ..Record::default() };
        let reconstructor = reconstructor();
        let game = reconstructor.reconstruct(&record);
        prop_assert_eq!(common::broken_promise(&record, &game), None);

        let unmet = |code| game.findings.iter().any(|finding| finding.code == code);
        let mut pos = Chess::default();
        for placed in &game.moves {
            let fixed = record.constraints.fixed.iter().filter(|m| m.at() == At::Ply(placed.ply));
            for m in fixed {
                prop_assert!(m.is(&pos, placed.m) || unmet("fixed-unmet"), "{} at {m}", placed.san);
            }
            pos.play_unchecked(placed.m);
        }
        let beyond = |m: &FixedMove| !matches!(m.at(), At::Ply(ply) if ply as usize <= game.moves.len());
        prop_assert!(!record.constraints.fixed.iter().any(beyond) || unmet("fixed-unmet"));
        if let Some(end) = &record.constraints.end {
            prop_assert!(end.is(&pos) || unmet("final-unmet"), "{end}");
        }
        if let Some(length) = record.constraints.length {
            let moves = (game.moves.len() as u32).div_ceil(2);
            // Where both are given, the position names the finding.
            let said = unmet("moves-unmet") || unmet("final-unmet");
            prop_assert!(moves == length.number || said, "{moves} for {length}");
        }

        let mut study = reconstructor.study(record.clone());
        study.search(&Constraints::default());
        let mut again = Vec::new();
        JsonLines.game(&study.search(&record.constraints), &mut again).expect("memory");
        prop_assert_eq!(line(&reconstructor, &record), again);
    }

    #[test]
    fn any_text_is_read_without_loss_of_a_promise(text in "\\PC{0,200}") {
        for record in read::records(text.as_bytes(), "any").flatten() {
            let game = reconstructor().reconstruct(&record);
            prop_assert_eq!(common::broken_promise(&record, &game), None);
        }
    }

    #[test]
    fn any_bytes_are_read_without_loss_of_a_promise(
        bytes in prop::collection::vec(any::<u8>(), 0..300),
        head in prop_oneof![Just(""), Just("[Event \"x\"]\n"), Just("1. e4 e5 "), Just("{\"sheets\":["), Just("white,black\ne4,")],
    ) {
        let input = [head.as_bytes(), &bytes].concat();
        for record in read::records(&input[..], "any").flatten() {
            let game = reconstructor().reconstruct(&record);
            prop_assert_eq!(common::broken_promise(&record, &game), None);
        }
    }
}

/// Runs of words of the inputs of the corpus, which hold every notation and layout.
fn phrases() -> impl Strategy<Value = String> {
    static WORDS: LazyLock<Vec<String>> = LazyLock::new(|| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
        let mut words = Vec::new();
        for case in cases(&folder).expect("the corpus is well-formed") {
            let input = std::fs::read(folder.join(&case.name).join("input.txt"));
            let text = String::from_utf8(input.unwrap_or_default()).unwrap_or_default();
            words.extend(text.split_inclusive([' ', '\n']).map(str::to_owned));
        }
        words
    });
    let run = (any::<Index>(), 1..8usize).prop_map(|(from, length)| {
        let from = from.index(WORDS.len());
        WORDS[from..].iter().take(length).map(String::as_str).collect::<String>()
    });
    prop::collection::vec(run, 1..12).prop_map(|runs| runs.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, ..ProptestConfig::default() })]

    #[test]
    fn words_in_any_order_are_read_without_loss_of_a_promise(text in phrases()) {
        for record in read::records(text.as_bytes(), "words").flatten() {
            let game = reconstructor().reconstruct(&record);
            prop_assert_eq!(common::broken_promise(&record, &game), None);
        }
    }
}

/// A move as one notation writes it, in the position before it.
type Writer = fn(&Chess, Move) -> String;

/// Notations without damage: the name says which.
const WRITERS: [(&str, Writer); 7] = [
    ("algebraic", |pos, m| SanPlus::from_move(pos.clone(), m).to_string()),
    ("algebraic without signs", |pos, m| {
        SanPlus::from_move(pos.clone(), m).san.to_string().replace(['x', '='], "")
    }),
    ("German", |pos, m| {
        let san = SanPlus::from_move(pos.clone(), m).to_string().replace('O', "0");
        san.replace('Q', "D").replace('R', "T").replace('B', "L").replace('N', "S")
    }),
    ("Russian", |pos, m| {
        let san = SanPlus::from_move(pos.clone(), m).to_string().replace('K', "Кр");
        san.replace('Q', "Ф")
            .replace('R', "Л")
            .replace('B', "С")
            .replace('N', "К")
            .replace('x', ":")
    }),
    ("long algebraic", |pos, m| match m.castling_side() {
        Some(_) => SanPlus::from_move(pos.clone(), m).to_string(),
        None => {
            let letter = match m.role() {
                Role::Pawn => String::new(),
                role => role.upper_char().to_string(),
            };
            let sign = if m.is_capture() { 'x' } else { '-' };
            let from = m.from().map_or(String::new(), |square| square.to_string());
            let promotion =
                m.promotion().map_or(String::new(), |role| role.upper_char().to_string());
            format!("{letter}{from}{sign}{}{promotion}", m.to())
        }
    }),
    ("UCI", |_, m| m.to_uci(CastlingMode::Standard).to_string()),
    ("ICCF", |_, m| {
        let digits = |square: Square| {
            format!("{}{}", u32::from(square.file()) + 1, u32::from(square.rank()) + 1)
        };
        let uci = m.to_uci(CastlingMode::Standard);
        let squares: String = [uci.from(), uci.to()].into_iter().flatten().map(digits).collect();
        let piece = match m.promotion() {
            None => "",
            Some(Role::Queen) => "1",
            Some(Role::Rook) => "2",
            Some(Role::Bishop) => "3",
            Some(_) => "4",
        };
        squares + piece
    }),
];

#[test]
fn a_clean_score_gives_its_game_in_every_notation() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let cases = cases(&folder).expect("the corpus is well-formed");
    let reconstructor = reconstructor();
    let mut tried = 0;
    let mut wrong = Vec::new();
    for case in cases.iter().filter(|case| !case.name.starts_with("start-")).step_by(5) {
        let truth = &case.truths[0];
        for (name, write) in WRITERS {
            let mut pos = Chess::default();
            let mut entries = Vec::new();
            for san in &truth.san {
                let san: SanPlus = san.parse().expect("a true game is SAN");
                let m = san.san.to_move(&pos).expect("a true game is legal");
                entries.push(Entry::from_text(write(&pos, m)));
                pos.play_unchecked(m);
            }
            let sheets = vec![Sheet { entries, ..Sheet::default() }];
            let game = reconstructor.reconstruct(&Record { sheets, ..Record::default() });
            let score = Score::of(std::slice::from_ref(truth), &[game]);
            if score.tally.exact == 0 {
                wrong.push(format!("{} in {name}: {}", case.name, score.result()));
            }
            tried += 1;
        }
    }
    assert!(tried > 100, "only {tried} games were tried");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
