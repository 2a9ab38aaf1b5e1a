//! Tables: comma-, semicolon- or tab-separated moves, with or without the names of the columns.

use std::collections::BTreeMap;

use shakmaty::Color;

use self::heads::{Column, named, number, unnamed, wide};
use super::{pgn, shape::scan};
use crate::record::{Entry, GameResult, Place, Record, Sheet};

mod heads;
mod rows;
#[cfg(test)]
mod tests;
mod told;

pub(super) use heads::{is_number_head, nearly_side, owner, side, winner};

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
    b",;\t|".iter().find_map(|&delimiter| {
        let rows = sample.iter().map(|line| rows::split(line, delimiter));
        let rows: Vec<Vec<String>> = rows.filter(|row| !rows::is_rule(row)).collect();
        if rows.first().is_some_and(|row| counts(row)) {
            return None;
        }
        if let Some((at, columns)) = header(&rows) {
            let parted = rows.iter().filter(|row| row.len() > 1).count();
            // `Weiss | Schwarz` above a list in which an engine saw a bar here and there.
            if columns.len() > 1 && parted * 2 < rows.len() {
                return None;
            }
            let table = parse(text, delimiter, columns, Some(at));
            // Other lines stand around a table that a text has within it.
            return Some(table).filter(|table| at == 0 || table.is_whole());
        }
        if let Some(columns) = heads::listed(&rows) {
            return Some(parse(text, delimiter, columns, Some(0)));
        }
        let (first, body) = rows.split_first()?;
        // Names of columns that are misread are no moves, and those of players are none.
        let is_entry = |cell: &String| scan::is_move(cell) || number(cell).is_some();
        let heads = !first.iter().any(is_entry);
        let below = || unnamed(body).filter(|_| heads && first.len() > 2);
        let columns = unnamed(&rows).or_else(below)?;
        let misread = columns.contains(&Column::Number) && heads;
        Some(parse(text, delimiter, columns, misread.then_some(0)))
    })
}

/// Whether the columns are the moves, and the rows the sides: `Move 1 2 3`.
fn counts(row: &[String]) -> bool {
    let numbers = || row.iter().skip(1);
    numbers().count() > 1 && numbers().zip(1..).all(|(cell, want)| number(cell) == Some(want))
}

/// The row that names the columns, and what they are. Rows above it tell of the game.
fn header(rows: &[Vec<String>]) -> Option<(usize, Vec<Column>)> {
    let first = rows.first()?;
    let below = rows.get(1..).unwrap_or_default();
    let named_first = || named(first).filter(|columns| heads::fit(columns, below));
    if let Some(columns) = wide(first, below).or_else(named_first) {
        return Some((0, columns));
    }
    (1..rows.len()).find_map(|at| {
        let columns = named(&rows[at])?;
        let told = rows[..at].iter().all(|row| told::is_told(row));
        let below = rows[at + 1..].iter().filter(|row| holds_moves(row, &columns)).count();
        (told && below >= 2).then_some((at, columns))
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
        let tags = told::above(&rows[..at]);
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
    let (tags, body) = (told::above(&rows[..at]), body(at).collect());
    Some(Table { columns, header: None, rows: body, errors, tags })
}

/// Whether all that stands in the columns of moves is moves, in every one of them.
fn holds_moves(cells: &[String], columns: &[Column]) -> bool {
    let is_moves = |column: &Column| matches!(column, Column::White | Column::Black | Column::Move);
    let mut inside = cells.iter().zip(columns).filter(|(_, column)| is_moves(column)).peekable();
    inside.peek().is_some() && inside.all(|(cell, _)| cell.split_whitespace().any(scan::is_move))
}

/// Takes a text apart whose columns are known; `header` is the row that names them.
fn parse(text: &str, delimiter: u8, columns: Vec<Column>, header: Option<usize>) -> Table {
    let (mut rows, errors) = rows::of_text(text, delimiter);
    let mut tags = Vec::new();
    let header = header.filter(|at| *at < rows.len()).map(|at| {
        let body = rows.split_off(at + 1);
        let header = rows.pop().map(|(_, cells)| cells).unwrap_or_default();
        tags = told::above(&rows);
        rows = body;
        header
    });
    // Before the rows stand headings: `White: A`.
    let first = rows.iter().position(|(_, cells)| cells.len() >= 2 || columns.len() < 2);
    let above: Vec<_> = rows.drain(..first.unwrap_or(rows.len())).collect();
    tags.extend(told::above(&above));
    Table { columns, header, rows, errors, tags }
}

impl Table {
    /// The games of the table, and rows that could not be read, with their line and the reason.
    pub(super) fn games(self) -> (Vec<Record>, Vec<(u32, String)>) {
        let whole_games = self.columns.contains(&Column::Wide)
            || self.columns.contains(&Column::Move)
                && self.rows.iter().take(SAMPLE).any(|(_, row)| {
                    self.cell(row, Column::Move)
                        .is_some_and(|text| text.split_whitespace().count() > 4)
                });
        let games = if whole_games { self.game_a_row() } else { self.rows_by_game() };
        (games, self.errors)
    }

    /// Whether nearly all rows are those of a table, though they are not its first lines.
    fn is_whole(&self) -> bool {
        let width = self.columns.len();
        let others = self.rows.iter().filter(|(_, row)| {
            let moves =
                holds_moves(row, &self.columns) || row.iter().any(|cell| scan::is_move(cell));
            !(moves && (2..=width + 1).contains(&row.len())
                || self.tells(row)
                || self.header.as_ref() == Some(row))
        });
        others.count() * 20 <= self.rows.len()
    }

    fn cell<'a>(&self, row: &'a [String], column: Column) -> Option<&'a str> {
        let index = self.columns.iter().position(|&c| c == column)?;
        row.get(index).map(String::as_str)
    }

    /// Tables of archives: a game a row, its movetext in one cell or its moves in many.
    fn game_a_row(&self) -> Vec<Record> {
        let header = self.header.as_deref().unwrap_or_default();
        self.rows
            .iter()
            .filter_map(|(line, row)| {
                let cells = self.columns.iter().zip(row);
                let own = cells.filter(|(column, _)| matches!(column, Column::Move | Column::Wide));
                let texts: Vec<String> = own.map(|(_, cell)| told::unlisted(cell)).collect();
                let text = texts.join(" ");
                // A column may hold no game in some rows.
                let told =
                    |word: &str| word.contains(|c: char| c.is_numeric()) || scan::is_move(word);
                if !text.split_whitespace().any(told) {
                    return None;
                }
                let (entries, mut result) = pgn::movetext(&text, *line);
                let mut tags = Vec::new();
                for ((name, value), column) in header.iter().zip(row).zip(&self.columns) {
                    if matches!(column, Column::Move | Column::Wide) || value.is_empty() {
                        continue;
                    }
                    let won = (name.to_lowercase() == "winner").then(|| winner(value)).flatten();
                    result = result.or(GameResult::from_token(value)).or(won);
                    tags.push((told::tag(name).unwrap_or_else(|| name.clone()), value.clone()));
                }
                let sheets = vec![Sheet { id: "1".to_owned(), entries, ..Sheet::default() }];
                Some(Record { tags, result, sheets, ..Record::default() })
            })
            .collect()
    }

    /// Tables with a move pair or a move a row. A column may say which game a row belongs to; else
    /// a new one begins where the numbers begin again.
    fn rows_by_game(&self) -> Vec<Record> {
        let mut order: BTreeMap<(usize, String), usize> = BTreeMap::new();
        let mut games: Vec<Record> = Vec::new();
        let parts = self.parts();
        // Side by side: 1-30 on the left, 31-60 on the right. Left columns come first.
        let groups = self.columns.iter().filter(|&&c| c == Column::White).count().max(1);
        for group in 0..groups {
            for ((line, row), part) in self.rows.iter().zip(&parts) {
                let Some(part) = *part else { continue };
                let key = self.cell(row, Column::Game).unwrap_or("").to_owned();
                let index = *order.entry((part, key)).or_insert_with(|| {
                    let sheet = Sheet { id: "1".to_owned(), ..Sheet::default() };
                    games.push(Record { sheets: vec![sheet], ..Record::default() });
                    games.len() - 1
                });
                if self.tells(row) {
                    told::add(&mut games[index].tags, told::of_row(row));
                    continue;
                }
                told::add(&mut games[index].tags, self.told(row));
                self.read_row(&mut games[index], *line, row, group);
            }
        }
        for game in &mut games {
            for sheet in &mut game.sheets {
                let used = sheet.entries.iter().rposition(|e| !e.is_blank()).map_or(0, |i| i + 1);
                sheet.entries.truncate(used);
            }
        }
        if let Some(game) = games.first_mut() {
            told::add(&mut game.tags, self.tags.iter().cloned());
        }
        for game in &mut games {
            let claimed = game.tag("Result").and_then(GameResult::from_token);
            game.result = game.result.or(claimed);
        }
        games.retain(|game| game.sheets.iter().any(|sheet| !sheet.entries.is_empty()));
        games
    }

    /// Which game each row belongs to where games stand below each other; none has a row that
    /// names the columns again.
    fn parts(&self) -> Vec<Option<usize>> {
        let counted = |row: &[String]| {
            let cell = self.cell(row, Column::Ply).or_else(|| self.cell(row, Column::Number));
            number(cell?)
        };
        let numbers: Vec<Option<u32>> = self.rows.iter().map(|(_, row)| counted(row)).collect();
        let side_by_side = self.columns.iter().filter(|&&c| c == Column::White).count() > 1;
        let several = side_by_side || self.columns.contains(&Column::Game);
        // The next number behind each row that is not 1.
        let mut behind = vec![None; numbers.len()];
        for at in (1..numbers.len()).rev() {
            behind[at - 1] = numbers[at].filter(|number| *number != 1).or(behind[at]);
        }
        let (mut part, mut last) = (0, 0);
        // What is told stands before its game.
        let mut before = false;
        let mut parts = Vec::with_capacity(self.rows.len());
        for (at, (_, row)) in self.rows.iter().enumerate() {
            if self.header.as_ref() == Some(row) {
                parts.push(None);
                continue;
            }
            // A number that is misread as 1 has no 2 behind it.
            let again =
                numbers[at] == Some(1) && last > 1 && behind[at].is_none_or(|next| next == 2);
            let tells = last > 0 && self.tells(row);
            if !several && !before && (tells || again) {
                part += 1;
            }
            if tells {
                (before, last) = (true, 1);
            } else if let Some(number) = numbers[at] {
                before &= number == 1 && last <= 1;
                last = number;
            }
            parts.push(Some(part));
        }
        parts
    }

    /// Whether a row between games tells of the next one: `White,Berg`.
    fn tells(&self, row: &[String]) -> bool {
        !row.iter().any(|cell| scan::is_move(cell)) && !told::of_row(row).is_empty()
    }

    /// What the cells of a row tell besides its moves, by the heads of their columns.
    fn told(&self, row: &[String]) -> Vec<(String, String)> {
        let header = self.header.as_deref().unwrap_or_default();
        let cells = header.iter().zip(row).zip(&self.columns);
        let told = cells.filter_map(|((head, cell), column)| match column {
            Column::Other if !cell.is_empty() && !scan::is_move(cell) => {
                Some((told::tag(head)?, cell.clone()))
            }
            Column::White | Column::Black => {
                let name = if *column == Column::White { "White" } else { "Black" };
                Some((name.to_owned(), told::name_of(head)?))
            }
            _ => None,
        });
        told.collect()
    }

    /// The columns in the order in which a row is read: from the right where Black's moves stand left of
    /// White's, as where people write so; numbers before the only pair of moves they can belong to.
    fn order(&self) -> Vec<usize> {
        let first = |column| self.columns.iter().position(|&own| own == column);
        let mut order: Vec<usize> = (0..self.columns.len()).collect();
        if first(Column::Black).zip(first(Column::White)).is_some_and(|(b, w)| b < w) {
            order.reverse();
        }
        let moves = [Column::White, Column::Move, Column::From];
        if self.columns.iter().filter(|column| moves.contains(column)).count() < 2 {
            let counts = [Column::Number, Column::Ply, Column::Color];
            order.sort_by_key(|&index| !counts.contains(&self.columns[index]));
        }
        order
    }

    fn read_row(&self, game: &mut Record, line: u32, row: &[String], group: usize) {
        let (mut number, mut color, mut seen) = (None, None, 0);
        let has_numbers = self.columns.iter().any(|c| matches!(c, Column::Number | Column::Ply));
        let mut squares: Option<String> = None;
        let order = self.order();
        for (at, &index) in order.iter().enumerate() {
            let cell = row.get(index).map_or("", |cell| cell.trim());
            match self.columns[index] {
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
                // `from` and `to` hold one move, and perhaps `promotion`.
                Column::From => {
                    seen = 1;
                    squares = Some(cell.to_owned());
                    continue;
                }
                Column::To | Column::Promotion => {
                    let Some(squares) = squares.as_mut() else { continue };
                    let is_target = self.columns[index] == Column::To;
                    let letter = cell.chars().take(if is_target { 3 } else { 1 });
                    squares.extend(letter.flat_map(char::to_lowercase));
                    if order[at + 1..].iter().any(|&at| self.columns[at] == Column::Promotion) {
                        continue;
                    }
                }
                Column::Game | Column::Other | Column::Wide => continue,
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
            let mut cell = squares.as_deref().unwrap_or(cell);
            if !has_numbers && let Some((own, text)) = heads::counted(cell) {
                (number, cell) = (Some(own), text);
            }
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
