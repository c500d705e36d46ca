//! What must not verify: a signature that was changed, or with what it is not of.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use signer::{ParameterSet, Signed};

/// A signature with what it is to be verified by, all of which verifies.
#[derive(Clone, Debug)]
pub(super) struct Genuine {
    pub(super) public_key: Vec<u8>,
    pub(super) message: Vec<u8>,
    pub(super) signature: Vec<u8>,
    /// A public key of the same signer that is another one.
    pub(super) other_key: Vec<u8>,
    /// A signature of another message by the same key.
    pub(super) other_signature: Vec<u8>,
}

/// Something that does not verify, and what was done to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tampered {
    pub(super) what: String,
    pub(super) public_key: Vec<u8>,
    pub(super) message: Vec<u8>,
    pub(super) signature: Vec<u8>,
}

impl Genuine {
    pub(super) fn view(&self) -> Signed<'_> {
        let Self { public_key, message, signature, .. } = self;
        Signed { public_key, message, signature }
    }

    /// Everything that is tried: of each field of the set a bit, and `bits` anywhere; less and more bytes;
    /// other keys and messages.
    pub(super) fn tampered(&self, set: &ParameterSet, bits: usize, seed: u64) -> Vec<Tampered> {
        let mut all = Vec::new();
        let mut rng = StdRng::seed_from_u64(seed);
        let mut add = |what: String, change: &dyn Fn(&mut Tampered)| {
            let Self { public_key, message, signature, .. } = self.clone();
            let mut tampered = Tampered { what, public_key, message, signature };
            change(&mut tampered);
            all.push(tampered);
        };
        let mut flip =
            |name: &str, of: fn(&mut Tampered) -> &mut Vec<u8>, byte: usize, bit: u32| {
                add(format!("{name}: bit {bit} of byte {byte} flipped"), &|tampered| {
                    of(tampered)[byte] ^= 1 << bit;
                });
            };
        for field in &set.signature {
            let name = format!("signature, {}", field.name);
            flip(&name, |t| &mut t.signature, field.offset + field.len / 2, 0);
        }
        for field in &set.public_key {
            let name = format!("public key, {}", field.name);
            flip(&name, |t| &mut t.public_key, field.offset + field.len / 2, 0);
        }
        for _ in 0..bits {
            let byte = rng.random_range(0..self.signature.len());
            flip("signature", |t| &mut t.signature, byte, rng.random_range(0..8));
        }
        flip("message", |t| &mut t.message, self.message.len() / 2, 7);
        let len = self.signature.len();
        for cut in [0, 1, 4, len / 2, len - 1] {
            add(format!("signature: only its first {cut} bytes"), &|t| t.signature.truncate(cut));
        }
        for more in [1, 4, len] {
            add(format!("signature: {more} bytes of zero after it"), &|t| {
                t.signature.resize(len + more, 0);
            });
        }
        add("signature: all bytes zero".to_owned(), &|t| t.signature.fill(0));
        add("signature: that of another message".to_owned(), &|t| {
            t.signature.clone_from(&self.other_signature);
        });
        let key_len = self.public_key.len();
        for cut in [0, key_len - 1] {
            add(format!("public key: only its first {cut} bytes"), &|t| t.public_key.truncate(cut));
        }
        add("public key: a byte of zero after it".to_owned(), &|t| t.public_key.push(0));
        add("public key: another one".to_owned(), &|t| t.public_key.clone_from(&self.other_key));
        add("message: none".to_owned(), &|t| t.message.clear());
        add("message: a byte of zero after it".to_owned(), &|t| t.message.push(0));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_stays_as_it_was_and_nothing_is_tried_twice() {
        let set = hbs::lms::find("LMS-SHA256-M32-H5+LMOTS-SHA256-N32-W8").expect("a set");
        let genuine = Genuine {
            public_key: vec![1; set.public_key_len()],
            message: vec![2; 32],
            signature: vec![3; set.signature_len()],
            other_key: vec![4; set.public_key_len()],
            other_signature: vec![5; set.signature_len()],
        };
        let all = genuine.tampered(&set, 8, 1);
        assert_eq!(
            all.len(),
            set.signature.len() + set.public_key.len() + 8 + 1 + 5 + 3 + 2 + 2 + 2 + 2
        );
        for (i, one) in all.iter().enumerate() {
            let same = |other: &&Tampered| {
                (&one.public_key, &one.message, &one.signature)
                    == (&other.public_key, &other.message, &other.signature)
            };
            let genuine = (&genuine.public_key, &genuine.message, &genuine.signature);
            assert_ne!((&one.public_key, &one.message, &one.signature), genuine, "{}", one.what);
            assert_eq!(all[..i].iter().find(same), None, "{}", one.what);
        }
        assert_eq!(all, genuine_again(&genuine, &set));
    }

    fn genuine_again(genuine: &Genuine, set: &ParameterSet) -> Vec<Tampered> {
        genuine.tampered(set, 8, 1)
    }
}
