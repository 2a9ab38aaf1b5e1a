//! Tests of the readers of other programs' JSON.

use super::*;
use crate::error::Error;

fn read(text: &str) -> Result<Vec<Record>, Error> {
    crate::read::read(text.as_bytes(), "f")
}

fn one(text: &str) -> Record {
    let mut found = read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(found.len(), 1, "{text}");
    found.remove(0)
}

fn texts(record: &Record) -> String {
    let texts: Vec<&str> = record.sheets[0].entries.iter().map(Entry::text).collect();
    texts.join(" ")
}

fn tag(name: &str, value: &str) -> (String, String) {
    (name.to_owned(), value.to_owned())
}

#[test]
fn times_of_electronic_boards_are_kept() {
    let game = one(r#"{"moves":["e4 5399+3","e5 1:29:58","Nf3 +","Nc6"]}"#);
    let clocks: Vec<_> = game.sheets[0].entries.iter().map(|entry| entry.clock).collect();
    assert_eq!(clocks, [Some(5399), Some(5398), None, None]);
}

#[test]
fn a_text_may_be_a_page() {
    let lines = [
        "{\"text\":\"Our readers know this game.",
        "",
        "1. P to K4     P to K4",
        "2. Kt to KB3   Kt to QB3",
        "3. B to Kt5    P to QR3",
        "",
        "A good move, for if 3... Kt to B3 4. Castles.\"}",
    ];
    let page = lines.join("\\n");
    assert_eq!(texts(&one(&page)), "P to K4 P to K4 Kt to KB3 Kt to QB3 B to Kt5 P to QR3");
    let line = r#"{"transcript":"Now 1. e4 was my move, and then e5 2. Nf3 Nc6 came."}"#;
    assert!(texts(&one(line)).starts_with("Now e4"), "{:?}", one(line));
}

#[test]
fn moves_however_they_are_held() {
    for (text, want) in [
        (r#"{"moves":"e4 e5 Nf3"}"#, "e4 e5 Nf3"),
        (r#"{"moves":"e2e4 e7e5 g1f3"}"#, "e2e4 e7e5 g1f3"),
        (r#"{"moves":"1. e4 e5 2. Nf3 {good} *"}"#, "e4 e5 Nf3"),
        (r#"{"Moves":["e4","e5"," Nf3 ","1-0"]}"#, "e4 e5 Nf3"),
        (r#"{"moves":["1. e4 e5","2. Nf3"]}"#, "e4 e5 Nf3"),
        (r#"{"moves":["e4 e5","P to K4"]}"#, "e4 e5 P to K4"),
        (r#"{"moves":[["e4","e5"],["Nf3"]]}"#, "e4 e5 Nf3"),
        (r#"{"moves":["e4 5399+3","e5 1:29:58","Nf3 +"]}"#, "e4 e5 Nf3"),
        (r#"{"moves":[{"san":"e4","uci":"e2e4"},{"san":"e5"}]}"#, "e4 e5"),
        (r#"{"moves":[{"white":"e4","black":"e5"},{"white":"Nf3"}]}"#, "e4 e5 Nf3"),
        (r#"{"pgn":"[White \"a\"]\n\n1. e4 e5 2. Nf3 1-0","moves":7}"#, "e4 e5 Nf3"),
        (r#"{"pgn":"1. e4 e5 2. Nf3"}"#, "e4 e5 Nf3"),
        (r#"{"pgn":"","moves":"e4 e5"}"#, "e4 e5"),
        (r#"{"games":[{"pgn":"1. e4 e5 2. Nf3"}]}"#, "e4 e5 Nf3"),
        (r#"{"moves":""}"#, ""),
        (r#"{"moves":[]}"#, ""),
    ] {
        assert_eq!(texts(&one(text)), want, "{text}");
        assert_eq!(texts(&one(&text.replace(',', ",\n"))), want, "{text}");
        let named = text.replacen('{', r#"{"no":1,"white":"","black":"b4","#, 1);
        for text in [text, &named] {
            assert_eq!(texts(&one(&format!("[{text}]"))), want, "{text}");
        }
    }
}

#[test]
fn what_sites_tell_of_a_game_is_taken() {
    let game = one(r#"{"id":"Qx1","players":{"white":{"user":{"name":"ann"},"rating":1},
        "black":{"user":{"name":"bo"}}},"winner":"black","moves":"f3 e5 g4 Qh4#","clock":{}}"#);
    assert_eq!(game.tags, [tag("White", "ann"), tag("Black", "bo")]);
    assert_eq!((game.id.as_str(), game.result), ("Qx1", Some(GameResult::BlackWins)));
    let place = game.sheets[0].entries[3].place;
    assert_eq!((place.line, place.listed), (1, Some(3)));
    let game = one(r#"{"white":{"username":"ann"},"black":"bo","Result":"½-½","event":"Open",
        "site":"Bern","date":"2024-01-02T10:00","moves":["e4","e5"]}"#);
    let want = [("Event", "Open"), ("Site", "Bern"), ("Date", "2024.01.02")];
    let want = want.into_iter().chain([("White", "ann"), ("Black", "bo")]);
    assert!(game.tags.iter().cloned().eq(want.map(|(name, value)| tag(name, value))));
    assert_eq!(game.result, Some(GameResult::Draw));
    for (told, want) in [
        (r#""winner":"white""#, Some(GameResult::WhiteWins)),
        (r#""winner":"draw""#, Some(GameResult::Draw)),
        (r#""status":"stalemate""#, Some(GameResult::Draw)),
        (r#""headers":{"Result":"0-1"}"#, Some(GameResult::BlackWins)),
        (r#""result":"*","winner":null"#, None),
    ] {
        assert_eq!(one(&format!(r#"{{"moves":"e4 e5",{told}}}"#)).result, want, "{told}");
    }
}

#[test]
fn a_pgn_has_the_first_word() {
    let game = one(r#"{"games":[{"pgn":"[White \"a\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0","id":9,
        "fen":"8/8/8/8/8/8/8/8 w - -","white":{"username":"x"},"black":{"username":"y"}}]}"#);
    assert_eq!(game.tag("White"), Some("a"));
    assert_eq!(game.tag("Black"), Some("y"));
    assert_eq!((game.id.as_str(), game.result), ("9", Some(GameResult::WhiteWins)));
    assert!(game.start.is_none());
    assert_eq!(game.sheets[0].entries[1].place.listed, Some(1));
    let two = read(r#"{"pgn":"[White \"a\"]\n\n1. e4 e5 1-0\n\n[White \"b\"]\n\n1. d4 d5 *"}"#);
    let ids: Vec<String> = two.expect("two games").into_iter().map(|game| game.id).collect();
    assert_eq!(ids, ["f#1", "f#1.2"]);
}

#[test]
fn rows_are_one_game() {
    for text in [
        r#"[{"turn":1,"white":"e4","black":"e5"},{"turn":2,"white":"Nf3","black":null}]"#,
        r#"[{"move":"1.","white":"e4","black":"e5"},{"move":"2.","white":"Nf3"}]"#,
        r#"[{"no":1,"White":"e4","Black":"e5"},
           {"no":2,"White":"Nf3","Black":""}, {"no":3,"White":"","Black":""}]"#,
        r#"{"moves":[{"number":1,"white":"e4","black":"e5"},{"number":2,"white":"Nf3"}]}"#,
    ] {
        let game = one(text);
        let entries = game.sheets[0].entries.iter();
        let found: Vec<_> = entries.map(|entry| (entry.text(), entry.claimed_ply())).collect();
        assert_eq!(found, [("e4", Some(0)), ("e5", Some(1)), ("Nf3", Some(2))], "{text}");
    }
    // Black's first move is lost.
    let game = one(r#"[{"turn":1,"white":"e4"},{"turn":2,"white":"Nf3","black":"Nc6"}]"#);
    let plies: Vec<_> = game.sheets[0].entries.iter().map(Entry::claimed_ply).collect();
    assert_eq!(plies, [Some(0), Some(2), Some(3)]);
}

#[test]
fn several_games_have_names_of_their_own() {
    let games = read(r#"[{"moves":"e4 e5"},{"moves":"d4 d5","id":"a"},{"pgn":"1. c4 c5"}]"#);
    let ids: Vec<String> = games.expect("games").into_iter().map(|game| game.id).collect();
    assert_eq!(ids, ["f#1", "a", "f#1.2"]);
    let lines = "{\"moves\":\"e4 e5\"}\n{\"sheets\":[]}\n{\"pgn\":\"1. d4 d5\"}\n";
    let ids: Vec<String> = read(lines).expect("games").into_iter().map(|game| game.id).collect();
    assert_eq!(ids, ["f#1", "f#2", "f#3"]);
}

#[test]
fn a_position_is_the_start_where_the_moves_begin_there() {
    let ending = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    for (key, moves, want) in [
        ("fen", "Kd2 Kd7", true),
        ("initialFen", "Kd2 Kd7", true),
        // Both are possible.
        ("FEN", "e4 Kd7", true),
        // The position in which the game ended.
        ("fen", "Nf3 d5", false),
    ] {
        let text = format!(r#"{{"moves":"{moves}","{key}":"{ending}"}}"#);
        assert_eq!(one(&text).start.is_some(), want, "{text}");
    }
    assert!(one(r#"{"moves":"e4","initialFen":"startpos"}"#).start.is_none());
    let error = read(r#"{"moves":"e4","initialFen":"nonsense"}"#).expect_err("no position");
    assert!(matches!(error.kind(), ErrorKind::Start(_)), "{error}");
}

#[test]
fn what_holds_no_moves_is_refused() {
    for text in [
        r#"{"id":"a"}"#,
        r#"{"moves":41}"#,
        r#"{"moves":"41w"}"#,
        r#"{"moves":"none so far"}"#,
        r#"{"moves":["e4",5]}"#,
        r#"{"white":"Anand","black":"Carlsen"}"#,
        r#"[{"white":"Anand","black":"Carlsen"}]"#,
        r#"{"games":[7]}"#,
        r#"{"games":[]}"#,
        r#"[{"turn":1,"white":"e4"},{"turn":2,"games":1}]"#,
        r#"{"pgn":null}"#,
        r#"{"sheets":3,"moves":"e4 e5"}"#,
    ] {
        let error = read(text).expect_err(text);
        assert!(matches!(error.kind(), ErrorKind::Json(_)), "{error}");
        let own = text.contains("\"sheets\"");
        assert_ne!(error.to_string().contains(NONE), own, "{text}: {error}");
    }
}

#[test]
fn moves_under_any_key_and_in_any_rows() {
    let want = "e4 e5 Nf3 d6";
    for text in [
        r#"{"movetext":"1. e4 e5 2. Nf3 d6"}"#,
        r#"{"pgn_moves":"e4 e5 Nf3 d6"}"#,
        r#"{"whatever":"1. e4 e5 2. Nf3 d6","note":"He played e4 and won."}"#,
        r#"{"history":[{"color":"w","from":"e2","to":"e4","san":"e4"},{"san":"e5"},{"san":"Nf3"},
            {"san":"d6"}]}"#,
        r#"{"moves":[{"ply":1,"notation":"e4"},{"ply":2,"notation":"e5"},{"notation":"Nf3"},
            {"notation":"d6"}]}"#,
        r#"{"moves":[{"n":1,"w":"e4","b":"e5"},{"n":2,"w":"Nf3","b":"d6"}]}"#,
        r#"{"moves":[{"moveNumber":1,"white":{"san":"e4","clock":"1:00"},"black":{"san":"e5"}},
            {"moveNumber":2,"white":{"san":"Nf3"},"black":{"san":"d6"}}]}"#,
        r#"{"moves":{"2":["Nf3","d6"],"1":["e4","e5"]}}"#,
        r#"{"white_moves":["e4","Nf3"],"black_moves":["e5","d6"]}"#,
        r#"{"data":{"game":{"moves":["e4","e5","Nf3","d6"]}}}"#,
    ] {
        assert_eq!(texts(&one(text)), want, "{text}");
    }
    let squares = r#"{"moves":[{"from":"e2","to":"e4"},{"from":"e7","to":"e8","promotion":"q"}]}"#;
    assert_eq!(texts(&one(squares)), "e2e4 e7e8q");
}

#[test]
fn texts_in_the_answer_of_a_model_are_read_like_files() {
    let want = "e4 e5 Nf3 d6";
    let table = "Here are the moves:\n\n| No | White | Black |\n|---|---|---|\n| 1 | e4 | e5 |\n\
                 | 2 | Nf3 | d6 |\n";
    let json =
        r#"{"moves":[{"turn":1,"white":"e4","black":"e5"},{"turn":2,"white":"Nf3","black":"d6"}]}"#;
    let fenced = format!("```json\n{json}\n```");
    for content in [table, json, &fenced] {
        let content = serde_json::to_string(content).expect("a string");
        for text in [
            format!(r#"{{"choices":[{{"message":{{"role":"assistant","content":{content}}}}}]}}"#),
            format!(r#"{{"content":[{{"type":"text","text":{content}}}],"usage":{{"tokens":7}}}}"#),
            format!(r#"{{"candidates":[{{"content":{{"parts":[{{"text":{content}}}]}}}}]}}"#),
        ] {
            assert_eq!(texts(&one(&text)), want, "{text}");
        }
    }
}

#[test]
fn what_surrounds_games_tells_of_them() {
    let games = read(
        r#"{"tournament":"Open","rounds":[{"round":1,"games":[{"whitePlayer":"ann",
        "black_name":"bo","outcome":"1-0","movetext":"1. e4 e5 2. Nf3 d6"}]},
        {"round":2,"games":[{"players":["cy","di"],"moves":["d4","d5"]}]}]}"#,
    );
    let games = games.expect("two games");
    let told = |game: usize, name: &str| games[game].tag(name).unwrap_or("").to_owned();
    let names = ["Event", "Round", "White", "Black"];
    assert_eq!(names.map(|name| told(0, name)), ["Open", "1", "ann", "bo"]);
    assert_eq!(names.map(|name| told(1, name)), ["Open", "2", "cy", "di"]);
    assert_eq!(games[0].result, Some(GameResult::WhiteWins));
}

#[test]
fn keys_of_many_words_within_one_another_are_no_move() {
    let key = "{\"san_move_lan_uci_text_notation\":";
    let text = format!("[{}\"e4\"{}]", key.repeat(100), "}".repeat(100));
    assert!(games(&text, 1).is_some());
}
