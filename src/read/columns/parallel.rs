//! Columns of different games side by side whose lines were read across, as OCR reads pages of
//! bulletins and newspapers:
//!
//! ```text
//! 1. e4 c5 2. Nf3 d6 3. d4   1. d4 d5 2. c4 e6 3. Nc3
//! cxd4 4. Nxd4 Nf6 5. Nc3    Be7 4. cxd5 exd5 5. Bf4
//! ```
//!
//! Often but a single blank is left between the columns. What tells them is that the numbers of each
//! line jump in its middle while each part of it goes on with the numbers of the part above:
//!
//! 1. Lines whose numbers jump ([`jumps`]) stand close together in a block.
//! 2. For each count of columns, a [`Search`] deals the numbers of each line to the columns so that
//!    they go on, and cuts it at about equal widths and where whole moves end. A line may lack
//!    some of the columns.
//! 3. The count of columns that fits best is taken, if the columns go on much better than the
//!    numbers do as they stand, and the parts of each column are read from top to bottom.

use std::collections::BTreeMap;

use arrayvec::ArrayVec;

use super::{
    Part, filled,
    word::{Word, moves_of, words},
};

/// Most lines of a block, and of all blocks that are looked into: an issue of a paper.
const TALL: usize = 400;
const MOST_LINES: usize = 1_000;
/// Fewest lines of a block whose numbers jump, and most other lines between two of them.
const FEW: usize = 4;
const APART: usize = 6;
/// Most lines of a block before its first jump.
const ABOVE: usize = 3;
/// Most columns side by side.
const MAX_COLUMNS: usize = 5;
/// States that are kept at each line.
const BEAM: usize = 12;
/// Numbers in a row that do not fit, behind which a column goes on with the last of them.
const MISSES: u8 = 2;
/// Least that columns must fit better than the lines as they stand: at all, and for each number.
const GAIN: f32 = 4.0;
const GAIN_EACH: f32 = 0.25;
/// Least that the numbers of columns must fit, each, and that together with their gain; one that
/// goes on fits by 1.
const FITS: f32 = 0.15;
const FITS_AND_GAINS: f32 = 0.9;
/// Lines with several numbers for each one whose numbers jump, and for each in which two columns go
/// on, at most.
const EACH_JUMP: usize = 4;
const EACH_RUNG: usize = 5;
/// Least distance of the numbers in a row of a sheet.
const NEAR: u32 = 4;
/// How much a line speaks against a column by beginning a whole column away from its place.
const INDENTED: f32 = 0.5;
/// How much speaks against a column without a number in a line that has enough for all.
const BARE: f32 = 0.3;
/// How much a line with two columns that both go on speaks for a way to deal the lines.
const RUNG: f32 = 0.3;
/// Fewest blanks between columns that are no blanks between words.
const GAP: usize = 3;

/// A line of a block.
#[derive(Debug)]
struct Line {
    words: Vec<Word>,
    /// Indices of the words that are or begin with numbers.
    numbers: Vec<usize>,
    /// Length in characters, and how many blanks stand before it.
    wide: usize,
    indent: usize,
}

impl Line {
    fn new(text: &str) -> Line {
        let words = words(text);
        let mut numbers: Vec<usize> =
            (0..words.len()).filter(|&at| words[at].number.is_some()).collect();
        // The same number behind one move is Black's.
        numbers.dedup_by(|&mut at, &mut last| {
            words[last].number == words[at].number && moves_of(&words[last..at]) == 1
        });
        let indent = text.chars().take_while(|c| c.is_whitespace()).count();
        Line { words, numbers, wide: text.trim().chars().count(), indent }
    }

    /// Whether a wide gap or a rule stands between a word and the one before it.
    fn is_parted_before(&self, at: usize) -> bool {
        let (left, word) = (self.words[at - 1], self.words[at]);
        word.begin - left.end >= GAP || word.rule || left.rule
    }

    fn value(&self, at: usize) -> u32 {
        self.words[self.numbers[at]].number.unwrap_or_default()
    }

    /// Whether a number does not go on with the one before it, even where some are lost between. The
    /// same number again is Black's, unless both moves stand before it; a sentence may lead to any,
    /// `better was 12. Nf3`, and so may brackets.
    fn jumps(&self) -> bool {
        (1..self.numbers.len()).any(|at| {
            let (from, to) = (self.value(at - 1), self.value(at));
            let told = self.words[self.numbers[at]].told;
            !told && (to < from || to > from + 3 || to == from && self.moves_before(at) > 1)
        })
    }

    /// How many moves stand before a number, behind the one before it in its column, whose part of the
    /// line begins with the number `first` and the word `begin`, and has so many moves before.
    fn moves_up_to(&self, at: usize, first: usize, begin: usize, before: u8) -> u8 {
        if at > first {
            return self.moves_before(at);
        }
        before.saturating_add(moves_of(&self.words[begin..self.numbers[at]]))
    }

    /// How many moves stand between a number and the one before it.
    fn moves_before(&self, at: usize) -> u8 {
        moves_of(&self.words[self.numbers[at - 1]..self.numbers[at]])
    }
}

/// Whether the numbers of a line jump, or those of the next one go back behind a whole move; both
/// begin with theirs.
fn jumps(lines: &[Line], at: usize) -> bool {
    let line = &lines[at];
    let goes_back = |next: &Line| {
        let ([0, .., last], [0, ..]) = (&line.numbers[..], &next.numbers[..]) else {
            return false;
        };
        let from = line.words[*last].number;
        next.words[0].number <= from && moves_of(&line.words[*last..]) > 1
    };
    line.jumps() || lines.get(at + 1).is_some_and(goes_back)
}

/// How far a column has been read.
#[derive(Debug, Clone, Copy, Default)]
struct Column {
    /// Its last number, 0 before the first.
    last: u32,
    /// Moves behind that, two at most.
    moves: u8,
    misses: u8,
}

impl Column {
    /// Goes on to a number so many moves behind the last one, and how well it fits.
    fn step(&mut self, number: u32, moves: u8) -> f32 {
        let fits = match number {
            _ if self.last == 0 => 0.0,
            _ if number == self.last + 1 => 1.0,
            _ if number == self.last && moves < 2 => 0.1,
            _ if (self.last + 2..=self.last + 3).contains(&number) => 0.2,
            1 => -0.3,
            _ => -1.0,
        };
        if fits > -1.0 || self.misses >= MISSES {
            (self.last, self.misses) = (number, 0);
        } else {
            self.misses += 1;
        }
        fits
    }
}

/// The part of a line that belongs to a column.
#[derive(Debug, Clone, Copy)]
struct Cut {
    column: usize,
    /// Its words: the first, and the one behind the last.
    from: usize,
    to: usize,
}

/// The columns of a block, as they are dealt up to a line.
type Columns = ArrayVec<Column, MAX_COLUMNS>;

/// What is dealt to columns up to a line.
#[derive(Debug, Clone)]
struct State {
    columns: Columns,
    fit: f32,
    /// Lines with two columns or more that both go on with their numbers.
    rungs: usize,
    /// The state before the last line, and how that line is cut.
    before: usize,
    cuts: Cuts,
}

impl State {
    /// How good it is among others: lines that belong to one column by turns go on as well as those
    /// that belong to both.
    fn score(&self) -> f32 {
        self.fit + RUNG * self.rungs as f32
    }
}

/// The parts of a line.
type Cuts = ArrayVec<Cut, MAX_COLUMNS>;

/// How the lines of a block are cut into columns.
#[derive(Debug)]
struct Dealt {
    columns: usize,
    fit: f32,
    rungs: usize,
    cuts: Vec<Cuts>,
}

/// The best way to deal so many of the numbers of a line to the first of its columns: how it fits,
/// and where the last of these columns begins, among the numbers and among the words.
type Way = Option<(f32, usize, usize)>;

/// One count of columns for the lines of a block.
struct Search<'a> {
    lines: &'a [Line],
    columns: usize,
    /// Width of a column in characters.
    wide: f32,
}

impl<'a> Search<'a> {
    fn new(lines: &'a [Line], columns: usize) -> Search<'a> {
        let mut wide: Vec<usize> = lines.iter().map(|line| line.indent + line.wide).collect();
        wide.sort_unstable();
        let full = wide.get(wide.len() * 4 / 5).map_or(1, |&wide| wide.max(1));
        Search { lines, columns, wide: full as f32 / columns as f32 }
    }

    /// The best way to deal all lines.
    fn best(&self) -> Option<Dealt> {
        let columns = std::iter::repeat_n(Column::default(), self.columns).collect();
        let first = State { columns, fit: 0.0, rungs: 0, before: 0, cuts: Cuts::new() };
        // The states that are kept, line after line, and the first of those of the last line.
        let mut kept = vec![first];
        let mut last = 0;
        for line in self.lines {
            let mut next: Vec<State> = Vec::new();
            for (before, state) in kept.iter().enumerate().skip(last) {
                let ways = (1..1_u32 << self.columns).filter_map(|present| {
                    let present: ArrayVec<usize, MAX_COLUMNS> =
                        (0..self.columns).filter(|column| present >> column & 1 == 1).collect();
                    let fits = present.len() <= line.words.len().max(1);
                    fits.then(|| self.deal(line, before, state, &present)).flatten()
                });
                next.extend(ways);
            }
            next.sort_by(|one, other| other.score().total_cmp(&one.score()));
            next.truncate(BEAM);
            last = kept.len();
            kept.append(&mut next);
        }
        let best = kept.get(last)?;
        let (fit, rungs) = (best.fit, best.rungs);
        let mut cuts = Vec::with_capacity(self.lines.len());
        let mut at = last;
        while at > 0 {
            cuts.push(kept[at].cuts.clone());
            at = kept[at].before;
        }
        cuts.reverse();
        Some(Dealt { columns: self.columns, fit, rungs, cuts })
    }

    /// What speaks against a column as the first of a line: the line begins at the place of another.
    /// Where no blanks are left before it, nothing is told.
    fn off_place(&self, line: &Line, column: usize) -> f32 {
        let place = column as f32 * self.wide;
        let away = (line.indent as f32 - place).abs() / self.wide;
        if line.indent < GAP { 0.0 } else { INDENTED * away.min(1.0) }
    }

    /// Deals a line to the columns that it has, behind the state at an index.
    fn deal(&self, line: &Line, before: usize, state: &State, present: &[usize]) -> Option<State> {
        let missing = (line.wide as f32 / self.wide - present.len() as f32).abs();
        let lacks = (missing - 0.3).max(0.0);
        let ways = self.ways(line, state, present);
        let count = line.numbers.len();
        let (fit, ..) = ways.last()?.get(count).copied()??;
        let mut columns = state.columns.clone();
        let (mut to, mut end) = (count, line.words.len());
        let mut goes_on = 0;
        let mut cuts = Cuts::new();
        for (row, &column) in ways.iter().zip(present).rev() {
            let (_, from, begin) = row[to]?;
            let own = &mut columns[column];
            let goes = from < to
                && own.last > 0
                && (1..=2).contains(&line.value(from).wrapping_sub(own.last));
            goes_on += usize::from(goes);
            for at in from..to {
                own.step(line.value(at), line.moves_up_to(at, from, begin, own.moves));
            }
            let behind = if from < to { line.numbers[to - 1] } else { begin };
            let moves = moves_of(&line.words[behind..end]);
            own.moves = if from < to { moves } else { own.moves + moves }.min(2);
            cuts.push(Cut { column, from: begin, to: end });
            (to, end) = (from, begin);
        }
        cuts.reverse();
        let rungs = state.rungs + usize::from(goes_on > 1);
        Some(State { columns, fit: state.fit + (fit - lacks), rungs, before, cuts })
    }

    /// For each of the columns that a line has, the best ways to deal it and those before it any
    /// count of the numbers.
    fn ways(
        &self,
        line: &Line,
        state: &State,
        present: &[usize],
    ) -> ArrayVec<Vec<Way>, MAX_COLUMNS> {
        let mut rows: ArrayVec<Vec<Way>, MAX_COLUMNS> = ArrayVec::new();
        let bare = if line.numbers.len() < present.len() { 0.0 } else { BARE };
        for (index, &column) in present.iter().enumerate() {
            let own = state.columns[column];
            let mut row: Vec<Way> = vec![None; line.numbers.len() + 1];
            match index.checked_sub(1) {
                None => {
                    row_from(line, own, (-self.off_place(line, column), 0, 0), bare, &mut row);
                }
                Some(left) => {
                    let place = index as f32 * self.wide;
                    for (from, way) in rows[left].iter().enumerate() {
                        if let Some((fit, _, least)) = *way
                            && let Some((cost, begin)) =
                                begins(line, from, least, &own, place, self.wide)
                        {
                            row_from(line, own, (fit - cost, from, begin), bare, &mut row);
                        }
                    }
                }
            }
            rows.push(row);
        }
        rows
    }
}

/// Lets a column take any count of the numbers from one on: betters the ways in `row`, by the number
/// behind the last. `start` is how the columns before it fit, and where it begins, and `bare` what
/// speaks against its taking none.
fn row_from(
    line: &Line,
    mut column: Column,
    start: (f32, usize, usize),
    bare: f32,
    row: &mut [Way],
) {
    let (mut fit, from, begin) = start;
    for (to, best) in row.iter_mut().enumerate().skip(from) {
        if to > from {
            let moves = line.moves_up_to(to - 1, from, begin, column.moves);
            fit += column.step(line.value(to - 1), moves);
        }
        let fit = if to > from { fit } else { fit - bare };
        if best.is_none_or(|(best, ..)| fit > best) {
            *best = Some((fit, from, begin));
        }
    }
}

/// The word at which a column begins whose first number is at an index, and what speaks against
/// it: it is not at its place, or the moves around are too many or too few.
fn begins(
    line: &Line,
    number: usize,
    least: usize,
    column: &Column,
    place: f32,
    wide: f32,
) -> Option<(f32, usize)> {
    let first = line.numbers.get(number).copied();
    let from = if number == 0 { 0 } else { line.numbers[number - 1] };
    let to = first.unwrap_or(line.words.len().saturating_sub(1));
    let count = |from: usize, to: usize| f32::from(moves_of(&line.words[from..to]));
    let ways = (from.max(least) + 1..=to).map(|begin| {
        let word = &line.words[begin];
        let away = (word.begin.saturating_sub(line.indent) as f32 - place).abs() / wide;
        let mut cost = away;
        if number > 0 {
            cost += 0.3 * (count(from, begin) - 2.0).max(0.0);
        }
        if let Some(first) = first.filter(|_| column.last > 0) {
            let lacks = f32::from(2 - column.moves);
            cost += 0.4 * (count(begin, first) - lacks).abs().min(3.0);
        }
        if line.is_parted_before(begin) {
            cost -= 0.3;
        }
        (cost, begin)
    });
    ways.min_by(|one, other| one.0.total_cmp(&other.0))
}

/// The blocks of lines in which numbers jump, by the indices of their first lines and those behind
/// their last ones.
fn blocks(lines: &[Line]) -> Vec<(usize, usize)> {
    let mut found: Vec<(usize, usize, usize)> = Vec::new();
    for (at, _) in lines.iter().enumerate().filter(|&(at, _)| jumps(lines, at)) {
        match found.last_mut() {
            Some((from, to, count)) if at - *to <= APART && at - *from < TALL => {
                (*to, *count) = (at + 1, *count + 1);
            }
            _ => found.push((at, at + 1, 1)),
        }
    }
    found.retain(|&(.., count)| count >= FEW);
    let mut done = 0;
    let mut out: Vec<(usize, usize)> = Vec::new();
    for (at, &(from, to, _)) in found.iter().enumerate() {
        let next = found.get(at + 1).map_or(lines.len(), |next| next.0);
        let from = from.saturating_sub(ABOVE).max(done);
        done = (to + APART).min(next);
        out.push((from, done));
    }
    out
}

/// The columns of a block, if it has some.
fn columns(lines: &[Line]) -> Option<Dealt> {
    let numbers: usize = lines.iter().map(|line| line.numbers.len()).sum();
    let numbered = lines.iter().filter(|line| line.numbers.len() > 1).count();
    if (0..lines.len()).filter(|&at| jumps(lines, at)).count() * EACH_JUMP < numbered
        || is_sheet(lines)
    {
        return None;
    }
    let alone = Search::new(lines, 1).best()?.fit;
    let mut best: Option<Dealt> = None;
    for columns in 2..=MAX_COLUMNS {
        let next = Search::new(lines, columns).best()?;
        if next.fit < best.as_ref().map_or(alone, |best| best.fit) {
            break;
        }
        best = Some(next);
    }
    let best = best?;
    let (gain, numbers) = (best.fit - alone, numbers as f32);
    let fits = gain >= GAIN + GAIN_EACH * numbers
        && best.fit >= FITS * numbers
        && best.fit + gain >= FITS_AND_GAINS * numbers;
    let goes_on = best.rungs >= FEW && EACH_RUNG * best.rungs >= numbered;
    (fits && goes_on).then_some(best)
}

/// Whether most rows have a second number that is ahead of the first by the same count, and no game
/// begins on the right: the lines are those of a sheet.
fn is_sheet(lines: &[Line]) -> bool {
    let rows = || lines.iter().filter(|line| line.numbers.len() > 1);
    let begins = rows().any(|line| (1..line.numbers.len()).any(|at| line.value(at) == 1));
    let mut ahead: BTreeMap<u32, usize> = BTreeMap::new();
    for line in rows() {
        *ahead.entry(line.value(1).saturating_sub(line.value(0))).or_default() += 1;
    }
    let most = ahead.range(NEAR..).map(|(_, &count)| count).max().unwrap_or(0);
    !begins && 2 * most > rows().count()
}

/// The parts of the lines in which games stand side by side in the order of their columns, if there
/// are some.
pub(super) fn ordered<'a>(parts: &[Part<'a>]) -> Option<Vec<Part<'a>>> {
    // Blank lines are left out: many or none stand between the lines of a page.
    let full = filled(parts);
    let lines: Vec<Line> = full.iter().map(|&at| Line::new(parts[at].text)).collect();
    let mut out = Vec::new();
    let (mut done, mut left) = (0, MOST_LINES);
    for (from, to) in blocks(&lines) {
        left = match left.checked_sub(to - from) {
            Some(left) => left,
            None => break,
        };
        let is_prose = |line: &&Line| line.numbers.is_empty();
        let from = from + lines[from..to].iter().take_while(is_prose).count();
        let Some(dealt) = columns(&lines[from..to]) else { continue };
        out.extend_from_slice(&parts[done..full[from]]);
        for column in 0..dealt.columns {
            for (at, cuts) in (from..to).zip(&dealt.cuts) {
                let (part, line) = (&parts[full[at]], &lines[at]);
                let byte = |word: usize| match word {
                    0 => 0,
                    _ => line.words.get(word).map_or(part.text.len(), |word| word.from),
                };
                let own = cuts.iter().filter(|cut| cut.column == column);
                out.extend(own.map(|cut| part.cut(byte(cut.from), byte(cut.to))));
            }
        }
        done = full[to - 1] + 1;
    }
    (done > 0).then(|| {
        out.extend_from_slice(&parts[done..]);
        out
    })
}

#[cfg(test)]
mod tests {
    use crate::read::columns::{ordered, squares};

    const LEFT: [&str; 6] = [
        "1. e4 c5 2. Nf3 d6 3. d4 cxd4",
        "4. Nxd4 Nf6 5. Nc3 a6 6. Be2",
        "e5 7. Nb3 Be7 8. O-O O-O 9.",
        "Kh1 Nc6 10. f3 Be6 11. Nd5 a5",
        "12. Be3 a4 13. Nc1 Bxd5 14.",
        "exd5 Nd4 15. Bxd4 exd4 1-0",
    ];
    const RIGHT: [&str; 6] = [
        "1. d4 Nf6 2. c4 e6 3. Nc3 Bb4",
        "4. e3 O-O 5. Bd3 d5 6. Nf3 c5",
        "7. O-O Nc6 8. a3 Bxc3 9. bxc3",
        "dxc4 10. Bxc4 Qc7 11. Bd3 e5",
        "12. Qc2 Re8 13. Nxe5 Nxe5 14.",
        "dxe5 Qxe5 15. f3 Be6 1/2-1/2",
    ];

    fn read(text: &str) -> Option<Vec<String>> {
        let clean = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        Some(ordered(text)?.iter().map(|part| clean(part.text)).collect())
    }

    /// Columns side by side, line by line.
    fn across(columns: &[&[&str]], gap: &str) -> String {
        let line = |at: usize| {
            let pieces: Vec<&str> = columns.iter().map(|column| column[at]).collect();
            pieces.join(gap)
        };
        (0..columns[0].len()).map(|at| line(at) + "\n").collect()
    }

    #[test]
    fn games_side_by_side_are_read_one_after_the_other() {
        let whole: Vec<&str> = LEFT.into_iter().chain(RIGHT).collect();
        for gap in [" ", " | ", "     "] {
            let text = across(&[&LEFT, &RIGHT], gap).replace("| ", "");
            let found = read(&text).expect("columns");
            assert_eq!(found, whole, "{text}");
        }
    }

    #[test]
    fn damaged_numbers_do_no_harm() {
        let text =
            across(&[&LEFT, &RIGHT], " ").replacen("5. ", "S. ", 1).replacen("10.", "70.", 2);
        let found = read(&text).expect("columns").join(" ");
        let whole = LEFT.join(" ").replace("5. Nc3", "S. Nc3").replace("10.", "70.");
        assert!(found.starts_with(&whole), "{found}");
        assert_eq!(squares(&found), squares(&text));
    }

    #[test]
    fn three_columns_of_rows_with_one_ended() {
        let column = |from: u32, moves: &[&str]| -> Vec<String> {
            (from..).zip(moves).map(|(number, moves)| format!("{number}. {moves}")).collect()
        };
        let one = column(9, &["Bc4 Bd7", "O-O-O Ne5", "Bb3 Rc8", "h4 h5", "Bg5 Rc5", "Kb1 b5"]);
        let two = column(1, &["d4 Nf6", "c4 e6", "Nf3 d5", "Nc3 Be7", "Bf4 O-O", "e3 c5"]);
        let three = column(21, &["b5 axb5", "axb5 e4", "Ne1 f5", "g3 Kg7"]);
        let line = |at: usize| {
            let row = [one.get(at), two.get(at), three.get(at)];
            row.into_iter().flatten().map(String::as_str).collect::<Vec<_>>().join(" ")
        };
        let text = (0..6).map(line).collect::<Vec<_>>().join("\n");
        let whole: Vec<String> = [one.clone(), two.clone(), three.clone()].concat();
        assert_eq!(read(&text), Some(whole));
    }

    #[test]
    fn rows_of_games_that_go_on_together() {
        let moves = ["Nf3 Nc6", "Bb5+ axb5", "O-O Kh8"];
        let row = |at: usize, column: usize| format!("{} {}", at + 1, moves[column]);
        let line = |at: usize| [0, 1, 2].map(|column| format!("{:<20}", row(at, column))).concat();
        let mut text = (0..12).map(line).collect::<Vec<_>>().join("\n");
        // One game is longer than the others.
        let rest = [12, 13].map(|at| row(at, 2));
        text += &rest.clone().map(|row| format!("\n{:40}{row}", "")).concat();
        let columns = [0, 1, 2].map(|column| (0..12).map(|at| row(at, column)).collect::<Vec<_>>());
        assert_eq!(read(&text), Some([columns.concat(), rest.to_vec()].concat()));
        // One begins a row below the other, and moves are damaged.
        let left =
            ["e4 c5", "Nf3 e6", "dí cxd4", "Nxd4 Nc6", "Nc3 Qc7", "Be3 a6", "Bd3 Nf6", "O-O b5"];
        let right =
            ["d4 d5", "c4 dxc4", "e3 e6", "Bxc4 c5", "Qe2 a6", "dxc5 Bxc5", "O-O Nbd7", "es b5"];
        let column = |from: u32, moves: &[&'static str]| -> Vec<String> {
            (from..).zip(moves).map(|(number, moves)| format!("{number}. {moves}")).collect()
        };
        let (left, right) = (column(1, &left), column(2, &right));
        let rows = left.iter().zip(&right).map(|(left, right)| format!("{left} {right}"));
        let text = format!("White. Black. 1. Nf3 Nf6\n{}", rows.collect::<Vec<_>>().join("\n"));
        let [heading, first] = ["White. Black.", "1. Nf3 Nf6"].map(str::to_owned);
        assert_eq!(read(&text), Some([vec![heading], left, vec![first], right].concat()));
        // Black's number stands before his move.
        let both = "1 d4 1 Nf6\n2 c4 2 e6\n3 Nf3 3 b6\n4 a3 4 d5\n5 cxd5 5 exd5\n";
        assert_eq!(read(both), None);
    }

    #[test]
    fn variations_within_variations_are_no_columns() {
        let text = "\
1. e4 e5 2. Nc3 Nf6 3. f4 exf4 (3... Nc6 4. fxe5 Nxe5 5. d4 Nc6 6. e5 Ng8 7.
Nf3) 4. e5 Ng8 (4... Qe7 5. Qe2 Ng8 6. Nf3 d6 (6... Nc6 7. d4) 7. Nd5 Qd8 (7...
Qd7 8. exd6+ Kd8 9. dxc7+ Qxc7 10. Nxc7 Kxc7) 8. exd6+ Be6 9. Nxc7+ Kd7 10. Ne5+
Kxd6 (10... Kc8 11. Nxe6 fxe6 12. Qc4+ Nc6 13. Qxc6+ bxc6 14. Ba6+ Kb8 15.
Nxc6#) 11. Nxe6 Kxe6 (11... fxe6 12. Nf7+) (11... Qe8 12. Nc4+) 12. Nc6+) 5. Nf3
d6 6. d4 dxe5 7. Qe2 Be7 8. Qxe5 Nf6 9. Bxf4";
        assert_eq!(read(text), None);
    }

    #[test]
    fn one_column_keeps_its_order() {
        let mut text = LEFT.join("\n");
        assert_eq!(read(&text), None);
        text += "\n\n";
        text += &RIGHT.join("\n");
        assert_eq!(read(&text), None);
        // Lines that are looked into are no second column.
        let lines = LEFT.map(|line| format!("{line} (3. Nc3 Nc6 4. Bb5 Nd4) and so on"));
        assert_eq!(read(&lines.join("\n")), None);
    }
}
