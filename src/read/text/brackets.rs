//! What stands in brackets.

use super::items::{Item, What};

/// Most brackets that are open at a time; what is nested deeper has no partner.
const NESTED: usize = 64;
/// Most items from a bracket to the nearest number.
const FAR: usize = 8;
/// Most bytes from `<` to its `>`.
const ANGLE: u32 = 80;

/// Marks what stands in brackets that have a partner in the same paragraph.
pub(super) fn mark(items: &mut [Item], is_blank: impl Fn(usize) -> bool) {
    let mut open: Vec<(usize, char)> = Vec::new();
    let mut spans: Vec<(usize, usize)> = Vec::new();
    let mut line = 0;
    for (index, item) in items.iter().enumerate() {
        if item.line > line {
            if (line + 1..item.line).any(|l| is_blank(l as usize)) {
                open.clear();
            }
            line = item.line;
        }
        match item.what {
            What::Open(sign) if open.len() < NESTED => open.push((index, sign)),
            What::Close(sign) => {
                // One that a number stands behind may be misread, or its partner: `(9. Bd5 Nb4]`.
                let own = open.iter().rposition(|&(_, s)| s == sign);
                let other = || {
                    let &(at, other) = open.last()?;
                    let numbered = items.get(at + 1).is_some_and(|next| next.number().is_some());
                    (numbered && ![sign, other].contains(&'<')).then_some(open.len() - 1)
                };
                if let Some(at) = own.or_else(other) {
                    let start = open[at].0;
                    let first = items[start];
                    // Stray signs of less and more are no brackets.
                    let far = first.line < item.line || item.end - first.start > ANGLE;
                    if sign == '<' && far {
                        continue;
                    }
                    open.truncate(at);
                    spans.push((start, index));
                }
            }
            _ => {}
        }
    }
    spans.retain(|&(start, end)| !goes_on(items, start, end));
    // Spans are ordered by their ends; the later one of two nested spans holds the other.
    let mut limit = usize::MAX;
    for &(start, end) in spans.iter().rev() {
        if end < limit {
            items[start..=end].iter_mut().for_each(|item| item.deep = true);
            limit = start;
        }
    }
}

/// Whether the numbers from one bracket to another go on with those before it, and those behind
/// with them: a bracket that has lost its partner, and found another one's.
fn goes_on(items: &[Item], start: usize, end: usize) -> bool {
    let before = items[..start].iter().rev().take(FAR).find_map(Item::number);
    let inside = &items[start..end];
    let first = inside.iter().take(FAR).find_map(Item::number);
    let last = inside.iter().rev().take(FAR).find_map(Item::number);
    let (Some(before), Some(first), Some(last)) = (before, first, last) else { return false };
    let mut behind = items[end + 1..].iter().take(FAR).filter_map(Item::number);
    (before + 1..=before + 2).contains(&first)
        && behind.any(|number| (last + 1..=last + 2).contains(&number))
}

#[cfg(test)]
mod tests {
    use crate::read::text::items::Items;

    #[test]
    fn brackets_make_what_they_hold_deep() {
        let items = Items::new("1. e4 (1. d4 (d5)) e5 )( \n\n2. Nf3", 1);
        let deep: Vec<bool> = items.items.iter().filter(|i| i.is_move()).map(|i| i.deep).collect();
        assert_eq!(deep, [false, true, true, false, false]);
    }

    #[test]
    fn brackets_without_partners_hide_no_moves() {
        for (text, want) in [
            ("11 P-Q5 Kt-Kt5 (/(-) 12 P-B4 P-B5 13 Kt-K4 P-K4 i) 14 P-Q6 B-K2", 3),
            ("3 B-B4 B <t 4 Castles P-B5 5 P-Q4 q> 6 P-K5", 0),
            ("11 P-Q5 (12 P-B4 P-B5 13 Kt-K4) 12 Kt-K4", 7),
            ("2. (3.d6 4.c4 Bg4 5.h3 Bh5 6.) e2 7. d4", 0),
            // One of them is misread.
            ("20. Nd6 (20. Bxd5 Nf6+/=] 20... Rxe5", 7),
        ] {
            let items = Items::new(text, 1);
            assert_eq!(items.items.iter().filter(|item| item.deep).count(), want, "{text}");
        }
    }
}
