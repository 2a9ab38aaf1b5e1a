//! Turns input bytes into [`Record`]s; the format is found out, never asked for.
//!
//! | input | told by | read by |
//! |---|---|---|
//! | JSON Lines, a JSON array, indented JSON | a brace and a key | `json`, `foreign` |
//! | OCR output: hOCR, ALTO, PAGE XML, TSV, JSON of cloud services | elements, names of columns, keys | `ocr` |
//! | spreadsheets, XLSX and ODS | their first bytes | `spreadsheet`, `table` |
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
//! 3. `raw`: the text is put right, in its lines and columns; here `read_text` tells what it is.
//! 4. `columns`: lines are put into the order in which they are to be read.
//! 5. `text` or another reader of the table above finds the games and their moves, with `shape`,
//!    which knows what moves look like, and `heading`, which knows what stands above them.
//! 6. `glued` and `tail` look at the records of all formats, as they are handed out: texts that
//!    hold several moves are parted, and the end of each game is looked at.
//!
//! JSON Lines and PGN are read record by record; all else is held in memory.

use std::{
    collections::VecDeque,
    io::{self, BufRead, Chain, Cursor, Read},
};

use shakmaty::{CastlingMode, Chess, EnPassantMode, fen::Fen};

use self::{
    pgn::tag,
    raw::{beside, entities, signs, wrapped},
    text::plain,
};
use crate::{
    error::{Error, ErrorKind},
    record::{Entry, Record, Sheet},
    start::position,
};

mod columns;
mod encoding;
mod foreign;
mod glued;
mod heading;
mod json;
mod lists;
mod ocr;
mod pgn;
mod raw;
mod replay;
mod shape;
mod spreadsheet;
mod table;
mod tail;
#[cfg(test)]
mod tests;
mod text;
mod unwrap;

/// Bytes that are looked at to find out the format.
const HEAD: usize = 64 * 1024;
/// Largest input that is held in memory, in bytes: everything but JSON Lines and PGN.
const MAX_WHOLE: usize = 256 * 1024 * 1024;
/// Longest JSON line, in bytes.
const MAX_LINE: usize = 128 * 1024 * 1024;
/// Most bytes of PGN that are held at once; a longer game is taken for two.
const MAX_BLOCK: usize = 16 * 1024 * 1024;

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
    Records {
        name: name.to_owned(),
        state: State::Start(input),
        ready: VecDeque::new(),
        line: 0,
        games: 0,
        on_line: (0, 0),
    }
}

/// Records of an input, in its order; made by [`records`].
///
/// The items are errors where
///
/// - a line is no record ([`ErrorKind::Json`], [`ErrorKind::Start`]),
/// - the input is empty, no text, or text without moves ([`ErrorKind::Empty`],
///   [`ErrorKind::Binary`], [`ErrorKind::NoGame`]),
/// - a table has a broken row ([`ErrorKind::Csv`]),
/// - a limit is passed ([`ErrorKind::TooLarge`]) or reading fails ([`ErrorKind::Io`]).
#[derive(Debug)]
pub struct Records<R> {
    name: String,
    state: State<R>,
    /// Records that are read and not yet handed out.
    ready: VecDeque<Result<Record, Error>>,
    /// Lines that are read.
    line: u32,
    /// Games that are read and had no name of their own.
    games: u32,
    /// The last line that had a JSON value with such games, and how many they were.
    on_line: (u32, u32),
}

/// The input from its first byte on.
type Source<R> = Chain<Cursor<Vec<u8>>, R>;

#[derive(Debug)]
enum State<R> {
    Start(R),
    Json(Source<R>),
    /// PGN, and the line that begins the next game.
    Pgn(Source<R>, Vec<u8>),
    Done,
}

impl<R: BufRead> Iterator for Records<R> {
    type Item = Result<Record, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(mut ready) = self.ready.pop_front() {
                if let Ok(record) = &mut ready {
                    glued::part(record);
                    tail::claim(record);
                }
                return Some(ready);
            }
            let step = match std::mem::replace(&mut self.state, State::Done) {
                State::Start(input) => self.start(input),
                State::Json(source) => self.json_line(source),
                State::Pgn(source, line) => self.pgn_game(source, line),
                State::Done => return None,
            };
            match step {
                Ok(state) => self.state = state,
                Err(error) => self.ready.push_back(Err(error)),
            }
        }
    }
}

impl<R: BufRead> Records<R> {
    fn start(&mut self, mut input: R) -> Result<State<R>, Error> {
        let mut head = Vec::new();
        let size = HEAD as u64;
        input.by_ref().take(size).read_to_end(&mut head).map_err(|e| self.cannot_read(&e))?;
        let whole = head.len() < HEAD;
        if whole && encoding::is_blank(&head) {
            return Err(Error::new(ErrorKind::Empty).at(&self.name, 0, 0));
        }
        if spreadsheet::is_one(&head) {
            self.spreadsheet(head, input)?;
            return Ok(State::Done);
        }
        let wide = encoding::utf16(&head).is_some();
        if !wide && encoding::is_binary(&head) {
            return Err(Error::new(ErrorKind::Binary).at(&self.name, 0, 0));
        }
        let form = match ocr::sniff(&encoding::beginning(&head)) {
            Some(_) => Form::Whole,
            None if wide => Form::Whole,
            None => sniff(&head),
        };
        let source = Cursor::new(head).chain(input);
        match form {
            Form::JsonLines => Ok(State::Json(source)),
            Form::Pgn => Ok(State::Pgn(source, Vec::new())),
            Form::Whole => {
                self.whole(source)?;
                Ok(State::Done)
            }
        }
    }

    fn json_line(&mut self, mut source: Source<R>) -> Result<State<R>, Error> {
        let mut line = Vec::new();
        let limit = MAX_LINE as u64;
        let read = source
            .by_ref()
            .take(limit)
            .read_until(b'\n', &mut line)
            .map_err(|e| self.cannot_read(&e))?;
        if read == 0 {
            return Ok(State::Done);
        }
        self.line = self.line.saturating_add(1);
        if read == MAX_LINE {
            let why = format!("a line is longer than {} MB", MAX_LINE >> 20);
            return Err(Error::new(ErrorKind::TooLarge(why)).at(&self.name, self.line, 0));
        }
        if !encoding::is_blank(&line) {
            let bytes = line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&line);
            let text = String::from_utf8_lossy(bytes);
            self.json(&text, self.line);
        }
        Ok(State::Json(source))
    }

    /// Reads the games of a JSON value. A game without a name has that of its line; behind the
    /// first of a line they are told apart by their number on it: `f#1`, `f#1.2`.
    fn json(&mut self, text: &str, line: u32) {
        if self.on_line.0 != line {
            self.on_line = (line, 0);
        }
        let of_line = format!("{}#{line}", self.name);
        for mut record in json::records(text, &self.name, line) {
            if let Ok(record) = &mut record
                && record.id == of_line
            {
                self.on_line.1 = self.on_line.1.saturating_add(1);
                if self.on_line.1 > 1 {
                    record.id = format!("{of_line}.{}", self.on_line.1);
                }
            }
            self.ready.push_back(record);
        }
    }

    /// Reads the lines of one game and what hangs on it.
    fn pgn_game(&mut self, mut source: Source<R>, first: Vec<u8>) -> Result<State<R>, Error> {
        let begun = first.split_inclusive(|&b| b == b'\n').count();
        let start = (self.line + 1).saturating_sub(u32::try_from(begun).unwrap_or(0));
        let mut block = first;
        // Where a line begins that is a tag if another one follows it.
        let mut perhaps = None;
        let mut in_moves = false;
        let mut in_comment = false;
        let next = loop {
            let from = block.len();
            let limit = (MAX_BLOCK - from) as u64;
            let read = source
                .by_ref()
                .take(limit)
                .read_until(b'\n', &mut block)
                .map_err(|e| self.cannot_read(&e))?;
            if read == 0 {
                break None;
            }
            self.line = self.line.saturating_add(1);
            let line = &block[from..];
            let tag = tag_of_line(line).or_else(|| quoted_tag(line));
            let may_begin = tag.as_ref().is_some_and(|tag| !tag.is_prose());
            let is_event = line.starts_with(b"[Event ");
            if may_begin && in_moves && (!in_comment || is_event) {
                if perhaps.is_some() || tag.as_ref().is_some_and(|tag| tag.sound) {
                    break Some(block.split_off(perhaps.unwrap_or(from)));
                }
                perhaps = Some(from);
            } else if !encoding::is_blank(line) {
                perhaps = None;
            }
            if block.len() >= MAX_BLOCK {
                break Some(Vec::new());
            }
            if tag.is_none() {
                in_moves |= !encoding::is_blank(line);
                for &b in line {
                    in_comment = if in_comment { b != b'}' } else { b == b'{' };
                }
            }
        };
        let text =
            encoding::decode(&block).map_err(|kind| Error::new(kind).at(&self.name, start, 0));
        match text {
            Ok(text) => {
                let games = self.named(pgn_or_text(&text, start));
                self.ready.extend(games.into_iter().map(Ok));
            }
            Err(error) => self.ready.push_back(Err(error)),
        }
        Ok(match next {
            Some(line) => State::Pgn(source, line),
            None => State::Done,
        })
    }

    /// Reads an input that is no stream of records.
    fn whole(&mut self, source: Source<R>) -> Result<(), Error> {
        let mut bytes = Vec::new();
        let limit = MAX_WHOLE as u64 + 1;
        source.take(limit).read_to_end(&mut bytes).map_err(|e| self.cannot_read(&e))?;
        if bytes.len() > MAX_WHOLE {
            let why = format!(
                "a text of more than {} MB is not read whole; split it, or give PGN or JSON Lines",
                MAX_WHOLE >> 20
            );
            return Err(Error::new(ErrorKind::TooLarge(why)).at(&self.name, 0, 0));
        }
        let text =
            encoding::decode(&bytes).map_err(|kind| Error::new(kind).at(&self.name, 0, 0))?;
        let text = encoding::narrow(text);
        drop(bytes);
        if let Some(format) = ocr::sniff(&text[..text.floor_char_boundary(HEAD)]) {
            let (games, errors) = ocr::read(&text, format, &self.name);
            return self.found(games, errors);
        }
        if starts_json(&text) {
            for (line, value) in json::values(&text, &self.name)? {
                self.json(&value, line);
            }
            return Ok(());
        }
        let (games, errors) = match unwrap::games(&text, 1) {
            Some(found) => found,
            None => table_or_text(&text),
        };
        let errors = errors.into_iter();
        self.ready.extend(
            errors.map(|(line, why)| Err(Error::new(ErrorKind::Csv(why)).at(&self.name, line, 0))),
        );
        let games = self.named(games);
        self.ready.extend(games.into_iter().map(Ok));
        if self.ready.is_empty() {
            let kind = if text.trim().is_empty() { ErrorKind::Empty } else { ErrorKind::NoGame };
            return Err(Error::new(kind).at(&self.name, 0, 0));
        }
        Ok(())
    }

    /// Reads a spreadsheet, which is known by its first bytes.
    fn spreadsheet(&mut self, head: Vec<u8>, input: R) -> Result<(), Error> {
        let mut bytes = head;
        let limit = spreadsheet::MAX_FILE - bytes.len() + 1;
        input.take(limit as u64).read_to_end(&mut bytes).map_err(|e| self.cannot_read(&e))?;
        if bytes.len() > spreadsheet::MAX_FILE {
            let why = format!(
                "a spreadsheet of more than {} MB is not read; split it, or save it as CSV",
                spreadsheet::MAX_FILE >> 20
            );
            return Err(Error::new(ErrorKind::TooLarge(why)).at(&self.name, 0, 0));
        }
        let (games, errors) = spreadsheet::read(&bytes, &self.name)?;
        self.found(games, errors)
    }

    /// Hands out games, and errors behind them; there has to be something.
    fn found(&mut self, games: Vec<Record>, errors: Vec<Error>) -> Result<(), Error> {
        let games = self.named(games);
        self.ready.extend(games.into_iter().map(Ok));
        self.ready.extend(errors.into_iter().map(Err));
        if self.ready.is_empty() {
            return Err(Error::new(ErrorKind::NoGame).at(&self.name, 0, 0));
        }
        Ok(())
    }

    /// Gives names to games that have none.
    fn named(&mut self, mut games: Vec<Record>) -> Vec<Record> {
        for game in &mut games {
            self.games = self.games.saturating_add(1);
            game.id = format!("{}#{}", self.name, self.games);
        }
        games
    }

    fn cannot_read(&self, error: &io::Error) -> Error {
        Error::new(ErrorKind::Io(format!("cannot be read: {error}"))).at(&self.name, self.line, 0)
    }
}

/// What kind of input this is.
#[derive(Debug, PartialEq, Eq)]
enum Form {
    JsonLines,
    Pgn,
    Whole,
}

fn sniff(head: &[u8]) -> Form {
    let text = String::from_utf8_lossy(head);
    let text = text.trim_start_matches('\u{feff}').trim_start();
    if starts_json(text) {
        let line = text.lines().next().unwrap_or("");
        // An object that goes on behind its line is no JSON Lines.
        let whole = serde_json::from_str::<serde::de::IgnoredAny>(line);
        let goes_on = whole.is_err_and(|error| error.is_eof()) && text.contains('\n');
        return if goes_on || line.starts_with('[') { Form::Whole } else { Form::JsonLines };
    }
    let is_pgn = !unwrap::is_whole(text) && text.lines().any(tag::is_tag_line);
    if is_pgn { Form::Pgn } else { Form::Whole }
}

/// Whether a text starts as a JSON object or an array of objects, not as a comment of PGN.
fn starts_json(text: &str) -> bool {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let object = match text.strip_prefix('[') {
        Some(rest) => rest.trim_start(),
        None => text,
    };
    let Some(key) = object.strip_prefix('{') else { return false };
    let key = key.trim_start();
    key.starts_with('}')
        || key.strip_prefix('"').is_some_and(|key| {
            key.split_once('"').is_some_and(|(_, rest)| rest.trim_start().starts_with(':'))
        })
}

pub(crate) use encoding::utf16;
pub(crate) use shape::scan::names_square;

pub(crate) fn line_is_tag(line: &[u8]) -> bool {
    tag_of_line(line).is_some()
}

/// The tag pair that a line begins with.
fn tag_of_line(line: &[u8]) -> Option<tag::Tag> {
    let start = line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line).trim_ascii_start();
    let may_be = matches!(start.first(), Some(b'[' | b'<'));
    may_be.then(|| tag::tag_of_line(&String::from_utf8_lossy(start))).flatten()
}

/// The tag pair that begins a text in a program: ``pgn = `[Event "Cup"]``.
fn quoted_tag(line: &[u8]) -> Option<tag::Tag> {
    let open = memchr::memchr(b'[', line)?;
    let quote = line.get(open.checked_sub(1)?);
    let tag = matches!(quote, Some(b'`' | b'"')).then(|| tag_of_line(&line[open..])).flatten();
    tag.filter(|tag| tag.sound)
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

/// Games of a text that may be PGN or prose; `line` is its first line, from 1.
fn pgn_or_text(text: &str, line: u32) -> Vec<Record> {
    unwrap::games(text, line).map_or_else(|| read_text(text, line), |(games, _)| games)
}

/// The games of a table or of a text with nothing around it, and rows that could not be read, with
/// their line and the reason.
fn table_or_text(text: &str) -> (Vec<Record>, Vec<(u32, String)>) {
    match table::read(text) {
        Some(table) => table.games(),
        None => (read_text(text, 1), Vec::new()),
    }
}

/// Games of such a text with nothing around it.
fn read_text(text: &str, line: u32) -> Vec<Record> {
    let text = &*entities::decoded(text);
    let Some(marked) = signs::marked(text) else { return games_of(text, line) };
    let mut games = games_of(&marked.text, line);
    games.iter_mut().for_each(|game| marked.restore(game, line));
    games
}

/// Games of a text in which no figurine is a cluster of characters.
fn games_of(text: &str, line: u32) -> Vec<Record> {
    if text.lines().any(tag::is_tag_line) {
        return typed(text, line);
    }
    let text = &*beside::without(text);
    if let Some(games) = lists::games(text, line) {
        return games;
    }
    let text = &*wrapped::joined(text);
    let sample = &text[..text.floor_char_boundary(HEAD)];
    if columns::ordered(sample).is_some() {
        return text::games(text, line);
    }
    let (share, moves) = pgn::likeness(sample);
    let is_pgn = share > 0.9
        && moves > 0
        && !text::is_out_of_order(sample)
        && !plain::has_lists_of_sides(sample);
    if !is_pgn {
        return text::games(text, line);
    }
    let mut games = typed(text, line);
    pgn::heading::tell(&mut games, text, line);
    games
}

/// The only sheet of a game that was printed or typed.
fn printed(entries: Vec<Entry>) -> Vec<Sheet> {
    vec![Sheet { id: "1".to_owned(), entries, printed: true, ..Sheet::default() }]
}

/// Games of a text that is PGN.
fn typed(text: &str, line: u32) -> Vec<Record> {
    let mut games = pgn::games(text, line);
    games.iter_mut().for_each(tail::doubt);
    games
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
