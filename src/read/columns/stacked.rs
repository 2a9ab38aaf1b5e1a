//! White's moves in lines of their own and Black's in lines below them, as OCR leaves columns:
//!
//! ```text
//! White.
//! 1. P-K4
//! 2. Kt-KB3
//! Black.
//! 1. P-K4
//! 2. Kt-QB3
//! ```
//!
//! A number may be misread or lost where those around it tell what it is; Black's lines may do
//! without numbers, if there are as many of them. The numbers may also stand above, in lines of
//! their own. Each move of Black's is read behind White's.

use crate::{
    read::{
        columns::{self, Part, Told},
        shape::{chars::blank, misread, scan},
    },
    record::GameResult,
};

/// Fewest moves of White's where all is well, and where numbers are damaged.
const FEW: usize = 2;
const FEW_DAMAGED: usize = 5;
/// Longest line of one move and its number, in characters.
const LONG: usize = 30;
/// Longest text that may be a damaged move, in characters.
const MAX_DAMAGED: usize = 12;
/// Longest text of a number that is misread, in characters.
const MAX_MARK: usize = 3;
/// Lines that tell the number of the first.
const NEXT: usize = 5;
/// Of so many lines one may look as if it had a number.
const NUMBERED: usize = 4;
/// Fewest numbers in lines of their own.
const FEW_ALONE: usize = 5;
/// Most lines that may be headings between the blocks.
const HEADINGS: usize = 2;

/// A line as short as one that holds one move.
#[derive(Debug, Clone, Copy)]
struct Cell<'a> {
    part: Part<'a>,
    /// Its number, if it has one that can be read, and whether it has any.
    number: Option<u32>,
    numbered: bool,
    /// Byte at which the rest begins.
    start: usize,
    is_move: bool,
    /// Whether the rest may be what is left of a move.
    damaged: bool,
    /// Whether a line without anything on it stands before.
    apart: bool,
}

impl<'a> Cell<'a> {
    fn new(part: Part<'a>, apart: bool) -> Option<Cell<'a>> {
        let text = part.text.trim();
        let short = text.len() <= 4 * LONG && text.chars().count() <= LONG;
        if text.is_empty() || !short || GameResult::from_token(text).is_some() {
            return None;
        }
        let indent = part.text.len() - part.text.trim_start().len();
        let (number, numbered, lead) = lead(text);
        let cell = &text[lead..];
        let chars: Vec<char> = cell.chars().collect();
        let found = scan::move_at(&chars, 0).map_or(0, |found| found.end);
        let is_move = found > 0 && found + 2 >= chars.len();
        let prose = |word: &str| word.chars().filter(|c| c.is_lowercase()).count() >= 4;
        let damaged = chars.len() <= MAX_DAMAGED
            && chars.iter().any(|c| c.is_alphanumeric())
            && columns::number(cell).is_none()
            && !cell.split_whitespace().any(prose);
        let start = indent + lead;
        Some(Cell { part, number, numbered, start, is_move, damaged, apart })
    }

    /// The line without its number.
    fn bare(&self) -> Part<'a> {
        self.part.cut(self.start, self.part.text.len())
    }

    /// The line with its number, which is told where it cannot be read.
    fn with_number(&self, number: u32, black: bool) -> Part<'a> {
        if self.number == Some(number) && !black {
            return self.part;
        }
        Part { told: Some(Told { number, black }), ..self.bare() }
    }

    /// The first number of a line that has nothing else, and how many there are, going up by one;
    /// 0 where it is misread.
    fn lone_number(&self) -> Option<(u32, u32)> {
        let number = |word: &str| {
            let plain = word.chars().all(|c| c.is_ascii_digit() || !c.is_alphanumeric());
            columns::number(word.trim_end_matches([',', ';', '-'])).filter(|_| plain)
        };
        let text = self.part.text.trim();
        let numbers: Option<Vec<u32>> = text.split_whitespace().map(number).collect();
        let numbers = numbers.filter(|all| all.windows(2).all(|two| two[1] == two[0] + 1));
        let misread = || (!self.is_move && misread::is_number(text)).then_some((0, 1));
        numbers.and_then(|all| Some((*all.first()?, all.len() as u32))).or_else(misread)
    }

    /// The lines of its moves, if it holds two of them and no number.
    fn halves(&self) -> Option<[Cell<'a>; 2]> {
        let text = self.part.text;
        let chars: Vec<char> = text.chars().collect();
        let first = scan::move_at(&chars, chars.iter().take_while(|c| c.is_whitespace()).count())?;
        let rest: String = chars[first.end..].iter().collect();
        if self.numbered || !rest.starts_with(char::is_whitespace) || !scan::is_move(&rest) {
            return None;
        }
        let cut = text.len() - rest.len();
        let half = |from, to| Cell::new(self.part.cut(from, to), self.apart && from == 0);
        Some([half(0, cut)?, half(cut, text.len())?])
    }
}

/// The number that a line begins with, whether it begins with one that may be misread, and the
/// bytes up to what follows.
fn lead(text: &str) -> (Option<u32>, bool, usize) {
    let word = text.split_whitespace().next().unwrap_or("");
    let behind = |at: usize| at + text[at..].len() - text[at..].trim_start().len();
    if word.len() < text.len() {
        if let Some(number) = columns::number(word) {
            return (Some(number), true, behind(word.len()));
        }
        if misread::is_number(word) {
            return (None, true, behind(word.len()));
        }
    }
    if let Some(dot) = word.find('.').filter(|&dot| dot + 1 < word.len())
        && let Some(number) = columns::number(&word[..dot])
    {
        return (Some(number), true, behind(dot + 1));
    }
    touching(word).map_or((None, false, 0), |(number, at)| (Some(number), true, at))
}

/// A number and the byte of the move that is glued to it: `4d4`, `60-0`, `le4`.
fn touching(word: &str) -> Option<(u32, usize)> {
    let digits = word.bytes().take(2).take_while(u8::is_ascii_digit).count();
    let mut cuts = (1..=digits).rev().map(|cut| (cut, word.split_at(cut)));
    let glued = cuts.find_map(|(cut, (lead, cell))| {
        let own = !cell.starts_with(|c: char| c.is_ascii_digit() && c != '0');
        let number = columns::number(lead).filter(|_| own && scan::is_move(cell))?;
        Some((number, cut))
    });
    let misread = |cell: &&str| scan::is_move(cell) && cell.len() < 4;
    glued.or_else(|| word.strip_prefix(['l', 'I']).filter(misread).map(|_| (1, 1)))
}

/// Puts Black's moves behind White's where they stand below them.
pub(super) fn ordered<'a>(parts: &[Part<'a>]) -> Option<Vec<Part<'a>>> {
    let parts: &[Part] = &parts.iter().flat_map(|&part| single(part)).collect::<Vec<_>>();
    let filled: Vec<usize> =
        (0..parts.len()).filter(|&at| !parts[at].text.trim().is_empty()).collect();
    let apart = |at: usize| at > 0 && parts[at - 1].text.trim().is_empty();
    let cells: Vec<Option<Cell>> =
        filled.iter().map(|&at| Cell::new(parts[at], apart(at))).collect();
    let mut out: Vec<Part> = Vec::new();
    let (mut at, mut done) = (0, 0);
    // The number with which the stack before is gone on with.
    let mut next = None;
    while at < cells.len() {
        let stack = match Stack::find(&cells, at, next) {
            Ok(stack) => stack,
            Err(next) => {
                at = next;
                continue;
            }
        };
        out.extend(&parts[done..filled[at]]);
        out.extend(stack.headings.iter().map(|&heading| parts[filled[heading]]));
        for (&(white, black), number) in stack.pairs.iter().zip(stack.first..) {
            let answer = |cell: Cell<'a>| match white {
                Some(white) if white.is_move || white.damaged => cell.bare(),
                _ => cell.with_number(number, true),
            };
            out.extend(white.map(|cell| cell.with_number(number, false)));
            out.extend(black.map(answer));
        }
        next = Some(stack.first + stack.pairs.len() as u32);
        at = stack.end;
        done = filled[at - 1] + 1;
    }
    if done == 0 {
        return None;
    }
    out.extend(&parts[done..]);
    Some(out)
}

/// A line, or its moves where it holds several that have a number each.
fn single(part: Part) -> Vec<Part> {
    let indent = part.text.len() - part.text.trim_start().len();
    let chars: Vec<char> = part.text.chars().collect();
    let (own, _, start) = lead(&part.text[indent..]);
    // A number that is lost is told by the next one.
    let told = || {
        let blanks = chars.iter().take_while(|c| c.is_whitespace()).count();
        let rest: String = chars[scan::move_at(&chars, blanks)?.end..].iter().collect();
        columns::number(rest.split_whitespace().next()?)?.checked_sub(1)
    };
    let Some(number) = own.or_else(told) else { return vec![part] };
    let bytes = |at: usize| chars[..at].iter().map(|c| c.len_utf8()).sum::<usize>();
    let mut cuts = vec![0];
    let mut at = part.text[..indent + start].chars().count();
    for next in number + 1.. {
        let Some(own) = scan::move_at(&chars, at) else { return vec![part] };
        let signs = |c: &&char| c.is_whitespace() || matches!(c, '.' | ',' | ';');
        let digits = own.end + chars[own.end..].iter().take_while(signs).count();
        if digits == chars.len() {
            break;
        }
        let word: Vec<char> = next.to_string().chars().collect();
        if digits == own.end || !chars[digits..].starts_with(&word) {
            return vec![part];
        }
        cuts.push(digits);
        at = digits + word.len();
        at = blank(&chars, at + usize::from(chars.get(at) == Some(&'.')));
    }
    let ends = cuts.iter().skip(1).copied().chain([chars.len()]);
    cuts.iter().zip(ends).map(|(&from, to)| part.cut(bytes(from), bytes(to))).collect()
}

/// The lines of one side, but for those that are lost.
type Block<'a> = Vec<Option<Cell<'a>>>;

/// A line of White's and one of Black's, if they are not lost.
type Pair<'a> = (Option<Cell<'a>>, Option<Cell<'a>>);

/// Lines that are as short as one that holds one move, and others.
type Cells<'a> = [Option<Cell<'a>>];

fn cell<'a>(cells: &Cells<'a>, at: usize) -> Option<Cell<'a>> {
    cells.get(at).copied().flatten()
}

/// How many lines hold a move.
fn moves(cells: &Cells) -> usize {
    cells.iter().flatten().filter(|cell| cell.is_move).count()
}

/// A block of White's moves and one of Black's.
struct Stack<'a> {
    /// Number of the first pair.
    first: u32,
    pairs: Vec<Pair<'a>>,
    /// Indices of the lines between that are neither.
    headings: Vec<usize>,
    /// Index behind the last line.
    end: usize,
}

impl<'a> Stack<'a> {
    /// The blocks that begin at a line, or where others may begin; `next` is the number that would
    /// go on with those before.
    fn find(cells: &Cells<'a>, at: usize, next: Option<u32>) -> Result<Stack<'a>, usize> {
        if let Some(stack) = Stack::below_numbers(cells, at, next) {
            return Ok(stack);
        }
        let Some(first) = first_number(cells, at, next) else { return Err(at + 1) };
        let (white, white_end) = ladder(cells, at, first, cells.len());
        if white.len() < FEW && next != Some(first) {
            return Err(at + 1);
        }
        let sound = |(line, number): &(&Option<Cell>, u32)| {
            line.is_some_and(|cell| cell.number == Some(*number))
        };
        let sound = white.iter().zip(first..).filter(sound).count().min(moves(&white));
        let (few, count) = (white.len() < FEW_DAMAGED, white.len());
        let enough = match few {
            true if next == Some(first) => sound * 2 >= count,
            true => sound == count,
            false => sound * 5 >= count * 3,
        };
        let stack = Stack::of(cells, first, white, white_end).filter(|_| enough);
        stack.filter(|stack| !few || stack.is_answered()).ok_or(white_end)
    }

    /// The blocks below numbers that stand in lines of their own from a line on.
    fn below_numbers(cells: &Cells<'a>, at: usize, next: Option<u32>) -> Option<Stack<'a>> {
        let Numbers { first, count, lines: from } = lone_numbers(cells, at, next)?;
        let start = (from..=from + headings(cells, from)).next_back()?;
        let rows: Vec<Option<Cell>> = cells[start..].iter().take(count).copied().collect();
        let is_row = |line: &&Option<Cell>| line.is_some_and(|cell| cell.halves().is_some());
        let mut stack = if rows.iter().filter(is_row).count() * 5 >= count * 3 {
            // Both moves stand in one line.
            let end = start + rows.len();
            let pairs = rows.into_iter().map(|row| (row, None)).collect();
            Stack { first, pairs, headings: Vec::new(), end }
        } else {
            // The last number may be lost.
            let ends = |at: usize| cell(cells, at).is_none_or(|cell| cell.apart);
            let count = count + usize::from(!ends(start + count) && ends(start + count + 1));
            let (mut white, white_end) = bare(cells, start, count);
            if white.len() + 1 < count {
                return None;
            }
            let lone =
                Stack::lone(cells, first, &white, white_end).filter(|_| white.len() == count);
            white.resize(count, None);
            Stack::of(cells, first, white, white_end).or(lone)?
        };
        stack.headings.splice(0..0, from..start);
        Some(stack)
    }

    /// Lines of one side below their numbers, where the other side's are lost: the next numbers or
    /// the end of the text follow, perhaps behind what is left of the others. They are taken for
    /// White's, and no line of theirs is given to Black.
    fn lone(cells: &Cells<'a>, first: u32, white: &Block<'a>, end: usize) -> Option<Stack<'a>> {
        let next = first + white.len() as u32;
        let goes_on = |at: usize| {
            at == cells.len()
                || lone_numbers(cells, at, Some(next)).is_some_and(|n| n.first == next)
        };
        // Behind a heading stand the other side's.
        let own = |cell: &Cell| cell.is_move || cell.damaged;
        let lone = first > 1
            && white.len() >= FEW_ALONE
            && white.iter().flatten().all(own)
            && moves(white) * 5 >= white.len() * 3
            && (end..=end + HEADINGS).any(goes_on);
        let pairs = white.iter().map(|&cell| (cell, None)).collect();
        lone.then_some(Stack { first, pairs, headings: Vec::new(), end })
    }

    /// White's lines, which end before an index, and Black's below them.
    fn of(cells: &Cells<'a>, first: u32, white: Block<'a>, white_end: usize) -> Option<Stack<'a>> {
        let starts = (white_end..=white_end + headings(cells, white_end)).rev();
        let blacks = starts.filter_map(|start| black(cells, start, first, white.len()));
        // More lines that are moves, and fewer that are none.
        let worth = |black: &Black| 2 * moves(&black.lines) as i32 - black.lines.len() as i32;
        let Black { lines: mut black, start, end } = blacks.max_by_key(worth)?;
        if moves(&black) * 5 < black.len() * if white.len() < FEW_DAMAGED { 0 } else { 3 } {
            return None;
        }
        black.resize(white.len(), None);
        let pairs = white.into_iter().zip(black).collect();
        Some(Stack { first, pairs, headings: (white_end..start).collect(), end })
    }

    /// Whether half of Black's lines hold a move.
    fn is_answered(&self) -> bool {
        let lines: Block = self.pairs.iter().map(|pair| pair.1).filter(Option::is_some).collect();
        moves(&lines) * 2 >= lines.len()
    }
}

/// How many lines from one on may be headings, as `Black:` is.
fn headings(cells: &Cells, from: usize) -> usize {
    (from..from + HEADINGS).take_while(|&at| is_heading(cells, at)).count()
}

/// Whether a line is a word or more that are no move and no mark where one is lost.
fn is_heading(cells: &Cells, at: usize) -> bool {
    let may_be = |cell: Cell| {
        let text = cell.part.text.trim();
        let word = text.len() > MAX_MARK && text.chars().all(|c| !c.is_ascii_digit());
        word && !cell.is_move && !cell.numbered && cell.halves().is_none()
    };
    at < cells.len() && cell(cells, at).is_none_or(may_be)
}

/// Numbers that stand in lines of their own: the first, how many there are with those that are
/// lost, and the index behind their lines.
struct Numbers {
    first: u32,
    count: usize,
    lines: usize,
}

/// The numbers from a line on that go up by one; few of them may be misread or lost. There may be
/// fewer where they go on with those before.
fn lone_numbers(cells: &Cells, at: usize, next: Option<u32>) -> Option<Numbers> {
    let lone = |at: usize| cell(cells, at).and_then(|cell| cell.lone_number());
    let misread = next.filter(|next| lone(at + 1).is_some_and(|(second, _)| second == next + 1));
    let first = match lone(at)? {
        (0, _) => misread?,
        (number, _) => number,
    };
    let (mut expected, mut lines, mut right) = (first, at, 0);
    while let Some(line) = cell(cells, lines) {
        let behind = lone(lines + 1).map(|(number, _)| number);
        // What stands for a number that is lost, `—`, or is left of it.
        let short = !line.is_move && line.part.text.trim().chars().count() <= MAX_MARK;
        let follows = matches!(behind, Some(behind) if behind == 0 || behind == expected + 1);
        let mark = (short && follows).then_some((0, 1));
        let Some((own, count)) = line.lone_number().or(mark) else { break };
        // Another game.
        if own == 1 && expected > 1 && behind != Some(expected + 1) {
            break;
        }
        let lost = own > expected && own <= expected + HEADINGS as u32;
        if lost && behind.is_none_or(|behind| behind == own + count) {
            expected = own;
        }
        right += if own == expected { count as usize } else { 0 };
        (expected, lines) = (expected + count, lines + 1);
    }
    let count = (expected - first) as usize;
    let goes_on = next == Some(first) && (right == count || right > 1);
    let enough = right >= FEW_ALONE || goes_on;
    (enough && right * 5 >= count * 3).then_some(Numbers { first, count, lines })
}

/// Black's lines, the index of the first, and the one behind the last.
struct Black<'a> {
    lines: Block<'a>,
    start: usize,
    end: usize,
}

/// Black's lines from one on, if there are as many as White has.
fn black<'a>(cells: &Cells<'a>, start: usize, first: u32, white: usize) -> Option<Black<'a>> {
    let begins = cell(cells, start)?;
    let number = first_number(cells, start, Some(first));
    if number.is_some_and(|number| number != first) {
        return None;
    }
    let (lines, end) = match number {
        Some(first) => ladder(cells, start, first, white),
        None => bare(cells, start, white),
    };
    // A move without a number, but for one that begins the next block.
    let next = cell(cells, end).filter(|cell| number.is_none() && cell.is_move && !cell.numbered);
    let begins_next = first_number(cells, end, Some(first + white as u32)).is_some();
    let goes_on = next.is_some() && !begins_next;
    let fits = matches!(white.checked_sub(lines.len()), Some(0 | 1));
    let damaged = begins.damaged && !is_heading(cells, start);
    let is_line = begins.is_move || damaged || begins.numbered;
    (fits && !goes_on && is_line).then_some(Black { lines, start, end })
}

/// The number of the first line of a block; 1, or that which goes on with the block before, where
/// it is misread or lost and the next lines tell.
fn first_number(cells: &Cells, at: usize, next: Option<u32>) -> Option<u32> {
    let own = cell(cells, at)?;
    let number = |at: usize| cell(cells, at).and_then(|cell| cell.number);
    let told = |first: u32| {
        let behind = (first + 1..).zip(at + 1..).take(NEXT - 1);
        behind.filter(|&(wanted, at)| number(at) == Some(wanted)).count()
    };
    let is_second = |first: u32| number(at + 1) == Some(first + 1);
    if told(1) >= 2 && (own.numbered || is_second(1)) {
        return Some(1);
    }
    let next = next.filter(|&next| own.is_move && own.number != Some(next) && is_second(next));
    next.or(own.number)
}

/// At most so many lines from one on whose numbers go up by one, with those that are lost, and the
/// index behind them.
fn ladder<'a>(cells: &Cells<'a>, at: usize, first: u32, most: usize) -> (Block<'a>, usize) {
    let mut found = Block::new();
    let mut index = at;
    while found.len() < most
        && let Some(own) = cell(cells, index)
    {
        let expected = first + found.len() as u32;
        let next = cell(cells, index + 1).and_then(|cell| cell.number);
        match own.number {
            Some(number) if number == expected => {}
            // A line is lost.
            Some(number) if number == expected + 1 && next != Some(expected + 1) => {
                found.push(None)
            }
            // The number is misread, or lost.
            _ if next == Some(expected + 1) => {}
            None if own.numbered => {}
            // The last line above a heading has lost its number.
            None if own.is_move && !found.is_empty() && is_heading(cells, index + 1) => {}
            _ => break,
        }
        found.push(Some(own));
        index += 1;
    }
    (found, index)
}

/// As many moves in lines without numbers, less those at the end that are no moves, and the index
/// behind them; few of the lines may look as if they had a number, as `8xf5` does. They may end a
/// little earlier where a blank line stands.
fn bare<'a>(cells: &Cells<'a>, at: usize, most: usize) -> (Block<'a>, usize) {
    let mut numbered = 0;
    let mut found = Block::new();
    let mut end = at;
    while found.len() < most
        && let Some(own) = cell(cells, end)
        && !(own.apart && end > at && found.len() + HEADINGS >= most)
    {
        numbered += usize::from(own.numbered);
        if numbered * NUMBERED > most {
            break;
        }
        match own.halves().filter(|_| found.len() + 1 < most) {
            Some(halves) => found.extend(halves.map(Some)),
            // What looks like a number belongs to the move.
            None => found.push(Some(Cell { number: None, numbered: false, start: 0, ..own })),
        }
        end += 1;
    }
    let ends = |cell: &mut Option<Cell>| {
        cell.is_some_and(|cell| cell.numbered || !cell.is_move && !cell.damaged)
    };
    while found.pop_if(ends).is_some() {
        end -= 1;
    }
    (found, end)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<Vec<String>> {
        let parts = ordered(&columns::lines(text))?;
        let told = |told: Told| format!("{}{}: ", told.number, if told.black { "..." } else { "" });
        let line = |part: &Part| part.told.map(told).unwrap_or_default() + part.text;
        Some(parts.iter().map(line).collect())
    }

    #[test]
    fn white_first_and_black_below() {
        let text = "1. e4\n2. Sf3\n3. Lb5\nc5\nSc6\ng6\n4. Lxc6\n5. d3\n6. h3\ndxc6\nL97\n1-0\n";
        let want = "1. e4|c5|2. Sf3|Sc6|3. Lb5|g6|4. Lxc6|dxc6|5. d3|L97|6. h3|1-0";
        // A result is short as a move is, but no move.
        assert_eq!(read(&text.replace("1-0\n", "")).expect("order").join("|") + "|1-0", want);
        // Pages break a game into many such pairs.
        let pair = "le4\n2 Pf3\n\ne5\nPf6\n\nA note.\n\n3 Pc3\n4d4\n\nd6\nPbd7\n";
        assert_eq!(
            read(pair).expect("order").join("|"),
            "le4|e5|2 Pf3|Pf6||A note.||3 Pc3|d6|4d4|Pbd7"
        );
        let numbered = "White\n1.e4\n2.Nf3\n3.Bb5\n\nBlack\n1.e5\n2.Nc6\n3.a6\n";
        assert_eq!(
            read(numbered).expect("order").join("|"),
            "White|Black|1.e4|e5|2.Nf3|Nc6|3.Bb5|a6"
        );
    }

    #[test]
    fn a_side_that_is_lost_leaves_gaps() {
        let lost = "6\n7\n8\n9\n10\n\nRe1\nBb3\nc3\nh3\nd4\n";
        let next = "11\n12\n13\n14\n15\n\nNbd2\nBc2\nNf1\nNg3\nb3\n\nBb7\nRe8\nBf8\ng6\nc5\n";
        let read = read(&format!("{lost}\nd6\n\n{next}")).expect("order").join("|");
        let want = "6: Re1|7: Bb3|8: c3|9: h3|10: d4||d6||11: Nbd2|Bb7|12: Bc2|Re8|13: Nf1|Bf8";
        assert!(read.trim_start_matches('|').starts_with(want), "{read}");
    }

    #[test]
    fn a_line_may_hold_several_moves_of_a_side() {
        let text = "1. P-K4\n2. Kt-KB3 3. B-Kt5\n\n1. P-K4 2. Kt-QB3\n3. P-QR3\n";
        assert_eq!(
            read(text).expect("order").join("|"),
            "1. P-K4|P-K4 |2. Kt-KB3 |Kt-QB3|3. B-Kt5|P-QR3"
        );
    }

    #[test]
    fn numbers_may_be_damaged() {
        for (text, want) in [
            (
                "l. e4\n2. Nf3\nS. Bb5\n4. Ba4\n5. O-O\nBlaek.\ne5\nNc6\na6\nN16\nBe7\nResigns.\n",
                "Blaek.|1: e4|e5|2. Nf3|Nc6|3: Bb5|a6|4. Ba4|N16|5. O-O|Be7|Resigns.",
            ),
            (
                "1. P-K4\n2. Kt-KB3\n4. B-R4\n5. Castles\n6. R-K1\nBLACK\n1. P-K4\nZ. Kt-QB3\n\
                 3. P-QR3\n4. Kt-B3\n5. B-K2\n",
                "BLACK|1. P-K4|P-K4|2. Kt-KB3|Kt-QB3|3...: P-QR3|4. B-R4|Kt-B3|5. Castles|B-K2|6. R-K1",
            ),
        ] {
            assert_eq!(read(text).expect("order").join("|"), want);
        }
    }

    #[test]
    fn lost_numbers_and_moves_that_share_a_line() {
        let white = "1 e4\n2 Nf3\n3 Bb5\nBa4\n5 O-O\n6 Re1\n7 Bb3\n";
        for black in ["e5\nNc6\na6 Nf6\nBe7\nb5\nd6\n", "e5\nNc6\na6\nNf6\nBe7\nb5 d6\n"] {
            assert_eq!(
                read(&format!("{white}{black}")).expect("order").join("|"),
                "1 e4|e5|2 Nf3|Nc6|3 Bb5|a6|4: Ba4|Nf6|5 O-O|Be7|6 Re1|b5|7 Bb3|d6"
            );
        }
    }

    #[test]
    fn a_heading_is_no_damaged_move() {
        let text = "1 e4\n2 Nf3\n3 Bb5\n4 Ba4\n5 O-O\nBLACK\ne5\nNc6\na6\nNf6\nBeG\nWHITE\n6 Re1\n";
        let found = read(text).expect("order").join("|");
        assert_eq!(found, "BLACK|1 e4|e5|2 Nf3|Nc6|3 Bb5|a6|4 Ba4|Nf6|5 O-O|BeG|WHITE|6 Re1");
    }

    #[test]
    fn white_moves_that_are_lost() {
        let text = "1 e4\n2 —\n3 Bb5\nBa4 5 O-O\n6 Re1\n7 Bb3\ne5\nNc6\na6\nNf6\nBe7\nb5\nd6\n";
        assert_eq!(
            read(text).expect("order").join("|"),
            "1 e4|e5|2 —|2...: Nc6|3 Bb5|a6|4: Ba4 |Nf6|5 O-O|Be7|6 Re1|b5|7 Bb3|d6"
        );
    }

    #[test]
    fn numbers_above_in_lines_of_their_own() {
        let numbers = "1.\n2.\n3.\n4,\n5.\n6.\n";
        let want = "White|Black|1: e4|e5|2: Nf3|Nc6|3: Bb5|a6|4: Ba4|Nf6|5: O-O|Be7|6: Re1|b5";
        for text in [
            "White\ne4\nNf3\nBb5\nBa4\nO-O\nRe1\n\nBlack\ne5\nNc6\na6\nNf6\nBe7\nb5\n",
            "\ne4\nNf3\nBb5\nBa4\nO-O\nRe1\n\ne5\nNc6\na6\nNf6\nBe7\nb5\n",
        ] {
            let found = read(&format!("{numbers}{text}")).expect("order");
            let want = if text.starts_with('W') { want } else { &want[12..] };
            let moves: Vec<String> = found.into_iter().filter(|line| !line.is_empty()).collect();
            assert_eq!(moves.join("|"), want);
        }
        // Some numbers are lost or misread.
        let damaged = numbers.replace("2.\n3.", "—\n3. 4.").replace("4,\n5.\n", "");
        let text = "\ne4\nNf3\nBb5\nBa4\nO-O\nRe1\n\ne5\nNc6\na6\nNf6\nBe7\nb5\n";
        let found =
            read(&format!("{damaged}7.\n{}", text.replace("Re1", "Re1\nBb3"))).expect("order");
        assert!(found.join("|").ends_with("6: Re1|b5|7: Bb3"));
        let found = read(&format!("{}{text}", numbers.replace("3.", "1."))).expect("order");
        assert!(found.join("|").ends_with("2: Nf3|Nc6|3: Bb5|a6|4: Ba4|Nf6|5: O-O|Be7|6: Re1|b5"));
        // A letter that is misread is no number.
        let text = text.replace("Re1", "Ie1");
        let found = read(&format!("{numbers}{text}")).expect("order");
        assert!(found.join("|").ends_with("6: Ie1|b5"));
        let found = read(&format!("{}{text}", numbers.replace("6.\n", ""))).expect("order");
        assert!(found.join("|").ends_with("6: Ie1|b5"));
        // The last move is White's.
        let short = "e4\nNf3\nBb5\nBa4\nO-O\nRe1\n\ne5\nNc6\na6\nNf6\nBe7\n";
        let found = read(&format!("{numbers}\n{short}")).expect("order");
        assert!(found.join("|").ends_with("5: O-O|Be7|6: Re1"));
        let rows = "e4 e5\nNf3 Nc6\nBb5 a6\nBa4 Nf6\nO-O Be7\nRe1 b5\n";
        let found = read(&format!("{numbers}\n{rows}")).expect("order");
        assert!(
            found
                .join("|")
                .ends_with("1: e4 e5|2: Nf3 Nc6|3: Bb5 a6|4: Ba4 Nf6|5: O-O Be7|6: Re1 b5")
        );
    }

    #[test]
    fn what_goes_on_with_a_stack_may_be_short() {
        let stack = "1 e4\n2 Nf3\n3 Bb5\ne5\nNc6\na6\n";
        for (more, want) in [
            ("4 Ba4\nNf6\n", "4 Ba4|Nf6"),
            ("Ba4\n5 O-O\nNf6\nBe7\n", "4: Ba4|Nf6|5 O-O|Be7"),
            ("4 Ba4\nO-O\nBlack\nNf6\nBe7\n", "Black|4 Ba4|Nf6|5: O-O|Be7"),
            ("4.\n5.\n\nBa4\nO-O\n\nNf6\nBe7\n", "4: Ba4|Nf6|5: O-O|Be7"),
            ("A.\n5.\n6.\n\n—\nO-O\nRe1\n\nNf6\nBe7\nb5\n", "4: —|4...: Nf6|5: O-O|Be7|6: Re1|b5"),
        ] {
            let found = read(&format!("{stack}{more}")).expect("order").join("|");
            assert!(found.ends_with(want), "{found}");
        }
    }

    const LINES: [&str; 12] =
        ["e4", "Nf3", "O-O", "—", "", "Black", "e5 Nc6", "7e6", "Ie1", "9 h3", "5.", "NhG"];

    proptest::proptest! {
        /// What is put in another order is all there, but for numbers.
        #[test]
        fn no_square_is_lost(
            numbers in 0_usize..8,
            alone: bool,
            lines in proptest::collection::vec(0..LINES.len(), 0..30),
        ) {
            let own = |number: usize| if alone { "" } else { LINES[number % 2] };
            let mut text: String = (1..=numbers).map(|n| format!("{n}. {}\n", own(n))).collect();
            lines.iter().for_each(|&line| text.extend([LINES[line], "\n"]));
            if let Some(parts) = ordered(&columns::lines(&text)) {
                let found: usize = parts.iter().map(|part| columns::squares(part.text)).sum();
                proptest::prop_assert_eq!(found, columns::squares(&text), "{}", text);
            }
        }
    }

    #[test]
    fn other_lines_keep_their_order() {
        for text in [
            "1. e4 e5\n2. Nf3 Nc6\n3. Bb5 a6\n4. Ba4 Nf6\n5. O-O Be7\n",
            "1. e4\n2. Nf3\n3. Bb5\n4. Ba4\n5. O-O\nWhite has won.\n",
            "1. Carlsen\n2. Anand\n3. Aronian\nKramnik\nTopalov\nLeko\n",
            "1\ne4\ne5\n2\nNf3\nNc6\n3\nBb5\na6\n4\nBa4\nNf6\n5\nO-O\nBe7\n",
            "1.\n2.\n3.\n4.\n5.\n6.\nCarlsen\nAnand\nAronian\nKramnik\nTopalov\nLeko\n",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
