//! White's moves in a column and Black's in one below it where no numbers can be read, as OCR
//! leaves a table without rules whose numbers it took for a picture:
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
//! A column is told by its heading, or by the ranks that its first moves go to: White's go to the
//! lower half of the board, Black's to the upper half. There must be as many of Black's as of
//! White's, or one less. The columns may go on below numbers that can be read, of which those at
//! the end have no moves.

use shakmaty::Color;

use crate::{
    notation::squares,
    read::{
        columns::{self, Part, Told},
        shape::scan,
        table,
    },
    record::GameResult,
};

/// Fewest moves of White's below a heading, and without one.
const FEW: usize = 4;
const FEW_UNTOLD: usize = 8;
/// Longest line of one move, in characters.
const LONG: usize = 9;
/// Longest damaged move above all others of its column, in characters.
const SHORT: usize = 3;
/// Most words between two moves that are none.
const MOST_ODD: usize = 4;
/// Numbers that follow the one before them, from which on they are those of rows.
const COUNTING: usize = 2;
/// First moves of a column whose ranks are looked at.
const FIRST: usize = 8;

/// What a line holds, if anything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Line {
    Move,
    /// A short word that may be a damaged move.
    Odd,
    /// A number alone.
    Number(u32),
    Heading(Color),
    Other,
}

impl Line {
    fn of(part: &Part) -> Line {
        let text = part.text.trim();
        let word = text.chars().count() <= LONG && !text.contains(char::is_whitespace);
        let number = columns::number(text).filter(|_| text.chars().all(|c| !c.is_alphabetic()));
        let result = GameResult::from_token(text).is_some() && !scan::is_move(text);
        match number {
            _ if part.told.is_some() => Line::Other,
            Some(number) => Line::Number(number),
            None if scan::is_move(text) && text.len() <= 2 * LONG => Line::Move,
            None if word && goes_to(text).is_some() => Line::Move,
            None => match table::side(text.trim_end_matches(['.', ':'])) {
                Some(color) => Line::Heading(color),
                None if word && !result => Line::Odd,
                None => Line::Other,
            },
        }
    }
}

/// The rank of the last square that a word names.
fn goes_to(word: &str) -> Option<u8> {
    squares(word).next_back().map(|[_, rank]| rank - b'0')
}

/// Lines that may be a column of moves: indices among those that are not blank.
#[derive(Debug, Clone, Copy)]
struct Column {
    from: usize,
    to: usize,
}

impl Column {
    /// The column that begins at a line: moves, and few other words between them. Where nothing
    /// stands above, or a heading, it may begin with a word if that is `short`.
    fn at(lines: &[Line], from: usize, short: bool) -> Option<Column> {
        let headed = from > 0 && matches!(lines[from - 1], Line::Heading(_));
        let is_move = |at: usize| lines.get(at) == Some(&Line::Move);
        let odd = || (headed || short) && is_odd(lines, from) && is_move(from + 1);
        let begins = is_move(from) || odd();
        if !begins {
            return None;
        }
        let mut to = from;
        loop {
            let odd = (to..).take_while(|&at| is_odd(lines, at)).count();
            if odd > MOST_ODD || !is_move(to + odd) {
                let ends = matches!(lines.get(to + odd), Some(Line::Heading(_)) | None);
                let last = if ends && odd == 1 { 1 } else { 0 };
                return Some(Column { from, to: to + last });
            }
            to += odd + 1;
        }
    }

    fn len(self) -> usize {
        self.to - self.from
    }

    /// Its upper half and its lower one, which are White's moves and Black's if it holds both.
    fn halves(self) -> [Column; 2] {
        let middle = self.from + self.len().div_ceil(2);
        [Column { to: middle, ..self }, Column { from: middle, ..self }]
    }
}

/// Whether a line among moves may be a damaged one: a word, or `63` for g3.
fn is_odd(lines: &[Line], at: usize) -> bool {
    let number = |at: usize| matches!(lines.get(at), Some(Line::Number(_)));
    lines.get(at) == Some(&Line::Odd) || number(at) && !number(at + 1) && at > 0 && !number(at - 1)
}

/// Whether numbers among the lines of a column count on: they are those of rows, not damaged moves.
fn counts_on(lines: &[Line], column: Column) -> bool {
    let numbers = lines[column.from..column.to].iter().filter_map(|line| match line {
        Line::Number(number) => Some(*number),
        _ => None,
    });
    let numbers: Vec<u32> = numbers.collect();
    let on = |pair: &&[u32]| pair[0].checked_add(1) == Some(pair[1]);
    numbers.windows(2).filter(on).count() >= COUNTING
}

/// The columns of both sides.
struct Both {
    /// Number of the first pair.
    first: u32,
    sides: [Column; 2],
}

/// Puts Black's moves behind White's.
pub(super) fn ordered<'a>(parts: &[Part<'a>]) -> Option<Vec<Part<'a>>> {
    let filled = columns::filled(parts);
    let lines: Vec<Line> = filled.iter().map(|&at| Line::of(&parts[at])).collect();
    let mut out: Vec<Part> = Vec::new();
    let (mut at, mut done, mut next) = (0, 0, 1);
    while at < lines.len() {
        let part = |at: usize| &parts[filled[at]];
        let apart =
            filled[at].checked_sub(1).is_none_or(|above| parts[above].text.trim().is_empty());
        let short = apart && part(at).text.trim().chars().count() <= SHORT;
        let Some(column) = Column::at(&lines, at, short) else {
            at += 1;
            continue;
        };
        let Some(Both { first, sides: [white, black] }) = both(&lines, column, next, part) else {
            at = column.to;
            continue;
        };
        out.extend(&parts[done..filled[white.from]]);
        out.extend(parts[filled[white.to - 1] + 1..filled[black.from]].iter());
        for (index, number) in (0..white.len()).zip(first..) {
            let told = |black| Some(Told { number, black });
            let own = white.from + index;
            out.push(Part { told: told(false), ..*part(own) });
            if index < black.len() {
                let alone = [own, black.from + index].iter().any(|&at| lines[at] != Line::Move);
                let told = if alone { told(true) } else { None };
                out.push(Part { told, ..*part(black.from + index) });
            }
        }
        next = first + white.len() as u32;
        at = black.to;
        done = filled[black.to - 1] + 1;
    }
    if done == 0 {
        return None;
    }
    out.extend(&parts[done..]);
    Some(out)
}

/// The columns of both sides that begin with one; `next` is the number that goes on with those
/// before, 1 if there are none.
fn both<'p, 'a: 'p>(
    lines: &[Line],
    column: Column,
    next: u32,
    part: impl Fn(usize) -> &'p Part<'a>,
) -> Option<Both> {
    let before = column.from.checked_sub(1).map(|at| lines[at]);
    let headed = before == Some(Line::Heading(Color::White));
    let first = first_number(lines, column.from - usize::from(headed), next)?;
    if counts_on(lines, column) {
        return None;
    }
    let fits = |sides: &[Column; 2], few: usize| {
        let more = sides[0].len().checked_sub(sides[1].len());
        matches!(more, Some(0 | 1)) && sides[1].len() + 1 >= few
    };
    // Black's heading parts the columns.
    if lines.get(column.to) == Some(&Line::Heading(Color::Black)) {
        let sides = [column, Column::at(lines, column.to + 1, false)?];
        return fits(&sides, FEW).then_some(Both { first, sides });
    }
    let ranks =
        |own: Column| (own.from..own.to).filter_map(|at| goes_to(part(at).text)).take(FIRST);
    let sides = column.halves();
    let low = ranks(sides[0]).filter(|&rank| rank <= 4).count();
    let high = ranks(sides[1]).filter(|&rank| rank >= 5).count();
    let all = sides.map(|own| ranks(own).count());
    // A list that goes on move by move may have words before its last moves, and every other move
    // goes to the other half of the board.
    let in_turn = (column.from..column.to).zip([true, false].into_iter().cycle());
    let in_turn: Vec<bool> = in_turn
        .take(2 * FIRST)
        .filter_map(|(at, white)| Some((goes_to(part(at).text)? <= 4) == white))
        .collect();
    let turns = in_turn.iter().filter(|agrees| **agrees).count();
    let apart = !lines[..column.from].contains(&Line::Move)
        && all.iter().all(|&told| told >= FEW)
        && (low + high) * in_turn.len() > turns * (all[0] + all[1])
        && low * 8 >= all[0] * 5
        && high * 8 >= all[1] * 5
        && (low + high) * 4 >= (all[0] + all[1]) * 3;
    (first == 1 && apart && fits(&sides, FEW_UNTOLD)).then_some(Both { first, sides })
}

/// The number of the first move of a column that begins at a line: that of the numbers alone above
/// it, where they go on with the columns before, or 1.
fn first_number(lines: &[Line], from: usize, next: u32) -> Option<u32> {
    let numbers = lines[..from].iter().rev().map_while(|line| match line {
        Line::Number(number) => Some(*number),
        _ => None,
    });
    let above: Vec<u32> = numbers.take(columns::MOST_ALONE).collect();
    match above.last() {
        Some(&first) if above.len() >= FEW => (first == next).then_some(first),
        _ => (next == 1).then_some(1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        // Of lists without algebraic squares nothing is known.
        assert_eq!(super::ordered(&columns::lines(&"P-K4\nP-K4\n".repeat(9))), None);
        assert_eq!(super::ordered(&columns::lines(white)), None);
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
