//! Numbers in lines of their own, the same before each side's move, as pages of the web have them:
//! `1.`, `e4`, and further down `1.`, `e5`.

use super::view::View;
use crate::read::shape::scan;

/// Fewest such numbers.
const FEW: usize = 4;
/// Most digits of a move number.
const DIGITS: usize = 3;

/// The text with the number of each move in its line.
pub(super) fn view<'a>(text: &'a str, sample: &str) -> Option<View<'a>> {
    let found = numbers(sample);
    let of_pairs = found.iter().zip(0..).all(|(told, ply)| told.number == ply / 2 + 1);
    if found.len() < FEW || !of_pairs {
        return None;
    }
    let mut view = View::new(text);
    for (told, ply) in numbers(text).iter().zip(0_u32..) {
        view.up_to(told.at);
        let points = if ply % 2 == 0 { "." } else { "..." };
        view.put(&format!("{}{points} ", told.number), told.at);
        view.pass(told.to);
    }
    Some(view.with_rest())
}

/// A number with its byte, and the byte of its move.
struct Told {
    number: u32,
    at: usize,
    to: usize,
}

/// The numbers that stand alone on their lines, each above a move.
fn numbers(text: &str) -> Vec<Told> {
    let at = |part: &str| part.as_ptr().addr() - text.as_ptr().addr();
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let told = |pair: &[&str]| {
        let digits = pair[0].trim_end_matches(['.', ')', '…']);
        let number = digits.parse().ok().filter(|_| digits.len() <= DIGITS)?;
        let own = digits.len() < pair[0].len() && scan::begins_with_move(pair[1]);
        own.then(|| Told { number, at: at(pair[0]), to: at(pair[1]) })
    };
    lines.windows(2).filter_map(told).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_go_to_their_moves() {
        let text = "White\nBlack\n1.\ne4\n\nOr 1.d4.\n\n1.\n\ne5\n2.\nNf3\n\n2.\nNc6\n";
        let want = "White|Black|1. e4|Or 1.d4.|1... e5|2. Nf3|2... Nc6";
        assert_eq!(view(text, text).map(|view| view.shown()).as_deref(), Some(want));
        // Both moves stand below one number.
        let text = "1.\ne4\ne5\n2.\nNf3\nNc6\n3.\nBb5\na6\n4.\nBa4\nNf6\n";
        assert!(view(text, text).is_none());
    }
}
