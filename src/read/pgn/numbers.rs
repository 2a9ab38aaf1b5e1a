//! Move numbers that those around them contradict, and those that were torn apart.

use super::lex::{Lexeme, Token};
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

/// Joins numbers that were torn apart, where the one before says which is due: `1 2. f4` behind move
/// 11, `1,3. f4` behind move 12.
pub(super) fn join(lexemes: &mut Vec<Lexeme>) {
    let mut joined: Vec<Lexeme> = Vec::with_capacity(lexemes.len());
    // The number before the one that was just put out.
    let (mut last, mut before) = (0, 0);
    for mut lexeme in lexemes.drain(..) {
        if let Token::Number { number, .. } = &mut lexeme.token {
            let first = match joined.last().map(|lexeme| &lexeme.token) {
                Some(Token::Number { number: first, black: false }) if *number < 10 => *first,
                _ => 0,
            };
            let whole = first * 10 + *number;
            if first > 0 && whole == before + 1 {
                *number = whole;
                lexeme.place = joined.pop().map_or(lexeme.place, |first| first.place);
            } else {
                before = last;
            }
            last = *number;
        }
        joined.push(lexeme);
    }
    *lexemes = joined;
}

#[cfg(test)]
mod tests {
    use shakmaty::Color;

    use super::*;
    use crate::read::pgn::lex;

    #[test]
    fn a_number_that_was_torn_apart_is_joined() {
        for (text, want) in [
            ("11. Kh1 O-O 1 2. f4 h6 13. e5", "11 12 13"),
            ("12. Be3 Qb5 1,3. Qb3 Qa6", "12 13"),
            ("10. Bg2 Nde5 1 1. Qe2 b5 12. f4", "10 11 12"),
            ("19. Rd2 Qc7 2.0. Qe4 Bd6 2 1... Rf2", "19 20 21"),
            ("1. e4 e5 1. 2. Nf3 Nc6", "1 1 2"),
            ("9. h3 Na5 10. Bc2 1 0. c5 11. d4", "9 10 1 0 11"),
        ] {
            let mut lexemes = lex::lex(text, 1);
            join(&mut lexemes);
            let numbers = lexemes.iter().filter_map(Lexeme::number);
            let numbers: Vec<String> = numbers.map(|number| number.to_string()).collect();
            assert_eq!(numbers.join(" "), want, "{text}");
        }
    }

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
