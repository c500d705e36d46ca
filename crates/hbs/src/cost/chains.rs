//! Steps of Winternitz chains (RFC 8554 sections 4.5 and 4.6): as many as a digit says from the start
//! of a chain to its signature, the rest from there to its end.

use super::Cost;
use crate::Winternitz;

/// Steps of all chains from their starts to the signature of this hash.
pub(crate) fn of(winternitz: &Winternitz, hash: &[u8]) -> u64 {
    let mut steps = 0;
    winternitz.digits(hash, |_, digit| steps += u64::from(digit));
    steps
}

/// Steps of all chains from their starts to a signature.
pub(crate) fn signing(winternitz: &Winternitz) -> Cost {
    let last = winternitz.last_step() as usize;
    // How likely each checksum is: it is a sum of independent digits, each as likely as any other.
    let mut likely = vec![1.0];
    for _ in 0..winternitz.len_1() {
        let mut more = vec![0.0; likely.len() + last];
        let mut window = 0.0;
        for (i, more) in more.iter_mut().enumerate() {
            window += likely.get(i).unwrap_or(&0.0);
            *more = window / (last + 1) as f64;
            window -= i.checked_sub(last).map_or(0.0, |i| likely[i]);
        }
        likely = more;
    }
    let (mut least, mut mean, mut most) = (u64::MAX, 0.0, 0);
    for (checksum, likely) in likely.iter().enumerate() {
        // The digits of the hash together are what they could be at most, less the checksum.
        let steps = (winternitz.len_1() * last - checksum) as u64 + digits(winternitz, checksum);
        (least, most) = (steps.min(least), steps.max(most));
        mean += likely * steps as f64;
    }
    Cost { least, mean, most }
}

/// Steps of all chains from their starts to their ends.
pub(crate) const fn whole(winternitz: &Winternitz) -> u64 {
    winternitz.chains() as u64 * winternitz.last_step() as u64
}

/// What is left of whole chains after the signature.
pub(crate) fn verifying(winternitz: &Winternitz, signing: Cost) -> Cost {
    let whole = whole(winternitz);
    let Cost { least, mean, most } = signing;
    Cost { least: whole - most, mean: whole as f64 - mean, most: whole - least }
}

/// The sum of the digits of a checksum.
fn digits(winternitz: &Winternitz, mut checksum: usize) -> u64 {
    let mut sum = 0;
    while checksum > 0 {
        sum += (checksum & winternitz.last_step() as usize) as u64;
        checksum >>= winternitz.lg_w;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All hashes of one byte, which as hashes have too short a length for any standard.
    #[test]
    fn all_hashes_of_a_byte() {
        for lg_w in [1, 2, 4] {
            let winternitz = Winternitz { n: 1, lg_w };
            let all: Vec<_> = (0..=u8::MAX).map(|byte| of(&winternitz, &[byte])).collect();
            let cost = signing(&winternitz);
            assert_eq!(Some(&cost.least), all.iter().min());
            assert_eq!(Some(&cost.most), all.iter().max());
            assert!((cost.mean - all.iter().sum::<u64>() as f64 / 256.0).abs() < 1e-9, "{cost:?}");
            let rest = verifying(&winternitz, Cost::exactly(all[7]));
            assert_eq!(rest.exact(), Some(whole(&winternitz) - all[7]));
        }
    }

    /// To a tenth, from a program that is no part of this one.
    #[test]
    fn means_worked_out_elsewhere() {
        let means = [
            (32, [132.0, 199.0, 499.1, 4222.9], [133.0, 200.0, 505.9, 4447.1]),
            (24, [100.0, 149.7, 374.5, 3199.0], [100.0, 153.3, 390.5, 3431.0]),
        ];
        for (n, sign, verify) in means {
            for (i, lg_w) in [1, 2, 4, 8].into_iter().enumerate() {
                let winternitz = Winternitz { n, lg_w };
                let cost = signing(&winternitz);
                let rest = verifying(&winternitz, cost);
                assert!((cost.mean - sign[i]).abs() < 0.051, "{n} {lg_w}: {cost:?}");
                assert!((rest.mean - verify[i]).abs() < 0.051, "{n} {lg_w}: {rest:?}");
            }
        }
    }
}
