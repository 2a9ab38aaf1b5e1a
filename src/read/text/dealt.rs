//! Moves that are lost with their numbers, or with the blanks around them: before the first number
//! that can be read, `104.66 24 d5 3.5 c5.4c3 Db6 5. Nf3 a6`, or between two, `7. a3 O-O 22d6 b5 9.
//! Nd5 Be6`, `8.d4 exdd 9,.Nxdd Naud 10. Bxd4`.
//!
//! How many numbers and moves are wanting is known, and in which order they stand. The characters
//! between are dealt to them, to each those that it is most like: a number or a move may be misread,
//! glued to the next one, or lost.

use std::{iter, ops::Range};

use super::{
    candidates::{Candidate, is_blank, is_line_start},
    items::{Item, Items, What},
    sheet::{cost, like_move, like_number},
};
use crate::read::shape::{
    chars::{is_capture, is_file},
    misread,
    runs::whole,
    scan::{self, Kind},
};

/// Highest number that may be the first one to be read, and most that are wanting between two.
const FIRST: u16 = 6;
const MOST: u16 = 3;
/// Candidates before it of which one may be a number that it goes on with.
const NEAR: usize = 6;
/// Most lines above that the first moves may stand on.
const ABOVE: usize = 2;
/// Longest word of small letters that may be a move of a row, in characters, and the items of one.
const TINY: usize = 3;
const ROW: usize = 3;
/// Longest number or move, in characters, and most characters for each number that is wanting.
const LONG: usize = 9;
const WIDE: usize = 24;
/// Dearest way of dealing, for each number that is wanting: at the front, where nothing would be
/// read, and between numbers.
const DEAREST_FIRST: f32 = 3.0;
const DEAREST: f32 = 2.5;
/// And for the moves of the number before them.
const SLACK: f32 = 1.0;
/// Cost of tearing a whole move in two.
const TORN: f32 = 3.0;
/// Cost of a word of letters only where a move should be; that of few characters is told by its
/// length.
const LETTERS: f32 = 1.0;

/// Items that are dealt anew: to the moves that are wanting behind a number, then to other numbers
/// with theirs.
struct Wanting {
    range: Range<usize>,
    /// Moves before the first of the numbers.
    moves: usize,
    numbers: Range<u16>,
    /// Dearest way of dealing them.
    dearest: f32,
}

/// The items anew, with the moves of numbers that were lost; nothing where none can be told.
pub(super) fn redealt<'a>(items: &Items<'a>, found: &[Candidate]) -> Option<Items<'a>> {
    let mut stretches: Vec<(Range<usize>, Vec<Item>)> = Vec::new();
    for (index, next) in found.iter().enumerate() {
        let free = stretches.last().map_or(0, |(range, _)| range.end);
        let wanting = front(items, found, index).or_else(|| between(items, found, index));
        let Some(wanting) = wanting.filter(|wanting| wanting.range.start >= free) else {
            continue;
        };
        let kind = next.slots.iter().find_map(|slot| slot.kind).unwrap_or(Kind::Algebraic);
        if let Some(dealt) = Stretch::new(items, &wanting.range).dealt(&wanting, kind) {
            stretches.push((wanting.range, dealt));
        }
    }
    (!stretches.is_empty()).then(|| items.replaced(&stretches))
}

/// Whether a candidate is a number of the text itself that moves stand behind. What seems to be told
/// may only stand behind what is left of a move.
fn is_plain(items: &Items, candidate: &Candidate) -> bool {
    let told = candidate.told && !is_led(items, candidate);
    is_own(candidate) && !told && !is_glued(items, candidate)
}

/// Whether a candidate is a number of the text itself, whatever leads to it, with White's move.
fn is_own(candidate: &Candidate) -> bool {
    !candidate.deep && !candidate.black && candidate.reference.is_none()
}

/// Whether a digit behind a sign, as in `N?3`, was taken for a number.
fn is_glued(items: &Items, candidate: &Candidate) -> bool {
    let [.., before, own] = &items.items[..=candidate.item] else { return false };
    let unsure = matches!(own.what, What::Number { sure: false, .. });
    unsure && before.what == What::Sign && (before.line, before.end) == (own.line, own.start)
}

/// Whether what is left of a move stands right before a number.
fn is_led(items: &Items, candidate: &Candidate) -> bool {
    let before = items.items[..candidate.item].iter().rev().find(|item| !is_blank(item));
    before.is_some_and(|item| match item.what {
        What::Words(1) => is_left(items.text(item)),
        what => what == What::Token,
    })
}

/// Whether a word may be what is left of a move, and hardly one of a sentence: `Kad`, `dxcd`, `bacd`.
fn is_left(word: &str) -> bool {
    let chars: Vec<char> = word.chars().collect();
    let [first, second, ..] = chars[..] else { return false };
    let files = chars.len() > TINY && chars.iter().copied().all(|c| is_file(c) || is_capture(c));
    let taken = is_file(first) && is_capture(second);
    chars.len() <= LONG / 2 + 1 && (first.is_uppercase() || taken || files)
}

/// The items before the first number that can be read, and the numbers that are wanting there.
fn front(items: &Items, found: &[Candidate], index: usize) -> Option<Wanting> {
    let next = &found[index];
    let behind = |far: u16| {
        let ahead = found[index + 1..].iter().take(far.into());
        ahead.filter(move |own| (1..=far).contains(&own.number.wrapping_sub(next.number)))
    };
    let leads_on = behind(2).any(|own| !own.slots.is_empty());
    let shaped = next.is_shaped() || behind(3).any(Candidate::is_shaped);
    // What seems to be told may only be what is left of the moves.
    let whole = is_own(next) && next.slots.len() == 2;
    if !((2..=FIRST).contains(&next.number) && whole && shaped && leads_on) {
        return None;
    }
    let line = items.items[next.item].line as usize;
    let mut from = items.first[line];
    // A line may be as long as a book, and what is that long is not dealt.
    if next.item - from > WIDE * usize::from(next.number - 1) {
        return None;
    }
    for above in (line.saturating_sub(ABOVE)..line).rev() {
        let row = items.first[above]..items.first[above + 1];
        if items.is_blank(above) || !is_moves(items, &row) {
            break;
        }
        from = row.start;
    }
    let range = from..next.item;
    // A number that this one goes on with, or may; those that are dealt anew do only from 1 on.
    let mut before = found[..index].iter().rev().filter(|own| !own.slots.is_empty()).peekable();
    // `15. Nxe4 a4 !6. Bxd5 cxd5`: a digit of it was lost.
    let mut goes_on = before
        .peek()
        .is_some_and(|own| own.number > next.number && own.number % 10 + 1 == next.number);
    while let Some(own) = before.next_if(|own| own.item >= range.start) {
        goes_on |= own.number == 1;
    }
    goes_on |= before.take(NEAR).any(|own| own.number < next.number);
    let numbers = 1..next.number;
    let dearest = DEAREST_FIRST * f32::from(next.number - 1);
    let fits = !goes_on && is_moves(items, &range);
    fits.then_some(Wanting { range, moves: 0, numbers, dearest })
}

/// The items between a number and the next one with moves, where some of the moves between them
/// are wanting. The moves of the first are moves by their look, or it is the number right before.
fn between(items: &Items, found: &[Candidate], index: usize) -> Option<Wanting> {
    let next = &found[index];
    if !is_plain(items, next) || !next.is_shaped() {
        return None;
    }
    let reach = index.saturating_sub(2 * usize::from(MOST + 1));
    let last = |shaped: bool| {
        let wanted = |own: &Candidate| {
            let near = own.number + 1 == next.number && !own.slots.is_empty();
            let fits = if shaped { own.is_shaped() } else { near };
            fits && own.number < next.number && is_plain(items, own)
        };
        found[reach..index].iter().rposition(wanted).map(|at| reach + at)
    };
    let behind = |at: usize| behind(items, &found[at], &found[at + 1..index], next);
    last(true).and_then(behind).or_else(|| last(false).and_then(behind))
}

/// The items behind a number up to the next one with moves; `others` stand between them.
fn behind(
    items: &Items,
    before: &Candidate,
    others: &[Candidate],
    next: &Candidate,
) -> Option<Wanting> {
    let numbers = before.number + 1..next.number;
    let count = numbers.end - numbers.start;
    // Those that were dealt to it may stand behind the next number.
    if before.last() >= next.item || count > MOST {
        return None;
    }
    let range = before.item + 1..next.item;
    let near = items.items[next.item].line - items.items[before.item].line <= 1 + u32::from(count);
    let is_one = |own: &Candidate| numbers.contains(&own.number) && !own.black && own.is_shaped();
    let none = !others.iter().any(is_one);
    let taken = |at: usize| before.slots.iter().any(|slot| (slot.from..=slot.to).contains(&at));
    let left = range.clone().any(|at| !is_blank(&items.items[at]) && !taken(at));
    let damaged = count + u16::from(!before.is_shaped());
    let dearest = DEAREST * f32::from(damaged) + SLACK;
    let fits = near && none && left && is_moves(items, &range);
    fits.then_some(Wanting { range, moves: 2, numbers, dearest })
}

/// Whether items may be numbers and moves alone, however damaged; a short word may be the first.
fn is_moves(items: &Items, range: &Range<usize>) -> bool {
    let own = &items.items[range.clone()];
    let fits = |(at, item): (usize, &Item)| match item.what {
        What::Words(1) => {
            let text = items.text(item);
            let length = text.chars().count();
            is_left(text)
                || length <= LONG / 2 && is_line_start(items, at)
                || length <= TINY && is_row(items, item)
        }
        // `Res` behind which the moves go on.
        What::Result(None) => items.text(item).chars().count() <= TINY,
        What::Words(_) | What::Result(_) | What::Dots | What::Number { black: true, .. } => false,
        // What stands in brackets is told, not played.
        _ => !item.deep,
    };
    let filled = own.iter().any(|item| !is_blank(item));
    filled && range.clone().zip(own).all(fits)
}

/// Whether an item is one of two behind a number that begins their line.
fn is_row(items: &Items, item: &Item) -> bool {
    let line = items.of_line(item.line as usize).iter().filter(|item| !is_blank(item));
    let own: Vec<&Item> = line.take(ROW + 1).collect();
    own.len() == ROW && matches!(own[0].what, What::Number { .. })
}

/// What a part of the text is dealt to.
#[derive(Debug, Clone, Copy)]
enum Part {
    Number(u16),
    Move,
}

/// How the text was dealt up to a place.
#[derive(Debug, Clone, Copy)]
enum Step {
    /// So many characters belong to nothing: blanks and signs, or a word.
    Pass(usize),
    /// Nothing is left of the part.
    Lost,
    /// So many characters are the part.
    Give(usize),
}

/// A character and where it stands: its line, and the byte and the column there.
#[derive(Debug, Clone, Copy)]
struct Sign {
    c: char,
    line: u32,
    start: u32,
    column: u32,
}

/// The characters between two items.
struct Stretch {
    signs: Vec<Sign>,
}

impl Stretch {
    fn new(items: &Items, range: &Range<usize>) -> Stretch {
        let mut signs: Vec<Sign> = Vec::new();
        let (Some(first), Some(next)) = (items.items.get(range.start), items.items.get(range.end))
        else {
            return Stretch { signs };
        };
        let bound = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        for line in first.line..=next.line {
            let text = items.lines.get(line as usize).copied().unwrap_or("");
            let (from, column) =
                if line == first.line { (first.start, first.column) } else { (0, 1) };
            let to = if line == next.line { next.start } else { bound(text.len()) };
            let part = text.get(from as usize..to as usize).unwrap_or("");
            let ends = iter::once((part.len(), ' '));
            signs.extend(part.char_indices().chain(ends).zip(column..).map(|((at, c), column)| {
                Sign { c, line, start: from.saturating_add(bound(at)), column }
            }));
        }
        Stretch { signs }
    }

    /// What is wanting, as items; nothing where that would be too dear.
    fn dealt(&self, wanting: &Wanting, kind: Kind) -> Option<Vec<Item>> {
        let numbers = wanting.numbers.clone();
        if self.signs.len() > WIDE * (numbers.len() + wanting.moves.div_ceil(2)) {
            return None;
        }
        let pairs = numbers.flat_map(|number| [Part::Number(number), Part::Move, Part::Move]);
        let parts: Vec<Part> = iter::repeat_n(Part::Move, wanting.moves).chain(pairs).collect();
        let chars: Vec<char> = self.signs.iter().map(|sign| sign.c).collect();
        let (cost, places) = self.deal(&parts);
        // Of the first number a move should be left.
        let begins = places.iter().skip(1).take(2).any(|place| !place.is_empty());
        if cost > wanting.dearest || wanting.numbers.start == 1 && !begins {
            return None;
        }
        let mut items = Vec::new();
        for (at, (part, place)) in parts.iter().zip(&places).enumerate() {
            let what = match *part {
                Part::Number(number) => What::Number { number, black: false, sure: true },
                Part::Move if place.is_empty() => continue,
                Part::Move => What::Move(whole(&chars[place.clone()]).unwrap_or(kind)),
            };
            let next = places[at + 1..].iter().find(|next| !next.is_empty());
            let free = next.map_or(chars.len(), |next| next.start);
            let end = match part {
                Part::Number(_) => place.end,
                Part::Move => self.with_check(&chars[..free], place),
            };
            items.push(self.item(what, &(place.start..end)));
        }
        Some(items)
    }

    /// Where a move ends with the sign of check behind it on its line.
    fn with_check(&self, chars: &[char], place: &Range<usize>) -> usize {
        let end = scan::suffix(chars, place.end);
        let line = |at: usize| self.signs[at].line;
        if line(end - 1) == line(place.start) { end } else { place.end }
    }

    /// An item of some characters.
    fn item(&self, what: What, place: &Range<usize>) -> Item {
        let first = self.signs[place.start.min(self.signs.len() - 1)];
        let end = self.signs[place.clone()].last().map_or(first.start, |last| {
            last.start.saturating_add(u32::try_from(last.c.len_utf8()).unwrap_or(0))
        });
        let Sign { line, start, column, .. } = first;
        Item { what, line, start, end, column, deep: false }
    }

    /// The cheapest way of dealing the characters: what it costs, and those of each part.
    fn deal(&self, parts: &[Part]) -> (f32, Vec<Range<usize>>) {
        let signs = &self.signs;
        let mut best = vec![vec![(f32::INFINITY, Step::Lost); parts.len() + 1]; signs.len() + 1];
        best[0][0].0 = 0.0;
        for at in 0..=signs.len() {
            for part in 0..=parts.len() {
                let here = best[at][part].0;
                let mut offer = |at: usize, part: usize, cost: f32, step: Step| {
                    if here + cost < best[at][part].0 {
                        best[at][part] = (here + cost, step);
                    }
                };
                if let Some(&own) = parts.get(part) {
                    offer(at, part + 1, lost(own), Step::Lost);
                }
                let Some(&Sign { c, .. }) = signs.get(at) else { continue };
                if is_between(c) {
                    offer(at + 1, part, 0.0, Step::Pass(1));
                    continue;
                }
                let word: Vec<char> = signs[at..]
                    .iter()
                    .map(|sign| sign.c)
                    .take_while(|c| !c.is_whitespace())
                    .collect();
                // What says check belongs to the move before it, and is hardly one.
                let sign = scan::suffix(&word, 0) == word.len();
                let passed = if sign { 0.0 } else { cost::WORD };
                offer(at + word.len(), part, passed, Step::Pass(word.len()));
                let Some(&own) = parts.get(part) else { continue };
                let longest = word.iter().take_while(|c| !is_between(**c)).count();
                let glue = if whole(&word[..longest]).is_some() { TORN } else { cost::GLUED };
                for length in 1..=longest.min(LONG) {
                    let end = at + length;
                    let glue = if length < longest { glue } else { 0.0 };
                    let like = self.like(own, &signs[at..end]) + if sign { LETTERS } else { 0.0 };
                    offer(end, part + 1, like + glue, Step::Give(length));
                }
            }
        }
        let mut places = vec![0..0; parts.len()];
        let (mut at, mut part) = (signs.len(), parts.len());
        while (at, part) != (0, 0) {
            match best[at][part].1 {
                Step::Pass(length) => at -= length,
                Step::Lost => {
                    part -= 1;
                    places[part] = at..at;
                }
                Step::Give(length) => {
                    (at, part) = (at - length, part - 1);
                    places[part] = at..at + length;
                }
            }
        }
        (best[signs.len()][parts.len()].0, places)
    }

    /// Cost of taking some characters for a part.
    fn like(&self, part: Part, signs: &[Sign]) -> f32 {
        let chars: Vec<char> = signs.iter().map(|sign| sign.c).collect();
        let text: String = chars.iter().collect();
        match part {
            Part::Number(number) if misread::looks_like(&chars, number) => 0.0,
            Part::Number(number) => like_number(&text, number.into()),
            Part::Move => {
                let prose =
                    chars.len() > 3 && chars.iter().all(|c| c.is_alphabetic()) && !is_left(&text);
                let shaped = whole(&chars).is_some();
                like_move(&text) + if prose && !shaped { LETTERS } else { 0.0 }
            }
        }
    }
}

/// Cost of a part of which nothing is left.
fn lost(part: Part) -> f32 {
    match part {
        Part::Number(_) => cost::NO_NUMBER,
        Part::Move => cost::NO_MOVE,
    }
}

/// Whether a character stands between numbers and moves rather than in one.
fn is_between(c: char) -> bool {
    c.is_whitespace() || matches!(c, '.' | ',' | ';' | '|' | '\'' | '"' | '‘' | '’' | '“' | '”')
}

#[cfg(test)]
mod tests {
    use crate::read::text::answers::tests::dealt;

    #[test]
    fn the_first_moves_with_their_numbers_misread() {
        for (text, want) in [
            (
                "104.66 24 d5 3.5 c5.4c3 Db6 5. Sf3 Ld7 6. a3 Lb5\n",
                "1.04 66 2.4 d5 3.5 c5 4.c3 Db6 5.Sf3 Ld7 6.a3 Lb5",
            ),
            ("15% d5 2 c4 d4 3 b4 g6 4 Lb2 a5\n", "1.5% d5 2.c4 d4 3.b4 g6 4.Lb2 a5"),
            (
                "Elista, 1995\n1d Nf 2cf g6 3. Nc3 Bg7 4. Nf3 O-O\n",
                "1.d Nf 2.cf g6 3.Nc3 Bg7 4.Nf3 O-O",
            ),
            (
                "114 Cf6 2 Cf3P6 3. b3 Ab7 4. Ab2 Ag7 5. g3 O-O\n",
                "1.14 Cf6 2.Cf3 P6 3.b3 Ab7 4.Ab2 Ag7 5.g3 O-O",
            ),
            ("1 da cfe\n264 e6\n3 Cc3 Ab4\n4 e3 c5\n", "1.da cfe 2.64 e6 3.Cc3 Ab4 4.e3 c5"),
            // What seems to lead to a number is what is left of a move, and both may be.
            ("1d Nf 2 cf g6 3 Nc3 Bg7 4 Nf3 O-O\n", "1.d Nf 2.cf g6 3.Nc3 Bg7 4.Nf3 O-O"),
            (
                "Let 66 2,93 15 3.042 Cf6 4.Cg13 cb 5.Cc3 a5 6.Ae2 Ae7\n",
                "1.et 66 2.93 15 3.042 Cf6 4.Cg13 cb 5.Cc3 a5 6.Ae2 Ae7",
            ),
        ] {
            assert_eq!(dealt(text), want, "{text}");
        }
    }

    #[test]
    fn moves_between_numbers_that_can_be_read() {
        for (text, want) in [
            ("7. a3 O-O 22d6 b5 9. Nd5 Be6", "7.a3 O-O 8.2d6 b5 9.Nd5 Be6"),
            ("8.d4 exdd 9,.Nxdd\nNaud 10.Bxd4 O-O", "8.d4 exdd 9.Nxdd Naud 10.Bxd4 O-O"),
            ("22.Rxd8 Badd\n23.RET Rxdt 24.b4 Bd5", "22.Rxd8 Badd 23.RET Rxdt 24.b4 Bd5"),
            ("12. Nf3 (d4) 13. Bc4 Nc6", "12.Nf3 13.Bc4 Nc6"),
            ("27 Bg4 ReS 28 Rf1 Re7", "27.Bg4 ReS 28.Rf1 Re7"),
            ("19 Re1 Rd7 20 d6,\nbo 21 Re7 Rad8", "19.Re1 Rd7 20.d6 bo 21.Re7 Rad8"),
            ("1. e4 e5 2. N?3 Nc6 3. B? a6", "1.e4 e5 2.N?3 Nc6 3.B a6"),
            // Moves are not torn to fill what is lost, and what says check is none.
            ("9.Lxf6 10.Sd5 f5", "9.Lxf6 10.Sd5 f5"),
            ("24. RxR ch K-R3 PxN BxP 26. Q-Q4 K-N1", "24.RxR ch K-R3 25.PxN BxP 26.Q-Q4 K-N1"),
        ] {
            assert_eq!(dealt(text), want, "{text}");
        }
    }

    #[test]
    fn words_are_no_moves() {
        for text in [
            "Black now plays 4. Nf3 Nc6 5. Bb5 a6",
            "7. a3 O-O and now 9. Nd5 Be6",
            "3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7",
            "7. a3 prevents 8. Nd5 Be6",
            "7. a3 Better 7... O-O 9. Nd5 Be6",
        ] {
            let found = dealt(text);
            let none = ["1.", "8.and", "prevents", "Better"];
            assert!(none.iter().all(|word| !found.contains(word)), "{found}");
        }
    }
}
