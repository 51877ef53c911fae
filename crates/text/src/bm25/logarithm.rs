//! The natural logarithm from additions, multiplications and divisions alone.
//!
//! The platform's own may differ in the last bit from one machine to the next, and a last bit decides a tie.

/// Bits of a double's fraction.
const FRACTION_BITS: u32 = 52;

/// The exponent that stands for 2⁰.
const BIAS: i32 = 1023;

/// Terms of the series: for fractions between 1/√2 and √2 the rest is below the precision of a double.
const TERMS: u32 = 12;

/// The natural logarithm of a normal positive number.
pub(super) fn ln(value: f64) -> f64 {
    debug_assert!(value.is_normal() && value > 0.0, "{value} is outside what ranking asks for");
    let bits = value.to_bits();
    let mut exponent = (bits >> FRACTION_BITS) as i32 - BIAS;
    let mut fraction = f64::from_bits((bits & ((1 << FRACTION_BITS) - 1)) | ((BIAS as u64) << FRACTION_BITS));
    if fraction > std::f64::consts::SQRT_2 {
        fraction /= 2.0;
        exponent += 1;
    }
    f64::from(exponent) * std::f64::consts::LN_2 + ln_near_one(fraction)
}

/// 2·(s + s³/3 + s⁵/5 + …) with s = (x−1)/(x+1), from the smallest term to the largest.
fn ln_near_one(fraction: f64) -> f64 {
    let s = (fraction - 1.0) / (fraction + 1.0);
    let square = s * s;
    let sum = (0..TERMS).rev().fold(0.0, |sum, term| sum * square + 1.0 / f64::from(2 * term + 1));
    2.0 * s * sum
}

#[cfg(test)]
mod tests {
    use super::ln;

    #[test]
    fn it_is_the_logarithm() {
        for value in [1.0, 1.000_001, 1.4, 1.5, 2.0, 3.7, 10.0, 12_345.678, 4.3e9, 0.3] {
            let difference = (ln(value) - f64::ln(value)).abs();
            assert!(difference <= 4.0 * f64::EPSILON * f64::ln(value).abs().max(1.0), "{value}: {difference}");
        }
    }
}
