//! What all Merkle trees have in common.

/// Writes a node with this number and its sibling as their parent has them, the left one first.
pub(crate) fn side_by_side(number: u32, node: &[u8], sibling: &[u8], pair: &mut [u8]) {
    let (left, right) = pair.split_at_mut(node.len());
    let (left, right) = if number & 1 == 0 { (left, right) } else { (right, left) };
    left.copy_from_slice(node);
    right.copy_from_slice(sibling);
}

/// Bytes in a node, at most.
pub(crate) const N_MAX: usize = 64;

/// Signatures that are verified at the same time, at most.
pub(crate) const TOGETHER: usize = 32;
