//! The first moves of games that begin with number 1, and where the last number stands: what other
//! readers ask before they take a text for a game.

use super::{
    candidates::{Candidate, candidates},
    items::Items,
};

/// Most numbers that such games are looked for at.
const MOST: usize = 8;

/// The beginning of a game in a text.
pub(in crate::read) struct First<'a> {
    /// The byte of its number.
    pub(in crate::read) at: usize,
    /// Whether Black moves first.
    pub(in crate::read) black: bool,
    /// Its first moves on end.
    pub(in crate::read) moves: Vec<&'a str>,
}

/// The places of a text where a game may begin, each with so many moves at most.
pub(in crate::read) fn first<'a>(text: &'a str, most: usize) -> Vec<First<'a>> {
    let items = Items::new(text, 1);
    let found = candidates(&items);
    let begins = |(_, own): &(usize, &Candidate)| own.number == 1 && !own.deep && own.is_shaped();
    let game = |(at, own): (usize, &Candidate)| {
        let mut moves: Vec<&'a str> = Vec::new();
        let mut next = own.plies().start;
        for own in &found[at..] {
            if moves.len() >= most || !own.plies().contains(&next) {
                break;
            }
            moves.extend(own.slots.iter().map(|slot| slot.text(&items)));
            next = own.end();
        }
        moves.truncate(most);
        First { at: byte(text, &items, own), black: own.black, moves }
    };
    found.iter().enumerate().filter(begins).take(MOST).map(game).collect()
}

/// The byte of the last number of a text with moves behind it.
pub(in crate::read) fn last_number(text: &str) -> Option<usize> {
    let items = Items::new(text, 1);
    let found = candidates(&items);
    found.iter().rfind(|own| own.is_shaped()).map(|own| byte(text, &items, own))
}

/// The byte of a number.
fn byte(text: &str, items: &Items, own: &Candidate) -> usize {
    let item = &items.items[own.item];
    let line = items.lines[item.line as usize];
    line.as_ptr().addr() - text.as_ptr().addr() + item.start as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_begin_with_their_first_number() {
        for (text, black, want) in [
            ("In this position (1) Qxh7+ Kxh7 (2) Ktxf6++", false, "Qxh7+ Kxh7 Ktxf6++"),
            (
                "Black wins:\n1...     R to K 8\n2. K takes R  P to B 7",
                true,
                "R to K 8 K takes R P to B 7",
            ),
        ] {
            let found = first(text, 4);
            let [game] = &found[..] else { panic!("{text}") };
            assert_eq!((game.black, game.moves.join(" ").as_str()), (black, want));
            assert!(text[game.at..].starts_with(['1', '(']), "{text}");
            assert!(
                last_number(text).is_some_and(|at| text[at..].starts_with(['2', '('])),
                "{text}"
            );
        }
        assert!(first("12. Nf3 Nc6", 4).is_empty());
    }
}
