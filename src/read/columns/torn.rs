//! Rows whose columns an engine read one below the other, in a text whose other rows are whole:
//!
//! ```text
//! 1 e4 e5
//! 2
//! 3
//!
//! Nf3
//! Bb5
//!
//! Nc6
//! a6
//!
//! 4 Ba4 Nf6
//! ```
//!
//! 1. Rows with both moves are the bounds of stretches in which rows are wanting.
//! 2. Short lines of a stretch that follow each other are a block, moves of one side.
//! 3. The blocks are White's and Black's in turn where they give each side just as many moves as are
//!    wanting; behind the last row where they give both sides as many.

use std::{iter, ops::Range};

use super::{
    MAX_NUMBER, Part, Told,
    line::{Line, words},
    number,
};
use crate::read::shape::scan;

/// Fewest whole rows of a text in which some are torn.
const FEW: usize = 4;
/// Fewest rows that are torn at one place: of fewer, two moves in lines of their own are read as they
/// stand.
const FEW_TORN: usize = 2;
/// Fewest of them behind the last row, where no number tells how many are wanting.
const FEW_LAST: usize = 4;
/// Most rows that are torn at one place, a page of them.
const MOST_ROWS: u32 = 60;
/// Most blocks at one place.
const MOST_BLOCKS: usize = 10;
/// Of so many cells one may be damaged.
const DAMAGED: usize = 3;
/// Most words of a line that is a row, and none of a note.
const SHORT: usize = 3;

/// Puts rows together whose columns stand one below the other.
pub(super) fn ordered<'a>(parts: &[Part<'a>]) -> Option<Vec<Part<'a>>> {
    let rows: Vec<(usize, u32)> =
        (0..).zip(parts).filter_map(|(at, part)| Some((at, whole(part)?))).collect();
    if rows.len() < FEW {
        return None;
    }
    let bounds = iter::once((0, 0)).chain(rows.iter().map(|&(at, number)| (at + 1, number)));
    let ends = rows.iter().map(|&(at, number)| (at, Some(number))).chain([(parts.len(), None)]);
    let mut out: Vec<Part> = Vec::new();
    let (mut found, mut done) = (false, 0);
    for ((from, above), (to, below)) in bounds.zip(ends) {
        let wanting = below.map(|below| below.saturating_sub(above + 1));
        if wanting.is_some_and(|count| !(1..=MOST_ROWS).contains(&count)) {
            continue;
        }
        let Some(stretch) = Stretch::find(parts, from..to, wanting) else { continue };
        out.extend(&parts[done..from]);
        stretch.put(parts, above + 1, &mut out);
        (found, done) = (true, to);
    }
    out.extend(&parts[done..]);
    found.then_some(out)
}

/// The number of a row that has it, and both moves, of which one may be damaged.
fn whole(part: &Part) -> Option<u32> {
    let mut words = words(part.text);
    let number = number(words.next()?)?;
    let rest: Vec<&str> = words.take(SHORT).collect();
    let [white, black] = rest[..] else { return None };
    let may_be = |word: &str| scan::is_move(word) || word.contains(|c: char| c.is_ascii_digit());
    let sound = scan::is_move(white) || scan::is_move(black);
    (sound && may_be(white) && may_be(black) && number < MAX_NUMBER).then_some(number)
}

/// Lines between two rows, with the blocks that are White's and those that are Black's.
struct Stretch {
    lines: Range<usize>,
    /// The blocks, as indices of lines, and whether each is Black's.
    blocks: Vec<(Vec<usize>, bool)>,
}

impl Stretch {
    /// The stretch of some lines in which just so many rows are wanting, if they are torn.
    fn find(parts: &[Part], lines: Range<usize>, wanting: Option<u32>) -> Option<Stretch> {
        let blocks = blocks(parts, lines.clone())?;
        let lengths: Vec<usize> = blocks.iter().map(Vec::len).collect();
        let sides = sides(&lengths, wanting.map(|count| count as usize))?;
        Some(Stretch { lines, blocks: blocks.into_iter().zip(sides).collect() })
    }

    /// Adds the lines in the order in which they are to be read; `first` is the number of the first
    /// row.
    fn put<'a>(&self, parts: &[Part<'a>], first: u32, out: &mut Vec<Part<'a>>) {
        // Lines of each side that are met, and how many of them are put.
        let mut met: [Vec<usize>; 2] = [Vec::new(), Vec::new()];
        let mut put = [0, 0];
        let mut blocks = self.blocks.iter().peekable();
        let mut at = self.lines.start;
        while at < self.lines.end {
            let Some((block, black)) = blocks.next_if(|(block, _)| block[0] == at) else {
                out.push(parts[at]);
                at += 1;
                continue;
            };
            met[usize::from(*black)].extend(block);
            at = block[block.len() - 1] + 1;
            if blocks.peek().is_some_and(|(_, next)| *next || !*black) {
                continue;
            }
            // Black's block is done: what is met of both sides, in the order in which it was played.
            while let Some((side, line)) = next(&met, put) {
                let told = Told { number: first + put[side] as u32, black: side == 1 };
                let white = Some(Told { black: false, ..told });
                let answers = told.black
                    && is_move(&parts[line])
                    && out.last().is_some_and(|last| last.told == white && is_move(last));
                out.push(Part { told: Some(told).filter(|_| !answers), ..parts[line] });
                put[side] += 1;
            }
        }
    }
}

/// The side that moves next, and the line of its move, where so many of those met are put.
fn next(met: &[Vec<usize>; 2], put: [usize; 2]) -> Option<(usize, usize)> {
    let side = usize::from(put[0] > put[1]);
    met[side].get(put[side]).map(|&line| (side, line))
}

/// Whether a line is a move.
fn is_move(part: &Part) -> bool {
    scan::is_move(part.text.trim())
}

/// Blocks of lines that hold a cell each; none where a row with its number stands among them that is
/// not whole.
fn blocks(parts: &[Part], lines: Range<usize>) -> Option<Vec<Vec<usize>>> {
    // With the number of moves that can be read.
    let mut found: Vec<(Vec<usize>, usize)> = Vec::new();
    let mut open = false;
    for at in lines {
        let part = &parts[at];
        match Line::of(part) {
            line @ (Line::Move | Line::Odd { number: false }) => {
                if !open {
                    found.push((Vec::new(), 0));
                }
                let (block, moves) = found.last_mut()?;
                block.push(at);
                *moves += usize::from(line == Line::Move);
                open = true;
            }
            line => {
                open = false;
                let short = words(part.text).take(SHORT + 1).count() <= SHORT;
                let numbered = words(part.text).next().and_then(number).is_some();
                if line == Line::Other && short && numbered {
                    return None;
                }
            }
        }
    }
    let cells: usize = found.iter().map(|(block, _)| block.len()).sum();
    let moves: usize = found.iter().map(|(_, moves)| moves).sum();
    // What is left of a heading or of points is no block.
    found.retain(|&(_, moves)| moves > 0);
    let enough = moves * DAMAGED >= cells * (DAMAGED - 1);
    let fits = enough && (2..=MOST_BLOCKS).contains(&found.len());
    fits.then(|| found.into_iter().map(|(block, _)| block).collect())
}

/// Which blocks are Black's, so that each side has just as many moves as are wanting, or both have as
/// many. Of several ways that in which the sides alternate most is taken, if it is one.
fn sides(lengths: &[usize], wanting: Option<usize>) -> Option<Vec<bool>> {
    let is_black = |ways: u32, at: usize| ways >> at & 1 == 1;
    let fits = |ways: u32| {
        let mut met = [0, 0];
        for (at, length) in lengths.iter().enumerate() {
            let black = is_black(ways, at);
            if at > 0
                && !black
                && is_black(ways, at - 1)
                && !(met[1]..=met[1] + 1).contains(&met[0])
            {
                return false;
            }
            met[usize::from(black)] += length;
        }
        match wanting {
            Some(wanting) => wanting >= FEW_TORN && met == [wanting; 2],
            None => met[1] >= FEW_LAST && (met[1]..=met[1] + 1).contains(&met[0]),
        }
    };
    let turns = |ways: u32| {
        (1..lengths.len()).filter(|&at| is_black(ways, at) != is_black(ways, at - 1)).count()
    };
    // The first block is White's.
    let ways: Vec<u32> = (0..1 << lengths.len()).step_by(2).filter(|&ways| fits(ways)).collect();
    let most = ways.iter().map(|&ways| turns(ways)).max()?;
    let mut best = ways.into_iter().filter(|&ways| turns(ways) == most);
    let way = best.next().filter(|_| best.next().is_none())?;
    Some((0..lengths.len()).map(|at| is_black(way, at)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::columns;

    fn read(text: &str) -> Option<String> {
        let parts = ordered(&columns::lines(text))?;
        let told = |told: Told| format!("{}{}: ", told.number, if told.black { "..." } else { "" });
        let line = |part: &Part| part.told.map(told).unwrap_or_default() + part.text;
        let lines = parts.iter().filter(|part| !part.text.is_empty()).map(line);
        Some(lines.collect::<Vec<_>>().join("|"))
    }

    const ROWS: &str = "4 Ba4 Nf6\n5 O-O Be7\n6 Re1 b5\n7 Bb3 d6\n";

    #[test]
    fn rows_are_put_together_above_between_and_behind_others() {
        let rows = ROWS.trim().replace('\n', "|");
        let text = format!("1\n2\n3\n\ne4\nNf3\nBb5\n\ne5\nNc6\na6\n\n{ROWS}");
        let want = format!("1|2|3|1: e4|e5|2: Nf3|Nc6|3: Bb5|a6|{rows}");
        assert_eq!(read(&text), Some(want));
        // A note parts the second row.
        let text = format!(
            "1\n2\n\ne4\nNf3\n\ne5\n\nA good move, all in all.\n\n2\n3\n\nBb5\n\nNc6\na6\n\n{ROWS}"
        );
        let want =
            format!("1|2|1: e4|e5|2: Nf3|A good move, all in all.|2|3|2...: Nc6|3: Bb5|a6|{rows}");
        assert_eq!(read(&text), Some(want));
        let text = format!("{ROWS}8\n9\n\nc3\nh3\nd4\nNbd2\n\nO-O\nNb8\nNbd7\nBb7\n");
        let want = format!("{rows}|8|9|8: c3|O-O|9: h3|Nb8|10: d4|Nbd7|11: Nbd2|Bb7");
        assert_eq!(read(&text), Some(want));
    }

    #[test]
    fn lines_that_are_too_few_or_too_many_stay_as_they_are() {
        for begin in [
            "1\n2\n3\n\ne4\nNf3\nBb5\n\ne5\nNc6\n\n",
            "e4\ne5\n\nNf3\nNc6\nBb5\na6\nd6\n\n",
            "1 e4 e5\n2 Nf3 Nc6\n3 Bb5\n\na6\n\n",
            "1 e4 e5\n2 Nf3 Nc6\n3\nBb5\n\na6\n\n",
        ] {
            assert_eq!(read(&format!("{begin}{ROWS}")), None, "{begin}");
        }
        // There are no rows.
        assert_eq!(read("e4\nNf3\nBb5\n\ne5\nNc6\na6\n"), None);
    }
}
