//! The words of movetext with the bytes they take.

use std::sync::LazyLock;

use memchr::memchr;

use crate::notation::strict::{self, Said};

/// One word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: Kind,
    /// First byte in the game.
    pub(super) start: u32,
    /// Byte behind the last one.
    pub(super) end: u32,
    /// A blank line stands before it.
    pub(super) after_blank: bool,
}

impl Token {
    pub(super) fn range(&self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// What a word is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A move as every reader takes it.
    Move(Said),
    /// Anything else that may stand for a move.
    Word,
    /// A move number; with more than one point Black's.
    Number { number: u32, black: bool },
    /// Points without a number.
    Dots,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    Result,
    /// `$1`, `!?`
    Nag,
    /// A sign that stands for this glyph.
    Mark(u16),
    /// A comment in braces, and whether braces are open inside it.
    Comment { nested: bool },
    /// A brace that is never closed, and the rest of its line.
    Unclosed,
    /// From `;` or `%` to the end of the line.
    LineComment,
    /// Something in square brackets, outside a comment.
    Bracketed,
    /// A mark of HTML: `<b>`, `<br/>`, `</p>`.
    Markup,
    /// `(` with a partner.
    Open,
    /// `)` with a partner.
    Close,
    /// A round bracket without one, or a brace that closes nothing.
    Stray,
}

/// Longest mark of HTML, in bytes.
const LONGEST_MARKUP: usize = 80;
/// Longest sign of [`marks`], in bytes.
const LONGEST_MARK: usize = 3;

/// Signs and their glyphs.
fn marks() -> &'static [(&'static str, u16)] {
    static MARKS: LazyLock<Vec<(&str, u16)>> = LazyLock::new(|| {
        let lines = include_str!("marks.tsv").lines().filter(|line| !line.starts_with('#'));
        let pairs = lines.filter_map(|line| line.split_once('\t'));
        pairs.filter_map(|(sign, glyph)| Some((sign, glyph.parse().ok()?))).collect()
    });
    &MARKS
}

/// Reads the movetext that begins at `from`.
pub(super) fn lex(bytes: &[u8], from: usize, tokens: &mut Vec<Token>) {
    tokens.clear();
    let mut lexer = Lexer {
        bytes,
        at: from,
        after_blank: false,
        tokens,
        open: Vec::new(),
        last_close: memchr::memrchr(b'}', bytes),
    };
    while lexer.step() {}
    for index in std::mem::take(&mut lexer.open) {
        lexer.tokens[index].kind = Kind::Stray;
    }
}

struct Lexer<'a> {
    bytes: &'a [u8],
    at: usize,
    after_blank: bool,
    tokens: &'a mut Vec<Token>,
    /// Brackets that wait for their partner.
    open: Vec<usize>,
    /// The last brace that closes a comment.
    last_close: Option<usize>,
}

/// Length of the mark of HTML at the start of `bytes`, which begins with `<`.
fn markup(bytes: &[u8]) -> Option<usize> {
    let name = bytes.get(1..)?;
    let name = name.strip_prefix(b"/").unwrap_or(name);
    let end = bytes.iter().take(LONGEST_MARKUP).position(|b| matches!(b, b'>' | b'\n'))?;
    (name.first()?.is_ascii_alphabetic() && bytes[end] == b'>').then_some(end + 1)
}

/// The number of a move, or the points of one, at the start of a word.
fn number(word: &[u8]) -> Option<(Kind, usize)> {
    let digits = word.iter().take_while(|b| b.is_ascii_digit()).count();
    let points = word[digits..].iter().take_while(|b| **b == b'.').count();
    if digits == 0 {
        return (points > 0).then_some((Kind::Dots, points));
    }
    let alone = digits + points == word.len();
    let glued = word.get(digits).is_some_and(u8::is_ascii_alphabetic)
        && strict::parse(&word[digits..]).is_some();
    let number = word[..digits].iter().take(4).fold(0, |n, b| n * 10 + u32::from(b - b'0'));
    let found = digits < 5 && (points > 0 || alone && digits < 4 || glued);
    found.then_some((Kind::Number { number, black: points > 1 }, digits + points))
}

impl Lexer<'_> {
    fn push(&mut self, kind: Kind, length: usize) {
        // Games are shorter than `MAX_GAME`.
        let (start, end) = (self.at as u32, (self.at + length) as u32);
        self.tokens.push(Token { kind, start, end, after_blank: self.after_blank });
        self.after_blank = false;
        self.at += length;
    }

    fn blanks(&mut self) {
        let mut newlines = 0;
        while let Some(&b) = self.bytes.get(self.at) {
            match b {
                b'\n' => newlines += 1,
                b' ' | b'\t' | b'\r' | 0x0B | 0x0C | 0x1A => {}
                _ => break,
            }
            self.at += 1;
        }
        self.after_blank = newlines > 1;
    }

    fn to_line_end(&self) -> usize {
        let rest = &self.bytes[self.at..];
        let length = memchr(b'\n', rest).unwrap_or(rest.len());
        rest[..length].trim_ascii_end().len().max(1)
    }

    fn step(&mut self) -> bool {
        self.blanks();
        let rest = &self.bytes[self.at..];
        let Some(&first) = rest.first() else { return false };
        match first {
            b'{' => match self
                .last_close
                .filter(|last| *last > self.at)
                .and_then(|_| memchr(b'}', rest))
            {
                Some(end) => {
                    let nested = memchr(b'{', &rest[1..end]).is_some();
                    self.push(Kind::Comment { nested }, end + 1);
                }
                None => self.push(Kind::Unclosed, self.to_line_end()),
            },
            b';' => self.push(Kind::LineComment, self.to_line_end()),
            b'%' if self.at == 0 || self.bytes[self.at - 1] == b'\n' => {
                self.push(Kind::LineComment, self.to_line_end());
            }
            b'(' if rest.starts_with(b"(D)") => self.push(Kind::Mark(220), 3),
            b'(' => {
                self.open.push(self.tokens.len());
                self.push(Kind::Open, 1);
            }
            b')' => {
                let partner = self.open.pop().is_some();
                self.push(if partner { Kind::Close } else { Kind::Stray }, 1);
            }
            b'}' => self.push(Kind::Stray, 1),
            b'[' => {
                let line = &rest[..self.to_line_end()];
                let length = memchr(b']', line).map_or(1, |end| end + 1);
                self.push(Kind::Bracketed, length);
            }
            b'<' if markup(rest).is_some() => {
                self.push(Kind::Markup, markup(rest).unwrap_or(1));
            }
            b'$' => {
                let digits = rest[1..].iter().take_while(|b| b.is_ascii_digit()).count();
                self.push(if digits > 0 { Kind::Nag } else { Kind::Word }, 1 + digits);
            }
            b'!' | b'?' => {
                let signs = rest.iter().take_while(|b| matches!(b, b'!' | b'?')).count();
                self.push(Kind::Nag, signs);
            }
            _ => self.word(),
        }
        true
    }

    fn word(&mut self) {
        let rest = &self.bytes[self.at..];
        let ends = |b: &u8| {
            matches!(
                b,
                b' ' | b'\n'
                    | b'\r'
                    | b'\t'
                    | b'{'
                    | b'}'
                    | b'('
                    | b')'
                    | b'['
                    | b']'
                    | b';'
                    | b'$'
                    | 0x0B
                    | 0x0C
                    | 0x1A
            )
        };
        let length = rest.iter().position(ends).unwrap_or(rest.len()).max(1);
        let (mut length, mut word) = (length, &rest[..length]);
        if let Some((said, end)) = strict::parse(word) {
            return self.push(Kind::Move(said), end);
        }
        if let Some(at) = memchr(b'<', word).filter(|&at| at > 0 && markup(&rest[at..]).is_some()) {
            (length, word) = (at, &rest[..at]);
            if let Some((said, end)) = strict::parse(word) {
                return self.push(Kind::Move(said), end);
            }
        }
        // `Bxc6.`, `Rg7,`
        let points = word.iter().rev().take_while(|b| matches!(b, b'.' | b',' | b':')).count();
        if points > 0
            && let Some((said, end)) = strict::parse(&word[..length - points])
        {
            return self.push(Kind::Move(said), end);
        }
        if matches!(word, b"1-0" | b"0-1" | b"1/2-1/2" | b"*") {
            return self.push(Kind::Result, length);
        }
        if let Some((kind, end)) = number(word) {
            return self.push(kind, end);
        }
        let text = std::str::from_utf8(word).ok().filter(|_| length <= LONGEST_MARK);
        if let Some((_, glyph)) = text.and_then(|text| marks().iter().find(|(m, _)| *m == text)) {
            return self.push(Kind::Mark(*glyph), length);
        }
        // What an annotator thinks of the move is no part of it.
        let signs = word.iter().rev().take_while(|b| matches!(b, b'!' | b'?')).count();
        self.push(Kind::Word, (length - signs).max(1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Kinds as letters, in order.
    fn kinds(text: &str) -> String {
        let mut tokens = Vec::new();
        lex(text.as_bytes(), 0, &mut tokens);
        let letter = |token: &Token| match token.kind {
            Kind::Move(_) => 'm',
            Kind::Word => 'w',
            Kind::Number { black, .. } => {
                if black {
                    'B'
                } else {
                    'W'
                }
            }
            Kind::Dots => '.',
            Kind::Result => 'r',
            Kind::Nag => '!',
            Kind::Mark(_) => '=',
            Kind::Comment { nested } => {
                if nested {
                    'C'
                } else {
                    'c'
                }
            }
            Kind::Unclosed => 'u',
            Kind::LineComment => ';',
            Kind::Bracketed => '[',
            Kind::Markup => '<',
            Kind::Open => '(',
            Kind::Close => ')',
            Kind::Stray => 's',
        };
        tokens.iter().map(letter).collect()
    }

    #[test]
    fn words_are_told_apart() {
        for (text, want) in [
            ("1. e4 e5 2.Nf3!? Nc6?! 1-0", "WmmWm!m!r"),
            ("1.e4{x}e5 $1 (1... c5 2. Nf3) 2. Nf3 *", "Wmcm!(BmWm)Wmr"),
            ("12...Nf6 13. O-O 0-0-0 1/2-1/2", "BmWmmr"),
            ("1e4 e5 +/- D (D) 5. TN", "Wmm===W="),
            ("1. Sf3 Kt-B3 ; the rest\n2. d4", "Www;Wm"),
            ("% a line\n1. e4 50% e5", ";Wmwm"),
            ("1. e4 ) e5 ( 2. Nf3 } x", "WmsmsWmsw"),
            ("{a {b} c} 1. e4 {never\nclosed", "CwsWmuw"),
            ("1. e4 [%clk 1:00] ... e5 1:0", "Wm[.mw"),
            ("5254 5755", "ww"),
            ("Bxc6. Rg7, e4:", "m.mwmw"),
            ("1. <b>e4</b> e5<br />2.Nf3 <= <>", "W<m<m<Wmww"),
        ] {
            assert_eq!(kinds(text), want, "{text}");
        }
    }

    #[test]
    fn tokens_cover_every_word() {
        let text = "{a}1.e4!(1.d4 d5)$3;x\n\n e5 ]} é 1/2";
        let mut tokens = Vec::new();
        lex(text.as_bytes(), 0, &mut tokens);
        let covered: usize = tokens.iter().map(|token| token.range().len()).sum();
        assert_eq!(covered, text.bytes().filter(|b| !b.is_ascii_whitespace()).count());
        assert!(tokens.windows(2).all(|pair| pair[0].end <= pair[1].start));
        let blank: Vec<_> = tokens.iter().filter(|token| token.after_blank).collect();
        assert_eq!(blank.len(), 1);
        assert_eq!(&text[blank[0].range()], "e5");
    }
}
