//! Numbers with a blank between their digits, `10 P to K 3 Kt to B 3 1 1 P to Q R 3`, and those that are
//! glued to the rank of the move before them, `30. B to B 4 P to K R 431. P takes P`.

use super::items::{Item, Items, What};
use crate::read::shape::scan::Kind;

/// Most numbers behind one that tell what it is.
const NEAR: usize = 3;

/// The items with one number for both digits, where those around go on with it.
pub(super) fn joined(items: Items<'_>) -> Items<'_> {
    let mut parted: Vec<(usize, u16)> = Vec::new();
    let (mut before, mut free) = (None, 0);
    for (at, item) in items.items.iter().enumerate() {
        let Some(number) = item.number().filter(|_| at >= free) else { continue };
        let is_due = |whole: &u16| before == whole.checked_sub(1) && leads(&items, at + 2, *whole);
        let whole = self::parted(&items, at).filter(is_due);
        if let Some(whole) = whole {
            parted.push((at, whole));
            free = at + 2;
        }
        before = Some(whole.unwrap_or(number));
    }
    if parted.is_empty() {
        return items;
    }
    let whole = |&(at, number): &(usize, u16)| {
        let (first, last) = (items.items[at], items.items[at + 1]);
        let what = What::Number { number, black: false, sure: false };
        (at..at + 2, vec![Item { what, end: last.end, ..first }])
    };
    let parted: Vec<_> = parted.iter().map(whole).collect();
    items.replaced(&parted)
}

/// The items with the ranks that numbers are glued to as parts of their moves.
pub(super) fn unglued(items: Items<'_>) -> Items<'_> {
    let mut last = None;
    let mut glued: Vec<(usize, What)> = Vec::new();
    for (at, item) in items.items.iter().enumerate() {
        let What::Number { number, black, sure } = item.what else { continue };
        let behind = last.and_then(|last: u16| last.checked_add(1));
        let own = behind.filter(|&next| next != number && is_glued(&items, at, next));
        glued.extend(own.map(|number| (at, What::Number { number, black, sure })));
        last = Some(own.unwrap_or(number));
    }
    if glued.is_empty() {
        return items;
    }
    let parts = |(at, what): (usize, What)| {
        let (mover, own) = (items.items[at - 1], items.items[at]);
        let start = own.start + 1;
        let whole = Item { end: start, ..mover };
        (at - 1..at + 1, vec![whole, Item { what, start, column: own.column + 1, ..own }])
    };
    let glued: Vec<_> = glued.into_iter().map(parts).collect();
    items.replaced(&glued)
}

/// Whether an item is a rank and a number, and a move of descriptive notation without a rank stands
/// before it.
fn is_glued(items: &Items, at: usize, number: u16) -> bool {
    let item = &items.items[at];
    let text = items.text(item);
    let digits = &text[..text.bytes().take_while(u8::is_ascii_digit).count()];
    let rest = digits.strip_prefix(|c| matches!(c, '1'..='8'));
    let before = at.checked_sub(1).map(|at| items.items[at]);
    rest.is_some_and(|rest| rest == number.to_string())
        && before.is_some_and(|before| {
            before.what == What::Move(Kind::Descriptive)
                && before.line == item.line
                && !items.text(&before).contains(|c: char| c.is_ascii_digit())
        })
}

/// The number whose digits the item at `at` and the next one are, each by itself.
fn parted(items: &Items, at: usize) -> Option<u16> {
    let &[first, last] = items.items.get(at..at + 2)? else { return None };
    let What::Number { black: false, .. } = first.what else { return None };
    let digit = |item: &Item| match items.text(item).as_bytes() {
        [digit @ b'0'..=b'9'] => Some(u16::from(digit - b'0')),
        _ => None,
    };
    let together = first.line == last.line && first.end + 1 == last.start;
    Some(digit(&first)? * 10 + digit(&last)?).filter(|_| together)
}

/// Whether one of the numbers from the item at `from` on is the one behind this.
fn leads(items: &Items, from: usize, own: u16) -> bool {
    let numbers = (from..items.items.len()).filter(|&at| items.items[at].number().is_some());
    numbers
        .take(NEAR)
        .any(|at| items.items[at].number() == Some(own + 1) || parted(items, at) == Some(own + 1))
}

#[cfg(test)]
mod tests {
    use crate::read::text::answers::tests::dealt;

    #[test]
    fn digits_that_are_parted_are_one_number() {
        let text = "9 P-K 3 Kt-B 3 1 0 P-B 3 P-Q R 3 1 1 B-K 2 B-K 2 12 Castles Castles";
        let want = "9.P-K 3 Kt-B 3 10.P-B 3 P-Q R 3 11.B-K 2 B-K 2 12.Castles Castles";
        assert_eq!(dealt(text), want);
        let text = "9. P to K 3 P to K R 410. P takes P P to K R 3";
        assert_eq!(dealt(text), "9.P to K 3 P to K R 4 10.P takes P P to K R 3");
        let text = "1 P-K 4 P-K 4 2 Kt-K B 3 Kt-Q B 3 3 B-Kt 5";
        assert_eq!(dealt(text), "1.P-K 4 P-K 4 2.Kt-K B 3 Kt-Q B 3 3.B-Kt 5");
    }
}
