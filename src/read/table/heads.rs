//! Columns of a table: what their heads name, or what stands in them.

use std::sync::LazyLock;

use serde::Deserialize;
use shakmaty::Color;

use super::MAX_CELLS;
use crate::{read::shape::scan, record::GameResult};

/// Names of columns in many languages, lower case. Sources: the languages' chess literature.
#[derive(Debug, Deserialize)]
struct Names {
    number: Vec<String>,
    ply: Vec<String>,
    white: Vec<String>,
    black: Vec<String>,
    #[serde(rename = "move")]
    moves: Vec<String>,
    game: Vec<String>,
    color: Vec<String>,
    from: Vec<String>,
    to: Vec<String>,
    promotion: Vec<String>,
    /// Words beside the name of a side.
    of_a_side: Vec<String>,
}

static NAMES: LazyLock<Names> = LazyLock::new(|| {
    serde_json::from_str(include_str!("columns.json")).expect("the built-in table is well-formed")
});

/// Shortest name of a side that is known when misread, and longest word that is compared with it, in
/// letters; and how much of it is to be right.
const LONG_NAME: usize = 4;
const LONGEST: usize = 12;
const LIKE: f64 = 0.75;
/// Most digits of a move number.
const MOST_DIGITS: usize = 3;

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Column {
    Number,
    /// Half-moves, counted from 1.
    Ply,
    White,
    Black,
    /// One move a row.
    Move,
    /// Whose move the row holds.
    Color,
    Game,
    /// The squares of a move, and what its pawn becomes.
    From,
    To,
    Promotion,
    /// One move of many in the row of a game.
    Wide,
    Other,
}

/// Columns by their names, if they name moves.
pub(super) fn named(header: &[String]) -> Option<Vec<Column>> {
    if !(2..=MAX_CELLS).contains(&header.len()) {
        return None;
    }
    let mut columns: Vec<Column> = header.iter().map(|name| Column::named(name)).collect();
    let count = |columns: &[Column], column| columns.iter().filter(|&&c| c == column).count();
    // `Move` may be the number beside two columns of moves, or the moves themselves.
    let pairs = count(&columns, Column::White);
    let counted = columns.iter().position(|&c| matches!(c, Column::Number | Column::Ply));
    if (pairs == 0 || counted.is_some_and(|i| columns[i] == Column::Ply))
        && count(&columns, Column::Move) == 0
        && let Some(index) = columns.iter().rposition(|&c| c == Column::Number)
        && NAMES.moves.contains(&header[index].to_lowercase())
    {
        columns[index] = Column::Move;
    }
    let squares = [Column::From, Column::To].map(|column| count(&columns, column));
    if pairs == 0 && count(&columns, Column::Move) == 0 && squares == [1, 1] {
        return Some(columns);
    }
    let leave_out = |columns: &mut [Column], out: &[Column]| {
        columns.iter_mut().filter(|c| out.contains(c)).for_each(|c| *c = Column::Other);
    };
    leave_out(&mut columns, &[Column::From, Column::To, Column::Promotion]);
    if count(&columns, Column::Move) == 1 {
        // The players' names stand beside a column of whole games.
        leave_out(&mut columns, &[Column::White, Column::Black]);
        return Some(columns);
    }
    (pairs >= 1 && pairs == count(&columns, Column::Black)).then_some(columns)
}

impl Column {
    /// What a column holds by its name.
    fn named(name: &str) -> Column {
        let name = plain(name);
        let names = &*NAMES;
        let known = [
            (&names.white, Column::White),
            (&names.black, Column::Black),
            (&names.ply, Column::Ply),
            (&names.number, Column::Number),
            (&names.moves, Column::Move),
            (&names.color, Column::Color),
            (&names.game, Column::Game),
            (&names.from, Column::From),
            (&names.to, Column::To),
            (&names.promotion, Column::Promotion),
        ];
        let found = known.into_iter().find(|(names, _)| names.contains(&name));
        found.map_or(Column::Other, |(_, column)| column)
    }
}

/// The name of a column without what stands beside it: `White move`, `white_san`, `White (Berg)`,
/// `White's moves`.
fn plain(name: &str) -> String {
    let name = name.split('(').next().filter(|name| !name.trim().is_empty()).unwrap_or(name);
    let name = name.trim_matches(['.', ':', '*', '_', ' ', '"']).to_lowercase();
    let words = name.split(['_', ' ', '-']).filter(|word| !word.is_empty());
    let words: Vec<&str> =
        words.map(|word| word.trim_end_matches("'s").trim_end_matches("’s")).collect();
    let sides: Vec<&&str> = words.iter().filter(|word| side(word).is_some()).collect();
    let is_move = |word: &&str| NAMES.of_a_side.iter().any(|own| own == word);
    match sides[..] {
        [side] if words.iter().all(|word| word == side || is_move(word)) => (*side).to_owned(),
        _ => name,
    }
}

/// Whether what stands below columns may be what their names say: numbers are no moves.
pub(super) fn fit(columns: &[Column], rows: &[Vec<String>]) -> bool {
    let Some(at) = columns.iter().position(|&column| column == Column::Move) else { return true };
    let cells = rows.iter().filter_map(|row| row.get(at)).filter(|cell| !cell.is_empty());
    let counted =
        cells.clone().filter(|cell| number(cell).is_some_and(|number| number < 500)).count();
    counted * 2 <= cells.count() || !rows.iter().flatten().any(|cell| scan::is_move(cell))
}

/// Whether a word is the name of a side misread: `Wnite`.
pub(super) fn is_near_side(word: &str) -> bool {
    let word = word.to_lowercase();
    let near = |name: &String| name.chars().count() > 4 && strsim::levenshtein(name, &word) <= 2;
    NAMES.white.iter().chain(&NAMES.black).any(near)
}

/// Fewest columns of a table with a game a row and a move a cell.
const WIDE: usize = 8;

/// Columns of a table with a game a row and a move a cell, below a row of names.
pub(super) fn wide(header: &[String], rows: &[Vec<String>]) -> Option<Vec<Column>> {
    if header.iter().any(|cell| scan::is_move(cell)) || header.len() > MAX_CELLS {
        return None;
    }
    let is_moves = |at: usize| {
        let mut cells =
            rows.iter().filter_map(|row| row.get(at)).filter(|cell| !cell.is_empty()).peekable();
        cells.peek().is_some() && cells.all(|cell| scan::is_move(cell))
    };
    let column = |at| if is_moves(at) { Column::Wide } else { Column::Other };
    let columns: Vec<Column> = (0..header.len()).map(column).collect();
    let moves = columns.iter().filter(|&&column| column == Column::Wide).count();
    (moves >= WIDE).then_some(columns)
}

/// The number that a cell is.
pub(super) fn number(cell: &str) -> Option<u32> {
    cell.trim_end_matches(['.', ')']).parse().ok()
}

/// The number that a cell begins with before its move, and the move: `1. e4`, `1: e4`.
pub(super) fn counted(cell: &str) -> Option<(u32, &str)> {
    let behind = cell.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = &cell[..cell.len() - behind.len()];
    let text = behind.strip_prefix(['.', ':', ')'])?.trim_start();
    let number = digits.parse().ok().filter(|_| digits.len() <= MOST_DIGITS)?;
    text.starts_with(char::is_alphabetic).then_some((number, text))
}

/// Columns of a table of which one holds a game in most rows, whatever its name is.
pub(super) fn listed(rows: &[Vec<String>]) -> Option<Vec<Column>> {
    let (head, body) = rows.split_first()?;
    if !(2..=MAX_CELLS).contains(&head.len())
        || head.iter().any(|cell| scan::is_move(cell) || scan::begins_game(cell))
    {
        return None;
    }
    // Prose with commas may stand above games, which have no other cells.
    let games = |at: usize| {
        let rows = body.iter().filter(|row| row.len() > 1);
        rows.filter(|row| row.get(at).is_some_and(|cell| scan::begins_game(cell))).count()
    };
    let is_list = |at: &usize| games(*at) >= 2 && games(*at) * 2 > body.len();
    let mut lists = (0..head.len()).filter(is_list);
    let at = lists.next().filter(|_| lists.next().is_none())?;
    let column = |own| if own == at { Column::Move } else { Column::Other };
    Some((0..head.len()).map(column).collect())
}

/// Columns of a table without names: number, White, Black, or the last two alone.
pub(super) fn unnamed(rows: &[Vec<String>]) -> Option<Vec<Column>> {
    let width = rows.iter().map(Vec::len).max()?;
    if rows.len() < 3 || !(2..=8).contains(&width) {
        return None;
    }
    let full = rows.iter().filter(|row| row.len() >= 2).count();
    let short = rows.iter().flatten().all(|cell| cell.chars().count() <= 24);
    if !short || full * 10 < rows.len() * 9 {
        return None;
    }
    let numbers: Vec<Option<u32>> =
        rows.iter().map(|row| row.first().and_then(|cell| number(cell))).collect();
    let counted = numbers.windows(2).filter(|w| matches!(w, [Some(a), Some(b)] if *b == a + 1));
    let numbered = counted.count() * 10 >= (rows.len() - 1) * 8;
    let moves = rows.iter().flatten().filter(|cell| scan::is_move(cell)).count();
    let cells = rows.iter().flatten().filter(|cell| !cell.is_empty()).count();
    let lead = usize::from(numbered);
    let group = 2 + lead;
    let plain = moves * 10 >= (cells.saturating_sub(lead * rows.len())) * 5;
    if !plain || !width.is_multiple_of(group) && width != group + 1 || (!numbered && width != 2) {
        return None;
    }
    // `1. e4 1... e5`: Black's moves have a column of numbers of their own.
    let is_move = |row: &&Vec<String>| row.get(1 + lead).is_some_and(|cell| scan::is_move(cell));
    if rows.iter().filter(is_move).count() * 2 < rows.len() {
        return None;
    }
    let pattern = [Column::Number, Column::White, Column::Black];
    Some(
        (0..width)
            .map(|i| pattern.get(i % group + 1 - lead).copied().unwrap_or(Column::Other))
            .collect(),
    )
}

/// The result of a game whose winner is `white`, `black` or, where it has none, `draw`.
pub(in crate::read) fn winner(word: &str) -> Option<GameResult> {
    match side(word.trim()) {
        Some(Color::White) => Some(GameResult::WhiteWins),
        Some(Color::Black) => Some(GameResult::BlackWins),
        None => word.trim().eq_ignore_ascii_case("draw").then_some(GameResult::Draw),
    }
}

/// Whether a text is the head of a column of numbers.
pub(in crate::read) fn is_number_head(cell: &str) -> bool {
    NAMES.number.contains(&cell.trim_end_matches('.').to_lowercase())
}

/// The side that a word names in any language.
pub(in crate::read) fn side(cell: &str) -> Option<Color> {
    let cell = cell.to_lowercase();
    side_named(|name| *name == cell)
}

/// The side whose moves a heading names: `White`, `White's moves`.
pub(in crate::read) fn owner(heading: &str) -> Option<Color> {
    side(&plain(heading))
}

/// The side that a word names in any language with a letter misread, `Weif` for `Weiß`.
pub(in crate::read) fn nearly_side(cell: &str) -> Option<Color> {
    let cell = cell.to_lowercase();
    let long = |name: &str| name.chars().count() >= LONG_NAME;
    if !long(&cell) || cell.chars().count() > LONGEST {
        return None;
    }
    side_named(|name| long(name) && strsim::normalized_levenshtein(&cell, name) >= LIKE)
}

/// The side that has such a name.
fn side_named(is: impl Fn(&String) -> bool) -> Option<Color> {
    match () {
        () if NAMES.white.iter().any(&is) => Some(Color::White),
        () if NAMES.black.iter().any(&is) => Some(Color::Black),
        () => None,
    }
}
