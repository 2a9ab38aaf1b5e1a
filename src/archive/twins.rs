//! Games that stand in an archive twice, found in a fixed amount of memory.
//!
//! A game is known again by two hashes: of its players and all its moves, and of its players and
//! its first [`OPENING`] plies. Both are held in one table, 12 bytes each and so 24 bytes a game
//! besides free slots, up to [`MOST_KEYS`]; the games behind that are looked up and not held.

use std::hash::Hasher;

use rustc_hash::FxHasher;

use super::{
    tags::Head,
    walk::{OPENING, Walk},
};

/// Slots of the table at most: 48 MB.
const MOST_SLOTS: usize = 1 << 22;
/// Keys that are held at most, of 1.8 million games.
const MOST_KEYS: usize = MOST_SLOTS / 8 * 7;
/// Shortest game that is looked for, in plies: shorter ones are alike by chance.
const SHORTEST: usize = 8;

/// By what a game is known again; 0 stands for nothing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Keys {
    /// Hash of players and moves.
    pub whole: u64,
    /// Hash of players and first moves; nothing for short games.
    pub opening: u64,
}

/// The keys of a game that was read and played.
pub(super) fn keys(bytes: &[u8], head: &Head, walk: &Walk) -> Keys {
    if walk.plies.len() < SHORTEST {
        return Keys::default();
    }
    let mut players = FxHasher::default();
    for tag in [&b"White"[..], b"Black"] {
        hash_name(head.value(bytes, tag).unwrap_or_default(), &mut players);
    }
    let players = players.finish();
    let key = |moves: u64, which: u64| {
        let mut hash = FxHasher::default();
        [players, moves, which].iter().for_each(|&part| hash.write_u64(part));
        mixed(hash.finish()).max(1)
    };
    let opening = if walk.plies.len() < OPENING { 0 } else { key(walk.opening_key, 2) };
    Keys { whole: key(walk.moves_key, 1), opening }
}

/// Hashes the longest word of a name, in small letters, and its digits: `Carlsen, Magnus` is
/// `M. Carlsen`, but `Rybka 3` is not `Rybka 4`.
fn hash_name(name: &[u8], hash: &mut FxHasher) {
    let words = name.split(|b| !(b.is_ascii_alphabetic() || *b >= 0x80));
    let longest =
        words.fold(&b""[..], |best, word| if word.len() > best.len() { word } else { best });
    longest.iter().for_each(|b| hash.write_u8(b.to_ascii_lowercase()));
    name.iter().filter(|b| b.is_ascii_digit()).for_each(|b| hash.write_u8(*b));
    hash.write_u8(0);
}

/// Spreads a hash over all bits (the finaliser of SplitMix64, <https://prng.di.unimi.it/splitmix64.c>).
fn mixed(mut x: u64) -> u64 {
    x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}

/// What a game is to one before it; both are numbers of games, from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Twin {
    /// The same players and moves.
    Same(u64),
    /// The same players and first moves.
    Near(u64),
}

/// The games that were met.
#[derive(Debug, Default)]
pub struct Twins {
    /// Keys, 0 where a slot is free; their low bits are where they are looked for first.
    keys: Vec<u64>,
    /// The games that they were first met with.
    games: Vec<u32>,
    held: usize,
    full: bool,
}

impl Twins {
    /// Whether there were more games than are held.
    pub fn is_full(&self) -> bool {
        self.full
    }

    /// Looks for a game before this one, and holds it. `game` is its number in the whole run,
    /// from 1.
    pub fn meet(&mut self, keys: Keys, game: u64) -> Option<Twin> {
        let same = self.look_up_or_hold(keys.whole, game);
        let near = self.look_up_or_hold(keys.opening, game);
        same.map(Twin::Same).or(near.map(Twin::Near))
    }

    fn look_up_or_hold(&mut self, key: u64, game: u64) -> Option<u64> {
        if key == 0 {
            return None;
        }
        if self.held >= self.keys.len() / 8 * 7 && self.keys.len() < MOST_SLOTS {
            self.grow();
        }
        let at = self.slot(key);
        if self.keys[at] == key {
            return Some(self.games[at].into());
        }
        match u32::try_from(game) {
            Ok(game) if self.held < MOST_KEYS => {
                (self.keys[at], self.games[at]) = (key, game);
                self.held += 1;
            }
            _ => self.full = true,
        }
        None
    }

    /// The slot of a key, or the free one that it belongs into; one in eight is always free.
    fn slot(&self, key: u64) -> usize {
        let mask = self.keys.len() - 1;
        let mut at = key as usize & mask;
        while self.keys[at] != 0 && self.keys[at] != key {
            at = (at + 1) & mask;
        }
        at
    }

    /// Doubles the table.
    fn grow(&mut self) {
        let slots = (self.keys.len() * 2).max(1 << 10);
        let keys = std::mem::replace(&mut self.keys, vec![0; slots]);
        let games = std::mem::replace(&mut self.games, vec![0; slots]);
        for (key, game) in keys.into_iter().zip(games).filter(|(key, _)| *key != 0) {
            let at = self.slot(key);
            (self.keys[at], self.games[at]) = (key, game);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_met_again() {
        let mut twins = Twins::default();
        let keys = |n: u64| Keys { whole: mixed(n), opening: mixed(n / 2 + (1 << 40)) };
        for n in 1..=20_000 {
            let want = if n % 2 == 1 && n > 1 { Some(Twin::Near(n - 1)) } else { None };
            assert_eq!(twins.meet(keys(n), n), want, "{n}");
        }
        assert_eq!(twins.meet(keys(12_345), 20_001), Some(Twin::Same(12_345)));
        assert_eq!(twins.meet(Keys::default(), 20_002), None);
        assert_eq!(twins.meet(Keys::default(), 20_003), None);
        assert!(!twins.is_full());
    }

    #[test]
    fn players_are_known_by_their_longest_word() {
        let hash = |name: &str| {
            let mut hash = FxHasher::default();
            hash_name(name.as_bytes(), &mut hash);
            hash.finish()
        };
        assert_eq!(hash("Carlsen, Magnus"), hash("M. CARLSEN"));
        assert_ne!(hash("Carlsen, Magnus"), hash("Karjakin, S"));
        assert_ne!(hash("Rybka 3"), hash("Rybka 4"));
        assert_eq!(hash("?"), hash(""));
    }
}
