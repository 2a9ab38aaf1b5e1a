//! Numbers that were lost to their being misread: those that look like the one that is next, `4. c3 Nf6 S.d3 a6`, and
//! those between two that are not misread, `12. P-K4 P-K4 1S. P-Q4 PxP 14. …`.

use super::{
    behind::slots,
    candidates::{self, Candidate},
    items::{Item, Items, What},
    number::{Numbered, behind_number, number_at},
};
use crate::read::shape::{
    chars::{blank, is_dash},
    damaged,
    misread::{LONG, is_number, looks_like, nearly},
    scan,
};

/// Most numbers in a row that are misread.
const MOST: u16 = 3;

/// Longest number that is told by the move behind it, in characters, and the highest.
const SHORT: usize = 2;
const HIGHEST: u16 = 99;

/// Most items from a number to the next one, and most characters from what may be that one misread
/// to where it stands.
const NEARBY: usize = 60;

/// What looks like the number that is next behind some items, with two moves behind it as far as
/// the line goes, if that number does not follow as well. One letter says too little at the end of
/// a line.
pub(super) fn next_at(text: &[char], at: usize, before: &[Item]) -> Option<Numbered> {
    let word = &text[at..at + text[at..].iter().take(LONG).position(|c| matches!(c, '.' | ':'))?];
    // `2 6.`: a blank has slipped in.
    let joined: Vec<char> = word.iter().copied().filter(|c| *c != ' ').collect();
    if joined.len() == word.len() && word.iter().all(char::is_ascii_digit) {
        return None;
    }
    let end = at + word.len() + 1;
    // A colon may as well be a capture, but hardly behind a digit and before a blank: `2G: Nf3`.
    if text[end - 1] == ':' && !(word[0].is_ascii_digit() && ends_word(text, end)) {
        return None;
    }
    let is_it = |at: usize, number: u16| {
        number_at(text, at).is_some_and(
            |found| matches!(found.what, What::Number { number: n, black: false, .. } if n == number),
        )
    };
    let starts = |&at: &usize| text[at].is_ascii_digit() && !text[at - 1].is_alphanumeric();
    let follows = |number: u16| {
        (end..text.len().min(end + NEARBY)).filter(starts).any(|at| is_it(at, number))
    };
    // A game may begin with a line, or where its second number follows.
    let first = looks_like(&joined, 1) && (at == blank(text, 0) || follows(2));
    let others = || nearby(before).skip(1).map(|number| number + 1);
    let mut numbers = number_behind(before).into_iter().chain(first.then_some(1)).chain(others());
    let number = numbers.find(|&number| looks_like(&joined, number))?;
    let blanks = |at: usize| at + text[at..].iter().take_while(|c| c.is_whitespace()).count();
    let ends = |at: usize| blanks(at) == text.len();
    let shaped = |at: usize| scan::move_at(text, blanks(at));
    let whole = |at: usize| damaged::damaged(text, blanks(at), shaped(at)).map(|found| found.end);
    if !ends(end) {
        // One of them may be damaged; of two digits that look alike White's move says enough.
        let torn = whole(end);
        let white = torn.or_else(|| shaped(end).map(|found| found.end))?;
        let white = white + usize::from(matches!(text.get(white), Some(',' | ';')));
        if !ends(white) && (torn.is_some() || number < 10) {
            let behind = shaped(white).is_some();
            (behind || torn.is_none() && whole(white).is_some()).then_some(())?;
        }
    } else if number < 10 {
        return None;
    }
    let what = What::Number { number, black: false, sure: true };
    (!follows(number)).then_some(Numbered { what, end })
}

/// What looks like a number that stands not far before, with points and a move behind it, as it comes
/// again for Black's: `11. d4 A good move. IL...Re8`.
pub(super) fn again_at(text: &[char], at: usize, before: &[Item]) -> Option<Numbered> {
    let length = text[at..].iter().take(LONG).position(|&c| c == '.')?;
    let word = &text[at..at + length];
    let (black, end) = behind_number(text, at + length);
    if !black || word.iter().all(char::is_ascii_digit) {
        return None;
    }
    let number = nearby(before).find(|&number| looks_like(word, number))?;
    scan::move_at(text, blank(text, end))?;
    Some(Numbered { what: What::Number { number, black, sure: true }, end })
}

/// What looks like a number right before a move that names both squares, which nothing else has there:
/// `I.d2—d4`, `ll.Ch4:g5`. It is the first, or not far behind the last one.
pub(super) fn before_squares(text: &[char], at: usize, before: &[Item]) -> Option<Numbered> {
    let length = text[at..].iter().take(SHORT + 1).position(|&c| c == '.')?;
    let word = &text[at..at + length];
    let begins = at == 0 || !text[at - 1].is_alphanumeric();
    if !begins || word.is_empty() || word.iter().all(char::is_ascii_digit) {
        return None;
    }
    let end = at + length + 1;
    let behind = |number: u16| {
        nearby(before).next().is_some_and(|last| (last + 1..=last + MOST).contains(&number))
    };
    scan::move_at(text, end).filter(|found| found.kind == scan::Kind::Long)?;
    let number = (1..=HIGHEST).find(|&number| looks_like(word, number))?;
    let fits = number == 1 || behind(number);
    fits.then_some(Numbered { what: What::Number { number, black: false, sure: true }, end })
}

/// The number that is next behind some items at the beginning of a line, which a dash parts from what
/// is left of the first of two moves: `17-8 Ric8`.
pub(super) fn dashed_at(text: &[char], at: usize, before: &[Item]) -> Option<Numbered> {
    if at != blank(text, 0) || !text[at].is_ascii_digit() {
        return None;
    }
    let number = number_next(before)?;
    let digits = number.to_string();
    let dash = at + digits.len();
    let told = text[at..].iter().take(digits.len()).copied().eq(digits.chars());
    let dashed = text.get(dash).copied().is_some_and(is_dash);
    let mut words = text[at..].split(|c| c.is_whitespace());
    let (first, second) = (words.next()?, words.next()?);
    let left = first.get(digits.len() + 1..).unwrap_or_default();
    let is_left =
        !left.is_empty() && left.len() <= LONG && left.iter().all(|c| c.is_alphanumeric());
    let what = What::Number { number, black: false, sure: false };
    (told && dashed && is_left && !second.is_empty()).then_some(Numbered { what, end: dash + 1 })
}

/// The number that is next to one that stands not far before, where castling is glued to it: `40-0`.
pub(super) fn castling_at(text: &[char], at: usize, before: &[Item]) -> Option<Numbered> {
    let digits = text[at..].iter().take(LONG).take_while(|c| c.is_ascii_digit()).count();
    let end = at + digits.checked_sub(1)?;
    let castles = matches!(text[end..], ['0', dash, '0', ..] if is_dash(dash));
    let number: u16 = text[at..end].iter().collect::<String>().parse().ok()?;
    let is_next = castles && nearby(before).any(|before| before + 1 == number);
    is_next.then_some(Numbered { what: What::Number { number, black: false, sure: false }, end })
}

/// The number behind the last one of some items, not far from their end.
pub(super) fn number_next(before: &[Item]) -> Option<u16> {
    nearby(before).next()?.checked_add(1)
}

/// The numbers not far from the end of some items, the last one first.
fn nearby(before: &[Item]) -> impl Iterator<Item = u16> {
    before.iter().rev().take(NEARBY).filter_map(Item::number)
}

/// Whether a blank or nothing stands at an index.
fn ends_word(text: &[char], at: usize) -> bool {
    text.get(at).is_none_or(|c| c.is_whitespace())
}

/// The number that is next behind some items, where both moves of the last one were met, one of
/// them damaged perhaps.
fn number_behind(before: &[Item]) -> Option<u16> {
    let (mut moves, mut tokens) = (0, 0);
    for item in before.iter().rev().take(NEARBY) {
        match item.what {
            What::Move(_) => moves += 1,
            What::Token => tokens += 1,
            What::Number { number, black, .. } => {
                let met = moves + usize::from(black);
                return (met >= 2 || met == 1 && tokens == 1).then(|| number + 1);
            }
            _ => {}
        }
    }
    None
}

/// Adds candidates for numbers that were read as no number, and puts right those that were read as
/// another one, where just so many are wanting between two neighbours.
pub(super) fn add(items: &Items, found: &mut Vec<Candidate>) {
    let mut more: Vec<Candidate> = Vec::new();
    for index in 1..found.len() {
        more.extend(lost(items, found, index - 1).unwrap_or_default());
    }
    for index in 0..found.len() {
        more.extend(last(items, found, index));
    }
    if !more.is_empty() {
        // Of two candidates of one item the new one stays.
        more.append(found);
        more.sort_by_key(|candidate| candidate.item);
        more.dedup_by_key(|candidate| candidate.item);
        *found = more;
    }
    for index in 2..found.len() {
        let [before, own, next] = &found[index - 2..=index] else { continue };
        let wanted = before.number + 1;
        let rows = [before, own, next].into_iter().all(|c| c.row && c.is_plain());
        let pair = rows && !own.black && own.slots.len() == 2;
        let whole = pair || is_whole(own) && is_whole(before);
        if next.number == wanted + 1 && own.number != wanted && whole && next.is_plain() {
            found[index - 1].number = wanted;
        }
    }
    for index in 1..found.len() {
        let next = found.get(index + 1).map_or(0, |next| next.number);
        if is_misread(items, &found[index - 1], &found[index]) && next != found[index].number + 1 {
            found[index].number = found[index - 1].number + 1;
        }
    }
}

/// Whether a row stands right below another one and its number is the next but for a digit, as in the
/// last rows of a sheet, which nothing follows.
fn is_misread(items: &Items, before: &Candidate, own: &Candidate) -> bool {
    let line = |candidate: &Candidate| items.items[candidate.item].line as usize;
    let wanted = u32::from(before.number) + 1;
    let below = || (line(before) + 1..line(own)).all(|line| items.is_blank(line));
    let pair = |own: &Candidate| own.is_pair() && own.is_shaped();
    // White's last move alone, `33. Nd6` as `3. Nd6`.
    let last = || own.row && own.is_plain() && own.is_shaped() && ends(items, own.last() + 1);
    let nearly = || nearly(&own.number.to_string(), wanted);
    pair(before)
        && line(before) < line(own)
        && u32::from(own.number) != wanted
        && (nearly() && (pair(own) || last()) || lacks_digit(own.number, wanted) && last())
        && below()
}

/// Whether a number is another one without its first digit or its last.
fn lacks_digit(number: u16, whole: u32) -> bool {
    let (number, whole) = (number.to_string(), whole.to_string());
    number.len() + 1 == whole.len() && (whole.starts_with(&number) || whole.ends_with(&number))
}

/// Whether nothing but a result stands behind a place.
fn ends(items: &Items, from: usize) -> bool {
    let rest = items.items.get(from..).unwrap_or_default();
    let next = rest.iter().find(|item| !candidates::is_blank(item));
    next.is_none_or(|item| matches!(item.what, What::Result(_)))
}

/// Whether a candidate has both moves.
fn is_whole(candidate: &Candidate) -> bool {
    candidate.is_plain()
        && !candidate.black
        && candidate.slots.len() == 2
        && candidate.slots.iter().all(|slot| slot.kind.is_some())
}

/// The moves of the numbers that are wanting behind a candidate, if what is left of their numbers
/// stands there; in rows they may be read as others.
fn lost(items: &Items, found: &[Candidate], index: usize) -> Option<Vec<Candidate>> {
    let before = &found[index];
    let is_next = |next: &Candidate| next.number > before.number && next.is_plain();
    let wanting = |next: &Candidate| next.number.saturating_sub(before.number + 1);
    let behind = &found[index + 1..];
    let at = behind
        .iter()
        .take(1 + usize::from(MOST))
        .position(|next| is_next(next) && wanting(next) <= MOST)?;
    let (others, next) = (&behind[..at], &behind[at]);
    // Brackets have numbers of their own.
    let others: Vec<&Candidate> = others.iter().filter(|other| !other.deep).collect();
    let rows = others.is_empty() || before.row && next.row;
    let misread = others.iter().all(|other| other.row && other.is_plain() && !other.black);
    let wanting = wanting(next);
    let whole = is_whole(before) || before.is_pair() && next.row;
    if wanting == 0 || usize::from(wanting) < at || !whole || !rows || !misread {
        return None;
    }
    between(items, before, &others, next, wanting)
}

/// The moves of so many numbers between two candidates, each behind what is left of its number.
fn between(
    items: &Items,
    before: &Candidate,
    others: &[&Candidate],
    next: &Candidate,
    wanting: u16,
) -> Option<Vec<Candidate>> {
    let mut found: Vec<Candidate> = Vec::new();
    let mut from = before.last() + 1;
    for number in (before.number + 1..).take(wanting.into()) {
        let passed = items.items.get(from..next.item)?;
        let first = passed.iter().position(|item| !candidates::is_blank(item))?;
        // A note may stand above the row: `1S Q-K2 QR-K1`.
        let is_row = |at: &usize| {
            let at = from + at;
            candidates::is_line_start(items, at) && is_lead(items, at) && is_like(items, at, number)
        };
        let at = match is_lead(items, from + first) {
            true => first,
            false => (first..passed.len()).find(is_row).unwrap_or(first),
        };
        let own = slots(items, from + at);
        let moves = own.slots.iter().filter(|slot| slot.kind.is_some()).count();
        let is_other = others.iter().any(|other| other.item == own.item);
        let row = candidates::is_line_start(items, from + at);
        let told = if is_other { row && own.slots.len() == 2 } else { is_lead(items, from + at) };
        if !told || moves == 0 && !is_other || own.last() >= next.item {
            return None;
        }
        from = own.last() + 1;
        found.push(Candidate { number, row, ..own });
    }
    Some(found)
}

/// The moves of the last numbers of a game behind what is left of them, right before the result or the
/// end of the text: `37 Ke2 Qxh4 3B Kf3 Draw.`
fn last(items: &Items, found: &[Candidate], index: usize) -> Vec<Candidate> {
    let next = found.get(index + 1).map_or(items.items.len(), |next| next.item);
    let mut more: Vec<Candidate> = Vec::new();
    let mut before = &found[index];
    while more.len() < usize::from(MOST)
        && is_whole(before)
        && let Some(own) = next_misread(items, before).filter(|own| own.item < next)
    {
        more.push(own);
        before = &more[more.len() - 1];
    }
    if more.is_empty() || !ends(items, before.last() + 1) { Vec::new() } else { more }
}

/// The moves of the number behind a candidate, whose number is misread.
fn next_misread(items: &Items, before: &Candidate) -> Option<Candidate> {
    let number = before.number.checked_add(1)?;
    let from = before.last() + 1;
    let at = from + items.items.get(from..)?.iter().position(|item| !candidates::is_blank(item))?;
    if !is_word(&items.items[at]) || !is_like(items, at, number) {
        return None;
    }
    let own = slots(items, at);
    let shaped = !own.slots.is_empty() && own.slots.iter().all(|slot| slot.kind.is_some());
    let row = candidates::is_line_start(items, at);
    shaped.then_some(Candidate { number, row, ..own })
}

/// Whether an item is a word that may be a number misread.
fn is_word(item: &Item) -> bool {
    matches!(item.what, What::Token | What::Words(1)) && !item.deep
}

/// Whether an item looks like a number, or has one digit of it.
fn is_like(items: &Items, at: usize, number: u16) -> bool {
    let text = items.text(&items.items[at]);
    let word: Vec<char> = text.chars().collect();
    looks_like(&word, number) || nearly(text, number.into())
}

/// Whether an item may be a number misread.
fn is_lead(items: &Items, at: usize) -> bool {
    let item = &items.items[at];
    let sign = items.items.get(at + 1).filter(|sign| sign.what == What::Sign && item.meets(sign));
    is_word(item) && is_number(items.span(item, sign.unwrap_or(item)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(text: &str) -> Vec<(u16, usize)> {
        let items = Items::new(text, 1);
        let found = candidates::candidates(&items);
        found.iter().map(|candidate| (candidate.number, candidate.slots.len())).collect()
    }

    #[test]
    fn a_dash_parts_a_number_from_what_is_left_of_its_move() {
        let rows = |row: &str| format!("15 Nd4 Bb8\n16 f3 Rc8\n{row}\n18 f4 Rc5\n");
        assert_eq!(numbers(&rows("17-8 Ric8")), [(15, 2), (16, 2), (17, 2), (18, 2)]);
        // A date, and another number.
        assert!(!numbers(&rows("17-8-98 Paris")).contains(&(17, 2)));
        assert!(!numbers(&rows("19-8 Ric8")).contains(&(19, 2)));
    }

    #[test]
    fn numbers_between_two_others_are_told_by_them() {
        for text in [
            "1. e4 e5\nZ. Nf3 Nc6\n3. Bb5 a6\n",
            "1 P-K4 P-K4 2S Kt-KB3 Kt-QB3 3 B-Kt5 P-QR3",
            "1. e4 e5\n8. Nf3 Nc6\n3. Bb5 a6\n",
            "1. e4 e5\n8. Nfl1 Nc6\n3. Bb5 a6\n",
        ] {
            assert_eq!(numbers(text), [(1, 2), (2, 2), (3, 2)], "{text}");
        }
        let three = "1. e4 e5\n2. Nf3 Nc6\nB. Bb5 a6\n9. BaA NfG\nS. O-O Be7\n6. Re1 b5\n";
        assert_eq!(numbers(three), [1, 2, 3, 4, 5, 6].map(|number| (number, 2)));
        let two = "8 Qe8 Na6\n9 Nd2 6\n16 Re1 e5\n1 dxc6 bxc6\n12 Nb3 Qd7\n13 Na5 e4\n";
        assert_eq!(numbers(two), [8, 9, 10, 11, 12, 13].map(|number| (number, 2)));
        let two = "1 P4R P4R\nZ. C3AR C3AD\nS. A5C P3TD\n4 A4T C3A\n";
        assert_eq!(numbers(two), [(1, 2), (2, 2), (3, 2), (4, 2)]);
    }

    #[test]
    fn what_looks_like_the_next_number_is_one() {
        for (text, want) in [
            ("4.c3 Nf6 S.d3 a6 6.a4 d6", vec![4, 5, 6]),
            ("1962-63 I. d4, Nf6 2. c4, e6 3. Nc3, d5", vec![1, 2, 3]),
            ("9.h3 Nb8 lO.d4 Nbd7 ll.c4 c6 l2.a3 h6 l3.Nc3 Bb7", vec![9, 10, 11, 12, 13]),
            ("4. c3 Nf6 Sound. S. d3 a6 and б. a4 d6", vec![4, 5, 6]),
            ("9.c3 O-O\nЮ. h3 Nb8\n1l.d4 a6", vec![9, 10, 11]),
            ("4.c3 Nf6 S. d3  a6", vec![4, 5]),
            ("24.c3 Nf6 2 5.d3 a6", vec![24, 25]),
            ("24.c3 Nf6 2S: d2-d3 a7-a6 26.a4", vec![24, 25, 26]),
            ("4.c3 Nq6 S.d3 a6", vec![4, 5]),
            ("i. e2-et c7-c5 d2-d4", vec![1]),
            ("19.Ra1 a4 z0. Nxb5 K", vec![19, 20]),
            ("9.c3 O-O LO.d4 a6", vec![9, 10]),
            ("10.c3 O-O H.d4 a6", vec![10, 11]),
            ("11.d4 A good move. IL...Re8 12.Ne5 cxd4", vec![11, 11, 12]),
            ("3.Bc4 Bc5 Prepares 3...Nge7 4.Nd4 h5.\n40-0 Nf6", vec![3, 3, 4, 4]),
            // Not the next one, or the next one follows.
            ("3.c3 Nf6 S.d3 a6", vec![3]),
            ("4.c3 Nf6 S.d3 a6 5.d3 a6", vec![4, 5]),
            // No second move.
            ("4.c3 Nf6 S.d3 was better", vec![4]),
        ] {
            let found = numbers(text);
            assert_eq!(found.iter().map(|n| n.0).collect::<Vec<_>>(), want, "{text}");
        }
    }

    #[test]
    fn the_last_numbers_may_be_misread() {
        let text = "28. e4 e5\n29. Nf3 Nc6\n36. Bb5 ab\n81. Ba4 Nf6\n";
        let want = [28, 29, 30, 31].map(|number| (number, 2));
        assert_eq!(numbers(text), want);
        // White's last move, before the result.
        for number in ["32", "30", "3", "1"] {
            let text = format!("29. e4 e5\n30. Nf3 Nc6\n{number}. Bb5\nDraw.\n");
            assert_eq!(numbers(&text).last(), Some(&(31, 1)), "{text}");
        }
        // Two rows are wanting.
        let text = "30. e4 e5\n31. Nf3 Nc6\n34. Bb5 a6\n35. Ba4 Nf6\n";
        assert_eq!(numbers(text), [30, 31, 34, 35].map(|number| (number, 2)));
    }

    #[test]
    fn the_last_number_is_told_by_the_result() {
        for (text, want) in [
            ("29. e4 e5\n3O Nf3 Draw.\n", vec![29, 30]),
            ("37. e4 e5 3B Nf3 Nc6 1-0", vec![37, 38]),
            ("32. e4 e5 3S. Nf3 Nc6 1-0", vec![32, 33]),
            ("15 e4 e5 1G Nf3 Nc6 1T Bb5 Draw.", vec![15, 16, 17]),
            ("14 e4 e5\nIf d4, then exd4 at once.\n1S Nf3 Nc6\n16 Bb5 a6", vec![14, 15, 16]),
            // Another number, and a sentence behind it.
            ("29. e4 e5 8B Nf3 Nc6 1-0", vec![29]),
            ("37. e4 e5 3B Nf3 Nc6 as in the game", vec![37]),
        ] {
            let found: Vec<u16> = numbers(text).iter().map(|number| number.0).collect();
            assert_eq!(found, want, "{text}");
        }
    }

    #[test]
    fn words_between_numbers_are_no_numbers() {
        let text = "1. e4 e5 2. Nf3 Nc6 so Bb5 a6 4. Ba4 Nf6";
        assert_eq!(numbers(text).iter().map(|n| n.0).collect::<Vec<_>>(), [1, 2, 4]);
    }
}
