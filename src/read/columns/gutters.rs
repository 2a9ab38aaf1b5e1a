//! Columns of a page side by side with a clear strip between them, as programs set them that make
//! text of a PDF and keep its layout:
//!
//! ```text
//!   The decisive mistake.                 12.Nd2 Nxc3
//!   9...Nb6 10.g5 Nh5 11.Qd2 Be7            White threatens Bf4.
//! 12.Qf2 Nc4 13.Bxc4 Bxc4 14.Rg1          13.bxc3 b5 14.e4 Bg6 15.f4 f5
//! ```
//!
//! Some lines hold moves and others notes, so that little is told by one line alone. What tells the
//! columns is that no word of many lines stands in the strip, and that their numbers go on much
//! better below each other than across it. A page ends at a form feed, where a line is too long for
//! one of a page, and at a table in which both sides have the number.

use arrayvec::ArrayVec;

use super::{
    Part,
    word::{Word, moves_of, words},
};

/// Fewest blanks between the columns of a line.
const GAP: usize = 2;
/// Fewest lines with something on both sides of a strip.
const FEW: usize = 6;
/// Most lines of a page, and most strips of one that are looked into.
const TALL: usize = 300;
const MOST_STRIPS: usize = 12;
/// Most columns that a page is parted into, as the depth of parting one after the other.
const DEEP: u8 = 3;
/// Least number of steps to the next number that columns must have more than lines have, and least
/// share of their own numbers that are such steps.
const GAIN: usize = 4;
const GOES_ON: f32 = 0.75;
/// Least distance of the numbers in a row of a sheet, and how many times the rows with that of the row
/// above make at least all rows with two numbers below another.
const AHEAD: u32 = 2;
const SAME: f32 = 1.5;

/// A line of a page, or its part in a column.
#[derive(Debug, Clone, Copy)]
struct Row<'r> {
    /// Index of its part.
    at: usize,
    words: &'r [Word],
}

impl<'r> Row<'r> {
    /// The words before and behind a strip.
    fn parted(self, strip: Strip) -> [Row<'r>; 2] {
        let cut = self.words.partition_point(|word| word.end <= strip.begin);
        let (left, right) = self.words.split_at(cut);
        [Row { words: left, ..self }, Row { words: right, ..self }]
    }
}

/// Columns of characters that are blank in some rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Strip {
    begin: usize,
    end: usize,
    /// The first row, the one behind the last, and how many have words on both sides.
    from: usize,
    to: usize,
    both: usize,
}

impl Strip {
    /// What is left of it where a row has its words, the widest piece; nothing where these fill it.
    fn past(self, row: Row) -> Option<Strip> {
        let first = row.words.partition_point(|word| word.end <= self.begin);
        let mut begin = self.begin;
        let mut best: Option<(usize, usize)> = None;
        let mut take = |begin: usize, end: usize| {
            if end > begin && best.is_none_or(|(a, b)| end - begin > b - a) {
                best = Some((begin, end));
            }
        };
        for word in row.words[first..].iter().take_while(|word| word.begin < self.end) {
            take(begin, word.begin);
            begin = word.end;
        }
        take(begin, self.end.max(begin));
        let (begin, end) = best?;
        let cut = row.words.partition_point(|word| word.end <= begin);
        let both = (1..row.words.len()).contains(&cut);
        // A single blank is one between words.
        let within = both && row.words[cut].begin - row.words[cut - 1].end < GAP;
        (!within).then_some(Strip { begin, end, both: self.both + usize::from(both), ..self })
    }
}

/// How often a number is the one behind the number before it, or the same for Black's move, and how
/// many numbers there are.
#[derive(Debug, Clone, Copy, Default)]
struct Steps {
    fit: usize,
    count: usize,
    last: u32,
}

impl Steps {
    fn of<'r>(rows: impl IntoIterator<Item = Row<'r>>) -> Steps {
        let mut steps = Steps::default();
        let (mut words, mut moves) = (0_u8, 0_u8);
        for word in rows.into_iter().flat_map(|row| row.words) {
            if let Some(number) = word.number {
                let last = steps.last;
                // One move stands before Black's number, two before the next one.
                let fits = match number.checked_sub(last) {
                    Some(0) => moves < 2,
                    Some(1) => last > 0 && moves < 3,
                    _ => false,
                };
                steps.fit += usize::from(fits && (words > 0 || moves > 0));
                steps.count += 1;
                (steps.last, words, moves) = (number, 0, 0);
            } else {
                words = words.saturating_add(1);
            }
            moves = moves.saturating_add(word.moves);
        }
        steps
    }

    fn goes_on(self) -> bool {
        self.fit as f32 >= GOES_ON * self.count as f32
    }
}

/// The strips that stay blank in many rows with words on both sides of them.
fn strips(rows: &[Row]) -> Vec<Strip> {
    let mut found: Vec<Strip> = Vec::new();
    for (from, row) in rows.iter().enumerate() {
        let mut open: Vec<Strip> = row
            .words
            .windows(2)
            .filter(|pair| pair[1].begin - pair[0].end >= GAP)
            .map(|pair| Strip { begin: pair[0].end, end: pair[1].begin, from, to: from, both: 1 })
            .filter(|strip| {
                !found.iter().any(|known| {
                    known.to > from && known.begin < strip.end && strip.begin < known.end
                })
            })
            .collect();
        for (at, row) in rows.iter().enumerate().skip(from + 1) {
            open.retain_mut(|strip| match strip.past(*row) {
                Some(left) => {
                    *strip = Strip { to: at + 1, ..left };
                    true
                }
                None => {
                    found.extend(Some(*strip).filter(|strip| strip.both >= FEW));
                    false
                }
            });
            if open.is_empty() {
                break;
            }
        }
        found.extend(open.into_iter().filter(|strip| strip.both >= FEW));
    }
    // Words that stand on the right alone above it belong to its column.
    for strip in &mut found {
        let above = rows[..strip.from].iter().rev();
        strip.from -= above.take_while(|row| strip.past(**row).is_some()).count();
    }
    found.sort_by_key(|strip| std::cmp::Reverse((strip.both, strip.end - strip.begin)));
    found.truncate(MOST_STRIPS);
    found
}

/// How much better the numbers of rows go on in the columns that a strip parts; nothing where they
/// do not. The columns on one side of it may still have to be parted themselves.
fn gain(rows: &[Row], strip: Strip) -> Option<usize> {
    let own = &rows[strip.from..strip.to];
    let [left, right] = [0, 1].map(|side| Steps::of(own.iter().map(|row| row.parted(strip)[side])));
    let across = Steps::of(own.iter().copied());
    let gain = (left.fit + right.fit).checked_sub(across.fit)?;
    let goes_on = left.count.min(right.count) >= GAIN && (left.goes_on() || right.goes_on());
    (gain >= GAIN && goes_on && !is_sheet(own, strip)).then_some(gain)
}

/// Whether rows are those of sheets: in most a second number is ahead of the first by the same count
/// as in the row above, and no game begins behind the strip or another word.
fn is_sheet(rows: &[Row], strip: Strip) -> bool {
    let mut ahead: Vec<u32> = Vec::new();
    for row in rows {
        let numbers =
            row.words.iter().enumerate().filter_map(|(at, word)| Some((at, word.number?)));
        let begins = |&(at, number): &(usize, u32)| {
            number == 1 && (at > 0 || row.words[at].begin >= strip.begin)
        };
        if numbers.clone().any(|number| begins(&number)) {
            return false;
        }
        let mut numbers = numbers.map(|(_, number)| number);
        let Some(first) = numbers.next() else { continue };
        // Black's move may have the number, too.
        ahead.extend(
            numbers.find(|&number| number != first).map(|other| other.saturating_sub(first)),
        );
    }
    let pairs = ahead.windows(2);
    let same = pairs.clone().filter(|pair| pair[0] == pair[1] && pair[0] >= AHEAD).count();
    same > 0 && SAME * same as f32 >= pairs.len() as f32
}

/// The rows in the order of their columns, if they have some.
fn parted<'r>(rows: &[Row<'r>], deep: u8) -> Option<Vec<Row<'r>>> {
    let deep = deep.checked_sub(1)?;
    let gains = strips(rows).into_iter().filter_map(|strip| Some((gain(rows, strip)?, strip)));
    let (_, strip) = gains.max_by_key(|&(gain, strip)| (gain, strip.end - strip.begin))?;
    let (above, rest) = rows.split_at(strip.from);
    let (own, below) = rest.split_at(strip.to - strip.from);
    let column = |side: usize| -> Vec<Row> {
        let cells = own.iter().map(|row| row.parted(strip)[side]);
        cells.filter(|row| !row.words.is_empty()).collect()
    };
    let pieces = [above.to_vec(), column(0), column(1), below.to_vec()];
    let pieces = pieces.map(|rows| parted(&rows, deep).unwrap_or(rows));
    Steps::of(pieces[1..3].iter().flatten().copied()).goes_on().then(|| pieces.concat())
}

/// The parts of the lines of pages in the order of their columns, if they have some.
pub(super) fn ordered<'a>(parts: &[Part<'a>]) -> Option<Vec<Part<'a>>> {
    let lines: Vec<Vec<Word>> = parts.iter().map(|part| words(part.text)).collect();
    let is_long = |at: usize| lines[at].is_empty() && !parts[at].text.trim().is_empty();
    let both: Vec<Option<u32>> = lines.iter().map(|words| number_of_both(words)).collect();
    let goes_on = |at: usize| {
        let next = both.get(at + 1).copied().flatten();
        both[at].is_some_and(|number| next == Some(number + 1))
    };
    let is_table = |at: usize| goes_on(at) || at > 0 && goes_on(at - 1);
    let stands_alone = |at: usize| is_long(at) || is_table(at);
    let ends = |at: usize| parts[at].text.starts_with('\u{c}') || stands_alone(at);
    let mut out = Vec::new();
    let mut found = false;
    let mut done = 0;
    while done < parts.len() {
        let rest = (done + 1..parts.len()).take(TALL);
        let more = if stands_alone(done) { 0 } else { rest.take_while(|&at| !ends(at)).count() };
        let end = done + 1 + more;
        let rows: Vec<Row> = (done..end)
            .map(|at| Row { at, words: &lines[at] })
            .filter(|row| !row.words.is_empty())
            .collect();
        match parted(&rows, DEEP) {
            Some(order) => {
                found = true;
                lay_out(parts, &lines, &order, &mut out);
            }
            None => out.extend_from_slice(&parts[done..end]),
        }
        done = end;
    }
    found.then_some(out)
}

/// The number of a line that stands before both of its moves, `1. P-K4   1. P-K4`.
fn number_of_both(words: &[Word]) -> Option<u32> {
    let numbered: ArrayVec<usize, 3> =
        (0..words.len()).filter(|&at| words[at].number.is_some()).take(3).collect();
    let [0, black] = numbered[..] else { return None };
    let one_each = moves_of(&words[..black]) == 1 && moves_of(&words[black..]) == 1;
    words[0].number.filter(|_| one_each && words[black].number == words[0].number)
}

/// Writes out rows of a page; blank lines stay between lines that are whole.
fn lay_out<'a>(parts: &[Part<'a>], lines: &[Vec<Word>], order: &[Row], out: &mut Vec<Part<'a>>) {
    let is_whole = |row: &Row| row.words.len() == lines[row.at].len();
    for (index, row) in order.iter().enumerate() {
        let above = index.checked_sub(1).map(|above| &order[above]);
        if let Some(above) = above.filter(|above| is_whole(above) && is_whole(row)) {
            let between = parts.get(above.at + 1..row.at).unwrap_or_default();
            out.extend(between.iter().filter(|part| part.text.trim().is_empty()));
        }
        let (part, line) = (&parts[row.at], &lines[row.at]);
        let (first, last) = (row.words[0].from, row.words[row.words.len() - 1].from);
        let from = if first == line[0].from { 0 } else { first };
        let behind = line.iter().find(|word| word.from > last);
        out.push(part.cut(from, behind.map_or(part.text.len(), |word| word.from)));
    }
}

#[cfg(test)]
mod tests {
    use super::ordered;
    use crate::read::columns::{lines, squares};

    const LEFT: &str = "\
  1. c4 e6 2. g3 d5
3. Bg2 Nf6 4. Nf3 Be7
  A well-known line.
5. O-O c5 6. b3 Nc6
7. Bb2 b6 8. e3 Bb7
9. d3 O-O 10. Nbd2
 Nc3 was better.
10... Rc8 11. Qe2 Qc7
12. Rac1 Qb8 13. Rfd1
Rfd8 14. a3 1-0";
    const RIGHT: &str = "\
1. d4 Nf6 2. c4 g6
3. Nc3 Bg7 4. e4 d6
  White threatens e5.
5. Nf3 O-O 6. Be2 e5
7. O-O Nc6 8. d5 Ne7
9. Ne1 Nd7 10. Nd3
  The only move.
10... f5 11. Bd2 Nf6
12. f3 f4 13. c5 g5
14. Rc1 Ng6 1-0";

    /// Columns side by side, so wide each.
    fn across(columns: &[&str], wide: usize) -> String {
        let columns: Vec<Vec<&str>> = columns.iter().map(|text| text.lines().collect()).collect();
        let line = |at: usize| -> String {
            columns.iter().map(|lines| format!("{:wide$}", lines[at])).collect()
        };
        (0..columns[0].len()).map(|at| line(at).trim_end().to_owned() + "\n").collect()
    }

    fn read(text: &str) -> Option<Vec<String>> {
        let clean = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        Some(ordered(&lines(text))?.iter().map(|part| clean(part.text)).collect())
    }

    fn trimmed(columns: &[&str]) -> Vec<String> {
        columns.iter().flat_map(|text| text.lines()).map(|line| line.trim().to_owned()).collect()
    }

    #[test]
    fn columns_with_moves_and_notes_are_read_one_after_the_other() {
        for wide in [23, 30] {
            let text = across(&[LEFT, RIGHT], wide);
            assert_eq!(read(&text), Some(trimmed(&[LEFT, RIGHT])), "{text}");
            let text = across(&[LEFT, RIGHT, LEFT], wide);
            assert_eq!(read(&text), Some(trimmed(&[LEFT, RIGHT, LEFT])), "{text}");
        }
    }

    #[test]
    fn every_page_has_its_own_columns() {
        let page = across(&[LEFT, RIGHT], 30);
        let text = format!("{page}\u{c}{page}");
        let whole = trimmed(&[LEFT, RIGHT, LEFT, RIGHT]);
        assert_eq!(read(&text), Some(whole));
        assert_eq!(squares(&read(&text).expect("columns").join(" ")), squares(&text));
    }

    #[test]
    fn nothing_of_a_page_is_lost() {
        let page = across(&[LEFT, RIGHT], 30);
        let long = "a note ".repeat(80);
        let text = format!("{long}\n{page}{long}\n\nA line.\n\n{}\n{page}", "e4 ".repeat(90));
        let found = read(&text).expect("columns");
        assert_eq!(squares(&found.join(" ")), squares(&text));
        assert_eq!(found.iter().filter(|line| line.starts_with("a note")).count(), 2);
        assert!(found.join("|").contains("||A line.||"), "{found:?}");
    }

    #[test]
    fn the_columns_of_one_game_are_no_columns_of_a_page() {
        let moves = ["e4", "Nf3", "Bb5", "Ba4", "O-O", "Re1", "Bb3", "c3", "h3", "d4"];
        let rows = |row: &dyn Fn(usize, &str) -> String| -> String {
            moves.iter().zip(1..).map(|(own, number)| row(number, own) + "\n").collect()
        };
        assert_eq!(read(&rows(&|number, own| format!("{number:2}. {own:10}{own}"))), None);
        assert_eq!(
            read(&rows(&|number, own| format!("{number:2} {own:10}{number:2} {own}"))),
            None
        );
        // The second half of a sheet is read as such.
        let sheet =
            |number, own: &str| format!("{number:2} {own:10}{own:10}{} {own} {own}", number + 20);
        assert_eq!(read(&rows(&sheet)), None);
        // Nor do a table with Black's numbers and a sheet below it part a page together.
        let both = rows(&|number, own| format!("{number:4}. {own:21}{number:4}. {own}"));
        let halves = rows(&|number, own| {
            format!("{number:4}. {own:12}{own:10}| {:6}. {own:12}{own}", number + 10)
        });
        assert_eq!(read(&format!("{both}\nWhite.   Black.\n{halves}")), None);
        // Two games in tables.
        let games = |number: usize, own: &str| {
            let right = number.saturating_sub(1);
            let right =
                if right > 0 { format!("{right:2}. {own:6}{own}") } else { "White  Black".into() };
            format!("{number:2}. {own:6}{own:12}{right}")
        };
        let found = read(&rows(&games)).expect("columns");
        assert_eq!(found[0], "1. e4 e4");
        assert_eq!(found[10], "White Black");
    }
}
