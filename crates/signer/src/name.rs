//! Names of parameter sets, however they are spelt.

use alloc::string::String;

/// `name` without its accidents: upper case, `_` as `-`, `/` as `+`, `^` left out (the standard's
/// `XMSS^MT` is `XMSSMT` in its own names).
#[must_use]
pub fn normalised(name: &str) -> String {
    name.trim_matches(|c: char| c == '^' || c.is_whitespace())
        .chars()
        .filter(|c| *c != '^')
        .map(|c| match c {
            '_' => '-',
            '/' => '+',
            c => c.to_ascii_uppercase(),
        })
        .collect()
}
