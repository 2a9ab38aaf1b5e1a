//! Times, evaluations and dates behind moves: `e4 (0:05)`, `Nf3 +0.31/18 2.5s`, `d4 (depth 20)`.
//!
//! What can be nothing else is blanked wherever it stands behind a move, and what is less sure where
//! notes of its kind are as regular as the moves are.

use std::{ops::Range, sync::LazyLock};

use serde::Deserialize;

use super::{
    beside::{Edit, FEW, Kind, Word, has_move, leading_number},
    note::{NOTES, Note, Surety, note},
};
use crate::{
    read::shape::{chars::is_dash, misread, scan},
    record::{Place, Record, Remark},
};

/// Of so many moves, one at least has a time, an evaluation or a date of its kind beside it.
const EVERY: usize = 4;
/// Most that a number is ahead of the one that is next; others are damaged moves.
const FAR: u32 = 20;
/// Words behind a number within which the next one stands.
const BEHIND: usize = 3;
/// Most numbers that a variation goes on.
const VARIATION: u32 = 8;
/// Most words of a note in brackets.
const MOST_WORDS: usize = 6;
/// Longest move with a note glued to it, in bytes.
const LONG: usize = 40;

/// Words beside times and evaluations, in small letters.
#[derive(Debug, Deserialize)]
struct Units {
    /// Before a number: `depth 20`
    before: Vec<String>,
    /// Behind a number: `5 min`
    behind: Vec<String>,
    /// Behind or before a number in brackets: `(12 s)`
    short: Vec<String>,
}

fn units() -> &'static Units {
    static UNITS: LazyLock<Units> = LazyLock::new(|| {
        serde_json::from_str(include_str!("units.json")).expect("the built-in table is well-formed")
    });
    &UNITS
}

/// Something that may be a note: its words on its line.
struct Found {
    words: Range<usize>,
    /// Its kind, or nothing where words tell that it is one.
    kind: Option<(Note, Surety)>,
    /// Whether nothing but notes and numbers stands between it and the move before it.
    follows: bool,
}

/// What is known behind the lines that were looked at.
#[derive(Default)]
struct Reached {
    /// Whether a note may follow a move there.
    follows: bool,
    /// How many words of the next line belong to a note that has begun before it.
    begun: usize,
    /// The last move number and how many words stand behind it, with what is glued to it.
    number: (u32, usize),
}

/// Blanks the notes that stand beside the moves of some lines; in the order of the text.
pub(super) fn notes(lines: &[Vec<Word>]) -> Vec<Edit> {
    let mut edits = Vec::new();
    let mut counts = [0; NOTES.len()];
    let mut sure = [false; NOTES.len()];
    let mut moves = 0;
    let mut reached = Reached::default();
    let mut found = Vec::with_capacity(lines.len());
    for (index, line) in lines.iter().enumerate() {
        let next = lines.get(index + 1).map_or(&[][..], Vec::as_slice);
        let of_line = reached.take(line, next);
        moves += line.iter().filter(|word| word.kind == Kind::Move).count();
        for (note, surety) in of_line.iter().filter(|found| found.follows).filter_map(|f| f.kind) {
            counts[note as usize] += usize::from(surety > Surety::Perhaps);
            sure[note as usize] |= surety == Surety::Sure;
        }
        found.push(of_line);
    }
    let regular = |note: Note| {
        let count = counts[note as usize];
        count >= FEW && count * EVERY >= moves
    };
    for (line, found) in lines.iter().zip(found) {
        let only = |word: &Word| matches!(word.kind, Kind::Note(..) | Kind::Number(_));
        let in_row = has_move(line) || line.iter().all(only);
        let is_noted = |found: &Found| match found.kind {
            None => true,
            Some((note, _)) if found.follows && (sure[note as usize] || regular(note)) => true,
            Some((note, surety)) => in_row && surety > Surety::Perhaps && regular(note),
        };
        blank(line, found.into_iter().filter(is_noted).map(|found| found.words), &mut edits);
    }
    edits
}

/// Tells each game of a text which notes beside its moves were blanked, at these bytes; the text
/// begins on a line of the input.
pub(in crate::read) fn tell(
    games: &mut [Record],
    text: &str,
    blanked: Vec<Range<usize>>,
    line: u32,
) {
    let begins = |game: &Record| {
        let places = game.sheets.iter().flat_map(|sheet| &sheet.entries).map(|entry| entry.place);
        places.map(|place| place.line).min()
    };
    let begins: Vec<Option<u32>> = games.iter().map(begins).collect();
    let mut noted: Vec<Vec<(Place, &str)>> = vec![Vec::new(); games.len()];
    let (mut at, mut place) = (0, Place { line, column: 1, ..Place::default() });
    for range in blanked {
        for c in text[at..range.start].chars() {
            let ends = c == '\n';
            place.line += u32::from(ends);
            place.column = if ends { 1 } else { place.column + 1 };
        }
        at = range.start;
        let game = begins.iter().rposition(|begin| begin.is_some_and(|line| line <= place.line));
        if let Some(noted) = noted.get_mut(game.unwrap_or(0)) {
            noted.push((place, &text[range]));
        }
    }
    for (game, noted) in games.iter_mut().zip(noted) {
        let Some(&(place, _)) = noted.first() else { continue };
        let words: Vec<&str> = noted.iter().map(|(_, word)| *word).collect();
        let message = format!("left out beside the moves: {}", words.join(" "));
        game.remarks.push(Remark { code: "notes-beside", place, message });
    }
}

/// Blanks some words of a line.
fn blank(line: &[Word], noted: impl Iterator<Item = Range<usize>>, edits: &mut Vec<Edit>) {
    let first = edits.len();
    let mut words = 0;
    for noted in noted {
        words += noted.len();
        let [from, to] = [noted.start, noted.end - 1].map(|at| line[at].range());
        edits.push((from.start..to.end, "".into()));
    }
    // A line that were blank now would end a game.
    if words > 0 && words == line.len() {
        edits[first].1 = "|".into();
    }
}

impl Reached {
    /// What may be a note on a line; one that words tell may go on in the next one.
    fn take(&mut self, line: &[Word], next: &[Word]) -> Vec<Found> {
        // `#1 e4 e5` is a number.
        if let [first, second, ..] = line
            && matches!(first.kind, Kind::Note(_, surety) if surety < Surety::Sure)
            && second.kind == Kind::Move
        {
            self.follows = false;
        }
        let mut found = Vec::new();
        let told = |words: Range<usize>| Found { words, kind: None, follows: true };
        let mut at = std::mem::take(&mut self.begun).min(line.len());
        if at > 0 {
            found.push(told(0..at));
        }
        while let Some(word) = line.get(at) {
            if let Some(words) = self.follows.then(|| phrase(&line[at..], next)).flatten() {
                let end = (at + words).min(line.len());
                found.push(told(at..end));
                self.begun = at + words - end;
                at = end;
                continue;
            }
            if let Some(number) = self.next_number(line, at, next) {
                (self.number, self.follows) = ((number, 1), true);
                at += 1;
                continue;
            }
            self.count(word);
            match word.kind {
                Kind::Move => self.follows = true,
                Kind::Note(note, surety) => {
                    let kind = Some((note, surety));
                    found.push(Found { words: at..at + 1, kind, follows: self.follows });
                }
                Kind::Number(_) => {}
                Kind::Other => self.follows = false,
            }
            at += 1;
        }
        found
    }

    /// The number that is next, where what may be a note is that number and what is left of its
    /// move: `4. Nxd4 Nf6 5.503 e5`. As many words stand before the first on its line as moves should,
    /// or right behind it the number that follows: `7.43 Bh5 8.24`, `(25.14 Qxf4 26.Qxd5)`.
    fn next_number(&self, line: &[Word], at: usize, next: &[Word]) -> Option<u32> {
        let (number, words) = self.number;
        let word = line.get(at)?;
        let opened = word.text.trim_start_matches(['(', '[']);
        let bare = opened.trim_end_matches([')', ']']);
        let (opens, closes) = (opened.len() < word.text.len(), bare.len() < opened.len());
        let (own, rest) = leading_number(bare);
        let own = own?;
        let is_due = || match number {
            _ if opens => false,
            0 => at == 2 * (own as usize).saturating_sub(1),
            // A word may be glued to another, or torn apart.
            _ => {
                let due = 2 * own.saturating_sub(number) as usize;
                due > 0 && words >= 2 && words.abs_diff(due) <= 1
            }
        };
        let follows = || {
            let behind = line[at + 1..].iter().chain(next).take(BEHIND);
            let mut then = behind.filter_map(|word| Some((pointed_number(word, own + 1)?, word)));
            let (then, sure) = then.next().map_or((None, false), |(then, word)| {
                (Some(then), !matches!(word.kind, Kind::Note(..)))
            });
            // Behind a variation the game goes on from a lower number; evaluations may be so far apart.
            let reached = match number.checked_sub(own) {
                None => number + 1 == own,
                Some(0) => at == 0 || opens,
                Some(ahead) => ahead <= VARIATION || sure && ahead <= FAR,
            };
            let ends = closes && then.is_some_and(|then| then <= own);
            reached && (then == Some(own + 1) || ends)
        };
        if !(is_due() || follows()) {
            return None;
        }
        let is_note = matches!(word.kind, Kind::Note(Note::Evaluation, _));
        let plain = bare.starts_with(|c: char| c.is_ascii_digit())
            && rest.trim_start_matches(',').chars().all(|c| c.is_ascii_digit());
        // `3. d4 exd4 4.25 4. Nxd4`
        let again = line.get(at + 1).is_some_and(|next| leading_number(next.text).0 == Some(own));
        (is_note && plain && !again).then_some(own)
    }

    /// Counts a word.
    fn count(&mut self, word: &Word) {
        let next = self.number.0 + 1;
        match (word.kind, leading_number(word.text).0) {
            (Kind::Number(number), _) if number <= next + FAR => self.number = (number, 0),
            (Kind::Note(..), _) => {}
            (kind, Some(number)) if kind == Kind::Move || number == next => {
                self.number = (number, 1);
            }
            _ => self.number.1 += 1,
        }
    }
}

/// The number that a word begins with, where a point stands behind it; what looks like the one that is
/// next is that: `З.Kf3`.
fn pointed_number(word: &Word, next: u32) -> Option<u32> {
    let (own, _) = word.text.split_once('.')?;
    let like = || {
        let own: Vec<char> = own.chars().take(misread::LONG + 1).collect();
        u16::try_from(next).is_ok_and(|next| misread::looks_like(&own, next))
    };
    let digits = own.bytes().all(|byte| byte.is_ascii_digit());
    let number = own.parse().ok().filter(|_| digits);
    number.or_else(|| like().then_some(next))
}

/// How many words a note takes that words tell: `(depth 20)`, `[+0.31 d20]`, `5 min.`; it stands at
/// the beginning of what is left of a line, before the next one.
fn phrase(line: &[Word], next: &[Word]) -> Option<usize> {
    let bare = |word: &str| word.trim_end_matches(['.', ',', ';', ':']).to_lowercase();
    let words = || line.iter().chain(next);
    let first = words().next()?;
    if first.text.starts_with(['(', '[']) {
        let mut inside = words().take(MOST_WORDS);
        let end = inside.position(|word| word.text.ends_with([')', ']']))? + 1;
        let parts = words().take(end).flat_map(|word| word.text.split('='));
        let parts: Vec<Part> = parts
            .map(|text| part(&bare(text.trim_matches(['(', '[', ')', ']']))))
            .collect::<Option<_>>()?;
        // `(12)` is a number.
        let told = parts.iter().any(|part| matches!(part, Part::Unit | Part::Note));
        return (told && (end > 1 || parts.len() > 1)).then_some(end);
    }
    let second = words().nth(1)?;
    let is_number = |word: &Word| matches!(word.kind, Kind::Number(_));
    let is_value = |word: &Word| is_number(word) || matches!(word.kind, Kind::Note(..));
    let leads = |word: &Word| units().before.contains(&bare(word.text));
    // `... regalo de tiempo. 6. O-O`: a sentence ends before a number. One below may be a row's.
    let begins = line.len() == 1 && second.text.ends_with(['.', ')']);
    let ends = first.text.ends_with('.') || begins;
    let before = leads(first) && is_value(second) && !(ends && is_number(second));
    let behind = is_value(first) && units().behind.contains(&bare(second.text));
    // `5 minutes left`
    let left = usize::from(line.get(2).is_some_and(leads));
    if behind { Some(2 + left) } else { before.then_some(2) }
}

/// A part of a note in brackets.
enum Part {
    Number,
    Unit,
    Note,
}

/// What a part of a note in brackets is, in small letters.
fn part(text: &str) -> Option<Part> {
    let is_unit = |text: &str| {
        let units = units();
        [&units.before, &units.behind, &units.short]
            .iter()
            .any(|units| units.iter().any(|unit| unit == text))
    };
    let digits = text.trim_start_matches(|c: char| c.is_ascii_digit());
    match text {
        _ if digits.is_empty() && !text.is_empty() => Some(Part::Number),
        _ if is_unit(text) || digits.len() < text.len() && is_unit(digits) => Some(Part::Unit),
        _ if note(text).is_some() => Some(Part::Note),
        // `d20`: so deep; `d5` may be a move.
        _ if text.strip_prefix('d').is_some_and(|depth| depth.parse::<u8>().is_ok()) => {
            Some(if scan::is_move(text) { Part::Number } else { Part::Unit })
        }
        _ => None,
    }
}

/// Byte behind the move of a word to which a note is glued: `Nf3+0.31`, `d4(0.25)`.
pub(super) fn glued(text: &str) -> Option<usize> {
    if text.len() > LONG {
        return None;
    }
    let (_, m) = leading_number(text);
    let from = text.len() - m.len();
    let opens = |c: char| matches!(c, '+' | '±' | '(' | '[') || is_dash(c);
    let ends = m.char_indices().filter(|&(_, c)| opens(c)).map(|(at, _)| from + at);
    let is_noted = |at: &usize| {
        let tail = text[*at..].trim_end_matches([',', ';']);
        matches!(note(tail), Some((_, Surety::Sure))) && scan::is_move(&text[from..*at])
    };
    ends.filter(|&at| at > from).find(is_noted)
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use crate::read::{raw::beside, read};

    fn without(text: &str) -> Cow<'_, str> {
        beside::without(text).text
    }

    fn without_notes(text: &str) -> Cow<'_, str> {
        beside::without_notes(text).text
    }

    #[test]
    fn sure_notes_are_left_out_wherever_they_stand() {
        for (text, want) in [
            ("3. d4 +0.6 Bg4 +1.02 4. dxe5", "3. d4      Bg4       4. dxe5"),
            ("4. dxe5 (1.1/22) Bxf3 5. Qxf3 0.00", "4. dxe5          Bxf3 5. Qxf3     "),
            ("e4 +0,5 e5 2,5 Nf3 1.5", "e4      e5     Nf3    "),
            ("Nf3 +0.31/18 2.5s 5s Nc6", "Nf3                  Nc6"),
            ("Nf3 +0.45 (depth 20) Nc6 (eval: 0)", "Nf3                  Nc6          "),
            (
                "Nf3 [+0.31 d20] Nc6 (12 s) Bb5 5 min. a6",
                "Nf3             Nc6        Bb5        a6",
            ),
            ("1.Nf3+0.31 d4(0.25), O-O-0.5/12", "1.Nf3      d4        O-O        "),
            ("Bc4 #5 Bc5 #-3 Nf3 (d=20)", "Bc4    Bc5     Nf3       "),
            ("4. d4 1.02 exd4 0.98 5.303 Nf6 -0.12", "4. d4      exd4      5.303 Nf6      "),
            ("3. d4 0.25 exd4 4.25 4. Nxd4 0.31", "3. d4      exd4      4. Nxd4     "),
            (
                "44. Kf3 f5 45.8 e8 h4 46.8 f7 Ke5 47. Re8 g5",
                "44. Kf3 f5 45.8 e8 h4 46.8 f7 Ke5 47. Re8 g5",
            ),
            ("h3 c5 regalo de tiempo. 6. O-O Ad6", "h3 c5 regalo de tiempo. 6. O-O Ad6"),
            ("12. Nf3 3.44 e5 4.12 13. e4", "12. Nf3      e5      13. e4"),
            ("2. Nf3 3.44 e5 +4.12 3. e4", "2. Nf3      e5       3. e4"),
            ("JING d5 2.63 g6 3.Bg2 Bg7 +0.12", "JING d5 2.63 g6 3.Bg2 Bg7      "),
            ("Nf3\n12 minutes left\n20.\nd4", "Nf3\n|              \n20.\nd4"),
            (
                "Nf3 (depth\n20) Nc6 5\nmin. Bb5\n-0.5 a6",
                "Nf3       \n    Nc6  \n     Bb5\n     a6",
            ),
        ] {
            assert_eq!(without(text).trim_end(), want.trim_end(), "{text}");
        }
    }

    #[test]
    fn what_may_be_a_move_or_a_number_stays() {
        for text in [
            "4. e4 4.00 5. Nf3 0.00 (12) Nc6 (12. Nf3)",
            "5254 57.55 e4 1.5 e5 #2 Nf3",
            "e4 e5 (d5) Nf3 (d5 20) 1/2-1/2 0.5-0.5",
            "It is +0.31 for White, in 5 min.",
            // Numbers with what is left of their moves, by the numbers behind them.
            "6. Bc4 e6 If 7. b4 then 7... Bxf3\n7.43 BhS 8.24 Bg6 9. Qe2",
            "25. Re2 (25.14 Qxf4 26. Qxd5) 25... Bf8",
            "8. Qxb7 8...6c8 9.406 2b8 10.2a6",
            "3. f3 (3.4d2 & d6 4.21) 3... b6 4. g3",
            "4. d4 Nf6 4... Nf6 5.03 e5 6... db5",
            "2. Nf3 e6 Better was 12. Re1. 3.44 cxd4 4. Nxd4",
            "1.44 (1. Nf3 96 2. g3; 3... Bg7) 1... Nf6 2.54 26 З.Nf3 Bg7",
        ] {
            assert_eq!(without(text), text);
        }
    }

    #[test]
    fn comments_of_pgn_keep_what_they_tell() {
        let tags = "[White \"A\"]\n\n";
        for text in [
            "1. e4 {[%clk 1:02:03] 0:05} e5 [%clk 1:00:00] {+0.31 (depth 20)}",
            "1. e4 { good, and [%eval 0.3] +0.31 } e5",
        ] {
            assert_eq!(without(text), text);
            assert_eq!(without_notes(text), text);
        }
        let games = read(format!("{tags}1. e4 +0.31 e5 -0.20/12 2. Nf3 1:05 Nc6").as_bytes(), "f");
        let games = games.expect("a game");
        assert_eq!(games[0].sheets[0].entries.len(), 4);
    }

    #[test]
    fn each_game_tells_what_was_left_out_of_it() {
        let text = "1. e4 e5\n2. Nf3 +0.31 Nc6 3. Bb5 a6\n\n\
                    1. d4 0:05 d5 (depth\n20) 2. c4 e6 3. Nc3 Nf6\n";
        let games = read(text.as_bytes(), "f").expect("two games");
        let told = |at: usize| {
            let [remark] = &games[at].remarks[..] else { panic!("{:?}", games[at].remarks) };
            (remark.place.line, remark.place.column, remark.message.as_str())
        };
        assert_eq!(told(0), (2, 8, "left out beside the moves: +0.31"));
        assert_eq!(told(1), (4, 7, "left out beside the moves: 0:05 (depth 20)"));
    }
}
