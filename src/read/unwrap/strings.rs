//! The strings of a program, with the names before them and the brackets that they stand in.
//!
//! Nothing is known of the language of the program: strings stand in quotes of any kind, in those of
//! JavaScript and Python over several lines too. An apostrophe within a word is no quote, and what is
//! never closed on its line is none, but for a game at the end of a text that is cut off.

use crate::read::{
    heading::labels,
    pgn::tag,
    shape::scan::{self, begins_game},
    table,
};

/// Longest name before a string that is looked for, in bytes.
const LONGEST: usize = 100;
/// Fewest moves of a comment that counts as a string, and of a list in three quotes.
const FEW: usize = 4;
/// What an interpreter answers to a move, which repeats it.
const ECHO: &str = "Move.from_uci(";
/// Letters and signs before the quotes of some languages.
const PREFIXES: [char; 11] = ['r', 'R', 'b', 'B', 'f', 'F', 'u', 'U', 'L', '@', '$'];

/// A string of a program.
pub(super) struct Literal<'a> {
    /// The word before its colon, equals sign or bracket.
    pub(super) name: &'a str,
    /// What stands in the quotes, as it is written.
    pub(super) text: &'a str,
    /// The bytes of its first quote, of what stands within, and behind its last quote.
    pub(super) open: usize,
    pub(super) at: usize,
    pub(super) end: usize,
    /// The brackets around it, by their number.
    pub(super) block: usize,
}

/// The strings of a program in its order.
pub(super) struct Strings<'a> {
    pub(super) literals: Vec<Literal<'a>>,
    /// By the number of brackets those around them; the whole text has the number 0.
    pub(super) around: Vec<usize>,
}

/// Some brackets, and those around them from the inside out; the whole text is the last.
pub(super) fn outward(around: &[usize], block: usize) -> impl Iterator<Item = usize> {
    let next = |block: &usize| around.get(*block).copied().filter(|_| *block > 0);
    std::iter::successors(Some(block), next)
}

/// The strings of a program.
pub(super) fn strings(text: &str) -> Strings<'_> {
    let mut lexer = Lexer { text, literals: Vec::new(), around: vec![0], open: Vec::new() };
    let mut at = 0;
    let mut is_blank = true;
    while let Some(&byte) = text.as_bytes().get(at) {
        let begins = is_blank;
        is_blank = byte == b'\n' || is_blank && byte.is_ascii_whitespace();
        at = match byte {
            b'"' | b'\'' | b'`' => lexer.quote(at),
            b'\\' => at + 2,
            b'(' | b'[' | b'{' => {
                lexer.open.push(lexer.around.len());
                lexer.around.push(lexer.block(1));
                at + 1
            }
            b')' | b']' | b'}' => {
                lexer.open.pop();
                at + 1
            }
            b'/' | b'#' | b'-' if begins => lexer.comment(at),
            _ => at + 1,
        };
    }
    Strings { literals: lexer.literals, around: lexer.around }
}

/// Whether a text is a list of moves, with signs of margins before its lines perhaps.
fn is_list(text: &str) -> bool {
    let words = text.split(|c: char| c.is_whitespace() || c == '|').filter(|word| !word.is_empty());
    words.clone().take(FEW).count() == FEW && words.into_iter().all(scan::is_move)
}

struct Lexer<'a> {
    text: &'a str,
    literals: Vec<Literal<'a>>,
    around: Vec<usize>,
    /// The brackets that are open.
    open: Vec<usize>,
}

impl<'a> Lexer<'a> {
    /// The number of the innermost brackets that are open, but for so many.
    fn block(&self, but: usize) -> usize {
        let depth = self.open.len().checked_sub(but + 1);
        depth.and_then(|depth| self.open.get(depth)).copied().unwrap_or(0)
    }

    /// Reads the string that a quote begins; the byte behind it, or behind what is no string.
    fn quote(&mut self, open: usize) -> usize {
        let before = &self.text[..open];
        let bare = before.strip_suffix(PREFIXES).unwrap_or(before);
        // Two of them may close what stands in two: ``name``.
        if bare.trim_end_matches('`').ends_with(char::is_alphanumeric) {
            return open + 1;
        }
        let quote = &self.text[open..=open];
        let triple = quote.repeat(3);
        if self.text[open..].starts_with(&triple) {
            let at = open + triple.len();
            let length = if quote == "`" { None } else { self.text[at..].find(&triple) };
            let inner = length.map_or("", |length| &self.text[at..at + length]);
            // What else stands in such quotes may hold strings itself.
            let begins = |line: &str| begins_game(line) || tag::is_tag_line(line);
            if !inner.lines().any(begins) && !is_list(inner) {
                return at;
            }
            return self.push(open, at, inner, triple.len());
        }
        let at = open + 1;
        match length(&self.text[at..], quote) {
            Some(length) if before.rsplit('\n').next() == Some(ECHO) => at + length + 1,
            Some(length) => self.push(open, at, &self.text[at..at + length], 1),
            None => {
                let rest = self.text[at..].trim_end();
                let is_cut = (quote == "`" || !rest.contains('\n'))
                    && rest.match_indices("1.").any(|(number, _)| begins_game(&rest[number..]));
                if is_cut { self.push(open, at, rest, 0) } else { at }
            }
        }
    }

    /// Adds a string; the byte behind its quote, which is so long.
    fn push(&mut self, open: usize, at: usize, text: &'a str, quote: usize) -> usize {
        let end = at + text.len() + quote;
        let name = name(&self.text[..open]);
        self.literals.push(Literal { name, text, open, at, end, block: self.block(0) });
        end
    }

    /// Reads a line that is a comment and holds moves alone, as if it were a string; the byte
    /// behind it, or behind its first sign.
    fn comment(&mut self, at: usize) -> usize {
        let line = self.text[at..].lines().next().unwrap_or("");
        let behind = ["//", "#", "--"].iter().find_map(|sign| line.strip_prefix(sign));
        let moves = behind.map_or("", str::trim);
        let count = moves.split_whitespace().take_while(|word| scan::is_move(word)).count();
        if count < FEW || count < moves.split_whitespace().count() {
            return at + 1;
        }
        let from = moves.as_ptr().addr() - self.text.as_ptr().addr();
        self.push(at, from, moves, 0)
    }
}

/// How long the string is that a quote has begun.
fn length(rest: &str, quote: &str) -> Option<usize> {
    let mut escaped = false;
    for (at, byte) in rest.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'\n' if quote != "`" => return None,
            _ if quote.as_bytes() == [byte] => return Some(at),
            _ => {}
        }
    }
    None
}

/// The name before a string: `white: `, `"white": `, `from=`, `'moves'=>`.
pub(super) fn name(before: &str) -> &str {
    let before = &before[before.ceil_char_boundary(before.len().saturating_sub(LONGEST))..];
    let before = before.trim_end();
    let before = before.strip_suffix("=>").or_else(|| before.strip_suffix([':', '=']));
    let Some(before) = before.map(str::trim_end) else { return "" };
    let before = before.trim_end_matches(['"', '\'', ':']);
    let word = before.rfind(|c: char| !(c.is_alphanumeric() || c == '_'));
    word.map_or(before, |at| &before[at + before[at..].chars().next().map_or(1, char::len_utf8)..])
}

/// What a string of some name tells of the game.
pub(super) fn label(name: &str, string: &str) -> Option<&'static str> {
    if string.trim().is_empty() || scan::is_move(string) {
        return None;
    }
    let word = name.to_lowercase();
    let word = ["player", "name", "_"].iter().fold(word, |word, part| word.replace(part, ""));
    let side = table::side(&word).filter(|_| word.len() > 1);
    side.map(|color| color.fold_wb("White", "Black")).or_else(|| labels::tag(&word))
}

impl Literal<'_> {
    /// What it tells of the game.
    pub(super) fn label(&self) -> Option<&'static str> {
        label(self.name, self.text)
    }

    /// Whether it is one of the squares of a move.
    pub(super) fn is_square(&self) -> bool {
        let named = matches!(self.name, "from" | "to" | "source" | "target");
        named && self.text.len() == 2 && scan::is_move(self.text)
    }

    /// Whether it is the square that a move goes to.
    pub(super) fn is_target(&self) -> bool {
        self.is_square() && matches!(self.name, "to" | "target")
    }

    /// Whether it is what a pawn becomes.
    pub(super) fn is_promotion(&self) -> bool {
        self.name.starts_with("prom") && self.text.len() == 1
    }
}

impl<'a> Strings<'a> {
    /// What stands outside of the strings of a text.
    pub(super) fn outside(&self, text: &'a str) -> Vec<&'a str> {
        let ends = std::iter::once(0).chain(self.literals.iter().map(|literal| literal.end));
        let starts = self.literals.iter().map(|literal| literal.open);
        let starts = starts.chain(std::iter::once(text.len()));
        ends.zip(starts).map(|(from, to)| &text[from..to]).collect()
    }
}
