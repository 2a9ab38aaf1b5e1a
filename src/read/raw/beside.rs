//! What stands beside the moves as regularly as they do and is none: times of the clock,
//! evaluations, dates of moves by post, and the words of forms and logs.
//!
//! ```text
//! 1. e4  0:00:12  e5  0:00:31          1. e4 (+0.31/14) e5 (-0.20/12)
//! Move 3 for White: Bb5                1w e4
//! > 1. e4 e5                           II. Nf3 Nc6
//! ```
//!
//! It is blanked before a text is taken apart, and numbers are put into the usual form, so that all
//! else stays in its line and column. What is not regular is left alone, but for notes that can be
//! nothing else (`noted`).

use std::{borrow::Cow, collections::BTreeMap, ops::Range};

use shakmaty::{Chess, Color};

use super::{
    note::{Note, Surety, note},
    noted::{glued, notes},
    placed::placed,
};
use crate::{
    notation::{is_known_word, may_go_on_to_square},
    read::{
        replay::played,
        shape::{named::named, scan, scan::MAX_MOVE, spelled::is_part},
        table,
    },
};

/// Fewest times that something stands beside moves.
pub(super) const FEW: usize = 4;
/// Fewest lines that are those of a form or a log.
const FEW_LINES: usize = 6;
/// Fewest letters of a word of a form: shorter ones may belong to a move.
const WORD: usize = 3;
/// Most rows in a row whose Roman numbers are misread.
const LOST: usize = 2;
/// Fewest characters of a word that may be one of a form misread.
const MISREAD: usize = 4;
/// Moves of each side that are looked at to see whose they are.
const OPENING: usize = 6;
/// Bytes that are looked at to see whether there is anything to blank.
const SAMPLE: usize = 64 * 1024;
/// Most words of a line of a form.
const MOST_WORDS: usize = 24;

/// A word between blanks, or a part of one: a move, or a note that is glued to it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Word<'a> {
    /// Its place in the text, in bytes.
    at: usize,
    pub(super) text: &'a str,
    pub(super) kind: Kind,
}

/// What a word is by its look.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A move, perhaps with its number before it.
    Move,
    /// A number that may be a move number.
    Number(u32),
    /// A kind of note, and how surely it is one.
    Note(Note, Surety),
    Other,
}

impl<'a> Word<'a> {
    fn new(at: usize, text: &'a str) -> Word<'a> {
        Word { at, text, kind: kind(text) }
    }

    /// Its bytes in the text.
    pub(super) fn range(&self) -> Range<usize> {
        self.at..self.at + self.text.len()
    }
}

fn kind(text: &str) -> Kind {
    let bare = text.trim_end_matches([',', ';', '!', '?']);
    let (number, rest) = leading_number(bare);
    let rest_is_move = |rest: &str| !rest.is_empty() && scan::is_move(rest.trim_end_matches('.'));
    match number {
        Some(number) if rest.is_empty() => Kind::Number(number),
        Some(_) if rest_is_move(rest) => Kind::Move,
        _ if rest_is_move(bare) => Kind::Move,
        _ => note(bare).map_or(Kind::Other, |(note, surety)| Kind::Note(note, surety)),
    }
}

/// The number that a word begins with, and what follows its points or bracket.
pub(super) fn leading_number(text: &str) -> (Option<u32>, &str) {
    let inside = text.strip_prefix(['(', '[']).unwrap_or(text);
    let digits = inside.len() - inside.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    match inside[..digits].parse() {
        Ok(number) if digits <= 3 => {
            (Some(number), inside[digits..].trim_start_matches(['.', '…', ')', ']', ':']))
        }
        _ => (None, text),
    }
}

/// A text without what stands beside its moves.
pub(in crate::read) struct Bare<'a> {
    pub(in crate::read) text: Cow<'a, str>,
    /// The bytes of the notes that were blanked, in order.
    pub(in crate::read) noted: Vec<Range<usize>>,
}

/// The text without what stands beside its moves, as far as its beginning has any.
pub(in crate::read) fn without(text: &str) -> Bare<'_> {
    let sample = &text[..text.floor_char_boundary(SAMPLE)];
    let mut found = edits(sample);
    let is_part = sample.len() < text.len();
    if is_part && !(found.0.is_empty() && found.1.is_empty()) {
        found = edits(text);
    }
    bare(text, found)
}

/// The text of PGN without the notes that stand behind its moves.
pub(in crate::read) fn without_notes(text: &str) -> Bare<'_> {
    bare(text, (notes(&lines(text)), Vec::new()))
}

/// A text without its notes and with other edits.
fn bare(text: &str, (notes, others): (Vec<Edit>, Vec<Edit>)) -> Bare<'_> {
    let noted = notes.iter().map(|(range, _)| range.clone()).collect();
    let mut edits = notes;
    edits.extend(others);
    Bare { text: edited(text, edits), noted }
}

/// A text with other text put for some bytes of it, as wide as before.
pub(super) fn edited(text: &str, mut edits: Vec<Edit>) -> Cow<'_, str> {
    if edits.is_empty() {
        return Cow::Borrowed(text);
    }
    edits.sort_by_key(|(range, _)| range.start);
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for (range, instead) in edits {
        if range.start < done {
            continue;
        }
        out.push_str(&text[done..range.start]);
        out.push_str(&instead);
        let width = text[range.clone()].chars().count();
        out.extend(std::iter::repeat_n(' ', width.saturating_sub(instead.chars().count())));
        done = range.end;
    }
    out.push_str(&text[done..]);
    Cow::Owned(out)
}

/// What is to be put for which bytes of a text: for its notes, and for all else.
fn edits(text: &str) -> (Vec<Edit>, Vec<Edit>) {
    let lines = lines(text);
    let mut edits = Vec::new();
    minutes(&lines, &mut edits);
    quotes(&lines, &mut edits);
    forms(&lines, &mut edits);
    sides(&lines, &mut edits);
    romans(&lines, &mut edits);
    plies(&lines, &mut edits);
    placed(text, &mut edits);
    (notes(&lines), edits)
}

/// Bytes of a text, and what is put for them, with blanks behind it.
pub(super) type Edit = (Range<usize>, Cow<'static, str>);

/// The words of each line.
fn lines(text: &str) -> Vec<Vec<Word<'_>>> {
    let mut lines = Vec::new();
    // What ends the comment or the command of PGN that is open; nothing in it is a note.
    let mut close: Option<char> = None;
    for line in text.lines() {
        close = close.filter(|_| !line.trim().is_empty());
        let mut words = Vec::new();
        for word in line.split_whitespace() {
            close = close.or_else(|| closes(word));
            let at = word.as_ptr().addr() - text.as_ptr().addr();
            let whole = Word::new(at, word);
            match (whole.kind, close) {
                (Kind::Note(..), Some(_)) => words.push(Word { kind: Kind::Other, ..whole }),
                (Kind::Other, None) if let Some(end) = glued(word) => {
                    words.push(Word::new(at, &word[..end]));
                    words.push(Word::new(at + end, &word[end..]));
                }
                _ => words.push(whole),
            }
            close = close.filter(|close| !word.contains(*close));
        }
        lines.push(words);
    }
    lines
}

/// What ends the comment or the command that a word of PGN begins: `{good`, `[%clk`.
fn closes(word: &str) -> Option<char> {
    match word {
        _ if word.starts_with('{') => Some('}'),
        _ if word.starts_with("[%") => Some(']'),
        _ => None,
    }
}

/// Whether a line has a move.
pub(super) fn has_move(line: &[Word]) -> bool {
    line.iter().any(|word| word.kind == Kind::Move)
}

/// Plain numbers behind both moves of nearly every row: minutes that were used.
fn minutes(lines: &[Vec<Word>], edits: &mut Vec<Edit>) {
    let (mut rows, mut with, mut others) = (0, 0, 0);
    let mut found: Vec<&Word> = Vec::new();
    for line in lines {
        let is_move = |at: usize| line.get(at).is_some_and(|word| word.kind == Kind::Move);
        let number = |at: usize| match line.get(at)?.kind {
            Kind::Number(number) => Some(number),
            _ => None,
        };
        rows += usize::from(has_move(line));
        if let (Some(row), true, Some(first)) = (number(0), is_move(1), number(2)) {
            let whole = is_move(3) && number(4).is_some() && line.len() == 5;
            if whole || line.len() == 3 {
                with += 1;
                others += usize::from(first != row);
                found.extend(line[2..].iter().filter(|word| word.kind != Kind::Move));
            }
        }
    }
    if with >= FEW_LINES && with * 5 >= rows * 4 && others * 2 > with {
        edits.extend(found.into_iter().map(|word| (word.range(), "".into())));
    }
}

/// The signs before the lines of a letter that is answered.
fn quotes(lines: &[Vec<Word>], edits: &mut Vec<Edit>) {
    let is_quoted =
        |line: &&Vec<Word>| line.first().is_some_and(|word| word.text.chars().all(|c| c == '>'));
    let quoted: Vec<&Vec<Word>> = lines.iter().filter(is_quoted).collect();
    if quoted.iter().filter(|line| has_move(line)).count() >= 2 {
        edits.extend(quoted.into_iter().map(|line| (line[0].range(), "".into())));
    }
}

/// Words that nearly every line with a move has; those that name Black's side become points.
fn forms(lines: &[Vec<Word>], edits: &mut Vec<Edit>) {
    let is_row = |line: &&Vec<Word>| {
        let moves = line.iter().filter(|word| word.kind == Kind::Move).count();
        (1..=2).contains(&moves) && line.len() <= MOST_WORDS
    };
    let rows: Vec<&Vec<Word>> = lines.iter().filter(is_row).collect();
    let with_moves = lines.iter().filter(|line| has_move(line)).count();
    if rows.len() < FEW_LINES || rows.len() * 5 < with_moves * 4 {
        return;
    }
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for row in &rows {
        let mut seen: Vec<&str> = Vec::new();
        for word in row.iter().filter(|word| word.kind == Kind::Other) {
            if !seen.contains(&word.text) {
                seen.push(word.text);
                *counts.entry(word.text).or_default() += 1;
            }
        }
    }
    counts.retain(|word, count| *count * 5 >= rows.len() * 2 && is_of_form(word));
    let regular: Vec<&str> = counts.into_keys().collect();
    // The word of the form that a word is, perhaps misread.
    let form = |word: &Word| {
        let letters = word.text.chars().count();
        let near = |form: &&&str| {
            letters >= MISREAD
                && form.chars().count().abs_diff(letters) <= 1
                && strsim::levenshtein(form, word.text) <= 1
        };
        let same = regular.iter().find(|form| **form == word.text);
        same.or_else(|| regular.iter().find(near)).copied()
    };
    for row in &rows {
        for word in row.iter().filter(|word| word.kind == Kind::Other) {
            let Some(form) = form(word) else { continue };
            let black = side_of(form) == Some(Color::Black);
            edits.push((word.range(), if black { "…" } else { "" }.into()));
        }
    }
}

/// Whether a word can be one of a form, and belongs to no move.
fn is_of_form(word: &str) -> bool {
    let letters = word.chars().filter(|c| c.is_alphabetic()).count();
    let bare = word.trim_matches(|c: char| !c.is_alphabetic());
    let of_move = || is_known_word(bare) || is_part(bare) || may_go_on_to_square(bare);
    side_of(word).is_some() || letters >= WORD && !of_move()
}

/// The side that a word names: `White:`, `schwarz`.
fn side_of(word: &str) -> Option<Color> {
    let bare = word.trim_matches(|c: char| !c.is_alphabetic());
    (bare.chars().count() > 1).then(|| table::side(bare)).flatten()
}

/// Numbers with the letter of a side: `1w e4`, `1b e5`.
fn sides(lines: &[Vec<Word>], edits: &mut Vec<Edit>) {
    let mut found = [Vec::new(), Vec::new()];
    for pair in lines.iter().flat_map(|line| line.windows(2)) {
        let [number, next] = pair else { continue };
        let bare = number.text.trim_end_matches(['.', ':', ')']);
        let digits = bare.trim_end_matches(['w', 'W', 'b', 'B']);
        let is_number = (1..=3).contains(&digits.len())
            && digits.bytes().all(|b| b.is_ascii_digit())
            && bare.len() == digits.len() + 1;
        if is_number && next.kind == Kind::Move {
            let black = bare.ends_with(['b', 'B']);
            found[usize::from(black)].push(number.at + digits.len()..number.range().end);
        }
    }
    let [white, black] = found;
    let some_misread = 1 + (white.len() + black.len()) / 8;
    if black.len() >= FEW && white.len().abs_diff(black.len()) <= some_misread {
        edits.extend(white.into_iter().map(|range| (range, ".".into())));
        edits.extend(black.into_iter().map(|range| (range, "…".into())));
    }
}

/// Roman numbers before moves that go up by one from the first, and the same in digits.
fn romans(lines: &[Vec<Word>], edits: &mut Vec<Edit>) {
    let mut found: Vec<Edit> = Vec::new();
    let mut last = 0;
    for pair in lines.iter().flat_map(|line| line.windows(2)) {
        let [number, next] = pair else { continue };
        let bare = number.text.trim_end_matches(['.', ',', ')', ':']);
        let Some(value) = roman(bare) else { continue };
        // Rows may be damaged, and another game begins at 1.
        let is_next = last > 0 && (last + 1..=last + 1 + LOST).contains(&value);
        if !(is_next || value == 1 && next.kind == Kind::Move) {
            continue;
        }
        last = value;
        // `X d4`: there is room for both digits with the blank.
        let short = number.text.len() < value.to_string().len();
        let end = if short { next.at } else { number.range().end };
        let point = if bare.len() < number.text.len() && bare.len() > 1 { "." } else { "" };
        found.push((number.at..end, format!("{value}{point}").into()));
    }
    if found.len() >= FEW && last >= FEW {
        edits.append(&mut found);
    }
}

/// Numbers that count the moves of both sides, a move a line: `1. e4`, `2. e5`, `3. Nf3`. Some may
/// be misread.
fn plies(lines: &[Vec<Word>], edits: &mut Vec<Edit>) {
    let mut found: Vec<Edit> = Vec::new();
    // Moves to the own half of the board among the first ones of each side.
    let mut home = [0; 2];
    // The first moves of the first list and of the second.
    let mut lists: [Vec<Cow<str>>; 2] = Default::default();
    let (mut ply, mut misread, mut list) = (0, 0, 0);
    for line in lines {
        let [number, m, rest @ ..] = &line[..] else { continue };
        let is_row = matches!(number.kind, Kind::Number(_)) || m.kind == Kind::Move && ply > 0;
        let Some(whole) = is_row.then(|| whole(m, rest)).flatten() else { continue };
        match number.kind {
            Kind::Number(1) => {
                list += usize::from(ply > 0);
                ply = 1;
            }
            Kind::Number(number) if number == ply + 1 => ply = number,
            _ => (ply, misread) = (ply + 1, misread + 1),
        }
        let black = ply % 2 == 0;
        if list < 2 && ply as usize <= 2 * OPENING {
            let rank = whole.bytes().rfind(u8::is_ascii_digit).unwrap_or(b'0');
            let is_home = if black { rank > b'4' } else { rank < b'5' };
            home[usize::from(black)] += usize::from(is_home && list == 0);
            lists[list].push(whole);
        }
        let sign = if black { "…" } else { "." };
        found.push((number.at..m.at, format!("{}{sign}", ply.div_ceil(2)).into()));
    }
    // Rows of both sides' moves have more words.
    let moves = lines.iter().filter(|line| has_move(line)).count();
    let [first, second] = &lists;
    let played_on = played(Chess::default(), first.iter().map(AsRef::as_ref));
    // The moves of a short list can all be played.
    let enough = found.len() >= 2 * OPENING || played_on >= FEW && played_on == found.len();
    let whole = enough && found.len() * 5 >= moves * 4;
    let of_both = home.iter().all(|home| home * 3 >= first.len())
        || played_on >= 2 * OPENING
        || played_on == found.len();
    // White's moves and Black's, numbered each.
    let dealt = first.iter().zip(second).flat_map(|(white, black)| [white.as_ref(), black]);
    let of_sides = played(Chess::default(), dealt) >= OPENING;
    if whole && misread * 5 <= found.len() && of_both && !of_sides {
        edits.append(&mut found);
    }
}

/// The words of a row behind its number, if they are one: a damaged one, or those of a move, `N g1-f3`,
/// `knight g1 -> f3`.
fn whole<'a>(first: &Word<'a>, rest: &[Word]) -> Option<Cow<'a, str>> {
    if rest.is_empty() {
        return Some(first.text.into());
    }
    let mut text = first.text.to_owned();
    for word in rest {
        let arrow = matches!(word.text, "-" | "->" | "→");
        let glued = arrow || text.ends_with('-');
        text += if glued { "" } else { " " };
        text += if arrow { "-" } else { word.text };
    }
    let chars: Vec<char> = text.chars().take(MAX_MOVE + 1).collect();
    let named = || named(&chars, 0).is_some_and(|end| end == chars.len());
    (scan::is_move(&text) || named()).then_some(text.into())
}

/// The value of a Roman number below 200.
fn roman(text: &str) -> Option<usize> {
    if text.is_empty() || text.len() > 9 {
        return None;
    }
    let value = |c: char| match c {
        'I' | 'i' => Some(1),
        'V' | 'v' => Some(5),
        'X' | 'x' => Some(10),
        'L' | 'l' => Some(50),
        'C' | 'c' => Some(100),
        _ => None,
    };
    let values: Vec<usize> = text.chars().map(value).collect::<Option<_>>()?;
    let mut total = 0;
    for (at, &value) in values.iter().enumerate() {
        if values.get(at + 1).is_some_and(|&next| next > value) {
            total -= value as i64;
        } else {
            total += value as i64;
        }
    }
    usize::try_from(total).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::read;

    fn without(text: &str) -> Cow<'_, str> {
        super::without(text).text
    }

    const GAME: &str = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O";

    /// The moves that are read of a text where each of the game's moves is written in some way.
    fn moves(write: impl Fn(usize, &str) -> String) -> String {
        let text: String = GAME.split(' ').enumerate().map(|(ply, m)| write(ply, m)).collect();
        let records = read(text.as_bytes(), "f").expect("a game");
        let entries = records.iter().flat_map(|record| &record.sheets[0].entries);
        let plies = entries.clone().filter_map(|entry| entry.claimed_ply());
        assert!(plies.zip(0..).all(|(ply, want)| ply == want), "{text}");
        entries.map(|entry| entry.text()).collect::<Vec<_>>().join(" ")
    }

    fn number(ply: usize) -> String {
        if ply.is_multiple_of(2) { format!("{}. ", ply / 2 + 1) } else { String::new() }
    }

    #[test]
    fn a_short_list_counts_both_sides_where_it_can_be_played() {
        let list = |moves: &[&str]| {
            let rows = moves.iter().zip(1..).map(|(m, number)| format!("{number}. {m}\n"));
            without(&rows.collect::<String>()).into_owned()
        };
        assert_eq!(list(&["e4", "e5", "Nf3", "Nc6"]), "1. e4\n1… e5\n2. Nf3\n2… Nc6\n");
        assert_eq!(list(&["e4", "Nf3", "Bb5", "O-O"]), "1. e4\n2. Nf3\n3. Bb5\n4. O-O\n");
    }

    #[test]
    fn notes_beside_moves_are_left_out() {
        let notes: [fn(usize) -> String; 9] = [
            |ply| format!("0:{:02}:{:02}", ply, 59 - ply),
            |ply| format!("{ply}.3s"),
            |ply| format!("{}m{}s", ply + 1, ply + 10),
            |ply| format!("({:+}.31/14)", ply as i32 - 8),
            |ply| format!("{:+}.4", 8 - ply as i32),
            |ply| format!("(0.{:02})", ply + 10),
            |ply| format!("#{}", ply + 1),
            |ply| format!("{}.3.96", ply + 1),
            |ply| format!("2021-03-{:02}", ply + 1),
        ];
        for (note, sep) in notes.iter().flat_map(|note| [(note, " "), (note, "\n")]) {
            let all = moves(|ply, m| format!("{}{m}{sep}{}{sep}", number(ply), note(ply)));
            assert_eq!(all, GAME);
        }
    }

    #[test]
    fn forms_and_logs_are_left_out() {
        let side = |ply: usize| if ply.is_multiple_of(2) { "White" } else { "Black" };
        let row = |ply: usize| ply / 2 + 1;
        type Write<'a> = &'a dyn Fn(usize, &str) -> String;
        let forms: [Write; 8] = [
            &|ply, m| format!("{}. {}: {m}\n", row(ply), side(ply)),
            &|ply, m| format!("Move {} for {}: {m} #chess\n", row(ply), side(ply)),
            &|ply, m| {
                format!("18:00:{:02} INFO {} played {m}\n", ply + 10, side(ply).to_lowercase())
            },
            &|ply, m| format!("{}{} {m}\n", row(ply), ["w", "b"][ply % 2]),
            &|ply, m| format!("{}. {m}\n", ply + 1),
            &|ply, m| match ply % 2 {
                0 => format!("{} {m} {}", row(ply), 3 * ply + 1),
                _ => format!(" {m} {}\n", 3 * ply),
            },
            &|ply, m| format!("{}{m}{}", ["> ", " "][ply % 2], ["", "\n"][ply % 2]),
            &|ply, m| match ply % 2 {
                0 => {
                    format!("{}. {m}", ["I", "II", "III", "IV", "V", "VI", "VII", "VIII"][ply / 2])
                }
                _ => format!(" {m}\n"),
            },
        ];
        for write in forms {
            assert_eq!(moves(write), GAME);
        }
    }

    #[test]
    fn what_is_misread_is_left_out_as_well() {
        let form = |ply: usize| match ply {
            6 => "Whitc:",
            _ if ply.is_multiple_of(2) => "White:",
            _ => "Black:",
        };
        assert_eq!(moves(|ply, m| format!("{}. {} {m}\n", ply / 2 + 1, form(ply))), GAME);
        let time = |ply: usize| if ply == 4 { "lO.5s".to_owned() } else { format!("{ply}.5s") };
        assert_eq!(moves(|ply, m| format!("{}{m} {} ", number(ply), time(ply))), GAME);
        let counted = |ply: usize| if ply == 9 { "1O".to_owned() } else { (ply + 1).to_string() };
        assert_eq!(moves(|ply, m| format!("{}. {m}\n", counted(ply))), GAME);
    }

    #[test]
    fn numbers_begin_again_with_a_game() {
        let roman: [&str; 5] = ["I", "II", "III", "IV", "V"];
        let rows = |white: &str| roman.map(|number| format!("{number}. {white} e5\n")).concat();
        let rows = without(&(rows("e4") + "1-0\n\n" + &rows("d4"))).into_owned();
        assert_eq!(rows.matches("3.   ").count(), 2, "{rows}");
        let list = |moves: &str| {
            let rows = (1..).zip(moves.split(' ')).map(|(ply, m)| format!("{ply}. {m}\n"));
            rows.collect::<String>()
        };
        let games = read((list(GAME) + "1-0\n\n" + &list(GAME)).as_bytes(), "f").expect("games");
        assert_eq!(games.len(), 2);
        // Moves that are soon in the other half, and a list of White's alone.
        let far = list("e4 e6 e5 d5 exd6 Bxd6 Bb5+ c6 Qh5 cxb5 Qxb5+ Nc6");
        assert!(without(&far).contains("6…"));
        let white = list("e4 Nf3 Bb5 O-O d4 c3 Nbd2 Re1 Nf1 Ng3 h3 a4 Bc2");
        assert!(matches!(without(&white), Cow::Borrowed(_)));
        // A list of White's moves that are as often in the other half, and Black's below.
        let white = list("d4 Bg5 e4 Bxf6 Nf3 Nc3 Qd2 e5 Bb5+ Ne4 Bxd7+ Nc5 Nxd7");
        let black = list("Nf6 e6 h6 Qxf6 d6 Qe7 g6 Bg7 Nd7 d5 Bxd7 b6 Qxd7");
        assert!(matches!(without(&format!("{white}\n{black}")), Cow::Borrowed(_)));
        assert!(games.iter().all(|game| game.sheets[0].entries.len() >= 16));
        let hashes: String = (1..9).map(|n| format!("#{n} e4 e5\n")).collect();
        assert!(matches!(without(&hashes), Cow::Borrowed(_)));
    }

    #[test]
    fn places_stay() {
        for (text, want) in [
            ("X. e4", "X. e4"),
            (
                "I e4 II d4 III c4 IV b4 V e4 VI d4 VII c4 VIII b4 IX a4 X\u{a0}h4",
                "1 e4 2  d4 3   c4 4  b4 5 e4 6  d4 7   c4 8    b4 9  a4 10h4",
            ),
            ("I e4\nII d4\nIII c4\nIV b4\nV. a4", "1 e4\n2  d4\n3   c4\n4  b4\n5  a4"),
            ("e4 (1:02) e5 (1:03)\nd4 2:10 d5 5:10", "e4        e5       \nd4      d5     "),
        ] {
            assert_eq!(without(text), want);
        }
    }

    #[test]
    fn moves_of_any_notation_are_no_notes() {
        let texts = [
            "1 P to K 4 P to K 4\n".repeat(8),
            "1. 5254 5755 2. 7163 2836\n".repeat(8),
            "1 e4 e5 21 Nd2 h5\n".repeat(8),
            "1. e4 1. e5\n2. d4 2. d5\n".repeat(4),
            "1. Bauer schlägt d4 Springer nach f6\n".repeat(8),
            "12. O-O-O 0-0-0 1-0\n".repeat(8),
            "1.e4 (1.d4) 1...e5 12:1\n".repeat(8),
        ];
        for text in texts {
            assert!(matches!(without(&text), Cow::Borrowed(_)), "{}", without(&text));
        }
    }
}
