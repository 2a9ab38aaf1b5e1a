//! White's moves in lines of their own and Black's in lines below them, as OCR leaves columns:
//!
//! ```text
//! White.
//! 1. P-K4
//! 2. Kt-KB3
//! Black.
//! 1. P-K4
//! 2. Kt-QB3
//! ```
//!
//! 1. Each short line is taken for a cell: a move with its number, if it has one (`cell`).
//! 2. Lines whose numbers go up are a block, the moves of one side (`block`). A number may be
//!    misread or lost where those around it tell what it is; the numbers may also stand above, in
//!    lines of their own (`numbers`).
//! 3. A block of White's and the lines below it are a stack (`stack`): Black's lines may do without
//!    numbers, if there are as many of them.
//! 4. Each move of Black's is read behind White's.

mod block;
mod cell;
mod numbers;
mod stack;

use self::{
    cell::{Cell, single},
    stack::Stack,
};
use super::{Part, filled};

/// Puts Black's moves behind White's where they stand below them.
pub(super) fn ordered<'a>(parts: &[Part<'a>]) -> Option<Vec<Part<'a>>> {
    let parts: &[Part] = &parts.iter().flat_map(|&part| single(part)).collect::<Vec<_>>();
    let filled = filled(parts);
    let apart = |at: usize| at > 0 && parts[at - 1].text.trim().is_empty();
    let cells: Vec<Option<Cell>> =
        filled.iter().map(|&at| Cell::new(parts[at], apart(at))).collect();
    let mut out: Vec<Part> = Vec::new();
    let (mut at, mut done) = (0, 0);
    // The number with which the stack before is gone on with.
    let mut next = None;
    while at < cells.len() {
        let stack = match Stack::find(&cells, at, next) {
            Ok(stack) => stack,
            Err(next) => {
                at = next;
                continue;
            }
        };
        out.extend(&parts[done..filled[at]]);
        out.extend(stack.headings.iter().map(|&heading| parts[filled[heading]]));
        for (&(white, black), number) in stack.pairs.iter().zip(stack.first..) {
            let answer = |cell: Cell<'a>| match white {
                Some(white) if cell.is_move && (white.is_move || white.damaged) => cell.bare(),
                _ => cell.with_number(number, true),
            };
            out.extend(white.map(|cell| cell.with_number(number, false)));
            out.extend(black.map(answer));
        }
        next = Some(stack.first + stack.pairs.len() as u32);
        at = stack.end;
        done = filled[at - 1] + 1;
    }
    if done == 0 {
        return None;
    }
    out.extend(&parts[done..]);
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::columns::{self, Told};

    fn read(text: &str) -> Option<Vec<String>> {
        let parts = ordered(&columns::lines(text))?;
        let told = |told: Told| format!("{}{}: ", told.number, if told.black { "..." } else { "" });
        let line = |part: &Part| part.told.map(told).unwrap_or_default() + part.text;
        Some(parts.iter().map(line).collect())
    }

    #[test]
    fn white_first_and_black_below() {
        let text = "1. e4\n2. Sf3\n3. Lb5\nc5\nSc6\ng6\n4. Lxc6\n5. d3\n6. h3\ndxc6\nL97\n1-0\n";
        let want = "1. e4|c5|2. Sf3|Sc6|3. Lb5|g6|4. Lxc6|dxc6|5. d3|5...: L97|6. h3|1-0";
        // A result is short as a move is, but no move.
        assert_eq!(read(&text.replace("1-0\n", "")).expect("order").join("|") + "|1-0", want);
        // Pages break a game into many such pairs.
        let pair = "le4\n2 Pf3\n\ne5\nPf6\n\nA note.\n\n3 Pc3\n4d4\n\nd6\nPbd7\n";
        assert_eq!(
            read(pair).expect("order").join("|"),
            "le4|e5|2 Pf3|Pf6||A note.||3 Pc3|d6|4d4|Pbd7"
        );
        let numbered = "White\n1.e4\n2.Nf3\n3.Bb5\n\nBlack\n1.e5\n2.Nc6\n3.a6\n";
        assert_eq!(
            read(numbered).expect("order").join("|"),
            "White|Black|1.e4|e5|2.Nf3|Nc6|3.Bb5|a6"
        );
    }

    #[test]
    fn a_side_that_is_lost_leaves_gaps() {
        let lost = "6\n7\n8\n9\n10\n\nRe1\nBb3\nc3\nh3\nd4\n";
        let next = "11\n12\n13\n14\n15\n\nNbd2\nBc2\nNf1\nNg3\nb3\n\nBb7\nRe8\nBf8\ng6\nc5\n";
        let read = read(&format!("{lost}\nd6\n\n{next}")).expect("order").join("|");
        let want = "6: Re1|7: Bb3|8: c3|9: h3|10: d4||d6||11: Nbd2|Bb7|12: Bc2|Re8|13: Nf1|Bf8";
        assert!(read.trim_start_matches('|').starts_with(want), "{read}");
    }

    #[test]
    fn a_line_may_hold_several_moves_of_a_side() {
        let text = "1. P-K4\n2. Kt-KB3 3. B-Kt5\n\n1. P-K4 2. Kt-QB3\n3. P-QR3\n";
        assert_eq!(
            read(text).expect("order").join("|"),
            "1. P-K4|P-K4 |2. Kt-KB3 |Kt-QB3|3. B-Kt5|P-QR3"
        );
    }

    #[test]
    fn numbers_may_be_damaged() {
        for (text, want) in [
            (
                "l. e4\n2. Nf3\nS. Bb5\n4. Ba4\n5. O-O\nBlaek.\ne5\nNc6\na6\nN16\nBe7\nResigns.\n",
                "Blaek.|1: e4|e5|2. Nf3|Nc6|3: Bb5|a6|4. Ba4|4...: N16|5. O-O|Be7|Resigns.",
            ),
            (
                "1. P-K4\n2. Kt-KB3\n4. B-R4\n5. Castles\n6. R-K1\nBLACK\n1. P-K4\nZ. Kt-QB3\n\
                 3. P-QR3\n4. Kt-B3\n5. B-K2\n",
                "BLACK|1. P-K4|P-K4|2. Kt-KB3|Kt-QB3|3...: P-QR3|4. B-R4|Kt-B3|5. Castles|B-K2|6. R-K1",
            ),
        ] {
            assert_eq!(read(text).expect("order").join("|"), want);
        }
    }

    #[test]
    fn lost_numbers_and_moves_that_share_a_line() {
        let white = "1 e4\n2 Nf3\n3 Bb5\nBa4\n5 O-O\n6 Re1\n7 Bb3\n";
        for black in ["e5\nNc6\na6 Nf6\nBe7\nb5\nd6\n", "e5\nNc6\na6\nNf6\nBe7\nb5 d6\n"] {
            assert_eq!(
                read(&format!("{white}{black}")).expect("order").join("|"),
                "1 e4|e5|2 Nf3|Nc6|3 Bb5|a6|4: Ba4|Nf6|5 O-O|Be7|6 Re1|b5|7 Bb3|d6"
            );
        }
    }

    #[test]
    fn a_heading_is_no_damaged_move() {
        let text = "1 e4\n2 Nf3\n3 Bb5\n4 Ba4\n5 O-O\nBLACK\ne5\nNc6\na6\nNf6\nBeG\nWHITE\n6 Re1\n";
        let found = read(text).expect("order").join("|");
        assert_eq!(found, "BLACK|1 e4|e5|2 Nf3|Nc6|3 Bb5|a6|4 Ba4|Nf6|5 O-O|5...: BeG|WHITE|6 Re1");
    }

    #[test]
    fn white_moves_that_are_lost() {
        let text = "1 e4\n2 —\n3 Bb5\nBa4 5 O-O\n6 Re1\n7 Bb3\ne5\nNc6\na6\nNf6\nBe7\nb5\nd6\n";
        assert_eq!(
            read(text).expect("order").join("|"),
            "1 e4|e5|2 —|2...: Nc6|3 Bb5|a6|4: Ba4 |Nf6|5 O-O|Be7|6 Re1|b5|7 Bb3|d6"
        );
    }

    #[test]
    fn numbers_above_in_lines_of_their_own() {
        let numbers = "1.\n2.\n3.\n4,\n5.\n6.\n";
        let want = "White|Black|1: e4|e5|2: Nf3|Nc6|3: Bb5|a6|4: Ba4|Nf6|5: O-O|Be7|6: Re1|b5";
        for text in [
            "White\ne4\nNf3\nBb5\nBa4\nO-O\nRe1\n\nBlack\ne5\nNc6\na6\nNf6\nBe7\nb5\n",
            "\ne4\nNf3\nBb5\nBa4\nO-O\nRe1\n\ne5\nNc6\na6\nNf6\nBe7\nb5\n",
        ] {
            let found = read(&format!("{numbers}{text}")).expect("order");
            let want = if text.starts_with('W') { want } else { &want[12..] };
            let moves: Vec<String> = found.into_iter().filter(|line| !line.is_empty()).collect();
            assert_eq!(moves.join("|"), want);
        }
        // Some numbers are lost or misread.
        let damaged = numbers.replace("2.\n3.", "—\n3. 4.").replace("4,\n5.\n", "");
        let text = "\ne4\nNf3\nBb5\nBa4\nO-O\nRe1\n\ne5\nNc6\na6\nNf6\nBe7\nb5\n";
        let found =
            read(&format!("{damaged}7.\n{}", text.replace("Re1", "Re1\nBb3"))).expect("order");
        assert!(found.join("|").ends_with("6: Re1|b5|7: Bb3"));
        let found = read(&format!("{}{text}", numbers.replace("3.", "1."))).expect("order");
        assert!(found.join("|").ends_with("2: Nf3|Nc6|3: Bb5|a6|4: Ba4|Nf6|5: O-O|Be7|6: Re1|b5"));
        // A letter that is misread is no number.
        let text = text.replace("Re1", "Ie1");
        let found = read(&format!("{numbers}{text}")).expect("order");
        assert!(found.join("|").ends_with("6: Ie1|b5"));
        let found = read(&format!("{}{text}", numbers.replace("6.\n", ""))).expect("order");
        assert!(found.join("|").ends_with("6: Ie1|b5"));
        // The last move is White's.
        let short = "e4\nNf3\nBb5\nBa4\nO-O\nRe1\n\ne5\nNc6\na6\nNf6\nBe7\n";
        let found = read(&format!("{numbers}\n{short}")).expect("order");
        assert!(found.join("|").ends_with("5: O-O|Be7|6: Re1"));
        let rows = "e4 e5\nNf3 Nc6\nBb5 a6\nBa4 Nf6\nO-O Be7\nRe1 b5\n";
        let found = read(&format!("{numbers}\n{rows}")).expect("order");
        assert!(
            found
                .join("|")
                .ends_with("1: e4 e5|2: Nf3 Nc6|3: Bb5 a6|4: Ba4 Nf6|5: O-O Be7|6: Re1 b5")
        );
    }

    #[test]
    fn what_goes_on_with_a_stack_may_be_short() {
        let stack = "1 e4\n2 Nf3\n3 Bb5\ne5\nNc6\na6\n";
        for (more, want) in [
            ("4 Ba4\nNf6\n", "4 Ba4|Nf6"),
            ("Ba4\n5 O-O\nNf6\nBe7\n", "4: Ba4|Nf6|5 O-O|Be7"),
            ("4 Ba4\nO-O\nBlack\nNf6\nBe7\n", "Black|4 Ba4|Nf6|5: O-O|Be7"),
            ("4.\n5.\n\nBa4\nO-O\n\nNf6\nBe7\n", "4: Ba4|Nf6|5: O-O|Be7"),
            ("A.\n5.\n6.\n\n—\nO-O\nRe1\n\nNf6\nBe7\nb5\n", "4: —|4...: Nf6|5: O-O|Be7|6: Re1|b5"),
        ] {
            let found = read(&format!("{stack}{more}")).expect("order").join("|");
            assert!(found.ends_with(want), "{found}");
        }
    }

    const LINES: [&str; 12] =
        ["e4", "Nf3", "O-O", "—", "", "Black", "e5 Nc6", "7e6", "Ie1", "9 h3", "5.", "NhG"];

    proptest::proptest! {
        /// What is put in another order is all there, but for numbers.
        #[test]
        fn no_square_is_lost(
            numbers in 0_usize..8,
            alone: bool,
            lines in proptest::collection::vec(0..LINES.len(), 0..30),
        ) {
            let own = |number: usize| if alone { "" } else { LINES[number % 2] };
            let mut text: String = (1..=numbers).map(|n| format!("{n}. {}\n", own(n))).collect();
            lines.iter().for_each(|&line| text.extend([LINES[line], "\n"]));
            if let Some(parts) = ordered(&columns::lines(&text)) {
                let found: usize = parts.iter().map(|part| columns::squares(part.text)).sum();
                proptest::prop_assert_eq!(found, columns::squares(&text), "{}", text);
            }
        }
    }

    #[test]
    fn other_lines_keep_their_order() {
        for text in [
            "1. e4 e5\n2. Nf3 Nc6\n3. Bb5 a6\n4. Ba4 Nf6\n5. O-O Be7\n",
            "1.e4 e5\n2.Dh5 Cc6\n3.Bc4 Cf6\n4.Dxf7++\n\n1.e4 e5\n2.d4 Cc6\n3.Bc4 exd4\n4.Dh5 Df6\n5.Bg5\n",
            "1. e4\n2. Nf3\n3. Bb5\n4. Ba4\n5. O-O\nWhite has won.\n",
            "1. Carlsen\n2. Anand\n3. Aronian\nKramnik\nTopalov\nLeko\n",
            "1\ne4\ne5\n2\nNf3\nNc6\n3\nBb5\na6\n4\nBa4\nNf6\n5\nO-O\nBe7\n",
            "1.\n2.\n3.\n4.\n5.\n6.\nCarlsen\nAnand\nAronian\nKramnik\nTopalov\nLeko\n",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
