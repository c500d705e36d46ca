//! The hash functions of `sha2`, `shake` and `keccak`.

use keccak::Keccak;
use lanes::{Engines, LaneHash};
use sha2::Digest;
use sha2::block_api::{compress256, compress512};
use shake::{ExtendableOutput, Update, XofReader};

/// A hash function of other crates: its blocks for those who want no more, and its interface.
pub(crate) trait Rival: 'static {
    /// The function's name.
    const NAME: &'static str;
    /// What absorbs a block.
    const RAW: &'static str;
    /// What takes messages.
    const API: &'static str;
    /// What a block costs.
    const PER: &'static str;
    /// Whether a CPU has instructions for it that are worth overlapping.
    const OVERLAPS: bool;
    /// Bytes in a block.
    const BLOCK: usize;
    /// Bytes after the address in the message that a mask is made of (MGF1).
    const COUNTER: usize;
    /// The state.
    type State: Copy;
    /// The state at the start.
    const INITIAL: Self::State;
    /// The interface, fed with a prefix.
    type Api: Clone;

    /// Bytes of whole blocks that hold `len` bytes and padding.
    fn padded(len: usize) -> usize;
    /// Pads a message of `len` bytes at the start of `blocks`, with `absorbed` bytes before it.
    fn pad(blocks: &mut [u8], len: usize, absorbed: usize);
    /// Absorbs whole blocks.
    fn absorb(state: &mut Self::State, blocks: &[u8]);
    /// The first bytes of output.
    fn output<const N: usize>(state: &Self::State) -> [u8; N];

    /// Feeds the interface with a prefix.
    fn start(prefix: &[u8]) -> Self::Api;
    /// The hash of the prefix and `message`.
    fn finish<const N: usize>(prefix: &Self::Api, message: &[u8]) -> [u8; N];

    /// The hash of `message` alone.
    fn hash<const N: usize>(message: &[u8]) -> [u8; N];

    /// The same function in lanes.
    fn lanes(engines: &Engines) -> &'static dyn LaneHash;
}

macro_rules! sha2 {
    ($rival:ident, $name:literal, $lanes:ident, $raw:ident, $raw_name:literal, $api_name:literal,
        $word:ty, $length:ty, $overlaps:literal, $initial:expr) => {
        #[doc = concat!($name, " of `sha2`.")]
        pub(crate) struct $rival;

        impl Rival for $rival {
            const NAME: &'static str = $name;
            const RAW: &'static str = $raw_name;
            const API: &'static str = $api_name;
            const PER: &'static str = "compression";
            const OVERLAPS: bool = $overlaps;
            const BLOCK: usize = 16 * size_of::<$word>();
            const COUNTER: usize = 4;
            type State = [$word; 8];
            const INITIAL: Self::State = $initial;
            type Api = sha2::$rival;

            fn padded(len: usize) -> usize {
                (len + 1 + size_of::<$length>()).next_multiple_of(Self::BLOCK)
            }
            fn pad(blocks: &mut [u8], len: usize, absorbed: usize) {
                blocks[len] = 0x80;
                let bits = (8 * (absorbed + len)) as $length;
                let at = blocks.len() - size_of::<$length>();
                blocks[at..].copy_from_slice(&bits.to_be_bytes());
            }
            #[inline(always)]
            fn absorb(state: &mut Self::State, blocks: &[u8]) {
                $raw(state, blocks.as_chunks().0);
            }
            #[inline(always)]
            fn output<const N: usize>(state: &Self::State) -> [u8; N] {
                let mut out = [0; N];
                for (out, word) in out.chunks_exact_mut(size_of::<$word>()).zip(state) {
                    out.copy_from_slice(&word.to_be_bytes());
                }
                out
            }

            fn start(prefix: &[u8]) -> Self::Api {
                sha2::$rival::new_with_prefix(prefix)
            }
            #[inline(always)]
            fn finish<const N: usize>(prefix: &Self::Api, message: &[u8]) -> [u8; N] {
                let digest = prefix.clone().chain_update(message).finalize();
                *digest.first_chunk().expect("a digest is not shorter")
            }
            #[inline(always)]
            fn hash<const N: usize>(message: &[u8]) -> [u8; N] {
                let digest = sha2::$rival::digest(message);
                *digest.first_chunk().expect("a digest is not shorter")
            }

            fn lanes(engines: &Engines) -> &'static dyn LaneHash {
                engines.$lanes
            }
        }
    };
}

sha2!(
    Sha256,
    "sha256",
    sha256,
    compress256,
    "sha2 compress256",
    "sha2 Sha256",
    u32,
    u64,
    true,
    [
        0x6a09_e667,
        0xbb67_ae85,
        0x3c6e_f372,
        0xa54f_f53a,
        0x510e_527f,
        0x9b05_688c,
        0x1f83_d9ab,
        0x5be0_cd19,
    ]
);
sha2!(
    Sha512,
    "sha512",
    sha512,
    compress512,
    "sha2 compress512",
    "sha2 Sha512",
    u64,
    u128,
    false,
    [
        0x6a09_e667_f3bc_c908,
        0xbb67_ae85_84ca_a73b,
        0x3c6e_f372_fe94_f82b,
        0xa54f_f53a_5f1d_36f1,
        0x510e_527f_ade6_82d1,
        0x9b05_688c_2b3e_6c1f,
        0x1f83_d9ab_fb41_bd6b,
        0x5be0_cd19_137e_2179,
    ]
);

macro_rules! shake {
    ($rival:ident, $name:literal, $lanes:ident, $api_name:literal, $rate:literal) => {
        #[doc = concat!($name, " of `keccak` and `shake`.")]
        pub(crate) struct $rival;

        impl Rival for $rival {
            const NAME: &'static str = $name;
            const RAW: &'static str = "keccak f1600";
            const API: &'static str = $api_name;
            const PER: &'static str = "permutation";
            const OVERLAPS: bool = false;
            const BLOCK: usize = $rate;
            const COUNTER: usize = 0;
            type State = [u64; 25];
            const INITIAL: Self::State = [0; 25];
            type Api = shake::$rival;

            fn padded(len: usize) -> usize {
                (len + 1).next_multiple_of($rate)
            }
            fn pad(blocks: &mut [u8], len: usize, _: usize) {
                blocks[len] = 0x1f;
                let last = blocks.len() - 1;
                blocks[last] |= 0x80;
            }
            #[inline(always)]
            fn absorb(state: &mut Self::State, blocks: &[u8]) {
                for block in blocks.as_chunks::<$rate>().0 {
                    for (word, bytes) in state.iter_mut().zip(block.as_chunks().0) {
                        *word ^= u64::from_le_bytes(*bytes);
                    }
                    Keccak::new().with_f1600(|f1600| f1600(state));
                }
            }
            #[inline(always)]
            fn output<const N: usize>(state: &Self::State) -> [u8; N] {
                let mut out = [0; N];
                for (out, word) in out.chunks_exact_mut(8).zip(state) {
                    out.copy_from_slice(&word.to_le_bytes());
                }
                out
            }

            fn start(prefix: &[u8]) -> Self::Api {
                let mut api = Self::Api::default();
                api.update(prefix);
                api
            }
            #[inline(always)]
            fn finish<const N: usize>(prefix: &Self::Api, message: &[u8]) -> [u8; N] {
                let mut api = prefix.clone();
                api.update(message);
                let mut out = [0; N];
                api.finalize_xof().read(&mut out);
                out
            }
            #[inline(always)]
            fn hash<const N: usize>(message: &[u8]) -> [u8; N] {
                Self::finish(&Self::Api::default(), message)
            }

            fn lanes(engines: &Engines) -> &'static dyn LaneHash {
                engines.$lanes
            }
        }
    };
}

shake!(Shake128, "shake128", shake128, "shake Shake128", 168);
shake!(Shake256, "shake256", shake256, "shake Shake256", 136);
