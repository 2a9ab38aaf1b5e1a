//! Lines that part from one another, each with its mark before its first number:
//!
//! ```text
//! 3. Nf3 Nf6
//!  I. 4. Bg5 Be7
//!     5. e3  O-O
//! II. 4. cxd5 exd5
//! ```

use super::{
    candidates::Candidate,
    items::{Items, What},
};

/// Where a line begins that has a mark: the index of its candidate and its ply.
pub(super) type Branch = (usize, u32);

/// The lines that have a mark, in their order.
pub(super) fn branches(items: &Items, found: &[Candidate]) -> Vec<Branch> {
    let marked = found.iter().enumerate().filter(|(_, own)| is_marked(items, own));
    marked.map(|(at, own)| (at, own.plies().start)).collect()
}

/// Whether a game that has reached a ply with one candidate, and goes on with another one, passes a branch
/// that goes on with it or parts from it further back.
pub(super) fn parts(branches: &[Branch], from: usize, to: usize, reached: u32) -> bool {
    let first = branches.partition_point(|&(at, _)| at <= from);
    let passed = branches[first..].iter().take_while(|&&(at, _)| at <= to);
    passed.into_iter().any(|&(at, ply)| ply < reached || ply == reached && at < to)
}

/// Whether nothing but a mark and its point stand before a number on its line: `II.`, `B.`.
fn is_marked(items: &Items, own: &Candidate) -> bool {
    let before = items.before(&items.items[own.item]);
    let Some(mark) = before.trim_start().strip_suffix('.') else { return false };
    let is_roman = mark.len() <= 4 && mark.chars().all(|c| matches!(c, 'I' | 'V' | 'X'));
    let is_letter = mark.len() == 1 && mark.starts_with(|c: char| c.is_ascii_uppercase());
    let is_number = matches!(items.items[own.item].what, What::Number { .. });
    is_number && !mark.is_empty() && (is_roman || is_letter)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::text::candidates::candidates;

    #[test]
    fn marks_stand_alone_before_a_number() {
        for (text, want) in [
            ("1. e4 e5\n  I. 2. Nf3 Nc6\n II. 2. f4 exf4", vec![2, 2]),
            ("A. (3) Nf3 Nc6\nB. (3) ... d6", vec![4, 5]),
            ("I 3. Nf3 Nc6\nIt was I. 3. Nf3", vec![]),
        ] {
            let items = Items::new(text, 1);
            let found = branches(&items, &candidates(&items));
            assert_eq!(found.iter().map(|(_, ply)| *ply).collect::<Vec<_>>(), want, "{text}");
        }
    }
}
