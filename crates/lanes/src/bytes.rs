//! Moving few bytes.

/// Copies `from` to the start of `to`, in moves of fixed length: a call of `memcpy` for the 7 or 22
/// bytes of an address costs as much as a tenth of a hash.
#[inline(always)]
pub(crate) fn copy(to: &mut [u8], from: &[u8]) {
    let len = from.len();
    let to = &mut to[..len];
    match len {
        0 => {}
        1..4 => {
            to[0] = from[0];
            to[len / 2] = from[len / 2];
            to[len - 1] = from[len - 1];
        }
        4..8 => ends::<4>(to, from),
        8..16 => ends::<8>(to, from),
        16..=64 => {
            // In order, so that a block that is read in pieces of 16 finds most of them whole.
            for at in (0..len - 16).step_by(16) {
                ends::<16>(&mut to[at..at + 16], &from[at..at + 16]);
            }
            ends::<16>(&mut to[len - 16..], &from[len - 16..]);
        }
        _ => to.copy_from_slice(from),
    }
}

/// Copies the first `N` bytes and the last `N`, which may overlap.
#[inline(always)]
fn ends<const N: usize>(to: &mut [u8], from: &[u8]) {
    let (Some(first), Some(last)) = (from.first_chunk::<N>(), from.last_chunk::<N>()) else {
        return;
    };
    let (first, last) = (*first, *last);
    if let Some(to) = to.first_chunk_mut::<N>() {
        *to = first;
    }
    if let Some(to) = to.last_chunk_mut::<N>() {
        *to = last;
    }
}

/// `a ^= b`, as far as both go.
#[inline(always)]
pub(crate) fn xor(a: &mut [u8], b: &[u8]) {
    for (a, b) in a.iter_mut().zip(b) {
        *a ^= b;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_every_length() {
        let from: [u8; 200] = core::array::from_fn(|i| (i + 1).to_le_bytes()[0]);
        for len in 0..=200 {
            let mut to = [0; 200];
            copy(&mut to, &from[..len]);
            assert_eq!(to[..len], from[..len], "{len}");
            assert!(to[len..].iter().all(|&byte| byte == 0), "{len}");
        }
    }
}
