//! Turns input bytes into [`Record`]s; the format is found out, never asked for.
//!
//! | input | file |
//! |---|---|
//! | JSON Lines, one record a line | `json` |

use std::io::BufRead;

use shakmaty::{CastlingMode, Chess, fen::Fen};

use crate::{
    error::{Error, ErrorKind},
    record::Record,
};

mod json;

/// Reads every record of an input that is in memory; `name` is its file name, `-` for standard
/// input, and appears in ids and errors.
///
/// # Errors
///
/// The first error of [`records`].
pub fn read(bytes: &[u8], name: &str) -> Result<Vec<Record>, Error> {
    records(bytes, name).collect()
}

/// Reads records one by one. A line that is no record is an error of its own; the next call goes
/// on behind it.
pub fn records<R: BufRead>(input: R, name: &str) -> Records<R> {
    Records { input, name: name.to_owned(), line: 0, buffer: Vec::new(), done: false }
}

/// Records of an input, in its order; made by [`records`].
#[derive(Debug)]
pub struct Records<R> {
    input: R,
    name: String,
    line: u32,
    buffer: Vec<u8>,
    done: bool,
}

impl<R: BufRead> Iterator for Records<R> {
    type Item = Result<Record, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.done {
            self.buffer.clear();
            match self.input.read_until(b'\n', &mut self.buffer) {
                Ok(0) => self.done = true,
                Ok(_) => {
                    self.line = self.line.saturating_add(1);
                    let bytes = self.buffer.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&self.buffer);
                    if bytes.trim_ascii().is_empty() {
                        continue;
                    }
                    let text = String::from_utf8_lossy(bytes);
                    return Some(json::record(&text, &self.name, self.line));
                }
                Err(error) => {
                    self.done = true;
                    let why = ErrorKind::Json(error.to_string());
                    return Some(Err(Error::new(why).at(&self.name, self.line, 0)));
                }
            }
        }
        None
    }
}

/// The start position of a FEN, or nothing where it is the usual one.
fn start_from_fen(text: &str) -> Result<Option<Fen>, String> {
    let fen: Fen = text.trim().parse().map_err(|error| format!("\"{text}\": {error}"))?;
    let legal = |mode| fen.clone().into_position::<Chess>(mode);
    let position = legal(CastlingMode::Standard)
        .or_else(|_| legal(CastlingMode::Chess960))
        .or_else(|error| error.ignore_too_much_material())
        .or_else(|error| error.ignore_impossible_check())
        .map_err(|error| format!("\"{text}\": {error}"))?;
    Ok((position != Chess::default()).then_some(fen))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bad_line_does_not_end_the_input() {
        let input = "{\"sheets\":[]}\n\nnonsense\n{\"id\":\"b\",\"sheets\":[]}";
        let found: Vec<_> = records(input.as_bytes(), "f").collect();
        assert_eq!(found.len(), 3);
        assert_eq!(found[0].as_ref().map(|r| r.id.as_str()).ok(), Some("f#1"));
        assert!(found[1].as_ref().is_err_and(|e| e.location().is_some_and(|at| at.line == 3)));
        assert_eq!(found[2].as_ref().map(|r| r.id.as_str()).ok(), Some("b"));
    }

    #[test]
    fn the_usual_start_is_no_start() {
        let usual = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(start_from_fen(usual), Ok(None));
        assert!(start_from_fen("8/8/8/8/8/8/8/8 w - - 0 1").is_err());
        assert!(start_from_fen("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1").is_ok_and(|fen| fen.is_some()));
    }
}
