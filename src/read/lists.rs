//! Several games without move numbers, a game a line or a quoted cell:
//!
//! ```text
//! e2e4 e7e5 g1f3 b8c6 f1b5 a7a6
//! d2d4 g8f6 c2c4 g7g6 b1c3 f8g7
//! ```
//!
//! Lines are games of their own where each of them can be played from the start position, which
//! the later lines of one game cannot be; or where results end them. All else that stands in the
//! text must hold no moves, so that prose and numbered moves are given up at their first line.

use shakmaty::Chess;

use super::{
    heading,
    pgn::MAX_ENTRIES,
    printed,
    replay::played,
    shape::scan::{self, MAX_MOVE},
    text::opening,
};
use crate::record::{Entry, GameResult, Place, Record};

/// Fewest moves of a line that is a game.
const FEW: usize = 4;
/// A line that begins with so many legal moves is a game, even where a later one is not legal. Of 2,000 real
/// games that are wrapped after eight moves, eight had a second line of which as many can be
/// played from the start; wrapped after twelve moves, two.
const SURE: usize = 8;
/// Fewest moves of lines that count as games of their own although all of them joined make one game. Of the same
/// games, wrapped after six moves, one in a hundred had a second line that begins as games do and
/// can be played from the start; of two games as short, as many can be joined. But openings are
/// listed so more often than games end there.
const APART: usize = 6;
/// What may be left of a move whose end is cut off.
const RESTS: [&str; 3] = ["3", "c3", "O"];
/// White's moves that begin nearly all games.
const USUAL: [&str; 12] =
    ["e4", "d4", "c4", "Nf3", "e2e4", "d2d4", "c2c4", "g1f3", "e2-e4", "d2-d4", "c2-c4", "g1-f3"];

/// The games of a text that is a list of games; `line` is its first line, from 1.
pub(super) fn games(text: &str, line: u32) -> Option<Vec<Record>> {
    let units = units(text, line)?;
    let units = if are_games(&units) { units } else { ended(units)? };
    Some(units.into_iter().map(Unit::into_record).collect())
}

/// What may be a game: the moves of a line, of a quoted cell or of a row in brackets.
#[derive(Debug, Default)]
struct Unit<'a> {
    moves: Vec<(&'a str, Place)>,
    /// What ends it; `*` is an end without a result.
    end: Option<Option<GameResult>>,
    /// What a label before it tells.
    tags: Vec<(String, String)>,
}

impl<'a> Unit<'a> {
    /// The moves as they are written.
    fn texts(&self) -> impl Iterator<Item = &'a str> {
        self.moves.iter().map(|(text, _)| *text)
    }

    /// The list as a game.
    fn into_record(self) -> Record {
        let entry = |(text, place)| Entry { place, ..Entry::from_text(text) };
        let entries = self.moves.into_iter().map(entry).collect();
        let (sheets, result) = (printed(entries), self.end.flatten());
        Record { sheets, result, tags: self.tags, ..Record::default() }
    }
}

/// Whether every unit is a game from the start position on.
fn are_games(units: &[Unit]) -> bool {
    let mut whole = 0;
    for (at, unit) in units.iter().enumerate() {
        let count = played(Chess::default(), unit.texts());
        // The last one may be cut off.
        let cut = at >= 2 && at + 1 == units.len() && count + 1 >= unit.moves.len();
        if !cut && (count < unit.moves.len().min(SURE) || count < FEW) {
            return false;
        }
        whole += usize::from(count == unit.moves.len());
    }
    whole >= 2 && are_apart(units)
}

/// Whether units that are games of their own are not one game that was wrapped.
fn are_apart(units: &[Unit]) -> bool {
    let Some((_, before)) = units.split_last() else { return false };
    let all: usize = units.iter().map(|unit| unit.moves.len()).sum();
    let usual = |unit: &Unit| unit.texts().next().is_some_and(|text| USUAL.contains(&text));
    before.iter().any(|unit| unit.end.is_some())
        || units.iter().all(|unit| unit.moves.len() >= APART && usual(unit))
        || played(Chess::default(), units.iter().flat_map(Unit::texts)) < all
}

/// Units that go on up to a result, where two games at least end with one and nothing is left.
fn ended(units: Vec<Unit>) -> Option<Vec<Unit>> {
    let mut games: Vec<Unit> = Vec::new();
    let mut game = Unit::default();
    for unit in units {
        if game.moves.is_empty() {
            game.tags = unit.tags;
        }
        game.moves.extend(unit.moves);
        if unit.end.is_some() {
            games.push(Unit { end: unit.end, ..std::mem::take(&mut game) });
        }
    }
    let opens = |game: &Unit| {
        let first: Vec<char> = game.texts().next().unwrap_or("").chars().take(MAX_MOVE).collect();
        let found = scan::move_at(&first, 0);
        let text = String::from_iter(&first);
        found.is_some_and(|found| opening::can_open(&text, found.kind, false))
    };
    let is_game = |game: &Unit| (FEW..=MAX_ENTRIES).contains(&game.moves.len()) && opens(game);
    let all = game.moves.is_empty() && games.len() >= 2 && games.iter().all(is_game);
    all.then_some(games)
}

/// What may be games in a text, two at least; none where a line holds moves and other words, or
/// begins with a number.
fn units(text: &str, line: u32) -> Option<Vec<Unit<'_>>> {
    let mut found: Vec<Unit> = Vec::new();
    let end = end_of(text.trim_end());
    for (number, row) in (line..).zip(text.lines()) {
        let is_remark = ["#", "//"].iter().any(|sign| row.trim_start().starts_with(sign));
        if is_remark || row.trim().is_empty() {
            continue;
        }
        let mut columns = Columns { row, line: number, at: 0, column: 1, end };
        let cells = cells(row)?;
        for cell in cells {
            of_cell(cell, &mut columns, &mut found)?;
        }
    }
    let short = found.iter().all(|unit| unit.moves.len() <= MAX_ENTRIES);
    (short && found.len() >= 2).then_some(found)
}

/// The cells of a line: what stands in quotes, if those hold whole games; else what stands up to
/// a bracket that closes a row, `["e4", "e5", "Nf3"], ["d4", "d5", "c4"]`.
fn cells(row: &str) -> Option<Vec<&str>> {
    let quote = row.find(['"', '\'']).map_or('"', |at| char::from(row.as_bytes()[at]));
    let quoted: Vec<&str> = row.split(quote).skip(1).step_by(2).collect();
    let several = |cell: &&str| words(cell).filter(|word| scan::is_move(word)).count() >= FEW;
    if !quoted.iter().any(several) {
        return Some(row.split_inclusive(']').collect());
    }
    let mut outside = row.split(quote).step_by(2).flat_map(words);
    (!outside.any(scan::is_move)).then_some(quoted)
}

/// The words of a cell, less what surrounds them.
fn words(cell: &str) -> impl Iterator<Item = &str> {
    const AROUND: [char; 16] =
        ['"', '\'', '“', '”', '„', '’', '(', ')', '[', ']', '{', '}', '.', ':', '|', '`'];
    let parts = cell.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '\u{feff}'));
    parts.map(|part| part.trim_matches(AROUND)).filter(|word| !word.is_empty())
}

/// Adds the units of a cell, if it holds moves and nothing else, or no moves.
fn of_cell<'a>(cell: &'a str, columns: &mut Columns<'a>, found: &mut Vec<Unit<'a>>) -> Option<()> {
    let mut unit = Unit::default();
    let (mut moves, mut others) = (0, 0);
    // A list may have a label, `Ruy Lopez: e4 e5 Nf3`.
    let label = cell.split_once(':').filter(|(label, _)| !words(label).any(scan::is_move));
    for word in words(label.map_or(cell, |(_, rest)| rest)) {
        let result = GameResult::from_token(word);
        if result.is_some() || word == "*" {
            let started = !unit.moves.is_empty();
            let ends = if started { Some(&mut unit) } else { found.last_mut() };
            if let Some(ends) = ends.filter(|ends| ends.end.is_none()) {
                ends.end = Some(result);
            }
            found.extend(started.then(|| std::mem::take(&mut unit)));
        } else if scan::is_move(word) || moves > 0 && columns.cuts_off(word) {
            moves += 1;
            if let Some((label, _)) = label.filter(|_| moves == 1) {
                unit.tags = heading::told(&[label], label.len());
            }
            unit.moves.push((word, columns.place(word)));
        } else {
            others += 1;
        }
        let numbered = moves + others == 1 && word.starts_with(|c: char| c.is_ascii_digit());
        if moves > 0 && others > 0 || numbered && others == 1 {
            return None;
        }
    }
    found.extend((!unit.moves.is_empty()).then_some(unit));
    Some(())
}

/// Where a text ends in memory.
fn end_of(text: &str) -> usize {
    text.as_ptr().addr() + text.len()
}

/// Tells the columns of words of a line, from left to right.
struct Columns<'a> {
    row: &'a str,
    line: u32,
    /// Byte offset whose column is known.
    at: usize,
    column: u32,
    /// Where the text ends in memory.
    end: usize,
}

impl Columns<'_> {
    /// Whether the end of the text may have cut off the move that a word begins: nothing stands behind
    /// it.
    fn cuts_off(&self, word: &str) -> bool {
        end_of(word) == self.end && RESTS.iter().any(|rest| scan::is_move(&format!("{word}{rest}")))
    }

    /// The place of a word, which is a part of the line.
    fn place(&mut self, word: &str) -> Place {
        let offset = word.as_ptr().addr().saturating_sub(self.row.as_ptr().addr());
        let passed = self.row.get(self.at..offset).map_or(0, |passed| passed.chars().count());
        self.column = self.column.saturating_add(u32::try_from(passed).unwrap_or(u32::MAX));
        self.at = offset;
        Place { line: self.line, column: self.column, ..Place::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many moves each game has, as the entrance of the readers finds them.
    fn lengths(text: &str) -> Vec<usize> {
        let records = crate::read::read(text.as_bytes(), "f").expect("games");
        records.iter().map(|record| record.sheets[0].entries.len()).collect()
    }

    #[test]
    fn lines_that_are_games_of_their_own_are_parted() {
        for (text, want) in [
            ("e2e4 e7e5 g1f3 b8c6 f1b5 a7a6\nd2d4 g8f6 c2c4 g7g6 b1c3 f8g7\n", vec![6, 6]),
            ("e4 e6 d4 d5 Nc3 Bb4 e5 c5\n\nd4 d5 c4 c6 Nf3\r\nc4 e5 Nc3 Nf6\n", vec![8, 5, 4]),
            ("\"e4 c5 Nf3 d6 d4\",\n\"e4 c5 Nc3 Nc6 g3\",\n\"d4 f5 c4 e6 g3\"", vec![5, 5, 5]),
            ("moves\n\"e4 e5 Nf3 Nf6 Nxe5 d6\"\n\"e4 e5 f4 exf4 Nf3 g5\"\n", vec![6, 6]),
            ("moves\ne4 e5 Nf3 Nf6 Nxe5 d6\ne4 e5 f4 exf4 Nf3 g5\n", vec![6, 6]),
            ("x = ['e4 e5 Bc4 Nf6', 'd4 d5 Bf4 Nf6', 'e4 d5 exd5 Qxd5']", vec![4, 4, 4]),
            ("[[\"e4\",\"e5\",\"Nf3\",\"Nc6\",\"Bb5\"],[\"d4\",\"d5\",\"c4\",\"c6\"]]", vec![5, 4]),
            (
                "e2-e4,e7-e5,g1-f3,d7-d6\nd2-d4,d7-d5,c2-c4,e7-e6\nc2-c4,e7-e5,g2-g3,g8-f6,b1-\n",
                vec![4, 4, 5],
            ),
            ("e4 e5 Nf3 Nc6\nd4 d5 c4 e6\nc4 e5 Nc3 N", vec![4, 4, 4]),
            (
                "## Spanish\ne2-e4,e7-e5,g1-f3,b8-c6,f1-b5,a7-a6,(b5-c6)\n\
                 # Italian, 1. e4\ne2-e4,e7-e5,g1-f3,b8-c6,f1-c4\n",
                vec![7, 5],
            ),
            // Each has a label, and the last is cut off.
            (
                "Ruy Lopez: e4 e5 Nf3 Nc6 Bb5\n\\ others\nDanish: e4 e5 d4 exd4 c3;\nline: d4 d5 c4 c6\n\
                 line: e4 c5",
                vec![5, 5, 4, 2],
            ),
            // The last move of one line is no legal one, but the line is a game for long.
            (
                "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Qe4\nd4 d5 c4 dxc4 Nf3\nc4 c5 Nc3 Nc6\n",
                vec![10, 5, 4],
            ),
        ] {
            assert_eq!(lengths(text), want, "{text}");
        }
    }

    #[test]
    fn labels_name_players() {
        let text = "Magnus Berg - Otto Falk: e4 e5 Nf3 Nc6 Bb5\nHolm vs Dahl: d4 d5 c4 c6\n";
        let records = games(text, 1).expect("games");
        let tags = records.iter().flat_map(|record| &record.tags);
        let names: Vec<&str> = tags.map(|(_, name)| name.as_str()).collect();
        assert_eq!(names, ["Magnus Berg", "Otto Falk", "Holm", "Dahl"]);
    }

    #[test]
    fn results_end_games() {
        let text = "e4 e5 Sf3 Sc6 Lb5 a6 1-0\nd4 Sf6 c4 g6 0-1\nc4 e5 Sc3 Sf6 ½-½\n";
        let records = crate::read::read(text.as_bytes(), "f").expect("games");
        let results: Vec<_> = records.iter().filter_map(|record| record.result).collect();
        assert_eq!(results, [GameResult::WhiteWins, GameResult::BlackWins, GameResult::Draw]);
        assert!(records.iter().all(|record| record.remarks.is_empty()));
        assert_eq!(lengths("d4 Sf6 c4\ng6 Sc3 1-0\ne4 e5\nSf3 d6\n0-1"), [5, 4]);
        assert_eq!(lengths("e4 e5 Nf3 d6 * Nf3 Nf6 c4 g6 *"), [4, 4]);
        assert_eq!(lengths("Nf3 Nf6 Ng1 Ng8 1-0\nNf3 Nf6 Ng1 Ng8 *"), [4, 4]);
    }

    #[test]
    fn one_game_on_several_lines_stays_one() {
        for (text, want) in [
            ("e4 e5 Nf3 Nc6 Bb5 a6\nBa4 Nf6 O-O Be7 Re1 b5\n", 12),
            // Joined they replay, each can be a game, and no line is long.
            ("e4 e5 Nf3 Nc6\nd4 d6 c3 Nf6\n", 8),
            ("e4 e5 Nf3 Nc6 Nc3 Nf6\ng3 g6 Bg2 Bg7 d3 d6\n", 12),
            ("e4 e5\nNf3 Nc6\nBb5 a6\n", 6),
            ("e4\ne5\nNf3\nNc6\n", 4),
            ("e4 e5 Nf3 Nc6 Bb5 a6 1-0\n", 6),
            ("[\"e4\",\"e5\",\"Nf3\",\"Nc6\"]", 4),
            // White's moves, then Black's.
            ("e4 Nf3 Bb5 Ba4 O-O\ne5 Nc6 a6 Nf6 Be7\n", 10),
        ] {
            assert_eq!(lengths(text), [want], "{text}");
        }
    }

    #[test]
    fn texts_with_numbers_and_prose_are_given_up() {
        let lists = "e4 e5 Nf3 Nc6 Bb5 a6\nd4 d5 c4 c6 Nf3 Nf6\n";
        assert!(games(lists, 1).is_some());
        for other in ["1. e4 e5\n", "1.\n", "7\n", "and then e4 e5\n", "say 'e4 e5 Nf3 Nc6' e5\n"] {
            assert!(games(&format!("{lists}{other}"), 1).is_none(), "{other}");
        }
    }

    #[test]
    fn places_are_those_of_the_text() {
        let text = "\nmoves\n“é” ,\n\"d4 d5 c4 c6\"\n[\"c4\", \"e5\", \"Nc3\", \"Nf6\"]";
        let records = games(text, 5).expect("games");
        let place = |game: usize, entry: usize| {
            let place = records[game].sheets[0].entries[entry].place;
            (place.line, place.column)
        };
        assert_eq!([place(0, 0), place(0, 3), place(1, 3)], [(8, 2), (8, 11), (9, 22)]);
    }
}
