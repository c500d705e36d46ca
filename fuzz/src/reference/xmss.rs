//! XMSS and XMSS^MT, slow and plain.

use hbs::HashFunction;
use hbs::xmss::{Params, params::Hash};
use purecrypto::hash::{sha256, sha512, shake128, shake256};
use signer::Scheme;

use crate::edit::{Triple, read};

/// RFC 8391 algorithms 14 and 17.
pub fn verifies(family: Scheme, triple: &Triple) -> bool {
    let Triple { key, message, signature } = triple;
    let Some((oid, key)) = key.split_first_chunk() else { return false };
    let Some(params) = Params::from_oid(family, u32::from_be_bytes(*oid)) else { return false };
    let (n, height) = (params.n(), params.layer_height());
    if (key.len(), signature.len()) != (2 * n, params.signature_len()) {
        return false;
    }
    let (root, seed) = key.split_at(n);
    let (idx_sig, rest) = signature.split_at(params.index_len());
    let (r, layers) = rest.split_at(n);
    let index = read(idx_sig);
    if index >= 1 << params.h {
        return false;
    }
    let functions = Functions { params, seed };
    let mut idx = vec![0; n];
    idx[n - 8..].copy_from_slice(&index.to_be_bytes());
    let mut node = functions.hash(2, &[r, root, &idx, message]);
    for (layer, part) in (0..).zip(layers.chunks(params.layer_len())) {
        let (tree, leaf) = (index >> (layer * height) >> height, index >> (layer * height));
        let leaf = (leaf & ((1 << height) - 1)) as u32;
        let of = [layer, (tree >> 32) as u32, tree as u32];
        node = functions.root_from_signature(of, leaf, &node, part);
    }
    node == root
}

/// The functions of section 5.1 under a key's `SEED`.
struct Functions<'a> {
    params: Params,
    seed: &'a [u8],
}

impl Functions<'_> {
    /// `H(toByte(domain, p) ‖ parts)`: `F` is 0, `H` 1, `H_msg` 2, `PRF` 3.
    fn hash(&self, domain: u8, parts: &[&[u8]]) -> Vec<u8> {
        let Hash { function, padding_len, .. } = self.params.hash;
        let mut input = vec![0; padding_len];
        input[padding_len - 1] = domain;
        input.extend(parts.concat());
        let mut out = vec![0; self.params.n()];
        let n = out.len();
        match function {
            HashFunction::Sha256 => out.copy_from_slice(&sha256(&input)[..n]),
            HashFunction::Sha512 => out.copy_from_slice(&sha512(&input)[..n]),
            HashFunction::Shake128 => shake128(&input, &mut out),
            HashFunction::Shake256 => shake256(&input, &mut out),
            other => panic!("{other:?} is of no set"),
        }
        out
    }

    /// `PRF(SEED, ADRS)` where `keyAndMask` is this.
    fn prf(&self, address: [u32; 7], key_and_mask: u32) -> Vec<u8> {
        let words = address.into_iter().chain([key_and_mask]);
        self.hash(3, &[self.seed, &words.flat_map(u32::to_be_bytes).collect::<Vec<_>>()])
    }

    /// A step of a chain, section 3.1.2.
    fn step(&self, address: [u32; 7], value: &[u8]) -> Vec<u8> {
        self.hash(0, &[&self.prf(address, 0), &xor(value, &self.prf(address, 1))])
    }

    /// Algorithm 7.
    fn rand_hash(&self, address: [u32; 7], left: &[u8], right: &[u8]) -> Vec<u8> {
        let [left, right] = [xor(left, &self.prf(address, 1)), xor(right, &self.prf(address, 2))];
        self.hash(1, &[&self.prf(address, 0), &left, &right])
    }

    /// Algorithm 13, with algorithms 6 and 8 in it.
    fn root_from_signature(&self, of: [u32; 3], leaf: u32, hash: &[u8], part: &[u8]) -> Vec<u8> {
        let n = self.params.n();
        let address =
            |kind, words: [u32; 3]| [of[0], of[1], of[2], kind, words[0], words[1], words[2]];
        let (sig_ots, auth) = part.split_at(self.params.wots_len() * n);
        let mut digits: Vec<_> =
            hash.iter().flat_map(|byte| [u32::from(byte >> 4), u32::from(byte & 15)]).collect();
        let checksum: u32 = digits.iter().map(|digit| 15 - digit).sum();
        digits.extend([8, 4, 0].map(|bit| checksum >> bit & 15));
        let chain = |(i, (digit, value)): (u32, (u32, &[u8]))| {
            (digit..15)
                .fold(value.to_vec(), |value, step| self.step(address(0, [leaf, i, step]), &value))
        };
        let chains = (0..).zip(digits.into_iter().zip(sig_ots.chunks(n)));
        let mut nodes: Vec<_> = chains.map(chain).collect();
        for height in 0.. {
            if nodes.len() == 1 {
                break;
            }
            let parent = |(index, pair): (u32, &[Vec<u8>])| match pair {
                [left, right] => self.rand_hash(address(1, [leaf, height, index]), left, right),
                _ => pair[0].clone(),
            };
            nodes = (0..).zip(nodes.chunks(2)).map(parent).collect();
        }
        let mut node = nodes.swap_remove(0);
        for (height, sibling) in (0..).zip(auth.chunks(n)) {
            let is_left = leaf >> height & 1 == 0;
            let (left, right) = if is_left { (&node[..], sibling) } else { (sibling, &node[..]) };
            node = self.rand_hash(address(2, [0, height, leaf >> (height + 1)]), left, right);
        }
        node
    }
}

fn xor(a: &[u8], b: &[u8]) -> Vec<u8> {
    a.iter().zip(b).map(|(a, b)| a ^ b).collect()
}
