//! Score sheets as OCR leaves them: rows whose numbers are half misread, moves that are hardly
//! moves any more, two pairs of columns run together, or the printed numbers of an empty second
//! pair at the end of each row.
//!
//! No token says much here, but the rows stand one below the other:
//!
//! 1. [`Form::of`] asks which row is move 1: where enough rows begin with the number that their
//!    place in the block calls for, or hold that of the second pair, all are rows of a sheet.
//! 2. [`deal`] gives the words of a row to the boxes of the form, each to the one that it is most
//!    like; a box may be empty, a word may belong to none, a number may be glued to its move.

use std::collections::BTreeMap;

use shakmaty::Color;

use super::items::Items;
use crate::{
    read::shape::scan,
    record::{Entry, Record, Sheet},
};

/// Fewest rows of a sheet that begin with their number.
const COUNTED: usize = 5;
/// Longest row, in characters and in words.
const WIDE: usize = 60;
const MOST_WORDS: usize = 16;
/// Most rows of a sheet.
const MOST_ROWS: usize = 200;
/// Highest number that is looked for in front of a row.
const HIGHEST: usize = 80;

/// Costs of giving a word to a box, in any unit; set by hand on a few sheets.
pub(super) mod cost {
    /// A number that stands there as it should, one that differs in a digit, one that has digits,
    /// two characters that could have been digits, three, and what is too long for a number.
    pub(in crate::read) const NUMBER: [f32; 6] = [0.0, 0.6, 0.8, 1.2, 2.0, 5.0];
    /// A move as it should be, three characters or more, two with a letter, digits, one letter,
    /// one digit, and what is too long for a move.
    pub(in crate::read) const MOVE: [f32; 7] = [0.0, 0.7, 0.7, 1.2, 1.6, 2.0, 3.0];
    /// A number that is glued to its move.
    pub(in crate::read) const GLUED: f32 = 0.4;
    /// A word that belongs in no box.
    pub(in crate::read) const WORD: f32 = 2.0;
    /// A box without a word: a number, the printed number behind the moves, one move, a pair of
    /// moves.
    pub(in crate::read) const NO_NUMBER: f32 = 1.5;
    pub(in crate::read) const NO_SECOND_NUMBER: f32 = 0.5;
    pub(in crate::read) const NO_MOVE: f32 = 2.0;
    pub(in crate::read) const NO_PAIR: f32 = 1.0;
}

/// The game on a score sheet, if the text is one.
pub(super) fn game(items: &Items) -> Option<Record> {
    let rows: Vec<Row> = items
        .lines
        .iter()
        .enumerate()
        .map(|(line, text)| Row { line, words: words_of(text) })
        .filter(|row| !row.words.is_empty())
        .collect();
    let form = Form::of(&rows)?;
    let mut columns = [Vec::new(), Vec::new()];
    for (number, row) in (1_u32..).zip(form.rows) {
        let pairs = if number as usize <= form.wide { 2 } else { 1 };
        let (_, pairs) = deal(&row.words, number, form.ahead, pairs);
        for (column, pair) in columns.iter_mut().zip(pairs) {
            column.extend(entries(items, row.line, pair, number));
        }
    }
    let [mut left, mut right] = columns;
    let move_on = |entry: &mut Entry| entry.number = entry.number.map(|n| n + form.ahead);
    right.iter_mut().for_each(move_on);
    left.append(&mut right);
    if left.len() < COUNTED {
        return None;
    }
    let sheets = vec![Sheet { id: "1".to_owned(), entries: left, ..Sheet::default() }];
    Some(Record { sheets, ..Record::default() })
}

/// A line with something on it.
struct Row<'a> {
    /// Index of the line.
    line: usize,
    words: Vec<&'a str>,
}

/// Words of a row; the rules that OCR has read between the columns are none, but for the dash of a
/// long move.
fn words_of(line: &str) -> Vec<&str> {
    line.split(|c: char| c.is_whitespace() || matches!(c, '_' | '|'))
        .flat_map(|word| {
            let whole = scan::is_move(word);
            word.split(move |c| c == '—' && !whole)
        })
        .map(|word| word.trim_matches([',', '(', '“', '*', '«', '‘']))
        .filter(|word| word.chars().any(|c| c.is_alphanumeric() || c == '%'))
        .collect()
}

/// The rows of a sheet and how its boxes are numbered.
struct Form<'r, 'a> {
    /// The rows from move 1 on.
    rows: &'r [Row<'a>],
    /// Rows from the first on whose second pair of columns is in use.
    wide: usize,
    /// How far the numbers of the second pair are ahead of the first.
    ahead: u32,
}

impl<'r, 'a> Form<'r, 'a> {
    /// Finds the form in some rows, if most of them begin with the number of their place.
    fn of(rows: &'r [Row<'a>]) -> Option<Form<'r, 'a>> {
        if rows.len() < 2 * COUNTED || rows.len() > MOST_ROWS {
            return None;
        }
        let number = |word: &str| word.trim_end_matches(['.', ')']).parse::<usize>().ok();
        let mut votes: BTreeMap<usize, usize> = BTreeMap::new();
        for (index, row) in rows.iter().enumerate() {
            if let Some(number) = row.words.first().and_then(|word| number(word))
                && (1..=HIGHEST).contains(&number)
                && let Some(first) = (index + 1).checked_sub(number)
            {
                *votes.entry(first).or_default() += 1;
            }
        }
        let (first, counted) = votes.into_iter().max_by_key(|&(first, count)| (count, first))?;
        let body = rows.get(first..)?;
        let is_row = |row: &&Row| {
            let width: usize = row.words.iter().map(|word| word.chars().count() + 1).sum();
            width <= WIDE && row.words.len() <= MOST_WORDS
        };
        let body = &body[..body.iter().take_while(is_row).count()];
        // The numbers of the second pair stand behind two moves, or what is left of them.
        let mut ahead: BTreeMap<usize, usize> = BTreeMap::new();
        for (own, row) in (1_usize..).zip(body) {
            for second in row.words.iter().skip(2).filter_map(|word| number(word)) {
                if second >= own + COUNTED && second <= own + HIGHEST {
                    *ahead.entry(second - own).or_default() += 1;
                }
            }
        }
        let second = ahead.into_iter().max_by_key(|&(_, count)| count);
        let (ahead, also) = second.filter(|&(_, count)| count > 1).unwrap_or((body.len(), 0));
        // A table of results has numbers too, but nothing that could be squares.
        let words = || body.iter().flat_map(|row| &row.words);
        let squares = words().filter(|word| scan::is_move(word) || is_mixed(word)).count();
        let sure = counted >= COUNTED && counted * 3 >= body.len();
        // Fewer numbers do where the second pair has some too and more could be squares.
        let likely = counted + also >= COUNTED + 2
            && (counted + also) * 4 >= body.len()
            && squares * 8 >= words().count();
        if !(sure || likely) || squares * 12 < words().count() {
            return None;
        }
        let ahead = u32::try_from(ahead).ok()?;
        // The second pair is in use down to the row where its words become too few.
        let (mut sum, mut least, mut wide) = (0.0, 0.0, 0);
        for (number, row) in (1_u32..).zip(body) {
            let cost = |pairs| deal(&row.words, number, ahead, pairs).0;
            sum += cost(2) - cost(1);
            if sum < least {
                (least, wide) = (sum, number as usize);
            }
        }
        Some(Form { rows: body, wide, ahead })
    }
}

/// White's and Black's box of a row.
type Pair<'a> = [Option<&'a str>; 2];

/// How a way of filling the boxes came to where it is.
#[derive(Debug, Clone, Copy)]
enum Step {
    /// A word was left out.
    Word,
    /// So many boxes were left empty.
    Empty(usize),
    /// A word was given to the box.
    Give,
    /// A number was cut off a word so many bytes long; the rest was given to the next box.
    Cut(usize),
}

/// Gives the words of row `number` to its boxes: number, White, Black, second number, and the
/// second pair where `pairs` is 2. Returns what that costs and the pairs.
fn deal<'a>(words: &[&'a str], number: u32, ahead: u32, pairs: usize) -> (f32, [Pair<'a>; 2]) {
    let boxes = if pairs == 2 { 6 } else { 4 };
    let is_number = |at: usize| at.is_multiple_of(3);
    let expected = |at: usize| if at == 0 { number } else { number + ahead };
    // `best[w][b]`: cheapest way of dealing the first `w` words to the first `b` boxes.
    let mut best = vec![vec![(f32::INFINITY, Step::Word); boxes + 1]; words.len() + 1];
    best[0][0].0 = 0.0;
    for w in 0..=words.len() {
        for b in 0..=boxes {
            let here = best[w][b].0;
            let mut offer = |w: usize, b: usize, cost: f32, step: Step| {
                if here + cost < best[w][b].0 {
                    best[w][b] = (here + cost, step);
                }
            };
            if b < boxes {
                offer(w, b + 1, empty(b), Step::Empty(1));
            }
            if b % 3 == 1 && b + 2 <= boxes {
                // Rows behind the end of the game are empty; where two pairs are in use, none is.
                let none = if pairs == 1 { cost::NO_PAIR } else { 2.0 * cost::NO_MOVE };
                offer(w, b + 2, none, Step::Empty(2));
            }
            let Some(word) = words.get(w) else { continue };
            offer(w + 1, b, cost::WORD, Step::Word);
            if b >= boxes {
                continue;
            }
            if !is_number(b) {
                offer(w + 1, b + 1, like_move(word), Step::Give);
                continue;
            }
            offer(w + 1, b + 1, like_number(word, expected(b)), Step::Give);
            // `24`: the number 2 and a move of which 4 is left.
            let digits = expected(b).to_string();
            if let Some(rest) = word.strip_prefix(&digits) {
                let rest = rest.trim_start_matches(['.', ')']);
                if !rest.is_empty() && b + 2 <= boxes {
                    let cost = cost::GLUED + like_move(rest);
                    offer(w + 1, b + 2, cost, Step::Cut(word.len() - rest.len()));
                }
            }
        }
    }
    let mut dealt = [[None; 2]; 2];
    let (mut w, mut b) = (words.len(), boxes);
    let mut fill = |at: usize, word: &'a str| {
        if let Some(place) = dealt.get_mut(at / 3).and_then(|pair| pair.get_mut(at % 3 - 1)) {
            *place = Some(word);
        }
    };
    while (w, b) != (0, 0) {
        match best[w][b].1 {
            Step::Word => w -= 1,
            Step::Empty(count) => b -= count,
            Step::Give => {
                (w, b) = (w - 1, b - 1);
                if !is_number(b) {
                    fill(b, words[w]);
                }
            }
            Step::Cut(length) => {
                (w, b) = (w - 1, b - 2);
                fill(b + 1, &words[w][length..]);
            }
        }
    }
    (best[words.len()][boxes].0, dealt)
}

/// Cost of leaving a box empty.
fn empty(at: usize) -> f32 {
    match at {
        0 => cost::NO_NUMBER,
        3 => cost::NO_SECOND_NUMBER,
        _ => cost::NO_MOVE,
    }
}

/// Cost of taking a word for a number.
pub(super) fn like_number(word: &str, number: u32) -> f32 {
    let word = word.trim_end_matches(['.', ')']);
    let digits = number.to_string();
    let length = word.chars().count();
    let same = word.chars().zip(digits.chars()).filter(|(a, b)| a == b).count();
    let class = match () {
        () if word == digits => 0,
        () if length == digits.len() && same > 0 => 1,
        () if is_count(word) => 2,
        () if length <= 2 && !scan::is_move(word) => 3,
        () if length <= 3 && !scan::is_move(word) => 4,
        () => 5,
    };
    cost::NUMBER[class]
}

/// Cost of taking a word for a move.
pub(super) fn like_move(word: &str) -> f32 {
    let length = word.chars().count();
    let digits = word.chars().all(|c| c.is_ascii_digit());
    let class = match length {
        _ if scan::is_move(word) || matches!(word, "00" | "000") => 0,
        9.. => 6,
        3.. => 1,
        2 if digits => 3,
        2 => 2,
        _ if digits => 5,
        _ => 4,
    };
    cost::MOVE[class]
}

/// Whether a word has letters and digits: few words but moves have both.
fn is_mixed(word: &str) -> bool {
    word.chars().any(char::is_alphabetic) && word.chars().any(|c| c.is_ascii_digit())
}

/// Whether a word is a number of one or two digits, read well or badly: `38`, `3B`, `2s`.
fn is_count(word: &str) -> bool {
    let digits = word.chars().filter(char::is_ascii_digit).count();
    let like = word.chars().all(|c| {
        c.is_ascii_digit() || matches!(c, 'B' | 'S' | 's' | 'O' | 'o' | 'l' | 'I' | 'Z' | 'z')
    });
    digits >= 1 && like && word.len() <= 2
}

/// The moves of a row as entries.
fn entries(items: &Items, line: usize, pair: Pair, number: u32) -> Vec<Entry> {
    let text = items.lines.get(line).copied().unwrap_or("");
    let alone = pair.iter().flatten().count() == 1;
    let boxes = pair.into_iter().zip([Color::White, Color::Black]);
    boxes
        .filter_map(|(word, color)| {
            let word = word?;
            let mut entry = Entry::from_text(word);
            entry.number = Some(number);
            // One move on a row may stand in either column.
            entry.color = (!alone).then_some(color);
            let offset = word.as_ptr().addr().saturating_sub(text.as_ptr().addr());
            entry.place = items.place_at(line, offset);
            Some(entry)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str) -> Vec<(u32, String)> {
        game(&Items::new(text, 1))
            .iter()
            .flat_map(|game| &game.sheets[0].entries)
            .map(|e| (e.number.unwrap_or(0), e.text().to_owned()))
            .collect()
    }

    #[test]
    fn the_dash_of_a_long_move_is_no_rule() {
        assert_eq!(words_of("1 e2—e4—e7—e5 | Pg1—f3"), ["1", "e2", "e4", "e7", "e5", "Pg1—f3"]);
    }

    #[test]
    fn rows_with_misread_numbers() {
        let text = "Weiss: Schwarz:\n1 04 as a\n24 C7 2\n3 SF SH 2B\na OS exds 4\n5 5B co 2s\n\
            6 Lg5 Le7 26\n7 e3 0-0\ns La? hé 2B\n9 Lh4 Se4 2\n10 Lxe7 Dxe7 wm\n11 3s\n12 %\n";
        let want = [
            (1, "04"),
            (1, "as"),
            (2, "4"),
            (2, "C7"),
            (3, "SF"),
            (3, "SH"),
            (4, "OS"),
            (4, "exds"),
            (5, "5B"),
            (5, "co"),
            (6, "Lg5"),
            (6, "Le7"),
            (7, "e3"),
            (7, "0-0"),
            (8, "La?"),
            (8, "hé"),
            (9, "Lh4"),
            (9, "Se4"),
            (10, "Lxe7"),
            (10, "Dxe7"),
        ];
        let want: Vec<_> = want.iter().map(|&(n, t)| (n, t.to_owned())).collect();
        assert_eq!(rows(text), want);
    }

    #[test]
    fn tables_of_results_are_no_sheet() {
        let pairings = ["Jan van Dam - Piet de Boer 1 0", "Kees Vos - Ad van Riel 0 1"];
        let table: String = (1..12).map(|n| format!("{n} {}\n", pairings[n % 2])).collect();
        assert_eq!(rows(&table), []);
    }

    #[test]
    fn lists_of_rules_are_no_sheet() {
        let rules: String = (1..20)
            .map(|n| {
                format!(
                    "{n} The players move in turn and may not pass, whatever the position is.\n"
                )
            })
            .collect();
        assert_eq!(rows(&rules), []);
        assert_eq!(rows("1 e4\n2 d4\n"), []);
    }
}
