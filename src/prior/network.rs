//! A small network from the pieces on the board to rows of scores that the moves share.
//!
//! One hidden layer: a sum of rows of weights, one for each feature of the position, clipped.
//! A move's score is the product of that layer with the sum of the move's output rows.

use super::features::{INPUTS, MoveOutputs, OUTPUTS};

/// Width of the hidden layer.
pub(super) const HIDDEN: usize = 128;

/// Steps of a weight in the data file: 64 to one.
pub(super) const STEP: f32 = 64.0;

/// Most that a weight or a hidden unit can be, in steps.
pub(super) const LIMIT: i16 = 127;

/// Number of weights, first the hidden layer's with its bias at the end, then the output rows.
pub(super) const WEIGHTS: usize = (INPUTS + 1 + OUTPUTS) * HIDDEN;

/// The network, in whole steps.
#[derive(Debug)]
pub(super) struct Network {
    first: Vec<[i8; HIDDEN]>,
    second: Vec<[i8; HIDDEN]>,
}

impl Network {
    /// Takes the first [`WEIGHTS`] of `weights`; nothing where there are fewer.
    pub fn new(weights: &[i8]) -> Option<Network> {
        let (rows, _) = weights.get(..WEIGHTS)?.as_chunks();
        let (first, second) = rows.split_at(INPUTS + 1);
        Some(Network { first: first.to_vec(), second: second.to_vec() })
    }

    /// The hidden layer for the features of a position.
    #[inline(always)]
    pub fn hidden(&self, inputs: &[u16]) -> Hidden<'_> {
        let mut units = self.first[INPUTS].map(i16::from);
        for &input in inputs {
            let row = &self.first[usize::from(input)];
            for (unit, weight) in units.iter_mut().zip(row) {
                *unit += i16::from(*weight);
            }
        }
        for unit in &mut units {
            *unit = (*unit).clamp(0, LIMIT);
        }
        Hidden { network: self, units, known: [i32::MIN; OUTPUTS] }
    }
}

/// The hidden layer of one position, with the rows that were already asked for.
#[derive(Debug)]
pub(super) struct Hidden<'a> {
    network: &'a Network,
    units: [i16; HIDDEN],
    known: [i32; OUTPUTS],
}

impl Hidden<'_> {
    /// Score of a move, in logits.
    #[inline(always)]
    pub fn score(&mut self, outputs: &MoveOutputs) -> f32 {
        let mut sum = 0;
        for &row in outputs {
            let row = usize::from(row);
            if self.known[row] == i32::MIN {
                self.known[row] = self
                    .units
                    .iter()
                    .zip(&self.network.second[row])
                    .map(|(&a, &b)| i32::from(a) * i32::from(i16::from(b)))
                    .sum();
            }
            sum += self.known[row];
        }
        sum as f32 / (STEP * STEP)
    }
}
