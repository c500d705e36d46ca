//! SPHINCS+ round 3.1 and SLH-DSA, slow and plain: the algorithms of FIPS 205, one function each, and what
//! round 3.1 has otherwise.

mod address;
mod functions;
pub mod message;
mod wots;

use hbs::sphincs::{Params, params::Shape};
use signer::Scheme;

use address::{Address, Type};
use functions::Functions;
use wots::{wots_len, wots_pk_from_sig, wots_pk_gen};

/// Algorithm 20: whether a signature of `M'`, which is this message, verifies.
#[must_use]
pub fn verifies(params: &Params, key: &[u8], message: &[u8], signature: &[u8]) -> bool {
    let Shape { n, h, d, a, k, .. } = params.shape;
    let [h, d, a, k] = [h, d, a, k].map(|number| number as usize);
    if key.len() != 2 * n || signature.len() != (1 + k * (1 + a) + h + d * wots_len(n)) * n {
        return false;
    }
    let (pk_seed, pk_root) = key.split_at(n);
    let functions = &Functions { params, pk_seed };
    let (r, rest) = signature.split_at(n);
    let (sig_fors, sig_ht) = rest.split_at(k * (1 + a) * n);
    let digest = functions.h_msg(r, pk_root, message);
    let (md, rest) = digest.split_at((k * a).div_ceil(8));
    let (tree, leaf) = rest.split_at((h - h / d).div_ceil(8));
    assert_eq!(leaf.len(), (h / d).div_ceil(8), "m bytes in all");
    let tree = (to_int(tree) % (1 << (h - h / d))) as u64;
    let leaf = (to_int(leaf) % (1 << (h / d))) as u32;
    let mut address = Address::default();
    address.set_tree(tree);
    address.set_type_and_clear(Type::ForsTree);
    address.set_key_pair(leaf);
    let pk_fors = fors_pk_from_sig(functions, sig_fors, md, address);
    ht_verify(functions, &pk_fors, sig_ht, tree, leaf) == pk_root
}

/// Algorithm 18: `PK.root`, from `SK.seed` and `PK.seed`.
#[must_use]
pub fn root(params: &Params, sk_seed: &[u8], pk_seed: &[u8]) -> Vec<u8> {
    let mut address = Address::default();
    address.set_layer(params.shape.d - 1);
    let functions = Functions { params, pk_seed };
    xmss_node(&functions, sk_seed, 0, params.shape.h / params.shape.d, address)
}

/// `PRF_msg`: `R`, the first `n` bytes of a signature of `M'`.
#[must_use]
pub fn randomizer(params: &Params, sk_prf: &[u8], opt_rand: &[u8], message: &[u8]) -> Vec<u8> {
    Functions { params, pk_seed: &[] }.prf_msg(sk_prf, opt_rand, message)
}

/// Algorithm 2.
fn to_int(bytes: &[u8]) -> u128 {
    bytes.iter().fold(0, |total, byte| total << 8 | u128::from(*byte))
}

/// Algorithm 4: `count` numbers of `bits` bits, the highest bit of a byte first.
fn base_2b(bytes: &[u8], bits: u32, count: usize) -> Vec<u32> {
    let (mut bytes, mut have, mut total) = (bytes.iter(), 0, 0_u64);
    let number = |_| {
        while have < bits {
            total = total << 8 | u64::from(*bytes.next().expect("enough bytes"));
            have += 8;
        }
        have -= bits;
        let number = total >> have;
        total &= (1 << have) - 1;
        number as u32
    };
    (0..count).map(number).collect()
}

/// The same as round 3.1 has it: the lowest bit of a byte first, and first that of the number.
fn base_2b_of_round_3(bytes: &[u8], bits: u32, count: usize) -> Vec<u32> {
    let bit = |at: u32| u32::from(bytes[at as usize / 8] >> (at % 8) & 1);
    let number = |i: u32| (0..bits).map(|j| bit(i * bits + j) << j).sum();
    (0..count as u32).map(number).collect()
}

/// Algorithm 9.
fn xmss_node(
    functions: &Functions<'_>,
    sk_seed: &[u8],
    i: u32,
    z: u32,
    mut address: Address,
) -> Vec<u8> {
    if z == 0 {
        return wots_pk_gen(functions, sk_seed, i, address);
    }
    let [left, right] =
        [2 * i, 2 * i + 1].map(|child| xmss_node(functions, sk_seed, child, z - 1, address));
    address.set_type_and_clear(Type::Tree);
    address.set_tree_height(z);
    address.set_tree_index(i);
    functions.t(address, &[left, right].concat())
}

/// Algorithm 11.
fn xmss_pk_from_sig(
    functions: &Functions<'_>,
    leaf: u32,
    sig_xmss: &[u8],
    message: &[u8],
    mut address: Address,
) -> Vec<u8> {
    let n = functions.params.shape.n;
    let (sig, auth) = sig_xmss.split_at(wots_len(n) * n);
    let node = wots_pk_from_sig(functions, sig, message, leaf, address);
    address.set_type_and_clear(Type::Tree);
    climb(functions, leaf, leaf, node, auth, address)
}

/// Algorithm 13, but for the comparison: the root.
fn ht_verify(
    functions: &Functions<'_>,
    message: &[u8],
    sig_ht: &[u8],
    mut tree: u64,
    mut leaf: u32,
) -> Vec<u8> {
    let Shape { n, h, d, .. } = functions.params.shape;
    let hp = h / d;
    let mut node = message.to_vec();
    for (layer, sig_xmss) in (0..).zip(sig_ht.chunks((wots_len(n) + hp as usize) * n)) {
        let mut address = Address::default();
        address.set_layer(layer);
        address.set_tree(tree);
        node = xmss_pk_from_sig(functions, leaf, sig_xmss, &node, address);
        leaf = (tree % (1 << hp)) as u32;
        tree >>= hp;
    }
    node
}

/// Algorithm 17.
fn fors_pk_from_sig(
    functions: &Functions<'_>,
    sig_fors: &[u8],
    md: &[u8],
    address: Address,
) -> Vec<u8> {
    let Shape { n, a, k, .. } = functions.params.shape;
    let indices = match functions.params.scheme {
        Scheme::SphincsPlus => base_2b_of_round_3(md, a, k as usize),
        _ => base_2b(md, a, k as usize),
    };
    let trees = sig_fors.chunks((1 + a as usize) * n);
    let roots = (0..).zip(indices).zip(trees).flat_map(|((i, index), part)| {
        let (secret, auth) = part.split_at(n);
        let mut address = address;
        address.set_tree_index((i << a) + index);
        let node = functions.f(address, secret);
        climb(functions, index, (i << a) + index, node, auth, address)
    });
    let roots: Vec<u8> = roots.collect();
    let mut of_roots = address;
    of_roots.set_type_and_clear(Type::ForsRoots);
    of_roots.set_key_pair(address.key_pair());
    functions.t(of_roots, &roots)
}

/// The loop of algorithms 11 and 17: from the leaf `index` of a tree, whose number in addresses is
/// `tree_index`, to the root.
fn climb(
    functions: &Functions<'_>,
    index: u32,
    mut tree_index: u32,
    mut node: Vec<u8>,
    auth: &[u8],
    mut address: Address,
) -> Vec<u8> {
    for (height, sibling) in (0..).zip(auth.chunks(functions.params.shape.n)) {
        address.set_tree_height(height + 1);
        tree_index /= 2;
        address.set_tree_index(tree_index);
        let is_left = (index >> height).is_multiple_of(2);
        let pair = if is_left { [&node[..], sibling] } else { [sibling, &node[..]] };
        node = functions.t(address, &pair.concat());
    }
    node
}
