//! Each backend verifies what each other one signed.

use crate::{Backend, Entropy, Error, ParameterSet, Randomness, check_length, quietly};

/// One cell: what `verifier` said to a signature of `signer`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cross {
    /// Who signed.
    pub signer: String,
    /// Who verified.
    pub verifier: String,
    /// What the verifier said to the signature as it is.
    pub valid: Result<(), Error>,
    /// What it said to the same with one bit flipped in the middle.
    pub tampered: Result<(), Error>,
}

impl Cross {
    /// Whether both answers are right.
    #[must_use]
    pub fn holds(&self) -> bool {
        let refused = self.tampered.as_ref().is_err_and(|error| {
            !matches!(error, Error::Panicked { .. } | Error::Unsupported { .. })
        });
        self.valid.is_ok() && refused
    }
}

/// Lets each of `backends` that runs `set` verify what each other one signed, each signer included.
///
/// Where two take the standard's seed, both get the same one, and their public keys must be equal.
///
/// # Errors
///
/// [`Error::Entropy`] if `entropy` fails, else [`Error::Backend`] with the name of the backend and
/// what it could not do: generate, sign, or agree on the public key of a seed.
pub fn cross(
    backends: &[&dyn Backend],
    set: &ParameterSet,
    entropy: &mut dyn Entropy,
) -> Result<Vec<Cross>, Error> {
    let running: Vec<_> = backends.iter().filter(|backend| backend.support(set).runs()).collect();
    let mut seed = vec![0; set.seed_len];
    entropy.fill(&mut seed)?;
    let mut public_key_of_seed: Option<Vec<u8>> = None;
    let mut cells = Vec::new();
    for signer in &running {
        let name = signer.about().name;
        let blame = |error| Error::backend(format!("{name}: {error}"));
        let mut key = match quietly(|| signer.generate_from_seed(set, &seed)) {
            Err(Error::Unsupported { .. }) => quietly(|| signer.generate(set, entropy)),
            Ok(key) => {
                let public_key = key.private_key().public_key();
                let known = public_key_of_seed.get_or_insert_with(|| public_key.to_vec());
                if known != public_key {
                    return Err(Error::backend(format!(
                        "{name} derives another public key of {} from the same seed",
                        set.name
                    )));
                }
                Ok(key)
            }
            error => error,
        }
        .map_err(blame)?;
        let mut signature = Vec::new();
        quietly(|| key.sign(MESSAGE, Randomness::Fresh(entropy), &mut signature))
            .and_then(|()| check_length("signature", set.signature_len(), &signature))
            .map_err(blame)?;
        let public_key = key.private_key().public_key();
        let mut tampered = signature.clone();
        tampered[signature.len() / 2] ^= 0x10;
        for verifier in &running {
            let ask =
                |signature: &[u8]| quietly(|| verifier.verify(set, public_key, MESSAGE, signature));
            cells.push(Cross {
                signer: name.to_string(),
                verifier: verifier.about().name.to_string(),
                valid: ask(&signature),
                tampered: ask(&tampered),
            });
        }
    }
    Ok(cells)
}

const MESSAGE: &[u8] = b"what one signs, each other verifies";
