//! What is left of the first moves of a game whose first numbers are misread: `Led e6 7. d4 d5 3. Cc3
//! dxe4`, where the first number that can be read is 3.

use super::{
    items::{Item, Items, What},
    left,
};

/// Most plies before the first number that can be read.
pub(super) const MOST: u32 = 10;
/// Most words of prose on end among what is left of moves.
const WORDS: u16 = 2;
/// Longest word with a point or a colon behind it that may be what is left of a move, in characters.
const LONG: usize = 4;

/// The item from which on what is left of so many first moves stands before the item `until`, behind
/// a heading perhaps, if anything is.
pub(super) fn begins(items: &Items, from: usize, until: usize, wanted: u32) -> Option<usize> {
    let stops = |at: usize| {
        let (item, next) = (&items.items[at], &items.items[at + 1]);
        item.deep
            || items.are_apart(item.line, next.line)
            || matches!(item.what, What::Result(_) | What::Close(_))
            || matches!(item.what, What::Words(count) if count > WORDS || ends(items, item, next))
    };
    let before = (from..until).rev().take_while(|&at| !stops(at));
    let first = before.last()?;
    let is_left = |item: &&Item| matches!(item.what, What::Move(_) | What::Token);
    let told = items.items[first..until].iter().filter(is_left).count();
    let wanted = wanted as usize;
    let some = told > 0 && left::count(items, first, until, wanted) * 3 >= wanted;
    some.then_some(first)
}

/// Whether a word ends a sentence or leads to something: `Maroczy.`, `Black:`
fn ends(items: &Items, word: &Item, next: &Item) -> bool {
    let signs = items.text(next).starts_with(['.', ':']) && word.meets(next);
    let text = items.text(word).trim_end();
    (signs || text.ends_with(['.', ':'])) && text.chars().count() > LONG
}

#[cfg(test)]
mod tests {
    use crate::read::text;

    #[test]
    fn what_is_left_of_the_first_moves_is_kept() {
        let game = "4. Cxe4 Fd7 5. Cf3 Fc6 6. Fd3 Fxe4 7. Fxe4 c6 8. O-O Cf6 9. Fd3 Cbd7 10. c4 Fd6 \
            11. b3 O-O 12. Fb2 Dc7 13. Dc2 Tfe8";
        for (front, want) in [
            (
                "Blancs: Belinsky. Noirs: Jensen.\n\nLed e6 7. d4 dS 3. Cc3 dxe4",
                "ed e6 d4 dS Cc3 dxe4",
            ),
            (
                "Blancs: Belinsky. Noirs: Jensen. Led e6 7. d4 dS 3. Cc3 dxe4",
                "Led e6 d4 dS Cc3 dxe4",
            ),
            ("Blancs: Belinsky. Noirs: Jensen.\n", ""),
        ] {
            let text = format!("{front} {game}");
            let games = text::games(&text, 1);
            let entries = &games[0].sheets[0].entries;
            let texts: Vec<&str> = entries.iter().map(|entry| entry.text()).collect();
            assert_eq!(texts[..texts.len() - 20].join(" "), want, "{text}");
        }
    }
}
