//! Whether sheets replay as they are written, before any damage is thought of.

use shakmaty::{Bitboard, Chess, Position};

use super::{
    emission::{FARTHER, SheetModel},
    shapes::{follow, kings_pieces, shapes},
};
use crate::notation::spelling::MoveShape;

/// Most positions that the same texts may lead to; more are not told apart here.
const MOST_POSITIONS: usize = 32;

/// Whether every entry of every sheet spells a legal move of one and the same game.
///
/// A text may spell several moves; all of them are followed. Results, remarks and what is most
/// likely no move are passed over, a blank among the moves is a gap. Ends at the first text that
/// spells no move, so that damaged sheets cost next to nothing.
pub fn replays(start: &Chess, models: &mut [SheetModel]) -> bool {
    let mut moves: Vec<Vec<usize>> = Vec::new();
    for model in models.iter() {
        let written = |at: &usize| model.entries[*at].is_move();
        let entries: Vec<usize> = (0..model.entries.len()).filter(written).collect();
        let last = entries.last().copied().unwrap_or(0);
        if model.entries[..last].iter().any(|entry| entry.blank) {
            return false;
        }
        moves.push(entries);
    }
    let plies = moves.iter().map(Vec::len).max().unwrap_or(0);
    let mut positions = vec![(start.clone(), kings_pieces(start))];
    for ply in 0..plies {
        let mut next: Vec<(Chess, Bitboard)> = Vec::new();
        for (pos, kings_side) in &positions {
            let legal = pos.legal_moves();
            let shapes = shapes(pos, &legal, *kings_side);
            let mut cost = |shape: &MoveShape| -> Option<f32> {
                let written = models.iter_mut().zip(&moves);
                let costs = written.filter_map(|(model, entries)| {
                    let entry = *entries.get(ply)?;
                    let captures = shape.victim.is_some() || !model.entries[entry].capture;
                    let cost = model.spelling_cost(entry, shape).filter(|_| captures);
                    let cost = cost.filter(|cost| !model.is_far_fetched(entry, *cost, shape.black));
                    let usual = &mut model.entries[entry].usual;
                    if let Some(cost) = cost
                        && usual.is_none_or(|(_, least)| cost < least)
                    {
                        *usual = Some((shape.role, cost));
                    }
                    Some(cost)
                });
                costs.sum()
            };
            let costs: Vec<Option<f32>> = shapes.iter().map(&mut cost).collect();
            let least = costs.iter().flatten().copied().fold(f32::INFINITY, f32::min);
            let checked = models.iter().zip(&moves).any(|(model, entries)| {
                entries.get(ply).is_some_and(|&entry| model.entries[entry].check == Some(true))
            });
            for (&m, cost) in legal.iter().zip(costs) {
                if cost.is_none_or(|cost| cost > least + FARTHER) {
                    continue;
                }
                let mut after = pos.clone();
                after.play_unchecked(m);
                if checked && !after.is_check() {
                    continue;
                }
                let after = (after, follow(*kings_side, m));
                if !next.contains(&after) {
                    next.push(after);
                }
            }
        }
        if next.is_empty() || next.len() > MOST_POSITIONS {
            return false;
        }
        positions = next;
    }
    plies > 0
}
