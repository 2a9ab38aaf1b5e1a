//! Rows that have their number twice, before White's move and before Black's: `1. e4   1. e5`.

use super::{
    answers::{insert, slot},
    candidates::{Candidate, Slot, between, is_blank, is_line_start, words_of},
    flow::Flow,
    items::{Item, Items, What},
};

/// Fewest rows with their number twice.
const DOUBLED: usize = 4;
/// Most numbers from a row with one number to a row with two, and by how much they may differ.
const NEAR: usize = 6;
/// Most words of prose that are left of a damaged move in such a row.
const WORDS_IN_ROW: u32 = 3;

/// Says whose moves stand behind the numbers of such rows, and behind those that have lost the
/// first. Returns whether there are such rows.
pub(super) fn tell(items: &Items, words: &[u32], flow: &Flow, found: &mut Vec<Candidate>) -> bool {
    let is_pair = |&black: &usize| is_pair(items, words, found, black);
    let pairs: Vec<usize> = (1..found.len()).filter(is_pair).collect();
    if pairs.len() < DOUBLED {
        return false;
    }
    tell_pairs(items, found, &pairs);
    mend(found, |own| flow.is_flowing(line(items, own)));
    let lost = whites(items, found, &pairs);
    for at in 0..found.len() {
        // Where the text flows on, no row has lost the first of them.
        let in_row = !flow.is_flowing(line(items, &found[at]));
        if in_row && is_answer(items, words, found, &pairs, at) {
            number_before(items, found, at);
            answer(&mut found[at]);
        }
    }
    insert(found, lost);
    true
}

/// Index of the line of a number.
fn line(items: &Items, candidate: &Candidate) -> usize {
    items.items[candidate.item].line as usize
}

/// Whether a number and the one before it are one that stands twice in its row, each with a move of its
/// own.
fn is_pair(items: &Items, words: &[u32], found: &[Candidate], black: usize) -> bool {
    let (before, black) = (&found[..black], &found[black]);
    let Some((white, before)) = before.split_last() else { return false };
    let begins = |own: &Candidate| is_line_start(items, own.item);
    // With more words about them, the second is another move than the one that was played.
    let apart = between(words, white, black);
    let told = black.told && white.is_shaped();
    let row = || begins(white) && apart <= WORDS_IN_ROW;
    // `8 Nxe4 If 8 ... Be7`
    let passed = items.items.get(white.last() + 1..black.item).unwrap_or_default();
    let led = told && !passed.iter().all(is_blank);
    let close = !led && (apart == 0 || row());
    // `... d6` has its number from a row above.
    let is_written = matches!(items.items[white.item].what, What::Number { .. });
    let one_move = match white.slots[..] {
        [first, second] => first.kind.is_none() || second.kind.is_none(),
        _ => true,
    };
    // In text that flows on a line may end between them.
    let is_first = before.last().is_none_or(|before| before.number != white.number);
    let wraps = || apart == 0 && is_first && !begins(white) && begins(black) && !black.black;
    let last = items.items[white.last()].line as usize;
    white.number == black.number
        && (last == line(items, black) || wraps())
        && is_written
        && one_move
        && close
        && !(white.black || white.told || white.deep || black.deep)
}

/// Makes a number in a row that of Black's move.
fn answer(own: &mut Candidate) {
    (own.black, own.row, own.told, own.words_before) = (true, true, false, 0);
}

/// Gives the first of each two numbers to White and the second to Black, by the index of the second.
fn tell_pairs(items: &Items, found: &mut [Candidate], pairs: &[usize]) {
    for &black in pairs {
        found[black - 1].black = false;
        if is_line_start(items, found[black - 1].item) {
            answer(&mut found[black]);
        } else {
            found[black].black = true;
        }
    }
}

/// Puts right numbers that are misread in text that `flows` on: `29 Qe5  29 Kg7 30 Rd7  80 Kh6 31 Rg7`.
fn mend(found: &mut [Candidate], flows: impl Fn(&Candidate) -> bool) {
    for at in 1..found.len().saturating_sub(1) {
        let [before, own, next] = &found[at - 1..=at + 1] else { continue };
        let single = |own: &Candidate| own.is_plain() && own.slots.len() == 1;
        let last = before.number;
        let is_other = !(last..=last + 1).contains(&own.number) && single(own) && flows(own);
        if !is_other || !single(before) || !next.is_plain() || next.number != last + 1 {
            continue;
        }
        if before.black {
            found[at].number = last + 1;
            found[at + 1].black = true;
        } else {
            (found[at].number, found[at].black) = (last, true);
        }
    }
}

/// White's moves whose numbers are lost or misread, before the number of Black's: `2. d4 2. exd4 S. c3
/// 3. d5`.
fn whites(items: &Items, found: &mut [Candidate], pairs: &[usize]) -> Vec<Candidate> {
    let is_paired = |at: usize| [at, at + 1].iter().any(|at| pairs.binary_search(at).is_ok());
    let mut lost = Vec::new();
    for at in 1..found.len() {
        let (before, own) = (&found[at - 1], &found[at]);
        let near = pairs.partition_point(|&pair| pair <= at);
        let mut near = pairs[near.saturating_sub(1)..].iter().take(2);
        let single = own.slots.len() == 1 && !(own.black || own.deep || is_paired(at));
        let follows = before.number.checked_add(1) == Some(own.number) && before.is_done();
        let begins = is_line_start(items, own.item);
        if !single
            || !follows
            || begins
            || before.deep
            || !near.any(|pair| pair.abs_diff(at) <= NEAR)
        {
            continue;
        }
        let number = own.number;
        let Some(white) = stray(items, before, own) else { continue };
        if found[at - 1].black {
            found[at - 1].slots.truncate(1);
        }
        // What is left of the number may stand before it.
        let start = items.first[items.items[white.from].line as usize];
        let before = items.items[start..white.from].iter().filter(|item| !is_blank(item));
        let row = before.take(2).count() <= 1;
        if row {
            answer(&mut found[at]);
        }
        found[at].black = true;
        let own = Candidate::new(white.from, false);
        lost.push(Candidate { number, row, slots: vec![white], ..own });
    }
    lost
}

/// A move of its own between Black's move and a number, or before a number with Black's next one.
fn stray(items: &Items, before: &Candidate, own: &Candidate) -> Option<Slot> {
    if let (true, [_, white]) = (before.black, &before.slots[..]) {
        return Some(*white);
    }
    let passed = items.items.get(before.last() + 1..own.item)?;
    let prose = passed.iter().any(|item| words_of(item) > 1 || item.deep);
    let at = passed.iter().rposition(Item::is_move).filter(|_| !prose)?;
    slot(items, before.last() + 1 + at)
}

/// Whether a number that stands once in its row, and does not begin it, is that of Black's move: the
/// rows above or below have theirs twice.
fn is_answer(
    items: &Items,
    words: &[u32],
    found: &[Candidate],
    pairs: &[usize],
    at: usize,
) -> bool {
    let own = &found[at];
    // The rows with two numbers above and below.
    let next = pairs.partition_point(|&pair| pair <= at);
    let (above, below) = (pairs[..next].last(), pairs.get(next));
    let near = |pair: usize| {
        let apart = found[pair].number.abs_diff(own.number);
        pair.abs_diff(at) <= NEAR && usize::from(apart) <= NEAR
    };
    let follows = above.is_some_and(|&pair| near(pair) && found[pair].number < own.number);
    let leads = below.is_some_and(|&pair| near(pair) && found[pair].number > own.number);
    let mut beside = [above, below].into_iter().flatten();
    let flows = beside.any(|&pair| line(items, &found[pair]) == line(items, own));
    let few = in_row(items, words, own) <= WORDS_IN_ROW;
    let alone = own.slots.len() == 1 && !own.deep && !flows && few;
    // Black's move stands there already: `14 a4  14 Nf6 Not 14 ... Nd7`.
    let again = above.is_some_and(|&pair| found[pair].number == own.number);
    alone && (follows || leads) && !again && !is_line_start(items, own.item)
}

/// How many words of prose the row of a number has.
fn in_row(items: &Items, words: &[u32], own: &Candidate) -> u32 {
    let row = line(items, own);
    words[items.first[row + 1]] - words[items.first[row]]
}

/// Puts right the number that stands before White's move in the row of Black's, where it is misread.
fn number_before(items: &Items, found: &mut [Candidate], black: usize) {
    if let [.., white, own] = &mut found[..=black]
        && line(items, white) == line(items, own)
        && is_line_start(items, white.item)
        && white.slots.len() <= 1
    {
        (white.number, white.black) = (own.number, false);
    }
}

#[cfg(test)]
mod tests {
    use crate::read::text::answers::tests::dealt;

    #[test]
    fn numbers_before_both_moves_of_a_row() {
        let rows = "1. e4 1. e5\n2. Nf3 2. Nc6\n3. Bb5 3. a6\ntit Ba4 4. Nf6\n5. O-O 5. Be7\n";
        assert_eq!(
            dealt(rows),
            "1.e4 1...e5 2.Nf3 2...Nc6 3.Bb5 3...a6 4.Ba4 4...Nf6 5.O-O 5...Be7"
        );
        let misread = rows.replace("tit", "14.");
        assert!(dealt(&misread).contains("4.Ba4 4...Nf6"));
        let flow = "1. e4 1. e5 2. d4 2. exd4 S. c3 3. d5 4. exd5 4. Qxd5 5. cxd4 5. Nc6 6. Nf3";
        assert_eq!(
            dealt(flow),
            "1.e4 1...e5 2.d4 2...exd4 3.c3 3...d5 4.exd5 4...Qxd5 5.cxd4 5...Nc6 6.Nf3"
        );
        // Lines may end between the two.
        for wrapped in
            [flow.replace(" 2. exd4", "\n2. exd4"), flow.replace(" 4. Qxd5", "\n\n4. Qxd5")]
        {
            assert_eq!(dealt(&wrapped), dealt(flow), "{wrapped}");
        }
        let stray = flow.replace("2. exd4 S. c3 3. d5", "2. exd4 © c3 3. d5");
        assert!(dealt(&stray).contains("2...exd4 3.c3 3...d5"), "{}", dealt(&stray));
        let few = "1. e4 1. e5\n2. Nf3 2. Nc6\n";
        assert_eq!(dealt(few), "1.e4 1.e5 2.Nf3 2.Nc6");
        // Other moves for White's, with many of the numbers that are told.
        let notes =
            "1. e4 Now 1. d4 e5.\n2. Nf3 Now 2. f4 d6.\n3. Bc4 Now 3. d4 h6.\n4. O-O Now 4. h3.";
        assert!(dealt(notes).starts_with("1.e4 1.d4 e5 2.Nf3 2.f4 d6 3.Bc4"), "{}", dealt(notes));
    }

    #[test]
    fn numbers_are_misread_in_text_that_flows_on() {
        let text = "1. e4 1. e5 2.\nd4 2. exd4 3. c3 3.\nd5 4. exd5 4. Qxd5 5.\ncxd4 5. Nc6 6.\nNf3 \
                    6. Bg4 7. Be2 7.\nNf6 8. O-O 8. Be7 9. a3";
        let read = dealt(text);
        assert!(read.ends_with("6.Nf3 6...Bg4 7.Be2 7...Nf6 8.O-O 8...Be7 9.a3"), "{read}");
        for misread in [text.replace("6. Bg4", "8. Bg4"), text.replace("7. Be2", "1. Be2")] {
            assert_eq!(dealt(&misread), read, "{misread}");
        }
        // Another move for Black's, and the last one is White's.
        let told = dealt(&text.replace("7. Be2", "Not 6 ... Nf6, 7. Be2"));
        assert!(told.contains("6...Bg4 6...Nf6 7.Be2"), "{told}");
    }
}
