//! Moves that a game has by reference to another one: `Moves 1-8 as in Game No. 12.`

use super::{
    candidates::{Candidate, Reference},
    items::Items,
};
use crate::read::heading::{self, labels::labels};

/// The number that the nearest heading above gives to a game, and the line of that heading:
/// `GAME No. 12`, `Partij No 2995.`
pub(super) fn game_number(items: &Items, first: usize) -> Option<(u32, usize)> {
    let end = items.items.get(first)?.line as usize;
    (end.saturating_sub(2 * heading::LINES)..=end).rev().find_map(|line| {
        let text = items.lines.get(line).copied().unwrap_or("");
        let short = text.len() <= 120 && text.trim().chars().count() <= 40;
        short.then(|| numbered(text)).flatten().map(|number| (number, line))
    })
}

/// The number behind the word for a game.
fn numbered(text: &str) -> Option<u32> {
    let lower = text.to_lowercase();
    let mut words = labels().numbered.iter();
    let at = words.find_map(|word| lower.find(word).map(|at| at + word.len()))?;
    let digits: String = lower[at..]
        .trim_start_matches(|c: char| !c.is_ascii_digit() && !c.is_whitespace() || c == ' ')
        .trim_start_matches(|c: char| c.is_alphabetic() || matches!(c, '.' | ' ' | 'º' | '°' | '№'))
        .chars()
        .take_while(char::is_ascii_digit)
        .collect();
    digits.parse().ok()
}

/// Adds candidates for lines like `Move 1-8 as in Game No. 12.`
pub(super) fn add(items: &Items, candidates: &mut Vec<Candidate>) {
    for (line, text) in items.lines.iter().enumerate() {
        let Some(reference) = reference(text) else { continue };
        let Some(item) = items.first.get(line).copied().filter(|&at| at < items.items.len()) else {
            continue;
        };
        let end = items.first.get(line + 1).copied().unwrap_or(item);
        // The range `1-8` must not be taken for a move number.
        candidates.retain(|c| c.item < item || c.item >= end);
        let at = candidates.partition_point(|c| c.item < item);
        let candidate = Candidate {
            number: reference.upto,
            row: true,
            reference: Some(reference),
            ..Candidate::new(item, false)
        };
        candidates.insert(at, candidate);
    }
}

/// The moves that a line says to be those of another game.
fn reference(line: &str) -> Option<Reference> {
    if line.len() > 120 {
        return None;
    }
    let lower = line.trim().to_lowercase();
    let rest = lower.strip_prefix("the ").unwrap_or(&lower);
    let rest = rest.strip_prefix("moves").or_else(|| rest.strip_prefix("move"))?;
    let (range, source) = rest.split_once(" as in ")?;
    let game = numbered(source)?;
    let last: String = range.chars().rev().skip_while(|c| !c.is_ascii_digit()).collect();
    let last: String = last.chars().take_while(char::is_ascii_digit).collect();
    let upto: u16 = last.chars().rev().collect::<String>().parse().ok()?;
    (1..=60).contains(&upto).then_some(Reference { game, upto })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_to_other_games() {
        let cases = [
            ("Move 1-8 as in Game No. 12.", Some((12, 8))),
            ("Moves 1 to 6 as in Game 16", Some((16, 6))),
            ("as in Game No. 12", None),
            ("Move the king as in life", None),
        ];
        for (line, want) in cases {
            assert_eq!(reference(line).map(|r| (r.game, r.upto)), want, "{line}");
        }
    }
}
