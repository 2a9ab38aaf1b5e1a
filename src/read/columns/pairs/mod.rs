//! Sheets with several pairs of columns side by side, moves 1 to 30 on the left and 31 to 60 on the
//! right of the same lines:
//!
//! ```text
//! 1 e4 e5     31 Rd1 Rd8
//! 2 Nf3 Nc6   32 Rxd8+ Kxd8
//! ```
//!
//! 1. A block of rows is found whose first numbers go up (`block`); in most of its rows, a second
//!    number is ahead of the first by the same count.
//! 2. Each row is cut into cells, one a pair of columns (`row`). A number that is lost or misread in
//!    a row is told by those around it; the cell begins where it stands, where those of other rows
//!    begin, or behind the second move of the cell before.
//! 3. Each pair of columns is read from top to bottom.

mod block;
mod row;

use self::{
    block::{Block, Layout},
    row::{Cell, Row},
};
use super::{Part, number};

/// Longest line that is taken for a row, in bytes.
const WIDE: usize = 200;
/// Most words of a row that are looked at.
const MAX_WORDS: usize = 32;

/// A word with its byte offset.
type Word<'a> = (usize, &'a str);

fn is_rule(c: char) -> bool {
    c.is_whitespace() || matches!(c, '|' | '¦' | '_')
}

/// The words of a row; none where a line is too long for one.
fn words(text: &str) -> Vec<Word<'_>> {
    if text.len() > WIDE {
        return Vec::new();
    }
    text.split(is_rule)
        .filter(|word| !word.is_empty())
        .map(|word| (word.as_ptr().addr() - text.as_ptr().addr(), word))
        .take(MAX_WORDS)
        .collect()
}

/// Reads pairs of columns that stand side by side one after the other.
pub(super) fn ordered<'a>(parts: &[Part<'a>]) -> Option<Vec<Part<'a>>> {
    let rows: Vec<Vec<Word>> = parts.iter().map(|part| words(part.text)).collect();
    let mut out: Vec<Part> = Vec::new();
    let mut at = 0;
    let mut done = 0;
    while at < rows.len() {
        let Some(block) = Block::at(&rows, at).filter(|block| !block.begins_misread(&rows)) else {
            at += 1;
            continue;
        };
        let Some(layout) = block.layout(&rows) else {
            at = block.to;
            continue;
        };
        let block = block.with_above(parts, &rows, layout, done);
        let mut above: Vec<Part> = Vec::new();
        for (index, at) in block.higher(&rows, layout, done) {
            let part = parts[index];
            out.extend(&parts[done..index]);
            out.push(part.cut(0, at));
            above.push(part.cut(at, part.text.len()));
            done = index + 1;
        }
        out.extend(&parts[done..block.from]);
        done = unfold(parts, &rows, &block, layout, above, &mut out);
        at = done;
    }
    if done == 0 {
        return None;
    }
    out.extend(&parts[done..]);
    Some(out)
}

/// Writes out the columns of a block, in the second of which rows from above it come first; gives the
/// index behind its last line.
fn unfold<'a>(
    parts: &[Part<'a>],
    rows: &[Vec<Word>],
    block: &Block,
    layout: Layout,
    above: Vec<Part<'a>>,
    out: &mut Vec<Part<'a>>,
) -> usize {
    let mut columns: Vec<Vec<Part>> = vec![Vec::new(); layout.pairs as usize];
    columns[1] = above;
    let edges = block.edges(parts, rows, layout);
    let mut expected = block.first;
    let mut index = block.from;
    while let Some(words) = rows.get(index) {
        if words.is_empty() && index < block.to {
            index += 1;
            continue;
        }
        let own = block.numbers.get(&index).copied();
        let row = Row { text: parts[index].text, words, first: own.unwrap_or(expected), layout };
        let cells = row.cells(own.is_some(), &edges);
        // The right columns may go on below the left ones, and the last number be misread.
        let last = cells.first().is_some_and(|cell| cell.told && row.is_move(cell.moves));
        let goes_on = |cell: &Cell| {
            cell.column > 0
                && !cell.told
                && (last || words.first().is_some_and(|w| w.0 == cell.start))
        };
        if index >= block.to && !cells.iter().any(goes_on) {
            break;
        }
        for cell in cells {
            columns[cell.column as usize].extend(cell.part(&parts[index], row.first, layout));
        }
        expected = row.first + 1;
        index += 1;
    }
    out.extend(columns.into_iter().flatten());
    index
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::columns;

    fn read(text: &str) -> Option<Vec<String>> {
        let clean = |part: &Part| {
            let text = part.text.split_whitespace().collect::<Vec<_>>().join(" ");
            part.told.map_or(text.clone(), |told| format!("{}: {text}", told.number))
        };
        Some(columns::ordered(text)?.iter().map(clean).collect())
    }

    #[test]
    fn moves_of_several_words_are_moves() {
        let row = |number: u32| format!("{number}. P. to Q. B's 4th Kt. to K. B's 3d");
        let rows: Vec<String> =
            (1..=6).map(|number| format!("{}  {}", row(number), row(number + 6))).collect();
        assert_eq!(read(&rows.join("\n")), Some((1..=12).map(row).collect()));
    }

    #[test]
    fn both_moves_may_have_their_number() {
        let row = |number: u32| format!("{number} Nf3 {number} Ng6");
        let rows: Vec<String> =
            (1..=14).map(|number| format!("{} {}", row(number), row(number + 14))).collect();
        assert_eq!(read(&rows.join("\n")), Some((1..=28).map(row).collect()));
    }

    #[test]
    fn the_right_columns_may_hold_numbers_alone_and_moves_be_damaged() {
        let left = ["1 ef cS", "2 Nf3 Ncb", "3 d4 edd", "4 Nxd4 Nf6", "5 Ne3 a6", "6 Be2 eS"];
        let rows: Vec<String> =
            left.iter().zip(31..).map(|(row, number)| format!("{row} {number}")).collect();
        let read = read(&rows.join("\n")).expect("columns");
        assert_eq!(read[..6], left);
    }

    #[test]
    fn blank_lines_may_stand_between_all_rows() {
        let row = |number: u32| format!("{number} |Nf3 Ng{}", number % 8 + 1);
        let mut rows: Vec<String> =
            (1..=20).map(|number| format!("{} {}", row(number), number + 30)).collect();
        rows[0] = "ih |Nf3 Ng2 31 |Rd1 Rd8".to_owned();
        rows[1] += " | Rxd8+ Kxd8";
        let found = read(&rows.join("\n\n")).expect("columns");
        assert_eq!(found[..2], ["1: Nf3 Ng2".to_owned(), row(2)]);
        assert_eq!(found[20..22], ["31 |Rd1 Rd8", "32 | Rxd8+ Kxd8"]);
    }

    #[test]
    fn a_last_pair_of_columns_may_have_few_rows() {
        let row = |number: u32| format!("{number} Nf{number} Ng{number}");
        let left: Vec<String> = (1..=8).map(row).collect();
        let mut rows = left.clone();
        rows[0] += " 9 Kh1 Rd8";
        rows[1] += " 10 Qe2 Qd7";
        let want = [&left[..], &["9 Kh1 Rd8".to_owned(), "10 Qe2 Qd7".to_owned()]].concat();
        assert_eq!(read(&rows.join("\n")), Some(want));
        // Two numbers that do not go on with the last row say nothing.
        assert_eq!(read(&rows[..6].join("\n")), None);
    }

    #[test]
    fn pairs_of_columns_are_read_one_after_the_other() {
        let want = [
            "White: A",
            "1 e4 e5",
            "2 Nf3 Nc6",
            "3 Bb5 a6",
            "4 Ba4 Nf6",
            "5 O-O Be7",
            "6 Re1 b5",
            "7 Bb3 d6",
            "8 c3 O-O",
            "9 h3 Na5",
            "10 Bc2 c5",
            "1-0",
        ];
        let rules = "White: A\n1 e4 e5 | 6 Re1 b5\n2 Nf3 Nc6 | 7 Bb3 d6\n3 Bb5 a6 | 8 c3 O-O\n\
            4 Ba4 Nf6 | 9 h3 Na5\n5 O-O Be7 | 10 Bc2 c5\n1-0";
        for text in [rules.to_owned(), rules.replace(" | ", "\t"), rules.replace(" | ", " ")] {
            assert_eq!(read(&text).expect("columns"), want, "{text}");
        }
        let dots = "1.e4 e5 6.Re1 b5\n2.Nf3 Nc6 7.Bb3 d6\n3.Bb5 a6 8.c3 O-O\n4.Ba4 Nf6 9.h3 Na5\n\
            5.O-O Be7\n";
        assert_eq!(read(dots).expect("columns")[4..6], ["5.O-O Be7", "6.Re1 b5"]);
    }

    #[test]
    fn a_damaged_row_and_a_longer_right_column() {
        let text = "1 e4 e5      7 Bb3 d6\n2 Nf3 Nc6    8 c3 O-O\nS Bb5 a6     9 h3 Na5\n\
            4 Ba4 Nf6    Q Bc2 c5\n5 O-O Be7   11 d4 Qc7\n6 Re1 b5    12 Nbd2 cxd4\n            \
            13 cxd4 Nc6\n\nEnd";
        let found = read(text).expect("columns");
        assert_eq!(found[2], "3: Bb5 a6");
        assert_eq!(
            found[6..],
            [
                "7 Bb3 d6",
                "8 c3 O-O",
                "9 h3 Na5",
                "10: Bc2 c5",
                "11 d4 Qc7",
                "12 Nbd2 cxd4",
                "13 cxd4 Nc6",
                "",
                "End"
            ]
        );
        let place = columns::ordered(text).expect("columns")[6];
        assert_eq!((place.line, place.before), (0, 13));
    }

    #[test]
    fn a_right_column_may_begin_above_the_left_one() {
        let rows: Vec<String> =
            (1..=9).map(|n| format!("{n}. e4 e5 {}. Nf3 Nc6", n + 12)).collect();
        let text = format!(
            "Open 2011, 14 boards\n\n{}\n\nWhite Black 11. Kg2 Rc8\n\nBerg - Holm\n\n{}\n",
            "10. Bb5 a6",
            rows.join("\n")
        );
        let found = read(&text).expect("columns");
        let want = ["White Black", "", "Berg - Holm", ""];
        assert_eq!(found[4..8], want);
        assert_eq!(found[17..20], ["10. Bb5 a6", "11. Kg2 Rc8", "13. Nf3 Nc6"]);
    }

    #[test]
    fn three_pairs_of_columns() {
        let text: String =
            (1..=6).map(|n| format!("{n} e4 e5 {} Nf3 Nc6 {} Bb5 a6\n", n + 6, n + 12)).collect();
        let found = read(&text).expect("columns");
        assert_eq!(found.len(), 18);
        assert_eq!((found[6].as_str(), found[12].as_str()), ("7 Nf3 Nc6", "13 Bb5 a6"));
    }

    #[test]
    fn numbers_that_are_lost_or_misread_are_told() {
        let row = |n: usize| format!("{n} e4 e5  {} Nf3 Nc6  {} Bb5 a6\n", n + 8, n + 16);
        let text: String = (1..=8).map(row).collect();
        for (from, to, want) in [
            ("11 Nf3", "Nf3", "11: Nf3 Nc6"),
            ("11 Nf3", "1l Nf3", "11: Nf3 Nc6"),
            ("11 Nf3", "11Nf3.", "11: Nf3. Nc6"),
            ("19 Bb5", "19Bb5", "19: Bb5 a6"),
            ("Nc6  18", "Nc618", "18 Bb5 a6"),
            ("3 e4", "e4", "3: e4 e5"),
            ("3 e4", "3e4", "3: e4 e5"),
            ("3 e4", "S e4", "3: e4 e5"),
            ("6 e4", "1 e4", "6: e4 e5"),
            ("6 e4", "22 e4", "6: e4 e5"),
            ("11 Nf3", "1a Nf3", "11: Nf3 Nc6"),
            // No number, but what is left of a move.
            ("3 e4", "e", "3: e e5"),
        ] {
            let found = read(&text.replacen(from, to, 1)).expect("columns");
            assert_eq!(found.len(), 24, "{from} as {to}");
            assert!(found.iter().any(|row| row == want), "{from} as {to}: {found:?}");
        }
        // Rows above the first number that can be read, and a first number that is misread.
        for (from, to) in [("1 e4", "l e4"), ("1 e4", "e4"), ("1 e4", "3 e4")] {
            let found = read(&text.replacen(from, to, 1)).expect("columns");
            assert_eq!((found.len(), found[0].as_str()), (24, "1: e4 e5"), "{to}");
            assert_eq!(found[8], "9 Nf3 Nc6");
        }
        let found = read(&text.replacen("8 e4", "B e4", 1)).expect("columns");
        assert_eq!((found.len(), found[7].as_str()), (24, "8: e4 e5"));
        // A column most of whose numbers are gone in one row in four.
        let found = read(&text.replace("11 ", "").replace("14 ", "")).expect("columns");
        assert_eq!(found[8..16][2], "11: Nf3 Nc6");
    }

    proptest::proptest! {
        /// What is put in another order is all there, but for numbers.
        #[test]
        fn no_square_is_lost(rows in proptest::collection::vec(
            proptest::collection::vec(0..WORDS.len(), 0..9), 0..14,
        )) {
            let row = |(number, words): (usize, &Vec<usize>)| {
                let words: Vec<&str> = words.iter().map(|&word| WORDS[word]).collect();
                format!("{number} {}  {} e4 e5\n", words.join(" "), number + 10)
            };
            let text: String = (1..).zip(&rows).map(row).collect();
            if let Some(parts) = columns::ordered(&text) {
                let found: usize = parts.iter().map(|part| columns::squares(part.text)).sum();
                proptest::prop_assert_eq!(found, columns::squares(&text), "{}", text);
            }
        }
    }

    const WORDS: [&str; 14] =
        ["e4", "Nf3", "O-O", "—", "S", "Z1", "2", "12", "15h5", "Le813", "\n", "|", "é", "5254"];

    #[test]
    fn other_texts_keep_their_order() {
        for text in [
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7\n6. Re1 b5 7. Bb3 d6 8. c3 O-O \
             9. h3 Na5 10. Bc2 c5\n11. d4 Qc7 12. Nbd2 cxd4 13. cxd4 Nc6 14. Nb3 a5 15. Be3 a4\n",
            "1 P - K 4 P - K 4\n2 P - K 4 P - K 4\n3 P - K 4 P - K 4\n4 P - K 4 P - K 4\n",
            "1. e4\n2. Nf3\n3. Bb5\n\nThen\nhe\nresigned\n",
            "1. e4\ne5\n2. Nf3\nNc6\n3. Bb5\na6\n",
            "1 Anand 2800 7\n2 Carlsen 2850 6\n3 Aronian 2790 6\n4 Kramnik 2780 5\n",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
