//! Two words between a number and the next one, in text that flows on: they are the moves of that
//! number, however little of them is left: `4. Fos Foy 5. e3`, `3. Kc3 45 4. Kf3`.
//!
//! The number itself may be misread where the one before it and the one behind it tell what it is.

use super::{
    candidates::{Candidate, Slot},
    items::{Item, Items, What},
};
use crate::read::shape::damaged;

/// Most items that two words and the signs around them are.
const ITEMS: usize = 12;
/// Most items from the number to the next one, with those in brackets.
const FAR: usize = 120;

/// The number of the item at an index, and the two words that are its moves, if one of them is no
/// move by its look; `before` is what stands before it.
pub(super) fn moves(
    items: &Items,
    index: usize,
    before: Option<&Candidate>,
) -> Option<(u16, Vec<Slot>)> {
    let item = items.items.get(index)?;
    let What::Number { number: written, black: false, .. } = item.what else { return None };
    let (next, words) = words(items, index, written)?;
    let before = before.filter(|before| !before.deep && before.is_done());
    let follows = |number: u16| before.is_some_and(|before| before.number + 1 == number);
    let number = next.number.checked_sub(1)?;
    // `5. P. to Kt. 8th Queens. 5.`: Black's move comes with its own number.
    let misread = || next.sure && next.number != written && follows(number);
    if number != written && !misread() || item.deep {
        return None;
    }
    let slots = words.into_iter().map(|word| slot(items, word)).collect::<Option<Vec<Slot>>>()?;
    // Two words of which none is a move need others before them, or behind them.
    let sure = match slots.iter().filter(|slot| slot.kind.is_some()).count() {
        _ if next.ends => {
            before.is_some_and(|before| before.last() + 1 == index) && follows(number)
        }
        0 => next.sure && follows(number) || next.moves && number == 1,
        known => known == 1,
    };
    sure.then_some((number, slots))
}

/// A number that stands behind two words.
struct Next {
    number: u16,
    /// Whether a point shows that it is one.
    sure: bool,
    /// Whether a move stands right behind it.
    moves: bool,
    /// Whether it is none, but the end of a paragraph.
    ends: bool,
}

/// The two words behind the number `written` at an index, as the first and last item of each, and the
/// number that follows them.
fn words(items: &Items, index: usize, written: u16) -> Option<(Next, Vec<(usize, usize)>)> {
    let mut words: Vec<(usize, usize)> = Vec::new();
    // What brackets say of them is passed over.
    let far = items.items.len().min(index + FAR);
    for at in (index + 1..far).filter(|&at| !items.items[at].deep).take(ITEMS) {
        let item = &items.items[at];
        if items.are_apart(items.items[at - 1].line, item.line) {
            let What::Number { sure: true, .. } = items.items[index].what else { return None };
            let next = Next { number: written + 1, sure: true, moves: false, ends: true };
            return (words.len() == 2).then_some((next, words));
        }
        if item.what == What::Gap {
            continue;
        }
        let glued = joins(&items.items[at - 1], item);
        if let What::Number { number, black: false, sure } = item.what
            && (sure && !glued || number == written + 1 || number == written && !glued)
        {
            let moves = items.items.get(at + 1).is_some_and(Item::is_move);
            // `g67.`: with its point it is surely the next one.
            let near = words.len() == 2 && (sure || !glued) && is_near(items, index, words[1].1);
            return near.then_some((Next { number, sure, moves, ends: false }, words));
        }
        // `10. Bd3 10… cxb5`: Black's move has the number once more.
        if matches!(item.what, What::Number { number, black: true, .. } if number == written) {
            return None;
        }
        let fits = matches!(
            item.what,
            What::Move(_)
                | What::Token
                | What::Words(1)
                | What::Sign
                | What::Open(_)
                | What::Number { .. }
        );
        if !fits {
            return None;
        }
        match words.last_mut().filter(|_| glued) {
            // Signs at the end of a word are no part of it.
            Some(_) if item.what == What::Sign => {}
            // Nor are those before a whole move.
            Some(word) if is_sign(items, *word) && item.is_move() => *word = (at, at),
            Some(word) => word.1 = at,
            None if item.what == What::Sign && is_comma(items.text(item)) => {}
            None => words.push((at, at)),
        }
    }
    None
}

/// Whether no blank stands between two items of one line.
fn joins(first: &Item, second: &Item) -> bool {
    (first.line, first.end) == (second.line, second.start)
        && !matches!(first.what, What::Gap | What::Number { sure: true, .. })
}

/// Whether a word is no more than a sign.
fn is_sign(items: &Items, (from, to): (usize, usize)) -> bool {
    from == to && items.items[from].what == What::Sign
}

fn is_comma(sign: &str) -> bool {
    matches!(sign, "," | ";" | ".")
}

/// Whether two items stand on one line, or on two next to each other.
fn is_near(items: &Items, first: usize, second: usize) -> bool {
    items.items[second].line - items.items[first].line <= 1
}

/// A word as a move, if it may be one.
fn slot(items: &Items, (from, to): (usize, usize)) -> Option<Slot> {
    let kind = match items.items[from].what {
        What::Move(kind) if is_whole(items, from, to) => Some(kind),
        _ => None,
    };
    let text = items.span(&items.items[from], &items.items[to]);
    (kind.is_some() || damaged::is_left(text)).then_some(Slot { from, to, kind })
}

/// Whether only signs stand behind the first item of a word.
fn is_whole(items: &Items, from: usize, to: usize) -> bool {
    items.items[from + 1..=to].iter().all(|item| item.what == What::Sign)
}

#[cfg(test)]
mod tests {
    use crate::read::text;

    fn entries(text: &str) -> String {
        let games = text::games(text, 1);
        let entries = games.iter().flat_map(|game| &game.sheets[0].entries);
        let texts = entries.filter(|entry| entry.claimed_ply().is_some()).map(|entry| entry.text());
        texts.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn two_words_before_the_next_number_are_its_moves() {
        for (text, want) in [
            ("1. e4 cs 2. Cf3 Ccé 3. Fbs Foy 4. O-O es", "e4 cs Cf3 Ccé Fbs Foy O-O es"),
            ("1. 44 95 2. е4 сха4 3. КЁЗ 46 4. Ке2 Се7", "44 95 е4 сха4 КЁЗ 46 Ке2 Се7"),
            ("1. d4 d5 2. c4 66 (2... dxc4 3. e4) 3. Nf3 Nf6", "d4 d5 c4 66 Nf3 Nf6"),
            ("1. d4 (1. e4 c5) 1... Кf6 2. 54 26 3. КЕЗ Ср7", "d4 Кf6 54 26 КЕЗ Ср7"),
            (
                "1. e4 e5 2. Nf3 {хеб 3. Bb5 a6 4.\nфsx Cf6 5. c3 d6",
                "e4 e5 Nf3 {хеб Bb5 a6 фsx Cf6 c3 d6",
            ),
            (
                "1. e4 d5 2. Pf3 ded 3. Led Led 4. Ba4 Nf6 5. c3 d6",
                "e4 d5 Pf3 ded Led Led Ba4 Nf6 c3 d6",
            ),
            (
                "1. e4 d5 2.\n144 Ped 3. Pet ded 4. Ba4 Nf6 5. c3 d6",
                "e4 d5 144 Ped Pet ded Ba4 Nf6 c3 d6",
            ),
            ("1. e4 e5 2. Wer &€2 3. Bb5 {64. Ba4 Nf6", "e4 e5 Wer &€2 Bb5 {6 Ba4 Nf6"),
            // At the end of a paragraph.
            (
                "1. e4 e5 2. Nf3 Ne6 3.Rdi Qey\n\nA mistake.\n\n4.F4 Rhes 5. c3 d6",
                "e4 e5 Nf3 Ne6 Rdi Qey F4 Rhes c3 d6",
            ),
            // A number between its neighbours is misread.
            ("1. e4 e5 2. Nf3 Nc6 8. Fbs as 4. Ba4 Nf6", "e4 e5 Nf3 Nc6 Fbs as Ba4 Nf6"),
        ] {
            assert_eq!(entries(text), want, "{text}");
        }
    }

    #[test]
    fn words_that_are_none_stay_words() {
        for (text, want) in [
            (
                "1. e4 e5 2. Nf3 Nc6 3. Bb5 and 4. Ba4 Nf6 5. O-O Be7",
                "e4 e5 Nf3 Nc6 Bb5 Ba4 Nf6 O-O Be7",
            ),
            ("1. e4 e5 2. Nf3 Nc6 Best now is 3. Bb5 a6", "e4 e5 Nf3 Nc6 Bb5 a6"),
            ("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Good move\n\nA pity.", "e4 e5 Nf3 Nc6 Bb5 a6"),
            ("1 e4 e5 2 Nf3 2 Nc6 3 Bb5 a6 4 Ba4 Nf6", "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6"),
        ] {
            assert_eq!(entries(text), want, "{text}");
        }
    }
}
