//! Takes a line apart into items: what stands at each place of it, in view of what stands before.

use std::ops::Range;

use super::{
    called,
    clear::clear,
    items::{Item, What},
    lost,
    number::{Numbered, behind_number, dots, number_at},
    outcome,
};
use crate::{
    notation::{is_mixed, is_uncased},
    read::{
        columns,
        shape::{
            chars::{blank, is_capture, is_dash, is_digits_before, is_file, is_rank},
            damaged, inside, misread, named,
            runs::{self, Part, PartKind},
            scan::{self, Found, Kind},
            spaced, spelled, words,
        },
    },
    record::GameResult,
};

/// Most items that are looked at: a book has a few hundred thousand.
const MAX_ITEMS: usize = 2_000_000;
/// Longest word that may stand in the place of a move, in bytes.
const SHORT: u32 = 6;
/// Longest word that may be a move whose rank is misread as well as one for resigning, in characters.
const LEFT: usize = 3;
/// Most items from a bracket to the one that closes it.
const INSIDE: usize = 80;
/// Longest options of a macro, in characters.
const MAX_OPTIONS: usize = 80;
/// Lines longer than this, in bytes, are worked on in pieces.
const PIECE: usize = 4_096;

/// Takes one line apart, from left to right, and adds its items to those of the lines before.
pub(in crate::read) struct Line<'o> {
    line: u32,
    /// Column of the next character, from 1.
    column: u32,
    /// Number of items when a damaged move was the last of them.
    damaged: usize,
    /// The same for a comma.
    comma: usize,
    out: &'o mut Vec<Item>,
}

impl<'o> Line<'o> {
    /// The line of an index, with the items of those before it.
    pub(in crate::read) fn new(line: u32, out: &'o mut Vec<Item>) -> Line<'o> {
        Line { line, column: 1, damaged: 0, comma: 0, out }
    }

    /// Column of the next character, from 1.
    pub(in crate::read) fn column(&self) -> u32 {
        self.column
    }

    /// Begins with the number that the lines around tell.
    pub(in crate::read) fn told(&mut self, told: Option<columns::Told>) {
        if let Some(columns::Told { number, black }) = told
            && let Ok(number) = u16::try_from(number)
        {
            self.push(What::Number { number, black, sure: true }, 0, 0);
        }
    }

    /// Whether nothing but a number that is told stands on the line so far.
    fn is_told(&self) -> bool {
        self.out.last().is_some_and(|last| {
            let told = matches!(last.what, What::Number { .. }) && last.line == self.line;
            told && (last.start, last.end) == (0, 0)
        })
    }

    /// Reads a line; false where there are too many items to go on.
    pub(in crate::read) fn read(&mut self, line: &str) -> bool {
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

    /// Adds an item that stands at some bytes of the line, or makes the last one longer: prose is one
    /// item, and a damaged beginning belongs to its move.
    fn push(&mut self, what: What, start: usize, end: usize) {
        let bound = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        let (start, end) = (bound(start), bound(end));
        // `KL-Q B 3`: a damaged piece, a dash and what is left of the move.
        if let (What::Move(_), [.., token, sign]) = (what, self.out.as_slice())
            && (token.what, sign.what) == (What::Token, What::Sign)
            && (token.line, token.end, sign.end) == (self.line, sign.start, start)
            && token.end - token.start <= 4
            && self.comma < self.out.len()
        {
            self.out.pop();
            if let Some(token) = self.out.last_mut() {
                token.what = what;
                token.end = end;
            }
            return;
        }
        let apart = self.is_in_place();
        if let Some(last) = self.out.last_mut()
            && last.line == self.line
        {
            // Prose is kept as one item, and a gap once.
            match (&mut last.what, what) {
                (What::Words(n), What::Words(m)) if !apart => {
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

    /// Whether the last item is a short word in the place of a move: right behind a number or a move,
    /// or behind another word that is right behind a number.
    fn is_in_place(&self) -> bool {
        let [rest @ .., before, last] = self.out.as_slice() else { return false };
        let short = last.what == What::Words(1) && last.end - last.start <= SHORT;
        let is_number = |item: &Item| matches!(item.what, What::Number { .. });
        let (behind, told) = match before.what {
            What::Number { sure, .. } => (true, sure),
            What::Move(_) => (true, false),
            What::Token | What::Words(1) => (rest.last().is_some_and(is_number), false),
            _ => (false, false),
        };
        short && behind && before.line + u32::from(told) >= last.line
    }

    /// Reads a piece of the line, which begins at a byte of it.
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

    /// Reads one item at `at`; gives the index behind it. The first that fits is taken: what is
    /// surely a result, a number or dots, then a move, then whatever is left.
    fn step(&mut self, text: &[char], raw: &[char], at: usize, bytes: &[usize]) -> usize {
        if is_blank(text[at]) {
            return self.gap(text, at, bytes);
        }
        let begins = self.begins(text, at, bytes);
        // A word ends where the next number begins.
        let (text, raw) = match self.next_inside(text, at) {
            Some((next, what)) if next.start == at => {
                self.push(what, bytes[at], bytes[next.end]);
                return next.end;
            }
            Some((next, _)) => {
                let points = text[at..next.start].iter().rev().take_while(|&&c| c == '.').count();
                let end = (next.start - points).max(at + 1);
                let before = self.before(at, bytes).map(|item| item.what);
                if matches!(before, Some(What::Number { black: false, .. }))
                    && let Some(pair) = runs::between(&text[at..end])
                {
                    return self.run(&pair, at, bytes);
                }
                (&text[..end], &raw[..end])
            }
            None => (text, raw),
        };
        // Or where a sentence does, or a result.
        let glued = begins && text[at].is_alphanumeric() && self.expects_move();
        let next = || runs::sentence(text, at).or_else(|| runs::result(text, at));
        let (text, raw) = match glued.then(next).flatten() {
            Some(end) => (&text[..end], &raw[..end]),
            None => (text, raw),
        };
        if begins && let Some(end) = self.result(raw, at, bytes) {
            return end;
        }
        if let Some(length) = misread::signed_digits(&text[at..]).filter(|_| self.expects_move()) {
            self.push(What::Token, bytes[at], bytes[at + length]);
            self.damaged = self.out.len();
            return at + length;
        }
        if begins && let Some(end) = self.number(text, at, bytes) {
            return end;
        }
        if let Some(end) = dots(text, at) {
            // `..h3 Bhs` in a row whose number is told: both moves, and a stain.
            let rest = &text[end..];
            let words = || rest.split(|c| is_blank(*c)).filter(|word| !word.is_empty()).count();
            if self.is_told() && scan::move_at(rest, 0).is_some() && words() > 1 {
                self.push(What::Sign, bytes[at], bytes[end]);
                return end;
            }
            self.push(What::Dots, bytes[at], bytes[end]);
            return end;
        }
        if begins && let Some(end) = self.moves(text, at, bytes) {
            return end;
        }
        match text[at] {
            '\\' => match behind_stroke(text, at) {
                Some(found) => {
                    self.push(What::Move(found.kind), bytes[at], bytes[found.end]);
                    found.end
                }
                None => macro_end(text, at).max(at + 1),
            },
            '{' if misread::is_pawn(text[at..].iter().copied()) => {
                let rest = text[at..].iter().position(|c| c.is_whitespace());
                let end = rest.map_or(text.len(), |length| at + length);
                self.push(What::Token, bytes[at], bytes[end]);
                end
            }
            '(' if let Some(length) =
                misread::pawn_before_number(&text[at..], lost::number_next(self.out)) =>
            {
                self.push(What::Token, bytes[at], bytes[at + length]);
                at + length
            }
            '(' | '[' | '{' | '<' => self.open(text, at, bytes),
            c @ (')' | ']' | '}' | '>') => {
                let sign = matching(c);
                self.push(What::Close(sign), bytes[at], bytes[at + 1]);
                at + 1
            }
            c if c.is_alphanumeric() => self.word(text, at, bytes),
            sign => {
                self.push(What::Sign, bytes[at], bytes[at + 1]);
                if sign == ',' {
                    self.comma = self.out.len();
                }
                at + 1
            }
        }
    }

    /// The number at an index, or what else its digits are there. Gives the index behind it.
    fn number(&mut self, text: &[char], at: usize, bytes: &[usize]) -> Option<usize> {
        let numbered = text[at].is_ascii_digit() || matches!(text[at], '.' | 'I' | 'l' | 'W' | 'B');
        let number = || {
            let found = numbered.then(|| number_at(text, at)).flatten();
            found.filter(|found| !self.is_footnote(text, at, found))
        };
        let found = lost::next_at(text, at, self.out)
            .or_else(|| lost::again_at(text, at, self.out))
            .or_else(|| lost::castling_at(text, at, self.out))
            .or_else(|| lost::before_squares(text, at, self.out))
            .or_else(number)
            .or_else(|| lost::dashed_at(text, at, self.out))?;
        let end = self.damaged_move(text, at, bytes, &found);
        let what = if end.is_some() { What::Token } else { found.what };
        let end = end.unwrap_or(found.end);
        self.push(what, bytes[at], bytes[end]);
        Some(end)
    }

    /// Whether a number is the letter of a note misread, which hangs on White's move with a dash:
    /// `5 Kt to Q B 3-6 P to B 3`.
    fn is_footnote(&self, text: &[char], at: usize, found: &Numbered) -> bool {
        let hangs = at > 0 && is_dash(text[at - 1]);
        let plain = matches!(found.what, What::Number { black: false, sure: false, .. });
        let [.., number, own, sign] = &self.out[..] else { return false };
        let whites = matches!(number.what, What::Number { black: false, .. });
        plain && hangs && whites && own.is_move() && sign.what == What::Sign && own.meets(sign)
    }

    /// The end of a number that is what is left of a move.
    fn damaged_move(
        &self,
        text: &[char],
        at: usize,
        bytes: &[usize],
        found: &Numbered,
    ) -> Option<usize> {
        let is_pointed = |item: &&Item| {
            matches!(item.what, What::Number { sure: true, .. }) && item.line == self.line
        };
        let before = self.before(at, bytes).filter(is_pointed);
        let glued = before.is_some() && at > 0 && text[at - 1] == '.';
        // `49.05. c6`
        if glued && text[at] == '0' {
            let digits = text[at..].iter().take_while(|c| c.is_ascii_digit()).count();
            return Some(at + digits);
        }
        // `(3. d4 Bb3 4. 8 3)`: it closes a bracket.
        if is_digits_before(&text[at..found.end], ')') && self.is_open() {
            return Some(found.end - 1);
        }
        // Behind a number that is told or has a point, what is nothing but another; and what has no
        // point and is glued to one that has: `7.43`.
        let bare = matches!(found.what, What::Number { sure: false, .. });
        let alone = || text[found.end..].iter().all(|c| is_blank(*c));
        let ends = || text.get(found.end).is_none_or(|c| is_blank(*c));
        let behind = bare && self.out.last().filter(is_pointed).is_some();
        let damaged = (behind || self.is_told()) && alone() || behind && glued && ends();
        damaged.then_some(found.end)
    }

    /// Whether a round bracket is open that was opened on this line or the one before.
    fn is_open(&self) -> bool {
        let near = self.out.iter().rev().take(INSIDE).take_while(|item| item.line + 1 >= self.line);
        let brackets = near.filter_map(|item| match item.what {
            What::Open('(') => Some(true),
            What::Close('(') => Some(false),
            _ => None,
        });
        brackets.take(1).any(|open| open)
    }

    /// The last item, where an index stands right behind it.
    fn before(&self, at: usize, bytes: &[usize]) -> Option<&Item> {
        let last = self.out.last()?;
        ((last.line, last.end as usize) == (self.line, bytes[at])).then_some(last)
    }

    /// Where the number that is next stands in the word that begins at an index, or goes on there; or the
    /// last one once more, for Black's move.
    fn next_inside(&self, text: &[char], at: usize) -> Option<(Range<usize>, What)> {
        let number = lost::number_next(self.out)?;
        let met = matches!(self.out.last(), Some(Item { what: What::Move(_), .. }));
        let what = |number, black| What::Number { number, black, sure: true };
        let next = inside::number(text, at, number.into(), met);
        let again = inside::again(text, at, number - 1);
        let next = next.map(|place| (place, what(number, false)));
        let again = again.map(|place| (place, what(number - 1, true)));
        // The first of both.
        next.into_iter().chain(again).min_by_key(|(place, _)| place.start)
    }

    /// Blanks and rules: between two things on a line, where they are wide, a column ends.
    fn gap(&mut self, text: &[char], at: usize, bytes: &[usize]) -> usize {
        let end = (at..text.len()).find(|&i| !is_blank(text[i])).unwrap_or(text.len());
        let wide = end - at > 1 || text[at..end].iter().any(|c| matches!(c, '\t' | '|'));
        if wide && at > 0 && end < text.len() {
            self.push(What::Gap, bytes[at], bytes[end]);
        }
        end
    }

    /// Whether a number, a result or a move may begin at an index, and not go on there.
    fn begins(&self, text: &[char], at: usize, bytes: &[usize]) -> bool {
        let glued_to =
            |what: fn(&What) -> bool| self.before(at, bytes).is_some_and(|last| what(&last.what));
        // `g62.d4`, `c4Dc5 X c4`: the next number or long move is glued to a move.
        let more = || text[at].is_ascii_digit() || scan::begins_long(text, at);
        at == 0
            || !text[at - 1].is_alphanumeric()
            || glued_to(|what| matches!(what, What::Number { .. }))
            || glued_to(|what| matches!(what, What::Move(_))) && more()
            || opens_game(text, at)
    }

    /// The move, or several in a word, that begin at an index; what is not surely a move only where
    /// one is expected. Gives the index behind it.
    fn moves(&mut self, text: &[char], at: usize, bytes: &[usize]) -> Option<usize> {
        // A dash that a blank stands behind parts two moves.
        if is_dash(text[at]) && text.get(at + 1).is_some_and(|c| c.is_whitespace()) {
            return None;
        }
        let found = scan::move_at(text, at);
        let run = match found {
            Some(found) => runs::longer(text, at, found),
            None => runs::run(&text[at..]),
        };
        if let Some(run) = run {
            return Some(self.run(&run, at, bytes));
        }
        let expected = self.expects_move();
        if expected && let Some(found) = damaged::damaged(text, at, found) {
            self.push(found.kind.map_or(What::Token, What::Move), bytes[at], bytes[found.end]);
            self.damaged = self.out.len();
            return Some(found.end);
        }
        let alone = |end: usize| expected || named::stands_alone(text, at, end);
        let spelled = || {
            let found = spelled::spelled(text, at).filter(|found| alone(found.end))?;
            Some(Found { end: scan::suffix(text, found.end), ..found })
        };
        let spaced = || if expected { spaced::spaced(text, at) } else { None };
        let named = || {
            let end = named::named(text, at).filter(|&end| alone(end))?;
            Some(Found { end, kind: Kind::Algebraic })
        };
        let found = found.or_else(spelled).or_else(spaced).or_else(named)?;
        self.push(What::Move(found.kind), bytes[at], bytes[found.end]);
        Some(found.end)
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
        let told =
            last.line + 1 == self.line && matches!(last.what, What::Number { sure: true, .. });
        told || last.line == self.line && (is_move || at + 1 == self.damaged)
    }

    /// Moves and numbers that are run together.
    fn run(&mut self, run: &[Part], at: usize, bytes: &[usize]) -> usize {
        let mut end = at;
        for part in run {
            let what = match part.what {
                PartKind::Move(kind) => What::Move(kind),
                PartKind::Number { number, sure, black } => What::Number { number, black, sure },
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

    /// A result, which may be a draw misread where nothing else stands on its line, or behind a move
    /// at its end.
    fn result(&mut self, text: &[char], at: usize, bytes: &[usize]) -> Option<usize> {
        let behind_move = matches!(self.out.last(), Some(Item { what: What::Move(_), .. }));
        let parted = at > 0 && text[at - 1].is_whitespace();
        let last = behind_move && parted;
        let misread =
            || outcome::misread_draw(text, at, last).filter(|_| last || self.is_below_moves());
        let found = outcome::result(text, at, behind_move).or_else(misread)?;
        self.push(What::Result(Some(found.result)), bytes[found.span.start], bytes[found.span.end]);
        Some(found.end)
    }

    /// Whether the next item begins its line, and moves stand above it.
    fn is_below_moves(&self) -> bool {
        let first = self.out.last().is_some_and(|last| last.line < self.line);
        let mut near = self.out.iter().rev().take(INSIDE);
        first && near.any(|item| matches!(item.what, What::Move(_)))
    }

    /// A bracket; footnote marks, page numbers and numbers in brackets are taken whole.
    fn open(&mut self, text: &[char], at: usize, bytes: &[usize]) -> usize {
        let sign = text[at];
        // `mainline('e4 e5')`: a call in a program, no remark; `{(+0.33) was best}` is one, and
        // `comment('Better was Nf3')`.
        let call = matches!(text.get(at + 1), Some('\'' | '"'))
            || sign != '{' && text.get(at + 1) == Some(&'(');
        if call && !called::is_note(text, at) {
            return at + 1;
        }
        // `Fb4—d(i`: a digit misread.
        if sign == '(' && is_within(text, at) {
            self.push(What::Sign, bytes[at], bytes[at + 1]);
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
        let before = self.before(at, bytes).map(|item| item.what);
        let glued = matches!(before, Some(What::Move(_) | What::Token));
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
        // `37. Re6 Res 38. Rc1`: what may be left of a move is one where the next number stands.
        let goes_on = |end: usize| {
            let next = Some(blank(text, end)).filter(|&next| next < text.len() && end - at <= LEFT);
            let found = next.and_then(|next| number_at(text, next));
            found.is_some_and(|found| matches!(found.what, What::Number { sure: true, .. }))
        };
        // `ReS` is a square misread, not the word for resigning.
        let resigns = words.resigns.at(text, at).filter(|&end| !is_mixed(&text[at..end]));
        if let Some(end) = resigns.filter(|&end| !goes_on(end)) {
            self.push(What::Result(None), bytes[at], bytes[end]);
            return end;
        }
        // What is offered is no result.
        if let Some(end) = words.offers.at(text, at) {
            self.push(What::Words(1), bytes[at], bytes[end]);
            return end;
        }
        if let Some(end) = words.draw.at(text, at) {
            self.push(What::Result(Some(GameResult::Draw)), bytes[at], bytes[end]);
            return end;
        }
        // `Rebs`: what may be left of a move, where one stands and behind it nothing but a number, or
        // the last short word of a row: `30 Radl Wiss`.
        let is_left = || {
            let next = blank(text, end);
            let number = matches!(self.out.last().map(|last| last.what), Some(What::Number { .. }));
            let row = || {
                let rest = &text[next..];
                let length = rest.iter().take_while(|c| c.is_alphabetic()).count();
                let ends = rest[length..].iter().all(|c| is_blank(*c));
                number && ends && length <= damaged::SCRAP
            };
            // `18. Vei, c6`
            let ends = next == text.len()
                || number && text[end] == ','
                || next > end && (text[next].is_ascii_digit() || matches!(text[next], '(' | '['))
                || next > end && row();
            ends && self.expects_move() && damaged::is_piece_move(word)
        };
        let is_prose = word.len() > 5
            || word.iter().skip(1).all(|c| c.is_lowercase()) && word.len() > 2
            || word.iter().all(|c| is_uncased(*c)) && word.len() > 1;
        if letters && is_prose && !is_left() {
            self.push(What::Words(1), bytes[at], bytes[end]);
        } else {
            self.push(What::Token, bytes[at], bytes[end]);
        }
        end
    }
}

/// Whether a character parts what stands on a line.
fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '|' | '\u{feff}')
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

/// The move behind a stroke that an engine read for a knight, `\fd7`; no macro has such a name.
fn behind_stroke(text: &[char], at: usize) -> Option<Found> {
    let behind = &text[at + 1..];
    let letters = behind.iter().take_while(|c| c.is_alphabetic()).count();
    let named = behind[..letters].iter().all(|c| is_file(*c) || is_capture(*c)) && letters > 0;
    let ranked = behind.get(letters).is_some_and(|c| is_rank(*c));
    scan::move_at(text, at + 1).filter(|_| named && ranked)
}

/// Index behind the name of a macro and the bracket that opens behind it: `\\mainline{`. What stands
/// there is no remark, but for variations.
fn macro_end(text: &[char], at: usize) -> usize {
    let letters = text[at + 1..].iter().take_while(|c| c.is_ascii_alphabetic()).count();
    let end = at + 1 + letters;
    let name = &text[at + 1..end];
    // `\mainline[level=1]{1. e4 e5}`
    let options = text[end..].iter().take(MAX_OPTIONS).position(|&c| c == ']');
    let begins = text.get(end) == Some(&'[') && letters > 0;
    let behind = options.filter(|_| begins).map(|options| end + options + 1);
    let end = behind.filter(|&behind| text.get(behind) == Some(&'{')).unwrap_or(end);
    let opens = text.get(end) == Some(&'{') && letters > 0;
    let aside = ["variation", "comment", "footnote"]
        .iter()
        .any(|word| word.chars().eq(name.iter().copied()));
    end + usize::from(opens && !aside)
}

/// Whether a bracket stands between a letter and the last one of a word, which does not close it.
fn is_within(text: &[char], at: usize) -> bool {
    let before = at > 0 && text[at - 1].is_alphabetic();
    let last = text.get(at + 1).is_some_and(|c| c.is_alphabetic());
    let behind = text.get(at + 2).is_none_or(|c| !c.is_alphanumeric() && !matches!(c, ')' | '.'));
    before && last && behind
}

/// The bracket that opens what another one closes.
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
    use crate::read::text::items::Items;

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
            ("7.43 Bh5 7... 96", "7 t M 7b t"),
            ("48. g4 e7 49.05. c6+", "48 M M 49 t , M"),
            ("2. £25 a6 £5+", "2 t M t"),
            ("8. (3. d4 Bb3 4. 8 3) Nf6", "8 ( 3 M M 4 8 t ( M"),
            ("38. Rxc6 Rebs", "38 M t"),
            ("38. Rxc6 Reds (", "38 M t ("),
            ("38. Rxc6 Good", "38 M w1"),
            ("30 Radl Wiss", "30 t w1"),
            ("30 Radl Wiss here", "30 w1 w1 w1"),
            ("3. Bc4 BcS 40-0 Nf6", "3 M t 4 M M"),
            ("4. xd4 e6 (6 5. c3 a6", "4 M M t 5 M M"),
            ("3…Qd8-h4+", "3b M"),
            ("Edit1. e4 c5", "w1 1 M M"),
            ("W1.e4 B1.d5 W2.exd5", "1 M 1b M 2 M"),
            (r"\mainline{1. e4 e5}", "1 M M {"),
            (r"4. \c3 \fd7 5. \xe5 e6", "4 M M 5 M M"),
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
            ("37. Re6 Res 38. Rc1 resigns 0-1", "37 M t 38 M R R"),
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
            ("23. Vh1 X ăn c4", "23 M M"),
            ("40. {6 g3 41. f7", "40 t M 41 M"),
            ("g621.Rcd1Qc722.Nb3Rc423:Bd3", "M 21 M M 22 M M 23 M"),
            ("12.xe7wxe713.f4", "12 M M 13 M"),
            ("33B-Kt2P-Q434Kt-B3Kt-B435B-Kt1", "33 M M 34 M M 35 M"),
            ("18 P-QKt4 PxPRxP 19KtxQ", "18 M M M 19 M"),
        ];
        for (text, want) in cases {
            assert_eq!(kinds(text), want, "{text}");
        }
    }

    #[test]
    fn the_mark_of_a_footnote_opens_no_bracket() {
        let items = Items::new("1 e4 e5 (a 2 Nf3 Nc6 (b) 3 Bb5 a6 a) Best. (b) Usual.", 1);
        assert!(items.items.iter().all(|item| !item.deep));
        let items = Items::new("19 K-R1(ki 20 R-R2 (or 21 Q-K2) 21 P-B4 e)", 1);
        assert_eq!(items.items.iter().filter(|item| !item.deep).count(), 8);
        // A digit misread.
        let items = Items::new("12 Qb3 Bb4—d(i 13 h3 Qe7 14 e4 Nb6 15 e5 Nxc4", 1);
        assert!(items.items.iter().all(|item| !item.deep));
        let items = Items::new("1 e4 e5 (or 1... c5 2 Nf3) 2 Nc3", 1);
        assert!(items.items.iter().any(|item| item.deep));
    }
}
