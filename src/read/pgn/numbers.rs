//! Move numbers that those around them contradict.

use crate::record::Entry;

/// Fewest moves in a row before and behind a wrong number whose own say so.
const WITNESSES: usize = 2;

/// Takes back the number of one row that those before it and behind it contradict, as many moves
/// as there are between them: of 4, 6, 6, 7 the first 6 is misread.
pub(super) fn take_back(entries: &mut [Entry]) {
    let shift = |(at, entry): (usize, &Entry)| Some(i64::from(entry.claimed_ply()?) - at as i64);
    let shifts: Vec<Option<i64>> = entries.iter().enumerate().map(shift).collect();
    for length in [2, 1] {
        for at in WITNESSES..shifts.len().saturating_sub(length + WITNESSES - 1) {
            let own = &shifts[at..at + length];
            let told = shifts[at - 1];
            let before = &shifts[at - WITNESSES..at];
            let behind = &shifts[at + length..at + length + WITNESSES];
            let agree = before.iter().chain(behind).all(|other| *other == told);
            let wrong = own[0] != told && own.iter().all(|other| *other == own[0]);
            if told.is_some() && own[0].is_some() && agree && wrong {
                for entry in &mut entries[at..at + length] {
                    (entry.number, entry.color) = (None, None);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::Color;

    use super::*;

    #[test]
    fn a_number_that_its_neighbours_contradict_is_taken_back() {
        let claims = |plies: &[u32]| {
            let entry = |ply: &u32| Entry {
                number: Some(ply / 2 + 1),
                color: Some(Color::from_white(ply.is_multiple_of(2))),
                ..Entry::from_text("e4")
            };
            let mut entries: Vec<Entry> = plies.iter().map(entry).collect();
            take_back(&mut entries);
            entries.iter().map(|entry| entry.claimed_ply().is_some()).collect::<Vec<_>>()
        };
        let taken = [true, true, false, false, true, true];
        assert_eq!(claims(&[0, 1, 4, 5, 4, 5]), taken);
        // Moves are wanting there.
        assert_eq!(claims(&[0, 1, 4, 5, 6, 7]), [true; 6]);
        assert_eq!(claims(&[0, 1, 2, 3]), [true; 4]);
    }
}
