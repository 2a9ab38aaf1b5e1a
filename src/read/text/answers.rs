//! Black's moves where they do not stand behind White's.
//!
//! - A row names several moves of White's first: `7. Bc4 8. Qf4 9. Bb3` and then `Ng4 Nge5 d6`.
//! - Black's move stands alone behind a note on White's, right before the next number.
//! - Each move has a line of its own, with a colon and a remark behind it.
//!
//! Rows that have their number twice are for [`super::doubled`].

use super::{
    candidates::{Candidate, Slot, is_blank, words_of},
    items::{Item, Items, What},
};
use crate::read::{shape::chars::is_dash, table};

/// Fewest numbers in a row with White's moves alone before Black's.
const APART: usize = 3;
/// Most items that are looked at behind them for Black's.
const ANSWERS: usize = 80;

/// Gives Black's moves to their numbers where a row names White's first: `7. Bc4 8. Qf4 9. Bb3`
/// and then `Ng4 Nge5 d6`. There must be as many, or one less where the game ends so.
pub(super) fn deal(items: &Items, found: &mut [Candidate]) {
    let mut from = 0;
    while from < found.len() {
        let mut to = from + 1;
        while to < found.len() && follows(items, &found[to - 1], &found[to]) {
            to += 1;
        }
        let group = &mut found[from..to];
        if group.len() >= APART
            && let Some(last) = group.last()
            && is_white_alone(group)
        {
            let answers = answers(items, last.slots[0].to + 1);
            if (group.len() - 1..=group.len()).contains(&answers.len()) {
                let line = items.items[group[0].item].line;
                // The last may have none, and Black's first stands behind it.
                group.iter_mut().for_each(|candidate| candidate.slots.truncate(1));
                for (candidate, &at) in group.iter_mut().zip(&answers) {
                    let kind = match items.items[at].what {
                        What::Move(kind) => Some(kind),
                        _ => None,
                    };
                    candidate.slots.push(Slot { from: at, to: at, kind });
                    candidate.dealt = true;
                    // All of them are in the row that the first begins.
                    candidate.words_after = 0;
                    candidate.row |= items.items[candidate.item].line == line;
                }
            }
        }
        from = to;
    }
}

/// Whether a number is the next one, with nothing but its predecessor's move before it.
fn follows(items: &Items, before: &Candidate, next: &Candidate) -> bool {
    let [slot] = before.slots[..] else { return false };
    let between = items.items.get(slot.to + 1..next.item).unwrap_or_default();
    next.number == before.number + 1
        && !next.black
        && next.deep == before.deep
        && between.iter().all(|item| matches!(item.what, What::Sign | What::Gap))
}

/// Whether the first move behind each number of a group can be White's alone; more may stand behind
/// the last number.
fn is_white_alone(group: &[Candidate]) -> bool {
    group.iter().all(|c| !c.black && !c.pair && c.slots.first().is_some_and(|s| s.kind.is_some()))
}

/// The moves without numbers from an item on, up to what is no move.
fn answers(items: &Items, from: usize) -> Vec<usize> {
    let mut found: Vec<usize> = Vec::new();
    for at in from..items.items.len().min(from + ANSWERS) {
        // Below a blank line another paragraph begins.
        let last = found.last().map(|&last| items.items[last].line);
        if last.is_some_and(|last| items.items[at].line > last + 1) {
            break;
        }
        match items.items[at].what {
            What::Move(_) | What::Token => found.push(at),
            What::Sign | What::Gap => {}
            // The game ends with White's last move.
            What::Result(_) if found.is_empty() => {}
            _ => break,
        }
    }
    found
}

/// Longest line that is taken for the first move, in bytes, and most words on it.
const FIRST_LINE: usize = 16;
const FIRST_WORDS: usize = 4;
/// Highest number that first moves without numbers are looked for before.
const BEGINS: u16 = 3;
/// Most characters of what may be left of the number 1.
const STRAY: usize = 2;
/// Most items that are looked at for the moves before a number.
const BEFORE: usize = 24;

/// Adds candidates for the first moves where their number is lost or misread: `led` above
/// `2. Nc3`, `t. e4 e5 2. Nf3`, `7. e4 e5 2. Nf3`.
///
/// `words` is the running total of words of prose, as in all of these.
pub(super) fn add_first(items: &Items, words: &[u32], found: &mut Vec<Candidate>) {
    let mut first = Vec::new();
    // The last low number with moves: what it begins needs no other first move.
    let mut low = BEGINS;
    for index in 0..found.len() {
        let next = &found[index];
        if next.number > BEGINS || next.deep || next.slots.is_empty() {
            continue;
        }
        let lost = next.number > 1 && low >= next.number && !next.black;
        low = next.number;
        if !lost {
            continue;
        }
        let Some((front, slots)) = moves_before(items, next) else {
            first.extend(line_above(items, next));
            continue;
        };
        if matches!(items.items[front].what, What::Number { .. }) {
            misnumbered(found, index, front);
            continue;
        }
        let line = items.items[front].line as usize;
        let start = items.first[line];
        let row = next.row && items.items[start..front].iter().all(is_blank);
        for (pair, number) in slots.chunks(2).zip(1..) {
            let item = if number == 1 { front } else { pair[0].from };
            first.push(Candidate {
                number,
                row: row && items.items[item].line as usize == line,
                slots: pair.to_vec(),
                words_before: words[front] - words[start],
                ..Candidate::new(item, false)
            });
        }
    }
    insert(found, first);
}

/// Makes the number at an item the first one, if it is right before the candidate at `index` and
/// does not go on with what stands before it.
fn misnumbered(found: &mut [Candidate], index: usize, item: usize) {
    let Some([others @ .., own]) = found.get_mut(..index) else { return };
    let goes_on = others.last().is_some_and(|before| before.number + 1 == own.number);
    if own.item == item && own.number > BEGINS && own.slots.len() == 2 && !goes_on {
        own.number = 1;
    }
}

/// The moves that stand right before a number, as many as it says were played, and the item in
/// front of them that is what is left of the number 1, or their own first.
fn moves_before(items: &Items, next: &Candidate) -> Option<(usize, Vec<Slot>)> {
    let wanted = usize::from(next.number.saturating_sub(1)) * 2;
    let from = next.item.saturating_sub(BEFORE);
    let mut before = (from..next.item).rev().filter(|&at| !is_blank(&items.items[at]));
    let mut slots: Vec<Slot> = Vec::new();
    while slots.len() < wanted {
        let at = before.next()?;
        slots.insert(0, slot(items, at).filter(|_| !items.items[at].deep)?);
    }
    let first = slots[0].from;
    let Some(front) = before.next() else { return (from == 0).then_some((first, slots)) };
    let (own, item) = (&items.items[first], &items.items[front]);
    let text = items.lines.get(item.line as usize)?;
    let parted = item.line < own.line
        || text.get(item.end as usize..own.start as usize)?.contains(['.', ':', '!', ')']);
    let front = match item.what {
        What::Token if item.line == own.line && items.text(item).chars().count() <= STRAY => front,
        What::Number { .. } if item.line == own.line && wanted == 2 => front,
        What::Words(_) | What::Token if parted => first,
        What::Result(_) | What::Close(_) => first,
        _ => return None,
    };
    Some((front, slots))
}

/// The first moves where they have lines of their own above the number 2.
fn line_above(items: &Items, next: &Candidate) -> Option<Candidate> {
    if next.number != 2 || !next.row {
        return None;
    }
    let line = items.items[next.item].line as usize;
    let above = (line.saturating_sub(2)..line).rev().find(|&l| !items.is_blank(l))?;
    let mut slots = first_moves(items, above)?;
    let mut begins = above;
    // White's move and Black's may have a line each.
    if slots.len() == 1
        && let Some(white) = above.checked_sub(1)
        && let Some([slot]) = first_moves(items, white).as_deref()
    {
        slots.insert(0, *slot);
        begins = white;
    }
    let own = Candidate::new(items.first[begins], false);
    Some(Candidate { number: 1, row: true, slots, ..own })
}

/// Adds candidates in text order.
pub(super) fn insert(found: &mut Vec<Candidate>, more: Vec<Candidate>) {
    found.extend(more);
    found.sort_by_key(|candidate| candidate.item);
}

/// The one or two moves that a line could hold, and nothing else.
fn first_moves(items: &Items, line: usize) -> Option<Vec<Slot>> {
    let text = items.lines.get(line)?.trim();
    let heading = table::side(text.trim_end_matches(['.', ':', ','])).is_some();
    if text.len() > FIRST_LINE || text.split_whitespace().count() > FIRST_WORDS || heading {
        return None;
    }
    let mut slots: Vec<Slot> = Vec::new();
    for (at, item) in (*items.first.get(line)?..).zip(items.of_line(line)) {
        let kind = match item.what {
            What::Move(kind) => Some(kind),
            What::Token | What::Words(1) => None,
            // `26` is what is left of a move.
            What::Number { sure: false, .. } if !slots.is_empty() => None,
            What::Gap | What::Sign => continue,
            _ => return None,
        };
        slots.push(Slot { from: at, to: at, kind });
    }
    let moves = slots.iter().any(|slot| slot.kind.is_some());
    ((1..=2).contains(&slots.len()) && (moves || is_mixed(text))).then_some(slots)
}

/// Whether a short text could be what is left of a move: it has a digit, or no word.
fn is_mixed(text: &str) -> bool {
    text.contains(|c: char| c.is_ascii_digit()) || text.chars().count() <= 3
}

/// Adds candidates for Black's moves that stand alone right before the next number, behind a note
/// on White's: `2. P-QB4 A good move. P-Q3 3. Kt-QB3`.
pub(super) fn add_lone(items: &Items, found: &mut Vec<Candidate>) {
    let mut answers: Vec<Candidate> = Vec::new();
    for (index, next) in found.iter().enumerate() {
        if next.number <= 1 || next.black || next.deep {
            continue;
        }
        let Some(at) = answer_before(items, next.item, next.row) else { continue };
        // A move of the number before it is there already, or its row names it for Black again.
        let before = found[..index].iter().rev().take_while(|before| before.item + 40 > at);
        let own = || before.clone().filter(|before| before.number + 1 == next.number);
        let is_there = own().any(|before| before.slots.iter().any(|slot| slot.to == at));
        let in_row = |(black, white): (&Candidate, &Candidate)| {
            let between = items.items.get(white.last() + 1..black.item);
            let beside = between.is_some_and(|between| between.iter().all(is_blank));
            white.row && !white.deep && beside
        };
        if is_there || own().zip(own().skip(1)).any(in_row) {
            continue;
        }
        answers.extend(lone(items, next.number - 1, at));
    }
    insert(found, answers);
}

/// The same for Black's last move, right before the result: `23. Qh5 White is sure of his win. Qf2
/// 0-1`.
pub(super) fn add_last(items: &Items, found: &mut Vec<Candidate>) {
    let mut answers: Vec<Candidate> = Vec::new();
    for (index, item) in items.items.iter().enumerate() {
        if !matches!(item.what, What::Result(_)) || item.deep {
            continue;
        }
        let Some(white) = found[..found.partition_point(|own| own.item < index)].last() else {
            continue;
        };
        if is_alone(white)
            && let Some(at) = answer_before(items, index, false).filter(|&at| at > white.last())
        {
            answers.extend(lone(items, white.number, at));
        }
    }
    insert(found, answers);
}

/// Black's move of a number that stands alone at an item; the item before it stands for its number.
fn lone(items: &Items, number: u16, at: usize) -> Option<Candidate> {
    slot(items, at).map(|slot| answer(number, slot, at - 1))
}

/// The place of a move at an item, where there is one.
pub(super) fn slot(items: &Items, at: usize) -> Option<Slot> {
    let What::Move(kind) = items.items[at].what else { return None };
    Some(Slot { from: at, to: at, kind: Some(kind) })
}

/// Black's move of a number, for which an item stands.
fn answer(number: u16, slot: Slot, item: usize) -> Candidate {
    Candidate { number, black: true, slots: vec![slot], ..Candidate::new(item, false) }
}

/// Adds candidates for Black's moves that begin a line behind dots, below a note on White's:
/// `2. Nf3 ...`, `The knight attacks.`, `... d6`. Where a list joins moves by dashes, a dash stands
/// for the dots: `2. Nf3-d6 3. Bc4... The bishop comes out.`, `-h6 4. O-O`.
pub(super) fn add_dotted(items: &Items, found: &mut Vec<Candidate>) {
    let mut answers: Vec<Candidate> = Vec::new();
    for line in 0..items.lines.len() {
        let row = (items.first[line]..).zip(items.of_line(line));
        let mut row = row.filter(|(_, item)| !is_blank(item) && !item.deep);
        let Some((first, dots)) = row.next() else { continue };
        // The item before its move stands for its number.
        let (number, at) = match (dots.what, row.next()) {
            (What::Dots, Some((at, _))) => (first, at),
            (What::Move(_), _) if items.text(dots).starts_with(is_dash) && first > 0 => {
                (first - 1, first)
            }
            _ => continue,
        };
        let joins = number < first;
        let Some(slot) = slot(items, at) else { continue };
        let before = &found[..found.partition_point(|own| own.item <= number)];
        // White's move and nothing of Black's, up to here.
        let Some(white) = before.iter().rfind(|own| !own.deep && (joins || own.row)) else {
            continue;
        };
        let is_whole = white.black || white.slots.len() != 1 || white.pair;
        if is_whole || white.last() > number || joins && !leads_on(items, white, at + 1) {
            continue;
        }
        answers.push(Candidate { row: true, ..answer(white.number, slot, number) });
    }
    insert(found, answers);
}

/// Adds candidates for Black's moves without a number that begin a paragraph or stand behind a
/// sentence, with a note of their own: `2. Nf3`, `Nc6 A good move. 3. Bc4`.
pub(super) fn add_openings(items: &Items, found: &mut Vec<Candidate>) {
    let mut answers: Vec<Candidate> = Vec::new();
    for (at, item) in items.items.iter().enumerate() {
        let Some(slot) = slot(items, at).filter(|_| !item.deep) else { continue };
        let line = item.line as usize;
        let begins_note = |next: &&Item| {
            matches!(next.what, What::Words(_) | What::Token)
                && items.text(next).starts_with(char::is_uppercase)
        };
        let mut behind = items.items[at + 1..].iter().take_while(|next| next.line == item.line);
        if behind.find(|next| !is_blank(next)).filter(begins_note).is_none() {
            continue;
        }
        let last = items.items[..at].iter().rposition(|item| !is_blank(item));
        let begins = at == items.first[line] && line > 0 && items.is_blank(line - 1);
        let told = last.is_some_and(|last| matches!(items.items[last].what, What::Words(_)));
        let ends = ends_note(items, at);
        if !(begins || told && ends) {
            continue;
        }
        let white = unanswered(found, at).filter(|white| ends || last == Some(white.last()));
        answers.extend(white.map(|white| answer(white.number, slot, at)));
    }
    insert(found, answers);
}

/// Whether a number has White's move and no more.
fn is_alone(white: &Candidate) -> bool {
    white.is_plain() && !white.black && !white.pair && white.slots.len() == 1
}

/// The number with White's move alone that was played last before an item, where the text goes on with
/// the next number.
fn unanswered(found: &[Candidate], at: usize) -> Option<&Candidate> {
    let (before, behind) = found.split_at(found.partition_point(|own| own.item < at));
    let white = before.iter().rfind(|own| own.is_plain()).filter(|white| is_alone(white))?;
    let next = behind.iter().find(|own| own.is_plain());
    let goes_on = next.is_none_or(|next| next.number == white.number + 1 && !next.black);
    goes_on.then_some(white)
}

/// Adds candidates for those within a text that flows on, behind dots and the sentence that ends a
/// note: `2. Nf3 The knight attacks. ...d6 3. Bc4`.
pub(super) fn add_resumed(items: &Items, found: &mut Vec<Candidate>) {
    let mut answers: Vec<Candidate> = Vec::new();
    for (index, item) in items.items.iter().enumerate() {
        if item.what != What::Dots || item.deep || !ends_note(items, index) {
            continue;
        }
        let next = (index + 1..items.items.len()).find(|&at| !is_blank(&items.items[at]));
        let Some(slot) = next.and_then(|at| slot(items, at)) else { continue };
        let is_known = found.binary_search_by_key(&index, |own| own.item).is_ok();
        let white = unanswered(found, index).filter(|white| !is_known && white.last() < index);
        answers.extend(white.map(|white| answer(white.number, slot, index)));
    }
    insert(found, answers);
}

/// Whether a sentence or a bracket ends right before an item.
fn ends_note(items: &Items, at: usize) -> bool {
    let item = &items.items[at];
    let line = item.line as usize;
    let own = items.before(item);
    let mut above = items.lines.iter().take(line).rev().map(|text| text.trim_end());
    let text = if own.is_empty() { above.find(|text| !text.is_empty()).unwrap_or("") } else { own };
    // `A good move. ...Be7`: the point of the sentence may be taken for one of the dots.
    let point = items.text(item).strip_prefix('.').is_some_and(|dots| dots.starts_with(' '));
    point || text.ends_with(['.', '!', '?', ')', ']', '}', '"', '”'])
}

/// Whether the number behind a move goes on with a game.
fn leads_on(items: &Items, white: &Candidate, behind: usize) -> bool {
    let next = items.items[behind..].iter().find(|item| !is_blank(item));
    next.is_some_and(|item| match item.what {
        What::Number { number, black, .. } => number == white.number + 1 && !black,
        _ => false,
    })
}

/// Adds candidates for Black's moves where each move has a line of its own and a colon before what is
/// said of it: `e5: the usual answer.` below `1. e4: a good move.`
pub(super) fn add_told(items: &Items, found: &mut Vec<Candidate>) {
    let told_at = |at: usize| {
        let item = &items.items[at];
        slot(items, at).filter(|_| !item.deep && items.text(item).ends_with(':'))
    };
    let mut told: Vec<Candidate> = Vec::new();
    for (index, white) in found.iter().enumerate() {
        let [slot] = white.slots[..] else { continue };
        let end = found.get(index + 1).map_or(items.items.len(), |next| next.item);
        if white.black || !white.row || told_at(slot.to).is_none() {
            continue;
        }
        let starts_line = |at: &usize| items.first[items.items[*at].line as usize] == *at;
        let own = (slot.to + 1..end).filter(starts_line).find_map(told_at);
        // The item before its move stands for its number.
        told.extend(
            own.map(|own| Candidate { row: true, ..answer(white.number, own, own.from - 1) }),
        );
    }
    insert(found, told);
}

/// Longest word that may be what is left of points, in bytes.
const POINTS: u32 = 4;

/// Whether a word may be what is left of the points that stand for a move.
pub(super) fn is_left(word: &Item) -> bool {
    words_of(word) == 1 && word.end - word.start <= POINTS
}

/// Index of a move that is behind a sentence or alone at the end of a line, and right before an item,
/// a number perhaps that begins a `row`, or a result, before which it may also be behind a colon.
fn answer_before(items: &Items, until: usize, row: bool) -> Option<usize> {
    let before = items.items.get(..until)?;
    let at = before.iter().rposition(|item| !matches!(item.what, What::Sign | What::Gap))?;
    let (item, number) = (&items.items[at], &items.items[until]);
    let is_move = item.is_move() && !item.deep;
    if !is_move || at + 4 < until || number.line - item.line > 2 {
        return None;
    }
    let last = before[..at].iter().rev().find(|item| item.what != What::Gap)?;
    let own = items.before(item);
    // A move that begins its line is behind what the line above says.
    let above = || items.lines.get(last.line as usize).map(|line| line.trim_end());
    let text = if own.is_empty() { above()? } else { own };
    let sentence = text.ends_with(['.', '!', '?', ')', ']', '}', '"', '”', '—', '_'])
        || matches!(number.what, What::Result(_)) && text.ends_with(':');
    let follows = matches!(last.what, What::Number { .. } | What::Move(_) | What::Dots);
    let column = row && number.line > item.line && last.line == item.line;
    let prose = column && items.of_line(item.line as usize).iter().map(words_of).sum::<u32>() >= 3;
    // `or to castle`, but what is left of a number and its points may stand before it: `BA vas Qe7`.
    let is_told =
        |last: &Item| words_of(last) > 1 || words_of(last) == 1 && !(row && is_left(last));
    let told = before[..at].last().is_some_and(is_told);
    (!follows && (sentence || column && !prose && !told)).then_some(at)
}

#[cfg(test)]
pub(super) mod tests {
    use crate::read::text::in_order;

    /// Numbers with the moves behind them, Black's alone marked by points.
    pub(in crate::read) fn dealt(text: &str) -> String {
        let (items, found) = in_order(text, 1);
        let shown = found.iter().map(|candidate| {
            let moves: Vec<&str> = candidate.slots.iter().map(|slot| slot.text(&items)).collect();
            let points = if candidate.black { "..." } else { "." };
            format!("{}{points}{}", candidate.number, moves.join(" "))
        });
        shown.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn first_moves_without_their_number() {
        assert_eq!(dealt("led 26\n2. d4 d5\n3. Nc3"), "1.led 26 2.d4 d5 3.Nc3");
        assert_eq!(dealt("White\n2. d4 d5"), "2.d4 d5");
        assert_eq!(dealt("Notes by the editor\n2. d4 d5"), "2.d4 d5");
    }

    #[test]
    fn first_moves_behind_what_is_left_of_their_number() {
        for (text, want) in [
            ("Black. I. e4 e5 2. d4 d5", "1.e4 e5 2.d4 d5"),
            ("White.  Black.\nt e4 e5\n2. d4 d5", "1.e4 e5 2.d4 d5"),
            ("1. e4 e5 2. a3 a6\nNext: z. d4 d5 2. c4 c5", "1.e4 e5 2.a3 a6 1.d4 d5 2.c4 c5"),
            ("9. c3 d6 wins.\n7. e4 e5 2. d4 d5", "9.c3 d6 1.e4 e5 2.d4 d5"),
            ("At Harrow (1895) e4 e5 d4 d5\n\n3. Nc3 a6", "1.e4 e5 2.d4 d5 3.Nc3 a6"),
        ] {
            assert_eq!(dealt(text), want, "{text}");
        }
        // Numbers that go on with what is there, and moves that a sentence goes on with.
        for (text, want) in [
            ("6. c3 d6 7. e4 e5 2. d4 d5", "6.c3 d6 7.e4 e5 2.d4 d5"),
            ("1. e4 e5 or else z. d4 d5 2. c4 c5", "1.e4 e5 2.c4 c5"),
            ("he could play e4 e5 2. d4 d5", "2.d4 d5"),
            ("a6 b6 e4 e5 2. d4 d5", "2.d4 d5"),
        ] {
            assert_eq!(dealt(text), want, "{text}");
        }
    }

    #[test]
    fn rows_of_one_side_and_then_the_other() {
        let want = "7.Bc4 Ng4 8.Qf4 Nge5 9.Bb3 d6";
        for text in [
            "7. Bc4 8. Qf4 9. Bb3\nNg4 Nge5 d6",
            "7. Bc4 | 8. Qf4 | 9. Bb3\nNg4 | Nge5 | d6\n\nOf course Black stands well.",
            "7. Bc4 | 8. Qf4 | 9. Bb3\n\nNg4 | Nge5\nd6\n\nOf course Black stands well.",
        ] {
            assert_eq!(dealt(text), want, "{text}");
        }
        // Black's last move stands behind a note.
        let apart = "7. Bc4 8. Qf4 9. Bb3\nNg4 Nge5\nWell played, and nothing is lost.\n9. ... d6";
        assert_eq!(dealt(apart), "7.Bc4 Ng4 8.Qf4 Nge5 9.Bb3 9...d6");
    }

    #[test]
    fn a_move_between_two_sentences_is_black_s() {
        let text = "10. h4!? Provokes what comes. h6? Black fears the pawn. 11. h5 g5";
        assert_eq!(dealt(text), "10.h4!? 10...h6? 11.h5 g5");
        // One that is spoken of is not.
        let text = "10. h4!? Provokes what comes. h6 was played. 11. h5 g5";
        assert_eq!(dealt(text), "10.h4!? 11.h5 g5");
    }

    #[test]
    fn moves_with_a_line_and_a_colon_each() {
        let text =
            "1.e4: the best move.\ne5: of course.\n2.Nf3: attacks it at once.\nNc6: guards it.\n";
        assert_eq!(dealt(text), "1.e4: 1...e5: 2.Nf3: 2...Nc6:");
    }

    #[test]
    fn moves_that_begin_a_line_behind_dots() {
        let text = "1. e4 e5\n2. Cf3 ...\nEl caballo ataca.\n... d6\n3. Ac4 h6\n";
        assert_eq!(dealt(text), "1.e4 e5 2.Cf3 2...d6 3.Ac4 h6");
        // Notes with the same number and Black's move on it make no rows of a list.
        let rows: Vec<String> = [
            (2, "Cf3", "d6", "Cc6"),
            (3, "d4", "exd4", "Cf6"),
            (4, "Cxd4", "Cf6", "g6"),
            (5, "Cc3", "g6", "a6"),
            (6, "Ae3", "Ag7", "e5"),
        ]
        .map(|(n, white, black, other)| {
            format!(
                "{n}. {white} ...\nBien.\n... {black} La otra {n}. ... {other} no hay por qué.\n"
            )
        })
        .into();
        let text = format!("1. e4 e5\n{}", rows.concat());
        let found = dealt(&text);
        assert!(found.contains("4.Cxd4 4...Cf6") && found.contains("6.Ae3 6...Ag7"), "{found}");
        let text = "1. e4 e5\n2. Cf3 d6\nY no\n... h6\n3. Ac4 h6\n";
        assert_eq!(dealt(text), "1.e4 e5 2.Cf3 d6 3.Ac4 h6");
    }

    #[test]
    fn a_move_that_begins_a_line_behind_a_dash() {
        let text = "1. g3-e5 2. Lg2-Sc6\n3. e4-Sf6 4. h3..... efter hvids træk\n\n-Lh5 5. d3-0-0";
        assert!(dealt(text).contains("4.h3 4...-Lh5 5.d3 0-0"), "{}", dealt(text));
    }

    #[test]
    fn the_last_move_behind_a_sentence() {
        for text in ["2. Dh5. The queen comes out: Ke7 0-1", "2. Dh5. It looks good. Ke7\n0-1"] {
            assert_eq!(dealt(&format!("1. e4 e5 {text}")), "1.e4 e5 2.Dh5 2...Ke7", "{text}");
        }
        assert_eq!(dealt("1. e4 e5 2. Dh5 and he did not see Ke7 0-1"), "1.e4 e5 2.Dh5");
    }

    #[test]
    fn a_move_alone_behind_a_note() {
        let text = "2 P-Q B 4 Better than 2 Kt-K B 3, P-Q 3; 3 B-K 2, which is slow. P-Q 3 \
            3 Kt-Q B 3";
        assert!(dealt(text).contains("2...P-Q 3 3.Kt-Q B 3"), "{}", dealt(text));
        assert_eq!(dealt("1. e4 e5 2. Nf3"), "1.e4 e5 2.Nf3");
        assert_eq!(dealt("he threatens to play e5 2. Nf3"), "2.Nf3");
        // A row has Black's move already.
        let text = "1. P to K 4   1. P to K 4\n2. Kt to K B 3   2. Kt to Q B 3\n3. B to B 4   \
            3. B to B 4\n\nWhite threatens, as it seems, Q to R 5: ch., P takes\n\
            Q: ch., K moves; Kt takes Q.\n\n4. P to B 3   4. Kt to B 3";
        assert!(!dealt(text).contains("Kt takes Q"), "{}", dealt(text));
    }
}
