//! Student's distribution.

/// What the absolute value of Student's t with so many degrees of freedom does not exceed with a
/// certainty of `level`: 2.571 for 0.95 and 5 degrees. Infinite at a level of 1.
#[must_use]
pub fn student(level: f64, degrees: f64) -> f64 {
    let exceeded = |t: f64| incomplete_beta(degrees / 2.0, 0.5, degrees / (degrees + t * t));
    let (mut low, mut high) = (0.0, 1.0);
    while exceeded(high) > 1.0 - level {
        low = high;
        high *= 2.0;
        if high > 1e15 {
            return f64::INFINITY;
        }
    }
    while high - low > 1e-9 * high {
        let middle = (low + high) / 2.0;
        if exceeded(middle) > 1.0 - level { low = middle } else { high = middle }
    }
    high
}

/// The regularised incomplete beta function, by its continued fraction (Abramowitz and Stegun
/// 26.5.8), which converges fast on this side of the mean; the other side is its mirror.
fn incomplete_beta(a: f64, b: f64, x: f64) -> f64 {
    if x <= 0.0 || x >= 1.0 {
        return x.clamp(0.0, 1.0);
    }
    if x > (a + 1.0) / (a + b + 2.0) {
        return 1.0 - incomplete_beta(b, a, 1.0 - x);
    }
    let factor = ln_gamma(a + b) - ln_gamma(a) - ln_gamma(b) + a * x.ln() + b * (1.0 - x).ln();
    // Lentz's method: the fraction as a product of ratios of its numerators and denominators.
    let (mut numerator, mut denominator) = (1.0, 1.0 / (1.0 - (a + b) * x / (a + 1.0)));
    let mut fraction = denominator;
    for m in 1..1000 {
        let m = f64::from(m);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        let before = fraction;
        for term in [even, odd] {
            denominator = 1.0 / (1.0 + term * denominator);
            numerator = 1.0 + term / numerator;
            fraction *= numerator * denominator;
        }
        if (fraction - before).abs() <= 1e-14 * fraction.abs() {
            break;
        }
    }
    factor.exp() * fraction / a
}

/// Logarithm of the gamma function of a number above 0, by Lanczos' sum (g = 7, 9 terms), to 1e-13.
fn ln_gamma(x: f64) -> f64 {
    const TERMS: [f64; 8] = [
        676.520_368_121_885_1,
        -1_259.139_216_722_402_8,
        771.323_428_777_653_1,
        -176.615_029_162_140_6,
        12.507_343_278_686_905,
        -0.138_571_095_265_720_12,
        9.984_369_578_019_572e-6,
        1.505_632_735_149_311_6e-7,
    ];
    let x = x - 1.0;
    let terms = TERMS.iter().enumerate().map(|(i, term)| term / (x + i as f64 + 1.0));
    let sum = 0.999_999_999_999_809_9 + terms.sum::<f64>();
    let t = x + 7.5;
    std::f64::consts::TAU.sqrt().ln() + (x + 0.5) * t.ln() - t + sum.ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From the tables of the distribution; with 1 degree it is Cauchy's, with 2 there is a formula.
    #[test]
    fn quantiles_are_those_of_the_tables() {
        for (level, degrees, due) in [
            (0.95, 1.0, 12.706_204_7),
            (0.95, 5.0, 2.570_581_8),
            (0.95, 7.0, 2.364_624_3),
            (0.99, 2.0, 9.924_843_2),
            (0.999, 9.0, 4.780_912_6),
            (0.9999, 5.0, 11.177_710_2),
            (0.95, 1e6, 1.959_966_4),
            (0.0, 4.0, 0.0),
        ] {
            let found = student(level, degrees);
            assert!((found - due).abs() < 1e-6 * (1.0 + due), "{level} {degrees}: {found}");
        }
        let level: f64 = 0.999_99;
        let cauchy = (std::f64::consts::FRAC_PI_2 * level).tan();
        assert!((student(level, 1.0) / cauchy - 1.0).abs() < 1e-6);
        let two = level * (2.0 / (1.0 - level * level)).sqrt();
        assert!((student(level, 2.0) / two - 1.0).abs() < 1e-6);
        assert_eq!(student(1.0, 3.0), f64::INFINITY);
    }
}
