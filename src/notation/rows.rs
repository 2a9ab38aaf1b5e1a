//! The table of rows that the slots of spellings refer to, for one style and one channel.
//!
//! A row mixes three sources: the characters that a careful writer uses there, their misreadings
//! (from the table of confusions), and slips of the head, which depend on what the place means:
//! the file mirrored, the rank counted from the other side, a neighbouring square, another piece.

use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::{FxBuildHasher, FxHashMap};
use shakmaty::{File, Rank, Role};

use super::{Language, homoglyph, languages, style::Family};
use crate::channel::{CLASSES, Class, Confusions, OTHER, Profile, Row, class};

/// First of the eight file letters.
pub const FILE: u8 = 0;
/// First of the eight rank digits.
pub const RANK: u8 = 8;
/// First of the six piece letters, in the order of [`Role`].
pub const PIECE: u8 = 16;
/// First of the six letters of a captured piece.
pub const VICTIM: u8 = 22;
/// First of the six letters of a promoted piece.
pub const PROMOTION: u8 = 28;
/// Capture sign, or the hyphen that stands in its place.
pub const CAPTURE: u8 = 34;
/// Hyphen between squares.
pub const DASH: u8 = 35;
/// The ring of castling.
pub const CASTLE_O: u8 = 36;
/// The dash of castling.
pub const CASTLE_DASH: u8 = 37;
/// Castling to either side.
pub const EITHER: u8 = 38;
/// Promotion sign.
pub const EQUALS: u8 = 39;
/// First of the eight digits that stand for files.
pub const DIGIT_FILE: u8 = 40;
/// The zero of the unambiguous numeric notation.
pub const ZERO: u8 = 48;
/// Prefix of the king's side.
pub const KING_SIDE: u8 = 49;
/// Prefix of the queen's side.
pub const QUEEN_SIDE: u8 = 50;
/// Opening bracket.
pub const OPEN: u8 = 51;
/// Closing bracket.
pub const CLOSE: u8 = 52;
/// The `c` of Smith notation behind a castling king move.
pub const CASTLE_SIGN: u8 = 53;
/// First of the six second letters of a piece name.
pub const PIECE_SECOND: u8 = 54;
/// The check that stands in the place of a square (`Q. checks`).
pub const CHECK: u8 = 60;
/// The `E` of Smith notation behind a capture in passing.
pub const PASSING_SIGN: u8 = 61;
/// Number of rows.
pub const COUNT: usize = 62;

/// Rows and insertion costs of one style under one channel.
#[derive(Debug, Clone)]
pub struct Rows {
    /// `rows[id][class]`, costs in nats.
    pub rows: Vec<Row>,
    /// Cost of a character that no slot explains.
    pub insert: Row,
}

/// How damaged a text is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Damage {
    /// Probability that a character is misread.
    pub misread: f32,
    /// Probability that the writer meant another file, rank or piece.
    pub slip: f32,
}

impl Default for Damage {
    fn default() -> Damage {
        Damage { misread: 0.04, slip: 0.012 }
    }
}

/// A channel that misreads no more than this damages nothing.
const NEGLIGIBLE: f32 = 1e-6;

/// Share of a slip that goes to any character at all.
const ANYTHING: f32 = 0.0005;

/// The character that a careful writer of a style mostly puts in a place; none where several are
/// as usual.
pub fn written(language: &Language, family: Family, row: u8) -> Option<char> {
    let offset = |first: u8, count: u8| (first..first + count).contains(&row).then(|| row - first);
    if let Some(file) = offset(FILE, 8) {
        return Some(File::new(u32::from(file)).char());
    }
    if let Some(digit) = offset(RANK, 8).or(offset(DIGIT_FILE, 8)) {
        return Some(Rank::new(u32::from(digit)).char());
    }
    let letter = offset(PIECE, 6).or(offset(VICTIM, 6)).or(offset(PROMOTION, 6));
    if let Some(role) = letter {
        return match family {
            Family::Descriptive => Role::ALL.get(usize::from(role)).map(|role| role.upper_char()),
            _ => language.pieces[usize::from(role)].first().and_then(|name| name.chars().next()),
        };
    }
    match row {
        CAPTURE => Some('x'),
        DASH | CASTLE_DASH => Some('-'),
        CASTLE_O => Some('O'),
        EQUALS => Some('='),
        KING_SIDE => Some('K'),
        QUEEN_SIDE => Some('Q'),
        _ => None,
    }
}

/// Most tables that [`shared`] keeps.
const MOST_KEPT: usize = 64;

/// What a table is made for: style, channel, damage, and the cost of insertions where it is set.
type Purpose = (&'static str, Family, Profile, [u32; 2], Option<u32>);

/// The rows of a style under a channel, with every insertion at the cost `insert` where that is
/// given; kept for the next sheet, since most sheets are damaged alike.
pub fn shared(
    language: &'static Language,
    family: Family,
    profile: Profile,
    damage: Damage,
    insert: Option<f32>,
) -> Arc<Rows> {
    static KEPT: Mutex<FxHashMap<Purpose, Arc<Rows>>> =
        Mutex::new(FxHashMap::with_hasher(FxBuildHasher));
    let rates = [damage.misread, damage.slip].map(f32::to_bits);
    let purpose = (language.code.as_str(), family, profile, rates, insert.map(f32::to_bits));
    let kept = || KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(rows) = kept().get(&purpose) {
        return Arc::clone(rows);
    }
    let mut rows = build(language, family, Confusions::of(profile), damage);
    if let Some(insert) = insert {
        rows.insert.fill(insert);
    }
    let rows = Arc::new(rows);
    let mut kept = kept();
    if kept.len() >= MOST_KEPT {
        kept.clear();
    }
    kept.insert(purpose, Arc::clone(&rows));
    rows
}

/// Builds the rows of a style.
pub fn build(language: &Language, family: Family, confusions: &Confusions, damage: Damage) -> Rows {
    let builder = RowBuilder { confusions, damage };
    let mut rows = vec![[f32::INFINITY; CLASSES]; COUNT];
    for i in 0..8u32 {
        let letter = File::new(i).char();
        let own = [(letter, 0.98), (letter.to_ascii_uppercase(), 0.01)];
        rows[FILE as usize + i as usize] =
            builder.row(&own, |r| near(i, r, |k| File::new(k).char()));
        let digit = Rank::new(i).char();
        let slips = |read| near(i, read, |k| Rank::new(k).char());
        rows[RANK as usize + i as usize] = builder.row(&[(digit, 1.0)], slips);
        rows[DIGIT_FILE as usize + i as usize] = builder.row(&[(digit, 1.0)], slips);
    }
    for role in Role::ALL {
        builder.piece(language, family, role, &mut rows);
    }
    for (id, own) in FIXED {
        rows[id as usize] = builder.row(own, |_| 0.0);
    }
    let side_slip = |other: char| move |read: Class| if read == class(other) { 1.0 } else { 0.0 };
    rows[KING_SIDE as usize] = builder.row(&[('K', 1.0)], side_slip('Q'));
    rows[QUEEN_SIDE as usize] = builder.row(&[('Q', 1.0)], side_slip('K'));
    for (id, row) in (0_u8..).zip(&mut rows) {
        share_look_alikes(row);
        if let Some(own) = written(language, family, id) {
            builder.cyrillic(class(own), row);
        }
    }
    Rows { rows, insert: insertions(damage) }
}

/// Characters that are written the same in every style.
const FIXED: [(u8, &[(char, f32)]); 12] = [
    (CHECK, &[('+', 0.75), ('#', 0.2)]),
    (CAPTURE, &[('x', 0.97), ('-', 0.01)]),
    (DASH, &[('-', 0.97), ('x', 0.01)]),
    (CASTLE_O, &[('O', 0.75), ('0', 0.15), ('o', 0.07), ('Q', 0.01), ('D', 0.005)]),
    (CASTLE_DASH, &[('-', 0.98)]),
    (EITHER, &[('~', 1.0)]),
    (EQUALS, &[('=', 0.95), ('-', 0.01)]),
    (ZERO, &[('0', 0.95), ('O', 0.03)]),
    (OPEN, &[('(', 0.97)]),
    (CLOSE, &[(')', 0.97)]),
    (CASTLE_SIGN, &[('c', 0.8), ('C', 0.2)]),
    (PASSING_SIGN, &[('E', 0.9), ('e', 0.05)]),
];

struct RowBuilder<'a> {
    confusions: &'a Confusions,
    damage: Damage,
}

impl RowBuilder<'_> {
    /// The rows of the letters of a piece: as the one that moves, as one that is taken, as what a
    /// pawn becomes, and the second letter of its name.
    fn piece(&self, language: &Language, family: Family, role: Role, rows: &mut [Row]) {
        let at = role as usize - 1;
        let mut letters = piece_letters(language, family, role);
        if self.damage.misread > NEGLIGIBLE && family != Family::Descriptive {
            letters.extend(&language.misread[at]);
        }
        let others: Vec<Class> = Role::ALL
            .into_iter()
            .filter(|&other| other != role)
            .flat_map(|other| piece_letters(language, family, other))
            .filter(|&(c, share)| share > 0.1 && c.is_alphabetic())
            .map(|(c, _)| class(c))
            .collect();
        let slips = |read: Class| {
            if others.contains(&read) { 1.0 / others.len() as f32 } else { 0.0 }
        };
        let loose: Vec<(char, f32)> =
            letters.iter().flat_map(|&(c, p)| [(c, 0.85 * p), (lower(c), 0.15 * p)]).collect();
        for (first, own) in [(PIECE, &letters), (VICTIM, &loose)] {
            let mut row = self.row(own, slips);
            if family != Family::Descriptive {
                foreign_letters(role, &mut row);
            }
            rows[first as usize + at] = row;
        }
        let digit = match role {
            Role::Queen => '1',
            Role::Rook => '2',
            Role::Bishop => '3',
            _ => '4',
        };
        let mut promoted = loose;
        promoted.push((digit, if family == Family::Numeric { 1.0 } else { 0.0005 }));
        rows[PROMOTION as usize + at] = self.row(&promoted, slips);
        let seconds = language.pieces[at].iter().filter_map(|name| name.chars().nth(1));
        let seconds: Vec<(char, f32)> = seconds.map(|c| (c, 1.0)).collect();
        rows[PIECE_SECOND as usize + at] = self.row(&seconds, |_| 0.0);
    }

    /// Lets Cyrillic letters stand for the character that is mostly written in a place.
    fn cyrillic(&self, own: Class, row: &mut Row) {
        let misread = self.confusions.rate(own, self.damage.misread);
        for (read, cost) in row.iter_mut().enumerate() {
            let share = self.confusions.cyrillic(own, read as Class);
            if share > 0.0 {
                *cost = -((-*cost).exp() + misread * share).ln();
            }
        }
    }

    /// Costs of a place where `own` characters are written with these probabilities and the head
    /// slips to a class with the probability that `slips` gives.
    fn row(&self, own: &[(char, f32)], slips: impl Fn(Class) -> f32) -> Row {
        let Damage { misread, slip } = self.damage;
        let mut row = [0.0; CLASSES];
        for (read, cost) in row.iter_mut().enumerate() {
            let read = read as Class;
            let mut p = ANYTHING * misread + slip * slips(read);
            for &(written, share) in own {
                let written = class(written);
                let misread = self.confusions.rate(written, misread);
                p += share
                    * if read == written {
                        (1.0 - misread - slip).max(ANYTHING * misread)
                    } else {
                        misread * self.confusions.share(written, read)
                    };
            }
            *cost = -p.ln();
        }
        row
    }
}

/// Slips of the head on a scale of eight: to the mirror image, to a neighbour, to anything.
fn near(meant: u32, read: Class, symbol: impl Fn(u32) -> char) -> f32 {
    (0..8).find(|&k| class(symbol(k)) == read && k != meant).map_or(0.0, |k| {
        let mirror = if k + meant == 7 { 0.2 } else { 0.0 };
        let neighbour = if k.abs_diff(meant) == 1 { 0.22 } else { 0.0 };
        0.05 + mirror + neighbour
    })
}

/// Share of a figurine among the ways of naming a piece. It adds to those of the letters: a glyph
/// means the same in every language.
const GLYPH: f32 = 0.5;

/// The characters that a piece's name starts with, with their probabilities.
fn piece_letters(language: &Language, family: Family, role: Role) -> Vec<(char, f32)> {
    if family == Family::Descriptive {
        return vec![(role.upper_char(), 0.97), (role.char(), 0.01)];
    }
    let glyphs = match role {
        Role::King => ['♔', '♚'],
        Role::Queen => ['♕', '♛'],
        Role::Rook => ['♖', '♜'],
        Role::Bishop => ['♗', '♝'],
        Role::Knight => ['♘', '♞'],
        Role::Pawn => ['♙', '♟'],
    };
    let mut letters: Vec<(char, f32)> = glyphs.map(|glyph| (glyph, GLYPH)).to_vec();
    let names = &language.pieces[role as usize - 1];
    let others = names.len().saturating_sub(1).max(1) as f32;
    for (at, name) in names.iter().enumerate() {
        if let Some(first) = name.chars().next() {
            let share = if at == 0 { 0.95 } else { 0.04 / others };
            letters.push((first, share));
            letters.push((lower(first), 0.02 * share));
        }
    }
    letters
}

fn lower(c: char) -> char {
    c.to_lowercase().next().unwrap_or(c)
}

/// Lets the letters of other languages stand for a piece, at a cost: sheets mix them.
fn foreign_letters(role: Role, row: &mut Row) {
    const FOREIGN: f32 = 6.0;
    for language in languages() {
        let first = language.pieces[role as usize - 1].first().and_then(|name| name.chars().next());
        if let Some(first) = first {
            let cost = &mut row[class(first) as usize];
            *cost = cost.min(FOREIGN);
        }
    }
}

/// Lets letters of other alphabets stand for the Latin ones that they look like, and back.
fn share_look_alikes(row: &mut Row) {
    const LOOK_ALIKE: f32 = 0.7;
    let alphabets = ('А'..='я').chain('Α'..='ω');
    for (other, latin) in alphabets.filter_map(|c| Some((c, homoglyph(c)?))) {
        let (other, latin) = (class(other) as usize, class(latin) as usize);
        // Letters without a class of their own would make all of their look-alikes one letter.
        if other == usize::from(OTHER) {
            continue;
        }
        let (a, b) = (row[other], row[latin]);
        row[other] = a.min(b + LOOK_ALIKE);
        row[latin] = b.min(a + LOOK_ALIKE);
    }
}

/// Costs of characters that belong to no slot: about one text in thirty has one.
fn insertions(damage: Damage) -> Row {
    let rate = (damage.misread * 0.35).max(0.002);
    let mut row = [-(rate / 30.0).ln(); CLASSES];
    for mark in ".,;:'\"`_*-~ ".chars() {
        row[class(mark) as usize] = -(rate / 4.0).ln();
    }
    row
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::language;

    #[test]
    fn figurines_are_misread_as_an_engine_does_unless_nothing_is() {
        let figurines = language("fig").expect("figurines");
        let cost = |damage, role: Role, read| {
            let rows =
                build(figurines, Family::Algebraic, Confusions::of(Profile::Page), damage).rows;
            rows[usize::from(PIECE) + role as usize - 1][usize::from(class(read))]
        };
        let damaged = Damage::default();
        for (role, read) in [(Role::Queen, 'W'), (Role::Knight, 'A'), (Role::Bishop, '2')] {
            assert!(cost(damaged, role, read) < 1.0, "{read}");
            for other in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
                assert!(other == role || cost(damaged, other, read) > 1.5, "{read} {other:?}");
            }
            assert!(cost(Damage { misread: 1e-9, slip: 1e-9 }, role, read) > 5.0, "{read}");
        }
    }

    #[test]
    fn what_is_shared_is_what_would_be_built() {
        let english = language("en").expect("English");
        let of = |misread, insert| {
            let damage = Damage { misread, ..Damage::default() };
            shared(english, Family::Algebraic, Profile::Hand, damage, insert)
        };
        let (first, again, worse) = (of(0.05, None), of(0.05, None), of(0.08, None));
        assert!(Arc::ptr_eq(&first, &again) && first.rows != worse.rows);
        let damage = Damage { misread: 0.05, ..Damage::default() };
        let built = build(english, Family::Algebraic, Confusions::of(Profile::Hand), damage);
        assert!(first.rows == built.rows && first.insert == built.insert);
        assert_eq!(of(0.05, Some(3.0)).insert, [3.0; CLASSES]);
    }
}
