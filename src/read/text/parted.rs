//! Numbers with a blank between their digits: `10 P to K 3 Kt to B 3 1 1 P to Q R 3`.

use super::items::{Item, Items, What};

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
        let text = "1 P-K 4 P-K 4 2 Kt-K B 3 Kt-Q B 3 3 B-Kt 5";
        assert_eq!(dealt(text), "1.P-K 4 P-K 4 2.Kt-K B 3 Kt-Q B 3 3.B-Kt 5");
    }
}
