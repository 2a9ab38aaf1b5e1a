//! Rows of moves that no game has, although the number that is next stands among them: a block of
//! moves that was read in the wrong order, or a page. They are told, not guessed at.

use super::{
    candidates::words_of,
    items::{Item, Items, What},
};
use crate::record::{GameResult, Record, Remark};

/// Fewest moves that are told.
const FEW: usize = 4;
/// Fewest that are numbered further on and stand right behind a game.
const FEW_FURTHER: usize = 3;

/// Tells of the rows between two items, behind the last move of a game that does not end there.
pub(super) fn tell(items: &Items, from: usize, to: usize, game: &mut Record) {
    let entries = game.sheets.iter().flat_map(|sheet| &sheet.entries);
    let last = entries.filter_map(|entry| entry.claimed_ply()).max();
    let (Some(last), None) = (last, game.result) else { return };
    let next = last.div_ceil(2) + 1;
    let passed = items.items.get(from..to).unwrap_or_default();
    if let Some(rows) = further(passed, next) {
        let (from, to) = rows.numbers;
        let stand = format!(
            "are numbered {from} to {to}, where move {next} should come; what was played between is \
             missing, so they are left out"
        );
        game.result = rows.result;
        game.remarks.extend(told(items, &rows.moves, &stand));
        return;
    }
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
    if goes_on && moves.len() >= FEW {
        let stand = format!(
            "stand where move {next} should come and fit in nowhere; are the lines in their order?"
        );
        game.remarks.extend(told(items, &moves, &stand));
    }
}

/// What is told of moves, how they stand.
fn told(items: &Items, moves: &[&Item], stand: &str) -> Option<Remark> {
    let (place, end) = (items.place(moves.first()?), items.place(moves.last()?));
    let lines = match end.line {
        end if end == place.line => format!("line {end}"),
        end => format!("lines {} to {end}", place.line),
    };
    let message = format!("{} moves on {lines} {stand}", moves.len());
    Some(Remark { code: "moves-unread", place, message })
}

/// Rows that are numbered on end, but further on than the game before them has come.
struct Further<'i> {
    moves: Vec<&'i Item>,
    /// The first and the last number.
    numbers: (u32, u32),
    /// What they end with.
    result: Option<GameResult>,
}

/// Rows behind a game whose moves before `next` stand in it, unless any word stands before them: they
/// may be of another game.
fn further(passed: &[Item], next: u32) -> Option<Further<'_>> {
    let mut moves: Vec<&Item> = Vec::new();
    let mut numbers: Option<(u32, u32)> = None;
    let mut result = None;
    for item in passed {
        match item.what {
            What::Number { number, .. } => {
                let number = u32::from(number);
                let (first, last) = numbers.unwrap_or((number, number));
                if number <= next || !(last..=last + 1).contains(&number) {
                    break;
                }
                numbers = Some((first, number));
            }
            What::Result(found) => {
                result = found;
                break;
            }
            _ if item.deep || words_of(item) > 0 => break,
            _ if item.is_move() => moves.push(item),
            _ => {}
        }
    }
    let numbers = numbers.filter(|(first, last)| first < last && moves.len() >= FEW_FURTHER)?;
    Some(Further { moves, numbers, result })
}

#[cfg(test)]
mod tests {
    use crate::{read::text, record::GameResult};

    fn told(text: &str) -> Vec<String> {
        let records = text::games(text, 1);
        let remarks = records.iter().flat_map(|record| &record.remarks);
        remarks.map(|told| format!("{} {}", told.place.line, told.code)).collect()
    }

    #[test]
    fn rows_that_are_numbered_further_on_are_told_and_end_the_game() {
        let game = "Friedemann - Keres\n1. d2-d4 Ng8-f6\n2. c2-c4 e7-e6\n3. Ng1-f3 d7-d5\n\
            4. Nb1-c3 c7-c6\n5. Bc1-g5 Nb8-d7\n7. e2-e3 Bf8-e7\n8. Bf1-d3 O-O\n";
        let end = "39... Nd6-f5\n40. Ne5-f3 h6-h5\n0-1\n";
        let records = text::games(&format!("{game}{end}"), 1);
        let [record] = &records[..] else { panic!("{}", records.len()) };
        assert_eq!(record.result, Some(GameResult::BlackWins));
        let [told] = &record.remarks[..] else { panic!("{:?}", record.remarks) };
        let want = "3 moves on lines 9 to 10 are numbered 39 to 40, where move 9 should come";
        assert!(told.message.starts_with(want), "{}", told.message);
        assert_eq!(text::games(&format!("{game}Another game\n{end}"), 1)[0].result, None);
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
