//! Whether a number that begins a line begins a row, or a line that a paragraph has run over to.

use std::ops::Range;

use super::{
    candidates::{is_blank, words_of},
    items::{Item, Items, What},
};

/// Lines to each side by which it is told whether moves flow on, fewest that show it, and numbers that
/// begin lines for each of those at most.
const AROUND: usize = 20;
const BROKEN: u32 = 4;
const EACH_BROKEN: u32 = 3;

/// How the lines of a text run on from one another.
pub(super) struct Flow<'i, 'a> {
    items: &'i Items<'a>,
    /// For each line the width of the longest of its paragraph, in bytes.
    widths: Vec<usize>,
    /// For each line whether the moves of its paragraph flow on.
    flowing: Vec<bool>,
}

impl<'i, 'a> Flow<'i, 'a> {
    /// Looks at all lines.
    pub fn new(items: &'i Items<'a>) -> Flow<'i, 'a> {
        let widest = |block: Range<usize>| {
            let width = items.lines[block.clone()].iter().map(|line| line.len()).max().unwrap_or(0);
            block.map(move |_| width)
        };
        let widths = paragraphs(items).flat_map(widest).collect();
        Flow { items, widths, flowing: flowing(items) }
    }

    /// Whether the moves of the paragraph of a line flow on from line to line, so that a number begins
    /// one by chance.
    pub fn is_flowing(&self, line: usize) -> bool {
        self.flowing[line]
    }

    /// Whether a line goes on with the sentence of the line before.
    pub fn runs_on(&self, line: usize) -> bool {
        let Some(before) = line.checked_sub(1) else { return false };
        if self.items.is_blank(before) {
            return false;
        }
        let words: u32 = self.items.of_line(before).iter().map(words_of).sum();
        words >= 3 && self.is_full(before) && !ends_sentence(self.items.lines[before])
    }

    /// Whether a line is about as long as the longest of its paragraph.
    pub fn is_full(&self, line: usize) -> bool {
        self.items.lines[line].trim_end().len() * 10 >= self.widths[line] * 8
    }
}

/// For each line whether lines of its paragraph, and of those around, go on with the move of a number
/// above and have numbers themselves, or end with one.
fn flowing(items: &Items) -> Vec<bool> {
    // Lines before each that begin with a number, and that go on and have one, or end with one.
    let mut totals = vec![[0_u32; 2]];
    let mut total = [0; 2];
    for line in 0..items.lines.len() {
        let row = items.of_line(line);
        total[0] += u32::from(begin(row).next().is_some_and(|item| item.number().is_some()));
        total[1] += u32::from(goes_on(row) || ends_with_number(row));
        totals.push(total);
    }
    let flows = |from: usize, to: usize, least: u32| {
        let [begun, broken] = [0, 1].map(|of| totals[to][of] - totals[from][of]);
        broken >= least && EACH_BROKEN * broken >= begun
    };
    let lines = items.lines.len();
    let lines_of = paragraphs(items).flat_map(|block| {
        let flowing = flows(block.start, block.end, 1);
        block.map(move |line| {
            flowing && flows(line.saturating_sub(AROUND), lines.min(line + AROUND), BROKEN)
        })
    });
    lines_of.collect()
}

/// The items of a line without the signs that it begins with.
fn begin(line: &[Item]) -> impl Iterator<Item = &Item> {
    line.iter().skip_while(|item| is_blank(item) || matches!(item.what, What::Open(_)))
}

/// Whether a line begins with a move of the number above, and has another number behind it.
fn goes_on(line: &[Item]) -> bool {
    let mut row = begin(line);
    let is_move = |item: &Item| matches!(item.what, What::Move(_) | What::Token);
    let next = |item: &&Item| words_of(item) > 0 || item.number().is_some();
    row.next().is_some_and(is_move) && row.find(next).is_some_and(|next| next.number().is_some())
}

/// Whether a line has moves and ends with the number that they lead to, whose move stands in the next
/// line.
fn ends_with_number(line: &[Item]) -> bool {
    let mut before = line.iter().rev().skip_while(|item| is_blank(item));
    let Some(last) = before.next().and_then(Item::number) else { return false };
    let near = before.clone().find_map(Item::number);
    near.is_some_and(|near| (near..=near.saturating_add(1)).contains(&last))
        && before.any(Item::is_move)
}

/// The paragraphs, each with the blank line behind it.
fn paragraphs(items: &Items) -> impl Iterator<Item = Range<usize>> {
    let lines = items.lines.len();
    let mut start = 0;
    std::iter::from_fn(move || {
        (start < lines).then(|| {
            let end = (start..lines).find(|&line| items.is_blank(line)).map_or(lines, |at| at + 1);
            std::mem::replace(&mut start, end)..end
        })
    })
}

/// Whether a number stands right behind the sentence that was the line above it: `at once.12. Nf3`
pub(super) fn is_run_on(items: &Items, index: usize) -> bool {
    let item = &items.items[index];
    let line = items.lines.get(item.line as usize);
    let before = line.and_then(|line| line.get(..item.start as usize)).unwrap_or_default();
    let sign = index.checked_sub(1).filter(|&at| is_blank(&items.items[at]));
    let told = sign.and_then(|at| at.checked_sub(1)).map(|at| words_of(&items.items[at]));
    before.ends_with('.') && told.is_some_and(|words| words > 0)
}

/// Whether a sentence ends with a line.
pub(super) fn ends_sentence(line: &str) -> bool {
    line.trim_end().ends_with(['.', '!', '?', ':', ')', ']', '}', '»', '"'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_begin_lines_of_text_that_flows_on_by_chance() {
        let flowing = |text: &str| {
            let items = Items::new(text, 1);
            let flow = Flow::new(&items);
            (0..items.lines.len()).map(|line| flow.is_flowing(line)).collect::<Vec<_>>()
        };
        let text =
            "1. e4 e5 2. Nf3\nNc6 3. Bb5 a6 4.\nBa4 Nf6 5. O-O\nBe7 6. Re1 b5 7.\nBb3 d6 8. c3 O-O";
        assert_eq!(flowing(text), [true; 5]);
        // Rows beside it, and too few lines to tell.
        let rows = format!("{text}\n\n9. h3 Na5\n10. Bc2 c5");
        assert_eq!(flowing(&rows)[6..], [false; 2]);
        assert_eq!(flowing("1. e4 e5 2. Nf3\nNc6 3. Bb5 a6\n4. Ba4 Nf6"), [false; 3]);
        let ends = "1. e4 e5 2.\nNf3 Nc6 3. Bb5\n3. a6 4. Ba4 4.\nNf6 5. O-O 5. Be7\n6. Re1 6. b5 7.\nBb3 d6";
        assert_eq!(flowing(ends), [true; 6]);
        let form = "1 e4 e5 31\n2 Nf3 Nc6 32\n3 Bb5 a6 33\n4 Ba4 Nf6 34\n5 O-O Be7 35";
        assert!(!flowing(form).contains(&true));
        assert_eq!(flowing("1. e4 e5\n2. Nf3 Nc6\n3. Bb5 a6\n4. Ba4 Nf6\n5. O-O"), [false; 5]);
    }

    #[test]
    fn a_number_may_stand_behind_the_sentence_of_the_line_above() {
        for (text, want) in [
            ("This loses at once.12. Nf3", true),
            ("This loses at once. 12. Nf3", false),
            ("11. e4 e5.12. Nf3", false),
        ] {
            let items = Items::new(text, 1);
            let at = items.items.iter().position(|item| item.number() == Some(12)).expect("12");
            assert_eq!(is_run_on(&items, at), want, "{text}");
        }
    }
}
