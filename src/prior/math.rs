//! Exponential and logarithm in single precision, written so that the compiler may do several at
//! once; unlike the system's, they give the same bits on every machine.
//!
//! The usual series, cut off where single precision ends.

/// e to the `x`, for any finite `x`; below -87 the smallest normal number.
#[inline(always)]
pub(crate) fn exp(x: f32) -> f32 {
    let octaves = (x * std::f32::consts::LOG2_E).clamp(-126.0, 126.0);
    // Rounded to the nearest whole number by the limits of the mantissa.
    let shifted = octaves + ROUND;
    let whole = shifted - ROUND;
    let part = (octaves - whole) * std::f32::consts::LN_2;
    let mut power = 1.0 / 720.0;
    for factor in [1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0, 1.0] {
        power = power * part + factor;
    }
    let exponent = (shifted.to_bits() << 23).wrapping_add(127 << 23);
    power * f32::from_bits(exponent)
}

/// Adding this leaves no bits of a number behind the point; its own bits end in 0.
const ROUND: f32 = 12_582_912.0;

/// Natural logarithm of a positive, normal number.
pub(crate) fn ln(x: f32) -> f32 {
    // The mantissa, between sqrt(1/2) and sqrt(2).
    let bits = x.to_bits().wrapping_sub(0x3f35_04f3);
    let octaves = (bits as i32 >> 23) as f32;
    let mantissa = f32::from_bits((bits & 0x007f_ffff) + 0x3f35_04f3);
    // ln m = 2 artanh((m - 1) / (m + 1))
    let ratio = (mantissa - 1.0) / (mantissa + 1.0);
    let square = ratio * ratio;
    let mut series = 1.0 / 9.0;
    for factor in [1.0 / 7.0, 1.0 / 5.0, 1.0 / 3.0, 1.0] {
        series = series * square + factor;
    }
    octaves * std::f32::consts::LN_2 + 2.0 * ratio * series
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn close_to_the_true_values() {
        for step in -8700..8700 {
            let x = step as f32 / 100.0;
            let wanted = f64::from(x).exp();
            let error = (f64::from(exp(x)) / wanted - 1.0).abs();
            assert!(error < 1e-5, "exp {x}: {error}");
            let power = exp(x);
            let error = f64::from(ln(power)) - f64::from(power).ln();
            assert!(error.abs() < 1e-5, "ln {power}: {error}");
        }
        assert_eq!(ln(1.0), 0.0);
        assert!(exp(-1e9) > 0.0 && ln(f32::MIN_POSITIVE).is_finite());
    }
}
