//! Lines of columns side by side in turn, as engines leave them that list what they read from the
//! top of a page to its foot:
//!
//! ```text
//! 1. e4 e5 2. Nf3 Nc6 3. Bb5
//! 21. Rd1 Qc7 22. Bd2 Bd6 23.
//! a6 4. Ba4 Nf6 5. O-O Be7
//! Rac1 Qb6 24. Be1 O-O 25. Bc2
//! ```
//!
//! or cell by cell where the columns are tables: `1. e4`, `e5`, `21. Rd1`, `Qc7`. Each line is given
//! to one of two or three columns, so that the numbers of each go on, and the columns take turns.
//! That they are columns is told by numbers that go on far better so than line by line.

use super::{MAX_NUMBER, Part, filled};
use crate::{notation, read::shape::chars::is_file};

/// Most lines of a page that are looked at, and most columns.
const MOST_LINES: usize = 600;
const MOST_COLUMNS: usize = 3;
/// Fewest lines with numbers of a column.
const FEW: usize = 3;
/// Fewest squares of a line with a number, on average: others are cells of a table.
const FEW_SQUARES: usize = 3;
/// Of so many lines with numbers one may have others within that do not go on.
const TORN: usize = 8;
/// Fewest cells with numbers, and longest cell, in characters.
const FEW_CELLS: usize = 12;
const LONG_CELL: usize = 9;
/// What it costs that numbers do not go on one by one: where the last one is named again, one is
/// wanting, several, a note goes back, a game begins, or they are any others.
const AGAIN: f32 = 0.2;
const WANTING: f32 = 0.6;
const SEVERAL: f32 = 1.5;
const BACK: f32 = 1.2;
const BEGINS: f32 = 1.5;
const ANY: f32 = 3.5;
/// How many numbers are several, and how many a note goes back.
const FAR: u32 = 6;
const NEAR: u32 = 3;
/// What it costs that a column begins with a number that is not 1.
const STARTS: f32 = 1.0;
/// What it costs that a column has its second line in a row, and each further one.
const STAYS: f32 = 0.35;
const STAYS_ON: f32 = 0.1;
/// What it costs that another column than the next one has its turn.
const OUT_OF_TURN: f32 = 0.5;
/// How much less columns must cost than lines for each line with a number, and which share of it at
/// most.
const SAVED: f32 = 0.6;
const LEFT: f32 = 0.35;
/// How much less another column must cost.
const COLUMN: f32 = 4.0;
/// Most hypotheses that are followed.
const WIDTH: usize = 200;

/// Puts columns one after the other whose lines stand in turn.
pub(super) fn ordered<'a>(parts: &[Part<'a>]) -> Option<Vec<Part<'a>>> {
    let lines = filled(parts);
    if lines.len() > MOST_LINES || parts.iter().any(|part| part.told.is_some()) {
        return None;
    }
    let spans: Vec<Option<Span>> = lines.iter().map(|&at| Span::of(parts[at].text)).collect();
    let numbered = || lines.iter().zip(&spans).filter(|(_, span)| span.is_some());
    let count = numbered().count();
    if count < 2 * FEW {
        return None;
    }
    // Where lines are cells of a table, those without a number belong to the number above them.
    let squares: usize = numbered().map(|(&at, _)| notation::squares(parts[at].text).count()).sum();
    let cells = squares < count * FEW_SQUARES;
    if cells && count < FEW_CELLS {
        return None;
    }
    // What stands above all numbers is the head of the page.
    let head = spans.iter().take_while(|span| span.is_none()).count();
    let begins = |at: &usize| !cells || spans[*at].is_some();
    let starts: Vec<usize> = (head..lines.len()).filter(begins).collect();
    let mut numbers: Vec<Option<Span>> = starts.iter().map(|&at| spans[at]).collect();
    let ends = starts.iter().skip(1).copied().chain([lines.len()]);
    let mut blocks: Vec<Vec<usize>> =
        starts.iter().zip(ends).map(|(&start, end)| lines[start..end].to_vec()).collect();
    // Rows of both moves have each number once; most have a cell without one.
    if cells && (lines.len() - head) * 2 >= blocks.len() * 3 {
        for (span, block) in numbers.iter_mut().zip(&blocks) {
            let black = parts[block[0]].text.contains("..");
            span.iter_mut().for_each(|span| span.is_row = !black);
        }
        hand_on(&mut blocks, parts);
    }
    // Columns side by side on the same lines are none in turn.
    let torn = numbers.iter().flatten().filter(|span| !span.goes_on).count();
    if torn * TORN > count {
        return None;
    }
    let alone = Woven::of(&numbers, 1);
    let most = (alone.cost - SAVED * count as f32).min(alone.cost * LEFT);
    if most <= 0.0 {
        return None;
    }
    let mut best: Option<Woven> = None;
    for columns in 2..=MOST_COLUMNS {
        let found = Woven::of(&numbers, columns);
        let less = best.as_ref().map_or(most, |best| best.cost - COLUMN);
        if found.cost < less && found.takes_turns(&numbers, columns) {
            best = Some(found);
        }
    }
    let best = best?;
    let mut order: Vec<usize> = lines[..head].to_vec();
    for column in best.left_to_right(&numbers) {
        let own = blocks.iter().zip(&best.columns).filter(|(_, own)| **own == column);
        own.for_each(|(block, _)| order.extend(block));
    }
    Some(order.into_iter().map(|at| parts[at]).collect())
}

/// Hands cells on to rows that lack them: where a page is turned, the right cells of a row stand
/// before the left ones.
fn hand_on(blocks: &mut [Vec<usize>], parts: &[Part]) {
    // A row has its number, with White's move or alone, and both moves.
    let whole = |block: &[usize]| {
        let alone = block.first().is_some_and(|&at| parts[at].text.trim().ends_with('.'));
        if alone { 3 } else { 2 }
    };
    for at in 1..blocks.len() {
        let (above, below) = blocks.split_at_mut(at);
        let (Some(own), Some(next)) = (above.last_mut(), below.first_mut()) else { continue };
        let is_cell = |cell: &usize| {
            let text = parts[*cell].text.trim();
            text.chars().count() <= LONG_CELL && !text.contains(char::is_whitespace)
        };
        let surplus = own.len() == whole(own) + 1 && own.last().is_some_and(is_cell);
        if surplus && next.len() + 1 == whole(next) {
            next.extend(own.pop());
        }
    }
}

/// The first and the last number of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Span {
    first: u32,
    last: u32,
    /// Whether those between go on one by one, but for notes.
    goes_on: bool,
    /// Whether it is that of a row of a table.
    is_row: bool,
}

impl Span {
    fn of(text: &str) -> Option<Span> {
        let mut numbers = numbers(text);
        let first = numbers.next()?;
        let (mut last, mut goes_on) = (first, true);
        for number in numbers {
            goes_on &= cost(last, number) <= SEVERAL;
            last = number;
        }
        Some(Span { first, last, goes_on, is_row: false })
    }
}

/// The move numbers of a line, with a point behind each: `1.e4`, or glued to the move before,
/// `Sf62.g3`.
fn numbers(text: &str) -> impl Iterator<Item = u32> {
    let bytes = text.as_bytes();
    text.match_indices('.').filter_map(move |(point, _)| {
        let digits = bytes[..point].iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
        let from = point - digits;
        let before = text[..from].chars().next_back();
        // The first digit is the rank of a square.
        let rank = usize::from(digits > 1 && before.is_some_and(is_file));
        // What is no number, `14.5`, goes on with a digit.
        let goes_on = bytes.get(point + 1).is_some_and(u8::is_ascii_digit)
            && !text[point + 1..].starts_with("0-0");
        let number = text[from + rank..point].trim_start_matches('0');
        let number = number.parse().ok().filter(|n| (1..=MAX_NUMBER).contains(n));
        number.filter(|_| !goes_on)
    })
}

/// What a number costs that stands behind another one in its column; 0 is none.
fn cost(before: u32, number: u32) -> f32 {
    match () {
        () if number == before + 1 => 0.0,
        () if before == 0 => STARTS,
        () if number == before => AGAIN,
        () if number == before + 2 => WANTING,
        () if number > before && number <= before + FAR => SEVERAL,
        () if number < before && number + NEAR >= before => BACK,
        () if number == 1 => BEGINS,
        () => ANY,
    }
}

/// Lines as columns.
struct Woven {
    /// The column of each line.
    columns: Vec<u8>,
    cost: f32,
}

/// A hypothesis: the last number of each column, which one had the last line, and how many it had
/// in a row, up to two.
#[derive(Clone, Copy)]
struct State {
    last: [u32; MOST_COLUMNS],
    own: u8,
    stays: u8,
    cost: f32,
    /// Index of the step that led here.
    step: usize,
}

impl Woven {
    /// The cheapest way to give lines with these numbers to so many columns.
    fn of(numbers: &[Option<Span>], columns: usize) -> Woven {
        let first =
            State { last: [0; MOST_COLUMNS], own: 0, stays: 0, cost: 0.0, step: usize::MAX };
        let mut steps: Vec<(u8, usize)> = Vec::new();
        let mut states = vec![first];
        for span in numbers {
            let mut next: Vec<State> = Vec::with_capacity(states.len() * columns);
            for state in &states {
                for own in (0..MOST_COLUMNS as u8).take(columns) {
                    next.push(state.with(own, *span, columns));
                }
            }
            // Of hypotheses that go on alike the cheapest is kept.
            let key = |state: &State| (state.last, state.own, state.stays);
            next.sort_by(|a, b| key(a).cmp(&key(b)).then(a.cost.total_cmp(&b.cost)));
            next.dedup_by(|a, b| key(a) == key(b));
            next.sort_by(|a, b| a.cost.total_cmp(&b.cost));
            next.truncate(WIDTH);
            for state in &mut next {
                steps.push((state.own, state.step));
                state.step = steps.len() - 1;
            }
            states = next;
        }
        let best = states.iter().min_by(|a, b| a.cost.total_cmp(&b.cost)).copied();
        let last = best.map(|state| state.step);
        let back = std::iter::successors(last, |&at| Some(steps.get(at)?.1));
        let mut columns: Vec<u8> = back.filter_map(|at| Some(steps.get(at)?.0)).collect();
        columns.reverse();
        Woven { columns, cost: best.map_or(0.0, |state| state.cost) }
    }

    /// The columns in the order in which their numbers go on best: the first line of a page may be
    /// one of the right column.
    fn left_to_right(&self, numbers: &[Option<Span>]) -> Vec<u8> {
        let ends = |column: u8| {
            let own = self.columns.iter().zip(numbers).filter(|(own, _)| **own == column);
            let mut spans = own.filter_map(|(_, span)| *span);
            let first = spans.next()?;
            Some((column, first.first, spans.next_back().unwrap_or(first).last))
        };
        let mut columns: Vec<(u8, u32, u32)> = (0..MOST_COLUMNS as u8).filter_map(ends).collect();
        // Of orders that go on alike, the one in which the columns begin on the page.
        columns.sort_by_key(|(column, ..)| self.columns.iter().position(|own| own == column));
        // From each column on to the one that goes on best behind it.
        let order_from = |start: usize| {
            let (mut rest, mut next) = (columns.clone(), start);
            let (mut before, mut sum, mut order) = (0, 0.0, Vec::new());
            while !rest.is_empty() {
                let (column, first, last) = rest.remove(next);
                sum += cost(before, first);
                before = last;
                order.push(column);
                let behind = |at: &usize| cost(last, rest[*at].1);
                next = (0..rest.len()).min_by(|a, b| behind(a).total_cmp(&behind(b))).unwrap_or(0);
            }
            (sum, order)
        };
        let orders = (0..columns.len()).map(order_from);
        orders.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, order)| order).unwrap_or_default()
    }

    /// Whether each column has lines with numbers, and they take turns.
    fn takes_turns(&self, numbers: &[Option<Span>], columns: usize) -> bool {
        let own = |column: usize| {
            let lines = self.columns.iter().zip(numbers);
            lines.filter(move |(own, _)| usize::from(**own) == column)
        };
        let least = (0..columns).map(|column| own(column).count()).min().unwrap_or(0);
        let numbered =
            |column: usize| own(column).filter(|(_, span)| span.is_some()).count() >= FEW;
        let turns = self.columns.windows(2).filter(|pair| pair[0] != pair[1]).count();
        (0..columns).all(numbered) && turns * 5 >= least * columns * 3
    }
}

impl State {
    /// The hypothesis that goes on with a line of a column.
    fn with(&self, own: u8, span: Option<Span>, columns: usize) -> State {
        let mut next = *self;
        if let Some(span) = span {
            let last = &mut next.last[usize::from(own)];
            let again = span.is_row && *last == span.first;
            next.cost += if again { SEVERAL } else { cost(*last, span.first) };
            *last = span.last;
        }
        if columns == 1 {
            return next;
        }
        next.cost += match () {
            () if own == self.own && self.stays > 1 => STAYS_ON,
            () if own == self.own => STAYS,
            () if usize::from(own) == (usize::from(self.own) + 1) % columns => 0.0,
            () => OUT_OF_TURN,
        };
        next.stays = if own == self.own { (self.stays + 1).min(2) } else { 1 };
        next.own = own;
        next
    }
}

#[cfg(test)]
mod tests {
    use super::super::lines;
    use super::*;

    fn read(text: &str) -> Option<String> {
        let parts = ordered(&lines(text))?;
        Some(parts.iter().map(|part| part.text).collect::<Vec<_>>().join("\n"))
    }

    /// The lines of columns from the top of the page to its foot.
    fn woven(columns: &[&[&str]]) -> String {
        let longest = columns.iter().map(|column| column.len()).max().unwrap_or(0);
        let row = |at: usize| columns.iter().filter_map(move |column| column.get(at).copied());
        (0..longest).flat_map(row).collect::<Vec<_>>().join("\n")
    }

    const LEFT: [&str; 8] = [
        "1. e4 e5 2. Nf3 Nc6 3. Bb5",
        "a6 4. Ba4 Nf6 5. O-O Be7 6. Re1",
        "b5 7. Bb3 d6 8. c3 O-O 9. h3 Na5",
        "White keeps the centre.",
        "10. Bc2 c5 11. d4 Qc7 12. Nbd2",
        "cxd4 13. cxd4 Nc6 14. Nb3 a5",
        "15. Be3 a4 16. Nbd2 Bd7 17. Rc1",
        "Qb8 18. Bb1 Rc8 19. d5 Nd8",
    ];
    const RIGHT: [&str; 8] = [
        "20. Rxc8 Qxc8 21. Nf1 g6",
        "22. Qd2 Nb7 23. N3h2 Nc5 24. Ng4",
        "Nxg4 25. hxg4 Qd8 26. Nh2 Qb6",
        "Here the game was adjourned.",
        "27. Nf3 Rc8 28. Rd1 Na6 29. Bh6",
        "Nb4 30. Bd3 Qc5 31. Be3 Qc7",
        "32. Bh6 Qc5 33. Be3 Qc7 34. Ng5",
        "Na2 35. Rc1 Nxc1 36. Qxc1 1-0",
    ];

    #[test]
    fn columns_are_put_one_after_the_other() {
        let want = [LEFT.join("\n"), RIGHT.join("\n")].join("\n");
        assert_eq!(read(&woven(&[&LEFT, &RIGHT])), Some(want.clone()));
        // The first line of the page is one of the right column.
        assert_eq!(read(&woven(&[&RIGHT, &LEFT])), Some(want.clone()));
        let head = "THE CHESS COLUMN\n";
        let text = [head, &woven(&[&LEFT, &RIGHT])].concat();
        assert_eq!(read(&text), Some([head, &want].concat()));
    }

    #[test]
    fn lines_that_go_on_stay() {
        assert_eq!(read(&[LEFT.join("\n"), RIGHT.join("\n")].join("\n")), None);
        // Both columns on the same lines.
        let beside: Vec<String> =
            LEFT.iter().zip(&RIGHT).map(|(left, right)| format!("{left} {right}")).collect();
        assert_eq!(read(&beside.join("\n")), None);
        // A ply a line, with the number of its move.
        let plies: Vec<String> = (1..20).map(|n| format!("{n}. e4\n{n}. e5")).collect();
        assert_eq!(read(&plies.join("\n")), None);
    }

    #[test]
    fn cells_of_tables_go_with_their_numbers() {
        let row = |n: u32, far: u32| {
            format!("{n}. Ra{}\nRh{}\n{far}. Qb{}\nQg{}", n % 8, n % 8, n % 8, n % 8)
        };
        let column = |piece: &str, files: &str, from: u32| {
            let cells = (0..12).map(|n| {
                let (n, rank) = (from + n, (n + 1) % 8);
                let [own, others] = [&files[..1], &files[1..]];
                format!("{n}. {piece}{own}{rank}\n{piece}{others}{rank}")
            });
            cells.collect::<Vec<_>>().join("\n")
        };
        for far in [1, 13] {
            let rows: Vec<String> = (1..13).map(|n| row(n, n + far - 1)).collect();
            let want = [column("R", "ah", 1), column("Q", "bg", far)].join("\n");
            assert_eq!(read(&rows.join("\n")), Some(want.clone()), "{far}");
            // On a page that is turned the last cell of a row stands before the third one.
            let turned = rows.iter().map(|row| {
                let cells: Vec<&str> = row.lines().collect();
                [cells[0], cells[1], cells[3], cells[2]].join("\n")
            });
            assert_eq!(read(&turned.collect::<Vec<_>>().join("\n")), Some(want), "{far}");
        }
    }

    #[test]
    fn numbers_with_points_in_and_before_words() {
        for (line, want) in [
            ("Sf62.g3d53.c4c6", &[2, 3][..]),
            ("9...Lg4 10. f3", &[9, 10]),
            ("0-09.Sbd2", &[9]),
            ("60-0-0 7.0-0-0", &[7]),
            ("played 14.5 hours on 3.", &[3]),
            ("12 moves", &[]),
        ] {
            assert_eq!(numbers(line).collect::<Vec<_>>(), want, "{line}");
        }
    }
}
