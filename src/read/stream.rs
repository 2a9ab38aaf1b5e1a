//! The records of an input, one by one: JSON Lines and PGN as a stream, all else at once.

use std::{
    collections::VecDeque,
    io::{self, BufRead, Chain, Cursor, Read},
};

use super::{
    document, encoding, glued, json,
    kind::{self, Form, HEAD, pgn_or_text, starts_json, table_or_text},
    ocr,
    package::{self, Kind, Package},
    pgn, spreadsheet, tail, unwrap,
};
use crate::{
    error::{Error, ErrorKind},
    record::Record,
};

/// Largest input that is held in memory, in bytes: everything but JSON Lines and PGN.
const MAX_WHOLE: usize = 256 * 1024 * 1024;
/// Longest JSON line, in bytes.
const MAX_LINE: usize = 128 * 1024 * 1024;
/// Most bytes of PGN that are held at once; a longer game is taken for two.
const MAX_BLOCK: usize = 16 * 1024 * 1024;

/// Records of an input, in its order; made by [`super::records`].
///
/// The items are errors where
///
/// - a line is no record ([`ErrorKind::Json`], [`ErrorKind::Start`]),
/// - the input is empty, no text, or text without moves ([`ErrorKind::Empty`],
///   [`ErrorKind::Binary`], [`ErrorKind::NoGame`]), or a PDF ([`ErrorKind::Pdf`]),
/// - a document is damaged, protected or of an old kind ([`ErrorKind::Document`]),
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
                    tail::looped(record);
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
    /// The records of an input, of which nothing is read yet.
    pub(super) fn new(input: R, name: &str) -> Records<R> {
        Records {
            name: name.to_owned(),
            state: State::Start(input),
            ready: VecDeque::new(),
            line: 0,
            games: 0,
            on_line: (0, 0),
        }
    }

    /// Finds out the form of the input, and reads it where it is no stream of records.
    fn start(&mut self, mut input: R) -> Result<State<R>, Error> {
        let mut head = Vec::new();
        let size = HEAD as u64;
        input.by_ref().take(size).read_to_end(&mut head).map_err(|e| self.cannot_read(&e))?;
        let whole = head.len() < HEAD;
        if whole && encoding::is_blank(&head) {
            return Err(Error::new(ErrorKind::Empty).at(&self.name, 0, 0));
        }
        if package::is_one(&head) {
            self.package(head, input)?;
            return Ok(State::Done);
        }
        if encoding::is_pdf(&head) {
            return Err(Error::new(ErrorKind::Pdf).at(&self.name, 0, 0));
        }
        let wide = encoding::utf16(&head).is_some();
        if !wide && encoding::is_binary(&head) {
            return Err(Error::new(ErrorKind::Binary).at(&self.name, 0, 0));
        }
        let form = match ocr::sniff(&encoding::beginning(&head)) {
            Some(_) => Form::Whole,
            None if wide || encoding::has_old_lines(&head) => Form::Whole,
            None => kind::sniff(&head),
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

    /// Reads a line of JSON.
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

    /// Reads the lines of one game of PGN and what hangs on it; `first` is its first line.
    fn pgn_game(&mut self, mut source: Source<R>, first: Vec<u8>) -> Result<State<R>, Error> {
        let begun = first.split_inclusive(|&b| b == b'\n').count();
        let start = (self.line + 1).saturating_sub(u32::try_from(begun).unwrap_or(0));
        let mut bounds = pgn::Bounds::behind(&first);
        let mut block = first;
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
            if let Some(next) = bounds.next_game(from, &block[from..]) {
                break Some(block.split_off(next));
            }
            if block.len() >= MAX_BLOCK {
                break Some(Vec::new());
            }
        };
        let text =
            encoding::decode(&block).map_err(|kind| Error::new(kind).at(&self.name, start, 0));
        match text {
            Ok(text) => {
                let games = self.named(pgn_or_text(&encoding::plain(text), start));
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
        let text = encoding::plain(text);
        drop(bytes);
        if let Some(format) = ocr::sniff(&text[..text.floor_char_boundary(HEAD)]) {
            let (games, errors) = ocr::read(&text, format, &self.name);
            // JSON in which texts have boxes of another kind may be games all the same.
            if !games.is_empty() || format != ocr::Format::Boxes {
                return self.found(games, errors);
            }
        }
        if starts_json(&text) {
            let is_meant = json::is_meant(&text);
            match json::values(&text, &self.name) {
                Ok(values) => values.iter().for_each(|(line, value)| self.json(value, *line)),
                Err(error) if is_meant => return Err(error),
                Err(_) => {}
            }
            if is_meant || self.ready.iter().any(Result::is_ok) {
                return Ok(());
            }
        }
        let found = match unwrap::games(&text, 1) {
            Some(found) => found,
            None => table_or_text(&text),
        };
        // Well-formed JSON that holds no games says more of that than its text does.
        if !self.ready.is_empty() {
            if found.0.is_empty() {
                return Ok(());
            }
            self.ready.clear();
        }
        self.of_text(found, &text)
    }

    /// Hands out the games of a text, and before them errors of rows; there has to be something.
    fn of_text(
        &mut self,
        (games, errors): (Vec<Record>, Vec<(u32, String)>),
        text: &str,
    ) -> Result<(), Error> {
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

    /// Reads a document, an e-book or a spreadsheet.
    fn package(&mut self, head: Vec<u8>, input: R) -> Result<(), Error> {
        let mut bytes = head;
        let limit = package::MAX_FILE - bytes.len() + 1;
        input.take(limit as u64).read_to_end(&mut bytes).map_err(|e| self.cannot_read(&e))?;
        let name = self.name.clone();
        let fail = |kind| Error::new(kind).at(&name, 0, 0);
        if bytes.len() > package::MAX_FILE {
            let why = format!(
                "a document of more than {} MB is not read; split it, or save it as text",
                package::MAX_FILE >> 20
            );
            return Err(fail(ErrorKind::TooLarge(why)));
        }
        let mut package = Package::open(&bytes).map_err(fail)?;
        let kind = package.kind().map_err(fail)?;
        if matches!(kind, Kind::Xlsx | Kind::Ods) {
            let (games, errors) = spreadsheet::read(&bytes, &kind, &name)?;
            return self.found(games, errors);
        }
        let Some(document) = document::read(&mut package, &kind).map_err(fail)? else {
            return Err(fail(ErrorKind::Binary));
        };
        let troubles = document.troubles.into_iter().map(|why| Err(fail(ErrorKind::Document(why))));
        let found = unwrap::of_document(&document.text, &document.bold);
        let read = self.of_text(found, &document.text);
        let troubled = troubles.len() > 0;
        self.ready.extend(troubles);
        // What kept the games from being read is told instead of there being none.
        if troubled { Ok(()) } else { read }
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

    /// The error for an input that fails.
    fn cannot_read(&self, error: &io::Error) -> Error {
        Error::new(ErrorKind::Io(format!("cannot be read: {error}"))).at(&self.name, self.line, 0)
    }
}
