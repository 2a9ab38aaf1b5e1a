//! Tests of the reader of tables.

use super::*;

fn places(text: &str) -> Vec<(String, u32, char)> {
    let (games, errors) = read(text).expect("a table").games();
    assert!(errors.is_empty() && games.len() == 1, "{text}");
    games[0].sheets[0]
        .entries
        .iter()
        .map(|e| (e.text().to_owned(), e.number.unwrap_or(0), e.color.map_or('-', Color::char)))
        .collect()
}

fn want(list: &[(&str, u32, char)]) -> Vec<(String, u32, char)> {
    list.iter().map(|&(text, number, color)| (text.to_owned(), number, color)).collect()
}

#[test]
fn misread_names_of_columns_are_no_moves() {
    let rows = "1,e4,e5\n2,Nf3,Nc6\n3,Bb5,a6\n4,Ba4,Nf6\n5,O-O,Be7\n6,Re1,b5\n";
    assert_eq!(places(&format!("No,Whitc,Blaek\n{rows}")), places(rows));
}

#[test]
fn columns_by_name_and_by_shape() {
    let expected = want(&[("e4", 1, 'w'), ("e5", 1, 'b'), ("Nf3", 2, 'w'), ("Nc6", 2, 'b')]);
    for text in [
        "No,White,Black\n1,e4,e5\n2,Nf3,Nc6\n",
        "Zug;Weiß;Schwarz\n1.;e4;e5\n2.;Nf3;Nc6\n",
        "N°\tBlancs\tNoirs\n1\te4\te5\n2\tNf3\tNc6",
        "\"White\",\"Black\",Move\ne4,e5,1\nNf3,Nc6,2",
        "Black\tWhite\tNo\ne5\te4\t1\nNc6\tNf3\t2\n",
    ] {
        assert_eq!(places(text), expected, "{text}");
    }
    // A number may stand in the cell of its move.
    let numbered = ["1: e4,e5\n2: Nf3,Nc6\n3: Bb5,a6\n", "1,e4,e5\n2,Nf3,Nc6\n3,Bb5,a6\n"];
    assert_eq!(places(numbered[0]), places(numbered[1]));
    let bare = "1,e4,e5\n2,Nf3,Nc6\n3,Bb5,a6\n";
    assert_eq!(places(bare)[5], ("a6".to_owned(), 3, 'b'));
    assert_eq!(places("e4;e5\nNf3;Nc6\nBb5;a6\n").len(), 6);
}

#[test]
fn a_blank_cell_stays_and_blank_ends_go() {
    let text = "No,White,Black\n1,e4,\n2,Nf3,Nc6\n3,,\n4,,\n";
    let found = places(text);
    assert_eq!(found.len(), 4);
    assert_eq!(found[1], (String::new(), 1, 'b'));
}

#[test]
fn side_by_side_columns_are_read_in_order() {
    let text = "No,White,Black,No,White,Black\n1,e4,e5,3,Bb5,a6\n2,Nf3,Nc6,4,Ba4,Nf6\n";
    let found: Vec<u32> = places(text).into_iter().map(|(_, number, _)| number).collect();
    assert_eq!(found, [1, 1, 2, 2, 3, 3, 4, 4]);
}

#[test]
fn headings_before_the_rows_are_no_moves() {
    let rows: String = (1..=20).map(|n| format!("{n}\te4\te5\n")).collect();
    assert_eq!(places(&format!("White: A\n\n{rows}")).len(), 40);
}

#[test]
fn a_game_a_row() {
    let text = "id,white,black,winner,moves\nx,A,B,1-0,1. e4 e5 2. Nf3 Nc6\ny,C,D,0-1,d4 d5 c4 e6 Nc3\n\
        z,E,F,white,e4 e5 f4 d5 exd5\n";
    let (games, _) = read(text).expect("a table").games();
    assert_eq!(games.len(), 3);
    assert_eq!(games[2].result, Some(GameResult::WhiteWins));
    assert_eq!(games[0].sheets[0].entries.len(), 4);
    assert_eq!(games[1].result, Some(GameResult::BlackWins));
    assert!(games[1].tags.contains(&("White".to_owned(), "C".to_owned())));
}

#[test]
fn a_move_a_row_in_several_games() {
    let text = "game,ply,color,move\na,1,white,e4\nb,1,white,d4\na,2,black,e5\n";
    let (games, _) = read(text).expect("a table").games();
    assert_eq!(games.len(), 2);
    assert_eq!(games[0].sheets[0].entries[1].text(), "e5");
    assert_eq!(games[0].sheets[0].entries[1].color, Some(Color::Black));
}

#[test]
fn rows_of_spreadsheets_may_begin_with_other_things() {
    let row = |number, cells: &[&str]| {
        (number, cells.iter().map(|cell| (*cell).to_owned()).collect::<Vec<_>>())
    };
    let head = [row(1, &["", "White:", "Anand", "Black:", "Giri"]), row(2, &["Round 3"])];
    let body = [
        row(5, &["", "1", "e4", "e5"]),
        row(6, &["", "2", "Nf3", "Nc6"]),
        row(7, &["", "3", "Bb5", "a6"]),
    ];
    let names = row(4, &["", "No", "White", "Black"]);
    for named in [true, false] {
        let mut rows = head.to_vec();
        rows.extend(named.then(|| names.clone()));
        rows.extend(body.clone());
        let (games, _) = of_rows(rows).expect("a table").games();
        let entries = &games[0].sheets[0].entries;
        assert_eq!((entries.len(), entries[5].text()), (6, "a6"));
        assert_eq!((entries[5].number, entries[5].place.line), (Some(3), 7));
        let tag = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(games[0].tags, [tag("White", "Anand"), tag("Black", "Giri")]);
    }
    assert!(of_rows(head.to_vec()).is_none());
}

#[test]
fn move_lists_with_commas_are_no_tables() {
    for text in [
        "1. P 4R, P 4R; 2. P 4AR, P 4D; 3. P pr. PD, D pr. P\n",
        "1 e4, c6;\n2 d4, d5;\n3 Cc3, d:e4;\n",
        "White: Teichmann, Black: Rubinstein\n1. e4 e5\n",
        "1. e4 e5\n2. Nf3 Nc6\n3. Bb5 a6\n",
        "Dear Sir, I met him.\nHe, too, was there.\nWell, well.\n",
        "First, in 1851, they played it so, as he told:\n1. e4 e5 2. f4\nLater, in London:\n\
            1. e4 c5 2. f4\n1. d4 d5 2. c4\n",
    ] {
        assert!(read(text).is_none(), "{text}");
    }
}

#[test]
fn wide_rows_and_long_tables_are_read_so_far_and_reported() {
    let wide = "x,".repeat(MAX_CELLS);
    let text = format!("Nr,White,Black\n1,e4,e5\n{wide}\n2,Nf3,Nc6\n");
    let (games, errors) = read(&text).expect("a table").games();
    assert_eq!(games[0].sheets[0].entries.len(), 4);
    assert_eq!(errors.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [3]);
    assert!(read(&"1,e4,e5,".repeat(100_000)).is_none());
    let text = format!("White,Black\n{}", "a,b\n".repeat(MAX_ROWS + 2));
    let (_, errors) = read(&text).expect("a table").games();
    assert_eq!(errors.len(), 1);
}

/// Players, result and the texts of the entries of each game of a text.
fn games(text: &str) -> Vec<String> {
    let (games, _) = read(text).expect("a table").games();
    let of = |game: &Record| {
        let entries = game.sheets[0].entries.iter().map(Entry::text);
        let names = ["White", "Black"].map(|name| game.tag(name).unwrap_or("?").to_owned());
        let result = game.result.map_or_else(String::new, |result| format!(" {result}"));
        format!("{} {}{result}", names.join("-"), entries.collect::<Vec<_>>().join(" "))
    };
    games.iter().map(of).collect()
}

#[test]
fn heads_and_cells_name_players() {
    let rows = "1,e4,e5\n2,Nf3,d6\n3,d4,exd4\n";
    for head in [
        "Move,\"Berg, A\",Holm\n",
        "No,\"White (Berg, A)\",Black (Holm)\n",
        "Event,Open\nWhite,\"Berg, A\"\nBlack,Holm\n\nMove,White,Black\n",
    ] {
        assert_eq!(
            games(&format!("{head}{rows}")),
            ["Berg, A-Holm e4 e5 Nf3 d6 d4 exd4"],
            "{head}"
        );
    }
    let text = "white_player;black_player;result;move_no;white;black\n\
                Berg;Holm;1-0;1;e4;e5\nBerg;Holm;1-0;2;Nf3;d6\n";
    assert_eq!(games(text), ["Berg-Holm e4 e5 Nf3 d6 1-0"]);
    let drawn = "| Move | Berg | Holm |\n|---|---|---|\n| 1 | e4 | e5 |\n| 2 | Nf3 | d6 |\n\
                 | 3 | d4 | exd4 |\n";
    assert_eq!(games(drawn), ["Berg-Holm e4 e5 Nf3 d6 d4 exd4"]);
}

#[test]
fn columns_of_squares_and_of_clocks() {
    let text = "ply,from,to,promotion\n1,e2,e4,\n2,e7,e8,q\n3,g1,f3,\n";
    assert_eq!(games(text), ["?-? e2e4 e7e8q g1f3"]);
    let text = "#,White move,White clock,Black move,Black clock\n1,e4,1:59:00,e5,1:58:30\n";
    assert_eq!(games(text), ["?-? e4 e5"]);
}

#[test]
fn games_below_each_other() {
    let two = ["?-? e4 e5 Nf3 d6", "?-? d4 d5 c4 c6"];
    assert_eq!(games("No,White,Black\n1,e4,e5\n2,Nf3,d6\n1,d4,d5\n2,c4,c6\n"), two);
    assert_eq!(games("game,ply,move\n1,1,e4\n2,1,d4\n")[1], "?-? d4");
    let text = "White,Berg\nBlack,Holm\nNo,White,Black\n1,e4,e5\n2,Nf3,d6\n\
                White,Nord\nBlack,Strand\nNo,White,Black\n1,d4,d5\n2,c4,c6\n";
    assert_eq!(games(text), ["Berg-Holm e4 e5 Nf3 d6", "Nord-Strand d4 d5 c4 c6"]);
    // A number that is misread begins no game.
    assert_eq!(games("No,White,Black\n1,e4,e5\n2,Nf3,d6\n1,d4,d5\n4,c4,c6\n").len(), 1);
}

#[test]
fn whole_games_in_cells() {
    let text = "white_name,Black,moves\nBerg,Holm,\"['e4', 'e5', 'Nf3', 'd6', 'd4']\"\n";
    assert_eq!(games(text), ["Berg-Holm e4 e5 Nf3 d6 d4"]);
    let text = "white,black,m1,m2,m3,m4,m5,m6,m7,m8\n\
                Berg,Holm,e4,e5,Nf3,d6,d4,exd4,Nxd4,g6\nNord,Strand,d4,d5,c4,c6,,,,\n";
    assert_eq!(games(text), ["Berg-Holm e4 e5 Nf3 d6 d4 exd4 Nxd4 g6", "Nord-Strand d4 d5 c4 c6"]);
}

#[test]
fn rows_of_sides_are_for_another_reader() {
    for first in ["Move,1,2,3\n", "Move,1,2\n"] {
        let text = format!("{first}White,e4,Nf3,Bb5\nBlack,e5,Nc6,a6\n");
        assert!(read(&text).is_none(), "{text}");
    }
}
