//! The numbers in front of the rows of a score sheet.
//!
//! Words that are numbers, stand one below the other and grow by one from row to row are a column.
//! Those that were read well tell where every row is; those that were misread do not matter any
//! more, and a column of which none could be read is where its neighbours say.

use super::geometry::{Item, median_height, rows};
use crate::read::shape::scan;

/// Fewest numbers that a column shows by itself, and where another column has shown the rows.
const FEW_NUMBERS: usize = 4;
const FEW_MORE_NUMBERS: usize = 2;
/// Highest number of a row.
pub(super) const HIGHEST: u32 = 300;
/// How far off its place, in rows, a number may stand.
const OFF_NUMBER: f32 = 0.35;
/// Most numbers of a column that are tried with one another.
const MOST_TRIED: usize = 150;
/// Most pairs of columns side by side.
const MOST_PAIRS: u32 = 8;
/// Fewest moves to the left of the first column of numbers, if they have one too.
const FEW_MOVES: usize = 8;

/// Numbers that stand one below the other.
#[derive(Debug, Clone)]
pub(super) struct Column {
    /// Where the numbers begin and end.
    pub(super) left: f32,
    pub(super) right: f32,
    /// Height of a row, and where number 0 would stand.
    pub(super) pitch: f32,
    pub(super) zero: f32,
    /// The least and the greatest number that was read.
    pub(super) first: u32,
    pub(super) last: u32,
    /// Its numbers, as indices of items.
    pub(super) items: Vec<usize>,
}

impl Column {
    /// Where the row of a number is.
    pub(super) fn y(&self, number: u32) -> f32 {
        self.zero + self.pitch * number as f32
    }
}

/// A number with its place: index of the item, x, y, number.
type Numbered = (usize, f32, f32, u32);

/// The columns of numbers, from left to right; where no number could be read, one that counts the
/// rows of moves.
pub(super) fn columns(items: &[Item], slope: f32) -> Vec<Column> {
    let found = read_columns(items, slope);
    if found.is_empty() { rows_of_moves(items, slope).into_iter().collect() } else { found }
}

fn read_columns(items: &[Item], slope: f32) -> Vec<Column> {
    let mut numbers: Vec<Numbered> = items
        .iter()
        .enumerate()
        .filter_map(|(at, item)| {
            let (x, _) = item.bounds.middle();
            // A page that is turned is turned for columns too.
            let (_, y) = item.bounds.middle();
            Some((at, x + slope * y, item.straight(slope), number(&item.text)?))
        })
        .collect();
    numbers.sort_by(|a, b| a.1.total_cmp(&b.1));
    let height = median_height(items);
    let groups = numbers.chunk_by(|a, b| b.1 - a.1 <= height * 0.8);
    let mut strong: Vec<Column> = Vec::new();
    let mut weak: Vec<&[Numbered]> = Vec::new();
    for group in groups {
        match Column::fit(items, group, height) {
            Some(column) => strong.push(column),
            None => weak.push(group),
        }
    }
    // Columns whose rows are those of another one.
    if let Some(guide) = strong.iter().max_by_key(|column| column.items.len()).cloned() {
        for group in weak {
            strong.extend(Column::beside(items, group, &guide));
        }
    }
    strong.sort_by(|a, b| a.left.total_cmp(&b.left));
    unread(items, &strong, slope).into_iter().rev().chain(strong).collect()
}

/// Columns to the left of those that were read whose numbers could not be read at all: rows that
/// begin with 31 have others before them. From right to left.
fn unread(items: &[Item], columns: &[Column], slope: f32) -> Vec<Column> {
    let Some(known) = columns.first() else { return Vec::new() };
    let row = |item: &Item| ((item.straight(slope) - known.zero) / known.pitch).round();
    let left: Vec<&Item> = items
        .iter()
        .filter(|item| item.bounds.right < known.left && scan::is_move(&item.text))
        .collect();
    let mut first = known.first;
    while first > 1 && left.iter().any(|item| row(item) == (first - 1) as f32) {
        first -= 1;
    }
    // Rows and width of a pair of columns; without another one to measure, all are one pair.
    let (rows, width) = match columns.get(1) {
        Some(next) if next.first > known.first => {
            let ahead = ((known.zero - next.zero) / known.pitch).round().max(1.0);
            (ahead, Some(next.left - known.left))
        }
        _ => ((first - 1) as f32, None),
    };
    let pairs = ((first - 1) as f32 / rows.max(1.0)).round() as u32;
    let Some(edge) = left.iter().map(|item| item.bounds.left).min_by(f32::total_cmp) else {
        return Vec::new();
    };
    if left.len() < FEW_MOVES || pairs > MOST_PAIRS {
        return Vec::new();
    }
    let column = |pair: u32| {
        let shift = rows * pair as f32;
        let x = width.map_or(edge - 1.0, |width| known.left - width * pair as f32);
        let number = |n: u32| (n as f32 - shift).max(1.0) as u32;
        Column {
            left: x,
            right: x,
            zero: known.zero + shift * known.pitch,
            first: number(first),
            last: number(known.last).max(number(first)),
            items: Vec::new(),
            ..*known
        }
    };
    (1..=pairs).map(column).collect()
}

/// Fewest rows of moves without any number.
const FEW_ROWS: usize = 8;

/// The rows of a sheet on which no number could be read: moves stand in rows at equal distances,
/// of which the first is number 1.
fn rows_of_moves(items: &[Item], slope: f32) -> Option<Column> {
    let moves: Vec<usize> = (0..items.len()).filter(|&at| scan::is_move(&items[at].text)).collect();
    let found = rows(items, &moves, slope);
    let rows: Vec<f32> = found
        .iter()
        .map(|row| row.iter().map(|&at| items[at].straight(slope)).sum::<f32>() / row.len() as f32)
        .collect();
    let mut gaps: Vec<f32> = rows.windows(2).map(|pair| pair[1] - pair[0]).collect();
    gaps.sort_by(f32::total_cmp);
    let pitch = *gaps.get(gaps.len() / 2)?;
    let (top, bottom) = (*rows.first()?, *rows.last()?);
    // The pitch is that at which all rows together fit, not that of two of them.
    let last = ((bottom - top) / pitch).round() + 1.0;
    let pitch = if last > 1.0 { (bottom - top) / (last - 1.0) } else { pitch };
    let fits = |y: &&f32| {
        let row = (**y - top) / pitch;
        (row - row.round()).abs() <= OFF_NUMBER
    };
    let regular = rows.iter().filter(fits).count() * 5 >= rows.len() * 4;
    if rows.len() < FEW_ROWS || !regular || !(pitch > 0.0 && last <= HIGHEST as f32) {
        return None;
    }
    let left = moves.iter().map(|&at| items[at].bounds.left).min_by(f32::total_cmp)? - 1.0;
    let zero = top - pitch;
    Some(Column { left, right: left, pitch, zero, first: 1, last: last as u32, items: Vec::new() })
}

/// The number that a word is: `12`, `12.`, `|12`.
fn number(text: &str) -> Option<u32> {
    let digits = text.trim_matches(|c: char| !c.is_alphanumeric());
    let short = (1..=3).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
    let number = digits.parse().ok().filter(|_| short && !digits.starts_with('0'))?;
    (1..=HIGHEST).contains(&number).then_some(number)
}

impl Column {
    /// The column that most of a group of numbers stands in, if they show one.
    fn fit(items: &[Item], group: &[Numbered], height: f32) -> Option<Column> {
        if group.len() < FEW_NUMBERS {
            return None;
        }
        let tried = &group[..group.len().min(MOST_TRIED)];
        let mut best: Option<(usize, f32, f32)> = None;
        for (at, a) in tried.iter().enumerate() {
            for b in &tried[at + 1..] {
                if a.3 == b.3 {
                    continue;
                }
                let pitch = (b.2 - a.2) / (b.3 as f32 - a.3 as f32);
                if !(pitch > height * 0.7 && pitch < height * 12.0) {
                    continue;
                }
                let zero = a.2 - pitch * a.3 as f32;
                let count = tried.iter().filter(|n| is_at(n, zero, pitch)).count();
                if best.is_none_or(|(most, ..)| count > most) {
                    best = Some((count, zero, pitch));
                }
            }
        }
        let (_, zero, pitch) = best?;
        let inside: Vec<&Numbered> = group.iter().filter(|n| is_at(n, zero, pitch)).collect();
        // Least squares over what fits.
        let count = inside.len() as f32;
        let (mean_n, mean_y) = (
            inside.iter().map(|n| n.3 as f32).sum::<f32>() / count,
            inside.iter().map(|n| n.2).sum::<f32>() / count,
        );
        let spread: f32 = inside.iter().map(|n| (n.3 as f32 - mean_n).powi(2)).sum();
        let along: f32 = inside.iter().map(|n| (n.3 as f32 - mean_n) * (n.2 - mean_y)).sum();
        let pitch = if spread > 0.0 { along / spread } else { pitch };
        let column = Column::of(items, &inside, mean_y - pitch * mean_n, pitch)?;
        let rows = column.last - column.first + 1;
        let enough = column.items.len() * 5 >= group.len() * 2;
        // Numbers that are few for the rows between them fit by chance.
        let dense = column.items.len() * 4 >= rows as usize;
        (column.items.len() >= FEW_NUMBERS && enough && dense).then_some(column)
    }

    /// A column with the rows of another one, its numbers so many ahead.
    fn beside(items: &[Item], group: &[Numbered], guide: &Column) -> Option<Column> {
        let row = |n: &Numbered| ((n.2 - guide.zero) / guide.pitch).round();
        let ahead = |n: &Numbered| n.3 as f32 - row(n);
        let least = (guide.last - guide.first) as f32 / 2.0;
        let (shift, count) = group
            .iter()
            .map(|n| (ahead(n), group.iter().filter(|m| ahead(m) == ahead(n)).count()))
            .filter(|(shift, _)| shift.abs() >= least && *shift != 0.0)
            .max_by(|a, b| a.1.cmp(&b.1).then(b.0.total_cmp(&a.0)))?;
        let zero = guide.zero - shift * guide.pitch;
        let inside: Vec<&Numbered> = group.iter().filter(|n| is_at(n, zero, guide.pitch)).collect();
        let enough = count >= FEW_MORE_NUMBERS && inside.len() * 3 >= group.len();
        let column = Column::of(items, &inside, zero, guide.pitch).filter(|_| enough)?;
        // Its rows are those of the guide.
        let shifted = |n: u32| u32::try_from((n as f32 + shift) as i64).ok();
        Some(Column { first: shifted(guide.first)?.max(1), last: shifted(guide.last)?, ..column })
    }

    fn of(items: &[Item], inside: &[&Numbered], zero: f32, pitch: f32) -> Option<Column> {
        let bounds = inside.iter().map(|n| items[n.0].bounds).reduce(|a, b| a.join(b))?;
        Some(Column {
            left: bounds.left,
            right: bounds.right,
            pitch,
            zero,
            first: inside.iter().map(|n| n.3).min()?,
            last: inside.iter().map(|n| n.3).max()?,
            items: inside.iter().map(|n| n.0).collect(),
        })
    }
}

fn is_at(n: &Numbered, zero: f32, pitch: f32) -> bool {
    (n.2 - zero - pitch * n.3 as f32).abs() <= OFF_NUMBER * pitch
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::ocr::page::Bounds;

    fn item(text: &str, x: f32, y: f32) -> Item {
        let bounds = Bounds::new(x, y, x + 20.0, y + 20.0).expect("a box");
        Item { index: 0, line: 0, text: text.to_owned(), bounds, behind: 0 }
    }

    #[test]
    fn misread_numbers_do_not_matter() {
        let texts = ["1", "7", "3", "4", "S", "6", "7", "3", "9"];
        let items: Vec<Item> =
            texts.iter().zip(0_u8..).map(|(t, n)| item(t, 50.0, 40.0 * f32::from(n))).collect();
        let [column] = &columns(&items, 0.0)[..] else { panic!("no column") };
        assert_eq!((column.first, column.last, column.items.len()), (1, 9, 6));
        assert!((column.pitch - 40.0).abs() < 1.0 && (column.y(5) - 170.0).abs() < 2.0);
    }

    #[test]
    fn numbers_that_do_not_grow_are_no_column() {
        let texts = ["12", "3", "40", "8", "15", "2", "33"];
        let items: Vec<Item> =
            texts.iter().zip(0_u8..).map(|(t, n)| item(t, 50.0, 40.0 * f32::from(n))).collect();
        assert!(columns(&items, 0.0).is_empty());
    }

    #[test]
    fn numbers_by_their_look() {
        for (text, want) in [
            ("12", Some(12)),
            ("|12.", Some(12)),
            ("(3)", Some(3)),
            ("0", None),
            ("1000", None),
            ("301", None),
            ("1-0", None),
            ("l2", None),
        ] {
            assert_eq!(number(text), want, "{text}");
        }
    }
}
