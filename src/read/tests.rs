//! Inputs of every format through the one entrance of the readers.

use std::io::{self, Read};

use super::*;

fn texts(input: &[u8]) -> Vec<String> {
    read(input, "f")
        .expect("records")
        .iter()
        .map(|record| {
            let entries = record.sheets.iter().flat_map(|sheet| &sheet.entries);
            entries.map(|entry| entry.text()).collect::<Vec<_>>().join(" ")
        })
        .collect()
}

#[test]
fn layouts_of_every_day() {
    let white_and_black = "White: e4 Nf3 Bb5 Bxc6 O-O\nBlack: e5 Nc6 a6 dxc6 Nf6\n";
    let many = "White: e4, Nf3, Bb5, Ba4, O-O, Re1, Bb3, c3, h3, d4\n\
                Black: e5, Nc6, a6, Nf6, Be7, b5, d6, O-O, Nb8, Nbd7\n";
    for (input, want) in [
        // Full-width characters, arrows between squares, a number for each side's column.
        ("１．ｅ４　ｅ５　２．Ｎｆ３", "e4 e5 Nf3"),
        ("1. e2→e4 e7→e5\n2. g1 → f3 b8->c6\n", "e2→e4 e7→e5 g1 → f3 b8->c6"),
        ("e4 → e5 → Nf3 → d6 → Bb5 → c6\n", "e4 e5 Nf3 d6 Bb5 c6"),
        ("1.\te4\t1...\te5\n2.\tNf3\t2...\tNc6\n3.\tBb5\t3...\ta6\n", "e4 e5 Nf3 Nc6 Bb5 a6"),
        (white_and_black, "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O Nf6"),
        (many, "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7"),
        // A brace for an f, though nothing behind it looks like the rest of the game.
        (
            "1. e4 e5\n2. D{6+ Ke7 3. Di+ Kd8 4. Di+\n5. Nc3 a6\n",
            "e4 e5 D{6+ Ke7 Di+ Kd8 Di+ Nc3 a6",
        ),
        // Numbers joined to damaged moves.
        (
            "1.e4 e5 2.Nf3 Nc6 3.Bb5 a6 4.Ba4 Nf6.5.O-O Be7 6.g3 %b5-7.Bb3 d6\n",
            "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 g3 %b5 Bb3 d6",
        ),
        // A heading like that of a table.
        ("Blancas |. Negras\n\n1 e4 e5\n2 Cf3 Cc6\n3 Ab5 a6\n", "e4 e5 Cf3 Cc6 Ab5 a6"),
        (
            "Weiss | Schwarz\n1 e4 e5\n2 Sf3 | Sc6\n3 Lb5 a6\n4 La4 Sf6\n5 O-O Le7\n",
            "e4 e5 Sf3 Sc6 Lb5 a6 La4 Sf6 O-O Le7",
        ),
        // Small letters that begin a line.
        ("A game\n\n1. e4 e5 2. nf3\nnc6 3.\nbb5 nf6\n4. o-o", "e4 e5 nf3 nc6 bb5 nf6 o-o"),
        ("A game\n\n1. e4 ... e5\n2. Nf3, … Nc6\n", "e4 e5 Nf3 Nc6"),
        // Dictated, with a move that the end of a line tears apart.
        (
            "1. pawn to e4, pawn to c5 2. knight to f3 knight to\nc6, 3. pawn d4 pawn takes d4",
            "pawn to e4 pawn to c5 knight to f3 knight to c6 pawn d4 pawn takes d4",
        ),
        ("Bauer e4\nBauer c6\nBauer d4\nBauer d5\n", "Bauer e4 Bauer c6 Bauer d4 Bauer d5"),
        ("1. e4 e5\nThe knight to f3 is best.\n2. Nc3 Nf6", "e4 e5 Nc3 Nf6"),
        // Points that are none, behind a number that the rows around tell.
        (
            "1 e4 e5     6 Re1 b5\n2 Nf3 Nc6   7 Bb3 d6\n..Bb5 Bhs   8 c3 O-O\n\
             4 Ba4 Nf6   9h3. Na5\n5 O-O Be7   10 Bc2 c5\n",
            "e4 e5 Nf3 Nc6 Bb5 Bhs Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Na5 Bc2 c5",
        ),
        // Colons behind the square of a capture.
        ("A game\n\n1. e4 d5 2. ed5: Qd5: 3. Nc3 Qa5", "e4 d5 ed5: Qd5: Nc3 Qa5"),
        // Without a blank.
        (
            "1.e4e62.d4d53.Nf3Bb44.Bd2Nf65.Bd3O-O6.O-Ob6",
            "e4 e6 d4 d5 Nf3 Bb4 Bd2 Nf6 Bd3 O-O O-O b6",
        ),
        ("1.e4e52.Nf3Nf63.Bd3Bd64.Bf1Bf85.Qe2Bxa3", "e4 e5 Nf3 Nf6 Bd3 Bd6 Bf1 Bf8 Qe2 Bxa3"),
    ] {
        assert_eq!(texts(input.as_bytes()), [want], "{input}");
    }
    let shuffle: String =
        (0..60).map(|n| format!("{}.Nf3Nf6{}.Ng1Ng8", 2 * n + 1, 2 * n + 2)).collect();
    assert_eq!(texts(shuffle.as_bytes())[0].split(' ').count(), 240);
}

/// The entries of the first record with the plies that they claim, counted from 0.
fn claims(input: &str) -> String {
    let found = read(input.as_bytes(), "f").expect("records");
    let entries = found[0].sheets.iter().flat_map(|sheet| &sheet.entries);
    let shown = entries.map(|entry| match entry.claimed_ply() {
        Some(ply) => format!("{ply}:{}", entry.text()),
        None => entry.text().to_owned(),
    });
    shown.collect::<Vec<_>>().join(" ")
}

#[test]
fn a_black_move_opens_a_paragraph() {
    for (input, want) in [
        (
            "A game.\n\n1. e2-e4\n\ne7-e5 2. Sg1-f3\n\nSb8-c6 3. Lf1-b5 a7-a6 4. Lb5-a4\n\nSg8-f6\n",
            "0:e2-e4 1:e7-e5 2:Sg1-f3 3:Sb8-c6 4:Lf1-b5 5:a7-a6 6:Lb5-a4 7:Sg8-f6",
        ),
        // Behind a note, with its number and without.
        (
            "A game.\n\n1. e2-e4 e7-e5 2. Sg1-f3 Der beste Zug. 2.\n\nSb8-c6 3. Lf1-b5 a7-a6\n",
            "0:e2-e4 1:e7-e5 2:Sg1-f3 3:Sb8-c6 4:Lf1-b5 5:a7-a6",
        ),
        (
            "A game.\n\n1. e2-e4 e7-e5 2. Sg1-f3 Der beste Zug.\n\nSb8-c6 3. Lf1-b5 a7-a6\n",
            "0:e2-e4 1:e7-e5 2:Sg1-f3 3:Sb8-c6 4:Lf1-b5 5:a7-a6",
        ),
    ] {
        assert_eq!(claims(input), want, "{input}");
    }
    // A note may begin with a move, too.
    let note = "A game.\n\n1. e4 e5 2. Nf3\n\nNc6 is the usual answer.\n\n2... d6 3. d4 exd4\n";
    assert_eq!(claims(note), "0:e4 1:e5 2:Nf3 3:d6 4:d4 5:exd4");
}

#[test]
fn moves_whose_number_is_lost_are_kept() {
    for (input, want) in [
        (
            "A game that was played here.\n\n1. e4 e5 2. Nf3 Nc6 Bb5 a6 4. Ba4 Nf6 5. O-O Be7",
            "0:e4 1:e5 2:Nf3 3:Nc6 4:Bb5 5:a6 6:Ba4 7:Nf6 8:O-O 9:Be7",
        ),
        // A line of a note may lead on to a number of the game.
        (
            "1. e4 e5\n2. Nf3 Nc6\n_ Bb5 a6\nIf 3... Nf6 4. Qe2 with a good game.\n4. Ba4 Nf6\n\
             5. O-O Be7\n6. Re1 b5\n",
            "0:e4 1:e5 2:Nf3 3:Nc6 4:Bb5 5:a6 6:Ba4 7:Nf6 8:O-O 9:Be7 10:Re1 11:b5",
        ),
    ] {
        assert_eq!(claims(input), want, "{input}");
    }
}

#[test]
fn numbers_are_believed_again_behind_a_row_that_is_lost() {
    let text = "A game that was played here.\n\n1. e4 e5 2. Nf3 Nc6\n9. Bb5\n4. Ba4 Nf6 5. O-O Be7\n\
        6. Re1 b5\n";
    let found = claims(text);
    assert!(found.ends_with("8:O-O 9:Be7 10:Re1 11:b5"), "{found}");
}

#[test]
fn the_first_number_may_be_glued_or_misread() {
    for (input, want) in [
        ("Hier.\n1e4, e5 Der Zug.\n2 Nf3, Nc6 3 Bb5, a6", "0:e4 1:e5 2:Nf3 3:Nc6 4:Bb5 5:a6"),
        (
            "Hier.\ni. e2-et c7-c5 2. Sg1-f3 d7-d6 3. d2-d4 c5-d4:",
            "0:e2-et 1:c7-c5 2:Sg1-f3 3:d7-d6 4:d2-d4 5:c5-d4:",
        ),
    ] {
        assert_eq!(claims(input), want, "{input}");
    }
}

#[test]
fn dots_in_a_column_of_their_own_stand_for_a_move_of_white() {
    let text = "      White.             Black.\n   1. P to K 4        1. P to K 4\n\
        \x20  2. Kt to K B 3     2. Kt to Q B 3\n   3. B to B 4        3. B to B 4\n\
        \x20  4. P to Q 3            ...\n\nQuiet, for Black could meet 4. P to B 3 with \
        4. ... Q to K 2.\n\n      ...              4. P to Q 3\n   5. P to B 3            ...\n\n\
        He makes ready for 6. P to Q 4.\n\n      ...              5. Kt to B 3\n";
    let game = "P to K 4 P to K 4 Kt to K B 3 Kt to Q B 3 B to B 4 B to B 4 P to Q 3 P to Q 3 P to B 3 \
        Kt to B 3";
    assert_eq!(texts(text.as_bytes()), [game]);
}

#[test]
fn a_speck_may_stand_in_a_number() {
    let text = "They had met before in a match of long ago, which nobody remembers now.\n1. e4 e5 2. Nf3 \
        Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Na5 1'0. Bc2 c5 \
        1’1. d4 Qc7";
    let found = texts(text.as_bytes());
    assert!(found.len() == 1 && found[0].ends_with("h3 Na5 Bc2 c5 d4 Qc7"), "{found:?}");
}

#[test]
fn long_moves_stay_whole_whatever_is_damaged() {
    for (input, want) in [
        // What is left of long moves is no pair of moves that a dash joins.
        (
            "1. e2-e4 e7-eS\n2. Sg1-f3\n\nEin guter Zug.\n\n2. Sb8-c6\n3. Lf1-bS a7-a6\n\
             4. Lb5-a4 Sg8-f6\n5. 0-0 Lf8-e7\n",
            "0:e2-e4 1:e7-eS 2:Sg1-f3 3:Sb8-c6 4:Lf1-bS 5:a7-a6 6:Lb5-a4 7:Sg8-f6 8:0-0 9:Lf8-e7",
        ),
        // Blanks around the sign of a capture, and a number that comes again below a note.
        (
            "1. e2—e4 c7—c5\n2. Pg1—f3 d7—d6\n3. d2—d4\n\nOok hier is de zet goed.\n\n\
             3 c5 X d4\n4. Pf3 X d4 Pg8—f6\n5. Pb1—c3 PbS X c6\n6. D e2  X f5 Pe4 Xc3+\n",
            "0:e2—e4 1:c7—c5 2:Pg1—f3 3:d7—d6 4:d2—d4 5:c5 X d4 6:Pf3 X d4 7:Pg8—f6 8:Pb1—c3 \
             9:PbS X c6 10:D e2 X f5 11:Pe4 Xc3+",
        ),
        // A damaged move right behind a number, before prose and before two other moves.
        (
            "1. e2-e4 e7-e5 2. f2-b+: Ein guter Zug. 2... e5-f4: 3. Sg1-f? g7-g5 4. h2-h4 g5-g4",
            "0:e2-e4 1:e7-e5 2:f2-b+ 3:e5-f4: 4:Sg1-f 5:g7-g5 6:h2-h4 7:g5-g4",
        ),
        (
            "1. e4 e5 2. Nf3 Nc6 3 RbS, a6 The usual move, and a good one.",
            "0:e4 1:e5 2:Nf3 3:Nc6 4:RbS 5:a6",
        ),
    ] {
        assert_eq!(claims(input), want, "{input}");
    }
}

#[test]
fn manuals_set_moves_as_fractions_and_variations_below_headings() {
    let text = "RUY LOPEZ.\n\n      White.        Black.\n   1. P to K 4      1. P to K 4\n\
        \x20  2. Kt to K B 3   2. Kt to Q B 3\n   3. B to Kt 5     3. P to Q R 3\n\
        \x20  4. B to R 4      4. Kt to B 3\n   5. P to Q 3      5. P to Q 3\n\n\
        SECOND VARIATION.\n\nRepeat the first three moves on either side.\n\n\
        \x20     B takes Kt\n   4. ----------\n      Q P takes B\n\n\
        \x20     P to Q 3\n   5. --------\n      B to Q 3\n\n      Castles\n   6. -------\n\
        \x20     Kt to B 3\n\nEven game.\n\nPHILIDOR.\n\n      P to K 4\n   1. --------\n\
        \x20     P to K 4\n\n      Kt to K B 3\n   2. -----------\n      P to Q 3\n\n\
        \x20     P to Q 4\n   3. --------\n      P takes P\n\n      Kt takes P\n   4. ----------\n\
        \x20     Kt to K B 3\n";
    let games = [
        "P to K 4 P to K 4 Kt to K B 3 Kt to Q B 3 B to Kt 5 P to Q R 3 B to R 4 Kt to B 3 P to Q 3 \
         P to Q 3",
        "P to K 4 P to K 4 Kt to K B 3 P to Q 3 P to Q 4 P takes P Kt takes P Kt to K B 3",
    ];
    assert_eq!(texts(text.as_bytes()), games);
}

#[test]
fn a_bad_line_does_not_end_the_input() {
    let input = "{\"sheets\":[]}\n\nnonsense\n{\"id\":\"b\",\"sheets\":[]}";
    let found: Vec<_> = records(input.as_bytes(), "f").collect();
    assert_eq!(found.len(), 3);
    assert_eq!(found[0].as_ref().map(|r| r.id.as_str()).ok(), Some("f#1"));
    assert!(found[1].as_ref().is_err_and(|e| e.location().is_some_and(|at| at.line == 3)));
    assert_eq!(found[2].as_ref().map(|r| r.id.as_str()).ok(), Some("b"));
}

#[test]
fn json_need_not_stand_one_a_line() {
    let entry = r#"{"sheets":[{"entries":[{"text":"e4"}]}]}"#;
    assert_eq!(texts(format!("[\n{entry},\n{entry}]").as_bytes()), ["e4", "e4"]);
    let indented = entry.replace('{', "{\n");
    assert_eq!(texts(indented.as_bytes()), ["e4"]);
}

#[test]
fn what_begins_as_json_and_is_no_record_is_read_as_text() {
    let game = "\"line\": \"1. e4 e5 2. Nf3 d6\"";
    for text in [
        format!("{{\n  {game},\n}},\n"),
        format!("{{\"name\": \"Philidor\", {game}, }},\n"),
        format!("{{\"name\": \"Philidor\", {game}"),
    ] {
        assert_eq!(texts(text.as_bytes()), ["e4 e5 Nf3 d6"], "{text}");
    }
    let kind = |text: &str| read(text.as_bytes(), "f").expect_err("no game").kind().clone();
    assert_eq!(kind("{\n\"name\": \"Philidor\",\n},\n"), ErrorKind::NoGame);
    for text in ["{\"sheets\": [\n},\n", "{\"sheets\": [,", "{\n\"name\": \"Philidor\"\n}"] {
        assert!(matches!(kind(text), ErrorKind::Json(_)), "{text}");
    }
}

#[test]
fn games_of_an_archive_come_one_by_one() {
    let pgn = "[Event \"a\"]\r\n[White \"x\"]\r\n\r\n1. e4 {\n[White \"no tag\"]\n} e5 1-0\r\n\r\n\
        [Event \"b\"]\r\n\r\n1. d4 { never closed\n[Event \"c\"]\n1. c4 *\n";
    let found: Vec<_> = records(pgn.as_bytes(), "f").map(|r| r.expect("a game")).collect();
    assert_eq!(found.iter().map(|r| r.id.as_str()).collect::<Vec<_>>(), ["f#1", "f#2", "f#3"]);
    assert_eq!(found[0].sheets[0].entries.len(), 2);
    assert_eq!(found[2].sheets[0].entries[0].place.line, 12);
}

#[test]
fn variations_may_stand_in_square_brackets_and_one_of_these_be_misread() {
    let moves =
        "1.e4 e5 2.Nf3 [2.f4 exf4+/=] 2...Nc6 3.Bb5 (3.Bc4 Bc5+/=] 3...a6 4.Ba4 Nf6 5.O-O Be7\n";
    assert_eq!(texts(moves.as_bytes()), ["e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7"]);
}

#[test]
fn remarks_in_brackets_do_not_end_a_game() {
    let one = "e4 e5 Nf3 Nc6 Bb5";
    for remark in [
        "[Black should play 2...Nf6 now.]",
        "[White’s plan is Bc4,\nand a quick d3.]",
        "[Black \"must\" take]\n[White castles next]",
    ] {
        let moves = format!("1. e4 e5 2. Nf3\n{remark}\n2... Nc6 3. Bb5");
        assert_eq!(texts(moves.as_bytes()), [one], "{moves}");
        let pgn = format!("[White \"Berg\"]\n[Black Dorn]\n\n{moves} 1-0\n");
        let two = format!("{pgn}\n{pgn}");
        assert_eq!(texts(two.as_bytes()), [one, one], "{two}");
    }
    // Tags without quotes, and with some.
    let bare = "[Event Cup]\n[White Berg]\n\n1. e4 e5 1-0\n\n";
    let pgn = format!("{bare}{bare}[Event Cup]\n[White \"Dorn\"]\n1. d4 d5 2. c4 *\n");
    assert_eq!(texts(pgn.as_bytes()), ["e4 e5", "e4 e5", "d4 d5 c4"]);
    let records = read(pgn.as_bytes(), "f").expect("records");
    assert!(records.iter().all(|record| record.tag("Event") == Some("Cup")));
    assert_eq!(records[2].sheets[0].entries[0].place.line, 13);
}

#[test]
fn quotes_of_programs_part_games() {
    let pgn = "const one = `[Event \"Cup\"]\n[White \"Berg\"]\n\n1. e4 e5 1-0`;\n\n\
               const two = `[Event \"Cap\"]\n[White \"Dorn\"]\n\n1. d4 d5 2. c4 0-1`;\n";
    assert_eq!(texts(pgn.as_bytes()), ["e4 e5", "d4 d5 c4"]);
    let records = read(pgn.as_bytes(), "f").expect("games");
    let events = records.iter().map(|record| record.tag("Event"));
    assert_eq!(events.collect::<Vec<_>>(), [Some("Cup"), Some("Cap")]);
    assert!(records.iter().all(|record| record.result.is_some()));
}

#[test]
fn entities_of_html_are_characters() {
    let html = "<p>1. e4&nbsp;e5 2. &#9816;f3 &#x265E;c6<br>3. &#9815;c4 &#9821;c5 \
                4. 0&#8211;0</p>";
    assert_eq!(texts(html.as_bytes()), ["e4 e5 ♘f3 ♞c6 ♗c4 ♝c5 0–0"]);
    let pgn = "[Event &quot;Cup&quot;]\n[White &quot;A &amp; B&quot;]\n\n1. e4 e5 \
               2. &#9816;f3 &frac12;&ndash;&frac12;";
    let records = read(pgn.as_bytes(), "f").expect("a game");
    assert_eq!(records[0].tag("White"), Some("A & B"));
    assert_eq!(records[0].result, crate::record::GameResult::from_token("1/2"));
}

#[test]
fn a_comment_first_is_no_json() {
    assert!(!starts_json("{ \"quoted\" comment } 1. e4"));
    assert!(!starts_json("[Event \"x\"]"));
    assert!(starts_json("{ \"a\" : 1}") && starts_json("[ {\"a\":1}]"));
    assert_eq!(texts(b"{a comment} 1. e4 e5 2. Nf3"), ["e4 e5 Nf3"]);
}

#[test]
fn inputs_without_a_game_say_so() {
    let kind = |bytes: &[u8]| read(bytes, "f").expect_err("no game").kind().clone();
    assert_eq!(kind(b""), ErrorKind::Empty);
    assert_eq!(kind(b" \n\t\n"), ErrorKind::Empty);
    assert_eq!(kind(b"\xEF\xBB\xBF \n"), ErrorKind::Empty);
    assert_eq!(kind(b"%PDF-1.4 \0\x01"), ErrorKind::Pdf);
    assert_eq!(kind(b"\x89PNG\r\n\x1a\n"), ErrorKind::Binary);
    assert_eq!(kind(b"Dear Sir, the club meets on Tuesday."), ErrorKind::NoGame);
}

#[test]
fn a_reader_that_fails_is_an_error() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("the disk is gone"))
        }
    }
    let found: Vec<_> = records(io::BufReader::new(Broken), "f").collect();
    assert_eq!(found.len(), 1);
    assert!(found[0].as_ref().is_err_and(|e| e.to_string().contains("the disk is gone")));
}

#[test]
fn the_usual_start_is_no_start() {
    let usual = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(start_from_fen(usual), Ok(None));
    assert!(start_from_fen("8/8/8/8/8/8/8/8 w - - 0 1").is_err());
    // Rights to castle without a rook are dropped.
    let fixed =
        start_from_fen("4k3/8/8/8/8/8/4P3/4K3 b KQkq - 0 1").map(|fen| fen.map(|f| f.to_string()));
    assert_eq!(fixed, Ok(Some("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1".to_owned())));
    assert!(start_from_fen("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1").is_ok_and(|fen| fen.is_some()));
}

/// A sequence of pseudo-random numbers that is the same every time (xorshift).
fn random(seed: u64) -> impl FnMut(usize) -> usize {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    move |below| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 33) as usize % below.max(1)
    }
}

#[test]
fn no_bytes_make_it_panic() {
    let parts: [&[u8]; 55] = [
        b"1. e4 e5 ",
        b"2.",
        b"12...",
        b"(",
        b")",
        b"{",
        b"}",
        b"[Event \"x\"]\n",
        b"[White ",
        b"\n",
        b"\r\n",
        b"  ",
        b"\t",
        b"P-K4",
        b"Kt. to K. B's 3d.",
        b"R (B 5) - B 2",
        b"O-O",
        b"0-0-0",
        b"1-0",
        b"Resigns.",
        b"\xD7",
        b"\xEF\xBB\xBF",
        b"\xFF\xFE",
        b"\0",
        b",",
        b";",
        b"|",
        b"$5",
        b"e.p.",
        b"5254",
        b"C3AR ++",
        "\u{41A}f3".as_bytes(),
        "\u{2658}f3".as_bytes(),
        "\u{2026}".as_bytes(),
        b"Move 1-8 as in Game No. 12.\n",
        b"White: A. Black: B.\n",
        b"=Q",
        b"12345",
        b"{\"sheets\":[",
        b"Castles",
        b"'",
        b"<br />",
        b"%",
        b"\x1a",
        b" 0:12:31 ",
        b" (+0.31/14) ",
        b" 12.5.96 ",
        b"1w e4\n1b e5\n2w d4\n2b d5\n",
        b"I. e4 e5\nII. d4 d5\nIII. c4 c5\nIV. b4 b5\nX",
        b"White: e4\nBlack: e5\nWhite: d4\nBlack: d5\n",
        b"1. e4\n2. e5\n3. d4\n4. d5\n",
        b"> ",
        b"knight to ",
        "\u{a0}".as_bytes(),
        "\u{ff15}\u{ff45}\u{ff14}".as_bytes(),
    ];
    for seed in 1..1_500 {
        let mut next = random(seed);
        let mut input = Vec::new();
        for _ in 0..next(60) {
            match next(8) {
                0 => input.push(u8::try_from(next(256)).unwrap_or(0)),
                _ => input.extend_from_slice(parts[next(parts.len())]),
            }
        }
        for record in records(&input[..], "f").flatten() {
            for entry in record.sheets.iter().flat_map(|sheet| &sheet.entries) {
                assert!((0.0..=1.0).contains(&entry.aside), "{input:?}");
                assert!(entry.place.line > 0, "{input:?}");
            }
        }
    }
}

#[test]
fn what_is_past_a_limit_is_not_read_and_said_so() {
    for text in ["1. e4 e5 ".repeat(60_000), "e4 e5\n".repeat(60_000)] {
        let records = read(text.as_bytes(), "f").expect("records");
        let entries = records.iter().flat_map(|r| &r.sheets).map(|sheet| sheet.entries.len());
        assert!(entries.max() <= Some(pgn::MAX_ENTRIES));
        let said = records.iter().flat_map(|r| &r.remarks).any(|r| r.code == "too-long");
        assert!(said, "{}", &text[..9]);
    }
}

#[test]
fn hostile_inputs_are_read_in_linear_time() {
    let many = |part: &str, times: usize| part.repeat(times);
    let inputs = [
        many(" ", 1_000_000),
        many("(", 1_000_000),
        many("{", 1_000_000),
        many("[", 1_000_000),
        many("1.", 200_000),
        many("1. e4 ", 100_000),
        many("e4 ", 200_000),
        many("5 P x ", 100_000),
        many("a", 1_000_000),
        many("1\n", 100_000),
        many("K. Kt. ", 100_000),
        many("- ", 300_000),
        many(". ", 300_000),
        many("word (1. e4 e5) ", 30_000),
        many("1. e4 0:10 e5 0:12\n", 30_000),
        many("Black: e4 e5\n", 50_000),
        many("I. e4 e5\nII. d4\n", 50_000),
        many("1w e4\n1b e5\n", 50_000),
        many("> e4 e5\n", 50_000),
        many("e4\n1-0\n", 50_000),
        many("knight ", 100_000),
        many("e4e5", 100_000),
        many("9. e4 e5\n", 50_000),
        many("[White \"", 100_000),
        many("'e4 e5' ", 20_000),
        many("{a: 'Nf3'}, ", 20_000),
        many("'1. e4 e5' + ", 20_000),
        many("['1. e4 e5'], ", 5_000),
        many("1,e4,e5\n", 50_000),
        many("1,e4,e5,", 100_000),
        format!("1. e4 {}{} e5", many("(1. d4 ", 50_000), many(")", 50_000)),
        format!("[Event \"x\"]\n\n1. e4 {}", many("(1. d4 ", 50_000)),
        format!("1. e4{}e5 2. Nf3", many(" ", 1_000_000)),
        format!("[Event \"x\"]\n\n{}", many("foo 1. ", 50_000)),
        format!("prose {}", many("12. ... ", 50_000)),
    ];
    for input in inputs {
        let started = std::time::Instant::now();
        let count = records(input.as_bytes(), "f").count();
        assert!(count < 300_000);
        // Generous: the slowest takes a tenth of this without optimisation.
        let what = &input[..input.len().min(12)];
        assert!(started.elapsed().as_secs() < 20, "{what}");
    }
}
