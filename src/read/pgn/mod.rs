//! A tolerant reader for PGN: every file that calls itself PGN is read, however broken.
//!
//! 1. [`lex`] turns the text into [`Lexeme`]s, asking `tag` for tag pairs, `word` for words and
//!    `comment` for what comments tell of clocks and draw offers; NAGs and commands are dropped.
//! 2. [`variations`] pairs brackets. One without a partner ends where the main line goes on, or is
//!    ignored.
//! 3. What is left becomes entries, which get their move numbers; [`prose`] tells where a text about
//!    the game begins.
//!
//! Each step is linear, and nesting costs no stack.

use shakmaty::Color;

use self::lex::{Lexeme, Token};
pub(super) use self::{bounds::Bounds, comment::seconds};
use super::{
    heading::is_year,
    printed,
    shape::{scan, worded},
    start_from_fen,
};
use crate::{
    record::{Entry, GameResult, Place, Reading, Record, Remark},
    start::Rules,
};

mod bounds;
mod comment;
pub(super) mod heading;
mod hemmed;
mod lex;
mod numbers;
mod prose;
pub(super) mod tag;
mod variations;
mod word;

/// Most entries that are kept of one game; a longest possible game has fewer than 12,000 plies.
pub(super) const MAX_ENTRIES: usize = 50_000;

/// All games in a text; `line` is the number of its first line, from 1.
pub(super) fn games(text: &str, line: u32) -> Vec<Record> {
    let mut lexemes = lex::lex(text, line);
    numbers::join(&mut lexemes);
    let closed = variations::paired(&lexemes);
    let mut aside = variations::unclosed(&lexemes, &closed).into_iter().peekable();
    let mut reader = Reader::default();
    let mut depth = 0_u32;
    for (index, lexeme) in lexemes.iter().enumerate() {
        while aside.next_if(|span| span.end <= index).is_some() {}
        if aside.peek().is_some_and(|span| span.contains(&index)) {
            continue;
        }
        match &lexeme.token {
            Token::Open if closed[index] => depth += 1,
            Token::Close if closed[index] => depth -= 1,
            Token::Open | Token::Close => {}
            Token::Tag(name, value) => {
                let within = reader.last.is_some_and(|last| is_within(&lexemes[index..], last));
                reader.tag(name, value, lexeme.place, within);
            }
            Token::Cut => {
                let message = "the text behind this place is not read; split it".to_owned();
                reader.remark("too-long", lexeme.place, message);
            }
            _ if depth > 0 => {}
            // Prose that quotes the first move begins no game.
            Token::Number { .. } if reader.in_prose && prose::quotes(&lexemes[index + 1..]) => {}
            Token::Number { number, black } => {
                let anew = *number == 1 && is_anew(&lexemes[index + 1..]);
                reader.number(*number, *black, anew);
                reader.hemmed = !black && hemmed::are_moves(&lexemes[index + 1..], *number);
            }
            Token::Dots => reader.dots(),
            Token::Quote => reader.quotes = reader.quotes.map(|quotes| quotes + 1),
            Token::Result(result) => {
                reader.result(*result, lexeme.place);
                reader.in_prose |= prose::follows(&lexemes[index + 1..]);
            }
            Token::Word(text) => {
                let is_move = reader.hemmed || scan::is_move(text);
                reader.in_prose =
                    reader.in_prose || !is_move && prose::begins(&lexemes[index..], reader.last);
                reader.word(text, is_move, lexeme.place);
            }
            Token::DrawOffer => reader.told(|entry| entry.draw_offer = true),
            Token::Clock(seconds) => reader.told(|entry| entry.clock = Some(*seconds)),
        }
    }
    reader.finish()
}

/// What is said where more than [`MAX_ENTRIES`] moves stand; `place` is that of the first too many.
pub(super) fn too_long(place: Place) -> Remark {
    let message = format!("only the first {MAX_ENTRIES} moves are read");
    Remark { code: "too-long", place, message }
}

/// The entries of a movetext without tags.
pub(super) fn movetext(text: &str, line: u32) -> (Vec<Entry>, Option<GameResult>) {
    let mut entries = Vec::new();
    let mut result = None;
    for game in games(text, line) {
        result = result.or(game.result);
        entries.extend(game.sheets.into_iter().flat_map(|sheet| sheet.entries));
    }
    (entries, result)
}

/// Share of the words that are moves, numbers or results, and how many moves there are.
pub(super) fn likeness(text: &str) -> (f64, usize) {
    let lexemes = lex::lex(text, 1);
    let (mut moves, mut others) = (0_usize, 0_usize);
    for lexeme in &lexemes {
        match &lexeme.token {
            // Other texts tell moves in words, and are read with more care for them.
            Token::Word(word) if worded::is_worded(word) => {
                (moves, others) = (moves + 1, others + 1)
            }
            Token::Word(word) if scan::is_move(word) => moves += 1,
            Token::Word(_) | Token::Tag(..) => others += 1,
            _ => {}
        }
    }
    (moves as f64 / (moves + others).max(1) as f64, moves)
}

/// Numbers behind a 1 that say whether it begins a game, and the highest that says so.
const FIRST: usize = 3;
const LOW: u32 = 3;

/// Whether the numbers of the main line behind a 1, up to the next tag, are those of a new game: the
/// 1 may be what is left of a 12.
fn is_anew(behind: &[Lexeme]) -> bool {
    // A bounded look: a few moves, perhaps with long variations between them.
    let game = behind.iter().take(400).take_while(|l| !matches!(l.token, Token::Tag(..)));
    let numbers = game.filter_map(|l| match l.token {
        Token::Number { number, black: false } if number > 0 => Some(number),
        _ => None,
    });
    let (low, high): (Vec<u32>, Vec<u32>) = numbers.take(FIRST).partition(|&next| next <= LOW);
    high.is_empty() || low.len() > high.len()
}

/// Most numbers that may be wanting where tags stand within the moves.
const WANTING: u32 = 1;

/// Whether tags behind the move number `last` have strayed into a game whose moves go on behind
/// them: they do not say which game it is, as the tags of the next one would.
fn is_within(tags: &[Lexeme], last: u32) -> bool {
    let count = tags.iter().take_while(|l| matches!(l.token, Token::Tag(..))).count();
    let named = tags[..count].iter().any(|lexeme| match &lexeme.token {
        Token::Tag(name, _) => {
            matches!(name.as_str(), "Event" | "FEN") || count > 1 && tag::names_a_game(name)
        }
        _ => false,
    });
    let mut behind = tags[count..].iter().take_while(|l| !matches!(l.token, Token::Tag(..)));
    let next = behind.find_map(Lexeme::number);
    let due = last.max(2)..=last.saturating_add(1 + WANTING);
    !named && next.is_some_and(|next| due.contains(&next))
}

/// The game that is being read, and those that are done.
#[derive(Default)]
struct Reader {
    games: Vec<Record>,
    game: Record,
    entries: Vec<Entry>,
    /// Place of the next entry, where a number told it.
    due: Option<(u32, Color)>,
    /// Last move number that was met in this game.
    last: Option<u32>,
    /// The words up to the next number are its moves.
    hemmed: bool,
    /// A move was met in this game.
    begun: bool,
    /// Entries of this game that were set aside as a heading, from the first.
    headed: usize,
    /// A result has ended the movetext.
    ended: bool,
    /// What comes now is a text about the game.
    in_prose: bool,
    /// Quotes that were met behind the last move of this game.
    quotes: Option<u32>,
    too_long: bool,
}

impl Reader {
    /// Takes in a tag pair, which begins a game where the last one has moves, but for one `within`
    /// them.
    fn tag(&mut self, name: &str, value: &str, place: Place, within: bool) {
        if !self.entries.is_empty() && !within || self.ended {
            self.close();
        }
        match name {
            "FEN" => match start_from_fen(value) {
                Ok(start) => self.game.start = start,
                Err(why) => self.remark("bad-start", place, format!("not a start position: {why}")),
            },
            "Variant" if matches!(Rules::named(value), Rules::Other(_)) => {
                let message = format!("a game of {value} is read as one of chess");
                self.remark("other-rules", place, message);
            }
            "Result" => self.game.result = self.game.result.or(GameResult::from_token(value)),
            _ => {}
        }
        self.game.tags.push((name.to_owned(), value.to_owned()));
    }

    /// Notes something that a person should know of the game.
    fn remark(&mut self, code: &'static str, place: Place, message: String) {
        self.game.remarks.push(Remark { code, place, message });
    }

    /// Takes in a move number; `anew` says whether it may begin a game, for which see [`is_anew`].
    fn number(&mut self, number: u32, black: bool, anew: bool) {
        let again = anew && self.last.is_some_and(|last| last >= 2);
        // `1 0.`: what a blank has left of a number.
        if number == 0 {
            return;
        }
        // One text of a program has ended, and another one has begun.
        let parted = self.quotes > Some(1);
        if number == 1 && !black && (self.ended || again || parted) && !self.entries.is_empty() {
            self.close();
        }
        if number == 1 && !black && !self.begun {
            self.head();
        }
        // `1. e4 1. e5`: the number is said again for Black.
        let said = self.due == Some((number, Color::Black));
        let color = if black || said { Color::Black } else { Color::White };
        self.due = Some((number, color));
        self.last = Some(number);
    }

    /// Sets aside what stands above the first move: `London 1851`.
    fn head(&mut self) {
        for entry in &mut self.entries[self.headed..] {
            entry.aside = entry.aside.max(heading::ASIDE);
        }
        self.headed = self.entries.len();
    }

    /// Takes in `...`, which stand for White's move.
    fn dots(&mut self) {
        if let Some((number, _)) = self.due {
            self.due = Some((number, Color::Black));
        }
    }

    /// Takes in a result, which ends the game.
    fn result(&mut self, result: Option<GameResult>, place: Place) {
        self.ended = true;
        match (self.game.result, result) {
            (None, found) => self.game.result = found,
            (Some(tag), Some(found)) if tag != found => {
                let message = format!("the tag says {tag}, the movetext ends with {found}");
                self.remark("result-mismatch", place, message);
            }
            _ => {}
        }
    }

    /// Takes in a word, a move for all that is known, whether or not it `is_move` by its form
    /// and the numbers around it.
    fn word(&mut self, text: &str, is_move: bool, place: Place) {
        if self.entries.len() >= MAX_ENTRIES {
            if !self.too_long {
                self.game.remarks.push(too_long(place));
            }
            self.too_long = true;
            return;
        }
        if is_move {
            self.quotes = Some(0);
            // A year is written as a move of ICCF may be.
            self.begun = self.begun || !is_year(text);
        }
        if !is_move && is_mark(text) {
            // On a mere list of moves "=" is an offer, in a PGN it judges the position.
            if text == "=" && self.game.tags.is_empty() {
                self.told(|entry| entry.draw_offer = true);
            }
            return;
        }
        let aside = match (is_move, self.ended) {
            _ if self.in_prose => 1.0,
            (true, false) => 0.0,
            (true, true) => 0.5,
            (false, ended) => {
                // A word of prose has no capital but its first letter.
                let prose =
                    text.chars().skip(1).all(|c| c.is_lowercase() || matches!(c, '\'' | '.'));
                if prose && text.chars().count() > 3 || ended { 0.95 } else { 0.2 }
            }
        };
        // Prose has no place of its own; what a move number announced still comes.
        let due = if aside > 0.9 { None } else { self.due.take() };
        if let Some((number, Color::White)) = due {
            self.due = Some((number, Color::Black));
        }
        let (number, color) =
            due.map_or((None, None), |(number, color)| (Some(number), Some(color)));
        let readings = vec![Reading { text: text.to_owned(), probability: 1.0 }];
        self.entries.push(Entry { readings, number, color, aside, place, ..Entry::default() });
    }

    /// Notes what a comment tells of the move before it.
    fn told(&mut self, note: impl FnOnce(&mut Entry)) {
        if let Some(entry) = self.entries.last_mut().filter(|_| !self.ended) {
            note(entry);
        }
    }

    /// Ends the game and begins another one.
    fn close(&mut self) {
        let mut game = std::mem::take(&mut self.game);
        let mut entries = std::mem::take(&mut self.entries);
        numbers::take_back(&mut entries);
        // What stands above the moves of a game is none: `Échecs, ronde 3`.
        let heading = !self.ended && entries.iter().all(|entry| !scan::is_move(entry.text()));
        let empty = game.tags.is_empty() && (entries.is_empty() || heading);
        game.sheets = printed(entries);
        if !empty {
            self.games.push(game);
        }
        (self.due, self.last, self.ended, self.too_long) = (None, None, false, false);
        (self.begun, self.headed, self.hemmed) = (false, 0, false);
        self.quotes = None;
        self.in_prose = false;
    }

    /// The games.
    fn finish(mut self) -> Vec<Record> {
        self.close();
        self.games
    }
}

/// Whether a word is a diagram mark or judgement of ChessBase and its kin, not a move.
fn is_mark(text: &str) -> bool {
    matches!(text, "D" | "N" | "TN" | "RR" | "--" | "(D)")
        || !text.chars().any(char::is_alphanumeric)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Texts of the entries of each game.
    fn texts(pgn: &str) -> Vec<String> {
        games(pgn, 1)
            .iter()
            .map(|game| {
                let entries = game.sheets.iter().flat_map(|sheet| &sheet.entries);
                entries.map(Entry::text).collect::<Vec<_>>().join(" ")
            })
            .collect()
    }

    fn one(pgn: &str) -> Record {
        let mut found = games(pgn, 1);
        assert_eq!(found.len(), 1, "{pgn}");
        found.remove(0)
    }

    #[test]
    fn comments_tell_of_clocks_and_draw_offers() {
        let pgn = "[White \"A\"]\n\n1. e4 {[%clk 1:02:03.4]} e5 {[%clk 0:00:59] (=)} 2. Nf3 \
                   {Remis?} (2. f4 {(=)}) Nc6 {=} 3. Bb5 {a draw was offered to nobody} a6 (=) \
                   4. Ba4 = Nf6 {Black offers a draw.} 5. O-O {[%clk x:1]} 1/2-1/2 {(=)}";
        let game = &games(pgn, 1)[0];
        let noted = |entry: &Entry| (entry.clock, entry.draw_offer);
        let found: Vec<_> = game.sheets[0].entries.iter().map(noted).collect();
        let offers: Vec<bool> = found.iter().map(|(_, offer)| *offer).collect();
        // The sixth has it in its text.
        assert_eq!(offers, [false, true, true, false, false, false, false, true, false]);
        assert_eq!(game.sheets[0].entries[5].text(), "a6 (=)");
        assert_eq!((found[0].0, found[1].0, found[8].0), (Some(3723), Some(59), None));
        let list = &games("1. e4 e5 = 2. Nf3 Nc6", 1)[0].sheets[0].entries;
        assert!(list[1].draw_offer && !list[0].draw_offer);
    }

    #[test]
    fn oddities_of_movetext() {
        let cases = [
            ("1. e4 {good {K. B.} move} e5 (1... c5 (1... e6)) 2. Nf3 $1 *", "e4 e5 Nf3"),
            ("1. e4 { never closed\n e5 2. Nf3 *", "e4 e5 Nf3"),
            ("1. e4 e5 {never closed 2. Nf3 (2. f4) Nc6 *", "e4 e5 Nf3 Nc6"),
            ("1. e4 {not 1... e5 or 2. so, 1... c5 2. Nf3 *", "e4 c5 Nf3"),
            ("1. e4 e5 {never closed: 2. Nf3 or 2. f4 with a good game\n2. Nc3", "e4 e5 Nc3"),
            ("1. e4 {good 1... e5 {so} 2. Nf3 Nc6 {as {always}} 3. Bb5", "e4 e5 Nf3 Nc6 Bb5"),
            ("1. e4 e5 {if 2. Nf3, Nc6 {{not 2... d6} 2. Nc3 Nf6", "e4 e5 Nc3 Nf6"),
            ("1. e4 {good\n1... e5 {or 1... c5} 2. Nf3} 2. Nc3", "e4 Nc3"),
            ("22. gxh8=(N) Ke7 23. d8[Q]+ f1=[N]", "gxh8=(N) Ke7 d8[Q]+ f1=[N]"),
            ("{a comment}\n\n1.e4 e5", "e4 e5"),
            ("1. e4 ; a note\ne5 2. Nf3", "e4 e5 Nf3"),
            ("1. e4 e5 ; 2. Nf3 is due\n2. f4", "e4 e5 f4"),
            ("1. e4 e5 ; 2. Nf3 Nc6 ; 3. Bb5 ; 3. Bc4\n3... a6", "e4 e5 Nf3 Nc6 Bb5 a6"),
            ("% made by a program\n1. e4 e5", "e4 e5"),
            ("1.e4 e5 2.Nf3 Nc6 7.O-OO-O 8. 0-0 0-0-0", "e4 e5 Nf3 Nc6 O-O O-O 0-0 0-0-0"),
            ("1. e2e4 e7e5 2. g1f3", "e2e4 e7e5 g1f3"),
            ("18. bxa6 e.p. Bd7", "bxa6 e.p. Bd7"),
            ("1. d4 [%clk 1:00:00] d5 2. c4", "d4 d5 c4"),
            ("1. e4 ) e5 ( 2. Nf3 Nc6", "e4 e5 Nf3 Nc6"),
            ("1.e4 += D e5 +/- (D) 2. Nf3 N Nc6", "e4 e5 Nf3 Nc6"),
            ("8. O‑O O–O", "O‑O O–O"),
            ("1. P-K4 P-K4 2. KtxP(B3) R(R3)-Q3", "P-K4 P-K4 KtxP(B3) R(R3)-Q3"),
            ("1. e4<br />e5<br>2. Nf3&nbsp;Nc6", "e4 e5 Nf3 Nc6"),
            ("1. e4 e5 2. Wer &€2 3. Bb5 a6", "e4 e5 Wer &€2 Bb5 a6"),
            ("1. e4e5 2. Nf3Nc6", "e4e5 Nf3 Nc6"),
            ("1.e4 g62.d4 Bg73.O-O O-O12.Re1", "e4 g6 d4 Bg7 O-O O-O Re1"),
        ];
        for (pgn, want) in cases {
            assert_eq!(texts(pgn), [want], "{pgn}");
        }
    }

    #[test]
    fn a_result_may_stand_in_brackets() {
        assert_eq!(one("1. f3 e5 2. g4 Qh4# (0-1)").result, Some(GameResult::BlackWins));
        assert_eq!(one("1. f3 e5 (1... d5 2. g4 1/2-1/2) 2. g4").result, None);
    }

    #[test]
    fn prose_behind_the_result_has_no_moves_of_the_game() {
        let pgn = "[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\nI opened with 1. e4 and he could \
            not take after 2... d6 3. d4 exd4.";
        let game = one(pgn);
        let surely: Vec<bool> = game.sheets[0].entries.iter().map(|e| e.aside == 1.0).collect();
        assert_eq!(surely.iter().position(|&aside| aside), Some(4));
        assert!(surely[4..].iter().all(|&aside| aside));
        assert_eq!(texts("1. e4 e5 1-0\n\n1. d4 d5 2. c4 e6 3. Nc3 1-0").len(), 2);
    }

    #[test]
    fn a_text_without_a_result_before_it_has_none_either() {
        let surely = |pgn: &str| -> Vec<bool> {
            one(pgn).sheets[0].entries.iter().map(|entry| entry.aside == 1.0).collect()
        };
        let text = "Maybe I see no problem: if I take with `Nge2` it works.";
        assert!(surely(&format!("[White \"A\"]\n\n{text}")).iter().all(|&aside| aside));
        let found = surely(&format!("[White \"A\"]\n\n1. e4 e5 2. Nf3\n\n{text}"));
        assert_eq!(found.iter().position(|&aside| aside), Some(3));
        assert!(found[3..].iter().all(|&aside| aside));
        // Words between the moves, and a game that is damaged.
        for moves in [
            "1. e4 e5 here he thought for a long time 2. Nf3 and this is how it goes on Nc6 3. Bb5",
            "1. e4 cS 2. Nf8 db 3. d4 exd4 4. Nxd4 NfB 5. Ncs aB 6. Bes eS 7. Nbs BeB",
        ] {
            assert!(!surely(&format!("[White \"A\"]\n\n{moves}")).contains(&true), "{moves}");
        }
    }

    #[test]
    fn a_variation_without_end_goes_up_to_the_main_line() {
        let cases = [
            ("1. e4 e5 2. Nf3 Nc6 (2... d6 {so} 3. d4 exd4 4.", "e4 e5 Nf3 Nc6"),
            ("1. e4 e5 2. Nf3 (2. Nc3 Nf6 3.", "e4 e5 Nf3"),
            ("1. e4 e5 (1... c5 2. Nf3 d6\n2. Nf3 Nc6 3. Bb5", "e4 e5 Nf3 Nc6 Bb5"),
            ("1. e4 e5 (1... c5 2. Nf3 d6 2. Nf3 Nc6 3. Bb5", "e4 e5 Nf3 Nc6 Bb5"),
            ("1. e4 e5 (1... c5 2. Nf3\n2. Nf3 Nc6 3. Bb5", "e4 e5 Nf3 Nc6 Bb5"),
            ("1. e4 e5 (2. d4 exd4 {so} 3. c3\n2. Nf3 Nc6", "e4 e5 Nf3 Nc6"),
            ("1. e4 (1. d4 {x} 1... d5 2. c4\n1... e5 2. Nf3", "e4 e5 Nf3"),
            ("1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) d6\n2. Nf3 (2. f4) Nc6", "e4 e5 Nf3 Nc6"),
            ("1. e4 e5 (1... c5 2. Nf3 d6 (2. c3 d5\n2. Nf3 Nc6", "e4 e5 Nf3 Nc6"),
            (
                "1. e4 e5 (1... c5 2. Nf3 d6\n2. Nf3 Nc6 (2... d6 3. d4 f5\n3. Bb5 a6",
                "e4 e5 Nf3 Nc6 Bb5 a6",
            ),
            // Nothing shows where these end.
            ("1. e4 e5 ( 2. Nf3 2. Nc6 3. Bb5", "e4 e5 Nf3 Nc6 Bb5"),
            ("1. e4 e5 ( 2. Nf3 {x} 2... Nc6 3. Bb5", "e4 e5 Nf3 Nc6 Bb5"),
            ("e4 ( e5 1. Nf3 1. Nc6", "e4 e5 Nf3 Nc6"),
        ];
        for (pgn, want) in cases {
            assert_eq!(texts(pgn), [want], "{pgn}");
        }
        let two = "[White \"A\"]\n1. e4 e5 (1... c5 2. Nf3 d6 1-0\n\n[White \"B\"]\n\
                   1. d4 d5 (1... f5 2. g3 Nf6\n2. c4 e6 1-0";
        assert_eq!(texts(two), ["e4 e5 c5 Nf3 d6", "d4 d5 c4 e6"]);
    }

    #[test]
    fn numbers_and_colours_are_handed_out() {
        let game = one("1. e4 e5 2. Nf3 {x} 2... Nc6 3. Bb5 (3. Bc4) a6 Ba4 5... Be7 6...O-O");
        let places: Vec<_> = game.sheets[0]
            .entries
            .iter()
            .map(|e| (e.number.unwrap_or(0), e.color.map_or('-', Color::char)))
            .collect();
        assert_eq!(
            places,
            [
                (1, 'w'),
                (1, 'b'),
                (2, 'w'),
                (2, 'b'),
                (3, 'w'),
                (3, 'b'),
                (0, '-'),
                (5, 'b'),
                (6, 'b')
            ]
        );
        let game = one("1. e4 e5 2. Wer &€2 3. Bb5 a6");
        let left = game.sheets[0].entries[2..4].iter().map(|e| (e.claimed_ply(), e.aside));
        assert_eq!(left.collect::<Vec<_>>(), [(Some(2), 0.0), (Some(3), 0.0)]);
        let game = one("1. e4 1. e5 2. Nf3 2. Nc6");
        assert_eq!(game.sheets[0].entries[3].claimed_ply(), Some(3));
        assert_eq!(
            game.sheets[0].entries[3].place,
            Place { line: 1, column: 23, ..Place::default() }
        );
    }

    #[test]
    fn tags_however_written() {
        let pgn = "\u{feff}[Event \"Blitz:4'+2\" Davtonia\"] [Round \"1\"]\n\
            [Date „1851.06.21”]\n[Annotator  \"Krush, I]\n[White \"A \\\"B\\\"\"]\n\
            [TimeControl \"90' + 30\"\"]<br />\n[Black \"C\"\n1. e4";
        let game = one(pgn);
        let want = [
            ("Event", "Blitz:4'+2\" Davtonia"),
            ("Round", "1"),
            ("Date", "1851.06.21"),
            ("Annotator", "Krush, I"),
            ("White", "A \"B\""),
            ("TimeControl", "90' + 30\""),
            ("Black", "C"),
        ];
        let found: Vec<_> = game.tags.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
        assert_eq!(found, want);
        assert_eq!(game.sheets[0].entries.len(), 1);
    }

    #[test]
    fn games_are_parted_by_tags_results_and_numbers() {
        let pgn = "[White \"A\"]\n1. e4 e5 1-0\n[White \"B\"]\n1. d4 d5\n";
        assert_eq!(texts(pgn), ["e4 e5", "d4 d5"]);
        assert_eq!(texts("1. e4 e5 1-0 1. d4 d5 0-1"), ["e4 e5", "d4 d5"]);
        assert_eq!(texts("1. e4 e5 2. Nf3 Nc6\n1. d4 d5 2. c4"), ["e4 e5 Nf3 Nc6", "d4 d5 c4"]);
        assert_eq!(
            texts("\"\"\"e2e4 e7e5\"\"\"\n\"\"\"1.d4 d5 2.c4\"\"\""),
            ["e2e4 e7e5", "d4 d5 c4"]
        );
        assert_eq!(texts("\"1.e4 e5 2.f4 1-0\",\n\"1. d4 d5 *\",\n"), ["e4 e5 f4", "d4 d5"]);
        let quoted = "[White \"A\"]\n\n\"\"\"The Last\"\"\" 1. e4 e5";
        assert_eq!(games(quoted, 1).len(), 1);
        assert_eq!(texts("\"\"\"e4 e5\"\"\" 1. Nf3 Nc6"), ["e4 e5 Nf3 Nc6"]);
        assert_eq!(texts("Échecs, ronde 3\n1. e4 c5 2. Cf3 e6"), ["e4 c5 Cf3 e6"]);
        // A number misread is no new game.
        assert_eq!(texts("1. e4 e5 2. Nf3 Nc6 1. Bb5 a6 4. Ba4").len(), 1);
        assert_eq!(texts("9. h3 Na5 10. Bc2 1 0. c5 11. d4 11. Qc7").len(), 1);
        assert_eq!(texts("16. Rf1 g5 1. Be3 Bg7 1. Rfc1 f5 19. Nd2 Be6 20. Na4").len(), 1);
        assert_eq!(texts("40. Qe7 Qc6 1. Kh2 Kg8 2. Ne1 Bf7 43. Qd8 Kg7 44. Qd4").len(), 1);
        assert_eq!(games("1. e4 e5 0-1", 1)[0].result, Some(GameResult::BlackWins));
        assert_eq!(texts("[pgn]1. e4 e5[/pgn]"), ["e4 e5"]);
    }

    #[test]
    fn tags_within_the_moves_belong_to_their_game() {
        for moves in
            ["1. e4 e5\n[Round \"1\"]\n2. Nf3", "1. e4\n[Round \"1\"]\n[Site \"x\"]\ne5 2. Nf3"]
        {
            let game = one(&format!("[White \"A\"]\n\n{moves}"));
            assert_eq!(
                (game.sheets[0].entries.len(), game.tag("Round")),
                (3, Some("1")),
                "{moves}"
            );
        }
        for tags in ["[White \"B\"]\n[Black \"C\"]", "[Event \"B\"]"] {
            assert_eq!(texts(&format!("1. e4 e5\n{tags}\n2. Nf3")).len(), 2);
        }
        assert_eq!(texts("1. e4 e5\n[Round \"2\"]\n1. Nf3 d5").len(), 2);
        assert_eq!(texts("1. e4 e5 1-0\n[Round \"2\"]\n2. Nf3 d5").len(), 2);
    }

    #[test]
    fn start_and_contradictions_are_kept() {
        let game = one("[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 1\"]\n1... Kd7 2. e4");
        assert!(game.start.is_some());
        let game = one("[FEN \"nonsense\"]\n1. e4");
        assert_eq!(game.remarks[0].code, "bad-start");
        let game = one("[Variant \"Crazyhouse\"]\n1. e4 d5 2. exd5 Qxd5 3. Nc3 P@d4");
        assert_eq!(game.remarks[0].code, "other-rules");
        assert!(one("[Variant \"From Position\"]\n1. e4").remarks.is_empty());
        let game = one("[Result \"1-0\"]\n1. e4 0-1");
        assert_eq!(game.result, Some(GameResult::WhiteWins));
        assert_eq!(game.remarks[0].code, "result-mismatch");
    }

    #[test]
    fn deep_nesting_is_linear() {
        let deep = format!("1. e4 {} e5", "(".repeat(300_000));
        assert_eq!(texts(&deep), ["e4 e5"]);
        let pairs = format!("1. e4 {}{} e5", "(".repeat(300_000), ")".repeat(300_000));
        assert_eq!(texts(&pairs), ["e4 e5"]);
        for sign in ["{", "[", "[\n", "\"", "`\n"] {
            let comments = format!("1. e4 {} e5", sign.repeat(300_000));
            assert_eq!(games(&comments, 1).len(), 1, "{sign}");
        }
        for part in ["(2. d4 d5 ", "{2. d4 d5 "] {
            let variations = format!("1. e4 e5 {} e5", part.repeat(100_000));
            assert_eq!(games(&variations, 1).len(), 1, "{part}");
        }
    }

    #[test]
    fn a_game_without_end_is_cut_off() {
        let game = one(&"Nf3 ".repeat(MAX_ENTRIES + 10));
        assert_eq!(game.sheets[0].entries.len(), MAX_ENTRIES);
        assert_eq!(game.remarks.len(), 1);
    }
}
