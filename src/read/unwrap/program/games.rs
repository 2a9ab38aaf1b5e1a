//! Games that strings of a program make, one by one or several together.

use std::collections::BTreeMap;

use shakmaty::{CastlingMode, Chess, Color, Position, Square, fen::Fen};

use super::{
    super::strings::outward,
    said::{Numbers, OPENING, Said, Text, What},
};
use crate::{read::replay::Replay, start::position};

/// Fewest moves of a list that is a game.
const FEW: usize = 4;
/// A list that begins with so many legal moves is a game, even where a later one is not legal.
const SURE: usize = 8;
/// Rows of a list that were played, behind which others belong to it, and most moves of one.
const ROWS: usize = 3;
const PAIR: usize = 2;
/// How many brackets around a game are looked at for the position before it.
const NEAR: usize = 4;

/// A game, as strings have it.
pub(super) struct Game<'a, 'b> {
    pub(super) body: Body<'a, 'b>,
    /// How many moves it has, about.
    pub(super) moves: usize,
    /// The brackets that it stands in.
    pub(super) block: usize,
    /// The position that it starts from, with its byte.
    pub(super) start: Option<(&'a str, usize)>,
    /// Whether it can be nothing else.
    pub(super) sure: bool,
    /// Whether one string has its moves, and none of them has a number.
    listed: bool,
    /// The name before it, if that says that moves follow.
    pub(super) name: Option<&'a str>,
    /// How many rows have been added that stand in brackets of their own beside its first moves.
    rows: usize,
}

pub(super) enum Body<'a, 'b> {
    /// Moves without numbers, with their bytes.
    Moves { moves: Vec<(String, usize)>, black: bool },
    /// Strings to be read one after the other, with what the numbers of the last one tell.
    Texts(Vec<Text<'a, 'b>>, Numbers),
}

/// A position that stands before games.
struct Before<'a> {
    fen: Fen,
    pos: Chess,
    text: &'a str,
    at: usize,
    block: usize,
}

/// The games of what strings say, by the brackets around each of the brackets; nothing where many of
/// their moves make none.
pub(super) fn games<'a, 'b>(
    said: &'b [Said<'a, 'b>],
    around: &[usize],
) -> Option<Vec<Game<'a, 'b>>> {
    let mut games = Games { found: Vec::new(), replay: None, before: None, around };
    for own in said {
        match &own.what {
            What::Position(fen, text, at) => {
                let position = fen.as_ref().and_then(|fen| Some((fen, position_of(fen)?)));
                games.before = position.map(|(fen, pos)| Before {
                    fen: fen.clone(),
                    pos,
                    text,
                    at: *at,
                    block: own.block,
                });
            }
            What::Moves(moves) => games.moves(own, moves, true)?,
            What::Singles(moves) => games.moves(own, moves, false)?,
            What::Numbered(text, numbers) => games.numbered(own, text, numbers),
        }
    }
    Some(games.finished())
}

/// The position of a FEN, if one can be played from it.
fn position_of(fen: &Fen) -> Option<Chess> {
    position(fen, CastlingMode::Chess960).ok()
}

/// Whether a string may say what a page marks, or how castling is written: `squares: ["f7", "d5"]`,
/// `["O-O", "0-0"]`. Many of them are no game that cannot be played.
fn is_mark(text: &str) -> bool {
    let castles = text.chars().all(|c| matches!(c, 'O' | 'o' | '0' | '-'));
    castles || Square::from_ascii(text.as_bytes()).is_ok()
}

struct Games<'a, 'b, 'c> {
    found: Vec<Game<'a, 'b>>,
    /// The moves of the last game, if it is a list of which all can be played.
    replay: Option<Replay<'b>>,
    before: Option<Before<'a>>,
    around: &'c [usize],
}

impl<'a, 'b> Games<'a, 'b, '_> {
    /// Adds moves without numbers, of a string or of many; nothing if there are many that make no
    /// game.
    fn moves(
        &mut self,
        own: &Said<'a, 'b>,
        moves: &'b [(String, usize)],
        listed: bool,
    ) -> Option<()> {
        let many = moves.len() >= FEW;
        let (count, after) = played(Replay::new(Chess::default()), moves);
        let whole = count == moves.len();
        // A string that is a game is none that goes on; single moves mostly go on.
        let anew = (whole || count >= SURE) && (many || listed);
        if !anew && self.goes_on(own, moves) {
            return Some(());
        }
        let mut game = Game {
            body: Body::Moves { moves: moves.to_vec(), black: false },
            moves: moves.len(),
            block: own.block,
            start: None,
            sure: many,
            listed,
            name: own.name,
            rows: 0,
        };
        let mut replay = whole.then_some(after);
        if !anew && !whole {
            let there = self
                .near(own.block)
                .map(|near| (near, played(Replay::new(near.pos.clone()), moves)));
            let Some((near, (_, after))) = there.filter(|(_, (count, _))| *count == moves.len())
            else {
                let marks = moves.iter().all(|(text, _)| is_mark(text));
                return (!many || marks).then_some(());
            };
            game.body =
                Body::Moves { moves: moves.to_vec(), black: near.pos.turn() == Color::Black };
            game.start = Some((near.text, near.at));
            replay = Some(after);
        }
        self.add(game, replay);
        Some(())
    }

    /// Adds moves to those of the last game, if they can be played behind them or are one of its rows.
    fn goes_on(&mut self, own: &Said, more: &'b [(String, usize)]) -> bool {
        let Some(Game { body: Body::Moves { moves, .. }, moves: count, block, sure, rows, .. }) =
            self.found.last_mut()
        else {
            return false;
        };
        let outer = |block: usize| self.around.get(block);
        let is_row = *block != own.block && outer(*block) == outer(own.block);
        let beside = *block == own.block || is_row;
        let replay = self.replay.clone().filter(|_| beside).map(|replay| played(replay, more));
        match replay.filter(|(count, _)| *count == more.len()) {
            Some((_, after)) => self.replay = Some(after),
            // A row of many that is damaged, or whose letters are not English.
            None if is_row && *rows >= ROWS && more.len() <= PAIR => self.replay = None,
            None => return false,
        }
        moves.extend(more.iter().cloned());
        *count = moves.len();
        *rows += usize::from(is_row);
        *sure |= *count >= FEW;
        true
    }

    /// Adds a text with numbers.
    fn numbered(&mut self, own: &Said<'a, 'b>, text: &Text<'a, 'b>, numbers: &Numbers) {
        if let Some(Game { body: Body::Texts(texts, last), block, moves, .. }) =
            self.found.last_mut()
            && *block == own.block
            && !numbers.tagged
            && numbers.first == last.last.saturating_add(u32::from(!numbers.black))
        {
            texts.push(text.clone());
            last.last = numbers.last;
            *moves += numbers.moves;
            return;
        }
        let start = self.near(own.block).filter(|near| near.is_start(numbers));
        let start = start.map(|near| (near.text, near.at));
        let begins = numbers.first == 1 && !numbers.black;
        let game = Game {
            body: Body::Texts(vec![text.clone()], numbers.clone()),
            moves: numbers.moves,
            block: own.block,
            start,
            sure: begins || numbers.tagged || start.is_some(),
            listed: false,
            name: own.name,
            rows: 0,
        };
        self.add(game, None);
    }

    /// Adds a game, unless the one before it is the same under another name.
    fn add(&mut self, game: Game<'a, 'b>, replay: Option<Replay<'b>>) {
        let same = |last: &Game| {
            let named = last.name.is_some() && game.name.is_some() && last.name != game.name;
            named
                && last.block == game.block
                && last.moves == game.moves
                && last.opening().eq(game.opening())
        };
        if !self.found.last().is_some_and(same) {
            self.found.push(game);
            self.replay = replay;
        }
    }

    /// The position that stands before what has these brackets around it.
    fn near(&self, block: usize) -> Option<&Before<'a>> {
        let mut blocks = outward(self.around, block).take(NEAR);
        self.before.as_ref().filter(|near| blocks.any(|block| block == near.block))
    }

    /// The games that are some.
    fn finished(self) -> Vec<Game<'a, 'b>> {
        let mut lists: BTreeMap<usize, usize> = BTreeMap::new();
        for game in self.found.iter().filter(|game| game.listed && game.sure) {
            *lists.entry(game.block).or_default() += 1;
        }
        let mut found = self.found;
        for game in found.iter_mut().filter(|game| game.listed) {
            game.sure |= lists.get(&game.block).is_some_and(|count| *count >= 2);
        }
        // What begins later is no game for sure, but it is read as well as it can be.
        found.retain(|game| game.sure || matches!(game.body, Body::Texts(..)) && game.moves >= FEW);
        found
    }
}

/// How many moves can be played, and what they lead to.
fn played<'b>(mut replay: Replay<'b>, moves: &'b [(String, usize)]) -> (usize, Replay<'b>) {
    let count = moves.iter().take_while(|(text, _)| replay.play(text)).count();
    (count, replay)
}

impl Game<'_, '_> {
    /// Whether it tells its tags itself.
    pub(super) fn is_tagged(&self) -> bool {
        matches!(&self.body, Body::Texts(_, numbers) if numbers.tagged)
    }

    /// Its first moves.
    fn opening(&self) -> impl Iterator<Item = &str> {
        let (listed, numbered) = match &self.body {
            Body::Moves { moves, .. } => (&moves[..], &[][..]),
            Body::Texts(_, numbers) => (&[][..], &numbers.opening[..]),
        };
        let listed = listed.iter().map(|(text, _)| text.as_str());
        listed.chain(numbered.iter().map(String::as_str)).take(OPENING)
    }
}

impl Before<'_> {
    /// Whether a text with such numbers begins in the position, which may as well be another one that
    /// its game comes to.
    fn is_start(&self, numbers: &Numbers) -> bool {
        let turn = if numbers.black { Color::Black } else { Color::White };
        let agrees = self.fen.as_setup().turn == turn
            && self.fen.as_setup().fullmoves.get() == numbers.first;
        let plays = |pos: &Chess| {
            let mut replay = Replay::new(pos.clone());
            numbers.opening.iter().take_while(|text| replay.play(text)).count()
        };
        let usual = if numbers.first == 1 { plays(&Chess::default()) } else { 0 };
        agrees && !numbers.tagged && plays(&self.pos) >= usual
    }
}
