//! Whole games that a note in brackets gives beside the game in which it stands: `[Footnote:
//! Lasker-Bauer: 1. P-KB4, P-Q4; 2. P-K3 … and White won.]`

use std::mem;

use super::{candidates::Candidate, items::Items};
use crate::record::Record;

/// Fewest numbers and moves of such a game; a line that leads to the same position is shorter.
const FEW: u16 = 12;
const PLIES: usize = 24;

/// The numbers of each such game, as those of a text of its own.
pub(super) fn numbers(items: &Items, found: &[Candidate]) -> Vec<Vec<Candidate>> {
    let mut games = Vec::new();
    let mut from = 0;
    while from < found.len() {
        let mut to = from + 1;
        while to < found.len() && follows(items, &found[to - 1], &found[to]) {
            to += 1;
        }
        let (first, last) = (&found[from], &found[to - 1]);
        if first.deep && first.number == 1 && !first.black && last.number >= FEW {
            let plain = |own: &Candidate| Candidate { deep: false, told: false, ..own.clone() };
            games.push(found[from..to].iter().map(plain).collect());
        }
        from = to;
    }
    games
}

/// Whether a number goes on with the one before it, in the same brackets.
fn follows(items: &Items, before: &Candidate, own: &Candidate) -> bool {
    let next = before.number.checked_add(1) == Some(own.number)
        || before.number == own.number && own.black;
    before.deep && own.deep && next && items.items[before.item..own.item].iter().all(|i| i.deep)
}

/// Adds the game of such a note behind the one that it stands in; the heading above is that one's. Where
/// it was found already, with fewer of its moves, it takes that one's place.
pub(super) fn add(own: Vec<Record>, found: &mut Vec<Record>) {
    let Ok([mut game]) = <[Record; 1]>::try_from(own) else { return };
    let first = |game: &Record| {
        let entry = game.sheets.first()?.entries.first()?;
        Some((entry.place.line, entry.place.column))
    };
    let entries =
        |game: &Record| game.sheets.iter().map(|sheet| sheet.entries.len()).sum::<usize>();
    if entries(&game) < PLIES {
        return;
    }
    game.tags.clear();
    if let Some(other) = found.iter_mut().find(|other| first(other) == first(&game)) {
        if entries(other) < entries(&game) {
            game.tags = mem::take(&mut other.tags);
            *other = game;
        }
        return;
    }
    let at = found.partition_point(|other| first(other) < first(&game));
    found.insert(at, game);
}

#[cfg(test)]
mod tests {
    use crate::read::text::games;

    const GAME: &str = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O \
        9. h3 Nb8 10. d4 Nbd7 11. Nbd2 Bb7 12. Bc2 Re8 13. Nf1 Bf8";

    #[test]
    fn a_game_in_a_note_is_one_of_its_own() {
        let count = |note: &str| {
            let text =
                format!("Berg - Falk\n\n1. d4 d5 2. c4 e6 3. Nc3 Nf6\n\n{note}\n\n4. Bg5 Be7");
            let found = games(&text, 1);
            assert_eq!(found[0].sheets[0].entries.len(), 8, "{text}");
            assert!(found.iter().skip(1).all(|game| game.tags.is_empty()), "{text}");
            found.iter().map(|game| game.sheets[0].entries.len()).collect::<Vec<_>>()
        };
        assert_eq!(count(&format!("[Footnote: Dorn-Hahn: {GAME}]")), [8, 26]);
        // What is short may lead to the same position.
        assert_eq!(count(&format!("[Or in this way: {}]", &GAME[..60])), [8]);
        assert_eq!(count("[Better was 3. Nf3 Nf6 4. Nc3]"), [8]);
        // Nothing else is a game, and the last move stands in a sentence.
        let alone = games(&format!("A note.\n\n[Footnote: {GAME}; 14.\nd5, with chances.]\n"), 1);
        assert_eq!(alone[0].sheets[0].entries.len(), 27);
    }
}
