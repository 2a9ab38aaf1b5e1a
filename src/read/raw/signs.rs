//! Pages whose figurines were read as clusters of characters (`notation::signs`): while such a page is
//! read, each cluster is one character, which is taken for a figurine, so that no colon, quote or
//! point in a cluster parts a move. What is put out has the clusters again, in their places.

use std::{collections::BTreeMap, ops::Range};

use crate::{
    notation::{
        is_square,
        signs::{Signs, index_of_sign, sign},
    },
    record::{Entry, Place, Record},
};

/// Bytes of a text by which its clusters are known.
const SAMPLE: usize = 1 << 20;

/// A text in which one character stands for each cluster.
#[derive(Default)]
pub(in crate::read) struct Marked {
    pub(in crate::read) text: String,
    /// What each of these characters stands for, by its index, and the characters by that.
    spellings: Vec<String>,
    known: BTreeMap<String, char>,
    /// By line, counted from 0: a column behind such a character, from 1, and how many characters
    /// more the line had up to there.
    shifts: BTreeMap<u32, Vec<(u32, i32)>>,
}

/// The text with one character for each cluster, if there are clusters.
pub(in crate::read) fn marked(text: &str) -> Option<Marked> {
    let sample = &text[..text.floor_char_boundary(SAMPLE)];
    let signs = Signs::of_page(sample)?;
    if text.chars().any(|c| index_of_sign(c).is_some()) {
        return None;
    }
    let mut marked = Marked::default();
    for (at, line) in (0..).zip(text.split_inclusive('\n')) {
        marked.add(line, at, &signs);
    }
    Some(marked)
}

impl Marked {
    /// Adds the line of this index.
    fn add(&mut self, line: &str, at: u32, signs: &Signs) {
        let words: Vec<Vec<char>> =
            line.split_inclusive(char::is_whitespace).map(|word| word.chars().collect()).collect();
        let mut words = &words[..];
        let mut column = Column { now: 1, more: 0 };
        while let [word, rest @ ..] = words {
            let own = bare(word);
            let both = rest.first().and_then(|next| Some((next, signs.across(own, bare(next))?)));
            match both {
                Some((next, sign)) => {
                    let blanks = word.len() - own.len();
                    let behind = if sign.end < own.len() { 0 } else { blanks };
                    let sign = sign.start..sign.end + behind;
                    self.write(&[&word[..], next].concat(), [sign], at, &mut column);
                    words = &rest[1..];
                }
                None => {
                    self.write(word, signs.within(own), at, &mut column);
                    words = rest;
                }
            }
        }
    }

    /// Writes a word in which signs stand.
    fn write(
        &mut self,
        word: &[char],
        signs: impl IntoIterator<Item = Range<usize>>,
        line: u32,
        column: &mut Column,
    ) {
        let mut done = 0;
        for sign in signs {
            let spelling: String = word[sign.clone()].iter().collect();
            let Some(instead) = self.instead_of(spelling) else { continue };
            self.text.extend(&word[done..sign.start]);
            column.now += (sign.start - done) as u32;
            // `e4tt:lf6`: what is glued together would be one move.
            let glued = sign.start >= 2 && is_square(&word[sign.start - 2..sign.start]);
            let blank = glued.then_some((' ', 0));
            for (c, instead_of) in blank.into_iter().chain([(instead, sign.len())]) {
                self.text.push(c);
                column.now += 1;
                column.more += instead_of as i32 - 1;
                self.shifts.entry(line).or_default().push((column.now, column.more));
            }
            done = sign.end;
        }
        self.text.extend(&word[done..]);
        column.now += (word.len() - done) as u32;
    }

    /// The character for a spelling, if there are enough.
    fn instead_of(&mut self, spelling: String) -> Option<char> {
        if let Some(&known) = self.known.get(&spelling) {
            return Some(known);
        }
        let new = sign(self.spellings.len())?;
        self.known.insert(spelling.clone(), new);
        self.spellings.push(spelling);
        Some(new)
    }

    /// Gives a record that was read from the marked text, whose first line has the number `line`,
    /// its clusters again.
    pub(in crate::read) fn restore(&self, record: &mut Record, line: u32) {
        for sheet in &mut record.sheets {
            for Entry { readings, place, .. } in &mut sheet.entries {
                readings.iter_mut().for_each(|reading| self.restore_text(&mut reading.text));
                self.restore_place(place, line);
            }
        }
        record.tags.iter_mut().for_each(|(_, value)| self.restore_text(value));
        for remark in &mut record.remarks {
            self.restore_text(&mut remark.message);
            self.restore_place(&mut remark.place, line);
        }
    }

    /// Puts the clusters back into a text.
    fn restore_text(&self, text: &mut String) {
        if !text.chars().any(|c| index_of_sign(c).is_some()) {
            return;
        }
        let mut restored = String::new();
        for c in text.chars() {
            match index_of_sign(c).and_then(|index| self.spellings.get(index)) {
                Some(spelling) => restored.push_str(spelling),
                None => restored.push(c),
            }
        }
        *text = restored;
    }

    /// Moves a place on the marked text to where it stood; `line` is the first line.
    fn restore_place(&self, place: &mut Place, line: u32) {
        let shifts = place.line.checked_sub(line).and_then(|at| self.shifts.get(&at));
        let before = shifts.into_iter().flatten().rev().find(|(column, _)| *column <= place.column);
        place.column = place.column.saturating_add_signed(before.map_or(0, |(_, more)| *more));
    }
}

/// Where a line is being written.
struct Column {
    /// The next column, from 1.
    now: u32,
    /// How many characters more the line had up to here.
    more: i32,
}

/// A word without the blank behind it.
fn bare(word: &[char]) -> &[char] {
    let end = word.iter().rposition(|c| !c.is_whitespace()).map_or(0, |last| last + 1);
    &word[..end]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{notation::is_figurine, read::read};

    #[test]
    fn entries_are_as_they_stand_and_where_they_stand() {
        let text = "1.e4 e5 2.tt:lf3 tt:lc6 3..tb5 a6 4..ta4 tt: lf6\n5.O-O .te7 6.J:te1 b5 7..tb3 \
            d6 8.c3tt:la5 9..tc2 c5 10.d4 <it>d7";
        let want = "e4|e5|tt:lf3|tt:lc6|.tb5|a6|.ta4|tt: lf6|O-O|.te7|J:te1|b5|.tb3|d6|c3|tt:la5|\
            .tc2|c5|d4|<it>d7";
        let game = read(text.as_bytes(), "page").expect("a game").remove(0);
        let entries = &game.sheets[0].entries;
        assert_eq!(entries.iter().map(Entry::text).collect::<Vec<_>>().join("|"), want);
        let lines: Vec<&str> = text.lines().collect();
        for entry in entries {
            let Place { line, column, .. } = entry.place;
            let stands = &lines[line as usize - 1][column as usize - 1..];
            assert!(stands.starts_with(entry.text()), "{} at {}", entry.text(), entry.place);
        }
    }

    #[test]
    fn a_text_without_clusters_is_not_marked() {
        assert!(marked("1.e4 e5 2.Nf3 Nc6 3.Bb5 a6 4.Ba4 Nf6 5.O-O Be7").is_none());
        let marked = marked(&"1.tt:lf3 tt:lf6 2.lLlc3 lLlc6 ".repeat(3)).expect("clusters");
        assert_eq!(marked.text.chars().filter(|c| is_figurine(*c)).count(), 12);
        assert_eq!(marked.spellings, ["tt:l", "lLl"]);
    }
}
