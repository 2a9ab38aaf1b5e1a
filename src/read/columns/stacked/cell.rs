//! A line that holds one move, and lines that hold several.

use crate::{
    read::{
        columns::{self, Part, Told},
        shape::{chars::blank, misread, scan},
    },
    record::GameResult,
};

/// Longest line of one move and its number, in characters.
const LONG: usize = 30;
/// Longest text that may be a damaged move, in characters.
const MAX_DAMAGED: usize = 12;

/// A line as short as one that holds one move.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cell<'a> {
    pub(super) part: Part<'a>,
    /// Its number, if it has one that can be read, and whether it has any.
    pub(super) number: Option<u32>,
    pub(super) numbered: bool,
    /// Byte at which the rest begins.
    pub(super) start: usize,
    pub(super) is_move: bool,
    /// Whether the rest may be what is left of a move.
    pub(super) damaged: bool,
    /// Whether a line without anything on it stands before.
    pub(super) apart: bool,
}

impl<'a> Cell<'a> {
    pub(super) fn new(part: Part<'a>, apart: bool) -> Option<Cell<'a>> {
        let text = part.text.trim();
        let short = text.len() <= 4 * LONG && text.chars().count() <= LONG;
        if text.is_empty() || !short || GameResult::from_token(text).is_some() {
            return None;
        }
        let indent = part.text.len() - part.text.trim_start().len();
        let (number, numbered, lead) = lead(text);
        let cell = &text[lead..];
        let chars: Vec<char> = cell.chars().collect();
        let found = scan::move_at(&chars, 0).map_or(0, |found| found.end);
        let is_move = found > 0 && found + 2 >= chars.len();
        let prose = |word: &str| word.chars().filter(|c| c.is_lowercase()).count() >= 4;
        let damaged = chars.len() <= MAX_DAMAGED
            && chars.iter().any(|c| c.is_alphanumeric())
            && columns::number(cell).is_none()
            && !cell.split_whitespace().any(prose);
        let start = indent + lead;
        Some(Cell { part, number, numbered, start, is_move, damaged, apart })
    }

    /// The line without its number.
    pub(super) fn bare(&self) -> Part<'a> {
        self.part.cut(self.start, self.part.text.len())
    }

    /// The line with its number, which is told where it cannot be read.
    pub(super) fn with_number(&self, number: u32, black: bool) -> Part<'a> {
        if self.number == Some(number) && !black {
            return self.part;
        }
        Part { told: Some(Told { number, black }), ..self.bare() }
    }

    /// The first number of a line that has nothing else, and how many there are, going up by one;
    /// 0 where it is misread.
    pub(super) fn lone_number(&self) -> Option<(u32, u32)> {
        let number = |word: &str| {
            let plain = word.chars().all(|c| c.is_ascii_digit() || !c.is_alphanumeric());
            columns::number(word.trim_end_matches([',', ';', '-'])).filter(|_| plain)
        };
        let text = self.part.text.trim();
        let numbers: Option<Vec<u32>> = text.split_whitespace().map(number).collect();
        let numbers = numbers.filter(|all| all.windows(2).all(|two| two[1] == two[0] + 1));
        let misread = || (!self.is_move && misread::is_number(text)).then_some((0, 1));
        numbers.and_then(|all| Some((*all.first()?, all.len() as u32))).or_else(misread)
    }

    /// The lines of its moves, if it holds two of them and no number.
    pub(super) fn halves(&self) -> Option<[Cell<'a>; 2]> {
        let text = self.part.text;
        let chars: Vec<char> = text.chars().collect();
        let first = scan::move_at(&chars, chars.iter().take_while(|c| c.is_whitespace()).count())?;
        let rest: String = chars[first.end..].iter().collect();
        if self.numbered || !rest.starts_with(char::is_whitespace) || !scan::is_move(&rest) {
            return None;
        }
        let cut = text.len() - rest.len();
        let half = |from, to| Cell::new(self.part.cut(from, to), self.apart && from == 0);
        Some([half(0, cut)?, half(cut, text.len())?])
    }
}

/// The number that a line begins with, whether it begins with one that may be misread, and the
/// bytes up to what follows.
fn lead(text: &str) -> (Option<u32>, bool, usize) {
    let word = text.split_whitespace().next().unwrap_or("");
    let behind = |at: usize| at + text[at..].len() - text[at..].trim_start().len();
    if word.len() < text.len() {
        let lone = word.chars().all(|c| c.is_ascii_digit() || !c.is_alphanumeric());
        if let Some(number) = columns::number(word).filter(|_| lone) {
            return (Some(number), true, behind(word.len()));
        }
        if misread::is_number(word) {
            return (None, true, behind(word.len()));
        }
    }
    if let Some(dot) = word.find('.').filter(|&dot| dot + 1 < word.len())
        && let Some(number) = columns::number(&word[..dot])
    {
        return (Some(number), true, behind(dot + 1));
    }
    touching(word).map_or((None, false, 0), |(number, at)| (Some(number), true, at))
}

/// A number and the byte of the move that is glued to it: `4d4`, `60-0`, `le4`.
fn touching(word: &str) -> Option<(u32, usize)> {
    let digits = word.bytes().take(2).take_while(u8::is_ascii_digit).count();
    let mut cuts = (1..=digits).rev().map(|cut| (cut, word.split_at(cut)));
    let glued = cuts.find_map(|(cut, (lead, cell))| {
        let number = columns::number(lead).filter(|_| columns::is_glued(cell))?;
        Some((number, cut))
    });
    let misread = |cell: &&str| scan::is_move(cell) && cell.len() < 4;
    glued.or_else(|| word.strip_prefix(['l', 'I']).filter(misread).map(|_| (1, 1)))
}

/// A line, or its moves where it holds several that have a number each.
pub(super) fn single(part: Part) -> Vec<Part> {
    let indent = part.text.len() - part.text.trim_start().len();
    let chars: Vec<char> = part.text.chars().collect();
    let (own, _, start) = lead(&part.text[indent..]);
    // A number that is lost is told by the next one.
    let told = || {
        let blanks = chars.iter().take_while(|c| c.is_whitespace()).count();
        let rest: String = chars[scan::move_at(&chars, blanks)?.end..].iter().collect();
        columns::number(rest.split_whitespace().next()?)?.checked_sub(1)
    };
    let Some(number) = own.or_else(told) else { return vec![part] };
    let bytes = |at: usize| chars[..at].iter().map(|c| c.len_utf8()).sum::<usize>();
    let mut cuts = vec![0];
    let mut at = part.text[..indent + start].chars().count();
    for next in number + 1.. {
        let Some(own) = scan::move_at(&chars, at) else { return vec![part] };
        let signs = |c: &&char| c.is_whitespace() || matches!(c, '.' | ',' | ';');
        let digits = own.end + chars[own.end..].iter().take_while(signs).count();
        if digits == chars.len() {
            break;
        }
        let word: Vec<char> = next.to_string().chars().collect();
        if digits == own.end || !chars[digits..].starts_with(&word) {
            return vec![part];
        }
        cuts.push(digits);
        at = digits + word.len();
        at = blank(&chars, at + usize::from(chars.get(at) == Some(&'.')));
    }
    let ends = cuts.iter().skip(1).copied().chain([chars.len()]);
    cuts.iter().zip(ends).map(|(&from, to)| part.cut(bytes(from), bytes(to))).collect()
}
