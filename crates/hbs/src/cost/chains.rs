//! Steps of Winternitz chains (RFC 8554 sections 4.5 and 4.6, RFC 8391 sections 3.1.5 and 3.1.6): as
//! many as a digit says from the start of a chain to its signature, the rest from there to its end.

use alloc::vec;
use alloc::vec::Vec;

use super::{Cost, Digits};
use crate::Winternitz;

/// Steps of all chains from their starts to the signature of this hash.
pub(crate) fn of(winternitz: &Winternitz, hash: &[u8]) -> u64 {
    let mut steps = 0;
    winternitz.digits(hash, |_, digit| steps += u64::from(digit));
    steps
}

/// The digits of this hash.
pub(crate) fn digits_of(winternitz: &Winternitz, hash: &[u8]) -> Digits {
    let mut digits = Digits { steps: 0, begun: 0, unfinished: 0 };
    winternitz.digits(hash, |_, digit| {
        digits.steps += u64::from(digit);
        digits.begun += u64::from(digit > 0);
        digits.unfinished += u64::from(digit < winternitz.last_step());
    });
    digits
}

/// Steps of all chains from their starts to a signature.
pub(crate) fn signing(winternitz: &Winternitz) -> Cost {
    Price { step: 1, chain: 0 }.signing(winternitz)
}

/// What steps cost.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Price {
    /// Each.
    pub(crate) step: u64,
    /// What those of a chain have in common, if it takes any.
    pub(crate) chain: u64,
}

impl Price {
    /// That of `steps` steps of `chains` chains that take any.
    pub(crate) const fn of(&self, steps: u64, chains: u64) -> u64 {
        steps * self.step + chains * self.chain
    }

    /// From the starts of all chains to a signature of any hash.
    pub(crate) fn signing(&self, winternitz: &Winternitz) -> Cost {
        self.over_all_hashes(winternitz, |digit| digit)
    }

    /// From there to their ends.
    pub(crate) fn verifying(&self, winternitz: &Winternitz) -> Cost {
        let last = winternitz.last_step() as usize;
        self.over_all_hashes(winternitz, |digit| last - digit)
    }

    /// Where each digit takes some of the last digit's steps, and none or all of them for 0.
    fn over_all_hashes(&self, winternitz: &Winternitz, steps: impl Fn(usize) -> usize) -> Cost {
        let (len_1, last) = (winternitz.len_1(), winternitz.last_step() as usize);
        let one = |digit| self.of(steps(digit) as u64, (steps(digit) > 0).into());
        let each = (0..=last).map(one).sum::<u64>() as f64 / (last + 1) as f64;
        let (mut least, mut mean, mut most) = (u64::MAX, len_1 as f64 * each, 0);
        for (checksum, likely) in checksums(winternitz).iter().enumerate() {
            let own: u64 = digits(winternitz, checksum).map(one).sum();
            // The digits of the hash together are what they could be at most, less the checksum.
            let sum = len_1 * last - checksum;
            // Taking from few digits what it can, or a little from each.
            let all = if steps(0) == 0 { sum } else { checksum };
            let (few, many) = (all.div_ceil(last), all.min(len_1));
            least = least.min(own + self.of(all as u64, few as u64));
            most = most.max(own + self.of(all as u64, many as u64));
            mean += likely * own as f64;
        }
        Cost { least, mean, most }
    }
}

/// How likely each checksum is: it is a sum of independent digits, each as likely as any other.
fn checksums(winternitz: &Winternitz) -> Vec<f64> {
    let last = winternitz.last_step() as usize;
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
    likely
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

/// The digits of a checksum.
fn digits(winternitz: &Winternitz, checksum: usize) -> impl Iterator<Item = usize> {
    let (lg_w, last) = (winternitz.lg_w as usize, winternitz.last_step() as usize);
    (0..winternitz.len_2()).map(move |i| checksum >> (i * lg_w) & last)
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

    /// The same with chains that cost something, both ways.
    #[test]
    fn chains_of_all_hashes_of_a_byte() {
        let price = Price { step: 4, chain: 3 };
        for lg_w in [1, 2, 4] {
            let winternitz = Winternitz { n: 1, lg_w };
            let last = winternitz.last_step();
            for (cost, start) in
                [(price.signing(&winternitz), 0), (price.verifying(&winternitz), last)]
            {
                let of = |byte| {
                    let mut all = 0;
                    winternitz.digits(&[byte], |_, digit| {
                        let steps = u64::from(digit.abs_diff(start));
                        all += 4 * steps + if steps > 0 { 3 } else { 0 };
                    });
                    all
                };
                let all: Vec<_> = (0..=u8::MAX).map(of).collect();
                assert_eq!(
                    (Some(&cost.least), Some(&cost.most)),
                    (all.iter().min(), all.iter().max())
                );
                let mean = all.iter().sum::<u64>() as f64 / 256.0;
                assert!((cost.mean - mean).abs() < 1e-9, "{lg_w} from {start}: {cost:?} {mean}");
            }
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
