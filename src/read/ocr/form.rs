//! Score sheets by their boxes: columns of numbers, of White's moves and of Black's, perhaps
//! several times side by side.
//!
//! 1. [`numbers::columns`] finds the columns of numbers, and so where every row is.
//! 2. [`Region`] is what stands between one column of numbers and the next. Its rows are put
//!    straight, and [`Region::gutters`] finds the blank stripes between its columns.
//! 3. The words of each box become an entry that knows its number and colour. A box in which
//!    nothing was read is a blank entry.

use shakmaty::Color;

use super::{
    geometry::{Item, items, median_height, slope},
    numbers::{self, Column, HIGHEST},
    page::{Page, limit},
};
use crate::{
    read::shape::scan,
    record::{Entry, GameResult, Reading},
};

/// What a page of forms holds.
#[derive(Debug)]
pub(super) struct Form {
    pub(super) games: Vec<Game>,
    /// Words that stand above the rows, and those that stand elsewhere around them.
    pub(super) above: Vec<usize>,
    pub(super) around: Vec<usize>,
}

/// One game, or the part of it that stands on a page.
#[derive(Debug)]
pub(super) struct Game {
    pub(super) entries: Vec<Entry>,
    /// Numbers of the first and the last row.
    pub(super) first: u32,
    pub(super) last: u32,
    pub(super) result: Option<GameResult>,
}

/// Fewest words of a page with a form.
const FEW_WORDS: usize = 12;
/// Most rows behind the last number.
const MOST_BEYOND: u32 = 10;
/// How far off its place, in rows, a word may stand.
const OFF_WORD: f32 = 0.5;
/// Fewest boxes of a game that hold something.
const FEW_BOXES: usize = 8;

/// The games on a page, if it is one of forms.
pub(super) fn read(page: &Page) -> Option<Form> {
    let items = items(page);
    if items.len() < FEW_WORDS {
        return None;
    }
    let slope = slope(page, &items);
    let columns = numbers::columns(&items, slope);
    let mut games: Vec<Game> = Vec::new();
    let mut used = vec![false; items.len()];
    let mut top = f32::INFINITY;
    for (at, column) in columns.iter().enumerate() {
        let end = columns.get(at + 1).map_or(f32::INFINITY, |next| next.left);
        let region = Region::new(&items, column, end, slope);
        top = top.min(column.y(region.first) - column.pitch * 0.6);
        for &item in &column.items {
            used[item] = true;
        }
        for found in region.games(page, &items, &mut used) {
            match games.last_mut() {
                // The rows of the next columns go on where those before stopped.
                Some(game) if found.first > game.last => game.append(found),
                _ => games.push(found),
            }
        }
    }
    games.retain_mut(Game::finish);
    if games.is_empty() {
        return None;
    }
    let free = || (0..items.len()).filter(|&at| !used[at]);
    let is_above = |at: &usize| items[*at].straight(slope) < top;
    let indices = |list: Vec<usize>| list.into_iter().map(|at| items[at].index).collect();
    Some(Form {
        games,
        above: indices(free().filter(is_above).collect()),
        around: indices(free().filter(|at| !is_above(at)).collect()),
    })
}

impl Game {
    /// Adds the rows of the next columns; the rows that nothing stands in between are blank.
    pub(super) fn append(&mut self, more: Game) {
        self.entries.extend(more.entries);
        self.last = more.last;
        self.result = self.result.or(more.result);
    }

    /// Takes off the rows behind the end, which are blank but for stains; whether enough is left.
    fn finish(&mut self) -> bool {
        let likely = |entry: &Entry| is_like_move(entry.text());
        let mut end = self.entries.iter().rposition(likely).map_or(0, |last| last + 1);
        // The last moves may be misread beyond likeness.
        let long =
            |entry: &&Entry| entry.text().chars().filter(|c| c.is_alphanumeric()).count() > 1;
        end += self.entries[end..].iter().take_while(long).count();
        self.entries.truncate(end);
        let written = || self.entries.iter().filter(|entry| !entry.is_blank());
        let count = written().count();
        let moves = written().filter(|entry| scan::is_move(entry.text())).count();
        let likely = written().filter(|entry| is_like_move(entry.text())).count();
        count >= FEW_BOXES && moves * 7 >= count && likely * 5 >= count * 2
    }
}

/// Whether a text has letters and digits and is no longer than a move.
fn is_like_move(text: &str) -> bool {
    scan::is_move(text)
        || text.chars().count() <= 8
            && text.chars().any(char::is_alphabetic)
            && text.chars().any(|c| c.is_ascii_digit())
}

/// The rows between a column of numbers and the next one.
struct Region {
    /// Row, x from and to, and index of the item, of every word.
    words: Vec<(u32, f32, f32, usize)>,
    first: u32,
    last: u32,
    /// How far the numbers of a second pair of columns without numbers are ahead.
    ahead: u32,
    height: f32,
}

/// From where to where a column goes.
type Stripe = (f32, f32);

impl Region {
    fn new(items: &[Item], column: &Column, end: f32, slope: f32) -> Region {
        // Numbers of rows are no moves, even where they are slightly out of line.
        let inside = |item: &Item| {
            let (x, _) = item.bounds.middle();
            x > column.right && x < end && item.bounds.right < end + column.pitch
        };
        let chosen: Vec<usize> = (0..items.len()).filter(|&at| inside(&items[at])).collect();
        let slope = straighten(items, &chosen, column, slope);
        let own_x = (column.left + column.right) / 2.0;
        let row = |item: &Item| {
            let (x, y) = item.bounds.middle();
            // The rows are known where the numbers are.
            let y = y - slope.0 * own_x - slope.1 * (x - own_x);
            let row = (y - column.zero) / column.pitch;
            (row, (row - row.round()).abs() <= OFF_WORD && row.round() >= 1.0)
        };
        let mut words: Vec<(u32, f32, f32, usize)> = Vec::new();
        for at in chosen {
            let (row, fits) = row(&items[at]);
            if fits && row < HIGHEST as f32 {
                let bounds = items[at].bounds;
                words.push((row.round() as u32, bounds.left, bounds.right, at));
            }
        }
        let holds_move =
            |n: u32| words.iter().any(|&(row, .., at)| row == n && scan::is_move(&items[at].text));
        // The first numbers of a sheet may be misread, and so may the last.
        let mut first = if column.first <= 6 { 1 } else { column.first };
        while first > 1 && holds_move(first - 1) {
            first -= 1;
        }
        let mut last = column.last;
        while last < column.last + MOST_BEYOND && holds_move(last + 1) {
            last += 1;
        }
        words.retain(|&(row, ..)| (first..=last).contains(&row));
        words.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
        let height = median_height(items);
        Region { words, first, last, ahead: last + 1 - first, height }
    }

    /// The boxes of the region, one game a pair of columns.
    fn games(&self, page: &Page, items: &[Item], used: &mut [bool]) -> Vec<Game> {
        let pairs = self.moves_columns(items).into_iter().zip(0..);
        pairs.map(|(pair, at)| self.game(pair, at * self.ahead, page, items, used)).collect()
    }

    /// The boxes of a pair of columns whose numbers are so many ahead of the region's.
    fn game(
        &self,
        pair: [Stripe; 2],
        ahead: u32,
        page: &Page,
        items: &[Item],
        used: &mut [bool],
    ) -> Game {
        let (first, last) = (self.first + ahead, self.last + ahead);
        let mut game = Game { entries: Vec::new(), first, last, result: None };
        for number in self.first..=self.last {
            for (part, color) in pair.into_iter().zip([Color::White, Color::Black]) {
                let inside = self.words.iter().filter(|&&(row, left, right, _)| {
                    let x = (left + right) / 2.0;
                    row == number && x >= part.0 && x < part.1
                });
                let boxed: Vec<&Item> = inside
                    .map(|&(.., at)| {
                        used[at] = true;
                        &items[at]
                    })
                    .collect();
                let mut entry = entry(page, &boxed);
                if let Some(result) = GameResult::from_token(entry.text()) {
                    game.result = game.result.or(Some(result));
                    entry = Entry::default();
                }
                (entry.number, entry.color) = (Some(number + ahead), Some(color));
                game.entries.push(entry);
            }
        }
        game
    }

    /// The pairs of White's and Black's columns.
    fn moves_columns(&self, items: &[Item]) -> Vec<[Stripe; 2]> {
        let gutters = self.gutters();
        let widest = gutters.iter().max_by(|a, b| (a.1 - a.0).total_cmp(&(b.1 - b.0)));
        let Some(widest) = widest else { return Vec::new() };
        let middle = |gutter: &Stripe| (gutter.0 + gutter.1) / 2.0;
        let mut edges = vec![f32::NEG_INFINITY];
        edges.extend(gutters.iter().map(middle));
        edges.push(f32::INFINITY);
        // Times of the clock stand in columns of their own.
        let mut parts: Vec<(Stripe, usize, usize)> = Vec::new();
        for pair in edges.windows(2) {
            let inside = || {
                self.words.iter().filter(|&&(_, left, right, _)| {
                    let x = (left + right) / 2.0;
                    x >= pair[0] && x < pair[1]
                })
            };
            let moves = inside().filter(|&&(.., at)| scan::is_move(&items[at].text)).count();
            parts.push(((pair[0], pair[1]), moves, inside().count()));
        }
        let of_moves: Vec<Stripe> = parts
            .iter()
            .filter(|(_, moves, all)| moves * 3 >= *all && *moves >= 3)
            .map(|(part, ..)| *part)
            .collect();
        if parts.len() > 2 && !of_moves.is_empty() && of_moves.len().is_multiple_of(2) {
            return of_moves.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect();
        }
        let edge = middle(widest);
        vec![[(f32::NEG_INFINITY, edge), (edge, f32::INFINITY)]]
    }

    /// Stripes without words that most rows have words on both sides of.
    fn gutters(&self) -> Vec<Stripe> {
        let rows = self.words.chunk_by(|a, b| a.0 == b.0).count();
        let Some(left) = self.words.iter().map(|w| w.1).min_by(f32::total_cmp) else {
            return Vec::new();
        };
        let right = self.words.iter().map(|w| w.2).fold(left, f32::max);
        let step = (self.height / 4.0).max((right - left) / 2_000.0);
        if step <= 0.0 {
            return Vec::new();
        }
        let mut found: Vec<Stripe> = Vec::new();
        let mut open: Option<f32> = None;
        let mut x = left;
        while x <= right {
            let (mut covered, mut before, mut behind) = (0, 0, 0);
            for row in self.words.chunk_by(|a, b| a.0 == b.0) {
                covered += usize::from(row.iter().any(|w| w.1 < x && x < w.2));
                before += usize::from(row.iter().any(|w| w.2 <= x));
                behind += usize::from(row.iter().any(|w| w.1 >= x));
            }
            let blank = covered * 12 <= rows && before * 5 >= rows && behind * 5 >= rows;
            match (blank, open) {
                (true, None) => open = Some(x),
                (false, Some(from)) => {
                    found.push((from, x));
                    open = None;
                }
                _ => {}
            }
            x += step;
        }
        found.retain(|(from, to)| to - from >= self.height * 0.5);
        found
    }
}

/// The slope of a page as the numbers took it, and that at which the words of a region stand best
/// in their rows.
fn straighten(items: &[Item], chosen: &[usize], column: &Column, slope: f32) -> (f32, f32) {
    let own_x = (column.left + column.right) / 2.0;
    let right = chosen.iter().map(|&at| items[at].bounds.right).fold(own_x, f32::max);
    let reach = 0.5 * column.pitch / (right - own_x).max(column.pitch);
    let bottom = column.y(column.last) + column.pitch;
    let cost = |own: f32| -> f32 {
        let mut sum = 0.0;
        for &at in chosen {
            let (x, y) = items[at].bounds.middle();
            let y = y - slope * own_x - own * (x - own_x);
            let row = (y - column.zero) / column.pitch;
            if y < bottom && row > 0.5 {
                sum += (row - row.round()).powi(2);
            }
        }
        sum
    };
    let steps = 20;
    let best =
        (-steps..=steps).map(|step| slope + reach * step as f32 / steps as f32).min_by(|a, b| {
            // Of equally good ones the one that the lines of the engine show.
            cost(*a).total_cmp(&cost(*b)).then((a - slope).abs().total_cmp(&(b - slope).abs()))
        });
    (slope, best.unwrap_or(slope))
}

/// How much more a word that is a move is believed than all words of its box together.
const ALONE: f64 = 0.75;

/// The entry of a box.
fn entry(page: &Page, words: &[&Item]) -> Entry {
    let Some(first) = words.first() else { return Entry::default() };
    let bounds = words.iter().map(|item| item.bounds).reduce(|a, b| a.join(b));
    let mut place = page.place(&page.words[first.index], first.behind);
    place.region = Some(page.region(bounds));
    let mut readings = first.readings(page);
    if words.len() > 1 {
        let joined = words.iter().map(|item| item.text.as_str()).collect::<Vec<_>>().join(" ");
        let own: Vec<Vec<Reading>> = words.iter().map(|item| item.readings(page)).collect();
        let all: f64 = own.iter().filter_map(|list| list.first()).map(|r| r.probability).product();
        let mut moves = words.iter().zip(&own).filter(|(item, _)| scan::is_move(&item.text));
        // Strokes and stains beside a move are read as letters.
        match (moves.next(), moves.next()) {
            (Some((_, own)), None) => {
                readings = own.clone();
                readings.iter_mut().for_each(|reading| reading.probability *= ALONE);
                readings.push(Reading { text: joined, probability: all * (1.0 - ALONE) });
            }
            _ => readings = vec![Reading { text: joined, probability: all }],
        }
        limit(&mut readings);
    }
    Entry { readings, place, ..Entry::default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::ocr::page::{Bounds, Word};

    /// A word of a line, 20 high.
    fn word(text: &str, x: f32, y: f32, line: usize) -> Word {
        let width = 11.0 * text.chars().count() as f32;
        Word {
            text: text.to_owned(),
            bounds: Bounds::new(x, y, x + width, y + 20.0),
            line: u32::try_from(line).unwrap_or(0),
            ..Word::default()
        }
    }

    /// A page of a form: the words of rows, pitch 40, columns at these places, turned a little.
    fn page(rows: &[[&str; 6]], turned: f32) -> Page {
        let mut page = Page { number: 1, pixels: true, ..Page::default() };
        let columns = [50.0, 100.0, 250.0, 400.0, 450.0, 600.0];
        for (row, cells) in rows.iter().enumerate() {
            for (text, x) in cells.iter().zip(columns) {
                for (at, part) in text.split_whitespace().enumerate() {
                    let x = x + 60.0 * at as f32;
                    let y = 100.0 + 40.0 * row as f32 + turned * x;
                    page.words.push(word(part, x, y, row));
                }
            }
        }
        page
    }

    const ROWS: [[&str; 6]; 9] = [
        ["", "WHITE", "BLACK", "", "WHITE", "BLACK"],
        ["1", "e4", "c5", "9", "Nb3", "0-0"],
        ["z", "Nf3", "d6", "l0", "f4", "b5"],
        ["3", "d4", "cxd4", "11", "Bf3", "Bb7"],
        ["4.", "Nxd4", "", "12", "a3", "Nbd7"],
        ["5", "Nc3", "a6 i", "I3", "Qe1", "Rc8"],
        ["6", "Be2", "e5", "14", "", ""],
        ["?", "Nb3 x", "Be7", "15", "", ""],
        ["8", "0-0", "Be6", "16", "", ""],
    ];

    fn texts(game: &Game) -> Vec<String> {
        let name = |e: &Entry| {
            format!("{}{} {}", e.number.unwrap_or(0), e.color.map_or('-', Color::char), e.text())
        };
        game.entries.iter().map(name).collect()
    }

    #[test]
    fn boxes_know_their_number_and_colour() {
        for turned in [0.0, 0.03, -0.05] {
            let form = read(&page(&ROWS, turned)).expect("a form");
            let [game] = &form.games[..] else { panic!("{:?}", form.games.len()) };
            let found = texts(game);
            let want = [
                "1w e4", "1b c5", "2w Nf3", "2b d6", "3w d4", "3b cxd4", "4w Nxd4", "4b ",
                "5w Nc3", "5b a6", "6w Be2", "6b e5", "7w Nb3", "7b Be7", "8w 0-0", "8b Be6",
                "9w Nb3", "9b 0-0", "10w f4", "10b b5", "11w Bf3", "11b Bb7", "12w a3", "12b Nbd7",
                "13w Qe1", "13b Rc8",
            ];
            assert_eq!(found, want, "turned by {turned}");
            assert_eq!(form.above.len(), 4, "turned by {turned}");
        }
    }

    #[test]
    fn games_side_by_side_are_two() {
        let mut rows = ROWS;
        let numbers = ["", "1", "2", "3", "4", "5", "6", "7", "8"];
        for (row, number) in rows.iter_mut().zip(numbers) {
            row[3] = number;
        }
        let form = read(&page(&rows, 0.0)).expect("forms");
        assert_eq!(form.games.len(), 2);
        assert_eq!(texts(&form.games[1])[0], "1w Nb3");
    }

    #[test]
    fn columns_whose_numbers_are_unread_are_found_by_the_others() {
        let want = texts(&read(&page(&ROWS, 0.02)).expect("a form").games[0]);
        for unread in [0, 3] {
            let mut rows = ROWS;
            for row in &mut rows {
                row[unread] = "";
            }
            if unread == 0 {
                // Three numbers of the right column are not enough to go by themselves.
                rows[2][3] = "10";
                rows[5][3] = "13";
            }
            let form = read(&page(&rows, 0.02)).expect("a form");
            assert_eq!(form.games.len(), 1);
            assert_eq!(texts(&form.games[0]), want, "column {unread}");
        }
    }

    #[test]
    fn rows_without_any_number_are_counted() {
        let mut rows = ROWS;
        for row in &mut rows {
            (row[0], row[3]) = ("", "");
        }
        let want = texts(&read(&page(&ROWS, 0.02)).expect("a form").games[0]);
        let form = read(&page(&rows, 0.02)).expect("a form");
        // Eight rows are on the left; how many there are is what the right ones count from.
        assert_eq!((form.games.len(), texts(&form.games[0])), (1, want));
    }

    #[test]
    fn paragraphs_are_no_forms() {
        let words = ["1.", "e4", "e5", "2.", "Nf3", "Nc6", "and", "then", "White", "Bb5", "d6"];
        let mut page = Page { number: 1, pixels: true, ..Page::default() };
        let mut at = 0;
        for line in 0..20 {
            let mut x = 50.0;
            while x < 900.0 {
                let text = words[at % words.len()];
                page.words.push(word(text, x, 100.0 + 30.0 * line as f32, line));
                (x, at) = (x + 11.0 * text.len() as f32 + 9.0, at + 1 + line % 3);
            }
        }
        assert!(read(&page).is_none());
    }

    #[test]
    fn other_tables_are_no_forms() {
        let table: Vec<[&str; 6]> = vec![
            ["1", "Anand", "2800", "1", "½", "7"],
            ["2", "Carlsen", "2850", "0", "1", "6"],
            ["3", "Aronian", "2790", "½", "½", "6"],
            ["4", "Kramnik", "2780", "1", "0", "5"],
            ["5", "Topalov", "2770", "1", "0", "5"],
            ["6", "Gelfand", "2750", "1", "0", "4"],
        ];
        assert!(read(&page(&table, 0.0)).is_none());
        assert!(read(&Page::default()).is_none());
    }

    #[test]
    fn a_box_remembers_all_that_was_read_in_it() {
        let form = read(&page(&ROWS, 0.0)).expect("a form");
        let boxed = &form.games[0].entries[9];
        let texts: Vec<_> = boxed.readings.iter().map(|r| r.text.as_str()).collect();
        assert_eq!(texts, ["a6", "a6 i"]);
        assert_eq!(boxed.place.region.and_then(|r| r.bounds), Some([250, 300, 321, 320]));
    }
}
