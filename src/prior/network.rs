//! A small network from the pieces on the board to rows of scores that the moves share.
//!
//! A wide layer: a sum of rows of weights, one for each feature of the position, clipped. A narrow
//! one: products of the wide layer with rows, clipped. A move's score is the product of both layers
//! together with the sum of the move's output rows.

use super::features::{INPUTS, OUTPUTS, SHARED_ROWS};

/// Units of the wide layer.
pub(super) const WIDE: usize = 192;

/// Units of the narrow layer.
pub(super) const NARROW: usize = 32;

/// Units of both.
pub(super) const UNITS: usize = WIDE + NARROW;

/// Steps of a weight in the data file: 64 to one; a unit has as many.
pub(super) const STEP: f32 = 64.0;

/// Most that a weight or a hidden unit can be, in steps.
pub(super) const LIMIT: i16 = 127;

/// Number of weights: the wide layer's rows with its bias at the end, the narrow layer's, its bias,
/// and the output rows.
pub(super) const WEIGHTS: usize = (INPUTS + 1 + NARROW) * WIDE + NARROW + OUTPUTS * UNITS;

/// Weights of one row, each within [`LIMIT`]; in whole vectors, of the bytes that these are made of.
#[derive(Debug, Clone)]
#[repr(align(32))]
pub(super) struct Row<const N: usize>([u8; N]);

/// The layers of a position, each unit 0 to [`LIMIT`]; the narrow one last.
#[derive(Debug)]
#[repr(align(32))]
pub(super) struct Units([u8; UNITS]);

/// The network, in whole steps.
#[derive(Debug)]
pub(super) struct Network {
    /// Of the wide layer, its bias last.
    inputs: Vec<Row<WIDE>>,
    narrow: Vec<Row<WIDE>>,
    narrow_bias: [i8; NARROW],
    outputs: Vec<Row<UNITS>>,
}

impl Network {
    /// Takes [`WEIGHTS`] weights; nothing where there are fewer, or one is too large.
    pub fn new(weights: &[i8]) -> Option<Network> {
        if weights.contains(&i8::MIN) {
            return None;
        }
        let (inputs, rest) = weights.split_at_checked((INPUTS + 1) * WIDE)?;
        let (narrow, rest) = rest.split_at_checked(NARROW * WIDE)?;
        let (narrow_bias, rest) = rest.split_first_chunk()?;
        let outputs = rest.get(..OUTPUTS * UNITS)?;
        Some(Network {
            inputs: rows(inputs),
            narrow: rows(narrow),
            narrow_bias: *narrow_bias,
            outputs: rows(outputs),
        })
    }

    /// The layers for the features of a position.
    #[inline(always)]
    fn units(&self, inputs: &[u16], product: impl Fn(&[u8], &[u8]) -> i32) -> Units {
        let mut sums = self.inputs[INPUTS].0.map(|weight| i16::from(weight as i8));
        for &input in inputs {
            let row = &self.inputs[usize::from(input)];
            for (sum, weight) in sums.iter_mut().zip(&row.0) {
                *sum += i16::from(*weight as i8);
            }
        }
        let mut units = Units([0; UNITS]);
        let (wide, narrow) = units.0.split_at_mut(WIDE);
        for (unit, sum) in wide.iter_mut().zip(sums) {
            *unit = sum.clamp(0, LIMIT) as u8;
        }
        for ((unit, row), bias) in narrow.iter_mut().zip(&self.narrow).zip(self.narrow_bias) {
            let sum = product(wide, &row.0) / STEP as i32 + i32::from(bias);
            *unit = sum.clamp(0, i32::from(LIMIT)) as u8;
        }
        units
    }
}

/// Parts weights into rows.
fn rows<const N: usize>(weights: &[i8]) -> Vec<Row<N>> {
    weights.as_chunks().0.iter().map(|row| Row(row.map(|weight| weight as u8))).collect()
}

/// The product of units with the bytes of a row of weights.
#[inline(always)]
pub(super) fn product(units: &[u8], row: &[u8]) -> i32 {
    units.iter().zip(row).map(|(&unit, &weight)| i32::from(unit) * i32::from(weight as i8)).sum()
}

/// [`product`] with the vectors of newer processors; as many of both, in whole vectors.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn product_wide(units: &[u8], row: &[u8]) -> i32 {
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
    let (units, _) = units.as_chunks::<LANES>();
    let (weights, _) = row.as_chunks::<LANES>();
    let mut sum = _mm256_setzero_si256();
    for (units, weights) in units.iter().zip(weights) {
        // Two products fit into 16 bits, since neither factor is beyond LIMIT.
        let pairs = _mm256_maddubs_epi16(vector(*units), vector(*weights));
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

impl<'a, P: Fn(&[u8], &[u8]) -> i32> Scores<'a, P> {
    /// `product` is [`product`] or does the same.
    #[inline(always)]
    pub fn new(network: &'a Network, inputs: &[u16], product: P) -> Scores<'a, P> {
        let units = network.units(inputs, &product);
        Scores { network, units, known: [None; OUTPUTS - SHARED_ROWS], product }
    }

    /// Adds the product of an output row for each move of a block to its sum, for [`logit`]. The
    /// rows are of one group.
    #[inline(always)]
    pub fn add(&mut self, rows: &[u32], sums: &mut [i32]) {
        let mut before = None;
        for (&row, sum) in rows.iter().zip(sums) {
            let row = row as usize;
            let product = || (self.product)(&self.units.0, &self.network.outputs[row].0);
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
            (LIMIT as u8, [-LIMIT as i8; UNITS]),
            (LIMIT as u8, [LIMIT as i8; UNITS]),
            (93, std::array::from_fn(weight)),
        ] {
            let units: [u8; UNITS] = std::array::from_fn(|i| unit - (i % 7) as u8);
            let wanted: i32 = (0..UNITS).map(|i| i32::from(units[i]) * i32::from(weights[i])).sum();
            let weights = weights.map(|weight| weight as u8);
            assert_eq!(product(&units, &weights), wanted);
            #[cfg(target_arch = "x86_64")]
            if is_x86_feature_detected!("avx2") {
                // SAFETY: the processor was just asked for it.
                #[allow(unsafe_code)]
                let wide = unsafe { product_wide(&units, &weights) };
                assert_eq!(wide, wanted);
            }
        }
    }
}
