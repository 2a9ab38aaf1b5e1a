//! Boards that are drawn in a text, a rank a line, as e-books and programs draw them:
//!
//! ```text
//! 8 | #R | #Kt|    | #Q |       r n . q k b n r       ♜♞·♛♚♝♞♜
//! ```
//!
//! The pieces have the letters of one language, or are figurines; a sign before the letter or its
//! case says whose they are.

use shakmaty::Role;

use super::positions::Found;
use crate::notation::{self, Language, is_figurine, languages};

/// Ranks and files.
const SIDE: usize = 8;
/// Fewest pieces: the kings and one more.
const FEW: usize = 3;
/// Longest line of a board, in bytes, and most lines, with rules and blank ones.
const LONG: usize = 120;
const LINES: usize = 3 * SIDE;
/// What parts the squares of a rank.
const BARS: [char; 5] = ['|', '│', '┃', '║', '¦'];

/// A rank: the number beside it, and its squares.
struct Rank<'a> {
    number: Option<u32>,
    squares: Vec<&'a str>,
}

/// The boards of a text, whose move it is not told.
pub(super) fn found(text: &str) -> Vec<Found> {
    let start = |line: &str| line.as_ptr().addr() - text.as_ptr().addr();
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let Some((ranks, behind)) = ranks(&lines, at) else {
            at += 1;
            continue;
        };
        if let Some((board, castling)) = board(&ranks) {
            let above = lines[..at].last().is_some_and(|line| is_rule(line));
            let first = at - usize::from(above);
            let below = lines[behind..].iter().take_while(|line| is_rule(line) || is_files(line));
            let last = behind + below.count() - 1;
            let to = start(lines[last]) + lines[last].len();
            found.push(Found::board(start(lines[first]), to, board, &castling));
        }
        at = behind;
    }
    found
}

/// The ranks that begin with a line, and the line behind the last one; nothing where they are not as
/// many as a board has.
fn ranks<'a>(lines: &[&'a str], at: usize) -> Option<(Vec<Rank<'a>>, usize)> {
    let mut ranks = vec![rank(lines[at])?];
    let mut behind = at + 1;
    for (next, line) in lines.iter().enumerate().skip(behind).take(LINES) {
        if let Some(rank) = rank(line) {
            ranks.push(rank);
            behind = next + 1;
        } else if !(is_rule(line) || line.trim().is_empty() && behind == next) {
            break;
        }
        if ranks.len() > SIDE {
            break;
        }
    }
    // A longer table is none.
    let begins = lines[..at].last().is_none_or(|above| rank(above).is_none());
    (ranks.len() == SIDE && begins).then_some((ranks, behind))
}

/// The rank that a line is.
fn rank(line: &str) -> Option<Rank<'_>> {
    let line = line.trim();
    if line.is_empty() || line.len() > LONG || is_files(line) {
        return None;
    }
    let is_side = |c: char| c.is_whitespace() || BARS.contains(&c);
    let digit = |c: char| c.to_digit(10).filter(|&digit| (1..=8).contains(&digit));
    let number = |text: &str, beside: Option<char>| {
        text.chars().next().and_then(digit).filter(|_| beside.is_none_or(is_side))
    };
    let before = number(line, line.chars().nth(1));
    let line = if before.is_some() { line[1..].trim_start() } else { line };
    let mut behind = line.chars().rev();
    let after = behind.next().and_then(digit).filter(|_| behind.next().is_some_and(is_side));
    let line = if after.is_some() { line[..line.len() - 1].trim_end() } else { line };
    let squares: Vec<&str> = if line.contains(BARS) {
        let inner = line.strip_prefix(BARS).unwrap_or(line);
        inner.strip_suffix(BARS).unwrap_or(inner).split(BARS).map(str::trim).collect()
    } else if line.contains(char::is_whitespace) {
        line.split_whitespace().collect()
    } else {
        line.split("").filter(|square| !square.is_empty()).collect()
    };
    let are_squares = squares.len() == SIDE && squares.iter().all(|square| is_square(square));
    are_squares.then_some(Rank { number: before.or(after), squares })
}

/// Whether a text may be a square: empty, or a piece and what says whose it is.
fn is_square(text: &str) -> bool {
    text.chars().count() <= 4 && !text.contains(|c: char| c.is_ascii_digit())
}

/// Whether a line is drawn and says nothing.
fn is_rule(line: &str) -> bool {
    let is_drawn =
        |c: char| matches!(c, '+' | '-' | '=' | '_' | ' ' | '─'..='╿') || BARS.contains(&c);
    let line = line.trim();
    line.len() >= SIDE && line.chars().all(is_drawn)
}

/// Whether a line names the files.
fn is_files(line: &str) -> bool {
    let names: String = line.chars().filter(|c| c.is_alphabetic()).collect();
    names.eq_ignore_ascii_case("abcdefgh") || names.eq_ignore_ascii_case("hgfedcba")
}

/// The board of a FEN that some ranks are, with the pieces of the first language that has them, and what
/// castling the kings and rooks allow.
fn board(ranks: &[Rank]) -> Option<(String, String)> {
    let from_black = ranks[0].number == Some(1) && ranks[SIDE - 1].number == Some(SIDE as u32);
    languages().iter().find_map(|language| {
        let mut rows = Vec::new();
        for rank in ranks {
            let row = rank.squares.iter().map(|square| piece(square, language));
            rows.push(row.collect::<Option<Vec<Option<char>>>>()?);
        }
        if from_black {
            rows.reverse();
            rows.iter_mut().for_each(|row| row.reverse());
        }
        let all: Vec<char> = rows.iter().flatten().flatten().copied().collect();
        let count = |piece: char| all.iter().filter(|own| **own == piece).count();
        let is_game = count('K') == 1 && count('k') == 1 && all.len() >= FEW;
        let at_home = |(rank, king, rook, right): (usize, char, usize, char)| {
            let is = |file: usize, piece: char| rows[rank][file] == Some(piece);
            let rook_of = if king == 'K' { 'R' } else { 'r' };
            (is(4, king) && is(rook, rook_of)).then_some(right)
        };
        let homes = [(7, 'K', 7, 'K'), (7, 'K', 0, 'Q'), (0, 'k', 7, 'k'), (0, 'k', 0, 'q')];
        let castling: String = homes.into_iter().filter_map(at_home).collect();
        let rows: Vec<String> = rows.iter().map(|row| fen_row(row)).collect();
        is_game.then(|| (rows.join("/"), castling))
    })
}

/// A rank as FEN has it.
fn fen_row(row: &[Option<char>]) -> String {
    let parts = row.chunk_by(|a, b| a.is_none() && b.is_none());
    parts.map(|part| part[0].map_or_else(|| part.len().to_string(), String::from)).collect()
}

/// The letter that FEN has for what stands on a square: nothing in it where it is empty; `None` where it
/// is no square of a board.
fn piece(square: &str, language: &Language) -> Option<Option<char>> {
    if !square.contains(|c: char| c.is_alphabetic() || is_figurine(c)) {
        return Some(None);
    }
    let letter =
        |role: Role, white: bool| Some(if white { role.upper_char() } else { role.char() });
    if let Some(figurine) = square.chars().find(|c| is_figurine(*c)) {
        let figurines = notation::language("fig").ok()?;
        let is =
            |role: &Role| figurines.letters(*role).iter().position(|own| own.starts_with(figurine));
        let (role, of) = Role::ALL.iter().find_map(|role| Some((*role, is(role)?)))?;
        return Some(letter(role, of == 0));
    }
    let named = |name: &str| {
        let is = |own: &String| own.to_lowercase() == name.to_lowercase();
        Role::ALL.into_iter().find(|&role| language.letters(role).iter().any(is))
    };
    let mut chars = square.chars();
    let first = chars.next()?;
    let rest = chars.as_str();
    let signed = match first {
        '#' | '*' => Some(false),
        '^' => Some(true),
        'w' | 'W' if !rest.is_empty() => Some(true),
        'b' | 'B' if !rest.is_empty() => Some(false),
        _ => None,
    };
    if let Some(white) = signed
        && let Some(role) = named(rest)
    {
        return Some(letter(role, white));
    }
    Some(letter(named(square)?, first.is_uppercase()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn boards(text: &str) -> Vec<String> {
        found(text).into_iter().map(|found| found.board).collect()
    }

    #[test]
    fn boards_of_every_style_are_known() {
        let want = "r1bqk2r/pp1n1ppp/8/8/8/8/PPPP1PPP/RNBQK2R";
        let rows: Vec<Vec<Option<char>>> = want
            .split('/')
            .map(|row| {
                let square = |c: char| match c.to_digit(10) {
                    Some(count) => vec![None; count as usize],
                    None => vec![Some(c)],
                };
                row.chars().flat_map(square).collect()
            })
            .collect();
        let draw = |square: &dyn Fn(Option<char>) -> String, between: &str, ends: &str| {
            let row = |row: &Vec<Option<char>>| {
                let squares: Vec<String> = row.iter().map(|own| square(*own)).collect();
                format!("{ends}{}{ends}\n", squares.join(between))
            };
            rows.iter().map(row).collect::<String>()
        };
        let plain = |own: Option<char>| own.map_or(".".to_owned(), String::from);
        let signed = |own: Option<char>| {
            own.map_or("   ".to_owned(), |c| {
                let name = if c.eq_ignore_ascii_case(&'n') {
                    "Kt".to_owned()
                } else {
                    c.to_uppercase().to_string()
                };
                format!("{}{name}", if c.is_uppercase() { '^' } else { '#' })
            })
        };
        let german = |own: Option<char>| {
            own.map_or("--".to_owned(), |c| {
                let letter =
                    "KDTLSB".chars().nth("kqrbnp".find(c.to_ascii_lowercase()).unwrap()).unwrap();
                format!("{}{letter}", if c.is_uppercase() { 'w' } else { 's' }).replace('s', "b")
            })
        };
        let figurine = |own: Option<char>| {
            own.map_or("·".to_owned(), |c| {
                let all =
                    if c.is_uppercase() { "♔♕♖♗♘♙" } else { "♚♛♜♝♞♟" };
                all.chars().nth("kqrbnp".find(c.to_ascii_lowercase()).unwrap()).unwrap().to_string()
            })
        };
        for text in [
            draw(&plain, " ", ""),
            draw(&plain, "", ""),
            draw(&signed, "|", "|").replace('\n', "\n |---+---+---|\n"),
            draw(&german, " ", ""),
            draw(&figurine, " ", ""),
            draw(&figurine, "", ""),
        ] {
            let numbered: String = text
                .lines()
                .filter(|line| !line.contains("---+"))
                .zip((1..=8).rev())
                .map(|(line, rank)| format!("{rank} {line}\n"))
                .collect();
            assert_eq!(boards(&text), [want], "{text}");
            let around = format!("A position:\n\n{numbered}  a b c d e f g h\n\nWhite wins.\n");
            assert_eq!(boards(&around), [want], "{around}");
        }
    }

    #[test]
    fn other_tables_are_no_boards() {
        for text in [
            "a b c d e f g h\n".repeat(8),
            "1 2 3 4 5 6 7 8\n".repeat(8),
            ". . . . . . . .\n".repeat(8),
            "k . . . . . . K\n".repeat(8),
            "r n b q k b n r\nR N B Q K B N R\n".to_owned(),
            format!("r n b q k b n r\n{}R N B Q K B N R\n", ". . . . . . . .\n".repeat(7)),
        ] {
            assert!(found(&text).is_empty(), "{text}");
        }
    }
}
