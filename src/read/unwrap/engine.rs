//! Logs of chess engines and servers: what was played, without what was thought.
//!
//! - UCI: `position startpos moves e2e4 e7e5` is sent again for each move, so that the longest one
//!   of a game is the game; the `bestmove` behind the last one was played too. Where only the
//!   answers were kept, they are the game.
//! - xboard: `usermove e2e4` and `move e7e5`, or both sides' moves in the log of their arbiter.
//! - Internet servers: the line that begins with `<12>` tells of each move.
//! - `White(1): e4`, the prompts of a program.

use shakmaty::Chess;

use super::view::View;
use crate::read::{replay::played, shape::scan, table};

/// Fewest moves of a log.
const FEW: usize = 2;
/// Moves from the start of a game that must be legal where a word of prose is the command.
const BEGINS: usize = 4;
/// How many more numbers than moves of the log make a game of which a log stands beside.
const BESIDE: usize = 10;
/// Share of the moves of the commands of a log that all of them may have besides.
const FIELDS: usize = 30;

/// A move, or what tells of the game, with its byte in the text.
type Told<'a> = (&'a str, usize);

/// A game that a log tells.
#[derive(Default)]
struct Game<'a> {
    players: [Option<Told<'a>>; 2],
    /// A position that is not the usual one.
    start: Option<Told<'a>>,
    moves: Vec<Told<'a>>,
    result: Option<Told<'a>>,
}

/// The games of a log.
pub(super) fn view<'a>(text: &'a str, sample: &str) -> Option<View<'a>> {
    let has = |word: &str| sample.contains(word);
    let games = match () {
        () if has("position startpos") || has("position fen ") => positions(text),
        () if has("bestmove ") => vec![moves_behind(text, &["bestmove"])],
        () if has("<12> ") => vec![styled(text)],
        () if has("usermove ") || has("protover") => {
            vec![moves_behind(text, &["usermove", "move"])]
        }
        () if has(": move ") || has("\nmove ") => {
            vec![Some(moves_behind(text, &["move"])).filter(Game::is_played).unwrap_or_default()]
        }
        () if has("(1)") => vec![prompts(text)],
        () => return None,
    };
    let games: Vec<Game> = games.into_iter().filter(|game| !game.moves.is_empty()).collect();
    let moves = games.iter().map(|game| game.moves.len()).sum::<usize>();
    if moves < FEW || numbered(sample) > moves + BESIDE {
        return None;
    }
    let mut view = View::new(text);
    games.iter().for_each(|game| write(&mut view, game));
    Some(view)
}

/// How far the numbers of a text go up one by one with moves behind them. Those of the lines that an
/// engine thought of go little further than its game.
fn numbered(text: &str) -> usize {
    let words: Vec<&str> = text.split_whitespace().collect();
    let number = |word: &str| word.trim_end_matches('.').parse::<usize>().ok();
    words.windows(2).fold(0, |last, pair| {
        let next = pair[0].ends_with('.') && number(pair[0]) == Some(last + 1);
        last + usize::from(next && scan::is_move(pair[1]))
    })
}

impl Game<'_> {
    /// Whether its first moves are legal, one after the other: a line of prose may begin with
    /// `move` too.
    fn is_played(&self) -> bool {
        let first = self.moves.iter().map(|(text, _)| *text).take(BEGINS);
        self.moves.len() >= BEGINS && played(Chess::default(), first) == BEGINS
    }
}

/// Writes a game as PGN.
fn write(view: &mut View, game: &Game) {
    let mut tag = |name: &str, told: Option<Told>| {
        let Some((value, at)) = told else { return };
        view.put(&format!("[{name} \""), at);
        view.put(value, at);
        view.put("\"]\n", at);
    };
    tag("White", game.players[0]);
    tag("Black", game.players[1]);
    tag("FEN", game.start);
    tag("Result", game.result);
    let black = game.start.is_some_and(|(fen, _)| fen.split_whitespace().nth(1) == Some("b"));
    view.put("\n", 0);
    view.put_moves(game.moves.iter().copied(), black);
    let (result, at) = game.result.unwrap_or(("*", 0));
    view.put(result, at);
    view.put("\n\n", at);
}

/// Where a part of a text stands in it.
fn told<'a>(text: &str, part: &'a str) -> Told<'a> {
    (part, part.as_ptr().addr() - text.as_ptr().addr())
}

/// The games of a UCI log.
fn positions(text: &str) -> Vec<Game<'_>> {
    let mut games: Vec<Game> = Vec::new();
    let mut players = [None; 2];
    // The engine's answer to the last position.
    let mut answer: Option<Told> = None;
    for line in text.lines() {
        if let Some(named) = started(line) {
            players = named.map(|name| Some(told(text, name)));
        }
        if let Some(result) = finished(line)
            && let Some(game) = games.last_mut()
        {
            game.result = game.result.or(Some(told(text, result)));
        }
        if let Some(found) = behind(line, "bestmove") {
            answer = Some(told(text, found)).filter(|_| scan::is_move(found));
        }
        let Some((start, moves)) = position(line) else { continue };
        let moves: Vec<Told> = moves.map(|m| told(text, m)).collect();
        let start = start.map(|fen| told(text, fen));
        let same = |game: &&mut Game| {
            let both = game.moves.iter().zip(&moves).all(|(a, b)| a.0 == b.0);
            both && game.start.map(|fen| fen.0) == start.map(|fen| fen.0)
                && (!moves.is_empty() || game.moves.is_empty())
        };
        match games.last_mut().filter(same) {
            Some(game) if game.moves.len() <= moves.len() => game.moves = moves,
            Some(_) => continue,
            None => {
                if let Some(game) = games.last_mut() {
                    game.moves.extend(answer);
                }
                games.push(Game { players, start, moves, ..Game::default() });
            }
        }
        answer = None;
    }
    if let Some(game) = games.last_mut() {
        game.moves.extend(answer);
    }
    games
}

/// The start and the moves of a `position` command; no start where it is the usual one.
fn position(line: &str) -> Option<(Option<&str>, impl Iterator<Item = &str>)> {
    let at = line.find("position ")?;
    let command = &line[at + "position ".len()..];
    let (start, moves) = command.split_once("moves").unwrap_or((command, ""));
    let start = start.trim();
    let fen = start.strip_prefix("fen ").map(str::trim);
    (start == "startpos" || fen.is_some()).then(|| {
        let usual = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq";
        (fen.filter(|fen| !fen.starts_with(usual)), moves.split_whitespace())
    })
}

/// `Started game 1 of 2 (A vs B)`
fn started(line: &str) -> Option<[&str; 2]> {
    let rest = line.split_once("Started game ")?.1;
    let inside = rest[rest.find('(')? + 1..].trim_end().strip_suffix(')')?;
    let (white, black) = inside.split_once(" vs ")?;
    Some([white, black])
}

/// `Finished game 1 (A vs B): 1-0 {…}`, `result 1-0 {…}`
fn finished(line: &str) -> Option<&str> {
    let behind = line.split_once("Finished game ").and_then(|(_, rest)| rest.split_once("): "));
    let rest = behind.map(|(_, rest)| rest).or_else(|| line.strip_prefix("result "))?;
    rest.split_whitespace()
        .next()
        .filter(|word| crate::record::GameResult::from_token(word).is_some())
}

/// The word behind a command, which begins the line or follows what a log puts before it:
/// `<first : move e7e5`, `<--1:bestmove e7e5`.
fn behind<'a>(line: &'a str, command: &str) -> Option<&'a str> {
    let mut words = line.split_whitespace();
    let glued = |word: &str| word.strip_suffix(command).is_some_and(|before| before.ends_with(':'));
    let mut sure = true;
    for word in words.by_ref().take(6) {
        if glued(word) || word == command {
            return words.next().filter(|_| sure || glued(word));
        }
        sure = word.ends_with(':');
    }
    None
}

/// The moves behind some commands. What one engine said and was told to the other comes once.
fn moves_behind<'a>(text: &'a str, commands: &[&str]) -> Game<'a> {
    let mut game = Game::default();
    for line in text.lines() {
        game.result = game.result.or(finished(line).map(|result| told(text, result)));
        let bare = line.trim();
        let alone = (bare.len() == 4 || bare.len() == 5) && is_coordinates(bare);
        let found = commands.iter().find_map(|command| behind(line, command));
        let found = found.or(alone.then_some(bare)).filter(|m| scan::is_move(m));
        if let Some(found) = found
            && game.moves.last().is_none_or(|(last, _)| *last != found)
        {
            game.moves.push(told(text, found));
        }
    }
    game
}

/// Whether a word is `e2e4` or `e7e8q`.
fn is_coordinates(word: &str) -> bool {
    matches!(word.as_bytes(), [b'a'..=b'h', b'1'..=b'8', b'a'..=b'h', b'1'..=b'8', ..])
}

/// The game that a server's lines for programs tell, a line a move: the players are words 17 and
/// 18 of them, the move is word 29.
fn styled(text: &str) -> Game<'_> {
    let mut game = Game::default();
    for line in text.lines().filter(|line| line.trim_start().starts_with("<12> ")) {
        let words: Vec<&str> = line.split_whitespace().take(FIELDS).collect();
        let [.., found] = words[..] else { continue };
        if words.len() < FIELDS || !scan::is_move(found) {
            continue;
        }
        game.players = [Some(told(text, words[17])), Some(told(text, words[18]))];
        game.moves.push(told(text, found));
    }
    game
}

/// `White(1): e4`, `Black(1): e5`
fn prompts(text: &str) -> Game<'_> {
    let mut game = Game::default();
    for line in text.lines() {
        let Some((side, rest)) = line.trim().split_once('(') else { continue };
        let Some((number, rest)) = rest.split_once("):") else { continue };
        let found = rest.split_whitespace().next().unwrap_or("");
        let is_prompt = table::side(side.trim()).is_some() && number.trim().parse::<u32>().is_ok();
        if is_prompt && scan::is_move(found) {
            game.moves.push(told(text, found));
        }
    }
    game
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        view(text, text).unwrap_or_else(|| panic!("{text}")).shown()
    }

    #[test]
    fn logs_tell_what_was_played() {
        for (text, want) in [
            (
                "uci\nposition startpos\ngo\ninfo depth 1 pv d2d4\nbestmove e2e4 ponder e7e5\n\
                 position startpos moves e2e4 e7e5\ngo\nbestmove g1f3\n",
                "1. e2e4 e7e5 2. g1f3 *",
            ),
            (
                "Started game 1 of 1 (A vs B)\n7 >A(0): position startpos moves e2e4 e7e5\n\
                 8 <A(0): bestmove g1f3\n9 >B(1): position startpos moves e2e4 e7e5 g1f3\n\
                 9 <B(1): bestmove b8c6\nFinished game 1 (A vs B): 1-0 {x}\n",
                "[White \"A\"]|[Black \"B\"]|[Result \"1-0\"]|1. e2e4 e7e5 2. g1f3 b8c6 1-0",
            ),
            (
                "position startpos moves e2e4 e7e5\nposition startpos moves e2e4\n\
                 position startpos moves d2d4 d7d5\n",
                "1. e2e4 e7e5 *|1. d2d4 d7d5 *",
            ),
            (
                "position fen 4k3/8/8/8/8/8/4P3/4K3 b - - 0 1 moves e8d7 e2e4 d7d6 e4e5",
                "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 1\"]|1... e8d7 2. e2e4 d7d6 3. e4e5 *",
            ),
            (
                "bestmove e2e4 ponder d7d5\nbestmove e7e5\nbestmove g1f3\nbestmove (none)\n\
                 bestmove d7d6",
                "1. e2e4 e7e5 2. g1f3 d7d6 *",
            ),
            (
                "xboard\nusermove e2e4\n9 25 12 3000 e7e5 g1f3\nmove e7e5\nusermove g1f3\n\
                 move d7d6\nresult 0-1 {x}\n",
                "[Result \"0-1\"]|1. e2e4 e7e5 2. g1f3 d7d6 0-1",
            ),
            (
                "7 <first : move e2e4\n7 >second: e2e4\n8 <second: move e7e5\n8 >first : e7e5\n\
                 9 <first : move g1f3\n9 <second: move d7d6\n",
                "1. e2e4 e7e5 2. g1f3 d7d6 *",
            ),
            (
                "-->1:position startpos\n<--1:bestmove e2e4\n-->2:position startpos moves e2e4\n\
                 <--2:bestmove e7e5 ponder g1f3\n",
                "1. e2e4 e7e5 *",
            ),
            (
                "White(1): e4\n used 1.2\nBlack(1): e5\nWhite(2): Nf3\nBlack(2): d6",
                "1. e4 e5 2. Nf3 d6 *",
            ),
        ] {
            assert_eq!(shown(text), want, "{text}");
        }
        let prose = "White has a better one in the\nmove Nf3 and Black may play the\nmove a6 then.";
        let numbered = |n| format!("{n}. Nf3 Ng8\n");
        let game: String = (1..20).map(numbered).collect();
        let session = format!("position startpos moves e2e4 e7e5\nbestmove g1f3\n{game}");
        for text in ["He made the move e4 (1) and won.", "1. e4 e5\nmove on\n", prose, &session] {
            assert!(view(text, text).is_none(), "{text}");
        }
    }
}
