//! Spreadsheets, XLSX and ODS: each of their tables is read as a table of text is.

use std::{
    io::{self, Cursor, Read},
    panic::{AssertUnwindSafe, catch_unwind},
};

use calamine::{Data, Reader, Xlsx, open_workbook_from_rs};

use super::{ocr::xml, package::Kind, table};
use crate::{
    error::{Error, ErrorKind},
    record::Record,
};

/// Largest file that is read, in bytes.
const MAX_FILE: usize = 64 * 1024 * 1024;
/// Largest content that is unpacked, in bytes.
const MAX_CONTENT: u64 = 512 * 1024 * 1024;
/// Most cells of a table with something in them.
const MAX_FILLED: usize = 4_000_000;

/// Rows with their numbers, from 1.
type Rows = Vec<(u32, Vec<String>)>;

/// The games of a spreadsheet, and what could not be read.
///
/// # Errors
///
/// [`ErrorKind::Csv`] where it is damaged, [`ErrorKind::TooLarge`] where the file or its content
/// is.
pub(super) fn read(
    bytes: &[u8],
    kind: &Kind,
    name: &str,
) -> Result<(Vec<Record>, Vec<Error>), Error> {
    let tables = tables(bytes, kind).map_err(|kind| Error::new(kind).at(name, 0, 0))?;
    let (mut records, mut errors) = (Vec::new(), Vec::new());
    for rows in tables {
        let Some(table) = table::of_rows(rows) else { continue };
        let (games, wrong) = table.games();
        records.extend(games);
        errors.extend(
            wrong.into_iter().map(|(row, why)| Error::new(ErrorKind::Csv(why)).at(name, row, 0)),
        );
    }
    Ok((records, errors))
}

/// The tables of a spreadsheet of either kind.
fn tables(bytes: &[u8], kind: &Kind) -> Result<Vec<Rows>, ErrorKind> {
    if bytes.len() > MAX_FILE {
        let why = format!(
            "a spreadsheet of more than {} MB is not read; split it, or save it as CSV",
            MAX_FILE >> 20
        );
        return Err(ErrorKind::TooLarge(why));
    }
    let damaged = |why: &dyn std::fmt::Display| {
        ErrorKind::Csv(format!("the spreadsheet is damaged ({why}); save it again, or as CSV"))
    };
    check(bytes).map_err(|error| match error.kind() {
        io::ErrorKind::FileTooLarge => ErrorKind::TooLarge(error.to_string()),
        _ => damaged(&error),
    })?;
    // The reader of spreadsheets is made for honest files: what it trips over is damage.
    let guarded = catch_unwind(AssertUnwindSafe(|| match kind {
        Kind::Ods => ods(bytes).map_err(|error| damaged(&error)),
        _ => xlsx(bytes).map_err(|error| damaged(&error)),
    }));
    guarded.unwrap_or_else(|_| Err(damaged(&"its content contradicts itself")))
}

/// Looks that an archive does not unpack to more than there is room for: what its table of
/// contents says of that need not be true.
fn check(bytes: &[u8]) -> io::Result<()> {
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes))?;
    let mut room = MAX_CONTENT;
    for index in 0..archive.len() {
        let entry = archive.by_index(index)?;
        room -= io::copy(&mut entry.take(room), &mut io::sink())?.min(room);
        if room == 0 {
            let why = format!(
                "the spreadsheet holds more than {} MB; split it, or save it as CSV",
                MAX_CONTENT >> 20
            );
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, why));
        }
    }
    Ok(())
}

/// The tables of an XLSX file.
fn xlsx(bytes: &[u8]) -> Result<Vec<Rows>, calamine::XlsxError> {
    let mut book: Xlsx<_> = open_workbook_from_rs(Cursor::new(bytes))?;
    let mut tables = Vec::new();
    for name in book.sheet_names() {
        let mut rows = Filled::default();
        // Cell by cell: a table with one cell far down is mostly nothing.
        let mut cells = match book.worksheet_cells_reader(&name) {
            Ok(cells) => cells,
            // Charts are sheets without cells.
            Err(calamine::XlsxError::NotAWorksheet(_)) => continue,
            Err(error) => return Err(error),
        };
        while let Some(cell) = cells.next_cell()? {
            let (row, column) = cell.get_position();
            if !rows.put(row, column, text_of(&cell.get_value().clone().into())) {
                break;
            }
        }
        tables.push(rows.rows);
    }
    Ok(tables)
}

/// Reads the tables of an ODS file. Its cells are few elements; but one may stand for a million
/// others, and so they are read here, where there is a limit.
fn ods(bytes: &[u8]) -> io::Result<Vec<Rows>> {
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes))?;
    let mut content = Vec::new();
    archive.by_name("content.xml")?.take(MAX_CONTENT).read_to_end(&mut content)?;
    let mut reader = Content::default();
    match xml::walk(&String::from_utf8_lossy(&content), &mut reader) {
        Some(trouble) if reader.tables.is_empty() => {
            Err(io::Error::new(io::ErrorKind::InvalidData, trouble.message))
        }
        _ => Ok(reader.tables.into_iter().map(|table| table.rows).collect()),
    }
}

/// What stands in an ODS file (OpenDocument 1.3, part 3, chapter 9).
#[derive(Default)]
struct Content {
    tables: Vec<Filled>,
    /// Row and column of the cell that is being read, from 0, and how often they stand there.
    row: u32,
    column: u32,
    rows: u32,
    columns: u32,
    /// The text of the cell, and whether it is being read: notes on a cell are none of it.
    text: Option<String>,
    aside: u32,
}

impl xml::Visitor for Content {
    fn open(&mut self, element: &xml::Element) {
        let times = |name: &str| {
            element.get(name).and_then(|n| n.parse().ok()).filter(|&n| n > 0).unwrap_or(1_u32)
        };
        match element.name.as_str() {
            "table" => {
                self.tables.push(Filled::default());
                self.row = 0;
            }
            "table-row" => (self.rows, self.column) = (times("number-rows-repeated"), 0),
            "table-cell" | "covered-table-cell" => {
                self.columns = times("number-columns-repeated");
                self.text = Some(String::new());
            }
            "annotation" => self.aside += 1,
            "s" | "tab" | "line-break" => self.text(" "),
            _ => {}
        }
    }

    fn text(&mut self, text: &str) {
        if self.aside == 0
            && let Some(own) = &mut self.text
        {
            own.push_str(text);
        }
    }

    fn close(&mut self, name: &str) {
        match name {
            "table-cell" | "covered-table-cell" => {
                // A text that is repeated far is no move.
                let text = self.text.take().unwrap_or_default();
                if let Some(table) = self.tables.last_mut() {
                    for at in 0..self.columns.min(MOST_REPEATED) {
                        let column = self.column.saturating_add(at);
                        table.put(self.row, column, text.trim().to_owned());
                    }
                }
                self.column = self.column.saturating_add(self.columns);
            }
            "table-row" => self.row = self.row.saturating_add(self.rows),
            "annotation" => self.aside = self.aside.saturating_sub(1),
            _ => {}
        }
    }
}

/// Most times that the text of a cell is taken for the cells beside it too.
const MOST_REPEATED: u32 = 16;

/// The rows of a table that hold something.
#[derive(Default)]
struct Filled {
    rows: Rows,
    cells: usize,
}

impl Filled {
    /// Keeps a cell, its row and column counted from 0; false where there is no more room.
    fn put(&mut self, row: u32, column: u32, text: String) -> bool {
        let number = row.saturating_add(1);
        if text.is_empty() || column as usize > table::MAX_CELLS {
            return true;
        }
        if self.rows.last().is_none_or(|(last, _)| *last != number) {
            self.rows.push((number, Vec::new()));
        }
        if let Some((_, cells)) = self.rows.last_mut() {
            let at = column as usize;
            cells.resize(cells.len().max(at + 1), String::new());
            cells[at] = text;
        }
        self.cells += 1;
        self.cells < MAX_FILLED
    }
}

/// The text of a cell.
fn text_of(value: &Data) -> String {
    match value {
        Data::Empty | Data::Error(_) => String::new(),
        Data::String(text) => text.trim().to_owned(),
        // Numbers of moves are stored as 1.0.
        value => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows_of(content: &str) -> Rows {
        let mut reader = Content::default();
        assert!(xml::walk(content, &mut reader).is_none());
        reader.tables.swap_remove(0).rows
    }

    #[test]
    fn cells_keep_their_rows_and_columns() {
        let content = "<document-content><spreadsheet><table><table-column/>\
            <table-row number-rows-repeated='3'><table-cell number-columns-repeated='1000'/></table-row>\
            <table-row><table-cell/><table-cell><p>1</p></table-cell><table-cell><p>e4<s/></p>\
            <annotation><p>a note</p></annotation></table-cell></table-row>\
            <table-row><covered-table-cell number-columns-repeated='3'/>\
            <table-cell number-columns-repeated='2'><p>7</p></table-cell></table-row>\
            <table-row number-rows-repeated='1000000000'><table-cell/></table-row>\
            </table></spreadsheet></document-content>";
        let texts = |texts: &[&str]| texts.iter().map(|t| (*t).to_owned()).collect::<Vec<_>>();
        let want = vec![(4, texts(&["", "1", "e4"])), (5, texts(&["", "", "", "7", "7"]))];
        assert_eq!(rows_of(content), want);
    }

    #[test]
    fn a_cell_that_stands_for_a_million_is_read_a_few_times() {
        let cell = "<table-cell number-columns-repeated='1000000000'><p>x</p></table-cell>";
        let content = format!("<c><table><table-row>{}</table-row></table></c>", cell.repeat(50));
        let rows = rows_of(&content);
        assert_eq!(rows[0].1.len(), MOST_REPEATED as usize);
    }
}
