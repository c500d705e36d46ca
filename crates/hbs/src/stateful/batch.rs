//! Many signatures to be verified, some at a time.

use signer::Error;

use super::Signed;

/// Signatures that are verified at the same time.
pub(crate) const TOGETHER: usize = 16;

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
            let mut items = Vec::with_capacity(some.len());
            let first = verdicts.len();
            for one in some {
                verdicts.push(verifier.item(one).map(|item| items.push(item)));
            }
            let mut found = vec![Ok(()); items.len()];
            if !items.is_empty() {
                verifier.run(&items, &mut found);
            }
            let decoded = verdicts[first..].iter_mut().filter(|verdict| verdict.is_ok());
            for (verdict, found) in decoded.zip(found) {
                *verdict = found;
            }
        }
    }
    verdicts
}
