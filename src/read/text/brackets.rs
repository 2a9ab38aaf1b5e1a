//! What stands in brackets.

use super::items::{Item, What};

/// Most brackets that are open at a time; what is nested deeper has no partner.
const NESTED: usize = 64;
/// Most items from a bracket to the nearest number.
const FAR: usize = 8;
/// Most items between a bracket and the number above it that the game has come to.
const ABOVE: usize = 400;
/// Most items of a note in brackets that has several paragraphs.
const NOTE: usize = 400;
/// Fewest numbers on end within brackets that show that the game goes on there, and most that one is
/// ahead of the one before.
const ON_END: u16 = 4;
const STEP: u16 = 3;
/// Most misread numbers between two of them, where no four stand together.
const MISREAD: u16 = 2;
/// Most bytes from a bracket to one of another kind that closes it.
const NEAR: u32 = 40;
/// Most bytes from `<` to its `>`.
const ANGLE: u32 = 80;

/// Marks what stands in brackets that have a partner in the same paragraph, or hold a note of several:
/// `[Footnote A: ...]`.
pub(super) fn mark(items: &mut [Item], is_blank: impl Fn(usize) -> bool) {
    let mut open: Vec<(usize, char)> = Vec::new();
    let mut spans: Vec<(usize, usize)> = Vec::new();
    // Round brackets that have no partner in their paragraph.
    let round = |open: &[(usize, char)]| {
        let own = open.iter().filter(|&&(_, sign)| sign == '(');
        own.map(|&(start, _)| start).collect::<Vec<_>>()
    };
    let mut lost: Vec<usize> = Vec::new();
    let (mut line, mut paragraph) = (0, 0);
    for (index, item) in items.iter().enumerate() {
        if item.line > line {
            if (line + 1..item.line).any(|l| is_blank(l as usize)) {
                paragraph = index;
                let is_open = |&(at, sign): &(usize, char)| {
                    matches!(sign, '[' | '(') && index - at <= NOTE && is_note(items, at)
                };
                let note = open.iter().rev().find(|own| is_open(own)).copied();
                lost.extend(round(&open));
                open.clear();
                open.extend(note);
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
                    let near = items[at].line == item.line && item.end - items[at].start <= NEAR;
                    let may = (numbered || near) && ![sign, other].contains(&'<');
                    may.then_some(open.len() - 1)
                };
                if let Some(at) = own.or_else(other) {
                    let start = open[at].0;
                    let first = items[start];
                    // Stray signs of less and more are no brackets.
                    let far = first.line < item.line || item.end - first.start > ANGLE;
                    if sign == '<' && far || start < paragraph && !ends_line(items, index) {
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
    // The end of a text may cut off a variation, and its bracket.
    let cut = open.iter().map(|&(start, _)| start).find(|&start| is_cut_off(items, start));
    spans.extend(cut.map(|start| (start, items.len() - 1)));
    lost.extend(round(&open));
    let lost = lost.into_iter();
    spans.extend(lost.filter_map(|start| Some((start, variation(items, start, &is_blank)?))));
    spans.sort_by_key(|&(_, end)| end);
    // Spans are ordered by their ends; the later one of two nested spans holds the other.
    let mut limit = usize::MAX;
    for &(start, end) in spans.iter().rev() {
        if end < limit {
            items[start..=end].iter_mut().for_each(|item| item.deep = true);
            limit = start;
        }
    }
}

/// Whether a bracket begins its line, and a word follows.
fn is_note(items: &[Item], at: usize) -> bool {
    let begins = at == 0 || items[at - 1].line < items[at].line;
    begins && items.get(at + 1).is_some_and(|next| matches!(next.what, What::Words(_)))
}

/// Whether an item is the last of its line.
fn ends_line(items: &[Item], at: usize) -> bool {
    items.get(at + 1).is_none_or(|next| next.line > items[at].line)
}

/// Whether a bracket that nothing closes holds a variation up to the end of the text: its numbers are on
/// end from that of the last move, or the one before.
fn is_cut_off(items: &[Item], start: usize) -> bool {
    let Some(mut last) = items[..start].iter().rev().take(FAR).find_map(Item::number) else {
        return false;
    };
    let mut count = 0;
    let on_end = items[start..].iter().all(|item| {
        let What::Number { number, black, .. } = item.what else { return true };
        let fits = match count {
            0 => (last.saturating_sub(1)..=last).contains(&number),
            _ => number == last + 1 || number == last && black,
        };
        (last, count) = (number, count + 1);
        fits
    });
    on_end && count > 0
}

/// The last item of a variation whose bracket is not closed: its numbers are on end from that of the
/// last move, past the next one, to which the game goes back at the beginning of a line.
fn variation(items: &[Item], start: usize, is_blank: impl Fn(usize) -> bool) -> Option<usize> {
    let game = items[..start].iter().rev().take(FAR).find_map(Item::number)?;
    let (mut last, mut line) = (0, items[start].line);
    for (at, item) in items.iter().enumerate().skip(start).take(NOTE) {
        if (line..item.line).any(|line| is_blank(line as usize)) {
            return None;
        }
        line = item.line;
        let What::Number { number, black, .. } = item.what else { continue };
        let begins = items[at - 1].line < item.line;
        if number == game + 1 && number <= last && begins && !black {
            return Some(at - 1);
        }
        let fits =
            if last == 0 { number == game } else { number == last + 1 || number == last && black };
        if !fits {
            return None;
        }
        last = number;
    }
    None
}

/// Whether the numbers from one bracket to another go on with those before it, and those behind
/// with them: a bracket that has lost its partner, and found another one's.
fn goes_on(items: &[Item], start: usize, end: usize) -> bool {
    let before = items[..start].iter().rev().take(ABOVE).find_map(Item::number);
    let inside = &items[start..end];
    let behind = || items[end + 1..].iter().take(FAR).filter_map(Item::number);
    if let (Some((first, last)), Some(next)) = (on_end(inside), behind().next())
        && (first.saturating_add(ON_END)..=last.saturating_add(2)).contains(&next)
        && before.is_none_or(|before| before <= first)
    {
        return true;
    }
    let near = items[..start].iter().rev().take(FAR).find_map(Item::number);
    let first = inside.iter().take(FAR).find_map(Item::number);
    let last = inside.iter().rev().take(FAR).find_map(Item::number);
    let (Some(before), Some(first), Some(last)) = (near, first, last) else { return false };
    (before + 1..=before + 2).contains(&first)
        // `20. Re1 Qe7 (or 21. Bf4) 21. Nd5`, `13. Nc3 Be7 1A. Bf4 O-O (14... d5 15. Qd4) 15. Re1`
        && !behind().next().is_some_and(|next| (first..=last).contains(&next))
        && behind().any(|number| (last + 1..=last + 2).contains(&number))
}

/// The first and the last number of those on end in some items; some may be misread or lost, or
/// come again.
fn on_end(items: &[Item]) -> Option<(u16, u16)> {
    let passing = |most: u16| {
        let (mut first, mut last, mut count) = (0_u16, 0_u16, 0_u16);
        let mut passed = 0;
        for number in items.iter().filter_map(Item::number).filter(|&number| number > 0) {
            if count > 0 && (last..=last.saturating_add(STEP)).contains(&number) {
                (last, count, passed) = (number, count + u16::from(number > last), 0);
            } else if count > 1 && passed < most {
                passed += 1;
            } else if count < ON_END {
                (first, last, count, passed) = (number, number, 1, 0);
            }
        }
        (count >= ON_END).then_some((first, last))
    };
    passing(0).or_else(|| passing(MISREAD))
}

#[cfg(test)]
mod tests {
    use crate::read::text::items::Items;

    #[test]
    fn the_end_of_a_text_cuts_off_a_bracket() {
        for (text, want) in [
            ("9. Bd3 Nf6 10. O-O O-O (10... e4 was played 11. Be2 Nd5 12. c", 3),
            ("9. Bd3 Nf6 (9... e4 was played 10. O-O O-O 10. Be2 Nd5", 0),
            ("9. Bd3 Nf6 (a good move 10. O-O O-O 11. Be2", 0),
            ("9. Bd3 Nf6 (9... e4 was played 10. Be2\n\n10. O-O O-O", 0),
            ("9. Bd3 Nf6 (9... e4 10. Be2 Nd5 11. c4\n10. O-O O-O (10... e4)\n11. Re1", 5),
            ("9. Bd3 Nf6 (9... e4 10. Be2 Nd5 11. c4 10. O-O O-O", 0),
        ] {
            let items = Items::new(text, 1);
            let deep = items.items.iter().filter(|item| item.deep && item.is_move()).count();
            assert_eq!(deep, want, "{text}");
        }
    }

    #[test]
    fn brackets_make_what_they_hold_deep() {
        let items = Items::new("1. e4 (1. d4 (d5)) e5 )( \n\n2. Nf3", 1);
        let deep: Vec<bool> = items.items.iter().filter(|i| i.is_move()).map(|i| i.deep).collect();
        assert_eq!(deep, [false, true, true, false, false]);
    }

    #[test]
    fn a_note_may_have_several_paragraphs() {
        for (text, want) in [
            ("1. e4 e5 2. Nf3\n\n[Footnote A: If White had\n\n2. f4 exf4\n3. Nf3.]\n\n2... Nc6", 3),
            ("1. e4 e5 2. Nf3\n\n[Footnote A: If White had\n\n2. f4 exf4] 3. Nf3\n\n2... Nc6", 0),
            (
                "1. e4 e5 2. Nf3\n\n(White might play\n\n2. f4 exf4\n3. Nf3\n\nhe wins.)\n\n2... Nc6",
                3,
            ),
            ("1. e4 e5 [2. Nf3\n\n2. f4 exf4\n3. Nf3]\n\n2... Nc6", 0),
            // A remark begins with a bracket.
            ("1. e4 e5 ({(+0.33) the best\nmove was} 2. Nf3 Nc6) 2. f4 exf4", 2),
        ] {
            let items = Items::new(text, 1);
            let deep = items.items.iter().filter(|item| item.deep && item.is_move()).count();
            assert_eq!(deep, want, "{text}");
        }
    }

    #[test]
    fn brackets_without_partners_hide_no_moves() {
        for (text, want) in [
            ("11 P-Q5 Kt-Kt5 (/(-) 12 P-B4 P-B5 13 Kt-K4 P-K4 i) 14 P-Q6 B-K2", 3),
            ("3 B-B4 B <t 4 Castles P-B5 5 P-Q4 q> 6 P-K5", 0),
            ("11 P-Q5 (12 P-B4 P-B5 13 Kt-K4) 12 Kt-K4", 7),
            ("2. (3.d6 4.c4 Bg4 5.h3 Bh5 6.) e2 7. d4", 0),
            // The game goes on in what seems to be one pair.
            ("1. e4 e5 (c4 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O b5 6.) Bb3 7. d4", 0),
            ("3. d4 (a3 e5 4. d4 5. e5 6. d5) 4. e5", 10),
            // Some of its numbers are misread.
            (
                "14. e4( f i 14. e5 25. a3 15. a6 16. b3 16. b6 37. c3 17. c6 15. d3 18. d6 19. h3) 19. h6",
                0,
            ),
            // One of them is misread.
            ("A. Burn {Showalter) 1. e4", 3),
            ("20. Nd6 (20. Bxd5 Nf6+/=] 20... Rxe5", 7),
            ("20. Kc3 Qe1+ (or 21. Kxd4 c5+) 21. Kb2 Qxf2+ 22. Kc3", 6),
        ] {
            let items = Items::new(text, 1);
            assert_eq!(items.items.iter().filter(|item| item.deep).count(), want, "{text}");
        }
    }
}
