//! Many signatures to be verified, some at a time.

use alloc::vec;
use alloc::vec::Vec;

use signer::Error;

use super::Signed;
use crate::node::TOGETHER;

/// What can verify several signatures of a kind at once.
pub(crate) trait Verifier<'a, K> {
    /// A decoded signature with what it is to be of.
    type Item;

    /// Decodes a signature.
    fn item(&self, signed: &Signed<'a, K>) -> Result<Self::Item, Error>;

    /// Verifies at most [`TOGETHER`] signatures, at least one, whose verdicts are `Ok` before.
    fn run(&mut self, items: &[Self::Item], verdicts: &mut [Result<(), Error>]);
}

/// Verifies signatures of any keys. Neighbours that are `alike` are verified together, by a verifier
/// that is made for the key of the first and their number.
pub(crate) fn verify_in_batches<'a, K, V: Verifier<'a, K>>(
    signed: &[Signed<'a, K>],
    alike: impl Fn(&K, &K) -> bool,
    verifier: impl Fn(&'a K, usize) -> V,
) -> Vec<Result<(), Error>> {
    let mut verdicts = Vec::with_capacity(signed.len());
    for group in signed.chunk_by(|a, b| alike(a.key, b.key)) {
        let mut verifier = verifier(group[0].key, group.len().min(TOGETHER));
        for some in group.chunks(TOGETHER) {
            let items: Vec<_> = some.iter().map(|one| verifier.item(one)).collect();
            verdicts.extend(of_those(items, |items| {
                let mut found = vec![Ok(()); items.len()];
                if !items.is_empty() {
                    verifier.run(&items, &mut found);
                }
                found
            }));
        }
    }
    verdicts
}

/// The verdicts of `many` on all that there are, and between them the errors of those that there are
/// not.
pub(crate) fn of_those<T>(
    all: Vec<Result<T, Error>>,
    many: impl FnOnce(Vec<T>) -> Vec<Result<(), Error>>,
) -> Vec<Result<(), Error>> {
    let mut there = Vec::with_capacity(all.len());
    let mut verdicts: Vec<_> = all.into_iter().map(|one| one.map(|one| there.push(one))).collect();
    let found = many(there);
    let open = verdicts.iter_mut().filter(|verdict| verdict.is_ok());
    for (verdict, found) in open.zip(found) {
        *verdict = found;
    }
    verdicts
}

/// The verdicts of `many` on signatures whose public keys are read with `key`, and the errors of those
/// that are none.
pub(crate) fn with_keys<K>(
    signed: &[signer::Signed<'_>],
    key: impl Fn(&[u8]) -> Result<K, Error>,
    many: impl FnOnce(&[Signed<'_, K>]) -> Vec<Result<(), Error>>,
) -> Vec<Result<(), Error>> {
    let with_key = signed.iter().map(|one| key(one.public_key).map(|key| (key, *one))).collect();
    of_those(with_key, |with_key: Vec<(K, signer::Signed<'_>)>| {
        let signed = with_key.iter().map(|(key, one)| {
            let signer::Signed { message, signature, .. } = *one;
            Signed { key, message, signature }
        });
        many(&signed.collect::<Vec<_>>())
    })
}
