//! Signatures in base64 (RFC 4648 section 4), as one file has them: a third shorter than in hex.

/// The bytes of a text that is padded with `=`.
pub(super) fn decode(text: &str) -> Result<Vec<u8>, String> {
    let digits = text.trim_end_matches('=');
    if !text.len().is_multiple_of(4) || text.len() - digits.len() > 2 {
        return Err(format!("{} characters are not base64 with padding", text.len()));
    }
    let mut bytes = Vec::with_capacity(digits.len() * 3 / 4);
    let (mut bits, mut count) = (0_u32, 0);
    for (at, digit) in digits.bytes().enumerate() {
        bits = bits << 6 | value(digit).ok_or_else(|| format!("character {at} is not base64"))?;
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
            bits &= (1 << count) - 1;
        }
    }
    // What is left over belongs to no byte.
    if bits == 0 { Ok(bytes) } else { Err("bits after the last byte".into()) }
}

fn value(digit: u8) -> Option<u32> {
    Some(u32::from(match digit {
        b'A'..=b'Z' => digit - b'A',
        b'a'..=b'z' => digit - b'a' + 26,
        b'0'..=b'9' => digit - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 4648 section 10.
    #[test]
    fn decodes_the_vectors_of_the_standard() {
        for (text, bytes) in [
            ("", ""),
            ("Zg==", "f"),
            ("Zm8=", "fo"),
            ("Zm9v", "foo"),
            ("Zm9vYg==", "foob"),
            ("Zm9vYmE=", "fooba"),
            ("Zm9vYmFy", "foobar"),
        ] {
            assert_eq!(decode(text).as_deref(), Ok(bytes.as_bytes()));
        }
        assert_eq!(decode("+/+/").as_deref(), Ok(&[0xfb, 0xff, 0xbf][..]));
        for wrong in ["Zg", "Zg=", "Z===", "====", "Zh==", "Zm9v\n", "Z-9v", "=Zg="] {
            assert!(decode(wrong).is_err(), "{wrong}");
        }
    }
}
