//! Parts an archive into games, byte for byte, with a bounded part of it in memory.
//!
//! A game begins at a tag pair that follows movetext, and at an `[Event "…"]` even inside a
//! comment, which then was never closed. Blank lines belong to the game before them, so that all
//! games one after another are the archive.

use std::io::{self, Read};

use memchr::{memchr, memchr2};
use serde::{Deserialize, Serialize};

use crate::read;

/// Most bytes of one game. What is longer is no game that anybody played: it is handed out in
/// pieces and never decoded.
pub const MAX_GAME: usize = 1 << 20;
/// Bytes that are read at a time.
const READ: usize = 1 << 16;

/// How far an archive is read: everything before is handed out.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reached {
    /// Bytes, uncompressed.
    pub offset: u64,
    /// Lines.
    pub lines: u64,
    /// Games that have begun.
    pub games: u64,
    /// The last game was too long, and this is the middle of it.
    pub inside: bool,
}

/// Whether the bytes of a game are all there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// They are.
    Whole,
    /// They are the first piece of a game that passes [`MAX_GAME`].
    TooLong,
    /// They are a later piece of such a game.
    TooLongStill,
    /// Reading failed in the middle of them.
    Cut,
}

/// Where in a [`Batch`] a game stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Slot {
    /// First byte.
    pub start: usize,
    /// Byte behind the last one, blank lines included.
    pub end: usize,
    /// Line of the first byte, from 1.
    pub line: u64,
    /// Number of the game in its archive, from 1.
    pub game: u64,
    /// Whether the bytes are all there.
    pub extent: Extent,
    /// Whether another game follows in the archive.
    pub followed: bool,
}

/// Some games that follow one another.
#[derive(Debug)]
pub struct Batch {
    /// The bytes of all of them.
    pub bytes: Vec<u8>,
    /// The games; together they are all of `bytes`.
    pub games: Vec<Slot>,
    /// How far the archive is read behind them.
    pub reached: Reached,
    /// Why nothing follows, where that is not the end of the archive.
    pub error: Option<io::Error>,
}

/// Reads an archive batch by batch.
#[derive(Debug)]
pub struct Splitter<R> {
    input: R,
    buffer: Vec<u8>,
    reached: Reached,
    ended: bool,
    error: Option<io::Error>,
}

/// What is known of the game that is being read.
#[derive(Default)]
struct State {
    in_moves: bool,
    in_comment: bool,
    seen_event: bool,
    blank: bool,
}

impl<R: Read> Splitter<R> {
    /// Reads an input that stands at `reached`, the start by default.
    pub fn new(input: R, reached: Reached) -> Splitter<R> {
        Splitter { input, buffer: Vec::new(), reached, ended: false, error: None }
    }

    /// The next games, of `size` bytes or little more, at least one; nothing at the end.
    ///
    /// Where reading fails, the last batch has the reason, and the bytes that were read of the
    /// last game.
    pub fn next_batch(&mut self, size: usize) -> Option<Batch> {
        let mut games = Vec::new();
        let mut reached = self.reached;
        let mut state = State::default();
        let (mut start, mut at) = (0, 0);
        let mut start_line = reached.lines + 1;
        let done = loop {
            let Some(length) = self.line(at, start) else {
                // The end, or a game that is too long.
                let end = self.buffer.len();
                if end == start {
                    break end;
                }
                reached.lines += count_lines(&self.buffer[at..end]);
                let over = self.ended && end - start < MAX_GAME;
                let extent = match (over, self.error.is_some()) {
                    (false, _) => Extent::TooLong,
                    (true, true) => Extent::Cut,
                    (true, false) => Extent::Whole,
                };
                let blank = over && self.buffer[start..end].trim_ascii().is_empty();
                if !blank || games.is_empty() {
                    self.push(&mut games, &mut reached, start, end, start_line, extent, false);
                }
                reached.inside = !over;
                break end;
            };
            let line = &self.buffer[at..at + length];
            if at > start && begins_game(line, &state) {
                self.push(&mut games, &mut reached, start, at, start_line, Extent::Whole, true);
                reached.inside = false;
                if at >= size {
                    break at;
                }
                (start, start_line, state) = (at, reached.lines + 1, State::default());
            }
            state.pass(&self.buffer[at..at + length]);
            reached.lines += 1;
            at += length;
        };
        if done == 0 {
            let error = self.error.take()?;
            return Some(Batch { bytes: Vec::new(), games, reached, error: Some(error) });
        }
        let rest = self.buffer.split_off(done);
        let bytes = std::mem::replace(&mut self.buffer, rest);
        reached.offset += bytes.len() as u64;
        self.reached = reached;
        let error = if self.buffer.is_empty() { self.error.take() } else { None };
        Some(Batch { bytes, games, reached, error })
    }

    #[expect(clippy::too_many_arguments, reason = "one place, twice the same")]
    fn push(
        &self,
        games: &mut Vec<Slot>,
        reached: &mut Reached,
        start: usize,
        end: usize,
        line: u64,
        extent: Extent,
        followed: bool,
    ) {
        let extent = if reached.inside { Extent::TooLongStill } else { extent };
        reached.games += u64::from(!reached.inside);
        games.push(Slot { start, end, line, game: reached.games, extent, followed });
    }

    /// Length of the line at `at`, its end included; nothing at the end of the input or where the
    /// game that began at `start` is too long.
    fn line(&mut self, at: usize, start: usize) -> Option<usize> {
        let mut searched = at;
        loop {
            if let Some(end) = memchr(b'\n', &self.buffer[searched..]) {
                let end = searched + end + 1;
                return (end - start <= MAX_GAME).then_some(end - at);
            }
            searched = self.buffer.len();
            if self.ended {
                return (searched > at && searched - start < MAX_GAME).then_some(searched - at);
            }
            if searched - start >= MAX_GAME {
                return None;
            }
            self.fill();
        }
    }

    fn fill(&mut self) {
        let filled = self.buffer.len();
        self.buffer.resize(filled + READ, 0);
        let read = loop {
            match self.input.read(&mut self.buffer[filled..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    self.error = Some(error);
                    break 0;
                }
                Ok(read) => break read,
            }
        };
        self.ended = read == 0;
        self.buffer.truncate(filled + read);
    }
}

impl State {
    /// Takes note of a line.
    fn pass(&mut self, line: &[u8]) {
        let text = line.trim_ascii();
        if text.is_empty() {
            self.blank = true;
        } else if !self.in_moves && is_tag(line) {
            self.seen_event |= is_event(line);
            self.blank = false;
        } else if !self.in_moves && matches!(line[0], b'%' | b';') {
            // A remark of the program that wrote the file.
        } else {
            self.in_moves = true;
            self.in_comment = comment_is_open(line, self.in_comment);
        }
    }
}

/// Whether a line begins the game after the one with this state.
fn begins_game(line: &[u8], state: &State) -> bool {
    if !matches!(line[0], b'[' | b' ' | b'\t' | b'<' | 0xEF) {
        return false;
    }
    if is_event(line) {
        return state.in_moves || (state.seen_event && state.blank);
    }
    state.in_moves && !state.in_comment && is_tag(line)
}

/// Whether a line has the tag that comes first, even one without the blank behind its name.
fn is_event(line: &[u8]) -> bool {
    let line = line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line);
    let behind = line.strip_prefix(b"[Event").and_then(|rest| rest.first());
    behind.is_some_and(|b| !b.is_ascii_alphanumeric() && *b != b'_')
}

/// Whether a line is a tag pair, however damaged.
fn is_tag(line: &[u8]) -> bool {
    // Nearly all are whole.
    super::tags::strict(line).is_some() || read::line_is_tag(line)
}

/// Whether a brace is open behind a line of movetext.
fn comment_is_open(line: &[u8], open: bool) -> bool {
    let mut rest = if !open && line[0] == b'%' { &[][..] } else { line };
    let mut open = open;
    while !rest.is_empty() {
        if open {
            let Some(close) = memchr(b'}', rest) else { return true };
            rest = &rest[close + 1..];
            open = false;
        } else {
            let Some(at) = memchr2(b'{', b';', rest) else { return false };
            let to_the_end = at == 0 || rest[at - 1].is_ascii_whitespace();
            if rest[at] == b';' && to_the_end {
                return false;
            }
            open = rest[at] == b'{';
            rest = &rest[at + 1..];
        }
    }
    open
}

fn count_lines(bytes: &[u8]) -> u64 {
    memchr::memchr_iter(b'\n', bytes).count() as u64
}
