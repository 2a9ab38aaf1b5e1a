//! Collects the numbers of a text that could be move numbers, with the moves behind them.
//!
//! A number is a [`Candidate`] whatever it turns out to be: which of them make a game is for
//! [`super::chain`] to say.

use std::ops::Range;

use super::{
    alone, answers,
    behind::{below, slots_for},
    blocks, doubled,
    flow::{self, Flow},
    hemmed,
    items::{Item, Items, What},
    lost, neighbours, opening, remarks, rows,
};
use crate::read::shape::{chars::is_dash, scan::Kind};

/// A number with the moves that follow it.
#[derive(Debug, Clone)]
pub(super) struct Candidate {
    /// Index of the number's item.
    pub(in crate::read) item: usize,
    pub(in crate::read) number: u16,
    /// Whether the text says that Black's move follows.
    pub(in crate::read) black: bool,
    /// Whether it begins a line of its own, not one that a paragraph has run over to.
    pub(in crate::read) row: bool,
    /// Whether it stands in brackets, or in quotes within a sentence.
    pub(in crate::read) deep: bool,
    pub(super) slots: Vec<Slot>,
    /// Words of prose before the number and behind the moves on the same line.
    pub(super) words_before: u32,
    pub(super) words_after: u32,
    /// Whether a sentence leads to it: `better was 12. Nf3`.
    pub(in crate::read) told: bool,
    /// Whether that sentence ends with its moves.
    pub(super) stops: bool,
    /// Whether its one move may be two: `e4 - e5`.
    pub(in crate::read) pair: bool,
    /// Whether it rather is, since other numbers of the list have two that are joined so.
    pub(in crate::read) joined: bool,
    /// Whether Black's move stands behind those of other numbers.
    pub(super) dealt: bool,
    /// Whether commas part its moves from each other or from the next number, where there are two.
    pub(super) commas: Option<bool>,
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
            stops: false,
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

    /// The ply behind its moves, where the first of them is the earliest that it may be.
    pub(super) fn end(&self) -> u32 {
        self.plies().start + u32::try_from(self.slots.len()).unwrap_or(0)
    }

    /// Whether it is a number of the text itself, and of no remark.
    pub(super) fn is_plain(&self) -> bool {
        !self.deep && !self.told && self.reference.is_none()
    }

    /// Whether it is a row of the text itself with both moves.
    pub(super) fn is_pair(&self) -> bool {
        self.row && self.is_plain() && !self.black && self.slots.len() == 2
    }

    /// Whether one of its moves is one by its look.
    pub(super) fn is_shaped(&self) -> bool {
        self.slots.iter().any(|slot| slot.kind.is_some())
    }

    /// Whether no move of its number is wanting behind its own.
    pub(super) fn is_done(&self) -> bool {
        self.black || self.slots.len() == 2
    }

    /// The last item that belongs to it.
    pub(in crate::read) fn last(&self) -> usize {
        self.slots.last().map_or(self.item, |slot| slot.to)
    }
}

/// `Move 1-8 as in Game No. 12.`
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Reference {
    /// Number of the game that is referred to.
    pub(in crate::read) game: u32,
    /// Last move number that is taken from it.
    pub(super) upto: u16,
}

/// One move, or what stands in the place of one: items `from` to `to`, both included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Slot {
    pub(in crate::read) from: usize,
    pub(in crate::read) to: usize,
    /// Shape of the move; nothing for damaged text.
    pub(in crate::read) kind: Option<Kind>,
}

impl Slot {
    /// What stands in it.
    pub(super) fn text<'a>(&self, items: &Items<'a>) -> &'a str {
        items.span(&items.items[self.from], &items.items[self.to])
    }
}

/// All numbers with the moves behind them, in text order.
pub(super) fn candidates(items: &Items) -> Vec<Candidate> {
    let flow = Flow::new(items);
    let words = sums(items, words_of);
    let mut found = Vec::new();
    let mut free = 0;
    // Rows with both moves behind points or a dash: those before the last move say nothing either.
    let mut pointed = 0;
    for (index, item) in items.items.iter().enumerate() {
        let What::Number { number, black, sure } = item.what else { continue };
        // Digits that are one of the moves between two numbers.
        if index < free {
            continue;
        }
        let due = black && is_due(&found, number) && !item.deep;
        let mut candidate = slots_for(items, index, due);
        if candidate.slots.len() < 2
            && let Some(both) = rows::damaged(items, index)
            && !(candidate.slots.len() == 1
                && answers::is_left(&items.items[both[1].from])
                && below(items, candidate.last(), number) == Some(number))
        {
            (candidate.slots, candidate.words_after) = (both.to_vec(), 0);
        }
        let hemmed = hemmed::moves(items, index, found.last());
        if is_answer(items, found.last(), number, &candidate.slots) {
            candidate.slots.remove(0);
            candidate.black = true;
        }
        let mut number = number;
        if let Some((told, both)) = hemmed {
            (number, candidate.slots, candidate.words_after) = (told, both, 0);
            free = candidate.last() + 1;
        }
        if candidate.slots.is_empty() && !(sure || is_line_start(items, index)) {
            continue;
        }
        candidate.pair = matches!(candidate.slots[..], [slot] if {
            slot.kind == Some(Kind::Long) && is_parted(items.text(&items.items[slot.from]))
        });
        (candidate.number, candidate.black) = (number, black || candidate.black);
        if candidate.black {
            let last = found.last().filter(|before| before.slots.len() == 2 && pointed >= FEW);
            let ends = candidate.slots.len() == 1 && last.is_some_and(|b| b.number + 1 == number);
            let both = has_both(items, found.last(), &candidate);
            pointed += usize::from(both);
            let named = matches!(candidate.slots[..], [slot] if {
                items.text(&items.items[slot.from]).starts_with(char::is_uppercase)
            });
            let due = due && !named && !candidate.told && candidate.words_after < 2;
            candidate.black = !(both || ends || due);
        }
        candidate.commas = commas(items, &candidate);
        let line_start = items.first[item.line as usize];
        candidate.words_before = words[index] - words[line_start];
        // A label leads to the line behind it.
        candidate.told = candidate.told && opening::set_off(items, &candidate).is_none();
        candidate.deep |= candidate.told && remarks::is_quoted(items, &candidate);
        let begins = || {
            !flow.runs_on(item.line as usize)
                || alone::goes_on(items, &found, &candidate)
                || found.last().is_some_and(|before| is_next_row(items, before, &candidate))
        };
        candidate.row = !flow.is_flowing(item.line as usize)
            && (is_line_start(items, index) && begins() || flow::is_run_on(items, index));
        if is_behind_dots(items, index) {
            (candidate.black, candidate.row) = (true, true);
        }
        found.push(candidate);
    }
    // A line of prose may begin with a number of its own, but then it holds more of them. Moves
    // alone in a line below the end of a paragraph are those of the game, which goes on behind a note.
    let line = |candidate: &Candidate| items.items[candidate.item].line as usize;
    let goes_on = |row: usize| {
        let ends = flow::ends_sentence(items.lines[row - 1]) || !flow.is_full(row - 1);
        ends && items.of_line(row).iter().all(|item| words_of(item) == 0)
    };
    for index in 0..found.len() {
        let row = line(&found[index]);
        let crowded = found
            .get(index + 1)
            .is_some_and(|next| line(next) == row && next.number == found[index].number + 1);
        let below = |row: usize| words[items.first[row]] - words[items.first[row - 1]] >= 3;
        if crowded && row > 0 && below(row) && !goes_on(row) {
            found[index].row = false;
        }
    }
    for at in 1..found.len() {
        let other = is_other(items, &found[at - 1], &found[at], &found[at + 1..]);
        found[at].told |= other;
    }
    remarks::tell_lines(items, &mut found);
    lost::add(items, &mut found);
    rows::add_between(items, &mut found);
    neighbours::add(items, &mut found);
    pair_up(items, &mut found);
    alone::add(items, &mut found);
    answers::deal(items, &mut found);
    answers::add_first(items, &words, &mut found);
    blocks::deal(items, &words, &mut found);
    answers::add_lone(items, &mut found);
    answers::add_last(items, &mut found);
    answers::add_told(items, &mut found);
    answers::add_dotted(items, &mut found);
    answers::add_openings(items, &mut found);
    answers::add_resumed(items, &mut found);
    // Those may be what a line beside the game replaces.
    remarks::tell_lines(items, &mut found);
    // And it may be Black's that it replaces.
    if doubled::tell(items, &words, &flow, &mut found) {
        remarks::tell_lines(items, &mut found);
    }
    found
}

/// Whether a number that comes again right behind its move goes on with both moves, or comes once more
/// for Black's, so that one of the two is another one: `12. Nf3 12. Nh3 Be7 was better`, `12. Nf3 12.
/// Nh3!? 12... Be7`, `12. Nf3`, `12. Nh3 Be7 was better`, `12... Be7`.
fn is_other(
    items: &Items,
    before: &Candidate,
    candidate: &Candidate,
    behind: &[Candidate],
) -> bool {
    let line = |candidate: &Candidate| items.items[candidate.item].line;
    let shaped = |candidate: &Candidate| candidate.slots.iter().all(|slot| slot.kind.is_some());
    let answered = |most: usize| {
        let answers = |next: &Candidate| next.black && next.number == candidate.number;
        behind.iter().take(most).any(answers)
    };
    let both = || match (candidate.slots.len(), line(before) == line(candidate)) {
        (2, same) => same || answered(SOON),
        (1, same) => same && answered(1),
        _ => false,
    };
    !(before.black || candidate.black)
        && before.number == candidate.number
        && before.last() + 1 == candidate.item
        && before.slots.len() == 1
        && both()
        && shaped(before)
        && shaped(candidate)
}

/// Most numbers of a line beside the game before Black's move.
const SOON: usize = 6;

/// Fewest rows that show that points stand before White's moves.
const FEW: usize = 4;
/// Most numbers that are wanting before a row.
const WANTING: u16 = 3;

/// Whether a row has both moves behind points that say that Black moves, and both moves of a number
/// before it stand above: points too many, or a stain. `15... exf6 Lxf6`
fn has_both(items: &Items, before: Option<&Candidate>, own: &Candidate) -> bool {
    let is_row = own.slots.len() == 2 && is_line_start(items, own.item);
    let passed = |before: &Candidate| own.number.wrapping_sub(before.number);
    let goes_on = |before: &Candidate| (1..=WANTING + 1).contains(&passed(before)) && !before.deep;
    is_row && before.is_some_and(|before| goes_on(before) && before.is_done())
}

/// Whether a row whose number comes again for Black's move has what is left of points before it: `18
/// cae Re8` behind `18 Rbf1`.
fn is_answer(items: &Items, before: Option<&Candidate>, number: u16, slots: &[Slot]) -> bool {
    let [points, answer] = slots else { return false };
    let white =
        |own: &Candidate| own.row && own.number == number && !own.black && own.slots.len() == 1;
    points.kind.is_none()
        && answer.kind.is_some()
        && answers::is_left(&items.items[points.from])
        && before.is_some_and(white)
}

/// Whether the game has come to a number, so that it has White's move next whatever points it has,
/// which may be what an engine left of a piece, where its one move names none: `15. f3 Bd8 16.. f6+`.
fn is_due(found: &[Candidate], number: u16) -> bool {
    let before = found.iter().rev().take(remarks::MOST).find(|before| before.is_plain());
    before.is_some_and(|before| before.number + 1 == number && before.is_done())
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

/// Whether dots stand for White's move in a column of their own before a number: `...     6. Nf6`
fn is_behind_dots(items: &Items, index: usize) -> bool {
    let line = items.items[index].line as usize;
    let before = items.items[items.first[line]..index].iter().map(|item| item.what);
    before.eq([What::Dots, What::Gap])
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

/// Whether nothing that is read stands at an item.
pub(super) fn is_blank(item: &Item) -> bool {
    matches!(item.what, What::Sign | What::Gap)
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
