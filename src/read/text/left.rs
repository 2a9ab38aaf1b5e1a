//! Words between two numbers of a game where moves are wanting: what is left of these moves,
//! `17. b4 4\ces 18. 4\ xes \xe5 19. RE3`. Which word is left of which move is not told.

use super::{
    candidates::words_of,
    items::{Item, Items, What},
};
use crate::record::Entry;

/// How likely such a word is none.
const ASIDE: f64 = 0.3;
/// Most words for each move that is wanting.
const PIECES: usize = 2;
/// Most items for each of them.
const ITEMS: usize = 8;

/// The words from an item up to the item `until`, where `wanted` moves are wanting and hardly any
/// prose stands.
pub(super) fn words(items: &Items, from: usize, until: usize, wanted: usize) -> Vec<Entry> {
    let mut found: Vec<Entry> = Vec::new();
    for (first, last) in stretches(items, from, until, wanted) {
        let mut place = items.place(first);
        let text = items.span(first, last);
        // `Kt KB 3`
        let whole = first.is_move() && std::ptr::eq(first, last);
        for text in text.split(|c: char| !whole && c.is_whitespace()) {
            let entry = Entry { aside: ASIDE, place, ..Entry::from_text(text.to_owned()) };
            found.extend((!text.is_empty()).then_some(entry));
            let chars = u32::try_from(text.chars().count() + 1).unwrap_or(0);
            place.column = place.column.saturating_add(chars);
        }
    }
    if found.len() > PIECES * wanted { Vec::new() } else { found }
}

/// How many words stand there, with the same conditions.
pub(super) fn count(items: &Items, from: usize, until: usize, wanted: usize) -> usize {
    let found = stretches(items, from, until, wanted);
    found.map(|(first, last)| items.span(first, last).split_whitespace().count()).sum()
}

/// The first and the last item of stretches without a blank or a wide blank between items, a number
/// that one begins with left out.
fn stretches<'a>(
    items: &'a Items,
    from: usize,
    until: usize,
    wanted: usize,
) -> impl Iterator<Item = (&'a Item, &'a Item)> {
    let passed = items.items.get(from..until).unwrap_or_default();
    let prose = || passed.iter().map(words_of).sum::<u32>() as usize;
    let game = passed.len() <= ITEMS * (wanted + 1)
        && passed.windows(2).all(|pair| pair[0].line.abs_diff(pair[1].line) <= 1)
        && !passed.iter().any(|item| item.deep)
        && prose() <= wanted;
    let passed = if game { passed } else { &[] };
    let joined = |a: &Item, b: &Item| a.meets(b) && a.what != What::Gap && b.what != What::Gap;
    passed.chunk_by(joined).filter_map(|stretch| {
        let numbered = matches!(stretch[0].what, What::Number { .. });
        let own = &stretch[usize::from(numbered)..];
        own.iter().any(is_word).then(|| own.first().zip(own.last())).flatten()
    })
}

/// Whether an item is no mere sign.
fn is_word(item: &Item) -> bool {
    !matches!(item.what, What::Gap | What::Sign | What::Dots)
}

#[cfg(test)]
mod tests {
    use crate::read::text;

    #[test]
    fn what_is_left_of_moves_is_kept() {
        let before = "1. e4 c5 2. Nf3 e6 3. d4 cxd4 4. Nxd4 a6";
        let behind = "8. c4 O-O 9. Nc3 Nc6 10. Nf3 b6";
        for (between, want) in [
            ("5. Bd3 Nf6 6. 0-0 d6 Wer &€7", "Bd3 Nf6 0-0 d6 Wer &€7"),
            ("5. Haz. fdr 6. wb8 REZ 7. Qe2 Be7", "Haz. fdr wb8 REZ Qe2 Be7"),
            ("5. Bd3\nHact  fdI wb8 7. Qe2 Be7", "Bd3 Hact fdI wb8 Qe2 Be7"),
            ("5. Bd3  fdI  6. wb8  REZ  7. Qe2 Be7", "Bd3 fdI wb8 REZ Qe2 Be7"),
            // A sentence, brackets, and what is not a row below.
            ("5. Bd3 Nf6 6. 0-0 d6 and now it is time", "Bd3 Nf6 0-0 d6"),
            ("5. Bd3 Nf6 6. 0-0 d6 (15. Re1 e5 16. h3)", "Bd3 Nf6 0-0 d6"),
            ("5. Bd3 Nf6 6. 0-0 d6\n\n&€7\n\n", "Bd3 Nf6 0-0 d6"),
        ] {
            let text = format!("{before} {between} {behind}");
            let games = text::games(&text, 1);
            let entries = &games[0].sheets[0].entries;
            let texts: Vec<&str> = entries.iter().map(|entry| entry.text()).collect();
            assert_eq!(texts[8..texts.len() - 6].join(" "), want, "{text}");
            for entry in entries {
                let line = text.lines().nth(entry.place.line as usize - 1).expect("a line");
                let stands = line.chars().skip(entry.place.column as usize - 1).collect::<String>();
                assert!(stands.starts_with(entry.text()), "{} at {}", entry.text(), entry.place);
            }
        }
    }
}
