//! The columns of both sides among the pieces of a text, as they fit each other best.

use std::ops::Range;

use shakmaty::Color;

use super::piece::{Piece, What};

/// Most pieces of one column, and most that are none between both sides' and between two pairs.
const MOST_PIECES: usize = 12;
const MOST_BETWEEN: usize = 6;
const MOST_ABOVE: usize = 8;
/// So many lines of a pair may be lost where the numbers above the next one tell it.
const LOST_BELOW: u32 = 2;
/// Fewest lines of White's.
const FEW: usize = 4;
/// Lines that look like no move, and blank lines, in a column.
const MOST_STRAY: usize = 2;
/// What speaks against a pair, counted in moves: each line that a side has less than the other, each
/// blank line in a column and between the two, and columns that nothing parts.
const LOST: f32 = 3.0;
const JOINED: f32 = 1.5;
const BLANK: f32 = 0.5;
const HALVED: f32 = 2.0;
/// Of so many lines of both sides one may be lost, and where headings stand above.
const LOSE: usize = 16;
const LOSE_HEADED: usize = 6;

/// The pieces of White's column and of Black's.
pub(super) type Sides = [Range<usize>; 2];

/// A column of White's and one of Black's.
#[derive(Debug, Clone)]
pub(super) struct Pair {
    /// The pieces of both; Black's are none where both moves stand in a line.
    pub(super) sides: Sides,
    /// Number of its first row.
    pub(super) first: u32,
}

impl Pair {
    /// Whether both moves stand in a line.
    pub(super) fn is_rows(&self) -> bool {
        self.sides[1].is_empty()
    }
}

/// How many lines both sides have.
fn lens(pieces: &[Piece], sides: &Sides) -> [usize; 2] {
    sides.each_ref().map(|side| pieces[side.clone()].iter().map(Piece::len).sum())
}

/// How many rows both sides make.
fn rows(pieces: &[Piece], sides: &Sides) -> u32 {
    lens(pieces, sides).into_iter().max().unwrap_or(0) as u32
}

/// The pairs of a text, in their order, that explain most of it; `begins` tells whether the moves of
/// two columns are such as a game begins with. Takes time in proportion to the pieces.
pub(super) fn pairs(pieces: &[Piece], begins: impl Fn(&Sides) -> bool) -> Vec<Pair> {
    let mut chains = Chains {
        pieces,
        links: Vec::new(),
        ending: vec![Vec::new(); pieces.len() + 1],
        best: vec![Former::default()],
    };
    for (end, open) in by_end(pieces).into_iter().enumerate().skip(1) {
        chains.best.push(chains.best[end - 1]);
        for (sides, worth) in open {
            if let Some((first, former)) = chains.former(&sides, &begins) {
                let worth = former.worth + worth;
                let link = Some(chains.links.len());
                chains.ending[end].push(chains.links.len());
                if worth > chains.best[end].worth {
                    chains.best[end] = Former { link, worth };
                }
                chains.links.push(Link { pair: Pair { sides, first }, before: former.link, worth });
            }
        }
    }
    let last = chains.best.last().and_then(|best| best.link);
    let links = std::iter::successors(last, |&at| chains.links[at].before);
    let mut pairs: Vec<Pair> = links.map(|at| chains.links[at].pair.clone()).collect();
    pairs.reverse();
    pairs
}

/// All pairs there may be, with what each is worth, by the piece behind them.
fn by_end(pieces: &[Piece]) -> Vec<Vec<(Sides, f32)>> {
    let mut open = vec![Vec::new(); pieces.len() + 1];
    for (from, piece) in pieces.iter().enumerate() {
        if piece.what == What::Rows && piece.len() >= FEW {
            open[from + 1].push(([from..from + 1, from + 1..from + 1], piece.moves as f32));
        }
        for sides in columns_from(pieces, from) {
            if let Some(worth) = worth(pieces, &sides) {
                open[sides[1].end].push((sides, worth));
            }
        }
    }
    open
}

/// What stands before a pair: the pair that it goes on with or stands behind, and what all are worth.
#[derive(Debug, Clone, Copy, Default)]
struct Former {
    link: Option<usize>,
    worth: f32,
}

/// A pair, the one before it, and what it is worth with all before.
struct Link {
    pair: Pair,
    before: Option<usize>,
    worth: f32,
}

/// Pairs that follow each other.
struct Chains<'p> {
    pieces: &'p [Piece],
    links: Vec<Link>,
    /// Those that end before each piece.
    ending: Vec<Vec<usize>>,
    /// The best up to each piece.
    best: Vec<Former>,
}

impl Chains<'_> {
    /// The number of the first row of a pair, and what is best before it.
    fn former(&self, sides: &Sides, begins: impl Fn(&Sides) -> bool) -> Option<(u32, Former)> {
        let from = sides[0].start;
        let above = above(self.pieces, from);
        let between = &self.pieces[above..from];
        let number = between.iter().find_map(|piece| match piece.what {
            What::Numbers(first) => first,
            _ => None,
        });
        let goes_on = self.ending[above].iter().filter_map(|&at| {
            let Link { pair, worth, .. } = &self.links[at];
            let next = pair.first + rows(self.pieces, &pair.sides);
            let fits = number.is_none_or(|number| number.abs_diff(next) <= LOST_BELOW);
            fits.then_some((number.unwrap_or(next), Former { link: Some(at), worth: *worth }))
        });
        let goes_on = goes_on.max_by(|a, b| a.1.worth.total_cmp(&b.1.worth));
        // Without a title or a number it is the same game.
        let may_begin = match number {
            Some(number) => number <= 1 + LOST_BELOW,
            None => goes_on.is_none() || between.iter().any(|piece| piece.what == What::Other),
        };
        let first = may_begin && !self.pieces[from].half && begins(sides);
        let first = first.then(|| (1, self.best[from]));
        goes_on.into_iter().chain(first).max_by(|a, b| a.1.worth.total_cmp(&b.1.worth))
    }
}

/// The index behind the last piece of moves before one.
fn above(pieces: &[Piece], from: usize) -> usize {
    let between = (0..from).rev().take(MOST_ABOVE).take_while(|&at| !pieces[at].is_moves());
    from - between.count()
}

/// The heading of a column, if it has one.
pub(super) fn heading(pieces: &[Piece], column: &Range<usize>) -> Option<Color> {
    match pieces[column.start.checked_sub(1)?].what {
        What::Heading(color) => Some(color),
        _ => None,
    }
}

/// Whether the heading above each column says whose it is.
pub(super) fn is_headed(pieces: &[Piece], sides: &Sides) -> bool {
    headings(pieces, sides) == [Some(Color::White), Some(Color::Black)]
}

/// The headings of two columns.
fn headings(pieces: &[Piece], sides: &Sides) -> [Option<Color>; 2] {
    sides.each_ref().map(|side| heading(pieces, side))
}

/// Whether each of two columns is one piece, and no other line stands between.
pub(super) fn is_plain(pieces: &[Piece], sides: &Sides) -> bool {
    let parted = |at: usize| pieces.get(at).is_none_or(|piece| !piece.half);
    let between = &pieces[sides[0].end..sides[1].start];
    sides.iter().all(|side| parted(side.start) && joints(pieces, side) == 0)
        && parted(sides[1].end)
        && !between.iter().any(|piece| matches!(piece.what, What::Other | What::Rows))
}

/// How many blank lines stand in a column.
fn joints(pieces: &[Piece], side: &Range<usize>) -> usize {
    pieces[side.start + 1..side.end].iter().filter(|piece| !piece.half).count()
}

/// Two columns the first of which begins at a piece, in all ways.
fn columns_from(pieces: &[Piece], from: usize) -> Vec<Sides> {
    let begins = |at: usize| {
        let damaged = |piece: &Piece| piece.what == What::Cells && piece.len() <= MOST_STRAY;
        let below = || at > 0 && matches!(pieces[at - 1].what, What::Heading(_));
        let goes_on = || pieces.get(at + 1).is_some_and(Piece::is_moves);
        let moves = |piece: &Piece| piece.what == What::Cells && piece.is_moves();
        moves(&pieces[at]) || damaged(&pieces[at]) && below() && goes_on()
    };
    let column = |from: usize| {
        let own = pieces[from..].iter().take(MOST_PIECES);
        let own = own.take_while(|piece| {
            piece.what == What::Cells && (piece.is_moves() || piece.len() <= MOST_STRAY)
        });
        let most = own.count();
        (from + 1..=from + most).filter(|&end| pieces[end - 1].is_moves()).map(move |end| from..end)
    };
    let mut found = Vec::new();
    if !begins(from) {
        return found;
    }
    for white in column(from) {
        let mut behind = (white.end..pieces.len()).take(MOST_BETWEEN + 1);
        if let Some(start) = behind.find(|&at| begins(at)) {
            found.extend(column(start).map(|black| [white.clone(), black]));
        }
    }
    found
}

/// What two columns are worth, in moves; nothing where they do not belong together.
fn worth(pieces: &[Piece], sides: &Sides) -> Option<f32> {
    let [white, black] = lens(pieces, sides);
    let lost = if white > black { white - black - 1 } else { black - white };
    let share = if is_headed(pieces, sides) { LOSE_HEADED } else { LOSE };
    let [own, others] = headings(pieces, sides);
    let foreign = own == Some(Color::Black) || others == Some(Color::White);
    if white < FEW || foreign || lost * share > white + black {
        return None;
    }
    let moves: usize =
        sides.iter().flat_map(|side| &pieces[side.clone()]).map(|piece| piece.moves).sum();
    if moves * 5 < (white + black) * 3 {
        return None;
    }
    let halved = [sides[0].start, sides[1].start, sides[1].end]
        .into_iter()
        .filter(|&at| pieces.get(at).is_some_and(|piece| piece.half))
        .count();
    let blank = sides[0].end == sides[1].start && !pieces[sides[1].start].half;
    let against = LOST * lost as f32
        + JOINED * sides.iter().map(|side| joints(pieces, side)).sum::<usize>() as f32
        + HALVED * halved as f32
        + if blank { BLANK } else { 0.0 };
    Some(moves as f32 - against).filter(|worth| *worth > 0.0)
}
