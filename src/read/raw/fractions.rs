//! Moves set as fractions, White's above a rule and Black's below it, with the number before the
//! rule:
//!
//! ```text
//!   P-K4     P-KB4
//! 1. ----  2. -----
//!   P-K4     PxP
//! ```
//!
//! The line of the rules becomes a row, `1. P-K4  P-K4  2. P-KB4  PxP`, and the lines around it blank.

use std::borrow::Cow;

use crate::read::shape::chars::is_dash;

/// Fewest fractions of a text.
const FEW: usize = 2;
/// Fewest dashes of a rule.
const RULE: usize = 3;
/// Longest move number.
const DIGITS: usize = 3;

/// A number before a rule, and the column where it begins.
struct Number<'a> {
    column: usize,
    text: &'a str,
}

/// The text with its fractions in rows.
pub(in crate::read) fn in_rows(text: &str) -> Cow<'_, str> {
    let mut lines: Vec<Cow<str>> = text.split('\n').map(Cow::Borrowed).collect();
    let mut found = 0;
    for at in 1..lines.len().saturating_sub(1) {
        let Some((row, fractions)) = row(&lines[at - 1], &lines[at], &lines[at + 1]) else {
            continue;
        };
        for (line, put) in [(at - 1, String::new()), (at, row), (at + 1, String::new())] {
            let end = if lines[line].ends_with('\r') { "\r" } else { "" };
            lines[line] = (put + end).into();
        }
        found += fractions;
    }
    if found >= FEW { lines.join("\n").into() } else { text.into() }
}

/// The row that three lines make, the one in between of numbers and rules alone, and how many fractions
/// it has.
fn row(above: &str, rules: &str, below: &str) -> Option<(String, usize)> {
    let numbers = numbers(rules)?;
    let [above, below] = [above, below].map(|line| moves(line, &numbers));
    let (above, below) = (above?, below?);
    let mut row = String::new();
    for ((number, white), black) in numbers.iter().zip(above).zip(below) {
        // Columns stay apart, more so than the moves of one.
        let width = number.column.max(row.chars().count() + 4 * usize::from(!row.is_empty()));
        row = format!("{row:width$}{} {white}  {black}", number.text);
    }
    Some((row, numbers.len()))
}

/// The numbers of a line that has nothing else but rules.
fn numbers(line: &str) -> Option<Vec<Number<'_>>> {
    let mut numbers: Vec<Number> = Vec::new();
    let mut rules = 0;
    for (column, text) in words(line) {
        let digits = text.trim_end_matches('.');
        if (1..=DIGITS).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit()) {
            numbers.push(Number { column, text });
        } else if text.chars().count() >= RULE && text.chars().all(|c| is_dash(c) || c == '_') {
            rules += 1;
        } else {
            return None;
        }
        // Each rule stands behind its number.
        if !(rules..=rules + 1).contains(&numbers.len()) {
            return None;
        }
    }
    (rules > 0 && rules == numbers.len()).then_some(numbers)
}

/// The moves of a line by the number in whose column each stands: nothing where one has none.
fn moves(line: &str, numbers: &[Number]) -> Option<Vec<String>> {
    let mut moves = vec![String::new(); numbers.len()];
    for (column, word) in words(line) {
        let own = numbers.iter().rposition(|number| number.column <= column)?;
        if !moves[own].is_empty() {
            moves[own].push(' ');
        }
        moves[own].push_str(word);
    }
    moves.iter().any(|text| !text.is_empty()).then_some(moves)
}

/// The words of a line with the columns where they begin.
fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    line.split_whitespace().map(|word| {
        let at = word.as_ptr().addr() - line.as_ptr().addr();
        (line[..at].chars().count(), word)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_become_rows() {
        let one = "  P to K 4\n1. -------\n  P to K 4\n\n  P to Q 4\n2. -------\n  P takes P\n";
        let want = "\n1. P to K 4  P to K 4\n\n\n\n2. P to Q 4  P takes P\n\n";
        assert_eq!(in_rows(one), want);
        let more = "   P-K4     P-KB4\n1. ----  2. -----\n   P-K4     PxP\n";
        let want = "\n1. P-K4  P-K4    2. P-KB4  PxP\n\n";
        assert_eq!(in_rows(&more.repeat(2)), want.repeat(2));
    }

    #[test]
    fn other_rules_stay() {
        for text in [
            "1. P-K4\n-------\n   P-K4\n2. P-Q4\n-------\n   PxP\n",
            "A game\n1. ---\nand one\n",
            "\n1. ---\n\n2. ---\n",
        ] {
            assert_eq!(in_rows(text), text);
        }
    }
}
