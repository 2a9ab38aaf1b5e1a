//! Rows of a sheet, a number and two words, of which one need not look like a move: `17 Ngs Bg6`,
//! `2 4 exf4`.
//!
//! A word alone says nothing, but above or below the row stands that of a neighbouring number. Of the
//! number itself nothing may be left where just as many rows stand between two others as numbers are
//! wanting there.

use std::{
    collections::{BTreeMap, BTreeSet},
    iter,
};

use super::{
    candidates::{Candidate, Slot, is_blank, is_line_start},
    items::{Item, Items, What},
};
use crate::read::shape::misread::nearly;

/// Longest word that may be what is left of a move, in bytes.
const LONG: u32 = 8;

/// Most rows on end in which both moves are damaged, where their numbers go on.
const BOTH: u16 = 6;
/// Rows back to the one whose number those without go on from.
const MOST: u16 = 2;
/// Most rows on end whose numbers cannot be read.
const UNNUMBERED: u16 = 3;
/// Most rows on end that are damaged in some way.
const FAR: u16 = 8;

/// Both moves of the row that begins with the number at an index, if one of them is damaged so far
/// that it is none by itself, or both are and the rows around go on with their numbers.
pub(super) fn damaged(items: &Items, index: usize) -> Option<[Slot; 2]> {
    let row = Row::at(items, index)?;
    let fits = match row.slots.iter().filter(|slot| slot.kind.is_none()).count() {
        0 => false,
        1 => row.has_neighbour(items),
        _ => row.is_between(items),
    };
    fits.then_some(row.slots)
}

/// A line with a number and two words.
struct Row {
    line: usize,
    number: u16,
    slots: [Slot; 2],
}

impl Row {
    fn at(items: &Items, index: usize) -> Option<Row> {
        let item = items.items.get(index)?;
        // `3. . Kf3 d5`: points too many say nothing where both moves stand behind them.
        let What::Number { number, .. } = item.what else { return None };
        let line = item.line as usize;
        if item.deep || !is_line_start(items, index) {
            return None;
        }
        let mut filled =
            (index + 1..items.first[line + 1]).filter(|&at| !is_empty(&items.items[at]));
        let slots = [slot(items, filled.next()?)?, slot(items, filled.next()?)?];
        filled.next().is_none().then_some(Row { line, number, slots })
    }

    /// The row that a line is.
    fn on(items: &Items, line: usize) -> Option<Row> {
        let from = *items.first.get(line)?;
        let to = *items.first.get(line + 1)?;
        Row::at(items, (from..to).find(|&at| !is_blank(&items.items[at]))?)
    }

    /// Whether the line above or below that is not blank is the row before or the one behind.
    fn has_neighbour(&self, items: &Items) -> bool {
        [true, false].into_iter().any(|up| self.next(items, up).is_some_and(|row| row.has_move()))
    }

    /// Whether rows with a move stand above and below, just next to it or next to others without.
    fn is_between(&self, items: &Items) -> bool {
        let beyond = |up: bool| {
            let rows = iter::successors(self.next(items, up), |row| row.next(items, up));
            rows.take(BOTH.into()).find(Row::has_move)
        };
        let ends = beyond(true).zip(beyond(false));
        ends.is_some_and(|(above, below)| below.number - above.number <= BOTH + 1)
    }

    /// The row before, on the line above that is not blank, or the one behind on that below.
    fn next(&self, items: &Items, up: bool) -> Option<Row> {
        let filled = |line: &usize| !items.is_blank(*line);
        let line = if up {
            (0..self.line).rev().find(filled)
        } else {
            (self.line + 1..items.lines.len()).find(filled)
        };
        let row = Row::on(items, line?)?;
        let [first, second] = if up { [&row, self] } else { [self, &row] };
        (first.number.checked_add(1) == Some(second.number)).then_some(row)
    }

    fn has_move(&self) -> bool {
        self.slots.iter().any(|slot| slot.kind.is_some())
    }
}

/// Adds the rows between two others whose numbers cannot be read, where just as many lines of two
/// words stand there as numbers are wanting; and those above the first one, down to number 1.
pub(super) fn add_between(items: &Items, found: &mut Vec<Candidate>) {
    let mut more: BTreeMap<usize, Candidate> = BTreeMap::new();
    // Line behind the rows that are done.
    let mut done = 0;
    let both = found.iter().filter(|own| own.slots.len() == 2);
    let known: BTreeSet<(u16, usize)> = both.map(|own| (own.number, own.slots[0].from)).collect();
    let rows: Vec<&Candidate> = found.iter().filter(|own| own.is_pair()).collect();
    let behind = |own: &Candidate| items.items[own.last()].line as usize + 1;
    for (index, next) in rows.iter().enumerate() {
        let before = rows[index.saturating_sub(1 + usize::from(MOST))..index].iter().rev();
        let begins = before.clone().all(|own| own.number > next.number || behind(own) < done);
        let above = before.map(|own| Above {
            number: own.number,
            line: behind(own),
            alone: ends_line(items, own.last()),
        });
        let start = begins.then_some(Above { number: 0, line: done, alone: false });
        let more_rows = above.chain(start).find_map(|above| unnumbered(items, above, next));
        // A number that was lost with the blanks around it may stand at the end of the line above.
        let fresh = |row: &Candidate| !known.contains(&(row.number, row.slots[0].from));
        let more_rows = more_rows.into_iter().flatten().filter(fresh);
        more.extend(more_rows.map(|row| (row.item, row)));
        done = behind(next);
    }
    let lines: Vec<u32> = more.values().map(|row| items.items[row.item].line).collect();
    found.retain(|own| lines.binary_search(&items.items[own.item].line).is_err());
    found.extend(more.into_values());
    found.sort_by_key(|own| own.item);
}

/// What stands above rows without their numbers.
struct Above {
    /// The number of the row, 0 for none.
    number: u16,
    /// The line behind it.
    line: usize,
    /// Whether nothing else stands on its line.
    alone: bool,
}

/// Whether nothing but signs stands behind an item on its line.
fn ends_line(items: &Items, at: usize) -> bool {
    let behind = items.first[items.items[at].line as usize + 1];
    items.items[at + 1..behind].iter().all(is_empty)
}

/// The rows before one, by their lines, behind what stands above: a few, or some of which at least
/// half have their numbers. Behind a row, the moves of those may be anything.
fn unnumbered(items: &Items, above: Above, next: &Candidate) -> Option<Vec<Candidate>> {
    let Above { number: before, line: from, alone } = above;
    let wanting = next.number.checked_sub(before + 1).filter(|count| (1..=FAR).contains(count))?;
    let line = items.items[next.item].line as usize;
    let filled = (from..line).rev().filter(|&line| !items.is_blank(line));
    let (mut rows, mut lines, mut numbered) = (Vec::new(), 0, 0);
    for (line, number) in filled.clone().zip((before + 1..next.number).rev()) {
        let (slots, lead) = words(items, line, number);
        (lines, numbered) = (lines + 1, numbered + u16::from(lead != Lead::None));
        let told = lead == Lead::Number;
        // Without a number and not behind a row alone, one of them has to look like a move.
        let is_row = |both: &[Slot; 2]| both.iter().any(|slot| is_move(items, slot));
        let Some(slots) = slots.filter(|both| told || alone || is_row(both)) else {
            (told || lead == Lead::Glued && before > 0).then_some(())?;
            continue;
        };
        let own = Candidate::new(items.first[line], false);
        rows.push(Candidate { number, row: true, slots: slots.to_vec(), ..own });
    }
    let all = lines == usize::from(wanting);
    // Behind another row nothing else stands.
    let other = before > 0 && filled.count() > lines;
    let few = before > 0 && wanting <= UNNUMBERED;
    (all && !other && (few || 2 * numbered >= wanting)).then_some(rows)
}

/// The two words of a line, with what is left of its number before them perhaps, and what it begins
/// with.
fn words(items: &Items, line: usize, number: u16) -> (Option<[Slot; 2]>, Lead) {
    let own = items.first[line]..items.first[line + 1];
    let filled: Vec<usize> = own.filter(|&at| !is_empty(&items.items[at])).collect();
    let is_number =
        |at: usize| matches!(items.items[at].what, What::Number { number: n, .. } if n == number);
    // `264 e6`: the number is glued to its move.
    let begins = |at: usize| items.text(&items.items[at]).starts_with(&number.to_string());
    let lead = match filled[..] {
        [first, ..] if is_number(first) => Lead::Number,
        [first, _] if begins(first) => Lead::Glued,
        [first, ..] if number_left(items, first, number) => Lead::Left,
        _ => Lead::None,
    };
    let both = match filled[..] {
        [first, second] if matches!(lead, Lead::Left | Lead::None) => Some([first, second]),
        [before, first, second] if !items.items[before].is_move() => Some([first, second]),
        _ => None,
    };
    let slots = both.and_then(|[first, second]| Some([slot(items, first)?, slot(items, second)?]));
    (slots, lead)
}

/// What a row begins with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Lead {
    /// Its number.
    Number,
    /// The same, glued to a move.
    Glued,
    /// What is left of it.
    Left,
    None,
}

/// Whether an item may be what is left of a number: one of two digits, or one misread.
pub(super) fn number_left(items: &Items, at: usize, number: u16) -> bool {
    let text = items.text(&items.items[at]);
    let digits = number.to_string();
    let is_one = matches!(items.items[at].what, What::Number { .. });
    nearly(text, number.into()) || is_one && (digits.starts_with(text) || digits.ends_with(text))
}

/// Whether a slot is a move by its shape, or has a digit.
pub(super) fn is_move(items: &Items, slot: &Slot) -> bool {
    slot.kind.is_some() || items.text(&items.items[slot.to]).contains(char::is_numeric)
}

/// Whether an item is a sign, or a bracket that closes what no other opened: `simalo)`.
pub(super) fn is_empty(item: &Item) -> bool {
    is_blank(item) || matches!(item.what, What::Close(_))
}

/// What an item may be as a move of a row.
pub(super) fn slot(items: &Items, at: usize) -> Option<Slot> {
    let item: &Item = &items.items[at];
    let kind = match item.what {
        What::Move(kind) => Some(kind),
        What::Token | What::Words(1) => None,
        What::Number { .. } if !items.text(item).ends_with('.') => None,
        _ => return None,
    };
    let fits = kind.is_some() || item.end - item.start <= LONG;
    // `@5`: a sign glued to what is no move is what is left of it.
    let sign = at.checked_sub(1).filter(|&sign| {
        items.items[sign].what == What::Sign && items.items[sign].meets(item) && kind.is_none()
    });
    (fits && !item.deep).then_some(Slot { from: sign.unwrap_or(at), to: at, kind })
}

#[cfg(test)]
mod tests {
    use crate::read::text;

    /// The plies that the entries of the one game of a text claim.
    fn plies(text: &str) -> Vec<u32> {
        let [game] = &text::games(text, 1)[..] else { panic!("one game") };
        let entries = game.sheets[0].entries.iter();
        entries.map(|entry| entry.claimed_ply().unwrap_or(99)).collect()
    }

    #[test]
    fn a_damaged_word_is_a_move_of_its_row() {
        let text = "1 | e4 e5\n2 | 4 exf4\n3 | Bc4 Qh4+\n4 | simalo) d6\n5 | Nc3 Qfs\n6 | d4 g5\n";
        let [game] = &text::games(text, 1)[..] else { panic!("one game") };
        let texts: Vec<&str> = game.sheets[0].entries.iter().map(|entry| entry.text()).collect();
        let want =
            ["e4", "e5", "4", "exf4", "Bc4", "Qh4+", "simalo", "d6", "Nc3", "Qfs", "d4", "g5"];
        assert_eq!(texts, want);
    }

    #[test]
    fn rows_with_their_numbers_may_all_be_damaged() {
        let text = "1 e4 e5\n2 Nf3 Nc6\n3 fbS ub\n4 fod uf\n5 @hl ucd\n6 Re1 b5\n7 Bb3 d6\n";
        let [game] = &text::games(text, 1)[..] else { panic!("one game") };
        assert_eq!(game.sheets[0].entries.len(), 14);
    }

    #[test]
    fn rows_of_damaged_words_stand_between_rows() {
        let row = "1 | e4 e5\n2 | 4 exf4\n3 | Bc4 Qh4+\n";
        let texts = |rest: &str| {
            let games = text::games(&format!("{row}{rest}"), 1);
            let texts = games[0].sheets[0].entries.iter().map(|entry| entry.text().to_owned());
            texts.collect::<Vec<String>>().join(" ")
        };
        let damaged = "4 | Khi ds\n5 | Beé6 Qfs\n";
        let start = "e4 e5 4 exf4 Bc4 Qh4+";
        assert_eq!(
            texts(&format!("{damaged}6 | d4 g5\n")),
            format!("{start} Khi ds Beé6 Qfs d4 g5")
        );
        // Nothing says that they go on.
        assert_eq!(texts(damaged), start);
    }

    #[test]
    fn rows_whose_numbers_are_lost_stand_between_others() {
        let row = "1. e2-e4 c7-c5\n2. Sg1-f3 d7-d6\n3. d2-d4 c5xd4\n";
        let texts = |rest: &str| {
            let games = text::games(&format!("{row}{rest}"), 1);
            let entries = games[0].sheets[0].entries.iter();
            let told = entries.map(|entry| (entry.text().to_owned(), entry.claimed_ply()));
            told.skip(6).collect::<Vec<_>>()
        };
        let damaged = "4, Lei-es Li8-g7\n% fg Sb8-c6\n6. Sb1-c3 a7-a6\n";
        let want = ["Lei-es", "Li8-g7", "fg", "Sb8-c6", "Sb1-c3", "a7-a6"];
        let want: Vec<_> = want.map(str::to_owned).into_iter().zip((6..).map(Some)).collect();
        assert_eq!(texts(damaged), want);
        // A line too many: a heading, or a note.
        assert!(texts(&damaged.replace("% ", "Le4 gut\n% ")).iter().all(|(text, _)| text != "fg"));
    }

    #[test]
    fn moves_of_rows_may_be_digits_and_their_numbers_misread() {
        let text =
            |rows: &str| format!("9 Qe2 Nbd7\n10 Rd1 Qc7\n{rows}\n15 dxc5 Rxc5\n16 Nd4 Bb8\n");
        for rows in [
            "is 2° Bde\n12 Ral 6\n13 Bel = 7\nM4 Bc2 Rac8",
            "ui Bdz x06\n1z Ral Q66\n3 8el 00\n14 Bc2 Rac8",
        ] {
            let games = text::games(&text(rows), 1);
            let told = games[0].sheets[0].entries.iter().map(|entry| entry.claimed_ply());
            assert_eq!(told.collect::<Vec<_>>(), (16..32).map(Some).collect::<Vec<_>>(), "{rows}");
        }
    }

    #[test]
    fn a_row_with_its_number_beside_one_without() {
        let text = "1 d4 f5\n2 c4 Nf6\n3 NaS eo\nI Bf4 Nes\n5 f3 a8\n6 Nb3 oS\n";
        assert_eq!(plies(text), (0..12).collect::<Vec<_>>());
    }

    #[test]
    fn a_row_between_two_that_stand_alone_may_be_anything() {
        let own = "26 R-Q2 R-Kt1\nOKI Qets\n28 B-Kt2 Kt-B5\n29 R-B2 P-K3\n";
        let texts = |text: &str| {
            let games = text::games(text, 1);
            let entries = games[0].sheets[0].entries.iter();
            entries.map(|entry| entry.text().to_owned()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(texts(own), "R-Q2 R-Kt1 OKI Qets B-Kt2 Kt-B5 R-B2 P-K3");
        let beside = own.replace("R-Kt1", "R-Kt1 27 K-R1 K-R2").replace("OKI Qets", "A game.");
        assert_eq!(texts(&beside), "R-Q2 R-Kt1 K-R1 K-R2 B-Kt2 Kt-B5 R-B2 P-K3");
    }

    #[test]
    fn a_row_without_its_number_comes_once() {
        let rows = "1 e4 e5\n2 Nf3 Nc6\n3 Bb5 a6\n4 Ba4 Nf6\nCr er\n6 Re1 b5\n7 Bb3 d6\n8 c3 0-0\n";
        assert_eq!(plies(rows), (0..16).collect::<Vec<_>>());
    }

    #[test]
    fn points_too_many_are_those_of_a_row_with_both_moves() {
        let text =
            "1. P-K4 P-KN3\n2. P-Q4 B-N2\n3. . N-Q83 P-QB3\n4... N-B3 P-Q3\n5. - B-K2 N-B3\n";
        assert_eq!(plies(text), (0..10).collect::<Vec<_>>());
    }

    #[test]
    fn a_word_without_rows_around_it_is_none() {
        let text = "1. e4 e5 2. f4 exf4\n3. Bc4 Qh4+\n\nBetter is\n3. Naturally Nf3\n\n4. Kf1 d6\n";
        let [game] = &text::games(text, 1)[..] else { panic!("one game") };
        assert!(game.sheets[0].entries.iter().all(|entry| entry.text() != "Naturally"));
    }
}
