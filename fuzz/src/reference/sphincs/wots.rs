//! FIPS 205 section 5: one-time keys.

use super::address::{Address, Type};
use super::base_2b;
use super::functions::Functions;

/// Section 5: `len_1 + len_2`, with `lg_w = 4`.
pub(super) const fn wots_len(n: usize) -> usize {
    2 * n + 3
}

/// Algorithm 5.
fn chain(
    functions: &Functions<'_>,
    value: &[u8],
    from: u32,
    steps: u32,
    mut address: Address,
) -> Vec<u8> {
    let mut value = value.to_vec();
    for step in from..from + steps {
        address.set_hash(step);
        value = functions.f(address, &value);
    }
    value
}

/// Algorithm 6. `address` has the layer, the tree, and a key pair to be.
pub(super) fn wots_pk_gen(
    functions: &Functions<'_>,
    sk_seed: &[u8],
    key_pair: u32,
    address: Address,
) -> Vec<u8> {
    let [mut secret, mut address] = [address; 2];
    secret.set_type_and_clear(Type::WotsPrf);
    secret.set_key_pair(key_pair);
    address.set_type_and_clear(Type::WotsHash);
    address.set_key_pair(key_pair);
    let ends = (0..wots_len(functions.params.shape.n) as u32).flat_map(|i| {
        secret.set_chain(i);
        let start = functions.prf(secret, sk_seed);
        address.set_chain(i);
        chain(functions, &start, 0, 15, address)
    });
    wots_pk(functions, &ends.collect::<Vec<_>>(), key_pair, address)
}

/// The end of algorithms 6 and 8.
fn wots_pk(functions: &Functions<'_>, ends: &[u8], key_pair: u32, mut address: Address) -> Vec<u8> {
    address.set_type_and_clear(Type::WotsPk);
    address.set_key_pair(key_pair);
    functions.t(address, ends)
}

/// Algorithm 8.
pub(super) fn wots_pk_from_sig(
    functions: &Functions<'_>,
    sig: &[u8],
    message: &[u8],
    key_pair: u32,
    mut address: Address,
) -> Vec<u8> {
    let n = functions.params.shape.n;
    address.set_type_and_clear(Type::WotsHash);
    address.set_key_pair(key_pair);
    let mut digits = base_2b(message, 4, 2 * n);
    let checksum: u32 = digits.iter().map(|digit| 15 - digit).sum();
    let checksum = (checksum << 4) as u16;
    digits.extend(base_2b(&checksum.to_be_bytes(), 4, 3));
    let ends = (0..).zip(digits).zip(sig.chunks(n)).flat_map(|((i, digit), value)| {
        address.set_chain(i);
        chain(functions, value, digit, 15 - digit, address)
    });
    wots_pk(functions, &ends.collect::<Vec<_>>(), key_pair, address)
}
