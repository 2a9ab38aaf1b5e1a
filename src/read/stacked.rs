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
//! without numbers, if there are as many of them. Each move of Black's is read behind White's.

use super::{
    chars::blank,
    columns::{self, Part},
    misread, scan,
};
use crate::record::GameResult;

/// Fewest moves of White's where all is well, and where numbers are damaged.
const FEW: usize = 2;
const FEW_DAMAGED: usize = 5;
/// Longest line of one move and its number, in characters.
const LONG: usize = 30;
/// Longest text that may be a damaged move, in characters.
const MAX_DAMAGED: usize = 12;
/// Lines that tell the number of the first.
const NEXT: usize = 5;
/// Of so many lines one may look as if it had a number.
const NUMBERED: usize = 12;
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
}

impl<'a> Cell<'a> {
    fn new(part: Part<'a>) -> Option<Cell<'a>> {
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
        Some(Cell { part, number, numbered, start: indent + lead, is_move, damaged })
    }

    /// The line without its number.
    fn bare(&self) -> Part<'a> {
        self.part.cut(self.start, self.part.text.len())
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
    let cells: Vec<Option<Cell>> = filled.iter().map(|&at| Cell::new(parts[at])).collect();
    let mut out: Vec<Part> = Vec::new();
    let (mut at, mut done) = (0, 0);
    while at < cells.len() {
        let stack = match Stack::find(&cells, at) {
            Ok(stack) => stack,
            Err(next) => {
                at = next;
                continue;
            }
        };
        out.extend(&parts[done..filled[at]]);
        let headings = stack.white_end..stack.black_start;
        out.extend(headings.map(|heading| parts[filled[heading]]));
        for (white, black) in &stack.pairs {
            out.extend(white.map(|cell| cell.part));
            out.extend(black.map(|cell| if white.is_some() { cell.bare() } else { cell.part }));
        }
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
    let (Some(number), _, start) = lead(&part.text[indent..]) else { return vec![part] };
    let chars: Vec<char> = part.text.chars().collect();
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
    pairs: Vec<Pair<'a>>,
    /// Index behind White's lines, of Black's first, and behind Black's last.
    white_end: usize,
    black_start: usize,
    end: usize,
}

impl<'a> Stack<'a> {
    /// The blocks that begin at a line, or where others may begin.
    fn find(cells: &Cells<'a>, at: usize) -> Result<Stack<'a>, usize> {
        let Some(first) = first_number(cells, at) else { return Err(at + 1) };
        let (white, white_end) = ladder(cells, at, first, cells.len());
        if white.len() < FEW {
            return Err(at + 1);
        }
        // `Black:` may be a heading between.
        let is_heading = |at: &usize| {
            *at < cells.len() && cell(cells, *at).is_none_or(|cell| !cell.is_move && !cell.numbered)
        };
        let headings = (white_end..white_end + HEADINGS).take_while(is_heading).count();
        let starts = (white_end..=white_end + headings).rev();
        let blacks = starts.filter_map(|start| black(cells, start, first, white.len()));
        // More lines that are moves, and fewer that are none.
        let worth = |black: &Black| 2 * moves(&black.lines) as i32 - black.lines.len() as i32;
        let Black { lines: mut black, start: black_start, end } =
            blacks.max_by_key(worth).ok_or(white_end)?;
        let sound = |(line, number): &(&Option<Cell>, u32)| {
            line.is_some_and(|cell| cell.number == Some(*number))
        };
        let sound = white.iter().zip(first..).filter(sound).count().min(moves(&white));
        let enough = if white.len() < FEW_DAMAGED {
            sound == white.len() && moves(&black) * 2 >= black.len()
        } else {
            sound * 5 >= white.len() * 3 && moves(&black) * 5 >= black.len() * 3
        };
        if !enough {
            return Err(white_end);
        }
        black.resize(white.len(), None);
        let pairs = white.into_iter().zip(black).collect();
        Ok(Stack { pairs, white_end, black_start, end })
    }
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
    let number = first_number(cells, start);
    if number.is_some_and(|number| number != first) {
        return None;
    }
    let (lines, end) = match number {
        Some(first) => ladder(cells, start, first, white),
        None => bare(cells, start, white),
    };
    let goes_on =
        number.is_none() && cell(cells, end).is_some_and(|cell| cell.is_move && !cell.numbered);
    let fits = matches!(white.checked_sub(lines.len()), Some(0 | 1));
    let is_line = begins.is_move || begins.damaged || begins.numbered;
    (fits && !goes_on && is_line).then_some(Black { lines, start, end })
}

/// The number of the first line of a block; 1 where it is misread and the next lines tell.
fn first_number(cells: &Cells, at: usize) -> Option<u32> {
    let own = cell(cells, at)?;
    let number = |at: usize| cell(cells, at).and_then(|cell| cell.number);
    let told = (2..).zip(at + 1..).take(NEXT - 1).filter(|&(n, at)| number(at) == Some(n)).count();
    let told = told >= 2 && (own.numbered || number(at + 1) == Some(2));
    if told { Some(1) } else { own.number }
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
            _ => break,
        }
        found.push(Some(own));
        index += 1;
    }
    (found, index)
}

/// As many lines without numbers, less those at the end that are no moves, and the index behind
/// them; few of them may look as if they had one, as `8xf5` does.
fn bare<'a>(cells: &Cells<'a>, at: usize, most: usize) -> (Block<'a>, usize) {
    let mut numbered = 0;
    let own = cells[at..].iter().take(most).map_while(|cell| {
        numbered += usize::from((*cell)?.numbered);
        (numbered * NUMBERED <= most).then_some(*cell)
    });
    let mut found: Block = own.collect();
    let ends = |cell: &mut Option<Cell>| {
        cell.is_some_and(|cell| cell.numbered || !cell.is_move && !cell.damaged)
    };
    while found.pop_if(ends).is_some() {}
    let end = at + found.len();
    (found, end)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<Vec<String>> {
        let parts = ordered(&columns::lines(text))?;
        Some(parts.into_iter().map(|part| part.text.to_owned()).collect())
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
                "Blaek.|l. e4|e5|2. Nf3|Nc6|S. Bb5|a6|4. Ba4|N16|5. O-O|Be7|Resigns.",
            ),
            (
                "1. P-K4\n2. Kt-KB3\n4. B-R4\n5. Castles\n6. R-K1\nBLACK\n1. P-K4\nZ. Kt-QB3\n\
                 3. P-QR3\n4. Kt-B3\n5. B-K2\n",
                "BLACK|1. P-K4|P-K4|2. Kt-KB3|Kt-QB3|3. P-QR3|4. B-R4|Kt-B3|5. Castles|B-K2|6. R-K1",
            ),
        ] {
            assert_eq!(read(text).expect("order").join("|"), want);
        }
    }

    #[test]
    fn other_lines_keep_their_order() {
        for text in [
            "1. e4 e5\n2. Nf3 Nc6\n3. Bb5 a6\n4. Ba4 Nf6\n5. O-O Be7\n",
            "1. e4\n2. Nf3\n3. Bb5\n4. Ba4\n5. O-O\nWhite has won.\n",
            "1. Carlsen\n2. Anand\n3. Aronian\nKramnik\nTopalov\nLeko\n",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
