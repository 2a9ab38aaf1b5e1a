//! Collects the numbers of a text that could be move numbers, with the moves behind them.
//!
//! A number is a [`Candidate`] whatever it turns out to be: which of them make a game is for
//! [`super::chain`] to say.

use std::ops::Range;

use super::{
    answers,
    bare::is_damaged,
    blocks,
    items::{Item, Items, What},
    lost, remarks, rows,
};
use crate::{
    notation::names_square,
    read::shape::{
        chars::{is_capture, is_dash, is_file},
        scan::Kind,
    },
};

/// A number with the moves that follow it.
#[derive(Debug, Clone)]
pub(in crate::read) struct Candidate {
    /// Index of the number's item.
    pub(in crate::read) item: usize,
    pub(in crate::read) number: u16,
    /// Whether the text says that Black's move follows.
    pub(in crate::read) black: bool,
    /// Whether it begins a line of its own, not one that a paragraph has run over to.
    pub(in crate::read) row: bool,
    /// Whether it stands in brackets, or in quotes within a sentence.
    pub(in crate::read) deep: bool,
    pub(in crate::read) slots: Vec<Slot>,
    /// Words of prose before the number and behind the moves on the same line.
    pub(in crate::read) words_before: u32,
    pub(in crate::read) words_after: u32,
    /// Whether a sentence leads to it: `better was 12. Nf3`.
    pub(in crate::read) told: bool,
    /// Whether its one move may be two: `e4 - e5`.
    pub(in crate::read) pair: bool,
    /// Whether it rather is, since other numbers of the list have two that are joined so.
    pub(in crate::read) joined: bool,
    /// Whether Black's move stands behind those of other numbers.
    pub(in crate::read) dealt: bool,
    /// Whether commas part its moves from each other or from the next number, where there are two.
    pub(in crate::read) commas: Option<bool>,
    /// Moves that are given by reference to another game, instead of slots.
    pub(in crate::read) reference: Option<Reference>,
}

impl Candidate {
    /// A candidate at an item, with nothing behind it.
    pub(in crate::read) fn new(item: usize, deep: bool) -> Candidate {
        Candidate {
            item,
            number: 0,
            black: false,
            row: false,
            deep,
            slots: Vec::new(),
            words_before: 0,
            words_after: 0,
            told: false,
            pair: false,
            joined: false,
            dealt: false,
            commas: None,
            reference: None,
        }
    }

    /// The plies that its first move may be.
    pub(super) fn plies(&self) -> Range<u32> {
        let white = u32::from(self.number.saturating_sub(1)) * 2;
        match (self.black, self.slots.len()) {
            (true, _) => white + 1..white + 2,
            (false, 1) => white..white + 2,
            _ => white..white + 1,
        }
    }

    /// The last item that belongs to it.
    pub(in crate::read) fn last(&self) -> usize {
        self.slots.last().map_or(self.item, |slot| slot.to)
    }
}

/// `Move 1-8 as in Game No. 12.`
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::read) struct Reference {
    /// Number of the game that is referred to.
    pub(in crate::read) game: u32,
    /// Last move number that is taken from it.
    pub(in crate::read) upto: u16,
}

/// One move, or what stands in the place of one: items `from` to `to`, both included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::read) struct Slot {
    pub(in crate::read) from: usize,
    pub(in crate::read) to: usize,
    /// Shape of the move; nothing for damaged text.
    pub(in crate::read) kind: Option<Kind>,
}

/// All numbers with the moves behind them, in text order.
pub(super) fn candidates(items: &Items) -> Vec<Candidate> {
    let widths = block_widths(items);
    let words = sums(items, words_of);
    let mut found = Vec::new();
    for (index, item) in items.items.iter().enumerate() {
        let What::Number { number, black, sure } = item.what else { continue };
        let mut candidate = slots(items, index);
        if candidate.slots.len() < 2
            && let Some(both) = rows::damaged(items, index)
        {
            (candidate.slots, candidate.words_after) = (both.to_vec(), 0);
        }
        if candidate.slots.is_empty() && !(sure || is_line_start(items, index)) {
            continue;
        }
        candidate.pair = matches!(candidate.slots[..], [slot] if {
            slot.kind == Some(Kind::Long) && is_parted(items.text(&items.items[slot.from]))
        });
        (candidate.number, candidate.black) = (number, black || candidate.black);
        candidate.commas = commas(items, &candidate);
        let line_start = items.first[item.line as usize];
        candidate.words_before = words[index] - words[line_start];
        candidate.told = remarks::leads_to(items, index);
        candidate.deep |= candidate.told && remarks::is_quoted(items, &candidate);
        candidate.row = is_line_start(items, index)
            && (!runs_on(items, item.line as usize, &widths)
                || found.last().is_some_and(|before| is_next_row(items, before, &candidate)));
        found.push(candidate);
    }
    // A line of prose may begin with a number of its own, but then it holds more of them.
    let line = |candidate: &Candidate| items.items[candidate.item].line as usize;
    for index in 0..found.len() {
        let row = line(&found[index]);
        let crowded = found
            .get(index + 1)
            .is_some_and(|next| line(next) == row && next.number == found[index].number + 1);
        if crowded && row > 0 && words[items.first[row]] - words[items.first[row - 1]] >= 3 {
            found[index].row = false;
        }
    }
    lost::add(items, &mut found);
    pair_up(items, &mut found);
    answers::deal(items, &mut found);
    answers::add_first(items, &words, &mut found);
    blocks::deal(items, &words, &mut found);
    answers::add_lone(items, &mut found);
    answers::add_told(items, &mut found);
    answers::add_dotted(items, &mut found);
    answers::doubled(items, &words, &mut found);
    found
}

/// Whether a comma or semicolon stands between the two moves of a candidate, or behind them.
fn commas(items: &Items, candidate: &Candidate) -> Option<bool> {
    let [first, second] = candidate.slots[..] else { return None };
    let after = items.items.get(second.to + 1..second.to + 2).unwrap_or_default();
    let between = items.items.get(first.to + 1..second.from).unwrap_or_default();
    let is_comma = |item: &Item| {
        item.what == What::Sign && matches!(items.text(item), "," | ";") && !item.deep
    };
    Some(between.iter().chain(after).any(is_comma))
}

/// Whether a dash with blanks on both sides stands in a text.
fn is_parted(text: &str) -> bool {
    let chars: Vec<char> = text.chars().collect();
    let is_blank = |c: char| c.is_whitespace();
    chars.windows(3).any(|part| is_blank(part[0]) && is_dash(part[1]) && is_blank(part[2]))
}

/// Fewest numbers with a dash between White's move and Black's on a list that joins them so.
const JOINED: usize = 2;

/// Marks long moves that may be two where a list joins the moves of its numbers: `3. Bb5-a6` next
/// to `2. Nf3-Nc6`, `3. Bb5 - a6` next to `2. Nf3 - Nc6`.
fn pair_up(items: &Items, found: &mut [Candidate]) {
    // What stands between White's move and Black's, where that is a dash.
    let join = |candidate: &Candidate| {
        let [white, black] = candidate.slots[..] else { return None };
        let [before, after] = [white.to, black.from].map(|at| items.items[at]);
        let between =
            items.lines[before.line as usize].get(before.end as usize..after.start as usize)?;
        let joins = |text: &str| text.chars().all(is_dash) && !text.is_empty();
        (before.line == after.line && joins(between.trim())).then_some(between)
    };
    let joins: Vec<&str> = found.iter().filter_map(join).collect();
    let parted = joins.iter().filter(|between| is_parted(between)).count();
    // Where most moves are long, what a dash joins is what is left of one: `e7-eS`.
    let is_long = |slot: &Slot| slot.kind == Some(Kind::Long);
    let long = found.iter().filter(|own| own.slots.len() == 2 && own.slots.iter().any(is_long));
    let most = JOINED.max(long.count() + 1);
    let enough = |count: usize| count >= most;
    let (close, apart) = (enough(joins.len() - parted), enough(parted));
    for candidate in found {
        if let [slot] = candidate.slots[..] {
            let text = items.text(&items.items[slot.from]);
            let joined = if is_parted(text) { apart } else { close && text.contains(is_dash) };
            candidate.joined = joined && slot.kind == Some(Kind::Long);
            candidate.pair |= candidate.joined;
        }
    }
}

/// Whether only signs stand before an item on its line.
pub(super) fn is_line_start(items: &Items, index: usize) -> bool {
    let line = items.items[index].line as usize;
    items.items[items.first[line]..index]
        .iter()
        .all(|item| matches!(item.what, What::Sign | What::Gap | What::Open(_)))
}

/// For each line, the width of the longest line of its paragraph, in bytes.
fn block_widths(items: &Items) -> Vec<usize> {
    let mut widths = vec![0; items.lines.len()];
    let mut start = 0;
    while start < widths.len() {
        let end = (start..widths.len()).find(|&l| items.is_blank(l)).unwrap_or(widths.len());
        let width = items.lines[start..end].iter().map(|l| l.len()).max().unwrap_or(0);
        widths[start..end].fill(width);
        start = end + 1;
    }
    widths
}

/// Whether a line goes on with the sentence of the line before.
fn runs_on(items: &Items, line: usize, widths: &[usize]) -> bool {
    let Some(before) = line.checked_sub(1) else { return false };
    if items.is_blank(before) {
        return false;
    }
    let text = items.lines[before].trim_end();
    let words: u32 = items.of_line(before).iter().map(words_of).sum();
    let full = text.len() * 10 >= widths[before] * 8;
    words >= 3 && full && !text.ends_with(['.', '!', '?', ':', ')', ']', '}', '»', '"'])
}

/// Whether a line with both moves of the next number stands right below a row of a game, and does
/// not go on with a remark in it.
fn is_next_row(items: &Items, before: &Candidate, next: &Candidate) -> bool {
    let line = |candidate: &Candidate| items.items[candidate.item].line;
    let whole = |slots: &[Slot]| slots.len() == 2 && slots.iter().all(|slot| slot.kind.is_some());
    before.row
        && !next.deep
        && (before.number + 1, line(before) + 1) == (next.number, line(next))
        && whole(&before.slots)
        && whole(&next.slots)
}

/// The moves behind the number at `index`.
pub(super) fn slots(items: &Items, index: usize) -> Candidate {
    let number = items.items[index];
    let mut candidate = Candidate::new(index, number.deep);
    let main = match number.what {
        What::Number { number, .. } => number,
        _ => 0,
    };
    let mut line = number.line;
    // Tokens that may be damaged moves, with whether a column ends before them.
    let mut loose: Vec<(usize, bool)> = Vec::new();
    let mut gap = false;
    // No move list has more things than this behind one number.
    let mut glued = None;
    for at in index + 1..items.items.len().min(index + 40) {
        let item = items.items[at];
        if glued == Some(at) {
            continue;
        }
        if item.line != line {
            let blank = (line + 1..item.line).any(|l| items.is_blank(l as usize));
            let held = candidate.slots.len() + loose.len();
            if held >= 2 || blank && !opens_paragraph(items, &candidate, main, at) {
                break;
            }
            let cell = is_cell(items, index, at, main);
            let goes_on = match item.what {
                _ if cell => true,
                // `Castling was better.`
                What::Move(Kind::Castling) => !tells(items, at),
                What::Move(_) | What::Dots => true,
                // What is left of a line whose beginning was joined to the one before.
                What::Sign if parts_moves(items, at) => true,
                // A sign other than the dash that joins it to White's move.
                What::Sign if !items.text(&item).chars().all(is_dash) => false,
                What::Token | What::Sign => is_rest_of_row(items, at, main, 2 - held),
                _ => false,
            };
            if !goes_on {
                break;
            }
            line = item.line;
            if cell {
                candidate.slots.push(Slot { from: at, to: at, kind: None });
                continue;
            }
        }
        if item.deep && !number.deep {
            continue;
        }
        match item.what {
            // `2xb3`: a figurine that was read as a digit, not a number.
            What::Number { sure: false, number: digit, .. }
                if candidate.slots.len() < 2
                    && items.items.get(at + 1).is_some_and(|next| {
                        matches!(next.what, What::Move(_))
                            && (next.line, next.start) == (item.line, item.end)
                    })
                    && !(main..=main + 1).contains(&digit) =>
            {
                candidate.slots.push(Slot { from: at, to: at + 1, kind: None });
                glued = Some(at + 1);
            }
            What::Number { .. } => break,
            What::Move(kind) => {
                let full = candidate.slots.len() >= 2;
                if let Some(from) = capturer(items, &candidate, &loose, at, full) {
                    candidate.slots.retain(|slot| slot.from < from);
                    loose.retain(|&(token, _)| token < from);
                    candidate.slots.push(Slot { from, to: at, kind: Some(kind) });
                } else if !full {
                    candidate.slots.push(Slot { from: at, to: at, kind: Some(kind) });
                } else {
                    break;
                }
            }
            What::Dots if candidate.slots.is_empty() => candidate.black = true,
            // `1. e4 ... e5`
            What::Dots
                if candidate.slots.len() == 1
                    && items.items[at + 1..].iter().find(|i| i.what != What::Gap).is_some_and(
                        |next| matches!(next.what, What::Move(_)) && next.line == item.line,
                    ) => {}
            What::Dots => break,
            // `Сb2—g?+`, with both other moves behind it: damaged, but surely one.
            What::Token
                if candidate.slots.len() + loose.len() < 2
                    && is_damaged(items.text(&item))
                    && loose.is_empty() =>
            {
                candidate.slots.push(Slot { from: at, to: at, kind: None });
            }
            What::Token => loose.push((at, gap)),
            // `4 Qad`: a short word right behind a number may be a move misread.
            What::Words(1) if at == index + 1 && item.end - item.start <= 4 && loose.is_empty() => {
                loose.push((at, gap));
            }
            What::Words(_) => {
                let rest = items.items[at..].iter().take(40);
                let behind = rest.take_while(|i| i.line == item.line);
                candidate.words_after = behind.map(words_of).sum();
                if let [(token, _)] = loose[..]
                    && token == index + 1
                    && is_told(items, &candidate, token)
                {
                    candidate.slots.insert(0, Slot { from: token, to: token, kind: None });
                }
                break;
            }
            What::Result(_) => {
                // `5. g3 e il Nero abbandona`: the word for "and".
                let is_word =
                    |at: usize| items.text(&items.items[at]).chars().all(char::is_lowercase);
                loose.retain(|&(at, _)| !is_word(at));
                break;
            }
            What::Close(_) if number.deep => break,
            What::Open(_) | What::Close(_) | What::Sign | What::Gap => {}
        }
        gap = matches!(item.what, What::Gap);
    }
    if candidate.words_after == 0 {
        take_loose(&mut candidate, &loose, items);
    }
    candidate
}

/// The first item of a damaged long move whose end is the capture at an item: `PfS X h4`, `D e2  X
/// f5`. Where both moves are there already, `Xc3` is one too and no Vietnamese rook.
fn capturer(
    items: &Items,
    candidate: &Candidate,
    loose: &[(usize, bool)],
    at: usize,
    full: bool,
) -> Option<usize> {
    let item = &items.items[at];
    let rest = items.text(item).strip_prefix(is_capture)?;
    let spaced = rest.starts_with(' ');
    let aims = rest.trim_start().starts_with(is_file);
    let from = items.items[..at].iter().rposition(|item| !is_blank(item))?;
    let mover = &items.items[from];
    let text = items.text(mover);
    let whole = text.contains(is_capture) || text.contains(is_dash);
    let own = from == candidate.last() || loose.last().is_some_and(|&(last, _)| last == from);
    let near = from > candidate.item && mover.line == item.line;
    (aims && (spaced || full) && own && near && !whole).then_some(from)
}

/// Whether the token right behind a number is a damaged move although a sentence comes behind it:
/// `18. a3-b+: A mistake.`, `23 RdT, Nxa2 The usual way.`
fn is_told(items: &Items, candidate: &Candidate, token: usize) -> bool {
    match candidate.slots[..] {
        [] => names_square(items.text(&items.items[token])),
        [slot] => slot.from > token && items.items[token + 1..slot.from].iter().all(is_blank),
        _ => false,
    }
}

/// Whether the move at an item opens a paragraph as the answer to what stands before it: to White's
/// move, `5. Nc3` and then `Nf6 6. Bg5`, or to the number that comes again behind a note, `5. Nc3
/// The usual move. 5.`
fn opens_paragraph(items: &Items, before: &Candidate, number: u16, at: usize) -> bool {
    let (own, lead) = (&items.items[at], &items.items[before.item]);
    let last = items.items[..at].iter().rposition(|item| !is_blank(item));
    if !matches!(own.what, What::Move(_)) || own.deep || before.black || last != Some(before.last())
    {
        return false;
    }
    let again = before.slots.is_empty();
    let sure = matches!(lead.what, What::Number { sure: true, .. });
    let mut behind = items.items[at + 1..].iter().filter(|item| !is_blank(item));
    let next = behind.next();
    let numbered =
        |item: &Item| matches!(item.what, What::Number { number: n, .. } if n == number + 1);
    let here = next.filter(|next| next.line == own.line);
    match (here, next) {
        _ if again && is_line_start(items, before.item) => false,
        (Some(next), _) if numbered(next) => true,
        (Some(next), _) if !again => matches!(next.what, What::Number { .. } | What::Move(_)),
        (Some(next), _) => sure && !matches!(next.what, What::Words(_)),
        (None, Some(next)) => numbered(next) || sure && !matches!(next.what, What::Move(_)),
        (None, None) => true,
    }
}

/// Whether a comma stands at an item, with a move behind it on its line.
fn parts_moves(items: &Items, at: usize) -> bool {
    let [comma, next, ..] = items.items[at..] else { return false };
    matches!(items.text(&comma), "," | ";")
        && matches!(next.what, What::Move(_))
        && next.line == comma.line
}

/// Whether nothing that is read stands at an item.
pub(super) fn is_blank(item: &Item) -> bool {
    matches!(item.what, What::Sign | What::Gap)
}

/// Longest word that may be a damaged move in a line of its own, in bytes.
const CELL: u32 = 8;

/// Whether a word may be a damaged move because each cell of a table has a line of its own: the
/// number at an index, White's move, Black's, and the next number.
fn is_cell(items: &Items, index: usize, at: usize, number: u16) -> bool {
    let item = &items.items[at];
    if !matches!(item.what, What::Token | What::Words(1)) || item.end - item.start > CELL {
        return false;
    }
    let row = || items.items[index..].iter().take(4);
    let alone = row().zip(row().skip(1)).all(|(own, next)| own.line < next.line);
    let next = row()
        .skip(2)
        .position(|next| matches!(next.what, What::Number { number: n, .. } if n == number + 1));
    alone && next.is_some_and(|next| index + 2 + next > at)
}

/// Whether at most so many moves or tokens that name a square begin a line, and nothing else or the
/// next number stands behind them: `qe7 9. h3`.
fn is_rest_of_row(items: &Items, at: usize, number: u16, most: usize) -> bool {
    let line = items.items[at].line;
    let rest = items.items[at..].iter().take_while(|item| item.line == line);
    let mut found = 0;
    for item in rest.filter(|item| !matches!(item.what, What::Gap | What::Sign)) {
        match item.what {
            What::Move(_) => {}
            What::Token if names_square(items.text(item)) => {}
            What::Number { number: next, .. } => return next == number + 1,
            _ => return false,
        }
        found += 1;
        if found > most {
            return false;
        }
    }
    true
}

/// Whether a sentence goes on behind the word at an item.
fn tells(items: &Items, at: usize) -> bool {
    let item = &items.items[at];
    let behind = items.items[at + 1..]
        .iter()
        .take_while(|next| next.line == item.line && !matches!(next.what, What::Number { .. }));
    items.text(item).contains(char::is_lowercase) && behind.map(words_of).sum::<u32>() >= 2
}

/// Lets damaged tokens stand where moves are wanting.
fn take_loose(candidate: &mut Candidate, loose: &[(usize, bool)], items: &Items) {
    let wanted = if candidate.black { 1 } else { 2 };
    if loose.is_empty() || candidate.slots.len() >= wanted {
        return;
    }
    let damaged = |from: usize, to: usize| Slot { from, to, kind: None };
    match candidate.slots.first().map(|slot| slot.from) {
        None => {
            // Two columns, or two tokens; more than that is no pair of moves.
            let columns: Vec<&(usize, bool)> = loose.iter().filter(|(_, gap)| *gap).collect();
            let first = loose[0].0;
            let last = loose[loose.len() - 1].0;
            match (loose.len(), columns.first()) {
                (1, _) => candidate.slots.push(damaged(first, first)),
                (2, _) => candidate.slots.extend(loose.iter().map(|&(at, _)| damaged(at, at))),
                (3..=5, Some(&&(start, _))) if start > first => {
                    let end = loose.iter().rfind(|(at, _)| *at < start).map_or(first, |l| l.0);
                    candidate.slots.push(damaged(first, end));
                    candidate.slots.push(damaged(start, last));
                }
                _ => {}
            }
        }
        Some(found) => {
            let before: Vec<usize> = loose.iter().map(|l| l.0).filter(|&at| at < found).collect();
            let after: Vec<usize> = loose.iter().map(|l| l.0).filter(|&at| at > found).collect();
            if let (Some(&from), Some(&to)) = (before.first(), before.last())
                && before.len() <= 3
            {
                candidate.slots.insert(0, damaged(from, to));
            } else if let (Some(&from), Some(&to)) = (after.first(), after.last())
                && after.len() <= 3
                && (items.items[from].line == items.items[found].line || after.len() == 1)
            {
                candidate.slots.push(damaged(from, to));
            }
        }
    }
}

/// Words of prose that an item is.
pub(super) fn words_of(item: &Item) -> u32 {
    match item.what {
        What::Words(n) if !item.deep => u32::from(n),
        _ => 0,
    }
}

/// Running totals of a count over the items: what stands before each.
pub(super) fn sums(items: &Items, count: impl Fn(&Item) -> u32) -> Vec<u32> {
    let mut total = 0_u32;
    let mut sums = Vec::with_capacity(items.items.len() + 1);
    sums.push(0);
    for item in &items.items {
        total = total.saturating_add(count(item));
        sums.push(total);
    }
    sums
}

/// What of a running total stands between the moves of one candidate and another one.
pub(super) fn between(sums: &[u32], before: &Candidate, candidate: &Candidate) -> u32 {
    let from = (before.last() + 1).min(candidate.item);
    sums[candidate.item].saturating_sub(sums[from])
}
