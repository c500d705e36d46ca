//! Layouts of messages: those of the standards, for which there are kernels, and others.

use std::fmt;

use super::filler::Filler;
use super::oracle::Masking;

/// Chains: what a step hashes, `prefix ‖ head ‖ value`.
#[derive(Clone)]
pub(crate) struct Layout {
    pub(crate) function: &'static str,
    pub(crate) prefix: Vec<u8>,
    pub(crate) head: usize,
    pub(crate) n: usize,
}

impl fmt::Debug for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { function, prefix, head, n } = self;
        write!(f, "{function}(prefix[{}] ‖ head[{head}] ‖ value[{n}])", prefix.len())
    }
}

fn layout(function: &'static str, prefix: usize, head: usize, n: usize) -> Layout {
    Layout { function, prefix: Filler::new(prefix as u64).bytes(prefix), head, n }
}

/// LM-OTS (RFC 8554 section 4.3, SP 800-208): `I[16] ‖ (u32(q) ‖ u16(i) ‖ u8(j)) ‖ tmp`.
pub(crate) fn lm_ots() -> Vec<Layout> {
    let layouts = |n| ["SHA-256", "SHAKE256"].map(|function| layout(function, 16, 7, n));
    [24, 32].into_iter().flat_map(layouts).collect()
}

/// F of SLH-DSA (FIPS 205 section 11): `PK.seed ‖ toByte(0, 64 - n) ‖ ADRSc ‖ M` over SHA-256,
/// `PK.seed ‖ ADRS ‖ M` over SHAKE256.
pub(crate) fn slh_dsa() -> Vec<Layout> {
    let mut layouts = Vec::new();
    for n in [16, 24, 32] {
        let mut padded = layout("SHA-256", 64, 22, n);
        padded.prefix[n..].fill(0);
        layouts.extend([padded, layout("SHAKE256", n, 32, n)]);
    }
    layouts
}

/// No standard's: other splits of the bytes before the value, other widths, whole blocks before a
/// layout that is a standard's, messages that fill a block or need another one.
pub(crate) fn odd_chains() -> Vec<Layout> {
    let layouts = |function, shapes: &[(usize, usize, usize)]| -> Vec<Layout> {
        shapes.iter().map(|&(prefix, head, n)| layout(function, prefix, head, n)).collect()
    };
    [
        layouts(
            "SHA-256",
            &[
                (0, 22, 32),
                (0, 23, 24),
                (15, 8, 32),
                (22, 1, 24),
                (80, 7, 32),
                (128, 22, 24),
                (16, 7, 16),
                (16, 7, 20),
                (16, 7, 31),
                (16, 8, 32),
                (64, 21, 32),
                (64, 22, 1),
                (64, 22, 28),
                (64, 23, 32),
                (64, 24, 32),
                (63, 22, 32),
                (200, 40, 32),
            ],
        ),
        layouts(
            "SHA-512",
            &[(16, 7, 64), (128, 22, 24), (128, 22, 64), (0, 1, 63), (128, 48, 64), (100, 32, 32)],
        ),
        layouts("SHAKE128", &[(16, 7, 32), (32, 32, 32), (168, 22, 16), (0, 1, 64), (150, 32, 24)]),
        layouts(
            "SHAKE256",
            &[
                (0, 23, 32),
                (15, 8, 24),
                (63, 1, 32),
                (136 + 16, 7, 32),
                (136 + 32, 32, 32),
                (16, 7, 16),
                (16, 8, 24),
                (24, 32, 32),
                (64, 32, 64),
                (71, 32, 32),
                (72, 32, 32),
                (100, 32, 31),
            ],
        ),
    ]
    .concat()
}

/// Masked hashes with results of `n` bytes.
#[derive(Clone, Debug)]
pub(crate) struct MaskedLayout {
    pub(crate) function: &'static str,
    pub(crate) masking: Masking,
    pub(crate) head: usize,
    pub(crate) n: usize,
}

fn to_byte(x: u8, len: usize) -> Vec<u8> {
    [vec![0; len - 1], vec![x]].concat()
}

/// XMSS (RFC 8391 section 5.1, SP 800-208), where `hash` is 0 for F and 1 for H.
pub(crate) fn xmss(hash: u8) -> Vec<MaskedLayout> {
    let sets = [
        ("SHA-256", 24),
        ("SHA-256", 32),
        ("SHA-512", 64),
        ("SHAKE128", 32),
        ("SHAKE256", 24),
        ("SHAKE256", 32),
        ("SHAKE256", 64),
    ];
    let layout = |(function, n)| {
        let padding = if n == 24 { 4 } else { n };
        keyed(function, to_byte(3, padding), to_byte(hash, padding), n)
    };
    sets.into_iter().map(layout).collect()
}

/// XMSS with these instead of `toByte(3)` and `toByte(0)`, and results of `n` bytes.
pub(crate) fn keyed(function: &'static str, prf: Vec<u8>, hash: Vec<u8>, n: usize) -> MaskedLayout {
    let prf = [prf, Filler::new(n as u64).bytes(n)].concat();
    MaskedLayout { function, masking: Masking::Keyed { prf, hash }, head: 32, n }
}

/// Robust SPHINCS+ (round 3.1): F, H and T_l over all functions.
pub(crate) fn robust() -> Vec<MaskedLayout> {
    let layouts = |n| ["SHA-256", "SHA-512", "SHAKE256"].map(|function| robust_layout(function, n));
    [16, 24, 32].into_iter().flat_map(layouts).collect()
}

/// F of robust SPHINCS+, never of SHA-512.
pub(crate) fn robust_chained() -> Vec<MaskedLayout> {
    robust().into_iter().filter(|layout| layout.function != "SHA-512").collect()
}

fn robust_layout(function: &'static str, n: usize) -> MaskedLayout {
    let (padded, head) = match function {
        "SHA-256" => (64, 22),
        "SHA-512" => (128, 22),
        _ => (n, 32),
    };
    let mask = Filler::new(n as u64).bytes(n);
    let mut hash = mask.clone();
    hash.resize(padded, 0);
    MaskedLayout { function, masking: Masking::Robust { mask, hash }, head, n }
}

/// No standard's: each differs in one thing from one that is.
pub(crate) fn odd_masked() -> Vec<MaskedLayout> {
    let robust = |function, mask: usize, hash: usize, head, n| {
        let (mask, hash) = (Filler::new(9).bytes(mask), Filler::new(10).bytes(hash));
        let masking = Masking::Robust { mask, hash };
        MaskedLayout { function, masking, head, n }
    };
    // The hash's prefix ends like the mask's, but there is a block before.
    let mut block_before = robust("SHAKE256", 32, 136 + 32, 32, 32);
    if let Masking::Robust { mask, hash } = &mut block_before.masking {
        hash[136..].copy_from_slice(mask);
    }
    vec![
        keyed("SHA-256", to_byte(3, 32), to_byte(0, 4), 32),
        keyed("SHA-256", to_byte(3, 33), to_byte(0, 32), 32),
        keyed("SHA-256", to_byte(3, 4), to_byte(0, 24), 24),
        keyed("SHA-256", to_byte(3, 24), to_byte(0, 24), 24),
        keyed("SHA-256", to_byte(3, 32), to_byte(0, 64), 32),
        keyed("SHA-256", to_byte(3, 16), to_byte(0, 16), 16),
        // A hash's prefix, and values, that are not whole words.
        keyed("SHA-256", to_byte(3, 32), to_byte(0, 33), 32),
        keyed("SHA-256", to_byte(3, 34), to_byte(0, 32), 30),
        keyed("SHAKE128", to_byte(3, 12), to_byte(0, 32), 20),
        // Room for the end of a message, but none behind it for its length.
        keyed("SHA-256", to_byte(3, 56), to_byte(0, 24), 32),
        keyed("SHA-512", to_byte(3, 16), to_byte(0, 48), 64),
        // More blocks than a node has room for.
        keyed("SHAKE256", to_byte(3, 64), to_byte(0, 128), 64),
        keyed("SHA-512", to_byte(3, 64), to_byte(0, 128), 64),
        keyed("SHA-512", to_byte(3, 32), to_byte(0, 32), 32),
        keyed("SHAKE128", to_byte(3, 4), to_byte(0, 4), 24),
        keyed("SHAKE128", to_byte(3, 64), to_byte(0, 64), 64),
        keyed("SHAKE256", to_byte(3, 16), to_byte(0, 16), 16),
        keyed("SHAKE256", to_byte(3, 32), to_byte(0, 136 + 32), 32),
        robust("SHA-256", 32, 0, 22, 32),
        robust("SHA-256", 32, 128, 22, 32),
        robust("SHA-256", 24, 64, 22, 24),
        robust("SHA-256", 24, 64, 32, 24),
        robust("SHA-256", 16, 64, 22, 24),
        robust("SHA-256", 16, 64, 22, 20),
        robust("SHA-512", 64, 128, 22, 64),
        robust("SHA-512", 24, 128, 22, 24),
        robust("SHAKE128", 16, 16, 32, 16),
        robust("SHAKE256", 16, 16, 22, 16),
        robust("SHAKE256", 24, 24, 32, 24),
        robust("SHAKE256", 32, 32, 32, 31),
        robust("SHAKE256", 24, 32, 32, 24),
        robust("SHAKE256", 136 + 24, 24, 32, 24),
        robust("SHAKE256", 64, 64, 64, 64),
        block_before,
    ]
}
