//! The order in which the lines of a sheet are to be read, where it is not theirs.
//!
//! - Rows that all have the number 1 (`renumbered`).
//! - Rows that say who moves (`labelled`).
//! - Columns of a page whose lines stand in turn (`woven`).
//! - Sheets with several pairs of columns side by side (`pairs`).
//! - Columns of a page with a clear strip between them (`gutters`).
//! - Games in columns side by side, as in bulletins and newspapers (`parallel`).
//! - White's moves in lines of their own and Black's below them: whole columns whose numbers stand
//!   elsewhere or are lost (`unnumbered`), others (`stacked`), and a few rows of many (`torn`).
//!
//! What a `line` of a column holds is asked by `unnumbered` and `torn`, what its `word`s are by
//! `gutters` and `parallel`.

mod gutters;
mod labelled;
mod line;
mod pairs;
mod parallel;
mod renumbered;
mod stacked;
mod torn;
mod unnumbered;
mod word;
mod woven;

use super::shape::scan;

/// A line, or a part of one, with its place in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Part<'a> {
    pub(super) text: &'a str,
    /// Index of its line, from 0.
    pub(super) line: u32,
    /// Characters before it on its line.
    pub(super) before: u32,
    /// The number that it has, where the lines around it tell it and its text does not.
    pub(super) told: Option<Told>,
}

/// A move number that the place of a line tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Told {
    pub(super) number: u32,
    /// Whether the line has Black's move alone.
    pub(super) black: bool,
}

impl<'a> Part<'a> {
    /// The bytes from one to another; behind its beginning no number is told.
    pub(super) fn cut(&self, from: usize, to: usize) -> Part<'a> {
        let passed = u32::try_from(self.text[..from].chars().count()).unwrap_or(u32::MAX);
        let before = self.before.saturating_add(passed);
        let told = self.told.filter(|_| from == 0);
        Part { text: &self.text[from..to], before, told, ..*self }
    }
}

/// Most lines that are read at all.
pub(super) const MAX_LINES: usize = 1_000_000;
/// Longest text that is looked at, in lines; a book has fewer.
const MAX_ROWS: usize = 100_000;
/// Highest number of a row.
const MAX_NUMBER: u32 = 400;

/// The first lines of a text as parts, in their own order.
pub(super) fn lines(text: &str) -> Vec<Part<'_>> {
    let parts =
        text.lines().zip(0_u32..).map(|(text, line)| Part { text, line, before: 0, told: None });
    parts.take(MAX_LINES).collect()
}

/// The parts of a text in the order in which they are to be read, if it is not that of the lines.
pub(super) fn ordered(text: &str) -> Option<Vec<Part<'_>>> {
    if text.lines().nth(MAX_ROWS).is_some() {
        return None;
    }
    let mut parts: Vec<Part> = lines(text);
    let mut found = false;
    for order in [
        renumbered::counted,
        labelled::without,
        woven::ordered,
        pairs::ordered,
        gutters::ordered,
        parallel::ordered,
        one_below_the_other,
        torn::ordered,
    ] {
        let ordered = order(&parts);
        found |= ordered.is_some();
        parts = ordered.unwrap_or(parts);
    }
    found.then_some(parts)
}

/// Black's moves behind White's where they stand below them, without numbers or with them.
fn one_below_the_other<'a>(parts: &[Part<'a>]) -> Option<Vec<Part<'a>>> {
    unnumbered::ordered(parts).or_else(|| stacked::ordered(parts))
}

/// The number that a word is, `31`, `31.`, `(31)`, `31°`, or begins with, `31.Rd1`, `31-Rd1`.
pub(super) fn number(word: &str) -> Option<u32> {
    let word = word.strip_prefix('(').unwrap_or(word);
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let rest = &word[digits..];
    let marked = rest.is_empty() || rest.starts_with(['.', ')', ':', '/', '-', '°']);
    // `1-0`, `1/2` and times of the clock are none.
    let goes_on = rest.chars().nth(1).is_some_and(|c| c.is_ascii_digit());
    let number = word[..digits].parse().ok()?;
    (digits <= 3 && marked && !goes_on && (1..=MAX_NUMBER).contains(&number)).then_some(number)
}

/// Whether what stands behind the digits of a number is a move that is glued to them, and a point
/// perhaps: `h5` in `24h5`, `0-0` in `60-0`, `a3.` in `27a3.`
fn is_glued(rest: &str) -> bool {
    let digits_go_on = rest.starts_with(|c: char| c.is_ascii_digit() && c != '0');
    !digits_go_on && scan::is_move(rest.trim_end_matches(['.', ',']))
}

/// Indices of the lines that are not blank.
fn filled(parts: &[Part]) -> Vec<usize> {
    (0..parts.len()).filter(|&at| !parts[at].text.trim().is_empty()).collect()
}

/// How many squares are named in a text: none is lost where lines are put in another order.
#[cfg(test)]
pub(super) fn squares(text: &str) -> usize {
    crate::notation::squares(text).count()
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn a_number_may_have_a_sign_behind_it() {
        for word in ["31", "31.", "(31)", "31°", "31.Rd1", "31-Rd1", "31/", "31:"] {
            assert_eq!(number(word), Some(31), "{word}");
        }
        for word in ["1-0", "1/2", "3-5", "1:30", "31Rd1", "e4", "0", "999"] {
            assert_eq!(number(word), None, "{word}");
        }
    }
}
