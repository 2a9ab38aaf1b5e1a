//! Games from a position that stands before them as a FEN, in a sentence, a sign of a blog or a macro:
//! `FEN: 8/7k/1p6/1P6/7K/8/8/8 w - - 0 1`, `1. Kh5 Kg7`; or as a board that is drawn.
//!
//! A position within a game, whose numbers go on behind it, shows what stands on the board.

use std::cmp::Reverse;

use shakmaty::{Chess, Color, EnPassantMode, Position, fen::Fen};

use super::{
    drawn,
    numbered::{Numbered, copy_game, numbered, unnumbered},
    positions::{self, Found},
    view::View,
};
use crate::{
    read::{
        replay::played,
        shape::scan,
        text::first::{first, last_number},
    },
    record::GameResult,
};

/// Most bytes from a position to the first move, and from there to where it is given again.
const FAR: usize = 600;
/// First moves that tell where a game begins, and fewest of them behind a board that is drawn: it
/// shows as a rule where a game stands that is spoken of.
const FIRST: usize = 4;
const FEW: usize = 2;
/// Most bytes from such a board to the first move.
const FAR_FROM_BOARD: usize = 3000;

/// A position that a game goes on from.
struct Start<'f> {
    found: &'f Found,
    pos: Chess,
    fen: Fen,
    /// The number of its first move.
    first: Numbered,
}

/// The games, with the positions before them as tags, and the texts between them.
pub(super) fn view<'a>(text: &'a str, sample: &str) -> Option<View<'a>> {
    let found = all_found(sample);
    if found.is_empty() || found.iter().any(|found| is_tag(sample, found)) {
        return None;
    }
    let found = all_found(text);
    let starts = starts(text, &found);
    let mut view = View::new(text);
    let mut done = 0;
    let ends = starts.iter().skip(1).map(|next| next.found.from).chain([text.len()]);
    for (start, end) in starts.iter().zip(ends) {
        let at = start.found.from;
        copy_game(&mut view, text, done, at);
        if start.found.drawn {
            view.begin_from(start.pos.clone());
        } else {
            view.begin();
            view.put(&format!("[SetUp \"1\"]\n[FEN \"{}\"]\n\n", start.fen), at);
        }
        let (from, to) = start.moves(text, end);
        done = from;
        // Other positions show what stands on the board.
        let within = &found[found.partition_point(|other| other.from < from)..];
        for other in within.iter().take_while(|other| other.from < to) {
            view.copy(done, other.from);
            done = other.to;
        }
        view.copy(done, to.max(done));
        done = done.max(to);
    }
    copy_game(&mut view, text, done, text.len());
    (!starts.is_empty()).then_some(view)
}

/// The positions of a text in their order.
fn all_found(text: &str) -> Vec<Found> {
    let mut all = positions::found(text);
    all.extend(drawn::found(text));
    all.sort_by_key(|found| found.from);
    all
}

/// Whether a position is the value of a tag.
fn is_tag(text: &str, found: &Found) -> bool {
    let line = text[..found.from].rsplit('\n').next().unwrap_or("");
    line.trim_start().starts_with("[FEN")
}

/// The positions that games go on from.
fn starts<'f>(text: &str, found: &'f [Found]) -> Vec<Start<'f>> {
    let mut starts = Vec::new();
    let (mut done, mut before) = (0, None);
    let ends = found.iter().skip(1).map(|next| next.from).chain([text.len()]);
    for (own, end) in found.iter().zip(ends) {
        if own.drawn {
            // What other boards show may stand within the game.
            starts.extend(Start::drawn(text, own));
        } else {
            let passed = &text[done..own.from];
            before = numbered(passed).last().map(|last| last.number).or(before);
            starts.extend(Start::new(text, own, end, before));
        }
        done = own.to;
    }
    starts
}

impl<'f> Start<'f> {
    /// A position with a move behind it that can be played, up to a byte; nothing where it shows what
    /// stands on the board in a game whose last number is `before`.
    fn new(text: &str, found: &'f Found, end: usize, before: Option<u32>) -> Option<Start<'f>> {
        let near = text.floor_char_boundary(end.min(found.to + FAR));
        let first = numbered(&text[found.to..near]).next()?;
        let opens = first.number == 1 && !first.black;
        let goes_on = before.is_some_and(|before| (before..=before + 1).contains(&first.number));
        let turn = Color::from_black(first.black);
        if goes_on && !opens || found.turn.is_some_and(|told| told != turn) {
            return None;
        }
        let pos = positions::start(found, turn).filter(|pos| *pos != Chess::default())?;
        let mut setup = pos.to_setup(EnPassantMode::Legal);
        // Programs write 1 where they do not know it.
        if setup.fullmoves.get() == 1 {
            setup.fullmoves = first.number.try_into().ok()?;
        }
        let fen = Fen::try_from(setup).ok()?;
        let start = Start { found, pos, fen, first };
        start.first_moves(text, end).map(|_| start)
    }

    /// A board that is drawn, with the first moves of a game behind it that can be played from there.
    fn drawn(text: &str, found: &'f Found) -> Option<Start<'f>> {
        let near = &text[found.to..text.floor_char_boundary(found.to + FAR_FROM_BOARD)];
        first(near, FIRST).into_iter().find_map(|game| {
            let pos = positions::start(found, Color::from_black(game.black))?;
            let plays = played(pos.clone(), game.moves.iter().copied());
            let is_game = plays == game.moves.len() && plays >= FEW && pos != Chess::default();
            let fen = Fen::try_from(pos.to_setup(EnPassantMode::Legal)).ok()?;
            let first = Numbered { number: 1, black: game.black, at: game.at };
            is_game.then_some(Start { found, pos, fen, first })
        })
    }

    /// The number from which on most of the first moves can be played: they may be spoken of before they
    /// are given.
    fn first_moves(&self, text: &str, end: usize) -> Option<usize> {
        let Start { found: Found { to, .. }, first, .. } = self;
        let again = numbered(&text[*to..end])
            .take_while(|own| own.at < FAR + first.at)
            .filter(|own| (own.number, own.black) == (first.number, first.black))
            .filter(|own| !is_in_brackets(&text[to + first.at..to + own.at]))
            .map(|own| to + own.at);
        let plays = |from: usize| (playable(&self.pos, &text[from..end]), Reverse(from), from);
        let (count, _, from) = again.map(plays).max()?;
        (count > 0).then_some(from)
    }

    /// The bytes of the moves of the game, up to a byte at most.
    fn moves(&self, text: &str, end: usize) -> (usize, usize) {
        let end = begins_again(text, self.found.to, end).unwrap_or(end);
        if self.found.drawn {
            let from = self.found.to + self.first.at;
            let last = last_number(&text[from..end]).map_or(from, |last| from + last);
            return (from, paragraph_end(text, last, end));
        }
        let from = self.first_moves(text, end).unwrap_or(self.found.to + self.first.at);
        (from, behind_moves(text, from, end))
    }
}

/// Whether more brackets are open at the end of a text than at its beginning.
fn is_in_brackets(text: &str) -> bool {
    let count = |signs: [char; 3]| text.matches(signs).count();
    count(['(', '[', '{']) > count([')', ']', '}'])
}

/// The line at which a game from the usual position begins, behind numbers of another.
fn begins_again(text: &str, from: usize, end: usize) -> Option<usize> {
    let mut before = 0;
    let begins = |own: Numbered| {
        let at = from + own.at;
        let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
        let lead = text[line..at].trim_end();
        let leads = lead.is_empty() || lead.ends_with([']', '>', '*', '|']);
        let anew = own.number == 1 && !own.black && before > 1;
        before = own.number;
        let plays = || playable(&Chess::default(), &text[at..end]) > 0;
        (anew && leads && plays()).then_some(line)
    };
    numbered(&text[from..end]).find_map(begins)
}

/// The byte behind the paragraph of the last number of a text, and behind a result below it.
fn behind_moves(text: &str, from: usize, end: usize) -> usize {
    let last = from + numbered(&text[from..end]).last().map_or(0, |last| last.at);
    paragraph_end(text, last, end)
}

/// The byte behind the paragraph of the last number, and behind a result below it.
fn paragraph_end(text: &str, last: usize, end: usize) -> usize {
    let mut to = end;
    let mut at = last;
    for line in text[last..end].split_inclusive('\n') {
        if line.trim().is_empty() {
            let behind = text[at..end].split_whitespace().next();
            let closed = behind.is_some_and(|word| GameResult::from_token(word).is_some());
            if !closed {
                to = at;
                break;
            }
        }
        at += line.len();
    }
    to
}

/// How many of the first moves of a text, which begins with a number, can be played; none where one of
/// them cannot.
fn playable(pos: &Chess, text: &str) -> usize {
    let moves = unnumbered(text).take_while(|word| scan::is_move(word));
    let first: Vec<&str> = moves.take(FIRST).collect();
    let whole = played(pos.clone(), first.iter().copied()) == first.len();
    if whole { first.len() } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STUDY: &str = "8/7k/1p6/1P6/7K/8/8/8";

    fn shown(text: &str) -> Option<Vec<String>> {
        let view = view(text, text)?;
        let line = |(text, _): (&str, u32)| text.split_whitespace().collect::<Vec<_>>().join(" ");
        Some(view.texts().into_iter().map(line).filter(|text| !text.is_empty()).collect())
    }

    #[test]
    fn moves_behind_a_position_are_a_game_from_it() {
        let tags = format!("[SetUp \"1\"] [FEN \"{STUDY} w - - 0 1\"]");
        for before in [
            format!("FEN: {STUDY} w - - 0 1\n"),
            format!("Die Studie `{STUDY} w` (K\u{f6}nige h4/h7): "),
            format!("[game fen=\"{STUDY} w - - 0 1\"]\n"),
            format!("\\fenboard{{{STUDY} w - - 0 1}}\n"),
            format!("{STUDY}\n"),
        ] {
            let found = shown(&format!("{before}1. Kh5 Kg7 2. Kg5 Kf7")).expect("a game");
            assert_eq!(found.last(), Some(&format!("{tags} 1. Kh5 Kg7 2. Kg5 Kf7")), "{before}");
        }
        let spoken =
            format!("{STUDY} w\n1. Kh5! wins (1. Kg5 Kg7 2. Kf5) as follows: 1. Kh5 Kg7 2. Kg5");
        let want = format!("{tags} 1. Kh5 Kg7 2. Kg5");
        assert_eq!(shown(&spoken), Some(vec![want]));
        let shown_again = format!("{STUDY} w\n1. Kh5 {STUDY} b Kg7 {STUDY} w 2. Kg5 Kf7");
        assert_eq!(shown(&shown_again), Some(vec![format!("{tags} 1. Kh5 Kg7 2. Kg5 Kf7")]));
        let black = format!("1. e4 e5\n{STUDY} b\n31... Kg7 32. Kg5");
        let tags = format!("[SetUp \"1\"] [FEN \"{STUDY} b - - 0 31\"]");
        let want = ["1. e4 e5".to_owned(), format!("{tags} 31... Kg7 32. Kg5")];
        assert_eq!(shown(&black), Some(want.to_vec()));
    }

    #[test]
    fn a_game_from_the_usual_position_may_follow() {
        let game = "[id=2] 1. e4 e5 2. Nf3";
        for between in ["\n", "\n\n1/2-1/2\n", "\n\nA game:\n\n"] {
            let text = format!("{STUDY} w\n1. Kh5 Kg7 2. Kg5 Kf7{between}{game}\n");
            let found = shown(&text).expect("games");
            assert_eq!(found[0].contains("1/2"), between.contains("1/2"), "{text}");
            assert!(found[1].ends_with(game), "{found:?}");
        }
    }

    #[test]
    fn a_position_within_a_game_is_none_of_its_own() {
        let board = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
        for text in [
            format!("1. e4 c5\n{board}\n2. Nf3 d6"),
            format!("{board}\nnothing"),
            format!("{board}\n2. Kh5 Kg7"),
            format!("{board}\n2... Nc6"),
            format!("[White \"A\"]\n[FEN \"{board}\"]\n\n2. Nf3 d6"),
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n1. e4 c5".to_owned(),
        ] {
            assert_eq!(shown(&text), None, "{text}");
        }
    }
}
