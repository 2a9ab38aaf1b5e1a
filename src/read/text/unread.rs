//! Rows of moves that no game has, although the number that is next stands among them: a block of
//! moves that was read in the wrong order, or a page. They are told, not guessed at.

use super::{
    candidates::words_of,
    items::{Item, Items, What},
};
use crate::record::{Record, Remark};

/// Fewest moves that are told.
const FEW: usize = 4;

/// Tells of the rows between two items, behind the last move of a game that does not end there.
pub(super) fn tell(items: &Items, from: usize, to: usize, game: &mut Record) {
    let entries = game.sheets.iter().flat_map(|sheet| &sheet.entries);
    let last = entries.filter_map(|entry| entry.claimed_ply()).max();
    let (Some(last), None) = (last, game.result) else { return };
    let next = last.div_ceil(2) + 1;
    let passed = items.items.get(from..to).unwrap_or_default();
    let mut goes_on = false;
    let mut moves: Vec<&Item> = Vec::new();
    for line in passed.chunk_by(|a, b| a.line == b.line) {
        let words: u32 = line.iter().map(words_of).sum();
        if moves.is_empty() && line.iter().any(|item| matches!(item.what, What::Result(_))) {
            return;
        }
        if words > 0 || line.iter().any(|item| item.deep) {
            continue;
        }
        moves.extend(line.iter().filter(|item| item.is_move()));
        goes_on |= line.iter().any(
            |item| matches!(item.what, What::Number { number, .. } if u32::from(number) == next),
        );
    }
    if let [first, .., end] = &moves[..]
        && goes_on
        && moves.len() >= FEW
    {
        let (count, place) = (moves.len(), items.place(first));
        let lines = match items.place(end).line {
            end if end == place.line => format!("line {end}"),
            end => format!("lines {} to {end}", place.line),
        };
        let message = format!(
            "{count} moves on {lines} stand where move {next} should come and fit in nowhere; are \
             the lines in their order?"
        );
        game.remarks.push(Remark { code: "moves-unread", place, message });
    }
}

#[cfg(test)]
mod tests {
    use crate::read::text;

    fn told(text: &str) -> Vec<String> {
        let records = text::games(text, 1);
        let remarks = records.iter().flat_map(|record| &record.remarks);
        remarks.map(|told| format!("{} {}", told.place.line, told.code)).collect()
    }

    #[test]
    fn rows_that_go_on_are_told() {
        let game = "1. P-K4 P-K4\n2. Kt-KB3 Kt-QB3\n3. B-Kt5 P-QR3\n4. B-R4 Kt-B3\n\
            5. Castles B-K2\n6. R-K1 P-QKt4\n7. B-Kt3 P-Q3\n8. P-B3 Castles\n9. P-KR3 Kt-QR4\n";
        // The moves of the second page stand above their numbers.
        let page = "\nP-B4\nQ-B2\nB-B2\nP-Q4\n\n10.\n11.\n";
        assert_eq!(told(&format!("{game}{page}")), ["11 moves-unread"]);
        for more in [
            "",
            "10. B-B2 P-B4\n11. P-Q4 Q-B2\n",
            "Resigns.\n\nP-B4\nQ-B2\nB-B2\nP-Q4\n\n10.\n11.\n",
            "White could have played\n10. B-B2 P-B4 11. P-Q4 Q-B2 12. QKt-Q2 with an even game.\n",
        ] {
            assert_eq!(told(&format!("{game}{more}")), Vec::<String>::new(), "{more}");
        }
    }
}
