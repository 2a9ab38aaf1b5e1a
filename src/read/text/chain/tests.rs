use super::*;
use crate::read::text::candidates::candidates;

/// For each chain the plies it gives, as `from-to` by candidate.
fn found(text: &str) -> Vec<Vec<(u32, u32)>> {
    let items = Items::new(text, 1);
    let candidates = candidates(&items);
    chains(&items, &candidates, Begins::First)
        .iter()
        .map(|chain| chain.links.iter().map(|l| (l.ply, l.plies)).collect())
        .collect()
}

#[test]
fn a_variation_with_the_same_numbers_is_left_out() {
    let text = "1. P-K4   P-K4\n2. Kt-KB3\n\nBetter than 2. B-B4, P-Q3; 3. P-Q3, P-B4 and\n\
        wins.\n\n2. ...    Kt-QB3\n3. B-Kt5   P-QR3\n4. B-R4   Kt-B3\n";
    assert_eq!(found(text), [vec![(0, 2), (2, 1), (3, 1), (4, 2), (6, 2)]]);
}

#[test]
fn a_move_may_be_wanting_where_others_are_spoken_of() {
    let text = "1. P-Q4   P-Q4\n2. P-QB4\n\nBlack is likely to play 2. P-K3. Not 2. ... Kt-KB3; \
        for after 3. PxP, KtxP; 4. P-K4 he is driven away. Supposing, however, Black plays 2. ... \
        B-B4.\n\n3. PxP    BxKt\n4. RxB   QxP\n";
    assert_eq!(found(text), [vec![(0, 2), (2, 1), (4, 2), (6, 2)]]);
}

#[test]
fn a_game_goes_on_behind_what_is_left_of_moves() {
    let text = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 Wer &€7 4\\xes wxbs 6. Re1 b5 7. Bb3 d6";
    assert_eq!(found(text), [vec![(0, 2), (2, 2), (4, 2), (10, 2), (12, 2)]]);
    let text = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 Wer &€7 6. Re1 b5 7. Bb3 d6";
    assert_eq!(found(text), [vec![(0, 2), (2, 2), (4, 2)]]);
}

/// For each chain the texts of its moves.
fn moves(text: &str) -> Vec<String> {
    let items = Items::new(text, 1);
    let candidates = candidates(&items);
    let texts = |chain: &Chain| {
        let slots = chain.links.iter().flat_map(|link| &candidates[link.candidate].slots);
        let texts = slots.map(|s| items.span(&items.items[s.from], &items.items[s.to]));
        texts.collect::<Vec<_>>().join(" ")
    };
    chains(&items, &candidates, Begins::First).iter().map(texts).collect()
}

#[test]
fn what_is_said_of_the_last_moves_is_no_part_of_the_game() {
    let game = "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 g6";
    let played = "e4 c5 Nf3 d6 d4 cxd4 Nxd4 g6";
    for (note, more) in [
        ("I had thought of 4... Nf6 5. Nc3 a6 6. Be3 e5 7. Nb3 Be6.", ""),
        ("4. Nxd4 surprised me. I had thought of 4... Nf6 5. Nc3 a6 6. Be3 e5.", ""),
        ("4... Nf6 5. Nc3 a6 6. Be3 e5 7. Nb3 Be6 is usual. 5. c4 Bg7", " c4 Bg7"),
        ("4... Nf6 5. Nc3 a6 6. Be3 e5 7. Nb3 Be6 5. c4 Bg7", " c4 Bg7"),
        ("In place of 4... Nf6 this was played for the first time. 5. c4 Bg7", " c4 Bg7"),
    ] {
        assert_eq!(moves(&format!("{game} {note}")), [format!("{played}{more}")], "{note}");
    }
}

#[test]
fn other_moves_for_a_last_move_with_its_own_number_are_none_of_the_game() {
    let game = "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4";
    for notes in [
        "4... g6. The same may come about by 4... Nf6 5. Nc3 g6 6. Be3",
        "\n4... g6!\nThe best.\n4... Nf6 5. Nc3 a6 6. Be3 e5 is what most players choose.\n4... \
         e5 5. Nb5 a6 6. Nd2 d5 is not played often.",
    ] {
        let found = moves(&format!("{game} {notes}"));
        assert!(found[0].ends_with("Nxd4 g6") || found[0].ends_with("Nxd4 g6!"), "{found:?}");
    }
}

#[test]
fn a_line_beside_the_game_is_left_out_however_long_it_is() {
    let line = "3... Nf6\n4. d3 Bc5\n5. c3 d6\n6. O-O O-O\n7. Re1 a6\n8. Bb3 Ba7\n9. h3 h6\n\
        10. Nbd2 Re8\n11. Nf1 Be6\n";
    let text = format!(
        "1. e4 e5\n2. Nf3 Nc6\n3. Bc4\nThe Italian game. Often seen is now\n{line}\
         with an even game.\n3... Bc5\n4. c3 Nf6\n5. d4 exd4\n"
    );
    assert_eq!(moves(&text), ["e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d4 exd4"]);
    // Told before Black has moved, and within a paragraph.
    let text = "1. e4 e5 2. Nf3 Nc6 3. Bc4 and if 3... d6 4. c3 Nf6 5. d3 Be7 then 6. O-O with \
        a good game. 3... Bc5 4. c3 Nf6 5. d4 exd4\n";
    assert_eq!(moves(text), ["e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d4 exd4"]);
}

#[test]
fn a_note_may_begin_with_moves_for_those_of_the_row_below() {
    let text = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5\n\n4. d4 loses a pawn to 4... exd4 5. c3 d5.\n\
        4. c3 Nf6 5. d4 exd4 6. cxd4 Bb4+\n";
    assert_eq!(moves(text), ["e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d4 exd4 cxd4 Bb4+"]);
}

#[test]
fn points_too_many_may_be_what_is_left_of_a_piece() {
    let text = "1. e4 e5 2.. f3 c6 3... b5 a6 4. a4 f6 5. O-O";
    assert_eq!(moves(text), ["e4 e5 f3 c6 b5 a6 a4 f6 O-O"]);
    let text = "1. e4 e5 2. Nf3 (2. Nc3 Nf6; 3. f4) 2... Nc6 3.. b5 (3. Bc4 Bc5) 3... a6";
    assert_eq!(moves(text), ["e4 e5 Nf3 Nc6 b5 a6"]);
}

#[test]
fn a_gap_within_lines_parts_no_game_whose_beginning_is_lost() {
    let moves = "e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5";
    let text = format!("{moves} Hardly to be read. 15. Nf1 Bf8 16. Ng3 g6 17. a4 c5 18. d5");
    let items = Items::new(&text, 1);
    assert_eq!(chains(&items, &candidates(&items), Begins::Later).len(), 1);
}

#[test]
fn moves_alone_in_a_line_go_on_behind_a_remark() {
    let text = "1. e4 e5 2. Sf3 Sc6 3. Lb5\n3... a6\nNach 3... Sf6 4. d3 Lc5 5. c3 steht \
        Schwarz schlecht.\n4. La4 Sf6 5. 0-0 Le7\nDroht 5... Sxe4.\n6. Te1 b5 7. Lb3\n";
    assert_eq!(moves(text), ["e4 e5 Sf3 Sc6 Lb5 a6 La4 Sf6 0-0 Le7 Te1 b5 Lb3"]);
}

#[test]
fn a_game_goes_on_behind_every_remark() {
    let text = "The game began with 1. Nf3 d5 2. g3 Nf6 3. Bg2 c6 and White has the long \
        diagonal, which in this opening is what he plays for. 4. O-O Nbd7 5. d4 This prevents \
        \"5... e5\", the move that would have solved all the problems of Black at once. 5... e6 \
        The other plan was \"5... g6\", with the bishop on the long diagonal as well, but then \
        the centre is weak. 6. c4 Be7\n";
    assert_eq!(moves(text), ["Nf3 d5 g3 Nf6 Bg2 c6 O-O Nbd7 d4 e6 c4 Be7"]);
}

#[test]
fn of_two_ways_to_go_on_the_nearest_is_taken() {
    let text = "1. e4 e5 2. Nf3 Nc6\n\n3. Bc4 Bc5 4. c3 Nf6 1-0\n\n3. Bb5 a6\n\n4. Ba4 Nf6 \
        5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O\n";
    assert!(moves(text)[0].starts_with("e4 e5 Nf3 Nc6 Bb5 a6 Ba4"), "{:?}", moves(text));
}

#[test]
fn what_was_played_is_not_what_comes_right_behind_it() {
    for note in
        ["4. Bxc6 dxc6 5. d4 was usual then.", "Si 4. Bxc6 dxc6 5. d4 les Noirs ont assez de jeu."]
    {
        let text = format!("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 {note}\n1-0\n");
        assert_eq!(moves(&text), ["e4 e5 Nf3 Nc6 Bb5 a6 Ba4"], "{note}");
    }
}

#[test]
fn a_number_that_begins_a_line_by_chance_makes_no_rows() {
    let text = "1. e4 e5 2. Nf3 Nc6 3. Bc4 A quiet move, as he liked them all his life.\n\
        3... Bc5 Black does the same, and nobody knew then what else to do.\n4. c3 Nf6 5. d4 \
        exd4 6. cxd4 Now the centre is his and Black must look for something.\n6... Bb4+ 7. Nc3\n";
    assert_eq!(moves(text), ["e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d4 exd4 cxd4 Bb4+ Nc3"]);
}

#[test]
fn a_game_ends_with_its_result() {
    for (last, more) in [("", ""), ("4. Ba4 ", " Ba4")] {
        let text = format!(
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 {last}1-0\n\nWhy did Black resign? He could play \
             on:\n\n4. Ba4 Nf6 5. O-O\n\nwith an even game.\n"
        );
        assert_eq!(moves(&text), [format!("e4 e5 Nf3 Nc6 Bb5 a6{more}")]);
    }
    // The rule of a diagram is none.
    let text = "1. e4 e5\n2. Nf3 Nc6\n\n  +-----------+\n8 | r n b q k |\n  |-----------+\n\n\
        Now White has the choice.\n\n3. Bb5 a6\n";
    assert_eq!(moves(text), ["e4 e5 Nf3 Nc6 Bb5 a6"]);
}

#[test]
fn the_result_of_a_quoted_game_ends_no_other() {
    let text = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O The other way is 5. d3 d6 6. c3 g6 \
        7. Nbd2 Bg7 8. Nf1 O-O 1-0 Berg, N (2655) - Holm, A (2626)/ Oslo 2015; here it is of no use. \
        5... Be7 6. Re1 b5 7. Bb3";
    assert_eq!(moves(text), ["e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3"]);
    // Behind its players another game begins.
    let next = text.replace("5... Be7", "1. d4");
    assert!(moves(&next)[0].ends_with("Nf1 O-O"), "{next}");
}

#[test]
fn an_opening_that_a_sentence_gives_begins_no_game() {
    let text = "1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. cxd5 Nxd5 A rare move. He had played it before by \
        way of 1. d4 Nf6 2. c4 e6 3. Nf3 d5 4. Nc3 c5 5. cxd5 Nxd5 6. e4 Nxc3 and had an even game. \
        5. e4 Nxc3 6. bxc3 c5 7. a3 Be7 8. Nf3 Nc6";
    let game = "d4 d5 c4 e6 Nc3 Nf6 cxd5 Nxd5 e4 Nxc3 bxc3 c5 a3 Be7 Nf3 Nc6";
    assert_eq!(moves(text), [game]);
}

#[test]
fn a_game_may_begin_behind_a_sentence_in_its_line() {
    let heading = "Played last night at the club, with the white pieces on the left";
    let game = "1. e4 e5 2. Nf3 Nc6 3. Bb5";
    assert_eq!(moves(&format!("{heading}. {game}")), ["e4 e5 Nf3 Nc6 Bb5"]);
    assert_eq!(moves(&format!("{heading} {game}")), [] as [&str; 0]);
}

#[test]
fn the_board_tells_which_line_goes_on() {
    let text = "1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 \
        8. Qxb7 Qb4+ 9. Qxb4 Bxb4+ 10. c3 Bc5 8... c6 9. Bg5";
    let game = "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5";
    assert_eq!(moves(text), [game]);
}

#[test]
fn a_number_that_starts_again_is_a_new_game() {
    let text = "1. e4 e5\n2. Nf3 Nc6\n3. Bb5 a6\n\n1. d4 d5\n2. c4 e6\n3. Nc3 Nf6\n";
    assert_eq!(found(text).len(), 2);
}

#[test]
fn a_thing_in_brackets_is_no_game() {
    assert_eq!(found("1. e4 e5 (1... c5 2. Nf3 d6 3. d4 cxd4) 2. Nf3 Nc6").len(), 1);
    assert_eq!(found("We saw (1. e4 e5 2. Nf3 Nc6 3. Bb5 a6) then."), [] as [Vec<_>; 0]);
}
