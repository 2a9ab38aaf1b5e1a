//! Games that a search keeps to their end, whatever they cost on the way.

use rustc_hash::FxHashMap;
use shakmaty::{Chess, Position};

use super::lattice::{Cursor, MAX_SHEETS, Node, Step, hash};

/// A place of a game: the position's hash, the ply, the next entry of each sheet and whether the
/// one after it is used already.
type Place = (u64, u16, [(u16, bool); MAX_SHEETS]);

/// The steps of some games, by the places at which they are taken.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Guide(FxHashMap<Place, Vec<Step>>);

impl Guide {
    /// Adds a game from `start`, up to its first move that cannot be played; returns whether it
    /// takes any step that was not there.
    pub fn add(&mut self, start: &Chess, game: &[Step]) -> bool {
        let mut pos = start.clone();
        let mut ply = 0;
        let mut cursors = [Cursor::default(); MAX_SHEETS];
        let mut new = false;
        for &step in game {
            let (m, entries) = step;
            if m.is_some_and(|m| !pos.is_legal(m)) {
                return new;
            }
            let steps = self.0.entry(place(hash(&pos), ply, &cursors)).or_default();
            if !steps.contains(&step) {
                steps.push(step);
                new = true;
            }
            for (cursor, entry) in cursors.iter_mut().zip(entries) {
                *cursor = entry.map_or(*cursor, |entry| cursor.past(entry));
            }
            if let Some(m) = m {
                pos.play_unchecked(m);
                ply += 1;
            }
        }
        new
    }

    /// The steps that the games take from a node; none where they do not come by.
    pub fn steps(&self, node: &Node) -> &[Step] {
        if self.0.is_empty() {
            return &[];
        }
        self.0.get(&place(node.hash, node.ply, &node.cursors)).map_or(&[], Vec::as_slice)
    }
}

fn place(hash: u64, ply: u16, cursors: &[Cursor; MAX_SHEETS]) -> Place {
    (hash, ply, cursors.map(|cursor| (cursor.next, cursor.held)))
}

#[cfg(test)]
mod tests {
    use shakmaty::{Move, Role, Square};

    use super::*;

    fn pawn(from: Square, to: Square) -> Step {
        let m = Move::Normal { role: Role::Pawn, from, to, capture: None, promotion: None };
        (Some(m), [Some(0), None, None, None])
    }

    #[test]
    fn a_game_is_known_up_to_what_cannot_be_played() {
        let start = Chess::default();
        let mut guide = Guide::default();
        let opening = pawn(Square::E2, Square::E4);
        assert!(guide.add(&start, &[opening, opening]));
        assert!(!guide.add(&start, &[opening]));
        assert_eq!(guide.0.len(), 1);
        assert_eq!(guide.0.values().next(), Some(&vec![opening]));
        assert!(guide.add(&start, &[pawn(Square::D2, Square::D4)]));
        assert_eq!(guide.0.values().next().map(Vec::len), Some(2));
    }

    #[test]
    fn exchanged_and_left_out_entries_are_places_of_their_own() {
        let start = Chess::default();
        let mut guide = Guide::default();
        let aside = (None, [Some(0), None, None, None]);
        let exchanged = |step: Step, entry| (step.0, [entry, None, None, None]);
        let opening = pawn(Square::E2, Square::E4);
        assert!(guide.add(&start, &[aside, exchanged(opening, Some(1))]));
        assert!(guide.add(&start, &[exchanged(opening, Some(1)), exchanged(opening, Some(0))]));
        let places: Vec<_> = guide.0.keys().map(|(_, ply, cursors)| (*ply, cursors[0])).collect();
        assert_eq!(places.len(), 2);
        assert!(places.contains(&(0, (0, false))) && places.contains(&(0, (1, false))));
    }
}
