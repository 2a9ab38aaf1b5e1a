//! Texts in which two blanks stand wherever one should: between any two words, as some programs set
//! them that turn pages into text. Blanks of columns are wider there, and stay so.

use std::borrow::Cow;

/// Fewest blanks between words by which a text is judged.
const FEW: usize = 20;
/// One place in so many may have a single blank.
const RARE: usize = 20;

/// The text with half as many blanks between its words, if it has two where others have one.
pub(in crate::read) fn closed(text: &str) -> Cow<'_, str> {
    let (mut one, mut two, mut all) = (0_usize, 0_usize, 0_usize);
    for line in text.lines() {
        for blanks in gaps(line.trim()) {
            one += usize::from(blanks == 1);
            two += usize::from(blanks == 2);
            all += 1;
        }
    }
    // Where most places have more, the cells of a table stand apart.
    if all < FEW || one * RARE > all || two * 2 < all {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut blanks = 0_usize;
    let mut begins = true;
    for c in text.chars() {
        if c == ' ' {
            blanks += 1;
            continue;
        }
        let kept = if begins { blanks } else { blanks.div_ceil(2) };
        out.extend(std::iter::repeat_n(' ', kept));
        blanks = 0;
        begins = c == '\n';
        out.push(c);
    }
    Cow::Owned(out)
}

/// How many blanks stand between the words of a line, place by place.
fn gaps(line: &str) -> impl Iterator<Item = usize> {
    line.split(|c: char| c != ' ').map(str::len).filter(|&blanks| blanks > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_are_halved_where_all_are_double() {
        let line = "1.  P  to  K's  4th.        1.  P  to  K's  4th.\n";
        let text = format!("   It  was  played  in  1858.\n\n{}", line.repeat(3));
        let want = "1. P to K's 4th.    1. P to K's 4th.\n".repeat(3);
        assert_eq!(closed(&text), format!("   It was played in 1858.\n\n{want}"));
    }

    #[test]
    fn tables_and_other_texts_stay_as_they_are() {
        for row in ["1   e4   e5\n", "1. P-K4  P-K4\n", "1.  P to K 4   P to K 4\n", "e4  e5\n"] {
            let text = row.repeat(if row.starts_with('e') { 12 } else { 9 });
            assert_eq!(closed(&text), text);
        }
    }
}
