//! White's moves in a column of their own and Black's in one below it, where both were run into
//! lines or paragraphs, as OCR leaves two columns of a page:
//!
//! ```text
//! White. 1. P to K4 2. Kt to KB3 3. B to B4 Black. 1. P to K4 2. Kt to QB3 3. B to B4
//! White. 1. P to K4 2. Kt to KB3 3. B to B4 Black. P to K4 Kt to QB3 B to B4
//! ```
//!
//! Black's have the same numbers again, or none; a few of either side's may be damaged. Each is
//! given to its number.

use shakmaty::Color;

use super::{
    candidates::{Candidate, Slot, is_blank},
    items::{Items, What},
};
use crate::{notation::is_known_word, read::table};

/// Fewest moves of a column.
const COLUMN: usize = 4;
/// One in so many moves of a column may be so damaged that it reads as two moves, or as none.
const SOUND: usize = 4;
/// Most words of prose between two moves of a column, and between two columns.
const WORDS_WITHIN: u32 = 6;
const WORDS_BETWEEN: u32 = 16;
/// Most items from White's last move to Black's first without a number.
const HEADING: usize = 8;
/// One in so many moves without numbers may be missing, or be one too many.
const LOST: usize = 10;

/// Gives Black's moves to their numbers where White's stand in a column of their own above.
pub(super) fn deal(items: &Items, words: &[u32], found: &mut Vec<Candidate>) {
    let all = std::mem::take(found);
    let mut from = 0;
    while from < all.len() {
        let end = column(&all, from, words);
        let white = Column::new(&all[from..end]);
        let mut black_end = column(&all, end, words);
        // Behind Black's the columns may go on with White's next.
        if let [.., last] = &white.moves[..] {
            let own = all[end..black_end].iter().take_while(|c| c.number <= last.number);
            black_end = end + own.count();
        }
        let black = Column::new(&all[end..black_end]);
        if are_columns(&white, &black, words) {
            found.extend(paired(&white.moves, &black.moves));
            from = black_end;
        } else if let Some(answers) = white.is_sound().then(|| answers(items, &white)).flatten() {
            let last = answers.last().map_or(0, |slot| slot.to);
            found.extend(answered(&white.moves, &answers));
            // A number among them is what is left of a move.
            from = end + all[end..].iter().take_while(|own| own.item <= last).count();
        } else {
            let next = end.max(from + 1);
            found.extend_from_slice(&all[from..next]);
            from = next;
        }
    }
}

/// Numbers with one move each.
struct Column {
    moves: Vec<Candidate>,
    /// How many of them had two moves behind them, or none.
    odd: usize,
}

impl Column {
    /// The column that some numbers make. Where one is lost, its move stands second behind the number
    /// before it, and gets a number of its own.
    fn new(found: &[Candidate]) -> Column {
        let mut moves: Vec<Candidate> = Vec::with_capacity(found.len());
        let mut odd = 0;
        for (at, own) in found.iter().enumerate() {
            odd += usize::from(!is_single(own) || own.slots.is_empty());
            let mut first = own.clone();
            if let [white, second] = own.slots[..]
                && let Some(next) = found.get(at + 1)
                && next.number == own.number + 2
                && white.kind.is_some()
                && second.kind.is_some()
            {
                first.slots.truncate(1);
                let slots = vec![second];
                let lost = Candidate::new(second.from, false);
                moves.extend([first, Candidate { number: own.number + 1, slots, ..lost }]);
            } else {
                first.slots = whole(&own.slots).into_iter().collect();
                moves.push(first);
            }
        }
        Column { moves, odd }
    }

    /// Whether it is long enough, and few of its moves are damaged.
    fn is_sound(&self) -> bool {
        self.moves.len() >= COLUMN && self.odd * SOUND <= self.moves.len()
    }
}

/// White's column with Black's moves at their numbers.
fn paired(white: &[Candidate], black: &[Candidate]) -> Vec<Candidate> {
    let mut found = white.to_vec();
    let mut at = 0;
    for answer in black {
        let Some(&slot) = answer.slots.first() else { continue };
        while found.get(at).is_some_and(|own| own.number < answer.number) {
            at += 1;
        }
        match found.get_mut(at).filter(|own| own.number == answer.number) {
            Some(own) => give(own, slot),
            None => {
                let Some(before) = at.checked_sub(1).and_then(|at| found.get(at)) else { continue };
                // White's move is lost; the one before it stands for its number.
                let item = before.slots.first().map_or(before.item, |slot| slot.to);
                let own = Candidate::new(item, false);
                let slots = vec![slot];
                let number = answer.number;
                found.insert(at, Candidate { number, black: true, dealt: true, slots, ..own });
            }
        }
    }
    found
}

/// White's column with Black's moves in their order.
fn answered(white: &[Candidate], answers: &[Slot]) -> Vec<Candidate> {
    let mut found = white.to_vec();
    for (own, &slot) in found.iter_mut().zip(answers) {
        give(own, slot);
    }
    found
}

/// Puts Black's move behind White's, or in the place of it where it is lost.
fn give(own: &mut Candidate, slot: Slot) {
    own.black |= own.slots.is_empty();
    own.slots.push(slot);
    own.dealt = true;
    own.words_after = 0;
}

/// The one move that slots hold: the first, or all of them where it has not the shape of one.
fn whole(slots: &[Slot]) -> Option<Slot> {
    let (first, last) = (slots.first()?, slots.last()?);
    let in_shape = first.kind.is_some();
    Some(if in_shape { *first } else { Slot { from: first.from, to: last.to, kind: None } })
}

/// Index behind the candidates from `from` on that could be one column of moves.
fn column(found: &[Candidate], from: usize, words: &[u32]) -> usize {
    let mut to = from;
    while let Some(next) = found.get(to)
        && !next.black
        && !next.deep
        && next.reference.is_none()
    {
        if to > from {
            let before = &found[to - 1];
            let goes_on = (before.number + 1..=before.number + 2).contains(&next.number);
            if !goes_on || prose(before, next, words) > WORDS_WITHIN {
                break;
            }
        }
        to += 1;
    }
    to
}

/// Whether a number has one move behind it, or what is left of one.
fn is_single(candidate: &Candidate) -> bool {
    match candidate.slots[..] {
        [] | [_] => true,
        [_, second] => second.kind.is_none(),
        _ => false,
    }
}

/// Words of prose from one candidate to another.
fn prose(from: &Candidate, to: &Candidate, words: &[u32]) -> u32 {
    words[to.item].saturating_sub(words[from.item])
}

/// Whether two columns hold White's and Black's moves of the same numbers.
fn are_columns(white: &Column, black: &Column, words: &[u32]) -> bool {
    let ([first, .., last], [begins, .., ends]) = (&white.moves[..], &black.moves[..]) else {
        return false;
    };
    white.is_sound()
        && black.odd * SOUND <= black.moves.len()
        && black.moves.len() * 3 >= white.moves.len() * 2
        && begins.number.abs_diff(first.number) <= 1
        && ends.number <= last.number
        && ends.number + 2 >= last.number
        && prose(last, begins, words) <= WORDS_BETWEEN
}

/// Black's moves without numbers below White's column: as many, or nearly as many where there are
/// enough.
fn answers(items: &Items, white: &Column) -> Option<Vec<Slot>> {
    let count = white.moves.len();
    let behind = white.moves.last()?.last() + 1;
    let start = begin(items, behind)?;
    let mut found = Vec::new();
    let (mut at, mut end) = (start, items.items.len().min(start + 6 * count));
    while at < end {
        let item = items.items[at];
        match item.what {
            What::Move(kind) => found.push(Slot { from: at, to: at, kind: Some(kind) }),
            // What is left of `(ch.)`.
            What::Token if is_known_word(items.text(&item)) => {}
            What::Token | What::Words(1) | What::Number { sure: false, .. } => {
                found.push(Slot { from: at, to: at, kind: None });
            }
            _ if is_blank(&item) || item.deep => {}
            _ => end = at,
        }
        at += 1;
    }
    while found.last().is_some_and(|slot: &Slot| slot.kind.is_none()) && found.len() > count {
        found.pop();
    }
    let moves: Vec<Slot> = found.iter().copied().filter(|slot| slot.kind.is_some()).collect();
    let is_exact = |slots: &[Slot]| (count - 1..=count).contains(&slots.len());
    let found = if is_exact(&found) { found } else { moves.clone() };
    let near = found.len().abs_diff(count) * LOST <= count;
    let sound = moves.len() * SOUND >= found.len() * (SOUND - 1);
    ((is_exact(&found) || near) && sound).then_some(found)
}

/// The item of Black's first move behind White's last: in the next paragraph or behind a heading.
fn begin(items: &Items, behind: usize) -> Option<usize> {
    let line = items.items.get(behind.checked_sub(1)?)?.line;
    let mut heading = false;
    for at in behind..items.items.len().min(behind + HEADING) {
        let item = items.items[at];
        let text = items.text(&item);
        let apart = || (line..item.line).any(|line| items.is_blank(line as usize));
        match item.what {
            What::Move(_) => return (heading || apart()).then_some(at),
            What::Words(_) => heading |= table::side(text) == Some(Color::Black),
            What::Number { .. } | What::Result(_) => return None,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use crate::read::text::answers::tests::dealt;

    #[test]
    fn columns_one_below_the_other() {
        let white = "WHITE.\n1. P to K's 4th. 2. B. to Q. B's 4th.\n\n3. B. takes K. Kt.\n\
            4. P. takes P.\n5. Q. to K. R's 5th (ch.)\n";
        let black = "BLACK.\n1. P to K's 4th.\n2. P. to K. B's 4th.\n3. R. takes B. 4. P. to Q's \
            4th.\n5. P. to K. Kt's 3rd.\n";
        assert_eq!(
            dealt(&format!("{white}\n{black}")),
            "1.P to K's 4th. P to K's 4th. 2.B. to Q. B's 4th. P. to K. B's 4th. 3.B. takes K. \
             Kt. R. takes B. 4.P. takes P. P. to Q's 4th. 5.Q. to K. R's 5th (ch.) P. to K. Kt's \
             3rd."
        );
        let lost = "1. e4 2. Nf3 4. Ba4 5. O-O\nBlack\n1. e5 2. Nc6 3. a6 4. Nf6";
        assert_eq!(dealt(lost), "1.e4 e5 2.Nf3 Nc6 3...a6 4.Ba4 Nf6 5.O-O");
        let games = "1. e4 e5\n2. Nf3 Nc6\n\n1. d4 d5\n2. c4 e6\n";
        assert_eq!(dealt(games), "1.e4 e5 2.Nf3 Nc6 1.d4 d5 2.c4 e6");
    }

    #[test]
    fn black_s_moves_may_have_no_numbers() {
        let want = "1.e4 e5 2.Nf3 Nc6 3.Bb5 a6 4.Ba4 Nf6 5.O-O Be7";
        let white = "White. 1. e4 2. Nf3 3. Bb5 4. Ba4 5. O-O";
        for text in [
            format!("{white} Black. e5 Nc6 a6 Nf6 Be7 and wins."),
            format!("{white}\n\nSchwarz: e5, Nc6, a6,\nNf6, Be7."),
            format!("{white}\n\ne5 Nc6 a6 Nf6 Be7"),
            format!("{white} Black. e5 Nc6 a6 Nf6 Be7\n\nWhite.\n")
                .replace("3. Bb5 4.", "3. Bb5\n4."),
        ] {
            assert_eq!(dealt(&text), want, "{text}");
        }
        // The game ends with White's move, and a number of White's is lost.
        assert!(dealt(&format!("{white} Black. e5 Nc6 a6 Nf6")).ends_with("4.Ba4 Nf6 5.O-O"));
        let lost = format!("{white} Black. e5 Nc6 a6 Nf6 Be7").replace("3. ", "");
        assert_eq!(dealt(&lost), want);
        // Other moves than Black's.
        let few = format!("{white} Black. e5 Nc6");
        let told = format!("{white} as in e5 Nc6 a6 Nf6 Be7");
        assert!(
            [few, told].iter().all(|text| dealt(text).starts_with("1.e4 2.Nf3 3.Bb5 4.Ba4 5."))
        );
    }
}
