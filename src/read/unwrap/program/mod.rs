//! Games in the strings of a program or of data: each string, or array of strings, that is a game is
//! a text of its own, whatever stands around it.
//!
//! 1. `said`: strings that are put together become one, and what each of them says is found out:
//!    moves, a game with numbers, a position.
//! 2. `games`: these become games. Strings that go on where the one before ended belong to its game.
//! 3. Here the games are written, with what other strings in the same brackets tell of them.

use std::collections::BTreeMap;

use self::games::{Body, Game, games};
use super::{
    literals,
    strings::{Literal, Strings, outward, strings},
    view::View,
};
use crate::read::shape::scan::{self, begins_game};

mod games;
mod said;

/// So many moves may stand outside of the strings, and one for so many within.
const OUTSIDE: usize = 3;
const ONE_OF: usize = 4;
/// How many brackets around a game are looked at for what is told of it.
const NEAR: usize = 3;

/// The games of a program that surely are some.
#[derive(Clone, Copy)]
pub(super) struct Sure {
    /// How many there are.
    games: usize,
    /// Whether one of them has a position before it.
    placed: bool,
    /// Whether one of them is a list of objects, a move each.
    keyed: bool,
}

/// The games of a program that has several, of which some have a position before them; `sure` are
/// those of its beginning, here and below.
pub(super) fn positioned(text: &str, sure: Option<Sure>) -> Option<View<'_>> {
    several(text, sure.filter(|sure| sure.placed))
}

/// The games of a program of which one is a list of objects.
pub(super) fn keyed(text: &str, sure: Option<Sure>) -> Option<View<'_>> {
    sure.filter(|sure| sure.keyed).and_then(|_| view(text))
}

/// The games of a program that has several.
pub(super) fn several(text: &str, sure: Option<Sure>) -> Option<View<'_>> {
    sure.filter(|sure| sure.games >= 2).and_then(|_| view(text))
}

/// The game of a program that has one.
pub(super) fn one(text: &str, sure: Option<Sure>) -> Option<View<'_>> {
    sure.filter(|sure| sure.games == 1).and_then(|_| view(text))
}

/// Looks for the games of what may be a program, by its beginning; nothing where it is none.
pub(super) fn sure(sample: &str) -> Option<Sure> {
    let found = strings(sample);
    if found.literals.is_empty() || is_tagged(sample, &found) || is_table(sample, &found) {
        return None;
    }
    let said = self::said::said(sample, &found)?;
    let own = games(&said, &found.around)?;
    let moves: usize = own.iter().map(|game| game.moves).sum();
    let outside = found.outside(sample);
    let others = outside.iter().flat_map(|part| part.split_whitespace());
    let others = others.filter(|word| scan::is_move(word)).count();
    let begun = outside.iter().flat_map(|part| part.lines()).any(begins_game);
    if begun || others > OUTSIDE.max(moves / ONE_OF) {
        return None;
    }
    let sure = || own.iter().filter(|game| game.sure);
    let placed = sure().any(|game| game.start.is_some());
    let keyed = sure().any(|game| game.name.is_some_and(said::is_key_of_move));
    Some(Sure { games: sure().count(), placed, keyed })
}

/// The games of a program.
fn view(text: &str) -> Option<View<'_>> {
    let found = strings(text);
    let said = self::said::said(text, &found)?;
    let own = games(&said, &found.around)?;
    let told = Told::new(&found);
    let mut view = View::new(text);
    for game in &own {
        view.begin();
        told.write(&mut view, game);
        write(&mut view, game);
    }
    Some(view)
}

/// Whether tags of PGN stand in a text, whose values are the only strings.
fn is_tagged(text: &str, strings: &Strings) -> bool {
    strings.literals.iter().any(|literal| {
        let line = text[..literal.open].rsplit('\n').next().unwrap_or("").trim_start();
        let name = line.strip_prefix('[').map_or("", str::trim_end);
        let named = !name.is_empty() && name.chars().all(char::is_alphanumeric);
        named && text[literal.end..].starts_with(']')
    })
}

/// Whether the strings are the cells of a table, with nothing but its signs around them.
fn is_table(text: &str, strings: &Strings) -> bool {
    let ends = ['\n', '\r', ',', ';', '\t'];
    let is_cell = |literal: &&Literal| {
        let before = text[..literal.open].trim_end_matches(' ');
        let behind = text[literal.end..].trim_start_matches(' ');
        literal.block == 0
            && !text[literal.open..].starts_with('`')
            && (before.is_empty() || before.ends_with(ends))
            && (behind.is_empty() || behind.starts_with(ends))
    };
    2 * strings.literals.iter().filter(is_cell).count() > strings.literals.len()
}

/// Writes the moves of a game.
fn write(view: &mut View, game: &Game) {
    match &game.body {
        Body::Moves { moves, black } => {
            let moves = moves.iter().map(|(text, at)| (text.as_str(), *at));
            view.put_moves(moves, *black);
        }
        Body::Texts(texts, _) => {
            for text in texts {
                text.iter().for_each(|part| literals::put(view, part.text, part.at));
                view.part('\n');
            }
        }
    }
}

/// What strings tell of the games in the same brackets.
struct Told<'a> {
    /// By brackets and name of a tag its value and the byte of that; none where there are several.
    tags: BTreeMap<(usize, &'static str), Option<(&'a str, usize)>>,
    around: Vec<usize>,
}

impl<'a> Told<'a> {
    fn new(strings: &Strings<'a>) -> Told<'a> {
        let mut tags = BTreeMap::new();
        for literal in &strings.literals {
            let Some(name) = literal.label() else { continue };
            let value = Some((literal.text, literal.at));
            let known = tags.entry((literal.block, name)).or_insert(value);
            if known.is_some_and(|(text, _)| text != literal.text) {
                *known = None;
            }
        }
        Told { tags, around: strings.around.clone() }
    }

    /// Writes what is told of a game as tags.
    fn write(&self, view: &mut View, game: &Game) {
        let mut tag = |name: &str, value: &str, at: usize| {
            view.put(&format!("[{name} \""), at);
            view.put(&value.replace(['\\', '"', '\n'], ""), at);
            view.put("\"]\n", at);
        };
        let mut known: Vec<&str> = Vec::new();
        if let Some((fen, at)) = game.start {
            tag("FEN", fen, at);
        }
        // The whole text tells nothing of one of its games.
        let blocks = outward(&self.around, game.block).filter(|block| *block > 0).take(NEAR);
        for block in blocks.filter(|_| !game.is_tagged()) {
            for (&(_, name), value) in self.tags.range((block, "")..(block + 1, "")) {
                if let Some((value, at)) = value.filter(|_| !known.contains(&name)) {
                    known.push(name);
                    tag(name, value, at);
                }
            }
        }
        view.part('\n');
        if game.start.is_some() || !known.is_empty() {
            view.put("\n", 0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The texts of the games, in one line each.
    fn shown(text: &str) -> Vec<String> {
        let sure = sure(text);
        let view = several(text, sure).or_else(|| one(text, sure));
        let view = view.unwrap_or_else(|| panic!("{text}"));
        let texts = view.texts();
        texts
            .iter()
            .map(|(text, _)| text.split_whitespace().collect::<Vec<_>>().join(" "))
            .collect()
    }

    #[test]
    fn lists_in_three_quotes_have_margins_perhaps() {
        let list = "e4 e6\n    |d4 d5\n    |Nc3 Bb4";
        let text = format!("a = f(\"\"\"{list}\"\"\".strip())\nb = f(\"\"\"{list} Ne2\"\"\")\n");
        let game = "1. e4 e6 2. d4 d5 3. Nc3 Bb4";
        assert_eq!(shown(&text), [game.to_owned(), format!("{game} 4. Ne2")]);
        let other = "a = f(\"\"\"a text\nwith \"e4\"\"\"\")";
        assert!(sure(other).is_none_or(|sure| sure.games == 0));
    }

    #[test]
    fn objects_that_are_a_move_each() {
        let moves = ["e4", "e5", "Nf3", "Nc6", "Bb5"];
        let squares = ["e2 e4", "e7 e5", "g1 f3", "b8 c6", "f1 b5"];
        let object = |(san, squares): (&&str, &&str)| {
            let (from, to) = squares.split_once(' ').unwrap();
            format!(
                "{{ color: 'w', from: '{from}', to: '{to}', san: '{san}', marks: ['{from}'] }},\n"
            )
        };
        let list: String = moves.iter().zip(&squares).map(object).collect();
        let marks = "squares: ['f7', 'd5', 'c4', 'e6'],\n";
        for text in [format!("[\n{list}]"), format!("{{\n{marks}moves: [\n{list}],\n}}")] {
            assert_eq!(shown(&text), ["1. e4 e5 2. Nf3 Nc6 3. Bb5"], "{text}");
        }
        let few: String = list.lines().take(3).collect();
        assert!(sure(&format!("[\n{few}]")).is_none_or(|sure| !sure.keyed));
    }

    #[test]
    fn ways_of_castling_are_no_game() {
        let game = "e3 Nf6 Be2 d5 Nf3 Nbd7 o-o c6";
        let text = format!(
            "a = List(\n\"{game}\",\n\"{game} b3\")\n\
            b <- List(\"O-O\", \"o-o\", \"0-0\", \"O-O-O\", \"0-0-0\")\n"
        );
        let want = "1. e3 Nf6 2. Be2 d5 3. Nf3 Nbd7 4. o-o c6";
        assert_eq!(shown(&text), [want.to_owned(), format!("{want} 5. b3")]);
    }

    #[test]
    fn the_last_string_of_a_text_may_be_cut_off() {
        let games = "x = [`1. e4 e5\n2. Nf3 Nc6`, `1. d4 d5\n2. c4 e6";
        assert_eq!(shown(games), ["1. e4 e5 2. Nf3 Nc6", "1. d4 d5 2. c4 e6"]);
        let games = "a: 'Play 1.e4 e5 2.Nf3 Nc6',\nb: 'Play 1.d4 d5 2.c4 e6\n";
        assert_eq!(
            shown(games),
            ["1.e4 e5 2.Nf3 Nc6", "1.d4 d5 2.c4 e6"].map(|g| format!("Play {g}"))
        );
        assert!(sure("it's 1. e4 e5 2. Nf3 Nc6 here").is_none());
    }

    #[test]
    fn what_an_interpreter_repeats_is_left_out() {
        let lines = |(san, uci): &(&str, &str)| {
            format!(">>> b.push_san(\"{san}\")\nMove.from_uci('{uci}')\n")
        };
        let moves = [("e4", "e2e4"), ("e5", "e7e5"), ("Nf3", "g1f3"), ("Nc6", "b8c6")];
        let text: String =
            moves.iter().chain([&("Bb5", "f1b5"), &("a6", "a7a6")]).map(lines).collect();
        let read = crate::read::read(text.as_bytes(), "f").expect("a game");
        let entries = read[0].sheets[0].entries.iter().map(|entry| entry.text());
        assert_eq!(entries.collect::<Vec<_>>(), ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6"]);
    }

    #[test]
    fn each_string_that_begins_a_game_is_one() {
        for (text, want) in [
            (
                "B = {\n \"en\": \"1.e4 e5 2.Nf3 Nc6 3.Bb5 a6 \"\n  \"4.Ba4 Nf6\",\n\
                 \"de\": \"1.e4 e5 2.Sf3 Sc6\"}",
                vec!["1.e4 e5 2.Nf3 Nc6 3.Bb5 a6 4.Ba4 Nf6", "1.e4 e5 2.Sf3 Sc6"],
            ),
            (
                "x = [['e4', 'c5', 'Nf3', 'd6'], ['d4', 'd5', 'c4', 'e6', 'Nc3']]",
                vec!["1. e4 c5 2. Nf3 d6", "1. d4 d5 2. c4 e6 3. Nc3"],
            ),
            (
                "g('e4 e5 Nf3 d6 1-0'),\ng(\"e2-e4|e7-e5|d1-h5|b8-c6\")\n// 5254 5755 7163 4746\n",
                vec![
                    "1. e4 e5 2. Nf3 d6",
                    "1. e2-e4 e7-e5 2. d1-h5 b8-c6",
                    "1. 5254 5755 2. 7163 4746",
                ],
            ),
            (
                "a(\"d2d4d7d5c2c4\" +\n \"e7e6b1c3\");b('1 Nf3 Nf6')",
                vec!["1. d2d4 d7d5 2. c2c4 e7e6 3. b1c3", "1 Nf3 Nf6"],
            ),
            (
                "{name: 'Two knights', moves: [{san: 'e4', note: 'To the centre.'},\n\
                 {san: 'e5'}, {san: 'Nf3'}, {san: 'Nc6'}, {san: 'Bc4'}, {san: 'Nf6'}]},\n\
                 {moves: [{from: 'd2', to: 'd4'}, {from: 'd7', to: 'd5'}, {from: 'c2', to: 'c4'},\n\
                 {from: 'd5', to: 'c4'}]}",
                vec!["1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6", "1. d2d4 d7d5 2. c2c4 d5c4"],
            ),
            (
                "[{white: 'Berg', black: \"O'Holm\", moves: ['e4', 'e5', 'Nf3', 'd6']},\n\
                 {moves: ['d4', 'd5', 'c4', 'e6'], white: 'Dorn'}]",
                vec![
                    "[Black \"O'Holm\"] [White \"Berg\"] 1. e4 e5 2. Nf3 d6",
                    "[White \"Dorn\"] 1. d4 d5 2. c4 e6",
                ],
            ),
            (
                "LINES = {'e4 e5': 'Open', 'e4 e5 Nf3 Nc6': 'a', 'd4': 'b', 'd4 d5 c4 c6': 'Slav'}",
                vec!["1. e4 e5", "1. e4 e5 2. Nf3 Nc6", "1. d4", "1. d4 d5 2. c4 c6"],
            ),
        ] {
            assert_eq!(shown(text), want, "{text}");
        }
    }

    #[test]
    fn strings_that_go_on_belong_to_one_game() {
        for (text, want) in [
            ("x = [\"1. e4 e5\", \"2. Nf3 d6\", \"3. d4\"]", "1. e4 e5 2. Nf3 d6 3. d4"),
            ("x = [['e4', 'e5'], ['Nf3', 'd6'], ['d4', 'exd4']]", "1. e4 e5 2. Nf3 d6 3. d4 exd4"),
            // The king is an R, and a move cannot be played.
            (
                "x = [['d4','d5'],['c4','e6'],['Cc3','c6'],['Cf3','Cf6'],['Rd2','Ae7'],['Te4','O-O']]",
                "1. d4 d5 2. c4 e6 3. Cc3 c6 4. Cf3 Cf6 5. Rd2 Ae7 6. Te4 O-O",
            ),
            ("x = ['e4 e5 Nf3 d6', 'd4 exd4 Nxd4']", "1. e4 e5 2. Nf3 d6 3. d4 exd4 4. Nxd4"),
            ("s := `1. e4 e5\n\t2. Nf3 d6`\nt = \"d6, in place of Nc6\"", "1. e4 e5 2. Nf3 d6"),
            // A game told twice.
            ("{\"moves\": \"e4 e5 Nf3 f5\", \"pgn\": \"1.e4 e5 2.Nf3 f5\"}", "1. e4 e5 2. Nf3 f5"),
        ] {
            assert_eq!(shown(text), [want], "{text}");
        }
    }

    #[test]
    fn a_position_before_a_game_is_its_start() {
        let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 27";
        for (text, want) in [
            (
                format!("fen: '{fen}', text: 'Better was 27. e4 Kd7 28. e5'"),
                format!("[FEN \"{fen}\"] Better was 27. e4 Kd7 28. e5"),
            ),
            (
                format!("fen: '{fen}', moves: ['e4', 'Kd7', 'e5', 'Ke6']"),
                format!("[FEN \"{fen}\"] 1. e4 Kd7 2. e5 Ke6"),
            ),
            (
                format!("const P = '{fen}'; load('[FEN \"' + P + '\"]\\n\\n27. e4 Kd7');"),
                format!("[FEN \"{fen}\"] 27. e4 Kd7"),
            ),
            // The numbers, or the moves, are those of another position.
            (
                format!("fen: '{fen}', text: '1. e4 e5 2. Nf3 Nc6'"),
                "1. e4 e5 2. Nf3 Nc6".to_owned(),
            ),
            (
                format!("fen: '{}', text: '1. e4 e5 2. Nf3'", fen.replace("27", "1")),
                "1. e4 e5 2. Nf3".to_owned(),
            ),
        ] {
            assert_eq!(shown(&text), [want], "{text}");
        }
    }

    #[test]
    fn other_texts_are_no_programs() {
        for text in [
            "[White \"Berg\"]\n[Black \"Dorn\"]\n\n1. e4 e5 {\"1. d4 d5 2. c4\"} 2. Nf3 \"1. e4 e5\"",
            "1. e4 e5 2. Nf3 \"1. d4 d5 2. c4\" Nc6 '1. c4 e5'",
            "He said \"a good move\" and 'e4' it was; \"B2\" and \"C4\".",
            "White,Black,Moves\n\"Berg\",\"Dorn\",\"1. e4 e5\"\n\"Holm\",\"Lund\",\"1. d4 d5\"\n",
            "x = ['e4', 'e5', 'Qxf7', 'Qxf2', 'Kd8']",
            "x = [\"[White \\\"Berg\\\"]\", \"1. e4 e5\", \"2. Nf3\"]",
        ] {
            let sure = sure(text);
            assert!(several(text, sure).is_none() && one(text, sure).is_none(), "{text}");
        }
    }
}
