//! Tables: comma-, semicolon- or tab-separated moves, with or without the names of the columns.

use std::{collections::BTreeMap, sync::LazyLock};

use serde::Deserialize;
use shakmaty::Color;

use super::{pgn, scan};
use crate::record::{Entry, GameResult, Place, Record, Sheet};

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
}

static NAMES: LazyLock<Names> = LazyLock::new(|| {
    serde_json::from_str(include_str!("columns.json")).expect("the built-in table is well-formed")
});

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Column {
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
    Other,
}

/// A table of moves.
#[derive(Debug)]
pub(super) struct Table {
    columns: Vec<Column>,
    header: Option<Vec<String>>,
    /// Rows with their line, from 1.
    rows: Vec<(u32, Vec<String>)>,
    errors: Vec<(u32, String)>,
    /// Players who are named above.
    tags: Vec<(String, String)>,
}

/// Lines looked at to find out whether a text is a table.
const SAMPLE: usize = 40;
/// Most cells of a row; a longer one is no row of moves, and is reported instead of read.
pub(super) const MAX_CELLS: usize = 256;
/// Most rows that are read.
const MAX_ROWS: usize = 1_000_000;

/// The table that a text is, if it is one.
pub(super) fn read(text: &str) -> Option<Table> {
    let sample: Vec<&str> = text.lines().filter(|l| !l.trim().is_empty()).take(SAMPLE).collect();
    let first = sample.first()?;
    b",;\t|".iter().find_map(|&delimiter| {
        let cells = |line: &str| split(line, delimiter);
        let header = cells(first);
        if let Some(columns) = named(&header) {
            return Some(parse(text, delimiter, columns, true));
        }
        let rows: Vec<Vec<String>> = sample.iter().map(|line| cells(line)).collect();
        let columns = unnamed(&rows)?;
        // Names of columns that are misread are no moves.
        let is_entry = |cell: &String| scan::is_move(cell) || number(cell).is_some();
        let misread = columns[0] == Column::Number && !header.iter().any(is_entry);
        Some(parse(text, delimiter, columns, misread))
    })
}

/// The table that the rows of a spreadsheet are, if they are one. Names of columns may stand below
/// other lines, which name the players.
pub(super) fn of_rows(mut rows: Vec<(u32, Vec<String>)>) -> Option<Table> {
    rows.iter_mut()
        .for_each(|(_, cells)| cells.iter_mut().for_each(|cell| *cell = cell.trim().to_owned()));
    rows.retain(|(_, cells)| cells.iter().any(|cell| !cell.is_empty()));
    let header = (0..rows.len().min(SAMPLE)).find_map(|at| {
        let columns = named(&rows[at].1)?;
        // `White: A, Black: B` names players, not columns.
        let below = rows[at + 1..].iter().take(SAMPLE);
        let moves = below.filter(|(_, cells)| holds_moves(cells, &columns)).count();
        (moves > 0).then_some((at, columns))
    });
    let mut errors = Vec::new();
    if rows.len() > MAX_ROWS {
        errors.push((rows[MAX_ROWS].0, format!("only the first {MAX_ROWS} rows are read")));
        rows.truncate(MAX_ROWS);
    }
    if let Some((at, columns)) = header {
        let body = rows.split_off(at + 1);
        let tags = players(&rows[..at]);
        let header = rows.pop().map(|(_, cells)| cells);
        return Some(Table { columns, header, rows: body, errors, tags });
    }
    // Empty columns at the left are no columns.
    let body = |at: usize| {
        let empty = |cells: &[String]| cells.iter().take_while(|cell| cell.is_empty()).count();
        let left = rows[at..].iter().map(|(_, cells)| empty(cells)).min().unwrap_or(0);
        rows[at..].iter().map(move |(number, cells)| (*number, cells[left..].to_vec()))
    };
    let found = (0..rows.len().min(SAMPLE)).find_map(|at| {
        let sample: Vec<Vec<String>> = body(at).take(SAMPLE).map(|(_, cells)| cells).collect();
        Some((at, unnamed(&sample)?))
    });
    let (at, columns) = found?;
    let (tags, body) = (players(&rows[..at]), body(at).collect());
    Some(Table { columns, header: None, rows: body, errors, tags })
}

/// Whether all that stands in the columns of moves is moves, in every one of them.
fn holds_moves(cells: &[String], columns: &[Column]) -> bool {
    let is_moves = |column: &Column| matches!(column, Column::White | Column::Black | Column::Move);
    let mut inside = cells.iter().zip(columns).filter(|(_, column)| is_moves(column)).peekable();
    inside.peek().is_some() && inside.all(|(cell, _)| cell.split_whitespace().any(scan::is_move))
}

/// Players' names in rows above a table: the cell behind one that names a side.
fn players(rows: &[(u32, Vec<String>)]) -> Vec<(String, String)> {
    let mut tags: Vec<(String, String)> = Vec::new();
    for cells in rows.iter().map(|(_, cells)| cells) {
        let filled: Vec<&str> =
            cells.iter().map(String::as_str).filter(|cell| !cell.is_empty()).collect();
        for pair in filled.windows(2) {
            let Some(color) = side(pair[0].trim_end_matches([':', '.', ' '])) else { continue };
            let name = color.fold_wb("White", "Black");
            if side(pair[1].trim_end_matches([':', '.', ' '])).is_none()
                && !tags.iter().any(|(known, _)| known == name)
            {
                tags.push((name.to_owned(), pair[1].to_owned()));
            }
        }
    }
    tags
}

fn split(line: &str, delimiter: u8) -> Vec<String> {
    let mut reader = reader(line, delimiter);
    let mut row = csv::StringRecord::new();
    match reader.read_record(&mut row) {
        Ok(true) => row.iter().take(MAX_CELLS + 1).map(str::to_owned).collect(),
        _ => Vec::new(),
    }
}

fn reader(text: &str, delimiter: u8) -> csv::Reader<&[u8]> {
    csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .trim(csv::Trim::All)
        .delimiter(delimiter)
        .from_reader(text.as_bytes())
}

/// Columns by their names, if they name moves.
fn named(header: &[String]) -> Option<Vec<Column>> {
    if !(2..=MAX_CELLS).contains(&header.len()) {
        return None;
    }
    let names = &*NAMES;
    let mut columns: Vec<Column> = header
        .iter()
        .map(|name| {
            let name = name.trim_matches(['.', ':', '*', '_', ' ', '"']).to_lowercase();
            let is = |list: &[String]| list.contains(&name);
            match () {
                () if is(&names.white) => Column::White,
                () if is(&names.black) => Column::Black,
                () if is(&names.ply) => Column::Ply,
                () if is(&names.number) => Column::Number,
                () if is(&names.moves) => Column::Move,
                () if is(&names.color) => Column::Color,
                () if is(&names.game) => Column::Game,
                () => Column::Other,
            }
        })
        .collect();
    let count = |columns: &[Column], column| columns.iter().filter(|&&c| c == column).count();
    // `Move` may be the number beside two columns of moves, or the moves themselves.
    let pairs = count(&columns, Column::White);
    let counted = columns.iter().position(|&c| matches!(c, Column::Number | Column::Ply));
    if (pairs == 0 || counted.is_some_and(|i| columns[i] == Column::Ply))
        && count(&columns, Column::Move) == 0
        && let Some(index) = columns.iter().rposition(|&c| c == Column::Number)
        && names.moves.contains(&header[index].to_lowercase())
    {
        columns[index] = Column::Move;
    }
    if count(&columns, Column::Move) == 1 {
        // The players' names stand beside a column of whole games.
        columns.iter_mut().filter(|c| matches!(c, Column::White | Column::Black)).for_each(|c| {
            *c = Column::Other;
        });
        return Some(columns);
    }
    (pairs >= 1 && pairs == count(&columns, Column::Black)).then_some(columns)
}

/// The number that a cell is.
fn number(cell: &str) -> Option<u32> {
    cell.trim_end_matches(['.', ')']).parse().ok()
}

/// Columns of a table without names: number, White, Black, or the last two alone.
fn unnamed(rows: &[Vec<String>]) -> Option<Vec<Column>> {
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

fn parse(text: &str, delimiter: u8, columns: Vec<Column>, has_header: bool) -> Table {
    let mut table =
        Table { columns, header: None, rows: Vec::new(), errors: Vec::new(), tags: Vec::new() };
    for row in reader(text, delimiter).records() {
        match row {
            Ok(row) => {
                let line = row.position().map_or(0, |p| u32::try_from(p.line()).unwrap_or(0));
                if row.len() > MAX_CELLS {
                    table.errors.push((line, format!("a row has more than {MAX_CELLS} cells")));
                    continue;
                }
                if table.rows.len() == MAX_ROWS {
                    table.errors.push((line, format!("only the first {MAX_ROWS} rows are read")));
                    break;
                }
                let cells: Vec<String> = row.iter().map(str::to_owned).collect();
                if has_header && table.header.is_none() {
                    table.header = Some(cells);
                } else if cells.len() >= 2 || !table.rows.is_empty() {
                    // Before the rows stand headings: `White: A`.
                    table.rows.push((line, cells));
                }
            }
            Err(error) => {
                let line = error.position().map_or(0, |p| u32::try_from(p.line()).unwrap_or(0));
                table.errors.push((line, error.to_string()));
            }
        }
    }
    table
}

impl Table {
    /// The games of the table, and rows that could not be read, with their line and the reason.
    pub(super) fn games(self) -> (Vec<Record>, Vec<(u32, String)>) {
        let whole_games = self.columns.contains(&Column::Move)
            && self.rows.iter().take(SAMPLE).any(|(_, row)| {
                self.cell(row, Column::Move).is_some_and(|text| text.split_whitespace().count() > 4)
            });
        let games = if whole_games { self.game_a_row() } else { self.rows_by_game() };
        (games, self.errors)
    }

    fn cell<'a>(&self, row: &'a [String], column: Column) -> Option<&'a str> {
        let index = self.columns.iter().position(|&c| c == column)?;
        row.get(index).map(String::as_str)
    }

    /// Tables of archives: a game a row, its movetext in one cell.
    fn game_a_row(&self) -> Vec<Record> {
        let header = self.header.as_deref().unwrap_or_default();
        self.rows
            .iter()
            .filter_map(|(line, row)| {
                let text = self.cell(row, Column::Move).filter(|text| !text.is_empty())?;
                let (entries, mut result) = pgn::movetext(text, *line);
                let mut tags = Vec::new();
                for ((name, value), column) in header.iter().zip(row).zip(&self.columns) {
                    if *column == Column::Move || value.is_empty() {
                        continue;
                    }
                    let tag = match name.to_lowercase().as_str() {
                        "white" | "white_id" | "white_name" => "White".to_owned(),
                        "black" | "black_id" | "black_name" => "Black".to_owned(),
                        _ => name.clone(),
                    };
                    let won = (name.to_lowercase() == "winner").then(|| winner(value)).flatten();
                    result = result.or(GameResult::from_token(value)).or(won);
                    tags.push((tag, value.clone()));
                }
                let sheets = vec![Sheet { id: "1".to_owned(), entries, ..Sheet::default() }];
                Some(Record { tags, result, sheets, ..Record::default() })
            })
            .collect()
    }

    /// Tables with a move pair or a move a row; a column may say which game a row belongs to.
    fn rows_by_game(&self) -> Vec<Record> {
        let mut order: BTreeMap<String, usize> = BTreeMap::new();
        let mut games: Vec<Record> = Vec::new();
        // Side by side: 1-30 on the left, 31-60 on the right. Left columns come first.
        let groups = self.columns.iter().filter(|&&c| c == Column::White).count().max(1);
        for group in 0..groups {
            for (line, row) in &self.rows {
                let key = self.cell(row, Column::Game).unwrap_or("").to_owned();
                let index = *order.entry(key).or_insert_with(|| {
                    let sheet = Sheet { id: "1".to_owned(), ..Sheet::default() };
                    games.push(Record { sheets: vec![sheet], ..Record::default() });
                    games.len() - 1
                });
                self.read_row(&mut games[index], *line, row, group);
            }
        }
        for game in &mut games {
            for sheet in &mut game.sheets {
                let used = sheet.entries.iter().rposition(|e| !e.is_blank()).map_or(0, |i| i + 1);
                sheet.entries.truncate(used);
            }
        }
        if let [game] = &mut games[..] {
            game.tags.clone_from(&self.tags);
        }
        games.retain(|game| game.sheets.iter().any(|sheet| !sheet.entries.is_empty()));
        games
    }

    fn read_row(&self, game: &mut Record, line: u32, row: &[String], group: usize) {
        let (mut number, mut color, mut seen) = (None, None, 0);
        for (index, column) in self.columns.iter().enumerate() {
            let cell = row.get(index).map_or("", |cell| cell.trim());
            match column {
                Column::Number => {
                    number = cell.trim_end_matches(['.', ')']).parse().ok().or(number);
                    continue;
                }
                Column::Ply => {
                    let ply: Option<u32> = cell.parse().ok().filter(|&ply| ply > 0);
                    number = ply.map(|ply| ply.div_ceil(2)).or(number);
                    color = ply.map(|ply| Color::from_white(ply % 2 == 1)).or(color);
                    continue;
                }
                Column::Color => {
                    color = side(cell).or(color);
                    continue;
                }
                Column::White => {
                    seen += 1;
                    color = Some(Color::White);
                }
                Column::Black => color = Some(Color::Black),
                Column::Move => seen = 1,
                Column::Game | Column::Other => continue,
            }
            if seen != group + 1 {
                continue;
            }
            if let Some(result) = GameResult::from_token(cell) {
                game.result = game.result.or(Some(result));
                continue;
            }
            let column = u32::try_from(index + 1).unwrap_or(0);
            let place = Place { line, column, ..Place::default() };
            let mut entry = match cell {
                "" | "..." | "…" => Entry::default(),
                text => Entry::from_text(text),
            };
            (entry.number, entry.color, entry.place) = (number, color, place);
            if let Some(sheet) = game.sheets.last_mut()
                && sheet.entries.len() < pgn::MAX_ENTRIES
            {
                sheet.entries.push(entry);
            }
        }
    }
}

/// The result of a game whose winner is `white`, `black` or, where it has none, `draw`.
pub(super) fn winner(word: &str) -> Option<GameResult> {
    match side(word.trim()) {
        Some(Color::White) => Some(GameResult::WhiteWins),
        Some(Color::Black) => Some(GameResult::BlackWins),
        None => word.trim().eq_ignore_ascii_case("draw").then_some(GameResult::Draw),
    }
}

/// The side that a word names in any language.
pub(super) fn side(cell: &str) -> Option<Color> {
    let cell = cell.to_lowercase();
    match () {
        () if NAMES.white.contains(&cell) => Some(Color::White),
        () if NAMES.black.contains(&cell) => Some(Color::Black),
        () => None,
    }
}

#[cfg(test)]
mod tests {
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
        ] {
            if text.starts_with('"') {
                // The number stands behind the moves and is not known yet when they are read.
                assert_eq!(places(text).len(), 4);
            } else {
                assert_eq!(places(text), expected, "{text}");
            }
        }
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
}
