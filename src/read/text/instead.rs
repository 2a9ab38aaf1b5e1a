//! Whether a text is rather a score sheet with misread numbers than the games that numbers show in it.

use std::collections::BTreeSet;

use super::{entries, moves};
use crate::{
    read::shape::{
        chars::{is_capture, is_file},
        scan,
    },
    record::{Entry, Record, Sheet},
};

/// Fewest words that show that prose was taken for moves, and fewest letters of one.
const PROSE: usize = 3;
const WORD: usize = 4;

/// Whether a sheet has more of the text and more moves than the games that were found, which are scraps
/// of it.
pub(super) fn is_better(sheet: &[Record], found: &[Record]) -> bool {
    let more = letters(sheet) * 3 > letters(found) * 4;
    let scraps = || in_moves(sheet) * 7 > in_moves(found) * 8 && !is_most(found, sheet);
    let notes = || has_prose(sheet) && has_numbers(found);
    more && (found.is_empty() || scraps() && !notes())
}

/// How many letters and digits the entries of records have.
fn letters(records: &[Record]) -> usize {
    entries(records).map(letters_of).sum()
}

/// How many of them stand in entries that look like moves; a long move that is torn in two has no
/// more than a whole one.
fn in_moves(records: &[Record]) -> usize {
    entries(records).filter(|entry| scan::is_move(entry.text())).map(letters_of).sum()
}

/// Whether games have at least half as many moves as others and no gap in their numbers, and nearly
/// all of their entries look like moves: what there is more, notes perhaps, is none of theirs.
fn is_most(found: &[Record], others: &[Record]) -> bool {
    let leads_on = |sheet: &Sheet| {
        let mut claimed = (0_u32..).zip(&sheet.entries);
        claimed.all(|(ply, entry)| entry.claimed_ply().is_none_or(|own| own == ply))
    };
    let most = moves(found) * 2 >= moves(others);
    let mut sheets = found.iter().flat_map(|record| &record.sheets);
    most && moves(found) * 20 >= entries(found).count() * 19 && sheets.all(leads_on)
}

/// Whether games have three of four of their numbers, up to the last one.
fn has_numbers(records: &[Record]) -> bool {
    let numbers = || entries(records).filter_map(|entry| entry.number);
    let known = numbers().collect::<BTreeSet<u32>>().len();
    numbers().max().is_some_and(|last| known * 4 >= last as usize * 3)
}

/// Whether words of prose are among the entries of records.
fn has_prose(records: &[Record]) -> bool {
    // Files, capture signs and one letter more may be left of a move: `exfs`, `Rebs`.
    let of_moves = |c: char| is_file(c) || is_capture(c);
    let is_word = |text: &str| {
        let word = text.trim_end_matches(['.', ',', ':', ';', '!', '?']);
        let rest = || word.chars().skip(1);
        let others = rest().filter(|&c| !of_moves(c)).count();
        rest().all(char::is_lowercase) && word.chars().count() >= WORD && others > 1
    };
    let words = entries(records).map(Entry::text).filter(|text| is_word(text));
    words.filter(|text| !scan::is_move(text)).count() >= PROSE
}

/// How many letters and digits an entry has.
fn letters_of(entry: &Entry) -> usize {
    entry.text().chars().filter(|c| c.is_alphanumeric()).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::text::games;

    #[test]
    fn a_game_without_a_gap_is_no_scrap_of_a_sheet() {
        let list = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3";
        let (whole, half) = (games(list, 1), games(&list[..40], 1));
        assert!(is_most(&half, &whole));
        assert!(!is_most(&games(&list[..29], 1), &whole));
        let gap = list.replace("3. Bb5 a6 ", "");
        assert!(!is_most(&games(&gap, 1), &whole));
    }

    #[test]
    fn notes_are_told_from_moves_and_lists_from_scraps() {
        let sheet = |texts: &str| {
            let entries = texts.split(' ').map(Entry::from_text).collect();
            [Record { sheets: vec![Sheet { entries, ..Sheet::default() }], ..Record::default() }]
        };
        assert!(has_prose(&sheet("Lel-g5 Besser war hier Schwarz gibt auf.")));
        assert!(!has_prose(&sheet("exfs Rebs cxdd Lxes kxfs Ngs dxcd axbs")));
        let start = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6";
        let rest = "11. c3 d5 12. O-O O-O 13. d4 b5 14. a3 h6 15. b3 g5 16. h3 Be6";
        assert!(has_numbers(&games(start, 1)));
        assert!(!has_numbers(&games(&format!("{start} {rest}"), 1)));
    }
}
