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
                if let Some(at) = open.iter().rposition(|&(_, s)| s == sign) {
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
    let number = |item: &Item| match item.what {
        What::Number { number, .. } => Some(number),
        _ => None,
    };
    let before = items[..start].iter().rev().take(FAR).find_map(number);
    let inside = &items[start..end];
    let first = inside.iter().take(FAR).find_map(number);
    let last = inside.iter().rev().take(FAR).find_map(number);
    let (Some(before), Some(first), Some(last)) = (before, first, last) else { return false };
    let mut behind = items[end + 1..].iter().take(FAR).filter_map(number);
    first == before + 1 && behind.any(|number| (last + 1..=last + 2).contains(&number))
}
