//! Takes PGN apart into tags, numbers, brackets, results and everything else, with their places.

use super::{
    comment::{MAX_NESTED, clock, offers_draw, remark_end},
    tag::{Tag, line_of, tag},
    word::{split_word, triple, word_end},
};
use crate::{
    read::shape::{chars::bytes, misread, scan, spaced, worded},
    record::{GameResult, Place},
};

/// One word with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Lexeme {
    pub(in crate::read) place: Place,
    pub(in crate::read) token: Token,
}

impl Lexeme {
    /// The move number that it is.
    pub(super) fn number(&self) -> Option<u32> {
        match self.token {
            Token::Number { number, .. } => Some(number),
            _ => None,
        }
    }
}

/// What a word is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::read) enum Token {
    /// A tag pair.
    Tag(String, String),
    /// `(`
    Open,
    /// `)`
    Close,
    /// `12.` or, with more points, `12...`
    Number {
        /// The move number.
        number: u32,
        /// Whether Black's move follows.
        black: bool,
    },
    /// `...`, standing for a move of White's
    Dots,
    /// A result, or `*`.
    Result(Option<GameResult>),
    /// A move, or something that stands in its place.
    Word(String),
    /// An offer of a draw, in a comment or as `(=)`.
    DrawOffer,
    /// Seconds left on the clock of the side that has moved: `[%clk 0:12:34]`.
    Clock(u32),
    /// Quotes of a program around a text: `"""`, `` ` ``
    Quote,
    /// What follows was not looked at: the text holds too much.
    Cut,
}

/// Most words of a text; archives come game by game and never hold so many at once.
const MAX_WORDS: usize = 3_000_000;
/// Words longer than this, in bytes, are cut; whole games are written without a blank.
const MAX_WORD: usize = 4_096;
/// Longest move that blanks have torn apart, in characters.
const MAX_TORN: usize = 24;
/// Longest result, in bytes.
const MAX_RESULT: usize = 12;
/// Most quotes that stand together around a text of a program.
const MAX_QUOTES: usize = 16;
/// Most comments without end that are looked into.
const MAX_UNCLOSED: u32 = 64;
/// Words that are looked back over for a move.
const BACK: usize = 8;

/// The words of a text; `line` is the number of its first line, from 1.
pub(super) fn lex(text: &str, line: u32) -> Vec<Lexeme> {
    let mut lexer = Lexer {
        text,
        at: 0,
        line,
        line_start: 0,
        column: (0, 1),
        close: Ahead::new("}"),
        event: Ahead::new("\n[Event "),
        torn: false,
        unclosed: MAX_UNCLOSED,
        out: Vec::new(),
    };
    while lexer.step() {
        if lexer.out.len() >= MAX_WORDS {
            lexer.push(Token::Cut);
            break;
        }
    }
    lexer.out
}

struct Lexer<'a> {
    text: &'a str,
    /// Byte offset.
    at: usize,
    line: u32,
    line_start: usize,
    /// A byte offset of this line with its column, so that columns are counted once.
    column: (usize, u32),
    close: Ahead,
    event: Ahead,
    /// Moves that blanks have torn apart were met.
    torn: bool,
    /// How many more comments without end are looked into.
    unclosed: u32,
    out: Vec<Lexeme>,
}

/// The next place of a pattern, searched for once.
struct Ahead {
    pattern: &'static str,
    found: Option<usize>,
    searched: bool,
}

impl Ahead {
    fn new(pattern: &'static str) -> Ahead {
        Ahead { pattern, found: None, searched: false }
    }

    /// Byte offset of the pattern at or behind `at`; `at` only grows.
    fn from(&mut self, text: &str, at: usize) -> Option<usize> {
        let stale = self.found.is_some_and(|found| found < at);
        if !self.searched || stale {
            self.found = text[at..].find(self.pattern).map(|found| at + found);
            self.searched = true;
        }
        self.found
    }
}

impl<'a> Lexer<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn place(&mut self) -> Place {
        let (from, column) = self.column;
        let from = from.max(self.line_start);
        let counted = self.text.get(from..self.at).map_or(0, |passed| passed.chars().count());
        let column = column.saturating_add(u32::try_from(counted).unwrap_or(u32::MAX));
        self.column = (self.at, column);
        Place { line: self.line, column, ..Place::default() }
    }

    fn push(&mut self, token: Token) {
        let place = self.place();
        self.out.push(Lexeme { place, token });
    }

    /// Goes on by `bytes`, counting lines.
    fn skip(&mut self, bytes: usize) {
        let end = (self.at + bytes).min(self.text.len());
        let passed = &self.text.as_bytes()[self.at..end];
        if let Some(newline) = passed.iter().rposition(|&b| b == b'\n') {
            let lines = passed.iter().filter(|&&b| b == b'\n').count();
            self.line = self.line.saturating_add(u32::try_from(lines).unwrap_or(u32::MAX));
            self.line_start = self.at + newline + 1;
            self.column = (self.line_start, 1);
        }
        self.at = end;
    }

    /// Passes over the rest of the line.
    fn skip_line(&mut self) {
        let end = self.rest().find('\n').unwrap_or(self.rest().len());
        self.skip(end);
    }

    /// Whether nothing stands before on the line.
    fn at_line_start(&self) -> bool {
        self.text[self.line_start..self.at].chars().all(|c| c == '\u{feff}')
    }

    /// Reads one word; false at the end.
    fn step(&mut self) -> bool {
        let Some(c) = self.peek() else { return false };
        let rest = self.rest();
        match c {
            c if c.is_whitespace() || c == '\u{feff}' || c == '\u{200b}' => self.skip(c.len_utf8()),
            '{' if misread::is_pawn(rest.chars()) => self.word(),
            '{' => self.comment(),
            '(' => {
                // `(D)` marks a diagram, `(12)` is a move number in brackets.
                let digits = rest[1..].bytes().take(4).take_while(u8::is_ascii_digit).count();
                if rest.starts_with("(D)") {
                    self.skip(3);
                } else if rest.starts_with("(=)") {
                    // A draw offer belongs to the move before it.
                    match self.out.last_mut() {
                        Some(Lexeme { token: Token::Word(word), .. }) => word.push_str(" (=)"),
                        _ => self.push(Token::DrawOffer),
                    }
                    self.skip(3);
                } else if bracketed_result(rest) {
                    self.skip(1);
                } else if let 1..=3 = digits
                    && rest[1 + digits..].starts_with(')')
                    && let Ok(number) = rest[1..=digits].parse()
                {
                    self.push(Token::Number { number, black: false });
                    self.skip(digits + 2);
                } else {
                    self.push(Token::Open);
                    self.skip(1);
                }
            }
            ')' => {
                self.push(Token::Close);
                self.skip(1);
            }
            '[' => self.bracket(),
            ';' => self.semicolon(),
            '%' if self.at_line_start() => self.skip_line(),
            '$' => {
                let digits = rest[1..].bytes().take_while(u8::is_ascii_digit).count();
                self.skip(1 + digits);
            }
            '<' => match markup(rest) {
                Some(length) => self.skip(length),
                None => self.skip(1),
            },
            '&' if rest.starts_with("&nbsp;") => self.skip("&nbsp;".len()),
            '}' | ']' | '>' | ',' | '|' => self.skip(1),
            '"' | '`' => match quotes(rest) {
                Some(length) => {
                    self.push(Token::Quote);
                    self.skip(length);
                }
                None => self.word(),
            },
            _ => self.word(),
        }
        true
    }

    /// A `;` after a blank is a comment to the end of its line; one that is glued to a move
    /// parts moves, as does one behind which the next moves stand: `1. e4 e6 ; 2. d4 d5`.
    fn semicolon(&mut self) {
        let glued = self.text[..self.at].chars().next_back().is_some_and(|c| !c.is_whitespace());
        let behind = line_of(&self.rest()[1..]).split(';').next().unwrap_or_default();
        let again = self.last_number().is_some_and(|last| number_of(behind) == Some(last));
        if glued || !again && self.is_due(behind) && is_movetext(behind) {
            self.skip(1);
        } else {
            self.skip_line();
        }
    }

    /// Reads a comment in braces.
    fn comment(&mut self) {
        let close = self.close.from(self.text, self.at);
        let event = self.event.from(self.text, self.at);
        // Never closed, or closed only in another game: the comment ends where the game goes on, or
        // with the line.
        let Some(first) = close.filter(|&close| event.is_none_or(|event| close < event)) else {
            return match self.goes_on(line_of(self.rest())) {
                Some(length) => self.skip(length),
                None => self.skip_line(),
            };
        };
        let text = self.text;
        let inner = text[self.at + 1..first].find('{').map(|inner| self.at + 1 + inner);
        let end = inner.and_then(|_| self.partner(first));
        // The brace that closes the next comment closes this one too, but for moves before that which
        // the game does not go on with behind it.
        if let (Some(inner), None) = (inner, end)
            && !self.is_due(&text[first + 1..])
            && let Some(length) = self.goes_on(&text[self.at..inner])
        {
            self.skip(length);
            return;
        }
        let end = end.unwrap_or(first);
        self.told(&text[self.at + 1..end]);
        self.skip(end + 1 - self.at);
    }

    /// The byte of the brace that closes the one at this place, where others stand before the `first`
    /// that closes one.
    fn partner(&self, first: usize) -> Option<usize> {
        let bytes = self.text.as_bytes();
        let mut open = bytes[self.at + 1..first].iter().filter(|&&b| b == b'{').count();
        let limit = self.text.len().min(first + 1 + MAX_NESTED);
        for at in first + 1..limit {
            match bytes[at] {
                b'{' => open += 1,
                b'}' => open -= 1,
                // A new game: the braces do not match.
                b'[' if bytes[at - 1] == b'\n' => return None,
                _ => {}
            }
            if open == 0 {
                return Some(at);
            }
        }
        None
    }

    /// Byte length of what stands before the last number that the game goes on with within a text at
    /// this place, if nothing but movetext follows it there.
    fn goes_on(&mut self, text: &str) -> Option<usize> {
        self.unclosed = self.unclosed.checked_sub(1)?;
        let last = self.last_number()?;
        let numbers = [format!("{last}..."), format!("{}.", last + 1)];
        let begins = |at: &usize| text[..*at].ends_with(char::is_whitespace);
        let found = numbers.iter().filter_map(|number| {
            text.rmatch_indices(number.as_str()).map(|(at, _)| at).find(begins)
        });
        found.min().filter(|&at| is_movetext(&text[at..]))
    }

    /// Whether a text begins with the number that the game goes on with at this place.
    fn is_due(&self, text: &str) -> bool {
        let before = self.out.iter().rev().take(BACK);
        let moves = before.take_while(|lexeme| !matches!(lexeme.token, Token::Number { .. }));
        let both = moves.filter(|lexeme| matches!(lexeme.token, Token::Word(_))).count() > 1;
        let due = self.last_number().map(|last| last + u32::from(both));
        due.is_some() && number_of(text) == due
    }

    /// The highest move number of the game that stands shortly before this place.
    fn last_number(&self) -> Option<u32> {
        let before = self.out.iter().rev().take(BACK);
        let game = before.take_while(|lexeme| !matches!(lexeme.token, Token::Tag(..)));
        game.filter_map(Lexeme::number).max()
    }

    /// Byte length of a letter that was slipped in before the number that is due: `d14.` behind
    /// move 13 is no `d1` and no move 4.
    fn slipped(&self, word: &str) -> Option<usize> {
        let letter = word.chars().next().filter(|c| c.is_alphabetic())?.len_utf8();
        let digits = word[letter..].bytes().take_while(u8::is_ascii_digit).count();
        let number = word.get(letter..letter + digits)?.parse::<u32>().ok()?;
        let due = word[letter + digits..].starts_with('.') && number > 9;
        (due && Some(number - 1) == self.last_number()).then_some(letter)
    }

    /// What a comment or a command tells of the move before it.
    fn told(&mut self, text: &str) {
        if let Some(seconds) = clock(text) {
            self.push(Token::Clock(seconds));
        }
        if offers_draw(text) {
            self.push(Token::DrawOffer);
        }
    }

    /// A tag pair, a command such as `[%clk 0:01]`, or brackets that mean something else.
    fn bracket(&mut self) {
        let rest = self.rest();
        if let Some(tag) = tag(rest)
            && (tag.sound || !self.behind_moves() || self.heads(&tag))
        {
            self.push(Token::Tag(tag.name, tag.value));
            self.skip(tag.length);
            return;
        }
        let end = line_of(rest).find(']');
        match end.or_else(|| remark_end(rest).filter(|_| self.behind_moves())) {
            Some(end) => {
                self.told(&rest[..=end]);
                self.skip(end + 1);
            }
            None => self.skip(1),
        }
    }

    /// Whether moves of a game stand before this place.
    fn behind_moves(&self) -> bool {
        let before = self.out.iter().rev().take(BACK);
        let mut game = before.take_while(|lexeme| !matches!(lexeme.token, Token::Tag(..)));
        game.any(|lexeme| matches!(&lexeme.token, Token::Word(word) if scan::is_move(word)))
    }

    /// Whether a tag without quotes that stands here is the first of several: `[White Berg]` above
    /// `[Black Dorn]`.
    fn heads(&self, first: &Tag) -> bool {
        let behind = self.rest()[first.length..].trim_start();
        self.at_line_start()
            && !first.is_prose()
            && behind.starts_with('[')
            && tag(behind).is_some()
    }

    /// Reads a number, a move or any other word.
    fn word(&mut self) {
        let rest = self.rest();
        let end = word_end(&rest[..rest.floor_char_boundary(MAX_WORD)]);
        let word = &rest[..end];
        // `D` and `N` are marks of ChessBase too, until other moves are seen to be torn.
        let mark = matches!(word, "D" | "N") && !self.torn;
        if !mark && let Some(length) = torn(rest, word) {
            self.torn = true;
            self.push(Token::Word(rest[..length].to_owned()));
            self.skip(length);
            return;
        }
        if self.attach_capture() || self.attach_suffix(word) {
            return;
        }
        if let Some(length) = worded::castles(rest) {
            self.push(Token::Word(rest[..length].to_owned()));
            self.skip(length);
            return;
        }
        if let Some(letter) = self.slipped(word) {
            self.push(Token::Word(word[..letter].to_owned()));
            self.skip(letter);
            return;
        }
        let place = self.place();
        split_word(word, self.next_number(), &mut |offset, token| {
            let column = word[..offset].chars().count();
            let column = place.column.saturating_add(u32::try_from(column).unwrap_or(0));
            self.out.push(Lexeme { place: Place { column, ..place }, token });
        });
        self.skip(end.max(1));
    }

    /// The number behind the last one before this place; the first one where the text begins.
    fn next_number(&self) -> Option<u32> {
        let last = self.out.iter().rev().take(BACK).find_map(Lexeme::number);
        last.or((self.out.len() < BACK).then_some(0))?.checked_add(1)
    }

    /// `schlägt c4` behind a blank belongs to the word before it.
    fn attach_capture(&mut self) -> bool {
        let Some(Lexeme { token: Token::Word(before), .. }) = self.out.last_mut() else {
            return false;
        };
        let whole = self.at.checked_sub(before.len() + 1).and_then(|at| self.text.get(at..));
        let Some(whole) = whole.filter(|whole| {
            whole.strip_prefix(before.as_str()).is_some_and(|rest| rest.starts_with(' '))
        }) else {
            return false;
        };
        let Some(length) = worded::capture(whole, &self.text[self.at..]) else { return false };
        let more = length - before.len() - 1;
        whole[..length].clone_into(before);
        self.skip(more);
        true
    }

    /// `ch.`, `e.p.` and `mate` belong to the move before them, on whatever line it stands.
    fn attach_suffix(&mut self, word: &str) -> bool {
        let rest = self.rest();
        let Some(Lexeme { token: Token::Word(before), .. }) = self.out.last_mut() else {
            return false;
        };
        let Some(length) = worded::suffix(word, rest) else { return false };
        before.push(' ');
        before.push_str(&rest[..length]);
        self.skip(length);
        true
    }
}

/// Whether a text begins with a result in brackets, `(1-0)`: the closing one has no partner then.
fn bracketed_result(text: &str) -> bool {
    let close = text.bytes().take(MAX_RESULT + 2).position(|b| b == b')');
    close.is_some_and(|close| &text[1..close] != "*" && GameResult::is_token(text[1..close].trim()))
}

/// The number that a text begins with.
fn number_of(text: &str) -> Option<u32> {
    let text = text.trim_start();
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    text[..digits].parse().ok()
}

/// Whether a text has a move in it and neither a word that is none nor a comment.
fn is_movetext(text: &str) -> bool {
    if text.contains('{') {
        return false;
    }
    let lexemes = lex(text, 1);
    let mut words = lexemes.iter().filter_map(|lexeme| match &lexeme.token {
        Token::Word(word) => Some(word),
        _ => None,
    });
    let moves = words.clone().count();
    moves > 0 && words.all(|word| scan::is_move(word))
}

/// Byte length of a move that blanks have torn apart and that begins with `word`.
fn torn(rest: &str, word: &str) -> Option<usize> {
    // Most words are whole moves, and quick to see.
    if word.chars().nth(2).is_some() || scan::is_plain(word.as_bytes()) {
        return None;
    }
    let chars: Vec<char> = rest.chars().take(MAX_TORN).collect();
    let found = spaced::spaced(&chars, 0)?;
    Some(bytes(&chars[..found.end]))
}

/// Byte length of an HTML tag at the start of `text`.
fn markup(text: &str) -> Option<usize> {
    let second = text[1..].chars().next()?;
    if !(second.is_ascii_alphabetic() || matches!(second, '/' | '!')) {
        return None;
    }
    let window = &text.as_bytes()[..text.len().min(200)];
    window.iter().position(|&b| b == b'>').map(|end| end + 1)
}

/// Byte length of the quotes at the start of `text`, where a text of a program begins or ends with
/// them: three, or one before a number or a tag. Others may be damage, or stand for what is above.
fn quotes(text: &str) -> Option<usize> {
    let length = text.bytes().take(MAX_QUOTES).take_while(|b| matches!(b, b'"' | b'`')).count();
    let opens = text[length..].starts_with(|c: char| c == '[' || c.is_ascii_digit());
    (opens || triple(text)).then_some(length)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<Token> {
        lex(text, 1).into_iter().map(|lexeme| lexeme.token).collect()
    }

    #[test]
    fn numbers_in_every_style() {
        let cases = [
            ("12.", 12, false),
            ("12...", 12, true),
            ("12…", 12, true),
            ("12", 12, false),
            ("(12)", 12, false),
            ("12/", 12, false),
            (".12", 12, false),
            ("12.-", 12, false),
        ];
        for (text, number, black) in cases {
            assert_eq!(tokens(text), [Token::Number { number, black }], "{text}");
        }
        assert_eq!(tokens("5254"), [Token::Word("5254".into())]);
        for offer in ["Nf3 (=)", "Nf3(=)"] {
            assert_eq!(tokens(offer), [Token::Word("Nf3 (=)".into())]);
        }
    }

    #[test]
    fn a_capture_in_words_goes_on_with_the_whole_word_before_it() {
        let words = tokens("R. takes Q. Kt.(Kt5) takes");
        let whole = Token::Word("R. takes Q. Kt.(Kt5)".into());
        assert_eq!(words, [whole, Token::Word("takes".into())]);
    }

    #[test]
    fn words_for_check_belong_to_the_move_before_them() {
        for text in ["PxP éch.", "Qxf7 ch.", "Nd5 mate", "exd6 e.p.+", "Sf6 Schach!"] {
            assert_eq!(tokens(text), [Token::Word(text.into())], "{text}");
        }
        for text in ["exd6\ne.p.", "exd6  e.p.", "Nd5  mate", "Qxf7\r\nch."] {
            let joined = text.split_whitespace().collect::<Vec<_>>().join(" ");
            assert_eq!(tokens(text), [Token::Word(joined)], "{text}");
        }
        for text in ["Qxf7 chess", "e4 e5", "O-O O-O"] {
            let words: Vec<Token> =
                text.split_whitespace().map(|word| Token::Word(word.into())).collect();
            assert_eq!(tokens(text), words, "{text}");
        }
    }

    #[test]
    fn brackets_behind_moves_are_remarks_where_they_are_no_tags() {
        let word = |text: &str| Token::Word(text.into());
        for remark in [
            "[White could also play d4 here]",
            "[Black's Nf6 was good]",
            "[Round about here White lost the thread,\n[or so he said] in time trouble.]",
            "[White: d4!]",
            "\n[Black van Wely]\n",
        ] {
            assert_eq!(tokens(&format!("e4 {remark} e5")), [word("e4"), word("e5")], "{remark}");
        }
        for tag in ["[White \"Berg\"]", "[White \"Berg", "\n[White Berg]\n[Black Dorn]"] {
            let tag = tokens(&format!("e4 e5\n{tag}\nd4")).get(2).cloned();
            assert_eq!(tag, Some(Token::Tag("White".into(), "Berg".into())));
        }
        assert_eq!(tokens("[White Berg]\ne4").len(), 2);
        // Brackets that are open still at the end of a paragraph are passed over.
        assert_eq!(tokens("e4 [ e5\n\nNf3 ]"), [word("e4"), word("e5"), word("Nf3")]);
    }

    #[test]
    fn what_hangs_on_a_result_is_no_part_of_it() {
        let won = Token::Result(Some(GameResult::WhiteWins));
        for text in ["1-0\"", "1-0\",", "1-0';", "1-0)", "1-0]", "1-0.\"", "1-0”"] {
            assert_eq!(tokens(text)[0], won, "{text}");
        }
        assert_eq!(tokens("*\""), [Token::Result(None)]);
        assert_eq!(tokens("0-0\"").len(), 1);
    }

    #[test]
    fn a_letter_may_be_slipped_in_before_a_number() {
        let word = |text: &str| Token::Word(text.into());
        let number = |number| Token::Number { number, black: false };
        let found = tokens("13. Nxe4 Nxe4 d14.Bxe4 d5");
        assert_eq!(found[3..], [word("d"), number(14), word("Bxe4"), word("d5")]);
        // Here it is a move and its number.
        let found = tokens("3. c4 d14.Bxe4");
        assert_eq!(found[2..], [word("d1"), number(4), word("Bxe4")]);
    }

    #[test]
    fn a_result_may_be_glued_to_the_last_move() {
        let (white, black) = (GameResult::WhiteWins, GameResult::BlackWins);
        for (text, word, result) in [
            ("Rd20-1", "Rd2", black),
            ("e41/2-1/2", "e4", GameResult::Draw),
            ("Qxf7#1-0", "Qxf7#", white),
            ("O-O-O1-0", "O-O-O", white),
            ("O-O0-1", "O-O", black),
            ("e8=Q+½-½", "e8=Q+", GameResult::Draw),
            ("Sf61–0", "Sf6", white),
            ("b8N??0-1", "b8N??", black),
        ] {
            let wanted = [Token::Word(word.into()), Token::Result(Some(result))];
            assert_eq!(tokens(text), wanted, "{text}");
        }
        let run = tokens("12.Rf1Re813.h4Bxe31/2-1/2");
        assert_eq!(run.len(), 7, "{run:?}");
        for text in ["0-0", "0-0-0", "O-O", "a7-a5", "10-0-0"] {
            let results = |token: &Token| matches!(token, Token::Result(_));
            assert!(!tokens(text).iter().any(results), "{text}");
        }
    }

    #[test]
    fn quotes_of_programs_are_no_part_of_moves() {
        let word = |text: &str| Token::Word(text.into());
        let (quote, number) = (Token::Quote, Token::Number { number: 1, black: false });
        let moves = [quote.clone(), number.clone(), word("e4"), word("e5"), quote.clone()];
        for text in ["\"\"\"1.e4 e5\"\"\"", "```1.e4 e5```", "\"\"\"\n1. e4 e5\n\"\"\""] {
            assert_eq!(tokens(text), moves, "{text}");
        }
        for text in ["`1. e4", "\"1.e4"] {
            assert_eq!(tokens(text), [quote.clone(), number.clone(), word("e4")], "{text}");
        }
        let tag = Token::Tag("White".into(), "Berg".into());
        assert_eq!(tokens("`[White \"Berg\"]"), [quote, tag]);
        assert_eq!(
            tokens("\"e4\" \" B-K`s3 \"\""),
            [word("\"e4\""), word("\""), word("B-K`s3"), word("\"\"")]
        );
    }

    #[test]
    fn columns_count_characters() {
        let found = lex("é ♘f3\n  e5", 4);
        let places: Vec<_> = found.iter().map(|l| (l.place.line, l.place.column)).collect();
        assert_eq!(places, [(4, 1), (4, 3), (5, 3)]);
    }
}
