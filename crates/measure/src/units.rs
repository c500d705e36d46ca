//! Numbers as people read them.

/// `1555417` as `1,555,417`.
#[must_use]
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// Nanoseconds in the unit that leaves one to three digits before the point: `37.25 µs`.
#[must_use]
pub fn time(ns: f64) -> String {
    let (value, unit) = scaled(ns);
    match value {
        v if v >= 100.0 => format!("{v:.1} {unit}"),
        v if v >= 10.0 => format!("{v:.2} {unit}"),
        v => format!("{v:.3} {unit}"),
    }
}

/// Nanoseconds as the seed documents print them: `1.555417 ms (1,555,417 ns)`.
#[must_use]
pub fn exact_time(ns: f64) -> String {
    let whole = ns.round().max(0.0);
    let (value, unit) = scaled(whole);
    let text = match unit {
        "ns" => return format!("{whole} ns"),
        "µs" => format!("{value:.3}"),
        "ms" => format!("{value:.6}"),
        _ => format!("{value:.9}"),
    };
    let text = text.trim_end_matches('0').trim_end_matches('.');
    format!("{text} {unit} ({} ns)", grouped(whole as u64))
}

/// A number to four digits or to the unit, whichever says more: `10.97`, `1,167`, `0.04200`.
#[must_use]
pub fn digits(number: f64) -> String {
    if number >= 999.95 {
        return grouped(number.round() as u64);
    }
    // Of 0 and below there is nothing to find the first digit of.
    let first = if number > 0.0 { number.log10().floor() as i32 } else { 0 };
    let places = usize::try_from(3 - first).unwrap_or(0);
    format!("{number:.places$}")
}

/// Bytes, exactly: `65,556 bytes`.
#[must_use]
pub fn bytes(count: u64) -> String {
    if count == 1 { "1 byte".into() } else { format!("{} bytes", grouped(count)) }
}

fn scaled(ns: f64) -> (f64, &'static str) {
    match ns {
        ns if ns < 1e3 => (ns, "ns"),
        ns if ns < 1e6 => (ns / 1e3, "µs"),
        ns if ns < 1e9 => (ns / 1e6, "ms"),
        ns => (ns / 1e9, "s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_read_as_in_the_seeds() {
        assert_eq!(exact_time(1_555_417.0), "1.555417 ms (1,555,417 ns)");
        assert_eq!(exact_time(37_250.0), "37.25 µs (37,250 ns)");
        assert_eq!(exact_time(30_125.2), "30.125 µs (30,125 ns)");
        assert_eq!(exact_time(2e9), "2 s (2,000,000,000 ns)");
        assert_eq!(exact_time(12.4), "12 ns");
        assert_eq!(time(37_250.0), "37.25 µs");
        assert_eq!(time(1_555_417.0), "1.555 ms");
        assert_eq!(time(654.3e6), "654.3 ms");
    }

    #[test]
    fn numbers_have_four_digits() {
        let text = [0.0, 0.042, 0.99999, 1.0, 10.974_5, 999.9, 999.96, 1_166.97, 1e6].map(digits);
        assert_eq!(
            text,
            [
                "0.000",
                "0.04200",
                "1.0000",
                "1.000",
                "10.97",
                "999.9",
                "1,000",
                "1,167",
                "1,000,000"
            ]
        );
    }

    #[test]
    fn numbers_are_grouped() {
        assert_eq!(
            (grouped(0), grouped(999), grouped(1000)),
            ("0".into(), "999".into(), "1,000".into())
        );
        assert_eq!(bytes(65_556), "65,556 bytes");
        assert_eq!(bytes(1), "1 byte");
    }
}
