//! Texts that hold more than one move, `Nf3Nc6`, `e4e5`, `Bc2 c5`, whatever the format they stand
//! in: each move becomes an entry of its own.
//!
//! `Nf3Nc6` can be nothing else, but `Bb5a6` may as well be one move in long notation. Such texts
//! are parted only on a sheet where those that leave no doubt are as many. `e2 e4` is one move where
//! most texts are two squares, and the first of them begins where no game has a second move.

use shakmaty::Color;

use super::shape::{
    chars::{blank, get, is_capture, is_dash, is_file, is_piece, is_rank},
    runs::{PartKind, run, starts, whole},
    scan::{self, Kind},
};
use crate::record::{Entry, Record, Sheet};

/// Longest text that is taken apart, in characters.
const LONG: usize = 24;
/// Texts that are more surely no moves than this are left as they are.
const ASIDE: f64 = 0.9;
/// Fewest texts of two moves for those in doubt to be parted too.
const FEW: usize = 2;

/// Parts the entries of a record that hold more than one move.
pub(super) fn part(record: &mut Record) {
    for sheet in &mut record.sheets {
        part_sheet(sheet);
    }
}

/// Parts the texts of a sheet.
fn part_sheet(sheet: &mut Sheet) {
    if are_apart(&sheet.entries) {
        return;
    }
    let Some(all) = parts_doubtful(&sheet.entries) else { return };
    let mut entries = std::mem::take(&mut sheet.entries).into_iter().peekable();
    while let Some(entry) = entries.next() {
        let next = entries.peek();
        let parts = match look(&entry) {
            Look::Several => parts(entry.text(), false),
            Look::Doubtful { .. } if all && !next.is_some_and(|next| answers(next, &entry)) => {
                parts(entry.text(), true)
            }
            _ => Vec::new(),
        };
        if parts.len() < 2 {
            sheet.entries.push(entry);
            continue;
        }
        // The box of Black's move is blank where it stands in White's.
        if next.is_some_and(|next| next.is_blank() && answers_box(next, &entry)) {
            entries.next();
        }
        let free = !entries.peek().is_some_and(|next| answers_box(next, &entry));
        sheet.entries.extend(entries_of(&entry, &parts, free));
    }
}

/// Whether most texts of a sheet are moves that name both squares with no dash between them.
fn are_apart(entries: &[Entry]) -> bool {
    let written = entries.iter().map(Entry::text).filter(|text| !text.trim().is_empty());
    let origins: Vec<Option<char>> = written.map(origin).collect();
    let mut apart = origins.iter().flatten();
    apart.next().is_some_and(|rank| matches!(rank, '1' | '2' | '7' | '8'))
        && 1 + apart.count() > origins.len() / 2
}

/// The rank of the first square in a text that is two squares, perhaps with a piece before the first,
/// and something between them that is no dash and no capture.
fn origin(text: &str) -> Option<char> {
    // Most moves name one square.
    if text.bytes().filter(u8::is_ascii_digit).count() != 2 {
        return None;
    }
    let chars: Vec<char> = text.chars().take(LONG + 1).collect();
    let start = usize::from(is_piece(get(&chars, 0)));
    let is_square = |at: usize| is_file(get(&chars, at)) && is_rank(get(&chars, at + 1));
    let from = blank(&chars, start);
    let sign = chars.iter().skip(from + 2).take_while(|c| !c.is_alphanumeric());
    let to = from + 2 + sign.filter(|c| !is_dash(**c) && !is_capture(**c)).count();
    (is_square(from) && to > from + 2 && is_square(to) && reaches(&chars)).then(|| chars[from + 1])
}

/// Whether texts that may be one move or several are parted, as those that leave no doubt are as
/// many; nothing where the sheet has neither.
fn parts_doubtful(entries: &[Entry]) -> Option<bool> {
    let (mut sure, mut doubtful) = (0, 0);
    // Rows of two moves, and rows of one text that may be two.
    let (mut pairs, mut lone) = (0, 0);
    for (index, entry) in entries.iter().enumerate() {
        let answered = entries.get(index + 1).is_some_and(|next| answers_box(next, entry));
        match look(entry) {
            Look::One => pairs += usize::from(answered),
            Look::Several => sure += 1,
            Look::Doubtful { impossible } => {
                sure += usize::from(impossible);
                doubtful += usize::from(!impossible);
                lone += usize::from(entry.color == Some(Color::White) && !answered);
            }
        }
        let before = index.checked_sub(1).and_then(|before| entries.get(before));
        sure += usize::from(before.is_some_and(|before| touch(before, entry)));
    }
    // Where others have an answer and none of these has, a dash joins it: `3. Bb5-a6`.
    let unanswered = lone >= FEW && lone >= doubtful && pairs >= FEW;
    (sure + doubtful > 0).then_some(sure >= FEW && sure >= doubtful || unanswered)
}

/// The parts of an entry as entries: the first has its number, and the second that of Black's move
/// where its box is `free`.
fn entries_of(entry: &Entry, parts: &[String], free: bool) -> Vec<Entry> {
    let claims = |index: usize| match (index, entry.color) {
        (0, color) => (entry.number, color),
        (1, Some(Color::White)) if free => (entry.number, Some(Color::Black)),
        _ => (None, None),
    };
    let part = |(index, text): (usize, &String)| {
        let (number, color) = claims(index);
        Entry { aside: entry.aside, place: entry.place, number, color, ..Entry::from_text(text) }
    };
    parts.iter().enumerate().map(part).collect()
}

/// How many moves a text may hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Look {
    One,
    Several,
    /// One in long notation, or two; `impossible` where no piece goes from the first square to the
    /// second.
    Doubtful {
        impossible: bool,
    },
}

/// Whether an entry is one move or several, by its look.
fn look(entry: &Entry) -> Look {
    let [reading] = &entry.readings[..] else { return Look::One };
    if entry.aside > ASIDE {
        return Look::One;
    }
    let text = reading.text.trim();
    let ranks = text.bytes().filter(u8::is_ascii_digit).count();
    if text.len() < 4 || ranks < 2 && scan::is_plain(text.as_bytes()) {
        return Look::One;
    }
    let chars: Vec<char> = text.chars().take(LONG + 1).collect();
    if chars.len() > LONG {
        return Look::One;
    }
    match whole(&chars) {
        Some(Kind::Long) if joined(text).is_some() || run(&chars).is_some() => {
            Look::Doubtful { impossible: !reaches(&chars) }
        }
        Some(_) => Look::One,
        None if parts(text, false).len() > 1 => Look::Several,
        None => Look::One,
    }
}

/// The moves of a text; none where it cannot be parted. With `long`, one that could be a move in
/// long notation is parted too.
fn parts(text: &str, long: bool) -> Vec<String> {
    let chars: Vec<char> = text.chars().take(LONG + 1).collect();
    if let Some(pair) = joined(text).filter(|_| long || whole(&chars).is_none()) {
        return pair.to_vec();
    }
    let is_number = |word: &str| {
        let digits = word.trim_end_matches(['.', ')']);
        !digits.is_empty() && digits.len() <= 3 && digits.bytes().all(|b| b.is_ascii_digit())
    };
    let mut found: Vec<String> = Vec::new();
    // A number stays with its move.
    let mut number = String::new();
    for word in text.split_whitespace() {
        if is_number(word) {
            number.push_str(word);
            number.push(' ');
            continue;
        }
        let chars: Vec<char> = word.chars().collect();
        let kind = whole(&chars);
        let doubtful = kind == Some(Kind::Long) && long;
        let run = if kind.is_none() || doubtful { run(&chars) } else { None };
        match run {
            Some(run) => {
                for part in run {
                    number.extend(&chars[part.start..part.end]);
                    if matches!(part.what, PartKind::Move(_)) {
                        found.push(std::mem::take(&mut number));
                    }
                }
            }
            None if starts(chars[0]) && kind.is_some_and(alone) => {
                found.push(std::mem::take(&mut number) + word);
            }
            None => return Vec::new(),
        }
    }
    if number.is_empty() { found } else { Vec::new() }
}

/// The two moves of a text that a dash joins: `e4-e5`, `Nf3 - Nc6`, `O-O–Be7`.
fn joined(text: &str) -> Option<[String; 2]> {
    let dashes = text.char_indices().filter(|(_, c)| is_dash(*c)).take(LONG);
    let halves = |(at, dash): (usize, char)| [&text[..at], &text[at + dash.len_utf8()..]];
    let mut pairs = dashes.map(halves).map(|pair| pair.map(str::trim));
    let is_half = |half: &&str| {
        let chars: Vec<char> = half.chars().take(LONG + 1).collect();
        whole(&chars).is_some_and(|kind| alone(kind) && kind != Kind::Descriptive)
    };
    pairs.find(|pair| pair.iter().all(is_half)).map(|pair| pair.map(str::to_owned))
}

/// Whether a move of this look says enough to be one of several.
fn alone(kind: Kind) -> bool {
    !matches!(kind, Kind::Files | Kind::Numeric)
}

/// Whether some piece goes from the first to the second square of a move in long notation.
fn reaches(text: &[char]) -> bool {
    let squares: Vec<(i32, i32)> = text
        .windows(2)
        .filter(|pair| matches!(pair[0], 'a'..='h') && matches!(pair[1], '1'..='8'))
        .map(|pair| (pair[0] as i32, pair[1] as i32))
        .collect();
    let [from, to] = squares[..] else { return true };
    let (files, ranks) = ((from.0 - to.0).abs(), (from.1 - to.1).abs());
    files == 0 || ranks == 0 || files == ranks || files + ranks == 3
}

/// Whether two entries stand on a line without anything between, so that they were one word.
fn touch(before: &Entry, entry: &Entry) -> bool {
    let (first, second) = (before.place, entry.place);
    first.line == second.line
        && first.column > 0
        && second.column > first.column + 1
        && (second.column - first.column) as usize == before.text().chars().count()
        && scan::is_move(entry.text())
}

/// Whether an entry stands in Black's box of the row in whose White box another stands.
fn answers_box(entry: &Entry, white: &Entry) -> bool {
    white.number.is_some()
        && (entry.number, entry.color) == (white.number, Some(Color::Black))
        && white.color == Some(Color::White)
}

/// The same, and something is written there.
fn answers(entry: &Entry, white: &Entry) -> bool {
    answers_box(entry, white) && !entry.is_blank()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parted(texts: &[&str]) -> String {
        let entries = texts.iter().map(|text| Entry::from_text(*text)).collect();
        let mut sheet = Sheet { entries, ..Sheet::default() };
        part_sheet(&mut sheet);
        sheet.entries.iter().map(Entry::text).collect::<Vec<_>>().join("|")
    }

    #[test]
    fn a_dash_between_the_moves_of_a_number_parts_them() {
        let parted = |texts: &[(u32, &str)]| {
            let entry = |&(number, text): &(u32, &str)| Entry {
                number: Some(number.div_ceil(2)),
                color: Some(Color::from_white(number % 2 == 1)),
                ..Entry::from_text(text)
            };
            let mut sheet =
                Sheet { entries: texts.iter().map(entry).collect(), ..Sheet::default() };
            part_sheet(&mut sheet);
            sheet.entries.iter().map(Entry::text).collect::<Vec<_>>().join("|")
        };
        let joined = [(1, "e4-e5"), (3, "Nf3"), (4, "Nc6"), (5, "Bb5-a6"), (7, "Ba4"), (8, "Nf6")];
        assert_eq!(parted(&joined), "e4|e5|Nf3|Nc6|Bb5|a6|Ba4|Nf6");
        assert_eq!(parted(&[(1, "e2-e4"), (2, "e7-e5"), (3, "Ng1-f3")]), "e2-e4|e7-e5|Ng1-f3");
        let alone = [(1, "e4 – e5"), (3, "Nf3 – Nc6"), (5, "O-O – Be7"), (7, "O-O-O")];
        assert_eq!(parted(&alone), "e4|e5|Nf3|Nc6|O-O|Be7|O-O-O");
    }

    #[test]
    fn glued_moves_are_parted() {
        for (texts, want) in [
            (&["e4e5", "Nf3Nc6", "Bb5a6", "Re1b5"][..], "e4|e5|Nf3|Nc6|Bb5|a6|Re1|b5"),
            (&["d4d5", "c4e6", "Sc3Sf6", "Lg5Le7", "e30-0"], "d4|d5|c4|e6|Sc3|Sf6|Lg5|Le7|e3|0-0"),
            (
                &["O-OBe7", "c3O-O", "bxa8=QRxa8", "exd5exd5"],
                "O-O|Be7|c3|O-O|bxa8=Q|Rxa8|exd5|exd5",
            ),
            (&["e2-e4e7-e5"], "e2-e4|e7-e5"),
            (&["P-K4P-K4", "CastlesB-K2"], "P-K4|P-K4|Castles|B-K2"),
            (&["♘f3♞c6"], "♘f3|♞c6"),
            (&["e4 e5", "2. Nf3 Nc6", "3. Bb5 3. a6"], "e4|e5|2. Nf3|Nc6|3. Bb5|3. a6"),
            (&["e4 e5", "d4 d5", "c4 c5"], "e4|e5|d4|d5|c4|c5"),
            (&["e4e5Nf3Nc6"], "e4|e5|Nf3|Nc6"),
        ] {
            assert_eq!(parted(texts), want, "{texts:?}");
        }
    }

    #[test]
    fn single_moves_stay_whole() {
        for texts in [
            &["e2e4", "g1f3", "f1b5", "e1g1c", "b5d7b", "c4e6"][..],
            &["e2 e4", "e7 e5", "Sg1 f3", "S b8 c6", "f1 b5", "0-0"],
            &["e2.e4", "e7/e5", "g1, f3", "b8 > c6"],
            &["Sg1f3", "Sb8c6", "Lf1b5", "Re1b5"],
            &["Nf3", "N f3", "e x d5", "Kt - K B 3", "P Q B 4", "0 - 0", "e4 - e5"],
            &["Be2-e3", "Sb8-c6", "Lg4-f3xD", "Bg2-f3xL"],
            &["Ab4×Cc3", "Nbxd7+!?", "B4c4", "Qxd4xe5", "5254", "exd", "bxa6 e.p."],
            &["the move e4", "1/2-1/2", "", "e4 e5 and wins"],
        ] {
            assert_eq!(parted(texts), texts.join("|"), "{texts:?}");
        }
    }

    #[test]
    fn parts_of_a_box_keep_its_index() {
        let record = r#"{"sheets":[{"entries":[{"text":"e4"},{"text":"Nf3Nc6"},{"text":"Bb5"}]}]}"#;
        let records = crate::read::read(record.as_bytes(), "f").expect("a record");
        let entries = &records[0].sheets[0].entries;
        let listed: Vec<_> = entries.iter().map(|e| (e.text(), e.place.listed)).collect();
        let want = [("e4", 0), ("Nf3", 1), ("Nc6", 1), ("Bb5", 2)];
        assert_eq!(listed, want.map(|(text, at)| (text, Some(at))));
    }

    #[test]
    fn the_blank_box_of_black_takes_the_second_move() {
        let entry = |number, color, text: &str| Entry {
            number: Some(number),
            color: Some(color),
            ..Entry::from_text(text)
        };
        let entries = vec![
            entry(1, Color::White, "Nf3Nc6"),
            Entry { readings: Vec::new(), ..entry(1, Color::Black, "") },
            entry(2, Color::White, "Bb5"),
        ];
        let mut sheet = Sheet { entries, ..Sheet::default() };
        part_sheet(&mut sheet);
        let plies: Vec<_> = sheet.entries.iter().map(Entry::claimed_ply).collect();
        assert_eq!(plies, [Some(0), Some(1), Some(2)]);
    }
}
