//! Ranks of descriptive notation that stand apart and that the number of the next move is glued to:
//! `P-K Kt 3 P-Q 43 B-Kt 2 P-B 34 Castles`, where 43 is the rank 4 and the number 3.

use super::items::{Item, What};
use crate::read::shape::scan::Kind;

/// Most numbers before or behind one that tell what it is.
const NEAR: usize = 3;
/// Most blanks and signs between a move and its rank, in bytes.
const APART: u32 = 2;

/// Gives such ranks to their moves, where the numbers around go on with what is left.
pub(super) fn give(lines: &[&str], items: &mut [Item]) {
    let glued: Vec<Option<u16>> = (0..items.len()).map(|at| glued(lines, items, at)).collect();
    if glued.iter().all(Option::is_none) {
        return;
    }
    let plain: Vec<usize> = (0..items.len()).filter(|&at| items[at].number().is_some()).collect();
    for (index, &at) in plain.iter().enumerate() {
        let (Some(number), Some(own)) = (items[at].number(), glued[at]) else { continue };
        // Those before have been read anew.
        let before = || plain[..index].iter().rev().take(NEAR);
        let behind = || plain[index + 1..].iter().take(NEAR);
        let follows = |number: u16| {
            before().any(|&at| items[at].number().is_some_and(|n| n.checked_add(1) == Some(number)))
        };
        let leads = |number: u16| {
            behind().any(|&at| {
                let wanted = number.checked_add(1);
                items[at].number() == wanted || glued[at].is_some() && glued[at] == wanted
            })
        };
        if follows(number) || leads(number) || !(follows(own) || leads(own)) {
            continue;
        }
        if let What::Number { number, .. } = &mut items[at].what {
            *number = own;
        }
        items[at].start += 1;
        items[at].column += 1;
        let (rank, line) = (items[at].start, items[at].line);
        // In the line above nothing can be added to a move.
        if let Some(last) = items[..at].iter_mut().rfind(|item| item.what != What::Gap)
            && last.line == line
        {
            last.end = rank;
        }
    }
}

/// The number that is left without its first digit, if that can be the rank of the move before it.
fn glued(lines: &[&str], items: &[Item], at: usize) -> Option<u16> {
    let own = &items[at];
    let What::Number { black: false, .. } = own.what else { return None };
    let text = |item: &Item| {
        let line = lines.get(item.line as usize)?;
        line.get(item.start as usize..item.end as usize)
    };
    let digits = text(own)?.trim_end_matches('.');
    let (rank, rest) = digits.split_at_checked(1)?;
    if !matches!(rank.as_bytes(), [b'1'..=b'8']) || rest.starts_with('0') {
        return None;
    }
    let last = items[..at].iter().rfind(|item| item.what != What::Gap)?;
    let near = if last.line == own.line {
        last.end < own.start && own.start - last.end <= APART
    } else {
        last.line + 1 == own.line && own.start == 0
    };
    let descriptive = matches!(last.what, What::Move(Kind::Descriptive) | What::Token);
    let filed = text(last)?.ends_with(['K', 'Q', 'R', 'B', 'N', 't']);
    rest.parse().ok().filter(|&number| number > 0 && near && descriptive && filed)
}

#[cfg(test)]
mod tests {
    use crate::read::text::answers::tests::dealt;

    #[test]
    fn ranks_are_parted_from_the_numbers_behind_them() {
        let text = "1 Kt-K B 3 Kt-K B 32 P-K Kt 3 P-Q 43 B-Kt 2 P-B 34 Castles B-Kt 5 5 P-Kt 3 \
            Q Kt-Q 2 6 B-Kt 2 Q-B 2";
        let want = "1.Kt-K B 3 Kt-K B 3 2.P-K Kt 3 P-Q 4 3.B-Kt 2 P-B 3 4.Castles B-Kt 5 5.P-Kt 3 \
            Q Kt-Q 2 6.B-Kt 2 Q-B 2";
        assert_eq!(dealt(text), want);
        // Below the end of a line.
        let text = text.replace("P-B 34", "P-B\n34");
        assert_eq!(dealt(&text), want.replace("P-B 3", "P-B"));
        // Numbers that are whole.
        let text = "41 P-Q 4 R-K 42 R-Q 1 R-B 43 R-Q 2 R-K 2 44 R-Q 1";
        assert!(dealt(text).contains("R-K 42.R-Q 1 R-B 43.R-Q 2 R-K 2"), "{}", dealt(text));
    }
}
