//! P(reading | spelling): how what was meant turns into what is read.
//!
//! A spelling is a row of [`Slot`]s, each with a distribution over the characters that may stand
//! there; a reading is a row of character classes. [`align`] finds the cheapest way of turning
//! the one into the other by writing, leaving out and putting in characters. Costs are negative
//! natural logarithms of probabilities (nats), so they add.

use crate::notation::signs::index_of_sign;

mod confusion;

pub use confusion::{Confusions, Habit, Profile};

/// A character as the channel sees it.
pub type Class = u8;

/// Number of classes.
pub const CLASSES: usize = 256;

/// Longest reading, in characters, that is compared with spellings; longer ones are no moves.
pub const MAX_TEXT: usize = 24;

/// The class of every character that has none of its own.
pub const OTHER: Class = 255;

/// First class of the Cyrillic letters А–я, of the figurines, and of the Greek capitals.
const CYRILLIC: Class = 128;
const FIGURINES: Class = 192;
const GREEK: Class = 204;
const LATIN: Class = 230;

/// Accented Latin letters that name pieces in some language.
const ACCENTED: [char; 16] =
    ['Č', 'Ş', 'Š', 'Ž', 'Ó', 'ó', 'é', 'É', 'Á', 'á', 'Þ', 'Ā', 'Ķ', 'ß', 'Đ', 'İ'];

/// Piece letters of scripts that are met less often; their classes are those of the control
/// characters, which no text has, and of the signs of a page that has no such letters.
const RARE: [char; 31] = [
    'Ĉ', 'ר', 'ג', 'פ', 'צ', 'מ', 'ה', 'ب', 'ح', 'ف', 'ر', 'و', 'م', 'س', 'ا', 'ش', 'Զ', 'Ձ', 'Փ',
    'Ն', 'Թ', 'Ա', '兵', '马', '馬', '象', '车', '車', '后', '王', '炮',
];

/// How many signs have a class, from 1 on: the most usual ones of a page.
pub const SIGNS: Class = RARE.len() as Class;

/// The class of a character.
pub fn class(c: char) -> Class {
    match c {
        ' '..='\x7e' => c as u8,
        'А'..='я' => CYRILLIC + (c as u32 - 'А' as u32) as u8,
        '♔'..='♟' => FIGURINES + (c as u32 - '♔' as u32) as u8,
        'Α'..='Ω' => GREEK + (c as u32 - 'Α' as u32) as u8,
        _ => {
            if let Some(sign) = index_of_sign(c) {
                return Class::try_from(sign + 1).ok().filter(|sign| *sign <= SIGNS).unwrap_or(1);
            }
            let accented = ACCENTED.iter().position(|&a| a == c).map(|at| LATIN + at as u8);
            let rare = || RARE.iter().position(|&a| a == c).map(|at| 1 + at as u8);
            accented.or_else(rare).unwrap_or(OTHER)
        }
    }
}

/// The classes of a text.
pub fn classes(text: &[char]) -> Vec<Class> {
    text.iter().map(|&c| class(c)).collect()
}

/// The character of a class, where it stands for one alone.
pub fn character(of: Class) -> Option<char> {
    let own = (' '..='~').chain('А'..='я').chain('♔'..='♟').chain('Α'..='Ω');
    own.chain(ACCENTED).chain(RARE).find(|&c| class(c) == of).filter(|_| of != OTHER)
}

/// Costs, in nats, of reading each class in one place.
pub type Row = [f32; CLASSES];

/// One place of a spelling.
#[derive(Debug, Clone, Copy)]
pub struct Slot {
    /// Index of its row in the table of rows.
    pub row: u8,
    /// Cost of writing something here at all, on top of the row.
    pub present: f32,
    /// Cost of leaving it out.
    pub skip: f32,
    /// Whether a spelling without it is a damaged one.
    pub needed: bool,
}

/// The lesser of two numbers, neither of which is NaN; unlike [`f32::min`] one instruction, which
/// counts where one result waits for the other.
#[inline(always)]
pub(crate) fn lesser(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

/// The cheapest way of turning the spelling `slots` into `text`, in nats.
///
/// `insert[c]` is the cost of a character that the spelling does not have. Gives up with
/// infinity as soon as every way costs more than `limit`. Takes `slots.len() * text.len()` steps.
///
/// # Panics
///
/// Never for `text.len() <= MAX_TEXT` and rows that exist.
pub fn align(rows: &[Row], slots: &[Slot], text: &[Class], insert: &Row, limit: f32) -> f32 {
    let n = text.len();
    let mut costs = [f32::INFINITY; MAX_TEXT + 1];
    let costs = &mut costs[..=n];
    costs[0] = 0.0;
    for j in 0..n {
        costs[j + 1] = costs[j] + insert[text[j] as usize];
    }
    for slot in slots {
        let row = &rows[slot.row as usize];
        let mut diagonal = costs[0];
        costs[0] += slot.skip;
        let mut least = costs[0];
        for j in 0..n {
            let c = text[j] as usize;
            let written = diagonal + slot.present + row[c];
            let left_out = costs[j + 1] + slot.skip;
            let put_in = costs[j] + insert[c];
            diagonal = costs[j + 1];
            costs[j + 1] = lesser(lesser(written, left_out), put_in);
            least = lesser(least, costs[j + 1]);
        }
        if least > limit {
            return f32::INFINITY;
        }
    }
    costs[n]
}

/// The slot that each character of `text` stands in on the cheapest way that [`align`] finds, and
/// what that way costs, in nats; none where the character has no slot.
///
/// # Panics
///
/// Never for rows that exist.
pub fn trace(
    rows: &[Row],
    slots: &[Slot],
    text: &[Class],
    insert: &Row,
) -> (f32, Vec<Option<usize>>) {
    #[derive(Clone, Copy)]
    enum Step {
        Written,
        LeftOut,
        PutIn,
    }
    let (m, n) = (slots.len(), text.len());
    let mut costs = vec![vec![f32::INFINITY; n + 1]; m + 1];
    let mut steps = vec![vec![Step::PutIn; n + 1]; m + 1];
    for i in 0..=m {
        for j in 0..=n {
            if i == 0 && j == 0 {
                costs[0][0] = 0.0;
                continue;
            }
            let slot = i.checked_sub(1).map(|at| slots[at]);
            let read = j.checked_sub(1).map(|at| text[at] as usize);
            let mut best = (f32::INFINITY, Step::PutIn);
            let mut offer = |cost: f32, step| {
                if cost < best.0 {
                    best = (cost, step);
                }
            };
            if let (Some(slot), Some(read)) = (slot, read) {
                let cost = slot.present + rows[slot.row as usize][read];
                offer(costs[i - 1][j - 1] + cost, Step::Written);
            }
            if let Some(slot) = slot {
                offer(costs[i - 1][j] + slot.skip, Step::LeftOut);
            }
            if let Some(read) = read {
                offer(costs[i][j - 1] + insert[read], Step::PutIn);
            }
            (costs[i][j], steps[i][j]) = best;
        }
    }
    let mut places = vec![None; n];
    let (mut i, mut j) = (m, n);
    while i > 0 || j > 0 {
        match steps[i][j] {
            Step::Written => {
                (i, j) = (i - 1, j - 1);
                places[j] = Some(i);
            }
            Step::LeftOut => i -= 1,
            Step::PutIn => j -= 1,
        }
    }
    (costs[m][n], places)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_have_their_characters() {
        for c in "aK8=КфΣ♘Čר马".chars() {
            assert_eq!(character(class(c)), Some(c));
        }
        assert_eq!(character(OTHER), None);
    }

    #[test]
    fn a_trace_costs_what_the_alignment_does() {
        let rows = ['N', 'x', 'f', '3'].map(row);
        let may = Slot { row: 1, present: 0.2, skip: 0.1, needed: false };
        let must = |row| Slot { row, present: 0.0, skip: 4.0, needed: true };
        let slots = [must(0), may, must(2), must(3)];
        let insert = [5.0; CLASSES];
        for (text, places) in [
            ("Nf3", vec![Some(0), Some(2), Some(3)]),
            ("Nxf3", vec![Some(0), Some(1), Some(2), Some(3)]),
            ("Nf33", vec![Some(0), Some(2), Some(3), None]),
            ("f3", vec![Some(2), Some(3)]),
        ] {
            let classes = classes(&text.chars().collect::<Vec<_>>());
            let (cost, found) = trace(&rows, &slots, &classes, &insert);
            let aligned = align(&rows, &slots, &classes, &insert, f32::INFINITY);
            assert!((cost - aligned).abs() < 1e-4, "{text}: {cost}, {aligned}");
            if text == "Nf33" {
                // Either 3 may be the one that belongs nowhere.
                assert_eq!(found.iter().flatten().count(), 3);
            } else {
                assert_eq!(found, places, "{text}");
            }
        }
    }

    fn row(c: char) -> Row {
        let mut row = [6.0; CLASSES];
        row[class(c) as usize] = 0.1;
        row
    }

    #[test]
    fn align_finds_the_cheapest_edit() {
        let rows = ['N', 'f', '3'].map(row);
        let slots = [0, 1, 2].map(|row| Slot { row, present: 0.0, skip: 4.0, needed: true });
        let insert = [5.0; CLASSES];
        let cost = |text: &str| {
            align(&rows, &slots, &classes(&text.chars().collect::<Vec<_>>()), &insert, 99.0)
        };
        for (text, expected) in
            [("Nf3", 0.3), ("Nf8", 6.2), ("f3", 4.2), ("Nxf3", 5.3), ("", 12.0), ("N3", 4.2)]
        {
            assert!((cost(text) - expected).abs() < 1e-4, "{text}: {}", cost(text));
        }
    }

    #[test]
    fn align_gives_up_past_the_limit() {
        let rows = [row('a')];
        let slots = [Slot { row: 0, present: 0.0, skip: 9.0, needed: true }];
        assert_eq!(align(&rows, &slots, b"b", &[9.0; CLASSES], 3.0), f32::INFINITY);
    }

    #[test]
    fn classes_are_distinct_for_piece_letters() {
        let letters = "KQRBNPkКСЛФ♘♞ΙΑČŞŽהרبرԱ马车";
        let mut seen: Vec<Class> = letters.chars().map(class).collect();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), letters.chars().count());
    }
}
