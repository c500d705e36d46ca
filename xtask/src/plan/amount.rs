//! Numbers as people write them on a command line.

/// `1048576`, `1,048,576`, `2^20`, `1e6`: at least 1.
pub(super) fn count(text: &str) -> Result<u128, String> {
    let wrong = || format!("`{text}` is no count: write 1048576, 1,048,576, 2^20 or 1e6");
    let plain: String = text.chars().filter(|c| !matches!(c, ',' | '_' | ' ')).collect();
    let number = |text: &str| text.parse::<u128>().map_err(|_| wrong());
    let power = |base: u128, exponent: &str| {
        let exponent = exponent.parse().map_err(|_| wrong())?;
        base.checked_pow(exponent).ok_or_else(|| format!("`{text}` is more than any key makes"))
    };
    let value = if let Some((base, exponent)) = plain.split_once('^') {
        power(number(base)?, exponent)?
    } else if let Some((digits, exponent)) = plain.split_once(['e', 'E']) {
        let by = power(10, exponent)?;
        number(digits)?.checked_mul(by).ok_or_else(wrong)?
    } else {
        number(&plain)?
    };
    if value == 0 { Err("0 signatures need no key".into()) } else { Ok(value) }
}

/// `5000`, `5KiB`, `5 KB`, `1.5 MiB`: at least one byte.
pub(super) fn bytes(text: &str) -> Result<u64, String> {
    let text = text.trim();
    let wrong =
        || format!("`{text}` is no size: write 5000, 5KiB (5,120 bytes) or 5KB (5,000 bytes)");
    let end = text.find(|c: char| !matches!(c, '0'..='9' | '.' | ',' | '_')).unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    let number: String = number.chars().filter(|c| !matches!(c, ',' | '_')).collect();
    let number: f64 = number.parse().map_err(|_| wrong())?;
    let by = match &*unit.trim().to_ascii_lowercase() {
        "" | "b" | "byte" | "bytes" => 1.0,
        "kb" => 1e3,
        "mb" => 1e6,
        "gb" => 1e9,
        "kib" => 1024.0,
        "mib" => 1024.0 * 1024.0,
        "gib" => 1024.0 * 1024.0 * 1024.0,
        _ => return Err(wrong()),
    };
    let bytes = (number * by).floor();
    if (1.0..1e18).contains(&bytes) { Ok(bytes as u64) } else { Err(wrong()) }
}

/// A number above 0.
pub(super) fn positive(text: &str) -> Result<f64, String> {
    match text.trim().parse::<f64>() {
        Ok(number) if number > 0.0 && number.is_finite() => Ok(number),
        _ => Err(format!("`{text}` is no number above 0, such as 1 or 0.5")),
    }
}

/// `2^20` of a power of two, else `1,000,000`.
pub(super) fn count_text(count: u128) -> String {
    if count > 1024 && count.is_power_of_two() {
        return format!("2^{}", count.ilog2());
    }
    match u64::try_from(count) {
        Ok(count) => measure::units::grouped(count),
        Err(_) => format!("{:.3e}", count as f64),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_read_as_they_are_written() {
        for text in ["1048576", "1,048,576", "1_048_576", "2^20"] {
            assert_eq!(count(text), Ok(1 << 20), "{text}");
        }
        assert_eq!(
            (count("1e6"), count("1E0"), count("2^64")),
            (Ok(1_000_000), Ok(1), Ok(1 << 64))
        );
        for text in ["", "0", "-1", "2^", "^2", "1.5", "2^x", "ten", "1e", "2^128", "9e99"] {
            assert!(count(text).is_err(), "{text}");
        }
        assert_eq!(
            [1000, 1 << 20, 1_000_001, 1 << 70].map(count_text),
            ["1,000", "2^20", "1,000,001", "2^70"]
        );
    }

    #[test]
    fn sizes_are_read_as_they_are_written() {
        let sizes = [("5000", 5000), ("5KiB", 5120), ("5 KB", 5000), ("5 kb", 5000)];
        let larger = [("1.5MiB", 3 << 19), ("64 MiB", 64 << 20), ("4,096 bytes", 4096), ("1b", 1)];
        for (text, size) in sizes.into_iter().chain(larger) {
            assert_eq!(bytes(text), Ok(size), "{text}");
        }
        for text in ["", "KiB", "5 kilo", "-5", "0", "0.1", "1.2.3", "5 KiB 3", "1e30"] {
            assert!(bytes(text).is_err(), "{text}");
        }
    }

    #[test]
    fn times_are_above_nothing() {
        assert_eq!((positive("1"), positive(" 0.5 ")), (Ok(1.0), Ok(0.5)));
        for text in ["0", "-1", "inf", "NaN", "1 ms", ""] {
            assert!(positive(text).is_err(), "{text}");
        }
    }
}
