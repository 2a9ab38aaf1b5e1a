//! White's moves in a column and Black's in one below it where no numbers can be read with them, as
//! OCR leaves a table without rules, or reads one column by column:
//!
//! ```text
//! White
//! d4
//! c4
//!
//! Black
//! Nf6
//! e6
//! ```
//!
//! 1. Each line is a move, a number, a heading or something else ([`super::line`]).
//! 2. Lines that belong together are a piece: what stands between blank lines, or numbers (`piece`).
//! 3. Pieces make columns, and two of about the same length a pair, White's and Black's; other pairs
//!    go on below (`fit`). That they are columns is told by their headings, or by the ranks that the
//!    first moves go to: White's go to the lower half of the board, Black's to the upper half; in
//!    descriptive notation, which names no squares, each side's go to its own half.
//! 4. Each move of Black's is read behind White's. Where a column has fewer lines than the other, what
//!    is lost stood where blank lines part it.

mod fit;
mod piece;

use std::ops::Range;

use shakmaty::{Chess, Color};

use self::{
    fit::{Sides, is_headed, pairs},
    piece::{Piece, pieces},
};
use super::{
    Part, Told, filled,
    line::{Line, goes_to, words},
};
use crate::read::{replay, shape::scan, table};

/// Fewest moves of a side that only they tell to be a column.
const FEW_UNTOLD: usize = 8;
/// Fewest of a side's first moves that name a square.
const FEW_RANKS: usize = 4;
/// First moves of a column whose ranks are looked at.
const FIRST: usize = 8;
/// Most moves of remarks that a list is followed past, and most of its own that it is followed for.
const STRAY: usize = 8;
const LONGEST: usize = 1_000;
/// Of so many rows one may be damaged.
const DAMAGED: usize = 4;
/// The rank up to which a side's own half of the board goes.
const LOWER: u8 = 4;
/// Shortest word that is a cell of its own, in characters.
const LONG_WORD: usize = 3;
/// Numbers that follow the one before them, from which on they are those of rows.
const COUNTING: usize = 2;

/// Puts Black's moves behind White's.
pub(super) fn ordered<'a>(parts: &[Part<'a>]) -> Option<Vec<Part<'a>>> {
    let (parts, lines): (Vec<Part>, Vec<Line>) = apart(parts).into_iter().unzip();
    let filled = filled(&parts);
    let lines: Vec<Line> = filled.iter().map(|&at| lines[at]).collect();
    let parted =
        |&at: &usize| at.checked_sub(1).is_none_or(|above| parts[above].text.trim().is_empty());
    let parted: Vec<bool> = filled.iter().map(parted).collect();
    let pieces = pieces(&lines, &parted);
    let in_turn = in_turn(&parts, &filled, &lines);
    let text =
        Text { parts: &parts, filled: &filled, lines: &lines, pieces: &pieces, in_turn: &in_turn };
    let pairs = pairs(&pieces, |sides| text.begins(sides));
    // Rows alone stand in their order, and where most can be read they need no number.
    if pairs.iter().all(|pair| pair.is_rows() && !text.is_damaged(&pair.sides[0])) {
        return None;
    }
    let mut out: Vec<Part> = Vec::new();
    let mut done = 0;
    for (index, pair) in pairs.iter().enumerate() {
        let ends = pairs.get(index + 1).is_none_or(|next| next.first == 1);
        let part = |line: usize, told| Part { told, ..parts[filled[line]] };
        let [white, black] = pair.sides.each_ref().map(|side| text.span(side));
        let behind = |lines: &Range<usize>| filled[lines.end - 1] + 1;
        out.extend(&parts[done..filled[white.start]]);
        done = behind(&white);
        if !pair.is_rows() {
            out.extend(&parts[done..filled[black.start]]);
            done = behind(&black);
        }
        for ([white, black], number) in text.rows(&pair.sides, ends).into_iter().zip(pair.first..) {
            let told = |black| Some(Told { number, black });
            out.extend(white.map(|line| part(line, told(false))));
            let sound = |line: Option<usize>| line.is_some_and(|line| lines[line] == Line::Move);
            let alone = !sound(white) || !sound(black);
            out.extend(black.map(|line| part(line, told(true).filter(|_| alone))));
        }
    }
    out.extend(&parts[done..]);
    Some(out)
}

/// What each line holds; lines that hold two cells of a column, where those above and below hold one,
/// are two.
fn apart<'a>(parts: &[Part<'a>]) -> Vec<(Part<'a>, Line)> {
    let lines: Vec<Line> = parts.iter().map(Line::of).collect();
    let is_cell = |at: usize| {
        let cell = matches!(lines.get(at), Some(Line::Move | Line::Odd { .. }));
        cell && !parts[at].text.trim().is_empty()
    };
    let long =
        |word: &str| word.chars().count() >= LONG_WORD && word.starts_with(char::is_alphanumeric);
    let mut out = Vec::with_capacity(parts.len());
    for (at, (part, &line)) in parts.iter().zip(&lines).enumerate() {
        let both = at > 0
            && matches!(line, Line::Row { .. })
            && is_cell(at - 1)
            && is_cell(at + 1)
            && part.text.split_whitespace().all(long);
        let indent = part.text.len() - part.text.trim_start().len();
        match part.text[indent..].find(char::is_whitespace).filter(|_| both) {
            Some(blank) => {
                let cut = indent + blank;
                let cells = [part.cut(0, cut), part.cut(cut, part.text.len())];
                out.extend(cells.map(|cell| (cell, Line::of(&cell))));
            }
            None => out.push((*part, line)),
        }
    }
    out
}

/// Which lines are moves, or rows, of a list that goes on move by move, from one with which a game
/// begins.
fn in_turn(parts: &[Part], filled: &[usize], lines: &[Line]) -> Vec<bool> {
    let of_line = |at: usize| {
        let text = parts[filled[at]].text;
        let row = matches!(lines[at], Line::Row { .. }) && words(text).all(scan::is_move);
        let cells = row.then(|| words(text)).into_iter().flatten();
        cells.chain((lines[at] == Line::Move).then_some(text.trim())).map(move |word| (at, word))
    };
    let moves: Vec<(usize, &str)> = (0..lines.len()).flat_map(of_line).collect();
    let play = |moves: &[(usize, &str)]| {
        replay::played(Chess::default(), moves.iter().map(|(_, word)| *word))
    };
    let mut in_turn = vec![false; lines.len()];
    let mut rest = &moves[..];
    while !rest.is_empty() {
        let mut played = play(rest);
        let mut passed = played;
        if played >= FIRST {
            // Moves of remarks are passed: `missed Rd8`.
            let mut own = rest[..rest.len().min(LONGEST)].to_vec();
            for _ in 0..STRAY {
                if played == own.len() {
                    break;
                }
                own.remove(played);
                let more = play(&own) - played;
                if more < FIRST.min(own.len() - played) {
                    break;
                }
                (played, passed) = (played + more, passed + more + 1);
            }
            own[..played].iter().for_each(|&(at, _)| in_turn[at] = true);
        }
        rest = &rest[passed.max(1)..];
    }
    in_turn
}

/// What stands in a row, by the lines of both sides.
type Row = [Option<usize>; 2];

/// A text by its lines and pieces.
struct Text<'p, 'a> {
    parts: &'p [Part<'a>],
    filled: &'p [usize],
    lines: &'p [Line],
    pieces: &'p [Piece],
    in_turn: &'p [bool],
}

impl Text<'_, '_> {
    /// What stands on a line.
    fn text(&self, line: usize) -> &str {
        self.parts[self.filled[line]].text
    }

    /// The lines of a column, none if it has no pieces.
    fn span(&self, column: &Range<usize>) -> Range<usize> {
        match &self.pieces[column.clone()] {
            [first, .., last] => first.lines.start..last.lines.end,
            [only] => only.lines.clone(),
            [] => 0..0,
        }
    }

    /// Whether two columns are those with which a game begins.
    fn begins(&self, sides: &Sides) -> bool {
        let [white, black] = sides.each_ref().map(|side| self.span(side));
        // The middle of a list is none of a column.
        let is_list = |lines: &Range<usize>| lines.clone().take(FIRST).any(|at| self.in_turn[at]);
        if sides[1].is_empty() {
            return !is_list(&white) && self.rows_begin(white);
        }
        if self.goes_on(&white) || self.counts_on(&white) || self.counts_on(&black) {
            return false;
        }
        if is_headed(self.pieces, sides) {
            return true;
        }
        let ranks = |column: &Range<usize>| -> Vec<u8> {
            column.clone().take(FIRST).filter_map(|line| goes_to(self.text(line))).collect()
        };
        if is_list(&white) && is_list(&black) {
            return false;
        }
        let dealt = white.clone().zip(black.clone()).flat_map(|(own, answer)| [own, answer]);
        if self.plays(dealt) {
            return true;
        }
        let [own, others] = [&white, &black].map(ranks);
        if white.len().min(black.len() + 1) < FEW_UNTOLD {
            return false;
        }
        if own.len() < FEW_RANKS || others.len() < FEW_RANKS {
            return fit::is_plain(self.pieces, sides) && self.opens(&white) && self.opens(&black);
        }
        let (agree, all) =
            (in_half(&own, true) + in_half(&others, false), own.len() + others.len());
        // In a list that goes on move by move, every other goes to the other half of the board.
        let list = white.chain(black).take(2 * FIRST);
        if self.plays(list.clone()) {
            return false;
        }
        let turns: Vec<bool> = list
            .zip([true, false].into_iter().cycle())
            .filter_map(|(line, lower)| Some((goes_to(self.text(line))? <= LOWER) == lower))
            .collect();
        let taking_turns = |turns: &[bool]| turns.iter().filter(|agrees| **agrees).count();
        let first = &turns[..turns.len().min(FIRST)];
        taking_turns(first) * 8 < first.len() * 7
            && agree * turns.len() >= taking_turns(&turns) * all
            && most_in_half(&own, true)
            && most_in_half(&others, false)
            && agree * 4 >= all * 3
    }

    /// Whether some lines, one after the other, are moves with which a game begins.
    fn plays(&self, lines: impl Iterator<Item = usize>) -> bool {
        let words = lines.take(FIRST).map(|line| self.text(line).trim());
        replay::played(Chess::default(), words) == FIRST
    }

    /// Whether a word cannot be read in more than a few rows.
    fn is_damaged(&self, rows: &Range<usize>) -> bool {
        let rows = self.span(rows);
        let damaged = |line: &usize| !words(self.text(*line)).all(scan::is_move);
        rows.clone().filter(damaged).count() * DAMAGED >= rows.len()
    }

    /// Whether rows are those with which a game begins.
    fn rows_begin(&self, rows: Range<usize>) -> bool {
        let words = |line: usize| words(self.text(line));
        let ranks = |word: usize| {
            let ranks = rows.clone().take(FIRST).filter_map(|line| goes_to(words(line).nth(word)?));
            ranks.collect::<Vec<u8>>()
        };
        let [own, others] = [ranks(0), ranks(1)];
        let heading = |line: usize| -> Vec<_> { words(line).map(table::side).take(3).collect() };
        let headed = rows.start.checked_sub(1).map(heading);
        headed.is_some_and(|sides| sides == [Some(Color::White), Some(Color::Black)])
            || own.len().min(others.len()) * 2 >= FEW_RANKS
                && own.len() + others.len() >= FEW_RANKS
                && most_in_half(&own, true)
                && most_in_half(&others, false)
    }

    /// Whether the first moves of a column, which name no square, are such as a game begins with: in
    /// descriptive notation a side goes to its own half of the board.
    fn opens(&self, column: &Range<usize>) -> bool {
        let rank = |line: usize| {
            let digits = self.text(line).chars().filter_map(|c| c.to_digit(10));
            digits.rev().find(|digit| (1..=8).contains(digit))
        };
        let ranks: Vec<u32> = column.clone().take(FEW_RANKS).filter_map(rank).collect();
        // A bishop goes a step further.
        ranks.len() * 2 >= FEW_RANKS
            && ranks[0] <= LOWER.into()
            && ranks.iter().all(|&rank| rank <= u32::from(LOWER) + 1)
    }

    /// Whether a move stands right above a column, so that it is the middle of a longer one.
    fn goes_on(&self, column: &Range<usize>) -> bool {
        column.start.checked_sub(1).is_some_and(|above| {
            self.filled[above] + 1 == self.filled[column.start]
                && scan::begins_with_move(self.text(above).trim_start())
        })
    }

    /// Whether numbers among the lines of a column count on: they are those of rows, not damaged
    /// moves.
    fn counts_on(&self, column: &Range<usize>) -> bool {
        let numbers = self.lines[column.clone()].iter().filter_map(|line| match line {
            Line::Number(number) => Some(*number),
            _ => None,
        });
        let numbers: Vec<u32> = numbers.collect();
        let on = |pair: &&[u32]| pair[0].checked_add(1) == Some(pair[1]);
        numbers.windows(2).filter(on).count() >= COUNTING
    }

    /// The rows of two columns; where they end the game, its last move may be White's.
    fn rows(&self, sides: &Sides, ends: bool) -> Vec<Row> {
        let [white, black] = sides.each_ref().map(|side| self.span(side).len());
        let even = white == black || ends && white == black + 1;
        let rows = white.max(black);
        let lines = |side: &Range<usize>| {
            let lost = if even { 0 } else { rows - self.span(side).len() };
            let mut lines = self.with_gaps(side, lost);
            lines.resize(rows, None);
            lines
        };
        let [white, black] = sides.each_ref().map(lines);
        white.into_iter().zip(black).map(|(white, black)| [white, black]).collect()
    }

    /// The lines of a column of which so many are lost: where blank lines part it, or at its end.
    fn with_gaps(&self, column: &Range<usize>, lost: usize) -> Vec<Option<usize>> {
        let joints = self.pieces[column.clone()].iter().skip(1).filter(|piece| !piece.half);
        let mut joints: Vec<usize> = joints.map(|piece| piece.lines.start).collect();
        let span = self.span(column);
        // Below a heading the first line stands apart, though nothing is lost.
        let headed = fit::heading(self.pieces, column).is_some();
        joints.retain(|&line| !headed || line > span.start + 1);
        let gaps = |line: usize| {
            let at = joints.iter().position(|&joint| joint == line)?;
            Some(lost / joints.len() + usize::from(at < lost % joints.len()))
        };
        let line =
            |line: usize| std::iter::repeat_n(None, gaps(line).unwrap_or(0)).chain([Some(line)]);
        span.flat_map(line).collect()
    }
}

/// How many ranks are those of the lower half of the board, or of the upper one.
fn in_half(ranks: &[u8], lower: bool) -> usize {
    ranks.iter().filter(|&&rank| (rank <= LOWER) == lower).count()
}

/// Whether most ranks are.
fn most_in_half(ranks: &[u8], lower: bool) -> bool {
    in_half(ranks, lower) * 8 >= ranks.len() * 5
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::columns;

    /// The lines in their order, those that are told with their numbers.
    fn rows(text: &str) -> Option<Vec<String>> {
        let parts = ordered(&columns::lines(text))?;
        let filled = parts.iter().filter(|part| !part.text.trim().is_empty());
        let row = |part: &Part| match part.told {
            Some(Told { number, black: false }) => format!("{number} {}", part.text),
            Some(Told { number, black: true }) => format!("{number}… {}", part.text),
            None => part.text.to_owned(),
        };
        Some(filled.map(row).collect())
    }

    #[test]
    fn columns_below_headings() {
        let text = "© ONO\n\nWit\nd2-d4\nc2-c4\nPg1-f3\n63\nLc1-g5\nS\n\nZwart\nPg8-f6\ne7-e6\n\
            d7-d5\nLf8-e7\nh7-h6\n";
        let want = "© ONO|Wit|Zwart|1 d2-d4|Pg8-f6|2 c2-c4|e7-e6|3 Pg1-f3|d7-d5|4 63|4… Lf8-e7|\
            5 Lc1-g5|h7-h6|6 S";
        assert_eq!(rows(text).map(|rows| rows.join("|")).as_deref(), Some(want));
    }

    #[test]
    fn columns_that_go_on_below_printed_numbers() {
        let text = "White\ne4\nd4\nNc3\nBe3\nBlack\ngo\nBg7\nd6\na6\n\n5\n6\n7\n8\n9\n\nWhite\n\
            Qd2\nf3\nO-O-O\nh4\nBlack\nb5\nNd7\nBb7\n";
        let rows = rows(text).expect("columns");
        assert_eq!(rows[2..4], ["1 e4", "1… go"]);
        assert_eq!(rows[17..], ["5 Qd2", "b5", "6 f3", "Nd7", "7 O-O-O", "Bb7", "8 h4"]);
    }

    #[test]
    fn columns_without_headings_are_told_by_moves_that_can_be_played() {
        // Half of both sides' go to each half of the board.
        let white = "e4\nNf3\nBb5\nO-O\nd4\nd5\nBxd7+\nc4\n";
        let black = "e5\nNc6\nd6\nBd7\nNge7\nNb8\nNxd7\nNg6\n";
        let rows = rows(&format!("{white}\n{black}")).expect("columns");
        assert_eq!(rows[..4], ["1 e4", "e5", "2 Nf3", "Nc6"]);
    }

    #[test]
    fn columns_without_headings_are_told_by_their_ranks() {
        let white = "d4\nBg5\ne3\nNf3\nBf4\nBd3\nNbd2\nO-O\nc4\n";
        let black = "Nf6\nd5\nc6\nNe4\n96\nBg7\nNd6\n0-0\nBf5\n";
        let rows = rows(&format!("Adler - Petrov\n\n{white}\n{black}")).expect("columns");
        assert_eq!(rows[1..5], ["1 d4", "Nf6", "2 Bg5", "d5"]);
        // The first move is damaged.
        let damaged = format!("d\n{}\n{black}", &white[3..]);
        let rows = super::ordered(&columns::lines(&damaged));
        let rows = rows.expect("columns").iter().map(|part| part.text).collect::<Vec<_>>();
        assert_eq!(rows[1..5], ["d", "Nf6", "Bg5", "d5"]);
        // A list that goes on move by move.
        let list = "e4\ne5\nNf3\nNc6\nBb5\na6\nBa4\nNf6\nO-O\nBe7\nRe1\nb5\nBb3\nd6\nc3\nO-O\n";
        assert_eq!(super::ordered(&columns::lines(list)), None);
        // One whose second half begins with moves to the upper half of the board.
        let list =
            "g1f3 d7d5 c2c4 c7c6 g2g3 g8f6 f1g2 c8g4 f3e5 g4e6 c4d5 e6d5 e5f3 c6c5 b1c3 d5c6";
        let list: Vec<&str> = list.split(' ').chain(["e6e7"; 24]).collect();
        assert_eq!(super::ordered(&columns::lines(&list.join("\n"))), None);
        // One in which both go to the lower half of the board.
        let list =
            "d4 d5 e4 dxe4 Nc3 Nf6 f3 exf3 Nxf3 Bf5 Ne5 Nbd7 Qf3 Bg6 Qxb7 Qc8 Qc6 Rb8 Ba6 Qd8";
        assert_eq!(super::ordered(&columns::lines(&list.replace(' ', "\n"))), None);
        // One with remarks between its moves, and one with castling in words.
        let list = "d4 d5 e4 dxe4 Nc3 Nf6 f3 exf3 Nxf3 Bf5 Ne5 Nbd7 Qf3 Bg6 Qxb7 Qc8 Qc6 Rb8";
        let list = list.replace(' ', "\n");
        let noted = list.replace("\nQf3", "\nthe pawn is weak\nQf3").replace("\nNf6", "\nso\nNf6");
        assert_eq!(super::ordered(&columns::lines(&noted)), None);
        let noted = noted.replace("\nQxb7", "\nmissed Rd8+\nQxb7");
        assert_eq!(super::ordered(&columns::lines(&noted)), None);
        let castled = "d2d4 d7d5 g1f3 g8f6 c1f4 c8f5 e2e3 e7e6 f1d3 f8d6 короткая_рокировка \
            короткая_рокировка b1d2 b8d7 c2c4 c7c6 a1c1 a8c8 h2h3 h7h6 d1b3 d8b6 f1d1 f8d8";
        let castled = castled.replace(' ', "\n").replace('_', " ");
        assert_eq!(super::ordered(&columns::lines(&castled)), None);
        // Of lists without algebraic squares nothing is known.
        assert_eq!(super::ordered(&columns::lines(&"P-K4\nP-K4\n".repeat(9))), None);
        assert_eq!(super::ordered(&columns::lines(white)), None);
    }

    #[test]
    fn the_middle_of_a_list_is_no_column() {
        // Captures in words end what can be played.
        let list = "e2Be4, e7Be5, g1Sf3, b8Sc6, b1Sc3, g8Sf6, f3S schlägt e5, c6S schlägt e5, d2Bd4, \
                    e5Sg6, e4Be5, f6Sg8, f1Lc4, d7Bd5, c4L schlägt d5, c7Bc6, d5Lb3, d8Dh4, kurze \
                    Rochade, c8Le6, f2Bf3, lange Rochade, c3Se4, f8Le7, c2Bc3, g6S schlägt e5, b3L \
                    schlägt e6 Schach, f7B schlägt e6, d1Da4, e5Sd3, c1Ld2, d3Sf4, g2Bg3, f4Sh3 Schach, \
                    g1Kh1, h4Dh5, a4D schlägt a7, g8Sf6, c3Bc4, f6Sd7, b2Bb4, h8Tf8, h1Kg2, d7Sb8, \
                    b4Bb5, d8Td7, a1Tb1, c6Bc5, d4B schlägt c5, d7T schlägt d2 Schach";
        assert_eq!(rows(&list.replace(", ", "\n")), None);
    }

    #[test]
    fn cells_below_one_another_have_their_numbers() {
        // The later half goes to higher ranks than the first.
        let low = "e4\n2\nNc3\nNc3\n3\nBd3\nBc4\n4\nBb4\nNf3\n5\nQd2\n";
        let high = "O-O\n6\nNe5\nBd6\n7\nf5\nBd7\n8\nRf5\nc6\n9\nQd5\nRe8\n";
        assert_eq!(super::ordered(&columns::lines(&format!("{low}{high}"))), None);
        let bare: String = format!("{low}{high}")
            .lines()
            .filter(|line| line.parse::<u32>().is_err())
            .map(|line| format!("{line}\n"))
            .collect();
        assert!(super::ordered(&columns::lines(&bare)).is_some());
    }

    /// What the lines of two columns make, joined by blanks.
    fn both(text: &str) -> String {
        rows(text).expect("columns").join(" ")
    }

    const WHITE: &str = "c2-c4\ng2-g3\nSb1-c3\nLf1-g2\nDd1-c2\nSc3-d5\nDc2-d1\ne2-e3\n";
    const BLACK: &str = "e7-e5\nf7-f5\nSg8-f6\nLf8-b4\nSb8-c6\nSc6-d4\nLb4-e7\nSd4-e6\n";

    #[test]
    fn pairs_of_columns_go_on_below() {
        let next = "Sg1-e2\n0-0\nb2-b4\nSd5xe7+\nd2-d3\n\n0-0\nd7-d6\nc7-c6\nDd8xe7\nLc8-d7\n";
        // What is left of a result between the columns is none of their lines.
        let text = format!("oe WN\n\nStohl - Western\n\n{WHITE}\n172-1/2\n\n{BLACK}\n{next}");
        let found = both(&text);
        assert!(found.contains("172-1/2 1 c2-c4 e7-e5 2 g2-g3 f7-f5"), "{found}");
        assert!(found.ends_with("8 e2-e3 Sd4-e6 9 Sg1-e2 0-0 10 0-0 d7-d6 11 b2-b4 c7-c6 12 Sd5xe7+ Dd8xe7 13 d2-d3 Lc8-d7"), "{found}");
        // Numbers above the second pair tell that lines of the first are lost; a title begins a game.
        let numbered = format!("{WHITE}\n{BLACK}\n10\n11\n12\n13\n14\n\n{next}");
        assert!(both(&numbered).contains("10 Sg1-e2 0-0 11 0-0 d7-d6"));
        let titled = format!("{WHITE}\n{BLACK}\nThe next game:\n\n{WHITE}\n{BLACK}");
        assert!(both(&titled).ends_with("8 e2-e3 Sd4-e6"), "{}", both(&titled));
    }

    #[test]
    fn a_line_that_is_lost_stood_at_a_blank_one() {
        let white = WHITE.replace("Dd1-c2\n", "\n");
        let found = both(&format!("Weiß\n{white}\nSchwarz\n{BLACK}"));
        assert!(found.contains("4 Lf1-g2 Lf8-b4 5… Sb8-c6 6 Sc3-d5 Sc6-d4"), "{found}");
    }

    #[test]
    fn descriptive_columns_begin_in_their_own_half() {
        let white = "P-K4\nKt-KB3\nB-Kt5\nB-R4\n0-0\nBxKt\nP-Q3\nKt-B3\n";
        let black = "P-K4\nKt-QB3\nP-QR3\nKt-B3\nKtxP\nQPxB\nKt-B3\nB-KKt5\n";
        assert!(both(&format!("{white}\n{black}")).starts_with("1 P-K4 P-K4 2 Kt-KB3 Kt-QB3"));
        // Where nothing parts them, that they can be played does; they may not begin far up the board.
        let both_played = rows(&format!("{white}{black}")).expect("rows");
        assert_eq!(both_played.join(" "), both(&format!("{white}\n{black}")));
        let far = "R-K8\nR-R8\nQ-B7\nP-R7\nR-K7\nQ-Kt6\nK-Kt2\nR-K6\n";
        assert_eq!(rows(&format!("{white}\n{far}")), None);
    }

    #[test]
    fn rows_above_columns_have_their_numbers() {
        let above = "Bianco Nero\nd4 Cfe\nc4 96\nCc3 Ag7\nwes CR\ne4 d6\nf4 0-0\n";
        let below = "7\n8\n9\n10\n\nTxe6\nh3\nCd5\nDb3\n\nAxe6\nCge5\nCxb2\nb6\n";
        let found = both(&format!("{above}{below}"));
        assert!(found.contains("3 Cc3 Ag7 4 wes CR 5 e4 d6 6 f4 0-0"), "{found}");
        assert!(found.ends_with("7 Txe6 Axe6 8 h3 Cge5 9 Cd5 Cxb2 10 Db3 b6"), "{found}");
        // Rows alone, if some are damaged.
        let alone = format!("{above}Ae2 c5\n");
        assert!(both(&alone).ends_with("7 Ae2 c5"));
        let stained = alone.replace("Cc3 Ag7", "Cc3 = Ag7");
        assert!(both(&stained).contains("3 Cc3 = Ag7 4 wes CR"));
        assert_eq!(rows("Bianco Nero\nd4 Cf6\nc4 g6\nCc3 Ag7\ne4 d6\nf4 0-0\n"), None);
        // Or parted by remarks.
        let parted = "e4 c5\nDiagram 1\nNf3 Qa5\ng3 g6\na quiet move, as he likes them\nBg2 Bg7\n\
            O-O Nc6\nc3 d6\nNa3 Nf6\nwith an even game here\nRe1 O-O\nh3 d5\ne5 Ne8\nNc2 Nc7\n";
        assert_eq!(rows(parted), None);
        // Or that have their numbers.
        let numbered = "White Black\n1 P-Q4 Kt-KB3\n2 P-KKt3 P-B4\n3 PxP P-K3\n4 B-Kt2 BxP\n";
        assert_eq!(rows(numbered), None);
    }

    #[test]
    fn damaged_lines_of_a_column() {
        let white = "P-K4\nKt-KB3 B-Kt5\nB-R4\nQ-04 ch\n. BxP\nPxP at Q5\n";
        let black = "P-K4\nKt-QB3\nP-QR3\nKt-B3\nKtxP\nQPxB\nKt-B3\n";
        let found = both(&format!("Weif&\n{white}\nSchwarz\n{black}"));
        let want = "1 P-K4 P-K4 2 Kt-KB3 Kt-QB3 3  B-Kt5 P-QR3 4 B-R4 Kt-B3 5 Q-04 ch 5… KtxP";
        assert!(found.contains(want), "{found}");
    }

    proptest::proptest! {
        /// Nothing is lost.
        #[test]
        fn every_square_stays(rows in proptest::collection::vec("(White|Black|[a-h][1-8]|[1-9]|)", 0..40)) {
            let text = rows.join("\n");
            if let Some(parts) = ordered(&columns::lines(&text)) {
                let found: usize = parts.iter().map(|part| columns::squares(part.text)).sum();
                proptest::prop_assert_eq!(found, columns::squares(&text), "{}", text);
            }
        }
    }
}
