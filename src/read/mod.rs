//! Turns input bytes into [`Record`]s; the format is found out, never asked for.
//!
//! | input | told by | read by |
//! |---|---|---|
//! | JSON Lines, a JSON array, indented JSON | a brace and a key | `json`, `foreign` |
//! | OCR output: hOCR, ALTO, PAGE XML, TSV, JSON of cloud services | elements, names of columns, keys | `ocr` |
//! | spreadsheets, XLSX and ODS | their first bytes, names of parts (`package`) | `spreadsheet`, `table` |
//! | documents, DOCX and ODT; e-books, EPUB | the same | `document`, then as any text |
//! | PGN, however broken | tag pairs, or movetext almost without other words | `pgn` |
//! | a table: CSV with `,` `;` or tabs | named columns, or rows of number and moves | `table` |
//! | a text within other things: pages, programs, logs of engines, RTF | elements, quotes, commands | `unwrap` |
//! | games without numbers, a game a line | lines that replay from the start | `lists` |
//! | any other text: move lists, books, OCR | what is left | `text` |
//!
//! A text goes through these steps, of which each knows nothing of those behind it:
//!
//! 1. `encoding`: bytes become text.
//! 2. `unwrap`: what programs, pages and people have put around the games is taken off.
//! 3. `raw`: the text is put right, in its lines and columns, and `kind` tells what it is.
//! 4. `columns`: lines are put into the order in which they are to be read.
//! 5. `text` or another reader of the table above finds the games and their moves, with `shape`,
//!    which knows what moves look like, and `heading`, which knows what stands above them.
//! 6. `glued` and `tail` look at the records of all formats, as they are handed out: texts that
//!    hold several moves are parted, and the end of each game is looked at.
//!
//! `stream` hands the records out. JSON Lines and PGN are read record by record; all else is held in
//! memory.

use std::io::BufRead;

use shakmaty::{CastlingMode, Chess, EnPassantMode, fen::Fen};

pub(crate) use self::encoding::utf16;
pub use self::stream::Records;
use self::{
    kind::{pgn_or_text, starts_json, table_or_text},
    pgn::tag,
};
use crate::{
    error::{Error, ErrorKind},
    record::{Entry, Record, Sheet},
    start::position,
};

mod columns;
mod document;
mod encoding;
mod foreign;
mod glued;
mod heading;
mod json;
mod kind;
mod lists;
mod ocr;
mod package;
mod pgn;
mod raw;
mod replay;
mod shape;
mod spreadsheet;
mod stream;
mod table;
mod tail;
#[cfg(test)]
mod tests;
mod text;
mod unwrap;

/// Reads every record of an input that is in memory; `name` is its file name, `-` for standard
/// input, and appears in ids and errors.
///
/// # Errors
///
/// The first error of [`records`].
///
/// # Examples
///
/// ```
/// let records = scoresheet::read::read(b"1. e4 e5 2. Sf3 Sc6", "game.txt")?;
/// assert_eq!(records[0].sheets[0].entries[2].text(), "Sf3");
/// # Ok::<(), scoresheet::error::Error>(())
/// ```
pub fn read(bytes: &[u8], name: &str) -> Result<Vec<Record>, Error> {
    records(bytes, name).collect()
}

/// Reads records one by one. A line or game that cannot be read is an error of its own; the next
/// call goes on behind it.
///
/// JSON Lines and PGN files of any length are read in bounded memory.
pub fn records<R: BufRead>(input: R, name: &str) -> Records<R> {
    Records::new(input, name)
}

/// Whether a line begins with a tag pair of PGN.
pub(crate) fn line_is_tag(line: &[u8]) -> bool {
    tag::of_bytes(line).is_some()
}

/// Name, value and length in bytes of the tag pair at the start of `text`, which starts with `[`.
pub(crate) fn tag_at(text: &str) -> Option<(String, String, usize)> {
    tag::tag(text).map(|tag| (tag.name, tag.value, tag.length))
}

/// The games of a text that is PGN, with the places of their entries, and the text.
pub(crate) fn pgn_games(bytes: &[u8]) -> Result<(Vec<Record>, String), ErrorKind> {
    let text = encoding::decode(bytes)?;
    let mut games = pgn::games(&text, 1);
    games.iter_mut().for_each(glued::part);
    Ok((games, text))
}

/// The only sheet of a game that was printed or typed.
fn printed(entries: Vec<Entry>) -> Vec<Sheet> {
    vec![Sheet { id: "1".to_owned(), entries, printed: true, ..Sheet::default() }]
}

/// The start position of a FEN, or nothing where it is the usual one.
fn start_from_fen(text: &str) -> Result<Option<Fen>, String> {
    let fen: Fen = text.trim().parse().map_err(|error| format!("\"{text}\": {error}"))?;
    // Castling rights without a rook are common in positions that were set up by hand.
    let (pos, fen) = match position(&fen, CastlingMode::Chess960) {
        Ok(pos) => (pos, fen),
        Err(error) => {
            let pos = error
                .ignore_invalid_castling_rights()
                .map_err(|error| format!("\"{text}\": {error}"))?;
            let fen = Fen::from_position(&pos, EnPassantMode::Always);
            (pos, fen)
        }
    };
    Ok((pos != Chess::default()).then_some(fen))
}
