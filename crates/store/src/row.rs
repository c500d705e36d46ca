//! The row of a key in a database.
//!
//! | column | what it has |
//! |---|---|
//! | fingerprint | SHA-256 of the public key |
//! | start, generation, next, limit, issued | a [`Counter`], in numbers below 2^63 |
//! | place | what a copy of the table does not have |
//! | seal | HMAC-SHA-256(key, `"hbs row 1\0\0\0\0\0\0\0" ‖ fingerprint ‖ u64(generation) ‖ u64(start) ‖ u64(next) ‖ u64(limit) ‖ u64(issued) ‖ place`) |
//!
//! The first two are what it is found by: a part of a key has a row of its own.

use crate::slot::Seal;
use hmac::{Hmac, Mac};
use sha2::Sha256;
use signer::Counter;

const TITLE: [u8; 16] = *b"hbs row 1\0\0\0\0\0\0\0";

/// A row as a database has it, without the fingerprint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) start: i64,
    pub(crate) generation: i64,
    pub(crate) next: i64,
    pub(crate) limit: i64,
    pub(crate) issued: i64,
    pub(crate) place: String,
    pub(crate) seal: Vec<u8>,
}

impl Row {
    /// A counter at a place, sealed.
    pub(crate) fn of(seal: &Seal, counter: &Counter, place: &str) -> Result<Self, &'static str> {
        let Counter { generation, start, next, limit, issued } = *counter;
        let number = |word: u64| i64::try_from(word).map_err(|_| TOO_HIGH);
        Ok(Self {
            start: number(start)?,
            generation: number(generation)?,
            next: number(next)?,
            limit: number(limit)?,
            issued: number(issued)?,
            place: place.into(),
            seal: code(seal, counter, place).finalize().into_bytes().to_vec(),
        })
    }

    /// The counter that it has, if nobody changed it, wherever it is.
    pub(crate) fn open(&self, seal: &Seal) -> Result<Counter, &'static str> {
        let number = |word: i64| u64::try_from(word).map_err(|_| CHANGED);
        let counter = Counter {
            generation: number(self.generation)?,
            start: number(self.start)?,
            next: number(self.next)?,
            limit: number(self.limit)?,
            issued: number(self.issued)?,
        };
        code(seal, &counter, &self.place).verify_slice(&self.seal).map_err(|_| CHANGED)?;
        if counter.is_sound() { Ok(counter) } else { Err(CHANGED) }
    }
}

/// The row of a new counter, its limit below 2^63, beside the `others` of the same key.
pub(crate) fn new(
    seal: &Seal,
    counter: &Counter,
    place: &str,
    others: &[Row],
) -> Result<Row, String> {
    let counter = Counter { limit: counter.limit.min(i64::MAX as u64), ..*counter };
    if !counter.is_sound() {
        return Err(TOO_HIGH.into());
    }
    for other in others {
        let other = other.open(seal)?;
        if other.start == counter.start {
            return Err(format!(
                "the key has a row from index {} on already: a state is never written over",
                other.start
            ));
        }
        if counter.start < other.limit && other.start < counter.limit {
            return Err(format!(
                "the indices {} to {} of the key have a row already: make one of the others, or end that one \
                 earlier first",
                other.start,
                other.limit - 1
            ));
        }
    }
    Ok(Row::of(seal, &counter, place)?)
}

fn code(seal: &Seal, counter: &Counter, place: &str) -> Hmac<Sha256> {
    let Counter { generation, start, next, limit, issued } = *counter;
    let mac = seal.mac().chain_update(TITLE).chain_update(seal.fingerprint());
    let words = [generation, start, next, limit, issued];
    let mac = words.iter().fold(mac, |mac, word| mac.chain_update(word.to_be_bytes()));
    mac.chain_update(place)
}

const CHANGED: &str = "the row of the key does not fit its secret: somebody changed it, or it is of another key. Nobody \
                       knows which indices were used: never use the key again";
const TOO_HIGH: &str = "a database has room for indices and generations below 2^63 only";

#[cfg(test)]
mod tests {
    use super::*;

    fn counter() -> Counter {
        Counter { generation: 7, start: 4, next: 9, limit: 32, issued: 3 }
    }

    #[test]
    fn only_an_unchanged_row_of_the_same_key_opens() {
        let seal = Seal::new(&[1; 48], b"public");
        let row = Row::of(&seal, &counter(), "here").expect("small numbers");
        assert_eq!(row.open(&seal), Ok(counter()));
        for column in 0..5 {
            for bit in 0..64 {
                let mut row = row.clone();
                let Row { start, generation, next, limit, issued, .. } = &mut row;
                *[start, generation, next, limit, issued][column] ^= 1 << bit;
                assert_eq!(row.open(&seal), Err(CHANGED), "column {column}, bit {bit}");
            }
        }
        for len in 0..row.seal.len() {
            let row = Row { seal: row.seal[..len].to_vec(), ..row.clone() };
            assert_eq!(row.open(&seal), Err(CHANGED), "{len} bytes of the seal");
        }
        for place in ["", "her", "there"] {
            let row = Row { place: place.into(), ..row.clone() };
            assert_eq!(row.open(&seal), Err(CHANGED), "at {place:?}");
        }
        assert_eq!(row.open(&Seal::new(&[1; 48], b"other")), Err(CHANGED));
        assert_eq!(row.open(&Seal::new(&[2; 48], b"public")), Err(CHANGED));
        let unsound =
            Row::of(&seal, &Counter { next: 3, ..counter() }, "here").expect("small numbers");
        assert_eq!(unsound.open(&seal), Err(CHANGED), "sealed, and cannot be");
    }

    /// The code of a row is none of a slot: the same secret seals both.
    #[test]
    fn its_code_is_the_one_that_is_written_down() {
        let seal = Seal::new(b"a seed", b"public");
        let mut bytes = TITLE.to_vec();
        bytes.extend(seal.fingerprint());
        for word in [7, 4, 9, 32, 3_u64] {
            bytes.extend(word.to_be_bytes());
        }
        bytes.extend(b"here");
        let code = seal.mac().chain_update(bytes).finalize().into_bytes();
        assert_eq!(Row::of(&seal, &counter(), "here").expect("small numbers").seal, code.to_vec());
    }

    #[test]
    fn new_rows_are_beside_the_others() {
        let seal = Seal::new(b"a seed", b"public");
        let made = |start, limit, others: &[Row]| {
            let counter = Counter { generation: 0, start, next: start, limit, issued: 0 };
            new(&seal, &counter, "here", others)
        };
        let all = made(0, u64::MAX, &[]).expect("the first");
        assert_eq!(all.limit, i64::MAX);
        assert_eq!(made(1 << 63, u64::MAX, &[]), Err(TOO_HIGH.into()));
        let others = [made(8, 16, &[]).expect("the first")];
        for (start, limit, says) in
            [(8, 16, "from index 8 on"), (0, 9, "8 to 15"), (15, 32, "8 to 15"), (0, 32, "8 to 15")]
        {
            let error = made(start, limit, &others).expect_err("it overlaps");
            assert!(error.contains(says), "no `{says}` in: {error}");
        }
        assert!(made(0, 8, &others).is_ok() && made(16, 32, &others).is_ok());
        let changed = Row { limit: 9, ..others[0].clone() };
        assert_eq!(made(16, 32, &[changed]), Err(CHANGED.into()));
    }
}
