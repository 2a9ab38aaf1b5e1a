//! A small network from the pieces on the board to rows of scores that the moves share.
//!
//! One hidden layer: a sum of rows of weights, one for each feature of the position, clipped.
//! A move's score is the product of that layer with the sum of the move's output rows.

use super::features::{INPUTS, OUTPUTS, SHARED_ROWS};

/// Width of the hidden layer.
pub(super) const HIDDEN: usize = 128;

/// Steps of a weight in the data file: 64 to one; a unit has as many.
pub(super) const STEP: f32 = 64.0;

/// Most that a weight or a hidden unit can be, in steps.
pub(super) const LIMIT: i16 = 127;

/// Number of weights, first the hidden layer's with its bias at the end, then the output rows.
pub(super) const WEIGHTS: usize = (INPUTS + 1 + OUTPUTS) * HIDDEN;

/// Weights of one row, each within [`LIMIT`]; in whole cache lines.
#[derive(Debug, Clone)]
#[repr(align(64))]
pub(super) struct Row([i8; HIDDEN]);

/// The hidden layer of a position, each unit 0 to [`LIMIT`].
#[derive(Debug)]
#[repr(align(64))]
pub(super) struct Units([u8; HIDDEN]);

/// The network, in whole steps.
#[derive(Debug)]
pub(super) struct Network {
    first: Vec<Row>,
    second: Vec<Row>,
}

impl Network {
    /// Takes the first [`WEIGHTS`] of `weights`; nothing where there are fewer, or one is too large.
    pub fn new(weights: &[i8]) -> Option<Network> {
        let (rows, _) = weights.get(..WEIGHTS)?.as_chunks();
        if rows.as_flattened().contains(&i8::MIN) {
            return None;
        }
        let (first, second) = rows.split_at(INPUTS + 1);
        let rows = |rows: &[[i8; HIDDEN]]| rows.iter().map(|row| Row(*row)).collect();
        Some(Network { first: rows(first), second: rows(second) })
    }

    /// The hidden layer for the features of a position.
    #[inline(always)]
    fn hidden(&self, inputs: &[u16]) -> Units {
        let mut sums = self.first[INPUTS].0.map(i16::from);
        for &input in inputs {
            let row = &self.first[usize::from(input)];
            for (sum, weight) in sums.iter_mut().zip(&row.0) {
                *sum += i16::from(*weight);
            }
        }
        Units(sums.map(|sum| sum.clamp(0, LIMIT) as u8))
    }

    /// An output row.
    #[inline(always)]
    fn row(&self, row: usize) -> &Row {
        &self.second[row]
    }
}

/// The product of a hidden layer with an output row.
#[inline(always)]
pub(super) fn product(units: &Units, row: &Row) -> i32 {
    units.0.iter().zip(&row.0).map(|(&unit, &weight)| i32::from(unit) * i32::from(weight)).sum()
}

/// [`product`] with the vectors of newer processors.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn product_wide(units: &Units, row: &Row) -> i32 {
    use std::arch::x86_64::{
        __m256i, _mm_add_epi32, _mm_cvtsi128_si32, _mm_shuffle_epi32, _mm256_add_epi32,
        _mm256_castsi256_si128, _mm256_extracti128_si256, _mm256_madd_epi16, _mm256_maddubs_epi16,
        _mm256_set_epi64x, _mm256_set1_epi16, _mm256_setzero_si256,
    };
    const LANES: usize = size_of::<__m256i>();
    // The compiler makes one load of four.
    let vector = |bytes: [u8; LANES]| {
        let (parts, _) = bytes.as_chunks();
        let [a, b, c, d] = [0, 1, 2, 3].map(|part| i64::from_le_bytes(parts[part]));
        _mm256_set_epi64x(d, c, b, a)
    };
    let (units, _) = units.0.as_chunks::<LANES>();
    let (weights, _) = row.0.as_chunks::<LANES>();
    let mut sum = _mm256_setzero_si256();
    for (units, weights) in units.iter().zip(weights) {
        // Two products fit into 16 bits, since neither factor is beyond LIMIT.
        let pairs = _mm256_maddubs_epi16(vector(*units), vector(weights.map(|w| w as u8)));
        sum = _mm256_add_epi32(sum, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
    }
    let half = _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256::<1>(sum));
    let quarter = _mm_add_epi32(half, _mm_shuffle_epi32::<0b01_00_11_10>(half));
    let all = _mm_add_epi32(quarter, _mm_shuffle_epi32::<0b10_11_00_01>(quarter));
    _mm_cvtsi128_si32(all)
}

/// The score that a sum of products makes.
#[inline(always)]
pub(super) fn logit(products: i32) -> f32 {
    products as f32 / (STEP * STEP)
}

/// Scores of the moves of one position, with the rows that were already asked for.
pub(super) struct Scores<'a, P> {
    network: &'a Network,
    units: Units,
    /// Of the rows that many moves share.
    known: [Option<i32>; OUTPUTS - SHARED_ROWS],
    product: P,
}

impl<'a, P: Fn(&Units, &Row) -> i32> Scores<'a, P> {
    /// `product` is [`product`] or does the same.
    #[inline(always)]
    pub fn new(network: &'a Network, inputs: &[u16], product: P) -> Scores<'a, P> {
        let units = network.hidden(inputs);
        Scores { network, units, known: [None; OUTPUTS - SHARED_ROWS], product }
    }

    /// Adds the product of an output row for each move of a block to its sum, for [`logit`]. The
    /// rows are of one group.
    #[inline(always)]
    pub fn add(&mut self, rows: &[u32], sums: &mut [i32]) {
        let mut before = None;
        for (&row, sum) in rows.iter().zip(sums) {
            let row = row as usize;
            let product = || (self.product)(&self.units, self.network.row(row));
            *sum += match row.checked_sub(SHARED_ROWS) {
                Some(shared) => *self.known[shared].get_or_insert_with(product),
                // Moves of one piece stand together.
                None => match before {
                    Some((other, known)) if other == row => known,
                    _ => before.insert((row, product())).1,
                },
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_processor_finds_the_same_product() {
        let limit = LIMIT as i32;
        let weight = |i: usize| (i as i32 * 37 % (2 * limit + 1) - limit) as i8;
        for (unit, weights) in [
            (LIMIT as u8, [-LIMIT as i8; HIDDEN]),
            (LIMIT as u8, [LIMIT as i8; HIDDEN]),
            (93, std::array::from_fn(weight)),
        ] {
            let units = Units(std::array::from_fn(|i| unit - (i % 7) as u8));
            let row = Row(weights);
            let wanted: i32 =
                (0..HIDDEN).map(|i| i32::from(units.0[i]) * i32::from(row.0[i])).sum();
            assert_eq!(product(&units, &row), wanted);
            #[cfg(target_arch = "x86_64")]
            if is_x86_feature_detected!("avx2") {
                // SAFETY: the processor was just asked for it.
                #[allow(unsafe_code)]
                let wide = unsafe { product_wide(&units, &row) };
                assert_eq!(wide, wanted);
            }
        }
    }
}
