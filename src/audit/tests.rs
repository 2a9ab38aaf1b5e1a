//! One game for each finding.

use super::*;
use crate::{
    read,
    record::GameResult,
    search::Options,
    witnesses::{Witness, join},
};

const GAME: &str = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 \
                    O-O 9. h3 Nb8 10. d4 Nbd7 11. Nbd2 Bb7 12. Bc2 Re8 13. Nf1 Bf8 14. Ng3 g6";

fn one(text: &str) -> Record {
    read::read(text.as_bytes(), "sheet.txt").expect("a sheet").remove(0)
}

fn together(texts: &[(&str, &str)]) -> Record {
    let witness = |(name, text): &(&str, &str)| Witness {
        name: (*name).to_owned(),
        record: read::read(text.as_bytes(), name).expect("a sheet").remove(0),
    };
    join("game", texts.iter().map(witness).collect())
}

fn audit_by(rules: Rules, record: &Record) -> Audit {
    let reconstructor = Reconstructor::new(Options::default()).expect("defaults");
    let file = (record.sheets.len() == 1).then_some("sheet.txt");
    Auditor::new(&reconstructor, rules).audit(record, file)
}

fn audit(record: &Record) -> Audit {
    audit_by(Rules::Fide, record)
}

fn find<'a>(audit: &'a Audit, code: &str) -> &'a Finding {
    let codes: Vec<&str> = audit.findings.iter().map(|finding| finding.code).collect();
    let found = audit.findings.iter().find(|finding| finding.code == code);
    found.unwrap_or_else(|| panic!("{code} is not among {codes:?}"))
}

/// The findings above a note, in their order.
fn raised(audit: &Audit) -> Vec<&str> {
    let above = audit.findings.iter().filter(|finding| finding.severity > Severity::Info);
    above.map(|finding| finding.code).collect()
}

fn plies(finding: &Finding) -> Vec<u32> {
    finding.items.iter().filter_map(|item| item.ply).collect()
}

#[test]
fn a_clean_sheet_raises_nothing() {
    for text in [GAME, &GAME.replace("O-O", "0-0").replace('N', "S").replace('B', "L")] {
        let audit = audit(&one(text));
        assert_eq!(raised(&audit), Vec::<&str>::new(), "{:?}", audit.findings);
        assert_eq!((audit.sheets[0].recorded, audit.sheets[0].pairs), (28, 0));
        assert!(audit.sheets[0].algebraic);
    }
}

#[test]
fn entries_that_do_not_fit_are_told_with_their_place() {
    for (from, to, code, ply, severity) in [
        ("4. Ba4", "4. Bh4", "illegal-move", 7, Severity::Warning),
        ("12. Bc2", "12. Qc1", "illegal-move", 23, Severity::Warning),
        ("Nbd7", "Nd7", "ambiguous", 20, Severity::Info),
        ("4. Ba4", "4. Baq", "unreadable", 7, Severity::Warning),
    ] {
        let text = GAME.replace(from, to);
        let audit = audit(&one(&text));
        let finding = find(&audit, code);
        assert_eq!((plies(finding), finding.severity), (vec![ply], severity), "{to}");
        let item = &finding.items[0];
        let column = text.find(to.split(' ').next_back().expect("a word")).expect("a place") + 1;
        let spot = item.spot.as_ref().map(Spot::to_string);
        assert_eq!(spot, Some(format!("sheet.txt:1:{column}")), "{to}");
        assert_eq!(item.written.as_deref(), to.split(' ').next_back(), "{to}");
    }
}

#[test]
fn a_borrowed_letter_is_a_slip_or_a_habit() {
    // B for R on an English sheet, once: whoever wrote it meant another piece.
    let audit = audit(&one(&GAME.replace("6. Re1", "6. Be1")));
    assert_eq!(plies(find(&audit, "illegal-move")), [11]);
    // Bishops that are English throughout on a German sheet are a habit.
    let german = GAME.replace('N', "S").replace('R', "T");
    let audit = self::audit(&one(&german));
    assert_eq!(raised(&audit), Vec::<&str>::new(), "{:?}", audit.findings);
}

#[test]
fn a_legal_move_that_was_not_played_is_told() {
    // On the second sheet the rook stands on e1, as the queen's capture there needs.
    let white = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O Bg4 6. h3 Bxf3 7. Qxf3 Qf6 \
                 8. Qxf6 Nxf6 9. Re1 Bd6 10. d3 O-O-O 11. Re3 Rhe8 12. Nd2 Nd7";
    let black = white.replace("9. Re1", "9. Rd1");
    let audit = audit(&together(&[("white", white), ("black", &black)]));
    let finding = find(&audit, "other-move");
    assert_eq!((plies(finding), finding.sheet.as_deref()), (vec![17], Some("black")));
    assert_eq!(finding.items[0].note, "says Rd1");
    let differ = find(&audit, "sheets-differ");
    assert_eq!(differ.items[0].note, "white \"Re1\", black \"Rd1\"");
    assert_eq!(audit.difference(17), Some("other-move"));
    assert_eq!(audit.difference(18), None);
}

#[test]
fn missing_moves_are_counted_by_side_and_pair() {
    let text = GAME.replace("8. c3 O-O", "8. c3 ...").replace("11. Nbd2 Bb7", "11. ... Bb7");
    let audit = audit(&one(&text));
    let finding = find(&audit, "missing");
    assert_eq!(plies(finding), [16, 21]);
    let sheet = &audit.sheets[0];
    assert_eq!((sheet.missing, sheet.pairs), (Count { white: 1, black: 1 }, 2));
}

#[test]
fn three_pairs_may_be_missing_for_a_claim_on_time() {
    let few = GAME.replace("4. Ba4", "4. Bh4").replace("Nbd7", "Nbd9").replace("Re8", "Ke8");
    let many = few.replace("7. Bb3", "7. Bb9").replace("d6", "dd");
    let claims = |text: &str, rules| {
        let audit = audit_by(rules, &one(text));
        let told = audit.findings.iter().any(|finding| finding.code == "time-claim");
        (audit.sheets[0].pairs, told)
    };
    assert_eq!(claims(&few, Rules::UsChess), (3, false));
    // Both moves of a pair are one pair.
    assert_eq!(claims(&many, Rules::UsChess), (4, true));
    assert_eq!(claims(&many, Rules::Fide), (4, false));
}

#[test]
fn false_signs_are_told_and_bare_moves_are_habits() {
    let signs =
        GAME.replace("3. Bb5", "3. Bb5+").replace("Nf6 5", "Nxf6 5").replace("14. Ng3", "14. Ng3#");
    let audit = audit(&one(&signs));
    assert_eq!(plies(find(&audit, "false-check-sign")), [5]);
    assert_eq!(plies(find(&audit, "false-capture-sign")), [8]);
    assert_eq!(plies(find(&audit, "false-mate-sign")), [27]);
    let bare = "1. e4 e5 2. Nf3 d6 3. Bc4 Bg4 4. Nc3 g6 5. Ne5 Bd1 6. Bf7 Ke7 7. Nd5 1-0";
    let audit = self::audit(&one(bare));
    assert_eq!(raised(&audit), Vec::<&str>::new(), "{:?}", audit.findings);
    let some = bare.replace("Bf7", "Bxf7+");
    let audit = self::audit(&one(&some));
    assert_eq!(raised(&audit), Vec::<&str>::new(), "{:?}", audit.findings);
    assert_eq!(plies(find(&audit, "bare-check")), [13]);
    assert_eq!(plies(find(&audit, "bare-capture")), [9, 10]);
}

#[test]
fn notation_and_draw_offers_are_noted() {
    let descriptive = "1. P-K4 P-K4 2. Kt-KB3 Kt-QB3 3. B-Kt5 P-QR3 4. B-R4 Kt-B3 5. Castles B-K2";
    let audit = audit(&one(descriptive));
    let finding = find(&audit, "not-algebraic");
    assert_eq!(finding.severity, Severity::Info);
    assert_eq!(finding.law.map(|law| law.article), Some("Appendix C"));
    let american = audit_by(Rules::UsChess, &one(descriptive));
    assert_eq!(find(&american, "notation").law.map(|law| law.article), Some("15A"));
    let audit = self::audit(&one(&GAME.replace("12. Bc2", "12. Bc2 (=)")));
    assert_eq!(plies(find(&audit, "draw-offer")), [23]);
    assert_eq!(raised(&audit), Vec::<&str>::new());
}

#[test]
fn entries_without_a_move_are_told() {
    // Written twice, and rows at other numbers than the game has.
    let twice: String = rows(GAME, |row| if row == 9 { 2 } else { 1 });
    let audit = audit(&one(&twice));
    let told: usize = ["doubled", "belongs-nowhere"]
        .iter()
        .filter_map(|code| audit.findings.iter().find(|finding| finding.code == *code))
        .map(|finding| finding.items.len())
        .sum();
    assert_eq!(told, 2, "{:?}", audit.findings);
    let lost: String = rows(GAME, |row| usize::from(row != 5));
    let audit = self::audit(&one(&lost));
    assert_eq!(plies(find(&audit, "missing")), [9, 10], "{:?}", audit.findings);
    let late = &find(&audit, "out-of-place").items[0];
    assert_eq!((late.ply, late.note.as_str()), (Some(11), "to 14... g6, 1 row too early"));
}

/// The rows of a game, each as often as `times` says, numbered anew.
fn rows(text: &str, times: impl Fn(usize) -> usize) -> String {
    let words: Vec<&str> = text.split_whitespace().filter(|word| !word.ends_with('.')).collect();
    let mut all = String::new();
    let mut number = 0;
    for (row, pair) in words.chunks(2).enumerate() {
        for _ in 0..times(row + 1) {
            number += 1;
            all.push_str(&format!("{number}. {}\n", pair.join("  ")));
        }
    }
    all
}

#[test]
fn an_entry_beside_a_gap_stands_where_its_number_says() {
    // Black wrote nothing from move 8 to Black's move 12, and that one wrongly.
    let words: Vec<&str> = GAME.split_whitespace().filter(|word| !word.ends_with('.')).collect();
    let boxes = |skip: std::ops::Range<usize>, wrong: usize| {
        let texts = words.iter().enumerate().filter(|(ply, _)| !skip.contains(ply));
        let boxes = texts.map(|(ply, text)| {
            let color = if ply % 2 == 0 { "white" } else { "black" };
            let text = if ply == wrong { "Rc8" } else { text };
            format!("{{\"number\":{},\"color\":\"{color}\",\"text\":\"{text}\"}}", ply / 2 + 1)
        });
        format!("{{\"entries\":[{}]}}", boxes.collect::<Vec<_>>().join(","))
    };
    let record =
        one(&format!("{{\"sheets\":[{},{}]}}", boxes(0..0, usize::MAX), boxes(14..23, 23)));
    let audit = audit(&record);
    let states: Vec<State> = audit.table.iter().map(|row| row[1].state).collect();
    let expected = (0..28).map(|ply| match ply {
        14..23 => State::Missing,
        23 => State::OtherMove,
        _ => State::Right,
    });
    // A move that another knight or rook could make is ambiguous on any sheet.
    let plain = |state: &State| if *state == State::Ambiguous { State::Right } else { *state };
    assert_eq!(states.iter().map(plain).collect::<Vec<_>>(), expected.collect::<Vec<_>>());
}

#[test]
fn a_sheet_that_ends_early_says_where() {
    let whole = format!("{GAME} 15. a4 Bg7 16. Bd3 c6 17. Bg5 h6 18. Be3 Qc7");
    let audit = audit(&together(&[("white", &whole), ("black", GAME)]));
    let finding = find(&audit, "recording-stops");
    assert_eq!((plies(finding), finding.sheet.as_deref()), (vec![28], Some("black")));
    assert_eq!(finding.law.map(|law| law.article), Some("8.4"));
    assert_eq!(audit.sheets[1].stopped, Count { white: 4, black: 4 });
    assert_eq!(audit.sheets[0].stopped, Count::default());
    // One move more may have been written for a claim.
    let claim = format!("{GAME} 15. a4");
    let audit = self::audit(&together(&[("white", &claim), ("black", GAME)]));
    assert!(find(&audit, "last-move-alone").message.contains("15. a4 stands elsewhere alone"));
}

#[test]
fn slips_and_gaps_between_sheets_are_notes() {
    let slip = GAME.replace("12. Bc2", "12. Bc9").replace("8. c3 O-O", "8. c3 ...");
    let audit = audit(&together(&[("white", GAME), ("black", &slip)]));
    assert_eq!(plies(find(&audit, "slips")), [23]);
    assert_eq!(plies(find(&audit, "gaps")), [16]);
    assert_eq!((audit.difference(23), audit.difference(16)), (Some("slip"), Some("gap")));
    let both = GAME.replace("12. Bc2", "12. Bc9");
    let audit = self::audit(&together(&[("white", &both), ("black", &slip)]));
    assert_eq!(plies(find(&audit, "no-sheet-right")), [23]);
}

const KNIGHTS: &str = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8";

#[test]
fn repetition_is_told_with_its_moves() {
    let audit = audit(&one(&format!("{KNIGHTS} 5. e4 e5")));
    let finding = find(&audit, "threefold");
    let holds = finding.holds.expect("a probability");
    assert!(holds.everywhere && holds.probability > 0.99, "{holds:?}");
    assert_eq!(finding.severity, Severity::Info);
    assert_eq!(finding.items[0].note, "3 times, after the start, 2... Ng8, 4... Ng8");
    assert_eq!(finding.law.map(|law| law.article), Some("9.2"));
    let position = finding.items[0].position.as_ref().expect("a position").to_string();
    assert!(position.starts_with("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq"));
    let never = self::audit(&one("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. e3 Ng8"));
    assert!(never.findings.iter().all(|finding| finding.code != "threefold"));
}

#[test]
fn a_repetition_that_hangs_on_a_reading_has_its_probability() {
    // The last box shows a knight, and of the square only that it is one of two.
    let box_of = |texts: &[(&str, f64)]| {
        let each: Vec<String> = texts
            .iter()
            .map(|(text, p)| format!("{{\"text\":\"{text}\",\"confidence\":{p}}}"))
            .collect();
        format!(
            "{{\"text\":\"{}\",\"confidence\":{},\"alternatives\":[{}]}}",
            texts[0].0,
            texts[0].1,
            each[1..].join(",")
        )
    };
    let record = |last: &[(&str, f64)]| {
        let words: Vec<&str> =
            KNIGHTS.split_whitespace().filter(|word| !word.ends_with('.')).collect();
        let mut boxes: Vec<String> = words[..7].iter().map(|text| box_of(&[(text, 1.0)])).collect();
        boxes.push(box_of(last));
        let line = format!("{{\"sheets\":[{{\"entries\":[{}]}}]}}", boxes.join(","));
        one(&line)
    };
    let reconstructor = Reconstructor::new(Options::default()).expect("defaults");
    let mut before = 1.0;
    for share in [0.9, 0.5, 0.1] {
        let record = record(&[("Ng8", share), ("Ng4", 1.0 - share)]);
        let audit = audit(&record);
        let finding = find(&audit, "threefold");
        let holds = finding.holds.expect("a probability");
        assert!(!holds.everywhere && finding.severity == Severity::Warning);
        // The probability is that of the move with which the position comes again.
        let game = reconstructor.reconstruct(&record);
        let last = &game.moves[7];
        let home = |san: &SanPlus| san.to_string() == "Ng8";
        let posterior = match home(&last.san) {
            true => last.confidence,
            false => last.alternatives.iter().filter(|a| home(&a.san)).map(|a| a.confidence).sum(),
        };
        assert!((holds.probability - posterior).abs() < 0.005, "{holds:?} {posterior}");
        assert!(holds.probability < before - 0.05, "{share}: {holds:?}");
        before = holds.probability;
    }
}

#[test]
fn fifty_and_seventy_five_moves_are_told() {
    let shuffle = |rounds: usize| {
        let mut text = String::from("1. e4 e5 2. Ke2 Ke7 ");
        for number in 0..rounds {
            let pair = if number % 2 == 0 { "Kf3 Kf6" } else { "Ke2 Ke7" };
            text.push_str(&format!("{}. {pair} ", number + 3));
        }
        text
    };
    let audit = audit(&one(&shuffle(49)));
    let quiet = find(&audit, "fifty");
    assert_eq!(quiet.severity, Severity::Info);
    assert!(quiet.items[0].note.starts_with("50 moves of each side up to 51..."), "{quiet:?}");
    // The game was over long before by five occurrences, and that is what counts.
    let over = find(&audit, "fivefold");
    assert_eq!((over.severity, plies(over)), (Severity::Warning, vec![20]), "{over:?}");
    assert_eq!(over.law.map(|law| law.article), Some("9.6.1"));
}

#[test]
fn ends_and_results_are_compared() {
    let mate = "1. e4 e5 2. Nf3 d6 3. Bc4 Bg4 4. Nc3 g6 5. Nxe5 Bxd1 6. Bxf7+ Ke7 7. Nd5#";
    let audit = audit(&one(&format!("{mate} 1-0")));
    assert_eq!(find(&audit, "checkmate").severity, Severity::Info);
    assert_eq!(raised(&audit), Vec::<&str>::new());
    assert_eq!(audit.claims.len(), 1);
    let wrong = self::audit(&one(&format!("{mate} 0-1")));
    let finding = find(&wrong, "result-against-position");
    assert_eq!((finding.severity, finding.message.contains("1-0")), (Severity::Error, true));
    // Nothing is put right.
    assert_eq!(wrong.game.result, Some(GameResult::BlackWins));
    let differ = self::audit(&together(&[
        ("white", &format!("{GAME} 1-0")),
        ("black", &format!("{GAME} 1/2-1/2")),
    ]));
    let finding = find(&differ, "results-differ");
    assert_eq!(finding.severity, Severity::Error);
    assert!(finding.message.contains("1-0") && finding.message.contains("1/2-1/2"), "{finding:?}");
}

#[test]
fn a_dead_position_ends_the_game() {
    let mut record = one("1. Kxd2 Kd7 2. Kd3");
    record.start = "4k3/8/8/8/8/8/3r4/4K3 w - - 0 1".parse().ok();
    record.result = Some(GameResult::BlackWins);
    let audit = audit(&record);
    let finding = find(&audit, "dead-position");
    assert_eq!((finding.severity, plies(finding)), (Severity::Warning, vec![1]));
    assert_eq!(finding.law.map(|law| law.article), Some("5.2.2"));
    assert_eq!(find(&audit, "result-against-position").severity, Severity::Error);
}

#[test]
fn a_start_that_is_not_legal_is_told() {
    // Readers refuse such a position; programs that make records themselves may not.
    let mut record = one("1. e4 e5");
    record.start = "8/8/8/8/8/8/4P3/4K3 w - - 0 1".parse().ok();
    assert_eq!(find(&audit(&record), "illegal-start").severity, Severity::Error);
}

#[test]
fn a_fragment_is_told() {
    let audit = audit(&one("19. Bxh7+ Kxh7 20. Qh5+ Kg8 21. Rg3 Bf8"));
    assert_eq!(find(&audit, "beginning-lost").severity, Severity::Error);
}

#[test]
fn a_check_sign_tells_one_capture_from_others() {
    // Three pawns can be taken, and only one capture gives check.
    let game = "1. e4 e5 2. Qh5 g6 3. QxP+ Qe7 4. Qxh8 Qxe4+";
    let state = |text: &str| audit(&one(text)).table[4][0].state;
    assert_eq!(state(game), State::Right);
    assert_eq!(state(&game.replace("QxP+", "QxP")), State::Ambiguous);
}

#[test]
fn a_win_without_material_is_questioned() {
    let mut record = one("1. Ke2 Kd7 2. Ke3 Kd6");
    record.start = "4k3/8/8/8/8/8/3p4/4K3 w - - 0 1".parse().ok();
    record.result = Some(GameResult::WhiteWins);
    let found = audit(&record);
    assert_eq!(find(&found, "winner-cannot-mate").severity, Severity::Warning);
    record.result = Some(GameResult::BlackWins);
    assert!(audit(&record).findings.iter().all(|finding| finding.code != "winner-cannot-mate"));
}

#[test]
fn another_version_is_compared_move_by_move() {
    let reconstructor = Reconstructor::new(Options::default()).expect("defaults");
    let auditor = Auditor::new(&reconstructor, Rules::Fide);
    let black = GAME.replace("12. Bc2", "12. Bc9");
    let record = together(&[("white", &format!("{GAME} 1-0")), ("black", &black)]);
    let same = auditor.audit_against(&record, None, &one(&format!("{GAME} 1-0")));
    assert_eq!(find(&same, "against-agrees").severity, Severity::Info);
    let other = GAME.replace("12. Bc2", "12. a4").replace("14. Ng3 g6", "14. Ng3") + " 0-1";
    let audit = auditor.audit_against(&record, None, &one(&other));
    let comparison = audit.against.as_ref().expect("a comparison");
    let first = &comparison.differences[0];
    assert_eq!((first.ply, first.for_ours.as_slice()), (23, &["white".to_owned()][..]));
    assert_eq!(first.theirs[0].to_string(), "a4");
    assert!(first.for_theirs.is_empty());
    assert_eq!(find(&audit, "against-result").severity, Severity::Error);
}

#[test]
fn versions_that_part_and_meet_have_the_rest_in_common() {
    // Two moves of Black's exchanged.
    let other = GAME.replace("3. Bb5 a6 4. Ba4 Nf6", "3. Bb5 Nf6 4. Ba4 a6");
    let reconstructor = Reconstructor::new(Options::default()).expect("defaults");
    let auditor = Auditor::new(&reconstructor, Rules::Fide);
    let audit = auditor.audit_against(&one(GAME), None, &one(&other));
    let comparison = audit.against.as_ref().expect("a comparison");
    assert_eq!((comparison.differences.len(), comparison.common), (2, 26), "{comparison:?}");
    let san = |moves: &[SanPlus]| moves.iter().map(ToString::to_string).collect::<Vec<_>>();
    let first = &comparison.differences[0];
    assert_eq!((san(&first.ours), san(&first.theirs)), (vec!["a6".into()], vec!["Nf6".into()]));
    // A move left out shifts the rest, which is no difference.
    let short = format!("{GAME} 15. a4 c5").replace("8. c3 O-O 9. h3 Nb8 ", "8. c3 O-O ");
    let audit = auditor.audit_against(&one(&format!("{GAME} 15. a4 c5")), None, &one(&short));
    let comparison = audit.against.as_ref().expect("a comparison");
    assert!(comparison.differences.len() <= 2 && comparison.common >= 26, "{comparison:?}");
}

#[test]
fn nothing_that_is_read_panics() {
    for text in
        ["1. e4", "xyz 1. Qq9 Zz1", "1. é4 ü5 2. Ñf3 ♘c6=♕", "1-0 e4 e5", "1. e4 1. e4 1. e4"]
    {
        for record in read::read(text.as_bytes(), "sheet.txt").unwrap_or_default() {
            let audit = audit(&record);
            assert_eq!(audit.table.len(), audit.game.moves.len());
        }
    }
    assert!(audit(&Record::default()).findings.iter().any(|f| f.severity == Severity::Error));
}
