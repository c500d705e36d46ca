//! What of `hbs-lms` is called, one row for each of its hash types.
//!
//! The hash is a type parameter there. A row of function pointers makes it a value.

use hbs::HashFunction::{self, Sha256, Shake256};
use hbs::lms;
use hbs_lms::{
    HashChain, HssParameter, LmotsAlgorithm, LmsAlgorithm, Seed, Sha256_192, Sha256_256,
    Shake256_192, Shake256_256,
};
use signer::{Error, ParameterSet, Scheme};
use zeroize::{Zeroize, Zeroizing};

/// Auxiliary data as the crate takes it; it shrinks the slice to what it uses.
pub(super) type Aux<'a, 'b> = Option<&'a mut &'b mut [u8]>;

/// An encoded private key and its public key.
pub(super) type Pair = (Zeroizing<Vec<u8>>, Vec<u8>);

/// Private and public key of levels, root first, and a seed of `n` bytes.
type Keygen = fn(&[lms::Params], &[u8], Aux<'_, '_>) -> Result<Pair, Error>;

/// Signs a message with the encoded private key, moves that on, and appends the signature.
type Sign = fn(&[u8], &mut [u8], Aux<'_, '_>, &mut Vec<u8>) -> Result<(), Error>;

/// Verifies, over a message, a signature under a public key.
type Verify = fn(&[u8], &[u8], &[u8]) -> Result<(), Error>;

/// The crate with one hash.
#[derive(Debug)]
pub(super) struct Calls {
    hash: HashFunction,
    n: usize,
    /// Whether the type words that it emits are right.
    pub(super) native: bool,
    pub(super) keygen: Keygen,
    pub(super) sign: Sign,
    pub(super) verify: Verify,
}

static CALLS: [Calls; 4] = [
    row::<Sha256_256>(Sha256, 32),
    row::<Sha256_192>(Sha256, 24),
    row::<Shake256_256>(Shake256, 32),
    row::<Shake256_192>(Shake256, 24),
];

const fn row<H: HashChain>(hash: HashFunction, n: usize) -> Calls {
    let native = matches!((hash, n), (Sha256, 32));
    Calls { hash, n, native, keygen: keygen::<H>, sign: sign::<H>, verify: verify::<H> }
}

impl Calls {
    /// The row that `set` needs.
    pub(super) fn of(set: &ParameterSet) -> Option<&'static Self> {
        let root = super::root(set).filter(|_| set.scheme == Scheme::Hss)?;
        CALLS.iter().find(|calls| (calls.hash, calls.n) == (root.lms.hash, root.lms.m))
    }
}

/// LMS and LM-OTS type word that the crate emits for `level`, whatever the hash.
pub(super) fn type_words(level: lms::Params) -> Option<(u32, u32)> {
    algorithms(level).map(|(lms, ots)| (lms as u32, ots as u32))
}

fn algorithms(level: lms::Params) -> Option<(LmsAlgorithm, LmotsAlgorithm)> {
    let lms = match level.lms.h {
        5 => LmsAlgorithm::LmsH5,
        10 => LmsAlgorithm::LmsH10,
        15 => LmsAlgorithm::LmsH15,
        20 => LmsAlgorithm::LmsH20,
        25 => LmsAlgorithm::LmsH25,
        _ => return None,
    };
    let ots = match level.ots.w {
        1 => LmotsAlgorithm::LmotsW1,
        2 => LmotsAlgorithm::LmotsW2,
        4 => LmotsAlgorithm::LmotsW4,
        8 => LmotsAlgorithm::LmotsW8,
        _ => return None,
    };
    Some((lms, ots))
}

fn keygen<H: HashChain>(
    levels: &[lms::Params],
    seed: &[u8],
    aux: Aux<'_, '_>,
) -> Result<Pair, Error> {
    let parameters = levels.iter().map(|&level| {
        let (lms, ots) = algorithms(level)?;
        Some(HssParameter::<H>::new(ots, lms))
    });
    let parameters: Option<Vec<_>> = parameters.collect();
    let parameters = parameters.ok_or_else(|| Error::unsupported("no such level in hbs-lms"))?;
    let mut own = Seed::<H>::default();
    signer::check_length("seed", own.len(), seed)?;
    own.as_mut_slice().copy_from_slice(seed);
    let (mut private_key, public_key) = hbs_lms::keygen::<H>(&parameters, &own, aux)
        .map_err(|_| Error::backend("keygen failed"))?;
    let encoded = Zeroizing::new(private_key.as_slice().to_vec());
    private_key.as_mut_slice().zeroize();
    Ok((encoded, public_key.as_slice().to_vec()))
}

fn sign<H: HashChain>(
    message: &[u8],
    private_key: &mut [u8],
    aux: Aux<'_, '_>,
    signature: &mut Vec<u8>,
) -> Result<(), Error> {
    let mut next = Zeroizing::new([0; super::encoding::MAX_LEN]);
    let mut update = |key: &[u8]| {
        next.get_mut(..key.len()).ok_or(())?.copy_from_slice(key);
        Ok(())
    };
    let signed = hbs_lms::sign::<H>(message, private_key, &mut update, aux)
        .map_err(|_| Error::backend("sign failed"))?;
    private_key.copy_from_slice(&next[..private_key.len()]);
    signature.extend_from_slice(signed.as_ref());
    Ok(())
}

fn verify<H: HashChain>(message: &[u8], signature: &[u8], public_key: &[u8]) -> Result<(), Error> {
    hbs_lms::verify::<H>(message, signature, public_key).map_err(|_| Error::BadSignature)
}
