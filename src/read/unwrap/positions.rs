//! Positions, one a move: a list of FENs tells the game that was played. Where the moves stand
//! beside them, those are read and the FENs are passed over.

use shakmaty::{Board, Chess, Color, EnPassantMode, Position, Square, fen::Fen, san::SanPlus};

use super::view::View;
use crate::{
    read::{shape::scan, start_from_fen},
    start::position,
};

/// Fewest positions of a game.
const FEW: usize = 4;
/// Moves between positions that are looked for.
const PLIES: usize = 2;
/// Most squares that a move changes: castling.
const CHANGED: usize = 4;
/// Signs that stand around positions.
const SIGNS: &str = "\"'`,;|()[]{}<>=";
/// Longest board and longest FEN, in bytes.
const LONG_BOARD: usize = 71;
const LONG: usize = 160;

/// A position in a text.
pub(super) struct Found {
    /// Its bytes.
    pub(super) from: usize,
    pub(super) to: usize,
    /// The ranks of the board.
    pub(super) board: String,
    /// Whose move it is, where that is told.
    pub(super) turn: Option<Color>,
    rest: String,
    /// Whether it is a board that is drawn.
    pub(super) drawn: bool,
}

impl Found {
    /// A board alone, by its ranks as FEN has them, where whoever can castle may do so.
    pub(super) fn board(from: usize, to: usize, board: String, castling: &str) -> Found {
        let castling = if castling.is_empty() { "-" } else { castling };
        Found { from, to, board, turn: None, rest: format!(" {castling} - 0 1"), drawn: true }
    }
}

/// The moves that lead from position to position.
pub(super) fn view<'a>(text: &'a str, sample: &str) -> Option<View<'a>> {
    if found(sample).len() < FEW {
        return None;
    }
    let found = found(text);
    let beside = moves_beside(text, &found);
    if beside * 5 >= found.len() * 4 {
        return Some(without(text, &found));
    }
    let mut view = View::new(text);
    let mut moves = 0;
    let mut rest = &found[..];
    while !rest.is_empty() {
        let (told, length) = game(&mut view, rest);
        moves += told;
        rest = &rest[length..];
    }
    (moves * 2 >= found.len()).then_some(view)
}

/// The positions of a text, a word and its flags each.
pub(super) fn found(text: &str) -> Vec<Found> {
    let is_sign = |c: char| c.is_whitespace() || SIGNS.contains(c);
    let mut found: Vec<Found> = Vec::new();
    let mut at = 0;
    for word in text.split_inclusive(is_sign) {
        let from = at;
        at += word.len();
        let board = word.trim_end_matches(is_sign);
        if !is_board(board) {
            continue;
        }
        // Turn, castling, en passant and the two counts.
        let line = text[from..text.floor_char_boundary(from + LONG)].lines().next().unwrap_or("");
        let fields: Vec<&str> = line[board.len()..].split(' ').skip(1).take(5).collect();
        let flags = ["KQkqABCDEFGHabcdefgh-", "abcdefgh12345678-", "0123456789", "0123456789"];
        let turn = match fields.first().map(|field| field.trim_end_matches(is_sign)) {
            Some("w") => Some(Color::White),
            Some("b") => Some(Color::Black),
            _ => None,
        };
        let mut to = from + board.len();
        let mut rest = String::new();
        let end = |part: &str| part.as_ptr().addr() - text.as_ptr().addr() + part.len();
        if turn.is_some() {
            to = end(fields[0].trim_end_matches(is_sign));
            let known = fields[1..].iter().zip(flags).take_while(|(field, flags)| {
                let bare = field.trim_end_matches(is_sign);
                !bare.is_empty() && bare.chars().all(|c| flags.contains(c))
            });
            for (field, _) in known {
                let bare = field.trim_end_matches(is_sign);
                to = end(bare);
                rest.push(' ');
                rest.push_str(bare);
            }
        }
        found.push(Found { from, to, board: board.to_owned(), turn, rest, drawn: false });
    }
    found
}

/// Whether a word is the board of a FEN.
fn is_board(word: &str) -> bool {
    let rank = |rank: &str| {
        let squares = rank.chars().map(|c| match c {
            '1'..='8' => c as u32 - '0' as u32,
            c if "KQRBNPkqrbnp".contains(c) => 1,
            _ => 99,
        });
        squares.sum::<u32>() == 8
    };
    word.len() <= LONG_BOARD && word.split('/').count() == 8 && word.split('/').all(rank)
}

/// How many moves stand outside of the positions.
fn moves_beside(text: &str, found: &[Found]) -> usize {
    let starts = std::iter::once(0).chain(found.iter().map(|found| found.to));
    let ends = found.iter().map(|found| found.from).chain([text.len()]);
    starts
        .zip(ends)
        .flat_map(|(from, to)| {
            text[from..to].split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '"' | '|'))
        })
        .filter(|word| scan::is_move(word))
        .count()
}

/// The text without its positions.
fn without<'a>(text: &'a str, found: &[Found]) -> View<'a> {
    let mut view = View::new(text);
    for found in found {
        view.up_to(found.from);
        view.pass(found.to);
    }
    view.with_rest()
}

/// Writes the game that begins with the first of some positions; gives its moves, and how many
/// positions it has.
fn game(view: &mut View, found: &[Found]) -> (usize, usize) {
    let first = &found[0];
    let Some(mut pos) = start(first, Color::White) else { return (0, 1) };
    if pos != Chess::default() {
        let fen = Fen::from_position(&pos, EnPassantMode::Legal);
        view.put(&format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n"), first.from);
    }
    let mut told = 0;
    let mut length = 1;
    for next in &found[1..] {
        let Ok(board) = Board::from_ascii_board_fen(next.board.as_bytes()) else { break };
        if board == *pos.board() {
            length += 1;
            continue;
        }
        let Some(line) = between(&pos, &board, PLIES) else { break };
        for m in line {
            let number = match (pos.turn(), told) {
                (Color::White, _) => format!("{}. ", pos.fullmoves()),
                (Color::Black, 0) => format!("{}... ", pos.fullmoves()),
                (Color::Black, _) => String::new(),
            };
            let san = SanPlus::from_move(pos.clone(), m);
            view.put(&format!("{number}{san} "), next.from);
            pos.play_unchecked(m);
            told += 1;
        }
        length += 1;
    }
    view.put("*\n\n", first.from);
    (told, length)
}

/// The position that a FEN is, with what it does not tell as usual; where that is whose move it is,
/// that of `turn`.
pub(super) fn start(found: &Found, turn: Color) -> Option<Chess> {
    let turn = found.turn.unwrap_or(turn).char();
    let rest = if found.rest.is_empty() { " KQkq - 0 1" } else { &found.rest };
    let fen = start_from_fen(&format!("{} {turn}{rest}", found.board)).ok()?;
    let Some(fen) = fen else { return Some(Chess::default()) };
    position(&fen, shakmaty::CastlingMode::Chess960).ok()
}

/// The moves that lead to a board, no more than so many.
fn between(pos: &Chess, board: &Board, plies: usize) -> Option<Vec<shakmaty::Move>> {
    if changed(pos.board(), board) > CHANGED * plies {
        return None;
    }
    let legal = pos.legal_moves();
    let after = |m: shakmaty::Move| {
        let mut next = pos.clone();
        next.play_unchecked(m);
        next
    };
    if let Some(&m) = legal.iter().find(|&&m| after(m).board() == board) {
        return Some(vec![m]);
    }
    if plies < 2 {
        return None;
    }
    legal.iter().find_map(|&m| {
        let mut line = between(&after(m), board, plies - 1)?;
        line.insert(0, m);
        Some(line)
    })
}

/// How many squares differ between two boards.
fn changed(one: &Board, other: &Board) -> usize {
    Square::ALL.into_iter().filter(|&square| one.piece_at(square) != other.piece_at(square)).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    const FENS: [&str; 5] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2",
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2",
        "rnbqkbnr/ppp2ppp/3p4/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 3",
    ];

    fn shown(text: &str) -> String {
        let view = view(text, text).unwrap_or_else(|| panic!("{text}"));
        view.text().split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn positions_tell_the_moves() {
        let boards = FENS.map(|fen| fen.split(' ').next().unwrap_or(""));
        for text in [
            FENS.join("\n"),
            format!("[\"{}\"]", FENS.join("\", \"")),
            boards.join("\n"),
            // One is wanting.
            [FENS[0], FENS[1], FENS[3], FENS[4]].join("\n"),
        ] {
            assert_eq!(shown(&text), "1. e4 e5 2. Nf3 d6 *", "{text}");
        }
        assert_eq!(shown(&FENS[1..].join("\n")).split(']').nth(2), Some(" 1... e5 2. Nf3 d6 *"));
        assert!(view(FENS[0], FENS[0]).is_none());
    }

    #[test]
    fn any_blanks_may_stand_between_the_fields() {
        for blank in ["\u{3000} ", "\", ", "  "] {
            let text: String = FENS.map(|fen| fen.replacen(' ', blank, 2) + "\n").concat();
            assert!(shown(&text).contains("e4 e5"), "{text}");
        }
        let text = format!("{0}\u{3000} w KQkq\u{3000} - é {0} w", &FENS[0][..43]).repeat(4);
        let _ = view(&text, &text);
    }

    #[test]
    fn positions_far_apart_are_no_game() {
        let queens = ["QQQQQQQQ/8/QQQQQQQQ/8/qqqqqqqq/8/K6k/8 w - - 0 1", FENS[0]];
        let text = queens.join("\n").repeat(200);
        assert!(view(&text, &text).is_none());
    }

    #[test]
    fn moves_beside_positions_are_read() {
        let moves = ["e2e4", "e7e5", "g1f3", "d7d6"];
        let text: String =
            FENS.iter().zip(moves).map(|(fen, m)| format!("{fen} | {m}\n")).collect();
        assert_eq!(shown(&text), "| e2e4 | e7e5 | g1f3 | d7d6");
    }
}
