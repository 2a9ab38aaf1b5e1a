//! The moves behind a number, as far as they can be told from what stands there.

use super::{
    answers,
    bare::is_damaged,
    candidates::{Candidate, Slot, is_blank, is_line_start, words_of},
    items::{Item, Items, What},
    remarks,
};
use crate::{
    notation::{CheckSign, names_square, prepare},
    read::shape::{
        chars::{is_capture, is_dash, is_file},
        damaged::SCRAP,
        scan::Kind,
    },
};

/// Most items behind a number that are looked at; no move list has more.
const FAR: usize = 40;

/// Letters at the end of a move that are those of a word, at least.
const WORD: usize = 3;

/// Most items below a row that are looked at for its number.
const BELOW: usize = 100;

/// The moves behind the number at `index`.
pub(super) fn slots(items: &Items, index: usize) -> Candidate {
    slots_for(items, index, false)
}

/// The same, where White's move may be `due` whatever points the number has.
pub(super) fn slots_for(items: &Items, index: usize, due: bool) -> Candidate {
    let mut reader = Reader::new(items, index, due);
    let end = items.items.len().min(index + FAR);
    let mut at = index + 1;
    while at < end
        && let Some(next) = reader.read(at)
    {
        at = next;
    }
    reader.finish()
}

/// Reads what stands behind a number, item by item.
struct Reader<'i, 'a> {
    items: &'i Items<'a>,
    /// The number itself, 0 where only what is left of one stands there.
    number: u16,
    candidate: Candidate,
    /// Tokens that may be damaged moves, with whether a column ends before them.
    loose: Vec<(usize, bool)>,
    /// The line that is reached.
    line: u32,
    /// Whether a column ends before the next item.
    gap: bool,
    /// Whether the same number stands behind the moves.
    again: bool,
    /// Whether White's move is due.
    due: bool,
}

impl<'i, 'a> Reader<'i, 'a> {
    /// A reader that stands behind the number at an index.
    fn new(items: &'i Items<'a>, index: usize, due: bool) -> Reader<'i, 'a> {
        let item = items.items[index];
        let mut candidate = Candidate::new(index, item.deep);
        let number = match item.what {
            What::Number { number, .. } => {
                candidate.told = remarks::leads_to(items, index);
                number
            }
            _ => 0,
        };
        Reader {
            items,
            number,
            candidate,
            loose: Vec::new(),
            line: item.line,
            gap: false,
            again: false,
            due,
        }
    }

    /// Reads the item at an index and gives the one to go on with; nothing where the moves end.
    fn read(&mut self, at: usize) -> Option<usize> {
        let item = self.items.items[at];
        if item.line != self.line {
            let cell = is_cell(self.items, self.candidate.item, at, self.number);
            if !self.goes_on(at, cell) {
                return None;
            }
            self.line = item.line;
            if cell {
                self.damaged(at, at);
                return Some(at + 1);
            }
        }
        if item.deep && !self.candidate.deep {
            return Some(at + 1);
        }
        let next = self.take(at)?;
        self.gap = matches!(item.what, What::Gap);
        Some(next)
    }

    /// Whether the moves go on with the item at an index, which begins another line.
    fn goes_on(&self, at: usize, cell: bool) -> bool {
        let items = self.items;
        let item = &items.items[at];
        let blank = items.are_apart(self.line, item.line);
        let held = self.candidate.slots.len() + self.loose.len();
        if held >= 2 || blank && !opens_paragraph(items, &self.candidate, self.number, at) {
            return false;
        }
        match item.what {
            _ if cell => true,
            // `Castling was better.`
            What::Move(Kind::Castling) => !tells(items, at),
            What::Move(_) => !self.begins_remark(at),
            What::Dots => true,
            // What is left of a line whose beginning was joined to the one before.
            What::Sign if parts_moves(items, at) => true,
            // A sign other than the dash that joins it to White's move.
            What::Sign if !items.text(item).chars().all(is_dash) => false,
            What::Token | What::Sign => is_rest_of_row(items, at, self.number, 2 - held),
            _ => false,
        }
    }

    /// Whether the move at an index begins a remark, behind which Black's comes with its number: `15.
    /// e5`, `e5 is weak`, `15... dxe5`.
    fn begins_remark(&self, at: usize) -> bool {
        let items = &self.items.items;
        let mut words = items[at + 1..].iter().take_while(|next| next.line == items[at].line);
        // A capital begins another sentence: `dxe5 After 15... fxe5`.
        let word = words.find(|next| matches!(next.what, What::Words(_) | What::Token));
        let told = word.is_some_and(|word| !self.items.text(word).starts_with(char::is_uppercase));
        let next = items[at + 1..].iter().take(FAR).find_map(|next| match next.what {
            What::Number { number, black, .. } => Some((number, black)),
            _ => None,
        });
        told && self.candidate.slots.len() == 1 && next == Some((self.number, true))
    }

    /// Takes in the item at an index, and gives the one behind it; nothing where it ends the moves.
    fn take(&mut self, at: usize) -> Option<usize> {
        let item = self.items.items[at];
        match item.what {
            What::Move(_) | What::Token if self.is_mated() => return None,
            What::Number { sure: false, number, .. } if self.is_figurine(at, number) => {
                self.damaged(at, at + 1);
                return Some(at + 2);
            }
            What::Number { number, .. } => {
                self.again = number == self.number;
                return None;
            }
            What::Move(_) if self.is_among_words(at) => {
                self.end_with_words(at);
                return None;
            }
            What::Move(kind) => self.take_move(at, kind)?,
            // `better was 12. Nf3. ...Bd7`
            _ if self.candidate.told && remarks::ends_sentence(self.items, &self.candidate) => {
                return None;
            }
            What::Dots if self.candidate.slots.is_empty() => self.candidate.black = true,
            // `1. e4 ... e5`
            What::Dots if self.candidate.slots.len() == 1 && self.leads_to_move(at) => {}
            What::Dots => return None,
            // `Сb2—g?+`, with both other moves behind it: damaged, but surely one.
            What::Token
                if self.loose.is_empty()
                    && self.candidate.slots.len() < 2
                    && is_damaged(self.items.text(&item)) =>
            {
                self.damaged(at, at);
            }
            What::Token => self.loose.push((at, self.gap)),
            // `4 Qad`: a short word right behind a number may be a move misread.
            What::Words(1)
                if at == self.candidate.item + 1
                    && self.items.text(&item).chars().count() <= SCRAP
                    && self.loose.is_empty() =>
            {
                self.loose.push((at, self.gap));
            }
            What::Words(_) => {
                self.end_with_words(at);
                return None;
            }
            What::Result(_) => {
                // `5. g3 e il Nero abbandona`: the word for "and".
                let text = |at: usize| self.items.text(&self.items.items[at]);
                self.loose.retain(|&(at, _)| !text(at).chars().all(char::is_lowercase));
                return None;
            }
            What::Close(_) if self.candidate.deep => return None,
            What::Open(_) | What::Close(_) | What::Sign | What::Gap => {}
        }
        Some(at + 1)
    }

    /// Adds a damaged move.
    fn damaged(&mut self, from: usize, to: usize) {
        self.candidate.slots.push(Slot { from, to, kind: None });
    }

    /// Whether a digit is a figurine misread, of the move that is glued to it: `2xb3`.
    fn is_figurine(&self, at: usize, digit: u16) -> bool {
        let item = &self.items.items[at];
        let next = self.items.items.get(at + 1);
        let glued = next.is_some_and(|next| next.is_move() && item.meets(next));
        let is_next = (self.number..=self.number + 1).contains(&digit);
        self.candidate.slots.len() < 2 && glued && !is_next
    }

    /// Takes in a move, unless both are there and it is no part of one of them.
    fn take_move(&mut self, at: usize, kind: Kind) -> Option<()> {
        let full = self.candidate.slots.len() >= 2;
        let mut from = at;
        if let Some(mover) = capturer(self.items, &self.candidate, &self.loose, at, full) {
            from = mover;
            self.candidate.slots.retain(|slot| slot.from < from);
            self.loose.retain(|&(token, _)| token < from);
        } else if full {
            return None;
        }
        self.candidate.slots.push(Slot { from, to: at, kind: Some(kind) });
        Some(())
    }

    /// Whether the move at an index is a word, or is spoken of: short words stand between White's
    /// move and it, and more words behind it. `21. Dxh6 en de koning`, `10. Pxd5! I.p.v. Ph5 is`
    fn is_among_words(&self, at: usize) -> bool {
        let items = self.items;
        let is_word = |item: &Item| items.text(item).chars().all(|c| c.is_alphabetic() || c == '.');
        let line = items.items[at].line;
        let next = items.items[at + 1..].iter().find(|next| next.what != What::Gap);
        let goes_on = |next: &Item| {
            matches!(next.what, What::Words(_) | What::Token)
                && next.line == line
                && items.text(next).starts_with(char::is_lowercase)
                && is_word(next)
        };
        let words = || self.loose.iter().filter(|(token, _)| is_word(&items.items[*token])).count();
        self.candidate.slots.len() == 1
            && self.loose.first().is_some_and(|&(token, _)| self.candidate.last() < token)
            && words() == self.loose.len()
            && next.is_some_and(goes_on)
    }

    /// Whether a word at the end of White's move and of its sentence says that it is mate.
    fn is_mated(&self) -> bool {
        let [white] = &self.candidate.slots[..] else { return false };
        let text = self.items.text(&self.items.items[white.to]);
        text.chars().rev().take(WORD).all(char::is_lowercase)
            && remarks::ends_sentence(self.items, &self.candidate)
            && prepare(text).check == Some(CheckSign::Mate)
    }

    /// Whether a move stands behind the dots at an index, on their line.
    fn leads_to_move(&self, at: usize) -> bool {
        let mut behind = self.items.items[at + 1..].iter().filter(|i| i.what != What::Gap);
        behind.next().is_some_and(|next| next.is_move() && next.line == self.items.items[at].line)
    }

    /// Ends the moves with the prose at an index.
    fn end_with_words(&mut self, at: usize) {
        let line = self.items.items[at].line;
        // `18 Rbfl cae`: what is left of the points that stand for Black's move where the number comes
        // again below, and of Black's move where it does not, if White's is whole.
        let ends = self.items.items.get(at + 1).is_none_or(|next| next.line > line);
        let is_row = is_line_start(self.items, self.candidate.item);
        let one = self.candidate.slots.len() + self.loose.len() == 1;
        let word = &self.items.items[at];
        let short = || self.items.text(word).chars().count() <= SCRAP;
        let left = answers::is_left(word) || !self.loose.is_empty() && short();
        if ends && is_row && one && left {
            match below(self.items, at, self.number) {
                Some(number) if number == self.number => return,
                // `18 Radl Wiss`: where White's is damaged as well, it says too little.
                Some(_) if !self.loose.is_empty() => return,
                Some(_) => {
                    self.loose.push((at, self.gap));
                    return;
                }
                _ => {}
            }
        }
        let rest = self.items.items[at..].iter().take(FAR).take_while(|item| item.line == line);
        self.candidate.words_after = rest.map(words_of).sum();
        if let [(token, _)] = self.loose[..]
            && token == self.candidate.item + 1
            && is_told(self.items, &self.candidate, token)
        {
            self.candidate.slots.insert(0, Slot { from: token, to: token, kind: None });
        }
    }

    /// The number with its moves.
    fn finish(mut self) -> Candidate {
        if self.again {
            // `12. Nf3 Si 12. Nh3`: a short word leads to another move.
            self.loose.retain(|&(at, _)| !self.items.is_letters(&self.items.items[at]));
        }
        // `12... Nf6 He` and `hesitated` on the next line: the first word of a sentence.
        self.loose.retain(|&(at, _)| !begins_sentence(self.items, at));
        if self.candidate.words_after == 0 {
            take_loose(&mut self.candidate, &self.loose, self.items, self.due);
        }
        self.candidate
    }
}

/// The number that begins a line below an item, this one or the next.
pub(super) fn below(items: &Items, at: usize, number: u16) -> Option<u16> {
    let near = |own: &u16| (number..=number + 1).contains(own);
    let mut below = (at + 1..items.items.len()).take(BELOW);
    below
        .find_map(|at| items.items[at].number().filter(|own| near(own) && is_line_start(items, at)))
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
    if !own.is_move() || own.deep || before.black || last != Some(before.last()) {
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
        (None, Some(next)) => numbered(next) || sure && !next.is_move(),
        (None, None) => true,
    }
}

/// Whether a comma stands at an item, with a move behind it on its line.
fn parts_moves(items: &Items, at: usize) -> bool {
    let [comma, next, ..] = items.items[at..] else { return false };
    matches!(items.text(&comma), "," | ";") && next.is_move() && next.line == comma.line
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

/// Whether at most so many moves or tokens that name a square begin a line, and nothing else, the
/// next number or a result stands behind them: `qe7 9. h3`, `rf2 1-0`.
fn is_rest_of_row(items: &Items, at: usize, number: u16, most: usize) -> bool {
    let line = items.items[at].line;
    let rest = items.items[at..].iter().take_while(|item| item.line == line);
    let mut found = 0;
    for item in rest.filter(|item| !matches!(item.what, What::Gap | What::Sign)) {
        match item.what {
            What::Move(_) => {}
            What::Token if names_square(items.text(item)) => {}
            What::Number { number: next, .. } => return next == number + 1,
            What::Result(_) => return found > 0,
            _ => return false,
        }
        found += 1;
        if found > most {
            return false;
        }
    }
    true
}

/// Whether the word at an item ends its line, and a sentence goes on with it on the next.
fn begins_sentence(items: &Items, at: usize) -> bool {
    let (item, next) = (&items.items[at], items.items.get(at + 1));
    let goes_on = |next: &Item| {
        let text = items.text(next);
        let is_word = matches!(next.what, What::Words(_)) && next.line == item.line + 1;
        is_word && text.starts_with(char::is_lowercase)
    };
    items.is_letters(item) && next.is_some_and(goes_on)
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
fn take_loose(candidate: &mut Candidate, loose: &[(usize, bool)], items: &Items, due: bool) {
    let number = &items.items[candidate.item];
    let answers = matches!(number.what, What::Number { black: true, .. }) && !due;
    // Dots too many, or a stain, may stand in a row.
    let alone = candidate.black || answers && !is_line_start(items, candidate.item);
    let wanted = if alone { 1 } else { 2 };
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
