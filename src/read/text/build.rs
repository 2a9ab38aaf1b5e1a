//! Makes records of chains: their moves become entries, with what was skipped between them and
//! clearly belongs to the game.

use std::collections::HashMap;

use shakmaty::Color;

use super::{
    bare::{bare_before, bare_moves, is_bare_row},
    candidates::{Candidate, Reference, Slot, words_of},
    chain::Link,
    ending::ending,
    front,
    items::{Items, What},
    left,
};
use crate::{
    read::{pgn::MAX_ENTRIES, printed, shape::chars::is_dash},
    record::{Entry, GameResult, Record, Remark},
};

/// After so many plies whose numbers follow each other they are believed again, whatever stood before.
const IN_ORDER: u32 = 8;

/// Makes a record of a chain.
pub(super) struct Builder<'a> {
    items: &'a Items<'a>,
    candidates: &'a [Candidate],
    /// What is told of the game so far, without its sheet.
    pub(super) record: Record,
    entries: Vec<Entry>,
    /// Index of the first item that is not read yet.
    pub(super) next: usize,
    /// Index of the item behind the last move.
    pub(super) moved: usize,
    /// A row with a wrong number was taken in, so that the numbers behind it may be wrong too.
    doubt: bool,
}

impl<'a> Builder<'a> {
    /// A record without moves, for a chain of these candidates in the items from `next` on.
    pub(super) fn new(
        items: &'a Items<'a>,
        candidates: &'a [Candidate],
        next: usize,
    ) -> Builder<'a> {
        Builder {
            items,
            candidates,
            record: Record::default(),
            entries: Vec::new(),
            next,
            moved: 0,
            doubt: false,
        }
    }

    /// Takes in the moves of a chain and its result; moves by reference are those of `games`.
    pub(super) fn links(
        &mut self,
        links: &[Link],
        games: &[Record],
        by_number: &HashMap<u32, usize>,
    ) {
        let mut reached = links.first().map_or(0, |link| link.ply);
        let mut in_order = 0;
        for (index, link) in links.iter().enumerate() {
            let candidate = &self.candidates[link.candidate];
            let doubted = self.doubt;
            if index == 0 {
                self.front(link.ply, candidate);
            } else {
                let wanted = link.ply.saturating_sub(reached);
                let filled = wanted > 0 && self.fill(wanted, reached, candidate.item);
                if !filled && !self.skipped_rows(candidate) {
                    self.left(wanted as usize, candidate.item);
                }
            }
            if let Some(reference) = candidate.reference {
                self.refer(candidate, reference, games, by_number, links.get(index + 1));
            }
            // Or where two whole rows follow each other, and rows were lost rather than taken in.
            let next = links.get(index + 1);
            let answered =
                |next: &Link| next.ply == link.ply + 1 && self.candidates[next.candidate].black;
            let whole = link.plies == 2 || candidate.black || next.is_some_and(answered);
            let follows = whole && link.ply == reached;
            let in_place = follows && doubted == self.doubt;
            in_order = if in_place { in_order + link.plies } else { 0 };
            let counted = self.entries.len() <= link.ply as usize || in_order > IN_ORDER;
            self.doubt &= !follows || !counted;
            let end = link.ply + link.plies;
            let wanted = next.map_or(0, |next| next.ply.saturating_sub(end));
            reached = end + self.slots(candidate, link, wanted);
        }
        self.result(reached);
    }

    /// Moves that are given by reference are taken over from the game they are given by.
    fn refer(
        &mut self,
        candidate: &Candidate,
        reference: Reference,
        games: &[Record],
        by_number: &HashMap<u32, usize>,
        next: Option<&Link>,
    ) {
        let place = self.items.place(&self.items.items[candidate.item]);
        let upto = u32::from(reference.upto);
        let first_own = next.map_or(u32::MAX, |link| link.ply);
        let message = format!("moves 1 to {upto} are those of game {}", reference.game);
        self.record.remarks.push(Remark { code: "moves-by-reference", place, message });
        let referred = by_number.get(&reference.game).and_then(|&game| games.get(game));
        let taken = referred.iter().flat_map(|game| &game.sheets).flat_map(|sheet| &sheet.entries);
        let taken = taken.take_while(|entry| {
            entry.claimed_ply().is_some_and(|ply| ply < first_own && ply < upto * 2)
        });
        self.entries.extend(taken.cloned());
        self.next = self.next.max(candidate.item + 1);
    }

    /// Takes in the moves of a candidate. Behind those of the link may stand just as many as are
    /// `wanted` before the next one, whose number is lost; gives how many these are.
    fn slots(&mut self, candidate: &Candidate, link: &Link, wanted: u32) -> u32 {
        let slots = link.slots(candidate);
        let more = u32::try_from(slots.len()).unwrap_or(0).saturating_sub(link.plies);
        let more = if more == wanted && !link.split { more } else { 0 };
        for (index, slot) in (0_u32..).zip(&slots) {
            if link.split {
                self.split(slot, link);
                continue;
            }
            // What stands behind the moves that the chain has room for is kept, not believed.
            let beyond = index >= link.plies + more;
            let mut entry = self.entry(slot);
            // Numbers are believed again where they agree with the count.
            self.doubt &= (link.ply + index) as usize != self.entries.len();
            if !self.doubt {
                (entry.number, entry.color) = claim(link.ply + index);
            }
            if beyond {
                entry.aside = 0.9;
            }
            self.push(entry);
            self.next = self.next.max(slot.to + 1);
            self.moved = self.moved.max(slot.to + 1);
        }
        self.next = self.next.max(candidate.item + 1);
        more
    }

    /// `e4 - e5`, both moves of a pair in one span.
    fn split(&mut self, slot: &Slot, link: &Link) {
        let item = &self.items.items[slot.from];
        let text = self.items.text(item);
        let cut = text.find(is_dash).unwrap_or(text.len());
        let black = text[cut..].trim_start_matches(is_dash);
        let mut place = self.items.place(item);
        for (ply, part) in [(link.ply, &text[..cut]), (link.ply + 1, black)] {
            let mut entry = Entry::from_text(clean(part));
            (entry.number, entry.color) = claim(ply);
            entry.place = place;
            self.push(entry);
            let before = text.len() - black.trim_start().len();
            let chars = text[..before].chars().count();
            place.column = place.column.saturating_add(u32::try_from(chars).unwrap_or(0));
        }
        self.next = self.next.max(slot.to + 1);
    }

    /// What stands in a slot.
    fn entry(&self, slot: &Slot) -> Entry {
        let place = self.items.place(&self.items.items[slot.from]);
        Entry { place, ..Entry::from_text(clean(slot.text(self.items))) }
    }

    /// The numbers that are not read yet and stand before the item `until`.
    fn candidates_before(&self, until: usize) -> &'a [Candidate] {
        let from = self.candidates.partition_point(|c| c.item < self.next);
        let to = self.candidates.partition_point(|c| c.item < until);
        self.candidates.get(from..to).unwrap_or_default()
    }

    /// Adds an entry, as long as a game can have more.
    fn push(&mut self, entry: Entry) {
        if self.entries.len() < MAX_ENTRIES {
            self.entries.push(entry);
        }
    }

    /// Looks for moves between two links where `wanted` of them are wanting: a number within
    /// prose, a row whose number is misprinted, a move alone on its line. Whether some were found.
    fn fill(&mut self, wanted: u32, ply: u32, until: usize) -> bool {
        let wanted = wanted as usize;
        let between = self.candidates_before(until);
        let fits = |c: &&Candidate| !c.deep && c.slots.len() == wanted && c.last() < until;
        let number = u16::try_from(ply / 2 + 1).unwrap_or(0);
        let numbered = between.iter().rfind(|c| {
            fits(c) && c.number == number && (c.black || wanted > 1 || ply.is_multiple_of(2))
        });
        let mut others = between
            .iter()
            .filter(|c| fits(c) && (c.row || self.words_between(self.next, c.item) == 0));
        let found = match (numbered, others.next(), others.next()) {
            (Some(found), ..) | (None, Some(found), None) => found.slots.clone(),
            _ => self.lone_moves(until),
        };
        let found = if found.is_empty() { bare_moves(self.items, self.next, until) } else { found };
        let before = || bare_before(self.items, self.next, until, wanted);
        let found = if found.is_empty() { before() } else { found };
        if (1..wanted).contains(&found.len()) && self.left(wanted, until) {
            return true;
        }
        // What is damaged may be in more pieces than there were moves.
        let most = if is_bare_row(self.items, self.next, until) { wanted + 2 } else { wanted };
        if found.is_empty() || found.len() > most {
            return false;
        }
        let exact = found.len() == wanted;
        for (index, slot) in (0_u32..).zip(found) {
            let mut entry = self.entry(&slot);
            if exact {
                (entry.number, entry.color) = claim(ply + index);
            }
            self.push(entry);
            self.next = self.next.max(slot.to + 1);
        }
        true
    }

    /// How many words of prose stand between two items.
    fn words_between(&self, from: usize, to: usize) -> u32 {
        let passed = self.items.items.get(from..to).unwrap_or_default();
        passed.iter().map(words_of).sum()
    }

    /// Moves with a number that fits nowhere, but which stand right between two rows of the game:
    /// a misprint, more likely than a note without a word. What they claim is not believed. Whether
    /// there are any.
    fn skipped_rows(&mut self, own: &Candidate) -> bool {
        let until = own.item;
        let between = self.candidates_before(until);
        let line = |at: usize| self.items.items.get(at).map_or(0, |item| item.line as usize);
        let (first, last) = (line(self.next.saturating_sub(1)), line(until));
        let apart = (first..last).any(|line| self.items.is_blank(line));
        // `17. Ng5 h6. If 17... f6 18. Nxh7 Kxh7 19. Qh5+. 18. Nxf7`: a line that a word leads to.
        // `6... Bg7 If 6...e5; 7. Nb3 Be6; 8. f3. 7. f3`: or the first of one that goes on.
        let goes_on = |pair: &[Candidate]| pair[1].told || pair[1].plies().start == pair[0].end();
        let is_line = between.len() > 1 && between[0].told && between.windows(2).all(goes_on);
        if between.len() > 3 || apart || is_line || self.words_between(self.next, until) > 0 {
            return false;
        }
        let mut any = false;
        // `12. a4 12. d4!? 12... h5`: another move for one that is answered, and what follows it.
        let other = |c: &Candidate| c.told && c.number >= own.number && own.black;
        let fits = |c: &&Candidate| !c.deep && !other(c) && c.last() < until;
        for slot in between.iter().filter(fits).flat_map(|c| &c.slots) {
            self.push(self.entry(slot));
            self.next = self.next.max(slot.to + 1);
            any = true;
        }
        self.doubt |= any;
        any
    }

    /// Takes in what is left of `wanted` moves before the item `until`; whether anything is.
    fn left(&mut self, wanted: usize, until: usize) -> bool {
        let found = left::words(self.items, self.next, until, wanted);
        let any = !found.is_empty();
        if any {
            self.next = until;
        }
        found.into_iter().for_each(|entry| self.push(entry));
        any
    }

    /// Takes in what is left of the moves before the first link, if there are not too many.
    fn front(&mut self, wanted: u32, first: &Candidate) {
        if !(1..=front::MOST).contains(&wanted) || first.deep {
            return;
        }
        if let Some(begins) = front::begins(self.items, self.next, first.item, wanted) {
            self.next = begins;
            self.left(wanted as usize, first.item);
        }
    }

    /// Moves that stand alone on their line before the item `until`.
    fn lone_moves(&self, until: usize) -> Vec<Slot> {
        let items = &self.items.items;
        let (Some(from), Some(to)) = (items.get(self.next), items.get(until)) else {
            return Vec::new();
        };
        let mut found = Vec::new();
        for line in from.line as usize..to.line as usize {
            let row = self.items.of_line(line);
            let start = self.items.first[line];
            let alone = line == 0 || self.items.is_blank(line - 1);
            let only_moves = row.iter().all(|item| {
                matches!(item.what, What::Move(_) | What::Sign | What::Gap | What::Dots)
                    && !item.deep
            });
            if start < self.next || start >= until || !alone || !only_moves {
                continue;
            }
            found.extend((start..).zip(row).filter_map(|(at, item)| match item.what {
                What::Move(kind) => Some(Slot { from: at, to: at, kind: Some(kind) }),
                _ => None,
            }));
        }
        found
    }

    /// The result behind the last move.
    fn result(&mut self, plies: u32) {
        if let Some(end) = ending(self.items, self.next, plies) {
            self.record.result = self.record.result.or(end.result);
            self.push(end.entry);
            self.next = end.behind;
        }
    }

    /// The record, with its sheet.
    pub(super) fn finish(self) -> Record {
        let mut record = self.record;
        let tagged = record.tags.iter().find(|(name, _)| name == "Result");
        record.result = record.result.or(tagged.and_then(|(_, v)| GameResult::from_token(v)));
        record.sheets = printed(self.entries);
        record
    }
}

/// Number and colour of a ply, counted from 0.
fn claim(ply: u32) -> (Option<u32>, Option<Color>) {
    (Some(ply / 2 + 1), Some(Color::from_white(ply.is_multiple_of(2))))
}

/// The text of a move without the signs that hang on it and blanks that a line break has left.
pub(super) fn clean(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use crate::read::text;

    /// Entries with the plies that they claim, the first of which is 0.
    fn claims(text: &str) -> String {
        let games = text::games(text, 1);
        let entries = games.iter().flat_map(|game| &game.sheets[0].entries);
        let shown = entries.map(|entry| match entry.claimed_ply() {
            Some(ply) => format!("{ply}:{}", entry.text()),
            None => entry.text().to_owned(),
        });
        shown.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_move_behind_points_that_names_its_piece_is_blacks() {
        let text = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4... Nf6 5. O-O Be7";
        let want = "0:e4 1:e5 2:Nf3 3:Nc6 4:Bb5 5:a6 7:Nf6 8:O-O 9:Be7";
        assert_eq!(claims(text), want);
    }

    #[test]
    fn numbers_before_each_move_are_believed_again() {
        let text = "1. e4 1. e5 2. Nf3 2. Nc6 3. Bb5 3. a6 44. Ba4 5. O-O 5. Be7 6. Re1 6. b5 7. Bb3 \
            7. d6";
        let want = "0:e4 1:e5 2:Nf3 3:Nc6 4:Bb5 5:a6 Ba4 O-O 9:Be7 10:Re1 11:b5 12:Bb3 13:d6";
        assert_eq!(claims(text), want);
    }

    #[test]
    fn a_move_whose_number_is_lost_stands_behind_that_of_another_one() {
        let text = "1. e4 1. e5 2. Nf3 2. Nc6 Bb5 3... a6 4. Ba4 4. Nf6 5. O-O 5. Be7";
        let want = "0:e4 1:e5 2:Nf3 3:Nc6 4:Bb5 5:a6 6:Ba4 7:Nf6 8:O-O 9:Be7";
        assert_eq!(claims(text), want);
    }
}
