//! Where sheets contradict one another about a move.
//!
//! Two entries at a ply contradict one another if one of them is a spelling of a legal move and
//! none of the moves that it spells is spelled by the other. `Sf3` and `Nf3`, `exd5` and `ed` do
//! not; `Nbd7` and `Nfd7` do, and so do `Qh4` and `Qh9`. Where neither spells any legal move,
//! nothing can be said.

use shakmaty::Position;

use super::{emission::SheetModel, lattice::Node, shapes::shapes};
use crate::notation::spelling::MoveShape;

/// Whether two of the entries, given as sheet and entry, contradict one another about the move
/// that is played from `node`; `shape` is the one that was found.
pub fn is_dispute(
    node: &Node,
    shape: &MoveShape,
    models: &mut [SheetModel],
    entries: &[(usize, usize)],
) -> bool {
    if entries.len() < 2 {
        return false;
    }
    // Mostly all say the same.
    if entries.iter().all(|&(sheet, entry)| models[sheet].may_spell(entry, shape)) {
        return false;
    }
    let shapes = shapes(&node.pos, &node.pos.legal_moves(), node.kings_side);
    let said: Vec<Vec<bool>> = entries
        .iter()
        .map(|&(sheet, entry)| {
            shapes.iter().map(|shape| models[sheet].may_spell(entry, shape)).collect()
        })
        .collect();
    let contradict = |one: &[bool], other: &[bool]| {
        one.iter().chain(other).any(|&said| said) && !one.iter().zip(other).any(|(a, b)| *a && *b)
    };
    (0..said.len()).any(|at| said[at + 1..].iter().any(|other| contradict(&said[at], other)))
}

#[cfg(test)]
mod tests {
    use crate::{
        read,
        search::{Options, Reconstructor},
        witnesses::{Witness, join},
    };

    /// The plies, counted from 1, at which two sheets contradict one another.
    fn disputed(white: &str, black: &str) -> Vec<u32> {
        let witness = |name: &str, text: &str| Witness {
            name: name.to_owned(),
            record: read::read(text.as_bytes(), name).expect("a sheet").remove(0),
        };
        let record = join("game", vec![witness("white", white), witness("black", black)]);
        let game = Reconstructor::new(Options::default()).expect("defaults").reconstruct(&record);
        assert_eq!(game.moves.len(), 23, "{:?}", game.moves);
        game.moves.iter().map(|m| m.ply).filter(|&ply| game.is_disputed(ply)).collect()
    }

    const GAME: &str = "1. e4 e5 2. Nf3 Nc6 3. d4 exd4 4. Nxd4 Nf6 5. Nc3 Bb4 6. Nxc6 bxc6 \
                        7. Bd3 d5 8. exd5 cxd5 9. O-O O-O 10. Bg5 c6 11. Qf3 Be7 12. Rae1";

    #[test]
    fn other_ways_of_writing_are_no_contradiction() {
        let german = GAME.replace('N', "S").replace('B', "L").replace('Q', "D").replace('R', "T");
        let long = "1. e2-e4 e7-e5 2. Ng1-f3 Nb8-c6 3. d2-d4 e5xd4 4. Nf3xd4 Ng8-f6 5. Nb1-c3 \
                    Bf8-b4 6. Nd4xc6 b7xc6 7. Bf1-d3 d7-d5 8. e4xd5 c6xd5 9. 0-0 0-0 10. Bc1-g5 \
                    c7-c6 11. Qd1-f3 Bb4-e7 12. Ra1-e1";
        let terse = GAME.replace('x', "").replace("O-O", "00").replace("Rae1", "Re1");
        for other in [&german, long, &terse] {
            assert_eq!(disputed(GAME, other), Vec::<u32>::new(), "{other}");
        }
    }

    #[test]
    fn other_moves_and_misread_ones_are_contradictions() {
        let other = GAME.replace("Rae1", "Rfe1").replace("Bg5", "Bf4").replace("Be7", "Bc7");
        assert_eq!(disputed(GAME, &other), [19, 22, 23]);
        // Where no sheet says anything that can be played, there is nothing to contradict.
        let (one, two) = (GAME.replace("Be7", "Bc9"), GAME.replace("Be7", "Bo7"));
        assert_eq!(disputed(&one, &two), Vec::<u32>::new());
    }
}
