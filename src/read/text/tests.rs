use super::*;
use crate::record::GameResult;

fn texts(input: &str) -> Vec<String> {
    games(input, 1)
        .iter()
        .map(|game| {
            let entries = game.sheets.iter().flat_map(|sheet| &sheet.entries);
            entries.map(Entry::text).collect::<Vec<_>>().join("|")
        })
        .collect()
}

#[test]
fn another_move_with_the_number_of_the_one_played_is_none_of_the_game() {
    let start = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O";
    let want = "e4|e5|Nf3|Nc6|Bb5|a6|Ba4|Nf6|O-O|Be7|Re1|b5";
    for other in ["", "5. d3!?", "5. Bxc6 dxc6 6. Nxe5"] {
        assert_eq!(texts(&format!("{start} {other} 5... Be7 6. Re1 b5")), [want], "{other}");
    }
    // A number that an engine made letters of, and comes again behind a bracket.
    let text = "1. e4, e5 2. Hf3, Hc6 3. Fb5, a6 4. Fa4, Hf6 5. d3, d6 6. c3, Fe7 7. 0-0, 0-0 \
        8. Be1, b5 9. Fb3, Ha5 10. Fc2, c5 (Vagy 10.—, Fe6 11. d4, c5.) II. d4, (Ez a terv.) \
        11.—, Vc7 12. Hbd2, Hc6";
    assert!(texts(text)[0].ends_with("Fc2|c5|d4|Vc7|Hbd2|Hc6"), "{:?}", texts(text));
}

#[test]
fn a_line_within_a_sentence_is_taken_where_there_is_no_game() {
    let line = "In this game I played 1. e4 and he answered 1... e5. After 2. Nf3 Nc6 3. Bb5 a6 \
        I took the knight.";
    assert_eq!(texts(line), ["e4|e5|Nf3|Nc6|Bb5|a6"]);
    let moves = "1. d4 d5\n2. c4 e6\n3. Nc3 Nf6\n4. Bg5 Be7\n5. e3 O-O\n";
    assert_eq!(texts(&format!("{line}\n\n{moves}")).len(), 1);
    // A short one has its result.
    let short = "Look at this:\n1. e4 e6 2. d4 d5 *\nI like the French too, and play it often.";
    assert_eq!(texts(short), ["e4|e6|d4|d5"]);
    assert_eq!(texts(&short.replace(" *", "")), [""; 0]);
}

#[test]
fn rows_between_notes_are_a_game_without_its_beginning() {
    let prose = "Both sides know what they are after in this position, and the books of that time \
        had nothing better to offer than the move that was played here, as all the annotators of \
        the match have told us since.";
    let text = format!(
        "2. Nf3 Nf6\n3. c4 e6\n4. Bg5 Nbd7\n{prose} Not 4... h6 5. Bh4 {prose}\n5. e3 Be7\n6. Nc3 \
         O-O\n{prose}\n7. Rc1 b6\n{prose}\n"
    );
    assert_eq!(texts(&text), ["Nf3|Nf6|c4|e6|Bg5|Nbd7|e3|Be7|Nc3|O-O|Rc1|b6"]);
}

#[test]
fn moves_that_sentences_name_stay_out_of_the_game() {
    let game = "e4|e5|Nf3|Nc6|Bc4|Bc5|O-O|d6";
    for text in [
        // Behind the move that was played, and behind a semicolon.
        "1. e4 e5 2. Nf3 Now 2. Bb5 would be odd. 2... Nc6 A mistake; 2...d5 was necessary. \
         3. Bc4 Better was 3. d4 exd4 4. Nxd4. 3... Bc5 4. O-O d6",
        // A sentence ends before Black's move.
        "1. e4 e5 2. Nf3 Better was 2. d4. ...Nc6 3. Bc4 If 3. d4 exd4, then it is level. ...Bc5 \
         4. O-O d6",
        // Black's move begins a paragraph.
        "1. e4 e5 2. Nf3\n\nNc6 A good move. 3. Bc4 Now 3. d4 was good.\n\nBc5 The usual move; \
         3...Nf6 is one too.\n\n4. O-O d6",
        // A game in prose, whose first move has a note.
        "1. e4 I had expected 1. d4 d5 2. c4 here. 1...e5 2. Nf3 Nc6 3. Bc4\n\n3... Bc5 Not 3...f5 \
         on account of 4. d3.\n4. O-O d6",
    ] {
        assert_eq!(texts(text), [game], "{text}");
    }
    // The last move too.
    let text = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O A mistake; necessary was 4. c3. 0-1";
    assert_eq!(texts(text), ["e4|e5|Nf3|Nc6|Bc4|Bc5|O-O"]);
}

#[test]
fn openings_on_lines_of_their_own() {
    let prose = "Both sides fight for the centre at once, and whoever loses a tempo in it will \
        soon be sorry, as many a game of the last hundred years has shown.";
    let (first, second) = ("1. d4 Nf6 2. c4 g6 3. Nc3 d5", "1. e4 e5 2. d4");
    for text in [
        format!("{prose}\n\n{first}\n\n{prose}\n\n{second}\n"),
        format!("# {first}\n{prose}\n# {second}\n{prose}\n"),
        format!(
            "1. Grünfeld (Gruenfeld) Defence: {first}\n2. Centre Game: {second}\n\n3. \
            Main line: {first}\n{prose}\n"
        ),
    ] {
        let found = texts(&text);
        assert_eq!(found[..2], ["d4|Nf6|c4|g6|Nc3|d5", "e4|e5|d4"], "{text}");
    }
    // Among games, a short line is an example.
    let game = "1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 5. e3 O-O 6. Nf3 Nbd7 7. Rc1 c6 8. Bd3 \
        dxc4 9. Bxc4 Nd5 10. Bxe7 Qxe7 11. O-O Nxc3 12. Rxc3 e5 13. dxe5 Nxe5";
    let text = format!("{game}\n\n{prose}\n\n{second}\n\n{prose}\n");
    assert_eq!(texts(&text).len(), 1);
}

#[test]
fn a_line_between_two_numbers_is_no_lost_row() {
    let text = "1. e4 e5 2. Cf3 Cc6 3. Ac4 h6. Se 3. ... f6 4. Ch4 Rf7 5. Dh5+. 4. c3 Ae7 5. d4 d6";
    assert_eq!(texts(text), ["e4|e5|Cf3|Cc6|Ac4|h6|c3|Ae7|d4|d6"]);
    let text =
        "1. e4 e5\n2. Nf3 Nc6\n3. Bc4 Bc5\nIf 3. . . . h6; 4. d4 exd4; 5. c3.\n4. c3 Nf6\n5. d3 d6";
    assert_eq!(texts(text), ["e4|e5|Nf3|Nc6|Bc4|Bc5|c3|Nf6|d3|d6"]);
}

#[test]
fn a_short_line_behind_the_last_move_is_told() {
    let game = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 A good move. 4. Ba4 Nf6 So they all play. 5. O-O";
    let moves = "e4|e5|Nf3|Nc6|Bb5|a6|Ba4|Nf6|O-O";
    for (behind, more) in [
        ("d6 It would come to the same after 6. d4 Bd7 7. c3", "|d6"),
        ("d6 and it went on with 6. d4 Bd7 7. c3 0-1", "|d6|d4|Bd7|c3|0-1"),
    ] {
        let found = texts(&format!("{game} {behind}"));
        assert_eq!(found, [format!("{moves}{more}")], "{behind}");
    }
}

#[test]
fn short_games_between_prose() {
    let prose = "How bad can a game be? Most of them go wrong in the opening, and nobody is to \
        blame for that but the players, who had been told what to do and what not to do.";
    let long =
        "1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 5. e3 O-O 6. Nf3 Nbd7 7. Rc1 c6 8. Bd3 dxc4";
    for (game, wanted) in [
        // With players, ended or not.
        ("Berg - Holm, Oslo 1990\n\n1. e4 f6 2. d4 g5 3. Qh5 mate. 1-0", true),
        ("Berg x Holm\nOslo, 1990\n1. d4 Nf6 2. Nd2 e5 3. dxe5 Ng4 4. h3 Ne3!", true),
        // Without them, ended.
        ("1. f3 e5 2. g4 Qh4#", true),
        ("1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7++", true),
        ("1. d4 Nf6 2. Nd2 e5 3. dxe5 Ng4 4. h3 Ne3!", false),
        // A mere example.
        ("It may go 1. f3 e5 2. g4 Qh4#", false),
    ] {
        let text =
            format!("{prose}\n\n{game}\n\n{prose}\n\nTal - Botvinnik, Moscow 1960\n\n{long}\n");
        assert_eq!(texts(&text).len(), 1 + usize::from(wanted), "{game}");
    }
}

#[test]
fn a_line_beside_a_line_beside_the_game_is_none_of_it() {
    let text = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. c3 Nf6 This is best. I had looked at 4... d6 5. \
        d4 exd4. Now he may take, e.g. 6. cxd4 Bb6 7. h3 Nf6. I did not like 6. Nxd4 Ne5 7. Be2 \
        but it is playable, as 7... d5 8. exd5 Qxd5 9. O-O Nf6 10. Nc3 Qd8 11. Nb3 Bd6 shows. 5. \
        d4 exd4 6. cxd4 Bb4+";
    assert_eq!(texts(text), ["e4|e5|Nf3|Nc6|Bc4|Bc5|c3|Nf6|d4|exd4|cxd4|Bb4+"]);
}

#[test]
fn another_move_on_a_line_of_its_own_is_none_of_the_game() {
    let text = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Nxe4 6. d4\n6. Re1 Nc5 is level.\n6 . \
        . . b5 7. Bb3 d5 8. dxe5 Be6\n";
    let found = texts(text);
    assert_eq!(found, ["e4|e5|Nf3|Nc6|Bb5|a6|Ba4|Nf6|O-O|Nxe4|d4|b5|Bb3|d5|dxe5|Be6"]);
}

#[test]
fn a_move_that_is_a_word_or_spoken_of_behind_the_last_one_is_none() {
    let game = "1. e4 c5 2. Pf3 d6 3. d4 cxd4 4. Pxd4 Pf6 5. Pc3 a6 6. Le3";
    let want = "e4|c5|Pf3|d6|d4|cxd4|Pxd4|Pf6|Pc3|a6|Le3";
    for remark in ["en de swarte kening", "I.p.v. Ph5 is Pg4 speelbaar"] {
        assert_eq!(texts(&format!("{game} {remark}")), [want], "{remark}");
    }
}

#[test]
fn lists_of_every_style() {
    let cases = [
        (
            "1 P to K4          P to QB4\n2 Kt to KB3        Kt to QB3\n",
            "P to K4|P to QB4|Kt to KB3|Kt to QB3",
        ),
        (
            "1. P 4R, P 4R; 2. P 4AR, P 4D; 3. P pr. PD, D pr. P;",
            "P 4R|P 4R|P 4AR|P 4D|P pr. PD|D pr. P",
        ),
        ("1/ e4 - e5 ;\n2/ Cf3 - ... ;\n2/ ... - Cc6 ;\n3/ Fc4 - Fc5 ;", "e4|e5|Cf3|Cc6|Fc4|Fc5"),
        ("(1) P-d4 P-d5\n(2) Kt-f3\n\n(2) ... Kt-f6\n(3) P-c4", "P-d4|P-d5|Kt-f3|Kt-f6|P-c4"),
        (
            "1 e4 e5 2 ♘f3 ♘c6 3 ♗b5 a6 4 ♗a4 \n♘f6 5 O-O ♗e7",
            "e4|e5|♘f3|♘c6|♗b5|a6|♗a4|♘f6|O-O|♗e7",
        ),
        (
            "1. P. to K's 4th.    1. P. to K's 4th.\n2. Castles.   2. Q. checks.\n",
            "P. to K's 4th.|P. to K's 4th.|Castles.|Q. checks.",
        ),
        ("1. d2—d4 d7—d5\n2. c2—c4\n2 e7—е6\n", "d2—d4|d7—d5|c2—c4|e7—е6"),
    ];
    for (input, want) in cases {
        assert_eq!(texts(input), [want], "{input}");
    }
}

#[test]
fn damaged_moves_in_rows_stay() {
    assert_eq!(texts("1. e4 e5\n2. SSS Nc6\n3. Bb5 a&b\n4. Ba4 Nf6\n")[0].split('|').count(), 8);
}

#[test]
fn what_is_left_of_points_is_no_move_where_the_number_comes_again() {
    let before = "1 e4 e5\n2 Nf3 Nc6\n3 Bb5 cae\n";
    let behind = "4 Ba4 Nf6\n5 O-O Be7\n6 Re1 b5\n";
    let game = "Ba4|Nf6|O-O|Be7|Re1|b5";
    let again = format!("{before}The usual move.\n3 vas a6\n{behind}");
    assert_eq!(texts(&again), [format!("e4|e5|Nf3|Nc6|Bb5|a6|{game}")]);
    assert_eq!(texts(&format!("{before}{behind}")), [format!("e4|e5|Nf3|Nc6|Bb5|cae|{game}")]);
}

#[test]
fn a_game_whose_first_numbers_are_lost_has_its_damaged_rows() {
    let begin = "d4 d5\nc4 e6\n\nNc3\nNf6\n\n";
    let rows = "4 Bg5 Be7\n5 e3 0-0\n6 Nf3 h6\n7 Bhd b6\n8 Radl Bb7\n9 Be2 Nbd7\n10 cxdS ex5\n";
    let found = texts(&format!("{begin}{rows}"));
    let game = "d4|d5|c4|e6|Nc3|Nf6|Bg5|Be7|e3|0-0|Nf3|h6|Bhd|b6|Radl|Bb7|Be2|Nbd7|cxdS|ex5";
    assert_eq!(found, [game]);
}

#[test]
fn a_row_whose_words_are_both_damaged_is_left_to_no_note() {
    let rows = "28 Ndf3 Bb5\n29 Re1 Qh6\n";
    let note = "A logical move, which prepares 30.Rg1 Ba4 31.Rgd1.\n";
    let begin: String = (1..28).map(|n| format!("{n} Nf3 Nf6\n")).collect();
    let found = texts(&format!("{begin}{rows}30 Radl Wiss\n{note}30 ... Bd7\n31 b3 Rg8\n"));
    assert!(found[0].ends_with("Ndf3|Bb5|Re1|Qh6|Radl|Bd7|b3|Rg8"), "{found:?}");
}

#[test]
fn a_draw_may_be_misread_in_a_line_of_its_own() {
    let result = |end: &str| {
        let text = format!("1. e4 e5\n2. Nf3 Nc6\n3. Bb5 a6\n4. Ba4 Nf6\n\n{end}\n");
        games(&text, 1).first().and_then(|game| game.result)
    };
    assert_eq!(result("Ya-V2"), Some(GameResult::Draw));
    assert_eq!(result("Y"), None);
    assert_eq!(result("Ya-V2 here"), None);
}

#[test]
fn a_long_game_may_be_little_of_its_text() {
    let note = "White has more space here and the two bishops, but Black is solid enough and \
        should hold without much trouble, as the master has shown in many games of that time.\n";
    let moves = [
        "hed 2..\n",
        "3. b5 a6 4. a4 f6 5. O-O e7\n",
        "6. e1 b5 7. b3 d6 8. c3 O-O\n",
        "9. h3 b8 10. d4 bd7 11. c4 c6\n",
        "12. cxb5 axb5 13. c3 b7 14. g5 b4\n",
        "15. b1 h6 16. h4 c5 17. dxe5 xe4\n",
    ];
    let text = moves.map(|moves| format!("{moves}{note}{note}{note}")).concat();
    let found = texts(&text);
    assert_eq!(found.len(), 1);
    assert!(found[0].starts_with("b5|a6|a4|f6|O-O") && found[0].ends_with("dxe5|xe4"));
    // A few moves are none.
    assert_eq!(texts(&format!("{}{note}{note}{note}", moves[1])), [""; 0]);
}

#[test]
fn damaged_moves_in_lines_of_their_own_stay() {
    let rows = ["e4|d5", "exd5|Qxd5", "Ncz|Qd6", "d4|Nfb", "Nf3|a6", "Be2|e6"];
    let lines = |(n, row): (usize, &&str)| format!("{n}\n{}\n", row.replace('|', "\n"));
    let text: String = (1..).zip(&rows).map(lines).collect();
    assert_eq!(texts(&format!("White\nBlack\n{text}")), [rows.join("|")]);
}

#[test]
fn prose_examples_are_no_game() {
    for text in [
        "Esempi: e5, d4, a5.",
        "E7. Ciascuna mossa. Esempi: Ae5, Cf3, Td1. E8. Axe5, Cxf3, Txd1.",
        "After 1. e4 e5 the game is open. In 1921 there were 12 of them, at e4 and d5.",
        "1. The first rule.\n2. The second rule.\n3. The third.\n",
        "1. K - B 6, K - R 1\n2. R - R 7 mate\n3. Q - B 2\n",
    ] {
        assert_eq!(texts(text), [] as [String; 0], "{text}");
    }
}

#[test]
fn a_line_between_prose_is_a_game_where_nothing_else_is() {
    let prose = "A longer form is used by some, as everybody knows who has read the rules.\n";
    let line = "1. e4 g5 2. Nc3 f5 3. Qh5#\n";
    assert_eq!(texts(&format!("{prose}\n{line}\n{prose}")), ["e4|g5|Nc3|f5|Qh5#"]);
    // Beside another game it must say that it has ended.
    let game = "1. e4 e5\n2. Nf3 Nc6\n3. Bb5 a6\n4. Ba4 Nf6\n5. O-O Be7\n";
    let open = line.replace("3. Qh5#", "3. d4");
    assert_eq!(texts(&format!("{game}\n{prose}\n{line}\n{prose}")).len(), 2);
    assert_eq!(texts(&format!("{game}\n{prose}\n{open}\n{prose}")).len(), 1);
    // Both columns have a number.
    let rows = "1. e4 1. e5\n2. Nf3 2. Nc6\n";
    assert_eq!(texts(&format!("{prose}{rows}{prose}")), ["e4|e5|Nf3|Nc6"]);
}

#[test]
fn remarks_in_rows_and_between_them_end_no_game() {
    for (text, want) in [
        (
            "1. e4 e5\n2. Nf3 Nc6 and here the reader may look into the book\n\
             3. Bb5 a6 as everybody plays.\n",
            "e4|e5|Nf3|Nc6|Bb5|a6",
        ),
        (
            "1.e4 e6 2.d4 d5 3.Nc3 Bb4 4.e5 c5 5.Nf3\n\n5.a3 was played by others too.\n\n\
             5...a6 6.Bd3\n",
            "e4|e6|d4|d5|Nc3|Bb4|e5|c5|Nf3|a6|Bd3",
        ),
        (
            "1. e4 e5 2. Lc4 Lc5 3. d3\nRochade war hier besser.\n3... Sf6 4. Sf3 d6\n",
            "e4|e5|Lc4|Lc5|d3|Sf6|Sf3|d6",
        ),
        (
            "1.e4 e5 2.Nf3 Nc6 3.Bb5 a6 4.Ba4 Nf6 and Black resigned. 5.O-O Be7 6.Re1 b5 would \
             have lost too.\n",
            "e4|e5|Nf3|Nc6|Bb5|a6|Ba4|Nf6|Black resigned",
        ),
        (
            "1.e4 e5 2.Cf3 Cc6 3.Ab5 a6 4.g3 e il Nero abbandona\n",
            "e4|e5|Cf3|Cc6|Ab5|a6|g3|il Nero abbandona",
        ),
        (
            "1.e4: the best move.\n1...e5: the same.\n2.Nf3: attacks.\n2...Nc6: defends.\n",
            "e4:|e5:|Nf3:|Nc6:",
        ),
    ] {
        assert_eq!(texts(text), [want], "{text}");
    }
}

#[test]
fn small_letters_behind_the_last_number_are_moves_before_a_result() {
    let moves = "1. e4 e5 2. nf3 nc6 3. bb5 a6 4. ba4 nf6 5. o-o be7 6.\nre1 b5 1-0\n";
    assert_eq!(texts(moves)[0].split('|').filter(|text| *text != "1-0").count(), 12);
}

#[test]
fn numbers_and_moves_as_the_web_has_them() {
    for (text, want) in [
        ("1º e4 e5\n2º Nf3 Nc6\n", "e4|e5|Nf3|Nc6"),
        ("1. e4\n1. -, e5\n2. Nf3\n2.–, Nc6\n3. Bb5 a6\n", "e4|e5|Nf3|Nc6|Bb5|a6"),
        ("1.e4-e5 2.Nf3-Nc6 3.Bb5-a6 4.Ba4-Nf6\n", "e4|e5|Nf3|Nc6|Bb5|a6|Ba4|Nf6"),
        (
            "1. e 2 — e 4   e 7 — e 5\n2. S g 1 — f 3   S b 8 — c 6\n",
            "e 2 — e 4|e 7 — e 5|S g 1 — f 3|S b 8 — c 6",
        ),
        ("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. b4   0 : 1\n", "e4|e5|Nf3|Nc6|Bb5|a6|b4|0 : 1"),
        ("Edit1. e4 c5\n2. Nf3 e6\n", "e4|c5|Nf3|e6"),
        ("W1.e4 B1.d5 W2.exd5 B2.Qxd5\n", "e4|d5|exd5|Qxd5"),
        (
            "\\mainline{1. e4 e5 2. Nf3 Nc6}\nA game.\n\\mainline{3. Bb5 a6 4. Ba4 Nf6}\n",
            "e4|e5|Nf3|Nc6|Bb5|a6|Ba4|Nf6",
        ),
        (
            "\\mainline[level=1]{1. e4 e5} \\variation[a]{1... c5}\n\\mainline[b]{2. Nf3 Nc6}",
            "e4|e5|Nf3|Nc6",
        ),
        (
            "WHITE.\n1. e4\n2. d4\n3. Nc3\n4. e5\nBLACK.\n1. e6\n2. d5\n3. Bb4\n4. c5\n\
             5. a3\n6. Nf3\n5. Ba5\n6. Ne7\n",
            "e4|e6|d4|d5|Nc3|Bb4|e5|c5|a3|Ba5|Nf3|Ne7",
        ),
    ] {
        assert_eq!(texts(text), [want], "{text}");
    }
}

#[test]
fn kings_that_run_from_the_start_are_no_endgame() {
    let text = "A riddle:\n\n1. P to KB 4   P to QB 3\n2. K to B 2   Q to R 4\n3. K to K 3   K to Q sq\n\
        4. P to B 5   K to B 2\n5. Q to K sq   K to Kt 3\n6. Q to Kt 3   Kt to QR 3\n";
    assert_eq!(games(text, 1).iter().map(|game| game.sheets[0].entries.len()).sum::<usize>(), 12);
}

#[test]
fn endgames_below_a_diagram_are_no_game() {
    let game = "1. P-K4 P-K4\n2. Kt-KB3 Kt-QB3\n3. B-Kt5 P-QR3\n4. B-R4 Kt-B3\n";
    let example = "1. P-KKt4 P-QKt3\n2. P-Kt4 K-Kt2\n3. K-B2 P-QKt4\n4. P-QR4 R-Q5\n\
        5. R-QKt1 R-K4\n";
    assert_eq!(texts(&format!("{game}\nA position.\n\n{example}")).len(), 1);
    assert_eq!(texts(&format!("{game}\nA game.\n\n{game}")).len(), 2);
}

#[test]
fn a_long_game_may_begin_with_a_misread_move() {
    let game = "1. e4 e4 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O";
    let heading = "Both players sat down on Tuesday evening in the rooms of their club: ";
    assert_eq!(texts(&format!("{heading}{game}")).len(), 1);
    // A study may begin like that.
    let short = game.split(" 8.").next().unwrap_or(game);
    assert_eq!(texts(&format!("{heading}{heading}{short}")), [] as [String; 0]);
}

#[test]
fn results_and_names_are_found() {
    let text =
        "White: Teichmann.  Black: Rubinstein.\n\n1. P-K4 P-K4\n2. Kt-KB3 Kt-QB3\n   Resigns.\n";
    let game = &games(text, 1)[0];
    assert_eq!(game.tags[0], ("White".to_owned(), "Teichmann".to_owned()));
    assert_eq!(game.tags[1], ("Black".to_owned(), "Rubinstein".to_owned()));
    assert_eq!(game.result, Some(GameResult::BlackWins));
    assert_eq!(game.sheets[0].entries.last().map(Entry::text), Some("Resigns."));
}

#[test]
fn a_long_game_among_others_may_lack_its_first_move() {
    let prose = "There is much to tell of the town in which the tournament was held. ".repeat(20);
    let lost = "1. ... d7-d5, 2. d2-d4 Ng8-f6, 3. c2-c4 c7-c6, 4. Nb1-c3 d5xc4, 5. a2-a4 \
        Bc8-f5, 6. e2-e3 e7-e6, 7. Bf1xc4 Bf8-b4, 8. 0-0 0-0, 9. Nf3-h4 Bf5-g4";
    let whole = "1. e2-e4 d7-d6, 2. d2-d4 Nb8-d7, 3. Ng1-f3 g7-g6, 4. b2-b3 Bf8-g7, 5. Bc1-b2 \
        c7-c5, 6. c2-c4 Qd8-c7";
    let text = format!("{prose}\n\n{lost}\n\n{prose}\n\n{whole}\n");
    let found = texts(&text);
    assert!(matches!(&found[..], [own, _] if own.starts_with("d7-d5|d2-d4|")), "{found:?}");
    // What cannot open a game is an endgame from a diagram.
    let found = texts(&text.replace("... d7-d5", "... Rg7-g2"));
    assert!(matches!(&found[..], [only] if only.starts_with("e2-e4|")), "{found:?}");
}

#[test]
fn a_result_in_brackets_ends_the_game() {
    for (end, want) in [
        ("Qh4+ (0-1)", "0-1"),
        ("Qh4+ (½-½)", "1/2-1/2"),
        ("Qh4 (1-0)", "1-0"),
        ("Qh4 (1 x 0)", "1-0"),
        ("Qh4+ 0x1", "0-1"),
        ("Qh4+ ½ x ½", "1/2-1/2"),
    ] {
        let game = &games(&format!("So it went on:\n\n1. f4 e5\n2. g4 {end}\n"), 1)[0];
        assert_eq!(game.result.map(GameResult::as_str), Some(want), "{end}");
    }
}

#[test]
fn a_list_of_openings_has_a_label_before_each() {
    let note = "A line that was played much in those years and is not seen any more today.";
    let lines = [
        "Morra gambit: 1 e4, c5 2 d4, cxd4 3 c3",
        "Alapin – 1. e4 c5 2. c3",
        "Closed system: 1. e4 c5 2. Nc3",
        "Pelikan: 1. e4 c5 2. Nf3 Nc6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 e5",
    ];
    let text = lines.map(|line| format!("{line}\n{note}\n")).concat();
    let found = texts(&text);
    assert_eq!(found[..3], ["e4|c5|d4|cxd4|c3", "e4|c5|c3", "e4|c5|Nc3"]);
    assert_eq!(found.len(), 4);
    // Solutions of problems are no openings.
    let problems =
        ["No. 3: 1. Qh7+ Kf8 2. Qh8#", "No. 4: 1. Nf3 Kg7 2. Nh4", "No. 5: 1. e4 Bxe4 2. f3"];
    assert_eq!(texts(&problems.map(|line| format!("{line}\n{note}\n")).concat()), [""; 0]);
    // Beside a game they are examples.
    let game =
        "Berg - Holm, Oslo 1990\n\n1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 5. e3 O-O 1-0\n\n";
    assert_eq!(texts(&format!("{game}{text}")).len(), 1);
}

#[test]
fn a_short_game_without_players_is_kept_where_something_says_that_it_is_one() {
    let named = "White: Alder.  Black: Brook.\n\n1. e4 e5\n2. Nf3 Nc6\n3. Bb5 a6\n4. Ba4 Nf6\n";
    let line = "1. d4 d5\n2. c4 e6\n3. Nc3 Nf6\n4. Bg5 Be7\n";
    let found = games(&format!("{named}\nAn opening for White.\n\n{line}"), 1);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].remarks[0].code, "line-left-out");
    assert_eq!(found[0].remarks[0].place.line, 10);
    for text in [
        format!("{named}\nNr 2. An opening for White.\n\n{line}"),
        format!("{named}\nAn opening for White.\n\n{line}5. Qd8 mate\n"),
    ] {
        assert_eq!(games(&text, 1).len(), 2, "{text}");
    }
}

#[test]
fn moves_by_reference_are_taken_over() {
    let text = "GAME No. 1\n\n1. e4 e5\n2. Nf3 Nc6\n3. Bb5 a6\n\nGAME No. 2\n\n\
        Move 1-2 as in Game No. 1.\n\n3. Bc4 Bc5\n4. c3 Nf6\n";
    assert_eq!(texts(text)[1], "e4|e5|Nf3|Nc6|Bc4|Bc5|c3|Nf6");
    assert_eq!(games(text, 1)[1].remarks[0].code, "moves-by-reference");
    let text = text.replace("3. Bc4 Bc5", "2. ... d6\n3. Bc4 Bc5");
    assert_eq!(texts(&text)[1], "e4|e5|Nf3|d6|Bc4|Bc5|c3|Nf6");
}

#[test]
fn a_move_alone_on_its_line_fills_a_gap() {
    let text = "1. e4 e5\n2. Nf3 Nc6\n3. Bb5\n\nNot Bc4, because of this.\n\n      a6\n4. Ba4 Nf6\n5. O-O Be7\n";
    assert_eq!(texts(text), ["e4|e5|Nf3|Nc6|Bb5|a6|Ba4|Nf6|O-O|Be7"]);
}

#[test]
fn a_misprinted_row_claims_nothing() {
    let text = "1. e4  1. e5\n2. Nf3  2. Nc6\n2. Bb5  3. a6\n4. Ba4  4. Nf6\n5. O-O  5. Be7\n";
    let game = &games(text, 1)[0];
    let entries = &game.sheets[0].entries;
    assert_eq!(entries.len(), 10);
    assert!((entries.iter().zip(0_u32..)).all(|(e, ply)| e.claimed_ply().is_none_or(|p| p == ply)));
    assert_eq!(entries[6].claimed_ply(), Some(6));
}

#[test]
fn a_dash_with_blanks_joins_the_moves_of_a_list() {
    for dash in ['-', '–', '—'] {
        let text = format!(
            "1. e4 {dash} c5 2. Sf3 {dash} d6 3. d4 {dash} cxd4 4. Sxd4 {dash} Sf6 5. Sc3 {dash} \
             a6 6. Le2\n{dash} e5 7. Sb3 {dash} Le7"
        );
        let want = "e4|c5|Sf3|d6|d4|cxd4|Sxd4|Sf6|Sc3|a6|Le2|e5|Sb3|Le7";
        assert_eq!(texts(&text), [want], "{text}");
    }
}

/// A sentence of a note.
const NOTE: &str = "Nobody could foresee how much would come of a move that looks so quiet.";

#[test]
fn the_last_move_may_stand_behind_a_long_note() {
    let text = format!(
        "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. c3 Nf6 5. d4 exd4 {NOTE} {NOTE} {NOTE} 6. cxd4 Bb4+"
    );
    assert_eq!(texts(&text), ["e4|e5|Nf3|Nc6|Bc4|Bc5|c3|Nf6|d4|exd4|cxd4|Bb4+"]);
}

#[test]
fn a_line_in_the_last_note_is_not_the_game() {
    let text = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. c3 Nf6 5. d4 exd4. In another game of theirs \
        there came 5...Bb6 6. dxe5 Nxe4 7. Bd5 Nc5.";
    assert_eq!(texts(text), ["e4|e5|Nf3|Nc6|Bc4|Bc5|c3|Nf6|d4|exd4"]);
}

#[test]
fn endgames_are_no_games_and_russian_knights_no_kings() {
    let endgame = "1. K-K2 K-Q2\n2. K-Q3 K-Q3\n3. R-K1 R-KB1\n4. R-K2 R-B6ch\n";
    assert_eq!(texts(endgame), [] as [&str; 0]);
    let knights = "1. e4 e5 2. Kf3 Kf6 3. Kxe5 d6 4. Kf3 Kxe4 5. d4 d5";
    assert_eq!(texts(knights), ["e4|e5|Kf3|Kf6|Kxe5|d6|Kf3|Kxe4|d4|d5"]);
}

/// The Finnish and Estonian R is a knight, the K of Esperanto a bishop.
#[test]
fn knights_and_bishops_of_other_languages_are_no_rooks_and_kings() {
    for moves in [
        ["e4", "c5", "d3", "Rc6", "f3", "g6", "Rd2", "Lg7", "Rb3", "Rf6", "Rxc5", "a6"],
        ["Pe4", "Pc5", "Rf3", "Rc6", "Pd4", "Pcxd4", "Rxd4", "Pe5", "Rb5", "Pd6", "R1c3", "Pa6"],
        [
            "d2–d4",
            "d7–d5",
            "Ĉg1–f3",
            "Kc8–f5",
            "Kc1–f4",
            "e7–e6",
            "e2–e3",
            "Kf8–d6",
            "Kf4:d6",
            "Dd8:d6",
            "Ĉf3–e5",
            "Ĉb8–d7",
        ],
    ] {
        let rows = moves.chunks(2).zip(1..);
        let list: String = rows.map(|(row, n)| format!("{n} {} , {}\n", row[0], row[1])).collect();
        assert_eq!(texts(&list), [moves.join("|")], "{list}");
    }
}

#[test]
fn a_list_without_numbers() {
    assert_eq!(texts("e4 e6\nd4 d5\n♘c3 ♝b4\n♗b5+ ♝d7\n0-0"), ["e4|e6|d4|d5|♘c3|♝b4|♗b5+|♝d7|0-0"]);
}
