//! Words as boxes on a page: how high they are, how much the page is turned, what stands in one
//! row, and where a page has columns.

use super::page::{Bounds, Page};
use crate::{read::shape::scan, record::Reading};

/// A word of a page, or a part of one, that may be a number or a move.
#[derive(Debug, Clone)]
pub(super) struct Item {
    /// Index of the word on its page.
    pub(super) index: usize,
    /// The line of the engine that it stands on.
    pub(super) line: u32,
    /// Its text without the rules and brackets around boxes.
    pub(super) text: String,
    pub(super) bounds: Bounds,
    /// Characters of the word before it.
    pub(super) behind: u32,
}

impl Item {
    /// Where it stands on the page, from above, as if the page were straight.
    pub(super) fn straight(&self, slope: f32) -> f32 {
        let (x, y) = self.bounds.middle();
        y - slope * x
    }

    /// Its left and right edges, as if the page were straight: where rows fall, columns lean.
    fn edges(&self, slope: f32) -> (f32, f32) {
        let lean = slope * self.bounds.middle().1;
        (self.bounds.left + lean, self.bounds.right + lean)
    }

    /// The readings of its word, as far as they concern it.
    pub(super) fn readings(&self, page: &Page) -> Vec<Reading> {
        part_of(&page.words[self.index].readings(), &self.text)
    }
}

/// Readings of a word of which only a part is meant: what stands around it is taken off all of
/// them, and readings without it are left out.
pub(super) fn part_of(readings: &[Reading], part: &str) -> Vec<Reading> {
    let Some((before, behind)) = readings.iter().find_map(|reading| {
        let at = reading.text.find(part)?;
        Some((&reading.text[..at], &reading.text[at + part.len()..]))
    }) else {
        return vec![Reading { text: part.to_owned(), probability: 1.0 }];
    };
    let mut found: Vec<Reading> = Vec::new();
    for reading in readings {
        let inner = reading.text.strip_prefix(before).and_then(|rest| rest.strip_suffix(behind));
        // Rules and brackets may be missing from another reading.
        let inner = inner.unwrap_or_else(|| trimmed(&reading.text));
        if inner.is_empty() {
            continue;
        }
        match found.iter_mut().find(|known| known.text == inner) {
            Some(known) => known.probability += reading.probability,
            None => found.push(Reading { text: inner.to_owned(), ..*reading }),
        }
    }
    // The text that stands on the page comes first, so that it is the one that is told.
    if let Some(own) = found.iter().position(|reading| reading.text == part)
        && own > 0
        && found[own].probability >= found[0].probability
    {
        found.swap(0, own);
    }
    found
}

/// A text without what the lines of a form are read as.
pub(super) fn trimmed(text: &str) -> &str {
    let rule = |c: char| "|¦[]{}‘’'`´\"“”„_—~\\«»,;®©°".contains(c);
    text.trim_start_matches(|c: char| {
        rule(c) || matches!(c, '.' | '=' | ':' | '-' | '–' | ')' | '*')
    })
    .trim_end_matches(|c: char| rule(c) || matches!(c, '.' | '-' | '–' | '(' | ':'))
}

/// The words of a page that say something and have a place, with numbers that are glued to their
/// moves cut off. Words in cells of a table stand where their row and column do.
pub(super) fn items(page: &Page) -> Vec<Item> {
    let shift = cells(page);
    let mut found = Vec::new();
    for (index, word) in page.words.iter().enumerate() {
        let Some(bounds) = word.bounds else { continue };
        let text = trimmed(&word.text);
        if !text.chars().any(char::is_alphanumeric) && !scan::is_move(text) {
            continue;
        }
        let (dx, dy) = shift.get(index).copied().unwrap_or_default();
        let bounds = bounds.moved(dx, dy);
        let all = word.text.chars().count().max(1) as f32;
        let before = text.as_ptr().addr() - word.text.as_ptr().addr();
        let start = word.text[..before].chars().count();
        let mut push = |text: &str, from: usize, to: usize| {
            let (from_x, to_x) = (from as f32 / all, to as f32 / all);
            let bounds = Bounds {
                left: bounds.left + bounds.width() * from_x,
                right: bounds.left + bounds.width() * to_x,
                ..bounds
            };
            let behind = u32::try_from(from).unwrap_or(0);
            found.push(Item { index, line: word.line, text: text.to_owned(), bounds, behind });
        };
        let length = text.chars().count();
        // `12.Nf3`
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let rest = text[digits..].trim_start_matches(['.', ')']);
        let cut = text.len() - rest.len();
        if (1..=3).contains(&digits) && cut > digits && scan::is_move(rest) {
            push(&text[..cut], start, start + cut);
            push(rest, start + cut, start + length);
        } else {
            push(text, start, start + length);
        }
    }
    found
}

/// How far each word has to be moved so that the cells of a table stand in straight rows: the
/// engine saw them in one, however the paper is bent.
fn cells(page: &Page) -> Vec<(f32, f32)> {
    use std::collections::BTreeMap;

    let mut rows: BTreeMap<(u32, u32), (f32, f32)> = BTreeMap::new();
    for word in &page.words {
        if let (Some(cell), Some(bounds)) = (word.cell, word.bounds) {
            let sum = rows.entry((cell.table, cell.row)).or_default();
            *sum = (sum.0 + bounds.middle().1, sum.1 + 1.0);
        }
    }
    if rows.is_empty() {
        return Vec::new();
    }
    page.words
        .iter()
        .map(|word| match (word.cell, word.bounds) {
            (Some(cell), Some(bounds)) => {
                let (sum, count) = rows.get(&(cell.table, cell.row)).copied().unwrap_or_default();
                (0.0, if count > 0.0 { sum / count - bounds.middle().1 } else { 0.0 })
            }
            _ => (0.0, 0.0),
        })
        .collect()
}

/// The height of most words; 1 where there are none.
pub(super) fn median_height(items: &[Item]) -> f32 {
    median(items.iter().map(|item| item.bounds.height()).filter(|h| *h > 0.0).collect())
        .unwrap_or(1.0)
}

fn median(mut values: Vec<f32>) -> Option<f32> {
    values.sort_by(f32::total_cmp);
    values.get(values.len() / 2).copied()
}

/// Steepest line that is followed: a page that is turned more is put upright by every engine.
const STEEPEST: f32 = 0.2;

/// How far lines fall to the right, in units down a unit right.
pub(super) fn slope(page: &Page, items: &[Item]) -> f32 {
    let height = median_height(items);
    let line = |item: &Item| (page.words[item.index].line, page.words[item.index].cell.is_some());
    let slopes = items.chunk_by(|a, b| line(a) == line(b)).filter_map(|words| {
        // Words in cells were put straight.
        let (first, last) = (words.first()?.bounds.middle(), words.last()?.bounds.middle());
        let long = last.0 - first.0 > 8.0 * height && !line(words.first()?).1;
        let slope = (last.1 - first.1) / (last.0 - first.0);
        (long && slope.abs() < STEEPEST).then_some(slope)
    });
    median(slopes.collect()).unwrap_or(0.0)
}

/// The items of a page row by row, whatever lines the engine saw; indices of items.
pub(super) fn rows(items: &[Item], chosen: &[usize], slope: f32) -> Vec<Vec<usize>> {
    let height = median_height(items);
    let mut sorted: Vec<(f32, usize)> =
        chosen.iter().map(|&at| (items[at].straight(slope), at)).collect();
    sorted.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let mut rows: Vec<Vec<usize>> = Vec::new();
    let (mut sum, mut count) = (0.0, 0.0);
    for (y, at) in sorted {
        match rows.last_mut() {
            Some(row) if y - sum / count <= height * 0.6 => {
                row.push(at);
                (sum, count) = (sum + y, count + 1.0);
            }
            _ => {
                rows.push(vec![at]);
                (sum, count) = (y, 1.0);
            }
        }
    }
    for row in &mut rows {
        row.sort_by(|&a, &b| items[a].bounds.left.total_cmp(&items[b].bounds.left));
    }
    rows
}

/// Most columns of text that are told apart: so many cuts deep.
const DEEPEST: u32 = 3;

/// The items of a page column by column, each row by row; indices of items.
pub(super) fn columns(items: &[Item], slope: f32) -> Vec<Vec<usize>> {
    let all: Vec<usize> = (0..items.len()).collect();
    let mut found = Vec::new();
    cut(items, &all, slope, DEEPEST, &mut found);
    found
}

fn cut(items: &[Item], chosen: &[usize], slope: f32, deep: u32, out: &mut Vec<Vec<usize>>) {
    let Some(x) = gutter(items, chosen, slope).filter(|_| deep > 0) else {
        out.extend(rows(items, chosen, slope));
        return;
    };
    let sides = sides(items, chosen, slope, x);
    let of = |wanted: i32| -> Vec<usize> {
        chosen.iter().zip(&sides).filter(|(_, side)| **side == wanted).map(|(at, _)| *at).collect()
    };
    // Headings across the columns stand above them, page numbers perhaps below.
    let straight = |at: &usize| items[*at].straight(slope);
    let middle = median(chosen.iter().map(straight).collect()).unwrap_or(0.0);
    let (above, below): (Vec<usize>, Vec<usize>) =
        of(0).into_iter().partition(|at| straight(at) < middle);
    out.extend(rows(items, &above, slope));
    cut(items, &of(-1), slope, deep - 1, out);
    cut(items, &of(1), slope, deep - 1, out);
    out.extend(rows(items, &below, slope));
}

/// A blank so many times as wide as the others of its line parts columns.
const WIDE: f32 = 1.5;
/// How wide a blank between words is, in heights of them, where a line has only one.
const BLANK: f32 = 0.6;

/// On which side of a gutter items stand: -1 left, 1 right, 0 across, as headings do whose words
/// stand no further apart there than elsewhere.
fn sides(items: &[Item], chosen: &[usize], slope: f32, x: f32) -> Vec<i32> {
    let side = |at: usize| match items[at].edges(slope) {
        (_, right) if right <= x => -1,
        (left, _) if left >= x => 1,
        _ => 0,
    };
    let mut found: Vec<i32> = Vec::with_capacity(chosen.len());
    for line in chosen.chunk_by(|&a, &b| items[a].line == items[b].line) {
        let own: Vec<i32> = line.iter().map(|&at| side(at)).collect();
        let blank = |pair: &[usize]| items[pair[1]].bounds.left - items[pair[0]].bounds.right;
        let over = own.windows(2).position(|pair| pair == [-1, 1]);
        // Some engines tell no lines.
        let goes_on = line.windows(2).all(|pair| blank(pair) > -items[pair[0]].bounds.height());
        let is_across = over.filter(|_| goes_on).is_some_and(|over| {
            let others = line.windows(2).enumerate().filter(|(at, _)| *at != over);
            let usual = median(others.map(|(_, pair)| blank(pair)).collect());
            let usual = usual.unwrap_or(items[line[over]].bounds.height() * BLANK);
            blank(&line[over..over + 2]) <= usual * WIDE
        });
        if is_across {
            found.extend(own.iter().map(|_| 0));
        } else {
            found.extend(own);
        }
    }
    found
}

/// So many lines have no blanks below each other by chance.
const MANY_ROWS: usize = 12;

/// The middle of the widest stripe that parts the words into columns of text.
fn gutter(items: &[Item], chosen: &[usize], slope: f32) -> Option<f32> {
    if chosen.len() < 20 {
        return None;
    }
    // Blanks of a few lines may stand below each other by chance, not those of many.
    let few_rows = rows(items, chosen, slope).len() < MANY_ROWS;
    let narrowest = median_height(items) * if few_rows { 1.0 } else { 0.3 };
    let mut edges: Vec<(f32, i32)> = Vec::with_capacity(chosen.len() * 2);
    for &at in chosen {
        let (left, right) = items[at].edges(slope);
        edges.push((left, 1));
        edges.push((right, -1));
    }
    edges.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let few = i32::try_from(chosen.len() / 50).unwrap_or(0);
    let (mut covering, mut begun) = (0, 0);
    let mut best: Option<(f32, f32)> = None;
    for pair in edges.windows(2) {
        covering += pair[0].1;
        begun += usize::from(pair[0].1 > 0);
        let width = pair[1].0 - pair[0].0;
        let balanced = begun * 4 >= chosen.len() && (chosen.len() - begun) * 4 >= chosen.len();
        if covering <= few
            && balanced
            && width >= narrowest
            && best.is_none_or(|(widest, _)| width > widest)
        {
            best = Some((width, (pair[0].0 + pair[1].0) / 2.0));
        }
    }
    best.map(|(_, x)| x)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::ocr::page::Word;

    fn page(words: &[(&str, f32, f32)]) -> Page {
        let mut page = Page { number: 1, pixels: true, ..Page::default() };
        for &(text, x, y) in words {
            let bounds = Bounds::new(x, y, x + 10.0 * text.chars().count() as f32, y + 20.0);
            page.words.push(Word { text: text.to_owned(), bounds, ..Word::default() });
        }
        page
    }

    #[test]
    fn rules_around_boxes_are_taken_off() {
        for (text, want) in [
            ("|Nf3", "Nf3"),
            ("[e4]", "e4"),
            ("‘1", "1"),
            ("=f4.", "f4"),
            ("Bb5+", "Bb5+"),
            ("e8=Q", "e8=Q"),
            ("0-0", "0-0"),
            ("—", ""),
        ] {
            assert_eq!(trimmed(text), want);
        }
    }

    #[test]
    fn glued_numbers_are_cut_off() {
        let found = items(&page(&[("12.Nf3", 0.0, 0.0), ("5254", 80.0, 0.0), ("1/2", 200.0, 0.0)]));
        let texts: Vec<_> = found.iter().map(|i| (i.text.as_str(), i.bounds.left)).collect();
        assert_eq!(texts, [("12.", 0.0), ("Nf3", 30.0), ("5254", 80.0), ("1/2", 200.0)]);
        assert_eq!(found[1].behind, 3);
    }

    #[test]
    fn rows_go_across_and_columns_down() {
        let words: Vec<(String, f32, f32)> = (0..12)
            .flat_map(|row| {
                let y = 30.0 * row as f32;
                [(format!("a{row}"), 0.0, y), (format!("b{row}"), 300.0, y + 3.0)]
            })
            .collect();
        let words: Vec<(&str, f32, f32)> =
            words.iter().map(|(t, x, y)| (t.as_str(), *x, *y)).collect();
        let items = items(&page(&words));
        let all: Vec<usize> = (0..items.len()).collect();
        let text = |rows: Vec<Vec<usize>>| -> Vec<String> {
            let row = |row: &Vec<usize>| row.iter().map(|&at| items[at].text.as_str()).collect();
            rows.iter()
                .map(|r| {
                    let v: Vec<&str> = row(r);
                    v.join(" ")
                })
                .collect()
        };
        assert_eq!(text(rows(&items, &all, 0.0))[..2], ["a0 b0", "a1 b1"]);
        let columns = text(columns(&items, 0.0));
        assert_eq!((columns[1].as_str(), columns[12].as_str()), ("a1", "b0"));
    }

    #[test]
    fn readings_of_a_part() {
        let reading = |text: &str, probability| Reading { text: text.to_owned(), probability };
        let list = [reading("1.e4,", 0.6), reading("1.c4,", 0.3), reading("|e4", 0.05)];
        let found = part_of(&list, "e4");
        assert_eq!(found[..], [reading("e4", 0.65), reading("c4", 0.3)]);
        assert_eq!(part_of(&list, "Nf3"), [reading("Nf3", 1.0)]);
    }
}
