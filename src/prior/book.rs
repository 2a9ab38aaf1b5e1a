//! Opening knowledge: how often each move was played in positions that many games reached.

use std::collections::BTreeMap;

use shakmaty::{CastlingSide, Chess, Color, Position, Role};

use super::view::TurnedMove;

/// Positions seen in training, with the moves played there.
#[derive(Debug, Default)]
pub(super) struct Book {
    /// Keys in rising order.
    keys: Vec<u32>,
    /// First line of each key in `lines`, and one more for the end.
    starts: Vec<u32>,
    /// Move and count.
    lines: Vec<(u16, u8)>,
    /// Where the keys of each [`bucket`] begin, and one more for the end.
    buckets: Vec<u32>,
}

/// The stretch of keys in which a key is sought: its upper half.
fn bucket(key: u32) -> usize {
    (key >> 16) as usize
}

/// Counts of the moves played in each position, while they are collected.
pub(super) type Counts = BTreeMap<u32, Vec<(u16, u32)>>;

const LAST: u16 = 1 << 15;

/// The number of a move in the book, 15 bits: promotion, from, to.
pub(super) fn move_number(m: &TurnedMove) -> u16 {
    ((m.promotion & 7) << 12 | m.from << 6 | m.to) as u16
}

/// The key of a position: board, side to move and castling rights, not move numbers.
pub(super) fn key(pos: &Chess) -> u32 {
    let board = pos.board();
    let mut hash = u64::from(pos.turn().is_black()) + 1;
    let mut add = |part: u64| {
        hash = (hash ^ part).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        hash ^= hash >> 32;
    };
    add(board.white().0);
    for role in Role::ALL {
        add(board.by_role(role).0);
    }
    for color in Color::ALL {
        for side in CastlingSide::ALL {
            add(u64::from(pos.castles().has(color, side)));
        }
    }
    (hash >> 32) as u32
}

impl Book {
    /// Keeps positions with at least `least` moves played; counts are scaled to fit a byte.
    pub fn new(counts: &Counts, least: u32) -> Book {
        let mut book = Book { starts: vec![0], ..Book::default() };
        for (&key, moves) in counts {
            let total: u32 = moves.iter().map(|m| m.1).sum();
            if total < least {
                continue;
            }
            let most = moves.iter().map(|m| m.1).max().unwrap_or(0).max(255);
            let start = book.lines.len();
            for &(number, count) in moves {
                let scaled = (count * 255 + most / 2) / most;
                if scaled > 0 {
                    book.lines.push((number, scaled as u8));
                }
            }
            book.lines[start..].sort_by_key(|&(number, count)| (255 - count, number));
            book.keys.push(key);
            book.starts.push(book.lines.len() as u32);
        }
        book.index();
        book
    }

    /// Fills `buckets` from `keys`.
    fn index(&mut self) {
        self.buckets = vec![0; bucket(u32::MAX) + 2];
        for &key in &self.keys {
            self.buckets[bucket(key) + 1] += 1;
        }
        for at in 1..self.buckets.len() {
            self.buckets[at] += self.buckets[at - 1];
        }
    }

    /// Number of positions.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// The moves played in a position and how often, most frequent first.
    pub fn find(&self, key: u32) -> &[(u16, u8)] {
        let [from, to] = [0, 1].map(|next| self.buckets[bucket(key) + next] as usize);
        match self.keys[from..to].iter().position(|&known| known == key) {
            Some(at) => {
                let [from, to] = [0, 1].map(|next| self.starts[from + at + next] as usize);
                &self.lines[from..to]
            }
            None => &[],
        }
    }

    /// Appends the book to `bytes`: number of positions, then for each the step from the key
    /// before and its lines.
    pub fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend((self.keys.len() as u32).to_le_bytes());
        let mut before = 0;
        for (at, &key) in self.keys.iter().enumerate() {
            let mut step = key - before;
            before = key;
            while step >= 0x80 {
                bytes.push(step as u8 | 0x80);
                step >>= 7;
            }
            bytes.push(step as u8);
            let lines = &self.lines[self.starts[at] as usize..self.starts[at + 1] as usize];
            for (index, &(number, count)) in lines.iter().enumerate() {
                let last = if index + 1 == lines.len() { LAST } else { 0 };
                bytes.extend((number | last).to_le_bytes());
                bytes.push(count);
            }
        }
    }

    /// Reads what [`Book::write`] wrote; nothing where the bytes end early or go on too long.
    pub fn read(mut bytes: &[u8]) -> Option<Book> {
        let count = u32::from_le_bytes(*bytes.split_off(..4)?.first_chunk()?);
        let mut book = Book { starts: vec![0], ..Book::default() };
        let mut key = 0u32;
        for index in 0..count {
            let mut step = 0u32;
            for shift in (0..35).step_by(7) {
                let byte = *bytes.split_off_first()?;
                step |= u32::from(byte & 0x7f) << shift;
                if byte & 0x80 == 0 {
                    break;
                }
            }
            if step == 0 && index > 0 {
                return None;
            }
            key = key.checked_add(step)?;
            loop {
                let line: [u8; 3] = *bytes.split_off(..3)?.first_chunk()?;
                let number = u16::from_le_bytes([line[0], line[1]]);
                book.lines.push((number & !LAST, line[2]));
                if number & LAST != 0 {
                    break;
                }
            }
            book.keys.push(key);
            book.starts.push(book.lines.len() as u32);
        }
        book.index();
        bytes.is_empty().then_some(book)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_book_survives_being_written() {
        let mut counts = Counts::new();
        counts.insert(0, vec![(3, 2), (5, 7)]);
        counts.insert(200, vec![(1, 1)]);
        counts.insert(u32::MAX, vec![(0x7fff, 100_000), (2, 50_000), (4, 1)]);
        let mut bytes = Vec::new();
        Book::new(&counts, 3).write(&mut bytes);
        let book = Book::read(&bytes).unwrap();
        assert_eq!(book.len(), 2);
        assert_eq!(book.find(0), [(5, 7), (3, 2)]);
        assert_eq!(book.find(200), [], "too few games");
        // Counts shrink to fit a byte; what becomes nothing is left out.
        assert_eq!(book.find(u32::MAX), [(0x7fff, 255), (2, 128)]);
        assert!(Book::read(&bytes[..bytes.len() - 1]).is_none());
    }

    #[test]
    fn keys_tell_positions_apart_and_join_transpositions() {
        let after = |moves: &str| {
            let mut pos = Chess::default();
            for text in moves.split_whitespace() {
                let m = text.parse::<shakmaty::san::San>().unwrap().to_move(&pos).unwrap();
                pos.play_unchecked(m);
            }
            key(&pos)
        };
        assert_eq!(after("d4 d5 c4 e6"), after("c4 e6 d4 d5"));
        assert_eq!(after("Nf3 Nf6 Ng1 Ng8"), after(""));
        for other in ["e4", "d4", "Nf3 Nf6 Rg1 Rg8 Rh1 Rh8 Ng1 Ng8", "e3 e6"] {
            assert_ne!(after(other), after(""), "{other}");
        }
    }
}
