//! Takes a text apart into numbers, moves, brackets, results and prose, line by line.

use super::{
    brackets,
    clear::clear,
    misread,
    number::{behind_number, dots, number_at},
};
use crate::{
    notation::is_mixed,
    read::{
        columns,
        pgn::tag::is_quote,
        shape::{
            chars::{blank, is_dash},
            damaged, named,
            runs::{self, Part, PartKind},
            scan::{self, Kind},
            spaced, spelled, words,
        },
    },
    record::{GameResult, Place},
};

/// One thing on a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::read) struct Item {
    pub(in crate::read) what: What,
    /// Index of the line, from 0.
    pub(in crate::read) line: u32,
    /// Bytes of the line.
    pub(in crate::read) start: u32,
    pub(in crate::read) end: u32,
    /// Column of its first character, from 1.
    pub(in crate::read) column: u32,
    /// Whether it stands in brackets.
    pub(in crate::read) deep: bool,
}

/// What a thing on a line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::read) enum What {
    /// What could be a move number.
    Number {
        number: u16,
        /// Dots or a dash stand for White's move.
        black: bool,
        /// A point or bracket shows that it is a move number.
        sure: bool,
    },
    Move(Kind),
    /// `...`, standing for a move of the other side.
    Dots,
    /// Prose, so many words of it.
    Words(u16),
    /// A word that could as well be a damaged move.
    Token,
    Result(Option<GameResult>),
    /// A bracket that opens, and one that closes.
    Open(char),
    Close(char),
    /// Two or more blanks, a tab or a rule: a column ends.
    Gap,
    /// `,`, `;` and other signs between moves.
    Sign,
}

/// A line, or a part of one in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::read) struct Span {
    pub(in crate::read) line: usize,
    pub(in crate::read) start: usize,
    pub(in crate::read) end: usize,
}

/// The text as items.
#[derive(Debug)]
pub(in crate::read) struct Items<'a> {
    pub(in crate::read) lines: Vec<&'a str>,
    pub(in crate::read) items: Vec<Item>,
    /// For each line the index of its first item; one more at the end.
    pub(in crate::read) first: Vec<usize>,
    /// For each line the index of its line in the text, and the characters before it there.
    origin: Vec<(u32, u32)>,
    /// For each line the number that those around it tell.
    told: Vec<Option<columns::Told>>,
    /// Place behind which nothing was looked at, where the text holds too much.
    pub(in crate::read) cut: Option<Place>,
    /// Number of the first line, from 1.
    line: u32,
}

/// Most items that are looked at: a book has a few hundred thousand.
const MAX_ITEMS: usize = 2_000_000;
/// Lines longer than this, in characters, are worked on in pieces.
const PIECE: usize = 4_096;

impl<'a> Items<'a> {
    pub(in crate::read) fn new(text: &'a str, line: u32) -> Items<'a> {
        let parts = columns::ordered(text).unwrap_or_else(|| columns::lines(text));
        let mut items = Items::of_parts(&parts, line);
        if items.cut.is_none() && text.lines().nth(columns::MAX_LINES).is_some() {
            let lines = u32::try_from(columns::MAX_LINES).unwrap_or(u32::MAX);
            items.cut =
                Some(Place { line: line.saturating_add(lines), column: 1, ..Place::default() });
        }
        items
    }

    /// The items of lines, or parts of lines, in the order given.
    fn of_parts(parts: &[columns::Part<'a>], line: u32) -> Items<'a> {
        let lines: Vec<&str> = parts.iter().map(|part| part.text).collect();
        let origin: Vec<(u32, u32)> = parts.iter().map(|part| (part.line, part.before)).collect();
        let mut items = Vec::new();
        let mut first = Vec::with_capacity(lines.len() + 1);
        let mut cut = None;
        for (part, index) in parts.iter().zip(0_u32..) {
            first.push(items.len());
            let mut reader = Line { line: index, column: 1, damaged: 0, out: &mut items };
            reader.told(part.told);
            if cut.is_none() && !reader.read(part.text) {
                let column = reader.column.saturating_add(part.before);
                let line = line.saturating_add(part.line);
                cut = Some(Place { line, column, ..Place::default() });
            }
        }
        first.push(items.len());
        brackets::mark(&mut items, |line| is_blank(&lines, line));
        let told = parts.iter().map(|part| part.told).collect();
        Items { lines, items, first, origin, told, cut, line }
    }

    /// The same text with parts of its lines as lines, in another order.
    pub(super) fn in_order(&self, spans: &[Span]) -> Items<'a> {
        // Characters before a byte of a line are counted from the span before, on a line that is
        // as long as a book.
        let mut last = (usize::MAX, 0, 0_usize);
        let parts = spans.iter().filter_map(|span| {
            let text = *self.lines.get(span.line)?;
            let (line, before) = *self.origin.get(span.line)?;
            let (_, byte, chars) = if last.0 == span.line { last } else { (span.line, 0, 0) };
            let ahead = text.get(byte..span.start.max(byte))?.chars().count();
            let back = text.get(span.start.min(byte)..byte)?.chars().count();
            let chars = (chars + ahead).saturating_sub(back);
            last = (span.line, span.start, chars);
            let before = before.saturating_add(u32::try_from(chars).unwrap_or(u32::MAX));
            let told = self.told.get(span.line).copied()?.filter(|_| span.start == 0);
            Some(columns::Part { text: text.get(span.start..span.end)?, line, before, told })
        });
        let found = Items::of_parts(&parts.collect::<Vec<_>>(), self.line);
        Items { cut: self.cut.or(found.cut), ..found }
    }

    /// The text of an item.
    pub(in crate::read) fn text(&self, item: &Item) -> &'a str {
        self.span(item, item)
    }

    /// The text from one item to another on the same line.
    pub(in crate::read) fn span(&self, from: &Item, to: &Item) -> &'a str {
        let line = self.lines.get(from.line as usize).copied().unwrap_or("");
        let end = if to.line == from.line { to.end as usize } else { line.len() };
        line.get(from.start as usize..end).unwrap_or("").trim()
    }

    pub(in crate::read) fn place(&self, item: &Item) -> Place {
        self.place_of(item.line as usize, item.column)
    }

    /// The place of a column of a line, the column counted from 1.
    fn place_of(&self, line: usize, column: u32) -> Place {
        let (own, before) = self.origin.get(line).copied().unwrap_or_default();
        let (line, column) = (self.line.saturating_add(own), column.saturating_add(before));
        Place { line, column, ..Place::default() }
    }

    /// The place of a byte of a line, both counted from 0.
    pub(in crate::read) fn place_at(&self, line: usize, byte: usize) -> Place {
        let before = self.lines.get(line).and_then(|text| text.get(..byte)).unwrap_or("");
        self.place_of(line, u32::try_from(before.chars().count() + 1).unwrap_or(u32::MAX))
    }

    /// Items of a line.
    pub(super) fn of_line(&self, line: usize) -> &[Item] {
        match (self.first.get(line), self.first.get(line + 1)) {
            (Some(&from), Some(&to)) => &self.items[from..to],
            _ => &[],
        }
    }

    /// Whether nothing stands on a line.
    pub(in crate::read) fn is_blank(&self, line: usize) -> bool {
        is_blank(&self.lines, line)
    }
}

fn is_blank(lines: &[&str], line: usize) -> bool {
    lines.get(line).is_none_or(|line| line.trim().is_empty())
}

struct Line<'o> {
    line: u32,
    /// Column of the next character, from 1.
    column: u32,
    /// Number of items when a damaged move was the last of them.
    damaged: usize,
    out: &'o mut Vec<Item>,
}

impl Line<'_> {
    /// Begins with the number that the lines around tell.
    fn told(&mut self, told: Option<columns::Told>) {
        if let Some(columns::Told { number, black }) = told
            && let Ok(number) = u16::try_from(number)
        {
            self.push(What::Number { number, black, sure: true }, 0, 0);
        }
    }

    /// Reads a line; false where there are too many items to go on.
    fn read(&mut self, line: &str) -> bool {
        let mut offset = 0;
        while offset < line.len() {
            if self.out.len() >= MAX_ITEMS {
                return false;
            }
            let rest = &line[offset..];
            let piece = if rest.len() > PIECE {
                let window = &rest[..rest.floor_char_boundary(PIECE)];
                // Behind the last blank, which may be a wide one.
                let kept = window.trim_end_matches(|c: char| !c.is_whitespace()).len();
                &rest[..if kept == 0 { window.len() } else { kept }]
            } else {
                rest
            };
            self.piece(piece, offset);
            offset += piece.len().max(1);
        }
        true
    }

    fn push(&mut self, what: What, start: usize, end: usize) {
        let bound = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        let (start, end) = (bound(start), bound(end));
        // `KL-Q B 3`: a damaged piece, a dash and what is left of the move.
        if let (What::Move(_), [.., token, sign]) = (what, self.out.as_slice())
            && (token.what, sign.what) == (What::Token, What::Sign)
            && (token.line, token.end, sign.end) == (self.line, sign.start, start)
            && token.end - token.start <= 4
        {
            self.out.pop();
            if let Some(token) = self.out.last_mut() {
                token.what = what;
                token.end = end;
            }
            return;
        }
        if let Some(last) = self.out.last_mut()
            && last.line == self.line
        {
            // Prose is kept as one item, and a gap once.
            match (&mut last.what, what) {
                (What::Words(n), What::Words(m)) => {
                    *n = n.saturating_add(m);
                    last.end = end;
                    return;
                }
                (What::Gap, What::Gap) => return,
                // A move that garbage is glued to is one damaged token.
                (What::Token | What::Sign, What::Move(_)) if last.end == start => {
                    let glued = matches!(last.what, What::Token);
                    if glued {
                        last.what = what;
                        last.end = end;
                        return;
                    }
                }
                _ => {}
            }
        }
        let column = self.column;
        self.out.push(Item { what, line: self.line, start, end, column, deep: false });
    }

    fn piece(&mut self, text: &str, offset: usize) {
        let chars: Vec<char> = text.chars().collect();
        let mut bytes: Vec<usize> = text.char_indices().map(|(at, _)| offset + at).collect();
        bytes.push(offset + text.len());
        let plain = clear(&chars);
        let mut at = 0;
        while at < chars.len() {
            let end = self.step(&plain, &chars, at, &bytes).max(at + 1).min(chars.len());
            self.column = self.column.saturating_add(u32::try_from(end - at).unwrap_or(u32::MAX));
            at = end;
        }
    }

    /// Reads one item at `at`; gives the index behind it.
    fn step(&mut self, text: &[char], raw: &[char], at: usize, bytes: &[usize]) -> usize {
        let c = text[at];
        if c.is_whitespace() || c == '|' || c == '\u{feff}' {
            let end = (at..text.len())
                .find(|&i| !(text[i].is_whitespace() || matches!(text[i], '|' | '\u{feff}')))
                .unwrap_or(text.len());
            let wide = end - at > 1 || text[at..end].iter().any(|c| matches!(c, '\t' | '|'));
            if wide && at > 0 && end < text.len() {
                self.push(What::Gap, bytes[at], bytes[end]);
            }
            return end;
        }
        let behind_number = self.out.last().is_some_and(|last| {
            matches!(last.what, What::Number { .. })
                && last.line == self.line
                && last.end as usize == bytes[at]
        });
        // `g62.d4`, `c4Dc5 X c4`: the next number or long move is glued to a move.
        let behind_move = (c.is_ascii_digit() || scan::begins_long(text, at))
            && self.out.last().is_some_and(|last| {
                matches!(last.what, What::Move(_))
                    && last.line == self.line
                    && last.end as usize == bytes[at]
            });
        let boundary = at == 0
            || behind_number
            || behind_move
            || !text[at - 1].is_alphanumeric()
            || opens_game(text, at);
        if boundary && let Some(end) = self.result(raw, at, bytes) {
            return end;
        }
        let numbered = || c.is_ascii_digit() || matches!(c, '.' | 'I' | 'l' | 'W' | 'B');
        let number = || numbered().then(|| number_at(text, at)).flatten();
        if boundary && let Some(found) = misread::next_at(text, at, self.out).or_else(number) {
            self.push(found.what, bytes[at], bytes[found.end]);
            return found.end;
        }
        if let Some(end) = dots(text, at) {
            self.push(What::Dots, bytes[at], bytes[end]);
            return end;
        }
        // A dash that a blank stands behind parts two moves.
        let parts = is_dash(c) && text.get(at + 1).is_some_and(|c| c.is_whitespace());
        let found = if boundary && !parts { scan::move_at(text, at) } else { None };
        if let Some(run) = found.and_then(|found| runs::longer(text, at, found)) {
            return self.run(&run, at, bytes);
        }
        let expected = boundary && !parts && self.expects_move();
        if expected && let Some(found) = damaged::damaged(text, at, found) {
            self.push(found.kind.map_or(What::Token, What::Move), bytes[at], bytes[found.end]);
            self.damaged = self.out.len();
            return found.end;
        }
        if let Some(found) = found {
            self.push(What::Move(found.kind), bytes[at], bytes[found.end]);
            return found.end;
        }
        if boundary
            && let Some(found) = spelled::spelled(text, at)
            && (expected || named::stands_alone(text, at, found.end))
        {
            let end = scan::suffix(text, found.end);
            self.push(What::Move(found.kind), bytes[at], bytes[end]);
            return end;
        }
        if expected && let Some(found) = spaced::spaced(text, at) {
            self.push(What::Move(found.kind), bytes[at], bytes[found.end]);
            return found.end;
        }
        if boundary
            && let Some(end) = named::named(text, at)
            && (expected || named::stands_alone(text, at, end))
        {
            self.push(What::Move(Kind::Algebraic), bytes[at], bytes[end]);
            return end;
        }
        if boundary
            && !parts
            && let Some(run) = runs::run(&text[at..])
        {
            return self.run(&run, at, bytes);
        }
        match c {
            '\\' => macro_end(text, at).max(at + 1),
            '(' | '[' | '{' | '<' => self.open(text, at, bytes),
            ')' | ']' | '}' | '>' => {
                let sign = matching(c);
                self.push(What::Close(sign), bytes[at], bytes[at + 1]);
                at + 1
            }
            c if c.is_alphanumeric() => self.word(text, at, bytes),
            _ => {
                self.push(What::Sign, bytes[at], bytes[at + 1]);
                at + 1
            }
        }
    }

    /// Whether a move is expected next: behind a number or another move.
    fn expects_move(&self) -> bool {
        let mut items = self.out.iter().enumerate().rev().filter(|(_, i)| i.what != What::Gap);
        let Some((mut at, mut last)) = items.next() else { return false };
        if last.what == What::Sign
            && let Some(before) = items.next()
        {
            (at, last) = before;
        }
        let is_move = matches!(last.what, What::Number { .. } | What::Move(_));
        last.line == self.line && (is_move || at + 1 == self.damaged)
    }

    /// Moves and numbers that are run together.
    fn run(&mut self, run: &[Part], at: usize, bytes: &[usize]) -> usize {
        let mut end = at;
        for part in run {
            let what = match part.what {
                PartKind::Move(kind) => What::Move(kind),
                PartKind::Number(number, sure) => What::Number { number, black: false, sure },
            };
            self.push(what, bytes[at + part.start], bytes[at + part.end]);
            let width = u32::try_from(part.end - part.start).unwrap_or(u32::MAX);
            self.column = self.column.saturating_add(width);
            end = at + part.end;
        }
        // The caller counts the characters again.
        let width = u32::try_from(end - at).unwrap_or(u32::MAX);
        self.column = self.column.saturating_sub(width);
        end
    }

    /// `1-0`, `½–½`, `0:1`
    fn result(&mut self, text: &[char], at: usize, bytes: &[usize]) -> Option<usize> {
        if !matches!(text[at], '0' | '1' | '½' | '+' | '-' | '*') {
            return None;
        }
        if let Some((result, end)) = spaced_result(text, at) {
            self.push(What::Result(Some(result)), bytes[at], bytes[end]);
            return Some(end);
        }
        let end = (at..text.len().min(at + 10))
            .find(|&i| {
                let c = text[i];
                c.is_whitespace() || matches!(c, ')' | ']' | ',' | ';' | '}') || is_quote(c)
            })
            .unwrap_or(text.len().min(at + 10));
        let token: String = text[at..end].iter().collect();
        let token = token.trim_end_matches(['.', ';', ',']);
        // `1/2` and `½` are fractions but for those that end a line behind a move; `0-0` castles.
        let ends = text[end..].iter().all(|c| c.is_whitespace());
        let behind_move = matches!(self.out.last(), Some(Item { what: What::Move(_), .. }));
        if matches!(token, "½" | "1/2") && !(ends && behind_move) {
            return None;
        }
        let result = GameResult::from_token(token)?;
        self.push(What::Result(Some(result)), bytes[at], bytes[end]);
        Some(end)
    }

    /// A bracket; footnote marks, page numbers and numbers in brackets are taken whole.
    fn open(&mut self, text: &[char], at: usize, bytes: &[usize]) -> usize {
        let sign = text[at];
        // `mainline('e4 e5')`: a call in a program, no remark.
        if matches!(text.get(at + 1), Some('\'' | '"')) || text.get(at + 1) == Some(&'(') {
            return at + 1;
        }
        let close = (at + 1..text.len().min(at + 7)).find(|&i| matching(text[i]) == sign);
        if let Some(close) = close {
            let inside = &text[at + 1..close];
            let digits = !inside.is_empty() && inside.iter().all(char::is_ascii_digit);
            if sign == '(' && digits && inside.len() <= 3 {
                let number = inside.iter().collect::<String>().parse().unwrap_or(0);
                let (black, end) = behind_number(text, close + 1);
                self.push(What::Number { number, black, sure: true }, bytes[at], bytes[end]);
                return end;
            }
            // `[A]`, `(a)`, `(D)`, `{202}`, `[12]`
            let mark = inside.len() <= 2 && inside.iter().all(|c| c.is_alphabetic());
            if (digits || mark) && !matches!(inside, ['=']) {
                return close + 1;
            }
        }
        // `(a 3. B-B4`, `K-R1(ki 20`: the mark of a footnote that has lost its end.
        let glued = self.out.last().is_some_and(|last| {
            let is_move = matches!(last.what, What::Move(_) | What::Token);
            is_move && (last.line, last.end as usize) == (self.line, bytes[at])
        });
        let letters = text[at + 1..].iter().take(3).take_while(|c| c.is_lowercase()).count();
        let behind = text.get(at + 1 + letters..).unwrap_or_default();
        if matches!(behind, [' ', '0'..='9', ..]) && (letters == 1 || letters == 2 && glued) {
            return at + 1 + letters;
        }
        self.push(What::Open(sign), bytes[at], bytes[at + 1]);
        at + 1
    }

    /// A word of prose, or a token that could be a damaged move.
    fn word(&mut self, text: &[char], at: usize, bytes: &[usize]) -> usize {
        let mut end = at;
        while end < text.len() && (text[end].is_alphanumeric() || inner_sign(text, end)) {
            if end > at && opens_game(text, end) {
                break;
            }
            end += 1;
        }
        let word = &text[at..end];
        let letters = word.iter().all(|c| c.is_alphabetic() || matches!(c, '\'' | '’' | '-'));
        // `lPtoKi`: what is left of a number and its move.
        let letters = letters && !(is_mixed(word) && self.expects_move());
        let called = matches!(text.get(end..end + 2), Some(['(', '\'' | '"' | '(']));
        if called {
            return end;
        }
        let words = words::words();
        if let Some(end) = words.resigns.at(text, at) {
            self.push(What::Result(None), bytes[at], bytes[end]);
            return end;
        }
        if let Some(end) = words.draw.at(text, at) {
            self.push(What::Result(Some(GameResult::Draw)), bytes[at], bytes[end]);
            return end;
        }
        if letters
            && (word.len() > 5 || word.iter().skip(1).all(|c| c.is_lowercase()) && word.len() > 2)
        {
            self.push(What::Words(1), bytes[at], bytes[end]);
        } else {
            self.push(What::Token, bytes[at], bytes[end]);
        }
        end
    }
}

/// A result with blanks around its dash, and the index behind it: `1 - 0`, `1/2 – 1/2`.
fn spaced_result(text: &[char], at: usize) -> Option<(GameResult, usize)> {
    let score = |at: usize| -> Option<usize> {
        let end = match text.get(at..) {
            Some(['1', '/', '2', ..]) => at + 3,
            Some(['0' | '1' | '½', ..]) => at + 1,
            _ => return None,
        };
        let more = |c: &char| c.is_alphanumeric() || *c == '/';
        (!text.get(end).is_some_and(more)).then_some(end)
    };
    let behind = score(at)?;
    let dash = blank(text, behind);
    if dash == behind || !is_dash(*text.get(dash)?) {
        return None;
    }
    let end = score(blank(text, dash + 1))?;
    // `0 - 0 - 0` castles.
    let goes_on = text.get(blank(text, end)).is_some_and(|c| is_dash(*c));
    let token: String = text[at..end].iter().collect();
    GameResult::from_token(&token).filter(|_| !goes_on).map(|result| (result, end))
}

/// Whether the first number of a game is glued to the word before it: `Edit1. e4`.
fn opens_game(text: &[char], at: usize) -> bool {
    text[at - 1].is_lowercase()
        && text[at..].starts_with(&['1', '.'])
        && scan::move_at(text, blank(text, at + 2)).is_some_and(|found| found.end > at + 3)
}

/// Whether an apostrophe or hyphen stands within a word.
fn inner_sign(text: &[char], at: usize) -> bool {
    matches!(text[at], '\'' | '’')
        && at > 0
        && text[at - 1].is_alphanumeric()
        && text.get(at + 1).is_some_and(|c| c.is_alphanumeric())
}

/// Index behind the name of a macro and the bracket that opens behind it: `\\mainline{`. What stands
/// there is no remark, but for variations.
fn macro_end(text: &[char], at: usize) -> usize {
    let letters = text[at + 1..].iter().take_while(|c| c.is_ascii_alphabetic()).count();
    let end = at + 1 + letters;
    let name = &text[at + 1..end];
    let opens = text.get(end) == Some(&'{') && letters > 0;
    let aside = ["variation", "comment", "footnote"]
        .iter()
        .any(|word| word.chars().eq(name.iter().copied()));
    end + usize::from(opens && !aside)
}

fn matching(close: char) -> char {
    match close {
        ')' => '(',
        ']' => '[',
        '}' => '{',
        '>' => '<',
        _ => '\0',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_cut_behind_wide_blanks() {
        for blank in ['\u{a0}', '\u{2000}', '\u{3000}'] {
            let text = format!("1. e4{blank}{}", "n".repeat(2 * PIECE));
            assert_eq!(Items::new(&text, 1).items.first().map(|item| item.line), Some(0));
        }
    }

    fn kinds(text: &str) -> String {
        let items = Items::new(text, 1);
        let mark = |item: &Item| match item.what {
            What::Number { number, black, .. } => {
                format!("{number}{}", if black { "b" } else { "" })
            }
            What::Move(_) => "M".to_owned(),
            What::Dots => "…".to_owned(),
            What::Words(n) => format!("w{n}"),
            What::Token => "t".to_owned(),
            What::Result(_) => "R".to_owned(),
            What::Open(c) | What::Close(c) => c.to_string(),
            What::Gap => "_".to_owned(),
            What::Sign => ",".to_owned(),
        };
        items.items.iter().map(mark).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn lines_of_every_style() {
        let cases = [
            ("1. e4 e5", "1 M M"),
            ("1 P to K4          P to QB4", "1 M _ M"),
            ("(4) ..., B-c5", "4b , M"),
            ("12. ........               O - O", "12b _ M"),
            ("1/ e4 - e5 ;", "1 M ,"),
            ("2/ ... - Cc6 ;", "2b M ,"),
            ("8/ - Fe7 ; forcé", "8b M , w1"),
            ("3…Qd8-h4+", "3b M"),
            ("Edit1. e4 c5", "w1 1 M M"),
            ("W1.e4 B1.d5 W2.exd5", "1 M 1b M 2 M"),
            (r"\mainline{1. e4 e5}", "1 M M {"),
            (r"\variation{1. d4}", "{ 1 M {"),
            ("2 N_KB3 N_QB3", "2 M M"),
            ("4 P_ K4 0_0", "4 M M"),
            ("_e4_ e2_e4", ", M , M"),
            ("1.-e4 e5", "1 M M"),
            ("6Q x P Kt-B 3", "6 M M"),
            ("IPQ4 IPQ4", "1 M 1 M"),
            ("5 KL-Q B 3 Kt-K B 3", "5 M M"),
            (".12 Pd5Xf4.", "12 M ,"),
            ("5 Pg8—fó", "5 M"),
            ("3 e4 x f3", "3 M"),
            ("19. B takes Kt.[A]   19. K. to R's sq.", "19 M _ 19 M"),
            ("in 1921 Lasker played 10th", "t t w2 t"),
            ("Esempi: e5, d4, a5.", "w1 , M , M , M ,"),
            ("Resigns.", "R ,"),
            ("21. R-KN6 1-0", "21 M R"),
            ("'21. R-KN6 1-0',", ", 21 M R , ,"),
            ("11 KttoKß3 Kttksß 12 Kxß", "11 M M 12 M"),
            ("3 P tks P P tka P 4 B fco Q 2", "3 M M 4 M"),
            ("58xKt QPxB 68-Q3 B-Q3", "5 M M 6 M M"),
            ("7-B-Kt3 P-QR3 8-P-QR3 8-Q 3", "7 M M 8 M M"),
            ("R (OB 4)-Kt 1 36 Q-R3", "t ( t 4 ( , t 1 36 M"),
            ("Fuß, Stoß und groß", "w1 , w3"),
            ("25 Kt-B 4 PxP 26K-KBI B-K 5", "25 M M 26 t M"),
            ("1.e4 g62.d4 Bg73.O-O O-O12.Re1", "1 M M 2 M M 3 M M 12 M"),
            ("9. Lc1-e30-0 10. Tc8-c511. Te1", "9 M M 10 M 11 M"),
            ("39. Tc3 X c4Dc5 X c4 40. f2-f4f6 X e5", "39 M M 40 M M"),
            ("9. Tf1-C2e4", "9 M , M"),
        ];
        for (text, want) in cases {
            assert_eq!(kinds(text), want, "{text}");
        }
    }

    #[test]
    fn brackets_make_what_they_hold_deep() {
        let items = Items::new("1. e4 (1. d4 (d5)) e5 )( \n\n2. Nf3", 1);
        let deep: Vec<bool> = items
            .items
            .iter()
            .filter(|i| matches!(i.what, What::Move(_)))
            .map(|i| i.deep)
            .collect();
        assert_eq!(deep, [false, true, true, false, false]);
    }

    #[test]
    fn brackets_without_partners_hide_no_moves() {
        for (text, want) in [
            ("11 P-Q5 Kt-Kt5 (/(-) 12 P-B4 P-B5 13 Kt-K4 P-K4 i) 14 P-Q6 B-K2", 3),
            ("3 B-B4 B <t 4 Castles P-B5 5 P-Q4 q> 6 P-K5", 0),
            ("11 P-Q5 (12 P-B4 P-B5 13 Kt-K4) 12 Kt-K4", 7),
        ] {
            let items = Items::new(text, 1);
            assert_eq!(items.items.iter().filter(|item| item.deep).count(), want, "{text}");
        }
    }

    #[test]
    fn the_mark_of_a_footnote_opens_no_bracket() {
        let items = Items::new("1 e4 e5 (a 2 Nf3 Nc6 (b) 3 Bb5 a6 a) Best. (b) Usual.", 1);
        assert!(items.items.iter().all(|item| !item.deep));
        let items = Items::new("19 K-R1(ki 20 R-R2 (or 21 Q-K2) 21 P-B4 e)", 1);
        assert_eq!(items.items.iter().filter(|item| !item.deep).count(), 8);
        let items = Items::new("1 e4 e5 (or 1... c5 2 Nf3) 2 Nc3", 1);
        assert!(items.items.iter().any(|item| item.deep));
    }

    #[test]
    fn places_count_characters_from_one() {
        let items = Items::new("é e4\n♘f3", 5);
        let places: Vec<Place> = items.items.iter().map(|i| items.place(i)).collect();
        assert_eq!(places.last(), Some(&Place { line: 6, column: 1, ..Place::default() }));
        assert_eq!(places[places.len() - 2], Place { line: 5, column: 3, ..Place::default() });
    }
}
