//! Rows of a table and their cells.

use super::{MAX_CELLS, MAX_ROWS};

/// Rows with their line, from 1.
type Rows = Vec<(u32, Vec<String>)>;

/// Signs between the cells of a table that was drawn.
const BARS: [char; 3] = ['|', '│', '║'];

/// The cells of a line.
pub(super) fn split(line: &str, delimiter: u8) -> Vec<String> {
    if delimiter == b'|' {
        return drawn(line);
    }
    let mut reader = reader(line, delimiter);
    let mut row = csv::StringRecord::new();
    match reader.read_record(&mut row) {
        Ok(true) => row.iter().take(MAX_CELLS + 1).map(str::to_owned).collect(),
        _ => Vec::new(),
    }
}

/// The cells of a line of a table that was drawn: `| 1 | e4 | e5 |`.
fn drawn(line: &str) -> Vec<String> {
    let line = line.trim();
    let inside = line.strip_prefix(BARS).unwrap_or(line);
    let inside = inside.strip_suffix(BARS).unwrap_or(inside);
    inside.split(BARS).take(MAX_CELLS + 1).map(|cell| cell.trim().to_owned()).collect()
}

/// Whether a row is a line that was drawn.
pub(super) fn is_rule(row: &[String]) -> bool {
    let drawn = |c: char| matches!(c, '-' | '=' | ':' | '+' | ' ' | '\u{2500}'..='\u{257f}');
    let mut cells = row.iter().filter(|cell| !cell.is_empty()).peekable();
    cells.peek().is_some() && cells.all(|cell| cell.chars().all(drawn) && cell.len() > 1)
}

/// A reader of cells that are parted by a character.
fn reader(text: &str, delimiter: u8) -> csv::Reader<&[u8]> {
    csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .trim(csv::Trim::All)
        .delimiter(delimiter)
        .from_reader(text.as_bytes())
}

/// The rows of a text, and what could not be read.
pub(super) fn of_text(text: &str, delimiter: u8) -> (Rows, Vec<(u32, String)>) {
    let (mut rows, mut errors) = (Rows::new(), Vec::new());
    let mut add = |line: u32, cells: Vec<String>, errors: &mut Vec<(u32, String)>| {
        if cells.len() > MAX_CELLS {
            errors.push((line, format!("a row has more than {MAX_CELLS} cells")));
        } else if rows.len() == MAX_ROWS + 1 {
            errors.push((line, format!("only the first {MAX_ROWS} rows are read")));
            return false;
        } else if !is_rule(&cells) {
            rows.push((line, cells));
        }
        true
    };
    if delimiter == b'|' {
        let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
        for (line, row) in lines {
            if !add(line, drawn(row), &mut errors) {
                break;
            }
        }
        return (rows, errors);
    }
    for row in reader(text, delimiter).records() {
        let of = |place: Option<&csv::Position>| {
            place.map_or(0, |place| u32::try_from(place.line()).unwrap_or(0))
        };
        match row {
            Ok(row) => {
                let cells = row.iter().map(str::to_owned).collect();
                if !add(of(row.position()), cells, &mut errors) {
                    break;
                }
            }
            Err(error) => errors.push((of(error.position()), error.to_string())),
        }
    }
    (rows, errors)
}
